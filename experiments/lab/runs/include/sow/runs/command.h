/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Commands as data: what one is called and takes, and what help, manual pages and
 * completion say of it. A kind of run has the row of its command inside (run.h), other
 * commands are rows of their own; experiments/app/cli lists and runs both.
 */
#ifndef SOW_EXPERIMENTS_COMMAND_H
#define SOW_EXPERIMENTS_COMMAND_H

#include "sow/base/param.h"

struct sow_cli;
struct sow_run_kind;

/** Options that several commands share; a row names those it takes. --quiet and --help
 *  are taken by all. */
enum sow_common_set {
    SOW_TAKES_DB = 1U << 0U,      /**< --db */
    SOW_TAKES_SEED = 1U << 1U,    /**< --seed */
    SOW_TAKES_THREADS = 1U << 2U, /**< --threads */
    SOW_TAKES_KERNEL = 1U << 3U,  /**< --kernel */
    SOW_TAKES_CHANGES = 1U << 4U, /**< --pits --seeds-per-pit --start --rule */
    SOW_TAKES_LABEL = 1U << 5U,   /**< --label */
    SOW_TAKES_SYNTAX = 1U << 6U,  /**< --json --csv --markdown */
    SOW_TAKES_OUTPUT = 1U << 7U,  /**< --output --force */
    SOW_TAKES_FULL = 1U << 8U,    /**< --full */
    SOW_TAKES_PLOT = 1U << 9U,    /**< --plot */
    SOW_TAKES_GAME = 1U << 10U,   /**< --variant */
    SOW_TAKES_SOLVED = 1U << 11U, /**< the same, but Kalah if it is not given */
    SOW_TAKES_RULES = SOW_TAKES_GAME | SOW_TAKES_CHANGES,
    /** For commands that solve whole games, which few games allow. */
    SOW_TAKES_SOLVED_RULES = SOW_TAKES_SOLVED | SOW_TAKES_CHANGES,
    /** What every command that prints a report takes. */
    SOW_TAKES_FORMAT = SOW_TAKES_SYNTAX | SOW_TAKES_FULL,
    /** What every command that records a run takes. */
    SOW_TAKES_RUN = SOW_TAKES_DB | SOW_TAKES_SEED | SOW_TAKES_THREADS | SOW_TAKES_KERNEL |
                    SOW_TAKES_LABEL | SOW_TAKES_FORMAT | SOW_TAKES_PLOT,
};

enum { SOW_ANY_OPERANDS = -1 };

/** One command. */
struct sow_command {
    const char *section;  /**< heading it is listed under */
    const char *name;     /**< one word or two: "evolve", "runs show" */
    const char *operands; /**< as in the usage line: "A B", "ID...", or "" */
    const char *summary;  /**< one line, a phrase without a full stop */
    const char *examples; /**< command lines, one a line, shown first in --help */
    const char *details;  /**< paragraphs that end in a newline, or NULL */
    /** The kind of run it records, whose options it takes; or NULL, and its own options,
     *  up to a NULL table, with the size of their struct. */
    const struct sow_run_kind *kind;
    struct sow_param_group groups[SOW_PARAM_GROUPS_MAX];
    size_t options_size;
    /** Of a command without a kind: what its options need to have an effect, or NULL. A
     *  kind has needs of its own. */
    const struct sow_param_need *needs;
    unsigned takes; /**< of enum sow_common_set */
    int min_operands;
    int max_operands; /**< or SOW_ANY_OPERANDS */
    /** Runs it; argv holds the @p argc operands and a final NULL. NULL: as every command
     *  that records a run. */
    enum sow_status (*run)(struct sow_cli *cli, void *options, int argc, char **argv,
                           struct sow_err *err);
};

/** Reads operand @p text, the @p what of the usage line, as an integer of at least
 *  @p min: "ID '7x' is not a whole number of at least 1". */
SOW_MUST_USE enum sow_status sow_word_integer(const char *text, const char *what,
                                              int64_t min, int64_t *value,
                                              struct sow_err *err);

#endif
