/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims in captions of charts. Each is compared with the data of a chart that makes it,
   and with data that contradict it. */
#include "evolve_support.h"
#include "fit_support.h"
#include "sow/charts/chart.h"
#include "sow/matches/match.h"
#include "sow/studies/robustness.h"

#include <math.h>

/* Returns the index of a chart's main value in its points, or -1 if the mark has no
   intervals. The ends of the interval follow it. */
static int middle_of(const struct sow_frame *frame)
{
    switch ((int)frame->chart->mark) {
    case SOW_MARK_FOREST:
    case SOW_MARK_STRIP:
        return 0;
    case SOW_MARK_LINE:
    case SOW_MARK_AGAINST:
        return 1;
    default:
        return -1;
    }
}

/* Returns true if a number follows the main value of a point of the chart. */
static bool any_interval(const struct sow_frame *frame)
{
    int at = middle_of(frame);
    for (size_t i = 0; i < frame->count && at >= 0; i++)
        if (!isnan(frame->points[i].value[at + 1]) ||
            !isnan(frame->points[i].value[at + 2]))
            return true;
    return false;
}

/* Returns true if there are intervals, all around their values, and one has a width. */
static bool intervals_hold_values(const struct sow_frame *frame)
{
    int at = middle_of(frame);
    bool wide = false;
    for (size_t i = 0; i < frame->count && at >= 0; i++) {
        const double *value = &frame->points[i].value[at];
        if (isnan(value[1]))
            continue;
        if (!(value[1] <= value[0] && value[0] <= value[2]))
            return false;
        wide = wide || value[2] > value[1];
    }
    return wide;
}

/* Takes the intervals away. */
static void drop_intervals(struct sow_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++)
        for (int k = middle_of(frame) + 1; k < SOW_POINT_VALUES; k++)
            frame->points[i].value[k] = NAN;
}

static bool has_no_interval(const struct sow_frame *frame)
{
    return !any_interval(frame);
}

/* Gives the first point an interval. */
static void add_interval(struct sow_frame *frame)
{
    int at = middle_of(frame);
    for (int k = 1; at >= 0 && k <= 2; k++)
        frame->points[0].value[at + k] = frame->points[0].value[at];
}

/* Returns true if all points of the line "mean" are near 0.5. With 600 games, four
   standard errors are 0.08. */
static bool mean_is_half(const struct sow_frame *frame)
{
    static const double NEAR = 0.08;
    bool any = false;
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        if (strcmp(frame->rows.text[point->row], "mean") != 0)
            continue;
        if (fabs(point->value[1] - 0.5) > NEAR)
            return false;
        any = true;
    }
    return any;
}

/* Lets all lines rise, as progress would. */
static void raise_lines(struct sow_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++)
        frame->points[i].value[1] += 0.1 * frame->points[i].value[0];
}

/* Returns true if the last line is as far from the middle of its band at both ends, at
   every point with a band. */
static bool band_is_level(const struct sow_frame *frame)
{
    bool wide = false;
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        if (isnan(value[2]))
            continue;
        if (fabs((value[1] - value[2]) - (value[3] - value[1])) > 1e-9)
            return false;
        wide = wide || value[3] > value[2];
    }
    return wide;
}

/* Makes bands of quartiles' kind: one end nearer than the other. */
static void tilt_bands(struct sow_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++)
        frame->points[i].value[3] += 1;
}

/* Returns true if the scores begin with the least. */
static bool least_is_first(const struct sow_frame *frame)
{
    for (size_t i = 1; i < frame->count; i++)
        if (frame->points[i].value[0] < frame->points[i - 1].value[0])
            return false;
    return frame->count > 1;
}

/* Exchanges the scores of the first and the last point. */
static void swap_ends(struct sow_frame *frame)
{
    struct sow_point *last = &frame->points[frame->count - 1];
    double score = last->value[0];
    ck_assert(score > frame->points[0].value[0]);
    last->value[0] = frame->points[0].value[0];
    frame->points[0].value[0] = score;
}

/* Returns true if two points are of the same player. A row is a player and a variant. */
static bool of_one_player(const struct sow_frame *frame, size_t a, size_t b)
{
    const char *one = frame->rows.text[frame->points[a].row];
    const char *other = frame->rows.text[frame->points[b].row];
    size_t length = (size_t)(strstr(one, " \xc2\xb7 ") - one);
    return strncmp(one, other, length) == 0 && other[length] == ' ';
}

/* Returns true if the marked cells are those with the least value of their player. */
static bool worst_is_marked(const struct sow_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++) {
        double least = (double)INFINITY;
        for (size_t k = 0; k < frame->count; k++)
            if (of_one_player(frame, i, k))
                least = fmin(least, frame->points[k].value[0]);
        if (isnan(frame->points[i].value[1]) != (frame->points[i].value[0] > least))
            return false;
    }
    return true;
}

/* Makes the first cell that is not marked the worst. */
static void worsen_another(struct sow_frame *frame)
{
    for (size_t i = 0; i < frame->count; i++)
        if (isnan(frame->points[i].value[1])) {
            frame->points[i].value[0] = -1;
            return;
        }
}

/* Claims, how data show them, and how data are made that contradict them. */
static const struct claim {
    const char *words; /* part of a caption that makes the claim */
    bool (*holds)(const struct sow_frame *frame);
    void (*contradict)(struct sow_frame *frame);
} CLAIMS[] = {
    {"its 95 % interval", intervals_hold_values, drop_intervals},
    {"with 95 % intervals", intervals_hold_values, drop_intervals},
    {"no intervals", has_no_interval, add_interval},
    {"the mean stays near 0.5", mean_is_half, raise_lines},
    {"with one standard deviation of its individuals as the band", band_is_level,
     tilt_bands},
    {"the hardest opponent first", least_is_first, swap_ends},
    {"the mark shows the worst cell of a player", worst_is_marked, worsen_another},
};

/* Compares the claims of a caption with the chart's data, and with data that contradict
   them. Counts in @p tried the charts of each claim. */
static void try_claims(struct sow_store *store, const struct sow_chart *chart, int64_t id,
                       int tried[COUNT(CLAIMS)])
{
    for (size_t i = 0; i < COUNT(CLAIMS); i++) {
        struct sow_err err;
        struct sow_frame frame;
        const struct claim *claim = &CLAIMS[i];
        ck_ok(sow_frame_read(store, chart, id, &frame, &err));
        if (strstr(chart->reading, claim->words) != NULL && frame.count > 0) {
            ck_assert_msg(claim->holds(&frame), "%s: not so: %s", chart->name,
                          claim->words);
            /* A heat map has no room for intervals. */
            if (claim->contradict != add_interval || middle_of(&frame) >= 0) {
                claim->contradict(&frame);
                ck_assert_msg(!claim->holds(&frame), "%s: not tested: %s", chart->name,
                              claim->words);
                tried[i]++;
            }
        }
        sow_frame_release(&frame);
    }
}

/* Makes a study of robustness of two players, and returns its number. */
static int64_t make_robustness(struct sow_store *store)
{
    static struct sow_robustness_options options;
    sow_run_kind_defaults(&sow_robustness_kind, &options);
    type_option(&sow_robustness_kind, &options, "players", "h4 random");
    type_option(&sow_robustness_kind, &options, "opponents", "h1 h5");
    type_option(&sow_robustness_kind, &options, "variants", "kalah,awari");
    options.study.games = 20;
    const struct asked asked = {
        .kind = &sow_robustness_kind, .rules = "kalah", .options = &options};
    return make_run(store, &asked);
}

/* Plays a match, and returns its number. */
static int64_t make_match(struct sow_store *store)
{
    struct sow_err err;
    static struct sow_match_options options;
    sow_run_kind_defaults(&sow_match_kind, &options);
    ck_ok(sow_contestants_take(&options.contestants, "h4", "random", &err));
    options.games = 20;
    const struct asked asked = {
        .kind = &sow_match_kind, .rules = "kalah", .options = &options};
    return make_run(store, &asked);
}

TEST(claims, captions_agree_with_data)
{
    OWNED(store) struct sow_store *store = open_scratch();
    static const struct setting GAMES[] = {{"games", "10"}, {NULL, NULL}};
    int tried[COUNT(CLAIMS)] = {0};
    const struct made {
        const char *kind;
        int64_t id;
    } made[] = {{"evolve", evolve(store, "awari", GAMES)},
                {"match", make_match(store)},
                {"robustness", make_robustness(store)},
                {"fit", make_fit(store, small_fit(make_dataset(store, "kalah", 40), 0))}};
    for (size_t i = 0; i < COUNT(made); i++)
        for (const struct sow_chart *chart = sow_charts_of(made[i].kind);
             chart->name != NULL; chart++)
            try_claims(store, chart, made[i].id, tried);
    for (size_t i = 0; i < COUNT(CLAIMS); i++)
        ck_assert_msg(tried[i] > 0, "no caption says '%s'", CLAIMS[i].words);
}
