/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions under which options of an evolution have an effect (`needs` of the kind).
   The context of each is a struct sow_evolve_options. */
#include "sow/evolution/evolve_options.h"

#include <stddef.h>

/* Returns true if weights are evolved, not an order of heuristics (for the bounds of
   weights and the operators on them). */
static bool of_weights(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->reading.genome != SOW_EVOLVE_ORDER;
}

/* Returns true if weights of features of positions are evolved (for features and
   view). */
static bool of_features(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->reading.genome == SOW_EVOLVE_FEATURES;
}

/* Returns true if heuristics of moves are weighed or put in order (for heuristics). */
static bool of_heuristics(const void *context)
{
    return !of_features(context);
}

/* Returns true if an order of heuristics is evolved (for reading and the operators on
   orders). */
static bool of_orders(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->reading.genome == SOW_EVOLVE_ORDER;
}

/* Returns true if the fitness has several parts, each with a share (for the three
   shares). */
static bool is_mixed(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->fitness == SOW_FITNESS_MIXED;
}

/* Returns true if games against the population count for the fitness (for
   share_games). */
static bool meets_population(const void *context)
{
    const struct sow_evolve_options *options = context;
    return sow_evolve_share(options, SOW_PART_POPULATION) > 0.0;
}

/* Returns true if games against the panel count for the fitness (for opponents). */
static bool meets_panel(const void *context)
{
    const struct sow_evolve_options *options = context;
    return sow_evolve_share(options, SOW_PART_PANEL) > 0.0;
}

/* Returns true if games against the hall of fame count for the fitness (for the options
   of the hall). */
static bool meets_hall(const void *context)
{
    const struct sow_evolve_options *options = context;
    return sow_evolve_share(options, SOW_PART_HALL) > 0.0;
}

/* Returns true if the objective is the greatest shortfall from the best reference (for
   references). */
static bool counts_regret(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->objective == SOW_OBJECTIVE_REGRET;
}

/* Returns true if parents are chosen by tournaments of one of the two kinds (for
   tournament_size). */
static bool draws_tournaments(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.selection == SOW_SELECT_TOURNAMENT ||
           options->optimizer.ga.selection == SOW_SELECT_TOURNAMENT_UNIFORM;
}

/* Returns true if parents are chosen by rank (for rank_pressure). */
static bool ranks(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.selection == SOW_SELECT_RANK;
}

/* Returns true if only the best individuals become parents (for truncation_share). */
static bool truncates(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.selection == SOW_SELECT_TRUNCATION;
}

/* Returns true if a wheel with shares by fitness chooses parents (for scaling).
   Selections other than tournament, roulette and universal use ranks only. */
static bool spins_by_fitness(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.selection == SOW_SELECT_TOURNAMENT ||
           options->optimizer.ga.selection == SOW_SELECT_ROULETTE ||
           options->optimizer.ga.selection == SOW_SELECT_UNIVERSAL;
}

/* Returns true if fitness is scaled linearly before the choice of parents (for
   scaling_multiplier). */
static bool scales(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.scaling == SOW_SCALING_LINEAR;
}

/* Returns true if some children have two parents: the crossover rate is above 0 (for
   crossover and order_crossover). */
static bool crosses(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.crossover_rate > 0.0;
}

/* Returns true if the chosen operator can cross two parents (for crossover_rate). Orders
   always have one, and weights unless it is `none`. */
static bool has_crossover(const void *context)
{
    const struct sow_evolve_options *options = context;
    return of_orders(options) || options->optimizer.ga.crossover != SOW_CROSS_NONE;
}

/* Returns true if crossover exchanges single genes at random: uniform, with a rate above
   0 (for gene_swap_rate). */
static bool swaps_genes(const void *context)
{
    const struct sow_evolve_options *options = context;
    return crosses(options) && options->optimizer.ga.crossover == SOW_CROSS_UNIFORM;
}

/* Returns true if genes of children are changed at random: the mutation rate is above 0
   (for mutation and order_mutation). */
static bool mutates(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.mutation_rate > 0.0;
}

/* Returns true if mutation adds normally distributed numbers, at a rate above 0 (for
   mutation_sigma). */
static bool is_gaussian(const void *context)
{
    const struct sow_evolve_options *options = context;
    return mutates(options) && options->optimizer.ga.mutation == SOW_MUTATE_GAUSSIAN;
}

/* Returns true if mutation adds normally distributed numbers with a standard deviation
   above 0 (for mutation_decay). */
static bool has_a_spread(const void *context)
{
    const struct sow_evolve_options *options = context;
    return is_gaussian(options) && options->optimizer.ga.mutation_sigma > 0.0;
}

/* Returns true if there are two islands or more (for migrate). */
static bool has_islands(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->optimizer.ga.islands > 1;
}

/* Returns true if the strength of the champion is measured (for measure_every). */
static bool is_measured(const void *context)
{
    const struct sow_evolve_options *options = context;
    return options->strength.measure;
}

/* Returns true if there are islands and individuals move between them (for every and
   topology). */
static bool has_migrants(const void *context)
{
    const struct sow_evolve_options *options = context;
    return has_islands(context) && options->optimizer.ga.migrate > 0;
}

const struct sow_param_need sow_evolve_needs[] = {
    {"measure_every", is_measured, "--measure"},
    {"weight_min", of_weights, "--genome weights or features"},
    {"weight_max", of_weights, "--genome weights or features"},
    {"crossover", of_weights,
     "--genome weights or features; orders have --order-crossover"},
    {"crossover", crosses, "a --crossover-rate above 0"},
    {"crossover_rate", has_crossover, "a --crossover other than none"},
    {"gene_swap_rate", of_weights, "--genome weights or features"},
    {"gene_swap_rate", swaps_genes, "--crossover uniform and a --crossover-rate above 0"},
    {"mutation", of_weights,
     "--genome weights or features; orders have --order-mutation"},
    {"mutation", mutates, "a --mutation-rate above 0"},
    {"mutation_sigma", of_weights, "--genome weights or features"},
    {"mutation_sigma", is_gaussian, "--mutation gaussian and a --mutation-rate above 0"},
    {"mutation_decay", of_weights, "--genome weights or features"},
    {"mutation_decay", has_a_spread,
     "--mutation gaussian, a --mutation-rate and a --mutation-sigma above 0"},
    {"reading", of_orders, "--genome order"},
    {"heuristics", of_heuristics, "--genome weights or order"},
    {"features", of_features, "--genome features"},
    {"view", of_features, "--genome features"},
    {"order_crossover", of_orders, "--genome order"},
    {"order_crossover", crosses, "a --crossover-rate above 0"},
    {"order_mutation", of_orders, "--genome order"},
    {"order_mutation", mutates, "a --mutation-rate above 0"},
    {"population_share", is_mixed, "--fitness mixed"},
    {"panel_share", is_mixed, "--fitness mixed"},
    {"hall_share", is_mixed, "--fitness mixed"},
    {"share_games", meets_population, "a population that plays in fitness games"},
    {"opponents", meets_panel, "--fitness panel, or mixed and a --panel-share"},
    {"hall_interval", meets_hall, "--fitness mixed and a --hall-share"},
    {"hall_size", meets_hall, "--fitness mixed and a --hall-share"},
    {"hall_holdout", meets_hall, "--fitness mixed and a --hall-share"},
    {"references", counts_regret, "--objective regret"},
    {"tournament_size", draws_tournaments, "--selection tournament"},
    {"rank_pressure", ranks, "--selection rank"},
    {"truncation_share", truncates, "--selection truncation"},
    {"scaling", spins_by_fitness, "--selection tournament, roulette or universal"},
    {"scaling_multiplier", scales, "--scaling linear"},
    {"migrate", has_islands, "--islands 2 or more"},
    {"every", has_migrants, "--islands 2 or more, and migrants"},
    {"topology", has_migrants, "--islands 2 or more, and migrants"},
    {NULL, NULL, NULL},
};
