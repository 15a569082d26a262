/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/players/evolve_genome.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum sow_status sow_evolve_features_find(struct sow_evolve_reading *reading,
                                         struct sow_err *err)
{
    struct sow_fit_columns columns;
    reading->feature_count = 0;
    if (reading->genome != SOW_EVOLVE_FEATURES)
        return SOW_OK;
    struct sow_err fault;
    if (sow_fit_columns_read(&columns, reading->features, &fault) != SOW_OK)
        return sow_err_set(err, SOW_BAD_DATA, "%s", fault.text);
    if (columns.of_moves)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%s' is a heuristic of a move, not a feature of a position",
                           columns.names[0]);
    memcpy(reading->feature, columns.feature,
           (size_t)columns.count * sizeof *columns.feature);
    reading->feature_count = columns.count;
    return SOW_OK;
}

int sow_evolve_genes(const struct sow_evolve_reading *reading)
{
    return reading->genome == SOW_EVOLVE_FEATURES ? reading->feature_count
                                                  : SOW_HEURISTICS;
}

/* Genes are multiples of a power of two that players represent exactly, and so are the
   bounds. */
static struct sow_genome_spec weights_spec(const struct sow_evolve_reading *reading)
{
    enum { STEPS_BITS = 14 };
    double bound = fmax(fabs(reading->weight_min), fabs(reading->weight_max));
    int binary = 0;
    double fraction = frexp(bound, &binary);
    if (fraction <= 0.5)
        binary--;
    double step = ldexp(1.0, binary - STEPS_BITS);
    return (struct sow_genome_spec){.length = sow_evolve_genes(reading),
                                    .lower = nearbyint(reading->weight_min / step) * step,
                                    .upper = nearbyint(reading->weight_max / step) * step,
                                    .step = step};
}

static struct sow_genome_spec order_spec(void)
{
    return (struct sow_genome_spec){.length = SOW_HEURISTICS,
                                    .lower = 1.0,
                                    .upper = SOW_HEURISTICS,
                                    .step = 1.0,
                                    .permutation = true};
}

struct sow_genome_spec sow_evolve_genome_spec(const struct sow_evolve_reading *reading)
{
    return reading->genome == SOW_EVOLVE_ORDER ? order_spec() : weights_spec(reading);
}

static void make_order(const double *genes, int reading, struct sow_agent *agent)
{
    *agent = (struct sow_agent){.kind = SOW_AGENT_ORDER,
                                .count = SOW_HEURISTICS,
                                .reading = (enum sow_order_reading)reading};
    for (int i = 0; i < SOW_HEURISTICS; i++)
        agent->index[i] = (uint8_t)(genes[i] - 1.0);
}

void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent)
{
    switch ((enum sow_evolve_genome)reading->genome) {
    case SOW_EVOLVE_ORDER:
        make_order(genes, reading->order, agent);
        return;
    case SOW_EVOLVE_FEATURES:
        sow_agent_state(agent, reading->feature, genes, reading->feature_count);
        return;
    case SOW_EVOLVE_WEIGHTS:
    case SOW_EVOLVE_GENOMES:
        break;
    }
    sow_agent_weighted(agent, genes);
}

/* --- stored genes --- */

/* Is the parameter there, and this word? */
static bool has_word(const json_t *object, const char *name, const char *word)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL && strcmp(value, word) == 0;
}

static enum sow_status read_stored(const char *parameters,
                                   struct sow_evolve_reading *reading,
                                   struct sow_err *err)
{
    json_t *object = json_loads(parameters, 0, NULL);
    *reading = (struct sow_evolve_reading){.genome = SOW_EVOLVE_WEIGHTS,
                                           .order = SOW_ORDER_FILTER};
    if (has_word(object, "genome", "order"))
        reading->genome = SOW_EVOLVE_ORDER;
    if (has_word(object, "genome", "features"))
        reading->genome = SOW_EVOLVE_FEATURES;
    if (has_word(object, "reading", "first-improving"))
        reading->order = SOW_ORDER_FIRST_IMPROVING;
    const char *features = json_string_value(json_object_get(object, "features"));
    (void)snprintf(reading->features, sizeof reading->features, "%s",
                   features != NULL ? features : "");
    json_decref(object);
    struct sow_err fault;
    if (sow_evolve_features_find(reading, &fault) == SOW_OK)
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "has a list of features that cannot be read: %s", fault.text);
}

enum sow_status sow_evolve_stored_agent(const char *parameters, const double *genes,
                                        int count, struct sow_agent *agent,
                                        struct sow_err *err)
{
    struct sow_evolve_reading reading;
    enum sow_status status = read_stored(parameters, &reading, err);
    if (status != SOW_OK)
        return status;
    if (count != sow_evolve_genes(&reading))
        return sow_err_set(err, SOW_BAD_DATA, "has %d genes: a player needs %d", count,
                           sow_evolve_genes(&reading));
    struct sow_genome_spec spec = order_spec();
    if (reading.genome == SOW_EVOLVE_ORDER && sow_genome_first_invalid(&spec, genes) >= 0)
        return sow_err_set(err, SOW_BAD_DATA, "is not an order of the heuristics 1 to %d",
                           SOW_HEURISTICS);
    sow_evolve_agent(&reading, genes, agent);
    return SOW_OK;
}

bool sow_evolve_same_agent(const struct sow_agent *one, const struct sow_agent *other)
{
    return one->kind == other->kind && one->count == other->count &&
           one->reading == other->reading &&
           memcmp(one->index, other->index, sizeof one->index) == 0 &&
           memcmp(one->weight, other->weight, sizeof one->weight) == 0;
}
