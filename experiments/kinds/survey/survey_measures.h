/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of a variant, computed from its games. docs/reference/measures.md has their
 * formulas. */
#ifndef SOW_SURVEY_MEASURES_H
#define SOW_SURVEY_MEASURES_H

#include "sow/charts/chart.h"
#include "sow/matches/duels.h"
#include "sow/matches/kept.h"
#include "sow/queries/query_sections.h"
#include "sow/statistics/statistics_clusters.h"

/* Measures, of which those before SURVEY_OF_GAMES are means over games of competent
   players. */
enum survey_measure {
    SURVEY_LENGTH,       /* plies of a game */
    SURVEY_BRANCHING,    /* legal moves where a player chose one */
    SURVEY_DRAWS,        /* share of games drawn */
    SURVEY_CAPPED,       /* share of games that the ply cap ended */
    SURVEY_LEAD_CHANGES, /* changes of the leader in a game */
    SURVEY_DECIDED,      /* share of the game before the winner's last lead begins */
    SURVEY_MARGIN,       /* share of the seeds by which a game is won */
    SURVEY_OF_GAMES,
    SURVEY_SKILL = SURVEY_OF_GAMES, /* Elo between random play and depth 4 */
    SURVEY_ADVANTAGE,               /* first mover's score less 0.5, of a player */
    SURVEY_MEASURES
};

/* Names of the measures, by enum survey_measure. */
extern const char *const sow_survey_names[SURVEY_MEASURES];

/* Value of a measure, with its 95 % interval; NAN for what is not defined. */
struct survey_value {
    double value;
    struct sow_interval interval;
    int64_t games; /* games that were measured */
};

/* Games of one pair of players, in summary. All zeros at first. */
struct survey_sample {
    struct sow_clusters sums[SURVEY_OF_GAMES];
    int64_t games;
};

/* Adds the kept games of duel number @p match to a sample. The number @p together of
   neighbours in the list, 1 or 2, share an opening. */
void sow_survey_add(struct survey_sample *sample, const struct sow_kept *kept,
                    size_t match, size_t together, const struct sow_rules *rules);

/* Returns a measure before SURVEY_OF_GAMES from two samples. Each game counts alike. */
struct survey_value sow_survey_of_games(const struct survey_sample samples[2],
                                        enum survey_measure measure);

/* Returns the skill from the duels of the rungs, each in the stronger player's view. */
struct survey_value sow_survey_skill(const struct sow_duel *rungs, size_t count);

/* Returns the advantage from a duel of a player with itself, in which it moves first. */
struct survey_value sow_survey_advantage(const struct sow_duel *mirror);

/* Sections and charts of surveys (survey_sections.c). */
extern const struct sow_query_section sow_survey_sections[];
extern const struct sow_chart sow_survey_charts[];

#endif
