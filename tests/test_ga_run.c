/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of whole runs of the genetic algorithm: their results, and that they never
   change. */
#include "ga_support.h"

#include <math.h>
#include <stdio.h>

static const double PI = 3.14159265358979323846;

/* --- problems --- */

static double sum_of_genes(const double *genes, int length)
{
    double sum = 0.0;
    for (int k = 0; k < length; k++)
        sum += genes[k];
    return sum;
}

static double rastrigin(const double *genes, int length)
{
    double sum = 0.0;
    for (int k = 0; k < length; k++)
        sum -= 10.0 + genes[k] * genes[k] - 10.0 * cos(2.0 * PI * genes[k]);
    return sum;
}

/* Context of a driver: the function, when to fail, and what it observed. */
struct problem {
    genome_fn *function;     /* fitness function; NULL = matches within the population */
    int interrupt_at;        /* generation whose evaluation is interrupted, or -1 */
    int forget_at;           /* generation in which one slot is left empty, or -1 */
    int stop_at;             /* generation after which the observer stops, or -1 */
    int fail_at;             /* generation at which the observer fails, or -1 */
    int evaluated, observed; /* number of generations */
    double best, mean_genes; /* best fitness and mean gene of the latest generation */
};

static const struct problem QUIET = {NULL, -1, -1, -1, -1, 0, 0, 0.0, 0.0};

/* Returns the share of the population with a smaller sum of genes. It says nothing about
   other populations. */
static double duels_won(const struct sow_population *population, int index)
{
    int length = population->length;
    double own = sum_of_genes(sow_population_genome(population, index), length);
    int won = 0;
    for (int j = 0; j < population->count; j++)
        won += sum_of_genes(sow_population_genome(population, j), length) < own;
    return (double)won / population->count;
}

static enum sow_status evaluate(void *context, const struct sow_population *population,
                                double *fitness, struct sow_err *err)
{
    struct problem *problem = context;
    if (population->generation == problem->interrupt_at)
        return sow_err_set(err, SOW_INTERRUPTED, "interrupted");
    problem->evaluated++;
    int length = population->length;
    for (int i = population->generation == problem->forget_at; i < population->count; i++)
        fitness[i] = problem->function != NULL
                         ? problem->function(sow_population_genome(population, i), length)
                         : duels_won(population, i);
    return SOW_OK;
}

static enum sow_status observe(void *context, const struct sow_generation *generation,
                               bool *stop, struct sow_err *err)
{
    struct problem *problem = context;
    const struct sow_population *population = &generation->population;
    ck_assert_int_eq(population->generation, problem->observed);
    problem->observed++;
    problem->best = generation->stats.best;
    int genes = population->count * population->length;
    problem->mean_genes = sum_of_genes(population->genes, genes) / genes;
    *stop = population->generation == problem->stop_at;
    if (population->generation == problem->fail_at)
        return sow_err_set(err, SOW_IO, "disk full");
    return SOW_OK;
}

static enum sow_status run(struct sow_optimization *ga, struct problem *problem,
                           struct sow_err *err)
{
    const struct sow_optimization_driver driver = {evaluate, observe, problem};
    return sow_optimization_run(ga, &driver, err);
}

/* --- the driver --- */

static const struct sow_genome_spec WEIGHTS = {6, false, 0.0, 1.0, 0x1p-14, NULL};

static struct sow_optimizer_options ten_generations(void)
{
    struct sow_optimizer_options options = default_options();
    options.population = 20;
    options.generations = 10;
    return options;
}

TEST(driver, a_run_is_its_generations)
{
    struct sow_optimizer_options options = ten_generations();
    OWNED(ga) struct sow_optimization *ga = new_ga(&WEIGHTS, &options, 2);
    struct problem problem = QUIET;
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    ck_assert_int_eq(problem.evaluated, 10);
    ck_assert_int_eq(problem.observed, 10);
    ck_assert(sow_optimization_finished(ga));
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    ck_assert_int_eq(problem.evaluated, 10);
}

TEST(driver, a_run_without_observer_is_the_same)
{
    struct sow_optimizer_options options = ten_generations();
    OWNED(ga) struct sow_optimization *observed = new_ga(&WEIGHTS, &options, 2);
    OWNED(ga) struct sow_optimization *alone = new_ga(&WEIGHTS, &options, 2);
    struct problem problem = QUIET;
    ck_assert_int_eq(run(observed, &problem, NULL), SOW_OK);
    const struct sow_optimization_driver driver = {evaluate, NULL, &problem};
    ck_assert_int_eq(sow_optimization_run(alone, &driver, NULL), SOW_OK);
    ck_assert(same_population(observed, alone));
}

TEST(driver, an_interrupted_run_goes_on)
{
    struct sow_optimizer_options options = ten_generations();
    OWNED(ga) struct sow_optimization *ga = new_ga(&WEIGHTS, &options, 2);
    OWNED(ga) struct sow_optimization *uninterrupted = new_ga(&WEIGHTS, &options, 2);
    struct problem problem = QUIET;
    problem.interrupt_at = 6;
    ck_assert_int_eq(run(ga, &problem, &err), SOW_INTERRUPTED);
    ck_assert_str_eq(err.text, "interrupted");
    ck_assert_int_eq(problem.observed, 6);
    ck_assert_int_eq(sow_optimization_ask(ga).generation, 6);
    problem.interrupt_at = -1;
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    ck_assert_int_eq(problem.observed, 10);
    struct problem other = QUIET;
    ck_assert_int_eq(run(uninterrupted, &other, NULL), SOW_OK);
    ck_assert(same_population(ga, uninterrupted));
}

TEST(driver, a_forgotten_fitness_is_refused)
{
    struct sow_optimizer_options options = ten_generations();
    OWNED(ga) struct sow_optimization *ga = new_ga(&WEIGHTS, &options, 2);
    struct problem problem = QUIET;
    problem.forget_at = 3;
    ck_assert_int_eq(run(ga, &problem, &err), SOW_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(err.text, "fitness 'nan' (individual 0, generation 3)"));
    ck_assert_int_eq(problem.observed, 3);
}

TEST(driver, the_observer_can_end_a_run)
{
    struct sow_optimizer_options options = ten_generations();
    OWNED(ga) struct sow_optimization *ga = new_ga(&WEIGHTS, &options, 2);
    struct problem problem = QUIET;
    problem.stop_at = 4;
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    ck_assert_int_eq(problem.observed, 5);
    problem.fail_at = 7;
    ck_assert_int_eq(run(ga, &problem, &err), SOW_IO);
    ck_assert_str_eq(err.text, "disk full");
    ck_assert_int_eq(problem.observed, 8);
    ck_assert_int_eq(sow_optimization_ask(ga).generation, 8);
}

/* --- repetition --- */

TEST(repetition, the_seed_decides_everything)
{
    const struct sow_genome_spec spec = {6, false, 0.0, 1.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = default_options();
    OWNED(ga) struct sow_optimization *one = new_ga(&spec, &options, 7);
    OWNED(ga) struct sow_optimization *same = new_ga(&spec, &options, 7);
    OWNED(ga) struct sow_optimization *other = new_ga(&spec, &options, 8);
    for (int g = 0; g < 20; g++) {
        ck_assert(same_population(one, same));
        ck_assert(!same_population(one, other));
        tell_function(one, rastrigin);
        tell_function(same, rastrigin);
        tell_function(other, rastrigin);
    }
}

TEST_LOOP(repetition, a_resumed_search_goes_on_bit_for_bit, 0, SOW_SELECTIONS)
{
    const struct sow_genome_spec spec = {6, false, 0.0, 1.0, 0x1p-14, NULL};
    static struct story story;
    struct sow_optimizer_options options = default_options();
    options.population = 13;
    options.ga.selection = _i;
    options.ga.elitism = 2;
    story.count = 0;
    OWNED(ga) struct sow_optimization *uninterrupted = new_ga(&spec, &options, 7);
    for (int g = 0; g < 15; g++) {
        store_and_tell(&story, uninterrupted, sphere);
        OWNED(ga)
        struct sow_optimization *resumed = take_up(&story, &spec, &options, 7);
        ck_assert(same_population(uninterrupted, resumed));
        ck_assert_int_eq(sow_optimization_latest(resumed)->population.generation, g);
    }
}

/* --- results, for each of five random seeds --- */

static double best_after(const struct sow_genome_spec *spec,
                         const struct sow_optimizer_options *options, genome_fn *function,
                         int seed)
{
    struct sow_optimization *ga = new_ga(spec, options, (uint64_t)seed);
    struct problem problem = QUIET;
    problem.function = function;
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    sow_optimization_free(ga);
    return problem.best;
}

TEST_LOOP(optimum, finds_the_all_ones_string, 1, 6)
{
    const struct sow_genome_spec bits = {40, false, 0.0, 1.0, 1.0, NULL};
    struct sow_optimizer_options options = default_options();
    options.generations = 120;
    options.ga.selection = SOW_SELECT_TOURNAMENT_UNIFORM;
    options.ga.crossover_rate = 0.9;
    options.ga.mutation = SOW_MUTATE_UNIFORM;
    options.ga.mutation_rate = 0.02;
    options.ga.elitism = 1;
    ck_assert_double_ge(best_after(&bits, &options, sum_of_genes, _i), 40.0);
}

static struct sow_optimizer_options continuous_options(double sigma)
{
    struct sow_optimizer_options options = default_options();
    options.ga.selection = SOW_SELECT_RANK;
    options.ga.crossover_rate = 0.9;
    options.ga.mutation_sigma = sigma;
    options.ga.elitism = 1;
    return options;
}

/* The unit of the grid is 6e-5. */
TEST_LOOP(optimum, finds_the_centre_of_a_sphere, 1, 6)
{
    const struct sow_genome_spec spec = {6, false, -5.0, 5.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = continuous_options(0.1);
    double best = best_after(&spec, &options, sphere, _i);
    ck_assert_double_ge(best, -1e-4);
}

/* The second lowest valleys are at -0.995. */
TEST_LOOP(optimum, finds_the_lowest_of_many_valleys, 1, 6)
{
    const struct sow_genome_spec spec = {5, false, -5.0, 5.0, 0x1p-14, NULL};
    struct sow_optimizer_options options = continuous_options(0.5);
    double best = best_after(&spec, &options, rastrigin, _i);
    ck_assert_double_ge(best, -0.1);
}

/* The mean gene of a random population is 0.5. */
TEST_LOOP(optimum, gets_better_by_playing_itself, 1, 6)
{
    struct sow_optimizer_options options = default_options();
    options.ga.mutation_sigma = 0.2;
    OWNED(ga) struct sow_optimization *ga = new_ga(&WEIGHTS, &options, (uint64_t)_i);
    struct problem problem = QUIET;
    ck_assert_int_eq(run(ga, &problem, NULL), SOW_OK);
    ck_assert_double_ge(problem.mean_genes, 0.95);
}

/* --- golden transcript --- */

/* Settings that use every operator at least once. The number of children is odd in some
   of them and even in others. */
static const struct {
    int selection, scaling, crossover, mutation, elitism;
} SETTINGS[] = {
    {SOW_SELECT_TOURNAMENT, SOW_SCALING_NONE, SOW_CROSS_UNIFORM, SOW_MUTATE_GAUSSIAN, 0},
    {SOW_SELECT_TOURNAMENT, SOW_SCALING_LINEAR, SOW_CROSS_UNIFORM, SOW_MUTATE_GAUSSIAN,
     1},
    {SOW_SELECT_TOURNAMENT_UNIFORM, SOW_SCALING_NONE, SOW_CROSS_ONE_POINT,
     SOW_MUTATE_UNIFORM, 2},
    {SOW_SELECT_ROULETTE, SOW_SCALING_LINEAR, SOW_CROSS_UNIFORM, SOW_MUTATE_GAUSSIAN, 0},
    {SOW_SELECT_RANK, SOW_SCALING_NONE, SOW_CROSS_NONE, SOW_MUTATE_UNIFORM, 1},
    {SOW_SELECT_UNIVERSAL, SOW_SCALING_NONE, SOW_CROSS_UNIFORM, SOW_MUTATE_GAUSSIAN, 0},
    {SOW_SELECT_TRUNCATION, SOW_SCALING_NONE, SOW_CROSS_ONE_POINT, SOW_MUTATE_GAUSSIAN,
     0},
};

enum {
    SETTING_COUNT = sizeof SETTINGS / sizeof SETTINGS[0],
    LINE_COUNT = SETTING_COUNT * 4 * 5
};

/* Returns an integer fitness of either sign, often the same for several genomes. */
static double weighted_steps(const double *genes, int length)
{
    double sum = 0.0;
    for (int k = 0; k < length; k++)
        sum += (k + 1) * floor(genes[k] * 4.0);
    return sum;
}

static void write_generation(const struct sow_generation *generation, int setting,
                             FILE *out)
{
    const struct sow_population *population = &generation->population;
    for (int i = 0; i < population->count; i++) {
        (void)fprintf(out, "%d %d %d", setting, population->generation, i);
        for (int k = 0; k < population->length; k++)
            (void)fprintf(out, " %.0f", sow_population_genome(population, i)[k] * 64.0);
        (void)fprintf(out, " %.0f\n", generation->fitness[i]);
    }
}

static void write_transcript(int setting, FILE *out)
{
    const struct sow_genome_spec spec = {3, false, -1.0, 1.0, 0x1p-6, NULL};
    struct sow_optimizer_options options = default_options();
    options.population = 5;
    options.ga.selection = SETTINGS[setting].selection;
    options.ga.scaling = SETTINGS[setting].scaling;
    options.ga.crossover = SETTINGS[setting].crossover;
    options.ga.mutation = SETTINGS[setting].mutation;
    options.ga.elitism = SETTINGS[setting].elitism;
    options.ga.mutation_rate = 0.25;
    options.ga.mutation_sigma = 0.5;
    OWNED(ga) struct sow_optimization *ga = new_ga(&spec, &options, 2013);
    for (int g = 0; g < 4; g++) {
        tell_function(ga, weighted_steps);
        write_generation(sow_optimization_latest(ga), setting, out);
    }
}

static const char *next_line(FILE *file, char *room, int size)
{
    const char *line = fgets(room, size, file);
    while (line != NULL && line[0] == '#')
        line = fgets(room, size, file);
    return line;
}

TEST(repetition, transcript_never_changes)
{
    OWNED(text) char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    for (int setting = 0; setting < SETTING_COUNT; setting++)
        write_transcript(setting, out);
    ck_assert_int_eq(fclose(out), 0);
    FILE *file = fopen(SOW_DATA_FILE("ga_transcript.txt"), "r");
    ck_assert_ptr_nonnull(file);
    char expected[128];
    int lines = 0;
    for (const char *at = text; *at != '\0'; at = strchr(at, '\n') + 1) {
        ck_assert_ptr_nonnull(next_line(file, expected, sizeof expected));
        ck_assert_msg(strncmp(at, expected, strlen(expected)) == 0,
                      "line %d: '%.*s' for '%.*s'", lines + 1, (int)strcspn(at, "\n"), at,
                      (int)strcspn(expected, "\n"), expected);
        lines++;
    }
    ck_assert_int_eq(lines, LINE_COUNT);
    ck_assert_ptr_null(next_line(file, expected, sizeof expected));
    (void)fclose(file);
}
