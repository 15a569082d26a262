/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_ratings.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Elo points per unit of strength. A strength is the logarithm of Bradley and Terry's, so
   P(i beats j) is the logistic function of the difference of two strengths. */
static const double ELO_A_STRENGTH = 400.0 / 2.302585092994045684;

/* Results of all players, as points of each against each. */
struct tournament {
    size_t players; /* number of players */
    double
        *points;  /* players x players: points of the row's player against the column's */
    double prior; /* number of virtual games of each player */
};

/* State of the iterations: vectors and a matrix over the players. */
struct workspace {
    double *strength; /* present strength of each player */
    double *trial;    /* strengths to be tried */
    double *slope;    /* slope of the log likelihood; then the step */
    double *matrix;   /* Fisher information, or its Cholesky factor */
};

/* Returns the logistic function of @p x, from 0 to 1. */
static double logistic(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

/* Returns the points of player @p i against player @p j: 1 for a win, 0.5 for a draw. */
static double points_of(const struct tournament *tournament, size_t i, size_t j)
{
    return tournament->points[i * tournament->players + j];
}

/* Returns the number of games between two players, which is the sum of their points. */
static double games_between(const struct tournament *tournament, size_t i, size_t j)
{
    return points_of(tournament, i, j) + points_of(tournament, j, i);
}

/* ---- The games ---- */

/* Returns SOW_USAGE for a wrong number of players, SOW_BAD_DATA for an entry with an
   unknown player or a negative count. */
static enum sow_status check_request(const struct sow_rating_request *request,
                                     struct sow_err *err)
{
    size_t players = request->players;
    assert(request->prior >= 0.0 && request->level > 0.0 && request->level < 1.0);
    if (players < 2 || players > SOW_RATED_PLAYERS_MAX)
        return sow_err_set(err, SOW_USAGE, "%zu players cannot be rated; give 2 to %d",
                           players, SOW_RATED_PLAYERS_MAX);
    for (size_t i = 0; i < request->count; i++) {
        const struct sow_rated_games *games = &request->games[i];
        const struct sow_tally *tally = &games->tally;
        if (games->player >= players || games->opponent >= players)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "result %zu is of player %zu against %zu; there are only %zu, counted from 0",
                i + 1, games->player, games->opponent, players);
        if (tally->wins < 0 || tally->draws < 0 || tally->losses < 0)
            return sow_err_set(
                err, SOW_BAD_DATA,
                "result %zu counts fewer than no games; wins, draws and losses are at least 0",
                i + 1);
    }
    return SOW_OK;
}

/* Adds the results of an entry to the points of both players. Ignores games of a player
   against itself. */
static void add_points(struct tournament *tournament, const struct sow_rated_games *games)
{
    size_t i = games->player;
    size_t j = games->opponent;
    if (i == j)
        return;
    double half = 0.5 * (double)games->tally.draws;
    tournament->points[i * tournament->players + j] += (double)games->tally.wins + half;
    tournament->points[j * tournament->players + i] += (double)games->tally.losses + half;
}

/* Returns true if a chain of points leads from player 0 to all others (@p from), or from
   all others to player 0. A player that has points against another is linked to it. Works
   in @p reached and @p queue, with an entry for each player. */
static bool reaches_all(const struct tournament *tournament, bool from, bool *reached,
                        size_t *queue)
{
    size_t players = tournament->players;
    memset(reached, 0, players * sizeof *reached);
    size_t found = 1;
    queue[0] = 0;
    reached[0] = true;
    for (size_t next = 0; next < found; next++)
        for (size_t j = 0; j < players; j++) {
            size_t i = queue[next];
            double points =
                from ? points_of(tournament, i, j) : points_of(tournament, j, i);
            if (points > 0.0 && !reached[j]) {
                reached[j] = true;
                queue[found++] = j;
            }
        }
    return found == players;
}

/* Checks Ford's (1957) condition: sets @p separated to true if the players can be divided
   into two groups, one of which has no point against the other. If they cannot, all
   ratings are finite. The only failure is SOW_NO_MEMORY. */
static enum sow_status find_separation(const struct tournament *tournament,
                                       bool *separated, struct sow_err *err)
{
    bool *reached = calloc(tournament->players, sizeof *reached);
    size_t *queue = calloc(tournament->players, sizeof *queue);
    enum sow_status status = SOW_OK;
    if (reached == NULL || queue == NULL)
        status = sow_err_no_memory(err);
    else
        *separated = !reaches_all(tournament, true, reached, queue) ||
                     !reaches_all(tournament, false, reached, queue);
    free(reached);
    free(queue);
    return status;
}

/* ---- The likeliest strengths ---- */

/* Subtracts the mean of all strengths from each, so that the mean becomes 0. */
static void centre(double *strength, size_t players)
{
    double sum = 0.0;
    for (size_t i = 0; i < players; i++)
        sum += strength[i];
    for (size_t i = 0; i < players; i++)
        strength[i] -= sum / (double)players;
}

/* Computes the next strengths by one sweep of Hunter's algorithm. Each e^strength becomes
   points / sum of (games / (e^strength + e^opponent)). The virtual player is one of the
   opponents. */
static void sweep(const struct tournament *tournament, const double *strength,
                  double *next)
{
    for (size_t i = 0; i < tournament->players; i++) {
        double points = tournament->prior / 2.0;
        double expected = tournament->prior * logistic(strength[i]);
        for (size_t j = 0; j < tournament->players; j++)
            if (j != i) {
                points += points_of(tournament, i, j);
                expected +=
                    games_between(tournament, i, j) * logistic(strength[i] - strength[j]);
            }
        next[i] = strength[i] + log(points / expected);
    }
    if (!(tournament->prior > 0.0))
        centre(next, tournament->players);
}

/* Returns log(logistic(x)) without overflow. */
static double log_logistic(double x)
{
    return x < 0.0 ? x - log1p(exp(x)) : -log1p(exp(-x));
}

/* Returns the natural logarithm of the likelihood of the results, with those of the
   virtual games. Strengths are in natural units, not in Elo. */
static double log_likelihood(const struct tournament *tournament, const double *strength)
{
    double sum = 0.0;
    for (size_t i = 0; i < tournament->players; i++) {
        sum += tournament->prior / 2.0 *
               (log_logistic(strength[i]) + log_logistic(-strength[i]));
        for (size_t j = 0; j < tournament->players; j++)
            sum += points_of(tournament, i, j) * log_logistic(strength[i] - strength[j]);
    }
    return sum;
}

/* Computes the slope of the log likelihood (points less expected points) and the Fisher
   information. Without a prior, only differences of strengths matter, and so the
   information has no inverse. A matrix of equal numbers is then added, which fixes the
   mean and gives it an inverse. */
static void derive(const struct tournament *tournament, const double *strength,
                   double *slope, double *information)
{
    size_t players = tournament->players;
    double trace = 0.0;
    memset(information, 0, players * players * sizeof *information);
    for (size_t i = 0; i < players; i++) {
        double p = logistic(strength[i]);
        slope[i] = tournament->prior * (0.5 - p);
        double own = tournament->prior * p * (1.0 - p);
        for (size_t j = 0; j < players; j++) {
            if (j == i)
                continue;
            double q = logistic(strength[i] - strength[j]);
            double games = games_between(tournament, i, j);
            slope[i] += points_of(tournament, i, j) - games * q;
            information[i * players + j] = -games * q * (1.0 - q);
            own += games * q * (1.0 - q);
        }
        information[i * players + i] = own;
        trace += own;
    }
    double fixing = tournament->prior > 0.0 ? 0.0 : trace / (double)(players * players);
    for (size_t i = 0; i < players * players; i++)
        information[i] += fixing;
}

/* Replaces a matrix by its lower Cholesky factor. Returns false if the matrix is not
   positive definite; it is then changed in part. */
static bool factorize(double *matrix, size_t size)
{
    for (size_t j = 0; j < size; j++) {
        double *column = &matrix[j * size];
        for (size_t k = 0; k < j; k++)
            column[j] -= column[k] * column[k];
        if (!(column[j] > 0.0))
            return false;
        column[j] = sqrt(column[j]);
        for (size_t i = j + 1; i < size; i++) {
            double *row = &matrix[i * size];
            for (size_t k = 0; k < j; k++)
                row[j] -= row[k] * column[k];
            row[j] /= column[j];
        }
    }
    return true;
}

/* Solves L L' y = x, where @p triangle is the lower triangle L of @p size rows. Replaces
   @p x by y. */
static void solve(const double *triangle, size_t size, double *x)
{
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= triangle[i * size + k] * x[k];
        x[i] /= triangle[i * size + i];
    }
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++)
            x[i] -= triangle[k * size + i] * x[k];
        x[i] /= triangle[i * size + i];
    }
}

/* Adds the step in @c slope to the strengths, or a part of it that does not lower the
   likelihood. Returns the greatest change of a strength; 0, with the strengths
   unchanged, if no part is found. Small steps are taken without a check: they are right,
   but may raise the likelihood by less than rounding. */
static double climb(const struct tournament *tournament, struct workspace *work)
{
    enum { HALVINGS = 40 };
    static const double SURE = 1e-3;
    size_t players = tournament->players;
    double before = log_likelihood(tournament, work->strength);
    double share = 1.0;
    for (int i = 0; i < HALVINGS; i++, share /= 2.0) {
        double greatest = 0.0;
        for (size_t k = 0; k < players; k++) {
            work->trial[k] = work->strength[k] + share * work->slope[k];
            greatest = fmax(greatest, fabs(share * work->slope[k]));
        }
        if (greatest < SURE || log_likelihood(tournament, work->trial) >= before) {
            memcpy(work->strength, work->trial, players * sizeof(double));
            return greatest;
        }
    }
    return 0.0;
}

/* Finds the strengths of maximum likelihood, from those in @p work. Returns true if the
   iterations converged; else the strengths are the last ones. MM converges from
   anywhere, but slowly if one side wins almost all games. Therefore Newton's method
   completes it. */
static bool maximize(const struct tournament *tournament, struct workspace *work)
{
    enum { SWEEPS = 50, STEPS = 100 };
    static const double SMALL = 1e-9;
    size_t players = tournament->players;
    for (int i = 0; i < SWEEPS; i++) {
        sweep(tournament, work->strength, work->trial);
        memcpy(work->strength, work->trial, players * sizeof(double));
    }
    double change = 1.0;
    for (int i = 0; i < STEPS && change > SMALL; i++) {
        derive(tournament, work->strength, work->slope, work->matrix);
        if (!factorize(work->matrix, players))
            return false;
        solve(work->matrix, players, work->slope);
        change = climb(tournament, work);
    }
    return !(change > SMALL);
}

/* ---- Results ---- */

/* Computes the covariance of the ratings, in Elo^2: the inverse of the information for
   strengths whose mean is 0. Returns false, with @p covariance unchanged, if there is no
   inverse. */
static bool invert(const struct tournament *tournament, struct workspace *work,
                   double *covariance)
{
    size_t players = tournament->players;
    derive(tournament, work->strength, work->slope, work->matrix);
    if (!factorize(work->matrix, players))
        return false;
    for (size_t i = 0; i < players; i++) {
        double *row = &covariance[i * players];
        memset(row, 0, players * sizeof *row);
        row[i] = 1.0;
        solve(work->matrix, players, row);
        centre(row, players);
    }
    for (size_t j = 0; j < players; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < players; i++)
            sum += covariance[i * players + j];
        for (size_t i = 0; i < players; i++)
            covariance[i * players + j] -= sum / (double)players;
    }
    for (size_t i = 0; i < players * players; i++)
        covariance[i] *= ELO_A_STRENGTH * ELO_A_STRENGTH;
    return true;
}

/* Returns the interval of a rating, from a normal distribution with standard error @p
   error. Both are in Elo. */
static struct sow_interval around(double elo, double error, double level)
{
    double reach = sow_normal_quantile(level) * error;
    return (struct sow_interval){elo - reach, elo + reach};
}

/* Fills in the rating of each player in ratings->rating. Standard errors and intervals
   are NaN unless the fit converged. */
static void report(const struct tournament *tournament, const double *strength,
                   struct sow_ratings *ratings)
{
    for (size_t i = 0; i < ratings->count; i++) {
        struct sow_rating *rating = &ratings->rating[i];
        double variance = ratings->covariance[i * ratings->count + i];
        *rating = (struct sow_rating){
            .elo = strength[i] * ELO_A_STRENGTH,
            .standard_error =
                ratings->converged ? sqrt(fmax(0.0, variance)) : (double)NAN,
        };
        rating->interval = around(rating->elo, rating->standard_error, ratings->level);
        for (size_t j = 0; j < ratings->count; j++) {
            rating->games += games_between(tournament, i, j);
            rating->points += points_of(tournament, i, j);
        }
    }
}

/* Computes strengths, covariance and ratings. On failure to converge, @c converged is
   false and the ratings are rough. */
static void rate(const struct tournament *tournament, struct workspace *work,
                 struct sow_ratings *ratings)
{
    bool maximal = maximize(tournament, work);
    ratings->converged = invert(tournament, work, ratings->covariance) && maximal;
    centre(work->strength, tournament->players);
    report(tournament, work->strength, ratings);
}

enum sow_status sow_ratings_fit(const struct sow_rating_request *request,
                                struct sow_ratings *ratings, struct sow_err *err)
{
    *ratings = (struct sow_ratings){.count = request->players, .level = request->level};
    enum sow_status status = check_request(request, err);
    if (status != SOW_OK)
        return status;
    size_t players = request->players;
    struct tournament tournament = {.players = players, .prior = request->prior};
    double *vectors = calloc(3 * players, sizeof *vectors);
    double *matrix = calloc(players * players, sizeof *matrix);
    tournament.points = calloc(players * players, sizeof *tournament.points);
    ratings->rating = calloc(players, sizeof *ratings->rating);
    ratings->covariance = calloc(players * players, sizeof *ratings->covariance);
    if (vectors == NULL || matrix == NULL || tournament.points == NULL ||
        ratings->rating == NULL || ratings->covariance == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    for (size_t i = 0; i < request->count; i++)
        add_points(&tournament, &request->games[i]);
    status = find_separation(&tournament, &ratings->separated, err);
    if (status != SOW_OK)
        goto done;
    if (ratings->separated && !(tournament.prior > 0.0))
        tournament.prior = SOW_RATING_PRIOR;
    ratings->prior = tournament.prior;
    struct workspace work = {vectors, vectors + players, vectors + 2 * players, matrix};
    rate(&tournament, &work, ratings);
done:
    if (status != SOW_OK)
        sow_ratings_release(ratings);
    free(vectors);
    free(matrix);
    free(tournament.points);
    return status;
}

void sow_ratings_release(struct sow_ratings *ratings)
{
    free(ratings->rating);
    free(ratings->covariance);
    *ratings = (struct sow_ratings){.count = 0};
}

double sow_ratings_difference(const struct sow_ratings *ratings, size_t a, size_t b,
                              struct sow_interval *interval)
{
    assert(a < ratings->count && b < ratings->count);
    const double *covariance = ratings->covariance;
    double variance = covariance[a * ratings->count + a] +
                      covariance[b * ratings->count + b] -
                      2.0 * covariance[a * ratings->count + b];
    double difference = ratings->rating[a].elo - ratings->rating[b].elo;
    double error = ratings->converged ? sqrt(fmax(0.0, variance)) : (double)NAN;
    *interval = around(difference, error, ratings->level);
    return difference;
}
