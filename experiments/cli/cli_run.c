/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"

#include "sow/base/text.h"
#include "sow/fitting/dataset.h"
#include "sow/matches/openings.h"
#include "sow/queries/query.h"

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

/* Was the run made by these rules, or by those of several games with this one? */
static bool is_at_home(const struct sow_run_row *row, const struct sow_variant *variant)
{
    struct sow_variant home;
    if (strchr(row->variant, ',') != NULL)
        return strstr(row->variant, variant->name) != NULL;
    if (sow_variant_read_text(row->rules, row->variant, &home, NULL) != SOW_OK)
        return true;
    for (size_t i = 0; i < sow_rules_table.count; i++)
        if (!sow_param_equal(&sow_rules_table.rows[i], &home.rules, &variant->rules))
            return false;
    return true;
}

void sow_cli_note_homes(const struct sow_cli *cli, int count, char *const *words,
                        const struct sow_variant *variant)
{
    struct sow_store *store = NULL;
    for (int i = 0; i < count; i++) {
        struct sow_run_row row;
        int64_t id = run_named(words[i]);
        if (id == 0 ||
            (store == NULL &&
             sow_store_open(cli->common.db, SOW_STORE_READ, &store, NULL) != SOW_OK) ||
            sow_store_read_run(store, id, &row, NULL) != SOW_OK)
            continue;
        if (!is_at_home(&row, variant))
            sow_cli_note(cli,
                         "'%s' was made by the rules of %s and plays %s here; --variant "
                         "chooses the game",
                         words[i], row.variant, variant->name);
        sow_run_row_release(&row);
    }
    sow_store_close(store);
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

enum sow_status sow_cli_execute(const struct sow_cli *cli, struct sow_store *store,
                                const struct sow_run_request *request, int64_t *id,
                                struct sow_err *err)
{
    struct sow_run_request noted = *request;
    noted.prepared = note_openings;
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

enum sow_status sow_cli_record(const struct sow_cli *cli, const struct sow_rules *rules,
                               const char *title, const void *options,
                               struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = sow_cli_store(cli, &store, err);
    if (status != SOW_OK)
        return status;
    struct sow_run_request request;
    sow_cli_request(cli, rules, title, options, &request);
    int64_t id = 0;
    status = sow_cli_execute(cli, store, &request, &id, err);
    if (status == SOW_OK)
        status = sow_cli_result(cli, store, id, err);
    sow_store_close(store);
    return status;
}

enum sow_status sow_cli_single_run(const struct sow_cli *cli, const void *options,
                                   struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    return status == SOW_OK
               ? sow_cli_record(cli, &variant.rules, variant.name, options, err)
               : status;
}

void sow_cli_note_duplicates(const struct sow_cli *cli, int duplicates)
{
    if (duplicates == SOW_DUPLICATES_DROP)
        sow_cli_note(cli, "--duplicates drop: what a fit to these rows estimates depends "
                          "on how many there are (docs/fitting.md, \"Duplicates\")");
}
