/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs while runs go on: their place, their progress, and news of changes. */
#include "serve_support.h"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/match_variants.def"
#include "sow/store/tables/strengths.def"
#include "sow/support/owner.h"

FIXTURE(ANY, begin, end)

/* Adds an evolution of 40 generations that is under way in this process, with one
   generation, below newer runs that are done. Returns its number. */
static int64_t add_active(struct sow_store *store)
{
    struct sow_err err;
    struct sow_run_row row = a_run("evolve");
    char token[SOW_OWNER_MAX];
    int64_t id = 0;
    row.owner = sow_owner_token(token);
    row.label = ""; /* runs with one label would be one line */
    row.parameters = "{\"generations\":40}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    add_generation(store, id, 0, 4);
    (void)add_evolution(store);
    return id;
}

/* Returns the place of @p words in the latest answer, which has them. */
static const char *place_of(const char *words)
{
    has(words);
    return strstr(reply, words);
}

/* A run under way stands before newer runs, once, and on the first page only. */
TEST(active, runs_under_way_come_first)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    ck_assert_int_eq(add_active(store), 3);
    ck_assert_int_eq(get("/"), 200);
    ck_assert(place_of("href=\"/run?id=3\"") < place_of("href=\"/run?id=4\""));
    has("<progress max=\"40\" value=\"1\" aria-label=\"progress of run 3\">");
    ck_assert_ptr_null(strstr(place_of("href=\"/run?id=3\"") + 1, "href=\"/run?id=3\""));
    ck_assert_int_eq(get("/?before=4"), 200);
    lacks("/run?id=3\"");
    ck_assert_int_eq(add_active(store), 5);
    ck_assert_int_eq(get("/?limit=1"), 200);
    has("href=\"/run?id=3\"");
    has("href=\"/run?id=5\"");
    ck_assert_int_eq(get("/?sort=id"), 200);
    has("/run?id=3\"");
}

/* The stream tells of a change once: its number is the one that the page has. */
TEST(news, list_tells_of_changes_once)
{
    char request[200];
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_active(store);
    ck_assert_int_eq(get("/"), 200);
    long long state = strtoll(place_of("data-state=\"") + 12, NULL, 10);
    (void)snprintf(
        request, sizeof request,
        "GET /api/live?list=yes HTTP/1.1\r\n" HOST "Last-Event-ID: %lld\r\n\r\n", state);
    ck_assert_int_eq(say(request), 200);
    lacks("\ndata: ");
    add_generation(store, id, 1, 4);
    ck_assert_int_eq(say(request), 200);
    has("\ndata: {}\n");
    ck_assert_int_eq(get("/api/live?list=yes"), 200);
    has("\ndata: {}\n");
}

/* News of a run without generations has its progress, the time left and the key result so
   far, and comes when a match was added. */
TEST(news, matches_have_progress)
{
    char token[SOW_OWNER_MAX];
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("tournament");
    int64_t id = 0;
    row.owner = sow_owner_token(token);
    row.parameters = "{\"players\":\"h1 h4 random\",\"names\":\"h1 h4 random\"}";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("id=\"live\" data-run=\"3\">");
    ck_assert_int_eq(get("/api/live?id=3"), 200);
    has("id: -1\ndata: {\"status\": \"running\", \"kind\": \"tournament\", \"step\": null");
    for (int i = 0; i < 4; i++) {
        struct sow_match_variant_row planned = {
            .run_id = id, .match = i, .variant = "kalah", .rules = row.rules};
        ck_ok(sow_store_add(store, match_variant, &planned, &err));
    }
    add_match(store, id, 0, "match", "h4");
    ck_assert_int_eq(
        say("GET /api/live?id=3 HTTP/1.1\r\n" HOST "Last-Event-ID: -1\r\n\r\n"), 200);
    has("\"progress\": \"1/4 matches\", \"words\": \"");
    ck_assert_int_eq(
        say("GET /api/live?id=3 HTTP/1.1\r\n" HOST "Last-Event-ID: 1\r\n\r\n"), 200);
    lacks("\ndata: ");
}

/* A run of a kind without charts is followed, too. */
TEST(news, runs_without_charts_are_followed)
{
    char token[SOW_OWNER_MAX];
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("dataset");
    int64_t id = 0;
    row.owner = sow_owner_token(token);
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("id=\"live\" data-run=\"3\">");
    has("src=\"/run.js\"");
}

/* A match has Elo beside its score. */
TEST(keys, match_has_elo)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_run(store, "match");
    add_match(store, id, 0, "match", "h4");
    struct sow_match_pairs_row pairs = {id, 0, 1, 2, 1, 2, 4};
    ck_ok(sow_store_add(store, match_pairs, &pairs, &err));
    finish_run(store, id);
    ck_assert_int_eq(get("/?kind=match"), 200);
    has(" score, Elo +");
}

/* Adds the strength of a stage of a run, or of its player for -1. */
static void put_stage(struct sow_store *store, int64_t id, int stage, double score)
{
    struct sow_err err;
    int kept;
    struct sow_strength_row row = {.run_id = id,
                                   .variant = "awari",
                                   .generation = stage,
                                   .depth = 1,
                                   .main = 1,
                                   .panel = "awari-2",
                                   .openings = 50,
                                   .games = 800,
                                   .score = score,
                                   .low = score - 0.0625,
                                   .high = score + 0.0625};
    ck_ok(sow_store_put_strength(store, &row, &kept, &err));
}

/* The row and the page of a run round a score alike, also one halfway between two
   decimals: to the decimal that printf gives. */
TEST(keys, scores_are_rounded_alike)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_evolution(store);
    put_stage(store, id, -1, 0.2425);
    ck_assert_int_eq(get("/?find=3"), 200);
    has(">0.242 (0.180 to 0.305) strength<");
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("0.242 (95 % interval 0.180 to 0.305)");
    lacks("0.243");
    ck_assert_int_eq(get("/report?id=3"), 200);
    has("0.242 (95 % interval 0.180 to 0.305)");
    lacks("0.243");
}

/* A run whose generations were measured has their strength as a picture with a text, on
   the scale of the key result. Other runs have none. */
TEST(trend, measured_generations_are_drawn)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_evolution(store);
    put_stage(store, id, -1, 0.75);
    ck_assert_int_eq(get("/"), 200);
    lacks("strength 0");
    put_stage(store, id, 0, 0.125);
    put_stage(store, id, 100, 0.5);
    put_stage(store, id, 250, 0.25);
    ck_assert_int_eq(get("/"), 200);
    has("aria-label=\"strength 0.125 at generation 0, 0.250 at 250\"");
    has("<path class=\"line\" d=\"M4.0 13.5L29.6 9.0L68.0 12.0\"/>");
    const char *first = place_of("aria-label=\"strength 0");
    ck_assert_ptr_null(strstr(first + 1, "aria-label=\"strength 0"));
}

/* The champion is the end of the trend if no measured generation is as late. */
TEST(trend, champion_is_the_end)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    int64_t id = add_evolution(store);
    put_stage(store, id, 0, 0.125);
    put_stage(store, id, 1, 0.25);
    put_stage(store, id, -1, 0.75);
    ck_assert_int_eq(get("/"), 200);
    has("aria-label=\"strength 0.125 at generation 0, 0.750 at 2\"");
}

/* The row of a sweep under way has the time that its runs still need, from the mean of
   those that are done. */
TEST(active, sweep_has_the_time_left)
{
    char token[SOW_OWNER_MAX];
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int i = 0; i < 4; i++) {
        char parameters[40];
        struct sow_run_row row = a_run("evolve");
        int64_t id = 0;
        (void)snprintf(parameters, sizeof parameters, "{\"generations\":%d}", 10 + i);
        row.label = "how long";
        row.parameters = parameters;
        row.owner = sow_owner_token(token);
        ck_ok(sow_store_add_run(store, &row, &id, &err));
        if (i < 2)
            finish_run(store, id);
    }
    ck_assert_int_eq(get("/"), 200);
    has("2/4 done, 2 under way, about ");
    has(" left for these</span>");
}

/* Waits until the server has told of @p count files that were made or have replaced
   another. It looks for the file between answers, so it may tell after an answer. */
static void await_files(int count)
{
    enum { TRIES = 1000, PAUSE = 10000 }; /* at most ten seconds */
    for (int i = 0;
         i < TRIES && changes[SOW_SERVE_MADE] + changes[SOW_SERVE_REPLACED] < count; i++)
        (void)usleep(PAUSE);
    ck_assert_int_eq(changes[SOW_SERVE_MADE] + changes[SOW_SERVE_REPLACED], count);
}

/* Without its database the server shows an empty list that names the file and a first
   command, and a game can be played. A new file of the same name is noticed. */
TEST(file, replaced_database_is_noticed)
{
    static const char *const FILES[] = {"a.db", "a.db-wal", "a.db-shm"};
    (void)err;
    for (int i = 0; i < 8; i++) { /* by all processes of the server */
        ck_assert_int_eq(get("/"), 200);
        has("href=\"/run?id=2\"");
    }
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        (void)remove(test_path(FILES[i]));
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(get("/"), 200);
        has("There is no database yet. This page looked for the file <code>/");
        has("a.db</code>");
        has("sowlab evolve --variant kalah --db &#39;");
    }
    ck_assert_int_eq(get("/run?id=1"), 404);
    has("there is no database");
    ck_assert_int_eq(get("/api/runs"), 200);
    ck_assert_int_eq(get("/api/sql?q=DELETE+FROM+runs"), 400);
    ck_assert_int_eq(get("/play?variant=kalah&south=h4&north=h1"), 200);
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int i = 0; i < 8; i++) {
        ck_assert_int_eq(get("/"), 200);
        has("No runs yet in the database <code>/");
    }
    await_files(1);
    ck_assert_int_eq(changes[SOW_SERVE_GONE], 1);
    ck_assert_int_eq(changes[SOW_SERVE_MADE], 1);
    ck_assert_int_eq(changes[SOW_SERVE_REPLACED], 0);
    (void)add_run(store, "evolve");
    ck_assert_int_eq(get("/"), 200);
    has("href=\"/run?id=1\"");
    lacks("href=\"/run?id=2\"");
    ck_assert_int_eq(rename(test_path("a.db"), test_path("old.db")), 0);
    sow_store_close(open_store(test_path("b.db"), SOW_STORE_WRITE));
    ck_assert_int_eq(rename(test_path("b.db"), test_path("a.db")), 0);
    ck_assert_int_eq(get("/"), 200);
    await_files(2);
}
