/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The products of a block pair, for one set of instructions. The file that includes this
 * one defines LANES, the number of columns that are added at once: at least 2.
 *
 * A tile of a product stays in registers. It has up to 4 columns of A (gather) or 4 rows
 * (subtract), times up to 2 vectors of columns of B. The last vector of a row may begin
 * in the one before it: then only its last lanes are stored.
 */
#include "product.h"

#include <string.h>

enum { TILE = 4, PAIR = 2 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

/* Marks code that is compiled again for each size of a tile. */
#define SOW_INLINE static inline __attribute__((always_inline))

SOW_INLINE lanes load(const double *from)
{
    lanes vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

/* Stores the lanes of @p vector from @p first on. */
SOW_INLINE void store(double *to, lanes vector, size_t first)
{
    if (first == 0) {
        memcpy(to, &vector, sizeof vector);
        return;
    }
    for (size_t i = first; i < LANES; i++)
        to[i] = vector[i];
}

/* A tile of B or of the small matrix, and what is multiplied for it. */
struct tile {
    double *to;           /* first number of the tile */
    size_t to_stride;     /* distance from a row of the tile to the next */
    size_t skip;          /* number of leading columns that stay as they are */
    const double *factor; /* factor of the first row of the tile in the first step */
    size_t factor_row, factor_step; /* distances to the next row and the next step */
    const double *other; /* vectors that the factors multiply in the first step */
    size_t other_step;   /* distance to those of the next step */
    size_t steps;        /* number of steps, of which each adds a product */
};

/* Adds all products to the @p rows rows and @p vectors vectors of a tile, or subtracts
 * them if @p minus is true. */
SOW_INLINE void add_up(const struct tile *tile, const int rows, const int vectors,
                       const bool minus)
{
    lanes sum[TILE][PAIR];
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++)
            sum[r][v] = load(tile->to + (size_t)r * tile->to_stride + v * LANES);
    const double *factor = tile->factor;
    const double *other = tile->other;
    for (size_t k = 0; k < tile->steps; k++) {
        for (int v = 0; v < vectors; v++) {
            lanes vector = load(other + v * LANES);
            for (int r = 0; r < rows; r++) {
                lanes product = factor[(size_t)r * tile->factor_row] * vector;
                sum[r][v] = minus ? sum[r][v] - product : sum[r][v] + product;
            }
        }
        factor += tile->factor_step;
        other += tile->other_step;
    }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++)
            store(tile->to + (size_t)r * tile->to_stride + v * LANES, sum[r][v],
                  tile->skip);
}

/* Adds up a tile with code for its number of rows, 1 to TILE. */
SOW_INLINE void add_rows(const struct tile *tile, size_t rows, const int vectors,
                         const bool minus)
{
    if (rows >= TILE)
        add_up(tile, TILE, vectors, minus);
    else if (rows == 3)
        add_up(tile, 3, vectors, minus);
    else if (rows == 2)
        add_up(tile, 2, vectors, minus);
    else
        add_up(tile, 1, vectors, minus);
}

/* Adds up all tiles of a matrix of @p rows rows and @p columns >= LANES columns. @p tile
 * describes its first one. */
SOW_INLINE void add_tiles(struct tile tile, size_t rows, size_t columns, const bool minus)
{
    const struct tile first = tile;
    for (size_t i = 0; i < rows; i += TILE) {
        size_t left = rows - i;
        tile.factor = first.factor + i * tile.factor_row;
        double *to = first.to + i * tile.to_stride;
        size_t j = 0;
        tile.skip = 0;
        for (; j + PAIR * LANES <= columns; j += PAIR * LANES) {
            tile.to = to + j;
            tile.other = first.other + j;
            add_rows(&tile, left, PAIR, minus);
        }
        while (j < columns) {
            tile.skip = j + LANES <= columns ? 0 : j + LANES - columns;
            tile.to = to + j - tile.skip;
            tile.other = first.other + j - tile.skip;
            add_rows(&tile, left, 1, minus);
            j += LANES - tile.skip;
        }
    }
}

static void gather(const struct sow_block_pair *pair)
{
    add_tiles((struct tile){.to = pair->small,
                            .to_stride = pair->small_stride,
                            .factor = pair->a,
                            .factor_row = 1,
                            .factor_step = pair->stride,
                            .other = pair->b,
                            .other_step = pair->stride,
                            .steps = pair->rows},
              pair->a_count, pair->b_count, false);
}

static void subtract(const struct sow_block_pair *pair)
{
    add_tiles((struct tile){.to = pair->b,
                            .to_stride = pair->stride,
                            .factor = pair->a,
                            .factor_row = pair->stride,
                            .factor_step = 1,
                            .other = pair->small,
                            .other_step = pair->small_stride,
                            .steps = pair->a_count},
              pair->rows, pair->b_count, true);
}
