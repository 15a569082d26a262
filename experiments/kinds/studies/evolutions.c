/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/evolutions.h"

#include "sow/runs/trial.h"
#include "sow/store/store.h"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/evolutions.def"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t sow_evolution_seed(const struct sow_run *run, int index)
{
    return (run->seed + (uint64_t)index) & (uint64_t)INT64_MAX;
}

/* Evolutions of a run, numbered from 0 by setting and then by random seed. All pointers
   are borrowed. */
struct making {
    struct sow_run *run;
    const struct sow_evolution_plan *plan;
    /* Results of all evolutions; those before `done` are filled in. */
    struct sow_evolution *results;
    /* Number of all evolutions, and of the finished ones. */
    size_t total;
    size_t done;
};

/* Returns the setting of an evolution by its number, counted from 0 over all settings. */
static const struct sow_evolution_setting *setting_of(const struct making *making,
                                                      size_t evolution)
{
    return &making->plan->settings[evolution / (size_t)making->plan->evolutions];
}

/* Returns the random seed of an evolution by its number, counted over all settings.
   Evolutions with the same place in their settings have the same seed. */
static uint64_t seed_of(const struct making *making, size_t evolution)
{
    int index = (int)(evolution % (size_t)making->plan->evolutions);
    return sow_evolution_seed(making->run, index);
}

/* Returns the number of genes of an evolution, by its number over all settings. */
static int genes_of(const struct making *making, size_t evolution)
{
    return setting_of(making, evolution)->options->reading.feature_count;
}

/* --- evolutions of a resumed run --- */

/* Returns true if a stored row is the next evolution (number `done`): same setting,
   rules, random seed and number of genes. */
static bool is_planned(const struct making *making, const struct sow_evolution_row *row)
{
    size_t next = making->done;
    if (next == making->total || row->evolution != (int)next ||
        row->weights.count != genes_of(making, next))
        return false;
    const struct sow_evolution_setting *setting = setting_of(making, next);
    return strcmp(row->setting, setting->name) == 0 &&
           strcmp(row->rules, setting->rules_text) == 0 &&
           (uint64_t)row->seed == seed_of(making, next);
}

/* Fills in the result of an evolution: a copy of its champion's genes, the agent that
   these make, fitness and score. */
static void keep_result(const struct making *making, size_t evolution,
                        const double *genes, double fitness, double score)
{
    struct sow_evolution *result = &making->results[evolution];
    const struct sow_evolution_setting *setting = setting_of(making, evolution);
    *result = (struct sow_evolution){.fitness = fitness, .score = score};
    memcpy(result->genes, genes,
           (size_t)genes_of(making, evolution) * sizeof *result->genes);
    sow_evolve_agent(&setting->options->reading, genes, &result->agent);
}

/* Takes a stored row as the result of the next evolution, and counts it. Returns
   SOW_BAD_DATA if it is another evolution, or if its genes are not valid. Callback of
   sow_store_each; @p context is a struct making. */
static enum sow_status take_stored(void *context, const struct sow_evolution_row *row,
                                   struct sow_err *err)
{
    struct making *making = context;
    bool planned = is_planned(making, row);
    if (planned) {
        struct sow_genome_spec spec =
            sow_evolve_genome_spec(&setting_of(making, making->done)->options->reading);
        planned = sow_genome_first_invalid(&spec, row->weights.value) < 0;
    }
    if (!planned)
        return sow_err_set(err, SOW_BAD_DATA,
                           "evolution %d of run %lld does not belong to the run; the "
                           "record is damaged",
                           row->evolution, (long long)row->run_id);
    keep_result(making, making->done, row->weights.value, row->fitness, row->score);
    making->done++;
    return SOW_OK;
}

/* --- one evolution --- */

/* An evolution in progress. Several may run, each on a thread. */
struct evolving {
    const struct making *making;
    size_t evolution;
    struct sow_context with; /* context of the run; with one thread if several evolutions
                                run */
    /* Status of the finished evolution, and the reason of a failure. */
    enum sow_status status;
    struct sow_err err;
};

/* Keeps the champion that a trial has stored as the result of its evolution. Callback of
   sow_store_each; @p context is a struct evolving. */
static enum sow_status take_champion(void *context, const struct sow_champion_row *row,
                                     struct sow_err *err)
{
    (void)err;
    const struct evolving *evolving = context;
    assert(row->weights.count == genes_of(evolving->making, evolving->evolution));
    keep_result(evolving->making, evolving->evolution, row->weights.value, row->fitness,
                row->score);
    return SOW_OK;
}

/* Makes one evolution and sets its result. The evolution is a run in a database of its
   own in memory. So it finds no earlier evolutions, and memory does not grow with their
   number. Returns SOW_INTERRUPTED after a stop request, or another error of the trial. */
static enum sow_status evolve_setting(struct evolving *evolving, struct sow_err *err)
{
    const struct making *making = evolving->making;
    const struct sow_evolution_setting *setting = setting_of(making, evolving->evolution);
    struct sow_trial trial = {.kind = &sow_evolve_kind,
                              .variant = setting->variant,
                              .rules = setting->rules,
                              .options = setting->options,
                              .seed = seed_of(making, evolving->evolution),
                              .with = evolving->with};
    struct sow_store *trials = NULL;
    int64_t id;
    enum sow_status status = sow_trial_store(making->run, &trials, err);
    if (status == SOW_OK)
        status = sow_trial_execute(trials, &trial, &id, err);
    if (status == SOW_OK)
        status = sow_store_visit_champion(trials, id, take_champion, evolving, err);
    sow_store_close(trials);
    return status;
}

/* Makes the evolutions @p begin to @p end - 1 of an array, and notes the status of each.
   It is a sow_range_fn; @p context is an array of struct evolving. */
static void evolve_each(void *context, size_t begin, size_t end)
{
    struct evolving *evolvings = context;
    for (size_t i = begin; i < end; i++)
        evolvings[i].status = evolve_setting(&evolvings[i], &evolvings[i].err);
}

/* --- several --- */

/* Adds the result of evolution number `done` to table `evolutions`. @p player is the
   spec of its champion. Returns an error of the database. */
static enum sow_status store_evolution(const struct making *making, const char *player,
                                       struct sow_err *err)
{
    const struct sow_evolution *result = &making->results[making->done];
    const struct sow_evolution_setting *setting = setting_of(making, making->done);
    struct sow_evolution_row row = {
        .run_id = making->run->id,
        .evolution = (int)making->done,
        .setting = setting->name,
        .variant = setting->variant,
        .rules = setting->rules_text,
        .seed = (int64_t)seed_of(making, making->done),
        .player = player,
        .weights = {result->genes, genes_of(making, making->done)},
        .fitness = result->fitness,
        .score = result->score,
    };
    return sow_store_add(making->run->sink, evolution, &row, err);
}

/* Stores the result of evolution number `done` in a transaction of its own. Returns
   SOW_NO_MEMORY or an error of the database. */
static enum sow_status store(const struct making *making, struct sow_err *err)
{
    struct sow_store *sink = making->run->sink;
    char *player = sow_agent_spec(&making->results[making->done].agent);
    if (player == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_store_begin(sink, err);
    if (status == SOW_OK)
        status = store_evolution(making, player, err);
    status = sow_store_end(sink, status, err);
    free(player);
    return status;
}

/* Shows on the progress line how many evolutions are done, the number of the next one,
   counted from 1, and its setting. */
static void show_progress(const struct making *making)
{
    char note[120];
    (void)snprintf(note, sizeof note, "evolution %zu/%zu %.60s", making->done + 1,
                   making->total, setting_of(making, making->done)->name);
    sow_progress_update(making->run->with.progress, making->done, note);
}

/* Returns the number of evolutions to make at once. It is the number of threads while at
   least as many are left, each with one evolution. So threads wait for each other once
   an evolution, not once a generation. The rest are made one after the other, each on
   all threads. */
static size_t next_count(const struct making *making)
{
    size_t threads = (size_t)sow_parallel_threads(making->run->with.threads);
    return making->total - making->done >= threads ? threads : 1;
}

/* Makes the next evolutions at once. Stores those that finished before the first one
   that failed, and counts them in `done`. Returns the error of that one, SOW_NO_MEMORY,
   or an error of the database. */
static enum sow_status make_next(struct making *making, struct sow_err *err)
{
    size_t count = next_count(making);
    struct evolving *evolvings = calloc(count, sizeof *evolvings);
    if (evolvings == NULL)
        return sow_err_no_memory(err);
    struct sow_context each = making->run->with;
    if (count > 1)
        each.threads = 1;
    for (size_t i = 0; i < count; i++)
        evolvings[i] = (struct evolving){
            .making = making, .evolution = making->done + i, .with = each};
    /* A stop request ends the evolutions, not the loop: each then has its status. */
    struct sow_context with = {.threads = (int)count};
    (void)sow_parallel_for(&with, 1, count, evolve_each, evolvings);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        status = evolvings[i].status;
        if (status != SOW_OK)
            (void)sow_err_set(err, status, "%s", evolvings[i].err.text);
        else
            status = store(making, err);
        making->done += status == SOW_OK;
    }
    free(evolvings);
    return status;
}

enum sow_status sow_evolutions_make(struct sow_run *run,
                                    const struct sow_evolution_plan *plan,
                                    struct sow_evolution *results, struct sow_err *err)
{
    assert(plan->evolutions >= 1);
    struct making making = {.run = run,
                            .plan = plan,
                            .results = results,
                            .total = plan->setting_count * (size_t)plan->evolutions};
    enum sow_status status =
        sow_store_each(run->sink, evolution, run->id, take_stored, &making, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(run->with.progress, making.total, "evolutions");
    while (making.done < making.total && status == SOW_OK) {
        show_progress(&making);
        status = sow_run_look(run, err);
        if (status == SOW_OK)
            status = make_next(&making, err);
    }
    sow_progress_end(run->with.progress);
    return status;
}
