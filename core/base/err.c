/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum sow_status sow_err_set(struct sow_err *err, enum sow_status status,
                            const char *format, ...)
{
    if (err == NULL)
        return status;
    err->status = status;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return status;
}

enum sow_status sow_err_prefix(struct sow_err *err, const char *format, ...)
{
    char before[SOW_ERR_TEXT_MAX];
    char joined[2 * SOW_ERR_TEXT_MAX + 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(before, sizeof before, format, arguments);
    va_end(arguments);
    (void)snprintf(joined, sizeof joined, "%s: %s", before, err->text);
    memcpy(err->text, joined, sizeof err->text);
    err->text[sizeof err->text - 1] = '\0';
    return err->status;
}

enum sow_status sow_err_no_memory(struct sow_err *err)
{
    return sow_err_set(err, SOW_NO_MEMORY, "out of memory; ask for a smaller job");
}
