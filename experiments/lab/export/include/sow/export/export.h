/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The evaluator of a player as source of one function, for programs of others.
 *
 * The file evaluator.txt has the functions that features need. They are in a small form,
 * which is translated into C, Python and Java. A source has only those functions that its
 * features use, and in them only the lines for the rules of its variant. The values of
 * the source are exactly those of the player: weights are multiples of a power of two, so
 * that every sum is exact.
 */
#ifndef SOW_EXPERIMENTS_EXPORT_H
#define SOW_EXPERIMENTS_EXPORT_H

#include "sow/heuristics/agent.h"
#include "sow/variants/variant.h"

#include <stdio.h>

/** Forms of an evaluator. */
enum sow_export_form {
    SOW_EXPORT_C,      /**< a C source */
    SOW_EXPORT_PYTHON, /**< a Python module */
    SOW_EXPORT_JAVA,   /**< a Java class */
    SOW_EXPORT_JSON,   /**< weights, features and rules as JSON */
    SOW_EXPORT_FORMS   /**< number of forms */
};

/** Words of the forms, by enum sow_export_form; ends with NULL. */
extern const char *const sow_export_forms[];

/** A fact about the origin of an evaluator. */
struct sow_export_fact {
    const char *name; /**< name as a key of JSON */
    const char *text; /**< value; printable ASCII in one line */
};

/** An evaluator to export. All pointers are borrowed. */
struct sow_export {
    const struct sow_agent *agent;       /**< player */
    const struct sow_variant *variant;   /**< variant whose positions are valued */
    const struct sow_export_fact *facts; /**< facts about the origin; the last one has a
                                              NULL name */
    const char *class_name; /**< class of a Java source, which its file is named after;
                                 NULL: `Evaluator` */
};

/**
 * Explains why a player has no evaluator that could be exported.
 * @param agent any player
 * @returns NULL if it has one, else a phrase (static) about the player, with advice
 */
const char *sow_export_refusal(const struct sow_agent *agent);

/**
 * Writes an evaluator.
 * @param export evaluator of a player that sow_export_refusal accepts
 * @param form enum sow_export_form
 * @param out stream to write to; the caller tests it for errors
 * @param[out] err reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_export_write(const struct sow_export *export, int form,
                                              FILE *out, struct sow_err *err);

#endif
