/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of the store: one struct a table, its members the table's columns, which
 * docs/schema.md explains. Texts and weights are borrowed, see store.h.
 */
#ifndef SOW_EXPERIMENTS_STORE_TABLES_H
#define SOW_EXPERIMENTS_STORE_TABLES_H

#include <stdint.h>

/** Table `runs`: what was asked, and how the run was made. */
struct sow_run_row {
    int64_t id;              /**< 0 when adding: the store gives the next number */
    const char *kind;        /**< a run kind's name */
    const char *label;       /**< the user's own tag, "" if none */
    const char *variant;     /**< the name it was asked for by */
    const char *rules;       /**< every rule as `key = value` lines */
    const char *parameters;  /**< every option of the kind as a JSON object */
    int64_t seed;            /**< >= 0 */
    const char *status;      /**< running, done, interrupted, failed */
    const char *stop_reason; /**< why it ended; NULL while running */
    const char *version;     /**< of the program */
    const char *revision;    /**< of its source */
    const char *compiler;
    const char *build_type;
    const char *kernel; /**< batch kernel */
    int threads;        /**< > 0 */
    const char *host;
    const char *started;  /**< ISO 8601, UTC */
    const char *finished; /**< the same; NULL while running */
    double seconds;       /**< duration, of all sessions together; while running: as of
                               the heartbeat, or NaN */
    int resumed;          /**< how often it was taken up again */
    const char *digest;   /**< of its content (sow_store_check_run); the store's to set */
    const char *owner;    /**< token of the process at work on it (owner.h), or NULL */
    const char *heartbeat; /**< its last sign of life; the store's to set */
    void *storage;         /**< of a row that was read; else NULL */
};

/** Table `generations`. Add it before its individuals. */
struct sow_generation_row {
    int64_t run_id;
    int generation; /**< 0 = the random one */
    double best;    /**< greatest fitness */
    int best_individual;
    double mean; /**< of the fitness */
    double sd;   /**< standard deviation of the fitness, divisor: the population */
    double worst;
    double spread;      /**< of the weights, the measure docs/method.md defines */
    int64_t games;      /**< played for this generation */
    const char *digest; /**< of the run's content up to here; the store's to set */
};

/** Table `generation_times`: provenance, not content. */
struct sow_generation_times_row {
    int64_t run_id;
    int generation;
    double seconds;       /**< for breeding, playing and storing */
    double store_seconds; /**< the share of the store */
};

enum { SOW_WEIGHTS_MAX = 256 };

/** A vector of weights; stored as a JSON array that reads back to the same bits. */
struct sow_weights {
    const double *value;
    int count; /**< 1..SOW_WEIGHTS_MAX */
};

/** Table `individuals`. */
struct sow_individual_row {
    int64_t run_id;
    int generation;
    int individual;
    struct sow_weights weights;
    double fitness;
};

/** Table `candidates`: a generation's best, replayed on fresh games to choose among
 *  them. The score is (wins + draws / 2) / games, computed by the store. */
struct sow_candidate_row {
    int64_t run_id;
    int candidate;
    int generation; /**< where it comes from */
    int individual;
    struct sow_weights weights;
    double fitness;
    int64_t games; /**< all seats and opponents together */
    int64_t wins;
    int64_t draws;
    int64_t losses;
};

/** Table `champions`: the candidate chosen, one a run; add the candidates first. */
struct sow_champion_row {
    int64_t run_id;
    int candidate;
    int generation;
    int individual;
    struct sow_weights weights;
    double fitness;
    double score; /**< of the games it was chosen by: for an honest figure see its
                       validation matches */
};

/** Table `matches`. "first" and "second" are the games in which `player` moved first and
 *  second, `games` of each. */
struct sow_match_row {
    int64_t run_id;
    int match;
    const char *purpose;  /**< "match" or "validation" */
    const char *player;   /**< canonical player specs */
    const char *opponent; /**< */
    int64_t games;
    int64_t first_wins;
    int64_t first_draws;
    int64_t first_losses;
    int64_t second_wins;
    int64_t second_draws;
    int64_t second_losses;
    int64_t plies;  /**< sum over all games */
    int64_t margin; /**< sum of player's minus opponent's final store over all games */
    int64_t first_distinct; /**< different games in a seat, and for how many they count */
    int64_t second_distinct; /**< (statistics_variety.h) */
    double first_effective;
    double second_effective;
};

/** Table `match_pairs`: the match's games in pairs, the g-th of both seats being one;
 * number of pairs by the player's points in both games. Follows its match. */
struct sow_match_pairs_row {
    int64_t run_id;
    int match;
    int64_t pairs_0; /**< 0 points */
    int64_t pairs_1; /**< 0.5 */
    int64_t pairs_2; /**< 1 */
    int64_t pairs_3; /**< 1.5 */
    int64_t pairs_4; /**< 2 */
};

/** Table `match_tests`: the sequential test a match was played for, as it ended
 *  (statistics_sequential.h). */
struct sow_match_test_row {
    int64_t run_id;
    int match;
    double elo0;
    double elo1;
    double alpha;
    double beta;
    double llr;
    double lower;
    double upper;
    const char *verdict; /**< a name of sow_sprt_verdict_names */
};

/** Table `positions`: a data set is a run of kind "dataset". */
struct sow_position_row {
    int64_t run_id;
    int64_t game;
    int ply;               /**< moves made before the position arose */
    const char *position;  /**< the notation of sow/game/board.h */
    const char *viewpoint; /**< "s" or "n": whose margin it is (who made the last move) */
    int margin;            /**< that player's final store minus the other's */
};

/** Table `choices`: what a player preferred; a data set may hold them beside positions.
 */
struct sow_choice_row {
    int64_t run_id;
    int64_t game;
    int ply;              /**< moves made before this one */
    const char *position; /**< before the move */
    const char *moves; /**< the preferred pits, counted from 1: "3", or "2,5" if they are
                            equally good */
};

/** Table `fits`, one a run. */
struct sow_fit_row {
    int64_t run_id;
    int64_t dataset_id; /**< the run whose positions were fitted */
    const char *method;
    int64_t observations;
    int terms;          /**< coefficients, the intercept included */
    double r2;          /**< this and the next two: NaN where undefined */
    double adjusted_r2; /**< */
    double rmse;        /**< root mean square of the residuals, in seeds */
};

/** Table `coefficients`. Statistics that are undefined are NaN. */
struct sow_coefficient_row {
    int64_t run_id;
    int term;            /**< 0, 1, ... */
    const char *feature; /**< its name, or "intercept" */
    double value;
    double standard_error;
    double t;
    double p;   /**< two-sided */
    double low; /**< 95 % interval */
    double high;
    const char *note; /**< why the term was left out (value 0), or NULL: it was fitted */
};

/** Table `term_diagnostics`, one row a coefficient; NaN where undefined. */
struct sow_term_diagnostics_row {
    int64_t run_id;
    int term;
    double vif;  /**< variance inflation factor */
    double mean; /**< of the feature over the observations */
    double sd;   /**< its standard deviation */
};

/** Table `fit_measures`: one number about the fit as a whole. The key is in the order of
 *  text: add all of sample "in" before "out", and within these by name. */
struct sow_fit_measure_row {
    int64_t run_id;
    const char *sample;    /**< "in" or "out" of the sample (cross-validation) */
    const char *measure;   /**< "rmse", "r2", "bias", "log_loss", "accuracy", ... */
    double value;          /**< NaN where undefined */
    double standard_error; /**< NaN where undefined */
};

/** Table `fit_folds`: one fold of the cross-validation, predicted by the others. */
struct sow_fit_fold_row {
    int64_t run_id;
    int fold;
    int64_t games;
    int64_t observations;
    double score; /**< what is minimised out of sample: rmse, or log loss; this and the
                       next two: NaN where undefined */
    double r2;    /**< */
    double bias;  /**< mean of observed minus predicted */
};

/** Table `fit_steps`: one trial of the forward selection or of a ridge penalty. */
struct sow_fit_step_row {
    int64_t run_id;
    int step;
    const char *action;    /**< what was tried, a word */
    const char *feature;   /**< or NULL */
    double penalty;        /**< or NaN */
    double score;          /**< out of sample, as in `fit_folds` */
    double standard_error; /**< of the score, or NaN */
    int chosen;            /**< 1 if it was kept, else 0 */
};

/** Table `fit_bins`: predicted and observed, by prediction or by phase of the game. Bins
 *  without observations are left out. In the order of the key: kind, sample, bin. */
struct sow_fit_bin_row {
    int64_t run_id;
    const char *kind;   /**< "calibration" or "phase" */
    const char *sample; /**< "in" or "out" */
    int bin;
    double low;  /**< the bin's bounds */
    double high; /**< */
    int64_t observations;
    double predicted; /**< mean */
    double observed;  /**< mean */
    double score;     /**< of the bin, as in `fit_folds`, or NaN */
};

#endif
