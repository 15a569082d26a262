/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Commands as data: name, operands, options and the texts for help, manual pages and
 * completion. A kind of run contains the row of its command (run.h). Other commands are
 * rows of their own. experiments/app/cli lists and runs both.
 */
#ifndef SOW_EXPERIMENTS_COMMAND_H
#define SOW_EXPERIMENTS_COMMAND_H

#include "sow/base/param.h"

struct sow_cli;
struct sow_run_kind;

/** Sets of options that several commands share. A command's row names the sets it takes.
 *  All commands take --quiet and --help. */
enum sow_common_set {
    SOW_TAKES_DB = 1U << 0U,      /**< --db */
    SOW_TAKES_SEED = 1U << 1U,    /**< --seed */
    SOW_TAKES_THREADS = 1U << 2U, /**< --threads */
    SOW_TAKES_KERNEL = 1U << 3U,  /**< --kernel */
    SOW_TAKES_CHANGES = 1U << 4U, /**< --pits --seeds-per-pit --start --rule */
    SOW_TAKES_LABEL = 1U << 5U,   /**< --label */
    SOW_TAKES_SYNTAX = 1U << 6U,  /**< --json --csv --markdown --latex */
    SOW_TAKES_OUTPUT = 1U << 7U,  /**< --output --force */
    SOW_TAKES_FULL = 1U << 8U,    /**< --full */
    SOW_TAKES_PLOT = 1U << 9U,    /**< --plot */
    SOW_TAKES_EXEC = 1U << 20U,   /**< --allow-exec */
    SOW_TAKES_GAME = 1U << 10U,   /**< --variant */
    SOW_TAKES_SOLVED = 1U << 11U, /**< --variant, with kalah as the default */
    SOW_TAKES_RULES = SOW_TAKES_GAME | SOW_TAKES_CHANGES, /**< sets that define rules */
    /** Sets that define rules, for commands that solve whole games. Only few variants
     *  allow this. */
    SOW_TAKES_SOLVED_RULES = SOW_TAKES_SOLVED | SOW_TAKES_CHANGES,
    /** Sets of every command that prints a report. */
    SOW_TAKES_FORMAT = SOW_TAKES_SYNTAX | SOW_TAKES_FULL,
    /** Sets of every command that records a run. */
    SOW_TAKES_RUN = SOW_TAKES_DB | SOW_TAKES_SEED | SOW_TAKES_THREADS | SOW_TAKES_KERNEL |
                    SOW_TAKES_LABEL | SOW_TAKES_FORMAT | SOW_TAKES_PLOT,
};

/** Value of max_operands that means any number of operands. */
enum { SOW_ANY_OPERANDS = -1 };

/** One command. */
struct sow_command {
    const char *section;  /**< heading of the command in lists */
    const char *name;     /**< name of one word or two: "evolve", "runs show" */
    const char *operands; /**< operands in the usage line: "A B", "ID...", or "" */
    const char *summary;  /**< summary: one line, a phrase without a full stop */
    const char *examples; /**< command lines, one in each line; help shows them first */
    const char *details;  /**< paragraphs that end in a newline, or NULL */
    /** Kind of run that the command records, with the options of that kind. NULL: the
     *  command has its own options, in `groups` up to a NULL table, and `options_size` is
     *  the size of their struct. */
    const struct sow_run_kind *kind;
    struct sow_param_group groups[SOW_PARAM_GROUPS_MAX];
    size_t options_size; /**< size of the struct of these options in bytes; else 0 */
    /** Conditions without which the command's own options have no effect, or NULL. A kind
     *  has its own conditions. */
    const struct sow_param_need *needs;
    unsigned takes;   /**< bits of enum sow_common_set */
    int min_operands; /**< smallest number of operands */
    int max_operands; /**< largest number, or SOW_ANY_OPERANDS */
    /** Carries out the command. argv holds the @p argc operands and a final NULL. NULL
     *  for commands that record a run, which all have the same function. */
    enum sow_status (*run)(struct sow_cli *cli, void *options, int argc, char **argv,
                           struct sow_err *err);
};

/**
 * Reads an operand as a whole number.
 * @param text the operand
 * @param what name of the operand in the usage line, for the message "ID '7x' is not a
 *   whole number of at least 1"
 * @param min smallest number allowed
 * @param[out] value the number; unchanged on failure
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the text is not such a number
 */
SOW_MUST_USE enum sow_status sow_word_integer(const char *text, const char *what,
                                              int64_t min, int64_t *value,
                                              struct sow_err *err);

#endif
