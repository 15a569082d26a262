/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The search distribution of CMA-ES, with the parameters and equations of Hansen's
 * tutorial (arXiv 1604.00772, 2016). It has recombination weights, cumulative step-size
 * adaptation, and the rank-one and rank-mu updates of the covariance matrix with negative
 * weights.
 *
 * A sample is mean + sigma times the symmetric square root of the covariance matrix times
 * standard normal deviates. The symmetric root depends on neither sign nor order of the
 * eigenvectors. So samples differ by rounding errors at most, whatever library finds the
 * eigenvectors.
 *
 * Ownership: sow_cma_init allocates what sow_cma_release frees.
 */
#ifndef SOW_GA_CMA_H
#define SOW_GA_CMA_H

#include "sow/base/err.h"
#include "sow/base/pcg.h"

/** A search distribution. Matrices have `size` rows of `size` numbers. */
struct sow_cma {
    int size;           /**< number of coordinates, 1 or more */
    int samples;        /**< samples of an update (lambda), 2 or more */
    double effective;   /**< variance-effective number of parents (mu_eff) */
    double path_rate;   /**< learning rate of the covariance path (c_c) */
    double step_rate;   /**< learning rate of the step-size path (c_sigma) */
    double damping;     /**< damping of the step size (d_sigma) */
    double one_rate;    /**< learning rate of the rank-one update (c_1) */
    double many_rate;   /**< learning rate of the rank-mu update (c_mu) */
    double length;      /**< expected length of a standard normal vector */
    double sigma;       /**< step size */
    double condition;   /**< condition number of the covariance matrix */
    int updates;        /**< updates since the start */
    int decomposed;     /**< value of `updates` at the latest decomposition */
    double *weights;    /**< weights of the samples, best first; owned */
    double *mean;       /**< mean; owned */
    double *path;       /**< evolution path of the covariance matrix; owned */
    double *step_path;  /**< evolution path of the step size; owned */
    double *covariance; /**< covariance matrix; owned */
    double *root;       /**< symmetric square root of the matrix; owned */
    double *inverse;    /**< inverse of the root; owned */
    double *shift;      /**< working memory: weighted mean of the samples; owned */
    double *whitened;   /**< working memory: inverse times a vector; owned */
    double *normal;     /**< working memory: normal deviates; owned */
    struct sow_cma_eigen *eigen; /**< working memory of the decomposition; owned */
};

/**
 * Allocates a distribution. Begin it before its first use.
 * @param[out] cma the distribution; release it also after a failure
 * @param size number of coordinates, 1 or more
 * @param most largest number of samples of an update
 * @param err receives the reason of a failure; may be NULL
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_cma_init(struct sow_cma *cma, int size, int most,
                                          struct sow_err *err);

/**
 * Starts a distribution, or starts it again, with the unit matrix and paths of zeros.
 * @param[in,out] cma the distribution
 * @param samples samples of an update, from 2 to the largest number
 * @param mean the mean, copied
 * @param sigma the step size, above 0
 */
void sow_cma_begin(struct sow_cma *cma, int samples, const double *mean, double sigma);

/** Frees the memory of a distribution. It may be all zeros or released already. */
void sow_cma_release(struct sow_cma *cma);

/** Draws a point of `size` coordinates. @p spread is a factor of the step size. Advances
 * the stream by `size` normal deviates. */
void sow_cma_sample(struct sow_cma *cma, double spread, struct sow_pcg *rng,
                    double *point);

/**
 * Moves a point that was not drawn from the distribution towards the mean, if it is too
 * far. The largest distance is that at which a drawn point probably is: sqrt(n) + 2 n /
 * (n + 2) standard deviations (Hansen 2011, "Injecting external solutions into CMA-ES").
 */
void sow_cma_shorten(struct sow_cma *cma, double *point);

/**
 * Updates the mean, the covariance matrix and the step size by a ranked sample. Finds the
 * roots of the matrix again only after enough updates, because that costs most.
 * @param cma the distribution
 * @param points `samples` points of `size` coordinates, drawn from the distribution
 * @param order numbers of the points, best first
 */
void sow_cma_update(struct sow_cma *cma, const double *points, const int *order);

/** Returns the largest standard deviation of a coordinate, with the step size. */
double sow_cma_spread(const struct sow_cma *cma);

#endif
