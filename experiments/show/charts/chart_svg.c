/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts in SVG: the picture around a mark. */
#include "chart_svg.h"

#include "sow/base/embedded.h"
#include "sow/base/stream.h"

#include <math.h>
#include <stdlib.h>

/* Files of this folder that the program contains: the style. */
extern const struct sow_embedded sow_chart_files[];

const char *sow_chart_style(void)
{
    return sow_chart_files[0].text;
}

/* Writes the picture around the elements @p drawn: its head, and for a file its style and
   its background. @p spots are the places that can be read, or NULL. */
static void put_picture(const struct sow_frame *frame,
                        const struct sow_svg_options *options, double height,
                        const char *drawn, const char *spots, FILE *out)
{
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" "
                  "width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\" role=\"img\" "
                  "aria-label=\"",
                  options->width, height, options->width, height);
    sow_svg_escape(out, frame->chart->title);
    (void)fputc('"', out);
    if (spots != NULL) /* the texts in it are escaped */
        (void)fprintf(out, " data-spots=\"%s\"", spots);
    (void)fputs(">\n", out);
    if (!options->inside)
        (void)fprintf(out,
                      "<style>\n%s</style>\n<rect class=\"page\" width=\"%d\" "
                      "height=\"%.0f\"/>\n<g transform=\"translate(%d %d)\">\n",
                      sow_chart_style(), options->width, height, SOW_SVG_EDGE,
                      SOW_SVG_EDGE);
    (void)fputs(drawn, out);
    (void)fputs(options->inside ? "</svg>\n" : "</g>\n</svg>\n", out);
}

/* Draws a frame below its title and its explanation, or without these for a page. */
static void draw(struct sow_svg *svg, const struct sow_frame *frame, bool inside)
{
    enum { TITLE = 15, AFTER = 8 };
    static void (*const DRAW[])(struct sow_svg *, const struct sow_frame *) = {
        [SOW_MARK_LINE] = sow_svg_lines,        [SOW_MARK_FOREST] = sow_svg_forest,
        [SOW_MARK_HEAT] = sow_svg_heat,         [SOW_MARK_STRIP] = sow_svg_strip,
        [SOW_MARK_AGAINST] = sow_svg_points,    [SOW_MARK_HISTOGRAM] = sow_svg_histogram,
        [SOW_MARK_PARALLEL] = sow_svg_parallel, [SOW_MARK_CLUSTERS] = sow_svg_heat,
        [SOW_MARK_SCATTER] = sow_svg_points,
    };
    if (!inside) {
        sow_svg_paragraph(svg, "title", TITLE, frame->chart->title);
        sow_svg_paragraph(svg, "dim", SOW_SVG_SIZE, frame->chart->reading);
        svg->y += AFTER;
    }
    DRAW[frame->chart->mark](svg, frame);
}

enum sow_status sow_chart_svg(const struct sow_frame *frame,
                              const struct sow_svg_options *options, FILE *out,
                              struct sow_err *err)
{
    char *drawn = NULL;
    char *spots = NULL;
    size_t size = 0;
    int edge = options->inside ? 0 : SOW_SVG_EDGE;
    struct sow_svg svg = {.width = options->width - 2 * edge};
    svg.out = sow_stream_open(&drawn, &size);
    svg.spots = options->spots ? sow_stream_open(&spots, &size) : NULL;
    bool room = svg.out != NULL && (svg.spots != NULL || !options->spots);
    if (room)
        draw(&svg, frame, options->inside);
    room &= svg.out == NULL || fclose(svg.out) == 0;
    room &= svg.spots == NULL || fclose(svg.spots) == 0;
    if (room)
        put_picture(frame, options, ceil(svg.y) + 2 * edge, drawn, spots, out);
    free(drawn);
    free(spots);
    return room ? SOW_OK : sow_err_no_memory(err);
}
