/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start positions of sets and files. */
#include "csv.h"
#include "file_support.h"
#include "sample.h"
#include "sow/variants/start_set.h"
#include "suite.h"

#include <unistd.h>

static const char START[] = "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s";

static enum sow_status resolve(const char *word, const struct sow_rules *rules,
                               char **text, struct sow_err *err)
{
    *text = strdup(word);
    ck_assert_ptr_nonnull(*text);
    return sow_starts_resolve(text, rules, err);
}

TEST(sets, fairkalah_is_the_published_set)
{
    struct sow_rules rules;
    struct sow_starts starts;
    char *text;
    sample_variant("kalah", &rules);
    ck_ok(resolve("FairKalah", &rules, &text, &err));
    ck_ok(sow_starts_load(text, &rules, &starts, &err));
    ck_assert_uint_eq(starts.count, 254);
    ck_assert(!starts.resized);
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("fairkalah_boards.csv"));
    while (csv_next(&csv, 15)) {
        const struct sow_board *board = &starts.boards[csv.rows - 1];
        for (int pit = 0; pit < 6; pit++) {
            ck_assert_int_eq(board->pit[SOW_SOUTH][pit], csv_integer(&csv, 1 + pit));
            ck_assert_int_eq(board->pit[SOW_NORTH][pit], csv_integer(&csv, 8 + pit));
        }
        ck_assert_int_eq(board->store[SOW_SOUTH], csv_integer(&csv, 7));
        ck_assert_int_eq(board->store[SOW_NORTH], csv_integer(&csv, 14));
        ck_assert_int_eq(board->side, SOW_SOUTH);
    }
    ck_assert_int_eq(csv.rows, 254);
    sow_starts_release(&starts);
    free(text);
}

/* T. W. Neller and T. C. Neller count 156 starts with one seed moved, and 6,396 with at
   most two. Their fair boards are among these. */
TEST(sets, near_starts_are_those_of_fairkalah)
{
    static const size_t COUNTS[] = {1, 157, 6397};
    struct sow_rules rules;
    struct sow_starts near;
    struct sow_starts fair;
    size_t found = 0;
    char *text;
    sample_variant("kalah", &rules);
    ck_ok(resolve("fairkalah", &rules, &text, &err));
    ck_ok(sow_starts_load(text, &rules, &fair, &err));
    for (int moved = 0; moved <= SOW_STARTS_MOVED_MAX; moved++) {
        ck_ok(sow_starts_near(&rules, moved, &near, &err));
        ck_assert_uint_eq(near.count, COUNTS[moved]);
        if (moved < SOW_STARTS_MOVED_MAX)
            sow_starts_release(&near);
    }
    for (size_t i = 0; i < near.count; i++)
        for (size_t k = 0; k < fair.count; k++)
            found += memcmp(&near.boards[i], &fair.boards[k], sizeof *fair.boards) == 0;
    ck_assert_uint_eq(found, fair.count);
    sow_starts_release(&near);
    sow_starts_release(&fair);
    free(text);
}

/* A start without a legal move is not counted. */
TEST(sets, near_starts_have_moves)
{
    struct sow_rules rules;
    struct sow_starts near;
    sample_variant("kalah", &rules);
    rules.pits = 1;
    rules.start = (struct sow_board){.pit = {{1}, {1}}, .side = SOW_SOUTH};
    ck_ok(sow_starts_near(&rules, 1, &near, &err));
    ck_assert_uint_eq(near.count, 4);
    sow_starts_release(&near);
}

TEST(sets, sets_want_their_rules)
{
    static const struct {
        const char *variant;
        const char *words;
    } CASES[] = {
        {"erherhe", "'own_store_sown' differs"},
        {"kalah-no-empty-capture", "'place_opposite_empty' differs"},
    };
    struct sow_rules rules;
    char *text;
    for (size_t i = 0; i < 2; i++) {
        sample_variant(CASES[i].variant, &rules);
        ck_fails(resolve("fairkalah", &rules, &text, &err), SOW_USAGE, CASES[i].words);
        ck_assert_str_eq(text, "fairkalah");
        free(text);
    }
    ck_assert_ptr_nonnull(strstr(err.text, "--variant kalah"));
    /* Another start in the rules does no harm: the set's starts are used. */
    sample_variant("kalah", &rules);
    rules.seeds = 3;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    ck_ok(resolve("fairkalah", &rules, &text, &err));
    free(text);
    rules.pits = 5;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    ck_fails(resolve("fairkalah", &rules, &text, &err), SOW_USAGE, "'pits' differs");
    free(text);
}

TEST(files, record_is_name_and_positions)
{
    struct sow_rules rules;
    struct sow_starts starts;
    char *text;
    sample_variant("awari", &rules);
    write_text("two.txt", "# a remark\r\n\n4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\r\n#\n"
                          "0,0,1,0,0,0,3/1,0,0,0,0,0,9:n");
    ck_ok(resolve("./two.txt", &rules, &text, &err));
    ck_assert_str_eq(text, "two.txt\n4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\n"
                           "0,0,1,0,0,0,3/1,0,0,0,0,0,9:n\n");
    /* A record stays as it is, even if the file is deleted. */
    ck_assert_int_eq(unlink("two.txt"), 0);
    ck_ok(sow_starts_resolve(&text, &rules, &err));
    ck_ok(sow_starts_load(text, &rules, &starts, &err));
    ck_assert_uint_eq(starts.count, 2);
    ck_assert(starts.resized);
    ck_assert_int_eq(starts.boards[1].side, SOW_NORTH);
    ck_assert_int_eq(starts.boards[1].store[SOW_NORTH], 9);
    sow_starts_release(&starts);
    free(text);
}

TEST(files, faults_are_told_with_their_line)
{
    static const struct {
        const char *text;
        const char *words;
    } CASES[] = {
        {"", "there are no start positions"},
        {"# nothing\n\n", "there are no start positions"},
        {"\n4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\n#\n4,4\n",
         "'faulty.txt': line 4 of the start positions"},
        {"4,4,4,4,4,0/4,4,4,4,4,0:s\n", "line 1 of the start positions"},
        {"4,4,4,4,4,4,0/4,4,4,4,4,4,0:s\r4,4,4,4,4,4,0/4,4,4,4,4,4,0:n\n", "line 1"},
        {"0,0,0,0,0,0,24/4,4,4,4,4,4,0:s\n", "the game is over"},
    };
    struct sow_rules rules;
    char *text;
    sample_variant("awari", &rules);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        write_text("faulty.txt", CASES[i].text);
        ck_fails(resolve("faulty.txt", &rules, &text, &err), SOW_BAD_DATA,
                 CASES[i].words);
        free(text);
    }
    ck_assert_int_eq(unlink("faulty.txt"), 0);
    ck_fails(resolve("faulty.txt", &rules, &text, &err), SOW_IO, "cannot open");
    free(text);
    ck_fails(resolve("faulty", &rules, &text, &err), SOW_USAGE, "are called 'faulty'");
    free(text);
}

TEST(files, nothing_is_no_start)
{
    struct sow_rules rules;
    struct sow_starts starts;
    char *text = NULL;
    sample_variant("awari", &rules);
    ck_ok(sow_starts_resolve(&text, &rules, &err));
    ck_ok(sow_starts_load(text, &rules, &starts, &err));
    ck_assert_uint_eq(starts.count, 0);
    ck_assert_ptr_null(starts.boards);
    ck_fails(sow_starts_load(START, &rules, &starts, &err), SOW_BAD_DATA,
             "not a record of start positions");
}

/* The reason of a failure may be unwanted. */
TEST(files, a_bad_position_is_refused_without_a_reason)
{
    struct sow_rules rules;
    char *text;
    char name[] = "/tmp/sow-starts-XXXXXX";
    int file = mkstemp(name);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(close(file), 0);
    write_text(name, "4,4,4\n");
    sample_variant("kalah", &rules);
    ck_assert_int_eq(resolve(name, &rules, &text, NULL), SOW_BAD_DATA);
    ck_assert_int_eq(unlink(name), 0);
    free(text);
}
