/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes stored weights that value the leaves of a search at a depth that they were
   neither made nor measured for. */
#include "cli_run.h"

#include "sow/players/players.h"
#include "sow/store/store.h"
#include "sow/store/tables/strengths.def"
#include "sow/strength/panel.h"
#include "sow/support/doc_pages.h"

#include <stdlib.h>
#include <string.h>

/* Weights of a stored run, and the depth at which a search is about to use them. */
struct leaves {
    int64_t run;
    int generation; /* generation or round; -1: the outcome of the run */
    int depth;      /* moves that the search looks ahead; 0: it has another limit */
    bool measured;  /* true if the run's strength at this depth is stored */
};

/* Finds "eval=[run:ID]" or "eval=[run:ID@N]" in the spec of a player and reads ID and N.
   Returns false if the evaluator is no stored run. */
static bool find_leaves(const char *spec, struct leaves *leaves)
{
    static const char BEFORE[] = "eval=[run:";
    const char *at = strcasestr(spec, BEFORE);
    if (at == NULL)
        return false;
    char *end;
    leaves->run = strtoll(at + strlen(BEFORE), &end, 10);
    leaves->generation = *end == '@' ? (int)strtol(end + 1, &end, 10) : -1;
    return leaves->run > 0 && *end == ']';
}

/* Sets `measured` if a stored strength is that of the weights at their depth. Callback
   of sow_store_each; @p context is a struct leaves. Never fails. */
static enum sow_status take_strength(void *context, const struct sow_strength_row *row,
                                     struct sow_err *err)
{
    struct leaves *leaves = context;
    (void)err;
    if (row->generation == leaves->generation && row->depth == leaves->depth)
        leaves->measured = true;
    return SOW_OK;
}

/* Returns the number of moves ahead for which the stored weights were made; 1 for a
   player that does not search. Returns 0 if it is unknown: the run is missing, or its
   player has another limit than a depth. */
static int made_for(struct sow_store *store, const struct leaves *leaves)
{
    struct sow_agent maker;
    char spec[64];
    int used = snprintf(spec, sizeof spec, "run:%lld", (long long)leaves->run);
    if (leaves->generation >= 0)
        (void)snprintf(spec + used, sizeof spec - (size_t)used, "@%d",
                       leaves->generation);
    if (sow_players_parse(store, spec, &maker, NULL) != SOW_OK)
        return 0;
    return maker.kind == SOW_AGENT_SEARCH ? maker.limits.depth : 1;
}

void sow_cli_note_leaves(const struct sow_cli *cli, struct sow_store *store,
                         const char *spec, const struct sow_agent *agent)
{
    char where[48] = "in a search without a fixed depth";
    char measure[64] = "";
    struct leaves leaves = {.depth = agent->limits.depth};
    /* Weights that were made for the view of the player to move hold at every depth. */
    if (agent->kind != SOW_AGENT_SEARCH || agent->of_mover || !find_leaves(spec, &leaves))
        return;
    int made = made_for(store, &leaves);
    if (made == 0 || made == leaves.depth ||
        sow_store_each(store, strength, leaves.run, take_strength, &leaves, NULL) !=
            SOW_OK ||
        leaves.measured)
        return;
    if (leaves.depth > 0)
        (void)snprintf(where, sizeof where, "at depth %d", leaves.depth);
    if (leaves.generation < 0 && sow_panel_depth_index(leaves.depth) >= 0)
        (void)snprintf(measure, sizeof measure, "'sowlab measure %lld' measures them; ",
                       (long long)leaves.run);
    sow_cli_note(cli,
                 "the weights of run %lld were made for %d %s ahead and are not measured "
                 "%s, where such weights are often poor; %s'sowlab learn' makes weights "
                 "for every depth (" SOW_DOC_LEARN ")",
                 (long long)leaves.run, made, made == 1 ? "move" : "moves", where,
                 measure);
}
