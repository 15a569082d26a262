/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_distances.h"

#include "sow/base/array.h"
#include "sow/base/pcg.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sequences of random numbers, each for one use. */
enum { SEQUENCE_NEIGHBOURS = 1, SEQUENCE_PERMUTATIONS, SEQUENCE_OBJECTS };

/* Starts the random numbers of a use. Their random seed is fixed: the year of Mantel's
   test. */
static struct sow_pcg begin_numbers(uint64_t sequence)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1967, sequence);
    return rng;
}

/* Subtracts the mean from values. Equal values become exactly 0. */
static void centre(double *values, size_t count)
{
    double mean = 0.0;
    bool equal = true;
    for (size_t i = 0; i < count; i++) {
        mean += values[i] / (double)count;
        equal = equal && !(values[i] < values[0]) && !(values[i] > values[0]);
    }
    for (size_t i = 0; i < count; i++)
        values[i] = equal ? 0.0 : values[i] - mean;
}

/* Scales values to the sum of squares 1, unless all are 0. A correlation of centred
   values is then their product. */
static void scale(double *values, size_t count)
{
    double squares = 0.0;
    for (size_t i = 0; i < count; i++)
        squares += values[i] * values[i];
    for (size_t i = 0; i < count && squares > 0.0; i++)
        values[i] /= sqrt(squares);
}

/* Returns the sum of the products of two rows of values. */
static double product(const double *a, const double *b, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- Distances ---- */

bool sow_all_zero(const double *values, size_t count)
{
    size_t i = 0;
    while (i < count && !(values[i] < 0.0) && !(values[i] > 0.0))
        i++;
    return i == count;
}

/* Sets the distances of all objects from profiles that are scaled. A profile of zeros has
   the distance @p unknown from all others. */
static void set_distances(const double *units, size_t count, size_t length,
                          double unknown, double *distances)
{
    for (size_t i = 0; i < count; i++) {
        const double *unit = units + i * length;
        distances[i * count + i] = 0.0;
        for (size_t j = i + 1; j < count; j++) {
            const double *other = units + j * length;
            double distance = 1.0 - product(unit, other, length);
            distance = distance < 0.0 ? 0.0 : distance;
            if (sow_all_zero(unit, length) || sow_all_zero(other, length))
                distance = unknown;
            distances[i * count + j] = distances[j * count + i] = distance;
        }
    }
}

enum sow_status sow_profile_distances(const struct sow_profiles *profiles,
                                      double *distances, struct sow_err *err)
{
    size_t length = profiles->length;
    double *units = calloc(profiles->count * length, sizeof *units);
    if (units == NULL)
        return sow_err_no_memory(err);
    memcpy(units, profiles->values, profiles->count * length * sizeof *units);
    for (size_t i = 0; i < profiles->count; i++)
        scale(units + i * length, length);
    set_distances(units, profiles->count, length, (double)NAN, distances);
    free(units);
    return SOW_OK;
}

/* Returns the index of the object nearest to @p object, the first of several. Objects
   that are not @p known are left out. Returns @p count if there is no other. */
static size_t nearest_to(const double *distances, const bool *known, size_t count,
                         size_t object)
{
    const double *row = distances + object * count;
    size_t best = count;
    for (size_t j = 0; j < count; j++)
        if (j != object && known[j] && (best == count || row[j] < row[best]))
            best = j;
    return best;
}

/* Memory of the bootstrap of neighbours; all arrays are owned. */
struct redraw {
    double *units;     /* profiles as drawn, scaled */
    double *distances; /* distances of a draw */
    double *seen;      /* for each object, its distance to the neighbour in each draw */
    size_t *position;  /* drawn positions of the profiles */
    bool *known;       /* for each object, false if its profile is all zeros */
};

/* Draws positions of the profiles once, and computes the distances by these. */
static void draw_positions(const struct sow_profiles *profiles, struct sow_pcg *rng,
                           struct redraw *redraw)
{
    size_t length = profiles->length;
    for (size_t k = 0; k < length; k++)
        redraw->position[k] = sow_pcg_below(rng, (uint32_t)length);
    for (size_t i = 0; i < profiles->count; i++) {
        for (size_t k = 0; k < length; k++)
            redraw->units[i * length + k] =
                profiles->values[i * length + redraw->position[k]];
        scale(redraw->units + i * length, length);
    }
    set_distances(redraw->units, profiles->count, length, 1.0, redraw->distances);
}

/* Sets the intervals and shares of neighbours that are known, by the bootstrap. */
static void bootstrap_neighbours(const struct sow_profiles *profiles,
                                 struct redraw *redraw, struct sow_neighbour *neighbours)
{
    const size_t draws = SOW_BOOTSTRAP_DRAWS;
    size_t count = profiles->count;
    struct sow_pcg rng = begin_numbers(SEQUENCE_NEIGHBOURS);
    for (size_t draw = 0; draw < draws; draw++) {
        draw_positions(profiles, &rng, redraw);
        for (size_t i = 0; i < count; i++) {
            size_t other = neighbours[i].other;
            if (other == count)
                continue;
            redraw->seen[i * draws + draw] = redraw->distances[i * count + other];
            neighbours[i].share +=
                nearest_to(redraw->distances, redraw->known, count, i) == other;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (neighbours[i].other == count)
            continue;
        struct sow_sample sample = {redraw->seen + i * draws, draws};
        qsort(redraw->seen + i * draws, draws, sizeof *redraw->seen, sow_compare_reals);
        neighbours[i].interval.low =
            sow_sample_quantile(&sample, (1.0 - SOW_LEVEL) / 2.0);
        neighbours[i].interval.high =
            sow_sample_quantile(&sample, (1.0 + SOW_LEVEL) / 2.0);
        neighbours[i].share /= (double)draws;
    }
}

/* Finds all neighbours, then their intervals and shares. Fails with SOW_NO_MEMORY. */
static enum sow_status find_neighbours(const struct sow_profiles *profiles,
                                       struct redraw *redraw,
                                       struct sow_neighbour *neighbours,
                                       struct sow_err *err)
{
    size_t count = profiles->count;
    enum sow_status status = sow_profile_distances(profiles, redraw->distances, err);
    if (status != SOW_OK)
        return status;
    const double none = (double)NAN;
    for (size_t i = 0; i < count; i++)
        redraw->known[i] =
            !sow_all_zero(profiles->values + i * profiles->length, profiles->length);
    for (size_t i = 0; i < count; i++) {
        size_t other = redraw->known[i]
                           ? nearest_to(redraw->distances, redraw->known, count, i)
                           : count;
        neighbours[i] = (struct sow_neighbour){.other = other};
        if (other < count)
            neighbours[i].distance = redraw->distances[i * count + other];
        else
            neighbours[i] = (struct sow_neighbour){count, none, {none, none}, none};
    }
    bootstrap_neighbours(profiles, redraw, neighbours);
    return SOW_OK;
}

enum sow_status sow_profile_neighbours(const struct sow_profiles *profiles,
                                       struct sow_neighbour *neighbours,
                                       struct sow_err *err)
{
    size_t count = profiles->count;
    struct redraw redraw = {
        .units = calloc(count * profiles->length, sizeof *redraw.units),
        .distances = calloc(count * count, sizeof *redraw.distances),
        .seen = calloc(count * SOW_BOOTSTRAP_DRAWS, sizeof *redraw.seen),
        .position = calloc(profiles->length, sizeof *redraw.position),
        .known = calloc(count, sizeof *redraw.known)};
    enum sow_status status = SOW_OK;
    if (redraw.units == NULL || redraw.distances == NULL || redraw.seen == NULL ||
        redraw.position == NULL || redraw.known == NULL)
        status = sow_err_no_memory(err);
    else
        status = find_neighbours(profiles, &redraw, neighbours, err);
    free(redraw.units);
    free(redraw.distances);
    free(redraw.seen);
    free(redraw.position);
    free(redraw.known);
    return status;
}

/* ---- Clusters ---- */

/* Cluster that begins with an object; of no meaning for other objects. Its objects are a
   chain. */
struct cluster {
    size_t size; /* number of objects, 0 after the cluster was joined to another */
    size_t next; /* next object in the chain */
    size_t last; /* last object of the chain */
};

/* Finds the two clusters with the least distance, the first of several: @p one begins
   with the earlier object. There are at least two. */
static void find_closest(const double *between, const struct cluster *clusters,
                         size_t count, size_t *one, size_t *two)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; clusters[i].size > 0 && j < count; j++)
            if (clusters[j].size > 0 && between[i * count + j] < least) {
                least = between[i * count + j];
                *one = i;
                *two = j;
            }
}

/* Joins cluster @p two to cluster @p one and sets the mean distances to all others. */
static void join(double *between, struct cluster *clusters, size_t count, size_t one,
                 size_t two)
{
    double a = (double)clusters[one].size;
    double b = (double)clusters[two].size;
    for (size_t k = 0; k < count; k++) {
        double mean =
            (a * between[one * count + k] + b * between[two * count + k]) / (a + b);
        between[one * count + k] = between[k * count + one] = mean;
    }
    clusters[clusters[one].last].next = two;
    clusters[one].last = clusters[two].last;
    clusters[one].size += clusters[two].size;
    clusters[two].size = 0;
}

enum sow_status sow_cluster_order(const double *distances, size_t count, size_t *order,
                                  struct sow_err *err)
{
    double *between = calloc(count * count, sizeof *between);
    struct cluster *clusters = calloc(count, sizeof *clusters);
    enum sow_status status = SOW_OK;
    if (between == NULL || clusters == NULL) {
        status = sow_err_no_memory(err);
    } else {
        memcpy(between, distances, count * count * sizeof *between);
        for (size_t i = 0; i < count; i++)
            clusters[i] = (struct cluster){.size = 1, .last = i};
        for (size_t left = count; left > 1; left--) {
            size_t one = 0;
            size_t two = 1;
            find_closest(between, clusters, count, &one, &two);
            join(between, clusters, count, one, two);
        }
        for (size_t i = 0, at = 0; i < count; at = clusters[at].next)
            order[i++] = at;
    }
    free(between);
    free(clusters);
    return status;
}

/* ---- Mantel's test ---- */

/* Memory for the pairs of drawn objects. All arrays are owned. */
struct pairing {
    double *a, *b;  /* values of pairs of objects */
    size_t *object; /* drawn or permuted objects */
    double *r;      /* correlation in each draw */
};

/* Writes the values of all pairs of listed objects to @p values and returns their number.
   Leaves out pairs of an object with itself. */
static size_t take_pairs(const double *matrix, size_t count, const size_t *object,
                         double *values)
{
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (object[i] != object[j])
                values[pairs++] = matrix[object[i] * count + object[j]];
    return pairs;
}

/* Returns the share of permutations whose correlation is not lower. All pairs of one
   matrix are in `a`; the values of both are centred and scaled. Permutes `object`. */
static double permute(const double *b, size_t count, double r, struct pairing *pairing)
{
    /* Permutations with the same correlation differ by rounding only. */
    const double rounding = 1e-12;
    struct sow_pcg rng = begin_numbers(SEQUENCE_PERMUTATIONS);
    int reached = 1;
    for (int k = 0; k < SOW_MANTEL_PERMUTATIONS; k++) {
        for (size_t i = count - 1; i > 0; i--) {
            size_t other = sow_pcg_below(&rng, (uint32_t)i + 1);
            size_t moved = pairing->object[i];
            pairing->object[i] = pairing->object[other];
            pairing->object[other] = moved;
        }
        size_t pairs = take_pairs(b, count, pairing->object, pairing->b);
        /* All values of a permutation have the same mean and length. */
        reached += product(pairing->a, pairing->b, pairs) >= r - rounding;
    }
    return reached / (SOW_MANTEL_PERMUTATIONS + 1.0);
}

/* Sets the interval by a bootstrap of the objects. */
static void bootstrap_objects(const double *a, const double *b, size_t count,
                              struct pairing *pairing, struct sow_interval *interval)
{
    struct sow_pcg rng = begin_numbers(SEQUENCE_OBJECTS);
    for (size_t draw = 0; draw < SOW_BOOTSTRAP_DRAWS; draw++) {
        for (size_t i = 0; i < count; i++)
            pairing->object[i] = sow_pcg_below(&rng, (uint32_t)count);
        size_t pairs = take_pairs(a, count, pairing->object, pairing->a);
        (void)take_pairs(b, count, pairing->object, pairing->b);
        centre(pairing->a, pairs);
        centre(pairing->b, pairs);
        scale(pairing->a, pairs);
        scale(pairing->b, pairs);
        pairing->r[draw] = product(pairing->a, pairing->b, pairs);
    }
    struct sow_sample sample = {pairing->r, SOW_BOOTSTRAP_DRAWS};
    qsort(pairing->r, SOW_BOOTSTRAP_DRAWS, sizeof *pairing->r, sow_compare_reals);
    interval->low = sow_sample_quantile(&sample, (1.0 - SOW_LEVEL) / 2.0);
    interval->high = sow_sample_quantile(&sample, (1.0 + SOW_LEVEL) / 2.0);
}

/* Returns a copy of @p matrix whose values of different objects are centred and scaled,
   which the caller frees; NULL without memory. Correlations stay as they are. */
static double *scaled_matrix(const double *matrix, size_t count, struct pairing *pairing)
{
    double *copy = calloc(count * count, sizeof *copy);
    if (copy == NULL)
        return NULL;
    size_t pairs = take_pairs(matrix, count, pairing->object, pairing->a);
    centre(pairing->a, pairs);
    scale(pairing->a, pairs);
    const double *value = pairing->a;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            copy[i * count + j] = copy[j * count + i] = *value++;
    return copy;
}

/* Computes the correlation, its interval and its p value. Fails with SOW_NO_MEMORY. */
static enum sow_status find_mantel(const double *a, const double *b, size_t count,
                                   struct pairing *pairing, struct sow_mantel *result,
                                   struct sow_err *err)
{
    for (size_t i = 0; i < count; i++)
        pairing->object[i] = i;
    double *unit_a = scaled_matrix(a, count, pairing);
    double *unit_b = scaled_matrix(b, count, pairing);
    enum sow_status status = SOW_OK;
    if (unit_a == NULL || unit_b == NULL) {
        status = sow_err_no_memory(err);
    } else {
        size_t pairs = take_pairs(unit_a, count, pairing->object, pairing->a);
        (void)take_pairs(unit_b, count, pairing->object, pairing->b);
        result->r = product(pairing->a, pairing->b, pairs);
        result->p = permute(unit_b, count, result->r, pairing);
        bootstrap_objects(unit_a, unit_b, count, pairing, &result->interval);
    }
    free(unit_a);
    free(unit_b);
    return status;
}

enum sow_status sow_mantel_test(const double *a, const double *b, size_t count,
                                struct sow_mantel *result, struct sow_err *err)
{
    struct pairing pairing = {.a = calloc(count * count, sizeof *pairing.a),
                              .b = calloc(count * count, sizeof *pairing.b),
                              .object = calloc(count, sizeof *pairing.object),
                              .r = calloc(SOW_BOOTSTRAP_DRAWS, sizeof *pairing.r)};
    enum sow_status status = SOW_OK;
    if (pairing.a == NULL || pairing.b == NULL || pairing.object == NULL ||
        pairing.r == NULL)
        status = sow_err_no_memory(err);
    else
        status = find_mantel(a, b, count, &pairing, result, err);
    free(pairing.a);
    free(pairing.b);
    free(pairing.object);
    free(pairing.r);
    return status;
}
