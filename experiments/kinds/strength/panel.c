/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panels: their files, and which panel belongs to which rules. */
#include "sow/strength/panel.h"

#include "sow/base/embedded.h"
#include "sow/base/text.h"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

/* Panel files in the program, ordered by version. The last entry has a NULL name. */
extern const struct sow_embedded sow_panel_files[];

const int sow_panel_depths[SOW_PANEL_DEPTHS] = {1, 2, 4};

int sow_panel_depth_index(int depth)
{
    for (int i = 0; i < SOW_PANEL_DEPTHS; i++)
        if (sow_panel_depths[i] == depth)
            return i;
    return -1;
}

void sow_panel_release(struct sow_panel *panel)
{
    for (size_t i = 0; i < SOW_PANEL_MEMBERS; i++)
        free(panel->member[i].spec);
    *panel = (struct sow_panel){.count = 0};
}

/* ---- Reading a file ---- */

/* State of reading a panel file. */
struct reading {
    struct sow_panel *panel;
    const char *name;
    int line;     /* number of the present line, from 1 */
    int version;  /* 0 before it is read */
    size_t rated; /* number of members with ratings */
};

/* Sets the error for the present line, with the panel's name, the line's number and @p
   text, and returns SOW_BAD_DATA. */
static enum sow_status fault(const struct reading *reading, const char *text,
                             struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA, "panel %s, line %d: %s", reading->name,
                       reading->line, text);
}

/* Adds the player with the spec @p value as a member, which gets its ratings later.
   Returns SOW_BAD_DATA for a ninth member, or if the member before has no ratings yet. A
   player that depends on time or on an endgame file is a fault, too, because it cannot
   repeat its games. Else returns an error of sow_agent_parse, or SOW_NO_MEMORY. */
static enum sow_status add_member(struct reading *reading, const char *value,
                                  struct sow_err *err)
{
    struct sow_panel *panel = reading->panel;
    if (panel->count == SOW_PANEL_MEMBERS || reading->rated != panel->count)
        return fault(reading, "write 8 members, each with its ratings below it", err);
    struct sow_panel_member *member = &panel->member[panel->count];
    enum sow_status status = sow_agent_parse(value, NULL, &member->agent, err);
    if (status != SOW_OK)
        return status;
    if (sow_agent_is_timed(&member->agent) || member->agent.endgame.file[0] != '\0')
        return fault(reading, "a member may depend neither on time nor on a file", err);
    member->spec = strdup(value);
    panel->count++;
    return member->spec != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Reads the ratings of the latest member, a number for each depth with one blank between
   two. Returns SOW_BAD_DATA if the line is wrong, or if no member without ratings comes
   before it. */
static enum sow_status add_ratings(struct reading *reading, const char *value,
                                   struct sow_err *err)
{
    static const char WANTED[] = "write three ratings below each member";
    struct sow_panel *panel = reading->panel;
    if (reading->rated + 1 != panel->count)
        return fault(reading, WANTED, err);
    double *rating = panel->member[reading->rated++].rating;
    for (int i = 0; i < SOW_PANEL_DEPTHS; i++) {
        char word[32];
        size_t length = strcspn(value, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, value);
        if (!sow_text_to_real(word, &rating[i]))
            return fault(reading, WANTED, err);
        value += length + (value[length] == ' ');
    }
    return *value == '\0' ? SOW_OK : fault(reading, WANTED, err);
}

/* Reads the version, a number from 1 to 1000. Returns SOW_BAD_DATA for another text or a
   second version. */
static enum sow_status set_version(struct reading *reading, const char *value,
                                   struct sow_err *err)
{
    int64_t version;
    if (reading->version != 0 || !sow_text_to_int(value, &version) || version < 1 ||
        version > 1000)
        return fault(reading, "write one line 'version = N' with N from 1 to 1000", err);
    reading->version = (int)version;
    reading->panel->version = (int)version;
    return SOW_OK;
}

/* Copies the name of the variant. Returns SOW_BAD_DATA for a second or empty name, or one
   that is too long. */
static enum sow_status set_variant(struct reading *reading, const char *value,
                                   struct sow_err *err)
{
    struct sow_panel *panel = reading->panel;
    if (panel->variant[0] != '\0' || strlen(value) > SOW_PANEL_NAME_MAX ||
        value[0] == '\0')
        return fault(reading, "write one line 'variant = NAME'", err);
    (void)snprintf(panel->variant, sizeof panel->variant, "%s", value);
    return SOW_OK;
}

/* Reads a line `key = value` with the function of its key. A blank line and a comment
   have no effect. Returns SOW_BAD_DATA for another line or a wrong value, or another
   error of that function. */
static enum sow_status read_line(struct reading *reading, const char *line,
                                 struct sow_err *err)
{
    static const struct {
        const char *key;
        enum sow_status (*read)(struct reading *reading, const char *value,
                                struct sow_err *err);
    } KEYS[] = {{"variant = ", set_variant},
                {"version = ", set_version},
                {"member = ", add_member},
                {"ratings = ", add_ratings}};
    if (line[0] == '\0' || line[0] == ';')
        return SOW_OK;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        if (strncmp(line, KEYS[i].key, strlen(KEYS[i].key)) == 0)
            return KEYS[i].read(reading, line + strlen(KEYS[i].key), err);
    return fault(reading,
                 "expected 'variant = ', 'version = ', 'member = ' or 'ratings = '", err);
}

/* Reads all lines of @p text, which it cuts into lines, until one fails. Returns
   SOW_BAD_DATA for a fault of a line, or if the variant, the version, a member or ratings
   are missing at the end. The panel then has the members that were read. */
static enum sow_status read_lines(struct reading *reading, char *text,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    char *line;
    while (status == SOW_OK && (line = strsep(&text, "\n")) != NULL) {
        reading->line++;
        status = read_line(reading, line, err);
    }
    const struct sow_panel *panel = reading->panel;
    if (status == SOW_OK &&
        (panel->count != SOW_PANEL_MEMBERS || reading->rated != panel->count ||
         reading->version == 0 || panel->variant[0] == '\0'))
        status =
            fault(reading, "the panel needs a variant, a version and 8 members", err);
    return status;
}

enum sow_status sow_panel_read(const char *text, const char *name,
                               struct sow_panel *panel, struct sow_err *err)
{
    char *copy = strdup(text);
    struct sow_panel read = {.rated = true};
    struct reading reading = {.panel = &read, .name = name};
    if (copy == NULL)
        return sow_err_no_memory(err);
    (void)snprintf(read.name, sizeof read.name, "%s", name);
    enum sow_status status = read_lines(&reading, copy, err);
    free(copy);
    if (status == SOW_OK)
        *panel = read;
    else
        sow_panel_release(&read);
    return status;
}

/* ---- The panel of given rules ---- */

/* Makes the panel "general-1" for rules of no built-in variant: h4, h6 and two alpha-beta
   searches of 2 and 4 moves, without ratings. Leaves @p panel unchanged on failure: an
   error of sow_agent_parse, or SOW_NO_MEMORY. */
static enum sow_status make_general(struct sow_panel *panel, struct sow_err *err)
{
    static const char *const SPECS[] = {
        "h4", "h6", "alphabeta:depth=2,hash=0,eval=[state:store_difference=1]",
        "alphabeta:depth=4,hash=0,eval=[state:store_difference=1]"};
    struct sow_panel made = {.name = "general-1", .version = 1};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0] && status == SOW_OK; i++) {
        struct sow_panel_member *member = &made.member[made.count++];
        status = sow_agent_parse(SPECS[i], NULL, &member->agent, err);
        member->spec = strdup(SPECS[i]);
        if (status == SOW_OK && member->spec == NULL)
            status = sow_err_no_memory(err);
    }
    if (status == SOW_OK)
        *panel = made;
    else
        sow_panel_release(&made);
    return status;
}

/* Returns true if a panel has the version @p version, or any if that is 0, and if the
   built-in variant that the panel names has these rules. */
static bool fits(const struct sow_panel *panel, const struct sow_rules *rules,
                 int version)
{
    struct sow_variant variant;
    return (version == 0 || panel->version == version) &&
           sow_variant_builtin(panel->variant, &variant, NULL) == SOW_OK &&
           sow_rules_equal(&variant.rules, rules);
}

enum sow_status sow_panel_of(const struct sow_rules *rules, int version,
                             struct sow_panel *panel, struct sow_err *err)
{
    /* The files are listed by version, so the last one that fits is the newest. */
    struct sow_panel found = {.count = 0};
    enum sow_status status = SOW_OK;
    for (const struct sow_embedded *file = sow_panel_files;
         file->name != NULL && status == SOW_OK; file++) {
        struct sow_panel read = {.count = 0};
        status = sow_panel_read(file->text, file->name, &read, err);
        if (status != SOW_OK)
            break;
        if (fits(&read, rules, version)) {
            sow_panel_release(&found);
            found = read;
        } else {
            sow_panel_release(&read);
        }
    }
    if (status == SOW_OK && found.count == 0 && version > 1)
        return sow_err_set(err, SOW_USAGE,
                           "these rules have no panel of version %d: leave --panel out",
                           version);
    if (status == SOW_OK && found.count == 0)
        return make_general(panel, err);
    if (status == SOW_OK)
        *panel = found;
    else
        sow_panel_release(&found);
    return status;
}
