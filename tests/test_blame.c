/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that refuses a value names the line of the plan that has it. */
#include "file_support.h"
#include "run_support.h"
#include "sow/base/param_flag.h"
#include "sow/cli/cli_tasks.h"
#include "sow/cli/commands.h"

FIXTURE(ANY, enter_folder, leave_folder)

/* Checks the tasks of a plan and then makes its first one. Returns the first failure. */
static enum sow_status try_plan(const char *text, struct sow_store *store,
                                struct sow_err *err)
{
    struct sow_cli cli = {.in = stdin, .out = stdout, .messages = stderr};
    struct sow_sweep sweep = {.first = 1, .last = 1};
    struct sow_sweep_outcome outcome = {.id = 0};
    cli.common.quiet = true;
    write_text(test_path("out.json"), text);
    enum sow_status status = sow_sweep_plan_read(test_path("out.json"), &sweep.plan, err);
    ck_assert_msg(status == SOW_OK, "%s", err->text);
    status = sow_cli_tasks_begin(&cli, &sweep, err);
    if (status == SOW_OK)
        status = sow_sweep_check(&sweep, err);
    if (status == SOW_OK)
        status = sow_sweep_make(&sweep, 1, 1, store, &outcome, err);
    sow_cli_tasks_end(&sweep);
    sow_sweep_plan_release(&sweep.plan);
    return status;
}

/* Returns the number of the line in which the marked part of the plan begins, and removes
   the mark. */
static int take_mark(char *text)
{
    int line = 1;
    char *mark = strchr(text, '@');
    ck_assert_ptr_nonnull(mark);
    for (char *at = text; at < mark; at++)
        line += *at == '\n';
    memmove(mark, mark + 1, strlen(mark));
    return line;
}

/* A plan whose marked line has the value at fault must be refused with that line. */
static void refuse(const char *plan, struct sow_store *store)
{
    char text[1024];
    char wanted[PATH_ROOM + 80];
    struct sow_err err;
    ck_assert_int_lt(snprintf(text, sizeof text, "%s", plan), sizeof text);
    int line = take_mark(text);
    enum sow_status status = try_plan(text, store, &err);
    ck_assert_msg(status != SOW_OK, "not refused:\n%s", text);
    (void)snprintf(wanted, sizeof wanted, "%s:%d: ", test_path("out.json"), line);
    ck_assert_msg(strncmp(err.text, wanted, strlen(wanted)) == 0,
                  "line %d is not named for\n%s\n%s", line, text, err.text);
}

/* ---- Every option ---- */

/* Operands that a command accepts at first; the commands that have no plans lack one. */
static const char *const OPERANDS[][2] = {
    {"evolve", ""},
    {"match", "h1 h4"},
    {"robustness", "h1"},
    {"tournament", "h1 h4"},
    {"reproduce", "divilly2013"},
    {"transfer", "1 2"},
    {"sensitivity", "h1"},
    {"regret", "h1"},
    {"dataset make", "h1"},
    {"fit", "1"},
    {"fair", ""},
};

static const char *operands_of(const char *command)
{
    for (int i = 0; i < COUNT(OPERANDS); i++)
        if (strcmp(OPERANDS[i][0], command) == 0)
            return OPERANDS[i][1];
    return NULL;
}

/* Lists values that the row must refuse. Returns their number. */
static int list_wrong(const struct sow_param *param, char values[3][32])
{
    bool whole =
        param->type == &sow_param_integer || param->type == &sow_param_added_integer;
    if (!whole && param->type != &sow_param_real && param->words == NULL &&
        !sow_param_is_flag(param))
        return 0;
    (void)snprintf(values[0], sizeof values[0], "nonsense");
    if (!whole && param->type != &sow_param_real)
        return 1;
    (void)snprintf(values[1], sizeof values[1], "%.0f", param->min - 1);
    (void)snprintf(values[2], sizeof values[2], "%.0f", param->max + 1);
    return 3;
}

/* Tries all wrong values of an option of a command, behind another list. */
static int refuse_values(const struct sow_command *command, const char *operands,
                         const struct sow_param *param, struct sow_store *store)
{
    char values[3][32];
    int count = list_wrong(param, values);
    for (int i = 0; i < count; i++) {
        char plan[512];
        (void)snprintf(
            plan, sizeof plan, "[sweep]\ncommand = %s\n%s%s%s[options]\n%s\n@%s = %s\n",
            command->name, operands[0] != '\0' ? "operands = '" : "", operands,
            operands[0] != '\0' ? "'\n" : "",
            (command->takes & SOW_TAKES_SEED) != 0 ? "seed = 1..3" : "pits = 3",
            param->name, values[i]);
        refuse(plan, store);
    }
    return count;
}

TEST(blame, a_value_out_of_range_has_its_line)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int tried = 0;
    int commands = 0;
    (void)err;
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++) {
        const struct sow_command *command = &sow_run_kinds[k]->command;
        const char *operands = operands_of(command->name);
        if (operands == NULL)
            continue;
        commands++;
        for (const struct sow_param_group *group = sow_run_kinds[k]->groups;
             group->table != NULL; group++)
            for (size_t i = 0; group->use != SOW_RECORDED && i < group->table->count; i++)
                tried += refuse_values(command, operands, &group->table->rows[i], store);
    }
    ck_assert_int_eq(commands, COUNT(OPERANDS));
    ck_assert_int_ge(tried, 220);
}

/* ---- Values that are wrong beside others ---- */

#define EVOLVE "[sweep]\ncommand = evolve\n[options]\ngenerations = 2\n"
#define FIT "[sweep]\ncommand = fit\noperands = 1\n[options]\ncomparison-games = 0\n"
#define MATCH "[sweep]\ncommand = match\noperands = 'h1 h4'\n[options]\ngames = 2\n"
#define STUDY(command, players)                                                          \
    "[sweep]\ncommand = " command "\noperands = '" players "'\n[options]\ngames = 2\n"

static const char *const PLANS[] = {
    EVOLVE "@elitism = 10\npopulation = 10\n",
    EVOLVE "population = 10\n@elitism = 10\n",
    EVOLVE "population = 10\nselection = tournament\n@tournament-size = 20\n",
    EVOLVE "population = 8\n@candidates = 30\n",
    EVOLVE "population = 8\nislands = 2\n@migrate = 8\n",
    EVOLVE "@islands = 400\npopulation = 4000\ncandidates = 1000\n",
    EVOLVE "games = 1\n@population = 1\n",
    EVOLVE "@population = 5000\ngames = 1\n",
    EVOLVE "games = 1\n@weight-min = 1\nweight-max = 0\n",
    EVOLVE "games = 1\n@weight-min = h9=1\n",
    EVOLVE "games = 1\n@weight-max = '1,2,3'\n",
    EVOLVE "games = 1\n@objective = regret\n",
    EVOLVE "fitness = mixed\nhall-share = 1\n@hall-holdout = 1\n",
    EVOLVE "fitness = mixed\n@population-share = 0\n",
    EVOLVE "games = 1\n@hall-size = 4\n",
    EVOLVE "optimizer = random\n@elitism = 4\n",
    EVOLVE "games = 1\n@initial = nonsense\n",
    EVOLVE "games = 1\n@initial = random\n",
    EVOLVE "population = 2\n@initial = 'divilly2013 h1 h2 h3'\n",
    EVOLVE "fitness = panel\n@opponents = nonsense\n",
    EVOLVE "fitness = panel\nobjective = regret\n@references = nonsense\n",
    EVOLVE "genome = features\n@features = nonsense\n",
    EVOLVE "genome = features\n@features = path:extra_turns\n",
    EVOLVE "genome = order\n@heuristics = h1\n",
    EVOLVE "games = 1\n@heuristics = nonsense\n",
    EVOLVE "games = 1\n@player = random\n",
    EVOLVE "games = 1\n@player = alphabeta:seconds=1\n",
    EVOLVE "games = 1\n@starts = random:0\n",
    EVOLVE "games = 1\n@starts = nonsense\n",
    EVOLVE "games = 1\n@variants = nonsense\n",
    EVOLVE "games = 1\n@variant = nonsense\n",
    EVOLVE "games = 1\n@variants = kalah\nvariant = awari\n",
    EVOLVE "games = 1\n@runs = 2\n",
    EVOLVE "games = 1\n@nonsense = 2\n",
    FIT "@folds = 1\n",
    FIT "folds = 0\n@select = yes\n",
    FIT "folds = 0\nmethod = ridge\n@penalty = 0\n",
    FIT "@features = nonsense\n",
    FIT "@player = random\n",
    FIT "@folds = 50\n",
    "[sweep]\ncommand = fit\noperands = 1\n[options]\n@opponents = nonsense\n",
    "[sweep]\ncommand = fit\noperands = 1\n[options]\nfolds = 0\n@starts = nonsense\n",
    "[sweep]\ncommand = fit\n@operands = 99\n[options]\nfolds = 0\n",
    "[sweep]\ncommand = fit\n@operands = x\n[options]\nfolds = 0\n",
    "[sweep]\ncommand = match\n@operands = 'h1 nonsense'\n[options]\ngames = 2\n",
    "[sweep]\ncommand = match\n@operands = h1\n[options]\ngames = 2\n",
    MATCH "@starts = nonsense\n",
    MATCH "starts = random:4\n@random-plies = 2\n",
    MATCH "@variant = nonsense\n",
    MATCH "@pits = 99\n",
    MATCH "@sprt = 1\n",
    "[sweep]\ncommand = match\noperands = 'h1 h4'\n[options]\ngames = 100000000\n"
    "@keep-games = all\n",
    STUDY("tournament", "h1 h4") "@variant = nonsense\n",
    STUDY("tournament", "h1 h4") "@variants = nonsense\n",
    STUDY("tournament", "h1 h4") "variants = kalah\n@pits = 0\n",
    STUDY("tournament", "h1 h4") "variants = kalah\n@seeds-per-pit = x\n",
    STUDY("tournament", "h1 h4") "@starts = nonsense\n",
    "[sweep]\ncommand = tournament\n@operands = 'h1 nonsense'\n[options]\ngames = 2\n",
    "[sweep]\ncommand = tournament\n@operands = h1\n[options]\ngames = 2\n",
    STUDY("robustness", "h1") "@opponents = nonsense\n",
    STUDY("robustness", "h1") "@variants = nonsense\n",
    STUDY("sensitivity", "h1") "@options = nonsense\n",
    STUDY("sensitivity", "h1") "@opponents = nonsense\n",
    STUDY("sensitivity", "h1") "@heuristics = nonsense\n",
    STUDY("sensitivity", "h1") "population = 4\n@elitism = 4\n",
    STUDY("transfer", "2 3") "variants = kalah\n@opponents = nonsense\n",
    "[sweep]\ncommand = transfer\n@operands = '1 x'\n[options]\ngames = 2\n",
    "[sweep]\ncommand = transfer\n@operands = '98 99'\n[options]\ngames = 2\n",
    STUDY("regret", "h1") "@opponents = nonsense\n",
    STUDY("regret", "h1") "@endgame = nonsense\n",
    "[sweep]\ncommand = regret\n@operands = nonsense\n[options]\ngames = 2\n",
    STUDY("dataset make", "h1") "outcome = exact\n@nodes = x\n",
    STUDY("dataset make", "h1") "outcome = exact\n@nodes = 0\n",
    STUDY("dataset make", "h1") "outcome = exact\n@endgame = nonsense\n",
    STUDY("dataset make", "h1") "@starts = nonsense\n",
    STUDY("dataset make", "h1") "@endgame = x\n",
    "[sweep]\ncommand = dataset make\n@operands = nonsense\n[options]\ngames = 2\n",
    "[sweep]\ncommand = reproduce\n@operands = nonsense\n[options]\ngames = 2\n",
    "[sweep]\ncommand = reproduce\noperands = divilly2013\n[options]\n@population = 1\n",
    "[sweep]\ncommand = reproduce\noperands = kalah-ai\n[options]\n@clock = 0.001\n",
    "[sweep]\ncommand = fair\n[options]\nmoved = 1\n@variant = nonsense\n",
};

TEST_EACH(blame, a_value_wrong_beside_others_has_its_line, PLANS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)err;
    (void)add_dataset(store);
    (void)add_evolution(store);
    (void)add_evolution(store);
    refuse(PLANS[_i], store);
}
