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

/* Names of the two lists that are not options. */
static const char OPERANDS[] = "operands";
static const char WAY[] = "way";

/* ---- Reading ---- */

/* State of reading a file into a plan. */
struct reading {
    struct sow_sweep_plan *plan;
    FILE *file;
    int line;      /* number of the line being read */
    bool indented; /* true if the line continues the list above */
    struct sow_err *err;
    enum sow_status status; /* status of the first fault */
};

/* Sets the error of a fault in the line being read, with path and line, and the status
   SOW_BAD_DATA. Keeps an earlier fault. Returns 0, which ends the reading. */
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

/* Returns a copy of @p text, which the plan frees. Without memory returns NULL and sets
   the status of the reading. */
static char *own(struct reading *reading, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        reading->status = sow_err_no_memory(reading->err);
    return copy;
}

/* Copies the name in the section "way NAME", where "way" may have capitals, to @p name,
   without blanks around it. Returns false for another section. A name that does not fit
   is cut. */
static bool read_way_name(const char *section, char *name, size_t size)
{
    size_t length = strlen(WAY);
    char word[sizeof WAY];
    (void)snprintf(word, sizeof word, "%s", section);
    if (!sow_text_same(word, WAY) || strcspn(section + length, " \t") != 0)
        return false;
    (void)snprintf(name, size, "%s", section + length + strspn(section + length, " \t"));
    for (size_t last = strlen(name); last > 0 && strcspn(name + last - 1, " \t") == 0;)
        name[--last] = '\0';
    return true;
}

/* Adds a way named @p name to the plan, without entries. Returns 1, or 0 after a fault:
   no name, a name that is there already or too long, too many ways, no memory. */
static int add_way(struct reading *reading, const char *name)
{
    enum { NAME_MAX_LENGTH = 40 }; /* inih cuts the names of sections */
    struct sow_sweep_plan *plan = reading->plan;
    if (name[0] == '\0')
        return blame(reading, "a way has no name: write [way NAME]");
    if (strlen(name) > NAME_MAX_LENGTH)
        return blame(reading, "the name of the way '%s' is longer than %d characters",
                     name, NAME_MAX_LENGTH);
    for (size_t i = 0; i < plan->way_count; i++)
        if (strcmp(plan->ways[i].name, name) == 0)
            return blame(reading, "the way '%s' is given twice: give it once", name);
    if (plan->way_count == SOW_SWEEP_WAYS_MAX)
        return blame(reading, "there are more than %d ways", SOW_SWEEP_WAYS_MAX);
    if (plan->ways == NULL)
        plan->ways = calloc(SOW_SWEEP_WAYS_MAX, sizeof *plan->ways);
    if (plan->ways == NULL) {
        reading->status = sow_err_no_memory(reading->err);
        return 0;
    }
    struct sow_sweep_way *way = &plan->ways[plan->way_count];
    way->line = reading->line;
    way->name = own(reading, name);
    plan->way_count += way->name != NULL;
    return way->name != NULL;
}

/* Adds the way whose section [way NAME] a line begins; other lines pass. inih does not
   report sections without entries, and a way may have none. Returns 0 after a fault, else
   1. */
static int note_section(struct reading *reading, const char *line)
{
    char section[256];
    char name[256];
    const char *end = strchr(line, ']');
    if (line[0] != '[' || end == NULL)
        return 1;
    (void)snprintf(section, sizeof section, "%.*s", (int)(end - line - 1), line + 1);
    return !read_way_name(section, name, sizeof name) || add_way(reading, name);
}

/* Reads a line for inih into @p room, like fgets, and counts it. Adds the way that it
   begins (note_section). Returns NULL at the end and after a fault, which is then in the
   reading: a line that inih would cut, a NUL byte, a stop request. */
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
    return note_section(reading, room) != 0 ? room : NULL;
}

/* Sets @p field, a text of the plan, to a copy of @p value. Returns 1, or 0 after a
   fault: a second value for @p key, an empty one, no memory. */
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

/* Lists of options: those of the plan, or those of a way. */
struct lists {
    struct sow_sweep_list *lists; /* room for SOW_SWEEP_LISTS_MAX */
    size_t *count;
};

/* Returns the list called @p name, with underscores, for more values: a new one, or the
   one above if the line is indented. NULL after a fault: the name given twice, too many
   lists, no memory. */
static struct sow_sweep_list *list_of(struct reading *reading, const struct lists *lists,
                                      const char *name)
{
    for (size_t i = 0; i < *lists->count; i++) {
        if (!sow_text_same(lists->lists[i].name, name))
            continue;
        if (!reading->indented)
            (void)blame(reading,
                        "'%s' is given twice: give it once; a list goes on in an "
                        "indented line",
                        name);
        return reading->status == SOW_OK ? &lists->lists[i] : NULL;
    }
    if (*lists->count == SOW_SWEEP_LISTS_MAX) {
        (void)blame(reading, "too many lists: there is no room for '%s'", name);
        return NULL;
    }
    struct sow_sweep_list *list = &lists->lists[*lists->count];
    *list = (struct sow_sweep_list){.name = own(reading, name), .line = reading->line};
    if (list->name == NULL)
        return NULL;
    ++*lists->count;
    return list;
}

/* Adds the values in @p text to the list called @p name (list_of). Returns 1, or 0 after
   a fault, which is then in the reading. */
static int add_values(struct reading *reading, const struct lists *lists,
                      const char *name, const char *text)
{
    struct sow_sweep_list *list = list_of(reading, lists, name);
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

/* Writes the name of an option with underscores to @p name. It may be written as it is
   typed (`--weight-min`). Cuts a name that does not fit. */
static void write_name(const char *key, char *name, size_t size)
{
    (void)snprintf(name, size, "%s", key + strspn(key, "-"));
    for (char *at = name; (at = strchr(at, '-')) != NULL;)
        *at = '_';
    sow_text_lower(name);
}

/* Adds values to the list of an option, whose name may be written as it is typed
   (`--weight-min`). Returns 0 after a fault, else 1. */
static int add_option_values(struct reading *reading, const struct lists *lists,
                             const char *key, const char *text)
{
    char name[64];
    write_name(key, name, sizeof name);
    return add_values(reading, lists, name, text);
}

/* Takes the list off a key "OPTION by LIST". Writes the option to @p option. Returns the
   list, in @p key, or NULL if the key names none. */
static const char *split_by(const char *key, char *option, size_t size)
{
    static const char BY[] = " by ";
    const char *by = strstr(key, BY);
    size_t length = by != NULL ? (size_t)(by - key) : strlen(key);
    while (length > 0 && strchr(" \t", key[length - 1]) != NULL)
        length--;
    (void)snprintf(option, size, "%.*s", (int)length, key);
    return by != NULL ? by + strlen(BY) + strspn(by + strlen(BY), " \t") : NULL;
}

/* Takes an option of a way: one value, or a value for each value of the list behind "by".
   Returns 1, or 0 after a fault. */
static int take_way_option(struct reading *reading, struct sow_sweep_way *way,
                           const char *key, const char *value)
{
    char option[64];
    char name[64];
    char list[64];
    const struct lists lists = {way->sets, &way->set_count};
    const char *by = split_by(key, option, sizeof option);
    if (!add_option_values(reading, &lists, option, value))
        return 0;
    write_name(option, name, sizeof name);
    for (size_t k = 0; k < way->set_count; k++) {
        struct sow_sweep_list *set = &way->sets[k];
        if (by != NULL && set->by == NULL && strcmp(set->name, name) == 0) {
            write_name(by, list, sizeof list);
            set->by = own(reading, list);
            if (set->by == NULL)
                return 0;
        }
        if (set->count != 1 && set->by == NULL)
            return blame(reading,
                         "'%s' needs one value in a way: write lists in [options], or a "
                         "value for each variant as '%s by variant'",
                         option, option);
    }
    return 1;
}

/* Takes an entry `key = value` of the section [way NAME]: the command, or an option.
 * Returns 1, or 0 after a fault. */
static int take_way_entry(struct reading *reading, const char *name, const char *key,
                          const char *value)
{
    struct sow_sweep_plan *plan = reading->plan;
    size_t i = 0;
    while (i < plan->way_count && strcmp(plan->ways[i].name, name) != 0)
        i++;
    /* An indented section has not been noted. */
    if (i == plan->way_count && !add_way(reading, name))
        return 0;
    struct sow_sweep_way *way = &plan->ways[i];
    if (sow_text_same(key, "command")) {
        way->command_line = reading->line;
        return set_word(reading, &way->command, key, value);
    }
    return take_way_option(reading, way, key, value);
}

/* Takes an entry of the section [sweep]: the command, the label or the list "operands".
   Returns 1, or 0 after a fault. */
static int take_sweep_entry(struct reading *reading, const struct lists *lists,
                            const char *key, const char *value)
{
    struct sow_sweep_plan *plan = reading->plan;
    if (sow_text_same(key, "command")) {
        plan->command_line = reading->line;
        return set_word(reading, &plan->command, key, value);
    }
    if (sow_text_same(key, "label"))
        return set_word(reading, &plan->label, key, value);
    if (sow_text_same(key, OPERANDS))
        return add_values(reading, lists, OPERANDS, value);
    const struct {
        const char *key;
        struct sow_sweep_setting *setting;
    } settings[] = {{"depths", &plan->depths},
                    {"openings", &plan->openings},
                    {"curve", &plan->curve}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (sow_text_same(key, settings[i].key)) {
            settings[i].setting->line = reading->line;
            return set_word(reading, &settings[i].setting->text, key, value);
        }
    return blame(reading,
                 "'%s' is not a key of [sweep], which has 'command', 'label', "
                 "'operands', 'depths', 'openings' and 'curve'; write options in "
                 "[options]",
                 key);
}

/* Takes an entry `key = value` of a section. Returns 0, which ends the reading, after a
   fault, else non-zero. Callback of inih; @p user is the reading. */
static int take_entry(void *user, const char *section, const char *key, const char *value)
{
    struct reading *reading = user;
    const struct lists lists = {reading->plan->lists, &reading->plan->list_count};
    char way[256];
    if (reading->status != SOW_OK)
        return 0;
    if (sow_text_same(section, "options"))
        return add_option_values(reading, &lists, key, value);
    if (sow_text_same(section, "sweep"))
        return take_sweep_entry(reading, &lists, key, value);
    if (read_way_name(section, way, sizeof way))
        return take_way_entry(reading, way, key, value);
    if (section[0] == '\0')
        return blame(reading, "a line before the first section: begin with [sweep]");
    return blame(reading,
                 "section '%s' is unknown: there are [sweep], [options] and [way NAME]",
                 section);
}

/* ---- The whole plan ---- */

/* Sets @c tasks to the number of combinations of one value from each list. Fails with
   SOW_BAD_DATA for a list that is empty or has a value twice, and for too many tasks. */
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

/* Returns the first way without a command of its own; NULL if there is none. */
static const struct sow_sweep_way *find_plain_way(const struct sow_sweep_plan *plan)
{
    for (size_t i = 0; i < plan->way_count; i++)
        if (plan->ways[i].command == NULL)
            return &plan->ways[i];
    return NULL;
}

/* Returns SOW_BAD_DATA, with the line, if a task would have no command: neither the plan
   nor its way names one. */
static enum sow_status require_command(const struct sow_sweep_plan *plan,
                                       struct sow_err *err)
{
    const struct sow_sweep_way *way = find_plain_way(plan);
    if (plan->command != NULL || (plan->way_count > 0 && way == NULL))
        return SOW_OK;
    if (way != NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: the way '%s' has no command; write 'command = evolve' "
                           "below it or below [sweep]",
                           plan->path, way->line, way->name);
    return sow_err_set(err, SOW_BAD_DATA,
                       "%s: the plan names no command; write 'command = evolve' "
                       "below [sweep]",
                       plan->path);
}

/* Returns SOW_BAD_DATA if an option of a way is a list of the plan, too. */
static enum sow_status refuse_doubles(const struct sow_sweep_plan *plan,
                                      struct sow_err *err)
{
    for (size_t i = 0; i < plan->way_count; i++)
        for (size_t k = 0; k < plan->ways[i].set_count; k++) {
            const struct sow_sweep_list *set = &plan->ways[i].sets[k];
            size_t list = sow_sweep_plan_find(plan, set->name);
            if (list < plan->list_count)
                return sow_err_set(err, SOW_BAD_DATA,
                                   "%s:%d: '%s' is a list of all ways, in line %d; leave "
                                   "one of them out",
                                   plan->path, set->line, set->name,
                                   plan->lists[list].line);
        }
    return SOW_OK;
}

/* Checks that each option of a way with a value for each value of a list has as many
   values as that list. Fails with SOW_BAD_DATA. */
static enum sow_status check_set(const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_list *set, struct sow_err *err)
{
    size_t list = sow_sweep_plan_find(plan, set->by);
    if (list == plan->list_count)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: '%s' has a value for each value of the list '%s', "
                           "which is not in [options]",
                           plan->path, set->line, set->name, set->by);
    if (set->count != plan->lists[list].count)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: '%s' needs %zu values, as the list '%s' has, not %zu",
                           plan->path, set->line, set->name, plan->lists[list].count,
                           set->by, set->count);
    return SOW_OK;
}

/* Checks all options of ways that have a value for each value of a list, as check_set
   does. */
static enum sow_status check_sets(const struct sow_sweep_plan *plan, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->way_count; i++)
        for (size_t k = 0; k < plan->ways[i].set_count && status == SOW_OK; k++)
            if (plan->ways[i].sets[k].by != NULL)
                status = check_set(plan, &plan->ways[i].sets[k], err);
    return status;
}

/* Puts the list `way`, with the names of all ways, before all other lists. Does nothing
   if the plan has no ways. Fails with SOW_BAD_DATA if there is a list of this name or no
   room, and as refuse_doubles. */
static enum sow_status list_ways(struct sow_sweep_plan *plan, struct sow_err *err)
{
    enum sow_status status = refuse_doubles(plan, err);
    if (plan->way_count == 0 || status != SOW_OK)
        return status;
    size_t list = sow_sweep_plan_find(plan, WAY);
    if (list < plan->list_count)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: 'way' is the list of the sections [way NAME]; leave "
                           "this list out",
                           plan->path, plan->lists[list].line);
    if (plan->list_count == SOW_SWEEP_LISTS_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: too many lists; there is no room for 'way'",
                           plan->path, plan->ways[0].line);
    struct sow_sweep_list ways = {.name = strdup(WAY),
                                  .line = plan->ways[0].line,
                                  .values = calloc(plan->way_count, sizeof *ways.values)};
    bool whole = ways.name != NULL && ways.values != NULL;
    for (; ways.values != NULL && ways.count < plan->way_count; ways.count++) {
        ways.values[ways.count] = strdup(plan->ways[ways.count].name);
        whole = whole && ways.values[ways.count] != NULL;
    }
    memmove(&plan->lists[1], &plan->lists[0], plan->list_count * sizeof plan->lists[0]);
    plan->lists[0] = ways;
    plan->list_count++;
    return whole ? SOW_OK : sow_err_no_memory(err);
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

/* Reads all entries of a plan, puts the list of ways first and counts the tasks. Fails
   with SOW_BAD_DATA, with the line, if it is not a plan. Fails with SOW_IO if @p file
   cannot be read. */
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
    enum sow_status status = require_command(plan, err);
    if (status == SOW_OK)
        status = check_sets(plan, err);
    if (status == SOW_OK)
        status = list_ways(plan, err);
    return status == SOW_OK ? count_tasks(plan, err) : status;
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

/* Frees names and values of @p count lists, but not the array. */
static void release_lists(const struct sow_sweep_list *lists, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < lists[i].count; k++)
            free(lists[i].values[k]);
        free(lists[i].values);
        free(lists[i].by);
        free(lists[i].name);
    }
}

void sow_sweep_plan_release(struct sow_sweep_plan *plan)
{
    release_lists(plan->lists, plan->list_count);
    for (size_t i = 0; i < plan->way_count; i++) {
        release_lists(plan->ways[i].sets, plan->ways[i].set_count);
        free(plan->ways[i].command);
        free(plan->ways[i].name);
    }
    free(plan->ways);
    free(plan->path);
    free(plan->command);
    free(plan->label);
    free(plan->depths.text);
    free(plan->openings.text);
    free(plan->curve.text);
    *plan = (struct sow_sweep_plan){.path = NULL};
}
