/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce_tables.h"

#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <string.h>

/* Matches of all players against each other in one variant. Everything is borrowed;
   `duels` is indexed by sow_evidence_pair. */
struct arena {
    const struct sow_player_list *roster;
    const struct sow_duel *duels;
};

/* A claim in words about how strong players are, and the function that measures it.
   `above` and `below` are names of players with blanks between them. */
struct sentence {
    const char *variant; /* variant of the claim; NULL: every one */
    /* Claim, and the name of its measure: row and column of the stored row. */
    const char *text;
    const char *measure;
    /* Function that measures the claim and fills the row, with p and the verdict "holds"
       or "fails". */
    enum sow_status (*fill)(struct sow_reproduced_row *row,
                            const struct sentence *sentence,
                            const struct sow_evidence *evidence, struct sow_err *err);
    const char *above; /* players that the claim says are stronger */
    const char *below; /* players that the claim says are weaker */
    double bound;      /* figure that each of `above` has to exceed against each of
                          `below`, in percent */
    bool printed;      /* true if the bound is a figure of the paper, which the row then
                          shows */
};

/* Sets @p arena to the players and matches of a variant. Returns SOW_BAD_DATA if the
   record lacks the variant. */
static enum sow_status find_arena(const char *variant,
                                  const struct sow_evidence *evidence,
                                  struct arena *arena, struct sow_err *err)
{
    const struct sow_reproduction table = {.name = "claims", .variant = variant};
    *arena = (struct arena){evidence->roster, sow_evidence_duels(&table, evidence, err)};
    return arena->duels == NULL ? SOW_BAD_DATA : SOW_OK;
}

/* Writes the results of player @p a against player @p b, in a's view, to @p seats: games
   in which a moves first, then games in which a moves second. */
static void take_seats(const struct arena *arena, size_t a, size_t b,
                       struct sow_tally seats[2])
{
    size_t players = arena->roster->count;
    const struct sow_duel *duel =
        &arena->duels[sow_evidence_pair(players, a < b ? a : b, a < b ? b : a)];
    seats[0] = a < b ? duel->first : sow_tally_mirrored(&duel->second);
    seats[1] = a < b ? duel->second : sow_tally_mirrored(&duel->first);
}

/* Calls @p take for every pair of a player in `above` and another in `below`. Its
   arguments are @p context and the results of the first in both seats (take_seats).
   Returns the number of pairs. */
static int each_pair(const struct sentence *sentence, const struct arena *arena,
                     void (*take)(void *context, const struct sow_tally seats[2]),
                     void *context)
{
    int pairs = 0;
    const struct sow_player_list *roster = arena->roster;
    for (size_t a = 0; a < roster->count; a++)
        for (size_t b = 0; b < roster->count; b++) {
            struct sow_tally seats[2];
            if (a == b || !sow_name_is_listed(sentence->above, roster->names[a]) ||
                !sow_name_is_listed(sentence->below, roster->names[b]))
                continue;
            take_seats(arena, a, b, seats);
            take(context, seats);
            pairs++;
        }
    return pairs;
}

/* --- the least of many --- */

/* Least of the rates of several cells. A cell is one pair of players, or one seat of it.
   Begins with a value above 1 and an interval from 1 to 1. */
struct least {
    double level; /* confidence level of each interval */
    /* Number of games of the least cell in `trials`; the successes are not used. */
    struct sow_rate rate;
    double value;
    struct sow_interval interval; /* interval of the least true rate */
};

/* Takes a cell of @p games games with the rate @p value into the least of many. Sets
   value and number of games if the rate is lower than the least so far. Lowers each end
   of the interval to that of the cell's interval if this is lower. */
static void take_rate(struct least *least, double value, int64_t games)
{
    struct sow_interval interval = sow_interval_score(value, (double)games, least->level);
    least->interval.low = fmin(least->interval.low, interval.low);
    least->interval.high = fmin(least->interval.high, interval.high);
    if (value < least->value) {
        least->value = value;
        least->rate.trials = games;
    }
}

/* Takes the score of a player against another, both seats together, into the least of
   many. Callback of each_pair; @p context is a struct least. */
static void take_score(void *context, const struct sow_tally seats[2])
{
    struct sow_tally both = sow_tally_sum(&seats[0], &seats[1]);
    take_rate(context, sow_tally_score(&both), sow_tally_games(&both));
}

/* Takes the rate of wins in each seat, as in Tables IV to VII, into the least of many.
   Callback of each_pair; @p context is a struct least. */
static void take_wins(void *context, const struct sow_tally seats[2])
{
    for (int seat = 0; seat < 2; seat++) {
        int64_t games = sow_tally_games(&seats[seat]);
        take_rate(context, (double)seats[seat].wins / (double)games, games);
    }
}

/* Fills a row with the rate of the least cell, in percent, and its interval. The verdict
   is "holds" if the rate is above @p bound (0 to 1), else "fails". p is that of a normal
   test against the bound. For a rate below the bound it is multiplied by @p cells, the
   number of cells among which this one was chosen (Bonferroni). */
static void judge_least(struct sow_reproduced_row *row, const struct least *least,
                        double bound, int cells)
{
    double error = sqrt(bound * (1.0 - bound) / (double)least->rate.trials);
    double away = least->value - bound;
    double p = sow_normal_outside(away / error);
    sow_comparison_fill_ours(row, 100.0, least->value, &least->interval,
                             least->rate.trials);
    row->p = sow_settled(away > 0.0 ? p : fmin(1.0, cells * p));
    row->verdict = away > 0.0 ? "holds" : "fails";
}

/* Does nothing. Callback of each_pair, which then only counts. */
static void ignore_pair(void *context, const struct sow_tally seats[2])
{
    (void)context;
    (void)seats;
}

/* Fills a row with the least of the cells that @p take makes of each pair, and judges
   it. Each pair gives @p cells_of_pair cells. Returns SOW_BAD_DATA if the record lacks
   the variant or the players. */
static enum sow_status
fill_least(struct sow_reproduced_row *row, const struct sentence *sentence,
           const struct sow_evidence *evidence,
           void (*take)(void *context, const struct sow_tally seats[2]),
           int cells_of_pair, struct sow_err *err)
{
    struct arena arena;
    enum sow_status status = find_arena(row->variant, evidence, &arena, err);
    if (status != SOW_OK)
        return status;
    int cells = cells_of_pair * each_pair(sentence, &arena, ignore_pair, NULL);
    if (cells == 0)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded players lack '%s' or '%s'; the record is damaged",
            sentence->above, sentence->below);
    struct least least = {.level = sow_level_of_each(SOW_LEVEL, (size_t)cells),
                          .value = 2.0,
                          .interval = {1.0, 1.0}};
    (void)each_pair(sentence, &arena, take, &least);
    judge_least(row, &least, sentence->bound / 100.0, cells);
    return SOW_OK;
}

/* Fills a row with the least score of a player of `above` against a player of `below`,
   both seats together. It is the `fill` of a sentence; fails as fill_least. */
static enum sow_status least_score(struct sow_reproduced_row *row,
                                   const struct sentence *sentence,
                                   const struct sow_evidence *evidence,
                                   struct sow_err *err)
{
    return fill_least(row, sentence, evidence, take_score, 1, err);
}

/* Fills a row with the least rate of wins, in one seat, of a player of `above` against a
   player of `below`. It is the `fill` of a sentence; fails as fill_least. */
static enum sow_status least_wins(struct sow_reproduced_row *row,
                                  const struct sentence *sentence,
                                  const struct sow_evidence *evidence,
                                  struct sow_err *err)
{
    return fill_least(row, sentence, evidence, take_wins, 2, err);
}

/* --- one game beside another --- */

/* Sums for the mean rate of wins over cells. A cell is one seat of a pair of players;
   all cells have the same weight. All zeros at first. */
struct mean {
    /* Sum of the rates, and of the variances of the rates. */
    double sum;
    double variance;
    /* Number of cells, and of their games. */
    int cells;
    int64_t games;
};

/* Adds the rates of wins of both seats, with their variances, to the sums of a mean.
   Callback of each_pair; @p context is a struct mean. */
static void add_wins(void *context, const struct sow_tally seats[2])
{
    struct mean *mean = context;
    for (int seat = 0; seat < 2; seat++) {
        int64_t games = sow_tally_games(&seats[seat]);
        double rate = (double)seats[seat].wins / (double)games;
        mean->sum += rate;
        mean->variance += rate * (1.0 - rate) / (double)games;
        mean->cells++;
        mean->games += games;
    }
}

/* Fills a row with a difference of rates @p value and its 95 % interval, both in
   percentage points. The interval comes from the standard error @p error. p is that of a
   normal test against 0, or 1 without an error. The verdict is "holds" if the difference
   is above 0, else "fails". */
static void judge_difference(struct sow_reproduced_row *row, double value, double error)
{
    double half = sow_normal_quantile(SOW_LEVEL) * error;
    row->ours = sow_settled(100.0 * value);
    row->low = sow_settled(100.0 * (value - half));
    row->high = sow_settled(100.0 * (value + half));
    row->p = error > 0.0 ? sow_settled(sow_normal_outside(value / error)) : 1.0;
    row->verdict = value > 0.0 ? "holds" : "fails";
}

/* Returns the mean of the printed percentages of wins in a variant; NaN if none are
   printed. */
static double printed_wins(const struct sow_evidence *evidence, const char *variant)
{
    double sum = 0.0;
    int count = 0;
    for (size_t i = 0; i < evidence->figure_count; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        if (strcmp(figure->variant, variant) == 0 &&
            strcmp(figure->column, "wins") == 0) {
            sum += figure->value;
            count++;
        }
    }
    return sum / count;
}

/* Fills a row with the mean rate of wins in its variant less that in the variant of the
   evolutions, and judges it. Both are means over all pairs and seats of the sentence.
   The printed difference stands beside it. It is the `fill` of a sentence. Returns
   SOW_BAD_DATA if the record lacks one of the variants. */
static enum sow_status more_wins(struct sow_reproduced_row *row,
                                 const struct sentence *sentence,
                                 const struct sow_evidence *evidence, struct sow_err *err)
{
    struct arena here;
    struct arena there;
    struct mean means[2] = {{.sum = 0.0}, {.sum = 0.0}};
    enum sow_status status = find_arena(row->variant, evidence, &here, err);
    if (status == SOW_OK)
        status = find_arena(SOW_REPRODUCE_EVOLVED_IN, evidence, &there, err);
    if (status != SOW_OK)
        return status;
    (void)each_pair(sentence, &here, add_wins, &means[0]);
    (void)each_pair(sentence, &there, add_wins, &means[1]);
    double cells = means[0].cells;
    judge_difference(row, (means[0].sum - means[1].sum) / cells,
                     sqrt(means[0].variance + means[1].variance) / cells);
    row->published = sow_settled(printed_wins(evidence, row->variant) -
                                 printed_wins(evidence, SOW_REPRODUCE_EVOLVED_IN));
    row->ours_games = means[0].games + means[1].games;
    return SOW_OK;
}

/* --- how alike games are --- */

/* Mean absolute difference of the scores of all pairs of players, and its error, which is
   at most that of the differences themselves. */
struct distance {
    double value;
    double error;
};

/* Returns the mean absolute difference of the scores of the same pairs of players in two
   variants, over all pairs, and its error. The score of a pair is the mean of both
   seats. */
static struct distance distance_of(const struct arena *a, const struct arena *b)
{
    size_t players = a->roster->count;
    size_t pairs = players * (players - 1) / 2;
    struct distance sum = {.value = 0.0};
    for (size_t i = 0; i < pairs; i++) {
        struct sow_stratum seats[2][2] = {
            {sow_duel_stratum(&a->duels[i], 0), sow_duel_stratum(&a->duels[i], 1)},
            {sow_duel_stratum(&b->duels[i], 0), sow_duel_stratum(&b->duels[i], 1)}};
        struct sow_mean_score x = sow_score_of_strata(seats[0], 2, SOW_LEVEL);
        struct sow_mean_score y = sow_score_of_strata(seats[1], 2, SOW_LEVEL);
        sum.value += fabs(x.mean - y.mean);
        sum.error +=
            x.standard_error * x.standard_error + y.standard_error * y.standard_error;
    }
    return (struct distance){sum.value / (double)pairs, sqrt(sum.error) / (double)pairs};
}

/* Fills a row with the distance (distance_of) of its variant from the nearest of
   erherhe, oware and awari, less the greatest distance between two of these, and judges
   it. The names of the sentence are not used. It is the `fill` of a sentence. Returns
   SOW_BAD_DATA if the record lacks a variant. */
static enum sow_status farther(struct sow_reproduced_row *row,
                               const struct sentence *sentence,
                               const struct sow_evidence *evidence, struct sow_err *err)
{
    static const char *const ALIKE[] = {"erherhe", "oware", "awari"};
    enum { GAMES = 3 };
    struct arena other;
    struct arena alike[GAMES];
    struct distance outside = {.value = 2.0};
    struct distance inside = {.value = -1.0};
    enum sow_status status = find_arena(row->variant, evidence, &other, err);
    (void)sentence;
    for (int i = 0; i < GAMES && status == SOW_OK; i++) {
        status = find_arena(ALIKE[i], evidence, &alike[i], err);
        if (status != SOW_OK)
            return status;
        struct distance away = distance_of(&alike[i], &other);
        outside = away.value < outside.value ? away : outside;
        for (int k = 0; k < i; k++) {
            struct distance between = distance_of(&alike[i], &alike[k]);
            inside = between.value > inside.value ? between : inside;
        }
    }
    if (status != SOW_OK)
        return status;
    judge_difference(row, outside.value - inside.value, outside.error + inside.error);
    for (size_t i = 0; i < evidence->pairs; i++)
        row->ours_games += sow_tally_games(&other.duels[i].first) +
                           sow_tally_games(&other.duels[i].second);
    return SOW_OK;
}

/* --- the sentences --- */

/* "Far superior" and "easily" are read as twice the points of the other. */
#define TWICE (200.0 / 3.0)

/* Claims in words, in the order of their rows. */
static const struct sentence SENTENCES[] = {
    {NULL, "all but h3 are far superior to random", "least score, %; bound 66.7",
     least_score, "h1 h2 h4 h5 h6", "random", TWICE, false},
    {NULL, "h3 wins no majority", "least score of others, %; bound 50", least_score,
     "h1 h2 h4 h5 h6 random", "h3", 50.0, false},
    {"vai-lung-thlan", "h1 is easily the best", "least score, %; bound 66.7", least_score,
     "h1", "h2 h3 h4 h5 h6 random", TWICE, false},
    {"vai-lung-thlan", "erherhe, oware and awari are alike",
     "points farther from this game", farther, "", "", 0.0, false},
    {"erherhe", "97 to 100 % against h3-h6 and random", "least wins of a cell, %",
     least_wins, "divilly2013", "h3 h4 h5 h6 random", 97.0, true},
    {"oware", "at least 84.9 % wins", "least wins of a cell, %", least_wins,
     "divilly2013", "h1 h2 h3 h4 h5 h6 random", 84.9, true},
    {"oware", "more wins than in erherhe", "mean wins, points more", more_wins,
     "divilly2013", "h1 h2 h3 h4 h5 h6 random", 0.0, false},
};

enum sow_status sow_compare_sentences(const struct sow_reproduction *table,
                                      const struct sow_evidence *evidence,
                                      struct sow_comparison_list *list,
                                      struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof SENTENCES / sizeof SENTENCES[0] && status == SOW_OK;
         i++) {
        const struct sentence *sentence = &SENTENCES[i];
        if (sentence->variant != NULL && strcmp(sentence->variant, table->variant) != 0)
            continue;
        struct sow_reproduced_row *row =
            sow_table_add(table, list, sentence->text, sentence->measure, err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        row->published = sentence->printed ? sentence->bound : (double)NAN;
        status = sentence->fill(row, sentence, evidence, err);
    }
    return status;
}
