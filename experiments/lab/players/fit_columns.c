/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the lists of columns of fits, and computes the columns of a move. */
#include "sow/players/fit_columns.h"

#include "sow/base/stream.h"

#include <stdlib.h>
#include <string.h>

/* The word for the usual columns of a fit. */
static const char AUTO[] = "auto";
/* The beginning of the names of columns that are heuristics of a move. */
static const char MOVE_PREFIX[] = "move_";

enum { PREFIX_LENGTH = sizeof MOVE_PREFIX - 1 };

int sow_fit_move_heuristic(const char *name)
{
    return strncmp(name, MOVE_PREFIX, PREFIX_LENGTH) == 0
               ? sow_heuristic_find(name + PREFIX_LENGTH)
               : -1;
}

/* ---- Reading ---- */

/* Adds the column called @p name, which must outlive the columns. Fails with SOW_USAGE
   for an unknown or repeated name, a mixture of features and heuristics, or too many
   columns. */
static enum sow_status add_column(struct sow_fit_columns *columns, const char *name,
                                  struct sow_err *err)
{
    int feature = sow_fit_move_heuristic(name);
    bool of_move = feature >= 0;
    enum sow_status status =
        of_move ? SOW_OK : sow_state_feature_named(name, &feature, err);
    if (status != SOW_OK)
        return status;
    if (columns->count > 0 && columns->of_moves != of_move)
        return sow_err_set(
            err, SOW_USAGE,
            "one player cannot use both features of a position and heuristics of a "
            "move ('%s', '%s'); name one sort",
            columns->names[0], name);
    columns->of_moves = of_move;
    for (int i = 0; i < columns->count; i++)
        if (columns->feature[i] == feature)
            return sow_err_set(err, SOW_USAGE, "feature '%s' is named twice", name);
    if (columns->count == SOW_AGENT_TERMS_MAX)
        return sow_err_set(err, SOW_USAGE, "too many features: at most %d",
                           SOW_AGENT_TERMS_MAX);
    columns->feature[columns->count] = feature;
    columns->names[columns->count++] = name;
    return SOW_OK;
}

enum sow_status sow_fit_columns_read(struct sow_fit_columns *columns, const char *list,
                                     struct sow_err *err)
{
    (void)snprintf(columns->room, sizeof columns->room, "%s", list);
    columns->count = 0;
    enum sow_status status = SOW_OK;
    char *at = columns->room;
    while (status == SOW_OK && at != NULL) {
        char *name = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
        status = add_column(columns, name, err);
    }
    return status;
}

/* ---- Values ---- */

void sow_fit_columns_of_move(const struct sow_fit_columns *columns,
                             const struct sow_state_columns *state,
                             const struct sow_fit_position *position, int move,
                             int16_t *values)
{
    const struct sow_game *game = position->game;
    int heuristics[SOW_HEURISTICS];
    if (!columns->of_moves) {
        struct sow_outcome outcome;
        sow_move(game->rules, &game->board, move, &outcome);
        sow_state_columns_values(state, &outcome.board, game->board.side, values);
        return;
    }
    sow_move_features(game, position->moves, position->count, move, SOW_ALL_HEURISTICS,
                      heuristics);
    for (int i = 0; i < columns->count; i++) {
        int heuristic = columns->feature[i];
        values[i] = (int16_t)(sow_heuristic_rows[heuristic].sign * heuristics[heuristic]);
    }
}

/* ---- Resolving ---- */

/* Returns true if the first @p length bytes of @p name are the name of a feature or
   heuristic. */
static bool is_plain_name(const char *name, size_t length)
{
    char room[64];
    if (length >= sizeof room)
        return false;
    memcpy(room, name, length);
    room[length] = '\0';
    return sow_fit_move_heuristic(room) >= 0 || sow_state_feature_find(room) >= 0;
}

/* Returns true if the list has plain names only. They mean the same under all rules and
   in all versions. */
static bool is_resolved(const char *list)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (!is_plain_name(at, length))
            return false;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* Returns the group of heuristics whose name is the first @p length bytes of @p name;
   NULL if there is none. */
static const struct sow_heuristic_group *group_called(const char *name, size_t length)
{
    const struct sow_heuristic_group *group = sow_heuristic_groups;
    while (group->name != NULL &&
           (strlen(group->name) != length || memcmp(group->name, name, length) != 0))
        group++;
    return group->name == NULL ? NULL : group;
}

/* Returns true if a word of the list begins with "move_" or is a group of heuristics. A
   minus sign in front of the word is skipped. */
static bool has_word_of_moves(const char *list)
{
    for (const char *at = list;; at++) {
        at += *at == '-';
        size_t length = strcspn(at, ",");
        if (strncmp(at, MOVE_PREFIX, PREFIX_LENGTH) == 0 ||
            group_called(at, length) != NULL)
            return true;
        at += length;
        if (*at == '\0')
            return false;
    }
}

/* Writes the names of a group's heuristics with commas between them. Skips heuristics
   that @p rules do not allow. */
static void write_move_names(const struct sow_heuristic_group *group,
                             const struct sow_rules *rules, FILE *out)
{
    const char *before = "";
    for (int i = 0; i < group->count; i++) {
        if (sow_heuristic_refusal(i, rules) != NULL)
            continue;
        (void)fprintf(out, "%s%s%s", before, MOVE_PREFIX, sow_heuristic_rows[i].name);
        before = ",";
    }
}

/* Writes the names of the features in a list with commas between them. Groups are
   replaced by their features. The failure is that of sow_state_feature_list. */
static enum sow_status write_state_names(const char *list, const struct sow_rules *rules,
                                         FILE *out, struct sow_err *err)
{
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status = sow_state_feature_list(list, rules, features, &count, err);
    for (int i = 0; status == SOW_OK && i < count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",",
                      sow_state_features.rows[features[i]].name);
    return status;
}

/* Replaces the list at @p typed, which has groups, by plain names, as
   sow_fit_columns_resolve says. Fails as that does, or with SOW_NO_MEMORY; the list is
   then unchanged. */
static enum sow_status expand(char **typed, bool preference,
                              const struct sow_rules *rules, struct sow_err *err)
{
    const char *list = *typed;
    if (strcmp(list, AUTO) == 0)
        list = preference ? sow_heuristic_groups[0].name : "default";
    char *names = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&names, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    const struct sow_heuristic_group *group = group_called(list, strlen(list));
    if (group != NULL)
        write_move_names(group, rules, out);
    else if (has_word_of_moves(list))
        status =
            sow_err_set(err, SOW_USAGE,
                        "'%.60s' is not a list of heuristics of moves: name each, as "
                        "in move_h1,move_h2, or give only '%s' or '%s'",
                        list, sow_heuristic_groups[0].name, sow_heuristic_groups[1].name);
    else
        status = write_state_names(list, rules, out, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK && size > SOW_FEATURE_LIST_MAX)
        status = sow_err_set(err, SOW_USAGE, "the names of these features are too long");
    free(status == SOW_OK ? *typed : names);
    if (status == SOW_OK)
        *typed = names;
    return status;
}

enum sow_status sow_fit_columns_resolve(char **list, bool preference,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    enum sow_status status =
        is_resolved(*list) ? SOW_OK : expand(list, preference, rules, err);
    struct sow_fit_columns columns;
    if (status == SOW_OK)
        status = sow_fit_columns_read(&columns, *list, err);
    if (status == SOW_OK && columns.of_moves && !preference)
        status =
            sow_err_set(err, SOW_USAGE,
                        "'%s' is a heuristic of a move, not a feature of a position; "
                        "fit it with '--method preference'",
                        columns.names[0]);
    return status;
}

void sow_fit_columns_of_mover(struct sow_agent *agent, const int *feature,
                              const double *weight, int count, double constant)
{
    int kept[SOW_AGENT_TERMS_MAX];
    double weights[SOW_AGENT_TERMS_MAX];
    int to_move = sow_state_feature_find("to_move");
    int terms = 0;
    for (int i = 0; i < count; i++) {
        if (weight[i] == 0 || feature[i] == to_move)
            continue;
        kept[terms] = feature[i];
        weights[terms++] = weight[i];
    }
    if (terms < SOW_AGENT_TERMS_MAX && constant != 0) {
        kept[terms] = to_move;
        weights[terms++] = constant;
    }
    sow_agent_state(agent, kept, weights, terms);
    agent->of_mover = true;
}
