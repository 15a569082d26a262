/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/cli_options.h"

#include "sow/base/param_flag.h"
#include "sow/base/text.h"
#include "sow/runs/run.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* --- the list --- */

/* Appends the rows of a table to the list, with heading and needs. Offsets of the rows
   lie in @p base, which may be NULL. An underscore in a name becomes a dash. */
static void append(struct sow_option_list *list, const struct sow_param_table *table,
                   const char *title, const struct sow_param_need *needs, void *base)
{
    for (size_t i = 0; i < table->count; i++) {
        assert(list->count < SOW_OPTIONS_MAX);
        struct sow_option *option = &list->row[list->count++];
        option->title = title;
        option->param = &table->rows[i];
        option->needs = needs;
        option->base = base;
        (void)snprintf(option->name, sizeof option->name, "--%s", option->param->name);
        for (char *at = option->name; *at != '\0'; at++)
            if (*at == '_')
                *at = '-';
    }
}

/* Returns the groups of options of a command, those of its kind if it makes runs. The
   last group has a NULL table. */
static const struct sow_param_group *groups_of(const struct sow_command *command)
{
    return command->kind != NULL ? command->kind->groups : command->groups;
}

/* Returns the needs of a command's options, those of its kind if it makes runs; NULL if
   there are none. */
static const struct sow_param_need *needs_of(const struct sow_command *command)
{
    return command->kind != NULL ? command->kind->needs : command->needs;
}

void *sow_options_new(const struct sow_command *command)
{
    const struct sow_run_kind *kind = command->kind;
    return calloc(1, kind != NULL ? kind->options_size : command->options_size + 1);
}

void sow_options_free(const struct sow_command *command, void *options)
{
    if (options != NULL)
        sow_params_release(groups_of(command), options);
    free(options);
}

void sow_options_list(const struct sow_command *command, void *options,
                      struct sow_common *common, struct sow_option_list *list)
{
    list->count = 0;
    for (const struct sow_param_group *group = groups_of(command); group->table != NULL;
         group++)
        if (group->use != SOW_RECORDED)
            append(list, group->table, group->title != NULL ? group->title : "Options",
                   needs_of(command),
                   options == NULL ? NULL : (char *)options + group->offset);
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        if ((command->takes & group->takes) == group->takes)
            append(list, &group->table, group->title, NULL, common);
}

/* Sets an option's field to its default, if it has one. A default that cannot be read is
   a fault of the table and fails an assertion. */
static void set_default(const struct sow_param *param, void *base)
{
    if (param->fallback == NULL)
        return;
    enum sow_status status = sow_param_set(param, base, param->fallback, NULL);
    assert(status == SOW_OK);
    (void)status;
}

void sow_options_defaults(const struct sow_option_list *list, struct sow_common *common)
{
    memset(common, 0, sizeof *common);
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        for (size_t i = 0; i < group->table.count; i++)
            set_default(&group->table.rows[i], common);
    for (size_t i = 0; i < list->count; i++)
        set_default(list->row[i].param, list->row[i].base);
}

bool sow_options_given(const struct sow_option_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->row[i].name, name) == 0)
            return list->row[i].given;
    return false;
}

int sow_options_before(const struct sow_option_list *list, const char *name)
{
    size_t i = 0;
    while (strcmp(list->row[i].name, name) != 0)
        i++;
    return list->row[i].before;
}

/* --- scanning --- */

/* First value that getopt_long returns for an option. It is above every character. */
enum { FIRST_VALUE = 256 };

/* Describes the options of a list to getopt_long: only flags need no value. Row i has
   the value FIRST_VALUE + i. An entry of zeros ends the description. */
static void describe_to_getopt(const struct sow_option_list *list,
                               struct option described[SOW_OPTIONS_MAX + 1])
{
    for (size_t i = 0; i < list->count; i++) {
        const struct sow_option *option = &list->row[i];
        bool flag = sow_param_is_flag(option->param);
        described[i] =
            (struct option){.name = option->name + 2,
                            .has_arg = flag ? optional_argument : required_argument,
                            .val = FIRST_VALUE + (int)i};
    }
    described[list->count] = (struct option){0};
}

/* Writes the options whose names start with @p name to @p room ("--generations,
   --genome"), cut to fit. Returns their number. */
static size_t list_candidates(const struct sow_option_list *list, const char *name,
                              char *room, size_t size)
{
    size_t count = 0;
    size_t length = 0;
    for (size_t i = 0; i < list->count && length < size; i++)
        if (strncmp(list->row[i].name, name, strlen(name)) == 0)
            length += (size_t)snprintf(room + length, size - length, "%s%s",
                                       count++ == 0 ? "" : ", ", list->row[i].name);
    return count;
}

/* Writes the end of a message about the unknown option @p name to @p room, and returns
   @p room: "; did you mean '--x'?", or "". It suggests an option that begins so, else one
   with a similar spelling. Dashes do not count as similar. */
static const char *suggest(const struct sow_option_list *list, const char *name,
                           char *room, size_t size)
{
    size_t dashes = strspn(name, "-");
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name + dashes);
    for (size_t i = 0; i < list->count; i++)
        sow_nearest_offer(&nearest, list->row[i].name + 2);
    for (size_t i = 0; i < list->count && name[dashes] != '\0'; i++)
        if (strncmp(list->row[i].name + 2, name + dashes, strlen(name + dashes)) == 0)
            nearest.best = list->row[i].name + 2;
    room[0] = '\0';
    if (nearest.best != NULL)
        (void)snprintf(room, size, "; did you mean '--%s'?", nearest.best);
    return room;
}

/* Returns true if @p name is the stored name of an option of the list that is typed under
   another name. */
static bool is_renamed(const struct sow_option_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct sow_param *param = list->row[i].param;
        const char *stored = sow_param_stored_name(param);
        if (stored != param->name && strcmp(stored, name) == 0)
            return true;
    }
    return false;
}

/* Sets the error for a word whose option getopt_long does not know or finds ambiguous,
   with a suggestion. Returns SOW_USAGE, with the option at fault. */
static enum sow_status unknown_option(const struct sow_option_list *list,
                                      const char *word, struct sow_err *err)
{
    char name[SOW_OPTION_NAME_MAX];
    char candidates[SOW_ERR_TEXT_MAX];
    char hint[128];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (strlen(name) > 2 &&
        list_candidates(list, name, candidates, sizeof candidates) > 1)
        (void)sow_err_set(err, SOW_USAGE, "option '%s' is ambiguous: it may be %s", name,
                          candidates);
    else if (strcmp(name, "--seeds") == 0 && is_renamed(list, name + 2))
        (void)sow_err_set(err, SOW_USAGE,
                          "option '--seeds' could mean two things: write --seed for the "
                          "random seed, or --seeds-per-pit for the board");
    else
        (void)sow_err_set(err, SOW_USAGE, "unknown option '%s'%s", name,
                          suggest(list, name, hint, sizeof hint));
    return sow_err_blame(err, SOW_USAGE, name);
}

/* Sets the error for an option without a value. Returns SOW_USAGE, with the option at
   fault. */
static enum sow_status missing_value(const struct sow_option *option, struct sow_err *err)
{
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "option '%s' needs a value: write '%s VALUE'",
                                     option->name, option->name),
                         option->name);
}

/* Returns true if an empty value of the option is allowed: for --label and --heuristics,
   and if the default is not "". Else an empty value would mean the default, and it
   usually comes from an unset shell variable. */
static bool may_be_empty(const struct sow_option *option)
{
    const char *fallback = option->param->fallback;
    return fallback == NULL || fallback[0] != '\0' ||
           strcmp(option->name, "--label") == 0 ||
           strcmp(option->name, "--heuristics") == 0;
}

/* Sets an option's field to a value as typed. Messages use the name with dashes, as the
   user typed it. Returns SOW_USAGE for a bad or empty value, with the option at fault,
   or SOW_NO_MEMORY. */
static enum sow_status set_value(const struct sow_option *option, const char *text,
                                 struct sow_err *err)
{
    struct sow_param typed = *option->param;
    typed.name = option->name;
    enum sow_status status =
        text[0] == '\0' && !may_be_empty(option)
            ? sow_err_set(err, SOW_USAGE,
                          "'%s' is empty: give it a value, or leave the option out",
                          option->name)
            : sow_param_set(&typed, option->base, text, err);
    (void)sow_err_blame(err, status, option->name);
    return status == SOW_BAD_DATA ? SOW_USAGE : status;
}

/* Returns the value that getopt_long would return for --help. The list must have this
   option. */
static int help_answer(const struct sow_option_list *list)
{
    size_t i = 0;
    while (strcmp(list->row[i].name, "--help") != 0)
        i++;
    return FIRST_VALUE + (int)i;
}

/* Returns true if @p word is "--NAME" or "--NAME=VALUE" with the full name of a shared
   option. getopt_long also accepts the start of a name. But --seed must not mean
   --seeds-per-pit in a command without --seed. */
static bool is_shared(const char *word)
{
    char name[SOW_OPTION_NAME_MAX];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    for (const struct sow_common_group *group = sow_common_groups; group->title != NULL;
         group++)
        if (sow_param_find(&group->table, name) != NULL)
            return true;
    return false;
}

enum sow_status sow_options_set(struct sow_option *option, const char *text,
                                struct sow_err *err)
{
    if (option->given && option->param->type != &sow_option_rule &&
        option->param->type != &sow_option_exec)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "option '%s' is given twice: give it once",
                                         option->name),
                             option->name);
    option->given = true;
    return set_value(option, text, err);
}

/* Returns true if @p word, which begins the name of @p option, may stand for it. A word
   that is the full name of a shared option may not, unless @p option is --variants. */
static bool may_shorten(const char *word, const struct sow_option *option)
{
    /* --variant is accepted as short for --variants, since one variant is also a list. */
    bool is_list = strcmp(option->name, "--variants") == 0;
    return is_list || strcspn(word, "=") == strlen(option->name) || !is_shared(word);
}

/* Sets the option of one result of getopt_long, @p answer, which has read @p word.
   Returns SOW_USAGE for an unknown or repeated option, or a missing or bad value. */
static enum sow_status take_word(struct sow_option_list *list, int answer,
                                 const char *word, struct sow_err *err)
{
    bool is_short = answer == 'h';
    if (is_short)
        answer = help_answer(list);
    if (answer == ':' && optopt >= FIRST_VALUE)
        return missing_value(&list->row[optopt - FIRST_VALUE], err);
    if (answer < FIRST_VALUE)
        return unknown_option(list, word, err);
    struct sow_option *option = &list->row[answer - FIRST_VALUE];
    if (!is_short && !may_shorten(word, option))
        return unknown_option(list, word, err);
    return sow_options_set(option, optarg != NULL ? optarg : "yes", err);
}

/* Finds the option called @p word, or the only one whose name begins so. Returns NULL if
   there is none, or if there are several. */
static struct sow_option *match_option(struct sow_option_list *list, const char *word)
{
    struct sow_option *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->row[i].name, word) == 0)
            return &list->row[i];
        if (strncmp(list->row[i].name, word, strlen(word)) != 0)
            continue;
        found = &list->row[i];
        count++;
    }
    return count == 1 ? found : NULL;
}

enum sow_status sow_options_find(struct sow_option_list *list, const char *name,
                                 struct sow_option **option, struct sow_err *err)
{
    char word[2 * SOW_OPTION_NAME_MAX];
    (void)snprintf(word, sizeof word, "--%s", name);
    for (char *at = word; (at = strchr(at, '_')) != NULL;)
        *at = '-';
    *option = match_option(list, word);
    return *option != NULL && may_shorten(word, *option)
               ? SOW_OK
               : unknown_option(list, word, err);
}

/* Returns true if @p word is an operand that begins with a comment, such as an SQL
   statement: with "-- ", or with "--" and a line end. No option contains a blank or a
   line end there. */
static bool is_remark(const char *word)
{
    return strncmp(word, "-- ", 3) == 0 || strncmp(word, "--\n", 3) == 0;
}

enum sow_status sow_options_scan(struct sow_option_list *list, int argc, char **argv,
                                 char **operands, int *operand_count, struct sow_err *err)
{
    /* '-' returns operands in order, whatever POSIXLY_CORRECT says. ':' tells a missing
       value from an unknown option. */
    static const char SHORT[] = "-:h";
    struct option described[SOW_OPTIONS_MAX + 1];
    describe_to_getopt(list, described);
    for (size_t i = 0; i < list->count; i++)
        list->row[i].given = false;
    enum sow_status status = SOW_OK;
    int answer;
    *operand_count = 0;
    opterr = 0;
    optind = 0; /* reset getopt_long, with only argv[0] to look at */
    (void)getopt_long(1, argv, SHORT, described, NULL);
    while (status == SOW_OK) {
        int before = optind;
        if (before < argc && is_remark(argv[before])) {
            operands[(*operand_count)++] = argv[optind++];
            continue;
        }
        answer = getopt_long(argc, argv, SHORT, described, NULL);
        if (answer == -1)
            break;
        if (answer == 1)
            operands[(*operand_count)++] = optarg;
        else
            status = take_word(list, answer, argv[before], err);
        if (answer >= FIRST_VALUE)
            list->row[answer - FIRST_VALUE].before = *operand_count;
    }
    while (status == SOW_OK && optind < argc)
        operands[(*operand_count)++] = argv[optind++];
    operands[*operand_count] = NULL;
    return status;
}
