/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/support/progress.h"
#include "sow/support/utf8.h"
#include "suite.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

NEEDS_FILE(ANY, "/dev/pts/ptmx")

/* A terminal. Text written to `out` can be read from `master`. */
struct terminal {
    int master;
    FILE *out;
};

static struct terminal open_terminal(unsigned short columns)
{
    struct terminal terminal = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    ck_assert_int_ge(terminal.master, 0);
    ck_assert_int_eq(grantpt(terminal.master), 0);
    ck_assert_int_eq(unlockpt(terminal.master), 0);
    terminal.out = fopen(ptsname(terminal.master), "w");
    ck_assert_ptr_nonnull(terminal.out);
    struct winsize window = {.ws_row = 24, .ws_col = columns};
    ck_assert_int_eq(ioctl(terminal.master, TIOCSWINSZ, &window), 0);
    return terminal;
}

/* Closes the terminal. Returns the text written to it, in static room. */
static char *close_terminal(struct terminal *terminal)
{
    static char text[65536];
    size_t length = 0;
    ssize_t got;
    (void)fputc('\n', terminal->out);
    (void)fflush(terminal->out);
    do {
        got = read(terminal->master, text + length, sizeof text - 1 - length);
        ck_assert_int_gt(got, 0);
        length += (size_t)got;
    } while (text[length - 1] != '\n');
    text[length] = '\0';
    (void)fclose(terminal->out);
    (void)close(terminal->master);
    return text;
}

static void wait_seconds(double seconds)
{
    double end = sow_clock_seconds() + seconds;
    while (sow_clock_seconds() < end)
        (void)usleep(10000);
}

TEST(line, silent_unless_terminal)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    struct sow_progress *progress = sow_progress_new(file);
    ck_assert_ptr_null(progress);
    sow_progress_begin(progress, 10, "games");
    sow_progress_update(progress, 5, "note");
    sow_progress_hide(progress);
    sow_progress_end(progress);
    sow_progress_free(progress);
    ck_assert_int_eq(ftell(file), 0);
    (void)fclose(file);
}

TEST(line, line_is_drawn_and_wiped)
{
    struct terminal terminal = open_terminal(100);
    struct sow_progress *progress = sow_progress_new(terminal.out);
    ck_assert_ptr_nonnull(progress);
    sow_progress_begin(progress, 4000000, "games");
    sow_progress_update(progress, 1, "too early to be shown");
    wait_seconds(0.6);
    sow_progress_advance(progress, 1999999, "generation 12");
    sow_progress_advance(progress, 1, "too soon to be shown");
    sow_progress_end(progress);
    sow_progress_free(progress);
    const char *text = close_terminal(&terminal);
    ck_assert_ptr_null(strstr(text, "shown"));
    const char *line = strstr(text, "generation 12  ");
    ck_assert_msg(line != NULL, "%s", text);
    ck_assert_ptr_nonnull(strstr(line, "M games/s, 0:01 left"));
    const char *wiped = strrchr(line, '\r');
    ck_assert_msg(wiped != NULL && strspn(wiped, "\r\n ") == strlen(wiped), "%s", text);
}

TEST(line, parts_count_in_the_whole)
{
    struct terminal terminal = open_terminal(100);
    struct sow_progress *whole = sow_progress_new(terminal.out);
    struct sow_progress *parts[2];
    sow_progress_begin(whole, 0, "games");
    for (int i = 0; i < 2; i++) {
        parts[i] = sow_progress_part(whole, 2);
        sow_progress_begin(parts[i], 3000000, "games");
        sow_progress_update(parts[i], 1000000, "note of a part");
        sow_progress_update(parts[i], 1400000, NULL);
    }
    wait_seconds(0.7);
    sow_progress_advance(parts[0], 200000, NULL);
    sow_progress_end(parts[0]);
    for (int i = 0; i < 2; i++)
        sow_progress_free(parts[i]);
    sow_progress_free(whole);
    /* The progress is 3 of 6 million games in 0.7 s. */
    const char *text = close_terminal(&terminal);
    ck_assert_msg(strstr(text, "3.00M/6.00M games, ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "M/s, 0:01 left") != NULL, "%s", text);
    ck_assert_ptr_null(sow_progress_part(NULL, 2));
}

/* Returns the progress line with @p note on a terminal of @p columns columns, in static
   room. */
static const char *drawn(unsigned short columns, const char *note)
{
    struct terminal terminal = open_terminal(columns);
    struct sow_progress *progress = sow_progress_new(terminal.out);
    sow_progress_begin(progress, 4000000, "games");
    wait_seconds(0.6);
    sow_progress_update(progress, 2000000, note);
    sow_progress_free(progress);
    char *text = close_terminal(&terminal);
    ck_assert_int_eq(text[0], '\r');
    char *end = strchr(text + 1, '\r');
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    return text + 1;
}

static const char GENERATION[] = "gen 12/250 best 0.641 mean 0.503 spread 0.285 plain "
                                 "(the kernels do not know laps)";

TEST(line, figures_are_kept_and_the_note_is_cut)
{
    static const struct {
        unsigned short columns;
        const char *note;
        const char *kept;
    } LINES[] = {
        {40, GENERATION, "gen 12/250 ..  "},
        {80, GENERATION, "gen 12/250 best 0.641 mean 0.503 spread 0.285 plain..  "},
        {200, GENERATION, "spread 0.285 plain (the kernels do not know laps)  "},
        {40,
         "\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b"
         "\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b",
         "\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b..  "},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        const char *line = drawn(LINES[i].columns, LINES[i].note);
        const char *kept = strstr(line, LINES[i].kept);
        ck_assert_msg(kept != NULL, "%u: '%s'", LINES[i].columns, line);
        const char *figures = kept + strlen(LINES[i].kept);
        ck_assert_msg(strstr(figures, "M games/s, 0:01 left") == figures + 4, "'%s'",
                      line);
        ck_assert_int_lt(sow_utf8_width(line), LINES[i].columns);
    }
}

TEST(line, figures_alone_are_left_on_a_tiny_terminal)
{
    const char *line = drawn(20, GENERATION);
    ck_assert_msg(strstr(line, "M games/s, 0:0") == line + 4, "'%s'", line);
    ck_assert_int_eq(sow_utf8_width(line), 19);
}

TEST(line, clock_goes_forward)
{
    double before = sow_clock_seconds();
    wait_seconds(0.02);
    double passed = sow_clock_seconds() - before;
    ck_assert_double_ge(passed, 0.02);
    ck_assert_double_lt(passed, 60);
}
