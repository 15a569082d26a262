/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/transcript.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"

#include <stdlib.h>

/* --- moves as text --- */

/* Text of the move SOW_SWAP. */
static const char SWAP[] = "swap";

/* Returns the number, from 1, that is printed for a pit, which counts from 0. */
static int number_of(const struct sow_rules *rules, int pit)
{
    return sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit);
}

char *sow_move_format(const struct sow_rules *rules, int move, char text[SOW_MOVE_TEXT])
{
    if (move == SOW_SWAP)
        (void)snprintf(text, SOW_MOVE_TEXT, "%s", SWAP);
    else
        (void)snprintf(text, SOW_MOVE_TEXT, "%d", number_of(rules, move));
    return text;
}

int sow_move_parse(const struct sow_rules *rules, const char *text)
{
    int64_t number;
    if (sow_text_same(text, SWAP))
        return SOW_SWAP;
    if (!sow_text_to_int(text, &number) || number < 1 || number > rules->pits)
        return -1;
    /* Counting from the other end of a row is its own inverse, so this converts number to
       index. */
    return number_of(rules, (int)number - 1) - 1;
}

/* --- recording --- */

const char *const sow_ending_names[SOW_ENDINGS] = {
    [SOW_NOT_ENDED] = "unfinished",
    [SOW_ENDED_NORMALLY] = "normal",
    [SOW_ENDED_BY_CAP] = "ply cap",
    [SOW_ENDED_BY_REPETITION] = "repetition",
    [SOW_FORFEIT_CLOCK] = "forfeit: out of time",
    [SOW_FORFEIT_ABSENT] = "forfeit: no program joined",
    [SOW_FORFEIT_GONE] = "forfeit: the program left",
    [SOW_FORFEIT_SILENT] = "forfeit: no move in time",
    [SOW_FORFEIT_ILLEGAL] = "forfeit: illegal move",
    [SOW_FORFEIT_GARBAGE] = "forfeit: not of the protocol",
    [SOW_FORFEIT_RULES] = "forfeit: not by these rules",
    [SOW_FORFEIT_MEMORY] = "forfeit: too much memory",
    [SOW_FORFEIT_CPU] = "forfeit: too much processor time",
};

void sow_transcript_begin(struct sow_transcript *transcript, const void *game,
                          const struct sow_board *start)
{
    *transcript = (struct sow_transcript){.game = game,
                                          .start = *start,
                                          .moves = transcript->moves,
                                          .room = transcript->room};
}

void sow_transcript_add(struct sow_transcript *transcript, int move)
{
    enum { FIRST_ROOM = 64 };
    if (transcript->count == transcript->room) {
        int room = transcript->room > 0 ? 2 * transcript->room : FIRST_ROOM;
        uint8_t *moves = realloc(transcript->moves, (size_t)room);
        transcript->lost = transcript->lost || moves == NULL;
        if (moves == NULL)
            return;
        transcript->moves = moves;
        transcript->room = room;
    }
    transcript->moves[transcript->count++] = (uint8_t)move;
}

void sow_transcript_release(struct sow_transcript *transcript)
{
    free(transcript->moves);
    *transcript = (struct sow_transcript){.game = NULL};
}

char *sow_transcript_text(const struct sow_transcript *transcript,
                          const struct sow_rules *rules)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = transcript->lost ? NULL : sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    for (int i = 0; i < transcript->count; i++) {
        char move[SOW_MOVE_TEXT];
        (void)fprintf(out, "%s%s", i == 0 ? "" : " ",
                      sow_move_format(rules, transcript->moves[i], move));
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
