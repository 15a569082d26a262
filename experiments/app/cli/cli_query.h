/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Common parts of the commands that query the database.
 */
#ifndef SOW_EXPERIMENTS_CLI_QUERY_H
#define SOW_EXPERIMENTS_CLI_QUERY_H

#include "sow/cli/cli.h"
#include "sow/endgame/database.h"
#include "sow/heuristics/agent.h"
#include "sow/sections/report.h"
#include "sow/store/store.h"
#include "sow/variants/variant.h"

/** Callback that adds the answer to a report. @p question is the caller's own data. */
typedef enum sow_status sow_cli_ask_fn(struct sow_store *store, const void *question,
                                       struct sow_report *report, struct sow_err *err);

/**
 * Opens the database of --db for reading, asks, and prints the report.
 * @param cli the command line
 * @param ask adds the answer to the report
 * @param question passed to @p ask
 * @param limits limits of the query, or NULL for none. The process ends if the query
 *   outlives a stop request or the time of these limits.
 * @param[out] err reason of a failure
 * @returns the status of opening, of @p ask or of printing
 */
SOW_MUST_USE enum sow_status sow_cli_answer(const struct sow_cli *cli,
                                            sow_cli_ask_fn *ask, const void *question,
                                            const struct sow_query_limits *limits,
                                            struct sow_err *err);

/** Adds all about the run @p id to a report. */
typedef enum sow_status sow_cli_show_fn(struct sow_store *store, int64_t id,
                                        struct sow_report *report, struct sow_err *err);

/**
 * Opens the database of --db for reading, and prints a report about one run.
 * @param cli the command line
 * @param word the run's number, as typed
 * @param show fills the report
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if @p word is not a number, else the status of opening, of @p show
 *   or of printing
 */
SOW_MUST_USE enum sow_status sow_cli_show(const struct sow_cli *cli, const char *word,
                                          sow_cli_show_fn *show, struct sow_err *err);

/** Run numbers that were typed as operands, in their order. All zeros: none. */
struct sow_cli_ids {
    int64_t *id; /**< numbers; owned by the caller */
    size_t count;
};

/**
 * Adds the run number of a word, such as "7", or the numbers of a range, "7..12".
 * @param[in,out] ids free ids->id, also after a failure
 * @param word text that the word begins
 * @param length length of the word in bytes
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for another word or too many numbers; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_cli_ids_add(struct sow_cli_ids *ids, const char *word,
                                             size_t length, struct sow_err *err);

/**
 * Reads operands as run numbers and ranges of them.
 * @param argc number of operands
 * @param argv operands
 * @param[out] ids free ids->id, also after a failure
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if an operand is not a run number or a range; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status
sow_cli_ids_read(int argc, char **argv, struct sow_cli_ids *ids, struct sow_err *err);

/** Stored run that a word names. */
struct sow_cli_stored {
    int64_t id; /**< number of the run */
    int64_t
        generation; /**< generation of its player; -1: its champion or fitted player */
};

/** Reads ID, run:ID or run:ID@GENERATION. @returns false for another word, which is a
 *  player; @p stored then has no meaning. */
bool sow_cli_stored_read(const char *word, struct sow_cli_stored *stored);

/**
 * Reads a player spec. Opens the database only if the spec names a stored run.
 * @param cli the command line
 * @param spec player spec
 * @param[out] agent the player
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA or SOW_USAGE for a bad spec, SOW_USAGE for an outside program, or
 *   the failure of the database
 */
SOW_MUST_USE enum sow_status sow_cli_player(const struct sow_cli *cli, const char *spec,
                                            struct sow_agent *agent, struct sow_err *err);

/**
 * Reads the value of --position.
 * @param text a position in the notation of board.h; "": the start of the rules
 * @param rules rules of the game
 * @param[out] board the position; without meaning after a failure
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the text is not a position of this game
 */
SOW_MUST_USE enum sow_status sow_cli_position(const char *text,
                                              const struct sow_rules *rules,
                                              struct sow_board *board,
                                              struct sow_err *err);

/** Reports a position in the notation of board.h under the name @p key; NULL adds it as
 *  a cell to the current row. */
void sow_cli_report_position(struct sow_report *report, const char *key,
                             const struct sow_rules *rules,
                             const struct sow_board *board);

/** Variant, position, endgame file and report of a command on exact values. */
struct sow_cli_exact {
    struct sow_variant variant; /**< variant of the command line */
    struct sow_board board; /**< position of --position, or the start of the variant */
    struct sow_endgame *endgame; /**< NULL: no endgame file */
    struct sow_report *report;
};

/**
 * Loads the variant of the command line, reads the position and opens the endgame file.
 * @param cli the command line
 * @param position value of --position; "": the start of the variant
 * @param endgame value of --endgame; "": no file
 * @param[out] exact close it with sow_cli_exact_close, also after a failure
 * @param[out] err reason of a failure
 * @returns the status of the first step that failed
 */
SOW_MUST_USE enum sow_status sow_cli_exact_open(const struct sow_cli *cli,
                                                const char *position, const char *endgame,
                                                struct sow_cli_exact *exact,
                                                struct sow_err *err);

/**
 * Prints the report and frees all of @p exact.
 * @param cli the command line
 * @param exact as sow_cli_exact_open left it, also after its failure
 * @param status status of the command; the report is printed for SOW_OK and
 *   SOW_INTERRUPTED
 * @param[out] err reason of a failure to print
 * @returns @p status if that is a failure, else the status of printing or of reading the
 *   endgame file
 */
enum sow_status sow_cli_exact_close(const struct sow_cli *cli,
                                    struct sow_cli_exact *exact, enum sow_status status,
                                    struct sow_err *err);

/** Callback that writes an export of run @p id to @p out. */
typedef enum sow_status sow_cli_export_fn(struct sow_store *store, int64_t id, FILE *out,
                                          struct sow_err *err);

/**
 * Exports a run to the file of --output, or to standard output.
 * @param cli the command line
 * @param word the run's number as typed
 * @param write writes the export
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for a bad number, or the failure of the database, of @p write or of
 *   the file
 */
SOW_MUST_USE enum sow_status sow_cli_export(const struct sow_cli *cli, const char *word,
                                            sow_cli_export_fn *write,
                                            struct sow_err *err);

#endif
