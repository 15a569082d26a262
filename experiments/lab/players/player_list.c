/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of players as options: reading, resolving and writing. */
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

/* Copies the next word of a text to @p word and moves @p at behind it. Words lie between
   @p separators. Returns false at the end. A word that is too long is cut; it is then no
   valid player spec. */
static bool next_word(const char **at, const char *separators,
                      char word[SOW_SPEC_MAX + 1])
{
    *at += strspn(*at, separators);
    size_t length = sow_agent_spec_length(*at, separators);
    size_t kept = length < SOW_SPEC_MAX ? length : SOW_SPEC_MAX;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += length;
    return length > 0;
}

/* Sets the error that a list has too many characters. Returns SOW_USAGE. */
static enum sow_status too_long(struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE,
                       "too many players: their names and specs may have %d characters",
                       SOW_PLAYER_LIST_MAX);
}

/* Adds a word and a separating blank to the length of a text. Returns SOW_USAGE if the
   text is then too long; @p length grows nevertheless. */
static enum sow_status lengthen(size_t *length, const char *word, struct sow_err *err)
{
    *length += strlen(word) + 1;
    return *length <= SOW_PLAYER_LIST_MAX + 1 ? SOW_OK : too_long(err);
}

enum sow_status sow_player_list_type(struct sow_player_list *list, const char *text,
                                     struct sow_err *err)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return sow_err_no_memory(err);
    sow_player_list_release(list);
    list->text = copy;
    return SOW_OK;
}

enum sow_status sow_player_list_take(struct sow_player_list *list, int count,
                                     char *const *words, struct sow_err *err)
{
    char text[SOW_PLAYER_LIST_MAX + 2] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        char *end = text + length;
        if (lengthen(&length, words[i], err) != SOW_OK)
            return SOW_USAGE;
        (void)snprintf(end, sizeof text - (size_t)(end - text), "%s%s", words[i],
                       i + 1 < count ? " " : "");
    }
    return sow_player_list_type(list, text, err);
}

/* --- a list --- */

bool sow_player_list_is_empty(const struct sow_player_list *list)
{
    return list->count == 0 && (list->text == NULL || list->text[0] == '\0');
}

/* Frees the players with their names and specs. Keeps the texts from which they can be
   read again. */
static void clear(struct sow_player_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->specs[i]);
        free(list->names[i]);
    }
    free(list->agents);
    free(list->specs);
    free(list->names);
    *list = (struct sow_player_list){.text = list->text, .name_text = list->name_text};
}

void sow_player_list_release(struct sow_player_list *list)
{
    clear(list);
    free(list->text);
    free(list->name_text);
    *list = (struct sow_player_list){.text = NULL};
}

/* Adds a player by its complete spec. The failure is that of sow_agent_parse or
   SOW_NO_MEMORY; the caller then releases the list, which may hold a part of the
   player. */
static enum sow_status append(struct sow_player_list *list, const char *spec,
                              const char *name, struct sow_err *err)
{
    struct sow_agent agent;
    enum sow_status status = sow_agent_parse(spec, NULL, &agent, err);
    if (status != SOW_OK)
        return status;
    size_t count = list->count + 1;
    struct sow_agent *agents = realloc(list->agents, count * sizeof *agents);
    list->agents = agents != NULL ? agents : list->agents;
    char **specs = realloc(list->specs, count * sizeof *specs);
    list->specs = specs != NULL ? specs : list->specs;
    char **names = realloc(list->names, count * sizeof *names);
    list->names = names != NULL ? names : list->names;
    if (agents == NULL || specs == NULL || names == NULL)
        return sow_err_no_memory(err);
    agents[list->count] = agent;
    specs[list->count] = strdup(spec);
    names[list->count] = strdup(name);
    list->count++;
    return specs[list->count - 1] != NULL && names[list->count - 1] != NULL
               ? SOW_OK
               : sow_err_no_memory(err);
}

/* --- the options --- */

/* Sets @p field, a text of a list, and removes the players of @p list, to be resolved
   again. On failure nothing changes. */
static enum sow_status parse_text(const struct sow_param *param, const char *text,
                                  char **field, struct sow_player_list *list,
                                  struct sow_err *err)
{
    enum sow_status status = sow_param_string.parse(param, text, field, err);
    if (status == SOW_OK)
        clear(list);
    return status;
}

/* Copies the specs of a list from a text; the players are read later. Callback `parse` of
   a parameter type. */
static enum sow_status parse_specs(const struct sow_param *param, const char *text,
                                   void *field, struct sow_err *err)
{
    struct sow_player_list *list = field;
    return parse_text(param, text, &list->text, list, err);
}

/* Copies the names of a list from a text; the players are read later. Callback `parse` of
   a parameter type. */
static enum sow_status parse_names(const struct sow_param *param, const char *text,
                                   void *field, struct sow_err *err)
{
    struct sow_player_list *list = field;
    return parse_text(param, text, &list->name_text, list, err);
}

/* Writes words with blanks between them. */
static void write_words(char *const *words, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " ", words[i]);
}

/* Writes the complete player specs, or the text as typed if the list is not resolved.
   Callback `format` of a parameter type. */
static void format_specs(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_player_list *list = field;
    write_words(list->specs, list->count, out);
    if (list->count == 0)
        sow_param_string.format(param, &list->text, out);
}

/* Writes the names of the players, or the stored text of names if the list is not
   resolved. Callback `format` of a parameter type. */
static void format_names(const struct sow_param *param, const void *field, FILE *out)
{
    const struct sow_player_list *list = field;
    write_words(list->names, list->count, out);
    if (list->count == 0)
        sow_param_string.format(param, &list->name_text, out);
}

/* Writes which texts name a list to @p out, for messages and help. */
static void describe_list(const struct sow_param *param, FILE *out)
{
    sow_param_string.describe(param, out);
}

/* Frees a list. Callback `release` of a parameter type. */
static void release_list(void *field)
{
    sow_player_list_release(field);
}

const struct sow_param_type sow_param_players = {
    "text",       false,         parse_specs,
    format_specs, describe_list, sizeof(struct sow_player_list),
    release_list, false};
const struct sow_param_type sow_param_player_names = {
    "text",       false,         parse_names,
    format_names, describe_list, sizeof(struct sow_player_list),
    release_list, false};

const struct sow_param_type sow_param_added_players = {
    "text",       false,         parse_specs,
    format_specs, describe_list, sizeof(struct sow_player_list),
    release_list, true};
const struct sow_param_type sow_param_added_player_names = {
    "text",       false,         parse_names,
    format_names, describe_list, sizeof(struct sow_player_list),
    release_list, true};

/* --- lists that were typed --- */

/* State of resolving a list. */
struct resolution {
    struct sow_store *store; /* database with the stored runs */
    bool commas_lost; /* true if the typed list is split at commas that may belong to a
                         player spec */
    struct sow_player_list *list; /* receives the players */
    size_t spec_length;           /* length of the recorded text of specs, with blanks */
    size_t name_length;           /* length of the recorded text of names */
};

/* Adds @p word as another name to a player in the list, as in "run:1@49=run:1@99". Two
   generations may have the same best individual, and the champion may be the best of the
   last one. Fails with SOW_USAGE if it is the same name, or if neither name is that of a
   stored run. On failure @p name is unchanged. */
static enum sow_status add_name(struct resolution *resolution, char **name,
                                const char *word, struct sow_err *err)
{
    if (strcmp(word, *name) == 0 ||
        (strncmp(word, "run:", 4) != 0 && strncmp(*name, "run:", 4) != 0))
        return sow_err_set(
            err, SOW_USAGE,
            "player '%.200s' is in the list twice, perhaps under two names; name it once",
            word);
    char *both = NULL;
    enum sow_status status = lengthen(&resolution->name_length, word, err);
    if (status == SOW_OK && asprintf(&both, "%s=%s", *name, word) < 0)
        status = sow_err_no_memory(err);
    if (status == SOW_OK) {
        free(*name);
        *name = both;
    }
    return status;
}

/* Adds a player by its complete spec, or another name to the player that has this spec.
   Fails with SOW_USAGE if there are too many players or the lists become too long. */
static enum sow_status add_spec(struct resolution *resolution, const char *spec,
                                const char *word, struct sow_err *err)
{
    struct sow_player_list *list = resolution->list;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->specs[i], spec) == 0)
            return add_name(resolution, &list->names[i], word, err);
    if (list->count == SOW_PLAYERS_MAX)
        return sow_err_set(err, SOW_USAGE, "too many players: at most %d",
                           SOW_PLAYERS_MAX);
    enum sow_status status = lengthen(&resolution->spec_length, spec, err);
    if (status == SOW_OK)
        status = lengthen(&resolution->name_length, word, err);
    return status == SOW_OK ? append(list, spec, word, err) : status;
}

/* Chooses the name of a player of a list. A program has its own name (`name=`) unless
   another player has that. All others have the typed @p word. @p agent is working memory.
   The result may lie in it. */
static const char *name_of(const struct sow_player_list *list, const char *spec,
                           const char *word, struct sow_agent *agent)
{
    const char *name = agent->outside.program.name;
    if (sow_agent_parse(spec, NULL, agent, NULL) != SOW_OK ||
        agent->kind != SOW_AGENT_OUTSIDE || name[0] == '\0')
        return word;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return word;
    return name;
}

/* Resolves a player spec and adds its player with the name @p word, or that of its
   program. A failure says how to separate players if commas may be the reason. */
static enum sow_status add_player(struct resolution *resolution, const char *word,
                                  struct sow_err *err)
{
    char *spec = strdup(word);
    struct sow_agent agent;
    struct sow_err fault;
    if (spec == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_player_resolve(resolution->store, &spec, &fault);
    if (status == SOW_OK)
        status = add_spec(resolution, spec, name_of(resolution->list, spec, word, &agent),
                          err);
    else
        (void)sow_err_set(err, status, "%s%s", fault.text,
                          status == SOW_USAGE && resolution->commas_lost
                              ? "; separate players that contain commas by blanks"
                              : "");
    free(spec);
    return status;
}

/* Adds a player, or all players of a group if @p word is its name. Fails as add_player
   does, with the players before it added. */
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

enum sow_status sow_player_list_add(struct sow_player_list *list, struct sow_store *store,
                                    const char *word, struct sow_err *err)
{
    struct resolution resolution = {.store = store, .list = list};
    for (size_t i = 0; i < list->count; i++) {
        resolution.spec_length += strlen(list->specs[i]) + 1;
        resolution.name_length += strlen(list->names[i]) + 1;
    }
    return add_word(&resolution, word, err);
}

/* Returns the characters that separate the players of a typed list. Commas separate only
   if the list has no blanks and is not a player spec itself. */
static const char *separators_of(const struct resolution *resolution, const char *typed)
{
    struct sow_agent agent;
    if (strpbrk(typed, BLANKS) != NULL ||
        sow_players_parse(resolution->store, typed, &agent, NULL) == SOW_OK)
        return BLANKS;
    return ", \t\n";
}

/* Returns true if a list with commas names a kind of player whose spec has commas. */
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

/* Adds the players of a list as a user types it. Returns SOW_USAGE if the list names no
   player, or the first failure of add_word. */
static enum sow_status read_typed(struct resolution *resolution, const char *typed,
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
    if (status == SOW_OK && resolution->list->count == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "no player is named; 'players' shows the forms of "
                             "players");
    return status;
}

/* --- lists that were recorded --- */

/* Adds the players of a record; @p specs and @p names are split at blanks and changed.
   Fails with SOW_BAD_DATA if a spec is bad or their numbers differ. */
static enum sow_status read_recorded(struct sow_player_list *list, char *specs,
                                     char *names, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    while (specs != NULL && names != NULL && status == SOW_OK)
        status =
            append(list, sow_agent_spec_take(&specs), sow_agent_spec_take(&names), err);
    if (status == SOW_OK && (specs != NULL || names != NULL))
        status = sow_err_set(
            err, SOW_BAD_DATA,
            "the stored players do not have one name each; the record is damaged");
    return status == SOW_USAGE ? SOW_BAD_DATA : status;
}

enum sow_status sow_player_list_resolve(struct sow_player_list *list,
                                        struct sow_store *store, struct sow_err *err)
{
    struct sow_player_list done = {.text = NULL};
    struct resolution resolution = {.store = store, .list = &done};
    if (list->count > 0)
        return SOW_OK;
    char *typed = strdup(list->text != NULL ? list->text : "");
    char *names = strdup(list->name_text != NULL ? list->name_text : "");
    enum sow_status status = SOW_NO_MEMORY;
    if (typed == NULL || names == NULL) {
        (void)sow_err_no_memory(err);
    } else if (names[0] != '\0') {
        status = read_recorded(&done, typed, names, err);
    } else {
        sow_agent_spec_lower(typed);
        status = read_typed(&resolution, typed, err);
    }
    free(typed);
    free(names);
    sow_player_list_release(status == SOW_OK ? list : &done);
    if (status == SOW_OK)
        *list = done;
    return status;
}
