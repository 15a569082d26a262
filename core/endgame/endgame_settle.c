/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_retro_layer.h"

#include <string.h>

/* Threads cost more than they gain in a layer of fewer than WORTH_THREADS positions, and
   for fewer than WORTH_LINES lines. A thread takes CHUNK jobs at a time. */
enum { WORTH_THREADS = 1 << 14, WORTH_LINES = 4096, CHUNK = 8 };

/* Sizes of what is treated together, so that its memory is fetched ahead. Tables are
   fetched AHEAD lines before they are needed, and states SOON words. A batch is full with
   more than BATCH words or BATCH rows of the mover, a queue with more than QUEUE
   positions. Lines are taken back by SOME words at a time. */
enum { AHEAD = 4, SOON = 16, BATCH = 256, QUEUE = 192, SOME = 64 };

/* --- settling positions --- */

/* Sets bits of a word that several threads may change. Returns the word before. */
static inline uint64_t note_bits(uint64_t *word, uint64_t bits)
{
    uint64_t before = __atomic_load_n(word, __ATOMIC_RELAXED);
    if ((before & bits) != bits)
        before = __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
    return before;
}

/* Settled position on its way to the set. */
struct settled {
    uint64_t *set; /* word of the set */
    uint32_t row;  /* the opponent's row, of all sizes */
    uint8_t bit;   /* number of the bit of the mover's row in the word */
    uint8_t part;  /* number of the part of the line */
    uint8_t lost;  /* 1 for losses, 0 for wins */
};

/* Settled positions, whose words are fetched before they are changed. */
struct queue {
    struct endgame_retro *retro;                /* the layer */
    uint32_t count;                             /* number of positions */
    struct settled place[QUEUE + ENDGAME_WORD]; /* the positions */
};

/* Adds the positions of a queue to the set, and empties it. Several threads may add
   positions of different jobs, whose bits of the set are in different words. */
static void empty_queue(struct queue *queue)
{
    const struct endgame_retro *retro = queue->retro;
    for (uint32_t i = 0; i < queue->count; i++) {
        const struct settled *settled = &queue->place[i];
        uint32_t row = settled->row;
        *settled->set |= UINT64_C(1) << settled->bit;
        if (note_bits(&retro->part[2 * (size_t)row + settled->lost],
                      UINT64_C(1) << settled->part) == 0)
            (void)note_bits(&retro->touched[settled->lost][row / ENDGAME_WORD],
                            UINT64_C(1) << row % ENDGAME_WORD);
    }
    queue->count = 0;
}

/* Adds settled positions of one cell to a queue: wins, or losses if @p lost is 1. */
static inline void enter_queue(struct queue *queue, const struct endgame_cell *cell,
                               uint64_t bits, unsigned lost)
{
    const struct endgame_retro *retro = queue->retro;
    int others = retro->n - cell->seeds;
    uint32_t words = retro->shape.words[others];
    uint32_t word = cell->rank / ENDGAME_WORD;
    uint32_t first = cell->at * ENDGAME_WORD;
    uint64_t *set = retro->set + endgame_lines(&retro->shape, others, first) + word +
                    (uint64_t)lost * words;
    struct settled settled = {.bit = (uint8_t)(cell->rank % ENDGAME_WORD),
                              .part = (uint8_t)(word >> retro->shape.shift[others]),
                              .lost = (uint8_t)lost};
    first += retro->index->first[others];
    for (; bits != 0; bits &= bits - 1) {
        uint32_t other = (uint32_t)__builtin_ctzll(bits);
        settled.set = set + 2 * (uint64_t)other * words;
        settled.row = first + other;
        __builtin_prefetch(settled.set, 1);
        __builtin_prefetch(&retro->part[2 * (size_t)settled.row + lost], 1);
        queue->place[queue->count++] = settled;
    }
    if (queue->count > QUEUE)
        empty_queue(queue);
}

/* --- moves out of the layer --- */

/* Settles the positions with a row of the mover that a move out of the layer decides at
   the present margin. Such a move is worth the margin. Or it is worth minus the margin,
   and no other move is left. Writes the values of what the margin before has settled. */
static void settle_row(struct queue *queue, int seeds, uint32_t rank)
{
    const struct endgame_retro *retro = queue->retro;
    uint32_t count = retro->index->rows[retro->n - seeds];
    int8_t *value = retro->value + endgame_place(retro, seeds, rank);
    struct endgame_group *group = endgame_groups(retro, seeds, rank);
    const uint64_t *exits = retro->exits + (group - retro->group);
    for (uint32_t at = 0; at < count; at += ENDGAME_WORD, group++, exits++) {
        uint32_t here = count - at < ENDGAME_WORD ? count - at : ENDGAME_WORD;
        struct endgame_cell cell = {seeds, rank, at / ENDGAME_WORD};
        endgame_note(value + at, group, retro->margin_before);
        uint64_t open = endgame_unsettled(group);
        if ((*exits >> retro->margin % ENDGAME_WORD & 1U) == 0 || open == 0)
            continue;
        uint64_t wins = endgame_equal(value + at, here, retro->margin) & open;
        uint64_t losses = endgame_equal(value + at, here, -retro->margin) & open;
        losses = endgame_close(group, losses);
        endgame_mark(group, wins, 0);
        endgame_mark(group, losses, 1);
        enter_queue(queue, &cell, wins, 0);
        enter_queue(queue, &cell, losses, 1);
    }
}

/* Settles the positions of some jobs that a move out of the layer decides at the present
   margin. The body of a parallel loop. */
static void settle_exits(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    struct queue queue;
    queue.retro = retro;
    queue.count = 0;
    for (const struct endgame_tile *tile = retro->tile + begin; tile < retro->tile + end;
         tile++)
        for (uint32_t i = 0; i < tile->count; i++)
            settle_row(&queue, tile->seeds, tile->first + i);
    empty_queue(&queue);
}

/* --- moves within the layer --- */

/* Positions with one row of the mover. */
struct mover {
    struct endgame_group *group; /* states of the positions */
    int seeds;                   /* seeds of the mover's row */
    uint32_t rank;               /* rank of the mover's row */
};

/* Words of positions whose moves lead to settled ones. They are treated together, so that
   their states are fetched ahead. The tag of a word is the number of its mover. */
struct batch {
    struct queue queue;            /* positions that are settled */
    uint32_t movers;               /* number of rows of the mover */
    uint32_t count;                /* number of words */
    struct mover mover[BATCH + 1]; /* rows of the mover */
    struct endgame_word
        word[BATCH + 2 * SOME + SOON + 2]; /* words of the opponent's rows */
};

/* Words of a line that are taken back together. */
struct chunk {
    const struct endgame_word *word; /* the words */
    uint32_t words;                  /* number of words */
    uint32_t dealt;                  /* number of words as in struct endgame_line */
    uint32_t first;                  /* first word of their size in a table of drops */
};

/* Part of the rows of the mover, which one thread settles. */
struct part {
    uint32_t number; /* number of the part */
    uint32_t mask;   /* number of parts, less 1; all ones in binary */
};

/* Settles what the moves to wins decide, or to losses if @p lost is true. Moves to losses
   make wins. Moves to wins are closed, and positions that have no other are losses. The
   batch keeps the settled positions only. */
__attribute__((always_inline)) static inline void settle_words(struct batch *batch,
                                                               bool lost)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->count; i++) {
        struct endgame_word word = batch->word[i];
        const struct endgame_word *soon = &batch->word[i + SOON];
        __builtin_prefetch(batch->mover[soon->tag].group + soon->at, 1);
        struct endgame_group *group = batch->mover[word.tag].group + word.at;
        word.bits &= endgame_unsettled(group);
        if (!lost)
            word.bits = endgame_close(group, word.bits);
        endgame_mark(group, word.bits, !lost);
        batch->word[count] = word;
        count += word.bits != 0;
    }
    batch->count = count;
}

/* Settles what the moves of a batch decide, and empties it. */
static void flush(struct batch *batch)
{
    unsigned lost = batch->queue.retro->lost;
    memset(batch->word + batch->count, 0, SOON * sizeof *batch->word);
    if (lost)
        settle_words(batch, true);
    else
        settle_words(batch, false);
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct endgame_word *word = &batch->word[i];
        const struct mover *mover = &batch->mover[word->tag];
        struct endgame_cell cell = {mover->seeds, mover->rank, word->at};
        enter_queue(&batch->queue, &cell, word->bits, !lost);
    }
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

/* Lists in a batch the positions before a move, which leads to a chunk of a line. Returns
   the number of words. */
__attribute__((always_inline)) static inline uint32_t
list_before(struct batch *batch, const struct chunk *chunk,
            const struct endgame_before *before, endgame_extract_fn *extract)
{
    const struct endgame_unmoves *unmoves = batch->queue.retro->unmoves;
    struct endgame_word *rows = batch->word + batch->count;
    const struct endgame_word *word = chunk->word;
    uint32_t words = before->dropped > 0 ? chunk->dealt : chunk->words;
    if (before->action != 0)
        return endgame_take_back(unmoves->undo[before->action].drop + chunk->first, word,
                                 words, batch->movers, rows, extract);
    for (uint32_t i = 0; i < words; i++)
        rows[i] = (struct endgame_word){word[i].bits, word[i].at, batch->movers};
    return words;
}

/* Takes back the moves to a chunk of a line, for the rows of the mover in one part.
   Settles what is in the batch if it is full. */
__attribute__((always_inline)) static inline void
take_chunk(struct batch *batch, const struct endgame_line *line,
           const struct chunk *chunk, const struct part *part,
           endgame_extract_fn *extract)
{
    struct endgame_retro *retro = batch->queue.retro;
    const struct endgame_unmoves *unmoves = retro->unmoves;
    const struct endgame_before *before = unmoves->before + unmoves->begin[line->row];
    const struct endgame_before *end = unmoves->before + unmoves->begin[line->row + 1];
    for (; before < end && line->seeds + before->dropped <= retro->n; before++) {
        int seeds = line->seeds + before->dropped;
        uint32_t rank = before->row - retro->index->first[seeds];
        if ((before->dropped > 0 && chunk->dealt == 0) ||
            ((rank / ENDGAME_WORD ^ (uint32_t)seeds) & part->mask) != part->number ||
            !is_legal(retro, seeds, rank, before->pit))
            continue;
        uint32_t found = list_before(batch, chunk, before, extract);
        batch->mover[batch->movers] =
            (struct mover){endgame_groups(retro, seeds, rank), seeds, rank};
        batch->movers += found > 0;
        batch->count += found;
        if (batch->count > BATCH || batch->movers > BATCH)
            flush(batch);
    }
}

/* Takes back the moves to a line, for the rows of the mover in one part. */
__attribute__((always_inline)) static inline void
take_line(struct batch *batch, const struct endgame_line *line, const struct part *part,
          endgame_extract_fn *extract)
{
    const struct endgame_retro *retro = batch->queue.retro;
    for (uint32_t at = 0; at < line->words; at += SOME) {
        struct chunk chunk = {
            .word = retro->word + line->begin + at,
            .words = line->words - at < SOME ? line->words - at : SOME,
            .first = retro->unmoves->word[retro->n - line->seeds],
        };
        if (line->dealt > at)
            chunk.dealt = line->dealt - at < chunk.words ? line->dealt - at : chunk.words;
        take_chunk(batch, line, &chunk, part, extract);
    }
}

/* Fetches the tables that lines after line number @p i need. */
static void fetch_line(const struct endgame_retro *retro, uint32_t i)
{
    const struct endgame_unmoves *unmoves = retro->unmoves;
    if (i + AHEAD < retro->lines)
        __builtin_prefetch(unmoves->before + unmoves->begin[retro->line[i + AHEAD].row]);
    if (i + 2 * AHEAD < retro->lines)
        __builtin_prefetch(unmoves->begin + retro->line[i + 2 * AHEAD].row);
}

/* Layer whose rows of the mover are divided into parts. */
struct parts {
    struct endgame_retro *retro; /* the layer */
    uint32_t mask;               /* as in struct part */
};

/* Settles the positions of some parts whose moves lead to the lines that are taken back.
   It is compiled for each kind of processor. */
__attribute__((always_inline)) static inline void
settle_parts(const struct parts *parts, size_t begin, size_t end,
             endgame_extract_fn *extract)
{
    struct batch batch;
    batch.queue.retro = parts->retro;
    batch.queue.count = batch.movers = batch.count = 0;
    for (size_t number = begin; number < end; number++) {
        struct part part = {(uint32_t)number, parts->mask};
        for (uint32_t i = 0; i < parts->retro->lines; i++) {
            fetch_line(parts->retro, i);
            take_line(&batch, &parts->retro->line[i], &part, extract);
        }
    }
    flush(&batch);
    empty_queue(&batch.queue);
}

/* Settles parts on any processor. The body of a parallel loop. */
static void settle_plain(void *context, size_t begin, size_t end)
{
    settle_parts(context, begin, end, endgame_extract_plain);
}

/* Settles parts on processors that extract bits by an instruction. The body of a parallel
   loop. */
ENDGAME_EXTRACTING static void settle_fast(void *context, size_t begin, size_t end)
{
    settle_parts(context, begin, end, endgame_extract_fast);
}

/* --- rounds --- */

/* Lists the lines that are not empty, by row. */
static void list_lines(struct endgame_retro *retro)
{
    const uint32_t *first = retro->index->first;
    uint64_t *touched = retro->touched[retro->lost];
    uint8_t seeds = 0;
    retro->lines = 0;
    for (uint32_t at = 0; at < endgame_words(first[retro->n + 1]); at++) {
        for (uint64_t bits = touched[at]; bits != 0; bits &= bits - 1) {
            uint32_t row = at * ENDGAME_WORD + (uint32_t)__builtin_ctzll(bits);
            while (row >= first[seeds + 1])
                seeds++;
            retro->line[retro->lines++] =
                (struct endgame_line){.row = row, .seeds = seeds};
        }
        touched[at] = 0;
    }
}

/* Moves the words of a part of a line from the set to the list of words. Returns the end
   of the list. */
static struct endgame_word *list_part(const struct endgame_retro *retro, uint64_t *set,
                                      const struct endgame_line *line, uint32_t part,
                                      struct endgame_word *word)
{
    uint8_t shift = retro->shape.shift[line->seeds];
    uint32_t end = (part + 1) << shift;
    if (end > retro->shape.words[line->seeds])
        end = retro->shape.words[line->seeds];
    for (uint32_t i = part << shift; i < end; i++) {
        *word = (struct endgame_word){.bits = set[i], .at = i};
        word += set[i] != 0;
        set[i] = 0;
    }
    return word;
}

/* Returns the words of a line in the set. */
static uint64_t *words_of(const struct endgame_retro *retro,
                          const struct endgame_line *line)
{
    uint32_t rank = line->row - retro->index->first[line->seeds];
    return retro->set + endgame_lines(&retro->shape, line->seeds, rank) +
           (retro->lost ? retro->shape.words[line->seeds] : 0);
}

/* Moves some lines from the set to the list of words. The body of a parallel loop. */
static void list_words(void *context, size_t begin, size_t end)
{
    struct endgame_retro *retro = context;
    for (struct endgame_line *line = retro->line + begin; line < retro->line + end;
         line++) {
        uint64_t *set = words_of(retro, line);
        if (line + AHEAD < retro->line + end)
            __builtin_prefetch(words_of(retro, line + AHEAD), 1);
        uint64_t *parts = &retro->part[2 * (size_t)line->row + retro->lost];
        uint64_t most = (uint64_t)__builtin_popcountll(*parts)
                        << retro->shape.shift[line->seeds];
        line->begin = __atomic_fetch_add(&retro->words, most, __ATOMIC_RELAXED);
        struct endgame_word *first = retro->word + line->begin;
        struct endgame_word *word = first;
        for (; *parts != 0; *parts &= *parts - 1)
            word = list_part(retro, set, line, (uint32_t)__builtin_ctzll(*parts), word);
        line->words = (uint32_t)(word - first);
        int seeds = retro->n - line->seeds;
        uint32_t dealt = seeds > 0 ? endgame_words(retro->index->rows[seeds - 1]) : 0;
        line->dealt = line->words;
        while (line->dealt > 0 && first[line->dealt - 1].at >= dealt)
            line->dealt--;
    }
}

/* Takes the wins or the losses of the set back, which empties it. Returns false after a
   stop request. */
static bool settle_round(struct endgame_retro *retro, unsigned lost,
                         struct sow_context with)
{
    uint32_t most = 1;
    while (most < (uint32_t)sow_parallel_threads(with.threads))
        most *= 2;
    retro->lost = lost;
    retro->words = 0;
    list_lines(retro);
    if (retro->lines < WORTH_LINES)
        with.threads = 1;
    struct parts parts = {retro, with.threads == 1 ? 0 : most - 1};
    return sow_parallel_for(&with, CHUNK, retro->lines, list_words, retro) &&
           sow_parallel_for(&with, 1, parts.mask + 1,
                            endgame_has_extract() ? settle_fast : settle_plain, &parts);
}

bool sow_endgame_settle(struct endgame_retro *retro, int *rounds)
{
    struct sow_context with = retro->work->with;
    if (endgame_size(retro->index, retro->n) < WORTH_THREADS)
        with.threads = 1;
    if (!sow_parallel_for(&with, CHUNK, retro->tiles, settle_exits, retro))
        return false;
    uint32_t lines;
    do {
        ++*rounds;
        if (!settle_round(retro, 1, with))
            return false;
        lines = retro->lines;
        if (!settle_round(retro, 0, with))
            return false;
    } while (lines + retro->lines > 0);
    return true;
}
