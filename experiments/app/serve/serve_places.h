/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Connections of clients, and how long each may last: whoever sends the head of a request
 * a byte at a time, or reads an answer so, loses the connection, at once if others need
 * its place.
 *
 * For one thread. Ownership: places are the caller's, connections the server's library's.
 */
#ifndef SOW_SERVE_PLACES_H
#define SOW_SERVE_PLACES_H

#include <stddef.h>

struct MHD_Connection;
struct sow_place;

enum { SOW_PLACES = 512 };

/** Connections from the oldest to the newest; all zero: none. */
struct sow_places {
    struct sow_place *first, *last;
    int count;
};

/** Takes up a connection, which ends with sow_places_leave. NULL without memory. */
struct sow_place *sow_places_enter(struct sow_places *places, int fd);
void sow_places_leave(struct sow_places *places, struct sow_place *place);

/** Head of a request is whole: its time no longer counts until the answer is told. */
void sow_place_asked(struct sow_place *place);

/** Answer begins to be told. */
void sow_place_told(struct sow_place *place);

/** Ends the connections whose time is over. */
void sow_places_expire(struct sow_places *places);

#endif
