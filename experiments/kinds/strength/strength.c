/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games against a panel, and the score and rating that follow from them. */
#include "sow/strength/strength.h"

#include "sow/heuristics/batch.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_scores.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Random seed of all measurements. A change makes all stored strengths incomparable. */
static const uint64_t SEED = 20261125;

/* ---- Players that look ahead ---- */

/* Spec of the search in which other players value positions, with a place for its depth.
   Its table has one megabyte; a search of four moves fills less. Another evaluator
   replaces h4. */
#define LEAF_SEARCH "alphabeta:depth=%d,hash=1,eval=[h4]"

const char *sow_strength_deepen(const struct sow_agent *player, int depth,
                                struct sow_agent *deep)
{
    char spec[sizeof LEAF_SEARCH + 16];
    struct sow_agent_leaf leaf;
    *deep = *player;
    if (depth == 1 || player->kind == SOW_AGENT_SEARCH)
        return NULL;
    const char *refusal = sow_agent_leaf_of(player, &leaf);
    if (refusal != NULL)
        return refusal;
    (void)snprintf(spec, sizeof spec, LEAF_SEARCH, depth);
    enum sow_status status = sow_agent_parse(spec, NULL, deep, NULL);
    assert(status == SOW_OK);
    (void)status;
    return sow_agent_value_by(deep, player);
}

const char *sow_strength_refusal(const struct sow_agent *player, int depth)
{
    struct sow_agent deep;
    if (player->kind == SOW_AGENT_OUTSIDE)
        return "it is a program outside, whose games cannot be repeated: play a match or "
               "a tournament with it";
    return sow_agent_is_timed(player) ? "its games depend on time"
                                      : sow_strength_deepen(player, depth, &deep);
}

/* ---- Games ---- */

struct sow_pairing sow_strength_pairing(const void *context, size_t index)
{
    const struct sow_strength_meeting *meeting = context;
    uint32_t second = index % 2 == 1;
    return (struct sow_pairing){
        .first = second,
        .second = 1 - second,
        .stream = {SOW_PURPOSE_STRENGTH,
                   {meeting->part, meeting->key, index / 2, index % 2}}};
}

/* Plays the SOW_STRENGTH_PLIES random moves that open a game (`open` of struct
   sow_batch). The moves depend on rules, random seed and number of the opening alone:
   both seats and all opponents have the same. The game may end within them. */
static void open_game(const struct sow_batch *batch, const struct sow_pairing *pairing,
                      struct sow_game *game)
{
    struct sow_pcg rng;
    struct sow_stream stream = {SOW_PURPOSE_STRENGTH,
                                {0, 0, pairing->stream.index[2], 0}};
    sow_pcg_derive(&rng, batch->seed, &stream);
    while (!game->ended && game->ply < SOW_STRENGTH_PLIES) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

/* Opens both players for the rules, and waits for outside programs. Returns the failure
   of the first that cannot play by them. */
static enum sow_status open_agents(const struct sow_agent agents[2],
                                   const struct sow_rules *rules, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < 2 && status == SOW_OK; i++)
        status = sow_agent_open(&agents[i], rules, true, err);
    return status;
}

enum sow_status sow_strength_seats(const struct sow_strength_request *request,
                                   const struct sow_agent agents[2], uint64_t key,
                                   int8_t *signs, struct sow_err *err)
{
    size_t games = 2 * (size_t)request->openings;
    struct sow_strength_meeting meeting = {SOW_STRENGTH_GAMES, key};
    struct sow_batch batch = {.rules = request->rules,
                              .agents = agents,
                              .agent_count = 2,
                              .seed = request->seed != 0 ? request->seed : SEED,
                              .games = games,
                              .pairing = sow_strength_pairing,
                              .context = &meeting,
                              .with = request->with,
                              .open = open_game};
    enum sow_status status = open_agents(agents, request->rules, err);
    if (status != SOW_OK)
        return status;
    struct sow_game_result *results = calloc(games, sizeof *results);
    if (results == NULL)
        return sow_err_no_memory(err);
    if (!sow_batch_play(&batch, results))
        status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    for (size_t i = 0; i < games && status == SOW_OK; i++)
        signs[i] =
            (int8_t)(i % 2 == 0 ? sow_game_sign(results[i]) : -sow_game_sign(results[i]));
    free(results);
    if (status == SOW_OK)
        sow_progress_advance(request->with.progress, games, NULL);
    return status;
}

enum sow_status sow_strength_play(const struct sow_strength_request *request,
                                  const struct sow_agent agents[2], uint64_t key,
                                  double *points, struct sow_err *err)
{
    size_t openings = (size_t)request->openings;
    int8_t *signs = calloc(2 * openings, sizeof *signs);
    if (signs == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_strength_seats(request, agents, key, signs, err);
    for (size_t k = 0; k < openings && status == SOW_OK; k++)
        points[k] = 1.0 + 0.5 * (signs[2 * k] + signs[2 * k + 1]);
    free(signs);
    return status;
}

/* ---- Score and rating ---- */

/* Returns the mean expected score, from 0 to 1, of a player with rating @p elo against @p
   count members with these ratings. */
static double expected(const double *ratings, size_t count, double elo)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += sow_score_of_elo(elo - ratings[i]);
    return sum / (double)count;
}

double sow_strength_elo(const double *ratings, size_t count, double score)
{
    enum { STEPS = 60 };
    static const double FAR = 1e4;
    if (count == 0 || !(score > 0.0 && score < 1.0))
        return NAN;
    double low = -FAR;
    double high = FAR;
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2;
        if (expected(ratings, count, middle) < score)
            low = middle;
        else
            high = middle;
    }
    return sow_settled((low + high) / 2);
}

double sow_strength_score(const double *points, size_t openings,
                          struct sow_interval *interval)
{
    struct sow_sample sample = {points, openings};
    double score = sow_sample_mean(&sample, SOW_LEVEL, interval);
    /* Equal values show no variance; the openings count as trials then. */
    if (!(interval->low < interval->high))
        *interval = sow_interval_score(score, (double)openings, SOW_LEVEL);
    interval->low = sow_settled(fmax(interval->low, 0.0));
    interval->high = sow_settled(fmin(interval->high, 1.0));
    return sow_settled(score);
}

/* Computes score, its 95 % interval and the three Elo values into @p strength. On entry,
   @p points has the points of each opening, summed over both seats and all members; they
   become means. The openings are the sample of the interval, which is cut to 0 and 1. Elo
   is NaN if the panel has no ratings. */
static void conclude(const struct sow_strength_request *request, double *points,
                     struct sow_strength *strength)
{
    const struct sow_panel *panel = request->panel;
    size_t openings = (size_t)request->openings;
    double ratings[SOW_PANEL_MEMBERS];
    struct sow_interval interval;
    for (size_t k = 0; k < openings; k++)
        points[k] /= 2.0 * (double)panel->count;
    double score = sow_strength_score(points, openings, &interval);
    for (size_t i = 0; i < panel->count; i++)
        ratings[i] = panel->member[i].rating[sow_panel_depth_index(request->depth)];
    size_t rated = panel->rated ? panel->count : 0;
    *strength =
        (struct sow_strength){.depth = request->depth,
                              .openings = request->openings,
                              .games = 2 * (int64_t)openings * (int64_t)panel->count,
                              .score = score,
                              .low = interval.low,
                              .high = interval.high};
    strength->elo = sow_strength_elo(ratings, rated, strength->score);
    strength->elo_low = sow_strength_elo(ratings, rated, strength->low);
    strength->elo_high = sow_strength_elo(ratings, rated, strength->high);
}

/* Plays agents[0] against all members of the panel, and adds its points to @p points, a
   sum for each opening. Each member becomes agents[1], looking ahead as far as
   request->depth. Both arrays have a number for each opening; @p room is working memory.
   Returns the failure of the games. */
static enum sow_status meet_panel(const struct sow_strength_request *request,
                                  struct sow_agent agents[2], double *points,
                                  double *room, struct sow_err *err)
{
    const struct sow_panel *panel = request->panel;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < panel->count && status == SOW_OK; i++) {
        const char *refusal =
            sow_strength_deepen(&panel->member[i].agent, request->depth, &agents[1]);
        assert(refusal == NULL);
        (void)refusal;
        status = sow_strength_play(request, agents, i, room, err);
        for (int k = 0; k < request->openings && status == SOW_OK; k++)
            points[k] += room[k];
    }
    return status;
}

enum sow_status sow_strength_measure(const struct sow_strength_request *request,
                                     struct sow_strength *strength, struct sow_err *err)
{
    struct sow_agent agents[2];
    const char *refusal = sow_strength_refusal(request->player, request->depth);
    assert(request->openings >= 2 && sow_panel_depth_index(request->depth) >= 0);
    if (refusal == NULL)
        refusal = sow_strength_deepen(request->player, request->depth, &agents[0]);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "the player cannot be measured at depth %d: %s",
                           request->depth, refusal);
    double *points = calloc(2 * (size_t)request->openings, sizeof *points);
    if (points == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        meet_panel(request, agents, points, points + request->openings, err);
    if (status == SOW_OK)
        conclude(request, points, strength);
    free(points);
    return status;
}
