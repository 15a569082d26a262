/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/study.h"

#include "plan.h"
#include "sow/base/array.h"
#include "sow/matches/openings.h"
#include "sow/store/store.h"

#include <stdlib.h>
#include <string.h>

/* --- cells and agents --- */

void sow_study_add_cell(struct sow_study *study, size_t variant, size_t player,
                        size_t opponent)
{
    size_t at = study->count++;
    if (at >= SOW_STUDY_CELLS_MAX || (at > 0 && study->cells == NULL))
        return;
    struct sow_study_cell *cells = sow_array_grow(study->cells, at, sizeof *cells);
    if (cells == NULL) {
        free(study->cells);
        study->cells = NULL;
        return;
    }
    study->cells = cells;
    cells[at] = (struct sow_study_cell){
        .variant = variant, .player = (uint32_t)player, .opponent = (uint32_t)opponent};
}

/* Adds a copy of an agent and its canonical spec at the end of both lists. Takes
   ownership of @p spec, which is NULL if there was no memory for it. Returns
   SOW_NO_MEMORY; the spec is then freed, and the number of agents is as before. */
static enum sow_status add_agent(struct sow_study *study, const struct sow_agent *agent,
                                 char *spec, struct sow_err *err)
{
    size_t at = study->agent_count;
    struct sow_agent *agents = sow_array_grow(study->agents, at, sizeof *agents);
    study->agents = agents != NULL ? agents : study->agents;
    char **specs = sow_array_grow(study->specs, at, sizeof *specs);
    study->specs = specs != NULL ? specs : study->specs;
    if (spec == NULL || agents == NULL || specs == NULL) {
        free(spec);
        return sow_err_no_memory(err);
    }
    agents[at] = *agent;
    specs[at] = spec;
    study->agent_count++;
    return SOW_OK;
}

enum sow_status sow_study_add_agent(struct sow_study *study,
                                    const struct sow_agent *agent, struct sow_err *err)
{
    return add_agent(study, agent, sow_agent_spec(agent), err);
}

/* Adds the players of a list, in its order and with their canonical specs, to the agents
   of the study. Fails with SOW_NO_MEMORY. */
static enum sow_status add_players(struct sow_study *study,
                                   const struct sow_player_list *players,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < players->count && status == SOW_OK; i++)
        status = add_agent(study, &players->agents[i], strdup(players->specs[i]), err);
    return status;
}

/* --- the study --- */

/* Checks the match list after all cells were added. Fails with SOW_USAGE if there are
   more than SOW_STUDY_CELLS_MAX. Fails with SOW_NO_MEMORY if sow_study_add_cell could not
   store them, or if there are none. */
static enum sow_status check_cells(const struct sow_study *study, struct sow_err *err)
{
    if (study->count > SOW_STUDY_CELLS_MAX)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "%zu matches are too many: at most %d; "
                                         "name fewer players, or fewer variants",
                                         study->count, SOW_STUDY_CELLS_MAX),
                             "variants");
    return study->cells == NULL ? sow_err_no_memory(err) : SOW_OK;
}

/* Fills in a study from its options: copies the fields, adds players and then opponents
   as agents, and lets the design list the cells. Plays and stores nothing. The caller
   releases the study, also after a failure: SOW_NO_MEMORY, or an error of the design or
   of check_cells. */
static enum sow_status init_study(struct sow_study *study,
                                  const struct sow_study_design *design,
                                  struct sow_err *err)
{
    const struct sow_study_options *asked = study->options;
    study->games = asked->games;
    study->random_plies = asked->random_plies;
    study->starts = asked->starts;
    study->keep_games = asked->keep_games;
    study->set = asked->choice.set;
    study->players = asked->players;
    if (design->has_opponents)
        study->opponents = asked->opponents;
    study->state = calloc(1, design->state_size + 1);
    if (study->state == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = add_players(study, &study->players, err);
    if (status == SOW_OK)
        status = add_players(study, &study->opponents, err);
    if (status == SOW_OK)
        status = design->begin(study, err);
    return status == SOW_OK ? check_cells(study, err) : status;
}

/* Frees everything that the study owns, with the state of the design, also after a failed
   init_study. The options stay. */
static void release_study(struct sow_study *study, const struct sow_study_design *design)
{
    if (design->release != NULL && study->state != NULL)
        design->release(study->state);
    free(study->state);
    for (size_t i = 0; i < study->agent_count; i++)
        free(study->specs[i]);
    free(study->specs);
    free(study->agents);
    free(study->cells);
    free(study->duels);
}

/* --- preparation --- */

/* Sets the error for a wrong number of players and returns SOW_USAGE. Usually the message
   is that of the design. Another message says that several typed words are the same
   player, if the name of the only player joins them by "=", as in h4=run:2. */
static enum sow_status miscounted(const struct sow_study_design *design,
                                  const struct sow_player_list *players,
                                  struct sow_err *err)
{
    const char *names = players->names[0];
    if (players->count == 1 &&
        (strstr(names, "=run:") != NULL ||
         (strncmp(names, "run:", 4) == 0 && strchr(names, '=') != NULL)))
        return sow_err_set(err, SOW_USAGE,
                           "%.200s: these are the same player; name another player "
                           "too",
                           names);
    return sow_err_set(err, SOW_USAGE, "%s", design->miscount);
}

/* Resolves players, opponents and variants of the options in place, and checks the
   number of players. Returns SOW_USAGE if it is wrong, or the error of a name that
   cannot be resolved. */
static enum sow_status resolve_options(const struct sow_study_design *design,
                                       struct sow_study_options *asked,
                                       struct sow_store *source, struct sow_err *err)
{
    enum sow_status status = sow_err_blame(
        err, sow_player_list_resolve(&asked->players, source, err), "operands");
    if (status == SOW_OK && design->has_opponents)
        status = sow_err_blame(
            err, sow_player_list_resolve(&asked->opponents, source, err), "opponents");
    if (status == SOW_OK)
        status = sow_err_blame(err, sow_variant_choice_resolve(&asked->choice, err),
                               "variants");
    size_t players = asked->players.count;
    if (status == SOW_OK &&
        (players < design->least_players ||
         (design->most_players > 0 && players > design->most_players)))
        status = sow_err_blame(err, miscounted(design, &asked->players, err), "operands");
    return status;
}

/* Checks, before the run is recorded, that all players and opponents can play in all
   variants; does not wait for outside programs. Agents that the design adds are left out.
   Returns the error of the first agent that cannot, blamed on the operands or on
   --opponents. */
static enum sow_status open_agents(const struct sow_study *study, struct sow_err *err)
{
    size_t named = study->players.count + study->opponents.count;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < study->set.count; i++)
        for (size_t k = 0; k < named && status == SOW_OK; k++)
            status =
                sow_err_blame(err,
                              sow_agent_open(&study->agents[k],
                                             &study->set.variants[i].rules, false, err),
                              k < study->players.count ? "operands" : "opponents");
    return status;
}

enum sow_status sow_study_prepare(const struct sow_study_design *design, void *options,
                                  struct sow_store *source, struct sow_err *err)
{
    struct sow_study_options *asked = options;
    struct sow_study study = {.options = options};
    enum sow_status status = resolve_options(design, asked, source, err);
    if (status == SOW_OK)
        status =
            sow_err_blame(err,
                          sow_openings_resolve_all(&asked->starts, &asked->random_plies,
                                                   &asked->choice.set, err),
                          "starts");
    if (status == SOW_OK)
        status = sow_keep_resolve(&asked->keep_games, asked->games, err);
    if (status == SOW_OK)
        status = init_study(&study, design, err);
    if (status == SOW_OK)
        status = open_agents(&study, err);
    if (status == SOW_OK && asked->random_plies == SOW_RANDOM_PLIES_ASKED)
        status = sow_plan_openings(&study, false, &asked->random_plies, err);
    release_study(&study, design);
    return status;
}

/* Answers the question of sow_study_question: plays test games of some cells and sets the
   option `random_plies` to 0 or SOW_RANDOM_PLIES_AUTO. Returns SOW_INTERRUPTED after a
   stop request, or an error of init_study. */
static enum sow_status ask_openings(const struct sow_run_kind *kind, void *options,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_study_options *asked = options;
    struct sow_study study = {.options = options};
    enum sow_status status = init_study(&study, kind->design, err);
    if (status == SOW_OK)
        status = sow_plan_openings(&study, true, &asked->random_plies, err);
    release_study(&study, kind->design);
    return status;
}

const struct sow_run_question sow_study_question = SOW_OPENINGS_QUESTION(ask_openings);

enum sow_status sow_study_take(void *options, const struct sow_words *words,
                               struct sow_err *err)
{
    struct sow_study_options *asked = options;
    return sow_err_blame(
        err, sow_player_list_take(&asked->players, words->count, words->words, err),
        "operands");
}

/* --- the run --- */

/* Stores the conclusions of the design in one transaction. Does nothing if the design has
   none, or if its table has rows of this run already. On failure none of them is stored.
   */
static enum sow_status store_conclusions(const struct sow_study *study,
                                         const struct sow_study_design *design,
                                         struct sow_err *err)
{
    const struct sow_run *run = study->run;
    if (design->conclude == NULL)
        return SOW_OK;
    int64_t rows;
    enum sow_status status =
        sow_store_count(run->sink, design->table, run->id, &rows, err);
    if (status != SOW_OK || rows > 0)
        return status;
    status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = design->conclude(study, err);
    return sow_store_end(run->sink, status, err);
}

enum sow_status sow_study_execute(struct sow_run *run, const void *options,
                                  struct sow_err *err)
{
    const struct sow_study_design *design = run->kind->design;
    struct sow_study study = {.run = run, .options = options};
    enum sow_status status = init_study(&study, design, err);
    if (status == SOW_OK && design->enter != NULL)
        status = design->enter(&study, err);
    if (status == SOW_OK)
        status = sow_plan_play(&study, err);
    if (status == SOW_OK && design->after != NULL)
        status = design->after(&study, err);
    if (status == SOW_OK)
        status = store_conclusions(&study, design, err);
    release_study(&study, design);
    run->stop_reason = design->ended;
    return status;
}
