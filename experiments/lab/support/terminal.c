/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the width of a terminal. */
#include "sow/support/terminal.h"

#include "sow/base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>

/* Returns the number in the environment variable COLUMNS; 0 if it is missing or not a
   number. */
static int64_t columns_named(void)
{
    const char *text = getenv("COLUMNS");
    int64_t columns = 0;
    return text != NULL && sow_text_to_int(text, &columns) ? columns : 0;
}

int sow_terminal_window(FILE *out)
{
    struct winsize window = {0};
    return ioctl(fileno(out), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

int sow_terminal_columns(FILE *out)
{
    int64_t columns = columns_named();
    if (columns <= 0)
        columns = sow_terminal_window(out);
    if (columns <= 0)
        columns = SOW_TERMINAL_USUAL;
    if (columns < SOW_TERMINAL_FEWEST)
        columns = SOW_TERMINAL_FEWEST;
    return columns < SOW_TERMINAL_MOST ? (int)columns : SOW_TERMINAL_MOST;
}
