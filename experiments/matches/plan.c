/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/plan.h"

#include "sow/matches/match.h"
#include "sow/matches/openings.h"
#include "sow/store/store.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Games of a slice: what an interruption costs at most, unless one match has more. */
enum { SLICE_GAMES = 1 << 18 };

enum sow_status sow_plan_admit(const struct sow_variant_choice *choice, size_t pairs,
                               struct sow_err *err)
{
    struct sow_variant_set set;
    enum sow_status status = sow_variant_set_read(choice, &set, err);
    if (status != SOW_OK)
        return status;
    size_t count = set.count * pairs;
    sow_variant_set_release(&set);
    if (count <= SOW_PLAN_CELLS_MAX)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "%zu matches are too many: at most %d; name fewer players, or "
                       "fewer variants",
                       count, SOW_PLAN_CELLS_MAX);
}

/* --- the plan --- */

static enum sow_status store_plan_rows(const struct sow_run *run,
                                       const struct sow_plan *plan, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->count && status == SOW_OK; i++) {
        size_t variant = plan->cells[i].variant;
        struct sow_match_variant_row row = {
            .run_id = run->id,
            .match = (int)i,
            .variant = plan->set->variants[variant].name,
            .rules = plan->set->rules[variant],
        };
        status = sow_store_add(run->sink, match_variant, &row, err);
    }
    return status;
}

static enum sow_status store_plan(const struct sow_run *run, const struct sow_plan *plan,
                                  struct sow_err *err)
{
    int64_t planned;
    enum sow_status status =
        sow_store_count(run->sink, "match_variants", run->id, &planned, err);
    if (status != SOW_OK || planned == (int64_t)plan->count)
        return status;
    if (planned != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "run %lld has a plan of %lld matches instead of %zu; its "
                           "record is damaged",
                           (long long)run->id, (long long)planned, plan->count);
    status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = store_plan_rows(run, plan, err);
    return sow_store_end(run->sink, status, err);
}

/* --- what is stored already --- */

/* Takes up stored matches. */
struct taking {
    const struct sow_plan *plan;
    struct sow_duel *results;
    size_t count;
};

static bool is_planned(const struct taking *taking, const struct sow_match_row *row)
{
    const struct sow_plan *plan = taking->plan;
    if (taking->count == plan->count || row->match != (int)taking->count ||
        row->games != plan->games)
        return false;
    const struct sow_plan_cell *cell = &plan->cells[taking->count];
    return strcmp(row->player, plan->specs[cell->player]) == 0 &&
           strcmp(row->opponent, plan->specs[cell->opponent]) == 0;
}

static struct sow_duel duel_of(const struct sow_match_row *row)
{
    return (struct sow_duel){
        .first = {row->first_wins, row->first_draws, row->first_losses},
        .second = {row->second_wins, row->second_draws, row->second_losses},
        .plies = row->plies,
        .margin = row->margin,
        .variety = {{row->first_distinct, row->first_effective},
                    {row->second_distinct, row->second_effective}},
    };
}

static enum sow_status take_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    struct taking *taking = context;
    if (!is_planned(taking, row))
        return sow_err_set(err, SOW_BAD_DATA,
                           "match %d of run %lld is not in its plan; the record is "
                           "damaged",
                           row->match, (long long)row->run_id);
    taking->results[taking->count++] = duel_of(row);
    return SOW_OK;
}

static enum sow_status take_pairs(void *context, const struct sow_match_pairs_row *row,
                                  struct sow_err *err)
{
    struct taking *taking = context;
    if (row->match < 0 || (size_t)row->match >= taking->count)
        return sow_err_set(err, SOW_BAD_DATA,
                           "pairs of match %d of run %lld are without it; the record is "
                           "damaged",
                           row->match, (long long)row->run_id);
    taking->results[row->match].pairs = (struct sow_pairs){
        {row->pairs_0, row->pairs_1, row->pairs_2, row->pairs_3, row->pairs_4}};
    taking->results[row->match].paired = true;
    return SOW_OK;
}

/* --- openings --- */

enum { TRIALS_MAX = 256 };

int sow_plan_openings(const struct sow_plan *plan)
{
    size_t step = (plan->count + TRIALS_MAX - 1) / TRIALS_MAX;
    for (size_t i = 0; i < plan->count; i += step) {
        const struct sow_plan_cell *cell = &plan->cells[i];
        struct sow_openings_trial trial = {.rules =
                                               &plan->set->variants[cell->variant].rules,
                                           .player = &plan->agents[cell->player],
                                           .opponent = &plan->agents[cell->opponent],
                                           .games = plan->games};
        if (cell->player != cell->opponent && sow_openings_are_needed(&trial))
            return SOW_RANDOM_PLIES_AUTO;
    }
    return 0;
}

/* --- slices --- */

/* Cells that are played together: one variant, one kernel. */
struct slice {
    size_t begin;
    size_t end;
    bool fast; /* by a kernel that is not passed over */
    enum sow_purpose purpose;
};

/* Whether the kernel asked for covers games of this agent. */
static bool covers(const struct sow_run *run, const struct sow_plan *plan,
                   const struct sow_plan_cell *cell, uint32_t agent)
{
    struct sow_batch batch = {.rules = &plan->set->variants[cell->variant].rules,
                              .agents = &plan->agents[agent],
                              .agent_count = 1,
                              .kernel = run->kernel};
    return sow_kernel_choose(&batch).passed_over == NULL;
}

static bool is_fast(const struct sow_run *run, const struct sow_plan *plan, size_t cell)
{
    const struct sow_plan_cell *at = &plan->cells[cell];
    return plan->random_plies == 0 && covers(run, plan, at, at->player) &&
           covers(run, plan, at, at->opponent);
}

/* One agent that a kernel does not cover would make it pass over the others' games. */
static struct slice next_slice(const struct sow_run *run, const struct sow_plan *plan,
                               size_t begin)
{
    struct slice slice = {begin, begin + 1, is_fast(run, plan, begin), SOW_PURPOSE_PANEL};
    size_t most = SLICE_GAMES / (2 * (size_t)plan->games);
    while (slice.end < plan->count && slice.end - begin < most &&
           plan->cells[slice.end].variant == plan->cells[begin].variant &&
           is_fast(run, plan, slice.end) == slice.fast)
        slice.end++;
    return slice;
}

/* FNV-1a, 64 bits, of a text and its NUL. */
static uint64_t add_to_key(uint64_t key, const char *text)
{
    const uint64_t prime = UINT64_C(1099511628211);
    do {
        key = (key ^ (unsigned char)*text) * prime;
    } while (*text++ != '\0');
    return key;
}

uint64_t sow_plan_key(const char *rules, const char *player, const char *opponent)
{
    uint64_t key = UINT64_C(14695981039346656037);
    key = add_to_key(key, rules);
    key = add_to_key(key, player);
    return add_to_key(key, opponent);
}

static uint64_t key_of(const struct sow_plan *plan, const struct sow_plan_cell *cell)
{
    return sow_plan_key(plan->set->rules[cell->variant], plan->specs[cell->player],
                        plan->specs[cell->opponent]);
}

static void note_kernel(struct sow_run *run, const struct sow_run *played)
{
    bool first = run->kernel_used == NULL;
    bool same = !first && strcmp(run->kernel_used, played->kernel_used) == 0;
    run->kernel_used = first || same ? played->kernel_used : "mixed";
    run->kernel_note = played->kernel_note;
}

static enum sow_status play_slice(struct sow_run *run, const struct sow_plan *plan,
                                  const struct slice *slice, struct sow_duel *results,
                                  struct sow_err *err)
{
    size_t count = slice->end - slice->begin;
    const struct sow_plan_cell *cells = &plan->cells[slice->begin];
    struct sow_duel_pair *pairs = calloc(count, sizeof *pairs);
    uint64_t *keys = calloc(count, sizeof *keys);
    enum sow_status status = SOW_NO_MEMORY;
    if (pairs == NULL || keys == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (struct sow_duel_pair){cells[i].player, cells[i].opponent};
        keys[i] = key_of(plan, &cells[i]);
    }
    struct sow_run played = *run;
    played.rules = &plan->set->variants[cells[0].variant].rules;
    struct sow_duels duels = {.agents = plan->agents,
                              .agent_count = slice->fast ? 0 : plan->agent_count,
                              .pairs = pairs,
                              .count = count,
                              .games = plan->games,
                              .purpose = slice->purpose,
                              .keys = keys,
                              .random_plies = plan->random_plies,
                              .look = true};
    status = sow_duels_play(&played, &duels, &results[slice->begin], err);
    note_kernel(run, &played);
done:
    free(pairs);
    free(keys);
    return status;
}

static enum sow_status store_slice(const struct sow_run *run, const struct sow_plan *plan,
                                   const struct slice *slice,
                                   const struct sow_duel *results, struct sow_err *err)
{
    enum sow_status status = sow_store_begin(run->sink, err);
    for (size_t i = slice->begin; i < slice->end && status == SOW_OK; i++) {
        const struct sow_plan_cell *cell = &plan->cells[i];
        struct sow_match_result result = {.match = (int)i,
                                          .purpose = "match",
                                          .player = &plan->agents[cell->player],
                                          .opponent = &plan->agents[cell->opponent],
                                          .duel = &results[i]};
        status = sow_match_store(run, &result, err);
        if (status == SOW_OK && results[i].paired)
            status = sow_match_store_pairs(run, (int)i, &results[i].pairs, err);
    }
    return sow_store_end(run->sink, status, err);
}

static void show_progress(const struct sow_run *run, const struct sow_plan *plan,
                          const struct slice *slice)
{
    char note[120];
    const struct sow_plan_cell *cell = &plan->cells[slice->begin];
    (void)snprintf(note, sizeof note, "match %zu/%zu %.40s%s", slice->begin + 1,
                   plan->count, plan->set->variants[cell->variant].name,
                   slice->fast ? "" : " (plain)");
    sow_progress_advance(run->progress, 0, note);
}

enum sow_status sow_plan_play(struct sow_run *run, const struct sow_plan *plan,
                              struct sow_duel *results, struct sow_err *err)
{
    assert(plan->count > 0 && plan->count <= SOW_PLAN_CELLS_MAX);
    struct taking taking = {.plan = plan, .results = results};
    uint64_t games = 2 * (uint64_t)plan->games;
    enum sow_status status = store_plan(run, plan, err);
    if (status == SOW_OK)
        status = sow_store_each(run->sink, match, run->id, take_match, &taking, err);
    if (status == SOW_OK)
        status =
            sow_store_each(run->sink, match_pairs, run->id, take_pairs, &taking, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(run->progress, games * plan->count, "games");
    sow_progress_advance(run->progress, games * taking.count, NULL);
    for (size_t begin = taking.count; begin < plan->count && status == SOW_OK;) {
        struct slice slice = next_slice(run, plan, begin);
        show_progress(run, plan, &slice);
        status = sow_run_look(run, err);
        if (status == SOW_OK)
            status = play_slice(run, plan, &slice, results, err);
        if (status == SOW_OK)
            status = store_slice(run, plan, &slice, results, err);
        begin = slice.end;
    }
    sow_progress_end(run->progress);
    return status;
}

enum sow_status sow_plan_replay(struct sow_run *run, const struct sow_plan *plan,
                                size_t cell, int games, struct sow_duel *result,
                                struct sow_err *err)
{
    struct sow_plan again = *plan;
    again.cells = &plan->cells[cell];
    again.count = 1;
    again.games = games;
    struct slice slice = {0, 1, is_fast(run, &again, 0), SOW_PURPOSE_REPLAY};
    return play_slice(run, &again, &slice, result, err);
}

enum sow_status sow_plan_conclude(const struct sow_run *run, const char *table,
                                  sow_conclude_fn *add, void *context,
                                  struct sow_err *err)
{
    int64_t rows;
    enum sow_status status = sow_store_count(run->sink, table, run->id, &rows, err);
    if (status != SOW_OK || rows > 0)
        return status;
    status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = add(context, err);
    return sow_store_end(run->sink, status, err);
}
