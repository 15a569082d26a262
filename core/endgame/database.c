/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_db.h"

#include "sow/base/stream.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* --- rules --- */

const char *sow_endgame_substituted(const struct sow_rules *rules)
{
    bool repeats = !rules->own_store_sown;
    if (repeats && rules->repetition == SOW_REPEAT_OWN_ROWS)
        return "the repetition rule: a cycle of moves splits the seeds on the board";
    if (repeats && rules->repetition == SOW_REPEAT_NONE)
        return "the ply cap: a cycle of moves splits the seeds on the board";
    if (rules->ply_cap > 0)
        return "the ply cap";
    return rules->early_end ? "the early end, which changes only the margin" : NULL;
}

/* Sets @p rules to a copy of @p from in which the options that values ignore have fixed
   values. The direction is one of them, because rows are in sowing order. */
static void reduce(const struct sow_rules *from, struct sow_rules *rules)
{
    *rules = *from;
    memcpy(rules->start_text, "even", sizeof "even");
    rules->seeds = 1;
    rules->direction = SOW_COUNTER_CLOCKWISE;
    rules->repetition = SOW_REPEAT_SPLIT;
    rules->ply_cap = 0;
    rules->pie_rule = false;
    rules->early_end = false;
    enum sow_status status = sow_rules_check(rules, NULL, NULL);
    assert(status == SOW_OK);
    (void)status;
}

bool sow_endgame_covers(const struct sow_endgame *endgame, const struct sow_rules *rules)
{
    struct sow_rules heeded;
    reduce(rules, &heeded);
    return sow_rules_equal(&endgame->rules, &heeded);
}

/* Returns the rules as text, which the caller frees, or NULL without memory. */
static char *text_of(const struct sow_rules *rules)
{
    char *text = NULL;
    size_t size;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    sow_rules_write(rules, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* --- databases opened for reading --- */

/* List of the databases of this process that are opened for reading a file. */
static struct {
    pthread_mutex_t lock;      /* lock of the list */
    struct sow_endgame *first; /* first database, linked by `next`; NULL if none */
} in_files = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Adds a database to the list of those opened for reading. Locks the list. */
static void list_opened(struct sow_endgame *endgame)
{
    (void)pthread_mutex_lock(&in_files.lock);
    endgame->next = in_files.first;
    in_files.first = endgame;
    (void)pthread_mutex_unlock(&in_files.lock);
}

/* Removes a database from the list of those opened for reading, if it is there. Locks the
   list. */
static void unlist(const struct sow_endgame *endgame)
{
    (void)pthread_mutex_lock(&in_files.lock);
    struct sow_endgame **at = &in_files.first;
    while (*at != NULL && *at != endgame)
        at = &(*at)->next;
    if (*at != NULL)
        *at = endgame->next;
    (void)pthread_mutex_unlock(&in_files.lock);
}

/* Checks that the file still has the layers that were read from it or written. Fails as
   sow_endgame_file_check does. */
static enum sow_status check_file(struct sow_endgame *endgame, struct sow_err *err)
{
    return sow_endgame_file_check(&endgame->file, &endgame->index, endgame->layer,
                                  endgame->file.layers, err);
}

enum sow_status sow_endgame_check_files(struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    (void)pthread_mutex_lock(&in_files.lock);
    for (struct sow_endgame *at = in_files.first; at != NULL && status == SOW_OK;
         at = at->next)
        status = check_file(at, err);
    (void)pthread_mutex_unlock(&in_files.lock);
    return status;
}

/* --- opening --- */

/* Adds layer 0, the board without seeds, whose value is 0. Fails as sow_endgame_keep
   does. */
static enum sow_status add_first_layer(struct sow_endgame *endgame, struct sow_err *err)
{
    int8_t *values = calloc(1, 1);
    endgame->seeds = -1;
    return values == NULL ? sow_err_no_memory(err)
                          : sow_endgame_keep(endgame, values, err);
}

/* Opens the file at @p path for the rules of the database and reads its layers. Fails as
   sow_endgame_file_open does, and with SOW_BAD_DATA if a file to read has no layer. */
static enum sow_status open_file(struct sow_endgame *endgame, const char *path,
                                 struct sow_err *err)
{
    char *text = text_of(&endgame->rules);
    enum sow_status status =
        text == NULL ? sow_err_no_memory(err)
                     : sow_endgame_file_open(&endgame->file, path, text, &endgame->index,
                                             endgame->layer, err);
    free(text);
    endgame->seeds = endgame->file.layers - 1;
    if (status == SOW_OK && endgame->seeds < 0 && !endgame->file.grows)
        return sow_err_set(err, SOW_BAD_DATA,
                           "endgame file '%s' has no finished layer: solve it again",
                           path);
    return status;
}

/* Makes a database in memory, or from the file at @p path if that is not NULL, to grow if
   @p grows, else to read. A database to read is added to the list of those. @p made is
   NULL on failure. Fails as open_file and add_first_layer do. */
static enum sow_status make(const char *path, bool grows, const struct sow_rules *rules,
                            struct sow_endgame **made, struct sow_err *err)
{
    struct sow_endgame *endgame = calloc(1, sizeof *endgame);
    *made = NULL;
    if (endgame == NULL)
        return sow_err_no_memory(err);
    endgame->file.descriptor = -1;
    endgame->file.grows = grows;
    reduce(rules, &endgame->rules);
    sow_endgame_index_init(&endgame->index, rules->pits);
    endgame->seeds = -1;
    enum sow_status status = path != NULL ? open_file(endgame, path, err) : SOW_OK;
    if (status == SOW_OK && endgame->seeds < 0)
        status = add_first_layer(endgame, err);
    if (status != SOW_OK) {
        sow_endgame_close(endgame);
        return status;
    }
    if (path != NULL && !grows)
        list_opened(endgame);
    *made = endgame;
    return SOW_OK;
}

enum sow_status sow_endgame_new(const struct sow_rules *rules,
                                struct sow_endgame **endgame, struct sow_err *err)
{
    return make(NULL, true, rules, endgame, err);
}

enum sow_status sow_endgame_open(const char *path, const struct sow_rules *rules,
                                 struct sow_endgame **endgame, struct sow_err *err)
{
    return make(path, false, rules, endgame, err);
}

enum sow_status sow_endgame_continue(const char *path, const struct sow_rules *rules,
                                     struct sow_endgame **endgame, struct sow_err *err)
{
    return make(path, true, rules, endgame, err);
}

void sow_endgame_close(struct sow_endgame *endgame)
{
    if (endgame == NULL)
        return;
    unlist(endgame);
    for (int n = 0; n <= endgame->index.most; n++)
        free((void *)(uintptr_t)endgame->layer[n]);
    sow_endgame_file_close(&endgame->file);
    free(endgame);
}

enum sow_status sow_endgame_keep(struct sow_endgame *endgame, int8_t *values,
                                 struct sow_err *err)
{
    int n = endgame->seeds + 1;
    enum sow_status status = SOW_OK;
    if (endgame->file.path != NULL)
        status = check_file(endgame, err);
    if (endgame->file.path != NULL && status == SOW_OK)
        status = sow_endgame_file_append(&endgame->file, values,
                                         endgame_size(&endgame->index, n), err);
    if (status == SOW_OK)
        endgame->seeds++;
    else
        free(values);
    endgame->layer[n] = status == SOW_OK ? values : NULL;
    return status;
}

/* --- facts --- */

int sow_endgame_seeds(const struct sow_endgame *endgame)
{
    return endgame->seeds;
}

int sow_endgame_lost(const struct sow_endgame *endgame)
{
    int had = endgame->file.had - 1;
    return had > endgame->seeds ? had : -1;
}

void sow_endgame_limit(struct sow_endgame *endgame, int on_board)
{
    assert(on_board >= 0 && on_board <= endgame->seeds);
    endgame->seeds = on_board;
}

uint64_t sow_endgame_checksum(const struct sow_endgame *endgame)
{
    uint64_t digest = 0;
    for (int n = 0; n <= endgame->seeds; n++)
        digest = sow_endgame_digest(digest, endgame->layer[n],
                                    endgame_size(&endgame->index, n));
    return digest;
}

uint64_t sow_endgame_mark(const struct sow_endgame *endgame, int on_board)
{
    assert(on_board >= 0 && on_board < endgame->file.layers);
    return endgame->file.digest[on_board];
}

enum sow_status sow_endgame_look(const char *path, int *on_board, uint64_t *digest,
                                 struct sow_err *err)
{
    struct endgame_file file = {.descriptor = -1};
    enum sow_status status = sow_endgame_file_look(&file, path, err);
    if (status == SOW_OK) {
        *on_board = file.layers - 1;
        *digest = file.digest[file.layers - 1];
    }
    sow_endgame_file_close(&file);
    return status;
}

void sow_endgame_board(const struct sow_endgame *endgame, int on_board, uint64_t number,
                       struct sow_board *board)
{
    const struct endgame_index *index = &endgame->index;
    assert(on_board <= endgame->seeds && number < endgame_size(index, on_board));
    int other = 0;
    while (number >= index->block[on_board][other + 1])
        other++;
    uint64_t rest = number - index->block[on_board][other];
    uint32_t rows = index->rows[on_board - other];
    *board = (struct sow_board){.side = SOW_SOUTH};
    sow_endgame_unrank(index, on_board - other, (uint32_t)(rest % rows),
                       board->pit[SOW_SOUTH]);
    sow_endgame_unrank(index, other, (uint32_t)(rest / rows), board->pit[SOW_NORTH]);
}

void sow_endgame_count(const struct sow_endgame *endgame, int on_board,
                       struct sow_endgame_layer *layer)
{
    assert(on_board >= 0 && on_board <= endgame->seeds);
    /* Counts of a block fit into bytes, which compilers add many at a time. */
    enum { BLOCK = 128 };
    const int8_t *value = endgame->layer[on_board];
    *layer = (struct sow_endgame_layer){
        .on_board = on_board, .positions = endgame_size(&endgame->index, on_board)};
    for (uint64_t at = 0; at < layer->positions; at += BLOCK) {
        uint64_t left = layer->positions - at;
        uint8_t wins = 0;
        uint8_t losses = 0;
        for (uint64_t i = 0; i < (left < BLOCK ? left : BLOCK); i++, value++) {
            wins = (uint8_t)(wins + (*value > 0));
            losses = (uint8_t)(losses + (*value < 0));
        }
        layer->wins += wins;
        layer->losses += losses;
    }
    layer->draws = layer->positions - layer->wins - layer->losses;
}

/* --- values by the plain rules engine --- */

/* Returns the stored value, for south, of a position directly after a move. South is to
   move. The layer of the position must be known. */
static int stored(const struct sow_endgame *endgame, const struct sow_board *board)
{
    int own;
    int other;
    const struct endgame_index *index = &endgame->index;
    uint32_t mover = sow_endgame_rank(index, board->pit[SOW_SOUTH], &own);
    uint32_t rank = sow_endgame_rank(index, board->pit[SOW_NORTH], &other);
    assert(endgame->layer[own + other] != NULL);
    return endgame
        ->layer[own + other][endgame_row(index, own + other, other, rank) + mover];
}

/* Returns the board with the row of @p seat as south's, and south to move. The stores are
   empty. */
static struct sow_board seen_from(const struct sow_board *board, int seat)
{
    struct sow_board seen = {.side = SOW_SOUTH};
    memcpy(seen.pit[SOW_SOUTH], board->pit[seat], sizeof seen.pit[SOW_SOUTH]);
    memcpy(seen.pit[SOW_NORTH], board->pit[1 - seat], sizeof seen.pit[SOW_NORTH]);
    return seen;
}

/* Returns the value of a move of south for south: the seeds that it stores, and the
   stored value of the position after it, for south. */
static int move_value(const struct sow_endgame *endgame, const struct sow_board *board,
                      int pit)
{
    struct sow_sowing sowing;
    sow_sow(&endgame->rules, board, pit, &sowing);
    struct sow_board next =
        seen_from(&sowing.board, sowing.again ? board->side : 1 - board->side);
    int rest = stored(endgame, &next);
    return sowing.gain + (sowing.again ? rest : -rest);
}

/* Returns the largest value (move_value) of south's legal moves: bit i of @p legal for
   pit i. There is at least one. */
static int best_value(const struct sow_endgame *endgame, const struct sow_board *board,
                      unsigned legal)
{
    int best = INT8_MIN;
    for (int pit = 0; pit < endgame->rules.pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        int value = move_value(endgame, board, pit);
        best = value > best ? value : best;
    }
    return best;
}

/* Ends a move of north that has led to @p board: the game ends, north has to move again,
   or south is to move. */
static struct sow_outcome reached_by_north(const struct sow_endgame *endgame,
                                           const struct sow_board *board)
{
    struct sow_sowing sowing = {.board = *board};
    struct sow_outcome outcome;
    sowing.board.side = SOW_NORTH;
    sow_finish(&endgame->rules, &sowing, &outcome);
    return outcome;
}

int sow_endgame_exits(const struct sow_endgame *endgame, const struct sow_board *board,
                      unsigned *stays)
{
    struct sow_sowing sowing;
    struct sow_outcome outcome = reached_by_north(endgame, board);
    *stays = !outcome.ended && outcome.board.side == SOW_NORTH;
    if (outcome.ended)
        return outcome.board.store[SOW_SOUTH] - outcome.board.store[SOW_NORTH];
    unsigned legal = *stays != 0 ? 0 : sow_legal(&endgame->rules, board);
    for (unsigned pits = legal; pits != 0; pits &= pits - 1) {
        int pit = __builtin_ctz(pits);
        sow_sow(&endgame->rules, board, pit, &sowing);
        if (sow_board_row(&sowing.board, SOW_SOUTH) +
                sow_board_row(&sowing.board, SOW_NORTH) ==
            sow_board_seeds(board))
            *stays |= 1U << pit;
    }
    return legal == *stays ? INT8_MIN : best_value(endgame, board, legal & ~*stays);
}

int sow_endgame_reached(const struct sow_endgame *endgame, const struct sow_board *board)
{
    struct sow_outcome outcome = reached_by_north(endgame, board);
    if (outcome.ended)
        return outcome.board.store[SOW_SOUTH] - outcome.board.store[SOW_NORTH];
    if (outcome.board.side == SOW_NORTH) {
        struct sow_board turned = seen_from(board, SOW_NORTH);
        return -stored(endgame, &turned);
    }
    return best_value(endgame, board, sow_legal(&endgame->rules, board));
}

int sow_endgame_value(const struct sow_endgame *endgame, const struct sow_board *board)
{
    struct sow_board seen = seen_from(board, board->side);
    unsigned legal = sow_legal(&endgame->rules, &seen);
    assert(sow_board_seeds(&seen) <= endgame->seeds);
    if (legal == 0 || sow_board_row(&seen, SOW_NORTH) > 0)
        return stored(endgame, &seen);
    return best_value(endgame, &seen, legal);
}

int sow_endgame_move(const struct sow_endgame *endgame, const struct sow_board *board,
                     int pit)
{
    struct sow_board seen = seen_from(board, board->side);
    assert(sow_board_seeds(&seen) <= endgame->seeds);
    return move_value(endgame, &seen, pit);
}
