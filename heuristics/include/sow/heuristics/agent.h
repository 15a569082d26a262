/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Agents: players described by data, and the player-spec language that names them.
 *
 *     random                     Uniform over the legal moves.
 *     h1 ..                      One heuristic alone. H6 plays its minimum.
 *     weights:W1,W2,..           Plays the move with the highest
 *                                f = w1 H1 + .. + w5 H5 - w6 H6 ..
 *                                The six weights of Divilly et al. 2013, or more.
 *     weights:h4=1,h6=0.5,..     The same by name. Other heuristics have weight 0.
 *     divilly2013                A named weight vector.
 *     order:h4,h6,h1,..          A linear order of heuristics. Add
 *                                `,reading=first-improving` for the other reading.
 *     state:h4=1.2,h6=-0.9,..    A linear function of the position after the move.
 *     state:view=to-move,h4=1,.. The same, but seen by the player to move there.
 *     minimax:depth=4,eval=[SPEC]
 *     alphabeta:depth=8,hash=64,eval=[SPEC]
 *                                Search (sow/search/search.h).
 *                                SPEC (weights or a state) evaluates the leaves.
 *                                See sow_agent_leaf.
 *                                With endgame=FILE it uses exact endgame values.
 *     alphabeta:depth=4,eval=[path:h4=1,extra_turns=0.1]
 *                                Evaluates also the line that led to a position.
 *     mcts:iterations=4500,..    Monte Carlo tree search (sow/search/mcts.h).
 *     pekar:1                    Algorithm 1 of Pekar et al. 2020.
 *     pekar:2,depth=3
 *     pekar:3,depth=3            Names for searches, after the same paper.
 *     kgp:2671,ms=2000,..        An outside program that joins at a port.
 *                                It speaks the Kalah Game Protocol (sow/outside/kgp.h).
 *     exec:[COMMAND],ms=2000,..  A program that sowlab starts (sow/outside/exec.h).
 *     run:17                     The player that stored run 17 produced.
 *     run:17@50                  The best individual of its generation 50.
 *
 * Every agent breaks exact ties uniformly at random, unless its spec says otherwise
 * (`ties=`). Ownership: a struct sow_agent is plain data without pointers. Copy it freely
 * and share it between threads. Only a returned `char *` is on the heap and yours to
 * free.
 */
#ifndef SOW_HEURISTICS_AGENT_H
#define SOW_HEURISTICS_AGENT_H

#include "sow/base/err.h"
#include "sow/heuristics/endgame_choice.h"
#include "sow/heuristics/fixed_point.h"
#include "sow/heuristics/move_features.h"
#include "sow/outside/outside.h"
#include "sow/search/limits.h"

SOW_C_BEGIN

/** Kinds of agents. The kind determines the meaning of an agent's other fields. */
enum sow_agent_kind {
    SOW_AGENT_RANDOM,   /**< uniform over the legal moves */
    SOW_AGENT_WEIGHTED, /**< weights of heuristics of moves; a single heuristic is a unit
                             vector */
    SOW_AGENT_ORDER,    /**< linear order of heuristics (Jordan and O'Riordan 2011) */
    SOW_AGENT_STATE,    /**< weights of features of the position after the move */
    SOW_AGENT_SEARCH,   /**< search; `value_kind` says how its leaves are evaluated */
    SOW_AGENT_PATH, /**< weights of features of a position and of the line to it; only a
                         `value_kind`, not a player */
    SOW_AGENT_OUTSIDE, /**< program outside of sowlab: `outside` */
    SOW_AGENT_PEKAR    /**< Algorithm 1 of Pekar et al. 2020: rules tried one after
                            another */
};

/** The two readings of a linear order (Jordan and O'Riordan 2011). */
enum sow_order_reading {
    SOW_ORDER_FILTER,          /**< each heuristic keeps the moves with its best value */
    SOW_ORDER_FIRST_IMPROVING, /**< the first heuristic that some move improves decides
                                    alone */
};

/** A player as data. */
struct sow_agent {
    enum sow_agent_kind kind; /**< kind of the agent */
    int count; /**< number of terms: entries of `index` (and `weight`) in use */
    uint8_t index[SOW_AGENT_TERMS_MAX];  /**< by term: enum sow_heuristic, or index of a
                                              state feature */
    int32_t weight[SOW_AGENT_TERMS_MAX]; /**< by term: fixed-point weight; the sign of H6
                                              is not applied */
    int exponent;                        /**< real weight = weight * 2^-exponent */
    enum sow_order_reading reading;      /**< reading of the order, for SOW_AGENT_ORDER */
    bool of_mover; /**< true if features of a position are seen by the player to move
                        there (`view=to-move`); false if by the player itself */
    /* Fields of SOW_AGENT_SEARCH: */
    enum sow_agent_kind value_kind;    /**< SOW_AGENT_WEIGHTED, _STATE or _PATH;
                                            SOW_AGENT_RANDOM for mcts without an
                                            evaluator */
    struct sow_search_limits limits;   /**< method and limits of the search */
    struct sow_endgame_choice endgame; /**< file of exact endgame values, or none */
    struct sow_outside outside;        /**< outside program, for SOW_AGENT_OUTSIDE */
};

/**
 * Makes an agent that weights all heuristics of a move: f = w1 H1 + .. + w5 H5 - w6 H6 ..
 * (Divilly et al. 2013, section III).
 *
 * @param[out] agent receives the agent.
 * @param weights finite weights by enum sow_heuristic; they are rounded to fixed point
 *         (fixed_point.h). The weight of H6 is positive if fewer seeds for the opponent
 *         are better.
 */
void sow_agent_weighted(struct sow_agent *agent, const double weights[SOW_HEURISTICS]);

/**
 * Makes an agent that weights features of the position after the move.
 *
 * @param[out] agent receives the agent.
 * @param features @p count indices of features (state_features.h).
 * @param weights @p count finite weights; they are rounded to fixed point.
 * @param count number of terms, 0 to SOW_AGENT_TERMS_MAX.
 */
void sow_agent_state(struct sow_agent *agent, const int *features, const double *weights,
                     int count);

/** Features of a line of play, seen from the player for whom the leaf is evaluated. */
enum sow_path_feature {
    SOW_PATH_EXTRA_TURNS, /**< own moves on the line that gave another turn (N_rep of
                               Pekar et al. 2020) */
    SOW_PATH_RIGHT_MOST,  /**< 1 if the last own move was of the playable pit nearest the
                               opponent, else 0 */
    SOW_PATH_LATER_RIGHT_MOST, /**< 1 if RIGHT_MOST is 1 and that move is not the root's
                                    move (kalah-ai) */
    SOW_PATH_FEATURES          /**< number of path features */
};

/** Offset of path features in `index` of an agent of kind SOW_AGENT_PATH. Smaller indices
 *  are features of the position. */
enum { SOW_PATH_INDEX = 240 };

/** Names of the path features as specs write them, by enum sow_path_feature. */
extern const char *const sow_path_feature_names[SOW_PATH_FEATURES];

/** A linear function of the features of a position and of the line that led to it. */
struct sow_agent_leaf {
    bool of_path;  /**< true if lines are evaluated: a search then uses no table */
    bool of_mover; /**< true if the sum is the value for the player to move, and its
                        negative the value for the other player */
    int32_t path_weight[SOW_PATH_FEATURES]; /**< fixed-point weights by enum
                                                 sow_path_feature */
    int count;                              /**< number of features of the position */
    int feature[SOW_AGENT_TERMS_MAX];       /**< by term: index of a state feature */
    int32_t weight[SOW_AGENT_TERMS_MAX];    /**< by term: fixed-point weight with its sign
                                                 applied; never 0 */
};

/**
 * Derives how an agent evaluates positions. A search agent gives the evaluator of its
 * leaves. An agent with weights of heuristics uses the features with the same names: so
 * Pekar et al. 2020 (section 3.2) read H1 to H6 at a position. H4 is then the own store,
 * and H6 is the opponent's store and counts against the player.
 *
 * @param agent any agent.
 * @param[out] leaf receives the evaluator; its content is undefined on failure.
 * @returns NULL on success. Otherwise a phrase (static) says why @p agent cannot evaluate
 *         positions: it is of a kind without an evaluator, such as random or an order, or
 *         it has a weight for a heuristic without a feature of that name.
 */
const char *sow_agent_leaf_of(const struct sow_agent *agent, struct sow_agent_leaf *leaf);

/**
 * Sets how a search agent evaluates leaves.
 *
 * @param[in,out] agent agent of kind SOW_AGENT_SEARCH; unchanged on failure.
 * @param value gives the evaluator; if it searches too, its own evaluator is used.
 * @returns NULL on success, else a phrase (static) that says why @p value cannot evaluate
 *         positions (sow_agent_leaf_of).
 */
const char *sow_agent_value_by(struct sow_agent *agent, const struct sow_agent *value);

struct sow_evaluator;

/**
 * Wraps a leaf function as an evaluator for searches (sow/search/search.h). The evaluator
 * returns the weighted sum of the features. If the leaf is `of_mover`, the features are
 * seen by the player to move at the leaf, and the sum is negated for the other player.
 *
 * @param leaf borrowed; must outlive the evaluator.
 * @returns the evaluator.
 */
struct sow_evaluator sow_agent_evaluator(const struct sow_agent_leaf *leaf);

/**
 * Returns true if the agent's moves depend on the time it takes. Its games cannot be
 * repeated exactly.
 *
 * @param agent any agent.
 * @returns true for outside programs and for searches limited by time.
 */
bool sow_agent_is_timed(const struct sow_agent *agent);

/**
 * Returns true if one game of the agent may take as long as thousands of games of other
 * agents.
 *
 * @param agent any agent.
 * @returns true for searches and outside programs.
 */
bool sow_agent_is_slow(const struct sow_agent *agent);

/**
 * Prepares whatever an agent needs for games by @p rules. For an outside program it
 * listens at its address or checks its command and, if games begin @p now, waits for the
 * program to join or to start (sow_outside_open). Otherwise it opens the agent's endgame
 * file (endgame_choice.h), if any. Call this before the first move is asked for.
 *
 * @param agent any agent.
 * @param rules rules of the games.
 * @param now true to wait for an outside program, false to prepare only.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK, also for an agent that needs nothing; SOW_USAGE if the agent cannot
 *         play by these rules; otherwise a status of sow_outside_open or
 *         sow_endgame_choice_open.
 */
SOW_MUST_USE enum sow_status sow_agent_open(const struct sow_agent *agent,
                                            const struct sow_rules *rules, bool now,
                                            struct sow_err *err);

/**
 * Finds the moves between which an agent draws. Each of them is equally likely. A single
 * legal move is returned without a decision, except by an outside program.
 *
 * @param agent the agent whose turn it is.
 * @param game the game in progress; its memory for the side to move, if any, is used and
 *         changed (clock, tree).
 * @param moves all legal moves, ascending.
 * @param count number of @p moves, at least 1.
 * @param rng stream for agents that draw while they decide (mcts).
 * @param[out] best receives indices into @p moves.
 * @returns the number of indices, or -r to forfeit for reason r (enum sow_ending).
 */
int sow_agent_best(const struct sow_agent *agent, const struct sow_game *game,
                   const int *moves, int count, struct sow_pcg *rng,
                   int best[SOW_MOVES_MAX]);

/**
 * Wraps an agent as a player of sow/game/game.h. An outside program has a memory for each
 * game (`begin` and `end`). So has a search that keeps a clock, a tree, positions or a
 * pondering thread between its moves.
 *
 * @param agent borrowed; must outlive the player.
 * @returns the player; it may play in several threads at once.
 */
struct sow_player sow_agent_player(const struct sow_agent *agent);

/** Value of `generation` for the outcome of a whole run (its champion or its fit). */
enum { SOW_RUN_OUTCOME = -1 };

/** A callback that looks up a player of a stored run, for specs `run:ID` and
 *  `run:ID@GENERATION`. */
struct sow_run_lookup {
    /** Finds the spec of the outcome of @p run (SOW_RUN_OUTCOME) or of the best
     *  individual of one @p generation, counted from 0. On success @p spec is on the heap
     *  and the caller frees it. */
    enum sow_status (*spec)(void *context, int64_t run, int generation, char **spec,
                            struct sow_err *err);
    void *context; /**< passed to `spec` */
};

/** Largest number of characters in a spec. The longest spec of SOW_AGENT_TERMS_MAX
 *  features fits. */
enum { SOW_AGENT_SPEC_MAX = 4095 };

/**
 * Reads a player spec.
 *
 * @param spec text of the spec; names may be in capital letters.
 * @param lookup looks up stored runs. If it is NULL, `run:ID` is refused.
 * @param[out] agent receives the agent; unchanged on failure.
 * @param err receives the reason of a failure; may be NULL.
 * @returns SOW_OK; SOW_USAGE if the spec is not valid; or a status of @p lookup, of
 *         memory or of an endgame file (sow_param_endgame).
 */
SOW_MUST_USE enum sow_status sow_agent_parse(const char *spec,
                                             const struct sow_run_lookup *lookup,
                                             struct sow_agent *agent,
                                             struct sow_err *err);

/**
 * Converts the letters of player specs to lower case in place, except those of file
 * names.
 *
 * @param[in,out] text one spec or several.
 */
void sow_agent_spec_lower(char *text);

/**
 * Measures the first word of a list of player specs. Separators in the brackets of a
 * command, `exec:[..]`, do not count.
 *
 * @param list the list, at a word.
 * @param separators characters that separate its words.
 * @returns the number of characters up to a separator or the end.
 */
size_t sow_agent_spec_length(const char *list, const char *separators);

/**
 * Cuts the first spec off a list whose specs have single blanks between them, as strsep()
 * does for words.
 *
 * @param[in,out] rest the list, which is changed; afterwards its rest, or NULL at the
 *        end.
 * @returns the spec, or NULL if @p rest was NULL.
 */
char *sow_agent_spec_take(char **rest);

/**
 * Returns true if two agents certainly choose alike. Their numbers agree to the last bit,
 * but all weights may differ by a common power of two.
 *
 * @param one an agent.
 * @param other another agent.
 * @returns false if the agents differ in kind, weights, view or limits, even if they
 *         would choose the same moves, or are two outside programs.
 */
bool sow_agent_alike(const struct sow_agent *one, const struct sow_agent *other);

/**
 * Writes the canonical spec of an agent. sow_agent_parse reads it back as the same agent.
 * A published vector is written by its name.
 *
 * @param agent any agent.
 * @returns the spec on the heap (free it), or NULL without memory.
 */
char *sow_agent_spec(const struct sow_agent *agent);

/** A form of player spec, for listings. */
struct sow_agent_form {
    const char *name;      /**< text before the colon */
    const char *arguments; /**< synopsis of the text after the colon; "" if the form
                                has none */
    const char *summary;   /**< a phrase that says how the player plays */
};

/**
 * Finds a form of player spec by its index.
 *
 * @param index counted from 0.
 * @param[out] form receives the form; unchanged if there is none.
 * @returns false if @p index is past the last form.
 */
bool sow_agent_form_at(int index, struct sow_agent_form *form);

SOW_C_END

#endif
