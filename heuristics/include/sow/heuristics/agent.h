/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Agents: players described by data, and the player-spec language that names them.
 *
 *     random                     uniform over the legal moves
 *     h1 ..                      one heuristic alone (h6: its minimum)
 *     weights:W1,W2,..           f = w1 H1 + .. + w5 H5 - w6 H6 .., the highest f is
 *                                played; the paper's six weights, or more
 *     weights:h4=1,h6=0.5        the same by name; what is not named has weight 0
 *     divilly2013                a named weight vector
 *     order:h4,h6,h1             a linear order of heuristics; `,reading=first-improving`
 *                                for the other reading of the papers
 *     state:h4=1.2,h6=-0.9,..    a linear function of the position after the move
 *     minimax:depth=4,eval=[SPEC]
 *     alphabeta:depth=8,hash=64,eval=[SPEC]
 *                                looks ahead (sow/search/search.h); SPEC, of weights or a
 *                                state, values what it sees: sow_agent_leaf; with
 *                                endgame=FILE it knows what few seeds come to
 *     pekar:1                    Algorithm 1 of Pekar et al. 2020; `pekar:2,depth=3` and
 *                                `pekar:3,depth=3` are names for searches
 *     kgp:2671,ms=2000           a program that joins at a port, by the Kalah Game
 *                                Protocol (sow/outside/kgp.h)
 *     alphabeta:depth=4,eval=[path:h4=1,extra_turns=0.1]
 *                                values the line that led to a position too
 *     run:17                     the player that stored run 17 produced
 *     run:17@50                  the best individual of its generation 50
 *
 * Exact ties are broken uniformly at random by every agent. A struct sow_agent is plain
 * data without pointers: copy it freely, share it between threads.
 */
#ifndef SOW_HEURISTICS_AGENT_H
#define SOW_HEURISTICS_AGENT_H

#include "sow/base/err.h"
#include "sow/heuristics/endgame_choice.h"
#include "sow/heuristics/fixed_point.h"
#include "sow/heuristics/move_features.h"
#include "sow/outside/place.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

enum sow_agent_kind {
    SOW_AGENT_RANDOM,
    SOW_AGENT_WEIGHTED, /**< weights of heuristics; one alone is a unit vector */
    SOW_AGENT_ORDER,
    SOW_AGENT_STATE,
    SOW_AGENT_SEARCH,  /**< looks ahead; `value_kind` says what its weights are */
    SOW_AGENT_PATH,    /**< values lines of play: a `value_kind`, and no player */
    SOW_AGENT_OUTSIDE, /**< a program outside, which joins at `place` */
    SOW_AGENT_PEKAR    /**< Algorithm 1 of Pekar et al. 2020: rules one after the other */
};

/** The two readings of a linear order (Jordan and O'Riordan 2011). */
enum sow_order_reading {
    SOW_ORDER_FILTER,          /**< each heuristic keeps the moves with its best value */
    SOW_ORDER_FIRST_IMPROVING, /**< the first by which some move improves decides alone */
};

/** A player as data. */
struct sow_agent {
    enum sow_agent_kind kind;
    int count;                           /**< members of `index` (and `weight`) in use */
    uint8_t index[SOW_AGENT_TERMS_MAX];  /**< heuristic or state feature of each member */
    int32_t weight[SOW_AGENT_TERMS_MAX]; /**< fixed point; H6's sign is not applied */
    int exponent;                        /**< real weight = weight * 2^-exponent */
    enum sow_order_reading reading;
    /* Of SOW_AGENT_SEARCH: */
    enum sow_agent_kind value_kind; /**< SOW_AGENT_WEIGHTED, _STATE or _PATH */
    struct sow_search_limits limits;
    struct sow_endgame_choice endgame; /**< where it knows perfect play */
    struct sow_kgp_place place;        /**< of SOW_AGENT_OUTSIDE */
};

/** A weighted agent of all heuristics; weights finite, rounded to fixed point. */
void sow_agent_weighted(struct sow_agent *agent, const double weights[SOW_HEURISTICS]);

/** A state agent of @p count <= SOW_AGENT_TERMS_MAX features with finite weights. */
void sow_agent_state(struct sow_agent *agent, const int *features, const double *weights,
                     int count);

/** What a line of play is valued by, from the view of the player to evaluate. */
enum sow_path_feature {
    SOW_PATH_EXTRA_TURNS, /**< own moves on the line that gave another turn (Pekar et al.
                               2020, N_rep) */
    SOW_PATH_RIGHT_MOST,  /**< 1 if the last own move was of the playable pit nearest the
                               opponent */
    SOW_PATH_LATER_RIGHT_MOST, /**< the same, but 0 if that is the root's move (kalah-ai)
                                */
    SOW_PATH_FEATURES
};

/** Their index in an agent of SOW_AGENT_PATH is this more; those below are features of
 * the position. */
enum { SOW_PATH_INDEX = 240 };

extern const char *const sow_path_feature_names[SOW_PATH_FEATURES];

/** A linear function of the features of a position, and of the line that led there. */
struct sow_agent_leaf {
    bool of_path; /**< it is of lines: searches do without a table */
    int32_t path_weight[SOW_PATH_FEATURES];
    int count;
    int feature[SOW_AGENT_TERMS_MAX];
    int32_t weight[SOW_AGENT_TERMS_MAX]; /**< as in struct sow_agent; none is 0 */
};

/**
 * How an agent values a position: by its features, or, if it has weights of heuristics of
 * a move, by the features of the same name, which is how Pekar et al. 2020 read H1 to H6
 * at a position (H4: the own store; H6: the opponent's, counting against it). Of an agent
 * that looks ahead: how it values leaves.
 * @returns NULL, or why it values none, in a few words: it is random, an order, or has a
 *          weight for a heuristic that no feature of a position stands for.
 */
const char *sow_agent_leaf_of(const struct sow_agent *agent, struct sow_agent_leaf *leaf);

/** Has an agent that looks ahead value leaves as @p value does, or as it does if it looks
 *  ahead itself.
 *  @returns NULL, or why that values none (sow_agent_leaf_of): the agent is then as it
 * was. */
const char *sow_agent_value_by(struct sow_agent *agent, const struct sow_agent *value);

struct sow_evaluator;

/** The leaf as an evaluator (sow/search/search.h), which borrows it: its weighted sum. */
struct sow_evaluator sow_agent_evaluator(const struct sow_agent_leaf *leaf);

/** True if what it plays depends on the time it takes, so that its games cannot be played
 *  again. */
bool sow_agent_is_timed(const struct sow_agent *agent);

/** True if a game with it may take as long as thousands with other players. */
bool sow_agent_is_slow(const struct sow_agent *agent);

/** Makes ready what an agent needs for games by @p rules: a program outside is listened
 *  for, and, if games are @p now to begin, waited for (sow_kgp_open); an endgame file is
 *  opened (endgame_choice.h). SOW_USAGE if it does not play by them. An agent that needs
 *  something is not asked for moves before. */
SOW_MUST_USE enum sow_status sow_agent_open(const struct sow_agent *agent,
                                            const struct sow_rules *rules, bool now,
                                            struct sow_err *err);

/**
 * Between which moves an agent draws, each being as likely as the others: @p best gets
 * their indices into the @p count >= 1 legal @p moves. One that draws before it decides
 * (mcts) draws from @p rng.
 * @returns how many, or -r to forfeit for reason r (game.h).
 */
int sow_agent_best(const struct sow_agent *agent, const struct sow_game *game,
                   const int *moves, int count, struct sow_pcg *rng,
                   int best[SOW_MOVES_MAX]);

/** The agent as a player; @p agent must outlive it. */
struct sow_player sow_agent_player(const struct sow_agent *agent);

/** In place of a generation: what the run as a whole produced. */
enum { SOW_RUN_OUTCOME = -1 };

/** Looks up what a stored run produced, or the best of one of its generations (counted
 *  from 0): a spec on the heap, to be freed. */
struct sow_run_lookup {
    enum sow_status (*spec)(void *context, int64_t run, int generation, char **spec,
                            struct sow_err *err);
    void *context;
};

/** Most characters of a spec; the longest one of SOW_AGENT_TERMS_MAX features fits. */
enum { SOW_AGENT_SPEC_MAX = 4095 };

/** Reads a spec. @p lookup may be NULL: then `run:ID` is refused. */
SOW_MUST_USE enum sow_status sow_agent_parse(const char *spec,
                                             const struct sow_run_lookup *lookup,
                                             struct sow_agent *agent,
                                             struct sow_err *err);

/** Makes letters of specs small that may be capital ones: all but those of files. */
void sow_agent_spec_lower(char *text);

/** True if both play alike for sure: the same to the last bit, but that all weights may
 *  differ by one power of two. */
bool sow_agent_alike(const struct sow_agent *one, const struct sow_agent *other);

/** The agent's canonical spec on the heap (free it), or NULL without memory. Reading it
 *  gives the same agent; a published vector is written by its name. */
char *sow_agent_spec(const struct sow_agent *agent);

/** A form of spec, for listings. */
struct sow_agent_form {
    const char *name;
    const char *arguments; /**< synopsis of what follows the colon, "" if nothing does */
    const char *summary;
};

/** The form of that index, counted from 0; false if there are no more. */
bool sow_agent_form_at(int index, struct sow_agent_form *form);

SOW_C_END

#endif
