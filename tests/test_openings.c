/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games with random openings, games that repeat each other, and the reports about
   them. */
#include "batch_watch.h"
#include "match_support.h"
#include "sow/queries/query.h"
#include "sow/store/tables/matches.def"
#include "sow/studies/robustness.h"
#include "sow/studies/tournament.h"
#include "sow/studies/transfer.h"

#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

FIXTURE(openings, enter_folder, leave_folder)

/* Two players that never have a tie on Kalah's board, so that their games are always the
   same. */
static const char ONE[] =
    "state:h4=1.37,pit1=0.131,pit2=-0.213,pit3=0.377,pit4=0.04,pit5=0.7";
static const char OTHER[] =
    "state:h4=1.13,pit1=0.171,pit2=0.317,pit3=-0.05,pit4=0.61,pit5=0.23";

/* ---- Runs ---- */

static struct asked asked_for(const struct sow_run_kind *kind, const void *options,
                              const struct way *way)
{
    return (struct asked){kind, "kalah",      NULL,        options,  NULL,
                          5,    way->threads, way->kernel, way->stop};
}

static int64_t made(struct sow_store *store, const struct sow_run_kind *kind,
                    const void *options, const struct way *way)
{
    const struct asked asked = asked_for(kind, options, way);
    return make_run(store, &asked);
}

static const struct way PLAINLY = {1, "plain", NULL};
static const struct way AS_USUAL = {2, "auto", NULL};

/* Plays a match of two players in Kalah. Returns the run. */
static int64_t match(struct sow_store *store, const char *player, const char *opponent,
                     int games, int random_plies)
{
    struct sow_match_options options = options_of(player, opponent, games, "none");
    options.random_plies = random_plies;
    return made(store, &sow_match_kind, &options, &AS_USUAL);
}

static struct sow_tournament_options tournament_of(const char *players, int random_plies)
{
    struct sow_tournament_options options;
    sow_run_kind_defaults(&sow_tournament_kind, &options);
    type_option(&sow_tournament_kind, &options, "players", players);
    type_option(&sow_tournament_kind, &options, "variants", "kalah,awari");
    options.study.games = 30;
    options.study.random_plies = random_plies;
    return options;
}

static enum sow_status take_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    (void)err;
    struct sow_match_row *found = context;
    *found = *row;
    return SOW_OK;
}

/* Reads the only match of a run. Its texts are not valid. */
static struct sow_match_row result_of(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_match_row row = {.run_id = 0};
    ck_ok(sow_store_each(store, match, id, take_match, &row, &err));
    ck_assert_int_eq(row.run_id, id);
    return row;
}

static int64_t count_of(struct sow_store *store, const char *sql, int64_t id)
{
    struct sow_err err;
    int64_t count = -1;
    ck_ok(sow_store_integer(store, sql, id, &count, &err));
    return count;
}

/* ---- Openings ---- */

/* Plays game @p index of a match with openings, by the description in the header. */
static struct sow_score played_by_hand(const struct sow_rules *rules, int plies,
                                       uint64_t index, struct sow_game *game)
{
    struct sow_err err;
    struct sow_pcg rng;
    struct sow_agent agents[2];
    struct sow_player players[2];
    const struct sow_player *seats[2];
    struct sow_stream opening = {SOW_PURPOSE_MATCH, {0, 0, 0, index / 2}};
    struct sow_stream rest = {SOW_PURPOSE_MATCH, {0, 0, 1, index}};
    sow_pcg_derive(&rng, 5, &opening);
    sow_game_init(game, rules, NULL);
    for (int moves[SOW_MOVES_MAX]; !game->ended && game->ply < plies;) {
        uint32_t count = (uint32_t)sow_game_moves(game, moves);
        sow_game_play(game, moves[sow_pcg_below(&rng, count)]);
    }
    ck_ok(sow_agent_parse("h2", NULL, &agents[0], &err));
    ck_ok(sow_agent_parse("h4", NULL, &agents[1], &err));
    for (int i = 0; i < 2; i++)
        players[i] = sow_agent_player(&agents[i]);
    bool second = index % 2 == 1;
    seats[game->first] = &players[second];
    seats[1 - game->first] = &players[!second];
    sow_pcg_derive(&rng, 5, &rest);
    return sow_game_finish(game, seats, &rng);
}

TEST(openings, games_are_those_of_the_streams)
{
    enum { GAMES = 25, PLIES = 3 };
    struct sow_variant variant;
    struct sow_game game;
    int64_t plies = 0;
    int64_t margin = 0;
    int64_t wins[2] = {0, 0};
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    for (uint64_t i = 0; i < 2 * (uint64_t)GAMES; i++) {
        struct sow_score score = played_by_hand(&variant.rules, PLIES, i, &game);
        int own = i % 2 == 0 ? game.first : 1 - game.first;
        plies += score.plies;
        margin += score.store[own] - score.store[1 - own];
        wins[i % 2] += sow_score_sign(&score, own) > 0;
    }
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_row row = result_of(store, match(store, "h2", "h4", GAMES, PLIES));
    ck_assert_int_eq(row.games, GAMES);
    ck_assert_int_eq(row.plies, plies);
    ck_assert_int_eq(row.margin, margin);
    ck_assert_int_eq(row.first_wins, wins[0]);
    ck_assert_int_eq(row.second_wins, wins[1]);
}

/* Openings longer than the games decide them, for any players. Both seats have the same
   openings, so every pair of games gives one point. Every match has different
   openings. */
TEST(openings, openings_are_those_of_both_seats)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_tournament_options options = tournament_of("h1 h4 random", 1000);
    int64_t id = made(store, &sow_tournament_kind, &options, &AS_USUAL);
    ck_assert_int_eq(
        count_of(store,
                 "SELECT count(DISTINCT variant || plies || ' ' || first_wins"
                 " || ' ' || first_draws || ' ' || second_wins || ' ' ||"
                 " margin) FROM played_matches WHERE run_id = ?1",
                 id),
        12);
    ck_assert_int_eq(count_of(store,
                              "SELECT sum(margin <> 0 OR first_wins <> second_losses"
                              " OR first_wins = games OR second_wins = games)"
                              " FROM matches WHERE run_id = ?1",
                              id),
                     0);
    ck_assert_int_eq(count_of(store,
                              "SELECT sum(pairs_2 = games) FROM matches"
                              " JOIN match_pairs USING (run_id, match) WHERE run_id = ?1",
                              id),
                     12);
}

/* Over many random seeds, a mean score varies as much as its interval says, and the
   interval contains the truth as often. In the first case openings decide, which are fair
   to both seats (games taken singly gave 0.73 here). In the second the players decide. */
TEST_LOOP(errors, errors_with_openings_are_those_stated, 0, 2)
{
    static const struct {
        const char *player;
        const char *variant;
        int plies;
    } CASES[] = {{"h4", "awari", 60}, {"divilly2013", "erherhe", 4}};
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_robustness_options options;
    sow_run_kind_defaults(&sow_robustness_kind, &options);
    type_option(&sow_robustness_kind, &options, "players", CASES[_i].player);
    type_option(&sow_robustness_kind, &options, "variants", CASES[_i].variant);
    type_option(&sow_robustness_kind, &options, "opponents", "h1 h2 h4");
    options.study.games = 40;
    options.study.random_plies = CASES[_i].plies;
    options.replay_worst = 0;
    struct asked asked = asked_for(&sow_robustness_kind, &options, &AS_USUAL);
    asked.rules = CASES[_i].variant;
    for (asked.seed = 1; asked.seed <= 200; asked.seed++)
        (void)make_run(store, &asked);
    int64_t ratio = count_of(
        store,
        "SELECT round(1000 * sqrt((avg(score * score) - avg(score) * avg(score))"
        " / avg((high - low) * (high - low))) * 2 * 1.959964) FROM robustness WHERE"
        " run_id > ?1",
        0);
    int64_t held = count_of(store,
                            "SELECT sum(low <= truth AND truth <= high) FROM robustness,"
                            " (SELECT avg(score) AS truth FROM robustness) WHERE"
                            " run_id > ?1",
                            0);
    (void)printf("%s: spread %.3f of what is stated, truth inside %.1f %%\n",
                 CASES[_i].variant, (double)ratio / 1000, (double)held / 2);
    ck_assert_int_ge(ratio, 850);
    ck_assert_int_le(ratio, 1100);
    ck_assert_int_ge(held, 184);
}

TEST(openings, openings_are_the_same_for_any_kernel)
{
    static const struct way WAYS[] = {{2, "auto", NULL}, {3, "portable", NULL}};
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_options options = options_of("divilly2013", "h4", 700, "none");
    struct sow_tournament_options event = tournament_of("divilly2013 h4 random", 3);
    options.random_plies = 5;
    int64_t id = made(store, &sow_match_kind, &options, &PLAINLY);
    int64_t event_id = made(store, &sow_tournament_kind, &event, &PLAINLY);
    for (int i = 0; i < 2; i++) {
        has_digest_of(store, made(store, &sow_match_kind, &options, &WAYS[i]), id);
        has_digest_of(store, made(store, &sow_tournament_kind, &event, &WAYS[i]),
                      event_id);
        struct sow_run_replay replay = {.id = i == 0 ? id : event_id,
                                        .with.threads = WAYS[i].threads,
                                        .with.kernel = WAYS[i].kernel};
        ck_ok(sow_run_verify(store, &replay, &verdict, &err));
        ck_assert_msg(verdict.same, "%s", verdict.difference);
    }
    /* "auto" is the portable kernel, too, where there is no wider one. */
    ck_assert_int_ge(
        count_of(store,
                 "SELECT count(*) FROM runs WHERE id >= ?1 AND kernel = 'portable'", 0),
        2);
}

static int begun;

static void count_begin(const struct sow_run_replay *replay)
{
    begun += *(const int *)replay->context;
}

/* A stopped tournament continues, and does not repeat the finished matches. */
TEST(openings, openings_go_on)
{
    static const int ONCE = 1;
    struct sow_stop stop;
    memset(&stop, 0, sizeof stop);
    struct way stopped = {1, "auto", &stop};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_tournament_options options = tournament_of("divilly2013 h4 random", 3);
    int64_t whole = made(store, &sow_tournament_kind, &options, &AS_USUAL);
    const struct asked asked = asked_for(&sow_tournament_kind, &options, &stopped);
    int64_t id = 0;
    sow_stop_request(&stop);
    ck_assert_int_eq(try_run(store, &asked, &id, &err), SOW_INTERRUPTED);
    struct sow_run_replay replay = {.id = id,
                                    .with.threads = 2,
                                    .with.kernel = "auto",
                                    .begin = count_begin,
                                    .context = &ONCE};
    ck_ok(sow_run_resume(store, &replay, &err));
    ck_assert_int_eq(begun, 1);
    has_digest_of(store, id, whole);
    ck_fails(sow_run_resume(store, &replay, &err), SOW_NOTHING_LEFT, "is done");
    ck_assert_int_eq(begun, 1);
}

TEST(openings, openings_go_with_a_sequential_test)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_match_options options = options_of(ONE, OTHER, 0, "elo0=0,elo1=400");
    options.random_plies = 6;
    int64_t id = made(store, &sow_match_kind, &options, &AS_USUAL);
    struct sow_match_row row = result_of(store, id);
    ck_assert_int_eq(row.games % SOW_MATCH_SPRT_INTERVAL, 0);
    ck_assert_int_eq(count_of(store,
                              "SELECT count(*) FROM match_tests WHERE run_id = ?1 AND"
                              " verdict <> 'undecided'",
                              id),
                     1);
}

/* ---- Copies of one game ---- */

static int64_t repeats(struct sow_store *store, int64_t id)
{
    return count_of(store, "SELECT count(*) FROM repeated_games WHERE run_id = ?1", id);
}

static void says(struct sow_store *store, int64_t id, enum sow_format format,
                 const char *words, bool wanted)
{
    OWNED(text) char *text = report_of(store, id, format);
    ck_assert_msg((strstr(text, words) != NULL) == wanted, "'%s'%s in\n%s", words,
                  wanted ? " is not" : "", text);
}

TEST(copies, one_game_over_and_over_is_told)
{
    ck_assert_int_eq(setenv("COLUMNS", "400", 1), 0); /* so that a sentence is in one
                                                         line */
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = match(store, ONE, OTHER, 40, 0);
    struct sow_match_row row = result_of(store, id);
    ck_assert_int_eq(repeats(store, id), 2);
    ck_assert_int_eq(row.first_distinct, 1);
    ck_assert_int_eq(row.second_distinct, 1);
    ck_assert_double_eq_tol(row.first_effective, 1.0, 1e-12);
    ck_assert_double_eq_tol(row.second_effective, 1.0, 1e-12);
    /* A single different game in each seat has a score but no interval. */
    ck_assert_int_eq(count_of(store,
                              "SELECT count(*) FROM seat_scores WHERE run_id = ?1 AND"
                              " score IN (0, 0.5, 1) AND low IS NULL AND high IS NULL AND"
                              " win_low IS NULL AND win_high IS NULL",
                              id),
                     3);
    ck_assert_int_eq(count_of(store,
                              "SELECT count(*) FROM match_elo WHERE run_id = ?1 AND"
                              " low IS NULL AND elo_high IS NULL AND score >= 0",
                              id),
                     1);
    says(store, id, SOW_FORMAT_TEXT, "only one game over and over, and so it is in 2",
         true);
    says(store, id, SOW_FORMAT_TEXT, "--random-plies 4", true);
    says(store, id, SOW_FORMAT_JSON, "\"repeated_seats\": 2,\n    \"games\": 80", true);
    says(store, id, SOW_FORMAT_JSON, "\"plus_minus\": null", true);
    says(store, id, SOW_FORMAT_JSON,
         "\"seat\": \"second\", \"games\": 40, \"distinct_games\": 1", true);
    char *text = report_of(store, id, SOW_FORMAT_TEXT);
    ck_assert_ptr_nonnull(strstr(text, "\nrepeated\n"));
    ck_assert(strstr(text, "\nrepeated\n") < strstr(text, "\nscores\n"));
    ck_assert(strstr(text, "\nwarning\n") > strstr(text, "\nrepeated\n"));
    free(text);
    says(store, id, SOW_FORMAT_CSV, ",distinct_games\nfirst,40,", true);
    says(store, id, SOW_FORMAT_CSV, ",1\nboth,80,", true);
}

TEST(copies, games_that_differ_are_not_told_of)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t ids[] = {match(store, ONE, OTHER, 40, 4), match(store, ONE, OTHER, 1, 0),
                     match(store, "h1", "random", 40, 0)};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(repeats(store, ids[i]), 0);
        says(store, ids[i], SOW_FORMAT_TEXT, "different ones", false);
        says(store, ids[i], SOW_FORMAT_TEXT, "one game over", false);
        says(store, ids[i], SOW_FORMAT_JSON, "\"warning\"", false);
    }
    says(store, ids[0], SOW_FORMAT_CSV, ",40\nboth,80,", true);
}

/* In Awari this pair always plays the same game in one seat, with every kernel. */
TEST(copies, copies_are_the_same_for_any_kernel)
{
    static const struct way WAYS[] = {
        {1, "plain", NULL}, {2, "auto", NULL}, {3, "portable", NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_tournament_options options = tournament_of(
        "weights:0.91,0.31,0.77,0.13,0.53,0.21 weights:0.95,0.3,0.37,0.9,0.42,0.57", 0);
    int64_t first = made(store, &sow_tournament_kind, &options, &WAYS[0]);
    ck_assert_int_gt(repeats(store, first), 0);
    for (int i = 1; i < 3; i++) {
        int64_t id = made(store, &sow_tournament_kind, &options, &WAYS[i]);
        has_digest_of(store, id, first);
    }
}

/* A tournament lists the pairs with repeated games, by the names that were given. */
TEST(copies, tournaments_name_the_pairs)
{
    char players[512];
    (void)snprintf(players, sizeof players, "%s %s random", ONE, OTHER);
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_tournament_options options = tournament_of(players, 0);
    int64_t id = made(store, &sow_tournament_kind, &options, &AS_USUAL);
    ck_assert_int_eq(count_of(store,
                              "SELECT count(*) FROM repeated_games WHERE run_id = ?1 AND"
                              " variant = 'kalah' AND player <> opponent",
                              id),
                     2);
    char words[512];
    (void)snprintf(words, sizeof words,
                   "{\"variant\": \"kalah\", \"player\": \"%s\", \"opponent\": \"%s\", "
                   "\"seat\": \"first\", \"games\": 30, ",
                   ONE, OTHER);
    says(store, id, SOW_FORMAT_JSON, words, true);
    /* Self-play is not listed: ratings do not use it. */
    ck_assert_int_eq(count_of(store,
                              "SELECT count(*) FROM repeated_games WHERE run_id = ?1 AND"
                              " opponent = 'random'",
                              id),
                     0);
    says(store, id, SOW_FORMAT_CSV, "prior,repeated\nkalah,", true);
}

/* Games that are played only to decide about openings use no more threads than the run
   does. Otherwise other processes would lose their processors. */
TEST(openings, a_run_uses_the_threads_it_was_given)
{
    static const struct way ALONE = {1, "auto", NULL};
    static const struct sow_run_kind *const KINDS[] = {&sow_match_kind,
                                                       &sow_tournament_kind};
    struct sow_match_options pair = options_of("h1", "h4", 30, "none");
    struct sow_tournament_options event =
        tournament_of("divilly2013 h4 random", SOW_RANDOM_PLIES_ASKED);
    const void *const options[] = {&pair, &event};
    OWNED(store) struct sow_store *store = open_scratch();
    pair.random_plies = SOW_RANDOM_PLIES_ASKED;
    for (int i = 0; i < COUNT(KINDS); i++) {
        most_threads = 0;
        (void)made(store, KINDS[i], options[i], &ALONE);
        ck_assert_int_eq(most_threads, 1);
    }
}

/* ---- Records without games ---- */

/* Looks for a run with random_plies = auto. Returns the number of games played for it.
   If @p stored, the store must have this run. */
static size_t games_to_locate(struct sow_store *store, const struct sow_run_kind *kind,
                              const void *options, uint64_t seed, bool stored)
{
    struct sow_err err;
    struct sow_variant variant;
    enum sow_run_presence presence;
    int64_t id;
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    struct sow_run_request request = {.kind = kind,
                                      .rules = &variant.rules,
                                      .variant = "kalah",
                                      .options = options,
                                      .seed = seed,
                                      .with.threads = 1,
                                      .with.kernel = "auto"};
    games_played = 0;
    ck_ok(sow_run_locate(store, &request, &id, &presence, &err));
    ck_assert_int_eq(presence, stored ? SOW_RUN_DONE : SOW_RUN_ABSENT);
    return games_played;
}

static struct sow_match_options auto_match(const char *player, const char *opponent,
                                           int games)
{
    struct sow_match_options options = options_of(player, opponent, games, "none");
    options.random_plies = SOW_RANDOM_PLIES_ASKED;
    keep_options(&sow_match_kind, &options);
    return options;
}

/* Returns the number of games that the process plays to decide whether a match needs
   random openings. */
static size_t games_to_answer(const char *rules, const struct sow_match_options *options)
{
    struct sow_err err;
    struct sow_variant variant;
    struct sow_agent agents[2];
    bool needed;
    ck_ok(sow_variant_builtin(rules, &variant, &err));
    ck_ok(sow_contestants_parse(&options->contestants, agents, &err));
    struct sow_openings_trial trial = {&variant.rules, &agents[0], &agents[1],
                                       options->games};
    games_played = 0;
    ck_ok(sow_openings_are_needed(&trial, &needed, &err));
    return games_played;
}

/* The answer depends on the players, the rules and the number of games. Games are played
   only if one of these differs, and answers for several rules stay. */
TEST(openings, one_pair_is_on_trial_once)
{
    static const char *const RULES[] = {"kalah", "awari", "oware", "erherhe"};
    struct sow_match_options pair = auto_match("h1", "random", 100);
    struct sow_match_options turned = auto_match("random", "h1", 100);
    struct sow_match_options few = auto_match("h1", "random", 40);
    struct sow_match_options copies = auto_match(ONE, OTHER, 100);
    for (int i = 0; i < COUNT(RULES); i++)
        ck_assert_uint_gt(games_to_answer(RULES[i], &pair), 0);
    for (int i = 0; i < COUNT(RULES); i++)
        ck_assert_uint_eq(games_to_answer(RULES[i], &pair), 0);
    ck_assert_uint_gt(games_to_answer("kalah", &turned), 0);
    ck_assert_uint_gt(games_to_answer("kalah", &few), 0);
    ck_assert_uint_gt(games_to_answer("kalah", &copies), 0);
}

/* A run that is not stored is not found, without a game. If the store has a run whose
   number of random moves `auto` may become, games decide whether it is the same run. */
TEST(openings, a_missing_run_is_looked_for_without_a_game)
{
    static const char *const PLAYERS[][2] = {{"h1", "random"}, {ONE, OTHER}};
    OWNED(store) struct sow_store *store = open_scratch();
    for (int i = 0; i < COUNT(PLAYERS); i++) {
        struct sow_match_options pair = auto_match(PLAYERS[i][0], PLAYERS[i][1], 30);
        struct sow_match_options none = pair;
        none.random_plies = 0;
        ck_assert_uint_eq(games_to_locate(store, &sow_match_kind, &pair, 5, false), 0);
        (void)made(store, &sow_match_kind, &none, &AS_USUAL);
        /* Only players who draw nothing need openings, and are another run with them. */
        ck_assert_uint_gt(games_to_locate(store, &sow_match_kind, &pair, 5, i == 0), 0);
        ck_assert_uint_eq(games_to_locate(store, &sow_match_kind, &pair, 6, false), 0);
    }
}

/* A tournament is looked for without a game, too. */
TEST(openings, a_missing_tournament_is_looked_for_without_a_game)
{
    struct sow_tournament_options event =
        tournament_of("divilly2013 h4 random", SOW_RANDOM_PLIES_ASKED);
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_request request = {.kind = &sow_tournament_kind,
                                      .options = &event,
                                      .label = "",
                                      .seed = 5,
                                      .with.threads = 1,
                                      .with.kernel = "auto"};
    enum sow_run_presence presence;
    int64_t id;
    keep_options(&sow_tournament_kind, &event);
    for (int round = 0; round < 2; round++) {
        games_played = 0;
        ck_ok(sow_run_locate(store, &request, &id, &presence, &err));
        ck_assert_uint_eq(games_played, 0);
        ck_assert_int_eq(presence, round == 0 ? SOW_RUN_ABSENT : SOW_RUN_DONE);
        if (round == 0)
            ck_ok(sow_run_execute(store, &request, &id, &err));
    }
}

/* A cached decision gives the same record as the games gave. */
TEST(openings, a_kept_answer_finds_the_run)
{
    static const char *const PLAYERS[][2] = {{"h1", "random"}, {ONE, OTHER}};
    OWNED(store) struct sow_store *store = open_scratch();
    for (int i = 0; i < COUNT(PLAYERS); i++) {
        struct sow_match_options pair = auto_match(PLAYERS[i][0], PLAYERS[i][1], 30);
        (void)made(store, &sow_match_kind, &pair, &AS_USUAL);
        ck_assert_uint_eq(games_to_locate(store, &sow_match_kind, &pair, 5, true), 0);
        ck_assert_uint_eq(games_to_locate(store, &sow_match_kind, &pair, 6, false), 0);
    }
}

/* A process that has played no game finds a stored run without one: the store has a note
   that games decided its openings. A run that was made with a number has no note. */
TEST(openings, a_stored_run_is_found_without_a_game)
{
    const char *path = test_path("a.db");
    struct sow_match_options pairs[] = {auto_match("h1", "random", 30),
                                        auto_match(ONE, OTHER, 30)};
    struct sow_tournament_options event =
        tournament_of("divilly2013 h4 random", SOW_RANDOM_PLIES_ASKED);
    const struct sow_run_kind *const kinds[] = {&sow_match_kind, &sow_match_kind,
                                                &sow_tournament_kind};
    const void *const options[] = {&pairs[0], &pairs[1], &event};
    keep_options(&sow_tournament_kind, &event);
    pid_t process = fork();
    if (process == 0) {
        struct sow_store *store = open_store(path, SOW_STORE_WRITE);
        for (int i = 0; i < COUNT(kinds); i++)
            (void)made(store, kinds[i], options[i], &AS_USUAL);
        sow_store_close(store);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(process, NULL, 0), process);
    OWNED(store) struct sow_store *store = open_store(path, SOW_STORE_WRITE);
    for (int i = 0; i < COUNT(kinds); i++)
        ck_assert_uint_eq(games_to_locate(store, kinds[i], options[i], 5, true), 0);
    (void)match(store, "h1", "h2", 30, 0);
    ck_assert_int_eq(count_of(store, "SELECT count(*) FROM run_answers", 0),
                     COUNT(kinds));
}

/* A decision that was stopped is not cached. */
TEST(openings, a_stopped_trial_is_forgotten)
{
    static struct sow_stop stop;
    struct sow_match_options pair = auto_match("h1", "random", 30);
    OWNED(store) struct sow_store *store = open_scratch();
    struct asked asked = asked_for(&sow_match_kind, &pair, &AS_USUAL);
    struct sow_variant variant;
    int64_t id;
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    struct sow_run_request request = {.kind = asked.kind,
                                      .rules = &variant.rules,
                                      .variant = "kalah",
                                      .options = &pair,
                                      .seed = asked.seed,
                                      .with.kernel = "auto"};
    stop.requested = true;
    sow_stop_heed(&stop);
    ck_assert_int_eq(sow_run_execute(store, &request, &id, &err), SOW_INTERRUPTED);
    sow_stop_heed(NULL);
    ck_assert_uint_gt(games_to_answer("kalah", &pair), 0);
}
