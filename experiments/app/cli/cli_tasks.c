/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/cli_tasks.h"

#include "cli_call.h"
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

/* ---- A task as a request ---- */

/* What a task's request borrows from. */
struct task {
    struct sow_sweep_words words;
    struct sow_cli cli;
    struct sow_cli_call call;
    struct sow_cli_asked asked;
};

static void close_task(void *made)
{
    struct task *task = made;
    if (task == NULL)
        return;
    sow_report_free(task->asked.answer);
    sow_cli_call_release(&task->cli, &task->call);
    sow_sweep_words_release(&task->words);
    free(task);
}

/* The sweep's own command line says how, the plan what. */
static void share_common(const struct sow_cli_sweep *sweep, struct sow_common *common)
{
    const struct sow_common *own = &sweep->cli->common;
    memcpy(common->db, own->db, sizeof common->db);
    (void)snprintf(common->label, sizeof common->label, "%s", sweep->plan.label);
    common->quiet = true;
}

static enum sow_status read_task(const struct sow_cli_sweep *sweep, struct task *task,
                                 struct sow_err *err)
{
    struct sow_cli *cli = &task->cli;
    int last = strchr(sweep->command->name, ' ') != NULL; /* word of its name */
    *cli = *sweep->cli;
    cli->command = sweep->command;
    cli->format = SOW_FORMAT_TEXT;
    cli->with.progress = NULL;
    enum sow_status status = sow_cli_call_scan(cli, task->words.count - last,
                                               task->words.word + last, &task->call, err);
    share_common(sweep, &cli->common);
    cli->operands = task->call.operands;
    if (status == SOW_OK)
        status = sow_cli_call_check(cli, &task->call, err);
    if (status == SOW_OK)
        status = sow_cli_ask(cli, task->call.options, task->call.count,
                             task->call.operands, &task->asked, err);
    if (status != SOW_OK)
        return status;
    const struct sow_run_kind *kind = sweep->command->kind;
    if (kind->needs != NULL)
        status =
            sow_param_refuse_idle(kind->groups, kind->needs, task->call.options, err);
    if (status != SOW_OK)
        return status;
    if (task->asked.answer != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "with these options '%s' records no run: leave them out",
                           sweep->command->name);
    if (kind->runs != NULL && kind->runs(task->call.options) > 1)
        return sow_err_set(err, SOW_USAGE,
                           "a task is one run: instead of '--runs' write a list of seeds "
                           "(seed = 1..%d)",
                           kind->runs(task->call.options));
    return SOW_OK;
}

/* @p opened is to be closed in any case. */
static enum sow_status open_task(const struct sow_cli_sweep *sweep, size_t number,
                                 struct task **opened, struct sow_err *err)
{
    struct task *task = *opened = calloc(1, sizeof *task);
    if (task == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_sweep_plan_words(&sweep->plan, number, &task->words, err);
    return status == SOW_OK ? read_task(sweep, task, err) : status;
}

/* ---- Is the plan one of this program? ---- */

static enum sow_status require_operands(const struct sow_cli_sweep *sweep,
                                        struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    if (sweep->command->min_operands == 0)
        return SOW_OK;
    for (size_t i = 0; i < plan->list_count; i++)
        if (strcmp(plan->lists[i].name, "operands") == 0)
            return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "%s:%d: '%s' needs words behind it: list what stands for %s as "
                       "'operands' below [sweep], each in quotes",
                       plan->path, plan->command_line, sweep->command->name,
                       sweep->command->operands);
}

/* The command of that name which records runs. */
static enum sow_status find_command(struct sow_cli_sweep *sweep, struct sow_err *err)
{
    /* They need a person, or a file a run. */
    static const char *const ALONE[] = {"play", "dataset import"};
    const struct sow_sweep_plan *plan = &sweep->plan;
    char hint[128];
    struct sow_nearest nearest;
    for (size_t i = 0; i < sizeof ALONE / sizeof ALONE[0]; i++)
        if (sow_text_same(ALONE[i], plan->command))
            return sow_err_set(err, SOW_BAD_DATA,
                               "%s:%d: '%s' cannot be the command of a plan: it needs a "
                               "person or a file for each run; choose 'evolve', 'match' "
                               "or another",
                               plan->path, plan->command_line, ALONE[i]);
    sow_nearest_init(&nearest, plan->command);
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++) {
        const struct sow_command *command = &sow_run_kinds[i]->command;
        bool alone =
            strcmp(command->name, ALONE[0]) == 0 || strcmp(command->name, ALONE[1]) == 0;
        if (sow_text_same(command->name, plan->command))
            sweep->command = command;
        if (!alone)
            sow_nearest_offer(&nearest, command->name);
    }
    if (sweep->command == NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "%s:%d: '%s' is no command that records runs of a plan, such as "
            "'evolve', 'match' or 'fit'%s",
            plan->path, plan->command_line, plan->command,
            sow_nearest_hint(&nearest, hint, sizeof hint));
    return require_operands(sweep, err);
}

/* Options that say how runs are made, stored and shown. */
static enum sow_status refuse_common(const struct sow_sweep_plan *plan, size_t list,
                                     struct sow_err *err)
{
    static const unsigned ALLOWED =
        SOW_TAKES_GAME | SOW_TAKES_SOLVED_RULES | SOW_TAKES_SEED;
    const char *name = plan->lists[list].name;
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        if ((group->takes & ALLOWED) == 0 && sow_param_find(&group->table, name) != NULL)
            return sow_err_set(err, SOW_BAD_DATA,
                               "%s:%d: '%s' is the same for all tasks: %s", plan->path,
                               plan->lists[list].line, name,
                               strcmp(name, "label") == 0
                                   ? "it stands in [sweep]"
                                   : "it belongs to the command line of the sweep");
    return SOW_OK;
}

/* Returns the line of the list of @p option, or @p line if there is none. */
static int blamed_line(const struct sow_sweep_plan *plan, const char *option, int line)
{
    for (size_t i = 0; i < plan->list_count; i++)
        if (strcmp(plan->lists[i].name, option) == 0)
            return plan->lists[i].line;
    return line;
}

/* Blames @p list for what is wrong with the task. */
static enum sow_status check_task(const struct sow_cli_sweep *sweep, size_t list,
                                  size_t number, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    struct task *task;
    struct sow_err reason;
    enum sow_status status = open_task(sweep, number, &task, &reason);
    close_task(task);
    if (status == SOW_OK || status == SOW_NO_MEMORY)
        return status == SOW_OK ? SOW_OK : sow_err_no_memory(err);
    return sow_err_set(err, SOW_BAD_DATA, "%s:%d: %s", plan->path,
                       blamed_line(plan, reason.option, plan->lists[list].line),
                       reason.text);
}

/* Checks the first of the tasks asked for that has a value, for each value they have: of
   a plan with 100,000 seeds one task needs one. */
static enum sow_status check_list(const struct sow_cli_sweep *sweep, size_t list,
                                  struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    size_t task = sweep->first;
    for (size_t k = 0; k < plan->lists[list].count && status == SOW_OK; k++) {
        /* What is wrong with the first task may be nobody's list. */
        if (task <= sweep->last && (k > 0 || list == 0))
            status = check_task(sweep, list, task, err);
        task = sow_sweep_plan_next(plan, task, list);
    }
    return status;
}

enum sow_status sow_cli_tasks_check(struct sow_cli_sweep *sweep, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = find_command(sweep, err);
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++)
        status = refuse_common(plan, i, err);
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++)
        status = check_list(sweep, i, err);
    if (status != SOW_OK || plan->list_count > 0)
        return status;
    struct task *task;
    status = open_task(sweep, 1, &task, err);
    close_task(task);
    return status;
}

/* ---- Finding and making ---- */

static enum sow_status request_task(const struct sow_cli_sweep *sweep, size_t number,
                                    struct sow_store *store,
                                    struct sow_run_request *request, struct task **task,
                                    struct sow_err *err)
{
    enum sow_status status = open_task(sweep, number, task, err);
    return status == SOW_OK
               ? sow_cli_request(&(*task)->cli, store, &(*task)->asked, request, err)
               : status;
}

enum sow_status sow_cli_tasks_locate(const struct sow_cli_sweep *sweep, size_t first,
                                     size_t last, struct sow_store *store,
                                     struct sow_sweep_place *places, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t number = first; number <= last && status == SOW_OK; number++) {
        struct sow_sweep_place *place = &places[number - first];
        struct sow_run_request request;
        struct task *task = NULL;
        status = request_task(sweep, number, store, &request, &task, err);
        if (status == SOW_OK)
            status = sow_run_locate(store, &request, &place->id, &place->presence, err);
        close_task(task);
        if (status == SOW_USAGE || status == SOW_BAD_DATA || status == SOW_NOT_FOUND) {
            *place = (struct sow_sweep_place){.id = 0};
            status = SOW_OK;
        }
        if (sow_stop_requested(sweep->cli->with.stop))
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    }
    return status;
}

/* Tasks that are being made. */
struct making {
    const struct sow_cli_sweep *sweep;
    size_t first;
    struct sow_cli_outcome *outcome;
};

static enum sow_status make_request(const struct sow_series *series, int index,
                                    struct sow_store *store,
                                    struct sow_run_request *request, void **made,
                                    struct sow_err *err)
{
    const struct making *making = series->context;
    struct task *task = NULL;
    enum sow_status status = request_task(making->sweep, making->first + (size_t)index,
                                          store, request, &task, err);
    *made = task;
    return status;
}

/* "population=50 seed=3" */
static void describe(const struct sow_sweep_plan *plan, size_t number, char *room,
                     size_t size)
{
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; i < plan->list_count && length < size; i++)
        length +=
            (size_t)snprintf(room + length, size - length, "%s%s=%s", i == 0 ? "" : " ",
                             plan->lists[i].name, sow_sweep_plan_value(plan, number, i));
}

static void count_success(struct sow_cli_outcome *outcome, enum sow_run_presence before)
{
    switch (before) {
    case SOW_RUN_ABSENT:
        outcome->made++;
        break;
    case SOW_RUN_LEFT:
        outcome->resumed++;
        break;
    case SOW_RUN_DONE:
        outcome->found++;
        break;
    case SOW_RUN_BUSY:
        outcome->busy++;
        break;
    }
}

static void note_task(const struct sow_series *series, int index,
                      const struct sow_err *err)
{
    const struct making *making = series->context;
    const struct sow_series_run *run = &series->runs[index];
    size_t number = making->first + (size_t)index;
    char values[256];
    struct sow_err told = *err;
    making->outcome->id = run->id;
    if (run->status == SOW_OK) {
        count_success(making->outcome, run->presence);
        return;
    }
    making->outcome->left += run->status == SOW_INTERRUPTED;
    making->outcome->failed += run->status != SOW_INTERRUPTED;
    if (run->status == SOW_INTERRUPTED || series->count == 1)
        return;
    describe(&making->sweep->plan, number, values, sizeof values);
    (void)sow_err_prefix(&told, "task %zu (%s)", number, values);
    sow_cli_complain(making->sweep->cli, &told);
}

enum sow_status sow_cli_tasks_make_here(const struct sow_cli_sweep *sweep, size_t first,
                                        size_t last, struct sow_store *store,
                                        struct sow_cli_outcome *outcome,
                                        struct sow_err *err)
{
    static const struct sow_series_tasks TASKS = {make_request, close_task, note_task};
    const struct sow_cli *cli = sweep->cli;
    struct making making = {sweep, first, outcome};
    struct sow_run_request common = {.with = cli->with};
    struct sow_series series = {.store = store,
                                .request = &common,
                                .count = (int)(last - first + 1),
                                .tasks = &TASKS,
                                .context = &making};
    series.runs = calloc((size_t)series.count, sizeof *series.runs);
    if (series.runs == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_series_execute(&series, err);
    free(series.runs);
    return status;
}

enum sow_status sow_cli_tasks_make(const struct sow_cli_sweep *sweep, size_t first,
                                   size_t last, struct sow_store *store,
                                   struct sow_cli_outcome *outcome, struct sow_err *err)
{
    const struct sow_cli_host *host = sweep->cli->host;
    return (host != NULL ? host->make : sow_cli_tasks_make_here)(sweep, first, last,
                                                                 store, outcome, err);
}
