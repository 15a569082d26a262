/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evolutions: what they chose and how it did. */
#include "query_sections.h"

#include "sow/base/stream.h"
#include "sow/queries/query.h"

#include <stdlib.h>

/* Validation matches; those of fits have a section of their own. */
#define VALIDATION                                                                       \
    " WHERE run_id = ?1 AND purpose = 'validation'"                                      \
    " AND NOT EXISTS (SELECT 1 FROM fits WHERE run_id = ?1)"

#define PLANNED "EXISTS (SELECT 1 FROM match_variants v WHERE v.run_id = ?1)"

const struct sow_query_section sow_query_evolve_sections[] = {
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND,
     {"candidates", false,
      "SELECT candidate, generation, individual, fitness, games, score FROM candidates"
      " WHERE run_id = ?1 ORDER BY candidate"}},
    {SOW_IN_BOTH,
     {"champion", true,
      "SELECT c.run_id, c.generation, c.individual, w.h1, w.h2, w.h3, w.h4, w.h5, w.h6, "
      "c.fitness,"
      " c.score, w.validation FROM champions c JOIN champion_weights w USING (run_id)"
      " WHERE c.run_id = ?1"}},
    {SOW_IN_BOTH,
     {"champion", true,
      "SELECT c.run_id, c.generation, c.individual, o.player, c.fitness, c.score, "
      "o.validation"
      " FROM champions c JOIN champion_orders o USING (run_id) WHERE c.run_id = ?1"}},
    {SOW_IN_BOTH,
     {"champion", true,
      "SELECT c.run_id, c.generation, c.individual, c.fitness, c.score, s.validation"
      " FROM champions c JOIN champion_states s USING (run_id) WHERE c.run_id = ?1"}},
    {SOW_IN_BOTH,
     {"champion_features", false,
      "SELECT term, feature, weight FROM champion_features WHERE run_id = ?1"
      " ORDER BY term"}},
    /* In runs that are not after the mean alone. It is chosen by its result, so that an
       interval of its own would mislead: 'cells' is how many it was chosen from. */
    {SOW_IN_BOTH,
     {"worst_cell", true,
      "SELECT s.variant, opponent, seat, games, wins, win_rate, count(*) OVER () AS cells"
      " FROM seat_scores s JOIN runs r ON r.id = run_id" VALIDATION
      " AND seat <> 'both' AND r.kind = 'evolve'"
      " AND json_extract(r.parameters, '$.objective') <> 'mean'"
      " ORDER BY win_rate, match, seat LIMIT 1"}},
    {SOW_IN_BOTH,
     {"validation", false,
      "SELECT opponent, games, wins, draws, losses, first_score, second_score, score,"
      " low, high, distinct_games FROM match_scores" VALIDATION " AND NOT " PLANNED
      " ORDER BY match"}},
    {SOW_IN_BOTH,
     {"validation", false,
      "SELECT variant, opponent, games, wins, draws, losses, first_score, second_score,"
      " score, low, high, distinct_games FROM match_scores" VALIDATION " AND " PLANNED
      " ORDER BY match"}},
    {0, {NULL, false, NULL}},
};

/* Views of champions, and what they show of each. */
static const struct champions {
    const char *view;
    const char *columns;
} CHAMPIONS[] = {
    {"champion_weights", "h1, h2, h3, h4, h5, h6"},
    {"champion_orders", "player"},
    {"champion_states", "player"},
};

/* The view that has a run; the first if none does. */
static enum sow_status find_view(struct sow_store *store, int64_t id,
                                 const struct champions **view, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *view = &CHAMPIONS[0];
    for (size_t i = 0; i < sizeof CHAMPIONS / sizeof CHAMPIONS[0]; i++) {
        int64_t rows = 0;
        if (status == SOW_OK)
            status = sow_store_count(store, CHAMPIONS[i].view, id, &rows, err);
        if (status == SOW_OK && rows > 0)
            *view = &CHAMPIONS[i];
    }
    return status;
}

enum sow_status sow_query_champions(struct sow_store *store, const int64_t *ids,
                                    size_t count, struct sow_report *report,
                                    struct sow_err *err)
{
    const struct champions *view;
    enum sow_status status = find_view(store, ids[0], &view, err);
    if (status != SOW_OK)
        return status;
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(out,
                  "SELECT run_id, seed, %s, fitness, score, validation FROM %s"
                  " WHERE run_id IN (",
                  view->columns, view->view);
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "%s%lld", i == 0 ? "" : ", ", (long long)ids[i]);
    (void)fputs(") ORDER BY run_id", out);
    status = fclose(out) == 0 ? sow_store_query(store, "champions", sql,
                                                &sow_query_limits_default, report, err)
                              : sow_err_no_memory(err);
    free(sql);
    return status;
}
