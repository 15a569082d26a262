/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The rule vocabulary of count-and-capture games as one struct, and the table of its
 * keys that variant files, command lines, listings and comparisons share.
 *
 * The kinds of capture are those of Divilly, O'Riordan and Hill 2013, section II; the
 * other options are the union of what the literature on Kalah, Awari, Oware, Erherhe
 * and Vai Lung Thlan needs. docs/rules.md states each option exactly.
 *
 * A struct sow_rules is plain data: copy it freely. Functions that take `const struct
 * sow_rules *` expect one that sow_rules_check has accepted.
 */
#ifndef SOW_GAME_RULES_H
#define SOW_GAME_RULES_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/game/board.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** A set of seed counts, 1..255. */
struct sow_counts {
    uint64_t word[4];
};

static inline bool sow_counts_has(const struct sow_counts *set, unsigned count)
{
    return ((set->word[count >> 6U] >> (count & 63U)) & 1U) != 0;
}

/** True if the set has no member: the kind of capture it belongs to is off. */
static inline bool sow_counts_empty(const struct sow_counts *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

/** The origin pit when a sowing comes round to it. */
enum sow_lap_origin { SOW_ORIGIN_SKIPPED, SOW_ORIGIN_SOWN };

/** Whether a last seed in an occupied pit is picked up again (relay sowing). */
enum sow_laps { SOW_LAPS_SINGLE, SOW_LAPS_MULTIPLE };

/** Rows in which a last seed may start a number capture. */
enum sow_where { SOW_WHERE_OPPONENT, SOW_WHERE_OWN, SOW_WHERE_EITHER };

/** How far a number capture goes on backwards against the sowing. */
enum sow_chain { SOW_CHAIN_NONE, SOW_CHAIN_ROW, SOW_CHAIN_ACROSS };

/** Place capture when the opposite pit is empty. */
enum sow_opposite_empty { SOW_EMPTY_TAKES_LAST, SOW_EMPTY_TAKES_NOTHING };

/** Duty towards an opponent whose row is empty. */
enum sow_feeding { SOW_FEEDING_NONE, SOW_FEEDING_MUST };

/** A move that takes all the seeds in the opponent's row. */
enum sow_grand_slam { SOW_SLAM_LEGAL, SOW_SLAM_CAPTURES_NOTHING, SOW_SLAM_ILLEGAL };

/** What ends a game, tested after every move. */
enum sow_end { SOW_END_ROW_EMPTY, SOW_END_MOVER_STUCK, SOW_END_ALL_STUCK };

/** Who gets the seeds left on the board by an ended game. */
enum sow_leftovers { SOW_LEFT_OWNER, SOW_LEFT_OTHER_PLAYER, SOW_LEFT_NOBODY };

/** What the first repeated position does. */
enum sow_repetition { SOW_REPEAT_NONE, SOW_REPEAT_OWN_ROWS, SOW_REPEAT_SPLIT };

/** One variant. Choices are ints that hold the enum named beside them. */
struct sow_rules {
    int pits;  /**< pits a row, 1..12 */
    int seeds; /**< seeds a pit at the start; 0 with a start position */
    char start_text[SOW_POSITION_MAX];    /**< "even", or the start position as text */
    struct sow_board start;               /**< filled in by sow_rules_check */
    int direction;                        /**< enum sow_direction */
    bool own_store_sown;                  /**< the opponent's never is */
    int lap_origin;                       /**< enum sow_lap_origin */
    int laps;                             /**< enum sow_laps */
    int lap_limit;                        /**< most laps of one relay sowing */
    bool extra_turn;                      /**< for a last seed in the own store */
    struct sow_counts number_capture;     /**< the last pit's counts that capture */
    int number_where;                     /**< enum sow_where */
    int number_chain;                     /**< enum sow_chain */
    struct sow_counts place_capture;      /**< the last own pit's counts that capture */
    int place_opposite_empty;             /**< enum sow_opposite_empty */
    bool place_chain;                     /**< go on to the preceding pits */
    struct sow_counts en_passant_capture; /**< own pits' counts that capture at once */
    int feeding;                          /**< enum sow_feeding */
    int grand_slam;                       /**< enum sow_grand_slam */
    int end;                              /**< enum sow_end */
    int leftovers;                        /**< enum sow_leftovers */
    int repetition;                       /**< enum sow_repetition */
    int ply_cap;                          /**< 0 = none */
    bool pie_rule;  /**< second player may swap sides at its first move */
    bool early_end; /**< at more than half of all seeds in one store */
};

/** One row per key of a variant file, in the order they are written. */
extern const struct sow_param_table sow_rules_table;

/** What keys default to in a file without a base: six pits of four seeds, plain sowing
 *  and no captures. (Such a game may never end: sow_rules_check wants more.) */
void sow_rules_defaults(struct sow_rules *rules);

/** True if both have the same value for every key. */
bool sow_rules_equal(const struct sow_rules *a, const struct sow_rules *b);

/**
 * Checks that the options fit together, fills in the start position, and clears what an
 * unused option would hold, so that equal games have equal structs.
 * @param culprits  if not NULL: on failure, the keys that do not fit together, the one to
 *                  blame first; NULL-terminated, static.
 */
SOW_MUST_USE enum sow_status sow_rules_check(struct sow_rules *rules,
                                             const char *const **culprits,
                                             struct sow_err *err);

/** Writes every key as a line `key = value` under its stored name
 * (sow_param_stored_name): the text that runs and endgame files hold, and that digests
 * cover. */
void sow_rules_write(const struct sow_rules *rules, FILE *out);

/** Writes every key as a line `key = value` of a variant file, as a person would. */
void sow_rules_write_file(const struct sow_rules *rules, FILE *out);

SOW_C_END

#endif
