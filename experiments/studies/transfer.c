/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/transfer.h"

#include "regret.h"
#include "sow/matches/openings.h"
#include "sow/runs/run_games.h"
#include "sow/store/store.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_transfer_options, field)

static const struct sow_param ROWS[] = {
    SOW_STUDY_OPPONENTS_ROW("the panel"),
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_OPENINGS_ROW(SOW_STUDY_AT(random_plies)),
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* As sow_variant_choice_params, but without a fallback: the games of the runs. */

static const struct sow_param GAMES_ROWS[] = {
    {"variants", &sow_param_text, AT(study.choice.variants), 0, SOW_VARIANT_SET_TEXT_MAX,
     NULL, "",
     "the games to test in, instead of those the runs were made in: names, variant files "
     "and groups (paper, five, all), with commas between them"},
    {"pits", &sow_param_text, AT(study.choice.pits), 0, 31, NULL, "",
     "with --variants: so many pits a row, a number or a range"},
    {"seeds", &sow_param_text, AT(study.choice.seeds), 0, 31, NULL, "",
     "with --variants: so many seeds a pit, a number or a range"},
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    SOW_STUDY_PLAYERS_ROWS,
    {"origins", &sow_param_string, AT(origins), 0, SOW_ORIGINS_MAX, NULL, "",
     "the variants they were evolved in, a line each with tabs between several"},
    SOW_STUDY_OPPONENT_NAMES_ROW,
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* --- what runs produced --- */

static enum sow_status append(char *text, size_t size, const char *more, const char *end,
                              struct sow_err *err)
{
    size_t length = strlen(text);
    if (length + strlen(more) + strlen(end) >= size)
        return sow_err_set(err, SOW_USAGE, "too many runs; name fewer");
    (void)snprintf(text + length, size - length, "%s%s", more, end);
    return SOW_OK;
}

/* A game that a run was made in. */
struct origin {
    int64_t run;
    const char *name;
    const char *rules;
    const char *end; /* what parts it from the next one in the record */
};

/* Adds the game to the recorded form of a set unless it is there. */
static enum sow_status take_variant(struct sow_variant_choice *choice,
                                    const struct origin *origin, struct sow_err *err)
{
    char head[SOW_VARIANT_NAME_MAX + 4];
    size_t size = sizeof choice->variants;
    (void)snprintf(head, sizeof head, "[%s]\n", origin->name);
    const char *there = strstr(choice->variants, head);
    if (there == NULL)
        return append(choice->variants, size, head, origin->rules, err);
    if (strncmp(there + strlen(head), origin->rules, strlen(origin->rules)) == 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "run %lld was made by other rules called '%s' than a run before "
                       "it; name the games with --variants",
                       (long long)origin->run, origin->name);
}

static enum sow_status add_origin(struct sow_transfer_options *options,
                                  const struct origin *origin, struct sow_err *err)
{
    char *longer = NULL;
    const char *before = options->origins != NULL ? options->origins : "";
    if (asprintf(&longer, "%s%s%s", before, origin->name, origin->end) < 0)
        return sow_err_no_memory(err);
    free(options->origins);
    options->origins = longer;
    return strlen(longer) <= SOW_ORIGINS_MAX
               ? SOW_OK
               : sow_err_set(err, SOW_USAGE, "too many runs; name fewer");
}

static enum sow_status take_origin(struct sow_transfer_options *options,
                                   const struct origin *origin, bool variants,
                                   struct sow_err *err)
{
    enum sow_status status = add_origin(options, origin, err);
    return status == SOW_OK && variants
               ? take_variant(&options->study.choice, origin, err)
               : status;
}

static enum sow_status take_games(struct sow_transfer_options *options,
                                  const struct sow_run_row *run, bool variants,
                                  struct sow_err *err)
{
    struct sow_variant_set set;
    enum sow_status status = sow_run_games_read(run, &set, err);
    if (status == SOW_OK && set.count == 0) {
        struct origin own = {run->id, run->variant, run->rules, "\n"};
        status = take_origin(options, &own, variants, err);
    }
    for (size_t i = 0; i < set.count && status == SOW_OK; i++) {
        struct origin origin = {run->id, set.variants[i].name, set.rules[i],
                                i + 1 < set.count ? "\t" : "\n"};
        status = take_origin(options, &origin, variants, err);
    }
    sow_variant_set_release(&set);
    return status;
}

static enum sow_status take_run(struct sow_transfer_options *options,
                                struct sow_store *store, int64_t id, bool variants,
                                struct sow_err *err)
{
    char name[32];
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    (void)snprintf(name, sizeof name, "run:%lld ", (long long)id);
    status = append(options->study.players.specs, sizeof options->study.players.specs,
                    name, "", err);
    if (status == SOW_OK)
        status = take_games(options, &run, variants, err);
    sow_run_row_release(&run);
    return status;
}

/* Line @p index of the origins. */
static const char *line_at(const char *origins, size_t index)
{
    for (size_t i = 0; i < index; i++)
        origins = strchr(origins, '\n') + 1;
    return origins;
}

/* Adds those names of a line that are not in the line at @p start yet; returns its end.
 */
static char *join_line(char *start, char *end, const char *line)
{
    while (*line != '\n') {
        size_t length = strcspn(line, "\t\n");
        const char *at = start;
        while (at < end && (strncmp(at, line, length) != 0 || at[length] != '\t'))
            at += strcspn(at, "\t") + 1;
        if (at >= end) {
            memcpy(end, line, length);
            end[length] = '\t';
            end += length + 1;
        }
        line += length + (line[length] == '\t');
    }
    *end = '\0';
    return end;
}

/* Runs that made the same player are one vector, which is at home in the games of all:
   a line for each run becomes one for each player, whose name is all its runs. */
static enum sow_status merge_origins(struct sow_transfer_options *options,
                                     const int64_t *ids, size_t count,
                                     struct sow_err *err)
{
    char *merged = calloc(1, strlen(options->origins) + 2);
    if (merged == NULL)
        return sow_err_no_memory(err);
    char *start = merged;
    char *end = merged;
    for (const char *name = options->study.players.names; *name != '\0';) {
        size_t run = 0;
        while (run + 1 < count && ids[run] != strtoll(name + strlen("run:"), NULL, 10))
            run++;
        end = join_line(start, end, line_at(options->origins, run));
        name += strcspn(name, "= ");
        if (*name != '=') {
            end += end == start;
            end[-1] = '\n';
            start = end;
        }
        name += *name != '\0';
    }
    free(options->origins);
    options->origins = merged;
    return SOW_OK;
}

enum sow_status sow_transfer_take(struct sow_transfer_options *options,
                                  struct sow_store *store, const int64_t *ids,
                                  size_t count, struct sow_err *err)
{
    bool variants = options->study.choice.variants[0] == '\0';
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < count && status == SOW_OK; i++)
        status = take_run(options, store, ids[i], variants, err);
    if (status == SOW_OK)
        status = sow_player_list_resolve(&options->study.players, store, err);
    return status == SOW_OK ? merge_origins(options, ids, count, err) : status;
}

/* --- the run --- */

/* Cuts the recorded origins into lines; false if there is not one for every vector. */
static bool cut_origins(struct sow_transfer *transfer, size_t vectors)
{
    char *rest = transfer->origin_room;
    for (size_t i = 0; i < vectors; i++) {
        transfer->origins[i] = strsep(&rest, "\n");
        if (rest == NULL)
            return false;
    }
    return *rest == '\0';
}

static enum sow_status read_origins(struct sow_study *study, struct sow_err *err)
{
    const struct sow_transfer_options *options = study->options;
    struct sow_transfer *transfer = study->state;
    transfer->origin_room = strdup(options->origins != NULL ? options->origins : "");
    transfer->origins = calloc(study->players.count, sizeof *transfer->origins);
    if (transfer->origin_room == NULL || transfer->origins == NULL)
        return sow_err_no_memory(err);
    return cut_origins(transfer, study->players.count)
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "the recorded vectors do not have one origin each; the "
                             "record is damaged");
}

static enum sow_status begin(struct sow_study *study, struct sow_err *err)
{
    size_t vectors = study->players.count;
    enum sow_status status = read_origins(study, err);
    for (size_t v = 0; v < study->set.count && status == SOW_OK; v++) {
        for (size_t i = 0; i < vectors; i++)
            for (size_t o = 0; o < study->opponents.count; o++)
                sow_study_add_cell(study, v, i, vectors + o);
        for (size_t i = 0; i < vectors; i++)
            for (size_t j = i + 1; j < vectors; j++)
                if (sow_transfer_is_home(study, v, i) ||
                    sow_transfer_is_home(study, v, j))
                    sow_study_add_cell(study, v, i, j);
    }
    return status;
}

static void release(void *state)
{
    struct sow_transfer *transfer = state;
    free(transfer->origin_room);
    free(transfer->origins);
}

static const struct sow_study_design DESIGN = {
    .least_players = 2,
    .miscount = "one vector cannot be compared: name two runs or more",
    .has_opponents = true,
    .state_size = sizeof(struct sow_transfer),
    .begin = begin,
    .conclude = sow_transfer_conclude,
    .table = "transfers",
    .release = release,
    .ended = "all games played",
};

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    return sow_study_prepare(&DESIGN, options, source, err);
}

static const char *const CONTENT[] = {"match_variants", "matches", "match_pairs",
                                      "transfers", NULL};

const struct sow_run_kind sow_transfer_kind = {
    .name = "transfer",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &GAMES, .title = "Variants"}},
    .options_size = sizeof(struct sow_transfer_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_transfer_kind,
            .section = "Playing",
            .name = "transfer",
            .operands = "ID ID...",
            .summary =
                "vectors evolved in one game, tested in others: scores, regret, duels",
            .examples = "sowlab transfer 1 2 3 4\n"
                        "sowlab transfer 1 2 --variants five --games 5000\n"
                        "sowlab transfer 1 2 --variants kalah --pits 4..8 --json",
            .details =
                "ID are runs that made players: evolutions and fits; one that was "
                "evolved in several games is at home in each of them. 'matrix' has "
                "every vector's score against the panel in every variant. In "
                "'transfers', regret is what the variant's best vector scores more, "
                "with an interval and p that allow for the choice of the best (all "
                "pairs of vectors: Bonferroni within the variant for the interval, "
                "Holm over everything for p); duel_score is the score against the best "
                "of the vectors that were evolved in that variant, with p after Holm.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 2,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .prepare = prepare,
    .execute = sow_study_execute,
    .goes_on = true,
    .content = CONTENT,
};
