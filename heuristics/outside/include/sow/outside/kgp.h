/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Programs outside as players, and players for hosts outside, by the Kalah Game Protocol
 * 1.1 over TCP (docs/kgp.md).
 *
 * A host listens and sends positions, a client joins and answers with moves. Here are
 * both: the lab as a host whose client is a player of the lab's own games
 * (sow_kgp_choose), the lab as a host at which anybody plays against one player
 * (sow_kgp_serve), and a player of the lab as a client elsewhere (sow_kgp_visit). The
 * protocol knows Kalah alone.
 *
 * Addresses are `PORT`, which is one of this machine alone, or `HOST:PORT`.
 */
#ifndef SOW_OUTSIDE_KGP_H
#define SOW_OUTSIDE_KGP_H

#include "sow/base/parallel.h"
#include "sow/game/game.h"
#include "sow/outside/place.h"

SOW_C_BEGIN

/** SOW_USAGE if it is no address; @p fixed: port 0, any that is free, is none. */
SOW_MUST_USE enum sow_status sow_kgp_address_check(const char *address, bool fixed,
                                                   struct sow_err *err);

/** Why programs cannot play by these rules, in a few words, or NULL if they can. */
const char *sow_kgp_refusal(const struct sow_rules *rules);

/** Listens at the place from now on until the process ends; @p wait: until a program has
 *  joined. SOW_IO if that cannot be, or nobody joins in time; SOW_INTERRUPTED if the
 *  process is asked to stop (sow_stopping). */
SOW_MUST_USE enum sow_status sow_kgp_open(const struct sow_kgp_place *place, bool wait,
                                          struct sow_err *err);

/** As `choose` of struct sow_player: asks the program at @p place, opened if need be. One
 *  asks at a time, whatever the threads. */
int sow_kgp_choose(const struct sow_kgp_place *place, const struct sow_game *game,
                   const int *moves, int count);

/** As `begin`: a game is played to its end with the program it began with. `end` is
 *  free. */
void *sow_kgp_begin(const void *context);

/** A game that was played at a host. */
struct sow_kgp_played {
    const char *client;     /**< the name it gave itself, or "" */
    bool client_first;      /**< it moved first */
    struct sow_score score; /**< [0]: of who moved first */
    enum sow_ending ending;
};

/** Games in a row that a client may lose by a move that is not legal or by silence; then
 * it is sent away. */
enum { SOW_KGP_FAULTS_MAX = 3 };

/** A host at which programs play against one player. */
struct sow_kgp_service {
    const char *address; /**< port 0: any that is free */
    const struct sow_rules *rules;
    const struct sow_player *player;
    uint64_t seed;
    int ms;      /**< milliseconds a move of a client */
    int games;   /**< of each client; 0: until it goes */
    int clients; /**< at a time, 1..64; who comes when there are as many is sent away */
    int visits;  /**< clients in all; 0: no end */
    const struct sow_stop *stop; /**< may be NULL */
    /** Begins @p game, which is at the rules' start, elsewhere: number @p number, from 0,
     * of the @p visit, from 0. May make moves. NULL: every game begins at the start. */
    void (*open)(void *context, uint64_t visit, uint64_t number, struct sow_game *game);
    /** Called when it listens. */
    void (*listening)(void *context, const char *host, int port);
    /** Called after each game, in a process of its client's own. */
    void (*played)(void *context, const struct sow_kgp_played *played);
    void *context;
};

/** Serves until the visits are over or a stop is requested, a process a client, which
 * ends with the service. SOW_IO if it cannot listen; SOW_INTERRUPTED if it is stopped
 * before the end of so many visits. */
SOW_MUST_USE enum sow_status sow_kgp_serve(const struct sow_kgp_service *service,
                                           struct sow_err *err);

/** A player of the lab at a host elsewhere. */
struct sow_kgp_visit {
    const char *address;
    const char *name;              /**< told to the host */
    const struct sow_rules *rules; /**< but for the pits, which the host says */
    const struct sow_player *player;
    uint64_t seed;
    const struct sow_stop *stop; /**< may be NULL */
    int64_t answered;            /**< set: positions that got a move */
};

/** Joins and plays until the host says goodbye or a stop is requested; SOW_IO if there is
 *  no host, or it goes without a word or sends what is not of the protocol. */
SOW_MUST_USE enum sow_status sow_kgp_join(struct sow_kgp_visit *visit,
                                          struct sow_err *err);

SOW_C_END

#endif
