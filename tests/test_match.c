/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches: pairs of games, sequential tests, and the stored rows. */
#include "match_support.h"
#include "sow/statistics/statistics_sequential.h"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/match_tests.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/runs.def"

FIXTURE(stored, enter_folder, leave_folder)
FIXTURE(sprt, enter_folder, leave_folder)

static const char WEIGHTS[] = "weights:0.2,0.19,0.37,1,0.42,0.5";

/* ---- Stored rows ---- */

struct stored {
    struct sow_match_row match;
    bool paired;
    struct sow_pairs pairs;
    bool tested;
    struct sow_match_test_row test;
    char verdict[16];
};

static enum sow_status take_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    (void)err;
    ((struct stored *)context)->match = *row;
    return SOW_OK;
}

static enum sow_status take_pairs(void *context, const struct sow_match_pairs_row *row,
                                  struct sow_err *err)
{
    (void)err;
    struct stored *stored = context;
    stored->paired = true;
    stored->pairs = (struct sow_pairs){
        {row->pairs_0, row->pairs_1, row->pairs_2, row->pairs_3, row->pairs_4}};
    return SOW_OK;
}

static enum sow_status take_test(void *context, const struct sow_match_test_row *row,
                                 struct sow_err *err)
{
    (void)err;
    struct stored *stored = context;
    stored->tested = true;
    stored->test = *row;
    TYPE(stored->verdict, row->verdict);
    return SOW_OK;
}

static struct stored read_stored(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct stored stored = {.paired = false};
    ck_ok(sow_store_each(store, match, id, take_match, &stored, &err));
    ck_ok(sow_store_each(store, match_pairs, id, take_pairs, &stored, &err));
    ck_ok(sow_store_each(store, match_test, id, take_test, &stored, &err));
    return stored;
}

static void expect_same_match(const struct sow_match_row *a,
                              const struct sow_match_row *b)
{
    ck_assert_int_eq(a->games, b->games);
    ck_assert_int_eq(a->first_wins, b->first_wins);
    ck_assert_int_eq(a->first_draws, b->first_draws);
    ck_assert_int_eq(a->second_wins, b->second_wins);
    ck_assert_int_eq(a->second_draws, b->second_draws);
    ck_assert_int_eq(a->plies, b->plies);
    ck_assert_int_eq(a->margin, b->margin);
}

/* ---- Pairs ---- */

static struct sow_pairing nth_pairing(const void *context, size_t index)
{
    (void)context;
    bool second = index % 2 == 1;
    return (struct sow_pairing){
        second, !second, {SOW_PURPOSE_MATCH, {0, 0, 1, 2 * (index / 2) + second}}};
}

/* The stored pairs equal those counted in games that are played here. */
TEST(pairs, pairs_are_counted)
{
    enum { GAMES = 700 };
    OWNED(store) struct sow_store *store = open_scratch();
    struct stored stored =
        read_stored(store, run_match(store, "h1", "h4", GAMES, "none"));
    struct sow_variant variant;
    struct sow_agent agents[2];
    ck_ok(sow_variant_builtin("erherhe", &variant, &err));
    ck_ok(sow_agent_parse("h1", NULL, &agents[0], &err));
    ck_ok(sow_agent_parse("h4", NULL, &agents[1], &err));
    struct sow_batch batch = {.rules = &variant.rules,
                              .agents = agents,
                              .agent_count = 2,
                              .seed = 3,
                              .games = 2 * (size_t)GAMES,
                              .pairing = nth_pairing,
                              .with.threads = 1,
                              .with.kernel = "plain"};
    struct sow_game_result *played = calloc(batch.games, sizeof *played);
    ck_assert_ptr_nonnull(played);
    ck_assert(sow_batch_play(&batch, played));
    struct sow_pairs pairs = {{0}};
    for (int i = 0; i < GAMES; i++) {
        int ahead = sow_game_sign(played[2 * i]) - sow_game_sign(played[2 * i + 1]);
        pairs.count[2 + ahead]++;
    }
    free(played);
    ck_assert(stored.paired && !stored.tested);
    ck_assert_int_eq(sow_pairs_total(&stored.pairs), GAMES);
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        ck_assert_int_eq(stored.pairs.count[i], pairs.count[i]);
}

/* The pairs have the same points as the games, also if a match is played in several
   slices. */
TEST(pairs, pairs_have_the_points_of_the_games)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct stored stored =
        read_stored(store, run_match(store, "h1", "divilly2013", 40000, "none"));
    int64_t halves = 0;
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        halves += i * stored.pairs.count[i];
    ck_assert_int_eq(sow_pairs_total(&stored.pairs), 40000);
    ck_assert_int_eq(halves, 2 * (stored.match.first_wins + stored.match.second_wins) +
                                 stored.match.first_draws + stored.match.second_draws);
}

TEST(pairs, games_have_a_default)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t plain = run_match(store, "h1", "h4", 0, "none");
    int64_t tested = run_match(store, "h1", "h4", 0, "elo0=0,elo1=300");
    struct sow_run_row row;
    ck_assert_int_eq(read_stored(store, plain).match.games, 1000);
    ck_ok(sow_store_read_run(store, plain, &row, &err));
    ck_assert_ptr_nonnull(strstr(row.parameters, "\"games\":1000,"));
    sow_run_row_release(&row);
    ck_ok(sow_store_read_run(store, tested, &row, &err));
    ck_assert_ptr_nonnull(strstr(row.parameters, "\"games\":1000000,"));
    ck_assert_ptr_nonnull(
        strstr(row.parameters, "\"sprt\":\"elo0=0,elo1=300,alpha=0.05,beta=0.05\""));
    sow_run_row_release(&row);
}

/* ---- The sequential test ---- */

static const struct {
    const char *player, *opponent, *sprt;
    int games;
    const char *verdict;
    const char *reason;
} TESTS[] = {
    {"divilly2013", "h4", "elo0=0,elo1=50", 100000, "h1", "h1 accepted"},
    {"h1", "h4", "elo0=0,elo1=20", 100000, "h0", "h0 accepted"},
    {"divilly2013", WEIGHTS, "elo0=-40,elo1=0,alpha=0.01,beta=0.2", 100000, "", ""},
    {"divilly2013", WEIGHTS, "elo0=-25,elo1=-20", 300, "undecided", "all games played"},
};
enum { TESTS_COUNT = sizeof TESTS / sizeof TESTS[0] };

static struct sow_sprt_state state_of(const struct stored *stored)
{
    const struct sow_match_test_row *test = &stored->test;
    struct sow_sprt sprt = {test->elo0, test->elo1, test->alpha, test->beta};
    return sow_sprt_of_pairs(&sprt, &stored->pairs);
}

/* The test ends at a check, with the verdict of its pairs. Its games are those of a match
   with the same number of games. At the check before, nothing was decided. */
TEST_LOOP(sprt, test_ends_at_the_first_look_that_decides, 0, TESTS_COUNT)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = run_match(store, TESTS[_i].player, TESTS[_i].opponent, TESTS[_i].games,
                           TESTS[_i].sprt);
    struct stored stored = read_stored(store, id);
    ck_assert(stored.paired && stored.tested);
    struct sow_sprt_state state = state_of(&stored);
    ck_assert_str_eq(stored.verdict, sow_sprt_verdict_names[state.verdict]);
    /* Stored figures have ten digits. */
    ck_assert_double_eq_tol(stored.test.llr, state.llr, 1e-9 * fmax(1, fabs(state.llr)));
    ck_assert_double_eq_tol(stored.test.lower, state.lower, 1e-9);
    ck_assert_double_eq_tol(stored.test.upper, state.upper, 1e-9);
    if (TESTS[_i].verdict[0] != '\0')
        ck_assert_str_eq(stored.verdict, TESTS[_i].verdict);
    int games = (int)stored.match.games;
    if (state.verdict != SOW_SPRT_UNDECIDED) {
        ck_assert_int_eq(games % SOW_MATCH_SPRT_INTERVAL, 0);
        ck_assert_int_lt(games, TESTS[_i].games);
    } else {
        ck_assert_int_eq(games, TESTS[_i].games);
    }
    struct stored plain = read_stored(
        store, run_match(store, TESTS[_i].player, TESTS[_i].opponent, games, "none"));
    expect_same_match(&plain.match, &stored.match);
    ck_assert_mem_eq(&plain.pairs, &stored.pairs, sizeof plain.pairs);
    if (games > SOW_MATCH_SPRT_INTERVAL) {
        int before = (games - 1) / SOW_MATCH_SPRT_INTERVAL * SOW_MATCH_SPRT_INTERVAL;
        plain = read_stored(store, run_match(store, TESTS[_i].player, TESTS[_i].opponent,
                                             before, "none"));
        plain.test = stored.test;
        ck_assert_int_eq(state_of(&plain).verdict, SOW_SPRT_UNDECIDED);
    }
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    ck_assert_ptr_nonnull(strstr(row.stop_reason, TESTS[_i].reason));
    sow_run_row_release(&row);
}

static void copy_digest(struct sow_store *store, int64_t id, char digest[SOW_DIGEST_TEXT])
{
    struct sow_err err;
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    (void)snprintf(digest, SOW_DIGEST_TEXT, "%s", row.digest);
    sow_run_row_release(&row);
}

/* The results are the same for all threads and kernels, and after an interruption. */
TEST(sprt, test_has_one_content)
{
    static const struct way WAYS[] = {
        {1, "plain", NULL}, {2, "plain", NULL}, {1, "portable", NULL}, {3, "auto", NULL}};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_match_options options =
        options_of("divilly2013", WEIGHTS, 3000, "elo0=-60,elo1=20");
    char expected[SOW_DIGEST_TEXT];
    char found[SOW_DIGEST_TEXT];
    int64_t id = 0;
    for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
        ck_ok(execute(store, &WAYS[i], &options, &id, &err));
        copy_digest(store, id, i == 0 ? expected : found);
        ck_assert(i == 0 || strcmp(expected, found) == 0);
    }
    struct sow_stop stop = {.requested = true};
    struct way stopped = {1, "auto", &stop};
    ck_assert_int_eq(execute(store, &stopped, &options, &id, &err), SOW_INTERRUPTED);
    ck_assert_int_eq(read_stored(store, id).match.games, 0);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    ck_ok(sow_run_resume(store, &replay, &err));
    copy_digest(store, id, found);
    ck_assert_str_eq(expected, found);
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert_int_eq(verdict.rows, 3);
}

static const char *const ALTERATIONS[] = {
    "UPDATE match_pairs SET pairs_2 = pairs_2 + 1",
    "UPDATE match_pairs SET pairs_0 = pairs_4, pairs_4 = pairs_0",
    "DELETE FROM match_pairs",
    "UPDATE match_tests SET verdict = 'h1'",
    "UPDATE match_tests SET llr = llr + 1e-9",
    "UPDATE match_tests SET elo1 = 11",
    "DELETE FROM match_tests",
};
enum { ALTERATIONS_COUNT = sizeof ALTERATIONS / sizeof ALTERATIONS[0] };

TEST_LOOP(sprt, alterations_are_told, 0, ALTERATIONS_COUNT)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = run_match(store, "h1", "h4", 300, "elo0=0,elo1=10");
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    ck_assert_int_eq(sqlite3_exec(store->db, ALTERATIONS[_i], NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_int_gt(sqlite3_changes(store->db), 0);
    ck_fails(sow_store_check_run(store, id, NULL, &err), SOW_BAD_DATA, "");
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert(!verdict.same);
    ck_assert_ptr_nonnull(strstr(verdict.difference, "match_"));
}

/* ---- The store ---- */

TEST(stored, impossible_rows_are_refused)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "match");
    struct sow_pairs good = {{1, 2, 3, 2, 2}};
    struct sow_pairs bad = {{1, 2, 3, 5, -1}};
    struct sow_match_test_row test = {id, 0, 0, 10, 0.05, 0.05, 1, -3, 3, "h1"};
    ck_fails(add_pairs(store, id, &good, &err), SOW_BAD_DATA, "");
    add_match(store, id, 0, "match", "h4");
    ck_fails(add_pairs(store, id, &bad, &err), SOW_BAD_DATA, "");
    ck_fails(sow_store_add(store, match_test, &test, &err), SOW_BAD_DATA, "");
    ck_ok(add_pairs(store, id, &good, &err));
    struct sow_match_test_row wrong = test;
    wrong.verdict = "perhaps";
    ck_fails(sow_store_add(store, match_test, &wrong, &err), SOW_BAD_DATA, "");
    wrong = test;
    wrong.llr = (double)NAN;
    ck_fails(sow_store_add(store, match_test, &wrong, &err), SOW_BAD_DATA, "llr");
    wrong = test;
    wrong.elo1 = -1;
    ck_fails(sow_store_add(store, match_test, &wrong, &err), SOW_BAD_DATA, "");
    ck_ok(sow_store_add(store, match_test, &test, &err));
    finish_run(store, id);
    ck_ok(sow_store_check_run(store, id, NULL, &err));
    ck_ok(sow_store_delete_run(store, id, &err));
    ck_assert(!read_stored(store, id).paired);
}
