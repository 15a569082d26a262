/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks, finds and makes the tasks of a plan. */
#include "sow/sweeps/sweep_tasks.h"

#include "sow/base/text.h"
#include "sow/runs/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The command ---- */

/* Commands that a plan cannot have: they need a person, or a file for each run. */
static const char *const ALONE[] = {"play", "dataset import"};

/* Returns the name of the command in ALONE that is @p command, in any case of letters;
   NULL if there is none. */
static const char *find_alone(const char *command)
{
    for (size_t i = 0; i < sizeof ALONE / sizeof ALONE[0]; i++)
        if (sow_text_same(ALONE[i], command))
            return ALONE[i];
    return NULL;
}

/* A command as the plan names it. */
struct named {
    const struct sow_sweep_plan *plan;
    const struct sow_sweep_way *way; /* NULL: the plan has no ways */
    const char *name;                /* name of the command, as written */
    int line;                        /* line of the file that names the command */
};

/* Returns true if a way has the option @p name. */
static bool has_set(const struct sow_sweep_way *way, const char *name)
{
    for (size_t i = 0; i < way->set_count; i++)
        if (strcmp(way->sets[i].name, name) == 0)
            return true;
    return false;
}

/* Returns SOW_BAD_DATA, with the line, if the command needs operands and neither the plan
   nor the way that names it has a list "operands". */
static enum sow_status require_operands(const struct named *named,
                                        const struct sow_command *command,
                                        struct sow_err *err)
{
    const struct sow_sweep_plan *plan = named->plan;
    if (command->min_operands == 0 ||
        sow_sweep_plan_find(plan, "operands") < plan->list_count ||
        (named->way != NULL && has_set(named->way, "operands")))
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "%s:%d: '%s' needs operands; list values of %s as 'operands' "
                       "below [sweep], each in quotes",
                       plan->path, named->line, command->name, command->operands);
}

/* Finds the command of a name in a plan, without regard to capitals, and sets @p found,
   which is NULL before. Fails with SOW_BAD_DATA, with the line and a similar name, if the
   command does not store runs, is one of ALONE or lacks operands. */
static enum sow_status find_command(const struct named *named,
                                    const struct sow_command **found, struct sow_err *err)
{
    char hint[128];
    struct sow_nearest nearest;
    const char *alone = find_alone(named->name);
    if (alone != NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "%s:%d: '%s' cannot be the command of a plan, because it "
                           "needs a person or a file for each run; choose 'evolve', "
                           "'match' or another",
                           named->plan->path, named->line, alone);
    sow_nearest_init(&nearest, named->name);
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++) {
        const struct sow_command *command = &sow_run_kinds[i]->command;
        if (sow_text_same(command->name, named->name))
            *found = command;
        if (find_alone(command->name) == NULL)
            sow_nearest_offer(&nearest, command->name);
    }
    if (*found == NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "%s:%d: '%s' is not a command that stores runs; choose one such "
            "as 'evolve', 'match' or 'fit'%s",
            named->plan->path, named->line, named->name,
            sow_nearest_hint(&nearest, hint, sizeof hint));
    return require_operands(named, *found, err);
}

enum sow_status sow_sweep_find_commands(struct sow_sweep *sweep, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sow_sweep_command_count(sweep) && status == SOW_OK; i++) {
        const struct sow_sweep_way *way = plan->way_count > 0 ? &plan->ways[i] : NULL;
        struct named named = {plan, way, plan->command, plan->command_line};
        if (way != NULL && way->command != NULL) {
            named.name = way->command;
            named.line = way->command_line;
        }
        status = find_command(&named, &sweep->commands[i], err);
    }
    return status;
}

size_t sow_sweep_command_count(const struct sow_sweep *sweep)
{
    return sweep->plan.way_count > 0 ? sweep->plan.way_count : 1;
}

const struct sow_command *sow_sweep_command(const struct sow_sweep *sweep, size_t task)
{
    return sweep->commands[sow_sweep_plan_way(&sweep->plan, task)];
}

/* ---- The measure ---- */

/* Writes names with commas between them to @p room. A text that does not fit is cut. */
static void list_names(const char *const *names, char *room, size_t size)
{
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; names[i] != NULL && length < size; i++)
        length += (size_t)snprintf(room + length, size - length, "%s%s",
                                   i == 0 ? "" : ", ", names[i]);
}

/* Returns true if a measure is @p has, or if @p has is strength and the measure is
   strength or regret at one depth, such as strength_depth_2. */
static bool is_measure(const char *measure, const char *has)
{
    static const char AT_DEPTH[] = "strength_depth_";
    static const char REGRET[] = "regret_depth_";
    return strcmp(measure, has) == 0 ||
           (strcmp(has, "strength") == 0 &&
            (strncmp(measure, AT_DEPTH, strlen(AT_DEPTH)) == 0 ||
             strncmp(measure, REGRET, strlen(REGRET)) == 0));
}

enum sow_status sow_sweep_check_measure(const struct sow_sweep *sweep,
                                        const char *measure, struct sow_err *err)
{
    for (size_t i = 0; i < sow_sweep_command_count(sweep) && measure[0] != '\0'; i++) {
        const struct sow_command *command = sweep->commands[i];
        const char *const *has = command->kind->measures;
        char names[256];
        if (has == NULL)
            return sow_err_set(err, SOW_USAGE,
                               "runs of '%s' have no measure: leave '--measure' out",
                               command->name);
        list_names(has, names, sizeof names);
        while (*has != NULL && !is_measure(measure, *has))
            has++;
        if (*has == NULL)
            return sow_err_set(err, SOW_USAGE,
                               "runs of '%s' have no measure '%s'; they have: %s",
                               command->name, measure, names);
    }
    return SOW_OK;
}

/* ---- Checking ---- */

/* Returns the line that gives @p option its value in task @p task: in a list of the plan,
   or in the task's way. Returns @p line if there is none. */
static int blamed_line(const struct sow_sweep_plan *plan, size_t task, const char *option,
                       int line)
{
    for (size_t i = 0; i < plan->list_count; i++)
        if (strcmp(plan->lists[i].name, option) == 0)
            return plan->lists[i].line;
    if (plan->way_count == 0)
        return line;
    const struct sow_sweep_way *way = &plan->ways[sow_sweep_plan_way(plan, task)];
    for (size_t i = 0; i < way->set_count; i++)
        if (strcmp(way->sets[i].name, option) == 0)
            return way->sets[i].line;
    return line;
}

/* Checks task @p number by the reader, and sets @p mark to a hash of what its run would
   record. Fails with SOW_NO_MEMORY, or with SOW_BAD_DATA and a line of the plan: of the
   option at fault, or else of list @p list. If the plan has ways, the message names the
   task's way. */
static enum sow_status check_task(const struct sow_sweep *sweep, size_t list,
                                  size_t number, uint64_t *mark, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    struct sow_err reason;
    enum sow_status status = sweep->reader->check(sweep, number, mark, &reason);
    if (status == SOW_OK || status == SOW_NO_MEMORY)
        return status == SOW_OK ? SOW_OK : sow_err_no_memory(err);
    if (plan->way_count == 0)
        return sow_err_set(
            err, SOW_BAD_DATA, "%s:%d: %s", plan->path,
            blamed_line(plan, number, reason.option, plan->lists[list].line),
            reason.text);
    const struct sow_sweep_way *way = &plan->ways[sow_sweep_plan_way(plan, number)];
    int line = list == 0 ? way->line : plan->lists[list].line;
    return sow_err_set(err, SOW_BAD_DATA, "%s:%d: in the way '%s', %s", plan->path,
                       blamed_line(plan, number, reason.option, line), way->name,
                       reason.text);
}

/* Mark of a value of a list. */
struct mark {
    uint64_t hash; /* hash of what the run of the task would record */
    size_t task;   /* first of the requested tasks that has the value, from 1 */
};

/* Compares two marks for qsort: by hash, then by task. */
static int compare_marks(const void *a, const void *b)
{
    const struct mark *x = a;
    const struct mark *y = b;
    int order = (x->hash > y->hash) - (x->hash < y->hash);
    return order != 0 ? order : (x->task > y->task) - (x->task < y->task);
}

/* Sorts the @p count marks of the values of list @p list. Returns SOW_BAD_DATA if two of
   them have the same hash, so that two values make the same run. */
static enum sow_status refuse_same(const struct sow_sweep_plan *plan, size_t list,
                                   struct mark *marks, size_t count, struct sow_err *err)
{
    const struct sow_sweep_list *of = &plan->lists[list];
    qsort(marks, count, sizeof *marks, compare_marks);
    for (size_t i = 1; i < count; i++)
        if (marks[i].hash == marks[i - 1].hash)
            return sow_err_set(err, SOW_BAD_DATA,
                               "%s:%d: '%s' and '%s' of the list '%s' make the same run; "
                               "leave one out",
                               plan->path, of->line,
                               sow_sweep_plan_value(plan, marks[i - 1].task, list),
                               sow_sweep_plan_value(plan, marks[i].task, list), of->name);
    return SOW_OK;
}

/* Checks for each value of list @p list the first of the requested tasks that has it;
   values of no such task are left out. Fails with SOW_BAD_DATA also if two values make
   the same run. The first requested task is checked with list 0 only, which sets @p first
   to its hash; for other lists @p first is that hash. Returns the first failure. */
static enum sow_status check_list(const struct sow_sweep *sweep, size_t list,
                                  uint64_t *first, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    size_t task = sweep->first;
    size_t count = 0;
    struct mark *marks = calloc(plan->lists[list].count, sizeof *marks);
    if (marks == NULL)
        return sow_err_no_memory(err);
    for (size_t k = 0; k < plan->lists[list].count && status == SOW_OK; k++) {
        uint64_t hash = *first;
        /* The first task has been checked for the first list. */
        if (task <= sweep->last && (k > 0 || list == 0))
            status = check_task(sweep, list, task, &hash, err);
        if (k == 0)
            *first = hash;
        if (task <= sweep->last)
            marks[count++] = (struct mark){hash, task};
        task = sow_sweep_plan_next(plan, task, list);
    }
    if (status == SOW_OK)
        status = refuse_same(plan, list, marks, count, err);
    free(marks);
    return status;
}

/* Checks a requested task of way @p way for each value of list @p list, which chooses
   values of options of the way. Returns the first failure. */
static enum sow_status check_choices(const struct sow_sweep *sweep, size_t way,
                                     size_t list, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    for (size_t k = 0; k < plan->lists[list].count && status == SOW_OK; k++) {
        uint64_t mark;
        size_t task =
            sow_sweep_plan_task(plan, 0, way) + sow_sweep_plan_task(plan, list, k) - 1;
        if (task >= sweep->first && task <= sweep->last)
            status = check_task(sweep, list, task, &mark, err);
    }
    return status;
}

/* Checks all values that lists choose for options of ways. Returns the first failure. */
static enum sow_status check_ways(const struct sow_sweep *sweep, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->way_count; i++)
        for (size_t k = 0; k < plan->ways[i].set_count && status == SOW_OK; k++) {
            const char *by = plan->ways[i].sets[k].by;
            if (by != NULL)
                status = check_choices(sweep, i, sow_sweep_plan_find(plan, by), err);
        }
    return status;
}

enum sow_status sow_sweep_check(const struct sow_sweep *sweep, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = SOW_OK;
    uint64_t first = 0;
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++)
        status = check_list(sweep, i, &first, err);
    if (status == SOW_OK)
        status = check_ways(sweep, err);
    return status == SOW_OK && plan->list_count == 0
               ? sweep->reader->check(sweep, 1, &first, err)
               : status;
}

/* ---- Finding ---- */

enum sow_status sow_sweep_locate(const struct sow_sweep *sweep, size_t first, size_t last,
                                 struct sow_store *store, struct sow_sweep_place *places,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t number = first; number <= last && status == SOW_OK; number++) {
        struct sow_sweep_place *place = &places[number - first];
        struct sow_run_request request;
        void *made = NULL;
        status = sweep->reader->resolve(sweep, number, store, &request, &made, err);
        if (status == SOW_OK)
            status = sow_run_locate(store, &request, &place->id, &place->presence, err);
        sweep->reader->drop(made);
        if (status == SOW_USAGE || status == SOW_BAD_DATA || status == SOW_NOT_FOUND) {
            *place = (struct sow_sweep_place){.id = 0};
            status = SOW_OK;
        }
        if (sow_stop_requested(sweep->with.stop))
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    }
    return status;
}

/* ---- Making ---- */

/* Tasks that are being made. */
struct making {
    const struct sow_sweep *sweep;
    size_t first;                      /* task of the first run of the series, from 1 */
    struct sow_sweep_outcome *outcome; /* counts, to which ended tasks are added */
};

/* Makes the request of the task at @p index of the series. Callback `make` of struct
   sow_series_tasks. */
static enum sow_status resolve_task(const struct sow_series *series, int index,
                                    struct sow_store *store,
                                    struct sow_run_request *request, void **made,
                                    struct sow_err *err)
{
    const struct making *making = series->context;
    return making->sweep->reader->resolve(making->sweep, making->first + (size_t)index,
                                          store, request, made, err);
}

/* Writes the values of task @p number, from 1, to @p room, for example "population=50
   seed=3". A text that does not fit is cut. */
static void describe_task(const struct sow_sweep_plan *plan, size_t number, char *room,
                          size_t size)
{
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; i < plan->list_count && length < size; i++)
        length +=
            (size_t)snprintf(room + length, size - length, "%s%s=%s", i == 0 ? "" : " ",
                             plan->lists[i].name, sow_sweep_plan_value(plan, number, i));
}

/* Puts the line of the plan that sets the option at fault before the message. Does
   nothing if the option is unknown or the plan does not set it. */
static void add_line(const struct sow_sweep_plan *plan, size_t number,
                     struct sow_err *err)
{
    int line = blamed_line(plan, number, err->option, 0);
    if (line > 0)
        (void)sow_err_prefix(err, "%s:%d", plan->path, line);
}

/* Counts a task that succeeded, by the state of its run before: as made, resumed, found
   (it was done) or busy. */
static void count_success(struct sow_sweep_outcome *outcome, enum sow_run_presence before)
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

/* Counts a task that has ended. Reports its failure by `complain`, with its values and
   the line at fault, if there are several tasks. A run that is done, but whose
   measurement was stopped, counts as a success, and a complaint says how to measure it.
   Callback `ended` of struct sow_series_tasks. */
static void note_task(const struct sow_series *series, int index,
                      const struct sow_err *err)
{
    const struct making *making = series->context;
    const struct sow_series_run *run = &series->runs[index];
    size_t number = making->first + (size_t)index;
    char values[256];
    struct sow_err told = *err;
    making->outcome->id = run->id;
    bool unmeasured = run->status == SOW_INTERRUPTED && run->id != 0 &&
                      sow_run_is_done(series->store, run->id);
    if (run->status == SOW_OK || unmeasured)
        count_success(making->outcome, run->presence);
    if (run->status == SOW_OK)
        return;
    if (unmeasured) {
        (void)sow_err_set(
            &told, run->status,
            "run %lld is done, but not fully measured: 'sowlab measure %lld --db "
            "%s' measures it",
            (long long)run->id, (long long)run->id, sow_store_path(series->store));
        making->sweep->reader->complain(making->sweep, &told);
        return;
    }
    making->outcome->left += run->status == SOW_INTERRUPTED;
    making->outcome->failed += run->status != SOW_INTERRUPTED;
    if (run->status == SOW_INTERRUPTED || series->count == 1)
        return;
    describe_task(&making->sweep->plan, number, values, sizeof values);
    (void)sow_err_prefix(&told, "task %zu (%s)", number, values);
    add_line(&making->sweep->plan, number, &told);
    making->sweep->reader->complain(making->sweep, &told);
}

enum sow_status sow_sweep_make(const struct sow_sweep *sweep, size_t first, size_t last,
                               struct sow_store *store, struct sow_sweep_outcome *outcome,
                               struct sow_err *err)
{
    const struct sow_series_tasks tasks = {resolve_task, sweep->reader->drop, note_task};
    struct making making = {sweep, first, outcome};
    struct sow_run_request common = {.with = sweep->with};
    struct sow_series series = {.store = store,
                                .request = &common,
                                .count = (int)(last - first + 1),
                                .tasks = &tasks,
                                .context = &making};
    series.runs = calloc((size_t)series.count, sizeof *series.runs);
    if (series.runs == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_series_execute(&series, err);
    if (status != SOW_OK && first == last && err != NULL)
        add_line(&sweep->plan, first, err);
    free(series.runs);
    return status;
}
