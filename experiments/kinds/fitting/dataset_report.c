/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of `sowlab dataset list` and `dataset show`. */
#include "sow/fitting/dataset_report.h"

#include "sow/fitting/dataset.h"
#include "sow/fitting/fit_rows.h"
#include "sow/queries/query.h"
#include "sow/sections/report.h"
#include "sow/sections/section.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"

#include <math.h>
#include <string.h>

enum sow_status sow_dataset_report_list(struct sow_store *store,
                                        struct sow_report *report, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT r.id, r.kind, r.label, r.variant,"
        " sowlab_status(r.status, r.owner, r.heartbeat) AS status,"
        " coalesce(json_extract(r.parameters, '$.file'),"
        "          json_extract(r.parameters, '$.player') || ' - ' ||"
        "          json_extract(r.parameters, '$.opponent')) AS source,"
        " o.games, o.positions, o.choices,"
        " json_extract(r.parameters, '$.outcome') AS outcome,"
        " json_extract(r.parameters, '$.duplicates') AS duplicates,"
        " r.started"
        " FROM datasets_overview o JOIN runs r ON r.id = o.run_id ORDER BY r.id";
    enum sow_status status =
        sow_section_ask(store, &(struct sow_section){"datasets", false, SQL},
                        &sow_query_limits_default, report, err);
    return status == SOW_OK ? sow_query_names(store, 0, report, err) : status;
}

/* Tables of a data set before "phases", in their order. */
static const struct sow_section SECTIONS[] = {
    {"dataset", true,
     "SELECT id, kind, label, variant, sowlab_status(status, owner, heartbeat) AS status,"
     " seed, started, seconds, version, digest FROM runs WHERE id = ?1"},
    {"settings", false,
     "SELECT name, value FROM run_settings WHERE run_id = ?1 AND source = 'parameters'"},
    /* `records` is the length of an imported file. For games there is no count of dropped
       positions. */
    {"contents", true,
     "SELECT (SELECT count(*) FROM (SELECT game FROM positions WHERE run_id = ?1"
     " UNION SELECT game FROM choices WHERE run_id = ?1)) AS games,"
     " (SELECT count(*) FROM positions WHERE run_id = ?1) AS positions,"
     " (SELECT count(*) FROM choices WHERE run_id = ?1) AS choices,"
     " (SELECT nullif(count(*), 0) FROM unsolved WHERE run_id = ?1) AS unsolved,"
     " json_extract(parameters, '$.records') AS records,"
     " json_extract(parameters, '$.outcome') AS outcome,"
     " json_extract(parameters, '$.duplicates') AS duplicates"
     " FROM runs WHERE id = ?1"},
    {"labels", true,
     "SELECT sum(margin > 0) AS wins, sum(margin = 0) AS draws, sum(margin < 0) AS "
     "losses,"
     " avg(margin) AS mean, sqrt(max(0, avg(margin * margin) - avg(margin) * "
     "avg(margin))) AS sd,"
     " min(margin) AS least, max(margin) AS greatest FROM positions WHERE run_id = ?1"
     " HAVING count(*) > 0 AND (SELECT coalesce(parameters ->> 'outcome', '') <> 'none'"
     " FROM runs WHERE id = ?1)"},
};

/* ---- Phases ---- */

/* Number of phases for which there is room: more than a board has. */
enum { PHASES_MAX = SOW_MAX_SEEDS / SOW_FIT_PHASE_SEEDS + 2 };

/* Counts of the positions and choices in one phase of the game. */
struct phase {
    int64_t positions;
    int64_t choices;
    int64_t wins;    /* positions with a label above 0 */
    int64_t draws;   /* positions with the label 0 */
    int64_t sum;     /* sum of the labels */
    int64_t squares; /* sum of their squares */
};

/* State while the phases of a data set are counted. */
struct counting {
    struct sow_rules rules;
    bool labelled; /* true if positions have an outcome */
    struct phase phases[PHASES_MAX];
};

/* Points @p phase to the counts of the phase of a position, by its seeds on the board.
   Fails with SOW_BAD_DATA if the position is not valid; @p phase is then unchanged. */
static enum sow_status find_phase(struct counting *counting, const char *position,
                                  struct phase **phase, struct sow_err *err)
{
    struct sow_board board;
    enum sow_status status =
        sow_board_parse(position, counting->rules.pits,
                        (enum sow_direction)counting->rules.direction, &board, err);
    if (status != SOW_OK)
        return status;
    int seeds = sow_board_row(&board, SOW_SOUTH) + sow_board_row(&board, SOW_NORTH);
    int number = 0;
    while (sow_fit_phase_high(number) < seeds)
        number++;
    *phase = &counting->phases[number];
    return SOW_OK;
}

/* Counts a row of table `positions` and its label in its phase. @p context is a struct
   counting. Fails as find_phase. */
static enum sow_status count_position(void *context, const struct sow_position_row *row,
                                      struct sow_err *err)
{
    struct phase *phase;
    enum sow_status status = find_phase(context, row->position, &phase, err);
    if (status != SOW_OK)
        return status;
    phase->positions++;
    phase->wins += row->margin > 0;
    phase->draws += row->margin == 0;
    phase->sum += row->margin;
    phase->squares += (int64_t)row->margin * row->margin;
    return SOW_OK;
}

/* Counts a row of table `choices` in its phase. @p context is a struct counting. Fails
   as find_phase. */
static enum sow_status count_choice(void *context, const struct sow_choice_row *row,
                                    struct sow_err *err)
{
    struct phase *phase;
    enum sow_status status = find_phase(context, row->position, &phase, err);
    if (status == SOW_OK)
        phase->choices++;
    return status;
}

/* Adds the columns of win rate, draw rate, mean and standard deviation of the labels
   of a phase, which has positions. */
static void add_labels(const struct phase *phase, struct sow_report *report)
{
    double count = (double)phase->positions;
    double mean = (double)phase->sum / count;
    double variance = (double)phase->squares / count - mean * mean;
    sow_report_real(report, NULL, (double)phase->wins / count, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, (double)phase->draws / count, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, mean, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, sqrt(fmax(variance, 0)), SOW_REPORT_SHORT);
}

/* Adds the table "phases". Phases without rows are left out; a phase without positions
   or outcomes has NULL for the labels. */
static void add_phases(const struct counting *counting, struct sow_report *report)
{
    static const char *const COLUMNS[] = {"low",      "high",      "positions", "choices",
                                          "win_rate", "draw_rate", "mean",      "sd"};
    enum { LABEL_COLUMNS = 4 };
    sow_report_table(report, "phases", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int i = 0; i < PHASES_MAX; i++) {
        const struct phase *phase = &counting->phases[i];
        if (phase->positions + phase->choices == 0)
            continue;
        sow_report_int(report, NULL, sow_fit_phase_low(i));
        sow_report_int(report, NULL, sow_fit_phase_high(i));
        sow_report_int(report, NULL, phase->positions);
        sow_report_int(report, NULL, phase->choices);
        bool labelled = counting->labelled && phase->positions > 0;
        if (labelled)
            add_labels(phase, report);
        for (int column = 0; !labelled && column < LABEL_COLUMNS; column++)
            sow_report_null(report, NULL);
    }
}

/* Fills in @p counting: reads the rules of a data set, and counts all its positions and
   choices by phase. Fails with SOW_BAD_DATA if its rules or a position cannot be read, or
   with a status of the database. */
static enum sow_status count_phases(struct sow_store *store, int64_t id,
                                    struct counting *counting, struct sow_err *err)
{
    struct sow_run_row row;
    struct sow_variant variant;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    status = sow_variant_read_text(row.rules, row.variant, &variant, err);
    bool labelled = sow_dataset_has_outcomes(&row);
    sow_run_row_release(&row);
    if (status != SOW_OK)
        return status;
    *counting = (struct counting){.rules = variant.rules, .labelled = labelled};
    status = sow_store_each(store, position, id, count_position, counting, err);
    if (status == SOW_OK)
        status = sow_store_each(store, choice, id, count_choice, counting, err);
    return status;
}

/* ---- One data set ---- */

enum sow_status sow_dataset_report_show(struct sow_store *store, int64_t id,
                                        struct sow_report *report, struct sow_err *err)
{
    struct counting counting;
    enum sow_status status = sow_dataset_is_one(store, id, err);
    for (size_t i = 0; i < sizeof SECTIONS / sizeof SECTIONS[0] && status == SOW_OK; i++)
        status = sow_section_add(store, &SECTIONS[i], id, report, err);
    if (status == SOW_OK)
        status = count_phases(store, id, &counting, err);
    if (status == SOW_OK)
        add_phases(&counting, report);
    return status == SOW_OK ? sow_query_names(store, id, report, err) : status;
}
