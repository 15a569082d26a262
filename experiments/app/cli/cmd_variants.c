/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands variants list, show, check and diff. */
#include "sow/base/text.h"
#include "sow/cli/commands.h"
#include "sow/support/visible.h"

#include <stdlib.h>

/* Number of elements of an array. */
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const char SECTION[] = "Rules of the games";

/* --- list --- */

/* Carries out `variants list`: prints a row for each built-in variant. Returns
   SOW_NO_MEMORY or the failure of printing. */
static enum sow_status run_list(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    static const char *const COLUMNS[] = {"name", "pits", "seeds_per_pit", "summary"};
    (void)options;
    (void)argc;
    (void)argv;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    sow_report_table(report, "variants", COLUMNS, COUNT(COLUMNS));
    for (size_t i = 0; status == SOW_OK && i < sow_variant_count(); i++) {
        struct sow_variant variant;
        status = sow_variant_builtin(sow_variant_name(i), &variant, err);
        sow_report_text(report, NULL, variant.name);
        sow_report_int(report, NULL, variant.rules.pits);
        sow_report_int(report, NULL, variant.rules.seeds);
        sow_report_text(report, NULL, variant.summary);
    }
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_variants_list = {
    .section = SECTION,
    .name = "variants list",
    .operands = "",
    .summary = "list the built-in variants",
    .examples = "sowlab variants list\n"
                "sowlab variants list --json",
    .takes = SOW_TAKES_FORMAT,
    .run = run_list,
};

/* --- show --- */

/* Adds the value of a rule to the record, as a number if it is one. */
static void report_rule(const struct sow_param *rule, const char *value,
                        struct sow_report *report)
{
    int64_t number;
    if (rule->type->is_number && sow_text_to_int(value, &number))
        sow_report_int(report, rule->name, number);
    else
        sow_report_text(report, rule->name, value);
}

/* Prints a variant as a report with one field for each rule. Returns SOW_NO_MEMORY or
   the failure of printing. */
static enum sow_status report_variant(struct sow_cli *cli,
                                      const struct sow_variant *variant,
                                      struct sow_err *err)
{
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    sow_report_record(report, "variant");
    sow_report_text(report, "name", variant->name);
    sow_report_text(report, "summary", variant->summary);
    for (size_t i = 0; status == SOW_OK && i < sow_rules_table.count; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        char *value = sow_param_get(rule, &variant->rules);
        if (value == NULL)
            status = sow_err_no_memory(err);
        else
            report_rule(rule, value, report);
        free(value);
    }
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

/* Prints a variant as a variant file to cli->out. The summary may contain control
   characters, so they are made visible. Returns SOW_NO_MEMORY. */
static enum sow_status print_variant(const struct sow_cli *cli,
                                     const struct sow_variant *variant,
                                     struct sow_err *err)
{
    char *text = sow_variant_text(variant);
    if (text == NULL)
        return sow_err_no_memory(err);
    sow_visible_write_lines(cli->out, text);
    free(text);
    return SOW_OK;
}

/* Carries out `variants show`: writes the variant of the operand as a variant file, or
   as a report if a format is given. Fails as sow_variant_load. */
static enum sow_status run_show(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)options;
    (void)argc;
    struct sow_variant variant;
    enum sow_status status = sow_variant_load(argv[0], &variant, err);
    if (status != SOW_OK)
        return status;
    if (cli->format != SOW_FORMAT_TEXT)
        return report_variant(cli, &variant, err);
    return print_variant(cli, &variant, err);
}

const struct sow_command sow_command_variants_show = {
    .section = SECTION,
    .name = "variants show",
    .operands = "NAME|FILE",
    .summary = "show all rules of a variant, in the form of a variant file",
    .examples = "sowlab variants show kalah\n"
                "sowlab variants show oware > my-oware.ini    # a start for your own",
    .details =
        "A variant file has lines 'key = value'; every key is optional. 'base = NAME' "
        "starts from a built-in variant, and the other lines change single rules.\n",
    .takes = SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_show,
};

/* --- check --- */

/* Returns the word for the status of loading a variant file: ok, unreadable, unknown or
   bad. */
static const char *verdict_on(enum sow_status status)
{
    switch ((int)status) {
    case SOW_OK:
        return "ok";
    case SOW_IO:
        return "unreadable";
    case SOW_USAGE:
        return "unknown";
    default:
        return "bad";
    }
}

/* Carries out `variants check`: prints a row for each file. Reports the faults of all
   files on stderr, the last one as the failure of the command. Returns the largest
   status. */
static enum sow_status run_check(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"file", "status"};
    (void)options;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    enum sow_status worst = SOW_OK;
    /* Status of the fault in err, which the program reports at its end. */
    enum sow_status told = SOW_OK;
    sow_report_table(report, "check", COLUMNS, COUNT(COLUMNS));
    for (int i = 0; i < argc; i++) {
        struct sow_variant variant;
        struct sow_err fault;
        enum sow_status status = sow_variant_load(argv[i], &variant, &fault);
        sow_report_text(report, NULL, argv[i]);
        sow_report_text(report, NULL, verdict_on(status));
        if (status == SOW_OK)
            continue;
        if (told != SOW_OK)
            sow_cli_complain(cli, err);
        *err = fault;
        told = status;
        worst = status > worst ? status : worst;
    }
    worst = sow_cli_conclude(cli, report, worst, err);
    sow_report_free(report);
    return worst;
}

const struct sow_command sow_command_variants_check = {
    .section = SECTION,
    .name = "variants check",
    .operands = "FILE...",
    .summary = "check variant files and list their faults",
    .examples = "sowlab variants check my-oware.ini\n"
                "sowlab variants check games/*.ini",
    .details =
        "The command lists all faults of a file with their lines. The column status has "
        "ok, bad, unreadable (the file cannot be opened or read) or unknown (neither a "
        "file nor a built-in variant). The exit status is the largest of all files.\n",
    .takes = SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_check,
};

/* --- diff --- */

/* Adds a row for each rule in which two variants differ: its name and both values.
   Returns SOW_NO_MEMORY. */
static enum sow_status add_differences(const struct sow_variant variants[2],
                                       struct sow_report *report, struct sow_err *err)
{
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        if (sow_param_equal(rule, &variants[0].rules, &variants[1].rules))
            continue;
        sow_report_text(report, NULL, rule->name);
        for (int side = 0; side < 2; side++) {
            char *value = sow_param_get(rule, &variants[side].rules);
            if (value == NULL)
                return sow_err_no_memory(err);
            sow_report_text(report, NULL, value);
            free(value);
        }
    }
    return SOW_OK;
}

/* Carries out `variants diff`: prints the rules in which two variants differ. Fails as
   sow_variant_load, or with SOW_NO_MEMORY. */
static enum sow_status run_diff(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    static const char *const COLUMNS[] = {"rule", "a", "b"};
    (void)options;
    struct sow_variant variants[2];
    struct sow_report *report = sow_report_new();
    enum sow_status status = report == NULL ? sow_err_no_memory(err) : SOW_OK;
    for (int i = 0; status == SOW_OK && i < argc; i++)
        status = sow_variant_load(argv[i], &variants[i], err);
    if (status != SOW_OK)
        goto done;
    sow_report_record(report, "variants");
    sow_report_text(report, "a", variants[0].name);
    sow_report_text(report, "b", variants[1].name);
    sow_report_table(report, "differences", COLUMNS, COUNT(COLUMNS));
    status = add_differences(variants, report, err);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
done:
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_variants_diff = {
    .section = SECTION,
    .name = "variants diff",
    .operands = "A B",
    .summary = "list the rules in which two variants differ",
    .examples = "sowlab variants diff awari erherhe\n"
                "sowlab variants diff oware my-oware.ini --csv",
    .details =
        "A and B are built-in variants or variant files. No row means that the rules "
        "are the same.\n",
    .takes = SOW_TAKES_FORMAT,
    .min_operands = 2,
    .max_operands = 2,
    .run = run_diff,
};
