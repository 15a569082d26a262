/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the suite: where they are, how they are written and read. */
#include "sow/suite/suite_file.h"

#include "sow/support/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* First words of every file of the suite. */
static const char HEAD[] = "sowlab suite ";

/* ---- Places ---- */

enum sow_status sow_suite_path(const struct sow_suite_edition *edition,
                               char path[SOW_SUITE_PATH_MAX + 1], struct sow_err *err)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    bool named = cache != NULL && cache[0] == '/';
    if (!named && (home == NULL || home[0] == '\0'))
        return sow_err_set(err, SOW_USAGE,
                           "no folder for the suite: neither XDG_CACHE_HOME nor HOME is "
                           "set; name a file with '--file'");
    int length = snprintf(path, SOW_SUITE_PATH_MAX + 1, "%s%s/sowlab/suite-%s.txt",
                          named ? cache : home, named ? "" : "/.cache", edition->name);
    return length <= SOW_SUITE_PATH_MAX
               ? SOW_OK
               : sow_err_set(err, SOW_USAGE,
                             "the path of the suite's file is too long: name a file "
                             "with '--file'");
}

/* Makes the missing folders of a file. Failures show when the file is written. */
static void make_folders(const char *path)
{
    char folder[SOW_SUITE_PATH_MAX + 1];
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *at = strchr(folder + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        (void)mkdir(folder, 0777);
        *at = '/';
    }
}

/* Reads a whole file into @p text, which the caller frees; NULL on failure. Returns
   SOW_NOT_FOUND if there is none, SOW_IO, or SOW_NO_MEMORY. A NUL in the file ends the
   text. */
static enum sow_status read_whole(const char *path, char **text, struct sow_err *err)
{
    size_t size = 0;
    ssize_t length = 0;
    *text = NULL;
    FILE *in = fopen(path, "r");
    if (in == NULL && errno == ENOENT)
        return sow_err_set(err, SOW_NOT_FOUND,
                           "there is no file '%s' of the suite: make it with 'sowlab "
                           "suite make'",
                           path);
    if (in != NULL) {
        errno = 0;
        length = getdelim(text, &size, '\0', in);
        if (length < 0 && feof(in) && !ferror(in)) {
            free(*text);
            *text = strdup("");
            length = 0;
        }
    }
    int fault = errno;
    if (in != NULL)
        (void)fclose(in);
    if (in != NULL && length >= 0)
        return *text != NULL ? SOW_OK : sow_err_no_memory(err);
    free(*text);
    *text = NULL;
    return sow_err_set(err, SOW_IO, "the suite's file '%s' cannot be read: %s", path,
                       strerror(fault));
}

/* ---- Writing ---- */

/* Writes the text @p context to a file (`sow_write_fn`). Returns SOW_IO on failure. */
static enum sow_status write_text(void *context, FILE *out, struct sow_err *err)
{
    if (fputs(context, out) >= 0 && fflush(out) == 0)
        return SOW_OK;
    return sow_err_set(err, SOW_IO, "cannot write the suite's file: %s", strerror(errno));
}

/* Returns SOW_USAGE if another file than one of the suite has this name. */
static enum sow_status refuse_other(const char *path, struct sow_err *err)
{
    char *text = NULL;
    enum sow_status status = read_whole(path, &text, err);
    bool other = status == SOW_OK && text != NULL && text[0] != '\0' &&
                 strncmp(text, HEAD, strlen(HEAD)) != 0;
    free(text);
    if (other)
        return sow_err_set(err, SOW_USAGE,
                           "'%s' is another file and no suite: remove it, or name "
                           "another file",
                           path);
    return status == SOW_NOT_FOUND ? SOW_OK : status;
}

enum sow_status sow_suite_make(const struct sow_suite_edition *edition, const char *path,
                               const struct sow_context *with, struct sow_err *err)
{
    char usual[SOW_SUITE_PATH_MAX + 1];
    char *text = NULL;
    enum sow_status status =
        path[0] == '\0' ? sow_suite_path(edition, usual, err) : SOW_OK;
    struct sow_whole_file file = {.path = path[0] == '\0' ? usual : path,
                                  .replace = true};
    if (status == SOW_OK)
        status = refuse_other(file.path, err);
    if (status == SOW_OK)
        status = sow_suite_text(edition, with, &text, err);
    if (status == SOW_OK && path[0] == '\0')
        make_folders(usual);
    if (status == SOW_OK)
        status = sow_whole_file_write(&file, write_text, text, err);
    free(text);
    return status;
}

/* ---- Reading ---- */

/* Sets the error for a line that is not of the form and returns SOW_BAD_DATA. */
static enum sow_status refuse_line(const char *line, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "the line '%.80s' of the suite is malformed: make the file again "
                       "with 'sowlab suite make'",
                       line);
}

/* Makes room for one more item of @p size bytes, all zeros, behind @p count items at @p
   items. Returns its address, or NULL without memory. */
static void *append(void **items, size_t *count, size_t size)
{
    void *grown = reallocarray(*items, *count + 1, size);
    if (grown == NULL)
        return NULL;
    *items = grown;
    void *item = (char *)grown + (*count)++ * size;
    return memset(item, 0, size);
}

/* Reads the moves of an opening into the place. Returns SOW_BAD_DATA or
   SOW_NO_MEMORY. */
static enum sow_status read_opening(struct sow_suite_place *place, char *words,
                                    struct sow_err *err)
{
    void *items = place->openings;
    struct sow_suite_opening *opening =
        append(&items, &place->opening_count, sizeof *place->openings);
    place->openings = items;
    if (opening == NULL)
        return sow_err_no_memory(err);
    char *word;
    while ((word = strsep(&words, " ")) != NULL) {
        int move = sow_move_parse(&place->variant.rules, word);
        if (move < 0 || opening->count == SOW_SUITE_PLIES)
            return refuse_line(word, err);
        opening->moves[opening->count++] = move;
    }
    return SOW_OK;
}

/* Reads a position and the values of its moves into the place. Returns SOW_BAD_DATA or
   SOW_NO_MEMORY. */
static enum sow_status read_position(struct sow_suite_place *place, char *words,
                                     struct sow_err *err)
{
    const struct sow_rules *rules = &place->variant.rules;
    void *items = place->positions;
    struct sow_suite_position *position =
        append(&items, &place->position_count, sizeof *place->positions);
    place->positions = items;
    if (position == NULL)
        return sow_err_no_memory(err);
    const char *board = strsep(&words, " ");
    enum sow_status status = sow_board_parse(
        board, rules->pits, (enum sow_direction)rules->direction, &position->board, err);
    const char *word;
    while (status == SOW_OK && (word = strsep(&words, " ")) != NULL) {
        if (position->count == SOW_MOVES_MAX)
            return refuse_line(word, err);
        position->values[position->count++] = (int)strtol(word, NULL, 10);
    }
    return status;
}

/* Reads a line `opening ..` or `position ..` into the place. Returns SOW_BAD_DATA for
   another one. */
static enum sow_status read_item(struct sow_suite_place *place, char *line,
                                 struct sow_err *err)
{
    char *words = line;
    const char *kind = strsep(&words, " ");
    if (words != NULL && strcmp(kind, "opening") == 0)
        return read_opening(place, words, err);
    if (words != NULL && strcmp(kind, "position") == 0)
        return read_position(place, words, err);
    return refuse_line(line, err);
}

/* Reads the name and the rules of a place, from behind the `[` of its first line, and
   moves @p at to its first opening. Returns SOW_BAD_DATA or an error of the rules. */
static enum sow_status read_rules(char **at, struct sow_suite_place *place,
                                  struct sow_err *err)
{
    char *name = strsep(at, "]");
    char *rules = *at;
    char *end = rules != NULL ? strstr(rules, "\nopening ") : NULL;
    if (end == NULL || strlen(name) > SOW_VARIANT_NAME_MAX)
        return refuse_line(name, err);
    *end = '\0';
    *at = end + 1;
    enum sow_status status = sow_variant_read_text(rules, name, &place->variant, err);
    (void)snprintf(place->variant.name, sizeof place->variant.name, "%s", name);
    return status;
}

/* Reads all places of a text, which is cut into lines. Returns the first failure. */
static enum sow_status read_places(struct sow_suite *suite, char *at, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    (void)strsep(&at, "\n"); /* the line with the name */
    while (at != NULL && *at != '\0' && status == SOW_OK) {
        void *items = suite->places;
        struct sow_suite_place *place =
            append(&items, &suite->count, sizeof *suite->places);
        suite->places = items;
        if (place == NULL)
            return sow_err_no_memory(err);
        if (*at != '[')
            return refuse_line(at, err);
        at++;
        status = read_rules(&at, place, err);
        while (status == SOW_OK && at != NULL && *at != '\0' && *at != '[')
            status = read_item(place, strsep(&at, "\n"), err);
    }
    for (size_t i = 0; i < suite->count; i++)
        suite->places[i].unseen = i + suite->edition->unseen_count >= suite->count;
    return status;
}

enum sow_status sow_suite_read(const struct sow_suite_edition *edition, const char *text,
                               struct sow_suite *suite, struct sow_err *err)
{
    char *copy = strdup(text);
    *suite = (struct sow_suite){.edition = edition};
    if (copy == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = read_places(suite, copy, err);
    free(copy);
    if (status != SOW_OK)
        sow_suite_release(suite);
    return status;
}

enum sow_status sow_suite_load(const struct sow_suite_edition *edition, const char *path,
                               struct sow_suite *suite, struct sow_err *err)
{
    char usual[SOW_SUITE_PATH_MAX + 1];
    char *text = NULL;
    *suite = (struct sow_suite){.count = 0};
    enum sow_status status =
        path[0] == '\0' ? sow_suite_path(edition, usual, err) : SOW_OK;
    path = path[0] == '\0' ? usual : path;
    if (status == SOW_OK)
        status = read_whole(path, &text, err);
    if (status == SOW_OK && text != NULL)
        status = sow_suite_check(edition, text, path, err);
    if (status == SOW_OK && text != NULL)
        status = sow_suite_read(edition, text, suite, err);
    free(text);
    return status;
}

void sow_suite_release(struct sow_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->places[i].openings);
        free(suite->places[i].positions);
    }
    free(suite->places);
    *suite = (struct sow_suite){.count = 0};
}
