/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Text from elsewhere (files, databases, command lines) on a terminal, which must show it
 * and not obey it. Everything that is meant to be read by people goes through here where
 * it is written.
 */
#ifndef SOW_EXPERIMENTS_VISIBLE_H
#define SOW_EXPERIMENTS_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** True for what a terminal obeys: control characters, and the marks that turn the
 *  direction of text or end a line. */
bool sow_is_obeyed(uint32_t point);

/** Writes @p length bytes of @p text: what a terminal obeys as an escape ("\n", "\x1b",
 *  "\u202e"), what is not UTF-8 as U+FFFD. */
void sow_visible_write(FILE *out, const char *text, size_t length);

/** The same for a text of several lines, which stay lines. */
void sow_visible_write_lines(FILE *out, const char *text);

/** The same as sow_visible_write into @p room of @p size bytes (at least 1); what does
 *  not fit is cut off, no character or escape in part. */
void sow_visible_copy(char *room, size_t size, const char *text);

#endif
