/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections for evolutions: champions and their validation. */
#include "sow/evolution/evolve_sections.h"

#include "sow/base/stream.h"

#include <stdlib.h>

/* SQL condition for validation matches of evolutions. Fits have a section of their
   own. */
#define VALIDATION                                                                       \
    " WHERE run_id = ?1 AND purpose = 'validation'"                                      \
    " AND NOT EXISTS (SELECT 1 FROM fits WHERE run_id = ?1)"

/* SQL condition for runs whose options name variants. */
#define PLANNED "EXISTS (SELECT 1 FROM match_variants v WHERE v.run_id = ?1)"

/* SQL that writes a column for each gene. */
#define GENE_COLUMNS                                                                     \
    " group_concat(printf('max(CASE gene WHEN %Q THEN weight END) AS \"%w\"', gene,"     \
    " gene), ', ')"

/* SQL for a champion's score in validation, the mean over its matches, and the interval
   of the mean. There is no row without matches. */
#define MEAN_VALIDATION                                                                  \
    "(SELECT run_id, avg(score) AS score, " SOW_SQL_MEAN_ENDS(                           \
        "avg(score)") " FROM match_scores WHERE run_id = ?1 AND purpose = 'validation'"  \
                      " GROUP BY run_id)"

/* SQL for the hardest opponent of a validation (m), and the champion's score in
   validation with its interval as text (p.validation). */
#define HARDEST                                                                          \
    "FROM (SELECT *, row_number() OVER (ORDER BY score, match) AS place"                 \
    " FROM match_scores WHERE run_id = ?1 AND purpose = 'validation') m"                 \
    " JOIN (SELECT run_id, " SOW_SQL_INTERVAL(                                           \
        "score") " AS validation"                                                        \
                 " FROM " MEAN_VALIDATION ") p USING (run_id)"                           \
                 " WHERE place = 1 AND EXISTS (SELECT 1 FROM champions WHERE run_id = ?1)"

/* SQL for the hardest opponent and the score against it, of a row of HARDEST. */
#define LEAST "opponent || ': ' || " SOW_SQL_INTERVAL("score")

/* SQL for the opponents of a validation as a text, for long names their beginning. */
#define VALIDATED                                                                        \
    "(SELECT group_concat(name, ', ') FROM (SELECT iif(length(opponent) > 40,"           \
    " substr(opponent, 1, 40) || '...', opponent) AS name FROM match_scores"             \
    " WHERE run_id = ?1 AND purpose = 'validation' GROUP BY opponent"                    \
    " ORDER BY min(match)))"

/* SQL for a clause that tells why the validation is not the strength; "" if the strength
   is not measured. */
#define OTHER_THAN_PANEL                                                                 \
    "coalesce((SELECT '; the strength is against other opponents, the ' ||"              \
    " iif(variants = 1, 'panel ' || panel, 'panels of ' || variants || ' variants') ||"  \
    " ', so the two scores differ' FROM run_strengths WHERE run_id = ?1), '')"

const struct sow_query_section sow_evolve_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"convergence", false,
      "WITH last (n) AS (SELECT max(generation) FROM generations WHERE run_id = ?1)"
      " SELECT generation, best, mean, sd, worst, spread FROM generations, last"
      " WHERE run_id = ?1 AND (generation % max(1, (n + 1) / 10) = 0 OR generation = n)"
      " ORDER BY generation"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"islands", false,
      "SELECT generation, island, best, mean, sd, worst, spread FROM islands"
      " WHERE run_id = ?1 AND generation = (SELECT max(generation) FROM generations"
      " WHERE run_id = ?1) AND (SELECT parameters ->> 'islands' FROM runs WHERE id = ?1)"
      " > 1 ORDER BY island"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"timing", true,
      "SELECT count(*) AS generations, sum(games) AS games, sum(seconds) AS seconds,"
      " sum(games) / nullif(sum(seconds), 0) AS games_per_second,"
      " sum(store_seconds) / nullif(sum(seconds), 0) AS store_share"
      " FROM convergence WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND,
     {"candidates", false,
      "SELECT candidate, generation, individual, fitness, games, score FROM candidates"
      " WHERE run_id = ?1 ORDER BY candidate"}},
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"champion", true,
      "SELECT 'SELECT c.run_id, c.generation, c.individual, ' ||" GENE_COLUMNS
      " || ', c.fitness, c.score, p.validation FROM champions c"
      " JOIN champion_players p USING (run_id) JOIN champion_weights USING (run_id)"
      " WHERE c.run_id = ?1 GROUP BY c.run_id' FROM (SELECT * FROM genes"
      " WHERE run_id = ?1 AND genome = 'weights' ORDER BY place)"}},
    {SOW_IN_BOTH,
     {"champion", true,
      "SELECT c.run_id, c.generation, c.individual, p.player, c.fitness, c.score,"
      " p.validation FROM champions c JOIN champion_players p USING (run_id)"
      " WHERE c.run_id = ?1 AND genome = 'order'"}},
    {SOW_IN_BOTH,
     {"champion", true,
      "SELECT c.run_id, c.generation, c.individual, c.fitness, c.score, p.validation"
      " FROM champions c JOIN champion_players p USING (run_id)"
      " WHERE c.run_id = ?1 AND genome = 'features'"}},
    {SOW_IN_BOTH,
     {"champion_features", false,
      "SELECT place AS term, gene AS feature, weight FROM champion_weights"
      " WHERE run_id = ?1 AND genome = 'features' ORDER BY place"}},
    /* The worst cell is shown if the objective is not the mean alone. It has no interval,
       which would mislead because the cell was chosen by its result. 'cells' is the
       number of cells to choose from. */
    {SOW_IN_BOTH,
     {"worst_cell", true,
      "SELECT s.variant, opponent, seat, games, wins, win_rate, count(*) OVER () AS cells"
      " FROM seat_scores s JOIN runs r ON r.id = run_id" VALIDATION
      " AND seat <> 'both' AND r.kind = 'evolve'"
      " AND json_extract(r.parameters, '$.objective') <> 'mean'"
      " ORDER BY win_rate, match, seat LIMIT 1"}},
    SOW_SECTIONS_STRENGTH,
    {SOW_IN_BOTH,
     {"validation", false,
      "SELECT opponent, games, wins, draws, losses, first_score, second_score, score,"
      " low, high, distinct_games FROM match_scores" VALIDATION " AND NOT " PLANNED
      " ORDER BY match"}},
    {SOW_IN_BOTH,
     {"validation", false,
      "SELECT variant, opponent, games, wins, draws, losses, first_score, second_score,"
      " score, low, high, distinct_games FROM match_scores" VALIDATION " AND " PLANNED
      " ORDER BY match"}},
    SOW_SECTION_VARIANTS,
    SOW_KEY("'validation', score, low, high", "FROM " MEAN_VALIDATION),
    SOW_ANSWER_OF_COMMAND("'run:' || ?1 || ' scores ' || p.validation ||"
                          " ' on average in validation, and least against ' || " LEAST,
                          "'plot ' || ?1 || ' validation'", HARDEST),
    SOW_ANSWER_OF_PAGE("'run:' || ?1 || ' scores ' || p.validation ||"
                       " ' on average in validation, against ' || " VALIDATED
                       " || ', and least against ' || " LEAST " || " OTHER_THAN_PANEL,
                       "NULL", HARDEST),
    {0, {NULL, false, NULL}},
};

/* Writes to @p out an SQL query whose answer is the SQL of the table "champions" for
   these runs, with a column for each gene. Its parameter ?1 is the run whose genes name
   the columns: runs of one series have the same genes. */
static void write_champions(const int64_t *ids, size_t count, FILE *out)
{
    (void)fputs("SELECT 'SELECT p.run_id, p.seed, ' || CASE WHEN max(genome) = 'weights'"
                " THEN" GENE_COLUMNS " ELSE 'p.player' END || ', p.fitness, p.score,"
                " p.validation FROM champion_players p LEFT JOIN champion_weights w"
                " ON w.run_id = p.run_id WHERE p.run_id IN (",
                out);
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "%s%lld", i == 0 ? "" : ", ", (long long)ids[i]);
    (void)fputs(") GROUP BY p.run_id ORDER BY p.run_id' FROM (SELECT * FROM genes"
                " WHERE run_id = ?1 ORDER BY place)",
                out);
}

enum sow_status sow_evolve_champions(struct sow_store *store, const int64_t *ids,
                                     size_t count, struct sow_report *report,
                                     struct sow_err *err)
{
    char *sql = NULL;
    char *written = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_champions(ids, count, out);
    enum sow_status status = fclose(out) == 0
                                 ? sow_store_written(store, sql, ids[0], &written, err)
                                 : sow_err_no_memory(err);
    if (status == SOW_OK && written != NULL)
        status =
            sow_section_ask(store, &(struct sow_section){"champions", false, written},
                            &sow_query_limits_default, report, err);
    free(sql);
    free(written);
    return status;
}
