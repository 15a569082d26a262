/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observe.h"

#include "triangle.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* State of a pass. */
struct reader {
    const struct sow_rows *rows;     /* source of the rows */
    const struct sow_method *method; /* method of the fit */
    sow_observation_fn *take;        /* callback that receives the observations */
    void *taker;                     /* first argument of `take` */
    size_t columns;                  /* number of columns */
    bool checks;                     /* true to check numbers, targets and places */
    struct sow_census census;        /* counts of the choice sets so far */
    int64_t number;                  /* number of the row, from 1 */
    int64_t group;                   /* group of the last row; -1 before the first */
    bool open;                       /* true while a set is being collected */
    int64_t set;                     /* number of the open set, or of the last one */
    bool any_set;                    /* true after the first row of a set */
    struct sow_observation seen;     /* the open set */
    size_t capacity;                 /* number of alternatives that fit into room */
    double *room;                    /* raw, x and y of the open set */
    size_t preferred; /* number of preferred alternatives in the open set */
};

/* ---- Checks ---- */

/* Returns SOW_BAD_DATA if the target is not in the range of the method: 0 to 1 for
 * logistic, 0 or 1 for preference, anything for linear methods. */
static enum sow_status check_target(const struct reader *reader,
                                    const struct sow_row *row, struct sow_err *err)
{
    const char *target = reader->rows->columns->target;
    bool is_choice = reader->method->link == SOW_LINK_CHOICE;
    if (reader->method->link == SOW_LINK_IDENTITY)
        return SOW_OK;
    bool is_end = !(row->y > 0 || row->y < 0) || !(row->y > 1 || row->y < 1);
    if (is_choice ? is_end : row->y >= 0 && row->y <= 1)
        return SOW_OK;
    return sow_err_set(err, SOW_BAD_DATA,
                       "row %lld: target '%s' is %g; method %s needs %s",
                       (long long)reader->number, target, row->y, reader->method->name,
                       is_choice ? "1 (preferred) or 0" : "0 to 1");
}

/* Returns SOW_BAD_DATA if group or stratum is out of range, or the group is below that of
 * the row before. */
static enum sow_status check_place(const struct reader *reader, const struct sow_row *row,
                                   struct sow_err *err)
{
    long long number = (long long)reader->number;
    if (row->group < 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "row %lld: the group is %lld; number groups from 0", number,
                           (long long)row->group);
    if (row->group < reader->group)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "row %lld: group %lld comes after group %lld; sort the rows by group", number,
            (long long)row->group, (long long)reader->group);
    if (row->stratum < SOW_NO_STRATUM || row->stratum >= SOW_STRATA_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "row %lld: the stratum is %d; give %d to %d, or %d for none",
                           number, row->stratum, 0, SOW_STRATA_MAX - 1, SOW_NO_STRATUM);
    return SOW_OK;
}

/* Returns SOW_BAD_DATA with the reason if a number, the target, the group or the stratum
 * of a row is invalid; else SOW_OK. Choice sets are checked later. */
static enum sow_status check_row(const struct reader *reader, const struct sow_row *row,
                                 struct sow_err *err)
{
    enum sow_status status = sow_design_check(reader->rows->columns, reader->number,
                                              row->x, row->y, row->weight, err);
    if (status == SOW_OK)
        status = check_target(reader, row, err);
    if (status == SOW_OK)
        status = check_place(reader, row, err);
    return status;
}

/* ---- Single rows ---- */

/* Gives a single row to the callback and returns its status. Skips a row of weight 0. */
static enum sow_status take_row(struct reader *reader, const struct sow_row *row,
                                struct sow_err *err)
{
    if (row->weight <= 0)
        return SOW_OK;
    struct sow_observation seen = {.count = 1,
                                   .x = row->x,
                                   .raw = row->x,
                                   .y = &row->y,
                                   .weight = row->weight,
                                   .group = row->group,
                                   .stratum = row->stratum};
    return reader->take(reader->taker, &seen, err);
}

/* ---- Choice sets ---- */

/* Ends the open set, if there is one: counts it and gives it to the callback if it is
 * informative. Skips sets of weight 0. Returns SOW_BAD_DATA if no alternative is
 * preferred, or the status of the callback. */
static enum sow_status close_set(struct reader *reader, struct sow_err *err)
{
    if (!reader->open)
        return SOW_OK;
    reader->open = false;
    const struct sow_observation *seen = &reader->seen;
    if (reader->preferred == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "choice set %lld has no preferred alternative; "
                           "give target '%s' 1 in one row at least, or leave the set out",
                           (long long)reader->set, reader->rows->columns->target);
    if (seen->weight <= 0)
        return SOW_OK;
    bool is_single = seen->count == 1;
    bool is_all = !is_single && reader->preferred == seen->count;
    reader->census.single += is_single ? 1 : 0;
    reader->census.all_preferred += is_all ? 1 : 0;
    if (is_single || is_all)
        return SOW_OK;
    reader->census.sets++;
    reader->census.several += reader->preferred > 1 ? 1 : 0;
    return reader->take(reader->taker, seen, err);
}

/* Moves the open set to a room for twice as many alternatives, at first 16. Changes
 * nothing and returns SOW_NO_MEMORY without memory. */
static enum sow_status grow_room(struct reader *reader, struct sow_err *err)
{
    size_t columns = reader->columns;
    size_t capacity = reader->capacity > 0 ? 2 * reader->capacity : 16;
    double *room = calloc(capacity * (2 * columns + 1), sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    struct sow_observation *seen = &reader->seen;
    double *x = room + capacity * columns;
    double *y = x + capacity * columns;
    if (reader->capacity > 0) {
        memcpy(room, seen->raw, seen->count * columns * sizeof *room);
        memcpy(x, seen->x, seen->count * columns * sizeof *room);
        memcpy(y, seen->y, seen->count * sizeof *room);
    }
    free(reader->room);
    reader->room = room;
    reader->capacity = capacity;
    seen->raw = room;
    seen->x = x;
    seen->y = y;
    return SOW_OK;
}

/* Appends a row to the open set. Returns SOW_BAD_DATA if the set has SOW_SET_MAX already,
 * or SOW_NO_MEMORY; the set is then unchanged. */
static enum sow_status add_alternative(struct reader *reader, const struct sow_row *row,
                                       struct sow_err *err)
{
    struct sow_observation *seen = &reader->seen;
    size_t columns = reader->columns;
    if (seen->count == SOW_SET_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "choice set %lld has more than %d alternatives; split it",
                           (long long)row->set, SOW_SET_MAX);
    if (seen->count == reader->capacity) {
        enum sow_status status = grow_room(reader, err);
        if (status != SOW_OK)
            return status;
    }
    double *raw = reader->room + seen->count * columns;
    double *x = raw + reader->capacity * columns;
    for (size_t j = 0; j < columns; j++) {
        raw[j] = row->x[j];
        x[j] = row->x[j] - reader->room[j];
    }
    reader->room[2 * reader->capacity * columns + seen->count] = row->y;
    reader->preferred += row->y > 0 ? 1 : 0;
    seen->count++;
    return SOW_OK;
}

/* Returns SOW_BAD_DATA if a row has another group or weight than the open set, else
 * SOW_OK. */
static enum sow_status check_member(const struct reader *reader,
                                    const struct sow_row *row, struct sow_err *err)
{
    const struct sow_observation *seen = &reader->seen;
    bool same_weight = !(row->weight < seen->weight || row->weight > seen->weight);
    if (row->group == seen->group && same_weight)
        return SOW_OK;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "row %lld: choice set %lld has rows with another %s; all alternatives of a "
        "set share it",
        (long long)reader->number, (long long)row->set, same_weight ? "group" : "weight");
}

/* Closes the open set and opens an empty one with the set, weight, group and stratum of
 * @p row. Returns a status of close_set, or SOW_BAD_DATA if the number of the set is too
 * low. */
static enum sow_status open_set(struct reader *reader, const struct sow_row *row,
                                struct sow_err *err)
{
    enum sow_status status = close_set(reader, err);
    if (status != SOW_OK)
        return status;
    if (reader->any_set && row->set < reader->set)
        return sow_err_set(err, SOW_BAD_DATA,
                           "row %lld: choice set %lld comes after set %lld; "
                           "number sets upwards and keep their rows together",
                           (long long)reader->number, (long long)row->set,
                           (long long)reader->set);
    reader->open = reader->any_set = true;
    reader->set = row->set;
    reader->preferred = 0;
    reader->seen.count = 0;
    reader->seen.weight = row->weight;
    reader->seen.group = row->group;
    reader->seen.stratum = row->stratum;
    return SOW_OK;
}

/* Adds a row to its choice set: the open one, or a new one if its number differs. Fails
 * as check_member, open_set and add_alternative do. */
static enum sow_status take_alternative(struct reader *reader, const struct sow_row *row,
                                        struct sow_err *err)
{
    bool goes_on = reader->open && row->set == reader->set;
    enum sow_status status =
        goes_on ? check_member(reader, row, err) : open_set(reader, row, err);
    return status == SOW_OK ? add_alternative(reader, row, err) : status;
}

/* ---- A pass ---- */

/* Counts and takes one row of the source, and checks it if the pass checks rows; @p taker
 * is the reader. Fails as check_row and the callback do. */
static enum sow_status read_row(void *taker, const struct sow_row *row,
                                struct sow_err *err)
{
    struct reader *reader = taker;
    reader->number++;
    enum sow_status status = reader->checks ? check_row(reader, row, err) : SOW_OK;
    if (status != SOW_OK)
        return status;
    reader->group = row->group;
    return reader->method->has_sets ? take_alternative(reader, row, err)
                                    : take_row(reader, row, err);
}

enum sow_status sow_observe(const struct sow_rows *rows, const struct sow_method *method,
                            sow_observation_fn *take, void *taker,
                            struct sow_census *census, struct sow_err *err)
{
    struct reader reader = {.rows = rows,
                            .method = method,
                            .take = take,
                            .taker = taker,
                            .columns = (size_t)rows->columns->count,
                            .checks = census != NULL,
                            .group = -1};
    enum sow_status status = rows->each(rows->context, read_row, &reader, err);
    if (status == SOW_OK)
        status = close_set(&reader, err);
    if (census != NULL)
        *census = reader.census;
    free(reader.room);
    return status;
}
