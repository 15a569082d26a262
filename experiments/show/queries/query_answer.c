/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections "answer": the result of a run in a sentence, and a useful next command. */
#include "sow/queries/query_sections.h"

/* Section for runs of @p kind with these two texts. It has no row if the result is
   NULL. */
#define ANSWER(kind, result, next, from)                                                 \
    {                                                                                    \
        SOW_IN_RESULT,                                                                   \
        {                                                                                \
            "answer", true,                                                              \
                "SELECT result, 'sowlab ' || next AS next FROM (SELECT " result          \
                " AS result, " next " AS next " from                                     \
                ") WHERE result IS NOT NULL AND EXISTS"                                  \
                " (SELECT 1 FROM runs WHERE id = ?1 AND kind = '" kind "') LIMIT 1"      \
        }                                                                                \
    }

/* SQL for a real number, such as a score, with three digits. */
#define REAL(column) "printf('%.3f', " column ")"

/* SQL for a value, with its interval if there is one. */
#define WITH_INTERVAL(column)                                                            \
    REAL(column)                                                                         \
    " || coalesce(' (95 % interval ' || " REAL("low") " || ' to ' || " REAL(             \
        "high") " || ')', '')"

/* SQL for the side of @p even on which the interval lies. */
#define SIDE(even, above, below)                                                         \
    "CASE WHEN low > " even " THEN '" above "' WHEN high < " even " THEN '" below        \
    "' ELSE 'undecided' END"

/* SQL for the size of a data set; NULL if it has no positions. */
#define POSITIONS                                                                        \
    "nullif(count(*), 0) || ' positions of ' || count(DISTINCT game) || ' games'"

#define REPORT "'report ' || ?1 || ' --output run-' || ?1 || '.html'"

/* clang-format off: it breaks lines inside the SQL. */
const struct sow_query_section sow_query_answers[] = {
    ANSWER(
        "evolve",
        "'run:' || ?1 || ' scores ' || " REAL("p.validation") " || ' on average in validation, and least against ' || opponent || ': ' || " WITH_INTERVAL(
            "score"),
        "'plot ' || ?1 || ' validation'",
        "FROM (SELECT *, row_number() OVER (ORDER BY score, match) AS place"
        " FROM match_scores WHERE run_id = ?1 AND purpose = 'validation') m"
        " JOIN (SELECT run_id, validation FROM champion_players) p USING (run_id)"
        " WHERE place = 1"),
    ANSWER("match",
           "player || ' scores ' || " WITH_INTERVAL(
               "score") " || ' against ' || opponent || ' (' || " SIDE("0.5", "better",
                                                                       "worse") " || ')'",
           REPORT,
           "FROM seat_scores WHERE run_id = ?1 AND purpose = 'match' AND match = 0"
           " AND seat = 'both'"),
    ANSWER("tournament",
           "name || ' has the highest rating, ' || printf('%.0f', rating) || coalesce("
           "' (95 % interval ' || printf('%.0f', low) || ' to ' || printf('%.0f', high)"
           " || ')', '')",
           "'plot ' || ?1 || ' ratings'",
           "FROM (SELECT * FROM ratings WHERE run_id = ?1 ORDER BY variant IS NOT NULL,"
           " rating DESC, line) WHERE true"),
    ANSWER("robustness",
           "name || ' wins least in ' || worst_variant || ' against ' || worst_opponent"
           " || ', moving ' || worst_seat || ': ' || " WITH_INTERVAL(
               "rate") " || ' of its games'",
           "'plot ' || ?1 || ' cells'",
           "FROM (SELECT *, worst_rate AS rate, worst_low AS low, worst_high AS high"
           " FROM (SELECT line, variant, name, worst_variant, worst_opponent, worst_seat,"
           " worst_rate, worst_low, worst_high FROM robustness WHERE run_id = ?1"
           " AND worst_variant IS NOT NULL)"
           " ORDER BY variant IS NOT NULL, rate DESC, line) WHERE true"),
    ANSWER("dataset", POSITIONS, "'fit ' || ?1", "FROM positions WHERE run_id = ?1"),
    ANSWER("import", POSITIONS, "'fit ' || ?1", "FROM positions WHERE run_id = ?1"),
    ANSWER(
        "fit",
        "'run:' || ?1 || ' is the fitted player' || coalesce('; its R squared is ' || " REAL(
            "r2") ", '')",
        "'plot ' || ?1 || ' coefficients'", "FROM fits WHERE run_id = ?1"),
    ANSWER("transfer",
           "name || ' loses most in ' || variant || ': ' || " REAL(
               "regret") " || ' of a point a game against ' || best",
           "'plot ' || ?1 || ' scores'",
           "FROM (SELECT * FROM transfers WHERE run_id = ?1 ORDER BY regret DESC, line)"
           " WHERE true"),
    ANSWER("sensitivity",
           "sum(verdict = 'higher') || ' rule changes raise the score, ' ||"
           " sum(verdict = 'lower') || ' lower it, ' || sum(verdict = 'undecided') ||"
           " ' are undecided (verdicts allow for all changes tested, intervals do not)'",
           "'plot ' || ?1 || ' score'",
           "FROM sensitivity WHERE run_id = ?1 AND measure = 'score' AND flip > 0"),
    ANSWER(
        "regret",
        "name || ' loses ' || " WITH_INTERVAL(
            "regret") " || ' seeds a move in its games; a random move would have lost ' || " REAL("random_regret"),
        "'plot ' || ?1 || ' players'",
        "FROM (SELECT name, line, regret, random_regret," SOW_REGRET_INTERVAL(
            "regret") " FROM regrets WHERE run_id = ?1 AND positions = 'play' AND on_board = 0"
                      " ORDER BY line) WHERE true"),
    {0, {NULL, false, NULL}},
};
/* clang-format on */
