/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Parameters as data: a const table describes the fields of an options struct, and the
 * same rows serve the command line, variant files, the stored record of a run, its
 * replay, and the help text.
 *
 * A parameter's name is written with underscores in files and in the store, with
 * hyphens on the command line. Ownership: tables and texts are static; structs are the
 * caller's.
 */
#ifndef SOW_BASE_PARAM_H
#define SOW_BASE_PARAM_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

SOW_C_BEGIN

struct sow_param;

/** How a kind of value is read and written. */
struct sow_param_type {
    const char *name; /**< "integer", "real", "choice", ... */
    bool is_number;   /**< the written form is a JSON number, or, of a list of numbers, a
                           text if it has several */
    /** Reads @p text into @p field; the message names what is allowed. */
    enum sow_status (*parse)(const struct sow_param *param, const char *text, void *field,
                             struct sow_err *err);
    /** Writes the value so that parse reads back the same. */
    void (*format)(const struct sow_param *param, const void *field, FILE *out);
    /** Writes what is allowed, for help and messages. */
    void (*describe)(const struct sow_param *param, FILE *out);
    size_t size; /**< bytes of a value; 0 = a text that ends with its NUL */
    /** Frees what the value owns and leaves zeros, which are an empty value; NULL: it
     *  owns nothing. */
    void (*release)(void *field);
    bool is_added; /**< left out of records while the value is the fallback, which has to
                        stay what it is: records made before there was the option are as
                        if they were made today */
};

/** One row: one field of an options struct. */
struct sow_param {
    const char *name; /**< with underscores */
    const struct sow_param_type *type;
    size_t offset;            /**< of the field in the struct */
    double min, max;          /**< range of numbers; @c max = text size limit */
    const char *const *words; /**< a choice's words, NULL-terminated */
    const char *fallback;     /**< default value as text */
    const char *help;         /**< meaning, unit, source */
};

/** A table of rows. */
struct sow_param_table {
    const struct sow_param *rows;
    size_t count;
};

/** Where the parameters of a group are met. */
enum sow_param_use {
    SOW_TYPED_AND_RECORDED, /**< options of a command and of the run it records */
    SOW_TYPED,              /**< the command's alone */
    SOW_RECORDED,           /**< the record's alone: operands, and what is found out */
};

/** A table whose struct lies inside a larger options struct. Lists of groups end with a
 *  NULL table. */
struct sow_param_group {
    const struct sow_param_table *table;
    size_t offset;     /**< of the table's struct in the larger one */
    const char *title; /**< heading in help, or NULL for the plain one */
    enum sow_param_use use;
};

enum { SOW_PARAM_GROUPS_MAX = 6 };

/** When an option has an effect. Lists end with a NULL name. */
struct sow_param_need {
    const char *name;
    bool (*is_met)(const void *options); /**< by the larger struct */
    const char *condition;               /**< in words: "it needs ..." */
};

extern const struct sow_param_type sow_param_integer; /**< int */
extern const struct sow_param_type sow_param_seed;    /**< uint64_t, up to 2^63 - 1 */
extern const struct sow_param_type sow_param_real;    /**< double, finite */
extern const struct sow_param_type sow_param_choice;  /**< int: index into words */
extern const struct sow_param_type sow_param_flag;    /**< bool: "yes" or "no" */
extern const struct sow_param_type sow_param_text;    /**< char[max + 1] */
extern const struct sow_param_type sow_param_string;  /**< char *, owned; NULL is "" */
extern const struct sow_param_type sow_param_added;   /**< as _text, but `is_added` */
extern const struct sow_param_type sow_param_added_string;  /**< as _string likewise */
extern const struct sow_param_type sow_param_added_integer; /**< as _integer likewise */
extern const struct sow_param_type sow_param_added_choice;  /**< as _choice likewise */

/** Returns the name that records and stored texts have for @p param: what it is called in
 *  rows, or was in 0.1.0 if it was renamed since. Static. */
const char *sow_param_stored_name(const struct sow_param *param);

/** Finds a row by its name or by its stored name; '-' and '_' are the same, capitals and
 *  small letters too. Returns NULL if @p table has no such row. */
const struct sow_param *sow_param_find(const struct sow_param_table *table,
                                       const char *name);

/** Sets every field to its row's fallback. */
void sow_param_defaults(const struct sow_param_table *table, void *options);

/** Reads @p text into the field of @p param; on failure the field is unchanged. Words of
 *  choices match whatever their case. */
SOW_MUST_USE enum sow_status sow_param_set(const struct sow_param *param, void *options,
                                           const char *text, struct sow_err *err);

/** As sow_param_set for the row called @p name; an unknown name gets a suggestion. */
SOW_MUST_USE enum sow_status sow_param_set_named(const struct sow_param_table *table,
                                                 void *options, const char *name,
                                                 const char *text, struct sow_err *err);

/** SOW_BAD_DATA: @p text is no value of @p param, and what is allowed. For parse
 *  functions. */
enum sow_status sow_param_refuse(const struct sow_param *param, const char *text,
                                 struct sow_err *err);

/** The field's value as text on the heap (free it), or NULL without memory. */
char *sow_param_get(const struct sow_param *param, const void *options);

/** SOW_USAGE for an option that differs from its fallback though what it needs is not
 *  met, so that it has no effect; @p options is the larger struct of @p groups, which
 *  have a row for each of the @p needs. */
SOW_MUST_USE enum sow_status sow_param_refuse_idle(const struct sow_param_group *groups,
                                                   const struct sow_param_need *needs,
                                                   const void *options,
                                                   struct sow_err *err);

/** The value of the first row of @p type in @p options, the larger struct of @p groups;
 *  NULL if there is none. */
const void *sow_param_of_type(const struct sow_param_group *groups,
                              const struct sow_param_type *type, const void *options);

/** Fills @p options, @p size bytes that own nothing, with zeros and then the fallbacks.
 */
void sow_params_init(const struct sow_param_group *groups, void *options, size_t size);

/** Frees what the values in @p options own. */
void sow_params_release(const struct sow_param_group *groups, void *options);

/** Makes @p to, @p size bytes that own nothing, a copy of @p from; what values own is
 *  copied by way of its text. SOW_NO_MEMORY: then too it has to be released. */
SOW_MUST_USE enum sow_status sow_params_copy(const struct sow_param_group *groups,
                                             const void *from, void *to, size_t size,
                                             struct sow_err *err);

/** True if both structs hold the same value in this field. */
bool sow_param_equal(const struct sow_param *param, const void *a, const void *b);

SOW_C_END

#endif
