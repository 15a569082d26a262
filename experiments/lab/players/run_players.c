/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the players that the record of a run names. */
#include "sow/players/run_players.h"

#include "sow/base/text.h"
#include "sow/heuristics/agent.h"
#include "sow/store/tables/run_players.def"
#include "sow/support/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Options that name players, in the order in which their players are numbered. */
static const struct origin {
    const char *option; /* name of the option in the record */
    const char *names;  /* option with the name of each player; NULL: none */
    bool is_list;       /* true for words separated by blanks, else one player spec */
} ORIGINS[] = {
    {"player", NULL, false},
    {"opponent", NULL, false},
    {"players", "names", true},
    {"opponents", "opponent_names", true},
    {"references", "reference_names", true},
    {"initial", "initial_names", true},
};

/* ---- Parts of a spec ---- */

/* A part of a text. */
struct part {
    const char *at; /* first character, borrowed; NULL: no part */
    size_t length;  /* number of bytes */
};

/* Finds the item `name=...` of a player spec, outside of inner brackets. The item
   includes its name. Returns no part if there is none. */
static struct part find_item(const char *spec, const char *name)
{
    const char *at = strchr(spec, ':');
    while (at != NULL && *at != '\0') {
        const char *item = at + 1;
        int inner = 0;
        for (at = item; *at != '\0' && (*at != ',' || inner > 0); at++)
            inner += (*at == '[') - (*at == ']');
        size_t length = strlen(name);
        if (strncmp(item, name, length) == 0 && item[length] == '=')
            return (struct part){item, (size_t)(at - item)};
    }
    return (struct part){NULL, 0};
}

/* Returns N of an item `depth=N`; 0 if the item is missing or N is not a depth that a
   player can have. */
static int depth_of(const struct part *item)
{
    char text[16];
    int64_t depth = 0;
    if (item->at == NULL || item->length >= sizeof text + strlen("depth="))
        return 0;
    (void)snprintf(text, sizeof text, "%.*s", (int)(item->length - strlen("depth=")),
                   item->at + strlen("depth="));
    return sow_text_to_int(text, &depth) && depth > 0 && depth <= SOW_SEARCH_DEPTH_MAX
               ? (int)depth
               : 0;
}

/* Returns a copy of the SPEC in an item `eval=[SPEC]` or `eval=SPEC`, which the caller
   frees. NULL if memory is short. */
static char *copy_evaluator(const struct part *item)
{
    size_t before = strlen("eval=[");
    bool whole = item->length > before && item->at[before - 1] == '[' &&
                 item->at[item->length - 1] == ']';
    return strndup(item->at + (whole ? before : strlen("eval=")),
                   item->length - (whole ? before + 1 : strlen("eval=")));
}

/* Returns a copy of a player spec on the heap, without an item and its comma or colon.
   Returns NULL without memory. */
static char *copy_without(const char *spec, const struct part *item)
{
    if (item->at == NULL)
        return strdup(spec);
    const char *rest = item->at + item->length;
    int kept = (int)(item->at - spec) - (*rest == '\0');
    char *copy = NULL;
    return asprintf(&copy, "%.*s%s", kept, spec, rest + (*rest == ',')) < 0 ? NULL : copy;
}

/* Returns the kind of a player whose spec is a single word, `random` or `weights`. NULL
   if there is no such player or it has arguments. */
static const char *kind_of_word(const char *word)
{
    struct sow_agent agent;
    if (strchr(word, ':') != NULL || sow_agent_parse(word, NULL, &agent, NULL) != SOW_OK)
        return NULL;
    return agent.kind == SOW_AGENT_RANDOM     ? "random"
           : agent.kind == SOW_AGENT_WEIGHTED ? "weights"
                                              : NULL;
}

/* Returns the kind of a player, a static text, or NULL if this version does not know
   it. */
static const char *kind_of(const char *spec)
{
    const char *kind = kind_of_word(spec);
    size_t length = strcspn(spec, ":");
    struct sow_agent_form form;
    for (int i = 0; kind == NULL && spec[length] == ':' && sow_agent_form_at(i, &form);
         i++)
        if (form.arguments[0] != '\0' && strlen(form.name) == length &&
            strncmp(form.name, spec, length) == 0)
            kind = form.name;
    return kind;
}

/* ---- Options ---- */

/* State of reading the players of a record. */
struct reading {
    json_t *parameters;      /* the record, owned; NULL: not JSON */
    sow_run_player_fn *take; /* receives a row for each player */
    void *context;           /* passed to `take` */
    int number;              /* number of the next player */
};

/* Makes the row of one player and passes it to the callback: its kind, depth and
   evaluator, and its spec without the depth. Takes the next number. Fails as the callback
   does, or with SOW_NO_MEMORY. */
static enum sow_status take_player(struct reading *reading, const char *option,
                                   const char *spec, const char *name,
                                   struct sow_err *err)
{
    struct part depth = find_item(spec, "depth");
    struct part evaluator = find_item(spec, "eval");
    char *value = evaluator.at != NULL ? copy_evaluator(&evaluator) : NULL;
    char *series = copy_without(spec, &depth);
    struct sow_run_player_row row = {
        .number = reading->number++,
        .spec = spec,
        .kind = kind_of(spec),
        .depth = depth_of(&depth),
        .evaluator = value,
        .series = series,
        .origin = option,
        .name = name,
    };
    enum sow_status status = series == NULL || (value == NULL) != (evaluator.at == NULL)
                                 ? sow_err_no_memory(err)
                                 : reading->take(reading->context, &row, err);
    free(value);
    free(series);
    return status;
}

/* Returns the number of words that blanks separate. */
static size_t count_words(const char *text)
{
    size_t count = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        text += sow_agent_spec_length(text, " ");
        count++;
    }
    return count;
}

/* Returns the next word of a text that is being split, and moves @p rest behind it.
   Writes ends of words into the text. Returns NULL at the end of the text. */
static char *next_word(char **rest)
{
    char *word = sow_agent_spec_take(rest);
    while (word != NULL && *word == '\0')
        word = sow_agent_spec_take(rest);
    return word;
}

/* Passes the players of a list to the callback. @p specs and @p names are words between
   blanks; @p names may be NULL. If their numbers differ, somebody has changed the record,
   and each spec is then its own name. */
static enum sow_status take_list(struct reading *reading, const char *option,
                                 const char *specs, const char *names,
                                 struct sow_err *err)
{
    char *spec_words = strdup(specs);
    char *name_words =
        strdup(names != NULL && count_words(names) == count_words(specs) ? names : "");
    enum sow_status status =
        spec_words == NULL || name_words == NULL ? sow_err_no_memory(err) : SOW_OK;
    char *rest = spec_words;
    char *rest_of_names = name_words;
    for (char *spec = NULL; status == SOW_OK && (spec = next_word(&rest)) != NULL;) {
        const char *name = next_word(&rest_of_names);
        status = take_player(reading, option, spec, name != NULL ? name : spec, err);
    }
    free(spec_words);
    free(name_words);
    return status;
}

/* Reads the players of one option of the record; none if the option is missing, empty or
   not a text. */
static enum sow_status take_origin(struct reading *reading, const struct origin *origin,
                                   struct sow_err *err)
{
    const char *specs =
        json_string_value(json_object_get(reading->parameters, origin->option));
    if (specs == NULL || specs[0] == '\0')
        return SOW_OK;
    if (!origin->is_list)
        return take_player(reading, origin->option, specs, specs, err);
    const char *names =
        origin->names != NULL
            ? json_string_value(json_object_get(reading->parameters, origin->names))
            : NULL;
    return take_list(reading, origin->option, specs, names, err);
}

enum sow_status sow_run_players_read(const char *parameters, sow_run_player_fn *take,
                                     void *context, struct sow_err *err)
{
    json_error_t fault;
    struct reading reading = {.parameters = json_loads(parameters, 0, &fault),
                              .take = take,
                              .context = context};
    if (reading.parameters == NULL && sow_json_lacks_memory(&fault))
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof ORIGINS / sizeof ORIGINS[0] && status == SOW_OK; i++)
        status = take_origin(&reading, &ORIGINS[i], err);
    json_decref(reading.parameters);
    return status;
}
