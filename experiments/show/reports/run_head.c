/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of a run's page, below the result in words. */
#include "run_head.h"

#include "sow/players/players.h"
#include "sow/queries/query_command.h"
#include "sow/queries/query_links.h"
#include "sow/queries/query_panel.h"
#include "sow/queries/query_settings.h"
#include "sow/store/tables/runs.def"
#include "sow/support/visible.h"
#include "sow/variants/variant.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Settings ---- */

/* Most bytes of a value that is shown in the list of settings. */
enum { VALUE_SHOWN = 60 };

/* Settings that are being written. */
struct settings {
    FILE *out;
    int chosen; /* number of settings that differ from their defaults */
    int usual;  /* number of the others */
};

/* Writes a setting that differs from its default, with the default. Counts the others.
   Never fails. It is a sow_query_setting_fn. */
static enum sow_status put_setting(void *context, const struct sow_query_setting *setting,
                                   struct sow_err *err)
{
    struct settings *settings = context;
    char shown[VALUE_SHOWN + 1];
    (void)err;
    if (strchr(setting->value, '\n') != NULL)
        return SOW_OK; /* rules of variants, which the heading names */
    if (!setting->differs) {
        settings->usual++;
        return SOW_OK;
    }
    sow_visible_copy(shown, sizeof shown, setting->value);
    (void)fputs(settings->chosen == 0 ? "<b>Differs from the default</b> " : ", ",
                settings->out);
    settings->chosen++;
    for (const char *c = setting->param->name; *c != '\0'; c++)
        (void)fputc(*c == '_' ? ' ' : *c, settings->out);
    (void)fputs(" <b>", settings->out);
    sow_html_write(settings->out, shown);
    (void)fputs(strlen(shown) < strlen(setting->value) ? "...</b>" : "</b>",
                settings->out);
    if (setting->param->fallback[0] != '\0') {
        (void)fputs(" (default ", settings->out);
        sow_html_write(settings->out, setting->param->fallback);
        (void)fputs(")", settings->out);
    }
    return SOW_OK;
}

/* Writes the label, the settings that differ from their defaults, and the number of the
   others. Returns the failure of the database. */
static enum sow_status put_settings(const struct showing *showing,
                                    const struct sow_run_row *row,
                                    const struct sow_query_following *following,
                                    FILE *out, struct sow_err *err)
{
    struct settings settings = {.out = out};
    (void)fputs("<p class=\"settings\">", out);
    if (row->label != NULL && row->label[0] != '\0') {
        (void)fputs("<b>Label</b> ", out);
        sow_html_write(out, row->label);
        (void)fputs("; ", out);
    }
    enum sow_status status =
        sow_query_settings(showing->store, row, following, put_setting, &settings, err);
    if (settings.chosen == 0 && settings.usual > 0)
        (void)fputs("All settings have their defaults; ", out);
    else if (settings.usual > 0)
        (void)fprintf(out, "; other settings with their defaults: %d; ", settings.usual);
    else if (settings.chosen > 0)
        (void)fputs("; ", out);
    (void)fprintf(out, "random seed %" PRId64 "; started %.10s</p>\n", row->seed,
                  row->started);
    return status;
}

/* ---- Opponents ---- */

/* Longest list of the members of a panel, in bytes with the end. */
enum { MEMBERS_MAX = 400 };

/* Writes a row (use, names of opponents or of panels) as a paragraph to the stream
   @p context. Adds the members of a panel. Callback of sow_store_answer. Never fails. */
static enum sow_status put_opponents_of(void *context, const struct sow_cells *cells,
                                        struct sow_err *err)
{
    char members[MEMBERS_MAX];
    const char *name = cells->text[1];
    FILE *out = context;
    (void)err;
    (void)fputs("<p class=\"settings\"><b>", out);
    sow_html_write(out, cells->text[0]);
    (void)fputs("</b> ", out);
    size_t count = sow_query_panel(name, members, sizeof members);
    sow_html_write(out, name);
    if (count > 0)
        (void)fprintf(out, ", %zu fixed players: %s", count, members);
    (void)fputs("</p>\n", out);
    return SOW_OK;
}

/* Writes which panel gave the strength, what its depth means, and who the opponents of
   the validation are. Returns the failure of the database. */
static enum sow_status put_opponents(const struct showing *showing, int64_t id, FILE *out,
                                     struct sow_err *err)
{
    static const char SQL[] =
        "SELECT 'Strength is against the panel', panel FROM strengths WHERE run_id = ?1"
        " GROUP BY panel UNION ALL"
        " SELECT 'Depth ' || s.depth, 'means that the ' || iif(r.kind <> 'evolve'"
        " OR r.parameters ->> 'player' IS NULL, 'player and the panel look ',"
        " 'player searches in its own way, and the panel looks ') || s.depth ||"
        " iif(s.depth = 1, ' move', ' moves') || ' ahead; a member with a depth in its"
        " name always looks that far' FROM run_strengths s JOIN runs r"
        " ON r.id = s.run_id WHERE run_id = ?1 AND s.depth NOT NULL UNION ALL"
        " SELECT 'Validation is against', group_concat(iif(length(opponent) > 40,"
        " substr(opponent, 1, 40) || '...', opponent), ', ') FROM (SELECT DISTINCT"
        " opponent FROM match_scores WHERE run_id = ?1 AND purpose = 'validation')"
        " WHERE NOT EXISTS (SELECT 1 FROM champions WHERE run_id = ?1)"
        " HAVING count(*) > 0"; /* the result of a run with a champion names them */
    return sow_store_answer(showing->store, SQL, SOW_VALUES(sow_integer(id)),
                            put_opponents_of, out, err);
}

/* ---- Actions ---- */

/* Writes a link to a new game against the player of a run, if it has one and its rules
   are those of a built-in variant. */
static void put_play(const struct showing *showing, const struct sow_run_row *row,
                     FILE *out)
{
    char spec[32];
    struct sow_agent agent;
    struct sow_variant variant;
    (void)snprintf(spec, sizeof spec, "run:%" PRId64, row->id);
    if (sow_players_parse(showing->store, spec, &agent, NULL) != SOW_OK ||
        sow_variant_builtin(row->variant, &variant, NULL) != SOW_OK)
        return;
    (void)fputs("<a class=\"main\" href=\"/play?variant=", out);
    sow_html_write_argument(out, row->variant);
    (void)fprintf(out, "&amp;south=person&amp;north=%s\">Play against it</a>\n", spec);
}

/* Writes the links of a run that do something: play, compare, and download. */
static void put_actions(const struct showing *showing, const struct sow_run_row *row,
                        FILE *out)
{
    static const struct {
        const char *before, *after, *words; /* address around the run, and words */
        const char *ending;                 /* ending of the file name */
    } FILES[] = {
        {"/report?id=", "", "Download report", "html"},
        {"/api/run?id=", "", "JSON", "json"},
        {"/api/run?id=", "&amp;format=csv", "CSV", "csv"},
    };
    (void)fputs("<p class=\"actions\">", out);
    put_play(showing, row, out);
    (void)fputs("<a href=\"/?kind=", out);
    sow_html_write_argument(out, row->kind);
    (void)fprintf(out, "&amp;pick=%" PRId64 "\">Compare with ...</a>\n", row->id);
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        (void)fprintf(out,
                      "<a download=\"run-%" PRId64 ".%s\" href=\"%s%" PRId64 //
                      "%s\">%s</a>\n",
                      row->id, FILES[i].ending, FILES[i].before, row->id, FILES[i].after,
                      FILES[i].words);
    (void)fputs("</p>\n", out);
}

/* Writes the command that makes a run again, folded, if its record can be typed. */
static void put_again(const struct showing *showing, const struct sow_run_row *row,
                      const struct sow_query_following *following, FILE *out)
{
    char *command = sow_query_command(showing->store, row, following);
    if (command == NULL)
        return;
    (void)fputs("<details class=\"again\"><summary>The command that makes it again"
                "</summary><p><code>",
                out);
    sow_html_write(out, command);
    (void)fputs("</code></p></details>\n", out);
    free(command);
}

/* ---- Links ---- */

/* A list of links that is being written. */
struct linking {
    FILE *out;
    bool served;   /* true if a server has the addresses */
    char side[16]; /* side of the latest link; "" before the first one */
};

/* Writes a link in words. In a file, which has no server, it is a text. The first link of
   a side begins a paragraph. Never fails. It is a sow_query_link_fn. */
static enum sow_status put_link(void *context, const struct sow_query_link *link,
                                struct sow_err *err)
{
    struct linking *linking = context;
    FILE *out = linking->out;
    (void)err;
    if (strcmp(linking->side, link->side) == 0) {
        (void)fputs("; ", out);
    } else {
        (void)fprintf(out, "%s<p><b>%c%s</b> ", linking->side[0] == '\0' ? "" : "</p>\n",
                      link->side[0] - 'a' + 'A', link->side + 1);
        (void)snprintf(linking->side, sizeof linking->side, "%s", link->side);
    }
    bool linked = linking->served && link->address[0] != '\0';
    const char *tag = linked ? "a" : link->address[0] == '\0' ? "code" : "span";
    (void)fprintf(out, "<%s%s", tag, linked ? " href=\"" : "");
    if (linked)
        sow_html_write(out, link->address);
    if (linked && link->where[0] != '\0') {
        (void)fputs("?where=", out);
        sow_html_write_argument(out, link->where);
    }
    (void)fputs(linked ? "\">" : ">", out);
    sow_html_write(out, link->name);
    (void)fprintf(out, "</%s> (", tag);
    sow_html_write(out, link->about);
    (void)fputc(')', out);
    return SOW_OK;
}

/* Writes what a run uses and what uses it. Fails as sow_query_links. */
static enum sow_status put_links(const struct showing *showing, int64_t id, FILE *out,
                                 struct sow_err *err)
{
    struct linking linking = {.out = out, .served = showing->charts->served};
    (void)fputs("<div class=\"related\">\n", out);
    enum sow_status status = sow_query_links(showing->store, id, put_link, &linking, err);
    (void)fprintf(out, "%s</div>\n", linking.side[0] == '\0' ? "" : "</p>\n");
    return status;
}

enum sow_status sow_run_head_put(const struct showing *showing,
                                 const struct sow_run_row *row, FILE *out,
                                 struct sow_err *err)
{
    struct sow_query_following following;
    sow_query_follow(showing->store, row, &following);
    if (showing->charts->served)
        put_actions(showing, row, out);
    enum sow_status status = put_settings(showing, row, &following, out, err);
    if (status == SOW_OK)
        status = put_opponents(showing, row->id, out, err);
    if (status != SOW_OK)
        return status;
    put_again(showing, row, &following, out);
    return put_links(showing, row->id, out, err);
}
