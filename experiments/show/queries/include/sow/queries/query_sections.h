/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sections of the reports about a single run, as kinds of run list them (`sections` of
 * run.h), and SQL that several lists use.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SECTIONS_H
#define SOW_EXPERIMENTS_QUERY_SECTIONS_H

#include "sow/sections/section.h"
#include "sow/store/store.h"

#include <stdio.h>

/** Reports that a section belongs to: everything about a run (show), its results, or
 * both. A section can be only in the results that programs read. The head of a page has
 * the result in words. A line of a list has the key result (query_key.h). */
enum {
    SOW_IN_SHOW = 1,
    SOW_IN_RESULT = 2,
    SOW_IN_BOTH = 3,
    SOW_IN_WHOLE = 4,
    SOW_IN_HEAD = 1024,
    SOW_IN_LINE = 2048
};

/** Place of a section in a report, behind earlier sections of the same place. Sections
 *  without a place stand with the results. SOW_MAIN marks the section that CSV output
 *  has; of several, the first one counts. */
enum {
    SOW_PLACE_FIRST = 8,       /**< the answer in short */
    SOW_PLACE_BACKGROUND = 16, /**< how the result was computed */
    SOW_MAIN = 32,
    SOW_PLACE_REMARK = 128, /**< after the remarks of all runs */
    SOW_PLACE_ANSWER = 256, /**< last, for a person only */
    /** The section's SQL returns the SQL to run, which has a column for every gene or
     *  player. */
    SOW_WRITTEN = 64,
    /** C code of sow_queries computes the section, which it finds by the section's name.
     *  There is no SQL. */
    SOW_COMPUTED = 512,
};

/** A section of a report. It is left out if it has no rows. In its SQL `?1` is the
 *  run. */
struct sow_query_section {
    unsigned reports;           /**< bits of the two enums above */
    struct sow_section section; /**< name and SQL; the name NULL ends a list */
};

/** SQL for the players in the option `players` of run ?1, in their order. The columns are
 *  `place`, `spec` and `name`. */
#define SOW_LISTED                                                                       \
    "(SELECT number AS place, spec, name FROM run_players"                               \
    " WHERE run_id = ?1 AND origin = 'players' ORDER BY number)"

/** Section with the variants of a run's matches. */
#define SOW_SECTION_VARIANTS                                                             \
    {                                                                                    \
        SOW_IN_BOTH | SOW_PLACE_BACKGROUND,                                              \
        {                                                                                \
            "variants", false,                                                           \
                "SELECT variant, count(*) AS matches FROM match_variants"                \
                " WHERE run_id = ?1 GROUP BY variant ORDER BY min(match)"                \
        }                                                                                \
    }

/** Section with the key result of a run in a list (query_key.h). @p columns is SQL for a
 *  text that says what the value is, the value and its interval. */
#define SOW_KEY(columns, from)                                                           \
    {                                                                                    \
        SOW_IN_LINE,                                                                     \
        {                                                                                \
            "key", true, "SELECT " columns " " from " LIMIT 1"                           \
        }                                                                                \
    }

/** SQL for an end of the 95 % interval of @p mean (Zou and Donner 2008). It is the mean
 * of `score` over rows from different games. The rows have intervals, `low` to `high`. @p
 *  sign is the side. @p part is the distance of a score from its own end. The end is NULL
 *  if a score has no interval. */
#define SOW_SQL_MEAN_END(mean, sign, part)                                               \
    "iif(count(low) = count(*), max(0.0, min(1.0, " mean sign " sqrt(sum(" part          \
    " * " part ")) / count(*))), NULL)"

/** SQL for both ends of the interval of @p mean, the columns `low` and `high`. */
#define SOW_SQL_MEAN_ENDS(mean)                                                          \
    SOW_SQL_MEAN_END(mean, "-", "(score - low)")                                         \
    " AS low, " SOW_SQL_MEAN_END(mean, "+", "(high - score)") " AS high"

/** SQL for a table of the points by which the progress of runs is judged and drawn. @p
 * runs is a condition of `run_id`. The points are the stages of the view stage_strengths.
 * They are found for all runs at once, which is faster than the view. Another point is
 * the champion (`champion` is 1), at the generation that it comes from. It is there if
 * the run has a single variant, and if its panel and depth are those of the stages. */
#define SOW_SQL_PROGRESS(runs)                                                           \
    "(WITH stages AS (SELECT * FROM (SELECT *, rank() OVER (PARTITION BY run_id,"        \
    " variant ORDER BY length(panel) DESC, panel DESC, depth DESC) AS place"             \
    " FROM strengths WHERE run_id " runs " AND generation >= 0 AND main = 1)"            \
    " WHERE place = 1)"                                                                  \
    " SELECT run_id, 0 AS champion, variant, generation AS stage, score, low, high"      \
    " FROM stages UNION ALL SELECT run_id, 1, t.variant, c.generation, t.score, t.low,"  \
    " t.high FROM (SELECT run_id, min(variant) AS variant, min(panel) AS panel,"         \
    " min(depth) AS depth FROM stages GROUP BY run_id HAVING min(variant) ="             \
    " max(variant)) s JOIN strengths t USING (run_id, variant, panel, depth)"            \
    " JOIN champions c USING (run_id) WHERE t.generation = -1 AND t.main = 1)"

/** Sections with the strength of a run's player, and of its generations; in words, too.
 */
#define SOW_SECTIONS_STRENGTH                                                            \
    SOW_KEY("'strength', score, low, high", "FROM run_strengths WHERE run_id = ?1"),     \
        {SOW_IN_BOTH,                                                                    \
         {"strength", false,                                                             \
          "SELECT variant, panel, depth, score, low, high, elo, elo_low, elo_high,"      \
          " openings, regret FROM strengths WHERE run_id = ?1 AND generation = -1"       \
          " ORDER BY variant, depth"}},                                                  \
        {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,                                             \
         {"progress_of_strength", false,                                                 \
          "SELECT generation, variant, panel, depth, score, low, high, elo,"             \
          " openings"                                                                    \
          " FROM strengths WHERE run_id = ?1 AND generation >= 0"                        \
          " ORDER BY variant, generation, depth"}},                                      \
        SOW_SECTIONS_STRENGTH_IN_WORDS

/** SQL for the sentence on progress: whether the player got stronger in the last half of
 *  the measured stages. The champion is the last point if it is of the last generation:
 * it is measured with more games. A rise or fall is one that the intervals show. */
#define SOW_SQL_PROGRESS_IN_WORDS                                                                                 \
    "WITH s AS (SELECT champion, stage, low, high, " SOW_SQL_INTERVAL("score") " AS text FROM " SOW_SQL_PROGRESS( \
        "= ?1") " WHERE 1 ="                                                                                      \
                " (SELECT count(DISTINCT variant) FROM stage_strengths WHERE run_id = ?1)),"                      \
                " b AS (SELECT * FROM s ORDER BY stage DESC, champion DESC LIMIT 1),"                             \
                " a AS (SELECT * FROM s WHERE NOT champion AND stage <= (SELECT stage FROM b) / 2"                \
                " ORDER BY stage DESC LIMIT 1)"                                                                   \
                " SELECT 'the best of ' || word || ' ' || a.stage || ' has ' || a.text ||"                        \
                " iif(b.champion, ', the champion, of ', ', that of ') || word || ' ' || b.stage ||"              \
                " iif(b.champion, ', has ', ' has ') || b.text || ': ' || CASE"                                   \
                " WHEN b.low > a.high THEN 'still rising, so more ' || word || 's may help'"                      \
                " WHEN b.high < a.low THEN 'falling, so more ' || word || 's do not help'"                        \
                " ELSE 'the intervals overlap, so nothing shows that more ' || word ||"                           \
                " 's would help' END AS progress FROM a, b, (SELECT iif(kind = 'learn', 'round',"                 \
                " 'generation') AS word FROM runs WHERE id = ?1) WHERE a.stage < b.stage"

/** SQL for the command that measures stages of a run of which only the player is
 *  measured. */
#define SOW_SQL_UNMEASURED_IN_WORDS                                                      \
    "SELECT 'not measured: ''' || sowlab_command('measure ' || ?1 || ' --every ' ||"     \
    " (max(generation) / 10)) || ''' shows whether more generations would help'"         \
    " FROM generations WHERE run_id = ?1 AND EXISTS (SELECT 1 FROM run_strengths WHERE"  \
    " run_id = ?1) AND NOT EXISTS (SELECT 1 FROM stage_strengths WHERE run_id = ?1)"     \
    " HAVING max(generation) >= 10"

/** SQL for the sentence on the strength of a run's player. */
#define SOW_SQL_STRENGTH_IN_WORDS                                                                                                 \
    "SELECT " SOW_SQL_INTERVAL(                                                                                                   \
        "score") " || ', the player''s mean score against ' || iif(variants = 1,"                                                 \
                 " 'the panel ' || panel || coalesce(' at depth ' || depth, ''),"                                                 \
                 " 'the panels of ' || variants || ' variants') || '; 0.5 is even' ||"                                            \
                 " iif(low IS NULL, '', ': ' || " SOW_SQL_SIDE(                                                                   \
                     "0.5", "stronger than the panel",                                                                            \
                     "weaker than the panel") ") ||"                                                                              \
                                              " coalesce((SELECT '; the champion is of generation ' || generation FROM champions" \
                                              " WHERE run_id = ?1), '') AS strength FROM run_strengths WHERE run_id = ?1"

/** Sections for the head of a page about a run whose player has a strength. They say in
 *  words how strong it is, and whether it got stronger. If no stage of an evolution is
 *  measured, they name the command that does so. */
#define SOW_SECTIONS_STRENGTH_IN_WORDS                                                   \
    {SOW_IN_HEAD | SOW_PLACE_ANSWER,                                                     \
     {"strength_in_words", true, SOW_SQL_STRENGTH_IN_WORDS}},                            \
    {                                                                                    \
        SOW_IN_HEAD | SOW_PLACE_ANSWER,                                                  \
        {                                                                                \
            "progress_in_words", true,                                                   \
                SOW_SQL_PROGRESS_IN_WORDS " UNION ALL " SOW_SQL_UNMEASURED_IN_WORDS      \
        }                                                                                \
    }

/** Section "answer" of a run: the result in a sentence, and the command that helps next.
 * It belongs to the reports @p reports. All other arguments are SQL. The command is left
 * out unless @p shown is true. There is no row if the result is NULL. */
#define SOW_ANSWER_IN(reports, result, next, shown, from)                                \
    {                                                                                    \
        (reports) | SOW_PLACE_ANSWER,                                                    \
        {                                                                                \
            "answer", true,                                                              \
                "SELECT result, iif(" shown ", sowlab_command(next), '') AS next"        \
                " FROM (SELECT " result " AS result, " next " AS next " from             \
                ") WHERE result IS NOT NULL LIMIT 1"                                     \
        }                                                                                \
    }

/** Section "answer" of the result that a command prints. */
#define SOW_ANSWER_OF_COMMAND(result, next, from)                                        \
    SOW_ANSWER_IN(SOW_IN_RESULT, result, next, "true", from)

/** Section "answer" of a page. It does not name a command that draws: the page has all
 *  charts of its run. */
#define SOW_ANSWER_OF_PAGE(result, next, from)                                           \
    SOW_ANSWER_IN(SOW_IN_HEAD, result, next, "next NOT LIKE 'plot %'", from)

/** Sections "answer" of a kind, for its command and its page. */
#define SOW_ANSWER(result, next, from)                                                   \
    SOW_ANSWER_OF_COMMAND(result, next, from), SOW_ANSWER_OF_PAGE(result, next, from)

/** Sections with the stored games that were forfeited, and with the random moves for
 *  silent programs: no score shows that a program was missing. */
#define SOW_SECTION_FORFEITS                                                             \
    {SOW_IN_BOTH,                                                                        \
     {"forfeits", false,                                                                 \
      "SELECT iif(winner = 'first', second, first) AS player, ending,"                   \
      " count(*) AS games FROM kept_games WHERE run_id = ?1"                             \
      " AND ending LIKE 'forfeit%' GROUP BY 1, 2 ORDER BY 1, 2"}},                       \
    {                                                                                    \
        SOW_IN_BOTH,                                                                     \
        {                                                                                \
            "drawn", false,                                                              \
                "SELECT first AS player, sum(first_drawn) AS moves, count(*) AS games"   \
                " FROM (SELECT run_id, first, first_drawn FROM kept_games UNION ALL"     \
                " SELECT run_id, second, second_drawn FROM kept_games)"                  \
                " WHERE run_id = ?1 AND first_drawn > 0 GROUP BY 1 ORDER BY 1"           \
        }                                                                                \
    }

/** Section with the Elo difference of a run's only match (query_match.h). */
#define SOW_SECTION_ELO                                                                  \
    {                                                                                    \
        SOW_IN_BOTH | SOW_COMPUTED,                                                      \
        {                                                                                \
            "elo", true, NULL                                                            \
        }                                                                                \
    }

/** SQL for a real number, such as a score, with three digits; `NULL` for `NULL`. The
 *  function is the store's, because printf of SQLite rounds in another way than tables.
 */
#define SOW_SQL_REAL(column) "sowlab_fixed(" column ", 3)"

/** SQL for a value, with its interval if there is one. */
#define SOW_SQL_INTERVAL(column)                                                         \
    SOW_SQL_REAL(column)                                                                 \
    " || coalesce(' (95 % interval ' || " SOW_SQL_REAL(                                  \
        "low") " || ' to ' || " SOW_SQL_REAL("high") " || ')', '')"

/** SQL for the side of @p even on which the interval lies. */
#define SOW_SQL_SIDE(even, above, below)                                                 \
    "CASE WHEN low > " even " THEN '" above "' WHEN high < " even " THEN '" below        \
    "' ELSE 'undecided' END"

/** SQL for profiles of the variants of run ?1, the table `profile`. A row has the
 * log-odds of a player, `one`, against another, `two`, in a variant. Half a game is added
 * to wins and to losses. Draws count half. The players are those of a tournament, or the
 *  opponents of a transfer. The table has only variants in which all pairs of players
 * have met. */
#define SOW_PROFILES                                                                     \
    "fixed AS MATERIALIZED (SELECT DISTINCT spec FROM run_players WHERE run_id = ?1 AND" \
    " origin = (SELECT iif(kind = 'transfer', 'opponents', 'players') FROM runs"         \
    " WHERE id = ?1)), met AS (SELECT variant, min(match) AS match,"                     \
    " min(player, opponent) AS one, max(player, opponent) AS two,"                       \
    " avg(iif(player < opponent, 1, -1) * ln((wins + draws / 2.0 + 0.5)"                 \
    " / (losses + draws / 2.0 + 0.5))) AS strength FROM match_scores WHERE run_id = ?1"  \
    " AND player <> opponent AND player IN fixed AND opponent IN fixed"                  \
    " GROUP BY variant, min(player, opponent), max(player, opponent)),"                  \
    " profile AS MATERIALIZED (SELECT * FROM (SELECT variant, one, two, strength,"       \
    " min(match) OVER same AS place, count(*) OVER same AS pairs FROM met"               \
    " WINDOW same AS (PARTITION BY variant)) WHERE pairs = (SELECT count(*) *"           \
    " (count(*) - 1) / 2 FROM fixed) AND pairs >= 6)"

/** SQL for the distances of the variants of run ?1, the table `distance` (variant, other,
 *  distance), after SOW_PROFILES. They are those of statistics_distances.h: 1 less the
 *  correlation of the profiles, with each pair of players in both orders. Variants whose
 *  profiles are all zeros are not in the table. */
#define SOW_DISTANCES                                                                    \
    "unit AS MATERIALIZED (SELECT variant, place, one, two, strength /"                  \
    " sqrt(sum(strength * strength) OVER (PARTITION BY variant)) AS strength"            \
    " FROM profile WHERE variant IN (SELECT variant FROM profile WHERE strength <> 0))," \
    " distance AS MATERIALIZED"                                                          \
    " (SELECT a.variant, b.variant AS other, a.place, b.place AS other_place,"           \
    " iif(a.variant = b.variant, 0, max(1 - sum(a.strength * b.strength), 0))"           \
    " AS distance FROM unit a JOIN unit b USING (one, two)"                              \
    " GROUP BY a.variant, b.variant)"

/** Writes @p text as an SQL string: in single quotes, each quote in it twice. */
void sow_query_quote(const char *text, FILE *out);

#endif
