/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/fitting/fit_comparison.h"

#include "sow/base/stream.h"
#include "sow/matches/duels.h"
#include "sow/matches/match.h"
#include "sow/support/progress.h"
#include "sow/variants/variant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

/* Copies the next spec of a list to @p spec and goes on after it; false if there is none.
   One that is too long is cut to a blank, which is no player's. */
static bool next_spec(const char **list, char spec[SOW_SPEC_MAX + 1])
{
    *list += strspn(*list, " ");
    size_t length = strcspn(*list, " ");
    if (length == 0)
        return false;
    (void)snprintf(spec, SOW_SPEC_MAX + 1, "%.*s", (int)length,
                   length <= SOW_SPEC_MAX ? *list : " ");
    *list += length;
    return true;
}

static enum sow_status find_champion(struct sow_store *store,
                                     const struct sow_rules *rules, int *champion,
                                     struct sow_err *err)
{
    char *text = sow_variant_rules_text(rules);
    if (text == NULL)
        return sow_err_no_memory(err);
    int64_t run = 0;
    enum sow_status status = sow_store_best_champion(store, text, &run, err);
    free(text);
    *champion = run <= INT_MAX ? (int)run : SOW_CHAMPION_NONE;
    return status;
}

/* A list being resolved. */
struct resolving {
    struct sow_store *store;
    const struct sow_rules *rules;
    bool wants_champion;
    int count;
    FILE *out;
};

static enum sow_status resolve_spec(struct resolving *resolving, const char *spec,
                                    struct sow_err *err)
{
    if (strcmp(spec, SOW_OPPONENT_CHAMPION) == 0) {
        resolving->wants_champion = true;
        return SOW_OK;
    }
    if (resolving->count == SOW_OPPONENTS_MAX)
        return sow_err_set(err, SOW_USAGE, "too many opponents: at most %d",
                           SOW_OPPONENTS_MAX);
    struct sow_agent agent;
    enum sow_status status = sow_players_parse(resolving->store, spec, &agent, err);
    if (status != SOW_OK)
        return status;
    char *canonical = sow_agent_spec(&agent);
    if (canonical == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(resolving->out, "%s%s", resolving->count++ > 0 ? " " : "", canonical);
    free(canonical);
    return SOW_OK;
}

static enum sow_status resolve_champion(struct resolving *resolving, int *champion,
                                        struct sow_err *err)
{
    char spec[32];
    if (!resolving->wants_champion)
        return SOW_OK;
    enum sow_status status =
        find_champion(resolving->store, resolving->rules, champion, err);
    if (status != SOW_OK || *champion == SOW_CHAMPION_NONE)
        return status;
    (void)snprintf(spec, sizeof spec, "run:%d", *champion);
    return resolve_spec(resolving, spec, err);
}

enum sow_status sow_fit_opponents_resolve(char **list, int *champion,
                                          struct sow_store *store,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    char spec[SOW_SPEC_MAX + 1];
    char *resolved = NULL;
    size_t size = 0;
    struct resolving resolving = {
        .store = store, .rules = rules, .out = sow_stream_open(&resolved, &size)};
    if (resolving.out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (const char *at = *list; status == SOW_OK && next_spec(&at, spec);)
        status = resolve_spec(&resolving, spec, err);
    if (status == SOW_OK)
        status = resolve_champion(&resolving, champion, err);
    if (fclose(resolving.out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK && size > SOW_OPPONENT_LIST_MAX)
        status = sow_err_set(err, SOW_USAGE,
                             "the opponents are too long: at most %d characters in all",
                             SOW_OPPONENT_LIST_MAX);
    free(status == SOW_OK ? *list : resolved);
    if (status == SOW_OK)
        *list = resolved;
    return status;
}

static bool has_spec(const char *list, const char *spec)
{
    char other[SOW_SPEC_MAX + 1];
    while (next_spec(&list, other))
        if (strcmp(other, spec) == 0)
            return true;
    return false;
}

enum sow_status sow_fit_opponents_differ(const char *list, struct sow_store *store,
                                         const struct sow_rules *rules,
                                         struct sow_err *err)
{
    char *resolved = strdup(list);
    char spec[SOW_SPEC_MAX + 1];
    int champion = SOW_CHAMPION_NOT_ASKED;
    if (resolved == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_fit_opponents_resolve(&resolved, &champion, store, rules, err);
    for (const char *at = resolved; status == SOW_OK && next_spec(&at, spec);)
        if (has_spec(at, spec))
            status = sow_err_set(
                err, SOW_USAGE,
                "player '%.200s' is among the opponents twice, perhaps under two names; name it once",
                spec);
    free(resolved);
    return status;
}

/* ---- The matches ---- */

/* The fitted player is agent 0, the opponents follow. */
struct field {
    struct sow_agent agents[SOW_OPPONENTS_MAX + 1];
    uint32_t count; /* of all agents */
};

static enum sow_status read_field(const struct sow_run *run, const char *list,
                                  struct field *field, struct sow_err *err)
{
    char spec[SOW_SPEC_MAX + 1];
    enum sow_status status =
        sow_players_fitted(run->sink, run->id, &field->agents[0], err);
    field->count = 1;
    while (status == SOW_OK && next_spec(&list, spec)) {
        if (field->count > SOW_OPPONENTS_MAX)
            return sow_err_set(err, SOW_BAD_DATA,
                               "the record lists more opponents than there can be");
        status = sow_agent_parse(spec, NULL, &field->agents[field->count++], err);
    }
    return status;
}

/* Openings and the games after them have a round of streams of their own. */
static enum sow_status play_duel(struct sow_run *run, const struct field *field,
                                 uint32_t opponent,
                                 const struct sow_fit_comparison *comparison,
                                 struct sow_duel *duel, struct sow_err *err)
{
    struct sow_duel_pair pair = {.player = 0, .opponent = opponent};
    struct sow_duels duels = {.agents = field->agents,
                              .agent_count = field->count,
                              .pairs = &pair,
                              .count = 1,
                              .games = comparison->games,
                              .purpose = SOW_PURPOSE_VALIDATION,
                              .openings = {.random_plies = comparison->random_plies},
                              .look = true};
    enum sow_status status =
        sow_openings_load(comparison->starts, run->rules, &duels.openings, err);
    duels.round = sow_openings_are_any(&duels.openings);
    if (status == SOW_OK)
        status = sow_duels_play(run, &duels, duel, err);
    sow_starts_release(&duels.openings.starts);
    return status;
}

static enum sow_status play_match(struct sow_run *run, const struct field *field,
                                  uint32_t opponent,
                                  const struct sow_fit_comparison *comparison,
                                  struct sow_err *err)
{
    struct sow_duel duel;
    enum sow_status status = play_duel(run, field, opponent, comparison, &duel, err);
    if (status != SOW_OK)
        return status;
    struct sow_match_result result = {.match = (int)opponent - 1,
                                      .purpose = "validation",
                                      .player = &field->agents[0],
                                      .opponent = &field->agents[opponent],
                                      .duel = &duel};
    return sow_match_store(run, &result, err);
}

enum sow_status sow_fit_compare(struct sow_run *run,
                                const struct sow_fit_comparison *comparison,
                                struct sow_err *err)
{
    struct field field;
    struct sow_err fault;
    int64_t played = 0;
    enum sow_status status = read_field(run, comparison->opponents, &field, &fault);
    /* A fit in which no feature is left is a result; it plays nothing. */
    if (status == SOW_USAGE)
        return SOW_OK;
    if (status != SOW_OK)
        return sow_err_set(err, status, "%s", fault.text);
    status = sow_store_count(run->sink, "matches", run->id, &played, err);
    if (status != SOW_OK)
        return status;
    uint64_t a_match = 2 * (uint64_t)comparison->games;
    sow_progress_begin(run->progress, (field.count - 1) * a_match, "games");
    sow_progress_update(run->progress, (uint64_t)played * a_match,
                        "comparing the fitted player");
    for (uint32_t k = (uint32_t)played + 1; status == SOW_OK && k < field.count; k++)
        status = play_match(run, &field, k, comparison, err);
    sow_progress_end(run->progress);
    return status;
}
