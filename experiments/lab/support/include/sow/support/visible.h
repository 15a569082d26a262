/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Text from outside the program (files, databases, command lines) on a terminal. The
 * terminal must show this text and not obey it. All output for people passes through
 * here.
 */
#ifndef SOW_EXPERIMENTS_VISIBLE_H
#define SOW_EXPERIMENTS_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Returns true if a terminal obeys the code point: if it is a control character, or a
 * mark that changes the direction of text or ends a line. */
bool sow_is_obeyed(uint32_t point);

/** Writes @p length bytes of @p text. Code points that a terminal obeys become escapes
 *  ("\n", "\x1b", "\u202e"), and bytes that are not UTF-8 become U+FFFD. */
void sow_visible_write(FILE *out, const char *text, size_t length);

/** Writes a text of several lines like sow_visible_write, but keeps the newlines. */
void sow_visible_write_lines(FILE *out, const char *text);

/** Copies @p text into @p room in the form of sow_visible_write, with a NUL at the end.
 *  @p room has @p size bytes, at least 1. A text that does not fit is cut off after a
 * whole character or escape. */
void sow_visible_copy(char *room, size_t size, const char *text);

#endif
