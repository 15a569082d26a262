/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player of sowlab as a client of another host. */
#include "kgp_words.h"
#include "outside_link.h"

#include <stdio.h>
#include <string.h>

/* A visit to a host, in progress. */
struct caller {
    struct sow_kgp_visit *visit; /* settings, and the number of answers */
    struct link *link;           /* connection to the host, owned */
    unsigned id; /* ID of the last command sent; IDs of a client are odd */
    bool over;   /* true after a goodbye of the host */
};

/* Sends a command with a new ID. It names the ID of the command @p to, which it answers;
   @p to may be NULL or without an ID. Returns false if the host is gone or does not
   read. */
static bool say(struct caller *caller, const struct words *to, const char *text)
{
    caller->id += 2;
    if (to != NULL && to->id >= 0)
        return sow_link_send(caller->link, "%u@%lld %s", caller->id, (long long)to->id,
                             text);
    return sow_link_send(caller->link, "%u %s", caller->id, text);
}

/* Copies @p given to @p rules, for boards with @p pits pits in a row. The start becomes
   one seed in each pit, which has no effect. Returns false if the rules are then not
   valid. */
static bool adapt_rules(const struct sow_rules *given, int pits, struct sow_rules *rules)
{
    *rules = *given;
    rules->pits = pits;
    rules->seeds = 1;
    (void)snprintf(rules->start_text, sizeof rules->start_text, "even");
    return sow_rules_check(rules, NULL, NULL) == SOW_OK;
}

/* Returns the pit that the player chooses on @p board, counted from 1. Returns 0 if it
   forfeits, has no move, or the process is asked to stop. Each answer has a random stream
   of its own, numbered by the answers so far. */
static int choose_move(const struct sow_kgp_visit *visit, const struct sow_rules *rules,
                       const struct sow_board *board)
{
    struct sow_stream stream = {SOW_PURPOSE_MOVE, {(uint64_t)visit->answered, 0, 0, 0}};
    struct sow_game game;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    sow_pcg_derive(&rng, visit->seed, &stream);
    sow_game_init(&game, rules, board);
    int count = sow_game_moves(&game, moves);
    int choice = count == 0 ? -1
                            : visit->player->choose(visit->player->context, &game, moves,
                                                    count, &rng);
    return choice >= 0 && !sow_stopping() ? moves[choice] + 1 : 0;
}

/* Answers a position with a move and counts it. An unsuitable board gets an error
   message. If no move can be chosen, it only yields. Returns false if the host is gone or
   does not read. */
static bool answer_state(struct caller *caller, const struct words *words)
{
    struct sow_kgp_visit *visit = caller->visit;
    struct sow_board board;
    struct sow_rules rules;
    char text[32];
    int pits = 0;
    if (!sow_words_read_board(words->arguments, &board, &pits) ||
        !adapt_rules(visit->rules, pits, &rules))
        return say(caller, words, "error \"such a board is not played here\"");
    int pit = choose_move(visit, &rules, &board);
    (void)snprintf(text, sizeof text, "move %d", pit);
    visit->answered += pit > 0;
    return (pit == 0 || say(caller, words, text)) && say(caller, words, "yield");
}

/* Answers the host's greeting: sends the player's name and asks to play. Returns false if
   the host is gone or has another major version of the protocol. */
static bool answer_greeting(struct caller *caller, const struct words *words)
{
    char text[120];
    if (strncmp(words->arguments, "1 ", 2) != 0) {
        (void)say(caller, NULL, "error \"protocol not supported\"");
        return false;
    }
    (void)snprintf(text, sizeof text, "set info:name \"%.80s\"", caller->visit->name);
    return say(caller, NULL, text) && say(caller, NULL, "mode freeplay");
}

/* Handles one command of the host: a greeting, a position, a ping or a goodbye. Ignores
   all others. Returns false if the visit cannot go on. */
static bool obey(struct caller *caller, const struct words *words)
{
    if (strcmp(words->name, "kgp") == 0)
        return answer_greeting(caller, words);
    if (strcmp(words->name, "state") == 0)
        return answer_state(caller, words);
    if (strcmp(words->name, "ping") == 0)
        return say(caller, words, "pong");
    caller->over = strcmp(words->name, "goodbye") == 0;
    return true;
}

/* Obeys the host until the visit is over. Returns SOW_OK after a goodbye, SOW_INTERRUPTED
   on a request to stop, or SOW_IO with what the host did wrong. */
static enum sow_status stay(struct caller *caller, struct sow_err *err)
{
    const struct sow_kgp_visit *visit = caller->visit;
    const char *fault = NULL;
    while (fault == NULL && !caller->over) {
        char *line = NULL;
        struct words words;
        enum link_news news =
            sow_link_next(caller->link, UINT64_MAX, visit->with.stop, &line);
        if (news == LINK_STOPPED)
            return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        if (news != LINK_LINE)
            fault = news == LINK_GONE ? "left without a message" : "sent too long a line";
        else if (!sow_words_read(line, &words))
            fault = "sent a message that is not of the protocol";
        else if (!obey(caller, &words))
            fault = "uses another protocol, or does not answer";
    }
    return fault == NULL ? SOW_OK
                         : sow_err_set(err, SOW_IO, "the host at '%.80s' %s",
                                       visit->address, fault);
}

enum sow_status sow_kgp_join(struct sow_kgp_visit *visit, struct sow_err *err)
{
    struct caller caller = {.visit = visit, .id = UINT32_MAX};
    int fd = sow_link_socket(visit->address, true, err);
    visit->answered = 0;
    if (fd < 0)
        return err != NULL ? err->status : SOW_IO;
    caller.link = sow_link_new(fd);
    if (caller.link == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = stay(&caller, err);
    sow_link_free(caller.link);
    return status;
}
