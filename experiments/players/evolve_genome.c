/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/players/evolve_genome.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum sow_status find_features(struct sow_evolve_reading *reading,
                                     struct sow_err *err)
{
    struct sow_fit_columns columns;
    enum sow_status status = sow_fit_columns_read(
        &columns, reading->features != NULL ? reading->features : "", err);
    if (status == SOW_OK && columns.of_moves)
        status = sow_err_set(err, SOW_USAGE,
                             "'%s' is a heuristic of a move, not a feature of a position",
                             columns.names[0]);
    if (status != SOW_OK)
        return status;
    memcpy(reading->feature, columns.feature,
           (size_t)columns.count * sizeof *columns.feature);
    reading->feature_count = columns.count;
    return SOW_OK;
}

enum sow_status sow_evolve_genes_find(struct sow_evolve_reading *reading,
                                      struct sow_err *err)
{
    const char *list = reading->heuristics[0] != '\0' ? reading->heuristics
                                                      : sow_heuristic_groups[0].name;
    reading->feature_count = 0;
    enum sow_status status = reading->genome == SOW_EVOLVE_FEATURES
                                 ? find_features(reading, err)
                                 : sow_heuristic_list(list, NULL, reading->feature,
                                                      &reading->feature_count, err);
    return status == SOW_USAGE ? SOW_BAD_DATA : status;
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
    return (struct sow_genome_spec){.length = reading->feature_count,
                                    .lower = nearbyint(reading->weight_min / step) * step,
                                    .upper = nearbyint(reading->weight_max / step) * step,
                                    .step = step};
}

static struct sow_genome_spec order_spec(const struct sow_evolve_reading *reading)
{
    return (struct sow_genome_spec){.length = reading->feature_count,
                                    .lower = 1.0,
                                    .upper = reading->feature_count,
                                    .step = 1.0,
                                    .permutation = true};
}

struct sow_genome_spec sow_evolve_genome_spec(const struct sow_evolve_reading *reading)
{
    return reading->genome == SOW_EVOLVE_ORDER ? order_spec(reading)
                                               : weights_spec(reading);
}

static void make_weighted(const struct sow_evolve_reading *reading, const double *genes,
                          struct sow_agent *agent)
{
    double weights[SOW_HEURISTICS] = {0};
    for (int i = 0; i < reading->feature_count; i++)
        weights[reading->feature[i]] = genes[i];
    sow_agent_weighted(agent, weights);
}

static void make_order(const struct sow_evolve_reading *reading, const double *genes,
                       struct sow_agent *agent)
{
    *agent = (struct sow_agent){.kind = SOW_AGENT_ORDER,
                                .count = reading->feature_count,
                                .reading = (enum sow_order_reading)reading->order};
    for (int i = 0; i < agent->count; i++)
        agent->index[i] = (uint8_t)reading->feature[(int)genes[i] - 1];
}

void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent)
{
    assert(reading->feature_count > 0);
    if (reading->genome == SOW_EVOLVE_ORDER)
        make_order(reading, genes, agent);
    else if (reading->genome == SOW_EVOLVE_FEATURES)
        sow_agent_state(agent, reading->feature, genes, reading->feature_count);
    else
        make_weighted(reading, genes, agent);
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
    reading->features = strdup(features != NULL ? features : "");
    const char *heuristics = json_string_value(json_object_get(object, "heuristics"));
    (void)snprintf(reading->heuristics, sizeof reading->heuristics, "%s",
                   heuristics != NULL ? heuristics : "");
    json_decref(object);
    struct sow_err fault;
    if (reading->features == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_evolve_genes_find(reading, &fault);
    free(reading->features);
    reading->features = NULL;
    if (status == SOW_OK)
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA, "has a list of %s that cannot be read: %s",
                       reading->genome == SOW_EVOLVE_FEATURES ? "features" : "heuristics",
                       fault.text);
}

enum sow_status sow_evolve_stored_agent(const char *parameters, const double *genes,
                                        int count, struct sow_agent *agent,
                                        struct sow_err *err)
{
    struct sow_evolve_reading reading;
    enum sow_status status = read_stored(parameters, &reading, err);
    if (status != SOW_OK)
        return status;
    if (count != reading.feature_count)
        return sow_err_set(err, SOW_BAD_DATA, "has %d genes: a player needs %d", count,
                           reading.feature_count);
    struct sow_genome_spec spec = order_spec(&reading);
    if (reading.genome == SOW_EVOLVE_ORDER && sow_genome_first_invalid(&spec, genes) >= 0)
        return sow_err_set(err, SOW_BAD_DATA, "is not an order of the heuristics 1 to %d",
                           count);
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
