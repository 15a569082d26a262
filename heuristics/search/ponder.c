/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/search/ponder.h"

#include "search_kept.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* The pondering of one player. While the thread runs, it owns all fields but `stop`. */
struct sow_ponder {
    pthread_t thread;           /* the thread, if one runs */
    bool running;               /* true if it has to be joined */
    struct sow_stop stop;       /* request to the thread to end */
    struct sow_search search;   /* search of the player's next turn */
    struct sow_game game;       /* copy of the game, after the player's move */
    int seat;                   /* seat of the player, who is not to move */
    struct search_kept kept;    /* table and result, passed from search to search */
    struct sow_mcts mcts;       /* search of the player's next turn, if a tree grows */
    struct sow_mcts_tree *tree; /* kept tree, borrowed; NULL: no tree grows */
    struct sow_pcg rng;         /* stream of the thread, for the tree */
};

struct sow_ponder *sow_ponder_new(void)
{
    return calloc(1, sizeof(struct sow_ponder));
}

void sow_ponder_wait(struct sow_ponder *ponder)
{
    if (ponder->running)
        (void)pthread_join(ponder->thread, NULL);
    ponder->running = false;
}

void sow_ponder_stop(struct sow_ponder *ponder)
{
    sow_stop_request(&ponder->stop);
    sow_ponder_wait(ponder);
    ponder->stop = (struct sow_stop){false};
}

void sow_ponder_free(struct sow_ponder *ponder)
{
    if (ponder == NULL)
        return;
    sow_ponder_stop(ponder);
    sow_table_release(&ponder->kept.table);
    free(ponder);
}

void sow_ponder_search(struct sow_ponder *ponder, const struct sow_search *search,
                       const struct sow_game *game, struct sow_search_result *result)
{
    sow_ponder_stop(ponder);
    sow_search_run_on(search, game, &ponder->kept, result);
}

/* --- in the opponent's time --- */

/* Guesses the opponent's move in ponder->game, where the line of the last search ends.
   Returns the first of the best moves of a shallow search. */
static int guess(const struct sow_ponder *ponder)
{
    enum { DEPTH = 4, MEGABYTES = 1 };
    struct sow_search search = ponder->search;
    struct sow_search_result result;
    search.limits.depth = DEPTH;
    search.limits.hash = MEGABYTES;
    sow_search_run(&search, &ponder->game, &result);
    int best = 0;
    while (!result.best[best])
        best++;
    return result.move[best];
}

/* Makes the expected moves of the opponent in ponder->game, until it is the player's
   turn. Returns false if that turn does not come, or a stop is requested. */
static bool foresee(struct sow_ponder *ponder)
{
    const struct sow_search_result *found = &ponder->kept.found;
    struct sow_game *game = &ponder->game;
    for (int at = 1; !game->ended && game->board.side != ponder->seat; at++) {
        int moves[SOW_MOVES_MAX];
        if (sow_game_moves(game, moves) == 0 || sow_stop_requested(&ponder->stop))
            return false;
        bool expected = found->depth > 0 && at < found->line_length;
        sow_game_play(game, expected ? found->line[at] : guess(ponder));
    }
    return !game->ended;
}

/* Searches in the opponent's time: the body of the thread. Its results stay in the kept
   search or the tree. Returns NULL. @p context is a struct sow_ponder. */
static void *think(void *context)
{
    struct sow_ponder *ponder = context;
    struct sow_search_result result;
    if (ponder->tree != NULL)
        sow_mcts_run(&ponder->mcts, &ponder->game, ponder->tree, &ponder->rng, &result);
    else if (foresee(ponder))
        sow_search_run_on(&ponder->search, &ponder->game, &ponder->kept, &result);
    return NULL;
}

/* Starts the thread with all signals blocked: other threads handle them. Without a
   thread, `running` stays false. */
static void start(struct sow_ponder *ponder)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    ponder->running = pthread_create(&ponder->thread, NULL, think, ponder) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Copies the game, without transcript and memory, and makes the move in the copy. Starts
   the thread if that passes the turn to the opponent and the game goes on. */
static void start_after(struct sow_ponder *ponder, const struct sow_game *game, int move)
{
    ponder->seat = game->board.side;
    ponder->game = *game;
    ponder->game.transcript = NULL;
    ponder->game.shape = NULL;
    ponder->game.memory[0] = ponder->game.memory[1] = NULL;
    sow_game_play(&ponder->game, move);
    if (!ponder->game.ended && ponder->game.board.side != ponder->seat)
        start(ponder);
}

void sow_ponder_begin(struct sow_ponder *ponder, const struct sow_search *search,
                      const struct sow_game *game, int move)
{
    sow_ponder_stop(ponder);
    const struct sow_search_result *found = &ponder->kept.found;
    struct sow_search_limits *limits = &ponder->search.limits;
    bool follows = sow_search_knows(&ponder->kept, game) && found->line_length > 0 &&
                   found->line[0] == move;
    if (!follows)
        ponder->kept.found.depth = 0;
    ponder->search = *search;
    limits->nodes = limits->slice = 0;
    limits->ms = 0;
    limits->depth = limits->depth > 0 ? limits->depth : SOW_SEARCH_DEPTH_MAX;
    ponder->search.stop = &ponder->stop;
    ponder->tree = NULL;
    start_after(ponder, game, move);
}

void sow_ponder_begin_mcts(struct sow_ponder *ponder, const struct sow_mcts *mcts,
                           struct sow_mcts_tree *tree, struct sow_pcg *rng,
                           const struct sow_game *game, int move)
{
    enum { MOST = 1000000 };
    sow_ponder_stop(ponder);
    struct sow_search_limits *limits = &ponder->mcts.limits;
    ponder->mcts = *mcts;
    limits->slice = 0;
    limits->ms = 0;
    if (limits->nodes == 0 || limits->nodes > MOST)
        limits->nodes = MOST;
    ponder->mcts.for_other = true;
    ponder->mcts.stop = &ponder->stop;
    ponder->tree = tree;
    sow_pcg_seed(&ponder->rng, sow_pcg_next(rng), 0);
    start_after(ponder, game, move);
}
