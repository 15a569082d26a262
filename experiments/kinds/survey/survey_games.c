/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of a survey, played and measured variant by variant. */
#include "survey_measures.h"

#include "sow/base/stream.h"
#include "sow/matches/study.h"
#include "sow/store/store.h"
#include "sow/store/tables/surveys.def"
#include "sow/support/progress.h"
#include "sow/survey/survey.h"

#include <stdlib.h>
#include <string.h>

/* Player that looks some plies ahead. The number of positions bounds the time of variants
   in which a move gives many further turns. */
#define DEEP(depth)                                                                      \
    "alphabeta:depth=" #depth ",nodes=20000,eval=[state:store_difference=1]"

/* Fixed players, from the weakest on. Each rung of the ladder of skill is between two
   neighbours. */
static const char *const LADDER[] = {"random", DEEP(1), DEEP(2), DEEP(3), DEEP(4)};

enum { STEPS = sizeof LADDER / sizeof LADDER[0], RUNGS = STEPS - 1, BEST = STEPS - 1 };

/* Rules of a variant with the ply cap of the survey. */
struct place {
    const char *name;       /* name of the variant; borrowed */
    struct sow_rules rules; /* rules of the variant */
    char *text;             /* rules as text, which names the random streams; owned */
};

/* State of a survey. */
struct survey {
    struct sow_run *run;
    const struct sow_survey_games *how;
    const struct sow_player_list *players;
    struct sow_agent agents[STEPS]; /* players of the ladder */
    char *specs[STEPS];             /* complete specs of the agents; owned */
};

/* ---- Playing ---- */

/* Duels in one variant. */
struct duels {
    const struct sow_agent *agents;
    size_t agent_count;
    char *const *specs;
    const struct sow_duel_pair *pairs;
    size_t count;
    int games; /* games in each seat */
    enum sow_duel_seats seats;
    struct sow_kept *kept; /* receives all games; NULL: none */
};

/* Plays duels. @p results has room for all of them. */
static enum sow_status play(const struct survey *survey, const struct place *place,
                            const struct duels *duels, struct sow_duel *results,
                            struct sow_err *err)
{
    uint64_t keys[RUNGS];
    for (size_t i = 0; i < duels->count; i++)
        keys[i] = sow_study_key(place->text, duels->specs[duels->pairs[i].player],
                                duels->specs[duels->pairs[i].opponent]);
    struct sow_duels list = {.agents = duels->agents,
                             .agent_count = duels->agent_count,
                             .pairs = duels->pairs,
                             .count = duels->count,
                             .games = duels->games,
                             .purpose = SOW_PURPOSE_PANEL,
                             .keys = keys,
                             .openings = {.random_plies = survey->how->random_plies},
                             .seats = duels->seats,
                             .keep = duels->kept != NULL ? duels->games : 0,
                             .kept = duels->kept};
    return sow_duels_play_by(survey->run, &place->rules, &list, results, err);
}

/* Plays the rungs of the ladder, and the best player with itself. */
static enum sow_status play_ladder(const struct survey *survey, const struct place *place,
                                   struct sow_duel rungs[RUNGS],
                                   struct survey_sample samples[2], struct sow_err *err)
{
    struct sow_duel_pair pairs[RUNGS];
    const struct sow_duel_pair best = {BEST, BEST};
    struct sow_kept kept = {.games = NULL};
    struct sow_kept mirrored = {.games = NULL};
    struct sow_duel unused;
    for (uint32_t i = 0; i < RUNGS; i++)
        pairs[i] = (struct sow_duel_pair){i + 1, i};
    struct duels duels = {.agents = survey->agents,
                          .agent_count = STEPS,
                          .specs = survey->specs,
                          .pairs = pairs,
                          .count = RUNGS,
                          .games = survey->how->games,
                          .kept = &kept};
    enum sow_status status = play(survey, place, &duels, rungs, err);
    duels.pairs = &best;
    duels.count = 1;
    duels.games = 2 * survey->how->games;
    duels.seats = SOW_SEAT_FIRST_ALONE;
    duels.kept = &mirrored;
    if (status == SOW_OK)
        status = play(survey, place, &duels, &unused, err);
    if (status == SOW_OK) {
        sow_survey_add(&samples[0], &kept, RUNGS - 1, 2, &place->rules);
        sow_survey_add(&samples[1], &mirrored, 0, 1, &place->rules);
    }
    sow_kept_release(&kept);
    sow_kept_release(&mirrored);
    return status;
}

/* Plays games of a named player with itself. */
static enum sow_status play_mirror(const struct survey *survey, const struct place *place,
                                   size_t player, struct sow_duel *mirror,
                                   struct sow_err *err)
{
    const struct sow_duel_pair self = {0, 0};
    struct duels duels = {.agents = &survey->players->agents[player],
                          .agent_count = 1,
                          .specs = &survey->players->specs[player],
                          .pairs = &self,
                          .count = 1,
                          .games = survey->how->mirror_games,
                          .seats = SOW_SEAT_FIRST_ALONE};
    return play(survey, place, &duels, mirror, err);
}

/* ---- Rows ---- */

/* Values of a variant: the measures in their order, the last one for each player. */
struct values {
    const struct place *place;
    struct survey_value *list; /* owned by measure_variant */
};

/* Returns the number of values of a variant. */
static size_t values_of(const struct survey *survey)
{
    return SURVEY_ADVANTAGE + survey->players->count;
}

/* Stores the values of variant number @p variant in one transaction. */
static enum sow_status store_values(const struct survey *survey,
                                    const struct values *values, size_t variant,
                                    struct sow_err *err)
{
    struct sow_store *sink = survey->run->sink;
    size_t count = values_of(survey);
    enum sow_status status = sow_store_begin(sink, err);
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        const struct survey_value *value = &values->list[i];
        bool named = i >= SURVEY_ADVANTAGE;
        struct sow_survey_row row = {
            .run_id = survey->run->id,
            .line = (int)(variant * count + i),
            .variant = values->place->name,
            .measure = sow_survey_names[named ? SURVEY_ADVANTAGE : i],
            .player = named ? survey->players->specs[i - SURVEY_ADVANTAGE] : "",
            .value = sow_settled(value->value),
            .low = sow_settled(value->interval.low),
            .high = sow_settled(value->interval.high),
            .games = value->games,
        };
        status = sow_store_add(sink, survey, &row, err);
    }
    return sow_store_end(sink, status, err);
}

/* ---- Variants ---- */

/* Fills in the rules of a variant with the ply cap of the survey. The caller frees the
   text, also after SOW_NO_MEMORY. */
static enum sow_status set_place(const struct survey *survey,
                                 const struct sow_variant *variant, struct place *place,
                                 struct sow_err *err)
{
    size_t size = 0;
    *place = (struct place){.name = variant->name, .rules = variant->rules};
    if (place->rules.ply_cap == 0 || place->rules.ply_cap > survey->how->ply_limit)
        place->rules.ply_cap = survey->how->ply_limit;
    FILE *out = sow_stream_open(&place->text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    sow_rules_write(&place->rules, out);
    return fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
}

/* Plays the games of a variant and computes its values. */
static enum sow_status find_values(const struct survey *survey, struct values *values,
                                   struct sow_err *err)
{
    struct sow_duel rungs[RUNGS];
    struct sow_duel mirror;
    struct survey_sample samples[2] = {{.games = 0}};
    enum sow_status status = play_ladder(survey, values->place, rungs, samples, err);
    if (status != SOW_OK)
        return status;
    for (int m = 0; m < SURVEY_OF_GAMES; m++)
        values->list[m] = sow_survey_of_games(samples, (enum survey_measure)m);
    values->list[SURVEY_SKILL] = sow_survey_skill(rungs, RUNGS);
    for (size_t p = 0; p < survey->players->count && status == SOW_OK; p++) {
        status = play_mirror(survey, values->place, p, &mirror, err);
        if (status == SOW_OK)
            values->list[SURVEY_ADVANTAGE + p] = sow_survey_advantage(&mirror);
    }
    return status;
}

/* Measures variant number @p number and stores its values. */
static enum sow_status measure_variant(const struct survey *survey,
                                       const struct sow_variant *variant, size_t number,
                                       struct sow_err *err)
{
    struct place place;
    struct values values = {.place = &place,
                            .list = calloc(values_of(survey), sizeof *values.list)};
    enum sow_status status = set_place(survey, variant, &place, err);
    if (status == SOW_OK && values.list == NULL) {
        (void)sow_err_no_memory(err);
        status = SOW_NO_MEMORY;
    }
    sow_progress_advance(survey->run->with.progress, 0, place.name);
    if (status == SOW_OK)
        status = find_values(survey, &values, err);
    if (status == SOW_OK)
        status = store_values(survey, &values, number, err);
    free(values.list);
    free(place.text);
    return status;
}

/* Makes the players of the ladder. The caller frees the specs, also after
   SOW_NO_MEMORY. */
static enum sow_status make_ladder(struct survey *survey, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < STEPS && status == SOW_OK; i++) {
        status = sow_agent_parse(LADDER[i], NULL, &survey->agents[i], err);
        if (status != SOW_OK)
            return status;
        survey->specs[i] = sow_agent_spec(&survey->agents[i]);
        if (survey->specs[i] == NULL)
            status = sow_err_no_memory(err);
    }
    return status;
}

/* Finds the number of variants that are stored. */
static enum sow_status count_stored(const struct survey *survey, size_t *variants,
                                    struct sow_err *err)
{
    int64_t rows = 0;
    const struct sow_run *run = survey->run;
    enum sow_status status = sow_store_count(run->sink, "surveys", run->id, &rows, err);
    size_t each = values_of(survey);
    *variants = (size_t)rows / each;
    if (status == SOW_OK && (size_t)rows % each != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "run %lld has %lld rows of measures, which do not end with a "
                           "variant; its record is damaged",
                           (long long)run->id, (long long)rows);
    return status;
}

enum sow_status sow_survey_measure(struct sow_run *run,
                                   const struct sow_survey_games *how,
                                   const struct sow_variant_set *set,
                                   const struct sow_player_list *players,
                                   struct sow_err *err)
{
    struct survey survey = {.run = run, .how = how, .players = players};
    uint64_t games = 2 * (uint64_t)how->games * (RUNGS + 1) +
                     players->count * (uint64_t)how->mirror_games;
    size_t stored = 0;
    enum sow_status status = make_ladder(&survey, err);
    if (status == SOW_OK)
        status = count_stored(&survey, &stored, err);
    sow_progress_begin(run->with.progress, games * set->count, "games");
    sow_progress_advance(run->with.progress, games * stored, NULL);
    for (size_t i = stored; i < set->count && status == SOW_OK; i++) {
        status = sow_run_look(run, err);
        if (status == SOW_OK)
            status = measure_variant(&survey, &set->variants[i], i, err);
    }
    sow_progress_end(run->with.progress);
    for (int i = 0; i < STEPS; i++)
        free(survey.specs[i]);
    return status;
}

enum sow_status sow_survey_check(const struct sow_variant_set *set,
                                 const struct sow_player_list *players,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = 0; k < players->count && status == SOW_OK; k++)
            status =
                sow_agent_open(&players->agents[k], &set->variants[i].rules, false, err);
    return status;
}
