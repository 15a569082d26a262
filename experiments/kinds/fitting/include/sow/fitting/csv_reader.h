/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A strict reader of CSV files (RFC 4180) that needs bounded memory.
 *
 * Each line is one record. Commas separate the fields, which may be in double quotes. The
 * first record names the columns. The reader accepts a UTF-8 byte-order mark and CR LF.
 * It skips empty lines and lines that start with '#'.
 *
 * Functions fail with SOW_BAD_DATA and an error "file:line: ..." if the file is invalid.
 * Invalid bytes are NUL bytes, UTF-16 and a carriage return inside a line. A quotation
 * mark is invalid if it is stray or unclosed. Lines are invalid if they are longer than
 * the limits below, or if they have more or fewer fields than the first line. Two columns
 * of one name and a file without any line are invalid too.
 *
 * Functions fail with SOW_IO if the file cannot be read. They fail with SOW_USAGE if it
 * cannot be read a second time, as a pipe or a terminal.
 *
 * The reader hashes the bytes as it reads them, so the hash is that of the bytes read.
 *
 * Ownership: sow_csv_close frees the reader. All texts are borrowed; fields are valid
 * until the next record.
 */
#ifndef SOW_EXPERIMENTS_CSV_READER_H
#define SOW_EXPERIMENTS_CSV_READER_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SOW_CSV_LINE_MAX = 65536,  /**< largest number of bytes in a line */
    SOW_CSV_FIELDS_MAX = 1024, /**< largest number of fields in a line */
    SOW_SHA256_TEXT = 65,      /**< size of a SHA-256 in hexadecimal digits, with a NUL */
};

/** An open CSV file. */
struct sow_csv;

/**
 * Opens a file and reads the names of its columns.
 * @param[out] csv receives the reader; NULL on failure.
 * @param path name of the file.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, or a status as the head of this file says.
 */
SOW_MUST_USE enum sow_status sow_csv_open(struct sow_csv **csv, const char *path,
                                          struct sow_err *err);

/** Closes the file and frees the reader, which may be NULL. */
void sow_csv_close(struct sow_csv *csv);

/** Returns the number of columns, which is that of the fields in each record. */
int sow_csv_columns(const struct sow_csv *csv);

/** Returns the name of a column from 0 on; "" if it has none. */
const char *sow_csv_name(const struct sow_csv *csv, int column);

/** Returns the number, from 0, of the column called @p name, or -1 if there is none. */
int sow_csv_find(const struct sow_csv *csv, const char *name);

/**
 * Reads the next record. The fields of the one before are no longer valid.
 * @param csv the reader.
 * @param[out] more receives false at the end of the file, else true; no meaning on
 *   failure.
 * @param[out] err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, SOW_NO_MEMORY, or a status as the head of this file says.
 */
SOW_MUST_USE enum sow_status sow_csv_next(struct sow_csv *csv, bool *more,
                                          struct sow_err *err);

/** Returns a field of the current record, without its quotation marks. @p column is
 *  from 0 to the number of columns - 1. */
const char *sow_csv_field(const struct sow_csv *csv, int column);

/** Returns the number of the line that was read last, from 1. */
uint64_t sow_csv_line(const struct sow_csv *csv);

/** Puts "file:line: " of the line that was read last before the text in @p err.
 *  Returns the status of @p err. */
enum sow_status sow_csv_blame(const struct sow_csv *csv, struct sow_err *err);

/** Returns the SHA-256 of the file's bytes in hexadecimal digits; "" before the end is
 *  reached. */
const char *sow_csv_sha256(const struct sow_csv *csv);

#endif
