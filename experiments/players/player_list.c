/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/players/player_list.h"

#include "sow/base/text.h"

#include <stdlib.h>
#include <string.h>

const struct sow_player_group sow_player_groups[] = {
    {"heuristics", SOW_PAPER_HEURISTICS, NULL, "the paper's heuristics, each alone"},
    {"paper", SOW_PAPER_HEURISTICS, "random",
     "the opponents of Divilly, O'Riordan and Hill 2013"},
    {"all-heuristics", SOW_HEURISTICS, NULL, "all heuristics, each alone"},
    {NULL, 0, NULL, NULL},
};

static const char BLANKS[] = " \t\n";

/* --- lists of words --- */

/* Copies the next word and moves on; false at the end. A word that is too long is cut,
   which makes it a bad one. */
static bool next_word(const char **at, const char *separators,
                      char word[SOW_SPEC_MAX + 1])
{
    *at += strspn(*at, separators);
    size_t length = strcspn(*at, separators);
    size_t kept = length < SOW_SPEC_MAX ? length : SOW_SPEC_MAX;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += length;
    return length > 0;
}

static enum sow_status too_long(struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE,
                       "too many players: their names and specs may have %d characters",
                       SOW_PLAYER_LIST_MAX);
}

static enum sow_status append(char list[SOW_PLAYER_LIST_MAX + 1], const char *word,
                              struct sow_err *err)
{
    size_t used = strlen(list);
    size_t length = strlen(word);
    bool first = used == 0;
    if (used + !first + length > SOW_PLAYER_LIST_MAX)
        return too_long(err);
    if (!first)
        list[used++] = ' ';
    memcpy(list + used, word, length + 1);
    return SOW_OK;
}

enum sow_status sow_player_list_take(struct sow_player_list *list, int count,
                                     char *const *words, struct sow_err *err)
{
    list->specs[0] = '\0';
    list->names[0] = '\0';
    enum sow_status status = SOW_OK;
    for (int i = 0; i < count && status == SOW_OK; i++)
        status = append(list->specs, words[i], err);
    return status;
}

/* --- what was typed --- */

/* A list being resolved. */
struct resolution {
    struct sow_store *store;
    size_t count;
    bool commas_lost; /* what was typed is cut at commas that a player may have */
    struct sow_player_list done;
};

/* The start of word @p index of a list. */
static char *word_at(char *list, size_t index)
{
    for (size_t i = 0; i < index; i++)
        list = strchr(list, ' ') + 1;
    return list;
}

/* The place of a spec among the players, or their count if it is not there. */
static size_t find_spec(const struct resolution *resolution, const char *spec)
{
    char listed[SOW_SPEC_MAX + 1];
    const char *at = resolution->done.specs;
    size_t place = 0;
    while (next_word(&at, BLANKS, listed) && strcmp(listed, spec) != 0)
        place++;
    return place;
}

/* Two generations may have the same best, and a champion be the best of the last one:
   that is one player with two names. To type one name twice is a mistake. */
static enum sow_status add_name(struct resolution *resolution, size_t player,
                                const char *word, struct sow_err *err)
{
    char *name = word_at(resolution->done.names, player);
    size_t length = strcspn(name, " ");
    bool same = strlen(word) == length && strncmp(name, word, length) == 0;
    if (same || (strncmp(word, "run:", 4) != 0 && strncmp(name, "run:", 4) != 0))
        return sow_err_set(
            err, SOW_USAGE,
            "player '%.200s' is in the list twice, perhaps under two names; name it once",
            word);
    size_t more = strlen(word) + 1;
    if (strlen(resolution->done.names) + more > SOW_PLAYER_LIST_MAX)
        return too_long(err);
    char *end = name + length;
    memmove(end + more, end, strlen(end) + 1);
    *end = '=';
    memcpy(end + 1, word, more - 1);
    return SOW_OK;
}

static enum sow_status add_player(struct resolution *resolution, const char *word,
                                  struct sow_err *err)
{
    char spec[SOW_SPEC_MAX + 1];
    (void)snprintf(spec, sizeof spec, "%s", word);
    struct sow_err fault;
    enum sow_status status = sow_player_resolve(resolution->store, spec, &fault);
    if (status != SOW_OK)
        return sow_err_set(err, status, "%s%s", fault.text,
                           status == SOW_USAGE && resolution->commas_lost
                               ? "; players with commas of their own are put between "
                                 "blanks"
                               : "");
    size_t place = find_spec(resolution, spec);
    if (place < resolution->count)
        return add_name(resolution, place, word, err);
    if (++resolution->count > SOW_PLAYERS_MAX)
        return sow_err_set(err, SOW_USAGE, "too many players: at most %d",
                           SOW_PLAYERS_MAX);
    status = append(resolution->done.specs, spec, err);
    return status == SOW_OK ? append(resolution->done.names, word, err) : status;
}

static enum sow_status add_word(struct resolution *resolution, const char *word,
                                struct sow_err *err)
{
    const struct sow_player_group *group = sow_player_groups;
    while (group->name != NULL && strcmp(group->name, word) != 0)
        group++;
    if (group->name == NULL)
        return add_player(resolution, word, err);
    enum sow_status status = SOW_OK;
    for (int h = 0; h < group->heuristics && status == SOW_OK; h++)
        status = add_player(resolution, sow_heuristic_rows[h].name, err);
    return status == SOW_OK && group->more != NULL
               ? add_player(resolution, group->more, err)
               : status;
}

/* Specs have commas of their own. */
static const char *separators_of(const struct resolution *resolution, const char *typed)
{
    struct sow_agent agent;
    if (strpbrk(typed, BLANKS) != NULL ||
        sow_players_parse(resolution->store, typed, &agent, NULL) == SOW_OK)
        return BLANKS;
    return ", \t\n";
}

/* Is a list with a comma also one with a player whose form has commas? */
static bool has_inner_commas(const char *typed)
{
    struct sow_agent_form form;
    char start[32];
    for (int i = 0; strchr(typed, ',') != NULL && sow_agent_form_at(i, &form); i++) {
        (void)snprintf(start, sizeof start, "%s:", form.name);
        if (strchr(form.arguments, ',') != NULL && strstr(typed, start) != NULL)
            return true;
    }
    return false;
}

static enum sow_status resolve(struct resolution *resolution, const char *typed,
                               struct sow_err *err)
{
    const char *separators = separators_of(resolution, typed);
    char word[SOW_SPEC_MAX + 1];
    enum sow_status status = SOW_OK;
    resolution->commas_lost = separators != BLANKS && has_inner_commas(typed);
    while (status == SOW_OK && next_word(&typed, separators, word)) {
        size_t length = strlen(word);
        if (length > 1 && word[length - 1] == ',')
            word[length - 1] = '\0';
        status = add_word(resolution, word, err);
    }
    if (status == SOW_OK && resolution->count == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "no player is named; 'players' shows what a player can be");
    return status;
}

enum sow_status sow_player_list_resolve(struct sow_player_list *list,
                                        struct sow_store *store, struct sow_err *err)
{
    if (list->names[0] != '\0')
        return SOW_OK;
    struct resolution *resolution = calloc(1, sizeof *resolution);
    if (resolution == NULL)
        return sow_err_no_memory(err);
    resolution->store = store;
    sow_text_lower(list->specs);
    enum sow_status status = resolve(resolution, list->specs, err);
    if (status == SOW_OK)
        *list = resolution->done;
    free(resolution);
    return status;
}

/* --- players of a list --- */

size_t sow_player_list_count(const struct sow_player_list *list)
{
    size_t count = list->specs[0] != '\0';
    for (const char *at = list->specs; (at = strchr(at, ' ')) != NULL; at++)
        count++;
    return count;
}

/* Cuts a list at its blanks in place. */
static size_t cut(char *list, const char *words[SOW_PLAYERS_MAX])
{
    size_t count = 0;
    for (char *word; (word = strsep(&list, " ")) != NULL && count < SOW_PLAYERS_MAX;)
        words[count++] = word;
    return count;
}

static enum sow_status read_agents(struct sow_roster *roster, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < roster->count && status == SOW_OK; i++)
        status = sow_agent_parse(roster->specs[i], NULL, &roster->agents[i], err);
    return status == SOW_USAGE ? SOW_BAD_DATA : status;
}

enum sow_status sow_roster_read(const struct sow_player_list *list,
                                struct sow_roster *roster, struct sow_err *err)
{
    *roster = (struct sow_roster){
        .agents = calloc(SOW_PLAYERS_MAX, sizeof *roster->agents),
        .specs = calloc(SOW_PLAYERS_MAX, sizeof *roster->specs),
        .names = calloc(SOW_PLAYERS_MAX, sizeof *roster->names),
        .room = malloc(sizeof *roster->room),
    };
    enum sow_status status = SOW_OK;
    if (roster->agents == NULL || roster->specs == NULL || roster->names == NULL ||
        roster->room == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    *roster->room = *list;
    roster->count = cut(roster->room->specs, roster->specs);
    if (cut(roster->room->names, roster->names) != roster->count)
        status = sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded players do not have one name each; the record is damaged");
    else
        status = read_agents(roster, err);
done:
    if (status != SOW_OK)
        sow_roster_release(roster);
    return status;
}

void sow_roster_release(struct sow_roster *roster)
{
    free(roster->agents);
    free(roster->specs);
    free(roster->names);
    free(roster->room);
    *roster = (struct sow_roster){.agents = NULL};
}
