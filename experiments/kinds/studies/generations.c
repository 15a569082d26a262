/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generations.h"

#include "sow/base/stream.h"
#include "sow/runs/run_games.h"
#include "sow/store/store.h"
#include "sow/store/tables/runs.def"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Default of --step. */
enum { STEP = 25 };

#define AT(field) offsetof(struct sow_tournament_options, field)

/* Rows of the options that make players of the generations of an evolution. */

static const struct sow_param GENERATION_ROWS[] = {
    {"generations", &sow_param_integer, AT(generations), 0, INT_MAX, NULL, "0",
     "evolution whose generations play each other, instead of players that you name; 0: "
     "none. It plays by the rules of the evolution unless --variants names others"},
    {"step", &sow_param_integer, AT(step), 1, INT_MAX, NULL, "25",
     "with --generations: the best of generation 0, of each STEP-th one and of the last "
     "one play; the same best again plays only once"},
};

const struct sow_param_table sow_generations_params = {
    GENERATION_ROWS, sizeof GENERATION_ROWS / sizeof GENERATION_ROWS[0]};

enum sow_status sow_generations_check(const struct sow_tournament_options *tournament,
                                      const struct sow_words *words, struct sow_err *err)
{
    const struct sow_variant_choice *choice = &tournament->study.choice;
    if (tournament->generations == 0)
        return tournament->step == STEP
                   ? SOW_OK
                   : sow_err_set(err, SOW_USAGE,
                                 "'--step' has no effect here: it needs --generations");
    if (words->count > 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--generations' names the players: leave out '%s'",
                           words->words[0]);
    if (sow_variant_set_is_empty(&choice->set) &&
        (strcmp(tournament->variant, SOW_TOURNAMENT_VARIANT) != 0 ||
         (words->given != NULL && words->given(words->cli, "--variant")) ||
         choice->pits[0] != '\0' || choice->seeds[0] != '\0'))
        return sow_err_set(err, SOW_USAGE,
                           "'--generations' plays by the rules of its run: name other "
                           "variants with --variants");
    return SOW_OK;
}

/* SQL for the generations of run ?1 whose best individuals play, in their order. */
static const char CHOSEN[] =
    "SELECT min(g.generation) AS chosen FROM generations g JOIN individuals i"
    " ON i.run_id = g.run_id AND i.generation = g.generation"
    " AND i.individual = g.best_individual WHERE g.run_id = ?1"
    " AND (g.generation % ?2 = 0 OR g.generation ="
    " (SELECT max(generation) FROM generations WHERE run_id = ?1))"
    " GROUP BY i.weights ORDER BY chosen";

/* Players that are being named. */
struct naming {
    FILE *out;
    int64_t run; /* number of the evolution */
    int count;   /* number of players so far */
};

/* Writes the player of a row of CHOSEN. Never fails. Callback of sow_store_answer. */
static enum sow_status name_player(void *context, const struct sow_cells *cells,
                                   struct sow_err *err)
{
    struct naming *naming = context;
    (void)err;
    (void)fprintf(naming->out, "%srun:%lld@%s", naming->count > 0 ? " " : "",
                  (long long)naming->run, cells->text[0]);
    naming->count++;
    return SOW_OK;
}

/* Returns SOW_USAGE with the reason why fewer than two players were named, else SOW_OK.
 */
static enum sow_status check_count(const struct naming *naming, struct sow_err *err)
{
    if (naming->count == 0)
        return sow_err_set(err, SOW_USAGE,
                           "run %lld has no generations: name a run of evolve",
                           (long long)naming->run);
    if (naming->count == 1)
        return sow_err_set(err, SOW_USAGE,
                           "run %lld has the same best individual in all generations "
                           "asked for: take a smaller --step",
                           (long long)naming->run);
    return SOW_OK;
}

/* Types `run:ID@G` into a list, for each player of CHOSEN. Returns SOW_NOT_FOUND if there
   is no such run, SOW_USAGE if it has fewer than two players, or the failure of the
   database. */
static enum sow_status type_players(struct sow_store *store, int64_t run, int step,
                                    struct sow_player_list *list, struct sow_err *err)
{
    char *text = NULL;
    size_t size = 0;
    enum sow_status status = sow_store_require_run(store, run, err);
    if (status != SOW_OK)
        return status;
    struct naming naming = {.out = sow_stream_open(&text, &size), .run = run};
    if (naming.out == NULL)
        return sow_err_no_memory(err);
    status =
        sow_store_answer(store, CHOSEN, SOW_VALUES(sow_integer(run), sow_integer(step)),
                         name_player, &naming, err);
    if (fclose(naming.out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = check_count(&naming, err);
    if (status == SOW_OK)
        status = sow_player_list_type(list, text, err);
    free(text);
    return status;
}

enum sow_status sow_generations_find(void *options, struct sow_store *source,
                                     const struct sow_rules *rules,
                                     const struct sow_context *with, struct sow_err *err)
{
    (void)rules;
    (void)with;
    struct sow_tournament_options *asked = options;
    struct sow_study_options *study = &asked->study;
    struct sow_run_row row;
    if (asked->generations == 0)
        return SOW_OK;
    enum sow_status status =
        type_players(source, asked->generations, asked->step, &study->players, err);
    if (status == SOW_OK && sow_variant_set_is_empty(&study->choice.set)) {
        status = sow_store_read_run(source, asked->generations, &row, err);
        if (status == SOW_OK) {
            sow_variant_set_release(&study->choice.set);
            status = sow_run_games_read(&row, &study->choice.set, err);
            sow_run_row_release(&row);
        }
    }
    return sow_err_blame(err, status, "generations");
}
