/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the genomes of an evolution stand for.
 */
#ifndef SOW_EXPERIMENTS_EVOLVE_GENOME_H
#define SOW_EXPERIMENTS_EVOLVE_GENOME_H

#include "sow/ga/ga.h"
#include "sow/heuristics/agent.h"
#include "sow/players/fit_columns.h"

/** What is evolved. */
enum sow_evolve_genome {
    SOW_EVOLVE_WEIGHTS,  /**< weights of heuristics: a `weights:` player */
    SOW_EVOLVE_ORDER,    /**< a permutation of 1, 2, .., the places of heuristics in their
                              list: an `order:` player */
    SOW_EVOLVE_FEATURES, /**< weights of features of positions: a `state:` player */
    SOW_EVOLVE_GENOMES
};

enum { SOW_HEURISTIC_LIST_MAX = 255 };

/** How genes are read. */
struct sow_evolve_reading {
    int genome; /**< enum sow_evolve_genome */
    int order;  /**< enum sow_order_reading, of a permutation */
    char
        *weight_min; /**< bounds of the weights (bounds.h), owned; NULL: none are known */
    char *weight_max;
    char *player; /**< a template (player_template.h), owned; NULL is "" */
    char heuristics[SOW_HEURISTIC_LIST_MAX + 1]; /**< a list as typed, then all names; "":
                                                      the paper's */
    char *features;                              /**< a list as typed, or, once there is
                                                      `feature_list`, all names; owned, like it */
    char *feature_list;               /**< what was typed for them; NULL is "" */
    int feature[SOW_AGENT_TERMS_MAX]; /**< by sow_evolve_genes_find: the heuristic or
                                           feature of every gene */
    int feature_count;
    /* By sow_evolve_genes_find too: */
    struct sow_genome_range range[SOW_AGENT_TERMS_MAX]; /**< of every weight */
    double step;                                        /**< of all of them */
    struct sow_agent template_agent;
};

/** Finds what the names in `heuristics` or `features` stand for, all of them, the bounds
 *  and the template; SOW_BAD_DATA if a name is unknown, if there are none or too many;
 *  SOW_USAGE if the bounds are not theirs, or the template none for them. */
SOW_MUST_USE enum sow_status sow_evolve_genes_find(struct sow_evolve_reading *reading,
                                                   struct sow_err *err);

/** What genomes may be: weights that players represent exactly, or a permutation. Like
 *  all that follows for a reading whose genes were found. */
struct sow_genome_spec sow_evolve_genome_spec(const struct sow_evolve_reading *reading);

/** The name of a feature of positions, or of lines of play (sow_path_feature_names). */
const char *sow_evolve_feature_name(int feature);

/** As sow_state_feature_list; features of lines may be in the list, and come last. */
SOW_MUST_USE enum sow_status sow_evolve_feature_list(const char *list,
                                                     const struct sow_rules *rules,
                                                     int *features, int *count,
                                                     struct sow_err *err);

/** What gene @p index weighs: the name of a heuristic or feature. */
const char *sow_evolve_gene_name(const struct sow_evolve_reading *reading, int index);

/** The genes of a player, @p agent, whose weights are all multiplied so that they are
 *  within their bounds, and as finely told apart as can be. SOW_USAGE if it cannot be
 *  evolved, or @p name, which is what it is called, has weights that are not. */
SOW_MUST_USE enum sow_status sow_evolve_genes_of(const struct sow_evolve_reading *reading,
                                                 const struct sow_agent *agent,
                                                 const char *name, double *genes,
                                                 struct sow_err *err);

/** The player that a genome of `feature_count` genes stands for. */
void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent);

/** The same of stored genes, by the recorded parameters of their run; SOW_BAD_DATA if
 *  they are none. */
SOW_MUST_USE enum sow_status sow_evolve_stored_agent(const char *parameters,
                                                     const double *genes, int count,
                                                     struct sow_agent *agent,
                                                     struct sow_err *err);

#endif
