/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Parameters as data.
 *
 * A const table describes the fields of an options struct. The same rows serve the
 * command line, variant files, the stored settings of a run, its replay, and the help
 * text.
 *
 * The name of a parameter has underscores in files and in the database, and hyphens on
 * the command line. Ownership: tables and their texts are static; structs are storage of
 * the caller.
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

/** Kind of value: how it is read, written and described. */
struct sow_param_type {
    const char *name; /**< name of the kind: for example "integer", "real" or "choice" */
    bool is_number;   /**< true if the written form is a JSON number. A list of several
                           numbers is written as a text all the same. */
    /**
     * Reads @p text into @p field. On failure, the message says which values are allowed.
     */
    enum sow_status (*parse)(const struct sow_param *param, const char *text, void *field,
                             struct sow_err *err);
    /** Writes the value so that parse reads the same value back. */
    void (*format)(const struct sow_param *param, const void *field, FILE *out);
    /** Writes which values are allowed, for help and messages. */
    void (*describe)(const struct sow_param *param, FILE *out);
    size_t size; /**< bytes of a value; 0 = a text that ends with its NUL */
    /**
     * Frees what the value owns and leaves zeros, which are an empty value. NULL if
     * values own nothing.
     */
    void (*release)(void *field);
    /**
     * True if a run's settings leave the option out while it has its default. Settings
     * stored before the option existed then look like those of today. The default of such
     * an option must never change.
     */
    bool is_added;
};

/** Row of a table: one field of an options struct. */
struct sow_param {
    const char *name;                  /**< name, with underscores */
    const struct sow_param_type *type; /**< kind of value */
    size_t offset;                     /**< offset of the field in the struct, in bytes */
    double min,                        /**< smallest number; ignored by other kinds */
        max;                           /**< largest number, or largest length of a text in
                                            bytes; ignored by other kinds */
    const char *const *words; /**< words of a choice, NULL-terminated; else NULL */
    const char *fallback;     /**< default value, as text */
    const char *help;         /**< meaning, unit and source, for help */
};

/** Table of rows. */
struct sow_param_table {
    const struct sow_param *rows; /**< the rows */
    size_t count;                 /**< number of rows */
};

/** Places in which the parameters of a group occur. */
enum sow_param_use {
    SOW_TYPED_AND_RECORDED, /**< options of a command that are also settings of its run */
    SOW_TYPED,              /**< options of the command that are not settings of the
                                 run */
    SOW_RECORDED,           /**< settings that are not options: operands, and values that
                                 the program works out */
};

/**
 * Table whose struct lies inside a larger options struct. A list of groups ends with a
 * NULL table.
 */
struct sow_param_group {
    const struct sow_param_table *table; /**< rows of the inner struct */
    size_t offset;          /**< offset of the inner struct in the larger one, in bytes */
    const char *title;      /**< heading in help; NULL for the general one */
    enum sow_param_use use; /**< where the parameters occur */
    const char *choice; /**< name of a choice in an earlier group of the same list; its
                             parameters have an effect only if the choice is `word`.
                             NULL: they always have */
    const char *word;   /**< value of the choice */
};

/** Largest number of groups of one options struct, with the NULL table at the end. */
enum { SOW_PARAM_GROUPS_MAX = 12 };

/**
 * Condition under which an option has an effect. A list of conditions ends with a NULL
 * name.
 */
struct sow_param_need {
    const char *name;                    /**< name of the option, with underscores */
    bool (*is_met)(const void *options); /**< returns true if the larger options struct
                                              meets the condition */
    const char *condition;               /**< the condition in words, to follow "it
                                              needs" */
};

extern const struct sow_param_type sow_param_integer; /**< whole number, an int */
extern const struct sow_param_type sow_param_seed;    /**< random seed, a uint64_t up to
                                                           2^63 - 1 */
extern const struct sow_param_type sow_param_real;    /**< finite number, a double */
extern const struct sow_param_type sow_param_choice;  /**< choice, an int: index into the
                                                           words */
extern const struct sow_param_type sow_param_flag;    /**< "yes" or "no", a bool */
extern const struct sow_param_type sow_param_text;    /**< text, a char[max + 1] */
extern const struct sow_param_type sow_param_string;  /**< text, an owned char *; NULL is
                                                           "" */
extern const struct sow_param_type sow_param_added;   /**< sow_param_text with
                                                           `is_added` */
extern const struct sow_param_type sow_param_added_string;  /**< sow_param_string with
                                                                 `is_added` */
extern const struct sow_param_type sow_param_added_integer; /**< sow_param_integer with
                                                                 `is_added` */
extern const struct sow_param_type sow_param_added_choice;  /**< sow_param_choice with
                                                                 `is_added` */

/**
 * Returns the name of a parameter in stored settings and other stored texts. A parameter
 * that was renamed after version 0.1.0 keeps its old name there.
 * @param param row of the parameter
 * @returns a static text
 */
const char *sow_param_stored_name(const struct sow_param *param);

/**
 * Finds a row by its name or its stored name. Hyphens count as underscores, and the case
 * of ASCII letters does not matter.
 * @param table table to search
 * @param name name to find
 * @returns the row, or NULL if @p table has none of that name
 */
const struct sow_param *sow_param_find(const struct sow_param_table *table,
                                       const char *name);

/**
 * Sets every field to its default, and frees an owned value that it replaces. A default
 * that its own row refuses is a bug (assert).
 * @param table rows of the struct
 * @param[in,out] options the struct; its values are valid or all zero
 */
void sow_param_defaults(const struct sow_param_table *table, void *options);

/**
 * Reads a value into a field. Words of a choice match in any case. After a failure, @p
 * err names the parameter as the option at fault.
 * @param param row of the field
 * @param[in,out] options struct of the table; unchanged on failure
 * @param text value to read
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if @p text is not a value of @p param; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_param_set(const struct sow_param *param, void *options,
                                           const char *text, struct sow_err *err);

/**
 * Reads a value into the field with a given name. After a wrong value, @p err names the
 * parameter as the option at fault; after an unknown name, it names none.
 * @param table rows of the struct
 * @param[in,out] options struct of the table; unchanged on failure
 * @param name name of the field, compared as sow_param_find() does
 * @param text value to read
 * @param[out] err receives the reason of a failure, with a suggestion for an unknown
 *   name; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA for an unknown name or a wrong value; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_param_set_named(const struct sow_param_table *table,
                                                 void *options, const char *name,
                                                 const char *text, struct sow_err *err);

/**
 * Reports that a text is not a value of a parameter, and says which values are allowed.
 * Parse functions call it.
 * @param param row of the parameter
 * @param text the wrong value
 * @param[out] err receives the message; may be NULL
 * @returns SOW_BAD_DATA, or SOW_NO_MEMORY
 */
enum sow_status sow_param_refuse(const struct sow_param *param, const char *text,
                                 struct sow_err *err);

/**
 * Returns the value of a field as text.
 * @param param row of the field
 * @param options struct of the table
 * @returns a text on the heap, which the caller frees; NULL without memory
 */
char *sow_param_get(const struct sow_param *param, const void *options);

/**
 * Returns true if the parameters of a group have no effect.
 * @param groups groups of @p options
 * @param group one of @p groups
 * @param options the larger options struct
 * @returns true if the choice that the group names has another value than its `word`;
 *   false if the group names no choice
 */
bool sow_param_group_is_idle(const struct sow_param_group *groups,
                             const struct sow_param_group *group, const void *options);

/**
 * Reports the first option that differs from its default but has no effect, because its
 * group is idle (sow_param_group_is_idle()) or its condition is not met. Tests all groups
 * before the conditions.
 * @param groups groups of @p options, with a row for each of @p needs
 * @param needs conditions to check; may be NULL
 * @param options the larger options struct
 * @param[out] err receives the message and the option; may be NULL
 * @returns SOW_OK if there is no such option; else SOW_USAGE; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_param_refuse_idle(const struct sow_param_group *groups,
                                                   const struct sow_param_need *needs,
                                                   const void *options,
                                                   struct sow_err *err);

/**
 * Finds the value of the first row with a given kind of value.
 * @param groups groups of @p options
 * @param type kind of value to find
 * @param options the larger options struct
 * @returns a pointer into @p options, or NULL if no row has this kind
 */
const void *sow_param_of_type(const struct sow_param_group *groups,
                              const struct sow_param_type *type, const void *options);

/**
 * Fills a new options struct with zeros and then the defaults.
 * @param groups groups of @p options
 * @param[out] options the larger options struct, not holding owned values yet
 * @param size size of @p options in bytes
 */
void sow_params_init(const struct sow_param_group *groups, void *options, size_t size);

/**
 * Frees what the values of an options struct own.
 * @param groups groups of @p options
 * @param[in,out] options the larger options struct
 */
void sow_params_release(const struct sow_param_group *groups, void *options);

/**
 * Copies an options struct, with copies of all owned values.
 * @param groups groups of both structs
 * @param from struct to copy
 * @param[out] to the copy, not holding owned values yet; the caller releases it even
 *   after a failure
 * @param size size of each struct in bytes
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_params_copy(const struct sow_param_group *groups,
                                             const void *from, void *to, size_t size,
                                             struct sow_err *err);

/**
 * Returns true if a field has the same value in two structs. Compares char arrays as
 * texts and other values byte by byte. So sow_param_string is not supported: only the
 * pointers would be compared.
 * @param param row of the field
 * @param a struct of the table
 * @param b struct of the table
 * @returns true if the values are equal
 */
bool sow_param_equal(const struct sow_param *param, const void *a, const void *b);

SOW_C_END

#endif
