/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The Kalah Game Protocol 1.1 over TCP (docs/reference/kgp.md): outside programs as
 * players, and players for outside hosts.
 *
 * A *host* listens and sends positions. A *client* joins and answers with moves. sowlab
 * is a host in two ways. Its own games may have an outside player (sow_kgp_choose). And
 * any client may play against one player of sowlab (sow_kgp_serve). As a client, a player
 * of sowlab joins another host (sow_kgp_join). The protocol is for Kalah only.
 *
 * An address is `HOST:PORT`, or `PORT` for this machine only.
 *
 * Ownership: structs borrow everything they point to. Memory from sow_kgp_begin is freed
 * with free().
 */
#ifndef SOW_OUTSIDE_KGP_H
#define SOW_OUTSIDE_KGP_H

#include "sow/base/parallel.h"
#include "sow/game/game.h"
#include "sow/outside/place.h"

SOW_C_BEGIN

/** Words for enum sow_kgp_silent in options, by its values; the last entry is NULL. */
extern const char *const sow_kgp_silent_words[];

/**
 * Checks the form of an address.
 *
 * @param address `PORT` or `HOST:PORT`.
 * @param fixed true to refuse port 0, which stands for any free port.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, or SOW_USAGE if it is not an address.
 */
SOW_MUST_USE enum sow_status sow_kgp_address_check(const char *address, bool fixed,
                                                   struct sow_err *err);

/**
 * Explains why outside programs cannot play by certain rules.
 *
 * @param rules rules of the games.
 * @returns NULL if they can, else a phrase (static) that says why not.
 */
const char *sow_kgp_refusal(const struct sow_rules *rules);

/**
 * Listens at an address until the process ends. Thread-safe.
 *
 * @param place the address. If it is open already, it stays open.
 * @param wait true to wait until a program has joined.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE if too many addresses are open or this is not an address;
 *        SOW_IO if it cannot listen or no program joins in time; SOW_INTERRUPTED if the
 *        process is asked to stop (sow_stopping).
 */
SOW_MUST_USE enum sow_status sow_kgp_open(const struct sow_kgp_place *place, bool wait,
                                          struct sow_err *err);

/**
 * Asks the program at an address for a move, as `choose` of struct sow_player does. Opens
 * the address if necessary. Thread-safe, but only one move is asked for at a time.
 *
 * @param place the address.
 * @param game the game in progress.
 * @param moves all legal moves, ascending.
 * @param count number of @p moves, at least 1.
 * @param[in,out] rng random numbers for a move that is drawn, if the program is silent.
 * @returns an index into @p moves, or -r to forfeit for reason r (enum sow_ending).
 */
int sow_kgp_choose(const struct sow_kgp_place *place, const struct sow_game *game,
                   const int *moves, int count, struct sow_pcg *rng);

/**
 * Makes the memory of a game for a program, as `begin` of struct sow_player does: the
 * program that begins a game also ends it. `end` is free().
 *
 * @param context not used.
 * @returns memory on the heap, or NULL without memory.
 */
void *sow_kgp_begin(const void *context);

/** A game that was played at a host. */
struct sow_kgp_played {
    const char *client;     /**< name that the client gave itself, or "" */
    bool client_first;      /**< true if the client made the first move */
    struct sow_score score; /**< final stores; index 0 is the player that moved first */
    enum sow_ending ending; /**< reason of the end */
    int drawn;              /**< moves of the client that the host drew at random */
};

/** Largest number of consecutive games that a client may lose by an illegal move or by
 *  silence. Then the host sends it away. */
enum { SOW_KGP_FAULTS_MAX = 3 };

/** A host where programs play against one player. */
struct sow_kgp_service {
    const char *address;             /**< address to listen at; port 0: any free port */
    const struct sow_rules *rules;   /**< rules of all games */
    const struct sow_player *player; /**< player of the host */
    uint64_t seed;                   /**< random seed */
    int ms;                          /**< milliseconds for a move of a client */
    enum sow_kgp_silent silent;      /**< consequence for a client that sends no move */
    int games;                       /**< games with each client; 0: until it leaves */
    int clients;                     /**< largest number of clients at a time, 1 to 64;
                                          further ones are sent away */
    int visits;                      /**< clients in all; 0: no limit */
    struct sow_context with;         /**< context; only the request to stop is used */
    /** Plays the opening of @p game, which is at the rules' start. It is game @p number
     *  of client @p visit, both counted from 0. NULL: every game begins at the rules'
     *  start. */
    void (*open)(void *context, uint64_t visit, uint64_t number, struct sow_game *game);
    /** Callback when the host listens. */
    void (*listening)(void *context, const char *host, int port);
    /** Callback after each game, in the process of its client. */
    void (*played)(void *context, const struct sow_kgp_played *played);
    void *context; /**< passed to the callbacks */
};

/**
 * Runs a host until the last client has left or a stop is requested. Each client has a
 * process of its own, which ends with the host.
 *
 * @param service the host.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE or SOW_IO if it cannot listen; SOW_INTERRUPTED if it was
 *        stopped before `visits` clients had left.
 */
SOW_MUST_USE enum sow_status sow_kgp_serve(const struct sow_kgp_service *service,
                                           struct sow_err *err);

/** A player of sowlab as a client of another host. */
struct sow_kgp_visit {
    const char *address;             /**< address of the host */
    const char *name;                /**< name that the host is given */
    const struct sow_rules *rules;   /**< rules, except the number of pits, which the host
                                          sends */
    const struct sow_player *player; /**< player that answers */
    uint64_t seed;                   /**< random seed */
    struct sow_context with;         /**< context; only the request to stop is used */
    int64_t answered; /**< receives the number of positions that were answered with a
                           move */
};

/**
 * Joins a host and plays until the host says goodbye or a stop is requested.
 *
 * @param[in,out] visit the client; its `answered` is set.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK after a goodbye; SOW_USAGE if the address is not valid; SOW_IO if there
 *        is no host, or it leaves without a goodbye or breaks the protocol;
 *        SOW_INTERRUPTED; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_kgp_join(struct sow_kgp_visit *visit,
                                          struct sow_err *err);

SOW_C_END

#endif
