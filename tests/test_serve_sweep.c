/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a sweep: runs with one label, arranged by the settings in which they
 * differ. */
#include "serve_support.h"
#include "sow/queries/stored_sweep.h"

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
    has("<li class=\"open\">mutation_sigma ");
    has(", 8 random seeds.</li>");
    has("<figure data-label=\"sizes &amp; co\" data-measure=\"\" data-chart=\"differences\"");
    has("data-chart=\"parallel\"");
    has("href=\"/?where=label%20%3D%20%27sizes%20%26%20co%27\">Show in the list of runs<");
    ck_assert_int_eq(get("/api/sweep?label=sizes%20%26%20co"), 200);
    has("\"verdict\": \"population 100 is stronger than 25");
    ck_assert_int_eq(get("/?where=label%20%3D%20%27sizes%20%26%20co%27&limit=3"), 200);
    has("href=\"/run?id=32\"");
    ck_assert_int_eq(get("/run?id=3"), 200);
    has("<a href=\"/sweep?label=sizes%20%26%20co\">32 runs of the sweep sizes &amp; co</a>");
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
