/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kgp_host.h"

#include "kgp_words.h"
#include "sow/base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Accepts the rules of Kalah with any board and start, without the pie rule. Compares
   values, because equal rules may be written in several ways. */
const char *sow_kgp_refusal(const struct sow_rules *rules)
{
    static const struct sow_counts ONE = {{1U << 1U}};
    bool kalah = rules->direction == SOW_COUNTER_CLOCKWISE && rules->own_store_sown &&
                 rules->extra_turn && rules->lap_origin == SOW_ORIGIN_SOWN &&
                 rules->laps == SOW_LAPS_SINGLE &&
                 memcmp(&rules->place_capture, &ONE, sizeof ONE) == 0 &&
                 !rules->place_chain && sow_counts_empty(&rules->number_capture) &&
                 sow_counts_empty(&rules->en_passant_capture) &&
                 rules->feeding == SOW_FEEDING_NONE &&
                 rules->grand_slam == SOW_SLAM_LEGAL && rules->end == SOW_END_ROW_EMPTY &&
                 rules->leftovers == SOW_LEFT_OWNER;
    if (!kalah)
        return "outside programs play only Kalah";
    return rules->pie_rule ? "outside programs do not know the pie rule" : NULL;
}

bool sow_host_greet(struct link *link)
{
    return sow_link_send(link, "kgp 1 1 0");
}

void sow_host_dismiss(struct link *link)
{
    (void)sow_link_send(link, "goodbye");
    sow_link_free(link);
}

/* Keeps a client's name for tables and logs, cut after LINK_NAME_MAX bytes. Only
   printable ASCII characters are kept. */
static void take_name(struct link *link, const char *name)
{
    size_t length = 0;
    for (; *name != '\0' && length < LINK_NAME_MAX; name++)
        if (isgraph((unsigned char)*name) || *name == ' ')
            link->name[length++] = *name;
    link->name[length] = '\0';
}

/* Reads an option that a client sets; cuts @p arguments in place. Keeps the client's name
   and ignores all other options. */
static void hear_set(struct link *link, char *arguments)
{
    /* The name of an option may be a string in quotes too. */
    bool quoted = arguments[0] == '"';
    char *option = arguments + quoted;
    char *value = strpbrk(option, quoted ? "\"" : " \t");
    if (value == NULL)
        return;
    *value++ = '\0';
    if (strcmp(option, "info:name") == 0)
        take_name(link, sow_words_string(value + strspn(value, " \t")));
}

/* Reads the activity that a client wants and answers; sets link->ready for freeplay.
   Returns false for any other activity, and if the client is gone. */
static bool hear_mode(struct link *link, const struct words *words)
{
    link->ready = strcmp(sow_words_string(words->arguments), "freeplay") == 0;
    link->last_id += 2;
    if (link->ready && words->id >= 0)
        return sow_link_send(link, "%u@%lld ok", link->last_id, (long long)words->id);
    if (!link->ready)
        (void)sow_link_send(link, "%u error \"unsupported activity\"", link->last_id);
    return link->ready;
}

bool sow_host_hear(struct link *link)
{
    enum link_news news = sow_link_fill(link);
    char *line = sow_link_take(link);
    for (; line != NULL && !link->ready; line = sow_link_take(link)) {
        struct words words;
        if (!sow_words_read(line, &words) || strcmp(words.name, "goodbye") == 0)
            return false;
        if (strcmp(words.name, "set") == 0)
            hear_set(link, words.arguments);
        if (strcmp(words.name, "mode") == 0 && !hear_mode(link, &words))
            return false;
    }
    return news == LINK_LATE &&
           (link->ready || sow_link_now() < link->opened + HOST_PATIENCE);
}

/* --- asking --- */

const char *const sow_kgp_silent_words[] = {
    [SOW_SILENT_FORFEIT] = "forfeit", [SOW_SILENT_RANDOM] = "random", NULL};

enum {
    ASKED_MOST = 200, /* largest number of times that a position is sent for one move */
    REST_MOST = 10,   /* longest rest between two of these times, in milliseconds */
    QUIET = 250,      /* milliseconds without a line before a search is stopped */
    QUIET_MOST = 4 * QUIET /* longest wait for such a silence, in milliseconds */
};

/* The answer of a client to a position, as far as it has come. */
struct reply {
    unsigned id;       /* ID of the command that sent the position */
    int64_t pit;       /* pit of the last `move`, from 1; INT64_MIN: none yet */
    bool over;         /* true if nothing more will come */
    int forfeit;       /* enum sow_ending of a forfeit, or 0 */
    uint64_t deadline; /* time when the answer has to be there, by sow_link_now */
    uint64_t heard;    /* time of the last line of the client, or 0 */
};

/* Takes a command that arrives while the host waits for a move into @p reply. Answers to
   earlier positions are too late and are ignored, as are unknown commands. */
static void hear_reply(struct link *link, struct words *words, struct reply *reply)
{
    bool meant = words->reference < 0 || words->reference == (int64_t)reply->id;
    if (strcmp(words->name, "set") == 0)
        hear_set(link, words->arguments);
    else if (strcmp(words->name, "goodbye") == 0)
        reply->forfeit = SOW_FORFEIT_GONE;
    else if (strcmp(words->name, "yield") == 0)
        reply->over = meant;
    else if (strcmp(words->name, "move") == 0 && meant &&
             !sow_text_to_int(words->arguments, &reply->pit))
        reply->forfeit = SOW_FORFEIT_GARBAGE;
}

/* Reads the client's lines into @p reply until its answer is complete, it forfeits, the
   time is over or a stop is requested. */
static void await(struct link *link, const struct sow_stop *stop, struct reply *reply)
{
    while (!reply->over && reply->forfeit == 0 && sow_link_now() < reply->deadline) {
        char *line = NULL;
        struct words words;
        enum link_news news = sow_link_next(link, reply->deadline, stop, &line);
        if (news == LINK_LATE || news == LINK_STOPPED)
            return;
        reply->heard = sow_link_now();
        if (news != LINK_LINE)
            reply->forfeit = news == LINK_GONE ? SOW_FORFEIT_GONE : SOW_FORFEIT_GARBAGE;
        else if (sow_words_read(line, &words))
            hear_reply(link, &words, reply);
        else
            reply->forfeit = SOW_FORFEIT_GARBAGE;
    }
}

/* Sends the position of a game and begins a reply, with the deadline that @p reply has.
   Returns false if the client is gone or does not read. */
static bool send_state(struct link *link, const struct sow_game *game,
                       struct reply *reply)
{
    char board[WORDS_BOARD_MAX];
    link->last_id += 2;
    *reply = (struct reply){
        .id = link->last_id, .pit = INT64_MIN, .deadline = reply->deadline};
    (void)sow_words_write_board(&game->board, game->rules->pits, board);
    return sow_link_send(link, "%u state %s", reply->id, board);
}

/* Tells the client to stop the search that command @p id asked for. Does nothing for
   0. */
static void send_stop(struct link *link, unsigned id)
{
    if (id == 0)
        return;
    link->last_id += 2;
    (void)sow_link_send(link, "%u@%u stop", link->last_id, id);
}

/* Waits after the end of the time until the client has sent nothing for a moment, and
   ignores its lines. A client such as pykgp ends a search by force, and cannot speak any
   more if the search was just sending a move. */
static void await_quiet(struct link *link, const struct sow_stop *stop,
                        const struct reply *reply)
{
    uint64_t heard = reply->heard;
    uint64_t last = sow_link_now() + QUIET_MOST;
    while (heard > 0 && sow_link_now() < heard + QUIET && sow_link_now() < last) {
        char *line = NULL;
        if (sow_link_next(link, heard + QUIET, stop, &line) != LINK_LINE)
            return;
        heard = sow_link_now();
    }
}

/* Ends a question. A client that has yielded gets its `stop` only after its next answer:
   the search that yielded may still be sending (await_quiet). */
static void close_question(struct link *link, const struct sow_stop *stop,
                           const struct reply *reply)
{
    send_stop(link, link->yielded);
    link->yielded = reply->over ? reply->id : 0;
    if (reply->over)
        return;
    if (reply->forfeit == 0)
        await_quiet(link, stop, reply);
    send_stop(link, reply->id);
}

/* Returns true if the client has ended its search without a move although it has time
   left. The library jkgp does so now and then: it begins a search before it knows that
   there is one, and drops the moves. */
static bool is_empty(const struct reply *reply)
{
    return reply->over && reply->forfeit == 0 && reply->pit == INT64_MIN &&
           sow_link_now() < reply->deadline;
}

/* Rests before a position is sent again, longer each time: a client that is slow for a
   moment would drop all its moves. Returns false after a request to stop. */
static bool rest(int asked, const struct sow_stop *stop)
{
    uint64_t ms = (uint64_t)(asked < REST_MOST ? asked : REST_MOST);
    sow_link_sleep(NULL, 0, sow_link_now() + ms);
    return !sow_stop_requested(stop) && !sow_stopping();
}

int sow_host_ask(struct link *link, const struct host_question *question)
{
    const struct sow_stop *stop = question->with.stop;
    struct reply reply = {.deadline = sow_link_now() + (uint64_t)question->ms};
    int asked = 0;
    do {
        if (!send_state(link, question->game, &reply))
            return -SOW_FORFEIT_GONE;
        await(link, stop, &reply);
        close_question(link, stop, &reply);
    } while (is_empty(&reply) && ++asked < ASKED_MOST && rest(asked, stop));
    link->mute = !reply.over && reply.pit == INT64_MIN;
    if (reply.forfeit != 0)
        return -reply.forfeit;
    for (int i = 0; i < question->count; i++)
        if (question->moves[i] + 1 == reply.pit)
            return i;
    return reply.pit == INT64_MIN ? -SOW_FORFEIT_SILENT : -SOW_FORFEIT_ILLEGAL;
}

int sow_host_settle(const struct host_question *question, int answer)
{
    const struct sow_game *game = question->game;
    if (answer != -SOW_FORFEIT_SILENT || question->silent != SOW_SILENT_RANDOM)
        return answer;
    if (game->transcript != NULL)
        game->transcript->drawn[game->board.side != game->first]++;
    return (int)sow_pcg_below(question->rng, (uint32_t)question->count);
}
