/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of an ablation, which its sources share. */
#ifndef SOW_ABLATION_H
#define SOW_ABLATION_H

#include "sow/ablation/ablate.h"

#include "sow/charts/chart.h"
#include "sow/queries/query_sections.h"
#include "sow/strength/strength.h"

/* ---- Weights (ablate_vector.c) ---- */

/* Weights of a player. Weights of heuristics of moves have a term for each heuristic,
   also for those of weight 0. */
struct ablation_vector {
    bool of_moves; /* true for heuristics of moves, false for features of positions */
    int count;
    int feature[SOW_AGENT_TERMS_MAX]; /* heuristic or feature, by term */
    double weight[SOW_AGENT_TERMS_MAX];
};

/* Reads the weights of a player, or of the evaluator of a player that searches. Returns
   false if it has none. */
bool sow_ablation_vector_read(const struct sow_agent *agent,
                              struct ablation_vector *vector);

/* Makes a player like @p original with other weights, one for each term. */
void sow_ablation_vector_apply(const struct sow_agent *original, const double *weights,
                               struct sow_agent *changed);

/* Returns the name of a term's heuristic or feature. */
const char *sow_ablation_term_name(const struct ablation_vector *vector, int term);

/* Reads a list of names into terms, in the order of the list. An empty list gives all
   terms with a weight other than 0. Fails with SOW_USAGE for a name that is no term, or
   for one that is there twice; the message names the terms. */
SOW_MUST_USE enum sow_status sow_ablation_terms_read(const struct ablation_vector *vector,
                                                     const char *list,
                                                     int terms[SOW_AGENT_TERMS_MAX],
                                                     int *count, struct sow_err *err);

/* A variant of an ablation; borrows both. */
struct ablation_variant {
    const char *name;
    const struct sow_rules *rules;
};

/* Measures the spread of each term: the standard deviation between the moves of a
   position, over the positions of games of the player with itself. Every variant counts
   alike. A term that never differs has 0. Stops early after a stop request. */
void sow_ablation_spreads(const struct ablation_vector *vector,
                          const struct sow_agent *agent,
                          const struct ablation_variant *list, size_t variants,
                          double spread[SOW_AGENT_TERMS_MAX]);

/* ---- Changes (ablate_changes.c) ---- */

/* Kinds of changes, in the order in which they are made. */
enum ablation_kind {
    ABLATION_ORIGINAL, /* the player itself */
    ABLATION_ZERO,     /* the weight is 0 */
    ABLATION_SIGN,     /* the weight has its sign, and the mean effect of all weights */
    ABLATION_DOWN,     /* the weight is a step lower */
    ABLATION_UP,       /* the weight is a step higher */
    ABLATION_REFIT,    /* all other features are learnt again; with no term: all */
    ABLATION_FORWARD,  /* the first features of a list, learnt again if there is a
                          learner */
    ABLATION_CURVE,    /* a value of the weight on a grid */
    ABLATION_KINDS
};

/* Words of the kinds, by enum ablation_kind. */
extern const char *const sow_ablation_kind_names[ABLATION_KINDS + 1];

/* A change. */
struct ablation_change {
    enum ablation_kind kind;
    int term;      /* term that is changed, or ABLATION_NO_TERM */
    double weight; /* new weight of the term; NAN if all weights are others */
    int kept;      /* for ABLATION_FORWARD: number of features that are kept */
    size_t base;   /* change that it is compared with; curves have none before the end */
    bool made;     /* true if `agent` and `spec` are set */
    struct sow_agent agent;
    char *spec;    /* owned */
    int8_t *signs; /* result of every game, in the order of sow_ablation_at; owned */
};

enum { ABLATION_NO_TERM = -1 };

/* An ablation in progress. Borrows run and options, owns the rest. */
struct ablation {
    struct sow_run *run;
    const struct sow_ablate_options *options;
    size_t variants;
    struct ablation_variant *list; /* the variants */
    struct sow_panel *panels;      /* panel of each variant; NULL if the options name the
                                      opponents */
    size_t opponents;              /* number of opponents, the same in all variants */
    struct sow_agent original;
    struct ablation_vector vector;
    double effect; /* mean of |weight| times spread over the terms with a weight */
    double spread[SOW_AGENT_TERMS_MAX];
    int order[SOW_AGENT_TERMS_MAX]; /* terms of --forward */
    int ordered;                    /* number of them */
    size_t count;
    struct ablation_change *changes;
};

/* Counts or makes the changes that the options ask for. Counts them if @p changes is
   NULL. Changes without an effect are left out: of a weight 0 to 0, and steps of a
   feature that never differs. Their number depends on vector, spreads and options. Fails
   as sow_ablation_terms_read, or with SOW_USAGE for an unknown change. */
SOW_MUST_USE enum sow_status sow_ablation_changes_list(const struct ablation *ablation,
                                                       struct ablation_change *changes,
                                                       size_t *count,
                                                       struct sow_err *err);

/* ---- Learners (ablate_refit.c) ---- */

/* Returns true if a learner is named. */
bool sow_ablation_has_learner(const struct sow_ablate_options *options);

/* Checks the learner and its options for the features of a player. Fails with SOW_USAGE
   or SOW_BAD_DATA. */
SOW_MUST_USE enum sow_status sow_ablation_learner_check(const struct ablation *ablation,
                                                        struct sow_store *source,
                                                        struct sow_err *err);

/* Learns weights of some terms of the player. @p kept is true for each of these. Fails as
   the learner does. */
SOW_MUST_USE enum sow_status sow_ablation_learn(const struct ablation *ablation,
                                                const bool kept[SOW_AGENT_TERMS_MAX],
                                                struct sow_agent *learnt,
                                                struct sow_err *err);

/* ---- Games (ablate_games.c) ---- */

/* Opponents of a game. The original is the last one. */
static inline size_t sow_ablation_opponents(const struct ablation *ablation)
{
    return ablation->opponents + 1;
}

/* Returns the index in `signs` of the first game of an opponent in a variant. The games
   of an opening are neighbours. */
static inline size_t sow_ablation_at(const struct ablation *ablation, size_t variant,
                                     size_t opponent)
{
    return (variant * sow_ablation_opponents(ablation) + opponent) * 2 *
           (size_t)ablation->options->openings;
}

/* Returns an opponent in a variant; its spec, if @p spec is not NULL. */
const struct sow_agent *sow_ablation_opponent(const struct ablation *ablation,
                                              size_t variant, size_t opponent,
                                              const char **spec);

/* Plays and stores the games of all changes that are not stored yet. Fails with
   SOW_INTERRUPTED after a stop request, else as games, learners and the database do. */
SOW_MUST_USE enum sow_status sow_ablation_play(struct ablation *ablation,
                                               struct sow_err *err);

/* A cell: a variant, an opponent and a seat, 0 if the player moves first. */
struct ablation_cell {
    size_t variant;
    size_t opponent;
    int seat;
};

/* Plays fresh games of a change in a cell. Writes the points in each opening: 1, 0.5 or
   0. */
SOW_MUST_USE enum sow_status sow_ablation_play_fresh(const struct ablation *ablation,
                                                     const struct ablation_change *change,
                                                     const struct ablation_cell *cell,
                                                     double *points, struct sow_err *err);

/* ---- Conclusions (ablate_judge.c) ---- */

/* Stores the rows of `ablations`. All games must be played. */
SOW_MUST_USE enum sow_status sow_ablation_judge(struct ablation *ablation,
                                                struct sow_err *err);

/* ---- Options and reports ---- */

extern const struct sow_param_table sow_ablation_params;
extern const struct sow_param_table sow_ablation_game_params;
extern const struct sow_param_table sow_ablation_recorded_params;
extern const struct sow_param_need sow_ablation_needs[];

/* Callbacks `take` and `prepare` of the kind. */
enum sow_status sow_ablation_take(void *options, const struct sow_words *words,
                                  struct sow_err *err);
enum sow_status sow_ablation_prepare(void *options, struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err);

/* Fills in an ablation from its options: player, variants, opponents. Plays no games.
   Fails with SOW_USAGE for a player without weights or one with one weight only. Call
   sow_ablation_release, also after a failure. */
SOW_MUST_USE enum sow_status sow_ablation_begin(struct ablation *ablation,
                                                const struct sow_ablate_options *options,
                                                const struct sow_rules *rules,
                                                const char *variant, struct sow_err *err);

/* Counts the changes. Plays games of the player with itself first, if changes need the
   spreads. After a stop request the spreads, and so the number, are not the right ones.
   Fails as sow_ablation_changes_list. */
SOW_MUST_USE enum sow_status sow_ablation_plan(struct ablation *ablation,
                                               struct sow_err *err);

/* Frees everything that an ablation owns. */
void sow_ablation_release(struct ablation *ablation);

extern const struct sow_query_section sow_ablation_sections[];
extern const struct sow_chart sow_ablation_charts[];

#endif
