/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roles of the columns of a file to import: their names, the column map, and the
   columns that are missing or idle. */
#include "sow/fitting/import_columns.h"

#include "sow/base/text.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const char *const sow_import_formats[] = {"positions", "maia", NULL};

#define AT(member) offsetof(struct sow_import_columns, member)

/* Numbering of the pits in a family of roles. SINGLE is one role without a number. Pit 1
   is its owner's leftmost one with FROM_LEFT, and next to the store with FROM_STORE. */
enum numbering { SINGLE, FROM_LEFT, FROM_STORE };

/* Conditions under which a file needs the column (is_used, is_needed). A column that the
   map names is always needed. */
enum need {
    OPTIONAL,            /* never */
    NEEDED,              /* always */
    INSTEAD_OF_POSITION, /* without a column of positions */
    NEEDED_MARGIN,       /* for positions, unless results are labels */
    NEEDED_RESULT,       /* for positions with results as labels and without margins */
    NEEDED_LABEL,        /* for positions without outcomes */
    NEEDED_CHOICE,       /* if choices alone are stored */
    TOGETHER             /* as NEEDED_CHOICE, and if the file has another of the family */
};

/* A role, or a family of them. */
struct family {
    const char *prefix; /* text before the number; NULL at the end of a list */
    const char *suffix; /* text behind the number */
    size_t offset;      /* offset of the first column in struct sow_import_columns */
    enum numbering numbering;
    enum need need;
};

/* Roles of the format "positions". */
static const struct family POSITIONS[] = {
    {"position", "", AT(position), SINGLE, OPTIONAL},
    {"s", "", AT(pit[0]), FROM_LEFT, INSTEAD_OF_POSITION},
    {"south_store", "", AT(store[0]), SINGLE, INSTEAD_OF_POSITION},
    {"n", "", AT(pit[1]), FROM_LEFT, INSTEAD_OF_POSITION},
    {"north_store", "", AT(store[1]), SINGLE, INSTEAD_OF_POSITION},
    {"side", "", AT(side), SINGLE, OPTIONAL},
    {"viewpoint", "", AT(viewpoint), SINGLE, OPTIONAL},
    {"margin", "", AT(margin), SINGLE, NEEDED_MARGIN},
    {"result", "", AT(result), SINGLE, NEEDED_RESULT},
    {"label", "", AT(searched), SINGLE, NEEDED_LABEL},
    {"moves", "", AT(moves), SINGLE, NEEDED_CHOICE},
    {"game", "", AT(game), SINGLE, OPTIONAL},
    {"ply", "", AT(ply), SINGLE, OPTIONAL},
    {NULL, NULL, 0, SINGLE, OPTIONAL},
};

/* Roles of the format "maia". */
static const struct family MAIA[] = {
    {"pit_", "", AT(pit[0]), FROM_STORE, NEEDED},
    {"score", "", AT(store[0]), SINGLE, NEEDED},
    {"pit_", "o", AT(pit[1]), FROM_STORE, NEEDED},
    {"score_o", "", AT(store[1]), SINGLE, NEEDED},
    {"optimal_", "", AT(optimal), FROM_STORE, TOGETHER},
    {"game_val", "", AT(margin), SINGLE, NEEDED_MARGIN},
    {"label", "", AT(searched), SINGLE, NEEDED_LABEL},
    {"game", "", AT(game), SINGLE, OPTIONAL},
    {"ply", "", AT(ply), SINGLE, OPTIONAL},
    {NULL, NULL, 0, SINGLE, OPTIONAL},
};

static const struct family *const FORMATS[] = {
    [SOW_IMPORT_POSITIONS] = POSITIONS,
    [SOW_IMPORT_MAIA] = MAIA,
};

/* Sizes of names, with a NUL, and most roles of a format. */
enum { ROLE_NAME_MAX = 16, ROLES_MAX = 3 * SOW_MAX_PITS + 16, COLUMN_NAME_MAX = 128 };

/* A role, and the column to look for. */
struct role {
    char name[ROLE_NAME_MAX];
    char column[COLUMN_NAME_MAX]; /* name of the column in the file */
    bool mapped;                  /* true if the map has this role */
    enum need need;               /* condition under which a file needs its column */
    int *place;                   /* column number, in struct sow_import_columns */
};

/* Roles of a format, each with the column that a file needs for it. */
struct roles {
    const struct sow_import_shape *shape;
    struct role role[ROLES_MAX];
    int count;
    bool by_pits; /* true if the file has columns of pits, and none of positions */
};

/* ---- The roles of a format ---- */

/* Adds one role of a family, with @p number in its name if it has several. Its column has
   the name of the role until the map gives another. Sets its column number @p place to
   -1. */
static void add_role(struct roles *roles, const struct family *family, int number,
                     int *place)
{
    assert(roles->count < ROLES_MAX);
    struct role *role = &roles->role[roles->count++];
    *role = (struct role){.need = family->need, .place = place};
    if (family->numbering == SINGLE)
        (void)snprintf(role->name, sizeof role->name, "%s", family->prefix);
    else
        (void)snprintf(role->name, sizeof role->name, "%s%d%s", family->prefix, number,
                       family->suffix);
    memcpy(role->column, role->name, sizeof role->name);
    *place = -1;
}

/* Adds the role of a family, or one role for each pit of the rules' board. The roles
   write their column numbers to @p columns. */
static void add_family(struct roles *roles, const struct family *family,
                       struct sow_import_columns *columns)
{
    const struct sow_rules *rules = roles->shape->rules;
    int *places = (int *)(void *)((char *)columns + family->offset);
    if (family->numbering == SINGLE) {
        add_role(roles, family, 0, places);
        return;
    }
    for (int pit = 0; pit < rules->pits; pit++) {
        int from_left =
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit);
        bool left = family->numbering == FROM_LEFT;
        add_role(roles, family, left ? from_left : rules->pits - pit, &places[pit]);
    }
}

/* Sets all column numbers to -1, and both flags to false. */
static void clear_columns(struct sow_import_columns *columns)
{
    *columns = (struct sow_import_columns){.position = -1,
                                           .side = -1,
                                           .viewpoint = -1,
                                           .store = {-1, -1},
                                           .margin = -1,
                                           .result = -1,
                                           .searched = -1,
                                           .moves = -1,
                                           .game = -1,
                                           .ply = -1};
    for (int pit = 0; pit < SOW_MAX_PITS; pit++) {
        columns->pit[0][pit] = -1;
        columns->pit[1][pit] = -1;
        columns->optimal[pit] = -1;
    }
}

/* ---- The map ---- */

/* Sets the error that a name of the column map is not a role, with the most similar
   role as advice. Returns SOW_USAGE. */
static enum sow_status unknown_role(const struct roles *roles, const char *name,
                                    struct sow_err *err)
{
    char hint[64];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (int i = 0; i < roles->count; i++)
        sow_nearest_offer(&nearest, roles->role[i].name);
    return sow_err_set(
        err, SOW_USAGE,
        "'%s' in the column map is not a role of --format %s with --outcome %s%s", name,
        sow_import_formats[roles->shape->format], sow_dataset_labels[roles->shape->label],
        sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Returns the role called @p name, NULL if there is none. */
static struct role *find_role(struct roles *roles, const char *name)
{
    for (int i = 0; i < roles->count; i++)
        if (strcmp(roles->role[i].name, name) == 0)
            return &roles->role[i];
    return NULL;
}

/* Gives a role the name of its column. Fails with SOW_USAGE for an unknown role, and
   for one that the map has already. */
static enum sow_status map_role(struct roles *roles, const char *name, const char *column,
                                struct sow_err *err)
{
    struct role *role = find_role(roles, name);
    if (role == NULL)
        return unknown_role(roles, name, err);
    if (role->mapped)
        return sow_err_set(err, SOW_USAGE, "'%s' is in the column map twice", name);
    role->mapped = true;
    (void)snprintf(role->column, sizeof role->column, "%s", column);
    return SOW_OK;
}

/* Reads one "role=column" of @p length bytes from the column map. Fails with SOW_USAGE
   if it is not of this form or too long, else as map_role. */
static enum sow_status read_pair(struct roles *roles, const char *pair, size_t length,
                                 struct sow_err *err)
{
    char name[2 * COLUMN_NAME_MAX];
    if (length >= sizeof name)
        return sow_err_set(err, SOW_USAGE, "'%.40s...' in the column map is too long",
                           pair);
    memcpy(name, pair, length);
    name[length] = '\0';
    char *column = strchr(name, '=');
    if (column == NULL || column == name || column[1] == '\0' ||
        strlen(column + 1) >= COLUMN_NAME_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "'%.60s' in the column map is not of the form ROLE=COLUMN",
                           name);
    *column++ = '\0';
    return map_role(roles, name, column, err);
}

/* Reads the column map "role=column,role=column"; "" changes nothing. Fails as
   read_pair. */
static enum sow_status read_map(struct roles *roles, struct sow_err *err)
{
    const char *at = roles->shape->map;
    enum sow_status status = SOW_OK;
    while (*at != '\0' && status == SOW_OK) {
        size_t length = strcspn(at, ",");
        status = read_pair(roles, at, length, err);
        at += length;
        at += *at == ',';
    }
    return status;
}

/* ---- The file ---- */

/* Returns true if the rows to make have a use for a role. Outcomes and labels belong to
   positions, and moves to choices. A label by search is used only if the map names it or
   there are no outcomes. */
static bool is_used(const struct roles *roles, const struct role *role)
{
    enum sow_dataset_record record = roles->shape->record;
    bool no_outcome = roles->shape->label == SOW_LABEL_NONE;
    if (role->need == NEEDED_MARGIN || role->need == NEEDED_RESULT)
        return record != SOW_RECORD_CHOICES && !no_outcome;
    /* A file may have had an idle column of this name before there were such labels. */
    if (role->need == NEEDED_LABEL)
        return record != SOW_RECORD_CHOICES && (role->mapped || no_outcome);
    if (role->need == NEEDED_CHOICE || role->need == TOGETHER)
        return record != SOW_RECORD_POSITIONS;
    return true;
}

/* Returns true if the file has a column of at least one role with this need. */
static bool has_some(const struct roles *roles, enum need need)
{
    for (int i = 0; i < roles->count; i++)
        if (roles->role[i].need == need && *roles->role[i].place >= 0)
            return true;
    return false;
}

/* Returns true if labels are results in the format "positions". A margin may replace a
   column of results then. */
static bool wants_result(const struct roles *roles)
{
    return roles->shape->label == SOW_LABEL_RESULT &&
           roles->shape->format == SOW_IMPORT_POSITIONS;
}

/* Returns true if the file needs the column of a role. @p some is true if it has another
   column of the same family. */
static bool is_needed(const struct roles *roles, const struct role *role, bool some)
{
    bool choices = roles->shape->record == SOW_RECORD_CHOICES;
    switch (role->need) {
    case OPTIONAL:
        return role->mapped;
    case NEEDED:
    case NEEDED_LABEL:
        return true;
    case NEEDED_MARGIN:
        return role->mapped || !wants_result(roles);
    case NEEDED_RESULT:
        return role->mapped || (wants_result(roles) && !has_some(roles, NEEDED_MARGIN));
    case INSTEAD_OF_POSITION:
        return role->mapped || roles->by_pits;
    case NEEDED_CHOICE:
        return role->mapped || choices;
    case TOGETHER:
        return role->mapped || choices || some;
    }
    return false;
}

/* Adds a name to a list separated by commas. If the list has no room for it, the list
   ends with "...". */
static void list_name(char *list, size_t size, const char *name)
{
    size_t length = strlen(list);
    const char *comma = length == 0 ? "" : ", ";
    if (length + strlen(comma) + strlen(name) + 5 < size)
        (void)snprintf(list + length, size - length, "%s%s", comma, name);
    else if (length >= 3 && strcmp(list + length - 3, "...") != 0)
        (void)snprintf(list + length, size - length, ", ...");
}

/* Sets the error that the file lacks the columns @p missing, with the columns that it
   has. Returns SOW_BAD_DATA. */
static enum sow_status missing_columns(const char *missing, const struct sow_csv *csv,
                                       struct sow_err *err)
{
    char present[220] = "";
    for (int i = 0; i < sow_csv_columns(csv); i++)
        list_name(present, sizeof present, sow_csv_name(csv, i));
    (void)sow_err_set(
        err, SOW_BAD_DATA,
        "the file has no column %s; it has: %s (--columns ROLE=COLUMN says which column is which)",
        missing, present);
    return sow_csv_blame(csv, err);
}

/* Adds the columns that are needed and missing to the list @p missing, which has @p size
   bytes. */
static void list_missing(const struct roles *roles, char *missing, size_t size)
{
    bool some = has_some(roles, TOGETHER);
    for (int i = 0; i < roles->count; i++) {
        const struct role *role = &roles->role[i];
        if (is_used(roles, role) && *role->place < 0 && is_needed(roles, role, some))
            list_name(missing, size, role->column);
    }
}

/* Checks that the file has all columns that are needed, after the columns of all used
   roles were found. Sets `by_pits` if columns of pits replace the position. Fails with
   SOW_BAD_DATA, with the missing columns. */
static enum sow_status require_columns(struct roles *roles, const struct sow_csv *csv,
                                       struct sow_err *err)
{
    char missing[140] = "";
    const struct role *position = find_role(roles, "position");
    bool no_position = position != NULL && *position->place < 0;
    roles->by_pits = no_position && has_some(roles, INSTEAD_OF_POSITION);
    /* The single name "position" is clearer than all columns that could replace it. */
    if (no_position && !roles->by_pits && !position->mapped)
        list_name(missing, sizeof missing, position->column);
    list_missing(roles, missing, sizeof missing);
    return missing[0] == '\0' ? SOW_OK : missing_columns(missing, csv, err);
}

/* Checks that the format fits the rules. Fails with SOW_USAGE for maia with clockwise
   sowing. */
static enum sow_status require_rules(const struct sow_import_shape *shape,
                                     struct sow_err *err)
{
    if (shape->format != SOW_IMPORT_MAIA ||
        shape->rules->direction == SOW_COUNTER_CLOCKWISE)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "the format 'maia' is for counter-clockwise sowing, and this "
                       "variant is sown clockwise: use --format positions");
}

/* Finds the column of each used role, and sets has_label and has_choices of @p columns.
   Fails as require_columns. */
static enum sow_status find_columns(struct roles *roles, const struct sow_csv *csv,
                                    struct sow_import_columns *columns,
                                    struct sow_err *err)
{
    for (int i = 0; i < roles->count; i++)
        if (is_used(roles, &roles->role[i]))
            *roles->role[i].place = sow_csv_find(csv, roles->role[i].column);
    enum sow_status status = require_columns(roles, csv, err);
    columns->has_label =
        columns->margin >= 0 || columns->result >= 0 || columns->searched >= 0;
    columns->has_choices = columns->moves >= 0 || columns->optimal[0] >= 0;
    return status;
}

enum sow_status sow_import_columns_find(const struct sow_import_shape *shape,
                                        const struct sow_csv *csv,
                                        struct sow_import_columns *columns,
                                        struct sow_err *err)
{
    struct roles roles = {.shape = shape};
    clear_columns(columns);
    enum sow_status status = require_rules(shape, err);
    const struct family *family = FORMATS[shape->format];
    for (; family->prefix != NULL; family++)
        add_family(&roles, family, columns);
    if (status == SOW_OK)
        status = read_map(&roles, err);
    return status == SOW_OK ? find_columns(&roles, csv, columns, err) : status;
}

/* ---- Columns without a role ---- */

/* Returns true if @p column is one of @p count column numbers. */
static bool is_among(const int *places, size_t count, int column)
{
    for (size_t i = 0; i < count; i++)
        if (places[i] == column)
            return true;
    return false;
}

/* Returns true if some role has column number @p column. */
static bool has_role(const struct sow_import_columns *columns, int column)
{
    const int singles[] = {columns->position, columns->side,     columns->viewpoint,
                           columns->store[0], columns->store[1], columns->margin,
                           columns->result,   columns->searched, columns->moves,
                           columns->game,     columns->ply};
    return is_among(singles, sizeof singles / sizeof singles[0], column) ||
           is_among(columns->pit[0], SOW_MAX_PITS, column) ||
           is_among(columns->pit[1], SOW_MAX_PITS, column) ||
           is_among(columns->optimal, SOW_MAX_PITS, column);
}

int sow_import_columns_idle(const struct sow_import_columns *columns,
                            const struct sow_csv *csv, char *names, size_t size)
{
    int count = 0;
    names[0] = '\0';
    for (int i = 0; i < sow_csv_columns(csv); i++) {
        if (has_role(columns, i))
            continue;
        list_name(names, size, sow_csv_name(csv, i));
        count++;
    }
    return count;
}
