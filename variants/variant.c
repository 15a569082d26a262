/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/variant.h"

#include "sow/base/embedded.h"
#include "sow/base/text.h"

#include <assert.h>
#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

extern const struct sow_embedded sow_variant_files[];

/* Longest key or value kept; inih cuts lines at 200 characters. */
enum { WORD_MAX = 199, ENTRIES_MAX = 64 };

/* One `key = value` line. */
struct entry {
    int line;
    char key[WORD_MAX + 1];
    char value[WORD_MAX + 1];
};

/* A file while it is read. */
struct file {
    const char *origin;
    const char *rest; /* text not handed to the parser yet */
    int line;         /* number of the line handed out last */
    int count;
    struct entry entries[ENTRIES_MAX];
    int fault_line; /* first line that is refused, 0 = none */
    char fault[SOW_ERR_TEXT_MAX];
};

static int refuse(struct file *file, const char *text)
{
    if (file->fault_line == 0) {
        file->fault_line = file->line;
        (void)snprintf(file->fault, sizeof file->fault, "%s", text);
    }
    return 0;
}

/* Hands inih the next line. Indentation is dropped, because inih would take an indented
   line for more of the value above it. */
static char *next_line(char *room, int size, void *stream)
{
    struct file *file = stream;
    if (*file->rest == '\0' || file->fault_line != 0)
        return NULL;
    file->line++;
    const char *line = file->rest + strspn(file->rest, " \t");
    size_t length = strcspn(line, "\n");
    file->rest = line + length + (line[length] == '\n');
    size_t most = (size_t)size - 2;
    if (length > most) {
        char text[80];
        (void)snprintf(text, sizeof text,
                       "the line is too long: at most %zu characters are allowed", most);
        (void)refuse(file, text);
        return NULL;
    }
    if (line[0] == '[') {
        (void)refuse(file, "sections are not used here: remove the line in brackets");
        return NULL;
    }
    memcpy(room, line, length);
    room[length] = '\0';
    return room;
}

/* Copies a key with underscores: files may write hyphens instead. */
static void set_key(struct entry *entry, const char *key)
{
    (void)snprintf(entry->key, sizeof entry->key, "%s", key);
    for (char *at = entry->key; (at = strchr(at, '-')) != NULL;)
        *at = '_';
}

static int keep_entry(void *user, const char *section, const char *key, const char *value)
{
    (void)section;
    struct file *file = user;
    if (file->count == ENTRIES_MAX)
        return refuse(file, "too many keys");
    struct entry *entry = &file->entries[file->count];
    set_key(entry, key);
    for (int i = 0; i < file->count; i++) {
        if (strcmp(file->entries[i].key, entry->key) == 0) {
            char text[WORD_MAX + 40];
            (void)snprintf(text, sizeof text, "'%s' was set in line %d already", key,
                           file->entries[i].line);
            return refuse(file, text);
        }
    }
    entry->line = file->line;
    /* inih takes "= ;" for a comment but not "=;"; written again it would be one. */
    (void)snprintf(entry->value, sizeof entry->value, "%s", value[0] == ';' ? "" : value);
    file->count++;
    return 1;
}

static enum sow_status fault_at(const struct file *file, int line, const char *text,
                                struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA, "%s:%d: %s", file->origin, line, text);
}

/* What is wrong with the line, or that memory was short when it was looked at. */
static enum sow_status reason_at(const struct file *file, int line,
                                 const struct sow_err *reason, struct sow_err *err)
{
    if (reason->status == SOW_NO_MEMORY)
        return sow_err_no_memory(err);
    return fault_at(file, line, reason->text, err);
}

static enum sow_status read_entries(struct file *file, struct sow_err *err)
{
    int line = ini_parse_stream(next_line, file, keep_entry, file);
    if (file->fault_line != 0 && (line <= 0 || file->fault_line <= line))
        return fault_at(file, file->fault_line, file->fault, err);
    if (line > 0)
        return fault_at(file, line, "expected a line of the form key = value", err);
    return line == 0 ? SOW_OK : sow_err_no_memory(err);
}

static struct entry *find_entry(struct file *file, const char *key)
{
    for (int i = 0; i < file->count; i++)
        if (strcmp(file->entries[i].key, key) == 0)
            return &file->entries[i];
    return NULL;
}

/* Rules and summary that hold where the file says nothing. */
static enum sow_status apply_base(struct file *file, struct sow_variant *variant,
                                  struct sow_err *err)
{
    sow_rules_defaults(&variant->rules);
    variant->summary[0] = '\0';
    const struct entry *base = find_entry(file, "base");
    struct sow_err reason;
    if (base != NULL && sow_variant_builtin(base->value, variant, &reason) != SOW_OK)
        return reason_at(file, base->line, &reason, err);
    return SOW_OK;
}

static enum sow_status apply_entry(struct file *file, const struct entry *entry,
                                   struct sow_variant *variant, struct sow_err *err)
{
    if (strcmp(entry->key, "base") == 0)
        return SOW_OK;
    if (strcmp(entry->key, "summary") == 0) {
        if (strlen(entry->value) > SOW_SUMMARY_MAX)
            return fault_at(file, entry->line,
                            "'summary' is too long: at most 159 characters are allowed",
                            err);
        memcpy(variant->summary, entry->value, strlen(entry->value) + 1);
        return SOW_OK;
    }
    struct sow_err reason;
    if (sow_param_set_named(&sow_rules_table, &variant->rules, entry->key, entry->value,
                            &reason) != SOW_OK)
        return reason_at(file, entry->line, &reason, err);
    return SOW_OK;
}

/* The line to blame for a contradiction: that of the first culprit which the file sets
   itself, else the last one, after which something is missing. */
static int culprit_line(struct file *file, const char *const *culprits)
{
    for (; *culprits != NULL; culprits++) {
        const struct entry *entry = find_entry(file, *culprits);
        if (entry != NULL)
            return entry->line;
    }
    return file->line > 0 ? file->line : 1;
}

static enum sow_status check(struct file *file, struct sow_variant *variant,
                             struct sow_err *err)
{
    const char *const *culprits = NULL;
    struct sow_err reason;
    if (sow_rules_check(&variant->rules, &culprits, &reason) == SOW_OK)
        return SOW_OK;
    return reason_at(file, culprit_line(file, culprits), &reason, err);
}

static void set_name(struct sow_variant *variant, const char *origin)
{
    const char *slash = strrchr(origin, '/');
    const char *start = slash != NULL ? slash + 1 : origin;
    const char *dot = strrchr(start, '.');
    size_t length = dot != NULL && dot > start ? (size_t)(dot - start) : strlen(start);
    (void)snprintf(variant->name, sizeof variant->name, "%.*s", (int)length, start);
}

enum sow_status sow_variant_read_text(const char *text, const char *origin,
                                      struct sow_variant *variant, struct sow_err *err)
{
    struct file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return sow_err_no_memory(err);
    static const char BOM[] = "\xef\xbb\xbf";
    file->origin = origin;
    file->rest = strncmp(text, BOM, strlen(BOM)) == 0 ? text + strlen(BOM) : text;
    struct sow_variant read;
    enum sow_status status = read_entries(file, err);
    if (status == SOW_OK)
        status = apply_base(file, &read, err);
    for (int i = 0; status == SOW_OK && i < file->count; i++)
        status = apply_entry(file, &file->entries[i], &read, err);
    if (status == SOW_OK)
        status = check(file, &read, err);
    if (status == SOW_OK) {
        set_name(&read, origin);
        *variant = read;
    }
    free(file);
    return status;
}

size_t sow_variant_count(void)
{
    size_t count = 0;
    while (sow_variant_files[count].name != NULL)
        count++;
    return count;
}

const char *sow_variant_name(size_t index)
{
    assert(index < sow_variant_count());
    return sow_variant_files[index].name;
}

enum sow_status sow_variant_builtin(const char *name, struct sow_variant *variant,
                                    struct sow_err *err)
{
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (const struct sow_embedded *file = sow_variant_files; file->name != NULL;
         file++) {
        if (strcmp(file->name, name) == 0)
            return sow_variant_read_text(file->text, file->name, variant, err);
        sow_nearest_offer(&nearest, file->name);
    }
    char hint[128];
    return sow_err_set(err, SOW_USAGE, "unknown variant '%.100s'%s (see 'variants list')",
                       name, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Reads what @p in holds into @p room, of SOW_VARIANT_FILE_MAX + 1 bytes. */
static enum sow_status read_stream(FILE *in, const char *path, char *room,
                                   struct sow_err *err)
{
    size_t size = fread(room, 1, SOW_VARIANT_FILE_MAX + 1, in);
    if (ferror(in))
        return sow_err_set(err, SOW_IO, "cannot read variant file '%s': %s", path,
                           strerror(errno));
    if (size > SOW_VARIANT_FILE_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%s' is too long for a variant file: at most %d bytes", path,
                           SOW_VARIANT_FILE_MAX);
    if (memchr(room, '\0', size) != NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "'%s' is not a variant file: it holds a NUL byte", path);
    room[size] = '\0';
    return SOW_OK;
}

/* Reads a whole file into heap memory. */
static enum sow_status slurp(const char *path, char **text, struct sow_err *err)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return sow_err_set(err, SOW_IO, "cannot open variant file '%s': %s", path,
                           strerror(errno));
    char *room = malloc(SOW_VARIANT_FILE_MAX + 1);
    enum sow_status status = SOW_NO_MEMORY;
    if (room != NULL)
        status = read_stream(in, path, room, err);
    else
        (void)sow_err_no_memory(err);
    (void)fclose(in);
    if (status == SOW_OK)
        *text = room;
    else
        free(room);
    return status;
}

static bool looks_like_path(const char *word)
{
    if (strpbrk(word, "/.") != NULL)
        return true;
    FILE *in = fopen(word, "rb");
    if (in != NULL)
        (void)fclose(in);
    return in != NULL;
}

enum sow_status sow_variant_load(const char *name_or_file, struct sow_variant *variant,
                                 struct sow_err *err)
{
    enum sow_status status = sow_variant_builtin(name_or_file, variant, err);
    if (status != SOW_USAGE || !looks_like_path(name_or_file))
        return status;
    char *text = NULL;
    status = slurp(name_or_file, &text, err);
    if (text != NULL)
        status = sow_variant_read_text(text, name_or_file, variant, err);
    free(text);
    return status;
}

void sow_variant_write(const struct sow_variant *variant, FILE *out)
{
    (void)fprintf(out, "summary = %s\n", variant->summary);
    sow_rules_write(&variant->rules, out);
}
