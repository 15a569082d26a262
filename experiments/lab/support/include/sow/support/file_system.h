/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Where a file lies.
 */
#ifndef SOW_EXPERIMENTS_FILE_SYSTEM_H
#define SOW_EXPERIMENTS_FILE_SYSTEM_H

/** The name of the network's file system that @p path, or its folder if there is no such
 *  file yet, is on: there a database that several machines write to may be damaged
 *  (SQLite, "How To Corrupt An SQLite Database File", section 2.1). NULL: none known. */
const char *sow_file_system_shared(const char *path);

#endif
