/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player specs as words: their letters, and lists of them. */
#include "sow/base/text.h"
#include "sow/heuristics/agent.h"

#include <stdio.h>
#include <string.h>

/* Beginning of a spec with a command, whose blanks, commas and letters are its own. */
static const char COMMAND[] = "exec:[";

/* Returns true if a text begins with @p word, in any case of letters. */
static bool begins_with(const char *text, const char *word)
{
    char begin[16];
    (void)snprintf(begin, sizeof begin, "%.*s", (int)strlen(word), text);
    return sow_text_same(begin, word);
}

/* Returns the length of `exec:[COMMAND]` at the beginning of a text, in any case of
   letters, up to its closing bracket or the end. Returns 0 if the text begins
   otherwise. */
static size_t command_length(const char *text)
{
    size_t length = strlen(COMMAND);
    if (!begins_with(text, COMMAND))
        return 0;
    for (int open = 1; text[length] != '\0' && open > 0; length++)
        open += (text[length] == '[') - (text[length] == ']');
    return length;
}

size_t sow_agent_spec_length(const char *list, const char *separators)
{
    size_t length = 0;
    while (list[length] != '\0' && strchr(separators, list[length]) == NULL) {
        size_t command = command_length(list + length);
        length += command > 0 ? command : 1;
    }
    return length;
}

char *sow_agent_spec_take(char **rest)
{
    char *spec = *rest;
    if (spec == NULL)
        return NULL;
    char *end = spec + sow_agent_spec_length(spec, " ");
    *rest = *end == '\0' ? NULL : end + 1;
    *end = '\0';
    return spec;
}

/* Returns the number of characters at the beginning of a spec's word that keep their
   letters: a command in brackets, a file name or a name. Sets @p lower to the number of
   characters before them. Returns 0 if there are none. */
static size_t kept_letters(const char *text, size_t *lower)
{
    static const char *const ITEMS[] = {"endgame=", "name="};
    size_t command = command_length(text);
    *lower = strlen(COMMAND);
    if (command > 0)
        return command - *lower;
    for (size_t i = 0; i < sizeof ITEMS / sizeof ITEMS[0]; i++) {
        *lower = strlen(ITEMS[i]);
        if (begins_with(text, ITEMS[i]))
            return strcspn(text + *lower, ",[] \t\n");
    }
    *lower = strcspn(text, ",:[] \t\n");
    return 0;
}

void sow_agent_spec_lower(char *text)
{
    for (char *at = text; *at != '\0'; at += *at != '\0') {
        size_t lower;
        size_t kept = kept_letters(at, &lower);
        char *end = at + lower;
        char first = *end;
        *end = '\0';
        sow_text_lower(at);
        *end = first;
        at = end + kept;
    }
}
