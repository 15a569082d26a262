/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/pcg.h"

#include "suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Half the width of the statistical bounds below, in standard deviations. A correct
   generator would exceed a bound for two random seeds in a million, and the seeds are
   fixed. */
static const double SIGMAS = 4.8;

static struct sow_pcg stream_of_test(uint64_t index)
{
    struct sow_pcg rng;
    struct sow_stream stream = {.purpose = SOW_PURPOSE_TEST, .index = {index, 0, 0, 0}};
    sow_pcg_derive(&rng, 1, &stream);
    return rng;
}

/* The outputs are those that O'Neill's demonstration program prints. */
TEST(reference, first_outputs)
{
    static const uint32_t OUTPUTS[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                       0x83d2f293, 0xbfa4784b, 0xcbed606e};
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 42, 54);
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof OUTPUTS[0]; i++)
        ck_assert_uint_eq(sow_pcg_next(&rng), OUTPUTS[i]);
}

TEST(reference, library_outputs)
{
    FILE *file = fopen(SOW_DATA_FILE("pcg32.csv"), "r");
    ck_assert_ptr_nonnull(file);
    char line[128];
    struct sow_pcg rng = {0, 0};
    unsigned drawn = 0;
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] < '0' || line[0] > '9')
            continue;
        char *rest = line;
        uint64_t column[4];
        for (int i = 0; i < 4; i++)
            column[i] = strtoull(rest + (i > 0), &rest, 10);
        if (column[2] == 0) {
            sow_pcg_seed(&rng, column[0], column[1]);
            drawn = 0;
        }
        for (; drawn < column[2]; drawn++)
            (void)sow_pcg_next(&rng);
        ck_assert_uint_eq(sow_pcg_next(&rng), column[3]);
        drawn++;
        rows++;
    }
    (void)fclose(file);
    ck_assert_int_eq(rows, 256);
}

TEST(below, below_stays_in_range)
{
    static const uint32_t BOUNDS[] = {
        1, 2, 3, 6, 7, 1000, UINT32_C(1) << 31, (UINT32_C(1) << 31) + 1, UINT32_MAX};
    struct sow_pcg rng = stream_of_test(1);
    for (size_t i = 0; i < sizeof BOUNDS / sizeof BOUNDS[0]; i++)
        for (int draw = 0; draw < 20000; draw++)
            ck_assert_uint_lt(sow_pcg_below(&rng, BOUNDS[i]), BOUNDS[i]);
}

/* Checks that a binomial count is within SIGMAS standard deviations of its
   expectation. */
static void check_count(int count, int draws, double probability)
{
    double expected = draws * probability;
    double deviation = sqrt(expected * (1.0 - probability));
    ck_assert_double_eq_tol(count, expected, SIGMAS * deviation);
}

TEST(below, below_is_uniform)
{
    enum { DRAWS = 70000, BOUND_MAX = 13 };
    struct sow_pcg rng = stream_of_test(2);
    for (uint32_t bound = 2; bound <= BOUND_MAX; bound++) {
        int counts[BOUND_MAX] = {0};
        for (int i = 0; i < DRAWS; i++)
            counts[sow_pcg_below(&rng, bound)]++;
        for (uint32_t value = 0; value < bound; value++)
            check_count(counts[value], DRAWS, 1.0 / bound);
    }
}

/* With this bound, every third value has two of the 2^32 inputs and the others have one,
   unless the surplus is rejected. */
TEST(below, below_rejects_the_surplus)
{
    enum { DRAWS = 90000 };
    const uint32_t bound = UINT32_C(3) << 30;
    struct sow_pcg rng = stream_of_test(3);
    int counts[3] = {0};
    for (int i = 0; i < DRAWS; i++)
        counts[sow_pcg_below(&rng, bound) % 3]++;
    for (int rest = 0; rest < 3; rest++)
        check_count(counts[rest], DRAWS, 1.0 / 3.0);
}

enum { MOMENT_DRAWS = 200000, MOMENTS = 4 };

static void moments(double (*draw)(struct sow_pcg *), double centre, double mean[MOMENTS])
{
    struct sow_pcg rng = stream_of_test(4);
    double sums[MOMENTS] = {0.0};
    for (int i = 0; i < MOMENT_DRAWS; i++) {
        double x = draw(&rng) - centre;
        double power = 1.0;
        for (int k = 0; k < MOMENTS; k++) {
            power *= x;
            sums[k] += power;
        }
    }
    for (int k = 0; k < MOMENTS; k++)
        mean[k] = sums[k] / MOMENT_DRAWS;
}

static void check_moment(double mean, double expected, double variance)
{
    ck_assert_double_eq_tol(mean, expected, SIGMAS * sqrt(variance / MOMENT_DRAWS));
}

TEST(reals, unit_range)
{
    struct sow_pcg rng = stream_of_test(5);
    int small = 0;
    int odd = 0;
    for (int i = 0; i < MOMENT_DRAWS; i++) {
        double x = sow_pcg_unit(&rng);
        ck_assert(x >= 0.0 && x < 1.0);
        uint64_t bits = (uint64_t)(x * 0x1p53);
        ck_assert_double_eq_tol((double)bits, x * 0x1p53, 1e-9);
        small += x < 0.01;
        odd += (bits & 1U) == 1;
    }
    check_count(small, MOMENT_DRAWS, 0.01);
    check_count(odd, MOMENT_DRAWS, 0.5);
}

TEST(reals, unit_moments)
{
    double mean[MOMENTS];
    moments(sow_pcg_unit, 0.5, mean);
    check_moment(mean[0], 0.0, 1.0 / 12.0);
    check_moment(mean[1], 1.0 / 12.0, 1.0 / 180.0);
    check_moment(mean[2], 0.0, 1.0 / 448.0);
    check_moment(mean[3], 1.0 / 80.0, 1.0 / 2304.0 - 1.0 / 6400.0);
}

/* The variances are those of x, x^2, x^3 and x^4 for a standard normal x. */
TEST(reals, normal_moments)
{
    double mean[MOMENTS];
    moments(sow_pcg_normal, 0.0, mean);
    check_moment(mean[0], 0.0, 1.0);
    check_moment(mean[1], 1.0, 2.0);
    check_moment(mean[2], 0.0, 15.0);
    check_moment(mean[3], 3.0, 96.0);
}

TEST(reals, normal_tails)
{
    struct sow_pcg rng = stream_of_test(6);
    int beyond_two = 0;
    int beyond_three = 0;
    for (int i = 0; i < MOMENT_DRAWS; i++) {
        double x = sow_pcg_normal(&rng);
        ck_assert_double_eq_tol(x * 0x1p32, nearbyint(x * 0x1p32), 1e-9);
        beyond_two += fabs(x) > 2.0;
        beyond_three += fabs(x) > 3.0;
    }
    check_count(beyond_two, MOMENT_DRAWS, erfc(sqrt(2.0)));
    check_count(beyond_three, MOMENT_DRAWS, erfc(3.0 / sqrt(2.0)));
}

/* Stored results depend on these numbers. They were computed independently from the
   definition: a chain of SplitMix64 finalisers over random seed, purpose and indices. */
TEST(streams, derived_streams_are_fixed)
{
    static const struct {
        uint64_t seed;
        struct sow_stream stream;
        uint32_t expected[4];
    } ROWS[] = {
        {1,
         {SOW_PURPOSE_FITNESS, {5, 6, 7, 8}},
         {0x8422c398, 0x5b5a188a, 0x5f0bbcf6, 0x8dfed384}},
        {2013,
         {SOW_PURPOSE_GENOME, {0, 0, 0, 0}},
         {0x946e278b, 0x7a7fa667, 0xa591018b, 0xd5755728}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct sow_pcg rng;
        sow_pcg_derive(&rng, ROWS[i].seed, &ROWS[i].stream);
        for (int j = 0; j < 4; j++)
            ck_assert_uint_eq(sow_pcg_next(&rng), ROWS[i].expected[j]);
    }
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

enum { KEY_PARTS = 6, PART_VALUES = 6, STREAMS = 46656 };

static uint64_t first_word(const uint64_t part[KEY_PARTS])
{
    struct sow_stream stream = {.purpose = (enum sow_purpose)part[1]};
    memcpy(stream.index, part + 2, sizeof stream.index);
    struct sow_pcg rng;
    sow_pcg_derive(&rng, part[0], &stream);
    uint64_t high = sow_pcg_next(&rng);
    return high << 32U | sow_pcg_next(&rng);
}

/* All 6^6 tuples of small random seeds, purposes and indices have different streams, even
   if one is a permutation or a shift of another. */
TEST(streams, derived_streams_are_distinct)
{
    static uint64_t words[STREAMS];
    for (uint64_t i = 0; i < STREAMS; i++) {
        uint64_t part[KEY_PARTS];
        uint64_t rest = i;
        for (int k = 0; k < KEY_PARTS; k++) {
            part[k] = rest % PART_VALUES;
            rest /= PART_VALUES;
        }
        words[i] = first_word(part);
    }
    qsort(words, STREAMS, sizeof words[0], compare_words);
    for (size_t i = 1; i < STREAMS; i++)
        ck_assert_uint_ne(words[i - 1], words[i]);
}

/* Neighbouring games draw independently: the bits of their first numbers agree as often
   as those of independent numbers. */
TEST(streams, derived_streams_are_independent)
{
    enum { PAIRS = 20000, BITS = 64 };
    int agreements[BITS] = {0};
    for (uint64_t i = 0; i < PAIRS; i++) {
        uint64_t near = first_word((uint64_t[]){1, SOW_PURPOSE_TEST, 0, 0, 0, i});
        uint64_t next = first_word((uint64_t[]){1, SOW_PURPOSE_TEST, 0, 0, 0, i + 1});
        for (unsigned bit = 0; bit < BITS; bit++)
            agreements[bit] += ((near ^ next) >> bit & 1U) == 0;
    }
    for (int bit = 0; bit < BITS; bit++)
        check_count(agreements[bit], PAIRS, 0.5);
}
