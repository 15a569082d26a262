/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The server, as seen by a client that speaks plain HTTP. */
#include "serve_support.h"
#include "sow/store/tables/runs.def"
#include "sow/store/tables/strengths.def"
#include "sow/support/owner.h"
#include "sow/support/progress.h"

#include <limits.h>

FIXTURE(ANY, begin, end)

/* ---- Requests that are refused ---- */

static const struct {
    int status;
    const char *request;
} REQUESTS[] = {
    {200, "GET / HTTP/1.1\r\n" HOST "\r\n"},
    {200, "HEAD / HTTP/1.1\r\n" HOST "\r\n"},
    {200, "GET / HTTP/1.0\r\n" HOST "\r\n"},
    {200, "GET / HTTP/1.1\r\nhost: LOCALHOST:@\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\nHost: lab.example\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\nHost: 10.0.0.5:80\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: same-origin\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: none\r\n\r\n"},
    /* for another host: a foreign name that points to this address */
    {421, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: evil.example:@\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: lab.example:80\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: 10.0.0.5\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\nHost: \r\n\r\n"},
    {421, "GET / HTTP/1.1\r\n\r\n"},
    {421, "GET / HTTP/1.0\r\n\r\n"},
    {421, "GET / HTTP/1.1\r\n" HOST HOST "\r\n"},
    {421, "GET / HTTP/1.1\r\n" HOST "Host: evil.example\r\n\r\n"},
    {421, "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 3\r\n\r\na=b"},
    /* requests by another site */
    {403, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: cross-site\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: same-site\r\n\r\n"},
    {403, "GET /api/runs HTTP/1.1\r\n" HOST "sec-fetch-site: cross-site\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1:@\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\n" HOST "origin: http://LOCALHOST:@\r\n\r\n"},
    {200, "GET / HTTP/1.1\r\n" HOST "Origin: https://lab.example\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n\r\n"},
    {403, "GET /api/runs HTTP/1.1\r\n" HOST "Origin: null\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1:1\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: \r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: http://127.0.0.1:@.evil.example\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Origin: http://localhost:@\r\n"
          "Origin: http://evil.example\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\n" HOST "Sec-Fetch-Site: same-origin\r\n"
          "Origin: http://evil.example\r\n\r\n"},
    /* requests that are not GET */
    {405, "POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\na=b"},
    {405, "POST /api/sql HTTP/1.1\r\n" HOST "Content-Length: 9999999\r\n\r\na=b"},
    {405, "PUT / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {405, "DELETE /run?id=1 HTTP/1.1\r\n" HOST "\r\n"},
    {405, "OPTIONS / HTTP/1.1\r\n" HOST "\r\n"},
    {405, "get / HTTP/1.1\r\n" HOST "\r\n"},
    {413, "GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\na=b"},
    {413, "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {400, "GET /?a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/runs?where=id%00 HTTP/1.1\r\n" HOST "\r\n"},
    /* no such page, and no files */
    {404, "GET /nothing HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET //etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /../../../../etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /report.css/../a.db HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /a.db HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /run?id=99 HTTP/1.1\r\n" HOST "\r\n"},
    /* arguments that are not valid */
    {400, "GET /run HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /run?id=1,2 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /run?id=-1 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /run?id=99999999999999999999 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/run?id=1&format=xml HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/runs?limit=0 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /compare HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /compare?id=1,2,3,4,5,6,7,8,9,1,2,3,4 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/compare?id=1 HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/compare?id=1,99 HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/chart?id=1&chart=../../etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/chart?id=99&chart=convergence HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/chart?id=1,2&chart=convergence HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/chart?id=1&chart=convergence&width=9 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/chart?id=1&chart=convergence&width=x HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/live?id=99 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/live?id=1 HTTP/1.1\r\n" HOST "Last-Event-ID: x\r\n\r\n"},
    /* SQL that is not a question */
    {400, "GET /api/sql?q=DELETE%20FROM%20runs HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=ATTACH%20%27/tmp/x.db%27%20AS%20x HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=VACUUM%20INTO%20%27/tmp/x.db%27 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=PRAGMA%20journal_mode%3Ddelete HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=PRAGMA%20query_only%3D0 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=SELECT%20load_extension(%27x%27) HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=SELECT%201;DROP%20TABLE%20runs HTTP/1.1\r\n" HOST "\r\n"},
    {400,
     "GET /api/sql?q=WITH%20x%20AS%20(SELECT%201)%20INSERT%20INTO%20runs%20SELECT%20*"
     "%20FROM%20x HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=CREATE%20TEMP%20TABLE%20t(x) HTTP/1.1\r\n" HOST "\r\n"},
    {400,
     "GET /api/sql?q=SELECT%20*%20FROM%20pragma_database_list HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=SELECT%20readfile(%27/etc/passwd%27) HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=DETACH%20main HTTP/1.1\r\n" HOST "\r\n"},
    /* answers that are too large */
    {400,
     "GET /api/sql?q=SELECT%20length(zeroblob(1000000000)) HTTP/1.1\r\n" HOST "\r\n"},
    {400,
     "GET /api/sql?q=WITH%20RECURSIVE%20n(i)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT"
     "%20i%2B1%20FROM%20n)%20SELECT%20printf(%27%251000000d%27,1)%20FROM%20n HTTP/1.1"
     "\r\n" HOST "\r\n"},
    {400, "GET /api/sql?q=BEGIN HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/sql HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?variant=chess HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?moves=7 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?moves=3,3 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?south=nobody HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?why=yes&adviser=random HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET /api/play?south=run:99 HTTP/1.1\r\n" HOST "\r\n"},
    /* players that would open files or ports, or think for ever */
    {400, "GET /api/play?variant=/etc/passwd HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?south=kgp:2671 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?south=exec:%5Btrue%5D HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?south=EXEC:%5Btrue%5D HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?south=alphabeta:depth=4,eval=[h4],ENDGAME=/etc/passwd "
          "HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/play?variant=kalah&south=minimax:depth=40&north=h4 HTTP/1.1\r\n" HOST
          "\r\n"},
    {400, "GET /api/play?south=minimax:depth=40,eval=[h4] HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/runs?where=nonsense HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?where=nonsense HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?where=1);DELETE%20FROM%20runs;-- HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?kind=evolv HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?variant=chess HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?status=%27%20OR%201-- HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?before=0 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?before=5&sort=id HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /?limit=0 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /api/runs?where=1);DELETE%20FROM%20runs;-- HTTP/1.1\r\n" HOST "\r\n"},
};

/* Every answer, also a refusal, has the security headers. */
TEST(guard, refuses_what_is_not_for_it)
{
    (void)err;
    for (int i = 0; i < COUNT(REQUESTS); i++) {
        ck_assert_msg(say(REQUESTS[i].request) == REQUESTS[i].status, "%s: %.400s",
                      REQUESTS[i].request, reply);
        has("Content-Security-Policy: default-src 'none'; script-src 'self';");
        has("frame-ancestors 'none'");
        has("X-Content-Type-Options: nosniff");
        has("Referrer-Policy: no-referrer");
        has("Cache-Control: no-store");
        lacks("Access-Control-");
    }
}

/* ---- Answers ---- */

TEST(answers, runs_are_listed)
{
    (void)err;
    ck_assert_int_eq(get("/"), 200);
    has("src=\"/runs.js\"");
    ck_assert_int_eq(get("/api/runs?where=best%20%3E%200"), 200);
    has("Content-Type: application/json");
    has("\"id\": 1");
    lacks("\"id\": 2");
    ck_assert_int_eq(get("/api/runs?sort=id&limit=1&format=csv"), 200);
    has("Content-Type: text/csv");
    has("\n1,evolve,");
    lacks("\n2,evolve,");
    ck_assert_int_eq(get("/api/runs?where=x"), 400);
    has("no such column: x");
}

/* Marks the runs that the reply shows in `times`, which has @p room. Returns the smallest
   number, or 0 if the reply has no link to older runs. */
static int64_t count_shown(int *times, int64_t room)
{
    static const char WORD[] = "<a href=\"/run?id=";
    int64_t last = 0;
    for (const char *at = strstr(reply, WORD); at != NULL; at = strstr(at + 1, WORD)) {
        last = strtoll(at + strlen(WORD), NULL, 10);
        ck_assert_int_lt(last, room);
        times[last]++;
    }
    return strstr(reply, "rel=\"next\"") != NULL ? last : 0;
}

/* Pages of the list show every run once, also when a run is added between two pages. */
TEST(answers, pages_have_every_run_once)
{
    enum { RUNS = 120 };
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("evolve");
    int times[RUNS + 10] = {0};
    int64_t id = 2;
    while (id < RUNS)
        ck_ok(sow_store_add_run(store, &row, &id, &err));
    ck_assert_int_eq(get("/"), 200);
    int64_t before = count_shown(times, RUNS + 10);
    ck_assert_int_eq(before, RUNS - 49);
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    for (int pages = 1; before > 0; pages++) {
        char address[40];
        char link[60];
        (void)snprintf(link, sizeof link, "rel=\"next\" href=\"/?before=%d\"",
                       (int)before);
        has(link);
        (void)snprintf(address, sizeof address, "/?before=%d", (int)before);
        ck_assert_int_eq(get(address), 200);
        before = count_shown(times, RUNS + 10);
        ck_assert_int_lt(pages, 3);
    }
    for (int i = 1; i <= RUNS; i++)
        ck_assert_msg(times[i] == 1, "run %d is shown %d times", i, times[i]);
    ck_assert_int_eq(times[RUNS + 1], 0);
}

/* A variant can be chosen that is not among the 30 most frequent ones, with capitals. */
TEST(answers, a_rare_variant_is_chosen)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("match");
    char name[20];
    int64_t id = 0;
    row.variant = name;
    for (int i = 0; i < 70; i++) {
        (void)snprintf(name, sizeof name, "Variant-%d", i < 69 ? i / 2 : 99);
        ck_ok(sow_store_add_run(store, &row, &id, &err));
    }
    ck_assert_int_eq(get("/?variant=Variant-99"), 200);
    ck_assert_int_eq(get("/?variant=Variant-98"), 400);
}

/* The list is filtered by links and by a search, and keeps both in its links. */
TEST(answers, the_list_is_filtered)
{
    (void)err;
    ck_assert_int_eq(get("/?find=SCRIPT"), 200);
    has("&lt;script&gt;alert(1)");
    lacks("<script>alert");
    lacks("/run?id=1\"");
    ck_assert_int_eq(get("/?find=1&kind=evolve"), 200);
    has("/run?id=1\"");
    has("<input type=\"hidden\" name=\"kind\" value=\"evolve\">");
    ck_assert_int_eq(get("/?find=nobody"), 200);
    has("No run matches.");
    ck_assert_int_eq(get("/?variant=kalah&limit=1"), 200);
    has("rel=\"next\" href=\"/?variant=kalah&amp;limit=1&amp;before=2\"");
    ck_assert_int_eq(get("/api/runs?kind=evolv"), 400);
    ck_assert_int_eq(get("/?kind=evolv"), 400);
    has("no run has the kind &#39;evolv&#39;; runs have: evolve");
    ck_assert_int_eq(get("/api/runs?find=script&format=csv"), 200);
    has("\n2,evolve,");
    lacks("\n1,evolve,");
}

TEST(answers, a_run_is_its_report)
{
    (void)err;
    ck_assert_int_eq(get("/run?id=1"), 200);
    has("<h1>Run 1: evolve, kalah</h1>");
    has("href=\"/report.css\"");
    ck_assert_int_eq(get("/api/run?id=1"), 200);
    has("\"champion\"");
    ck_assert_int_eq(get("/run?id=9"), 404);
    has("role=\"alert\">");
    has("has no run 9;");
}

TEST(answers, runs_stand_side_by_side)
{
    (void)err;
    ck_assert_int_eq(get("/compare?id=1,2"), 200);
    has("<h2>Side by side</h2>");
    has("<h2><a href=\"/run?id=2\">Run 2: evolve, kalah</a></h2>");
    ck_assert_int_eq(get("/api/compare?id=1,2"), 200);
    has("\"champions\"");
    ck_assert_int_eq(get("/api/chart?id=1&chart=convergence"), 200);
    has("\r\n\r\n<figure data-id=\"1\" data-chart=\"convergence\">");
    lacks("data-spots");
}

/* A page asks for a chart of its width, with the places of its values. */
TEST(answers, charts_are_fitted_and_read)
{
    (void)err;
    ck_assert_int_eq(get("/api/chart?id=1&chart=convergence&width=400&spots=yes"), 200);
    has(" width=\"400\" ");
    has(" data-spots=\"\n");
    has(" generation 2: best ");
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    add_generation(store, 2, 0, 4);
    ck_assert_int_eq(get("/api/chart?id=1,2&chart=runs&width=300"), 200);
    has("<figure data-id=\"1,2\" data-chart=\"runs\">");
    has(" width=\"300\" ");
    ck_assert_int_eq(get("/charts.js"), 200);
    ck_assert_int_eq(get("/chart.css"), 200);
    has(".chart text{");
}

TEST(answers, questions_are_answered)
{
    (void)err;
    ck_assert_int_eq(get("/sql?q=SELECT%20id,%20label%20FROM%20runs"), 200);
    has("&lt;script&gt;alert");
    has("href=\"/api/sql?format=csv&amp;q=SELECT%20id%2C%20label%20FROM%20runs\"");
    lacks("<script>");
    ck_assert_int_eq(get("/sql?q=DROP%20TABLE%20runs"), 200);
    has("role=\"alert\">only questions are answered");
    ck_assert_int_eq(
        get("/api/sql?q=SELECT%20count(*)%20AS%20n%20FROM%20runs&format=csv"), 200);
    has("n\n2\n");
}

/* Adds a run that this process works on. Returns its number. */
static int64_t begin_run(struct sow_store *store)
{
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    char token[SOW_OWNER_MAX];
    int64_t id = 0;
    row.owner = sow_owner_token(token);
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    ck_assert_int_eq(id, 3);
    return id;
}

/* The events of a run have its latest generation once. A run that has ended always says
   so. */
TEST(answers, a_run_tells_how_far_it_is)
{
    (void)err;
    ck_assert_int_eq(get("/api/live?id=1"), 200);
    has("Content-Type: text/event-stream");
    has("\r\n\r\nretry: 1000\nid: 2\ndata: {\"status\": \"done\", \"kind\": \"evolve\", \"step\": 2");
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = begin_run(store);
    ck_assert_int_eq(get("/api/live?id=3"), 200);
    has("\"status\": \"running\", \"kind\": \"evolve\", \"step\": null");
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("id=\"live\" data-run=\"3\">");
    ck_assert_int_eq(get("/api/chart?id=3"), 200);
    lacks("<figure");
    add_generation(store, id, 0, 4);
    ck_assert_int_eq(
        say("GET /api/live?id=3 HTTP/1.1\r\n" HOST "Last-Event-ID: -1\r\n\r\n"), 200);
    has("id: 0\ndata: ");
    has("\"measured\": null, \"strength\": null, \"low\": null");
    ck_assert_int_eq(get("/api/chart?id=3&chart="), 200); /* not the kept answer above */
    has("<figcaption>Relative fitness: points against the opponents of this run");
    ck_assert_int_eq(
        say("GET /api/live?id=3 HTTP/1.1\r\n" HOST "Last-Event-ID: 0\r\n\r\n"), 200);
    has("\r\n\r\nretry: 1000\n\n");
}

/* A run whose generations are measured shows their strength first. */
TEST(answers, strength_is_shown_first)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = begin_run(store);
    int kept;
    struct sow_strength_row row = {.run_id = id,
                                   .variant = "kalah",
                                   .depth = 1,
                                   .main = 1,
                                   .panel = "kalah-1",
                                   .openings = 50,
                                   .games = 800,
                                   .score = 0.5,
                                   .low = 0.25,
                                   .high = 0.75,
                                   .elo = (double)NAN,
                                   .elo_low = (double)NAN,
                                   .elo_high = (double)NAN};
    add_generation(store, id, 0, 4);
    add_generation(store, id, 1, 4);
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
    ck_assert_int_eq(get("/api/live?id=3"), 200);
    has("\"step\": 1,");
    has("\"measured\": 0, \"strength\": 0.5, \"low\": 0.25, \"high\": 0.75}");
    ck_assert_int_eq(get("/api/chart?id=3"), 200);
    has("<figcaption>Strength of the best");
    lacks("Relative fitness");
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("<details>\n<summary>Relative fitness: points against the opponents of this run</summary>\n<figure data-id=");
}

/* A line of the list has the key result of its run with its interval, as text and as a
   bar. */
TEST(answers, lines_have_key_results)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = begin_run(store);
    int kept;
    struct sow_strength_row row = {.run_id = id,
                                   .generation = -1,
                                   .variant = "kalah",
                                   .depth = 1,
                                   .main = 1,
                                   .panel = "kalah-1",
                                   .openings = 50,
                                   .games = 800,
                                   .score = 0.625,
                                   .low = 0.5625,
                                   .high = 0.75,
                                   .elo = (double)NAN,
                                   .elo_low = (double)NAN,
                                   .elo_high = (double)NAN};
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
    ck_assert_int_eq(get("/?find=3"), 200);
    has("<span class=\"state\">running");
    has("</span> 0.625 (0.562 to 0.750) strength</td>");
    has("<svg class=\"bar above\"");
    has("<path class=\"span\" d=\"M62.2 9H81.0\"/><circle cx=\"68.5\"");
}

/* The chart of a running run is drawn only now and then, however many clients ask. */
TEST(answers, live_charts_are_drawn_now_and_then)
{
    static const char CHART[] = "/api/chart?id=3&chart=convergence";
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = begin_run(store);
    add_generation(store, id, 0, 4);
    ck_assert_int_eq(get(CHART), 200);
    has("<summary>2 numbers</summary>");
    add_generation(store, id, 1, 4);
    ck_assert_int_eq(get(CHART), 200);
    has("<summary>2 numbers</summary>");
    double began = sow_clock_seconds();
    while (strstr(reply, "<summary>4 numbers") == NULL) {
        static const struct timespec PAUSE = {0, 100000000L};
        (void)nanosleep(&PAUSE, NULL);
        ck_assert_int_eq(get(CHART), 200);
        ck_assert_double_lt(sow_clock_seconds() - began, 30.0);
    }
}

/* Texts in a database are shown, never executed. */
TEST(answers, texts_stay_texts)
{
    (void)err;
    ck_assert_int_eq(get("/run?id=2"), 200);
    has("&lt;script&gt;alert(1)");
    lacks("<script>alert");
    ck_assert_int_eq(get("/run?id=%3Cscript%3E"), 400);
    has("&lt;script&gt;");
    lacks("<script>'");
}

/* ---- Games ---- */

TEST(play, a_game_follows_from_its_moves)
{
    (void)err;
    ck_assert_int_eq(get("/api/play?variant=kalah&moves=3,6"), 200);
    has("\"position\": \"4,4,0,5,5,0,2/5,5,5,5,4,4,0:n\"");
    has("{\"ply\": 1, \"seat\": \"south\", \"move\": \"3\", \"seeds\": 4, \"gain\": 1, "
        "\"again\": \"yes\", \"ended\": \"no\", "
        "\"position\": \"4,4,0,5,5,5,1/4,4,4,4,4,4,0:s\", \"lead\": null, "
        "\"lost\": null}");
    has("\"ply\": 2, \"seat\": \"south\", \"move\": \"6\", \"seeds\": 5, \"gain\": 1, "
        "\"again\": \"no\"");
    has("\"winner\": null");
    lacks("\"choice\"");
    ck_assert_int_eq(get("/api/play?variant=kalah&moves=1&south=run:1&north=h4&why=yes"),
                     200);
    has("\"choice\"");
    has("\"term\": \"h6\", \"value\": 1, \"weight\": -0.5659");
    ck_assert_int_eq(get("/play?moves=%3Cscript%3E"), 200);
    lacks("<script>");
    has("<option value=\"run:1\">");
}

/* A search shows the line that it expects. Its terms are those of the end of that line.
 */
TEST(play, values_come_with_their_lines)
{
    (void)err;
    ck_assert_int_eq(get("/api/play?variant=kalah&why=yes&adviser=alphabeta:depth=1,eval="
                         "[state:store_difference=1]"),
                     200);
    has("\"depth\": 1");
    has("{\"move\": \"1\", \"value\": 0, \"best\": \"no\", \"line\": \"south 1\"}");
    has("\"line\": \"south 3, south 6\"}");
    has("{\"move\": \"3\", \"term\": \"store_difference\", \"value\": 2, \"weight\": 1, "
        "\"product\": 2}");
}

/* The judge judges the moves from the one that the request names. */
TEST(play, a_judge_is_asked_for)
{
    (void)err;
    ck_assert_int_eq(get("/api/play?variant=kalah&moves=3,6&judge=2"), 200);
    has("\"again\": \"yes\", \"ended\": \"no\", "
        "\"position\": \"4,4,0,5,5,5,1/4,4,4,4,4,4,0:s\", \"lead\": null");
    has("\"position\": \"4,4,0,5,5,0,2/5,5,5,5,4,4,0:n\", \"lead\": ");
    ck_assert_int_eq(get("/api/play?moves=,"), 200);
    has("\"history\": []");
    ck_assert_int_eq(get("/api/play?judge=now"), 400);
    ck_assert_int_eq(get("/api/play?game=1"), 400);
    has("has no kept games");
    ck_assert_int_eq(get("/api/play?game=%3Cscript%3E"), 400);
}

/* Returns the number that follows @p name in a row of the history, or INT_MIN for
   null. */
static int number_in(const char *row, const char *name)
{
    char word[32];
    (void)snprintf(word, sizeof word, "\"%s\": ", name);
    const char *at = strstr(row, word) + strlen(word);
    return strncmp(at, "null", 4) == 0 ? INT_MIN : (int)strtol(at, NULL, 10);
}

/* Checks the judge by itself. Where the move before was solved as well, a move changes
   the exact lead by what it lost. There are at least @p least such moves. After the last
   move the lead is that of the stores. */
static void losses_explain_the_leads(int least)
{
    int before = INT_MIN;
    int lead = 0;
    int explained = 0;
    for (const char *row = strstr(reply, "{\"ply\": "); row != NULL;
         row = strstr(row + 1, "{\"ply\": ")) {
        bool south = strncmp(strstr(row, "\"seat\": ") + 8, "\"south\"", 7) == 0;
        int lost = number_in(row, "lost");
        lead = number_in(row, "lead");
        if (before != INT_MIN && lost != INT_MIN) {
            ck_assert_int_eq(south ? before - lead : lead - before, lost);
            explained++;
        }
        before = lost == INT_MIN ? INT_MIN : lead;
    }
    ck_assert_int_ge(explained, least);
    const char *position = strstr(strstr(reply, "\"game\": {"), "\"position\": \"") + 13;
    char *north = strchr(position, '/');
    long south_store = strtol(strstr(position, "0,0,0,0,0,0,") + 12, NULL, 10);
    long north_store = strtol(strstr(north, "0,0,0,0,0,0,") + 12, NULL, 10);
    ck_assert_int_eq(lead, south_store - north_store);
}

/* Two programs play a game, with one request for each move. */
TEST_LOOP(play, programs_play_to_the_end, 0, 2)
{
    static const char CHOICE[] = "\"choice\": {";
    char moves[2000] = "";
    size_t used = 0;
    static const char *const VARIANTS[] = {"awari", "kalah"};
    (void)err;
    for (;;) {
        char address[2200];
        (void)snprintf(address, sizeof address,
                       "/api/play?variant=%s&south=divilly2013&north=random&moves=%s",
                       VARIANTS[_i], moves);
        ck_assert_int_eq(get(address), 200);
        const char *choice = strstr(reply, CHOICE);
        if (choice == NULL)
            break;
        char before[200];
        (void)snprintf(before, sizeof before, "%s", choice);
        ck_assert_int_eq(get(address), 200);
        has(before);
        const char *move = strstr(before, "\"move\": \"") + 9;
        used += (size_t)snprintf(moves + used, sizeof moves - used, "%s%.1s",
                                 used > 0 ? "," : "", move);
    }
    lacks("\"winner\": null");
    has("\"moves\": []");
    ck_assert_uint_gt(used, 20);
    char judged[2300];
    (void)snprintf(judged, sizeof judged, "/api/play?variant=%s&judge=1&moves=%s",
                   VARIANTS[_i], moves);
    ck_assert_int_eq(get(judged), 200);
    losses_explain_the_leads(_i == 1 ? 4 : 0);
}

/* An answer comes soon, even from a player with a large depth or many iterations. */
TEST_LOOP(play, thoughts_are_short, 0, 4)
{
    static const char *const SPECS[] = {"alphabeta:depth=40,eval=[h4]",
                                        "pekar:3,depth=40", "mcts:iterations=99999999",
                                        "minimax:depth=6,eval=[h6]"};
    char address[200];
    (void)err;
    (void)snprintf(address, sizeof address, "/api/play?variant=kalah&north=h4&south=%s",
                   SPECS[_i]);
    double began = sow_clock_seconds();
    ck_assert_int_eq(get(address), 200);
    has("\"choice\"");
    ck_assert_double_lt(sow_clock_seconds() - began, 10.0);
}
