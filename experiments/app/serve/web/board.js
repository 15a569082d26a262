// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing of a game: board, expected lead, list of moves. These functions know no rules and ask no server.
import {element, shape} from './common.js';

export const other = seat => seat === 'south' ? 'north' : 'south';

/** Returns a number of seeds in words. */
export const seeds = count => `${count} ${count === 1 ? 'seed' : 'seeds'}`;

/** Returns a number with its sign and a true minus. */
export const signed = value => `${value > 0 ? '+' : value < 0 ? '\u2212' : ''}${Math.abs(value)}`;

/** Reads a position: for each seat its pits, from its owner's left, and its store. */
export function readPosition(text) {
    const [south, rest] = text.split('/');
    const read = part => part.split(',').map(Number);
    const board = {south: read(south), north: read(rest.split(':')[0])};
    return {south: {pits: board.south.slice(0, -1), store: board.south.at(-1)},
        north: {pits: board.north.slice(0, -1), store: board.north.at(-1)}};
}

// Draws seeds as dots in a sunflower spiral, so that dots stay in place when their number changes.
function dots(count) {
    const most = Math.min(count, 24);
    const circles = [];
    for (let i = 0; i < most; i++) {
        const far = 6.2 * Math.sqrt(i + (most > 1 ? 0.6 : 0));
        const angle = 2.39996 * i;
        circles.push(shape('circle', {cx: (far * Math.cos(angle)).toFixed(1), cy: (far * Math.sin(angle)).toFixed(1), r: 4.2}));
    }
    return shape('svg', {viewBox: '-30 -30 60 60', 'aria-hidden': 'true', class: 'seeds'}, ...circles);
}

// Makes the button of a pit, which can be pressed only if its move is legal now. `index` counts from 0.
function pit(view, seat, index, count) {
    const number = String(index + 1);
    const legal = view.turn === seat && view.legal.has(number);
    const best = legal && view.best.has(number);
    const sown = view.last && view.last.seat === seat && view.last.move === number;
    return element('button', {
        class: `pit ${seat} ${view.side(seat)}${best ? ' best' : ''}${sown ? ' sown' : ''}`, disabled: !legal, 'data-place': `${seat}-${index}`,
        'aria-label': `${view.name(seat)}, pit ${number}: ${seeds(count)}${best ? ', best move' : ''}`,
        onclick: () => view.play(number),
    }, element('span', {class: 'name', 'aria-hidden': 'true'}, number), dots(count), element('span', {class: 'number'}, String(count)));
}

// Makes the store of a seat with its seeds.
function store(view, seat, count) {
    return element('output', {class: `store ${seat} ${view.side(seat)}`, 'data-place': `${seat}-store`, 'aria-label': `${view.name(seat)}'s store: ${seeds(count)}`},
        dots(count), element('span', {class: 'number'}, String(count)));
}

/** Draws a board into `holder`. `view` has the position `board`, the seat `below`, `clockwise`, the `turn`, sets of `legal` and `best` moves, the `last` move, and
 *  the functions `name`, `side` (class of a seat) and `play`. */
export function drawBoard(holder, view) {
    const {board, below} = view;
    const right = view.clockwise ? other(below) : below;
    const row = seat => {
        const pits = board[seat].pits.map((count, index) => pit(view, seat, index, count));
        return seat === below ? pits : pits.reverse();
    };
    holder.style.setProperty('--pits', board.south.pits.length);
    holder.replaceChildren(element('div', {class: 'board'},
        store(view, other(right), board[other(right)].store),
        element('div', {class: 'rows'}, ...row(other(below)), ...row(below)),
        store(view, right, board[right].store)));
}

/** Draws the lead of the seat below as a bar. `lead` is null if it is not known yet; `exact` says whether it is that of perfect play or of a search; `whole` is
 *  the number of seeds of the game. */
export function drawLead(holder, lead, whole, exact, name) {
    const share = lead === null ? 50 : Math.max(4, Math.min(96, 50 + 50 * lead / whole));
    const words = exact ? 'at the end, if both play perfectly' : 'in the stores, as a search 6 moves ahead sees it';
    holder.style.setProperty('--share', `${share}%`);
    holder.replaceChildren(element('i', {}), element('span', {}, lead === null ? '' : signed(lead)));
    holder.setAttribute('aria-label', lead === null ? 'Lead: not known yet' : `Lead of ${name}: ${signed(lead)} seeds ${words}`);
    holder.title = holder.getAttribute('aria-label');
}

/** Draws the lead after each move as a curve with a title: dashed where a search of a few moves gives it, solid where it is exact. `leads` begins with that after
 *  the first move; null where it is not known. */
export function drawCurve(holder, leads, exact, at, title) {
    const width = 320, height = 84, left = 30, top = 8, bottom = height - 8;
    const known = leads.filter(lead => lead !== null);
    if (known.length < 2) return holder.replaceChildren();
    const most = Math.max(4, ...known.map(Math.abs));
    const x = i => left + (width - left - 6) * (i + 0.5) / leads.length;
    const y = lead => top + (bottom - top) * (most - lead) / (2 * most);
    const line = (wanted, kind) => shape('path', {class: kind, d: leads.map((lead, i) => lead === null || i === 0 || leads[i - 1] === null || exact[i] !== wanted ? ''
        : `M${x(i - 1).toFixed(1)},${y(leads[i - 1]).toFixed(1)}L${x(i).toFixed(1)},${y(lead).toFixed(1)}`).join('')});
    const tick = lead => [shape('line', {x1: left, x2: width, y1: y(lead), y2: y(lead), class: lead === 0 ? 'zero' : 'grid'}),
        shape('text', {x: left - 4, y: y(lead) + 4, 'text-anchor': 'end'}, signed(lead))];
    holder.replaceChildren(element('figcaption', {}, `${title} in seeds. Dashed: in the stores, as a search 6 moves ahead sees it. Solid: at the end, if both play perfectly.`),
        shape('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `From ${signed(known[0])} to ${signed(known.at(-1))} seeds`},
            ...tick(most), ...tick(0), ...tick(-most), line(false, 'guess'), line(true, 'exact'),
            ...(leads[at] === null || leads[at] === undefined ? [] : [shape('circle', {cx: x(at), cy: y(leads[at]), r: 4})])));
}

/** Returns the moves of a history in lines for the list: each has the moves of the player who began, then those of the other. */
export function turns(history) {
    const lines = [];
    history.forEach((move, index) => {
        const column = move.seat === history[0].seat ? 0 : 1;
        const line = lines.at(-1);
        if (!line || (column === 0 && line[1].length > 0)) lines.push([[], []]);
        lines.at(-1)[column].push({...move, index});
    });
    return lines;
}
