/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/embedded.h"
#include "sow/reports/html.h"

/* Files of this folder that the program contains: the style sheet. */
extern const struct sow_embedded sow_report_files[];

const char *sow_html_style(void)
{
    return sow_report_files[0].text;
}
