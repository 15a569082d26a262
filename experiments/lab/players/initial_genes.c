/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Genes of players, for the first generation of an evolution. */
#include "sow/heuristics/state_features.h"
#include "sow/players/evolve_genome.h"

#include <math.h>
#include <string.h>

/* Sets each gene to the player's weight of its heuristic or feature. Genes that the
   player lacks keep their value. Returns SOW_USAGE if the player has a weight other than
   0 that no gene holds. The player's name in messages is @p name. */
static enum sow_status find_weights(const struct sow_evolve_reading *reading,
                                    const struct sow_agent *agent, const char *name,
                                    double *genes, struct sow_err *err)
{
    for (int k = 0; k < agent->count; k++) {
        int i = 0;
        while (i < reading->feature_count && reading->feature[i] != agent->index[k])
            i++;
        if (i < reading->feature_count)
            genes[i] = sow_fixed_to_weight(agent->weight[k], agent->exponent);
        else if (agent->weight[k] != 0)
            return sow_err_set(
                err, SOW_USAGE,
                "'%.200s' has a weight for %s, which is not evolved: add it to --%s",
                name,
                reading->genome == SOW_EVOLVE_FEATURES
                    ? sow_evolve_feature_name(agent->index[k])
                    : sow_heuristic_rows[agent->index[k]].name,
                reading->genome == SOW_EVOLVE_FEATURES ? "features" : "heuristics");
    }
    return SOW_OK;
}

/* Returns the largest factor that keeps @p weight within its range; infinity for a
   weight of 0, 0 or less if the range does not allow its sign. */
static double room_of(const struct sow_genome_range *range, double weight)
{
    if (weight > 0.0)
        return range->upper / weight;
    return weight < 0.0 ? range->lower / weight : (double)INFINITY;
}

/* Returns the largest factor that keeps all weights @p genes within their ranges; 1 if
   all are 0. A factor of at least 1 is rounded down to a power of two, which keeps the
   weights exact. */
static double factor_of(const struct sow_evolve_reading *reading, const double *genes)
{
    double room = (double)INFINITY;
    int binary = 0;
    for (int i = 0; i < reading->feature_count; i++)
        room = fmin(room, room_of(&reading->range[i], genes[i]));
    if (!isfinite(room))
        return 1.0;
    (void)frexp(room, &binary);
    return room < 1.0 ? room : ldexp(1.0, binary - 1);
}

/* Scales the weights into their ranges. A player with all weights multiplied by a factor
   chooses the same moves. Returns SOW_USAGE, and blames the option weight_min, if a
   weight does not fit; @p genes are then scaled in part. */
static enum sow_status fit_in(const struct sow_evolve_reading *reading, const char *name,
                              double *genes, struct sow_err *err)
{
    struct sow_genome_spec spec = sow_evolve_genome_spec(reading);
    double factor = factor_of(reading, genes);
    for (int i = 0; i < reading->feature_count; i++) {
        const struct sow_genome_range *range = &reading->range[i];
        double snapped = sow_genome_snap(&spec, i, factor * genes[i]);
        bool sign_fits = room_of(range, genes[i]) > 0.0;
        if (!sign_fits || (factor > 0.0 && fabs(snapped - factor * genes[i]) > spec.step))
            return sow_err_blame(
                err,
                sow_err_set(err, SOW_USAGE,
                            "'%.200s' does not fit the bounds: the weight of %s, %g, is "
                            "outside '--weight-min' %g and '--weight-max' %g",
                            name, sow_evolve_gene_name(reading, i), genes[i],
                            range->lower, range->upper),
                "weight_min");
        genes[i] = snapped;
    }
    return SOW_OK;
}

/* Finds the positions of an order's heuristics in the list of heuristics, counted from 1.
   Fails with SOW_USAGE if the order does not have each heuristic of the list once. */
static enum sow_status find_order(const struct sow_evolve_reading *reading,
                                  const struct sow_agent *agent, const char *name,
                                  double *genes, struct sow_err *err)
{
    for (int k = 0; k < agent->count && k < reading->feature_count; k++)
        for (int i = 0; i < reading->feature_count; i++)
            if (reading->feature[i] == agent->index[k])
                genes[k] = i + 1;
    struct sow_genome_spec spec = sow_evolve_genome_spec(reading);
    if (agent->count == spec.length && sow_genome_first_invalid(&spec, genes) < 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "'%.200s' is not an order of all --heuristics, each once", name);
}

enum sow_status sow_evolve_genes_of(const struct sow_evolve_reading *reading,
                                    const struct sow_agent *agent, const char *name,
                                    double *genes, struct sow_err *err)
{
    static const struct {
        enum sow_agent_kind kind;
        const char *form;
    } NEEDED[] = {[SOW_EVOLVE_WEIGHTS] = {SOW_AGENT_WEIGHTED, "weights of heuristics"},
                  [SOW_EVOLVE_ORDER] = {SOW_AGENT_ORDER, "a linear order"},
                  [SOW_EVOLVE_FEATURES] = {SOW_AGENT_STATE, "weights of features"}};
    enum sow_agent_kind kind =
        agent->kind == SOW_AGENT_SEARCH ? agent->value_kind : agent->kind;
    if (kind == SOW_AGENT_PATH)
        kind = SOW_AGENT_STATE;
    if (kind != NEEDED[reading->genome].kind)
        return sow_err_set(err, SOW_USAGE,
                           "'%.200s' is not %s, which this run "
                           "evolves: name another player in --initial",
                           name, NEEDED[reading->genome].form);
    if (kind == SOW_AGENT_STATE && agent->of_mover != (reading->view == SOW_VIEW_TO_MOVE))
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_USAGE, "'%.200s' values positions as %s sees them: %s", name,
                agent->of_mover ? "the player to move" : "the player itself",
                agent->of_mover ? "add --view to-move" : "leave out --view to-move"),
            "view");
    memset(genes, 0, (size_t)reading->feature_count * sizeof *genes);
    if (reading->genome == SOW_EVOLVE_ORDER)
        return find_order(reading, agent, name, genes, err);
    enum sow_status status = find_weights(reading, agent, name, genes, err);
    return status == SOW_OK ? fit_in(reading, name, genes, err) : status;
}

double sow_evolve_factor_of(const struct sow_evolve_reading *reading,
                            const struct sow_agent *agent)
{
    double genes[SOW_AGENT_TERMS_MAX] = {0};
    if (reading->genome == SOW_EVOLVE_ORDER ||
        find_weights(reading, agent, "", genes, NULL) != SOW_OK)
        return 1.0;
    return factor_of(reading, genes);
}
