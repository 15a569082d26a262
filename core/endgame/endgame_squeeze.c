/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_squeeze.h"

#include "endgame_bits.h"

#if defined __x86_64__ && defined __GNUC__
#define HAS_EXTRACT 1
#define EXTRACTING __attribute__((target("bmi,bmi2")))
#endif

/* Function that returns the bits of @p word where @p mask has bits, side by side. The
   word has no other bits. */
typedef uint64_t extract_fn(uint64_t word, uint64_t mask);

/* Extracts bits one by one. An extract_fn. */
static inline uint64_t extract_plain(uint64_t word, uint64_t mask)
{
    uint64_t found = 0;
    for (; word != 0; word &= word - 1) {
        uint64_t below = (word & -word) - 1;
        found |= UINT64_C(1) << __builtin_popcountll(mask & below);
    }
    return found;
}

/* Adds the bits of a word to a set, or removes them from it, from bit @p place on. */
static inline void change(uint64_t *to, uint32_t place, uint64_t word, bool removes)
{
    uint32_t shift = place % ENDGAME_WORD;
    uint64_t *at = to + place / ENDGAME_WORD;
    uint64_t low = word << shift;
    uint64_t high = shift == 0 ? 0 : word >> (ENDGAME_WORD - shift);
    at[0] = removes ? at[0] & ~low : at[0] | low;
    if (high != 0)
        at[1] = removes ? at[1] & ~high : at[1] | high;
}

/* Takes back a set and changes @p to by it. It is compiled for each kind of processor. */
__attribute__((always_inline)) static inline void
squeeze_by(const struct endgame_squeeze *squeeze, uint64_t *to, bool removes,
           extract_fn *extract)
{
    const uint64_t *from = squeeze->from;
    uint64_t flip = squeeze->flip;
    if (squeeze->image == NULL) {
        for (uint32_t i = 0; i < squeeze->words; i++)
            to[i] = removes ? to[i] & ~(from[i] ^ flip) : to[i] | (from[i] ^ flip);
        return;
    }
    for (uint32_t i = 0; i < squeeze->words; i++) {
        uint64_t word = (from[i] ^ flip) & squeeze->stays[i];
        if (word != 0)
            change(to, squeeze->place[i], extract(word, squeeze->image[i]), removes);
    }
}

/* Adds rows on any processor. An endgame_squeeze_fn. */
static void add_plain(const struct endgame_squeeze *squeeze, uint64_t *to)
{
    squeeze_by(squeeze, to, false, extract_plain);
}

/* Removes rows on any processor. An endgame_squeeze_fn. */
static void remove_plain(const struct endgame_squeeze *squeeze, uint64_t *to)
{
    squeeze_by(squeeze, to, true, extract_plain);
}

const struct endgame_squeezer *sow_endgame_squeezer_plain(void)
{
    static const struct endgame_squeezer PLAIN = {add_plain, remove_plain};
    return &PLAIN;
}

#ifdef HAS_EXTRACT

/* Extracts bits by one instruction. An extract_fn. */
EXTRACTING static inline uint64_t extract_fast(uint64_t word, uint64_t mask)
{
    return __builtin_ia32_pext_di(word, mask);
}

/* Adds rows by the instruction. An endgame_squeeze_fn. */
EXTRACTING static void add_fast(const struct endgame_squeeze *squeeze, uint64_t *to)
{
    squeeze_by(squeeze, to, false, extract_fast);
}

/* Removes rows by the instruction. An endgame_squeeze_fn. */
EXTRACTING static void remove_fast(const struct endgame_squeeze *squeeze, uint64_t *to)
{
    squeeze_by(squeeze, to, true, extract_fast);
}

const struct endgame_squeezer *sow_endgame_squeezer(void)
{
    static const struct endgame_squeezer FAST = {add_fast, remove_fast};
    return __builtin_cpu_supports("bmi2") ? &FAST : sow_endgame_squeezer_plain();
}

#else

const struct endgame_squeezer *sow_endgame_squeezer(void)
{
    return sow_endgame_squeezer_plain();
}

#endif
