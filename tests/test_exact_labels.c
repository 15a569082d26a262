/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of data sets with labels of perfect play. They are compared with a plain search
   by the tests' own rules engine, with published values, and with properties of perfect
   play. */
#include "commits.h"
#include "csv.h"
#include "dataset_support.h"
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/endgame/database.h"
#include "sow/runs/run.h"

FIXTURE(ANY, enter_folder, leave_folder)

static const char *endgame_path(void)
{
    return test_path("b.db");
}

static void grow_endgame(const struct sow_rules *rules, int on_board)
{
    struct sow_err err;
    struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = {.threads = 1}};
    ck_ok(sow_endgame_continue(endgame_path(), rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, on_board, &err));
    sow_endgame_close(endgame);
}

static void exact_defaults(struct sow_dataset_options *options, int games)
{
    dataset_defaults(options);
    type_option(&sow_dataset_kind, options, "player", "random");
    type_option(&sow_dataset_kind, options, "opponent", "random");
    options->games = games;
    options->record = SOW_RECORD_BOTH;
    options->label = SOW_LABEL_EXACT;
}

static void use_endgame(struct sow_dataset_options *options)
{
    TYPE(options->exact.endgame, endgame_path());
}

/* Makes a data set by rules that need not be built in. */
static enum sow_status try_dataset(struct sow_store *store, const struct sow_rules *rules,
                                   const struct sow_dataset_options *options, int threads,
                                   int64_t *id, struct sow_err *err)
{
    struct sow_run_request request = {.kind = &sow_dataset_kind,
                                      .rules = rules,
                                      .variant = "small",
                                      .options = options,
                                      .label = "",
                                      .seed = 11,
                                      .with.threads = threads,
                                      .with.kernel = "auto"};
    keep_options(&sow_dataset_kind, options);
    return sow_run_execute(store, &request, id, err);
}

static int64_t dataset_by(struct sow_store *store, const struct sow_rules *rules,
                          const struct sow_dataset_options *options, int threads)
{
    struct sow_err err;
    int64_t id = 0;
    ck_ok(try_dataset(store, rules, options, threads, &id, &err));
    return id;
}

static void small_game(const char *variant, int pits, int seeds, struct sow_rules *rules)
{
    struct sow_err err;
    sample_variant(variant, rules);
    rules->pits = pits;
    rules->seeds = seeds;
    ck_ok(sow_rules_check(rules, NULL, &err));
}

static int integer_of(struct sow_store *store, const char *sql)
{
    return (int)real_of(store, sql);
}

/* --- compared with a plain search --- */

enum { MOVES_ROOM = 64 };

static int naive_best(const struct sow_rules *rules, const struct naive_board *board,
                      char *moves);

/* Returns the value of a move for its mover. */
static int naive_after(const struct sow_rules *rules, const struct naive_board *board,
                       int number)
{
    struct naive_result next;
    naive_move(rules, board, number, &next);
    int margin = next.board.store[board->side] - next.board.store[1 - board->side];
    if (next.ended)
        return margin;
    int value = naive_best(rules, &next.board, NULL);
    return next.board.side == board->side ? value : -value;
}

/* Returns the mover's final margin, and sets @p moves, if it is not NULL, to the numbers
   of the best pits. */
static int naive_best(const struct sow_rules *rules, const struct naive_board *board,
                      char *moves)
{
    bool legal[SOW_MAX_PITS + 1];
    int best = -SOW_MAX_SEEDS;
    naive_legal(rules, board, legal);
    for (int number = 1; number <= rules->pits; number++) {
        int value = legal[number] ? naive_after(rules, board, number) : best - 1;
        if (value < best)
            continue;
        if (moves != NULL) {
            size_t length = value > best ? 0 : strlen(moves);
            (void)snprintf(moves + length, MOVES_ROOM - length, "%s%d",
                           value > best ? "" : ",", number);
        }
        best = value;
    }
    return best;
}

static void ck_as_naive(struct sow_store *store, const struct sow_rules *rules,
                        int64_t id)
{
    struct test_rows positions = read_positions(store, id);
    struct test_rows choices = read_choices(store, id);
    ck_assert_uint_gt(positions.count, 50);
    ck_assert_uint_gt(choices.count, 40);
    /* Under a sanitizer only some positions are checked: the plain search takes most of
       the time. */
    size_t step = (size_t)(100 / sow_scaled(100));
    for (size_t i = 0; i < positions.count; i += step) {
        struct naive_board board;
        naive_read(positions.row[i].position, rules->pits, &board);
        int value = naive_best(rules, &board, NULL);
        bool own = (board.side == SOW_SOUTH) == (positions.row[i].viewpoint[0] == 's');
        ck_assert_int_eq(positions.row[i].margin, own ? value : -value);
    }
    for (size_t i = 0; i < choices.count; i += step) {
        struct naive_board board;
        char moves[MOVES_ROOM] = "";
        naive_read(choices.row[i].position, rules->pits, &board);
        (void)naive_best(rules, &board, moves);
        ck_assert_str_eq(choices.row[i].moves, moves);
    }
    free(positions.row);
    free(choices.row);
}

static const struct {
    const char *variant;
    int pits, seeds, on_board;
} SMALL[] = {{"kalah", 3, 2, -1},
             {"kalah", 3, 2, 7},
             {"kalah-no-empty-capture", 2, 4, -1},
             {"kalah-no-empty-capture", 4, 1, 8}};

TEST_LOOP(labels, labels_as_plain, 0, 4)
{
    struct sow_rules rules;
    struct sow_dataset_options options;
    OWNED(store) struct sow_store *store = open_scratch();
    small_game(SMALL[_i].variant, SMALL[_i].pits, SMALL[_i].seeds, &rules);
    exact_defaults(&options, 20);
    options.random_plies = (struct sow_plies){2, 2};
    if (SMALL[_i].on_board >= 0) {
        grow_endgame(&rules, SMALL[_i].on_board);
        use_endgame(&options);
    }
    int64_t id = dataset_by(store, &rules, &options, 1);
    ck_as_naive(store, &rules, id);
    ck_assert_int_eq(integer_of(store, "SELECT count(*) FROM unsolved"), 0);
}

/* In each game a random move is made from the start. The best value after these moves is
   the published value of the start. */
TEST(labels, starts_as_published)
{
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("kalah_values.csv"));
    int checked = 0;
    while (csv_next(&csv, 4)) {
        struct sow_rules rules;
        struct sow_dataset_options options;
        int pits = (int)csv_integer(&csv, 0);
        int seeds = (int)csv_integer(&csv, 1);
        if (pits < 2 || pits * seeds > 9)
            continue;
        OWNED(store) struct sow_store *store = open_scratch();
        small_game(csv.field[2], pits, seeds, &rules);
        exact_defaults(&options, 16);
        options.random_plies = (struct sow_plies){0, 0};
        (void)dataset_by(store, &rules, &options, 1);
        int best = integer_of(store, "SELECT max(margin) FROM positions WHERE ply = 1");
        ck_assert_msg(best == csv_integer(&csv, 3), "%s(%s,%s): %d", csv.field[2],
                      csv.field[0], csv.field[1], best);
        checked++;
    }
    ck_assert_int_eq(checked, 22);
}

/* --- properties of perfect play, where positions can repeat --- */

/* A best move keeps the value of the position, and any other move loses some of it. */
TEST(labels, best_moves_keep_the_value)
{
    struct sow_rules rules;
    struct sow_dataset_options options;
    int kept = 0;
    int lost = 0;
    OWNED(store) struct sow_store *store = open_scratch();
    small_game("awari-solved", 6, 4, &rules);
    grow_endgame(&rules, 9);
    exact_defaults(&options, 40);
    use_endgame(&options);
    (void)dataset_by(store, &rules, &options, 1);
    static const char PAIRS[] =
        "SELECT count(*) FROM positions a JOIN positions b ON b.run_id = a.run_id"
        " AND b.game = a.game AND b.ply = a.ply + 1 WHERE %s iif(a.viewpoint ="
        " b.viewpoint, a.margin, -a.margin)";
    char sql[sizeof PAIRS + 32];
    (void)snprintf(sql, sizeof sql, PAIRS, "b.margin =");
    kept = integer_of(store, sql);
    (void)snprintf(sql, sizeof sql, PAIRS, "b.margin <");
    lost = integer_of(store, sql);
    (void)snprintf(sql, sizeof sql, PAIRS, "b.margin >");
    ck_assert_int_eq(integer_of(store, sql), 0);
    ck_assert_int_gt(kept, 100);
    ck_assert_int_gt(lost, 20);
    ck_assert_int_gt(integer_of(store, "SELECT count(*) FROM unsolved"), 1000);
    ck_assert_int_eq(integer_of(store, "SELECT min(on_board) FROM unsolved"), 10);
}

/* --- budgets, interruptions, files --- */

/* Unsolved positions are reported. The solved ones have the labels that a larger budget
   gives. */
TEST(budgets, unsolved_positions_are_told)
{
    struct sow_rules rules;
    struct sow_dataset_options options;
    OWNED(store) struct sow_store *store = open_scratch();
    small_game("kalah", 4, 4, &rules);
    exact_defaults(&options, 3);
    TYPE(options.exact.nodes, "1");
    (void)dataset_by(store, &rules, &options, 1);
    TYPE(options.exact.nodes, "");
    (void)dataset_by(store, &rules, &options, 1);
    options.label = SOW_LABEL_MARGIN;
    options.exact = (struct sow_exact_options){.endgame = ""};
    (void)dataset_by(store, &rules, &options, 1);
    options.label = SOW_LABEL_EXACT;
    TYPE(options.exact.nodes, "1");
    has_digest_of(store, dataset_by(store, &rules, &options, 3), 1);
    static const char *const NONE[] = {
        "SELECT count(*) FROM unsolved WHERE run_id IN (2, 3)",
        "SELECT count(*) FROM unsolved JOIN positions USING (run_id, game, ply)",
        "SELECT count(*) FROM unsolved JOIN choices USING (run_id, game, ply)",
        "SELECT count(*) FROM positions a JOIN positions b USING (game, ply) WHERE a.run_id"
        " = 1 AND b.run_id = 2 AND (a.margin <> b.margin OR a.position <> b.position)",
        "SELECT count(*) FROM choices a JOIN choices b USING (game, ply) WHERE a.run_id"
        " = 1 AND b.run_id = 2 AND (a.moves <> b.moves OR a.position <> b.position)",
        "SELECT (SELECT count(*) FROM (SELECT game, ply FROM positions WHERE run_id = 1"
        " UNION SELECT game, ply FROM choices WHERE run_id = 1 UNION ALL SELECT game, ply"
        " FROM unsolved WHERE run_id = 1)) - (SELECT count(*) FROM (SELECT game, ply FROM positions WHERE"
        " run_id = 3 UNION SELECT game, ply FROM choices WHERE run_id = 3))",
    };
    ck_assert_int_gt(integer_of(store, "SELECT count(*) FROM unsolved"), 0);
    for (int i = 0; i < COUNT(NONE); i++)
        ck_assert_msg(integer_of(store, NONE[i]) == 0, "%s", NONE[i]);
}

/* A small budget has a small table. The keys of a large board need a larger one. */
TEST(budgets, small_budget_on_a_large_board)
{
    (void)err;
    struct sow_rules rules;
    struct sow_dataset_options options;
    OWNED(store) struct sow_store *store = open_scratch();
    small_game("kalah", 7, 8, &rules);
    exact_defaults(&options, 1);
    TYPE(options.exact.nodes, "10");
    (void)dataset_by(store, &rules, &options, 1);
    ck_assert_int_gt(integer_of(store, "SELECT count(*) FROM unsolved"), 0);
}

TEST(budgets, interruptions_do_not_matter)
{
    struct sow_rules rules;
    struct sow_dataset_options options;
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    small_game("awari-solved", 6, 4, &rules);
    grow_endgame(&rules, 6);
    exact_defaults(&options, 12); /* games for two slices */
    use_endgame(&options);
    int64_t one = dataset_by(store, &rules, &options, 1);
    struct sow_run_request stopped = {.kind = &sow_dataset_kind,
                                      .rules = &rules,
                                      .variant = "small",
                                      .options = &options,
                                      .label = "",
                                      .seed = 11,
                                      .with.threads = 1,
                                      .with.kernel = "auto",
                                      .with.stop = &commits.stop};
    int64_t id;
    commits.countdown = 2;
    ck_assert_int_eq(sow_run_execute(store, &stopped, &id, &err), SOW_INTERRUPTED);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && !verdict.complete, "%s", verdict.difference);
    ck_ok(sow_run_resume(store, &replay, &err));
    has_digest_of(store, id, one);
}

/* A file that has grown has the same values. A file with fewer layers has not. */
TEST(files, values_of_the_record_count)
{
    struct sow_rules rules;
    struct sow_dataset_options options;
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    small_game("awari-solved", 2, 3, &rules);
    exact_defaults(&options, 10);
    ck_fails(try_dataset(store, &rules, &options, 1, &(int64_t){0}, &err), SOW_USAGE,
             "exact labels need '--endgame FILE' here");
    use_endgame(&options);
    ck_fails(try_dataset(store, &rules, &options, 1, &(int64_t){0}, &err), SOW_IO,
             "cannot open endgame file");
    grow_endgame(&rules, 5);
    TYPE(options.exact.nodes, "-1");
    ck_fails(try_dataset(store, &rules, &options, 1, &(int64_t){0}, &err), SOW_USAGE,
             "'--nodes -1' is not a whole number of at least 0");
    TYPE(options.exact.nodes, "");
    ck_assert_uint_eq(count_runs(store), 0);
    int64_t id = dataset_by(store, &rules, &options, 1);
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "auto"};
    grow_endgame(&rules, 7);
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert_int_eq(unlink(endgame_path()), 0);
    grow_endgame(&rules, 4);
    ck_fails(sow_run_verify(store, &replay, &verdict, &err), SOW_BAD_DATA,
             "name that file, or solve");
}
