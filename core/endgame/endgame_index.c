/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_index.h"

#include <assert.h>
#include <string.h>

/* Returns C(n, k), or a number above SOW_ENDGAME_POSITIONS_MAX if C(n, k) is above it. */
static uint64_t binomial(int n, int k)
{
    uint64_t product = 1;
    for (int i = 1; i <= k && product <= SOW_ENDGAME_POSITIONS_MAX; i++)
        product = product * (uint64_t)(n - k + i) / (uint64_t)i;
    return product;
}

uint64_t sow_endgame_positions(int pits, int on_board)
{
    assert(on_board >= 0 && on_board <= SOW_ENDGAME_SEEDS_MAX);
    uint64_t count = binomial(on_board + 2 * pits, 2 * pits);
    return count < SOW_ENDGAME_POSITIONS_MAX ? count : SOW_ENDGAME_POSITIONS_MAX;
}

/* Returns the largest number of seeds on a board with @p pits pits in a row for which
   there are fewer than SOW_ENDGAME_POSITIONS_MAX positions. */
static int most_seeds(int pits)
{
    int most = SOW_ENDGAME_SEEDS_MAX;
    while (sow_endgame_positions(pits, most) == SOW_ENDGAME_POSITIONS_MAX)
        most--;
    return most;
}

void sow_endgame_index_init(struct endgame_index *index, int pits)
{
    memset(index, 0, sizeof *index);
    index->pits = pits;
    index->most = most_seeds(pits);
    for (int seeds = 0; seeds <= index->most; seeds++) {
        for (int j = 0; j < pits; j++)
            index->choose[j][seeds] = (uint32_t)binomial(seeds + j, j + 1);
        index->rows[seeds] = (uint32_t)binomial(seeds + pits - 1, pits - 1);
        index->first[seeds + 1] = index->first[seeds] + index->rows[seeds];
    }
    for (int n = 0; n <= index->most; n++)
        for (int k = 0; k <= n; k++)
            index->block[n][k + 1] =
                index->block[n][k] + (uint64_t)index->rows[k] * index->rows[n - k];
}

uint32_t sow_endgame_rank(const struct endgame_index *index, const uint8_t *row,
                          int *seeds)
{
    uint32_t rank = 0;
    int sum = 0;
    for (int j = 0; j < index->pits - 1; j++) {
        sum += row[index->pits - 1 - j];
        rank += index->choose[j][sum];
    }
    *seeds = sum + row[0];
    return rank;
}

void sow_endgame_unrank(const struct endgame_index *index, int seeds, uint32_t rank,
                        uint8_t *row)
{
    for (int j = index->pits - 2; j >= 0; j--) {
        int sum = seeds;
        while (index->choose[j][sum] > rank)
            sum--;
        rank -= index->choose[j][sum];
        row[index->pits - 2 - j] = (uint8_t)(seeds - sum);
        seeds = sum;
    }
    row[index->pits - 1] = (uint8_t)seeds;
}
