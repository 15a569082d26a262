/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Plays many games between agents, in parallel. Every game has a random stream of its
 * own. So the results are the same for any kernel, any number of threads and any order.
 *
 * A *kernel* is code that plays many games at once. The plain kernel plays one game at a
 * time and defines the results of all others.
 *
 * Ownership: a batch borrows everything it points to; kernels are static.
 */
#ifndef SOW_HEURISTICS_BATCH_H
#define SOW_HEURISTICS_BATCH_H

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/heuristics/agent.h"

SOW_C_BEGIN

/** The two agents of one game and the random stream of that game. */
struct sow_pairing {
    uint32_t first;           /**< index of the agent that makes the first move */
    uint32_t second;          /**< index of the other agent */
    struct sow_stream stream; /**< stream of the game, used with the batch's random
                                   seed */
};

/** The games to play. */
struct sow_batch {
    const struct sow_rules *rules;  /**< rules of all games */
    const struct sow_agent *agents; /**< agents that pairings name by index */
    size_t agent_count; /**< number of `agents`. 0 = not known: a kernel then looks only
                             at agents as it plays, and passes games of agents it does not
                             cover to "plain" */
    uint64_t seed;      /**< random seed of the run */
    size_t games;       /**< number of games */
    /** Returns the pairing of game @p index; called from several threads. */
    struct sow_pairing (*pairing)(const void *context, size_t index);
    const void *context;         /**< passed to `pairing` */
    struct sow_context with;     /**< threads, kernel and stop request; `progress` is not
                                      used */
    const struct sow_fast *fast; /**< set by sow_batch_play: prepared rules for agents
                                      that look ahead, or NULL */
    /** Plays the opening of a game that is at the rules' start. Its moves count as plies.
     *  Called from several threads. NULL: games begin at the rules' start. */
    void (*open)(const struct sow_batch *batch, const struct sow_pairing *pairing,
                 struct sow_game *game);
    const void *opening;                /**< data for `open` */
    uint64_t *lines;                    /**< receives the hash of each game's moves
                                             (game.h), or NULL */
    struct sow_game_shape *shapes;      /**< receives the number of choices in each game
                                             (game.h), or NULL */
    struct sow_transcript *transcripts; /**< receives each game's transcript
                                             (transcript.h), to be released by the caller,
                                             or NULL. Only the kernel "plain" writes
                                             transcripts */
    double (*now)(void);                /**< returns the time in seconds, for transcripts
                                             of players limited by time */
};

/** Final stores and length of a game, by player instead of seat. */
struct sow_game_result {
    uint8_t first;   /**< seeds of the player that moved first */
    uint8_t second;  /**< seeds of the other player */
    uint16_t plies;  /**< moves made, with those of the opening */
    uint8_t forfeit; /**< enum sow_ending of a forfeit, whose loser has no seeds; 0 if
                          nobody forfeited */
};

/**
 * Tells the winner of a game.
 *
 * @param result a finished game.
 * @returns +1 if the first player won, 0 for a draw, -1 if it lost.
 */
static inline int sow_game_sign(struct sow_game_result result)
{
    return (result.first > result.second) - (result.first < result.second);
}

/** A kernel: one way to play a batch. */
struct sow_kernel {
    const char *name;        /**< name on the command line */
    const char *summary;     /**< a phrase for listings */
    size_t lanes;            /**< number of games it plays at a time */
    const char *needs;       /**< features that the processor must have, or NULL */
    bool (*available)(void); /**< returns true if this processor has them */
    /** Returns false if the kernel cannot play this batch; @p reason then gets a phrase
     *  that says why. */
    bool (*covers)(const struct sow_batch *batch, const char **reason);
    /** Plays games [begin, end) of a batch that the kernel covers. */
    void (*play)(const struct sow_batch *batch, size_t begin, size_t end,
                 struct sow_game_result *results);
};

/** All kernels of this build; ends with a NULL name. The first one is the definition,
 *  which the others match game by game. Each kernel is faster than those before it. */
extern const struct sow_kernel sow_kernels[];

/**
 * Finds a kernel by its name.
 *
 * @param name name of a kernel. "auto" or NULL finds the fastest that this processor can
 *        run.
 * @param[out] kernel receives the kernel; without meaning on failure.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if no kernel has this name (with a list of names) or the
 *        processor cannot run it.
 */
SOW_MUST_USE enum sow_status
sow_kernel_find(const char *name, const struct sow_kernel **kernel, struct sow_err *err);

/** The kernel that plays a batch, and the reason if it is not the requested one. */
struct sow_kernel_choice {
    const struct sow_kernel *kernel;      /**< kernel that plays the batch */
    const struct sow_kernel *passed_over; /**< requested kernel (the fastest, for
                                               "auto") if it does not cover the batch;
                                               else NULL */
    const char *reason;                   /**< a phrase that says why it does not; else
                                               NULL */
};

/**
 * Chooses the kernel that sow_batch_play will use.
 *
 * @param batch the games; its kernel name must be valid (sow_kernel_find).
 * @returns the choice.
 */
struct sow_kernel_choice sow_kernel_choose(const struct sow_batch *batch);

/**
 * Plays all games of a batch. A batch that the requested kernel does not cover is played
 * by "plain", with the same results.
 *
 * @param batch the games; its kernel name must be valid (sow_kernel_find).
 * @param[out] results room for `batch->games` results, by index of the game.
 * @returns true, or false if a stop request ended the work early: results are then
 *        incomplete.
 */
bool sow_batch_play(const struct sow_batch *batch, struct sow_game_result *results);

/**
 * Plays games [@p begin, @p end) of a batch only.
 *
 * @param batch the games; its kernel name must be valid.
 * @param begin index of the first game.
 * @param end index after the last game.
 * @param[out] results room by index of the game, starting at game 0, as for all other
 *        outputs of the batch.
 * @returns as sow_batch_play.
 */
bool sow_batch_play_part(const struct sow_batch *batch, size_t begin, size_t end,
                         struct sow_game_result *results);

/**
 * Returns true if an agent of the batch is an outside program, which plays only some
 * games at a time.
 *
 * @param batch the games.
 * @returns false also if the number of agents is not known.
 */
bool sow_batch_is_outside(const struct sow_batch *batch);

/**
 * Limits the number of threads to the games that outside programs play at a time.
 *
 * @param agents agents of the games.
 * @param count number of @p agents.
 * @param threads number of threads; 0 = all available.
 * @returns @p threads, or fewer.
 */
int sow_agents_threads(const struct sow_agent *agents, size_t count, int threads);

/** A function that plays a batch instead of sow_batch_play, with the same contract. */
typedef bool sow_batch_share_fn(const struct sow_batch *batch,
                                struct sow_game_result *results);

/**
 * Sets a function that plays all batches from now on, except those inside a parallel
 * loop. A process that shares work with other processes uses it. Call it from one thread
 * while no batch is being played.
 *
 * @param share the function; NULL to play batches in this process again.
 */
void sow_batch_share(sow_batch_share_fn *share);

SOW_C_END

#endif
