/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request.h"

#include "sow/base/text.h"

#include <microhttpd.h>
#include <string.h>

const struct sow_query_limits sow_request_limits = {10000, 2.0, 128};

const char *sow_request_text(const struct sow_request *request, const char *name,
                             const char *otherwise)
{
    const char *value =
        MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
    return value != NULL ? value : otherwise;
}

const char *sow_request_header(const struct sow_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
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
            return sow_err_set(err, SOW_USAGE, "'%s' is no number of a run", word);
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
