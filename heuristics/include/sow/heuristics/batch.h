/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Many games between agents at once, in parallel. Every game has a random stream of its
 * own, so results are the same for any kernel, any number of threads and any order.
 */
#ifndef SOW_HEURISTICS_BATCH_H
#define SOW_HEURISTICS_BATCH_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/heuristics/agent.h"

SOW_C_BEGIN

/** Who plays one game, and which stream is its own. */
struct sow_pairing {
    uint32_t first; /**< index of the agent that moves first */
    uint32_t second;
    struct sow_stream stream;
};

/** The games to play. */
struct sow_batch {
    const struct sow_rules *rules;
    const struct sow_agent *agents;
    size_t agent_count; /**< 0 = not told: a kernel then sees the agents only as they
                           play, and gives games of those it does not cover to "plain" */
    uint64_t seed;      /**< the run's */
    size_t games;
    /** Says which game has this index; called from several threads. */
    struct sow_pairing (*pairing)(const void *context, size_t index);
    const void *context;
    struct sow_context with;     /**< `progress` is not told */
    const struct sow_fast *fast; /**< set by sow_batch_play: the rules made ready for
                                      agents that look ahead, or NULL */
    /** Where a game begins: is given one at the rules' start and may make moves, which
     *  count as plies; called from several threads. NULL: nowhere else. */
    void (*open)(const struct sow_batch *batch, const struct sow_pairing *pairing,
                 struct sow_game *game);
    const void *opening; /**< for `open` */
    uint64_t *lines;     /**< room for the hash of each game's moves (game.h), or NULL */
    struct sow_game_shape *shapes; /**< room for how much there was to choose from in each
                                        game (game.h), or NULL */
    struct sow_transcript *transcripts; /**< room for what happens in each game
                                             (transcript.h), to be released, or NULL; only
                                             the kernel "plain" knows it */
    double (*now)(void); /**< the time in seconds, for the transcripts of players that are
                              limited by it */
};

/** Final stores and length of a game, by role instead of seat. */
struct sow_game_result {
    uint8_t first; /**< seeds of who moved first */
    uint8_t second;
    uint16_t plies;
    uint8_t forfeit; /**< enum sow_ending of a forfeit, whose loser has no seeds; or 0 */
};

/** +1, 0, -1: the first player won, drew, lost. */
static inline int sow_game_sign(struct sow_game_result result)
{
    return (result.first > result.second) - (result.first < result.second);
}

/** One way to play a batch. */
struct sow_kernel {
    const char *name;
    const char *summary;
    size_t lanes;      /**< games it plays at a time */
    const char *needs; /**< what the processor must have, NULL if nothing */
    bool (*available)(void);
    /** False if it cannot play this batch; @p reason then says why, in a few words. */
    bool (*covers)(const struct sow_batch *batch, const char **reason);
    /** Plays games [begin, end) of a batch that it covers. */
    void (*play)(const struct sow_batch *batch, size_t begin, size_t end,
                 struct sow_game_result *results);
};

/** All kernels of this build, ends with a NULL name; the first is the definition the
 *  others match game by game, and each is faster than those before it. */
extern const struct sow_kernel sow_kernels[];

/** The kernel called @p name ("auto" or NULL: the fastest this processor can run), or
 * SOW_USAGE with a suggestion, or because the processor cannot run it. */
SOW_MUST_USE enum sow_status
sow_kernel_find(const char *name, const struct sow_kernel **kernel, struct sow_err *err);

/** Which kernel plays a batch, and why not the one that was asked for. */
struct sow_kernel_choice {
    const struct sow_kernel *kernel;
    const struct sow_kernel *passed_over; /**< asked for (or the fastest, for "auto") but
                                               does not cover the batch; else NULL */
    const char *reason;                   /**< why it does not, a few words; else NULL */
};

/** What sow_batch_play will do; the kernel's name must be valid. */
struct sow_kernel_choice sow_kernel_choose(const struct sow_batch *batch);

/**
 * Plays all games; @p results has room for batch->games. The kernel's name must be valid;
 * a batch that it does not cover is played by "plain", with the same results.
 * @returns false if a stop request cut it short: the results are then incomplete.
 */
bool sow_batch_play(const struct sow_batch *batch, struct sow_game_result *results);

/** The same of games [@p begin, @p end) alone; @p results, and what else the batch has
 *  room for, begin with game 0. */
bool sow_batch_play_part(const struct sow_batch *batch, size_t begin, size_t end,
                         struct sow_game_result *results);

/** Whether an agent is a program outside, which plays one game at a time. */
bool sow_batch_is_outside(const struct sow_batch *batch);

/** Plays a batch in place of sow_batch_play, whose contract is its own. */
typedef bool sow_batch_share_fn(const struct sow_batch *batch,
                                struct sow_game_result *results);

/** From now on batches that are not played within a parallel loop go to @p share; NULL:
 *  none. For a process that shares the work with others; one thread at a time, while no
 *  batch is played. */
void sow_batch_share(sow_batch_share_fn *share);

SOW_C_END

#endif
