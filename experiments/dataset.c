/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dataset.h"

#include "progress.h"
#include "store.h"

#include <stdlib.h>

#define AT(field) offsetof(struct sow_dataset_options, field)

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 10000000, NULL, "1000",
     "games in each seat, so twice as many in all"},
    {"random_plies", &sow_param_integer, AT(random_plies), 0, 1000, NULL, "4",
     "moves at random that open each game; their positions are not recorded"},
};

const struct sow_param_table sow_dataset_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* A position worth a row. */
struct sample {
    struct sow_board board;
    uint8_t mover;
    uint16_t ply;
};

/* What one game yields. */
struct record {
    struct sample *samples;
    size_t count;
    size_t room;
    struct sow_score score;
    bool failed; /* no memory for all its samples */
};

/* Games between two commits. */
enum { SLICE = 1024 };

/* A data set in the making. */
struct making {
    struct sow_run *run;
    const struct sow_dataset_options *options;
    struct sow_agent agents[2];
    uint64_t first; /* game number of records[0] */
    struct record *records;
};

static void keep(struct record *record, const struct sow_game *game, int mover)
{
    if (record->count == record->room) {
        size_t room = record->room == 0 ? 128 : 2 * record->room;
        struct sample *samples = realloc(record->samples, room * sizeof *samples);
        if (samples == NULL) {
            record->failed = true;
            return;
        }
        record->samples = samples;
        record->room = room;
    }
    record->samples[record->count++] = (struct sample){
        .board = game->board, .mover = (uint8_t)mover, .ply = (uint16_t)game->ply};
}

/* One move by @p player, or at random. False if the game had none to make. */
static bool play_move(struct sow_game *game, const struct sow_player *player,
                      struct sow_pcg *rng)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (count == 0)
        return false;
    sow_game_play(game, moves[player->choose(player->context, game, moves, count, rng)]);
    return true;
}

static void play_game(const struct making *making, uint64_t number, struct record *record)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    struct sow_stream stream = {SOW_PURPOSE_DATASET, {number, 0, 0, 0}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, making->run->seed, &stream);
    struct sow_game game;
    sow_game_init(&game, making->run->rules, NULL);
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    while (!game.ended && game.ply < making->options->random_plies)
        if (!play_move(&game, &random, &rng))
            break;
    while (!game.ended) {
        int mover = game.board.side;
        /* Even games are opened by the player, odd ones by the opponent. */
        int agent = (mover != game.first) ^ (int)(number & 1U);
        struct sow_player player = sow_agent_player(&making->agents[agent]);
        if (!play_move(&game, &player, &rng))
            break;
        if (!game.ended)
            keep(record, &game, mover);
    }
    record->score = (struct sow_score){
        .store = {game.board.store[SOW_SOUTH], game.board.store[SOW_NORTH]}};
}

static void play_games(void *context, size_t begin, size_t end)
{
    const struct making *making = context;
    for (size_t i = begin; i < end; i++) {
        making->records[i].count = 0;
        play_game(making, making->first + i, &making->records[i]);
    }
}

static enum sow_status store_game(const struct making *making, uint64_t number,
                                  const struct record *record, struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    enum sow_status status = record->failed ? sow_err_no_memory(err) : SOW_OK;
    for (size_t i = 0; status == SOW_OK && i < record->count; i++) {
        const struct sample *sample = &record->samples[i];
        char position[SOW_POSITION_MAX];
        int own = sample->mover;
        struct sow_position_row row = {
            .run_id = making->run->id,
            .game = (int64_t)number,
            .ply = sample->ply,
            .position = sow_board_format(&sample->board, rules->pits,
                                         (enum sow_direction)rules->direction, position),
            .viewpoint = own == SOW_SOUTH ? "s" : "n",
            .margin = record->score.store[own] - record->score.store[1 - own],
        };
        status = sow_store_add_position(making->run->sink, &row, err);
    }
    return status;
}

static enum sow_status store_slice(const struct making *making, size_t count,
                                   struct sow_err *err)
{
    struct sow_store *sink = making->run->sink;
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; status == SOW_OK && i < count; i++)
        status = store_game(making, making->first + i, &making->records[i], err);
    if (status == SOW_OK)
        status = sow_store_commit(sink, err);
    sow_store_rollback(sink);
    return status;
}

static enum sow_status make_slice(struct making *making, size_t count,
                                  struct sow_err *err)
{
    struct sow_parallel shape = {
        .threads = making->run->threads, .chunk = 16, .stop = making->run->stop};
    if (!sow_parallel_for(&shape, count, play_games, making))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    enum sow_status status = store_slice(making, count, err);
    sow_progress_advance(making->run->progress, count, NULL);
    return status;
}

/* Slices are stored whole: what comes after the last game with a position is still to be
   played, or has been played and has no position. */
static enum sow_status skip_stored(struct making *making, struct sow_err *err)
{
    int64_t games;
    enum sow_status status =
        sow_store_count_games(making->run->sink, making->run->id, &games, err);
    if (status == SOW_OK) {
        making->first = (uint64_t)games;
        sow_progress_advance(making->run->progress, making->first, NULL);
    }
    return status;
}

static enum sow_status make(struct making *making, struct sow_err *err)
{
    uint64_t total = 2 * (uint64_t)making->options->games;
    sow_progress_begin(making->run->progress, total, "games");
    enum sow_status status = skip_stored(making, err);
    for (; status == SOW_OK && making->first < total; making->first += SLICE) {
        uint64_t rest = total - making->first;
        status = make_slice(making, rest < SLICE ? (size_t)rest : SLICE, err);
    }
    sow_progress_end(making->run->progress);
    return status;
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_dataset_options *dataset = options;
    return sow_contestants_resolve(&dataset->contestants, source, err);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_dataset_options *dataset = options;
    struct making making = {.run = run, .options = dataset};
    enum sow_status status =
        sow_contestants_parse(&dataset->contestants, making.agents, err);
    if (status != SOW_OK)
        return status;
    making.records = calloc(SLICE, sizeof *making.records);
    status = making.records != NULL ? make(&making, err) : sow_err_no_memory(err);
    for (size_t i = 0; making.records != NULL && i < SLICE; i++)
        free(making.records[i].samples);
    free(making.records);
    run->kernel_used = "plain";
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"positions", NULL};

const struct sow_run_kind sow_dataset_kind = {
    .name = "dataset",
    .summary = "positions from games, labelled with the final margin",
    .groups = {{&sow_contestant_params, offsetof(struct sow_dataset_options, contestants),
                NULL},
               {&sow_dataset_params, 0, NULL}},
    .options_size = sizeof(struct sow_dataset_options),
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
