/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of a run's content: rows are added, digested and read in it. */
#include "store_walk.h"

#include <string.h>

/* ---- Where a row stands ---- */

/* Reads a key column of @p row into @p key: a text (only its first SOW_KEY_TEXT - 1
   bytes) or a number. The other member of @p key is "" or 0. */
static void read_key(const struct sow_field *field, const void *row, struct sow_key *key)
{
    const void *member = (const char *)row + field->offset;
    key->number = 0;
    key->text[0] = '\0';
    if (field->type == SOW_FIELD_TEXT)
        (void)snprintf(key->text, sizeof key->text, "%s", *(const char *const *)member);
    else if (field->type == SOW_FIELD_INT)
        key->number = *(const int *)member;
    else
        key->number = *(const int64_t *)member;
}

/* Compares the values of one key column in two rows: numbers by size, texts by bytes.
   Returns a number below, equal to or above 0. */
static int compare_keys(const struct sow_key *a, const struct sow_key *b)
{
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return strcmp(a->text, b->text);
}

/* Returns -1, 0 or 1 as @p a is below, equal to or above @p b. */
static int compare_numbers(int a, int b)
{
    return (a > b) - (a < b);
}

/* Returns the leading table of table @p id: rows of both alternate, and for one value of
   the first key column those of the leading table come first. Returns 0 (SOW_TABLE_RUNS)
   for a table that leads itself or alternates with none. */
static enum sow_table_id leading(enum sow_table_id id)
{
    static const enum sow_table_id LEADERS[SOW_TABLES_COUNT] = {
        [SOW_TABLE_INDIVIDUALS] = SOW_TABLE_GENERATIONS,
        [SOW_TABLE_CHOICES] = SOW_TABLE_POSITIONS,
        [SOW_TABLE_UNSOLVED] = SOW_TABLE_POSITIONS,
        [SOW_TABLE_MATCHES] = SOW_TABLE_GAMES,
        [SOW_TABLE_MATCH_PAIRS] = SOW_TABLE_GAMES,
    };
    return LEADERS[id];
}

/* Returns the leading table of table @p id; @p id itself if it leads or alternates with
   none. */
static enum sow_table_id leader_of(enum sow_table_id id)
{
    return leading(id) != 0 ? leading(id) : id;
}

/* Sets @p place to the place of @p row of table @p id in the order of content. The row
   must begin with the number of its run. */
static void find_place(enum sow_table_id id, const void *row, struct sow_row_place *place)
{
    const struct sow_table *table = &sow_tables[id];
    place->run_id = *(const int64_t *)row;
    place->id = id;
    /* The first column is the run, without which a row has no place. */
    const struct sow_field *fields = table->fields();
    int keys = sow_table_keys(table);
    for (int i = 1; i <= SOW_KEYS_MAX; i++) {
        struct sow_key *key = &place->keys[i - 1];
        if (i < keys)
            read_key(&fields[i], row, key);
        else
            *key = (struct sow_key){.number = 0};
    }
}

/* Compares two places in one run: first by leading table and first key, then by table
   and the other keys. Returns a number below, equal to or above 0. */
static int compare_places(const struct sow_row_place *a, const struct sow_row_place *b)
{
    int order = compare_numbers((int)leader_of(a->id), (int)leader_of(b->id));
    if (order == 0)
        order = compare_keys(&a->keys[0], &b->keys[0]);
    if (order == 0)
        order = compare_numbers((int)a->id, (int)b->id);
    for (int i = 1; i < SOW_KEYS_MAX && order == 0; i++)
        order = compare_keys(&a->keys[i], &b->keys[i]);
    return order;
}

enum sow_status sow_row_in_order(struct sow_store *store, enum sow_table_id id,
                                 const void *row, struct sow_err *err)
{
    struct sow_row_place place;
    find_place(id, row, &place);
    const struct sow_row_place *before = &store->latest;
    if (before->run_id != place.run_id || compare_places(before, &place) <= 0) {
        store->latest = place;
        return SOW_OK;
    }
    return sow_err_set(
        err, SOW_BAD_DATA,
        "a row of table '%s' comes too late in run %lld, after one of table '%s'; "
        "rows are added in the order of their content",
        sow_tables[id].name, (long long)place.run_id, sow_tables[before->id].name);
}

/* ---- Reading in that order ---- */

void sow_walk_begin(struct sow_walk *walk, struct sow_store *store, int64_t run_id)
{
    memset(walk, 0, sizeof *walk);
    walk->store = store;
    walk->run_id = run_id;
}

/* Returns the first table after table @p id whose leading table is @p leader;
   SOW_TABLE_RUNS, which is 0, if there is none. */
static enum sow_table_id beside(enum sow_table_id leader, enum sow_table_id id)
{
    for (int next = (int)id + 1; next < SOW_TABLES_COUNT; next++)
        if (leading((enum sow_table_id)next) == leader)
            return (enum sow_table_id)next;
    return SOW_TABLE_RUNS;
}

/* Reads the next row of a side's table into @c row. Clears @c more at the end of the
   table and after a failure. */
static enum sow_status advance(struct sow_walk_side *side, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    side->more = sow_reader_next(&side->reader, &side->row, &status, err);
    return status;
}

/* Closes the table that a side reads, opens table @p id instead and reads its first row.
   With SOW_TABLE_RUNS, which means no table, the side stays empty. */
static enum sow_status open_side(struct sow_walk *walk, struct sow_walk_side *side,
                                 enum sow_table_id id, struct sow_err *err)
{
    sow_reader_close(&side->reader);
    side->reader.statement = NULL;
    side->id = id;
    side->more = false;
    if (id == SOW_TABLE_RUNS)
        return SOW_OK;
    enum sow_status status =
        sow_reader_open(&side->reader, walk->store, id, "run_id = ?1", walk->run_id, err);
    return status == SOW_OK ? advance(side, err) : status;
}

/* Opens the next content table of a walk that leads or alternates with none, and the
   tables that alternate with it, one in each side. After the last table, all sides stay
   as they are and @c next exceeds the number of tables. */
static enum sow_status open_tables(struct sow_walk *walk, struct sow_err *err)
{
    int id = walk->next;
    while (id < SOW_TABLES_COUNT &&
           (sow_tables[id].kind != SOW_CONTENT || leading((enum sow_table_id)id) != 0))
        id++;
    walk->next = id + 1;
    enum sow_table_id leader = (enum sow_table_id)id;
    enum sow_table_id side = leader;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < SOW_WALK_SIDES && id < SOW_TABLES_COUNT && status == SOW_OK;
         i++) {
        status = open_side(walk, &walk->sides[i], side, err);
        side = side != 0 ? beside(leader, side) : side;
    }
    return status;
}

/* Returns the only side that has a row; NULL if several sides have rows, or none. */
static struct sow_walk_side *only_side(struct sow_walk *walk)
{
    struct sow_walk_side *only = NULL;
    for (int i = 0; i < SOW_WALK_SIDES; i++) {
        if (!walk->sides[i].more)
            continue;
        if (only != NULL)
            return NULL;
        only = &walk->sides[i];
    }
    return only;
}

/* Returns the side whose next row comes first in the order of content; NULL if no side
   has a row. */
static struct sow_walk_side *choose_side(struct sow_walk *walk)
{
    struct sow_walk_side *only = only_side(walk);
    if (only != NULL)
        return only;
    struct sow_walk_side *chosen = NULL;
    struct sow_row_place first;
    for (int i = 0; i < SOW_WALK_SIDES; i++) {
        struct sow_walk_side *side = &walk->sides[i];
        struct sow_row_place place;
        if (!side->more)
            continue;
        find_place(side->id, &side->row, &place);
        if (chosen == NULL || compare_places(&place, &first) < 0) {
            chosen = side;
            first = place;
        }
    }
    return chosen;
}

const union sow_any_row *sow_walk_next(struct sow_walk *walk, enum sow_table_id *id,
                                       enum sow_status *status, struct sow_err *err)
{
    if (*status == SOW_OK && walk->taken != NULL)
        *status = advance(walk->taken, err);
    walk->taken = NULL;
    struct sow_walk_side *side = choose_side(walk);
    while (*status == SOW_OK && side == NULL && walk->next < SOW_TABLES_COUNT) {
        *status = open_tables(walk, err);
        side = choose_side(walk);
    }
    if (*status != SOW_OK || side == NULL)
        return NULL;
    walk->taken = side;
    *id = side->id;
    return &side->row;
}

void sow_walk_end(struct sow_walk *walk)
{
    for (int i = 0; i < SOW_WALK_SIDES; i++)
        sow_reader_close(&walk->sides[i].reader);
}
