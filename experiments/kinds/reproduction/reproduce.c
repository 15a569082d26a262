/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce.h"

#include "sow/base/text.h"
#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"
#include "sow/queries/query_words.h"
#include "sow/reproduction/works.h"
#include "sow/store/store.h"
#include "sow/store/tables/reproduced.def"
#include "sow/support/doc_pages.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_reproduce_options, field)

/* --- works --- */

/* Rows of all publications. */
static const struct sow_work *const WORKS[] = {
#define WORK(id, name, title) &sow_work_##id,
    SOW_WORKS(WORK)
#undef WORK
};

/* Returns the publication with this name. Returns NULL, with an error that suggests the
   nearest name, if there is none. */
static const struct sow_work *find_work(const char *name, struct sow_err *err)
{
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (size_t i = 0; i < sizeof WORKS / sizeof WORKS[0]; i++) {
        if (strcmp(WORKS[i]->name, name) == 0)
            return WORKS[i];
        sow_nearest_offer(&nearest, WORKS[i]->name);
    }
    char hint[128];
    (void)sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "unknown work '%.100s'%s; 'sowlab reproduce --help' lists them", name,
                    sow_nearest_hint(&nearest, hint, sizeof hint)),
        "operands");
    return NULL;
}

/* --- options --- */

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, SOW_STUDY_AT(games), 0, 100000000, NULL, "0",
     "games in each seat of every match (a match has twice this number); 0 = the "
     "number listed with the work above"},
    {"evolutions", &sow_param_integer, AT(evolutions), 0, 1000, NULL, "20",
     "runs of the genetic algorithm for Tables II and III, with random seeds SEED, "
     "SEED + 1, ..; 0 = leave these tables out"},
    {"population", &sow_param_integer, AT(population), 0, 100000, NULL, "0",
     "individuals in a generation of each evolution; 0 = the number of the work"},
    {"generations", &sow_param_integer, AT(generations), 0, 100000, NULL, "0",
     "generations of each evolution, the random one included; 0 = the number of the "
     "work"},
    {"orders", &sow_param_integer, AT(orders), 0, SOW_ORDERS_MAX, NULL, "720",
     "linear orders that are compared to find the best, drawn at random if not all; 0 "
     "= leave out Table III and the claims, which need the best order"},
};

static const struct sow_param_table PLAYED = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Returns true if the work has evolutions, or is unknown: then take_work refuses it.
   Condition of `evolutions` in NEEDS. @p context is a struct sow_reproduce_options. */
static bool is_of_evolutions(const void *context)
{
    const struct sow_reproduce_options *options = context;
    const struct sow_work *work = find_work(options->work, NULL);
    return work == NULL || work->evolves;
}

/* Returns true if the work has linear orders, or is unknown. Condition of `orders` in
   NEEDS. @p context is a struct sow_reproduce_options. */
static bool is_of_orders(const void *context)
{
    const struct sow_reproduce_options *options = context;
    const struct sow_work *work = find_work(options->work, NULL);
    return work == NULL || work->orders;
}

/* Returns true if the work has a competition, or is unknown. Condition of `clock` in
   NEEDS. @p context is a struct sow_reproduce_options. */
static bool is_of_a_competition(const void *context)
{
    const struct sow_reproduce_options *options = context;
    const struct sow_work *work = find_work(options->work, NULL);
    return work == NULL || work->competitors != NULL;
}

/* Returns true if --evolutions is above 0. Condition of `population` and `generations`
   in NEEDS. @p context is a struct sow_reproduce_options. */
static bool evolves(const void *context)
{
    const struct sow_reproduce_options *options = context;
    return options->evolutions > 0;
}

#define OF_EVOLUTIONS "a work with evolutions"

static const struct sow_param_need NEEDS[] = {
    {"evolutions", is_of_evolutions, OF_EVOLUTIONS},
    {"orders", is_of_orders, "a work with linear orders"},
    {"clock", is_of_a_competition, "a work with a competition: fairkalah"},
    {"population", evolves, "--evolutions above 0"},
    {"generations", evolves, "--evolutions above 0"},
    {NULL, NULL, NULL},
};

static const struct sow_param TYPED_ROWS[] = {
    {"quick", &sow_param_flag, AT(quick), 0, 0, NULL, "no",
     "fewer games in each seat instead of --games, at most 5 evolutions and at most "
     "120 orders"},
    {"clock", &sow_param_real, AT(clock), 0, 86400, NULL, "0",
     "time of a player for a game of the work's competition, in seconds; its games "
     "cannot be repeated; 0 = no competition"},
};

static const struct sow_param_table TYPED = {TYPED_ROWS,
                                             sizeof TYPED_ROWS / sizeof TYPED_ROWS[0]};

/* Most evolutions and orders with --quick. */
enum { QUICK_EVOLUTIONS = 5, QUICK_ORDERS = 120 };

/* Lowers a value to @p most if it is greater. */
static void limit(int *value, int most)
{
    *value = *value < most ? *value : most;
}

/* Takes the first word of a command line as the publication. With --quick sets the
   games to the work's smaller number, and limits evolutions to 5 and orders to 120 if
   the work has them. It is the kind's `take`. Returns SOW_USAGE for an unknown or too
   long word. */
static enum sow_status take_work(void *options, const struct sow_words *words,
                                 struct sow_err *err)
{
    static const struct sow_param WORK = {
        .name = "WORK", .type = &sow_param_text, .offset = AT(work), .max = SOW_WORK_MAX};
    struct sow_reproduce_options *reproduce = options;
    enum sow_status status = sow_param_set(&WORK, reproduce, words->words[0], err);
    const struct sow_work *work =
        status == SOW_OK ? find_work(reproduce->work, err) : NULL;
    if (work != NULL && reproduce->quick)
        reproduce->study.games = work->quick_games;
    if (work != NULL && reproduce->quick && work->evolves)
        limit(&reproduce->evolutions, QUICK_EVOLUTIONS);
    if (work != NULL && reproduce->quick && work->orders)
        limit(&reproduce->orders, QUICK_ORDERS);
    return work == NULL ? SOW_USAGE : SOW_OK;
}

static const struct sow_param RECORDED_ROWS[] = {
    {"work", &sow_param_text, AT(work), 0, SOW_WORK_MAX, NULL, "divilly2013",
     "the publication"},
    SOW_STUDY_PLAYERS_ROWS,
    SOW_VARIANTS_ROW(AT(study.choice), "", "its games"),
    {"competitors", &sow_param_added, AT(competitors), 0, SOW_COMPETITORS_MAX, NULL, "",
     "players in the competition, which play by a clock"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* --- cells --- */

/* Lists a match of each pair of different players in every variant: by variant, then by
   players i < j. Sets `pairs` of the state to the number of pairs. */
static void list_round_robin(struct sow_study *study)
{
    struct sow_reproduction_state *state = study->state;
    size_t players = study->players.count;
    state->pairs = players * (players - 1) / 2;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t i = 0; i < players; i++)
            for (size_t j = i + 1; j < players; j++)
                sow_study_add_cell(study, v, i, j);
}

/* Finds the work, loads its printed figures, allocates the work's own state, and lists
   all cells: the round robin, then those that the work adds. It is the `begin` of the
   design. Returns SOW_USAGE for an unknown publication, SOW_BAD_DATA for a file of
   figures that cannot be read, SOW_NO_MEMORY, or an error of the work.
   release_reproduction frees the state, also on failure. */
static enum sow_status begin_reproduction(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduce_options *options = study->options;
    struct sow_reproduction_state *state = study->state;
    state->work = find_work(options->work, err);
    if (state->work == NULL)
        return SOW_USAGE;
    enum sow_status status =
        sow_published_load(state->work->name, &state->figures, &state->figure_count, err);
    if (status != SOW_OK)
        return status;
    state->own = calloc(1, state->work->own_size + 1);
    if (state->own == NULL)
        return sow_err_no_memory(err);
    study->random_plies = state->work->random_plies;
    list_round_robin(study);
    return state->work->begin != NULL ? state->work->begin(study, err) : SOW_OK;
}

/* Calls the work's `enter`, if it has one, which adds agents to the study. It is the
   `enter` of the design. Returns its error. */
static enum sow_status enter_work(struct sow_study *study, struct sow_err *err)
{
    const struct sow_reproduction_state *state = study->state;
    return state->work->enter != NULL ? state->work->enter(study, err) : SOW_OK;
}

/* Frees the members of a struct sow_reproduction_state that it owns, also those of the
   work. Callback `release` of struct sow_study_design; @p context is the state. */
static void release_reproduction(void *context)
{
    struct sow_reproduction_state *state = context;
    if (state->own != NULL && state->work->release != NULL)
        state->work->release(state->own);
    free(state->own);
    free(state->figures);
}

/* --- conclusions --- */

/* Stores the rows of the list from index @p begin on in table `reproduced`, numbered by
   their index. Returns the first error of the database. */
static enum sow_status store_table(const struct sow_run *run,
                                   const struct sow_comparison_list *list, size_t begin,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = begin; i < list->count && status == SOW_OK; i++) {
        struct sow_reproduced_row row = list->rows[i];
        row.run_id = run->id;
        row.cell = (int)i;
        status = sow_store_add(run->sink, reproduced, &row, err);
    }
    return status;
}

/* Compares the table at @p table and all that follow with the same name, until one
   fails. Appends their rows to @p list, and sets @p status. Returns the table behind the
   last one compared. */
static const struct sow_reproduction *compare_parts(const struct sow_reproduction *table,
                                                    const struct sow_evidence *evidence,
                                                    struct sow_comparison_list *list,
                                                    enum sow_status *status,
                                                    struct sow_err *err)
{
    const char *name = table->name;
    for (; table->name != NULL && strcmp(table->name, name) == 0 && *status == SOW_OK;
         table++)
        *status = sow_table_compare(table, evidence, list, err);
    return table;
}

/* Compares, judges and stores all tables of the work, one name after another. It is the
   `conclude` of the design, which runs in one transaction. Returns the first error. */
static enum sow_status compare_tables(const struct sow_study *study, struct sow_err *err)
{
    struct sow_comparison_list list = {.rows = NULL};
    const struct sow_reproduction_state *state = study->state;
    struct sow_evidence evidence = {.study = study,
                                    .figures = state->figures,
                                    .figure_count = state->figure_count,
                                    .roster = &study->players,
                                    .set = &study->set,
                                    .duels = study->duels,
                                    .pairs = state->pairs};
    if (state->work->testify != NULL)
        state->work->testify(study, &evidence);
    enum sow_status status = SOW_OK;
    const struct sow_reproduction *table = state->work->tables;
    while (table->name != NULL && status == SOW_OK) {
        size_t begin = list.count;
        table = compare_parts(table, &evidence, &list, &status, err);
        if (status == SOW_OK)
            status = sow_comparison_judge(&list, begin, err);
        if (status == SOW_OK)
            status = store_table(study->run, &list, begin, err);
    }
    sow_comparison_release(&list);
    return status;
}

static const struct sow_study_design DESIGN = {
    .state_size = sizeof(struct sow_reproduction_state),
    .begin = begin_reproduction,
    .enter = enter_work,
    .conclude = compare_tables,
    .table = "reproduced",
    .release = release_reproduction,
    .ended = "all tables compared",
};

/* Writes the specs of the competitors to the options: those of the work, with --clock in
   the place of `?`, and blanks between. Returns SOW_USAGE for a clock below 0.01
   seconds. */
static enum sow_status enter_competition(struct sow_reproduce_options *options,
                                         const struct sow_work *work, struct sow_err *err)
{
    char seconds[SOW_REAL_TEXT_MAX];
    char *to = options->competitors;
    size_t room = sizeof options->competitors;
    if (options->clock < 0.01)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'--clock' is less than 0.01 seconds: give more, or 0"),
            "clock");
    sow_text_from_real(options->clock, seconds);
    for (int i = 0; work->competitors[i] != NULL; i++) {
        const char *spec = work->competitors[i];
        const char *mark = strchr(spec, '?');
        int used = snprintf(to, room, "%s%.*s%s%s", i == 0 ? "" : " ", (int)(mark - spec),
                            spec, seconds, mark + 1);
        assert(used > 0 && (size_t)used < room);
        to += used;
        room -= (size_t)used;
    }
    return SOW_OK;
}

/* Replaces each 0 among games, population and generations by the work's number, fills in
   its players, variants and competitors if they are empty, and prepares the study. Sets
   evolutions and orders to 0 for a work without them. It is the kind's `prepare`.
   Returns SOW_USAGE for an unknown work, a population of 1 or a clock that is too short,
   or an error of sow_study_prepare. */
static enum sow_status prepare_reproduction(void *options, struct sow_store *source,
                                            const struct sow_rules *rules,
                                            struct sow_err *err)
{
    (void)rules;
    struct sow_reproduce_options *reproduce = options;
    struct sow_study_options *study = &reproduce->study;
    const struct sow_work *work = find_work(reproduce->work, err);
    if (work == NULL)
        return SOW_USAGE;
    if (study->games == 0)
        study->games = work->games;
    if (!work->evolves)
        reproduce->evolutions = 0;
    if (!work->orders)
        reproduce->orders = 0;
    if (reproduce->population == 0)
        reproduce->population = work->population;
    if (reproduce->generations == 0)
        reproduce->generations = work->generations;
    if (reproduce->population == 1)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'--population' is 1: give 2 or more, or 0 for the work's"),
            "population");
    enum sow_status status = SOW_OK;
    if (work->competitors != NULL && reproduce->clock > 0)
        status = enter_competition(reproduce, work, err);
    if (status == SOW_OK && sow_player_list_is_empty(&study->players))
        status = sow_param_set_named(&RECORDED, options, "players", work->players, err);
    if (status == SOW_OK && sow_variant_set_is_empty(&study->choice.set))
        status = sow_param_set_named(&RECORDED, options, "variants", work->variants, err);
    return status == SOW_OK ? sow_study_prepare(&DESIGN, options, source, err) : status;
}

static const char *const CONTENT[] = {"evolutions", "match_variants", "matches",
                                      "reproduced", NULL};

#define LISTED(id, name, title) name ": " title "\n"

static const struct sow_chart CHARTS[] = {
    {"differences", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Ours minus the paper's",
     "percentage points", "",
     "Every printed figure that games were played for, with our 95 % interval. The "
     "verdicts, and so the colours, allow for the number of figures and for the paper's "
     "own games.",
     0, 0, 0,
     "SELECT table_name || ' ' || variant || ', ' || row_name || ', ' || column_name,"
     " verdict, ours - published, low - published, high - published FROM reproduced"
     " WHERE run_id = ?1 AND ours NOT NULL AND published NOT NULL AND low NOT NULL"
     " AND published_games > 0 ORDER BY ours - published, cell",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};

static const struct sow_query_section SECTIONS[] = {
    SOW_SECTION_VARIANTS,
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND | SOW_WRITTEN,
     {"evolved", false,
      "SELECT 'SELECT evolution + 1 AS run, seed' || group_concat(printf("
      "', round(json_extract(weights, ''$[%d]''), 3) AS w%d', key, key + 1), '') ||"
      " ', round(100 * fitness, 1) AS fitness FROM evolutions WHERE run_id = ?1"
      " ORDER BY evolution' FROM json_each((SELECT weights FROM evolutions"
      " WHERE run_id = ?1 LIMIT 1))"}},
    /* Opponents of the best order, in the order of the plan: the evolved strategy, the
       printed vectors 1 to 20, our own vectors. If this order is also the hardest, the
       evolved strategy meets it twice, and the second match is left out. */
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"selection", false,
      "WITH met AS (SELECT *, match - min(match) OVER (PARTITION BY opponent) AS nth,"
      " min(match) OVER (PARTITION BY opponent) AS began FROM match_scores"
      " WHERE run_id = ?1 AND opponent LIKE 'order:%')"
      " SELECT opponent, CASE WHEN nth = 0 THEN player WHEN nth <= 20 THEN"
      " 'printed run ' || nth ELSE 'ours ' || (SELECT min(evolution) + 1 FROM evolutions"
      " e WHERE e.run_id = m.run_id AND e.player = m.player) END AS player, games, wins,"
      " draws, losses, score, low, high FROM met m"
      " WHERE nth = 0 OR player <> 'divilly2013' ORDER BY began, score DESC, match"}},
    {SOW_IN_RESULT,
     {"exceptions", false,
      "SELECT table_name, variant, row_name || ', ' || column_name AS figure, published,"
      " published_games, ours, ours_games, low, high, p_adjusted, visible, verdict"
      " FROM reproduced WHERE run_id = ?1 AND verdict NOT IN ('agrees', 'holds')"
      " ORDER BY cell"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"tables", false,
      "SELECT table_name, variant, cells, agree, differ, known, undecided,"
      " mean_deviation, greatest_deviation, verdict FROM reproduced_tables t"
      " WHERE run_id = ?1 ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.run_id = t.run_id"
      " AND r.table_name = t.table_name AND r.variant = t.variant)"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"reproduced", false,
      "SELECT table_name, variant, row_name, column_name, published, published_games,"
      " ours, ours_games, low, high, p_adjusted, visible, verdict FROM reproduced"
      " WHERE run_id = ?1 ORDER BY cell"}},
    SOW_SECTION_ELO,
    SOW_ANSWER(
        "sum(agree) || ' of ' || sum(cells) || ' published figures and claims agree, '"
        " || sum(differ) || ' differ, ' || sum(known) || ' differ as known, ' ||"
        " sum(undecided) || ' are undecided'",
        "'runs show ' || ?1 || ' --full'", "FROM reproduced_tables WHERE run_id = ?1"),
    {0, {NULL, false, NULL}},
};

static const struct sow_query_words WORDS = {
    {[SOW_WORDS_SUBJECT] = "r.parameters ->> 'work'",
     [SOW_WORDS_DIFFERENT] = "'The published games began there as well.'"}};

const struct sow_run_kind sow_reproduce_kind = {
    .name = "reproduce",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &PLAYED},
               {.table = &TYPED, .use = SOW_TYPED}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_reproduce_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_reproduce_kind,
            .section = "Playing",
            .name = "reproduce",
            .operands = "WORK",
            .summary = "repeat published tables, with a verdict on each figure",
            .examples = "sowlab reproduce divilly2013\n"
                        "sowlab reproduce divilly2013 --quick\n"
                        "sowlab reproduce divilly2013 --evolutions 0 --orders 0 --json\n"
                        "sowlab reproduce divilly2013 --games 100000 --seed 2\n"
                        "sowlab reproduce fairkalah --quick --clock 0.15",
            .details = "WORK is one of\n" SOW_WORKS(
                LISTED) ""
                        "A printed figure agrees unless its test has p < 1 % after Holm over its "
                        "table: Fisher's exact test for rates, the rank sum test for samples. A "
                        "figure without chance is the same or differs. A figure is undecided if too "
                        "few evolutions were made for any result to differ.\n"
                        "A claim holds or fails if its own test has p < 1 %, else it is undecided. "
                        "'differs as known' marks figures that no reading of the work "
                        "gives; " SOW_DOC_REPRODUCE
                        " lists them and explains linear orders.\n"
                        "The text shows only figures that do not agree and claims that do not hold. "
                        "--json, --csv and 'sowlab runs show' show all of them.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take_work,
    .again = "work",
    .prepare = prepare_reproduction,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = SECTIONS,
    .charts = CHARTS,
    .content = CONTENT,
    .words = &WORDS,
};
