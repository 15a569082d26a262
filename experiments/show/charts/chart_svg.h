/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Marks of charts in SVG. Every function draws a frame with at least one point below all
 * that is drawn already, and moves `y` of the picture.
 *
 * Ownership: everything is borrowed.
 */
#ifndef SOW_CHARTS_CHART_SVG_H
#define SOW_CHARTS_CHART_SVG_H

#include "svg.h"

#include "sow/charts/chart.h"

/** Appearance of a series. The role is the meaning of its colour; dashes and hollow
 *  points tell series apart without colours. */
struct sow_look {
    const char *role; /**< class of its elements in chart.css */
    const char *dash; /**< dashes of its line; "": none */
    bool hollow;      /**< true if its points are hollow */
};

/** Returns the look of a series by the meaning of its name, or by its number in a chart
 *  whose names have no known meaning. */
struct sow_look sow_look_of(const char *name, int number);

/** Writes the dots of a series. @p next returns the place of
 *  the next dot, from @p i on, and moves @p i behind it; false: there is none. */
typedef bool sow_dots_fn(const void *context, size_t *i, double *x, double *y);
void sow_svg_dots(const struct sow_svg *svg, const struct sow_look *look,
                  sow_dots_fn *next, const void *context);

/** Writes names with samples of their lines or dots, in as many lines as they need. */
void sow_svg_key(struct sow_svg *svg, const struct sow_labels *labels, bool lines);

/** Returns the width of the widest label, at most @p most. */
double sow_svg_widest(const struct sow_labels *labels, double most);

/** Writes the value of a point and half its interval, or its interval if it is not
 *  symmetric, with decimals for a scale that is @p range long. */
void sow_svg_words(char room[SOW_SVG_BYTES], double value, double low, double high,
                   double range);

/** Writes what the reference of a frame means at its level line, if it has a label and
 *  there is room. The label is at the beginning, or at the end if a point or its band is
 * near. */
void sow_svg_reference(const struct sow_svg *svg, const struct sow_frame *frame,
                       const struct sow_svg_scale *across,
                       const struct sow_svg_scale *down);

/** Draws lines with their bands; more than five in panels of their own. */
void sow_svg_lines(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws points, with the diagonal of predicted against observed values. */
void sow_svg_points(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws a histogram. */
void sow_svg_histogram(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws intervals. */
void sow_svg_forest(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws points on one line per category. */
void sow_svg_strip(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws a heat map with its values. */
void sow_svg_heat(struct sow_svg *svg, const struct sow_frame *frame);
/** Draws parallel coordinates. */
void sow_svg_parallel(struct sow_svg *svg, const struct sow_frame *frame);

#endif
