/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learnt players: the files that are compiled in, and the specs that name them. */
#include "agent_reading.h"
#include "sow/heuristics/learnt.h"

#include "sow/base/embedded.h"
#include "sow/base/text.h"

#include <string.h>

/* Files of the learnt players, compiled in. The last one has a NULL name. */
extern const struct sow_embedded sow_learnt_files[];

/* Beginning of the name of each file. The name of the variant follows. */
static const char PREFIX[] = "learnt-";

const char *sow_learnt_variant(size_t index)
{
    const char *name = sow_learnt_files[index].name;
    return name != NULL ? name + strlen(PREFIX) : NULL;
}

/* Copies the spec out of the text of a file: the rest of its line `player = SPEC`.
   Without such a line, which every file has, the spec is "". */
static void copy_spec(const char *text, char spec[SOW_AGENT_SPEC_MAX + 1])
{
    static const char KEY[] = "\nplayer = ";
    const char *line = strstr(text, KEY);
    spec[0] = '\0';
    if (line == NULL)
        return;
    line += sizeof KEY - 1;
    (void)snprintf(spec, SOW_AGENT_SPEC_MAX + 1, "%.*s", (int)strcspn(line, "\n"), line);
}

enum sow_status sow_reading_learnt(struct sow_reading *reading, int argument)
{
    (void)argument;
    const char *wanted = reading->items->item[0];
    struct sow_nearest nearest;
    char hint[96];
    char fault[160];
    sow_nearest_init(&nearest, wanted);
    for (size_t i = 0; reading->items->count == 1 && sow_learnt_variant(i) != NULL; i++) {
        char spec[SOW_AGENT_SPEC_MAX + 1];
        sow_nearest_offer(&nearest, sow_learnt_variant(i));
        if (!sow_text_same(sow_learnt_variant(i), wanted))
            continue;
        copy_spec(sow_learnt_files[i].text, spec);
        return reading->parse(spec, NULL, reading->agent, reading->err);
    }
    (void)snprintf(fault, sizeof fault,
                   "give a variant that has a learnt player, such as learnt:%s%s",
                   sow_learnt_variant(0), sow_nearest_hint(&nearest, hint, sizeof hint));
    return sow_reading_refuse(reading, fault);
}
