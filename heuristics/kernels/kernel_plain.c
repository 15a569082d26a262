/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernel_plain.h"

/* Plays a game from its present position to its end, with the agents of the pairing and
   its random stream. The flag @p drew becomes true if a random number was used, else
   false. The result says if a player forfeited. */
static struct sow_game_result play_on(const struct sow_batch *batch,
                                      const struct sow_pairing *pairing,
                                      struct sow_game *game, bool *drew)
{
    struct sow_pcg rng;
    sow_pcg_derive(&rng, batch->seed, &pairing->stream);
    uint64_t before = rng.state;
    game->fast = batch->fast;
    struct sow_player first = sow_agent_player(&batch->agents[pairing->first]);
    struct sow_player second = sow_agent_player(&batch->agents[pairing->second]);
    const struct sow_player *players[2];
    players[game->first] = &first;
    players[1 - game->first] = &second;
    struct sow_score score = sow_game_finish(game, players, &rng);
    *drew = rng.state != before;
    bool forfeited = game->ending >= SOW_FORFEIT_CLOCK;
    return (struct sow_game_result){.first = score.store[game->first],
                                    .second = score.store[1 - game->first],
                                    .plies = score.plies,
                                    .forfeit = (uint8_t)(forfeited ? game->ending : 0)};
}

/* A game that was played from its start, and its results. */
struct played {
    struct sow_pairing pairing; /* the agents and the stream */
    struct sow_game_result result;
    uint64_t line;               /* hash of its moves */
    struct sow_game_shape shape; /* numbers of choices, if the batch asks for them */
    bool drew;                   /* true if a random number was used after the opening */
};

/* Plays the opening of a game by the batch's `open`, if it has one. */
static void open_game(const struct sow_batch *batch, const struct sow_pairing *pairing,
                      struct sow_game *game)
{
    if (batch->open != NULL)
        batch->open(batch, pairing, game);
}

void sow_batch_begin(const struct sow_batch *batch, const struct sow_pairing *pairing,
                     struct sow_game *game)
{
    sow_game_init(game, batch->rules, NULL);
    open_game(batch, pairing, game);
}

/* Returns true if a player of the game is a program, which hears all moves. */
static bool has_program(const struct sow_batch *batch, const struct sow_pairing *pairing)
{
    return batch->agents[pairing->first].kind == SOW_AGENT_OUTSIDE ||
           batch->agents[pairing->second].kind == SOW_AGENT_OUTSIDE;
}

/* Plays a game from its start, with its opening. Unless @p transcript is NULL, the moves
   and the ending are recorded there. */
static struct played play_whole(const struct sow_batch *batch,
                                const struct sow_pairing *pairing,
                                struct sow_transcript *transcript)
{
    struct played played = {.pairing = *pairing};
    struct sow_transcript own = {.count = 0};
    struct sow_game game;
    if (transcript == NULL && has_program(batch, pairing))
        transcript = &own;
    sow_game_init(&game, batch->rules, NULL);
    sow_game_record(&game, transcript);
    open_game(batch, pairing, &game);
    game.shape = batch->shapes != NULL ? &played.shape : NULL;
    if (transcript != NULL) {
        transcript->opening = game.ply;
        transcript->now = batch->now;
        transcript->timed[0] = sow_agent_is_timed(&batch->agents[pairing->first]);
        transcript->timed[1] = sow_agent_is_timed(&batch->agents[pairing->second]);
    }
    played.result = play_on(batch, pairing, &game, &played.drew);
    played.line = game.line;
    if (transcript != NULL)
        transcript->ending = game.ending;
    sow_transcript_release(&own);
    return played;
}

/* Stores the result of a game at @p index, and its line and shape if the batch asks for
   them. */
static void note(const struct sow_batch *batch, const struct played *played, size_t index,
                 struct sow_game_result *results)
{
    results[index] = played->result;
    if (batch->lines != NULL)
        batch->lines[index] = played->line;
    if (batch->shapes != NULL)
        batch->shapes[index] = played->shape;
}

void sow_batch_play_one(const struct sow_batch *batch, const struct sow_pairing *pairing,
                        size_t index, struct sow_game_result *results)
{
    struct played played = play_whole(batch, pairing, NULL);
    note(batch, &played, index, results);
}

/* Returns true if the batch's agent number @p agent evaluates positions or searches, and
   so is slow and has few ties. */
static bool values_positions(const struct sow_batch *batch, uint32_t agent)
{
    enum sow_agent_kind kind = batch->agents[agent].kind;
    return kind == SOW_AGENT_STATE || kind == SOW_AGENT_SEARCH;
}

/* Returns true if the batch's agent number @p agent is limited by time. */
static bool is_timed(const struct sow_batch *batch, uint32_t agent)
{
    return sow_agent_is_timed(&batch->agents[agent]);
}

/* Returns true if a game must repeat an earlier one. Two players that never draw a random
   number play only one game from one start. Only players that evaluate positions are
   checked: they are slow and have few ties. The others are left as the definition. */
static bool repeats(const struct sow_batch *batch, const struct played *before,
                    const struct sow_pairing *pairing)
{
    const struct sow_pairing *same = &before->pairing;
    return batch->open == NULL && batch->transcripts == NULL && !before->drew &&
           same->first == pairing->first && same->second == pairing->second &&
           !is_timed(batch, pairing->first) && !is_timed(batch, pairing->second) &&
           (values_positions(batch, pairing->first) ||
            values_positions(batch, pairing->second));
}

/* Plays games [begin, end). Games of the same two players mostly follow each other, and
   alternate the seats: so each is compared with the game before the last. */
void sow_kernel_plain(const struct sow_batch *batch, size_t begin, size_t end,
                      struct sow_game_result *results)
{
    struct played latest[2] = {{.drew = true}, {.drew = true}};
    for (size_t i = begin; i < end; i++) {
        struct sow_pairing pairing = batch->pairing(batch->context, i);
        struct played *before = &latest[i % 2];
        struct sow_transcript *transcript =
            batch->transcripts != NULL ? &batch->transcripts[i] : NULL;
        if (!repeats(batch, before, &pairing))
            *before = play_whole(batch, &pairing, transcript);
        note(batch, before, i, results);
    }
}
