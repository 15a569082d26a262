/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a sweep: runs with one label, arranged by the settings in which they
 * differ. */
#include "serve_support.h"
#include "sow/queries/stored_sweep.h"
#include "sow/support/owner.h"

FIXTURE(ANY, begin, end)

enum { SEEDS = 8 };

/* A run of a sweep. */
struct sample {
    const char *label;
    const char *parameters; /* JSON */
    const char *variant;
    int seed;
    double strength;
};

/* Adds a finished evolution with a strength. */
static void add_sample(struct sow_store *store, const struct sample *sample)
{
    struct sow_err err;
    int64_t id = 0;
    struct sow_run_row row = a_run("evolve");
    row.label = sample->label;
    row.parameters = sample->parameters;
    row.variant = sample->variant;
    row.seed = sample->seed;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    const double score = sample->strength;
    struct sow_strength_row strength = {.run_id = id,
                                        .variant = sample->variant,
                                        .generation = -1,
                                        .depth = 1,
                                        .main = 1,
                                        .panel = "kalah-2",
                                        .openings = 50,
                                        .games = 1000,
                                        .score = score,
                                        .low = score - 0.02,
                                        .high = score + 0.02};
    ck_ok(sow_store_add(store, strength, &strength, &err));
    finish_run(store, id);
}

/* Adds the sweep `sizes`: two populations and two sigmas with SEEDS random seeds. The
   larger population is stronger by a tenth, and sigma does nothing. */
static void add_sizes(struct sow_store *store)
{
    for (int i = 0; i < 4 * SEEDS; i++) {
        char parameters[120];
        int seed = 1 + i % SEEDS;
        bool large = i / SEEDS % 2 == 1;
        (void)snprintf(parameters, sizeof parameters,
                       "{\"generations\":9,\"population\":%d,\"mutation_sigma\":%s}",
                       large ? 100 : 25, i / (2 * SEEDS) == 0 ? "0.1" : "1");
        add_sample(store, &(struct sample){"sizes & co", parameters, "kalah", seed,
                                           (large ? 0.6 : 0.5) + 0.001 * (i * 7 % 13)});
    }
}

/* Verdicts come first, in words, with their interval and base. */
TEST(page, verdicts_are_in_words)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    add_sizes(store);
    ck_assert_int_eq(get("/sweep?label=sizes%20%26%20co"), 200);
    has("<h1>sizes &amp; co</h1>");
    has("32 runs (evolve): variant kalah; population 25, 100; mutation_sigma 0.1, 1; seed "
        "1 to 8 (8 values).");
    has("<li class=\"good\">population 100 is stronger than 25: strength +0.");
    has("<li class=\"this\">mutation_sigma 1 or 0.1: equivalent within 0.02; ");
    has(", 8 random seeds.</li>");
    has("<figure data-label=\"sizes &amp; co\" data-measure=\"\" data-chart=\"differences\"");
    has("data-chart=\"parallel\"");
    has("href=\"/?label=sizes%20%26%20co\">Show in the list of runs<");
    ck_assert_int_eq(get("/api/sweep?label=sizes%20%26%20co"), 200);
    has("\"verdict\": \"population 100 is stronger than 25");
    ck_assert_int_eq(get("/?where=label%20%3D%20%27sizes%20%26%20co%27&limit=3"), 200);
    has("href=\"/run?id=32\"");
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("<a href=\"/sweep?label=sizes%20%26%20co\">32 runs of the sweep sizes &amp; co</a>");
}

/* Long values that begin alike are shown by their beginnings, with numbers. Their cells
   stay apart. */
TEST(page, long_values_are_told_apart)
{
    (void)err;
    enum { WORDS = 60 };
    static const char *const LISTS[][2] = {{"h1", ""},
                                           {"h1", ",h4"},
                                           {"h1", ",h5"},
                                           {"h1,h2,h3,h2,h3,mobility", ""},
                                           {"h1,h2,h3,h2,h3,best_gain", ""}};
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int i = 0; i < (int)COUNT(LISTS) * SEEDS; i++) {
        char words[6 * WORDS + 1] = "";
        char parameters[sizeof words + 64];
        int list = i / SEEDS;
        for (size_t at = 0; at < sizeof words - 1; at += 6)
            memcpy(words + at, ",h2,h3", 7);
        (void)snprintf(parameters, sizeof parameters, "{\"features\":\"%s%s%s\"}",
                       LISTS[list][0], words, LISTS[list][1]);
        add_sample(store, &(struct sample){"long", parameters, "kalah", 1 + i % SEEDS,
                                           0.3 + 0.1 * list + 0.001 * (i * 7 % 13)});
    }
    ck_assert_int_eq(get("/sweep?label=long"), 200);
    has("h1,h2,h3,h2,h3,... 121 in all (2), h1,h2,h3,h2,h3,... 122 in all (3), ");
    lacks("runs repeat the settings");
    lacks("h2,h3,h2,h3,h2,h3");
    ck_assert_int_eq(get("/api/chart?label=long&chart=wins&spots=yes"), 200);
    has("122 in all (4)");
    /* The last two lists differ behind the words that are shown. */
    has("h1,h2,h3,h2,h3,... 126 in all: ");
    has("126 in all (5)");
}

/* The list has a line for the sweep, with its best combination, and opens it to its runs.
   A search shows a run of it, but for the label the line. */
TEST(list, sweep_is_one_line)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    add_sizes(store);
    ck_assert_int_eq(get("/"), 200);
    has("<a href=\"/?label=sizes%20%26%20co\">32 runs</a> \xc2\xb7 "
        "<a href=\"/sweep?label=sizes%20%26%20co\">sizes &amp; co</a> (evolve)");
    has(" strength, best of 4 settings: 100, ");
    has("href=\"/run?id=1\"");
    lacks("href=\"/run?id=34\"");
    ck_assert_int_eq(get("/?kind=evolve&label=sizes%20%26%20co"), 200);
    has("href=\"/run?id=3\"");
    has("href=\"/run?id=34\"");
    lacks("href=\"/run?id=1\"");
    lacks("best of 4 settings");
    has("<a href=\"/?kind=evolve\">Show all labels</a>");
    ck_assert_int_eq(get("/?find=zes%20%26"), 200);
    has(">32 runs</a>");
    lacks("href=\"/run?id=34\"");
    ck_assert_int_eq(get("/?find=34"), 200);
    has("href=\"/run?id=34\"");
    lacks(">32 runs</a>");
    ck_assert_int_eq(get("/?where=seed%20%3D%201"), 200);
    has("href=\"/run?id=3\"");
}

/* Runs with one label and the same settings are no sweep. */
TEST(list, random_seeds_alone_are_no_sweep)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    for (int seed = 1; seed <= 3; seed++)
        add_sample(store,
                   &(struct sample){"seeds", "{\"generations\":9}", "kalah", seed, 0.5});
    ck_assert_int_eq(get("/"), 200);
    has("href=\"/run?id=3\"");
    has("href=\"/run?id=5\"");
    lacks("class=\"sweep\"");
}

/* Pages show each run outside a sweep once and each sweep once, in the place of its
   newest run. */
TEST(list, pages_have_every_sweep_once)
{
    static const char *const ORDER[] = {"/run?id=67",         "/sweep?label=again",
                                        "/sweep?label=sizes", "/run?id=35",
                                        "/run?id=2",          "/run?id=1"};
    enum { PAGES = sizeof ORDER / sizeof ORDER[0] };
    char address[40] = "/?limit=1";
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("evolve");
    int64_t id = 0;
    row.label = "";
    add_sizes(store); /* 3 to 34 */
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    for (int i = 0; i < 31; i++) /* 36 to 66 */
        add_sample(store, &(struct sample){i % 2 == 1 ? "sizes & co" : "again",
                                           i < 16 ? "{\"generations\":9}"
                                                  : "{\"generations\":8}",
                                           "kalah", 100 + i, 0.5});
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    for (int page = 0; page < PAGES; page++) {
        ck_assert_int_eq(get(address), 200);
        for (int i = 0; i < PAGES; i++)
            ck_assert_msg((strstr(reply, ORDER[i]) != NULL) == (i == page),
                          "page %d and %s", page, ORDER[i]);
        const char *next = strstr(reply, "rel=\"next\" href=\"/?limit=1&amp;before=");
        ck_assert_int_eq(next != NULL, page + 1 < PAGES);
        if (next != NULL)
            (void)snprintf(address, sizeof address, "/?limit=1&before=%d",
                           (int)strtol(strstr(next, "before=") + 7, NULL, 10));
    }
}

/* A sweep under way stands first, and says how many of its runs are done. */
TEST(list, sweep_under_way_comes_first)
{
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_run_row row = a_run("evolve");
    char token[SOW_OWNER_MAX];
    int64_t id = 0;
    add_sizes(store);
    row.label = "";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    row.label = "sizes & co";
    row.owner = sow_owner_token(token);
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    row.label = "";
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    finish_run(store, id);
    ck_assert_int_eq(get("/"), 200);
    has("32/33 done, 1 under way");
    lacks("href=\"/run?id=36\"");
    ck_assert(strstr(reply, "32/33 done") < strstr(reply, "href=\"/run?id=37\""));
    ck_assert_int_eq(get("/?before=37"), 200);
    lacks(">33 runs</a>");
}

/* A chart of a sweep is drawn again for another width and by one of its measures. An
   unknown measure is refused. */
TEST(page, chart_has_another_width)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    add_sizes(store);
    ck_assert_int_eq(
        get("/api/chart?label=sizes%20%26%20co&chart=effects&width=400&measure=strength"),
        200);
    has("class=\"chart\" width=\"400\"");
    ck_assert_int_eq(get("/api/chart?label=sizes%20%26%20co&chart=nonsense"), 404);
    ck_assert_int_eq(get("/api/chart?label=sizes%20%26%20co&chart=effects&width=1"), 400);
    ck_assert_int_eq(get("/sweep?label=sizes%20%26%20co&measure=luck"), 400);
}

/* Labels stay text. A label without runs, and none, are refused. */
TEST(page, labels_are_names_and_no_code)
{
    (void)err;
    ck_assert_int_eq(get("/sweep?label=%3Cscript%3Ealert(1)%3C%2Fscript%3E"), 200);
    lacks("<script>alert");
    ck_assert_int_eq(get("/sweep?label=nobody"), 404);
    ck_assert_int_eq(get("/sweep"), 400);
}

/* A setting that follows from another one in each variant has no list. Settings that were
   not combined freely share a list. A repeated run is left out. */
TEST(lists, dependent_settings_share_a_list)
{
    static const struct sample SAMPLES[] = {
        {"ways", "{\"optimizer\":\"ga\",\"generations\":10}", "kalah", 1, 0.5},
        {"ways", "{\"optimizer\":\"cma-es\",\"generations\":20}", "kalah", 1, 0.5},
        {"ways", "{\"optimizer\":\"ga\",\"generations\":30}", "awari", 1, 0.5},
        {"ways", "{\"optimizer\":\"cma-es\",\"generations\":40}", "awari", 1, 0.5},
        {"apart", "{\"optimizer\":\"ga\",\"genome\":\"order\"}", "kalah", 1, 0.5},
        {"apart", "{\"optimizer\":\"ga\",\"genome\":\"weights\"}", "kalah", 1, 0.5},
        {"apart", "{\"optimizer\":\"cma-es\",\"genome\":\"weights\"}", "kalah", 1, 0.5},
        {"apart", "{\"optimizer\":\"cma-es\",\"genome\":\"weights\"}", "kalah", 1, 0.6},
    };
    OWNED(store) struct sow_store *store = open_store(test_path("a.db"), SOW_STORE_WRITE);
    struct sow_stored_sweep sweep;
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++)
        add_sample(store, &SAMPLES[i]);
    ck_ok(sow_stored_sweep_read(store, "ways", &sweep, &err));
    ck_assert_uint_eq(sweep.plan.list_count, 3);
    ck_assert_str_eq(sweep.plan.lists[1].name, "optimizer");
    ck_assert_str_eq(sweep.along, "generations");
    for (size_t i = 0; i < sweep.plan.tasks; i++)
        ck_assert_int_eq(sweep.places[i].presence, SOW_RUN_DONE);
    sow_stored_sweep_release(&sweep);
    ck_ok(sow_stored_sweep_read(store, "apart", &sweep, &err));
    ck_assert_uint_eq(sweep.plan.list_count, 3);
    ck_assert_str_eq(sweep.plan.lists[1].name, "setting");
    ck_assert_str_eq(sweep.plan.lists[1].values[0], "optimizer cma-es, genome weights");
    ck_assert_uint_eq(sweep.plan.tasks, 3);
    ck_assert_uint_eq(sweep.twins, 1);
    sow_stored_sweep_release(&sweep);
}
