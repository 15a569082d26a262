/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command sql: one SELECT over the database, with limits. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/queries/query.h"
#include "sow/support/doc_pages.h"

/* Options of the command. */
struct sql_options {
    int rows;
    double seconds;
    int memory;
};

static const struct sow_param ROWS[] = {
    {"rows", &sow_param_integer, offsetof(struct sql_options, rows), 1, 1e9, NULL,
     "100000", "largest number of rows of the answer"},
    {"seconds", &sow_param_real, offsetof(struct sql_options, seconds), 0.001, 1e9, NULL,
     "30", "longest time"},
    {"memory", &sow_param_integer, offsetof(struct sql_options, memory), 1, 1 << 20, NULL,
     "256", "largest working memory in MiB"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* SQL of the operand, and the limits of its answer. */
struct question {
    const char *sql;
    struct sow_query_limits limits;
};

/* Adds the answer to the SQL to the report. It is a sow_cli_ask_fn; @p context is a
   struct question. Fails as sow_query_sql. */
static enum sow_status ask(struct sow_store *store, const void *context,
                           struct sow_report *report, struct sow_err *err)
{
    const struct question *question = context;
    return sow_query_sql(store, question->sql, &question->limits, report, err);
}

/* Carries out `sql`: prints the answer to the SQL of the operand, all columns at any
   width. Returns SOW_USAGE for bad SQL or an answer beyond the limits, or the failure of
   the database. */
static enum sow_status run_sql(struct sow_cli *cli, void *options, int argc, char **argv,
                               struct sow_err *err)
{
    (void)argc;
    const struct sql_options *asked = options;
    cli->common.full = true; /* an answer to SQL is shown whole */
    struct question question = {argv[0], {asked->rows, asked->seconds, asked->memory}};
    return sow_cli_answer(cli, ask, &question, &question.limits, err);
}

const struct sow_command sow_command_sql = {
    .section = "Stored runs",
    .name = "sql",
    .operands = "QUERY",
    .summary = "answer a question in SQL without changing the database",
    .examples = "sowlab sql \"SELECT * FROM runs_overview\"\n"
                "sowlab sql \"SELECT name FROM sqlite_schema WHERE type = 'view'\"\n"
                "sowlab sql --csv \"SELECT generation, best FROM generations\" >best.csv",
    .details = "The question is one SELECT over the tables and views that " SOW_DOC_SCHEMA
               " explains. A comment may come first: '-- ' and a line.\n"
               "Limits: 100,000 bytes of SQL, 1 MiB a value, 64 MiB an answer, 500 "
               "columns, and 100 SELECTs joined by UNION and the like. Expressions may "
               "be 200 deep, LIKE patterns may have 200 characters; the options below "
               "limit rows, time and memory. A question that needs more is refused, "
               "never cut short: copy the file and use any SQLite tool.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct sql_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_SYNTAX,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_sql,
};
