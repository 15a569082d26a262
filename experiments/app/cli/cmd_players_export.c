/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command players export: the evaluator of a player as source of one function. */
#include "cli_query.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/export/export.h"
#include "sow/store/tables/runs.def"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Options of the command. */
struct export_options {
    int as;
};

static const struct sow_param ROWS[] = {
    {"as", &sow_param_choice, offsetof(struct export_options, as), 0, 0, sow_export_forms,
     "c", "form of the evaluator: source of a language, or its data as JSON"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Most facts about an evaluator. */
enum { FACTS_MAX = 8, FACT_TEXT_MAX = 160, CLASS_MAX = 63 };

/* An evaluator that is being exported. */
struct exporting {
    struct sow_agent agent;
    struct sow_variant variant;
    int form;
    char *spec; /* canonical spec of the player, owned */
    char strength[FACT_TEXT_MAX];
    struct sow_export_fact facts[FACTS_MAX];
    int count;
    char class_name[CLASS_MAX + 1]; /* class of a Java source */
};

/* Adds a fact; its texts are borrowed. */
static void add_fact(struct exporting *exporting, const char *name, const char *text)
{
    exporting->facts[exporting->count++] = (struct sow_export_fact){name, text};
}

/* --- the run of a player --- */

/* Writes the strength of a player as a text. Columns: score, low, high, panel, depth,
   variant. It is a sow_cells_fn; @p context has FACT_TEXT_MAX bytes. */
static enum sow_status take_strength(void *context, const struct sow_cells *cells,
                                     struct sow_err *err)
{
    (void)err;
    (void)snprintf(context, FACT_TEXT_MAX,
                   "%.3f points a game (95 %% interval %.3f to %.3f) against the panel "
                   "%s, looking %d ahead, in %s",
                   cells->number[0], cells->number[1], cells->number[2], cells->text[3],
                   (int)cells->number[4], cells->text[5]);
    return SOW_OK;
}

/* Reads the strength of the player of a run, if it is stored. */
static enum sow_status read_strength(struct sow_store *store,
                                     const struct sow_cli_stored *stored,
                                     struct exporting *exporting, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT score, low, high, panel, depth, variant FROM strengths WHERE run_id = ?1 "
        "AND generation = ?2 ORDER BY main DESC, variant, depth LIMIT 1";
    enum sow_status status = sow_store_answer(
        store, SQL, SOW_VALUES(sow_integer(stored->id), sow_integer(stored->generation)),
        take_strength, exporting->strength, err);
    if (status == SOW_OK && exporting->strength[0] != '\0')
        add_fact(exporting, "strength", exporting->strength);
    return status;
}

/* Sets the variant to that of the player's run. Returns SOW_USAGE if the run has several,
   or the failure of the database. */
static enum sow_status take_home(struct sow_store *store, int64_t id,
                                 struct exporting *exporting, struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    if (strchr(row.variant, ',') != NULL)
        status = sow_err_set(err, SOW_USAGE,
                             "run %lld has several variants: choose one with --variant",
                             (long long)id);
    else
        status = sow_variant_read_text(row.rules, row.variant, &exporting->variant, err);
    if (status == SOW_OK)
        (void)snprintf(exporting->variant.name, sizeof exporting->variant.name, "%.*s",
                       SOW_VARIANT_NAME_MAX, row.variant);
    sow_run_row_release(&row);
    return status;
}

/* Reads variant and strength of a stored player. The variant is that of its run unless
   the command line names one. Returns the failure of the database or of the variant. */
static enum sow_status read_run(const struct sow_cli *cli,
                                const struct sow_cli_stored *stored,
                                struct exporting *exporting, struct sow_err *err)
{
    bool chosen = sow_options_given(cli->options, "--variant") ||
                  cli->common.overrides.lines[0] != '\0';
    struct sow_store *store = NULL;
    enum sow_status status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK)
        status = chosen ? sow_cli_variant(cli, &exporting->variant, err)
                        : take_home(store, stored->id, exporting, err);
    if (status == SOW_OK)
        status = read_strength(store, stored, exporting, err);
    sow_store_close(store);
    return status;
}

/* --- the command --- */

/* Writes the evaluator. It is a sow_write_fn; @p context is a struct exporting. */
static enum sow_status write_evaluator(void *context, FILE *out, struct sow_err *err)
{
    const struct exporting *exporting = context;
    struct sow_export export = {&exporting->agent, &exporting->variant, exporting->facts,
                                exporting->class_name};
    return sow_export_write(&export, exporting->form, out, err);
}

/* Reads the player of the operand, and refuses one without an evaluator. */
static enum sow_status read_player(const struct sow_cli *cli, const char *word,
                                   struct exporting *exporting, struct sow_err *err)
{
    enum sow_status status = sow_cli_player(cli, word, &exporting->agent, err);
    if (status != SOW_OK)
        return status;
    const char *refusal = sow_export_refusal(&exporting->agent);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "player '%.100s' has no evaluator to export: %s", word,
                           refusal);
    exporting->spec = sow_agent_spec(&exporting->agent);
    return exporting->spec != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Names the class of a Java source after its file, because Java wants that. On standard
   output it is Evaluator. Returns SOW_USAGE if no class can have the name of the file. */
static enum sow_status name_class(const char *output, struct exporting *exporting,
                                  struct sow_err *err)
{
    static const char SUFFIX[] = ".java";
    const char *slash = strrchr(output, '/');
    const char *name = slash != NULL ? slash + 1 : output;
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_')
        length++;
    bool fits = strcmp(name + length, SUFFIX) == 0 && length > 0 && length <= CLASS_MAX &&
                isupper((unsigned char)name[0]); /* words of Java begin with others */
    if (strcmp(output, "-") == 0)
        (void)snprintf(exporting->class_name, sizeof exporting->class_name, "Evaluator");
    else if (fits)
        (void)snprintf(exporting->class_name, sizeof exporting->class_name, "%.*s",
                       (int)length, name);
    else
        return sow_err_set(err, SOW_USAGE,
                           "no Java class can be named after the file '%.200s': give "
                           "--output a name such as Evaluator.java",
                           output);
    return SOW_OK;
}

/* Carries out `players export`: writes the evaluator of a player to --output. Returns
   SOW_USAGE for a player without one, or the failure of the player, the variant, the
   database or the file. */
static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)argc;
    const struct export_options *asked = options;
    struct exporting exporting = {.form = asked->as};
    struct sow_cli_stored stored;
    bool is_stored =
        strncmp(argv[0], "run:", 4) == 0 && sow_cli_stored_read(argv[0], &stored);
    enum sow_status status = read_player(cli, argv[0], &exporting, err);
    if (status == SOW_OK) {
        add_fact(&exporting, "asked_for", argv[0]);
        add_fact(&exporting, "player", exporting.spec);
        add_fact(&exporting, "variant", exporting.variant.name);
        status = is_stored ? read_run(cli, &stored, &exporting, err)
                           : sow_cli_variant(cli, &exporting.variant, err);
    }
    if (status == SOW_OK && asked->as == SOW_EXPORT_JAVA)
        status = name_class(cli->common.output, &exporting, err);
    if (status == SOW_OK)
        status = sow_cli_write(cli, write_evaluator, &exporting, err);
    free(exporting.spec);
    return status;
}

const struct sow_command sow_command_players_export = {
    .section = "Playing",
    .name = "players export",
    .operands = "PLAYER",
    .summary = "write the evaluator of a player as source of one function",
    .examples = "sowlab players export run:17 --as c --output evaluator.c\n"
                "sowlab players export run:17 --as python > evaluator.py\n"
                "sowlab players export learnt:awari --as java --variant awari",
    .details =
        "The source has one public function with all that it needs: value_of_move for "
        "weights of heuristics, value_of_position for weights of features, also those of "
        "a search player's leaves. Its head says what a board looks like. The values are "
        "exactly sowlab's. A player run:ID is exported for the variant of its run, "
        "another one for --variant. A Java class has the name of its file, or else Evaluator. "
        "JSON has weights, features and rules for programs that count features "
        "themselves.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct export_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_RULES | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_export,
};
