/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Reading CSV files (RFC 4180) strictly and in bounded memory: one record a line, commas,
 * fields in double quotes where need be, the first record names the columns. A UTF-8
 * byte-order mark, CR LF, empty lines and lines that start with '#' are let pass.
 *
 * Refused with SOW_BAD_DATA and "file:line: ...": NUL bytes, UTF-16, stray or unclosed
 * quotation marks, a carriage return inside a line, lines and numbers of fields beyond
 * the limits below, a line with more or fewer fields than the first, two columns of one
 * name, a file without a line. SOW_IO if the file cannot be read, SOW_USAGE if it is
 * nothing that could be read a second time (a pipe, a terminal).
 *
 * The reader hashes the bytes as they pass, so that what was hashed is what was read.
 *
 * Ownership: sow_csv_close frees the reader; texts are borrowed, fields until the next
 * record.
 */
#ifndef SOW_EXPERIMENTS_CSV_READER_H
#define SOW_EXPERIMENTS_CSV_READER_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SOW_CSV_LINE_MAX = 65536, /**< bytes of a line */
    SOW_CSV_FIELDS_MAX = 1024,
    SOW_SHA256_TEXT = 65, /**< hexadecimal digits and a NUL */
};

struct sow_csv;

/** Opens a file and reads the names of its columns. */
SOW_MUST_USE enum sow_status sow_csv_open(struct sow_csv **csv, const char *path,
                                          struct sow_err *err);

/** NULL is allowed. */
void sow_csv_close(struct sow_csv *csv);

/** How many columns there are. */
int sow_csv_columns(const struct sow_csv *csv);

/** Name of a column, "" if it has none. */
const char *sow_csv_name(const struct sow_csv *csv, int column);

/** The column called @p name, or -1. */
int sow_csv_find(const struct sow_csv *csv, const char *name);

/** Goes on to the next record; @p more is false at the end of the file. */
SOW_MUST_USE enum sow_status sow_csv_next(struct sow_csv *csv, bool *more,
                                          struct sow_err *err);

/** A field of the record, without its quotation marks. */
const char *sow_csv_field(const struct sow_csv *csv, int column);

/** The line it stands in, from 1. */
uint64_t sow_csv_line(const struct sow_csv *csv);

/** Puts "file:line: " of this record before the text in @p err; returns its status. */
enum sow_status sow_csv_blame(const struct sow_csv *csv, struct sow_err *err);

/** SHA-256 of the file's bytes; valid once the end was reached. */
const char *sow_csv_sha256(const struct sow_csv *csv);

#endif
