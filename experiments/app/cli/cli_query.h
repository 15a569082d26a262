/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the commands that ask the database have in common.
 */
#ifndef SOW_EXPERIMENTS_CLI_QUERY_H
#define SOW_EXPERIMENTS_CLI_QUERY_H

#include "sow/cli/cli.h"
#include "sow/endgame/database.h"
#include "sow/heuristics/agent.h"
#include "sow/sections/report.h"
#include "sow/store/store.h"
#include "sow/variants/variant.h"

/** Adds an answer to @p report; @p question is the asker's own. */
typedef enum sow_status sow_cli_ask_fn(struct sow_store *store, const void *question,
                                       struct sow_report *report, struct sow_err *err);

/** Opens the database of --db for reading, asks, prints the report. The process ends if
 *  the question outlives a stop request or the time of @p limits, which are those it is
 *  asked with; NULL: a question of the program's own, without a limit. */
SOW_MUST_USE enum sow_status sow_cli_answer(const struct sow_cli *cli,
                                            sow_cli_ask_fn *ask, const void *question,
                                            const struct sow_query_limits *limits,
                                            struct sow_err *err);

/** Run numbers from operands. */
struct sow_cli_ids {
    int64_t *id;
    size_t count;
};

/** Reads @p argc operands as run numbers; free ids->id, also after a failure. */
SOW_MUST_USE enum sow_status
sow_cli_ids_read(int argc, char **argv, struct sow_cli_ids *ids, struct sow_err *err);

/** Reads a player's spec; the database is opened only if a stored run is named. */
SOW_MUST_USE enum sow_status sow_cli_player(const struct sow_cli *cli, const char *spec,
                                            struct sow_agent *agent, struct sow_err *err);

/** Reads what --position says; "": the rules' start. */
SOW_MUST_USE enum sow_status sow_cli_position(const char *text,
                                              const struct sow_rules *rules,
                                              struct sow_board *board,
                                              struct sow_err *err);

/** Reports a position in the notation of board.h. */
void sow_cli_report_position(struct sow_report *report, const char *key,
                             const struct sow_rules *rules,
                             const struct sow_board *board);

/** What the commands about exact values of one position work with. */
struct sow_cli_exact {
    struct sow_variant variant;
    struct sow_board board;
    struct sow_endgame *endgame; /**< or NULL */
    struct sow_report *report;
};

/** Loads the game of the command line, reads --position and opens the file of --endgame;
 *  "": none. Close it in any case. */
SOW_MUST_USE enum sow_status sow_cli_exact_open(const struct sow_cli *cli,
                                                const char *position, const char *endgame,
                                                struct sow_cli_exact *exact,
                                                struct sow_err *err);

/** Prints the report of what ended with @p status, if it got so far, and closes all;
 *  returns @p status or the failure to print. */
enum sow_status sow_cli_exact_close(const struct sow_cli *cli,
                                    struct sow_cli_exact *exact, enum sow_status status,
                                    struct sow_err *err);

/** Writes what there is of run @p id to @p out. */
typedef enum sow_status sow_cli_export_fn(struct sow_store *store, int64_t id, FILE *out,
                                          struct sow_err *err);

/** Lets @p write fill what --output names with the run that @p word numbers. */
SOW_MUST_USE enum sow_status sow_cli_export(const struct sow_cli *cli, const char *word,
                                            sow_cli_export_fn *write,
                                            struct sow_err *err);

#endif
