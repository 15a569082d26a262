/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec_process.h"

#include "exec_command.h"
#include "exec_keeper.h"
#include "sow/base/stream.h"
#include "sow/game/transcript.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- start --- */

/* Descriptors of a start. A descriptor that is not open is -1. */
struct ends {
    int talk[2];    /* input and output of the program; 0 is ours */
    int control[2]; /* to the keeper; 0 is ours */
    int report[2];  /* from the keeper; 0 is ours */
};

/* Closes a descriptor, unless it is -1. */
static void close_end(int fd)
{
    if (fd >= 0)
        (void)close(fd);
}

/* Opens all descriptors. Returns false, with errno set, if one cannot be opened. The
   caller closes them, also after a failure. */
static bool open_ends(struct ends *ends)
{
    *ends = (struct ends){{-1, -1}, {-1, -1}, {-1, -1}};
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends->talk) == 0 &&
           socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends->control) == 0 &&
           pipe2(ends->report, O_CLOEXEC) == 0;
}

/* Starts the keeper of the process. Returns 0 after the program was executed, else an
   error number. */
static int start_keeper(struct process *process, const struct exec_words *words,
                        const char *log, const struct ends *ends)
{
    struct keeper_task task = {.path = words->path,
                               .argv = words->word,
                               .talk = ends->talk[1],
                               .control = ends->control[1],
                               .report = ends->report[1],
                               .log = log,
                               .cpu = process->program.cpu,
                               .memory = process->program.memory};
    int fault = 0;
    process->keeper = fork();
    if (process->keeper == 0)
        sow_keeper_run(&task);
    if (process->keeper < 0)
        return errno;
    (void)close(ends->report[1]);
    ssize_t got;
    do
        got = read(ends->report[0], &fault, sizeof fault);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof fault ? fault : 0;
}

/* Starts the program of a process with its keeper, and connects with it. Returns 0 or an
   error number; then the caller ends the process as if it had been started. */
static int launch(struct process *process, const struct exec_words *words,
                  const char *log)
{
    struct ends ends;
    int fault = open_ends(&ends) ? 0 : errno;
    if (fault == 0) {
        fault = start_keeper(process, words, log, &ends);
        ends.report[1] = process->keeper > 0 ? -1 : ends.report[1];
        process->control = ends.control[0];
        process->link = sow_link_new(ends.talk[0]);
        ends.control[0] = ends.talk[0] = -1;
        fault = fault == 0 && process->link == NULL ? ENOMEM : fault;
    }
    for (int i = 0; i < 2; i++) {
        close_end(ends.talk[i]);
        close_end(ends.control[i]);
        close_end(ends.report[i]);
    }
    return fault;
}

/* Sends the head of the protocol: the limits of time, then all rules, then a blank line.
   Returns false if the program does not read it. */
static bool tell_rules(struct process *process, uint64_t deadline)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    const struct sow_program *program = &process->program;
    if (out == NULL)
        return false;
    (void)fprintf(out, "sowlab exec 1\n");
    sow_rules_write_file(&process->rules, out);
    if (program->clock.ms > 0)
        (void)fprintf(out, "clock_ms = %d\nincrement_ms = %d\n", program->clock.ms,
                      program->clock.increment);
    (void)fputc('\n', out);
    bool told = fclose(out) == 0 && sow_link_write(process->link, text, size, deadline);
    free(text);
    return told;
}

/* Copies the last line of a program's messages to @p line, without control characters;
   "" if there are none. */
static void last_message(const char *log, char *line, size_t size)
{
    char room[512] = "";
    FILE *file = fopen(log, "re");
    line[0] = '\0';
    while (file != NULL && fgets(room, sizeof room, file) != NULL) {
        size_t length = strcspn(room, "\r\n");
        if (length > 0)
            (void)snprintf(line, size, "%.*s", (int)length, room);
    }
    if (file != NULL)
        (void)fclose(file);
    for (; *line != '\0'; line++)
        if ((unsigned char)*line < ' ')
            *line = ' ';
}

/* Waits for the line `ready`. Returns NULL, or what the program did instead. */
static const char *await_ready(struct process *process, uint64_t deadline)
{
    static const char *const FAULTS[] = {
        [LINK_LINE] = "wrote another line than 'ready'",
        [LINK_LATE] = "did not write 'ready' in time: give it longer with start=SECONDS",
        [LINK_GONE] = "ended before it wrote 'ready'",
        [LINK_TOO_LONG] = "wrote too long a line instead of 'ready'",
        [LINK_STOPPED] = "was stopped",
    };
    char *line = NULL;
    enum link_news news = sow_link_next(process->link, deadline, NULL, &line);
    return news == LINK_LINE && strcmp(line, "ready") == 0 ? NULL : FAULTS[news];
}

/* Ends a process that did not become ready, and sets the error. */
static struct process *give_up(struct process *process, const char *fault,
                               const char *log, struct sow_err *err)
{
    char command[SOW_EXEC_COMMAND_MAX + 1];
    char message[120];
    memcpy(command, process->program.command, sizeof command);
    int reason = sow_process_end(process);
    last_message(log, message, sizeof message);
    if (sow_stopping())
        (void)sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    else
        (void)sow_err_set(
            err, SOW_IO, "program '%.100s' %s%s%s%s; it has written no message", command,
            fault, reason != 0 ? " (" : "", reason != 0 ? sow_ending_names[reason] : "",
            reason != 0 ? ")" : "");
    if (!sow_stopping() && message[0] != '\0')
        (void)sow_err_set(err, SOW_IO,
                          "program '%.100s' %s; its last message is '%s' (all are in "
                          "'%.100s')",
                          command, fault, message, log);
    return NULL;
}

struct process *sow_process_start(const struct sow_program *program,
                                  const struct sow_rules *rules, const char *log,
                                  struct sow_err *err)
{
    struct exec_words words;
    if (sow_exec_cut(program, &words, err) != SOW_OK)
        return NULL;
    struct process *process = calloc(1, sizeof *process);
    if (process == NULL) {
        (void)sow_err_no_memory(err);
        return NULL;
    }
    *process = (struct process){.program = *program, .rules = *rules, .control = -1};
    int fault = launch(process, &words, log);
    if (fault != 0) {
        (void)sow_process_end(process);
        (void)sow_err_set(err, SOW_IO,
                          "cannot start program '%.100s': %s; does its first line name "
                          "what runs it (#!)?",
                          program->command, strerror(fault));
        return NULL;
    }
    uint64_t deadline = sow_link_now() + (uint64_t)program->start * 1000U;
    /* A program may end without reading: await_ready() then says so. */
    const char *wrong = tell_rules(process, deadline) || sow_link_now() < deadline
                            ? await_ready(process, deadline)
                            : "did not read the rules";
    return wrong == NULL ? process : give_up(process, wrong, log, err);
}

/* --- answers --- */

void sow_process_begin_game(struct process *process)
{
    static const char WORD = KEEPER_GAME;
    if (process->program.cpu > 0)
        (void)send(process->control, &WORD, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Makes room for a line with @p moves moves. Returns false without memory. */
static bool make_room(struct process *process, int moves)
{
    size_t size =
        2 * SOW_POSITION_MAX + 32 + (SOW_MOVES_MAX + (size_t)moves) * SOW_MOVE_TEXT;
    if (size <= process->room)
        return true;
    char *grown = realloc(process->line, 2 * size);
    if (grown == NULL)
        return false;
    process->line = grown;
    process->room = 2 * size;
    return true;
}

/* Adds a move to a line, after a character. Returns the length of the line. */
static size_t add_move(char *line, size_t length, char before,
                       const struct sow_rules *rules, int move)
{
    char text[SOW_MOVE_TEXT];
    size_t size = strlen(sow_move_format(rules, move, text));
    line[length++] = before;
    memcpy(line + length, text, size);
    return length + size;
}

/* Writes the line of a position: the position, the milliseconds for the answer, the legal
   moves, the first position of the game, and the moves from there. Returns its length, or
   0 without memory. */
static size_t write_line(struct process *process, const struct sow_game *game,
                         const int *legal, int count, int64_t ms)
{
    const struct sow_rules *rules = game->rules;
    const struct sow_transcript *transcript = game->transcript;
    bool known = transcript != NULL && transcript->game == game && !transcript->lost;
    int moves = known ? transcript->count : 0;
    enum sow_direction direction = (enum sow_direction)rules->direction;
    char first[SOW_POSITION_MAX];
    if (!make_room(process, moves))
        return 0;
    char *line = process->line;
    (void)sow_board_format(&game->board, rules->pits, direction, line);
    size_t length = strlen(line);
    (void)sow_board_format(known ? &transcript->start : &game->board, rules->pits,
                           direction, first);
    length +=
        (size_t)snprintf(line + length, process->room - length, " %lld", (long long)ms);
    for (int i = 0; i < count; i++)
        length = add_move(line, length, i == 0 ? ' ' : ',', rules, legal[i]);
    length += (size_t)snprintf(line + length, process->room - length, " %s", first);
    for (int i = 0; i < moves; i++)
        length = add_move(line, length, ' ', rules, transcript->moves[i]);
    line[length++] = '\n';
    line[length] = '\0'; /* read_answer reads it as a text */
    return length;
}

/* Reads an answer: a move, and perhaps the position that it is for. Returns the index of
   the move, or the negative reason of a forfeit. */
static int read_answer(const struct process *process, char *answer,
                       const struct sow_game *game, const int *moves, int count)
{
    char *move = answer + strspn(answer, " \t");
    char *rest = move + strcspn(move, " \t");
    char *end = rest + strspn(rest, " \t");
    size_t asked = strcspn(process->line, " ");
    size_t echoed = strcspn(end, " \t");
    bool other =
        echoed > 0 && (echoed != asked || strncmp(end, process->line, asked) != 0 ||
                       end[echoed + strspn(end + echoed, " \t")] != '\0');
    *rest = '\0';
    int chosen = sow_move_parse(game->rules, move);
    bool number = *move != '\0' && move[strspn(move, "0123456789")] == '\0';
    if (other || (chosen < 0 && !number))
        return -SOW_FORFEIT_GARBAGE;
    for (int i = 0; i < count; i++)
        if (moves[i] == chosen)
            return i;
    return -SOW_FORFEIT_ILLEGAL;
}

int sow_process_ask(struct process *process, const struct sow_game *game,
                    const int *moves, int count, int64_t ms)
{
    uint64_t deadline = sow_link_now() + (uint64_t)(ms > 0 ? ms : 0);
    size_t size = write_line(process, game, moves, count, ms);
    char *line = NULL;
    if (size == 0)
        return -SOW_FORFEIT_GONE;
    /* A line that came before the question is no answer to it. */
    enum link_news news = sow_link_fill(process->link);
    if (sow_link_take(process->link) != NULL || news == LINK_TOO_LONG)
        return -SOW_FORFEIT_GARBAGE;
    if (news == LINK_GONE)
        return -SOW_FORFEIT_GONE;
    if (!sow_link_write(process->link, process->line, size, deadline))
        return sow_link_now() < deadline ? -SOW_FORFEIT_GONE : -SOW_FORFEIT_SILENT;
    news = sow_link_next(process->link, deadline, NULL, &line);
    if (news == LINK_LINE)
        return read_answer(process, line, game, moves, count);
    return news == LINK_GONE       ? -SOW_FORFEIT_GONE
           : news == LINK_TOO_LONG ? -SOW_FORFEIT_GARBAGE
                                   : -SOW_FORFEIT_SILENT;
}

/* --- end --- */

/* Closes the connections to the program and its keeper, which then end. */
static void hang_up(struct process *process)
{
    sow_link_free(process->link);
    process->link = NULL;
    close_end(process->control);
    process->control = -1;
}

int sow_process_end(struct process *process)
{
    int verdict = 0;
    pid_t ended = 0;
    hang_up(process);
    if (process->keeper > 0)
        do
            ended = waitpid(process->keeper, &verdict, 0);
        while (ended < 0 && errno == EINTR);
    free(process->line);
    free(process);
    if (ended <= 0 || !WIFEXITED(verdict))
        return 0;
    return WEXITSTATUS(verdict) == KEEPER_MEMORY ? SOW_FORFEIT_MEMORY
           : WEXITSTATUS(verdict) == KEEPER_CPU  ? SOW_FORFEIT_CPU
                                                 : 0;
}

void sow_process_end_list(struct process *list)
{
    for (struct process *process = list; process != NULL; process = process->next)
        hang_up(process);
    while (list != NULL) {
        struct process *process = list;
        list = process->next;
        (void)sow_process_end(process);
    }
}
