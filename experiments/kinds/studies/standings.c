/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "standings.h"

#include "sow/runs/run.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_ratings.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/cycles.def"
#include "sow/store/tables/ratings.def"

#include <stdlib.h>

enum sow_status sow_standings_init(struct sow_standings *standings,
                                   const struct sow_player_list *roster,
                                   const char *variant, struct sow_err *err)
{
    *standings = (struct sow_standings){
        .roster = roster,
        .variant = variant,
        .tallies = calloc(roster->count * roster->count, sizeof *standings->tallies),
        .counted = calloc(roster->count * roster->count, sizeof *standings->counted)};
    return standings->tallies != NULL && standings->counted != NULL
               ? SOW_OK
               : sow_err_no_memory(err);
}

void sow_standings_release(struct sow_standings *standings)
{
    free(standings->tallies);
    free(standings->counted);
    standings->tallies = NULL;
    standings->counted = NULL;
}

static size_t pair_index(const struct sow_standings *standings, size_t player,
                         size_t opponent)
{
    return player * standings->roster->count + opponent;
}

static struct sow_tally *tally_at(const struct sow_standings *standings, size_t player,
                                  size_t opponent)
{
    return &standings->tallies[pair_index(standings, player, opponent)];
}

/* Returns the results scaled down to the effective number of games. */
static struct sow_tally *counted_at(const struct sow_standings *standings, size_t player,
                                    size_t opponent)
{
    return &standings->counted[pair_index(standings, player, opponent)];
}

static void add_tally(struct sow_tally *sum, const struct sow_tally *more)
{
    *sum = sow_tally_sum(sum, more);
}

static void add_view(struct sow_standings *standings, size_t player, size_t opponent,
                     const struct sow_duel *duel)
{
    struct sow_tally both = sow_tally_sum(&duel->first, &duel->second);
    struct sow_tally counted = sow_duel_thinned(duel);
    add_tally(tally_at(standings, player, opponent), &both);
    add_tally(counted_at(standings, player, opponent), &counted);
}

void sow_standings_add(struct sow_standings *standings, size_t player, size_t opponent,
                       const struct sow_duel *duel)
{
    struct sow_duel mirrored = sow_duel_mirrored(duel);
    add_view(standings, player, opponent, duel);
    if (player != opponent)
        add_view(standings, opponent, player, &mirrored);
}

void sow_standing_lines_init(struct sow_standing_lines *lines)
{
    *lines = (struct sow_standing_lines){.rating_count = 0};
}

void sow_standing_lines_release(struct sow_standing_lines *lines)
{
    free(lines->ratings);
    free(lines->cycles);
    sow_standing_lines_init(lines);
}

/* --- ratings --- */

/* Returns the results of all games of a player against others. */
static struct sow_tally total_of(const struct sow_standings *standings, size_t player)
{
    struct sow_tally total = {0, 0, 0};
    for (size_t j = 0; j < standings->roster->count; j++)
        if (j != player)
            add_tally(&total, tally_at(standings, player, j));
    return total;
}

static struct sow_rating_row rating_row(const struct sow_standings *standings,
                                        const struct sow_ratings *ratings, size_t player)
{
    struct sow_tally total = total_of(standings, player);
    const struct sow_rating *rating = &ratings->rating[player];
    return (struct sow_rating_row){
        .variant = standings->variant,
        .player = standings->roster->specs[player],
        .name = standings->roster->names[player],
        .games = sow_tally_games(&total),
        .wins = total.wins,
        .draws = total.draws,
        .losses = total.losses,
        .score = sow_settled(sow_tally_score(&total)),
        .rating = sow_settled(rating->elo),
        .standard_error = sow_settled(rating->standard_error),
        .low = sow_settled(rating->interval.low),
        .high = sow_settled(rating->interval.high),
        .prior = ratings->prior,
    };
}

/* Sorts rows by rating, the best first, without changing the order of equal ratings.
   Then sets their places. */
static void sort_ratings(struct sow_rating_row *rows, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && rows[k].rating > rows[k - 1].rating; k--) {
            struct sow_rating_row better = rows[k];
            rows[k] = rows[k - 1];
            rows[k - 1] = better;
        }
    for (size_t i = 0; i < count; i++) {
        bool tied = i > 0 && !(rows[i].rating < rows[i - 1].rating);
        rows[i].place = tied ? rows[i - 1].place : (int)i + 1;
    }
}

static enum sow_status fit_ratings(const struct sow_standings *standings,
                                   struct sow_ratings *ratings, struct sow_err *err)
{
    size_t players = standings->roster->count;
    struct sow_rated_games *games = calloc(players * players, sizeof *games);
    if (games == NULL) {
        (void)sow_err_no_memory(err);
        return SOW_NO_MEMORY;
    }
    size_t count = 0;
    for (size_t i = 0; i < players; i++)
        for (size_t j = i + 1; j < players; j++)
            games[count++] = (struct sow_rated_games){i, j, *counted_at(standings, i, j)};
    struct sow_rating_request request = {
        .games = games, .count = count, .players = players, .level = SOW_LEVEL};
    enum sow_status status = sow_ratings_fit(&request, ratings, err);
    free(games);
    return status;
}

static enum sow_status append_ratings(const struct sow_standings *standings,
                                      struct sow_standing_lines *lines,
                                      struct sow_err *err)
{
    size_t players = standings->roster->count;
    struct sow_rating_row *rows =
        realloc(lines->ratings, (lines->rating_count + players) * sizeof *rows);
    if (rows == NULL)
        return sow_err_no_memory(err);
    lines->ratings = rows;
    struct sow_ratings ratings;
    enum sow_status status = fit_ratings(standings, &ratings, err);
    if (status != SOW_OK)
        return status;
    rows += lines->rating_count;
    for (size_t i = 0; i < players; i++)
        rows[i] = rating_row(standings, &ratings, i);
    sort_ratings(rows, players);
    lines->rating_count += players;
    sow_ratings_release(&ratings);
    return SOW_OK;
}

/* --- cycles --- */

/* Adjusted p of every pair of players, players x players. */
struct pairs {
    const struct sow_standings *standings;
    double *p;
    size_t players;
};

static enum sow_status pairs_test(struct pairs *pairs, struct sow_err *err)
{
    size_t n = pairs->players;
    size_t count = n * (n - 1) / 2;
    double *p = calloc(count, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            p[k++] = sow_tally_sign_test(counted_at(pairs->standings, i, j));
    enum sow_status status = sow_holm_adjust(p, count, p, err);
    k = 0;
    for (size_t i = 0; i < n && status == SOW_OK; i++)
        for (size_t j = i + 1; j < n; j++, k++)
            pairs->p[i * n + j] = pairs->p[j * n + i] = p[k];
    free(p);
    return status;
}

static bool beats(const struct pairs *pairs, size_t winner, size_t loser)
{
    const double most = 1.0 - SOW_LEVEL;
    const struct sow_tally *tally = tally_at(pairs->standings, winner, loser);
    return tally->wins > tally->losses &&
           pairs->p[winner * pairs->players + loser] < most;
}

static double greatest_p(const struct pairs *pairs, const size_t player[3])
{
    double greatest = 0.0;
    for (int i = 0; i < 3; i++) {
        double p = pairs->p[player[i] * pairs->players + player[(i + 1) % 3]];
        greatest = p > greatest ? p : greatest;
    }
    return greatest;
}

static struct sow_cycle_row cycle_row(const struct pairs *pairs, const size_t player[3])
{
    const struct sow_standings *standings = pairs->standings;
    char *const *names = standings->roster->names;
    double score[3];
    for (int i = 0; i < 3; i++)
        score[i] = sow_settled(
            sow_tally_score(tally_at(standings, player[i], player[(i + 1) % 3])));
    return (struct sow_cycle_row){
        .variant = standings->variant,
        .first = names[player[0]],
        .second = names[player[1]],
        .third = names[player[2]],
        .first_score = score[0],
        .second_score = score[1],
        .third_score = score[2],
        .p = sow_settled(greatest_p(pairs, player)),
    };
}

/* Finds the cycles. Three players can form one in either of two directions. */
static size_t find_cycles(const struct pairs *pairs, struct sow_cycle_row *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < pairs->players; i++)
        for (size_t j = i + 1; j < pairs->players; j++)
            for (size_t k = j + 1; k < pairs->players && count < SOW_CYCLES_MAX; k++) {
                bool onwards = beats(pairs, i, j);
                size_t player[3] = {i, onwards ? j : k, onwards ? k : j};
                if (beats(pairs, player[0], player[1]) &&
                    beats(pairs, player[1], player[2]) &&
                    beats(pairs, player[2], player[0]))
                    rows[count++] = cycle_row(pairs, player);
            }
    return count;
}

static enum sow_status append_cycles(const struct sow_standings *standings,
                                     struct sow_standing_lines *lines,
                                     struct sow_err *err)
{
    size_t n = standings->roster->count;
    struct sow_cycle_row *rows =
        realloc(lines->cycles, (lines->cycle_count + SOW_CYCLES_MAX) * sizeof *rows);
    if (rows == NULL)
        return sow_err_no_memory(err);
    lines->cycles = rows;
    struct pairs pairs = {
        .standings = standings, .p = calloc(n * n, sizeof *pairs.p), .players = n};
    if (pairs.p == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = pairs_test(&pairs, err);
    if (status == SOW_OK)
        lines->cycle_count += find_cycles(&pairs, rows + lines->cycle_count);
    free(pairs.p);
    return status;
}

enum sow_status sow_standings_conclude(const struct sow_standings *standings,
                                       struct sow_standing_lines *lines,
                                       struct sow_err *err)
{
    enum sow_status status = append_ratings(standings, lines, err);
    return status == SOW_OK ? append_cycles(standings, lines, err) : status;
}

/* --- storing --- */

enum sow_status sow_standing_lines_store(const struct sow_standing_lines *lines,
                                         const struct sow_run *run, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < lines->rating_count && status == SOW_OK; i++) {
        struct sow_rating_row row = lines->ratings[i];
        row.run_id = run->id;
        row.line = (int)i;
        status = sow_store_add(run->sink, rating, &row, err);
    }
    for (size_t i = 0; i < lines->cycle_count && status == SOW_OK; i++) {
        struct sow_cycle_row row = lines->cycles[i];
        row.run_id = run->id;
        row.line = (int)i;
        status = sow_store_add(run->sink, cycle, &row, err);
    }
    return status;
}
