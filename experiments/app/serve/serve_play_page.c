/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a game: form and lists. The game itself comes from /api/play. */
#include "routes.h"

#include "sow/play/play_run.h"
#include "sow/reports/html.h"
#include "sow/variants/variant.h"

/* Writes an option of an HTML list; special characters in both texts are escaped. */
static void put_option(FILE *out, const char *value, const char *text)
{
    (void)fputs("<option value=\"", out);
    sow_html_write(out, value);
    (void)fputs("\">", out);
    sow_html_write(out, text);
    (void)fputs("</option>\n", out);
}

/* Writes the built-in variants as options of an HTML template, for play.js. */
static void put_variants(FILE *out)
{
    (void)fputs("<template id=\"variants\">\n", out);
    for (size_t i = 0; i < sow_variant_count(); i++)
        put_option(out, sow_variant_name(i), sow_variant_name(i));
    (void)fputs("</template>\n", out);
}

/* Writes a row of the answer (spec, variant) as an option. Callback of sow_store_answer;
   @p context is the stream. Never fails. */
static enum sow_status put_champion(void *context, const struct sow_cells *cells,
                                    struct sow_err *err)
{
    char text[200];
    (void)err;
    (void)snprintf(text, sizeof text, "%.40s, champion of %.80s", cells->text[0],
                   cells->text[1]);
    put_option(context, cells->text[0], text);
    return SOW_OK;
}

/* Writes the players as options of an HTML template: a person, the computer, the newest
   champions, divilly2013, each heuristic, random, and a spec to be typed. Returns the
   failure of the store. */
static enum sow_status put_players(struct sow_store *store, FILE *out,
                                   struct sow_err *err)
{
    static const char BEST[] =
        "SELECT 'run:' || run_id, variant FROM best_vectors ORDER BY run_id DESC LIMIT 40";
    (void)fputs("<template id=\"players\">\n", out);
    put_option(out, sow_play_person, "a person");
    put_option(out, "computer", "the computer, looking ahead");
    enum sow_status status =
        sow_store_answer(store, BEST, SOW_VALUES(sow_integer(0)), put_champion, out, err);
    put_option(out, "divilly2013", "divilly2013");
    for (int i = 0; i < SOW_HEURISTICS; i++)
        put_option(out, sow_heuristic_rows[i].name, sow_heuristic_rows[i].name);
    put_option(out, "random", "random");
    put_option(out, "", "another: its spec");
    (void)fputs("</template>\n", out);
    return status;
}

/* Writes the page /play: form and lists of variants and players. The game itself comes
   later, from /api/play. Returns the failure of the database. */
enum sow_status sow_page_play(struct sow_request *request, FILE *out, struct sow_err *err)
{
    sow_page_begin(out, "Play", "play");
    (void)fputs(sow_serve_file("play_page"), out);
    put_variants(out);
    enum sow_status status = put_players(request->store, out, err);
    sow_html_end(out);
    return status;
}
