/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The option --db of a command that a message or a page names.
 */
#ifndef SOW_EXPERIMENTS_DB_OPTION_H
#define SOW_EXPERIMENTS_DB_OPTION_H

#include <stddef.h>

/** Bytes of most options, with the NUL. */
enum { SOW_DB_OPTION_MAX = 512 };

/**
 * Writes the option that a command needs to find a database: a blank, `--db` and the file
 * as a word in single quotes for a shell. Writes nothing if a command without the option
 * finds the same file: that of SOWLAB_DB, else sowlab.db.
 * @param path file of the database, as it was named
 * @param[out] option the text, cut to fit
 * @param size bytes of the text
 * @returns @p option
 */
const char *sow_db_option(const char *path, char *option, size_t size);

#endif
