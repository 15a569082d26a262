/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_back.h"

#if defined __x86_64__ && defined __GNUC__
#define HAS_EXTRACT 1
#define EXTRACTING __attribute__((target("bmi,bmi2")))
#endif

/* Function that returns the bits of @p word where @p mask has bits, side by side. The
   word has no other bits. */
typedef uint64_t extract_fn(uint64_t word, uint64_t mask);

struct endgame_back sow_endgame_back(const struct endgame_unmoves *unmoves, int action,
                                     int seeds)
{
    if (action == 0)
        return (struct endgame_back){.image = NULL};
    const struct endgame_undo *undo = &unmoves->undo[action];
    uint32_t first = unmoves->word[seeds];
    return (struct endgame_back){undo->image + first, undo->stays + first,
                                 undo->place + first};
}

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

/* Lists the rows before a drop (endgame_take_back_fn). It is compiled for each kind of
   processor. Most words have one or two rows. They are listed without branches, which the
   processor could not predict. */
__attribute__((always_inline)) static inline uint32_t
take_back(const struct endgame_back *back, const struct endgame_word *word,
          const uint8_t *flag, uint64_t name, uint64_t *rows, extract_fn *extract)
{
    uint32_t count = 0;
    uint64_t bits = word->bits;
    uint32_t place = word->at * ENDGAME_WORD;
    if (back->image != NULL) {
        bits = extract(bits & back->stays[word->at], back->image[word->at]);
        place = back->place[word->at];
    }
    for (int i = 0; i < 2 || bits != 0; i++) {
        uint32_t row = place + (bits != 0 ? (uint32_t)__builtin_ctzll(bits) : 0);
        __builtin_prefetch(flag + row, 1);
        rows[count] = name + row;
        count += bits != 0;
        bits &= bits - 1;
    }
    return count;
}

uint32_t sow_endgame_take_back_plain(const struct endgame_back *back,
                                     const struct endgame_word *word, const uint8_t *flag,
                                     uint64_t name, uint64_t *rows)
{
    return take_back(back, word, flag, name, rows, extract_plain);
}

#ifdef HAS_EXTRACT

/* Extracts bits by one instruction. An extract_fn. */
EXTRACTING static inline uint64_t extract_fast(uint64_t word, uint64_t mask)
{
    return __builtin_ia32_pext_di(word, mask);
}

/* Lists rows by the instruction. An endgame_take_back_fn. */
EXTRACTING static uint32_t take_back_fast(const struct endgame_back *back,
                                          const struct endgame_word *word,
                                          const uint8_t *flag, uint64_t name,
                                          uint64_t *rows)
{
    return take_back(back, word, flag, name, rows, extract_fast);
}

endgame_take_back_fn *sow_endgame_take_back(void)
{
    return __builtin_cpu_supports("bmi2") ? take_back_fast : sow_endgame_take_back_plain;
}

#else

endgame_take_back_fn *sow_endgame_take_back(void)
{
    return sow_endgame_take_back_plain;
}

#endif
