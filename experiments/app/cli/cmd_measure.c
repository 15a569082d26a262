/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command measure: the strength of players and of stored runs. */
#include "cli_query.h"
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/endgame/database.h"
#include "sow/store/tables/runs.def"
#include "sow/store/tables/strengths.def"
#include "sow/strength/strength_runs.h"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"
#include "sow/truth/player_regret.h"

#include <stdlib.h>
#include <string.h>

/* Most characters of --depth, and numbers of columns of the table `strength`. */
enum {
    DEPTHS_MAX = 31,
    SHOWN = 9,   /* columns that a person sees without --full */
    REGRETS = 3, /* columns of regret, which follow these */
    COLUMNS_MAX = 16
};

/* Options of the command. */
struct measure_options {
    char depth[DEPTHS_MAX + 1]; /* depths with commas between them */
    int openings;
    int every;
    int panel;
    char endgame[SOW_CLI_PATH_MAX + 1];
};

static const struct sow_param ROWS[] = {
    {"depth", &sow_param_text, offsetof(struct measure_options, depth), 0, DEPTHS_MAX,
     NULL, "1,2,4",
     "moves that player and panel look ahead: 1, 2 and 4, or some of these, separated by "
     "commas"},
    {"openings", &sow_param_integer, offsetof(struct measure_options, openings), 2,
     1000000, NULL, "250",
     "random openings, each played in both seats against every "
     "member of the panel"},
    {"every", &sow_param_integer, offsetof(struct measure_options, every), 0, 1000000,
     NULL, "0",
     "step of generations or rounds of a run that are measured too, with 50 openings; 0 = "
     "none"},
    {"panel", &sow_param_integer, offsetof(struct measure_options, panel), 0, 1000, NULL,
     "0", "version of the panel, for players that are not stored runs; 0 = the newest"},
    {"endgame", &sow_param_text, offsetof(struct measure_options, endgame), 0,
     SOW_CLI_PATH_MAX, NULL, "",
     "endgame file of 'sowlab solve', for the regret of the players at each depth; by "
     "default none is measured"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Measurements of a command line. */
struct measuring {
    struct sow_cli *cli;
    const struct measure_options *asked;
    struct sow_strength_plan plan;
    struct sow_variant variant;
    struct sow_store *store;        /* open for writing if an operand is a stored run */
    struct sow_endgame *endgame;    /* exact values for regrets, or NULL */
    struct sow_rules endgame_rules; /* rules of these values */
    struct sow_report *report;
    bool whole;       /* true for a table with all columns */
    int rows;         /* number of results */
    int last_refused; /* depth of the last refusal */
    char reason[160]; /* reason of the last refusal */
};

/* ---- Operands ---- */

/* Returns true for a range of runs, such as 3..7: digits, then points. */
static bool is_range(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && strncmp(word + digits, "..", 2) == 0;
}

/* Sets the depths of the plan to the value of --depth. Returns SOW_USAGE, with the
   option at fault, for another list than some of 1, 2 and 4. */
static enum sow_status take_depths(struct measuring *measuring, struct sow_err *err)
{
    const char *at = measuring->asked->depth;
    bool more = true;
    while (more) {
        char word[8];
        int64_t depth;
        size_t length = strcspn(at, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
        int index = sow_text_to_int(word, &depth) && depth <= SOW_SEARCH_DEPTH_MAX
                        ? sow_panel_depth_index((int)depth)
                        : -1;
        if (index < 0 || length >= sizeof word)
            return sow_err_blame(
                err,
                sow_err_set(err, SOW_USAGE,
                            "'%s' is not a list of depths: write 1, 2 and 4, or some of "
                            "these, such as 1,2",
                            measuring->asked->depth),
                "depth");
        measuring->plan.depth[index] = true;
        more = at[length] == ',';
        at += length + more;
    }
    return SOW_OK;
}

/* ---- Results ---- */

/* Adds a real number with @p digits decimals to the report, or null for NaN. */
static void add_real(struct sow_report *report, double value, int digits)
{
    sow_report_real(report, NULL, value, digits);
}

/* Adds a result as a row to the table `strength`, and counts it. It is the `told` of a
   plan; @p context is a struct measuring. */
static void tell(void *context, const struct sow_strength_player *player,
                 const struct sow_strength_row *row)
{
    struct measuring *measuring = context;
    struct sow_report *report = measuring->report;
    measuring->rows++;
    sow_report_text(report, NULL, player->name);
    sow_report_text(report, NULL, row->panel);
    sow_report_int(report, NULL, row->depth);
    add_real(report, row->score, 4);
    add_real(report, row->low, 4);
    add_real(report, row->high, 4);
    add_real(report, row->elo, 0);
    add_real(report, row->elo_low, 0);
    add_real(report, row->elo_high, 0);
    if (measuring->plan.regret != NULL) {
        add_real(report, row->regret, 3);
        add_real(report, row->regret_low, 3);
        add_real(report, row->regret_high, 3);
    }
    if (!measuring->whole)
        return;
    sow_report_text(report, NULL, player->variant);
    sow_report_int(report, NULL, row->openings);
    sow_report_int(report, NULL, row->games);
}

/* Notes a depth at which a player is not measured, and keeps depth and reason. It is the
   `refused` of a plan; @p context is a struct measuring. */
static void note_refusal(void *context, const struct sow_strength_player *player,
                         int depth, const char *reason)
{
    struct measuring *measuring = context;
    measuring->last_refused = depth;
    (void)snprintf(measuring->reason, sizeof measuring->reason, "%s", reason);
    sow_cli_note(measuring->cli, "player '%.200s' is not measured at depth %d: %s",
                 player->name, depth, reason);
}

/* Notes that a stored result, with more openings, stays and the new one is not stored.
   It is the `kept` of a plan; @p context is a struct measuring. */
static void note_kept(void *context, const struct sow_strength_player *player,
                      const struct sow_strength_row *row, int openings)
{
    const struct measuring *measuring = context;
    sow_cli_note(measuring->cli,
                 "the stored strength of '%s' at depth %d has %d openings and stays; "
                 "only %d or more replace it",
                 player->name, row->depth, openings, openings);
}

/* Notes that a stored regret, of more seeds on the board, stays and the new one is not
   stored. It is the `regret_kept` of a plan; @p context is a struct measuring. */
static void note_regret_kept(void *context, const struct sow_strength_player *player,
                             const struct sow_strength_row *row, int on_board)
{
    const struct measuring *measuring = context;
    sow_cli_note(measuring->cli,
                 "the stored regret of '%s' at depth %d is of %d seeds on the board and "
                 "stays: %d or more replace it, but this endgame file has %d",
                 player->name, row->depth, on_board, on_board, row->regret_on_board);
}

/* ---- Regret ---- */

/* Opens the endgame file of --endgame for the rules of a player, unless it is open for
   them. Fails as sow_endgame_open, or with SOW_USAGE if the file covers only the empty
   board. */
static enum sow_status open_endgame(struct measuring *measuring,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    if (measuring->endgame != NULL && sow_rules_equal(&measuring->endgame_rules, rules))
        return SOW_OK;
    const char *path = measuring->asked->endgame;
    sow_endgame_close(measuring->endgame);
    enum sow_status status = sow_endgame_open(path, rules, &measuring->endgame, err);
    if (status == SOW_OK && sow_endgame_seeds(measuring->endgame) < 1)
        status = sow_err_set(err, SOW_USAGE,
                             "'%s' covers only the empty board: solve more with 'sowlab "
                             "solve --on-board 8'",
                             path);
    measuring->endgame_rules = *rules;
    return sow_err_blame(err, status, "endgame");
}

/* Measures the regret of a player and sets it in the row. It is the `regret` of a
   plan; @p context is a struct measuring. Fails as open_endgame and
   sow_player_regret_measure. */
static enum sow_status add_regret(void *context, const struct sow_strength_player *player,
                                  struct sow_strength_row *row, struct sow_err *err)
{
    struct measuring *measuring = context;
    struct sow_player_regret found;
    enum sow_status status = open_endgame(measuring, player->rules, err);
    if (status != SOW_OK)
        return status;
    struct sow_player_regret_request request = {.rules = player->rules,
                                                .player = player->agent,
                                                .endgame = measuring->endgame,
                                                .with = measuring->plan.with};
    request.with.progress = NULL; /* the progress counts games */
    status = sow_player_regret_measure(&request, &found, err);
    if (status != SOW_OK)
        return status;
    row->regret = found.regret;
    row->regret_low = found.low;
    row->regret_high = found.high;
    row->regret_on_board = found.on_board;
    return SOW_OK;
}

/* ---- Measuring ---- */

/* Measures a player that is not a stored run, by the rules of the command line. Stores
   nothing. Returns the failure of the spec or of the measurement. */
static enum sow_status measure_player(struct measuring *measuring, const char *spec,
                                      struct sow_err *err)
{
    struct sow_agent agent;
    enum sow_status status = sow_cli_player(measuring->cli, spec, &agent, err);
    struct sow_strength_player player = {.name = spec,
                                         .agent = &agent,
                                         .variant = measuring->variant.name,
                                         .rules = &measuring->variant.rules,
                                         .generation = -1};
    return status == SOW_OK
               ? sow_strength_measure_player(&measuring->plan, &player, NULL, err)
               : status;
}

/* Returns SOW_USAGE if the command line has other rules than those of run @p id, or the
   failure of the database. */
static enum sow_status refuse_rules(const struct measuring *measuring, int64_t id,
                                    struct sow_err *err)
{
    const struct sow_cli *cli = measuring->cli;
    struct sow_variant own;
    struct sow_run_row row;
    bool asked = sow_options_given(cli->options, "--variant") ||
                 cli->common.overrides.lines[0] != '\0';
    enum sow_status status =
        asked ? sow_store_read_run(measuring->store, id, &row, err) : SOW_OK;
    if (!asked || status != SOW_OK)
        return status;
    bool same = strchr(row.variant, ',') == NULL &&
                sow_variant_read_text(row.rules, row.variant, &own, NULL) == SOW_OK &&
                sow_rules_equal(&own.rules, &measuring->variant.rules);
    if (!same)
        status = sow_err_set(
            err, SOW_USAGE,
            "run %lld is measured by its own rules, %.100s, not by those "
            "of '%s': leave them out, or give its weights ('sowlab runs "
            "show %lld') instead of its number",
            (long long)id, row.variant, measuring->variant.name, (long long)id);
    sow_run_row_release(&row);
    return status;
}

/* Measures a stored run by its own rules, with --every also its generations or rounds,
   and stores the rows. Opens the database for writing first. Returns SOW_USAGE for
   options that do not fit, or the failure of the database or of the measurement. */
static enum sow_status measure_stored(struct measuring *measuring,
                                      const struct sow_cli_stored *stored,
                                      struct sow_err *err)
{
    int every = measuring->asked->every;
    enum sow_status status = SOW_OK;
    if (measuring->store == NULL)
        status = sow_cli_existing_store(measuring->cli, &measuring->store, err);
    if (status == SOW_OK)
        status = refuse_rules(measuring, stored->id, err);
    if (status == SOW_OK && every > 0 && stored->generation >= 0)
        status = sow_err_set(err, SOW_USAGE,
                             "'--every' measures many generations: write %lld instead of "
                             "run:%lld@%lld, or leave '--every' out",
                             (long long)stored->id, (long long)stored->id,
                             (long long)stored->generation);
    if (status == SOW_OK && every > 0 && stored->generation < 0)
        status = sow_strength_measure_stages(measuring->store, stored->id, every,
                                             &measuring->plan, err);
    return status == SOW_OK
               ? sow_strength_measure_run(measuring->store, stored->id,
                                          (int)stored->generation, &measuring->plan, err)
               : status;
}

/* Measures the player or the stored run of an operand. Returns SOW_USAGE if it has no
   result, with the reason of the last refusal; else the failure of the measurement. */
static enum sow_status measure_word(struct measuring *measuring, const char *word,
                                    struct sow_err *err)
{
    struct sow_cli_stored stored;
    int before = measuring->rows;
    if (word[strspn(word, " ")] == '\0')
        return sow_err_set(err, SOW_USAGE,
                           "'%s' names no player: write a player, such as h4, or the "
                           "number of a run",
                           word);
    enum sow_status status = sow_cli_stored_read(word, &stored)
                                 ? measure_stored(measuring, &stored, err)
                                 : measure_player(measuring, word, err);
    if (status != SOW_OK || measuring->rows > before)
        return status;
    return sow_err_set(err, SOW_USAGE,
                       "player '%.200s' cannot be measured at depth %d: %s", word,
                       measuring->last_refused, measuring->reason);
}

/* Measures the runs of a range, such as 3..7, in turn. Returns SOW_USAGE for a wrong
   range, else the first failure of a run. */
static enum sow_status measure_range(struct measuring *measuring, const char *range,
                                     struct sow_err *err)
{
    struct sow_cli_ids ids = {.id = NULL};
    enum sow_status status = sow_cli_ids_add(&ids, range, strlen(range), err);
    for (size_t i = 0; i < ids.count && status == SOW_OK; i++) {
        char word[24];
        (void)snprintf(word, sizeof word, "%lld", (long long)ids.id[i]);
        status = measure_word(measuring, word, err);
    }
    free(ids.id);
    return status;
}

/* Writes the names of the columns of the table to @p columns: those of regret only with
   --endgame, and the last ones only for a whole table. Returns their number. */
static int choose_columns(const struct measuring *measuring,
                          const char *columns[COLUMNS_MAX])
{
    static const char *const NAMES[] = {
        "player",     "panel",       "depth",   "score",    "low",
        "high",       "elo",         "elo_low", "elo_high", "regret",
        "regret_low", "regret_high", "variant", "openings", "games"};
    int count = 0;
    for (int i = 0; i < (int)(sizeof NAMES / sizeof NAMES[0]); i++) {
        bool regret = i >= SHOWN && i < SHOWN + REGRETS;
        if (regret ? measuring->plan.regret != NULL : i < SHOWN || measuring->whole)
            columns[count++] = NAMES[i];
    }
    return count;
}

/* Measures all operands and prints the table. Returns the first failure; then nothing is
   printed, but stored results stay. */
static enum sow_status measure_all(struct measuring *measuring, int argc, char **argv,
                                   struct sow_err *err)
{
    const char *columns[COLUMNS_MAX];
    struct sow_cli *cli = measuring->cli;
    enum sow_status status = SOW_OK;
    sow_report_table(measuring->report, "strength", columns,
                     choose_columns(measuring, columns));
    sow_progress_begin(cli->with.progress, 0, "games");
    for (int i = 0; i < argc && status == SOW_OK; i++)
        status = is_range(argv[i]) ? measure_range(measuring, argv[i], err)
                                   : measure_word(measuring, argv[i], err);
    sow_progress_end(cli->with.progress);
    return status == SOW_OK ? sow_cli_print(cli, measuring->report, err) : status;
}

/* Returns true if some operand is a stored run or a range of them. */
static bool names_runs(int argc, char **argv)
{
    struct sow_cli_stored stored;
    bool some = false;
    for (int i = 0; i < argc; i++)
        some = some || is_range(argv[i]) || sow_cli_stored_read(argv[i], &stored);
    return some;
}

/* Carries out `measure`. Returns SOW_USAGE for options that do not fit the operands, or
   the failure of measure_all. */
static enum sow_status run_measure(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    const struct measure_options *asked = options;
    struct measuring measuring = {.cli = cli, .asked = asked};
    measuring.whole = cli->common.full || cli->format != SOW_FORMAT_TEXT;
    measuring.plan =
        (struct sow_strength_plan){.fixed = sow_options_given(cli->options, "--depth"),
                                   .panel = asked->panel,
                                   .openings = asked->openings,
                                   .with = cli->with,
                                   .told = tell,
                                   .refused = note_refusal,
                                   .kept = note_kept,
                                   .regret_kept = note_regret_kept,
                                   .context = &measuring};
    if (asked->endgame[0] != '\0')
        measuring.plan.regret = add_regret;
    enum sow_status status = take_depths(&measuring, err);
    if (status == SOW_OK && asked->every > 0 && !names_runs(argc, argv))
        status = sow_err_set(err, SOW_USAGE,
                             "'--every' needs a stored run with generations or rounds: "
                             "write its number, such as 'sowlab measure 17 --every 10'");
    if (status == SOW_OK && asked->panel > 0 && names_runs(argc, argv))
        status = sow_err_set(err, SOW_USAGE,
                             "'--panel' is for players: a stored run keeps strengths "
                             "against the newest panel; leave --panel out");
    if (status == SOW_OK)
        status = sow_cli_variant(cli, &measuring.variant, err);
    measuring.report = sow_report_new();
    if (status == SOW_OK && measuring.report == NULL)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = measure_all(&measuring, argc, argv, err);
    sow_report_free(measuring.report);
    sow_store_close(measuring.store);
    sow_endgame_close(measuring.endgame);
    return status;
}

const struct sow_command sow_command_measure = {
    .section = "Playing",
    .name = "measure",
    .operands = "PLAYER|ID...",
    .summary = "measure how strong players are, on a fixed scale",
    .examples = "sowlab measure h4 divilly2013 --variant kalah\n"
                "sowlab measure 17 20..29\n"
                "sowlab measure 17 --every 10 --depth 1\n"
                "sowlab measure 17 --endgame awari.endgame",
    .details =
        "The strength of a player is its mean score against the panel of the variant: "
        "eight fixed players that are about as good as the best. Player and panel look "
        "1, 2 and 4 moves ahead. A player that searches plays as it is. 'low' and 'high' "
        "are the 95 % interval. 'elo' is the rating on the scale of the panel.\n"
        "The number of a stored run (17 or run:17) stands for its champion or fitted "
        "player. The spec run:17@50 is the best of generation 50, or has the weights of "
        "round 50. "
        "They are measured by the rules of the run. These results are kept in the table "
        "'strengths', beside those of the run. Measuring again with at least as many "
        "openings replaces them, and so does a newer panel with any number of openings. "
        "A variant of your own has a panel of four players without "
        "ratings.\n"
        "With --endgame the table has 'regret': the seeds that a move loses against perfect "
        "play, in a sample of all positions that the file covers. " SOW_DOC_STRENGTH
        " explains the panels.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct measure_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_RULES | SOW_TAKES_THREADS | SOW_TAKES_KERNEL |
             SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_measure,
};
