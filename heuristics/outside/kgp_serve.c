/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A host where programs play. Each client has its own process, so that no client waits
   for another. */
#include "kgp_host.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CLIENTS_MAX = 64 };

/* The host in progress. */
struct house {
    const struct sow_kgp_service *service;
    int listener;                /* socket that accepts clients */
    int visits;                  /* number of clients so far */
    int count;                   /* number of processes that run */
    pid_t children[CLIENTS_MAX]; /* processes, one for each client */
};

/* --- a client, in a process of its own --- */

/* A client and its connection. */
struct guest {
    const struct sow_kgp_service *service;
    struct link *link; /* connection to the client */
    int faults; /* number of consecutive games lost by silence or an illegal move */
};

/* Returns true if the client may play another game after one with this @p ending; counts
   its faults. A client that left or cannot be understood may not. A client that was
   silent or made an illegal move may, but only a few times in a row. */
static bool may_play_again(struct guest *guest, enum sow_ending ending)
{
    bool fault = ending == SOW_FORFEIT_ILLEGAL || ending == SOW_FORFEIT_SILENT;
    guest->faults = fault ? guest->faults + 1 : 0;
    return fault ? guest->faults < SOW_KGP_FAULTS_MAX : ending < SOW_FORFEIT_CLOCK;
}

/* Asks the client for a move, as `choose` of struct sow_player does; @p context is the
   guest. */
static int choose_outside(const void *context, const struct sow_game *game,
                          const int *moves, int count, struct sow_pcg *rng)
{
    const struct guest *guest = context;
    struct host_question question = {.game = game,
                                     .moves = moves,
                                     .count = count,
                                     .ms = guest->service->ms,
                                     .silent = guest->service->silent,
                                     .rng = rng,
                                     .with = guest->service->with};
    return sow_host_settle(&question, sow_host_ask(guest->link, &question));
}

/* Plays game @p number of the client, counted from 0, and reports it through `played`.
   The client moves first in games with even numbers. A game that a request to stop ended
   is not reported. Returns false if there shall be no further game. */
static bool play_game(struct guest *guest, uint64_t visit, int number)
{
    const struct sow_kgp_service *service = guest->service;
    struct sow_stream stream = {SOW_PURPOSE_MATCH, {visit, 0, 1, (uint64_t)number}};
    struct sow_player client = {.choose = choose_outside, .context = guest};
    bool first = number % 2 == 0;
    const struct sow_player *players[2];
    struct sow_transcript transcript = {.game = NULL};
    struct sow_pcg rng;
    struct sow_game game;
    sow_pcg_derive(&rng, service->seed, &stream);
    sow_game_init(&game, service->rules, NULL);
    if (service->open != NULL)
        service->open(service->context, visit, (uint64_t)number, &game);
    players[game.first] = first ? &client : service->player;
    players[1 - game.first] = first ? service->player : &client;
    sow_game_record(&game, &transcript);
    struct sow_score score = sow_game_finish(&game, players, &rng);
    if (game.first == SOW_NORTH)
        score =
            (struct sow_score){.store = {score.store[SOW_NORTH], score.store[SOW_SOUTH]},
                               .plies = score.plies};
    struct sow_kgp_played played = {.client = guest->link->name,
                                    .client_first = first,
                                    .score = score,
                                    .ending = game.ending,
                                    .drawn = transcript.drawn[!first]};
    sow_transcript_release(&transcript);
    if (sow_stopping() || sow_stop_requested(service->with.stop))
        return false;
    service->played(service->context, &played);
    return may_play_again(guest, game.ending);
}

/* Serves one client, in its own process: waits until it is ready, then plays its games.
   Frees @p link. */
static void entertain(const struct sow_kgp_service *service, struct link *link,
                      uint64_t visit)
{
    struct guest guest = {service, link, 0};
    bool stays = sow_host_greet(link);
    while (stays && !link->ready && !sow_stop_requested(service->with.stop)) {
        struct pollfd socket = {.fd = link->fd, .events = POLLIN};
        sow_link_sleep(&socket, 1, link->opened + HOST_PATIENCE);
        stays = sow_host_hear(link);
    }
    for (int i = 0; stays && (service->games == 0 || i < service->games); i++)
        stays = play_game(&guest, visit, i);
    sow_host_dismiss(link);
}

/* --- the host --- */

/* Waits for a process, and continues after signals. Returns false if it is still running,
   which only happens with WNOHANG in @p options. */
static bool is_gone(pid_t child, int options)
{
    pid_t gone = -1;
    do
        gone = waitpid(child, NULL, options);
    while (gone < 0 && errno == EINTR);
    return gone != 0;
}

/* Forgets the processes of clients that have ended. With 0 for @p options it waits for
   all; with WNOHANG it does not wait. */
static void part(struct house *house, int options)
{
    for (int i = house->count - 1; i >= 0; i--)
        if (is_gone(house->children[i], options))
            house->children[i] = house->children[--house->count];
}

/* Starts a process for a new client, or sends the client away if there is no room or no
   process. Frees @p link in the host's process. */
static void receive(struct house *house, struct link *link)
{
    const struct sow_kgp_service *service = house->service;
    pid_t child = house->count < service->clients ? fork() : -1;
    if (child == 0) {
        (void)close(house->listener);
        entertain(service, link, (uint64_t)house->visits);
        _exit(0);
    }
    if (child > 0) {
        house->children[house->count++] = child;
        house->visits++;
    } else {
        (void)sow_link_send(link, "error \"no room: come again later\"");
        (void)sow_link_send(link, "goodbye");
    }
    sow_link_free(link);
}

/* Accepts clients until the visits are over or a stop is requested. Without a limit of
   visits (0) only the stop ends it. */
static void keep_open(struct house *house)
{
    const struct sow_kgp_service *service = house->service;
    while (!sow_stop_requested(service->with.stop) &&
           (service->visits == 0 || house->visits < service->visits)) {
        struct pollfd socket = {.fd = house->listener, .events = POLLIN};
        sow_link_sleep(&socket, 1, UINT64_MAX);
        part(house, WNOHANG);
        struct link *link = sow_link_accept(house->listener);
        if (link != NULL)
            receive(house, link);
    }
}

/* Waits for the last clients. A request to stop ends their processes; then returns
   false. */
static bool see_off(struct house *house)
{
    enum { LOOK_EVERY = 20 };
    const struct sow_stop *stop = house->service->with.stop;
    part(house, WNOHANG);
    while (house->count > 0 && !sow_stop_requested(stop)) {
        sow_link_sleep(NULL, 0, sow_link_now() + LOOK_EVERY);
        part(house, WNOHANG);
    }
    for (int i = 0; i < house->count; i++)
        (void)kill(house->children[i], SIGKILL);
    part(house, 0);
    return !sow_stop_requested(stop);
}

/* Reports the address at which the host listens. Reports nothing if the system does not
   tell it. */
static void tell_address(const struct house *house)
{
    struct sockaddr_in name = {.sin_family = AF_INET};
    socklen_t size = sizeof name;
    char host[INET_ADDRSTRLEN] = "";
    if (getsockname(house->listener, (struct sockaddr *)&name, &size) == 0 &&
        inet_ntop(AF_INET, &name.sin_addr, host, sizeof host) != NULL)
        house->service->listening(house->service->context, host, ntohs(name.sin_port));
}

enum sow_status sow_kgp_serve(const struct sow_kgp_service *service, struct sow_err *err)
{
    struct house house = {.service = service,
                          .listener = sow_link_socket(service->address, false, err)};
    if (house.listener < 0)
        return err != NULL ? err->status : SOW_IO;
    tell_address(&house);
    keep_open(&house);
    bool ended = see_off(&house);
    (void)close(house.listener);
    if (ended || service->visits == 0)
        return SOW_OK;
    return sow_err_set(err, SOW_INTERRUPTED, "stopped before the end of %d visits",
                       service->visits);
}
