/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads plans from their files, and finds values and operands of tasks. */
#include "sow/sweeps/sweep_plan.h"

#include "sow/base/parallel.h"
#include "sow/base/text.h"
#include "value_list.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char OPERANDS[] = "operands";

/* ---- Reading ---- */

/* State of reading a file into a plan. */
struct reading {
    struct sow_sweep_plan *plan;
    FILE *file;
    int line;
    bool indented; /* true if the line continues the list above */
    bool is_long;
    struct sow_err *err;
    enum sow_status status; /* status of the first fault */
};

/* Sets the error and status of a fault in the line being read, SOW_BAD_DATA. Keeps an
   earlier one. Returns 0, which ends the reading. */
SOW_PRINTF(2, 3)
static int blame(struct reading *reading, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (reading->status != SOW_OK)
        return 0;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reading->status = sow_err_set(reading->err, SOW_BAD_DATA, "%s:%d: %s",
                                  reading->plan->path, reading->line, text);
    return 0;
}

/* Reads a line for inih, like fgets. Returns NULL at the end and after a fault, which is
   then in the reading: a line that inih would cut, a NUL byte, a stop request. */
static char *next_line(char *room, int size, void *stream)
{
    struct reading *reading = stream;
    bool nul;
    if (reading->status == SOW_OK && sow_stopping())
        reading->status =
            sow_err_set(reading->err, SOW_INTERRUPTED, "stopped on request");
    if (reading->status != SOW_OK || !sow_text_line(room, size, reading->file, &nul))
        return NULL;
    reading->line++;
    if (nul) {
        (void)blame(reading, "a NUL byte: this is not a text file in UTF-8");
        return NULL;
    }
    reading->indented = room[0] == ' ' || room[0] == '\t';
    size_t length = strlen(room);
    if (length > 0 && room[length - 1] != '\n' && !feof(reading->file)) {
        (void)blame(
            reading,
            "the line is too long (over 198 characters): a list may go on in the next one, "
            "indented");
        return NULL;
    }
    return room;
}

/* Returns a copy of @p text; NULL, with status SOW_NO_MEMORY, without memory. */
static char *own(struct reading *reading, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        reading->status = sow_err_no_memory(reading->err);
    return copy;
}

/* Sets a text of the plan to a copy of @p value. Returns 0 after a fault: a second
   value, an empty one, no memory. */
static int set_word(struct reading *reading, char **field, const char *key,
                    const char *value)
{
    if (*field != NULL)
        return blame(reading, "'%s' is given twice: give it once", key);
    if (value[0] == '\0')
        return blame(reading, "'%s' has no value: write one after it", key);
    *field = own(reading, value);
    return *field != NULL;
}

/* Returns the list called @p name, with underscores; a new one if there is none. NULL
   after a fault: the name given twice, too many lists, no memory. */
static struct sow_sweep_list *list_of(struct reading *reading, const char *name)
{
    struct sow_sweep_plan *plan = reading->plan;
    for (size_t i = 0; i < plan->list_count; i++) {
        if (!sow_text_same(plan->lists[i].name, name))
            continue;
        if (!reading->indented)
            (void)blame(reading,
                        "'%s' is given twice: give it once; a list goes on in an "
                        "indented line",
                        name);
        return reading->status == SOW_OK ? &plan->lists[i] : NULL;
    }
    if (plan->list_count == SOW_SWEEP_LISTS_MAX) {
        (void)blame(reading, "too many lists: there is no room for '%s'", name);
        return NULL;
    }
    struct sow_sweep_list *list = &plan->lists[plan->list_count];
    *list = (struct sow_sweep_list){.name = own(reading, name), .line = reading->line};
    if (list->name == NULL)
        return NULL;
    plan->list_count++;
    return list;
}

/* Adds values to the list called @p name. Returns 0 after a fault, else 1. */
static int add_values(struct reading *reading, const char *name, const char *text)
{
    struct sow_sweep_list *list = list_of(reading, name);
    struct sow_err reason;
    if (list == NULL)
        return 0;
    enum sow_status status = sow_values_add(list, text, &reason);
    if (status == SOW_BAD_DATA)
        return blame(reading, "%s", reason.text);
    if (status != SOW_OK)
        reading->status = sow_err_no_memory(reading->err);
    return status == SOW_OK;
}

/* Adds values to the list of an option, whose name may be written as it is typed
   (`--weight-min`). Returns 0 after a fault, else 1. */
static int add_option_values(struct reading *reading, const char *key, const char *text)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s", key + strspn(key, "-"));
    for (char *at = name; (at = strchr(at, '-')) != NULL;)
        *at = '_';
    sow_text_lower(name);
    return add_values(reading, name, text);
}

/* Takes an entry `key = value` of a section. Returns 0, which ends the reading, after a
   fault, else non-zero. Callback of inih; @p user is the reading. */
static int take_entry(void *user, const char *section, const char *key, const char *value)
{
    struct reading *reading = user;
    struct sow_sweep_plan *plan = reading->plan;
    if (reading->status != SOW_OK)
        return 0;
    if (sow_text_same(section, "options"))
        return add_option_values(reading, key, value);
    if (section[0] == '\0')
        return blame(reading, "a line before the first section: begin with [sweep]");
    if (!sow_text_same(section, "sweep"))
        return blame(reading, "section '%s' is unknown: there are [sweep] and [options]",
                     section);
    if (sow_text_same(key, "command")) {
        plan->command_line = reading->line;
        return set_word(reading, &plan->command, key, value);
    }
    if (sow_text_same(key, "label"))
        return set_word(reading, &plan->label, key, value);
    if (sow_text_same(key, OPERANDS))
        return add_values(reading, OPERANDS, value);
    return blame(reading,
                 "'%s' is not a key of [sweep], which has 'command', 'label' and "
                 "'operands'; write options in [options]",
                 key);
}

/* ---- The whole plan ---- */

/* Counts the combinations of values. SOW_BAD_DATA for a list that is empty or has a
   value twice, and for too many tasks. */
static enum sow_status count_tasks(struct sow_sweep_plan *plan, struct sow_err *err)
{
    plan->tasks = 1;
    for (size_t i = 0; i < plan->list_count; i++) {
        const struct sow_sweep_list *list = &plan->lists[i];
        struct sow_err reason;
        enum sow_status status = sow_values_check(list, &reason);
        if (status != SOW_OK)
            return sow_err_set(err, status, "%s:%d: %s", plan->path, list->line,
                               reason.text);
        if (plan->tasks > SOW_SWEEP_TASKS_MAX / list->count)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "%s:%d: with the list '%s' there are more than %d tasks; shorten a list "
                "or make several plans",
                plan->path, list->line, list->name, SOW_SWEEP_TASKS_MAX);
        plan->tasks *= list->count;
    }
    return SOW_OK;
}

/* Returns the name of a file without its folder and extension, on the heap; NULL without
   memory. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    return strndup(name,
                   point != NULL && point > name ? (size_t)(point - name) : strlen(name));
}

/* Reads all entries of a plan. SOW_BAD_DATA, with the line, if it is not a plan. SOW_IO
   if @p file cannot be read. */
static enum sow_status read_entries(struct sow_sweep_plan *plan, FILE *file,
                                    struct sow_err *err)
{
    struct reading reading = {.plan = plan, .file = file, .err = err, .status = SOW_OK};
    int bad = ini_parse_stream(next_line, &reading, take_entry, &reading);
    if (reading.status != SOW_OK)
        return reading.status;
    if (ferror(file) != 0)
        return sow_err_set(err, SOW_IO, "'%s' cannot be read: %s", plan->path,
                           strerror(errno));
    if (bad < 0)
        return sow_err_no_memory(err);
    if (bad > 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: expected a line of the form key = value, or a section "
                           "in brackets",
                           plan->path, bad);
    if (plan->command == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s: the plan names no command; write 'command = evolve' "
                           "below [sweep]",
                           plan->path);
    return count_tasks(plan, err);
}

enum sow_status sow_sweep_plan_read(const char *path, struct sow_sweep_plan *plan,
                                    struct sow_err *err)
{
    *plan = (struct sow_sweep_plan){.path = strdup(path)};
    if (plan->path == NULL)
        return sow_err_no_memory(err);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return sow_err_set(err, SOW_IO, "the plan '%s' cannot be opened: %s", path,
                           strerror(errno));
    errno = 0;
    enum sow_status status = read_entries(plan, file, err);
    (void)fclose(file);
    if (status == SOW_OK && plan->label == NULL) {
        plan->label = name_of(path);
        if (plan->label == NULL)
            status = sow_err_no_memory(err);
    }
    return status;
}

void sow_sweep_plan_release(struct sow_sweep_plan *plan)
{
    for (size_t i = 0; i < plan->list_count; i++) {
        for (size_t k = 0; k < plan->lists[i].count; k++)
            free(plan->lists[i].values[k]);
        free(plan->lists[i].values);
        free(plan->lists[i].name);
    }
    free(plan->path);
    free(plan->command);
    free(plan->label);
    *plan = (struct sow_sweep_plan){.path = NULL};
}

/* ---- Tasks ---- */

/* Returns the number of tasks from one value of list @p list, an index, to the next. */
static size_t stride(const struct sow_sweep_plan *plan, size_t list)
{
    size_t tasks = 1;
    while (++list < plan->list_count)
        tasks *= plan->lists[list].count;
    return tasks;
}

const char *sow_sweep_plan_value(const struct sow_sweep_plan *plan, size_t task,
                                 size_t list)
{
    const struct sow_sweep_list *chosen = &plan->lists[list];
    return chosen->values[(task - 1) / stride(plan, list) % chosen->count];
}

size_t sow_sweep_plan_task(const struct sow_sweep_plan *plan, size_t list, size_t value)
{
    return 1 + value * stride(plan, list);
}

size_t sow_sweep_plan_next(const struct sow_sweep_plan *plan, size_t task, size_t list)
{
    size_t step = stride(plan, list);
    return 1 + ((task - 1) / step + 1) * step;
}

/* Adds @p word, which the words then own. SOW_NO_MEMORY if it is NULL; SOW_BAD_DATA,
   with the word freed, if there are too many. */
static enum sow_status add_word(struct sow_sweep_words *words, char *word,
                                struct sow_err *err)
{
    if (word == NULL)
        return sow_err_no_memory(err);
    if (words->count == SOW_SWEEP_WORDS_MAX) {
        free(word);
        return sow_err_set(err, SOW_BAD_DATA, "a task has more than %d operands",
                           SOW_SWEEP_WORDS_MAX);
    }
    words->word[words->count++] = word;
    return SOW_OK;
}

/* Adds the words of a text, which blanks separate. SOW_BAD_DATA for one that begins with
   '-', and for too many. */
static enum sow_status add_words(struct sow_sweep_words *words, const char *text,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    text += strspn(text, " \t");
    while (*text != '\0' && status == SOW_OK) {
        size_t length = strcspn(text, " \t");
        if (text[0] == '-')
            return sow_err_set(err, SOW_BAD_DATA,
                               "'%.*s' looks like an option: options are lists in "
                               "[options]",
                               (int)length, text);
        status = add_word(words, strndup(text, length), err);
        text += length;
        text += strspn(text, " \t");
    }
    return status;
}

enum sow_status sow_sweep_plan_operands(const struct sow_sweep_plan *plan, size_t task,
                                        struct sow_sweep_words *words,
                                        struct sow_err *err)
{
    *words = (struct sow_sweep_words){.count = 0};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++)
        if (strcmp(plan->lists[i].name, OPERANDS) == 0)
            status = add_words(words, sow_sweep_plan_value(plan, task, i), err);
    return status;
}

void sow_sweep_words_release(struct sow_sweep_words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    words->count = 0;
}
