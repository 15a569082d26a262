/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Studies: kinds of run that are many matches between many players in many variants.
 * Tournaments, tests of robustness, transfers, sensitivities and reproductions share the
 * frame of this file. The options name players, opponents, variants and games. A kind
 * supplies its cells (which match is between which players, in which variant) and what
 * follows from the results. The frame prepares, plays, resumes, stores and releases.
 *
 * The frame first stores the match list with the rules of each match. Then it plays and
 * stores the matches in order, several at a time. A resumed run continues after its last
 * stored match. The games of a cell depend only on the random seed of the run, the rules
 * of the variant and both player specs. They do not depend on other cells or on the
 * order, and different cells share no random numbers.
 *
 * Ownership: a study lives as long as its run. It owns everything but the run, the
 * options and the variants and players in them.
 */
#ifndef SOW_EXPERIMENTS_STUDY_H
#define SOW_EXPERIMENTS_STUDY_H

#include "sow/matches/duels.h"
#include "sow/matches/kept.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

/** Most matches of a study. */
enum { SOW_STUDY_CELLS_MAX = 1000000 };

/** Options of every study. They are the first member of its own options. */
struct sow_study_options {
    struct sow_player_list players;   /**< players that are compared */
    struct sow_player_list opponents; /**< opponents; some kinds have none */
    struct sow_variant_choice choice; /**< variants of the matches */
    int games;                        /**< games in each seat of every match */
    /** Random moves that open each game (openings.h), 0: none; the same in game g of
     *  both seats, independent in different cells. */
    int random_plies;
    char *starts; /**< value of --starts (openings.h); not an option of every kind */
    /** Kept games in each seat of every match (kept.h); not an option of every kind. */
    int keep_games;
};

/** Offset of a field in the options of every study. */
#define SOW_STUDY_AT(field) offsetof(struct sow_study_options, field)

/** Rows of the options `players` and `names`, in a table at offset 0 of the options. */
#define SOW_STUDY_PLAYERS_ROWS                                                           \
    {"players", &sow_param_players, SOW_STUDY_AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, \
     "",        "who is tested"},                                                        \
    {                                                                                    \
        "names", &sow_param_player_names, SOW_STUDY_AT(players), 0, SOW_PLAYER_LIST_MAX, \
            NULL, "", "the players as written on the command line"                       \
    }

/** Row of the option `opponent_names`. */
#define SOW_STUDY_OPPONENT_NAMES_ROW                                                     \
    {                                                                                    \
        "opponent_names", &sow_param_player_names, SOW_STUDY_AT(opponents), 0,           \
            SOW_PLAYER_LIST_MAX, NULL, "",                                               \
            "the opponents as written on the command line"                               \
    }

/** Row of the option `opponents`; its help begins with @p meaning. */
#define SOW_STUDY_OPPONENTS_ROW(meaning)                                                 \
    {                                                                                    \
        "opponents", &sow_param_players, SOW_STUDY_AT(opponents), 0,                     \
            SOW_PLAYER_LIST_MAX, NULL, "paper",                                          \
            meaning ": players and groups (heuristics = h1 to h6; paper = h1 to h6 and " \
                    "random), separated by commas, or by blanks if a player contains "   \
                    "commas"                                                             \
    }

/** Row of the option `games` with the default @p fallback, a text. */
#define SOW_STUDY_GAMES_ROW(fallback)                                                    \
    {                                                                                    \
        "games", &sow_param_integer, SOW_STUDY_AT(games), 1, 100000000, NULL, fallback,  \
            "games in each seat of every match (a match has twice this number)"          \
    }

/** One match of a study. */
struct sow_study_cell {
    size_t variant;    /**< index into the set of variants */
    uint32_t player;   /**< index into the agents of the study */
    uint32_t opponent; /**< index of the opponent into the same agents */
    /** True if games begin at the standard start, whatever `starts` the study has. */
    bool ordinary;
};

/** Functions and limits of a kind of study; defined below. */
struct sow_study_design;

/** A study during its preparation or its run. */
struct sow_study {
    struct sow_run *run; /**< the run, or NULL during preparation */
    /** The options of its kind, which begin with struct sow_study_options. */
    const void *options;
    /** Memory of the kind, design->state_size bytes, all zeros at first. */
    void *state;
    /** Variants of the options, borrowed, as are players and opponents. */
    struct sow_variant_set set;
    struct sow_player_list players;
    struct sow_player_list opponents; /**< opponents, empty if the kind has none */
    struct sow_agent *agents;         /**< players, opponents, agents of the kind */
    char **specs;                     /**< the canonical spec of each agent */
    size_t agent_count;               /**< number of agents and of specs */
    /** Matches in the order of play; cells of one variant should be neighbours. */
    struct sow_study_cell *cells;
    size_t count;           /**< number of cells; also counts cells that were refused */
    struct sow_duel *duels; /**< the result of each cell, or NULL before the games */
    int games;              /**< games in each seat of every match */
    int random_plies;       /**< random moves that open each game */
    const char *starts;     /**< resolved value of --starts; borrowed, may be NULL */
    int keep_games;         /**< kept games in each seat of every match */
};

/** Functions and limits that a kind of study supplies. */
struct sow_study_design {
    /** Least number of players. */
    size_t least_players;
    size_t most_players;  /**< most players, 0: any number */
    const char *miscount; /**< message for a wrong number of players */
    /** True if the options name opponents. */
    bool has_opponents;
    /** Bytes of `state` in struct sow_study. */
    size_t state_size;
    /** Reads the kind's own options and lists the cells. Cells may already use the
     *  indices of agents that `enter` adds later. */
    enum sow_status (*begin)(struct sow_study *study, struct sow_err *err);
    /** Adds agents when the run exists; NULL if the kind adds none. */
    enum sow_status (*enter)(struct sow_study *study, struct sow_err *err);
    /** Works between the games and the conclusions; may be NULL. */
    enum sow_status (*after)(struct sow_study *study, struct sow_err *err);
    /** Adds the rows that follow from the results, in one transaction that the frame
     *  begins and ends. NULL if the kind stores nothing but matches. */
    enum sow_status (*conclude)(const struct sow_study *study, struct sow_err *err);
    /** A table that `conclude` fills; if it has rows of a resumed run, `conclude` is
     *  not called again. */
    const char *table;
    void (*release)(void *state); /**< frees everything that `state` owns; may be NULL */
    const char *ended;            /**< reason why a complete run ended, for the record */
};

/**
 * Prepares the options of a study (run.h). Resolves players, opponents, variants, starts
 * and kept games. SOW_RANDOM_PLIES_ASKED stays if only games can replace it
 * (sow_study_question).
 * @param design the kind's design
 * @param[in,out] options the kind's options
 * @param source the database in which players such as `run:2` are found
 * @param err receives the reason of a failure
 * @returns SOW_USAGE for too many matches or a wrong number of players, or the error of
 * an option that cannot be resolved.
 */
SOW_MUST_USE enum sow_status sow_study_prepare(const struct sow_study_design *design,
                                               void *options, struct sow_store *source,
                                               struct sow_err *err);

/** Question of the kinds whose option `random_plies` is SOW_OPENINGS_ROW: do the players
 *  repeat games without random openings? */
extern const struct sow_run_question sow_study_question;

/**
 * Executes a run of a kind with a design, as `execute` of run.h: plays and stores all
 * matches that are not stored yet, then the conclusions.
 * @param[in,out] run the run
 * @param options the options of its kind, prepared
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, SOW_BAD_DATA if stored matches do not
 *     fit the match list, or another error of the games or the database.
 */
SOW_MUST_USE enum sow_status sow_study_execute(struct sow_run *run, const void *options,
                                               struct sow_err *err);

/**
 * Takes the words of a command line as the players, as `take` of run.h.
 * @param[in,out] options the options of the kind
 * @param words the words
 * @param err receives the reason of a failure
 * @returns SOW_USAGE if they are too long.
 */
SOW_MUST_USE enum sow_status sow_study_take(void *options, const struct sow_words *words,
                                            struct sow_err *err);

/**
 * Adds a cell to the match list. A failure (too many cells, no memory) is reported by the
 * frame after all cells are listed.
 * @param[in,out] study the study
 * @param variant the index of the variant
 * @param player the index of an agent
 * @param opponent the index of an agent
 */
void sow_study_add_cell(struct sow_study *study, size_t variant, size_t player,
                        size_t opponent);

/**
 * Adds a copy of @p agent to the agents of a study.
 * @returns SOW_NO_MEMORY; the agents are then unchanged.
 */
SOW_MUST_USE enum sow_status sow_study_add_agent(struct sow_study *study,
                                                 const struct sow_agent *agent,
                                                 struct sow_err *err);

/**
 * Plays one seat of a cell again, in new games from streams of their own
 * (SOW_PURPOSE_REPLAY). Stores nothing.
 * @param study the study
 * @param seat twice the index of the cell, plus 1 if the player moves second
 * @param games the number of games
 * @param[out] result receives the result
 * @param err receives the reason of a failure
 * @returns SOW_INTERRUPTED after a stop request, or another error of sow_duels_play.
 */
SOW_MUST_USE enum sow_status sow_study_replay(const struct sow_study *study, size_t seat,
                                              int games, struct sow_duel *result,
                                              struct sow_err *err);

/**
 * Returns the key of a match, which names its random streams (duels.h).
 * @param rules the rules as recorded
 * @param player the canonical spec of the player
 * @param opponent the canonical spec of the opponent
 */
uint64_t sow_study_key(const char *rules, const char *player, const char *opponent);

#endif
