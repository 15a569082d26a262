/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command features: features of positions and their groups. */
#include "sow/cli/commands.h"
#include "sow/heuristics/state_features.h"

#include <stddef.h>
#include <string.h>

/* Options of the command. */
struct features_options {
    char variant[SOW_CLI_PATH_MAX + 1]; /* variant; empty: any variant */
};

static const struct sow_param ROWS[] = {
    {"variant", &sow_param_text, offsetof(struct features_options, variant), 0,
     SOW_CLI_PATH_MAX, NULL, "",
     "variant, to show only features that make sense in it: a name of 'sowlab "
     "variants list', or a variant file"},
};

static const struct sow_param_table PARAMS = {ROWS, 1};

/* Writes the names of a feature's groups to @p text, separated by commas. Omits "all",
   to which every feature belongs. Returns @p text. */
static const char *groups_of(int feature, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++)
        if (group->bits != ~0U &&
            (group->bits & sow_state_features.rows[feature].groups) != 0)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       length > 0 ? "," : "", group->name);
    return text;
}

/* Reports the table `groups`: names and meanings of the groups of features. */
static void report_groups(struct sow_report *report)
{
    static const char *const COLUMNS[] = {"group", "meaning"};
    sow_report_table(report, "groups", COLUMNS, 2);
    for (const struct sow_feature_group *group = sow_feature_groups; group->name != NULL;
         group++) {
        sow_report_text(report, NULL, group->name);
        sow_report_text(report, NULL, group->meaning);
    }
}

/* Adds a feature as a row of the table `features`. Without rules its range is that of all
   rules, and it has no twin. */
static void report_feature(int feature, const struct sow_rules *rules,
                           struct sow_report *report)
{
    const struct sow_state_feature *row = &sow_state_features.rows[feature];
    int least;
    int most;
    char groups[128];
    sow_state_feature_range(feature, rules, &least, &most);
    sow_report_text(report, NULL, row->name);
    sow_report_text(report, NULL, row->meaning);
    sow_report_int(report, NULL, least);
    sow_report_int(report, NULL, most);
    sow_report_text(report, NULL, groups_of(feature, groups, sizeof groups));
    int twin = rules != NULL ? sow_state_feature_twin(feature, rules) : feature;
    if (twin != feature)
        sow_report_text(report, NULL, sow_state_features.rows[twin].name);
    else
        sow_report_null(report, NULL);
    sow_report_text(report, NULL, row->source);
}

/* Begins the table `features`. */
static void start_features(struct sow_report *report)
{
    static const char *const COLUMNS[] = {"feature", "meaning", "least", "most",
                                          "groups",  "twin",    "source"};
    sow_report_table(report, "features", COLUMNS, 7);
}

/* Reports the groups, and the features that make sense under @p rules; NULL means any
   rules. */
static void report_all(const struct sow_rules *rules, struct sow_report *report)
{
    report_groups(report);
    start_features(report);
    for (int i = 0; i < sow_state_features.count; i++)
        if (rules == NULL || sow_state_feature_refusal(i, rules) == NULL)
            report_feature(i, rules, report);
}

/* Reports the features of a list, in its order. Returns SOW_USAGE without rules, or the
   failure of the list. */
static enum sow_status report_list(const char *list, const struct sow_rules *rules,
                                   struct sow_report *report, struct sow_err *err)
{
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    if (rules == NULL)
        return sow_err_set(
            err, SOW_USAGE,
            "a list of features depends on the variant: add --variant NAME");
    enum sow_status status = sow_state_feature_list(list, rules, features, &count, err);
    if (status != SOW_OK)
        return status;
    start_features(report);
    for (int i = 0; i < count; i++)
        report_feature(features[i], rules, report);
    return SOW_OK;
}

/* Carries out `features`: reports the features of the operand LIST, or all without it.
   Fails as sow_variant_load and report_list. */
static enum sow_status run_features(struct sow_cli *cli, void *options, int argc,
                                    char **argv, struct sow_err *err)
{
    const struct features_options *asked = options;
    struct sow_variant variant;
    const struct sow_rules *rules = NULL;
    enum sow_status status = SOW_OK;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    if (asked->variant[0] != '\0') {
        status = sow_variant_load(asked->variant, &variant, err);
        rules = &variant.rules;
    }
    if (status == SOW_OK && argc > 0)
        status = report_list(argv[0], rules, report, err);
    else if (status == SOW_OK)
        report_all(rules, report);
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_features = {
    .section = "Fitting",
    .name = "features",
    .operands = "[LIST]",
    .summary = "list features of positions for fits and 'state:' players",
    .examples = "sowlab features\n"
                "sowlab features --variant kalah --json\n"
                "sowlab features default,mobility,-to_move --variant oware-abapa",
    .details =
        "LIST is a list for --features of other commands: names of features and groups, "
        "separated by commas; -NAME leaves a feature out of the groups. The command "
        "then shows the features that the list gives in --variant. Two features are "
        "twins if they give the same information in the variant; a group then gives "
        "only one of them.\n",
    .groups = {{.table = &PARAMS}},
    .options_size = sizeof(struct features_options),
    .takes = SOW_TAKES_FORMAT,
    .max_operands = 1,
    .run = run_features,
};
