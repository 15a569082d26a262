/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/ga.h"

bool sow_ga_migrates(const struct sow_ga_options *options, int generation)
{
    return options->islands > 1 && options->migrate > 0 &&
           (generation + 1) % options->every == 0;
}

static bool sends(const struct sow_ga_options *options, int sender, int receiver)
{
    if (options->topology == SOW_TOPOLOGY_COMPLETE)
        return sender != receiver;
    return (sender + 1) % options->islands == receiver;
}

/* Puts the migrants of all islands into the places of island @p receiver. @p order ranks
   each island; its indices count from the first individual of the island. */
static void receive(const struct sow_ga_options *options, int population, int receiver,
                    const struct sow_ranked *order, int *places)
{
    int first = receiver * population;
    int last = population;
    for (int sender = 0; sender < options->islands; sender++)
        for (int i = 0; sends(options, sender, receiver) && i < options->migrate; i++) {
            int place = first + order[first + --last].index;
            places[place] = sender * population + order[sender * population + i].index;
        }
}

void sow_ga_settle(const struct sow_ga_options *options, int population, int generation,
                   const double *fitness, struct sow_ranked *order, int *places)
{
    for (int i = 0; i < options->islands * population; i++)
        places[i] = i;
    if (!sow_ga_migrates(options, generation))
        return;
    for (int k = 0; k < options->islands; k++)
        sow_rank(fitness + k * population, population, order + k * population);
    for (int k = 0; k < options->islands; k++)
        receive(options, population, k, order, places);
}
