/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Elements of a picture in SVG: texts that fit, scales with their ticks, and paths.
 * Every text that is not a constant passes through sow_svg_text or sow_svg_escape, which
 * show it and obey nothing in it.
 *
 * Ownership: streams are borrowed.
 */
#ifndef SOW_CHARTS_SVG_H
#define SOW_CHARTS_SVG_H

#include <stdbool.h>
#include <stdio.h>

/** Size of texts and distance of two lines of text in pixels, and most bytes of a text
 *  that is fitted, with its NUL. */
enum { SOW_SVG_SIZE = 12, SOW_SVG_LINE = 16, SOW_SVG_BYTES = 512 };

/** A picture that is being drawn. */
struct sow_svg {
    FILE *out;    /**< receives the elements */
    FILE *spots;  /**< receives the places whose values can be read; NULL: none */
    double width; /**< width of the picture in pixels */
    double y;     /**< height that is used so far */
};

/** A scale of values along a line of pixels. */
struct sow_svg_scale {
    double low, high; /**< values at its ends */
    double from, to;  /**< pixels of these values */
    bool decades;     /**< true if it is logarithmic; all values are then above 0 */
};

/** Most ticks of a scale. */
enum { SOW_SVG_TICKS = 24 };

/** Ticks of a scale. */
struct sow_svg_ticks {
    double value[SOW_SVG_TICKS];
    double step; /**< distance of two ticks, which says how many decimals they need */
    int count;
};

/** Where a text is, seen from its point. */
enum sow_svg_anchor { SOW_SVG_RIGHT_OF, SOW_SVG_AROUND, SOW_SVG_LEFT_OF };

/** Returns the width of a text of SOW_SVG_SIZE in pixels, estimated from a wide font. */
double sow_svg_width(const char *text);

/** Copies @p text to @p room so that it is at most @p width pixels wide. An ellipsis
 *  replaces the middle of a longer text. Control characters become escapes. */
void sow_svg_fit(char room[SOW_SVG_BYTES], const char *text, double width);

/** Writes a text with the entities of XML. Control characters become escapes, and bytes
 *  and characters that XML forbids become U+FFFD. */
void sow_svg_escape(FILE *out, const char *text);

/** Writes a text at a point of its base line. @p role is its class; NULL: none. */
void sow_svg_text(const struct sow_svg *svg, double x, double y,
                  enum sow_svg_anchor anchor, const char *role, const char *text);

/** Writes a text in lines as wide as the picture, below all that is drawn. @p role is its
 *  class and @p size the size of its letters. */
void sow_svg_paragraph(struct sow_svg *svg, const char *role, int size, const char *text);

/** Writes a part of a path: the letters of @p command, and a point. */
void sow_svg_path(FILE *out, const char *command, double x, double y);

/** Notes a point whose value can be read, and begins its text: the caller writes the rest
 *  with sow_svg_escape. Returns false if nothing has to be written. */
bool sow_svg_spot(const struct sow_svg *svg, double x, double y);

/** Returns the pixel of a value. */
double sow_svg_at(const struct sow_svg_scale *scale, double value);

/** Finds round values on a scale, at least @p apart pixels from each other if there are
 * two such values. Whole values only if @p whole. */
void sow_svg_find_ticks(const struct sow_svg_scale *scale, double apart, bool whole,
                        struct sow_svg_ticks *ticks);

/** Writes @p value to @p room with the decimals that values @p step apart need, commas
 *  between thousands and a true minus. Returns @p room. */
char *sow_svg_number(char room[SOW_SVG_BYTES], double value, double step);

#endif
