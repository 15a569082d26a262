/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the store: a folder for files, databases that must open, and
 * a run of every kind.
 */
#ifndef SOW_TESTS_STORE_SUPPORT_H
#define SOW_TESTS_STORE_SUPPORT_H

#include "sow/players/run_players.h"
#include "sow/sections/report.h"
#include "sow/sections/section.h"
#include "sow/store/store.h"
#include "sow/store/tables/ablation_games.def"
#include "sow/store/tables/ablations.def"
#include "sow/store/tables/candidates.def"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/cycles.def"
#include "sow/store/tables/evolutions.def"
#include "sow/store/tables/fair_starts.def"
#include "sow/store/tables/fit_bins.def"
#include "sow/store/tables/fit_folds.def"
#include "sow/store/tables/fit_measures.def"
#include "sow/store/tables/fit_steps.def"
#include "sow/store/tables/fits.def"
#include "sow/store/tables/flips.def"
#include "sow/store/tables/games.def"
#include "sow/store/tables/generation_times.def"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/learn_rounds.def"
#include "sow/store/tables/learn_times.def"
#include "sow/store/tables/match_variants.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/ratings.def"
#include "sow/store/tables/regrets.def"
#include "sow/store/tables/replays.def"
#include "sow/store/tables/reproduced.def"
#include "sow/store/tables/robustness.def"
#include "sow/store/tables/runs.def"
#include "sow/store/tables/sensitivity.def"
#include "sow/store/tables/strengths.def"
#include "sow/store/tables/suite_times.def"
#include "sow/store/tables/suites.def"
#include "sow/store/tables/surveys.def"
#include "sow/store/tables/term_diagnostics.def"
#include "sow/store/tables/transfers.def"
#include "sow/store/tables/unsolved.def"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 256 };

/** Folder of the running test. leave_folder() removes its files. */
static char test_folder[PATH_ROOM];

static inline void enter_folder(void)
{
    (void)snprintf(test_folder, sizeof test_folder, "%s/sow-test-XXXXXX", P_tmpdir);
    ck_assert_ptr_nonnull(mkdtemp(test_folder));
}

static inline const char *test_path(const char *name)
{
    static char paths[4][PATH_ROOM + 64];
    static int next;
    char *path = paths[next++ % 4];
    (void)snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
    return path;
}

static inline void leave_folder(void)
{
    static const char *const NAMES[] = {"a.db",     "a.db-wal", "a.db-shm", "b.db",
                                        "b.db-wal", "b.db-shm", "out.json"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        (void)remove(test_path(NAMES[i]));
    (void)rmdir(test_folder);
}

static inline void release_store(struct sow_store **store)
{
    sow_store_close(*store);
}

static inline void release_report(struct sow_report **report)
{
    sow_report_free(*report);
}

/** Writes a run's document to the file out.json. */
static inline enum sow_status export_run(struct sow_store *store, int64_t id,
                                         struct sow_err *err)
{
    FILE *out = fopen(test_path("out.json"), "w");
    ck_assert_ptr_nonnull(out);
    enum sow_status status = sow_store_export(store, id, out, err);
    ck_assert_int_eq(fclose(out), 0);
    return status;
}

/* SQL that makes a file of the first schema from one of the newest: it lacks the tables
   and columns of later versions. */
static const char TO_FIRST_SCHEMA[] =
    "PRAGMA user_version = 1; DROP VIEW datasets_overview; DROP VIEW kept_games;"
    "ALTER TABLE games DROP COLUMN first_drawn;"
    "ALTER TABLE games DROP COLUMN second_drawn;"
    "ALTER TABLE positions DROP COLUMN label;"
    "ALTER TABLE positions DROP COLUMN label_depth;"
    "DROP TABLE match_tests; DROP TABLE run_players; DROP TABLE run_answers;"
    "DROP TABLE strengths; DROP TABLE learn_times; DROP TABLE learn_rounds;"
    "DROP TABLE ablation_games; DROP TABLE ablations; DROP TABLE surveys;"
    "DROP TABLE suite_times; DROP TABLE suites;";

static inline struct sow_store *open_store(const char *path, enum sow_store_mode mode)
{
    struct sow_err err;
    struct sow_store *store;
    sow_store_read_players_by(sow_run_players_read);
    ck_ok(sow_store_open(path, mode, &store, &err));
    return store;
}

static inline struct sow_store *open_scratch(void)
{
    return open_store("", SOW_STORE_SCRATCH);
}

static inline struct sow_run_row a_run(const char *kind)
{
    return (struct sow_run_row){
        .kind = kind,
        .label = "a \"label\", \xc3\xa9",
        .variant = "kalah",
        .rules = "pits = 6\nseeds = 4\nply_cap = 900\n",
        .parameters =
            "{\"generations\":250,\"genome\":\"weights\",\"mutation_rate\":0.1}",
        .seed = INT64_MAX,
        .status = "running",
        .version = "0.1.0",
        .revision = "abc",
        .compiler = "cc 1",
        .build_type = "Debug",
        .kernel = "plain",
        .threads = 2,
        .host = "here",
        .started = "2026-01-02T03:04:05Z",
        .seconds = (double)NAN,
    };
}

static inline int64_t add_run(struct sow_store *store, const char *kind)
{
    struct sow_err err;
    struct sow_run_row row = a_run(kind);
    int64_t id = 0;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    return id;
}

/** Returns the row of an existing run; the caller calls sow_run_row_release(). */
static inline struct sow_run_row read_run(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_row row;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    return row;
}

static inline void finish_run(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_row row = {.id = id,
                              .status = "done",
                              .stop_reason = "all done",
                              .kernel = "plain",
                              .finished = "2026-01-02T03:05:05Z",
                              .seconds = 60.5};
    ck_ok(sow_store_finish_run(store, &row, &err));
}

static const double SOME_WEIGHTS[6] = {0.1, 1.0 / 3.0, 1e-300, -0.0, 1, 0.565937};

static inline void add_generation(struct sow_store *store, int64_t id, int generation,
                                  int individuals)
{
    struct sow_err err;
    struct sow_generation_row row = {id,   generation, 0.6,  individuals - 1, 0.5,
                                     0.01, 0.4,        0.25, 25000,           NULL};
    ck_ok(sow_store_add(store, generation, &row, &err));
    struct sow_generation_times_row times = {id, generation, 0.5, 0.01};
    ck_ok(sow_store_add(store, generation_times, &times, &err));
    for (int i = 0; i < individuals; i++) {
        struct sow_individual_row individual = {
            id, generation, i, {SOME_WEIGHTS, 6}, 0.5 + 0.01 * generation + 0.001 * i};
        ck_ok(sow_store_add(store, individual, &individual, &err));
    }
}

/** Returns a match of 10 games in each seat, all different and all won by @p player. */
static inline struct sow_match_row a_match(int64_t id, const char *purpose,
                                           const char *player, const char *opponent)
{
    return (struct sow_match_row){.run_id = id,
                                  .purpose = purpose,
                                  .player = player,
                                  .opponent = opponent,
                                  .games = 10,
                                  .first_distinct = 10,
                                  .second_distinct = 10,
                                  .first_effective = 10.0,
                                  .second_effective = 10.0,
                                  .shape_games = 20,
                                  .opening_plies = 160,
                                  .opening_choices = 800,
                                  .middle_plies = 300,
                                  .middle_choices = 1200,
                                  .end_plies = 200,
                                  .end_choices = 500,
                                  .first_wins = 10,
                                  .second_wins = 10};
}

static inline void add_match(struct sow_store *store, int64_t id, int match,
                             const char *purpose, const char *opponent)
{
    struct sow_err err;
    struct sow_match_row row = a_match(id, purpose, "divilly2013", opponent);
    row.match = match;
    row.first_wins = 7, row.first_draws = 1, row.first_losses = 2;
    row.second_wins = 5, row.second_draws = 1, row.second_losses = 4;
    row.plies = 900;
    row.margin = -3;
    ck_ok(sow_store_add(store, match, &row, &err));
}

/**
 * Adds a finished evolution: 3 generations of 4 individuals, two candidates, validation.
 */
static inline int64_t add_evolution(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "evolve");
    for (int g = 0; g < 3; g++)
        add_generation(store, id, g, 4);
    for (int c = 0; c < 2; c++) {
        struct sow_candidate_row row = {
            id, c, 2, c, {SOME_WEIGHTS, 6}, 0.6 - 0.01 * c, 10, 6 - c, 1, 3 + c};
        ck_ok(sow_store_add(store, candidate, &row, &err));
    }
    struct sow_champion_row champion = {id, 0, 2, 0, {SOME_WEIGHTS, 6}, 0.6, 0.65};
    ck_ok(sow_store_add(store, champion, &champion, &err));
    add_match(store, id, 0, "validation", "random");
    add_match(store, id, 1, "validation", "h4");
    finish_run(store, id);
    return id;
}

/** Adds a data set of two games, with two positions and a choice each. */
static inline int64_t add_dataset(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "dataset");
    for (int i = 0; i < 4; i++) {
        struct sow_position_row row = {id,
                                       i / 2,
                                       i % 2,
                                       "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s",
                                       i % 2 == 0 ? "s" : "n",
                                       i - 2,
                                       (double)NAN,
                                       0};
        ck_ok(sow_store_add(store, position, &row, &err));
        struct sow_choice_row choice = {id, i / 2, 0, row.position, i < 2 ? "3" : "2,5"};
        if (i % 2 == 0)
            continue;
        ck_ok(sow_store_add(store, choice, &choice, &err));
        struct sow_unsolved_row unsolved = {id, i / 2, 7, row.position, 48};
        ck_ok(sow_store_add(store, unsolved, &unsolved, &err));
    }
    finish_run(store, id);
    return id;
}

/** Adds one or two rows of each table of a fit's diagnostics. */
static inline void add_diagnostics(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    double none = (double)NAN;
    struct sow_term_diagnostics_row terms[] = {{id, 0, none, none, none},
                                               {id, 1, 2.5, -0.5, 1.5}};
    struct sow_fit_measure_row measures[] = {{id, "in", "rmse", 1.5, none},
                                             {id, "out", "r2", 0.2, none},
                                             {id, "out", "rmse", 1.75, 0.125}};
    struct sow_fit_step_row steps[] = {{id, 0, "add", "h4", none, 1.8, 0.1, 1},
                                       {id, 1, "penalty", NULL, 0.5, 1.75, none, 0}};
    struct sow_fit_fold_row fold = {id, 0, 2, 4, 1.75, none, -0.25};
    struct sow_fit_bin_row bin = {id, "phase", "out", 2, 12, 24, 4, 0.5, 0.75, 1.75};
    for (int i = 0; i < 2; i++)
        ck_ok(sow_store_add(store, term_diagnostics, &terms[i], &err));
    for (int i = 0; i < 3; i++)
        ck_ok(sow_store_add(store, fit_measure, &measures[i], &err));
    ck_ok(sow_store_add(store, fit_fold, &fold, &err));
    for (int i = 0; i < 2; i++)
        ck_ok(sow_store_add(store, fit_step, &steps[i], &err));
    ck_ok(sow_store_add(store, fit_bin, &bin, &err));
}

/** Adds a fit of a data set with one undefined statistic, and the match of its player. */
static inline int64_t add_fit(struct sow_store *store, int64_t dataset)
{
    struct sow_err err;
    struct sow_run_row row = a_run("fit");
    char parameters[80];
    (void)snprintf(parameters, sizeof parameters,
                   "{\"dataset\":%lld,\"features\":\"h4\"}", (long long)dataset);
    row.parameters = parameters;
    int64_t id = 0;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    struct sow_fit_row fit = {id, dataset, "ols", 4, 2, 0.25, (double)NAN, 1.5};
    ck_ok(sow_store_add(store, fit, &fit, &err));
    double none = (double)NAN;
    struct sow_coefficient_row rows[] = {
        {id, 0, "intercept", 1.0 / 3.0, 0.5, 0.7, 0.5, -1, 2, NULL},
        {id, 1, "h4", 0, none, none, none, none, none, "constant"},
    };
    for (int i = 0; i < 2; i++)
        ck_ok(sow_store_add(store, coefficient, &rows[i], &err));
    add_diagnostics(store, id);
    add_match(store, id, 0, "validation", "random");
    finish_run(store, id);
    return id;
}

/* Adds conclusions of transfer and sensitivity. */
static inline void add_conclusions(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    double none = (double)NAN;
    struct sow_transfer_row transfer = {
        id,   0,       "awari", "run:1", "divilly2013", "kalah", 40,
        0.65, 0.5,     0.75,    "run:2", 0.05,          -0.1,    0.2,
        0.5,  "run:2", none,    none,    none,          none,    "undecided"};
    ck_ok(sow_store_add(store, transfer, &transfer, &err));
    struct sow_flip_row flips[] = {
        {id, 0, NULL, NULL, NULL, "awari", NULL},
        {id, 1, "pits", "6", "5", "kalah", NULL},
        {id, 2, "pie_rule", "no", "yes", NULL, "for the test of it"}};
    for (int i = 0; i < 3; i++)
        ck_ok(sow_store_add(store, flip, &flips[i], &err));
    struct sow_sensitivity_row sensitivity[] = {
        {id, 0, 0, "score", "divilly2013", 40, 0.65, 0.5, 0.75, none, none, none, none,
         none, "base"},
        {id, 1, 1, "score", "divilly2013", 40, 0.25, 0.125, 0.375, -0.4, -0.5, -0.3,
         0.001, 0.002, "lower"},
        {id, 2, 0, "advantage", NULL, 0, 0.125, none, none, none, none, none, none, none,
         "base"}};
    for (int i = 0; i < 3; i++)
        ck_ok(sow_store_add(store, sensitivity, &sensitivity[i], &err));
    struct sow_fair_start_row fair = {id, 0, "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", "first"};
    ck_ok(sow_store_add(store, fair_start, &fair, &err));
    struct sow_regret_row regret = {id,   0,   "h1", "run:1", "play", 0,   40,  300,
                                    0.75, 0.7, 0.8,  0.5,     0.4,    0.6, 0.5, 1.25};
    ck_ok(sow_store_add(store, regret, &regret, &err));
}

/** Adds a finished ablation of one change. */
static inline void add_ablation(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "ablate");
    double none = (double)NAN;
    struct sow_ablation_games_row games = {id, 1, 0, "weights:h4=1", "+=-+"};
    ck_ok(sow_store_add(store, ablation_games, &games, &err));
    struct sow_ablation_row ablation = {
        id,   0,     1,     "zero",  "h6",  NULL,    0.0, "weights:h4=1", 0,
        0.5,  0.375, 0.625, 0.125,   0.0,   0.25,    0.5, 0.75,           "equivalent",
        0.5,  0.25,  0.75,  "awari", "h1",  "first", 0.5, 0.25,           0.75,
        none, none,  none,  none,    "base"};
    ck_ok(sow_store_add(store, ablation, &ablation, &err));
    finish_run(store, id);
}

/** Adds a finished survey of one variant with three measures. */
static inline void add_survey(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "survey");
    struct sow_survey_row rows[] = {
        {id, 0, "awari", "length", "", 41.5, 40.25, 42.75, 60},
        {id, 1, "awari", "skill", "", 1250.5, 1000.25, 1500.75, 120},
        {id, 2, "awari", "advantage", "h4", 0.0625, (double)NAN, (double)NAN, 300}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_ok(sow_store_add(store, survey, &rows[i], &err));
    finish_run(store, id);
}

/** Adds a finished run on a suite of one variant, with its total. */
static inline void add_suite(struct sow_store *store)
{
    struct sow_err err;
    double none = (double)NAN;
    int64_t id = add_run(store, "suite");
    struct sow_suite_place_row rows[] = {
        {id, 0, "variant", "awari", "awari-2", 512, 0.5, 0.25, 0.75, 500, 1.5, 1.25, 1.75,
         0.5, 3, "forfeit: illegal move"},
        {id, 1, "unseen", "unseen-1", "baselines", 0, none, none, none, 0, none, none,
         none, none, 0, "it plays Kalah only"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_ok(sow_store_add(store, suite_place, &rows[i], &err));
    struct sow_suite_times_row times = {id, 0, 40, 0.5, "a processor"};
    ck_ok(sow_store_add(store, suite_times, &times, &err));
    finish_run(store, id);
}

/** Adds a finished run of one round that learns. */
static inline void add_learning(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "learn");
    struct sow_learn_round_row round = {id,  1,   20,  500, "state:view=to-move,h4=1",
                                        0.5, 7.5, 0.6, 0.5, 0.7,
                                        0.6, 0.5, 0.7, 400};
    ck_ok(sow_store_add(store, learn_round, &round, &err));
    struct sow_learn_times_row round_times = {id, 1, 0.5, 0.25, 0.125, 0.5};
    ck_ok(sow_store_add(store, learn_times, &round_times, &err));
    finish_run(store, id);
}

/* Adds a study with two matches, and rows of all tables of studies. */
static inline int64_t add_panel(struct sow_store *store)
{
    struct sow_err err;
    int64_t id = add_run(store, "robustness");
    double none = (double)NAN;
    double weights[] = {0.25, 1.0 / 3.0};
    struct sow_evolution_row evolution = {id, 0,    "a setting",  "awari", "pits = 6\n",
                                          42, "h1", {weights, 2}, 0.625,   0.65};
    ck_ok(sow_store_add(store, evolution, &evolution, &err));
    for (int i = 0; i < 2; i++) {
        struct sow_match_variant_row plan = {id, i, i == 0 ? "awari" : "kalah",
                                             i == 0 ? "pits = 6\n" : "pits = 5\n"};
        ck_ok(sow_store_add(store, match_variant, &plan, &err));
    }
    struct sow_game_row game = {id,       0,  1,  "opponent", "",    1, "3 6", 2,
                                "normal", 25, 23, none,       0.125, 0, 0};
    ck_ok(sow_store_add(store, game, &game, &err));
    add_match(store, id, 0, "match", "h1");
    add_match(store, id, 1, "match", "h1");
    struct sow_rating_row rating = {id, 0, "awari", 1,    "h1", "run:1", 20,  12,
                                    2,  6, 0.65,    54.5, 40,   -23.5,   130, 0};
    ck_ok(sow_store_add(store, rating, &rating, &err));
    struct sow_cycle_row cycle = {id,   0,    NULL,  "h1",  "h2",
                                  "h3", 0.75, 0.625, 0.875, 0.01};
    ck_ok(sow_store_add(store, cycle, &cycle, &err));
    struct sow_replay_row replay = {
        id, 0,  "divilly2013", "run:1", 1,  "awari", "h1", "second", 0.5, 20, 12, 2, 6,
        20, 20, 0.6,           0.3,     0.8};
    ck_ok(sow_store_add(store, replay, &replay, &err));
    struct sow_robustness_row robustness = {
        id,      0,    "divilly2013", "run:1", NULL, 4,   40,  0.6, 0.65, 0.5, 0.75,
        "awari", "h1", "second",      0.5,     0.2,  0.8, 0.1, 0.9, 0.6,  0.3, 0.8};
    ck_ok(sow_store_add(store, robustness, &robustness, &err));
    struct sow_reproduced_row reproduced[] = {
        {id, 0, "I", "awari", "h3 is last", "Elo ahead", none, 0, 50, 20, 40, 60, 0.001,
         0.002, none, "holds"},
        {id, 1, "IV", "awari", "evolved first vs h1", "wins", 81.5, 1000, 70, 10, 40, 90,
         0.002, 0.004, 3.5, "differs"}};
    for (int i = 0; i < 2; i++)
        ck_ok(sow_store_add(store, reproduced, &reproduced[i], &err));
    add_conclusions(store, id);
    finish_run(store, id);
    struct sow_strength_row strength = {id,    "awari", -1,     1,     1,     "awari-1",
                                        250,   4000,    0.5625, 0.54,  0.585, 43.5,
                                        27.75, none,    0.25,   0.125, 0.5,   8};
    int kept;
    ck_ok(sow_store_put_strength(store, &strength, &kept, &err));
    ck_ok(sow_store_note_answer(store, id, "random_plies", &err));
    return id;
}

/** Returns a report as text on the heap. */
static inline char *print_report(const struct sow_report *report, enum sow_format format)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    ck_ok(sow_report_print(report, format, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    /* A copy is returned: the compiler assumes that the stream may still write through
       &text. */
    char *copy = strdup(text);
    ck_assert_ptr_nonnull(copy);
    free(text);
    return copy;
}

/** Runs a query that must succeed. Returns the result as CSV, which the caller frees. */
static inline char *csv_of(struct sow_store *store, const char *sql)
{
    struct sow_err err;
    OWNED(report) struct sow_report *report = sow_report_new();
    enum sow_status status =
        sow_section_ask(store, &(struct sow_section){"answer", false, sql},
                        &sow_query_limits_default, report, &err);
    ck_assert_msg(status == SOW_OK, "%s: %s", sql, err.text);
    return print_report(report, SOW_FORMAT_CSV);
}

/** Returns the single number that a query gives. */
static inline double real_of(struct sow_store *store, const char *sql)
{
    OWNED(text) char *text = csv_of(store, sql);
    char *end;
    const char *start = strchr(text, '\n') + 1;
    double value = strtod(start, &end);
    ck_assert_msg(end != start && *end == '\n', "%s gives %s", sql, text);
    return value;
}

/**
 * Asserts that a query gives the number @p wanted, to the six digits with which figures
 * of other programs are quoted.
 */
static inline void is_close(struct sow_store *store, const char *sql, double wanted)
{
    ck_assert_double_eq_tol(real_of(store, sql), wanted, 1e-6);
}

#endif
