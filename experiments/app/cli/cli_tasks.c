/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/cli_tasks.h"

#include "cli_call.h"
#include "cli_run.h"
#include "sow/base/text.h"
#include "sow/runs/run_params.h"
#include "sow/variants/variant_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The options of the latest task ---- */

/* Options of the latest task that was read; context of the sweep. Consecutive tasks
   differ in few values, and only these are set. */
struct reading {
    const struct sow_cli *own; /* command line of the command `sweep` */
    struct sow_cli cli;        /* command line of the tasks */
    /* Options of the tasks' command, with their values in `typed` and `cli`. */
    struct sow_option_list list;
    void *typed;    /* options struct of the tasks' command */
    size_t task;    /* task whose values are set; 0: none */
    size_t checked; /* latest task without a fault; 0: none */
    uint64_t mark;  /* hash of the settings of that task, except the random seed */
    struct sow_option
        *option[SOW_SWEEP_LISTS_MAX]; /* option of each list; NULL: it has none */
    /* Operands of that task; owned. */
    struct sow_sweep_words operands;
    struct sow_variant variant;       /* variant of the latest task that has one */
    char named[SOW_CLI_PATH_MAX + 1]; /* name that `variant` was loaded for; "": none */
    struct sow_overrides overrides;   /* rule settings of `variant` */
};

/* Takes the shared options of the tasks from the sweep's command line, which determines
   how tasks are made, and the label from the plan. */
static void share_common(struct reading *reading, const struct sow_sweep_plan *plan)
{
    struct sow_common *common = &reading->cli.common;
    memcpy(common->db, reading->own->common.db, sizeof common->db);
    (void)snprintf(common->label, sizeof common->label, "%s", plan->label);
    common->quiet = true;
}

/* Frees the options and operands of the latest task. The next task is then read anew. */
static void forget(struct reading *reading)
{
    sow_options_free(reading->cli.command, reading->typed);
    reading->typed = NULL;
    sow_sweep_words_release(&reading->operands);
    reading->task = 0;
}

/* Sets the option called @p name to a value. @p option receives the option. Fails with
   SOW_USAGE for an unknown option or a bad value, with the option at fault. */
static enum sow_status set_option(struct reading *reading, const char *name,
                                  const char *value, struct sow_option **option,
                                  struct sow_err *err)
{
    enum sow_status status = sow_options_find(&reading->list, name, option, err);
    if (status == SOW_OK)
        status = sow_options_set(*option, value, err);
    return sow_err_blame(err, status, name);
}

/* Sets the options of the task's way, but not its operands. Does nothing without ways.
   Returns the failure of an option. */
static enum sow_status set_way(struct reading *reading, const struct sow_sweep_plan *plan,
                               size_t task, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (plan->way_count == 0)
        return SOW_OK;
    const struct sow_sweep_way *way = &plan->ways[sow_sweep_plan_way(plan, task)];
    for (size_t i = 0; i < way->set_count && status == SOW_OK; i++) {
        struct sow_option *option;
        if (strcmp(way->sets[i].name, "operands") != 0)
            status =
                set_option(reading, way->sets[i].name,
                           sow_sweep_plan_set(plan, task, &way->sets[i]), &option, err);
    }
    return status;
}

/* Sets all options of the task's command: first the defaults, then the values of
   @p task. Returns SOW_USAGE for an unknown option, a bad value or a wrong number of
   operands; SOW_NO_MEMORY. */
static enum sow_status read_anew(struct reading *reading, const struct sow_sweep *sweep,
                                 size_t task, struct sow_err *err)
{
    struct sow_cli *cli = &reading->cli;
    const struct sow_sweep_plan *plan = &sweep->plan;
    forget(reading);
    cli->command = sow_sweep_command(sweep, task);
    reading->typed = sow_options_new(cli->command);
    if (reading->typed == NULL)
        return sow_err_no_memory(err);
    sow_options_list(cli->command, reading->typed, &cli->common, &reading->list);
    sow_options_defaults(&reading->list, &cli->common);
    for (size_t i = 0; i < reading->list.count; i++)
        reading->list.row[i].given = false;
    cli->options = &reading->list;
    enum sow_status status = sow_err_blame(
        err, sow_sweep_plan_operands(plan, task, &reading->operands, err), "operands");
    if (status == SOW_OK)
        status = set_way(reading, plan, task, err);
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++) {
        reading->option[i] = NULL;
        if (sow_sweep_plan_is_option(plan, i))
            status =
                set_option(reading, plan->lists[i].name,
                           sow_sweep_plan_value(plan, task, i), &reading->option[i], err);
    }
    share_common(reading, plan);
    cli->operands = reading->operands.word;
    struct sow_cli_call call = {.operands = reading->operands.word,
                                .count = reading->operands.count};
    return status == SOW_OK
               ? sow_err_blame(err, sow_cli_call_check(cli, &call, err), "operands")
               : status;
}

/* Returns true if setting the option replaces its old value and changes nothing else.
   Returns false for a value that owns memory, and for rule settings, which are collected
   in one text. */
static bool is_plain(const struct reading *reading, const struct sow_option *option)
{
    bool rule = option->base == &reading->cli.common &&
                option->param->offset == offsetof(struct sow_common, overrides);
    return option->param->type->release == NULL && !rule;
}

/* Returns true if options of the task's way depend on the value of a list. */
static bool chooses(const struct sow_sweep_plan *plan, size_t task, const char *list)
{
    const struct sow_sweep_way *way =
        plan->way_count > 0 ? &plan->ways[sow_sweep_plan_way(plan, task)] : NULL;
    for (size_t i = 0; way != NULL && i < way->set_count; i++)
        if (way->sets[i].by != NULL && strcmp(way->sets[i].by, list) == 0)
            return true;
    return false;
}

/* Sets only the values in which @p task differs from the latest task. Does nothing and
   sets @p done to false if this is not enough. Sets @p seed_only to true if at most the
   random seed differs. Returns SOW_USAGE for a bad value. */
static enum sow_status read_changes(struct reading *reading,
                                    const struct sow_sweep_plan *plan, size_t task,
                                    bool *done, bool *seed_only, struct sow_err *err)
{
    bool changed[SOW_SWEEP_LISTS_MAX] = {false};
    *done = reading->task != 0;
    *seed_only = *done;
    for (size_t i = 0; i < plan->list_count && *done; i++) {
        changed[i] = sow_sweep_plan_value(plan, task, i) !=
                     sow_sweep_plan_value(plan, reading->task, i);
        if (!changed[i])
            continue;
        const struct sow_option *option = reading->option[i];
        *done = option != NULL && is_plain(reading, option) &&
                !chooses(plan, task, plan->lists[i].name);
        *seed_only = *seed_only && *done && strcmp(option->name, "--seed") == 0;
    }
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->list_count && *done && status == SOW_OK; i++) {
        if (!changed[i])
            continue;
        reading->option[i]->given = false;
        status =
            sow_options_set(reading->option[i], sow_sweep_plan_value(plan, task, i), err);
    }
    return status;
}

/* Sets the options to the values of @p task. Sets @p seed_only to true if the task
   before was the same but for the random seed. Fails as read_changes and read_anew; the
   next task is then read anew. */
static enum sow_status read_task(struct reading *reading, const struct sow_sweep *sweep,
                                 size_t task, bool *seed_only, struct sow_err *err)
{
    bool done;
    enum sow_status status =
        read_changes(reading, &sweep->plan, task, &done, seed_only, err);
    if (!done)
        status = read_anew(reading, sweep, task, err);
    /* After a failure the options belong to no task. */
    reading->task = status == SOW_OK ? task : 0;
    return status;
}

/* ---- A task as a request ---- */

/* A task, from which its request borrows. It owns the options and the report in
   `asked`. */
struct task {
    const struct sow_command *command;
    /* The request borrows it: the options are read for the next task meanwhile. */
    char label[SOW_CLI_LABEL_MAX + 1];
    void *options;
    struct sow_cli_asked asked;
};

/* Frees a task; NULL is allowed. It is the `drop` of a sweep's reader. */
static void drop_task(void *made)
{
    struct task *task = made;
    if (task == NULL)
        return;
    sow_report_free(task->asked.answer);
    sow_options_free(task->command, task->options);
    free(task);
}

/* Sets reading->variant to the variant of the options. Loads nothing if it is that of
   the task before. Fails like sow_cli_variant. */
static enum sow_status load_variant(struct reading *reading, struct sow_err *err)
{
    const struct sow_common *common = &reading->cli.common;
    if (reading->named[0] != '\0' && strcmp(reading->named, common->variant) == 0 &&
        strcmp(reading->overrides.lines, common->overrides.lines) == 0)
        return SOW_OK;
    reading->named[0] = '\0';
    enum sow_status status = sow_cli_variant(&reading->cli, &reading->variant, err);
    if (status != SOW_OK)
        return status;
    memcpy(reading->named, common->variant, sizeof reading->named);
    reading->overrides = common->overrides;
    return SOW_OK;
}

/* Turns the options that were read into those that a run records, in @p task. Returns
   SOW_USAGE or SOW_BAD_DATA if the run is not possible. */
static enum sow_status take_task(struct reading *reading, struct task *task,
                                 struct sow_err *err)
{
    const struct sow_run_kind *kind = task->command->kind;
    struct sow_words words = {.count = reading->operands.count,
                              .words = reading->operands.word};
    bool game;
    enum sow_status status = sow_params_copy(kind->groups, reading->typed, task->options,
                                             kind->options_size, err);
    if (status == SOW_OK)
        status = sow_cli_asks_game(&reading->cli, task->options, &game, err);
    if (status == SOW_OK && game) {
        status = load_variant(reading, err);
        task->asked.variant = reading->variant;
        words.game = &task->asked.variant;
    }
    return status == SOW_OK
               ? sow_cli_take(&reading->cli, task->options, &words, &task->asked, err)
               : status;
}

/* Refuses options that a command line may have, but not a task. These are options
   without effect, of a changing meaning, without a stored run, or for several runs.
   Returns SOW_USAGE for such options. */
static enum sow_status refuse_task(const struct task *task, struct sow_err *err)
{
    const struct sow_run_kind *kind = task->command->kind;
    enum sow_status status =
        sow_param_refuse_idle(kind->groups, kind->needs, task->options, err);
    if (status != SOW_OK)
        return status;
    if (kind->refuse_in_plan != NULL)
        status = kind->refuse_in_plan(task->options, err);
    if (status != SOW_OK)
        return status;
    if (task->asked.answer != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "with these options '%s' stores no run: leave them out",
                           task->command->name);
    if (kind->runs == NULL || kind->runs(task->options) <= 1)
        return SOW_OK;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "a task is one run: instead of '--runs' write a list of "
                    "random seeds (seed = 1..%d)",
                    kind->runs(task->options)),
        "runs");
}

/* Makes a task of the options that were read. The caller drops @p made, also after a
   failure. Returns SOW_NO_MEMORY, or as take_task and refuse_task. */
static enum sow_status make_task(struct reading *reading, struct task **made,
                                 struct sow_err *err)
{
    struct task *task = *made = calloc(1, sizeof *task);
    if (task == NULL)
        return sow_err_no_memory(err);
    task->command = reading->cli.command;
    memcpy(task->label, reading->cli.common.label, sizeof task->label);
    task->options = sow_options_new(task->command);
    if (task->options == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = take_task(reading, task, err);
    return status == SOW_OK ? refuse_task(task, err) : status;
}

/* Returns the 64-bit FNV-1a hash of a text, continued from the hash @p hash. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* Continues @p mark with the options of a task that stored runs turn into recorded ones.
   Fails with SOW_NO_MEMORY. */
static enum sow_status mark_found(const struct task *task, uint64_t *mark,
                                  struct sow_err *err)
{
    const struct sow_param_table *table = task->command->kind->find_by;
    for (size_t i = 0; table != NULL && i < table->count; i++) {
        char *value = sow_param_get(&table->rows[i], task->options);
        if (value == NULL)
            return sow_err_no_memory(err);
        *mark = hash_text(hash_text(*mark, " "), value);
        free(value);
    }
    return SOW_OK;
}

/* Sets @p mark to a hash of what the run of a task would record, except its random seed.
   Fails with SOW_NO_MEMORY. */
static enum sow_status mark_task(const struct task *task, uint64_t *mark,
                                 struct sow_err *err)
{
    const struct sow_run_kind *kind = task->command->kind;
    bool game = task->asked.has_game;
    char *settings = sow_run_params_write(kind->groups, task->options);
    char *rules = game ? sow_variant_rules_text(&task->asked.variant.rules) : strdup("");
    bool enough = settings != NULL && rules != NULL;
    if (enough) {
        *mark = hash_text(UINT64_C(0xcbf29ce484222325), kind->name);
        *mark = hash_text(*mark, game ? task->asked.variant.name : "");
        *mark = hash_text(hash_text(*mark, rules), settings);
    }
    free(settings);
    free(rules);
    return enough ? mark_found(task, mark, err) : sow_err_no_memory(err);
}

/* Checks the list of variants of a task, if it has one: the run resolves it later. Fails
   as sow_variant_choice_resolve, with the option at fault. */
static enum sow_status check_variants(const struct task *task, struct sow_err *err)
{
    const struct sow_variant_set *set = sow_param_of_type(
        task->command->kind->groups, &sow_param_variants, task->options);
    if (set == NULL || set->count > 0 || sow_variant_set_is_empty(set))
        return SOW_OK;
    /* The option is a part of a choice. */
    const char *at = (const char *)set - offsetof(struct sow_variant_choice, set);
    struct sow_variant_choice choice =
        *(const struct sow_variant_choice *)(const void *)at;
    choice.set = (struct sow_variant_set){.text = strdup(set->text)};
    enum sow_status status =
        choice.set.text != NULL
            ? sow_err_blame(err, sow_variant_choice_resolve(&choice, err), "variants")
            : sow_err_no_memory(err);
    sow_variant_set_release(&choice.set);
    return status;
}

/* Checks that task @p number is a possible run. Checks only the random seed if the task
   before was the same but for it. Sets @p mark to a hash of all that its run would
   record. Fails as read_task and make_task. It is the `check` of a sweep's reader. */
static enum sow_status check_task(const struct sow_sweep *sweep, size_t number,
                                  uint64_t *mark, struct sow_err *err)
{
    struct reading *reading = sweep->context;
    bool was_right = reading->checked != 0 && reading->checked == reading->task;
    bool seed_only;
    enum sow_status status = read_task(reading, sweep, number, &seed_only, err);
    /* No other option depends on the random seed. */
    if (status == SOW_OK && !(was_right && seed_only)) {
        struct task *task = NULL;
        status = make_task(reading, &task, err);
        if (status == SOW_OK)
            status = check_variants(task, err);
        if (status == SOW_OK)
            status = mark_task(task, &reading->mark, err);
        drop_task(task);
    }
    reading->checked = status == SOW_OK ? number : 0;
    char seed[24];
    (void)snprintf(seed, sizeof seed, " %" PRIu64, reading->cli.common.seed);
    *mark = hash_text(reading->mark, seed);
    return status;
}

/* Makes the request of task @p number. The request borrows from @p made, which is also
   set after a failure and which drop_task frees. Fails as read_task, make_task and
   sow_cli_request. It is the `resolve` of a sweep's reader. */
static enum sow_status resolve_task(const struct sow_sweep *sweep, size_t number,
                                    struct sow_store *store,
                                    struct sow_run_request *request, void **made,
                                    struct sow_err *err)
{
    struct reading *reading = sweep->context;
    struct task *task = NULL;
    bool seed_only;
    enum sow_status status = read_task(reading, sweep, number, &seed_only, err);
    if (status == SOW_OK)
        status = make_task(reading, &task, err);
    *made = task;
    if (status == SOW_OK)
        status = sow_cli_request(&reading->cli, store, &task->asked, request, err);
    if (status == SOW_OK)
        request->label = task->label;
    return status;
}

/* Reports on stderr a fault that does not end the sweep. It is the `complain` of a
   sweep's reader. */
static void complain(const struct sow_sweep *sweep, const struct sow_err *err)
{
    const struct reading *reading = sweep->context;
    sow_cli_complain(reading->own, err);
}

/* ---- The plan ---- */

/* Refuses values of a list for an option that says how runs are made, stored or shown.
   Returns SOW_BAD_DATA with the line of the plan. */
static enum sow_status refuse_common(const struct sow_sweep_plan *plan,
                                     const struct sow_sweep_list *list,
                                     struct sow_err *err)
{
    static const unsigned ALLOWED =
        SOW_TAKES_GAME | SOW_TAKES_SOLVED_RULES | SOW_TAKES_SEED;
    const char *name = list->name;
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        if ((group->takes & ALLOWED) == 0 && sow_param_find(&group->table, name) != NULL)
            return sow_err_set(
                err, SOW_BAD_DATA, "%s:%d: '%s' is the same for all tasks; %s",
                plan->path, list->line, name,
                strcmp(name, "label") == 0 ? "write it in [sweep]"
                                           : "give it on the command line of the sweep");
    return SOW_OK;
}

enum sow_status sow_cli_tasks_begin(const struct sow_cli *cli, struct sow_sweep *sweep,
                                    struct sow_err *err)
{
    static const struct sow_sweep_reader READER = {check_task, resolve_task, drop_task,
                                                   complain};
    const struct sow_sweep_plan *plan = &sweep->plan;
    enum sow_status status = sow_sweep_find_commands(sweep, err);
    for (size_t i = 0; i < plan->list_count && status == SOW_OK; i++)
        status = refuse_common(plan, &plan->lists[i], err);
    for (size_t i = 0; i < plan->way_count; i++)
        for (size_t k = 0; k < plan->ways[i].set_count && status == SOW_OK; k++)
            status = refuse_common(plan, &plan->ways[i].sets[k], err);
    if (status != SOW_OK)
        return status;
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL)
        return sow_err_no_memory(err);
    reading->own = cli;
    reading->cli = *cli;
    reading->cli.command = sweep->commands[0];
    reading->cli.format = SOW_FORMAT_TEXT;
    reading->cli.with.progress = NULL;
    sweep->with = cli->with;
    sweep->reader = &READER;
    sweep->context = reading;
    return SOW_OK;
}

void sow_cli_tasks_end(struct sow_sweep *sweep)
{
    struct reading *reading = sweep->context;
    if (reading != NULL)
        forget(reading);
    free(reading);
    sweep->context = NULL;
}

sow_sweep_make_fn *sow_cli_tasks_maker(const struct sow_cli *cli)
{
    return cli->host != NULL ? cli->host->make : sow_sweep_make;
}
