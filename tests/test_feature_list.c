/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of names, groups and lists of features. */
#include "sample.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* Returns the rules in the text of a variant file. */
static struct sow_rules rules_of(const char *text)
{
    struct sow_variant variant;
    struct sow_err err;
    ck_assert_msg(sow_variant_read_text(text, "test", &variant, &err) == SOW_OK, "%s",
                  err.text);
    return variant.rules;
}

/* --- the table --- */

TEST(table, rows)
{
    for (int i = 0; i < sow_state_features.count; i++) {
        const struct sow_state_feature *row = &sow_state_features.rows[i];
        ck_assert_int_eq(sow_state_feature_find(row->name), i);
        ck_assert_uint_gt(strlen(row->meaning), 5);
        ck_assert_uint_gt(strlen(row->source), 5);
        ck_assert_uint_ne(row->groups, 0);
        ck_assert(row->needs == NULL || strlen(row->needs->refusal) > 5);
        ck_assert(row->twin == NULL || sow_state_feature_find(row->twin) >= 0);
        /* Names contain no character with a meaning in lists (comma, minus) or in player
           specs ('='). */
        ck_assert_uint_eq(strcspn(row->name, ",-= "), strlen(row->name));
    }
    ck_assert_int_ge(sow_state_features.count, 54);
}

/* No group has the name of a feature. */
TEST(table, groups)
{
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++) {
        int members = 0;
        for (int i = 0; i < sow_state_features.count; i++)
            members += (sow_state_features.rows[i].groups & group->bits) != 0;
        ck_assert_int_ge(members, 3);
        ck_assert_int_eq(sow_state_feature_find(group->name), -1);
        ck_assert_uint_gt(strlen(group->meaning), 5);
    }
}

TEST(table, names)
{
    static const char *const ALIASES[][2] = {{"opponent_h4", "h6"},
                                             {"opponent_h6", "h4"},
                                             {"diff_h4", "store_difference"},
                                             {"score_dif", "store_difference"},
                                             {"diff_mobility", "relative_mobility"}};
    int feature = 0;
    for (size_t i = 0; i < sizeof ALIASES / sizeof ALIASES[0]; i++) {
        ck_assert(sow_state_feature_named(ALIASES[i][0], &feature, &err) == SOW_OK);
        ck_assert_str_eq(sow_state_features.rows[feature].name, ALIASES[i][1]);
    }
    ck_assert_int_eq(sow_state_feature_find("h7"), -1);
    ck_assert_int_eq(sow_state_feature_find(""), -1);
    ck_assert(sow_state_feature_named("mobilty", &feature, &err) == SOW_USAGE);
    ck_assert_str_eq(
        err.text,
        "no feature is called 'mobilty'; did you mean 'mobility'? (see 'features')");
    ck_assert(sow_state_feature_named("nonsense", &feature, NULL) == SOW_USAGE);
}

/* --- features that the rules allow --- */

struct sense {
    const char *rules;
    const char *feature;
    const char *refusal; /* NULL if the feature makes sense */
};

#define NO_EXTRA_TURNS "it has no extra turns"
#define ONLY_SOWN "its captures take only seeds just sown, or it has relay sowing"

static const struct sense SENSES[] = {
    {"base = kalah", "pit6", NULL},
    {"base = kalah", "pit7", "its rows are shorter"},
    {"base = kalah\npits = 7\nseeds = 7", "opponent_pit7", NULL},
    {"base = kalah\npits = 12", "pit12", NULL},
    {"base = kalah", "free_moves", NULL},
    {"base = kalah\nextra_turn = no", "free_moves", NO_EXTRA_TURNS},
    {"base = awari", "diff_free_moves", NO_EXTRA_TURNS},
    {"base = kalah", "exposed_seeds", NULL},
    {"base = kalah\nplace_capture = 2", "exposed_seeds",
     "it has no captures from an empty pit"},
    {"base = awari", "opponent_exposed_seeds", "it has no captures from an empty pit"},
    {"base = awari", "capturable_seeds", NULL},
    {"base = kalah", "capturable_seeds", NULL},
    {"base = vai-lung-thlan", "seeds_at_risk", ONLY_SOWN},
    {"base = awari\nnumber_where = own", "seeds_at_risk", ONLY_SOWN},
    {"base = awari\nnumber_where = own\nnumber_chain = across", "seeds_at_risk", NULL},
    {"base = kalah\nlaps = multiple\nlap_limit = 9", "capturable_seeds", ONLY_SOWN},
    {"base = kalah\nlaps = multiple\nlap_limit = 9", "best_capture",
     "its relay sowing into the store hides the captures"},
    {"base = kalah\nlaps = multiple\nlap_limit = 9", "best_gain", NULL},
    {"base = awari\nlaps = multiple\nlap_limit = 9", "capturing_moves", NULL},
};

TEST_EACH(table, senses, SENSES)
{
    const struct sense *row = &SENSES[_i];
    struct sow_rules rules = rules_of(row->rules);
    int feature = sow_state_feature_find(row->feature);
    const char *refusal = sow_state_feature_refusal(feature, &rules);
    char text[200];
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status =
        sow_state_feature_list(row->feature, &rules, features, &count, &err);
    if (row->refusal == NULL) {
        ck_assert_ptr_null(refusal);
        ck_assert_int_eq(status, SOW_OK);
        return;
    }
    ck_assert_str_eq(refusal, row->refusal);
    ck_assert_int_eq(status, SOW_USAGE);
    (void)snprintf(text, sizeof text, "feature '%s' makes no sense in this variant: %s",
                   row->feature, row->refusal);
    ck_assert_str_eq(err.text, text);
}

/* --- lists --- */

struct list {
    const char *rules;
    const char *text;
    const char *names; /* names that the list gives */
};

#define DEFAULT_AWARI                                                                    \
    "h1,h2,h3,h4,h5,h6,opponent_h1,opponent_h3,opponent_h5,to_move,best_gain,"           \
    "opponent_best_gain,capturable_seeds,seeds_at_risk"

static const struct list LISTS[] = {
    {"base = kalah", "h4", "h4"},
    {"base = kalah", "h6,h1", "h6,h1"},
    {"base = kalah", "score_dif,diff_mobility", "store_difference,relative_mobility"},
    {"base = kalah", "h", "h1,h2,h3,h4,h5,h6"},
    {"base = kalah", "opponent", "opponent_h1,opponent_h2,opponent_h3,opponent_h5"},
    {"base = kalah", "paper",
     "h1,h2,h3,h4,h5,h6,opponent_h1,opponent_h2,opponent_h3,opponent_h5"},
    {"base = kalah", "kalah-ai", "h2,h3,h4,h5,h6,opponent_h2,pit1"},
    {"base = kalah", "fairkalah", "store_difference,relative_mobility,diff_free_moves"},
    {"base = awari", "fairkalah", "store_difference,relative_mobility"},
    {"base = awari", "default", DEFAULT_AWARI},
    {"base = kalah", "pits",
     "pit1,pit2,pit3,pit4,pit5,pit6,opponent_pit1,opponent_pit2,opponent_pit3,"
     "opponent_pit4,opponent_pit5,opponent_pit6"},
    {"base = awari", "daoud2004",
     "h4,h6,capturing_moves,opponent_capturing_moves,reaching_pits,"
     "opponent_reaching_pits,heavy_pits,opponent_heavy_pits,empty_pits,"
     "opponent_empty_pits"},
    /* Overlaps are merged, in the order of the first mention. */
    {"base = kalah", "h6,h,h4", "h6,h1,h2,h3,h4,h5"},
    {"base = kalah", "h,kalah-ai", "h1,h2,h3,h4,h5,h6,opponent_h2,pit1"},
    {"base = kalah", "paper,h,opponent",
     "h1,h2,h3,h4,h5,h6,opponent_h1,opponent_h2,opponent_h3,opponent_h5"},
    /* No feature occurs twice under two names. In Kalah mobility is h3, but not where
       moves can be illegal. The last pit is h1. The empty pits are all but the others. */
    {"base = kalah", "h3,moves",
     "h3,to_move,opponent_mobility,relative_mobility,free_moves,opponent_free_moves,"
     "diff_free_moves"},
    {"base = oware-abapa", "h3,moves",
     "h3,to_move,mobility,opponent_mobility,relative_mobility"},
    {"base = kalah\npits = 2\nseeds = 3", "pits,h,opponent",
     "pit1,pit2,opponent_pit1,opponent_pit2,h2,h3,h4,h5,h6,opponent_h2,opponent_h3,"
     "opponent_h5"},
    {"base = awari", "h3,h4,daoud2004,-capture",
     "h3,h4,h6,reaching_pits,opponent_reaching_pits,heavy_pits,opponent_heavy_pits,"
     "opponent_empty_pits"},
    /* A feature can be left out anywhere in the list. Its twin goes too, unless it is
       named. */
    {"base = awari", "default,-to_move,-capture",
     "h1,h2,h3,h4,h5,h6,opponent_h1,opponent_h3,opponent_h5"},
    {"base = kalah", "-h1,-opponent,-h5,paper", "h2,h3,h4,h6"},
    {"base = kalah", "paper,moves,-h3,-opponent_h3,-diff_free_moves",
     "h1,h2,h4,h5,h6,opponent_h1,opponent_h2,opponent_h5,to_move,relative_mobility,"
     "free_moves,opponent_free_moves"},
    {"base = kalah", "h,-h3,mobility", "h1,h2,h4,h5,h6,mobility"},
    /* A list for all variants may leave out features that one of them does not have. */
    {"base = awari", "moves,-free_moves,-opponent_mobility,-relative_mobility",
     "to_move,mobility"},
};

TEST_EACH(lists, lists, LISTS)
{
    const struct list *row = &LISTS[_i];
    struct sow_rules rules = rules_of(row->rules);
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status =
        sow_state_feature_list(row->text, &rules, features, &count, &err);
    ck_assert_msg(status == SOW_OK, "%s: %s", row->text, err.text);
    char found[1024] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%s%s",
                                   i == 0 ? "" : ",",
                                   sow_state_features.rows[features[i]].name);
    ck_assert_str_eq(found, row->names);
}

struct refusal {
    const char *rules;
    const char *text;
    const char *message;
};

#define MISSING                                                                          \
    "a name is missing in the list of features: give names with single commas between "  \
    "them, such as h1,h4"

static const struct refusal REFUSALS[] = {
    {"base = kalah", "", MISSING},
    {"base = kalah", ",", MISSING},
    {"base = kalah", "h1,,h2", MISSING},
    {"base = kalah", "h1,", MISSING},
    {"base = kalah", "-", MISSING},
    {"base = kalah", "h1,-", MISSING},
    {"base = kalah", "h1,h7",
     "no feature or group is called 'h7'; did you mean 'h1'? (see 'features')"},
    {"base = kalah", "defualt",
     "no feature or group is called 'defualt'; did you mean 'default'? (see 'features')"},
    {"base = kalah", "all,-mobilty",
     "no feature or group is called 'mobilty'; did you mean 'mobility'? (see "
     "'features')"},
    {"base = kalah", "h1, h2",
     "no feature or group is called ' h2'; did you mean 'h2'? (see 'features')"},
    {"base = kalah", "h1,h1", "feature 'h1' is named twice"},
    {"base = kalah", "h4,h,opponent_h6", "feature 'h4' is named twice"},
    {"base = kalah", "h3,mobility",
     "in this variant, features 'mobility' and 'h3' give the same information: leave "
     "one of them out"},
    {"base = kalah", "default,mobility",
     "in this variant, features 'mobility' and 'h3' give the same information: leave "
     "one of them out"},
    {"base = kalah", "pit6,h1",
     "in this variant, features 'h1' and 'pit6' give the same information: leave one "
     "of them out"},
    {"base = oware-abapa", "empty_pits,h3",
     "in this variant, features 'h3' and 'empty_pits' give the same information: "
     "leave one of them out"},
    {"base = kalah", "all,-h1,h1", "feature 'h1' is both named and left out"},
    {"base = kalah", "all,-h,h1", "feature 'h1' is both named and left out"},
    {"base = kalah", "h1,-h1", "cannot leave 'h1' out: no group of the list has it"},
    {"base = kalah", "-h1", "cannot leave 'h1' out: no group of the list has it"},
    {"base = kalah", "h,-pits", "cannot leave 'pits' out: no group of the list has it"},
    {"base = kalah", "h,-h",
     "no feature of 'h,-h' is left in this variant; name "
     "another"},
    {"base = kalah\npits = 12\nfeeding = must", "all",
     "65 features are too many: at most 64; leave some out, as in all,-pits"},
};

TEST_EACH(lists, refusals, REFUSALS)
{
    const struct refusal *row = &REFUSALS[_i];
    struct sow_rules rules = rules_of(row->rules);
    int features[SOW_AGENT_TERMS_MAX] = {77};
    int count = 77;
    ck_assert_int_eq(sow_state_feature_list(row->text, &rules, features, &count, &err),
                     SOW_USAGE);
    ck_assert_str_eq(err.text, row->message);
    ck_assert_int_eq(count, 77);
    ck_assert_int_eq(features[0], 77);
    ck_assert_int_eq(sow_state_feature_list(row->text, &rules, features, &count, NULL),
                     SOW_USAGE);
}

TEST(lists, long_names)
{
    struct sow_rules rules = rules_of("base = kalah");
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    char text[300];
    memset(text, 'w', sizeof text);
    text[299] = '\0';
    ck_assert(sow_state_feature_list(text, &rules, features, &count, &err) == SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "www' (see 'features')"));
}

/* The list "all" fits a player in every built-in variant. */
TEST_LOOP(lists, everything, 0, (int)sow_variant_count())
{
    struct sow_rules rules;
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    ck_assert_msg(sow_state_feature_list("all", &rules, features, &count, &err) == SOW_OK,
                  "%s", err.text);
    ck_assert_int_ge(count, 40);
    bool listed[128] = {false};
    for (int i = 0; i < count; i++) {
        ck_assert(!listed[features[i]]);
        listed[features[i]] = true;
    }
    for (int i = 0; i < sow_state_features.count; i++) {
        bool makes_sense = sow_state_feature_refusal(i, &rules) == NULL;
        ck_assert(!listed[i] || makes_sense);
        ck_assert(!makes_sense || listed[sow_state_feature_twin(i, &rules)]);
    }
}
