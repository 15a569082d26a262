/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The host's side of a connection.
 */
#ifndef SOW_KGP_HOST_H
#define SOW_KGP_HOST_H

#include "outside_link.h"

/** Milliseconds within which a new client has to say that it wants to play. */
enum { HOST_PATIENCE = 10000 };

/** Sends the version of the protocol. Returns false if the client is gone or does not
 *  read. */
bool sow_host_greet(struct link *link);

/** Reads the waiting lines of a client that is not ready yet, and sets link->ready if it
 *  wants to play. Does not wait. Returns false if it has to be sent away: it left, is too
 *  late, or does not speak the protocol. */
bool sow_host_hear(struct link *link);

/** A request for a move. */
struct host_question {
    const struct sow_game *game; /**< game with the position, borrowed */
    const int *moves;            /**< legal moves, ascending */
    int count;                   /**< number of legal moves */
    int ms;                      /**< milliseconds for the answer */
    enum sow_kgp_silent silent;  /**< consequence of no move in time */
    struct sow_pcg *rng;         /**< random numbers for a move that is drawn, borrowed */
    struct sow_context with;     /**< context; only the request to stop is used */
};

/** Asks the client for a move. Returns the move's index in question->moves, or -r to
 *  forfeit for reason r (enum sow_ending). After a request to stop, the last move named
 *  counts; without one it is a forfeit. Sets link->mute. */
int sow_host_ask(struct link *link, const struct host_question *question);

/** Settles an answer of sow_host_ask: with SOW_SILENT_RANDOM, draws a move for a silent
 *  client, and counts it in the transcript of the game. Returns the answer, or the index
 *  of that move. */
int sow_host_settle(const struct host_question *question, int answer);

/** Says goodbye, closes and frees the connection. */
void sow_host_dismiss(struct link *link);

#endif
