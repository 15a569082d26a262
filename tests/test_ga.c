/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the genetic algorithm: options, genomes, generations. */
#include "ga_support.h"

#include <math.h>
#include <string.h>

/* --- options --- */

static const struct sow_genome_spec SPEC = {6, false, 0.0, 1.0, 0x1p-14, NULL};

TEST(options, defaults_are_the_papers)
{
    struct sow_optimizer_options options = default_options();
    ck_assert_int_eq(options.population, 50);
    ck_assert_int_eq(options.generations, 250);
    ck_assert_int_eq(options.ga.selection, SOW_SELECT_TOURNAMENT);
    ck_assert_int_eq(options.ga.tournament_size, 2);
    ck_assert_int_eq(options.ga.scaling, SOW_SCALING_NONE);
    ck_assert_int_eq(options.ga.crossover, SOW_CROSS_UNIFORM);
    ck_assert_double_eq_tol(options.ga.crossover_rate, 0.5, EXACTLY);
    ck_assert_double_eq_tol(options.ga.gene_swap_rate, 0.5, EXACTLY);
    ck_assert_int_eq(options.ga.mutation, SOW_MUTATE_GAUSSIAN);
    ck_assert_double_eq_tol(options.ga.mutation_rate, 0.1, EXACTLY);
    ck_assert_double_eq_tol(options.ga.mutation_sigma, 1.0, EXACTLY);
    ck_assert_double_eq_tol(options.ga.mutation_decay, 1.0, EXACTLY);
    ck_assert_int_eq(options.ga.elitism, 0);
    ck_assert_int_eq(sow_optimizer_check(&options, &SPEC, NULL), SOW_OK);
}

TEST(options, every_choice_has_a_word)
{
    static const struct {
        const char *name;
        int words;
    } CHOICES[] = {{"selection", SOW_SELECTIONS},
                   {"scaling", SOW_SCALINGS},
                   {"crossover", SOW_CROSSOVERS},
                   {"mutation", SOW_MUTATIONS},
                   {"order_crossover", SOW_ORDER_CROSSOVERS},
                   {"order_mutation", SOW_ORDER_MUTATIONS}};
    for (size_t i = 0; i < sizeof CHOICES / sizeof CHOICES[0]; i++) {
        const struct sow_param *row = sow_param_find(&sow_ga_params, CHOICES[i].name);
        ck_assert_ptr_nonnull(row);
        int words = 0;
        while (row->words[words] != NULL)
            words++;
        ck_assert_int_eq(words, CHOICES[i].words);
    }
}

static void expect_refusal(const struct sow_optimizer_options *options, const char *text)
{
    struct sow_err err;
    ck_assert_int_eq(sow_optimizer_check(options, &SPEC, &err), SOW_BAD_DATA);
    ck_assert_str_eq(err.text, text);
}

TEST(options, options_out_of_range_are_named)
{
    struct sow_optimizer_options options = default_options();
    options.population = 0;
    expect_refusal(&options, "'0' is not a value of 'population': allowed is a whole "
                             "number from 1 to 100000");
    options = default_options();
    options.ga.mutation_rate = 1.5;
    expect_refusal(&options, "'1.5' is not a value of 'mutation_rate': allowed is a "
                             "number from 0 to 1");
    options = default_options();
    options.ga.crossover_rate = (double)NAN;
    expect_refusal(&options, "'nan' is not a value of 'crossover_rate': allowed is a "
                             "number from 0 to 1");
    options = default_options();
    options.ga.elitism = 50;
    expect_refusal(&options, "elitism '50' leaves nothing to breed in a population of "
                             "50: lower elitism");
}

/* --- genomes --- */

TEST(genome, contradictory_specs_are_refused)
{
    static const struct {
        struct sow_genome_spec spec;
        const char *text;
    } CASES[] = {
        {{0, false, 0.0, 1.0, 0.0, NULL}, "genome length '0' is not from 1 to 1000000"},
        {{3, false, 1.0, 1.0, 0.0, NULL},
         "genome bounds '1' and '1' are not two numbers of size up to 1e+100, the lower "
         "one first"},
        {{3, false, 0.0, (double)INFINITY, 0.0, NULL},
         "genome bounds '0' and 'inf' are not two numbers of size up to 1e+100, the "
         "lower one first"},
        {{3, false, 0.0, 1.0, 0.1, NULL},
         "genome step '0.1' is not a power of two; use one, or 0 for continuous genes"},
        {{3, false, 0.0, 1.0, -0.5, NULL},
         "genome step '-0.5' is not a power of two; use one, or 0 for continuous genes"},
        {{3, false, 0.0, 0.75, 0.5, NULL},
         "genome bounds '0' and '0.75' are not multiples of the step '0.5'; move them or "
         "use a finer step"},
        {{3, false, 0.0, 1.0, 0x1p-40, NULL},
         "genome step '9.09495e-13' is too fine for genes from '0' to '1'; use a coarser "
         "one, or 0 for continuous genes"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ck_assert_int_eq(sow_genome_check(&CASES[i].spec, &err), SOW_BAD_DATA);
        ck_assert_str_eq(err.text, CASES[i].text);
    }
}

TEST(genome, snapping_clips_and_rounds)
{
    const struct sow_genome_spec grid = {1, false, -1.0, 1.0, 0.25, NULL};
    ck_assert_double_eq_tol(sow_genome_snap(&grid, 0, 0.3), 0.25, EXACTLY);
    ck_assert_double_eq_tol(sow_genome_snap(&grid, 0, 0.375), 0.5, EXACTLY);
    ck_assert_double_eq_tol(sow_genome_snap(&grid, 0, 0.625), 0.5, EXACTLY);
    ck_assert_double_eq_tol(sow_genome_snap(&grid, 0, 7.0), 1.0, EXACTLY);
    ck_assert_double_eq_tol(sow_genome_snap(&grid, 0, (double)-INFINITY), -1.0, EXACTLY);
    ck_assert_msg(!signbit(sow_genome_snap(&grid, 0, -0.01)), "minus zero");
    const struct sow_genome_spec continuous = {1, false, -1.0, 1.0, 0.0, NULL};
    ck_assert_double_eq_tol(sow_genome_snap(&continuous, 0, 0.3), 0.3, EXACTLY);
    ck_assert_msg(!signbit(sow_genome_snap(&continuous, 0, -0.0)), "minus zero");
}

/* 32,000 genes have 9 possible values. Chi-square with 8 degrees of freedom is above
   31.83 in one of 10,000 cases. */
TEST(genome, first_population_is_uniform_on_the_grid)
{
    const struct sow_genome_spec spec = {8, false, -1.0, 1.0, 0.25, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 4000;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 11);
    struct sow_population population = sow_optimization_ask(ga);
    double count[9] = {0};
    for (int i = 0; i < population.count * population.length; i++)
        count[(int)((population.genes[i] + 1.0) * 4.0)]++;
    double expected = population.count * population.length / 9.0;
    double chi_square = 0.0;
    for (int i = 0; i < 9; i++)
        chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    ck_assert_double_lt(chi_square, 31.83);
}

TEST(genome, continuous_first_population_fills_the_range)
{
    const struct sow_genome_spec spec = {1, false, 2.0, 5.0, 0.0, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 10000;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 3);
    struct sow_population population = sow_optimization_ask(ga);
    struct sow_generation_stats stats;
    sow_generation_stats_compute(&population, population.genes, &stats);
    ck_assert_double_ge(stats.worst, 2.0);
    ck_assert_double_le(stats.best, 5.0);
    ck_assert_double_eq_tol(stats.mean, 3.5, 5.0 * 3.0 / sqrt(12.0) / 100.0);
    ck_assert_double_eq_tol(stats.spread, 3.0 / sqrt(12.0), 0.02);
}

/* Ranges inside the common bounds: below 0.5, a constant, and the whole range. */
static const struct sow_genome_range RANGES[] = {{0.0, 0.5}, {-1.0, -1.0}, {-1.0, 1.0}};
static const struct sow_genome_spec RANGED = {3, false, -1.0, 1.0, 0.25, RANGES};

TEST(genome, ranges_outside_the_bounds_are_refused)
{
    static const struct sow_genome_range WRONG[] = {
        {-1.25, 1.0}, {0.0, 1.25}, {0.5, 0.25}, {0.1, 0.5}, {0.0, (double)NAN}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        struct sow_genome_spec spec = {1, false, -1.0, 1.0, 0.25, &WRONG[i]};
        ck_assert_int_eq(sow_genome_check(&spec, &err), SOW_BAD_DATA);
    }
    struct sow_genome_spec spec = {1, false, -1.0, 1.0, 0.25, &WRONG[2]};
    ck_fails(
        sow_genome_check(&spec, &err), SOW_BAD_DATA,
        "bounds '0.5' and '0.25' of gene 0 must be multiples of the step '0.25' from "
        "'-1' to '1', the lower one first");
    ck_ok(sow_genome_check(&RANGED, &err));
}

/* 12,000 draws have 3 or 9 possible values. In one of 10,000 cases chi-square is above
   18.42 (2 degrees of freedom) or 31.83 (8). */
TEST(genome, first_population_is_uniform_in_ranges)
{
    struct sow_optimizer_options options = default_options();
    options.population = 12000;
    OWNED(ga) struct sow_optimization *ga = new_ga(&RANGED, &options, 5);
    struct sow_population population = sow_optimization_ask(ga);
    double narrow[3] = {0};
    double wide[9] = {0};
    for (int i = 0; i < population.count; i++) {
        const double *genes = sow_population_genome(&population, i);
        ck_assert_int_eq(sow_genome_first_invalid(&RANGED, genes), -1);
        narrow[(int)(genes[0] * 4.0)]++;
        wide[(int)((genes[2] + 1.0) * 4.0)]++;
    }
    double narrow_square = 0.0;
    double wide_square = 0.0;
    for (int i = 0; i < 3; i++)
        narrow_square += (narrow[i] - 4000.0) * (narrow[i] - 4000.0) / 4000.0;
    for (int i = 0; i < 9; i++)
        wide_square +=
            (wide[i] - 12000.0 / 9.0) * (wide[i] - 12000.0 / 9.0) * 9.0 / 12000.0;
    ck_assert_double_lt(narrow_square, 18.42);
    ck_assert_double_lt(wide_square, 31.83);
}

TEST_LOOP(genome, every_gene_stays_in_its_range, 0, SOW_MUTATIONS *SOW_CROSSOVERS)
{
    struct sow_optimizer_options options = default_options();
    options.ga.mutation = _i % SOW_MUTATIONS;
    options.ga.crossover = _i / SOW_MUTATIONS;
    options.ga.crossover_rate = 1.0;
    options.ga.mutation_rate = 0.5;
    OWNED(ga) struct sow_optimization *ga = new_ga(&RANGED, &options, 4);
    for (int g = 0; g < 30; g++) {
        double fitness[50] = {0};
        struct sow_population population = sow_optimization_ask(ga);
        for (int i = 0; i < population.count; i++) {
            const double *genes = sow_population_genome(&population, i);
            ck_assert_int_eq(sow_genome_first_invalid(&RANGED, genes), -1);
            fitness[i] = genes[2];
        }
        ck_ok(sow_optimization_tell(ga, fitness, &err));
    }
    double genes[150] = {0};
    memcpy(genes, sow_optimization_ask(ga).genes, sizeof genes);
    genes[3] = 0.75;
    ck_fails(
        sow_optimization_replace(ga, genes, &err), SOW_BAD_DATA,
        "gene '0.75' (individual 1, gene 0, generation 30) is not an allowed value (0 "
        "to 0.5, step 0.25); the population is damaged or belongs to another run");
}

TEST_LOOP(genome, every_gene_stays_on_the_grid, 0, SOW_MUTATIONS)
{
    const struct sow_genome_spec spec = {6, false, -0.5, 1.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = default_options();
    options.ga.mutation = _i;
    options.ga.mutation_rate = 0.5;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 5);
    for (int g = 0; g < 60; g++) {
        struct sow_population population = sow_optimization_ask(ga);
        for (int i = 0; i < population.count * population.length; i++) {
            double gene = population.genes[i];
            double steps = gene * 0x1p14;
            ck_assert(gene >= -0.5 && gene <= 1.0);
            ck_assert_double_eq_tol(steps, floor(steps), EXACTLY);
            ck_assert(fabs(gene) > 0.0 || !signbit(gene));
        }
        tell_function(ga, sphere);
    }
}

/* --- ask and tell --- */

TEST(generation, statistics_are_as_defined)
{
    static const double GENES[] = {0.0, 5.0, 2.0, 5.0, 4.0, 5.0, 6.0, 5.0};
    static const double FITNESS[] = {3.0, 7.0, -1.0, 7.0};
    const struct sow_population population = {0, 4, 2, GENES};
    struct sow_generation_stats stats;
    sow_generation_stats_compute(&population, FITNESS, &stats);
    ck_assert_double_eq_tol(stats.best, 7.0, EXACTLY);
    ck_assert_int_eq(stats.best_index, 1);
    ck_assert_double_eq_tol(stats.worst, -1.0, EXACTLY);
    ck_assert_double_eq_tol(stats.mean, 4.0, 1e-15);
    ck_assert_double_eq_tol(stats.sd, sqrt(11.0), 1e-15);
    ck_assert_double_eq_tol(stats.spread, (sqrt(5.0) + 0.0) / 2.0, 1e-15);
}

TEST(generation, a_told_generation_can_be_looked_at)
{
    const struct sow_genome_spec spec = {2, false, 0.0, 1.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 4;
    options.generations = 1;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
    ck_assert_ptr_null(sow_optimization_latest(ga));
    double genes[8];
    memcpy(genes, sow_optimization_ask(ga).genes, sizeof genes);
    static const double FITNESS[] = {1.0, 4.0, 2.0, 3.0};
    ck_assert(!sow_optimization_finished(ga));
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    ck_assert(sow_optimization_finished(ga));
    const struct sow_generation *latest = sow_optimization_latest(ga);
    ck_assert_ptr_nonnull(latest);
    ck_assert_int_eq(latest->population.generation, 0);
    ck_assert_int_eq(sow_optimization_ask(ga).generation, 1);
    ck_assert_mem_eq(latest->population.genes, genes, sizeof genes);
    ck_assert_mem_eq(latest->fitness, FITNESS, sizeof FITNESS);
    ck_assert_int_eq(latest->stats.best_index, 1);
}

TEST(generation, fitness_that_is_no_number_is_refused)
{
    static const struct {
        double value;
        const char *text;
    } CASES[] = {
        {(double)NAN,
         "fitness 'nan' (individual 2, generation 0) is not a number of size up to "
         "1e+100; correct its evaluation"},
        {(double)-INFINITY,
         "fitness '-inf' (individual 2, generation 0) is not a number of size "
         "up to 1e+100; correct its evaluation"},
        {1e101, "fitness '1e+101' (individual 2, generation 0) is not a number of size "
                "up to 1e+100; correct its evaluation"},
    };
    const struct sow_genome_spec spec = {2, false, 0.0, 1.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 3;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
        OWNED(ga) struct sow_optimization *untouched = new_ga(&spec, &options, 1);
        const double fitness[] = {1.0, 2.0, CASES[i].value};
        ck_assert_int_eq(sow_optimization_tell(ga, fitness, &err), SOW_BAD_DATA);
        ck_assert_str_eq(err.text, CASES[i].text);
        ck_assert(same_population(ga, untouched));
        ck_assert_ptr_null(sow_optimization_latest(ga));
    }
}

TEST(generation, a_damaged_population_is_refused)
{
    const struct sow_genome_spec spec = {2, false, 0.0, 1.0, 0.25, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 2;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
    OWNED(ga) struct sow_optimization *untouched = new_ga(&spec, &options, 1);
    static const double BAD[] = {0.3, 1.25, -0.25, (double)NAN};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const double genes[] = {0.25, 0.5, 0.75, BAD[i]};
        ck_assert_int_eq(sow_optimization_replace(ga, genes, &err), SOW_BAD_DATA);
        ck_assert_ptr_nonnull(strstr(err.text,
                                     "(individual 1, gene 1, generation 0) is "
                                     "not an allowed value (0 to 1, step 0.25)"));
    }
    ck_assert(same_population(ga, untouched));
}

TEST_LOOP(generation, degenerate_populations_breed, 0, SOW_SELECTIONS)
{
    static const int COUNT[] = {1, 2, 3, 5, 8};
    static const double LEVEL[] = {0.0, 1.0, -3.0, 0.1, -1e100, 1e100, 5e-324};
    const struct sow_genome_spec spec = {1, false, -1.0, 1.0, 0.125, NULL};
    for (size_t c = 0; c < sizeof COUNT / sizeof COUNT[0]; c++)
        for (size_t v = 0; v < sizeof LEVEL / sizeof LEVEL[0]; v++) {
            struct sow_optimizer_options options = default_options();
            options.population = COUNT[c];
            options.ga.selection = _i;
            options.ga.scaling = SOW_SCALING_LINEAR;
            options.ga.crossover = SOW_CROSS_ONE_POINT;
            options.ga.elitism = COUNT[c] / 2;
            OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
            double fitness[8];
            for (int i = 0; i < COUNT[c]; i++)
                fitness[i] = LEVEL[v];
            for (int g = 0; g < 4; g++) {
                ck_assert_int_eq(sow_optimization_tell(ga, fitness, NULL), SOW_OK);
                struct sow_population next = sow_optimization_ask(ga);
                for (int i = 0; i < next.count; i++)
                    ck_assert_int_eq(sow_genome_first_invalid(&spec, next.genes + i), -1);
            }
        }
}

/* --- elitism --- */

TEST(elitism, elites_are_kept_but_evaluated_again)
{
    const struct sow_genome_spec spec = {1, false, 0.0, 255.0, 1.0, NULL};
    static const double GENES[] = {10.0, 20.0, 30.0, 40.0, 50.0};
    static const double FITNESS[] = {1.0, 9.0, 2.0, 8.0, 9.0};
    struct sow_optimizer_options options = default_options();
    options.population = 5;
    options.ga.elitism = 3;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 1);
    ck_assert_int_eq(sow_optimization_replace(ga, GENES, NULL), SOW_OK);
    ck_assert_int_eq(sow_optimization_tell(ga, FITNESS, NULL), SOW_OK);
    const double *next = sow_optimization_ask(ga).genes;
    ck_assert_double_eq_tol(next[0], 20.0, EXACTLY);
    ck_assert_double_eq_tol(next[1], 50.0, EXACTLY);
    ck_assert_double_eq_tol(next[2], 40.0, EXACTLY);
    static const double LATER[] = {-5.0, 0.0, 1.0, 2.0, 3.0};
    const double fourth = next[3];
    ck_assert_int_eq(sow_optimization_tell(ga, LATER, NULL), SOW_OK);
    const struct sow_generation *latest = sow_optimization_latest(ga);
    ck_assert_double_eq_tol(latest->stats.best, 3.0, EXACTLY);
    ck_assert_double_eq_tol(latest->fitness[0], -5.0, EXACTLY);
    ck_assert_double_eq_tol(sow_optimization_ask(ga).genes[1], fourth, EXACTLY);
    ck_assert_double_eq_tol(sow_optimization_ask(ga).genes[2], 40.0, EXACTLY);
}
