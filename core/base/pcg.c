/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/pcg.h"

#include <math.h>

void sow_pcg_seed(struct sow_pcg *rng, uint64_t seed, uint64_t sequence)
{
    rng->state = 0;
    rng->increment = (sequence << 1U) | 1U;
    (void)sow_pcg_next(rng);
    rng->state += seed;
    (void)sow_pcg_next(rng);
}

/* Returns the bits of @p x mixed by the finaliser of SplitMix64 (Steele, Lea and Flood
   2014). The function is a bijection, and each output bit depends on all input bits. */
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27U)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31U);
}

void sow_pcg_derive(struct sow_pcg *rng, uint64_t run_seed,
                    const struct sow_stream *stream)
{
    uint64_t key = mix(run_seed) ^ (uint64_t)stream->purpose;
    for (int i = 0; i < 4; i++)
        key = mix(key) ^ stream->index[i];
    uint64_t seed = mix(key);
    sow_pcg_seed(rng, seed, mix(seed));
}

double sow_pcg_unit(struct sow_pcg *rng)
{
    uint64_t high = sow_pcg_next(rng);
    uint64_t low = sow_pcg_next(rng);
    return (double)((high << 21U) ^ (low >> 11U)) * 0x1p-53;
}

double sow_pcg_normal(struct sow_pcg *rng)
{
    double u;
    double square;
    do {
        u = 2.0 * sow_pcg_unit(rng) - 1.0;
        double v = 2.0 * sow_pcg_unit(rng) - 1.0;
        square = u * u + v * v;
    } while (square >= 1.0 || square <= 0.0);
    return nearbyint(u * sqrt(-2.0 * log(square) / square) * 0x1p32) * 0x1p-32;
}
