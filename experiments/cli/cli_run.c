/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"

#include "sow/base/text.h"
#include "sow/heuristics/batch.h"
#include "sow/matches/openings.h"
#include "sow/queries/query.h"
#include "sow/variants/variant_set.h"

#include <stdlib.h>
#include <string.h>

enum sow_status sow_cli_store(const struct sow_cli *cli, struct sow_store **store,
                              struct sow_err *err)
{
    return sow_store_open(cli->common.db, SOW_STORE_WRITE, store, err);
}

/* Opened for reading first: that refuses a file which does not exist, where opening for
   writing would make it. */
enum sow_status sow_cli_existing_store(const struct sow_cli *cli,
                                       struct sow_store **store, struct sow_err *err)
{
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, store, err);
    if (status != SOW_OK)
        return status;
    sow_store_close(*store);
    *store = NULL;
    return sow_store_open(cli->common.db, SOW_STORE_WRITE, store, err);
}

/* The run of "run:ID" or "run:ID@N"; 0 if the word is another player. */
static int64_t run_named(const char *word)
{
    static const char PREFIX[] = "run:";
    char prefix[sizeof PREFIX];
    char number[24];
    int64_t id;
    (void)snprintf(prefix, sizeof prefix, "%s", word);
    if (!sow_text_same(prefix, PREFIX))
        return 0;
    word += strlen(PREFIX);
    (void)snprintf(number, sizeof number, "%.*s", (int)strcspn(word, "@"), word);
    return sow_text_to_int(number, &id) && id > 0 ? id : 0;
}

/* Was a run made by the rules of this one, or by those of several games with its own? */
static bool is_at_home(const struct sow_run_row *row, const struct sow_run *run)
{
    struct sow_variant home;
    if (strchr(row->variant, ',') != NULL)
        return strstr(row->variant, run->variant) != NULL;
    if (sow_variant_read_text(row->rules, row->variant, &home, NULL) != SOW_OK)
        return true;
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (!sow_param_equal(&sow_rules_table.rows[i], &home.rules, run->rules))
            return false;
    return true;
}

/* Whether the command line can choose one game. */
static bool chooses_game(const struct sow_command *command)
{
    if ((command->takes & SOW_TAKES_RULES) != 0)
        return true;
    const struct sow_param_group *group = command->kind->groups;
    while (group->table != NULL && sow_param_find(group->table, "variant") == NULL)
        group++;
    return group->table != NULL;
}

/* Which of the players named (run:ID) were made by other rules than those they are to
   play by. A run that is not there is no concern of it. */
static void note_homes(const struct sow_cli *cli, const struct sow_run *run)
{
    bool several = strchr(run->variant, ',') != NULL;
    for (char *const *word = cli->operands; *word != NULL && !several; word++) {
        struct sow_run_row row;
        int64_t id = run_named(*word);
        if (id == 0 || sow_store_read_run(run->source, id, &row, NULL) != SOW_OK)
            continue;
        if (!is_at_home(&row, run))
            sow_cli_note(cli,
                         "'%s' was made by the rules of %s and plays %s here; --variant "
                         "chooses the game",
                         *word, row.variant, run->variant);
        sow_run_row_release(&row);
    }
}

/* A kernel that passes a variant over leaves it to the plain one. */
static void note_slow(const struct sow_cli *cli, const struct sow_variant_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        struct sow_batch batch = {.rules = &set->variants[i].rules,
                                  .kernel = cli->common.kernel};
        struct sow_kernel_choice choice = sow_kernel_choose(&batch);
        if (choice.passed_over != NULL)
            sow_cli_note(cli, "%s is played by the plain kernel, which takes longer: %s",
                         set->variants[i].name, choice.reason);
    }
}

/* True if the same command line without --db would find the database. */
static bool is_default(const char *path)
{
    const char *named = getenv("SOWLAB_DB");
    return strcmp(path, named != NULL && named[0] != '\0' ? named : "sowlab.db") == 0;
}

enum sow_status sow_cli_interrupted(const struct sow_cli *cli, int64_t id,
                                    struct sow_err *err)
{
    const char *path = cli->common.db;
    bool plain = is_default(path);
    return sow_err_set(err, SOW_INTERRUPTED,
                       "interrupted; what run %lld had finished is kept, go on with: "
                       "sowlab resume %lld%s%s%s",
                       (long long)id, (long long)id, plain ? "" : " --db '",
                       plain ? "" : path, plain ? "" : "'");
}

static void note_openings(const struct sow_run_request *request, const void *options)
{
    const struct sow_param_group *groups = request->kind->groups;
    const int *asked =
        sow_param_of_type(groups, &sow_param_random_plies, request->options);
    const int *made = sow_param_of_type(groups, &sow_param_random_plies, options);
    if (asked != NULL && *asked == SOW_RANDOM_PLIES_ASKED && *made > 0)
        sow_cli_note(request->context,
                     "every game opens with %d moves at random: from the ordinary start "
                     "players named here repeat a few games, and copies say nothing new "
                     "(--random-plies 0 plays them all the same)",
                     *made);
}

/* What the person at the keyboard may want to know before a run begins. */
static void note_all(const struct sow_run_request *request, const struct sow_run *run,
                     const void *options)
{
    const struct sow_cli *cli = request->context;
    if (chooses_game(cli->command))
        note_homes(cli, run);
    if (run->kind->design != NULL && request->rules == NULL)
        note_slow(cli,
                  sow_param_of_type(run->kind->groups, &sow_param_variants, options));
    note_openings(request, options);
}

enum sow_status sow_cli_execute(const struct sow_cli *cli, struct sow_store *store,
                                const struct sow_run_request *request, int64_t *id,
                                struct sow_err *err)
{
    struct sow_run_request noted = *request;
    noted.prepared = note_all;
    noted.context = cli;
    enum sow_status status = sow_run_execute(store, &noted, id, err);
    if (status == SOW_INTERRUPTED && *id != 0)
        return sow_cli_interrupted(cli, *id, err);
    return status;
}

enum sow_status sow_cli_result(const struct sow_cli *cli, struct sow_store *store,
                               int64_t id, struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    enum sow_status status = SOW_NO_MEMORY;
    if (report == NULL)
        (void)sow_err_no_memory(err);
    else if (cli->format != SOW_FORMAT_TEXT)
        status = sow_query_whole_result(store, id, report, err);
    else
        status = sow_query_result(store, id, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}
