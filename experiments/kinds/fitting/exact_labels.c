/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of positions under perfect play, from an endgame file or a search. */
#include "sow/fitting/exact_labels.h"

#include "sow/base/text.h"
#include "sow/endgame/solve.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_exact_options, field)

/* Largest size of the table of one game. The positions that are solved within a budget
   depend on the size, so it is not an option. */
enum { TABLE_MEGABYTES = 128 };

/* Bytes of table for each position that a search may visit: 16 entries for each of the
   50 positions of a game that are solved. So full, the large table of a solver forgets
   almost nothing. */
enum { TABLE_BYTES_PER_NODE = 16 * 50 * 8 };

/* Budget of a search in positions, if the options do not have one. */
static const char DEFAULT_NODES[] = "1000000";

static const struct sow_param ROWS[] = {
    {"endgame", &sow_param_added, AT(endgame), 0, SOW_EXACT_PATH_MAX, NULL, "",
     "with exact labels: endgame file of 'sowlab solve'; by default none"},
    {"nodes", &sow_param_added, AT(nodes), 0,
     sizeof(((struct sow_exact_options *)0)->nodes) - 1, NULL, "",
     "with exact labels: largest number of positions searched to solve one; by default "
     "1000000, 0 = no search"},
};

static const struct sow_param FOUND[] = {
    {"endgame_values", &sow_param_added, AT(endgame_values), 0,
     sizeof(((struct sow_exact_options *)0)->endgame_values) - 1, NULL, "",
     "largest number of seeds on the board in the endgame file, and checksum of its "
     "values"},
};

const struct sow_param_table sow_exact_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};
const struct sow_param_table sow_exact_found_params = {FOUND,
                                                       sizeof FOUND / sizeof FOUND[0]};

/* A source of exact labels. */
struct sow_exact {
    const struct sow_rules *rules; /* borrowed */
    struct sow_endgame *endgame;   /* endgame file, or NULL; owned */
    int seeds;      /* largest number of seeds on the board for a search; -1: no search */
    uint64_t nodes; /* budget of one search in positions; 0: no search */
    struct sow_context
        with; /* context with one thread: each thread has a game of its own */
};

/* ---- Options ---- */

/* Writes the values of an endgame file as `SEEDS:CHECKSUM` to @p text: the largest number
   of seeds on the board, and 16 hexadecimal digits. */
static void describe_values(const struct sow_endgame *endgame, char *text, size_t size)
{
    (void)snprintf(text, size, "%d:%016" PRIx64, sow_endgame_seeds(endgame),
                   sow_endgame_checksum(endgame));
}

/* Reads the budget as a number. Fails with SOW_USAGE if it is not a whole number of at
   least 0; @p nodes is then unchanged. */
static enum sow_status read_nodes(const struct sow_exact_options *options,
                                  uint64_t *nodes, struct sow_err *err)
{
    int64_t number;
    if (!sow_text_to_int(options->nodes, &number) || number < 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--nodes %s' is not a whole number of at least 0",
                           options->nodes);
    *nodes = (uint64_t)number;
    return SOW_OK;
}

/* Completes `endgame_values` from the endgame file, unless the options have them
   already. Fails as sow_endgame_open. */
static enum sow_status find_values(struct sow_exact_options *options,
                                   const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_endgame *endgame;
    if (options->endgame_values[0] != '\0')
        return SOW_OK;
    enum sow_status status = sow_endgame_open(options->endgame, rules, &endgame, err);
    if (status != SOW_OK)
        return status;
    describe_values(endgame, options->endgame_values, sizeof options->endgame_values);
    sow_endgame_close(endgame);
    return SOW_OK;
}

enum sow_status sow_exact_prepare(struct sow_exact_options *options,
                                  const struct sow_rules *rules, struct sow_err *err)
{
    uint64_t nodes = 0;
    if (options->nodes[0] == '\0')
        (void)snprintf(options->nodes, sizeof options->nodes, "%s", DEFAULT_NODES);
    enum sow_status status =
        sow_err_blame(err, read_nodes(options, &nodes, err), "nodes");
    if (status != SOW_OK)
        return status;
    if (options->endgame[0] != '\0')
        return find_values(options, rules, err);
    status = nodes > 0
                 ? sow_solve_check(rules, err)
                 : sow_err_blame(
                       err, sow_err_set(err, SOW_USAGE, "--nodes 0 searches nothing"),
                       "nodes");
    return status == SOW_OK
               ? SOW_OK
               : sow_err_prefix(err, "exact labels need '--endgame FILE' here");
}

/* ---- Opening ---- */

/* Opens the endgame file into exact->endgame. If it has grown since the run was stored,
   only the values that it had then are used. Fails with SOW_BAD_DATA if these values
   differ, else as sow_endgame_open; the caller closes the file also then. */
static enum sow_status open_endgame(struct sow_exact *exact,
                                    const struct sow_exact_options *options,
                                    struct sow_err *err)
{
    char found[sizeof options->endgame_values];
    enum sow_status status =
        sow_endgame_open(options->endgame, exact->rules, &exact->endgame, err);
    if (status != SOW_OK)
        return status;
    int seeds = (int)strtol(options->endgame_values, NULL, 10);
    if (seeds >= 0 && seeds < sow_endgame_seeds(exact->endgame))
        sow_endgame_limit(exact->endgame, seeds);
    describe_values(exact->endgame, found, sizeof found);
    if (strcmp(found, options->endgame_values) == 0)
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "endgame file '%s' has the values %s, and the labels were made "
                       "with %s: name that file, or solve the same number of seeds again",
                       options->endgame, found, options->endgame_values);
}

/* Returns false when the budget of the search is used up (`go_on` of the solver). The
   nodes are those of all searches of the game so far. @p context is a struct
   sow_exact_game. */
static bool may_go_on(void *context, uint64_t nodes)
{
    const struct sow_exact_game *game = context;
    return nodes < game->limit;
}

/* Returns how large the table of one game should be in megabytes, 1 to TABLE_MEGABYTES. A
   small budget has a small table, because clearing it would take longer than the search.
 */
static size_t table_megabytes(uint64_t nodes)
{
    const uint64_t enough = ((uint64_t)TABLE_MEGABYTES << 20U) / TABLE_BYTES_PER_NODE;
    size_t megabytes = 1;
    if (nodes >= enough)
        return TABLE_MEGABYTES;
    while (megabytes << 20U < nodes * TABLE_BYTES_PER_NODE)
        megabytes *= 2;
    return megabytes;
}

/* Makes the solver of a game, which has none yet. Doubles its table, up to
   TABLE_MEGABYTES, while a large board needs more than the budget does. Fails as
   sow_solver_new; the solver is then NULL. */
static enum sow_status make_solver(struct sow_exact_game *game, struct sow_err *err)
{
    const struct sow_exact *exact = game->exact;
    struct sow_solve_options options = {.megabytes = table_megabytes(exact->nodes),
                                        .with = exact->with,
                                        .endgame = exact->endgame,
                                        .go_on = may_go_on,
                                        .context = game};
    for (;; options.megabytes *= 2) {
        enum sow_status status =
            sow_solver_new(&game->solver, exact->rules, exact->seeds, &options, err);
        if (status != SOW_USAGE || options.megabytes >= TABLE_MEGABYTES)
            return status;
    }
}

/* Finds out whether whole games can be searched by making a solver. Sets `seeds` to those
   of the start, or to -1 if they cannot. In this case fails with SOW_USAGE, unless there
   is an endgame file. Fails with SOW_NO_MEMORY. */
static enum sow_status try_search(struct sow_exact *exact, struct sow_err *err)
{
    struct sow_exact_game game = sow_exact_begin(exact);
    exact->seeds = sow_board_seeds(&exact->rules->start);
    enum sow_status status = make_solver(&game, err);
    if (status != SOW_OK)
        exact->seeds = -1;
    sow_exact_end(&game);
    return status == SOW_USAGE && exact->endgame != NULL ? SOW_OK : status;
}

enum sow_status sow_exact_open(struct sow_exact **exact,
                               const struct sow_exact_options *options,
                               const struct sow_rules *rules,
                               const struct sow_context *with, struct sow_err *err)
{
    struct sow_exact *made = calloc(1, sizeof *made);
    *exact = NULL;
    if (made == NULL)
        return sow_err_no_memory(err);
    made->rules = rules;
    made->with = *with;
    made->with.threads = 1;
    enum sow_status status = read_nodes(options, &made->nodes, err);
    if (status == SOW_OK && options->endgame[0] != '\0')
        status = open_endgame(made, options, err);
    if (status == SOW_OK)
        status = try_search(made, err);
    if (status == SOW_OK)
        *exact = made;
    else
        sow_exact_close(made);
    return status;
}

void sow_exact_close(struct sow_exact *exact)
{
    if (exact == NULL)
        return;
    sow_endgame_close(exact->endgame);
    free(exact);
}

/* ---- Positions ---- */

struct sow_exact_game sow_exact_begin(const struct sow_exact *exact)
{
    return (struct sow_exact_game){.exact = exact};
}

void sow_exact_end(struct sow_exact_game *game)
{
    sow_solver_free(game->solver);
    game->solver = NULL;
}

/* Reads the final margin of the side to move from the endgame file, which covers the
   position. Adds its best moves to @p best, unless this is NULL. */
static void look_up(const struct sow_exact *exact, const struct sow_board *board,
                    int *margin, sow_pits *best)
{
    int value = sow_endgame_value(exact->endgame, board);
    sow_pits legal = best != NULL ? sow_legal(exact->rules, board) : 0;
    *margin = board->store[board->side] - board->store[1 - board->side] + value;
    for (int pit = 0; pit < exact->rules->pits; pit++)
        if (((unsigned)legal >> pit & 1U) != 0 &&
            sow_endgame_move(exact->endgame, board, pit) == value)
            *best |= (sow_pits)(1U << (unsigned)pit);
}

/* Searches the final margin of the side to move, and its best moves unless @p best is
   NULL. Makes the solver of the game at the first call. Returns false if the budget or a
   stop request ended the search, or, with `failed` set, without memory. */
static bool search_margin(struct sow_exact_game *game, const struct sow_board *board,
                          int *margin, sow_pits *best)
{
    struct sow_solve_bounds value;
    if (game->solver == NULL)
        game->failed = make_solver(game, NULL) != SOW_OK || game->failed;
    if (game->failed)
        return false;
    game->limit = sow_solver_nodes(game->solver) + game->exact->nodes;
    sow_solver_rearm(game->solver);
    enum sow_status status = sow_solve_value(game->solver, board, &value, NULL);
    *margin = value.least;
    if (status == SOW_OK && best != NULL)
        status = sow_solve_best(game->solver, board, *margin, best, NULL);
    return status == SOW_OK;
}

bool sow_exact_solve(struct sow_exact_game *game, const struct sow_board *board,
                     int *margin, sow_pits *best)
{
    const struct sow_exact *exact = game->exact;
    int seeds = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    if (best != NULL)
        *best = 0;
    if (exact->endgame != NULL && seeds <= sow_endgame_seeds(exact->endgame)) {
        look_up(exact, board, margin, best);
        return true;
    }
    return seeds <= exact->seeds && exact->nodes > 0 &&
           sow_legal(exact->rules, board) != 0 &&
           search_margin(game, board, margin, best);
}
