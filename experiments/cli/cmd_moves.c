/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli_lines.h"
#include "commands.h"
#include "sow/game/moves.h"

#include <stdlib.h>
#include <string.h>

/* The fixed text around the values of an answer, by format. */
struct layout {
    const char *head;
    const char *between; /* rows */
    const char *before[5];
    const char *after;
    const char *no_move;
    const char *tail;
};

static const struct layout LAYOUTS[] = {
    [SOW_FORMAT_TEXT] = {"", "", {"", "\t", "\t", "\t", "\t"}, "\n", "-", ""},
    [SOW_FORMAT_JSON] = {"[",
                         ",",
                         {"\n  {\"position\": \"", "\", \"move\": ", ", \"captured\": ",
                          ", \"next\": \"", "\", \"status\": \""},
                         "\"}",
                         "null",
                         "\n]\n"},
    [SOW_FORMAT_CSV] = {"position,move,captured,next,status\n",
                        "",
                        {"\"", "\",", ",", ",\"", "\","},
                        "\n",
                        "",
                        ""},
    [SOW_FORMAT_MARKDOWN] = {"| position | move | captured | next | status |\n"
                             "| --- | ---: | ---: | --- | --- |\n",
                             "",
                             {"| ", " | ", " | ", " | ", " | "},
                             " |\n",
                             "-",
                             ""},
};

/* The job under way. */
struct answers {
    const struct layout *layout;
    const struct sow_rules *rules;
    FILE *out;
    uint64_t rows;
};

static void answer(struct answers *answers, const char *position, const char *move,
                   const struct sow_outcome *outcome)
{
    const struct layout *layout = answers->layout;
    char captured[16];
    char next[SOW_POSITION_MAX];
    (void)snprintf(captured, sizeof captured, "%d", outcome->gain);
    (void)sow_board_format(&outcome->board, answers->rules->pits,
                           (enum sow_direction)answers->rules->direction, next);
    const char *const values[] = {position, move, captured, next,
                                  outcome->ended ? "end" : "play"};
    if (answers->rows++ > 0)
        (void)fputs(layout->between, answers->out);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        (void)fputs(layout->before[i], answers->out);
        (void)fputs(values[i], answers->out);
    }
    (void)fputs(layout->after, answers->out);
}

/* All moves of a position in the order of the pits' printed numbers. */
static void answer_position(struct answers *answers, const char *position,
                            const struct sow_board *board)
{
    const struct sow_rules *rules = answers->rules;
    struct sow_outcome outcome;
    unsigned legal = sow_legal(rules, board);
    if (legal == 0) {
        sow_no_move(rules, board, &outcome);
        answer(answers, position, answers->layout->no_move, &outcome);
    }
    bool mirrored = rules->direction == SOW_CLOCKWISE;
    for (int i = 0; i < rules->pits; i++) {
        int pit = mirrored ? rules->pits - 1 - i : i;
        if ((legal >> pit & 1U) == 0)
            continue;
        char move[16];
        (void)snprintf(move, sizeof move, "%d", i + 1);
        sow_move(rules, board, pit, &outcome);
        answer(answers, position, move, &outcome);
    }
}

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

/* Answers the good lines, complains about the others. */
static enum sow_status answer_lines(struct sow_cli *cli, struct sow_lines *lines,
                                    struct answers *answers, struct sow_err *err)
{
    struct sow_line line;
    struct sow_board board;
    uint64_t bad = 0;
    bool more = true;
    enum sow_status status = SOW_OK;
    while (status == SOW_OK && more) {
        status = sow_lines_next(lines, &line, &more, err);
        if (status != SOW_OK || !more)
            break;
        if (parse_line(answers->rules, &line, &board, err) == SOW_OK) {
            answer_position(answers, line.text, &board);
            continue;
        }
        sow_cli_complain(cli, "line %llu: %s", (unsigned long long)line.number,
                         err->text);
        bad++;
    }
    if (status == SOW_OK && bad > 0)
        status = sow_err_set(err, SOW_BAD_DATA, "%llu of %llu lines hold no position",
                             (unsigned long long)bad, (unsigned long long)lines->number);
    return status;
}

static enum sow_status run_moves(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)options;
    (void)argc;
    (void)argv;
    struct sow_variant variant;
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    if (status != SOW_OK)
        return status;
    struct sow_lines *lines = malloc(sizeof *lines);
    if (lines == NULL)
        return sow_err_no_memory(err);
    struct answers answers = {
        .layout = &LAYOUTS[cli->format], .rules = &variant.rules, .out = cli->out};
    sow_lines_init(lines, cli);
    (void)fputs(answers.layout->head, cli->out);
    status = answer_lines(cli, lines, &answers, err);
    (void)fputs(answers.layout->tail, cli->out);
    free(lines);
    return status;
}

const struct sow_command sow_command_moves = {
    .section = "Rules of the games",
    .name = "moves",
    .operands = "",
    .summary = "the legal moves of positions read from stdin, and what they lead to",
    .examples = "echo 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s | sowlab moves --variant kalah\n"
                "sowlab moves --variant awari < positions.txt > moves.tsv",
    .details =
        "One position a line: s1,..,sm,S/n1,..,nm,N:side, pits left to right from each "
        "owner's view, then the store; side to move s or n. A position with an empty row "
        "is played on: the end is tested after moves only.\n"
        "For every legal move one line with tabs between its five fields: the position; "
        "the move (the pit's number); captured, the increase of the mover's store before "
        "left-over seeds; next, the position it leads to, of an ended game after the "
        "left-over rule; play or end. A position without a legal move gets one line "
        "with the move '-'.\n"
        "Rules that depend on the course of a game are left out: repetition, ply cap, "
        "pie rule. Lines that hold no position are named on stderr; the others are "
        "answered and the exit status is 65.\n",
    .takes = SOW_TAKES_RULES | SOW_TAKES_SYNTAX,
    .run = run_moves,
};
