/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elo difference and likelihood of superiority of a match. */
#include "query_match.h"

#include "sow/sections/report.h"
#include "sow/statistics/statistics_variety.h"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/matches.def"

#include <stdio.h>
#include <string.h>

/* Stored counts of a run's match. */
struct found {
    int matches;            /* matches of purpose "match" */
    struct sow_tally tally; /* results of both seats */
    bool paired;            /* true if pairs of games were counted */
    struct sow_pairs pairs; /* numbers of pairs by score, if `paired` */
    double effective;       /* effective number of games */
};

/* Notes results and effective number of games of a match in the struct found that is
   @p context, and counts it. Skips rows of another purpose than "match". Never fails.
   Callback of sow_store_each. */
static enum sow_status take_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    (void)err;
    struct found *found = context;
    if (strcmp(row->purpose, "match") != 0)
        return SOW_OK;
    found->matches++;
    found->tally = (struct sow_tally){
        .wins = row->first_wins + row->second_wins,
        .draws = row->first_draws + row->second_draws,
        .losses = row->first_losses + row->second_losses,
    };
    struct sow_variety first = {row->first_distinct, row->first_effective};
    struct sow_variety second = {row->second_distinct, row->second_effective};
    found->effective = sow_variety_of_both(&first, &second);
    return SOW_OK;
}

/* Notes the pairs of games of a match in the struct found that is @p context. Never
   fails. Callback of sow_store_each. */
static enum sow_status take_pairs(void *context, const struct sow_match_pairs_row *row,
                                  struct sow_err *err)
{
    (void)err;
    struct found *found = context;
    found->paired = true;
    found->pairs = (struct sow_pairs){
        {row->pairs_0, row->pairs_1, row->pairs_2, row->pairs_3, row->pairs_4}};
    return SOW_OK;
}

/* Adds the numbers of pairs by their score (0, 0.5, .. 2 points) to the record, as the
   JSON array "pairs". */
static void report_pairs(struct sow_report *report, const struct sow_pairs *pairs)
{
    char json[SOW_PAIR_SCORES * 24];
    size_t length = 0;
    for (int i = 0; i < SOW_PAIR_SCORES; i++)
        length += (size_t)snprintf(json + length, sizeof json - length, "%s%lld",
                                   i == 0 ? "[" : ", ", (long long)pairs->count[i]);
    (void)snprintf(json + length, sizeof json - length, "]");
    sow_report_json(report, "pairs", json);
}

/* Adds the record "elo" of the counts in @p found, with 95 % intervals: from pairs of
   games if they were counted, else from games. Repeated games widen the intervals
   (@c effective). */
static void report_elo(struct sow_report *report, const struct found *found)
{
    enum { DIGITS = 1 };
    struct sow_match_score all = found->paired
                                     ? sow_score_of_pairs(&found->pairs, SOW_LEVEL)
                                     : sow_score_of_games(&found->tally, SOW_LEVEL);
    struct sow_match_score score = sow_score_of_variety(&all, found->effective);
    struct sow_interval elo = sow_elo_interval(score.interval);
    sow_report_record(report, "elo");
    sow_report_real(report, "elo", sow_elo_of_score(score.mean), DIGITS);
    sow_report_real(report, "plus_minus", (elo.high - elo.low) / 2.0, DIGITS);
    sow_report_real(report, "low", elo.low, DIGITS);
    sow_report_real(report, "high", elo.high, DIGITS);
    sow_report_real(report, "superiority", sow_score_superiority(&score), 4);
    sow_report_real(report, "score", score.mean, SOW_REPORT_SHORT);
    sow_report_int(report, "games", score.games);
    sow_report_int(report, "wins", found->tally.wins);
    sow_report_int(report, "losses", found->tally.losses);
    sow_report_int(report, "draws", found->tally.draws);
    if (found->paired)
        report_pairs(report, &found->pairs);
}

enum sow_status sow_query_elo(struct sow_store *store, int64_t id,
                              struct sow_report *report, struct sow_err *err)
{
    struct found found = {.matches = 0};
    enum sow_status status = sow_store_each(store, match, id, take_match, &found, err);
    if (status != SOW_OK || found.matches != 1)
        return status;
    status = sow_store_each(store, match_pairs, id, take_pairs, &found, err);
    if (status == SOW_OK)
        report_elo(report, &found);
    return status;
}
