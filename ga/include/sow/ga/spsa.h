/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Options of the optimiser `spsa` (optimizer.h): simultaneous perturbation stochastic
 * approximation, with the gains of Spall 1998, "Implementation of the Simultaneous
 * Perturbation Algorithm for Stochastic Optimization".
 *
 * The strategy keeps one point. A generation has pairs of individuals. Individuals 2 i
 * and 2 i + 1 are the point plus and minus a perturbation of all genes. Each gene is
 * perturbed by the same share of its range, with a random sign. The differences of
 * fitness give the gradient, as a mean over the pairs. The point moves along it. With an
 * odd number of individuals, the last one is the point itself.
 *
 * In step k = 0, 1, .. the perturbation is c / (k + 1)^gamma and the gain
 * a / (A + k + 1)^alpha. The first gradient sets a: the first step moves a gene by
 * `step` of its range, as a mean over the genes.
 *
 * The last generation asks for the point, the mean of all points of the second half of
 * the steps, and pairs about the point.
 *
 * If generation 0 is replaced in part (sow_optimization_replace), the search begins at
 * the replacement of greatest fitness.
 *
 * The first point is drawn from the stream (SOW_PURPOSE_GENOME, 0), the signs of
 * generation g from (SOW_PURPOSE_BREEDING, g).
 *
 * Ownership: options are plain data of the caller.
 */
#ifndef SOW_GA_SPSA_H
#define SOW_GA_SPSA_H

#include "sow/base/param.h"

SOW_C_BEGIN

/** Options of SPSA. */
struct sow_spsa_options {
    double perturbation; /**< first perturbation (c), as a share of each gene's range */
    double step;         /**< mean size of the first step, as a share of the range */
    double alpha;        /**< exponent of the gain */
    double gamma;        /**< exponent of the perturbation */
    double stability;    /**< stability constant (A), as a share of the generations */
};

/** Rows of the options; offsets are relative to struct sow_spsa_options. */
extern const struct sow_param_table sow_spsa_params;

SOW_C_END

#endif
