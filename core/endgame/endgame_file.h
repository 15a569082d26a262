/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A database on disk. A page that pins the rules (their text, its digest), then slots,
 * one for each layer from 0 on: the values, and at the slot's end what tells that they
 * are whole: their number and checksum. Slots are whole pages and only ever appended, the
 * end of a slot after its values are on the disk; so whatever interrupts the writing, the
 * layers before it stay, and what is behind them is no layer.
 */
#ifndef SOW_ENDGAME_FILE_H
#define SOW_ENDGAME_FILE_H

#include "endgame_index.h"

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
};

/** Opens a file of rules that are written as @p text, or makes it if it grows. Finished
 *  layers are mapped at @p layer. */
enum sow_status sow_endgame_file_open(struct endgame_file *file, const char *path,
                                      const char *text, const struct endgame_index *index,
                                      const int8_t *layer[ENDGAME_LAYERS],
                                      struct sow_err *err);

/** Reads what the file says of its layers, whose values are not looked at. */
enum sow_status sow_endgame_file_look(struct endgame_file *file, const char *path,
                                      struct sow_err *err);

/** Appends a layer and maps it at @p layer. A failure takes nothing from what is there.
 */
enum sow_status sow_endgame_file_append(struct endgame_file *file, const int8_t *values,
                                        uint64_t count, const int8_t **layer,
                                        struct sow_err *err);

void sow_endgame_file_unmap(const int8_t *values, uint64_t count);

void sow_endgame_file_close(struct endgame_file *file);

#endif
