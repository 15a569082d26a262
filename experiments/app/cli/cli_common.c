/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared options: their types and tables, and the variant that they choose. */
#include "sow/base/text.h"
#include "sow/cli/cli_options.h"
#include "sow/heuristics/batch.h"
#include "sow/outside/exec.h"

#include <stdlib.h>
#include <string.h>

/* --- types of values that only the command line has --- */

/* Copies a path into the char array @p field. It is the `parse` of FILE_NAME and
   VARIANT. Returns SOW_BAD_DATA for "" and for a path that is too long; @p field is then
   unchanged. */
static enum sow_status parse_path(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    if (text[0] == '\0')
        return sow_err_set(err, SOW_BAD_DATA, "'%s' is empty: write a name", param->name);
    return sow_param_text.parse(param, text, field, err);
}

/* Writes the char array @p field to @p out. It is the `format` of FILE_NAME, VARIANT and
   KERNEL. */
static void format_text(const struct sow_param *param, const void *field, FILE *out)
{
    sow_param_text.format(param, field, out);
}

/* Writes for help that the value is a file name. It is the `describe` of FILE_NAME. */
static void describe_file(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("a file name", out);
}

/* Writes for help that the value is a name or file of a variant. It is the `describe` of
   VARIANT. */
static void describe_variant(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("a name of 'sowlab variants list', or a variant file", out);
}

static const char AUTO[] = "auto"; /* name for the fastest kernel */

/* Reads the name of a kernel, or "auto", and stores its usual spelling in @p field. It
   is the `parse` of KERNEL. Fails for an unknown name, or a kernel that this machine
   cannot run. */
static enum sow_status parse_kernel(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    const struct sow_kernel *kernel;
    enum sow_status status = sow_kernel_find(text, &kernel, err);
    if (status != SOW_OK)
        return status;
    const char *name = sow_text_same(text, AUTO) ? AUTO : kernel->name;
    return sow_param_text.parse(param, name, field, err);
}

/* Writes for help "auto" and the names of all kernels, with " | " between them. It is
   the `describe` of KERNEL. */
static void describe_kernel(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs(AUTO, out);
    for (const struct sow_kernel *kernel = sow_kernels; kernel->name != NULL; kernel++)
        (void)fprintf(out, " | %s", kernel->name);
}

static const struct sow_param_type FILE_NAME = {
    "FILE", false, parse_path, format_text, describe_file, 0, NULL, false};
static const struct sow_param_type VARIANT = {
    "NAME|FILE", false, parse_path, format_text, describe_variant, 0, NULL, false};
static const struct sow_param_type KERNEL = {
    "WORD", false, parse_kernel, format_text, describe_kernel, 0, NULL, false};

/* Reads the value of --allow-exec. All commands of the command line are allowed before
   its options are read. It is the `parse` of sow_option_exec. Returns SOW_BAD_DATA for a
   text that names no command. */
static enum sow_status parse_exec(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    int refused;
    if (sow_exec_named(text, &refused) == 0 || refused > 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%.100s' is not a value of '%s': write the player, such as "
                           "exec:[./program]",
                           text, param->name);
    return sow_param_text.parse(param, text, field, err);
}

/* Writes for help which text names a program. It is the `describe` of
   sow_option_exec. */
static void describe_exec(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("a player exec:[COMMAND]; may be given again", out);
}

const struct sow_param_type sow_option_exec = {
    "PLAYER", false, parse_exec, format_text, describe_exec, 0, NULL, false};

/* One rule setting of the overrides, split into key and value. A text that is too long
   is cut. */
struct setting {
    char key[64];
    char value[SOW_CLI_OVERRIDES_MAX + 1];
};

/* Splits the rule setting at @p line into @p setting. Returns the position of the
   following one, or NULL if @p line is empty. */
static const char *take_setting(const char *line, struct setting *setting)
{
    if (*line == '\0')
        return NULL;
    (void)snprintf(setting->key, sizeof setting->key, "%.*s", (int)strcspn(line, "="),
                   line);
    line += strlen(setting->key) + 1;
    int length = (int)strcspn(line, "\n");
    (void)snprintf(setting->value, sizeof setting->value, "%.*s", length, line);
    return line + length + 1;
}

/* Returns true if the overrides already set the rule called @p key, under any of its
   names. */
static bool is_set(const struct sow_overrides *overrides, const char *key)
{
    struct setting setting;
    const struct sow_param *rule = sow_param_find(&sow_rules_table, key);
    const char *line = overrides->lines;
    while ((line = take_setting(line, &setting)) != NULL)
        if (sow_param_find(&sow_rules_table, setting.key) == rule)
            return true;
    return false;
}

/* Checks the setting of one rule and appends it as a line to @p field, a struct
   sow_overrides. Returns SOW_BAD_DATA for a bad or repeated setting, or without room.
   The overrides are then unchanged. */
static enum sow_status add_override(const char *key, const char *value, void *field,
                                    struct sow_err *err)
{
    struct sow_rules scratch;
    struct sow_overrides *overrides = field;
    size_t length = strlen(overrides->lines);
    size_t room = sizeof overrides->lines - length;
    sow_rules_defaults(&scratch);
    enum sow_status status =
        sow_param_set_named(&sow_rules_table, &scratch, key, value, err);
    if (status == SOW_OK && is_set(overrides, key))
        status =
            sow_err_set(err, SOW_BAD_DATA, "rule '%s' is given twice: give it once", key);
    if (status != SOW_OK)
        return status;
    if (strlen(key) + strlen(value) + 2 >= room)
        return sow_err_set(err, SOW_BAD_DATA,
                           "too many rule settings: put them into a variant file");
    (void)snprintf(overrides->lines + length, room, "%s=%s\n", key, value);
    return SOW_OK;
}

/* Appends the value of --pits, --seeds-per-pit or --start to the overrides in @p field.
   These options have the names of rules. It is the `parse` of RULE_VALUE; fails like
   add_override. */
static enum sow_status parse_rule_value(const struct sow_param *param, const char *text,
                                        void *field, struct sow_err *err)
{
    return add_override(param->name + strspn(param->name, "-"), text, field, err);
}

/* Appends the value KEY=VALUE of --rule to the overrides in @p field. It is the `parse`
   of sow_option_rule. Fails like add_override, or with SOW_BAD_DATA without a KEY. */
static enum sow_status parse_rule(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    char key[64];
    size_t length = strcspn(text, "=");
    if (text[length] == '\0' || length == 0 || length >= sizeof key)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%s' is not a value of '%s': write KEY=VALUE, such as "
                           "feeding=must",
                           text, param->name);
    memcpy(key, text, length);
    key[length] = '\0';
    return add_override(key, text + length + 1, field, err);
}

/* Writes the rule settings in @p field, a line each. It is the `format` of both types of
   rule settings. */
static void format_overrides(const struct sow_param *param, const void *field, FILE *out)
{
    (void)param;
    const struct sow_overrides *overrides = field;
    (void)fputs(overrides->lines, out);
}

/* Writes for help which values the rule with the option's name takes. It is the
   `describe` of RULE_VALUE. */
static void describe_rule_value(const struct sow_param *param, FILE *out)
{
    const struct sow_param *rule = sow_param_find(&sow_rules_table, param->name);
    if (rule->type == &sow_param_text)
        (void)fputs(rule->help, out);
    else
        rule->type->describe(rule, out);
}

/* Writes for help that any key of the rules is allowed. It is the `describe` of
   sow_option_rule. */
static void describe_rule(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("any key of 'sowlab variants show NAME'; may be given again", out);
}

static const struct sow_param_type RULE_VALUE = {
    "VALUE", false, parse_rule_value, format_overrides, describe_rule_value, 0,
    NULL,    false};
const struct sow_param_type sow_option_rule = {
    "KEY=VALUE", false, parse_rule, format_overrides, describe_rule, 0, NULL, false};

/* --- the shared options --- */

#define AT(field) offsetof(struct sow_common, field)
#define TABLE(rows)                                                                      \
    {                                                                                    \
        rows, sizeof(rows) / sizeof(rows)[0]                                             \
    }

#define VARIANT_ROW(fallback)                                                            \
    {                                                                                    \
        "variant", &VARIANT, AT(variant), 0, SOW_CLI_PATH_MAX, NULL, fallback,           \
            "the variant"                                                                \
    }

static const struct sow_param GAME_ROWS[] = {VARIANT_ROW("erherhe")};
static const struct sow_param SOLVED_ROWS[] = {VARIANT_ROW("kalah")};

static const struct sow_param CHANGES_ROWS[] = {
    {"pits", &RULE_VALUE, AT(overrides), 0, 0, NULL, NULL,
     "pits in a row, instead of the variant's"},
    {"seeds_per_pit", &RULE_VALUE, AT(overrides), 0, 0, NULL, NULL,
     "seeds in every pit at the start, instead of the variant's"},
    {"start", &RULE_VALUE, AT(overrides), 0, 0, NULL, NULL,
     "start position, instead of the variant's"},
    {"rule", &sow_option_rule, AT(overrides), 0, 0, NULL, NULL,
     "any rule, instead of the variant's"},
};

static const struct sow_param SEED_ROWS[] = {
    {"seed", &sow_param_seed, AT(seed), 0, 0, NULL, "1",
     "random seed, the start of all random numbers: the same random seed gives the "
     "same results"},
};

static const struct sow_param THREADS_ROWS[] = {
    {"threads", &sow_param_integer, AT(threads), 0, 1024, NULL, "0",
     "number of threads; 0 = one for each processor; results do not depend on it"},
};

static const struct sow_param KERNEL_ROWS[] = {
    {"kernel", &KERNEL, AT(kernel), 0, 31, NULL, "auto",
     "code that plays many games at once; results do not depend on it"},
};

static const struct sow_param DB_ROWS[] = {
    {"db", &FILE_NAME, AT(db), 0, SOW_CLI_PATH_MAX, NULL, "sowlab.db",
     "database file; the environment variable SOWLAB_DB changes the default"},
};

static const struct sow_param LABEL_ROWS[] = {
    {"label", &sow_param_text, AT(label), 0, SOW_CLI_LABEL_MAX, NULL, "",
     "words by which you find the run later"},
};

static const struct sow_param EXEC_ROWS[] = {
    {"allow_exec", &sow_option_exec, AT(allow_exec), 0, SOW_CLI_PATH_MAX, NULL, NULL,
     "program that may be started, as the player that names it"},
};

static const struct sow_param FORMAT_ROWS[] = {
    {"json", &sow_param_flag, AT(json), 0, 0, NULL, "no", "JSON output instead of text"},
    {"csv", &sow_param_flag, AT(csv), 0, 0, NULL, "no",
     "CSV output instead of text (the main table only)"},
    {"markdown", &sow_param_flag, AT(markdown), 0, 0, NULL, "no",
     "GitHub Markdown output instead of text"},
    {"latex", &sow_param_flag, AT(latex), 0, 0, NULL, "no",
     "LaTeX tables instead of text, for a paper that uses the package booktabs"},
};

static const struct sow_param FULL_ROWS[] = {
    {"full", &sow_param_flag, AT(full), 0, 0, NULL, "no",
     "in text: all columns at any width, and players with all their numbers"},
};

static const struct sow_param PLOT_ROWS[] = {
    {"plot", &sow_param_flag, AT(plot), 0, 0, NULL, "no",
     "the first chart of the run, drawn below the tables (see 'plot')"},
};

static const struct sow_param OUTPUT_ROWS[] = {
    {"output", &FILE_NAME, AT(output), 0, SOW_CLI_PATH_MAX, NULL, "-",
     "output file, which is written completely or not at all; - = stdout"},
    {"force", &sow_param_flag, AT(force), 0, 0, NULL, "no",
     "replacement of an existing file"},
};

static const struct sow_param ALWAYS_ROWS[] = {
    {"quiet", &sow_param_flag, AT(quiet), 0, 0, NULL, "no", "only errors on stderr"},
    {"help", &sow_param_flag, AT(help), 0, 0, NULL, "no", "show this text"},
};

const struct sow_common_group sow_common_groups[] = {
    {SOW_TAKES_SOLVED, "Rules of the game", TABLE(SOLVED_ROWS)},
    {SOW_TAKES_GAME, "Rules of the game", TABLE(GAME_ROWS)},
    {SOW_TAKES_CHANGES, "Rules of the game", TABLE(CHANGES_ROWS)},
    {SOW_TAKES_SEED, "Run", TABLE(SEED_ROWS)},
    {SOW_TAKES_THREADS, "Run", TABLE(THREADS_ROWS)},
    {SOW_TAKES_KERNEL, "Run", TABLE(KERNEL_ROWS)},
    {SOW_TAKES_EXEC, "Run", TABLE(EXEC_ROWS)},
    {SOW_TAKES_DB, "Storage", TABLE(DB_ROWS)},
    {SOW_TAKES_LABEL, "Storage", TABLE(LABEL_ROWS)},
    {SOW_TAKES_SYNTAX, "Output", TABLE(FORMAT_ROWS)},
    {SOW_TAKES_FULL, "Output", TABLE(FULL_ROWS)},
    {SOW_TAKES_PLOT, "Output", TABLE(PLOT_ROWS)},
    {SOW_TAKES_OUTPUT, "Output", TABLE(OUTPUT_ROWS)},
    {0, "Output", TABLE(ALWAYS_ROWS)},
    {0, NULL, {NULL, 0}},
};

/* --- rules of the command line --- */

/* Sets @p rules to the settings of the overrides, in their order. Returns the failure of
   the first that cannot be set. */
static enum sow_status apply(const struct sow_overrides *overrides,
                             struct sow_rules *rules, struct sow_err *err)
{
    struct setting setting;
    enum sow_status status = SOW_OK;
    const char *line = overrides->lines;
    while (status == SOW_OK && (line = take_setting(line, &setting)) != NULL)
        status =
            sow_param_set_named(&sow_rules_table, rules, setting.key, setting.value, err);
    return status;
}

/* Fails with SOW_USAGE if the check of the rules has changed the value of a setting,
   from @p asked to @p checked. The check resets a rule that another rule leaves without
   effect, but the user expected one. A changed start is allowed, because the check may
   rewrite it. */
static enum sow_status refuse_idle(const struct sow_overrides *overrides,
                                   const struct sow_rules *asked,
                                   const struct sow_rules *checked, struct sow_err *err)
{
    struct setting setting;
    const char *line = overrides->lines;
    while ((line = take_setting(line, &setting)) != NULL) {
        const struct sow_param *rule = sow_param_find(&sow_rules_table, setting.key);
        if (strcmp(rule->name, "start") != 0 && !sow_param_equal(rule, asked, checked))
            return sow_err_set(err, SOW_USAGE,
                               "'%s=%s' has no effect with these rules: leave it "
                               "out, or change the rule that it depends on",
                               setting.key, setting.value);
    }
    return SOW_OK;
}

/* Adds the rules that differ from @p original to the variant's name, as " KEY=VALUE".
   The name is stored, so results of different games are not stored under one name. A
   name that is too long is cut. */
static void rename_changed(const struct sow_rules *original, struct sow_variant *variant)
{
    size_t length = strlen(variant->name);
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        if (sow_param_equal(rule, original, &variant->rules))
            continue;
        char *value = sow_param_get(rule, &variant->rules);
        if (value != NULL && length < sizeof variant->name)
            length +=
                (size_t)snprintf(variant->name + length, sizeof variant->name - length,
                                 " %s=%s", sow_param_stored_name(rule), value);
        free(value);
    }
}

enum sow_status sow_cli_variant(const struct sow_cli *cli, struct sow_variant *variant,
                                struct sow_err *err)
{
    const struct sow_overrides *overrides = &cli->common.overrides;
    enum sow_status status = sow_err_blame(
        err, sow_variant_load(cli->common.variant, variant, err), "variant");
    if (status != SOW_OK || overrides->lines[0] == '\0')
        return status;
    struct sow_rules original = variant->rules;
    status = apply(overrides, &variant->rules, err);
    struct sow_rules asked = variant->rules;
    if (status == SOW_OK)
        status = sow_rules_check(&variant->rules, NULL, err);
    if (status == SOW_OK)
        status = refuse_idle(overrides, &asked, &variant->rules, err);
    if (status == SOW_OK)
        rename_changed(&original, variant);
    return status == SOW_BAD_DATA ? SOW_USAGE : status;
}
