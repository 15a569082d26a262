/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Strength of players and of stored runs, as rows of the table strengths. The rows of a
 * run lie beside its results: no digest covers them, and measuring again with at least as
 * many openings replaces them.
 *
 * Ownership: everything is borrowed for the call.
 */
#ifndef SOW_EXPERIMENTS_STRENGTH_RUNS_H
#define SOW_EXPERIMENTS_STRENGTH_RUNS_H

#include "sow/runs/run.h"
#include "sow/store/store.h"
#include "sow/strength/strength.h"

/** Player to measure, with its variant. */
struct sow_strength_player {
    const char *name;              /**< name for rows and messages */
    const struct sow_agent *agent; /**< the player */
    const char *variant;           /**< name of the variant */
    const struct sow_rules *rules; /**< rules of the variant */
    int64_t run_id;                /**< number of the run; 0: none */
    int generation;                /**< generation; -1: the outcome of the run */
};

/** How players are measured. */
struct sow_strength_plan {
    bool depth[SOW_PANEL_DEPTHS]; /**< depths, by index in sow_panel_depths */
    bool main;                    /**< true to add the depth that stands for the player */
    bool fixed; /**< true if stages too are measured at `depth`, and at no other depth */
    int panel;  /**< version of the panel; 0: the newest. For players without a run */
    int openings;            /**< openings for each member */
    struct sow_context with; /**< threads, kernel, stop flag and progress */
    /** Called with each result. May be NULL. */
    void (*told)(void *context, const struct sow_strength_player *player,
                 const struct sow_strength_row *row);
    /** Called for a depth at which the player cannot be measured, with a phrase that says
     *  why. May be NULL. */
    void (*refused)(void *context, const struct sow_strength_player *player, int depth,
                    const char *reason);
    /** Called after `told` with a result that is not stored, because the stored one has
     *  more openings: @p openings. May be NULL. */
    void (*kept)(void *context, const struct sow_strength_player *player,
                 const struct sow_strength_row *row, int openings);
    /** Called after `told` with a result whose regret is not stored, because the stored
     *  one is of more seeds on the board: @p on_board. May be NULL. */
    void (*regret_kept)(void *context, const struct sow_strength_player *player,
                        const struct sow_strength_row *row, int on_board);
    /** Measures the regret of a player, which looks ahead as far as @p row says, and
     * writes it to @p row. Returns its failure. NULL: no regret is measured. */
    enum sow_status (*regret)(void *context, const struct sow_strength_player *player,
                              struct sow_strength_row *row, struct sow_err *err);
    void *context; /**< first argument of the callbacks */
};

/**
 * Measures a player at the depths of a plan.
 * @param plan depths, openings and callbacks
 * @param player the player
 * @param store database that receives the rows if the player has a run; may be NULL
 * @param[out] err reason of a failure
 * @returns as sow_strength_measure, or the failure of the database. A depth at which the
 *   player cannot be measured is no failure.
 */
SOW_MUST_USE enum sow_status
sow_strength_measure_player(const struct sow_strength_plan *plan,
                            const struct sow_strength_player *player,
                            struct sow_store *store, struct sow_err *err);

/**
 * Measures the player that a stored run produced, in every variant of the run, and stores
 * the rows.
 * @param store database with the run, open for writing
 * @param id number of the run
 * @param generation generation whose best individual is measured; -1: the champion or
 *   the fitted player
 * @param plan depths, openings and callbacks
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for a run without a player, SOW_NOT_FOUND for a missing run, or as
 *   sow_strength_measure_player
 */
SOW_MUST_USE enum sow_status
sow_strength_measure_run(struct sow_store *store, int64_t id, int generation,
                         const struct sow_strength_plan *plan, struct sow_err *err);

/**
 * Measures every @p every-th stage of a run that is done, in the short form: few
 * openings, at one depth unless the plan fixes others. A stage is a generation, of which
 * the best individual is measured at its main depth, or a round of learning, whose
 * weights are measured at the greatest depth, too. The first stage is the first
 * generation or round.
 * @param store database with the run, open for writing
 * @param id number of the run
 * @param every distance of two stages, at least 1
 * @param plan callbacks, context, and depths if they are fixed; openings have no effect
 * @param[out] err reason of a failure
 * @returns SOW_USAGE if the run has no stages or is not done, or as
 * sow_strength_measure_run
 */
SOW_MUST_USE enum sow_status
sow_strength_measure_stages(struct sow_store *store, int64_t id, int every,
                            const struct sow_strength_plan *plan, struct sow_err *err);

/**
 * Measures stages of a run that is done as sow_strength_measure_stages, at equal
 * distances from the first to the last or near it. Leaves out depths at which a stage is
 * measured.
 * @param store database with the run, open for writing
 * @param id number of the run
 * @param stages number of stages, at least 2. A run that has fewer is measured at all
 * @param plan callbacks, context, and depths if they are fixed; openings have no effect
 * @param[out] err reason of a failure
 * @returns as sow_strength_measure_run; SOW_OK for a run without stages
 */
SOW_MUST_USE enum sow_status
sow_strength_measure_curve(struct sow_store *store, int64_t id, int stages,
                           const struct sow_strength_plan *plan, struct sow_err *err);

/** Options of a kind whose runs are measured when they are done. */
struct sow_strength_options {
    bool measure; /**< true if the player of the run is measured */
    /** True if it is measured at all depths in the short form, false at depths 1 and 2 in
     *  the long form. The kind sets it. */
    bool all_depths;
    int every; /**< step of generations or rounds that are measured, 0: none */
};

/** Row of the option `measure`, for a struct sow_strength_options at @p offset. */
#define SOW_MEASURE_ROW(offset)                                                          \
    {                                                                                    \
        "measure", &sow_param_flag,                                                      \
            (offset) + offsetof(struct sow_strength_options, measure), 0, 0, NULL,       \
            "yes",                                                                       \
            "strength of the player, measured when the run is done; kept beside the "    \
            "results, not a setting of the run; --measure=no leaves it out"              \
    }

/** Row of the option `measure_every`, for a struct sow_strength_options at @p offset. @p
 *  stages names what is measured, such as "rounds". */
#define SOW_MEASURE_EVERY_ROW(offset, stages)                                            \
    {                                                                                    \
        "measure_every", &sow_param_integer,                                             \
            (offset) + offsetof(struct sow_strength_options, every), 0, 1000000, NULL,   \
            "0", "step of " stages " measured too, with 50 openings; 0 = none"           \
    }

/**
 * Measures a stage of a run in progress, if the options ask for it. The stage has to be
 * stored, and no transaction may be open.
 * @param run the run
 * @param options what to measure
 * @param stage number of the generation or round
 * @param first number of the first generation or round
 * @param[out] err reason of a failure
 * @returns as sow_strength_measure_run
 */
SOW_MUST_USE enum sow_status
sow_strength_during(struct sow_run *run, const struct sow_strength_options *options,
                    int stage, int first, struct sow_err *err);

/**
 * Measures a run that is done, as its options say (`after` of run.h), also at the main
 * depth. Stages that sow_strength_during has measured are not measured again. Depth 4
 * takes several times as long as the others; the command measure has it in the long form.
 * The champion is not measured if the environment variable SOWLAB_MEASURE is `no`.
 * @param run the run
 * @param options what to measure
 * @param[out] err reason of a failure
 * @returns as sow_strength_measure_run
 */
SOW_MUST_USE enum sow_status
sow_strength_after(struct sow_run *run, const struct sow_strength_options *options,
                   struct sow_err *err);

#endif
