/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a plan's lists, compared over its random seeds. */
#include "block_compare.h"
#include "sow/queries/sweep_table.h"
#include "sow/sections/report.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists whose values are different games. Their values are not compared: every
   combination of them is a variant of its own. */
static const char *const GAMES[] = {"variant",       "variants", "pits",
                                    "seeds_per_pit", "start",    "rule"};

/* Room for the values of a variant's lists. */
enum { VARIANT_NAME_MAX = 96 };

/* A sweep seen as blocks: each random seed in each variant has a cell for every
   combination of the other lists. */
struct blocks {
    const struct sow_sweep_plan *plan;
    const struct sow_sweep_place *places;
    const struct sow_sweep_measures *measures;
    size_t seeds; /* index of the list of random seeds; the number of lists: none */
    size_t games[sizeof GAMES / sizeof GAMES[0]]; /* indices of the lists of variants */
    size_t game_count;                            /* number of these lists */
    size_t variants;                   /* number of combinations of their values */
    size_t lists[SOW_SWEEP_LISTS_MAX]; /* indices of the lists that are compared */
    /* Names and values of the compared lists. */
    struct sow_compared_list compared[SOW_SWEEP_LISTS_MAX];
    size_t list_count; /* number of compared lists */
    size_t cells;      /* cells of a block */
    size_t count;      /* number of complete blocks; the arrays below are for these */
    double *values;    /* cells, block by block */
    size_t *strata;    /* stratum of each block: variants with complete blocks, from 0 */
    int64_t *first;    /* number of the run of the first cell of each block */
    size_t stratum_count;
    char (*names)[VARIANT_NAME_MAX]; /* variant of each stratum */
    const char **stratum_names;      /* pointers to these names */
    size_t left_out;                 /* number of incomplete blocks */
    struct sow_omissions omissions;
};

/* Returns true if @p name is in GAMES: a list whose values are different games. */
static bool is_game(const char *name)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++)
        if (strcmp(GAMES[i], name) == 0)
            return true;
    return false;
}

/* Finds the list of random seeds and, among the others with several values, the lists of
   variants and those that are compared. Counts the variants and the cells of a block. */
static void find_lists(struct blocks *blocks)
{
    const struct sow_sweep_plan *plan = blocks->plan;
    blocks->seeds = sow_sweep_plan_find(plan, "seed");
    blocks->variants = 1;
    blocks->cells = 1;
    for (size_t i = 0; i < plan->list_count; i++) {
        const struct sow_sweep_list *list = &plan->lists[i];
        if (i == blocks->seeds || list->count < 2)
            continue;
        if (is_game(list->name)) {
            blocks->games[blocks->game_count++] = i;
            blocks->variants *= list->count;
            continue;
        }
        blocks->lists[blocks->list_count] = i;
        blocks->compared[blocks->list_count++] =
            (struct sow_compared_list){list->name, list->count, list->values};
        blocks->cells *= list->count;
    }
}

/* Returns the number of values of a list; 1 if there is no such list. */
static size_t count_values(const struct sow_sweep_plan *plan, size_t list)
{
    return list < plan->list_count ? plan->lists[list].count : 1;
}

/* Returns the number of tasks from the first value of a list to value @p value; 0 if
   there is no such list. */
static size_t offset_of(const struct sow_sweep_plan *plan, size_t list, size_t value)
{
    return list < plan->list_count ? sow_sweep_plan_task(plan, list, value) - 1 : 0;
}

/* Returns the index, from 0, of the task of cell @p cell. @p base is the index of the
   task of the first cell of its block. */
static size_t task_of(const struct blocks *blocks, size_t base, size_t cell)
{
    for (size_t i = blocks->list_count; i-- > 0;) {
        const struct sow_compared_list *list = &blocks->compared[i];
        base += offset_of(blocks->plan, blocks->lists[i], cell % list->count);
        cell /= list->count;
    }
    return base;
}

/* Returns why the task with index @p task has no value, a static text, or NULL if it has
   one. */
static const char *find_gap(const struct blocks *blocks, size_t task)
{
    switch (blocks->places[task].presence) {
    case SOW_RUN_ABSENT:
        return "a run is missing or failed";
    case SOW_RUN_BUSY:
        return "a run is not finished";
    case SOW_RUN_LEFT:
        return "a run is interrupted or failed";
    case SOW_RUN_DONE:
        break;
    }
    return isfinite(blocks->measures->of[task].value) ? NULL
                                                      : "a run does not have the measure";
}

/* Copies the values of a block behind those of the complete blocks, but does not count
   it. Returns NULL, or why the block is left out: it is not complete, or its first run is
   that of an earlier block. The index of its first task is @p base. */
static const char *fill_block(struct blocks *blocks, size_t base)
{
    double *values = &blocks->values[blocks->count * blocks->cells];
    for (size_t cell = 0; cell < blocks->cells; cell++) {
        size_t task = task_of(blocks, base, cell);
        const char *gap = find_gap(blocks, task);
        if (gap != NULL)
            return gap;
        values[cell] = blocks->measures->of[task].value;
    }
    int64_t id = blocks->places[base].id;
    for (size_t i = 0; i < blocks->count; i++)
        if (blocks->first[i] == id)
            return "the same runs as another random seed";
    blocks->first[blocks->count] = id;
    return NULL;
}

/* Returns the number of tasks from the first variant to variant @p variant. Writes the
   values of the variant to @p name, each with a blank behind it, and cuts a text that
   does not fit. */
static size_t find_variant(const struct blocks *blocks, size_t variant, char *name,
                           size_t size)
{
    size_t offset = 0;
    size_t length = 0;
    size_t below = blocks->variants;
    name[0] = '\0';
    for (size_t i = 0; i < blocks->game_count; i++) {
        const struct sow_sweep_list *list = &blocks->plan->lists[blocks->games[i]];
        below /= list->count;
        size_t value = variant / below % list->count;
        offset += offset_of(blocks->plan, blocks->games[i], value);
        if (length < size)
            length += (size_t)snprintf(name + length, size - length, "%s ",
                                       list->values[value]);
    }
    return offset;
}

/* Adds a block to the omissions, by its variant (a text of find_variant) and its random
   seed, an index; counts it in @c left_out. */
static void omit_block(struct blocks *blocks, const char *variant, size_t seed,
                       const char *reason)
{
    const struct sow_sweep_plan *plan = blocks->plan;
    char name[160];
    (void)snprintf(name, sizeof name, "%s%s", variant,
                   blocks->seeds < plan->list_count
                       ? plan->lists[blocks->seeds].values[seed]
                       : "the default");
    sow_omissions_add(&blocks->omissions, "random seed", reason, name);
    blocks->left_out++;
}

/* Collects the complete blocks, variant by variant; the others go to the omissions.
   Returns the number of random seeds that have a complete block in any variant. @p used
   is all false before and has a place for each random seed. */
static size_t collect(struct blocks *blocks, bool *used)
{
    const struct sow_sweep_plan *plan = blocks->plan;
    size_t seeds = 0;
    for (size_t v = 0; v < blocks->variants; v++) {
        /* An earlier variant without complete blocks leaves its place to this one. */
        char *name = blocks->names[blocks->stratum_count];
        size_t begin = find_variant(blocks, v, name, VARIANT_NAME_MAX);
        size_t before = blocks->count;
        for (size_t s = 0; s < count_values(plan, blocks->seeds); s++) {
            size_t base = begin + offset_of(plan, blocks->seeds, s);
            const char *reason = fill_block(blocks, base);
            if (reason != NULL) {
                omit_block(blocks, name, s, reason);
                continue;
            }
            seeds += !used[s];
            used[s] = true;
            blocks->strata[blocks->count++] = blocks->stratum_count;
        }
        if (blocks->count == before)
            continue;
        blocks->stratum_names[blocks->stratum_count++] = name;
        name[strlen(name) - (name[0] != '\0')] = '\0';
    }
    return seeds;
}

/* Collects the complete blocks and passes them to @p use with @p context; they are freed
   afterwards. Returns SOW_NO_MEMORY or the status of @p use. */
static enum sow_status use_blocks(struct blocks *blocks, sow_sweep_blocks_fn *use,
                                  void *context, struct sow_err *err)
{
    size_t seeds = count_values(blocks->plan, blocks->seeds);
    size_t most = seeds * blocks->variants;
    bool *used = calloc(seeds, sizeof *used);
    blocks->values = calloc(most * blocks->cells, sizeof *blocks->values);
    blocks->strata = calloc(most, sizeof *blocks->strata);
    blocks->first = calloc(most, sizeof *blocks->first);
    blocks->names = calloc(blocks->variants, sizeof *blocks->names);
    blocks->stratum_names = calloc(blocks->variants, sizeof *blocks->stratum_names);
    enum sow_status status = SOW_NO_MEMORY;
    if (used == NULL || blocks->values == NULL || blocks->strata == NULL ||
        blocks->first == NULL || blocks->names == NULL || blocks->stratum_names == NULL) {
        (void)sow_err_no_memory(err);
    } else {
        size_t found = collect(blocks, used);
        const struct sow_compared compared = {
            .measure = blocks->measures->name,
            .equivalent = blocks->measures->equivalent,
            .list_count = blocks->list_count,
            .lists = blocks->compared,
            .blocks = blocks->count,
            .values = blocks->values,
            .strata = blocks->strata,
            .stratum_count = blocks->stratum_count > 0 ? blocks->stratum_count : 1,
            .stratum_names = blocks->stratum_names,
            .seeds = found,
            .left_out = blocks->left_out,
            .omissions = &blocks->omissions};
        status = use(context, &compared, err);
    }
    free(used);
    free(blocks->values);
    free(blocks->strata);
    free(blocks->first);
    free(blocks->names);
    free(blocks->stratum_names);
    return status;
}

enum sow_status sow_sweep_blocks(const struct sow_sweep_plan *plan,
                                 const struct sow_sweep_place *places,
                                 const struct sow_sweep_measures *measures,
                                 sow_sweep_blocks_fn *use, void *context,
                                 struct sow_err *err)
{
    struct blocks blocks = {.plan = plan, .places = places, .measures = measures};
    find_lists(&blocks);
    return blocks.list_count > 0 ? use_blocks(&blocks, use, context, err) : SOW_OK;
}

/* A report of a comparison. */
struct reporting {
    struct sow_report *report;
    bool main; /* true if the table of comparisons is the main section */
};

/* Reports the comparison of blocks by sow_compared_report. @p context is a struct
   reporting. Callback of use_blocks. */
static enum sow_status report_blocks(void *context, const struct sow_compared *compared,
                                     struct sow_err *err)
{
    const struct reporting *reporting = context;
    return sow_compared_report(compared, reporting->main, reporting->report, err);
}

enum sow_status sow_sweep_compare(const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_place *places,
                                  const struct sow_sweep_measures *measures, bool main,
                                  struct sow_report *report, struct sow_err *err)
{
    struct blocks blocks = {.plan = plan, .places = places, .measures = measures};
    struct reporting reporting = {report, main};
    find_lists(&blocks);
    if (blocks.list_count == 0)
        return SOW_OK;
    if (measures->name[0] != '\0')
        return use_blocks(&blocks, report_blocks, &reporting, err);
    bool any = false;
    for (size_t i = 0; i < plan->tasks; i++)
        any = any || isfinite(measures->of[i].value);
    if (any) {
        sow_report_record(report, "comparison");
        sow_report_text(report, "note",
                        "the runs have no measure in common: choose one with --measure");
    }
    return SOW_OK;
}
