/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Connections of clients and their time limits. A client that sends the head of a request
 * too slowly, or reads an answer too slowly, loses the connection. It loses it at once if
 * too many others are connected.
 *
 * For one thread. Ownership: a place is owned by the list of places, a connection by the
 * HTTP library.
 */
#ifndef SOW_SERVE_PLACES_H
#define SOW_SERVE_PLACES_H

#include <stddef.h>

struct MHD_Connection;
/** A connection and its time limit. */
struct sow_place;

/** Most connections. */
enum { SOW_PLACES = 512 };

/** List of connections from the oldest to the newest; all zeros for none. */
struct sow_places {
    struct sow_place *first, *last; /**< oldest and newest connection */
    int count;                      /**< number of connections */
};

/**
 * Adds a connection. sow_places_leave removes it. If too many are connected, ends the
 * oldest one for which the server is not working.
 * @param[in,out] places the list
 * @param fd the socket of the connection
 * @returns the place, or NULL without memory; the list is then unchanged
 */
struct sow_place *sow_places_enter(struct sow_places *places, int fd);
/** Removes a connection and frees its place. NULL is allowed. */
void sow_places_leave(struct sow_places *places, struct sow_place *place);

/**
 * Notes that the head of a request is complete. There is no time limit until the answer
 * begins. NULL is allowed.
 */
void sow_place_asked(struct sow_place *place);

/** Notes that the answer begins to be sent. NULL is allowed. */
void sow_place_told(struct sow_place *place);

/** Shuts down the connections whose time is over. They stay in the list until
 *  sow_places_leave. */
void sow_places_expire(struct sow_places *places);

#endif
