/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the operands of commands. */
#include "sow/runs/command.h"

#include "sow/base/text.h"

enum sow_status sow_word_integer(const char *text, const char *what, int64_t min,
                                 int64_t *value, struct sow_err *err)
{
    int64_t number;
    if (!sow_text_to_int(text, &number) || number < min)
        return sow_err_set(err, SOW_USAGE,
                           "%s '%s' is not a whole number of at least %lld", what, text,
                           (long long)min);
    *value = number;
    return SOW_OK;
}
