/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game in the browser. The server keeps no games: each request brings all moves, and
   the server replays them. */
#include "play_judge.h"
#include "routes.h"

#include "sow/game/replay.h"
#include "sow/outside/exec.h"
#include "sow/play/analysis.h"
#include "sow/play/play_run.h"
#include "sow/play/session.h"
#include "sow/play/stored_game.h"
#include "sow/players/players.h"
#include "sow/support/progress.h"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

/* Limits of a player's search for one move, whatever its spec says. */
enum {
    THOUGHT_MS = 1500,
    HASH_MEGABYTES = 32,
    MCTS_ITERATIONS = 100000,
    MINIMAX_DEPTH = 6
};

/* Player that values moves if neither the request nor the game has one. */
static const char ADVISER[] = "alphabeta:depth=8,eval=[state:store_difference=1]";

/* Names of the seats, by enum sow_side. */
static const char *const SEATS[] = {"south", "north"};

/* A game of a request, and the report about it. The texts belong to the request. The
   struct has about 100 kilobytes. */
struct table {
    struct sow_request *request;
    struct sow_stored_game stored; /* kept game of the argument `game`, or all zeros */
    struct sow_variant variant;
    struct sow_board start;       /* the position in which the game began */
    struct sow_session session;   /* the game; role 0 is south */
    struct sow_play_judge *judge; /* judges the moves of the game; NULL: nobody does */
    int64_t judge_from;           /* number of the first move that is judged; 0: none */
    struct sow_analysis adviser;
    struct sow_report *report;
    const char *spec[2]; /* player specs by seat, or sow_play_person */
    /* Player spec of the adviser; set by find_adviser. */
    const char *advised;
};

/* ---- Players ---- */

/* Fails with SOW_USAGE for a player that opens files or connections, or is a program that
   the command line of the server does not name. Tests the text, because reading such a
   spec may open them already. */
static enum sow_status refuse_reach(const char *spec, struct sow_err *err)
{
    static const char *const REACHING[] = {"endgame", "kgp"};
    int refused;
    int programs = sow_exec_named(spec, &refused);
    if (refused > 0 || (programs == 0 && strcasestr(spec, "exec") != NULL))
        return sow_err_set(err, SOW_USAGE,
                           "player '%.200s' is a program that this server does not "
                           "start: name it with --allow-exec when you start the server",
                           spec);
    for (size_t i = 0; i < sizeof REACHING / sizeof REACHING[0]; i++)
        if (strcasestr(spec, REACHING[i]) != NULL)
            return sow_err_set(err, SOW_USAGE,
                               "player '%.200s' needs a file or an outside program, "
                               "which the server does not open: use 'sowlab play'",
                               spec);
    return SOW_OK;
}

/* Sets all options of a program, so that requests cannot start it many times over. */
static void tame_program(struct sow_program *program)
{
    enum { START = 20 }; /* seconds, as in a spec without this option */
    struct sow_program plain = {.ms = THOUGHT_MS, .start = START, .threads = 1};
    memcpy(plain.command, program->command, sizeof plain.command);
    memcpy(plain.digest, program->digest, sizeof plain.digest);
    *program = plain;
}

/* Limits time, memory and iterations of a player's search, whatever its spec says; other
   players stay as they are. Returns SOW_USAGE for a player that needs a file or a program
   that joins, and for minimax that looks too far ahead. */
static enum sow_status tame(struct sow_agent *agent, struct sow_err *err)
{
    struct sow_search_limits *limits = &agent->limits;
    bool outside = agent->kind == SOW_AGENT_OUTSIDE;
    if (outside && agent->outside.way == SOW_OUTSIDE_EXEC) {
        tame_program(&agent->outside.program);
        return SOW_OK;
    }
    if (outside || agent->endgame.file[0] != '\0')
        return sow_err_set(err, SOW_USAGE,
                           "the player of this run needs a file or "
                           "an outside program, which the server "
                           "does not open");
    if (agent->kind != SOW_AGENT_SEARCH)
        return SOW_OK;
    /* Minimax has no result of a lower depth to return when its time is over. */
    if (limits->method == SOW_SEARCH_MINIMAX && limits->depth > MINIMAX_DEPTH)
        return sow_err_set(err, SOW_USAGE,
                           "minimax may look ahead at most %d moves here: use "
                           "alphabeta, which is limited only by time",
                           (int)MINIMAX_DEPTH);
    limits->clock = (struct sow_clock){0, 0};
    limits->keep = false;
    if (limits->ms == 0 || limits->ms > THOUGHT_MS)
        limits->ms = THOUGHT_MS;
    if (limits->hash > HASH_MEGABYTES)
        limits->hash = HASH_MEGABYTES;
    if (limits->method == SOW_SEARCH_MCTS &&
        (limits->nodes == 0 || limits->nodes > MCTS_ITERATIONS))
        limits->nodes = MCTS_ITERATIONS;
    return SOW_OK;
}

/* Reads a player spec, limits it, and opens it for the table's variant. Returns
   SOW_USAGE for a player that is not allowed here, or the failure of the spec, the
   database or the player. */
static enum sow_status read_player(const struct table *table, const char *spec,
                                   struct sow_agent *agent, struct sow_err *err)
{
    enum sow_status status = refuse_reach(spec, err);
    if (status == SOW_OK)
        status = sow_players_parse(table->request->store, spec, agent, err);
    if (status == SOW_OK)
        status = tame(agent, err);
    return status == SOW_OK ? sow_agent_open(agent, &table->variant.rules, true, err)
                            : status;
}

/* Chooses the adviser and makes it ready. It is the player in the argument `adviser`,
   else a program in the game that gives moves values (south first), else the default
   adviser. Fails like read_player, or if the adviser gives no values. */
static enum sow_status find_adviser(struct table *table, struct sow_err *err)
{
    const struct sow_rules *rules = &table->variant.rules;
    struct sow_agent agent;
    table->advised = sow_request_text(table->request, "adviser", "");
    for (int seat = 0; seat < 2 && table->advised[0] == '\0'; seat++) {
        const struct sow_session_player *player = &table->session.players[seat];
        if (!player->person &&
            sow_analysis_init(&table->adviser, rules, &player->agent, "", NULL) == SOW_OK)
            table->advised = table->spec[seat];
    }
    if (table->advised[0] == '\0')
        table->advised = ADVISER;
    enum sow_status status = read_player(table, table->advised, &agent, err);
    return status == SOW_OK
               ? sow_analysis_init(&table->adviser, rules, &agent, table->advised, err)
               : status;
}

/* ---- The game ---- */

/* Returns the moves of the argument `moves`. Without it they are those of the kept game,
   or none. */
static const char *moves_of(const struct table *table)
{
    return sow_request_text(table->request, "moves",
                            table->stored.moves != NULL ? table->stored.moves : "");
}

/* Sets rules and start: those of the kept game that the argument `game` names, else
   those of a built-in variant. Fails like sow_stored_game_read and
   sow_variant_builtin. */
static enum sow_status find_rules(struct table *table, struct sow_err *err)
{
    const char *id = sow_request_text(table->request, "game", "");
    if (id[0] == '\0')
        return sow_variant_builtin(sow_request_text(table->request, "variant", "kalah"),
                                   &table->variant, err);
    enum sow_status status =
        sow_stored_game_read(table->request->store, id, &table->stored, err);
    table->variant = table->stored.variant;
    table->session.start = &table->stored.start;
    return status;
}

/* Reads rules, random seed and players from the arguments and begins the game, without
   its moves. After a failure there is no session to release. */
static enum sow_status set_up(struct table *table, struct sow_err *err)
{
    int64_t seed = 1;
    enum sow_status status = find_rules(table, err);
    if (status == SOW_OK)
        status = sow_request_int(table->request, "seed",
                                 (struct sow_request_range){0, INT64_MAX, 1}, &seed, err);
    for (int seat = 0; seat < 2 && status == SOW_OK; seat++) {
        struct sow_session_player *player = &table->session.players[seat];
        table->spec[seat] =
            sow_request_text(table->request, SEATS[seat], sow_play_person);
        player->person = strcmp(table->spec[seat], sow_play_person) == 0;
        if (!player->person)
            status = read_player(table, table->spec[seat], &player->agent, err);
    }
    if (status != SOW_OK)
        return status;
    /* Random numbers depend on the random seed and the number of moves. So the same
       link gives the same move. */
    table->session.rules = &table->variant.rules;
    table->session.now = sow_clock_seconds;
    sow_session_begin(&table->session, table->stored.start.side, (uint64_t)seed,
                      (int)strlen(moves_of(table)));
    table->start = table->session.game.board;
    return SOW_OK;
}

/* Reports a position as text. */
static void report_position(const struct table *table, const char *name,
                            const struct sow_board *board)
{
    const struct sow_rules *rules = &table->variant.rules;
    char position[SOW_POSITION_MAX];
    sow_report_text(table->report, name,
                    sow_board_format(board, rules->pits,
                                     (enum sow_direction)rules->direction, position));
}

/* Reports what the judge says about a move: the lead that it expects for south after the
   move, and what the move lost. Both are null for a move that is not judged. */
static void report_judgement(const struct table *table, const struct sow_game *game,
                             int move)
{
    int lead = 0;
    int lost = SOW_PLAY_JUDGE_UNKNOWN;
    bool judged = table->judge != NULL && game->ply + 1 >= table->judge_from;
    if (judged)
        sow_play_judge_move(table->judge, game, move, &lead, &lost);
    if (!judged)
        sow_report_null(table->report, NULL);
    else
        sow_report_int(table->report, NULL, lead);
    if (lost == SOW_PLAY_JUDGE_UNKNOWN)
        sow_report_null(table->report, NULL);
    else
        sow_report_int(table->report, NULL, lost);
}

/* Columns of the table `history`. */
static const char *const HISTORY[] = {"ply",   "seat",  "move",     "seeds", "gain",
                                      "again", "ended", "position", "lead",  "lost"};

/* Reports a move before it is made, as a row of the table `history`. Callback of
   sow_game_replay; @p context is a struct table. */
static void tell_move(void *context, const struct sow_game *game, int move)
{
    const struct table *table = context;
    struct sow_report *report = table->report;
    char text[SOW_MOVE_TEXT];
    struct sow_sowing sowing;
    struct sow_game after = *game;
    after.transcript = NULL;
    sow_game_preview(game, move, &sowing);
    sow_game_play(&after, move);
    sow_report_int(report, NULL, game->ply + 1);
    sow_report_text(report, NULL, SEATS[game->board.side]);
    sow_report_text(report, NULL, sow_move_format(game->rules, move, text));
    if (move == SOW_SWAP) {
        sow_report_null(report, NULL);
        sow_report_null(report, NULL);
    } else {
        sow_report_int(report, NULL, game->board.pit[game->board.side][move]);
        sow_report_int(report, NULL, sowing.gain);
    }
    sow_report_text(report, NULL, sowing.again && !after.ended ? "yes" : "no");
    sow_report_text(report, NULL, after.ended ? "yes" : "no");
    report_position(table, NULL, &after.board);
    report_judgement(table, game, move);
}

/* Plays the moves of the game, separated by commas or blanks, and reports them in the
   table `history`. A comma alone stands for no move. Returns the failure of the first
   move that is not legal, or SOW_NO_MEMORY. */
static enum sow_status replay(struct table *table, struct sow_err *err)
{
    char *moves = strdup(moves_of(table));
    if (moves == NULL)
        return sow_err_no_memory(err);
    for (char *at = moves; *at != '\0'; at++)
        if (*at == ',')
            *at = ' ';
    sow_report_table(table->report, "history", HISTORY,
                     sizeof HISTORY / sizeof HISTORY[0]);
    enum sow_status status = sow_game_replay(
        &table->session.game, moves + strspn(moves, " "), tell_move, table, err);
    free(moves);
    return status;
}

/* ---- The report ---- */

/* Reports `winner`: the seat with more seeds in its store, `draw`, or null while the
   game lasts. */
static void report_winner(struct sow_report *report, const struct sow_game *game)
{
    const uint8_t *store = game->board.store;
    if (game->ended)
        sow_report_text(report, "winner",
                        store[0] == store[1] ? "draw" : SEATS[store[1] > store[0]]);
    else
        sow_report_null(report, "winner");
}

/* Reports how a kept game ended and who won: the seat, `draw`, or null for an unfinished
   game. Both are null without a kept game. A forfeit does not follow from the moves. */
static void report_kept_end(const struct table *table)
{
    const struct sow_stored_game *stored = &table->stored;
    struct sow_report *report = table->report;
    if (stored->ending == NULL)
        sow_report_null(report, "kept_ending");
    else
        sow_report_text(report, "kept_ending", stored->ending);
    if (stored->winner == NULL)
        sow_report_null(report, "kept_winner");
    else if (strcmp(stored->winner, "draw") == 0)
        sow_report_text(report, "kept_winner", "draw");
    else
        sow_report_text(
            report, "kept_winner",
            SEATS[stored->start.side ^ (strcmp(stored->winner, "first") != 0)]);
}

/* Reports the names of the players of a kept game by seat, or null. */
static void report_names(const struct table *table)
{
    static const char *const NAMES[] = {"south_name", "north_name"};
    const struct sow_stored_game *stored = &table->stored;
    for (int seat = 0; seat < 2; seat++)
        if (stored->first == NULL)
            sow_report_null(table->report, NAMES[seat]);
        else
            sow_report_text(table->report, NAMES[seat],
                            seat == stored->start.side ? stored->first : stored->second);
}

/* Reports the record `game`: variant, players, first and present position, whose turn it
   is, number of plies, and ending and winner if it has ended. */
static void report_game(const struct table *table)
{
    const struct sow_game *game = &table->session.game;
    const struct sow_rules *rules = &table->variant.rules;
    struct sow_report *report = table->report;
    sow_report_record(report, "game");
    sow_report_text(report, "variant", table->variant.name);
    sow_report_text(report, "summary", table->variant.summary);
    sow_report_int(report, "pits", rules->pits);
    sow_report_text(report, "direction",
                    rules->direction == SOW_COUNTER_CLOCKWISE ? "counter-clockwise"
                                                              : "clockwise");
    sow_report_text(report, "south", table->spec[SOW_SOUTH]);
    sow_report_text(report, "north", table->spec[SOW_NORTH]);
    sow_report_text(report, "sown_store", rules->own_store_sown ? "yes" : "no");
    report_names(table);
    report_kept_end(table);
    report_position(table, "start", &table->start);
    report_position(table, "position", &game->board);
    sow_report_text(report, "turn", SEATS[game->board.side]);
    sow_report_int(report, "ply", game->ply);
    sow_report_text(report, "ending", sow_ending_names[game->ending]);
    report_winner(report, game);
}

/* Reports the legal moves in the table `moves`, which has no rows when the game has
   ended. */
static void report_legal_moves(const struct table *table)
{
    static const char *const COLUMNS[] = {"move"};
    const struct sow_game *game = &table->session.game;
    int moves[SOW_MOVES_MAX];
    int count = game->ended ? 0 : sow_game_moves(game, moves);
    sow_report_table(table->report, "moves", COLUMNS, 1);
    for (int i = 0; i < count; i++) {
        char text[SOW_MOVE_TEXT];
        sow_report_text(table->report, NULL,
                        sow_move_format(game->rules, moves[i], text));
    }
}

/* Lets the program whose turn it is choose, and reports the record `choice`: its seat
   and its first move. The position of the report does not have the move yet: the next
   request makes it. Reports "" as the move if the process was asked to stop. */
static void report_choice(struct table *table)
{
    struct sow_session *session = &table->session;
    struct sow_transcript *transcript = &session->transcript;
    char text[SOW_MOVE_TEXT] = "";
    int seat = session->game.board.side;
    int before = transcript->count;
    (void)sow_session_turn(session);
    if (transcript->count > before)
        (void)sow_move_format(session->rules, transcript->moves[before], text);
    sow_report_record(table->report, "choice");
    sow_report_text(table->report, "seat", SEATS[seat]);
    sow_report_text(table->report, "move", text);
}

/* Writes the line that the adviser expects after its move number @p index, as "south 3,
   north 5": the moves with their seats. Writes "" for a player that does not search. */
static void format_line(const struct table *table, int index, char *text, size_t size)
{
    const struct sow_analysis *adviser = &table->adviser;
    const struct sow_search_lines *lines = &adviser->lines;
    struct sow_game game = adviser->game;
    size_t used = 0;
    text[0] = '\0';
    if (adviser->agent.kind != SOW_AGENT_SEARCH)
        return;
    game.transcript = NULL;
    for (int i = 0; i < lines->count[index] && used < size; i++) {
        char move[SOW_MOVE_TEXT];
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s %s", i > 0 ? ", " : "",
                             SEATS[game.board.side],
                             sow_move_format(game.rules, lines->move[index][i], move));
        sow_game_play(&game, lines->move[index][i]);
    }
}

/* Reports the adviser in the record `adviser`, and in the table `values` its values of
   the legal moves with the expected lines. */
static void report_values(struct table *table)
{
    static const char *const COLUMNS[] = {"move", "value", "best", "line"};
    const struct sow_analysis *adviser = &table->adviser;
    const struct sow_search_result *found = &adviser->found;
    sow_report_record(table->report, "adviser");
    sow_report_text(table->report, "player", table->advised);
    sow_report_int(table->report, "depth",
                   adviser->agent.kind == SOW_AGENT_SEARCH ? found->depth : 0);
    sow_report_table(table->report, "values", COLUMNS, 4);
    for (int i = 0; i < found->count; i++) {
        char move[SOW_MOVE_TEXT];
        char line[SOW_SEARCH_LINE_MAX * 16];
        format_line(table, i, line, sizeof line);
        sow_report_text(table->report, NULL,
                        sow_move_format(&table->variant.rules, found->move[i], move));
        sow_report_real(table->report, NULL, sow_analysis_real(adviser, found->value[i]),
                        SOW_REPORT_SHORT);
        sow_report_text(table->report, NULL, found->best[i] ? "yes" : "no");
        sow_report_text(table->report, NULL, line);
    }
}

/* Reports the terms of the adviser's values in the table `terms`, a row for each move
   and term. An adviser without terms has no rows. */
static void report_terms(struct table *table)
{
    static const char *const COLUMNS[] = {"move", "term", "value", "weight", "product"};
    const struct sow_analysis *adviser = &table->adviser;
    sow_report_table(table->report, "terms", COLUMNS, 5);
    for (int i = 0; i < adviser->found.count; i++) {
        struct sow_terms terms;
        char text[SOW_MOVE_TEXT];
        sow_analysis_terms(adviser, adviser->found.move[i], &terms);
        for (int k = 0; k < terms.count; k++) {
            sow_report_text(
                table->report, NULL,
                sow_move_format(&table->variant.rules, adviser->found.move[i], text));
            sow_report_text(table->report, NULL, terms.name[k]);
            sow_report_int(table->report, NULL, terms.value[k]);
            sow_report_real(table->report, NULL,
                            sow_analysis_real(adviser, terms.weight[k]),
                            SOW_REPORT_SHORT);
            sow_report_real(table->report, NULL,
                            sow_analysis_real(adviser, terms.value[k] * terms.weight[k]),
                            SOW_REPORT_SHORT);
        }
    }
}

/* Finds the adviser, lets it value the legal moves, and reports the values and their
   terms. Stops early after the stop request. Fails as find_adviser. */
static enum sow_status advise(struct table *table, struct sow_err *err)
{
    enum sow_status status = find_adviser(table, err);
    if (status != SOW_OK)
        return status;
    table->adviser.game = table->session.game;
    sow_analysis_run(&table->adviser, table->request->stop, NULL, NULL);
    report_values(table);
    report_terms(table);
    return SOW_OK;
}

/* Makes the judge if the argument `judge` is the number of a move: it judges this move
   and those after it. Returns SOW_USAGE for any other text, or SOW_NO_MEMORY. The caller
   frees the judge. */
static enum sow_status call_judge(struct table *table, struct sow_err *err)
{
    enum sow_status status = sow_request_int(table->request, "judge",
                                             (struct sow_request_range){0, INT32_MAX, 0},
                                             &table->judge_from, err);
    if (status == SOW_OK && table->judge_from > 0)
        status = sow_play_judge_new(table->request->stop, &table->judge, err);
    return status;
}

/* Replays the moves, and reports the game and its legal moves. While the game lasts,
   adds values if the argument `why` is `yes`, and the choice of a program whose turn it
   is. Fails as replay and advise. */
static enum sow_status report_all(struct table *table, struct sow_err *err)
{
    struct sow_session *session = &table->session;
    enum sow_status status = call_judge(table, err);
    if (status == SOW_OK)
        status = replay(table, err);
    if (status != SOW_OK)
        return status;
    report_game(table);
    report_legal_moves(table);
    if (session->game.ended)
        return SOW_OK;
    if (strcmp(sow_request_text(table->request, "why", "no"), "yes") == 0)
        status = advise(table, err);
    if (status == SOW_OK && !session->players[sow_session_role(session)].person)
        report_choice(table);
    return status;
}

/* Answers /api/play with the game after the moves of the request, as JSON or CSV. Fails
   as set_up, report_all and sow_request_print. */
enum sow_status sow_api_play(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return sow_err_no_memory(err);
    table->request = request;
    table->report = sow_report_new();
    enum sow_status status = table->report == NULL ? sow_err_no_memory(err) : SOW_OK;
    if (status == SOW_OK)
        status = set_up(table, err);
    if (status == SOW_OK) {
        status = report_all(table, err);
        sow_session_release(&table->session);
    }
    status = sow_request_print(request, table->report, status, out, err);
    sow_stored_game_release(&table->stored);
    sow_play_judge_free(table->judge);
    free(table);
    return status;
}
