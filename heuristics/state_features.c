/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/state_features.h"

#include "state_facts.h"

/* --- counts for either seat: one function for each enum sow_count ---

   Only one_pit uses the argument `pit`. */

int sow_occupied_pits(const struct sow_rules *rules, const struct sow_board *board,
                      int seat)
{
    int occupied = 0;
    for (int i = 0; i < rules->pits; i++)
        occupied += board->pit[seat][i] > 0;
    return occupied;
}

/* Returns the seeds in the seat's pit nearest the other player. */
static int last_pit(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return facts->board->pit[seat][facts->rules->pits - 1];
}

/* Returns the seeds in the seat's row. */
static int row(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_board_row(facts->board, seat);
}

/* Counts the pits with seeds in the seat's row. */
static int occupied_pits(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_occupied_pits(facts->rules, facts->board, seat);
}

/* Counts the empty pits in the seat's row. */
static int empty_pits(struct sow_state_facts *facts, int seat, int pit)
{
    return facts->rules->pits - occupied_pits(facts, seat, pit);
}

/* Returns the seeds in the seat's store. */
static int store(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return facts->board->store[seat];
}

/* Returns 1 if the seat's pit nearest the other player is empty, else 0. */
static int last_pit_empty(struct sow_state_facts *facts, int seat, int pit)
{
    return last_pit(facts, seat, pit) == 0;
}

/* Returns 1 if it is the seat's turn, else 0. */
static int to_move(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return facts->board->side == seat;
}

/* Returns the seeds in pit @p pit of the seat, which must be on the board. */
static int one_pit(struct sow_state_facts *facts, int seat, int pit)
{
    return facts->board->pit[seat][pit];
}

/* Returns 1 if the seat's store has more than half of all seeds, else 0. */
static int majority(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return 2 * facts->board->store[seat] > sow_board_seeds(facts->board);
}

/* Returns the seeds in both rows together, for any seat. */
static int in_play(struct sow_state_facts *facts, int seat, int pit)
{
    return row(facts, seat, pit) + row(facts, 1 - seat, pit);
}

/* Returns the seeds of the seat's fullest pit; 0 for an empty row. */
static int fullest_pit(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    int most = 0;
    for (int i = 0; i < facts->rules->pits; i++)
        if (facts->board->pit[seat][i] > most)
            most = facts->board->pit[seat][i];
    return most;
}

/* Counts the pits of the seat with more seeds than both rows together have pits. */
static int heavy_pits(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    int heavy = 0;
    for (int i = 0; i < facts->rules->pits; i++)
        heavy += facts->board->pit[seat][i] > 2 * facts->rules->pits;
    return heavy;
}

/* Counts the pits of the seat whose sowing reaches the other row. */
static int reaching_pits(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    int reaching = 0;
    for (int i = 0; i < facts->rules->pits; i++)
        reaching += sow_reaches_across(facts->rules, i, facts->board->pit[seat][i]);
    return reaching;
}

/* Returns the seeds that would fall into the other row if each pit of the seat were sown
 * alone. */
static int reaching_seeds(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    int seeds = 0;
    for (int i = 0; i < facts->rules->pits; i++)
        seeds += sow_seeds_across(facts->rules, i, facts->board->pit[seat][i]);
    return seeds;
}

/* Counts the seat's seeds in pits opposite an empty pit. */
static int exposed_seeds(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    int pits = facts->rules->pits;
    int seeds = 0;
    for (int i = 0; i < pits; i++)
        if (facts->board->pit[1 - seat][pits - 1 - i] == 0)
            seeds += facts->board->pit[seat][i];
    return seeds;
}

/* Counts the seat's legal sowings, as if it were its turn. */
static int moves(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->moves;
}

/* Counts the seat's legal sowings that earn an extra turn. */
static int free_moves(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->free_moves;
}

/* Counts the seat's legal sowings that capture. */
static int capturing_moves(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->capturing;
}

/* Returns the most seeds that one sowing of the seat adds to its store; 0 without
 * sowings. */
static int best_gain(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->best_gain;
}

/* Returns the most seeds that one sowing of the seat captures; 0 without captures. */
static int best_capture(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->best_capture;
}

/* Returns the seeds in those pits of the other row that some legal sowing of the seat
   captures. */
static int takeable_seeds(struct sow_state_facts *facts, int seat, int pit)
{
    (void)pit;
    return sow_state_sweep(facts, seat)->takeable;
}

int sow_state_count(enum sow_count count, struct sow_state_facts *facts, int seat,
                    int pit)
{
    static int (*const COUNT[SOW_COUNTS])(struct sow_state_facts *, int, int) = {
        [SOW_COUNT_PIT] = one_pit,
        [SOW_COUNT_LAST_PIT] = last_pit,
        [SOW_COUNT_ROW] = row,
        [SOW_COUNT_OCCUPIED] = occupied_pits,
        [SOW_COUNT_EMPTY] = empty_pits,
        [SOW_COUNT_STORE] = store,
        [SOW_COUNT_LAST_PIT_EMPTY] = last_pit_empty,
        [SOW_COUNT_TO_MOVE] = to_move,
        [SOW_COUNT_MAJORITY] = majority,
        [SOW_COUNT_IN_PLAY] = in_play,
        [SOW_COUNT_FULLEST] = fullest_pit,
        [SOW_COUNT_HEAVY] = heavy_pits,
        [SOW_COUNT_REACHING_PITS] = reaching_pits,
        [SOW_COUNT_REACHING_SEEDS] = reaching_seeds,
        [SOW_COUNT_EXPOSED] = exposed_seeds,
        [SOW_COUNT_MOVES] = moves,
        [SOW_COUNT_FREE_MOVES] = free_moves,
        [SOW_COUNT_CAPTURING_MOVES] = capturing_moves,
        [SOW_COUNT_BEST_GAIN] = best_gain,
        [SOW_COUNT_BEST_CAPTURE] = best_capture,
        [SOW_COUNT_TAKEABLE] = takeable_seeds,
    };
    return COUNT[count](facts, seat, pit);
}

/* --- conditions --- */

/* Returns true if a row has the pit with index @p pit. */
static bool has_pit(const struct sow_rules *rules, int pit)
{
    return pit < rules->pits;
}

/* Returns true if @p pit, counted from 0, is the pit nearest the other player. */
static bool is_last_pit(const struct sow_rules *rules, int pit)
{
    return pit == rules->pits - 1;
}

/* Returns true if a sowing that ends in the own store gives another move. */
static bool has_extra_turns(const struct sow_rules *rules, int pit)
{
    (void)pit;
    return rules->extra_turn;
}

/* Returns true if a capture can be made by a last seed that falls into an empty pit. */
static bool captures_from_empty(const struct sow_rules *rules, int pit)
{
    (void)pit;
    return sow_counts_has(&rules->place_capture, 1);
}

/* Returns true if captures can be told apart from seeds sown into the store. */
static bool knows_captures(const struct sow_rules *rules, int pit)
{
    (void)pit;
    return sow_captures_known(rules);
}

/* Returns true if captures can take seeds that lay in a pit before the sowing. A number
   capture of single seeds takes only a seed that was just sown. */
static bool takes_what_lies(const struct sow_rules *rules, int pit)
{
    (void)pit;
    const uint64_t *word = rules->number_capture.word;
    bool by_number =
        ((word[0] & ~UINT64_C(2)) | word[1] | word[2] | word[3]) != 0 &&
        (rules->number_where != SOW_WHERE_OWN || rules->number_chain == SOW_CHAIN_ACROSS);
    return rules->laps == SOW_LAPS_SINGLE &&
           (by_number || !sow_counts_empty(&rules->place_capture));
}

/* Returns true if sowing leaves out the mover's own store. */
static bool store_not_sown(const struct sow_rules *rules, int pit)
{
    (void)pit;
    return !rules->own_store_sown;
}

/* Returns true if every pit with seeds may be sown. */
static bool plays_any_pit(const struct sow_rules *rules, int pit)
{
    (void)pit;
    return rules->feeding == SOW_FEEDING_NONE && rules->grand_slam != SOW_SLAM_ILLEGAL;
}

static const struct sow_feature_condition ON_BOARD = {has_pit, "its rows are shorter"};
const struct sow_feature_condition sow_needs_extra_turns = {has_extra_turns,
                                                            "it has no extra turns"};
static const struct sow_feature_condition FROM_EMPTY = {
    captures_from_empty, "it has no captures from an empty pit"};
static const struct sow_feature_condition KNOWN = {
    knows_captures, "its relay sowing into the store hides the captures"};
static const struct sow_feature_condition WHAT_LIES = {
    takes_what_lies, "its captures take only seeds just sown, or it has relay sowing"};
/* Conditions for twins. */
static const struct sow_feature_condition LAST_PIT = {is_last_pit, NULL};
static const struct sow_feature_condition NOT_SOWN = {store_not_sown, NULL};
static const struct sow_feature_condition ANY_PIT = {plays_any_pit, NULL};

/* --- groups --- */

enum {
    H = 1U << 0U,
    OPPONENT = 1U << 1U,
    DIFFERENCE = 1U << 2U,
    PITS = 1U << 3U,
    MOVES = 1U << 4U,
    CAPTURE = 1U << 5U,
    SHAPE = 1U << 6U,
    KALAH_AI = 1U << 7U,
    FAIRKALAH = 1U << 8U,
    DAOUD = 1U << 9U,
    DEFAULT = 1U << 10U,
};

const struct sow_feature_group sow_feature_groups[] = {
    {"h", H, "H1 to H6 of the own side, as features of a position"},
    {"opponent", OPPONENT,
     "H1 to H3 and H5 of the opponent; h6 and h4 are its H4 "
     "and H6"},
    {"paper", H | OPPONENT, "'h' and 'opponent': Pekar et al. 2020, for both sides"},
    {"difference", DIFFERENCE, "own counts minus the opponent's counts"},
    {"pits", PITS, "seeds in each pit of both sides"},
    {"moves", MOVES, "number of legal moves of each side, and the player to move"},
    {"capture", CAPTURE, "seeds that each side can gain, and seeds that it can lose"},
    {"shape", SHAPE, "distribution of the seeds over the pits"},
    {"kalah-ai", KALAH_AI, "the seven factors of kalah-ai"},
    {"fairkalah", FAIRKALAH,
     "differences of stores, moves and extra turns, as in "
     "FairKalah"},
    {"daoud2004", DAOUD, "the features of the awari player Ayo, Daoud et al. 2004"},
    {"default", DEFAULT, "a first choice for any variant"},
    {"all", ~0U, "all features that make sense in the variant"},
    {NULL, 0, NULL},
};

/* --- the table --- */

static const char PEKAR[] = "Pekar et al. 2020, section 3.2";
static const char OTHER_SIDE[] = "Pekar et al. 2020, for the other side";
static const char FAIR[] = "FairKalah";
static const char AYO[] = "Daoud et al. 2004";
static const char OWN_WORK[] = "this lab";

/* Rows for a single pit of either side. The last pit is H1. */
#define PIT(number, its_source, its_groups)                                              \
    {                                                                                    \
        "pit" #number,                                                                   \
            "seeds in the own pit " #number " (1 is the farthest from the opponent)",    \
            .source = (its_source), .groups = (its_groups), .range = SOW_RANGE_SEEDS,    \
            .count = SOW_COUNT_PIT, .pit = (number)-1, .needs = &ON_BOARD, .twin = "h1", \
            .twin_when = &LAST_PIT                                                       \
    }
#define OPPONENT_PIT(number)                                                             \
    {                                                                                    \
        "opponent_pit" #number,                                                          \
            "seeds in the opponent's pit " #number                                       \
            " (1 is the farthest from this player)",                                     \
            .source = FAIR, .groups = PITS, .side = SOW_OPPONENT,                        \
            .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_PIT, .pit = (number)-1,         \
            .needs = &ON_BOARD, .twin = "opponent_h1", .twin_when = &LAST_PIT            \
    }

static const struct sow_state_feature ROWS[] = {
    /* H1 to H6, in the order of Pekar et al. */
    {"h1", "seeds in the own pit nearest the opponent", .source = PEKAR,
     .groups = H | DEFAULT, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_LAST_PIT},
    {"h2", "seeds in the own row", .source = PEKAR, .groups = H | KALAH_AI | DEFAULT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_ROW},
    {"h3", "own non-empty pits", .source = PEKAR, .groups = H | KALAH_AI | DEFAULT,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_OCCUPIED},
    {"h4", "seeds in the own store (also opponent_h6)", .source = PEKAR,
     .groups = H | KALAH_AI | DAOUD | DEFAULT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_STORE},
    {"h5", "1 if the own pit nearest the opponent is empty", .source = PEKAR,
     .groups = H | KALAH_AI | DEFAULT, .range = SOW_RANGE_FLAG,
     .count = SOW_COUNT_LAST_PIT_EMPTY},
    {"h6", "seeds in the opponent's store (also opponent_h4)", .source = PEKAR,
     .groups = H | KALAH_AI | DAOUD | DEFAULT, .side = SOW_OPPONENT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_STORE},
    {"opponent_h1", "seeds in the opponent's pit nearest this player",
     .source = OTHER_SIDE, .groups = OPPONENT | DEFAULT, .side = SOW_OPPONENT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_LAST_PIT},
    {"opponent_h2", "seeds in the opponent's row", .source = OTHER_SIDE,
     .groups = OPPONENT | KALAH_AI, .side = SOW_OPPONENT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_ROW},
    {"opponent_h3", "the opponent's non-empty pits", .source = OTHER_SIDE,
     .groups = OPPONENT | DEFAULT, .side = SOW_OPPONENT, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_OCCUPIED},
    {"opponent_h5", "1 if the opponent's pit nearest this player is empty",
     .source = OTHER_SIDE, .groups = OPPONENT | DEFAULT, .side = SOW_OPPONENT,
     .range = SOW_RANGE_FLAG, .count = SOW_COUNT_LAST_PIT_EMPTY},
    {"diff_h1", "h1 minus opponent_h1", .source = OWN_WORK, .groups = DIFFERENCE,
     .side = SOW_DIFFERENCE, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_LAST_PIT},
    {"diff_h2", "h2 minus opponent_h2", .source = OWN_WORK, .groups = DIFFERENCE,
     .side = SOW_DIFFERENCE, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_ROW},
    {"diff_h3", "h3 minus opponent_h3", .source = OWN_WORK, .groups = DIFFERENCE,
     .side = SOW_DIFFERENCE, .range = SOW_RANGE_PITS, .count = SOW_COUNT_OCCUPIED},
    {"store_difference", "own store minus the opponent's (also diff_h4, score_dif)",
     .source = FAIR, .groups = DIFFERENCE | FAIRKALAH, .side = SOW_DIFFERENCE,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_STORE},
    {"diff_h5", "h5 minus opponent_h5", .source = OWN_WORK, .groups = DIFFERENCE,
     .side = SOW_DIFFERENCE, .range = SOW_RANGE_FLAG, .count = SOW_COUNT_LAST_PIT_EMPTY},
    {"majority",
     "1 if the own store has more than half of all seeds, -1 if the other has",
     .source = OWN_WORK, .groups = DIFFERENCE, .side = SOW_DIFFERENCE,
     .range = SOW_RANGE_FLAG, .count = SOW_COUNT_MAJORITY},
    /* Features of moves. */
    {"to_move", "1 if this player moves next", .source = OWN_WORK,
     .groups = MOVES | DEFAULT, .range = SOW_RANGE_FLAG, .count = SOW_COUNT_TO_MOVE},
    {"mobility", "legal moves if it were the own turn", .source = FAIR, .groups = MOVES,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_MOVES, .twin = "h3",
     .twin_when = &ANY_PIT},
    {"opponent_mobility", "legal moves if it were the opponent's turn", .source = FAIR,
     .groups = MOVES, .side = SOW_OPPONENT, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_MOVES, .twin = "opponent_h3", .twin_when = &ANY_PIT},
    {"relative_mobility", "mobility minus opponent_mobility", .source = FAIR,
     .groups = MOVES | DIFFERENCE | FAIRKALAH, .side = SOW_DIFFERENCE,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_MOVES, .twin = "diff_h3",
     .twin_when = &ANY_PIT},
    {"free_moves", "own legal moves that give an extra turn", .source = FAIR,
     .groups = MOVES | DEFAULT, .range = SOW_RANGE_PITS, .count = SOW_COUNT_FREE_MOVES,
     .needs = &sow_needs_extra_turns},
    {"opponent_free_moves", "the opponent's moves that would give it an extra turn",
     .source = FAIR, .groups = MOVES | DEFAULT, .side = SOW_OPPONENT,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_FREE_MOVES,
     .needs = &sow_needs_extra_turns},
    {"diff_free_moves", "free_moves minus opponent_free_moves", .source = FAIR,
     .groups = MOVES | DIFFERENCE | FAIRKALAH, .side = SOW_DIFFERENCE,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_FREE_MOVES,
     .needs = &sow_needs_extra_turns},
    /* Gains and captures. */
    {"best_gain", "most seeds that one own sowing brings into the own store",
     .source = OWN_WORK, .groups = CAPTURE | DEFAULT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_BEST_GAIN},
    {"opponent_best_gain", "most seeds that one sowing brings into the opponent's store",
     .source = "Divilly et al. 2013, H6 of a move", .groups = CAPTURE | DEFAULT,
     .side = SOW_OPPONENT, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_BEST_GAIN},
    {"diff_best_gain", "best_gain minus opponent_best_gain", .source = OWN_WORK,
     .groups = CAPTURE | DIFFERENCE, .side = SOW_DIFFERENCE, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_BEST_GAIN},
    {"best_capture", "most seeds that one own sowing captures", .source = OWN_WORK,
     .groups = CAPTURE, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_BEST_CAPTURE,
     .needs = &KNOWN, .twin = "best_gain", .twin_when = &NOT_SOWN},
    {"opponent_best_capture", "most seeds that one sowing of the opponent captures",
     .source = OWN_WORK, .groups = CAPTURE, .side = SOW_OPPONENT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_BEST_CAPTURE, .needs = &KNOWN,
     .twin = "opponent_best_gain", .twin_when = &NOT_SOWN},
    {"capturing_moves", "own legal moves that capture", .source = AYO,
     .groups = CAPTURE | DAOUD, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_CAPTURING_MOVES, .needs = &KNOWN},
    {"opponent_capturing_moves", "the opponent's moves that would capture", .source = AYO,
     .groups = CAPTURE | DAOUD, .side = SOW_OPPONENT, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_CAPTURING_MOVES, .needs = &KNOWN},
    {"capturable_seeds", "seeds in the opponent's pits that some own sowing captures",
     .source = OWN_WORK, .groups = CAPTURE | DEFAULT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_TAKEABLE, .needs = &WHAT_LIES},
    {"seeds_at_risk", "seeds in own pits that some sowing of the opponent captures",
     .source = OWN_WORK, .groups = CAPTURE | DEFAULT, .side = SOW_OPPONENT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_TAKEABLE, .needs = &WHAT_LIES},
    {"exposed_seeds", "own seeds opposite an empty pit", .source = OWN_WORK,
     .groups = CAPTURE, .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_EXPOSED,
     .needs = &FROM_EMPTY},
    {"opponent_exposed_seeds", "the opponent's seeds opposite an empty own pit",
     .source = OWN_WORK, .groups = CAPTURE, .side = SOW_OPPONENT,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_EXPOSED, .needs = &FROM_EMPTY},
    /* Shape of the position. */
    {"seeds_in_play", "seeds in both rows", .source = OWN_WORK, .groups = SHAPE,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_IN_PLAY},
    {"reaching_pits", "own pits with enough seeds to reach the opponent's row",
     .source = AYO, .groups = SHAPE | DAOUD, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_REACHING_PITS},
    {"opponent_reaching_pits",
     "the opponent's pits with enough seeds to reach the own row", .source = AYO,
     .groups = SHAPE | DAOUD, .side = SOW_OPPONENT, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_REACHING_PITS},
    {"reaching_seeds", "seeds that fall in the opponent's row if every own pit is sown",
     .source = OWN_WORK, .groups = SHAPE, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_REACHING_SEEDS},
    {"opponent_reaching_seeds",
     "seeds that fall in the own row if every pit of the opponent is sown",
     .source = OWN_WORK, .groups = SHAPE, .side = SOW_OPPONENT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_REACHING_SEEDS},
    {"heavy_pits", "own pits with more seeds than the board has pits", .source = AYO,
     .groups = SHAPE | DAOUD, .range = SOW_RANGE_PITS, .count = SOW_COUNT_HEAVY},
    {"opponent_heavy_pits", "the opponent's pits with more seeds than the board has pits",
     .source = AYO, .groups = SHAPE | DAOUD, .side = SOW_OPPONENT,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_HEAVY},
    {"hoard", "seeds in the fullest own pit", .source = OWN_WORK, .groups = SHAPE,
     .range = SOW_RANGE_SEEDS, .count = SOW_COUNT_FULLEST},
    {"opponent_hoard", "seeds in the opponent's fullest pit", .source = OWN_WORK,
     .groups = SHAPE, .side = SOW_OPPONENT, .range = SOW_RANGE_SEEDS,
     .count = SOW_COUNT_FULLEST},
    {"empty_pits", "own empty pits", .source = AYO, .groups = SHAPE | DAOUD,
     .range = SOW_RANGE_PITS, .count = SOW_COUNT_EMPTY, .twin = "h3"},
    {"opponent_empty_pits", "the opponent's empty pits", .source = AYO,
     .groups = SHAPE | DAOUD, .side = SOW_OPPONENT, .range = SOW_RANGE_PITS,
     .count = SOW_COUNT_EMPTY, .twin = "opponent_h3"},
    /* Single pits, in sowing order. Counter-clockwise these are the numbers on the drawn
       board. */
    PIT(1, "kalah-ai, FairKalah", PITS | KALAH_AI),
    PIT(2, FAIR, PITS),
    PIT(3, FAIR, PITS),
    PIT(4, FAIR, PITS),
    PIT(5, FAIR, PITS),
    PIT(6, FAIR, PITS),
    PIT(7, FAIR, PITS),
    PIT(8, FAIR, PITS),
    PIT(9, FAIR, PITS),
    PIT(10, FAIR, PITS),
    PIT(11, FAIR, PITS),
    PIT(12, FAIR, PITS),
    OPPONENT_PIT(1),
    OPPONENT_PIT(2),
    OPPONENT_PIT(3),
    OPPONENT_PIT(4),
    OPPONENT_PIT(5),
    OPPONENT_PIT(6),
    OPPONENT_PIT(7),
    OPPONENT_PIT(8),
    OPPONENT_PIT(9),
    OPPONENT_PIT(10),
    OPPONENT_PIT(11),
    OPPONENT_PIT(12),
};

const struct sow_state_features sow_state_features = {ROWS, sizeof ROWS / sizeof ROWS[0]};
