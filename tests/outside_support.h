/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A game of an outside program, for its suites.
 */
#ifndef SOW_TESTS_OUTSIDE_SUPPORT_H
#define SOW_TESTS_OUTSIDE_SUPPORT_H

#include "sow/game/game.h"
#include "sow/heuristics/agent.h"
#include "sow/variants/variant.h"
#include "suite.h"

/** Returns the rules of a built-in variant. */
static inline struct sow_rules rules_of(const char *name)
{
    struct sow_err err;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin(name, &variant, &err));
    return variant.rules;
}

/** Plays a game in which @p agent, an outside program, moves first against h4. Records it
 *  in @p transcript, unless that is NULL. */
static inline struct sow_score play_recorded(const struct sow_agent *agent,
                                             const struct sow_rules *rules,
                                             struct sow_game *game,
                                             struct sow_transcript *transcript)
{
    struct sow_err err;
    struct sow_agent other;
    struct sow_pcg rng;
    ck_ok(sow_agent_parse("h4", NULL, &other, &err));
    struct sow_player players[2] = {sow_agent_player(agent), sow_agent_player(&other)};
    sow_pcg_seed(&rng, 1, 1);
    sow_game_init(game, rules, NULL);
    sow_game_record(game, transcript);
    return sow_game_finish(
        game, (const struct sow_player *const[]){&players[0], &players[1]}, &rng);
}

/** Plays a game as play_recorded does, without a record. */
static inline struct sow_score play(const struct sow_agent *agent,
                                    const struct sow_rules *rules, struct sow_game *game)
{
    return play_recorded(agent, rules, game, NULL);
}

#endif
