/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of the optimiser `cma-es` (optimizer.h), the evolution strategy with covariance
 * matrix adaptation of Hansen's tutorial (arXiv 1604.00772, 2016).
 *
 * A step of the strategy draws a sample and updates the distribution by its ranking.
 * Every generation has the same number of individuals, the population. So a larger sample
 * takes several generations, one after the other, from the same distribution. A sample
 * whose fitness is noisy is evaluated again in as many generations, and its mean fitness
 * is ranked.
 *
 * The strategy works in coordinates in which each gene's range has length 1. Held genes
 * are left out. The last generation asks for the mean, the means of ended searches, and
 * samples of a quarter of the step size.
 *
 * If generation 0 is replaced in part (sow_optimization_replace), the search begins at
 * the replacement of greatest fitness.
 *
 * Search number s begins at a point drawn from the stream (SOW_PURPOSE_GENOME, s). The
 * samples of generation g are drawn from (SOW_PURPOSE_BREEDING, g).
 *
 * Ownership: options are plain data of the caller.
 */
#ifndef SOW_GA_CMA_ES_H
#define SOW_GA_CMA_ES_H

#include "sow/base/param.h"

SOW_C_BEGIN

/** Choice of the search that follows one that ended. */
enum sow_cma_es_restarts {
    SOW_RESTARTS_IPOP,  /**< a search with twice the sample (Auger and Hansen 2005) */
    SOW_RESTARTS_BIPOP, /**< such a search, or one with a small sample and step size, so
                             that both sorts use as many generations (Hansen 2009) */
    SOW_RESTARTS_SAME,  /**< a search with the same sample */
    SOW_RESTARTS_NONE,  /**< nothing: the search goes on */
    SOW_RESTARTS        /**< number of choices */
};

/** Options of CMA-ES. */
struct sow_cma_es_options {
    double sigma;    /**< first step size, as a share of each gene's range, above 0 */
    int restarts;    /**< enum sow_cma_es_restarts */
    int evaluations; /**< most generations in which a sample is evaluated, 1 or more */
};

/** Rows of the options; offsets are relative to struct sow_cma_es_options. */
extern const struct sow_param_table sow_cma_es_params;

SOW_C_END

#endif
