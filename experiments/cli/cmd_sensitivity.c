/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/studies/flips.h"
#include "sow/studies/sensitivity.h"

#include <string.h>

/* --- what would be done --- */

static void add_flip(struct sow_report *report, const struct sow_flip *flip)
{
    sow_report_text(report, NULL, flip->option);
    sow_report_text(report, NULL, flip->old_value);
    sow_report_text(report, NULL, flip->new_value);
    if (flip->left_out[0] != '\0')
        sow_report_text(report, NULL, flip->left_out);
    else
        sow_report_null(report, NULL);
}

static enum sow_status list_flips(const struct sow_cli *cli,
                                  const struct sow_variant *base, const char *options,
                                  struct sow_err *err)
{
    static const char *const COLUMNS[] = {"option", "old_value", "new_value", "left_out"};
    struct sow_flips flips;
    enum sow_status status = sow_flips_list(&base->rules, options, &flips, err);
    if (status != SOW_OK)
        return status;
    struct sow_report *report = sow_report_new();
    if (report == NULL) {
        sow_flips_release(&flips);
        return sow_err_no_memory(err);
    }
    sow_report_table(report, "flips", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < flips.count; i++)
        add_flip(report, &flips.flips[i]);
    status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    sow_flips_release(&flips);
    return status;
}

/* --- the run --- */

static size_t count_refits(const char *refits)
{
    size_t count = 0;
    for (; *refits != '\0'; refits++)
        count += *refits == '1';
    return count;
}

/* What takes long, and what is left out because it would. */
static void note_refits(const struct sow_cli *cli,
                        const struct sow_sensitivity_options *sensitivity)
{
    size_t all = strlen(sensitivity->refits);
    size_t refits = count_refits(sensitivity->refits);
    if (sensitivity->refit != SOW_REFIT_NONE && refits < all)
        sow_cli_note(cli,
                     "weights are evolved under %zu of %zu rules: the others are played "
                     "by the plain kernel, which takes long; --refit-slow evolves there "
                     "too",
                     refits, all);
}

enum sow_status sow_cli_run_sensitivity(struct sow_cli *cli, void *options, int argc,
                                        char **argv, struct sow_err *err)
{
    struct sow_sensitivity_options *sensitivity = options;
    struct sow_variant base;
    enum sow_status status = sow_cli_variant(cli, &base, err);
    if (status == SOW_OK && sensitivity->list)
        return list_flips(cli, &base, sensitivity->options, err);
    if (status == SOW_OK && argc == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "missing word: write 'sowlab sensitivity PLAYER', or add "
                             "--list to see the changes of the rules");
    if (status == SOW_OK)
        status = sow_study_take(options, &(struct sow_words){argc, argv}, err);
    if (status == SOW_OK)
        status = sow_sensitivity_take(sensitivity, &base, err);
    if (status != SOW_OK)
        return status;
    note_refits(cli, sensitivity);
    return sow_cli_single_run(cli, sensitivity, err);
}
