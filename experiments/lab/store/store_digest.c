/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The digest chained over a run's content. SHA-256 is nettle's, which uses the
   processor's instructions for it. */
#include "sow/store/tables/runs.def"
#include "store_private.h"

#include <math.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <string.h>

/* Number of bytes that are collected before they are hashed: most rows are shorter. */
enum { HELD_BYTES = 512 };

/* A hash in the making. Few long pieces are hashed faster than many short ones. */
struct hash {
    struct sha256_ctx sha;
    size_t held;               /* number of bytes to be hashed */
    uint8_t bytes[HELD_BYTES]; /* bytes that are not in the hash so far */
};

/* Puts the bytes that are held into the hash. */
static void flush(struct hash *hash)
{
    sha256_update(&hash->sha, hash->held, hash->bytes);
    hash->held = 0;
}

/* Adds bytes to the hash. */
static void add_bytes(struct hash *hash, const void *bytes, size_t length)
{
    if (length > HELD_BYTES - hash->held)
        flush(hash);
    if (length > HELD_BYTES) {
        sha256_update(&hash->sha, length, bytes);
        return;
    }
    memcpy(hash->bytes + hash->held, bytes, length);
    hash->held += length;
}

/* Adds 64 bits to the hash as eight bytes, the least significant one first. */
static void add_bits(struct hash *hash, uint64_t bits)
{
    uint8_t byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (uint8_t)(bits >> (8 * i));
    add_bytes(hash, byte, sizeof byte);
}

/* Adds the bits of a real number as SQLite stores it: -0 as 0. */
static void add_real(struct hash *hash, double value)
{
    uint64_t bits;
    double stored = value + 0.0;
    memcpy(&bits, &stored, sizeof bits);
    add_bits(hash, bits);
}

/* Adds the length of a text in 64 bits, as add_bits does, and its bytes without the zero
   byte at the end. @p text is not NULL. */
static void add_text(struct hash *hash, const char *text)
{
    size_t length = strlen(text);
    add_bits(hash, length);
    add_bytes(hash, text, length);
}

/* Adds the number of weights and the bits of each. A negative zero keeps its sign,
   because weights are stored as text. */
static void add_weights(struct hash *hash, const struct sow_weights *weights)
{
    add_bits(hash, (uint64_t)weights->count);
    for (int i = 0; i < weights->count; i++) {
        uint64_t bits;
        memcpy(&bits, &weights->value[i], sizeof bits);
        add_bits(hash, bits);
    }
}

/* Adds one byte that tells a value ("+") from NULL ("-"). */
static void add_presence(struct hash *hash, bool present)
{
    add_bytes(hash, present ? "+" : "-", 1);
}

/* Adds the value of a column of @p row. Numbers of the run itself, digests and computed
   columns add nothing. A column that may be NULL adds its presence first. */
static void add_field(struct hash *hash, const struct sow_field *field, const void *row)
{
    const void *member = (const char *)row + field->offset;
    const char *text;
    double real;
    switch (field->type) {
    case SOW_FIELD_ID:
    case SOW_FIELD_DIGEST:
    case SOW_FIELD_COMPUTED:
        break;
    case SOW_FIELD_INT:
        add_bits(hash, (uint64_t)(int64_t) * (const int *)member);
        break;
    case SOW_FIELD_INT64:
    case SOW_FIELD_RUN:
        add_bits(hash, (uint64_t) * (const int64_t *)member);
        break;
    case SOW_FIELD_REAL:
        add_real(hash, *(const double *)member);
        break;
    case SOW_FIELD_REAL_OR_NULL:
        real = *(const double *)member;
        add_presence(hash, !isnan(real));
        if (!isnan(real))
            add_real(hash, real);
        break;
    case SOW_FIELD_TEXT:
        add_text(hash, *(const char *const *)member);
        break;
    case SOW_FIELD_TEXT_OR_NULL:
        text = *(const char *const *)member;
        add_presence(hash, text != NULL);
        if (text != NULL)
            add_text(hash, text);
        break;
    case SOW_FIELD_WEIGHTS:
        add_weights(hash, member);
        break;
    }
}

/* Returns true if a column of @p row has the value that an upgrade gives to added columns
   of older rows: NULL. Where NULL is not allowed, that is 0, "" or no weights. */
static bool is_vacant(const struct sow_field *field, const void *row)
{
    const void *member = (const char *)row + field->offset;
    switch (field->type) {
    case SOW_FIELD_INT:
        return *(const int *)member == 0;
    case SOW_FIELD_INT64:
    case SOW_FIELD_RUN:
        return *(const int64_t *)member == 0;
    case SOW_FIELD_REAL:
        return *(const double *)member == 0;
    case SOW_FIELD_REAL_OR_NULL:
        return isnan(*(const double *)member);
    case SOW_FIELD_TEXT:
        return (*(const char *const *)member)[0] == '\0';
    case SOW_FIELD_TEXT_OR_NULL:
        return *(const char *const *)member == NULL;
    case SOW_FIELD_WEIGHTS:
        return ((const struct sow_weights *)member)->count == 0;
    case SOW_FIELD_ID:
    case SOW_FIELD_DIGEST:
    case SOW_FIELD_COMPUTED:
        break;
    }
    return true;
}

/* Adds a column of @p row that a later schema has added: its name and its value, or
   nothing if it is vacant. The name tells several such columns apart. */
static void add_later_field(struct hash *hash, const struct sow_field *field,
                            const void *row)
{
    if (is_vacant(field, row))
        return;
    add_text(hash, field->column);
    add_field(hash, field, row);
}

/* Returns true if @p column is in the NULL-terminated list @p columns, or if there is no
   list (NULL). */
static bool is_among(const char *column, const char *const *columns)
{
    for (int i = 0; columns != NULL; i++)
        if (columns[i] == NULL || strcmp(columns[i], column) == 0)
            return columns[i] != NULL;
    return true;
}

/* Replaces @p digest by the SHA-256 of itself, @p title and the stored columns of @p row
   that @p columns names (NULL: all), in the order of the table. */
static void add_row(struct sow_digest *digest, const char *title,
                    const struct sow_table *table, const char *const *columns,
                    const void *row)
{
    struct hash hash;
    hash.held = 0;
    sha256_init(&hash.sha);
    add_bytes(&hash, digest->byte, sizeof digest->byte);
    add_text(&hash, title);
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++)
        if (is_among(field->column, columns))
            (field->is_added ? add_later_field : add_field)(&hash, field, row);
    flush(&hash);
    sha256_digest(&hash.sha, sizeof digest->byte, digest->byte);
}

void sow_digest_add(struct sow_digest *digest, const struct sow_table *table,
                    const void *row)
{
    add_row(digest, table->name, table, NULL, row);
}

void sow_digest_begin(struct sow_digest *digest, const struct sow_run_row *run)
{
    /* Settings, on which the content depends, and the name of the variant. */
    static const char *const RECORD[] = {"kind",       "variant", "rules",
                                         "parameters", "seed",    NULL};
    memset(digest, 0, sizeof *digest);
    add_row(digest, "sowlab run", &sow_tables[SOW_TABLE_RUNS], RECORD, run);
}

void sow_digest_begin_provenance(struct sow_digest *digest, const struct sow_run_row *run)
{
    /* Provenance of a run that has ended. */
    static const char *const PROVENANCE[] = {
        "label",    "status",     "stop_reason", "version", "revision",
        "compiler", "build_type", "kernel",      "threads", "host",
        "started",  "finished",   "seconds",     "resumed", NULL};
    memset(digest, 0, sizeof *digest);
    add_row(digest, "sowlab provenance", &sow_tables[SOW_TABLE_RUNS], PROVENANCE, run);
}

const char *sow_digest_format(const struct sow_digest *digest, char text[SOW_DIGEST_TEXT])
{
    base16_encode_update(text, sizeof digest->byte, digest->byte);
    text[SOW_DIGEST_TEXT - 1] = '\0';
    return text;
}

bool sow_digest_parse(const char *text, struct sow_digest *digest)
{
    struct base16_decode_ctx decoder;
    size_t bytes = sizeof digest->byte;
    /* The decoder knows capitals and blanks, which are none of ours. */
    if (strlen(text) != SOW_DIGEST_TEXT - 1 ||
        strspn(text, "0123456789abcdef") != SOW_DIGEST_TEXT - 1)
        return false;
    base16_decode_init(&decoder);
    return base16_decode_update(&decoder, &bytes, digest->byte, SOW_DIGEST_TEXT - 1,
                                text) == 1;
}
