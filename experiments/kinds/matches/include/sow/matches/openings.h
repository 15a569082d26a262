/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Games that begin with moves at random. Two players who seldom meet an exact tie play
 * one game over and over from a fixed start, and an interval that takes their games as
 * independent says nothing; from different openings they are different games.
 */
#ifndef SOW_EXPERIMENTS_OPENINGS_H
#define SOW_EXPERIMENTS_OPENINGS_H

#include "sow/base/param.h"
#include "sow/heuristics/batch.h"
#include "sow/variants/start_set.h"
#include "sow/variants/variant_set.h"

enum {
    SOW_RANDOM_PLIES_MAX = 1000,
    SOW_RANDOM_PLIES_ASKED = -1, /**< "auto": not known before it is prepared */
    SOW_RANDOM_PLIES_AUTO = 4,   /**< what it comes to for players who repeat games */
};

/** An int: moves at random, or `auto`. */
extern const struct sow_param_type sow_param_random_plies;

#define SOW_RANDOM_PLIES_HELP                                                            \
    "moves at random that open each game, the same ones for game g of both seats; "      \
    "without them, players who meet no ties play one game over and over"

/** The row of the option `random_plies` for a struct with an int at @p offset, where the
 *  ordinary start is what is asked about. */
#define SOW_RANDOM_PLIES_ROW(offset)                                                     \
    {                                                                                    \
        "random_plies", &sow_param_integer, offset, 0, SOW_RANDOM_PLIES_MAX, NULL, "0",  \
            SOW_RANDOM_PLIES_HELP                                                        \
    }

/** The same where players are compared; a run's preparation resolves it. */
#define SOW_OPENINGS_ROW(offset)                                                         \
    {                                                                                    \
        "random_plies", &sow_param_random_plies, offset, 0, SOW_RANDOM_PLIES_MAX, NULL,  \
            "auto",                                                                      \
            SOW_RANDOM_PLIES_HELP "; auto: 4 if a few games on trial repeat each other " \
                                  "from the ordinary start, else none"                   \
    }

/** The row of the option `starts` for a struct with a char * at @p offset. */
#define SOW_STARTS_ROW(offset)                                                           \
    {                                                                                    \
        "starts", &sow_param_added_string, offset, 0, SOW_STARTS_TEXT_MAX, NULL, "",     \
            "where games begin, the same for game g of both seats: a set (fairkalah), "  \
            "a file with a position a line, or random:PLIES, the ordinary start and so " \
            "many moves at random; as many games as positions have one each, else each " \
            "game draws one; if empty, the ordinary start"                               \
    }

/**
 * How the games of a batch open: number g from a start position, if there are any, and by
 * moves at random. Both are drawn from the stream {purpose, {r, 0, 0, g}}, where r is the
 * first index of the games' own streams; or, if `apart`, from {SOW_PURPOSE_OPENING,
 * {r, purpose, 0, g}}. The last index of a game's own stream has to be 2 g or 2 g + 1 for
 * the game that has opening g, and unless `apart` the stream itself must not be one of
 * the openings'.
 */
struct sow_openings {
    struct sow_starts starts; /**< borrowed; none: the rules' own */
    bool drawn;               /**< each game draws its start; else number g has start g */
    int random_plies; /**< 0: none; a game that ends within them counts as it ended */
    bool apart;
    enum sow_purpose purpose;
};

/** Whether games open otherwise than by the rules. */
bool sow_openings_are_any(const struct sow_openings *openings);

/** Lets the games of @p batch open so; @p openings must outlive it. The kernel becomes
 *  the plain one if starts have other numbers of seeds than the rules'. */
void sow_openings_set(struct sow_batch *batch, const struct sow_openings *openings);

/**
 * Settles what was typed for --starts: `random:PLIES` becomes @p random_plies, where they
 * are an option of their own (else NULL, and the text stays), `auto` ones become 0 beside
 * positions, and the rest is sow_starts_resolve's. SOW_USAGE for plies that are none, or
 * that were asked for twice.
 */
SOW_MUST_USE enum sow_status sow_openings_resolve(char **starts, int *random_plies,
                                                  const struct sow_rules *rules,
                                                  struct sow_err *err);

/** The same for games by several rules: every start has to be a position of each. */
SOW_MUST_USE enum sow_status sow_openings_resolve_all(char **starts, int *random_plies,
                                                      const struct sow_variant_set *set,
                                                      struct sow_err *err);

/** The same where @p random_plies has a fallback above 0, whose place `random:PLIES`
 *  takes. */
SOW_MUST_USE enum sow_status sow_openings_replace(char **starts, int *random_plies,
                                                  const struct sow_rules *rules,
                                                  struct sow_err *err);

/** Tells whether what was typed for --starts stands for positions with as many seeds as
 *  games by @p rules begin with; true for a text that is refused anyway. */
bool sow_openings_fit(const char *starts, const struct sow_rules *rules);

/** What a resolved text says: starts, which are to be released, or moves at random. Other
 *  members are left alone. Errors as of sow_starts_load. */
SOW_MUST_USE enum sow_status sow_openings_load(const char *starts,
                                               const struct sow_rules *rules,
                                               struct sow_openings *openings,
                                               struct sow_err *err);

/** Two players and what they play by. */
struct sow_openings_trial {
    const struct sow_rules *rules;
    const struct sow_agent *player;
    const struct sow_agent *opponent;
    int games; /**< of the match, in each seat */
};

/**
 * Do games of these two repeat each other from the ordinary start? Some games in each
 * seat, 32 of a match of 256 or more, are played on trial; more than one pair in a
 * hundred that is one game over again says yes. The trial draws from streams of its own
 * with a seed of its own, so that the answer is one of the players and the rules, and not
 * of a run. Players who look ahead are taken to repeat each other, without a trial.
 * The process keeps answers, so that one pair is on trial once.
 * @returns SOW_INTERRUPTED if the process is asked to stop: there is no answer then.
 */
SOW_MUST_USE enum sow_status
sow_openings_are_needed(const struct sow_openings_trial *trial, bool *needed,
                        struct sow_err *err);

#endif
