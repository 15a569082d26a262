/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/param.h"

#include "sow/base/param_flag.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sow_status sow_param_refuse(const struct sow_param *param, const char *text,
                                 struct sow_err *err)
{
    char *allowed = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&allowed, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    param->type->describe(param, out);
    if (fclose(out) != 0) {
        free(allowed);
        return sow_err_no_memory(err);
    }
    enum sow_status status =
        sow_err_set(err, SOW_BAD_DATA, "'%s' is not a value of '%s': allowed is %s", text,
                    param->name, allowed);
    free(allowed);
    return status;
}

/* --- kinds of value: how each is read, written and described --- */

/* Each parse function below returns SOW_OK, or else leaves the field and returns the
   status of sow_param_refuse. Each format function writes what the parse function of its
   kind reads. */

/* Reads a whole number within min and max of the row into the int in @p field. Refuses
   another text (sow_param_refuse); @p field is then unchanged. */
static enum sow_status parse_integer(const struct sow_param *param, const char *text,
                                     void *field, struct sow_err *err)
{
    int64_t value;
    if (!sow_text_to_int(text, &value) || (double)value < param->min ||
        (double)value > param->max)
        return sow_param_refuse(param, text, err);
    *(int *)field = (int)value;
    return SOW_OK;
}

/* Writes the int in @p field. */
static void format_integer(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    (void)fprintf(out, "%d", *(const int *)field);
}

/* Writes "a whole number from MIN to MAX", from the row. */
static void describe_integer(const struct sow_param *param, FILE *out)
{
    (void)fprintf(out, "a whole number from %.0f to %.0f", param->min, param->max);
}

/* Reads a whole number from 0 to 2^63 - 1 into the uint64_t in @p field. Refuses another
   text, and leaves @p field unchanged. */
static enum sow_status parse_seed(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    int64_t value;
    if (!sow_text_to_int(text, &value) || value < 0)
        return sow_param_refuse(param, text, err);
    *(uint64_t *)field = (uint64_t)value;
    return SOW_OK;
}

/* Writes the uint64_t in @p field. */
static void format_seed(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    (void)fprintf(out, "%llu", (unsigned long long)*(const uint64_t *)field);
}

/* Writes which texts parse_seed accepts. */
static void describe_seed(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("a whole number from 0 to 9223372036854775807", out);
}

/* Reads a finite number within min and max of the row into the double in @p field.
   Refuses another text, and leaves @p field unchanged. */
static enum sow_status parse_real(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    double value;
    if (!sow_text_to_real(text, &value) || value < param->min || value > param->max)
        return sow_param_refuse(param, text, err);
    *(double *)field = value;
    return SOW_OK;
}

/* Writes the double in @p field with the fewest digits that read back to it. */
static void format_real(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    char text[SOW_REAL_TEXT_MAX];
    sow_text_from_real(*(const double *)field, text);
    (void)fputs(text, out);
}

/* Writes "a number from MIN to MAX", from the row. */
static void describe_real(const struct sow_param *param, FILE *out)
{
    char least[SOW_REAL_TEXT_MAX];
    char most[SOW_REAL_TEXT_MAX];
    sow_text_from_real(param->min, least);
    sow_text_from_real(param->max, most);
    (void)fprintf(out, "a number from %s to %s", least, most);
}

/* Reads one of the row's words, in any case. The int in @p field receives its index from
   0. Refuses another word, and leaves @p field unchanged. */
static enum sow_status parse_choice(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    for (int i = 0; param->words[i] != NULL; i++) {
        if (sow_text_same(param->words[i], text)) {
            *(int *)field = i;
            return SOW_OK;
        }
    }
    return sow_param_refuse(param, text, err);
}

/* Writes the word of the row whose index, from 0, is the int in @p field. */
static void format_choice(const struct sow_param *param, const void *field, FILE *out)
{
    (void)fputs(param->words[*(const int *)field], out);
}

/* Writes the row's words with " | " between them. */
static void describe_choice(const struct sow_param *param, FILE *out)
{
    for (int i = 0; param->words[i] != NULL; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : " | ", param->words[i]);
}

/* Reads "yes" or "no", in any case, into the bool in @p field. Refuses another text, and
   leaves @p field unchanged. */
static enum sow_status parse_flag(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    bool yes = sow_text_same(text, "yes");
    if (!yes && !sow_text_same(text, "no"))
        return sow_param_refuse(param, text, err);
    *(bool *)field = yes;
    return SOW_OK;
}

/* Writes the bool in @p field as "yes" or "no". */
static void format_flag(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    (void)fputs(*(const bool *)field ? "yes" : "no", out);
}

/* Writes "yes | no". */
static void describe_flag(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("yes | no", out);
}

/* Copies a text of at most `max` bytes into the char array @p field, which has room for
   one more. Refuses a longer text, and leaves @p field unchanged. */
static enum sow_status parse_text(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    size_t length = strlen(text);
    if (length > (size_t)param->max)
        return sow_param_refuse(param, text, err);
    memcpy(field, text, length + 1);
    return SOW_OK;
}

/* Writes the char array at @p field. */
static void format_text(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    (void)fputs((const char *)field, out);
}

/* Writes "a text of up to MAX characters", from the row. */
static void describe_text(const struct sow_param *param, FILE *out)
{
    (void)fprintf(out, "a text of up to %.0f characters", param->max);
}

const struct sow_param_type sow_param_integer = {
    "integer",        true,        parse_integer, format_integer,
    describe_integer, sizeof(int), NULL,          false};
const struct sow_param_type sow_param_seed = {
    "seed", true, parse_seed, format_seed, describe_seed, sizeof(uint64_t), NULL, false};
const struct sow_param_type sow_param_real = {
    "real", true, parse_real, format_real, describe_real, sizeof(double), NULL, false};
const struct sow_param_type sow_param_choice = {
    "choice",        false,       parse_choice, format_choice,
    describe_choice, sizeof(int), NULL,         false};
const struct sow_param_type sow_param_flag = {
    "flag", false, parse_flag, format_flag, describe_flag, sizeof(bool), NULL, false};
const struct sow_param_type sow_param_added_flag = {
    "flag", false, parse_flag, format_flag, describe_flag, sizeof(bool), NULL, true};
const struct sow_param_type sow_param_text = {
    "text", false, parse_text, format_text, describe_text, 0, NULL, false};
const struct sow_param_type sow_param_added = {
    "text", false, parse_text, format_text, describe_text, 0, NULL, true};
const struct sow_param_type sow_param_added_integer = {
    "integer",        true,        parse_integer, format_integer,
    describe_integer, sizeof(int), NULL,          true};
const struct sow_param_type sow_param_added_choice = {
    "choice",        false,       parse_choice, format_choice,
    describe_choice, sizeof(int), NULL,         true};

/* Reads a text on the heap, which replaces and frees the old one. On failure (too long,
   or no memory) the old one stays. */
static enum sow_status parse_string(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    char **string = field;
    if (strlen(text) > (size_t)param->max)
        return sow_param_refuse(param, text, err);
    char *copy = strdup(text);
    if (copy == NULL)
        return sow_err_no_memory(err);
    free(*string);
    *string = copy;
    return SOW_OK;
}

/* Writes the text on the heap that @p field points to; nothing if it is NULL. */
static void format_string(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    const char *string = *(char *const *)field;
    (void)fputs(string != NULL ? string : "", out);
}

/* Frees the text on the heap that @p field points to, and sets the pointer to NULL. */
static void release_string(void *field)
{
    char **string = field;
    free(*string);
    *string = NULL;
}

const struct sow_param_type sow_param_string = {
    "text",        false,          parse_string,   format_string,
    describe_text, sizeof(char *), release_string, false};
const struct sow_param_type sow_param_added_string = {
    "text",        false,          parse_string,   format_string,
    describe_text, sizeof(char *), release_string, true};

/* Returns an underscore for a hyphen, and any other character itself. */
static char plain(char letter)
{
    return (char)(letter == '-' ? '_' : letter);
}

/* Returns true if two names differ at most in case, or in a hyphen for an underscore. */
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const char first[] = {plain(*a), '\0'};
        const char second[] = {plain(*b), '\0'};
        if (!sow_text_same(first, second))
            return false;
    }
    return *a == *b;
}

/* Options that were renamed after version 0.1.0. Stored settings, and texts made from
   them, are part of digests. So they keep the old name. */
static const struct {
    const char *name;   /* present name */
    const char *stored; /* name in stored settings */
} RENAMED[] = {
    {"seeds_per_pit", "seeds"},
};

const char *sow_param_stored_name(const struct sow_param *param)
{
    for (size_t i = 0; i < sizeof RENAMED / sizeof RENAMED[0]; i++)
        if (strcmp(RENAMED[i].name, param->name) == 0)
            return RENAMED[i].stored;
    return param->name;
}

const struct sow_param *sow_param_find(const struct sow_param_table *table,
                                       const char *name)
{
    for (size_t i = 0; i < table->count; i++)
        if (same_name(table->rows[i].name, name) ||
            same_name(sow_param_stored_name(&table->rows[i]), name))
            return &table->rows[i];
    return NULL;
}

/* Returns the address of a row's field in the options struct of the row's table, to write
   to it. */
static void *field_of(const struct sow_param *param, void *options)
{
    return (char *)options + param->offset;
}

/* Returns the address of a row's field in the options struct of the row's table. */
static const void *value_of(const struct sow_param *param, const void *options)
{
    return (const char *)options + param->offset;
}

void sow_param_defaults(const struct sow_param_table *table, void *options)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct sow_param *param = &table->rows[i];
        enum sow_status status =
            param->type->parse(param, param->fallback, field_of(param, options), NULL);
        assert(status == SOW_OK);
        (void)status;
    }
}

enum sow_status sow_param_set(const struct sow_param *param, void *options,
                              const char *text, struct sow_err *err)
{
    return sow_err_blame(
        err, param->type->parse(param, text, field_of(param, options), err), param->name);
}

/* Writes the names of all rows as "a, b, c". A text that does not fit in @p size bytes is
   cut. */
static void list_names(const struct sow_param_table *table, char *room, size_t size)
{
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; i < table->count && length < size; i++)
        length += (size_t)snprintf(room + length, size - length, "%s%s",
                                   i == 0 ? "" : ", ", table->rows[i].name);
}

/* Reports that the table has no row called @p name. The message suggests the closest name
   of the table, or else lists all of them. Always returns SOW_BAD_DATA. */
static enum sow_status unknown_name(const struct sow_param_table *table, const char *name,
                                    struct sow_err *err)
{
    struct sow_nearest nearest;
    char hint[128];
    char names[SOW_ERR_TEXT_MAX];
    sow_nearest_init(&nearest, name);
    for (size_t i = 0; i < table->count; i++)
        sow_nearest_offer(&nearest, table->rows[i].name);
    if (nearest.best != NULL)
        return sow_err_set(err, SOW_BAD_DATA, "unknown key '%s'%s", name,
                           sow_nearest_hint(&nearest, hint, sizeof hint));
    list_names(table, names, sizeof names);
    return sow_err_set(err, SOW_BAD_DATA, "unknown key '%.80s'; known are %s", name,
                       names);
}

enum sow_status sow_param_set_named(const struct sow_param_table *table, void *options,
                                    const char *name, const char *text,
                                    struct sow_err *err)
{
    const struct sow_param *param = sow_param_find(table, name);
    return param != NULL ? sow_param_set(param, options, text, err)
                         : unknown_name(table, name, err);
}

char *sow_param_get(const struct sow_param *param, const void *options)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    param->type->format(param, value_of(param, options), out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* Finds the row called @p name in a list of groups, which must have it. @p described is
   the larger struct, and becomes the struct that the row belongs to. */
static const struct sow_param *find_in_groups(const struct sow_param_group *groups,
                                              const char *name, const void **described)
{
    const struct sow_param *row = NULL;
    const char *options = *described;
    for (size_t i = 0; row == NULL && groups[i].table != NULL; i++) {
        row = sow_param_find(groups[i].table, name);
        *described = options + groups[i].offset;
    }
    assert(row != NULL);
    return row;
}

/* Reports that the option of @p row has no effect because it needs @p condition, which is
   not met. Marks the option as being at fault. Always returns SOW_USAGE. */
static enum sow_status refuse_idle(const struct sow_param *row, const char *condition,
                                   struct sow_err *err)
{
    char option[64];
    (void)snprintf(option, sizeof option, "%s", row->name);
    for (char *at = option; (at = strchr(at, '_')) != NULL;)
        *at = '-';
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "'--%s' has no effect here: it needs %s; give "
                                     "that or leave it out",
                                     option, condition),
                         row->name);
}

/* Reports a value that is not the default (refuse_idle), of an option whose @p condition
   is not met. @p described is the struct that @p row belongs to. Returns SOW_USAGE if the
   value differs, SOW_OK if it is the default, or SOW_NO_MEMORY. */
static enum sow_status refuse_change(const struct sow_param *row, const void *described,
                                     const char *condition, struct sow_err *err)
{
    char *value = sow_param_get(row, described);
    if (value == NULL)
        return sow_err_no_memory(err);
    bool idle = strcmp(value, row->fallback) != 0;
    free(value);
    return idle ? refuse_idle(row, condition, err) : SOW_OK;
}

bool sow_param_group_is_idle(const struct sow_param_group *groups,
                             const struct sow_param_group *group, const void *options)
{
    if (group->choice == NULL)
        return false;
    const void *described = options;
    const struct sow_param *row = find_in_groups(groups, group->choice, &described);
    int chosen = *(const int *)value_of(row, described);
    return strcmp(row->words[chosen], group->word) != 0;
}

/* Reports the first option of an idle group that differs from its default. @p options is
   the larger struct. Returns SOW_USAGE if there is one, SOW_NO_MEMORY, or else SOW_OK. A
   group is idle if its choice has another value than its word. */
static enum sow_status refuse_idle_group(const struct sow_param_group *group,
                                         const void *options, struct sow_err *err)
{
    char condition[64];
    (void)snprintf(condition, sizeof condition, "--%s %s", group->choice, group->word);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < group->table->count && status == SOW_OK; i++)
        status = refuse_change(&group->table->rows[i],
                               (const char *)options + group->offset, condition, err);
    return status;
}

enum sow_status sow_param_refuse_idle(const struct sow_param_group *groups,
                                      const struct sow_param_need *needs,
                                      const void *options, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; groups[i].table != NULL && status == SOW_OK; i++)
        if (sow_param_group_is_idle(groups, &groups[i], options))
            status = refuse_idle_group(&groups[i], options, err);
    for (; needs != NULL && needs->name != NULL && status == SOW_OK; needs++) {
        if (needs->is_met(options))
            continue;
        const void *described = options;
        const struct sow_param *row = find_in_groups(groups, needs->name, &described);
        status = refuse_change(row, described, needs->condition, err);
    }
    return status;
}

const void *sow_param_of_type(const struct sow_param_group *groups,
                              const struct sow_param_type *type, const void *options)
{
    for (; groups->table != NULL; groups++)
        for (size_t i = 0; i < groups->table->count; i++)
            if (groups->table->rows[i].type == type)
                return value_of(&groups->table->rows[i],
                                (const char *)options + groups->offset);
    return NULL;
}

void sow_params_init(const struct sow_param_group *groups, void *options, size_t size)
{
    memset(options, 0, size);
    for (; groups->table != NULL; groups++)
        sow_param_defaults(groups->table, (char *)options + groups->offset);
}

void sow_params_release(const struct sow_param_group *groups, void *options)
{
    for (; groups->table != NULL; groups++)
        for (size_t i = 0; i < groups->table->count; i++) {
            const struct sow_param *row = &groups->table->rows[i];
            if (row->type->release != NULL)
                row->type->release(field_of(row, (char *)options + groups->offset));
        }
}

/* Sets all values that own memory to zero bytes, without freeing it. For a copy of a
   struct whose original still owns that memory. */
static void disown(const struct sow_param_group *groups, void *options)
{
    for (; groups->table != NULL; groups++)
        for (size_t i = 0; i < groups->table->count; i++) {
            const struct sow_param *row = &groups->table->rows[i];
            if (row->type->release != NULL)
                memset(field_of(row, (char *)options + groups->offset), 0,
                       row->type->size);
        }
}

/* Copies the value of @p row from one struct of its table to another, through its text,
   if the value owns memory. Does nothing for other values. Returns SOW_OK or
   SOW_NO_MEMORY. */
static enum sow_status copy_owned(const struct sow_param *row, const void *from, void *to,
                                  struct sow_err *err)
{
    if (row->type->release == NULL)
        return SOW_OK;
    char *text = sow_param_get(row, from);
    enum sow_status status =
        text != NULL ? sow_param_set(row, to, text, err) : sow_err_no_memory(err);
    free(text);
    return status;
}

enum sow_status sow_params_copy(const struct sow_param_group *groups, const void *from,
                                void *to, size_t size, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    memcpy(to, from, size);
    disown(groups, to);
    for (; groups->table != NULL; groups++)
        for (size_t i = 0; i < groups->table->count && status == SOW_OK; i++)
            status =
                copy_owned(&groups->table->rows[i], (const char *)from + groups->offset,
                           (char *)to + groups->offset, err);
    return status;
}

bool sow_param_equal(const struct sow_param *param, const void *a, const void *b)
{
    const void *first = value_of(param, a);
    const void *second = value_of(param, b);
    return param->type->size > 0 ? memcmp(first, second, param->type->size) == 0
                                 : strcmp(first, second) == 0;
}
