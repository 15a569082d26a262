/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The host's side of a connection.
 */
#ifndef SOW_KGP_HOST_H
#define SOW_KGP_HOST_H

#include "kgp_link.h"

/** Milliseconds in which who connects has to say that it wants to play. */
enum { HOST_PATIENCE = 10000 };

/** Says which protocol is spoken; false if nobody hears it. */
bool sow_host_greet(struct link *link);

/** Hears what has come of a client that is not ready; false if it is to be sent away:
 *  it left, is too late, or speaks of something else. */
bool sow_host_hear(struct link *link);

/** A wish for a move. */
struct host_question {
    const struct sow_game *game;
    const int *moves; /**< the legal ones */
    int count;
    int ms;
    const struct sow_stop *stop; /**< may be NULL */
};

/** The index of the move that the client wants, or -r to forfeit for reason r. */
int sow_host_ask(struct link *link, const struct host_question *question);

/** Says goodbye and frees the connection. */
void sow_host_dismiss(struct link *link);

#endif
