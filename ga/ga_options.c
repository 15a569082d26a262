/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/ga.h"

#include <stddef.h>

/* Words of each choice, in the order of its enum in ga.h. */
static const char *const SELECTIONS[SOW_SELECTIONS + 1] = {
    [SOW_SELECT_TOURNAMENT] = "tournament",
    [SOW_SELECT_TOURNAMENT_UNIFORM] = "tournament-uniform",
    [SOW_SELECT_ROULETTE] = "roulette",
    [SOW_SELECT_RANK] = "rank",
    [SOW_SELECT_UNIVERSAL] = "universal",
    [SOW_SELECT_TRUNCATION] = "truncation",
};

static const char *const SCALINGS[SOW_SCALINGS + 1] = {
    [SOW_SCALING_NONE] = "none",
    [SOW_SCALING_LINEAR] = "linear",
};

static const char *const CROSSOVERS[SOW_CROSSOVERS + 1] = {
    [SOW_CROSS_UNIFORM] = "uniform",
    [SOW_CROSS_ONE_POINT] = "one-point",
    [SOW_CROSS_BLEND] = "blend",
    [SOW_CROSS_NONE] = "none",
};

static const char *const MUTATIONS[SOW_MUTATIONS + 1] = {
    [SOW_MUTATE_GAUSSIAN] = "gaussian",
    [SOW_MUTATE_UNIFORM] = "uniform",
};

static const char *const ORDER_CROSSOVERS[SOW_ORDER_CROSSOVERS + 1] = {
    [SOW_CROSS_ORDER] = "order",
    [SOW_CROSS_PARTIALLY_MATCHED] = "partially-matched",
};

static const char *const ORDER_MUTATIONS[SOW_ORDER_MUTATIONS + 1] = {
    [SOW_MUTATE_SWAP] = "swap",
    [SOW_MUTATE_INSERTION] = "insertion",
};

static const char *const TOPOLOGIES[SOW_TOPOLOGIES + 1] = {
    [SOW_TOPOLOGY_RING] = "ring",
    [SOW_TOPOLOGY_COMPLETE] = "complete",
};

/* Offset of a field of the options. */
#define AT(field) offsetof(struct sow_ga_options, field)

/* Rows of the options, in the order of help. */
static const struct sow_param ROWS[] = {
    {"selection", &sow_param_choice, AT(selection), 0, 0, SELECTIONS, "tournament",
     "selection of parents: 'tournament' takes the best of tournament_size draws by "
     "roulette wheel (GAlib), 'tournament-uniform' of draws with equal chances; "
     "'rank' is linear ranking, 'universal' Baker's sampling"},
    {"tournament_size", &sow_param_integer, AT(tournament_size), 1, 1000, NULL, "2",
     "individuals drawn for one tournament (GAlib: 2)"},
    {"rank_pressure", &sow_param_real, AT(rank_pressure), 1, 2, NULL, "2",
     "chance of the best individual under 'rank', in multiples of the average one "
     "(Baker 1985)"},
    {"truncation_share", &sow_param_real, AT(truncation_share), 0, 1, NULL, "0.5",
     "share of the population, the best individuals, that breed under 'truncation'"},
    {"scaling", &sow_param_choice, AT(scaling), 0, 0, SCALINGS, "none",
     "scaling of fitness for the roulette wheel: 'linear' is Goldberg's (1989), the "
     "default of GAlib's GASimpleGA"},
    {"scaling_multiplier", &sow_param_real, AT(scaling_multiplier), 1, 100, NULL, "1.2",
     "share of the best individual under 'linear', in multiples of the average one "
     "(GAlib: 1.2)"},
    {"crossover", &sow_param_choice, AT(crossover), 0, 0, CROSSOVERS, "uniform",
     "crossover of two parents (Divilly et al. 2013: uniform); 'blend' "
     "draws each weight between the parents' weights (Radcliffe 1991)"},
    {"crossover_rate", &sow_param_real, AT(crossover_rate), 0, 1, NULL, "0.5",
     "probability that a pair of parents is crossed, not copied (Divilly et al. 2013: "
     "0.5)"},
    {"gene_swap_rate", &sow_param_real, AT(gene_swap_rate), 0, 1, NULL, "0.5",
     "probability that 'uniform' crossover swaps a weight (GAlib: 0.5)"},
    {"mutation", &sow_param_choice, AT(mutation), 0, 0, MUTATIONS, "gaussian",
     "mutation of a weight: 'gaussian' adds a normal deviate and clips to the "
     "bounds (Divilly et al. 2013), 'uniform' draws a new value"},
    {"mutation_rate", &sow_param_real, AT(mutation_rate), 0, 1, NULL, "0.1",
     "probability that a weight, or a place of an order, mutates (Divilly et al. 2013: 0.1)"},
    {"mutation_sigma", &sow_param_real, AT(mutation_sigma), 0, 1e6, NULL, "1",
     "standard deviation of 'gaussian' mutation, in units of the weight (GAlib: 1)"},
    {"mutation_decay", &sow_param_real, AT(mutation_decay), 0, 1, NULL, "1",
     "factor by which mutation_sigma is multiplied after each generation"},
    {"order_crossover", &sow_param_choice, AT(order_crossover), 0, 0, ORDER_CROSSOVERS,
     "order",
     "crossover of two orders: 'order' keeps a segment of one and the order of the "
     "other (Davis 1985), 'partially-matched' exchanges a segment (Goldberg and Lingle "
     "1985)"},
    {"order_mutation", &sow_param_choice, AT(order_mutation), 0, 0, ORDER_MUTATIONS,
     "swap",
     "mutation of an order: 'swap' exchanges two heuristics (Banzhaf 1990), "
     "'insertion' moves one elsewhere (Fogel 1988)"},
    {"elitism", &sow_param_integer, AT(elitism), 0, 99999, NULL, "0",
     "best individuals kept unchanged for the next generation, where they are "
     "evaluated again (default of GAlib's GASimpleGA: 1; Divilly et al. 2013 state "
     "none)"},
    {"islands", &sow_param_added_integer, AT(islands), 1, 10000, NULL, "1",
     "populations that evolve separately, each of --population individuals"},
    {"migrate", &sow_param_added_integer, AT(migrate), 0, 99999, NULL, "1",
     "best individuals of an island whose copies replace the worst of other "
     "islands; 0 = no migration"},
    {"every", &sow_param_added_integer, AT(every), 1, 1000000, NULL, "10",
     "generations from one migration to the next"},
    {"topology", &sow_param_added_choice, AT(topology), 0, 0, TOPOLOGIES, "ring",
     "paths of migrants: 'ring' from each island to the next one, 'complete' from each "
     "to all others"},
};

const struct sow_param_table sow_ga_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};
