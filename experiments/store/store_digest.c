/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The digest chained over a run's content. SHA-256 is libmd's, which every Debian has
   because its package manager needs it. */
#include "store_private.h"

#include <math.h>
#include <sha2.h>
#include <string.h>

static void add_bits(SHA2_CTX *sha, uint64_t bits)
{
    uint8_t byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (uint8_t)(bits >> (8 * i));
    SHA256Update(sha, byte, sizeof byte);
}

/* SQLite has no negative zero: what it stores is what counts. */
static void add_real(SHA2_CTX *sha, double value)
{
    uint64_t bits;
    double stored = value + 0.0;
    memcpy(&bits, &stored, sizeof bits);
    add_bits(sha, bits);
}

static void add_text(SHA2_CTX *sha, const char *text)
{
    size_t length = strlen(text);
    add_bits(sha, length);
    SHA256Update(sha, (const uint8_t *)text, length);
}

/* Weights are stored as text, which keeps every bit. */
static void add_weights(SHA2_CTX *sha, const struct sow_weights *weights)
{
    add_bits(sha, (uint64_t)weights->count);
    for (int i = 0; i < weights->count; i++) {
        uint64_t bits;
        memcpy(&bits, &weights->value[i], sizeof bits);
        add_bits(sha, bits);
    }
}

static void add_presence(SHA2_CTX *sha, bool present)
{
    SHA256Update(sha, (const uint8_t *)(present ? "+" : "-"), 1);
}

static void add_field(SHA2_CTX *sha, const struct sow_field *field, const void *row)
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
        add_bits(sha, (uint64_t)(int64_t) * (const int *)member);
        break;
    case SOW_FIELD_INT64:
    case SOW_FIELD_RUN:
        add_bits(sha, (uint64_t) * (const int64_t *)member);
        break;
    case SOW_FIELD_REAL:
        add_real(sha, *(const double *)member);
        break;
    case SOW_FIELD_REAL_OR_NULL:
        real = *(const double *)member;
        add_presence(sha, !isnan(real));
        if (!isnan(real))
            add_real(sha, real);
        break;
    case SOW_FIELD_TEXT:
        add_text(sha, *(const char *const *)member);
        break;
    case SOW_FIELD_TEXT_OR_NULL:
        text = *(const char *const *)member;
        add_presence(sha, text != NULL);
        if (text != NULL)
            add_text(sha, text);
        break;
    case SOW_FIELD_WEIGHTS:
        add_weights(sha, member);
        break;
    }
}

/* Is it one of the columns, or are these all? */
static bool is_among(const char *column, const char *const *columns)
{
    for (int i = 0; columns != NULL; i++)
        if (columns[i] == NULL || strcmp(columns[i], column) == 0)
            return columns[i] != NULL;
    return true;
}

static void add_row(struct sow_digest *digest, const char *title,
                    const struct sow_table *table, const char *const *columns,
                    const void *row)
{
    SHA2_CTX sha;
    SHA256Init(&sha);
    SHA256Update(&sha, digest->byte, sizeof digest->byte);
    add_text(&sha, title);
    for (const struct sow_field *field = table->fields(); sow_field_is_stored(field);
         field++)
        if (is_among(field->column, columns))
            add_field(&sha, field, row);
    SHA256Final(digest->byte, &sha);
}

void sow_digest_add(struct sow_digest *digest, const struct sow_table *table,
                    const void *row)
{
    add_row(digest, table->name, table, NULL, row);
}

void sow_digest_begin(struct sow_digest *digest, const struct sow_run_row *run)
{
    /* What content is a function of, and the name its rules went by. */
    static const char *const RECORD[] = {"kind",       "variant", "rules",
                                         "parameters", "seed",    NULL};
    memset(digest, 0, sizeof *digest);
    add_row(digest, "sowlab run", &sow_tables[SOW_TABLE_RUNS], RECORD, run);
}

void sow_digest_begin_provenance(struct sow_digest *digest, const struct sow_run_row *run)
{
    /* What is not in the record, of a run that has ended. */
    static const char *const PROVENANCE[] = {
        "label",    "status",     "stop_reason", "version", "revision",
        "compiler", "build_type", "kernel",      "threads", "host",
        "started",  "finished",   "seconds",     "resumed", NULL};
    memset(digest, 0, sizeof *digest);
    add_row(digest, "sowlab provenance", &sow_tables[SOW_TABLE_RUNS], PROVENANCE, run);
}

static const char DIGITS[] = "0123456789abcdef";

const char *sow_digest_format(const struct sow_digest *digest, char text[SOW_DIGEST_TEXT])
{
    for (int i = 0; i < SOW_DIGEST_BYTES; i++) {
        text[2 * i] = DIGITS[digest->byte[i] >> 4U];
        text[2 * i + 1] = DIGITS[digest->byte[i] & 0xfU];
    }
    text[2 * SOW_DIGEST_BYTES] = '\0';
    return text;
}

bool sow_digest_parse(const char *text, struct sow_digest *digest)
{
    if (strlen(text) != 2 * SOW_DIGEST_BYTES ||
        strspn(text, DIGITS) != 2 * SOW_DIGEST_BYTES)
        return false;
    for (int i = 0; i < SOW_DIGEST_BYTES; i++)
        digest->byte[i] = (uint8_t)((strchr(DIGITS, text[2 * i]) - DIGITS) << 4U |
                                    (strchr(DIGITS, text[2 * i + 1]) - DIGITS));
    return true;
}
