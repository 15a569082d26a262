/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Whether the database file of a server was made, replaced or removed.
 */
#ifndef SOW_SERVE_SERVED_FILE_H
#define SOW_SERVE_SERVED_FILE_H

#include <stdbool.h>
#include <sys/types.h>

/** The file that has the name of the database; all zeros before the first look. */
struct sow_served_file {
    bool known;   /**< true after the first look */
    bool there;   /**< false if there is no file of this name */
    dev_t device; /**< device of the file, with its number on it; 0 without a file */
    ino_t number;
};

/**
 * Looks which file has the name of the database.
 * @param[in,out] file what was seen before; receives what is seen now
 * @param path name of the database
 * @returns true if it is another file than before, or there was no look before
 */
bool sow_served_file_look(struct sow_served_file *file, const char *path);

#endif
