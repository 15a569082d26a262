/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a run: its settings, its actions, and charts that are from one state. */
#include "serve_support.h"

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
