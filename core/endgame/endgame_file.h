/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * An endgame database on disk.
 *
 * The first page fixes the rules (their text and its digest). Slots follow, one for each
 * layer from 0 on. A slot has the values of a layer and, at its end, a record that shows
 * that they are complete: their number and checksum.
 *
 * Slots are whole pages and are only appended. The end of a slot is written after its
 * values are on the disk. So if writing is interrupted, the layers before it remain, and
 * the bytes after them do not count as a layer. The first page also has the number of
 * layers, written after each layer. A file with fewer layers has been cut.
 *
 * Values are read into memory of the process, not mapped. So if the file changes while it
 * is in use, no value changes and no signal ends the process. Reading costs no more than
 * the checksums, which are computed in any case.
 */
#ifndef SOW_ENDGAME_FILE_H
#define SOW_ENDGAME_FILE_H

#include "endgame_index.h"

#include <sys/stat.h>

/** Bytes for the text of the rules, with the NUL. */
enum { ENDGAME_TEXT_MAX = 3000 };

/** Returns the digest that continues @p digest with @p size bytes. A new digest begins
 * with 0. */
uint64_t sow_endgame_digest(uint64_t digest, const void *bytes, uint64_t size);

/** Open file. */
struct endgame_file {
    int descriptor;                  /**< file descriptor; -1 if not open */
    bool grows;                      /**< true if the file is open for appending */
    char *path;                      /**< name of the file, owned */
    int layers;                      /**< number of complete layers */
    uint64_t end;                    /**< end of these layers, in bytes */
    uint64_t digest[ENDGAME_LAYERS]; /**< digest of the rules and the layers up to each */
    uint64_t rules;                  /**< digest of the text of the rules */
    int had;                         /**< number of layers according to the first page; 0
                                          if that has none */
    struct stat known; /**< state of the file when it was last read or written */
};

/**
 * Opens a file for rules written as @p text. The caller sets `grows`, and `descriptor` to
 * -1, before. A growing file is created if it does not exist. Finished layers are read
 * into @p layer. Returns SOW_BUSY if another process grows the file, SOW_IO,
 * SOW_NO_MEMORY, or SOW_BAD_DATA: it is damaged, not an endgame file, of other rules, or
 * has lost layers and does not grow. Also after a failure, the caller frees each layer
 * and closes the file.
 */
enum sow_status sow_endgame_file_open(struct endgame_file *file, const char *path,
                                      const char *text, const struct endgame_index *index,
                                      const int8_t *layer[ENDGAME_LAYERS],
                                      struct sow_err *err);

/**
 * Opens a file to read, and reads the number and checksums of its layers into @p file,
 * but not their values. The caller sets all of @p file to 0, and `descriptor` to -1,
 * before. Fails as sow_endgame_file_open() does, and with SOW_BAD_DATA if no layer is
 * finished. The caller closes the file, also after a failure.
 */
enum sow_status sow_endgame_file_look(struct endgame_file *file, const char *path,
                                      struct sow_err *err);

/**
 * Checks that the file still has the same rules and the first @p count layers with the
 * values of @p layer. The file is not read if its times and size show that it was not
 * touched. After reading it, remembers the new times. Returns SOW_BAD_DATA if the file
 * has other contents or is gone, or SOW_NO_MEMORY.
 */
enum sow_status sow_endgame_file_check(struct endgame_file *file,
                                       const struct endgame_index *index,
                                       const int8_t *const layer[ENDGAME_LAYERS],
                                       int count, struct sow_err *err);

/**
 * Appends a layer of @p count values, and then the new number of layers to the first
 * page. Removes any bytes after the known layers before. Returns SOW_OK or SOW_IO. A
 * failure changes none of the layers before it.
 */
enum sow_status sow_endgame_file_append(struct endgame_file *file, const int8_t *values,
                                        uint64_t count, struct sow_err *err);

/** Closes the file and frees its name. A file that is not open, or closed already, does
 * no harm. */
void sow_endgame_file_close(struct endgame_file *file);

#endif
