/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a run: its settings, its actions, and charts that are from one state. */
#include "serve_support.h"
#include "sow/store/tables/strengths.def"

FIXTURE(ANY, begin, end)

/* Returns how often @p words are in the latest answer. */
static int count_of(const char *words)
{
    int count = 0;
    for (const char *at = reply; (at = strstr(at, words)) != NULL; at++)
        count++;
    return count;
}

/* The page has one heading, and links that do something with the run. */
TEST(page, run_page_has_actions)
{
    (void)err;
    ck_assert_int_eq(get("/run?id=1"), 200);
    has("<h1>Run 1: evolve, kalah</h1>");
    has("href=\"/play?variant=kalah&amp;south=person&amp;north=run:1\">Play against it<");
    has("href=\"/?kind=evolve&amp;pick=1\">Compare with ...<");
    has("<a download=\"run-1.html\" href=\"/report?id=1\">");
    has("<a download=\"run-1.json\" href=\"/api/run?id=1\">");
    has("random seed 9223372036854775807");
    ck_assert_int_eq(count_of("<h1>"), 1);
    ck_assert_int_eq(get("/?kind=evolve&pick=1"), 200);
}

/* A run without a champion cannot be played against. Its label stays text. */
TEST(page, run_without_player_has_no_game)
{
    (void)err;
    ck_assert_int_eq(get("/run?id=2"), 200);
    lacks("Play against it");
    lacks("<script>alert");
    has("&lt;script&gt;alert(1)&lt;/script&gt;");
}

/* The report is a file: no link needs the server, and nothing comes from outside. */
TEST(page, report_needs_no_server)
{
    (void)err;
    ck_assert_int_eq(get("/report?id=1"), 200);
    has("<h1>Run 1: evolve, kalah</h1>");
    has("default-src 'none'; style-src 'unsafe-inline'");
    /* In a tab the header counts too, and must let the page's own style through. */
    has("\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n");
    lacks("href=\"/");
    lacks("<script");
    ck_assert_int_eq(get("/report?id=99"), 404);
    ck_assert_int_eq(get("/report"), 400);
}

/* All charts come in one answer. Charts with generations say up to which. While a run
   goes on, the others say at which generation it is. */
TEST(charts, all_charts_are_from_one_state)
{
    (void)err;
    ck_assert_int_eq(get("/run?id=1"), 200);
    int figures = count_of("<figure");
    ck_assert_int_ge(figures, 3);
    has("<small>up to generation 2</small>");
    lacks("<small>at generation 2</small>"); /* the run is done */
    ck_assert_int_eq(get("/api/charts?id=1&width=400"), 200);
    ck_assert_int_eq(count_of("<figure"), figures);
    ck_assert_int_eq(count_of("<svg "), figures);
    ck_assert_int_eq(count_of(" width=\"400\" "), figures);
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 4);
    add_match(store, id, 0, "validation", "h4");
    sow_store_close(store);
    ck_assert_int_eq(get("/api/charts?id=3"), 200);
    has("<small>up to generation 0</small>");
    has("<small>at generation 0</small>");
    ck_assert_int_eq(get("/api/charts?id=99"), 404);
    ck_assert_int_eq(get("/api/charts?id=1&width=1"), 400);
}

/* The hardest opponent of the validation is first. */
TEST(charts, hardest_opponent_is_first)
{
    static const char *const ORDER[] = {">h6<", ">random<", ">h4<"};
    const char *last = NULL;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "evolve");
    add_generation(store, id, 0, 4);
    for (int i = 0; i < 3; i++) {
        struct sow_match_row row = a_match(id, "validation", "divilly2013",
                                           i == 0   ? "h4"
                                           : i == 1 ? "h6"
                                                    : "random");
        row.match = i;
        row.first_wins = i == 0 ? 9 : i, row.first_losses = 10 - row.first_wins;
        row.second_wins = row.first_wins, row.second_losses = row.first_losses;
        ck_ok(sow_store_add(store, match, &row, &err));
    }
    ck_assert_int_eq(get("/api/chart?id=3&chart=validation"), 200);
    for (size_t i = 0; i < sizeof ORDER / sizeof ORDER[0]; i++) {
        const char *at = strstr(reply, ORDER[i]);
        ck_assert_msg(at != NULL && at > last, "'%s' is not in its place:\n%s", ORDER[i],
                      reply);
        last = at;
    }
}

/* ---- Strength ---- */

/* Stores the strength of the best of a generation of a run in Kalah, or of its champion
   (-1), 0.05 above @p low and below the upper end. */
static void put_strength(struct sow_store *store, int64_t id, int generation, double low)
{
    struct sow_err err;
    int kept;
    struct sow_strength_row row = {.run_id = id,
                                   .variant = "kalah",
                                   .generation = generation,
                                   .depth = 1,
                                   .main = 1,
                                   .panel = "kalah-2",
                                   .openings = 50,
                                   .games = 800,
                                   .score = low + 0.05,
                                   .low = low,
                                   .high = low + 0.1,
                                   .elo = (double)NAN,
                                   .elo_low = (double)NAN,
                                   .elo_high = (double)NAN};
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
}

/* Adds a finished evolution with a measured champion. Returns its number. */
static int64_t add_measured(struct sow_store *store, double low)
{
    int64_t id = add_evolution(store);
    put_strength(store, id, 0, 0.1);
    put_strength(store, id, 1, 0.1);
    put_strength(store, id, -1, low);
    return id;
}

/* The page says why strength and validation differ, names all opponents, and does not
   advise a chart that it has. A label says that it is one. */
TEST(strength, page_names_all_opponents)
{
    (void)err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_assert_int_eq(add_measured(store, 0.2), 3);
    sow_store_close(store);
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("on average in validation, against random, h4, and least against random: ");
    has("; the strength is against other opponents, the panel kalah-2, so the two scores "
        "differ");
    has("<b>Strength is against the panel</b> kalah-2, 8 fixed players: learn-3, "
        "stores-depth3, fitted-ridge, divilly-depth4, ");
    has("<b>Depth 1</b> means that the player and the panel look 1 move ahead; a member with "
        "a depth in its name always looks that far</p>");
    has("<b>Label</b> a &quot;label&quot;");
    lacks("sowlab plot 3");
    ck_assert_int_eq(get("/run?id=1"), 200);
    lacks("the strength is against other opponents");
}

/* The champion's own strength is a point of the chart, at its generation, though no
   measured generation is so late. */
TEST(strength, champion_is_a_point)
{
    (void)err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_assert_int_eq(add_measured(store, 0.2), 3);
    sow_store_close(store);
    ck_assert_int_eq(get("/api/chart?id=3&chart=strength&spots=yes"), 200);
    has("generation 1: best 0.150");
    has("generation 2: champion 0.250");
    has("<small>up to generation 2</small>");
    has("class=\"dim halo\">0.5 = as good as the panel</text>");
    has("Every Nth generation is measured, as --measure-every N or ");
}

/* A comparison begins with verdicts, which have difference and interval. The rest is
   folded. */
TEST(strength, comparison_begins_with_verdicts)
{
    (void)err;
    struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_assert_int_eq(add_measured(store, 0.2), 3);
    ck_assert_int_eq(add_measured(store, 0.45), 4);
    ck_assert_int_eq(add_measured(store, 0.28), 5);
    sow_store_close(store);
    ck_assert_int_eq(get("/compare?id=3,4"), 200);
    has("<li class=\"good\">Run 4 is stronger than run 3; strength against the panel kalah-2 "
        "at depth 1 in kalah +0.250 (95 % interval +0.179 to +0.321).</li>");
    has("<li>Run 4 or run 3: undecided; validation, mean over 2 opponents, +0.000 (95 % "
        "interval \xe2\x88\x92");
    has("Verdicts allow for the number of comparisons (Holm); an interval holds for its "
        "comparison alone");
    has("<details><summary>All results as tables</summary>");
    has("<details><summary>Settings, charts and tables of run 3</summary>");
    ck_assert_int_eq(get("/compare?id=4,3"), 200);
    has("<li class=\"bad\">Run 3 is weaker than run 4; strength");
    has("\xe2\x88\x92"
        "0.250 (95 % interval \xe2\x88\x92"
        "0.321 to \xe2\x88\x92"
        "0.179)");
    ck_assert_int_eq(get("/compare?id=3,2"), 200);
    has("No verdict: ");
    /* The p value of the interval, 0.027, is doubled: there are two verdicts. */
    ck_assert_int_eq(get("/compare?id=3,5"), 200);
    has("<li>Run 5 or run 3: undecided; strength against the panel kalah-2 at depth 1 in kalah "
        "+0.080 (95 % interval +0.009 to +0.151).</li>");
    /* Programs and the terminal get the same verdicts. */
    ck_assert_int_eq(get("/api/compare?id=3,5"), 200);
    has("\"verdicts\"");
    has("Run 5 or run 3: undecided; strength against");
    has("\"p_adjusted\": 0.053");
    ck_assert_int_eq(get("/api/compare?id=3,2"), 200);
    lacks("\"verdicts\"");
}
