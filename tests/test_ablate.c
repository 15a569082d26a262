/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "ablate": strengths are those of other measurements, differences follow
   from the games, and an interrupted run goes on. */
#include "sow/ablation/ablate.h"

#include "resume_support.h"
#include "sow/evolution/evolve.h"
#include "sow/statistics/statistics_blocks.h"
#include "sow/strength/strength.h"

static struct sow_ablate_options options;

/* Sets options for a small run of the changes @p changes of a player. */
static void small(const char *player, const char *changes)
{
    sow_params_release(sow_ablate_kind.groups, &options);
    sow_run_kind_defaults(&sow_ablate_kind, &options);
    type_option(&sow_ablate_kind, &options, "player", player);
    TYPE(options.changes, changes);
    options.openings = 8;
}

/* Sets options for a small run against one opponent, which takes less time than a panel.
 */
static void smaller(const char *player, const char *changes)
{
    small(player, changes);
    type_option(&sow_ablate_kind, &options, "opponents", "h1");
}

/* Makes a run with the options, in Awari unless they name variants. */
static int64_t made(struct sow_store *store)
{
    struct asked asked = {
        .kind = &sow_ablate_kind, .rules = "awari", .options = &options, .seed = 7};
    commits.stop.requested = false;
    return make_run(store, &asked);
}

static void is_near(struct sow_store *store, const char *sql, double wanted)
{
    double value = real_of(store, sql);
    ck_assert_msg(fabs(value - wanted) < 1e-9, "%s gives %.12g, not %.12g", sql, value,
                  wanted);
}

/* Measures a player as the command `measure` does, with the openings of the options. */
static struct sow_strength measured(const char *spec, const char *variant, int depth)
{
    struct sow_err err;
    struct sow_agent agent;
    struct sow_variant game;
    struct sow_panel panel;
    struct sow_strength strength;
    ck_ok(sow_agent_parse(spec, NULL, &agent, &err));
    ck_ok(sow_variant_builtin(variant, &game, &err));
    ck_ok(sow_panel_of(&game.rules, 0, &panel, &err));
    struct sow_strength_request request = {.panel = &panel,
                                           .rules = &game.rules,
                                           .player = &agent,
                                           .depth = depth,
                                           .openings = options.openings,
                                           .with.threads = 1};
    ck_ok(sow_strength_measure(&request, &strength, &err));
    sow_panel_release(&panel);
    return strength;
}

/* ---- Strengths ---- */

/* Players, a change of each, and the player after this change. */
static const struct {
    const char *player;
    const char *changed;
    const char *feature;
    int depth;
} ZEROES[] = {
    {"weights:h1=0.5,h4=1,h6=0.75", "weights:h1=0.5,h4=1", "h6", 1},
    {"state:h4=1,h6=-1,best_gain=0.5", "state:h4=1,h6=0,best_gain=0.5", "h6", 2},
    {"state:view=to-move,h4=1,h6=-1,best_gain=0.5",
     "state:view=to-move,h4=1,h6=-1,best_gain=0", "best_gain", 1},
    {"alphabeta:depth=2,hash=1,eval=[state:h4=1,h6=-1,best_gain=0.5]",
     "alphabeta:depth=2,hash=1,eval=[state:h4=1,h6=-1,best_gain=0]", "best_gain", 1},
};

TEST_EACH(strength, is_that_of_measure, ZEROES)
{
    char sql[240];
    OWNED(store) struct sow_store *store = open_scratch();
    small(ZEROES[_i].player, "zero");
    options.depth = ZEROES[_i].depth;
    (void)made(store);
    struct sow_strength before = measured(ZEROES[_i].player, "awari", ZEROES[_i].depth);
    struct sow_strength after = measured(ZEROES[_i].changed, "awari", ZEROES[_i].depth);
    is_near(store, "SELECT score FROM ablations WHERE kind = 'original'", before.score);
    is_near(store, "SELECT high FROM ablations WHERE kind = 'original'", before.high);
    (void)snprintf(sql, sizeof sql, "SELECT score FROM ablations WHERE feature = '%s'",
                   ZEROES[_i].feature);
    is_near(store, sql, after.score);
    (void)snprintf(sql, sizeof sql,
                   "SELECT difference FROM ablations WHERE feature = '%s'",
                   ZEROES[_i].feature);
    is_near(store, sql, after.score - before.score);
    is_near(store, "SELECT count(*) FROM ablations", 4);
    is_near(store, "SELECT count(*) FROM ablations WHERE verdict = 'base'", 1);
}

/* Reads the points of a change of run 1, by opening, from its stored games. */
static void read_points(struct sow_store *store, int change, double *points)
{
    for (int k = 0; k < 8; k++) {
        char sql[400];
        /* 8 members with 16 games each; the games of opening k are neighbours. */
        (void)snprintf(
            sql, sizeof sql,
            "WITH RECURSIVE i (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < 15)"
            " SELECT avg(CASE substr(results, 1 + n / 2 * 16 + %d + n %% 2, 1)"
            " WHEN '+' THEN 1 WHEN '=' THEN 0.5 ELSE 0 END) FROM ablation_games, i"
            " WHERE change = %d AND place = 0",
            2 * k, change);
        points[k] = real_of(store, sql);
    }
}

TEST(strength, differences_follow_from_the_games)
{
    double original[8];
    double changed[8];
    struct sow_paired paired;
    OWNED(store) struct sow_store *store = open_scratch();
    small("weights:h1=0.5,h4=1,h6=0.75", "zero");
    (void)made(store);
    read_points(store, 0, original);
    read_points(store, 1, changed);
    for (int k = 0; k < 8; k++)
        changed[k] -= original[k];
    ck_ok(sow_paired_test(changed, 8, &paired, &err));
    is_near(store, "SELECT difference FROM ablations WHERE change = 1", paired.mean);
    is_near(store, "SELECT difference_low FROM ablations WHERE change = 1",
            paired.interval.low);
    is_near(store, "SELECT p FROM ablations WHERE change = 1", paired.p);
    /* Holm: the least p is multiplied by the number of tests. */
    is_near(store,
            "SELECT max(abs(p_adjusted - min(1, 3 * p))) FROM (SELECT min(p) AS p,"
            " p_adjusted FROM ablations)",
            0);
    is_near(
        store,
        "SELECT count(*) FROM ablations WHERE kind = 'zero' AND (verdict = 'worse') <>"
        " (difference < 0 AND p_adjusted < 0.05)",
        0);
}

/* ---- Changes ---- */

TEST(changes, sign_and_step_follow_the_spread)
{
    OWNED(store) struct sow_store *store = open_scratch();
    smaller("weights:h1=0.5,h4=-1,h6=0.75", "sign,step");
    (void)made(store);
    is_near(store, "SELECT count(*) FROM ablations", 1 + 3 + 2 * 3);
    is_near(store,
            "SELECT count(*) FROM ablations WHERE kind = 'sign' AND (weight < 0) <>"
            " (feature = 'h4')",
            0);
    /* A step is half of the weight with the mean effect, which `sign` sets. */
    is_near(store,
            "SELECT max(abs(u.weight - d.weight - abs(s.weight))) FROM ablations u JOIN"
            " ablations d USING (feature) JOIN ablations s USING (feature) WHERE"
            " u.kind = 'up' AND d.kind = 'down' AND s.kind = 'sign'",
            0);
}

TEST(changes, a_weight_of_zero_has_steps_only)
{
    OWNED(store) struct sow_store *store = open_scratch();
    smaller("weights:h1=0.5,h4=1", "zero,sign,step");
    type_option(&sow_ablate_kind, &options, "features", "h6");
    (void)made(store);
    is_near(store, "SELECT count(*) FROM ablations", 3);
    is_near(store, "SELECT sum(weight) FROM ablations WHERE feature = 'h6'", 0);
}

TEST(changes, several_variants_have_a_row_for_all)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("weights:h1=0.5,h4=1,h6=0.75", "zero");
    type_option(&sow_ablate_kind, &options, "variants", "awari,kalah");
    (void)made(store);
    is_near(store, "SELECT count(*) FROM ablations", 4 * 3);
    is_near(
        store,
        "SELECT max(abs(a.score - m.score)) FROM ablations a JOIN (SELECT change,"
        " avg(score) AS score FROM ablations WHERE variant NOT NULL GROUP BY change) m"
        " USING (change) WHERE a.variant IS NULL",
        0);
    is_near(store, "SELECT count(*) FROM ablations WHERE worst_score NOT NULL", 4);
    is_near(
        store,
        "SELECT count(*) FROM ablations WHERE worst_score NOT NULL AND variant IS NULL",
        4);
    is_near(store,
            "SELECT score FROM ablations WHERE kind = 'original' AND variant = 'kalah'",
            measured("weights:h1=0.5,h4=1,h6=0.75", "kalah", 1).score);
}

TEST(changes, a_curve_has_its_weight_in_the_middle)
{
    OWNED(store) struct sow_store *store = open_scratch();
    smaller("weights:h1=0.5,h4=1,h6=0.75", "none");
    type_option(&sow_ablate_kind, &options, "curve", "h6,h1");
    options.grid = 5;
    (void)made(store);
    is_near(store, "SELECT count(*) FROM ablations", 1 + 2 * 5);
    is_near(store, "SELECT weight FROM ablations WHERE change = 3", 0.75);
    is_near(
        store,
        "SELECT c.score - o.score FROM ablations c, ablations o WHERE c.change = 3 AND"
        " o.change = 0",
        0);
    /* The best value of each curve is the base of the others. */
    is_near(store,
            "SELECT count(*) FROM ablations a JOIN ablations b ON b.change = a.base WHERE"
            " a.kind = 'curve' AND (a.score > b.score OR b.verdict <> 'base' OR"
            " b.feature <> a.feature)",
            0);
    is_near(store, "SELECT count(*) FROM ablations WHERE verdict = 'base'", 3);
}

/* ---- Learners ---- */

TEST(learners, refit_is_the_champion_of_evolve)
{
    struct sow_evolve_options evolve;
    OWNED(store) struct sow_store *store = open_scratch();
    smaller("weights:h1=0.5,h4=1,h6=0.75", "none");
    type_option(&sow_ablate_kind, &options, "features", "h1");
    TYPE(options.refit, "cma-es");
    type_option(&sow_ablate_kind, &options, "refit_options",
                "generations=3 population=4 games=1 candidate_games=1");
    (void)made(store);
    sow_run_kind_defaults(&sow_evolve_kind, &evolve);
    static const char *const SETTINGS[][2] = {
        {"optimizer", "cma-es"},  {"heuristics", "h4,h6"},
        {"fitness", "panel"},     {"opponents", "paper,divilly2013"},
        {"weight_min", "-1"},     {"generations", "3"},
        {"population", "4"},      {"games", "1"},
        {"candidate_games", "1"}, {"validation_games", "1"},
        {"measure", "no"}};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++)
        type_option(&sow_evolve_kind, &evolve, SETTINGS[i][0], SETTINGS[i][1]);
    struct asked asked = {
        .kind = &sow_evolve_kind, .rules = "awari", .options = &evolve, .seed = 7};
    int64_t id = make_run(store, &asked);
    struct sow_agent champion;
    char spec[32];
    (void)snprintf(spec, sizeof spec, "run:%lld", (long long)id);
    ck_ok(sow_players_parse(store, spec, &champion, &err));
    OWNED(text) char *wanted = sow_agent_spec(&champion);
    OWNED(text)
    char *found = csv_of(store, "SELECT player FROM ablations WHERE kind = 'refit' AND"
                                " feature = 'h1'");
    ck_assert_msg(strstr(found, wanted) != NULL, "%s is not %s", found, wanted);
    /* A refit without a feature is compared with that of all. */
    is_near(store,
            "SELECT count(*) FROM ablations a JOIN ablations b ON b.change = a.base WHERE"
            " a.feature = 'h1' AND b.kind = 'refit' AND b.feature IS NULL AND b.base = 0",
            1);
    sow_params_release(sow_evolve_kind.groups, &evolve);
}

TEST(learners, forward_keeps_the_first_features)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small("weights:h1=0.5,h4=1,h6=0.75", "none");
    type_option(&sow_ablate_kind, &options, "forward", "h6,h4,h1");
    (void)made(store);
    is_near(store, "SELECT count(*) FROM ablations", 4);
    is_near(
        store,
        "SELECT a.score - b.score FROM ablations a, ablations b WHERE a.change = 3 AND"
        " b.change = 0",
        0);
    is_near(store, "SELECT score FROM ablations WHERE change = 2",
            measured("weights:h4=1,h6=0.75", "awari", 1).score);
}

/* ---- Interruptions ---- */

TEST(resumed, stopped_run_goes_on)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct asked asked = {.kind = &sow_ablate_kind,
                          .rules = "awari",
                          .options = &options,
                          .seed = 7,
                          .stop = &commits.stop};
    smaller("weights:h1=0.5,h4=1,h6=0.75", "zero");
    type_option(&sow_ablate_kind, &options, "features", "h1");
    TYPE(options.refit, "random");
    type_option(&sow_ablate_kind, &options, "refit_options",
                "generations=2 population=3 games=1 candidate_games=1");
    commits.seen = 0;
    int64_t whole = made(store);
    int stops =
        stop_and_resume(store, &asked, (struct stop_points){commits.seen, 2}, whole);
    ck_assert_int_ge(stops, 3);
}

/* Stops a resumed run when it begins. */
static void stop_at_once(const struct sow_run_replay *replay)
{
    (void)replay;
    commits.stop.requested = true;
}

/* A stop while spreads are measured leaves a run that can be resumed. Its changes depend
   on the spreads. */
TEST(resumed, stop_before_the_first_change)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct asked asked = {.kind = &sow_ablate_kind,
                          .rules = "awari",
                          .options = &options,
                          .seed = 7,
                          .stop = &commits.stop};
    int64_t id = 0;
    sow_stop_heed(&commits.stop);
    smaller("weights:h1=0.5,h4=1,h6=0.75", "sign");
    commits.countdown = 4;
    ck_fails(try_run(store, &asked, &id, &err), SOW_INTERRUPTED, "");
    struct sow_run_replay replay = {
        .id = id,
        .with = {.threads = 1, .kernel = "portable", .stop = &commits.stop},
        .begin = stop_at_once};
    commits.stop.requested = false;
    ck_fails(sow_run_resume(store, &replay, &err), SOW_INTERRUPTED, "");
    commits.stop.requested = false;
    replay.begin = NULL;
    ck_ok(sow_run_resume(store, &replay, &err));
}
