/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Genomes of evolutions: lists of genes, their bounds, and the players they make. */
#include "sow/players/evolve_genome.h"

#include "sow/players/bounds.h"
#include "sow/players/player_template.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- features of positions and of lines of play --- */

const char *sow_evolve_feature_name(int feature)
{
    return feature >= SOW_PATH_INDEX ? sow_path_feature_names[feature - SOW_PATH_INDEX]
                                     : sow_state_features.rows[feature].name;
}

/* A list of features in two parts: the features of lines of play, and the rest as
   text. */
struct parted {
    int count;                           /* number of features of lines of play */
    int feature[SOW_PATH_FEATURES];      /* the features: SOW_PATH_INDEX + enum
                                            sow_path_feature */
    char rest[SOW_FEATURE_LIST_MAX + 1]; /* all other words, with commas between them */
};

/* Adds a feature of lines of play to @p parted. Its name is the first @p length bytes of
   @p name. Returns false, and adds nothing, if it is not such a name or was added
   before. */
static bool part_off(struct parted *parted, const char *name, size_t length)
{
    for (int i = 0; i < SOW_PATH_FEATURES; i++)
        if (strlen(sow_path_feature_names[i]) == length &&
            strncmp(sow_path_feature_names[i], name, length) == 0) {
            for (int k = 0; k < parted->count; k++)
                if (parted->feature[k] == SOW_PATH_INDEX + i)
                    return false;
            parted->feature[parted->count++] = SOW_PATH_INDEX + i;
            return true;
        }
    return false;
}

/* Splits a list of features at commas into features of lines of play and the rest.
   Unknown and repeated names go to the rest, in which they are refused later. A rest
   that is too long is cut. */
static void part(const char *list, struct parted *parted)
{
    size_t used = 0;
    parted->count = 0;
    parted->rest[0] = '\0';
    for (const char *at = list; at != NULL && used < SOW_FEATURE_LIST_MAX;) {
        size_t length = strcspn(at, ",");
        if (!part_off(parted, at, length))
            used += (size_t)snprintf(parted->rest + used, sizeof parted->rest - used,
                                     "%s%.*s", used > 0 ? "," : "", (int)length, at);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
}

/* Appends the features of lines of play to @p features, and adds their number to
   @p count. Fails with SOW_USAGE if there are more than SOW_AGENT_TERMS_MAX; @p count is
   then that number. */
static enum sow_status join(const struct parted *parted, int *features, int *count,
                            struct sow_err *err)
{
    for (int i = 0; i < parted->count; i++) {
        if (*count == SOW_AGENT_TERMS_MAX)
            return sow_err_set(err, SOW_USAGE, "too many features: at most %d",
                               SOW_AGENT_TERMS_MAX);
        features[(*count)++] = parted->feature[i];
    }
    return SOW_OK;
}

enum sow_status sow_evolve_feature_list(const char *list, const struct sow_rules *rules,
                                        int *features, int *count, struct sow_err *err)
{
    struct parted parted;
    part(list, &parted);
    *count = 0;
    enum sow_status status =
        parted.rest[0] != '\0' || parted.count == 0
            ? sow_state_feature_list(parted.rest, rules, features, count, err)
            : SOW_OK;
    return status == SOW_OK ? join(&parted, features, count, err) : status;
}

/* Sets `feature` and `feature_count` of a reading from its text `features`. Fails with
   SOW_USAGE for an unknown or repeated name, a heuristic of a move, or too many
   features. */
static enum sow_status find_features(struct sow_evolve_reading *reading,
                                     struct sow_err *err)
{
    struct sow_fit_columns columns = {.count = 0};
    struct parted parted;
    part(reading->features != NULL ? reading->features : "", &parted);
    enum sow_status status = SOW_OK;
    if (parted.rest[0] != '\0' || parted.count == 0)
        status = sow_fit_columns_read(&columns, parted.rest, err);
    if (status == SOW_OK && columns.of_moves)
        status = sow_err_set(err, SOW_USAGE,
                             "'%s' is a heuristic of a move, not a feature of a position",
                             columns.names[0]);
    if (status != SOW_OK)
        return status;
    memcpy(reading->feature, columns.feature,
           (size_t)columns.count * sizeof *columns.feature);
    reading->feature_count = columns.count;
    return join(&parted, reading->feature, &reading->feature_count, err);
}

/* Makes a player from weights of heuristics, a gene each. Heuristics without a gene have
   the weight 0. */
static void make_weighted(const struct sow_evolve_reading *reading, const double *genes,
                          struct sow_agent *agent)
{
    double weights[SOW_HEURISTICS] = {0};
    for (int i = 0; i < reading->feature_count; i++)
        weights[reading->feature[i]] = genes[i];
    sow_agent_weighted(agent, weights);
}

/* Makes a player from a permutation: gene i, from 1 on, is the number of the heuristic in
   place i. */
static void make_order(const struct sow_evolve_reading *reading, const double *genes,
                       struct sow_agent *agent)
{
    *agent = (struct sow_agent){.kind = SOW_AGENT_ORDER,
                                .count = reading->feature_count,
                                .reading = (enum sow_order_reading)reading->order};
    for (int i = 0; i < agent->count; i++)
        agent->index[i] = (uint8_t)reading->feature[(int)genes[i] - 1];
}

/* Returns true if the genome weighs features of lines of play. Such an evaluator is a
   player only inside a search template. */
static bool is_of_path(const struct sow_evolve_reading *reading)
{
    return reading->genome == SOW_EVOLVE_FEATURES &&
           reading->feature[reading->feature_count - 1] >= SOW_PATH_INDEX;
}

/* Makes a player from weights of features; of kind SOW_AGENT_PATH if one is a feature of
   lines of play. */
static void make_state(const struct sow_evolve_reading *reading, const double *genes,
                       struct sow_agent *agent)
{
    sow_agent_state(agent, reading->feature, genes, reading->feature_count);
    agent->of_mover = reading->view == SOW_VIEW_TO_MOVE;
    if (is_of_path(reading))
        agent->kind = SOW_AGENT_PATH;
}

/* Makes the player of a genome without the template, so that it does not look ahead: by
   weights of heuristics, an order, or weights of features, as reading->genome says. */
static void make_plain(const struct sow_evolve_reading *reading, const double *genes,
                       struct sow_agent *agent)
{
    if (reading->genome == SOW_EVOLVE_ORDER)
        make_order(reading, genes, agent);
    else if (reading->genome == SOW_EVOLVE_FEATURES)
        make_state(reading, genes, agent);
    else
        make_weighted(reading, genes, agent);
}

const char *sow_evolve_gene_name(const struct sow_evolve_reading *reading, int index)
{
    int feature = reading->feature[index];
    return reading->genome == SOW_EVOLVE_FEATURES ? sow_evolve_feature_name(feature)
                                                  : sow_heuristic_rows[feature].name;
}

/* Returns the step of the genes, a power of two. Players represent its multiples exactly,
   up to the largest magnitude of all bounds. */
static double step_of(const double *lower, const double *upper, int count)
{
    enum { STEPS_BITS = 14 };
    double bound = 0.0;
    int binary = 0;
    for (int i = 0; i < count; i++)
        bound = fmax(bound, fmax(fabs(lower[i]), fabs(upper[i])));
    double fraction = frexp(bound, &binary);
    if (fraction <= 0.5)
        binary--;
    return ldexp(1.0, binary - STEPS_BITS);
}

/* Compares the bounds of each weight. Returns SOW_USAGE, and names the option weight_min
   as its cause, if a lower bound is above its upper bound, or if all weights are
   fixed. */
static enum sow_status check_bounds(const struct sow_evolve_reading *reading,
                                    const double *lower, const double *upper,
                                    struct sow_err *err)
{
    int held = 0;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < reading->feature_count && status == SOW_OK; i++) {
        held += lower[i] >= upper[i];
        if (lower[i] > upper[i])
            status = sow_err_set(err, SOW_USAGE,
                                 "'--weight-min' has to be less than '--weight-max': for "
                                 "%s they are %g and %g",
                                 sow_evolve_gene_name(reading, i), lower[i], upper[i]);
        else if (held == reading->feature_count)
            status = sow_err_set(
                err, SOW_USAGE,
                "'--weight-min' has to be less than '--weight-max' for at least "
                "one weight: all weights are fixed, so nothing evolves");
    }
    return sow_err_blame(err, status, "weight_min");
}

/* Reads the bounds of all weights, and sets the step and the ranges, which are rounded to
   steps. Fails with SOW_USAGE if the bounds are bad; step and ranges are then
   unchanged. */
static enum sow_status find_bounds(struct sow_evolve_reading *reading,
                                   struct sow_err *err)
{
    int count = reading->feature_count;
    const char *names[SOW_AGENT_TERMS_MAX];
    double lower[SOW_AGENT_TERMS_MAX];
    double upper[SOW_AGENT_TERMS_MAX];
    for (int i = 0; i < count; i++)
        names[i] = sow_evolve_gene_name(reading, i);
    enum sow_status status =
        sow_err_blame(err, sow_bounds_find(reading->weight_min, names, count, lower, err),
                      "weight_min");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_bounds_find(reading->weight_max, names, count, upper, err),
            "weight_max");
    if (status == SOW_OK)
        status = check_bounds(reading, lower, upper, err);
    if (status != SOW_OK)
        return status;
    double step = step_of(lower, upper, count);
    for (int i = 0; i < count; i++)
        reading->range[i] = (struct sow_genome_range){nearbyint(lower[i] / step) * step,
                                                      nearbyint(upper[i] / step) * step};
    reading->step = step;
    return SOW_OK;
}

/* Reads the template into reading->template_agent, and checks that it accepts a player
   with these genes. Fails with SOW_USAGE if it does not. Features of lines of play need a
   template that looks ahead, and the view of the player itself. */
static enum sow_status find_template(struct sow_evolve_reading *reading,
                                     struct sow_err *err)
{
    double ones[SOW_AGENT_TERMS_MAX];
    struct sow_agent agent;
    enum sow_status status =
        sow_template_read(reading->player, &reading->template_agent, err);
    if (status != SOW_OK)
        return status;
    if (is_of_path(reading) && (reading->template_agent.kind != SOW_AGENT_SEARCH ||
                                reading->template_agent.limits.method == SOW_SEARCH_MCTS))
        return sow_err_blame(
            err,
            sow_err_set(
                err, SOW_USAGE,
                "'%s' needs moves that were looked ahead: add --player, for example "
                "alphabeta:depth=3",
                sow_evolve_gene_name(reading, reading->feature_count - 1)),
            "features");
    if (is_of_path(reading) && reading->view == SOW_VIEW_TO_MOVE)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' is of a line of play, which the player itself sees: leave "
                        "it out, or leave out --view to-move",
                        sow_evolve_gene_name(reading, reading->feature_count - 1)),
            "view");
    if (reading->template_agent.kind == SOW_AGENT_RANDOM)
        return SOW_OK;
    for (int i = 0; i < reading->feature_count; i++)
        ones[i] = 1.0;
    make_plain(reading, ones, &agent);
    return sow_template_fill(&reading->template_agent, &agent, err);
}

enum sow_status sow_evolve_genes_find(struct sow_evolve_reading *reading,
                                      struct sow_err *err)
{
    const char *list = reading->heuristics[0] != '\0' ? reading->heuristics
                                                      : sow_heuristic_groups[0].name;
    reading->feature_count = 0;
    enum sow_status status =
        reading->genome == SOW_EVOLVE_FEATURES
            ? sow_err_blame(err, find_features(reading, err), "features")
            : sow_err_blame(err,
                            sow_heuristic_list(list, NULL, reading->feature,
                                               &reading->feature_count, err),
                            "heuristics");
    if (status != SOW_OK)
        return status == SOW_USAGE ? SOW_BAD_DATA : status;
    if (reading->weight_min != NULL && reading->genome != SOW_EVOLVE_ORDER)
        status = find_bounds(reading, err);
    return status == SOW_OK ? sow_err_blame(err, find_template(reading, err), "player")
                            : status;
}

/* Returns the space of weights, with a range for each. Its common bounds are the least
   lower and the greatest upper one. Borrows the ranges of the reading. */
static struct sow_genome_spec weights_spec(const struct sow_evolve_reading *reading)
{
    struct sow_genome_spec spec = {.length = reading->feature_count,
                                   .lower = reading->range[0].lower,
                                   .upper = reading->range[0].upper,
                                   .step = reading->step,
                                   .ranges = reading->range};
    for (int i = 1; i < spec.length; i++) {
        spec.lower = fmin(spec.lower, reading->range[i].lower);
        spec.upper = fmax(spec.upper, reading->range[i].upper);
    }
    return spec;
}

/* Returns the space of permutations of 1, 2, .. of the heuristics. */
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

void sow_evolve_agent(const struct sow_evolve_reading *reading, const double *genes,
                      struct sow_agent *agent)
{
    assert(reading->feature_count > 0);
    make_plain(reading, genes, agent);
    enum sow_status status = sow_template_fill(&reading->template_agent, agent, NULL);
    assert(status == SOW_OK);
    (void)status;
}

/* --- stored genes --- */

/* Returns the text of the member @p name of a JSON object, which @p object owns; "" if it
   is missing or not a text. */
static const char *word_of(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL ? value : "";
}

/* Returns true if the member @p name of a JSON object is the text @p word. */
static bool has_word(const json_t *object, const char *name, const char *word)
{
    return strcmp(word_of(object, name), word) == 0;
}

/* Reads the recorded parameters of an evolution, as JSON, into a resolved reading without
   bounds. Fails with SOW_BAD_DATA if they name unknown genes; the message is the end of a
   sentence about the run. The reading owns nothing afterwards. */
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
    if (has_word(object, "view", "to-move"))
        reading->view = SOW_VIEW_TO_MOVE;
    reading->features = strdup(word_of(object, "features"));
    reading->player = strdup(word_of(object, "player"));
    (void)snprintf(reading->heuristics, sizeof reading->heuristics, "%s",
                   word_of(object, "heuristics"));
    json_decref(object);
    struct sow_err fault;
    bool room = reading->features != NULL && reading->player != NULL;
    enum sow_status status =
        room ? sow_evolve_genes_find(reading, &fault) : sow_err_no_memory(&fault);
    free(reading->features);
    free(reading->player);
    reading->features = NULL;
    reading->player = NULL;
    if (status == SOW_OK)
        return SOW_OK;
    if (status == SOW_NO_MEMORY)
        return sow_err_no_memory(err);
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
