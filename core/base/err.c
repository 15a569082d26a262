/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Replaces each newline of a text by "\n" in two characters, so that an inserted text
   cannot begin a line of the message. A text that does not fit is cut. */
static void keep_to_a_line(char *text, size_t size)
{
    for (char *at = text; (at = strchr(at, '\n')) != NULL; at += 2) {
        size_t room = size - (size_t)(at - text);
        if (room < 3) {
            *at = '\0';
            return;
        }
        size_t rest = strlen(at + 1);
        rest = rest < room - 3 ? rest : room - 3;
        memmove(at + 2, at + 1, rest);
        at[rest + 2] = '\0';
        memcpy(at, "\\n", 2);
    }
}

enum sow_status sow_err_set(struct sow_err *err, enum sow_status status,
                            const char *format, ...)
{
    if (err == NULL)
        return status;
    err->status = status;
    err->option[0] = '\0';
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    keep_to_a_line(err->text, sizeof err->text);
    return status;
}

enum sow_status sow_err_blame(struct sow_err *err, enum sow_status status,
                              const char *option)
{
    if (err == NULL || status == SOW_OK || err->option[0] != '\0')
        return status;
    (void)snprintf(err->option, sizeof err->option, "%s", option + strspn(option, "-"));
    for (char *at = err->option; (at = strchr(at, '-')) != NULL;)
        *at = '_';
    return status;
}

void sow_err_add_line(struct sow_err *err, const char *format, ...)
{
    size_t length = strlen(err->text);
    if (length + 1 >= sizeof err->text)
        return;
    char *line = err->text + length + 1;
    size_t room = sizeof err->text - length - 1;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, room, format, arguments);
    va_end(arguments);
    keep_to_a_line(line, room);
    line[-1] = '\n';
}

enum sow_status sow_err_prefix(struct sow_err *err, const char *format, ...)
{
    char before[SOW_ERR_TEXT_MAX];
    char joined[2 * SOW_ERR_TEXT_MAX + 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(before, sizeof before, format, arguments);
    va_end(arguments);
    keep_to_a_line(before, sizeof before);
    (void)snprintf(joined, sizeof joined, "%s: %s", before, err->text);
    memcpy(err->text, joined, sizeof err->text);
    err->text[sizeof err->text - 1] = '\0';
    return err->status;
}

enum sow_status sow_err_no_memory(struct sow_err *err)
{
    return sow_err_set(err, SOW_NO_MEMORY, "out of memory: ask for a smaller job");
}
