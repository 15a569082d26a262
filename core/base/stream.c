/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* State of a stream that writes to memory. */
struct sink {
    char **text;  /* the caller's variable that receives the text */
    size_t *size; /* the caller's variable that receives its length */
    char *data;   /* the text so far, owned, without NUL */
    size_t used;  /* bytes of the text so far */
    size_t room;  /* bytes allocated for `data` */
    bool failed;  /* true if memory ran out for some output */
};

/* Makes room for @p length more bytes and a NUL, at least twice the old room. Returns
   false, with the text unchanged, without memory. */
static bool grow_sink(struct sink *sink, size_t length)
{
    size_t needed = sink->used + length + 1;
    if (needed <= sink->room)
        return true;
    size_t room = needed > 2 * sink->room ? needed : 2 * sink->room;
    char *longer = realloc(sink->data, room);
    if (longer == NULL)
        return false;
    sink->data = longer;
    sink->room = room;
    return true;
}

/* Adds bytes to the text and returns @p length. After a failure it adds nothing more and
   returns 0. Callback of fopencookie. */
static ssize_t sink_write(void *cookie, const char *bytes, size_t length)
{
    struct sink *sink = cookie;
    sink->failed = sink->failed || !grow_sink(sink, length);
    if (sink->failed)
        return 0;
    memcpy(sink->data + sink->used, bytes, length);
    sink->used += length;
    return (ssize_t)length;
}

/* Ends the text with a NUL and hands it to the caller of sow_stream_open(). After a
   failed write it frees the text, and the caller's variables keep NULL and 0. Always
   frees the sink. Returns 0, or -1 after a failed write. Callback of fopencookie. */
static int sink_close(void *cookie)
{
    struct sink *sink = cookie;
    bool failed = sink->failed;
    if (failed) {
        free(sink->data);
    } else {
        sink->data[sink->used] = '\0';
        *sink->text = sink->data;
        *sink->size = sink->used;
    }
    free(sink);
    return failed ? -1 : 0;
}

FILE *sow_stream_open(char **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    struct sink *sink = calloc(1, sizeof *sink);
    if (sink == NULL)
        return NULL;
    sink->text = text;
    sink->size = size;
    cookie_io_functions_t functions = {.write = sink_write, .close = sink_close};
    FILE *out = grow_sink(sink, 0) ? fopencookie(sink, "w", functions) : NULL;
    if (out == NULL) {
        free(sink->data);
        free(sink);
    }
    return out;
}
