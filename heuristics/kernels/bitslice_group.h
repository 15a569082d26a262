/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A group of games that advance together, one ply at a time, and the start of new games
 * in free lanes.
 */
#ifndef SOW_HEURISTICS_BITSLICE_GROUP_H
#define SOW_HEURISTICS_BITSLICE_GROUP_H

#include "bitslice_state.h"

struct sow_group;
struct sow_ply;

/** A function that handles one candidate move. There is one for each form of the rules,
 *  which serves all pits. */
typedef void sow_step_fn(const struct sow_group *group, struct sow_ply *ply, int pit);

/** Functions for one form of the rules. */
struct sow_steps {
    sow_step_fn *try_pit;   /**< makes a candidate move and evaluates its heuristics */
    sow_step_fn *value_pit; /* evaluates the position after it, for agents of that kind */
    sow_gains_fn *gains;    /* finds the greatest gain of a side */
    bool few;               /* true if try_pit is for captures of few seeds: it leaves out
                               the own row, and gives H2 as value_leaving does */
};

/** The games in progress, and the data to play them. */
struct sow_group {
    const struct sow_batch *batch;   /**< all games to play */
    struct sow_game_result *results; /**< receives the results, by index of the game */
    size_t next;                     /* index of the next game to begin */
    size_t end;                      /**< index after the last game */

    struct sow_rows board;             /* the boards, seen from the player to move */
    sow_bits store[2][SOW_PLANES_MAX]; /* stores: of the player to move, of the other */
    sow_bits second;                   /* lanes in which the second player is to move */
    sow_bits may_swap;                 /* lanes in which the pie rule's offer is open: the
                                          second player has not moved */
    sow_bits live;                     /**< lanes with a game in progress */
    struct sow_minds minds[2];         /**< agents by role; see `turn` */
    int turn;                          /* minds[turn] are the agents to move */
    unsigned needed;                   /* heuristics that some agent needed so far */
    bool weighted;                     /* true if some agent so far has weights */
    bool ordered;                      /* true if some agent so far is an order */
    bool improving;                    /* true if some order so far is first-improving */
    struct sow_steps steps;            /**< functions for the form of the rules */

    uint32_t now;              /* plies of the group; it starts at SOW_PLIES_MAX, so that
                                  a game's begin may be earlier */
    uint32_t cap_check;        /* no lane reaches the ply cap before this ply */
    uint32_t begun[SOW_LANES]; /* by lane: value of `now` when the game began; UINT32_MAX
                                  without a game */
    size_t game[SOW_LANES];    /**< by lane: index of the game */
    uint64_t line[SOW_LANES];  /* by lane: hash of the moves, if the batch asks for it */
    uint64_t no_moves;         /* hash of no moves */
    struct sow_game_shape shape[SOW_LANES];           /* by lane: numbers of choices, if
                                                         the batch asks for them */
    struct sow_stream stream[SOW_LANES];              /* by lane: stream from which `rng`
                                                         is derived */
    struct sow_pcg rng[SOW_LANES];                    /**< by lane: random numbers of the
                                                           game */
    union sow_lane_bytes start[2 * SOW_MAX_PITS + 2]; /* starts of new games; see
                                                         set_start */
    struct sow_plan plan;                             /**< the rules */
    struct sow_views views;                           /**< agents that evaluate
                                                           positions */
};

/** The candidate moves of one ply. */
struct sow_ply {
    struct sow_before before;                 /**< facts of the own row before the move */
    struct sow_move moves[SOW_MAX_PITS];      /**< by pit: the candidate move */
    struct sow_values values;                 /**< heuristics of all candidates */
    struct sow_values ordered;                /* copy of the values as planes, if orders
                                                 need them */
    sow_uwords present[SOW_VALUE_PLANES_MAX]; /* values on the present board, as planes */
    struct sow_leanings leanings;             /**< values added by agents that evaluate
                                                   positions */
    struct sow_crossings crossings[2];        /* crossings of both rows, seen from the
                                                 player to move */
    sow_bits legal[SOW_MOVES_MAX];            /* lanes where a candidate is legal: the
                                                 pits, then the swap */
    sow_bits mask[SOW_MOVES_MAX];             /* lanes that play a candidate */
    bool swap;                                /* true if some lane may swap */
};

/** Sets the bit of one lane to @p value. */
SOW_INLINE void bits_set(sow_bits *x, unsigned lane, bool value)
{
    uint64_t bit = UINT64_C(1) << lane % 64;
    (*x)[lane / 64] = value ? (*x)[lane / 64] | bit : (*x)[lane / 64] & ~bit;
}

/** Returns the bit of one lane. */
SOW_INLINE bool bits_get(const sow_bits *x, unsigned lane)
{
    return ((*x)[lane / 64] >> lane % 64 & 1U) != 0;
}

/* --- start of a game --- */

/** Stores the weights of the heuristics of a lane's agent in one role's @p minds; 0 if
 *  the agent has none. */
SOW_INLINE void seat_weights(struct sow_minds *minds, unsigned lane,
                             const struct sow_agent *agent)
{
    const int32_t *w = agent->weight;
    struct sow_word_place at = lane_word(lane);
    unsigned i = at.vector;
    unsigned e = at.element;
    bool weighted = agent->kind == SOW_AGENT_WEIGHTED;
    minds->pair[0][i][e] = weighted ? weight_pair(w[SOW_H1], w[SOW_H2]) : 0;
    minds->pair[1][i][e] = weighted ? weight_pair(w[SOW_H4], -w[SOW_H6]) : 0;
    minds->pair[2][i][e] = weighted ? weight_pair(w[SOW_H3], w[SOW_H5]) : 0;
    minds->pair[3][i][e] = weighted ? weight_pair(w[SOW_H7], 0) : 0;
}

/** Stores the linear order of a lane's agent in one role's @p minds; no order if the
 *  agent is of another kind. */
static inline void seat_order(struct sow_minds *minds, unsigned lane,
                              const struct sow_agent *agent)
{
    int ranks = agent->kind == SOW_AGENT_ORDER ? agent->count : 0;
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            bits_set(&minds->order[rank][h], lane,
                     rank < ranks && agent->index[rank] == h);
    bits_set(&minds->improving, lane,
             ranks > 0 && agent->reading == SOW_ORDER_FIRST_IMPROVING);
}

/** Makes @p agent the player of a lane in one role: stores its weights or its order. Adds
 *  to the group the heuristics and forms of choice that it needs. */
static inline void seat_agent(struct sow_group *group, int role, unsigned lane,
                              const struct sow_agent *agent)
{
    struct sow_minds *minds = &group->minds[role];
    if (agent->kind == SOW_AGENT_WEIGHTED) {
        unsigned weighed = 0;
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            weighed |= (unsigned)(agent->weight[h] != 0) << h;
        group->needed |= weighed;
        group->weighted |= weighed != 0;
    }
    if (agent->kind == SOW_AGENT_ORDER) {
        for (int i = 0; i < agent->count; i++)
            group->needed |= 1U << agent->index[i];
        group->ordered = true;
        group->improving |= agent->reading == SOW_ORDER_FIRST_IMPROVING;
    }
    seat_weights(minds, lane, agent);
    if (group->ordered)
        seat_order(minds, lane, agent);
    seat_leaning(&group->views, group->plan.rules, role, lane, agent);
}

/* Records the start of a lane's game, if not all games begin at the rules' start. It is
   stored as bytes: own row, other row, stores. refill converts the starts of all new
   games at once. */
static inline void set_start(struct sow_group *group, unsigned lane,
                             const struct sow_board *board)
{
    unsigned at = lane_byte(lane);
    int pits = group->plan.form.pits;
    for (int role = 0; role < 2; role++) {
        int seat = role == 0 ? board->side : 1 - board->side;
        for (int i = 0; i < pits; i++)
            group->start[role * pits + i].byte[at] = board->pit[seat][i];
        group->start[2 * pits + role].byte[at] = board->store[seat];
    }
}

/* Sets up a lane for a game: both agents, the plies and moves so far, and the offer of
   the pie rule. The agent to move first gets the role of `turn`. The @p game is the one
   after its opening, or NULL for one at the rules' start. The board is not set. */
static inline void seat_game(struct sow_group *group, unsigned lane,
                             const struct sow_agent *first,
                             const struct sow_agent *second, const struct sow_game *game)
{
    bool second_moves = game != NULL && game->board.side != game->first;
    uint32_t plies = game != NULL ? (uint32_t)game->ply : 0;
    seat_agent(group, group->turn, lane, second_moves ? second : first);
    seat_agent(group, 1 - group->turn, lane, second_moves ? first : second);
    bits_set(&group->second, lane, second_moves);
    bits_set(&group->may_swap, lane,
             game != NULL ? game->swap_open : group->plan.rules->pie_rule);
    group->begun[lane] = group->now - plies;
    group->line[lane] = game != NULL ? game->line : group->no_moves;
    group->shape[lane] = (struct sow_game_shape){.plies = {0}};
    uint32_t cap = group->begun[lane] + (uint32_t)group->plan.rules->ply_cap;
    if (cap < group->cap_check)
        group->cap_check = cap;
}

/* Gives the next game to a lane, with its opening. Returns false if there is none. A game
   of agents that the kernel does not know, or one that the opening has ended, is played
   at once by the rules engine instead. */
static inline bool begin_game(struct sow_group *group, unsigned lane)
{
    const struct sow_batch *batch = group->batch;
    while (group->next < group->end) {
        size_t index = group->next++;
        struct sow_pairing pairing = batch->pairing(batch->context, index);
        const struct sow_agent *first = &batch->agents[pairing.first];
        const struct sow_agent *second = &batch->agents[pairing.second];
        if (batch->agent_count == 0 && (sow_plan_agent_refusal(first) != NULL ||
                                        sow_plan_agent_refusal(second) != NULL)) {
            sow_batch_play_one(batch, &pairing, index, group->results);
            continue;
        }
        struct sow_game game;
        const struct sow_game *opened = NULL;
        if (batch->open != NULL) {
            sow_batch_begin(batch, &pairing, &game);
            if (game.ended || sow_board_row(&game.board, game.board.side) == 0) {
                sow_batch_play_one(batch, &pairing, index, group->results);
                continue;
            }
            set_start(group, lane, &game.board);
            opened = &game;
        }
        group->stream[lane] = pairing.stream;
        seat_game(group, lane, first, second, opened);
        group->game[lane] = index;
        return true;
    }
    return false;
}

/** Sets a count of @p planes planes to one number in the lanes of @p mask. */
SOW_INLINE void set_count(sow_bits *x, unsigned count, sow_bits mask, const int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = (x[b] & ~mask) | ((count >> b & 1U) != 0 ? mask : bits_none());
}

/* Puts the board and stores of the rules' start into the lanes of @p fresh. */
SOW_INLINE void place_start(struct sow_group *group, sow_bits fresh,
                            const struct sow_form form)
{
    const struct sow_board *start = &group->plan.rules->start;
    int own = start->side;
    for (int i = 0; i < form.pits; i++) {
        set_count(group->board.own + i * form.planes, start->pit[own][i], fresh,
                  form.planes);
        set_count(group->board.other + i * form.planes, start->pit[1 - own][i], fresh,
                  form.planes);
    }
    set_count(group->store[0], start->store[own], fresh, form.planes);
    set_count(group->store[1], start->store[1 - own], fresh, form.planes);
}

/* Sets the count @p x, in the lanes of @p fresh, to @p noted, which has a byte for each
   lane. */
SOW_INLINE void place_noted(const union sow_lane_bytes *noted, sow_bits fresh,
                            sow_bits *x, const struct sow_form form)
{
    union sow_lane_bytes planes = *noted;
    planes_transpose_bytes(planes.vector);
    for (int b = 0; b < form.planes; b++)
        x[b] = bits_select(fresh, (sow_bits)planes.vector[b], x[b]);
}

/** Puts the starts that set_start recorded into the lanes of @p fresh. */
SOW_INLINE void place_starts(struct sow_group *group, sow_bits fresh,
                             const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++) {
        place_noted(&group->start[i], fresh, group->board.own + i * form.planes, form);
        place_noted(&group->start[form.pits + i], fresh,
                    group->board.other + i * form.planes, form);
    }
    for (int role = 0; role < 2; role++)
        place_noted(&group->start[2 * form.pits + role], fresh, group->store[role], form);
}

/* Begins new games in the lanes of @p free, while there are games left. @p done has the
   same lanes. Lanes that get no game are no longer live. */
SOW_INLINE void refill(struct sow_group *group, const struct sow_lane_list *free,
                       sow_bits done, const struct sow_form form)
{
    sow_bits fresh = done;
    unsigned begun = 0;
    while (begun < free->count && begin_game(group, free->lane[begun]))
        begun++;
    for (unsigned i = begun; i < free->count; i++) {
        group->begun[free->lane[i]] = UINT32_MAX;
        bits_set(&fresh, free->lane[i], false);
    }
    /* A loop of its own: each step of one stream waits for the step before, but the
       processor works on several streams at a time. */
    for (unsigned i = 0; i < begun; i++)
        sow_pcg_derive(&group->rng[free->lane[i]], group->batch->seed,
                       &group->stream[free->lane[i]]);
    if (group->batch->open != NULL)
        place_starts(group, fresh, form);
    else
        place_start(group, fresh, form);
    group->live = (group->live & ~done) | fresh;
}

#endif
