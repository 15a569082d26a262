/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command analyse: how a player evaluates a position. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/endgame/database.h"
#include "sow/play/analysis.h"

#include <string.h>

enum { PLAYER_MAX = SOW_AGENT_SPEC_MAX };

/* Options of the command. */
struct analyse_options {
    char position[SOW_POSITION_MAX];
    char player[PLAYER_MAX + 1];
    char endgame[SOW_CLI_PATH_MAX + 1];
};

#define AT(field) offsetof(struct analyse_options, field)

static const struct sow_param ROWS[] = {
    {"position", &sow_param_text, AT(position), 0, SOW_POSITION_MAX - 1, NULL, "",
     "position to analyse, instead of the start"},
    {"player", &sow_param_text, AT(player), 0, PLAYER_MAX, NULL, "",
     "player that values the position: a search, a state or weights; by default "
     "alphabeta to depth 8 by the difference of the stores"},
    {"endgame", &sow_param_text, AT(endgame), 0, SOW_CLI_PATH_MAX, NULL, "",
     "endgame file of 'sowlab solve' for a search player; by default none"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* A position with the player that evaluates it, and the report. */
struct analysis {
    const struct sow_cli *cli;
    struct sow_analysis of;
    struct sow_report *report;
};

/* --- texts --- */

/* Adds a move, a pit counted from 0, as a cell to the current row of the report. */
static void report_move(const struct analysis *analysis, int move)
{
    char text[SOW_MOVE_TEXT];
    sow_report_text(analysis->report, NULL,
                    sow_move_format(analysis->of.rules, move, text));
}

/* Adds the expected line of a search, both sides' best moves, as a cell to the current
   row: moves with blanks between them. */
static void report_line(const struct analysis *analysis,
                        const struct sow_search_result *found)
{
    char text[SOW_SEARCH_LINE_MAX * 5 + 1] = "";
    size_t length = 0;
    for (int i = 0; i < found->line_length; i++) {
        char move[SOW_MOVE_TEXT];
        length += (size_t)snprintf(
            text + length, sizeof text - length, "%s%s", i == 0 ? "" : " ",
            sow_move_format(analysis->of.rules, found->line[i], move));
    }
    sow_report_text(analysis->report, NULL, text);
}

/* --- the depths --- */

/* Returns the value of the best moves in the search's integer units; 0 if there are
   none. */
static int32_t best_value(const struct sow_search_result *found)
{
    for (int i = 0; i < found->count; i++)
        if (found->best[i])
            return found->value[i];
    return 0;
}

/* Adds the result of a depth as a row of the table `depths`: depth, value, line and
   nodes. Callback of sow_analysis_run; @p context is a struct analysis. */
static void take_depth(void *context, const struct sow_search_result *found)
{
    const struct analysis *analysis = context;
    sow_report_int(analysis->report, NULL, found->depth);
    sow_report_real(analysis->report, NULL,
                    sow_analysis_real(&analysis->of, best_value(found)), 3);
    report_line(analysis, found);
    sow_report_int(analysis->report, NULL, (int64_t)found->nodes);
}

/* Searches the position and reports each depth in the table `depths`. Returns
   SOW_INTERRUPTED on a stop request; the depths so far stay. */
static enum sow_status search(struct analysis *analysis, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"depth", "value", "line", "nodes"};
    sow_report_table(analysis->report, "depths", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    sow_analysis_run(&analysis->of, analysis->cli->with.stop, take_depth, analysis);
    return sow_stop_requested(analysis->cli->with.stop)
               ? sow_err_set(err, SOW_INTERRUPTED, "interrupted after depth %d",
                             analysis->of.found.depth)
               : SOW_OK;
}

/* --- what is reported --- */

/* Returns true if the player is an outside program, which names a move without a
   value. */
static bool asks_program(const struct analysis *analysis)
{
    return analysis->of.agent.kind == SOW_AGENT_OUTSIDE;
}

/* Reports every legal move in the table `moves`: its value, whether it is best, captured
   seeds, extra turn, and the position after it. */
static void report_moves(const struct analysis *analysis)
{
    static const char *const COLUMNS[] = {"move",  "value", "best",  "captured",
                                          "again", "next",  "status"};
    const struct sow_search_result *found = &analysis->of.found;
    sow_report_table(analysis->report, "moves", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    sow_report_main(analysis->report);
    for (int i = 0; i < found->count; i++) {
        struct sow_sowing sowing;
        struct sow_game next;
        sow_game_preview(&analysis->of.game, found->move[i], &sowing);
        next = analysis->of.game;
        sow_game_play(&next, found->move[i]);
        report_move(analysis, found->move[i]);
        if (asks_program(analysis))
            sow_report_null(analysis->report, NULL);
        else
            sow_report_real(analysis->report, NULL,
                            sow_analysis_real(&analysis->of, found->value[i]), 3);
        sow_report_text(analysis->report, NULL, found->best[i] ? "yes" : "no");
        sow_report_int(analysis->report, NULL, sowing.gain);
        sow_report_text(analysis->report, NULL, sowing.again ? "yes" : "no");
        sow_cli_report_position(analysis->report, NULL, analysis->of.rules, &next.board);
        sow_report_text(analysis->report, NULL, next.ended ? "end" : "play");
    }
}

/* Reports the terms of the value of each move in the table `terms`, a row for each move
   and term. */
static void report_terms(const struct analysis *analysis)
{
    static const char *const COLUMNS[] = {"move", "feature", "count", "weight", "term"};
    sow_report_table(analysis->report, "terms", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int i = 0; i < analysis->of.found.count; i++) {
        struct sow_terms terms;
        sow_analysis_terms(&analysis->of, analysis->of.found.move[i], &terms);
        for (int t = 0; t < terms.count; t++) {
            report_move(analysis, analysis->of.found.move[i]);
            sow_report_text(analysis->report, NULL, terms.name[t]);
            sow_report_int(analysis->report, NULL, terms.value[t]);
            sow_report_real(analysis->report, NULL,
                            sow_analysis_real(&analysis->of, terms.weight[t]), 3);
            sow_report_real(
                analysis->report, NULL,
                sow_analysis_real(&analysis->of, terms.value[t] * terms.weight[t]), 3);
        }
    }
}

/* --- the command --- */

/* Reports the record `analysis`: variant, position and player spec. */
static void report_head(const struct analysis *analysis,
                        const struct sow_variant *variant, const char *spec)
{
    sow_report_record(analysis->report, "analysis");
    sow_report_text(analysis->report, "variant", variant->name);
    sow_cli_report_position(analysis->report, "position", analysis->of.rules,
                            &analysis->of.game.board);
    sow_report_text(analysis->report, "player", spec);
}

/* Asks a program for its move, the best one of the result. Returns SOW_IO if it gives
   none, or the failure of its start. */
static enum sow_status ask_program(struct analysis *analysis, struct sow_err *err)
{
    struct sow_search_result *found = &analysis->of.found;
    struct sow_pcg rng = {.state = 0};
    int best[SOW_MOVES_MAX];
    enum sow_status status =
        sow_agent_open(&analysis->of.agent, analysis->of.rules, true, err);
    if (status != SOW_OK)
        return status;
    *found = (struct sow_search_result){.count = 0};
    found->count = sow_game_moves(&analysis->of.game, found->move);
    int chosen = sow_agent_best(&analysis->of.agent, &analysis->of.game, found->move,
                                found->count, &rng, best);
    if (chosen < 0)
        return sow_err_set(err, SOW_IO,
                           "the program made no move ('%s'): its messages may say why",
                           sow_ending_names[-chosen]);
    found->best[best[0]] = true;
    return SOW_OK;
}

/* Evaluates the position and reports all. Returns SOW_INTERRUPTED if the search was
   stopped; the report is then that of the last complete depth. Returns the failure of a
   program. */
static enum sow_status analyse(struct analysis *analysis, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (asks_program(analysis))
        status = ask_program(analysis, err);
    else if (analysis->of.agent.kind == SOW_AGENT_SEARCH)
        status = search(analysis, err);
    else
        sow_analysis_run(&analysis->of, NULL, NULL, NULL);
    report_moves(analysis);
    if (!asks_program(analysis))
        report_terms(analysis);
    return status;
}

/* Reads position and player. Returns SOW_USAGE if the player gives no values or there is
   no legal move, or the failure of a spec. */
static enum sow_status begin(struct analysis *analysis,
                             const struct analyse_options *options, struct sow_err *err)
{
    struct sow_board board;
    struct sow_agent agent;
    enum sow_status status =
        sow_cli_position(options->position, analysis->of.rules, &board, err);
    if (status == SOW_OK)
        status = sow_cli_player(analysis->cli, options->player, &agent, err);
    if (status == SOW_OK && agent.kind == SOW_AGENT_OUTSIDE)
        analysis->of.agent = agent;
    else if (status == SOW_OK)
        status = sow_analysis_init(&analysis->of, analysis->of.rules, &agent,
                                   options->player, err);
    if (status != SOW_OK)
        return status;
    sow_game_init(&analysis->of.game, analysis->of.rules, &board);
    if (sow_legal(analysis->of.rules, &board) == 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--position' has no legal move for the player to move: "
                           "there is nothing to analyse");
    return SOW_OK;
}

/* Gives the player an endgame file; does nothing for the path "". Returns SOW_USAGE if
   the player does not search, or the failure of the file. The caller closes it, also
   after a failure. */
static enum sow_status learn_endgame(struct analysis *analysis, const char *path,
                                     struct sow_endgame **endgame, struct sow_err *err)
{
    if (path[0] == '\0')
        return SOW_OK;
    if (analysis->of.agent.kind != SOW_AGENT_SEARCH)
        return sow_err_set(err, SOW_USAGE,
                           "'--endgame' needs a player that looks ahead, such as "
                           "alphabeta:depth=8,eval=[h4]");
    enum sow_status status = sow_endgame_open(path, analysis->of.rules, endgame, err);
    if (status == SOW_OK)
        sow_analysis_know(&analysis->of, *endgame);
    return status;
}

/* Carries out `analyse`: reports how a player evaluates a position. After an
   interruption prints the report so far. Returns the failure of begin, the endgame file
   or the search. */
static enum sow_status run_analyse(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    static const char USUAL[] = "alphabeta:depth=8,eval=[state:store_difference=1]";
    struct analyse_options *asked = options;
    struct sow_variant variant;
    if (asked->player[0] == '\0')
        memcpy(asked->player, USUAL, sizeof USUAL);
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    struct analysis analysis = {.cli = cli, .of = {.rules = &variant.rules}};
    struct sow_endgame *endgame = NULL;
    if (status == SOW_OK)
        status = begin(&analysis, asked, err);
    if (status == SOW_OK)
        status = learn_endgame(&analysis, asked->endgame, &endgame, err);
    if (status == SOW_OK) {
        analysis.report = sow_report_new();
        status = analysis.report == NULL ? sow_err_no_memory(err) : SOW_OK;
    }
    if (status == SOW_OK) {
        report_head(&analysis, &variant, asked->player);
        status = analyse(&analysis, err);
        if (status == SOW_OK)
            status = sow_endgame_check_files(err);
    }
    if (analysis.report != NULL && (status == SOW_OK || status == SOW_INTERRUPTED))
        status = sow_cli_conclude(cli, analysis.report, status, err);
    sow_report_free(analysis.report);
    sow_endgame_close(endgame);
    return status;
}

const struct sow_command sow_command_analyse = {
    .section = "Rules of the games",
    .name = "analyse",
    .operands = "",
    .summary = "show how a player values a position and its moves, and the best line",
    .examples =
        "sowlab analyse --variant kalah\n"
        "sowlab analyse --variant kalah --position 0,0,1,0,0,2,20/1,0,0,2,0,0,22:s\n"
        "sowlab analyse --variant awari --player "
        "'alphabeta:depth=10,eval=[divilly2013]' --json\n"
        "sowlab analyse --variant kalah --player divilly2013",
    .details =
        "For a search player, table 'depths' has for each depth the value of the best "
        "move, the expected line of both sides, and the positions searched so far. The "
        "line has the numbers of pits, counted from each owner's left.\n"
        "Table 'moves' has every legal move with its value at the last depth, whether "
        "it is a best move, and the position after it.\n"
        "Table 'terms' has what the value of each move is the sum of: feature, count, "
        "weight, and weight times count (h6 of weights counts against a move). For a "
        "search player they are those of the position at the end of the expected "
        "line.\n"
        "A program (exec:[..]) gives no values, only its move: the best one of the table "
        "'moves'.\n"
        "All values are for the player to move, in the unit of the player's weights. "
        "The position counts as the first of its game, so no position repeats yet and "
        "no ply is used up.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct analyse_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .run = run_analyse,
};
