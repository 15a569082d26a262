/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "served_charts.h"

#include <string.h>

/* Charts of a page as it is first sent. */
const struct sow_html_charts sow_served_charts = {
    .width = SOW_SVG_COLUMN, .columns = true, .served = true};

enum sow_status sow_request_drawing(const struct sow_request *request,
                                    struct sow_html_charts *charts, struct sow_err *err)
{
    int64_t width;
    enum sow_status status = sow_request_int(
        request, "width",
        (struct sow_request_range){SOW_SVG_LEAST, SOW_SVG_MOST, SOW_SVG_COLUMN}, &width,
        err);
    if (status != SOW_OK)
        return status;
    *charts = sow_served_charts;
    charts->columns = false;
    charts->width = (int)width;
    charts->spots = strcmp(sow_request_text(request, "spots", ""), "yes") == 0;
    return SOW_OK;
}
