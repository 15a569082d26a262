/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Rows of the store that belong to panels of matches (panel.h): the plan of which match
 * is played by which rules, and what the kinds of panel conclude. docs/schema.md
 * describes the tables. In the order of content, evolutions and the plan come before the
 * matches and everything else after them, in the order of this file.
 *
 * As in store.h, rows and their texts are borrowed for the call they are passed to.
 */
#ifndef SOW_EXPERIMENTS_STORE_PANEL_H
#define SOW_EXPERIMENTS_STORE_PANEL_H

#include "sow/base/err.h"
#include "sow/store/store_tables.h"

#include <stdint.h>

struct sow_store;

/** Table `evolutions`: what came of an evolution that an experiment made for itself. */
struct sow_evolution_row {
    int64_t run_id;
    int evolution;
    const char *setting; /**< what it was made for, a few words */
    const char *variant; /**< name */
    const char *rules;   /**< every rule as `key = value` lines */
    int64_t seed;        /**< `sowlab evolve` with it comes to the same */
    const char *player;  /**< the champion, canonical spec */
    struct sow_weights weights;
    double fitness; /**< of the champion in the last generation */
    double score;   /**< of the games that the champion was chosen by */
};

/** Table `match_variants`: by which rules a match is played, where a run has more than
 * its own. */
struct sow_match_variant_row {
    int64_t run_id;
    int match;
    const char *variant; /**< name */
    const char *rules;   /**< every rule as `key = value` lines */
};

/** Table `ratings`: a player's place in a tournament. */
struct sow_rating_row {
    int64_t run_id;
    int line;
    const char *variant; /**< or NULL: all together, each variant counted alike */
    int place;           /**< from 1; equal ratings share the first one's */
    const char *player;  /**< canonical spec */
    const char *name;    /**< as it was asked for */
    int64_t games;       /**< against the others, both seats */
    int64_t wins;
    int64_t draws;
    int64_t losses;
    double score;          /**< points a game */
    double rating;         /**< Bradley and Terry, Elo scale, mean 0 */
    double standard_error; /**< of the rating */
    double low;            /**< 95 % interval of the rating */
    double high;           /**< */
    double
        prior; /**< virtual games a player that the ratings needed to be finite, or 0 */
};

/** Table `cycles`: three players of which each beats the next, significantly. */
struct sow_cycle_row {
    int64_t run_id;
    int line;
    const char *variant; /**< or NULL: all together */
    const char *first;   /**< names; beats the second, that the third, that the first */
    const char *second;
    const char *third;
    double first_score;  /**< of the first against the second */
    double second_score; /**< of the second against the third */
    double third_score;  /**< of the third against the first */
    double p;            /**< the greatest of the three, Holm over all pairs */
};

/** Table `replays`: a seat that a player did badly in, in fresh games. */
struct sow_replay_row {
    int64_t run_id;
    int replay;
    const char *player;   /**< canonical spec */
    const char *name;     /**< as it was asked for */
    int place;            /**< 1: its worst in the games it was chosen by */
    const char *variant;  /**< name */
    const char *opponent; /**< canonical spec */
    const char *seat;     /**< the player's: "first" or "second" */
    double chosen_rate;   /**< its win rate in the games it was chosen by */
    int64_t games;        /**< fresh ones; all that follows is of them */
    int64_t wins;
    int64_t draws;
    int64_t losses;
    int64_t distinct_games; /**< statistics_variety.h */
    double effective;
    double win_rate;
    double low;  /**< 95 % interval (Clopper-Pearson, Bonferroni over the player's) */
    double high; /**< */
};

/** Table `robustness`: how a player does against a panel of opponents. */
struct sow_robustness_row {
    int64_t run_id;
    int line;
    const char *player;  /**< canonical spec */
    const char *name;    /**< as it was asked for */
    const char *variant; /**< or NULL: all together */
    int cells;           /**< variants x opponents x seats */
    int64_t games;
    double win_rate;            /**< mean over the cells */
    double score;               /**< the same of points a game */
    double low;                 /**< 95 % interval of the score */
    double high;                /**< */
    const char *worst_variant;  /**< of the cell with the least win rate */
    const char *worst_opponent; /**< its canonical spec */
    const char *worst_seat;     /**< "first" or "second" */
    double worst_rate;
    double worst_low;     /**< 95 % interval of that cell (Clopper-Pearson), as if it had
                               been named beforehand */
    double worst_high;    /**< */
    double floor_low;     /**< 95 % interval of the least true win rate of all cells
                               (Bonferroni), which allows for the choice */
    double floor_high;    /**< */
    double replayed_rate; /**< the least of its replays; this and its limits are NaN
                               without, and where there is a line of more variants */
    double replayed_low;  /**< 95 % interval of the least true win rate of those */
    double replayed_high; /**< */
};

/** Table `reproduced`: a published figure and ours. */
struct sow_reproduced_row {
    int64_t run_id;
    int cell;
    const char *table_name;
    const char *variant;
    const char *row_name;
    const char *column_name;
    double published;        /**< in the unit of the publication; this and those up to
                                `p_adjusted`        are NaN where there is none */
    int64_t published_games; /**< 0: not known */
    double ours;
    int64_t ours_games;
    double low; /**< 95 % interval of ours */
    double high;
    double p;            /**< of the hypothesis that both are the same */
    double p_adjusted;   /**< Holm within the table */
    double visible;      /**< the least difference that would have been called one, where
                              none was; NaN where none can be told */
    const char *verdict; /**< "agrees", "differs", "differs as known", "holds", "fails",
                              "undecided" */
};

/** Table `transfers`: a vector in a variant. */
struct sow_transfer_row {
    int64_t run_id;
    int line;
    const char *variant;
    const char *name;    /**< of the vector: the run it comes from */
    const char *player;  /**< its canonical spec */
    const char *origin;  /**< the variant it was evolved in */
    int64_t games;       /**< against the panel */
    double score;        /**< against the panel */
    double low;          /**< 95 % interval */
    double high;         /**< */
    const char *best;    /**< name of the vector with the best score in this variant */
    double regret;       /**< its score less this one's */
    double regret_low;   /**< 95 % interval */
    double regret_high;  /**< */
    double regret_p;     /**< of the hypothesis that both are as good, Holm over all */
    const char *home;    /**< name of the variant's own best vector, or NULL: none */
    double duel_score;   /**< against that one; NaN if it is that one or there is none */
    double duel_low;     /**< 95 % interval */
    double duel_high;    /**< */
    double duel_p;       /**< of the hypothesis of equal strength, Holm over all */
    const char *verdict; /**< "best", "worse", "undecided" */
};

/** Table `flips`: rules that differ from the run's own in one option. */
struct sow_flip_row {
    int64_t run_id;
    int flip;              /**< 0: the rules themselves */
    const char *option;    /**< its key; NULL for the rules themselves */
    const char *old_value; /**< the same */
    const char *new_value; /**< the same */
    const char *variant;   /**< name of the game in the plan, or NULL: left out */
    const char *left_out;  /**< why, or NULL */
};

/** Table `sensitivity`: something measured under the rules of a flip. */
struct sow_sensitivity_row {
    int64_t run_id;
    int line;
    int flip;
    const char *measure; /**< docs/schema.md lists them */
    const char *player;  /**< whose: canonical spec, or NULL: of all evolutions */
    int64_t games;       /**< it was measured in; 0: it is a weight */
    double value;
    double low;             /**< 95 % interval; this and all that follow may be NaN */
    double high;            /**< */
    double difference;      /**< to the rules themselves, or to 0.5 for duels */
    double difference_low;  /**< 95 % interval */
    double difference_high; /**< */
    double p;               /**< of the hypothesis that there is none */
    double p_adjusted;      /**< Holm over the flips, for weights over all of them too */
    const char *verdict;    /**< "base", "higher", "lower", "undecided" */
};

SOW_MUST_USE enum sow_status sow_store_add_evolution(struct sow_store *store,
                                                     const struct sow_evolution_row *row,
                                                     struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_match_variant(struct sow_store *store,
                            const struct sow_match_variant_row *row, struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_rating(struct sow_store *store,
                                                  const struct sow_rating_row *row,
                                                  struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_cycle(struct sow_store *store,
                                                 const struct sow_cycle_row *row,
                                                 struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_replay(struct sow_store *store,
                                                  const struct sow_replay_row *row,
                                                  struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_robustness(struct sow_store *store, const struct sow_robustness_row *row,
                         struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_reproduced(struct sow_store *store, const struct sow_reproduced_row *row,
                         struct sow_err *err);
SOW_MUST_USE enum sow_status sow_store_add_transfer(struct sow_store *store,
                                                    const struct sow_transfer_row *row,
                                                    struct sow_err *err);

SOW_MUST_USE enum sow_status sow_store_add_flip(struct sow_store *store,
                                                const struct sow_flip_row *row,
                                                struct sow_err *err);
SOW_MUST_USE enum sow_status
sow_store_add_sensitivity(struct sow_store *store, const struct sow_sensitivity_row *row,
                          struct sow_err *err);

typedef enum sow_status
sow_evolution_fn(void *context, const struct sow_evolution_row *row, struct sow_err *err);

/** Hands over a run's evolutions in order. */
SOW_MUST_USE enum sow_status sow_store_each_evolution(struct sow_store *store,
                                                      int64_t run_id,
                                                      sow_evolution_fn *take,
                                                      void *context, struct sow_err *err);

typedef enum sow_status sow_replay_fn(void *context, const struct sow_replay_row *row,
                                      struct sow_err *err);

/** Hands over a run's replays in order. */
SOW_MUST_USE enum sow_status sow_store_each_replay(struct sow_store *store,
                                                   int64_t run_id, sow_replay_fn *take,
                                                   void *context, struct sow_err *err);

typedef enum sow_status sow_match_variant_fn(void *context,
                                             const struct sow_match_variant_row *row,
                                             struct sow_err *err);

/** Hands over the plan of a run in order. */
SOW_MUST_USE enum sow_status sow_store_each_match_variant(struct sow_store *store,
                                                          int64_t run_id,
                                                          sow_match_variant_fn *take,
                                                          void *context,
                                                          struct sow_err *err);

#endif
