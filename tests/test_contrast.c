/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of contrast in light and dark pages and in heat maps, as WCAG 2.2 defines it.
   Texts need 4.5 to 1; lines and points of charts meet the same limit. */
#include "sow/charts/chart.h"
#include "sow/reports/html.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double linear_of(long channel)
{
    double part = (double)channel / 255;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance_of(long colour)
{
    return 0.2126 * linear_of(colour >> 16 & 255) +
           0.7152 * linear_of(colour >> 8 & 255) + 0.0722 * linear_of(colour & 255);
}

static double contrast_of(long one, long other)
{
    double a = luminance_of(one);
    double b = luminance_of(other);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

/* Returns the value of a variable in the style from @p style on, also if it is written
   `#rgb`. */
static long colour_of(const char *style, const char *name)
{
    char word[32];
    char *end;
    (void)snprintf(word, sizeof word, "--%s:#", name);
    const char *at = strstr(style, word);
    ck_assert_msg(at != NULL, "no colour '%s'", name);
    at += strlen(word);
    long colour = strtol(at, &end, 16);
    if (end - at == 3)
        colour = (colour >> 8 & 15) * 0x110000 + (colour >> 4 & 15) * 0x1100 +
                 (colour & 15) * 0x11;
    return colour;
}

static const struct {
    const char *word, *ground;
} PAIRS[] = {
    {"ink", "page"}, {"ink", "soft"}, {"dim", "page"}, {"dim", "soft"},
    {"c0", "page"},  {"c0", "soft"},  {"c1", "page"},  {"c2", "page"},
    {"c3", "page"},  {"c4", "page"},  {"c5", "page"},
};

TEST(pages, what_stands_there_can_be_read)
{
    (void)err;
    const char *light = sow_html_style();
    const char *dark = strstr(light, "prefers-color-scheme:dark");
    ck_assert_ptr_nonnull(dark);
    for (int i = 0; i < COUNT(PAIRS); i++)
        for (int k = 0; k < 2; k++) {
            const char *style = k == 0 ? light : dark;
            double contrast = contrast_of(colour_of(style, PAIRS[i].word),
                                          colour_of(style, PAIRS[i].ground));
            ck_assert_msg(contrast >= 4.5, "%s on %s, %s: %.2f", PAIRS[i].word,
                          PAIRS[i].ground, k == 0 ? "light" : "dark", contrast);
        }
}

/* Charts use the light colours of a page. A dark page replaces each of them by its
   own. */
TEST(pages, charts_have_the_colours_of_pages)
{
    static char name[] = "series";
    static char nothing[] = "";
    char *rows[] = {name};
    char *columns[] = {nothing};
    struct sow_point points[] = {{0, 0, {0, 0, (double)NAN, (double)NAN}},
                                 {0, 0, {1, 1, (double)NAN, (double)NAN}}};
    struct sow_chart chart = {.mark = SOW_MARK_LINE,
                              .title = "",
                              .x = "x",
                              .y = "y",
                              .reading = "",
                              .reference = (double)NAN};
    struct sow_frame frame = {&chart, {rows, 1}, {columns, 1}, points, 2, false};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_html_figure(&frame, SOW_HTML_PICTURES, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_ptr_nonnull(strstr(text, "var(--c0)"));
    ck_assert_ptr_nonnull(strstr(text, "var(--ink)"));
    free(text);
}

/* The figures in a heat map are readable at both ends of its colours and between them. */
TEST(heat, figures_can_be_read)
{
    static char names[][2] = {"a", "b", "c"};
    char *rows[] = {names[0]};
    char *columns[] = {names[0], names[1], names[2]};
    struct sow_point points[3];
    for (int i = 0; i < 3; i++)
        points[i] =
            (struct sow_point){0, i, {0.5 * i, (double)NAN, (double)NAN, (double)NAN}};
    struct sow_chart chart = {.mark = SOW_MARK_HEAT,
                              .title = "",
                              .x = "x",
                              .y = "y",
                              .reading = "",
                              .high = 1,
                              .reference = 0.5};
    struct sow_frame frame = {&chart, {rows, 1}, {columns, 3}, points, 3, false};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_chart_draw(&frame, SOW_PICTURE_SVG, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    int cells = 0;
    for (const char *at = text; (at = strstr(at, "<polygon fill = 'rgb(")) != NULL;) {
        long colour = 0;
        at += strlen("<polygon fill = 'rgb(");
        for (int i = 0; i < 3; i++) {
            char *end;
            colour = colour * 256 + strtol(at, &end, 10);
            at = end + 1;
        }
        cells++;
        ck_assert_double_ge(contrast_of(colour, 0x1f2934), 4.5);
    }
    ck_assert_int_eq(cells, 3);
    ck_assert_ptr_nonnull(strstr(text, "rgb( 31,  41,  52)"));
    free(text);
}
