/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Charts in SVG for the suites that test them.
 */
#ifndef SOW_TESTS_SVG_SUPPORT_H
#define SOW_TESTS_SVG_SUPPORT_H

#include "sow/charts/chart.h"
#include "suite.h"

/** Returns a chart in SVG; the caller frees it. */
static inline char *drawn_as(const struct sow_frame *frame,
                             struct sow_svg_options options)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_chart_svg(frame, &options, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

#endif
