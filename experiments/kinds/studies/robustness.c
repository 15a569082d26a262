/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/robustness.h"

#include "replays.h"
#include "sow/matches/openings.h"
#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/robustness.def"
#include "sow/studies/study_sections.h"

#include <math.h>
#include <stdlib.h>

#define AT(field) offsetof(struct sow_robustness_options, field)

static const struct sow_param ROWS[] = {
    SOW_STUDY_OPPONENTS_ROW("whom to meet"),
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_RANDOM_PLIES_ROW(SOW_STUDY_AT(random_plies)),
    SOW_STARTS_ROW(SOW_STUDY_AT(starts)),
    {"replay_worst", &sow_param_integer, AT(replay_worst), 0, SOW_REPLAYS_MAX, NULL, "3",
     "the worst cells of each player to play again, in fresh games; 0: none"},
    {"replay_games", &sow_param_integer, AT(replay_games), 0, 100000000, NULL, "0",
     "games of each of them; 0: as many as --games"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

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

/* State of the kind beside the study. */
struct test {
    struct sow_replays replays;
    struct sow_stratum *strata; /* memory for the results of all seats of a player */
};

/* Returns the first cell of a player in a variant. Cells are ordered by variant, then
   player, then opponent. */
static size_t cell_index(const struct sow_study *study, size_t variant, size_t player)
{
    return (variant * study->players.count + player) * study->opponents.count;
}

static enum sow_status begin(struct sow_study *study, struct sow_err *err)
{
    struct test *test = study->state;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t p = 0; p < study->players.count; p++)
            for (size_t o = 0; o < study->opponents.count; o++)
                sow_study_add_cell(study, v, p, study->players.count + o);
    test->strata = calloc(2 * study->count, sizeof *test->strata);
    return test->strata != NULL ? SOW_OK : sow_err_no_memory(err);
}

static enum sow_status replay(struct sow_study *study, struct sow_err *err)
{
    const struct sow_robustness_options *robustness = study->options;
    struct test *test = study->state;
    test->replays = (struct sow_replays){.study = study,
                                         .worst = robustness->replay_worst,
                                         .games = robustness->replay_games};
    return sow_replays_play(&test->replays, err);
}

static void release(void *state)
{
    struct test *test = state;
    free(test->strata);
    sow_replays_release(&test->replays);
}

/* --- conclusions --- */

/* A cell and seat, and its result. */
struct seat {
    size_t variant;
    size_t opponent;
    bool second;
    struct sow_stratum stratum;
};

/* Summary of one player in the variants from `begin` to `end`, with its worst seat. */
struct summary {
    bool all; /* true if the summary is of all variants */
    size_t begin;
    size_t end;
    size_t seats;
    double win_rate; /* mean win rate */
    struct sow_score_sum score;
    struct seat worst;
};

static void take_seat(const struct sow_study *study, struct summary *summary,
                      const struct seat *seat)
{
    const struct sow_tally *tally = &seat->stratum.tally;
    ((const struct test *)study->state)->strata[summary->seats] = seat->stratum;
    summary->win_rate += (double)tally->wins / (double)sow_tally_games(tally);
    if (summary->seats++ == 0 || tally->wins < summary->worst.stratum.tally.wins)
        summary->worst = *seat;
}

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

/* Returns the result of a player's retests. The worst cells of all variants together
   are retested, so only the summary of all variants has a result. */
static struct sow_replayed replayed_of(const struct sow_study *study, size_t player,
                                       const struct summary *summary)
{
    const double none = (double)NAN;
    bool whole = summary->end - summary->begin == study->set.count;
    return whole ? sow_replays_of(&((const struct test *)study->state)->replays, player)
                 : (struct sow_replayed){none, {none, none}};
}

static enum sow_status store_line(const struct sow_study *study, int line, size_t player,
                                  const struct summary *summary, struct sow_err *err)
{
    const struct seat *worst = &summary->worst;
    const struct sow_tally *tally = &worst->stratum.tally;
    struct sow_rate rate = {tally->wins, sow_tally_games(tally)};
    struct sow_interval own = sow_win_limits(&worst->stratum, SOW_LEVEL);
    struct sow_interval least = sow_least_win_rate(
        ((const struct test *)study->state)->strata, summary->seats, SOW_LEVEL);
    struct sow_replayed replayed = replayed_of(study, player, summary);
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
        .worst_rate = sow_settled(sow_rate_value(&rate)),
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

/* Stores a line for every variant and, if there are several variants, a line for all. */
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

static enum sow_status conclude(const struct sow_study *study, struct sow_err *err)
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
    .begin = begin,
    .after = replay,
    .conclude = conclude,
    .table = "robustness",
    .release = release,
    .ended = "all games played",
};

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_robustness_options *robustness = options;
    if (robustness->replay_worst > 0 && robustness->replay_games == 0)
        robustness->replay_games = robustness->study.games;
    return sow_study_prepare(&DESIGN, options, source, err);
}

static const char *const CONTENT[] = {"match_variants", "matches",    "match_pairs",
                                      "replays",        "robustness", NULL};

const struct sow_run_kind sow_robustness_kind = {
    .name = "robustness",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &sow_variant_choice_params,
                .offset = AT(study.choice),
                .title = "Variants"}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_robustness_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_robustness_kind,
            .section = "Playing",
            .name = "robustness",
            .operands = "PLAYER...",
            .summary =
                "is a player good, or only good here? every variant, opponent and seat",
            .examples =
                "sowlab robustness divilly2013\n"
                "sowlab robustness run:17 divilly2013 --variants paper --games 10000\n"
                "sowlab robustness h4 --variants awari,mygame.ini --opponents h1,random\n"
                "sowlab robustness divilly2013 --variants kalah --pits 4..8 --seeds-per-pit 3..6",
            .details =
                "The table 'cells' has the player's rates with their 95 % intervals "
                "(Tables IV to VII of Divilly, O'Riordan and Hill 2013, for any player "
                "and any games). 'robustness' has a line per variant and one for all: "
                "the mean over opponents and seats, and the worst cell. "
                "The worst of many cells is also the unluckiest: "
                "its own interval (worst_low, worst_high) "
                "is right only for a cell chosen beforehand. "
                "The least true win rate of all cells lies between floor_low and floor_high (95 %, "
                "Bonferroni). "
                "The worst cells are played again in games that had no part in choosing them "
                "('replays'): replayed_rate is the lowest of these rates.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = sow_study_take,
    .prepare = prepare,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_study_sections,
    .content = CONTENT,
};
