/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the opponents of a fitted player, and of the openings of their games. */
#include "fit_support.h"
#include "sow/store/tables/candidates.def"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/runs.def"
#include "store_private.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* ---- Opponents ---- */

/* Resolves a list of opponents and returns its stored form, on the heap, in @p text. */
static enum sow_status resolve(struct sow_store *store, const char *typed, char **text,
                               int *champion, struct sow_err *err)
{
    struct sow_variant variant = a_variant("awari");
    struct sow_player_list list = {.text = strdup(typed)};
    const struct sow_param row = {
        "opponents", &sow_param_players, 0, 0, SOW_PLAYER_LIST_MAX, NULL, "", ""};
    *champion = SOW_CHAMPION_NOT_ASKED;
    enum sow_status status =
        sow_fit_opponents_resolve(&list, champion, store, &variant.rules, err);
    free(*text);
    *text = sow_param_get(&row, &list);
    sow_player_list_release(&list);
    return status;
}

TEST(comparison, opponents_are_resolved)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(text) char *list = NULL;
    int champion;
    ck_ok(resolve(store, "", &list, &champion, &err));
    ck_assert_str_eq(list, "");
    ck_assert_int_eq(champion, SOW_CHAMPION_NOT_ASKED);
    ck_ok(resolve(store, "  h4  weights:0.198649,0.190084,0.370793,1,0.418841,0.565937 ",
                  &list, &champion, &err));
    ck_assert_str_eq(list, "h4 divilly2013");
    ck_assert_int_eq(champion, SOW_CHAMPION_NOT_ASKED);
    static const char *const WITH[] = {"champion random", "random champion",
                                       "Champion,random", "random,champion"};
    for (size_t i = 0; i < COUNT(WITH); i++) {
        ck_ok(resolve(store, WITH[i], &list, &champion, &err));
        ck_assert_str_eq(list, "random");
        ck_assert_int_eq(champion, SOW_CHAMPION_NONE);
    }
    ck_ok(resolve(store, "champion", &list, &champion, &err));
    ck_assert_str_eq(list, "");
    ck_fails(resolve(store, "h4 nobody", &list, &champion, &err), SOW_USAGE, "nobody");
    ck_fails(resolve(store, "run:7", &list, &champion, &err), SOW_NOT_FOUND, "no run 7");
    ck_fails(resolve(store, "h1 h2 h1", &list, &champion, &err), SOW_USAGE,
             "in the list twice");
}

/* Champions by other rules do not count. The best of the others is met. */
TEST(comparison, best_champion_of_the_rules_is_met)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    static const double WEIGHTS[][SOW_PAPER_HEURISTICS] = {
        {0.5, 0, 0, 1, 0, 0.25}, {0.25, 0, 0, 1, 0, 0.5}, {0, 0, 0, 1, 0, 0.75}};
    static const int WINS[] = {6, 9, 7};
    static const char *const VARIANTS[] = {"awari", "oware", "awari"};
    for (int i = 0; i < 3; i++) {
        struct sow_variant variant = a_variant(VARIANTS[i]);
        OWNED(text) char *rules = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&rules, &size);
        sow_rules_write(&variant.rules, out);
        (void)fclose(out);
        struct sow_run_row row = a_run("evolve");
        row.variant = VARIANTS[i];
        row.rules = rules;
        int64_t id = 0;
        ck_ok(sow_store_add_run(store, &row, &id, &err));
        add_generation(store, id, 0, 2);
        struct sow_candidate_row candidate = {
            id, 0, 0, 0, {WEIGHTS[i], SOW_PAPER_HEURISTICS}, 0.6, 10, 6, 1, 3};
        ck_ok(sow_store_add(store, candidate, &candidate, &err));
        struct sow_champion_row champion = {
            id, 0, 0, 0, {WEIGHTS[i], SOW_PAPER_HEURISTICS}, 0.6, 0.65};
        ck_ok(sow_store_add(store, champion, &champion, &err));
        struct sow_match_row match = a_match(id, "validation", "h1", "random");
        match.first_wins = match.second_wins = WINS[i];
        match.first_losses = match.second_losses = 10 - WINS[i];
        ck_ok(sow_store_add(store, match, &match, &err));
        finish_run(store, id);
    }
    OWNED(text) char *list = NULL;
    int champion;
    ck_ok(resolve(store, "champion h4", &list, &champion, &err));
    ck_assert_int_eq(champion, 3);
    ck_assert_str_eq(list, "h4 weights:0,0,0,1,0,0.75");
    ck_fails(resolve(store, "run:3,champion", &list, &champion, &err), SOW_USAGE,
             "player 'run:3'");
}

/* The fitted weights can be played inside a search, and the matches say so. The run
   itself is the fit. */
TEST(comparison, fitted_player_may_look_ahead)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options =
        small_fit(make_dataset(store, "kalah", 20), SOW_METHOD_LEAST_SQUARES);
    options->comparison_games = 5;
    type_option(&sow_fit_kind, options, "opponents", "h4,random");
    type_option(&sow_fit_kind, options, "features", "h4,h6");
    type_option(&sow_fit_kind, options, "player", "minimax:depth=2");
    int64_t id = make_fit(store, options);
    int64_t found = 0;
    ck_ok(sow_store_integer(store,
                            "SELECT count(*) FROM matches WHERE run_id = ?1 AND player"
                            " LIKE 'minimax:depth=2,eval=[state:h4=%]'",
                            id, &found, &err));
    ck_assert_int_eq(found, 2);
    char name[32];
    (void)snprintf(name, sizeof name, "run:%lld", (long long)id);
    struct sow_agent agent;
    ck_ok(sow_players_parse(store, name, &agent, &err));
    ck_assert_int_eq(agent.kind, SOW_AGENT_STATE);
    OWNED(text) char *text = shown(store, id, SOW_FORMAT_TEXT);
    says(text, "minimax:depth=2,eval=[run:");
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    struct sow_run_verdict verdict;
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
}

/* ---- Openings ---- */

/* Openings make games different. They are the same for every number of threads. */
TEST(comparison, games_open_at_random)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_fit_options *options =
        small_fit(make_dataset(store, "kalah", 20), SOW_METHOD_LEAST_SQUARES);
    options->comparison_games = 600;
    type_option(&sow_fit_kind, options, "opponents",
                "state:h4=1.37,pit1=0.131,pit2=-0.213,pit3=0.377,pit4=0.04,pit5=0.7");
    type_option(&sow_fit_kind, options, "features", "h4,pit1,pit2,pit3,pit4,pit5,h1");
    int64_t opened = make_fit(store, options);
    options->random_plies = 0;
    int64_t plain = make_fit(store, options);
    /* Two players without ties always play the same game from the standard start. */
    static const char ALIKE[] =
        "SELECT count(*) FROM matches WHERE run_id = ?1"
        " AND games IN (first_wins, first_draws, first_losses)"
        " AND games IN (second_wins, second_draws, second_losses)";
    int64_t alike = -1;
    ck_ok(sow_store_integer(store, ALIKE, plain, &alike, &err));
    ck_assert_int_eq(alike, 1);
    ck_ok(sow_store_integer(store, ALIKE, opened, &alike, &err));
    ck_assert_int_eq(alike, 0);
    char *text = shown(store, plain, SOW_FORMAT_TEXT);
    says(text, "one game over and over");
    free(text);
    text = shown(store, opened, SOW_FORMAT_TEXT);
    ck_assert_ptr_null(strstr(text, "over and over"));
    free(text);
    /* In a match of a player with itself, both seats have the same openings, so each game
       occurs twice. */
    options->random_plies = 5;
    char itself[32];
    (void)snprintf(itself, sizeof itself, "run:%lld", (long long)opened);
    type_option(&sow_fit_kind, options, "opponents", itself);
    static const char MIRRORED[] =
        "SELECT first_wins = second_losses AND first_draws = second_draws AND margin = 0"
        " AND first_wins > 0 AND first_losses > 0 FROM matches WHERE run_id = ?1";
    int64_t mirrored = 0;
    ck_ok(sow_store_integer(store, MIRRORED, make_fit(store, options), &mirrored, &err));
    ck_assert_int_eq(mirrored, 1);
    for (int threads = 1; threads <= 3; threads++) {
        struct sow_run_replay replay = {
            .id = opened, .with.threads = threads, .with.kernel = "auto"};
        struct sow_run_verdict verdict;
        ck_ok(sow_run_verify(store, &replay, &verdict, &err));
        ck_assert_msg(verdict.same, "%s", verdict.difference);
    }
}
