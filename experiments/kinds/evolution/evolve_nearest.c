/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_nearest.h"

#include "sow/base/stream.h"
#include "sow/matches/duels.h"
#include "sow/matches/study.h"
#include "sow/statistics/statistics_distances.h"
#include "sow/store/store.h"
#include "sow/support/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Profiles ---- */

/* Players of a profile, their pairs, and the games of each pair in each seat. */
enum { PANEL = 8, PAIRS = PANEL * (PANEL - 1) / 2, GAMES = 150, RANDOM_PLIES = 2 };

/* Fixed players. */
struct panel {
    struct sow_agent agents[PANEL];
    char *specs[PANEL]; /* canonical specs, owned */
};

/* Makes the players. The caller frees their specs, also after a failure:
   SOW_NO_MEMORY. */
static enum sow_status make_panel(struct panel *panel, struct sow_err *err)
{
    static const char *const NAMES[PANEL] = {"h1", "h2", "h3",     "h4",
                                             "h5", "h6", "random", "divilly2013"};
    enum sow_status status = SOW_OK;
    for (int i = 0; i < PANEL && status == SOW_OK; i++) {
        status = sow_agent_parse(NAMES[i], NULL, &panel->agents[i], err);
        panel->specs[i] = status == SOW_OK ? sow_agent_spec(&panel->agents[i]) : NULL;
        if (status == SOW_OK && panel->specs[i] == NULL)
            status = sow_err_no_memory(err);
    }
    return status;
}

/* Returns the log-odds of the player of a duel, with half a game added. */
static double strength_of(const struct sow_duel *duel)
{
    struct sow_tally both = sow_tally_sum(&duel->first, &duel->second);
    double half = (double)both.draws / 2.0 + 0.5;
    return log(((double)both.wins + half) / ((double)both.losses + half));
}

/* Plays the pairs of players by @p rules, whose recorded text is @p text, and writes
   their log-odds to @p profile. The games are those of a tournament with the random
   seed 1. Fails as sow_duels_play does. */
static enum sow_status play_pairs(const struct sow_rules *rules, const char *text,
                                  const struct panel *panel, struct sow_store *store,
                                  double profile[PAIRS], struct sow_err *err)
{
    struct sow_run run = {.rules = rules,
                          .seed = 1,
                          .source = store,
                          .sink = store,
                          .with = {.threads = 1, .kernel = "auto"}};
    struct sow_duel_pair pairs[PAIRS];
    uint64_t keys[PAIRS];
    struct sow_duel results[PAIRS];
    size_t count = 0;
    for (uint32_t i = 0; i < PANEL; i++)
        for (uint32_t j = i + 1; j < PANEL; j++) {
            pairs[count] = (struct sow_duel_pair){i, j};
            keys[count++] = sow_study_key(text, panel->specs[i], panel->specs[j]);
        }
    struct sow_duels duels = {.agents = panel->agents,
                              .agent_count = PANEL,
                              .pairs = pairs,
                              .count = PAIRS,
                              .games = GAMES,
                              .purpose = SOW_PURPOSE_PANEL,
                              .keys = keys,
                              .openings = {.random_plies = RANDOM_PLIES}};
    enum sow_status status = sow_duels_play(&run, &duels, results, err);
    for (size_t i = 0; i < PAIRS && status == SOW_OK; i++)
        profile[i] = strength_of(&results[i]);
    return status;
}

/* Writes the profile of a variant to @p profile. Fails with SOW_NO_MEMORY or as
   play_pairs. */
static enum sow_status play_profile(const struct sow_rules *rules,
                                    struct sow_store *store, double profile[PAIRS],
                                    struct sow_err *err)
{
    struct panel panel = {.specs = {NULL}};
    char *text = sow_variant_rules_text(rules);
    enum sow_status status =
        text != NULL ? make_panel(&panel, err) : sow_err_no_memory(err);
    if (status == SOW_OK)
        status = play_pairs(rules, text, &panel, store, profile, err);
    free(text);
    for (int i = 0; i < PANEL; i++)
        free(panel.specs[i]);
    return status;
}

/* ---- The search ---- */

/* The search for the nearest variant. */
struct search {
    struct sow_store *store;
    const struct sow_rules *rules; /* rules of the evolution */
    double profiles[2][PAIRS];     /* profiles of these rules and of others */
    int64_t run;                   /* run with the nearest rules so far; 0: none */
    double distance;               /* distance of these rules */
};

/* Compares the variant of an evolution with the nearest so far: number of the run, rules.
   @p context is a struct search. Fails with SOW_BAD_DATA for damaged rules, or as
   play_profile. Callback of sow_store_answer. */
static enum sow_status take_run(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    struct search *search = context;
    struct sow_variant variant;
    double distances[4];
    enum sow_status status =
        sow_variant_read_text(cells->text[1], "rules", &variant, err);
    if (status != SOW_OK || sow_rules_equal(&variant.rules, search->rules))
        return status;
    struct sow_profiles profiles = {search->profiles[0], 2, PAIRS};
    status = play_profile(&variant.rules, search->store, search->profiles[1], err);
    if (status == SOW_OK)
        status = sow_profile_distances(&profiles, distances, err);
    if (status == SOW_OK && (search->run == 0 || distances[1] < search->distance)) {
        search->run = (int64_t)cells->number[0];
        search->distance = distances[1];
    }
    return status;
}

/* Returns the names of all genes as a JSON array, which the caller frees; NULL if memory
   is short. */
static char *gene_names(const struct sow_evolve_reading *reading)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    for (int i = 0; i < reading->feature_count; i++) {
        (void)fputc(i == 0 ? '[' : ',', out);
        sow_json_write_text(out, sow_evolve_gene_name(reading, i));
    }
    (void)fputc(']', out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Finds the run with the nearest rules. Returns SOW_NOT_FOUND without any, or the errors
   of take_run. */
static enum sow_status find_run(const struct sow_evolve_reading *reading,
                                struct search *search, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT run_id, rules FROM (SELECT c.run_id, r.rules, row_number() OVER"
        " (PARTITION BY r.rules ORDER BY c.validation DESC, c.run_id) AS place"
        " FROM champion_players c JOIN runs r ON r.id = c.run_id"
        " WHERE r.status = 'done' AND c.genome = 'weights'"
        " AND coalesce(r.parameters ->> 'player', '') = ''"
        " AND coalesce(r.parameters ->> 'variants', '') = ''"
        " AND NOT EXISTS (SELECT 1 FROM champion_weights w WHERE w.run_id = c.run_id"
        " AND w.weight <> 0 AND w.gene NOT IN (SELECT value FROM json_each(?1))))"
        " WHERE place = 1 ORDER BY run_id";
    char *genes = gene_names(reading);
    if (genes == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        play_profile(search->rules, search->store, search->profiles[0], err);
    if (status == SOW_OK)
        status = sow_store_answer(search->store, SQL, SOW_VALUES(sow_text(genes)),
                                  take_run, search, err);
    free(genes);
    if (status == SOW_OK && search->run == 0)
        status = sow_err_set(
            err, SOW_NOT_FOUND,
            "the database has no evolution of these heuristics in another variant, which "
            "'nearest' would begin with: make one, or name other --initial");
    return status;
}

/* ---- The word ---- */

/* The word, and the characters that end words in a list of players. */
static const char WORD[] = "nearest";
static const char ENDS[] = " ,";

/* Returns the word in a list of players as typed, or NULL. */
static const char *find_word(const char *text)
{
    size_t length = 0;
    for (const char *at = text; at != NULL && *at != '\0'; at += length) {
        at += strspn(at, ENDS);
        length = strcspn(at, ENDS);
        if (length == sizeof WORD - 1 && strncmp(at, WORD, length) == 0)
            return at;
    }
    return NULL;
}

/* Returns SOW_USAGE for an evolution that cannot begin with a champion of weights of
   heuristics in one variant. */
static enum sow_status check_kind(const struct sow_evolve_options *options,
                                  struct sow_err *err)
{
    const char *player = options->reading.player;
    if (options->reading.genome != SOW_EVOLVE_WEIGHTS ||
        (player != NULL && player[0] != '\0'))
        return sow_err_set(err, SOW_USAGE,
                           "'nearest' is for weights of heuristics without search: name "
                           "an --initial player");
    if (options->choice.set.count > 0)
        return sow_err_set(err, SOW_USAGE,
                           "'nearest' is for one variant: use --variant, or name an "
                           "--initial player");
    return SOW_OK;
}

enum sow_status sow_evolve_name_nearest(struct sow_evolve_options *options,
                                        struct sow_store *store,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    struct sow_player_list *initial = &options->initial;
    struct search search = {.store = store, .rules = rules};
    const char *word = initial->count == 0 ? find_word(initial->text) : NULL;
    if (word == NULL)
        return SOW_OK;
    enum sow_status status = check_kind(options, err);
    if (status == SOW_OK)
        status = find_run(&options->reading, &search, err);
    if (status != SOW_OK)
        return status;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(out, "%.*srun:%lld%s", (int)(word - initial->text), initial->text,
                  (long long)search.run, word + sizeof WORD - 1);
    status = fclose(out) == 0 ? sow_player_list_type(initial, text, err)
                              : sow_err_no_memory(err);
    free(text);
    return status;
}
