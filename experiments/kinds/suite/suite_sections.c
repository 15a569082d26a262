/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections of runs on the suite. */
#include "suite_sections.h"

/* SQL for a player's microseconds a move, from a row of table suite_times. */
#define MICROSECONDS "1e6 * seconds / nullif(moves, 0)"

/* SQL for the columns of a rule set, and where they come from. */
#define COLUMNS                                                                          \
    "score, low, high, regret, regret_low, regret_high, " MICROSECONDS                   \
    " AS move_us, forfeits, note"
#define ROWS " FROM suites LEFT JOIN suite_times USING (run_id, line) WHERE run_id = ?1"

const struct sow_query_section sow_suite_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"suite", false,
      "SELECT variant, " COLUMNS ROWS " AND part <> 'unseen' ORDER BY line"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"unseen", false,
      "SELECT variant, " COLUMNS ROWS " AND part = 'unseen' ORDER BY line"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE | SOW_PLACE_BACKGROUND,
     {"measured", true,
      "SELECT name AS player, spec, iif(substr(spec, -72, 8) = ',sha256=',"
      " substr(spec, -64), NULL) AS sha256,"
      " r.parameters ->> 'edition' AS edition, r.parameters ->> 'suite_digest' AS"
      " suite_digest, iif(r.parameters ->> 'quick' IN (1, 'yes', 'true') OR (SELECT"
      " count(*) FROM suites WHERE run_id = ?1 AND part = 'total' AND note = '') < 2,"
      " 'no', 'yes') AS comparable, version, revision, (SELECT processor FROM suite_times WHERE run_id = ?1"
      " AND processor <> '' LIMIT 1) AS processor, (SELECT sum(games) FROM suites"
      " WHERE run_id = ?1 AND part = 'total') AS games, (SELECT sum(positions)"
      " FROM suites WHERE run_id = ?1 AND part = 'total') AS positions"
      " FROM runs r JOIN run_players p ON p.run_id = r.id WHERE r.id = ?1"}},
    {SOW_IN_BOTH | SOW_PLACE_REMARK,
     {"warning", true,
      "SELECT 'the small edition of the suite is for tests: its figures compare with"
      " nothing; leave out --quick' AS warning FROM runs WHERE id = ?1"
      " AND parameters ->> 'quick' IN (1, 'yes', 'true')"}},
    SOW_ANSWER(
        "player || ' scores ' || coalesce(known || ' against the panels', 'nothing') || coalesce(', ' || unseen || ' in unseen rule"
        " sets', '') || coalesce(', loses ' || lost || ' seeds a move', '') ||"
        " coalesce(', takes ' || time || ' us a move', '') || ', forfeits ' || forfeits",
        "'runs show ' || ?1 || ' --full'",
        "FROM (SELECT (SELECT name FROM run_players WHERE run_id = ?1) AS player,"
        " max(iif(variant = 'all variants'," SOW_SQL_INTERVAL(
            "score") ", NULL)) AS known, max(iif(variant <> 'all"
                     " variants'," SOW_SQL_INTERVAL(
                         "score") ", NULL)) AS unseen,"
                                  " max(iif(variant = 'all variants'," SOW_SQL_REAL(
                                      "regret") ", NULL)) AS lost,"
                                                " max(iif(variant = 'all variants',"
                                                " printf('%.3g', " MICROSECONDS
                                                "), NULL)) AS time,"
                                                " sum(forfeits) AS forfeits" ROWS
                                                " AND part = 'total')"
                                                " WHERE forfeits NOT NULL"),
    {0, {NULL, false, NULL}},
};
