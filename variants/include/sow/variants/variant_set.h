/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Several variants as one option of a run. The command line gives variants, variant
 * files, groups of variants, and ranges of board sizes. The stored settings of the run
 * have the name of every variant and all its rules. So a replay needs neither files nor
 * built-in variants.
 *
 * The stored form has a line `[NAME]` for each variant, followed by the lines of
 * sow_rules_write().
 *
 * Ownership: sets are storage of the caller and own their contents.
 * sow_variant_set_release() frees them, or sow_params_release() of the options.
 */
#ifndef SOW_VARIANTS_VARIANT_SET_H
#define SOW_VARIANTS_VARIANT_SET_H

#include "sow/base/param.h"
#include "sow/variants/variant.h"

SOW_C_BEGIN

/** Limits of a set. */
enum {
    SOW_VARIANT_SET_MAX = 200,            /**< largest number of variants */
    SOW_VARIANT_SET_TEXT_MAX = 160 * 1024 /**< largest length of the stored form, in
                                               characters */
};

/** Word that stands for several built-in variants. */
struct sow_variant_group {
    const char *name;    /**< the word */
    const char *members; /**< names of the variants, separated by commas; NULL = every
                              built-in variant */
    const char *summary; /**< one line about the group */
};

/** Groups of variants. The last row has a NULL name. */
extern const struct sow_variant_group sow_variant_groups[];

/** Set of variants with different names. All zeros is an empty set. */
struct sow_variant_set {
    char *text; /**< text as typed or stored until it is resolved, then NULL; owned */
    struct sow_variant *variants; /**< the variants, owned */
    char **rules; /**< text of each variant's rules as stored, owned; later versions may
                       write more lines */
    size_t count; /**< number of variants */
};

/**
 * Kind of value for a set as an option. Its text has up to `max` characters. After the
 * set is resolved, its text is the stored form.
 */
extern const struct sow_param_type sow_param_variants;

/** Options that choose variants. */
struct sow_variant_choice {
    struct sow_variant_set set; /**< the variants */
    char pits[32];  /**< pits in a row, as "4..8" or "6"; "" = those of each variant */
    char seeds[32]; /**< seeds per pit, as "3..6" or "4"; "" = those of each variant */
};

/**
 * Row for the variants of a struct sow_variant_choice at offset @p at of an options
 * struct.
 */
#define SOW_VARIANTS_ROW(at, fallback, meaning)                                          \
    {                                                                                    \
        "variants", &sow_param_variants,                                                 \
            (at) + offsetof(struct sow_variant_choice, set), 0,                          \
            SOW_VARIANT_SET_TEXT_MAX, NULL, fallback, meaning                            \
    }
/**
 * Row for a size of the board, the field @p size of a struct sow_variant_choice at offset
 * @p at of an options struct.
 */
#define SOW_VARIANT_SIZE_ROW(at, size, name, meaning)                                    \
    {                                                                                    \
        name, &sow_param_text, (at) + offsetof(struct sow_variant_choice, size), 0, 31,  \
            NULL, "", meaning                                                            \
    }

/** Rows for both sizes of the board, of a struct sow_variant_choice at offset @p at of an
 *  options struct. */
#define SOW_VARIANT_SIZE_ROWS(at)                                                        \
    SOW_VARIANT_SIZE_ROW(at, pits, "pits",                                               \
                         "pits in a row of every variant: a number, or a range such "    \
                         "as 4..8"),                                                     \
        SOW_VARIANT_SIZE_ROW(at, seeds, "seeds_per_pit",                                 \
                             "seeds per pit of every variant: a number, or a range "     \
                             "such as 3..6")

/** Rows of an options struct that is a struct sow_variant_choice. */
extern const struct sow_param_table sow_variant_choice_params;

/**
 * Returns true if a set has no variants, and no text that would give some.
 * @param set set to test
 * @returns true if the set is empty
 */
bool sow_variant_set_is_empty(const struct sow_variant_set *set);

/**
 * Replaces the text of a choice by the variants that it names, in every size that `pits`
 * and `seeds` ask for. A changed size is added to the variant's name. A text in the
 * stored form is read as it is, without the sizes. A set that has variants does not
 * change.
 * @param[in,out] choice choice to resolve; unchanged on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE for an unknown name, a wrong range, or a size that a variant
 *   cannot have; SOW_IO for an unreadable file; SOW_BAD_DATA for a malformed file or a
 *   damaged stored form; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_variant_choice_resolve(struct sow_variant_choice *choice,
                                                        struct sow_err *err);

/**
 * Reads the stored form of a set.
 * @param text stored form
 * @param[out] set the set, to be released; empty on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_BAD_DATA if @p text is not a stored form; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_variant_set_read(const char *text, struct sow_variant_set *set, struct sow_err *err);

/**
 * Adds a variant to a set.
 * @param[in,out] set set to extend; unchanged on failure
 * @param variant variant to add, copied
 * @param rules its rules as stored, copied; NULL = as this version writes them
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE if the set is full or has a variant of this name;
 *   SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_variant_set_add(struct sow_variant_set *set,
                                                 const struct sow_variant *variant,
                                                 const char *rules, struct sow_err *err);

/**
 * Checks that the stored form of a set is short enough to be stored.
 * @param set set to check
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE if it is too long
 */
SOW_MUST_USE enum sow_status sow_variant_set_check(const struct sow_variant_set *set,
                                                   struct sow_err *err);

/**
 * Frees the contents of a set and leaves an empty set.
 * @param[in,out] set set to release
 */
void sow_variant_set_release(struct sow_variant_set *set);

/**
 * Writes a short title for lists of runs: "awari,oware", or "awari,.. (12 variants)" for
 * a set of more than five.
 * @param set set to name, with at least one variant: for an empty set nothing is written
 * @param[out] room receives the title, cut if too long
 * @param size size of @p room in bytes
 */
void sow_variant_set_title(const struct sow_variant_set *set, char *room, size_t size);

SOW_C_END

#endif
