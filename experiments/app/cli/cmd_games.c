/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands games list, export and show: stored games, move by move. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/play/analysis.h"
#include "sow/play/drawing.h"
#include "sow/play/stored_game.h"
#include "sow/players/players.h"
#include "sow/queries/query.h"

#include <stdlib.h>

static const char SECTION[] = "Kept games";

/* --- list and export --- */

/* Adds the games of @p question, a struct sow_query_games, to the report. It is a
   sow_cli_ask_fn. Returns the failure of the database. */
static enum sow_status ask_games(struct sow_store *store, const void *question,
                                 struct sow_report *report, struct sow_err *err)
{
    return sow_query_games(store, question, report, err);
}

/* Prints the kept games of the runs in the operands, or of all runs if none is named;
   with their moves if @p whole. Returns SOW_USAGE for an operand that is not a run
   number, or the failure of the database. */
static enum sow_status answer_games(struct sow_cli *cli, bool whole, int argc,
                                    char **argv, struct sow_err *err)
{
    struct sow_cli_ids ids = {.count = 0};
    enum sow_status status = argc > 0 ? sow_cli_ids_read(argc, argv, &ids, err) : SOW_OK;
    struct sow_query_games games = {ids.id, ids.count, whole};
    if (status == SOW_OK)
        status = sow_cli_answer(cli, ask_games, &games, NULL, err);
    free(ids.id);
    return status;
}

/* Carries out `games list`: prints the kept games of the typed runs, or of all runs.
   Fails as answer_games. */
static enum sow_status run_list(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    return answer_games(cli, false, argc, argv, err);
}

const struct sow_command sow_command_games_list = {
    .section = SECTION,
    .name = "games list",
    .operands = "[RUN...]",
    .summary = "list the kept games with players and endings",
    .examples = "sowlab games list\n"
                "sowlab games list 3 --json",
    .details =
        "'sowlab play' keeps games, and so do 'sowlab match' and 'sowlab tournament' "
        "with --keep-games. The column first has the player who moved first.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_list,
};

/* Carries out `games export`: prints the kept games with their moves, as CSV if no
   format is given. Fails as answer_games. */
static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)options;
    if (cli->format == SOW_FORMAT_TEXT)
        cli->format = SOW_FORMAT_CSV;
    return answer_games(cli, true, argc, argv, err);
}

const struct sow_command sow_command_games_export = {
    .section = SECTION,
    .name = "games export",
    .operands = "[RUN...]",
    .summary = "write the kept games with their moves, for other programs",
    .examples = "sowlab games export 3 > games.csv\n"
                "sowlab games export --json > games.json",
    .details =
        "The output is CSV unless --json, --markdown or --latex is given. The column moves has "
        "numbers of pits, counted from the mover's left, separated by blanks. The "
        "column start is empty for the standard start.\n",
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_export,
};

/* --- show --- */

/* Options of `games show`. */
struct show_options {
    char evaluate[SOW_SPEC_MAX + 1];
};

static const struct sow_param SHOW_ROWS[] = {
    {"evaluate", &sow_param_text, offsetof(struct show_options, evaluate), 0,
     SOW_SPEC_MAX, NULL, "",
     "player whose values of every move are shown: a search, a state or weights; by "
     "default no values"},
};

static const struct sow_param_table SHOW_TABLE = {SHOW_ROWS, 1};

/* A game that is being shown. */
struct showing {
    const struct sow_cli *cli;
    const struct sow_stored_game *stored;
    struct sow_analysis *analysis; /* NULL: values are not shown */
    struct sow_report *report;
    struct sow_drawing drawing;
    bool draws; /* true if it shows boards, else adds to the table of moves */
    int seat;   /* seat of the latest move */
    /* Latest move: a pit counted from 0, SOW_SWAP, or -1 before the first one. */
    int pit;
};

/* Returns the value of a move for the player who moves, in the unit of its weights; 0
   after a stop request. Sets @p best to the value of the best moves, if there is one. */
static double value_of(const struct showing *showing, const struct sow_game *game,
                       int move, double *best)
{
    struct sow_analysis *analysis = showing->analysis;
    const struct sow_search_result *found = &analysis->found;
    double value = 0.0;
    analysis->game = *game;
    sow_analysis_run(analysis, showing->cli->with.stop, NULL, NULL);
    for (int i = 0; i < found->count; i++) {
        if (found->move[i] == move)
            value = sow_analysis_real(analysis, found->value[i]);
        if (found->best[i])
            *best = sow_analysis_real(analysis, found->value[i]);
    }
    return value;
}

/* Draws the board before a move and writes the move, without a line end. @p gain is the
   increase of the mover's store. */
static void draw_move(struct showing *showing, const struct sow_game *game,
                      const char *move, int gain)
{
    FILE *out = showing->cli->out;
    sow_drawing_board(&showing->drawing, &game->board, showing->seat, showing->pit, out);
    (void)fprintf(out, "\n%d. %s: %s", game->ply + 1,
                  game->board.side == game->first ? "first" : "second", move);
    if (gain > 0)
        (void)fprintf(out, " (%d into the store)", gain);
}

/* Adds a move to the table `plies`, without values. @p game is the position before it,
   @p gain the increase of the mover's store. */
static void report_move(const struct showing *showing, const struct sow_game *game,
                        const char *move, int gain)
{
    const struct sow_rules *rules = game->rules;
    char position[SOW_POSITION_MAX];
    sow_report_int(showing->report, NULL, game->ply + 1);
    sow_report_text(showing->report, NULL,
                    game->board.side == game->first ? "first" : "second");
    sow_report_text(showing->report, NULL,
                    sow_board_format(&game->board, rules->pits,
                                     (enum sow_direction)rules->direction, position));
    sow_report_text(showing->report, NULL, move);
    sow_report_int(showing->report, NULL, gain);
}

/* Shows a move before it is made, with its value if a player gives values: below a
   board, or as a row of the table. Keeps it as the latest move. Callback of
   sow_stored_game_replay; @p context is a struct showing. */
static void show_move(void *context, const struct sow_game *game, int move)
{
    struct showing *showing = context;
    struct sow_sowing sowing;
    char text[SOW_MOVE_TEXT];
    double best = 0.0;
    double value = showing->analysis != NULL ? value_of(showing, game, move, &best) : 0.0;
    sow_game_preview(game, move, &sowing);
    (void)sow_move_format(game->rules, move, text);
    if (showing->draws)
        draw_move(showing, game, text, sowing.gain);
    else
        report_move(showing, game, text, sowing.gain);
    if (showing->analysis != NULL && showing->draws)
        (void)fprintf(showing->cli->out, ", value %.3f, best %.3f", value, best);
    else if (showing->analysis != NULL) {
        sow_report_real(showing->report, NULL, value, 3);
        sow_report_real(showing->report, NULL, best, 3);
    }
    if (showing->draws)
        (void)fputs("\n\n", showing->cli->out);
    showing->seat = game->board.side;
    showing->pit = move;
}

/* Reports the record `game`: number, variant, players, result, start and moves of a
   stored game. */
static void report_head(const struct sow_stored_game *stored, struct sow_report *report)
{
    const struct sow_rules *rules = &stored->variant.rules;
    char text[SOW_POSITION_MAX];
    (void)snprintf(text, sizeof text, "%lld.%lld.%lld", (long long)stored->run,
                   (long long)stored->match, (long long)stored->game);
    sow_report_record(report, "game");
    sow_report_text(report, "id", text);
    sow_report_text(report, "variant", stored->variant.name);
    sow_report_text(report, "first", stored->first);
    sow_report_text(report, "second", stored->second);
    sow_report_int(report, "first_store", stored->store[0]);
    sow_report_int(report, "second_store", stored->store[1]);
    sow_report_text(report, "winner", stored->winner != NULL ? stored->winner : "-");
    sow_report_text(report, "ending", stored->ending);
    sow_report_int(report, "opening", stored->opening);
    sow_report_text(report, "start",
                    sow_board_format(&stored->start, rules->pits,
                                     (enum sow_direction)rules->direction, text));
    sow_report_text(report, "moves", stored->moves);
}

/* Prints the head of the report, then a board before each move and at the end. Returns
   SOW_BAD_DATA if the moves give another result than the stored one, or the failure of
   printing. */
static enum sow_status show_boards(struct showing *showing, struct sow_err *err)
{
    struct sow_game game;
    enum sow_status status = sow_cli_print(showing->cli, showing->report, err);
    if (status != SOW_OK)
        return status;
    FILE *out = showing->cli->out;
    (void)fputc('\n', out);
    status = sow_stored_game_replay(showing->stored, &game, show_move, showing, err);
    sow_drawing_board(&showing->drawing, &game.board, showing->seat, showing->pit, out);
    return status;
}

/* Prints the report with a table of the moves. If the moves give another result than the
   stored one, prints nothing and returns SOW_BAD_DATA. */
static enum sow_status show_table(struct showing *showing, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"ply",      "player", "position", "move",
                                          "captured", "value",  "best"};
    struct sow_game game;
    sow_report_table(showing->report, "plies", COLUMNS,
                     showing->analysis != NULL ? 7 : 5);
    enum sow_status status =
        sow_stored_game_replay(showing->stored, &game, show_move, showing, err);
    return status == SOW_OK ? sow_cli_print(showing->cli, showing->report, err) : status;
}

/* Shows a stored game, with values if @p analysis is not NULL. After a stop request
   values may be wrong: returns SOW_INTERRUPTED. */
static enum sow_status show(const struct sow_cli *cli,
                            const struct sow_stored_game *stored,
                            struct sow_analysis *analysis, struct sow_err *err)
{
    struct showing showing = {
        .cli = cli,
        .stored = stored,
        .analysis = analysis,
        .report = sow_report_new(),
        .drawing = sow_drawing_for(cli->out, &stored->variant.rules, SOW_SOUTH),
        .draws = cli->format == SOW_FORMAT_TEXT,
        .pit = -1};
    if (showing.report == NULL)
        return sow_err_no_memory(err);
    report_head(stored, showing.report);
    enum sow_status status =
        showing.draws ? show_boards(&showing, err) : show_table(&showing, err);
    if (status == SOW_OK && sow_stopping())
        status = sow_err_set(err, SOW_INTERRUPTED,
                             "interrupted: some values are of unfinished searches");
    sow_report_free(showing.report);
    return status;
}

/* Carries out `games show`. Returns SOW_USAGE for a wrong or unknown GAME, SOW_BAD_DATA
   if the game is damaged, or the failure of the player of --evaluate. */
static enum sow_status run_show(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)argc;
    const struct show_options *asked = options;
    struct sow_store *store = NULL;
    struct sow_stored_game stored = {.run = 0};
    struct sow_agent agent;
    struct sow_analysis analysis = {.rules = NULL};
    bool evaluates = asked->evaluate[0] != '\0';
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = sow_stored_game_read(store, argv[0], &stored, err);
    if (status == SOW_OK && evaluates)
        status = sow_cli_player(cli, asked->evaluate, &agent, err);
    if (status == SOW_OK && evaluates)
        status = sow_analysis_init(&analysis, &stored.variant.rules, &agent,
                                   asked->evaluate, err);
    if (status == SOW_OK)
        status = show(cli, &stored, evaluates ? &analysis : NULL, err);
    sow_stored_game_release(&stored);
    sow_store_close(store);
    return status;
}

const struct sow_command sow_command_games_show = {
    .section = SECTION,
    .name = "games show",
    .operands = "GAME",
    .summary = "show a kept game, board after board",
    .examples = "sowlab games show 3.0.1\n"
                "sowlab games show 3 --evaluate divilly2013\n"
                "sowlab games show 3.0.1 --json",
    .details =
        "GAME is RUN.MATCH.GAME, as 'sowlab games list' shows it; RUN alone is the "
        "run's latest game. South's row is below, with its pits numbered from its left; "
        "a star marks the pit that was sown last.\n"
        "The command plays the moves again and reports a game with another result as "
        "damaged. With --evaluate it shows the value of each move and of the best move, "
        "for the player who moves ('sowlab analyse' explains values).\n",
    .groups = {{.table = &SHOW_TABLE}},
    .options_size = sizeof(struct show_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_show,
};
