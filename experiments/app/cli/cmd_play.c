/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command play: games of a person at a terminal, or of a program at a pipe. */
#include "cli_lines.h"
#include "cli_query.h"
#include "cli_run.h"
#include "play_questions.h"
#include "sow/cli/commands.h"
#include "sow/matches/match_sections.h"
#include "sow/play/analysis.h"
#include "sow/play/drawing.h"
#include "sow/play/play_run.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Opponent without operands, and adviser if no player gives values. */
static const char USUAL[] = "alphabeta:depth=4,eval=[state:store_difference=1]";
static const char ADVISER[] = "alphabeta:depth=8,eval=[state:store_difference=1]";

/* State of the command: the person, the game and the player that gives advice. */
struct table {
    struct sow_cli *cli;
    const struct sow_play_options *options;
    const struct sow_variant *variant;
    struct sow_lines *lines;
    bool prompts; /* true if a person types, false if a program does */
    struct sow_session session;
    struct sow_analysis adviser;
    const char *advised; /* player spec of the adviser */
    int stored;          /* number of games stored */
    /* True if the person has left or a stop is requested: no further game begins. */
    bool left;
};

/* --- talking --- */

/* Reads the next line, and writes @p prompt first if a person types. @p line is borrowed
   until the next call. @p more is false at the end of input. Fails as sow_lines_ask. */
static enum sow_status ask(struct table *table, const char *prompt, const char **line,
                           bool *more, struct sow_err *err)
{
    return sow_lines_ask(table->lines, table->prompts ? prompt : NULL, line, more, err);
}

/* Returns the name of the player in a role: the spec of a program, "you" for the only
   person, or else "player 1" or "player 2". The options own a spec; the other names are
   constants. */
static const char *name_of(const struct table *table, int role)
{
    const struct sow_session_player *players = table->session.players;
    const struct sow_contestants *specs = &table->options->contestants;
    if (!players[role].person)
        return role == 0 ? specs->player : specs->opponent;
    return !players[1 - role].person ? "you" : role == 0 ? "player 1" : "player 2";
}

/* Draws the board, with the names of both players. The row below is that of the only
   person, else of the first player. Marks the move @p move that seat @p mover made; -1
   marks none. */
static void draw(const struct table *table, int mover, int move)
{
    const struct sow_session *session = &table->session;
    FILE *out = table->cli->out;
    bool other = !session->players[0].person && session->players[1].person;
    int below = sow_session_seat(session, other);
    struct sow_drawing drawing = sow_drawing_for(out, session->rules, below);
    (void)fprintf(out, "\n  %s\n", name_of(table, !other));
    sow_drawing_board(&drawing, &session->game.board, mover, move == SOW_SWAP ? -1 : move,
                      out);
    (void)fprintf(out, "  %s\n", name_of(table, other));
}

/* Draws the board after the last move, which @p role made from @p seat, and writes the
   move. Does nothing before the first move. */
static void show_move(const struct table *table, int role, int seat)
{
    const struct sow_transcript *transcript = &table->session.transcript;
    char text[SOW_MOVE_TEXT];
    if (transcript->count == 0)
        return;
    int move = transcript->moves[transcript->count - 1];
    draw(table, seat, move);
    (void)fprintf(table->cli->out, "%d. %s: %s\n", table->session.game.ply,
                  name_of(table, role),
                  sow_move_format(table->session.rules, move, text));
}

/* --- advice --- */

/* Writes the terms of the adviser's value of a move (count x weight = product) in the
   current line. */
static void show_terms(const struct table *table, int move)
{
    struct sow_terms terms;
    const struct sow_analysis *adviser = &table->adviser;
    sow_analysis_terms(adviser, move, &terms);
    for (int i = 0; i < terms.count; i++)
        (void)fprintf(table->cli->out, "%s %s %d x %.3f = %.3f", i == 0 ? ";" : ",",
                      terms.name[i], terms.value[i],
                      sow_analysis_real(adviser, terms.weight[i]),
                      sow_analysis_real(adviser, terms.value[i] * terms.weight[i]));
}

/* Evaluates the moves of @p game and prints the best one, or with @p all every move with
   its terms. Marks the move @p played; -1 means that the game waits for its move. Prints
   nothing after a stop request. */
static void advise(struct table *table, const struct sow_game *game, bool all, int played)
{
    struct sow_analysis *adviser = &table->adviser;
    const struct sow_search_result *found = &adviser->found;
    adviser->game = *game;
    sow_analysis_run(adviser, table->cli->with.stop, NULL, NULL);
    if (sow_stopping())
        return;
    for (int i = 0; i < found->count; i++) {
        char text[SOW_MOVE_TEXT];
        if (!all && !found->best[i])
            continue;
        (void)fprintf(table->cli->out, "  %s: %.3f%s%s",
                      sow_move_format(table->session.rules, found->move[i], text),
                      sow_analysis_real(adviser, found->value[i]),
                      found->best[i] ? ", best" : "",
                      found->move[i] == played ? ", played" : "");
        if (all)
            show_terms(table, found->move[i]);
        (void)fputc('\n', table->cli->out);
    }
}

/* Context for explaining the moves of one player. */
struct explaining {
    struct table *table;
    int role;
};

/* Writes a past move of a player, and all moves that were possible with their values. @p
   context is a struct explaining. */
static void explain_move(void *context, const struct sow_game *game, int move)
{
    const struct explaining *explaining = context;
    struct table *table = explaining->table;
    char text[SOW_MOVE_TEXT];
    (void)fprintf(table->cli->out, "%d. %s: %s\n", game->ply + 1,
                  name_of(table, explaining->role),
                  sow_move_format(table->session.rules, move, text));
    advise(table, game, true, move);
}

/* Prints the other player's moves of its last turn, each with the values of all moves
   that were possible. The values are the adviser's. Says so if the other player gives
   none or has not moved. */
static void explain_opponent(struct table *table)
{
    struct explaining explaining = {table, 1 - sow_session_role(&table->session)};
    const char *name = name_of(table, explaining.role);
    if (strcmp(name, table->advised) != 0)
        (void)fprintf(table->cli->out,
                      "  %s gives no values; these are values of "
                      "%s\n",
                      name, table->advised);
    if (!sow_session_retell(&table->session, explaining.role, explain_move, &explaining))
        (void)fprintf(table->cli->out, "  %s has not moved yet\n", name);
}

/* Prints the words that a person can type in a game. */
static void show_help(const struct table *table)
{
    (void)fputs("  a number   sow that pit of your row, counted from your left\n"
                "  swap       take over the other side, if the rules offer it\n"
                "  undo       take your last move back\n"
                "  hint       the best moves\n"
                "  why        your moves with their values, and the terms of each value\n"
                "  why opponent  the same for your opponent's moves\n"
                "  quit       leave; a game with a move is kept, unfinished or not\n",
                table->cli->out);
}

/* --- a game --- */

/* Carries out a word of the person that is not a move: draws the board after undo, or
   writes values or help. To leave only sets table->left. Ignores other answers. */
static void obey(struct table *table, enum sow_session_answer answer)
{
    switch (answer) {
    case SOW_SESSION_UNDONE:
        draw(table, 0, -1);
        break;
    case SOW_SESSION_HINT:
    case SOW_SESSION_WHY:
        advise(table, &table->session.game, answer == SOW_SESSION_WHY, -1);
        break;
    case SOW_SESSION_WHY_OPPONENT:
        explain_opponent(table);
        break;
    case SOW_SESSION_HELP:
        show_help(table);
        break;
    case SOW_SESSION_LEFT:
        table->left = true;
        break;
    case SOW_SESSION_MOVED:
    case SOW_SESSION_NOTHING:
        break;
    }
}

/* Reads a line of the person to move, and makes the move or carries out the word. The
   end of input means to leave. A wrong line is explained and is not a failure; returns
   the failure of reading. */
static enum sow_status take_line(struct table *table, struct sow_err *err)
{
    struct sow_session *session = &table->session;
    char moves[80];
    char prompt[200];
    const char *line;
    bool more;
    int role = sow_session_role(session);
    int seat = session->game.board.side;
    sow_session_moves(session, moves, sizeof moves);
    (void)snprintf(prompt, sizeof prompt, "%s to move (%s; help): ", name_of(table, role),
                   moves);
    double began = sow_clock_seconds();
    enum sow_status status = ask(table, prompt, &line, &more, err);
    enum sow_session_answer answer = SOW_SESSION_LEFT;
    if (status != SOW_OK)
        return status;
    if (more && sow_session_type(session, line, sow_clock_seconds() - began, &answer,
                                 err) != SOW_OK) {
        (void)fprintf(table->cli->out, "%s\n", err->text);
        return SOW_OK;
    }
    if (answer == SOW_SESSION_MOVED)
        show_move(table, role, seat);
    else
        obey(table, answer);
    return SOW_OK;
}

/* Writes a line with the winner of a game that has ended, or that it is drawn, the
   stores and the ending. */
static void tell_result(const struct table *table)
{
    const struct sow_game *game = &table->session.game;
    const struct sow_session *session = &table->session;
    int store[2];
    for (int role = 0; role < 2; role++)
        store[role] = game->board.store[sow_session_seat(session, role)];
    int winner = store[1] > store[0];
    FILE *out = table->cli->out;
    if (store[0] == store[1])
        (void)fprintf(out, "The game is drawn, %d to %d", store[0], store[1]);
    else
        (void)fprintf(out, "%s %s, %d to %d", name_of(table, winner),
                      strcmp(name_of(table, winner), "you") == 0 ? "win" : "wins",
                      store[winner], store[1 - winner]);
    (void)fprintf(out, " (%s).\n", sow_ending_names[game->ending]);
}

/* Plays a game until it ends, the person leaves or a stop is requested. Returns the
   failure of reading. */
static enum sow_status play_game(struct table *table, struct sow_err *err)
{
    struct sow_session *session = &table->session;
    enum sow_status status = SOW_OK;
    draw(table, 0, -1);
    while (status == SOW_OK && !session->game.ended && !table->left) {
        int role = sow_session_role(session);
        int seat = session->game.board.side;
        if (session->players[role].person) {
            status = take_line(table, err);
        } else {
            if (sow_session_turn(session))
                show_move(table, role, seat);
        }
        table->left = table->left || sow_stop_requested(table->cli->with.stop);
    }
    if (status == SOW_OK && session->game.ended)
        tell_result(table);
    return status;
}

/* --- the games of a run --- */

/* Returns the role that begins game @p number, counted from 0. Role 0 is the first
   player of the command line, 1 the other. Roles alternate in a series or if `begins`
   says so, else `begins` names the role. */
static int first_of(const struct sow_play_options *options, int number)
{
    if (options->games > 0 || options->begins == SOW_BEGIN_BY_TURNS)
        return number % 2;
    return options->begins;
}

/* Decides if there is another game after @p played games: by the length of the series, or
   by asking the person. Returns the failure of reading. */
static enum sow_status wants_another(struct table *table, int played, bool *another,
                                     struct sow_err *err)
{
    const char *line = "n";
    bool more = false;
    enum sow_status status = SOW_OK;
    bool people = table->session.players[0].person || table->session.players[1].person;
    if (table->options->games > 0)
        more = played < 2 * table->options->games;
    else if (table->prompts && people && !table->left) {
        status = ask(table, "Again? [y] ", &line, &more, err);
        more = more && line[0] != 'n' && line[0] != 'q';
    }
    *another = more && !table->left;
    return status;
}

/* Plays all games of the run and stores each that has a move. Returns the failure of
   reading or of the database. @p context is a struct table. */
static enum sow_status play_all(void *context, const struct sow_run *run,
                                struct sow_err *err)
{
    struct table *table = context;
    struct sow_session *session = &table->session;
    enum sow_status status = SOW_OK;
    bool another = true;
    for (int i = 0; status == SOW_OK && another; i++) {
        session->rules = run->rules;
        sow_session_begin(session, first_of(table->options, i), run->seed, i);
        status = play_game(table, err);
        if (status == SOW_OK && (session->game.ply > 0 || session->game.ended)) {
            status = sow_play_store(run, session, i, err);
            table->stored += status == SOW_OK;
        }
        sow_session_release(session);
        if (status == SOW_OK)
            status = wants_another(table, i + 1, &another, err);
    }
    return status;
}

/* Reads both players of the command line and chooses the adviser: the last player that
   gives values, else a search to depth 8. Returns the failure of a spec or a player. */
static enum sow_status seat(struct table *table, struct sow_store *store,
                            struct sow_err *err)
{
    const struct sow_contestants *specs = &table->options->contestants;
    const char *spec[2] = {specs->player, specs->opponent};
    struct sow_agent adviser;
    const char *advised = USUAL;
    enum sow_status status = SOW_OK;
    for (int i = 0; i < 2 && status == SOW_OK; i++) {
        struct sow_session_player *player = &table->session.players[i];
        player->person = strcmp(spec[i], sow_play_person) == 0;
        if (!player->person)
            status = sow_players_parse(store, spec[i], &player->agent, err);
        if (status == SOW_OK && !player->person)
            status = sow_agent_open(&player->agent, &table->variant->rules, true, err);
        if (status == SOW_OK && !player->person &&
            sow_analysis_init(&table->adviser, &table->variant->rules, &player->agent, "",
                              NULL) == SOW_OK)
            advised = spec[i];
    }
    if (status == SOW_OK && advised == USUAL)
        advised = ADVISER;
    table->advised = advised;
    if (status == SOW_OK)
        status = sow_players_parse(store, advised, &adviser, err);
    return status == SOW_OK ? sow_analysis_init(&table->adviser, &table->variant->rules,
                                                &adviser, advised, err)
                            : status;
}

/* Tells the person how to see the stored games, and prints the result of a series. A
   run without a game is deleted instead. Returns the failure of the database or of
   printing. */
static enum sow_status conclude(const struct table *table, struct sow_store *store,
                                int64_t id, struct sow_err *err)
{
    if (table->stored == 0)
        return sow_store_delete_run(store, id, err);
    sow_cli_note(table->cli,
                 "kept as run %lld: 'sowlab games show %lld' replays the "
                 "latest game",
                 (long long)id, (long long)id);
    return table->options->games > 0 ? sow_cli_result(table->cli, store, id, err)
                                     : SOW_OK;
}

/* Makes the run, in which the games are played. Returns SOW_INTERRUPTED after a stop
   request; games so far are kept. */
static enum sow_status record(struct table *table, struct sow_store *store,
                              const struct sow_play_options *options, struct sow_err *err)
{
    struct sow_cli *cli = table->cli;
    int64_t id = 0;
    struct sow_run_request request = {
        .kind = cli->command->kind,
        .rules = &table->variant->rules,
        .variant = table->variant->name,
        .options = options,
        .label = cli->common.label,
        .seed = cli->common.seed,
        .with = {.threads = 1, .kernel = sow_kernels[0].name}};
    enum sow_status status = seat(table, store, err);
    if (status == SOW_OK)
        status = sow_run_execute(store, &request, &id, err);
    if (status == SOW_OK)
        status = conclude(table, store, id, err);
    return status == SOW_OK && sow_stop_requested(cli->with.stop)
               ? sow_err_set(err, SOW_INTERRUPTED, "interrupted")
               : status;
}

/* Finds players and variant, opens the database and plays. A person who names no player
   is asked questions. Returns the first failure. */
static enum sow_status play(struct table *table, struct sow_play_options *options,
                            int argc, char **argv, struct sow_err *err)
{
    struct sow_variant variant;
    struct sow_store *store = NULL;
    enum sow_status status =
        argc == 0 && table->prompts
            ? sow_play_questions(table->cli, table->lines, options, err)
            : sow_contestants_take(&options->contestants,
                                   argc == 2 ? argv[0] : sow_play_person,
                                   argc == 2   ? argv[1]
                                   : argc == 1 ? argv[0]
                                               : USUAL,
                                   err);
    if (status == SOW_OK)
        status = sow_cli_variant(table->cli, &variant, err);
    table->variant = &variant;
    if (status == SOW_OK)
        status = sow_cli_store(table->cli, &store, err);
    if (status == SOW_OK)
        status = record(table, store, options, err);
    sow_store_close(store);
    return status;
}

/* Carries out `play`: plays games and stores them in a run. Returns SOW_USAGE for
   another format than text, SOW_NO_MEMORY, or the failure of play. */
static enum sow_status run_play(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    struct sow_play_options *asked = options;
    if (cli->format != SOW_FORMAT_TEXT)
        return sow_err_set(err, SOW_USAGE,
                           "play draws boards only as text: leave the format out, and "
                           "write a kept game with 'sowlab games show RUN --json'");
    struct table *table = calloc(1, sizeof *table);
    struct sow_lines *lines = malloc(sizeof *lines);
    enum sow_status status = SOW_NO_MEMORY;
    if (table == NULL || lines == NULL) {
        (void)sow_err_no_memory(err);
    } else {
        sow_lines_init(lines, cli);
        *table =
            (struct table){.cli = cli,
                           .options = asked,
                           .lines = lines,
                           .prompts = isatty(fileno(cli->in)) != 0,
                           .session = {.limit = asked->clock, .now = sow_clock_seconds}};
        asked->play = play_all;
        asked->context = table;
        status = play(table, asked, argc, argv, err);
    }
    free(lines);
    free(table);
    return status;
}

static const char *const CONTENT[] = {"games", "matches", "match_pairs", NULL};

/* Returns true if a person plays. Condition of `clock` in NEEDS. @p context is a struct
   sow_play_options. */
static bool has_person(const void *context)
{
    const struct sow_play_options *options = context;
    return strcmp(options->contestants.player, sow_play_person) == 0 ||
           strcmp(options->contestants.opponent, sow_play_person) == 0;
}

/* Returns true without --games. Condition of `begins` in NEEDS. @p context is a struct
   sow_play_options. */
static bool is_no_series(const void *context)
{
    const struct sow_play_options *options = context;
    return options->games == 0;
}

static const struct sow_param_need NEEDS[] = {
    {"clock", has_person, "a person at the board"},
    {"begins", is_no_series, "single games; a series (--games) alternates"},
    {NULL, NULL, NULL},
};

extern const struct sow_run_kind sow_play_kind;
const struct sow_run_kind sow_play_kind = {
    .name = "play",
    .groups = {{.table = &sow_contestant_params,
                .offset = offsetof(struct sow_play_options, contestants),
                .use = SOW_RECORDED},
               {.table = &sow_play_params}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_play_options),
    .command =
        {
            .kind = &sow_play_kind,
            .section = "Playing",
            .name = "play",
            .operands = "[PLAYER [OPPONENT]]",
            .summary =
                "play yourself or watch players, with board, hints and explanations",
            .examples = "sowlab play\n"
                        "sowlab play divilly2013 --variant awari --begins opponent\n"
                        "sowlab play person --variant kalah --clock 300\n"
                        "sowlab play h4 divilly2013 --variant kalah\n"
                        "sowlab play mcts:iterations=1000 --variant oware --games 5\n"
                        "printf '3\\n6\\n' | sowlab play random --variant kalah",
            .details =
                "You play against PLAYER: a player spec ('sowlab players') or 'person', "
                "who sits beside you. With two operands they play and you watch. "
                "Without operands the program asks a few questions; Enter takes the "
                "answer in brackets and ? explains a question.\n"
                "Your row is below, your pits are numbered from your left, and a star "
                "marks the pit that was sown last.\n"
                "A line is a move (the number of a pit, or swap), undo, hint, why, why "
                "opponent, help or quit. The words 'hint' and 'why' value your moves, "
                "'why opponent' values those of your opponent's last turn. The values "
                "are your opponent's, if it has any, else those of a search to depth 8. "
                "A pipe takes the same lines, without prompts.\n"
                "Every game is kept when it ends, also one that you leave: see 'sowlab "
                "games list' and 'sowlab games show'. A series (--games) is evaluated "
                "like a match.\n",
            .takes = SOW_TAKES_DB | SOW_TAKES_SEED | SOW_TAKES_LABEL | SOW_TAKES_RULES |
                     SOW_TAKES_FORMAT,
            .max_operands = 2,
            .run = run_play,
        },
    .prepare = sow_play_prepare,
    .execute = sow_play_execute,
    .goes_on = true,
    .sections = sow_play_sections,
    .content = CONTENT,
};
