/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/robustness.h"

#include "sow/matches/openings.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/replays.def"
#include "sow/store/tables/robustness.def"
#include "sow/studies/study_sections.h"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_robustness_options, field)

/* Most retests of a player. */
enum { REPLAYS_MAX = 1000 };

/* A cell and seat that is retested. */
struct replay {
    size_t cell; /* index of the cell in the study */
    bool second;
    struct sow_stratum chosen; /* result of the games by which it was chosen */
};

/* Retests and their results. The study is borrowed. */
struct replays {
    const struct sow_study *study;
    int worst; /* most retests of each player; 0: none */
    int games; /* games of each retest */
    /* Cells to retest: `each` for every player in turn, the worst first; owned. */
    struct replay *list;
    struct sow_stratum *fresh; /* result of the retest of each cell in `list`; owned */
    size_t each;               /* number of retests of each player */
};

/* The lowest win rate of a player's retests. */
struct replayed {
    /* Lowest win rate of the retests; NaN without retests, like the limits. */
    double rate;
    /* Worst-case interval: 95 %, by Bonferroni over the retests. */
    struct sow_interval limits;
};

static const struct sow_param ROWS[] = {
    SOW_STUDY_OPPONENTS_ROW("opponents of each player"),
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_RANDOM_PLIES_ROW(SOW_STUDY_AT(random_plies)),
    SOW_STARTS_ROW(SOW_STUDY_AT(starts)),
    {"replay_worst", &sow_param_integer, AT(replay_worst), 0, REPLAYS_MAX, NULL, "3",
     "worst cells of each player that are played again in new games; 0 = none"},
    {"replay_games", &sow_param_integer, AT(replay_games), 0, 100000000, NULL, "0",
     "games of each of these cells; 0 = the number of --games"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Returns true if --replay-worst is above 0. Condition of `replay_games` in NEEDS. @p
   context is a struct sow_robustness_options. */
static bool replays_some(const void *context)
{
    const struct sow_robustness_options *options = context;
    return options->replay_worst > 0;
}

static const struct sow_param_need NEEDS[] = {
    {"replay_games", replays_some, "--replay-worst above 0"},
    {NULL, NULL, NULL},
};

/* Options that are operands on the command line, or that are only recorded. */

static const struct sow_param RECORDED_ROWS[] = {SOW_STUDY_PLAYERS_ROWS,
                                                 SOW_STUDY_OPPONENT_NAMES_ROW};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* --- retests ---

   Each player plays its worst cells (variant, opponent and seat) again: retests, called
   replays in C. These games did not choose the cells, so their win rates are not too low
   by selection. docs/reference/statistics.md says what this gains. Retests are stored one
   at a time in table `replays`. A resumed run continues after the last stored one. */

/* Returns the wins per game of a seat, 0 to 1. The seat must have games. */
static double rate_of(const struct sow_stratum *stratum)
{
    return (double)stratum->tally.wins / (double)sow_tally_games(&stratum->tally);
}

/* Inserts a cell into the list @p worst of a player, which is sorted by the number of
   wins, the fewest first. The list has @p count cells, and at most @p most: then the
   last one is dropped. The first of equally bad cells stays ahead. */
static void insert_cell(struct replay *worst, size_t *count, size_t most,
                        const struct replay *offered)
{
    size_t at = *count;
    while (at > 0 && offered->chosen.tally.wins < worst[at - 1].chosen.tally.wins)
        at--;
    if (at == most)
        return;
    *count += *count < most;
    memmove(&worst[at + 1], &worst[at], (*count - at - 1) * sizeof *worst);
    worst[at] = *offered;
}

/* Fills the part of `list` that belongs to a player with its worst cells and seats, the
   worst first. */
static void choose_worst(const struct replays *replays, size_t player)
{
    size_t count = 0;
    for (size_t i = 0; i < replays->study->count; i++)
        for (int seat = 0; seat < 2; seat++) {
            struct replay offered = {.cell = i, .second = seat == 1};
            offered.chosen = sow_duel_stratum(&replays->study->duels[i], seat);
            if (replays->study->cells[i].player == player)
                insert_cell(&replays->list[player * replays->each], &count, replays->each,
                            &offered);
        }
}

/* Sets `each`, allocates the lists of retests and chooses the worst cells of each
   player. A player with fewer cells has fewer retests. Returns SOW_NO_MEMORY; the caller
   frees the lists, also then. */
static enum sow_status choose_worst_of_all(struct replays *replays, struct sow_err *err)
{
    size_t seats = 2 * replays->study->count / replays->study->players.count;
    replays->each = (size_t)replays->worst < seats ? (size_t)replays->worst : seats;
    replays->list =
        calloc(replays->study->players.count * replays->each + 1, sizeof *replays->list);
    replays->fresh =
        calloc(replays->study->players.count * replays->each + 1, sizeof *replays->fresh);
    if (replays->list == NULL || replays->fresh == NULL)
        return sow_err_no_memory(err);
    for (size_t p = 0; p < replays->study->players.count; p++)
        choose_worst(replays, p);
    return SOW_OK;
}

/* --- rows --- */

/* Returns the row of table `replays` for a retest by its index in `list`, without the
   results of its games. The texts belong to the study. */
static struct sow_replay_row row_of(const struct replays *replays, size_t index)
{
    const struct replay *replay = &replays->list[index];
    const struct sow_study *study = replays->study;
    const struct sow_study_cell *cell = &study->cells[replay->cell];
    return (struct sow_replay_row){
        .replay = (int)index,
        .player = study->specs[cell->player],
        .name = replays->study->players.names[cell->player],
        .place = (int)(index % replays->each) + 1,
        .variant = study->set.variants[cell->variant].name,
        .opponent = study->specs[cell->opponent],
        .seat = replay->second ? "second" : "first",
        .chosen_rate = sow_settled(rate_of(&replay->chosen)),
        .games = replays->games,
    };
}

/* Stores the result of the retest with this index in a transaction of its own. @p
   distinct is the number of different games in it. The limits of its win rate hold for
   all retests of the player together. Returns an error of the database. */
static enum sow_status store_replay(const struct replays *replays, size_t index,
                                    int64_t distinct, struct sow_err *err)
{
    const struct sow_run *run = replays->study->run;
    const struct sow_stratum *fresh = &replays->fresh[index];
    struct sow_interval limits =
        sow_win_limits(fresh, sow_level_of_each(SOW_LEVEL, replays->each));
    struct sow_replay_row row = row_of(replays, index);
    row.run_id = run->id;
    row.wins = fresh->tally.wins;
    row.draws = fresh->tally.draws;
    row.losses = fresh->tally.losses;
    row.distinct_games = distinct;
    row.effective = fresh->effective;
    row.win_rate = sow_settled(rate_of(fresh));
    row.low = sow_settled(limits.low);
    row.high = sow_settled(limits.high);
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = sow_store_add(run->sink, replay, &row, err);
    return sow_store_end(run->sink, status, err);
}

/* Context for reading stored retests of a resumed run: the retests, and the number read
   so far. */
struct taking {
    const struct replays *replays;
    size_t count;
};

/* Returns true if a stored row is the next retest of the list: same index, number of
   games, player, variant, opponent and seat. */
static bool is_planned(const struct taking *taking, const struct sow_replay_row *row)
{
    const struct replays *replays = taking->replays;
    if (taking->count == replays->study->players.count * replays->each)
        return false;
    struct sow_replay_row planned = row_of(replays, taking->count);
    return row->replay == planned.replay && row->games == planned.games &&
           strcmp(row->player, planned.player) == 0 &&
           strcmp(row->variant, planned.variant) == 0 &&
           strcmp(row->opponent, planned.opponent) == 0 &&
           strcmp(row->seat, planned.seat) == 0;
}

/* Takes a stored row as the result of the next retest, and counts it. Returns
   SOW_BAD_DATA if it is another retest. Callback of sow_store_each; @p context is a
   struct taking. */
static enum sow_status take_replay(void *context, const struct sow_replay_row *row,
                                   struct sow_err *err)
{
    struct taking *taking = context;
    if (!is_planned(taking, row))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "retest %d of run %lld is not of one of its worst cells; the record is "
            "damaged",
            row->replay, (long long)row->run_id);
    taking->replays->fresh[taking->count++] =
        (struct sow_stratum){{row->wins, row->draws, row->losses}, row->effective};
    return SOW_OK;
}

/* --- games --- */

/* Plays and stores the retest with this index, in new games. Returns SOW_INTERRUPTED
   after a stop request, or an error of the games or the database; nothing of the retest
   is then stored. */
static enum sow_status play_replay(const struct replays *replays, size_t index,
                                   struct sow_err *err)
{
    const struct replay *replay = &replays->list[index];
    struct sow_duel duel;
    enum sow_status status = sow_run_look(replays->study->run, err);
    if (status == SOW_OK)
        status =
            sow_study_replay(replays->study, 2 * replay->cell + (size_t)replay->second,
                             replays->games, &duel, err);
    if (status != SOW_OK)
        return status;
    replays->fresh[index] = sow_duel_stratum(&duel, replay->second);
    return store_replay(replays, index, duel.variety[replay->second].distinct, err);
}

/* Chooses the worst cells, takes over the stored retests, and plays and stores the
   others, with progress in games. Returns SOW_INTERRUPTED after a stop request, when all
   finished retests are stored. Returns SOW_BAD_DATA if stored retests are not those of
   the worst cells, SOW_NO_MEMORY, or an error of the games or the database. */
static enum sow_status play_replays(struct replays *replays, struct sow_err *err)
{
    const struct sow_run *run = replays->study->run;
    struct taking taking = {.replays = replays};
    enum sow_status status = choose_worst_of_all(replays, err);
    if (status == SOW_OK)
        status = sow_store_each(run->sink, replay, run->id, take_replay, &taking, err);
    size_t count = replays->study->players.count * replays->each;
    if (status != SOW_OK || taking.count == count)
        return status;
    uint64_t games = (uint64_t)replays->games;
    sow_progress_begin(run->with.progress, games * count, "games");
    sow_progress_advance(run->with.progress, games * taking.count,
                         "the worst cells again");
    for (size_t i = taking.count; i < count && status == SOW_OK; i++)
        status = play_replay(replays, i, err);
    sow_progress_end(run->with.progress);
    return status;
}

/* Frees the arrays of retests. */
static void release_replays(struct replays *replays)
{
    free(replays->list);
    free(replays->fresh);
}

/* State of the kind beside the study. */
struct test {
    struct replays replays;
    struct sow_stratum *strata; /* memory for the results of all seats of a player */
};

/* Returns the index of the first cell of a player in a variant, against the first
   opponent. Cells are ordered by variant, then player, then opponent. */
static size_t cell_index(const struct sow_study *study, size_t variant, size_t player)
{
    return (variant * study->players.count + player) * study->opponents.count;
}

/* Lists the cells of each player against each opponent in each variant, and allocates
   `strata`. It is the `begin` of the design. Returns SOW_NO_MEMORY. */
static enum sow_status begin_robustness(struct sow_study *study, struct sow_err *err)
{
    struct test *test = study->state;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t p = 0; p < study->players.count; p++)
            for (size_t o = 0; o < study->opponents.count; o++)
                sow_study_add_cell(study, v, p, study->players.count + o);
    test->strata = calloc(2 * study->count, sizeof *test->strata);
    return test->strata != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Retests the worst cells of each player. It is the `after` of the design; fails as
   play_replays. */
static enum sow_status replay_worst_cells(struct sow_study *study, struct sow_err *err)
{
    const struct sow_robustness_options *robustness = study->options;
    struct test *test = study->state;
    test->replays = (struct replays){.study = study,
                                     .worst = robustness->replay_worst,
                                     .games = robustness->replay_games};
    return play_replays(&test->replays, err);
}

/* Frees the arrays of a struct test. Callback `release` of struct sow_study_design; @p
   state is the struct. */
static void release_robustness(void *state)
{
    struct test *test = state;
    free(test->strata);
    release_replays(&test->replays);
}

/* --- conclusions --- */

/* A seat of a cell, and its result. Variant and opponent are indices of the study. */
struct seat {
    size_t variant;
    size_t opponent;
    bool second;
    struct sow_stratum stratum;
};

/* Summary of one player in the variants from `begin` to `end` - 1, with its worst seat.
   All other fields are 0 at first, but the level of `score`. */
struct summary {
    bool all; /* true if the summary is of all variants */
    size_t begin;
    size_t end;
    size_t seats;
    double win_rate; /* mean win rate */
    struct sow_score_sum score;
    struct seat worst;
};

/* Adds a seat to a summary: its result to the `strata` of the state, its win rate to the
   sum. Keeps the seat with the fewest wins, the first of equals, as the worst. */
static void take_seat(const struct sow_study *study, struct summary *summary,
                      const struct seat *seat)
{
    ((const struct test *)study->state)->strata[summary->seats] = seat->stratum;
    summary->win_rate += rate_of(&seat->stratum);
    if (summary->seats++ == 0 ||
        seat->stratum.tally.wins < summary->worst.stratum.tally.wins)
        summary->worst = *seat;
}

/* Fills in the summary of a player in its variants: the score, the mean win rate over
   all seats, the number of seats and the worst seat. Overwrites the `strata` of the
   state with the results of these seats. */
static void summarise(const struct sow_study *study, size_t player,
                      struct summary *summary)
{
    for (size_t v = summary->begin; v < summary->end; v++) {
        const struct sow_duel *duels = &study->duels[cell_index(study, v, player)];
        sow_duels_add(&summary->score, duels, study->opponents.count);
        for (size_t o = 0; o < study->opponents.count; o++)
            for (int seat = 0; seat < 2; seat++)
                take_seat(
                    study, summary,
                    &(struct seat){v, o, seat == 1, sow_duel_stratum(&duels[o], seat)});
    }
    summary->win_rate /= (double)summary->seats;
}

/* Returns the lowest win rate of a player's retests with its worst-case interval. All
   are NaN without retests, and for a summary of some variants only: the worst cells of
   all variants together are retested. */
static struct replayed replayed_of(const struct sow_study *study, size_t player,
                                   const struct summary *summary)
{
    const struct replays *replays = &((const struct test *)study->state)->replays;
    bool whole = summary->end - summary->begin == study->set.count;
    const double none = (double)NAN;
    struct replayed least = {none, {none, none}};
    if (!whole || replays->each == 0)
        return least;
    const struct sow_stratum *fresh = &replays->fresh[player * replays->each];
    least.limits = sow_least_win_rate(fresh, replays->each, SOW_LEVEL);
    for (size_t i = 0; i < replays->each; i++)
        least.rate = fmin(least.rate, rate_of(&fresh[i]));
    return least;
}

/* Adds the row of a summary, numbered @p line, to table `robustness`. Reads the `strata`
   that summarise left in the state. Returns an error of the database. */
static enum sow_status store_line(const struct sow_study *study, int line, size_t player,
                                  const struct summary *summary, struct sow_err *err)
{
    const struct seat *worst = &summary->worst;
    struct sow_interval own = sow_win_limits(&worst->stratum, SOW_LEVEL);
    struct sow_interval least = sow_least_win_rate(
        ((const struct test *)study->state)->strata, summary->seats, SOW_LEVEL);
    struct replayed replayed = replayed_of(study, player, summary);
    struct sow_mean_score score = sow_score_sum_mean(&summary->score);
    struct sow_robustness_row row = {
        .run_id = study->run->id,
        .line = line,
        .player = study->players.specs[player],
        .name = study->players.names[player],
        .variant = summary->all ? NULL : study->set.variants[summary->begin].name,
        .cells = (int)summary->seats,
        .games = score.games,
        .win_rate = sow_settled(summary->win_rate),
        .score = sow_settled(score.mean),
        .low = sow_settled(score.interval.low),
        .high = sow_settled(score.interval.high),
        .worst_variant = study->set.variants[worst->variant].name,
        .worst_opponent = study->opponents.specs[worst->opponent],
        .worst_seat = worst->second ? "second" : "first",
        .worst_rate = sow_settled(rate_of(&worst->stratum)),
        .worst_low = sow_settled(own.low),
        .worst_high = sow_settled(own.high),
        .floor_low = sow_settled(least.low),
        .floor_high = sow_settled(least.high),
        .replayed_rate = sow_settled(replayed.rate),
        .replayed_low = sow_settled(replayed.limits.low),
        .replayed_high = sow_settled(replayed.limits.high),
    };
    return sow_store_add(study->run->sink, robustness, &row, err);
}

/* Stores a row of a player for every variant and, if there are several, one for all
   of them. Advances @p line, the number of the next row. Returns an error of the
   database. */
static enum sow_status store_player(const struct sow_study *study, size_t player,
                                    int *line, struct sow_err *err)
{
    size_t variants = study->set.count;
    size_t lines = variants > 1 ? variants + 1 : 1;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < lines && status == SOW_OK; i++) {
        bool all = i == variants;
        struct summary summary = {
            .all = all,
            .begin = all ? 0 : i,
            .end = all ? variants : i + 1,
            .score = {.level = SOW_LEVEL},
        };
        summarise(study, player, &summary);
        status = store_line(study, (*line)++, player, &summary, err);
    }
    return status;
}

/* Stores the rows of all players. It is the `conclude` of the design. Returns the first
   error of the database. */
static enum sow_status conclude_robustness(const struct sow_study *study,
                                           struct sow_err *err)
{
    int line = 0;
    enum sow_status status = SOW_OK;
    for (size_t p = 0; p < study->players.count && status == SOW_OK; p++)
        status = store_player(study, p, &line, err);
    return status;
}

static const struct sow_study_design DESIGN = {
    .has_opponents = true,
    .state_size = sizeof(struct test),
    .begin = begin_robustness,
    .after = replay_worst_cells,
    .conclude = conclude_robustness,
    .table = "robustness",
    .release = release_robustness,
    .ended = "all games played",
};

/* Sets `replay_games` to the number of --games if it is 0 and there are retests, and
   prepares the study. It is the kind's `prepare`. Fails as sow_study_prepare. */
static enum sow_status prepare_robustness(void *options, struct sow_store *source,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    (void)rules;
    struct sow_robustness_options *robustness = options;
    if (robustness->replay_worst > 0 && robustness->replay_games == 0)
        robustness->replay_games = robustness->study.games;
    return sow_study_prepare(&DESIGN, options, source, err);
}

static const char *const CONTENT[] = {"match_variants", "matches",    "match_pairs",
                                      "replays",        "robustness", NULL};

static const char *const MEASURES[] = {"score", NULL};

const struct sow_run_kind sow_robustness_kind = {
    .name = "robustness",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &sow_variant_choice_params,
                .offset = AT(study.choice),
                .title = "Variants"}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_robustness_options),
    .again = "players",
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_robustness_kind,
            .section = "Playing",
            .name = "robustness",
            .operands = "PLAYER...",
            .summary =
                "test players in every variant, against every opponent, in both seats",
            .examples =
                "sowlab robustness divilly2013\n"
                "sowlab robustness run:17 divilly2013 --variants paper --games 10000\n"
                "sowlab robustness h4 --variants awari,mygame.ini --opponents h1,random\n"
                "sowlab robustness divilly2013 --variants kalah --pits 4..8 --seeds-per-pit 3..6",
            .details =
                "The table 'cells' has the player's rates with 95 % intervals, as in "
                "Tables IV to VII of Divilly, O'Riordan and Hill 2013. Table "
                "'robustness' has a row for each variant and one for all variants. A "
                "row has the mean over opponents and seats, and the worst cell.\n"
                "The worst of many cells is also the unluckiest. Its own interval "
                "(worst_low, worst_high) holds only for a cell chosen in advance. The "
                "lowest true win rate of all cells lies between floor_low and "
                "floor_high (95 %, Bonferroni).\n"
                "The worst cells are played again in new games ('replays'), which had "
                "no part in choosing them. The column replayed_rate has the lowest of "
                "these rates.\n"
                "With five variants or more, the table 'spread' takes them for a random "
                "sample. It has the mean, the share of variants in which the player "
                "scores less than half, the 10 % quantile and the median. Each has an "
                "interval for all such variants. The lowest score has none.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = sow_study_take,
    .prepare = prepare_robustness,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_robustness_sections,
    .charts = sow_robustness_charts,
    .content = CONTENT,
    .measures = MEASURES,
};
