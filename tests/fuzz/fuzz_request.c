/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the server. The first line is the path. Each other line is NAME=VALUE, or
   without "=" the header Last-Event-ID. A request is answered as by a worker of the
   server. It must not change the database. */
#include "fuzz.h"

#include "routes.h"
#include "sow/base/stream.h"
#include "sow/players/run_players.h"

static struct sow_store *store;

static void set_up(void)
{
    struct sow_err err;
    sow_store_read_players_by(sow_run_players_read);
    fuzz_lighten_sqlite();
    FUZZ_REQUIRE(sow_store_open("", SOW_STORE_SCRATCH, &store, &err) == SOW_OK);
    fuzz_fill_store(store);
    fuzz_remember(store);
}

/* Writes a line as a name and a value into @p block. Returns their size. */
static size_t add_argument(char *block, const char *line)
{
    size_t name = strcspn(line, "=");
    bool header = line[name] == '\0';
    int size = header
                   ? snprintf(block, SOW_REQUEST_BYTES, "Last-Event-ID%c%s", '\0', line)
                   : snprintf(block, SOW_REQUEST_BYTES, "=%.*s%c%s", (int)name, line,
                              '\0', line + name + 1);
    return (size_t)size + 1;
}

static size_t make_block(char *text, char *block)
{
    char *rest = text;
    size_t size =
        (size_t)snprintf(block, SOW_REQUEST_BYTES, "%s", strsep(&rest, "\n")) + 1;
    for (const char *line; (line = strsep(&rest, "\n")) != NULL;)
        size += add_argument(block + size, line);
    return size;
}

/* Returns true if a request may need a player that searches. Such requests are skipped,
   because a search takes a second or more. Players have fuzz targets of their own. */
static bool thinks(const char *text)
{
    static const char *const NAMES[] = {"alphabeta", "minimax", "mcts", "pekar", "why"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcasestr(text, NAMES[i]) != NULL)
            return true;
    return false;
}

static void answer(const struct sow_route *route, struct sow_request *request)
{
    struct sow_err err = {.status = SOW_OK};
    char *answer = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&answer, &size);
    FUZZ_REQUIRE(out != NULL);
    request->type = route->type;
    enum sow_status status = route->answer(request, out, &err);
    FUZZ_REQUIRE(fclose(out) == 0);
    FUZZ_REQUIRE(status == SOW_OK ? request->type[0] != '\0' : err.text[0] != '\0');
    free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char block[SOW_REQUEST_BYTES];
    struct sow_stop stop = {0};
    if (store == NULL)
        set_up();
    if (size > SOW_REQUEST_BYTES / 32)
        return 0;
    char *text = fuzz_text(data, size);
    bool left = thinks(text);
    struct sow_request request = {
        .block = block, .store = store, .stop = &stop, .teller = -1};
    request.size = make_block(text, block);
    free(text);
    FUZZ_REQUIRE(sow_request_is_whole(block, request.size));
    const struct sow_route *route = sow_route_find(block);
    if (left || route == NULL || route->answer == NULL)
        return 0;
    answer(route, &request);
    fuzz_require_unchanged(store);
    return 0;
}
