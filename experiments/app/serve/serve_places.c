/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve_places.h"

#include "sow/support/progress.h"

#include <stdlib.h>
#include <sys/socket.h>

/* Seconds that a client may take to send the head of a request, and to read an answer. */
enum { HEAD_SECONDS = 5, ANSWER_SECONDS = 60 };

/* Number of connections from which on a new one ends the oldest for which the server is
   not working. */
enum { CROWD = 3 * SOW_PLACES / 4 };

/* Stage of a connection: it sends the head of a request, waits for the answer, reads the
   answer, or was shut down. */
enum stage { ASKING, WAITING, TOLD, OVER };

/* A connection, as a link of the list from the oldest to the newest. */
struct sow_place {
    int fd; /* socket of the connection */
    enum stage stage;
    double since; /* time at which the stage began (sow_clock_seconds) */
    struct sow_place *before, *after;
};

/* Shuts a connection down. The HTTP library sees an end of file and closes it. */
static void end_place(struct sow_place *place)
{
    (void)shutdown(place->fd, SHUT_RDWR);
    place->stage = OVER;
}

/* Ends the oldest connection that sends a request or reads an answer. Does nothing if
   there is none. */
static void end_oldest(const struct sow_places *places)
{
    struct sow_place *place = places->first;
    while (place != NULL && place->stage != ASKING && place->stage != TOLD)
        place = place->after;
    if (place != NULL)
        end_place(place);
}

struct sow_place *sow_places_enter(struct sow_places *places, int fd)
{
    struct sow_place *place = malloc(sizeof *place);
    if (place == NULL)
        return NULL;
    if (places->count >= CROWD)
        end_oldest(places);
    *place = (struct sow_place){
        .fd = fd, .stage = ASKING, .since = sow_clock_seconds(), .before = places->last};
    if (places->last != NULL)
        places->last->after = place;
    else
        places->first = place;
    places->last = place;
    places->count++;
    return place;
}

void sow_places_leave(struct sow_places *places, struct sow_place *place)
{
    if (place == NULL)
        return;
    if (place->before != NULL)
        place->before->after = place->after;
    else
        places->first = place->after;
    if (place->after != NULL)
        place->after->before = place->before;
    else
        places->last = place->before;
    places->count--;
    free(place);
}

/* Moves a connection to a stage, which begins now. Ignores NULL and connections that were
   shut down. */
static void enter_stage(struct sow_place *place, enum stage stage)
{
    if (place == NULL || place->stage == OVER)
        return;
    place->stage = stage;
    place->since = sow_clock_seconds();
}

void sow_place_asked(struct sow_place *place)
{
    enter_stage(place, WAITING);
}

void sow_place_told(struct sow_place *place)
{
    enter_stage(place, TOLD);
}

void sow_places_expire(struct sow_places *places)
{
    double now = sow_clock_seconds();
    for (struct sow_place *place = places->first; place != NULL; place = place->after)
        if ((place->stage == ASKING && now - place->since > HEAD_SECONDS) ||
            (place->stage == TOLD && now - place->since > ANSWER_SECONDS))
            end_place(place);
}
