/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads targets of fits, and labels positions by search. */
#include "sow/players/search_label.h"

#include "sow/heuristics/fixed_point.h"
#include "sow/players/player_template.h"
#include "sow/players/players.h"

#include <stdlib.h>
#include <string.h>

/* Beginning of a target by search. */
static const char SEARCH[] = "search:";

const char *sow_target_search(const char *target)
{
    size_t length = sizeof SEARCH - 1;
    return strncmp(target, SEARCH, length) == 0 ? target + length : NULL;
}

/* ---- Reading ---- */

/* Refuses a target that is neither the outcome nor a search. Returns SOW_USAGE. */
static enum sow_status refuse_target(const char *target, enum sow_target_form form,
                                     struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE,
                       "target '%.100s' is unknown: write outcome, or search:SPEC as in "
                       "search:alphabeta:depth=4,eval=[%s]",
                       target, form == SOW_TARGET_SPEC ? "run:1" : "weights");
}

/* Checks that a player gives the same value again, in the unit of its weights. Fails with
   SOW_USAGE. */
static enum sow_status check_labeller(const struct sow_agent *labeller,
                                      const char *target, struct sow_err *err)
{
    if (labeller->kind != SOW_AGENT_SEARCH)
        return sow_err_set(err, SOW_USAGE,
                           "target '%.200s' does not look ahead: name a search, such as "
                           "search:alphabeta:depth=6,eval=[run:1]",
                           target);
    if (sow_agent_is_timed(labeller))
        return sow_err_set(err, SOW_USAGE,
                           "target '%.200s' is limited by time, so its labels cannot be "
                           "repeated: limit it by depth= or nodes=",
                           target);
    if (labeller->limits.method == SOW_SEARCH_MCTS || labeller->endgame.file[0] != '\0')
        return sow_err_set(err, SOW_USAGE,
                           "target '%.200s' is not a value in seeds: name alphabeta or "
                           "minimax, without endgame=",
                           target);
    return SOW_OK;
}

enum sow_status sow_target_read(const char *target, enum sow_target_form form,
                                struct sow_agent *labeller, struct sow_err *err)
{
    const char *spec = sow_target_search(target);
    *labeller = (struct sow_agent){.kind = SOW_AGENT_RANDOM};
    if (spec == NULL && strcmp(target, SOW_TARGET_OUTCOME) == 0)
        return SOW_OK;
    enum sow_status status =
        spec == NULL || spec[0] == '\0' ? refuse_target(target, form, err)
        : form == SOW_TARGET_TEMPLATE   ? sow_template_read(spec, labeller, err)
                                        : sow_agent_parse(spec, NULL, labeller, err);
    return status == SOW_OK ? check_labeller(labeller, target, err) : status;
}

/* ---- Resolving ---- */

/* Returns a copy of a spec without brackets around it, on the heap. NULL if memory is
   short. */
static char *bare_copy(const char *spec)
{
    size_t length = strlen(spec);
    bool wrapped = length > 2 && spec[0] == '[' && spec[length - 1] == ']';
    return wrapped ? strndup(spec + 1, length - 2) : strdup(spec);
}

/* Replaces a spec on the heap by its canonical form. Fails as sow_target_resolve. */
static enum sow_status resolve_spec(char **spec, enum sow_target_form form,
                                    struct sow_store *store,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_agent agent;
    if (form == SOW_TARGET_TEMPLATE)
        return sow_template_resolve(spec, rules, err);
    enum sow_status status = sow_player_resolve_by(store, rules, spec, err);
    if (status == SOW_OK)
        status = sow_agent_parse(*spec, NULL, &agent, err);
    return status == SOW_OK ? sow_agent_open(&agent, rules, false, err) : status;
}

/* Replaces the target by one with the canonical form of @p spec, which is on the heap.
   Fails as sow_target_resolve. */
static enum sow_status replace_target(char **target, char *spec, struct sow_err *err)
{
    char *made = NULL;
    if (asprintf(&made, "%s%s", SEARCH, spec) < 0)
        return sow_err_no_memory(err);
    free(*target);
    *target = made;
    return SOW_OK;
}

enum sow_status sow_target_resolve(char **target, enum sow_target_form form,
                                   struct sow_store *store, const struct sow_rules *rules,
                                   struct sow_err *err)
{
    struct sow_agent labeller;
    const char *typed = sow_target_search(*target);
    if (typed == NULL || typed[0] == '\0')
        return sow_target_read(*target, form, &labeller, err);
    char *spec = bare_copy(typed);
    if (spec == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = resolve_spec(&spec, form, store, rules, err);
    if (status == SOW_OK)
        status = replace_target(target, spec, err);
    free(spec);
    return status == SOW_OK ? sow_target_read(*target, form, &labeller, err) : status;
}

/* ---- Labels ---- */

void sow_labeller_init(struct sow_labeller *labeller, const struct sow_agent *agent)
{
    (void)sow_agent_leaf_of(agent, &labeller->leaf);
    labeller->search = (struct sow_search){
        .limits = agent->limits, .evaluator = sow_agent_evaluator(&labeller->leaf)};
    labeller->exponent = agent->exponent;
    labeller->memory = NULL;
}

void sow_labeller_begin(struct sow_labeller *labeller, const struct sow_game *game)
{
    labeller->memory = calloc(1, sizeof *labeller->memory);
    if (labeller->memory != NULL &&
        sow_agent_sum_init(&labeller->memory->sum, &labeller->leaf, game))
        labeller->search.evaluator.sum = &labeller->memory->sum.sum;
}

void sow_labeller_end(struct sow_labeller *labeller)
{
    labeller->search.evaluator.sum = NULL;
    free(labeller->memory);
    labeller->memory = NULL;
}

/* Returns the label of a finished game for @p seat: its margin in seeds, with depth 0. */
static struct sow_label label_ended(const struct sow_game *game, int seat)
{
    return (struct sow_label){.value =
                                  game->board.store[seat] - game->board.store[1 - seat]};
}

/* Searches a position with legal moves, by the shallow search if it covers the position.
   Returns the value of the best moves for @p seat, in the unit of the weights. */
static struct sow_label search(const struct sow_labeller *labeller,
                               const struct sow_game *game, int seat)
{
    int32_t best = INT32_MIN;
    struct sow_search_result found = {.depth = labeller->search.limits.depth};
    if (sow_shallow_covers(&labeller->search, game)) {
        best = sow_shallow_run(&labeller->search, &labeller->memory->shallow, game,
                               found.best);
    } else {
        sow_search_run(&labeller->search, game, &found);
        for (int i = 0; i < found.count; i++)
            best = found.best[i] && found.value[i] > best ? found.value[i] : best;
    }
    double value = sow_fixed_to_weight(best, labeller->exponent);
    return (struct sow_label){.value = seat == game->board.side ? value : -value,
                              .depth = found.depth};
}

struct sow_label sow_labeller_value(const struct sow_labeller *labeller,
                                    const struct sow_game *game, int seat)
{
    int moves[SOW_MOVES_MAX];
    if (sow_game_moves(game, moves) > 0)
        return search(labeller, game, seat);
    struct sow_game passed = *game;
    sow_game_pass(&passed);
    return passed.ended || sow_game_moves(&passed, moves) == 0
               ? label_ended(&passed, seat)
               : search(labeller, &passed, seat);
}
