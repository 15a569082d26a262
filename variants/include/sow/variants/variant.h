/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Variants: named settings of the rule vocabulary, built in or read from a file.
 *
 * A variant file has `key = value` lines; `;` or `#` starts a comment, at a
 * line's start or behind a blank. The keys are
 * those of sow_rules_table and two more: `base`, a built-in variant whose values hold
 * where the file says nothing, and `summary`, one line about the game. Every key is
 * optional and may stand once; `seeds_per_pit` may also be called `seeds`, its name in
 * 0.1.0. The built-in variants are such files (variants/NAME.ini).
 *
 * Ownership: a struct sow_variant is plain caller storage; names returned are static.
 */
#ifndef SOW_VARIANTS_VARIANT_H
#define SOW_VARIANTS_VARIANT_H

#include "sow/base/err.h"
#include "sow/game/rules.h"

SOW_C_BEGIN

enum {
    SOW_VARIANT_NAME_MAX = 63,
    SOW_SUMMARY_MAX = 159,
    SOW_VARIANT_FILE_MAX = 65536,
    SOW_VARIANT_PATH_MAX = 1023
};

/** A variant; its rules have passed sow_rules_check. */
struct sow_variant {
    char name[SOW_VARIANT_NAME_MAX + 1]; /**< built-in name, or the file's without folder
                                              and extension */
    char summary[SOW_SUMMARY_MAX + 1];
    struct sow_rules rules;
};

/** Number of built-in variants. */
size_t sow_variant_count(void);

/** Name of built-in variant @p index, in the order of listings. */
const char *sow_variant_name(size_t index);

/** The built-in variant called @p name, whatever its case. */
SOW_MUST_USE enum sow_status
sow_variant_builtin(const char *name, struct sow_variant *variant, struct sow_err *err);

/**
 * A built-in variant by name, or a file by path (a word with '/' or '.', or one that no
 * variant is called by and that exists). An unknown name is SOW_USAGE with a suggestion,
 * an unreadable file SOW_IO, a malformed one SOW_BAD_DATA with a line
 * "file:line: ..." for each fault.
 */
SOW_MUST_USE enum sow_status sow_variant_load(const char *name_or_file,
                                              struct sow_variant *variant,
                                              struct sow_err *err);

/** Reads the text of a variant file; @p origin names it in messages and gives the
 *  variant its name. */
SOW_MUST_USE enum sow_status sow_variant_read_text(const char *text, const char *origin,
                                                   struct sow_variant *variant,
                                                   struct sow_err *err);

/** A variant as the text of a complete variant file, on the heap (free it); NULL without
 *  memory. */
char *sow_variant_text(const struct sow_variant *variant);

/** Returns rules as the text that records have (sow_rules_write), on the heap (free it);
 *  NULL without memory. */
char *sow_variant_rules_text(const struct sow_rules *rules);

SOW_C_END

#endif
