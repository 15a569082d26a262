/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/search/mcts.h"

#include "search_walk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Largest number of plies in an iteration, from the root to the end of the playout. */
enum { PATH_MAX_PLIES = 1000 };

/* A move in the tree (the root is one without a move). Rewards are from the view of the
   tree's seat. */
struct sow_twig {
    double reward;   /* sum of the rewards of all visits */
    uint32_t visits; /* number of iterations through it */
    uint32_t first;  /* index of its first reply */
    uint8_t replies; /* number of replies; 0: not added yet */
    uint8_t move;    /* the move; 0 for the root */
};

/* A search in progress. */
struct tree {
    const struct sow_mcts *mcts;
    struct ground ground; /* data that all positions share */
    struct sow_pcg *rng;
    int seat;                         /* player whose rewards are counted */
    struct sow_twig *twigs;           /* moves in the tree, the root first */
    size_t count;                     /* number of twigs */
    size_t room;                      /* allocated twigs */
    struct node *path;                /* positions of one iteration, the root first */
    int length;                       /* index of the last position of `path` */
    uint32_t way[PATH_MAX_PLIES + 1]; /* twigs of one iteration, the root first */
    int depth;                        /* index of the last twig of `way` */
};

/* Draws a number below @p count. A single choice uses no random number. */
static uint32_t draw_below(struct tree *tree, int count)
{
    return count == 1 ? 0 : sow_pcg_below(tree->rng, (uint32_t)count);
}

/* Returns the position at the end of the iteration's path. */
static struct node *last_of(const struct tree *tree)
{
    return &tree->path[tree->length];
}

/* Makes a move at the end of the iteration's path, and appends the position that it leads
   to. */
static void go(struct tree *tree, int move)
{
    struct node *at = last_of(tree);
    sow_node_make(&tree->ground, at, move, at + 1);
    tree->length++;
}

/* --- rewards --- */

/* Returns the reward of a finished game for the tree's seat, from 0 to 1: by the result,
   or by the margin over all seeds. */
static double reward_of_board(const struct tree *tree, const struct sow_board *board)
{
    int margin = board->store[tree->seat] - board->store[1 - tree->seat];
    if (tree->mcts->limits.reward == SOW_REWARD_MARGIN)
        return 0.5 + 0.5 * margin / sow_board_seeds(board);
    return 0.5 + 0.5 * ((margin > 0) - (margin < 0));
}

/* Returns the reward of an evaluator's value for the tree's seat: from 0 to 1, and 0.5
   for the value 0. A value as large as the scale gives 0.75. */
static double reward_of_value(const struct tree *tree, const struct sow_board *board)
{
    const struct sow_evaluator *evaluator = &tree->mcts->evaluator;
    struct sow_leaf leaf = {.rules = tree->ground.rules,
                            .fast = tree->ground.fast,
                            .board = board,
                            .seat = tree->seat};
    double value = evaluator->value(evaluator->context, &leaf);
    return 0.5 + 0.5 * value / (fabs(value) + tree->mcts->scale);
}

/* Returns true if the position at the path's end has ended the game, or the oracle knows
   its value. */
static bool is_final(const struct tree *tree)
{
    const struct node *last = last_of(tree);
    return last->ended || sow_node_known(&tree->ground, last, &tree->mcts->oracle);
}

/* Plays random moves until the game ends, the oracle knows its value, or the path has
   PATH_MAX_PLIES moves. */
static void play_out(struct tree *tree)
{
    while (!is_final(tree) && tree->length < PATH_MAX_PLIES) {
        int moves[SOW_MOVES_MAX];
        int count = sow_node_moves(&tree->ground, last_of(tree), moves);
        go(tree, moves[draw_below(tree, count)]);
    }
}

/* Returns the reward of the position at the path's end, from 0 to 1. An evaluator values
   it if the game goes on there. Otherwise, or without one, the game is first played out
   at random moves, which appends them to the path. */
static double reward(struct tree *tree)
{
    struct sow_board board;
    bool valued = tree->mcts->evaluator.value != NULL && !is_final(tree);
    if (!valued)
        play_out(tree);
    sow_node_board(&tree->ground, last_of(tree), &board);
    if (valued)
        return reward_of_value(tree, &board);
    if (sow_node_known(&tree->ground, last_of(tree), &tree->mcts->oracle))
        sow_board_give_out(&board, &tree->mcts->oracle);
    else if (!last_of(tree)->ended)
        sow_board_stop(&board, SOW_SHARE_ROWS);
    return reward_of_board(tree, &board);
}

/* --- the tree --- */

/* Returns the natural logarithm, rounded to a multiple of 2^-20. Without rounding, the
   last bits of a platform's logarithm could decide a move. */
static double logarithm(uint32_t visits)
{
    return rint(log(visits) * 0x1p20) * 0x1p-20;
}

/* Draws one of the replies without visits and returns its number among the replies of
   @p twig. Returns -1 if there is none. */
static int untried(struct tree *tree, const struct sow_twig *twig)
{
    int found[SOW_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < twig->replies; i++)
        if (tree->twigs[twig->first + (uint32_t)i].visits == 0)
            found[count++] = i;
    return count == 0 ? -1 : found[draw_below(tree, count)];
}

/* Returns the number of the reply with the greatest upper confidence bound for the side
   to move; among equals, the first. All replies have visits. */
static int most_promising(const struct tree *tree, const struct sow_twig *twig)
{
    bool own = last_of(tree)->side == tree->seat;
    double logarithm_of_visits = logarithm(twig->visits);
    double most = -1;
    int best = 0;
    for (int i = 0; i < twig->replies; i++) {
        const struct sow_twig *reply = &tree->twigs[twig->first + (uint32_t)i];
        double mean = reply->reward / reply->visits;
        double bound =
            (own ? mean : 1 - mean) + sqrt(logarithm_of_visits / reply->visits);
        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* Adds the legal moves at the path's end to the tree, as replies of the twig with index
   @p at. Returns false, with the tree unchanged, without memory. */
static bool grow_twigs(struct tree *tree, uint32_t at)
{
    int moves[SOW_MOVES_MAX];
    if (tree->count + SOW_MOVES_MAX > tree->room) {
        size_t room = 2 * tree->room + 64 * (size_t)SOW_MOVES_MAX;
        struct sow_twig *twigs =
            room <= UINT32_MAX ? realloc(tree->twigs, room * sizeof *twigs) : NULL;
        if (twigs == NULL)
            return false;
        tree->twigs = twigs;
        tree->room = room;
    }
    int count = sow_node_moves(&tree->ground, last_of(tree), moves);
    tree->twigs[at].first = (uint32_t)tree->count;
    tree->twigs[at].replies = (uint8_t)count;
    for (int i = 0; i < count; i++)
        tree->twigs[tree->count++] = (struct sow_twig){.move = (uint8_t)moves[i]};
    return true;
}

/* Descends from the last twig of the way to one of its replies: an untried one, else the
   most promising. */
static void descend(struct tree *tree)
{
    const struct sow_twig *twig = &tree->twigs[tree->way[tree->depth]];
    int reply = untried(tree, twig);
    if (reply < 0)
        reply = most_promising(tree, twig);
    uint32_t next = twig->first + (uint32_t)reply;
    tree->way[++tree->depth] = next;
    go(tree, tree->twigs[next].move);
}

/* Makes one iteration. It descends to the end of the tree, adds the replies there unless
   this is the first visit or the game is decided, and descends to one of them. Then it
   adds the reward to all moves on the way. */
static void iterate(struct tree *tree)
{
    tree->length = 0;
    tree->depth = 0;
    tree->way[0] = 0;
    while (tree->twigs[tree->way[tree->depth]].replies > 0 &&
           tree->depth < PATH_MAX_PLIES)
        descend(tree);
    uint32_t end = tree->way[tree->depth];
    bool grows =
        !is_final(tree) && tree->twigs[end].visits > 0 && tree->depth < PATH_MAX_PLIES;
    if (grows && grow_twigs(tree, end))
        descend(tree);
    double value = reward(tree);
    for (int i = 0; i <= tree->depth; i++) {
        struct sow_twig *twig = &tree->twigs[tree->way[i]];
        twig->reward += value;
        twig->visits++;
    }
}

/* --- the search --- */

/* Iterates until a limit of iterations or time is reached or a stop is requested. Checks
   time and stop after every 16 iterations. */
static void iterate_all(struct tree *tree)
{
    enum { LOOK_EVERY = 16 };
    const struct sow_search_limits *limits = &tree->mcts->limits;
    uint64_t end = sow_search_deadline(limits, sow_search_now());
    for (uint64_t i = 0; limits->nodes == 0 || i < limits->nodes; i++) {
        bool late = i % LOOK_EVERY == LOOK_EVERY - 1 &&
                    (sow_stopping() || sow_stop_requested(tree->mcts->stop) ||
                     (end > 0 && sow_search_now() >= end));
        if (late || i == UINT32_MAX)
            return;
        iterate(tree);
    }
}

/* Fills in the result: as value of each move at the root its visits, the moves with the
   most visits as best, and as nodes all visits. */
static void report(const struct tree *tree, struct sow_search_result *result)
{
    const struct sow_twig *root = &tree->twigs[0];
    int32_t most = 0;
    for (int i = 0; i < root->replies; i++) {
        uint32_t visits = tree->twigs[root->first + (uint32_t)i].visits;
        result->value[i] = visits < INT32_MAX ? (int32_t)visits : INT32_MAX;
        most = result->value[i] > most ? result->value[i] : most;
    }
    for (int i = 0; i < result->count; i++)
        result->best[i] = result->value[i] == most;
    result->nodes = root->visits;
}

/* --- keeping the tree --- */

void sow_mcts_tree_release(struct sow_mcts_tree *tree)
{
    free(tree->twigs);
    *tree = (struct sow_mcts_tree){.twigs = NULL};
}

/* Finds the twig whose moves have the hash @p wanted, exactly @p plies moves below the
   twig @p at, whose own hash is @p line. Returns 0 if the tree does not go that far. */
static uint32_t find_twig(const struct sow_mcts_tree *tree, uint32_t at, uint64_t line,
                          int plies, uint64_t wanted)
{
    const struct sow_twig *twig = &tree->twigs[at];
    if (plies == 0)
        return line == wanted ? at : 0;
    for (uint32_t i = 0; i < twig->replies; i++) {
        uint32_t reply = twig->first + i;
        uint32_t found =
            find_twig(tree, reply, sow_game_line_after(line, tree->twigs[reply].move),
                      plies - 1, wanted);
        if (found > 0)
            return found;
    }
    return 0;
}

/* Copies the twig @p at and all twigs below it into @p to, which has the room and a count
   of 1. The twig becomes the root. */
static void transplant(const struct sow_mcts_tree *from, uint32_t at, struct tree *to)
{
    to->twigs[0] = from->twigs[at];
    for (size_t i = 0; i < to->count; i++) {
        struct sow_twig *twig = &to->twigs[i];
        const struct sow_twig *replies = &from->twigs[twig->first];
        twig->first = (uint32_t)to->count;
        for (uint32_t k = 0; k < twig->replies; k++)
            to->twigs[to->count++] = replies[k];
    }
}

/* Begins a tree with the part of @p kept below the present position of the game, or with
   a root only. @p kept is unchanged and may be NULL. Returns false without memory. */
static bool plant(const struct sow_mcts_tree *kept, const struct sow_game *game,
                  struct tree *tree)
{
    int plies = kept != NULL && kept->twigs != NULL ? game->ply - kept->ply : 0;
    uint32_t at = plies > 0 ? find_twig(kept, 0, kept->line, plies, game->line) : 0;
    tree->room = at > 0 ? kept->count : 1;
    tree->count = 1;
    tree->twigs = calloc(tree->room, sizeof *tree->twigs);
    if (tree->twigs != NULL && at > 0)
        transplant(kept, at, tree);
    return tree->twigs != NULL;
}

/* Moves the tree into @p kept for the next move, or frees it if @p kept is NULL. */
static void keep_tree(struct sow_mcts_tree *kept, const struct sow_game *game,
                      const struct tree *tree)
{
    if (kept == NULL) {
        free(tree->twigs);
        return;
    }
    sow_mcts_tree_release(kept);
    *kept = (struct sow_mcts_tree){.twigs = tree->twigs,
                                   .count = tree->count,
                                   .room = tree->room,
                                   .ply = game->ply,
                                   .line = game->line};
}

/* Searches with prepared rules @p fast, or with the plain engine if they are NULL.
 * Without memory, marks every move as best. */
static void run_with(const struct sow_mcts *mcts, const struct sow_game *game,
                     const struct sow_fast *fast, struct sow_mcts_tree *kept,
                     struct sow_pcg *rng, struct sow_search_result *result)
{
    int side = game->board.side;
    struct tree tree = {
        .mcts = mcts, .rng = rng, .seat = mcts->for_other ? 1 - side : side};
    *result = (struct sow_search_result){.count = 0};
    result->count = sow_game_moves(game, result->move);
    tree.path = calloc(PATH_MAX_PLIES + 1, sizeof *tree.path);
    bool enough = plant(kept, game, &tree) && tree.path != NULL;
    if (enough) {
        sow_ground_init(&tree.ground, game, fast, false);
        sow_node_root(&tree.ground, &tree.path[0]);
    }
    if (enough && (tree.twigs[0].replies > 0 || grow_twigs(&tree, 0)))
        iterate_all(&tree);
    if (enough)
        report(&tree, result);
    keep_tree(kept, game, &tree);
    free(tree.path);
    for (int i = 0; i < result->count && !enough; i++)
        result->best[i] = true;
}

/* Prepares the fast engine for the rules, then searches with it. */
static void run_prepared(const struct sow_mcts *mcts, const struct sow_game *game,
                         struct sow_mcts_tree *kept, struct sow_pcg *rng,
                         struct sow_search_result *result)
{
    struct sow_fast fast;
    sow_fast_prepare(&fast, game->rules);
    run_with(mcts, game, &fast, kept, rng, result);
}

void sow_mcts_run(const struct sow_mcts *mcts, const struct sow_game *game,
                  struct sow_mcts_tree *kept, struct sow_pcg *rng,
                  struct sow_search_result *result)
{
    assert(mcts->limits.nodes > 0 || mcts->limits.ms > 0 || mcts->limits.slice > 0);
    if (game->fast == NULL && sow_fast_covers(game->rules))
        run_prepared(mcts, game, kept, rng, result);
    else
        run_with(mcts, game, game->fast, kept, rng, result);
}
