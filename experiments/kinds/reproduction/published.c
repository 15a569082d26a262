/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/published.h"

#include "sow/base/embedded.h"
#include "sow/base/text.h"

#include <stdlib.h>
#include <string.h>

/* Files of the folder published, as texts in the program: name of the work and text. The
   last entry has a NULL name. */
extern const struct sow_embedded sow_published_files[];

static const char TITLES[] = "table,variant,row,column,value\n";

/* Copies the field that begins at @p at to @p field. It must be followed by the
   character @p end. Returns the text behind @p end, or NULL if the field is empty or too
   long, or has another end. */
static const char *take_field(const char *at, char end,
                              char field[SOW_PUBLISHED_WORD_MAX + 1])
{
    size_t length = strcspn(at, ",\n");
    if (at[length] != end || length == 0 || length > SOW_PUBLISHED_WORD_MAX)
        return NULL;
    memcpy(field, at, length);
    field[length] = '\0';
    return at + length + 1;
}

/* Reads the line that begins at @p at into @p figure. Returns the next line, or NULL if
   the line does not have five fields, the last a number. */
static const char *take_line(const char *at, struct sow_published *figure)
{
    char value[SOW_PUBLISHED_WORD_MAX + 1];
    char *const fields[] = {figure->table, figure->variant, figure->row, figure->column};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && at != NULL; i++)
        at = take_field(at, ',', fields[i]);
    if (at != NULL)
        at = take_field(at, '\n', value);
    return at != NULL && sow_text_to_real(value, &figure->value) ? at : NULL;
}

/* Returns the number of line ends in @p text. */
static size_t count_lines(const char *text)
{
    size_t count = 0;
    while ((text = strchr(text, '\n')) != NULL) {
        text++;
        count++;
    }
    return count;
}

/* Skips `#` lines and then the line of titles. Returns the first line of figures, or
   NULL if the titles are not there. */
static const char *skip_head(const char *text)
{
    while (*text == '#') {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return strncmp(text, TITLES, strlen(TITLES)) == 0 ? text + strlen(TITLES) : NULL;
}

enum sow_status sow_published_read(const char *text, const char *origin,
                                   struct sow_published **figures, size_t *count,
                                   struct sow_err *err)
{
    const char *at = skip_head(text);
    *figures = NULL;
    *count = 0;
    if (at == NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "'%s' does not hold published figures: the first line is not '%.*s'", origin,
            (int)strlen(TITLES) - 1, TITLES);
    struct sow_published *list = calloc(count_lines(at) + 1, sizeof *list);
    if (list == NULL)
        return sow_err_no_memory(err);
    while (*at != '\0') {
        at = take_line(at, &list[*count]);
        if (at == NULL) {
            free(list);
            return sow_err_set(err, SOW_BAD_DATA,
                               "'%s': figure %zu is not a line of table, variant, row, "
                               "column and value",
                               origin, *count + 1);
        }
        ++*count;
    }
    *figures = list;
    return SOW_OK;
}

enum sow_status sow_published_load(const char *work, struct sow_published **figures,
                                   size_t *count, struct sow_err *err)
{
    const struct sow_embedded *file = sow_published_files;
    while (file->name != NULL && strcmp(file->name, work) != 0)
        file++;
    if (file->name == NULL)
        return sow_err_set(err, SOW_USAGE, "there are no figures of '%.100s'", work);
    return sow_published_read(file->text, file->name, figures, count, err);
}
