/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Facts about the file system of a file.
 */
#ifndef SOW_EXPERIMENTS_FILE_SYSTEM_H
#define SOW_EXPERIMENTS_FILE_SYSTEM_H

/** Returns the name of the network file system that has @p path, or its folder if the
 * file does not exist yet. On such a file system, several machines that write to one
 * database may damage it (SQLite, "How To Corrupt An SQLite Database File", section 2.1).
 * Returns NULL if the file system is local or not known. */
const char *sow_file_system_shared(const char *path);

#endif
