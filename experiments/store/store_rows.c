/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows: struct members to SQL parameters and back, by tables of columns. */
#include "store_private.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/support/json.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define F(row, column, type) {#column, SOW_FIELD_##type, offsetof(struct row, column)}

const struct sow_table sow_tables[SOW_TABLES_COUNT] = {
    [SOW_TABLE_RUNS] = {"runs", 0, false, {
        F(sow_run_row, id, ID),
        F(sow_run_row, kind, TEXT),
        F(sow_run_row, label, TEXT),
        F(sow_run_row, variant, TEXT),
        F(sow_run_row, rules, TEXT),
        F(sow_run_row, parameters, TEXT),
        F(sow_run_row, seed, INT64),
        F(sow_run_row, status, TEXT),
        F(sow_run_row, stop_reason, TEXT_OR_NULL),
        F(sow_run_row, version, TEXT),
        F(sow_run_row, revision, TEXT),
        F(sow_run_row, compiler, TEXT),
        F(sow_run_row, build_type, TEXT),
        F(sow_run_row, kernel, TEXT),
        F(sow_run_row, threads, INT),
        F(sow_run_row, host, TEXT),
        F(sow_run_row, started, TEXT),
        F(sow_run_row, finished, TEXT_OR_NULL),
        F(sow_run_row, seconds, REAL_OR_NULL),
        F(sow_run_row, resumed, INT),
        F(sow_run_row, digest, DIGEST),
        F(sow_run_row, owner, TEXT_OR_NULL),
        F(sow_run_row, heartbeat, TEXT_OR_NULL)}},
    [SOW_TABLE_GENERATIONS] = {"generations", 1, true, {
        F(sow_generation_row, run_id, ID),
        F(sow_generation_row, generation, INT),
        F(sow_generation_row, best, REAL),
        F(sow_generation_row, best_individual, INT),
        F(sow_generation_row, mean, REAL),
        F(sow_generation_row, sd, REAL),
        F(sow_generation_row, worst, REAL),
        F(sow_generation_row, spread, REAL),
        F(sow_generation_row, games, INT64),
        F(sow_generation_row, digest, DIGEST)}},
    [SOW_TABLE_GENERATION_TIMES] = {"generation_times", 1, false, {
        F(sow_generation_times_row, run_id, ID),
        F(sow_generation_times_row, generation, INT),
        F(sow_generation_times_row, seconds, REAL),
        F(sow_generation_times_row, store_seconds, REAL)}},
    [SOW_TABLE_INDIVIDUALS] = {"individuals", 2, true, {
        F(sow_individual_row, run_id, ID),
        F(sow_individual_row, generation, INT),
        F(sow_individual_row, individual, INT),
        F(sow_individual_row, weights, WEIGHTS),
        F(sow_individual_row, fitness, REAL)}},
    [SOW_TABLE_CANDIDATES] = {"candidates", 1, true, {
        F(sow_candidate_row, run_id, ID),
        F(sow_candidate_row, candidate, INT),
        F(sow_candidate_row, generation, INT),
        F(sow_candidate_row, individual, INT),
        F(sow_candidate_row, weights, WEIGHTS),
        F(sow_candidate_row, fitness, REAL),
        F(sow_candidate_row, games, INT64),
        F(sow_candidate_row, wins, INT64),
        F(sow_candidate_row, draws, INT64),
        F(sow_candidate_row, losses, INT64)}},
    [SOW_TABLE_CHAMPIONS] = {"champions", 0, true, {
        F(sow_champion_row, run_id, ID),
        F(sow_champion_row, candidate, INT),
        F(sow_champion_row, generation, INT),
        F(sow_champion_row, individual, INT),
        F(sow_champion_row, weights, WEIGHTS),
        F(sow_champion_row, fitness, REAL),
        F(sow_champion_row, score, REAL)}},
    [SOW_TABLE_POSITIONS] = {"positions", 2, true, {
        F(sow_position_row, run_id, ID),
        F(sow_position_row, game, INT64),
        F(sow_position_row, ply, INT),
        F(sow_position_row, position, TEXT),
        F(sow_position_row, viewpoint, TEXT),
        F(sow_position_row, margin, INT)}},
    [SOW_TABLE_CHOICES] = {"choices", 2, true, {
        F(sow_choice_row, run_id, ID),
        F(sow_choice_row, game, INT64),
        F(sow_choice_row, ply, INT),
        F(sow_choice_row, position, TEXT),
        F(sow_choice_row, moves, TEXT)}},
    [SOW_TABLE_FITS] = {"fits", 0, true, {
        F(sow_fit_row, run_id, ID),
        F(sow_fit_row, dataset_id, RUN),
        F(sow_fit_row, method, TEXT),
        F(sow_fit_row, observations, INT64),
        F(sow_fit_row, terms, INT),
        F(sow_fit_row, r2, REAL_OR_NULL),
        F(sow_fit_row, adjusted_r2, REAL_OR_NULL),
        F(sow_fit_row, rmse, REAL_OR_NULL)}},
    [SOW_TABLE_COEFFICIENTS] = {"coefficients", 1, true, {
        F(sow_coefficient_row, run_id, ID),
        F(sow_coefficient_row, term, INT),
        F(sow_coefficient_row, feature, TEXT),
        F(sow_coefficient_row, value, REAL),
        F(sow_coefficient_row, standard_error, REAL_OR_NULL),
        F(sow_coefficient_row, t, REAL_OR_NULL),
        F(sow_coefficient_row, p, REAL_OR_NULL),
        F(sow_coefficient_row, low, REAL_OR_NULL),
        F(sow_coefficient_row, high, REAL_OR_NULL),
        F(sow_coefficient_row, note, TEXT_OR_NULL)}},
    [SOW_TABLE_TERM_DIAGNOSTICS] = {"term_diagnostics", 1, true, {
        F(sow_term_diagnostics_row, run_id, ID),
        F(sow_term_diagnostics_row, term, INT),
        F(sow_term_diagnostics_row, vif, REAL_OR_NULL),
        F(sow_term_diagnostics_row, mean, REAL_OR_NULL),
        F(sow_term_diagnostics_row, sd, REAL_OR_NULL)}},
    [SOW_TABLE_FIT_MEASURES] = {"fit_measures", 2, true, {
        F(sow_fit_measure_row, run_id, ID),
        F(sow_fit_measure_row, sample, TEXT),
        F(sow_fit_measure_row, measure, TEXT),
        F(sow_fit_measure_row, value, REAL_OR_NULL),
        F(sow_fit_measure_row, standard_error, REAL_OR_NULL)}},
    [SOW_TABLE_FIT_FOLDS] = {"fit_folds", 1, true, {
        F(sow_fit_fold_row, run_id, ID),
        F(sow_fit_fold_row, fold, INT),
        F(sow_fit_fold_row, games, INT64),
        F(sow_fit_fold_row, observations, INT64),
        F(sow_fit_fold_row, score, REAL_OR_NULL),
        F(sow_fit_fold_row, r2, REAL_OR_NULL),
        F(sow_fit_fold_row, bias, REAL_OR_NULL)}},
    [SOW_TABLE_FIT_STEPS] = {"fit_steps", 1, true, {
        F(sow_fit_step_row, run_id, ID),
        F(sow_fit_step_row, step, INT),
        F(sow_fit_step_row, action, TEXT),
        F(sow_fit_step_row, feature, TEXT_OR_NULL),
        F(sow_fit_step_row, penalty, REAL_OR_NULL),
        F(sow_fit_step_row, score, REAL),
        F(sow_fit_step_row, standard_error, REAL_OR_NULL),
        F(sow_fit_step_row, chosen, INT)}},
    [SOW_TABLE_FIT_BINS] = {"fit_bins", 3, true, {
        F(sow_fit_bin_row, run_id, ID),
        F(sow_fit_bin_row, kind, TEXT),
        F(sow_fit_bin_row, sample, TEXT),
        F(sow_fit_bin_row, bin, INT),
        F(sow_fit_bin_row, low, REAL),
        F(sow_fit_bin_row, high, REAL),
        F(sow_fit_bin_row, observations, INT64),
        F(sow_fit_bin_row, predicted, REAL),
        F(sow_fit_bin_row, observed, REAL),
        F(sow_fit_bin_row, score, REAL_OR_NULL)}},
    [SOW_TABLE_EVOLUTIONS] = {"evolutions", 1, true, {
        F(sow_evolution_row, run_id, ID),
        F(sow_evolution_row, evolution, INT),
        F(sow_evolution_row, setting, TEXT),
        F(sow_evolution_row, variant, TEXT),
        F(sow_evolution_row, rules, TEXT),
        F(sow_evolution_row, seed, INT64),
        F(sow_evolution_row, player, TEXT),
        F(sow_evolution_row, weights, WEIGHTS),
        F(sow_evolution_row, fitness, REAL),
        F(sow_evolution_row, score, REAL)}},
    [SOW_TABLE_MATCH_VARIANTS] = {"match_variants", 1, true, {
        F(sow_match_variant_row, run_id, ID),
        F(sow_match_variant_row, match, INT),
        F(sow_match_variant_row, variant, TEXT),
        F(sow_match_variant_row, rules, TEXT)}},
    [SOW_TABLE_MATCHES] = {"matches", 1, true, {
        F(sow_match_row, run_id, ID),
        F(sow_match_row, match, INT),
        F(sow_match_row, purpose, TEXT),
        F(sow_match_row, player, TEXT),
        F(sow_match_row, opponent, TEXT),
        F(sow_match_row, games, INT64),
        F(sow_match_row, first_wins, INT64),
        F(sow_match_row, first_draws, INT64),
        F(sow_match_row, first_losses, INT64),
        F(sow_match_row, second_wins, INT64),
        F(sow_match_row, second_draws, INT64),
        F(sow_match_row, second_losses, INT64),
        F(sow_match_row, plies, INT64),
        F(sow_match_row, margin, INT64),
        F(sow_match_row, first_distinct, INT64),
        F(sow_match_row, second_distinct, INT64),
        F(sow_match_row, first_effective, REAL),
        F(sow_match_row, second_effective, REAL)}},
    [SOW_TABLE_MATCH_PAIRS] = {"match_pairs", 1, true, {
        F(sow_match_pairs_row, run_id, ID),
        F(sow_match_pairs_row, match, INT),
        F(sow_match_pairs_row, pairs_0, INT64),
        F(sow_match_pairs_row, pairs_1, INT64),
        F(sow_match_pairs_row, pairs_2, INT64),
        F(sow_match_pairs_row, pairs_3, INT64),
        F(sow_match_pairs_row, pairs_4, INT64)}},
    [SOW_TABLE_MATCH_TESTS] = {"match_tests", 1, true, {
        F(sow_match_test_row, run_id, ID),
        F(sow_match_test_row, match, INT),
        F(sow_match_test_row, elo0, REAL),
        F(sow_match_test_row, elo1, REAL),
        F(sow_match_test_row, alpha, REAL),
        F(sow_match_test_row, beta, REAL),
        F(sow_match_test_row, llr, REAL),
        F(sow_match_test_row, lower, REAL),
        F(sow_match_test_row, upper, REAL),
        F(sow_match_test_row, verdict, TEXT)}},
    [SOW_TABLE_RATINGS] = {"ratings", 1, true, {
        F(sow_rating_row, run_id, ID),
        F(sow_rating_row, line, INT),
        F(sow_rating_row, variant, TEXT_OR_NULL),
        F(sow_rating_row, place, INT),
        F(sow_rating_row, player, TEXT),
        F(sow_rating_row, name, TEXT),
        F(sow_rating_row, games, INT64),
        F(sow_rating_row, wins, INT64),
        F(sow_rating_row, draws, INT64),
        F(sow_rating_row, losses, INT64),
        F(sow_rating_row, score, REAL),
        F(sow_rating_row, rating, REAL),
        F(sow_rating_row, standard_error, REAL),
        F(sow_rating_row, low, REAL),
        F(sow_rating_row, high, REAL),
        F(sow_rating_row, prior, REAL)}},
    [SOW_TABLE_CYCLES] = {"cycles", 1, true, {
        F(sow_cycle_row, run_id, ID),
        F(sow_cycle_row, line, INT),
        F(sow_cycle_row, variant, TEXT_OR_NULL),
        F(sow_cycle_row, first, TEXT),
        F(sow_cycle_row, second, TEXT),
        F(sow_cycle_row, third, TEXT),
        F(sow_cycle_row, first_score, REAL),
        F(sow_cycle_row, second_score, REAL),
        F(sow_cycle_row, third_score, REAL),
        F(sow_cycle_row, p, REAL)}},
    [SOW_TABLE_REPLAYS] = {"replays", 1, true, {
        F(sow_replay_row, run_id, ID),
        F(sow_replay_row, replay, INT),
        F(sow_replay_row, player, TEXT),
        F(sow_replay_row, name, TEXT),
        F(sow_replay_row, place, INT),
        F(sow_replay_row, variant, TEXT),
        F(sow_replay_row, opponent, TEXT),
        F(sow_replay_row, seat, TEXT),
        F(sow_replay_row, chosen_rate, REAL),
        F(sow_replay_row, games, INT64),
        F(sow_replay_row, wins, INT64),
        F(sow_replay_row, draws, INT64),
        F(sow_replay_row, losses, INT64),
        F(sow_replay_row, distinct_games, INT64),
        F(sow_replay_row, effective, REAL),
        F(sow_replay_row, win_rate, REAL),
        F(sow_replay_row, low, REAL),
        F(sow_replay_row, high, REAL)}},
    [SOW_TABLE_ROBUSTNESS] = {"robustness", 1, true, {
        F(sow_robustness_row, run_id, ID),
        F(sow_robustness_row, line, INT),
        F(sow_robustness_row, player, TEXT),
        F(sow_robustness_row, name, TEXT),
        F(sow_robustness_row, variant, TEXT_OR_NULL),
        F(sow_robustness_row, cells, INT),
        F(sow_robustness_row, games, INT64),
        F(sow_robustness_row, win_rate, REAL),
        F(sow_robustness_row, score, REAL),
        F(sow_robustness_row, low, REAL),
        F(sow_robustness_row, high, REAL),
        F(sow_robustness_row, worst_variant, TEXT),
        F(sow_robustness_row, worst_opponent, TEXT),
        F(sow_robustness_row, worst_seat, TEXT),
        F(sow_robustness_row, worst_rate, REAL),
        F(sow_robustness_row, worst_low, REAL),
        F(sow_robustness_row, worst_high, REAL),
        F(sow_robustness_row, floor_low, REAL),
        F(sow_robustness_row, floor_high, REAL),
        F(sow_robustness_row, replayed_rate, REAL_OR_NULL),
        F(sow_robustness_row, replayed_low, REAL_OR_NULL),
        F(sow_robustness_row, replayed_high, REAL_OR_NULL)}},
    [SOW_TABLE_REPRODUCED] = {"reproduced", 1, true, {
        F(sow_reproduced_row, run_id, ID),
        F(sow_reproduced_row, cell, INT),
        F(sow_reproduced_row, table_name, TEXT),
        F(sow_reproduced_row, variant, TEXT),
        F(sow_reproduced_row, row_name, TEXT),
        F(sow_reproduced_row, column_name, TEXT),
        F(sow_reproduced_row, published, REAL_OR_NULL),
        F(sow_reproduced_row, published_games, INT64),
        F(sow_reproduced_row, ours, REAL_OR_NULL),
        F(sow_reproduced_row, ours_games, INT64),
        F(sow_reproduced_row, low, REAL_OR_NULL),
        F(sow_reproduced_row, high, REAL_OR_NULL),
        F(sow_reproduced_row, p, REAL_OR_NULL),
        F(sow_reproduced_row, p_adjusted, REAL_OR_NULL),
        F(sow_reproduced_row, visible, REAL_OR_NULL),
        F(sow_reproduced_row, verdict, TEXT)}},
    [SOW_TABLE_TRANSFERS] = {"transfers", 1, true, {
        F(sow_transfer_row, run_id, ID),
        F(sow_transfer_row, line, INT),
        F(sow_transfer_row, variant, TEXT),
        F(sow_transfer_row, name, TEXT),
        F(sow_transfer_row, player, TEXT),
        F(sow_transfer_row, origin, TEXT),
        F(sow_transfer_row, games, INT64),
        F(sow_transfer_row, score, REAL),
        F(sow_transfer_row, low, REAL),
        F(sow_transfer_row, high, REAL),
        F(sow_transfer_row, best, TEXT),
        F(sow_transfer_row, regret, REAL),
        F(sow_transfer_row, regret_low, REAL),
        F(sow_transfer_row, regret_high, REAL),
        F(sow_transfer_row, regret_p, REAL),
        F(sow_transfer_row, home, TEXT_OR_NULL),
        F(sow_transfer_row, duel_score, REAL_OR_NULL),
        F(sow_transfer_row, duel_low, REAL_OR_NULL),
        F(sow_transfer_row, duel_high, REAL_OR_NULL),
        F(sow_transfer_row, duel_p, REAL_OR_NULL),
        F(sow_transfer_row, verdict, TEXT)}},
    [SOW_TABLE_FLIPS] = {"flips", 1, true, {
        F(sow_flip_row, run_id, ID),
        F(sow_flip_row, flip, INT),
        F(sow_flip_row, option, TEXT_OR_NULL),
        F(sow_flip_row, old_value, TEXT_OR_NULL),
        F(sow_flip_row, new_value, TEXT_OR_NULL),
        F(sow_flip_row, variant, TEXT_OR_NULL),
        F(sow_flip_row, left_out, TEXT_OR_NULL)}},
    [SOW_TABLE_SENSITIVITY] = {"sensitivity", 1, true, {
        F(sow_sensitivity_row, run_id, ID),
        F(sow_sensitivity_row, line, INT),
        F(sow_sensitivity_row, flip, INT),
        F(sow_sensitivity_row, measure, TEXT),
        F(sow_sensitivity_row, player, TEXT_OR_NULL),
        F(sow_sensitivity_row, games, INT64),
        F(sow_sensitivity_row, value, REAL),
        F(sow_sensitivity_row, low, REAL_OR_NULL),
        F(sow_sensitivity_row, high, REAL_OR_NULL),
        F(sow_sensitivity_row, difference, REAL_OR_NULL),
        F(sow_sensitivity_row, difference_low, REAL_OR_NULL),
        F(sow_sensitivity_row, difference_high, REAL_OR_NULL),
        F(sow_sensitivity_row, p, REAL_OR_NULL),
        F(sow_sensitivity_row, p_adjusted, REAL_OR_NULL),
        F(sow_sensitivity_row, verdict, TEXT)}},
    [SOW_TABLE_RUN_SEALS] = {"run_seals", 0, false, {
        F(sow_run_seal_row, run_id, ID),
        F(sow_run_seal_row, digest, DIGEST)}},
};

#undef F
/* clang-format on */

bool sow_table_is_aside(enum sow_table_id id)
{
    return !sow_tables[id].is_content && id != SOW_TABLE_RUNS &&
           id != SOW_TABLE_RUN_SEALS;
}

/* How a type of member meets SQLite. A binder returns a result code, or NOT_FINITE; a
   loader returns false for a value that cannot be one of ours. */
enum { NOT_FINITE = -1 };

struct field_type {
    int (*bind)(sqlite3_stmt *statement, int parameter, const void *member);
    bool (*load)(sqlite3_stmt *statement, int column, void *member, double *room);
};

static int bind_id(sqlite3_stmt *statement, int parameter, const void *member)
{
    int64_t id = *(const int64_t *)member;
    return id == 0 ? sqlite3_bind_null(statement, parameter)
                   : sqlite3_bind_int64(statement, parameter, id);
}

static int bind_int(sqlite3_stmt *statement, int parameter, const void *member)
{
    return sqlite3_bind_int(statement, parameter, *(const int *)member);
}

static int bind_int64(sqlite3_stmt *statement, int parameter, const void *member)
{
    return sqlite3_bind_int64(statement, parameter, *(const int64_t *)member);
}

static int bind_real(sqlite3_stmt *statement, int parameter, const void *member)
{
    double value = *(const double *)member;
    return isfinite(value) ? sqlite3_bind_double(statement, parameter, value)
                           : NOT_FINITE;
}

static int bind_real_or_null(sqlite3_stmt *statement, int parameter, const void *member)
{
    double value = *(const double *)member;
    return isnan(value) ? sqlite3_bind_null(statement, parameter)
                        : bind_real(statement, parameter, member);
}

static int bind_text(sqlite3_stmt *statement, int parameter, const void *member)
{
    const char *text = *(const char *const *)member;
    return sqlite3_bind_text(statement, parameter, text, -1, SQLITE_TRANSIENT);
}

static int bind_weights(sqlite3_stmt *statement, int parameter, const void *member)
{
    const struct sow_weights *weights = member;
    assert(weights->count > 0 && weights->count <= SOW_WEIGHTS_MAX);
    for (int i = 0; i < weights->count; i++)
        if (!isfinite(weights->value[i]))
            return NOT_FINITE;
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return SQLITE_NOMEM;
    for (int i = 0; i < weights->count; i++) {
        (void)fputc(i == 0 ? '[' : ',', out);
        sow_json_write_real(out, weights->value[i]);
    }
    (void)fputc(']', out);
    if (fclose(out) != 0) {
        free(text);
        return SQLITE_NOMEM;
    }
    return sqlite3_bind_text(statement, parameter, text, -1, free);
}

static bool load_int64(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    *(int64_t *)member = sqlite3_column_int64(statement, column);
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER;
}

static bool load_int(sqlite3_stmt *statement, int column, void *member, double *room)
{
    int64_t value;
    bool integer = load_int64(statement, column, &value, room);
    *(int *)member = (int)value;
    return integer && value >= INT_MIN && value <= INT_MAX;
}

static bool load_real(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    double value = sqlite3_column_double(statement, column);
    *(double *)member = value;
    return sqlite3_column_type(statement, column) == SQLITE_FLOAT && isfinite(value);
}

static bool load_real_or_null(sqlite3_stmt *statement, int column, void *member,
                              double *room)
{
    if (sqlite3_column_type(statement, column) != SQLITE_NULL)
        return load_real(statement, column, member, room);
    *(double *)member = (double)NAN;
    return true;
}

static bool load_text(sqlite3_stmt *statement, int column, void *member, double *room)
{
    (void)room;
    if (sqlite3_column_type(statement, column) != SQLITE_TEXT)
        return false;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    *(const char **)member = text;
    return text != NULL &&
           strlen(text) == (size_t)sqlite3_column_bytes(statement, column);
}

static bool load_text_or_null(sqlite3_stmt *statement, int column, void *member,
                              double *room)
{
    *(const char **)member = NULL;
    return sqlite3_column_type(statement, column) == SQLITE_NULL ||
           load_text(statement, column, member, room);
}

/* One number of an array and what follows it; NULL if it is not one. */
static const char *scan_real(const char *at, double *value)
{
    char number[SOW_REAL_TEXT_MAX];
    size_t length = strcspn(at, ",]");
    if (length >= sizeof number || at[length] == '\0')
        return NULL;
    memcpy(number, at, length);
    number[length] = '\0';
    return sow_text_to_real(number, value) ? at + length : NULL;
}

/* Reads what bind_weights wrote. A JSON library would lose the sign of "-0" and read
   what no store wrote. */
static bool load_weights(sqlite3_stmt *statement, int column, void *member, double *room)
{
    struct sow_weights *weights = member;
    *weights = (struct sow_weights){.value = room, .count = 0};
    const char *at;
    if (!load_text(statement, column, &at, room) || *at != '[')
        return false;
    do {
        if (weights->count == SOW_WEIGHTS_MAX)
            return false;
        at = scan_real(at + 1, &room[weights->count++]);
    } while (at != NULL && *at == ',');
    return at != NULL && strcmp(at, "]") == 0;
}

static const struct field_type TYPES[] = {
    [SOW_FIELD_ID] = {bind_id, load_int64},
    [SOW_FIELD_INT] = {bind_int, load_int},
    [SOW_FIELD_INT64] = {bind_int64, load_int64},
    [SOW_FIELD_RUN] = {bind_int64, load_int64},
    [SOW_FIELD_REAL] = {bind_real, load_real},
    [SOW_FIELD_REAL_OR_NULL] = {bind_real_or_null, load_real_or_null},
    [SOW_FIELD_TEXT] = {bind_text, load_text},
    [SOW_FIELD_TEXT_OR_NULL] = {bind_text, load_text_or_null},
    [SOW_FIELD_DIGEST] = {bind_text, load_text_or_null},
    [SOW_FIELD_WEIGHTS] = {bind_weights, load_weights},
};

enum sow_status sow_row_bind(struct sow_store *store, const struct sow_table *table,
                             const void *row, sqlite3_stmt *statement,
                             struct sow_err *err)
{
    for (int i = 0; table->fields[i].column != NULL; i++) {
        const struct sow_field *field = &table->fields[i];
        const void *member = (const char *)row + field->offset;
        int code = TYPES[field->type].bind(statement, i + 1, member);
        if (code == NOT_FINITE)
            return sow_err_set(err, SOW_BAD_DATA,
                               "column '%s' of table '%s' cannot hold a value that is "
                               "not a finite number; nothing was stored of this row",
                               field->column, table->name);
        if (code != SQLITE_OK)
            return sow_store_fail(store, code, err);
    }
    return SOW_OK;
}

enum sow_status sow_row_load(struct sow_store *store, const struct sow_table *table,
                             sqlite3_stmt *statement, double room[SOW_WEIGHTS_MAX],
                             void *row, struct sow_err *err)
{
    for (int i = 0; table->fields[i].column != NULL; i++) {
        const struct sow_field *field = &table->fields[i];
        void *member = (char *)row + field->offset;
        if (TYPES[field->type].load(statement, i, member, room))
            continue;
        return sow_err_set(err, SOW_BAD_DATA,
                           "database '%s' is damaged: column '%s' of table '%s', run "
                           "%lld, holds a value that sowlab never stores",
                           store->path, field->column, table->name,
                           (long long)sqlite3_column_int64(statement, 0));
    }
    return SOW_OK;
}

void sow_table_columns(const struct sow_table *table, FILE *out)
{
    for (int i = 0; table->fields[i].column != NULL; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ", ", table->fields[i].column);
}
