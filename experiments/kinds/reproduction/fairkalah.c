/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FairKalah: the value of the first move, from its boards and from the standard start,
   between equal and between different players. */
#include "fairkalah_regression.h"
#include "sow/reproduction/reproduce.h"
#include "sow/reproduction/works.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"
#include "sow/variants/start_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most players of the competition. */
enum { COMPETITORS_MAX = 8 };

/* State beside the study. The first cells of the study are from the boards: the round
   robin, then each player against itself. Next are the same cells from the standard
   start. Last is the competition, if there is one: a round robin from the boards. */
struct own {
    char *starts; /* complete value of --starts with the boards; owned */
    size_t cells; /* number of cells from the boards, and of those from the standard
                     start */
    /* Name of the pair of players of each such cell; owned. */
    char (*names)[128];
    char competitors[SOW_COMPETITORS_MAX + 1]; /* specs of the competitors, cut at the
                                                  blanks */
    /* Spec of each competitor, a part of `competitors`. */
    const char *competitor[COMPETITORS_MAX];
    size_t competitor_count;
};

/* Returns the rules of the study's only variant. */
static const struct sow_rules *rules_of(const struct sow_study *study)
{
    return &study->set.variants[0].rules;
}

/* Splits the list of competitors of the options into `competitor`, at most
   COMPETITORS_MAX, and lists a match for each two of them. They are agents behind the
   players. Does nothing for an empty list. */
static void begin_competition(struct sow_study *study)
{
    const struct sow_reproduce_options *options = study->options;
    struct own *own = sow_work_own(study);
    char *rest = own->competitors;
    memcpy(own->competitors, options->competitors, sizeof own->competitors);
    for (char *word; (word = strsep(&rest, " ")) != NULL;)
        if (word[0] != '\0' && own->competitor_count < COMPETITORS_MAX)
            own->competitor[own->competitor_count++] = word;
    for (size_t i = 0; i < own->competitor_count; i++)
        for (size_t j = i + 1; j < own->competitor_count; j++)
            sow_study_add_cell(study, 0, study->players.count + i,
                               study->players.count + j);
}

/* Adds the competitors to the agents. It is the `enter` of the work. Returns an error of
   sow_agent_parse, or SOW_NO_MEMORY. */
static enum sow_status add_competitors(struct sow_study *study, struct sow_err *err)
{
    const struct own *own = sow_work_own(study);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < own->competitor_count && status == SOW_OK; i++) {
        struct sow_agent agent;
        status = sow_agent_parse(own->competitor[i], NULL, &agent, err);
        if (status == SOW_OK)
            status = sow_study_add_agent(study, &agent, err);
    }
    return status;
}

/* Resolves the starts `fairkalah` and lists all cells, as struct own says. It is the
   `begin` of the work. Returns SOW_NO_MEMORY or an error of sow_starts_resolve. */
static enum sow_status list_starts_and_games(struct sow_study *study, struct sow_err *err)
{
    struct own *own = sow_work_own(study);
    own->starts = strdup("fairkalah");
    if (own->starts == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_starts_resolve(&own->starts, rules_of(study), err);
    study->starts = own->starts;
    for (size_t i = 0; i < study->players.count; i++)
        sow_study_add_cell(study, 0, i, i);
    own->cells = study->count;
    own->names = calloc(own->cells, sizeof *own->names);
    if (study->cells == NULL || own->names == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < own->cells; i++) {
        struct sow_study_cell cell = study->cells[i];
        sow_study_add_cell(study, cell.variant, cell.player, cell.opponent);
        if (study->cells == NULL)
            return sow_err_no_memory(err);
        study->cells[study->count - 1].ordinary = true;
    }
    begin_competition(study);
    return status;
}

/* Frees the texts and names of a struct own. Callback `release` of struct sow_work; @p
   context is the struct. */
static void release_own(void *context)
{
    struct own *own = context;
    free(own->starts);
    free(own->names);
}

/* --- tables --- */

/* Returns the number of seeds that have to be moved to make @p board from the standard
   start. */
static int moved_seeds(const struct sow_rules *rules, const struct sow_board *board)
{
    int moved = 0;
    for (int seat = 0; seat < 2; seat++) {
        moved += abs(board->store[seat] - rules->start.store[seat]);
        for (int pit = 0; pit < rules->pits; pit++)
            moved += abs(board->pit[seat][pit] - rules->start.pit[seat][pit]);
    }
    return moved / 2;
}

/* Fills the number of boards that differ from the standard start by some number of moved
   seeds. The index of the figure gives this number: the published figures are the boards
   with 1, 2, .. moved seeds, in this order. Ours has to be equal. Returns an error of
   sow_starts_load. */
static enum sow_status fill_boards(const struct sow_figure_task *task,
                                   struct sow_err *err)
{
    const struct sow_study *study = task->evidence->study;
    const struct own *own = sow_work_own(study);
    const int moved = (int)(task->figure - task->evidence->figures) + 1;
    struct sow_starts starts;
    enum sow_status status = sow_starts_load(own->starts, rules_of(study), &starts, err);
    if (status != SOW_OK)
        return status;
    int boards = 0;
    for (size_t i = 0; i < starts.count; i++)
        boards += moved_seeds(rules_of(study), &starts.boards[i]) == moved;
    sow_comparison_fill_exact(task->row, task->figure->value, boards, 0.0);
    sow_starts_release(&starts);
    return SOW_OK;
}

/* Returns the score of the player that moves first, in the games of both seats of a
   duel. If @p from_boards is true, the two games of a pair begin at the same board,
   which may have made them alike; the error allows for this. */
static struct sow_mean_score first_score(const struct sow_duel *duel, bool from_boards)
{
    struct sow_stratum seats[] = {sow_duel_stratum(duel, 0), sow_duel_stratum(duel, 1)};
    seats[1].tally = sow_tally_mirrored(&seats[1].tally);
    struct sow_tally both = sow_tally_sum(&seats[0].tally, &seats[1].tally);
    return from_boards ? sow_score_of_twins(&both, SOW_LEVEL)
                       : sow_score_of_strata(seats, 2, SOW_LEVEL);
}

/* Question of a table about each pair of players: does the score of the first player
   differ from a reference? */
struct question {
    /* Name of the column of the row. */
    const char *column;
    /* True for the score from the boards, false for that from the standard start. */
    bool from_boards;
    bool other_start;          /* true if the reference is the score from the boards,
                                  false if it is one half */
    const char *above, *below; /* verdicts if p is small, for a score above and below the
                                  reference */
    /* Printed score in percent, or NaN. */
    double published;
};

/* Fills a row with the answer to a question about one pair of players. @p duels has its
   games from the boards and from the standard start. Our figure is the score, or for
   `other_start` the score less that from the boards, in percent, with interval and p. */
static void answer(const struct question *question, const struct sow_duel *const duels[2],
                   struct sow_reproduced_row *row)
{
    const struct sow_mean_score even = {.mean = 0.5, .interval = {0.5, 0.5}};
    struct sow_mean_score boards = first_score(duels[0], true);
    struct sow_mean_score score =
        question->from_boards ? boards : first_score(duels[1], false);
    struct sow_difference difference =
        sow_scores_difference(&score, question->other_start ? &boards : &even, SOW_LEVEL);
    bool told = question->other_start;
    row->published = question->published;
    row->published_games = question->from_boards;
    sow_comparison_fill_ours(row, 100.0, told ? difference.value : score.mean,
                             told ? &difference.interval : &score.interval, score.games);
    row->p = sow_settled(difference.p);
    row->verdict = difference.value > 0 ? question->above : question->below;
}

/* Appends for each pair of players, also a player and itself, the answer to the question
   `about` of the table. Writes the name of the pair to `names`. Returns SOW_NO_MEMORY. */
static enum sow_status compare_pairs(const struct sow_reproduction *table,
                                     const struct sow_evidence *evidence,
                                     struct sow_comparison_list *list,
                                     struct sow_err *err)
{
    const struct sow_study *study = evidence->study;
    const struct own *own = sow_work_own(study);
    const struct question *question = table->about;
    for (size_t i = 0; i < own->cells; i++) {
        const struct sow_study_cell *cell = &study->cells[i];
        const struct sow_duel *const duels[2] = {&study->duels[i],
                                                 &study->duels[own->cells + i]};
        struct sow_reproduced_row *row =
            sow_table_add(table, list, own->names[i], question->column, err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        (void)snprintf(own->names[i], sizeof own->names[i], "%.60s v %.60s",
                       evidence->roster->names[cell->player],
                       evidence->roster->names[cell->opponent]);
        answer(question, duels, row);
    }
    return SOW_OK;
}

/* Questions of the three tables about pairs. Perfect play makes draws of the boards. */
static const struct question FAIR = {
    "score of the first to move, %", true, false, "differs", "differs", 50.0};
static const struct question AHEAD = {
    "score of the first to move, %", false, false, "holds", "fails", (double)NAN};
static const struct question MORE = {
    "score less that from the boards, %", false, true, "holds", "fails", (double)NAN};

/* Appends the coefficients of the regressions (sow_fairkalah_regress), whose games begin
   at the boards. Returns an error of sow_starts_load or sow_fairkalah_regress. */
static enum sow_status compare_values(const struct sow_reproduction *table,
                                      const struct sow_evidence *evidence,
                                      struct sow_comparison_list *list,
                                      struct sow_err *err)
{
    const struct own *own = sow_work_own(evidence->study);
    struct sow_starts starts;
    enum sow_status status =
        sow_starts_load(own->starts, rules_of(evidence->study), &starts, err);
    if (status != SOW_OK)
        return status;
    status = sow_fairkalah_regress(table, evidence, &starts, list, err);
    sow_starts_release(&starts);
    return status;
}

/* --- the competition --- */

/* Returns the results of all games of a competitor against the others, in its view. @p
   agent is its index among the agents. */
static struct sow_tally games_of(const struct sow_study *study, size_t agent)
{
    const struct own *own = sow_work_own(study);
    struct sow_tally all = {.wins = 0};
    for (size_t i = 2 * own->cells; i < study->count; i++) {
        const struct sow_study_cell *cell = &study->cells[i];
        struct sow_tally tally =
            sow_tally_sum(&study->duels[i].first, &study->duels[i].second);
        if (cell->opponent == agent)
            tally = sow_tally_mirrored(&tally);
        if (cell->player == agent || cell->opponent == agent)
            all = sow_tally_sum(&all, &tally);
    }
    return all;
}

/* Appends the score of each competitor in all its games, with its interval. The work
   prints no scores, so there is no test. Returns SOW_NO_MEMORY. */
static enum sow_status compare_competitors(const struct sow_reproduction *table,
                                           const struct sow_evidence *evidence,
                                           struct sow_comparison_list *list,
                                           struct sow_err *err)
{
    const struct sow_study *study = evidence->study;
    const struct own *own = sow_work_own(study);
    for (size_t i = 0; i < own->competitor_count; i++) {
        struct sow_tally tally = games_of(study, study->players.count + i);
        struct sow_mean_score score = sow_score_of_twins(&tally, SOW_LEVEL);
        struct sow_reproduced_row *row =
            sow_table_add(table, list, own->competitor[i], "score, %", err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        sow_comparison_fill_ours(row, 100.0, score.mean, &score.interval, score.games);
    }
    return SOW_OK;
}

/* --- the work --- */

static const struct sow_reproduction TABLES[] = {
    {"boards", "kalah", .fill = fill_boards},
    {"from the boards", "kalah", .compare = compare_pairs, .about = &FAIR},
    {"the first is ahead", "kalah", .compare = compare_pairs, .about = &AHEAD},
    {"more than from the boards", "kalah", .compare = compare_pairs, .about = &MORE},
    {"values", "kalah", .compare = compare_values},
    {"competition", "kalah", .compare = compare_competitors},
    {.name = NULL},
};

/* Players of the competition. The original gives each player 150 seconds a game; a player
   without time has lost. */
static const char *const COMPETITORS[] = {
    "alphabeta:clock=?,eval=[state:store_difference=1]",
    "alphabeta:clock=?,time=equal,eval=[state:store_difference=1]",
    "alphabeta:clock=?,eval=[divilly2013]", "mcts:clock=?", NULL};

const struct sow_work sow_work_fairkalah = {
    .name = "fairkalah",
    .players = "random h4 divilly2013 alphabeta:depth=2,eval=[state:store_difference=1] "
               "alphabeta:depth=4,eval=[state:store_difference=1] "
               "alphabeta:depth=6,eval=[state:store_difference=1]",
    .variants = "kalah",
    .games = 254,
    .quick_games = 127,
    .competitors = COMPETITORS,
    .begin = list_starts_and_games,
    .enter = add_competitors,
    .release = release_own,
    .own_size = sizeof(struct own),
    .tables = TABLES,
};
