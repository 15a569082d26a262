/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live_charts.h"

#include "sow/support/progress.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 16, REST = 20 };

static const double FRESH_SECONDS = 1.0;

struct drawn {
    int64_t id;
    const struct sow_chart *chart;
    char *text; /* NULL: nothing is here */
    double until;
};

struct sow_live_charts {
    pthread_mutex_t lock;
    struct drawn drawn[PLACES];
};

struct sow_live_charts *sow_live_charts_new(void)
{
    struct sow_live_charts *charts = calloc(1, sizeof *charts);
    if (charts != NULL && pthread_mutex_init(&charts->lock, NULL) != 0) {
        free(charts);
        charts = NULL;
    }
    return charts;
}

void sow_live_charts_free(struct sow_live_charts *charts)
{
    if (charts == NULL)
        return;
    for (int i = 0; i < PLACES; i++)
        free(charts->drawn[i].text);
    (void)pthread_mutex_destroy(&charts->lock);
    free(charts);
}

/* That chart's place, or the one that has been of no use for longest. */
static struct drawn *place_of(struct sow_live_charts *charts, int64_t id,
                              const struct sow_chart *chart)
{
    struct drawn *oldest = &charts->drawn[0];
    for (int i = 0; i < PLACES; i++) {
        struct drawn *drawn = &charts->drawn[i];
        if (drawn->id == id && drawn->chart == chart)
            return drawn;
        if (drawn->until < oldest->until)
            oldest = drawn;
    }
    return oldest;
}

bool sow_live_charts_write(struct sow_live_charts *charts, int64_t id,
                           const struct sow_chart *chart, FILE *out)
{
    double now = sow_clock_seconds();
    (void)pthread_mutex_lock(&charts->lock);
    struct drawn *drawn = place_of(charts, id, chart);
    bool known = drawn->text != NULL && drawn->id == id && drawn->chart == chart;
    bool fresh = known && now < drawn->until;
    if (fresh)
        (void)fputs(drawn->text, out);
    else if (known)
        drawn->until = now + FRESH_SECONDS;
    (void)pthread_mutex_unlock(&charts->lock);
    return fresh;
}

void sow_live_charts_keep(struct sow_live_charts *charts, int64_t id,
                          const struct sow_chart *chart, const char *text, double seconds)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return;
    (void)pthread_mutex_lock(&charts->lock);
    struct drawn *drawn = place_of(charts, id, chart);
    free(drawn->text);
    *drawn = (struct drawn){id, chart, copy,
                            sow_clock_seconds() + fmax(FRESH_SECONDS, REST * seconds)};
    (void)pthread_mutex_unlock(&charts->lock);
}
