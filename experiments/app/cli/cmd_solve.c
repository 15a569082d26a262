/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command solve: exact values of all positions with few seeds on the board. */
#include "sow/cli/commands.h"
#include "sow/endgame/database.h"
#include "sow/support/progress.h"

#include <math.h>

/* Options of the command. */
struct solve_options {
    int on_board;
    char endgame[SOW_CLI_PATH_MAX + 1];
    bool plain;
};

#define AT(field) offsetof(struct solve_options, field)

static const struct sow_param ROWS[] = {
    {"on_board", &sow_param_integer, AT(on_board), 1, SOW_ENDGAME_SEEDS_MAX, NULL, "8",
     "largest number of seeds on the board; all positions up to this number are "
     "solved"},
    {"endgame", &sow_param_text, AT(endgame), 0, SOW_CLI_PATH_MAX, NULL, "",
     "endgame file to write; an existing file gets more layers; by default the "
     "figures are printed and no values are kept"},
    {"plain", &sow_param_flag, AT(plain), 0, 0, NULL, "no",
     "the same values by the plain rules engine, which is slow"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* State of the command: the report and the layer in progress. */
struct solving {
    const struct sow_cli *cli;
    struct sow_report *report;
    double begun; /* time at which the layer began */
};

/* Adds a layer, all positions with one number of seeds on the board, as a row of the
   table `layers`. 0 seconds means that it was solved before. */
static void report_layer(struct solving *solving, const struct sow_endgame_layer *layer,
                         double seconds)
{
    struct sow_report *report = solving->report;
    sow_report_int(report, NULL, layer->on_board);
    sow_report_int(report, NULL, (int64_t)layer->positions);
    sow_report_int(report, NULL, (int64_t)layer->wins);
    sow_report_int(report, NULL, (int64_t)layer->draws);
    sow_report_int(report, NULL, (int64_t)layer->losses);
    sow_report_int(report, NULL, layer->rounds);
    sow_report_real(report, NULL, seconds, 3);
    sow_report_real(report, NULL,
                    seconds > 0 ? (double)layer->positions / seconds : (double)NAN, 0);
}

/* Reports a layer that has just been solved, with its time, which then starts anew. It
   is the `told` of the work; @p context is a struct solving. */
static void take_layer(void *context, const struct sow_endgame_layer *layer)
{
    struct solving *solving = context;
    double now = sow_clock_seconds();
    report_layer(solving, layer, now - solving->begun);
    solving->begun = now;
}

/* Shows that @p positions more positions are solved. It is the `step` of the work; @p
   context is a struct solving. */
static void take_step(void *context, uint64_t positions)
{
    const struct solving *solving = context;
    sow_progress_advance(solving->cli->with.progress, positions, NULL);
}

/* Solves the layers up to --on-board that @p endgame lacks, and reports all layers in
   the table `layers`. Layers that it already has are reported without a time. Returns
   the failure of sow_endgame_grow; the finished layers stay. */
static enum sow_status solve(struct solving *solving, struct sow_endgame *endgame,
                             const struct solve_options *options, struct sow_err *err)
{
    static const char *const COLUMNS[] = {
        "on_board", "positions", "wins",    "draws",
        "losses",   "rounds",    "seconds", "positions_per_second"};
    struct sow_endgame_work work = {.with = solving->cli->with,
                                    .plain = options->plain,
                                    .told = take_layer,
                                    .step = take_step,
                                    .context = solving};
    sow_report_table(solving->report, "layers", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int n = 1; n <= sow_endgame_seeds(endgame) && n <= options->on_board; n++) {
        struct sow_endgame_layer layer;
        sow_endgame_count(endgame, n, &layer);
        report_layer(solving, &layer, 0);
    }
    solving->begun = sow_clock_seconds();
    enum sow_status status = sow_endgame_grow(endgame, &work, options->on_board, err);
    sow_progress_end(solving->cli->with.progress);
    return status;
}

/* Notes the size of the values and of the working memory before any work, and the rules
   that the values ignore. Begins the progress line. */
static void announce(const struct sow_cli *cli, const struct sow_rules *rules,
                     const struct solve_options *options)
{
    const char *substituted = sow_endgame_substituted(rules);
    uint64_t positions = sow_endgame_positions(rules->pits, options->on_board);
    uint64_t last = positions - sow_endgame_positions(rules->pits, options->on_board - 1);
    sow_cli_note(cli,
                 "%llu positions: %.1f MB of values and %.1f MB of working "
                 "memory",
                 (unsigned long long)positions, (double)positions / 1e6,
                 2.0 * (double)last / 1e6);
    if (substituted != NULL)
        sow_cli_note(cli, "the values ignore %s", substituted);
    sow_progress_begin(cli->with.progress, positions, "positions");
}

/* Notes that the endgame file has lost layers, if it has, and up to how many seeds it
   still goes. These layers are solved again. */
static void note_loss(const struct sow_cli *cli, const char *path,
                      const struct sow_endgame *endgame)
{
    int had = sow_endgame_lost(endgame);
    if (had >= 0)
        sow_cli_note(cli,
                     "'%s' has lost layers: it had up to %d seeds and now has up to "
                     "%d; the others are solved again",
                     path, had, sow_endgame_seeds(endgame));
}

/* Returns SOW_USAGE if there are too many positions with up to @p on_board seeds. */
static enum sow_status check_size(const struct sow_rules *rules, int on_board,
                                  struct sow_err *err)
{
    if (sow_endgame_positions(rules->pits, on_board) < SOW_ENDGAME_POSITIONS_MAX)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "too many positions with up to %d seeds on a board of %d pits a "
                       "row: lower '--on-board'",
                       on_board, rules->pits);
}

/* Carries out `solve`: solves positions, into the endgame file if there is one. The
   layers so far are also printed after a failure. Returns the failure of the variant,
   the file or the work. */
static enum sow_status run_solve(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct solve_options *asked = options;
    struct sow_variant variant;
    struct sow_endgame *endgame = NULL;
    struct solving solving = {.cli = cli};
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    if (status == SOW_OK)
        status = check_size(&variant.rules, asked->on_board, err);
    if (status == SOW_OK)
        status =
            asked->endgame[0] == '\0'
                ? sow_endgame_new(&variant.rules, &endgame, err)
                : sow_endgame_continue(asked->endgame, &variant.rules, &endgame, err);
    if (status != SOW_OK)
        return status;
    solving.report = sow_report_new();
    if (solving.report == NULL) {
        status = sow_err_no_memory(err);
    } else {
        announce(cli, &variant.rules, asked);
        note_loss(cli, asked->endgame, endgame);
        status = solve(&solving, endgame, asked, err);
        status = sow_cli_conclude(cli, solving.report, status, err);
    }
    sow_report_free(solving.report);
    sow_endgame_close(endgame);
    return status;
}

const struct sow_command sow_command_solve = {
    .section = "Rules of the games",
    .name = "solve",
    .operands = "",
    .summary = "compute exact values of all positions with few seeds on the board",
    .examples = "sowlab solve --variant awari-solved --on-board 8\n"
                "sowlab solve --variant kalah --on-board 14 --endgame kalah.endgame",
    .details =
        "The value of a position is the margin of the player to move if both play "
        "perfectly. Only the seeds still on the board count. An endless cycle is worth "
        "0: each player gets half of the remaining seeds. So values ignore a ply cap, "
        "and a repetition rule by which players keep their rows; a note reports this "
        "where it matters.\n"
        "Table 'layers' has, for each number of seeds on the board, the positions that "
        "the player to move wins, draws and loses, without the stores. An endgame file "
        "grows layer by layer. After an interruption, the same command continues; "
        "finished layers are kept.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct solve_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_THREADS | SOW_TAKES_FORMAT,
    .run = run_solve,
};
