/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the genetic algorithm's operators against their exact probabilities, seen from
   outside: the next generation shows what was drawn. Random seeds are fixed. A bound
   states how rarely a correct operator would fail with another random seed. */
#include "ga_support.h"

#include <math.h>

enum { COUNT = 8, ROUNDS = 4000 };

/* Population restored in each round. Its genomes are the numbers of the individuals. */
static const struct sow_genome_spec LABELS = {1, false, 0.0, 7.0, 1.0, NULL};
static const double LABELLED[COUNT] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};

static struct sow_optimizer_options copying_options(void)
{
    struct sow_optimizer_options options = default_options();
    options.population = COUNT;
    options.ga.crossover = SOW_CROSS_NONE;
    options.ga.mutation_rate = 0.0;
    return options;
}

/* Counts, by parent, the children in slot 0 and every @p every-th slot after it. */
static void count_parents(const struct sow_optimizer_options *options,
                          const double *fitness, int every, double *count)
{
    OWNED(ga) struct sow_optimization *ga = new_ga(&LABELS, options, 1);
    memset(count, 0, COUNT * sizeof *count);
    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(sow_optimization_replace(ga, LABELLED, NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, fitness, NULL), SOW_OK);
        for (int i = 0; i < COUNT; i += every)
            count[(int)sow_optimization_ask(ga).genes[i]]++;
    }
}

/* Chi-square quantiles, exceeded in one of 10,000 cases, by degrees of freedom
   (tables). */
static const double CHI_SQUARE[COUNT] = {0.0,   15.14, 18.42, 21.11,
                                         23.51, 25.74, 27.86, 29.88};

static void expect_distribution(const double *count, const double *probability)
{
    double total = 0.0;
    for (int i = 0; i < COUNT; i++)
        total += count[i];
    double chi_square = 0.0;
    int freedom = -1;
    for (int i = 0; i < COUNT; i++) {
        if (!(probability[i] > 0.0)) {
            ck_assert_double_eq_tol(count[i], 0.0, EXACTLY);
            continue;
        }
        double expected = total * probability[i];
        chi_square += (count[i] - expected) * (count[i] - expected) / expected;
        freedom++;
    }
    ck_assert_double_le(chi_square, CHI_SQUARE[freedom]);
}

/* --- selection --- */

/* Fitness values and the shares, in any unit, that they get on a roulette wheel. */
static const struct {
    double fitness[COUNT];
    double share[COUNT];
    int scaling;
    double multiplier;
} WHEELS[] = {
    {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}, SOW_SCALING_NONE, 1.2},
    {{3, 0, 5, 5, 1, 0, 5, 1}, {3, 0, 5, 5, 1, 0, 5, 1}, SOW_SCALING_NONE, 1.2},
    {{-1, -2, -3, -4, 3, 2, 1, 0}, {3, 2, 1, 0, 7, 6, 5, 4}, SOW_SCALING_NONE, 1.2},
    {{0, 0, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1}, SOW_SCALING_NONE, 1.2},
    {{-2, -2, -2, -2, -2, -2, -2, -2}, {1, 1, 1, 1, 1, 1, 1, 1}, SOW_SCALING_NONE, 1.2},
    {{0, 0, 1e-300, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0, 0, 0}, SOW_SCALING_NONE, 1.2},
    /* The average is 5. The best gets 6, by x / 7 + 30 / 7. */
    {{1, 2, 3, 4, 5, 6, 7, 12},
     {31, 32, 33, 34, 35, 36, 37, 42},
     SOW_SCALING_LINEAR,
     1.2},
    /* The best cannot get 15 without the worst below 0. So the worst gets 0, by 5 (x - 1)
       / 4. */
    {{1, 2, 3, 4, 5, 6, 7, 12}, {0, 1, 2, 3, 4, 5, 6, 11}, SOW_SCALING_LINEAR, 3.0},
    /* Fitness above the worst gives the same shares. It averages 4. */
    {{-11, -10, -9, -8, -7, -6, -5, 0},
     {31, 32, 33, 34, 35, 36, 37, 42},
     SOW_SCALING_LINEAR,
     1.2},
};

enum { WHEEL_COUNT = sizeof WHEELS / sizeof WHEELS[0] };

static double share_below(const double *share, const double *fitness, double limit,
                          bool inclusive)
{
    double part = 0.0;
    double sum = 0.0;
    for (int i = 0; i < COUNT; i++) {
        sum += share[i];
        if (fitness[i] < limit || (inclusive && fitness[i] <= limit))
            part += share[i];
    }
    return part / sum;
}

/* Computes the chances to win a tournament of k. Individual i wins if all k are at most
   as good as i, not all are worse, and i was drawn first of the equal ones. */
static void tournament(const double *share, const double *fitness, int k, double *chance)
{
    double sum = 0.0;
    for (int i = 0; i < COUNT; i++)
        sum += share[i];
    for (int i = 0; i < COUNT; i++) {
        double below = share_below(share, fitness, fitness[i], false);
        double up_to = share_below(share, fitness, fitness[i], true);
        chance[i] = up_to > below ? share[i] / sum / (up_to - below) *
                                        (pow(up_to, k) - pow(below, k))
                                  : 0.0;
    }
}

static struct sow_optimizer_options wheel_options(int wheel, int selection)
{
    struct sow_optimizer_options options = copying_options();
    options.ga.selection = selection;
    options.ga.scaling = WHEELS[wheel].scaling;
    options.ga.scaling_multiplier = WHEELS[wheel].multiplier;
    return options;
}

TEST_LOOP(selection, roulette_draws_by_share, 0, WHEEL_COUNT)
{
    struct sow_optimizer_options options = wheel_options(_i, SOW_SELECT_ROULETTE);
    double count[COUNT];
    double chance[COUNT];
    count_parents(&options, WHEELS[_i].fitness, 1, count);
    tournament(WHEELS[_i].share, WHEELS[_i].fitness, 1, chance);
    expect_distribution(count, chance);
}

TEST_LOOP(selection, tournament_takes_the_best_of_a_wheel, 0, WHEEL_COUNT)
{
    for (int k = 2; k <= 4; k++) {
        struct sow_optimizer_options options = wheel_options(_i, SOW_SELECT_TOURNAMENT);
        options.ga.tournament_size = k;
        double count[COUNT];
        double chance[COUNT];
        count_parents(&options, WHEELS[_i].fitness, 1, count);
        tournament(WHEELS[_i].share, WHEELS[_i].fitness, k, chance);
        expect_distribution(count, chance);
    }
}

TEST_LOOP(selection, uniform_tournament_ignores_shares, 0, WHEEL_COUNT)
{
    static const double EQUAL[COUNT] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int k = 1; k <= 3; k++) {
        struct sow_optimizer_options options =
            wheel_options(_i, SOW_SELECT_TOURNAMENT_UNIFORM);
        options.ga.tournament_size = k;
        double count[COUNT];
        double chance[COUNT];
        count_parents(&options, WHEELS[_i].fitness, 1, count);
        tournament(EQUAL, WHEELS[_i].fitness, k, chance);
        expect_distribution(count, chance);
    }
}

TEST(selection, rank_is_linear_and_fair_to_equals)
{
    static const struct {
        double fitness[COUNT], pressure, chance_times_56[COUNT];
    } CASES[] = {
        {{1, 2, 3, 4, 50, 60, 70, 800}, 2.0, {0, 2, 4, 6, 8, 10, 12, 14}},
        {{1, 2, 3, 4, 50, 60, 70, 800}, 1.5, {3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5}},
        {{1, 2, 3, 4, 50, 60, 70, 800}, 1.0, {7, 7, 7, 7, 7, 7, 7, 7}},
        {{5, 0, 5, 0, 0, 9, -1, 5}, 2.0, {10, 4, 10, 4, 4, 14, 0, 10}},
        {{2, 2, 2, 2, 2, 2, 2, 2}, 2.0, {7, 7, 7, 7, 7, 7, 7, 7}},
    };
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        struct sow_optimizer_options options = copying_options();
        options.ga.selection = SOW_SELECT_RANK;
        options.ga.rank_pressure = CASES[c].pressure;
        double count[COUNT];
        double chance[COUNT];
        count_parents(&options, CASES[c].fitness, 1, count);
        for (int i = 0; i < COUNT; i++)
            chance[i] = CASES[c].chance_times_56[i] / 56.0;
        expect_distribution(count, chance);
    }
}

TEST(selection, truncation_keeps_the_best)
{
    static const struct {
        double share;
        double chance[COUNT];
    } CASES[] = {
        {0.5, {0.25, 0, 0, 0, 0.25, 0, 0.25, 0.25}},
        {0.3, {0.5, 0, 0, 0, 0, 0, 0, 0.5}},
        {0.0, {0, 0, 0, 0, 0, 0, 0, 1}},
        {1.0, {0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125}},
    };
    static const double FITNESS[COUNT] = {8, 1, 2, -3, 7, 3, 7, 9};
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        struct sow_optimizer_options options = copying_options();
        options.ga.selection = SOW_SELECT_TRUNCATION;
        options.ga.truncation_share = CASES[c].share;
        double count[COUNT];
        count_parents(&options, FITNESS, 1, count);
        expect_distribution(count, CASES[c].chance);
    }
}

/* One turn of the wheel gives each parent the whole part of its expected number of
   children, or one more. */
TEST_LOOP(selection, universal_sampling_is_exact, 0, WHEEL_COUNT)
{
    struct sow_optimizer_options options = wheel_options(_i, SOW_SELECT_UNIVERSAL);
    OWNED(ga) struct sow_optimization *ga = new_ga(&LABELS, &options, 1);
    double expected[COUNT];
    tournament(WHEELS[_i].share, WHEELS[_i].fitness, 1, expected);
    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(sow_optimization_replace(ga, LABELLED, NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, WHEELS[_i].fitness, NULL), SOW_OK);
        int count[COUNT] = {0};
        for (int i = 0; i < COUNT; i++)
            count[(int)sow_optimization_ask(ga).genes[i]]++;
        for (int i = 0; i < COUNT; i++) {
            ck_assert_double_gt(count[i], COUNT * expected[i] - 1.0 - 1e-9);
            ck_assert_double_lt(count[i], COUNT * expected[i] + 1.0 + 1e-9);
        }
    }
}

/* Only slot 0 is counted, because the slots of one turn depend on each other. */
TEST_LOOP(selection, universal_sampling_pairs_at_random, 0, WHEEL_COUNT)
{
    struct sow_optimizer_options options = wheel_options(_i, SOW_SELECT_UNIVERSAL);
    double count[COUNT];
    double chance[COUNT];
    count_parents(&options, WHEELS[_i].fitness, COUNT, count);
    tournament(WHEELS[_i].share, WHEELS[_i].fitness, 1, chance);
    expect_distribution(count, chance);
}

/* --- crossover --- */

enum { GENES = 100, PAIR = 2 * GENES, PARENTS = 200 };

static const struct sow_genome_spec BITS = {GENES, false, 0.0, 1.0, 1.0, NULL};

/* Breeds a population of which one half has zeros and the other ones. Crossed pairs of
   unlike parents show which genes were swapped. */
static struct sow_optimization *breed_bits(const struct sow_optimizer_options *options)
{
    static double genes[PARENTS * GENES];
    static const double FITNESS[PARENTS];
    for (int i = 0; i < PARENTS * GENES; i++)
        genes[i] = i < PARENTS * GENES / 2 ? 0.0 : 1.0;
    struct sow_optimization *ga = new_ga(&BITS, options, 4);
    ck_assert_int_eq(sow_optimization_replace(ga, genes, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    return ga;
}

static struct sow_optimizer_options bit_options(int crossover)
{
    struct sow_optimizer_options options = default_options();
    options.population = PARENTS;
    options.ga.crossover = crossover;
    options.ga.mutation_rate = 0.0;
    return options;
}

/* Counts the neighbouring genes that differ: 0 for a copy. */
static int switches(const double *child)
{
    int count = 0;
    for (int k = 1; k < GENES; k++)
        count += fabs(child[k] - child[k - 1]) > 0.5;
    return count;
}

/* Asserts that k of n agrees with a probability, to five standard deviations. A correct
   operator fails once in 1.7 million cases. */
static void expect_rate(double k, double n, double probability)
{
    double deviation = sqrt(n * probability * (1.0 - probability));
    ck_assert_double_eq_tol(k, n * probability, 5.0 * deviation + 1e-9);
}

TEST_LOOP(crossover, pairs_are_crossed_at_the_rate, 0, SOW_CROSSOVERS)
{
    static const double RATE[] = {0.0, 0.3, 0.5, 1.0};
    for (size_t r = 0; r < sizeof RATE / sizeof RATE[0]; r++) {
        struct sow_optimizer_options options = bit_options(_i);
        options.ga.crossover_rate = RATE[r];
        OWNED(ga) struct sow_optimization *ga = breed_bits(&options);
        const double *child = sow_optimization_ask(ga).genes;
        int unlike = 0;
        int crossed = 0;
        for (int i = 0; i < PARENTS; i += 2, child += PAIR) {
            if (fabs(child[0] - child[GENES]) < 0.5)
                continue;
            unlike++;
            crossed += switches(child) > 0;
            for (int k = 0; k < GENES; k++)
                ck_assert_double_eq_tol(child[k] + child[GENES + k], 1.0, EXACTLY);
        }
        expect_rate(unlike, PARENTS / 2.0, 0.5);
        expect_rate(crossed, unlike, _i == SOW_CROSS_NONE ? 0.0 : RATE[r]);
    }
}

TEST(crossover, genes_are_swapped_at_the_rate)
{
    static const double RATE[] = {0.0, 0.1, 0.5};
    for (size_t r = 0; r < sizeof RATE / sizeof RATE[0]; r++) {
        struct sow_optimizer_options options = bit_options(SOW_CROSS_UNIFORM);
        options.ga.crossover_rate = 1.0;
        options.ga.gene_swap_rate = RATE[r];
        OWNED(ga) struct sow_optimization *ga = breed_bits(&options);
        const double *child = sow_optimization_ask(ga).genes;
        double switched = 0.0;
        double unlike = 0.0;
        for (int i = 0; i < PARENTS; i += 2, child += PAIR) {
            unlike += fabs(child[0] - child[GENES]) > 0.5;
            switched += switches(child);
        }
        expect_rate(switched, unlike * (GENES - 1), 2.0 * RATE[r] * (1.0 - RATE[r]));
    }
}

/* There are seven places to cut between two of eight genes. */
TEST(crossover, one_point_cuts_anywhere_once)
{
    const struct sow_genome_spec spec = {COUNT, false, 0.0, 1.0, 1.0, NULL};
    struct sow_optimizer_options options = copying_options();
    options.ga.crossover = SOW_CROSS_ONE_POINT;
    options.ga.crossover_rate = 1.0;
    options.population = 2;
    double genes[2 * COUNT] = {0.0};
    for (int k = 0; k < COUNT; k++)
        genes[COUNT + k] = 1.0;
    static const double FITNESS[2] = {0.0, 0.0};
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 6);
    double count[COUNT] = {0.0};
    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(sow_optimization_replace(ga, genes, NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
        const double *child = sow_optimization_ask(ga).genes;
        int cuts = 0;
        for (int k = 1; k < COUNT; k++)
            if (fabs(child[k] - child[k - 1]) > 0.5) {
                count[k]++;
                cuts++;
            }
        ck_assert_int_eq(cuts, fabs(child[0] - child[COUNT]) > 0.5 ? 1 : 0);
    }
    static const double CHANCE[COUNT] = {0.0,     1.0 / 7, 1.0 / 7, 1.0 / 7,
                                         1.0 / 7, 1.0 / 7, 1.0 / 7, 1.0 / 7};
    expect_distribution(count, CHANCE);
}

/* --- mutation --- */

/* Returns the state after breeding a population whose genes are all @p gene. */
static struct sow_optimization *mutate_all(const struct sow_genome_spec *spec,
                                           const struct sow_optimizer_options *options,
                                           double gene)
{
    static double genes[PARENTS * GENES];
    static const double FITNESS[PARENTS];
    for (int i = 0; i < PARENTS * GENES; i++)
        genes[i] = gene;
    struct sow_optimization *ga = new_ga(spec, options, 9);
    ck_assert_int_eq(sow_optimization_replace(ga, genes, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    return ga;
}

static double count_between(const struct sow_optimization *ga, double low, double high)
{
    const double *genes = sow_optimization_ask(ga).genes;
    double count = 0.0;
    for (int i = 0; i < PARENTS * GENES; i++)
        count += genes[i] >= low && genes[i] <= high;
    return count;
}

static struct sow_optimizer_options mutation_options(int mutation, double rate)
{
    struct sow_optimizer_options options = default_options();
    options.population = PARENTS;
    options.ga.mutation = mutation;
    options.ga.mutation_rate = rate;
    return options;
}

TEST_LOOP(mutation, genes_mutate_at_the_rate, 0, SOW_MUTATIONS)
{
    static const double RATE[] = {0.0, 0.1, 0.6, 1.0};
    const struct sow_genome_spec spec = {GENES, false, -100.0, 100.0, 0.0, NULL};
    for (size_t r = 0; r < sizeof RATE / sizeof RATE[0]; r++) {
        struct sow_optimizer_options options = mutation_options(_i, RATE[r]);
        OWNED(ga) struct sow_optimization *ga = mutate_all(&spec, &options, 0.25);
        double kept = count_between(ga, 0.25, 0.25);
        expect_rate(PARENTS * GENES - kept, PARENTS * GENES, RATE[r]);
    }
}

/* Parts of a normal distribution beyond z standard deviations, on the side of z
   (tables). */
TEST(mutation, gaussian_mutation_is_normal)
{
    static const struct {
        double z, part;
    } TAILS[] = {{-2.0, 0.0227501}, {-1.0, 0.1586553}, {-0.6744898, 0.25},
                 {0.2533471, 0.4},  {0.6744898, 0.25}, {1.0, 0.1586553},
                 {2.0, 0.0227501},  {3.0, 0.0013499}};
    const struct sow_genome_spec spec = {GENES, false, -100.0, 100.0, 0x1p-20, NULL};
    struct sow_optimizer_options options = mutation_options(SOW_MUTATE_GAUSSIAN, 1.0);
    options.ga.mutation_sigma = 2.0;
    OWNED(ga) struct sow_optimization *ga = mutate_all(&spec, &options, 3.0);
    for (size_t i = 0; i < sizeof TAILS / sizeof TAILS[0]; i++) {
        double limit = 3.0 + 2.0 * TAILS[i].z;
        double beyond = TAILS[i].z < 0.0 ? count_between(ga, -100.0, limit)
                                         : count_between(ga, limit, 100.0);
        expect_rate(beyond, PARENTS * GENES, TAILS[i].part);
    }
}

/* From the middle of [0, 1], a unit deviate leaves the range on each side with
   probability 0.3085375. It goes below 0.2 with probability 0.3820886 (normal tails
   beyond 0.5 and 0.3). */
TEST(mutation, gaussian_mutation_is_clipped)
{
    const struct sow_genome_spec spec = {GENES, false, 0.0, 1.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = mutation_options(SOW_MUTATE_GAUSSIAN, 1.0);
    OWNED(ga) struct sow_optimization *ga = mutate_all(&spec, &options, 0.5);
    double n = PARENTS * GENES;
    expect_rate(count_between(ga, 0.0, 0x1p-16), n, 0.3085375);
    expect_rate(count_between(ga, 1.0 - 0x1p-16, 1.0), n, 0.3085375);
    expect_rate(count_between(ga, 0.0, 0.2), n, 0.3820886);
    ck_assert_double_eq_tol(count_between(ga, 0.0, 1.0), n, EXACTLY);
}

TEST(mutation, uniform_mutation_forgets_the_gene)
{
    const struct sow_genome_spec spec = {GENES, false, -2.0, 2.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = mutation_options(SOW_MUTATE_UNIFORM, 1.0);
    OWNED(ga) struct sow_optimization *ga = mutate_all(&spec, &options, 2.0);
    double n = PARENTS * GENES;
    for (int part = 0; part < 8; part++) {
        double low = -2.0 + 0.5 * part;
        expect_rate(count_between(ga, low + 0x1p-15, low + 0.5), n, 0.125);
    }
}
