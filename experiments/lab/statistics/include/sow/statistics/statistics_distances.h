/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Distances of profiles, which are rows of measured values. Nearest neighbours with a
 * bootstrap, the order of clusters, and Mantel's test of two matrices.
 *
 * The bootstraps and permutations have fixed random seeds, so results can be repeated.
 */
#ifndef SOW_EXPERIMENTS_STATISTICS_DISTANCES_H
#define SOW_EXPERIMENTS_STATISTICS_DISTANCES_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"

#include <stddef.h>

/** Number of draws of a bootstrap, and of permutations of Mantel's test. */
enum { SOW_BOOTSTRAP_DRAWS = 1000, SOW_MANTEL_PERMUTATIONS = 9999 };

/** Profiles of several objects. A value compares two things, such as log-odds of one
 * player against another: it would have the other sign if these were named the other way.
 */
struct sow_profiles {
    const double *values; /**< count x length finite values, object by object; borrowed */
    size_t count;         /**< number of objects, at least 2 */
    size_t length;        /**< number of values of an object, at least 2 */
};

/**
 * Returns true if all values are 0, so that a profile says nothing. NaN counts as 0.
 * @param values the values
 * @param count the number of values
 */
bool sow_all_zero(const double *values, size_t count);

/**
 * Computes the distance of every two objects, from 0 to 2: 1 less the Pearson correlation
 * of their profiles, where each value is there with both signs. That is the cosine of the
 * profiles. So no sign, which only depends on names, changes a distance. A profile of
 * zeros says nothing: its distances from others are NaN.
 * @param profiles the profiles
 * @param[out] distances receives count x count distances; the diagonal is 0
 * @param[out] err receives the reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_profile_distances(const struct sow_profiles *profiles,
                                                   double *distances,
                                                   struct sow_err *err);

/** Nearest neighbour of an object. */
struct sow_neighbour {
    /** Index of the nearest other object, the first of several; the number of objects if
     * there is none. All figures are then NaN. */
    size_t other;
    double distance; /**< distance of the two objects */
    /** 95 % interval of the distance: percentiles of the bootstrap. */
    struct sow_interval interval;
    /** Share of the draws in which this object is the nearest, too. */
    double share;
};

/**
 * Finds the nearest neighbour of each object. The bootstrap draws positions of the
 * profiles with replacement, the same for all objects. An object is never its own
 * neighbour, and a profile of zeros has none and is none. A profile that is all zeros
 * only as drawn has the distance 1.
 * @param profiles the profiles
 * @param[out] neighbours receives a neighbour for each object
 * @param[out] err receives the reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_profile_neighbours(const struct sow_profiles *profiles,
                                                    struct sow_neighbour *neighbours,
                                                    struct sow_err *err);

/**
 * Orders objects so that those of a cluster are neighbours. The clusters are those of
 * average linkage (Sokal and Michener 1958): the two with the least mean distance are
 * joined until one is left. A joined cluster has the objects of the part with the first
 * object, then those of the other.
 * @param distances count x count distances, symmetric and finite
 * @param count number of objects, at least 1
 * @param[out] order receives the indices of the objects
 * @param[out] err receives the reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_cluster_order(const double *distances, size_t count,
                                               size_t *order, struct sow_err *err);

/** Result of Mantel's test. */
struct sow_mantel {
    double r; /**< correlation over all pairs of different objects; 0 without variance */
    /** 95 % interval of r: percentiles of a bootstrap of the objects. A pair of an object
     *  with itself, which a draw may contain, is left out. */
    struct sow_interval interval;
    double p; /**< one-sided p value of no positive correlation, by permutations */
};

/**
 * Tests whether two matrices of the same objects are correlated (Mantel 1967). Pairs of
 * objects are not independent, so the objects of one matrix are permuted. The p value is
 * the share of permutations, with the matrices as they are as one more, whose correlation
 * is not lower.
 * @param a count x count finite values, symmetric; the diagonal is not read
 * @param b the same of the other matrix
 * @param count number of objects, at least 3
 * @param[out] result receives the result
 * @param[out] err receives the reason of a failure
 * @returns SOW_OK or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_mantel_test(const double *a, const double *b,
                                             size_t count, struct sow_mantel *result,
                                             struct sow_err *err);

#endif
