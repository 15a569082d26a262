/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command sweep: the tasks of a plan. */
#include "cli_sweep.h"
#include "sow/cli/commands.h"
#include "sow/support/doc_pages.h"

/* Carries out the command. */
static enum sow_status run_sweep(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    return sow_cli_sweep(cli, options, argv[0], err);
}

const struct sow_command sow_command_sweep = {
    .section = "Many runs",
    .name = "sweep",
    .operands = "PLAN.ini",
    .summary = "make a run for every combination of values, and compare the values",
    .examples = "sowlab sweep sizes.ini --list\n"
                "sowlab sweep sizes.ini\n"
                "sowlab sweep sizes.ini --compare --csv\n"
                "sowlab sweep sizes.ini --task 7 --into stores\n"
                "sowlab sweep sizes.ini --merge stores",
    .details =
        "A plan is a text file that names a command and lists of values:\n"
        "  [sweep]\n"
        "  command = evolve\n"
        "  [options]\n"
        "  variant = awari kalah\n"
        "  population = 25 50 100\n"
        "  seed = 1..20\n"
        "This plan has 120 tasks, numbered from 1; the last list changes fastest. "
        "Write values with blanks in quotes. 10..50/10 is a range with steps. Continue "
        "a list in an indented line. In [sweep], 'operands' is the list of operands of "
        "the command (operands = 'h4 h1' 'h4 h2') and 'label' the label of all runs.\n"
        "A task is a run like any other. A task is skipped if the database already has "
        "its run, with the same rules, settings and random seed. An interrupted run is "
        "continued; a run of another process is left alone. Tasks run at the same "
        "time, a thread each.\n"
        "A section [way NAME] is another way to do the same. It may have its own "
        "'command', and options of its own with one value each:\n"
        "  [way plain]\n"
        "  [way random]\n"
        "  optimizer = random\n"
        "Their names are the first list, 'way'. Write 'generations by variant = 40 60' to give "
        "each variant its own value.\n"
        "With 'depths = 1 2 4' in [sweep], the sweep measures the strength of all players "
        "at these depths, with 'openings = 50'. It measures what is missing, also of runs "
        "that were made before.\n"
        "The table 'results' has a row for every combination of values except random "
        "seeds. It has the mean of the runs with its 95 % interval, computed from the "
        "differences between the runs; a single run has its own interval.\n"
        "The table 'comparisons' answers whether value a of a list is better than value "
        "b. Each difference is averaged over the other lists inside a random seed. The "
        "test flips signs over the random seeds. The column p_adjusted is corrected for "
        "all differences of the table (Holm). A verdict is better, worse, undecided, or "
        "equivalent: the 95 % interval of the difference lies within 0.02 for a score, "
        "or within --equivalent for any measure.\n"
        "With --rank the table 'ranking' has the values of each list, the best first, with "
        "the verdict beside the best one; 'ranking_by_variant' has them in each variant.\n"
        "The record 'comparison' has the numbers of random seeds used, left out and "
        "needed, and the largest detectable difference. The table 'effects' has shares "
        "of the variance, and 'left_out' what is missing (" SOW_DOC_COMPARE ").\n"
        "On a cluster, '--into' gives every task its own database, and '--merge' "
        "collects the finished tasks. Such a database has no other runs, so plans that refer to runs (run:ID, "
        "fit) need '--db'.\n",
    .groups = {{.table = &sow_cli_sweep_params}},
    .options_size = sizeof(struct sow_cli_sweep_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_THREADS | SOW_TAKES_KERNEL | SOW_TAKES_FORMAT |
             SOW_TAKES_EXEC,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_sweep,
};
