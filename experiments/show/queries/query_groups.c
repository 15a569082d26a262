/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of two groups of runs, paired by random seed. */
#include "block_compare.h"
#include "sow/base/array.h"
#include "sow/queries/query.h"
#include "sow/queries/run_measure.h"
#include "sow/sections/report.h"
#include "sow/store/tables/runs.def"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of groups. */
enum { GROUPS = 2 };

/* A run of a group. */
struct member {
    int group;              /* 0 or 1 */
    struct sow_run_row row; /* record of the run; owned */
    double value;           /* value of the measure; NaN: the run is left out */
};

/* The runs of both groups, sorted by variant, random seed and group. */
struct members {
    size_t count;
    struct member *of;
};

/* The complete blocks. A block is the runs of both groups with one random seed in one
   variant, which is a stratum. */
struct pairing {
    const struct members *members; /* all runs, sorted */
    size_t usual[GROUPS]; /* most frequent number of runs that a group has in a block */
    size_t *times;        /* number of blocks by the number of runs of a group */
    double *values;       /* means of both groups in each block */
    size_t *strata;       /* stratum of each block, from 0 */
    const char **stratum_names; /* variants, by stratum */
    size_t *begin;              /* first member of each block */
    size_t blocks;              /* number of complete blocks */
    size_t stratum_count;       /* number of strata */
    size_t left_out;            /* number of incomplete blocks */
    struct sow_omissions omissions;
};

/* ---- Reading ---- */

/* Compares the blocks of two runs: by variant (name, then rules), then by random seed.
   Returns a number below, equal to or above 0. */
static int compare_blocks(const struct sow_run_row *a, const struct sow_run_row *b)
{
    int order = strcmp(a->variant, b->variant);
    if (order == 0)
        order = strcmp(a->rules, b->rules);
    return order != 0 ? order : (a->seed > b->seed) - (a->seed < b->seed);
}

/* Compares two members for qsort: by block, by group, by number. */
static int compare_members(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;
    int order = compare_blocks(&x->row, &y->row);
    if (order == 0)
        order = x->group - y->group;
    return order != 0 ? order : (x->row.id > y->row.id) - (x->row.id < y->row.id);
}

/* Returns SOW_USAGE, with its number, if a run is named twice, in one group or in both;
   SOW_NO_MEMORY without memory. */
static enum sow_status refuse_twice(const struct sow_query_groups *groups,
                                    struct sow_err *err)
{
    size_t count = groups->count[0] + groups->count[1];
    int64_t *sorted = calloc(count + 1, sizeof *sorted);
    enum sow_status status = SOW_OK;
    if (sorted == NULL)
        return sow_err_no_memory(err);
    memcpy(sorted, groups->ids[0], groups->count[0] * sizeof *sorted);
    memcpy(sorted + groups->count[0], groups->ids[1], groups->count[1] * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, sow_compare_integers);
    for (size_t i = 1; i < count && status == SOW_OK; i++)
        if (sorted[i] == sorted[i - 1])
            status = sow_err_set(err, SOW_USAGE,
                                 "run %" PRId64 " is named twice: name each run once, in "
                                 "one of the groups",
                                 sorted[i]);
    free(sorted);
    return status;
}

/* Reads the records of all runs of both groups into @p members and sorts them by block,
   group and number. Fails with SOW_NOT_FOUND for an unknown run. Release the rows also
   after a failure. */
static enum sow_status read_members(struct sow_store *store,
                                    const struct sow_query_groups *groups,
                                    struct members *members, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int g = 0; g < GROUPS; g++)
        for (size_t i = 0; i < groups->count[g] && status == SOW_OK; i++) {
            struct member *member = &members->of[members->count];
            *member = (struct member){.group = g, .value = (double)NAN};
            status = sow_store_require_run(store, groups->ids[g][i], err);
            if (status == SOW_OK)
                status = sow_store_read_run(store, groups->ids[g][i], &member->row, err);
            members->count += status == SOW_OK;
        }
    if (status == SOW_OK)
        qsort(members->of, members->count, sizeof *members->of, compare_members);
    return status;
}

/* Adds a run to the omissions, by its number. */
static void omit_run(struct sow_omissions *omissions, const struct member *member,
                     const char *reason)
{
    char name[24];
    (void)snprintf(name, sizeof name, "%" PRId64, member->row.id);
    sow_omissions_add(omissions, "run", reason, name);
}

/* Leaves out runs with the same digest as an earlier run of their group and block,
   because these are no further evidence: sets their values to NaN and notes them. */
static void omit_twins(struct members *members, struct sow_omissions *omissions)
{
    for (size_t i = 0; i < members->count; i++) {
        struct member *member = &members->of[i];
        for (size_t k = i; k-- > 0 && isfinite(member->value);) {
            const struct member *other = &members->of[k];
            if (compare_blocks(&other->row, &member->row) != 0 ||
                other->group != member->group)
                break;
            if (other->row.digest == NULL || member->row.digest == NULL ||
                strcmp(other->row.digest, member->row.digest) != 0)
                continue;
            member->value = (double)NAN;
            omit_run(omissions, member, "the same results as another run of its group");
        }
    }
}

/* Chooses the measure (sow_run_measures_choose) and writes it to @p name; "" if the
   finished runs have none in common. Sets the values of all runs. Leaves out, with a
   note, runs that are not finished, do not have the measure or are twins. Writes
   groups->note. Fails as sow_run_measures_choose and sow_run_measures_read, or with
   SOW_NO_MEMORY. */
static enum sow_status measure_members(struct sow_store *store,
                                       const struct sow_query_groups *groups,
                                       struct members *members,
                                       struct sow_omissions *omissions, char *name,
                                       struct sow_err *err)
{
    struct sow_run_measures *all = calloc(members->count + 1, sizeof *all);
    if (all == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < members->count && status == SOW_OK; i++)
        if (strcmp(members->of[i].row.status, "done") == 0)
            status = sow_run_measures_read(store, members->of[i].row.id, &all[i], err);
    if (status == SOW_OK)
        status = sow_run_measures_choose(all, members->count, groups->measure, name, err);
    if (status == SOW_OK)
        sow_run_measures_lacking(all, members->count, groups->measure, name, groups->note,
                                 groups->note_size);
    for (size_t i = 0; i < members->count && status == SOW_OK; i++) {
        struct member *member = &members->of[i];
        if (name[0] != '\0')
            member->value = sow_run_measures_find(&all[i], name).value;
        if (strcmp(member->row.status, "done") != 0)
            omit_run(omissions, member, "not finished");
        else if (!isfinite(member->value))
            omit_run(omissions, member,
                     all[i].count == 0 ? "no measure" : "does not have the measure");
    }
    if (status == SOW_OK)
        omit_twins(members, omissions);
    free(all);
    return status;
}

/* ---- Pairing ---- */

/* Returns the index behind the last run of the block that begins with run @p begin. */
static size_t end_of_block(const struct members *members, size_t begin)
{
    size_t end = begin + 1;
    while (end < members->count &&
           compare_blocks(&members->of[begin].row, &members->of[end].row) == 0)
        end++;
    return end;
}

/* Counts the runs with a value in the block that begins at run @p begin, and sums their
   values. @p counts and @p sums receive a number for each group. */
static void sum_block(const struct members *members, size_t begin, size_t counts[GROUPS],
                      double sums[GROUPS])
{
    size_t end = end_of_block(members, begin);
    for (int g = 0; g < GROUPS; g++) {
        counts[g] = 0;
        sums[g] = 0.0;
    }
    for (size_t i = begin; i < end; i++)
        if (isfinite(members->of[i].value)) {
            counts[members->of[i].group]++;
            sums[members->of[i].group] += members->of[i].value;
        }
}

/* Returns true if a group has a run, also one that is left out, of the variant of member
   @p at. */
static bool has_variant(const struct members *members, size_t at, int group)
{
    const struct sow_run_row *row = &members->of[at].row;
    for (size_t i = 0; i < members->count; i++)
        if (members->of[i].group == group &&
            strcmp(members->of[i].row.variant, row->variant) == 0 &&
            strcmp(members->of[i].row.rules, row->rules) == 0)
            return true;
    return false;
}

/* Returns why the block that begins with member @p begin is left out, or NULL if it is
   complete. A complete block has runs of both groups with a value, as many of each group
   as most blocks have. The numbers of such runs are in @p counts. */
static const char *find_gap(const struct pairing *pairing, size_t begin,
                            const size_t counts[GROUPS])
{
    for (int g = 0; g < GROUPS; g++)
        if (!has_variant(pairing->members, begin, g))
            return g == 0 ? "the first group has no run of this variant"
                          : "the second group has no run of this variant";
    for (int g = 0; g < GROUPS; g++)
        if (counts[g] == 0)
            return g == 0 ? "no run in the first group" : "no run in the second group";
    for (int g = 0; g < GROUPS; g++)
        if (counts[g] != pairing->usual[g])
            return g == 0 ? "unusual number of runs in the first group"
                          : "unusual number of runs in the second group";
    return NULL;
}

/* Adds the block that begins with member @p begin: the means of both groups. If it is not
   complete, adds it to the omissions instead (find_gap). The first complete block of a
   variant begins a new stratum. */
static void add_block(struct pairing *pairing, size_t begin)
{
    size_t counts[GROUPS];
    double sums[GROUPS];
    char name[160];
    const struct sow_run_row *row = &pairing->members->of[begin].row;
    sum_block(pairing->members, begin, counts, sums);
    const char *gap = find_gap(pairing, begin, counts);
    if (gap != NULL) {
        (void)snprintf(name, sizeof name, "%s %" PRIu64, row->variant, row->seed);
        sow_omissions_add(&pairing->omissions, "random seed", gap, name);
        pairing->left_out++;
        return;
    }
    const struct sow_run_row *last =
        pairing->blocks > 0
            ? &pairing->members->of[pairing->begin[pairing->blocks - 1]].row
            : NULL;
    if (last == NULL || strcmp(last->variant, row->variant) != 0 ||
        strcmp(last->rules, row->rules) != 0)
        pairing->stratum_names[pairing->stratum_count++] = row->variant;
    for (int g = 0; g < GROUPS; g++)
        pairing->values[GROUPS * pairing->blocks + (size_t)g] =
            sums[g] / (double)counts[g];
    pairing->strata[pairing->blocks] = pairing->stratum_count - 1;
    pairing->begin[pairing->blocks++] = begin;
}

/* Sets @c usual of a group to its most frequent number of runs in the blocks that have
   runs of both groups. If two are equally frequent, the larger one counts. It stays 0
   without such blocks. */
static void find_usual(struct pairing *pairing, int group)
{
    const struct members *members = pairing->members;
    size_t counts[GROUPS];
    double sums[GROUPS];
    memset(pairing->times, 0, (members->count + 1) * sizeof *pairing->times);
    for (size_t i = 0; i < members->count; i = end_of_block(members, i)) {
        sum_block(members, i, counts, sums);
        if (counts[0] > 0 && counts[1] > 0)
            pairing->times[counts[group]]++;
    }
    for (size_t k = 1; k <= members->count; k++)
        if (pairing->times[k] > 0 &&
            pairing->times[k] >= pairing->times[pairing->usual[group]])
            pairing->usual[group] = k;
}

/* Finds the usual numbers of runs, then adds the complete blocks to the pairing and the
   others to its omissions. */
static void pair_members(struct pairing *pairing)
{
    const struct members *members = pairing->members;
    for (int g = 0; g < GROUPS; g++)
        find_usual(pairing, g);
    for (size_t i = 0; i < members->count; i = end_of_block(members, i))
        add_block(pairing, i);
}

/* Returns the number of different random seeds of the complete blocks, over all
   variants. */
static size_t count_seeds(const struct pairing *pairing)
{
    size_t count = 0;
    for (size_t i = 0; i < pairing->blocks; i++) {
        size_t k = 0;
        while (k < i && pairing->members->of[pairing->begin[k]].row.seed !=
                            pairing->members->of[pairing->begin[i]].row.seed)
            k++;
        count += k == i;
    }
    return count;
}

/* ---- Reporting ---- */

/* Writes the numbers of a group to @p room, for example "1..12" or "3, 5, 9". A text that
   does not fit is cut. */
static void name_group(const struct sow_query_groups *groups, int group, char *room,
                       size_t size)
{
    const int64_t *ids = groups->ids[group];
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; i < groups->count[group] && length < size;) {
        size_t last = i;
        while (last + 1 < groups->count[group] && ids[last + 1] == ids[last] + 1)
            last++;
        length += (size_t)snprintf(room + length, size - length, "%s%" PRId64,
                                   i == 0 ? "" : ", ", ids[i]);
        if (last > i && length < size)
            length +=
                (size_t)snprintf(room + length, size - length, "..%" PRId64, ids[last]);
        i = last + 1;
    }
}

/* Adds the table "random_seeds": the values of both groups in each complete block, and
   their difference. Adds nothing without blocks. */
static void report_pairs(const struct pairing *pairing, struct sow_report *report)
{
    static const char *const COLUMNS[] = {"variant", "seed", "a", "b", "difference"};
    if (pairing->blocks == 0)
        return;
    sow_report_table(report, "random_seeds", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < pairing->blocks; i++) {
        const struct sow_run_row *row = &pairing->members->of[pairing->begin[i]].row;
        const double *value = &pairing->values[GROUPS * i];
        sow_report_text(report, NULL, row->variant);
        sow_report_int(report, NULL, (int64_t)row->seed);
        sow_report_real(report, NULL, value[0], SOW_REPORT_SHORT);
        sow_report_real(report, NULL, value[1], SOW_REPORT_SHORT);
        sow_report_real(report, NULL, value[0] - value[1], SOW_REPORT_SHORT);
    }
}

/* Pairs the runs and adds the comparison (sow_compared_report) and the table
   "random_seeds" to the report. The arrays of @p pairing have room for all runs. Fails as
   sow_compared_report. */
static enum sow_status report_pairing(const struct sow_query_groups *groups,
                                      const char *measure, struct pairing *pairing,
                                      struct sow_report *report, struct sow_err *err)
{
    char names[GROUPS][96];
    char *const values[GROUPS] = {names[0], names[1]};
    const struct sow_compared_list list = {"runs", GROUPS, values};
    for (int g = 0; g < GROUPS; g++)
        name_group(groups, g, names[g], sizeof names[g]);
    pair_members(pairing);
    const struct sow_compared compared = {
        .measure = measure,
        .equivalent = isnan(groups->equivalent) ? sow_measure_equivalent(measure)
                                                : groups->equivalent,
        .list_count = 1,
        .lists = &list,
        .blocks = pairing->blocks,
        .values = pairing->values,
        .strata = pairing->strata,
        .stratum_count = pairing->stratum_count > 0 ? pairing->stratum_count : 1,
        .stratum_names = pairing->stratum_names,
        .seeds = count_seeds(pairing),
        .left_out = pairing->left_out,
        .omissions = &pairing->omissions};
    enum sow_status status = sow_compared_report(&compared, true, report, err);
    if (status == SOW_OK)
        report_pairs(pairing, report);
    return status;
}

/* Reads, measures, pairs and compares the runs. @p members has room for all of them.
   Fails with SOW_BAD_DATA if the runs have no measure in common, with SOW_NO_MEMORY, and
   as read_members and measure_members. */
static enum sow_status compare_members_of(struct sow_store *store,
                                          const struct sow_query_groups *groups,
                                          struct members *members,
                                          struct sow_report *report, struct sow_err *err)
{
    size_t count = groups->count[0] + groups->count[1];
    char measure[SOW_MEASURE_NAME_MAX + 1] = "";
    struct pairing pairing = {.members = members,
                              .values = calloc(GROUPS * count, sizeof *pairing.values),
                              .strata = calloc(count, sizeof *pairing.strata),
                              .begin = calloc(count, sizeof *pairing.begin),
                              .times = calloc(count + 1, sizeof *pairing.times),
                              .stratum_names =
                                  calloc(count, sizeof *pairing.stratum_names)};
    enum sow_status status = SOW_OK;
    if (pairing.values == NULL || pairing.strata == NULL || pairing.begin == NULL ||
        pairing.times == NULL || pairing.stratum_names == NULL)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = read_members(store, groups, members, err);
    if (status == SOW_OK)
        status =
            measure_members(store, groups, members, &pairing.omissions, measure, err);
    if (status == SOW_OK && measure[0] == '\0')
        status = sow_err_set(err, SOW_BAD_DATA,
                             "the finished runs have no measure in common: choose one "
                             "with '--measure', or name runs of one kind");
    if (status == SOW_OK)
        status = report_pairing(groups, measure, &pairing, report, err);
    free(pairing.values);
    free(pairing.strata);
    free(pairing.begin);
    free(pairing.times);
    free(pairing.stratum_names);
    return status;
}

enum sow_status sow_query_compare_groups(struct sow_store *store,
                                         const struct sow_query_groups *groups,
                                         struct sow_report *report, struct sow_err *err)
{
    size_t count = groups->count[0] + groups->count[1];
    if (groups->count[0] == 0 || groups->count[1] == 0)
        return sow_err_set(err, SOW_USAGE,
                           "a group of runs is empty: name at least one run before and "
                           "one behind '--with'");
    enum sow_status status = refuse_twice(groups, err);
    if (status != SOW_OK)
        return status;
    struct members members = {.of = calloc(count, sizeof *members.of)};
    if (members.of == NULL)
        return sow_err_no_memory(err);
    status = compare_members_of(store, groups, &members, report, err);
    for (size_t i = 0; i < members.count; i++)
        sow_run_row_release(&members.of[i].row);
    free(members.of);
    return status;
}
