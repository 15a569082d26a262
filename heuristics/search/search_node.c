/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_node.h"

#include <limits.h>
#include <string.h>

_Static_assert(sizeof(struct sow_board) <= 4 * sizeof(uint64_t), "a board fits");

void sow_ground_init(struct ground *ground, const struct sow_game *game,
                     const struct sow_fast *fast, bool extra_costs)
{
    const struct sow_rules *rules = game->rules;
    bool keeps_history = rules->repetition != SOW_REPEAT_NONE;
    int cap = rules->ply_cap > 0 ? rules->ply_cap : INT_MAX;
    *ground = (struct ground){.game = game,
                              .rules = rules,
                              .fast = fast,
                              .apply_from = keeps_history ? 0 : cap,
                              .keeps_history = keeps_history,
                              .always_near_cap = rules->ply_cap > 0 &&
                                                 rules->extra_turn && !extra_costs};
}

/* --- forms of a position --- */

void sow_node_board(const struct ground *ground, const struct node *at,
                    struct sow_board *board)
{
    if (ground->fast != NULL)
        sow_fast_to_board(ground->fast, at->at.words, at->side, board);
    else
        *board = at->at.board;
}

/* Sets position and side of a node to those of @p board, in the form of the engine in
   use. Sets no other field. */
static void set_board(const struct ground *ground, const struct sow_board *board,
                      struct node *at)
{
    memset(&at->at, 0, sizeof at->at);
    at->side = board->side;
    if (ground->fast != NULL)
        at->at.words = sow_fast_from_board(ground->fast, board);
    else
        at->at.board = *board;
}

/* Returns the number of words in the form of positions. */
static size_t words_of(const struct ground *ground)
{
    return ground->fast != NULL ? 2 : 4;
}

/* Returns true if two nodes have the same position and side to move. */
static bool same_position(const struct ground *ground, const struct node *a,
                          const struct node *b)
{
    return a->side == b->side &&
           memcmp(a->at.word, b->at.word, words_of(ground) * sizeof a->at.word[0]) == 0;
}

/* Returns true if no store changed by the move from @p at to @p next. */
static bool same_stores(const struct ground *ground, const struct node *at,
                        const struct node *next)
{
    enum { STORE = SOW_FAST_STORE_SHIFT };
    if (ground->fast == NULL)
        return memcmp(at->at.board.store, next->at.board.store,
                      sizeof at->at.board.store) == 0;
    bool turned = at->side != next->side;
    uint64_t own = turned ? next->at.words.other : next->at.words.own;
    uint64_t other = turned ? next->at.words.own : next->at.words.other;
    return own >> STORE == at->at.words.own >> STORE &&
           other >> STORE == at->at.words.other >> STORE;
}

/* --- hashes --- */

/* Mixes the bits of a word. It is the finalizer of splitmix64 (Steele, Lea and Flood
   2014), which maps different words to different words. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27U)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31U);
}

uint64_t sow_node_hash(const struct ground *ground, const struct node *at)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = mix(at->side + 2 * (uint64_t)at->swap_open + step);
    for (size_t i = 0; i < words_of(ground); i++)
        hash = mix(hash + step + at->at.word[i]);
    return hash;
}

uint64_t sow_node_course(const struct ground *ground, const struct node *at, int depth)
{
    uint64_t course = ground->keeps_history ? at->course : 0;
    int cap = ground->rules->ply_cap;
    if (cap > 0 && (ground->always_near_cap || at->ply + depth >= cap))
        course += mix((uint64_t)at->ply + 1);
    return course;
}

/* --- nodes --- */

void sow_node_root(const struct ground *ground, struct node *root)
{
    const struct sow_game *game = ground->game;
    *root = (struct node){.ply = game->ply,
                          .swap_open = game->swap_open,
                          .rooted = true,
                          .listed = game->history_count};
    for (int i = 0; ground->keeps_history && i < game->history_count; i++) {
        set_board(ground, &game->history[i], root);
        root->course += mix(sow_node_hash(ground, root));
    }
    set_board(ground, &game->board, root);
    root->hash = sow_node_hash(ground, root);
}

int sow_node_moves(const struct ground *ground, const struct node *at,
                   int moves[SOW_MOVES_MAX])
{
    unsigned legal = ground->fast != NULL ? sow_fast_legal(ground->fast, at->at.words)
                                          : sow_legal(ground->rules, &at->at.board);
    int count = 0;
    for (int pit = 0; legal >> pit != 0; pit++)
        if ((legal >> pit & 1U) != 0)
            moves[count++] = pit;
    if (at->swap_open && !ground->without_swap && at->ply > 0 &&
        at->side != ground->game->first)
        moves[count++] = SOW_SWAP;
    return count;
}

bool sow_node_is_legal(const struct ground *ground, const struct node *at, int move)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_node_moves(ground, at, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Returns true if the position of @p next occurred in the game before the search
   began. */
static bool known_before(const struct ground *ground, const struct node *next)
{
    const struct sow_game *game = ground->game;
    struct sow_board board;
    sow_node_board(ground, next, &board);
    for (int i = 0; i < game->history_count; i++)
        if (memcmp(&game->history[i], &board, sizeof board) == 0)
            return true;
    return false;
}

/* Adds the position of @p next, reached from @p at, to the list for the repetition rule;
   a change of a store empties the list first. Returns true if the position ends the game:
   it occurred before, or the list is full. Sets `rooted`, and unless the game ends
   `listed` and `course`. */
static bool repeated(const struct ground *ground, const struct node *at,
                     struct node *next)
{
    bool goes_on = same_stores(ground, at, next);
    next->rooted = goes_on && at->rooted;
    for (const struct node *back = at; goes_on; back = back->parent) {
        if (back->parent == NULL && known_before(ground, next))
            return true;
        if (back->parent == NULL)
            break;
        if (same_position(ground, back, next))
            return true;
        if (!back->rooted && back->listed == 1)
            break;
    }
    if (goes_on && at->listed == SOW_HISTORY_MAX)
        return true;
    next->listed = goes_on ? at->listed + 1 : 1;
    next->course = (goes_on ? at->course : 0) + mix(next->hash);
    return false;
}

/* Ends the game at a node, as a ply cap or a repetition does: gives out the seeds in pits
   and sets `ended`. The hash stays that of the position before. */
static void stop_play(const struct ground *ground, enum sow_share share, struct node *at)
{
    struct sow_board board;
    sow_node_board(ground, at, &board);
    sow_board_stop(&board, share);
    set_board(ground, &board, at);
    at->ended = true;
}

/* Makes a move that is not a swap with the plain engine. Sets the same fields of @p next
   as sow_node_set. */
static void make_plain(const struct ground *ground, const struct node *at, int move,
                       struct node *next)
{
    struct sow_sowing sowing;
    struct sow_outcome outcome;
    sow_sow(ground->rules, &at->at.board, move, &sowing);
    sow_finish(ground->rules, &sowing, &outcome);
    memset(&next->at, 0, sizeof next->at); /* a board does not fill all words */
    next->at.board = outcome.board;
    next->side = outcome.board.side;
    next->ended = outcome.ended;
    next->extra = sowing.again;
    next->gain = (uint8_t)outcome.gain;
}

/* Exchanges the players in the position of @p next, which is that before the swap. The
   first player is then to move. */
static void make_swap(const struct ground *ground, struct node *next)
{
    struct sow_sowing sowing;
    struct sow_game game = {.rules = ground->rules};
    sow_node_board(ground, next, &game.board);
    sow_game_preview(&game, SOW_SWAP, &sowing);
    sowing.board.side = (uint8_t)ground->game->first;
    set_board(ground, &sowing.board, next);
}

/* Plays a move. Sets the same fields of @p next as sow_node_set. */
static void play(const struct ground *ground, const struct node *at, int move,
                 struct node *next)
{
    if (move == SOW_SWAP) {
        next->at = at->at;
        next->side = at->side;
        next->ended = next->extra = false;
        next->gain = 0;
        make_swap(ground, next);
    } else if (ground->fast != NULL) {
        struct sow_fast_next made = sow_fast_make(
            ground->fast, at->at.words, (unsigned)(ground->rules->pits - 1 - move));
        sow_node_set(ground, at, &made, next);
    } else {
        make_plain(ground, at, move, next);
    }
}

void sow_node_apply(const struct ground *ground, const struct node *at, struct node *next)
{
    int cap = ground->rules->ply_cap;
    if (ground->keeps_history)
        next->hash = sow_node_hash(ground, next);
    if (ground->keeps_history && repeated(ground, at, next))
        stop_play(ground, sow_share_at_repetition(ground->rules), next);
    else if (cap > 0 && next->ply >= cap)
        stop_play(ground, sow_share_at_cap(ground->rules), next);
}

void sow_node_make(const struct ground *ground, const struct node *at, int move,
                   struct node *next)
{
    play(ground, at, move, next);
    sow_node_finish(ground, at, next);
}

void sow_node_play_all(const struct ground *ground, const struct node *at, int done,
                       struct plays *plays)
{
    int moves[SOW_MOVES_MAX];
    plays->count = 0;
    for (int i = sow_node_moves(ground, at, moves) - 1; i >= 0; i--)
        if (moves[i] != done) {
            plays->move[plays->count] = moves[i];
            play(ground, at, moves[i], &plays->next[plays->count++]);
        }
}

bool sow_node_known(const struct ground *ground, const struct node *at,
                    const struct sow_oracle *oracle)
{
    struct sow_board board;
    if (oracle->on_board == 0 || at->ended || at->swap_open)
        return false;
    sow_node_board(ground, at, &board);
    return sow_board_row(&board, SOW_SOUTH) + sow_board_row(&board, SOW_NORTH) <=
           oracle->on_board;
}

void sow_board_give_out(struct sow_board *board, const struct sow_oracle *oracle)
{
    int margin = oracle->margin(oracle->context, board);
    int seeds = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    uint8_t *own = &board->store[board->side];
    uint8_t *other = &board->store[1 - board->side];
    *own = (uint8_t)(*own + (seeds + margin) / 2);
    *other = (uint8_t)(*other + (seeds - margin) / 2);
    memset(board->pit, 0, sizeof board->pit);
}
