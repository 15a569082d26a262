/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_import.h"

#include "cli_query.h"
#include "sow/base/array.h"
#include "sow/support/progress.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void sow_cli_import_begin(struct sow_cli_intake *intake)
{
    static const char *const COLUMNS[] = {"run_id", "file", "run_there", "verdict",
                                          "reason"};
    sow_report_table(intake->report, "imported", COLUMNS,
                     sizeof COLUMNS / sizeof COLUMNS[0]);
}

/* Adds a line to the report, for the database at `path`. The run has the number @p id
   here and @p there in the other database; 0 is unknown. The text @p verdict is one word
   or two. A refusal has a @p reason, which is else NULL. */
static void add_line(struct sow_cli_intake *intake, int64_t id, int64_t there,
                     const char *verdict, const char *reason)
{
    struct sow_report *report = intake->report;
    intake->lines++;
    if (id != 0)
        sow_report_int(report, NULL, id);
    else
        sow_report_null(report, NULL);
    sow_report_text(report, NULL, intake->path);
    if (there != 0)
        sow_report_int(report, NULL, there);
    else
        sow_report_null(report, NULL);
    sow_report_text(report, NULL, verdict);
    if (reason != NULL)
        sow_report_text(report, NULL, reason);
    else
        sow_report_null(report, NULL);
}

/* Reads run numbers and ranges separated by commas and sorts them. Returns SOW_USAGE for
   a bad number, or SOW_NO_MEMORY. The caller frees ids->id, also after a failure. */
static enum sow_status parse_ids(const char *text, struct sow_cli_ids *ids,
                                 struct sow_err *err)
{
    char copy[SOW_CLI_PATH_MAX + 1];
    char *words[SOW_CLI_PATH_MAX / 2 + 1];
    int count = 0;
    (void)snprintf(copy, sizeof copy, "%s", text);
    char *rest = copy;
    for (char *word; (word = strsep(&rest, ",")) != NULL &&
                     count < (int)(sizeof words / sizeof words[0]);)
        words[count++] = word;
    enum sow_status status = sow_cli_ids_read(count, words, ids, err);
    if (status == SOW_OK)
        qsort(ids->id, ids->count, sizeof ids->id[0], sow_compare_integers);
    return status;
}

/* Lists the runs of @p from to import: with `many` the finished ones, whose others are
   counted in `unfinished`; else those named in `runs`, or all. Returns SOW_NOT_FOUND if
   a named run is missing. The caller frees ids->id, also after a failure. */
static enum sow_status choose_runs(struct sow_cli_intake *intake, struct sow_store *from,
                                   struct sow_cli_ids *ids, struct sow_err *err)
{
    enum sow_status status;
    if (intake->many) {
        size_t all = 0;
        status = sow_store_find_runs(from, NULL, NULL, &ids->id, &all, err);
        free(ids->id);
        ids->id = NULL;
        if (status == SOW_OK)
            status = sow_store_find_runs(from, NULL, "done", &ids->id, &ids->count, err);
        intake->unfinished += all - ids->count;
        return status;
    }
    if (intake->runs[0] == '\0')
        return sow_store_find_runs(from, NULL, NULL, &ids->id, &ids->count, err);
    status = parse_ids(intake->runs, ids, err);
    for (size_t i = 0; i < ids->count && status == SOW_OK; i++)
        status = sow_store_require_run(from, ids->id[i], err);
    return status;
}

/* Counts a refusal and reports it: of run @p id, or of the whole database for 0. It is a
   line of the report, or with `many` a message on stderr. A refusal does not end the
   command, so that other runs are still imported. */
static void refuse(struct sow_cli_intake *intake, int64_t id, struct sow_err *err)
{
    intake->refused++;
    if (!intake->many) {
        add_line(intake, 0, id, "refused", err->text);
        return;
    }
    (void)sow_err_prefix(err, "refused: %s", intake->path);
    sow_cli_complain(intake->cli, err);
}

/* Imports run @p id of @p from and counts it. A refused run is reported (refuse) and
   counts as success. Other failures are those of sow_store_copy. */
static enum sow_status import_one(struct sow_cli_intake *intake, struct sow_store *from,
                                  int64_t id, struct sow_err *err)
{
    struct sow_copied copied;
    enum sow_status status = sow_store_copy(intake->store, from, id, &copied, err);
    if (status == SOW_BAD_DATA) {
        refuse(intake, id, err);
        return SOW_OK;
    }
    if (status != SOW_OK)
        return status;
    intake->imported += copied.added;
    intake->known += !copied.added;
    intake->strengths += (size_t)copied.strengths;
    if (!intake->many)
        add_line(intake, copied.id, id,
                 copied.added           ? "imported"
                 : copied.strengths > 0 ? "strengths added"
                                        : "already here",
                 NULL);
    return SOW_OK;
}

enum sow_status sow_cli_import_file(struct sow_cli_intake *intake, struct sow_err *err)
{
    struct sow_store *from = NULL;
    struct sow_cli_ids ids = {.id = NULL};
    enum sow_status status = sow_store_open(intake->path, SOW_STORE_GUEST, &from, err);
    if (intake->many && (status == SOW_BAD_DATA || status == SOW_IO)) {
        refuse(intake, 0, err);
        return SOW_OK;
    }
    if (status == SOW_OK) {
        sow_store_watch(from, intake->cli->with.stop);
        status = choose_runs(intake, from, &ids, err);
    }
    sow_progress_begin(intake->cli->with.progress, ids.count, "runs");
    for (size_t i = 0; i < ids.count && status == SOW_OK; i++) {
        status = import_one(intake, from, ids.id[i], err);
        sow_progress_advance(intake->cli->with.progress, 1, NULL);
    }
    sow_progress_end(intake->cli->with.progress);
    sow_store_close(from);
    free(ids.id);
    return status;
}

/* --- a folder --- */

/* Returns nonzero if a file name ends in .db. It is a filter of scandir. */
static int is_database(const struct dirent *entry)
{
    const char *point = strrchr(entry->d_name, '.');
    return point != NULL && strcmp(point, ".db") == 0;
}

/* Returns true if two paths lead to the same file. Returns false if one of them is
   missing. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat first;
    struct stat second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

enum sow_status sow_cli_import_folder(struct sow_cli_intake *intake, const char *folder,
                                      size_t *files, struct sow_err *err)
{
    struct dirent **entries = NULL;
    char path[2 * SOW_CLI_PATH_MAX];
    int count = scandir(folder, &entries, is_database, versionsort);
    if (count < 0)
        return sow_err_set(err, SOW_IO, "the folder '%s' cannot be read: %s", folder,
                           strerror(errno));
    enum sow_status status = SOW_OK;
    for (int i = 0; i < count; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        free(entries[i]);
        if (status != SOW_OK || is_same_file(path, sow_store_path(intake->store)))
            continue;
        ++*files;
        intake->path = path;
        status = sow_cli_import_file(intake, err);
    }
    free(entries);
    if (status == SOW_OK && *files == 0)
        status = sow_err_set(err, SOW_NOT_FOUND,
                             "there is no database (*.db) in '%s': name the folder of "
                             "'--into'",
                             folder);
    return status;
}
