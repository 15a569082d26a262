/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command value: the exact value of a position by search. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/endgame/solve.h"
#include "sow/support/progress.h"

/* Options of the command. */
struct value_options {
    char position[SOW_POSITION_MAX];
    char endgame[SOW_CLI_PATH_MAX + 1];
    int hash;
    uint64_t nodes;
    double seconds;
    bool alone;
};

static const struct sow_param ROWS[] = {
    {"position", &sow_param_text, offsetof(struct value_options, position), 0,
     SOW_POSITION_MAX - 1, NULL, "", "position to solve, instead of the start"},
    {"endgame", &sow_param_text, offsetof(struct value_options, endgame), 0,
     SOW_CLI_PATH_MAX, NULL, "",
     "endgame file of 'sowlab solve' with known values; by default all positions are searched"},
    {"hash", &sow_param_integer, offsetof(struct value_options, hash), 1,
     SOW_SOLVE_MEGABYTES_MAX, NULL, "512",
     "megabytes of memory for values of "
     "positions"},
    {"nodes", &sow_param_seed, offsetof(struct value_options, nodes), 0, 0, NULL, "0",
     "largest number of positions searched; 0 = no limit"},
    {"seconds", &sow_param_real, offsetof(struct value_options, seconds), 0, 1e9, NULL,
     "0", "largest number of seconds; 0 = no limit"},
    {"alone", &sow_param_flag, offsetof(struct value_options, alone), 0, 0, NULL, "no",
     "only the value, without moves and line, which take several times as long"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* A position that is being solved. Solver and `exact` are owned by the command. */
struct solving {
    struct sow_cli *cli;
    const struct value_options *asked;
    struct sow_cli_exact exact;
    struct sow_solver *solver;
    double begun;
};

/* Shows progress. Returns false if the search has to end: at the limit of nodes or of
   seconds. It is the solver's `go_on`; @p context is a struct solving. */
static bool go_on(void *context, uint64_t nodes)
{
    const struct solving *solving = context;
    const struct value_options *asked = solving->asked;
    sow_progress_update(solving->cli->with.progress, nodes, NULL);
    return (asked->nodes == 0 || nodes < asked->nodes) &&
           (asked->seconds <= 0 || sow_clock_seconds() - solving->begun < asked->seconds);
}

/* Returns the printed number of a pit. */
static int number_of(const struct solving *solving, int pit)
{
    const struct sow_rules *rules = &solving->exact.variant.rules;
    return sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit);
}

/* --- what is reported --- */

/* Reports a best line from a position of value @p value, as printed numbers of pits. If
   the search for it was stopped, reports null and returns SOW_INTERRUPTED. */
static enum sow_status report_line(const struct solving *solving, int value,
                                   struct sow_err *err)
{
    uint8_t pits[SOW_SOLVE_LINE_MAX];
    char text[4 * SOW_SOLVE_LINE_MAX];
    int count;
    size_t length = 0;
    enum sow_status status =
        sow_solve_line(solving->solver, &solving->exact.board, value, pits, &count, err);
    text[0] = '\0';
    for (int i = 0; i < count && status == SOW_OK; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                                   i > 0 ? " " : "", number_of(solving, pits[i]));
    if (status == SOW_OK)
        sow_report_text(solving->exact.report, "line", text);
    else
        sow_report_null(solving->exact.report, "line");
    return status;
}

/* Reports nodes and time. Both vary between calls if threads share their results. */
static void report_effort(const struct solving *solving)
{
    double seconds = sow_clock_seconds() - solving->begun;
    sow_report_int(solving->exact.report, "nodes",
                   (int64_t)sow_solver_nodes(solving->solver));
    sow_report_real(solving->exact.report, "seconds", seconds, 3);
}

/* Reports the table `moves`: each of @p count moves, its value, and whether that is @p
   value, the value of the position. */
static void report_moves(const struct solving *solving,
                         const struct sow_solve_move *moves, int count, int value)
{
    static const char *const COLUMNS[] = {"move", "value", "best"};
    char text[SOW_MOVE_TEXT];
    sow_report_table(solving->exact.report, "moves", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int i = 0; i < count; i++) {
        sow_report_text(
            solving->exact.report, NULL,
            sow_move_format(&solving->exact.variant.rules, moves[i].pit, text));
        sow_report_int(solving->exact.report, NULL, moves[i].value);
        sow_report_text(solving->exact.report, NULL,
                        moves[i].value == value ? "yes" : "no");
    }
}

/* Solves the position and reports its value, or the bounds that are proven so far.
   Without --alone also reports the values of its moves and a best line. Returns
   SOW_INTERRUPTED if a search was stopped, for the value or for moves and line. */
static enum sow_status solve(struct solving *solving, struct sow_err *err)
{
    struct sow_report *report = solving->exact.report;
    struct sow_solve_bounds value;
    struct sow_solve_move moves[SOW_MAX_PITS];
    int count = 0;
    bool more = !solving->asked->alone;
    enum sow_status status =
        sow_solve_value(solving->solver, &solving->exact.board, &value, err);
    sow_report_record(report, "solution");
    sow_report_text(report, "variant", solving->exact.variant.name);
    sow_cli_report_position(report, "position", &solving->exact.variant.rules,
                            &solving->exact.board);
    if (status == SOW_OK) {
        sow_report_int(report, "value", value.least);
        if (more)
            status = sow_solve_moves(solving->solver, &solving->exact.board, moves,
                                     &count, err);
        if (more && status == SOW_OK)
            status = report_line(solving, value.least, err);
        if (status == SOW_INTERRUPTED)
            (void)sow_err_set(
                err, status,
                "the value is proven; the search for its moves and line was "
                "stopped");
    } else {
        sow_report_null(report, "value");
        sow_report_int(report, "at_least", value.least);
        sow_report_int(report, "at_most", value.most);
    }
    report_effort(solving);
    if (more && status == SOW_OK)
        report_moves(solving, moves, count, value.least);
    return status;
}

/* --- the command --- */

/* Reads variant, position and endgame file, and makes the solver. Returns SOW_USAGE if
   there is no legal move, the failure of sow_solve_check, with advice, for a variant
   that cannot be solved, or another failure. */
static enum sow_status begin(struct solving *solving, struct sow_err *err)
{
    const struct value_options *asked = solving->asked;
    struct sow_cli_exact *exact = &solving->exact;
    enum sow_status status =
        sow_cli_exact_open(solving->cli, asked->position, asked->endgame, exact, err);
    if (status != SOW_OK)
        return status;
    if (sow_legal(&exact->variant.rules, &exact->board) == 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--position' has no legal move for the player to move: "
                           "there is nothing to solve");
    status = sow_solve_check(&exact->variant.rules, err);
    if (status != SOW_OK) {
        char reason[SOW_ERR_TEXT_MAX];
        (void)snprintf(reason, sizeof reason, "%s", err->text);
        return sow_err_set(
            err, status,
            "%s; try 'sowlab value --variant kalah --pits 4 --seeds-per-pit 3'", reason);
    }
    struct sow_solve_options options = {.megabytes = (size_t)asked->hash,
                                        .with = solving->cli->with,
                                        .endgame = exact->endgame,
                                        .go_on = go_on,
                                        .context = solving};
    int seeds =
        sow_board_row(&exact->board, SOW_SOUTH) + sow_board_row(&exact->board, SOW_NORTH);
    solving->begun = sow_clock_seconds();
    return sow_solver_new(&solving->solver, &exact->variant.rules, seeds, &options, err);
}

/* Notes how an endgame file would help, after a long search without one. The advised file
   has at most 3 positions for each one searched, and at most 2 GB. About 17 of its
   positions are solved in the time of one searched (Kalah), so it takes less than a
   quarter of the search. */
static void advise_endgame(const struct solving *solving)
{
    enum { LONG = 1000000, PER_NODE = 3 };
    const uint64_t largest = UINT64_C(1) << 31U;
    const struct sow_board *board = &solving->exact.board;
    int pits = solving->exact.variant.rules.pits;
    int seeds = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    int on_board = 0;
    uint64_t nodes = sow_solver_nodes(solving->solver);
    if (solving->asked->endgame[0] != '\0' || nodes < LONG)
        return;
    uint64_t most = nodes < largest / PER_NODE ? nodes * PER_NODE : largest;
    while (on_board + 1 < seeds && sow_endgame_positions(pits, on_board + 1) <= most)
        on_board++;
    sow_cli_note(
        solving->cli,
        "an endgame file makes this several times as fast: 'sowlab solve --on-board "
        "%d --endgame new.endgame' with the same rules, then '--endgame "
        "new.endgame' here",
        on_board);
}

/* Carries out `value`: reports the exact value of a position. A limit of the user that
   ends the search is noted and is not a failure. Returns the failure of begin, or
   SOW_INTERRUPTED after the report of the bounds so far. */
static enum sow_status run_value(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    struct solving solving = {.cli = cli, .asked = options};
    enum sow_status status = begin(&solving, err);
    if (status == SOW_OK) {
        sow_progress_begin(cli->with.progress, 0, "positions");
        status = solve(&solving, err);
        sow_progress_end(cli->with.progress);
        /* Reaching a limit of the user is not a failure. */
        if (status == SOW_INTERRUPTED && !sow_stop_requested(cli->with.stop)) {
            sow_cli_note(cli, "stopped by --seconds or --nodes: %s; raise the limit",
                         err->text);
            status = SOW_OK;
        }
        advise_endgame(&solving);
    }
    sow_solver_free(solving.solver);
    return sow_cli_exact_close(cli, &solving.exact, status, err);
}

const struct sow_command sow_command_value = {
    .section = "Rules of the games",
    .name = "value",
    .operands = "",
    .summary = "compute the exact value of a position, of its moves, and a best line",
    .examples = "sowlab value --pits 4 --seeds-per-pit 4\n"
                "sowlab value --position 0,0,1,0,0,2,20/1,0,0,2,0,0,22:s\n"
                "sowlab value --endgame kalah.endgame --json",
    .details =
        "'value' is the final difference of the stores, for the player to move, if "
        "both play for the largest difference. The field 'line' has a best line, as "
        "numbers of pits, counted from each owner's left. Among equal moves it has "
        "the one nearest the player's own store.\n"
        "Table 'moves' has the value of every legal move. The number of positions "
        "searched, 'nodes', depends on --threads and --hash; the values do not.\n"
        "The command solves variants in which the own store is sown, so that no "
        "position repeats: Kalah and its relatives, up to 7 pits a row. With --nodes "
        "or --seconds, and after an interruption, it gives the bounds that are proven "
        "so far, 'at_least' and 'at_most'.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct value_options),
    .takes = SOW_TAKES_SOLVED_RULES | SOW_TAKES_THREADS | SOW_TAKES_FORMAT,
    .run = run_value,
};
