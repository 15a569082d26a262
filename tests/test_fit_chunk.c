/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the rows of a fit in memory. */
#include "fit_chunk.h"

#include "suite.h"

/* Writes a row whose features fit a byte, or one of which is @p large. */
static void number_row(int row, int large, int16_t *values, size_t width)
{
    for (size_t j = 0; j < width; j++)
        values[j] = (int16_t)((row * 7 + (int)j * 31) % 256 - 128);
    if (large != 0)
        values[1] = (int16_t)large;
}

/* Rows stay the same where a feature does not fit a byte: the first such row comes after
   others, or there is none. */
TEST_LOOP(rows, chunks_keep_all_numbers, 0, 5)
{
    enum { ROWS = 20, WIDTH = 5 };
    static const int LARGE[] = {0, 128, -129, INT16_MAX, INT16_MIN};
    const int large = LARGE[_i];
    struct fit_chunk chunk;
    int16_t values[WIDTH];
    double x[WIDTH];
    ck_ok(sow_fit_chunk_init(&chunk, WIDTH, false, &err));
    for (int row = 0; row < ROWS; row++) {
        number_row(row, row == 3 ? large : 0, values, WIDTH);
        struct fit_mark mark = {.game = (uint32_t)row};
        ck_ok(sow_fit_chunk_add(&chunk, mark, values, &err));
    }
    for (int row = 0; row < ROWS; row++) {
        number_row(row, row == 3 ? large : 0, values, WIDTH);
        sow_fit_chunk_read(&chunk, (size_t)row, x);
        ck_assert_uint_eq(chunk.marks[row].game, (uint32_t)row);
        for (int j = 0; j < WIDTH; j++)
            ck_assert_int_eq((int)x[j], values[j]);
    }
    sow_fit_chunk_release(&chunk);
}
