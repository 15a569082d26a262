/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The tables that player specs are read and written by.
 */
#ifndef SOW_HEURISTICS_AGENT_SPEC_H
#define SOW_HEURISTICS_AGENT_SPEC_H

#include "sow/base/param.h"
#include "sow/heuristics/agent.h"

/** A published weight vector, played like any other. */
struct sow_named_vector {
    const char *name;
    const char *summary;
    double weights[SOW_HEURISTICS];
};

/** A published player that looks ahead: a name for its spec. */
struct sow_named_spec {
    const char *name;
    const char *summary;
    const char *spec;
};

enum { SOW_NAMED_VECTORS = 1, SOW_NAMED_SPECS = 1, SOW_LIMIT_ROWS = 15 };

extern const struct sow_named_vector sow_named_vectors[SOW_NAMED_VECTORS];

extern const struct sow_named_spec sow_named_specs[SOW_NAMED_SPECS];

/** The limits of a search, as rows of a struct sow_agent. */
extern const struct sow_param sow_limit_rows[SOW_LIMIT_ROWS];

enum { SOW_PLACE_ROWS = 2 };

/** What a place of programs takes beside its address, likewise. */
extern const struct sow_param sow_place_rows[SOW_PLACE_ROWS];

/** What a method of search takes. */
struct sow_method_row {
    const char *name;
    unsigned takes;    /**< of sow_limit_rows, by bit */
    const char *limit; /**< what to say if no limit is given */
    bool needs_value;  /**< does nothing without something that values positions */
};

/** By enum sow_search_method. */
extern const struct sow_method_row sow_method_rows[];

#endif
