/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches of a fitted player: its opponents, the player itself, and the games. */
#include "sow/fitting/fit_comparison.h"

#include "sow/matches/duels.h"
#include "sow/matches/match.h"
#include "sow/players/player_template.h"
#include "sow/players/players.h"
#include "sow/support/progress.h"
#include "sow/variants/variant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

/* Finds the run of the best champion that evolved by the rules. Writes SOW_CHAMPION_NONE
   if there is none. Fails with SOW_NO_MEMORY or a status of the database. */
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

/* Replaces every word `champion` in a list, in any case of letters, and a comma behind
   it, by blanks, and cuts separators at the end. Returns true if there was such a
   word. */
static bool cut_champion(char *list)
{
    static const char SEPARATORS[] = " ,\t\n";
    size_t word = strlen(SOW_OPPONENT_CHAMPION);
    bool found = false;
    for (char *at = list; *(at += strspn(at, SEPARATORS)) != '\0';) {
        size_t length = strcspn(at, SEPARATORS);
        bool same = length == word && strncasecmp(at, SOW_OPPONENT_CHAMPION, word) == 0;
        found = found || same;
        if (same)
            memset(at, ' ', length + (at[length] == ','));
        at += length;
    }
    size_t end = strlen(list);
    while (end > 0 && strchr(SEPARATORS, list[end - 1]) != NULL)
        list[--end] = '\0';
    return found;
}

/* Adds the best champion of the rules to a list, and gives its run. Without a champion
   adds nothing. Fails with SOW_USAGE if the list has that player already. */
static enum sow_status add_champion(struct sow_player_list *list, int *champion,
                                    struct sow_store *store,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    char spec[32];
    size_t count = list->count;
    enum sow_status status = find_champion(store, rules, champion, err);
    if (status != SOW_OK || *champion == SOW_CHAMPION_NONE)
        return status;
    (void)snprintf(spec, sizeof spec, "run:%d", *champion);
    status = sow_player_list_add(list, store, spec, err);
    if (status == SOW_OK && list->count == count)
        status = sow_err_set(
            err, SOW_USAGE,
            "player '%s', the champion, is in the list twice, perhaps under two names; name it once",
            spec);
    return status;
}

enum sow_status sow_fit_opponents_resolve(struct sow_player_list *list, int *champion,
                                          struct sow_store *store,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    if (list->count > 0 || list->text == NULL)
        return SOW_OK;
    bool wants_champion = cut_champion(list->text);
    enum sow_status status = SOW_OK;
    if (!sow_player_list_is_empty(list))
        status = sow_player_list_resolve(list, store, err);
    return status == SOW_OK && wants_champion
               ? add_champion(list, champion, store, rules, err)
               : status;
}

/* ---- The matches ---- */

/* All players. The fitted player is agent 0, and the opponents follow. */
struct field {
    struct sow_agent *agents;
    uint32_t count; /* number of all agents */
};

/* Makes the player of the run's stored fit: its weights in the template @p player, or the
   weights alone if that is empty. Fails with SOW_USAGE if the fit gives no player. */
static enum sow_status read_fitted(const struct sow_run *run, const char *player,
                                   struct sow_agent *agent, struct sow_err *err)
{
    struct sow_agent template_agent;
    enum sow_status status = sow_players_fitted(run->sink, run->id, agent, err);
    if (status == SOW_OK)
        status = sow_template_read(player, &template_agent, err);
    return status == SOW_OK ? sow_template_fill(&template_agent, agent, err) : status;
}

/* Makes the field of all players. The caller frees `agents`, also on failure. Fails as
   read_fitted. */
static enum sow_status read_field(const struct sow_run *run,
                                  const struct sow_fit_comparison *comparison,
                                  struct field *field, struct sow_err *err)
{
    size_t opponents = comparison->opponents->count;
    field->count = (uint32_t)opponents + 1;
    field->agents = calloc(field->count, sizeof *field->agents);
    if (field->agents == NULL)
        return sow_err_no_memory(err);
    if (opponents > 0)
        memcpy(field->agents + 1, comparison->opponents->agents,
               opponents * sizeof *field->agents);
    return read_fitted(run, comparison->player, &field->agents[0], err);
}

/* Plays all games against one opponent, an index into the field, and writes their result
   to @p duel. Games with openings have the round 1 of random streams, the others the
   round 0. Fails as sow_openings_load and sow_duels_play. */
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

/* Plays and stores the match against one opponent, an index into the field. Nothing is
   stored on failure. */
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

/* Plays and stores the matches that the run does not have yet, in the order of the
   opponents, and shows the progress. Returns the first error; the matches before it stay
   stored. */
static enum sow_status play_matches(struct sow_run *run, const struct field *field,
                                    const struct sow_fit_comparison *comparison,
                                    struct sow_err *err)
{
    int64_t played = 0;
    enum sow_status status = sow_store_count(run->sink, "matches", run->id, &played, err);
    if (status != SOW_OK)
        return status;
    uint64_t a_match = 2 * (uint64_t)comparison->games;
    sow_progress_begin(run->with.progress, (field->count - 1) * a_match, "games");
    sow_progress_update(run->with.progress, (uint64_t)played * a_match,
                        "comparing the fitted player");
    for (uint32_t k = (uint32_t)played + 1; status == SOW_OK && k < field->count; k++)
        status = play_match(run, field, k, comparison, err);
    sow_progress_end(run->with.progress);
    return status;
}

enum sow_status sow_fit_compare(struct sow_run *run,
                                const struct sow_fit_comparison *comparison,
                                struct sow_err *err)
{
    struct field field;
    struct sow_err fault;
    enum sow_status status = read_field(run, comparison, &field, &fault);
    /* A fit in which no feature is left is a valid result without a player. */
    if (status == SOW_OK)
        status = play_matches(run, &field, comparison, err);
    else
        status =
            status == SOW_USAGE ? SOW_OK : sow_err_set(err, status, "%s", fault.text);
    free(field.agents);
    return status;
}
