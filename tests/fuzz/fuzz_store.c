/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "sow/ablation/ablate.h"
#include "sow/evolution/evolve.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit.h"
#include "sow/matches/match.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/studies/tournament.h"
#include "sow/survey/survey.h"
#include "sow/truth/move_regret.h"
#include "sow/variants/variant.h"

#include <unistd.h>

/* A run of a kind with some settings; all others have their defaults. */
struct plan {
    const struct sow_run_kind *kind;
    const char *const *settings; /* name, value, ..., NULL */
};

static const char *const EVOLVE[] = {
    "population",      "3", "generations",      "2", "games", "1", "candidates", "2",
    "candidate_games", "1", "validation_games", "1", NULL};
static const char *const MATCH[] = {"player", "h1", "opponent", "run:1",
                                    "games",  "2",  NULL};
static const char *const DATASET[] = {"player", "random", "opponent", "h4", "games",
                                      "3",      "record", "both",     NULL};
static const char *const FIT[] = {
    "dataset",          "3", "features",  "h4", "folds", "3",
    "comparison_games", "1", "opponents", "h1", NULL};
static const char *const TOURNAMENT[] = {"players", "h1 h4", "variants", "erherhe",
                                         "games",   "1",     NULL};

static const char *const REGRET[] = {"players", "h1",     "on_board", "3", "games",
                                     "1",       "sample", "5",        NULL};

static const char *const ABLATE[] = {
    "player", "weights:h1=1,h4=1", "changes", "zero", "openings",
    "6",      "opponents",         "h1",      NULL};

static const char *const SURVEY[] = {
    "variants", "erherhe", "games", "2", "mirror_games", "2", "ply_limit", "9", NULL};

static const struct plan PLANS[] = {
    {&sow_evolve_kind, EVOLVE},         {&sow_match_kind, MATCH},
    {&sow_dataset_kind, DATASET},       {&sow_fit_kind, FIT},
    {&sow_tournament_kind, TOURNAMENT}, {&sow_regret_kind, REGRET},
    {&sow_ablate_kind, ABLATE},         {&sow_survey_kind, SURVEY}};
_Static_assert(sizeof PLANS / sizeof PLANS[0] == FUZZ_RUNS,
               "a run that no target compares");

static void set(const struct sow_run_kind *kind, char *options, const char *name,
                const char *value)
{
    struct sow_err err;
    bool found = false;
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++) {
        const struct sow_param *param = sow_param_find(group->table, name);
        if (param == NULL)
            continue;
        FUZZ_REQUIRE(sow_param_set(param, options + group->offset, value, &err) ==
                     SOW_OK);
        found = true;
    }
    FUZZ_REQUIRE(found);
}

static void store_run(struct sow_store *store, const struct plan *plan)
{
    struct sow_err err;
    struct sow_variant variant;
    char *options = calloc(1, plan->kind->options_size);
    FUZZ_REQUIRE(options != NULL);
    FUZZ_REQUIRE(sow_variant_builtin("erherhe", &variant, &err) == SOW_OK);
    sow_run_kind_defaults(plan->kind, options);
    for (const char *const *at = plan->settings; *at != NULL; at += 2)
        set(plan->kind, options, at[0], at[1]);
    struct sow_run_request request = {
        .kind = plan->kind,
        .variant = variant.name,
        .rules = &variant.rules,
        .options = options,
        .label = "",
        .seed = 1,
        .with.threads = 1,
        .with.kernel = "plain",
    };
    int64_t id;
    enum sow_status status = sow_run_execute(store, &request, &id, &err);
    if (status != SOW_OK)
        (void)fprintf(stderr, "%s\n", err.text);
    FUZZ_REQUIRE(status == SOW_OK);
    sow_params_release(plan->kind->groups, options);
    free(options);
}

void fuzz_fill_store(struct sow_store *store)
{
    for (size_t i = 0; i < sizeof PLANS / sizeof PLANS[0]; i++)
        store_run(store, &PLANS[i]);
}

/* ---- Files ---- */

enum { NAME_ROOM = 64 };

static char path[NAME_ROOM];

static void remove_files(void)
{
    static const char *const ENDS[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        char name[NAME_ROOM + 16];
        (void)snprintf(name, sizeof name, "%s%s", path, ENDS[i]);
        (void)unlink(name);
    }
}

const char *fuzz_database_path(void)
{
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : P_tmpdir;
    (void)snprintf(path, sizeof path, "%s/sow-fuzz-%ld.db", folder, (long)getpid());
    remove_files();
    FUZZ_REQUIRE(atexit(remove_files) == 0);
    return path;
}

char *fuzz_export(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    FUZZ_REQUIRE(out != NULL);
    FUZZ_REQUIRE(sow_store_export(store, id, out, &err) == SOW_OK);
    FUZZ_REQUIRE(fclose(out) == 0);
    return text;
}

static char *remembered[FUZZ_RUNS + 1];

void fuzz_remember(struct sow_store *store)
{
    for (int id = 1; id <= FUZZ_RUNS; id++)
        remembered[id] = fuzz_export(store, id);
}

void fuzz_require_unchanged(struct sow_store *store)
{
    for (int id = 1; id <= FUZZ_RUNS; id++) {
        char *now = fuzz_export(store, id);
        FUZZ_REQUIRE(strcmp(remembered[id], now) == 0);
        free(now);
    }
}
