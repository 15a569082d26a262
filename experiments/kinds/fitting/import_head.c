/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "import_head.h"

#include "sow/base/parallel.h"
#include "sow/base/text.h"
#include "sow/fitting/csv_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Size of the rules of a head, more than those of any variant need. */
enum { RULES_ROOM = 8192 };

/* The variant in a head. */
struct head {
    char variant[SOW_VARIANT_NAME_MAX + 1]; /* name; "" if the head has none */
    char rules[RULES_ROOM]; /* lines "key = value"; "" if the head has none */
    bool in_rules;          /* true after the line "rules", until the next title */
};

/* Adds a line to the rules. Rules that are too long are cut, and later fail to parse. */
static void add_rule(struct head *head, const char *line)
{
    size_t used = strlen(head->rules);
    (void)snprintf(head->rules + used, sizeof head->rules - used, "%s\n", line);
}

/* Reads the text behind the '#' of one line: a title and its value, or a setting of the
 * rules. */
static void take_line(struct head *head, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t title = strcspn(line, " \t");
    const char *value = line + title + strspn(line + title, " \t");
    bool setting = value[0] == '=';
    if (head->in_rules && setting) {
        add_rule(head, line);
        return;
    }
    head->in_rules = title == strlen("rules") && strncmp(line, "rules", title) == 0;
    if (title == strlen("variant") && strncmp(line, "variant", title) == 0 && !setting)
        (void)snprintf(head->variant, sizeof head->variant, "%s", value);
}

/* Reads the head of a file. It stays empty if the file cannot be opened; the reader of
   the rows reports that. */
static void read_head(const char *path, struct head *head)
{
    char line[512];
    struct stat about;
    /* Opening a pipe would wait for its writer. */
    bool regular = stat(path, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = regular ? fopen(path, "rb") : NULL;
    if (in == NULL)
        return;
    bool begins =
        true;         /* false for later pieces of a line that is longer than the room */
    bool nul = false; /* true after a NUL byte; the reader of the rows reports it */
    while (!sow_stopping() && sow_text_line(line, sizeof line, in, &nul) && !nul) {
        bool ends = strchr(line, '\n') != NULL;
        char *at = line;
        if (begins && strncmp(at, "\xef\xbb\xbf", 3) == 0)
            at += 3;
        if (begins && at[0] == '#')
            take_line(head, at + 1);
        else if (begins && at[strspn(at, " \t\r\n")] != '\0')
            break;
        begins = ends;
    }
    (void)fclose(in);
}

/* Refuses the file; @p same_as is the built-in variant of its rules, or NULL. */
static enum sow_status refuse(const char *path, const struct head *head,
                              const struct sow_variant *asked, const char *same_as,
                              struct sow_err *err)
{
    const char *name = head->variant[0] != '\0' ? head->variant : "other rules";
    if (same_as != NULL)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "'%s' holds positions of '%s', says its head, and not of '%s': "
            "add --variant %s",
            path, name, asked->name, same_as);
    return sow_err_set(
        err, SOW_BAD_DATA,
        "'%s' holds positions of '%s', says its head, and not of '%s': "
        "write the rules of its head to a file, and name that by --variant",
        path, name, asked->name);
}

static bool same_rules(const struct sow_rules *a, const struct sow_rules *b)
{
    char *text_a = sow_variant_rules_text(a);
    char *text_b = sow_variant_rules_text(b);
    bool same = text_a != NULL && text_b != NULL && strcmp(text_a, text_b) == 0;
    free(text_a);
    free(text_b);
    return same;
}

/* Returns the name of the built-in variant with the rules @p rules, or NULL. */
static const char *builtin_of(const struct sow_rules *rules)
{
    struct sow_variant variant;
    struct sow_err none;
    for (size_t i = 0; i < sow_variant_count(); i++)
        if (sow_variant_builtin(sow_variant_name(i), &variant, &none) == SOW_OK &&
            same_rules(&variant.rules, rules))
            return sow_variant_name(i);
    return NULL;
}

static enum sow_status check_rules(const char *path, const struct head *head,
                                   const struct sow_variant *asked, struct sow_err *err)
{
    struct sow_variant said;
    enum sow_status status = sow_variant_read_text(head->rules, path, &said, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "the rules in its head cannot be read");
    return same_rules(&said.rules, &asked->rules)
               ? SOW_OK
               : refuse(path, head, asked, builtin_of(&said.rules), err);
}

/* Checks a head with a name and without rules. Compares the names, and then the rules if
   the name is that of a built-in variant. */
static enum sow_status check_name(const char *path, const struct head *head,
                                  const struct sow_variant *asked, struct sow_err *err)
{
    struct sow_variant said;
    struct sow_err none;
    if (strcmp(head->variant, asked->name) == 0)
        return SOW_OK;
    if (sow_variant_builtin(head->variant, &said, &none) != SOW_OK)
        return refuse(path, head, asked, NULL, err);
    return same_rules(&said.rules, &asked->rules)
               ? SOW_OK
               : refuse(path, head, asked, said.name, err);
}

enum sow_status sow_import_head_check(const char *path, const struct sow_variant *asked,
                                      struct sow_err *err)
{
    struct head *head = calloc(1, sizeof *head);
    if (head == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    read_head(path, head);
    if (head->rules[0] != '\0')
        status = check_rules(path, head, asked, err);
    else if (head->variant[0] != '\0')
        status = check_name(path, head, asked, err);
    free(head);
    return status;
}
