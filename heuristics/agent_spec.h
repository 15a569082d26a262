/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Tables for reading and writing player specs.
 */
#ifndef SOW_HEURISTICS_AGENT_SPEC_H
#define SOW_HEURISTICS_AGENT_SPEC_H

#include "sow/base/param.h"
#include "sow/heuristics/agent.h"

/** A published weight vector. It plays like any other vector. */
struct sow_named_vector {
    const char *name;               /**< spec that names the vector */
    const char *summary;            /**< a phrase for listings */
    double weights[SOW_HEURISTICS]; /**< weights by enum sow_heuristic */
};

/** A published player that looks ahead: a name for a longer spec. */
struct sow_named_spec {
    const char *name;    /**< spec that names the player */
    const char *summary; /**< a phrase for listings */
    const char *spec;    /**< the spec it is a name for */
};

/** Numbers of rows in the tables below. */
enum { SOW_NAMED_VECTORS = 1, SOW_NAMED_SPECS = 1, SOW_LIMIT_ROWS = 15 };

/** All published vectors. */
extern const struct sow_named_vector sow_named_vectors[SOW_NAMED_VECTORS];

/** All published players that look ahead. */
extern const struct sow_named_spec sow_named_specs[SOW_NAMED_SPECS];

/** Limits of a search, as parameters of a struct sow_agent. */
extern const struct sow_param sow_limit_rows[SOW_LIMIT_ROWS];

/** Parameter type of a struct sow_clock: `SECONDS` or `SECONDS+INCREMENT`. */
extern const struct sow_param_type sow_param_clock;

/** Writes the spec of an outside program to @p out: its address or command, and
 *  parameters that differ from their defaults. */
void sow_outside_write(const struct sow_agent *agent, FILE *out);

/** A method of search and the limits it accepts. */
struct sow_method_row {
    const char *name;  /**< name of the method in specs */
    unsigned takes;    /**< accepted rows of sow_limit_rows: bit i for row i */
    const char *limit; /**< message that asks for a limit if none is given */
    bool needs_value;  /**< true if the method needs an evaluator */
};

/** All methods, by enum sow_search_method. */
extern const struct sow_method_row sow_method_rows[];

#endif
