/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The command line: commands as rows of a const table, their options as parameter tables,
 * and the context that a command works with.
 *
 * A command writes its result as a report (sow_cli_print) or, where the format is fixed,
 * to cli->out. Everything else goes to stderr (sow_cli_note, progress). A command returns
 * a status and a text and never exits; the status is the program's exit code.
 *
 * A new command is a cmd_*.c file that ends in its row, and a name in commands.c. A new
 * kind of run only needs the name there. Help, suggestions and tests loop over the rows.
 *
 * Ownership: rows and their texts are static; a struct sow_cli and the options struct
 * belong to the program and live for the length of the command.
 */
#ifndef SOW_EXPERIMENTS_CLI_H
#define SOW_EXPERIMENTS_CLI_H

#include "sow/base/parallel.h"
#include "sow/base/param.h"
#include "sow/game/rules.h"
#include "sow/runs/command.h"
#include "sow/sections/report.h"
#include "sow/support/whole_file.h"
#include "sow/variants/variant.h"

#include <stdint.h>
#include <stdio.h>

struct sow_progress;

/** Longest path, label and list of rule settings, in bytes. */
enum { SOW_CLI_PATH_MAX = 1023, SOW_CLI_LABEL_MAX = 255, SOW_CLI_OVERRIDES_MAX = 2047 };

/** Rule settings from the command line: `key=value` lines in the order given. */
struct sow_overrides {
    char lines[SOW_CLI_OVERRIDES_MAX + 1]; /**< lines; "": none */
};

/** Values of the shared options (sow_common_groups). An option that the command does not
 *  take has its default. */
struct sow_common {
    /** Path of the database. */
    char db[SOW_CLI_PATH_MAX + 1];
    /** Random seed. */
    uint64_t seed;
    int threads; /**< threads; 0 = one for each processor */
    /** Name of a kernel, or "auto". */
    char kernel[32];
    /** Name of a variant, or path of a variant file. */
    char variant[SOW_CLI_PATH_MAX + 1];
    /** settings of --pits, --seeds-per-pit, --start and --rule */
    struct sow_overrides overrides;
    /** Label of the run; "": none. */
    char label[SOW_CLI_LABEL_MAX + 1];
    /** True if the option of the same name is given, like all fields of this type. */
    bool json;
    bool csv;
    bool markdown;
    bool latex;
    bool full;
    bool plot;
    char output[SOW_CLI_PATH_MAX + 1]; /**< path; "-": stdout */
    bool force;
    char allow_exec[SOW_CLI_PATH_MAX + 1]; /**< latest program that may be started */
    bool quiet;
    bool help;
};

struct sow_cli;
struct sow_option_list;
struct sow_sweep;
struct sow_sweep_outcome;
struct sow_store;

/** Hooks of a program that carries out a command together with other processes of the
 *  same program (experiments/app/cluster). */
struct sow_cli_host {
    /** Called when the command line is valid, before anything is opened. May change the
     *  options. A failure ends the command. */
    enum sow_status (*begin)(struct sow_cli *cli, struct sow_err *err);
    /** Makes the tasks @p first to @p last of a sweep, like sow_sweep_make. */
    enum sow_status (*make)(const struct sow_sweep *sweep, size_t first, size_t last,
                            struct sow_store *store, struct sow_sweep_outcome *outcome,
                            struct sow_err *err);
};

/** Context of a command. */
struct sow_cli {
    const struct sow_command *command;
    const struct sow_cli_host *host; /**< NULL in the ordinary program */
    struct sow_common common;
    enum sow_format format; /**< output format, by --json, --csv, --markdown or --latex */
    struct sow_context with; /**< threads, kernel, progress; `stop` is set by SIGINT,
                                SIGTERM and SIGHUP */
    char *const *operands;   /**< operands; ends with NULL */
    /** options of the command, and which of them were typed */
    const struct sow_option_list *options;
    bool running;   /**< true once the command line is valid */
    FILE *in;       /**< stdin */
    FILE *out;      /**< stdout; never closed by a command */
    FILE *messages; /**< stderr */
};

/**
 * Finds the variant of the options --variant, --pits, --seeds-per-pit, --start and
 * --rule. Adds the rules that these options change to the variant's name.
 * @param cli the command line
 * @param[out] variant the variant; its rules are checked
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown variant, for impossible rules, or for a rule setting
 *   without effect, or the failure of the variant file
 */
SOW_MUST_USE enum sow_status sow_cli_variant(const struct sow_cli *cli,
                                             struct sow_variant *variant,
                                             struct sow_err *err);

/** Writes @p report to cli->out in the format of the command line, in whole with --full.
 *  Hides the progress line first. Returns SOW_OK also if the reader of a pipe has left,
 *  else the failure of sow_report_print. */
SOW_MUST_USE enum sow_status
sow_cli_print(const struct sow_cli *cli, struct sow_report *report, struct sow_err *err);

/** Prints @p report, also if the work for it ended with the failure @p status. Returns
 *  that failure, which @p err keeps, else the failure of printing. */
SOW_MUST_USE enum sow_status sow_cli_conclude(const struct sow_cli *cli,
                                              struct sow_report *report,
                                              enum sow_status status,
                                              struct sow_err *err);

/**
 * Calls @p write with the file of --output, or with cli->out for "-". The file is written
 * whole or not at all (whole_file.h).
 * @param cli the command line
 * @param write writes the content
 * @param context passed to @p write
 * @param[out] err reason of a failure
 * @returns the status of @p write, or SOW_IO or SOW_USAGE if the file cannot be written
 */
SOW_MUST_USE enum sow_status sow_cli_write(const struct sow_cli *cli, sow_write_fn *write,
                                           void *context, struct sow_err *err);

/** Returns true if standard output is a pipe whose reader has left. This is not a fault:
 *  the command finishes what it stores and ends with SOW_OK. Returns false before a write
 *  has failed. */
bool sow_cli_reader_left(const struct sow_cli *cli);

/** Writes a line to stderr for the person at the keyboard, with control characters made
 *  visible. Writes nothing with --quiet. */
void sow_cli_note(const struct sow_cli *cli, const char *format, ...) SOW_PRINTF(2, 3);

/** Reports on stderr a fault that does not end the command. Each line of the text begins
 *  with "sowlab: ". */
void sow_cli_complain(const struct sow_cli *cli, const struct sow_err *err);

/**
 * Runs the program. Installs the signal handlers, reads the words, carries out the
 * command, flushes stdout and reports a failure on stderr. A reader that has left the
 * pipe is not a failure.
 * @param argc as in main
 * @param argv as in main
 * @param host hooks, or NULL
 * @returns the exit code, an enum sow_status
 */
int sow_cli_main(int argc, char **argv, const struct sow_cli_host *host);

#endif
