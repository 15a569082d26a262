/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent_reading.h"

#include <string.h>

enum sow_status sow_reading_refuse(const struct sow_reading *reading, const char *text)
{
    return sow_err_set(reading->err, SOW_USAGE, "player '%.200s': %s", reading->spec,
                       text);
}

/* Returns the address in @p text of the comma after the first item, outside brackets;
   NULL if there is none. */
static char *end_of_item(char *text)
{
    int brackets = 0;
    for (; *text != '\0'; text++) {
        brackets += (*text == '[') - (*text == ']');
        if (*text == ',' && brackets <= 0)
            return text;
    }
    return NULL;
}

bool sow_items_cut(struct sow_items *items, const char *spec, size_t begin)
{
    (void)snprintf(items->room, sizeof items->room, "%s", spec);
    sow_agent_spec_lower(items->room);
    items->count = 0;
    char *at = items->room + begin;
    while (at != NULL) {
        if (items->count == SOW_ITEMS_MAX)
            return false;
        items->item[items->count++] = at;
        at = end_of_item(at);
        if (at != NULL)
            *at++ = '\0';
    }
    return true;
}
