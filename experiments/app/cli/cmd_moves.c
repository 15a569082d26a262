/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command moves: answers positions from stdin with legal moves or a player's move. */
#include "cli_lines.h"
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/game/game.h"
#include "sow/players/players.h"
#include "sow/store/store.h"

#include <stdlib.h>
#include <string.h>

/* --- the options --- */

/* Options of the command. */
struct moves_options {
    char player[SOW_SPEC_MAX + 1]; /* player spec; "": all moves */
};

/* Copies the value of --player to @p field. It is the `parse` of PLAYER. Returns
   SOW_BAD_DATA for "": an empty value is an error of the caller, not a request for all
   moves. */
static enum sow_status parse_player(const struct sow_param *param, const char *text,
                                    void *field, struct sow_err *err)
{
    if (text[0] == '\0')
        return sow_err_set(err, SOW_BAD_DATA, "'%s' is empty: write a player",
                           param->name);
    return sow_param_text.parse(param, text, field, err);
}

/* Writes the player spec in @p field. It is the `format` of PLAYER. */
static void format_player(const struct sow_param *param, const void *field, FILE *out)
{
    sow_param_text.format(param, field, out);
}

/* Writes for help where the player specs are explained. It is the `describe` of
   PLAYER. */
static void describe_player(const struct sow_param *param, FILE *out)
{
    (void)param;
    (void)fputs("a player spec, see 'sowlab players'", out);
}

static const struct sow_param_type PLAYER = {
    "PLAYER", false, parse_player, format_player, describe_player, 0, NULL, false};

static const struct sow_param ROWS[] = {
    {"player", &PLAYER, offsetof(struct moves_options, player), 0, SOW_SPEC_MAX, NULL,
     NULL,
     "player that answers each line with its move; by default all legal moves are listed"},
};

static const struct sow_param_table MOVES_PARAMS = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* --- layout of an answer --- */

/* Number of values of an answer: position, move, captured, next, status. */
enum { COLUMNS = 5 };

/* Reasons why an answer has no move. */
enum without_move { STUCK, BLANK, BAD, REASONS };

/* Fixed texts around the rows of an answer. */
struct frame {
    const char *head;
    const char *between; /* text between rows */
    const char *row;     /* text before a row */
    const char *after;   /* text after a row */
    const char *tail;
};

/* Ways to answer: all moves of each position, or a player's move for each line. */
enum way { ALL_MOVES, ONE_MOVE, WAYS };

/* Fixed texts around the values of an answer. */
struct layout {
    const struct frame *frame[WAYS];
    /* text before each column; NULL: the column is left out */
    const char *const *before[WAYS];
    const char *const *quote; /* quote on both sides of a value */
    const char *missing;      /* text for a value that is missing */
    const char *no_move[REASONS];
};

static const char *const TABS[COLUMNS] = {"", "\t", "\t", "\t", "\t"};
static const char *const MOVE_ALONE[COLUMNS] = {NULL, "", NULL, NULL, NULL};
static const char *const NO_QUOTES[COLUMNS] = {"", "", "", "", ""};
static const char *const COMMAS[COLUMNS] = {"", ",", ",", ",", ","};
static const char *const CSV_QUOTES[COLUMNS] = {"\"", "", "", "\"", ""};
static const char *const KEYS[COLUMNS] = {
    "{\"position\": ", ", \"move\": ", ", \"captured\": ", ", \"next\": ",
    ", \"status\": "};
static const char *const JSON_QUOTES[COLUMNS] = {"\"", "", "", "\"", "\""};
static const char *const BARS[COLUMNS] = {"| ", " | ", " | ", " | ", " | "};
static const char *const AMPERSANDS[COLUMNS] = {"", " & ", " & ", " & ", " & "};

static const struct frame LINES = {"", "", "", "\n", ""};
static const struct frame ARRAY = {"[", ",", "\n  ", "}", "\n]\n"};
static const struct frame OBJECTS = {"", "", "", "}\n", ""};
static const struct frame CSV = {"position,move,captured,next,status\n", "", "", "\n",
                                 ""};
static const struct frame MARKDOWN = {"| position | move | captured | next | status |\n"
                                      "| --- | ---: | ---: | --- | --- |\n",
                                      "", "", " |\n", ""};
static const struct frame LATEX = {
    "\\begin{tabular}{lrrll}\n\\toprule\n"
    "position & move & captured & next & status \\\\\n\\midrule\n",
    "", "", " \\\\\n", "\\bottomrule\n\\end{tabular}\n"};

/* Layouts by format. */
static const struct layout LAYOUTS[] = {
    [SOW_FORMAT_TEXT] =
        {{&LINES, &LINES}, {TABS, MOVE_ALONE}, NO_QUOTES, "", {"-", "", "?"}},
    [SOW_FORMAT_JSON] =
        {{&ARRAY, &OBJECTS}, {KEYS, KEYS}, JSON_QUOTES, "null", {"null", "null", "null"}},
    [SOW_FORMAT_CSV] = {{&CSV, &CSV}, {COMMAS, COMMAS}, CSV_QUOTES, "", {"", "", ""}},
    [SOW_FORMAT_MARKDOWN] =
        {{&MARKDOWN, &MARKDOWN}, {BARS, BARS}, NO_QUOTES, "", {"-", "", "?"}},
    [SOW_FORMAT_LATEX] =
        {{&LATEX, &LATEX}, {AMPERSANDS, AMPERSANDS}, NO_QUOTES, "", {"-", "", "?"}},
};

/* --- answering --- */

/* State of the command. */
struct answers {
    const struct layout *layout;
    enum way way;
    const struct sow_rules *rules;
    const struct sow_player *player; /* NULL: the answer is all moves */
    uint64_t seed; /* random seed for the player's choices among equal moves */
    FILE *out;
    uint64_t rows;
    uint64_t bad; /* lines without a valid position */
    bool mute;    /* true if the player gave no move for the latest position */
};

/* Writes one row of the answer: position, move, captured seeds, next position and
   status, as far as the layout has them. A value may be NULL; @p reason then selects the
   text for the move. Counts the row. */
static void write_row(struct answers *answers, const char *const values[COLUMNS],
                      enum without_move reason)
{
    const struct layout *layout = answers->layout;
    const struct frame *frame = layout->frame[answers->way];
    const char *const *before = layout->before[answers->way];
    if (answers->rows++ > 0)
        (void)fputs(frame->between, answers->out);
    (void)fputs(frame->row, answers->out);
    for (int i = 0; i < COLUMNS; i++) {
        if (before[i] == NULL)
            continue;
        const char *missing = i == 1 ? layout->no_move[reason] : layout->missing;
        const char *quote = values[i] != NULL ? layout->quote[i] : "";
        (void)fprintf(answers->out, "%s%s%s%s", before[i], quote,
                      values[i] != NULL ? values[i] : missing, quote);
    }
    (void)fputs(frame->after, answers->out);
}

/* Answers with a move, as text, and its outcome. A NULL move means that there is no
   legal move; the outcome is then the end of the game. */
static void answer(struct answers *answers, const char *position, const char *move,
                   const struct sow_outcome *outcome)
{
    char captured[16];
    char next[SOW_POSITION_MAX];
    (void)snprintf(captured, sizeof captured, "%d", outcome->gain);
    (void)sow_board_format(&outcome->board, answers->rules->pits,
                           (enum sow_direction)answers->rules->direction, next);
    const char *const values[COLUMNS] = {position, move, captured, next,
                                         outcome->ended ? "end" : "play"};
    write_row(answers, values, STUCK);
}

/* Answers with the move that sows @p pit of @p board, and its outcome. */
static void answer_move(struct answers *answers, const char *position,
                        const struct sow_board *board, int pit)
{
    const struct sow_rules *rules = answers->rules;
    struct sow_outcome outcome;
    char move[16];
    (void)snprintf(
        move, sizeof move, "%d",
        sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit));
    sow_move(rules, board, pit, &outcome);
    answer(answers, position, move, &outcome);
}

/* Answers with all moves of a position, a row each, in the order of the pits' printed
   numbers. @p legal has a bit for each pit that can be sown. */
static void answer_all(struct answers *answers, const char *position,
                       const struct sow_board *board, unsigned legal)
{
    const struct sow_rules *rules = answers->rules;
    bool mirrored = rules->direction == SOW_CLOCKWISE;
    for (int i = 0; i < rules->pits; i++) {
        int pit = mirrored ? rules->pits - 1 - i : i;
        if ((legal >> pit & 1U) != 0)
            answer_move(answers, position, board, pit);
    }
}

/* Answers a line without a valid position, if a player answers. A program that waits for
   the player's move needs an answer to every line, or it would take the next answer for
   this one. Without a player writes nothing. */
static void answer_none(struct answers *answers, enum without_move reason)
{
    const char *const values[COLUMNS] = {NULL, NULL, NULL, NULL,
                                         reason == BAD ? "error" : "blank"};
    if (answers->player != NULL)
        write_row(answers, values, reason);
}

/* Answers with the player's move. Every line has its own random stream, so that an answer
   does not depend on the answers before it. Writes nothing after a stop request. */
static void answer_one(struct answers *answers, const struct sow_line *line,
                       const struct sow_board *board)
{
    struct sow_stream stream = {SOW_PURPOSE_MOVE, {line->number, 0, 0, 0}};
    const struct sow_player *player = answers->player;
    struct sow_game game;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    sow_pcg_derive(&rng, answers->seed, &stream);
    sow_game_init(&game, answers->rules, board);
    int count = sow_game_moves(&game, moves);
    int choice = player->choose(player->context, &game, moves, count, &rng);
    if (sow_stopping())
        return;
    if (choice >= 0) {
        answer_move(answers, line->text, board, moves[choice]);
    } else {
        answer_none(answers, BAD);
        answers->mute = true;
    }
}

/* Answers a position: with the player's move, all moves, or the end of the game if there
   is no legal move. */
static void answer_position(struct answers *answers, const struct sow_line *line,
                            const struct sow_board *board)
{
    struct sow_outcome outcome;
    unsigned legal = sow_legal(answers->rules, board);
    if (legal == 0) {
        sow_no_move(answers->rules, board, &outcome);
        answer(answers, line->text, NULL, &outcome);
    } else if (answers->player != NULL) {
        answer_one(answers, line, board);
    } else {
        answer_all(answers, line->text, board, legal);
    }
}

/* --- lines --- */

/* Returns true if a line is empty, blank or a comment. */
static bool holds_nothing(const struct sow_line *line)
{
    const char *text = line->text + strspn(line->text, " \t");
    bool empty = text == line->text + line->length;
    return !line->too_long && (empty || *text == '#');
}

/* Reads the position of a line. Returns SOW_BAD_DATA if there is none, the line is too
   long or has a NUL byte. */
static enum sow_status parse_line(const struct sow_rules *rules,
                                  const struct sow_line *line, struct sow_board *board,
                                  struct sow_err *err)
{
    if (line->too_long)
        return sow_err_set(err, SOW_BAD_DATA, "longer than %d characters",
                           SOW_LINE_LONGEST);
    if (strlen(line->text) != line->length)
        return sow_err_set(err, SOW_BAD_DATA, "a NUL byte at character %zu",
                           strlen(line->text) + 1);
    return sow_board_parse(line->text, rules->pits, (enum sow_direction)rules->direction,
                           board, err);
}

/* Answers a line: a position, or a blank line or comment. A line without a position is
   reported on stderr with its number, and counted. */
static void answer_line(const struct sow_cli *cli, struct answers *answers,
                        const struct sow_line *line)
{
    struct sow_board board;
    struct sow_err err = {.status = SOW_OK};
    if (holds_nothing(line)) {
        answer_none(answers, BLANK);
    } else if (parse_line(answers->rules, line, &board, &err) == SOW_OK) {
        answer_position(answers, line, &board);
    } else {
        (void)sow_err_prefix(&err, "line %llu", (unsigned long long)line->number);
        sow_cli_complain(cli, &err);
        answer_none(answers, BAD);
        answers->bad++;
    }
}

/* Answers all lines in their order. Returns SOW_BAD_DATA at the end if some had no
   position, SOW_INTERRUPTED on a stop request, or the failure of reading. */
static enum sow_status answer_lines(const struct sow_cli *cli, struct sow_lines *lines,
                                    struct answers *answers, struct sow_err *err)
{
    struct sow_line line;
    bool more = true;
    enum sow_status status = sow_lines_next(lines, &line, &more, err);
    while (status == SOW_OK && more) {
        answer_line(cli, answers, &line);
        if (answers->player != NULL && sow_stopping())
            return sow_err_set(err, SOW_INTERRUPTED, "interrupted at input line %llu",
                               (unsigned long long)line.number);
        if (answers->mute)
            return sow_err_set(err, SOW_IO,
                               "the player gave no legal move at input line %llu; its "
                               "messages may say why",
                               (unsigned long long)line.number);
        status = sow_lines_next(lines, &line, &more, err);
    }
    if (status == SOW_OK && answers->bad > 0)
        status = sow_err_set(err, SOW_BAD_DATA,
                             "%llu of %llu lines do not hold a "
                             "position",
                             (unsigned long long)answers->bad,
                             (unsigned long long)lines->number);
    return status;
}

/* Answers all lines, between head and tail of the layout. The tail is also written after
   a failure. Returns SOW_NO_MEMORY, or as answer_lines. */
static enum sow_status answer_input(const struct sow_cli *cli, struct answers *answers,
                                    struct sow_err *err)
{
    struct sow_lines *lines = malloc(sizeof *lines);
    if (lines == NULL)
        return sow_err_no_memory(err);
    const struct frame *frame = answers->layout->frame[answers->way];
    sow_lines_init(lines, cli);
    (void)fputs(frame->head, cli->out);
    enum sow_status status = answer_lines(cli, lines, answers, err);
    (void)fputs(frame->tail, cli->out);
    free(lines);
    return status;
}

/* --- the command --- */

/* Carries out `moves`: answers the positions of the input with the player's move, or
   without --player with all legal moves. Returns the failure of the variant, the player
   or the input. */
static enum sow_status run_moves(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    const struct moves_options *asked = options;
    (void)argc;
    (void)argv;
    bool plays = asked->player[0] != '\0';
    struct sow_variant variant;
    struct sow_agent agent = {.kind = SOW_AGENT_RANDOM};
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    if (status == SOW_OK && plays)
        status = sow_cli_player(cli, asked->player, &agent, err);
    if (status == SOW_OK)
        status = sow_agent_open(&agent, &variant.rules, true, err);
    if (status != SOW_OK)
        return status;
    struct sow_player player = sow_agent_player(&agent);
    struct answers answers = {.layout = &LAYOUTS[cli->format],
                              .way = plays ? ONE_MOVE : ALL_MOVES,
                              .rules = &variant.rules,
                              .player = plays ? &player : NULL,
                              .seed = cli->common.seed,
                              .out = cli->out};
    return answer_input(cli, &answers, err);
}

const struct sow_command sow_command_moves = {
    .section = "Rules of the games",
    .name = "moves",
    .operands = "",
    .summary =
        "list the legal moves of positions from stdin, or answer with a player's move",
    .examples = "echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s | sowlab moves --variant kalah\n"
                "sowlab moves --variant awari < positions.txt > moves.tsv\n"
                "sowlab moves --player divilly2013 --variant kalah < positions.txt",
    .details =
        "Each input line has one position, s1,..,sm,S/n1,..,nm,N:side: pits from left "
        "to right as their owner sees them, then the store. The side to move is s or "
        "n. A position with an empty row is played on, because the end is tested only "
        "after moves. Blank lines and lines that start with # are comments.\n"
        "Every legal move gives a line with tabs between its fields: position, move, "
        "captured, next and status. The field 'move' is the number of the pit. The "
        "field 'captured' is the increase of the mover's store, without remaining "
        "seeds.\n"
        "The field 'next' is the position after the move, at the end of a game with "
        "the remaining seeds distributed. 'status' is play or end. A position without "
        "a legal move gives a line with the move '-'.\n"
        "With --player every line gets exactly one answer at once, so a program can "
        "ask through a pipe. The answer is the player's move, '-' if there is no legal "
        "move, an empty line for a comment, or '?' for a line without a position. "
        "Among moves that are equal for the player, --seed and the number of the line "
        "decide.\n"
        "With --json every answer is an object with all five fields; without a "
        "position, the status is blank or error. --csv is the same with a head line.\n"
        "The command ignores rules that depend on the course of a game: repetition, "
        "ply cap, pie rule. Lines without a position are reported on stderr; the "
        "others are answered, and the exit status is 65.\n",
    .groups = {{.table = &MOVES_PARAMS}},
    .options_size = sizeof(struct moves_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_SEED | SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .run = run_moves,
};
