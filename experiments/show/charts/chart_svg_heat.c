/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heat maps and parallel coordinates in SVG. */
#include "chart_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Height of a line, and the middle of a text above its base line. */
enum { ROW = 22, MIDDLE = 4 };

/* ---- Heat maps ---- */

/* Levels of a colour. */
enum { LEVELS = 10 };

/* A heat map, whose columns are in blocks one below the other if they need it. */
struct heat {
    const struct sow_frame *frame;
    double top;      /* upper end of the block */
    double names;    /* width of the names of the lines */
    double left;     /* left end of the first column */
    double cell;     /* width of a column */
    int first, last; /* columns of the block, and the one behind them */
    double low, high;
    bool numbered; /* true if numbers stand for the names of the columns */
};

/* Returns the level of a value, from 1: of the first colour above 0, of the second one
   below it. 0 is the colour of the page. */
static int level_of(const struct heat *heat, double value)
{
    const struct sow_chart *chart = heat->frame->chart;
    if (chart->above != SOW_ABOVE_BETTER || isnan(chart->reference))
        return (int)round((value - heat->low) / (heat->high - heat->low) * LEVELS);
    double part = value >= chart->reference
                      ? (value - chart->reference) / (heat->high - chart->reference)
                      : (value - chart->reference) / (chart->reference - heat->low);
    return (int)round(part * LEVELS);
}

/* Returns the left end of a column of the block; half a column more is its middle. */
static double column_at(const struct heat *heat, double column)
{
    return heat->left + (column - heat->first) * heat->cell;
}

/* Returns the middle of a line of the block. */
static double line_at(const struct heat *heat, int row)
{
    return heat->top + (row + 0.5) * ROW;
}

/* Writes the outline of the cell of a point as a part of a path. */
static void put_cell(const struct sow_svg *svg, const struct heat *heat,
                     const struct sow_point *point)
{
    sow_svg_path(svg->out, "M", column_at(heat, point->column) + 1,
                 line_at(heat, point->row) - 0.5 * ROW + 1);
    (void)fprintf(svg->out, "h%.0fv%dh-%.0fz", heat->cell - 2, ROW - 2, heat->cell - 2);
}

/* Writes all cells of the block with a level as one path. */
static void put_level(const struct sow_svg *svg, const struct heat *heat, int level)
{
    enum { LEAST = 5, EACH = 45 };
    const char *role = heat->frame->chart->above != SOW_ABOVE_BETTER ? "this"
                       : level >= 0                                  ? "good"
                                                                     : "bad";
    bool any = false;
    for (size_t i = 0; i < heat->frame->count; i++) {
        const struct sow_point *point = &heat->frame->points[i];
        if (point->column < heat->first || point->column >= heat->last ||
            !isfinite(point->value[0]) || level_of(heat, point->value[0]) != level)
            continue;
        if (!any)
            (void)fprintf(svg->out, "<path class=\"cell %s\" fill-opacity=\".%03d\" d=\"",
                          role, LEAST + EACH * abs(level));
        any = true;
        put_cell(svg, heat, point);
    }
    (void)fputs(any ? "\"/>\n" : "", svg->out);
}

/* Writes the values of the cells of the block, and frames around marked cells. */
static void put_cells(const struct sow_svg *svg, const struct heat *heat)
{
    const struct sow_frame *frame = heat->frame;
    char number[SOW_SVG_BYTES];
    int row = -1;
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        if (point->column < heat->first || point->column >= heat->last ||
            !isfinite(point->value[0]))
            continue;
        double x = column_at(heat, point->column + 0.5);
        double y = line_at(heat, point->row);
        if (row != point->row)
            (void)fprintf(svg->out, "%s<text class=\"values\" y=\"%.0f\">",
                          row >= 0 ? "</text>\n" : "", y + MIDDLE);
        row = point->row;
        (void)fprintf(svg->out, "<tspan x=\"%.0f\">%s</tspan>", x,
                      sow_svg_number(number, point->value[0], 0.01));
        if (!sow_svg_spot(svg, x, y))
            continue;
        sow_svg_escape(svg->spots, frame->rows.text[point->row]);
        (void)fputs(", ", svg->spots);
        sow_svg_escape(svg->spots, frame->columns.text[point->column]);
        (void)fprintf(svg->spots, ": %s%s", number,
                      isfinite(point->value[1]) ? ", marked" : "");
    }
    (void)fputs(row >= 0 ? "</text>\n" : "", svg->out);
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        if (point->column < heat->first || point->column >= heat->last ||
            !isfinite(point->value[1]) || !isfinite(point->value[0]))
            continue;
        (void)fputs("<path class=\"frame\" d=\"", svg->out);
        put_cell(svg, heat, point);
        (void)fputs("\"/>\n", svg->out);
    }
}

/* Returns true if rows and columns have the same names. */
static bool is_square(const struct sow_frame *frame)
{
    bool same = frame->rows.count == frame->columns.count;
    for (int i = 0; same && i < frame->rows.count; i++)
        same = strcmp(frame->rows.text[i], frame->columns.text[i]) == 0;
    return same;
}

/* Cuts a name in two at its last blank. Returns the second part, or "" if it has no
   blank. */
static const char *split(char *name)
{
    char *blank = strrchr(name, ' ');
    if (blank == NULL)
        return "";
    *blank = '\0';
    return blank + 1;
}

/* Ways to write the names of columns: in a line, in two lines, upright. */
enum heads { LEVEL, TWO_LINES, UPRIGHT };

/* Chooses how the names of the columns are written, and sets @p height to the room that
   they need. */
static enum heads choose_heads(const struct heat *heat, double *height)
{
    enum { MOST = 130, GAP = 6 };
    const struct sow_labels *columns = &heat->frame->columns;
    double room = heat->cell - GAP;
    enum heads heads = LEVEL;
    for (int i = 0; i < columns->count && !heat->numbered; i++) {
        char name[SOW_SVG_BYTES];
        sow_svg_fit(name, columns->text[i], 2 * MOST);
        if (sow_svg_width(name) <= room)
            continue;
        const char *second = split(name);
        heads = heads == UPRIGHT || *second == '\0' || sow_svg_width(name) > room ||
                        sow_svg_width(second) > room
                    ? UPRIGHT
                    : TWO_LINES;
    }
    *height = heads == LEVEL       ? SOW_SVG_LINE
              : heads == TWO_LINES ? 2 * SOW_SVG_LINE
                                   : sow_svg_widest(columns, MOST) + GAP;
    return heads;
}

/* Writes the names of the columns of the block above the point @p y. */
static void put_heads(const struct sow_svg *svg, const struct heat *heat,
                      enum heads heads, double height, double y)
{
    for (int i = heat->first; i < heat->last; i++) {
        double x = column_at(heat, i + 0.5);
        char name[SOW_SVG_BYTES];
        sow_svg_fit(name, heat->frame->columns.text[i], height);
        if (heat->numbered) {
            (void)snprintf(name, sizeof name, "%d", i + 1);
            sow_svg_text(svg, x, y - MIDDLE, SOW_SVG_AROUND, NULL, name);
        } else if (heads == UPRIGHT) {
            (void)fprintf(svg->out,
                          "<text transform=\"rotate(-90 %.0f %.0f)\" x=\"%.0f\" "
                          "y=\"%.0f\">",
                          x + MIDDLE, y - MIDDLE, x + MIDDLE, y - MIDDLE);
            sow_svg_escape(svg->out, name);
            (void)fputs("</text>\n", svg->out);
        } else {
            sow_svg_fit(name, heat->frame->columns.text[i], svg->width);
            const char *second = heads == TWO_LINES ? split(name) : "";
            double line = *second != '\0' ? SOW_SVG_LINE : 0;
            sow_svg_text(svg, x, y - MIDDLE - line, SOW_SVG_AROUND, NULL, name);
            if (*second != '\0')
                sow_svg_text(svg, x, y - MIDDLE, SOW_SVG_AROUND, NULL, second);
        }
    }
}

/* Draws the columns of the block. */
static void put_block(struct sow_svg *svg, struct heat *heat)
{
    const struct sow_frame *frame = heat->frame;
    double height;
    enum heads heads = choose_heads(heat, &height);
    svg->y += height;
    put_heads(svg, heat, heads, height, svg->y);
    heat->top = svg->y;
    for (int row = 0; row < frame->rows.count; row++) {
        char name[SOW_SVG_BYTES];
        (void)snprintf(name, sizeof name, "%d  ", row + 1);
        double number = heat->numbered ? sow_svg_width(name) : 0;
        char shown[SOW_SVG_BYTES];
        sow_svg_fit(shown, frame->rows.text[row], heat->names - number + 0.1);
        double y = line_at(heat, row) + MIDDLE;
        if (heat->numbered)
            sow_svg_text(svg, 0, y, SOW_SVG_RIGHT_OF, "dim", name);
        sow_svg_text(svg, number, y, SOW_SVG_RIGHT_OF, NULL, shown);
    }
    for (int level = -LEVELS; level <= LEVELS; level++)
        put_level(svg, heat, level);
    put_cells(svg, heat);
    svg->y += frame->rows.count * ROW + 8;
}

/* Writes what the colours and the names of a heat map mean. */
static void put_meanings(struct sow_svg *svg, const struct sow_frame *frame)
{
    char number[SOW_SVG_BYTES];
    char words[2 * SOW_SVG_BYTES];
    const struct sow_chart *chart = frame->chart;
    const char *between = chart->x[0] != '\0' ? "; " : "";
    int used = snprintf(words, sizeof words, "Rows: %s%sacross: %s.", chart->y, between,
                        chart->x);
    if (chart->above == SOW_ABOVE_BETTER && !isnan(chart->reference))
        (void)snprintf(words + used, sizeof words - (size_t)used,
                       " Teal is above %s, orange below.",
                       sow_svg_number(number, chart->reference, 0.1));
    sow_svg_paragraph(svg, "dim", SOW_SVG_SIZE, words);
    svg->y += 4;
}

void sow_svg_heat(struct sow_svg *svg, const struct sow_frame *frame)
{
    enum { GAP = 8, LEAST = 34, MOST = 76, NUMBER = 24, LONG = 100 };
    struct heat heat = {.frame = frame};
    sow_frame_range(frame, &heat.low, &heat.high);
    heat.numbered =
        is_square(frame) && sow_svg_widest(&frame->columns, svg->width) > LONG;
    double names =
        sow_svg_widest(&frame->rows, svg->width) + (heat.numbered ? NUMBER : 0);
    heat.names = fmin(names, svg->width * 0.42);
    heat.left = heat.names + GAP;
    double room = svg->width - heat.left;
    int most = (int)(room / LEAST);
    most = most < 1 ? 1 : most;
    int blocks = (frame->columns.count + most - 1) / most;
    int each = (frame->columns.count + blocks - 1) / blocks;
    heat.cell = fmin(floor(room / each), MOST);
    put_meanings(svg, frame);
    for (heat.first = 0; heat.first < frame->columns.count; heat.first += each) {
        heat.last = heat.first + each < frame->columns.count ? heat.first + each
                                                             : frame->columns.count;
        put_block(svg, &heat);
    }
}

/* ---- Parallel coordinates ---- */

/* Writes the name of a setting, or its value if @p value, from a label `name = value`,
   cut to @p width. A label without " = " is written whole. */
static void setting_of(char room[SOW_SVG_BYTES], const char *label, bool value,
                       double width)
{
    char part[SOW_SVG_BYTES];
    const char *sign = strstr(label, " = ");
    if (value || sign == NULL)
        (void)snprintf(part, sizeof part, "%s", sign != NULL ? sign + 3 : label);
    else
        (void)snprintf(part, sizeof part, "%.*s", (int)(sign - label), label);
    sow_svg_fit(room, part, width);
}

/* Looks of the lines of parallel coordinates, by thirds of their values. */
static const struct sow_look THIRDS[] = {
    {"mark", "7 3", false}, {"open", "2 3", false}, {"this", "", false}};

enum { THIRD_COUNT = sizeof THIRDS / sizeof THIRDS[0] };

/* Draws the line that begins at point @p i and moves it to the next one. */
static void put_combination(const struct sow_svg *svg, const struct sow_frame *frame,
                            const struct sow_svg_scale scales[2], double low, double high,
                            size_t *i)
{
    enum { MOVED = 12 };
    const double golden = 0.6180339887498949;
    const struct sow_point *first = &frame->points[*i];
    double part = first->row * golden;
    double moved = MOVED * (part - floor(part) - 0.5);
    int third = (int)((first->value[0] - low) / (high - low) * THIRD_COUNT);
    third = third < 0 ? 0 : third >= THIRD_COUNT ? THIRD_COUNT - 1 : third;
    const char *command = "M";
    (void)fprintf(svg->out, "<path class=\"line thin %s\" stroke-dasharray=\"%s\" d=\"",
                  THIRDS[third].role,
                  THIRDS[third].dash[0] != '\0' ? THIRDS[third].dash : "none");
    double x = 0;
    double y = 0;
    for (; *i < frame->count && frame->points[*i].row == first->row; (*i)++) {
        const double *value = frame->points[*i].value;
        x = sow_svg_at(&scales[0], value[1]);
        y = sow_svg_at(&scales[1], value[2]) + moved;
        sow_svg_path(svg->out, command, x, y);
        command = "L";
    }
    (void)fputs("\"/>\n", svg->out);
    if (sow_svg_spot(svg, x, y)) {
        char words[SOW_SVG_BYTES];
        sow_svg_words(words, first->value[0], NAN, NAN, high - low);
        (void)fprintf(svg->spots, "%s:", words);
        for (const struct sow_point *at = first; at < frame->points + *i; at++) {
            (void)fputc(' ', svg->spots);
            sow_svg_escape(svg->spots, frame->columns.text[at->column]);
        }
    }
}

/* Writes what the looks of the lines mean. */
static void put_thirds(struct sow_svg *svg, const struct sow_frame *frame, double low,
                       double high)
{
    enum { SAMPLE = 24, GAP = 16 };
    double x = 0;
    svg->y += SOW_SVG_LINE + 4;
    for (int i = THIRD_COUNT - 1; i >= 0; i--) {
        char from[SOW_SVG_BYTES];
        char to[SOW_SVG_BYTES];
        char words[3 * SOW_SVG_BYTES];
        double part = (high - low) / THIRD_COUNT;
        sow_svg_words(from, low + i * part, NAN, NAN, high - low);
        sow_svg_words(to, low + (i + 1) * part, NAN, NAN, high - low);
        (void)snprintf(words, sizeof words, "%s%s%s to %s",
                       i == THIRD_COUNT - 1 ? frame->chart->x : "",
                       i == THIRD_COUNT - 1 && frame->chart->x[0] != '\0' ? " " : "",
                       from, to);
        if (x > 0 && x + SAMPLE + 6 + sow_svg_width(words) > svg->width) {
            x = 0;
            svg->y += SOW_SVG_LINE;
        }
        (void)fprintf(svg->out, "<path class=\"line %s\" stroke-dasharray=\"%s\" d=\"",
                      THIRDS[i].role,
                      THIRDS[i].dash[0] != '\0' ? THIRDS[i].dash : "none");
        sow_svg_path(svg->out, "M", x, svg->y - MIDDLE);
        (void)fprintf(svg->out, "h%d\"/>\n", SAMPLE);
        sow_svg_text(svg, x + SAMPLE + 6, svg->y, SOW_SVG_RIGHT_OF, NULL, words);
        x += SAMPLE + 6 + sow_svg_width(words) + GAP;
    }
    svg->y += 8;
}

/* Writes the values of the settings at their axes, and the names of the axes above.
   @p apart is the distance of two axes. */
static void put_settings(const struct sow_svg *svg, const struct sow_frame *frame,
                         const struct sow_svg_scale scales[2], double apart)
{
    int axes = 0;
    for (int i = 0; i < frame->columns.count; i++) {
        const struct sow_point *point = frame->points;
        char shown[SOW_SVG_BYTES];
        while (point->column != i)
            point++;
        double x = sow_svg_at(&scales[0], point->value[1]);
        setting_of(shown, frame->columns.text[i], true, apart - 4);
        double half = sow_svg_width(shown) / 2;
        double inside = fmin(fmax(x, half + 2), svg->width - half - 2);
        sow_svg_text(svg, inside, sow_svg_at(&scales[1], point->value[2]) + MIDDLE,
                     SOW_SVG_AROUND, "halo", shown);
        if (point->value[1] < axes)
            continue;
        axes = (int)point->value[1] + 1;
        setting_of(shown, frame->columns.text[i], false, apart - 4);
        half = sow_svg_width(shown) / 2;
        inside = fmin(fmax(x, half), svg->width - half);
        sow_svg_text(svg, inside, scales[1].to - ROW, SOW_SVG_AROUND, "dim", shown);
    }
}

void sow_svg_parallel(struct sow_svg *svg, const struct sow_frame *frame)
{
    enum { HEIGHT = 260, TOP = 40, EDGE = 20 };
    double low;
    double high;
    double axes = 0;
    sow_frame_range(frame, &low, &high);
    for (size_t i = 0; i < frame->count; i++)
        axes = fmax(axes, frame->points[i].value[1]);
    double apart = (svg->width - 2 * EDGE) / fmax(axes, 1);
    const struct sow_svg_scale scales[2] = {
        {0, fmax(axes, 1), EDGE, svg->width - EDGE, false},
        {0, 1, svg->y + TOP + HEIGHT, svg->y + TOP, false}};
    (void)fputs("<path class=\"grid\" d=\"", svg->out);
    for (int axis = 0; axis <= axes; axis++) {
        sow_svg_path(svg->out, "M", sow_svg_at(&scales[0], axis), scales[1].to - 10);
        (void)fprintf(svg->out, "v%d", HEIGHT + 20);
    }
    (void)fputs("\"/>\n", svg->out);
    for (size_t i = 0; i < frame->count;)
        put_combination(svg, frame, scales, low, high, &i);
    put_settings(svg, frame, scales, apart);
    svg->y = scales[1].from + 12;
    put_thirds(svg, frame, low, high);
}
