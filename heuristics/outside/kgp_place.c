/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outside programs as players of games: the addresses at which they join. */
#include "kgp_host.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Largest numbers of open addresses, and of clients at each. */
enum { PLACES_MAX = 16, LINKS_MAX = 16 };

/* An address and its clients. The client that came first plays first. */
struct place {
    char address[SOW_KGP_ADDRESS_MAX + 1]; /* the address as it was given */
    int listener;                          /* socket that listens there */
    int count;                             /* number of clients */
    struct link *links[LINKS_MAX];         /* connections to the clients, owned */
    bool given_up; /* true if no client came in time: later games do not wait again */
};

/* All shared state. Moves are asked for one at a time. */
static struct {
    pthread_mutex_t lock;
    int count;
    struct place places[PLACES_MAX];
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Says goodbye to all clients and frees their connections. It runs at the end of the
   process. */
static void close_all(void)
{
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < all.places[i].count; k++)
            sow_host_dismiss(all.places[i].links[k]);
    all.count = 0;
}

/* --- places --- */

/* Finds an open address by its text. Returns NULL if it is not open. */
static struct place *find_place(const char *address)
{
    for (int i = 0; i < all.count; i++)
        if (strcmp(all.places[i].address, address) == 0)
            return &all.places[i];
    return NULL;
}

/* Finds or opens an address. Returns NULL if it cannot: @p err then has SOW_USAGE if the
   address is wrong or PLACES_MAX are open, else SOW_IO. The caller has the lock. */
static struct place *open_place(const char *address, struct sow_err *err)
{
    struct place *place = find_place(address);
    if (place != NULL)
        return place;
    if (all.count == PLACES_MAX) {
        (void)sow_err_set(err, SOW_USAGE,
                          "programs can join at no more than %d "
                          "addresses",
                          PLACES_MAX);
        return NULL;
    }
    int listener = sow_link_socket(address, false, err);
    if (listener < 0)
        return NULL;
    if (all.count == 0)
        (void)atexit(close_all);
    place = &all.places[all.count++];
    *place = (struct place){.listener = listener};
    (void)snprintf(place->address, sizeof place->address, "%s", address);
    return place;
}

/* --- clients --- */

/* Says goodbye to the client with index @p at, counted from 0, frees it, and removes it
   from the list. */
static void dismiss(struct place *place, int at)
{
    sow_host_dismiss(place->links[at]);
    place->count--;
    for (int i = at; i < place->count; i++)
        place->links[i] = place->links[i + 1];
}

/* Sends one client away to make room for a new one: a client that is not ready, if there
   is one. */
static void dismiss_one(struct place *place)
{
    int oldest = 0;
    while (oldest < place->count - 1 && place->links[oldest]->ready)
        oldest++;
    dismiss(place, oldest);
}

/* Accepts all waiting clients and greets them. If the list is full, one client has to
   leave; one that cannot be greeted is removed. */
static void admit(struct place *place)
{
    struct link *link = sow_link_accept(place->listener);
    for (; link != NULL; link = sow_link_accept(place->listener)) {
        if (place->count == LINKS_MAX)
            dismiss_one(place);
        place->links[place->count++] = link;
        if (!sow_host_greet(link))
            dismiss(place, place->count - 1);
    }
}

/* Accepts new clients, reads from all clients, and drops those that left or do not speak
   the protocol. Does not wait. */
static void look_round(struct place *place)
{
    admit(place);
    for (int i = place->count - 1; i >= 0; i--) {
        struct link *link = place->links[i];
        bool stays = link->ready ? sow_link_fill(link) != LINK_GONE : sow_host_hear(link);
        if (!stays)
            dismiss(place, i);
    }
}

/* Sleeps until a client of the address, known or new, sends something, until @p deadline
 * at most. */
static void sleep_at(const struct place *place, uint64_t deadline)
{
    struct pollfd sockets[LINKS_MAX + 1] = {{.fd = place->listener, .events = POLLIN}};
    for (int i = 0; i < place->count; i++)
        sockets[i + 1] = (struct pollfd){.fd = place->links[i]->fd, .events = POLLIN};
    sow_link_sleep(sockets, (size_t)place->count + 1, deadline);
}

/* Finds the first client that wants to play or, unless @p serial is 0, the one with this
   serial number. A client that was mute comes after all others. Returns its index, or -1
   if there is none. */
static int find_ready(const struct place *place, uint64_t serial)
{
    int found = -1;
    for (int i = place->count - 1; i >= 0; i--) {
        const struct link *link = place->links[i];
        bool wanted = link->ready && (serial == 0 || link->serial == serial);
        if (wanted && (found < 0 || !link->mute || place->links[found]->mute))
            found = i;
    }
    return found;
}

/* Waits until a client wants to play, at most @p seconds or until the process is asked to
   stop. Returns its index, or -1; then later calls do not wait. */
static int await_ready(struct place *place, int seconds)
{
    uint64_t deadline =
        sow_link_now() + (place->given_up ? 0 : (uint64_t)seconds * 1000U);
    look_round(place);
    int found = find_ready(place, 0);
    while (found < 0 && sow_link_now() < deadline && !sow_stopping()) {
        sleep_at(place, deadline);
        look_round(place);
        found = find_ready(place, 0);
    }
    place->given_up = found < 0;
    return found;
}

/* Opens an address and waits for its first client; @p err must not be NULL. Fails as
   sow_kgp_open does. */
static enum sow_status await_first(const struct sow_kgp_place *asked, struct sow_err *err)
{
    struct place *place = open_place(asked->address, err);
    if (place == NULL)
        return err->status;
    place->given_up = false;
    if (await_ready(place, asked->join) >= 0)
        return SOW_OK;
    if (sow_stopping())
        return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    return sow_err_set(err, SOW_IO,
                       "no program joined at '%s' within %d s: start the program, "
                       "or wait longer with ',join=SECONDS'",
                       asked->address, asked->join);
}

enum sow_status sow_kgp_open(const struct sow_kgp_place *place, bool wait,
                             struct sow_err *err)
{
    struct sow_err fault = {.status = SOW_OK};
    (void)pthread_mutex_lock(&all.lock);
    if (wait)
        (void)await_first(place, &fault);
    else
        (void)open_place(place->address, &fault);
    (void)pthread_mutex_unlock(&all.lock);
    return fault.status == SOW_OK ? SOW_OK
                                  : sow_err_set(err, fault.status, "%s", fault.text);
}

/* --- playing --- */

/* Handles the client with index @p at after its answer. A client that is gone or cannot
   be understood is sent away. A silent client goes to the end of the list: it plays again
   if there is no other. */
static void follow_up(struct place *place, int at, int answer)
{
    struct link *link = place->links[at];
    if (answer == -SOW_FORFEIT_GONE || answer == -SOW_FORFEIT_GARBAGE) {
        dismiss(place, at);
    } else if (answer == -SOW_FORFEIT_SILENT) {
        for (int i = at; i + 1 < place->count; i++)
            place->links[i] = place->links[i + 1];
        place->links[place->count - 1] = link;
    }
}

/* Asks clients for a move, first the one with index @p at, until one is not mute. That
   one becomes the partner of the game: @p partner receives its serial number. All clients
   of an address are one player, so another one may go on with a game. Returns as
   ask_at. */
static int ask_from(struct place *place, int at, const struct host_question *question,
                    uint64_t *partner)
{
    for (;;) {
        struct link *link = place->links[at];
        *partner = link->serial;
        int answer = sow_host_ask(link, question);
        bool mute = answer == -SOW_FORFEIT_SILENT && link->mute;
        follow_up(place, at, answer);
        if (!mute || sow_stopping())
            return answer;
        look_round(place);
        at = find_ready(place, 0);
        if (at < 0 || place->links[at]->mute)
            return answer;
    }
}

/* Asks a client for a move: the partner of the game or, at its start, the first that
   wants to play. This client becomes the partner: @p partner is its serial number, or 0
   at the start. Returns the move's index, or -r to forfeit for reason r. */
static int ask_at(struct place *place, const struct sow_kgp_place *asked,
                  struct host_question *question, uint64_t *partner)
{
    int at;
    if (*partner == 0) {
        at = await_ready(place, asked->join);
    } else {
        look_round(place);
        at = find_ready(place, *partner);
    }
    if (at < 0)
        return *partner == 0 ? -SOW_FORFEIT_ABSENT : -SOW_FORFEIT_GONE;
    return ask_from(place, at, question, partner);
}

int sow_kgp_choose(const struct sow_kgp_place *place, const struct sow_game *game,
                   const int *moves, int count, struct sow_pcg *rng)
{
    struct host_question question = {.game = game,
                                     .moves = moves,
                                     .count = count,
                                     .ms = place->ms,
                                     .silent = (enum sow_kgp_silent)place->silent,
                                     .rng = rng};
    uint64_t anybody = 0;
    uint64_t *partner = game->memory[game->board.side];
    if (sow_kgp_refusal(game->rules) != NULL)
        return -SOW_FORFEIT_RULES;
    (void)pthread_mutex_lock(&all.lock);
    struct place *found = open_place(place->address, NULL);
    int answer = found == NULL ? -SOW_FORFEIT_ABSENT
                               : ask_at(found, place, &question,
                                        partner != NULL ? partner : &anybody);
    (void)pthread_mutex_unlock(&all.lock);
    return sow_host_settle(&question, answer);
}

void *sow_kgp_begin(const void *context)
{
    (void)context;
    return calloc(1, sizeof(uint64_t));
}
