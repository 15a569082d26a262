/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs as HTML. It works without scripts, except for the choice of runs to
   compare. */
#include "run_filter.h"
#include "webpage.h"

#include "sow/base/text.h"
#include "sow/reports/html.h"
#include "sow/support/db_option.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

const char *const sow_chip_names[SOW_CHIPS] = {"kind", "variant", "status"};

const char *sow_list_chosen(const struct sow_list *list, enum sow_chip chip)
{
    const char *const chosen[SOW_CHIPS] = {list->runs.kind, list->runs.variant,
                                           list->runs.status};
    return chosen[chip];
}

/* ---- Addresses ---- */

/* Writes an argument of an address, with the separator before it; nothing for "". */
static void put_argument(const char *name, const char *value, bool *first, FILE *out)
{
    if (value == NULL || value[0] == '\0')
        return;
    (void)fprintf(out, "%s%s=", *first ? "?" : "&amp;", name);
    *first = false;
    sow_html_write_argument(out, value);
}

/* Writes the address @p path with the filter of the list, escaped for an attribute.
   The filter @p chip gets the value @p value; SOW_CHIPS changes none. @p before is as in
   the filter. */
static void put_address(const struct sow_list *list, const char *path, enum sow_chip chip,
                        const char *value, int64_t before, FILE *out)
{
    bool first = true;
    const char *sort = list->runs.sort;
    char number[24] = "";
    (void)fputs(path, out);
    for (int i = 0; i < SOW_CHIPS; i++)
        put_argument(sow_chip_names[i],
                     i == (int)chip ? value : sow_list_chosen(list, (enum sow_chip)i),
                     &first, out);
    put_argument("find", list->runs.find, &first, out);
    put_argument("label", list->runs.label, &first, out);
    put_argument("where", list->runs.where, &first, out);
    put_argument("sort", strcmp(sort, "id DESC") == 0 ? "" : sort, &first, out);
    if (list->runs.limit != SOW_LIST_LINES)
        (void)snprintf(number, sizeof number, "%" PRId64, list->runs.limit);
    put_argument("limit", number, &first, out);
    number[0] = '\0';
    if (before > 0)
        (void)snprintf(number, sizeof number, "%" PRId64, before);
    put_argument("before", number, &first, out);
}

/* Writes the address "/" with the filter of the list and a label, escaped for an
   attribute. */
static void put_label_address(const struct sow_list *list, const char *label, FILE *out)
{
    struct sow_list other = {.runs = list->runs};
    other.runs.label = label;
    put_address(&other, "/", SOW_CHIPS, "", 0, out);
}

/* ---- Filters ---- */

/* Writes a chip: a link that chooses a value of a filter, or none for "". @p runs is
   written behind it unless it is negative. */
static void put_chip(const struct sow_list *list, enum sow_chip chip, const char *value,
                     int64_t runs, FILE *out)
{
    bool chosen = strcmp(sow_list_chosen(list, chip), value) == 0;
    (void)fputs("<a class=\"chip\" href=\"", out);
    put_address(list, "/", chip, value, 0, out);
    (void)fprintf(out, "\"%s>", chosen ? " aria-current=\"true\"" : "");
    sow_html_write(out, value[0] == '\0' ? "all" : value);
    if (runs >= 0)
        (void)fprintf(out, " <small>%" PRId64 "</small>", runs);
    (void)fputs("</a>\n", out);
}

/* Writes the chips of a filter that has two values or more, or a chosen one. */
static void put_chips(const struct sow_list *list, enum sow_chip chip, FILE *out)
{
    size_t count = 0;
    for (size_t i = 0; i < list->values_count; i++)
        count += list->values[i].chip == chip;
    if (count < 2 && sow_list_chosen(list, chip)[0] == '\0')
        return;
    (void)fprintf(out, "<p class=\"chips\"><span class=\"dim\">%s</span>\n",
                  sow_chip_names[chip]);
    put_chip(list, chip, "", -1, out);
    for (size_t i = 0; i < list->values_count; i++)
        if (list->values[i].chip == chip)
            put_chip(list, chip, list->values[i].text, list->values[i].runs, out);
    (void)fputs("</p>\n", out);
}

/* Writes an attribute value="..." */
static void put_value(const char *value, FILE *out)
{
    (void)fputs(" value=\"", out);
    sow_html_write(out, value);
    (void)fputs("\"", out);
}

/* Writes the search, the condition in SQL, which is folded unless it is used, and the
   chips. */
static void put_filters(const struct sow_list *list, FILE *out)
{
    const struct sow_query_runs *runs = &list->runs;
    bool sorted = strcmp(runs->sort, "id DESC") != 0;
    (void)fputs("<form id=\"filter\" role=\"search\" action=\"/\">\n<label>Search "
                "<input type=\"search\" name=\"find\" placeholder=\"label, player, "
                "number\"",
                out);
    put_value(runs->find, out);
    (void)fputs("></label>\n", out);
    for (int i = 0; i < SOW_CHIPS; i++) {
        const char *chosen = sow_list_chosen(list, (enum sow_chip)i);
        if (chosen[0] == '\0')
            continue;
        (void)fprintf(out, "<input type=\"hidden\" name=\"%s\"", sow_chip_names[i]);
        put_value(chosen, out);
        (void)fputs(">\n", out);
    }
    if (runs->label[0] != '\0') {
        (void)fputs("<input type=\"hidden\" name=\"label\"", out);
        put_value(runs->label, out);
        (void)fputs(">\n", out);
    }
    (void)fputs("<button>Show</button>\n<details", out);
    (void)fputs(runs->where[0] != '\0' || sorted ? " open" : "", out);
    (void)fputs("><summary>Condition in SQL</summary>\n<label>Only runs where "
                "<input name=\"where\" size=\"40\" spellcheck=\"false\" "
                "autocapitalize=\"none\" placeholder=\"variant = 'kalah' AND "
                "strength &gt; 0.6\"",
                out);
    put_value(runs->where, out);
    (void)fputs("></label>\n<label>ordered by <input name=\"sort\" spellcheck=\"false\" "
                "autocapitalize=\"none\" placeholder=\"strength DESC\"",
                out);
    put_value(sorted ? runs->sort : "", out);
    (void)fputs("></label></details>\n</form>\n", out);
    for (int i = 0; i < SOW_CHIPS; i++)
        put_chips(list, (enum sow_chip)i, out);
}

/* Writes which label the runs have, if one is chosen, with links to the page that
   compares them and to the other runs. */
static void put_label(const struct sow_list *list, FILE *out)
{
    const char *label = list->runs.label;
    if (label[0] == '\0')
        return;
    (void)fputs("<p id=\"label\">Runs with the label <b>", out);
    sow_html_write(out, label);
    (void)fputs("</b>. <a href=\"/sweep?label=", out);
    sow_html_write_argument(out, label);
    (void)fputs("\">Compare them</a> <a href=\"", out);
    put_label_address(list, "", out);
    (void)fputs("\">Show all labels</a></p>\n", out);
}

/* ---- Lines ---- */

/* Places of the bar in its picture: that of 0, and the length from 0 to 1. */
enum { BAR_ZERO = 6, BAR_LENGTH = 100 };

/* Returns the place of a value in the picture of a bar, which shows 0 to 1. */
static double place_of(double value)
{
    return BAR_ZERO + BAR_LENGTH * fmin(fmax(value, 0), 1);
}

/* Writes the value of a key result with its interval as a bar. All bars have one scale, 0
   to 1, with a line at 0.5. Nothing without a value. */
static void put_bar(const struct sow_query_key *key, FILE *out)
{
    if (isnan(key->value))
        return;
    const char *side = key->low > 0.5 ? "above" : key->high < 0.5 ? "below" : "open";
    (void)fprintf(out,
                  "<svg class=\"bar %s\" width=\"112\" height=\"18\" viewBox=\"0 0 112 "
                  "18\" aria-hidden=\"true\"><path class=\"rail\" d=\"M%d 9h%dM%d "
                  "4v10\"/>",
                  side, BAR_ZERO, BAR_LENGTH, BAR_ZERO + BAR_LENGTH / 2);
    if (!isnan(key->low))
        (void)fprintf(out, "<path class=\"span\" d=\"M%.1f 9H%.1f\"/>",
                      place_of(key->low), place_of(key->high));
    (void)fprintf(out, "<circle cx=\"%.1f\" cy=\"9\" r=\"3\"/></svg>",
                  place_of(key->value));
}

/* Writes a key result as text: its value, interval and words. */
static void say_key(const struct sow_query_key *key, FILE *out)
{
    char value[SOW_SCORE_TEXT_MAX];
    char low[SOW_SCORE_TEXT_MAX];
    char high[SOW_SCORE_TEXT_MAX];
    if (!isnan(key->value))
        (void)fprintf(out, "%s ", sow_list_score(key->value, value));
    if (!isnan(key->low))
        (void)fprintf(out, "(%s to %s) ", sow_list_score(key->low, low),
                      sow_list_score(key->high, high));
    sow_html_write(out, key->words);
}

/* Writes @p before and a duration in its largest unit that gives 1 or more. Writes
   nothing for NaN. */
static void put_duration(const char *before, double seconds, FILE *out)
{
    static const struct {
        double seconds;
        const char *unit;
    } UNITS[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {0, "s"}};
    int i = 0;
    if (isnan(seconds))
        return;
    while (seconds < UNITS[i].seconds)
        i++;
    double value = UNITS[i].seconds > 0 ? seconds / UNITS[i].seconds : seconds;
    (void)fprintf(out, value < 9.95 ? "%s%.1f %s" : "%s%.0f %s", before, value,
                  UNITS[i].unit);
}

/* Writes the beginning of a cell whose text may be cut; its title has the whole. */
static void begin_cell(const char *name, const char *whole, FILE *out)
{
    (void)fprintf(out, "<td class=\"%s\" title=\"", name);
    sow_html_write(out, whole);
    (void)fputs("\">", out);
}

/* Writes the kind and the content of a run: what it is about, or its label. */
static void put_content(const struct sow_line *line, FILE *out)
{
    const char *about = line->text[SOW_LINE_ABOUT];
    const char *label = line->text[SOW_LINE_LABEL];
    (void)fputs("<td class=\"what\" title=\"", out);
    sow_html_write(out, about);
    (void)fputs(about[0] != '\0' && label[0] != '\0' ? "; " : "", out);
    sow_html_write(out, label);
    (void)fputs("\"><b>", out);
    sow_html_write(out, line->text[SOW_LINE_KIND]);
    (void)fputs("</b> ", out);
    sow_html_write(out, label);
    (void)fputs(about[0] != '\0' && label[0] != '\0' ? " \xc2\xb7 " : "", out);
    sow_html_write(out, about);
    (void)fputs("</td>", out);
}

/* Reads the whole number from the start of a text up to @p end. Returns false if there is
   none. */
static bool read_count(const char *text, char end, int64_t *count)
{
    char digits[24];
    const char *at = strchr(text, end);
    if (at == NULL || (size_t)(at - text) >= sizeof digits)
        return false;
    (void)snprintf(digits, sizeof digits, "%.*s", (int)(at - text), text);
    return sow_text_to_int(digits, count);
}

/* Reads how far a run is. Returns false if it is not known how much there is to do. */
static bool read_progress(const struct sow_line *line, int64_t *done, int64_t *wanted)
{
    const char *text = line->text[SOW_LINE_PROGRESS];
    return read_count(text, '/', done) &&
           read_count(strchr(text, '/') + 1, ' ', wanted) && *wanted > 0;
}

/* Writes the status of a run that is not done, and how far it is. A run under way has a
   bar, and the time that is left if it goes on as until now. */
static void put_run_state(const struct sow_line *line, FILE *out)
{
    const char *status = line->text[SOW_LINE_STATUS];
    if (strcmp(status, "done") == 0)
        return;
    int64_t done = 0;
    int64_t wanted = 0;
    bool counted = strcmp(status, "running") == 0 && read_progress(line, &done, &wanted);
    if (counted)
        (void)fprintf(out,
                      "<progress max=\"%" PRId64 "\" value=\"%" PRId64
                      "\" aria-label=\"progress of run %" PRId64 "\"></progress>",
                      wanted, done, line->id);
    (void)fputs("<span class=\"state\">", out);
    sow_html_write(out, status);
    (void)fputs(line->text[SOW_LINE_PROGRESS][0] != '\0' ? ", " : "", out);
    sow_html_write(out, line->text[SOW_LINE_PROGRESS]);
    if (counted && done > 0 && !isnan(line->seconds)) {
        put_duration(", about ", line->seconds / (double)done * (double)(wanted - done),
                     out);
        (void)fputs(" left", out);
    }
    (void)fputs("</span> ", out);
}

/* Writes the cells of a key result: as text behind the state, which @p put_state writes
   for a line that is not done, as a bar, and the trend. */
static void put_result(const struct sow_line *line,
                       void (*put_state)(const struct sow_line *line, FILE *out),
                       FILE *out)
{
    (void)fputs("<td class=\"key\" title=\"", out);
    say_key(&line->key, out);
    (void)fputs("\">", out);
    put_state(line, out);
    say_key(&line->key, out);
    (void)fputs("</td><td class=\"scale\">", out);
    put_bar(&line->key, out);
    (void)fputs("</td>", out);
    sow_list_put_trend(line, out);
}

/* Writes the cell of when a line was started and how long it took. */
static void put_when(const struct sow_line *line, FILE *out)
{
    const char *started = line->text[SOW_LINE_STARTED];
    begin_cell("when", started, out);
    (void)fprintf(out, "%.10s %.5s", started, strlen(started) > 11 ? started + 11 : "");
    put_duration(", ", line->seconds, out);
    (void)fputs("</td>", out);
}

/* Writes a run as a row of the table. */
static void put_line(const struct sow_line *line, FILE *out)
{
    (void)fprintf(out,
                  "<tr><td class=\"pick\"><input type=\"checkbox\" value=\"%" PRId64
                  "\" aria-label=\"compare run %" PRId64 "\"></td><th scope=\"row\" "
                  "class=\"n\"><a href=\"/run?id=%" PRId64 "\">%" PRId64 "</a></th>",
                  line->id, line->id, line->id, line->id);
    put_content(line, out);
    begin_cell("rules", line->text[SOW_LINE_VARIANT], out);
    sow_html_write(out, line->text[SOW_LINE_VARIANT]);
    (void)fputs("</td>", out);
    put_result(line, put_run_state, out);
    put_when(line, out);
    (void)fputs("</tr>\n", out);
}

/* Writes how many runs of a sweep are done and under way, and the time that these need;
   nothing if all are done. */
static void put_sweep_state(const struct sow_line *line, FILE *out)
{
    if (line->done == line->runs)
        return;
    (void)fprintf(out, "<span class=\"state\">%" PRId64 "/%" PRId64 " done", line->done,
                  line->runs);
    if (line->active > 0)
        (void)fprintf(out, ", %" PRId64 " under way", line->active);
    if (line->active > 0 && line->left > 0) {
        put_duration(", about ", line->left, out);
        (void)fputs(line->active == 1 ? " left for it" : " left for these", out);
    }
    (void)fputs("</span> ", out);
}

/* Writes what a sweep is: a link to its page, and one to its runs with the filter of the
   list. */
static void put_sweep_content(const struct sow_list *list, const struct sow_line *line,
                              FILE *out)
{
    const char *label = line->text[SOW_LINE_LABEL];
    (void)fputs("<td class=\"pick\"></td><td class=\"n\"></td><th scope=\"row\" "
                "class=\"what\" title=\"",
                out);
    sow_html_write(out, label);
    (void)fputs("\"><b>sweep</b> <a href=\"", out);
    put_label_address(list, label, out);
    (void)fprintf(out,
                  "\">%" PRId64 " runs</a> \xc2\xb7 <a href=\"/sweep?label=", line->runs);
    sow_html_write_argument(out, label);
    (void)fputs("\">", out);
    sow_html_write(out, label);
    (void)fputs("</a> (", out);
    sow_html_write(out, line->text[SOW_LINE_KIND]);
    (void)fputs(")</th><td class=\"rules\" title=\"", out);
    sow_html_write(out, line->text[SOW_LINE_VARIANT]);
    (void)fputs("\">", out);
    sow_html_write(out, line->text[SOW_LINE_VARIANT]);
    (void)fputs("</td>", out);
}

/* Writes the line of a sweep as a row of the table. */
static void put_sweep(const struct sow_list *list, const struct sow_line *line, FILE *out)
{
    (void)fputs("<tr class=\"sweep\">", out);
    put_sweep_content(list, line, out);
    put_result(line, put_sweep_state, out);
    put_when(line, out);
    (void)fputs("</tr>\n", out);
}

/* Writes how many runs the page shows, and links to other pages and formats. */
static void put_pager(const struct sow_list *list, FILE *out)
{
    bool sorted = strcmp(list->runs.sort, "id DESC") != 0;
    (void)fprintf(out, "<p class=\"links\" id=\"pager\" data-state=\"%" PRId64 "\">",
                  list->state);
    if (list->runs.before > 0) {
        (void)fputs("<a href=\"", out);
        put_address(list, "/", SOW_CHIPS, "", 0, out);
        (void)fputs("\">newest runs</a> ", out);
    }
    if (list->more && sorted)
        (void)fputs("Other runs come after these in this order. ", out);
    else if (list->more && list->count > 0) {
        (void)fputs("<a rel=\"next\" href=\"", out);
        put_address(list, "/", SOW_CHIPS, "", list->lines[list->count - 1].id, out);
        (void)fputs("\">older runs</a> ", out);
    }
    (void)fputs("The same as <a href=\"", out);
    put_address(list, "/api/runs", SOW_CHIPS, "", list->runs.before, out);
    (void)fputs("\">JSON</a></p>\n", out);
}

/* Writes that the database has no runs, or is not there, which file it is, and how to
   make a first run. */
static void put_no_runs(const struct sow_list *list, FILE *out)
{
    char folder[PATH_MAX];
    char option[SOW_DB_OPTION_MAX];
    bool relative = list->db[0] != '/' && getcwd(folder, sizeof folder) != NULL;
    (void)fputs(list->absent
                    ? "<p>There is no database yet. This page looked for the file "
                      "<code>"
                    : "<p>No runs yet in the database <code>",
                out);
    sow_html_write(out, relative ? folder : "");
    (void)fputs(relative ? "/" : "", out);
    sow_html_write(out, list->db);
    (void)fputs(
        "</code>.</p>\n<p>A first run, which this page shows as soon as it begins: "
        "<code>sowlab evolve --variant kalah",
        out);
    sow_html_write(out, sow_db_option(list->db, option, sizeof option));
    (void)fputs("</code></p>\n", out);
}

void sow_list_put(const struct sow_list *list, FILE *out)
{
    put_filters(list, out);
    put_label(list, out);
    if (list->values_count == 0)
        put_no_runs(list, out);
    else if (list->count == 0)
        (void)fputs("<p>No run matches. <a href=\"/\">Show all runs</a></p>\n", out);
    if (list->count == 0)
        return;
    (void)fputs(sow_serve_file("runs_page"), out);
    for (size_t i = 0; i < list->count; i++)
        if (list->lines[i].runs > 0)
            put_sweep(list, &list->lines[i], out);
        else
            put_line(&list->lines[i], out);
    (void)fputs("</tbody></table>\n", out);
    put_pager(list, out);
    (void)fputs("<p id=\"chosen\" role=\"status\" hidden><a id=\"compare\" "
                "href=\"/compare\">Compare</a></p>\n",
                out);
}
