/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The meaning of the genomes of an evolution: from genes to players and back.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_GENOME_H
#define SOW_EXPERIMENTS_EVOLVE_GENOME_H

#include "sow/ga/genome.h"
#include "sow/heuristics/agent.h"
#include "sow/players/fit_columns.h"
#include "sow/players/label_options.h"

/** Kind of genome that is evolved. */
enum sow_evolve_genome {
    SOW_EVOLVE_WEIGHTS, /**< weights of heuristics: a `weights:` player */
    /** permutation of 1, 2, .., the positions of heuristics in their list: an `order:`
     *  player */
    SOW_EVOLVE_ORDER,
    SOW_EVOLVE_FEATURES, /**< weights of features of positions: a `state:` player */
    SOW_EVOLVE_GENOMES   /**< number of kinds */
};

/** Longest list of heuristics in bytes. */
enum { SOW_HEURISTIC_LIST_MAX = 255 };

/** How genes are turned into a player. */
struct sow_evolve_reading {
    int genome; /**< enum sow_evolve_genome */
    int order;  /**< enum sow_order_reading of a permutation */
    int view;   /**< enum sow_view of features */
    /** lower bounds of the weights (bounds.h), owned; NULL: no bounds are known */
    char *weight_min;
    char *weight_max; /**< upper bounds, owned; NULL: no bounds are known */
    char *player;     /**< template (player_template.h), owned; NULL is "" */
    /** list of heuristics as typed, later all their names; "": those of the paper */
    char heuristics[SOW_HEURISTIC_LIST_MAX + 1];
    /** list of features as typed, owned. Once `feature_list` is set, all their names. */
    char *features;
    char *feature_list; /**< list of features as typed, owned; NULL is "" */
    /** heuristic or feature of every gene, set by sow_evolve_genes_find */
    int feature[SOW_AGENT_TERMS_MAX];
    int feature_count; /**< number of genes; set with `feature` */
    /* The following fields are also set by sow_evolve_genes_find. */
    struct sow_genome_range range[SOW_AGENT_TERMS_MAX]; /**< range of every weight */
    double step; /**< step of all weights: genes are multiples of it */
    struct sow_agent template_agent; /**< player of `player`; SOW_AGENT_RANDOM: none */
};

/**
 * Resolves the lists of heuristics or features, the bounds and the template of a reading.
 * All functions below except those on names and lists of features need a reading that was
 * resolved.
 * @param[in,out] reading its lists become all names
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA for an unknown name, an empty list or too many names; SOW_USAGE
 *   if the bounds do not belong to these weights, or the template cannot use them
 */
SOW_MUST_USE enum sow_status sow_evolve_genes_find(struct sow_evolve_reading *reading,
                                                   struct sow_err *err);

/** Returns the space of genomes: weights that players represent exactly, or a
 *  permutation. */
struct sow_genome_spec sow_evolve_genome_spec(const struct sow_evolve_reading *reading);

/** Returns the name of a feature, a static text. A number from SOW_PATH_INDEX on is a
 *  feature of lines of play, a smaller one a feature of positions. */
const char *sow_evolve_feature_name(int feature);

/**
 * Reads a list of features, like sow_state_feature_list. The list may contain features of
 * lines of play, which come last in the result.
 * @param list names and groups, separated by commas
 * @param rules rules that the features must make sense for
 * @param[out] features the features; room for SOW_AGENT_TERMS_MAX
 * @param[out] count number of features
 * @param[out] err reason of a failure
 * @returns the failure of sow_state_feature_list, or SOW_USAGE for too many features
 */
SOW_MUST_USE enum sow_status sow_evolve_feature_list(const char *list,
                                                     const struct sow_rules *rules,
                                                     int *features, int *count,
                                                     struct sow_err *err);

/** Returns the name of the heuristic or feature that gene @p index, counted from 0,
 *  weighs. It is a static text. */
const char *sow_evolve_gene_name(const struct sow_evolve_reading *reading, int index);

/**
 * Finds the genes of a player. All weights are multiplied by one factor so that they lie
 * within their bounds and are as large as possible, which loses least to rounding.
 * @param reading a reading that was resolved
 * @param agent the player
 * @param name the player's name in messages
 * @param[out] genes room for `feature_count` genes
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the player is of another kind, or has weights that are not
 *   evolved or do not fit the bounds
 */
SOW_MUST_USE enum sow_status sow_evolve_genes_of(const struct sow_evolve_reading *reading,
                                                 const struct sow_agent *agent,
                                                 const char *name, double *genes,
                                                 struct sow_err *err);

/** Returns the factor that sow_evolve_genes_of, which accepts the player, multiplies all
 *  its weights by, except for rounding; 1 for an order. */
double sow_evolve_factor_of(const struct sow_evolve_reading *reading,
                            const struct sow_agent *agent);

/** Makes the player of a genome of `feature_count` genes. With a template, it is the
 *  template's player with this evaluator. */
void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent);

/**
 * Makes the player of stored genes.
 * @param parameters recorded parameters of the genes' run, as JSON
 * @param genes the genes
 * @param count number of genes
 * @param[out] agent the player
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA if the genes do not belong to these parameters. The message is
 * the end of a sentence about the genes' run
 */
SOW_MUST_USE enum sow_status sow_evolve_stored_agent(const char *parameters,
                                                     const double *genes, int count,
                                                     struct sow_agent *agent,
                                                     struct sow_err *err);

#endif
