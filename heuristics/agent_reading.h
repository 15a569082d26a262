/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the readers of player specs share: agent_spec.c has the table of forms, the files
 * beside it the readers of forms that take more than a few lines.
 */
#ifndef SOW_HEURISTICS_AGENT_READING_H
#define SOW_HEURISTICS_AGENT_READING_H

#include "sow/heuristics/agent.h"

enum { SOW_ITEMS_MAX = SOW_AGENT_TERMS_MAX };

/** What stands after the colon, cut at the commas that are in no brackets. */
struct sow_items {
    char room[SOW_AGENT_SPEC_MAX + 1];
    int count;
    char *item[SOW_ITEMS_MAX];
};

/** Reads a spec, also of what is no player by itself. */
typedef enum sow_status sow_reading_parse_fn(const char *spec,
                                             const struct sow_run_lookup *lookup,
                                             struct sow_agent *agent,
                                             struct sow_err *err);

/** What a reader works with. */
struct sow_reading {
    const char *spec; /**< whole, for messages */
    struct sow_items *items;
    const struct sow_run_lookup *lookup;
    struct sow_agent *agent;
    sow_reading_parse_fn *parse; /**< for specs in brackets */
    struct sow_err *err;
};

/** Refuses the spec: @p text says what is wrong with it and what to do. */
enum sow_status sow_reading_refuse(const struct sow_reading *reading, const char *text);

/** Cuts @p text at its commas, as copied into @p items; all words of a spec are of small
 *  letters. False if there are more than fit. */
bool sow_items_cut(struct sow_items *items, const char *text);

/** Reads the limits and the evaluator of a player that searches by @p method, a value of
 *  enum sow_search_method. */
enum sow_status sow_reading_search(struct sow_reading *reading, int method);

#endif
