/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Helpers for the suites of the statistics: reference figures computed by R
 * (data/r/statistics_reference.txt). Each line has a word that names the kind of figures,
 * then numbers.
 */
#ifndef SOW_TESTS_STATISTICS_SUPPORT_H
#define SOW_TESTS_STATISTICS_SUPPORT_H

#include "sow/base/err.h"
#include "sow/statistics/statistics.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIGURES_MAX = 128, FIGURES_LINE_MAX = 4096 };

/** Line of figures, and the position of the test in it. */
struct figures {
    FILE *in;
    int lines; /**< lines of the wanted kind read so far */
    int count; /**< figures in the line */
    int next;  /**< index of the next figure */
    double value[FIGURES_MAX];
};

static inline void figures_open(struct figures *figures)
{
    *figures =
        (struct figures){.in = fopen(SOW_DATA_FILE("r/statistics_reference.txt"), "r")};
    ck_assert(figures->in != NULL);
}

static inline void figures_parse(struct figures *figures, char *text)
{
    figures->count = 0;
    figures->next = 0;
    for (char *end; *(text += strspn(text, " \n")) != '\0'; text = end) {
        ck_assert_int_lt(figures->count, FIGURES_MAX);
        double value = strtod(text, &end);
        if (strncmp(text, "NA", 2) == 0)
            value = (double)NAN, end = text + 2;
        ck_assert_msg(end != text, "'%s' is no number", text);
        figures->value[figures->count++] = value;
    }
}

/**
 * Reads the next line of kind @p kind. At the end of the file, closes it and returns
 * false; the file must have had such a line.
 */
static inline bool figures_next(struct figures *figures, const char *kind)
{
    char line[FIGURES_LINE_MAX];
    size_t length = strlen(kind);
    while (fgets(line, sizeof line, figures->in) != NULL) {
        ck_assert(strchr(line, '\n') != NULL);
        if (strncmp(line, kind, length) != 0 || line[length] != ' ')
            continue;
        figures_parse(figures, line + length);
        figures->lines++;
        return true;
    }
    ck_assert_msg(figures->lines > 0, "no line is of kind '%s'", kind);
    (void)fclose(figures->in);
    return false;
}

/** Returns the next figure of the line. */
static inline double figure(struct figures *figures)
{
    ck_assert_int_lt(figures->next, figures->count);
    return figures->value[figures->next++];
}

static inline int64_t figure_count(struct figures *figures)
{
    return (int64_t)figure(figures);
}

/**
 * Asserts that two values differ by at most @p tolerance times the expected value, or
 * times 1e-3 if that is larger. NaN equals NaN, and infinity equals itself.
 */
static inline void expect_near(const char *what, double value, double expected,
                               double tolerance)
{
    if (isnan(expected)) {
        ck_assert_msg(isnan(value), "%s: %.17g is not NaN", what, value);
        return;
    }
    double error = fabs(value - expected) / fmax(1e-3, fabs(expected));
    ck_assert_msg(error <= tolerance || (isinf(expected) && value * expected > 0),
                  "%s: %.17g, not %.17g: error %.2g", what, value, expected, error);
}

/** Asserts as expect_near(). The expected value is the next figure of the line. */
static inline void expect_figure(const char *what, struct figures *figures, double value,
                                 double tolerance)
{
    expect_near(what, value, figure(figures), tolerance);
}

static inline void expect_interval(const char *what, struct figures *figures,
                                   struct sow_interval interval, double tolerance)
{
    expect_figure(what, figures, interval.low, tolerance);
    expect_figure(what, figures, interval.high, tolerance);
}

static inline void expect_nothing(struct sow_interval interval)
{
    ck_assert(isnan(interval.low) && isnan(interval.high));
}

#endif
