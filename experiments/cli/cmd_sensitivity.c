/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_run.h"
#include "cli_study.h"
#include "sow/cli/commands.h"
#include "sow/studies/flips.h"
#include "sow/studies/sensitivity.h"

#include <string.h>

struct sensitivity_command {
    struct sow_sensitivity_options sensitivity;
    bool list;
};

static const struct sow_param ROWS[] = {
    {"list", &sow_param_flag, offsetof(struct sensitivity_command, list), 0, 0, NULL,
     "no", "show the changes of the rules, and which are left out and why; play nothing"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

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

static enum sow_status run_sensitivity(struct sow_cli *cli, void *options, int argc,
                                       char **argv, struct sow_err *err)
{
    struct sensitivity_command *command = options;
    struct sow_sensitivity_options *sensitivity = &command->sensitivity;
    struct sow_variant base;
    enum sow_status status = sow_cli_variant(cli, &base, err);
    if (status == SOW_OK && command->list)
        return list_flips(cli, &base, sensitivity->options, err);
    if (status == SOW_OK && argc == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "missing word: write 'sowlab sensitivity PLAYER', or add "
                             "--list to see the changes of the rules");
    if (status == SOW_OK)
        status = sow_player_list_take(&sensitivity->players, argc, argv, err);
    if (status == SOW_OK)
        status = sow_sensitivity_take(sensitivity, &base, err);
    if (status != SOW_OK)
        return status;
    note_refits(cli, sensitivity);
    return sow_cli_single_run(cli, &sow_sensitivity_kind, sensitivity, err);
}

const struct sow_command sow_command_sensitivity = {
    .section = "Playing",
    .name = "sensitivity",
    .operands = "[PLAYER]",
    .summary = "one rule changed at a time: strength, the first move's worth, weights",
    .examples = "sowlab sensitivity divilly2013 --variant erherhe\n"
                "sowlab sensitivity --variant kalah --list\n"
                "sowlab sensitivity run:17 --refit none --games 10000\n"
                "sowlab sensitivity divilly2013 --options number_capture,end "
                "--evolutions 20 --generations 250\n"
                "sowlab sensitivity h1 --variant awari --rule seeds=3 --json",
    .details =
        "Every option of the rules is changed in turn: words and flags to every other "
        "value, numbers and sets of counts to their neighbours. Rules that do not fit "
        "together, or mean the same game, are left out and named as such.\n"
        "'replay' has the player's score against the opponents (mean over opponents and "
        "seats), 'advantage' what moving first is worth when the player meets itself "
        "(score of who moves first, less 0.5); difference is to the unchanged rules. "
        "'refit_score' is the same score for weights evolved under those rules, the mean "
        "of --evolutions; 'duels' the best of them by that score against the player; "
        "'gain' those evolved under the changed rules against those evolved under the "
        "unchanged ones, both playing by the changed ones. 'weights' are means over "
        "--evolutions, scaled so that the greatest is 1; --json and 'runs show' have the "
        "interval of each as 'weight_intervals'. Intervals are at 95 %; p is "
        "adjusted over all changes (Holm). Only --list goes without a PLAYER.\n"
        "Erherhe takes about two minutes on two cores, with --refit none twenty seconds. "
        "The time of an evolution grows with --generations and with the square of "
        "--population.\n",
    .groups = {{&TABLE, 0, NULL},
               {&sow_sensitivity_params,
                offsetof(struct sensitivity_command, sensitivity), NULL},
               {&sow_refit_params, offsetof(struct sensitivity_command, sensitivity),
                "Refit"}},
    .options_size = sizeof(struct sensitivity_command),
    .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
    .min_operands = 0,
    .max_operands = 1,
    .run = run_sensitivity,
};
