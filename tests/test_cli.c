/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the tables of commands and options. The scripts in tests/cli/ run the
   program. */
#include "sow/cli/cli_help.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/runs/run.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* Returns the help of a command as text, valid until the next call. */
static const char *text_of_help(const struct sow_command *command)
{
    static char text[65536];
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert_ptr_nonnull(out);
    sow_help_command(command, out);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

static const struct sow_command *command_called(const char *first, const char *second)
{
    char words[2][32];
    char *argv[] = {words[0], words[1], NULL};
    int used;
    (void)snprintf(words[0], sizeof words[0], "%s", first);
    (void)snprintf(words[1], sizeof words[1], "%s", second);
    return sow_command_find(second[0] == '\0' ? 1 : 2, argv, &used);
}

TEST(table, rows_are_complete)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        ck_assert(command->run != NULL || command->kind != NULL ||
                  strcmp(command->name, "help") == 0);
        ck_assert(command->kind == NULL || command == &command->kind->command);
        ck_assert_msg(command->section != NULL && command->summary != NULL &&
                          command->operands != NULL && command->examples != NULL,
                      "'%s' lacks a text", command->name);
        ck_assert_msg(command->summary[strlen(command->summary) - 1] != '.',
                      "'%s': the summary is a phrase", command->name);
        ck_assert_msg(command->max_operands == SOW_ANY_OPERANDS ||
                          command->min_operands <= command->max_operands,
                      "'%s': operands", command->name);
        ck_assert_msg((command->operands[0] == '\0') == (command->max_operands == 0),
                      "'%s': the operands' text does not fit their number",
                      command->name);
    }
}

TEST(table, names_lead_to_their_rows)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char first[32];
        const char *name = sow_commands[i]->name;
        const char *space = strchr(name, ' ');
        (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(name, " "), name);
        ck_assert_ptr_eq(command_called(first, space == NULL ? "" : space + 1),
                         sow_commands[i]);
        ck_assert_msg(space == NULL || sow_command_is_group(first), "'%s' is no group",
                      first);
    }
    ck_assert_ptr_null(command_called("variants", ""));
    ck_assert_ptr_null(command_called("list", ""));
    ck_assert_ptr_null(command_called("moves2", ""));
    ck_assert_ptr_nonnull(command_called("moves", "x"));
}

/* Every line of examples runs its command, possibly after a pipe. */
TEST(table, examples_show_their_command)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        char call[64];
        char line[256];
        (void)snprintf(call, sizeof call, "sowlab %s", sow_commands[i]->name);
        const char *at = sow_commands[i]->examples;
        while (*at != '\0') {
            int length = (int)strcspn(at, "\n");
            (void)snprintf(line, sizeof line, "%.*s", length, at);
            bool flag = strcmp(line, "sowlab --version") == 0;
            ck_assert_msg(flag || strstr(line, call) != NULL, "'%s': example '%s'",
                          sow_commands[i]->name, line);
            at += length;
            at += *at == '\n';
        }
    }
}

/* Scans the words of an example after the command's name, up to a pipe, a redirection or
   a remark. Quotes keep blanks. */
static enum sow_status scan_example(const struct sow_command *command, const char *line,
                                    int *count, struct sow_err *err)
{
    char *argv[64];
    char *operands[64];
    char room[512];
    int argc = 0;
    struct sow_option_list list;
    struct sow_common common;
    void *options = sow_options_new(command);
    ck_assert_ptr_nonnull(options);
    char *to = room;
    char call[64];
    (void)snprintf(call, sizeof call, "sowlab %s", command->name);
    const char *at = strstr(line, call) + strlen(call);
    argv[argc++] = to;
    *to++ = '\0';
    for (at += strspn(at, " "); *at != '\0' && strchr("|&<>#", *at) == NULL;
         at += strspn(at, " ")) {
        char quote = '\0';
        argv[argc++] = to;
        for (; *at != '\0' && (quote != '\0' || *at != ' '); at++) {
            bool turns = quote != '\0' ? *at == quote : *at == '"' || *at == '\'';
            if (turns)
                quote = (char)(quote != '\0' ? '\0' : *at);
            else
                *to++ = *at;
        }
        *to++ = '\0';
    }
    argv[argc] = NULL;
    sow_options_list(command, options, &common, &list);
    sow_options_defaults(&list, &common);
    enum sow_status status = sow_options_scan(&list, argc, argv, operands, count, err);
    sow_options_free(command, options);
    return status;
}

TEST(help, examples_can_be_typed)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        char line[256];
        for (const char *at = command->examples; *at != '\0';) {
            int length = (int)strcspn(at, "\n");
            (void)snprintf(line, sizeof line, "%.*s", length, at);
            at += length;
            at += *at == '\n';
            int count = 0;
            if (strcmp(line, "sowlab --version") == 0)
                continue;
            ck_assert_msg(scan_example(command, line, &count, &err) == SOW_OK, "%s: %s",
                          line, err.text);
            ck_assert_msg(count >= command->min_operands &&
                              (command->max_operands == SOW_ANY_OPERANDS ||
                               count <= command->max_operands),
                          "%s: %d operands", line, count);
        }
    }
}

TEST(help, help_shows_examples_then_options)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const struct sow_command *command = sow_commands[i];
        const char *text = text_of_help(command);
        const char *examples = strstr(text, "\nExamples:\n");
        const char *usage = strstr(text, "\nUsage: sowlab ");
        ck_assert_msg(examples != NULL && usage != NULL && examples < usage, "'%s'",
                      command->name);
        struct sow_option_list list;
        sow_options_list(command, NULL, NULL, &list);
        for (size_t j = 0; j < list.count; j++) {
            char line[SOW_OPTION_NAME_MAX + 8];
            (void)snprintf(line, sizeof line, "\n  %s ", list.row[j].name);
            char *end = line + strlen(line) - 1;
            bool shown = strstr(usage, line) != NULL;
            *end = '\n';
            ck_assert_msg(shown || strstr(usage, line) != NULL, "'%s': %s is not shown",
                          command->name, list.row[j].name);
        }
    }
}

static const struct {
    const char *columns; /* value in the environment */
    size_t longest;      /* length of the longest line of help */
} PAGES[] = {{"", 80}, {"75", 75}, {"90", 90}, {"200", 100}};

/* Help fits the width of the terminal. Only examples keep their lines, because people
   copy them. */
TEST_EACH(help, help_fits_the_terminal, PAGES)
{
    size_t longest = 0;
    (void)setenv("COLUMNS", PAGES[_i].columns, 1);
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        const char *at = strstr(text_of_help(sow_commands[i]), "\nUsage: ");
        while (*at != '\0') {
            size_t length = strcspn(at, "\n");
            ck_assert_msg(length <= PAGES[_i].longest, "'%s': line too long: %.*s",
                          sow_commands[i]->name, (int)length, at);
            longest = length > longest ? length : longest;
            at += length;
            at += *at == '\n';
        }
    }
    ck_assert_uint_gt(longest, PAGES[_i].longest - 5);
}

TEST(table, option_names_are_unique)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        struct sow_option_list list;
        sow_options_list(sow_commands[i], NULL, NULL, &list);
        for (size_t j = 0; j < list.count; j++) {
            ck_assert_ptr_null(strchr(list.row[j].name, '_'));
            for (size_t k = 0; k < j; k++)
                ck_assert_msg(strcmp(list.row[j].name, list.row[k].name) != 0,
                              "'%s' has two options %s", sow_commands[i]->name,
                              list.row[j].name);
        }
    }
}

TEST(table, defaults_are_allowed_values)
{
    for (size_t i = 0; sow_commands[i] != NULL; i++) {
        struct sow_option_list list;
        struct sow_common common;
        void *options = sow_options_new(sow_commands[i]);
        ck_assert_ptr_nonnull(options);
        sow_options_list(sow_commands[i], options, &common, &list);
        for (size_t j = 0; j < list.count; j++) {
            const struct sow_param *param = list.row[j].param;
            ck_assert_msg(
                param->fallback == NULL || sow_param_set(param, list.row[j].base,
                                                         param->fallback, &err) == SOW_OK,
                "'%s': %s: %s", sow_commands[i]->name, list.row[j].name, err.text);
        }
        sow_options_free(sow_commands[i], options);
    }
}

/* Options are small because they are copied often: long texts are owned, or parsed. */
TEST(table, options_of_runs_are_small)
{
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++)
        ck_assert_msg(sow_run_kinds[i]->options_size < 4096, "%s: %zu bytes",
                      sow_run_kinds[i]->name, sow_run_kinds[i]->options_size);
}

TEST(table, shared_defaults_hold_untaken)
{
    static const struct sow_command BARE = {.name = "bare"};
    struct sow_option_list list;
    struct sow_common common;
    sow_options_list(&BARE, NULL, &common, &list);
    sow_options_defaults(&list, &common);
    ck_assert_uint_eq(common.seed, 1);
    ck_assert_int_eq(common.threads, 0);
    ck_assert_str_eq(common.kernel, "auto");
    ck_assert_str_eq(common.variant, "erherhe");
    ck_assert_str_eq(common.overrides.lines, "");
    ck_assert_str_eq(common.label, "");
    ck_assert(!common.json && !common.csv && !common.quiet && !common.help);
}

/* --- scanning with the shared options --- */

static const struct sow_command FAKE = {.name = "fake",
                                        .takes = SOW_TAKES_RULES | SOW_TAKES_RUN};

/* Scans the words of @p line, split at blanks. The first is the name of the program. */
static enum sow_status scan(const char *line, struct sow_common *common, char **operands,
                            int *count, struct sow_err *err)
{
    static char room[256];
    char *argv[32];
    int argc = 0;
    char *rest = NULL;
    struct sow_option_list list;
    (void)snprintf(room, sizeof room, "%s", line);
    for (char *word = strtok_r(room, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    argv[argc] = NULL;
    sow_options_list(&FAKE, NULL, common, &list);
    sow_options_defaults(&list, common);
    return sow_options_scan(&list, argc, argv, operands, count, err);
}

TEST(scan, values_are_set)
{
    struct sow_common common;
    char *operands[32];
    int count;
    ck_assert_int_eq(scan("fake a --seed 7 --threads=3 b --json --csv=no --label x -- "
                          "--db c",
                          &common, operands, &count, &err),
                     SOW_OK);
    ck_assert_uint_eq(common.seed, 7);
    ck_assert_int_eq(common.threads, 3);
    ck_assert(common.json && !common.csv && !common.quiet);
    ck_assert_str_eq(common.label, "x");
    ck_assert_str_eq(common.db, "sowlab.db");
    ck_assert_int_eq(count, 4);
    ck_assert_str_eq(operands[0], "a");
    ck_assert_str_eq(operands[1], "b");
    ck_assert_str_eq(operands[2], "--db");
    ck_assert_str_eq(operands[3], "c");
    ck_assert_ptr_null(operands[4]);
}

TEST(scan, names_match_whatever_their_case)
{
    struct sow_common common;
    char *operands[32];
    int count;
    ck_assert_int_eq(scan("fake --seed 9 --kern PLAIN --lab Mine --js=YES --rule "
                          "Feeding=MUST --rule grand_slam=legal",
                          &common, operands, &count, &err),
                     SOW_OK);
    ck_assert_uint_eq(common.seed, 9);
    ck_assert_str_eq(common.kernel, "plain");
    ck_assert_str_eq(common.label, "Mine");
    ck_assert(common.json);
    ck_assert_ptr_eq(command_called("Runs", "LIST"), command_called("runs", "list"));
    ck_assert(sow_command_is_group("DataSet"));
}

TEST(scan, largest_seed_is_exact)
{
    struct sow_common common;
    char *operands[32];
    int count;
    ck_assert_int_eq(
        scan("fake --seed 9223372036854775807", &common, operands, &count, &err), SOW_OK);
    ck_assert_uint_eq(common.seed, INT64_MAX);
    ck_assert_int_eq(
        scan("fake --seed 9223372036854775808", &common, operands, &count, &err),
        SOW_USAGE);
}

TEST(scan, faults_are_usage)
{
    static const char *const LINES[][2] = {
        {"fake --sed 7", "did you mean '--seed'?"},
        {"fake --seed", "'--seed' needs a value"},
        {"fake --seed=", "'' is not a value of '--seed'"},
        {"fake --threads 1x", "'1x' is not a value of '--threads'"},
        {"fake --kernel no-such-kernel", "no-such-kernel"},
        {"fake -q", "unknown option '-q'"},
        {"fake --se 7", "ambiguous: it may be --seeds-per-pit, --seed"},
        {"fake --v kalah --var awari", "'--variant' is given twice"},
        {"fake --json --json", "'--json' is given twice"},
        {"fake --pits 4 --rule PITS=5", "rule 'PITS' is given twice"},
        {"fake --kernel neon", "choose one of auto, plain, portable"},
        {"fake --rule pits", "KEY=VALUE"},
        {"fake --db=", "'--db' is empty"},
    };
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        struct sow_common common;
        char *operands[32];
        int count;
        ck_assert_int_eq(scan(LINES[i][0], &common, operands, &count, &err), SOW_USAGE);
        ck_assert_msg(strstr(err.text, LINES[i][1]) != NULL, "%s: %s", LINES[i][0],
                      err.text);
    }
}

/* --- the rules that options give --- */

static enum sow_status variant_of(const char *line, struct sow_variant *variant,
                                  struct sow_err *err)
{
    struct sow_cli cli = {.format = SOW_FORMAT_TEXT};
    char *operands[32];
    int count;
    ck_assert_int_eq(scan(line, &cli.common, operands, &count, err), SOW_OK);
    return sow_cli_variant(&cli, variant, err);
}

TEST(variant, variant_is_changed_and_renamed)
{
    struct sow_variant variant;
    ck_assert_int_eq(variant_of("fake", &variant, &err), SOW_OK);
    ck_assert_str_eq(variant.name, "erherhe");
    ck_assert_int_eq(variant_of("fake --variant kalah --rule feeding=must --pits 5 "
                                "--seeds-per-pit 3 --rule ply-cap=0",
                                &variant, &err),
                     SOW_OK);
    ck_assert_str_eq(variant.name, "kalah pits=5 seeds=3 feeding=must");
    ck_assert_int_eq(variant.rules.start.pit[SOW_NORTH][4], 3);
    ck_assert_int_eq(variant.rules.start.pit[SOW_NORTH][5], 0);
    ck_assert_int_eq(variant_of("fake --variant kalah --pits 6", &variant, &err), SOW_OK);
    ck_assert_str_eq(variant.name, "kalah");
}

TEST(variant, start_is_read_in_the_final_direction)
{
    struct sow_variant variant;
    ck_assert_int_eq(variant_of("fake --start 1,2,0/3,4,0:n --rule direction=clockwise "
                                "--pits 2",
                                &variant, &err),
                     SOW_OK);
    ck_assert_int_eq(variant.rules.start.pit[SOW_SOUTH][0], 2);
    ck_assert_int_eq(variant.rules.start.pit[SOW_SOUTH][1], 1);
    ck_assert_int_eq(variant.rules.start.side, SOW_NORTH);
}

TEST(variant, rules_without_effect_are_refused)
{
    struct sow_variant variant;
    ck_assert_int_eq(variant_of("fake --rule lap-limit=9", &variant, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "'lap-limit=9' has no effect"));
    ck_assert_int_eq(variant_of("fake --pits 2 --start 1,2,0/3,4,0:n --seeds-per-pit 7",
                                &variant, &err),
                     SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "'seeds-per-pit=7' has no effect"));
}
