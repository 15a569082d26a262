/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/terminal.h"
#include "suite.h"

#include <fcntl.h>
#include <sys/ioctl.h>

NEEDS_FILE(ANY, "/dev/pts/ptmx")

/* Opens a terminal with @p columns columns, or a file if @p columns is negative. */
static FILE *open_out(int columns)
{
    if (columns < 0)
        return fopen("/dev/null", "w");
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    struct winsize window = {.ws_row = 24, .ws_col = (unsigned short)columns};
    ck_assert_int_ge(master, 0);
    ck_assert_int_eq(grantpt(master) | unlockpt(master), 0);
    FILE *out = fopen(ptsname(master), "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(ioctl(master, TIOCSWINSZ, &window), 0);
    return out;
}

static const struct {
    const char *environment;
    int window; /* columns of the window; -1: not a terminal */
    int columns;
} ROWS[] = {
    {NULL, -1, 80},    {NULL, 132, 132}, {NULL, 0, 80},      {"100", -1, 100},
    {"100", 132, 100}, {"", 132, 132},   {"wide", 132, 132}, {"-5", -1, 80},
    {"0", 132, 132},   {"7", 132, 40},   {"90000", -1, 400}, {"100x", -1, 80},
};

TEST_EACH(columns, columns, ROWS)
{
    FILE *out = open_out(ROWS[_i].window);
    if (ROWS[_i].environment == NULL)
        (void)unsetenv("COLUMNS");
    else
        (void)setenv("COLUMNS", ROWS[_i].environment, 1);
    ck_assert_int_eq(sow_terminal_columns(out), ROWS[_i].columns);
    ck_assert_int_eq(sow_terminal_window(out), ROWS[_i].window < 0 ? 0 : ROWS[_i].window);
    (void)fclose(out);
}

TEST(columns, no_descriptor)
{
    char room[16];
    FILE *out = fmemopen(room, sizeof room, "w");
    (void)unsetenv("COLUMNS");
    ck_assert_int_eq(sow_terminal_columns(out), SOW_TERMINAL_USUAL);
    (void)fclose(out);
}
