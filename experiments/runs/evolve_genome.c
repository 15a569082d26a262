/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_genome.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

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
    return (struct sow_genome_spec){.length = SOW_HEURISTICS,
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
    if (reading->genome == SOW_EVOLVE_ORDER)
        make_order(genes, reading->order, agent);
    else
        sow_agent_weighted(agent, genes);
}

/* Is the parameter there, and this word? */
static bool has_word(const json_t *object, const char *name, const char *word)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL && strcmp(value, word) == 0;
}

enum sow_status sow_evolve_stored_agent(const char *parameters, const double *genes,
                                        int count, struct sow_agent *agent,
                                        struct sow_err *err)
{
    json_t *object = json_loads(parameters, 0, NULL);
    bool order = has_word(object, "genome", "order");
    bool first = has_word(object, "reading", "first-improving");
    json_decref(object);
    struct sow_genome_spec spec = order_spec();
    if (count != SOW_HEURISTICS)
        return sow_err_set(err, SOW_BAD_DATA, "has %d genes: a player needs %d", count,
                           SOW_HEURISTICS);
    if (!order) {
        sow_agent_weighted(agent, genes);
        return SOW_OK;
    }
    if (sow_genome_first_invalid(&spec, genes) >= 0)
        return sow_err_set(err, SOW_BAD_DATA, "is not an order of the heuristics 1 to %d",
                           SOW_HEURISTICS);
    make_order(genes, first ? SOW_ORDER_FIRST_IMPROVING : SOW_ORDER_FILTER, agent);
    return SOW_OK;
}

bool sow_evolve_same_agent(const struct sow_agent *one, const struct sow_agent *other)
{
    return one->kind == other->kind && one->reading == other->reading &&
           memcmp(one->index, other->index, sizeof one->index) == 0 &&
           memcmp(one->weight, other->weight, sizeof one->weight) == 0;
}
