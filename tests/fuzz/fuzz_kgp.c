/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the Kalah Game Protocol, as an outside program sends them: commands, strings
   and boards. */
#include "fuzz.h"

#include "kgp_words.h"

/* Tries a text as a board. A valid board must be the same after it is written and read
   again. */
static void try_board(const char *text)
{
    struct sow_board board;
    struct sow_board again;
    char form[WORDS_BOARD_MAX];
    int pits;
    int pits_again;
    if (!sow_words_read_board(text, &board, &pits))
        return;
    (void)sow_words_write_board(&board, pits, form);
    FUZZ_REQUIRE(sow_words_read_board(form, &again, &pits_again));
    FUZZ_REQUIRE(pits == pits_again && memcmp(&board, &again, sizeof board) == 0);
}

/* Tries a line as a command. A valid command must have all its parts. Its arguments are
   tried as a board and as a string. */
static void try_line(char *line)
{
    struct words words;
    try_board(line);
    if (!sow_words_read(line, &words))
        return;
    FUZZ_REQUIRE(words.id >= -1 && words.reference >= -1 && words.name != NULL);
    try_board(words.arguments);
    FUZZ_REQUIRE(sow_words_string(words.arguments) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        try_line(line);
        line = end;
    }
    free(text);
    return 0;
}
