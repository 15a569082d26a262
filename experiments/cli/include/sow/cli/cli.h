/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The command line: commands as rows of a const table, their options as parameter
 * tables, and what a command gets to work with.
 *
 * A command writes its result as a report (sow_cli_print) or, where the format is fixed,
 * to cli->out; everything else goes to stderr (sow_cli_note, progress). It returns a
 * status and a text, never exits; the status is the program's exit code.
 *
 * A new command is a cmd_*.c file that ends in its row, and a line in commands.h and in
 * commands.c. Help, suggestions and tests loop over the rows.
 *
 * Ownership: rows and their texts are static; a struct sow_cli and the options struct
 * belong to the program and live for the length of the command.
 */
#ifndef SOW_EXPERIMENTS_CLI_H
#define SOW_EXPERIMENTS_CLI_H

#include "sow/base/parallel.h"
#include "sow/base/param.h"
#include "sow/game/rules.h"
#include "sow/support/report.h"
#include "sow/support/whole_file.h"
#include "sow/variants/variant.h"

#include <stdint.h>
#include <stdio.h>

struct sow_cli;
struct sow_progress;
struct sow_run_kind;
struct sow_run_request;

/** Options that several commands share; a row names those it takes. --quiet and --help
 *  are taken by all. */
enum sow_common_set {
    SOW_TAKES_DB = 1U << 0U,      /**< --db */
    SOW_TAKES_SEED = 1U << 1U,    /**< --seed */
    SOW_TAKES_THREADS = 1U << 2U, /**< --threads */
    SOW_TAKES_KERNEL = 1U << 3U,  /**< --kernel */
    SOW_TAKES_RULES = 1U << 4U,   /**< --variant --pits --seeds --start --rule */
    SOW_TAKES_LABEL = 1U << 5U,   /**< --label */
    SOW_TAKES_SYNTAX = 1U << 6U,  /**< --json --csv --markdown */
    SOW_TAKES_OUTPUT = 1U << 7U,  /**< --output --force */
    SOW_TAKES_FULL = 1U << 8U,    /**< --full */
    /** What every command that prints a report takes. */
    SOW_TAKES_FORMAT = SOW_TAKES_SYNTAX | SOW_TAKES_FULL,
    /** What every command that records a run takes. */
    SOW_TAKES_RUN = SOW_TAKES_DB | SOW_TAKES_SEED | SOW_TAKES_THREADS | SOW_TAKES_KERNEL |
                    SOW_TAKES_LABEL | SOW_TAKES_FORMAT,
};

enum { SOW_CLI_PATH_MAX = 1023, SOW_CLI_LABEL_MAX = 255, SOW_CLI_OVERRIDES_MAX = 2047 };

/** Rule settings from the command line, `key = value` lines in the order given. */
struct sow_overrides {
    char lines[SOW_CLI_OVERRIDES_MAX + 1];
};

/** Values of the shared options. */
struct sow_common {
    char db[SOW_CLI_PATH_MAX + 1];
    uint64_t seed;
    int threads; /**< 0 = all */
    char kernel[32];
    char variant[SOW_CLI_PATH_MAX + 1];
    struct sow_overrides overrides; /**< of --pits, --seeds, --start, --rule */
    char label[SOW_CLI_LABEL_MAX + 1];
    bool json;
    bool csv;
    bool markdown;
    bool full;
    char output[SOW_CLI_PATH_MAX + 1]; /**< "-": stdout */
    bool force;
    bool quiet;
    bool help;
};

/** One parameter table of a command and where its struct lies in the options. */
struct sow_option_group {
    const struct sow_param_table *table;
    size_t offset;
    const char *title; /**< heading in --help, or NULL: "Options" */
};

enum { SOW_OPTION_GROUPS_MAX = 6, SOW_ANY_OPERANDS = -1 };

/** One command. */
struct sow_command {
    const char *section;  /**< heading it is listed under */
    const char *name;     /**< one word or two: "evolve", "runs show" */
    const char *operands; /**< as in the usage line: "A B", "ID...", or "" */
    const char *summary;  /**< one line, a phrase without a full stop */
    const char *examples; /**< command lines, one a line, shown first in --help */
    const char *details;  /**< paragraphs that end in a newline, or NULL */
    struct sow_option_group groups[SOW_OPTION_GROUPS_MAX]; /**< up to a NULL table */
    size_t options_size; /**< of the struct all groups lie in; 0 without options */
    unsigned takes;      /**< of enum sow_common_set */
    int min_operands;
    int max_operands; /**< or SOW_ANY_OPERANDS */
    /** Runs it; argv holds the @p argc operands and a final NULL. */
    enum sow_status (*run)(struct sow_cli *cli, void *options, int argc, char **argv,
                           struct sow_err *err);
};

/** What a command works with. */
struct sow_cli {
    const struct sow_command *command;
    struct sow_common common;
    enum sow_format format;        /**< of --json, --csv */
    const struct sow_stop *stop;   /**< requested by SIGINT and SIGTERM */
    struct sow_progress *progress; /**< NULL: silent */
    bool running;                  /**< the command line was right */
    FILE *in;                      /**< stdin */
    FILE *out;                     /**< stdout; never closed by a command */
    FILE *messages;                /**< stderr */
};

/** The rules asked for by --variant, --pits, --seeds, --start and --rule, checked. */
SOW_MUST_USE enum sow_status sow_cli_variant(const struct sow_cli *cli,
                                             struct sow_variant *variant,
                                             struct sow_err *err);

/** Writes @p report to cli->out in the format asked for. */
SOW_MUST_USE enum sow_status
sow_cli_print(const struct sow_cli *cli, struct sow_report *report, struct sow_err *err);

/** Lets @p write fill what --output names: a file that is written whole or not at all
 *  (whole_file.h), or cli->out. */
SOW_MUST_USE enum sow_status sow_cli_write(const struct sow_cli *cli, sow_write_fn *write,
                                           void *context, struct sow_err *err);

/** A line on stderr for the person at the keyboard; not with --quiet. */
void sow_cli_note(const struct sow_cli *cli, const char *format, ...) SOW_PRINTF(2, 3);

/** A line on stderr about a fault the command goes on after ("sowlab: text", in
 *  front of each line of it). */
void sow_cli_complain(const struct sow_cli *cli, const struct sow_err *err);

/** Fills a request for a run of @p kind from the shared options; everything in it is
 *  borrowed from the arguments. */
void sow_cli_request(const struct sow_cli *cli, const struct sow_run_kind *kind,
                     const struct sow_variant *variant, const void *options,
                     struct sow_run_request *request);

/** Reads operand @p text, the @p what of the usage line, as an integer of at least
 *  @p min: "ID '7x' is not a whole number of at least 1". */
SOW_MUST_USE enum sow_status sow_cli_integer(const char *text, const char *what,
                                             int64_t min, int64_t *value,
                                             struct sow_err *err);

/** The whole program: scans argv, runs the command, reports; returns the exit code. */
int sow_cli_main(int argc, char **argv);

#endif
