/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fairkalah_regression.h"

#include "sow/fitting/exact_labels.h"
#include "sow/heuristics/state_features.h"
#include "sow/learn/model.h"
#include "sow/matches/study.h"
#include "sow/statistics/statistics.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Number of features, and most plies of a game that are used. */
enum { FEATURES = 2, PLIES_MAX = 200 };

/* Names of the features in this project. */
static const char *const NAMES[FEATURES] = {"store_difference", "relative_mobility"};

/* Names of the features in the published data. */
static const char *const COLUMNS[FEATURES] = {"score_dif", "relative_mobility"};

/* A solved position, seen by the player to move: its features, and the final margin with
   perfect play in seeds. */
struct sample {
    double x[FEATURES];
    double margin;
};

/* Positions of a game that were solved, the last one first. */
struct game {
    struct sample samples[PLIES_MAX];
    int count;
};

/* All games, and what is needed to play and solve them. `game` and `exact` are owned,
   the rest is borrowed. */
struct games {
    const struct sow_rules *rules;
    const struct sow_starts *boards;
    const struct sow_agent *agent;
    /* Solver of the positions. */
    struct sow_exact *exact;
    uint64_t seed;
    const struct sow_context *with;
    /* Index of each feature. */
    int feature[FEATURES];
    /* Solved positions of each game. */
    struct game *game;
    size_t count;
};

/* Returns the number of solved positions of all games. */
static size_t rows_of(const struct games *games)
{
    size_t rows = 0;
    for (size_t i = 0; i < games->count; i++)
        rows += (size_t)games->game[i].count;
    return rows;
}

/* --- positions --- */

/* Plays game number @p number of the player with itself and writes the board before each
   turn to @p boards. Games 2 n and 2 n + 1 begin from board n. Returns the number of
   boards, at most PLIES_MAX. A stop request cuts the game short. The random numbers are
   those of a data set (SOW_PURPOSE_DATASET). */
static int play(const struct games *games, uint64_t number,
                struct sow_board boards[PLIES_MAX])
{
    struct sow_stream stream = {SOW_PURPOSE_DATASET, {number, 0, 0, 0}};
    struct sow_player player = sow_agent_player(games->agent);
    struct sow_game game;
    struct sow_pcg rng;
    int count = 0;
    sow_pcg_derive(&rng, games->seed, &stream);
    sow_game_init(&game, games->rules, &games->boards->boards[number / 2]);
    while (!game.ended && count < PLIES_MAX && !sow_stopping()) {
        boards[count++] = game.board;
        (void)sow_game_turn(&game, &player, &rng);
    }
    return count;
}

/* Plays game @p number and solves its positions, the last one first, which makes the
   others easier. Keeps features and margin of each position that the solver can solve,
   in the game of that number. Skips the rest after a stop request. */
static void solve_game(struct games *games, size_t number)
{
    struct sow_board boards[PLIES_MAX];
    struct game *game = &games->game[number];
    struct sow_exact_game exact = sow_exact_begin(games->exact);
    for (int i = play(games, number, boards) - 1; i >= 0; i--) {
        int margin;
        int16_t value[FEATURES];
        struct sample *sample = &game->samples[game->count];
        if (sow_stop_requested(games->with->stop) ||
            !sow_exact_solve(&exact, &boards[i], &margin, NULL))
            continue;
        sow_state_features_values(games->rules, &boards[i], boards[i].side,
                                  games->feature, FEATURES, value);
        for (int k = 0; k < FEATURES; k++)
            sample->x[k] = value[k];
        sample->margin = margin;
        game->count++;
    }
    sow_exact_end(&exact);
}

/* Plays and solves the games from @p begin to @p end - 1. It is a sow_range_fn; @p
   context is a struct games. */
static void solve_range(void *context, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        solve_game(context, i);
}

/* Plays all games and solves their positions, in parallel. Opens and closes the solver.
   Returns SOW_INTERRUPTED after a stop request, or an error of sow_exact_prepare or
   sow_exact_open. */
static enum sow_status solve_all(struct games *games, const struct sow_run *run,
                                 struct sow_err *err)
{
    struct sow_exact_options options = {.nodes = "16384"};
    enum sow_status status = sow_exact_prepare(&options, games->rules, err);
    if (status == SOW_OK)
        status = sow_exact_open(&games->exact, &options, games->rules, &run->with, err);
    if (status == SOW_OK)
        (void)sow_parallel_for(&run->with, 1, games->count, solve_range, games);
    sow_exact_close(games->exact);
    return status == SOW_OK && sow_stop_requested(run->with.stop) ? sow_run_look(run, err)
                                                                  : status;
}

/* --- fits --- */

/* Gives all solved positions to @p take as rows of a model: the features as x, the
   margin as y, the game as group. Stops at its first error and returns that. It is the
   `each` of struct sow_rows; @p context is a struct games. */
static enum sow_status each(void *context, sow_row_fn *take, void *taker,
                            struct sow_err *err)
{
    const struct games *games = context;
    enum sow_status status = SOW_OK;
    for (size_t g = 0; g < games->count; g++)
        for (int i = 0; i < games->game[g].count && status == SOW_OK; i++) {
            const struct sample *sample = &games->game[g].samples[i];
            struct sow_row row = {.x = sample->x,
                                  .y = sample->margin,
                                  .weight = 1.0,
                                  .group = (int64_t)g,
                                  .stratum = SOW_NO_STRATUM};
            status = take(taker, &row, err);
        }
    return status;
}

/* Fits a linear model of the margin by the first @p features features to all solved
   positions, without validation. Sets @p model, which the caller frees. Returns an error
   of sow_model_fit. */
static enum sow_status fit(struct games *games, int features, struct sow_model **model,
                           struct sow_err *err)
{
    struct sow_design_columns columns = {features, COLUMNS, "game_val"};
    struct sow_rows rows = {.columns = &columns, .each = each, .context = games};
    struct sow_model_options options;
    sow_param_defaults(&sow_model_params, &options);
    options.folds = 0;
    return sow_model_fit(&rows, NULL, &options, model, err);
}

/* Fills a row with our counterpart of a printed figure: the term of the model that the
   column names. Sets our estimate, interval and p (that both are equal); the verdict is
   "differs". Any other column is R2, which has no test and stays undecided. */
static void fill(const struct sow_model *model, const struct sow_published *figure,
                 const struct games *games, struct sow_reproduced_row *row)
{
    row->row_name = figure->row;
    row->column_name = figure->column;
    row->published = figure->value;
    row->ours_games = (int64_t)games->count;
    row->verdict = "undecided";
    row->p = (double)NAN;
    row->ours = sow_settled(sow_model_measure(model, SOW_SAMPLE_IN, "r2"));
    for (int i = 0; i < model->term_count; i++) {
        const struct sow_ols_term *term = &model->terms[i];
        const char *name = i == 0 ? "intercept" : term->name;
        if (strcmp(name, figure->column) != 0)
            continue;
        double error = (term->high - term->low) / (2.0 * sow_normal_quantile(SOW_LEVEL));
        double distance = (term->estimate - figure->value) / error;
        row->ours = sow_settled(term->estimate);
        row->low = sow_settled(term->low);
        row->high = sow_settled(term->high);
        row->p = sow_settled(sow_normal_outside(distance));
        row->verdict = "differs";
    }
}

/* Fits a model of the first feature and one of both, and appends a row for each printed
   figure of the table. A row of the table with "mobility" in its name is about the model
   of both. Returns SOW_NO_MEMORY or an error of sow_model_fit. */
static enum sow_status compare(const struct sow_reproduction *table,
                               const struct sow_evidence *evidence, struct games *games,
                               struct sow_comparison_list *list, struct sow_err *err)
{
    struct sow_model *models[FEATURES] = {NULL};
    enum sow_status status = SOW_OK;
    for (int k = 0; k < FEATURES && status == SOW_OK; k++)
        status = fit(games, k + 1, &models[k], err);
    for (size_t i = 0; i < evidence->figure_count && status == SOW_OK; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        if (strcmp(figure->table, table->name) != 0)
            continue;
        struct sow_reproduced_row *row =
            sow_comparison_add(list, table->name, table->variant, err);
        bool both = strstr(figure->row, "mobility") != NULL;
        if (row == NULL)
            status = SOW_NO_MEMORY;
        else
            fill(models[both], figure, games, row);
    }
    for (int k = 0; k < FEATURES; k++)
        sow_model_free(models[k]);
    return status;
}

enum sow_status sow_fairkalah_regress(const struct sow_reproduction *table,
                                      const struct sow_evidence *evidence,
                                      const struct sow_starts *boards,
                                      struct sow_comparison_list *list,
                                      struct sow_err *err)
{
    const struct sow_study *study = evidence->study;
    struct sow_agent agent;
    struct games games = {.rules = &study->set.variants[0].rules,
                          .boards = boards,
                          .agent = &agent,
                          .seed = study->run->seed,
                          .with = &study->run->with,
                          .count = 2 * boards->count};
    if ((size_t)study->games / 2 < games.count)
        games.count = study->games > 3 ? (size_t)study->games / 2 : 2;
    for (int k = 0; k < FEATURES; k++)
        games.feature[k] = sow_state_feature_find(NAMES[k]);
    enum sow_status status = sow_agent_parse("divilly2013", NULL, &agent, err);
    games.game = calloc(games.count, sizeof *games.game);
    if (status == SOW_OK && games.game == NULL)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = solve_all(&games, study->run, err);
    if (status == SOW_OK && rows_of(&games) > 0)
        status = compare(table, evidence, &games, list, err);
    free(games.game);
    return status;
}
