/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Random variants: walks by single rule changes (flips.h) from known variants. A walk
 * begins at one of the given variants, and each step makes a change that can be played.
 * The number of steps is drawn, too. All draws follow from a random seed.
 *
 * A new variant differs from the given variants, from the built-in ones and from the
 * other new ones. A change that makes no difference to the game does not count. Walks
 * that do not end at a new variant are refused and walked again.
 *
 * A list of variants (variant_set.h) names random variants by a word such as
 * `random:[20,seed=7,from=five,changes=1..8]`.
 */
#ifndef SOW_VARIANTS_RANDOM_VARIANTS_H
#define SOW_VARIANTS_RANDOM_VARIANTS_H

#include "sow/variants/variant_set.h"

SOW_C_BEGIN

/** Limits of the options. */
enum {
    SOW_RANDOM_FROM_MAX = 511,  /**< characters of the list of first variants */
    SOW_RANDOM_CHANGES_MAX = 50 /**< largest number of changes of one walk */
};

/** Options of random variants. */
struct sow_random_options {
    int count;                          /**< number of variants */
    char from[SOW_RANDOM_FROM_MAX + 1]; /**< first variants, as typed; no random
                                             ones */
    char changes[32]; /**< number of changes of a walk, as "1..8" or "3" */
    bool fast;        /**< true if the fast kernels have to play every variant */
    uint64_t seed;    /**< random seed */
};

/** Rows of a struct sow_random_options at offset @p at of an options struct, without the
 *  random seed. */
#define SOW_RANDOM_ROWS(at)                                                              \
    {"count", &sow_param_integer,  (at) + offsetof(struct sow_random_options, count),    \
     1,       SOW_VARIANT_SET_MAX, NULL,                                                 \
     "20",    "number of variants"},                                                     \
        {"from",                                                                         \
         &sow_param_text,                                                                \
         (at) + offsetof(struct sow_random_options, from),                               \
         0,                                                                              \
         SOW_RANDOM_FROM_MAX,                                                            \
         NULL,                                                                           \
         "five",                                                                         \
         "variants where the walks begin: names, variant files and groups, separated "   \
         "by commas"},                                                                   \
        {"changes",                                                                      \
         &sow_param_text,                                                                \
         (at) + offsetof(struct sow_random_options, changes),                            \
         0,                                                                              \
         31,                                                                             \
         NULL,                                                                           \
         "1..8",                                                                         \
         "rule changes of a walk: a number, or a range such as 1..8"},                   \
    {                                                                                    \
        "fast", &sow_param_flag, (at) + offsetof(struct sow_random_options, fast), 0, 0, \
            NULL, "no", "whether every variant has to be one that the fast kernels play" \
    }

/** Numbers of walks, and of those that did not give a new variant. */
struct sow_random_walks {
    size_t walked; /**< all walks */
    size_t same;   /**< walks to a game that is there already */
    size_t slow;   /**< walks to rules that only the plain kernel plays */
    size_t stuck;  /**< walks to rules of which no change can be played */
};

/**
 * Reads the options of a word `random:[..]`.
 * @param word the word: the number of variants, then `key=value` for other options, with
 *   commas between them
 * @param[out] options the options; no meaning on failure
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE for another form, an unknown key or a wrong value
 */
SOW_MUST_USE enum sow_status sow_random_read(const char *word,
                                             struct sow_random_options *options,
                                             struct sow_err *err);

/** Sets of variants of sow_random_add(). */
struct sow_random_sets {
    const struct sow_variant_set *from;  /**< first variants of walks, at least one */
    const struct sow_variant_set *known; /**< other variants that no walk may end at */
    struct sow_variant_set *set; /**< set to extend; on failure it may have some of the
                                      variants */
};

/**
 * Adds random variants to a set. Their names and summaries tell what was changed.
 * @param options options; `from` is not used
 * @param[in,out] sets the sets
 * @param[out] walks receives numbers of walks; may be NULL
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK; SOW_USAGE for a wrong range of changes, or if too few different
 *   variants are found; a status of sow_variant_set_add()
 */
SOW_MUST_USE enum sow_status sow_random_add(const struct sow_random_options *options,
                                            const struct sow_random_sets *sets,
                                            struct sow_random_walks *walks,
                                            struct sow_err *err);

/**
 * Adds random variants that begin at the variants of `from`. They differ from the
 * built-in variants, too.
 * @param options options
 * @param[in,out] set set to extend; on failure it may have some of the variants
 * @param[out] walks receives numbers of walks; may be NULL
 * @param[out] err receives the reason of a failure; may be NULL
 * @returns SOW_OK, or a status of sow_random_add() or sow_variant_choice_resolve()
 */
SOW_MUST_USE enum sow_status sow_random_variants(const struct sow_random_options *options,
                                                 struct sow_variant_set *set,
                                                 struct sow_random_walks *walks,
                                                 struct sow_err *err);

SOW_C_END

#endif
