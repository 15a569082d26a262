/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "players.h"

#include "fit.h"
#include "sow/heuristics/state_features.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

static char *spec_of(const struct sow_agent *agent, struct sow_err *err)
{
    char *spec = sow_agent_spec(agent);
    if (spec == NULL)
        (void)sow_err_no_memory(err);
    return spec;
}

static enum sow_status champion_spec(struct sow_store *store, int64_t run, char **spec,
                                     struct sow_err *err)
{
    double *weights = NULL;
    int count = 0;
    enum sow_status status = sow_store_read_champion(store, run, &weights, &count, err);
    if (status != SOW_OK)
        return status;
    if (count != SOW_HEURISTICS) {
        free(weights);
        return sow_err_set(err, SOW_BAD_DATA,
                           "the champion of run %lld has %d weights: a player needs %d",
                           (long long)run, count, SOW_HEURISTICS);
    }
    struct sow_agent agent;
    sow_agent_weighted(&agent, weights);
    free(weights);
    *spec = spec_of(&agent, err);
    return *spec != NULL ? SOW_OK : SOW_NO_MEMORY;
}

/* A fitted function while its terms are read. */
struct terms {
    int count;
    int feature[SOW_AGENT_TERMS_MAX];
    double weight[SOW_AGENT_TERMS_MAX];
};

/* The intercept does not tell one move from another; a term left out of the fit has no
   weight. */
static enum sow_status take_term(void *context, const struct sow_coefficient_row *row,
                                 struct sow_err *err)
{
    struct terms *terms = context;
    if (row->note != NULL || strcmp(row->feature, SOW_INTERCEPT) == 0)
        return SOW_OK;
    int feature = sow_state_feature_find(row->feature);
    if (feature < 0 || terms->count == SOW_AGENT_TERMS_MAX)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "run %lld is fitted on feature '%.60s', which no player of this "
            "version computes",
            (long long)row->run_id, row->feature);
    terms->feature[terms->count] = feature;
    terms->weight[terms->count++] = row->value;
    return SOW_OK;
}

static enum sow_status fit_spec(struct sow_store *store, int64_t run, char **spec,
                                struct sow_err *err)
{
    struct terms terms = {.count = 0};
    enum sow_status status =
        sow_store_each_coefficient(store, run, take_term, &terms, err);
    if (status == SOW_OK && terms.count == 0)
        status =
            sow_err_set(err, SOW_USAGE, "run %lld has no fit to play by", (long long)run);
    if (status != SOW_OK)
        return status;
    struct sow_agent agent;
    sow_agent_state(&agent, terms.feature, terms.weight, terms.count);
    *spec = spec_of(&agent, err);
    return *spec != NULL ? SOW_OK : SOW_NO_MEMORY;
}

typedef enum sow_status spec_fn(struct sow_store *store, int64_t run, char **spec,
                                struct sow_err *err);

/* What each kind of run that makes a player makes. */
static const struct {
    const char *kind;
    spec_fn *spec;
} MAKERS[] = {
    {"evolve", champion_spec},
    {"fit", fit_spec},
};

/* Nobody plays by damaged content. */
static enum sow_status checked_spec(struct sow_store *store, int64_t run, spec_fn *make,
                                    char **spec, struct sow_err *err)
{
    enum sow_status status = make(store, run, spec, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_check_run(store, run, NULL, err);
    if (status != SOW_OK) {
        free(*spec);
        *spec = NULL;
    }
    return status;
}

static enum sow_status lookup(void *context, int64_t run, char **spec,
                              struct sow_err *err)
{
    struct sow_store *store = context;
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, run, &row, err);
    if (status != SOW_OK)
        return status;
    status = sow_err_set(
        err, SOW_USAGE, "run %lld is of kind '%s' and made no player (evolve and fit do)",
        (long long)run, row.kind);
    for (size_t i = 0; i < sizeof MAKERS / sizeof MAKERS[0]; i++)
        if (strcmp(MAKERS[i].kind, row.kind) == 0)
            status = checked_spec(store, run, MAKERS[i].spec, spec, err);
    sow_run_row_release(&row);
    return status;
}

enum sow_status sow_players_parse(struct sow_store *store, const char *spec,
                                  struct sow_agent *agent, struct sow_err *err)
{
    struct sow_run_lookup runs = {.spec = lookup, .context = store};
    return sow_agent_parse(spec, &runs, agent, err);
}

static enum sow_status resolve(struct sow_store *store, char spec[SOW_SPEC_MAX + 1],
                               struct sow_err *err)
{
    struct sow_agent agent;
    enum sow_status status = sow_players_parse(store, spec, &agent, err);
    if (status != SOW_OK)
        return status;
    char *canonical = spec_of(&agent, err);
    if (canonical == NULL)
        return SOW_NO_MEMORY;
    if (strlen(canonical) > SOW_SPEC_MAX)
        status = sow_err_set(err, SOW_USAGE,
                             "player '%.60s...' is too long: at most %d "
                             "characters",
                             canonical, SOW_SPEC_MAX);
    else
        memcpy(spec, canonical, strlen(canonical) + 1);
    free(canonical);
    return status;
}

#define AT(field) offsetof(struct sow_contestants, field)

static const struct sow_param ROWS[] = {
    {"player", &sow_param_text, AT(player), 0, SOW_SPEC_MAX, NULL, "divilly2013",
     "the player whose results are counted"},
    {"opponent", &sow_param_text, AT(opponent), 0, SOW_SPEC_MAX, NULL, "random",
     "the player it meets"},
};

const struct sow_param_table sow_contestant_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

enum sow_status sow_contestants_take(struct sow_contestants *contestants,
                                     const char *player, const char *opponent,
                                     struct sow_err *err)
{
    if (sow_param_set(&ROWS[0], contestants, player, err) == SOW_OK &&
        sow_param_set(&ROWS[1], contestants, opponent, err) == SOW_OK)
        return SOW_OK;
    return SOW_USAGE;
}

enum sow_status sow_contestants_resolve(struct sow_contestants *contestants,
                                        struct sow_store *store, struct sow_err *err)
{
    enum sow_status status = resolve(store, contestants->player, err);
    return status == SOW_OK ? resolve(store, contestants->opponent, err) : status;
}

enum sow_status sow_contestants_parse(const struct sow_contestants *contestants,
                                      struct sow_agent agents[2], struct sow_err *err)
{
    enum sow_status status = sow_agent_parse(contestants->player, NULL, &agents[0], err);
    return status == SOW_OK
               ? sow_agent_parse(contestants->opponent, NULL, &agents[1], err)
               : status;
}
