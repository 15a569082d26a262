/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/start_set.h"

#include "sow/base/embedded.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/game/game.h"
#include "sow/game/moves.h"
#include "sow/variants/variant.h"
#include "text_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Files of variants/starts, which the build embeds. */
extern const struct sow_embedded sow_start_set_files[];

/* Published set of start positions. */
struct start_set {
    const char *name;    /* name of the file in variants/starts, without extension */
    const char *variant; /* built-in variant for whose rules the positions were made */
};

/* All published sets. The last row has a NULL name. */
static const struct start_set SETS[] = {
    {"fairkalah", "kalah"}, /* 254 fair boards by T. W. Neller and T. C. Neller */
    {NULL, NULL},
};

/* --- positions --- */

/* Returns the bytes of the first line without its end, LF or CR LF. */
static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    return length > 0 && text[length - 1] == '\r' ? length - 1 : length;
}

/* Returns the first line, at or after @p text, that has a position: one that is neither a
   comment nor empty. Returns NULL if there is none. */
static const char *find_position(const char *text)
{
    while (*text == '#' || (*text != '\0' && line_length(text) == 0)) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return *text != '\0' ? text : NULL;
}

/* Returns the number of lines with a position: all but comments and empty lines. */
static size_t count_positions(const char *text)
{
    size_t count = 0;
    while ((text = find_position(text)) != NULL) {
        text += strcspn(text, "\n");
        count++;
    }
    return count;
}

/* Reads the first line of @p line as a position into @p board. Returns SOW_BAD_DATA if it
   is not a position of these rules, or if its side to move has no legal move. */
static enum sow_status read_position(const char *line, const struct sow_rules *rules,
                                     struct sow_board *board, struct sow_err *err)
{
    char text[SOW_POSITION_MAX];
    struct sow_game game;
    (void)snprintf(text, sizeof text, "%.*s", (int)line_length(line), line);
    enum sow_status status = sow_board_parse(
        text, rules->pits, (enum sow_direction)rules->direction, board, err);
    if (status != SOW_OK)
        return status;
    sow_game_init(&game, rules, board);
    if (game.ended || sow_legal(rules, board) == 0)
        return sow_err_set(err, SOW_BAD_DATA, "in '%s' the game is over", text);
    return SOW_OK;
}

/* Reads starts->count positions, which @p text must have, into starts->boards, which has
   room for them. Sets `resized`. @p line is the number of the first line of @p text, for
   messages. Returns SOW_BAD_DATA with the line of the first bad position. */
static enum sow_status read_positions(const char *text, int line,
                                      const struct sow_rules *rules,
                                      struct sow_starts *starts, struct sow_err *err)
{
    const char *counted = text;
    const char *at = text;
    for (size_t i = 0; i < starts->count; i++) {
        struct sow_err fault;
        at = find_position(at);
        for (; counted < at; counted++)
            line += *counted == '\n';
        enum sow_status status = read_position(at, rules, &starts->boards[i], &fault);
        if (status != SOW_OK)
            return sow_err_set(err, SOW_BAD_DATA, "line %d of the start positions: %s",
                               line, fault.text);
        starts->resized |=
            sow_board_seeds(&starts->boards[i]) != sow_board_seeds(&rules->start);
        at += strcspn(at, "\n");
    }
    return SOW_OK;
}

void sow_starts_release(struct sow_starts *starts)
{
    free(starts->boards);
    *starts = (struct sow_starts){.boards = NULL};
}

/* Reads a text with positions and comments into @p starts, which the caller releases.
   @p line is the number of its first line. Returns SOW_OK, SOW_NO_MEMORY, or SOW_BAD_DATA
   for a bad position and for a text without positions. On failure, there is nothing to
   release. */
static enum sow_status load(const char *text, int line, const struct sow_rules *rules,
                            struct sow_starts *starts, struct sow_err *err)
{
    *starts = (struct sow_starts){.count = count_positions(text)};
    if (starts->count == 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "there are no start positions: write one a line, such as "
                           "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s");
    starts->boards = calloc(starts->count, sizeof *starts->boards);
    if (starts->boards == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = read_positions(text, line, rules, starts, err);
    if (status != SOW_OK)
        sow_starts_release(starts);
    return status;
}

enum sow_status sow_starts_load(const char *text, const struct sow_rules *rules,
                                struct sow_starts *starts, struct sow_err *err)
{
    *starts = (struct sow_starts){.boards = NULL};
    if (text == NULL || text[0] == '\0')
        return SOW_OK;
    const char *first = strchr(text, '\n');
    if (first == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%.60s' is not a record of start "
                           "positions",
                           text);
    return load(first + 1, 1, rules, starts, err);
}

/* --- sources of positions --- */

/* Returns true if a rule affects the standard start only. */
static bool is_about_start(const char *rule)
{
    return strcmp(rule, "start") == 0 || strcmp(rule, "seeds_per_pit") == 0;
}

/* Returns SOW_USAGE if @p rules differ from those of the set's variant in more than the
   start. May fail as sow_variant_builtin does. */
static enum sow_status require_rules(const struct start_set *set,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_variant_builtin(set->variant, &variant, err);
    for (size_t i = 0; i < sow_rules_table.count && status == SOW_OK; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        if (!is_about_start(rule->name) && !sow_param_equal(rule, rules, &variant.rules))
            status = sow_err_set(
                err, SOW_USAGE,
                "the start positions '%s' are for the rules of '%s', and here '%s' "
                "differs: choose --variant %s or other starts",
                set->name, set->variant, rule->name, set->variant);
    }
    return status;
}

/* Returns the text of a set, a static text: its file is built into the program. */
static const char *text_of(const struct start_set *set)
{
    const struct sow_embedded *file = sow_start_set_files;
    while (file->name != NULL && strcmp(file->name, set->name) != 0)
        file++;
    assert(file->name != NULL);
    return file->text;
}

/* Finds a published set by its name in any case. Returns NULL if there is none. */
static const struct start_set *find_set(const char *name)
{
    const struct start_set *set = SETS;
    while (set->name != NULL && !sow_text_same(set->name, name))
        set++;
    return set->name != NULL ? set : NULL;
}

/* Reports an unknown name of start positions, with the closest known one. Always returns
   SOW_USAGE. */
static enum sow_status unknown(const char *name, struct sow_err *err)
{
    struct sow_nearest nearest;
    char hint[96];
    sow_nearest_init(&nearest, name);
    for (const struct start_set *set = SETS; set->name != NULL; set++)
        sow_nearest_offer(&nearest, set->name);
    return sow_err_set(
        err, SOW_USAGE,
        "no start positions are called '%.100s'%s (name a set such as fairkalah, a "
        "file of positions, or random:PLIES)",
        name, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Returns the stored form: the name, and the positions without comments. The caller frees
   it; NULL without memory. */
static char *write_record(const char *name, const char *text)
{
    char *record = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&record, &size);
    if (out == NULL)
        return NULL;
    (void)fprintf(out, "%s\n", name);
    while ((text = find_position(text)) != NULL) {
        (void)fprintf(out, "%.*s\n", (int)line_length(text), text);
        text += strcspn(text, "\n");
    }
    if (fclose(out) == 0)
        return record;
    free(record);
    return NULL;
}

/* Replaces the name by the stored form of the positions in @p text. The form keeps the
   name without its folders. On failure, returns SOW_BAD_DATA or SOW_NO_MEMORY and leaves
   the name. */
static enum sow_status take_file(char **name, const char *text,
                                 const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_starts starts;
    const char *folders = strrchr(*name, '/');
    enum sow_status status = load(text, 1, rules, &starts, err);
    if (status != SOW_OK)
        return err == NULL ? status : sow_err_prefix(err, "'%.100s'", *name);
    sow_starts_release(&starts);
    char *record = write_record(folders != NULL ? folders + 1 : *name, text);
    if (record == NULL)
        return sow_err_no_memory(err);
    free(*name);
    *name = record;
    return SOW_OK;
}

enum sow_status sow_starts_resolve(char **text, const struct sow_rules *rules,
                                   struct sow_err *err)
{
    if (*text == NULL || (*text)[0] == '\0' || strchr(*text, '\n') != NULL)
        return SOW_OK;
    const struct start_set *set = find_set(*text);
    if (set == NULL && !sow_is_path(*text))
        return unknown(*text, err);
    char *file = NULL;
    enum sow_status status =
        set != NULL ? require_rules(set, rules, err)
                    : sow_text_file_read(*text, "file of start positions", &file, err);
    if (status == SOW_OK)
        status = take_file(text, set != NULL ? text_of(set) : file, rules, err);
    free(file);
    return status;
}

/* --- positions near the standard start --- */

/* Numbers of places (pits and stores), and of ways to move one seed. */
enum { PLACES = 2 * (SOW_MAX_PITS + 1), WAYS = PLACES * (PLACES - 1) };

/* Returns the address of the count at a place. Places are numbered from 0 by rows:
   south's pits and store, then north's. */
static uint8_t *count_at(struct sow_board *board, int pits, int place)
{
    int seat = place / (pits + 1);
    int at = place % (pits + 1);
    return at == pits ? &board->store[seat] : &board->pit[seat][at];
}

/* Adds to @p starts all positions that differ from @p from by one seed, moved from a pit
   or store into another. The caller gives room for WAYS more; positions may occur
   twice. */
static void add_moved(struct sow_starts *starts, struct sow_board from, int pits)
{
    int places = 2 * (pits + 1);
    for (int taken = 0; taken < places; taken++)
        for (int put = 0; put < places; put++) {
            struct sow_board board = from;
            if (*count_at(&board, pits, taken) == 0 || put == taken)
                continue;
            --*count_at(&board, pits, taken);
            ++*count_at(&board, pits, put);
            starts->boards[starts->count++] = board;
        }
}

/* Compares two boards byte by byte, for qsort. */
static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct sow_board));
}

/* Sorts the positions by their bytes and keeps each once. */
static void drop_twins(struct sow_starts *starts)
{
    size_t kept = 0;
    qsort(starts->boards, starts->count, sizeof *starts->boards, compare_boards);
    for (size_t i = 0; i < starts->count; i++)
        if (kept == 0 ||
            compare_boards(&starts->boards[i], &starts->boards[kept - 1]) != 0)
            starts->boards[kept++] = starts->boards[i];
    starts->count = kept;
}

/* Removes positions in which the side to move has no legal move. The others keep their
   order. */
static void drop_ended(struct sow_starts *starts, const struct sow_rules *rules)
{
    size_t kept = 0;
    for (size_t i = 0; i < starts->count; i++)
        if (sow_legal(rules, &starts->boards[i]) != 0)
            starts->boards[kept++] = starts->boards[i];
    starts->count = kept;
}

enum sow_status sow_starts_near(const struct sow_rules *rules, int moved,
                                struct sow_starts *starts, struct sow_err *err)
{
    assert(moved >= 0 && moved <= SOW_STARTS_MOVED_MAX);
    size_t room = 1;
    for (int step = 0; step < moved; step++)
        room *= WAYS + 1;
    *starts = (struct sow_starts){.boards = calloc(room, sizeof *starts->boards)};
    if (starts->boards == NULL)
        return sow_err_no_memory(err);
    starts->boards[starts->count++] = rules->start;
    for (int step = 0; step < moved; step++) {
        size_t before = starts->count;
        for (size_t i = 0; i < before; i++)
            add_moved(starts, starts->boards[i], rules->pits);
        drop_twins(starts);
    }
    drop_ended(starts, rules);
    return SOW_OK;
}
