/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command probe: the exact value of a position in an endgame file. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/endgame/database.h"
#include "sow/game/game.h"

/* Options of the command. */
struct probe_options {
    char position[SOW_POSITION_MAX];
    char endgame[SOW_CLI_PATH_MAX + 1];
};

#define AT(field) offsetof(struct probe_options, field)

static const struct sow_param ROWS[] = {
    {"position", &sow_param_text, AT(position), 0, SOW_POSITION_MAX - 1, NULL, "",
     "position to look up, instead of the start"},
    {"endgame", &sow_param_text, AT(endgame), 0, SOW_CLI_PATH_MAX, NULL, "",
     "endgame file of 'sowlab solve' that covers the position; required"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Reports every legal move in the table `moves`: its value, whether that is @p best, the
   value of the position, and the position after it. */
static void report_moves(const struct sow_cli_exact *exact, int best)
{
    static const char *const COLUMNS[] = {"move", "value", "best", "next"};
    const struct sow_rules *rules = &exact->variant.rules;
    unsigned legal = sow_legal(rules, &exact->board);
    sow_report_table(exact->report, "moves", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    sow_report_main(exact->report);
    for (int pit = 0; pit < rules->pits; pit++) {
        char move[SOW_MOVE_TEXT];
        struct sow_outcome outcome;
        if ((legal >> pit & 1U) == 0)
            continue;
        int value = sow_endgame_move(exact->endgame, &exact->board, pit);
        sow_move(rules, &exact->board, pit, &outcome);
        sow_report_text(exact->report, NULL, sow_move_format(rules, pit, move));
        sow_report_int(exact->report, NULL, value);
        sow_report_text(exact->report, NULL, value == best ? "yes" : "no");
        sow_cli_report_position(exact->report, NULL, rules, &outcome.board);
    }
}

/* Reports the record `value`: position, value and final margin for the player to move.
   Then reports its moves. */
static void report_value(const struct sow_cli_exact *exact)
{
    struct sow_report *report = exact->report;
    const struct sow_board *board = &exact->board;
    int value = sow_endgame_value(exact->endgame, board);
    sow_report_record(report, "value");
    sow_report_text(report, "variant", exact->variant.name);
    sow_cli_report_position(report, "position", &exact->variant.rules, board);
    sow_report_int(report, "on_board", sow_board_row(board, 0) + sow_board_row(board, 1));
    sow_report_int(report, "value", value);
    sow_report_int(report, "final_margin",
                   board->store[board->side] - board->store[1 - board->side] + value);
    report_moves(exact, value);
}

/* Looks the position up in the endgame file and reports it. Returns SOW_USAGE if the
   file does not cover it, with advice. Notes if the values ignore something in the
   rules. */
static enum sow_status probe(const struct sow_cli *cli,
                             const struct probe_options *options,
                             const struct sow_cli_exact *exact, struct sow_err *err)
{
    const char *substituted = sow_endgame_substituted(&exact->variant.rules);
    int seeds = sow_board_row(&exact->board, 0) + sow_board_row(&exact->board, 1);
    int known = sow_endgame_seeds(exact->endgame);
    if (seeds > known && sow_endgame_positions(exact->variant.rules.pits, seeds) >=
                             SOW_ENDGAME_POSITIONS_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "the position has %d seeds on the board and '%s' covers up "
                           "to %d; no file can cover more, so try 'sowlab analyse "
                           "--endgame'",
                           seeds, options->endgame, known);
    if (seeds > known)
        return sow_err_set(err, SOW_USAGE,
                           "the position has %d seeds on the board and '%s' covers "
                           "up to %d: solve more with 'sowlab solve --on-board %d'",
                           seeds, options->endgame, known, seeds);
    if (substituted != NULL)
        sow_cli_note(cli, "the values ignore %s", substituted);
    report_value(exact);
    return SOW_OK;
}

/* Carries out `probe`: prints the exact value of a position and of its moves. Returns
   SOW_USAGE without --endgame, or as sow_cli_exact_open and probe. */
static enum sow_status run_probe(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct probe_options *asked = options;
    struct sow_cli_exact exact;
    if (asked->endgame[0] == '\0')
        return sow_err_set(err, SOW_USAGE,
                           "no endgame file is given: name a file of 'sowlab "
                           "solve' with '--endgame FILE'");
    enum sow_status status =
        sow_cli_exact_open(cli, asked->position, asked->endgame, &exact, err);
    if (status == SOW_OK)
        status = probe(cli, asked, &exact, err);
    return sow_cli_exact_close(cli, &exact, status, err);
}

const struct sow_command sow_command_probe = {
    .section = "Rules of the games",
    .name = "probe",
    .operands = "",
    .summary =
        "look up the exact value of a position and of its moves in an endgame file",
    .examples = "sowlab probe --variant kalah --endgame kalah.endgame --position "
                "0,1,0,2,0,1,20/1,0,0,2,0,0,21:s",
    .details =
        "'value' is the margin of the player to move in the seeds still on the board, "
        "if both play perfectly ('sowlab solve --help'). 'final_margin' is the same "
        "with the stores. Table 'moves' has the value of each legal move. The position "
        "counts as the first of its game.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct probe_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_FORMAT,
    .run = run_probe,
};
