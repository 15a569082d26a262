/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks of the series of charts in SVG, their keys, and values in words. */
#include "chart_svg.h"

#include <math.h>
#include <string.h>

/* Meanings of names, or of their first words. A longer name comes before its start. */
static const struct {
    const char *word;
    struct sow_look look;
} MEANINGS[] = {
    {"better", {"good", "", false}},       {"higher", {"good", "", false}},
    {"agrees", {"good", "", false}},       {"holds", {"good", "", false}},
    {"worse", {"bad", "7 3", false}},      {"lower", {"bad", "7 3", false}},
    {"undecided", {"open", "2 3", true}},  {"not shown to differ", {"open", "2 3", true}},
    {"equivalent", {"this", "", false}},   {"differs as known", {"mark", "7 3", true}},
    {"differs", {"failed", "7 3", false}}, {"fails", {"failed", "7 3", false}},
    {"best", {"this", "", false}},         {"champion", {"mark", "", false}},
    {"rank", {"this", "", false}},         {"critical difference", {"mark", "", false}},
    {"strength", {"this", "", false}},     {"predicted", {"this", "", false}},
    {"mean", {"open", "2 3", true}},       {"observed", {"open", "2 3", true}},
};

struct sow_look sow_look_of(const char *name, int number)
{
    static const char *const ROLES[] = {"this", "s1", "s2", "s3", "s4", "s5"};
    static const char *const DASHES[] = {"", "7 3", "2 3", "9 3 2 3", "14 4"};
    enum { ROLE_COUNT = sizeof ROLES / sizeof ROLES[0] };
    enum { DASH_COUNT = sizeof DASHES / sizeof DASHES[0] };
    for (size_t i = 0; i < sizeof MEANINGS / sizeof MEANINGS[0]; i++) {
        size_t length = strlen(MEANINGS[i].word);
        if (strncmp(MEANINGS[i].word, name, length) == 0 &&
            (name[length] == '\0' || name[length] == ' '))
            return MEANINGS[i].look;
    }
    return (struct sow_look){ROLES[number % ROLE_COUNT], DASHES[number % DASH_COUNT],
                             number % 2 == 1};
}

void sow_svg_dots(const struct sow_svg *svg, const struct sow_look *look,
                  sow_dots_fn *next, const void *context)
{
    /* A dot is a line of length 0 with round ends. Hollow ones have a second, thinner
       line in the colour of the page. */
    for (int pass = 0; pass <= (look->hollow ? 1 : 0); pass++) {
        bool any = false;
        double x;
        double y;
        for (size_t i = 0; next(context, &i, &x, &y);) {
            if (!any)
                (void)fprintf(svg->out, "<path class=\"%s %s\" d=\"",
                              pass == 0 ? "dot" : "hole", look->role);
            any = true;
            sow_svg_path(svg->out, "M", x, y);
            (void)fputs("h0", svg->out);
        }
        (void)fputs(any ? "\"/>\n" : "", svg->out);
    }
}

double sow_svg_widest(const struct sow_labels *labels, double most)
{
    double width = 0;
    for (int i = 0; i < labels->count; i++) {
        char shown[SOW_SVG_BYTES];
        sow_svg_fit(shown, labels->text[i], most);
        width = fmax(width, sow_svg_width(shown));
    }
    return width;
}

/* Context of one_dot: a dot. */
struct dot {
    double x, y;
};

/* Returns the only dot of a series. A sow_dots_fn. */
static bool one_dot(const void *context, size_t *i, double *x, double *y)
{
    const struct dot *dot = context;
    *x = dot->x;
    *y = dot->y;
    return (*i)++ == 0;
}

/* Writes a sample of a line. */
static void put_line_sample(const struct sow_svg *svg, const struct sow_look *look,
                            double x, double y, double length)
{
    (void)fprintf(svg->out, "<path class=\"line %s\" stroke-dasharray=\"%s\" d=\"",
                  look->role, look->dash[0] != '\0' ? look->dash : "none");
    sow_svg_path(svg->out, "M", x, y);
    (void)fprintf(svg->out, "h%.0f\"/>\n", length);
}

void sow_svg_key(struct sow_svg *svg, const struct sow_labels *labels, bool lines)
{
    enum { GAP = 18, AFTER = 6 };
    double sample = lines ? 24 : 8;
    double x = 0;
    double y = svg->y + SOW_SVG_SIZE;
    for (int i = 0; i < labels->count; i++) {
        struct sow_look look = sow_look_of(labels->text[i], i);
        char shown[SOW_SVG_BYTES];
        sow_svg_fit(shown, labels->text[i], svg->width - sample - AFTER);
        double needed = sample + AFTER + sow_svg_width(shown);
        if (x > 0 && x + needed > svg->width) {
            x = 0;
            y += SOW_SVG_LINE;
        }
        if (lines)
            put_line_sample(svg, &look, x, y - 4, sample);
        else
            sow_svg_dots(svg, &look, one_dot, &(struct dot){x + 5, y - 4});
        sow_svg_text(svg, x + sample + AFTER, y, SOW_SVG_RIGHT_OF, NULL, shown);
        x += needed + GAP;
    }
    svg->y = y + 10;
}

void sow_svg_words(char room[SOW_SVG_BYTES], double value, double low, double high,
                   double range)
{
    enum { DIGITS = 3 };
    char number[SOW_SVG_BYTES];
    double step = pow(10, ceil(log10(range) - 1e-9) - DIGITS);
    if (!isfinite(value)) {
        room[0] = '\0';
        return;
    }
    (void)sow_svg_number(room, value, step);
    size_t used = strlen(room);
    if (!isfinite(low) || !isfinite(high) || !(low < high))
        return;
    if (fabs(low + high - 2 * value) < 0.06 * (high - low)) {
        (void)snprintf(room + used, SOW_SVG_BYTES - used, " ± %s",
                       sow_svg_number(number, (high - low) / 2, step));
        return;
    }
    (void)snprintf(room + used, SOW_SVG_BYTES - used, " (%s",
                   sow_svg_number(number, low, step));
    used = strlen(room);
    (void)snprintf(room + used, SOW_SVG_BYTES - used, " to %s)",
                   sow_svg_number(number, high, step));
}

void sow_svg_reference(const struct sow_svg *svg, const struct sow_frame *frame,
                       const struct sow_svg_scale *across,
                       const struct sow_svg_scale *down)
{
    enum { ABOVE = 5, BELOW = 14, INSIDE = 4, APART = 30 };
    char words[SOW_REFERENCE_BYTES];
    double reference = frame->chart->reference;
    double level = sow_svg_at(down, reference);
    double sum[2] = {0, 0}; /* distances above the line, in its left and right half */
    double away[2] = {(double)INFINITY, (double)INFINITY}; /* the least, in pixels */
    bool named = sow_chart_reference(frame->chart, words);
    double room = across->to - across->from - 2 * INSIDE - sow_svg_width(words);
    if (!named || room < 0)
        return;
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        int side = value[0] > (across->low + across->high) / 2;
        if (!isfinite(value[1]))
            continue;
        sum[side] += value[1] - reference;
        for (int k = 1; k < SOW_POINT_VALUES; k++)
            if (isfinite(value[k]))
                away[side] = fmin(away[side], fabs(sow_svg_at(down, value[k]) - level));
    }
    int side = away[0] < APART && away[1] > away[0];
    bool below = level + BELOW < down->from && (sum[side] > 0 || away[side] >= APART);
    sow_svg_text(svg, across->from + INSIDE + (side == 1 ? room : 0),
                 level + (below ? BELOW : -ABOVE), SOW_SVG_RIGHT_OF, "dim halo", words);
}
