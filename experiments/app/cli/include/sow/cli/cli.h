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
 * A new command is a cmd_*.c file that ends in its row, and its name in commands.c; that
 * of a new kind of run is its name there. Help, suggestions and tests loop over the rows.
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
    struct sow_overrides overrides; /**< of --pits, --seeds-per-pit, --start, --rule */
    char label[SOW_CLI_LABEL_MAX + 1];
    bool json;
    bool csv;
    bool markdown;
    bool full;
    bool plot;
    char output[SOW_CLI_PATH_MAX + 1]; /**< "-": stdout */
    bool force;
    bool quiet;
    bool help;
};

struct sow_cli;
struct sow_option_list;
struct sow_cli_sweep;
struct sow_cli_outcome;
struct sow_store;

/** A program that does not carry out commands by itself, but together with others of its
 *  kind (experiments/app/cluster). */
struct sow_cli_host {
    /** Called when the command line was right, before anything is opened: may change what
     *  is asked for. SOW_NOTHING_LEFT: the others do without. */
    enum sow_status (*begin)(struct sow_cli *cli, struct sow_err *err);
    /** As sow_cli_tasks_make. */
    enum sow_status (*make)(const struct sow_cli_sweep *sweep, size_t first, size_t last,
                            struct sow_store *store, struct sow_cli_outcome *outcome,
                            struct sow_err *err);
};

/** What a command works with. */
struct sow_cli {
    const struct sow_command *command;
    const struct sow_cli_host *host; /**< NULL: none, as a rule */
    struct sow_common common;
    enum sow_format format;  /**< of --json, --csv */
    struct sow_context with; /**< of the options; `stop` is SIGINT and SIGTERM */
    char *const *operands;   /**< what was typed but options; ends with NULL */
    const struct sow_option_list
        *options;   /**< options of the command, and which were given */
    bool running;   /**< the command line was right */
    FILE *in;       /**< stdin */
    FILE *out;      /**< stdout; never closed by a command */
    FILE *messages; /**< stderr */
};

/** The rules asked for by --variant, --pits, --seeds-per-pit, --start and --rule,
 * checked. */
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

/** Returns true if standard output is a pipe whose reader has left, which is not a fault:
 *  what a command stores it goes on to store, and then it ends with SOW_OK. */
bool sow_cli_reader_left(const struct sow_cli *cli);

/** A line on stderr for the person at the keyboard; not with --quiet. */
void sow_cli_note(const struct sow_cli *cli, const char *format, ...) SOW_PRINTF(2, 3);

/** A line on stderr about a fault the command goes on after ("sowlab: text", in
 *  front of each line of it). */
void sow_cli_complain(const struct sow_cli *cli, const struct sow_err *err);

/** The whole program: scans argv, runs the command, reports; returns the exit code.
 *  @p host may be NULL. */
int sow_cli_main(int argc, char **argv, const struct sow_cli_host *host);

#endif
