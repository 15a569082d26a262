/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ranks.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Number of bins of a histogram, and of bits of a double. */
enum { BINS = 1 << SOW_RANKS_BITS, BITS = 64 };

/* Sign bit of a double. */
static const uint64_t SIGN = UINT64_C(1) << 63U;

/* Maps a double to an unsigned number, so that the numbers order like the doubles. 0 and
   -0 have the same number. */
static uint64_t code_of(double value)
{
    uint64_t bits = 0;
    double positive_zero = value + 0.0;
    memcpy(&bits, &positive_zero, sizeof bits);
    return (bits & SIGN) != 0 ? ~bits : bits | SIGN;
}

/* Maps a number of code_of back to its double. */
static double value_of(uint64_t code)
{
    uint64_t bits = (code & SIGN) != 0 ? code & ~SIGN : ~code;
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the number of bits that the current pass finds: SOW_RANKS_BITS, or the rest. */
static int bits_of_pass(const struct sow_ranks *ranks)
{
    int rest = BITS - ranks->known;
    return rest < SOW_RANKS_BITS ? rest : SOW_RANKS_BITS;
}

enum sow_status sow_ranks_init(struct sow_ranks *ranks, const int64_t *sought,
                               size_t count, struct sow_err *err)
{
    assert(count <= SOW_RANKS_MAX);
    *ranks = (struct sow_ranks){.count = count};
    for (size_t i = 0; i < count; i++)
        ranks->left[i] = sought[i];
    ranks->tally = calloc(count * BINS + 1, sizeof *ranks->tally);
    return ranks->tally == NULL ? sow_err_no_memory(err) : SOW_OK;
}

void sow_ranks_release(struct sow_ranks *ranks)
{
    free(ranks->tally);
    ranks->tally = NULL;
}

/* Returns the histogram of rank @p i. All ranks share the first one in the first pass, in
   which no bit is known. */
static int64_t *tally_of(const struct sow_ranks *ranks, size_t i)
{
    return ranks->tally + (ranks->known == 0 ? 0 : i * BINS);
}

void sow_ranks_offer(struct sow_ranks *ranks, double value)
{
    uint64_t code = code_of(value);
    unsigned bits = (unsigned)bits_of_pass(ranks);
    unsigned below = (unsigned)(BITS - ranks->known) - bits;
    uint64_t prefix = ranks->known == 0 ? 0 : code >> (below + bits);
    uint64_t bin = (code >> below) & ((UINT64_C(1) << bits) - 1);
    size_t count = ranks->known == 0 && ranks->count > 0 ? 1 : ranks->count;
    for (size_t i = 0; i < count; i++)
        if (prefix == ranks->prefix[i])
            tally_of(ranks, i)[bin]++;
}

void sow_ranks_end_pass(struct sow_ranks *ranks)
{
    int bits = bits_of_pass(ranks);
    for (size_t i = 0; i < ranks->count; i++) {
        const int64_t *tally = tally_of(ranks, i);
        uint64_t bin = 0;
        for (; bin < BINS - 1 && ranks->left[i] >= tally[bin]; bin++)
            ranks->left[i] -= tally[bin];
        ranks->prefix[i] = (ranks->prefix[i] << (unsigned)bits) | bin;
    }
    ranks->known += bits;
    memset(ranks->tally, 0, ranks->count * BINS * sizeof *ranks->tally);
}

/* Unknown bits are set to 1, which can give infinity. The result is then the largest
 * finite number. */
double sow_ranks_value(const struct sow_ranks *ranks, size_t i)
{
    unsigned unknown = (unsigned)(BITS - ranks->known);
    uint64_t code = ranks->prefix[i];
    if (unknown > 0)
        code = (code << unknown) | ((UINT64_C(1) << unknown) - 1);
    double value = value_of(code);
    return value <= DBL_MAX ? value : DBL_MAX;
}
