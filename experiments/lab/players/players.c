/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the players that stored evolutions and fits have produced. */
#include "sow/players/players.h"

#include "sow/heuristics/state_features.h"
#include "sow/players/evolve_genome.h"
#include "sow/players/fit_columns.h"
#include "sow/players/label_options.h"
#include "sow/store/store.h"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/learn_rounds.def"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Returns the player spec of @p agent on the heap; NULL, with the error set, if memory
   is short. */
static char *spec_of(const struct sow_agent *agent, struct sow_err *err)
{
    char *spec = sow_agent_spec(agent);
    if (spec == NULL)
        (void)sow_err_no_memory(err);
    return spec;
}

/* Source of a player: a run, or one generation of it. */
struct wanted {
    const struct sow_run_row *run; /* the run, borrowed */
    int generation;                /* generation, or SOW_RUN_OUTCOME */
};

/* Finds the player spec of an evolution's champion, or of the best individual of a
   generation, on the heap. Fails with SOW_USAGE if the run has none, SOW_BAD_DATA if its
   genes are damaged; @p spec is then unchanged or NULL. */
static enum sow_status evolved_spec(struct sow_store *store, const struct wanted *wanted,
                                    char **spec, struct sow_err *err)
{
    int64_t run = wanted->run->id;
    bool champion = wanted->generation == SOW_RUN_OUTCOME;
    double *genes = NULL;
    int count = 0;
    enum sow_status status =
        champion ? sow_store_read_champion(store, run, &genes, &count, err)
                 : sow_store_read_best_individual(store, run, wanted->generation, &genes,
                                                  &count, err);
    if (status != SOW_OK)
        return status;
    struct sow_agent agent;
    struct sow_err fault;
    status =
        sow_evolve_stored_agent(wanted->run->parameters, genes, count, &agent, &fault);
    free(genes);
    if (status != SOW_OK)
        return sow_err_set(err, status, "the stored player of run %lld %s",
                           (long long)run, fault.text);
    *spec = spec_of(&agent, err);
    return *spec != NULL ? SOW_OK : SOW_NO_MEMORY;
}

/* Terms of a fitted function, as far as they are read. */
struct terms {
    int rows;      /* rows read, those without a weight included */
    int count;     /* terms kept */
    bool of_moves; /* true if these are heuristics of a move, else features of a position
                    */
    double constant;                    /* constant term; 0 if there is none */
    int feature[SOW_AGENT_TERMS_MAX];   /* by term: enum sow_heuristic, or index of a
                                           feature */
    double weight[SOW_AGENT_TERMS_MAX]; /* by term: the coefficient */
};

/* Adds the coefficient of one row to the terms. Keeps the intercept apart, which is the
   same for all moves of one player. Skips rows of features that were left out of the fit.
   Fails with SOW_BAD_DATA for an unknown feature or too many terms. Callback of
   sow_store_each; @p context is a struct terms. */
static enum sow_status take_term(void *context, const struct sow_coefficient_row *row,
                                 struct sow_err *err)
{
    struct terms *terms = context;
    terms->rows++;
    if (row->note == NULL && strcmp(row->feature, SOW_INTERCEPT) == 0)
        terms->constant = row->value;
    /* Ridge also gives weights to columns that follow from others, and notes them. */
    bool left_out = row->note != NULL && row->value == 0;
    if (left_out || strcmp(row->feature, SOW_INTERCEPT) == 0)
        return SOW_OK;
    int heuristic = sow_fit_move_heuristic(row->feature);
    int feature = heuristic >= 0 ? heuristic : sow_state_feature_find(row->feature);
    bool mixed = terms->count > 0 && terms->of_moves != (heuristic >= 0);
    terms->of_moves = heuristic >= 0;
    if (feature < 0 || mixed || terms->count == SOW_AGENT_TERMS_MAX)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "run %lld is fitted on feature '%.60s', which no player of this version computes",
            (long long)row->run_id, row->feature);
    terms->feature[terms->count] = feature;
    terms->weight[terms->count++] = row->value;
    return SOW_OK;
}

/* Makes a player from terms that are all heuristics of moves. The other heuristics have
   the weight 0. */
static void make_weighted(struct sow_agent *agent, const struct terms *terms)
{
    double weights[SOW_HEURISTICS] = {0};
    for (int i = 0; i < terms->count; i++)
        weights[terms->feature[i]] = terms->weight[i];
    sow_agent_weighted(agent, weights);
}

/* Finds out whether the rows of a fit are seen by the player to move. Fails with
   SOW_BAD_DATA if its parameters are damaged. */
static enum sow_status read_view(struct sow_store *store, int64_t run, bool *of_mover,
                                 struct sow_err *err)
{
    struct sow_run_row row;
    json_error_t fault;
    enum sow_status status = sow_store_read_run(store, run, &row, err);
    if (status != SOW_OK)
        return status;
    json_t *parameters = json_loads(row.parameters, 0, &fault);
    const char *view = json_string_value(json_object_get(parameters, "view"));
    *of_mover = view != NULL && strcmp(view, SOW_VIEW_WORD) == 0;
    if (parameters == NULL)
        status = sow_err_set(err, SOW_BAD_DATA, "the parameters of run %lld: %s",
                             (long long)run, fault.text);
    json_decref(parameters);
    sow_run_row_release(&row);
    return status;
}

enum sow_status sow_players_fitted(struct sow_store *store, int64_t run,
                                   struct sow_agent *agent, struct sow_err *err)
{
    struct terms terms = {.count = 0};
    enum sow_status status =
        sow_store_each(store, coefficient, run, take_term, &terms, err);
    if (status == SOW_OK && terms.count == 0)
        status = sow_err_set(
            err, SOW_USAGE,
            terms.rows == 0
                ? "run %lld has no fit to play with"
                : "run %lld fitted no feature that differs between moves: it cannot "
                  "choose moves",
            (long long)run);
    bool of_mover = false;
    if (status == SOW_OK)
        status = read_view(store, run, &of_mover, err);
    if (status != SOW_OK)
        return status;
    if (terms.of_moves)
        make_weighted(agent, &terms);
    else if (of_mover)
        sow_fit_columns_of_mover(agent, terms.feature, terms.weight, terms.count,
                                 terms.constant);
    else
        sow_agent_state(agent, terms.feature, terms.weight, terms.count);
    return SOW_OK;
}

/* Finds the player spec of a fit, on the heap. Fails with SOW_USAGE if a generation is
   wanted or the run has no fit that can choose moves. */
static enum sow_status fit_spec(struct sow_store *store, const struct wanted *wanted,
                                char **spec, struct sow_err *err)
{
    struct sow_agent agent;
    if (wanted->generation != SOW_RUN_OUTCOME)
        return sow_err_set(err, SOW_USAGE,
                           "run %lld is a fit and has no generations: leave out '@%d'",
                           (long long)wanted->run->id, wanted->generation);
    enum sow_status status = sow_players_fitted(store, wanted->run->id, &agent, err);
    if (status != SOW_OK)
        return status;
    *spec = spec_of(&agent, err);
    return *spec != NULL ? SOW_OK : SOW_NO_MEMORY;
}

/* A round of learning that is looked for. */
struct round_wanted {
    int round;  /* number of the round, or SOW_RUN_OUTCOME for the last one */
    char *spec; /* evaluator of the round on the heap; NULL if it is not found */
};

/* Takes the spec of a round, if it is the one looked for. @p context is a struct
   round_wanted. Fails with SOW_NO_MEMORY. */
static enum sow_status take_round(void *context, const struct sow_learn_round_row *row,
                                  struct sow_err *err)
{
    struct round_wanted *wanted = context;
    if (wanted->round != SOW_RUN_OUTCOME && wanted->round != row->round)
        return SOW_OK;
    free(wanted->spec);
    wanted->spec = strdup(row->spec);
    return wanted->spec != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Finds the evaluator of the last round of learning, or of one round, on the heap. Fails
   with SOW_USAGE if the run does not have it. */
static enum sow_status learnt_spec(struct sow_store *store, const struct wanted *wanted,
                                   char **spec, struct sow_err *err)
{
    struct round_wanted round = {.round = wanted->generation};
    int64_t made = 0;
    int64_t run = wanted->run->id;
    enum sow_status status =
        sow_store_each(store, learn_round, run, take_round, &round, err);
    *spec = round.spec;
    if (status == SOW_OK && round.spec == NULL)
        status = sow_store_count(store, "learn_rounds", run, &made, err);
    if (status != SOW_OK || round.spec != NULL)
        return status;
    return made == 0
               ? sow_err_set(err, SOW_USAGE,
                             "run %lld has no round yet: 'sowlab resume %lld' goes on",
                             (long long)run, (long long)run)
               : sow_err_set(err, SOW_USAGE,
                             "run %lld has no round %d: its rounds are 1 to %lld",
                             (long long)run, wanted->generation, (long long)made);
}

/* A function that finds the player spec of a run, on the heap. */
typedef enum sow_status spec_fn(struct sow_store *store, const struct wanted *wanted,
                                char **spec, struct sow_err *err);

/* Kinds of runs that produce a player, and the functions that find it. */
static const struct {
    const char *kind; /* word of the kind */
    spec_fn *spec;    /* finds its player */
} MAKERS[] = {
    {"evolve", evolved_spec},
    {"fit", fit_spec},
    {"learn", learnt_spec},
};

/* Finds a player spec by @p make, then checks the stored digest of the run, since damaged
   results must not be played. On failure @p spec is not to be freed. */
static enum sow_status checked_spec(struct sow_store *store, const struct wanted *wanted,
                                    spec_fn *make, char **spec, struct sow_err *err)
{
    enum sow_status status = make(store, wanted, spec, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_check_run(store, wanted->run->id, NULL, err);
    if (status != SOW_OK) {
        free(*spec);
        *spec = NULL;
    }
    return status;
}

/* Finds the player spec of a stored run, on the heap. Fails with SOW_NOT_FOUND if there
   is no such run, SOW_USAGE if it made no player. Callback of struct sow_run_lookup; @p
   context is the store. */
static enum sow_status lookup(void *context, int64_t run, int generation, char **spec,
                              struct sow_err *err)
{
    struct sow_store *store = context;
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, run, &row, err);
    if (status != SOW_OK)
        return status;
    status = sow_err_set(
        err, SOW_USAGE,
        "run %lld is of kind '%s' and made no player (evolve, fit and learn do)",
        (long long)run, row.kind);
    for (size_t i = 0; i < sizeof MAKERS / sizeof MAKERS[0]; i++)
        if (strcmp(MAKERS[i].kind, row.kind) == 0)
            status = checked_spec(store, &(struct wanted){&row, generation},
                                  MAKERS[i].spec, spec, err);
    sow_run_row_release(&row);
    return status;
}

enum sow_status sow_players_parse(struct sow_store *store, const char *spec,
                                  struct sow_agent *agent, struct sow_err *err)
{
    struct sow_run_lookup runs = {.spec = lookup, .context = store};
    return sow_agent_parse(spec, &runs, agent, err);
}

/* Replaces @p spec by the canonical spec of @p agent. Fails with SOW_USAGE if it is too
   long. */
static enum sow_status replace_spec(char **spec, const struct sow_agent *agent,
                                    struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    char *canonical = spec_of(agent, err);
    if (canonical == NULL)
        return SOW_NO_MEMORY;
    if (strlen(canonical) > SOW_SPEC_MAX)
        status = sow_err_set(err, SOW_USAGE,
                             "player '%.60s...' is too long: at most %d characters",
                             canonical, SOW_SPEC_MAX);
    free(status == SOW_OK ? *spec : canonical);
    if (status == SOW_OK)
        *spec = canonical;
    return status;
}

enum sow_status sow_player_resolve(struct sow_store *store, char **spec,
                                   struct sow_err *err)
{
    struct sow_agent agent;
    enum sow_status status = sow_players_parse(store, *spec, &agent, err);
    return status == SOW_OK ? replace_spec(spec, &agent, err) : status;
}

/* A database, and the rules that fitted players must have been made by. */
struct by_rules {
    struct sow_store *store; /* the database */
    char *text;              /* text of the rules; owned */
};

/* Checks that a run of `fit` or `learn` was made by the rules; a run of any other kind
   passes. Fails with SOW_USAGE if it was not, or as sow_store_read_run does. */
static enum sow_status check_rules(const struct by_rules *by, int64_t run,
                                   struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(by->store, run, &row, err);
    if (status != SOW_OK)
        return status;
    bool learnt = strcmp(row.kind, "fit") == 0 || strcmp(row.kind, "learn") == 0;
    if (learnt && strcmp(row.rules, by->text) != 0)
        status = sow_err_set(err, SOW_USAGE,
                             "the weights of run %lld are for other rules ('%s'): name a "
                             "fit or learnt player of the same rules",
                             (long long)run, row.variant);
    sow_run_row_release(&row);
    return status;
}

/* Finds the player spec of a stored run as lookup does, if its rules are right. @p
   context is a struct by_rules. */
static enum sow_status lookup_by(void *context, int64_t run, int generation, char **spec,
                                 struct sow_err *err)
{
    struct by_rules *by = context;
    enum sow_status status = check_rules(by, run, err);
    return status == SOW_OK ? lookup(by->store, run, generation, spec, err) : status;
}

enum sow_status sow_player_resolve_by(struct sow_store *store,
                                      const struct sow_rules *rules, char **spec,
                                      struct sow_err *err)
{
    struct sow_agent agent;
    struct by_rules by = {store, sow_variant_rules_text(rules)};
    struct sow_run_lookup runs = {.spec = lookup_by, .context = &by};
    if (by.text == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_agent_parse(*spec, &runs, &agent, err);
    free(by.text);
    return status == SOW_OK ? replace_spec(spec, &agent, err) : status;
}

/* The offset of a field in struct sow_contestants. */
#define AT(field) offsetof(struct sow_contestants, field)

static const struct sow_param ROWS[] = {
    {"player", &sow_param_string, AT(player), 0, SOW_SPEC_MAX, NULL, "divilly2013",
     "the player whose results are counted"},
    {"opponent", &sow_param_string, AT(opponent), 0, SOW_SPEC_MAX, NULL, "random",
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
    enum sow_status status = sow_player_resolve(store, &contestants->player, err);
    return status == SOW_OK ? sow_player_resolve(store, &contestants->opponent, err)
                            : status;
}

enum sow_status sow_contestants_parse(const struct sow_contestants *contestants,
                                      struct sow_agent agents[2], struct sow_err *err)
{
    enum sow_status status = sow_agent_parse(contestants->player, NULL, &agents[0], err);
    return status == SOW_OK
               ? sow_agent_parse(contestants->opponent, NULL, &agents[1], err)
               : status;
}
