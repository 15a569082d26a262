/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "survey": measures are those of the same games as a tournament keeps
   them, a variant's measures depend on nothing else, and an interrupted run goes on. */
#include "sow/survey/survey.h"

#include "store_private.h"

#include "resume_support.h"
#include "sow/game/replay.h"
#include "sow/studies/sensitivity.h"
#include "sow/studies/tournament.h"

#define DEEP(depth)                                                                      \
    "alphabeta:depth=" #depth ",nodes=20000,eval=[state:store_difference=1] "

static struct sow_survey_options options;

/* Sets options for a small survey. */
static void small(const char *variants)
{
    sow_params_release(sow_survey_kind.groups, &options);
    sow_run_kind_defaults(&sow_survey_kind, &options);
    type_option(&sow_survey_kind, &options, "variants", variants);
    type_option(&sow_survey_kind, &options, "players", "h4");
    options.games.games = 4;
    options.games.mirror_games = 40;
}

/* Makes a run with the options. */
static int64_t made(struct sow_store *store)
{
    struct asked asked = {
        .kind = &sow_survey_kind, .rules = "awari", .options = &options, .seed = 7};
    commits.stop.requested = false;
    return make_run(store, &asked);
}

/* Returns the value of a measure of run 1. */
static double value_of(struct sow_store *store, const char *variant, const char *measure)
{
    char sql[200];
    (void)snprintf(sql, sizeof sql,
                   "SELECT value FROM surveys WHERE run_id = 1 AND variant = '%s' AND"
                   " measure = '%s'",
                   variant, measure);
    return real_of(store, sql);
}

static void is_near(double value, double wanted)
{
    ck_assert_msg(fabs(value - wanted) < 1e-8 * (1.0 + fabs(wanted)),
                  "%.12g is not %.12g", value, wanted);
}

/* ---- The same games, measured anew ---- */

/* Sums over games. */
struct course {
    double games, plies, choices, chosen, draws, capped, changes, decided, won, margin;
    /* The game that is followed: its moves, moves that nobody chose, and differences of
       the stores after each ply. */
    int ply, opening;
    int ahead[600];
};

static int difference(const struct sow_game *game)
{
    return game->board.store[game->first] - game->board.store[1 - game->first];
}

static void take_move(void *context, const struct sow_game *game, int move)
{
    struct course *course = context;
    int moves[SOW_MOVES_MAX];
    (void)move;
    course->ahead[course->ply] = difference(game);
    if (course->ply++ < course->opening)
        return;
    course->choices += sow_game_moves(game, moves);
    course->chosen++;
}

/* Adds what the differences of a game say: the leads in turn, and the first ply from
   which the winner leads for good. */
static void end_game(struct course *course)
{
    int final = course->ahead[course->ply];
    int leader = 0;
    int since = course->ply;
    for (int i = 1; i <= course->ply; i++) {
        int lead = course->ahead[i];
        if (lead != 0 && leader != 0 && (lead > 0) != (leader > 0))
            course->changes++;
        leader = lead != 0 ? lead : leader;
    }
    while (since > 0 && course->ahead[since - 1] * final > 0)
        since--;
    course->games++;
    course->plies += course->ply;
    course->draws += final == 0;
    course->margin += abs(final) / 48.0;
    if (final == 0)
        return;
    course->won++;
    course->decided += (since - 1.0) / course->ply;
}

/* Follows kept games: moves, opening and ending. It is a sow_answer_fn. */
static enum sow_status take_game(void *context, const struct sow_cells *cells,
                                 struct sow_err *reason)
{
    struct course *course = context;
    struct sow_err err;
    (void)reason;
    struct sow_variant awari;
    struct sow_game game;
    ck_ok(sow_variant_builtin("awari", &awari, &err));
    sow_game_init(&game, &awari.rules, NULL);
    course->ply = 0;
    course->opening = (int)cells->number[1];
    course->capped += strcmp(cells->text[2], "ply cap") == 0;
    ck_ok(sow_game_replay(&game, cells->text[0], take_move, course, &err));
    course->ahead[course->ply] = difference(&game);
    end_game(course);
    return SOW_OK;
}

/* Plays a tournament in Awari that keeps its games, as run @p id. */
static void play_tournament(struct sow_store *store, const char *players, int games)
{
    struct sow_tournament_options tournament;
    sow_run_kind_defaults(&sow_tournament_kind, &tournament);
    type_option(&sow_tournament_kind, &tournament, "players", players);
    type_option(&sow_tournament_kind, &tournament, "variants", "awari");
    tournament.study.games = games;
    tournament.study.random_plies = 3;
    tournament.study.keep_games = games;
    struct asked asked = {.kind = &sow_tournament_kind,
                          .rules = "awari",
                          .options = &tournament,
                          .seed = 7};
    (void)make_run(store, &asked);
    sow_params_release(sow_tournament_kind.groups, &tournament);
}

TEST(measures, are_those_of_kept_games)
{
    static const char GAMES[] =
        "SELECT moves, opening, ending FROM games g JOIN matches m USING (run_id, match)"
        " WHERE m.player LIKE 'alphabeta:depth=4%' AND ((g.run_id = 2 AND m.opponent LIKE"
        " 'alphabeta:depth=3%') OR (g.run_id = 3 AND m.opponent = m.player AND"
        " g.first = 'player'))";
    struct course course = {.games = 0};
    OWNED(store) struct sow_store *store = open_scratch();
    small("awari");
    (void)made(store);
    play_tournament(store, DEEP(4) DEEP(3) DEEP(2) DEEP(1) "random", 4);
    play_tournament(store, DEEP(4) "h4", 8);
    ck_ok(sow_store_answer(store, GAMES, SOW_VALUES(sow_integer(0)), take_game, &course,
                           &err));
    ck_assert_double_eq(course.games, 16);
    is_near(value_of(store, "awari", "length"), course.plies / 16);
    is_near(value_of(store, "awari", "branching"), course.choices / course.chosen);
    is_near(value_of(store, "awari", "draws"), course.draws / 16);
    is_near(value_of(store, "awari", "capped"), course.capped / 16);
    is_near(value_of(store, "awari", "lead_changes"), course.changes / 16);
    is_near(value_of(store, "awari", "decided"), course.decided / course.won);
    is_near(value_of(store, "awari", "margin"), course.margin / 16);
    is_near(value_of(store, "awari", "skill"),
            real_of(store,
                    "SELECT sum(400 * log10((score * 8 + 0.5) / (8 - score * 8 + 0.5)))"
                    " FROM match_scores WHERE run_id = 2 AND match IN (1, 6, 10, 13)"));
}

TEST(measures, advantage_is_that_of_a_match)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("awari");
    (void)made(store);
    play_tournament(store, "h4 h1", 40);
    is_near(value_of(store, "awari", "advantage"),
            real_of(store, "SELECT (first_wins + first_draws / 2.0) / 40 - 0.5 FROM"
                           " matches WHERE run_id = 2 AND player = opponent AND"
                           " player = 'h4'"));
}

/* ---- Verdicts known from other studies ---- */

TEST(variants, tiny_game_has_no_skill)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("kalah");
    options.games.games = 15;
    TYPE(options.choice.pits, "2..6");
    (void)made(store);
    double whole = value_of(store, "kalah", "skill");
    ck_assert_double_gt(whole, 600);
    ck_assert_double_gt(whole, value_of(store, "kalah pits=2", "skill") + 300);
    ck_assert_double_gt(value_of(store, "kalah", "length"),
                        value_of(store, "kalah pits=2", "length"));
    is_near(value_of(store, "kalah", "capped"), 0);
}

TEST(variants, own_cap_ends_games)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("awari,awari-solved");
    options.games.ply_limit = 10;
    (void)made(store);
    is_near(value_of(store, "awari", "capped"), 1);
    is_near(value_of(store, "awari-solved", "length"), 10);
    /* Lengths do not differ, so they have no interval. */
    is_close(store,
             "SELECT count(*) FROM surveys WHERE measure = 'length' AND low IS NULL", 2);
    is_close(store, "SELECT count(*) FROM surveys WHERE value NOT BETWEEN low AND high",
             0);
    is_close(store, "SELECT count(*) FROM surveys", 2 * 9);
}

TEST(variants, do_not_depend_on_each_other)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("kalah,random:[2,seed=3],awari");
    (void)made(store);
    small("awari,kalah");
    (void)made(store);
    is_close(
        store,
        "SELECT count(*) FROM surveys a JOIN surveys b USING (variant, measure,"
        " player, value, low, high, games) WHERE a.run_id = 1 AND b.run_id = 2 AND"
        " low NOT NULL",
        real_of(store, "SELECT count(*) FROM surveys WHERE run_id = 2 AND low NOT NULL"));
    is_close(store, "SELECT count(*) FROM surveys WHERE run_id = 1", 4 * 9);
}

/* ---- Rule changes ---- */

TEST(sensitivity, measures_rule_changes)
{
    struct sow_sensitivity_options changes;
    struct sow_variant awari;
    OWNED(store) struct sow_store *store = open_scratch();
    sow_run_kind_defaults(&sow_sensitivity_kind, &changes);
    type_option(&sow_sensitivity_kind, &changes, "players", "h4");
    type_option(&sow_sensitivity_kind, &changes, "opponents", "random");
    TYPE(changes.options, "number_capture");
    changes.refit = SOW_REFIT_NONE;
    changes.study.games = 4;
    changes.measures = true;
    ck_ok(sow_variant_builtin("awari", &awari, &err));
    ck_ok(sow_sensitivity_take(&changes, &awari, &err));
    struct asked asked = {
        .kind = &sow_sensitivity_kind, .rules = "awari", .options = &changes, .seed = 7};
    (void)make_run(store, &asked);
    small("awari,oware");
    options.games.games = 15;
    options.games.mirror_games = 300;
    (void)made(store);
    /* Captures of 4 too are the only difference between Awari and Oware. */
    is_close(store,
             "SELECT count(*) FROM surveys a JOIN surveys b USING (measure, value) WHERE"
             " a.run_id = 1 AND b.run_id = 2 AND ((a.variant = 'awari' AND"
             " b.variant = 'awari') OR (a.variant = 'awari number_capture=2-4' AND"
             " b.variant = 'oware'))",
             18);
}

/* ---- Interruptions ---- */

TEST(resumed, stopped_run_goes_on)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct asked asked = {.kind = &sow_survey_kind,
                          .rules = "awari",
                          .options = &options,
                          .seed = 7,
                          .stop = &commits.stop};
    small("awari,kalah,erherhe");
    options.games.games = 2;
    commits.seen = 0;
    int64_t whole = made(store);
    int stops =
        stop_and_resume(store, &asked, (struct stop_points){commits.seen, 1}, whole);
    ck_assert_int_ge(stops, 2);
}

TEST(resumed, half_a_variant_is_damage)
{
    int64_t id = 0;
    OWNED(store) struct sow_store *store = open_scratch();
    struct asked asked = {.kind = &sow_survey_kind,
                          .rules = "awari",
                          .options = &options,
                          .seed = 7,
                          .stop = &commits.stop};
    small("awari,kalah,erherhe");
    options.games.games = 2;
    commits.stop.requested = false;
    commits.countdown = 3;
    ck_fails(try_run(store, &asked, &id, &err), SOW_INTERRUPTED, "");
    commits.countdown = 0;
    commits.stop.requested = false;
    ck_ok(sow_store_exec(store, "DELETE FROM surveys WHERE line = 8", &err));
    struct sow_run_replay replay = {.id = id, .with.threads = 1};
    ck_fails(sow_run_resume(store, &replay, &err), SOW_BAD_DATA, "damaged");
}
