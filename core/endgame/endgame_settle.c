/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_retro_layer.h"

#include <string.h>

/* Sizes. Threads cost more than they gain in a layer of fewer than WORTH_THREADS
   positions, and after a round with fewer than WORTH_LINES lines. A thread takes CHUNK
   jobs at a time, and fetches AHEAD lines before it needs them. A batch has BATCH
   positions. */
enum { WORTH_THREADS = 1 << 14, WORTH_LINES = 256, CHUNK = 8, AHEAD = 4, BATCH = 256 };

/* --- settling positions --- */

/* Positions with one row of the mover. The opponent's rows lie side by side. */
struct mover {
    struct endgame_retro *retro; /* the layer */
    int8_t *value;               /* values of the positions */
    uint8_t *open;               /* open moves of the positions */
    uint64_t *set;  /* word of the mover in the wins of the first row of the opponent */
    uint32_t words; /* words of a line */
    uint32_t first; /* first row of the opponent, of all sizes */
    int others;     /* seeds of the opponent's row */
    uint64_t bit;   /* bit of the mover in a word */
};

/* Returns the positions with a row of the mover. */
static inline struct mover mover_of(struct endgame_retro *retro, int seeds, uint32_t rank)
{
    int others = retro->n - seeds;
    uint64_t at = endgame_place(retro, seeds, rank);
    return (struct mover){.retro = retro,
                          .value = retro->value + at,
                          .open = retro->open + at,
                          .set = retro->set + retro->shape.word[others] +
                                 rank / ENDGAME_WORD,
                          .words = retro->shape.words[others],
                          .first = retro->index->first[others],
                          .others = others,
                          .bit = UINT64_C(1) << rank % ENDGAME_WORD};
}

/* Settles a position: as a win, or as a loss if @p lost is 1. Several threads may settle
   positions of different jobs, whose bits are in different words. */
static inline void settle(const struct mover *mover, uint32_t other, unsigned lost)
{
    struct endgame_retro *retro = mover->retro;
    mover->value[other] = (int8_t)(lost ? -retro->margin : retro->margin);
    mover->open[other] = ENDGAME_SETTLED;
    mover->set[(2 * (uint64_t)other + lost) * mover->words] |= mover->bit;
    uint32_t row = mover->first + other;
    uint8_t *noted = &retro->noted[2 * (size_t)row + lost];
    if (__atomic_load_n(noted, __ATOMIC_RELAXED) == 0 &&
        __atomic_exchange_n(noted, 1, __ATOMIC_RELAXED) == 0)
        retro->now[__atomic_fetch_add(&retro->now_lines, 1, __ATOMIC_RELAXED)] =
            (struct endgame_line){
                .row = row, .seeds = (uint8_t)mover->others, .lost = (uint8_t)lost};
}

/* --- moves out of the layer --- */

/* Returns 0x80 in each of 8 bytes that is @p value, and 0 in the others. */
static inline uint64_t equal_of(const int8_t *values, int value)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    return endgame_zero_bytes(endgame_eight(values) ^ each * (uint8_t)(unsigned)value);
}

/* Settles those of 8 positions that a move out of the layer decides at the present
   margin. Such a move is worth the margin. Or it is worth minus the margin, and no other
   move is left. @p at is the number of the first position, @p count the number of all. */
static void settle_eight(const struct mover *mover, uint32_t at, uint32_t count)
{
    int margin = mover->retro->margin;
    uint32_t here = count - at < 8 ? count - at : 8;
    int8_t values[8] = {0};
    /* Another thread may write to the values behind these. */
    memcpy(values, mover->value + at, here);
    uint64_t valid = here < 8 ? (UINT64_C(1) << 8 * here) - 1 : UINT64_MAX;
    uint64_t wins = equal_of(values, margin) & valid;
    uint64_t losses = equal_of(values, -margin) & valid;
    for (; wins != 0; wins &= wins - 1) {
        uint32_t other = at + (uint32_t)__builtin_ctzll(wins) / 8;
        if (mover->open[other] != ENDGAME_SETTLED)
            settle(mover, other, 0);
    }
    for (; losses != 0; losses &= losses - 1) {
        uint32_t other = at + (uint32_t)__builtin_ctzll(losses) / 8;
        if (mover->open[other] == 0)
            settle(mover, other, 1);
    }
}

/* Settles the positions of some jobs that a move out of the layer decides at the present
   margin. The body of a parallel loop. */
static void settle_exits(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++) {
        uint32_t count = retro->index->rows[retro->n - tile->seeds];
        for (uint32_t i = 0; i < tile->count; i++) {
            struct mover mover = mover_of(retro, tile->seeds, tile->first + i);
            for (uint32_t at = 0; at < count; at += 8)
                settle_eight(&mover, at, count);
        }
    }
}

/* --- moves within the layer --- */

/* Moves that are taken back together, so that what they need is fetched ahead. A position
   is named by the number of its mover times 2^32, and the opponent's row. */
struct batch {
    uint32_t movers;                     /* number of rows of the mover */
    uint32_t count;                      /* number of positions */
    struct mover mover[BATCH];           /* rows of the mover */
    uint64_t name[BATCH + ENDGAME_WORD]; /* names of the positions */
};

/* Settles as wins the positions of a batch, whose moves lead to losses of the margin. */
static void settle_wins(const struct batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct mover *mover = &batch->mover[batch->name[i] >> 32U];
        uint32_t other = (uint32_t)batch->name[i];
        if (mover->open[other] != ENDGAME_SETTLED)
            settle(mover, other, 0);
    }
}

/* Closes a move of each position of a batch, whose moves lead to wins. Settles those as
   losses that have no other move left, and none out of the layer that is better. */
static void settle_losses(const struct batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct mover *mover = &batch->mover[batch->name[i] >> 32U];
        uint32_t other = (uint32_t)batch->name[i];
        uint8_t open = mover->open[other];
        if (open == ENDGAME_SETTLED)
            continue;
        mover->open[other] = --open;
        if (open == 0 && mover->value[other] <= -mover->retro->margin)
            settle(mover, other, 1);
    }
}

/* Settles what the moves of a batch decide, and empties it. @p lost is true if they lead
   to losses. */
static void flush(struct batch *batch, bool lost)
{
    if (lost)
        settle_wins(batch);
    else
        settle_losses(batch);
    batch->movers = 0;
    batch->count = 0;
}

/* Returns true if a move within the layer may be made. */
static bool is_legal(const struct endgame_retro *retro, int seeds, uint32_t rank, int pit)
{
    if (seeds == retro->n)
        return ((unsigned)retro->legal[rank] >> pit & 1U) != 0;
    return seeds > 0 || retro->passes;
}

/* Adds the moves of one pit of a mover's row to a batch, from the line that they lead to.
   Settles what is in the batch if it is full. */
static void take_move(struct batch *batch, const struct endgame_line *line, int action,
                      const struct mover *mover)
{
    const struct endgame_retro *retro = mover->retro;
    struct endgame_back back =
        sow_endgame_back(retro->unmoves, action, retro->n - line->seeds);
    const struct endgame_word *word = retro->word + line->begin;
    const struct endgame_word *end = word + line->words;
    batch->mover[batch->movers++] = *mover;
    for (; word < end; word++) {
        batch->count += retro->take_back(&back, word, mover->open,
                                         (uint64_t)(batch->movers - 1) << 32U,
                                         batch->name + batch->count);
        if (batch->count > BATCH) {
            flush(batch, line->lost);
            batch->mover[batch->movers++] = *mover;
        }
    }
    if (batch->movers > BATCH - 2)
        flush(batch, line->lost);
}

/* Part of the mover's rows, that one thread settles. */
struct parts {
    struct endgame_retro *retro; /* the layer */
    uint32_t mask;               /* number of parts, less 1; all ones in binary */
};

/* Takes back the moves to a line, for the rows of the mover in one part. */
static void take_line(struct batch batch[2], const struct parts *parts, uint32_t part,
                      const struct endgame_line *line)
{
    struct endgame_retro *retro = parts->retro;
    const struct endgame_unmoves *unmoves = retro->unmoves;
    const struct endgame_before *before = unmoves->before + unmoves->begin[line->row];
    const struct endgame_before *end = unmoves->before + unmoves->begin[line->row + 1];
    for (; before < end; before++) {
        int seeds = line->seeds + before->dropped;
        if (seeds > retro->n)
            break;
        uint32_t rank = before->row - retro->index->first[seeds];
        if (((rank / ENDGAME_WORD ^ (uint32_t)seeds) & parts->mask) != part ||
            !is_legal(retro, seeds, rank, before->pit))
            continue;
        struct mover mover = mover_of(retro, seeds, rank);
        take_move(&batch[line->lost], line, before->action, &mover);
    }
}

/* Fetches the tables that lines after line number @p i need. */
static void fetch_line(const struct endgame_retro *retro, uint32_t i)
{
    const struct endgame_unmoves *unmoves = retro->unmoves;
    if (i + AHEAD < retro->last_lines)
        __builtin_prefetch(unmoves->before + unmoves->begin[retro->last[i + AHEAD].row]);
    if (i + 2 * AHEAD < retro->last_lines)
        __builtin_prefetch(unmoves->begin + retro->last[i + 2 * AHEAD].row);
}

/* Settles the positions of some parts whose moves lead to those that the round before has
   settled. The body of a parallel loop. */
static void settle_moves(void *context, size_t begin, size_t end)
{
    const struct parts *parts = context;
    const struct endgame_retro *retro = parts->retro;
    struct batch batch[2];
    for (int lost = 0; lost < 2; lost++)
        batch[lost].movers = batch[lost].count = 0;
    for (size_t part = begin; part < end; part++)
        for (uint32_t i = 0; i < retro->last_lines; i++) {
            fetch_line(retro, i);
            take_line(batch, parts, (uint32_t)part, &retro->last[i]);
        }
    for (int lost = 0; lost < 2; lost++)
        flush(&batch[lost], lost != 0);
}

/* --- rounds --- */

/* Returns the words of a line in the set. */
static uint64_t *words_of(const struct endgame_retro *retro,
                          const struct endgame_line *line)
{
    uint32_t rank = line->row - retro->index->first[line->seeds];
    return retro->set + endgame_lines(&retro->shape, line->seeds, rank) +
           (line->lost ? retro->shape.words[line->seeds] : 0);
}

/* Moves some lines that this round has settled from the set to the list of words. The
   body of a parallel loop. */
static void list_words(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (struct endgame_line *line = retro->now + begin; line < retro->now + end;
         line++) {
        uint64_t *set = words_of(retro, line);
        if (line + AHEAD < retro->now + end)
            __builtin_prefetch(words_of(retro, line + AHEAD), 1);
        uint32_t words = retro->shape.words[line->seeds];
        line->words = 0;
        for (uint32_t i = 0; i < words; i++)
            line->words += set[i] != 0;
        line->begin = __atomic_fetch_add(&retro->words, line->words, __ATOMIC_RELAXED);
        struct endgame_word *word = retro->word + line->begin;
        for (uint32_t i = 0; word < retro->word + line->begin + line->words; i++) {
            if (set[i] == 0)
                continue;
            *word++ = (struct endgame_word){set[i], i};
            set[i] = 0;
        }
        retro->noted[2 * (size_t)line->row + line->lost] = 0;
    }
}

/* Ends a round: what it has settled is now what the round before has settled. Returns
   false after a stop request. */
static bool end_round(struct endgame_retro *retro, const struct sow_context *with)
{
    retro->words = 0;
    if (!sow_parallel_for(with, CHUNK, retro->now_lines, list_words, retro))
        return false;
    struct endgame_line *last = retro->last;
    retro->last = retro->now;
    retro->last_lines = retro->now_lines;
    retro->now = last;
    retro->now_lines = 0;
    return true;
}

bool sow_endgame_settle(struct endgame_retro *retro, int *rounds)
{
    struct sow_context with = retro->work->with;
    if (endgame_size(retro->index, retro->n) < WORTH_THREADS)
        with.threads = 1;
    const int threads = with.threads;
    uint32_t most = 1;
    while (most < (uint32_t)sow_parallel_threads(with.threads))
        most *= 2;
    if (!sow_parallel_for(&with, CHUNK, retro->tiles, settle_exits, retro))
        return false;
    for (++*rounds; end_round(retro, &with) && retro->last_lines > 0; ++*rounds) {
        with.threads = retro->last_lines < WORTH_LINES ? 1 : threads;
        struct parts parts = {retro, with.threads == 1 ? 0 : 2 * most - 1};
        if (!sow_parallel_for(&with, 1, parts.mask + 1, settle_moves, &parts))
            return false;
    }
    return retro->last_lines == 0 && retro->now_lines == 0;
}
