/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of permutations and of blending and shrinking mutations, seen from outside: the
   next generation shows what was drawn. Random seeds are fixed. A bound states how rarely
   a correct operator would fail with another random seed. */
#include "ga_support.h"

#include <math.h>

/* --- permutations --- */

static struct sow_genome_spec permutations_of(int length)
{
    return (struct sow_genome_spec){length, true, 1.0, length, 1.0, NULL};
}

TEST(genomes, specs_of_permutations)
{
    struct sow_genome_spec right = permutations_of(6);
    ck_assert_int_eq(sow_genome_check(&right, &err), SOW_OK);
    static const struct sow_genome_spec WRONG[] = {
        {6, true, 1.0, 5.0, 1.0, NULL},   {6, true, 1.0, 7.0, 1.0, NULL},
        {6, true, 1.0, 6.0, 0.5, NULL},   {6, true, 1.0, 6.0, 0.0, NULL},
        {6, true, 0.5, 5.5, 1.0, NULL},   {1, true, 1.0, 1.0, 1.0, NULL},
        {257, true, 1.0, 257, 1.0, NULL},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        ck_assert_int_eq(sow_genome_check(&WRONG[i], &err), SOW_BAD_DATA);
    ck_assert_int_eq(sow_genome_check(&WRONG[0], &err), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, "6 genes from '1' to '5' with step '1' are not a "
                               "permutation: give one gene for every whole number, at "
                               "most 256");
}

TEST(genomes, repeated_genes_are_found)
{
    struct sow_genome_spec spec = permutations_of(4);
    static const struct {
        double genes[4];
        int first;
    } CASES[] = {{{4, 2, 3, 1}, -1}, {{4, 2, 4, 1}, 2}, {{1, 1, 1, 1}, 1},
                 {{0, 2, 3, 1}, 0},  {{4, 2, 3, 5}, 3}, {{4, 2, 2.5, 1}, 2}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        ck_assert_int_eq(sow_genome_first_invalid(&spec, CASES[i].genes), CASES[i].first);
    struct sow_optimizer_options options = default_options();
    options.population = 1;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
    ck_assert_int_eq(sow_optimization_replace(ga, CASES[0].genes, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_replace(ga, CASES[1].genes, NULL), SOW_BAD_DATA);
}

/* Returns the place of a permutation of 1, 2, 3 in lexical order. */
static int rank_of(const double *genes)
{
    int first = (int)genes[0] - 1;
    return 2 * first + (genes[1] > genes[2]);
}

/* Chi-square quantile with 5 degrees of freedom, exceeded in one of 10,000 cases
   (tables). */
static const double CHI_SQUARE = 25.74;

static void expect_chances(const double count[6], const double chance[6])
{
    double total = 0.0;
    double chi_square = 0.0;
    for (int i = 0; i < 6; i++)
        total += count[i];
    for (int i = 0; i < 6; i++)
        chi_square += (count[i] - total * chance[i]) * (count[i] - total * chance[i]) /
                      (total * chance[i]);
    ck_assert_double_le(chi_square, CHI_SQUARE);
}

TEST(genomes, first_permutations_are_equally_likely)
{
    enum { MANY = 12000 };
    struct sow_genome_spec spec = permutations_of(3);
    struct sow_optimizer_options options = default_options();
    options.population = MANY;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 5);
    struct sow_population population = sow_optimization_ask(ga);
    double count[6] = {0};
    for (int i = 0; i < MANY; i++) {
        const double *genes = sow_population_genome(&population, i);
        ck_assert_int_eq(sow_genome_first_invalid(&spec, genes), -1);
        count[rank_of(genes)]++;
    }
    static const double CHANCE[6] = {1 / 6.0, 1 / 6.0, 1 / 6.0,
                                     1 / 6.0, 1 / 6.0, 1 / 6.0};
    expect_chances(count, CHANCE);
}

/* --- crossover --- */

enum { GENES = 10, SEGMENTS = GENES * (GENES + 1) / 2 };

/* Parents of the example in Goldberg's book (1989, chapter 5), with cuts after 3 and
   6. */
static const double A[GENES] = {9, 8, 4, 5, 6, 7, 1, 3, 2, 10};
static const double B[GENES] = {8, 7, 1, 2, 3, 10, 9, 5, 4, 6};

static const struct {
    int crossover;
    double first[GENES];
    double second[GENES];
} PRINTED[] = {
    {SOW_CROSS_PARTIALLY_MATCHED,
     {9, 8, 4, 2, 3, 10, 1, 6, 5, 7},
     {8, 10, 1, 5, 6, 7, 9, 2, 4, 3}},
    {SOW_CROSS_ORDER, {2, 3, 10, 5, 6, 7, 9, 4, 8, 1}, {5, 6, 7, 2, 3, 10, 1, 9, 8, 4}},
};

/* Crosses two parents as the operators are described in words, slowly, by sets and
   positions. */
static void cross_slowly(int crossover, const double *own, const double *other, int begin,
                         int end, double *child)
{
    bool keeps = crossover == SOW_CROSS_ORDER;
    for (int i = 0; i < GENES; i++)
        child[i] = i >= begin && i < end ? (keeps ? own : other)[i] : 0.0;
    for (int i = 0; !keeps && i < GENES; i++) {
        if (i >= begin && i < end)
            continue;
        /* The child gets its own gene, or the gene that the matching section maps it
           to. */
        double gene = own[i];
        for (int k = begin; k < end; k++)
            if (fabs(other[k] - gene) < 0.5) {
                gene = own[k];
                k = begin - 1;
            }
        child[i] = gene;
    }
    int place = end;
    for (int i = 0; keeps && i < GENES; i++) {
        double gene = other[(end + i) % GENES];
        bool kept = false;
        for (int k = begin; k < end; k++)
            kept = kept || fabs(own[k] - gene) < 0.5;
        if (!kept)
            child[place++ % GENES] = gene;
    }
}

static bool same(const double *one, const double *other)
{
    for (int i = 0; i < GENES; i++)
        if (fabs(one[i] - other[i]) > 0.0)
            return false;
    return true;
}

/* Returns the segment that gives these children of A and B, or -1. */
static int find_segment(int crossover, const double *first, const double *second)
{
    int number = 0;
    for (int begin = 0; begin < GENES; begin++)
        for (int end = begin + 1; end <= GENES; end++, number++) {
            double one[GENES];
            double other[GENES];
            cross_slowly(crossover, A, B, begin, end, one);
            cross_slowly(crossover, B, A, begin, end, other);
            if (same(first, one) && same(second, other))
                return number;
        }
    return -1;
}

/* Every pair of children comes from some segment, and all segments occur, with Goldberg's
   among them. Equal parents have equal children. */
TEST_LOOP(operators, permutations_are_crossed_by_segments, 0, SOW_ORDER_CROSSOVERS)
{
    enum { ROUNDS = 4000 };
    struct sow_genome_spec spec = permutations_of(GENES);
    struct sow_optimizer_options options = default_options();
    options.population = 2;
    options.ga.crossover_rate = 1.0;
    options.ga.mutation_rate = 0.0;
    options.ga.order_crossover = PRINTED[_i].crossover;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 3);
    double parents[2 * GENES];
    memcpy(parents, A, sizeof A);
    memcpy(parents + GENES, B, sizeof B);
    static const double FITNESS[2] = {1.0, 1.0};
    int mixed = 0;
    int printed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ck_assert_int_eq(sow_optimization_replace(ga, parents, NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
        const double *one = sow_optimization_ask(ga).genes;
        const double *other = one + GENES;
        ck_assert_int_eq(sow_genome_first_invalid(&spec, one), -1);
        ck_assert_int_eq(sow_genome_first_invalid(&spec, other), -1);
        bool twins = same(one, other);
        bool turned = find_segment(PRINTED[_i].crossover, other, one) >= 0;
        bool straight = find_segment(PRINTED[_i].crossover, one, other) >= 0;
        ck_assert(twins ? same(one, A) || same(one, B) : straight || turned);
        mixed += !twins;
        printed += same(one, PRINTED[_i].first) && same(other, PRINTED[_i].second);
    }
    /* A and B meet, in either order, in half of all pairs. The cuts are Goldberg's in one
       of 55 cases. */
    ck_assert_int_gt(mixed, ROUNDS / 2 - 160);
    ck_assert_int_lt(mixed, ROUNDS / 2 + 160);
    ck_assert_int_gt(printed, ROUNDS / 4 / SEGMENTS - 17);
    ck_assert_int_lt(printed, ROUNDS / 4 / SEGMENTS + 22);
}

/* --- mutation --- */

static void mutate_slowly(int mutation, double genes[3], int place, int other)
{
    double left[3];
    int count = 0;
    double moved = genes[place];
    if (mutation == SOW_MUTATE_SWAP) {
        genes[place] = genes[other];
        genes[other] = moved;
        return;
    }
    for (int i = 0; i < 3; i++)
        if (i != place)
            left[count++] = genes[i];
    count = 0;
    for (int i = 0; i < 3; i++)
        genes[i] = i == other ? moved : left[count++];
}

/* Computes the chances of mutants: every place of 1, 2, 3 mutates, in eight equally
   likely ways. */
static void list_chances(int mutation, double chance[6])
{
    for (int way = 0; way < 8; way++) {
        double genes[3] = {1, 2, 3};
        for (int place = 0; place < 3; place++) {
            int step = 1 + (way >> place & 1);
            mutate_slowly(mutation, genes, place, (place + step) % 3);
        }
        chance[rank_of(genes)] += 1.0 / 8.0;
    }
    /* Impossible mutants get a tiny chance, which keeps the test simple and nearly as
       strict. */
    for (int i = 0; i < 6; i++)
        chance[i] = (chance[i] + 1e-9) / (1.0 + 6e-9);
}

TEST_LOOP(operators, places_of_permutations_mutate, 0, SOW_ORDER_MUTATIONS)
{
    enum { CHILDREN = 8000 };
    struct sow_genome_spec spec = permutations_of(3);
    struct sow_optimizer_options options = default_options();
    options.population = CHILDREN;
    options.ga.crossover_rate = 0.0;
    options.ga.mutation_rate = 1.0;
    options.ga.order_mutation = _i;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 8);
    static double genes[3 * CHILDREN];
    static const double FITNESS[CHILDREN];
    for (int i = 0; i < 3 * CHILDREN; i++)
        genes[i] = 1 + i % 3;
    ck_assert_int_eq(sow_optimization_replace(ga, genes, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    struct sow_population population = sow_optimization_ask(ga);
    double count[6] = {0};
    for (int i = 0; i < CHILDREN; i++) {
        ck_assert_int_eq(
            sow_genome_first_invalid(&spec, sow_population_genome(&population, i)), -1);
        count[rank_of(sow_population_genome(&population, i))]++;
    }
    double chance[6] = {0};
    list_chances(_i, chance);
    expect_chances(count, chance);
}

/* Fitness: the number of genes in their place. Each operator sorts 1 to 12 within 200
   generations of 30. */
static double in_place(const double *genes, int length)
{
    double count = 0.0;
    for (int i = 0; i < length; i++)
        count += fabs(genes[i] - (i + 1)) < 0.5;
    return count;
}

TEST_LOOP(operators, an_order_is_found, 0, SOW_ORDER_CROSSOVERS *SOW_ORDER_MUTATIONS)
{
    struct sow_genome_spec spec = permutations_of(12);
    struct sow_optimizer_options options = default_options();
    options.population = 30;
    options.ga.elitism = 1;
    options.ga.order_crossover = _i % 2;
    options.ga.order_mutation = _i / 2;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 2);
    double best = 0.0;
    for (int g = 0; g < 200; g++) {
        tell_function(ga, in_place);
        best = sow_optimization_latest(ga)->stats.best;
    }
    ck_assert_double_eq_tol(best, 12.0, EXACTLY);
}

/* --- weights --- */

enum { PARENTS = 200, WEIGHTS = 50 };

/* Children lie between their parents. Each is as far from one parent as its twin from the
   other, and all distances are equally likely. */
TEST(weights, blending_draws_between_the_parents)
{
    const struct sow_genome_spec spec = {WEIGHTS, false, -1.0, 1.0, 0.0, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = PARENTS;
    options.ga.crossover = SOW_CROSS_BLEND;
    options.ga.crossover_rate = 1.0;
    options.ga.mutation_rate = 0.0;
    static double genes[PARENTS * WEIGHTS];
    static const double FITNESS[PARENTS];
    for (int i = 0; i < PARENTS * WEIGHTS; i++)
        genes[i] = i < PARENTS * WEIGHTS / 2 ? -0.5 : 1.0;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 4);
    ck_assert_int_eq(sow_optimization_replace(ga, genes, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    struct sow_population children = sow_optimization_ask(ga);
    double quarter[4] = {0};
    double total = 0.0;
    for (int i = 0; i < PARENTS; i += 2)
        for (int k = 0; k < WEIGHTS; k++) {
            double one = sow_population_genome(&children, i)[k];
            double sum = one + sow_population_genome(&children, i + 1)[k];
            bool unlike = fabs(sum - 0.5) < 1e-12;
            ck_assert(unlike || fabs(sum + 1.0) < 1e-12 || fabs(sum - 2.0) < 1e-12);
            if (!unlike)
                continue;
            ck_assert(one >= -0.5 && one <= 1.0);
            quarter[(int)fmin(3.0, (one + 0.5) / 0.375)]++;
            total++;
        }
    ck_assert_double_gt(total, 1500.0);
    for (int q = 0; q < 4; q++)
        ck_assert_double_eq_tol(quarter[q], total / 4, 5.0 * sqrt(total * 3 / 16));
}

/* Returns the standard deviation of the changes that breed generation @p generation. */
static double width_of(const struct sow_optimizer_options *options, int generation)
{
    const struct sow_genome_spec spec = {WEIGHTS, false, -1000.0, 1000.0, 0.0, NULL};
    static const double ZEROS[PARENTS * WEIGHTS];
    struct sow_optimization *ga = new_ga(&spec, options, 7);
    for (int g = 0; g < generation; g++) {
        ck_assert_int_eq(sow_optimization_replace(ga, ZEROS, NULL), SOW_OK);
        ck_assert_int_eq(sow_optimization_tell(ga, ZEROS, NULL), SOW_OK);
    }
    const double *genes = sow_optimization_ask(ga).genes;
    double squares = 0.0;
    for (int i = 0; i < PARENTS * WEIGHTS; i++)
        squares += genes[i] * genes[i];
    sow_optimization_free(ga);
    return sqrt(squares / (PARENTS * WEIGHTS));
}

TEST(weights, mutation_shrinks)
{
    static const struct {
        double decay;
        int generation;
        double width;
    } CASES[] = {{1.0, 1, 2.0}, {1.0, 99, 2.0},        {0.5, 1, 2.0},
                 {0.5, 2, 1.0}, {0.5, 11, 2.0 / 1024}, {0.0, 1, 2.0},
                 {0.0, 2, 0.0}, {0.96, 60, 0.179930},  {0.96, 200, 0.000592933}};
    struct sow_optimizer_options options = default_options();
    options.population = PARENTS;
    options.ga.mutation_rate = 1.0;
    options.ga.mutation_sigma = 2.0;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        options.ga.mutation_decay = CASES[i].decay;
        double width = width_of(&options, CASES[i].generation);
        /* five standard errors of a standard deviation of 10,000 values */
        ck_assert_double_eq_tol(width, CASES[i].width,
                                5.0 * CASES[i].width / sqrt(20000.0) + 1e-300);
    }
}
