/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Shared parts of the readers of player specs. agent_spec.c has the table of forms. The
 * files beside it read the forms that need more than a few lines.
 */
#ifndef SOW_HEURISTICS_AGENT_READING_H
#define SOW_HEURISTICS_AGENT_READING_H

#include "sow/heuristics/agent.h"

/** Largest number of items in a spec: a view and the terms of a `state:` player. */
enum { SOW_ITEMS_MAX = 1 + SOW_AGENT_TERMS_MAX };

/** The items of a spec: the text after the colon, cut at the commas outside brackets. */
struct sow_items {
    char room[SOW_AGENT_SPEC_MAX + 1]; /**< copy of the text, with zeros instead of
                                            commas */
    int count;                         /**< number of items */
    char *item[SOW_ITEMS_MAX];         /**< start of each item in `room` */
};

/** A function that reads a spec. It accepts also an evaluator that is not a player. */
typedef enum sow_status sow_reading_parse_fn(const char *spec,
                                             const struct sow_run_lookup *lookup,
                                             struct sow_agent *agent,
                                             struct sow_err *err);

/** A spec while it is being read. */
struct sow_reading {
    const char *spec;                    /**< whole spec, for messages */
    struct sow_items *items;             /**< items of the spec */
    const struct sow_run_lookup *lookup; /**< looks up stored runs, or NULL */
    struct sow_agent *agent;             /**< receives the agent */
    sow_reading_parse_fn *parse;         /**< reads specs in brackets */
    struct sow_err *err;                 /**< receives the reason of a failure */
};

/** Refuses the spec: always returns SOW_USAGE, with a message that names the spec.
 *  @p text says what is wrong with it and what to do. */
enum sow_status sow_reading_refuse(const struct sow_reading *reading, const char *text);

/** Copies a spec into @p items and cuts its text from @p begin on at the commas outside
 *  brackets. Words become lower case (sow_agent_spec_lower). An empty text is one empty
 *  item. Returns false if there are more than SOW_ITEMS_MAX items. */
bool sow_items_cut(struct sow_items *items, const char *spec, size_t begin);

/** Reads the limits and the evaluator of a search agent into reading->agent. @p method is
 *  a value of enum sow_search_method. Returns SOW_USAGE if an item is wrong, the limits
 *  contradict each other, or the method lacks a limit or an evaluator; or a status of the
 *  evaluator's spec. On failure the agent is incomplete. */
enum sow_status sow_reading_search(struct sow_reading *reading, int method);

/** Reads an outside program and its parameters into reading->agent. @p way is a value of
 *  enum sow_outside_way. Returns SOW_USAGE for a wrong address, command or parameter, and
 *  a status of sow_exec_identify. On failure the agent is incomplete. */
enum sow_status sow_reading_outside(struct sow_reading *reading, int way);

/** Reads the learnt player that the only item names into reading->agent. @p argument has
 *  no effect. Returns SOW_USAGE if there are several items, or the item is not a variant
 *  with a learnt player; the message suggests one. */
enum sow_status sow_reading_learnt(struct sow_reading *reading, int argument);

#endif
