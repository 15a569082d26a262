/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of data sets from games: their contents, their independence of threads and
   interruptions, and the meaning of old settings. */
#include "commits.h"
#include "csv.h"
#include "dataset_support.h"
#include "sample.h"
#include "scale.h"
#include "sow/fitting/dataset_seen.h"
#include "sow/game/moves.h"
#include "sow/store/tables/runs.def"
#include "sow/variants/start_set.h"
#include "store_file_support.h"

FIXTURE(sameness, enter_folder, leave_folder)

/* ---- The set of positions ---- */

/* Makes a random board with few seeds, so that boards repeat. */
static struct sow_board small_board(struct sow_pcg *rng)
{
    struct sow_board board = {.side = (uint8_t)sample_between(rng, 0, 1)};
    for (int pit = 0; pit < 3; pit++)
        board.pit[sample_between(rng, 0, 1)][pit] = (uint8_t)sample_between(rng, 0, 3);
    board.store[sample_between(rng, 0, 1)] = (uint8_t)sample_between(rng, 0, 2);
    return board;
}

TEST(seen, seen_is_exact)
{
    enum { BOARDS = 3000 };
    static struct sow_board boards[BOARDS];
    static int views[BOARDS];
    struct sow_seen seen;
    struct sow_pcg rng;
    size_t met = 0;
    sample_stream(&rng, 501);
    sow_seen_init(&seen, 3);
    for (int i = 0; i < BOARDS; i++) {
        boards[i] = small_board(&rng);
        views[i] = sample_between(&rng, 0, 1);
        bool known = false;
        for (int j = 0; j < i && !known; j++)
            known = views[i] == views[j] &&
                    memcmp(&boards[i], &boards[j], sizeof boards[i]) == 0;
        bool fresh;
        ck_ok(sow_seen_add(&seen, &boards[i], views[i], &fresh, &err));
        ck_assert(fresh == !known);
        met += known;
    }
    ck_assert_uint_gt(met, 100);
    ck_assert_uint_eq(seen.count, BOARDS - met);
    sow_seen_release(&seen);
}

/* Check is slow for each assertion, so there is one for all duplicates. */
TEST(seen, a_million_duplicates_are_quick)
{
    struct sow_seen seen;
    size_t kept = 0;
    bool failed = false;
    int times = sow_scaled(2000000);
    sow_seen_init(&seen, 6);
    for (int i = 0; i < times; i++) {
        struct sow_board board = {.pit = {{(uint8_t)(i % 50), (uint8_t)(i / 50 % 50),
                                           (uint8_t)(i / 2500 % 40)}}};
        bool fresh = false;
        failed = sow_seen_add(&seen, &board, SOW_SOUTH, &fresh, &err) != SOW_OK || failed;
        kept += fresh;
    }
    ck_assert(!failed);
    ck_assert_uint_eq(kept, times < 100000 ? (size_t)times : 100000);
    ck_assert_uint_eq(seen.count, kept);
    sow_seen_release(&seen);
}

/* ---- Contents ---- */

static struct sow_board board_of(const struct sow_rules *rules, const char *position)
{
    return sample_position(rules, position);
}

static const struct test_row *find_row(const struct test_rows *rows, int64_t game,
                                       int ply)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].game == game && rows->row[i].ply == ply)
            return &rows->row[i];
    return NULL;
}

/* Asserts that the position after a choice is the one recorded for the same turn. */
static void check_choice(const struct sow_rules *rules, const struct test_row *choice,
                         const struct test_rows *positions)
{
    struct sow_board board = board_of(rules, choice->position);
    struct sow_outcome outcome;
    int number = (int)strtol(choice->moves, NULL, 10);
    int pit =
        sow_pit_number(rules->pits, (enum sow_direction)rules->direction, number - 1) - 1;
    sow_pits legal = sow_legal(rules, &board);
    ck_assert((legal & 1U << pit) != 0);
    ck_assert((legal & (legal - 1U)) != 0);
    sow_move(rules, &board, pit, &outcome);
    const struct test_row *next = find_row(positions, choice->game, choice->ply + 1);
    if (next == NULL) {
        /* The game is over. A repetition can also end it. */
        ck_assert_ptr_null(find_row(positions, choice->game, choice->ply + 2));
        ck_assert(outcome.ended || rules->repetition != SOW_REPEAT_NONE);
        return;
    }
    ck_assert(!outcome.ended);
    sample_expect(rules, &board, &outcome.board, next->position);
    ck_assert_str_eq(next->viewpoint, board.side == SOW_SOUTH ? "s" : "n");
}

static const char *const VARIANTS[] = {"kalah", "erherhe", "vai-lung-thlan",
                                       "oware-abapa"};

TEST_LOOP(records, choices_lead_to_positions, 0, 4)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    struct sow_rules rules;
    sample_variant(VARIANTS[_i], &rules);
    dataset_defaults(&options);
    options.games = 10;
    options.record = SOW_RECORD_BOTH;
    options.duplicates = SOW_DUPLICATES_KEEP;
    int64_t id = make_dataset(store, VARIANTS[_i], &options);
    struct test_rows positions = read_positions(store, id);
    struct test_rows choices = read_choices(store, id);
    ck_assert_uint_gt(choices.count, 100);
    ck_assert_uint_gt(positions.count, choices.count / 2);
    for (size_t i = 0; i < choices.count; i++) {
        ck_assert_int_ge(choices.row[i].ply, options.random_plies.least);
        check_choice(&rules, &choices.row[i], &positions);
    }
    free(positions.row);
    free(choices.row);
}

/* Positions and choices are the same whether recorded alone or together. */
TEST(records, records_do_not_depend_on_each_other)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    int64_t ids[3];
    for (int record = 0; record < 3; record++) {
        options.record = record;
        ids[record] = make_dataset(store, "erherhe", &options);
    }
    struct test_rows positions = read_positions(store, ids[SOW_RECORD_POSITIONS]);
    struct test_rows choices = read_choices(store, ids[SOW_RECORD_CHOICES]);
    struct test_rows both_positions = read_positions(store, ids[SOW_RECORD_BOTH]);
    struct test_rows both_choices = read_choices(store, ids[SOW_RECORD_BOTH]);
    ck_assert_uint_gt(positions.count, 0);
    ck_assert_uint_gt(choices.count, 0);
    ck_same_rows(&positions, &both_positions);
    ck_same_rows(&choices, &both_choices);
    struct test_rows none = read_choices(store, ids[SOW_RECORD_POSITIONS]);
    ck_assert_uint_eq(none.count, 0);
    none = read_positions(store, ids[SOW_RECORD_CHOICES]);
    ck_assert_uint_eq(none.count, 0);
    free(positions.row);
    free(choices.row);
    free(both_positions.row);
    free(both_choices.row);
}

static bool is_repeated(const struct test_rows *rows, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(rows->row[i].position, rows->row[at].position) == 0 &&
            strcmp(rows->row[i].viewpoint, rows->row[at].viewpoint) == 0)
            return true;
    return false;
}

/* Returns the rows without those that repeat an earlier one. */
static struct test_rows first_ones(const struct test_rows *rows)
{
    struct test_rows firsts = {NULL, 0};
    for (size_t i = 0; i < rows->count; i++)
        if (!is_repeated(rows, i))
            test_rows_add(&firsts, &rows->row[i]);
    return firsts;
}

TEST(records, the_first_of_duplicates_stays)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    options.random_plies = (struct sow_plies){1, 1};
    options.record = SOW_RECORD_BOTH;
    int64_t kept = make_dataset(store, "kalah", &options); /* kept unless the option says
                                                              otherwise */
    options.duplicates = SOW_DUPLICATES_DROP;
    int64_t dropped = make_dataset(store, "kalah", &options);
    struct test_rows (*const READ[])(struct sow_store *, int64_t) = {read_positions,
                                                                     read_choices};
    for (int table = 0; table < 2; table++) {
        struct test_rows all = READ[table](store, kept);
        struct test_rows some = READ[table](store, dropped);
        struct test_rows firsts = first_ones(&all);
        ck_assert_uint_lt(firsts.count, all.count - 10);
        ck_same_rows(&some, &firsts);
        free(all.row);
        free(some.row);
        free(firsts.row);
    }
}

TEST(records, results_are_signs_of_margins)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    type_option(&sow_dataset_kind, &options, "player", "random");
    struct test_rows margins =
        read_positions(store, make_dataset(store, "kalah", &options));
    options.label = SOW_LABEL_RESULT;
    struct test_rows results =
        read_positions(store, make_dataset(store, "kalah", &options));
    int seen[3] = {0, 0, 0};
    for (size_t i = 0; i < margins.count; i++) {
        int margin = margins.row[i].margin;
        margins.row[i].margin = (margin > 0) - (margin < 0);
        seen[margins.row[i].margin + 1]++;
    }
    ck_same_rows(&margins, &results);
    ck_assert(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
    free(margins.row);
    free(results.row);
}

/* ---- Sameness ---- */

static void many_duplicates(struct sow_dataset_options *options, int record,
                            int duplicates)
{
    dataset_defaults(options);
    options->games = 550; /* games for two slices */
    options->random_plies = (struct sow_plies){2, 2};
    options->record = record;
    options->duplicates = duplicates;
}

TEST(sameness, threads_do_not_matter)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_dataset_options options;
    many_duplicates(&options, SOW_RECORD_BOTH, SOW_DUPLICATES_DROP);
    int64_t one;
    int64_t many;
    ck_ok(execute_run(store, &sow_dataset_kind, "kalah", &options, &one, &err));
    test_threads = 5;
    ck_ok(execute_run(store, &sow_dataset_kind, "kalah", &options, &many, &err));
    ck_same_digest(store, one, many);
}

/* Stops after the first commit of results, with each kind of record and each treatment of
   duplicates. The commit before that one stores the settings. */
TEST_LOOP(sameness, interruptions_do_not_matter, 0, 6)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_dataset_options options;
    many_duplicates(&options, _i % 3, _i / 3);
    int64_t whole;
    ck_ok(execute_run(store, &sow_dataset_kind, "kalah", &options, &whole, &err));
    const struct asked stopped = {.kind = &sow_dataset_kind,
                                  .rules = "kalah",
                                  .options = &options,
                                  .seed = 11,
                                  .stop = &commits.stop};
    commits.countdown = 2;
    int64_t id;
    ck_assert_int_eq(try_run(store, &stopped, &id, &err), SOW_INTERRUPTED);
    struct test_rows half = _i % 3 == SOW_RECORD_CHOICES ? read_choices(store, id)
                                                         : read_positions(store, id);
    ck_assert_uint_gt(half.count, 0);
    free(half.row);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && !verdict.complete, "%s", verdict.difference);
    ck_ok(sow_run_resume(store, &replay, &err));
    ck_same_digest(store, whole, id);
}

/* ---- Start positions ---- */

TEST(starts, games_start_from_the_set_in_turn)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    options.games = 260; /* six games more than boards */
    options.random_plies = (struct sow_plies){0, 0};
    type_option(&sow_dataset_kind, &options, "starts", "fairkalah");
    options.record = SOW_RECORD_CHOICES;
    options.duplicates = SOW_DUPLICATES_KEEP;
    struct sow_rules rules;
    struct sow_starts starts;
    sample_variant("kalah", &rules);
    struct test_rows rows = read_choices(store, make_dataset(store, "kalah", &options));
    char *text = strdup("fairkalah");
    ck_ok(sow_starts_resolve(&text, &rules, &err));
    ck_ok(sow_starts_load(text, &rules, &starts, &err));
    free(text);
    int games = 0;
    for (size_t i = 0; i < rows.count; i++) {
        const struct test_row *row = &rows.row[i];
        if (row->ply != 0)
            continue;
        games++;
        sample_expect(&rules, NULL, &starts.boards[row->game / 2 % 254], row->position);
    }
    ck_assert_int_eq(games, 520);
    free(rows.row);
    sow_starts_release(&starts);
}

TEST(starts, starts_want_their_rules)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    dataset_defaults(&options);
    type_option(&sow_dataset_kind, &options, "starts", "fairkalah");
    int64_t id;
    ck_fails(execute_run(store, &sow_dataset_kind, "erherhe", &options, &id, &err),
             SOW_USAGE, "'own_store_sown' differs");
    ck_assert_uint_eq(count_runs(store), 0);
}

/* ---- Facts about positions ---- */

TEST(facts, facts_of_a_data_set)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_options options;
    struct sow_dataset_facts facts;
    dataset_defaults(&options);
    options.record = SOW_RECORD_BOTH;
    options.label = SOW_LABEL_RESULT;
    int64_t id = make_dataset(store, "awari", &options);
    struct test_rows positions = read_positions(store, id);
    struct test_rows choices = read_choices(store, id);
    ck_ok(sow_dataset_require(store, id, &facts, &err));
    ck_assert_int_eq(facts.id, id);
    ck_assert_str_eq(facts.variant.name, "awari");
    ck_assert_int_eq(facts.variant.rules.ply_cap, 250);
    ck_assert_uint_eq((size_t)facts.positions, positions.count);
    ck_assert_uint_eq((size_t)facts.choices, choices.count);
    ck_assert_int_eq(facts.label, SOW_LABEL_RESULT);
    ck_ok(sow_dataset_is_one(store, id, &err));
    free(positions.row);
    free(choices.row);
}

/* Counts how many of the sums by sowlab_tally are those of the positions themselves. */
static enum sow_status count_same(void *context, const struct sow_cells *cells,
                                  struct sow_err *sums)
{
    (void)sums;
    *(int *)context += cells->number[0] == 1;
    return SOW_OK;
}

/* The sums of a data set are right after those of another one, and after another
   program has deleted rows. */
TEST(facts, sums_of_data_sets)
{
    static const char SAME[] =
        "SELECT sowlab_tally(?1) IS json_object('positions', count(*), 'games',"
        " count(DISTINCT game), 'sum', sum(margin), 'least', min(margin), 'greatest',"
        " max(margin)) FROM positions WHERE run_id = ?1";
    OWNED(store)
    struct sow_store *store = open_store(test_path("sums.db"), SOW_STORE_WRITE);
    struct sow_dataset_options options;
    dataset_defaults(&options);
    int64_t ids[2] = {make_dataset(store, "awari", &options),
                      make_dataset(store, "kalah", &options)};
    int same = 0;
    for (int i = 0; i < 6; i++) {
        if (i == 5)
            alter_file(test_path("sums.db"), "DELETE FROM positions WHERE game % 2 = 0");
        ck_ok(sow_store_answer(store, SAME, SOW_VALUES(sow_integer(ids[i % 3 != 0])),
                               count_same, &same, &err));
    }
    ck_assert_int_eq(same, 6);
}

TEST(facts, what_is_no_data_set)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_dataset_facts facts;
    int64_t evolution = add_evolution(store);
    ck_fails(sow_dataset_require(store, evolution, &facts, &err), SOW_USAGE,
             "is of kind 'evolve', not a data set; make one with 'dataset make'");
    ck_fails(sow_dataset_is_one(store, evolution, &err), SOW_USAGE, "not a data set");
    int64_t running = add_run(store, "import");
    ck_fails(sow_dataset_require(store, running, &facts, &err), SOW_USAGE,
             "is not finished (status 'running'); continue it with 'sowlab resume");
    ck_ok(sow_dataset_is_one(store, running, &err));
    ck_fails(sow_dataset_require(store, 99, &facts, &err), SOW_NOT_FOUND, "no run 99");
    ck_fails(sow_dataset_is_one(store, 99, &err), SOW_NOT_FOUND, "no run 99");
    struct sow_run_row row = a_run("dataset");
    row.rules = "pits = many\n";
    int64_t damaged;
    ck_ok(sow_store_add_run(store, &row, &damaged, &err));
    finish_run(store, damaged);
    ck_fails(sow_dataset_require(store, damaged, &facts, &err), SOW_BAD_DATA, "many");
}
