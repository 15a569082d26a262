/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/variants/start_set.h"

#include "sow/base/embedded.h"
#include "sow/variants/variant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern const struct sow_embedded sow_start_set_files[];

const struct sow_start_set sow_start_sets[] = {
    {"fairkalah", "kalah", "the 254 fair boards of FairKalah"},
    {NULL, NULL, NULL},
};

static const char *text_of(const struct sow_start_set *set)
{
    const struct sow_embedded *file = sow_start_set_files;
    while (file->name != NULL && strcmp(file->name, set->name) != 0)
        file++;
    assert(file->name != NULL);
    return file->text;
}

static bool is_about_start(const char *rule)
{
    return strcmp(rule, "start") == 0 || strcmp(rule, "seeds") == 0;
}

static enum sow_status require_rules(const struct sow_start_set *set,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_variant_builtin(set->variant, &variant, err);
    for (size_t i = 0; i < sow_rules_table.count && status == SOW_OK; i++) {
        const struct sow_param *rule = &sow_rules_table.rows[i];
        if (!is_about_start(rule->name) && !sow_param_equal(rule, rules, &variant.rules))
            status = sow_err_set(
                err, SOW_USAGE,
                "the start positions '%s' are made for the rules of '%s', and '%s' differs from them: "
                "choose --variant %s, or other starts",
                set->name, set->variant, rule->name, set->variant);
    }
    return status;
}

/* The first line at or after @p text that is not a comment; NULL if there is none. */
static const char *find_position(const char *text)
{
    while (*text == '#' || *text == '\n') {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return *text != '\0' ? text : NULL;
}

static enum sow_status parse_line(const char *line, const struct sow_rules *rules,
                                  struct sow_board *board, struct sow_err *err)
{
    char text[SOW_POSITION_MAX];
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    return sow_board_parse(text, rules->pits, (enum sow_direction)rules->direction, board,
                           err);
}

static size_t count_positions(const char *text)
{
    size_t count = 0;
    while ((text = find_position(text)) != NULL) {
        text += strcspn(text, "\n");
        count++;
    }
    return count;
}

enum sow_status sow_start_set_load(const struct sow_start_set *set,
                                   const struct sow_rules *rules,
                                   struct sow_board **boards, size_t *count,
                                   struct sow_err *err)
{
    *boards = NULL;
    enum sow_status status = require_rules(set, rules, err);
    if (status != SOW_OK)
        return status;
    const char *line = text_of(set);
    *count = count_positions(line);
    *boards = *count > 0 ? calloc(*count, sizeof **boards) : NULL;
    if (*boards == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < *count && status == SOW_OK; i++) {
        line = find_position(line);
        status = parse_line(line, rules, &(*boards)[i], err);
        line += strcspn(line, "\n");
    }
    if (status != SOW_OK) {
        free(*boards);
        *boards = NULL;
    }
    return status;
}
