/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve_guard.h"

#include "sow/base/text.h"

#include <microhttpd.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Most arguments and most headers of a request. */
enum { ARGUMENTS_MAX = 16, HEADERS_MAX = 64 };

/* ---- Names ---- */

/* Allows the first @p length characters of @p name as a host. Returns SOW_USAGE if they
   cannot be a host, or if there are too many hosts. */
static enum sow_status add_name(struct sow_guard *guard, const char *name, size_t length,
                                struct sow_err *err)
{
    static const char ALLOWED[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789.-_:[]";
    if (length == 0 || length > SOW_GUARD_HOST_MAX || strspn(name, ALLOWED) < length)
        return sow_err_set(err, SOW_USAGE,
                           "'%.*s' is not a host: write the name, and the port if any, "
                           "as a browser shows it, for example lab.example or "
                           "10.0.0.5:8080",
                           (int)length, name);
    if (guard->count == SOW_GUARD_HOSTS_MAX)
        return sow_err_set(err, SOW_USAGE, "more than %d hosts",
                           (int)SOW_GUARD_HOSTS_MAX);
    (void)snprintf(guard->host[guard->count++], SOW_GUARD_HOST_MAX + 1, "%.*s",
                   (int)length, name);
    return SOW_OK;
}

enum sow_status sow_guard_init(struct sow_guard *guard, int port, const char *more,
                               struct sow_err *err)
{
    static const char *const LOCAL[] = {"127.0.0.1", "localhost"};
    enum sow_status status = SOW_OK;
    guard->count = 0;
    for (int i = 0; i < 2 && status == SOW_OK; i++) {
        char name[32];
        int length = snprintf(name, sizeof name, "%s:%d", LOCAL[i], port);
        status = add_name(guard, name, (size_t)length, err);
        if (status == SOW_OK && port == 80)
            status = add_name(guard, LOCAL[i], strlen(LOCAL[i]), err);
    }
    while (status == SOW_OK && more[0] != '\0') {
        size_t length = strcspn(more, ",");
        status = add_name(guard, more, length, err);
        more += length;
        if (status == SOW_OK && more[0] == ',' && *++more == '\0')
            status = add_name(guard, more, 0, err);
    }
    return status;
}

/* Returns true if a host is allowed. Letter case does not matter. */
static bool knows(const struct sow_guard *guard, const char *host)
{
    for (int i = 0; i < guard->count; i++)
        if (sow_text_same(guard->host[i], host))
            return true;
    return false;
}

/* ---- The head of a request ---- */

/* Parts of the head of a request that the checks need. The texts are borrowed from the
   connection; a missing header is NULL. */
struct head {
    /* Number of headers Host, of all headers and of all arguments. */
    int hosts, headers, arguments;
    const char *host, *site;
    const char *origin;
    /* Number of headers Origin. */
    int origins;
    /* True if the request has a body; true if a name or value has a zero byte. */
    bool body, zeros;
};

/* Notes a header or an argument in the struct head @p context. If a header occurs several
   times, its last value counts. Always continues the iteration. */
static enum MHD_Result see(void *context, enum MHD_ValueKind kind, const char *key,
                           size_t key_size, const char *value, size_t value_size)
{
    struct head *head = context;
    const char *text = value != NULL ? value : "";
    head->zeros |= strlen(key) != key_size || strlen(text) != value_size;
    if (kind == MHD_GET_ARGUMENT_KIND) {
        head->arguments++;
        return MHD_YES;
    }
    head->headers++;
    if (sow_text_same(key, "Host")) {
        head->hosts++;
        head->host = text;
    } else if (sow_text_same(key, "Sec-Fetch-Site")) {
        head->site = text;
    } else if (sow_text_same(key, "Origin")) {
        head->origins++;
        head->origin = text;
    } else if (sow_text_same(key, "Transfer-Encoding") ||
               (sow_text_same(key, "Content-Length") && strcmp(text, "0") != 0)) {
        head->body = true;
    }
    return MHD_YES;
}

/* Returns true if a page of this server sent the request or a person typed the address,
   by the header Sec-Fetch-Site, or if that is missing (NULL). Returns false for a link
   on another site. */
static bool is_from_here(const char *site)
{
    return site == NULL || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

/* Returns true if the header Origin is missing, or occurs once and names an allowed
   host. Older browsers send it instead of Sec-Fetch-Site. Behind a proxy its scheme may
   be https. */
static bool is_own_origin(const struct sow_guard *guard, const struct head *head)
{
    static const char *const SCHEMES[] = {"http://", "https://"};
    if (head->origin == NULL)
        return true;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++) {
        size_t length = strlen(SCHEMES[i]);
        if (strncasecmp(head->origin, SCHEMES[i], length) == 0)
            return head->origins == 1 && knows(guard, head->origin + length);
    }
    return false;
}

struct sow_refusal sow_guard_check(const struct sow_guard *guard,
                                   struct MHD_Connection *connection, const char *method)
{
    struct head head = {0};
    bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    (void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, see, &head);
    (void)MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, see, &head);
    const struct {
        bool refused;
        struct sow_refusal refusal;
    } checks[] = {
        {head.hosts != 1 || head.host == NULL || !knows(guard, head.host),
         {MHD_HTTP_MISDIRECTED_REQUEST,
          "this server has another name: see the address that 'sowlab serve' shows, or "
          "'--allow-host'"}},
        {!is_from_here(head.site) || !is_own_origin(guard, &head),
         {MHD_HTTP_FORBIDDEN, "the request comes from another site: type the address "
                              "instead"}},
        {!reads, {MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD are allowed"}},
        {head.body, {MHD_HTTP_CONTENT_TOO_LARGE, "requests must not have a body"}},
        {head.headers > HEADERS_MAX || head.arguments > ARGUMENTS_MAX,
         {MHD_HTTP_BAD_REQUEST, "too many headers or arguments"}},
        {head.zeros, {MHD_HTTP_BAD_REQUEST, "a zero byte in an argument"}},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i].refused)
            return checks[i].refusal;
    return (struct sow_refusal){0, NULL};
}

/* ---- Responses ---- */

void sow_guard_headers(struct MHD_Response *response, const char *policy)
{
    static const char *const HEADERS[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Frame-Options", "DENY"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
        /* A connection serves one request only. */
        {"Connection", "close"},
    };
    (void)MHD_add_response_header(
        response, "Content-Security-Policy",
        policy != NULL
            ? policy
            : "default-src 'none'; script-src 'self'; style-src 'self'; connect-src "
              "'self'; img-src data:; form-action 'self'; base-uri 'none'; "
              "frame-ancestors 'none'");
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++)
        (void)MHD_add_response_header(response, HEADERS[i][0], HEADERS[i][1]);
}

unsigned sow_guard_status(enum sow_status status)
{
    switch (status) {
    case SOW_OK:
        return MHD_HTTP_OK;
    case SOW_USAGE:
    case SOW_BAD_DATA:
    case SOW_NOTHING_LEFT:
        return MHD_HTTP_BAD_REQUEST;
    case SOW_NOT_FOUND:
        return MHD_HTTP_NOT_FOUND;
    case SOW_BUSY:
    case SOW_INTERRUPTED:
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    case SOW_NO_MEMORY:
    case SOW_IO:
        break;
    }
    return MHD_HTTP_INTERNAL_SERVER_ERROR;
}
