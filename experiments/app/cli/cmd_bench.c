/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command bench: how fast games are played and positions are searched. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/evolution/bench.h"
#include "sow/support/build_info.h"
#include "sow/support/doc_pages.h"
#include "sow/support/processor.h"

#include <stdlib.h>
#include <string.h>

/* Most variants, most characters of their list, and most players. */
enum { VARIANTS_MAX = 32, VARIANT_LIST_MAX = 1023, PLAYERS_MAX = 32 };

/* Players whose searches are measured if no player is named. */
static const char *const USUAL[] = {
    "alphabeta:depth=10,hash=0,eval=[state:store_difference=1]",
    "alphabeta:depth=10,hash=64,eval=[state:store_difference=1]",
};

/* Options of the command. */
struct bench_options {
    char variants[VARIANT_LIST_MAX + 1];
    int repetitions;
};

#define AT(field) offsetof(struct bench_options, field)

static const struct sow_param ROWS[] = {
    {"variants", &sow_param_text, AT(variants), 0, VARIANT_LIST_MAX, NULL,
     "erherhe,awari,oware,vai-lung-thlan,kalah",
     "variants or files to measure, separated by commas"},
    {"repetitions", &sow_param_integer, AT(repetitions), 1, 1000, NULL, "5",
     "measurements of each figure; the median is shown"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Reports the record `machine`: processor, threads and build. */
static void report_machine(struct sow_report *report, int threads)
{
    char name[160];
    sow_processor_name(name, sizeof name);
    sow_report_record(report, "machine");
    sow_report_text(report, "processor", name);
    sow_report_int(report, "processors", sow_parallel_threads_available());
    sow_report_int(report, "threads", threads);
    sow_report_text(report, "compiler", sow_build_compiler);
    sow_report_text(report, "build_type", sow_build_type);
    sow_report_text(report, "revision", sow_build_revision);
}

/* Loads the variants of a list with commas, which is changed, into @p variants, and sets
   @p count to their number. Fails with SOW_USAGE if there are more than VARIANTS_MAX,
   else as sow_variant_load. */
static enum sow_status load_variants(char *list, struct sow_variant *variants, int *count,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *count = 0;
    for (char *at = list; status == SOW_OK && at != NULL;) {
        char *name = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
        status = *count < VARIANTS_MAX
                     ? sow_variant_load(name, &variants[(*count)++], err)
                     : sow_err_set(err, SOW_USAGE, "too many variants: at most %d",
                                   VARIANTS_MAX);
    }
    return status;
}

/* Reads a player spec. Returns SOW_USAGE for a player whose search cannot be measured:
   one that does not search or uses mcts, or plays by the clock of a game. Else fails as
   sow_cli_player. */
static enum sow_status read_player(const struct sow_cli *cli, const char *spec,
                                   struct sow_agent *agent, struct sow_err *err)
{
    enum sow_status status = sow_cli_player(cli, spec, agent, err);
    if (status != SOW_OK)
        return status;
    if (agent->kind != SOW_AGENT_SEARCH || agent->limits.method == SOW_SEARCH_MCTS)
        return sow_err_set(err, SOW_USAGE,
                           "player '%.200s' has no search to measure: name one such "
                           "as '%s'",
                           spec, USUAL[0]);
    if (agent->limits.clock.ms > 0)
        return sow_err_set(err, SOW_USAGE,
                           "player '%.200s' plays by the clock of a game: give a depth, "
                           "nodes or milliseconds of a move",
                           spec);
    return SOW_OK;
}

/* Sets the players of @p bench to the operands, or to the usual ones without any. With
   named players only searches are measured. Returns the first failure of read_player. */
static enum sow_status read_players(const struct sow_cli *cli, int argc, char **argv,
                                    struct sow_bench_player *players,
                                    struct sow_bench *bench, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bench->searches_alone = argc > 0;
    bench->players = players;
    bench->player_count = argc > 0 ? argc : (int)(sizeof USUAL / sizeof USUAL[0]);
    for (int i = 0; i < bench->player_count && status == SOW_OK; i++) {
        players[i].name = argc > 0 ? argv[i] : USUAL[i];
        status = read_player(cli, players[i].name, &players[i].agent, err);
    }
    return status;
}

/* Carries out `bench`: measures and prints the figures. Prints nothing if a measurement
   fails or is interrupted. Returns SOW_NO_MEMORY, or the failure of a variant, a player
   or a measurement. */
static enum sow_status run_bench(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    struct bench_options *asked = options;
    struct sow_variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    struct sow_bench_player *players = calloc(PLAYERS_MAX, sizeof *players);
    struct sow_report *report = sow_report_new();
    enum sow_status status = SOW_NO_MEMORY;
    if (variants == NULL || players == NULL || report == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    struct sow_bench bench = {
        .variants = variants,
        .repetitions = asked->repetitions,
        .with = cli->with,
    };
    bench.with.threads = sow_parallel_threads(cli->with.threads);
    status = load_variants(asked->variants, variants, &bench.count, err);
    if (status == SOW_OK)
        status = read_players(cli, argc, argv, players, &bench, err);
    if (status == SOW_OK) {
        report_machine(report, bench.with.threads);
        status = sow_bench_measure(&bench, report, err);
    }
    if (status == SOW_OK)
        status = sow_cli_print(cli, report, err);
done:
    sow_report_free(report);
    free(players);
    free(variants);
    return status;
}

const struct sow_command sow_command_bench = {
    .section = "Playing",
    .name = "bench",
    .operands = "[PLAYER...]",
    .summary = "measure games, leaves of perft and nodes of search per second",
    .examples = "sowlab bench\n"
                "sowlab bench --variants erherhe --repetitions 11 --json\n"
                "sowlab bench --variants kalah 'alphabeta:depth=8,eval=[divilly2013]'",
    .details =
        "The task is the fitness of one generation: 50 random weight vectors, all "
        "against all, 5 games in each seat. One thread is measured in processor time, "
        "several threads in elapsed time. " SOW_DOC_KERNELS " explains the figures.\n"
        "With search players as operands, only their searches are measured, from the "
        "start, and the time of their evaluators in positions of random games. " SOW_DOC_SEARCH
        " compares it with their strength.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct bench_options),
    .takes = SOW_TAKES_THREADS | SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .max_operands = PLAYERS_MAX,
    .run = run_bench,
};
