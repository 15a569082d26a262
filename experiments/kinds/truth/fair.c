/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fair starts: positions near the standard start from which perfect play is a draw. */
#include "sow/truth/fair.h"

#include "sow/endgame/solve.h"
#include "sow/queries/query_sections.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/store/tables/fair_starts.def"
#include "sow/store/tables/runs.def"
#include "sow/support/progress.h"
#include "sow/variants/start_set.h"

#include <string.h>

/* Number of starts between two commits (a slice), and outcome of a start that is not
   proven yet. */
enum { SLICE = 64, UNKNOWN = 2 };

/* Options of kind `fair`. */
struct fair_options {
    /* Largest number of seeds moved from the standard start. */
    int moved;
    int on_board;
    int hash;
    double seconds;
};

#define AT(field) offsetof(struct fair_options, field)

static const struct sow_param ROWS[] = {
    {"moved", &sow_param_integer, AT(moved), 0, SOW_STARTS_MOVED_MAX, NULL, "2",
     "largest number of seeds moved from the standard start"},
    {"on_board", &sow_param_integer, AT(on_board), 0, SOW_ENDGAME_SEEDS_MAX, NULL, "16",
     "seeds on the board up to which all positions are solved first, a byte of "
     "memory each; 0 = none"},
    {"hash", &sow_param_integer, AT(hash), 1, SOW_SOLVE_MEGABYTES_MAX, NULL, "512",
     "megabytes of memory for values of positions"},
    {"seconds", &sow_param_real, AT(seconds), 0, 1e9, NULL, "0",
     "seconds until the run stops; 'sowlab resume' adds the same time; 0 = no limit"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* State of a run. `starts`, `endgame` and `solver` are owned; the rest is borrowed. */
struct asking {
    struct sow_run *run;
    const struct fair_options *options;
    double deadline; /* time of sow_clock_seconds at which to stop, or 0: none */
    struct sow_starts starts;
    struct sow_endgame *endgame;
    struct sow_solver *solver;
    size_t first;       /* number of the first start of a slice */
    int8_t sign[SLICE]; /* sign (-1, 0, 1) of the margin of the first player with perfect
                           play, for each start of the slice; or UNKNOWN */
};

/* Returns true from the deadline on, if there is one. A replay has none: it must compare
   all starts. */
static bool is_late(const struct asking *asking)
{
    return asking->deadline > 0 && sow_clock_seconds() >= asking->deadline;
}

/* Returns false after the deadline, when the solver has to stop. It is the solver's
   `go_on`; @p context is a struct asking. */
static bool is_solving(void *context, uint64_t nodes)
{
    const struct asking *asking = context;
    (void)nodes;
    return !is_late(asking);
}

/* Solves starts @p begin to @p end - 1 of a slice and sets their signs. The sign stays
   UNKNOWN if the solver was stopped or failed. It is a sow_range_fn. @p context is a
   struct asking. */
static void ask_range(void *context, size_t begin, size_t end)
{
    struct asking *asking = context;
    for (size_t i = begin; i < end; i++) {
        int sign;
        if (sow_solve_sign(asking->solver, &asking->starts.boards[asking->first + i],
                           &sign, NULL) == SOW_OK)
            asking->sign[i] = (int8_t)sign;
    }
}

/* Stores a row of table `fair_starts`: number, position as text and outcome ("first",
   "draw" or "second") of a start. The start has index @p at in the slice and has to be
   solved. */
static enum sow_status store_start(const struct asking *asking, size_t at,
                                   struct sow_err *err)
{
    static const char *const OUTCOMES[] = {"second", "draw", "first"};
    char position[SOW_POSITION_MAX];
    const struct sow_rules *rules = asking->run->rules;
    struct sow_fair_start_row row = {
        .run_id = asking->run->id,
        .start = (int)(asking->first + at),
        .position =
            sow_board_format(&asking->starts.boards[asking->first + at], rules->pits,
                             (enum sow_direction)rules->direction, position),
        .outcome = OUTCOMES[asking->sign[at] + 1],
    };
    return sow_store_add(asking->run->sink, fair_start, &row, err);
}

/* Solves @p count starts, from `first` on, in parallel. Stores all starts before the
   first one that is not proven, in one transaction, and moves `first` behind them. Fails
   with SOW_INTERRUPTED if a start is not proven, or as the database. */
static enum sow_status ask_slice(struct asking *asking, size_t count, struct sow_err *err)
{
    struct sow_store *sink = asking->run->sink;
    size_t proven = 0;
    for (size_t i = 0; i < count; i++)
        asking->sign[i] = UNKNOWN;
    (void)sow_parallel_for(&asking->run->with, 1, count, ask_range, asking);
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    for (; status == SOW_OK && proven < count && asking->sign[proven] != UNKNOWN;
         proven++)
        status = store_start(asking, proven, err);
    status = sow_store_end(sink, status, err);
    asking->first += proven;
    sow_progress_advance(asking->run->with.progress, proven, NULL);
    return status == SOW_OK && proven < count
               ? sow_err_set(err, SOW_INTERRUPTED,
                             "stopped before all starts were proven")
               : status;
}

/* Solves and stores all starts that have no row yet, slice by slice, with progress.
   Fails as sow_run_look and ask_slice; stored starts stay. */
static enum sow_status ask_all(struct asking *asking, struct sow_err *err)
{
    int64_t stored;
    enum sow_status status =
        sow_store_count(asking->run->sink, "fair_starts", asking->run->id, &stored, err);
    sow_progress_begin(asking->run->with.progress, asking->starts.count, "starts");
    if (status == SOW_OK)
        asking->first = (size_t)stored;
    sow_progress_advance(asking->run->with.progress, asking->first, NULL);
    while (status == SOW_OK && asking->first < asking->starts.count) {
        size_t rest = asking->starts.count - asking->first;
        status = sow_run_look(asking->run, err);
        if (status == SOW_OK)
            status = ask_slice(asking, rest < SLICE ? rest : SLICE, err);
    }
    sow_progress_end(asking->run->with.progress);
    return status;
}

/* --- the kind --- */

/* Checks that the rules can be solved. It is the kind's `prepare`; options and database
   are not used. Fails as sow_solve_check, and adds to its reason a command that works. */
static enum sow_status prepare_fair(void *options, struct sow_store *source,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    (void)options;
    (void)source;
    char reason[SOW_ERR_TEXT_MAX];
    enum sow_status status = sow_solve_check(rules, err);
    if (status == SOW_OK || err == NULL)
        return status;
    (void)snprintf(reason, sizeof reason, "%s", err->text);
    return sow_err_set(err, status,
                       "%s; try 'sowlab fair --variant kalah --pits 4 --seeds-per-pit 3'",
                       reason);
}

/* Makes the list of starts, the exact values of all positions with up to --on-board seeds
   (at most those of the start), and a solver that uses the values. Both computations stop
   on request. The deadline stops only the solver: the values are computed to the end. The
   caller frees all three, also on failure. Fails as sow_starts_near, sow_endgame_new,
   sow_endgame_grow and sow_solver_new. */
static enum sow_status make_solver(struct asking *asking, struct sow_err *err)
{
    const struct sow_rules *rules = asking->run->rules;
    int seeds = sow_board_seeds(&rules->start);
    int on_board = asking->options->on_board;
    struct sow_solve_options options = {.megabytes = (size_t)asking->options->hash,
                                        .with = asking->run->with,
                                        .go_on = is_solving,
                                        .context = asking};
    struct sow_endgame_work work = {.with = asking->run->with};
    enum sow_status status =
        sow_starts_near(rules, asking->options->moved, &asking->starts, err);
    if (status == SOW_OK)
        status = sow_endgame_new(rules, &asking->endgame, err);
    if (status == SOW_OK)
        status = sow_endgame_grow(asking->endgame, &work,
                                  on_board < seeds ? on_board : seeds, err);
    options.endgame = asking->endgame;
    return status == SOW_OK ? sow_solver_new(&asking->solver, rules, seeds, &options, err)
                            : status;
}

/* Solves and stores all starts. It is the kind's `execute`; a resumed run continues with
   the first start without a row. --seconds sets a deadline, but not in a replay. Fails
   as make_solver and ask_all. */
static enum sow_status execute_fair(struct sow_run *run, const void *options,
                                    struct sow_err *err)
{
    struct asking asking = {.run = run, .options = options};
    if (asking.options->seconds > 0 && run->sink == run->source)
        asking.deadline = sow_clock_seconds() + asking.options->seconds;
    enum sow_status status = make_solver(&asking, err);
    if (status == SOW_OK)
        status = ask_all(&asking, err);
    sow_solver_free(asking.solver);
    sow_endgame_close(asking.endgame);
    sow_starts_release(&asking.starts);
    run->kernel_used = "none";
    run->stop_reason = "all starts proven";
    return status;
}

/* ---- The starts as a file ---- */

/* Numbers of starts that a run has solved, and of fair ones among them. */
struct counts {
    int64_t asked, fair;
};

/* Returns true if perfect play from the start position ends in a draw. */
static bool is_fair(const struct sow_fair_start_row *row)
{
    return strcmp(row->outcome, "draw") == 0;
}

/* Counts a row in @p context, a struct counts: each as solved, a draw also as fair.
   Callback of sow_store_each; cannot fail. */
static enum sow_status count_start(void *context, const struct sow_fair_start_row *row,
                                   struct sow_err *err)
{
    (void)err;
    struct counts *counts = context;
    counts->asked++;
    counts->fair += is_fair(row);
    return SOW_OK;
}

/* Writes the position of a row, if it is fair, as a line to @p context, a FILE. Callback
   of sow_store_each. Ignores failures of the stream. */
static enum sow_status write_start(void *context, const struct sow_fair_start_row *row,
                                   struct sow_err *err)
{
    (void)err;
    if (is_fair(row))
        (void)fprintf(context, "%s\n", row->position);
    return SOW_OK;
}

/* Writes a comment line that says how many starts the run has solved and how many are
   fair, then each fair start on a line. Does not check whether writing fails. Fails as
   the database. */
static enum sow_status write_starts(struct sow_store *store,
                                    const struct sow_run_row *run, FILE *out,
                                    struct sow_err *err)
{
    struct counts counts = {0, 0};
    enum sow_status status =
        sow_store_each(store, fair_start, run->id, count_start, &counts, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(
        out,
        "# Starts of %s from which perfect play is a draw: %lld of the %lld that "
        "run %lld (%s) solved.\n",
        run->variant, (long long)counts.fair, (long long)counts.asked, (long long)run->id,
        run->status);
    return sow_store_each(store, fair_start, run->id, write_start, out, err);
}

enum sow_status sow_fair_export(struct sow_store *store, int64_t id, FILE *out,
                                struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    status = strcmp(run.kind, "fair") == 0
                 ? write_starts(store, &run, out, err)
                 : sow_err_set(err, SOW_USAGE,
                               "run %lld is of kind '%s' and has no fair starts: name a "
                               "run of 'sowlab fair'",
                               (long long)id, run.kind);
    sow_run_row_release(&run);
    return status;
}

/* ---- The kind ---- */

static const char *const CONTENT[] = {"fair_starts", NULL};

/* Report sections of fair starts. */
static const struct sow_query_section SECTIONS[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"fair", true,
      "SELECT count(*) AS starts, sum(outcome = 'draw') AS draws,"
      " sum(outcome = 'first') AS first_wins, sum(outcome = 'second') AS second_wins"
      " FROM fair_starts WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_BOTH,
     {"fair_starts", false,
      "SELECT start, position FROM fair_starts WHERE run_id = ?1 AND outcome = 'draw'"
      " ORDER BY start"}},
    SOW_ANSWER("sum(outcome = 'draw') || ' of ' || count(*) ||"
               " ' starts are fair: perfect play is a draw; the first player wins ' ||"
               " sum(outcome = 'first') || ', the second ' || sum(outcome = 'second')",
               "'starts export ' || ?1 || ' --output fair-' || ?1 || '.txt'",
               "FROM fair_starts WHERE run_id = ?1"),
    {0, {NULL, false, NULL}},
};

const struct sow_run_kind sow_fair_kind = {
    .name = "fair",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct fair_options),
    .command =
        {
            .kind = &sow_fair_kind,
            .section = "Rules of the games",
            .name = "fair",
            .operands = "",
            .summary =
                "find starts near the standard start from which perfect play is a draw",
            .examples = "sowlab fair --pits 4 --seeds-per-pit 3\n"
                        "sowlab fair --moved 1 --seconds 600\n"
                        "sowlab fair --hash 4096 && sowlab starts export 1 --output "
                        "fair.txt",
            .details =
                "The run solves every start that differs from the standard start by at "
                "most --moved seeds, put in other pits or in stores. Kalah with six "
                "pits of four seeds has 156 such starts with one seed moved, and 6,396 "
                "with one or two, besides the standard start.\n"
                "Each start is proven to be a draw, or a win of the first or the second "
                "player. Use 'starts export' to write the draws to a file for the "
                "option --starts of matches and other runs.\n"
                "Use 'sowlab resume' to continue a run that --seconds stopped, or that "
                "was interrupted. The run can solve the variants that 'sowlab value' "
                "solves. --on-board, --hash and --threads change only the time that it "
                "takes.\n",
            .takes = (SOW_TAKES_RUN | SOW_TAKES_SOLVED_RULES) & ~SOW_TAKES_KERNEL &
                     ~SOW_TAKES_PLOT & ~SOW_TAKES_SEED,
        },
    .again = "",
    .prepare = prepare_fair,
    .execute = execute_fair,
    .goes_on = true,
    .sections = SECTIONS,
    .content = CONTENT,
};
