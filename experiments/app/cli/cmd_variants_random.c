/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command variants random: new variants by random rule changes. */
#include "sow/cli/commands.h"
#include "sow/variants/random_variants.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- the options --- */

struct random_options {
    struct sow_random_options walks;
    char into[SOW_CLI_PATH_MAX + 1]; /* folder; "" = no files */
};

static const struct sow_param ROWS[] = {
    SOW_RANDOM_ROWS(offsetof(struct random_options, walks)),
    {"into", &sow_param_text, offsetof(struct random_options, into), 0, SOW_CLI_PATH_MAX,
     NULL, "",
     "new or empty folder that gets a file NAME.ini for each variant; by default none "
     "is written"},
};

static const struct sow_param_table PARAMS = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* --- files --- */

/* Returns true if a folder has entries beside "." and "..". */
static bool has_entries(DIR *folder)
{
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return true;
    return false;
}

/* Makes a folder, unless there is an empty one. Returns SOW_USAGE if it has files, SOW_IO
   if it cannot be made or read. */
static enum sow_status make_folder(const char *path, struct sow_err *err)
{
    if (mkdir(path, 0777) == 0)
        return SOW_OK;
    DIR *folder = errno == EEXIST ? opendir(path) : NULL;
    if (folder == NULL)
        return sow_err_set(err, SOW_IO, "the folder '%s' cannot be made: %s", path,
                           strerror(errno));
    bool used = has_entries(folder);
    (void)closedir(folder);
    return used ? sow_err_set(err, SOW_USAGE,
                              "the folder '%s' has files already; name a new one, or "
                              "empty it",
                              path)
                : SOW_OK;
}

/* Writes a variant file to a stream. @p context is a struct sow_variant. */
static enum sow_status write_variant(void *context, FILE *out, struct sow_err *err)
{
    char *text = sow_variant_text(context);
    if (text == NULL)
        return sow_err_no_memory(err);
    (void)fputs(text, out);
    free(text);
    return SOW_OK;
}

/* Writes a file for each variant into a folder. Returns SOW_IO, or a status of
   sow_whole_file_write. */
static enum sow_status write_files(const char *folder, const struct sow_variant_set *set,
                                   struct sow_err *err)
{
    char path[SOW_CLI_PATH_MAX + SOW_VARIANT_NAME_MAX + 8];
    enum sow_status status = make_folder(folder, err);
    for (size_t i = 0; i < set->count && status == SOW_OK; i++) {
        (void)snprintf(path, sizeof path, "%s/%s.ini", folder, set->variants[i].name);
        struct sow_whole_file file = {.path = path};
        status = sow_whole_file_write(&file, write_variant, &set->variants[i], err);
    }
    return status;
}

/* --- the report --- */

/* Reports the variants, and how many walks gave none. */
static void report_variants(const struct sow_variant_set *set,
                            const struct sow_random_walks *walks,
                            struct sow_report *report)
{
    static const char *const COLUMNS[] = {"name", "summary"};
    static const char *const REFUSED[] = {"reason", "walks"};
    const struct {
        const char *reason;
        size_t walks;
    } rows[] = {
        {"the game is there already", walks->same},
        {"no fast kernel plays the rules", walks->slow},
        {"no rule can be changed", walks->stuck},
    };
    sow_report_table(report, "refused", REFUSED, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sow_report_text(report, NULL, rows[i].reason);
        sow_report_int(report, NULL, (int64_t)rows[i].walks);
    }
    sow_report_table(report, "variants", COLUMNS, 2);
    for (size_t i = 0; i < set->count; i++) {
        sow_report_text(report, NULL, set->variants[i].name);
        sow_report_text(report, NULL, set->variants[i].summary);
    }
}

/* Carries out the command: makes variants, writes their files and reports them. */
static enum sow_status run_random(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    struct random_options *asked = options;
    struct sow_variant_set set = {.text = NULL};
    struct sow_random_walks walks;
    struct sow_report *report = sow_report_new();
    enum sow_status status = report == NULL ? sow_err_no_memory(err) : SOW_OK;
    asked->walks.seed = cli->common.seed;
    if (status == SOW_OK)
        status = sow_random_variants(&asked->walks, &set, &walks, err);
    if (status == SOW_OK && asked->into[0] != '\0')
        status = sow_err_blame(err, write_files(asked->into, &set, err), "into");
    if (status == SOW_OK) {
        report_variants(&set, &walks, report);
        status = sow_cli_print(cli, report, err);
    }
    sow_report_free(report);
    sow_variant_set_release(&set);
    return status;
}

const struct sow_command sow_command_variants_random = {
    .section = "Rules of the games",
    .name = "variants random",
    .operands = "",
    .summary = "make new variants by random changes of rules",
    .examples = "sowlab variants random --count 20 --seed 7\n"
                "sowlab variants random --from kalah --changes 1..3 --fast --into games",
    .details =
        "Lists of variants name the same games, as in 'sowlab robustness h4 --variants "
        "random:[20,seed=7]'.\n"
        "Each walk begins at a variant of --from and changes single rules, as "
        "'sensitivity' does. The rules of a new variant differ from those of --from, of "
        "all built-in variants and of the other new ones. The name and the summary say "
        "what was changed. The table 'refused' counts walks that gave no new variant.\n"
        "Lists of variants take the word random:[COUNT,seed=N,from=LIST,changes=A..B,fast=yes] "
        "for the same variants. A list of several variants in it is in brackets: "
        "from=[kalah,awari]. Runs store all rules, so nothing is drawn again.\n"
        "Without a fast kernel, games of relay sowing, captures en passant and most "
        "repetition rules are many times slower; --fast leaves such variants out.\n",
    .groups = {{.table = &PARAMS}},
    .options_size = sizeof(struct random_options),
    .takes = SOW_TAKES_SEED | SOW_TAKES_FORMAT,
    .run = run_random,
};
