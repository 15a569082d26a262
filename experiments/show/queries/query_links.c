/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_links.h"

/* Most links of one side to a run each, and most runs that a link to the list names. */
#define MOST "20"
#define MOST_LISTED "1000"

/* SQL for the players of runs of weights or rounds, the table `made` (run_id, mark). A
   mark is the part of a player spec that only this player has. */
#define MADE                                                                             \
    "made AS MATERIALIZED (SELECT min(run_id) AS run_id, mark FROM"                      \
    " (SELECT run_id, 'weights:' || trim(weights, '[]') AS mark FROM champions"          \
    " WHERE instr(weights, ',') UNION ALL SELECT run_id, spec FROM learn_rounds l"       \
    " WHERE round = (SELECT max(round) FROM learn_rounds m WHERE m.run_id = l.run_id))"  \
    " GROUP BY mark)"

/* SQL for the runs from ?1 on that may refer to others, the table `naming`. Most records
   name no run and have no weights. They are left out here, before any is compared with
   every run. */
#define NAMING                                                                           \
    "heads AS MATERIALIZED (SELECT DISTINCT substr(mark, 1, instr(mark, ':')) AS head"   \
    " FROM made), naming AS MATERIALIZED (SELECT id, parameters, parameters"             \
    " ->> 'dataset' AS dataset FROM runs"                                                \
    " WHERE id >= ?1 AND (instr(parameters, 'run:') OR instr(parameters, '\"dataset\"')" \
    " OR EXISTS (SELECT 1 FROM heads WHERE instr(parameters, head))))"

/* SQL condition: the record of run `r` has a player of run `u`, if it names one. An
   imported record has numbers of another database. Only evolved weights of H1 to H6 are
   compared, with the champion and the best of each generation. */
#define HAS_PLAYER                                                                       \
    "(u.parameters ->> 'genome' IS NOT 'weights' OR"                                     \
    " json_array_length((SELECT weights FROM champions WHERE run_id = u.id)) IS NOT 6"   \
    " OR EXISTS (SELECT 1 FROM (SELECT weights FROM champions WHERE run_id = u.id"       \
    " UNION ALL SELECT i.weights FROM generations g JOIN individuals i ON"               \
    " i.run_id = g.run_id AND i.generation = g.generation AND"                           \
    " i.individual = g.best_individual WHERE g.run_id = u.id)"                           \
    " WHERE instr(r.parameters, ':' || trim(weights, '[]'))))"

/* SQL condition: run `r` refers to run `u`, which may be its data set or one of its
   players. A number or weights end where no digit follows. */
#define REFERS                                                                           \
    "(r.dataset = u.id"                                                                  \
    " OR (r.parameters GLOB '*run:' || u.id || '[^0-9]*' AND " HAS_PLAYER ")"            \
    " OR EXISTS (SELECT 1 FROM made WHERE made.run_id = u.id"                            \
    " AND instr(r.parameters, mark) AND substr(r.parameters,"                            \
    " instr(r.parameters, mark) + length(mark), 1) NOT GLOB '[0-9.e]'))"

/* SQL for a link to run `x`: address, condition, name, and what the run is. */
#define RUN_LINK(x)                                                                      \
    "'/run?id=' || " x ".id AS address, '' AS condition, 'run ' || " x ".id AS name, " x \
    ".kind || ', ' ||"                                                                   \
    " iif(length(" x ".variant) > 40, substr(" x ".variant, 1, 40) || '...', " x         \
    ".variant) || iif(" x ".label = '', '', ', ' || " x ".label) AS about"

/* SQL for the table `linked` (part, side, id, place): the runs that run ?1 uses, and
   those that use it, the newest first. Run ?1 is `r` in the first part, with all runs
   before it as `u`, and `u` in the second. */
#define LINKED                                                                           \
    "linked AS MATERIALIZED (SELECT 1 + (u.id = ?1) AS part, iif(u.id = ?1, 'used by',"  \
    " 'uses') AS side, iif(u.id = ?1, r.id, u.id) AS id, row_number() OVER (PARTITION"   \
    " BY u.id = ?1 ORDER BY u.id DESC, r.id DESC) AS place FROM naming r JOIN runs u"    \
    " ON u.id BETWEEN iif(r.id = ?1, 1, ?1) AND iif(r.id = ?1, ?1 - 1, ?1)"              \
    " WHERE " REFERS ")"

static const char LINKS[] =
    "WITH " MADE ", " NAMING ", " LINKED
    " SELECT * FROM (SELECT side, address, condition, name, about FROM"
    " (SELECT part, place, side, " RUN_LINK("x") //
    " FROM linked JOIN runs x USING (id)"
    " WHERE place <= " MOST " UNION ALL SELECT part, max(place), side, '/',"
    " 'id IN (' || group_concat(id) FILTER (WHERE place <= " MOST " + " MOST_LISTED
    ") || ')', count(*) || ' more', 'in the list of runs' FROM linked"
    " WHERE place > " MOST " GROUP BY part) ORDER BY part, place)"
    " UNION ALL SELECT * FROM (SELECT 'generations', coalesce('/run?id=' || t.id, ''),"
    " '', coalesce('run ' || t.id, sowlab_command('tournament --generations ' || r.id"
    " || ' --step ' || max(last / 10, 1))), 'the best of some generations, each against each other'"
    " FROM (SELECT id, (SELECT max(generation) FROM generations WHERE run_id = ?1) AS"
    " last FROM runs WHERE id = ?1 AND kind = 'evolve') r,"
    " (SELECT max(r.id) AS id FROM runs r JOIN runs u ON u.id = ?1"
    " WHERE r.kind = 'tournament' AND r.status = 'done' AND replace(r.parameters"
    " ->> 'names', 'run:' || ?1 || '@', '') NOT GLOB '*[^0-9 ]*' AND " HAS_PLAYER
    ") t WHERE last > 0)"
    " UNION ALL SELECT * FROM (SELECT 'same label', '/', 'label = ' || quote(r.label),"
    " count(*) || ' runs', r.label FROM runs r JOIN runs s USING (label)"
    " WHERE r.id = ?1 AND r.label <> ''"
    " HAVING count(*) > 1)"
    " UNION ALL SELECT * FROM (SELECT 'kept games', '/play?game=' || min(id), '', 'game ' ||"
    " min(id), 'the first of ' || count(*) FROM kept_games"
    " WHERE run_id = ?1 HAVING count(*) > 0)";

/* A list of links that is being read. */
struct listing {
    sow_query_link_fn *take; /* receives each link */
    void *context;           /* passed to `take` */
};

/* Passes a row of LINKS to the receiver and returns its status. Callback of
   sow_store_answer. */
static enum sow_status take_row(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    const struct listing *listing = context;
    struct sow_query_link link = {cells->text[0], cells->text[1], cells->text[2],
                                  cells->text[3], cells->text[4]};
    return listing->take(listing->context, &link, err);
}

enum sow_status sow_query_links(struct sow_store *store, int64_t id,
                                sow_query_link_fn *take, void *context,
                                struct sow_err *err)
{
    struct listing listing = {take, context};
    return sow_store_answer(store, LINKS, SOW_VALUES(sow_integer(id)), take_row, &listing,
                            err);
}
