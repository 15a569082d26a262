/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "dataset": their options, and the storing of the rows of played games. */
#include "sow/fitting/dataset.h"
#include "fit_sections.h"

#include "dataset_games.h"

#include "sow/endgame/database.h"
#include "sow/fitting/choice_moves.h"
#include "sow/fitting/dataset_seen.h"
#include "sow/game/fast_board.h"
#include "sow/matches/openings.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/unsolved.def"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>

#define AT(field) offsetof(struct sow_dataset_options, field)

/* Words of sow_dataset_labels for data sets from games. */
static const char *const OUTCOMES[] = {"margin", "result", "exact", NULL};

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 1, 10000000, NULL, "1000",
     "games in each seat (twice this number in all)"},
    {"random_plies", &sow_param_plies, AT(random_plies), 0, SOW_PLIES_MOST, NULL, "4",
     "random moves that open each game, which are not recorded: one number, or A..B for "
     "any from A to B"},
    {"record", &sow_param_choice, AT(record), 0, 0, sow_dataset_records, "positions",
     "positions with labels, the players' choices among their moves, or both"},
    {"duplicates", &sow_param_choice, AT(duplicates), 0, 0, sow_dataset_duplicates,
     "keep",
     "treatment of repeated positions: keep all, or drop all but "
     "the first, which changes what a fit estimates as games are "
     "added"},
    {"starts", &sow_param_added_string, AT(starts), 0, SOW_STARTS_TEXT_MAX, NULL, "",
     "start positions: a set (fairkalah) or a file with a position a line, used in "
     "turn, or random:PLIES, the same as --random-plies PLIES; by default the standard "
     "start"},
    {"outcome", &sow_param_choice, AT(label), 0, 0, OUTCOMES, "margin",
     "label of a position: the final margin, its sign (1, 0, -1), or the margin "
     "under perfect play (exact)"},
    {"target", &sow_param_added_string, AT(target), 0, SOW_SPEC_MAX, NULL,
     SOW_TARGET_OUTCOME,
     "target of later fits: the outcome alone, or also the value of each position by "
     "the search SPEC, as in search:alphabeta:depth=6,hash=1,eval=[run:1]"},
    {"epsilon", &sow_param_added_real, AT(epsilon), 0, 1, NULL, "0",
     "share of random moves after the opening"},
    {"sample", &sow_param_added_real, AT(sample), 0.001, 1, NULL, "1",
     "share of the turns that give rows"},
    {"view", &sow_param_added_choice, AT(view), 0, 0, sow_dataset_views, "own",
     "view of a position: after a move, seen by the player who moved (own), or before "
     "a move, seen by the player to move (to-move)"},
};

const struct sow_param_table sow_dataset_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Numbers of games between two commits (with labels by search or by perfect play fewer,
   because they take much longer than playing), and in one parallel job. */
enum { SLICE = 1024, SLICE_LABELS = 128, SLICE_EXACT = 16, JOB = 16 };

/* State of a run that makes a data set. */
struct making {
    struct sow_run *run;
    struct dataset_games games;        /* the present slice of games */
    struct sow_labeller labeller;      /* search that gives labels, if there is one */
    struct sow_fast fast;              /* rules prepared for players and for the search,
                                          if they are covered */
    struct sow_seen seen[TABLE_COUNT]; /* positions of each table, if repeated ones are
                                          dropped */
};

/* Functions for one table of a data set. */
struct table {
    /* Adds a row. */
    enum sow_status (*add)(const struct making *making,
                           const struct sow_position_row *row,
                           const struct sample *sample, struct sow_err *err);
    /* Adds the positions of all stored rows to the set of seen positions. */
    enum sow_status (*recall)(struct making *making, struct sow_err *err);
};

/* ---- The tables ---- */

/* Adds a row to table `positions` (`add` of struct table). Returns an error of the
   database. */
static enum sow_status add_position(const struct making *making,
                                    const struct sow_position_row *row,
                                    const struct sample *sample, struct sow_err *err)
{
    (void)sample;
    return sow_store_add(making->run->sink, position, row, err);
}

/* Adds a row to table `choices` (`add` of struct table): game, ply and position of @p
   row, and the moves of the sample. Returns an error of the database. */
static enum sow_status add_choice(const struct making *making,
                                  const struct sow_position_row *row,
                                  const struct sample *sample, struct sow_err *err)
{
    char moves[SOW_CHOICE_MOVES_TEXT];
    struct sow_choice_row choice = {
        .run_id = row->run_id,
        .game = row->game,
        .ply = row->ply,
        .position = row->position,
        .moves = sow_choice_moves_write(making->run->rules, sample->moves, moves)};
    return sow_store_add(making->run->sink, choice, &choice, err);
}

/* Adds a stored position to a set of seen positions. The viewpoint is "s" or "n"; NULL
   means that of the side to move. Fails with SOW_BAD_DATA, with the run, if the position
   is not valid, and with SOW_NO_MEMORY. */
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

/* Adds the position of a row to the seen positions. @p context is a struct making.
   Fails as remember. */
static enum sow_status
remember_position(void *context, const struct sow_position_row *row, struct sow_err *err)
{
    struct making *making = context;
    return remember(making, &making->seen[0], row->position, row->viewpoint, err);
}

/* Adds the position of a row to the seen choices. @p context is a struct making. Fails
   as remember. */
static enum sow_status remember_choice(void *context, const struct sow_choice_row *row,
                                       struct sow_err *err)
{
    struct making *making = context;
    return remember(making, &making->seen[1], row->position, NULL, err);
}

/* Adds all stored positions of the run to the seen positions (`recall` of struct table).
   Fails as remember, or with an error of the database. */
static enum sow_status recall_positions(struct making *making, struct sow_err *err)
{
    return sow_store_each(making->run->sink, position, making->run->id, remember_position,
                          making, err);
}

/* Adds the positions of all stored choices of the run to the seen choices (`recall` of
   struct table). Fails as remember, or with an error of the database. */
static enum sow_status recall_choices(struct making *making, struct sow_err *err)
{
    return sow_store_each(making->run->sink, choice, making->run->id, remember_choice,
                          making, err);
}

static const struct table TABLES[TABLE_COUNT] = {
    [OF_POSITIONS] = {add_position, recall_positions},
    [OF_CHOICES] = {add_choice, recall_choices},
};

/* ---- Into the store ---- */

/* Returns the label of a sample, seen from its seat. As the options say, this is the
   final margin of its game, the sign of that margin, or the margin under perfect play. */
static int label_of(const struct making *making, const struct record *record,
                    const struct sample *sample)
{
    int seat = sample->seat;
    if (making->games.options->label == SOW_LABEL_RESULT)
        return sow_score_sign(&record->score, seat);
    if (making->games.options->label == SOW_LABEL_EXACT)
        return seat == sample->board.side ? sample->margin : -sample->margin;
    return record->score.store[seat] - record->score.store[1 - seat];
}

/* Adds a sample to table `unsolved`, with its seeds on the board. @p game is the index of
   its game in the slice. Returns an error of the database. */
static enum sow_status store_unsolved(struct making *making, size_t game,
                                      const struct sample *sample, struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    char position[SOW_POSITION_MAX];
    struct sow_unsolved_row row = {
        .run_id = making->run->id,
        .game = (int64_t)(making->games.first + game),
        .ply = sample->ply,
        .position = sow_board_format(&sample->board, rules->pits,
                                     (enum sow_direction)rules->direction, position),
        .on_board = sow_board_row(&sample->board, SOW_SOUTH) +
                    sow_board_row(&sample->board, SOW_NORTH)};
    return sow_store_add(making->run->sink, unsolved, &row, err);
}

/* Adds a sample to the table with index @p table (OF_POSITIONS or OF_CHOICES). @p game is
   the index of its game in the slice. Skips samples that are not solved and, if
   duplicates are dropped, positions that this table has already. Fails with SOW_NO_MEMORY
   or an error of the database. */
static enum sow_status store_sample(struct making *making, size_t game, int table,
                                    const struct sample *sample, struct sow_err *err)
{
    const struct sow_rules *rules = making->run->rules;
    bool fresh = true;
    enum sow_status status = SOW_OK;
    if (sample->unsolved)
        return SOW_OK;
    if (making->games.options->duplicates == SOW_DUPLICATES_DROP)
        status =
            sow_seen_add(&making->seen[table], &sample->board, sample->seat, &fresh, err);
    if (status != SOW_OK || !fresh)
        return status;
    char position[SOW_POSITION_MAX];
    bool searched = making->games.labeller != NULL;
    struct sow_position_row row = {
        .run_id = making->run->id,
        .game = (int64_t)(making->games.first + game),
        .ply = sample->ply,
        .position = sow_board_format(&sample->board, rules->pits,
                                     (enum sow_direction)rules->direction, position),
        .viewpoint = sample->seat == SOW_SOUTH ? "s" : "n",
        .margin = label_of(making, &making->games.records[game], sample),
        .label = searched ? sample->label.value : (double)NAN,
        .label_depth = searched ? sample->label.depth : 0,
    };
    return TABLES[table].add(making, &row, sample, err);
}

/* Stores the samples of the game with index @p game in the slice: positions, choices,
   then unsolved positions by ascending ply. Fails with SOW_NO_MEMORY if memory ran out
   while the game was played, else as store_sample. */
static enum sow_status store_game(struct making *making, size_t game, struct sow_err *err)
{
    const struct record *record = &making->games.records[game];
    enum sow_status status = record->failed ? sow_err_no_memory(err) : SOW_OK;
    for (int table = 0; table < TABLE_COUNT; table++) {
        const struct samples *samples = &record->samples[table];
        for (size_t i = 0; status == SOW_OK && i < samples->count; i++)
            status = store_sample(making, game, table, &samples->sample[i], err);
    }
    for (size_t i = record->unsolved.count; status == SOW_OK && i > 0; i--)
        status = store_unsolved(making, game, &record->unsolved.sample[i - 1], err);
    return status;
}

/* Stores the first @p count games of the slice in one transaction. On failure none is
   stored. */
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

/* Plays a slice of @p count games in parallel, stores it and advances the progress. Fails
   with SOW_INTERRUPTED after a stop request, with nothing of the slice stored, else as
   store_slice. */
static enum sow_status make_slice(struct making *making, size_t count,
                                  struct sow_err *err)
{
    bool slow = making->games.exact != NULL || making->games.labeller != NULL;
    size_t chunk = slow ? 1 : JOB;
    bool whole = sow_parallel_for(&making->run->with, chunk, count, sow_dataset_play,
                                  &making->games);
    /* After a stop, some games may be incomplete, with unsolved positions. None of the
       slice may be stored. */
    if (!whole || sow_stopping() || sow_stop_requested(making->run->with.stop))
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    enum sow_status status = store_slice(making, count, err);
    sow_progress_advance(making->run->with.progress, count, NULL);
    return status;
}

/* Continues a resumed run after the last game with a row, and shows the progress so far.
   Slices are stored whole, so the games after it have not been played, or they gave no
   row and will give none again. Recalls the seen positions if duplicates are dropped.
   Returns an error of the database or of remember. */
static enum sow_status recall(struct making *making, struct sow_err *err)
{
    int64_t games;
    enum sow_status status =
        sow_store_count_games(making->run->sink, making->run->id, &games, err);
    if (status != SOW_OK || games == 0)
        return status;
    making->games.first = (uint64_t)games;
    sow_progress_advance(making->run->with.progress, making->games.first, NULL);
    if (making->games.options->duplicates == SOW_DUPLICATES_KEEP)
        return SOW_OK;
    for (int i = 0; i < TABLE_COUNT && status == SOW_OK; i++)
        status = TABLES[i].recall(making, err);
    return status;
}

/* Plays and stores all games that are missing, slice by slice. Fails as recall and
   make_slice. */
static enum sow_status make(struct making *making, struct sow_err *err)
{
    uint64_t total = 2 * (uint64_t)making->games.options->games;
    uint64_t slice = making->games.exact != NULL      ? SLICE_EXACT
                     : making->games.labeller != NULL ? SLICE_LABELS
                                                      : SLICE;
    sow_progress_begin(making->run->with.progress, total, "games");
    enum sow_status status = recall(making, err);
    for (; status == SOW_OK && making->games.first < total;
         making->games.first += slice) {
        uint64_t rest = total - making->games.first;
        status = sow_run_look(making->run, err);
        if (status == SOW_OK)
            status = make_slice(making, (size_t)(rest < slice ? rest : slice), err);
    }
    sow_progress_end(making->run->with.progress);
    return status;
}

/* ---- The kind ---- */

void sow_dataset_note(const struct sow_words *words, int duplicates)
{
    if (duplicates == SOW_DUPLICATES_DROP)
        words->note(
            words->cli,
            "--duplicates drop: the estimates of a fit then depend on the number of "
            "games (" SOW_DOC_FITS ", \"Duplicates\")");
}

/* Returns true if the labels are exact values of perfect play (a condition for endgame
   and nodes). @p options is a struct sow_dataset_options. */
static bool is_exact(const void *options)
{
    return ((const struct sow_dataset_options *)options)->label == SOW_LABEL_EXACT;
}

/* Returns true if the option `outcome` has an effect: on positions, or because exact
   labels also give the best moves of choices. @p context is a struct
   sow_dataset_options. */
static bool has_labels(const void *context)
{
    const struct sow_dataset_options *options = context;
    return options->record != SOW_RECORD_CHOICES || is_exact(options);
}

/* Returns true if positions are recorded (a condition for target and view). @p context is
   a struct sow_dataset_options. */
static bool has_positions(const void *context)
{
    return ((const struct sow_dataset_options *)context)->record != SOW_RECORD_CHOICES;
}

/* Conditions without which an option has no effect. */
static const struct sow_param_need NEEDS[] = {
    {"outcome", has_labels, "--record positions or both"},
    {"endgame", is_exact, "--outcome exact"},
    {"nodes", is_exact, "--outcome exact"},
    {"target", has_positions, "--record positions or both"},
    {"view", has_positions, "--record positions or both"},
    {NULL, NULL, NULL}};

/* Takes the two players from the operands; one operand gives both (`take` of run.h).
   Notes the effect of dropped duplicates, and the part of the rules that exact labels
   ignore. Fails as sow_contestants_take. */
static enum sow_status take_dataset(void *options, const struct sow_words *words,
                                    struct sow_err *err)
{
    struct sow_dataset_options *dataset = options;
    const char *substituted =
        is_exact(dataset) ? sow_endgame_substituted(&words->game->rules) : NULL;
    sow_dataset_note(words, dataset->duplicates);
    if (substituted != NULL)
        words->note(words->cli, "exact labels ignore %s", substituted);
    return sow_err_blame(err,
                         sow_contestants_take(&dataset->contestants, words->words[0],
                                              words->words[words->count - 1], err),
                         "operands");
}

/* Replaces starts, search, exact labels and players by what they mean (`prepare` of
   run.h). Random moves that --starts names replace `random_plies`. Opens the players, and
   waits for outside programs. Returns the first error, blamed on its option or the
   operands. */
static enum sow_status prepare_dataset(void *options, struct sow_store *source,
                                       const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_dataset_options *dataset = options;
    int plies = 0;
    enum sow_status status = sow_err_blame(
        err, sow_openings_replace(&dataset->starts, &plies, rules, err), "starts");
    struct sow_agent agents[2];
    if (plies > 0)
        dataset->random_plies = (struct sow_plies){plies, plies};
    if (status == SOW_OK)
        status = sow_err_blame(
            err,
            sow_target_resolve(&dataset->target, SOW_TARGET_SPEC, source, rules, err),
            "target");
    if (status == SOW_OK && is_exact(dataset))
        status =
            sow_err_blame(err, sow_exact_prepare(&dataset->exact, rules, err), "endgame");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_contestants_resolve(&dataset->contestants, source, err), "operands");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_contestants_parse(&dataset->contestants, agents, err), "operands");
    for (int i = 0; i < 2 && status == SOW_OK; i++)
        status =
            sow_err_blame(err, sow_agent_open(&agents[i], rules, true, err), "operands");
    return status;
}

/* Prepares the state of a run that has played no games, and its rules for the fast engine
   if they are covered. Opens no starts, search or exact labels. */
static void making_init(struct making *making, struct sow_run *run,
                        const struct sow_dataset_options *options)
{
    *making = (struct making){
        .run = run,
        .games = {.rules = run->rules, .seed = run->seed, .options = options}};
    for (int i = 0; i < TABLE_COUNT; i++)
        sow_seen_init(&making->seen[i], run->rules->pits);
    if (sow_fast_covers(run->rules)) {
        sow_fast_prepare(&making->fast, run->rules);
        making->games.fast = &making->fast;
    }
}

/* Frees everything that the state of a run owns, also if its start failed. */
static void making_release(struct making *making)
{
    for (size_t i = 0; making->games.records != NULL && i < SLICE; i++) {
        for (int table = 0; table < TABLE_COUNT; table++)
            free(making->games.records[i].samples[table].sample);
        free(making->games.records[i].unsolved.sample);
    }
    sow_exact_close(making->games.exact);
    free(making->games.records);
    sow_starts_release(&making->games.starts);
    for (int i = 0; i < TABLE_COUNT; i++)
        sow_seen_release(&making->seen[i]);
}

/* Prepares the search for labels if the options name one. Fails as sow_target_read. */
static enum sow_status prepare_labeller(struct making *making, struct sow_err *err)
{
    struct sow_agent agent;
    const char *target = making->games.options->target;
    enum sow_status status = sow_target_read(target, SOW_TARGET_SPEC, &agent, err);
    if (status != SOW_OK || sow_target_search(target) == NULL)
        return status;
    sow_labeller_init(&making->labeller, &agent);
    making->games.labeller = &making->labeller;
    return SOW_OK;
}

/* Makes the data set (`execute` of run.h): opens starts, search and exact labels, then
   plays and stores the games. A resumed run continues after its last stored game. Sets
   the reason why the run ended. Returns the first error. */
static enum sow_status execute_dataset(struct sow_run *run, const void *options,
                                       struct sow_err *err)
{
    const struct sow_dataset_options *dataset = options;
    struct making making;
    making_init(&making, run, dataset);
    enum sow_status status =
        sow_contestants_parse(&dataset->contestants, making.games.agents, err);
    if (status == SOW_OK)
        status = sow_starts_load(dataset->starts, run->rules, &making.games.starts, err);
    if (status == SOW_OK)
        status = prepare_labeller(&making, err);
    if (status == SOW_OK && is_exact(dataset))
        status = sow_exact_open(&making.games.exact, &dataset->exact, run->rules,
                                &run->with, err);
    if (status == SOW_OK) {
        making.games.records = calloc(SLICE, sizeof *making.games.records);
        status =
            making.games.records != NULL ? make(&making, err) : sow_err_no_memory(err);
    }
    making_release(&making);
    run->kernel_used = "plain";
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"positions", "choices", "unsolved", NULL};

const struct sow_run_kind sow_dataset_kind = {
    .name = "dataset",
    .groups = {{.table = &sow_contestant_params,
                .offset = offsetof(struct sow_dataset_options, contestants),
                .use = SOW_RECORDED},
               {.table = &sow_dataset_params},
               {.table = &sow_exact_params,
                .offset = offsetof(struct sow_dataset_options, exact)},
               {.table = &sow_exact_found_params,
                .offset = offsetof(struct sow_dataset_options, exact),
                .use = SOW_RECORDED}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_dataset_options),
    .again = "player opponent",
    .command =
        {
            .kind = &sow_dataset_kind,
            .section = "Fitting",
            .name = "dataset make",
            .operands = "PLAYER [OPPONENT]",
            .summary = "play games and store their positions and choices as a data set",
            .examples =
                "sowlab dataset make divilly2013 --variant erherhe --games 2000\n"
                "sowlab dataset make run:17 h4 --variant awari --random-plies 8\n"
                "sowlab dataset make random --variant kalah --starts fairkalah --games 5000\n"
                "sowlab dataset make divilly2013 --variant oware --record choices\n"
                "sowlab dataset make run:1 --variant oware --view to-move --target "
                "search:alphabeta:depth=6,hash=1,eval=[run:1]\n"
                "sowlab dataset make random --variant kalah --record both --outcome exact "
                "--endgame kalah.endgame",
            .details =
                "Without an opponent the player plays against itself. A position row is "
                "a position after a move, if the game continues. It is seen by the "
                "player who made the move; its label is that player's final margin or "
                "result. A choice row is a position in which a player had two or more "
                "moves, with the chosen move.\n"
                "A position that occurs again, with the same side to move and the same "
                "view, has a row each time. With --duplicates drop only the first one "
                "stays. Rare positions then weigh more as games are added, and "
                "coefficients depend on the number of games (" SOW_DOC_FITS ").\n"
                "With --outcome exact, labels and preferred moves are those of perfect "
                "play. They come from the file --endgame or, if the own store is sown, "
                "from a search. The search gives up after --nodes positions (checked "
                "every 256). Positions without an answer are stored only in the "
                "table 'unsolved'.\n"
                "With --target search:SPEC, each position also gets its value by that search. "
                "The columns 'label' and 'label_depth' have it and the depth reached. "
                "'fit' fits the label, or a mix of it and the outcome. SPEC is limited by "
                "depth= or nodes=, never by time.\n"
                "With --view to-move, rows are seen by the player to move. 'fit' then "
                "makes players state:view=to-move, whose weights hold at every depth.\n"
                "Without --outcome exact the rows of one game share a label and are not "
                "independent. Games 0 and 1, 2 and 3, ... differ in the player who "
                "moves first.\n",
            .takes =
                (SOW_TAKES_RUN | SOW_TAKES_RULES) & ~SOW_TAKES_KERNEL & ~SOW_TAKES_PLOT,
            .min_operands = 1,
            .max_operands = 2,
        },
    .take = take_dataset,
    .prepare = prepare_dataset,
    .execute = execute_dataset,
    .goes_on = true,
    .sections = sow_dataset_sections,
    .content = CONTENT,
};
