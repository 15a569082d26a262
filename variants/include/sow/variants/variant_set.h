/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Several variants as one option of a run. The command line names variants, variant
 * files and groups, and sweeps over board sizes; the record of the run holds every
 * variant's name and all its rules, so that a replay needs neither files nor built-ins.
 *
 * Recorded form: of each variant a line `[NAME]` and the lines of sow_rules_write.
 *
 * Ownership: sets are caller storage and own what is in them; sow_variant_set_release
 * (or sow_params_release of the options) frees it.
 */
#ifndef SOW_EXPERIMENTS_VARIANT_SET_H
#define SOW_EXPERIMENTS_VARIANT_SET_H

#include "sow/base/param.h"
#include "sow/variants/variant.h"

enum {
    SOW_VARIANT_SET_MAX = 200,            /**< variants in a set */
    SOW_VARIANT_SET_TEXT_MAX = 160 * 1024 /**< characters of the recorded form */
};

/** A word that stands for several built-in variants. */
struct sow_variant_group {
    const char *name;
    const char *members; /**< separated by commas; NULL: every built-in one */
    const char *summary;
};

/** All groups; ends with a NULL name. */
extern const struct sow_variant_group sow_variant_groups[];

/** Several variants, whose names differ. All zeros: none. */
struct sow_variant_set {
    char *text; /**< what was typed or recorded, until it is resolved; then NULL */
    struct sow_variant *variants;
    char **rules; /**< of each, as recorded: later versions may write more lines */
    size_t count;
};

/** A set as an option: its text, of up to `max` characters, or, once it is resolved, the
 *  recorded form. */
extern const struct sow_param_type sow_param_variants;

/** The options. */
struct sow_variant_choice {
    struct sow_variant_set set;
    char pits[32];  /**< "4..8", "6", or "": each its own */
    char seeds[32]; /**< the same */
};

/** Rows for them, in a struct that has the choice at @p at. */
#define SOW_VARIANTS_ROW(at, fallback, meaning)                                          \
    {                                                                                    \
        "variants", &sow_param_variants,                                                 \
            (at) + offsetof(struct sow_variant_choice, set), 0,                          \
            SOW_VARIANT_SET_TEXT_MAX, NULL, fallback, meaning                            \
    }
#define SOW_VARIANT_SIZE_ROW(at, size, name, meaning)                                    \
    {                                                                                    \
        name, &sow_param_text, (at) + offsetof(struct sow_variant_choice, size), 0, 31,  \
            NULL, "", meaning                                                            \
    }

/** One row each, for a choice of its own. */
extern const struct sow_param_table sow_variant_choice_params;

/** Nothing typed, nothing recorded, nothing added. */
bool sow_variant_set_is_empty(const struct sow_variant_set *set);

/** Puts the variants that the text means in its place, each parsed once; a set that has
 *  variants is left as it is. SOW_USAGE for an unknown name, a bad range or a size that a
 *  variant cannot have; SOW_IO and SOW_BAD_DATA for files; SOW_BAD_DATA for a damaged
 *  record. */
SOW_MUST_USE enum sow_status sow_variant_choice_resolve(struct sow_variant_choice *choice,
                                                        struct sow_err *err);

/** Reads a text of the recorded form into @p set, which owns nothing; SOW_BAD_DATA if it
 *  is none. */
SOW_MUST_USE enum sow_status
sow_variant_set_read(const char *text, struct sow_variant_set *set, struct sow_err *err);

/** Adds a variant, by its @p rules as recorded, or NULL: as this version writes them.
 *  SOW_USAGE if there are too many, or one of that name. */
SOW_MUST_USE enum sow_status sow_variant_set_add(struct sow_variant_set *set,
                                                 const struct sow_variant *variant,
                                                 const char *rules, struct sow_err *err);

/** SOW_USAGE if the recorded form of the set is longer than records may be. */
SOW_MUST_USE enum sow_status sow_variant_set_check(const struct sow_variant_set *set,
                                                   struct sow_err *err);

/** Leaves an empty set. */
void sow_variant_set_release(struct sow_variant_set *set);

/** What a list of runs calls the set: "awari,oware", "awari,.. (12 variants)". */
void sow_variant_set_title(const struct sow_variant_set *set, char *room, size_t size);

#endif
