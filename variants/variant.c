/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/variant.h"

#include "sow/base/embedded.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "text_file.h"

#include <assert.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

/* Files of the built-in variants, which the build embeds, in the order of listings. */
extern const struct sow_embedded sow_variant_files[];

/* Limits of a file. inih cuts lines at 200 characters, so no key or value is longer. */
enum { WORD_MAX = 199, ENTRIES_MAX = 64, FAULTS_MAX = 64, FAULT_MAX = 512 };

/* Line `key = value`. */
struct entry {
    int line;                 /* number of the line, from 1 */
    char key[WORD_MAX + 1];   /* key, with underscores, under its present name */
    char value[WORD_MAX + 1]; /* value as written */
};

/* Fault of a line. */
struct fault {
    int line;             /* number of the line, from 1 */
    char text[FAULT_MAX]; /* reason, without the name of the file */
};

/* State of reading a file. */
struct file {
    const char *origin; /* path of the file, for messages */
    int line;           /* number of the present line, and at the end of the last line */
    int count;          /* number of entries */
    struct entry entries[ENTRIES_MAX]; /* lines that set a key, in their order */
    int fault_count;                   /* number of faults, with those that did not fit */
    struct fault faults[FAULTS_MAX];   /* faults, in the order of their lines */
};

/* --- faults, in the order of their lines --- */

/* Adds a fault of line number @p line to the list, which is in the order of lines. If the
   list is full, only counts the fault. */
static void blame(struct file *file, int line, const char *text)
{
    if (file->fault_count++ >= FAULTS_MAX)
        return;
    int place = file->fault_count - 1;
    for (; place > 0 && file->faults[place - 1].line > line; place--)
        file->faults[place] = file->faults[place - 1];
    file->faults[place].line = line;
    (void)snprintf(file->faults[place].text, FAULT_MAX, "%s", text);
}

/* Adds the reason why a line was refused as a fault of line number @p line. Returns
   SOW_OK then. If the reason is that memory ran out, returns SOW_NO_MEMORY instead. */
static enum sow_status blame_for(struct file *file, int line,
                                 const struct sow_err *reason, struct sow_err *err)
{
    if (reason->status == SOW_NO_MEMORY)
        return sow_err_no_memory(err);
    blame(file, line, reason->text);
    return SOW_OK;
}

/* Writes the faults into @p err, one line "file:line: reason" for each, as far as there
   is room. The last line then counts the others. There must be at least one fault. Always
   returns SOW_BAD_DATA. */
static enum sow_status report_faults(const struct file *file, struct sow_err *err)
{
    enum { ROOM_FOR_END = 100 };
    int shown = 0;
    if (err == NULL)
        return SOW_BAD_DATA;
    int kept = file->fault_count < FAULTS_MAX ? file->fault_count : FAULTS_MAX;
    for (; shown < kept; shown++) {
        const struct fault *fault = &file->faults[shown];
        if (shown == 0)
            (void)sow_err_set(err, SOW_BAD_DATA, "%.1000s:%d: %s", file->origin,
                              fault->line, fault->text);
        else if (strlen(err->text) + strlen(file->origin) + strlen(fault->text) +
                     ROOM_FOR_END >=
                 sizeof err->text)
            break;
        else
            sow_err_add_line(err, "%.1000s:%d: %s", file->origin, fault->line,
                             fault->text);
    }
    if (shown < file->fault_count)
        sow_err_add_line(err, "and %d more faults", file->fault_count - shown);
    return SOW_BAD_DATA;
}

/* --- lines --- */

/* Finds the line that sets a key, in any case. Returns NULL if there is none. */
static struct entry *find_entry(struct file *file, const char *key)
{
    for (int i = 0; i < file->count; i++)
        if (sow_text_same(file->entries[i].key, key))
            return &file->entries[i];
    return NULL;
}

/* Sets the key of an entry: with underscores, and under the present name of the rule. The
   key in the file may have hyphens, or the name of version 0.1.0. */
static void set_key(struct entry *entry, const char *key)
{
    const struct sow_param *rule = sow_param_find(&sow_rules_table, key);
    (void)snprintf(entry->key, sizeof entry->key, "%s", rule != NULL ? rule->name : key);
    for (char *at = entry->key; (at = strchr(at, '-')) != NULL;)
        *at = '_';
}

/* Adds the key and value of a line to the entries of @p user, a struct file. A key that
   was set before becomes a fault instead. A callback of inih. Returns 1, or 0 to stop
   because there are ENTRIES_MAX entries already. */
static int keep_entry(void *user, const char *section, const char *key, const char *value)
{
    (void)section;
    struct file *file = user;
    if (file->count == ENTRIES_MAX)
        return 0;
    struct entry *entry = &file->entries[file->count];
    set_key(entry, key);
    const struct entry *before = find_entry(file, entry->key);
    if (before != NULL) {
        char text[WORD_MAX + 40];
        (void)snprintf(text, sizeof text, "'%s' was set in line %d already", key,
                       before->line);
        blame(file, file->line, text);
        return 1;
    }
    entry->line = file->line;
    /* inih takes "= ;" for a comment but not "=;". When written again, this value would
       become a comment. */
    (void)snprintf(entry->value, sizeof entry->value, "%s", value[0] == ';' ? "" : value);
    file->count++;
    return 1;
}

/* Ends @p line before the first '#' that follows a blank or tab, which starts a comment.
   inih only knows ';' after a value. */
static void cut_comment(char *line)
{
    for (char *at = line; (at = strchr(at, '#')) != NULL; at++)
        if (at > line && (at[-1] == ' ' || at[-1] == '\t')) {
            *at = '\0';
            return;
        }
}

/* Reads a line of @p length characters into the entries. The caller has removed its
   indentation, because inih would take an indented line for a continuation of the value
   above it. A malformed or too long line, or a section, becomes a fault. Fails only for
   too many keys (SOW_BAD_DATA) or SOW_NO_MEMORY. */
static enum sow_status read_line(struct file *file, const char *line, size_t length,
                                 struct sow_err *err)
{
    enum { LONGEST = WORD_MAX - 1 };
    char room[WORD_MAX + 1];
    if (length > LONGEST) {
        (void)snprintf(room, sizeof room,
                       "the line is too long: at most %d characters are allowed",
                       LONGEST);
        blame(file, file->line, room);
        return SOW_OK;
    }
    if (line[0] == '[') {
        blame(file, file->line,
              "sections are not used here: remove the line in brackets");
        return SOW_OK;
    }
    memcpy(room, line, length);
    room[length] = '\0';
    cut_comment(room);
    int bad = ini_parse_string(room, keep_entry, file);
    if (bad > 0 && file->count == ENTRIES_MAX)
        return sow_err_set(err, SOW_BAD_DATA, "%s:%d: too many keys", file->origin,
                           file->line);
    if (bad > 0)
        blame(file, file->line, "expected a line of the form key = value");
    return bad < 0 ? sow_err_no_memory(err) : SOW_OK;
}

/* Reads all lines of a file; a file without keys is a fault. Fails as read_line does. */
static enum sow_status read_lines(struct file *file, const char *text,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bool blank = true;
    while (*text != '\0' && status == SOW_OK) {
        file->line++;
        text += strspn(text, " \t");
        size_t length = strcspn(text, "\n");
        blank = blank && strspn(text, " \t\r") >= length;
        status = read_line(file, text, length, err);
        text += length + (text[length] == '\n');
    }
    if (status == SOW_OK && file->count == 0 && file->fault_count == 0)
        blame(
            file, 1,
            blank
                ? "the file is empty: 'variants show awari' writes one to begin with"
                : "the file has only comments: 'variants show awari' writes one to begin with");
    return status;
}

/* --- meaning of the lines --- */

/* Sets the rules of the base, or the defaults without a base. An unknown base is a fault.
   The file starts without a summary, because that of the base describes other rules.
   Fails only with SOW_NO_MEMORY. */
static enum sow_status apply_base(struct file *file, struct sow_variant *variant,
                                  struct sow_err *err)
{
    sow_rules_defaults(&variant->rules);
    const struct entry *base = find_entry(file, "base");
    struct sow_err reason;
    enum sow_status status = SOW_OK;
    if (base != NULL && sow_variant_builtin(base->value, variant, &reason) != SOW_OK)
        status = blame_for(file, base->line, &reason, err);
    variant->summary[0] = '\0';
    return status;
}

/* Sets the rule or the summary that a line gives; skips `base`. A wrong key or value is a
   fault. Fails only with SOW_NO_MEMORY. */
static enum sow_status apply_entry(struct file *file, const struct entry *entry,
                                   struct sow_variant *variant, struct sow_err *err)
{
    if (sow_text_same(entry->key, "base"))
        return SOW_OK;
    if (sow_text_same(entry->key, "summary")) {
        if (strlen(entry->value) > SOW_SUMMARY_MAX)
            blame(file, entry->line,
                  "'summary' is too long: at most 159 characters are allowed");
        else
            memcpy(variant->summary, entry->value, strlen(entry->value) + 1);
        return SOW_OK;
    }
    struct sow_err reason;
    if (sow_param_set_named(&sow_rules_table, &variant->rules, entry->key, entry->value,
                            &reason) != SOW_OK)
        return blame_for(file, entry->line, &reason, err);
    return SOW_OK;
}

/* Returns the line to blame if options contradict each other. This is the line of the
   first key at fault that the file sets itself. If it sets none, the last line is blamed,
   because something is missing after it. */
static int culprit_line(struct file *file, const char *const *culprits)
{
    for (; *culprits != NULL; culprits++) {
        const struct entry *entry = find_entry(file, *culprits);
        if (entry != NULL)
            return entry->line;
    }
    return file->line > 0 ? file->line : 1;
}

/* Completes and checks the rules as a whole (sow_rules_check). A contradiction becomes a
   fault of the line that culprit_line finds. Fails only with SOW_NO_MEMORY. */
static enum sow_status check_rules(struct file *file, struct sow_variant *variant,
                                   struct sow_err *err)
{
    const char *const *culprits = NULL;
    struct sow_err reason;
    if (sow_rules_check(&variant->rules, &culprits, &reason) == SOW_OK)
        return SOW_OK;
    return blame_for(file, culprit_line(file, culprits), &reason, err);
}

/* Sets the name of the variant: the last part of the path, without extension. Cuts a name
   that is too long. */
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
    text += strncmp(text, BOM, strlen(BOM)) == 0 ? strlen(BOM) : 0;
    struct sow_variant read;
    enum sow_status status = read_lines(file, text, err);
    if (status == SOW_OK)
        status = apply_base(file, &read, err);
    for (int i = 0; status == SOW_OK && i < file->count; i++)
        status = apply_entry(file, &file->entries[i], &read, err);
    /* Options can contradict each other only when all of them are known. */
    if (status == SOW_OK && file->fault_count == 0)
        status = check_rules(file, &read, err);
    if (status == SOW_OK && file->fault_count > 0)
        status = report_faults(file, err);
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
        if (sow_text_same(file->name, name))
            return sow_variant_read_text(file->text, file->name, variant, err);
        sow_nearest_offer(&nearest, file->name);
    }
    char hint[128];
    return sow_err_set(err, SOW_USAGE, "unknown variant '%.100s'%s (see 'variants list')",
                       name, sow_nearest_hint(&nearest, hint, sizeof hint));
}

enum sow_status sow_variant_load(const char *name_or_file, struct sow_variant *variant,
                                 struct sow_err *err)
{
    enum sow_status status = sow_variant_builtin(name_or_file, variant, err);
    if (status != SOW_USAGE || !sow_is_path(name_or_file))
        return status;
    char *text = NULL;
    status = sow_text_file_read(name_or_file, "variant file", &text, err);
    if (text != NULL)
        status = sow_variant_read_text(text, name_or_file, variant, err);
    free(text);
    return status;
}

/* Returns rules as text, which the caller frees: as a variant file if @p summary is not
   NULL, else as stored. An empty summary gets no line. NULL without memory. */
static char *write_text(const char *summary, const struct sow_rules *rules)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    if (summary != NULL) {
        if (summary[0] != '\0')
            (void)fprintf(out, "summary = %s\n", summary);
        sow_rules_write_file(rules, out);
    } else {
        sow_rules_write(rules, out);
    }
    return fclose(out) == 0 ? text : NULL;
}

char *sow_variant_text(const struct sow_variant *variant)
{
    return write_text(variant->summary, &variant->rules);
}

char *sow_variant_rules_text(const struct sow_rules *rules)
{
    return write_text(NULL, rules);
}
