/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/openings.h"

#include "sow/statistics/statistics_variety.h"

#include <assert.h>
#include <string.h>

static void open_at_random(const struct sow_batch *batch,
                           const struct sow_pairing *pairing, struct sow_game *game)
{
    const struct sow_openings *openings = batch->opening;
    const uint64_t *index = pairing->stream.index;
    struct sow_stream stream = {openings->purpose, {index[0], 0, 0, index[3] / 2}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, batch->seed, &stream);
    while (!game->ended && game->ply < openings->random_plies) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            return;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

void sow_openings_set(struct sow_batch *batch, const struct sow_openings *openings)
{
    batch->open = openings->random_plies > 0 ? open_at_random : NULL;
    batch->opening = openings;
}

/* ---- The option ---- */

static enum sow_status parse(const struct sow_param *param, const char *text, void *field,
                             struct sow_err *err)
{
    if (strcmp(text, "auto") == 0) {
        *(int *)field = SOW_RANDOM_PLIES_ASKED;
        return SOW_OK;
    }
    return sow_param_integer.parse(param, text, field, err);
}

static void format(const struct sow_param *param, const void *field, FILE *out)
{
    if (*(const int *)field == SOW_RANDOM_PLIES_ASKED)
        (void)fputs("auto", out);
    else
        sow_param_integer.format(param, field, out);
}

static void describe(const struct sow_param *param, FILE *out)
{
    (void)fputs("auto, or ", out);
    sow_param_integer.describe(param, out);
}

const struct sow_param_type sow_param_random_plies = {
    "COUNT", true, parse, format, describe, sizeof(int), NULL};

/* ---- Games on trial ---- */

enum { TRIAL_LEAST = 4, TRIAL_MOST = 32, TRIAL_SHARE = 8, ALIKE_SHARE = 100 };

/* Of a match no games are numbered like these. */
static struct sow_pairing trial_game(const void *context, size_t index)
{
    bool second = *(const bool *)context;
    return (struct sow_pairing){
        .first = second,
        .second = !second,
        .stream = {SOW_PURPOSE_MATCH, {1, 0, 1, 2 * index + second}}};
}

static bool repeats(const struct sow_openings_trial *trial, bool second, size_t games)
{
    const struct sow_agent agents[2] = {*trial->player, *trial->opponent};
    struct sow_game_result results[TRIAL_MOST];
    uint64_t lines[TRIAL_MOST];
    struct sow_batch batch = {.rules = trial->rules,
                              .agents = agents,
                              .agent_count = 2,
                              .games = games,
                              .pairing = trial_game,
                              .context = &second,
                              .kernel = sow_kernels[0].name,
                              .lines = lines};
    size_t alike = 0;
    bool whole = sow_batch_play(&batch, results);
    assert(whole);
    (void)whole;
    for (size_t i = 0; i < games; i++)
        for (size_t k = 0; k < i; k++)
            alike += lines[i] == lines[k];
    return ALIKE_SHARE * alike > games * (games - 1) / 2;
}

/* Players who draw nothing are found out by four games, which is as well if they are slow
   ones. */
bool sow_openings_are_needed(const struct sow_openings_trial *trial)
{
    int share = trial->games / TRIAL_SHARE;
    int most = share < TRIAL_LEAST ? TRIAL_LEAST : share;
    most = most > TRIAL_MOST ? TRIAL_MOST : most;
    for (int second = 0; second < 2; second++)
        if (repeats(trial, second != 0, TRIAL_LEAST))
            return true;
    for (int second = 0; second < 2 && most > TRIAL_LEAST; second++)
        if (repeats(trial, second != 0, (size_t)most))
            return true;
    return false;
}
