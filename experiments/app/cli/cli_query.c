/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_query.h"

#include "cli_watchdog.h"
#include "sow/base/text.h"
#include "sow/endgame/database.h"
#include "sow/players/players.h"

#include <stdlib.h>
#include <string.h>

enum sow_status sow_cli_answer(const struct sow_cli *cli, sow_cli_ask_fn *ask,
                               const void *question,
                               const struct sow_query_limits *limits, struct sow_err *err)
{
    struct sow_store *store = NULL;
    struct sow_report *report = sow_report_new();
    enum sow_status status =
        report == NULL ? sow_err_no_memory(err)
                       : sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->with.stop);
        sow_watchdog_begin(limits);
        status = ask(store, question, report, err);
        sow_watchdog_begin(NULL);
    }
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_watchdog_end();
    sow_store_close(store);
    sow_report_free(report);
    return status;
}

/* A run to show, and the function that shows it. */
struct shown {
    sow_cli_show_fn *show;
    int64_t id;
};

/* Adds all about a run to the report. It is a sow_cli_ask_fn; @p question is a struct
   shown. Fails as its `show` does. */
static enum sow_status ask_show(struct sow_store *store, const void *question,
                                struct sow_report *report, struct sow_err *err)
{
    const struct shown *shown = question;
    return shown->show(store, shown->id, report, err);
}

enum sow_status sow_cli_show(const struct sow_cli *cli, const char *word,
                             sow_cli_show_fn *show, struct sow_err *err)
{
    struct shown shown = {.show = show};
    enum sow_status status = sow_word_integer(word, "ID", 1, &shown.id, err);
    return status == SOW_OK ? sow_cli_answer(cli, ask_show, &shown, NULL, err) : status;
}

/* A run that is being exported. */
struct exporting {
    sow_cli_export_fn *write;
    struct sow_store *store;
    int64_t id;
};

/* Writes the export of a run to @p out. It is a sow_write_fn; @p context is a struct
   exporting. Fails as its `write` does. */
static enum sow_status export_to(void *context, FILE *out, struct sow_err *err)
{
    const struct exporting *exporting = context;
    return exporting->write(exporting->store, exporting->id, out, err);
}

enum sow_status sow_cli_export(const struct sow_cli *cli, const char *word,
                               sow_cli_export_fn *write, struct sow_err *err)
{
    struct exporting exporting = {.write = write};
    enum sow_status status = sow_word_integer(word, "ID", 1, &exporting.id, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &exporting.store, err);
    if (status != SOW_OK)
        return status;
    sow_store_watch(exporting.store, cli->with.stop);
    status = sow_cli_write(cli, export_to, &exporting, err);
    sow_store_close(exporting.store);
    return status;
}

/* Most runs of a range. */
enum { IDS_MAX = 10000 };

/* Adds the numbers from @p first to @p last. Fails with SOW_USAGE if there are more than
   IDS_MAX, or with SOW_NO_MEMORY. */
static enum sow_status add_ids(struct sow_cli_ids *ids, int64_t first, int64_t last,
                               struct sow_err *err)
{
    uint64_t count = (uint64_t)last - (uint64_t)first + 1;
    if (count > IDS_MAX)
        return sow_err_set(err, SOW_USAGE, "more than %d runs are named: name fewer",
                           IDS_MAX);
    int64_t *grown = realloc(ids->id, (ids->count + count) * sizeof *grown);
    if (grown == NULL)
        return sow_err_no_memory(err);
    ids->id = grown;
    for (uint64_t i = 0; i < count; i++)
        ids->id[ids->count++] = first + (int64_t)i;
    return SOW_OK;
}

enum sow_status sow_cli_ids_add(struct sow_cli_ids *ids, const char *word, size_t length,
                                struct sow_err *err)
{
    char room[64];
    int64_t first;
    int64_t last;
    (void)snprintf(room, sizeof room, "%.*s", (int)length, word);
    if (strstr(room, "..") == NULL) {
        enum sow_status status = sow_word_integer(room, "ID", 1, &first, err);
        return status == SOW_OK ? add_ids(ids, first, first, err) : status;
    }
    if (!sow_text_to_range(room, &first, &last) || first < 1 || last < first)
        return sow_err_set(err, SOW_USAGE,
                           "'%.*s' is not a range of runs: write the smaller number "
                           "first, as in 1..20",
                           (int)length, word);
    return add_ids(ids, first, last, err);
}

enum sow_status sow_cli_ids_read(int argc, char **argv, struct sow_cli_ids *ids,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *ids = (struct sow_cli_ids){.id = NULL};
    for (int i = 0; status == SOW_OK && i < argc; i++)
        status = sow_cli_ids_add(ids, argv[i], strlen(argv[i]), err);
    return status;
}

bool sow_cli_stored_read(const char *word, struct sow_cli_stored *stored)
{
    char number[24];
    bool prefixed = strncmp(word, "run:", 4) == 0;
    const char *id = prefixed ? word + 4 : word;
    const char *at = strchr(id, '@');
    stored->generation = -1;
    if (at != NULL && (!prefixed || !sow_text_to_int(at + 1, &stored->generation) ||
                       stored->generation < 0 || stored->generation > INT32_MAX))
        return false;
    (void)snprintf(number, sizeof number, "%.*s",
                   at != NULL ? (int)(at - id) : (int)strlen(id), id);
    return sow_text_to_int(number, &stored->id) && stored->id >= 1;
}

enum sow_status sow_cli_player(const struct sow_cli *cli, const char *spec,
                               struct sow_agent *agent, struct sow_err *err)
{
    struct sow_store *store = NULL;
    enum sow_status status = SOW_OK;
    if (strstr(spec, "run:") == NULL) {
        status = sow_agent_parse(spec, NULL, agent, err);
        return status != SOW_OK || agent->kind != SOW_AGENT_OUTSIDE ||
                       agent->outside.way == SOW_OUTSIDE_EXEC
                   ? status
                   : sow_err_set(err, SOW_USAGE,
                                 "player '%.100s' cannot play here: outside programs "
                                 "play only in 'match' and 'tournament'",
                                 spec);
    }
    status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = sow_players_parse(store, spec, agent, err);
    sow_store_close(store);
    return status;
}

enum sow_status sow_cli_position(const char *text, const struct sow_rules *rules,
                                 struct sow_board *board, struct sow_err *err)
{
    *board = rules->start;
    if (text[0] == '\0' ||
        sow_board_parse(text, rules->pits, (enum sow_direction)rules->direction, board,
                        err) == SOW_OK)
        return SOW_OK;
    (void)sow_err_prefix(err, "'--position'");
    return SOW_USAGE;
}

void sow_cli_report_position(struct sow_report *report, const char *key,
                             const struct sow_rules *rules, const struct sow_board *board)
{
    char text[SOW_POSITION_MAX];
    sow_report_text(
        report, key,
        sow_board_format(board, rules->pits, (enum sow_direction)rules->direction, text));
}

enum sow_status sow_cli_exact_open(const struct sow_cli *cli, const char *position,
                                   const char *endgame, struct sow_cli_exact *exact,
                                   struct sow_err *err)
{
    const struct sow_rules *rules = &exact->variant.rules;
    exact->endgame = NULL;
    exact->report = NULL;
    enum sow_status status = sow_cli_variant(cli, &exact->variant, err);
    if (status == SOW_OK)
        status = sow_cli_position(position, rules, &exact->board, err);
    if (status == SOW_OK && endgame[0] != '\0')
        status = sow_endgame_open(endgame, rules, &exact->endgame, err);
    if (status == SOW_OK)
        exact->report = sow_report_new();
    return status == SOW_OK && exact->report == NULL ? sow_err_no_memory(err) : status;
}

enum sow_status sow_cli_exact_close(const struct sow_cli *cli,
                                    struct sow_cli_exact *exact, enum sow_status status,
                                    struct sow_err *err)
{
    if (exact->report != NULL && (status == SOW_OK || status == SOW_INTERRUPTED))
        status = sow_endgame_check_files(err) == SOW_OK
                     ? sow_cli_conclude(cli, exact->report, status, err)
                     : err->status;
    sow_report_free(exact->report);
    sow_endgame_close(exact->endgame);
    return status;
}
