/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "learn": their rounds, and the row of the kind. */
#include "sow/learning/learn.h"

#include "learn_fit.h"
#include "learn_options.h"
#include "learn_sections.h"

#include "sow/base/stream.h"
#include "sow/matches/duels.h"
#include "sow/players/player_template.h"
#include "sow/players/players.h"
#include "sow/store/tables/learn_rounds.def"
#include "sow/store/tables/learn_times.def"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Number of games in a slice, which is played in parallel; random moves that open a game
   of a test. */
enum { SLICE = 64, TEST_PLIES = 6 };

/* ---- Rounds ---- */

/* State of a run. */
struct learning {
    struct sow_run *run;
    const struct sow_learn_options *options;
    int feature[SOW_AGENT_TERMS_MAX];  /* indices of the features */
    int count;                         /* number of features */
    struct sow_state_columns *columns; /* the features, prepared for the rules; owned */
    struct sow_agent player;           /* template of the player */
    struct learn_targets targets;      /* targets, with the template of a search */
    struct sow_exact *exact;  /* source of values under perfect play, or NULL; owned */
    struct sow_agent first;   /* first evaluator */
    struct sow_agent before;  /* evaluator of the round before */
    struct sow_agent playing; /* the player with these weights */
    struct sow_agent labels;  /* the search with these weights */
    int round;                /* round that is being made, from 1 */
    struct learn_games games; /* the slice of games; its `games` are owned */
    struct learn_rows rows;   /* labelled positions of this round */
    struct learn_seconds seconds; /* times of this round */
};

/* Appends the rows of a slice, game by game, until the round has its positions. Also adds
   up the times of the games that are needed, and adds their number, with games without
   rows, to @p games. Returns SOW_NO_MEMORY. */
static enum sow_status gather(struct learning *learning, int64_t *games,
                              struct sow_err *err)
{
    size_t wanted = (size_t)learning->options->positions;
    for (size_t i = 0; i < SLICE && learning->rows.count < wanted; i++) {
        const struct learn_game *game = &learning->games.games[i];
        learning->seconds.play += game->seconds.play;
        learning->seconds.label += game->seconds.label;
        ++*games;
        if (game->failed)
            return sow_err_no_memory(err);
        for (size_t k = 0; k < game->rows.count && learning->rows.count < wanted; k++)
            if (!sow_learn_rows_add(&learning->rows, &game->rows.row[k]))
                return sow_err_no_memory(err);
    }
    return SOW_OK;
}

/* Plays games with the weights of the round before, slice by slice, until the round has
   exactly its positions. Sets @p games to the number of games that were needed. Fails
   with SOW_INTERRUPTED after a stop request, with SOW_BAD_DATA if a slice gives no
   position, with SOW_NO_MEMORY, or as sow_template_fill. */
static enum sow_status play_round(struct learning *learning, int64_t *games,
                                  struct sow_err *err)
{
    learning->playing = learning->before;
    learning->labels = learning->before;
    enum sow_status status =
        sow_template_fill(&learning->player, &learning->playing, err);
    bool searches = learning->targets.template != NULL;
    if (status == SOW_OK && searches)
        status = sow_template_fill(&learning->targets.labeller, &learning->labels, err);
    learning->games.player = &learning->playing;
    learning->games.labeller = searches ? &learning->labels : NULL;
    learning->games.round = learning->round;
    learning->games.first = 0;
    learning->rows.count = 0;
    *games = 0;
    while (status == SOW_OK &&
           learning->rows.count < (size_t)learning->options->positions) {
        size_t before = learning->rows.count;
        bool whole = sow_parallel_for(&learning->run->with, 1, SLICE, sow_learn_play,
                                      &learning->games);
        if (!whole || sow_stopping() || sow_stop_requested(learning->run->with.stop))
            return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        status = gather(learning, games, err);
        if (status == SOW_OK && learning->rows.count == before)
            status = sow_err_set(err, SOW_BAD_DATA,
                                 "%d games gave no position: raise --sample or lower "
                                 "--random-plies",
                                 SLICE);
        learning->games.first += SLICE;
        sow_progress_advance(learning->run->with.progress, learning->rows.count - before,
                             NULL);
    }
    return status;
}

/* Writes the player's mean score in a duel to @p score, and its 95 % interval to @p low
   and @p high. */
static void put_score(const struct sow_duel *duel, double *score, double *low,
                      double *high)
{
    struct sow_mean_score mean = sow_score_of_duels(duel, 1, SOW_LEVEL);
    *score = mean.mean;
    *low = mean.interval.low;
    *high = mean.interval.high;
}

/* Plays the player with the fitted weights against those with the weights of the round
   before and the first weights, with random openings. Writes scores and intervals to @p
   row; they are NaN without tests. Fails as sow_template_fill and sow_duels_play. */
static enum sow_status test_round(struct learning *learning,
                                  const struct learn_fitted *fitted,
                                  struct sow_learn_round_row *row, struct sow_err *err)
{
    static const struct sow_duel_pair PAIRS[] = {{0, 1}, {0, 2}};
    struct sow_agent agents[] = {fitted->agent, learning->before, learning->first};
    struct sow_duel results[2];
    double *const scores[][3] = {
        {&row->before_score, &row->before_low, &row->before_high},
        {&row->first_score, &row->first_low, &row->first_high}};
    struct sow_duels duels = {.agents = agents,
                              .agent_count = 3,
                              .pairs = PAIRS,
                              .count = 2,
                              .games = learning->options->test_games,
                              .purpose = SOW_PURPOSE_LEARN_TEST,
                              .round = (uint64_t)learning->round,
                              .openings = {.random_plies = TEST_PLIES, .apart = true}};
    enum sow_status status = SOW_OK;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            *scores[i][k] = (double)NAN;
    for (int i = 0; i < 3 && status == SOW_OK; i++)
        status = sow_template_fill(&learning->player, &agents[i], err);
    if (status != SOW_OK || learning->options->test_games == 0)
        return status;
    status = sow_duels_play(learning->run, &duels, results, err);
    for (int i = 0; i < 2 && status == SOW_OK; i++)
        put_score(&results[i], scores[i][0], scores[i][1], scores[i][2]);
    return status;
}

/* Adds a round to table learn_rounds and its times to table learn_times, in one
   transaction. On failure nothing is stored. */
static enum sow_status store_round(struct learning *learning,
                                   const struct sow_learn_round_row *row,
                                   struct sow_err *err)
{
    struct sow_store *sink = learning->run->sink;
    struct sow_learn_times_row times = {.run_id = learning->run->id,
                                        .round = learning->round,
                                        .play_seconds = learning->seconds.play,
                                        .label_seconds = learning->seconds.label,
                                        .fit_seconds = learning->seconds.fit,
                                        .test_seconds = learning->seconds.test};
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_add(sink, learn_round, row, err);
    if (status == SOW_OK)
        status = sow_store_add(sink, learn_times, &times, err);
    return sow_store_end(sink, status, err);
}

/* Returns the number of rows whose value under perfect play is known. */
static int count_solved(const struct learn_rows *rows)
{
    int solved = 0;
    for (size_t i = 0; i < rows->count; i++)
        solved += rows->row[i].solved;
    return solved;
}

/* Fits the rows of a round, tests the weights, stores the round and, if the options ask
   for it, measures its strength. The weights become those that play the next round. Notes
   the times of fit and test. Fails as sow_learn_fit, test_round, store_round and
   sow_strength_during. */
static enum sow_status finish_round(struct learning *learning, int64_t games,
                                    struct sow_err *err)
{
    struct learn_fitting fitting = {.rows = &learning->rows,
                                    .features = learning->feature,
                                    .count = learning->count,
                                    .targets = &learning->targets,
                                    .options = learning->options};
    struct learn_fitted fitted;
    struct sow_learn_round_row row = {.run_id = learning->run->id,
                                      .round = learning->round,
                                      .games = games,
                                      .positions = (int)learning->rows.count,
                                      .solved = count_solved(&learning->rows)};
    double begun = sow_clock_read(CLOCK_PROCESS_CPUTIME_ID);
    enum sow_status status = sow_learn_fit(&fitting, &fitted, err);
    if (status != SOW_OK)
        return status;
    learning->seconds.fit = sow_clock_read(CLOCK_PROCESS_CPUTIME_ID) - begun;
    begun = sow_clock_read(CLOCK_PROCESS_CPUTIME_ID);
    status = test_round(learning, &fitted, &row, err);
    learning->seconds.test = sow_clock_read(CLOCK_PROCESS_CPUTIME_ID) - begun;
    if (status != SOW_OK)
        return status;
    char *spec = sow_agent_spec(&fitted.agent);
    if (spec == NULL)
        return sow_err_no_memory(err);
    row.spec = spec;
    row.r2 = sow_settled(fitted.r2);
    row.rmse = sow_settled(fitted.rmse);
    status = store_round(learning, &row, err);
    free(spec);
    learning->before = fitted.agent;
    return status == SOW_OK
               ? sow_strength_during(learning->run, &learning->options->strength,
                                     learning->round, 1, err)
               : status;
}

/* Makes the rounds after learning->round until there are as many as the options ask for.
   Looks for a stop request before each. Fails as sow_run_look, play_round and
   finish_round. */
static enum sow_status make_rounds(struct learning *learning, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (learning->round++;
         learning->round <= learning->options->rounds && status == SOW_OK;
         learning->round++) {
        int64_t games;
        learning->seconds = (struct learn_seconds){.play = 0};
        status = sow_run_look(learning->run, err);
        if (status == SOW_OK)
            status = play_round(learning, &games, err);
        if (status == SOW_OK)
            status = finish_round(learning, games, err);
        if (status != SOW_OK)
            break;
    }
    return status;
}

/* Takes over the number and the weights of a stored round, as if it had just been made (a
   callback for table learn_rounds). @p context is a struct learning. Fails with
   SOW_BAD_DATA for a damaged spec. */
static enum sow_status recall_round(void *context, const struct sow_learn_round_row *row,
                                    struct sow_err *err)
{
    struct learning *learning = context;
    learning->round = row->round;
    return sow_agent_parse(row->spec, NULL, &learning->before, err) == SOW_OK
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA, "the weights of round %d are damaged",
                             row->round);
}

/* Reads the options into a state that has its run and its options. Opens the source of
   exact values if a target needs it, allocates a slice of games, and recalls the rounds
   that are stored. Call end_learning, also after a failure. Fails with SOW_NO_MEMORY,
   else as the readers of the options. */
static enum sow_status begin_learning(struct learning *learning, struct sow_err *err)
{
    const struct sow_learn_options *options = learning->options;
    const struct sow_rules *rules = learning->run->rules;
    enum sow_status status = sow_state_feature_list(
        options->features, rules, learning->feature, &learning->count, err);
    if (status == SOW_OK)
        status = sow_template_read(options->player, &learning->player, err);
    if (status == SOW_OK)
        status = sow_learn_targets_read(options, &learning->targets, err);
    if (status == SOW_OK)
        status = sow_agent_parse(options->first, NULL, &learning->first, err);
    if (status == SOW_OK && learning->targets.solves)
        status = sow_exact_open(&learning->exact, &options->exact, rules,
                                &learning->run->with, err);
    if (status != SOW_OK)
        return status;
    learning->before = learning->first;
    learning->columns = malloc(sizeof *learning->columns);
    learning->games.games = calloc(SLICE, sizeof *learning->games.games);
    if (learning->columns == NULL || learning->games.games == NULL)
        return sow_err_no_memory(err);
    sow_state_columns_init(learning->columns, rules, learning->feature, learning->count);
    learning->games.rules = rules;
    learning->games.options = options;
    learning->games.columns = learning->columns;
    learning->games.exact = learning->exact;
    learning->games.seed = learning->run->seed;
    (void)sow_plies_read(options->random_plies, &learning->games.plies);
    return sow_store_each(learning->run->sink, learn_round, learning->run->id,
                          recall_round, learning, err);
}

/* Frees everything that the state owns, also after a failed begin_learning. */
static void end_learning(struct learning *learning)
{
    for (size_t i = 0; learning->games.games != NULL && i < SLICE; i++)
        free(learning->games.games[i].rows.row);
    free(learning->games.games);
    free(learning->rows.row);
    free(learning->columns);
    sow_exact_close(learning->exact);
}

/* Makes all rounds and stores each (`execute` of run.h). A resumed run continues with the
   round after the last stored one. Sets the reason why the run ended. Fails as
   begin_learning and make_rounds. */
static enum sow_status execute_learn(struct sow_run *run, const void *options,
                                     struct sow_err *err)
{
    struct learning learning = {.run = run, .options = options};
    uint64_t positions = (uint64_t)learning.options->positions;
    enum sow_status status = begin_learning(&learning, err);
    sow_progress_begin(run->with.progress, positions * (uint64_t)learning.options->rounds,
                       "positions");
    sow_progress_advance(run->with.progress, positions * (uint64_t)learning.round, NULL);
    if (status == SOW_OK)
        status = make_rounds(&learning, err);
    sow_progress_end(run->with.progress);
    end_learning(&learning);
    if (run->kernel_used == NULL)
        run->kernel_used = "plain";
    run->stop_reason = "all rounds made";
    return status;
}

/* Measures the strength of the last weights at all depths, in the short form, and of
   earlier rounds, as far as the options ask for it (`after` of run.h). Fails as
   sow_strength_after. */
static enum sow_status measure_learnt(struct sow_run *run, const void *options,
                                      struct sow_err *err)
{
    const struct sow_learn_options *learn = options;
    struct sow_strength_options asked = learn->strength;
    asked.all_depths = true;
    return sow_strength_after(run, &asked, err);
}

/* ---- The kind ---- */

static const char *const CONTENT[] = {"learn_rounds", NULL};

static const char *const MEASURES[] = {"strength", NULL};

/* Words about runs that learn in lists: SQL for subject, progress and unit. */
static const struct sow_query_words WORDS = {
    {[SOW_WORDS_SUBJECT] = "(r.parameters ->> 'player')",
     [SOW_WORDS_DONE] = "(SELECT count(*) FROM learn_rounds l WHERE l.run_id = r.id)",
     [SOW_WORDS_WANTED] = "(r.parameters ->> 'rounds')",
     [SOW_WORDS_UNIT] = "' rounds'"}};

const struct sow_run_kind sow_learn_kind = {
    .name = "learn",
    .groups = {{.table = &sow_learn_params},
               {.table = &sow_learn_typed_params, .use = SOW_TYPED},
               {.table = &sow_exact_found_params,
                .offset = offsetof(struct sow_learn_options, exact),
                .use = SOW_RECORDED}},
    .needs = sow_learn_needs,
    .options_size = sizeof(struct sow_learn_options),
    .command =
        {
            .kind = &sow_learn_kind,
            .section = "Fitting",
            .name = "learn",
            .operands = "",
            .summary = "learn weights for a player that looks ahead",
            .examples =
                "sowlab learn --variant kalah\n"
                "sowlab learn --variant awari --target outcome --positions 16000\n"
                "sowlab learn --variant oware --features default --rounds 6",
            .details =
                "The run works in rounds. In each round the player plays itself with the "
                "weights so far. Some positions of these games get a target, and a fit of "
                "the targets gives the next weights.\n"
                "The result is run:ID, an evaluator with the weights of the last round. "
                "run:ID@2 has those of round 2. Use it in a player that looks ahead, as "
                "in alphabeta:depth=4,eval=[run:1].\n"
                "The weights are in seeds. They value a position as the player to move "
                "sees it (state:view=to-move), so they hold at every depth (" SOW_DOC_LEARN
                ").\n",
            .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
        },
    .take = sow_learn_take,
    .again = "",
    .prepare = sow_learn_prepare,
    .execute = execute_learn,
    .after = measure_learnt,
    .goes_on = true,
    .content = CONTENT,
    .sections = sow_learn_sections,
    .charts = sow_learn_charts,
    .words = &WORDS,
    .measures = MEASURES,
};
