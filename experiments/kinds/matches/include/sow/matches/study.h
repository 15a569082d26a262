/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Studies: kinds of run that are many matches between many players by the rules of many
 * variants. Tournaments, tests of robustness, transfers, sensitivities and reproductions
 * are one frame: the options name players, opponents, variants and games; a kind says who
 * meets whom (its cells) and what follows from the results. Preparation, playing, going
 * on after an interruption, storing and releasing are the frame's.
 *
 * The plan (which match is played by which rules) is stored first, then the matches in
 * its order, a slice of them at a time; a run that was interrupted goes on after its last
 * stored match. The games of a cell are a function of the run's seed, the variant's rules
 * and both specs alone: neither their place in the plan nor what else is in it matters,
 * and different cells share no random numbers.
 *
 * Ownership: a study lives for the length of its run; it owns everything but the run, the
 * options and the variants and players in them.
 */
#ifndef SOW_EXPERIMENTS_STUDY_H
#define SOW_EXPERIMENTS_STUDY_H

#include "sow/matches/duels.h"
#include "sow/matches/kept.h"
#include "sow/players/player_list.h"
#include "sow/runs/run.h"
#include "sow/variants/variant_set.h"

enum { SOW_STUDY_CELLS_MAX = 1000000 };

/** What every study is asked for; the first member of its options. */
struct sow_study_options {
    struct sow_player_list players;
    struct sow_player_list opponents; /**< not of every kind */
    struct sow_variant_choice choice;
    int games;        /**< in each seat of every match */
    int random_plies; /**< that open each game (openings.h): game g of both seats of a
                         cell alike, of different cells independent; 0: none */
    char *starts;     /**< as openings.h says; not of every kind */
    int keep_games;   /**< in each seat of every match (kept.h); not of every kind */
};

#define SOW_STUDY_AT(field) offsetof(struct sow_study_options, field)

/** Rows for them, in a table at offset 0 of the options. */
#define SOW_STUDY_PLAYERS_ROWS                                                           \
    {"players", &sow_param_players, SOW_STUDY_AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, \
     "",        "who is tested"},                                                        \
    {                                                                                    \
        "names", &sow_param_player_names, SOW_STUDY_AT(players), 0, SOW_PLAYER_LIST_MAX, \
            NULL, "", "the players as they were asked for"                               \
    }

#define SOW_STUDY_OPPONENT_NAMES_ROW                                                     \
    {                                                                                    \
        "opponent_names", &sow_param_player_names, SOW_STUDY_AT(opponents), 0,           \
            SOW_PLAYER_LIST_MAX, NULL, "", "the opponents as they were asked for"        \
    }

#define SOW_STUDY_OPPONENTS_ROW(meaning)                                                 \
    {                                                                                    \
        "opponents", &sow_param_players, SOW_STUDY_AT(opponents), 0,                     \
            SOW_PLAYER_LIST_MAX, NULL, "paper",                                          \
            meaning ": players and groups (heuristics = h1 to h6; paper = these and "    \
                    "random), with commas between them, or blanks where a player has "   \
                    "commas of its own"                                                  \
    }

#define SOW_STUDY_GAMES_ROW(fallback)                                                    \
    {                                                                                    \
        "games", &sow_param_integer, SOW_STUDY_AT(games), 1, 100000000, NULL, fallback,  \
            "games in each seat of every match, so twice as many in all"                 \
    }

/** One match of a study. */
struct sow_study_cell {
    size_t variant;  /**< index into the set */
    uint32_t player; /**< index into the agents */
    uint32_t opponent;
    bool ordinary; /**< begins as the rules say, whatever starts the study has */
};

struct sow_study_design;

/** A study under way. */
struct sow_study {
    struct sow_run *run;        /**< NULL while it is prepared */
    const void *options;        /**< of its kind */
    void *state;                /**< the kind's own, zeros at first */
    struct sow_variant_set set; /**< of the options, as what follows */
    struct sow_player_list players;
    struct sow_player_list opponents; /**< empty if the kind has none */
    struct sow_agent
        *agents;  /**< the players, the opponents, then those that were added */
    char **specs; /**< of each agent, canonical */
    size_t agent_count;
    struct sow_study_cell *cells; /**< best with those of a variant together */
    size_t count;
    struct sow_duel *duels; /**< of each cell, once they are fought */
    int games;
    int random_plies;
    const char *starts;
    int keep_games;
};

/** What a kind of study supplies. */
struct sow_study_design {
    size_t least_players;
    size_t most_players;  /**< 0: any number */
    const char *miscount; /**< what to say of another number of players */
    bool has_opponents;
    size_t state_size;
    /** Reads the rest of the options and lists the cells. Agents that are added later are
     *  counted already: cells have their numbers. */
    enum sow_status (*begin)(struct sow_study *study, struct sow_err *err);
    /** Adds agents, once the run is there; NULL: there are none. */
    enum sow_status (*enter)(struct sow_study *study, struct sow_err *err);
    /** What is done between the games and the conclusions; may be NULL. */
    enum sow_status (*after)(struct sow_study *study, struct sow_err *err);
    /** Adds the rows that follow from the results, in one transaction of the frame's; may
     *  be NULL: the matches are all there is. */
    enum sow_status (*conclude)(const struct sow_study *study, struct sow_err *err);
    const char *table; /**< that conclude fills: if it has rows of the run, they were
                          concluded before it was interrupted */
    void (*release)(void *state); /**< frees what it owns; may be NULL */
    const char *ended;            /**< why the run ended */
};

/** Prepares options (run.h): resolves players, opponents and variants, and the openings
 * if they are SOW_RANDOM_PLIES_ASKED. SOW_USAGE for too many matches, or the wrong number
 * of players. */
SOW_MUST_USE enum sow_status sow_study_prepare(const struct sow_study_design *design,
                                               void *options, struct sow_store *source,
                                               struct sow_err *err);

/** Executes a run (run.h) of a kind with a design. */
SOW_MUST_USE enum sow_status sow_study_execute(struct sow_run *run, const void *options,
                                               struct sow_err *err);

/** Takes the words of a command line as the players. */
SOW_MUST_USE enum sow_status sow_study_take(void *options, const struct sow_words *words,
                                            struct sow_err *err);

/** Lists a cell. Too many, or no memory for it, is noticed when all are listed. */
void sow_study_add_cell(struct sow_study *study, size_t variant, size_t player,
                        size_t opponent);

/** Lists an agent. */
SOW_MUST_USE enum sow_status sow_study_add_agent(struct sow_study *study,
                                                 const struct sow_agent *agent,
                                                 struct sow_err *err);

/**
 * Plays a seat of a cell again in @p games other games, of streams of their own
 * (SOW_PURPOSE_REPLAY), and stores nothing.
 * @param seat  twice the cell's index, or one more if the player moves second.
 * @returns SOW_INTERRUPTED after a stop request.
 */
SOW_MUST_USE enum sow_status sow_study_replay(const struct sow_study *study, size_t seat,
                                              int games, struct sow_duel *result,
                                              struct sow_err *err);

/** The key of a match's streams (duels.h), of the rules as recorded and both canonical
 *  specs. */
uint64_t sow_study_key(const char *rules, const char *player, const char *opponent);

#endif
