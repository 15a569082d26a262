/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the options of a run as JSON. */
#include "sow/runs/run_params.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/heuristics/agent.h"
#include "sow/support/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Callback for one recorded parameter. A failure ends the iteration. @c fields is the
   struct that has the parameter. @c optional is true if a record may omit the parameter
   while it has its default. This is so if it was added later or has no effect. */
typedef enum sow_status param_fn(void *context, const struct sow_param *param,
                                 void *fields, bool optional, struct sow_err *err);

/* Calls @p visit with @p context for each recorded parameter, group by group, until it
   fails. Skips groups of typed options. Tells @p visit that a parameter is optional if
   its type was added later, or if its group has no effect with the present @p options.
   Returns the failure of @p visit. */
static enum sow_status each_param(const struct sow_param_group *groups, void *options,
                                  param_fn *visit, void *context, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (const struct sow_param_group *group = groups;
         group->table != NULL && status == SOW_OK; group++) {
        /* The option that decides whether this group is used has been visited before. */
        bool idle = sow_param_group_is_idle(groups, group, options);
        for (size_t i = 0;
             group->use != SOW_TYPED && i < group->table->count && status == SOW_OK;
             i++) {
            const struct sow_param *row = &group->table->rows[i];
            status = visit(context, row, (char *)options + group->offset,
                           idle || row->type->is_added, err);
        }
    }
    return status;
}

/* State of writing a JSON object. */
struct writer {
    FILE *out;
    bool started; /* true if a member has been written */
};

/* Writes a parameter as a member of the object, under its stored name: a JSON number if
   its type is one of numbers, else a text. Omits an optional one that has its default.
   The only failure is SOW_NO_MEMORY. Callback of each_param; @p context is the writer. */
static enum sow_status write_param(void *context, const struct sow_param *param,
                                   void *fields, bool optional, struct sow_err *err)
{
    struct writer *writer = context;
    char *value = sow_param_get(param, fields);
    if (value == NULL)
        return sow_err_no_memory(err);
    if (optional && strcmp(value, param->fallback) == 0) {
        free(value);
        return SOW_OK;
    }
    (void)fputc(writer->started ? ',' : '{', writer->out);
    writer->started = true;
    sow_json_write_text(writer->out, sow_param_stored_name(param));
    (void)fputc(':', writer->out);
    double number;
    if (!param->type->is_number || !sow_text_to_real(value, &number))
        sow_json_write_text(writer->out, value);
    else
        (void)fputs(strcmp(value, "-0") == 0 ? "-0.0" : value, writer->out);
    free(value);
    return SOW_OK;
}

char *sow_run_params_write(const struct sow_param_group *groups, const void *options)
{
    char *json = NULL;
    size_t size = 0;
    struct writer writer = {.out = sow_stream_open(&json, &size)};
    if (writer.out == NULL)
        return NULL;
    enum sow_status status =
        each_param(groups, (void *)(uintptr_t)options, write_param, &writer, NULL);
    (void)fputs(writer.started ? "}" : "{}", writer.out);
    if (fclose(writer.out) != 0 || status != SOW_OK) {
        free(json);
        return NULL;
    }
    return json;
}

/* State of reading a JSON object. */
struct reader {
    json_t *object; /* the recorded parameters */
    size_t known;   /* number of members that are parameters */
};

/* Returns the text of a JSON value as the parameter's reader expects it: a text as it is,
   a number written into @p room. Returns NULL for another type of value, and for NULL. */
static const char *text_of(const json_t *value, char room[SOW_REAL_TEXT_MAX])
{
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_integer(value))
        (void)snprintf(room, SOW_REAL_TEXT_MAX, "%" JSON_INTEGER_FORMAT,
                       json_integer_value(value));
    else if (json_is_real(value))
        sow_text_from_real(json_real_value(value), room);
    else
        return NULL;
    return room;
}

/* Sets a parameter to the value of its member, under its stored or its typed name, and
   counts the member. An optional one without a member gets its default. Fails with
   SOW_BAD_DATA for a missing member or the wrong type, or as sow_param_set for a wrong
   value. Callback of each_param; @p context is the reader. */
static enum sow_status read_param(void *context, const struct sow_param *param,
                                  void *fields, bool optional, struct sow_err *err)
{
    struct reader *reader = context;
    const json_t *value = json_object_get(reader->object, sow_param_stored_name(param));
    if (value == NULL)
        value = json_object_get(reader->object, param->name);
    if (value == NULL && optional)
        return sow_param_set(param, fields, param->fallback, err);
    if (value == NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded parameters lack '%s'; use the version of sowlab that made the run",
            param->name);
    reader->known++;
    char room[SOW_REAL_TEXT_MAX];
    const char *text = text_of(value, room);
    double number;
    bool expected =
        param->type->is_number && text != NULL && sow_text_to_real(text, &number);
    if (text == NULL || json_is_number(value) != expected)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded parameter '%s' has the wrong type; the record is damaged",
            param->name);
    return sow_param_set(param, fields, text, err);
}

/* Returns the row of the recorded parameter called @p name, or NULL if no group has
   one. */
static const struct sow_param *find_param(const struct sow_param_group *groups,
                                          const char *name)
{
    const struct sow_param *found = NULL;
    for (; groups->table != NULL && found == NULL; groups++)
        if (groups->use != SOW_TYPED)
            found = sow_param_find(groups->table, name);
    return found;
}

/* Sets the error that a record has a member too many, and names the first member that is
   no parameter. Without one, a parameter has both its old and its new name. Returns
   SOW_BAD_DATA. */
static enum sow_status refuse_unknown(const struct sow_param_group *groups,
                                      json_t *object, struct sow_err *err)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (find_param(groups, key) == NULL)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "the recorded parameter '%s' is unknown here; use the version of sowlab that made the run",
                key);
    }
    return sow_err_set(err, SOW_BAD_DATA,
                       "a recorded parameter has both its old and its new name; the "
                       "record is damaged");
}

enum sow_status sow_run_params_read(const struct sow_param_group *groups,
                                    const char *json, void *options, struct sow_err *err)
{
    json_error_t fault;
    struct reader reader = {.object = json_loads(json, JSON_REJECT_DUPLICATES, &fault)};
    if (reader.object == NULL && sow_json_lacks_memory(&fault))
        return sow_err_no_memory(err);
    if (!json_is_object(reader.object)) {
        json_decref(reader.object);
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded parameters are not a JSON object; the record is damaged");
    }
    enum sow_status status = each_param(groups, options, read_param, &reader, err);
    if (status == SOW_OK && json_object_size(reader.object) != reader.known)
        status = refuse_unknown(groups, reader.object, err);
    json_decref(reader.object);
    return status;
}

/* Returns true if a word of the text is a player spec limited by time. Words are
   separated by single blanks. False without memory. */
static bool names_timed(const char *text)
{
    bool timed = false;
    char *words = strdup(text);
    char *rest = words;
    for (char *word = sow_agent_spec_take(&rest); word != NULL && !timed;
         word = sow_agent_spec_take(&rest)) {
        struct sow_agent agent;
        timed = sow_agent_parse(word, NULL, &agent, NULL) == SOW_OK &&
                sow_agent_is_timed(&agent);
    }
    free(words);
    return timed;
}

bool sow_run_params_timed(const char *json)
{
    json_t *object = json_loads(json, 0, NULL);
    const char *key;
    json_t *value;
    bool timed = false;
    json_object_foreach(object, key, value)
    {
        (void)key;
        if (json_is_string(value))
            timed |= names_timed(json_string_value(value));
    }
    json_decref(object);
    return timed;
}
