/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts in characters: lines of Braille dots, and bars of block characters. */
#include "sow/charts/chart.h"
#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most columns of a label and of the name of a series, bytes of a name with its NUL, and
   significant digits of numbers. */
enum { LABEL_MOST = 40, SERIES_NAME = 14, NAME_BYTES = 512, DIGITS = 3 };

/* A scale of values on a line of cells, which are characters or dots. */
struct scale {
    double low, high; /* values at its ends */
    int cells;        /* number of cells */
    bool decades;     /* true if it is logarithmic; all values are then above 0 */
};

/* Returns the index, from 0, of the cell of a value: the first or the last one for values
   beyond the ends, and the first one for NaN. */
static int cell_of(const struct scale *scale, double value)
{
    double part = scale->decades ? log(value / scale->low) / log(scale->high / scale->low)
                                 : (value - scale->low) / (scale->high - scale->low);
    if (!(part > 0))
        return 0;
    int cell = (int)(fmin(part, 1) * scale->cells);
    return cell >= scale->cells ? scale->cells - 1 : cell;
}

/* Writes a text in exactly @p columns columns: cut, or with blanks behind it. Control
   characters become escapes. */
static void put_label(FILE *out, const char *text, int columns)
{
    char shown[NAME_BYTES];
    int taken;
    sow_visible_copy(shown, sizeof shown, text);
    size_t bytes = sow_utf8_fit(shown, columns, &taken);
    (void)fwrite(shown, 1, bytes, out);
    (void)fprintf(out, "%*s", columns - taken, "");
}

/* Returns the width of the widest label, at most @p most. */
static int widest(const struct sow_labels *labels, int most)
{
    int width = 0;
    for (int i = 0; i < labels->count; i++) {
        int own = sow_utf8_width(labels->text[i]);
        width = own > width ? own : width;
    }
    return width < most ? width : most;
}

/* Writes the line below an axis, behind @p indent blanks: its least and greatest value
   with the title between them. */
static void put_ends(const char *title, const struct scale *scale, int indent, FILE *out)
{
    char low[32];
    char high[32];
    (void)snprintf(low, sizeof low, "%.*g", DIGITS, scale->low);
    (void)snprintf(high, sizeof high, "%.*g", DIGITS, scale->high);
    int between = scale->cells - (int)strlen(low) - (int)strlen(high);
    int width = sow_utf8_width(title);
    int left = (between - width) / 2;
    (void)fprintf(out, "%*s%s%*s", indent, "", low, left > 1 ? left : 1, "");
    (void)fprintf(out, "%s%*s%s\n", title, left > 1 ? between - left - width : 1, "",
                  high);
}

/* ---- Forests ---- */

/* Writes the line of an interval: a dot at its value, a dash along it, a bar at the
   reference of the chart. Values that are not finite are left out. */
static void put_interval(const struct sow_frame *frame, const struct sow_point *point,
                         const struct scale *scale, FILE *out)
{
    double reference = frame->chart->reference;
    bool has_interval = isfinite(point->value[1]) && isfinite(point->value[2]);
    int from = has_interval ? cell_of(scale, point->value[1]) : scale->cells;
    int to = has_interval ? cell_of(scale, point->value[2]) : -1;
    int middle = isfinite(point->value[0]) ? cell_of(scale, point->value[0]) : -1;
    int line = isnan(reference) ? -1 : cell_of(scale, reference);
    for (int i = 0; i < scale->cells; i++)
        (void)fputs(i == middle            ? "●"
                    : i >= from && i <= to ? "─"
                    : i == line            ? "│"
                                           : " ",
                    out);
}

/* Draws a chart of intervals, a line for each point: label, value, interval, group.
   Leaves the groups out if there is no room. */
static void print_forest(const struct sow_frame *frame, int columns, FILE *out)
{
    enum { NUMBER = 9 };
    int label = widest(&frame->rows, LABEL_MOST);
    int group = widest(&frame->columns, LABEL_MOST / 2);
    struct scale scale = {.cells = columns - label - NUMBER - group - 2};
    if (scale.cells < 10) {
        label = columns / 3;
        group = 0;
        scale.cells = columns - label - NUMBER - 2;
    }
    sow_frame_range(frame, &scale.low, &scale.high);
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        put_label(out, frame->rows.text[point->row], label);
        if (isfinite(point->value[0]))
            (void)fprintf(out, "%*.*g ", NUMBER, DIGITS, point->value[0]);
        else
            (void)fprintf(out, "%*s ", NUMBER, "");
        put_interval(frame, point, &scale, out);
        (void)fputc(' ', out);
        put_label(out, frame->columns.text[point->column], group);
        (void)fputc('\n', out);
    }
    put_ends(frame->chart->x, &scale, label + NUMBER + 1, out);
}

/* ---- Heat maps ---- */

/* Returns a character, a static text, whose shade shows where a value is on the scale. */
static const char *shade_of(const struct scale *scale, double value)
{
    static const char *const SHADES[] = {" ", "░", "▒", "▓", "█"};
    struct scale five = {.low = scale->low, .high = scale->high, .cells = 5};
    return SHADES[cell_of(&five, value)];
}

/* Returns the values of the point in this row and column; NULL if there is none or its
   value is missing. */
static const double *heat_at(const struct sow_frame *frame, int row, int column)
{
    for (size_t i = 0; i < frame->count; i++)
        if (frame->points[i].row == row && frame->points[i].column == column)
            return isfinite(frame->points[i].value[0]) ? frame->points[i].value : NULL;
    return NULL;
}

/* Prints columns @p first to @p last - 1 of a heat map: their numbers from 1, a line for
   each row, then the names of the columns. A cell has a mark if the point has one, a
   shade and its value. */
static void print_block(const struct sow_frame *frame, const struct scale *scale,
                        int first, int last, FILE *out)
{
    int label = widest(&frame->rows, LABEL_MOST);
    (void)fprintf(out, "%*s", label, "");
    for (int column = first; column < last; column++)
        (void)fprintf(out, " %5d", column + 1);
    (void)fputc('\n', out);
    for (int row = 0; row < frame->rows.count; row++) {
        put_label(out, frame->rows.text[row], label);
        for (int column = first; column < last; column++) {
            const double *value = heat_at(frame, row, column);
            if (value != NULL)
                (void)fprintf(out, "%s%s%4.2f", isfinite(value[1]) ? "▸" : " ",
                              shade_of(scale, value[0]), value[0]);
            else
                (void)fputs("      ", out);
        }
        (void)fputc('\n', out);
    }
    for (int column = first; column < last; column++) {
        (void)fprintf(out, "%*d ", label < 4 ? 4 : label, column + 1);
        put_label(out, frame->columns.text[column], LABEL_MOST);
        (void)fputc('\n', out);
    }
}

/* Draws a heat map with numbered columns, in blocks one below the other that fit
   @p columns columns. */
static void print_heat(const struct sow_frame *frame, int columns, FILE *out)
{
    enum { CELL = 6 };
    struct scale scale = {.cells = 5};
    sow_frame_range(frame, &scale.low, &scale.high);
    int most = (columns - widest(&frame->rows, LABEL_MOST)) / CELL;
    most = most < 1 ? 1 : most;
    for (int first = 0; first < frame->columns.count; first += most) {
        int last =
            first + most < frame->columns.count ? first + most : frame->columns.count;
        print_block(frame, &scale, first, last, out);
    }
}

/* ---- Bars ---- */

/* Bars of a character's height, from none to full. */
static const char *const HEIGHTS[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

enum { HIGHEST = sizeof HEIGHTS / sizeof HEIGHTS[0] - 1 };

/* Draws a line of bars for each category. The height of a bar is the number of points
   there, relative to the most in any place. Leaves the bars out without memory. */
static void print_strip(const struct sow_frame *frame, int columns, FILE *out)
{
    int label = widest(&frame->rows, LABEL_MOST);
    struct scale scale = {.cells = columns - label - 1};
    sow_frame_range(frame, &scale.low, &scale.high);
    int *seen = calloc((size_t)frame->rows.count * (size_t)scale.cells, sizeof *seen);
    int most = 1;
    for (size_t i = 0; seen != NULL && i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        if (!isfinite(point->value[0]))
            continue;
        int *cell = &seen[point->row * scale.cells + cell_of(&scale, point->value[0])];
        most = ++*cell > most ? *cell : most;
    }
    for (int row = 0; seen != NULL && row < frame->rows.count; row++) {
        put_label(out, frame->rows.text[row], label + 1);
        for (int i = 0; i < scale.cells; i++)
            (void)fputs(
                HEIGHTS[(seen[row * scale.cells + i] * HIGHEST + most - 1) / most], out);
        (void)fputc('\n', out);
    }
    free(seen);
    put_ends(frame->chart->x, &scale, label + 1, out);
}

/* Returns the count of the bin at the middle of cell @p cell of axis x; 0 if there is no
   bin. */
static double count_at(const struct sow_frame *frame, const struct scale *scale, int cell)
{
    double at = scale->low + (cell + 0.5) / scale->cells * (scale->high - scale->low);
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        if (value[0] <= at && at <= value[1])
            return value[2];
    }
    return 0;
}

/* Draws a histogram, ten rows high. Its axis of counts goes from 0 to the greatest
   count. */
static void print_histogram(const struct sow_frame *frame, int columns, FILE *out)
{
    enum { DOWN = 10, COUNT = 9 };
    struct scale scale = {.cells = columns - COUNT - 1};
    double most = 1;
    sow_frame_range(frame, &scale.low, &scale.high);
    for (size_t i = 0; i < frame->count; i++)
        most = fmax(most, frame->points[i].value[2]);
    for (int row = DOWN - 1; row >= 0; row--) {
        if (row == DOWN - 1)
            (void)fprintf(out, "%*.0f ", COUNT, most);
        else
            (void)fprintf(out, "%*s ", COUNT, row == 0 ? "0" : "");
        for (int i = 0; i < scale.cells; i++) {
            double count = count_at(frame, &scale, i);
            int height = (int)ceil(count / most * DOWN * HIGHEST) - row * HIGHEST;
            (void)fputs(HEIGHTS[height < 0         ? 0
                                : height > HIGHEST ? HIGHEST
                                                   : height],
                        out);
        }
        (void)fputc('\n', out);
    }
    put_ends(frame->chart->x, &scale, COUNT + 1, out);
}

/* ---- Braille ---- */

/* Rows of a canvas, dots of a character, and columns of the labels of axis y. */
enum { ROWS = 16, DOTS_DOWN = 4, DOTS_ACROSS = 2, AXIS = 9 };

/* A canvas of Braille characters, each of two by four dots. */
struct canvas {
    struct scale across, down; /* scales of x and y, whose cells are dots */
    int columns;               /* width in characters */
    unsigned char *dots;       /* dots of ROWS x columns characters */
    char *letters;             /* letters instead of dots, '\0': none */
    /* Letter of the line that is drawn, '\0': none. The line has it in each column whose
       number leaves `rest` if divided by `period`. */
    char letter;
    int rest;
    int period;
};

/* Sets the dot in column @p x and row @p y, which count from the left and from the
   bottom, from 0. */
static void put_dot(struct canvas *canvas, int x, int y)
{
    static const unsigned char BITS[DOTS_DOWN][DOTS_ACROSS] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int row = ROWS - 1 - y / DOTS_DOWN;
    int column = x / DOTS_ACROSS;
    int place = row * canvas->columns + column;
    canvas->dots[place] |= BITS[DOTS_DOWN - 1 - y % DOTS_DOWN][x % DOTS_ACROSS];
    if (canvas->letter != '\0' && column % canvas->period == canvas->rest)
        canvas->letters[place] = canvas->letter;
}

/* Returns the letter of a series in a chart of several; '\0' for those after the 26th. */
static char letter_of(const struct sow_frame *frame, int series)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz";
    const int none = (int)sizeof LETTERS - 1;
    return LETTERS[frame->rows.count > 1 && series < none ? series : none];
}

/* Begins the line of a series. The letters of lines are in different columns, as far as
   there are enough. */
static void begin_line(struct canvas *canvas, const struct sow_frame *frame, int series)
{
    enum { APART = 2, LEAST = 8 };
    int period = APART * frame->rows.count;
    period = period < LEAST ? LEAST : period;
    canvas->period = period < canvas->columns ? period : canvas->columns;
    canvas->rest = APART * series % canvas->period;
    canvas->letter = letter_of(frame, series);
}

/* Draws a straight line of dots between two points, each an x and a y. */
static void put_line(struct canvas *canvas, const double from[2], const double to[2])
{
    int x = cell_of(&canvas->across, from[0]);
    int y = cell_of(&canvas->down, from[1]);
    int dx = cell_of(&canvas->across, to[0]) - x;
    int dy = cell_of(&canvas->down, to[1]) - y;
    int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++)
        put_dot(canvas, x + (steps > 0 ? dx * i / steps : 0),
                y + (steps > 0 ? dy * i / steps : 0));
}

/* Writes the canvas with its axes. @p name_of_row has for each row the series whose name
   is at the right of it; -1: none. If it is NULL, there are no names. */
static void print_canvas(const struct canvas *canvas, const struct sow_frame *frame,
                         const int *name_of_row, FILE *out)
{
    for (int row = 0; row < ROWS; row++) {
        double part = 1 - (double)row / (ROWS - 1);
        (void)fprintf(out, "%*.*g ", AXIS - 1, DIGITS,
                      canvas->down.low + part * (canvas->down.high - canvas->down.low));
        for (int i = 0; i < canvas->columns; i++) {
            unsigned dots = canvas->dots[row * canvas->columns + i];
            char letter = canvas->letters[row * canvas->columns + i];
            const char cell[] = {(char)0xe2, (char)(0xa0 | dots >> 6),
                                 (char)(0x80 | (dots & 0x3f)), '\0'};
            if (letter != '\0')
                (void)fputc(letter, out);
            else
                (void)fputs(cell, out);
        }
        if (name_of_row != NULL && name_of_row[row] >= 0) {
            char letter = letter_of(frame, name_of_row[row]);
            (void)fprintf(out, " %.*s%s", letter != '\0', &letter,
                          letter != '\0' ? " " : "");
            put_label(out, frame->rows.text[name_of_row[row]],
                      letter != '\0' ? SERIES_NAME - 2 : SERIES_NAME);
        }
        (void)fputc('\n', out);
    }
    struct scale whole = canvas->across;
    whole.cells = canvas->columns;
    put_ends(frame->chart->x, &whole, AXIS, out);
}

/* Sets the ends of both scales from the x and y of all points, and from the reference of
   the chart. Bands, which are not drawn, do not count. */
static void scales_of(const struct sow_frame *frame, struct canvas *canvas)
{
    struct scale *across = &canvas->across;
    struct scale *down = &canvas->down;
    across->low = (double)INFINITY;
    across->high = -(double)INFINITY;
    down->low = fmin((double)INFINITY, frame->chart->reference);
    down->high = fmax(-(double)INFINITY, frame->chart->reference);
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        across->low = fmin(across->low, value[0]);
        across->high = fmax(across->high, value[0]);
        down->low = fmin(down->low, value[1]);
        down->high = fmax(down->high, value[1]);
    }
    if (!(across->low < across->high))
        across->high = across->low + 1;
    if (!(down->low < down->high))
        down->high = down->low + 1;
}

/* Makes an empty canvas of @p columns characters with the scales of a frame. In a chart
   of predicted against observed values both scales are alike. Release it also after a
   failure. Returns false without memory. */
static bool canvas_init(struct canvas *canvas, const struct sow_frame *frame, int columns)
{
    *canvas = (struct canvas){
        .columns = columns,
        .across = {.cells = columns * DOTS_ACROSS, .decades = frame->decades},
        .down = {.cells = ROWS * DOTS_DOWN},
        .dots = calloc((size_t)columns * ROWS, 1),
        .letters = calloc((size_t)columns * ROWS, 1),
    };
    scales_of(frame, canvas);
    if (frame->chart->mark == SOW_MARK_AGAINST) {
        sow_frame_range(frame, &canvas->down.low, &canvas->down.high);
        canvas->across.low = canvas->down.low;
        canvas->across.high = canvas->down.high;
    }
    return canvas->dots != NULL && canvas->letters != NULL;
}

/* Frees what canvas_init allocated. */
static void canvas_release(struct canvas *canvas)
{
    free(canvas->dots);
    free(canvas->letters);
}

/* Puts series @p series into the free row that is nearest to @p end, the y where its line
   ends. Each row of @p name_of_row has its series, -1 if it is free. Does nothing if no
   row is free. */
static void name_series(const struct canvas *canvas, double end, int series,
                        int name_of_row[ROWS])
{
    int row = ROWS - 1 - cell_of(&canvas->down, end) / DOTS_DOWN;
    for (int away = 0; away < ROWS; away++)
        for (int side = -1; side <= 1; side += 2) {
            int tried = row + side * away;
            if (tried >= 0 && tried < ROWS && name_of_row[tried] < 0) {
                name_of_row[tried] = series;
                return;
            }
        }
}

/* Draws a level dotted line at a value; none at NaN. */
static void put_level(struct canvas *canvas, double value)
{
    enum { APART = 4 };
    for (int x = 0; !isnan(value) && x < canvas->across.cells; x += APART)
        put_dot(canvas, x, cell_of(&canvas->down, value));
}

/* Draws lines of dots through the points of each series, whose name is at the right, near
   the end of its line. With several series, letters tell the lines apart. Draws no line
   to a point without a y. Draws nothing without memory. */
static void print_lines(const struct sow_frame *frame, int columns, FILE *out)
{
    struct canvas canvas;
    char reference[SOW_REFERENCE_BYTES];
    int name_of_row[ROWS];
    for (int i = 0; i < ROWS; i++)
        name_of_row[i] = -1;
    bool room = canvas_init(&canvas, frame, columns - AXIS - 1 - SERIES_NAME);
    if (room)
        put_level(&canvas, frame->chart->reference);
    for (size_t i = 0; i < frame->count && room; i++) {
        const struct sow_point *point = &frame->points[i];
        bool first =
            i == 0 || point[-1].row != point->row || !isfinite(point[-1].value[1]);
        bool last = i + 1 == frame->count || point[1].row != point->row;
        begin_line(&canvas, frame, point->row);
        if (isfinite(point->value[1]))
            put_line(&canvas, first ? point->value : point[-1].value, point->value);
        if (last)
            name_series(&canvas, point->value[1], point->row, name_of_row);
    }
    if (room)
        print_canvas(&canvas, frame, name_of_row, out);
    if (room && sow_chart_reference(frame->chart, reference))
        (void)fprintf(out, "%*sdotted: %s\n", AXIS, "", reference);
    canvas_release(&canvas);
}

/* Draws the points as blocks of dots, and the diagonal of predicted against observed
   values. Draws nothing without memory. */
static void print_against(const struct sow_frame *frame, int columns, FILE *out)
{
    struct canvas canvas;
    bool room = canvas_init(&canvas, frame, columns - AXIS - 1);
    bool diagonal = frame->chart->mark == SOW_MARK_AGAINST;
    for (int x = 0; room && diagonal && x < canvas.across.cells; x += 3)
        put_dot(&canvas, x, x * (canvas.down.cells - 1) / (canvas.across.cells - 1));
    for (size_t i = 0; i < frame->count && room; i++) {
        const struct sow_point *point = &frame->points[i];
        int x = cell_of(&canvas.across, point->value[0]) / DOTS_ACROSS * DOTS_ACROSS;
        int y = cell_of(&canvas.down, point->value[1]) / DOTS_DOWN * DOTS_DOWN;
        for (int dot = 0; dot < DOTS_ACROSS * DOTS_DOWN; dot++)
            put_dot(&canvas, x + dot % DOTS_ACROSS, y + dot / DOTS_ACROSS);
    }
    if (room)
        print_canvas(&canvas, frame, NULL, out);
    canvas_release(&canvas);
}

/* ---- Parallel coordinates ---- */

/* Most settings that are listed. */
enum { SETTINGS_MOST = 32 };

/* Finds the width of the column of each setting, by the index of the setting: enough for
   its name and values, but at most half of LABEL_MOST. Returns the number of settings, at
   most SETTINGS_MOST. */
static int widths_of(const struct sow_frame *frame, int width[SETTINGS_MOST])
{
    int count = 0;
    for (size_t i = 0; i < frame->count; i++) {
        int axis = (int)frame->points[i].value[1];
        const char *label = frame->columns.text[frame->points[i].column];
        const char *sign = strstr(label, " = ");
        int name = sign != NULL ? (int)(sign - label) : 0;
        int value = sow_utf8_width(sign != NULL ? sign + 3 : label);
        int wide = name > value ? name : value;
        while (count <= axis && count < SETTINGS_MOST)
            width[count++] = 0;
        if (axis < SETTINGS_MOST && wide > width[axis])
            width[axis] = wide < LABEL_MOST / 2 ? wide : LABEL_MOST / 2;
    }
    return count;
}

/* Writes the settings of the line of the chart that begins at @p point, each in its
   width, and a line break: their names if @p names, else their values. */
static void put_settings(const struct sow_frame *frame, const struct sow_point *point,
                         const int width[SETTINGS_MOST], bool names, FILE *out)
{
    const struct sow_point *end = frame->points + frame->count;
    for (const struct sow_point *at = point; at < end && at->row == point->row; at++) {
        char name[NAME_BYTES];
        const char *label = frame->columns.text[at->column];
        const char *sign = strstr(label, " = ");
        if (at->value[1] >= SETTINGS_MOST)
            continue;
        (void)snprintf(name, sizeof name, "%.*s", sign != NULL ? (int)(sign - label) : 0,
                       label);
        (void)fputs("  ", out);
        put_label(out,
                  names          ? name
                  : sign != NULL ? sign + 3
                                 : label,
                  width[(int)at->value[1]]);
    }
    (void)fputc('\n', out);
}

/* Lists the lines of parallel coordinates below the names of the settings: for each line
   its value, a bar of the value, and its settings. */
static void print_settings(const struct sow_frame *frame, int columns, FILE *out)
{
    enum { NUMBER = 9, BAR_LEAST = 10, BAR_MOST = 40 };
    int width[SETTINGS_MOST];
    struct scale scale = {.cells = columns - NUMBER - 1};
    for (int count = widths_of(frame, width); count > 0; count--)
        scale.cells -= 2 + width[count - 1];
    scale.cells = scale.cells < BAR_LEAST  ? BAR_LEAST
                  : scale.cells > BAR_MOST ? BAR_MOST
                                           : scale.cells;
    sow_frame_range(frame, &scale.low, &scale.high);
    (void)fprintf(out, "%*s", NUMBER + 1 + scale.cells, "");
    put_settings(frame, frame->points, width, true, out);
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        if (i > 0 && point[-1].row == point->row)
            continue;
        int end = isfinite(point->value[0]) ? cell_of(&scale, point->value[0]) : -1;
        (void)fprintf(out, "%*.*g ", NUMBER, DIGITS, point->value[0]);
        for (int k = 0; k < scale.cells; k++)
            (void)fputs(k <= end ? "█" : " ", out);
        put_settings(frame, point, width, false, out);
    }
}

void sow_chart_print(const struct sow_frame *frame, int columns, FILE *out)
{
    static void (*const PRINT[])(const struct sow_frame *, int, FILE *) = {
        [SOW_MARK_LINE] = print_lines,        [SOW_MARK_FOREST] = print_forest,
        [SOW_MARK_HEAT] = print_heat,         [SOW_MARK_STRIP] = print_strip,
        [SOW_MARK_AGAINST] = print_against,   [SOW_MARK_HISTOGRAM] = print_histogram,
        [SOW_MARK_PARALLEL] = print_settings, [SOW_MARK_CLUSTERS] = print_heat,
        [SOW_MARK_SCATTER] = print_against,
    };
    (void)fprintf(out, "%s\n\n", frame->chart->title);
    PRINT[frame->chart->mark](frame, columns, out);
    (void)fprintf(out, "\n%s\n", frame->chart->reading);
}
