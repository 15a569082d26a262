/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_nearest.h"

#include "evolve_genes.h"
#include "sow/base/stream.h"
#include "sow/matches/duels.h"
#include "sow/matches/study.h"
#include "sow/statistics/statistics_distances.h"
#include "sow/store/store.h"
#include "sow/support/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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
   their log-odds to @p profile. The games are those of @p run, a tournament. Fails as
   sow_duels_play does. */
static enum sow_status play_pairs(const struct sow_run *run,
                                  const struct sow_rules *rules, const char *text,
                                  const struct panel *panel, double profile[PAIRS],
                                  struct sow_err *err)
{
    struct sow_run games = *run;
    games.rules = rules;
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
    enum sow_status status = sow_duels_play(&games, &duels, results, err);
    for (size_t i = 0; i < PAIRS && status == SOW_OK; i++)
        profile[i] = strength_of(&results[i]);
    return status;
}

/* Writes the profile of a variant to @p profile. Fails with SOW_NO_MEMORY or as
   play_pairs. */
static enum sow_status play_profile(const struct sow_run *run,
                                    const struct sow_rules *rules, double profile[PAIRS],
                                    struct sow_err *err)
{
    struct panel panel = {.specs = {NULL}};
    char *text = sow_variant_rules_text(rules);
    enum sow_status status =
        text != NULL ? make_panel(&panel, err) : sow_err_no_memory(err);
    if (status == SOW_OK)
        status = play_pairs(run, rules, text, &panel, profile, err);
    free(text);
    for (int i = 0; i < PANEL; i++)
        free(panel.specs[i]);
    return status;
}

/* ---- The search ---- */

/* The search for the nearest variant. */
struct search {
    const struct sow_evolve_reading *reading; /* genes of the evolution */
    const struct sow_rules *rules;            /* rules of the evolution */
    struct sow_run games;                     /* tournament of the profiles */
    double profiles[2][PAIRS];                /* profiles of these rules and of others */
    char *seen;      /* text of the rules of the latest run that fits; owned */
    int64_t run;     /* run with the nearest rules so far; 0: none */
    double distance; /* distance of these rules */
};

/* Returns true if a champion can be one of the first individuals: its weights fit the
   genes and their bounds. */
static bool fits(const struct search *search, const char *spec)
{
    struct sow_agent agent;
    double genes[SOW_AGENT_TERMS_MAX];
    struct sow_err ignored;
    return sow_agent_parse(spec, NULL, &agent, &ignored) == SOW_OK &&
           sow_evolve_genes_of(search->reading, &agent, spec, genes, &ignored) == SOW_OK;
}

/* Compares rules with the nearest so far, which are those of run @p run. Equally near
   rules are those of the earlier run. Rules without a distance are not near. Fails as
   play_profile or sow_profile_distances. */
static enum sow_status compare(struct search *search, int64_t run,
                               const struct sow_rules *rules, struct sow_err *err)
{
    double distances[4];
    struct sow_profiles profiles = {search->profiles[0], 2, PAIRS};
    enum sow_status status =
        play_profile(&search->games, rules, search->profiles[1], err);
    if (status == SOW_OK)
        status = sow_profile_distances(&profiles, distances, err);
    if (status != SOW_OK || isnan(distances[1]))
        return status;
    bool equal = !(distances[1] < search->distance) && !(distances[1] > search->distance);
    if (search->run == 0 || distances[1] < search->distance ||
        (equal && run < search->run)) {
        search->run = run;
        search->distance = distances[1];
    }
    return SOW_OK;
}

/* Compares the variant of an evolution with the nearest so far: number of the run, rules,
   champion. Runs with the same rules are consecutive, and only the first of them that
   fits is compared. @p context is a struct search. Fails with SOW_BAD_DATA for damaged
   rules, SOW_NO_MEMORY, or as compare. Callback of sow_store_answer. */
static enum sow_status take_run(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    struct search *search = context;
    struct sow_variant variant;
    if (search->seen != NULL && strcmp(search->seen, cells->text[1]) == 0)
        return SOW_OK;
    enum sow_status status =
        sow_variant_read_text(cells->text[1], "rules", &variant, err);
    if (status != SOW_OK || sow_rules_equal(&variant.rules, search->rules) ||
        !fits(search, cells->text[2]))
        return status;
    char *seen = strdup(cells->text[1]);
    if (seen == NULL)
        return sow_err_no_memory(err);
    free(search->seen);
    search->seen = seen;
    return compare(search, (int64_t)cells->number[0], &variant.rules, err);
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

/* Sets the error that no run is near, and returns SOW_NOT_FOUND. */
static enum sow_status refuse_search(const struct search *search, struct sow_err *err)
{
    if (sow_all_zero(search->profiles[0], PAIRS))
        return sow_err_set(
            err, SOW_NOT_FOUND,
            "in this variant all players are equally strong, so no other variant is "
            "'nearest': name other --initial");
    return sow_err_set(
        err, SOW_NOT_FOUND,
        "the database has no evolution of these heuristics in another variant, which "
        "'nearest' would begin with: make one, or name other --initial");
}

/* Finds the run with the nearest rules. Returns SOW_NOT_FOUND without any, or the errors
   of take_run. */
static enum sow_status find_run(struct search *search, struct sow_store *store,
                                struct sow_err *err)
{
    static const char SQL[] =
        "SELECT c.run_id, r.rules, c.player FROM champion_players c"
        " JOIN runs r ON r.id = c.run_id"
        " WHERE r.status = 'done' AND c.genome = 'weights'"
        " AND coalesce(r.parameters ->> 'player', '') = ''"
        " AND coalesce(r.parameters ->> 'variants', '') IN"
        " ('', '[' || r.variant || ']' || char(10) || r.rules)"
        " AND NOT EXISTS (SELECT 1 FROM champion_weights w WHERE w.run_id = c.run_id"
        " AND w.weight <> 0 AND w.gene NOT IN (SELECT value FROM json_each(?1)))"
        " ORDER BY r.rules, c.validation DESC, c.run_id";
    char *genes = gene_names(search->reading);
    if (genes == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        play_profile(&search->games, search->rules, search->profiles[0], err);
    if (status == SOW_OK)
        status = sow_store_answer(store, SQL, SOW_VALUES(sow_text(genes)), take_run,
                                  search, err);
    free(genes);
    free(search->seen);
    return status == SOW_OK && search->run == 0 ? refuse_search(search, err) : status;
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
    if (!sow_variant_set_is_empty(&options->choice.set))
        return sow_err_set(err, SOW_USAGE,
                           "'nearest' is for one variant: use --variant, or name an "
                           "--initial player");
    return SOW_OK;
}

/* Writes the run that was found, and its distance, to the option `nearest`. Fails with
   SOW_NO_MEMORY. */
static enum sow_status note_found(struct sow_evolve_options *options,
                                  const struct search *search, struct sow_err *err)
{
    char *text = NULL;
    if (asprintf(&text, "run:%" PRId64 ", distance %.3f", search->run, search->distance) <
        0)
        return sow_err_no_memory(err);
    free(options->nearest);
    options->nearest = text;
    return SOW_OK;
}

/* Puts the run that was found at the place of the word in the option `initial`. Fails
   with SOW_NO_MEMORY or as sow_player_list_type. */
static enum sow_status replace_word(struct sow_player_list *initial, const char *word,
                                    int64_t run, struct sow_err *err)
{
    char *text = NULL;
    if (asprintf(&text, "%.*srun:%" PRId64 "%s", (int)(word - initial->text),
                 initial->text, run, word + sizeof WORD - 1) < 0)
        return sow_err_no_memory(err);
    enum sow_status status = sow_player_list_type(initial, text, err);
    free(text);
    return status;
}

enum sow_status sow_evolve_find_nearest(void *options, struct sow_store *store,
                                        const struct sow_rules *rules,
                                        const struct sow_context *with,
                                        struct sow_err *err)
{
    struct sow_evolve_options *evolve = options;
    struct search search = {
        .reading = &evolve->reading,
        .rules = rules,
        .games = {
            .seed = 1,
            .source = store,
            .sink = store,
            .with = {.threads = with->threads, .kernel = "auto", .stop = with->stop}}};
    const char *word = find_word(evolve->initial.text);
    if (word == NULL)
        return SOW_OK;
    enum sow_status status = sow_err_blame(err, check_kind(evolve, err), "initial");
    if (status == SOW_OK)
        status = sow_evolve_genes_resolve(evolve, rules, err);
    if (status == SOW_OK)
        status = sow_err_blame(err, find_run(&search, store, err), "initial");
    if (status == SOW_OK)
        status = note_found(evolve, &search, err);
    return status == SOW_OK ? replace_word(&evolve->initial, word, search.run, err)
                            : status;
}

enum sow_status sow_evolve_refuse_nearest(const void *options, struct sow_err *err)
{
    const struct sow_evolve_options *evolve = options;
    if (find_word(evolve->initial.text) == NULL)
        return SOW_OK;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "the runs of a plan can change which one is 'nearest': name the run, "
                    "as in initial = run:17"),
        "initial");
}
