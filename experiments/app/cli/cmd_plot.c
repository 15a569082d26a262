/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command plot: charts of a run, on the terminal or as pictures. */
#include "cli_query.h"
#include "sow/charts/chart.h"
#include "sow/cli/commands.h"
#include "sow/store/tables/runs.def"
#include "sow/support/terminal.h"

#include <string.h>
#include <strings.h>

/* Formats of a chart: taken from the name of the file, text, then pictures in the order
   of enum sow_picture. */
enum { BY_NAME, TEXT };

static const char *const FORMATS[] = {"auto", "text", "svg", "pdf", "png", NULL};

struct plot_options {
    int format;
};

static const struct sow_param ROWS[] = {
    {"format", &sow_param_choice, offsetof(struct plot_options, format), 0, 0, FORMATS,
     "auto",
     "format of the chart: text is for a terminal, the others are pictures by "
     "gnuplot; auto = the ending of --output, else text"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

struct plotting {
    const struct sow_frame *frame;
    int format;
};

/* Writes the chart to a file: as characters, or as a picture by gnuplot. @p context is a
   struct plotting. */
static enum sow_status plot_to(void *context, FILE *out, struct sow_err *err)
{
    const struct plotting *plotting = context;
    if (plotting->format != TEXT)
        return sow_chart_draw(plotting->frame,
                              (enum sow_picture)(plotting->format - TEXT - 1), out, err);
    sow_chart_print(plotting->frame, sow_terminal_columns(out), out);
    return SOW_OK;
}

/* Draws a chart of a run to --output. Returns SOW_NOT_FOUND if the run has no data for
   it. */
static enum sow_status plot(const struct sow_cli *cli, struct sow_store *store,
                            const struct sow_chart *chart, int64_t id, int format,
                            struct sow_err *err)
{
    struct sow_frame frame;
    struct plotting plotting = {&frame, format};
    enum sow_status status = sow_frame_read(store, chart, id, &frame, err);
    if (status == SOW_OK && frame.count == 0)
        status =
            sow_err_set(err, SOW_NOT_FOUND, "run %lld has no data for chart '%s' yet",
                        (long long)id, chart->name);
    if (status == SOW_OK)
        status = sow_cli_write(cli, plot_to, &plotting, err);
    sow_frame_release(&frame);
    return status;
}

/* Reports that runs of a kind have no charts. Returns SOW_USAGE. */
static enum sow_status no_charts(const char *kind, struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE, "runs of the kind '%s' have no charts", kind);
}

/* Prints the names and titles of the charts that a run has data for. Returns
   SOW_NOT_FOUND if there are none yet, SOW_USAGE if --format or --output is given or the
   kind has no charts. */
static enum sow_status list(const struct sow_cli *cli, struct sow_store *store,
                            const struct sow_run_row *row, int format,
                            struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    int listed = 0;
    if (format != TEXT || strcmp(cli->common.output, "-") != 0)
        return sow_err_set(err, SOW_USAGE,
                           "no chart is named: without --format and --output this "
                           "command lists the charts of the run");
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

/* Reports that runs of a kind have no chart @p name, and the charts that they have.
   Returns SOW_USAGE. */
static enum sow_status unknown(const char *kind, const char *name, struct sow_err *err)
{
    const struct sow_chart *chart = sow_charts_of(kind);
    if (chart->name == NULL)
        return no_charts(kind, err);
    (void)sow_err_set(err, SOW_USAGE,
                      "runs of the kind '%s' have no chart '%.60s'; "
                      "they have",
                      kind, name);
    const char *before = " ";
    for (; chart->name != NULL; chart++) {
        size_t used = strlen(err->text);
        (void)snprintf(err->text + used, sizeof err->text - used, "%s'%s'", before,
                       chart->name);
        before = ", ";
    }
    return SOW_USAGE;
}

/* Takes the format from the extension of --output. Text is the format without a known
   extension. Returns SOW_USAGE if the extension contradicts --format. */
static enum sow_status choose_format(const char *output, int *format, struct sow_err *err)
{
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
    return SOW_OK;
}

/* Carries out the command: draws the named chart, or lists the charts without a name. */
static enum sow_status run_plot(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    const struct plot_options *asked = options;
    struct sow_store *store = NULL;
    struct sow_run_row row = {.id = 0};
    int64_t id;
    int format = asked->format;
    enum sow_status status = sow_word_integer(argv[0], "ID", 1, &id, err);
    if (status == SOW_OK)
        status = choose_format(cli->common.output, &format, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &store, err);
    if (status == SOW_OK) {
        sow_store_watch(store, cli->with.stop);
        status = sow_store_read_run(store, id, &row, err);
    }
    if (status == SOW_OK && argc == 1)
        status = list(cli, store, &row, format, err);
    else if (status == SOW_OK) {
        const struct sow_chart *chart = sow_chart_find(row.kind, argv[1]);
        status = chart != NULL ? plot(cli, store, chart, id, format, err)
                               : unknown(row.kind, argv[1], err);
    }
    sow_run_row_release(&row);
    sow_store_close(store);
    return status;
}

const struct sow_command sow_command_plot = {
    .section = "Stored runs",
    .name = "plot",
    .operands = "ID [CHART]",
    .summary = "draw a chart of a stored run in the terminal, or as SVG, PDF or PNG",
    .examples = "sowlab plot 1\n"
                "sowlab plot 1 convergence\n"
                "sowlab plot 1 convergence --output convergence.svg",
    .details =
        "Without CHART the command lists the charts of the run. gnuplot draws the "
        "pictures (Debian: gnuplot-nox); the same run gives the same SVG, byte for "
        "byte.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct plot_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 2,
    .run = run_plot,
};
