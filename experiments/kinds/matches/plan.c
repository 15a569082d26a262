/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include "sow/matches/match.h"
#include "sow/matches/openings.h"
#include "sow/store/store.h"
#include "sow/store/tables/match_pairs.def"
#include "sow/store/tables/match_variants.def"
#include "sow/store/tables/matches.def"
#include "sow/support/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Most games of a slice, unless one match has more. An interruption loses at most a
   slice. */
enum { SLICE_GAMES = 1 << 18 };

/* --- the match list --- */

/* Adds a row to table `match_variants` for each cell: its number as the match, and the
   name and rules of its variant. The caller has begun a transaction. Returns an error of
   the database. */
static enum sow_status store_plan_rows(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_run *run = study->run;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < study->count && status == SOW_OK; i++) {
        size_t variant = study->cells[i].variant;
        struct sow_match_variant_row row = {
            .run_id = run->id,
            .match = (int)i,
            .variant = study->set.variants[variant].name,
            .rules = study->set.rules[variant],
        };
        status = sow_store_add(run->sink, match_variant, &row, err);
    }
    return status;
}

/* Stores the match list in one transaction, unless it is stored already. Returns
   SOW_BAD_DATA if a list of another length is stored. */
static enum sow_status store_plan(const struct sow_study *study, struct sow_err *err)
{
    const struct sow_run *run = study->run;
    int64_t planned;
    enum sow_status status =
        sow_store_count(run->sink, "match_variants", run->id, &planned, err);
    if (status != SOW_OK || planned == (int64_t)study->count)
        return status;
    if (planned != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "run %lld has a plan of %lld matches instead of %zu; "
                           "its record is damaged",
                           (long long)run->id, (long long)planned, study->count);
    status = sow_store_begin(run->sink, err);
    if (status == SOW_OK)
        status = store_plan_rows(study, err);
    return sow_store_end(run->sink, status, err);
}

/* --- matches of a resumed run --- */

/* Context for reading stored matches of a resumed run. */
struct taking {
    const struct sow_study *study;
    size_t count; /* matches taken so far, which is the index of the next cell */
};

/* Returns true if a stored match is that of the next cell: it has the same number,
   players and number of games. Returns false if there is no next cell. */
static bool is_planned(const struct taking *taking, const struct sow_match_row *row)
{
    const struct sow_study *study = taking->study;
    if (taking->count == study->count || row->match != (int)taking->count ||
        row->games != study->games)
        return false;
    const struct sow_study_cell *cell = &study->cells[taking->count];
    return strcmp(row->player, study->specs[cell->player]) == 0 &&
           strcmp(row->opponent, study->specs[cell->opponent]) == 0;
}

/* Returns the result of a stored match, as the games gave it. Its pairs of games, which
   another table has, are empty, and it is not marked as paired. */
static struct sow_duel duel_of(const struct sow_match_row *row)
{
    return (struct sow_duel){
        .first = {row->first_wins, row->first_draws, row->first_losses},
        .second = {row->second_wins, row->second_draws, row->second_losses},
        .plies = row->plies,
        .margin = row->margin,
        .variety = {{row->first_distinct, row->first_effective},
                    {row->second_distinct, row->second_effective}},
        .shape = {.games = row->shape_games,
                  .plies = {row->opening_plies, row->middle_plies, row->end_plies},
                  .choices = {row->opening_choices, row->middle_choices,
                              row->end_choices}},
    };
}

/* Takes a row of table `matches` as the result of the next cell. Returns SOW_BAD_DATA if
   it is not the match of this cell. @p context is a struct taking. */
static enum sow_status take_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    struct taking *taking = context;
    if (!is_planned(taking, row))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "match %d of run %lld is not in its plan; the record is damaged", row->match,
            (long long)row->run_id);
    taking->study->duels[taking->count++] = duel_of(row);
    return SOW_OK;
}

/* Adds a row of table `match_pairs` to the result of its match, and marks this result as
   paired. Returns SOW_BAD_DATA if this match has not been taken. @p context is a struct
   taking. */
static enum sow_status take_pairs(void *context, const struct sow_match_pairs_row *row,
                                  struct sow_err *err)
{
    struct taking *taking = context;
    if (row->match < 0 || (size_t)row->match >= taking->count)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "pairs of match %d of run %lld are without it; the record is damaged",
            row->match, (long long)row->run_id);
    taking->study->duels[row->match].pairs = (struct sow_pairs){
        {row->pairs_0, row->pairs_1, row->pairs_2, row->pairs_3, row->pairs_4}};
    taking->study->duels[row->match].paired = true;
    return SOW_OK;
}

/* --- openings --- */

/* Most cells whose players are tested. */
enum { TRIALS_MAX = 256 };

enum sow_status sow_plan_openings(const struct sow_study *study, bool play, int *plies,
                                  struct sow_err *err)
{
    *plies = 0;
    size_t step = (study->count + TRIALS_MAX - 1) / TRIALS_MAX;
    for (size_t i = 0; i < study->count; i += step) {
        const struct sow_study_cell *cell = &study->cells[i];
        struct sow_openings_trial trial = {.rules =
                                               &study->set.variants[cell->variant].rules,
                                           .player = &study->agents[cell->player],
                                           .opponent = &study->agents[cell->opponent],
                                           .games = study->games};
        bool needed = false;
        enum sow_status status = SOW_OK;
        if (cell->player == cell->opponent)
            continue;
        if (play)
            status = sow_openings_are_needed(&trial, &needed, err);
        else if (!sow_openings_known(&trial, &needed))
            *plies = SOW_RANDOM_PLIES_ASKED;
        if (status != SOW_OK)
            return status;
        if (needed) {
            *plies = SOW_RANDOM_PLIES_AUTO;
            break;
        }
    }
    return SOW_OK;
}

/* --- slices --- */

/* Cells that are played together: by the rules of one variant, with one kernel. */
struct slice {
    size_t begin;              /* index of the first cell */
    size_t end;                /* index after the last cell */
    bool fast;                 /* true if the chosen kernel covers the players */
    enum sow_purpose purpose;  /* purpose of the games' random streams */
    enum sow_duel_seats seats; /* seats of the player in which games are played */
    struct sow_kept *kept;     /* receives kept games; NULL: none are kept. Borrowed */
};

/* Returns true if the kernel that the run asked for covers games of agent number @p agent
   in the variant of a cell. */
static bool covers(const struct sow_study *study, const struct sow_study_cell *cell,
                   uint32_t agent)
{
    const struct sow_run *run = study->run;
    struct sow_batch batch = {.rules = &study->set.variants[cell->variant].rules,
                              .agents = &study->agents[agent],
                              .agent_count = 1,
                              .with = run->with};
    return sow_kernel_choose(&batch).passed_over == NULL;
}

/* Returns true if the kernel that the run asked for covers both players of the cell with
   index @p cell. */
static bool is_fast(const struct sow_study *study, size_t cell)
{
    const struct sow_study_cell *at = &study->cells[cell];
    return covers(study, at, at->player) && covers(study, at, at->opponent);
}

/* Returns the cells from index @p begin on that are played together: neighbours with the
   same variant and the same kind of start. They have at most SLICE_GAMES games, or are
   one cell. The kernel covers all of them or none: a single agent that it does not cover
   would send the games of all to the plain kernel. */
static struct slice next_slice(const struct sow_study *study, size_t begin)
{
    struct slice slice = {.begin = begin,
                          .end = begin + 1,
                          .fast = is_fast(study, begin),
                          .purpose = SOW_PURPOSE_PANEL,
                          .seats = SOW_SEATS_BOTH};
    size_t most = SLICE_GAMES / (2 * (size_t)study->games);
    while (slice.end < study->count && slice.end - begin < most &&
           study->cells[slice.end].variant == study->cells[begin].variant &&
           study->cells[slice.end].ordinary == study->cells[begin].ordinary &&
           is_fast(study, slice.end) == slice.fast)
        slice.end++;
    return slice;
}

/* Returns the 64-bit FNV-1a hash @p key, continued with a text and its NUL. */
static uint64_t add_to_key(uint64_t key, const char *text)
{
    const uint64_t prime = UINT64_C(1099511628211);
    do {
        key = (key ^ (unsigned char)*text) * prime;
    } while (*text++ != '\0');
    return key;
}

uint64_t sow_study_key(const char *rules, const char *player, const char *opponent)
{
    uint64_t key = UINT64_C(14695981039346656037);
    key = add_to_key(key, rules);
    key = add_to_key(key, player);
    return add_to_key(key, opponent);
}

/* Returns the key of the random streams of a cell (sow_study_key). A cell that begins at
   the standard start whatever starts the study has (`ordinary`) has a key of its own. */
static uint64_t key_of(const struct sow_study *study, const struct sow_study_cell *cell)
{
    uint64_t key =
        sow_study_key(study->set.rules[cell->variant], study->specs[cell->player],
                      study->specs[cell->opponent]);
    return cell->ordinary ? add_to_key(key, "ordinary") : key;
}

/* Plays the cells of a slice and writes their results to @p results, which has room for
   as many. Kept games go to slice->kept. Cells that are `ordinary` have neither starts
   nor random moves. Stores nothing. Returns SOW_NO_MEMORY, or an error of
   sow_openings_load or sow_duels_play. */
static enum sow_status play_slice(const struct sow_study *study,
                                  const struct slice *slice, struct sow_duel *results,
                                  struct sow_err *err)
{
    size_t count = slice->end - slice->begin;
    const struct sow_study_cell *cells = &study->cells[slice->begin];
    struct sow_duel_pair *pairs = calloc(count, sizeof *pairs);
    uint64_t *keys = calloc(count, sizeof *keys);
    enum sow_status status = SOW_NO_MEMORY;
    if (pairs == NULL || keys == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (struct sow_duel_pair){cells[i].player, cells[i].opponent};
        keys[i] = key_of(study, &cells[i]);
    }
    struct sow_duels duels = {.agents = study->agents,
                              .agent_count = slice->fast ? 0 : study->agent_count,
                              .pairs = pairs,
                              .count = count,
                              .games = study->games,
                              .purpose = slice->purpose,
                              .keys = keys,
                              .openings = {.random_plies = study->random_plies},
                              .seats = slice->seats,
                              .keep = slice->kept != NULL ? study->keep_games : 0,
                              .kept = slice->kept,
                              .look = true};
    const struct sow_rules *rules = &study->set.variants[cells[0].variant].rules;
    if (cells[0].ordinary)
        duels.openings.random_plies = 0;
    status = sow_openings_load(cells[0].ordinary ? NULL : study->starts, rules,
                               &duels.openings, err);
    if (status == SOW_OK)
        status = sow_duels_play_by(study->run, rules, &duels, results, err);
    sow_starts_release(&duels.openings.starts);
done:
    free(pairs);
    free(keys);
    return status;
}

/* Stores kept games, matches and pairs of games of a slice in one transaction. A match
   has the index of its cell as its number. On failure nothing of the slice is stored. */
static enum sow_status store_slice(const struct sow_study *study,
                                   const struct slice *slice, struct sow_err *err)
{
    const struct sow_run *run = study->run;
    enum sow_status status = sow_store_begin(run->sink, err);
    for (size_t i = slice->begin; i < slice->end && status == SOW_OK; i++) {
        const struct sow_study_cell *cell = &study->cells[i];
        struct sow_match_result result = {.match = (int)i,
                                          .purpose = "match",
                                          .player = &study->agents[cell->player],
                                          .opponent = &study->agents[cell->opponent],
                                          .duel = &study->duels[i]};
        status =
            sow_kept_store(slice->kept, i - slice->begin,
                           &study->set.variants[cell->variant].rules, run, (int)i, err);
        if (status == SOW_OK)
            status = sow_match_store(run, &result, err);
        if (status == SOW_OK && study->duels[i].paired)
            status = sow_match_store_pairs(run, (int)i, &study->duels[i].pairs, err);
    }
    return sow_store_end(run->sink, status, err);
}

/* Shows a note in the progress: the number of the slice's first match, its variant, and
   "(plain)" if only the plain kernel plays it. */
static void show_progress(const struct sow_study *study, const struct slice *slice)
{
    const struct sow_run *run = study->run;
    char note[120];
    const struct sow_study_cell *cell = &study->cells[slice->begin];
    (void)snprintf(note, sizeof note, "match %zu/%zu %.40s%s", slice->begin + 1,
                   study->count, study->set.variants[cell->variant].name,
                   slice->fast ? "" : " (plain)");
    sow_progress_advance(run->with.progress, 0, note);
}

enum sow_status sow_plan_play(struct sow_study *study, struct sow_err *err)
{
    assert(study->count > 0 && study->count <= SOW_STUDY_CELLS_MAX);
    struct sow_run *run = study->run;
    struct taking taking = {.study = study};
    uint64_t games = 2 * (uint64_t)study->games;
    study->duels = calloc(study->count, sizeof *study->duels);
    if (study->duels == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = store_plan(study, err);
    if (status == SOW_OK)
        status = sow_store_each(run->sink, match, run->id, take_match, &taking, err);
    if (status == SOW_OK)
        status =
            sow_store_each(run->sink, match_pairs, run->id, take_pairs, &taking, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(run->with.progress, games * study->count, "games");
    sow_progress_advance(run->with.progress, games * taking.count, NULL);
    for (size_t begin = taking.count; begin < study->count && status == SOW_OK;) {
        struct sow_kept kept = {.count = 0};
        struct slice slice = next_slice(study, begin);
        slice.kept = &kept;
        show_progress(study, &slice);
        status = sow_run_look(run, err);
        if (status == SOW_OK)
            status = play_slice(study, &slice, &study->duels[begin], err);
        if (status == SOW_OK)
            status = store_slice(study, &slice, err);
        sow_kept_release(&kept);
        begin = slice.end;
    }
    sow_progress_end(run->with.progress);
    return status;
}

enum sow_status sow_study_replay(const struct sow_study *study, size_t seat, int games,
                                 struct sow_duel *result, struct sow_err *err)
{
    struct sow_study again = *study;
    again.cells = &study->cells[seat / 2];
    again.count = 1;
    again.games = games;
    struct slice slice = {.end = 1,
                          .fast = is_fast(&again, 0),
                          .purpose = SOW_PURPOSE_REPLAY,
                          .seats = seat % 2 == 0 ? SOW_SEAT_FIRST_ALONE
                                                 : SOW_SEAT_SECOND_ALONE};
    return play_slice(&again, &slice, result, err);
}
