/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the tasks of a plan, made here, in databases of their own or on a cluster. */
#include "cli_sweep.h"

#include "cli_import.h"
#include "cli_judge.h"
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/cli_tasks.h"
#include "sow/queries/sweep_table.h"
#include "sow/support/file_system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define AT(field) offsetof(struct sow_cli_sweep_options, field)

/* A sweep and its command line. */
struct asked {
    const struct sow_cli *cli;
    struct sow_sweep sweep;
    struct sow_cli_judge judge;
};

static const struct sow_param ROWS[] = {
    {"list", &sow_param_flag, AT(list), 0, 0, NULL, "no",
     "list of the tasks and their state, without computing any"},
    {"table", &sow_param_flag, AT(table), 0, 0, NULL, "no",
     "table of the finished tasks, without computing any"},
    {"compare", &sow_param_flag, AT(compare), 0, 0, NULL, "no",
     "differences between the values of each list, without computing any task"},
    {"rank", &sow_param_flag, AT(rank), 0, 0, NULL, "no",
     "ranking of the values of each list, over all variants and in each, without "
     "computing any task"},
    {"measure", &sow_param_text, AT(measure), 0, SOW_MEASURE_NAME_MAX, NULL, "",
     "measure of the tables, such as validation; empty = strength if all runs have it, "
     "else the first that all have"},
    SOW_EQUIVALENT_ROW(AT(equivalent)),
    {"task", &sow_param_text, AT(task), 0,
     sizeof((struct sow_cli_sweep_options *)0)->task - 1, NULL, "",
     "number of the task to compute, K, or of several, A..B; by default all"},
    {"into", &sow_param_text, AT(into), 0, SOW_CLI_PATH_MAX, NULL, "",
     "folder in which every task has its own database (task-K.db)"},
    {"merge", &sow_param_text, AT(merge), 0, SOW_CLI_PATH_MAX, NULL, "",
     "folder whose databases (*.db) are imported, without computing any task"},
};

const struct sow_param_table sow_cli_sweep_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* ---- Choosing tasks ---- */

/* Sets the first and the last task from --task: K, A..B, or "" for all. Returns SOW_USAGE
   for another text or a task that the plan does not have. */
static enum sow_status choose_tasks(struct sow_sweep *sweep, const char *asked,
                                    struct sow_err *err)
{
    int64_t from;
    int64_t to;
    sweep->first = 1;
    sweep->last = sweep->plan.tasks;
    if (asked[0] == '\0')
        return SOW_OK;
    if (!sow_text_to_range(asked, &from, &to) || from < 1 || to < from ||
        (uint64_t)to > sweep->plan.tasks)
        return sow_err_set(err, SOW_USAGE,
                           "'%s' is not a task of '%s', which has %zu: write a number "
                           "from 1, or the first and the last task as 1..%zu",
                           asked, sweep->plan.path, sweep->plan.tasks, sweep->plan.tasks);
    sweep->first = (size_t)from;
    sweep->last = (size_t)to;
    return SOW_OK;
}

/* Refuses options that contradict each other or have no effect together. Only one of
   --list, --table, --compare and --merge is allowed. Returns SOW_USAGE for such
   options. */
static enum sow_status check_ways(const struct sow_cli *cli,
                                  const struct sow_cli_sweep_options *options,
                                  struct sow_err *err)
{
    int ways = options->list + options->table + options->compare + options->rank +
               (options->merge[0] != '\0');
    if (ways > 1)
        return sow_err_set(
            err, SOW_USAGE,
            "several of '--list', '--table', '--compare', '--rank' and '--merge' are "
            "given: choose one");
    if (options->into[0] != '\0' && ways > 0)
        return sow_err_set(err, SOW_USAGE,
                           "'--into' is only for computing tasks: leave it out, or "
                           "collect results with '--merge'");
    bool unshown = options->list || options->into[0] != '\0';
    if (options->measure[0] != '\0' && unshown)
        return sow_err_set(err, SOW_USAGE,
                           "'--measure' has no effect here because no result is shown: "
                           "leave it out");
    if (sow_options_given(cli->options, "--equivalent") && (unshown || options->table))
        return sow_err_set(err, SOW_USAGE,
                           "'--equivalent' has no effect here because no value is "
                           "compared: leave it out");
    if (options->task[0] != '\0' && (options->table || options->compare ||
                                     options->rank || options->merge[0] != '\0'))
        return sow_err_set(err, SOW_USAGE,
                           "'--task' has no effect here because all tasks are shown: "
                           "leave it out");
    return SOW_OK;
}

/* ---- Showing ---- */

/* Opens the database for reading. If there is no file, returns SOW_OK and leaves @p store
   unchanged. */
static enum sow_status open_existing(const struct sow_cli *cli, struct sow_store **store,
                                     struct sow_err *err)
{
    if (access(cli->common.db, F_OK) != 0 && errno == ENOENT)
        return SOW_OK;
    return sow_store_open(cli->common.db, SOW_STORE_READ, store, err);
}

/* Adds the ranking of values: by each depth at which the plan judges players, or by the
   measure of --measure, or else by the measure of all runs. */
static enum sow_status add_ranking(const struct asked *asked,
                                   const struct sow_cli_sweep_options *options,
                                   const struct sow_sweep_place *places,
                                   struct sow_store *store, struct sow_report *report,
                                   struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &asked->sweep.plan;
    struct sow_sweep_measures measures[SOW_PANEL_DEPTHS];
    size_t count = 0;
    bool judged = asked->judge.openings > 0 && options->measure[0] == '\0';
    enum sow_status status = SOW_OK;
    for (int i = 0; i < (judged ? SOW_PANEL_DEPTHS : 1) && status == SOW_OK; i++) {
        char name[SOW_MEASURE_NAME_MAX + 1];
        if (judged && !asked->judge.depth[i])
            continue;
        (void)snprintf(name, sizeof name, "strength_depth_%d", sow_panel_depths[i]);
        status = sow_sweep_measures_read(plan, places, judged ? name : options->measure,
                                         store, &measures[count++], err);
        if (sow_options_given(asked->cli->options, "--equivalent"))
            measures[count - 1].equivalent = options->equivalent;
    }
    if (status == SOW_OK)
        status = sow_sweep_rank(plan, places, measures, count, report, err);
    for (size_t i = 0; i < count; i++)
        sow_sweep_measures_release(&measures[i]);
    return status;
}

/* Adds the tables of results and comparisons: the former without --compare, the latter
   without --table. Compares only if all tasks were requested, since the random seeds of
   other tasks would count as incomplete. */
static enum sow_status add_results(const struct asked *asked,
                                   const struct sow_cli_sweep_options *options,
                                   const struct sow_sweep_place *places,
                                   struct sow_store *store, struct sow_report *report,
                                   struct sow_err *err)
{
    const struct sow_cli *cli = asked->cli;
    const struct sow_sweep_plan *plan = &asked->sweep.plan;
    bool whole = asked->sweep.first == 1 && asked->sweep.last == plan->tasks;
    struct sow_sweep_measures measures;
    enum sow_status status =
        sow_sweep_measures_read(plan, places, options->measure, store, &measures, err);
    if (sow_options_given(cli->options, "--equivalent"))
        measures.equivalent = options->equivalent;
    if (status == SOW_OK && measures.note[0] != '\0')
        sow_cli_note(cli, "%s", measures.note);
    if (status == SOW_OK && !options->compare && !options->rank)
        status = sow_sweep_results(plan, places, &measures, report, err);
    if (status == SOW_OK && whole && !options->table && !options->rank &&
        !options->ranked)
        status =
            sow_sweep_compare(plan, places, &measures, options->compare, report, err);
    if (status == SOW_OK && whole && !options->table && !options->compare &&
        (options->rank || options->ranked))
        status = add_ranking(asked, options, places, store, report, err);
    sow_sweep_measures_release(&measures);
    return status;
}

/* Adds the table of tasks, or the tables of results. Tasks that were not requested are
   in neither, because searching for 100,000 runs takes longer than making one. Without a
   database (@p store is NULL) no task has a run, and there are no results. */
static enum sow_status add_tables(const struct asked *asked,
                                  const struct sow_cli_sweep_options *options,
                                  struct sow_store *store, struct sow_report *report,
                                  struct sow_err *err)
{
    const struct sow_sweep *sweep = &asked->sweep;
    size_t first = sweep->first;
    size_t last = sweep->last;
    struct sow_sweep_place *places = calloc(sweep->plan.tasks, sizeof *places);
    if (places == NULL)
        return sow_err_no_memory(err);
    struct sow_sweep_place *wanted = &places[first - 1];
    enum sow_status status = SOW_OK;
    if (store != NULL)
        status = sow_sweep_locate(sweep, first, last, store, wanted, err);
    if (status == SOW_OK && options->list)
        sow_sweep_list_tasks(&sweep->plan, first, last, wanted, report);
    else if (status == SOW_OK && store != NULL)
        status = add_results(asked, options, places, store, report, err);
    free(places);
    return status;
}

/* Adds the table of tasks (--list) or the tables of results to the report, without making
   a task. Without a database file no task has a run, and there are no results. Returns
   SOW_NOT_FOUND if there is nothing to show, SOW_NO_MEMORY, or the failure of
   sow_run_measures_choose or of the database. */
static enum sow_status show(const struct asked *asked,
                            const struct sow_cli_sweep_options *options,
                            struct sow_report *report, struct sow_err *err)
{
    struct sow_store *store = NULL;
    const struct sow_sweep_plan *plan = &asked->sweep.plan;
    const char *db = asked->cli->common.db;
    enum sow_status status = open_existing(asked->cli, &store, err);
    if (status == SOW_OK)
        status = add_tables(asked, options, store, report, err);
    if (status == SOW_OK && sow_report_sections(report) == 0)
        status = (options->compare || options->rank) && store != NULL
                     ? sow_err_set(err, SOW_NOT_FOUND,
                                   "there is nothing to compare: '%s' needs a list of "
                                   "several values, besides seed and variant, and "
                                   "finished tasks with a measure",
                                   plan->path)
                     : sow_err_set(err, SOW_NOT_FOUND,
                                   "'%s' has no finished task of '%s' with a measured "
                                   "value; 'sowlab sweep %s --list --db %s' shows the "
                                   "tasks",
                                   db, plan->path, plan->path, db);
    sow_store_close(store);
    return status;
}

/* ---- Making ---- */

/* Reports the record `sweep`: plan, label, command, and the numbers of tasks by what
   became of them. The command is null if the ways have several. */
static void report_outcome(const struct sow_sweep *sweep,
                           const struct sow_sweep_outcome *outcome,
                           struct sow_report *report)
{
    sow_report_record(report, "sweep");
    sow_report_text(report, "plan", sweep->plan.path);
    sow_report_text(report, "label", sweep->plan.label);
    bool one = true;
    for (size_t i = 1; i < sow_sweep_command_count(sweep); i++)
        one = one && sweep->commands[i] == sweep->commands[0];
    if (one)
        sow_report_text(report, "command", sweep->commands[0]->name);
    else
        sow_report_null(report, "command");
    sow_report_int(report, "tasks", (int64_t)sweep->plan.tasks);
    sow_report_int(report, "made", outcome->made);
    sow_report_int(report, "resumed", outcome->resumed);
    sow_report_int(report, "done_before", outcome->found);
    sow_report_int(report, "running_elsewhere", outcome->busy);
    sow_report_int(report, "failed", outcome->failed);
    sow_report_int(report, "left", outcome->left);
}

/* Explains how to continue a sweep that is not complete. Returns SOW_BUSY if other
   processes are at work on tasks, else @p status. */
static enum sow_status tell_rest(const struct sow_sweep_outcome *outcome,
                                 enum sow_status status, struct sow_err *err)
{
    if (status == SOW_INTERRUPTED)
        return sow_err_set(err, status,
                           "interrupted; finished tasks are kept, and the same command "
                           "computes the rest");
    if (status != SOW_OK || outcome->busy == 0)
        return status;
    return sow_err_set(err, SOW_BUSY,
                       "other processes are at work on %d tasks; the same command "
                       "shows the whole table when they are done",
                       outcome->busy);
}

/* Checks whether the database is on a network file system, where locks are not reliable.
   Refuses single tasks there with SOW_USAGE, and otherwise writes a note. */
static enum sow_status judge_place(const struct asked *asked,
                                   const struct sow_cli_sweep_options *options,
                                   struct sow_err *err)
{
    const char *db = asked->cli->common.db;
    const char *system = sow_file_system_shared(db);
    if (system == NULL)
        return SOW_OK;
    if (options->task[0] == '\0') {
        sow_cli_note(asked->cli,
                     "'%s' is on %s, where no other process may write to it at "
                     "the same time; '--into' gives every task its own database",
                     db, system);
        return SOW_OK;
    }
    return sow_err_set(err, SOW_USAGE,
                       "'%s' is on %s, where processes that share a database damage it: "
                       "use '--into FOLDER', then '--merge FOLDER --db' on a local disk",
                       db, system);
}

/* Counts finished and running tasks again, since two tasks may be the same run, or
   another process may have finished one. The outcome is unchanged on failure. */
static enum sow_status look_again(const struct sow_sweep *sweep, struct sow_store *store,
                                  struct sow_sweep_outcome *outcome, struct sow_err *err)
{
    size_t count = sweep->last - sweep->first + 1;
    struct sow_sweep_place *places = calloc(count, sizeof *places);
    if (places == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_sweep_locate(sweep, sweep->first, sweep->last, store, places, err);
    int busy = 0;
    for (size_t i = 0; i < count; i++)
        busy += places[i].presence == SOW_RUN_BUSY;
    if (status == SOW_OK) {
        outcome->found += outcome->busy - busy;
        outcome->busy = busy;
    }
    free(places);
    return status;
}

/* Opens the database of --db for the tasks; the caller closes it. A missing file is
   created, unless a command refers to other runs. Fails as sow_cli_run_store. */
static enum sow_status open_for_tasks(const struct asked *asked, struct sow_store **store,
                                      struct sow_err *err)
{
    struct sow_cli task_cli = *asked->cli;
    task_cli.command = asked->sweep.commands[0];
    for (size_t i = 1; i < sow_sweep_command_count(&asked->sweep); i++)
        if (asked->sweep.commands[i]->kind->refers)
            task_cli.command = asked->sweep.commands[i];
    return sow_cli_run_store(&task_cli, store, err);
}

/* Measures the players of the finished tasks from @p first to @p last as the plan says.
   Does nothing if the plan does not say so. Fails as sow_cli_judge_runs. */
static enum sow_status judge(const struct asked *asked, size_t first, size_t last,
                             struct sow_store *store, struct sow_err *err)
{
    size_t count = last - first + 1;
    if (asked->judge.openings == 0)
        return SOW_OK;
    struct sow_sweep_place *places = calloc(count, sizeof *places);
    if (places == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_sweep_locate(&asked->sweep, first, last, store, places, err);
    if (status == SOW_OK)
        status = sow_cli_judge_runs(asked->cli, &asked->judge, places, count, store, err);
    free(places);
    return status;
}

/* Makes the tasks in the database of --db and reports counts and results, also after a
   failure. Returns the first failure of a task, SOW_BUSY if other processes are at work
   on tasks, or the failure of the database. */
static enum sow_status make_here(const struct asked *asked,
                                 const struct sow_cli_sweep_options *options,
                                 struct sow_report *report, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = judge_place(asked, options, err);
    if (status == SOW_OK)
        status = open_for_tasks(asked, &store, err);
    if (status != SOW_OK)
        return status;
    struct sow_sweep_outcome outcome = {.made = 0};
    struct sow_err reason;
    status = sow_cli_tasks_maker(asked->cli)(&asked->sweep, asked->sweep.first,
                                             asked->sweep.last, store, &outcome, &reason);
    if (status == SOW_OK)
        status = judge(asked, asked->sweep.first, asked->sweep.last, store, &reason);
    if (outcome.busy > 0 && status == SOW_OK)
        status = look_again(&asked->sweep, store, &outcome, &reason);
    report_outcome(&asked->sweep, &outcome, report);
    /* The results so far are shown also after a failure. The failure is reported, rather
       than trouble in showing them. */
    struct sow_err unshown;
    enum sow_status shown = status == SOW_INTERRUPTED
                                ? SOW_OK
                                : add_tables(asked, options, store, report, &unshown);
    sow_store_close(store);
    if (status != SOW_OK)
        (void)sow_err_set(err, status, "%s", reason.text);
    else if (shown != SOW_OK)
        status = sow_err_set(err, shown, "%s", unshown.text);
    return tell_rest(&outcome, status, err);
}

/* Makes a task in a database of its own, task-K.db in the folder. Returns SOW_USAGE for a
   path that is too long, or the failure of the database or the task. */
static enum sow_status make_apart(const struct asked *asked, size_t number,
                                  const char *folder, struct sow_sweep_outcome *outcome,
                                  struct sow_err *err)
{
    char path[SOW_CLI_PATH_MAX + 1];
    struct sow_store *store = NULL;
    int length = snprintf(path, sizeof path, "%s/task-%zu.db", folder, number);
    if (length < 0 || (size_t)length >= sizeof path)
        return sow_err_set(err, SOW_USAGE, "the folder's name is too long: '%s'", folder);
    enum sow_status status = sow_store_open(path, SOW_STORE_WRITE, &store, err);
    if (status != SOW_OK) {
        outcome->failed++;
        return status;
    }
    status = sow_cli_tasks_maker(asked->cli)(&asked->sweep, number, number, store,
                                             outcome, err);
    if (status == SOW_OK)
        status = judge(asked, number, number, store, err);
    sow_store_close(store);
    return status;
}

/* Makes each task in a database of its own and reports the counts. Makes the folder if
   it is missing. Continues after a task that failed, but not after SOW_IO, SOW_NO_MEMORY
   or a stop. Returns the first failure; the others are reported on stderr. */
static enum sow_status make_all_apart(const struct asked *asked, const char *folder,
                                      struct sow_report *report, struct sow_err *err)
{
    enum sow_status first = SOW_OK;
    struct sow_sweep_outcome outcome = {.made = 0};
    struct stat there;
    bool is_folder = stat(folder, &there) == 0 && S_ISDIR(there.st_mode);
    if (!is_folder && mkdir(folder, 0777) != 0)
        return sow_err_set(err, SOW_IO, "the folder '%s' cannot be made: %s", folder,
                           strerror(errno));
    for (size_t number = asked->sweep.first; number <= asked->sweep.last; number++) {
        struct sow_err reason;
        enum sow_status status = make_apart(asked, number, folder, &outcome, &reason);
        if (status != SOW_OK && first == SOW_OK)
            first = sow_err_set(err, status, "task %zu: %s", number, reason.text);
        else if (status != SOW_OK && status != SOW_INTERRUPTED) {
            (void)sow_err_prefix(&reason, "task %zu", number);
            sow_cli_complain(asked->cli, &reason);
        }
        if (status == SOW_INTERRUPTED || status == SOW_IO || status == SOW_NO_MEMORY) {
            outcome.left += (int)(asked->sweep.last - number);
            break;
        }
    }
    report_outcome(&asked->sweep, &outcome, report);
    return tell_rest(&outcome, first, err);
}

/* ---- Merging ---- */

/* Reports the record `merged`: the counts of an import, and the number of databases. */
static void report_merged(const struct sow_cli_intake *intake, size_t files,
                          struct sow_report *report)
{
    sow_report_record(report, "merged");
    sow_report_int(report, "databases", (int64_t)files);
    sow_report_int(report, "imported", (int64_t)intake->imported);
    sow_report_int(report, "already_here", (int64_t)intake->known);
    sow_report_int(report, "strengths_added", (int64_t)intake->strengths);
    sow_report_int(report, "unfinished", (int64_t)intake->unfinished);
    sow_report_int(report, "refused", (int64_t)intake->refused);
}

/* Imports a folder and reports the counts and the results of the sweep. Returns
   SOW_BAD_DATA if something was refused; the rest is imported. */
static enum sow_status merge_into(const struct asked *asked,
                                  const struct sow_cli_sweep_options *options,
                                  struct sow_store *store, struct sow_report *report,
                                  struct sow_err *err)
{
    size_t files = 0;
    struct sow_cli_intake intake = {
        .cli = asked->cli, .store = store, .runs = "", .many = true};
    sow_store_watch(store, asked->cli->with.stop);
    enum sow_status status = sow_cli_import_folder(&intake, options->merge, &files, err);
    if (files > 0)
        report_merged(&intake, files, report);
    if (status == SOW_OK)
        status = add_tables(asked, options, store, report, err);
    if (status == SOW_OK && intake.refused > 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "%zu databases or runs were refused, the others were "
                             "imported",
                             intake.refused);
    return status;
}

/* Opens the database of --db, which is created if it is missing, and imports a folder
   into it. Fails as merge_into. */
static enum sow_status merge(const struct asked *asked,
                             const struct sow_cli_sweep_options *options,
                             struct sow_report *report, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_cli_store(asked->cli, &store, err);
    if (status == SOW_OK)
        status = merge_into(asked, options, store, report, err);
    sow_store_close(store);
    return status;
}

/* ---- The command ---- */

/* Shows, merges or makes the tasks, as the options say, and fills the report. Returns
   the first failure. */
static enum sow_status carry_out(const struct asked *asked,
                                 const struct sow_cli_sweep_options *options,
                                 struct sow_report *report, struct sow_err *err)
{
    if (options->list || options->table || options->compare || options->rank)
        return show(asked, options, report, err);
    if (options->merge[0] != '\0')
        return merge(asked, options, report, err);
    if (options->into[0] != '\0')
        return make_all_apart(asked, options->into, report, err);
    return make_here(asked, options, report, err);
}

enum sow_status sow_cli_sweep(struct sow_cli *cli,
                              const struct sow_cli_sweep_options *options,
                              const char *path, struct sow_err *err)
{
    struct asked asked = {.cli = cli};
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = check_ways(cli, options, err);
    if (status == SOW_OK && cli->host != NULL && options->into[0] != '\0')
        status = sow_err_set(err, SOW_USAGE,
                             "'--into' is for separate processes: leave it out");
    if (status == SOW_OK)
        status = sow_sweep_plan_read(path, &asked.sweep.plan, err);
    if (status == SOW_OK)
        status = sow_cli_judge_read(&asked.sweep.plan, &asked.judge, err);
    if (status == SOW_OK)
        status = choose_tasks(&asked.sweep, options->task, err);
    if (status == SOW_OK)
        status = sow_cli_tasks_begin(cli, &asked.sweep, err);
    if (status == SOW_OK)
        status = sow_sweep_check_measure(&asked.sweep, options->measure, err);
    if (status == SOW_OK)
        status = sow_sweep_check(&asked.sweep, err);
    if (status == SOW_OK)
        status = carry_out(&asked, options, report, err);
    /* The tables are also printed if the sweep failed. */
    if (sow_report_sections(report) > 0)
        status = sow_cli_conclude(cli, report, status, err);
    sow_report_free(report);
    sow_cli_tasks_end(&asked.sweep);
    sow_sweep_plan_release(&asked.sweep.plan);
    return status;
}
