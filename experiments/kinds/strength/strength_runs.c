/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strength of players and of stored runs, as rows of the table strengths. */
#include "sow/strength/strength_runs.h"

#include "sow/players/players.h"
#include "sow/store/tables/runs.def"
#include "sow/store/tables/strengths.def"
#include "sow/support/progress.h"
#include "sow/variants/variant.h"
#include "sow/variants/variant_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One player ---- */

/* Returns the depth that stands for a player: the greatest of the panel's depths that the
   player's own search reaches. It is 1 for a player that does not search, and the
   greatest depth for a search without a limit of depth. */
static int main_depth(const struct sow_agent *agent)
{
    int depth = sow_panel_depths[0];
    int own = agent->kind != SOW_AGENT_SEARCH ? 1
              : agent->limits.depth > 0       ? agent->limits.depth
                                              : SOW_SEARCH_DEPTH_MAX;
    for (int i = 0; i < SOW_PANEL_DEPTHS; i++)
        if (sow_panel_depths[i] <= own)
            depth = sow_panel_depths[i];
    return depth;
}

/* Measures the regret of the player that looks ahead as far as row->depth says, with
   plan->regret, which writes it to @p row. The player must be able to look ahead. Returns
   the failure of plan->regret. */
static enum sow_status measure_regret(const struct sow_strength_plan *plan,
                                      const struct sow_strength_player *player,
                                      struct sow_strength_row *row, struct sow_err *err)
{
    struct sow_agent deep;
    struct sow_strength_player asked = *player;
    const char *refusal = sow_strength_deepen(player->agent, row->depth, &deep);
    assert(refusal == NULL);
    (void)refusal;
    asked.agent = &deep;
    return plan->regret(plan->context, &asked, row, err);
}

/* Sets the int in @p context to a number. Never fails. Callback of sow_store_answer. */
static enum sow_status take_number(void *context, const struct sow_cells *cells,
                                   struct sow_err *err)
{
    (void)err;
    *(int *)context = (int)cells->number[0];
    return SOW_OK;
}

/* Tells of the row of a player, and of a better strength or regret that is stored and
   stays. The number of openings of the stored row is @p kept if that stays, else 0.
   Without a store, nothing is stored. Returns the failure of the database. */
static enum sow_status tell_row(const struct sow_strength_plan *plan,
                                const struct sow_strength_player *player,
                                const struct sow_strength_row *row, int kept,
                                struct sow_store *store, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT regret_on_board FROM strengths WHERE run_id = ?1 AND variant = ?2"
        " AND generation = ?3 AND depth = ?4";
    int on_board = 0;
    enum sow_status status = SOW_OK;
    if (plan->told != NULL)
        plan->told(plan->context, player, row);
    if (kept > 0 && plan->kept != NULL)
        plan->kept(plan->context, player, row, kept);
    if (store == NULL || row->run_id == 0 || row->regret_on_board == 0)
        return SOW_OK;
    status = sow_store_answer(store, SQL,
                              SOW_VALUES(sow_integer(row->run_id), sow_text(row->variant),
                                         sow_integer(row->generation),
                                         sow_integer(row->depth)),
                              take_number, &on_board, err);
    if (on_board > row->regret_on_board && plan->regret_kept != NULL)
        plan->regret_kept(plan->context, player, row, on_board);
    return status;
}

/* Measures a player against a panel at one depth, and its regret if the plan has a
   function for it. Stores the row if there is a store and the player has a run, unless
   the stored row has more openings. Then calls tell_row. Returns the failure of the
   measurement or the database. */
static enum sow_status measure_depth(const struct sow_strength_plan *plan,
                                     const struct sow_strength_player *player,
                                     const struct sow_panel *panel, int depth,
                                     struct sow_store *store, struct sow_err *err)
{
    struct sow_strength strength;
    struct sow_strength_request request = {.panel = panel,
                                           .rules = player->rules,
                                           .player = player->agent,
                                           .depth = depth,
                                           .openings = plan->openings,
                                           .with = plan->with};
    enum sow_status status = sow_strength_measure(&request, &strength, err);
    if (status != SOW_OK)
        return status;
    struct sow_strength_row row = {.run_id = player->run_id,
                                   .variant = player->variant,
                                   .generation = player->generation,
                                   .depth = depth,
                                   .main = depth == main_depth(player->agent),
                                   .panel = panel->name,
                                   .openings = strength.openings,
                                   .games = strength.games,
                                   .score = strength.score,
                                   .low = strength.low,
                                   .high = strength.high,
                                   .elo = strength.elo,
                                   .elo_low = strength.elo_low,
                                   .elo_high = strength.elo_high,
                                   .regret = (double)NAN,
                                   .regret_low = (double)NAN,
                                   .regret_high = (double)NAN};
    int kept = 0;
    if (plan->regret != NULL)
        status = measure_regret(plan, player, &row, err);
    if (status != SOW_OK)
        return status;
    if (store != NULL && player->run_id != 0)
        status = sow_store_put_strength(store, &row, &kept, err);
    return status == SOW_OK ? tell_row(plan, player, &row, kept, store, err) : status;
}

enum sow_status sow_strength_measure_player(const struct sow_strength_plan *plan,
                                            const struct sow_strength_player *player,
                                            struct sow_store *store, struct sow_err *err)
{
    struct sow_panel panel;
    enum sow_status status = sow_panel_of(player->rules, plan->panel, &panel, err);
    if (status != SOW_OK)
        return status;
    for (int i = 0; i < SOW_PANEL_DEPTHS && status == SOW_OK; i++) {
        int depth = sow_panel_depths[i];
        if (!plan->depth[i] && !(plan->main && depth == main_depth(player->agent)))
            continue;
        const char *refusal = sow_strength_refusal(player->agent, depth);
        if (refusal == NULL)
            status = measure_depth(plan, player, &panel, depth, store, err);
        else if (plan->refused != NULL)
            plan->refused(plan->context, player, depth, refusal);
    }
    sow_panel_release(&panel);
    return status;
}

/* ---- Stored runs ---- */

/* Variants of a run. */
struct variants {
    size_t count;
    struct named {
        char *name; /* name as stored; owned */
        struct sow_variant variant;
    } * entry;
};

/* Frees the list of variants and its names, also an incomplete one. */
static void release_variants(struct variants *variants)
{
    for (size_t i = 0; i < variants->count; i++)
        free(variants->entry[i].name);
    free(variants->entry);
}

/* Adds a variant to the list in @p context, a struct variants (a sow_cells_fn). The cells
   are the stored name and the rules as text. Fails with SOW_NO_MEMORY, or with the error
   of rules that cannot be read. */
static enum sow_status add_variant(void *context, const struct sow_cells *cells,
                                   struct sow_err *err)
{
    struct variants *variants = context;
    size_t count = variants->count + 1;
    struct named *entry = realloc(variants->entry, count * sizeof *entry);
    if (entry == NULL)
        return sow_err_no_memory(err);
    variants->entry = entry;
    entry[count - 1].name = strdup(cells->text[0]);
    if (entry[count - 1].name == NULL)
        return sow_err_no_memory(err);
    variants->count = count;
    return sow_variant_read_text(cells->text[1], cells->text[0],
                                 &entry[count - 1].variant, err);
}

/* Lists the variants by whose rules the matches of a run were played, each name once, or
   the run's own variant if its matches name none. Release the list, also after a failure:
   an error of the database or of add_variant. */
static enum sow_status read_variants(struct sow_store *store, int64_t id,
                                     struct variants *variants, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT variant, rules FROM match_variants WHERE run_id = ?1 GROUP BY variant"
        " UNION ALL SELECT variant, rules FROM runs WHERE id = ?1"
        " AND NOT EXISTS (SELECT 1 FROM match_variants WHERE run_id = ?1)";
    *variants = (struct variants){.count = 0};
    return sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)), add_variant,
                            variants, err);
}

/* Checks that a run is done. Fails with SOW_USAGE if it is not, because its player may
   still change, or with the error of sow_store_read_run. */
static enum sow_status require_done(struct sow_store *store, int64_t id,
                                    struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    bool done = strcmp(row.status, "done") == 0;
    sow_run_row_release(&row);
    return done ? SOW_OK
                : sow_err_set(err, SOW_USAGE,
                              "run %lld is not done, and its player may change: 'sowlab "
                              "resume %lld' first",
                              (long long)id, (long long)id);
}

enum sow_status sow_strength_measure_run(struct sow_store *store, int64_t id,
                                         int generation,
                                         const struct sow_strength_plan *plan,
                                         struct sow_err *err)
{
    char name[64];
    struct variants variants = {.count = 0};
    struct sow_agent agent;
    if (generation < 0)
        (void)snprintf(name, sizeof name, "run:%lld", (long long)id);
    else
        (void)snprintf(name, sizeof name, "run:%lld@%d", (long long)id, generation);
    enum sow_status status = sow_players_parse(store, name, &agent, err);
    if (status == SOW_OK && generation < 0)
        status = require_done(store, id, err);
    if (status == SOW_OK)
        status = read_variants(store, id, &variants, err);
    for (size_t i = 0; i < variants.count && status == SOW_OK; i++) {
        struct sow_strength_player player = {.name = name,
                                             .agent = &agent,
                                             .variant = variants.entry[i].name,
                                             .rules = &variants.entry[i].variant.rules,
                                             .run_id = id,
                                             .generation = generation};
        status = sow_strength_measure_player(plan, &player, store, err);
    }
    release_variants(&variants);
    return status;
}

/* ---- Generations and rounds ---- */

/* Returns a copy of a plan in the short form, for stages (generations or rounds): few
   openings, at the main depth of the player only. For rounds (@p rounds is true) the
   greatest depth is added, because their weights are made for a search. If the plan fixes
   the depths, they stay as they are. */
static struct sow_strength_plan short_plan(const struct sow_strength_plan *plan,
                                           bool rounds)
{
    struct sow_strength_plan made = *plan;
    made.openings = SOW_STRENGTH_SHORT_OPENINGS;
    if (plan->fixed)
        return made;
    memset(made.depth, 0, sizeof made.depth);
    made.depth[SOW_PANEL_DEPTHS - 1] = rounds;
    made.main = true;
    return made;
}

/* Finds the stages of a run, from @p first to @p end - 1. Generations are numbered from
   0. A run without generations may have rounds, which are numbered from 1. There are none
   if @p end is not above @p first. Returns an error of the database. */
static enum sow_status find_stages(struct sow_store *store, int64_t id, int64_t *first,
                                   int64_t *end, struct sow_err *err)
{
    int64_t rounds = 0;
    *first = 0;
    enum sow_status status = sow_store_count(store, "generations", id, end, err);
    if (status == SOW_OK && *end == 0)
        status = sow_store_count(store, "learn_rounds", id, &rounds, err);
    if (status == SOW_OK && rounds > 0) {
        *first = 1;
        *end = rounds + 1;
    }
    return status;
}

/* Depths at which a stage is measured. */
struct stage_depths {
    bool any;
    bool has[SOW_PANEL_DEPTHS]; /* by index in sow_panel_depths */
};

/* Notes the depth of a row. @p context is a struct stage_depths. Never fails. Callback of
   sow_store_answer. */
static enum sow_status note_depth(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct stage_depths *depths = context;
    int index = sow_panel_depth_index((int)cells->number[0]);
    (void)err;
    depths->any = true;
    if (index >= 0)
        depths->has[index] = true;
    return SOW_OK;
}

/* Takes the depths off @p plan at which a stage is measured already. If the plan does not
   fix its depths, one row is enough for all. Sets @p left to true if there is something
   to measure. Returns the failure of the database. */
static enum sow_status strike_measured(struct sow_store *store, int64_t id, int64_t stage,
                                       struct sow_strength_plan *plan, bool *left,
                                       struct sow_err *err)
{
    static const char SQL[] =
        "SELECT DISTINCT depth FROM strengths WHERE run_id = ?1 AND generation = ?2";
    struct stage_depths depths = {.any = false};
    enum sow_status status =
        sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id), sow_integer(stage)),
                         note_depth, &depths, err);
    *left = !plan->fixed && !depths.any;
    for (int i = 0; i < SOW_PANEL_DEPTHS && plan->fixed; i++) {
        plan->depth[i] = plan->depth[i] && !depths.has[i];
        *left = *left || plan->depth[i];
    }
    return status;
}

/* Stages of a run that are measured: each `every`-th, or about `count` in equal steps if
   that is not 0. */
struct pace {
    int every; /* 1 or more */
    int count; /* 0, or 2 or more */
};

/* Measures stages of a run in the short form, from the first one on. If @p missing is
   true, leaves out what is measured already. Does nothing for a run without stages.
   Returns the first error. */
static enum sow_status measure_stages(struct sow_store *store, int64_t id,
                                      struct pace pace, bool missing,
                                      const struct sow_strength_plan *plan,
                                      struct sow_err *err)
{
    int64_t first;
    int64_t end;
    enum sow_status status = find_stages(store, id, &first, &end, err);
    struct sow_strength_plan made = short_plan(plan, first == 1);
    int64_t every = pace.count == 0 ? pace.every : (end - first - 1) / (pace.count - 1);
    every = every > 0 ? every : 1;
    for (int64_t stage = first; status == SOW_OK && stage < end; stage += every) {
        struct sow_strength_plan asked = made;
        bool left = true;
        if (missing)
            status = strike_measured(store, id, stage, &asked, &left, err);
        if (status == SOW_OK && left)
            status = sow_strength_measure_run(store, id, (int)stage, &asked, err);
    }
    return status;
}

enum sow_status sow_strength_measure_stages(struct sow_store *store, int64_t id,
                                            int every,
                                            const struct sow_strength_plan *plan,
                                            struct sow_err *err)
{
    int64_t first;
    int64_t end;
    enum sow_status status = find_stages(store, id, &first, &end, err);
    if (status == SOW_OK && end <= first)
        status = sow_err_set(err, SOW_USAGE,
                             "run %lld has neither generations nor rounds to measure: "
                             "leave out --every",
                             (long long)id);
    if (status == SOW_OK)
        status = require_done(store, id, err);
    return status == SOW_OK ? measure_stages(store, id, (struct pace){.every = every},
                                             false, plan, err)
                            : status;
}

enum sow_status sow_strength_measure_curve(struct sow_store *store, int64_t id,
                                           int stages,
                                           const struct sow_strength_plan *plan,
                                           struct sow_err *err)
{
    return measure_stages(store, id, (struct pace){.count = stages}, true, plan, err);
}

enum sow_status sow_strength_during(struct sow_run *run,
                                    const struct sow_strength_options *options, int stage,
                                    int first, struct sow_err *err)
{
    struct sow_strength_plan plan = {.with = run->with};
    if (options->every == 0 || (stage - first) % options->every != 0)
        return SOW_OK;
    plan = short_plan(&plan, first == 1);
    plan.with.progress = NULL; /* the progress counts the games of the run */
    return sow_strength_measure_run(run->sink, run->id, stage, &plan, err);
}

enum sow_status sow_strength_after(struct sow_run *run,
                                   const struct sow_strength_options *options,
                                   struct sow_err *err)
{
    const char *wanted = getenv("SOWLAB_MEASURE");
    bool outcome = options->measure && (wanted == NULL || strcmp(wanted, "no") != 0);
    bool all = options->all_depths;
    struct sow_strength_plan plan = {.depth = {true, true, all},
                                     .main = true,
                                     .openings = all ? SOW_STRENGTH_SHORT_OPENINGS
                                                     : SOW_STRENGTH_OPENINGS,
                                     .with = run->with};
    enum sow_status status = SOW_OK;
    if (options->every == 0 && !outcome)
        return SOW_OK;
    sow_progress_begin(run->with.progress, 0, "games for strength");
    if (options->every > 0)
        status = measure_stages(run->sink, run->id,
                                (struct pace){.every = options->every}, true, &plan, err);
    if (status == SOW_OK && outcome)
        status = sow_strength_measure_run(run->sink, run->id, -1, &plan, err);
    sow_progress_end(run->with.progress);
    return status;
}
