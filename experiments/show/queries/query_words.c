/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words about runs of all kinds. */
#include "sow/queries/query_words.h"

#include "sow/runs/run.h"

/* SQL for the option `players` of run r in a few words; NULL if the run has no such
   players. */
#define LISTED_PLAYERS                                                                   \
    "(SELECT CASE WHEN count(*) < 4 THEN group_concat(name, ' ') ELSE count(*) ||"       \
    " ' players' END FROM (SELECT name FROM run_players p WHERE p.run_id = r.id"         \
    " AND p.origin = 'players' ORDER BY number))"

/* SQL for the number of planned matches of run r; NULL if it has no list of matches. */
#define PLANNED "(SELECT nullif(count(*), 0) FROM match_variants v WHERE v.run_id = r.id)"

/* SQL for the players of run r. */
static const char SUBJECT[] =
    "coalesce(r.parameters ->> 'file', (r.parameters ->> 'player')"
    " || ' - ' || (r.parameters ->> 'opponent'), " LISTED_PLAYERS ")";

/* SQL for the number of matches that run r has stored, if it has a list of matches. */
static const char DONE[] = "iif(" PLANNED " IS NULL, NULL,"
                           " (SELECT count(*) FROM matches p WHERE p.run_id = r.id))";

/* Words about runs of matches between players. */
static const struct sow_query_words USUAL = {
    {[SOW_WORDS_SUBJECT] = SUBJECT,
     [SOW_WORDS_DONE] = DONE,
     [SOW_WORDS_WANTED] = PLANNED,
     [SOW_WORDS_UNIT] = "' matches'",
     [SOW_WORDS_DIFFERENT] = "'For different games add --random-plies 4 or more.'"}};

void sow_query_write_words(enum sow_words_about about, FILE *out)
{
    (void)fputs("CASE r.kind WHEN '' THEN NULL", out);
    for (size_t i = 0; sow_run_kinds[i] != NULL; i++) {
        const struct sow_query_words *words = sow_run_kinds[i]->words;
        if (words != NULL && words->sql[about] != NULL)
            (void)fprintf(out, " WHEN '%s' THEN %s", sow_run_kinds[i]->name,
                          words->sql[about]);
    }
    (void)fprintf(out, " ELSE %s END", USUAL.sql[about]);
}
