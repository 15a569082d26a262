// SPDX-License-Identifier: GPL-3.0-or-later
// Animation of moving seeds. It compares two positions and knows no rules of games.
import {element} from './common.js';

const FLIGHT = 220; // milliseconds
const STEP = 70;

/** Returns true if the system asks for less motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lists pits and stores in the order of sowing, beginning with the row of `seat`. */
function ring(board, seat, clockwise) {
    const other = seat === 'south' ? 'north' : 'south';
    const places = who => {
        const pits = board[who].pits.map((_, index) => `${who}-${index}`);
        return [...(clockwise ? pits.reverse() : pits), `${who}-store`];
    };
    return [...places(seat), ...places(other)];
}

// Returns a map from each pit and store to its number of seeds.
function counts(board) {
    const all = new Map();
    for (const seat of ['south', 'north']) {
        board[seat].pits.forEach((count, index) => all.set(`${seat}-${index}`, count));
        all.set(`${seat}-store`, board[seat].store);
    }
    return all;
}

// Returns the middle of a pit or store on the screen, as [x, y].
const middle = (holder, place) => {
    const box = holder.querySelector(`[data-place="${place}"]`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
};

// Lets a seed fly from one place to another after `delay` milliseconds. Returns a promise of its end, which never fails.
function fly(holder, from, to, delay) {
    const [x, y] = middle(holder, from);
    const [toX, toY] = middle(holder, to);
    const seed = element('i', {class: 'flying', 'aria-hidden': 'true'});
    seed.style.left = `${x - 6}px`;
    seed.style.top = `${y - 6}px`;
    document.body.append(seed);
    const path = [{transform: 'none', opacity: 0}, {opacity: 1, offset: 0.1},
        {transform: `translate(${(toX - x) / 2}px, ${(toY - y) / 2 - 24}px)`, offset: 0.5},
        {transform: `translate(${toX - x}px, ${toY - y}px)`, opacity: 1}];
    return seed.animate(path, {duration: FLIGHT, delay, fill: 'backwards', easing: 'ease-in-out'}).finished
        .catch(() => {}).finally(() => seed.remove());
}

/** Animates the latest move of `state`, which led from position `before` to `after`. Does nothing for a swap, or if less motion is wanted. */
export async function animate(holder, before, after, state) {
    const last = state.history.at(-1);
    if (still() || document.hidden || !last || last.move === 'swap') return;
    const origin = `${last.seat}-${Number(last.move) - 1}`;
    const places = ring(after, last.seat, state.game.direction === 'clockwise');
    const start = places.indexOf(origin);
    const order = [...places.slice(start + 1), ...places.slice(0, start)];
    const had = counts(before), has = counts(after);
    const flights = [];
    for (const place of order)
        if (has.get(place) > had.get(place) && !(place.endsWith('store') && !passes(order, place, had.get(origin))))
            flights.push(fly(holder, origin, place, STEP * flights.length));
    await Promise.all(flights);
    const store = ['south-store', 'north-store'].find(place => has.get(place) - had.get(place) > 1);
    const taken = order.filter(place => has.get(place) < had.get(place));
    if (store) await Promise.all(taken.map((place, i) => fly(holder, place, store, STEP * i / 2)));
}

/* Returns true if a sowing of `sown` seeds reaches `place`. */
const passes = (order, place, sown) => order.indexOf(place) < sown;
