/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state_facts.h"

#include "sow/game/moves.h"

void sow_state_facts_init(struct sow_state_facts *facts, const struct sow_rules *rules,
                          const struct sow_board *board, const struct sow_fast *fast)
{
    facts->rules = rules;
    facts->board = board;
    facts->fast = fast;
    facts->sweep[SOW_SOUTH].done = false;
    facts->sweep[SOW_NORTH].done = false;
}

/* --- path of the seeds of a sowing --- */

/* Returns the number of seeds of a full lap: after them a sowing is back at the same pit
   or store. */
static int round_trip(const struct sow_rules *rules)
{
    return 2 * rules->pits + rules->own_store_sown -
           (rules->lap_origin == SOW_ORIGIN_SKIPPED);
}

/* Returns the number of own pits and stores that a sowing from @p pit passes before the
   opponent's row. */
static int places_before(const struct sow_rules *rules, int pit)
{
    return rules->pits - 1 - pit + rules->own_store_sown;
}

bool sow_reaches_across(const struct sow_rules *rules, int pit, int seeds)
{
    return seeds > places_before(rules, pit);
}

int sow_seeds_across(const struct sow_rules *rules, int pit, int seeds)
{
    int trip = round_trip(rules);
    int before = places_before(rules, pit);
    int across = 0;
    /* Few pits have enough seeds for a second lap, so a loop is faster than a
       division. */
    for (; seeds > before; seeds -= trip)
        across += seeds - before < rules->pits ? seeds - before : rules->pits;
    return across;
}

/* Returns the number of seeds that a sowing of @p seeds from @p pit puts into the own
   store. For relay sowing, only its first lap counts. A lap may go round the board
   several times. */
static int seeds_stored(const struct sow_rules *rules, int pit, int seeds)
{
    int stored = 0;
    if (rules->own_store_sown)
        for (int left = seeds - (rules->pits - pit); left >= 0; left -= round_trip(rules))
            stored++;
    return stored;
}

bool sow_captures_known(const struct sow_rules *rules)
{
    return !rules->own_store_sown || rules->laps == SOW_LAPS_SINGLE;
}

/* --- all sowings of a side --- */

/* Adds one legal sowing to the counts. The store gains @p gain seeds, of which @p stored
   are sown and the others captured. Returns true if it captures. */
static bool count_sowing(struct sow_sweep *sweep, int gain, int stored, bool again)
{
    int captured = gain - stored;
    sweep->moves++;
    sweep->free_moves += again;
    sweep->capturing += captured > 0;
    if (gain > sweep->best_gain)
        sweep->best_gain = gain;
    if (captured > sweep->best_capture)
        sweep->best_capture = captured;
    return captured > 0;
}

/* Adds all sowings of a side to the counts, which are 0 before, with the plain engine. */
static void sweep_plain(const struct sow_state_facts *facts, int seat,
                        struct sow_sweep *sweep)
{
    const struct sow_rules *rules = facts->rules;
    struct sow_board turned = *facts->board;
    turned.side = (uint8_t)seat;
    const struct sow_board *board = &turned;
    const uint8_t *own = board->pit[board->side];
    const uint8_t *target = board->pit[1 - board->side];
    unsigned emptied = 0;
    unsigned legal = sow_legal(rules, board);
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_sowing sowing;
        sow_sow(rules, board, pit, &sowing);
        if (!count_sowing(sweep, sowing.gain, seeds_stored(rules, pit, own[pit]),
                          sowing.again))
            continue;
        for (int i = 0; i < rules->pits; i++)
            emptied |= (unsigned)(sowing.board.pit[1 - board->side][i] == 0) << i;
    }
    for (int i = 0; i < rules->pits; i++)
        sweep->takeable += (emptied >> i & 1U) != 0 ? target[i] : 0;
}

bool sow_gains_across_only(const struct sow_rules *rules)
{
    return rules->number_where == SOW_WHERE_OPPONENT && !rules->own_store_sown &&
           rules->laps == SOW_LAPS_SINGLE && sow_counts_empty(&rules->place_capture) &&
           sow_counts_empty(&rules->en_passant_capture);
}

/* Returns 0x80 in each byte where @p word has a 0 byte, and 0 in all others. */
static uint64_t empty_bytes(uint64_t word)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return ~(((word & low) + low) | word | low);
}

/* Returns the board as words of the fast engine, `own` those of the seat, as if it were
   its turn. The facts must have prepared rules. */
static struct sow_fast_board words_for(const struct sow_state_facts *facts, int seat)
{
    struct sow_fast_board words = sow_fast_from_board(facts->fast, facts->board);
    return facts->board->side == seat ? words
                                      : (struct sow_fast_board){words.other, words.own};
}

/* Adds all sowings of a side to the counts, which are 0 before, with the fast engine.
   Sowings that cannot gain are counted but not made. */
static void sweep_fast(const struct sow_state_facts *facts, int seat,
                       struct sow_sweep *sweep)
{
    const struct sow_rules *rules = facts->rules;
    const struct sow_fast *fast = facts->fast;
    const uint8_t *own = facts->board->pit[seat];
    const uint8_t *target = facts->board->pit[1 - seat];
    struct sow_fast_board words = words_for(facts, seat);
    uint64_t emptied = 0;
    bool across = sow_gains_across_only(rules);
    unsigned legal = sow_fast_legal(fast, words);
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        if (across && !sow_reaches_across(rules, pit, own[pit])) {
            sweep->moves++;
            continue;
        }
        struct sow_fast_sowing sowing = sow_fast_sow(fast, words, pit);
        if (count_sowing(sweep, sowing.gain, seeds_stored(rules, pit, own[pit]),
                         sowing.again))
            emptied |= empty_bytes(sowing.board.other);
    }
    for (int i = 0; emptied != 0 && i < rules->pits; i++) {
        unsigned byte = (unsigned)(rules->pits - 1 - i);
        sweep->takeable += (emptied >> (8 * byte + 7) & 1U) != 0 ? target[i] : 0;
    }
}

const struct sow_sweep *sow_state_sweep(struct sow_state_facts *facts, int seat)
{
    struct sow_sweep *sweep = &facts->sweep[seat];
    if (sweep->done)
        return sweep;
    *sweep = (struct sow_sweep){.done = true};
    if (facts->fast != NULL)
        sweep_fast(facts, seat, sweep);
    else
        sweep_plain(facts, seat, sweep);
    return sweep;
}
