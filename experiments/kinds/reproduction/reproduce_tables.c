/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce_tables.h"

#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_ratings.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Games in each seat of the paper's tables. */
enum { PUBLISHED_GAMES = 1000 };

const struct sow_duel *sow_evidence_duels(const struct sow_reproduction *table,
                                          const struct sow_evidence *evidence,
                                          struct sow_err *err)
{
    for (size_t v = 0; v < evidence->set->count; v++)
        if (strcmp(evidence->set->variants[v].name, table->variant) == 0)
            return &evidence->duels[v * evidence->pairs];
    (void)sow_err_set(err, SOW_BAD_DATA,
                      "the recorded variants lack '%s'; the record is damaged",
                      table->variant);
    return NULL;
}

size_t sow_evidence_pair(size_t players, size_t i, size_t j)
{
    return i * (2 * players - i - 1) / 2 + (j - i - 1);
}

struct sow_reproduced_row *sow_table_add(const struct sow_reproduction *table,
                                         struct sow_comparison_list *list,
                                         const char *row_name, const char *column_name,
                                         struct sow_err *err)
{
    struct sow_reproduced_row *row =
        sow_comparison_add(list, table->name, table->variant, err);
    if (row != NULL) {
        row->row_name = row_name;
        row->column_name = column_name;
    }
    return row;
}

enum sow_status sow_table_compare(const struct sow_reproduction *table,
                                  const struct sow_evidence *evidence,
                                  struct sow_comparison_list *list, struct sow_err *err)
{
    enum sow_status status =
        table->compare != NULL ? table->compare(table, evidence, list, err) : SOW_OK;
    size_t count = table->fill != NULL ? evidence->figure_count : 0;
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        if (strcmp(figure->table, table->name) != 0)
            continue;
        struct sow_figure_task task = {
            evidence, table, figure, list,
            sow_table_add(table, list, figure->row, figure->column, err)};
        if (task.row == NULL)
            return SOW_NO_MEMORY;
        task.row->published = figure->value;
        task.row->verdict = "differs";
        status = table->fill(&task, err);
    }
    return status;
}

/* --- rates of the evolved strategy: Tables IV to VII --- */

/* Cells that no reading of the paper gives (docs/findings/divilly2013-readings.md). */
static const struct {
    const char *table;
    const char *row;
} KNOWN[] = {
    {"VII", "evolved first vs h1"}, {"VII", "evolved second vs h1"},
    {"IV", "evolved first vs h6"},  {"IV", "evolved second vs h6"},
    {"V", "evolved first vs h6"},   {"V", "evolved second vs h6"},
    {"VI", "evolved first vs h6"},  {"VI", "evolved second vs h6"},
};

/* Returns true for a printed figure that no reading of the paper reproduces (KNOWN). */
static bool is_known(const struct sow_published *figure)
{
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (strcmp(KNOWN[i].table, figure->table) == 0 &&
            strcmp(KNOWN[i].row, figure->row) == 0)
            return true;
    return false;
}

/* Returns true if the row of the figure is named "evolved SEAT vs OPPONENT". */
static bool is_row(const struct sow_published *figure, const char *seat,
                   const char *opponent)
{
    char name[2 * SOW_PUBLISHED_WORD_MAX];
    (void)snprintf(name, sizeof name, "evolved %s vs %.40s", seat, opponent);
    return strcmp(figure->row, name) == 0;
}

/* Returns our results that belong to a printed row: those of the evolved strategy
   (player 0) in one seat against one opponent, from @p duels, the duels of a variant.
   Returns NULL if no pair of ours has this row name. */
static const struct sow_tally *find_tally(const struct sow_evidence *evidence,
                                          const struct sow_duel *duels,
                                          const struct sow_published *figure)
{
    for (size_t k = 1; k < evidence->roster->count; k++) {
        const struct sow_duel *duel =
            &duels[sow_evidence_pair(evidence->roster->count, 0, k)];
        if (is_row(figure, "first", evidence->roster->names[k]))
            return &duel->first;
        if (is_row(figure, "second", evidence->roster->names[k]))
            return &duel->second;
    }
    return NULL;
}

/* Reads the number of games of @p column: "wins", "draws" or "losses". Returns false,
   with @p count without meaning, for another name. */
static bool take_count(const struct sow_tally *tally, const char *column, int64_t *count)
{
    const struct {
        const char *name;
        int64_t count;
    } columns[] = {
        {"wins", tally->wins}, {"draws", tally->draws}, {"losses", tally->losses}};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        *count = columns[i].count;
        if (strcmp(columns[i].name, column) == 0)
            return true;
    }
    return false;
}

enum sow_status sow_fill_rate(const struct sow_figure_task *task, struct sow_err *err)
{
    const struct sow_published *figure = task->figure;
    const struct sow_duel *duels = sow_evidence_duels(task->table, task->evidence, err);
    if (duels == NULL)
        return SOW_BAD_DATA;
    const struct sow_tally *tally = find_tally(task->evidence, duels, figure);
    struct sow_rate ours = {.successes = 0};
    if (tally == NULL || !take_count(tally, figure->column, &ours.successes))
        return sow_err_set(err, SOW_BAD_DATA,
                           "table %s has no row '%s' with column '%s' to compare",
                           figure->table, figure->row, figure->column);
    ours.trials = sow_tally_games(tally);
    task->row->verdict = is_known(figure) ? "differs as known" : "differs";
    sow_comparison_fill_rate(task->row, figure->value, PUBLISHED_GAMES, &ours);
    sow_comparison_rates(task->list);
    return SOW_OK;
}

/* --- claims about who is stronger: Table I --- */

/* All players but the evolved strategy (player 0 of the roster), ranked by the games
   between them. Roster and duels are borrowed. */
struct ranking {
    const struct sow_player_list *roster;
    const struct sow_duel *duels;
    struct sow_ratings ratings; /* player k of the roster is k - 1 here */
    /* Number of these games. */
    int64_t games;
};

/* Fits Elo ratings to the games between all players but the first, and sets `ratings`
   and `games`. Returns SOW_NO_MEMORY or an error of sow_ratings_fit. The caller releases
   the ratings after success. */
static enum sow_status rank(struct ranking *ranking, struct sow_err *err)
{
    size_t players = ranking->roster->count;
    struct sow_rated_games *games = calloc(players * players, sizeof *games);
    if (games == NULL)
        return sow_err_no_memory(err);
    struct sow_rating_request request = {
        .games = games, .players = players - 1, .level = SOW_LEVEL};
    for (size_t i = 1; i < players; i++)
        for (size_t j = i + 1; j < players; j++) {
            const struct sow_duel *duel =
                &ranking->duels[sow_evidence_pair(players, i, j)];
            struct sow_tally tally = sow_tally_sum(&duel->first, &duel->second);
            games[request.count++] = (struct sow_rated_games){i - 1, j - 1, tally};
            ranking->games += sow_tally_games(&tally);
        }
    enum sow_status status = sow_ratings_fit(&request, &ranking->ratings, err);
    free(games);
    return status;
}

bool sow_name_is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* Returns the roster index of the player with the highest rating if @p best, else with
   the lowest. It looks at the players whose name is in @p list, or if @p listed is false
   at those whose name is not. Player 0 is left out. Returns 0 if there is no such
   player; the first of equals counts. */
static size_t extreme_of(const struct ranking *ranking, const char *list, bool listed,
                         bool best)
{
    size_t found = 0;
    for (size_t k = 1; k < ranking->roster->count; k++) {
        if (sow_name_is_listed(list, ranking->roster->names[k]) != listed)
            continue;
        double ahead = found == 0 ? 0.0
                                  : ranking->ratings.rating[k - 1].elo -
                                        ranking->ratings.rating[found - 1].elo;
        if (found == 0 || (best ? ahead > 0.0 : ahead < 0.0))
            found = k;
    }
    return found;
}

/* A claim that each player in `above` is stronger than each player in `below`. Both are
   names with blanks between; an empty list stands for all players that are not in the
   other. */
struct claim {
    const char *variant; /* variant of the claim; NULL: every one */
    const char *text;
    const char *above;
    const char *below;
};

/* Claims of Table I. */
static const struct claim CLAIMS[] = {
    {NULL, "h3 is last", "", "h3"},
    {NULL, "h3 loses to random", "random", "h3"},
    {NULL, "h1 is stronger than h2", "h1", "h2"},
    {"erherhe", "h1, h5 and h6 lead", "h1 h5 h6", ""},
    {"oware", "h1, h5 and h6 lead", "h1 h5 h6", ""},
    {"awari", "h1, h5 and h6 lead", "h1 h5 h6", ""},
    {"vai-lung-thlan", "h1 and h2 lead", "h1 h2", ""},
};

/* Fills a row with the least Elo difference by which a player of `above` is ahead of a
   player of `below`. These are the weakest of `above` and the strongest of `below`. Sets
   interval, p (that the difference is 0) and verdict, "holds" if it is above 0, else
   "fails". The interval is symmetric, so its length gives the standard error. */
static void fill_claim(struct sow_reproduced_row *row, const struct ranking *ranking,
                       const struct claim *claim)
{
    bool first = claim->above[0] != '\0';
    bool second = claim->below[0] != '\0';
    size_t above = extreme_of(ranking, first ? claim->above : claim->below, first, false);
    size_t below =
        extreme_of(ranking, second ? claim->below : claim->above, second, true);
    struct sow_interval interval;
    double ahead =
        sow_ratings_difference(&ranking->ratings, above - 1, below - 1, &interval);
    double error =
        (interval.high - interval.low) / (2.0 * sow_normal_quantile(SOW_LEVEL));
    sow_comparison_fill_ours(row, 1.0, ahead, &interval, ranking->games);
    row->p = sow_settled(sow_normal_outside(ahead / error));
    row->verdict = ahead > 0.0 ? "holds" : "fails";
}

/* Fills a row with the score of one player against another in the games between them,
   without ratings. `above` and `below` name one player each. The verdict is "holds" if
   the first wins more games than it loses, else "fails". */
static void fill_meeting(struct sow_reproduced_row *row, const struct ranking *ranking,
                         const struct claim *claim)
{
    size_t players = ranking->roster->count;
    size_t above = extreme_of(ranking, claim->above, true, true);
    size_t below = extreme_of(ranking, claim->below, true, true);
    bool turned = above > below;
    const struct sow_duel *duel = &ranking->duels[sow_evidence_pair(
        players, turned ? below : above, turned ? above : below)];
    struct sow_tally tally = sow_tally_sum(&duel->first, &duel->second);
    if (turned)
        tally = sow_tally_mirrored(&tally);
    sow_comparison_fill_score(row, &tally);
    row->verdict = tally.wins > tally.losses ? "holds" : "fails";
}

/* Returns true for a claim that is judged by the games of two players alone: that of
   `random` against h3. */
static bool is_meeting(const struct claim *claim)
{
    return strcmp(claim->above, "random") == 0;
}

enum sow_status sow_compare_ranking(const struct sow_reproduction *table,
                                    const struct sow_evidence *evidence,
                                    struct sow_comparison_list *list, struct sow_err *err)
{
    struct ranking ranking = {.roster = evidence->roster,
                              .duels = sow_evidence_duels(table, evidence, err)};
    if (ranking.duels == NULL)
        return SOW_BAD_DATA;
    enum sow_status status = rank(&ranking, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; i < sizeof CLAIMS / sizeof CLAIMS[0] && status == SOW_OK; i++) {
        const struct claim *claim = &CLAIMS[i];
        if (claim->variant != NULL && strcmp(claim->variant, table->variant) != 0)
            continue;
        bool meets = is_meeting(claim);
        struct sow_reproduced_row *row = sow_table_add(
            table, list, claim->text, meets ? "random's score, %" : "Elo ahead", err);
        if (row == NULL)
            status = SOW_NO_MEMORY;
        else if (meets)
            fill_meeting(row, &ranking, claim);
        else
            fill_claim(row, &ranking, claim);
    }
    sow_ratings_release(&ranking.ratings);
    return status;
}
