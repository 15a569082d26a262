/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search at the root: it searches depth by depth and finds the best moves. */
#include "search_kept.h"
#include "search_walk.h"

#include <assert.h>
#include <string.h>

/* The root of a search. */
struct root {
    struct walk walk;                 /* the search and its settings */
    struct node node;                 /* position at the root */
    int order[SOW_MOVES_MAX];         /* indices of moves, the most promising first */
    int same;                         /* number of last depths with the same best moves */
    uint64_t began;                   /* start of the search (sow_search_now) */
    struct sow_search_result *result; /* result of the last finished depth */
};

/* The search of one depth. */
struct pass {
    struct root *root;
    int depth; /* moves to look ahead */
    bool flat; /* true if every move is made once and its result evaluated, without
                  search */
    struct sow_search_result found; /* result of this depth */
    struct sow_search_lines lines;  /* lines of this depth, if the search asks for them */
};

/* Returns the value of a move at the root, for its player: exact if it is inside the
   window. The index is that of the move in the result. @p line receives the move and the
   expected moves after it. */
static int32_t value_of_move(struct pass *pass, int index, struct window window,
                             struct line *line)
{
    struct walk *walk = &pass->root->walk;
    const struct node *at = &pass->root->node;
    int move = pass->found.move[index];
    struct node next;
    struct sow_step step;
    struct line rest;
    struct window turned = {-window.high, -window.low};
    sow_node_make(&walk->ground, at, move, &next);
    sow_walk_step(walk, at, NULL, move, &step);
    bool same = next.side == at->side;
    int depth = pass->flat ? 0 : sow_walk_depth_after(walk, &next, pass->depth);
    int32_t value = walk->search->limits.method == SOW_SEARCH_MINIMAX
                        ? sow_walk_minimax(walk, &next, &step, depth, &rest)
                        : sow_walk_alphabeta(walk, &next, &step, depth,
                                             same ? window : turned, &rest);
    sow_walk_lengthen(line, move, &rest);
    return same ? value : -value;
}

/* Returns the value of a move at the root. It is exact if the move is better than
   @p best, the best value so far, or as good, else only a bound below @p best. First a
   zero window asks only whether the move is that good; not for the first move, nor if all
   values have to be exact. */
static int32_t try_root_move(struct pass *pass, int index, bool first, int32_t best,
                             struct line *line)
{
    const struct window all = {-VALUE_INFINITE, VALUE_INFINITE};
    const struct sow_search *search = pass->root->walk.search;
    if (first || search->values_all || search->limits.method == SOW_SEARCH_MINIMAX)
        return value_of_move(pass, index, all, line);
    int32_t value = value_of_move(pass, index, (struct window){best - 1, best}, line);
    if (value < best || pass->root->walk.stopped)
        return value;
    return value_of_move(pass, index, (struct window){best - 1, VALUE_INFINITE}, line);
}

/* Copies a line of moves into a result. */
static void take_best_line(struct sow_search_result *found, const struct line *line)
{
    found->line_length = line->count;
    for (int i = 0; i < line->count; i++)
        found->line[i] = line->move[i];
}

/* Notes the line of the move at an index of the result. */
static void note_line(struct sow_search_lines *lines, int index, const struct line *line)
{
    lines->count[index] = line->count;
    memcpy(lines->move[index], line->move, sizeof line->move);
}

/* Searches to one depth: sets values, best moves, line and depth of pass->found. Returns
   false if a limit stopped it; the result is then incomplete. */
static bool run_pass(struct pass *pass)
{
    struct root *root = pass->root;
    struct sow_search_result *found = &pass->found;
    uint64_t cuts = root->walk.cuts;
    int32_t best = -VALUE_INFINITE;
    *found = *root->result;
    for (int i = 0; i < found->count; i++) {
        struct line line;
        int index = root->order[i];
        int32_t value = try_root_move(pass, index, i == 0, best, &line);
        if (root->walk.stopped)
            return false;
        found->value[index] = value;
        if (root->walk.search->lines != NULL)
            note_line(&pass->lines, index, &line);
        if (value > best) {
            best = value;
            take_best_line(found, &line);
        }
    }
    for (int i = 0; i < found->count; i++)
        found->best[i] = found->value[i] == best;
    found->depth = pass->flat ? 0 : pass->depth;
    found->complete = root->walk.cuts == cuts;
    return true;
}

/* Moves the best moves of the result to the front of root->order. The others keep their
   order. */
static void reorder(struct root *root)
{
    int order[SOW_MOVES_MAX];
    int count = 0;
    for (int best = 1; best >= 0; best--)
        for (int i = 0; i < root->result->count; i++)
            if (root->result->best[root->order[i]] == (best == 1))
                order[count++] = root->order[i];
    memcpy(root->order, order, sizeof order);
}

/* Returns true if two results have the same best moves. */
static bool same_best(const struct sow_search_result *one,
                      const struct sow_search_result *other)
{
    return memcmp(one->best, other->best, sizeof one->best) == 0;
}

/* Returns true if a search by a clock may stop before its slice is used up, because
   another depth is unlikely to change the choice. The longer the best moves have stayed
   the same, the smaller the share of the slice that is enough: 1 to 0.25. */
static bool is_settled(const struct root *root)
{
    static const double SHARES[] = {1.0, 0.6, 0.35, 0.25};
    enum { LAST = sizeof SHARES / sizeof SHARES[0] - 1 };
    const struct sow_search_limits *limits = &root->walk.search->limits;
    double share = SHARES[root->same < LAST ? root->same : LAST];
    return limits->slice > 0 && limits->time == SOW_TIME_SETTLED &&
           (double)(sow_search_now() - root->began) >= share * (double)limits->slice;
}

/* Takes over the result of a finished depth as that of the search, orders the moves by
   it, and reports it to the callback. */
static void finish_pass(struct root *root, const struct pass *pass)
{
    const struct sow_search *search = root->walk.search;
    root->same = same_best(root->result, &pass->found) ? root->same + 1 : 0;
    *root->result = pass->found;
    root->result->nodes = root->walk.nodes;
    if (search->lines != NULL)
        *search->lines = pass->lines;
    reorder(root);
    if (search->told != NULL)
        search->told(search->context, root->result);
}

/* Makes the table larger for the entries of the next depth, as far as limit and memory
   allow. It never becomes smaller. */
static void grow_table(struct root *root)
{
    enum { LEAST_ENTRIES = 1 << 10 };
    uint64_t wanted = 2 * root->walk.stored; /* a depth stores a few times as many results
                                                as the one before */
    sow_table_grow(&root->walk.table, wanted > LEAST_ENTRIES ? wanted : LEAST_ENTRIES);
}

/* Searches depth by depth until a limit, the end of the tree or a settled choice. Minimax
   searches its one depth only. Continues after a known result. With limits, depth 0 comes
   first and ignores them. */
static void deepen(struct root *root)
{
    const struct sow_search_limits *limits = &root->walk.search->limits;
    bool whole = limits->method == SOW_SEARCH_MINIMAX;
    int most = limits->depth > 0 ? limits->depth : SOW_SEARCH_DEPTH_MAX;
    int known = root->result->depth;
    bool limited =
        limits->nodes > 0 || root->walk.deadline > 0 || root->walk.search->stop != NULL;
    if (root->result->complete)
        return;
    for (int depth = whole ? most : known + (known > 0 || !limited); depth <= most;
         depth++) {
        struct pass pass = {.root = root, .depth = depth, .flat = depth == 0};
        root->walk.heeds_limits = limited && depth > 0;
        grow_table(root);
        if (!run_pass(&pass))
            return;
        finish_pass(root, &pass);
        if (pass.found.complete || is_settled(root))
            return;
    }
}

/* Marks the first move as best if no move is: the search was stopped in its first
   depth. */
static void choose_something(struct sow_search_result *result)
{
    bool chosen = false;
    for (int i = 0; i < result->count; i++)
        chosen = chosen || result->best[i];
    if (!chosen)
        result->best[0] = true;
}

/* Starts the result with that of an earlier search of this position, if @p kept has it,
   or with the moves only. Sets the order of trying the moves. */
static void begin_result(struct root *root, const struct sow_game *game,
                         const struct search_kept *kept)
{
    struct sow_search_result *result = root->result;
    bool known = sow_search_knows(kept, game);
    *result = known ? kept->found : (struct sow_search_result){.count = 0};
    result->count = sow_game_moves(game, result->move);
    result->nodes = 0;
    root->same = known ? kept->same : 0;
    for (int i = 0; i < result->count; i++)
        root->order[i] = result->count - 1 - i;
    if (known)
        reorder(root);
}

/* Sets up a search at the position of @p game, with the table and the result of @p kept,
   if there are any. The clock starts here. */
static void begin_search(struct root *root, const struct sow_search *search,
                         const struct sow_game *game, const struct sow_fast *fast,
                         const struct search_kept *kept)
{
    const struct sow_search_limits *limits = &search->limits;
    struct walk *walk = &root->walk;
    *walk = (struct walk){.search = search, .seat = game->board.side};
    sow_ground_init(&walk->ground, game, fast, limits->extra_costs_depth);
    walk->sum = fast != NULL ? search->evaluator.sum : NULL;
    walk->ground.without_swap = limits->swap == SOW_SWAP_ALWAYS;
    sow_node_root(&walk->ground, &root->node);
    bool has_table = limits->method == SOW_SEARCH_ALPHABETA && !search->evaluator.of_path;
    if (has_table && kept->table.count > 0)
        walk->table = kept->table;
    else
        sow_table_init(&walk->table, has_table ? limits->hash : 0);
    root->began = sow_search_now();
    walk->deadline = sow_search_deadline(limits, root->began);
    begin_result(root, game, kept);
}

/* Runs a search with prepared rules @p fast, or with the plain engine if they are NULL.
   Moves its table and a copy of the result into @p kept. */
static void run_with(const struct sow_search *search, const struct sow_game *game,
                     const struct sow_fast *fast, struct search_kept *kept,
                     struct sow_search_result *result)
{
    struct root root = {.result = result};
    begin_search(&root, search, game, fast, kept);
    assert(result->count > 0);
    deepen(&root);
    choose_something(result);
    *kept = (struct search_kept){.table = root.walk.table,
                                 .found = *result,
                                 .same = root.same,
                                 .ply = game->ply,
                                 .line = game->line};
}

/* Prepares the fast engine for the rules, then searches with it. */
static void run_prepared(const struct sow_search *search, const struct sow_game *game,
                         struct search_kept *kept, struct sow_search_result *result)
{
    struct sow_fast fast;
    sow_fast_prepare(&fast, game->rules);
    run_with(search, game, &fast, kept, result);
}

bool sow_search_knows(const struct search_kept *kept, const struct sow_game *game)
{
    return kept->found.depth > 0 && kept->ply == game->ply && kept->line == game->line;
}

void sow_search_run_on(const struct sow_search *search, const struct sow_game *game,
                       struct search_kept *kept, struct sow_search_result *result)
{
    const struct sow_search_limits *limits = &search->limits;
    assert(limits->depth > 0 || limits->nodes > 0 || limits->ms > 0 || limits->slice > 0);
    assert(limits->method != SOW_SEARCH_MINIMAX || limits->depth > 0);
    (void)limits;
    if (game->fast == NULL && sow_fast_covers(game->rules))
        run_prepared(search, game, kept, result);
    else
        run_with(search, game, game->fast, kept, result);
}

void sow_search_run(const struct sow_search *search, const struct sow_game *game,
                    struct sow_search_result *result)
{
    struct search_kept kept = {.ply = 0};
    sow_search_run_on(search, game, &kept, result);
    sow_table_release(&kept.table);
}
