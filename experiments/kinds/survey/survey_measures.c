/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey_measures.h"

#include "sow/game/game.h"

#include <math.h>
#include <stdlib.h>

const char *const sow_survey_names[SURVEY_MEASURES] = {
    [SURVEY_LENGTH] = "length",
    [SURVEY_BRANCHING] = "branching",
    [SURVEY_DRAWS] = "draws",
    [SURVEY_CAPPED] = "capped",
    [SURVEY_LEAD_CHANGES] = "lead_changes",
    [SURVEY_DECIDED] = "decided",
    [SURVEY_MARGIN] = "margin",
    [SURVEY_SKILL] = "skill",
    [SURVEY_ADVANTAGE] = "advantage",
};

/* ---- One game ---- */

/* Course of a game, in the view of the player who moves first. */
struct course {
    int choices;      /* legal moves at the plies that a player chose */
    int leader;       /* sign of the last difference of stores other than 0 */
    int lead_changes; /* changes of the leader */
    int not_ahead;    /* last ply after which the first player was not ahead */
    int not_behind;   /* last ply after which the first player was not behind */
};

/* Counts the difference of stores after ply @p ply. */
static void count_lead(struct course *course, int difference, int ply)
{
    int sign = (difference > 0) - (difference < 0);
    course->lead_changes += sign * course->leader < 0;
    course->leader = sign != 0 ? sign : course->leader;
    if (sign <= 0)
        course->not_ahead = ply;
    if (sign >= 0)
        course->not_behind = ply;
}

/* Plays a kept game again. The difference after its last ply includes the seeds that
   were handed out at the end. */
static struct course follow(const struct sow_kept_game *kept,
                            const struct sow_rules *rules)
{
    struct course course = {.choices = 0};
    struct sow_game game;
    int moves[SOW_MOVES_MAX];
    const struct sow_transcript *transcript = &kept->transcript;
    sow_game_init(&game, rules, &transcript->start);
    sow_game_pass(&game);
    for (int i = 0; i < transcript->count; i++) {
        if (i >= transcript->opening)
            course.choices += sow_game_moves(&game, moves);
        sow_game_play(&game, transcript->moves[i]);
        const uint8_t *store = game.board.store;
        if (i + 1 < transcript->count)
            count_lead(&course, store[game.first] - store[1 - game.first], i + 1);
    }
    count_lead(&course, kept->result.first - kept->result.second, transcript->count);
    return course;
}

/* Units of each measure in some games, and the sum of their values. */
struct units {
    double count[SURVEY_OF_GAMES];
    double total[SURVEY_OF_GAMES];
};

/* Adds @p count units with the sum @p total. */
static void add_units(struct units *units, enum survey_measure measure, double count,
                      double total)
{
    units->count[measure] += count;
    units->total[measure] += total;
}

/* Adds a game. */
static void add_game(struct units *units, const struct sow_kept_game *kept,
                     const struct sow_rules *rules)
{
    struct course course = follow(kept, rules);
    const struct sow_transcript *transcript = &kept->transcript;
    int plies = transcript->count;
    int difference = kept->result.first - kept->result.second;
    int decided = difference > 0 ? course.not_ahead : course.not_behind;
    int seeds = sow_board_seeds(&transcript->start);
    add_units(units, SURVEY_LENGTH, 1.0, plies);
    add_units(units, SURVEY_BRANCHING,
              plies > transcript->opening ? plies - transcript->opening : 0.0,
              course.choices);
    add_units(units, SURVEY_DRAWS, 1.0, difference == 0);
    add_units(units, SURVEY_CAPPED, 1.0, transcript->ending == SOW_ENDED_BY_CAP);
    add_units(units, SURVEY_LEAD_CHANGES, 1.0, course.lead_changes);
    if (difference != 0 && plies > 0)
        add_units(units, SURVEY_DECIDED, 1.0, (double)decided / plies);
    add_units(units, SURVEY_MARGIN, 1.0, (double)abs(difference) / seeds);
}

/* ---- Many games ---- */

void sow_survey_add(struct survey_sample *sample, const struct sow_kept *kept,
                    size_t match, size_t together, const struct sow_rules *rules)
{
    struct units units = {.count = {0.0}};
    size_t open = 0;
    for (size_t i = 0; i < kept->count; i++) {
        if (kept->games[i].match != match)
            continue;
        add_game(&units, &kept->games[i], rules);
        sample->games++;
        if (++open < together)
            continue;
        for (int m = 0; m < SURVEY_OF_GAMES; m++)
            sow_clusters_add(&sample->sums[m], units.count[m], units.total[m]);
        units = (struct units){.count = {0.0}};
        open = 0;
    }
}

struct survey_value sow_survey_of_games(const struct survey_sample samples[2],
                                        enum survey_measure measure)
{
    struct sow_cluster_stratum strata[2];
    for (int i = 0; i < 2; i++)
        strata[i] = (struct sow_cluster_stratum){
            .seen = &samples[i].sums[measure],
            .size = (double)samples[i].sums[measure].clusters};
    struct sow_cluster_rate rate = sow_cluster_rate_of(strata, 2);
    bool share = measure == SURVEY_DRAWS || measure == SURVEY_CAPPED;
    bool bounded = share || measure == SURVEY_DECIDED || measure == SURVEY_MARGIN;
    struct sow_interval interval = share ? sow_cluster_share_interval(&rate, SOW_LEVEL)
                                         : sow_cluster_interval(&rate, SOW_LEVEL);
    if (bounded && interval.high > 1.0)
        interval.high = 1.0;
    return (struct survey_value){rate.rate, interval,
                                 samples[0].games + samples[1].games};
}

struct survey_value sow_survey_skill(const struct sow_duel *rungs, size_t count)
{
    struct survey_value skill = {.value = 0.0};
    const double unit = 400.0 / log(10.0);
    double variance = 0.0;
    for (size_t i = 0; i < count; i++) {
        struct sow_tally tally = sow_tally_sum(&rungs[i].first, &rungs[i].second);
        double points = (double)tally.wins + 0.5 * (double)tally.draws + 0.5;
        double lost = (double)tally.losses + 0.5 * (double)tally.draws + 0.5;
        skill.value += unit * log(points / lost);
        variance += unit * unit * (1.0 / points + 1.0 / lost);
        skill.games += sow_tally_games(&tally);
    }
    double reach = sow_normal_quantile(SOW_LEVEL) * sqrt(variance);
    skill.interval = (struct sow_interval){skill.value - reach, skill.value + reach};
    return skill;
}

struct survey_value sow_survey_advantage(const struct sow_duel *mirror)
{
    struct sow_match_score score = sow_score_of_games(&mirror->first, SOW_LEVEL);
    return (struct survey_value){score.mean - 0.5,
                                 {score.interval.low - 0.5, score.interval.high - 0.5},
                                 score.games};
}
