/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editions of the suite, and the text of their files. */
#include "sow/base/embedded.h"
#include "sow/base/stream.h"
#include "sow/endgame/database.h"
#include "sow/suite/suite_file.h"
#include "sow/support/progress.h"

#include <assert.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

/* Rule sets of the editions, by the name of the edition. They are stored forms of variant
   sets, and never change: the built-in variants first, then unseen rule sets, which
   `random:[20,seed=34]` drew. The last entry has a NULL name. */
extern const struct sow_embedded sow_suite_files[];

/* ---- Editions ---- */

static const struct sow_suite_edition EDITION = {
    .name = "1",
    .rules = "suite-1",
    .unseen_count = 20,
    .openings = 16,
    .unseen_openings = 10,
    .positions = 500,
    .fewest = 6,
    .on_board = 12,
    .digest = "dee241c33991afa8cd7bce999ac38a28fc0bbc3ea4ef32956cefc3c2b0a9d8be"};

static const struct sow_suite_edition QUICK = {
    .name = "1-quick",
    .rules = "suite-1-quick",
    .unseen_count = 2,
    .openings = 4,
    .unseen_openings = 2,
    .positions = 20,
    .fewest = 4,
    .on_board = 7,
    .digest = "e097d2a94a51707be90aee9a8155d4194a5514bda338b181ad64cff772fa0506"};

const struct sow_suite_edition *sow_suite_edition(bool quick)
{
    return quick ? &QUICK : &EDITION;
}

enum sow_status sow_suite_rules(const struct sow_suite_edition *edition,
                                struct sow_variant_set *set, struct sow_err *err)
{
    const struct sow_embedded *file = sow_suite_files;
    while (strcmp(file->name, edition->rules) != 0)
        file++;
    return sow_variant_set_read(strchr(file->text, '['), set, err); /* without comment */
}

/* ---- Openings ---- */

/* Rule set whose lines are being written. */
struct writing {
    const struct sow_suite_edition *edition;
    const struct sow_rules *rules;
    uint64_t place; /* number of the rule set */
    FILE *out;
};

/* Derives the stream of item @p number of a rule set, and of the attempt to draw it. @p
   what is 2 for openings and 3 for positions. */
static void derive(const struct writing *writing, uint64_t what, uint64_t number,
                   uint64_t attempt, struct sow_pcg *rng)
{
    struct sow_stream stream = {SOW_PURPOSE_STRENGTH,
                                {what, writing->place, number, attempt}};
    sow_pcg_derive(rng, SOW_SUITE_SEED, &stream);
}

/* Plays the random moves of an opening. Returns false if the game ends within them. */
static bool draw_opening(const struct writing *writing, struct sow_pcg *rng,
                         struct sow_game *game, int moves[SOW_SUITE_PLIES])
{
    int legal[SOW_MOVES_MAX];
    sow_game_init(game, writing->rules, NULL);
    for (int i = 0; i < SOW_SUITE_PLIES; i++) {
        int count = game->ended ? 0 : sow_game_moves(game, legal);
        if (count == 0)
            return false;
        moves[i] = legal[sow_pcg_below(rng, (uint32_t)count)];
        sow_game_play(game, moves[i]);
    }
    return !game->ended;
}

/* Writes the openings of a rule set. An opening in which the game ends is drawn again.
   Returns SOW_NO_MEMORY. */
static enum sow_status write_openings(const struct writing *writing, int openings,
                                      struct sow_err *err)
{
    struct sow_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return sow_err_no_memory(err);
    for (int k = 0; k < openings; k++) {
        struct sow_pcg rng;
        int moves[SOW_SUITE_PLIES];
        uint64_t attempt = 0;
        do {
            derive(writing, 2, (uint64_t)k, attempt++, &rng);
        } while (!draw_opening(writing, &rng, game, moves));
        (void)fputs("opening", writing->out);
        for (int i = 0; i < SOW_SUITE_PLIES; i++) {
            char text[SOW_MOVE_TEXT];
            (void)fprintf(writing->out, " %s",
                          sow_move_format(writing->rules, moves[i], text));
        }
        (void)fputc('\n', writing->out);
    }
    free(game);
    return SOW_OK;
}

/* ---- Positions ---- */

/* Draws a position with @p seeds seeds on the board, with equal chances. The stores have
   half of the other seeds each. Returns the number of its legal moves, with their exact
   values; 0 if all moves are worth the same, which tells no players apart. */
static int draw_position(const struct writing *writing, const struct sow_endgame *endgame,
                         int seeds, struct sow_pcg *rng, struct sow_game *game,
                         int values[SOW_MOVES_MAX])
{
    int pits = writing->rules->pits;
    int others = sow_board_seeds(&writing->rules->start) - seeds;
    uint64_t size =
        sow_endgame_positions(pits, seeds) - sow_endgame_positions(pits, seeds - 1);
    struct sow_board board;
    int moves[SOW_MOVES_MAX];
    bool differ = false;
    sow_endgame_board(endgame, seeds, (uint64_t)(sow_pcg_unit(rng) * (double)size),
                      &board);
    board.store[SOW_SOUTH] = (uint8_t)(others / 2);
    board.store[SOW_NORTH] = (uint8_t)(others - others / 2);
    sow_game_init(game, writing->rules, &board);
    int count = game->ended ? 0 : sow_game_moves(game, moves);
    for (int i = 0; i < count; i++) {
        values[i] =
            moves[i] == SOW_SWAP ? 0 : sow_endgame_move(endgame, &board, moves[i]);
        differ = differ || values[i] != values[0];
    }
    return differ ? count : 0;
}

/* Writes the positions of a rule set. The numbers of seeds on the board take turns, from
   the fewest to the most. Returns SOW_NO_MEMORY, or SOW_INTERRUPTED after a stop request.
 */
static enum sow_status write_positions(const struct writing *writing,
                                       const struct sow_context *with,
                                       struct sow_err *err)
{
    const struct sow_suite_edition *edition = writing->edition;
    struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = *with};
    struct sow_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_endgame_new(writing->rules, &endgame, err);
    work.with.progress = NULL;
    if (status == SOW_OK)
        status = sow_endgame_grow(endgame, &work, edition->on_board, err);
    for (int k = 0; k < edition->positions && status == SOW_OK; k++) {
        int seeds = edition->fewest + k % (edition->on_board - edition->fewest + 1);
        char text[SOW_POSITION_MAX];
        int values[SOW_MOVES_MAX];
        int count = 0;
        for (uint64_t attempt = 0; count == 0; attempt++) {
            struct sow_pcg rng;
            derive(writing, 3, (uint64_t)k, attempt, &rng);
            count = draw_position(writing, endgame, seeds, &rng, game, values);
        }
        (void)fprintf(writing->out, "position %s",
                      sow_board_format(&game->board, writing->rules->pits,
                                       (enum sow_direction)writing->rules->direction,
                                       text));
        for (int i = 0; i < count; i++)
            (void)fprintf(writing->out, " %d", values[i]);
        (void)fputc('\n', writing->out);
    }
    sow_endgame_close(endgame);
    free(game);
    if (status == SOW_INTERRUPTED) /* the text of the endgame file does not fit */
        (void)sow_err_set(err, status,
                          "stopped on request: no file of the suite is made");
    return status;
}

/* ---- The whole text ---- */

/* Writes a rule set with its openings and positions. There are no positions of unseen
   rule sets, and of rules by which a game ends early: there the margin is not the aim.
   Fails as write_openings and write_positions. */
static enum sow_status write_place(const struct sow_suite_edition *edition,
                                   const struct sow_variant_set *set, size_t index,
                                   const struct sow_context *with, FILE *out,
                                   struct sow_err *err)
{
    bool unseen = index >= set->count - edition->unseen_count;
    struct writing writing = {edition, &set->variants[index].rules, index, out};
    /* The text is as stored: later versions may write more rules. */
    (void)fprintf(out, "[%s]\n%s", set->variants[index].name, set->rules[index]);
    enum sow_status status = write_openings(
        &writing, unseen ? edition->unseen_openings : edition->openings, err);
    bool valued = !unseen && !writing.rules->early_end;
    return status == SOW_OK && valued ? write_positions(&writing, with, err) : status;
}

/* Writes all rule sets to @p out. Fails as write_place. */
static enum sow_status write_text(const struct sow_suite_edition *edition,
                                  const struct sow_context *with, FILE *out,
                                  struct sow_err *err)
{
    struct sow_variant_set set;
    enum sow_status status = sow_suite_rules(edition, &set, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(with->progress, set.count, "rule sets");
    (void)fprintf(out, "sowlab suite %s\n", edition->name);
    for (size_t i = 0; i < set.count && status == SOW_OK; i++) {
        status = write_place(edition, &set, i, with, out, err);
        sow_progress_advance(with->progress, 1, NULL);
    }
    sow_progress_end(with->progress);
    sow_variant_set_release(&set);
    return status;
}

/* Writes the SHA-256 of a text, as hexadecimal digits, to @p digits. */
static void hash_text(const char *text, char digits[2 * SHA256_DIGEST_SIZE + 1])
{
    struct sha256_ctx sha;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&sha);
    sha256_update(&sha, strlen(text), (const uint8_t *)text);
    sha256_digest(&sha, sizeof digest, digest);
    base16_encode_update(digits, sizeof digest, digest);
    digits[2 * SHA256_DIGEST_SIZE] = '\0';
}

enum sow_status sow_suite_check(const struct sow_suite_edition *edition, const char *text,
                                const char *path, struct sow_err *err)
{
    char digits[2 * SHA256_DIGEST_SIZE + 1];
    hash_text(text, digits);
    if (strcmp(digits, edition->digest) == 0)
        return SOW_OK;
    if (path == NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "this program makes suite %s with the SHA-256 %s and not %s: "
                           "use a version of sowlab whose rules are unchanged",
                           edition->name, digits, edition->digest);
    return sow_err_set(err, SOW_BAD_DATA,
                       "'%s' is not the file of suite %s: its SHA-256 is %s and not %s; "
                       "make that with 'sowlab suite make%s %s'",
                       path, edition->name, digits, edition->digest,
                       edition == sow_suite_edition(true) ? " --quick" : "", path);
}

enum sow_status sow_suite_text(const struct sow_suite_edition *edition,
                               const struct sow_context *with, char **text,
                               struct sow_err *err)
{
    size_t size = 0;
    *text = NULL;
    FILE *out = sow_stream_open(text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = write_text(edition, with, out, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_suite_check(edition, *text, NULL, err);
    if (status != SOW_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}
