/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sets of rows, taken back over a drop of seeds.
 *
 * Dropping the same seeds into rows keeps their order. So the rows before a drop lie side
 * by side in a set of the rows after it, once the others are left out. Processors with a
 * parallel bit extract do that for 64 rows at a time.
 */
#ifndef SOW_ENDGAME_BACK_H
#define SOW_ENDGAME_BACK_H

#include "endgame_bits.h"
#include "endgame_unmoves.h"

#include <stdbool.h>

/** Word of a set of rows. */
struct endgame_word {
    uint64_t bits; /**< rows; bit i is row number 64 * at + i */
    uint32_t at;   /**< number of the word */
    uint32_t tag;  /**< number that the caller of endgame_take_back() gives */
};

/** Function that returns the bits of @p word where @p mask has bits, side by side. The
   word has no other bits. */
typedef uint64_t endgame_extract_fn(uint64_t word, uint64_t mask);

/** Extracts bits one by one, on any processor. An endgame_extract_fn. */
static inline uint64_t endgame_extract_plain(uint64_t word, uint64_t mask)
{
    uint64_t found = 0;
    for (; word != 0; word &= word - 1) {
        uint64_t below = (word & -word) - 1;
        found |= UINT64_C(1) << __builtin_popcountll(mask & below);
    }
    return found;
}

/* ENDGAME_EXTRACTING stands before functions that use endgame_extract_fast(). */
#if defined __x86_64__ && defined __GNUC__
#define ENDGAME_EXTRACTING __attribute__((target("bmi,bmi2")))

/** Returns true if this processor can run endgame_extract_fast(). */
static inline bool endgame_has_extract(void)
{
    return __builtin_cpu_supports("bmi2");
}

/** Extracts bits by one instruction. An endgame_extract_fn. */
ENDGAME_EXTRACTING static inline uint64_t endgame_extract_fast(uint64_t word,
                                                               uint64_t mask)
{
    return __builtin_ia32_pext_di(word, mask);
}
#else
#define ENDGAME_EXTRACTING

/** Returns false: endgame_extract_fast() is no faster here. */
static inline bool endgame_has_extract(void)
{
    return false;
}

/** Extracts bits as endgame_extract_plain(). An endgame_extract_fn. */
static inline uint64_t endgame_extract_fast(uint64_t word, uint64_t mask)
{
    return endgame_extract_plain(word, mask);
}
#endif

/**
 * Takes words of a set of rows back over a drop. No branch depends on the rows, because
 * the processor could not predict it.
 * @param drop the drop, for rows of one size
 * @param word words of a set of rows after the drop
 * @param words number of words
 * @param tag tag of the results
 * @param[out] rows receives words of the set of the rows before the drop, without empty
 *   ones; has room for twice as many and one more. A number may come twice.
 * @param extract code for this processor
 * @returns the number of words in @p rows
 */
__attribute__((always_inline)) static inline uint32_t
endgame_take_back(const struct endgame_drop *drop, const struct endgame_word *word,
                  uint32_t words, uint32_t tag, struct endgame_word *rows,
                  endgame_extract_fn *extract)
{
    uint32_t count = 0;
    for (const struct endgame_word *end = word + words; word < end; word++) {
        const struct endgame_drop *of = &drop[word->at];
        uint64_t bits = extract(word->bits & of->stays, of->image);
        uint32_t at = of->place / ENDGAME_WORD;
        uint32_t shift = of->place % ENDGAME_WORD;
        uint64_t low = bits << shift;
        uint64_t high = bits >> 1U >> (ENDGAME_WORD - 1 - shift);
        rows[count] = (struct endgame_word){low, at, tag};
        count += low != 0;
        rows[count] = (struct endgame_word){high, at + 1, tag};
        count += high != 0;
    }
    return count;
}

#endif
