/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Openings of games: start positions and random moves. Two players that seldom have to
 * break a tie play the same game every time from a fixed start. An interval that treats
 * these games as independent is then wrong. Different openings give different games.
 *
 * Ownership: starts are borrowed unless a function says otherwise. Option texts belong to
 * the caller.
 */
#ifndef SOW_EXPERIMENTS_OPENINGS_H
#define SOW_EXPERIMENTS_OPENINGS_H

#include "sow/base/param.h"
#include "sow/heuristics/batch.h"
#include "sow/variants/start_set.h"
#include "sow/variants/variant_set.h"

enum {
    SOW_RANDOM_PLIES_MAX = 1000, /**< most random moves that open a game */
    SOW_RANDOM_PLIES_ASKED =
        -1, /**< `auto`: a number replaces it before the run is recorded */
    SOW_RANDOM_PLIES_AUTO = 4, /**< value of `auto` for players that repeat games */
};

/** Type of an int option: a number of random moves, or `auto`. */
extern const struct sow_param_type sow_param_random_plies;

/** Numbers that can replace `auto`: 0 and SOW_RANDOM_PLIES_AUTO. */
extern const int sow_openings_answers[2];

/** The question of a kind of run (runs/run.h) that `auto` asks; @p ask answers it. */
#define SOW_OPENINGS_QUESTION(ask)                                                       \
    {                                                                                    \
        "random_plies", &sow_param_random_plies, SOW_RANDOM_PLIES_ASKED,                 \
            sow_openings_answers, 2, ask                                                 \
    }

/** Help text of the option `random_plies`. */
#define SOW_RANDOM_PLIES_HELP                                                            \
    "random moves that open each game, the same for game g of both seats; "              \
    "0 = none: players without ties then repeat one game"

/**
 * Row of the option `random_plies` for a struct with an int at @p offset, for kinds that
 * ask about the standard start: the default is 0.
 */
#define SOW_RANDOM_PLIES_ROW(offset)                                                     \
    {                                                                                    \
        "random_plies", &sow_param_integer, offset, 0, SOW_RANDOM_PLIES_MAX, NULL, "0",  \
            SOW_RANDOM_PLIES_HELP                                                        \
    }

/**
 * Row of the option `random_plies` for kinds that compare players: the default is `auto`,
 * which a run's preparation resolves.
 */
#define SOW_OPENINGS_ROW(offset)                                                         \
    {                                                                                    \
        "random_plies", &sow_param_random_plies, offset, 0, SOW_RANDOM_PLIES_MAX, NULL,  \
            "auto",                                                                      \
            SOW_RANDOM_PLIES_HELP "; auto = 4 if a few test games from the standard "    \
                                  "start repeat each other, else 0"                      \
    }

/** Row of the option `starts` for a struct with a char * at @p offset. */
#define SOW_STARTS_ROW(offset)                                                           \
    {                                                                                    \
        "starts", &sow_param_added_string, offset, 0, SOW_STARTS_TEXT_MAX, NULL, "",     \
            "start positions, the same for game g of both seats: a set (fairkalah), a "  \
            "file with a position a line, or random:PLIES (PLIES random moves from the " \
            "standard start); each position is used once if there are as many games, "   \
            "else each game draws one; by default the standard start"                    \
    }

/**
 * How the games of a batch open. Game g begins at a start position, if there are any, and
 * then with random moves.
 *
 * Unless `apart`, start and moves are drawn from the stream {purpose, {r, 0, 0, g}},
 * where r is the first index of the games' own streams. If `apart`, the stream is
 * {SOW_PURPOSE_OPENING, {r, purpose, 0, g}}.
 *
 * The game with opening g must have 2 g or 2 g + 1 as the last index of its own stream.
 * Unless `apart`, this stream must not be a stream of the openings.
 */
struct sow_openings {
    /** Borrowed start positions; if empty, games begin at the standard start. */
    struct sow_starts starts;
    /** True if each game draws its start, else game g has start g. */
    bool drawn;
    /** Number of random moves, 0: none; a game that ends within them counts. */
    int random_plies;
    /** True if openings have streams of their own purpose (see above). */
    bool apart;
    /** Purpose of the games' own streams. */
    enum sow_purpose purpose;
};

/** Returns true if games do not all begin at the standard start without random moves. */
bool sow_openings_are_any(const struct sow_openings *openings);

/**
 * Makes the games of a batch begin with openings, or at the standard start if @p openings
 * has neither starts nor random moves. The kernel becomes the plain one if
 * some start has another number of seeds than the standard start.
 * @param[in,out] batch the batch
 * @param openings borrowed; must outlive the batch
 */
void sow_openings_set(struct sow_batch *batch, const struct sow_openings *openings);

/**
 * Resolves the option `starts` for games by one variant's rules. Does nothing for NULL
 * and "". `random:PLIES` becomes @p random_plies, and the text becomes NULL. Beside start
 * positions, `auto` random moves become 0. Other texts are resolved by
 * sow_starts_resolve.
 * @param[in,out] starts the text that was typed; owned by the caller, replaced by its
 *     record
 * @param[in,out] random_plies the option `random_plies`, or NULL if the command has none:
 *     `random:PLIES` then stays in the text
 * @param rules the rules of the games
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for a bad number of random moves, or one that is given in both
 *     options; or an error of sow_starts_resolve.
 */
SOW_MUST_USE enum sow_status sow_openings_resolve(char **starts, int *random_plies,
                                                  const struct sow_rules *rules,
                                                  struct sow_err *err);

/**
 * Resolves the option `starts` for games by several variants, as sow_openings_resolve
 * does.
 * @param[in,out] starts the text that was typed; owned by the caller, replaced by its
 *     record
 * @param[in,out] random_plies the option `random_plies`, or NULL if the command has none
 * @param set the variants, at least one; every start must be a position of each, and the
 *     record is written by the rules of the first
 * @param err receives the reason of a failure
 * @returns the errors of sow_openings_resolve.
 */
SOW_MUST_USE enum sow_status sow_openings_resolve_all(char **starts, int *random_plies,
                                                      const struct sow_variant_set *set,
                                                      struct sow_err *err);

/**
 * Resolves the option `starts` for a command whose `random_plies` has a default above 0.
 * @param[in,out] starts the text that was typed; owned by the caller, replaced by its
 *     record
 * @param[in,out] random_plies the option `random_plies`; `random:PLIES` replaces its
 *     value
 * @param rules the rules of the games
 * @param err receives the reason of a failure
 * @returns the errors of sow_openings_resolve.
 */
SOW_MUST_USE enum sow_status sow_openings_replace(char **starts, int *random_plies,
                                                  const struct sow_rules *rules,
                                                  struct sow_err *err);

/**
 * Tests if start positions have as many seeds as the standard start.
 * @param starts the text that was typed, or its record
 * @param rules the rules of the games
 * @returns true if all of them have as many seeds as the standard start of @p rules; also
 *     true for a text that is refused anyway.
 */
bool sow_openings_fit(const char *starts, const struct sow_rules *rules);

/**
 * Reads a resolved option `starts` into start positions or a number of random moves.
 * @param starts the resolved text; may be NULL
 * @param rules the rules of the games
 * @param[in,out] openings receives the starts, which the caller releases, or the random
 *     moves; other members stay unchanged
 * @param err receives the reason of a failure
 * @returns the errors of sow_starts_load.
 */
SOW_MUST_USE enum sow_status sow_openings_load(const char *starts,
                                               const struct sow_rules *rules,
                                               struct sow_openings *openings,
                                               struct sow_err *err);

/** Two players and the match for which sow_openings_are_needed tests them. */
struct sow_openings_trial {
    const struct sow_rules *rules;
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    int games; /**< games of the match in each seat */
};

/**
 * Answers sow_openings_are_needed without a game. The answer is true if a player searches
 * or is an outside program; else it is the answer that the process has kept, if any.
 * @param trial players, rules and games of the match
 * @param[out] needed the answer
 * @returns false if only games can tell; @p needed is then unchanged.
 */
bool sow_openings_known(const struct sow_openings_trial *trial, bool *needed);

/**
 * Finds out if two players repeat games from the standard start, so that their match
 * needs random openings.
 *
 * The function plays test games in each seat: an eighth of the match's games, at least 4
 * and at most 32. Games are taken to repeat if more than one in a hundred pairs of test
 * games are the same game. The test games have a random seed and streams of their own. So
 * the answer depends on players, rules and games, and not on the run. Players that search
 * and outside programs are taken to repeat games, without a test. The process keeps the
 * answer for each pair, variant and number of test games, so that it seldom tests two
 * players twice. Several threads may call this at the same time.
 * @param trial players, rules and games of the match
 * @param[out] needed true if the match needs random openings
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request: @p needed is then no answer.
 */
SOW_MUST_USE enum sow_status
sow_openings_are_needed(const struct sow_openings_trial *trial, bool *needed,
                        struct sow_err *err);

#endif
