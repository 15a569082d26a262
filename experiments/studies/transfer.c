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
    {"opponents", &sow_param_text, AT(opponents.specs), 0, SOW_PLAYER_LIST_MAX, NULL,
     "paper",
     "the panel: players and groups (heuristics = h1 to h6; paper = these and random), "
     "with commas between them, or blanks where a player has commas of its own"},
    SOW_PLAN_GAMES_ROW(AT(games), "1000"),
    SOW_OPENINGS_ROW(AT(random_plies)),
};

const struct sow_param_table sow_transfer_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* As sow_variant_choice_params, but without a fallback: the games of the runs. */

static const struct sow_param GAMES_ROWS[] = {
    {"variants", &sow_param_text, AT(choice.variants), 0, SOW_VARIANT_SET_TEXT_MAX, NULL,
     "",
     "the games to test in, instead of those the runs were made in: names, variant files "
     "and groups (paper, five, all), with commas between them"},
    {"pits", &sow_param_text, AT(choice.pits), 0, 31, NULL, "",
     "with --variants: so many pits a row, a number or a range"},
    {"seeds", &sow_param_text, AT(choice.seeds), 0, 31, NULL, "",
     "with --variants: so many seeds a pit, a number or a range"},
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"players", &sow_param_text, AT(vectors.specs), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the vectors"},
    {"names", &sow_param_text, AT(vectors.names), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the runs they come from"},
    {"origins", &sow_param_text, AT(origins), 0, SOW_ORIGINS_MAX, NULL, "",
     "the variants they were evolved in, a line each with tabs between several"},
    {"opponent_names", &sow_param_text, AT(opponents.names), 0, SOW_PLAYER_LIST_MAX, NULL,
     "", "the opponents as they were asked for"},
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

static enum sow_status take_origin(struct sow_transfer_options *options,
                                   const struct origin *origin, bool variants,
                                   struct sow_err *err)
{
    enum sow_status status =
        append(options->origins, sizeof options->origins, origin->name, origin->end, err);
    return status == SOW_OK && variants ? take_variant(&options->choice, origin, err)
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
    status = append(options->vectors.specs, sizeof options->vectors.specs, name, "", err);
    if (status == SOW_OK)
        status = take_games(options, &run, variants, err);
    sow_run_row_release(&run);
    return status;
}

enum sow_status sow_transfer_take(struct sow_transfer_options *options,
                                  struct sow_store *store, const int64_t *ids,
                                  size_t count, struct sow_err *err)
{
    bool variants = options->choice.variants[0] == '\0';
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < count && status == SOW_OK; i++)
        status = take_run(options, store, ids[i], variants, err);
    return status == SOW_OK ? sow_player_list_resolve(&options->vectors, store, err)
                            : status;
}

/* --- the run --- */

/* Cuts the recorded origins into lines; false if there is not one for every vector. */
static bool cut_origins(struct sow_transfer *transfer)
{
    char *rest = transfer->origin_room;
    for (size_t i = 0; i < transfer->vectors.count; i++) {
        transfer->origins[i] = strsep(&rest, "\n");
        if (rest == NULL)
            return false;
    }
    return *rest == '\0';
}

static enum sow_status read_options(struct sow_transfer *transfer,
                                    const struct sow_transfer_options *options,
                                    struct sow_err *err)
{
    enum sow_status status = sow_variant_set_read(&options->choice, &transfer->set, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->vectors, &transfer->vectors, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->opponents, &transfer->opponents, err);
    if (status != SOW_OK)
        return status;
    transfer->origin_room = strdup(options->origins);
    transfer->origins = calloc(transfer->vectors.count, sizeof *transfer->origins);
    if (transfer->origin_room == NULL || transfer->origins == NULL)
        return sow_err_no_memory(err);
    return cut_origins(transfer)
               ? SOW_OK
               : sow_err_set(err, SOW_BAD_DATA,
                             "the recorded vectors do not have one origin each; the "
                             "record is damaged");
}

static void list_agents(struct sow_transfer *transfer)
{
    const struct sow_roster *rosters[] = {&transfer->vectors, &transfer->opponents};
    size_t count = 0;
    for (int r = 0; r < 2; r++)
        for (size_t i = 0; i < rosters[r]->count; i++) {
            transfer->agents[count] = rosters[r]->agents[i];
            transfer->specs[count++] = rosters[r]->specs[i];
        }
}

/* Of a variant, all vectors against the panel, then pairs of which one is at home. */
static void list_cells(struct sow_transfer *transfer)
{
    size_t vectors = transfer->vectors.count;
    size_t opponents = transfer->opponents.count;
    size_t count = 0;
    for (size_t v = 0; v < transfer->set.count; v++) {
        for (size_t i = 0; i < vectors; i++)
            for (size_t o = 0; o < opponents; o++)
                transfer->cells[count++] =
                    (struct sow_plan_cell){v, (uint32_t)i, (uint32_t)(vectors + o)};
        for (size_t i = 0; i < vectors; i++)
            for (size_t j = i + 1; j < vectors; j++)
                if (sow_transfer_is_home(transfer, v, i) ||
                    sow_transfer_is_home(transfer, v, j))
                    transfer->cells[count++] =
                        (struct sow_plan_cell){v, (uint32_t)i, (uint32_t)j};
    }
    transfer->count = count;
}

static enum sow_status transfer_init(struct sow_transfer *transfer, struct sow_run *run,
                                     const struct sow_transfer_options *options,
                                     struct sow_err *err)
{
    *transfer = (struct sow_transfer){.run = run};
    enum sow_status status = read_options(transfer, options, err);
    if (status != SOW_OK)
        return status;
    size_t vectors = transfer->vectors.count;
    size_t agents = vectors + transfer->opponents.count;
    size_t most = transfer->set.count * vectors * agents;
    transfer->cells = calloc(most, sizeof *transfer->cells);
    transfer->duels = calloc(most, sizeof *transfer->duels);
    transfer->agents = calloc(agents, sizeof *transfer->agents);
    transfer->specs = calloc(agents, sizeof *transfer->specs);
    if (transfer->cells == NULL || transfer->duels == NULL || transfer->agents == NULL ||
        transfer->specs == NULL)
        return sow_err_no_memory(err);
    list_agents(transfer);
    list_cells(transfer);
    return SOW_OK;
}

static void transfer_release(struct sow_transfer *transfer)
{
    sow_variant_set_release(&transfer->set);
    sow_roster_release(&transfer->vectors);
    sow_roster_release(&transfer->opponents);
    free(transfer->origin_room);
    free(transfer->origins);
    free(transfer->cells);
    free(transfer->duels);
    free(transfer->agents);
    free(transfer->specs);
}

static struct sow_plan plan_of(const struct sow_transfer *transfer,
                               const struct sow_transfer_options *asked)
{
    return (struct sow_plan){.set = &transfer->set,
                             .agents = transfer->agents,
                             .specs = transfer->specs,
                             .agent_count =
                                 transfer->vectors.count + transfer->opponents.count,
                             .cells = transfer->cells,
                             .count = transfer->count,
                             .games = asked->games,
                             .random_plies = asked->random_plies};
}

/* Openings at random if vectors that meet repeat a few games without. */
static enum sow_status resolve_openings(struct sow_transfer_options *asked,
                                        struct sow_err *err)
{
    struct sow_transfer transfer;
    if (asked->random_plies != SOW_RANDOM_PLIES_ASKED)
        return SOW_OK;
    enum sow_status status = transfer_init(&transfer, NULL, asked, err);
    if (status == SOW_OK) {
        struct sow_plan plan = plan_of(&transfer, asked);
        asked->random_plies = sow_plan_openings(&plan);
    }
    transfer_release(&transfer);
    return status;
}

/* Every pair of vectors may have to meet, besides the panel. */
static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_transfer_options *transfer = options;
    enum sow_status status = sow_player_list_resolve(&transfer->vectors, source, err);
    if (status == SOW_OK)
        status = sow_player_list_resolve(&transfer->opponents, source, err);
    if (status == SOW_OK)
        status = sow_variant_choice_resolve(&transfer->choice, err);
    if (status != SOW_OK)
        return status;
    size_t vectors = sow_player_list_count(&transfer->vectors);
    if (vectors < 2)
        return sow_err_set(err, SOW_USAGE,
                           "one vector cannot be compared: name two runs or more");
    status = sow_plan_admit(
        &transfer->choice,
        vectors * (sow_player_list_count(&transfer->opponents) + vectors), err);
    return status == SOW_OK ? resolve_openings(transfer, err) : status;
}

static enum sow_status conclude(void *context, struct sow_err *err)
{
    return sow_transfer_conclude(context, err);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_transfer_options *asked = options;
    struct sow_transfer transfer;
    enum sow_status status = transfer_init(&transfer, run, asked, err);
    struct sow_plan plan = plan_of(&transfer, asked);
    if (status == SOW_OK)
        status = sow_plan_play(run, &plan, transfer.duels, err);
    if (status == SOW_OK)
        status = sow_plan_conclude(run, "transfers", conclude, &transfer, err);
    transfer_release(&transfer);
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"match_variants", "matches", "match_pairs",
                                      "transfers", NULL};

const struct sow_run_kind sow_transfer_kind = {
    .name = "transfer",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &sow_transfer_params},
               {.table = &GAMES, .title = "Variants"}},
    .options_size = sizeof(struct sow_transfer_options),
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
                "evolved in "
                "several games is at home in each of them. 'matrix' has every vector's "
                "score "
                "against the panel in every variant. In 'transfers', regret is what the "
                "variant's best vector scores more, with an interval and p that allow "
                "for "
                "the choice of the best (all pairs of vectors: Bonferroni within the "
                "variant "
                "for the interval, Holm over everything for p); duel_score is the score "
                "against the best of the vectors that were evolved in that variant, with "
                "p "
                "after Holm.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 2,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
