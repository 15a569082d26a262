/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The *threat*: the greatest gain of a reply (H6; Divilly et al. 2013, section III), in
 * bit planes. It is the work of sow_threat for all lanes at once.
 *
 * In this file `own` is the row of the player that replies, and `other` the row it
 * captures from. Where the rules allow it, no reply is sown. It is enough to know which
 * pits replies can end on, and what a capture there takes.
 */
#ifndef SOW_HEURISTICS_BITSLICE_REPLIES_H
#define SOW_HEURISTICS_BITSLICE_REPLIES_H

#include "bitslice_places.h"

/** Sets @p threat for any rules: sows every pit of @p own. Replies that the rules forbid
 *  do not count. */
SOW_INLINE void threat_by_sowing(const struct sow_plan *plan, const sow_bits *own,
                                 const sow_bits *other, sow_bits *threat,
                                 const struct sow_form form)
{
    struct sow_move replies[SOW_MAX_PITS];
    sow_bits legal[SOW_MAX_PITS];
    for (int pit = 0; pit < form.pits; pit++) {
        struct sow_rows rows;
        sow_and_take(plan, own, other, pit, &replies[pit], &rows, false, form);
        legal[pit] = planes_nonzero(own + pit * form.planes, form.planes);
    }
    filter_legal(replies, legal, ~row_occupied(other, form), form);
    planes_clear(threat, form.planes);
    for (int pit = 0; pit < form.pits; pit++)
        planes_raise(threat, replies[pit].gain, legal[pit], form.planes);
}

/* --- captures in one row: by the pit where a reply ends --- */

/**
 * Adds landings: to reached[i] the lanes in which own pit @p k ends on pit i of the other
 * row after @p laps full laps.
 *
 * Why landings are enough: a reply with q full laps adds q + 1 seeds to every pit of the
 * other row up to its last. So its capture depends only on q and on where it ends. For
 * example, a reply of 7 seeds captures the same as one of 3 seeds that ends on the same
 * pit. So the kernel finds the pits reached for each number of laps, then the capture
 * chain of each such pit, then the greatest.
 */
SOW_INLINE void add_landings(const sow_bits *cell, int k, int laps, sow_bits *reached,
                             const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++)
        reached[i] |= planes_equal(
            cell, (unsigned)(laps * form.lap + form.pits + form.store - k + i),
            form.planes);
}

/** Adds to @p taken the pits of capture chains. A chain begins where @p reached is set
 *  and continues along members of the capture set. */
SOW_INLINE void mark_chains(const sow_bits *member, const sow_bits *reached,
                            sow_bits *taken, const struct sow_form form)
{
    sow_bits run = bits_none();
    for (int i = form.pits - 1; i >= 0; i--) {
        run = (reached[i] | run) & member[i];
        taken[i] |= run;
        if (form.chain == SOW_CHAIN_NONE)
            run = bits_none();
    }
}

/** Raises threat by the capture chains of replies that end where @p reached is set. Every
 *  pit on the way has got @p more seeds. If @p marked is not NULL, the pits that chains
 *  take are added. */
SOW_INLINE void raise_by_chains(const struct sow_plan *plan, const sow_bits *other,
                                const sow_bits *reached, int more, sow_bits *threat,
                                sow_bits *marked, const struct sow_form form)
{
    sow_bits seeds[SOW_PLANES_MAX];
    sow_bits member[SOW_MAX_PITS];
    sow_bits taken[SOW_PLANES_MAX];
    for (int b = 0; b < form.planes; b++)
        seeds[b] = ((unsigned)more >> b & 1U) != 0 ? bits_all() : bits_none();
    planes_clear(taken, form.planes);
    for (int i = 0; i < form.pits; i++) {
        sow_bits cell[SOW_PLANES_MAX];
        planes_copy(cell, other + i * form.planes, form.planes);
        planes_add(cell, seeds, form.planes);
        if (form.chain == SOW_CHAIN_NONE)
            planes_clear(taken, form.planes);
        planes_add(taken, cell, form.planes);
        member[i] = is_taken(plan, cell, form);
        planes_keep(taken, member[i], form.planes);
        planes_raise(threat, taken, reached[i], form.planes);
    }
    if (marked != NULL)
        mark_chains(member, reached, marked, form);
}

/** Sets @p threat by landings, for each number of full laps. @p marked is as in
 *  raise_by_chains. */
SOW_INLINE void threat_by_landing(const struct sow_plan *plan, const sow_bits *own,
                                  const sow_bits *other, sow_bits *threat,
                                  sow_bits *marked, const struct sow_form form)
{
    planes_clear(threat, form.planes);
    for (int laps = 0; laps <= plan->most_laps; laps++) {
        sow_bits reached[SOW_MAX_PITS];
        bool some = false;
        planes_clear(reached, form.pits);
        for (int k = 0; k < form.pits; k++) {
            const sow_bits *cell = own + k * form.planes;
            if (!bits_any(planes_above(cell, (unsigned)(laps * form.lap), form.planes)))
                continue;
            some = true;
            add_landings(cell, k, laps, reached, form);
        }
        if (!some)
            break;
        raise_by_chains(plan, other, reached, laps + 1, threat, marked, form);
    }
}

/* --- the same for captures of one to four seeds per pit --- */

/** A row that replies may capture from. A reply adds at least one seed to a pit, so only
 *  pits of 0 to 3 seeds matter. Planes 0 and 1 of pit[i] are the count; plane 2 is set if
 *  it is above 3. */
struct sow_few {
    sow_bits pit[SOW_MAX_PITS][SOW_FEW_PLANES]; /**< by pit */
};

/**
 * One or two kinds of capture chains, as tables by the count (0 to 3) of a pit before the
 * reply.
 *
 * Example: captures of 2 and 4, after one more seed. Then member[0] = {1, 3}. Here 3
 * becomes 4 and 1 becomes 2, so plane[2] = {3} and plane[1] = {1}. After two more seeds
 * member[1] = {0, 2}. No count is in both sets. So one pass serves both kinds: at each
 * pit the chain of the kind that has the pit as a member goes on.
 */
struct sow_chains {
    unsigned member[2];             /**< counts that continue a chain, by kind */
    unsigned plane[SOW_FEW_PLANES]; /**< by plane of the seeds taken: counts for which it
                                         is set */
    int first;                      /* lowest plane of a gain */
    int most;                       /* most seeds taken from one pit */
};

/** Returns the counts 0 to 3 that are in @p set after @p more seeds, as a mask. */
SOW_INLINE unsigned table_after(unsigned set, int more)
{
    return set >> more & 15U;
}

/** Makes the tables of the chains after @p more seeds and, if @p both, after one more.
 *  There is no loop, so that the compiler knows all values before it unrolls the loops
 *  that use them. */
SOW_INLINE struct sow_chains chains_of(const unsigned set, const int more,
                                       const bool both)
{
    const unsigned odd = set & 0xaaU; /* counts with a bit of 1, of 2, of 4 */
    const unsigned two = set & 0xccU;
    const unsigned four = set & 0xf0U;
    const unsigned second = both ? 15U : 0;
    struct sow_chains chains = {
        .member = {table_after(set, more), table_after(set, more + 1) & second},
        .plane = {table_after(odd, more) | (table_after(odd, more + 1) & second),
                  table_after(two, more) | (table_after(two, more + 1) & second),
                  table_after(four, more) | (table_after(four, more + 1) & second)}};
    chains.first = chains.plane[0] != 0 ? 0 : chains.plane[1] != 0 ? 1 : 2;
    unsigned counts = chains.member[0] << more | chains.member[1] << (more + 1);
    chains.most = counts != 0 ? 31 - __builtin_clz(counts) : 0;
    return chains;
}

/** Sets total to the seeds taken from @p pit, a member, plus the old total where the
 *  chain @p goes_on. */
SOW_INLINE void add_to_chain(const struct sow_chains *chains, const sow_bits *pit,
                             sow_bits goes_on, sow_bits *total, const int planes)
{
    sow_bits carry = bits_none();
#pragma GCC unroll 5
    for (int p = chains->first; p < planes; p++) {
        sow_bits kept = total[p] & goes_on;
        unsigned table = p < SOW_FEW_PLANES ? chains->plane[p] : 0;
        sow_bits term = table != 0 ? bits_in_table(table, pit) : bits_none();
        total[p] = bits_parity(kept, term, carry);
        if (table == 0)
            carry = kept & carry;
        else if (p == chains->first)
            carry = kept & term;
        else
            carry = bits_majority(kept, term, carry);
    }
}

/** Raises @p best, of @p all planes, to @p total in the lanes of @p mask where that is
 *  greater. Only the planes [first, planes) of @p total may be set. */
SOW_INLINE void raise_between(sow_bits *best, const sow_bits *total, sow_bits mask,
                              const int first, const int planes, const int all)
{
    sow_bits above = bits_none();
#pragma GCC unroll 5
    for (int p = first; p < planes; p++)
        above = bits_above(total[p], best[p], above);
    above &= mask;
#pragma GCC unroll 5
    for (int p = planes; p < all; p++)
        above &= ~best[p];
#pragma GCC unroll 2
    for (int p = 0; p < first; p++)
        best[p] &= ~above;
#pragma GCC unroll 5
    for (int p = first; p < planes; p++)
        best[p] = bits_select(above, total[p], best[p]);
}

/** Raises @p best by the chains that end where @p reached is set. If @p next is not NULL,
 *  there are two kinds of chains, and it has the ends of the second kind. @p best has
 *  @p all planes. */
SOW_INLINE void raise_by_few(const struct sow_few *few, const struct sow_chains chains,
                             const sow_bits *reached, const sow_bits *next,
                             sow_bits *best, const int all, const struct sow_form form)
{
    sow_bits total[SOW_PLANES_MAX];
    sow_bits previous = bits_none();
    planes_clear(total, all);
    if (chains.most == 0)
        return;
#pragma GCC unroll 6
    for (int i = 0; i < form.pits; i++) {
        const sow_bits *pit = few->pit[i];
        const int planes = 32 - __builtin_clz((unsigned)(chains.most * (i + 1)));
        sow_bits one = bits_in_table(chains.member[0], pit);
        sow_bits mask = reached[i] & one;
        sow_bits goes_on = one;
        if (next != NULL) {
            sow_bits two = bits_in_table(chains.member[1], pit);
            mask = bits_select(one, reached[i], next[i] & two);
            goes_on = i == 0 ? bits_none() : bits_select(previous, one, two);
            previous = one;
        }
        add_to_chain(&chains, pit, goes_on, total, planes);
        raise_between(best, total, mask, chains.first, planes, all);
    }
}

/** Sets total to the seeds taken from @p pit plus the old total, in the lanes where the
 *  chain @p takes the pit; else to 0. */
SOW_INLINE void lengthen_chain(const struct sow_chains *chains, const sow_bits *pit,
                               sow_bits takes, sow_bits *total, const int planes)
{
    sow_bits carry = bits_none();
#pragma GCC unroll 5
    for (int p = chains->first; p < planes; p++) {
        unsigned table = p < SOW_FEW_PLANES ? chains->plane[p] : 0;
        sow_bits term = table != 0 ? bits_in_table(table, pit) : bits_none();
        sow_bits sum = bits_parity(total[p], term, carry) & takes;
        carry = table == 0           ? total[p] & carry
                : p == chains->first ? total[p] & term
                                     : bits_majority(total[p], term, carry);
        total[p] = sum;
    }
}

/**
 * Raises best by chains of one kind. It first marks the taken pits, backwards.
 *
 * A chain that goes on only gains, so only the last of its ends counts. A gap separates
 * two chains, so at most one of two neighbours is such a last end. The two are therefore
 * compared with best in one step.
 */
SOW_INLINE void raise_by_runs(const struct sow_few *few, const struct sow_chains chains,
                              const sow_bits *reached, sow_bits *best, const int all,
                              const struct sow_form form)
{
    sow_bits total[SOW_PLANES_MAX];
    sow_bits taken[SOW_MAX_PITS + 1];
    if (chains.most == 0)
        return;
    taken[form.pits] = bits_none();
#pragma GCC unroll 6
    for (int i = form.pits - 1; i >= 0; i--)
        taken[i] =
            (reached[i] | taken[i + 1]) & bits_in_table(chains.member[0], few->pit[i]);
    planes_clear(total, all);
#pragma GCC unroll 3
    for (int i = 0; i < form.pits; i += 2) {
        const int planes = 32 - __builtin_clz((unsigned)(chains.most * (i + 2)));
        sow_bits end[SOW_PLANES_MAX];
        lengthen_chain(&chains, few->pit[i], taken[i], total, planes);
        planes_copy(end, total, planes);
        lengthen_chain(&chains, few->pit[i + 1], taken[i + 1], total, planes);
#pragma GCC unroll 5
        for (int p = chains.first; p < planes; p++)
            end[p] = bits_select(taken[i + 1], total[p], end[p]);
        raise_between(best, end, bits_all(), chains.first, planes, all);
    }
}

/** Landings: the lanes in which replies end on each pit of the other row. After more than
 *  three laps no pit has so few seeds that it can be captured. */
struct sow_landings {
    sow_bits near[2][SOW_MAX_PITS]; /**< after no full lap, and after one */
    sow_bits far[2][SOW_MAX_PITS];  /**< after two full laps, and after three */
    bool some_far;                  /* true if `far` is filled in */
};

/** Adds the landings of pit @p k, which holds @p cell, after no full lap and after one.
 *  They have fewer than 32 seeds. @p first: true if nothing has been added yet. */
SOW_INLINE void add_near_landings(const sow_bits *cell, int k, bool first,
                                  struct sow_landings *landings,
                                  const struct sow_form form)
{
    struct sow_decoded decoded;
    decode(cell, &decoded, form);
#pragma GCC unroll 6
    for (int i = 0; i < form.pits; i++)
#pragma GCC unroll 2
        for (int laps = 0; laps < 2; laps++) {
            int seeds = laps * form.lap + form.pits - k + i;
            sow_bits here = decoded_is(cell, &decoded, seeds, form);
            sow_bits *reached = &landings->near[laps][i];
            *reached = first ? here : *reached | here;
        }
}

/** Adds the landings of pit @p k after two and three full laps, which few pits make. */
SOW_INLINE void add_far_landings(const sow_bits *cell, int k,
                                 struct sow_landings *landings,
                                 const struct sow_form form)
{
    if (!bits_any(planes_above(cell, 2 * (unsigned)form.lap, form.planes)))
        return;
    if (!landings->some_far) {
        planes_clear(landings->far[0], form.pits);
        planes_clear(landings->far[1], form.pits);
    }
    landings->some_far = true;
#pragma GCC unroll 6
    for (int i = 0; i < form.pits; i++)
#pragma GCC unroll 2
        for (int kind = 0; kind < 2; kind++) {
            const unsigned seeds = (unsigned)((2 + kind) * form.lap + form.pits - k + i);
            landings->far[kind][i] |= bits_in_table(1U << seeds % 8, cell) &
                                      bits_in_table(1U << seeds / 8, cell + 3);
        }
}

/** Finds the landings of all replies from the row @p own. */
SOW_INLINE void find_landings(const sow_bits *own, struct sow_landings *landings,
                              const struct sow_form form)
{
    landings->some_far = false;
#pragma GCC unroll 6
    for (int k = 0; k < form.pits; k++) {
        const sow_bits *cell = own + k * form.planes;
        add_near_landings(cell, k, k == 0, landings, form);
        add_far_landings(cell, k, landings, form);
    }
}

/** Makes one sowing with its captures, as sow_and_take does. For rules whose captures are
 *  chains of few seeds in the other row, with a constant set. It walks along that row
 *  once, and finds the landings of the replies from each of its pits. Neither row is
 *  kept. */
SOW_INLINE void sow_and_take_few(const sow_bits *own, const sow_bits *other, int pit,
                                 struct sow_move *move, struct sow_landings *landings,
                                 const struct sow_form form)
{
    sow_bits bit[SOW_FEW_PLANES][SOW_MAX_PITS];
    sow_bits run = bits_none();
    landings->some_far = false;
    find_reach(own + pit * form.planes, move, form);
    const sow_bits *share = other_share(move, pit, form);
#pragma GCC unroll 6
    for (int i = form.pits - 1; i >= 0; i--) {
        sow_bits cell[SOW_PLANES_MAX];
        sow_cell(other + i * form.planes, move->laps, share[i], cell, form);
        run = (run | (share[i] & ~share[i + 1])) & is_few(cell, form);
        move->other_taken[i] = run;
        for (int b = 0; b < form.takes; b++) {
            bit[b][i] = cell[b] & run;
            cell[b] &= ~run;
        }
        add_near_landings(cell, i, i == form.pits - 1, landings, form);
        add_far_landings(cell, i, landings, form);
    }
    planes_clear(move->gain, form.planes);
    for (int b = 0; b < form.takes; b++) {
        sow_bits count[SOW_FEW_PLANES];
        planes_count(bit[b], form.pits, count, SOW_FEW_PLANES);
        planes_add_shifted(move->gain, count, SOW_FEW_PLANES, b, SOW_FEW_MOST + 1);
    }
}

/** Sets @p few to the part of a row that replies can capture: counts of 0 to 3, and a
 *  flag for greater ones. */
SOW_INLINE void few_of_row(const sow_bits *row, struct sow_few *few,
                           const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++) {
        const sow_bits *cell = row + i * form.planes;
        few->pit[i][0] = cell[0];
        few->pit[i][1] = cell[1];
        few->pit[i][2] = planes_nonzero(cell + 2, form.planes - 2);
    }
}

/** Adds to @p marked the pits of chains, as mark_chains does, after @p more seeds for
 *  every pit on the way. */
SOW_INLINE void mark_few(const struct sow_few *few, const int more,
                         const sow_bits *reached, sow_bits *marked,
                         const struct sow_form form)
{
    sow_bits member[SOW_MAX_PITS];
    for (int i = 0; i < form.pits; i++)
        member[i] = bits_in_table(table_after((unsigned)form.few, more), few->pit[i]);
    mark_chains(member, reached, marked, form);
}

/** Raises @p best, of @p all planes, by the replies of @p laps full laps and of one more.
 *  They end where reached[0] and reached[1] are set. If @p marked is not NULL, the pits
 *  that they take are added. If a pit could be taken by both kinds, each kind is handled
 *  in turn. */
SOW_INLINE void raise_by_two(const struct sow_few *few, const int laps,
                             const sow_bits (*reached)[SOW_MAX_PITS], sow_bits *best,
                             sow_bits *marked, const int all, const struct sow_form form)
{
    const unsigned set = (unsigned)form.few;
    if (marked != NULL) {
        mark_few(few, laps + 1, reached[0], marked, form);
        mark_few(few, laps + 2, reached[1], marked, form);
    }
    const bool neighbours = (set & set << 1) != 0;
    if (!neighbours) {
        raise_by_few(few, chains_of(set, laps + 1, true), reached[0], reached[1], best,
                     all, form);
        return;
    }
    raise_by_runs(few, chains_of(set, laps + 1, false), reached[0], best, all, form);
    if (laps == 0 || bits_any(planes_nonzero(reached[1], form.pits)))
        raise_by_runs(few, chains_of(set, laps + 2, false), reached[1], best, all, form);
}

/** Sets @p best, of @p all planes, to the threat for captures of few seeds. Replies take
 *  from the row @p few and end at @p landings. The pits are marked as in
 *  raise_by_chains. */
SOW_INLINE void threat_of_few(const struct sow_few *few,
                              const struct sow_landings *landings, sow_bits *best,
                              sow_bits *marked, const int all, const struct sow_form form)
{
    planes_clear(best, all);
    raise_by_two(few, 0, landings->near, best, marked, all, form);
    if (landings->some_far)
        raise_by_two(few, 2, landings->far, best, marked, all, form);
}

/* --- captures of single seeds --- */

/** Sets @p reached, by pit of the ring, to the lanes in which some own pit ends there,
 *  without a full lap. */
SOW_INLINE void ring_landings(const sow_bits *own, sow_bits *reached,
                              const struct sow_form form)
{
    planes_clear(reached, form.ring);
#pragma GCC unroll 6
    for (int pit = 0; pit < form.pits; pit++) {
        struct sow_decoded decoded;
        const sow_bits *cell = own + pit * form.planes;
        decode(cell, &decoded, form);
        int place = pit;
#pragma GCC unroll 12
        for (int distance = 1; distance <= form.lap; distance++) {
            place = place + 1 == form.ring ? 0 : place + 1;
            reached[place] |= decoded_is(cell, &decoded, distance, form);
        }
    }
}

/** Adds 1 to @p run, the length of a run of empty pits, in the lanes of @p empty. Sets it
 *  to 0 in the others, where the next pit is not empty. */
SOW_INLINE void lengthen_run(sow_bits *run, sow_bits empty, const int planes)
{
    sow_bits carry = bits_all();
    for (int b = 0; b < planes; b++) {
        sow_bits sum = (run[b] ^ carry) & empty;
        carry &= run[b];
        run[b] = sum;
    }
}

/**
 * Computes the threat for captures of single seeds in both rows, with chains across rows.
 *
 * A reply takes the run of empty pits that ends where it lands. The pit it came from was
 * not empty, so no run passes it. After a full lap no pit holds a single seed, so only
 * replies without one capture. Runs may cross the start of the ring: the first walk
 * around the ring finds the run with which the second one begins.
 */
SOW_INLINE void threat_of_singles(const sow_bits *own, const sow_bits *other,
                                  sow_bits *threat, const struct sow_form form)
{
    const int planes = form.ring < 16 ? 4 : 5;
    sow_bits reached[2 * SOW_MAX_PITS];
    sow_bits empty[2 * SOW_MAX_PITS];
    sow_bits run[5];
    ring_landings(own, reached, form);
    planes_clear(empty, form.ring);
    for (int i = 0; i < form.pits; i++) {
        empty[i] = ~planes_nonzero(own + i * form.planes, form.planes);
        empty[form.pits + i] = ~planes_nonzero(other + i * form.planes, form.planes);
    }
    planes_clear(run, planes);
    for (int place = 0; place < form.ring; place++)
        lengthen_run(run, empty[place], planes);
    planes_clear(threat, form.planes);
    for (int place = 0; place < form.ring; place++) {
        lengthen_run(run, empty[place], planes);
        planes_raise(threat, run, reached[place], planes);
    }
}

/* --- any rules --- */

/** Returns the number of planes of a gain by captures of few seeds, 4 or 5. The most
 *  seeds are 6 pits of 2 or 6 of 4. */
SOW_INLINE int few_planes(const struct sow_form form)
{
    return form.few < 8 ? 4 : SOW_FEW_MOST + 1;
}

/** Sets @p threat to the greatest gain of a sowing of @p own, by the method of the form.
 *  If @p marked is not NULL, the pits of @p other that some sowing takes are added to it,
 *  under rules that can take seeds that lay there. */
SOW_INLINE void threat_of(const struct sow_plan *plan, const sow_bits *own,
                          const sow_bits *other, sow_bits *threat, sow_bits *marked,
                          const struct sow_form form)
{
    struct sow_few few;
    struct sow_landings landings;
    struct sow_endings endings;
    switch (form.threat) {
    case SOW_THREAT_OF_SINGLES:
        threat_of_singles(own, other, threat, form);
        break;
    case SOW_THREAT_OF_PLACES:
        find_endings(plan, own, &endings, form);
        threat_of_places(plan, &endings, other, threat, marked, form);
        break;
    case SOW_THREAT_BY_SOWING:
        threat_by_sowing(plan, own, other, threat, form);
        break;
    case SOW_THREAT_OF_FEW:
        if (form.few != 0) {
            few_of_row(other, &few, form);
            find_landings(own, &landings, form);
            planes_clear(threat, form.planes);
            threat_of_few(&few, &landings, threat, marked, few_planes(form), form);
            break;
        } /* fall through */
    default:
        threat_by_landing(plan, own, other, threat, marked, form);
        break;
    }
}

#endif
