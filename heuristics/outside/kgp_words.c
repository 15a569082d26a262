/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kgp_words.h"

#include "sow/base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the address of the first character at or after @p at that is neither a blank
   nor a tab. */
static char *skip_blanks(char *at)
{
    return at + strspn(at, " \t");
}

/* Removes blanks and tabs from the end of a text, in place. */
static void cut_blanks(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
}

/* Reads the digits at @p at and moves @p at past them. Returns -1 if there are none.
   Numbers longer than 15 digits are cut. */
static int64_t take_number(char **at)
{
    enum { DIGITS = 15 };
    size_t length = strspn(*at, "0123456789");
    char digits[DIGITS + 1];
    int64_t number = -1;
    (void)snprintf(digits, sizeof digits, "%.*s",
                   (int)(length < DIGITS ? length : DIGITS), *at);
    (void)sow_text_to_int(digits, &number);
    *at += length;
    return number;
}

bool sow_words_read(char *line, struct words *words)
{
    *words = (struct words){.id = -1, .reference = -1, .name = ""};
    char *at = skip_blanks(line);
    cut_blanks(at);
    words->arguments = at;
    if (*at == '\0')
        return true;
    words->id = take_number(&at);
    if (*at == '@') {
        at++;
        words->reference = take_number(&at);
        if (words->reference < 0)
            return false;
    }
    bool numbered = words->id >= 0 || words->reference >= 0;
    if (numbered && *at != ' ' && *at != '\t')
        return false;
    at = skip_blanks(at);
    char *name = at;
    while (isalnum((unsigned char)*at))
        at++;
    if (at == name || (*at != '\0' && *at != ' ' && *at != '\t'))
        return false;
    words->name = name;
    words->arguments = skip_blanks(at);
    *at = '\0';
    return true;
}

char *sow_words_string(char *arguments)
{
    size_t length = strlen(arguments);
    if (length < 2 || arguments[0] != '"' || arguments[length - 1] != '"')
        return arguments;
    arguments[length - 1] = '\0';
    return arguments + 1;
}

/* --- boards --- */

char *sow_words_write_board(const struct sow_board *board, int pits,
                            char text[WORDS_BOARD_MAX])
{
    int own = board->side;
    int used = snprintf(text, WORDS_BOARD_MAX, "<%d,%d,%d", pits, board->store[own],
                        board->store[1 - own]);
    for (int i = 0; i < 2 * pits; i++)
        used += snprintf(text + used, (size_t)(WORDS_BOARD_MAX - used), ",%d",
                         board->pit[i < pits ? own : 1 - own][i % pits]);
    (void)snprintf(text + used, (size_t)(WORDS_BOARD_MAX - used), ">");
    return text;
}

/* Reads an unsigned number of at most SOW_MAX_SEEDS at @p at, and the character @p mark
   after it. Moves @p at past the mark. Returns false, and changes nothing, if the text is
   different. */
static bool take_count(const char **at, char mark, int *count)
{
    char *end;
    if (!isdigit((unsigned char)**at))
        return false;
    long value = strtol(*at, &end, 10);
    if (value > SOW_MAX_SEEDS || *end != mark)
        return false;
    *count = (int)value;
    *at = end + 1;
    return true;
}

bool sow_words_read_board(const char *text, struct sow_board *board, int *pits)
{
    int count = 0;
    int seeds = 0;
    *board = (struct sow_board){.side = SOW_SOUTH};
    if (*text++ != '<' || !take_count(&text, ',', pits) || *pits < 1 ||
        *pits > SOW_MAX_PITS)
        return false;
    for (int i = -2; i < 2 * *pits; i++) {
        if (!take_count(&text, i + 1 < 2 * *pits ? ',' : '>', &count))
            return false;
        seeds += count;
        if (i < 0)
            board->store[i + 2] = (uint8_t)count;
        else
            board->pit[i / *pits][i % *pits] = (uint8_t)count;
    }
    return *text == '\0' && seeds <= SOW_MAX_SEEDS;
}
