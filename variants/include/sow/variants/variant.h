/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Variants: rules with a name, built in or read from a file.
 *
 * A variant file has lines `key = value`. A comment starts with `;` or `#`, at the start
 * of a line or after a blank. The keys are those of sow_rules_table and two more. `base`
 * names a built-in variant, whose values hold for all keys that the file leaves out.
 * `summary` is one line about the game.
 *
 * Every key is optional and may occur once. `seeds_per_pit` may also be written `seeds`,
 * its name in version 0.1.0. The built-in variants are such files (variants/NAME.ini).
 *
 * Ownership: a struct sow_variant is plain storage of the caller. Returned names are
 * static.
 */
#ifndef SOW_VARIANTS_VARIANT_H
#define SOW_VARIANTS_VARIANT_H

#include "sow/base/err.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

/** Largest sizes, without the NUL. */
enum {
    SOW_VARIANT_NAME_MAX = 63,    /**< characters of a name */
    SOW_SUMMARY_MAX = 159,        /**< characters of a summary */
    SOW_VARIANT_FILE_MAX = 65536, /**< bytes of a variant file */
    SOW_VARIANT_PATH_MAX = 1023   /**< characters of the name of a file */
};

/** Variant. Its rules have passed sow_rules_check(). */
struct sow_variant {
    char name[SOW_VARIANT_NAME_MAX + 1]; /**< built-in name, or the name of the file
                                              without folder and extension */
    char summary[SOW_SUMMARY_MAX + 1];   /**< one line about the game; may be empty */
    struct sow_rules rules;              /**< the rules */
};

/**
 * Returns the number of built-in variants.
 * @returns the number
 */
size_t sow_variant_count(void);

/**
 * Returns the name of a built-in variant.
 * @param index number of the variant in the order of listings, from 0
 * @returns a static name
 */
const char *sow_variant_name(size_t index);

/**
 * Finds a built-in variant by its name.
 * @param name name in any case
 * @param[out] variant the variant; unchanged on failure
 * @param[out] err receives the reason of a failure, with a suggestion; may be NULL
 * @returns SOW_OK; SOW_USAGE for an unknown name; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_variant_builtin(const char *name, struct sow_variant *variant, struct sow_err *err);

/**
 * Finds a built-in variant by its name, or reads a variant file. A word is taken for a
 * file if it is not the name of a variant and contains '/' or '.', or is the name of an
 * existing file.
 * @param name_or_file name of a variant, or path of a file
 * @param[out] variant the variant; unchanged on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE for an unknown name; SOW_IO for an unreadable file;
 *   SOW_BAD_DATA for a malformed one, with a line "file:line: .." for each fault;
 *   SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_variant_load(const char *name_or_file,
                                              struct sow_variant *variant,
                                              struct sow_err *err);

/**
 * Reads the text of a variant file. Collects the faults of all lines. Whether the rules
 * fit together (sow_rules_check()) is tested only if no line has a fault. A summary of
 * the base is not taken over.
 * @param text contents of the file
 * @param origin path of the file, for messages and for the name of the variant
 * @param[out] variant the variant; unchanged on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA for a malformed text, with a line for each fault;
 *   SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_variant_read_text(const char *text, const char *origin,
                                                   struct sow_variant *variant,
                                                   struct sow_err *err);

/**
 * Returns a variant as the text of a complete variant file, without a base. It has a line
 * for the summary, unless that is empty, and one for each key. The name is not written.
 * @param variant variant to write
 * @returns a text on the heap, which the caller frees; NULL without memory
 */
char *sow_variant_text(const struct sow_variant *variant);

/**
 * Returns rules as the text that stored runs have (sow_rules_write()).
 * @param rules rules to write
 * @returns a text on the heap, which the caller frees; NULL without memory
 */
char *sow_variant_rules_text(const struct sow_rules *rules);

SOW_C_END

#endif
