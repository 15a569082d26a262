/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of an ablation: played, stored, and read again by a resumed run. */
#include "ablation.h"

#include "sow/store/store.h"
#include "sow/store/tables/ablation_games.def"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Signs of lost, drawn and won games in the database. */
static const char SIGNS[] = "-=+";

/* Returns the number of games of a change in one variant. */
static size_t games_in_variant(const struct ablation *ablation)
{
    return sow_ablation_at(ablation, 1, 0);
}

/* ---- The changed player ---- */

/* Makes the player of a change without learning: one weight is another, or all but those
   kept are 0. */
static void reweigh(const struct ablation *ablation, struct ablation_change *change)
{
    double weights[SOW_AGENT_TERMS_MAX] = {0};
    const struct ablation_vector *vector = &ablation->vector;
    for (int i = 0; i < change->kept; i++)
        weights[ablation->order[i]] = vector->weight[ablation->order[i]];
    if (change->kind != ABLATION_FORWARD)
        memcpy(weights, vector->weight, sizeof weights);
    if (change->term != ABLATION_NO_TERM && change->kind != ABLATION_FORWARD)
        weights[change->term] = change->weight;
    sow_ablation_vector_apply(&ablation->original, weights, &change->agent);
}

/* Returns true if a learner makes the player of a change. */
static bool is_learnt(const struct ablation *ablation,
                      const struct ablation_change *change)
{
    return change->kind == ABLATION_REFIT ||
           (change->kind == ABLATION_FORWARD &&
            sow_ablation_has_learner(ablation->options));
}

/* Learns the player of a change. Fails as the learner does. */
static enum sow_status relearn(const struct ablation *ablation,
                               struct ablation_change *change, struct sow_err *err)
{
    bool kept[SOW_AGENT_TERMS_MAX] = {false};
    for (int i = 0; i < ablation->vector.count; i++)
        kept[i] = change->kind == ABLATION_REFIT && i != change->term &&
                  (ablation->vector.weight[i] != 0.0 || !ablation->vector.of_moves);
    for (int i = 0; i < change->kept; i++)
        kept[ablation->order[i]] = true;
    return sow_ablation_learn(ablation, kept, &change->agent, err);
}

/* Makes the player of a change, unless it is made. Fails as the learner does, or with
   SOW_NO_MEMORY. */
static enum sow_status make_player(const struct ablation *ablation,
                                   struct ablation_change *change, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (change->made)
        return SOW_OK;
    if (is_learnt(ablation, change))
        status = relearn(ablation, change, err);
    else
        reweigh(ablation, change);
    if (status != SOW_OK)
        return status;
    change->spec = sow_agent_spec(&change->agent);
    change->made = change->spec != NULL;
    return change->made ? SOW_OK : sow_err_no_memory(err);
}

/* ---- Games ---- */

const struct sow_agent *sow_ablation_opponent(const struct ablation *ablation,
                                              size_t variant, size_t opponent,
                                              const char **spec)
{
    const struct sow_player_list *named = &ablation->options->opponents;
    const struct sow_panel_member *member =
        ablation->panels != NULL ? &ablation->panels[variant].member[opponent] : NULL;
    if (spec != NULL)
        *spec = member != NULL ? member->spec : named->specs[opponent];
    return member != NULL ? &member->agent : &named->agents[opponent];
}

/* Makes both players of a game look ahead. The opponent is a member of the panel, or the
   original if it is the last one. */
static void seat_players(const struct ablation *ablation,
                         const struct ablation_change *change, size_t variant,
                         size_t opponent, struct sow_agent agents[2])
{
    int depth = ablation->options->depth;
    const struct sow_agent *other =
        opponent == ablation->opponents
            ? &ablation->original
            : sow_ablation_opponent(ablation, variant, opponent, NULL);
    const char *refusal = sow_strength_deepen(&change->agent, depth, &agents[0]);
    assert(refusal == NULL);
    refusal = sow_strength_deepen(other, depth, &agents[1]);
    assert(refusal == NULL);
    (void)refusal;
}

/* Returns the request of games in a variant, with the random seed of all measurements. */
static struct sow_strength_request request_of(const struct ablation *ablation,
                                              size_t variant)
{
    return (struct sow_strength_request){.rules = ablation->list[variant].rules,
                                         .openings = ablation->options->openings,
                                         .with = ablation->run->with};
}

/* Plays the games of a change in a variant. */
static enum sow_status play_variant(const struct ablation *ablation,
                                    struct ablation_change *change, size_t variant,
                                    struct sow_err *err)
{
    struct sow_agent agents[2];
    struct sow_strength_request request = request_of(ablation, variant);
    enum sow_status status = SOW_OK;
    for (size_t o = 0; o < sow_ablation_opponents(ablation) && status == SOW_OK; o++) {
        seat_players(ablation, change, variant, o, agents);
        status = sow_strength_seats(&request, agents, o,
                                    &change->signs[sow_ablation_at(ablation, variant, o)],
                                    err);
    }
    return status;
}

enum sow_status sow_ablation_play_fresh(const struct ablation *ablation,
                                        const struct ablation_change *change,
                                        const struct ablation_cell *cell, double *points,
                                        struct sow_err *err)
{
    struct sow_agent agents[2];
    struct sow_strength_request request = request_of(ablation, cell->variant);
    size_t openings = (size_t)request.openings;
    /* Random seeds of runs are below 2^63. */
    request.seed = ablation->run->seed | (uint64_t)1 << 63U;
    request.with.progress = NULL;
    int8_t *signs = calloc(2 * openings, sizeof *signs);
    if (signs == NULL)
        return sow_err_no_memory(err);
    seat_players(ablation, change, cell->variant, cell->opponent, agents);
    enum sow_status status =
        sow_strength_seats(&request, agents, cell->opponent, signs, err);
    for (size_t k = 0; k < openings && status == SOW_OK; k++)
        points[k] = 0.5 + 0.5 * signs[2 * k + (size_t)cell->seat];
    free(signs);
    return status;
}

/* ---- The database ---- */

/* Stores the games of a change in a variant. */
static enum sow_status store_games(const struct ablation *ablation, size_t number,
                                   size_t variant, struct sow_err *err)
{
    const struct ablation_change *change = &ablation->changes[number];
    struct sow_store *sink = ablation->run->sink;
    size_t games = games_in_variant(ablation);
    char *results = malloc(games + 1);
    if (results == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < games; i++)
        results[i] = SIGNS[1 + change->signs[sow_ablation_at(ablation, variant, 0) + i]];
    results[games] = '\0';
    struct sow_ablation_games_row row = {.run_id = ablation->run->id,
                                         .change = (int)number,
                                         .place = (int)variant,
                                         .player = change->spec,
                                         .results = results};
    enum sow_status status = sow_store_begin(sink, err);
    if (status == SOW_OK)
        status = sow_store_add(sink, ablation_games, &row, err);
    status = sow_store_end(sink, status, err);
    free(results);
    return status;
}

/* Reading of stored games. */
struct recall {
    struct ablation *ablation;
    size_t next; /* number of rows read, over changes and then variants */
};

/* Copies stored results. Returns false unless there is one for every game. */
static bool copy_results(const char *results, size_t games, int8_t *signs)
{
    if (strlen(results) != games)
        return false;
    for (size_t i = 0; i < games; i++) {
        const char *sign = strchr(SIGNS, results[i]);
        if (sign == NULL)
            return false;
        signs[i] = (int8_t)(sign - SIGNS - 1);
    }
    return true;
}

/* Takes the stored player of a change. Returns false if it is not the planned one. */
static bool take_player(const struct ablation *ablation, struct ablation_change *change,
                        const char *player)
{
    if (!change->made && !is_learnt(ablation, change))
        (void)make_player(ablation, change, NULL);
    if (change->made)
        return strcmp(change->spec, player) == 0;
    change->made = sow_agent_parse(player, NULL, &change->agent, NULL) == SOW_OK &&
                   (change->spec = strdup(player)) != NULL;
    return change->made;
}

/* Takes a stored row as the games that come next (a sow_ablation_games_fn). Returns
   SOW_BAD_DATA if it is not these. */
static enum sow_status
recall_games(void *context, const struct sow_ablation_games_row *row, struct sow_err *err)
{
    struct recall *recall = context;
    struct ablation *ablation = recall->ablation;
    size_t number = recall->next / ablation->variants;
    size_t variant = recall->next % ablation->variants;
    bool planned = number < ablation->count && row->change == (int)number &&
                   row->place == (int)variant;
    if (planned) {
        struct ablation_change *change = &ablation->changes[number];
        planned = take_player(ablation, change, row->player) &&
                  copy_results(row->results, games_in_variant(ablation),
                               &change->signs[sow_ablation_at(ablation, variant, 0)]);
    }
    if (!planned)
        return sow_err_set(err, SOW_BAD_DATA,
                           "change %d of run %lld does not belong to the run; the record "
                           "is damaged",
                           row->change, (long long)row->run_id);
    recall->next++;
    return SOW_OK;
}

/* Shows the change that comes next. */
static void show_progress(const struct ablation *ablation, size_t number)
{
    char note[80];
    const struct ablation_change *change = &ablation->changes[number];
    (void)snprintf(note, sizeof note, "%s %.40s", sow_ablation_kind_names[change->kind],
                   change->term == ABLATION_NO_TERM
                       ? ""
                       : sow_ablation_term_name(&ablation->vector, change->term));
    sow_progress_advance(ablation->run->with.progress, 0, note);
}

enum sow_status sow_ablation_play(struct ablation *ablation, struct sow_err *err)
{
    struct recall recall = {.ablation = ablation};
    const struct sow_run *run = ablation->run;
    size_t total = ablation->count * ablation->variants;
    enum sow_status status =
        sow_store_each(run->sink, ablation_games, run->id, recall_games, &recall, err);
    sow_progress_begin(run->with.progress, total * games_in_variant(ablation), "games");
    sow_progress_advance(run->with.progress, recall.next * games_in_variant(ablation),
                         NULL);
    for (size_t i = recall.next; i < total && status == SOW_OK; i++) {
        size_t number = i / ablation->variants;
        struct ablation_change *change = &ablation->changes[number];
        show_progress(ablation, number);
        status = sow_run_look(run, err);
        if (status == SOW_OK)
            status = make_player(ablation, change, err);
        if (status == SOW_OK)
            status = play_variant(ablation, change, i % ablation->variants, err);
        if (status == SOW_OK)
            status = store_games(ablation, number, i % ablation->variants, err);
    }
    sow_progress_end(run->with.progress);
    return status;
}
