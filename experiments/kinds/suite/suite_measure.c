/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring a player on one rule set of the suite: games, moves against exact values, and
   the time of moves. */
#include "suite_measure.h"

#include "sow/game/fast_board.h"
#include "sow/heuristics/batch.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/strength/strength.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Search of the baselines. */
#define DEEP(depth) "alphabeta:depth=" #depth ",hash=1,eval=[state:store_difference=1]"

/* Specs of the baselines: the opponents where there is no panel, and the rows of
   docs/reference/suite.md. The last entry is NULL. */
static const char *const BASELINES[] = {"random", "h4",    "divilly2013", DEEP(2),
                                        DEEP(4),  DEEP(8), NULL};

/* Version of the panels, which never changes within an edition of the suite. */
enum { PANEL_VERSION = 2 };

/* ---- Opponents ---- */

/* Adds the baselines as opponents. Returns an error of sow_agent_parse. */
static enum sow_status add_baselines(struct suite_opponents *opponents,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    (void)snprintf(opponents->name, sizeof opponents->name, "baselines");
    for (size_t i = 0; BASELINES[i] != NULL && status == SOW_OK; i++)
        status = sow_agent_parse(BASELINES[i], NULL,
                                 &opponents->agents[opponents->count++], err);
    return status;
}

enum sow_status sow_suite_opponents_of(const struct sow_suite_place *place,
                                       struct suite_opponents *opponents,
                                       struct sow_err *err)
{
    static const int DEPTHS[] = {1, 4};
    struct sow_panel panel;
    opponents->count = 0;
    if (place->unseen)
        return add_baselines(opponents, err);
    enum sow_status status =
        sow_panel_of(&place->variant.rules, PANEL_VERSION, &panel, err);
    if (status != SOW_OK)
        return status;
    (void)snprintf(opponents->name, sizeof opponents->name, "%s", panel.name);
    for (size_t d = 0; d < sizeof DEPTHS / sizeof DEPTHS[0]; d++)
        for (size_t i = 0; i < panel.count; i++) {
            const char *refusal =
                sow_strength_deepen(&panel.member[i].agent, DEPTHS[d],
                                    &opponents->agents[opponents->count++]);
            assert(refusal == NULL);
            (void)refusal;
        }
    sow_panel_release(&panel);
    return SOW_OK;
}

uint64_t sow_suite_work(const struct sow_suite_place *place,
                        const struct suite_opponents *opponents)
{
    return 2 * place->opening_count * opponents->count + place->position_count;
}

/* ---- Games ---- */

/* Plays the moves of an opening. */
static void play_opening(const struct sow_suite_opening *opening, struct sow_game *game)
{
    for (int i = 0; i < opening->count && !game->ended; i++)
        sow_game_play(game, opening->moves[i]);
}

/* Opens a game of a batch (`open` of struct sow_batch). */
static void open_game(const struct sow_batch *batch, const struct sow_pairing *pairing,
                      struct sow_game *game)
{
    const struct sow_suite_place *place = batch->opening;
    play_opening(&place->openings[pairing->stream.index[2]], game);
}

/* Counts the results of the games against one opponent: the points of each opening go to
   @p points, forfeits to @p result. */
static void count_games(const struct sow_suite_place *place,
                        const struct sow_game_result *games, double *points,
                        struct suite_result *result)
{
    for (size_t i = 0; i < 2 * place->opening_count; i++) {
        int sign = sow_game_sign(games[i]) * (i % 2 == 0 ? 1 : -1);
        points[i / 2] += 0.5 + 0.5 * sign;
        if (games[i].forfeit == 0)
            continue;
        result->forfeits++;
        result->reason = games[i].forfeit;
    }
}

/* Plays the games against all opponents and adds the points of each opening to @p points.
   Returns SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY. */
static enum sow_status play_all(const struct suite_task *task, double *points,
                                struct suite_result *result, struct sow_err *err)
{
    const struct sow_suite_place *place = task->place;
    const struct suite_opponents *opponents = task->opponents;
    size_t count = 2 * place->opening_count;
    struct sow_agent agents[2] = {*task->player};
    struct sow_strength_meeting meeting = {.part = SOW_STRENGTH_SUITE};
    struct sow_batch batch = {.rules = &place->variant.rules,
                              .agents = agents,
                              .agent_count = 2,
                              .seed = SOW_SUITE_SEED,
                              .games = count,
                              .pairing = sow_strength_pairing,
                              .context = &meeting,
                              .with = *task->with,
                              .open = open_game,
                              .opening = place};
    enum sow_status status = SOW_OK;
    struct sow_game_result *games = calloc(count, sizeof *games);
    if (games == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < opponents->count && status == SOW_OK; i++) {
        agents[1] = opponents->agents[i];
        meeting.key = i;
        if (!sow_batch_play(&batch, games))
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        else
            count_games(place, games, points, result);
        sow_progress_advance(task->with->progress, count, place->variant.name);
    }
    free(games);
    return status;
}

/* Measures the score of a player in games. Each opening is played in both seats against
   each opponent, and the openings are the sample. Fails as play_all. */
static enum sow_status measure_score(const struct suite_task *task,
                                     struct suite_result *result, struct sow_err *err)
{
    const struct sow_suite_place *place = task->place;
    double *points = calloc(place->opening_count, sizeof *points);
    if (points == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = play_all(task, points, result, err);
    double games = 2.0 * (double)task->opponents->count;
    for (size_t k = 0; k < place->opening_count; k++)
        points[k] /= games;
    if (status == SOW_OK) {
        struct sow_interval interval;
        result->score = sow_strength_score(points, place->opening_count, &interval);
        result->low = interval.low;
        result->high = interval.high;
        result->games = 2 * (int64_t)(task->opponents->count * place->opening_count);
    }
    free(points);
    return status;
}

/* ---- Moves against exact values ---- */

/* Answer of the player in a position. */
struct answer {
    double regret;
    double optimal;
    int forfeit; /* enum sow_ending, or 0 */
};

/* Answers of a player in all positions. */
struct asking {
    const struct sow_suite_place *place;
    const struct sow_agent *player;
    const struct sow_fast *fast; /* prepared rules, or NULL */
    struct answer *answers;
};

/* Returns the largest of some values. */
static int best_of(const struct sow_suite_position *position)
{
    int best = position->values[0];
    for (int i = 1; i < position->count; i++)
        best = position->values[i] > best ? position->values[i] : best;
    return best;
}

/* Returns how good moves are: the mean over the moves with the @p count given indices. If
   the player forfeits, @p count is below 0: it loses what the worst move loses. */
static struct answer judge(const struct sow_suite_position *position, const int *indices,
                           int count)
{
    int best = best_of(position);
    struct answer answer = {.forfeit = count < 0 ? -count : 0};
    /* Integers: gcc 12 for aarch64 crashes at a loop with fmax. */
    int worst = 0;
    for (int i = 0; i < position->count && count < 0; i++)
        if (best - position->values[i] > worst)
            worst = best - position->values[i];
    answer.regret = worst;
    for (int i = 0; i < count; i++) {
        int lost = best - position->values[indices[i]];
        answer.regret += (double)lost / count;
        answer.optimal += (lost == 0) / (double)count;
    }
    return answer;
}

/* Asks the player for moves in positions @p begin to @p end - 1 (`sow_range_fn`). @p
   context is a struct asking. */
static void ask(void *context, size_t begin, size_t end)
{
    const struct asking *asking = context;
    for (size_t i = begin; i < end && !sow_stopping(); i++) {
        const struct sow_suite_position *position = &asking->place->positions[i];
        struct sow_stream stream = {SOW_PURPOSE_STRENGTH, {5, i, 0, 0}};
        struct sow_game game;
        struct sow_pcg rng;
        int moves[SOW_MOVES_MAX];
        int best[SOW_MOVES_MAX];
        sow_game_init(&game, &asking->place->variant.rules, &position->board);
        game.fast = asking->fast;
        int count = sow_game_moves(&game, moves);
        assert(count == position->count);
        sow_pcg_derive(&rng, SOW_SUITE_SEED, &stream);
        int drawn = sow_agent_best(asking->player, &game, moves, count, &rng, best);
        asking->answers[i] = judge(position, best, drawn);
    }
}

/* Concludes regret and share of best moves from the answers. @p room has a number for
   each position. */
static void conclude(const struct asking *asking, double *room,
                     struct suite_result *result)
{
    size_t count = asking->place->position_count;
    struct sow_interval interval;
    double optimal = 0.0;
    for (size_t i = 0; i < count; i++) {
        const struct answer *answer = &asking->answers[i];
        room[i] = answer->regret;
        optimal += answer->optimal;
        if (answer->forfeit == 0)
            continue;
        result->forfeits++;
        result->reason = (enum sow_ending)answer->forfeit;
    }
    struct sow_sample sample = {room, count};
    result->positions = (int)count;
    result->regret = sow_settled(sow_sample_mean(&sample, SOW_LEVEL, &interval));
    result->regret_low = sow_settled(fmax(interval.low, 0.0));
    result->regret_high = sow_settled(interval.high);
    result->optimal = sow_settled(optimal / (double)count);
}

/* Measures what the moves of a player lose in the positions of a rule set. The positions
   are the sample. Returns SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY. */
static enum sow_status measure_regret(const struct suite_task *task,
                                      const struct sow_fast *fast,
                                      struct suite_result *result, struct sow_err *err)
{
    const struct sow_suite_place *place = task->place;
    size_t count = place->position_count;
    struct sow_context limited = *task->with;
    limited.threads = sow_agents_threads(task->player, 1, limited.threads);
    struct asking asking = {place, task->player, fast,
                            calloc(count, sizeof *asking.answers)};
    double *room = calloc(count, sizeof *room);
    enum sow_status status = SOW_OK;
    if (asking.answers == NULL || room == NULL)
        status = sow_err_no_memory(err);
    else if (!sow_parallel_for(&limited, 4, count, ask, &asking) || sow_stopping())
        status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    else
        conclude(&asking, room, result);
    sow_progress_advance(limited.progress, count, NULL);
    free(asking.answers);
    free(room);
    return status;
}

/* ---- Time of moves ---- */

/* Player whose moves are timed. */
struct timed {
    struct sow_player player; /* the player itself */
    int64_t *moves;
    double *seconds;
};

/* Chooses a move as the player does, and takes the time (`choose` of struct sow_player).
   @p context is a struct timed. */
static int choose_timed(const void *context, const struct sow_game *game,
                        const int *moves, int count, struct sow_pcg *rng)
{
    const struct timed *timed = context;
    double begun = sow_clock_seconds();
    int chosen = timed->player.choose(timed->player.context, game, moves, count, rng);
    *timed->seconds += sow_clock_seconds() - begun;
    ++*timed->moves;
    return chosen;
}

/* Makes the memory of the player for a game (`begin` of struct sow_player). */
static void *begin_timed(const void *context)
{
    const struct sow_player *player = &((const struct timed *)context)->player;
    return player->begin(player->context);
}

/* Times the moves of a player in two games against divilly2013, one in each seat, from
   the first opening. One game at a time is played. */
static void measure_time(const struct sow_suite_place *place,
                         const struct sow_agent *player, const struct sow_fast *fast,
                         struct suite_result *result)
{
    struct sow_agent other;
    struct timed timed = {sow_agent_player(player), &result->moves, &result->seconds};
    struct sow_player mine = timed.player;
    enum sow_status status = sow_agent_parse("divilly2013", NULL, &other, NULL);
    assert(status == SOW_OK);
    (void)status;
    struct sow_player theirs = sow_agent_player(&other);
    mine.choose = choose_timed;
    mine.context = &timed;
    if (mine.begin != NULL)
        mine.begin = begin_timed;
    for (int second = 0; second < 2 && !sow_stopping(); second++) {
        struct sow_stream stream = {SOW_PURPOSE_STRENGTH, {6, (uint64_t)second, 0, 0}};
        struct sow_transcript transcript = {.count = 0};
        struct sow_game game;
        struct sow_pcg rng;
        const struct sow_player *seats[2];
        sow_pcg_derive(&rng, SOW_SUITE_SEED, &stream);
        sow_game_init(&game, &place->variant.rules, NULL);
        game.fast = fast;
        sow_game_record(&game, &transcript); /* programs hear all moves */
        seats[game.first ^ second] = &mine;
        seats[game.first ^ !second] = &theirs;
        play_opening(&place->openings[0], &game);
        (void)sow_game_finish(&game, seats, &rng);
        sow_transcript_release(&transcript);
    }
}

/* ---- All of it ---- */

void sow_suite_result_clear(struct suite_result *result)
{
    double none = (double)NAN;
    *result = (struct suite_result){.score = none,
                                    .low = none,
                                    .high = none,
                                    .regret = none,
                                    .regret_low = none,
                                    .regret_high = none,
                                    .optimal = none};
}

enum sow_status sow_suite_measure(const struct suite_task *task,
                                  struct suite_result *result, struct sow_err *err)
{
    const struct sow_rules *rules = &task->place->variant.rules;
    struct sow_fast room;
    const struct sow_fast *fast = NULL;
    sow_suite_result_clear(result);
    if (sow_fast_covers(rules)) {
        sow_fast_prepare(&room, rules);
        fast = &room;
    }
    enum sow_status status = sow_agent_open(task->player, rules, true, err);
    if (status == SOW_OK)
        status = measure_score(task, result, err);
    if (status == SOW_OK && task->place->position_count > 0)
        status = measure_regret(task, fast, result, err);
    if (status == SOW_OK)
        measure_time(task->place, task->player, fast, result);
    if (status == SOW_OK && sow_stopping())
        status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    return status;
}
