/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A database on disk. A page that pins the rules (their text, its digest), then slots,
 * one for each layer from 0 on: the values, and at the slot's end what tells that they
 * are whole: their number and checksum. Slots are whole pages and only ever appended, the
 * end of a slot after its values are on the disk; so whatever interrupts the writing, the
 * layers before it stay, and what is behind them is no layer. The first page also has
 * the number of layers, written after each: a file that has fewer was cut.
 *
 * Values are read into memory of the process, not mapped: whatever becomes of the file
 * while it is in use, no value changes and no signal ends the process. Reading them costs
 * no more than their checksums, which are looked at in any case.
 */
#ifndef SOW_ENDGAME_FILE_H
#define SOW_ENDGAME_FILE_H

#include "endgame_index.h"

#include <sys/stat.h>

enum { ENDGAME_TEXT_MAX = 3000 };

/** Goes on with a digest over @p size bytes. */
uint64_t sow_endgame_digest(uint64_t digest, const void *bytes, uint64_t size);

/** An open file. */
struct endgame_file {
    int descriptor; /**< -1: none */
    bool grows;
    char *path;
    int layers;                      /**< whole ones */
    uint64_t end;                    /**< of them, in bytes */
    uint64_t digest[ENDGAME_LAYERS]; /**< of the rules and the layers up to each */
    uint64_t rules;                  /**< digest of their text */
    int had;                         /**< layers, by the number in the first page; 0: it
                                          has none */
    struct stat known; /**< the file as it was when it was read or written */
};

/** Opens a file of rules that are written as @p text, or makes it if it grows. Finished
 *  layers are read into @p layer, each to be freed. SOW_BAD_DATA if it has lost layers,
 *  unless it grows. */
enum sow_status sow_endgame_file_open(struct endgame_file *file, const char *path,
                                      const char *text, const struct endgame_index *index,
                                      const int8_t *layer[ENDGAME_LAYERS],
                                      struct sow_err *err);

/** Reads what the file says of its layers, whose values are not looked at. */
enum sow_status sow_endgame_file_look(struct endgame_file *file, const char *path,
                                      struct sow_err *err);

/** Whether the file still has the first @p count layers as they are at @p layer. One that
 *  nobody has touched is not read. SOW_BAD_DATA: it has others, or is gone. */
enum sow_status sow_endgame_file_check(struct endgame_file *file,
                                       const struct endgame_index *index,
                                       const int8_t *const layer[ENDGAME_LAYERS],
                                       int count, struct sow_err *err);

/** Appends a layer. A failure takes nothing from what is there. */
enum sow_status sow_endgame_file_append(struct endgame_file *file, const int8_t *values,
                                        uint64_t count, struct sow_err *err);

void sow_endgame_file_close(struct endgame_file *file);

#endif
