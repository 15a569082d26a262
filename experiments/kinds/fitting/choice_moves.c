/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preferred moves as text. */
#include "sow/fitting/choice_moves.h"

#include <stdio.h>

/* Returns the sowing-order index of a pit number, which counts from 1 at its owner's
   left. */
static int pit_of(const struct sow_rules *rules, int number)
{
    return sow_pit_number(rules->pits, (enum sow_direction)rules->direction, number - 1) -
           1;
}

char *sow_choice_moves_write(const struct sow_rules *rules, sow_pits pits,
                             char text[SOW_CHOICE_MOVES_TEXT])
{
    size_t length = 0;
    text[0] = '\0';
    for (int number = 1; number <= rules->pits; number++)
        if (((unsigned)pits >> (unsigned)pit_of(rules, number) & 1U) != 0)
            length += (size_t)snprintf(text + length, SOW_CHOICE_MOVES_TEXT - length,
                                       "%s%d", length == 0 ? "" : ",", number);
    return text;
}

sow_pits sow_choice_moves_read(const struct sow_rules *rules, const char *text)
{
    unsigned pits = 0;
    while (*text != '\0') {
        int number = 0;
        for (; *text >= '0' && *text <= '9'; text++)
            number = number > SOW_MAX_PITS ? number : 10 * number + (*text - '0');
        bool on_board = number >= 1 && number <= rules->pits;
        pits |= 1U << (on_board ? pit_of(rules, number) : SOW_MAX_PITS);
        if (*text != '\0')
            text++;
    }
    return (sow_pits)pits;
}
