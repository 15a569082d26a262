/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "svg.h"

#include "sow/support/utf8.h"
#include "sow/support/visible.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- Texts ---- */

/* Returns the width of a code point in tenths of a pixel at SOW_SVG_SIZE. The widths in
   ASCII are from DejaVu Sans, which is wider than most fonts of systems. */
static int width_of(uint32_t point, int columns)
{
    enum { FIRST = 0x20, NARROW = 77, COLUMN = 80 };
    static const unsigned char ASCII[] = {
        39,  49, 56, 101, 77, 115, 94, 33,  47, 47, 60, 101, 39,  44,  39,  41,
        77,  77, 77, 77,  77, 77,  77, 77,  77, 77, 41, 41,  101, 101, 101, 64,
        120, 83, 83, 84,  93, 76,  70, 93,  91, 36, 36, 79,  67,  104, 90,  95,
        73,  95, 84, 77,  74, 88,  83, 119, 83, 74, 83, 47,  41,  47,  101, 60,
        60,  74, 77, 66,  77, 74,  43, 77,  77, 34, 34, 70,  34,  117, 77,  74,
        77,  77, 50, 63,  48, 77,  72, 99,  72, 72, 63, 77,  41,  77,  101};
    if (point >= FIRST && point < FIRST + sizeof ASCII)
        return ASCII[point - FIRST];
    return columns == 1 ? NARROW : COLUMN * columns;
}

/* Returns the width of the first @p bytes of a text. */
static double width_to(const char *text, size_t bytes)
{
    const char *end = text + bytes;
    int width = 0;
    while (text < end) {
        const char *start = text;
        uint32_t point = sow_utf8_next(&text);
        width += width_of(point, sow_utf8_columns(start, (size_t)(text - start)));
    }
    return width / 10.0;
}

double sow_svg_width(const char *text)
{
    return width_to(text, strlen(text));
}

/* Returns the bytes of the longest start of a text that is at most @p width wide. */
static size_t fit_start(const char *text, double width)
{
    const char *end = text;
    while (*end != '\0') {
        const char *next = end;
        (void)sow_utf8_next(&next);
        if (width_to(text, (size_t)(next - text)) > width)
            break;
        end = next;
    }
    return (size_t)(end - text);
}

void sow_svg_fit(char room[SOW_SVG_BYTES], const char *text, double width)
{
    static const char ELLIPSIS[] = "…";
    char shown[SOW_SVG_BYTES];
    sow_visible_copy(shown, sizeof shown, text);
    if (sow_svg_width(shown) <= width) {
        memcpy(room, shown, strlen(shown) + 1);
        return;
    }
    double rest = width - sow_svg_width(ELLIPSIS);
    size_t head = fit_start(shown, rest * 2 / 3);
    const char *tail = shown + head;
    double left = rest - width_to(shown, head);
    while (*tail != '\0' && sow_svg_width(tail) > left)
        (void)sow_utf8_next(&tail);
    (void)snprintf(room, SOW_SVG_BYTES, "%.*s%s%s", (int)head, shown, ELLIPSIS, tail);
}

void sow_svg_escape(FILE *out, const char *text)
{
    static const char NO_CHARACTER[] = "\xef\xbf\xbd";
    static const char MARKUP[] = "<>&\"'";
    static const char *const ENTITIES[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    while (*text != '\0') {
        const char *start = text;
        const char *markup = strchr(MARKUP, *text);
        uint32_t point = sow_utf8_next(&text);
        if (markup != NULL)
            (void)fputs(ENTITIES[markup - MARKUP], out);
        else if (point == 0xfffeU || point == 0xffffU) /* XML forbids these */
            (void)fputs(NO_CHARACTER, out);
        else
            sow_visible_write(out, start, (size_t)(text - start));
    }
}

/* Writes a length or a place in pixels with at most one decimal. */
static void put_pixels(FILE *out, double pixels)
{
    double tenths = round(pixels * 10);
    double whole = trunc(tenths / 10);
    if (fabs(tenths - whole * 10) < 0.5)
        (void)fprintf(out, "%.0f", whole + 0.0);
    else
        (void)fprintf(out, "%.1f", tenths / 10);
}

/* Writes the attribute @p name with a length or a place in pixels. */
static void put_attribute(FILE *out, const char *name, double pixels)
{
    (void)fprintf(out, " %s=\"", name);
    put_pixels(out, pixels);
    (void)fputc('"', out);
}

void sow_svg_text(const struct sow_svg *svg, double x, double y,
                  enum sow_svg_anchor anchor, const char *role, const char *text)
{
    static const char *const ANCHORS[] = {"", " text-anchor=\"middle\"",
                                          " text-anchor=\"end\""};
    (void)fputs("<text", svg->out);
    put_attribute(svg->out, "x", x);
    put_attribute(svg->out, "y", y);
    (void)fputs(ANCHORS[anchor], svg->out);
    if (role != NULL)
        (void)fprintf(svg->out, " class=\"%s\"", role);
    (void)fputc('>', svg->out);
    sow_svg_escape(svg->out, text);
    (void)fputs("</text>\n", svg->out);
}

void sow_svg_paragraph(struct sow_svg *svg, const char *role, int size, const char *text)
{
    enum { BOLD = 112, PLAIN = 100, LEADING = 5 }; /* titles are bold */
    char rest[4 * SOW_SVG_BYTES];
    char line[4 * SOW_SVG_BYTES];
    double scale =
        (double)size / SOW_SVG_SIZE * (size > SOW_SVG_SIZE ? BOLD : PLAIN) / 100;
    sow_visible_copy(rest, sizeof rest, text);
    for (char *start = rest; *start != '\0';) {
        size_t length = fit_start(start, (svg->width - 2) / scale);
        if (start[length] != '\0') {
            size_t blank = length;
            while (blank > 0 && start[blank] != ' ')
                blank--;
            length = blank > 0 ? blank : length > 0 ? length : strlen(start);
        }
        (void)snprintf(line, sizeof line, "%.*s", (int)length, start);
        svg->y += size + LEADING;
        sow_svg_text(svg, 0, svg->y - LEADING, SOW_SVG_RIGHT_OF, role, line);
        start += length;
        start += strspn(start, " ");
    }
}

void sow_svg_path(FILE *out, const char *command, double x, double y)
{
    (void)fputs(command, out);
    put_pixels(out, x);
    (void)fputc(' ', out);
    put_pixels(out, y);
}

bool sow_svg_spot(const struct sow_svg *svg, double x, double y)
{
    if (svg->spots == NULL)
        return false;
    (void)fprintf(svg->spots, "\n%.0f %.0f ", x, y);
    return true;
}

/* ---- Scales ---- */

double sow_svg_at(const struct sow_svg_scale *scale, double value)
{
    double part = scale->decades ? log(value / scale->low) / log(scale->high / scale->low)
                                 : (value - scale->low) / (scale->high - scale->low);
    return scale->from + fmin(fmax(part, 0), 1) * (scale->to - scale->from);
}

/* Adds a value to the ticks if there is room. */
static void add_tick(struct sow_svg_ticks *ticks, double value)
{
    if (ticks->count < SOW_SVG_TICKS)
        ticks->value[ticks->count++] = value;
}

/* Finds the ticks of a logarithmic scale: powers of ten, with room also their doubles and
   halves, with less room their triples. Leaves powers out where they are less than @p
   apart pixels apart, and then returns true. */
static bool find_decades(const struct sow_svg_scale *scale, double apart,
                         struct sow_svg_ticks *ticks)
{
    static const double HALVES[] = {1, 2, 5};
    static const double TRIPLES[] = {1, 3};
    int low = (int)floor(log10(scale->low));
    int high = (int)ceil(log10(scale->high));
    double wide =
        fabs(scale->to - scale->from) / fmax(1, log10(scale->high / scale->low));
    bool halves = wide > 4 * apart;
    int parts = halves ? 3 : wide > 2.2 * apart ? 2 : 1;
    int stride = (int)fmin(fmax(1, ceil(apart / wide)), high - low + 1);
    for (int power = low; power <= high; power += stride)
        for (int i = 0; i < parts; i++) {
            double value = (halves ? HALVES : TRIPLES)[i] * pow(10, power);
            if (value >= scale->low * (1 - 1e-9) && value <= scale->high * (1 + 1e-9))
                add_tick(ticks, value);
        }
    ticks->step = 1;
    return stride > 1;
}

/* Returns the least of 1, 2 and 5 times a power of ten that is not below @p least. */
static double step_of(double least)
{
    static const double STEPS[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(least)));
    int size = 0;
    while (STEPS[size] * power < least * (1 - 1e-9))
        size++;
    return STEPS[size] * power;
}

/* Finds the multiples of a step on a scale. */
static void find_multiples(const struct sow_svg_scale *scale, double step,
                           struct sow_svg_ticks *ticks)
{
    double range = scale->high - scale->low;
    *ticks = (struct sow_svg_ticks){.step = step};
    double slack = 1e-9 * range / ticks->step;
    double first = ceil(scale->low / ticks->step - slack);
    double last = floor(scale->high / ticks->step + slack);
    for (int i = 0; first + i <= last; i++)
        add_tick(ticks, (first + i) * ticks->step + 0.0);
}

/* A single value does not make a scale. So a step that gives fewer than two is too wide,
   and the next one below is two fifths of it or half. */
void sow_svg_find_ticks(const struct sow_svg_scale *scale, double apart, bool whole,
                        struct sow_svg_ticks *ticks)
{
    enum { TRIES = 4 };
    *ticks = (struct sow_svg_ticks){.count = 0};
    if (scale->decades && find_decades(scale, apart, ticks))
        return;
    double range = scale->high - scale->low;
    double step = step_of(range * apart / fmax(apart, fabs(scale->to - scale->from)));
    for (int i = 0; i < TRIES && ticks->count < 2; i++, step = step_of(0.4 * step))
        find_multiples(scale, whole ? fmax(1, step) : step, ticks);
}

char *sow_svg_number(char room[SOW_SVG_BYTES], double value, double step)
{
    enum { MOST = 6, PLACES = 400 };
    static const char MINUS[] = "\xe2\x88\x92";
    char digits[PLACES];
    int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    decimals = decimals < 0 ? 0 : decimals > MOST ? MOST : decimals;
    (void)snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    bool zero = digits[strspn(digits, "0.")] == '\0';
    size_t used = 0;
    if (value < 0 && !zero)
        used = (size_t)snprintf(room, SOW_SVG_BYTES, MINUS);
    int whole = (int)strcspn(digits, ".");
    for (int i = 0; digits[i] != '\0' && used + 2 < SOW_SVG_BYTES; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            room[used++] = ',';
        room[used++] = digits[i];
    }
    room[used] = '\0';
    return room;
}
