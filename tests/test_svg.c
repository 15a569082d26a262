/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the layout of charts in SVG, at several widths. */
#include "sow/charts/chart.h"
#include "suite.h"
#include "svg_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void release_frame(struct sow_frame *frame)
{
    sow_frame_release(frame);
}

static const struct sow_chart BY_HAND = {.name = "hand",
                                         .title = "Made & <by> hand_1",
                                         .x = "score",
                                         .y = "what goes up",
                                         .reading = "Read.",
                                         .reference = 0.5};

/* Estimates the width of the text from @p at to @p end. An entity is one letter. */
static double width_of(const char *at, const char *end)
{
    const double narrow = 4.5;
    const double usual = 7.5;
    double width = 0;
    for (; at < end; at++) {
        if (*at == '&')
            at = strchr(at, ';');
        if (((unsigned char)*at & 0xc0) != 0x80)
            width += strchr("fijlrt.,:;'|![]() ", *at) != NULL ? narrow : usual;
    }
    return width;
}

/* Returns the number that follows @p name in an element, or @p other without it. */
static double number_in(const char *element, const char *name, double other)
{
    const char *end = strchr(element, '>');
    const char *at = strstr(element, name);
    return at != NULL && at < end ? strtod(at + strlen(name), NULL) : other;
}

/* Requires that every text of a picture is inside it. Returns the number of texts. */
static int require_texts_inside(const char *svg, const char *what)
{
    int texts = 0;
    double wide = number_in(svg, " width=\"", 0);
    double high = number_in(svg, " height=\"", 0);
    for (const char *at = svg; (at = strstr(at, "<text")) != NULL; at++, texts++) {
        const char *begin = strchr(at, '>') + 1;
        double width = width_of(begin, strstr(begin, "</text>"));
        double x = number_in(at, " x=\"", 0);
        double y = number_in(at, " y=\"", 0);
        const char *anchor = strstr(at, "text-anchor=\"");
        bool named = anchor != NULL && anchor < begin;
        ck_assert_msg(y > 0 && y < high, "%s: %.40s", what, at);
        if (strncmp(at, "<text class=\"values", 19) == 0 ||
            strstr(at, "rotate") == at + 17)
            continue; /* cells are checked by their own numbers */
        double left = !named ? x : anchor[13] == 'e' ? x - width : x - width / 2;
        ck_assert_msg(left >= -2 && left + width <= wide + 2, "%s: %.80s", what, at);
    }
    return texts;
}

/* Adds points of every mark to a frame: 7 rows, 5 columns. */
static void fill_frame(struct sow_frame *frame)
{
    static const char *const LONG =
        "alphabeta:depth=8,eval=[state:store_difference=1,b=2]";
    struct sow_err err;
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 5; column++) {
            char name[100];
            char group[100];
            double x = column + 0.1 * row;
            (void)snprintf(name, sizeof name, "%d %s", row, row % 2 == 0 ? LONG : "h4");
            (void)snprintf(group, sizeof group, "%s = %d", column == 1 ? LONG : "short",
                           column);
            ck_ok(sow_frame_add(
                frame, name, frame->chart->mark == SOW_MARK_LINE ? "" : group,
                (double[]){x, frame->chart->mark == SOW_MARK_PARALLEL ? column : x + 1,
                           0.25 * column, x + 0.5},
                4, &err));
        }
}

/* Draws a frame twice at a width. No text leaves the picture, and the same data give the
   same bytes. */
static void require_picture(const struct sow_frame *frame, int width)
{
    char what[40];
    (void)snprintf(what, sizeof what, "mark %d, width %d", (int)frame->chart->mark,
                   width);
    struct sow_svg_options options = {width, true, true};
    OWNED(text) char *svg = drawn_as(frame, options);
    OWNED(text) char *again = drawn_as(frame, options);
    ck_assert_str_eq(svg, again);
    ck_assert_int_ge(require_texts_inside(svg, what), 8);
    ck_assert_msg(strstr(svg, "data-spots=\"\n") != NULL, "%s", what);
}

/* Panels with a logarithmic axis end, however narrow they are: ticks give way. */
TEST(layout, narrow_logarithmic_panels_end)
{
    enum { LINES = 6, POINTS = 3 };
    struct sow_chart chart = BY_HAND;
    chart.mark = SOW_MARK_LINE;
    OWNED(frame) struct sow_frame frame = {.chart = &chart, .decades = true};
    for (int i = 0; i < LINES * POINTS; i++) {
        const double values[] = {30000 * pow(6, i % POINTS), 0.5};
        const char name[] = {(char)('a' + i / POINTS), '\0'};
        ck_ok(sow_frame_add(&frame, name, "", values, 2, &err));
    }
    for (int width = SOW_SVG_LEAST; width <= 2 * SOW_SVG_COLUMN; width += 20)
        require_picture(&frame, width);
}

/* A logarithmic axis of less than two powers of ten has more ticks than these. */
TEST(layout, short_logarithmic_axis_has_ticks)
{
    static const char *const TICKS[] = {">30,000<", ">100,000<", ">300,000<"};
    struct sow_chart chart = BY_HAND;
    chart.mark = SOW_MARK_LINE;
    OWNED(frame) struct sow_frame frame = {.chart = &chart, .decades = true};
    for (int i = 0; i < 3; i++) {
        const double values[] = {25000 * pow(6, i), 0.5};
        ck_ok(sow_frame_add(&frame, "a", "", values, 2, &err));
    }
    OWNED(text) char *svg = drawn_as(&frame, (struct sow_svg_options){360, true, false});
    for (int i = 0; i < COUNT(TICKS); i++)
        ck_assert_msg(strstr(svg, TICKS[i]) != NULL, "no tick %s", TICKS[i]);
}

/* Every mark at three widths. */
TEST(layout, texts_are_inside)
{
    (void)err;
    static const int WIDTHS[] = {336, 720, 1100};
    for (int mark = SOW_MARK_LINE; mark < SOW_MARKS; mark++) {
        struct sow_chart chart = BY_HAND;
        chart.mark = (enum sow_mark)mark;
        OWNED(frame) struct sow_frame frame = {.chart = &chart};
        fill_frame(&frame);
        for (int i = 0; i < COUNT(WIDTHS); i++)
            require_picture(&frame, WIDTHS[i]);
    }
}

/* Points of a strip chart have the intervals that they are given, on the line of the
   point and inside the scale. */
TEST(layout, strip_has_intervals)
{
    struct sow_chart chart = BY_HAND;
    chart.mark = SOW_MARK_STRIP;
    OWNED(frame) struct sow_frame frame = {.chart = &chart};
    ck_ok(sow_frame_add(&frame, "h4", "", (double[]){0.6, 0.25, 1.25}, 3, &err));
    ck_ok(sow_frame_add(&frame, "h1", "", (double[]){0.5}, 1, &err));
    OWNED(text) char *svg = drawn_as(&frame, (struct sow_svg_options){560, true, true});
    const char *bars = strstr(svg, "<path class=\"bar thin best\" d=\"M");
    ck_assert_ptr_nonnull(bars);
    ck_assert_ptr_null(strstr(bars + 20, "class=\"bar"));
    ck_assert_ptr_nonnull(strstr(svg, " to 1.25"));
    double low;
    double high;
    sow_frame_range(&frame, &low, &high);
    ck_assert_double_eq_tol(low, 0.25, 1e-12);
    ck_assert_double_eq_tol(high, 1.25, 1e-12);
}
