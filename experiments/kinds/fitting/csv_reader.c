/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader finds the lines itself, and libcsv splits each line into fields. So every
   message has the right line number, and a file without line ends needs no memory. */
#include "sow/fitting/csv_reader.h"

#include <csv.h>
#include <errno.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct sow_csv {
    FILE *in;
    char *path;  /* owned, for messages */
    char *names; /* names of all columns, one after the other, each with a NUL; owned */
    struct csv_parser parser;
    struct sha256_ctx sha;        /* hash of the bytes read so far */
    char sha256[SOW_SHA256_TEXT]; /* "" until the end of the file */
    uint64_t line;                /* number of the line read last, from 1 */
    size_t begin;                 /* start of the unread bytes in the room */
    size_t end;                   /* end of these bytes */
    bool at_end;                  /* true at the end of the file */
    bool torn;                    /* true if a record ended inside the line */
    int columns;                  /* number of fields in the first record; 0 before it */
    int count;   /* number of fields in this record; may be one more than fit */
    size_t used; /* number of bytes of the text in use */
    const char *name[SOW_CSV_FIELDS_MAX];  /* by column, in `names` */
    const char *field[SOW_CSV_FIELDS_MAX]; /* by column, in `text` */
    char text[SOW_CSV_LINE_MAX + 2];       /* texts of the fields, each with a NUL */
    char room[2 * SOW_CSV_LINE_MAX];       /* bytes read from the file */
};

/* ---- Lines ---- */

enum sow_status sow_csv_blame(const struct sow_csv *csv, struct sow_err *err)
{
    return sow_err_prefix(err, "%s:%llu", csv->path, (unsigned long long)csv->line);
}

/* Sets the error `FILE:LINE: FAULT` for the line that was read last, and returns
   SOW_BAD_DATA. */
static enum sow_status refuse_line(const struct sow_csv *csv, const char *fault,
                                   struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA, "%s:%llu: %s", csv->path,
                       (unsigned long long)csv->line, fault);
}

/* Moves the unread bytes to the start of csv->room, and reads and hashes more behind
   them. Sets `at_end` if the file has no more. Fails with SOW_IO. */
static enum sow_status fill_room(struct sow_csv *csv, struct sow_err *err)
{
    memmove(csv->room, csv->room + csv->begin, csv->end - csv->begin);
    csv->end -= csv->begin;
    csv->begin = 0;
    char *free_room = csv->room + csv->end;
    errno = 0;
    size_t got = fread(free_room, 1, sizeof csv->room - csv->end, csv->in);
    if (ferror(csv->in) != 0)
        return sow_err_set(err, SOW_IO, "cannot read '%s': %s", csv->path,
                           strerror(errno));
    sha256_update(&csv->sha, got, (const uint8_t *)free_room);
    csv->end += got;
    csv->at_end = got == 0;
    return SOW_OK;
}

/* Finds the next line, without its line end. @p line points to @p length bytes of the
   room until the next call; it is NULL after the last line. Fails with SOW_IO, and with
   SOW_BAD_DATA for a line of more than SOW_CSV_LINE_MAX bytes. */
static enum sow_status next_line(struct sow_csv *csv, char **line, size_t *length,
                                 struct sow_err *err)
{
    for (;;) {
        char *start = csv->room + csv->begin;
        size_t rest = csv->end - csv->begin;
        char *stop = memchr(start, '\n', rest);
        *length = stop != NULL ? (size_t)(stop - start) : rest;
        *line = rest > 0 ? start : NULL;
        if (stop != NULL || csv->at_end || *length > SOW_CSV_LINE_MAX)
            break;
        enum sow_status status = fill_room(csv, err);
        if (status != SOW_OK)
            return status;
    }
    csv->begin += *length;
    csv->begin += csv->begin < csv->end; /* the line feed */
    csv->line += *line != NULL;
    if (*length > SOW_CSV_LINE_MAX)
        return refuse_line(
            csv, "the line is longer than 65536 bytes: is this a CSV file?", err);
    if (*line != NULL && *length > 0 && (*line)[*length - 1] == '\r')
        --*length;
    return SOW_OK;
}

/* Moves @p line behind a byte-order mark in the first line, and shortens @p length. Fails
   with SOW_BAD_DATA if the line has a NUL byte, or if the file is UTF-16. */
static enum sow_status check_bytes(struct sow_csv *csv, char **line, size_t *length,
                                   struct sow_err *err)
{
    static const char MARK[] = "\xef\xbb\xbf";
    bool first = csv->line == 1;
    if (first && *length >= 2 &&
        (memcmp(*line, "\xff\xfe", 2) == 0 || memcmp(*line, "\xfe\xff", 2) == 0))
        return refuse_line(csv, "the file is UTF-16: save it as UTF-8", err);
    if (first && *length >= 3 && memcmp(*line, MARK, 3) == 0) {
        *line += 3;
        *length -= 3;
    }
    if (memchr(*line, '\0', *length) != NULL)
        return refuse_line(csv, "a NUL byte: this is not a text file in UTF-8", err);
    return SOW_OK;
}

/* Returns true if a line consists of blanks and tabs, or is empty. */
static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    return true;
}

/* Finds the next line that is a record: skips blank lines and those that start with '#'.
   @p line points to @p length bytes, and is NULL after the last record. Fails as
   next_line and check_bytes. */
static enum sow_status next_record(struct sow_csv *csv, char **line, size_t *length,
                                   struct sow_err *err)
{
    enum sow_status status;
    do {
        status = next_line(csv, line, length, err);
        if (status == SOW_OK && *line != NULL)
            status = check_bytes(csv, line, length, err);
    } while (status == SOW_OK && *line != NULL &&
             (is_blank(*line, *length) || (*line)[0] == '#'));
    return status;
}

/* ---- Fields ---- */

/* Adds a field with @p length bytes to the record, with a NUL behind it (a callback of
   libcsv). Counts the first field above the limit but does not keep it. @p context is a
   struct sow_csv. */
static void take_field(void *text, size_t length, void *context)
{
    struct sow_csv *csv = context;
    if (csv->count < SOW_CSV_FIELDS_MAX) {
        char *room = csv->text + csv->used;
        memcpy(room, text, length);
        room[length] = '\0';
        csv->field[csv->count] = room;
        csv->used += length + 1;
    }
    csv->count += csv->count <= SOW_CSV_FIELDS_MAX;
}

/* Notes in `torn` that a record ended inside the line (a callback of libcsv). An ending
   of -1 is right: csv_fini caused it, at the end of the line. @p context is a struct
   sow_csv. */
static void take_end(int ending, void *context)
{
    struct sow_csv *csv = context;
    csv->torn = csv->torn || ending != -1;
}

/* Sets the error that libcsv stopped after @p parsed bytes of the line. Returns
   SOW_NO_MEMORY or, for a stray quotation mark, SOW_BAD_DATA. */
static enum sow_status parse_failed(struct sow_csv *csv, size_t parsed,
                                    struct sow_err *err)
{
    if (csv_error(&csv->parser) != CSV_EPARSE)
        return sow_err_no_memory(err);
    return sow_err_set(
        err, SOW_BAD_DATA,
        "%s:%llu: a stray quotation mark at byte %zu; put the whole field in quotation "
        "marks and double those inside it",
        csv->path, (unsigned long long)csv->line, parsed + 1);
}

/* Replaces the fields of the current record by those of a line. Fails with SOW_BAD_DATA
   for wrong quotation marks, a carriage return inside the line or more than
   SOW_CSV_FIELDS_MAX fields, and with SOW_NO_MEMORY. */
static enum sow_status parse_fields(struct sow_csv *csv, const char *line, size_t length,
                                    struct sow_err *err)
{
    csv->count = 0;
    csv->used = 0;
    csv->torn = false;
    size_t parsed = csv_parse(&csv->parser, line, length, take_field, take_end, csv);
    if (parsed != length)
        return parse_failed(csv, parsed, err);
    if (csv_fini(&csv->parser, take_field, take_end, csv) != 0)
        return csv_error(&csv->parser) == CSV_EPARSE
                   ? refuse_line(
                         csv, "the quotation mark of a field is not closed in its line",
                         err)
                   : sow_err_no_memory(err);
    if (csv->torn)
        return refuse_line(
            csv, "a carriage return inside the line: end lines with LF or CR LF", err);
    if (csv->count > SOW_CSV_FIELDS_MAX)
        return refuse_line(csv, "more than 1024 fields: is this a CSV file?", err);
    return SOW_OK;
}

/* ---- The first record ---- */

/* Checks the names of the columns. Fails with SOW_BAD_DATA if two are the same, or if
   the only name contains another separator. Empty names are allowed. */
static enum sow_status check_names(const struct sow_csv *csv, struct sow_err *err)
{
    const char *only = csv->columns == 1 ? csv->name[0] : "";
    if (strpbrk(only, ";\t|") != NULL)
        return refuse_line(
            csv,
            "there is only one column, and its name contains other separators: "
            "separate fields by commas and write decimals with points",
            err);
    for (int i = 0; i < csv->columns; i++)
        if (csv->name[i][0] != '\0' && sow_csv_find(csv, csv->name[i]) != i)
            return sow_err_set(err, SOW_BAD_DATA,
                               "%s:%llu: two columns are called '%.60s'; rename one",
                               csv->path, (unsigned long long)csv->line, csv->name[i]);
    return SOW_OK;
}

/* Reads the first record as names of the columns, and keeps a copy of them. Fails with
   SOW_BAD_DATA if there is no record, else as sow_csv_next and check_names. */
static enum sow_status read_names(struct sow_csv *csv, struct sow_err *err)
{
    bool more;
    enum sow_status status = sow_csv_next(csv, &more, err);
    if (status != SOW_OK)
        return status;
    if (!more)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "%s: the file is empty; write the names of the columns in its first line",
            csv->path);
    csv->names = malloc(csv->used);
    if (csv->names == NULL)
        return sow_err_no_memory(err);
    memcpy(csv->names, csv->text, csv->used);
    for (int i = 0; i < csv->count; i++)
        csv->name[i] = csv->names + (csv->field[i] - csv->text);
    csv->columns = csv->count;
    return check_names(csv, err);
}

/* ---- Open, read, close ---- */

/* Opens a regular file, and prepares libcsv and the hash. Fails with SOW_USAGE for a
   pipe or a directory, with SOW_IO if the file cannot be opened, and with
   SOW_NO_MEMORY. */
static enum sow_status open_file(struct sow_csv *csv, const char *path,
                                 struct sow_err *err)
{
    struct stat about;
    csv->path = strdup(path);
    if (csv->path == NULL ||
        csv_init(&csv->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
        return sow_err_no_memory(err);
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode))
        csv->in = fopen(path, "rb");
    else
        return sow_err_set(err, SOW_USAGE,
                           "'%s' is not a file that can be read twice: save the data "
                           "in a file",
                           path);
    if (csv->in == NULL)
        return sow_err_set(err, SOW_IO, "cannot read '%s': %s", path, strerror(errno));
    sha256_init(&csv->sha);
    return SOW_OK;
}

enum sow_status sow_csv_open(struct sow_csv **csv, const char *path, struct sow_err *err)
{
    *csv = calloc(1, sizeof **csv);
    if (*csv == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = open_file(*csv, path, err);
    if (status == SOW_OK)
        status = read_names(*csv, err);
    if (status != SOW_OK) {
        sow_csv_close(*csv);
        *csv = NULL;
    }
    return status;
}

void sow_csv_close(struct sow_csv *csv)
{
    if (csv == NULL)
        return;
    if (csv->in != NULL)
        (void)fclose(csv->in);
    csv_free(&csv->parser);
    free(csv->names);
    free(csv->path);
    free(csv);
}

/* Writes the SHA-256 of all bytes read, as 64 hexadecimal digits, to `sha256`. */
static void write_digest(struct sow_csv *csv)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&csv->sha, sizeof digest, digest);
    base16_encode_update(csv->sha256, sizeof digest, digest);
    csv->sha256[SOW_SHA256_TEXT - 1] = '\0';
}

enum sow_status sow_csv_next(struct sow_csv *csv, bool *more, struct sow_err *err)
{
    char *line;
    size_t length;
    enum sow_status status = next_record(csv, &line, &length, err);
    *more = status == SOW_OK && line != NULL;
    if (status == SOW_OK && line == NULL && csv->sha256[0] == '\0')
        write_digest(csv);
    if (!*more)
        return status;
    status = parse_fields(csv, line, length, err);
    if (status == SOW_OK && csv->columns != 0 && csv->count != csv->columns)
        status = sow_err_set(
            err, SOW_BAD_DATA, "%s:%llu: the line has %d fields, the first one has %d",
            csv->path, (unsigned long long)csv->line, csv->count, csv->columns);
    return status;
}

int sow_csv_columns(const struct sow_csv *csv)
{
    return csv->columns;
}

const char *sow_csv_name(const struct sow_csv *csv, int column)
{
    return csv->name[column];
}

int sow_csv_find(const struct sow_csv *csv, const char *name)
{
    for (int i = 0; i < csv->columns; i++)
        if (strcmp(csv->name[i], name) == 0)
            return i;
    return -1;
}

const char *sow_csv_field(const struct sow_csv *csv, int column)
{
    return csv->field[column];
}

uint64_t sow_csv_line(const struct sow_csv *csv)
{
    return csv->line;
}

const char *sow_csv_sha256(const struct sow_csv *csv)
{
    return csv->sha256;
}
