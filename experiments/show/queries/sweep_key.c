/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/sweep_key.h"

#include "sow/queries/stored_sweep.h"
#include "sow/queries/sweep_table.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <string.h>

/* The best combination of a sweep while it is looked for. */
struct search {
    struct sow_query_key *key;
    size_t groups; /* number of combinations so far */
    double mean;   /* mean of the best one; NaN before the first */
    char name[120];
    char measure[SOW_MEASURE_NAME_MAX + 1];
};

/* Keeps a group in the struct search @p context if its mean is the highest so far.
   Callback of sow_sweep_groups. Never fails. */
static enum sow_status look_at(void *context, const struct sow_sweep_plan *plan,
                               const struct sow_sweep_group *group, struct sow_err *err)
{
    struct search *search = context;
    struct sow_interval interval;
    (void)err;
    double mean = sow_sweep_group_mean(group, &interval);
    search->groups++;
    if (!isnan(search->mean) && mean <= search->mean)
        return SOW_OK;
    search->mean = mean;
    search->key->low = interval.low;
    search->key->high = interval.high;
    sow_sweep_group_name(plan, group, search->name, sizeof search->name);
    (void)snprintf(search->measure, sizeof search->measure, "%s", group->first.name);
    return SOW_OK;
}

/* Completes the key result from the best combination. A value that is no share is part
   of the words. */
static void conclude(struct search *search)
{
    struct sow_query_key *key = search->key;
    char value[32] = "";
    if (sow_measure_is_score(search->measure))
        key->value = search->mean;
    else {
        (void)snprintf(value, sizeof value, "%.4g ", search->mean);
        key->low = key->high = (double)NAN;
    }
    if (search->groups > 1)
        (void)snprintf(key->words, sizeof key->words, "%s%s, best of %zu settings: %s",
                       value, search->measure, search->groups, search->name);
    else
        (void)snprintf(key->words, sizeof key->words, "%s%s of one setting", value,
                       search->measure);
}

enum sow_status sow_query_sweep_key(struct sow_store *store, const char *label,
                                    struct sow_query_key *key, struct sow_err *err)
{
    struct sow_stored_sweep sweep;
    struct sow_sweep_measures measures = {.of = NULL};
    struct search search = {.key = key, .mean = (double)NAN};
    *key = (struct sow_query_key){
        .value = (double)NAN, .low = (double)NAN, .high = (double)NAN};
    enum sow_status status = sow_stored_sweep_read(store, label, &sweep, err);
    if (status == SOW_OK)
        status =
            sow_sweep_measures_read(&sweep.plan, sweep.places, "", store, &measures, err);
    if (status == SOW_OK && measures.name[0] != '\0')
        status =
            sow_sweep_groups(&sweep.plan, sweep.places, &measures, look_at, &search, err);
    if (status == SOW_OK && search.groups > 0)
        conclude(&search);
    sow_sweep_measures_release(&measures);
    sow_stored_sweep_release(&sweep);
    return status == SOW_BAD_DATA || status == SOW_USAGE ? SOW_OK : status;
}
