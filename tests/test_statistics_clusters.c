/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates of clusters. With one unit per cluster they equal those of samples; else they are
   compared with explicit sums. Distances of profiles, clusters of them, Mantel's test. */
#include "statistics_support.h"

#include "sow/statistics/statistics_clusters.h"
#include "sow/statistics/statistics_distances.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>

static const double VALUES[] = {0.5, 2, 0, 0, 1.25, 3, 0.25};

enum { VALUE_COUNT = sizeof VALUES / sizeof VALUES[0] };

/* Clusters with one unit are a simple sample: they have Student's interval, which is
   compared with R elsewhere. */
TEST(rates, clusters_of_one_are_a_sample)
{
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < VALUE_COUNT; i++)
        sow_clusters_add(&sums, 1, VALUES[i]);
    struct sow_interval wanted;
    struct sow_sample sample = {VALUES, VALUE_COUNT};
    double mean = sow_sample_mean(&sample, SOW_LEVEL, &wanted);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval interval = sow_cluster_interval(&rate, SOW_LEVEL);
    expect_near("mean", rate.rate, mean, 1e-14);
    expect_near("low", interval.low, fmax(wanted.low, 0), 1e-12);
    expect_near("high", interval.high, wanted.high, 1e-12);
}

/* The rate and its error equal the definition, term by term. */
TEST(rates, ratio_by_its_definition)
{
    static const double COUNT[] = {3, 1, 0, 2, 5, 4, 1};
    struct sow_clusters sums = {.clusters = 0};
    double counts = 0;
    double totals = 0;
    for (int i = 0; i < VALUE_COUNT; i++) {
        sow_clusters_add(&sums, COUNT[i], VALUES[i] * COUNT[i]);
        counts += COUNT[i];
        totals += VALUES[i] * COUNT[i];
    }
    double squares = 0;
    for (int i = 0; i < VALUE_COUNT; i++)
        squares += pow(VALUES[i] * COUNT[i] - totals / counts * COUNT[i], 2);
    double n = VALUE_COUNT;
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    expect_near("rate", rate.rate, totals / counts, 1e-14);
    expect_near("error", rate.standard_error, sqrt(n / (n - 1) * squares) / counts,
                1e-13);
    expect_near("freedom", rate.freedom, n - 2, 0); /* one cluster has no units */
    /* A stratum that was seen completely weighs by its size and adds no error. */
    struct sow_clusters whole = {.clusters = 0};
    sow_clusters_add(&whole, 1, 1);
    struct sow_cluster_stratum two[] = {{&sums, 70, false}, {&whole, 1, true}};
    rate = sow_cluster_rate_of(two, 2);
    double units = 70 / n * counts + 1;
    double mean = (70 / n * totals + 1) / units;
    double sum = totals - mean * counts;
    squares = 0;
    for (int i = 0; i < VALUE_COUNT; i++)
        squares += pow(VALUES[i] * COUNT[i] - mean * COUNT[i] - sum / n, 2);
    expect_near("rate", rate.rate, mean, 1e-14);
    expect_near("error", rate.standard_error,
                70 / n * sqrt(n / (n - 1) * squares) / units, 1e-13);
    rate = sow_cluster_rate_of(&two[1], 1);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    expect_near("low", share.low, 1, 0);
    expect_near("high", share.high, 1, 0);
}

TEST(rates, nothing_that_differs)
{
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < 50; i++)
        sow_clusters_add(&sums, i % 3, i % 3);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval wanted = sow_interval_score(1, 33, SOW_LEVEL);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    expect_near("error", rate.standard_error, 0, 0);
    expect_near("low", share.low, wanted.low, 0);
    expect_near("high", share.high, wanted.high, 0);
    struct sow_interval mean = sow_cluster_interval(&rate, SOW_LEVEL);
    ck_assert(isnan(mean.low) && isnan(mean.high));
}

/* One game with choices says nothing about the spread, even with others that had none. */
TEST(rates, a_single_one)
{
    static const double COUNT[] = {0, 6, 0};
    struct sow_clusters sums = {.clusters = 0};
    for (int i = 0; i < 3; i++)
        sow_clusters_add(&sums, COUNT[i], COUNT[i] / 2);
    struct sow_cluster_stratum stratum = {.seen = &sums, .size = 1};
    struct sow_cluster_rate rate = sow_cluster_rate_of(&stratum, 1);
    struct sow_interval share = sow_cluster_share_interval(&rate, SOW_LEVEL);
    struct sow_interval mean = sow_cluster_interval(&rate, SOW_LEVEL);
    expect_near("rate", rate.rate, 0.5, 0);
    ck_assert(isnan(share.low) && isnan(share.high));
    ck_assert(isnan(mean.low) && isnan(mean.high));
}

/* ---- Distances ---- */

/* Returns the correlation of two rows by Pearson's textbook formula, 0 without variance.
   Each value counts with both signs. @p at lists the positions that are used. */
static double correlation(const double *a, const double *b, const size_t *at, int count)
{
    double n = 2.0 * count;
    double x = 0;
    double y = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int k = 0; k < count; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double u = sign * a[at[k]];
            double v = sign * b[at[k]];
            x += u;
            y += v;
            xx += u * u;
            yy += v * v;
            xy += u * v;
        }
    double squares = (n * xx - x * x) * (n * yy - y * y);
    return squares < 1e-9 ? 0 : (n * xy - x * y) / sqrt(squares);
}

/* Distances by hand: (1, 2, 2) and (2, 1, 2) have the product 8 and lengths 3. A change
   of sign in all rows changes nothing. A row of zeros says nothing. */
TEST(distances, by_hand)
{
    static const double SIGNED[] = {1, 2, 2, 2, 1, 2, 0, 0, 0, -2, -4, -4};
    double turned[12];
    double distances[16];
    for (int i = 0; i < 12; i++)
        turned[i] = i % 3 == 1 ? -SIGNED[i] : SIGNED[i];
    for (int turn = 0; turn < 2; turn++) {
        struct sow_profiles profiles = {turn == 0 ? SIGNED : turned, 4, 3};
        ck_ok(sow_profile_distances(&profiles, distances, &err));
        expect_near("1, 2", distances[1], 1.0 / 9, 1e-12);
        expect_near("2, 1", distances[4], 1.0 / 9, 1e-12);
        ck_assert(isnan(distances[2]) && isnan(distances[8]));
        expect_near("opposite", distances[3], 2, 1e-12);
        expect_near("itself", distances[15], 0, 0);
    }
}

enum { OBJECTS = 5, LENGTH = 4, ALL = 256 };

static const double PROFILES[OBJECTS * LENGTH] = {1, 2,   4,  3, 1,  3, 2,  4, 2,  1,
                                                  4, 3.5, -1, 2, -4, 0, -1, 2, -4, 0};

/* Returns the object with the highest correlation with @p object in a draw, the first of
   several. */
static size_t nearest_in(const size_t *at, size_t object)
{
    size_t best = OBJECTS;
    double most = -2;
    for (size_t j = 0; j < OBJECTS; j++) {
        double r =
            correlation(PROFILES + object * LENGTH, PROFILES + j * LENGTH, at, LENGTH);
        if (j != object && r > most + 1e-9) {
            most = r;
            best = j;
        }
    }
    return best;
}

/* Returns the share of all equally likely draws in which @p other is nearest to @p
   object. */
static double share_of(size_t object, size_t other)
{
    int same = 0;
    for (int draw = 0; draw < ALL; draw++) {
        size_t at[LENGTH];
        for (int k = 0; k < LENGTH; k++)
            at[k] = (size_t)(draw >> (2 * k)) % LENGTH;
        same += nearest_in(at, object) == other;
    }
    return (double)same / ALL;
}

/* The shares of the bootstrap come near those of all 256 draws. The last two objects are
   the same, so each is nearest to the other. */
TEST(distances, neighbours)
{
    struct sow_profiles profiles = {PROFILES, OBJECTS, LENGTH};
    struct sow_neighbour found[OBJECTS];
    struct sow_neighbour again[OBJECTS];
    ck_ok(sow_profile_neighbours(&profiles, found, &err));
    ck_ok(sow_profile_neighbours(&profiles, again, &err));
    for (size_t i = 0; i < OBJECTS; i++) {
        /* A draw of nearly equal distances may be decided by rounding. */
        expect_near("share", found[i].share, share_of(i, found[i].other), 0.08);
        ck_assert(found[i].interval.low <= found[i].interval.high);
        expect_near("again", again[i].share, found[i].share, 0);
        expect_near("again", again[i].interval.low, found[i].interval.low, 0);
    }
    ck_assert_uint_eq(found[0].other, 2);
    ck_assert_uint_eq(found[3].other, 4);
    ck_assert_uint_eq(found[4].other, 3);
    expect_near("the same", found[3].distance, 0, 1e-15);
}

/* A profile of zeros is no neighbour, not even of a profile whose distance from all
   others is more than 1. */
TEST(distances, nothing_is_near_zeros)
{
    static const double SIGNED[] = {1, 2, 0, 0, -1, -2, -2, 1};
    struct sow_profiles profiles = {SIGNED, 4, 2};
    struct sow_neighbour found[4];
    ck_ok(sow_profile_neighbours(&profiles, found, &err));
    ck_assert_uint_eq(found[0].other, 3); /* at a right angle; the next is opposite */
    ck_assert_uint_eq(found[1].other, 4);
    ck_assert(isnan(found[1].distance) && isnan(found[1].share));
    expect_nothing(found[1].interval);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_ne(found[i].other, 1);
    profiles.count = 2; /* the only other one has zeros */
    ck_ok(sow_profile_neighbours(&profiles, found, &err));
    ck_assert_uint_eq(found[0].other, 2);
}

/* Five bacteria by 5S ribosomal RNA, the usual example of average linkage: ((a, b), e)
   and (c, d). */
TEST(distances, order_of_bacteria)
{
    static const double BETWEEN[] = {0,  17, 21, 31, 23, 17, 0,  30, 34, 21, 21, 30, 0,
                                     28, 39, 31, 34, 28, 0,  43, 23, 21, 39, 43, 0};
    static const size_t WANTED[] = {0, 1, 4, 2, 3};
    size_t order[5];
    ck_ok(sow_cluster_order(BETWEEN, 5, order, &err));
    for (int i = 0; i < 5; i++)
        ck_assert_uint_eq(order[i], WANTED[i]);
    ck_ok(sow_cluster_order(BETWEEN, 1, order, &err));
    ck_assert_uint_eq(order[0], 0);
}

/* The p value is near that of all 120 permutations, of which four reach r. A program in
   another language has the same r and, by the same random numbers, the same p value. */
TEST(distances, mantel)
{
    static const double A[] = {0, 1, 2, 5, 4, 1, 0, 3, 7, 6, 2, 3, 0,
                               4, 5, 5, 7, 4, 0, 1, 4, 6, 5, 1, 0};
    static const double B[] = {0, 2, 1, 6, 5, 2, 0, 4, 5, 7, 1, 4, 0,
                               6, 4, 6, 5, 6, 0, 3, 5, 7, 4, 3, 0};
    struct sow_mantel found;
    struct sow_mantel again;
    ck_ok(sow_mantel_test(A, B, 5, &found, &err));
    expect_near("r", found.r, 0.7656586582049503, 1e-12);
    expect_near("p", found.p, 4.0 / 120, 0.2);
    expect_near("p", found.p, 0.0377, 1e-12);
    ck_assert(found.interval.low < found.r && found.r < found.interval.high);
    ck_ok(sow_mantel_test(A, B, 5, &again, &err));
    expect_near("again", again.p, found.p, 0);
    expect_near("again", again.interval.low, found.interval.low, 0);
    /* Equal matrices have r = 1 in each draw. */
    ck_ok(sow_mantel_test(A, A, 5, &found, &err));
    expect_near("r", found.r, 1, 1e-12);
    expect_near("high", found.interval.high, 1, 1e-12);
    /* Without variance, nothing is found. */
    static const double SAME[25] = {0};
    ck_ok(sow_mantel_test(A, SAME, 5, &found, &err));
    expect_near("r", found.r, 0, 0);
    expect_near("p", found.p, 1, 0);
}
