/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/tournament.h"

#include "generations.h"
#include "sow/matches/duels.h"
#include "sow/matches/openings.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_ratings.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/store_tables.h"
#include "sow/store/tables/cycles.def"
#include "sow/store/tables/ratings.def"
#include "sow/studies/study_sections.h"
#include "sow/support/doc_pages.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_tournament_options, field)

static const struct sow_param ROWS[] = {
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_OPENINGS_ROW(SOW_STUDY_AT(random_plies)),
    SOW_STARTS_ROW(SOW_STUDY_AT(starts)),
    SOW_KEEP_ROW(SOW_STUDY_AT(keep_games)),
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Rows of --variant, and of the options that name several variants. */

static const struct sow_param ONE_GAME_ROWS[] = {
    {"variant", &sow_param_text, AT(variant), 0, SOW_VARIANT_PATH_MAX, NULL,
     SOW_TOURNAMENT_VARIANT, "the variant, if the tournament has only one"},
};

static const struct sow_param_table ONE_GAME = {ONE_GAME_ROWS, 1};

static const struct sow_param GAMES_ROWS[] = {
    SOW_VARIANTS_ROW(
        AT(study.choice), "",
        "several variants: names, variant files, groups and random ones (random:[20,seed=7]), "
        "separated by commas (paper = erherhe, oware, awari, vai-lung-thlan; five = "
        "paper and kalah; all)"),
    SOW_VARIANT_SIZE_ROWS(AT(study.choice)),
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

/* Takes the players from the words of the command line, or leaves them to --generations.
   Without --variants, makes the variant of --variant the only one of the study. It is the
   kind's `take`. Returns SOW_USAGE if both options are given, the variant is not known or
   the words are too long; SOW_NO_MEMORY. */
static enum sow_status take_tournament(void *options, const struct sow_words *words,
                                       struct sow_err *err)
{
    struct sow_tournament_options *tournament = options;
    bool several = !sow_variant_set_is_empty(&tournament->study.choice.set);
    if (several && strcmp(tournament->variant, ONE_GAME_ROWS[0].fallback) != 0)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "both '--variant' and '--variants' are given: choose one"),
            "variant");
    enum sow_status status = sow_generations_check(tournament, words, err);
    if (status != SOW_OK || tournament->generations > 0)
        return status;
    if (!several && sow_param_set(&GAMES_ROWS[0], options, tournament->variant, err))
        return SOW_NO_MEMORY;
    /* The reader of --variants would blame that option. */
    if (!several)
        status = sow_err_blame(
            err, sow_variant_choice_resolve(&tournament->study.choice, err), "variant");
    return status == SOW_OK ? sow_study_take(options, words, err) : status;
}

static const struct sow_param RECORDED_ROWS[] = {SOW_STUDY_PLAYERS_ROWS};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* --- standings ---

   Ratings by the Bradley-Terry model with intervals, places, and significant cycles.
   Standings borrow the players and the name of the variant. The lines made from the
   standings borrow them, too. */

/* Most cycles that are kept for a variant: the first in the order of the roster. */
enum { CYCLES_MAX = 1000 };

/* Results of every pair of players. Both arrays are owned by conclude_variants. */
struct standings {
    const struct sow_player_list *roster;
    /* Name of the variant, or NULL for all variants together. */
    const char *variant;
    /* Players x players: results of the row's player against the column's, both seats
   together. */
    struct sow_tally *tallies;
    /* Results scaled down to the effective number of games (duels.h). */
    struct sow_tally *counted;
};

/* Rows of the tables `ratings` and `cycles`, to be stored; both arrays are owned. All
   zeros at first. */
struct standing_lines {
    struct sow_rating_row *ratings;
    size_t rating_count;
    struct sow_cycle_row *cycles;
    size_t cycle_count;
};

/* Returns the index of a player's results against an opponent, both counted from 0, in
   an array of players x players. */
static size_t pair_index(const struct standings *standings, size_t player,
                         size_t opponent)
{
    return player * standings->roster->count + opponent;
}

/* Returns the address of the results of a player against an opponent, as played. */
static struct sow_tally *tally_at(const struct standings *standings, size_t player,
                                  size_t opponent)
{
    return &standings->tallies[pair_index(standings, player, opponent)];
}

/* Returns the address of the results of a player against an opponent, scaled down to the
   effective number of games. */
static struct sow_tally *counted_at(const struct standings *standings, size_t player,
                                    size_t opponent)
{
    return &standings->counted[pair_index(standings, player, opponent)];
}

/* Adds the games of a duel, both seats together, to the results of @p player against @p
   opponent. The duel is in the player's view. Adds them as played and scaled down to the
   effective number of games. */
static void add_view(struct standings *standings, size_t player, size_t opponent,
                     const struct sow_duel *duel)
{
    struct sow_tally both = sow_tally_sum(&duel->first, &duel->second);
    struct sow_tally counted = sow_duel_thinned(duel);
    struct sow_tally *tally = tally_at(standings, player, opponent);
    struct sow_tally *sum = counted_at(standings, player, opponent);
    *tally = sow_tally_sum(tally, &both);
    *sum = sow_tally_sum(sum, &counted);
}

/* Adds the games of a duel to the results of both players, each in its own view. A
   player that meets itself has them once. */
static void add_duel(struct standings *standings, size_t player, size_t opponent,
                     const struct sow_duel *duel)
{
    struct sow_duel mirrored = sow_duel_mirrored(duel);
    add_view(standings, player, opponent, duel);
    if (player != opponent)
        add_view(standings, opponent, player, &mirrored);
}

/* --- ratings --- */

/* Returns the sum of the results of a player against all others, as played. Games
   against itself are left out. */
static struct sow_tally total_of(const struct standings *standings, size_t player)
{
    struct sow_tally total = {0, 0, 0};
    for (size_t j = 0; j < standings->roster->count; j++)
        if (j != player)
            total = sow_tally_sum(&total, tally_at(standings, player, j));
    return total;
}

/* Returns the row of a player in table `ratings`, without run, line and place: games
   against all others as played, the rating and its interval. The texts belong to the
   study. */
static struct sow_rating_row rating_row(const struct standings *standings,
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
   Then sets `place`, counted from 1; equal ratings have the same place. */
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

/* Fits Elo ratings (Bradley-Terry) to the results of all pairs of different players,
   scaled down to the effective number of games. The caller releases @p ratings after
   success. Returns SOW_NO_MEMORY or an error of sow_ratings_fit. */
static enum sow_status fit_ratings(const struct standings *standings,
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

/* Fits the ratings and appends a row for each player, the best first. Adds no rows on
   failure: SOW_NO_MEMORY or an error of sow_ratings_fit. */
static enum sow_status append_ratings(const struct standings *standings,
                                      struct standing_lines *lines, struct sow_err *err)
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

/* Adjusted p value of every pair of players, players x players. A small value means that
   one of the two wins more often. */
struct pairs {
    const struct standings *standings;
    double *p;
    size_t players;
};

/* Tests for every pair of players, by the sign test, whether one wins more often.
   Adjusts all p values together (Holm) and sets `p` for both orders of a pair. Returns
   SOW_NO_MEMORY. */
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

/* Returns true if the winner has more wins than losses against the loser, with an
   adjusted p value below 5 %. */
static bool beats(const struct pairs *pairs, size_t winner, size_t loser)
{
    const double most = 1.0 - SOW_LEVEL;
    const struct sow_tally *tally = tally_at(pairs->standings, winner, loser);
    return tally->wins > tally->losses &&
           pairs->p[winner * pairs->players + loser] < most;
}

/* Returns the greatest adjusted p value of the three steps of a cycle, each player
   beating the next. */
static double greatest_p(const struct pairs *pairs, const size_t player[3])
{
    double greatest = 0.0;
    for (int i = 0; i < 3; i++) {
        double p = pairs->p[player[i] * pairs->players + player[(i + 1) % 3]];
        greatest = p > greatest ? p : greatest;
    }
    return greatest;
}

/* Returns the row of a cycle in table `cycles`, without run and line. Each player beats
   the next, and the last one the first. */
static struct sow_cycle_row cycle_row(const struct pairs *pairs, const size_t player[3])
{
    const struct standings *standings = pairs->standings;
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

/* Writes the significant cycles of three players to @p rows, at most CYCLES_MAX, and
   returns their number. Each cycle begins with the player who is first in the roster,
   and may go round in either direction. */
static size_t find_cycles(const struct pairs *pairs, struct sow_cycle_row *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < pairs->players; i++)
        for (size_t j = i + 1; j < pairs->players; j++)
            for (size_t k = j + 1; k < pairs->players && count < CYCLES_MAX; k++) {
                bool onwards = beats(pairs, i, j);
                size_t player[3] = {i, onwards ? j : k, onwards ? k : j};
                if (beats(pairs, player[0], player[1]) &&
                    beats(pairs, player[1], player[2]) &&
                    beats(pairs, player[2], player[0]))
                    rows[count++] = cycle_row(pairs, player);
            }
    return count;
}

/* Appends a row for each significant cycle of three players. Fails with SOW_NO_MEMORY,
   and then adds no rows. */
static enum sow_status append_cycles(const struct standings *standings,
                                     struct standing_lines *lines, struct sow_err *err)
{
    size_t n = standings->roster->count;
    struct sow_cycle_row *rows =
        realloc(lines->cycles, (lines->cycle_count + CYCLES_MAX) * sizeof *rows);
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

/* --- storing --- */

/* Stores the rows of table `ratings`, then the rows of table `cycles`, within a
   transaction of the caller. Numbers them from 0. Returns an error of the database. */
static enum sow_status store_lines(const struct standing_lines *lines,
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

/* --- the study --- */

/* Returns the number of cells in a variant: every pair of players, and each player
   against itself. */
static size_t pairs_of(const struct sow_study *study)
{
    return study->players.count * (study->players.count + 1) / 2;
}

/* Lists a cell for each player against itself and against the players after it, in every
   variant. It is the `begin` of the design. Never fails: the frame checks the cells. */
static enum sow_status list_pairs(struct sow_study *study, struct sow_err *err)
{
    (void)err;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t i = 0; i < study->players.count; i++)
            for (size_t j = i; j < study->players.count; j++)
                sow_study_add_cell(study, v, i, j);
    return SOW_OK;
}

/* Appends the ratings, best first, and the significant cycles of the variants from @p
   begin to @p end - 1, taken together. In a significant cycle each step passes a
   two-sided sign test of wins against losses, at 5 % after Holm over all pairs of
   players. Rows of several variants have no variant name. Returns SOW_NO_MEMORY or an
   error of sow_ratings_fit. */
static enum sow_status conclude_variants(const struct sow_study *study, size_t begin,
                                         size_t end, struct standing_lines *lines,
                                         struct sow_err *err)
{
    size_t players = study->players.count;
    size_t pairs = pairs_of(study);
    struct standings standings = {
        .roster = &study->players,
        .variant = end - begin > 1 ? NULL : study->set.variants[begin].name,
        .tallies = calloc(players * players, sizeof *standings.tallies),
        .counted = calloc(players * players, sizeof *standings.counted)};
    enum sow_status status = standings.tallies != NULL && standings.counted != NULL
                                 ? SOW_OK
                                 : sow_err_no_memory(err);
    for (size_t i = begin * pairs; i < end * pairs && status == SOW_OK; i++)
        add_duel(&standings, study->cells[i].player, study->cells[i].opponent,
                 &study->duels[i]);
    if (status == SOW_OK)
        status = append_ratings(&standings, lines, err);
    if (status == SOW_OK)
        status = append_cycles(&standings, lines, err);
    free(standings.tallies);
    free(standings.counted);
    return status;
}

/* Stores ratings and cycles of each variant and then, if there are several, of all
   variants together. It is the `conclude` of the design. Returns the first failure. */
static enum sow_status conclude_tournament(const struct sow_study *study,
                                           struct sow_err *err)
{
    size_t variants = study->set.count;
    struct standing_lines lines = {.rating_count = 0};
    enum sow_status status = SOW_OK;
    for (size_t v = 0; v < variants && status == SOW_OK; v++)
        status = conclude_variants(study, v, v + 1, &lines, err);
    if (status == SOW_OK && variants > 1)
        status = conclude_variants(study, 0, variants, &lines, err);
    if (status == SOW_OK)
        status = store_lines(&lines, study->run, err);
    free(lines.ratings);
    free(lines.cycles);
    return status;
}

static const struct sow_study_design DESIGN = {
    .least_players = 2,
    .miscount = "a tournament needs two players or more: name more, such as 'heuristics "
                "random'",
    .begin = list_pairs,
    .conclude = conclude_tournament,
    .table = "ratings",
    .ended = "all games played",
};

/* Prepares the study, and sets `keep_games` to all games if an outside program plays. It
   is the kind's `prepare`. Fails as sow_study_prepare. */
static enum sow_status prepare_tournament(void *options, struct sow_store *source,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    (void)rules;
    struct sow_tournament_options *asked = options;
    struct sow_study_options *study = &asked->study;
    enum sow_status status = sow_study_prepare(&DESIGN, options, source, err);
    if (status == SOW_OK)
        sow_keep_outside(&study->keep_games, study->games, study->players.agents,
                         study->players.count);
    return status;
}

static const char *const CONTENT[] = {
    "match_variants", "games", "matches", "match_pairs", "ratings", "cycles", NULL};

static const char *const MEASURES[] = {"rating", NULL};

const struct sow_run_kind sow_tournament_kind = {
    .name = "tournament",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &sow_generations_params,
                .title = "Generations",
                .use = SOW_TYPED},
               {.table = &ONE_GAME, .title = "Variants", .use = SOW_TYPED},
               {.table = &GAMES, .title = "Variants"}},
    .options_size = sizeof(struct sow_tournament_options),
    .again = "players",
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_tournament_kind,
            .section = "Playing",
            .name = "tournament",
            .operands = "[PLAYER...]",
            .summary =
                "play every player against every other: cross-table, ratings, cycles",
            .examples =
                "sowlab tournament heuristics random divilly2013\n"
                "sowlab tournament run:17 run:18 divilly2013 --variant kalah\n"
                "sowlab tournament heuristics random --variants five --games 5000\n"
                "sowlab tournament --generations 17 --step 25",
            .details =
                "A player is a spec or a group: 'heuristics' (h1 to h6) or 'paper' (h1 "
                "to h6 and random).\n"
                "Table 'crosstable' has the score of the row's player against the "
                "column's player, both seats together. The diagonal has the score of "
                "the first player in games of a player against itself.\n"
                "Table 'ratings' has ratings by the model of Bradley and Terry, on the "
                "Elo scale, with mean 0 and 95 % intervals. Table 'cycles' has three "
                "players in a row, each of which beats the next, by sign tests of wins "
                "against losses (5 % after Holm over all pairs of the variant).\n"
                "With '--generations' the players are the best of generations of an "
                "evolution, each against each other: " SOW_DOC_METHOD ".\n"
                "With four players or more in three variants or more, table 'similarity' "
                "and chart 'distances' show which variants are alike: " SOW_DOC_SURVEY
                ".\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 0,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = take_tournament,
    .find = sow_generations_find,
    .find_by = &sow_generations_params,
    .prepare = prepare_tournament,
    .question = &sow_study_question,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_tournament_sections,
    .charts = sow_tournament_charts,
    .content = CONTENT,
    .measures = MEASURES,
};
