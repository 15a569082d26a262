/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Targets of a fit: their sources, and how options name them.
 *
 * A target is a value of a position for the player to move. It comes from one source, or
 * from two in fixed shares. A position without an exact value takes the other source
 * alone.
 */
#ifndef SOW_EXPERIMENTS_LEARN_TARGETS_H
#define SOW_EXPERIMENTS_LEARN_TARGETS_H

#include "sow/heuristics/agent.h"
#include "sow/learning/learn.h"

/* Sources of targets. */
enum learn_source {
    LEARN_OUTCOME, /* final margin of the game */
    LEARN_SEARCH,  /* value by a search with the weights so far */
    LEARN_EXACT,   /* final margin under perfect play, where it is known */
    LEARN_SOURCES  /* number of sources */
};

/* Targets that options ask for. */
struct learn_targets {
    enum learn_source source[2]; /* first and second source; equal if there is one */
    double share;                /* share of the second source, 0 to 1 */
    bool solves;                 /* true if a source is LEARN_EXACT */
    const char *template; /* template of the search, or NULL; borrowed from options */
    struct sow_agent labeller; /* the template, read, if there is one */
};

/**
 * Reads the targets that options ask for.
 * @param options options of a run
 * @param[out] targets the targets; without meaning on failure
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown source, the same source twice, or a search whose
 * values are not in the unit of its weights; a status of sow_template_read.
 */
SOW_MUST_USE enum sow_status
sow_learn_targets_read(const struct sow_learn_options *options,
                       struct learn_targets *targets, struct sow_err *err);

/* Replaces the searches among the targets by their canonical texts. Fails as
   sow_learn_targets_read. */
SOW_MUST_USE enum sow_status sow_learn_targets_resolve(struct sow_learn_options *options,
                                                       const struct sow_rules *rules,
                                                       struct sow_err *err);

/* Returns the source that a text names: `outcome`, `exact` or `search:` and anything
   behind it. Returns LEARN_SOURCES for any other text. */
enum learn_source sow_learn_source_of(const char *text);

#endif
