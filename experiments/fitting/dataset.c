/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/fitting/dataset.h"

#include "sow/fitting/dataset_seen.h"
#include "sow/matches/openings.h"
#include "sow/store/store.h"
#include "sow/support/progress.h"

#include <stdlib.h>

#define AT(field) offsetof(struct sow_dataset_options, field)

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 10000000, NULL, "1000",
     "games in each seat, so twice as many in all"},
    {"random_plies", &sow_param_integer, AT(random_plies), 0, 1000, NULL, "4",
     "moves at random that open each game; nothing of them is recorded"},
    {"record", &sow_param_choice, AT(record), 0, 0, sow_dataset_records, "positions",
     "positions with labels, the players' choices among their moves, or both"},
    {"duplicates", &sow_param_choice, AT(duplicates), 0, 0, sow_dataset_duplicates,
     "keep",
     "a position met before: it stays, or the first one alone does, "
     "which changes what a fit estimates as games are added"},
    {"starts", &sow_param_added_string, AT(starts), 0, SOW_STARTS_TEXT_MAX, NULL, "",
     "where games begin: a set (fairkalah) or a file with a position a line, each in "
     "turn, or random:PLIES, as --random-plies; if empty, the ordinary start"},
    {"outcome", &sow_param_choice, AT(label), 0, 0, sow_dataset_labels, "margin",
     "what labels a position: the final margin, or its sign (1, 0, -1)"},
};

const struct sow_param_table sow_dataset_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* One row to be. */
struct sample {
    struct sow_board board;
    uint8_t seat; /* whose view it is */
    uint8_t pit;  /* chosen; of a choice */
    uint16_t ply;
};

/* What one game yields for one table. */
struct samples {
    struct sample *sample;
    size_t count;
    size_t room;
};

/* A player's turn, when it is over. */
struct turn {
    struct sow_board before;
    int ply; /* before it */
    int moves;
    bool swap; /* was among them */
    int move;
};

enum { TABLE_COUNT = 2 };

/* A game that was played. */
struct record {
    struct samples samples[TABLE_COUNT];
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
    struct sow_starts starts;
    struct sow_seen seen[TABLE_COUNT];
    uint64_t first; /* game number of records[0] */
    struct record *records;
};

/* What goes into a table, and how. */
struct table {
    enum sow_dataset_record alone; /* the only record without the other table */
    /* Makes a sample of a turn, @p game being after it; false if there is none. */
    bool (*sample)(const struct turn *turn, const struct sow_game *game,
                   struct sample *sample);
    enum sow_status (*add)(const struct making *making,
                           const struct sow_position_row *row,
                           const struct sample *sample, struct sow_err *err);
    /* Takes the rows it has already as seen. */
    enum sow_status (*recall)(struct making *making, struct sow_err *err);
};

/* In the order in which a game's rows are added. */
static const struct table TABLES[TABLE_COUNT];

static bool is_wanted(int table, const struct sow_dataset_options *options)
{
    return options->record == SOW_RECORD_BOTH ||
           options->record == (int)TABLES[table].alone;
}

/* ---- Play ---- */

static bool keep(struct samples *samples, const struct sample *sample)
{
    if (samples->count == samples->room) {
        size_t room = samples->room == 0 ? 128 : 2 * samples->room;
        struct sample *longer = realloc(samples->sample, room * sizeof *longer);
        if (longer == NULL)
            return false;
        samples->sample = longer;
        samples->room = room;
    }
    samples->sample[samples->count++] = *sample;
    return true;
}

static void keep_turn(const struct making *making, const struct turn *turn,
                      const struct sow_game *game, struct record *record)
{
    struct sample sample;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (is_wanted(i, making->options) && TABLES[i].sample(turn, game, &sample))
            record->failed = !keep(&record->samples[i], &sample) || record->failed;
}

/* One turn of @p player. False if the game had no move to make. */
static bool play_turn(struct sow_game *game, const struct sow_player *player,
                      struct sow_pcg *rng, struct turn *turn)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (count == 0)
        return false;
    *turn = (struct turn){.before = game->board,
                          .ply = game->ply,
                          .moves = count,
                          .swap = moves[count - 1] == SOW_SWAP};
    turn->move = sow_game_turn(game, player, rng);
    return turn->move >= 0;
}

static void start_game(const struct making *making, uint64_t number,
                       struct sow_game *game)
{
    const struct sow_board *start = NULL;
    if (making->starts.count > 0)
        start = &making->starts.boards[number / 2 % making->starts.count];
    sow_game_init(game, making->run->rules, start);
}

static void play_game(const struct making *making, uint64_t number, struct record *record)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    struct sow_stream stream = {SOW_PURPOSE_DATASET, {number, 0, 0, 0}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, making->run->seed, &stream);
    struct sow_game game;
    start_game(making, number, &game);
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    struct turn turn;
    while (!game.ended && game.ply < making->options->random_plies)
        if (!play_turn(&game, &random, &rng, &turn))
            break;
    /* Even games are opened by the player, odd ones by the opponent. */
    struct sow_player players[2];
    const struct sow_player *seats[2];
    for (int agent = 0; agent < 2; agent++) {
        players[agent] = sow_agent_player(&making->agents[agent]);
        seats[game.first ^ agent ^ (int)(number & 1U)] = &players[agent];
    }
    sow_game_seat(&game, seats);
    while (!game.ended && play_turn(&game, seats[game.board.side], &rng, &turn))
        keep_turn(making, &turn, &game, record);
    sow_game_unseat(&game, seats);
    record->score = (struct sow_score){
        .store = {game.board.store[SOW_SOUTH], game.board.store[SOW_NORTH]}};
}

static void play_games(void *context, size_t begin, size_t end)
{
    const struct making *making = context;
    for (size_t i = begin; i < end; i++) {
        for (int table = 0; table < TABLE_COUNT; table++)
            making->records[i].samples[table].count = 0;
        play_game(making, making->first + i, &making->records[i]);
    }
}

/* ---- The tables ---- */

static bool sample_position(const struct turn *turn, const struct sow_game *game,
                            struct sample *sample)
{
    *sample = (struct sample){
        .board = game->board, .seat = turn->before.side, .ply = (uint16_t)game->ply};
    return !game->ended;
}

/* Where there is one move nothing is chosen. A swap is no pit: a turn that offers it is
   left out. */
static bool sample_choice(const struct turn *turn, const struct sow_game *game,
                          struct sample *sample)
{
    (void)game;
    *sample = (struct sample){.board = turn->before,
                              .seat = turn->before.side,
                              .pit = (uint8_t)turn->move,
                              .ply = (uint16_t)turn->ply};
    return turn->moves > 1 && !turn->swap;
}

static enum sow_status add_position(const struct making *making,
                                    const struct sow_position_row *row,
                                    const struct sample *sample, struct sow_err *err)
{
    (void)sample;
    return sow_store_add(making->run->sink, position, row, err);
}

static enum sow_status add_choice(const struct making *making,
                                  const struct sow_position_row *row,
                                  const struct sample *sample, struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    enum sow_direction direction = (enum sow_direction)rules->direction;
    char pit[16];
    (void)snprintf(pit, sizeof pit, "%d",
                   sow_pit_number(rules->pits, direction, sample->pit));
    struct sow_choice_row choice = {.run_id = row->run_id,
                                    .game = row->game,
                                    .ply = row->ply,
                                    .position = row->position,
                                    .moves = pit};
    return sow_store_add(making->run->sink, choice, &choice, err);
}

/* @p viewpoint is NULL for that of the side to move. */
static enum sow_status remember(struct making *making, struct sow_seen *seen,
                                const char *position, const char *viewpoint,
                                struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    struct sow_board board;
    enum sow_status status = sow_board_parse(
        position, rules->pits, (enum sow_direction)rules->direction, &board, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "run %lld", (long long)making->run->id);
    int seat = board.side;
    if (viewpoint != NULL)
        seat = viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
    bool fresh;
    return sow_seen_add(seen, &board, seat, &fresh, err);
}

static enum sow_status
remember_position(void *context, const struct sow_position_row *row, struct sow_err *err)
{
    struct making *making = context;
    return remember(making, &making->seen[0], row->position, row->viewpoint, err);
}

static enum sow_status remember_choice(void *context, const struct sow_choice_row *row,
                                       struct sow_err *err)
{
    struct making *making = context;
    return remember(making, &making->seen[1], row->position, NULL, err);
}

static enum sow_status recall_positions(struct making *making, struct sow_err *err)
{
    return sow_store_each(making->run->sink, position, making->run->id, remember_position,
                          making, err);
}

static enum sow_status recall_choices(struct making *making, struct sow_err *err)
{
    return sow_store_each(making->run->sink, choice, making->run->id, remember_choice,
                          making, err);
}

static const struct table TABLES[TABLE_COUNT] = {
    {SOW_RECORD_POSITIONS, sample_position, add_position, recall_positions},
    {SOW_RECORD_CHOICES, sample_choice, add_choice, recall_choices},
};

/* ---- Into the store ---- */

static int label_of(const struct making *making, const struct record *record, int seat)
{
    if (making->options->label == SOW_LABEL_RESULT)
        return sow_score_sign(&record->score, seat);
    return record->score.store[seat] - record->score.store[1 - seat];
}

static enum sow_status store_sample(struct making *making, size_t game, int table,
                                    const struct sample *sample, struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    bool fresh = true;
    enum sow_status status = SOW_OK;
    if (making->options->duplicates == SOW_DUPLICATES_DROP)
        status =
            sow_seen_add(&making->seen[table], &sample->board, sample->seat, &fresh, err);
    if (status != SOW_OK || !fresh)
        return status;
    char position[SOW_POSITION_MAX];
    struct sow_position_row row = {
        .run_id = making->run->id,
        .game = (int64_t)(making->first + game),
        .ply = sample->ply,
        .position = sow_board_format(&sample->board, rules->pits,
                                     (enum sow_direction)rules->direction, position),
        .viewpoint = sample->seat == SOW_SOUTH ? "s" : "n",
        .margin = label_of(making, &making->records[game], sample->seat),
    };
    return TABLES[table].add(making, &row, sample, err);
}

static enum sow_status store_game(struct making *making, size_t game, struct sow_err *err)
{
    const struct record *record = &making->records[game];
    enum sow_status status = record->failed ? sow_err_no_memory(err) : SOW_OK;
    for (int table = 0; table < TABLE_COUNT; table++) {
        const struct samples *samples = &record->samples[table];
        for (size_t i = 0; status == SOW_OK && i < samples->count; i++)
            status = store_sample(making, game, table, &samples->sample[i], err);
    }
    return status;
}

static enum sow_status store_slice(struct making *making, size_t count,
                                   struct sow_err *err)
{
    struct sow_store *sink = making->run->sink;
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; status == SOW_OK && i < count; i++)
        status = store_game(making, i, err);
    return sow_store_end(sink, status, err);
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

/* Slices are stored whole: what comes after the last game with a row is still to be
   played, or has been played and has no row, and will have none again. */
static enum sow_status recall(struct making *making, struct sow_err *err)
{
    int64_t games;
    enum sow_status status =
        sow_store_count_games(making->run->sink, making->run->id, &games, err);
    if (status != SOW_OK || games == 0)
        return status;
    making->first = (uint64_t)games;
    sow_progress_advance(making->run->progress, making->first, NULL);
    if (making->options->duplicates == SOW_DUPLICATES_KEEP)
        return SOW_OK;
    for (int i = 0; i < TABLE_COUNT && status == SOW_OK; i++)
        status = TABLES[i].recall(making, err);
    return status;
}

static enum sow_status make(struct making *making, struct sow_err *err)
{
    uint64_t total = 2 * (uint64_t)making->options->games;
    sow_progress_begin(making->run->progress, total, "games");
    enum sow_status status = recall(making, err);
    for (; status == SOW_OK && making->first < total; making->first += SLICE) {
        uint64_t rest = total - making->first;
        status = sow_run_look(making->run, err);
        if (status == SOW_OK)
            status = make_slice(making, rest < SLICE ? (size_t)rest : SLICE, err);
    }
    sow_progress_end(making->run->progress);
    return status;
}

/* ---- The kind ---- */

void sow_dataset_note(const struct sow_words *words, int duplicates)
{
    if (duplicates == SOW_DUPLICATES_DROP)
        words->note(
            words->cli,
            "--duplicates drop: what a fit to these rows estimates depends on how many there are "
            "(docs/fitting.md, \"Duplicates\")");
}

static enum sow_status take(void *options, const struct sow_words *words,
                            struct sow_err *err)
{
    struct sow_dataset_options *dataset = options;
    sow_dataset_note(words, dataset->duplicates);
    return sow_contestants_take(&dataset->contestants, words->words[0],
                                words->words[words->count - 1], err);
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_dataset_options *dataset = options;
    enum sow_status status =
        sow_openings_replace(&dataset->starts, &dataset->random_plies, rules, err);
    return status == SOW_OK ? sow_contestants_resolve(&dataset->contestants, source, err)
                            : status;
}

static void making_init(struct making *making, struct sow_run *run,
                        const struct sow_dataset_options *options)
{
    *making = (struct making){.run = run, .options = options};
    for (int i = 0; i < TABLE_COUNT; i++)
        sow_seen_init(&making->seen[i], run->rules->pits);
}

static void making_release(struct making *making)
{
    for (size_t i = 0; making->records != NULL && i < SLICE; i++)
        for (int table = 0; table < TABLE_COUNT; table++)
            free(making->records[i].samples[table].sample);
    free(making->records);
    sow_starts_release(&making->starts);
    for (int i = 0; i < TABLE_COUNT; i++)
        sow_seen_release(&making->seen[i]);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_dataset_options *dataset = options;
    struct making making;
    making_init(&making, run, dataset);
    enum sow_status status =
        sow_contestants_parse(&dataset->contestants, making.agents, err);
    if (status == SOW_OK)
        status = sow_starts_load(dataset->starts, run->rules, &making.starts, err);
    if (status == SOW_OK) {
        making.records = calloc(SLICE, sizeof *making.records);
        status = making.records != NULL ? make(&making, err) : sow_err_no_memory(err);
    }
    making_release(&making);
    run->kernel_used = "plain";
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"positions", "choices", NULL};

const struct sow_run_kind sow_dataset_kind = {
    .name = "dataset",
    .groups = {{.table = &sow_contestant_params,
                .offset = offsetof(struct sow_dataset_options, contestants),
                .use = SOW_RECORDED},
               {.table = &sow_dataset_params}},
    .options_size = sizeof(struct sow_dataset_options),
    .command =
        {
            .kind = &sow_dataset_kind,
            .section = "Fitting",
            .name = "dataset make",
            .operands = "PLAYER [OPPONENT]",
            .summary = "positions and choices from games, stored as a data set",
            .examples =
                "sowlab dataset make divilly2013 --variant erherhe --games 2000\n"
                "sowlab dataset make run:17 h4 --variant awari --random-plies 8\n"
                "sowlab dataset make random --variant kalah --starts fairkalah --games 5000\n"
                "sowlab dataset make divilly2013 --variant oware --record choices",
            .details =
                "Without an opponent the player meets itself. Positions: "
                "each one that a move leads to and in which play goes on is a row, "
                "seen from the player who made the move; its label is that player's final margin "
                "or result. Choices: each position in which a player had two moves "
                "or more is a row, with the one it chose. "
                "A position that comes up again, with the same side to move and the same view, "
                "is a row again; with --duplicates drop the first one alone stays, "
                "rare positions weigh more the more games there are, "
                "and coefficients move with the number of games (docs/fitting.md). "
                "The rows of one game share a label and are not independent; "
                "games 0 and 1, 2 and 3, ... differ by who begins.\n",
            .takes = (SOW_TAKES_RUN | SOW_TAKES_RULES) & ~SOW_TAKES_KERNEL,
            .min_operands = 1,
            .max_operands = 2,
        },
    .take = take,
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
