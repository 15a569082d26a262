/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Several variants as one option of a run. The command line names variants, variant
 * files and groups, and sweeps over board sizes; the record of the run holds every
 * variant's name and all its rules, so that a replay needs neither files nor built-ins.
 *
 * Recorded form: of each variant a line `[NAME]` and the lines of sow_rules_write.
 *
 * Ownership: a choice is caller storage; a set that was read is released by
 * sow_variant_set_release.
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

/** The options. */
struct sow_variant_choice {
    char variants[SOW_VARIANT_SET_TEXT_MAX + 1]; /**< as typed, or the recorded form */
    char pits[32];                               /**< "4..8", "6", or "": each its own */
    char seeds[32];                              /**< the same */
};

/** One row each. */
extern const struct sow_param_table sow_variant_choice_params;

/** Replaces what was typed by the recorded form, which it leaves as it is. SOW_USAGE for
 *  an unknown name, a bad range or a size that a variant cannot have; SOW_IO and
 *  SOW_BAD_DATA for files. */
SOW_MUST_USE enum sow_status sow_variant_choice_resolve(struct sow_variant_choice *choice,
                                                        struct sow_err *err);

/** The variants of a choice, at least one. Names differ. */
struct sow_variant_set {
    struct sow_variant *variants;
    char **rules; /**< of each, as recorded: later versions may write more lines */
    size_t count;
};

/** Makes @p set, of which only the variants are looked at, the choice in recorded form;
 *  SOW_USAGE if that is too long. */
SOW_MUST_USE enum sow_status sow_variant_choice_record(struct sow_variant_choice *choice,
                                                       const struct sow_variant_set *set,
                                                       struct sow_err *err);

/** Reads a resolved choice; SOW_BAD_DATA if the text is not of that form. */
SOW_MUST_USE enum sow_status sow_variant_set_read(const struct sow_variant_choice *choice,
                                                  struct sow_variant_set *set,
                                                  struct sow_err *err);

/** Resolves a choice and hands out its variants, of which each is parsed once. */
SOW_MUST_USE enum sow_status sow_variant_set_resolve(struct sow_variant_choice *choice,
                                                     struct sow_variant_set *set,
                                                     struct sow_err *err);

void sow_variant_set_release(struct sow_variant_set *set);

/** What a list of runs calls the set: "awari,oware", "awari,.. (12 variants)". */
void sow_variant_set_title(const struct sow_variant_set *set, char *room, size_t size);

#endif
