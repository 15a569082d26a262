/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of labels of imported positions: their kind, and labels that the rules make
   impossible. */
#include "dataset_support.h"
#include "sample.h"

FIXTURE(ANY, enter_folder, leave_folder)

#define START "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s"

static struct test_rows labels_of(struct sow_store *store, int outcome, const char *map,
                                  const char *text)
{
    struct sow_import_options options;
    import_defaults(&options, file_path());
    options.label = outcome;
    options.duplicates = SOW_DUPLICATES_KEEP;
    (void)snprintf(options.columns, sizeof options.columns, "%s", map);
    return read_positions(store, import_text(store, &options, "kalah", text));
}

/* A label is a result, a margin used by its sign, or both, as in an export. */
TEST(kinds, labels_of_both_kinds)
{
    static const struct {
        const char *map;
        const char *text;
        int outcome;
        int label;
    } FILES[] = {
        {"", "position,result\n\"" START "\",-1.0\n", SOW_LABEL_RESULT, -1},
        {"", "position,margin\n\"" START "\",-6\n", SOW_LABEL_RESULT, -1},
        {"margin=m", "position,m\n\"" START "\",48\n", SOW_LABEL_RESULT, 1},
        {"", "position,margin,result\n\"" START "\",8,1\n", SOW_LABEL_RESULT, 1},
        {"", "position,result,margin\n\"" START "\",1,8\n", SOW_LABEL_MARGIN, 8},
        {"result=w", "position,w,margin\n\"" START "\",0,0\n", SOW_LABEL_MARGIN, 0},
    };
    OWNED(store) struct sow_store *store = open_scratch();
    for (int i = 0; i < COUNT(FILES); i++) {
        struct test_rows rows =
            labels_of(store, FILES[i].outcome, FILES[i].map, FILES[i].text);
        ck_assert_uint_eq(rows.count, 1);
        ck_assert_int_eq(rows.row[0].margin, FILES[i].label);
        free(rows.row);
    }
}

static enum sow_status survey(const struct sow_rules *rules, int outcome,
                              const char *text, struct sow_err *err)
{
    struct sow_import_options options;
    struct sow_import_data data;
    import_defaults(&options, file_path());
    options.label = outcome;
    options.any_total = true;
    write_text(file_path(), text);
    enum sow_status status = sow_import_survey(&options, rules, NULL, &data, err);
    if (status == SOW_OK)
        sow_import_data_release(&data);
    return status;
}

#define ODD "position,margin,result\n\"0,0,0,0,0,3,1/1,0,0,0,0,0,0:s\","

/* With five seeds the difference of the stores is odd, unless some seeds go to nobody. */
TEST(refused, margins_are_odd_or_even)
{
    static const struct {
        const char *key;
        const char *value;
        bool even;
    } RULES[] = {{"leftovers", "owner", false},
                 {"leftovers", "other-player", false},
                 {"leftovers", "nobody", true},
                 {"repetition", "own-rows", false},
                 {"repetition", "split", true}};
    for (int i = 0; i < COUNT(RULES); i++) {
        struct sow_rules rules;
        sample_variant("awari", &rules);
        ck_ok(sow_param_set_named(&sow_rules_table, &rules, RULES[i].key, RULES[i].value,
                                  &err));
        ck_ok(survey(&rules, SOW_LABEL_MARGIN, ODD "3,1\n", &err));
        enum sow_status status = survey(&rules, SOW_LABEL_MARGIN, ODD "2,1\n", &err);
        ck_assert_int_eq(status, RULES[i].even ? SOW_OK : SOW_BAD_DATA);
        if (!RULES[i].even)
            ck_assert_ptr_nonnull(strstr(
                err.text, ":2: column 'margin' holds '2': expected a final margin that "
                          "the position can lead to for 's', from -3 to 5 and odd, as "
                          "all seeds end in the stores"));
        /* A draw is impossible too. */
        status = survey(&rules, SOW_LABEL_RESULT,
                        "position,result\n\"0,0,0,0,0,3,1/1,0,0,0,0,0,0:s\",0\n", &err);
        ck_assert_int_eq(status, RULES[i].even ? SOW_OK : SOW_BAD_DATA);
    }
}

/* After a swap, the first player's margin is that of the second player before. */
TEST(refused, swaps_turn_margins_round)
{
    struct sow_rules rules;
    sample_variant("awari", &rules);
    rules.pie_rule = true;
    ck_ok(survey(&rules, SOW_LABEL_MARGIN, ODD "-5,-1\n", &err));
    ck_fails(survey(&rules, SOW_LABEL_MARGIN, ODD "-7,-1\n", &err), SOW_BAD_DATA,
             "from -5 to 5 and odd");
}
