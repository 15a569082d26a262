/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit_chunk.h"

#include "sow/heuristics/agent.h"

#include <stdlib.h>
#include <string.h>

enum sow_status sow_fit_chunk_init(struct fit_chunk *chunk, size_t width, bool mixes,
                                   struct sow_err *err)
{
    *chunk = (struct fit_chunk){
        .width = width,
        .marks = malloc(FIT_CHUNK_ROWS * sizeof *chunk->marks),
        .bytes = malloc(FIT_CHUNK_ROWS * width * sizeof *chunk->bytes)};
    if (mixes)
        chunk->targets = malloc(FIT_CHUNK_ROWS * sizeof *chunk->targets);
    return chunk->marks != NULL && chunk->bytes != NULL &&
                   (chunk->targets != NULL || !mixes)
               ? SOW_OK
               : sow_err_no_memory(err);
}

void sow_fit_chunk_release(struct fit_chunk *chunk)
{
    free(chunk->marks);
    free(chunk->bytes);
    free(chunk->values);
    free(chunk->targets);
}

/* Writes @p count values to bytes. Returns false if one does not fit. */
static bool narrow(int8_t *bytes, const int16_t *values, size_t count)
{
    int lost = 0;
    for (size_t j = 0; j < count; j++) {
        bytes[j] = (int8_t)values[j];
        lost |= bytes[j] ^ values[j];
    }
    return lost == 0;
}

/* Copies features that are bytes to 16-bit numbers. */
static void broaden(int16_t *values, const int8_t *bytes, size_t count)
{
    for (size_t j = 0; j < count; j++)
        values[j] = (int16_t)bytes[j];
}

/* Gives all rows of a chunk room for larger features. Returns SOW_OK, or SOW_NO_MEMORY
   with the chunk unchanged. */
static enum sow_status widen(struct fit_chunk *chunk, struct sow_err *err)
{
    int16_t *values = malloc(FIT_CHUNK_ROWS * chunk->width * sizeof *values);
    if (values == NULL)
        return sow_err_no_memory(err);
    broaden(values, chunk->bytes, chunk->count * chunk->width);
    chunk->values = values;
    free(chunk->bytes);
    chunk->bytes = NULL;
    return SOW_OK;
}

enum sow_status sow_fit_chunk_add(struct fit_chunk *chunk, struct fit_mark mark,
                                  const int16_t *values, struct sow_err *err)
{
    size_t at = chunk->count * chunk->width;
    enum sow_status status = SOW_OK;
    if (chunk->bytes != NULL && !narrow(chunk->bytes + at, values, chunk->width))
        status = widen(chunk, err);
    if (status != SOW_OK)
        return status;
    if (chunk->values != NULL)
        memcpy(chunk->values + at, values, chunk->width * sizeof *values);
    chunk->marks[chunk->count++] = mark;
    return SOW_OK;
}

void sow_fit_chunk_read(const struct fit_chunk *chunk, size_t i, double *x)
{
    size_t at = i * chunk->width;
    int16_t room[SOW_AGENT_TERMS_MAX];
    const int16_t *values = room;
    /* Processors turn 16-bit numbers into real ones in fewer steps than bytes. */
    if (chunk->values != NULL)
        values = chunk->values + at;
    else
        broaden(room, chunk->bytes + at, chunk->width);
    for (size_t j = 0; j < chunk->width; j++)
        x[j] = values[j];
}
