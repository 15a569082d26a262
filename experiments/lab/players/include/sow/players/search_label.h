/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Targets of fits, and labels by search.
 *
 * A target is a text: `outcome`, the final margin of the game, or `search:SPEC`, the
 * value of the position by a search. SPEC is a player that looks ahead, or a template of
 * one (player_template.h). A label by search is in the unit of the evaluator's weights:
 * seeds, for `state:store_difference=1` and for the evaluators that `fit` and `learn`
 * make.
 */
#ifndef SOW_EXPERIMENTS_SEARCH_LABEL_H
#define SOW_EXPERIMENTS_SEARCH_LABEL_H

#include "sow/heuristics/agent.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/search/search.h"
#include "sow/search/shallow.h"

struct sow_store;

/** The target that has no search. */
#define SOW_TARGET_OUTCOME "outcome"

/** Forms of the spec in a target. */
enum sow_target_form {
    SOW_TARGET_SPEC,     /**< a player, whose evaluator may be `run:ID` */
    SOW_TARGET_TEMPLATE, /**< a template, as in `alphabeta:depth=4,eval=[weights]` */
};

/** Returns the spec in a target by search, borrowed from @p target; NULL for any other
 *  text. */
const char *sow_target_search(const char *target);

/**
 * Reads a target that names no stored run.
 * @param target the target
 * @param form form of its spec
 * @param[out] labeller the search that gives labels; SOW_AGENT_RANDOM without a search
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown target, and for a search that is limited by time or
 *   whose values are not in the unit of its weights; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_target_read(const char *target,
                                             enum sow_target_form form,
                                             struct sow_agent *labeller,
                                             struct sow_err *err);

/**
 * Replaces a target by its canonical text, which names no stored run.
 * @param[in,out] target text on the heap; may be replaced
 * @param form form of its spec
 * @param store database with the runs that a SOW_TARGET_SPEC may name; may be NULL for
 *   a template
 * @param rules rules that the search must be able to play by
 * @param[out] err reason of a failure
 * @returns as sow_target_read and sow_players_parse; SOW_USAGE also if the target names a
 *   fit or a learnt player of other rules
 */
SOW_MUST_USE enum sow_status sow_target_resolve(char **target, enum sow_target_form form,
                                                struct sow_store *store,
                                                const struct sow_rules *rules,
                                                struct sow_err *err);

/** Memory of a labeller for the length of a game: it makes searches faster. */
struct sow_label_memory {
    struct sow_agent_sum sum;          /**< evaluator of the leaves as a sum */
    struct sow_shallow_memory shallow; /**< positions of shallow searches */
};

/** A search that gives labels. It points into itself: do not copy it. */
struct sow_labeller {
    struct sow_search search;   /**< the search */
    struct sow_agent_leaf leaf; /**< evaluator of its leaves */
    int exponent;               /**< real weight = fixed-point weight * 2^-exponent */
    struct sow_label_memory *memory; /**< memory of a game, or NULL; owned between
                                          sow_labeller_begin() and sow_labeller_end() */
};

/** A label by search. */
struct sow_label {
    double value; /**< value of the position */
    int depth;    /**< depth that the search has finished; 0: it made each move once, or
                       the game is over */
};

/** Makes a labeller of a player that sow_target_read has accepted. */
void sow_labeller_init(struct sow_labeller *labeller, const struct sow_agent *agent);

/**
 * Begins a game whose positions are labelled. Values of labels are the same without this
 * call, and take longer. The depth of a label may be greater: it is the limit of the
 * search, even if the tree ends sooner. Until sow_labeller_end() only one thread may use
 * the labeller.
 * @param labeller the search
 * @param game the game, at its start position
 */
void sow_labeller_begin(struct sow_labeller *labeller, const struct sow_game *game);

/** Ends the game, and frees what sow_labeller_begin() allocated. */
void sow_labeller_end(struct sow_labeller *labeller);

/**
 * Searches the present position of a game, which has not ended. If the player to move has
 * no move, the position after the pass is searched. Several threads may call it at once
 * for a labeller that has begun no game.
 * @param labeller the search
 * @param game the game
 * @param seat player for whom the value is
 * @returns the label
 */
struct sow_label sow_labeller_value(const struct sow_labeller *labeller,
                                    const struct sow_game *game, int seat);

#endif
