/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command plot: charts of a run or of a plan, on the terminal or as pictures. */
#include "cli_query.h"
#include "sow/base/text.h"
#include "sow/charts/chart.h"
#include "sow/cli/cli_tasks.h"
#include "sow/cli/commands.h"
#include "sow/queries/sweep_drawing.h"
#include "sow/store/tables/runs.def"
#include "sow/support/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Formats of a chart: taken from the name of the file, text, SVG, then pictures by
   gnuplot in the order of enum sow_picture. */
enum { BY_NAME, TEXT, SVG };

static const char *const FORMATS[] = {"auto", "text", "svg", "pdf", "png", NULL};

/* Options of the command. */
struct plot_options {
    int format;
    int width; /* in pixels; 0: SOW_SVG_USUAL */
    char measure[SOW_MEASURE_NAME_MAX + 1];
};

static const struct sow_param ROWS[] = {
    {"format", &sow_param_choice, offsetof(struct plot_options, format), 0, 0, FORMATS,
     "auto",
     "format of the chart: text is for a terminal, pdf and png are pictures by gnuplot; "
     "auto = the ending of --output, else text"},
    {"width", &sow_param_integer, offsetof(struct plot_options, width), 0, SOW_SVG_MOST,
     NULL, "0", "width of an SVG picture in pixels, for which it is laid out; 0 = 720"},
    {"measure", &sow_param_text, offsetof(struct plot_options, measure), 0,
     SOW_MEASURE_NAME_MAX, NULL, "",
     "measure of the charts of a plan, such as validation; empty = strength if all runs "
     "have it, else the first that all have"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Chart to draw, and its format; context of plot_to. */
struct plotting {
    const struct sow_frame *frame;
    int format;
    int width; /* pixels of an SVG */
};

/* Writes the chart to a file: as characters, as SVG, or as a picture by gnuplot. It is a
   sow_write_fn; @p context is a struct plotting. Returns SOW_NO_MEMORY or the failure of
   gnuplot. */
static enum sow_status plot_to(void *context, FILE *out, struct sow_err *err)
{
    const struct plotting *plotting = context;
    if (plotting->format == SVG)
        return sow_chart_svg(plotting->frame,
                             &(struct sow_svg_options){.width = plotting->width}, out,
                             err);
    if (plotting->format != TEXT)
        return sow_chart_draw(plotting->frame,
                              (enum sow_picture)(plotting->format - SVG - 1), out, err);
    sow_chart_print(plotting->frame, sow_terminal_columns(out), out);
    return SOW_OK;
}

/* Draws a chart of run @p id to --output. Returns SOW_NOT_FOUND if the run has no data
   for it, or the failure of the database, of gnuplot or of the file. */
static enum sow_status plot(const struct sow_cli *cli, struct sow_store *store,
                            const struct sow_chart *chart, int64_t id,
                            const struct plot_options *chosen, struct sow_err *err)
{
    struct sow_frame frame;
    struct plotting plotting = {&frame, chosen->format, chosen->width};
    enum sow_status status = sow_frame_read(store, chart, id, &frame, err);
    if (status == SOW_OK && frame.count == 0)
        status = sow_err_set(err, SOW_NOT_FOUND, "run %lld has no data for chart '%s'%s",
                             (long long)id, chart->name,
                             chart->mark == SOW_MARK_CLUSTERS
                                 ? ": it needs three variants and four players, each of "
                                   "whom met each in each variant (in a transfer, the "
                                   "opponents with '--distances yes')"
                                 : " yet");
    if (status == SOW_OK)
        status = sow_cli_write(cli, plot_to, &plotting, err);
    sow_frame_release(&frame);
    return status;
}

/* Sets the error that runs of a kind have no charts, and returns SOW_USAGE. */
static enum sow_status no_charts(const char *kind, struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE, "runs of the kind '%s' have no charts", kind);
}

/* Returns SOW_USAGE if a format of pictures or --output is given although no chart is
   named. */
static enum sow_status check_list(const struct sow_cli *cli, int format,
                                  struct sow_err *err)
{
    if (format != TEXT || strcmp(cli->common.output, "-") != 0)
        return sow_err_set(err, SOW_USAGE,
                           "no chart is named: without --format and --output this "
                           "command lists the charts that have data");
    return SOW_OK;
}

/* Prints the names and titles of the charts that a run has data for. Returns
   SOW_NOT_FOUND if there are none yet, SOW_USAGE if --format or --output is given or the
   kind has no charts. */
static enum sow_status list(const struct sow_cli *cli, struct sow_store *store,
                            const struct sow_run_row *row, int format,
                            struct sow_err *err)
{
    int listed = 0;
    enum sow_status status = check_list(cli, format, err);
    if (status != SOW_OK)
        return status;
    const struct sow_chart *chart = sow_charts_of(row->kind);
    if (chart->name == NULL)
        return no_charts(row->kind, err);
    for (; status == SOW_OK && chart->name != NULL; chart++) {
        struct sow_frame frame;
        status = sow_frame_read(store, chart, row->id, &frame, err);
        if (status == SOW_OK && frame.count > 0) {
            (void)fprintf(cli->out, "%-12s %s\n", chart->name, chart->title);
            listed++;
        }
        sow_frame_release(&frame);
    }
    if (status == SOW_OK && listed == 0)
        status = sow_err_set(err, SOW_NOT_FOUND, "run %lld has nothing to draw yet",
                             (long long)row->id);
    return status;
}

/* Appends the names of charts to the message in @p err, in quotes with commas between,
   cut to fit. */
static void append_names(const struct sow_chart *chart, struct sow_err *err)
{
    const char *before = " ";
    for (; chart->name != NULL; chart++) {
        size_t used = strlen(err->text);
        (void)snprintf(err->text + used, sizeof err->text - used, "%s'%s'", before,
                       chart->name);
        before = ", ";
    }
}

/* Sets the error that runs of a kind have no chart @p name, with the names that they
   have, and returns SOW_USAGE. */
static enum sow_status unknown(const char *kind, const char *name, struct sow_err *err)
{
    const struct sow_chart *chart = sow_charts_of(kind);
    if (chart->name == NULL)
        return no_charts(kind, err);
    (void)sow_err_set(err, SOW_USAGE,
                      "runs of the kind '%s' have no chart '%.60s'; "
                      "they have",
                      kind, name);
    append_names(chart, err);
    return SOW_USAGE;
}

/* Checks and completes the width of a picture. Returns SOW_USAGE for a width without SVG,
   or one that is too small. */
static enum sow_status choose_width(struct plot_options *chosen, struct sow_err *err)
{
    if (chosen->width > 0 && chosen->format != SVG)
        return sow_err_set(
            err, SOW_USAGE,
            "'--width' is for pictures in SVG: add '--format svg', or leave "
            "it out");
    if (chosen->width > 0 && chosen->width < SOW_SVG_LEAST)
        return sow_err_set(err, SOW_USAGE,
                           "'--width %d' is too narrow for a chart: write %d or more",
                           chosen->width, (int)SOW_SVG_LEAST);
    if (chosen->width == 0)
        chosen->width = SOW_SVG_USUAL;
    return SOW_OK;
}

/* Replaces the format BY_NAME of @p chosen by the format that the extension of @p output
   means, or by text without a known extension. Completes the width. Returns SOW_USAGE if
   the extension contradicts another format, or for a width that does not fit. */
static enum sow_status choose_format(const char *output, struct plot_options *chosen,
                                     struct sow_err *err)
{
    int *format = &chosen->format;
    static const char *const ENDS[] = {[TEXT] = "txt", "svg", "pdf", "png"};
    const char *dot = strrchr(output, '.');
    int named = BY_NAME;
    for (int i = TEXT; dot != NULL && i < (int)(sizeof ENDS / sizeof ENDS[0]); i++)
        if (strcasecmp(dot + 1, ENDS[i]) == 0)
            named = i;
    if (named != BY_NAME && *format != BY_NAME && *format != named)
        return sow_err_set(err, SOW_USAGE,
                           "'--format %s' contradicts the name '%s': leave out --format, "
                           "or write to another name",
                           FORMATS[*format], output);
    if (*format == BY_NAME)
        *format = named != BY_NAME ? named : TEXT;
    return choose_width(chosen, err);
}

/* ---- Charts of a plan ---- */

/* A sweep with its runs. All zeros at first; release_swept frees it. */
struct swept {
    struct sow_sweep sweep;
    struct sow_store *store;
    struct sow_sweep_place *places; /* one for each task */
    struct sow_sweep_measures measures;
    int depth; /* depth of learning curves; 0: chosen by the runs */
};

/* Reads the plan at @p path, checks its tasks, and reads their runs and the measure @p
   measure ("": chosen) of these. Release @p swept also after a failure. Returns
   SOW_USAGE or SOW_BAD_DATA for a plan or a measure that cannot be used, SOW_NOT_FOUND
   if no finished run has a measure, or the failure of the database. */
static enum sow_status read_swept(const struct sow_cli *cli, const char *path,
                                  const char *measure, struct swept *swept,
                                  struct sow_err *err)
{
    struct sow_sweep *sweep = &swept->sweep;
    enum sow_status status = sow_sweep_plan_read(path, &sweep->plan, err);
    sweep->first = 1;
    sweep->last = sweep->plan.tasks;
    if (status == SOW_OK)
        status = sow_cli_tasks_begin(cli, sweep, err);
    if (status == SOW_OK)
        status = sow_sweep_check_measure(sweep, measure, err);
    if (status == SOW_OK)
        status = sow_sweep_check(sweep, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &swept->store, err);
    if (status != SOW_OK)
        return status;
    sow_store_watch(swept->store, cli->with.stop);
    swept->places = calloc(sweep->plan.tasks, sizeof *swept->places);
    if (swept->places == NULL)
        return sow_err_no_memory(err);
    status = sow_sweep_locate(sweep, 1, sweep->last, swept->store, swept->places, err);
    if (status == SOW_OK)
        status = sow_sweep_measures_read(&sweep->plan, swept->places, measure,
                                         swept->store, &swept->measures, err);
    return status;
}

/* Frees all of a sweep and closes the database. The sweep may be all zeros. */
static void release_swept(struct swept *swept)
{
    sow_sweep_measures_release(&swept->measures);
    free(swept->places);
    sow_store_close(swept->store);
    sow_cli_tasks_end(&swept->sweep);
    sow_sweep_plan_release(&swept->sweep.plan);
}

/* Sets the error that there is nothing to draw, and why: first, learning curves without
   enough measured generations. Returns SOW_NOT_FOUND. */
static enum sow_status nothing_swept(const struct sow_cli *cli, const struct swept *swept,
                                     const struct sow_chart *chart,
                                     const struct sow_learning *learning,
                                     struct sow_err *err)
{
    const char *path = swept->sweep.plan.path;
    if (learning->unmeasured > 0)
        return sow_err_set(
            err, SOW_NOT_FOUND,
            "'%s' has no learning curve of '%s', because too few generations or rounds "
            "were measured: write 'sowlab measure %s%s --every 10', or 'measure_every = "
            "10' in a plan",
            cli->common.db, path, learning->runs,
            learning->unmeasured > learning->listed ? " .." : "");
    if (learning->apart > 0)
        return sow_err_set(
            err, SOW_NOT_FOUND,
            "'%s' has no learning curve of '%s': its runs have fewer than two "
            "measured generations or rounds in common; write the same "
            "'--every N' for all",
            cli->common.db, path);
    if (learning->stageless > 0)
        return sow_err_set(err, SOW_NOT_FOUND,
                           "the runs of '%s' have no learning curves: only 'evolve' and "
                           "'learn' make generations or rounds, and a curve has two or "
                           "more",
                           path);
    return sow_err_set(err, SOW_NOT_FOUND,
                       "'%s' has no data for chart '%s' of '%s' yet; 'sowlab sweep "
                       "%s --list' shows the tasks",
                       cli->common.db, chart->name, path, path);
}

/* Notes which lines of learning curves are of single runs, and which runs and lines are
   left out. */
static void note_learning(const struct sow_cli *cli, const struct sow_learning *learning)
{
    if (learning->single > 0)
        sow_cli_note(cli,
                     "%zu of %zu lines are of a single run and have no band: more random "
                     "seeds in the plan, such as 'seed = 1..8', give one",
                     learning->single, learning->lines);
    if (learning->unmeasured > 0)
        sow_cli_note(cli,
                     "%zu finished runs are left out, because fewer than two of their "
                     "generations or rounds were measured: 'sowlab measure %s%s --every "
                     "N' measures them",
                     learning->unmeasured, learning->runs,
                     learning->unmeasured > learning->listed ? " .." : "");
    if (learning->apart > 0)
        sow_cli_note(cli,
                     "%zu lines are left out, because their runs have fewer than two "
                     "measured generations or rounds in common",
                     learning->apart);
    if (learning->stageless > 0)
        sow_cli_note(cli,
                     "%zu finished runs are left out: only 'evolve' and 'learn' make "
                     "generations or rounds, and a curve has two or more",
                     learning->stageless);
}

/* Draws a chart of a plan to --output. If @p chosen is NULL, prints its name and title
   instead. Returns SOW_NOT_FOUND if it has no data, or the failure of the database, of
   gnuplot or of the file. */
static enum sow_status plot_swept(const struct sow_cli *cli, const struct swept *swept,
                                  const struct sow_chart *chart,
                                  const struct plot_options *chosen, struct sow_err *err)
{
    const struct sow_sweep_data data = {&swept->sweep.plan, swept->places,
                                        &swept->measures, swept->store, swept->depth};
    struct sow_sweep_drawing drawing;
    const struct sow_learning *learning = &drawing.learning;
    enum sow_status status = sow_sweep_draw(&data, chart, &drawing, err);
    if (status == SOW_OK && learning->lines > 0 && chosen != NULL)
        note_learning(cli, learning);
    if (status == SOW_OK && drawing.frame.count == 0)
        status = nothing_swept(cli, swept, chart, learning, err);
    else if (status == SOW_OK && chosen == NULL)
        (void)fprintf(cli->out, "%-12s %s\n", chart->name, chart->title);
    else if (status == SOW_OK) {
        struct plotting plotting = {&drawing.frame, chosen->format, chosen->width};
        status = sow_cli_write(cli, plot_to, &plotting, err);
    }
    sow_sweep_drawing_release(&drawing);
    return status;
}

/* Prints the names and titles of the charts of a plan that have data. Returns
   SOW_NOT_FOUND if there are none, or another failure of plot_swept. */
static enum sow_status list_swept(const struct sow_cli *cli, const struct swept *swept,
                                  struct sow_err *err)
{
    int listed = 0;
    for (const struct sow_chart *chart = sow_sweep_charts; chart->name != NULL; chart++) {
        enum sow_status status = plot_swept(cli, swept, chart, NULL, err);
        if (status != SOW_OK && status != SOW_NOT_FOUND)
            return status;
        listed += status == SOW_OK;
    }
    return listed > 0 ? SOW_OK
                      : sow_err_set(err, SOW_NOT_FOUND,
                                    "'%s' has no finished task of '%s' with a common "
                                    "measure; 'sowlab sweep %s --list' shows the tasks",
                                    cli->common.db, swept->sweep.plan.path,
                                    swept->sweep.plan.path);
}

/* Takes the depth of learning curves from --measure: 0 for `strength`, D for
   `strength_depth_D`. Fails with SOW_USAGE for another measure. */
static enum sow_status take_curve_depth(const char *measure, int *depth,
                                        struct sow_err *err)
{
    *depth = sow_measure_depth(measure);
    return *depth >= 0
               ? SOW_OK
               : sow_err_set(err, SOW_USAGE,
                             "learning curves show strength, not '%s': leave --measure "
                             "out, or write --measure strength_depth_1",
                             measure);
}

/* Draws the chart @p name of the plan at @p path, or lists its charts if @p name is
   NULL. Fails with SOW_USAGE for an unknown name, or a format or measure that does not
   fit; else as read_swept and plot_swept. */
static enum sow_status run_plan(const struct sow_cli *cli,
                                const struct plot_options *asked, const char *path,
                                const char *name, struct sow_err *err)
{
    const struct sow_chart *chart = name != NULL ? sow_sweep_chart_find(name) : NULL;
    struct plot_options chosen = *asked;
    enum sow_status status = choose_format(cli->common.output, &chosen, err);
    if (status == SOW_OK && name == NULL)
        status = check_list(cli, chosen.format, err);
    if (status == SOW_OK && name != NULL && chart == NULL) {
        status = sow_err_set(err, SOW_USAGE, "a plan has no chart '%.60s'; it has", name);
        append_names(sow_sweep_charts, err);
    }
    if (status != SOW_OK)
        return status;
    struct swept swept = {.store = NULL};
    const char *measure = asked->measure;
    if (chart != NULL && sow_sweep_chart_is_learning(chart) && measure[0] != '\0') {
        /* The curves need strengths of generations, not a measure of the runs. */
        status = take_curve_depth(measure, &swept.depth, err);
        measure = "";
    }
    if (status == SOW_OK)
        status = read_swept(cli, path, measure, &swept, err);
    if (status == SOW_OK)
        status = chart != NULL ? plot_swept(cli, &swept, chart, &chosen, err)
                               : list_swept(cli, &swept, err);
    release_swept(&swept);
    return status;
}

/* Returns true if an operand is a file name: it has a point or a slash, or is a file. A
   number is not. */
static bool is_plan(const char *word)
{
    int64_t number;
    return !sow_text_to_int(word, &number) &&
           (strpbrk(word, "./") != NULL || access(word, F_OK) == 0);
}

/* Carries out `plot`: draws the named chart of a run or a plan, or lists the charts
   without a name. Fails with SOW_USAGE for an option or a name that does not fit, or as
   the database. */
static enum sow_status run_plot(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    const struct plot_options *asked = options;
    if (is_plan(argv[0]))
        return run_plan(cli, asked, argv[0], argc > 1 ? argv[1] : NULL, err);
    if (asked->measure[0] != '\0')
        return sow_err_set(err, SOW_USAGE,
                           "'--measure' is for the charts of a plan: leave it out, or "
                           "name a plan");
    struct sow_store *store = NULL;
    struct sow_run_row row = {.id = 0};
    int64_t id;
    struct plot_options chosen = *asked;
    enum sow_status status = sow_word_integer(argv[0], "ID", 1, &id, err);
    if (status == SOW_OK)
        status = choose_format(cli->common.output, &chosen, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->with.stop);
        status = sow_store_read_run(store, id, &row, err);
    }
    if (status == SOW_OK && argc == 1)
        status = list(cli, store, &row, chosen.format, err);
    else if (status == SOW_OK) {
        const struct sow_chart *chart = sow_chart_find(row.kind, argv[1]);
        status = chart != NULL ? plot(cli, store, chart, id, &chosen, err)
                               : unknown(row.kind, argv[1], err);
    }
    sow_run_row_release(&row);
    sow_store_close(store);
    return status;
}

const struct sow_command sow_command_plot = {
    .section = "Stored runs",
    .name = "plot",
    .operands = "ID|PLAN.ini [CHART]",
    .summary =
        "draw a chart of a run or of a sweep in the terminal, or as SVG, PDF or PNG",
    .examples = "sowlab plot 1\n"
                "sowlab plot 1 convergence\n"
                "sowlab plot 1 convergence --output convergence.svg\n"
                "sowlab plot 1 weights --format svg --width 480 > weights.svg\n"
                "sowlab plot sizes.ini differences",
    .details =
        "Without CHART the command lists the charts that have data. The same run gives the "
        "same SVG, byte for byte. gnuplot draws PDF and PNG (Debian: gnuplot-nox).\n"
        "A file name is a plan of 'sowlab sweep'. Its charts are about its finished runs. "
        "Chart 'effects' has the mean of each value of each list. Chart 'differences' has the "
        "verdicts. Chart 'ranks' is the critical-difference diagram: mean ranks, and bars that "
        "join values not shown to differ. Chart 'profiles' shows how often each value is close "
        "to the best. Chart 'wins' shows how often each value beats each other one.\n"
        "Chart 'parallel' has a line for each combination of values. Chart 'distribution' has a "
        "point for each run. Chart 'learning' has the strength of measured generations or rounds "
        "against games played.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct plot_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 2,
    .run = run_plot,
};
