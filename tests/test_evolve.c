/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of evolutions. Fitness is computed again, game by game, from
   docs/reference/method.md, and old runs keep their digests. */
#include "evolve_support.h"
#include "sow/evolution/evolve_hall.h"
#include "sow/heuristics/state_features.h"
#include "sow/store/tables/runs.def"

#include <math.h>

/* ---- Fitness, computed again ---- */

enum { GENERATIONS = 9, POPULATION = 4 };

/* Values that a run has stored. */
struct history {
    double genes[GENERATIONS][POPULATION][GENES];
    double fitness[GENERATIONS][POPULATION];
    int best[GENERATIONS];
};

static void read_history(struct sow_store *store, int64_t id, struct history *history)
{
    read_individuals(store, id, GENERATIONS, POPULATION, history->genes[0][0],
                     history->fitness[0]);
    for (int g = 0; g < GENERATIONS; g++) {
        history->best[g] = 0;
        for (int i = 1; i < POPULATION; i++)
            if (history->fitness[g][i] > history->fitness[g][history->best[g]])
                history->best[g] = i;
    }
}

static const char *const VARIANTS[] = {"awari", "vai-lung-thlan"};
static const char *const PANEL[] = {"h1", "random", "order:h4,h6"};

enum { VARIANT_COUNT = 2, PANEL_COUNT = 3, GAMES = 3 };

/* Games of an agent against the panel. */
struct meeting {
    enum sow_purpose purpose;
    int generation;
    int part;
    int games;
};

static double panel_score(const struct sow_agent *agent, const struct meeting *meeting,
                          int variant, double *worst)
{
    struct sow_rules rules = rules_of(VARIANTS[variant]);
    int points = 0;
    for (int o = 0; o < PANEL_COUNT; o++)
        for (int seat = 0; seat < 2; seat++) {
            struct sow_agent opponent = agent_of(PANEL[o]);
            struct encounter encounter = {&rules, agent, &opponent,
                                          fixed_stream(meeting->purpose,
                                                       meeting->generation, variant,
                                                       meeting->part, o),
                                          meeting->games};
            points += play(&encounter, seat, false);
            double wins = play(&encounter, seat, true);
            *worst = fmin(*worst, wins / meeting->games);
        }
    return points / (2.0 * 2 * meeting->games * PANEL_COUNT);
}

/* Plays against the panel. Returns the worst win rate, and sets @p scores to the mean
   scores by variant. */
static double measure_panel(const double *genes, int generation,
                            double scores[VARIANT_COUNT])
{
    struct sow_agent agent;
    const struct meeting meeting = {SOW_PURPOSE_TRIAL, generation, 1, GAMES};
    play_weights(&agent, genes);
    double worst = 1.0;
    for (int v = 0; v < VARIANT_COUNT; v++)
        scores[v] = panel_score(&agent, &meeting, v, &worst);
    return worst;
}

static const struct setting ON_PANEL[] = {{"population", "4"},
                                          {"generations", "9"},
                                          {"games", "3"},
                                          {"fitness", "panel"},
                                          {"variants", "awari,vai-lung-thlan"},
                                          {"opponents", "h1 random order:h4,h6"}};

TEST_LOOP(fitness, panels_are_met_as_told, 0, 2)
{
    struct setting settings[8] = {{NULL, NULL}};
    memcpy(settings, ON_PANEL, sizeof ON_PANEL);
    settings[6] = (struct setting){"objective", _i == 0 ? "mean" : "worst"};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    double least = 1.0;
    for (int g = 0; g < GENERATIONS; g += 4)
        for (int i = 0; i < POPULATION; i++) {
            double score[VARIANT_COUNT];
            double worst = measure_panel(history.genes[g][i], g, score);
            double mean = (score[0] + score[1]) / VARIANT_COUNT;
            double value = _i == 0 ? mean : worst;
            ck_assert_double_eq_tol(history.fitness[g][i], value, 1e-15);
            least = fmin(least, value);
        }
    ck_assert_double_lt(least, 1.0);
}

TEST(fitness, regret_is_the_greatest_shortfall)
{
    enum { VALIDATION_GAMES = 3 };
    struct setting settings[10] = {{NULL, NULL}};
    memcpy(settings, ON_PANEL, sizeof ON_PANEL);
    settings[6] = (struct setting){"objective", "regret"};
    settings[7] = (struct setting){"references", "h1 divilly2013 order:h6"};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    static const char *const REFERENCES[] = {"h1", "divilly2013", "order:h6"};
    const struct meeting meeting = {SOW_PURPOSE_SELECTION, 0, 3, VALIDATION_GAMES};
    double reference[VARIANT_COUNT] = {0.0, 0.0};
    for (int v = 0; v < VARIANT_COUNT; v++)
        for (int r = 0; r < 3; r++) {
            struct sow_agent agent = agent_of(REFERENCES[r]);
            double worst = 1.0;
            reference[v] = fmax(reference[v], panel_score(&agent, &meeting, v, &worst));
        }
    for (int g = 0; g < GENERATIONS; g += 4)
        for (int i = 0; i < POPULATION; i++) {
            double score[VARIANT_COUNT];
            (void)measure_panel(history.genes[g][i], g, score);
            double shortfall = fmax(reference[0] - score[0], reference[1] - score[1]);
            ck_assert_double_eq_tol(history.fitness[g][i], 1.0 - shortfall, 1e-15);
        }
}

/* Returns the sum of exp(-x / t) over the panel by the rules of one variant, where x is
   the score against an opponent in both seats. */
static double soft_sum(const struct sow_agent *agent, int generation, int games,
                       int variant)
{
    const double t = 0.1;
    struct sow_rules rules = rules_of(VARIANTS[variant]);
    double sum = 0.0;
    for (int o = 0; o < PANEL_COUNT; o++) {
        struct sow_agent opponent = agent_of(PANEL[o]);
        struct encounter encounter = {
            &rules, agent, &opponent,
            fixed_stream(SOW_PURPOSE_TRIAL, generation, variant, 1, o), games};
        int halves = play(&encounter, 0, false) + play(&encounter, 1, false);
        sum += exp(-halves / (2.0 * 2 * games) / t);
    }
    return sum;
}

TEST(fitness, softmin_is_a_mean_of_exponentials)
{
    enum { SOFT_GAMES = 20 };
    struct setting settings[10] = {{NULL, NULL}};
    memcpy(settings, ON_PANEL, sizeof ON_PANEL);
    settings[2].value = "20";
    settings[6] = (struct setting){"objective", "softmin"};
    settings[7] = (struct setting){"softmin_t", "0.1"};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    for (int g = 0; g < GENERATIONS; g += 8)
        for (int i = 0; i < POPULATION; i++) {
            struct sow_agent agent;
            play_weights(&agent, history.genes[g][i]);
            double sum = 0.0;
            for (int v = 0; v < VARIANT_COUNT; v++)
                sum += soft_sum(&agent, g, SOFT_GAMES, v);
            double value = -0.1 * log(sum / (VARIANT_COUNT * PANEL_COUNT));
            ck_assert_double_eq_tol(history.fitness[g][i], value, 1e-9);
        }
}

TEST(fitness, quantile_is_between_the_variants)
{
    struct setting settings[10] = {{NULL, NULL}};
    memcpy(settings, ON_PANEL, sizeof ON_PANEL);
    settings[6] = (struct setting){"objective", "quantile"};
    settings[7] = (struct setting){"quantile_share", "0.25"};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    int apart = 0;
    for (int g = 0; g < GENERATIONS; g += 4)
        for (int i = 0; i < POPULATION; i++) {
            double score[VARIANT_COUNT];
            (void)measure_panel(history.genes[g][i], g, score);
            double value =
                0.75 * fmin(score[0], score[1]) + 0.25 * fmax(score[0], score[1]);
            ck_assert_double_eq_tol(history.fitness[g][i], value, 1e-15);
            apart += fabs(score[0] - score[1]) > 0.01;
        }
    ck_assert_int_gt(apart, 0);
}

/* Copies of one individual differ in fitness against the population, where luck is part
   of it. They do not differ against a panel, where all have the same random numbers. */
TEST_LOOP(fitness, copies_have_the_same_luck_against_a_panel, 0, 2)
{
    struct setting settings[10] = {{"population", "4"},   {"generations", "9"},
                                   {"crossover", "none"}, {"mutation_rate", "0"},
                                   {"games", "5"},        {NULL, NULL}};
    if (_i == 1)
        settings[5] = (struct setting){"fitness", "panel"};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    static struct history history;
    read_history(store, id, &history);
    int different = 0;
    int pairs = 0;
    int changed = 0;
    for (int g = 0; g < GENERATIONS; g++)
        for (int i = 1; i < POPULATION; i++) {
            bool copies = same_genes(history.genes[g][i], history.genes[g][0]);
            pairs += copies;
            different +=
                copies && fabs(history.fitness[g][i] - history.fitness[g][0]) > 0.0;
            changed +=
                g > 0 && fabs(history.fitness[g][0] - history.fitness[g - 1][0]) > 0;
        }
    ck_assert_int_gt(pairs, 3);
    if (_i == 1)
        ck_assert_int_eq(different, 0);
    else
        ck_assert_int_gt(different, 0);
    ck_assert_int_gt(changed, 0); /* the next generation has other random numbers */
}

TEST(fitness, games_grow)
{
    static const struct setting SETTINGS[] = {
        {"games", "2"}, {"final_games", "5"}, {"generations", "4"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", SETTINGS);
    /* There are 6 x 6 pairs in two seats, with 2, 3, 4 and 5 games. */
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM generations WHERE run_id = ?1 AND"
                             " games = 72 * (2 + generation)",
                             id),
                     4);
}

/* ---- Features ---- */

static void expect_features(struct sow_store *store, int64_t id, const char *features,
                            const char *list)
{
    char wanted[500];
    struct sow_run_row row = read_run(store, id);
    (void)snprintf(wanted, sizeof wanted, "\"features\":\"%s\"", features);
    ck_assert_msg(strstr(row.parameters, wanted) != NULL, "%s", row.parameters);
    (void)snprintf(wanted, sizeof wanted, "\"feature_list\":\"%s\"", list);
    ck_assert_msg(strstr(row.parameters, wanted) != NULL, "%s", row.parameters);
    sow_run_row_release(&row);
}

/* The best of every generation, rebuilt here as a player, has the stored score. */
TEST(features, features_are_weighed)
{
    enum { TERMS = 3 };
    static const struct setting SETTINGS[] = {{"genome", "features"},
                                              {"features", "best_gain,h6,opponent_h1"},
                                              {"weight_min", "-2"},
                                              {"weight_max", "0.5"},
                                              {"games", "3"},
                                              {"fitness", "panel"},
                                              {"variants", "awari,vai-lung-thlan"},
                                              {"opponents", "h1 random order:h4,h6"},
                                              {NULL, NULL}};
    const int features[TERMS] = {sow_state_feature_find("best_gain"),
                                 sow_state_feature_find("h6"),
                                 sow_state_feature_find("opponent_h1")};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", SETTINGS);
    for (int g = 0; g < 3; g++) {
        double *genes = NULL;
        int count = 0;
        ck_ok(sow_store_read_best_individual(store, id, g, &genes, &count, &err));
        ck_assert_int_eq(count, TERMS);
        struct sow_agent agent;
        const struct meeting meeting = {SOW_PURPOSE_TRIAL, g, 1, GAMES};
        sow_agent_state(&agent, features, genes, TERMS);
        double worst = 1.0;
        double score = (panel_score(&agent, &meeting, 0, &worst) +
                        panel_score(&agent, &meeting, 1, &worst)) /
                       VARIANT_COUNT;
        for (int i = 0; i < TERMS; i++)
            ck_assert(genes[i] >= -2.0 && genes[i] <= 0.5);
        char sql[200];
        (void)snprintf(sql, sizeof sql,
                       "SELECT count(*) FROM generations WHERE run_id = ?1 AND"
                       " generation = %d AND abs(best - %.17g) < 1e-14",
                       g, score);
        ck_assert_int_eq(integer(store, sql, id), 1);
        free(genes);
    }
}

static const struct {
    struct setting settings[3];
    const char *features;
    const char *list;
} LISTS[] = {
    {{{"features", "h"}}, "h1,h2,h3,h4,h5,h6", "h"},
    {{{"features", "opponent_h6,diff_h4,h1"}},
     "h4,store_difference,h1",
     "opponent_h6,diff_h4,h1"},
    {{{"features", "fairkalah"}}, "store_difference,relative_mobility", "fairkalah"},
    /* A feature that only the second of the variants has comes last. */
    {{{"features", "fairkalah,h,-h2"}, {"variants", "awari,kalah"}},
     "store_difference,relative_mobility,h1,h3,h4,h5,h6,diff_free_moves",
     "fairkalah,h,-h2"},
    {{{"features", "free_moves"}, {"variants", "awari,kalah"}},
     "free_moves",
     "free_moves"},
};

TEST_EACH(features, lists_are_recorded_in_full, LISTS)
{
    struct setting settings[5] = {{"genome", "features"}, {"generations", "1"}};
    memcpy(settings + 2, LISTS[_i].settings, sizeof LISTS[_i].settings);
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", settings);
    expect_features(store, id, LISTS[_i].features, LISTS[_i].list);
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {
        .id = id, .with.threads = 2, .with.kernel = "portable"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
}

TEST(features, the_default_list)
{
    static const struct setting SETTINGS[] = {{"genome", "features"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "kalah", SETTINGS);
    struct sow_rules rules = rules_of("kalah");
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    ck_ok(sow_state_feature_list("default", &rules, features, &count, &err));
    char names[500] = "";
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : ",",
                       sow_state_features.rows[features[i]].name);
    }
    expect_features(store, id, names, "default");
}

/* ---- Candidates ---- */

/* Candidates are the best of the different individuals. If several are equal, the first
   is taken. */
TEST(champion, candidates_are_the_best)
{
    static const struct setting SETTINGS[] = {{"population", "30"},
                                              {"candidates", "12"},
                                              {"mutation_rate", "0.02"},
                                              {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", SETTINGS);
    ck_assert_int_eq(
        integer(store, "SELECT count(*) FROM candidates WHERE run_id = ?1", id), 12);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM candidates a JOIN candidates b"
                             " USING (run_id) WHERE run_id = ?1 AND a.candidate <"
                             " b.candidate AND (a.fitness < b.fitness OR a.fitness ="
                             " b.fitness AND a.individual > b.individual)",
                             id),
                     0);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM individuals WHERE run_id = ?1 AND"
                             " generation = 2 AND fitness > (SELECT min(fitness) FROM"
                             " candidates) AND weights NOT IN (SELECT weights FROM"
                             " candidates)",
                             id),
                     0);
}

/* Orders that begin with the same heuristic are different opponents. */
TEST(champion, nobody_is_left_out)
{
    static const struct setting SETTINGS[] = {
        {"fitness", "panel"}, {"opponents", "order:h4 order:h4,h1"}, {NULL, NULL}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", SETTINGS);
    ck_assert_int_eq(integer(store,
                             "SELECT count(*) FROM matches WHERE run_id = ?1 AND"
                             " opponent IN ('order:h4', 'order:h4,h1')",
                             id),
                     2);
}

/* ---- The hall of fame ---- */

/* Finds the members of the hall of fame that are met in a generation. Entrants are 0, 1,
   .. by generation, and 2, 5, 8 are held out. From the others, the first and the last are
   met. */
static int members_met(int generation, int members[2])
{
    int left[GENERATIONS];
    int count = 0;
    for (int g = 0; g < generation; g++)
        if (g % 3 != 2)
            left[count++] = g;
    if (count > 0)
        members[0] = left[0];
    if (count > 1)
        members[1] = left[count - 1];
    return count > 2 ? 2 : count;
}

static double measure_mixed(const struct history *history, int generation, int individual)
{
    struct sow_rules rules = rules_of("erherhe");
    struct sow_agent agent;
    play_weights(&agent, history->genes[generation][individual]);
    int points[3] = {0, 0, 0};
    int members[2];
    int met = members_met(generation, members);
    const int counts[3] = {POPULATION, PANEL_COUNT, met};
    for (int seat = 0; seat < 2; seat++)
        for (int part = 0; part < 3; part++)
            for (int o = 0; o < counts[part]; o++) {
                struct sow_agent opponent;
                struct sow_stream stream =
                    fixed_stream(SOW_PURPOSE_TRIAL, generation, 0, part, o);
                if (part == 0)
                    stream = (struct sow_stream){
                        SOW_PURPOSE_FITNESS,
                        {(uint64_t)generation, (uint64_t)individual, (uint64_t)o, 0}};
                if (part == 1)
                    opponent = agent_of(PANEL[o]);
                else
                    play_weights(
                        &opponent,
                        part == 0
                            ? history->genes[generation][o]
                            : history->genes[members[o]][history->best[members[o]]]);
                struct encounter encounter = {&rules, &agent, &opponent, stream, GAMES};
                points[part] += play(&encounter, seat, false);
            }
    double sum = 0.0;
    double shares = 0.0;
    static const double SHARE[3] = {1.0, 0.5, 2.0};
    for (int part = 0; part < 3; part++)
        if (counts[part] > 0) {
            sum += SHARE[part] * points[part] / (4.0 * GAMES * counts[part]);
            shares += SHARE[part];
        }
    return sum / shares;
}

TEST(hall, halls_are_met_as_told)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = evolve(store, "erherhe", IN_HALL);
    static struct history history;
    read_history(store, id, &history);
    static const int CHECKED[] = {0, 1, 3, 6, 8};
    for (size_t k = 0; k < sizeof CHECKED / sizeof CHECKED[0]; k++)
        for (int i = 0; i < POPULATION; i++)
            ck_assert_double_eq_tol(history.fitness[CHECKED[k]][i],
                                    measure_mixed(&history, CHECKED[k], i), 1e-15);
    /* Opponents in the validation: eight fixed ones, the order of the panel, and two of
       the three held out. These are the best of generations 2 and 8, or the same one
       twice. */
    int64_t matches =
        integer(store, "SELECT count(*) FROM matches WHERE run_id = ?1", id);
    ck_assert_int_ge(matches, 10);
    ck_assert_int_le(matches, 11);
    struct sow_agent held;
    play_weights(&held, history.genes[2][history.best[2]]);
    OWNED(text) char *spec = sow_agent_spec(&held);
    ck_assert_ptr_nonnull(spec);
    char sql[400];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM matches WHERE run_id = ?1 AND opponent = '%s'",
                   spec);
    ck_assert_int_eq(integer(store, sql, id), 1);
}

enum { HALL_SIZES = 7 };

static void check_met(const struct sow_hall *hall, int generation, int entrants)
{
    struct sow_agent met[HALL_SIZES];
    int held = hall->holdout > 0 ? entrants / hall->holdout : 0;
    int count = sow_hall_count(hall, generation, false);
    ck_assert_int_eq(count, entrants - held < hall->size ? entrants - held : hall->size);
    sow_hall_members(hall, generation, false, met);
    for (int i = 0; i < count; i++) {
        ck_assert_int_lt(met[i].count, entrants);
        ck_assert(hall->holdout == 0 || (met[i].count + 1) % hall->holdout != 0);
        ck_assert(i == 0 || met[i].count > met[i - 1].count);
    }
    if (count > 1)
        ck_assert_int_eq(met[0].count, 0);
}

static void check_held_out(const struct sow_hall *hall, int generation, int entrants)
{
    struct sow_agent kept[HALL_SIZES];
    int held = hall->holdout > 0 ? entrants / hall->holdout : 0;
    int count = sow_hall_count(hall, generation, true);
    ck_assert_int_eq(count, held < hall->size ? held : hall->size);
    sow_hall_members(hall, generation, true, kept);
    for (int i = 0; i < count; i++)
        ck_assert_int_eq((kept[i].count + 1) % hall->holdout, 0);
    if (count > 0)
        ck_assert_int_eq(kept[count - 1].count, held * hall->holdout - 1);
}

/* Members follow the definition: no held-out member is met, and both kinds are spread
   evenly. */
TEST(hall, members_are_spread)
{
    for (int size = 1; size <= HALL_SIZES; size++)
        for (int holdout = 0; holdout <= 5; holdout += holdout == 0 ? 2 : 1) {
            struct sow_hall hall = {.interval = 3, .size = size, .holdout = holdout};
            struct sow_agent agent = {.kind = SOW_AGENT_RANDOM};
            for (int e = 0; e < 40; e++) {
                agent.count = e; /* number of the entrant */
                ck_ok(sow_hall_add(&hall, &agent, &err));
            }
            for (int generation = 0; generation <= 120; generation++) {
                check_met(&hall, generation, generation / 3);
                check_held_out(&hall, generation, generation / 3);
            }
            sow_hall_release(&hall);
        }
}
