/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the table of charts, and of drawings of frames made by hand. */
#include "sow/charts/chart.h"
#include "sow/charts/gnuplot.h"
#include "sow/runs/run.h"
#include "store_support.h"
#include "suite.h"
#include "svg_support.h"

#include <math.h>
#include <unistd.h>

static void release_frame(struct sow_frame *frame)
{
    sow_frame_release(frame);
}

/* Every chart's query is accepted by the store. For a run without rows the frame is
   empty. */
TEST(table, every_chart_can_be_asked)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int charts = 0;
    for (size_t k = 0; sow_run_kinds[k] != NULL; k++) {
        const char *kind = sow_run_kinds[k]->name;
        int64_t id = add_run(store, kind);
        for (const struct sow_chart *chart = sow_charts_of(kind); chart->name != NULL;
             chart++) {
            OWNED(frame) struct sow_frame frame = {.count = 0};
            ck_assert_ptr_eq(sow_chart_find(kind, chart->name), chart);
            ck_ok(sow_frame_read(store, chart, id, &frame, &err));
            ck_assert_uint_eq(frame.count, 0);
            ck_assert_msg(strchr(chart->reading, '.') != NULL, "%s: how is it read?",
                          chart->name);
            charts++;
        }
    }
    ck_assert_int_ge(charts, 20);
    ck_assert_ptr_null(sow_chart_find("evolve", "ratings"));
    ck_assert_ptr_null(sow_chart_find("nothing", "score"));
}

/* ---- Frames made by hand ---- */

static char markup[] = "a_b^c";
static char quotes[] = "say \"<&\\\"";
static char zero[] = "zero";
static char nothing[] = "";
static char *NAMES[] = {markup, quotes, zero};
static char *GROUPS[] = {nothing};

static const struct sow_chart BY_HAND = {.name = "hand",
                                         .mark = SOW_MARK_FOREST,
                                         .title = "Made & <by> hand_1",
                                         .x = "score",
                                         .y = "",
                                         .reading = "Read.",
                                         .high = 1,
                                         .reference = 0.5};

static struct sow_point POINTS[] = {{0, 0, {0.25, 0.0, 0.5, (double)NAN}},
                                    {1, 0, {0.75, (double)NAN, (double)NAN, (double)NAN}},
                                    {2, 0, {1.0, 1.0, 1.0, (double)NAN}}};

static struct sow_frame by_hand(void)
{
    return (struct sow_frame){&BY_HAND, {NAMES, 3}, {GROUPS, 1}, POINTS, 3, false};
}

static char *printed(const struct sow_frame *frame, int columns)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    sow_chart_print(frame, columns, out);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

static char *drawn(const struct sow_frame *frame)
{
    return drawn_as(frame, (struct sow_svg_options){.width = SOW_SVG_USUAL});
}

/* Returns a chart as a picture by gnuplot. */
static char *drawn_by_gnuplot(const struct sow_frame *frame, enum sow_picture picture,
                              size_t *size)
{
    struct sow_err err;
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    ck_ok(sow_chart_draw(frame, picture, out, &err));
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

/* Words that a caption must have, because its data could be misread without them, and
   words that these data contradict. */
static const struct {
    const char *kind;
    const char *name;
    const char *has;
    const char *lacks;
} CAPTIONS[] = {
    /* Fitness is measured against the own generation, so its mean is 0.5 in every
       generation. */
    {"evolve", "convergence", "the mean stays near 0.5", "has converged"},
    {"evolve", "convergence", "In a co-evolution this is not progress",
     "shows convergence"},
    /* The opponents of a fixed panel do not change. */
    {"evolve", "convergence", "With --fitness panel the opponents stay",
     "own population"},
    {"evolve", "runs", "This is not progress", "has converged"},
    {"evolve", "strength", "the same in all generations", "fitness"},
    /* The strength of a round and the duels with earlier weights have other opponents. */
    {"learn", "rounds", "fixed panel", "as long as it rises"},
    /* The interval of an undecided change may exclude 0. */
    {"sensitivity", "score", "(Holm)", "intervals are"},
    {"sensitivity", "advantage", "(Holm)", "intervals are"},
    /* Neighbouring cells differ by chance, and the worst of many cells most. */
    {"tournament", "crosstable", "no intervals", "decides"},
    {"robustness", "cells", "the unluckiest", "is the true"},
    {"transfer", "scores", "no intervals", "95 %"},
    /* The band of weights is the spread of individuals, no interval of the mean. */
    {"evolve", "weights", "standard deviation of its individuals", "95 %"},
    {"evolve", "runs", "the quartiles as the band", "standard deviation"},
    {"fit", "calibration", "no intervals", "95 %"},
    /* Two means of few games differ by chance. */
    {"fit", "phases", "no intervals", "is wrong"},
};

TEST_EACH(table, captions_say_what_data_say, CAPTIONS)
{
    const struct sow_chart *chart = sow_chart_find(CAPTIONS[_i].kind, CAPTIONS[_i].name);
    ck_assert_ptr_nonnull(chart);
    ck_assert_ptr_nonnull(strstr(chart->reading, CAPTIONS[_i].has));
    ck_assert_ptr_null(strstr(chart->reading, CAPTIONS[_i].lacks));
}

TEST(text, a_forest_is_drawn)
{
    struct sow_frame frame = by_hand();
    OWNED(text) char *text = printed(&frame, 9 + 9 + 2 + 20);
    ck_assert_str_eq(text, "Made & <by> hand_1\n\n"
                           "a_b^c         0.25 ─────●─────          \n"
                           "say \"<&\\\"     0.75           │    ●     \n"
                           "zero             1           │        ● \n"
                           "                   0      score       1\n"
                           "\nRead.\n");
}

/* Counts the occurrences of a word. */
static int times(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

TEST(picture, names_stay_what_they_are)
{
    struct sow_frame frame = by_hand();
    OWNED(text) char *svg = drawn(&frame);
    ck_assert_int_eq(times(svg, ">a_b^c</text>"), 1);
    ck_assert_int_eq(times(svg, ">say &quot;&lt;&amp;\\&quot;</text>"), 1);
    ck_assert_int_eq(times(svg, ">Made &amp; &lt;by&gt; hand_1</text>"), 1);
    ck_assert_int_eq(times(svg, "nan"), 0);
}

/* Returns the role of the points of a group named @p word that comes second. */
static char *role_of_group(const char *word)
{
    char first[] = "a";
    char second[] = "b";
    char *names[] = {first, second};
    char other[] = "else";
    char own[32];
    (void)snprintf(own, sizeof own, "%s", word);
    char *groups[] = {other, own};
    struct sow_point points[] = {{0, 0, {0.5, 0.2, 0.8, (double)NAN}},
                                 {1, 1, {0.6, 0.3, 0.9, (double)NAN}}};
    struct sow_frame frame = {&BY_HAND, {names, 2}, {groups, 2}, points, 2, false};
    char *svg = drawn(&frame);
    const char *bar = strstr(svg, "class=\"bar ");
    ck_assert_ptr_nonnull(bar);
    bar = strstr(bar + 1, "class=\"bar ");
    ck_assert_ptr_nonnull(bar);
    bar += strlen("class=\"bar ");
    char *role = strndup(bar, strcspn(bar, "\""));
    free(svg);
    return role;
}

/* Groups whose names have a meaning, and the role of each. */
static const struct {
    const char *name, *role;
} ROLES[] = {
    {"higher", "good"},     {"better", "good"},
    {"agrees", "good"},     {"lower", "bad"},
    {"worse", "bad"},       {"undecided", "open"},
    {"equivalent", "this"}, {"fails", "failed"},
    {"differs", "failed"},  {"differs as known", "mark"},
    {"h4", "s1"},
};

/* A verdict has the same colour in every place. Other names have a colour by their
   place. */
TEST_EACH(picture, verdicts_have_one_colour, ROLES)
{
    (void)err;
    OWNED(text) char *role = role_of_group(ROLES[_i].name);
    ck_assert_str_eq(role, ROLES[_i].role);
}

/* Without groups, the side of the reference is the meaning. An undecided point is
   hollow. */
TEST(picture, the_reference_decides)
{
    (void)err;
    struct sow_chart chart = BY_HAND;
    struct sow_frame frame = by_hand();
    struct sow_point points[] = {{0, 0, {0.8, 0.6, 0.9, (double)NAN}},
                                 {1, 0, {0.2, 0.1, 0.3, (double)NAN}},
                                 {2, 0, {0.5, 0.4, 0.6, (double)NAN}}};
    frame.chart = &chart;
    frame.points = points;
    OWNED(text) char *plain = drawn(&frame);
    ck_assert_int_eq(times(plain, "class=\"bar this\""), 1);
    chart.above = SOW_ABOVE_BETTER;
    OWNED(text) char *judged = drawn(&frame);
    ck_assert_int_eq(times(judged, "class=\"bar good\""), 1);
    ck_assert_int_eq(times(judged, "class=\"bar bad\""), 1);
    ck_assert_int_eq(times(judged, "class=\"hole open\""), 1);
}

/* A point without an interval has no bar, alone or beside points with intervals. */
TEST(picture, no_interval_is_no_bar)
{
    (void)err;
    struct sow_frame frame = by_hand();
    struct sow_point two[] = {{0, 0, {0.7, (double)NAN, (double)NAN, (double)NAN}},
                              {1, 0, {0.5, 0.2, 0.8, (double)NAN}}};
    frame.points = two;
    frame.count = 1;
    OWNED(text) char *without = drawn(&frame);
    ck_assert_int_eq(times(without, "class=\"bar"), 0);
    ck_assert_int_eq(times(without, "class=\"dot"), 1);
    frame.count = 2;
    OWNED(text) char *both = drawn(&frame);
    const char *bar = strstr(both, "class=\"bar");
    ck_assert_ptr_nonnull(bar);
    OWNED(text) char *path = strndup(bar, strcspn(bar, ">"));
    ck_assert_int_eq(times(path, "M"), 1);
}

/* A point without a value is a bar alone, in pictures and as text. */
TEST(picture, a_bar_needs_no_value)
{
    (void)err;
    struct sow_frame frame = by_hand();
    struct sow_point one[] = {{0, 0, {(double)NAN, 0.2, 0.8, (double)NAN}}};
    frame.points = one;
    frame.count = 1;
    OWNED(text) char *picture = drawn(&frame);
    ck_assert_int_eq(times(picture, "class=\"bar"), 1);
    ck_assert_int_eq(times(picture, "class=\"dot") + times(picture, "nan"), 0);
    OWNED(text) char *text = printed(&frame, 60);
    ck_assert_int_eq(times(text, "nan") + times(text, "●"), 0);
    ck_assert_ptr_nonnull(strstr(text, "──"));
}

/* gnuplot draws such a bar: pictures with other ends differ, and with the same ends are
   the same. The other point keeps the axis as it is. */
TEST(picture, gnuplot_draws_a_bar_without_a_value)
{
    (void)err;
    char *picture[3];
    size_t size[3];
    for (int i = 0; i < 3; i++) {
        struct sow_point two[] = {{0, 0, {0.5, 0.1, 0.9, (double)NAN}},
                                  {1, 0, {(double)NAN, i < 2 ? 0.2 : 0.3, 0.8, 0}}};
        struct sow_frame frame = {&BY_HAND, {NAMES, 3}, {GROUPS, 1}, two, 2, false};
        picture[i] = drawn_by_gnuplot(&frame, SOW_PICTURE_PNG, &size[i]);
    }
    ck_assert_mem_eq(picture[0], picture[1], size[0]);
    ck_assert(size[0] != size[2] || memcmp(picture[0], picture[2], size[0]) != 0);
    for (int i = 0; i < 3; i++)
        free(picture[i]);
}

/* ---- Marks ---- */

static char first_name[] = "first";
static char second_name[] = "alphabeta:depth=8,eval=[state:store_difference=1]";
static char *PAIR[] = {first_name, second_name};

static struct sow_frame of_mark(struct sow_chart *chart, enum sow_mark mark,
                                struct sow_point *points, size_t count)
{
    *chart = BY_HAND;
    chart->mark = mark;
    return (struct sow_frame){chart, {PAIR, 2}, {PAIR, 2}, points, count, false};
}

/* Adds a point of a combination of settings to a frame of parallel coordinates. */
static void add_setting(struct sow_frame *frame, const char *line, const char *setting,
                        double value, double axis, double height)
{
    struct sow_err err;
    const double numbers[] = {value, axis, height};
    ck_ok(sow_frame_add(frame, line, setting, numbers, 3, &err));
}

/* A line of parallel coordinates shows its value and its settings, under their names. */
TEST(text, settings_have_columns)
{
    (void)err;
    struct sow_chart chart = BY_HAND;
    chart.mark = SOW_MARK_PARALLEL;
    chart.low = chart.high = 0;
    chart.reference = (double)NAN;
    OWNED(frame) struct sow_frame frame = {.chart = &chart};
    add_setting(&frame, "1", "population = 100", 0.75, 0, 1);
    add_setting(&frame, "1", "rate_of = 0.05", 0.75, 1, 0);
    add_setting(&frame, "2", "population = 25", 0.5, 0, 0);
    add_setting(&frame, "2", "rate_of = 0.05", 0.5, 1, 0);
    OWNED(text) char *text = printed(&frame, 50);
    ck_assert_ptr_nonnull(strstr(text, "  population  rate_of\n"));
    ck_assert_ptr_nonnull(strstr(text, "     0.75 ███"));
    ck_assert_ptr_nonnull(strstr(text, "█  100         0.05   \n"));
    ck_assert_ptr_nonnull(strstr(text, "      0.5 █  "));
    OWNED(text) char *svg = drawn(&frame);
    ck_assert_int_eq(times(svg, ">population</text>"), 1);
    ck_assert_int_eq(times(svg, ">rate_of</text>"), 1);
    ck_assert_int_eq(times(svg, ">0.05</text>"), 1);
    ck_assert_int_eq(times(svg, ">25</text>"), 1);
}

TEST(text, a_marked_cell_is_seen)
{
    (void)err;
    struct sow_chart chart;
    struct sow_point cells[] = {{0, 0, {0.25, (double)NAN, (double)NAN, (double)NAN}},
                                {0, 1, {0.05, 1, (double)NAN, (double)NAN}},
                                {1, 0, {0.95, (double)NAN, (double)NAN, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_HEAT, cells, 3);
    OWNED(text) char *text = printed(&frame, 80);
    ck_assert_int_eq(times(text, " ░0.25▸ 0.05\n"), 1);
    ck_assert_int_eq(times(text, "▸"), 1);
    OWNED(text) char *with = drawn(&frame);
    cells[1].value[1] = (double)NAN;
    OWNED(text) char *without = drawn(&frame);
    ck_assert_int_eq(times(with, "class=\"frame\""), 1);
    ck_assert_int_eq(times(without, "class=\"frame\""), 0);
    /* Rows and columns with long names: the columns are numbered instead. */
    ck_assert_int_eq(times(with, ">2</text>"), 1);
    ck_assert_int_eq(times(with, ">alphabeta"), 1);
}

/* A value that is shown as 0 has no sign. */
TEST(text, zero_has_no_sign)
{
    static const struct sow_chart HEAT = {.mark = SOW_MARK_HEAT,
                                          .reference = (double)NAN};
    struct sow_frame frame = {.chart = &HEAT};
    ck_ok(sow_frame_add(&frame, "a", "b", (double[]){-1e-17}, 1, &err));
    ck_ok(sow_frame_add(&frame, "a", "c", (double[]){-0.0049}, 1, &err));
    ck_ok(sow_frame_add(&frame, "a", "d", (double[]){-0.0051}, 1, &err));
    OWNED(text) char *text = printed(&frame, 80);
    ck_assert_int_eq(times(text, "-0.00"), 0);
    ck_assert_int_eq(times(text, "0.00"), 2);
    ck_assert_int_eq(times(text, "-0.01"), 1);
    sow_frame_release(&frame);
}

TEST(text, a_heap_is_as_high_as_its_counts)
{
    (void)err;
    struct sow_chart chart;
    struct sow_point bins[] = {{0, 0, {-2, -1, 4, (double)NAN}},
                               {0, 0, {-1, 0, 8, (double)NAN}},
                               {0, 0, {1, 2, 2, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_HISTOGRAM, bins, 3);
    chart.high = 0;
    chart.reference = 0;
    OWNED(text) char *text = printed(&frame, 50);
    ck_assert_int_eq(times(text, "        8           ██████████                    \n"),
                     1);
    ck_assert_int_eq(times(text, "        0 ████████████████████          ██████████\n"),
                     1);
    OWNED(text) char *svg = drawn(&frame);
    const char *bars = strstr(svg, "class=\"fill");
    ck_assert_ptr_nonnull(bars);
    OWNED(text) char *path = strndup(bars, strcspn(bars, ">"));
    ck_assert_int_eq(times(path, "M"), 3);
}

/* Lines at 100, 1,000 and 10,000 on a logarithmic axis are equally far apart. */
TEST(picture, an_axis_has_decades)
{
    (void)err;
    struct sow_chart chart;
    struct sow_point points[] = {{0, 0, {100, 0, (double)NAN, (double)NAN}},
                                 {0, 0, {1000, 0.5, (double)NAN, (double)NAN}},
                                 {0, 0, {10000, 1, (double)NAN, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_LINE, points, 3);
    OWNED(text) char *linear = printed(&frame, 60);
    OWNED(text) char *linear_svg = drawn(&frame);
    frame.decades = true;
    OWNED(text) char *text = printed(&frame, 60);
    OWNED(text) char *svg = drawn(&frame);
    ck_assert_str_ne(linear, text);
    ck_assert_ptr_nonnull(strstr(text, "      100"));
    ck_assert_ptr_nonnull(strstr(text, "1e+04"));
    ck_assert_int_eq(times(svg, ">100</text>"), 1);
    ck_assert_int_eq(times(svg, ">1,000</text>"), 1);
    ck_assert_int_eq(times(svg, ">10,000</text>"), 1);
    /* A linear axis has steps. */
    ck_assert_int_eq(times(linear_svg, ">2,000</text>"), 1);
    ck_assert_int_eq(times(linear_svg, ">10,000</text>"), 1);
}

/* An axis within a decade has more than its one round power or half of it. */
TEST(picture, a_short_axis_has_several_values)
{
    (void)err;
    struct sow_chart chart;
    struct sow_point points[] = {{0, 0, {300, 0, (double)NAN, (double)NAN}},
                                 {0, 0, {900, 1, (double)NAN, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_LINE, points, 2);
    frame.decades = true;
    OWNED(text) char *svg = drawn_as(&frame, (struct sow_svg_options){.width = 336});
    ck_assert_int_eq(times(svg, ">400</text>"), 1);
    ck_assert_int_eq(times(svg, ">600</text>"), 1);
    ck_assert_int_eq(times(svg, ">800</text>"), 1);
}

/* The mean of a population is a reference, and has the grey of one. */
TEST(picture, a_reference_is_grey)
{
    (void)err;
    static char best[] = "best";
    static char mean[] = "mean";
    char *names[] = {best, mean};
    struct sow_chart chart;
    struct sow_point points[] = {{0, 0, {0, 0.6, (double)NAN, (double)NAN}},
                                 {1, 0, {0, 0.5, (double)NAN, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_LINE, points, 2);
    frame.rows = (struct sow_labels){names, 2};
    chart.reference = (double)NAN;
    OWNED(text) char *svg = drawn(&frame);
    ck_assert_int_eq(times(svg, "class=\"name this\">best</text>"), 1);
    ck_assert_int_eq(times(svg, "class=\"name open\">mean</text>"), 1);
    /* A single point is seen. */
    ck_assert_int_eq(times(svg, "class=\"dot"), 2);
}

/* Letters tell lines that cross apart, and stand before their names. One line has none.
 */
TEST(text, lines_have_letters)
{
    (void)err;
    char first[] = "ONE";
    char second[] = "TWO";
    char *names[] = {first, second};
    struct sow_chart chart;
    struct sow_point points[] = {{0, 0, {0, 0.5, (double)NAN, (double)NAN}},
                                 {0, 0, {9, 0.9, (double)NAN, (double)NAN}},
                                 {1, 0, {0, 0.8, (double)NAN, (double)NAN}},
                                 {1, 0, {9, 0.6, (double)NAN, (double)NAN}}};
    struct sow_frame frame = of_mark(&chart, SOW_MARK_LINE, points, 4);
    frame.rows = (struct sow_labels){names, 2};
    chart.reference = (double)NAN;
    OWNED(text) char *both = printed(&frame, 80);
    ck_assert_int_eq(times(both, " a ONE"), 1);
    ck_assert_int_eq(times(both, " b TWO"), 1);
    frame.rows.count = 1;
    frame.count = 2;
    OWNED(text) char *alone = printed(&frame, 80);
    ck_assert_int_eq(times(alone, " ONE"), 1);
    ck_assert_int_eq(times(alone, " a ONE"), 0);
    ck_assert_int_ge(times(both, "a"), times(alone, "a") + 4);
    ck_assert_int_ge(times(both, "b"), times(alone, "b") + 4);
}

TEST(picture, one_number_alone_has_a_scale)
{
    struct sow_frame frame = by_hand();
    struct sow_chart free_scale = BY_HAND;
    free_scale.high = 0;
    free_scale.reference = (double)NAN;
    struct sow_point alone[] = {{0, 0, {3, 3, 3, (double)NAN}}};
    frame.chart = &free_scale;
    frame.points = alone;
    frame.count = 1;
    double low;
    double high;
    sow_frame_range(&frame, &low, &high);
    ck_assert(low < 3 && high > 3);
    for (int mark = SOW_MARK_LINE; mark < SOW_MARKS; mark++) {
        free_scale.mark = (enum sow_mark)mark;
        OWNED(text) char *text = printed(&frame, 60);
        OWNED(text) char *svg = drawn(&frame);
        ck_assert_int_gt(times(text, "\n"), 3);
        ck_assert_int_eq(times(svg, "</svg>"), 1);
    }
}

/* ---- Limits of gnuplot ---- */

static void write_text(void *context, FILE *script)
{
    (void)fputs(context, script);
}

/* Scripts that would each create the file PWN if gnuplot were allowed to. */
TEST(gnuplot, can_start_and_write_nothing)
{
    static char scripts[][80] = {
        "print system('touch PWN')", "!touch PWN",        "x = `touch PWN; echo 3`",
        "print \"`touch PWN`\"",     "plot '<touch PWN'", "load '<touch PWN'",
        "set output '|touch PWN'",   "set output 'PWN'",  "save 'PWN'",
        "set print 'PWN'\nprint 1",  "set table 'PWN'",   "shell\ntouch PWN",
    };
    enter_folder();
    ck_assert_int_eq(chdir(test_path("")), 0);
    for (int i = 0; i < COUNT(scripts); i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        (void)!sow_gnuplot_draw(write_text, scripts[i], out, &err);
        ck_assert_int_eq(fclose(out), 0);
        free(text);
        ck_assert_msg(access("PWN", F_OK) != 0, "%s", scripts[i]);
    }
    ck_assert_int_eq(chdir("/"), 0);
    leave_folder();
}

/* Texts that could be commands of gnuplot or markup, and how SVG shows them. */
static const struct {
    const char *text, *shown;
} TEXTS[] = {
    {"`touch PWN`$(touch PWN)${PWN}@P|;\\", ">`touch PWN`$(touch PWN)${PWN}@P|;\\<"},
    {"it's", ">it&#39;s<"},
    {"'''a''b'", ">&#39;&#39;&#39;a&#39;&#39;b&#39;<"},
    {"\";system('x');\"", ">&quot;;system(&#39;x&#39;);&quot;<"},
    {"a\nset output 'x'", ">a\\nset output &#39;x&#39;<"},
    {"EOD\n\033]0;x\007", ">EOD\\n\\x1b]0;x\\x07<"},
    {"%s%n%z 50%", ">%s%n%z 50%<"},
    {"{/Bold x}_1^2 &lt;", ">{/Bold x}_1^2 &amp;lt;<"},
    {"</text><script>PWN", ">&lt;/text&gt;&lt;script&gt;PWN<"},
    {"\xff\xef\xbf\xbf", ">\xef\xbf\xbd\xef\xbf\xbd<"},
};

/* Every text is shown as it is, and the rest of a picture does not change. gnuplot draws
   the same texts without an error. */
TEST_EACH(gnuplot, texts_are_no_commands, TEXTS)
{
    (void)err;
    struct sow_frame frame = by_hand();
    char *names[] = {zero, strdup(TEXTS[_i].text), zero};
    frame.rows = (struct sow_labels){names, 3};
    OWNED(text) char *svg = drawn(&frame);
    ck_assert_msg(times(svg, TEXTS[_i].shown) == 1, "%s: %s", TEXTS[_i].shown, svg);
    ck_assert_int_eq(times(svg, ">zero</text>"), 2);
    size_t size;
    OWNED(text) char *pdf = drawn_by_gnuplot(&frame, SOW_PICTURE_PDF, &size);
    ck_assert_uint_gt(size, 1000);
    ck_assert_int_eq(strncmp(pdf, "%PDF", 4), 0);
    free(names[1]);
}

/* A text in a script ends where its quotes end. */
TEST(gnuplot, texts_are_quoted)
{
    static const struct {
        const char *text, *quoted;
    } QUOTED[] = {
        {"it's", "'it''s'"},
        {"ends'", "'ends'''"},
        {"'''a''b'", "'’''’a''’b'''"},
        {"%s 50%", "'％s 50％'"},
        {"a\nset output 'x'", "'a\\nset output ''x'''"},
        {"EOD\n\033]0;x\007", "'EOD\\n\\x1b]0;x\\x07'"},
        {"\xff\xef\xbf\xbf", "'\xef\xbf\xbd\xef\xbf\xbd'"},
    };
    (void)err;
    for (int i = 0; i < COUNT(QUOTED); i++) {
        char *script = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&script, &size);
        sow_gnuplot_quote(out, QUOTED[i].text);
        ck_assert_int_eq(fclose(out), 0);
        ck_assert_str_eq(script, QUOTED[i].quoted);
        free(script);
    }
}
