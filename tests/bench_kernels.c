/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the batch kernels on one thread. The job is that of a fitness: a random
 * population of 50 weighted agents, all against all in both seats, 5 games each.
 *
 * Usage: `bench_kernels [VARIANT [AGENT ROUNDS [KERNEL]]]`.
 *
 * AGENT is weighted, random, order, improving, h7, pie or state. With h7, every second
 * weighted agent has a weight for H7. With pie, the pie rule applies. With state, agents
 * weigh the 14 features of docs/findings/results.md at random.
 */
#include "sow/base/pcg.h"
#include "sow/heuristics/batch.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POPULATION = 50, GAMES = 10, ALL = POPULATION * POPULATION * GAMES, ROUNDS = 9 };

static struct sow_pairing pairing_at(const void *context, size_t index)
{
    (void)context;
    uint64_t game = index % GAMES;
    uint32_t i = (uint32_t)(index / GAMES / POPULATION);
    uint32_t j = (uint32_t)(index / GAMES % POPULATION);
    return (struct sow_pairing){.first = game % 2 == 0 ? i : j,
                                .second = game % 2 == 0 ? j : i,
                                .stream = {SOW_PURPOSE_FITNESS, {0, i, j, game}}};
}

static void make_state_agent(struct sow_agent *agent, struct sow_pcg *rng)
{
    static const char FEATURES[] =
        "h1,h2,h3,h4,h5,opponent_h1,opponent_h2,opponent_h3,best_gain,opponent_best_gain,"
        "capturable_seeds,seeds_at_risk,reaching_seeds,opponent_reaching_seeds";
    int features[SOW_AGENT_TERMS_MAX];
    double weights[SOW_AGENT_TERMS_MAX];
    int count = 0;
    if (sow_state_feature_list(FEATURES, NULL, features, &count, NULL) != SOW_OK)
        exit(EXIT_FAILURE);
    for (int i = 0; i < count; i++)
        weights[i] = 2 * sow_pcg_unit(rng) - 1;
    sow_agent_state(agent, features, weights, count);
}

static void make_agents(struct sow_agent *agents, const char *kind)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1, 1);
    for (int i = 0; i < POPULATION; i++) {
        double weights[SOW_HEURISTICS] = {0};
        for (int h = 0; h < SOW_PAPER_HEURISTICS; h++)
            weights[h] = sow_pcg_unit(&rng);
        sow_agent_weighted(&agents[i], weights);
        const char *spec = NULL;
        if (i % 2 == 1 && strcmp(kind, "random") == 0)
            spec = "random";
        if (i % 2 == 1 && strcmp(kind, "order") == 0)
            spec = "order:h4,h6,h1";
        if (i % 2 == 1 && strcmp(kind, "improving") == 0)
            spec = "order:h4,h6,h1,reading=first-improving";
        if (i % 2 == 1 && strcmp(kind, "h7") == 0)
            spec = "weights:h4=1,h6=0.8,h7=0.5,h1=0.2";
        if (spec != NULL && sow_agent_parse(spec, NULL, &agents[i], NULL) != SOW_OK)
            exit(EXIT_FAILURE);
        if (strcmp(kind, "state") == 0)
            make_state_agent(&agents[i], &rng);
    }
}

/* Returns the processor time of this process in seconds. */
static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

static struct sow_game_result played[8][ALL];

static double play(struct sow_batch *batch, const struct sow_kernel *kernel, int slot)
{
    batch->with.kernel = kernel->name;
    double start = seconds();
    (void)sow_batch_play(batch, played[slot]);
    return seconds() - start;
}

static void report(const struct sow_kernel *kernel, double *times, int rounds, int slot,
                   double plain)
{
    qsort(times, (size_t)rounds, sizeof *times, by_size);
    double median = times[rounds / 2];
    double plies = 0;
    bool same = true;
    for (size_t i = 0; i < ALL; i++) {
        const struct sow_game_result *one = &played[slot][i];
        const struct sow_game_result *other = &played[0][i];
        plies += one->plies;
        same = same && one->first == other->first && one->second == other->second &&
               one->plies == other->plies;
    }
    printf("%-9s %10.0f games/s %8.2f ns/ply %7.1f x plain  %s\n", kernel->name,
           ALL / median, 1e9 * median / plies, plain / median,
           same ? "same" : "DIFFERENT");
}

static bool is_asked_for(const struct sow_kernel *kernel, int argc, char **argv)
{
    return kernel->available() && (argc <= 4 || strcmp(argv[4], kernel->name) == 0);
}

int main(int argc, char **argv)
{
    struct sow_variant variant;
    struct sow_err err;
    if (sow_variant_load(argc > 1 ? argv[1] : "erherhe", &variant, &err) != SOW_OK) {
        fprintf(stderr, "%s\n", err.text);
        return EXIT_FAILURE;
    }
    struct sow_agent agents[POPULATION];
    make_agents(agents, argc > 2 ? argv[2] : "weighted");
    struct sow_batch batch = {.rules = &variant.rules,
                              .agents = agents,
                              .agent_count = POPULATION,
                              .seed = 1,
                              .games = ALL,
                              .pairing = pairing_at,
                              .with.threads = 1};
    variant.rules.pie_rule |= argc > 2 && strcmp(argv[2], "pie") == 0;
    int rounds = argc > 3 ? (int)strtol(argv[3], NULL, 10) : ROUNDS;
    double times[8][64];
    for (int round = 0; round < rounds && round < 64; round++)
        for (int k = 0; sow_kernels[k].name != NULL; k++)
            if (is_asked_for(&sow_kernels[k], argc, argv))
                times[k][round] = play(&batch, &sow_kernels[k], k);
    double plies = 0;
    for (size_t i = 0; i < ALL; i++)
        plies += played[0][i].plies;
    printf("%s: %.1f plies a game\n", variant.name, plies / ALL);
    for (int k = 0; sow_kernels[k].name != NULL; k++)
        if (is_asked_for(&sow_kernels[k], argc, argv))
            report(&sow_kernels[k], times[k], rounds, k, times[0][rounds / 2]);
    return EXIT_SUCCESS;
}
