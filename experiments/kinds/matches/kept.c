/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/matches/kept.h"

#include "sow/base/array.h"
#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/store/tables/games.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The option ---- */

/* Parses an option of type sow_param_keep: "" gives 0, "all" gives SOW_KEEP_ALL, and any
   other text is parsed as a number in the range of @p param. The field is unchanged on
   failure. */
static enum sow_status parse_keep(const struct sow_param *param, const char *text,
                                  void *field, struct sow_err *err)
{
    if (text[0] != '\0' && strcmp(text, "all") != 0)
        return sow_param_integer.parse(param, text, field, err);
    *(int *)field = text[0] == '\0' ? 0 : SOW_KEEP_ALL;
    return SOW_OK;
}

/* Writes the int in @p field as parse_keep reads it: nothing for 0. */
static void format_keep(const struct sow_param *param, const void *field, FILE *out)
{
    int keep = *(const int *)field;
    if (keep > 0)
        sow_param_integer.format(param, field, out);
    else if (keep == SOW_KEEP_ALL)
        (void)fputs("all", out);
}

/* Writes which values the option takes for --help and errors: "all, or " and the range of
   numbers. */
static void describe_keep(const struct sow_param *param, FILE *out)
{
    (void)fputs("all, or ", out);
    sow_param_integer.describe(param, out);
}

const struct sow_param_type sow_param_keep = {
    "COUNT", true, parse_keep, format_keep, describe_keep, sizeof(int), NULL, true};

enum sow_status sow_keep_resolve(int *keep, int games, struct sow_err *err)
{
    if (*keep == SOW_KEEP_ALL && games > SOW_KEEP_MAX)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "%d games in each seat are too many to keep: give "
                        "--keep-games a number up to %d",
                        games, SOW_KEEP_MAX),
            "keep_games");
    if (*keep == SOW_KEEP_ALL || *keep > games)
        *keep = games;
    return SOW_OK;
}

void sow_keep_outside(int *keep, int games, const struct sow_agent *agents, size_t count)
{
    for (size_t i = 0; i < count && *keep == 0; i++)
        if (agents[i].kind == SOW_AGENT_OUTSIDE)
            *keep = games < SOW_KEEP_MAX ? games : SOW_KEEP_MAX;
}

/* ---- The list ---- */

void sow_kept_release(struct sow_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        sow_transcript_release(&kept->games[i].transcript);
    free(kept->games);
    *kept = (struct sow_kept){.games = NULL};
}

enum sow_status sow_kept_add(struct sow_kept *kept, const struct sow_kept_game *game,
                             struct sow_err *err)
{
    struct sow_transcript transcript = game->transcript;
    struct sow_kept_game *games = sow_array_grow(kept->games, kept->count, sizeof *games);
    kept->games = games != NULL ? games : kept->games;
    if (games == NULL || transcript.lost) {
        sow_transcript_release(&transcript);
        return sow_err_no_memory(err);
    }
    games[kept->count++] = *game;
    return SOW_OK;
}

/* ---- The table ---- */

/* Returns the seconds that a player took for all its moves, or NaN if the player is not
   timed. The role is 0 for the player that moved first, and 1 for the other. */
static double seconds_of(const struct sow_transcript *transcript, int role)
{
    return transcript->timed[role] ? transcript->seconds[role] : (double)NAN;
}

/* Adds a kept game to table `games`, in match number @p number of the run. The column
   `first` says whether player or opponent moved first. The start is "" for the standard
   start, and times are NaN for players that are not timed. Fails with SOW_NO_MEMORY or an
   error of the database. */
static enum sow_status store_game(const struct sow_kept_game *kept,
                                  const struct sow_rules *rules,
                                  const struct sow_run *run, int number,
                                  struct sow_err *err)
{
    const struct sow_transcript *transcript = &kept->transcript;
    char start[SOW_POSITION_MAX] = "";
    char *moves = sow_transcript_text(transcript, rules);
    if (moves == NULL)
        return sow_err_no_memory(err);
    if (memcmp(&transcript->start, &rules->start, sizeof rules->start) != 0)
        (void)sow_board_format(&transcript->start, rules->pits,
                               (enum sow_direction)rules->direction, start);
    struct sow_game_row row = {
        .run_id = run->id,
        .match = number,
        .game = (int64_t)kept->game,
        .first = kept->second ? "opponent" : "player",
        .start = start,
        .opening = transcript->opening,
        .moves = moves,
        .plies = kept->result.plies,
        .ending = sow_ending_names[transcript->ending],
        .first_store = kept->result.first,
        .second_store = kept->result.second,
        .first_seconds = seconds_of(transcript, 0),
        .second_seconds = seconds_of(transcript, 1),
        .first_drawn = transcript->drawn[0],
        .second_drawn = transcript->drawn[1],
    };
    enum sow_status status = sow_store_add(run->sink, game, &row, err);
    free(moves);
    return status;
}

enum sow_status sow_kept_store(const struct sow_kept *kept, size_t match,
                               const struct sow_rules *rules, const struct sow_run *run,
                               int number, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < kept->count && status == SOW_OK; i++)
        if (kept->games[i].match == match)
            status = store_game(&kept->games[i], rules, run, number, err);
    return status;
}
