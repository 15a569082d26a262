/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of contrast in light and dark pages and in charts, as WCAG 2.2 defines it.
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

/* ---- Charts ---- */

/* Returns the colour that the style of charts sets with @p rule, such as
   ".chart .dim{fill:", from @p style on. */
static long chart_colour(const char *style, const char *rule)
{
    char *end;
    const char *at = strstr(style, rule);
    ck_assert_msg(at != NULL, "no rule '%s'", rule);
    at += strlen(rule);
    ck_assert_msg(*at == '#', "%s", rule);
    long colour = strtol(at + 1, &end, 16);
    if (end - at == 4)
        colour = (colour >> 8 & 15) * 0x110000 + (colour >> 4 & 15) * 0x1100 +
                 (colour & 15) * 0x11;
    return colour;
}

/* Rules of texts, lines and points. */
static const char *const RULES[] = {
    ".chart text{fill:",   ".chart .dim{fill:",   ".chart .ref{stroke:",
    ".chart .this{color:", ".chart .good{color:", ".chart .bad{color:",
    ".chart .open{color:", ".chart .mark{color:", ".chart .failed{color:",
    ".chart .s1{color:",   ".chart .s2{color:",   ".chart .s3{color:",
    ".chart .s4{color:",   ".chart .s5{color:",   ".chart .frame{stroke:",
};

/* All colours of charts can be read on the ground of a chart and of a page. */
TEST_EACH(charts, colours_can_be_read, RULES)
{
    (void)err;
    const char *light = sow_chart_style();
    const char *dark = strstr(light, "prefers-color-scheme:dark");
    const char *pages[] = {sow_html_style(),
                           strstr(sow_html_style(), "prefers-color-scheme:dark")};
    ck_assert_ptr_nonnull(dark);
    for (int k = 0; k < 2; k++) {
        const char *style = k == 0 ? light : dark;
        long colour = chart_colour(style, RULES[_i]);
        long ground = chart_colour(style, ".chart .page{fill:");
        ck_assert_int_eq(ground, colour_of(pages[k], "page"));
        ck_assert_msg(contrast_of(colour, ground) >= 4.5, "%s %d: %.2f", RULES[_i], k,
                      contrast_of(colour, ground));
    }
}

/* Returns @p part of a colour over a ground. */
static long mixed(long colour, long ground, double part)
{
    long result = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double value = part * (double)(colour >> shift & 255) +
                       (1 - part) * (double)(ground >> shift & 255);
        result = result * 256 + lround(value);
    }
    return result;
}

/* The figures of a heat map can be read on its strongest colours. */
TEST(charts, figures_can_be_read)
{
    static char names[][2] = {"a", "b", "c"};
    static const char *const GROUNDS[] = {
        ".chart .good{color:", ".chart .bad{color:", ".chart .this{color:"};
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
                              .reference = 0.5,
                              .above = SOW_ABOVE_BETTER};
    struct sow_frame frame = {&chart, {rows, 1}, {columns, 3}, points, 3, false};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_ok(sow_chart_svg(&frame, &(struct sow_svg_options){.width = 720}, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_ptr_nonnull(strstr(text, "class=\"cell good\""));
    ck_assert_ptr_nonnull(strstr(text, "class=\"cell bad\""));
    double strongest = 0;
    for (const char *at = text; (at = strstr(at, "fill-opacity=\"")) != NULL; at++)
        strongest = fmax(strongest, strtod(at + strlen("fill-opacity=\""), NULL));
    free(text);
    ck_assert_double_gt(strongest, 0.4);
    for (int k = 0; k < 2; k++) {
        const char *style = k == 0 ? sow_chart_style()
                                   : strstr(sow_chart_style(), "prefers-color-scheme");
        long ink = chart_colour(style, ".chart text{fill:");
        long page = chart_colour(style, ".chart .page{fill:");
        for (int i = 0; i < COUNT(GROUNDS); i++) {
            long ground = mixed(chart_colour(style, GROUNDS[i]), page, strongest);
            ck_assert_msg(contrast_of(ink, ground) >= 4.5, "%s %d: %.2f", GROUNDS[i], k,
                          contrast_of(ink, ground));
        }
    }
}
