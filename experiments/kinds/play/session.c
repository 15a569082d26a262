/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game between people and programs, by lines of text. */
#include "sow/play/session.h"

#include "sow/base/parallel.h"
#include "sow/base/text.h"
#include "sow/game/replay.h"

#include <stdlib.h>
#include <string.h>

/* Gives each seat of the game the player that has it, and each program a memory, which
   unseat_players frees. A person's moves are typed, so a person has no function that
   chooses. */
static void seat_players(struct sow_session *session)
{
    const struct sow_player *seats[2] = {&session->seats[0], &session->seats[1]};
    for (int role = 0; role < 2; role++) {
        const struct sow_session_player *player = &session->players[role];
        session->seats[sow_session_seat(session, role)] =
            player->person ? (struct sow_player){.choose = NULL}
                           : sow_agent_player(&player->agent);
    }
    sow_game_seat(&session->game, seats);
}

/* Frees the memories that seat_players gave the programs. */
static void unseat_players(struct sow_session *session)
{
    const struct sow_player *seats[2] = {&session->seats[0], &session->seats[1]};
    sow_game_unseat(&session->game, seats);
}

/* Returns true if the transcript has to record the time of a player: of a person, or of a
   program whose play depends on time. */
static bool is_timed(const struct sow_session_player *player)
{
    return player->person || sow_agent_is_timed(&player->agent);
}

void sow_session_begin(struct sow_session *session, int first, uint64_t seed, int number)
{
    struct sow_stream stream = {SOW_PURPOSE_MATCH, {0, 0, 1, (uint64_t)number}};
    session->first = first;
    sow_pcg_derive(&session->rng, seed, &stream);
    sow_game_init(&session->game, session->rules, session->start);
    sow_game_record(&session->game, &session->transcript);
    session->transcript.now = session->now;
    for (int i = 0; i < 2; i++)
        session->transcript.timed[i] = is_timed(&session->players[i ^ first]);
    seat_players(session);
}

void sow_session_release(struct sow_session *session)
{
    unseat_players(session);
    sow_transcript_release(&session->transcript);
}

int sow_session_seat(const struct sow_session *session, int role)
{
    return role == session->first ? session->game.first : 1 - session->game.first;
}

/* Returns the role whose turn it is in the game of a session or in a copy of it: 0 is the
   player, 1 the opponent. */
static int role_in(const struct sow_session *session, const struct sow_game *game)
{
    bool first = game->board.side == game->first;
    return first ? session->first : 1 - session->first;
}

int sow_session_role(const struct sow_session *session)
{
    return role_in(session, &session->game);
}

bool sow_session_turn(struct sow_session *session)
{
    const struct sow_player *player = &session->seats[session->game.board.side];
    (void)sow_game_turn(&session->game, player, &session->rng);
    return !sow_stopping();
}

void sow_session_moves(const struct sow_session *session, char *text, size_t size)
{
    const struct sow_rules *rules = session->rules;
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(&session->game, moves);
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        char move[SOW_MOVE_TEXT];
        /* List the moves by ascending pit number. */
        int at = rules->direction == SOW_CLOCKWISE && moves[count - 1] != SOW_SWAP
                     ? count - 1 - i
                     : i;
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", i == 0 ? "" : " ",
                             sow_move_format(rules, moves[at], move));
    }
}

/* ---- Looking back ---- */

/* Moves of a transcript from index `begin` to `end` - 1. */
struct stretch {
    int begin;
    int end;
};

/* Returns the moves of the last turn of @p role: its latest moves without a move of the
   other in between. Replays the transcript in a copy of the game. The result is empty,
   with end 0, if the role has not moved. */
static struct stretch last_turn(const struct sow_session *session, int role)
{
    const struct sow_transcript *transcript = &session->transcript;
    struct stretch turn = {0, 0};
    struct sow_game game;
    sow_game_init(&game, session->rules, &transcript->start);
    for (int i = 0; i < transcript->count; i++) {
        if (role_in(session, &game) == role) {
            turn.begin = turn.end == i ? turn.begin : i;
            turn.end = i + 1;
        }
        sow_game_play(&game, transcript->moves[i]);
    }
    return turn;
}

bool sow_session_retell(const struct sow_session *session, int role, sow_moved_fn *told,
                        void *context)
{
    const struct sow_transcript *transcript = &session->transcript;
    struct stretch turn = last_turn(session, role);
    struct sow_game game;
    sow_game_init(&game, session->rules, &transcript->start);
    for (int i = 0; i < turn.end; i++) {
        if (i >= turn.begin)
            told(context, &game, transcript->moves[i]);
        sow_game_play(&game, transcript->moves[i]);
    }
    return turn.end > 0;
}

/* ---- Lines ---- */

/* Takes the game back to the position after its first @p count moves, and the transcript
   with it. Programs get new memories. The random stream and the seconds used stay as they
   are. */
static void go_back(struct sow_session *session, int count)
{
    struct sow_transcript *transcript = &session->transcript;
    struct sow_transcript before = *transcript;
    unseat_players(session);
    sow_game_init(&session->game, session->rules, &before.start);
    for (int i = 0; i < count; i++)
        sow_game_play(&session->game, before.moves[i]);
    session->game.transcript = transcript;
    transcript->count = count;
    seat_players(session);
}

/* Takes back all moves since the latest move of the person whose turn it is, and that
   move. Fails with SOW_USAGE if the person has not moved; the position is then as before,
   with new memories of the programs. */
static enum sow_status undo(struct sow_session *session, struct sow_err *err)
{
    int role = sow_session_role(session);
    int count = session->transcript.count;
    for (int to = count - 1; to >= 0; to--) {
        go_back(session, to);
        if (sow_session_role(session) == role)
            return SOW_OK;
    }
    /* The transcript still holds the moves, because no others were made. */
    go_back(session, count);
    return sow_err_set(err, SOW_USAGE, "there is no move of yours to take back");
}

/* Sets the error that @p line is not a move, with the legal moves and the commands.
   Returns SOW_USAGE. */
static enum sow_status refuse_line(const struct sow_session *session, const char *line,
                                   struct sow_err *err)
{
    char moves[80];
    sow_session_moves(session, moves, sizeof moves);
    return sow_err_set(err, SOW_USAGE,
                       "'%.40s' is not a legal move: choose one of %s, or type undo, "
                       "hint, why, why opponent, help or quit",
                       line, moves);
}

/* Commands, and the answer to each. */
static const struct {
    const char *word;
    enum sow_session_answer answer;
} WORDS[] = {{"undo", SOW_SESSION_UNDONE}, {"hint", SOW_SESSION_HINT},
             {"why", SOW_SESSION_WHY},     {"why opponent", SOW_SESSION_WHY_OPPONENT},
             {"help", SOW_SESSION_HELP},   {"?", SOW_SESSION_HELP},
             {"quit", SOW_SESSION_LEFT},   {"exit", SOW_SESSION_LEFT}};

/* Finds the first command that begins with @p line, in any case of letters, and writes
   its answer to @p answer. Returns false if there is none; @p answer then has no
   meaning. */
static bool find_word(const char *line, enum sow_session_answer *answer)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        char begin[16];
        (void)snprintf(begin, sizeof begin, "%.*s", (int)strlen(line), WORDS[i].word);
        *answer = WORDS[i].answer;
        if (sow_text_same(begin, line))
            return true;
    }
    return false;
}

/* Adds @p seconds to the time of the person whose turn it is, in the transcript. If the
   person has then used more than the limit, ends the game as a loss of that person and
   returns true. A limit of 0 means none. */
static bool take_time(struct sow_session *session, double seconds)
{
    int role = session->game.board.side != session->game.first;
    session->transcript.seconds[role] += seconds;
    if (session->limit <= 0.0 || session->transcript.seconds[role] <= session->limit)
        return false;
    sow_game_forfeit(&session->game, SOW_FORFEIT_CLOCK);
    return true;
}

enum sow_status sow_session_type(struct sow_session *session, const char *line,
                                 double seconds, enum sow_session_answer *answer,
                                 struct sow_err *err)
{
    char word[16];
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        length--;
    (void)snprintf(word, sizeof word, "%.*s", (int)length, line);
    *answer = SOW_SESSION_MOVED;
    if (take_time(session, seconds))
        return SOW_OK;
    int move = length < sizeof word ? sow_move_parse(session->rules, word) : -1;
    if (sow_game_allows(&session->game, move)) {
        sow_game_play(&session->game, move);
        return SOW_OK;
    }
    *answer = SOW_SESSION_NOTHING;
    if (length == 0)
        return SOW_OK;
    if (length >= sizeof word || !find_word(word, answer))
        return refuse_line(session, line, err);
    return *answer == SOW_SESSION_UNDONE ? undo(session, err) : SOW_OK;
}
