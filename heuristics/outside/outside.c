/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/outside/outside.h"

#include "sow/outside/exec.h"
#include "sow/outside/kgp.h"

#include <stdlib.h>

/* --- programs that join --- */

/* Listens at the address of a program. Refuses rules that the protocol does not know. */
static enum sow_status open_kgp(const struct sow_outside *outside,
                                const struct sow_rules *rules, bool now,
                                struct sow_err *err)
{
    const char *refusal = sow_kgp_refusal(rules);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "player 'kgp:%s': %s; choose --variant kalah or "
                           "kalah-no-empty-capture",
                           outside->place.address, refusal);
    return sow_kgp_open(&outside->place, now, err);
}

/* Asks the program that joined; @p context is a struct sow_outside. */
static int choose_kgp(const void *context, const struct sow_game *game, const int *moves,
                      int count, struct sow_pcg *rng)
{
    const struct sow_outside *outside = context;
    return sow_kgp_choose(&outside->place, game, moves, count, rng);
}

/* Returns 1: the protocol has one game at a time. */
static int games_kgp(const struct sow_outside *outside)
{
    (void)outside;
    return 1;
}

/* --- programs that sowlab starts --- */

/* Checks the program and, if games begin now, starts it. */
static enum sow_status open_exec(const struct sow_outside *outside,
                                 const struct sow_rules *rules, bool now,
                                 struct sow_err *err)
{
    return sow_exec_open(&outside->program, rules, now, err);
}

/* Asks the program that was started; @p context is a struct sow_outside. */
static int choose_exec(const void *context, const struct sow_game *game, const int *moves,
                       int count, struct sow_pcg *rng)
{
    const struct sow_outside *outside = context;
    (void)rng;
    return sow_exec_choose(&outside->program, game, moves, count);
}

/* Makes the memory of a game; @p context is a struct sow_outside. */
static void *begin_exec(const void *context)
{
    const struct sow_outside *outside = context;
    return sow_exec_begin(&outside->program);
}

/* Returns the number of processes that play side by side. */
static int games_exec(const struct sow_outside *outside)
{
    return outside->program.threads;
}

/* --- both --- */

/* The functions of a way to reach programs. */
struct way {
    enum sow_status (*open)(const struct sow_outside *outside,
                            const struct sow_rules *rules, bool now, struct sow_err *err);
    struct sow_player player; /* player without its context */
    int (*games)(const struct sow_outside *outside);
};

/* All ways, by enum sow_outside_way. */
static const struct way WAYS[] = {
    [SOW_OUTSIDE_KGP] = {open_kgp,
                         {.choose = choose_kgp, .begin = sow_kgp_begin, .end = free},
                         games_kgp},
    [SOW_OUTSIDE_EXEC] = {open_exec,
                          {.choose = choose_exec,
                           .begin = begin_exec,
                           .end = sow_exec_end},
                          games_exec},
};

enum sow_status sow_outside_open(const struct sow_outside *outside,
                                 const struct sow_rules *rules, bool now,
                                 struct sow_err *err)
{
    return WAYS[outside->way].open(outside, rules, now, err);
}

struct sow_player sow_outside_player(const struct sow_outside *outside)
{
    struct sow_player player = WAYS[outside->way].player;
    player.context = outside;
    return player;
}

int sow_outside_games(const struct sow_outside *outside)
{
    return WAYS[outside->way].games(outside);
}
