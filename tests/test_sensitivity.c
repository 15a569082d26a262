/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "sensitivity": their games and evolutions, their conclusions, and that
   these do not depend on threads, kernel and interruptions. */
#include "sow/studies/sensitivity.h"

#include "resume_support.h"
#include "sow/statistics/statistics_scores.h"
#include "sow/studies/evolutions.h"

/* ---- Small runs ---- */

static struct sow_sensitivity_options options;

static void small(void)
{
    sow_params_release(sow_sensitivity_kind.groups, &options);
    sow_run_kind_defaults(&sow_sensitivity_kind, &options);
    type_option(&sow_sensitivity_kind, &options, "players", "divilly2013");
    type_option(&sow_sensitivity_kind, &options, "opponents", "h1,random");
    TYPE(options.options, "number_where,repetition,extra_turn");
    options.study.games = 30;
    options.evolutions = 3;
    options.generations = 2;
    options.population = 5;
    options.fitness_games = 1;
}

/* Sets options for a run without evolutions. */
static void replay_only(void)
{
    sow_params_release(sow_sensitivity_kind.groups, &options);
    sow_run_kind_defaults(&sow_sensitivity_kind, &options);
    type_option(&sow_sensitivity_kind, &options, "players", "divilly2013");
    type_option(&sow_sensitivity_kind, &options, "opponents", "h1,random");
    TYPE(options.options, "number_where,repetition,extra_turn");
    options.study.games = 30;
    options.refit = SOW_REFIT_NONE;
}

static enum sow_status execute(struct sow_store *store, const char *variant,
                               const char *kernel, int64_t *id, struct sow_err *err)
{
    struct sow_variant base;
    ck_assert_int_eq(sow_variant_builtin(variant, &base, err), SOW_OK);
    enum sow_status status = sow_sensitivity_take(&options, &base, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_request request = {
        .kind = &sow_sensitivity_kind,
        .variant = variant,
        .rules = &base.rules,
        .options = &options,
        .label = "",
        .seed = 7,
        .with.threads = 2,
        .with.kernel = kernel,
        .with.stop = &commits.stop,
    };
    return sow_run_execute(store, &request, id, err);
}

static int64_t made(struct sow_store *store, const char *kernel)
{
    struct sow_err err;
    int64_t id;
    ck_ok(execute(store, "awari", kernel, &id, &err));
    return id;
}

static void is_near(struct sow_store *store, const char *sql, double wanted)
{
    double value = real_of(store, sql);
    ck_assert_msg(fabs(value - wanted) < 1e-8, "%s gives %.12g, not %.12g", sql, value,
                  wanted);
}

/* ---- Games and evolutions ---- */

TEST(content, flips_are_stored)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    (void)made(store, "auto");
    /* The base, two rows to capture in, two repetition rules, and no extra turn. */
    is_near(store, "SELECT count(*) FROM flips", 6);
    is_near(store, "SELECT count(*) FROM flips WHERE left_out IS NULL", 5);
    is_near(store,
            "SELECT count(*) FROM flips WHERE flip = 5 AND option = 'extra_turn' AND"
            " old_value = 'no' AND new_value = 'yes' AND left_out LIKE '%needs%'",
            1);
    is_near(store,
            "SELECT count(*) FROM flips WHERE flip = 2 AND variant ="
            " 'awari number_where=either'",
            1);
    is_near(store,
            "SELECT count(DISTINCT v.rules) FROM match_variants v JOIN flips f"
            " ON f.run_id = v.run_id AND f.variant = v.variant",
            5);
    /* Vectors are evolved only for rules that fast kernels can play, not for repetition
       rules. */
    is_near(store, "SELECT count(*) FROM evolutions", 9);
    is_near(store, "SELECT count(DISTINCT setting) FROM evolutions", 3);
    is_near(store, "SELECT min(seed) * 100 + max(seed) FROM evolutions", 709);
    is_near(store, "SELECT count(*) FROM matches", 5 * 3 + 3 * 3 * 3 + 2 * 3);
}

TEST(content, slow_rules_are_refitted_on_request)
{
    int64_t id;
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    options.refit_slow = true;
    options.evolutions = 1;
    (void)made(store, "auto");
    is_near(store, "SELECT count(DISTINCT setting) FROM evolutions", 5);
    /* If the base itself has no fast kernel, there is nothing to compare with. */
    small();
    TYPE(options.options, "number_where");
    ck_ok(execute(store, "oware-abapa", "auto", &id, &err));
    is_near(store, "SELECT count(*) FROM evolutions WHERE run_id = 2", 0);
    is_near(store, "SELECT count(*) FROM sensitivity WHERE run_id = 2", 6);
    replay_only();
    (void)made(store, "auto");
    is_near(store, "SELECT count(*) FROM evolutions WHERE run_id = 3", 0);
}

TEST(content, evolution_is_one_of_its_own)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    (void)made(store, "auto");
    static struct sow_evolve_options evolve;
    sow_run_kind_defaults(&sow_evolve_kind, &evolve);
    evolve.games = 1;
    evolve.optimizer.generations = 2;
    evolve.optimizer.population = 5;
    ck_ok(sow_evolve_genes_find(&evolve.reading, &err));
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("awari", &variant, &err));
    variant.rules.number_where = SOW_WHERE_OWN;
    struct sow_run_request request = {.kind = &sow_evolve_kind,
                                      .variant = "any name",
                                      .rules = &variant.rules,
                                      .options = &evolve,
                                      .label = "",
                                      .seed = 9,
                                      .with.threads = 1,
                                      .with.kernel = "plain",
                                      .with.stop = &commits.stop};
    int64_t id;
    ck_ok(sow_run_execute(store, &request, &id, &err));
    /* The comparison is exact: weights are text, and reals are compared bit for bit. */
    is_near(store,
            "SELECT count(*) FROM evolutions e JOIN champions c ON c.run_id = 2 AND"
            " e.weights = c.weights AND e.fitness = c.fitness AND e.score = c.score"
            " WHERE e.setting = 'number_where: opponent -> own' AND e.seed = 9",
            1);
}

TEST(content, evolutions_are_made_once)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static struct sow_evolve_options evolve;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("awari", &variant, &err));
    sow_run_kind_defaults(&sow_evolve_kind, &evolve);
    evolve.optimizer.generations = 1;
    evolve.optimizer.population = 2;
    ck_ok(sow_evolve_genes_find(&evolve.reading, &err));
    struct sow_run run = {.source = store,
                          .sink = store,
                          .id = add_run(store, "sensitivity"),
                          .seed = INT64_MAX,
                          .with.threads = 1,
                          .with.kernel = "auto",
                          .with.stop = &commits.stop};
    struct sow_evolution_setting setting = {"one", "awari", &variant.rules, "rules",
                                            &evolve};
    struct sow_evolution_plan plan = {&setting, 1, 2};
    struct sow_evolution made_first[2];
    struct sow_evolution found[2];
    ck_assert_uint_eq(sow_evolution_seed(&run, 0), INT64_MAX);
    ck_assert_uint_eq(sow_evolution_seed(&run, 1), 0);
    ck_ok(sow_evolutions_make(&run, &plan, made_first, &err));
    commits.seen = 0;
    ck_ok(sow_evolutions_make(&run, &plan, found, &err));
    ck_assert_int_eq(commits.seen, 0);
    for (int i = 0; i < 2; i++)
        ck_assert(sow_agent_alike(&made_first[i].agent, &found[i].agent));
    ck_assert_mem_eq(found[1].genes, made_first[1].genes, sizeof found[1].genes);
    setting.name = "another";
    ck_fails(sow_evolutions_make(&run, &plan, found, &err), SOW_BAD_DATA,
             "does not belong to the run");
    setting.name = "one";
    plan.evolutions = 3;
    sow_stop_request(&commits.stop);
    ck_fails(sow_evolutions_make(&run, &plan, found, &err), SOW_INTERRUPTED, "stopped");
}

/* Three evolutions at once, or all one after another on all threads, give the same. */
TEST(content, threads_make_the_same_evolutions)
{
    enum { EVOLUTIONS = 4 };
    static struct sow_evolve_options evolve;
    struct sow_evolution results[2][EVOLUTIONS];
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("awari", &variant, &err));
    sow_run_kind_defaults(&sow_evolve_kind, &evolve);
    evolve.optimizer.generations = 2;
    evolve.optimizer.population = 4;
    ck_ok(sow_evolve_genes_find(&evolve.reading, &err));
    struct sow_evolution_setting setting = {"one", "awari", &variant.rules, "rules",
                                            &evolve};
    struct sow_evolution_plan plan = {&setting, 1, EVOLUTIONS};
    memset(results, 0, sizeof results);
    for (int i = 0; i < 2; i++) {
        OWNED(store) struct sow_store *store = open_scratch();
        struct sow_run run = {.source = store,
                              .sink = store,
                              .id = add_run(store, "sensitivity"),
                              .seed = 5,
                              .with.threads = i == 0 ? 1 : 3,
                              .with.kernel = "auto",
                              .with.stop = &commits.stop};
        ck_ok(sow_evolutions_make(&run, &plan, results[i], &err));
    }
    for (int e = 0; e < EVOLUTIONS; e++) {
        ck_assert_mem_eq(results[0][e].genes, results[1][e].genes,
                         sizeof results[0][e].genes);
        ck_assert_double_eq(results[0][e].score, results[1][e].score);
    }
}

/* ---- Conclusions ---- */

TEST(conclusions, player_is_measured)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    (void)made(store, "auto");
    is_near(store, "SELECT count(*) FROM sensitivity WHERE measure = 'score'", 5);
    is_near(store, "SELECT count(*) FROM sensitivity WHERE measure = 'advantage'", 5);
    is_near(store,
            "SELECT sum(abs(s.value - (SELECT avg(score) FROM seat_scores c"
            " WHERE c.variant = s.variant AND c.player = 'divilly2013' AND"
            " c.opponent <> c.player AND c.seat <> 'both')))"
            " FROM sensitivities s WHERE measure = 'score'",
            0);
    is_near(store,
            "SELECT sum(abs(s.value - (SELECT (first_score - second_score) / 2"
            " FROM match_scores m WHERE m.variant = s.variant AND"
            " m.player = 'divilly2013' AND m.opponent = 'divilly2013')))"
            " FROM sensitivities s WHERE measure = 'advantage'",
            0);
    is_near(store,
            "SELECT sum(abs(s.difference - (s.value - b.value))) FROM sensitivity s"
            " JOIN sensitivity b USING (run_id, measure) WHERE b.flip = 0 AND s.flip > 0"
            " AND measure NOT IN ('duel', 'gain')",
            0);
    is_near(store,
            "SELECT count(*) FROM sensitivity WHERE NOT (low <= value AND value <= high"
            " AND difference_low <= difference AND difference <= difference_high)",
            0);
    /* The squared distance of a difference to its limit is the sum of both squared
       distances. */
    is_near(store,
            "SELECT sum(abs(pow(s.difference - s.difference_low, 2)"
            " - pow(s.value - s.low, 2) - pow(b.high - b.value, 2)))"
            " FROM sensitivity s JOIN sensitivity b USING (run_id, measure)"
            " WHERE b.flip = 0 AND s.flip > 0 AND measure IN ('score', 'advantage')",
            0);
}

TEST(conclusions, champions_are_measured)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    (void)made(store, "auto");
    is_near(store, "SELECT count(*) FROM sensitivity WHERE measure = 'gain'", 2);
    is_near(store,
            "SELECT sum(abs(s.value - (SELECT avg(m.score) FROM evolutions e JOIN"
            " match_scores m ON m.variant = e.variant AND m.player = e.player WHERE"
            " e.variant = s.variant AND m.opponent IN ('h1', 'random'))))"
            " FROM sensitivities s WHERE measure = 'refit_score'",
            0);
    /* The reported duel is that of a variant's best evolved vector. */
    is_near(store,
            "WITH replays AS (SELECT e.variant, e.player, avg(m.score) AS score"
            " FROM evolutions e JOIN match_scores m ON m.variant = e.variant AND"
            " m.player = e.player WHERE m.opponent IN ('h1', 'random') GROUP BY 1, 2)"
            " SELECT count(*) FROM sensitivities s JOIN replays r USING (variant, player)"
            " JOIN match_scores m USING (variant, player) WHERE measure = 'duel' AND"
            " r.score = (SELECT max(score) FROM replays o WHERE o.variant = r.variant)"
            " AND m.opponent = 'divilly2013' AND abs(m.score - s.value) < 1e-9",
            3);
    is_near(store,
            "SELECT sum(abs(s.value - (SELECT avg(m.score) FROM evolutions e JOIN"
            " evolutions b ON b.seed = e.seed AND b.setting = 'base' JOIN match_scores m"
            " ON m.variant = e.variant AND m.player = e.player AND m.opponent = b.player"
            " WHERE e.variant = s.variant))) FROM sensitivities s WHERE measure = 'gain'",
            0);
    is_near(store,
            "SELECT max(abs(difference - value + 0.5)) FROM sensitivity WHERE"
            " measure IN ('duel', 'gain')",
            0);
    is_near(store,
            "SELECT sum(abs(s.value - (SELECT avg(json_extract(weights, '$[' ||"
            " (substr(s.measure, 2) - 1) || ']') / (SELECT max(value) FROM"
            " json_each(weights))) FROM evolutions e WHERE e.variant = s.variant)))"
            " FROM sensitivities s WHERE measure LIKE 'h_'",
            0);
    is_near(store, "SELECT count(*) FROM sensitivity WHERE measure LIKE 'h_'", 18);
}

/* Holm 1979: the k-th smallest of n p-values, times n - k + 1. It is not below the one
   before it, and at most 1. */
TEST(conclusions, families_are_adjusted)
{
    static const char *const FAMILIES[] = {"= 'score'",       "= 'advantage'",
                                           "= 'refit_score'", "= 'duel'",
                                           "= 'gain'",        "LIKE 'h_'"};
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    (void)made(store, "auto");
    for (size_t i = 0; i < sizeof FAMILIES / sizeof FAMILIES[0]; i++) {
        char sql[512];
        (void)snprintf(
            sql, sizeof sql,
            "WITH tests AS (SELECT p, p_adjusted, row_number() OVER (ORDER BY p) AS k,"
            " count(*) OVER () AS n FROM sensitivity WHERE p NOT NULL AND measure %s)"
            " SELECT count(*) - 100 * sum(abs(p_adjusted - (SELECT min(1,"
            " max(o.p * (o.n - o.k + 1))) FROM tests o WHERE o.k <= tests.k)) > 1e-8)"
            " > 0 FROM tests",
            FAMILIES[i]);
        is_near(store, sql, 1);
    }
    is_near(store,
            "SELECT count(*) FROM sensitivity WHERE verdict <> CASE WHEN difference IS"
            " NULL THEN 'base' WHEN p_adjusted >= 0.05 THEN 'undecided'"
            " WHEN difference > 0 THEN 'higher' ELSE 'lower' END",
            0);
}

static double advantage_of(struct sow_store *store, const char *what, int64_t id)
{
    char sql[256];
    (void)snprintf(sql, sizeof sql,
                   "SELECT %s FROM matches m JOIN sensitivity s USING (run_id)"
                   " WHERE run_id = %lld AND m.player = m.opponent AND m.match < 3 AND"
                   " flip = 0 AND measure = 'advantage'",
                   what, (long long)id);
    return real_of(store, sql);
}

/* Two games from one opening, one in each seat, may end alike. They count once. */
TEST(conclusions, games_from_one_opening_count_once)
{
    OWNED(store) struct sow_store *store = open_scratch();
    for (int plies = 0; plies <= 4; plies += 4) {
        replay_only();
        TYPE(options.options, "seeds");
        options.study.random_plies = plies;
        int64_t id = made(store, "auto");
        struct sow_tally both = {
            llround(advantage_of(store, "first_wins + second_losses", id)),
            llround(advantage_of(store, "first_draws + second_draws", id)),
            llround(advantage_of(store, "first_losses + second_wins", id))};
        struct sow_match_score score = sow_score_of_games(&both, SOW_LEVEL);
        double games = score.equivalent_games / (plies > 0 ? 2.0 : 1.0);
        struct sow_interval wanted = sow_interval_score(score.mean, games, SOW_LEVEL);
        ck_assert_int_eq(score.games, 60);
        ck_assert_double_eq_tol(advantage_of(store, "low", id), wanted.low - 0.5, 1e-8);
        ck_assert_double_eq_tol(advantage_of(store, "high", id), wanted.high - 0.5, 1e-8);
    }
}

TEST(conclusions, one_evolution_has_no_interval)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    options.evolutions = 1;
    (void)made(store, "auto");
    is_near(store,
            "SELECT count(*) FROM sensitivity WHERE measure = 'h4' AND low IS NULL AND"
            " p IS NULL AND verdict IN ('base', 'undecided')",
            3);
}

/* ---- Resume and replay ---- */

TEST(resumed, same_content_for_any_kernel)
{
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    int64_t whole = made(store, "auto");
    has_digest_of(store, made(store, "plain"), whole);
    has_digest_of(store, made(store, "portable"), whole);
}

TEST(resumed, stopped_run_goes_on)
{
    OWNED(store) struct sow_store *store = open_scratch();
    const struct asked asked = {.kind = &sow_sensitivity_kind,
                                .rules = "awari",
                                .options = &options,
                                .seed = 7,
                                .threads = 2,
                                .stop = &commits.stop};
    small();
    commits.seen = 0;
    int64_t whole = made(store, "auto");
    ck_assert_int_gt(commits.seen, 40);
    /* The stops are in evolutions, between them, in the match list, and between
       slices. */
    int stops =
        stop_and_resume(store, &asked, (struct stop_points){commits.seen - 2, 5}, whole);
    ck_assert_int_ge(stops, 8);
}

TEST(resumed, run_is_replayed)
{
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    options.study.random_plies = 2;
    options.fitness = SOW_FITNESS_PANEL;
    struct sow_run_replay replay = {
        .id = made(store, "auto"), .with.threads = 1, .with.kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
    ck_assert_int_gt(verdict.rows, 100);
}

TEST(content, heuristics_are_chosen)
{
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    TYPE(options.options, "seeds,extra_turn");
    TYPE(options.heuristics, "H7,h4");
    struct sow_run_replay replay = {.with.threads = 1, .with.kernel = "auto"};
    ck_ok(execute(store, "kalah", "auto", &replay.id, &err));
    is_near(store, "SELECT count(*) FROM flips WHERE left_out IS NULL", 4);
    /* Without extra turns h7 makes no sense, and no vector is evolved. */
    is_near(store,
            "SELECT count(*) FROM evolutions WHERE json_array_length(weights) = 2"
            " AND setting NOT LIKE '%extra_turn%'",
            3 * 3);
    is_near(store, "SELECT count(*) FROM evolutions", 3 * 3);
    is_near(store,
            "SELECT count(DISTINCT measure) FROM sensitivity"
            " WHERE measure LIKE 'h_' AND measure IN ('h4', 'h7')",
            2);
    is_near(store, "SELECT count(*) FROM sensitivity WHERE measure LIKE 'h_'", 2 * 3);
    is_near(store, "SELECT parameters ->> 'heuristics' = 'h7,h4' FROM runs", 1);
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
}

/* ---- Refusals ---- */

TEST(refused, wrong_requests_are_refused)
{
    int64_t id = 0;
    OWNED(store) struct sow_store *store = open_scratch();
    small();
    type_option(&sow_sensitivity_kind, &options, "players", "h1,h2");
    ck_fails(execute(store, "awari", "auto", &id, &err), SOW_USAGE,
             "several players are named");
    small();
    TYPE(options.options, "pts");
    ck_fails(execute(store, "awari", "auto", &id, &err), SOW_USAGE,
             "did you mean 'pits'");
    small();
    options.elitism = 9;
    ck_fails(execute(store, "awari", "auto", &id, &err), SOW_USAGE, "elitism");
    replay_only();
    options.population = 7;
    ck_fails(execute(store, "awari", "auto", &id, &err), SOW_USAGE,
             "'--population' has no effect here: it needs --refit evolve");
    replay_only();
    options.refit_slow = true;
    ck_fails(execute(store, "awari", "auto", &id, &err), SOW_USAGE,
             "'--refit-slow' has no effect here");
    ck_assert_int_eq(id, 0);
}

/* Makes stored options that contradict each other. */
static void damage(int how)
{
    static const char *const FLIPS[] = {"", "pits\t6\t5\n", "pits\t6\t5\tno\n",
                                        "pits\t6\t5\t\tmore\n"};
    if (how < 4) {
        free(options.flips);
        options.flips = strdup(FLIPS[how]);
    } else if (how == 4)
        TYPE(options.refits, "1");
    else
        TYPE(options.refits, "01111");
}

TEST_LOOP(refused, damaged_records_are_refused, 0, 6)
{
    int64_t id;
    struct sow_variant base;
    OWNED(store) struct sow_store *store = open_scratch();
    ck_ok(sow_variant_builtin("awari", &base, &err));
    small();
    TYPE(options.options, "number_where,repetition");
    ck_ok(sow_sensitivity_take(&options, &base, &err));
    damage(_i);
    struct sow_run_request request = {.kind = &sow_sensitivity_kind,
                                      .variant = "awari",
                                      .rules = &base.rules,
                                      .options = &options,
                                      .label = "",
                                      .with.threads = 1,
                                      .with.kernel = "auto",
                                      .with.stop = &commits.stop};
    ck_fails(sow_run_execute(store, &request, &id, &err), SOW_BAD_DATA, "damaged");
}
