/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The rules of a sowing game as one struct, and the table of their keys. Variant files,
 * command lines, listings and comparisons use this table.
 *
 * The kinds of capture are those of Divilly, O'Riordan and Hill 2013, section II. The
 * other options cover what the literature on Kalah, Awari, Oware, Erherhe and Vai Lung
 * Thlan needs. docs/reference/rules.md defines each option exactly.
 *
 * Ownership: struct sow_rules is plain data and may be copied. A function that takes
 * `const struct sow_rules *` expects rules that sow_rules_check() has accepted.
 */
#ifndef SOW_GAME_RULES_H
#define SOW_GAME_RULES_H

#include "sow/base/err.h"
#include "sow/base/param.h"
#include "sow/game/board.h"

#include <stdbool.h>
#include <stdint.h>

SOW_C_BEGIN

/** Set of seed counts from 1 to 255. */
struct sow_counts {
    uint64_t word[4]; /**< bit c % 64 of word c / 64 is set if count c is a member */
};

/**
 * Returns true if a count is a member of a set.
 * @param set set to search
 * @param count count from 0 to 255
 * @returns true if @p count is a member
 */
static inline bool sow_counts_has(const struct sow_counts *set, unsigned count)
{
    return ((set->word[count >> 6U] >> (count & 63U)) & 1U) != 0;
}

/**
 * Returns true if a set has no member. An empty set turns off its kind of capture.
 * @param set set to test
 * @returns true if @p set is empty
 */
static inline bool sow_counts_empty(const struct sow_counts *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

/**
 * Treatment of the pit that a sowing started from, when the sowing goes round the board.
 */
enum sow_lap_origin {
    SOW_ORIGIN_SKIPPED, /**< the pit gets no seed */
    SOW_ORIGIN_SOWN     /**< the pit gets a seed as any other pit */
};

/** Number of laps in a sowing. */
enum sow_laps {
    SOW_LAPS_SINGLE,  /**< the sowing ends with the last seed */
    SOW_LAPS_MULTIPLE /**< a last seed in an occupied pit starts another lap from there
                         (relay sowing) */
};

/** Rows in which a last seed may start a number capture. */
enum sow_where {
    SOW_WHERE_OPPONENT, /**< the opponent's row */
    SOW_WHERE_OWN,      /**< the mover's row */
    SOW_WHERE_EITHER    /**< either row */
};

/** Reach of a number capture: which preceding pits with capturing counts it takes too. */
enum sow_chain {
    SOW_CHAIN_NONE,  /**< none */
    SOW_CHAIN_ROW,   /**< pits in the same row without a gap */
    SOW_CHAIN_ACROSS /**< pits in both rows without a gap */
};

/** Effect of a place capture when the opposite pit is empty. */
enum sow_opposite_empty {
    SOW_EMPTY_TAKES_LAST,   /**< the pit of the last seed is taken */
    SOW_EMPTY_TAKES_NOTHING /**< nothing is taken */
};

/** Duty of a player whose opponent has an empty row. */
enum sow_feeding {
    SOW_FEEDING_NONE, /**< none */
    SOW_FEEDING_MUST  /**< give the opponent a seed if some move can */
};

/** Treatment of a move that takes all seeds of the opponent's row. */
enum sow_grand_slam {
    SOW_SLAM_LEGAL,            /**< the move captures as any other move */
    SOW_SLAM_CAPTURES_NOTHING, /**< the move is legal, but captures nothing */
    SOW_SLAM_ILLEGAL           /**< the move is illegal, unless every move is one */
};

/** Condition that ends a game, tested after every move. */
enum sow_end {
    SOW_END_ROW_EMPTY,   /**< a row is empty */
    SOW_END_MOVER_STUCK, /**< the next player has no seed to sow */
    SOW_END_ALL_STUCK    /**< no row has seeds; a player with an empty row passes */
};

/** Owner of the seeds that remain in pits when a game ends. */
enum sow_leftovers {
    SOW_LEFT_OWNER,        /**< the player of the row */
    SOW_LEFT_OTHER_PLAYER, /**< the opponent of the player who is stuck */
    SOW_LEFT_NOBODY        /**< nobody: they stay in the pits */
};

/** Owner of the seeds that remain in pits when the ply cap ends a game. */
enum sow_cap_leftovers {
    SOW_CAP_OWNER, /**< the player of the row */
    SOW_CAP_NOBODY /**< nobody: they stay in the pits */
};

/** Effect of the first repeated position. */
enum sow_repetition {
    SOW_REPEAT_NONE,     /**< none */
    SOW_REPEAT_OWN_ROWS, /**< the game ends, and each player keeps the own row */
    SOW_REPEAT_SPLIT /**< the game ends, and the players share the seeds in pits equally
                      */
};

/** Rules of one variant. A choice is an int that holds the enum named beside it. */
struct sow_rules {
    int pits;  /**< pits in a row, 1 to 12 */
    int seeds; /**< seeds per pit at the start; 0 with a start position */
    char start_text[SOW_POSITION_MAX]; /**< "even", or the start position as text */
    struct sow_board start;            /**< start position, set by sow_rules_check() */
    int direction;                     /**< enum sow_direction */
    /**
     * True if sowing drops a seed into the mover's store as it passes. It never drops one
     * into the opponent's.
     */
    bool own_store_sown;
    int lap_origin;                       /**< enum sow_lap_origin */
    int laps;                             /**< enum sow_laps */
    int lap_limit;                        /**< largest number of laps in one relay
                                               sowing */
    bool extra_turn;                      /**< true if a last seed in the own store gives
                                               another turn */
    struct sow_counts number_capture;     /**< counts at which the pit of the last seed is
                                               captured */
    int number_where;                     /**< enum sow_where */
    int number_chain;                     /**< enum sow_chain */
    struct sow_counts place_capture;      /**< counts at which a last seed in an own pit
                                               captures it and the opposite pit */
    int place_opposite_empty;             /**< enum sow_opposite_empty */
    bool place_chain;                     /**< true if preceding own pits that meet the
                                               condition capture too */
    struct sow_counts en_passant_capture; /**< counts at which an own pit is captured at
                                               once during the sowing */
    int feeding;                          /**< enum sow_feeding */
    int grand_slam;                       /**< enum sow_grand_slam */
    int end;                              /**< enum sow_end */
    int leftovers;                        /**< enum sow_leftovers */
    int repetition;                       /**< enum sow_repetition */
    int ply_cap;                          /**< plies after which the game ends; 0 = no
                                               limit */
    int cap_leftovers;                    /**< enum sow_cap_leftovers */
    bool pie_rule;  /**< true if the second player may swap sides as its first move */
    bool early_end; /**< true if the game ends once a store has more than half of all
                         seeds */
};

/** Rows of all keys of a variant file, in the order of the file. */
extern const struct sow_param_table sow_rules_table;

/**
 * Sets the defaults of a variant file without a base: six pits of four seeds, plain
 * sowing, no captures. sow_rules_check() refuses these rules, because such a game may
 * never end.
 * @param[out] rules rules to set
 */
void sow_rules_defaults(struct sow_rules *rules);

/**
 * Returns true if two sets of rules have the same value for every key.
 * @param a first rules
 * @param b second rules
 * @returns true if they are equal
 */
bool sow_rules_equal(const struct sow_rules *a, const struct sow_rules *b);

/**
 * Checks that the options fit together, and sets the start position. Options that have no
 * effect get a fixed value, so that equal games have equal structs.
 * @param[in,out] rules rules to check and complete; on failure they may be partly changed
 * @param[out] culprits receives the keys at fault, the likeliest first, as a static list
 *   that ends with NULL; has a meaning on failure only, may be NULL
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if options contradict each other or the start position is
 *   wrong
 */
SOW_MUST_USE enum sow_status sow_rules_check(struct sow_rules *rules,
                                             const char *const **culprits,
                                             struct sow_err *err);

/**
 * Writes every key as a line `key = value` under its stored name
 * (sow_param_stored_name()). Runs and endgame files hold this text, and digests cover it.
 * @param rules rules to write
 * @param[in,out] out stream to write to
 */
void sow_rules_write(const struct sow_rules *rules, FILE *out);

/**
 * Writes every key as a line `key = value` of a variant file for a person, under its
 * present name.
 * @param rules rules to write
 * @param[in,out] out stream to write to
 */
void sow_rules_write_file(const struct sow_rules *rules, FILE *out);

SOW_C_END

#endif
