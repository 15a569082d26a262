/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request.h"

#include "serve_worker.h"
#include "sow/base/text.h"

#include <microhttpd.h>
#include <string.h>
#include <unistd.h>

const struct sow_query_limits sow_request_limits = {10000, 2.0, 128};

/* Mark before the name of each argument in a block. The name of the header has no
   mark. */
enum { ARGUMENT = '=' };
static const char LAST_EVENT[] = "Last-Event-ID";

/* A block that is being written. */
struct writing {
    char *block;
    size_t size;
    bool full;
};

/* Appends a text with its zero byte. If there is no room, appends nothing and marks the
   block as full. */
static void add_text(struct writing *writing, const char *text)
{
    size_t length = strlen(text) + 1;
    writing->full |= length > SOW_REQUEST_BYTES - writing->size;
    if (writing->full)
        return;
    memcpy(writing->block + writing->size, text, length);
    writing->size += length;
}

/* Appends an argument of the request: its mark, name and value. Skips an argument without
   a value. Returns MHD_NO, which ends the iteration, if the block is full. @p context is
   a struct writing. */
static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind,
                                    const char *name, const char *value)
{
    struct writing *writing = context;
    (void)kind;
    if (value == NULL)
        return MHD_YES;
    if (writing->size == SOW_REQUEST_BYTES) {
        writing->full = true;
        return MHD_NO;
    }
    writing->block[writing->size++] = ARGUMENT;
    add_text(writing, name);
    add_text(writing, value);
    return writing->full ? MHD_NO : MHD_YES;
}

size_t sow_request_write(struct MHD_Connection *connection, const char *path,
                         char block[SOW_REQUEST_BYTES])
{
    struct writing writing = {.block = block};
    const char *last =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, LAST_EVENT);
    add_text(&writing, path);
    if (last != NULL) {
        add_text(&writing, LAST_EVENT);
        add_text(&writing, last);
    }
    (void)MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_argument,
                                    &writing);
    return writing.full ? 0 : writing.size;
}

bool sow_request_is_whole(const char *block, size_t size)
{
    size_t texts = 0;
    for (size_t i = 0; i < size; i++)
        texts += block[i] == '\0';
    return size > 0 && block[size - 1] == '\0' && texts % 2 == 1;
}

/* Returns the value of the first field called @p name, or NULL. With a @p mark only
   fields count whose name follows this character; with 0 the name must stand alone. */
static const char *find_field(const struct sow_request *request, char mark,
                              const char *name)
{
    const char *end = request->block + request->size;
    const char *at = request->block + strlen(request->block) + 1;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        bool marked = mark == '\0' || *at == mark;
        if (marked && strcmp(at + (mark != '\0'), name) == 0)
            return value;
        at = value + strlen(value) + 1;
    }
    return NULL;
}

const char *sow_request_text(const struct sow_request *request, const char *name,
                             const char *otherwise)
{
    const char *value = find_field(request, ARGUMENT, name);
    return value != NULL ? value : otherwise;
}

const char *sow_request_last_event(const struct sow_request *request)
{
    return find_field(request, '\0', LAST_EVENT);
}

void sow_request_asked(const struct sow_request *request)
{
    if (request->teller >= 0)
        (void)!write(request->teller, &(char){SOW_REPLY_ASKED}, 1);
}

enum sow_status sow_request_int(const struct sow_request *request, const char *name,
                                struct sow_request_range range, int64_t *value,
                                struct sow_err *err)
{
    const char *text = sow_request_text(request, name, "");
    *value = range.otherwise;
    if (text[0] == '\0' ||
        (sow_text_to_int(text, value) && *value >= range.least && *value <= range.most))
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "'%s=%.40s' is not a whole number from %lld to %lld", name, text,
                       (long long)range.least, (long long)range.most);
}

enum sow_status sow_request_ids(const struct sow_request *request, size_t most,
                                struct sow_request_ids *ids, struct sow_err *err)
{
    const char *text = sow_request_text(request, "id", "");
    ids->count = 0;
    while (*text != '\0') {
        char word[24];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (ids->count == most)
            return sow_err_set(err, SOW_USAGE, "more than %zu runs: name fewer", most);
        int64_t *id = &ids->id[ids->count++];
        if (length >= sizeof word || !sow_text_to_int(word, id) || *id < 1)
            return sow_err_set(err, SOW_USAGE, "'%s' is not the number of a run", word);
        text += length + (text[length] == ',');
    }
    return ids->count > 0 ? SOW_OK
                          : sow_err_set(err, SOW_USAGE,
                                        "no run is named: write 'id=1', or 'id=1,2'");
}

enum sow_status sow_request_print(struct sow_request *request, struct sow_report *report,
                                  enum sow_status status, FILE *out, struct sow_err *err)
{
    const char *format = sow_request_text(request, "format", "json");
    bool csv = strcmp(format, "csv") == 0;
    if (report == NULL)
        return sow_err_no_memory(err);
    if (status == SOW_OK && !csv && strcmp(format, "json") != 0)
        status =
            sow_err_set(err, SOW_USAGE, "format '%.20s' is neither json nor csv", format);
    if (csv)
        request->type = "text/csv; charset=utf-8";
    if (status == SOW_OK)
        status =
            sow_report_print(report, csv ? SOW_FORMAT_CSV : SOW_FORMAT_JSON, out, err);
    sow_report_free(report);
    return status;
}
