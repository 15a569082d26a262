// SPDX-License-Identifier: GPL-3.0-or-later
// Page of a game. The address holds the whole game, and the server computes the moves.
import {address, ask, element, find, shape, show} from './common.js';
import {animate, still} from './seeds.js';

const USUAL = 'alphabeta:depth=4,eval=[state:store_difference=1]';
const COMPUTER = /^alphabeta:depth=(\d+),eval=\[state:store_difference=1\]$/;

const game = {variant: 'kalah', south: 'person', north: USUAL, moves: []};
let state = null; // latest answer of the server
let why = false;
let paused = false;
let turn = 0; // number of requests begun; answers to earlier ones are dropped

const other = seat => seat === 'south' ? 'north' : 'south';
const isPerson = seat => game[seat] === 'person';

// Returns the name of a seat's player in sentences: "you", the seat if both are persons, the computer's depth, or a spec.
function nameOf(seat) {
    const deep = COMPUTER.exec(game[seat]);
    if (isPerson(seat)) return isPerson(other(seat)) ? seat : 'you';
    return deep ? `the computer (${deep[1]} ahead)` : game[seat];
}

/* ---- The address ---- */

// Returns the address of this page for the game; `more` adds or replaces arguments.
const here = more => address('/play', {...args(), ...more});
const args = () => ({variant: game.variant, south: game.south, north: game.north, moves: game.moves.join(',')});

// Sets the game from the arguments of the page's address. What is missing stays as it is.
function readAddress() {
    const query = new URLSearchParams(location.search);
    for (const name of ['variant', 'south', 'north'])
        if (query.has(name)) game[name] = query.get(name);
    game.moves = (query.get('moves') ?? '').split(',').filter(move => move !== '');
}

// Puts the game into the page's address and links, without a new entry in the browser's history.
function tellAddress() {
    history.replaceState(null, '', here());
    find('#link').href = here();
    find('#json').href = address('/api/play', {...args(), why: why ? 'yes' : ''});
}

/* ---- Setting up ---- */

const form = find('#setup');

// Fills the form's lists of variants and players and selects those of the game.
function fillForm() {
    form.elements.variant.append(find('#variants').content.cloneNode(true));
    form.elements.variant.value = game.variant;
    for (const seat of ['south', 'north']) {
        form.elements[seat].append(find('#players').content.cloneNode(true));
        showPlayer(seat);
        form.elements[seat].addEventListener('change', () => showFields(seat));
    }
}

// Shows the player of a seat in the form. A spec that is not in the list goes into the text field.
function showPlayer(seat) {
    const deep = COMPUTER.exec(game[seat]);
    const select = form.elements[seat];
    select.value = deep ? 'computer' : game[seat];
    if (select.selectedIndex < 0 || select.value === '') {
        select.value = '';
        form.elements[`${seat}_spec`].value = game[seat];
    }
    if (deep) form.elements[`${seat}_depth`].value = deep[1];
    showFields(seat);
}

// Shows the field for the depth or for a spec only if the choice of a seat needs it.
function showFields(seat) {
    form.elements[`${seat}_depth`].parentElement.hidden = form.elements[seat].value !== 'computer';
    form.elements[`${seat}_spec`].hidden = form.elements[seat].value !== '';
}

// Returns the player spec that the form has for a seat ("random" if its spec field is empty).
function chosen(seat) {
    const value = form.elements[seat].value;
    if (value === 'computer')
        return `alphabeta:depth=${Number(form.elements[`${seat}_depth`].value)},eval=[state:store_difference=1]`;
    return value === '' ? form.elements[`${seat}_spec`].value.trim() || 'random' : value;
}

// Begins a new game with these player specs, in the variant of the form.
function begin(south, north) {
    Object.assign(game, {variant: form.elements.variant.value, south, north, moves: []});
    showPlayer('south');
    showPlayer('north');
    paused = false;
    state = null;
    go();
}

/* ---- The board ---- */

/** Reads a position: for each seat its pits, from its owner's left, and its store. */
function readPosition(text) {
    const [south, rest] = text.split('/');
    const read = part => part.split(',').map(Number);
    const board = {south: read(south), north: read(rest.split(':')[0])};
    return {south: {pits: board.south.slice(0, -1), store: board.south.at(-1)},
        north: {pits: board.north.slice(0, -1), store: board.north.at(-1)}};
}

/** Returns the seat that is drawn below: the person's, or south if both or none are persons. */
const below = () => !isPerson('south') && isPerson('north') ? 'north' : 'south';

// Returns a number of seeds in words.
const seeds = count => `${count} ${count === 1 ? 'seed' : 'seeds'}`;

/* Draws seeds as dots in a sunflower spiral, so that dots stay in place when their number changes. */
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
function pit(seat, index, count, options) {
    const number = index + 1;
    const legal = options.legal && state.game.turn === seat && isLegal(String(number));
    const best = legal && options.best.has(String(number));
    const last = state.history.at(-1);
    const sown = last && last.seat === seat && last.move === String(number);
    return element('button', {
        class: `pit ${seat}${best ? ' best' : ''}${sown ? ' sown' : ''}`, disabled: !legal, 'data-place': `${seat}-${index}`,
        'aria-label': `${nameOf(seat)}, pit ${number}: ${seeds(count)}${best ? ', best move' : ''}`,
        onclick: () => play(String(number)),
    }, dots(count), element('span', {class: 'number'}, String(count)));
}

// Makes the store of a seat with its seeds.
function store(seat, count) {
    return element('output', {class: `store ${seat}`, 'data-place': `${seat}-store`, 'aria-label': `${nameOf(seat)}'s store: ${seeds(count)}`},
        dots(count), element('span', {class: 'number'}, String(count)));
}

// Makes the pits of a seat in the order from left to right on the screen.
function row(seat, board, options) {
    const pits = board[seat].pits.map((count, index) => pit(seat, index, count, options));
    return seat === below() ? pits : pits.reverse();
}

// Returns true if a move, as text, is legal in the latest position.
const isLegal = move => state.moves.some(row => row.move === move);

/** Draws a position. If `legal`, it is a person's turn and pits can be chosen. */
function draw(position, legal) {
    const board = readPosition(position);
    const mine = below();
    const right = state.game.direction === 'clockwise' ? other(mine) : mine;
    const options = {legal, best: new Set(legal && state.shown ? state.values.filter(row => row.best === 'yes').map(row => row.move) : [])};
    const holder = find('#board');
    holder.style.setProperty('--pits', board.south.pits.length);
    holder.replaceChildren(
        element('p', {class: 'who'}, who(other(mine))),
        element('div', {class: 'board'}, store(other(right), board[other(right)].store),
            element('div', {class: 'rows'}, ...row(other(mine), board, options), ...row(mine, board, options)),
            store(right, board[right].store)),
        element('p', {class: 'who'}, who(mine)));
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
// Returns the label above or below the board: seat and player.
const who = seat => `${capital(seat)}: ${isPerson(seat) && isPerson(other(seat)) ? 'a person' : nameOf(seat)}`;

/* ---- Reasons ---- */

const COLOURS = ['--c0', '--c1', '--c2', '--c3', '--c4', '--c5'];

// Draws the terms of a move as bars: positive ones to the right of zero, negative ones to the left. `scale` fits all moves.
function bars(terms, scale, names) {
    const width = 200;
    let right = width * scale.low, left = width * scale.low;
    const parts = terms.filter(term => term.product !== 0).map(term => {
        const size = Math.abs(term.product) * scale.unit * width;
        const x = term.product > 0 ? right : left - size;
        if (term.product > 0) right += size;
        else left -= size;
        return shape('rect', {x: x.toFixed(2), y: 2, width: size.toFixed(2), height: 12, class: `term${names.indexOf(term.term) % COLOURS.length}`},
            shape('title', {}, `${term.term}: ${term.value} x ${show(term.weight)} = ${show(term.product)}`));
    });
    const zero = (width * scale.low).toFixed(2);
    return shape('svg', {viewBox: `0 0 ${width} 16`, class: 'bars', 'aria-hidden': 'true', preserveAspectRatio: 'none'},
        ...parts, shape('line', {x1: zero, x2: zero, y1: 0, y2: 16}));
}

// Returns the sums of the positive and of the negative terms, both as positive numbers.
const sums = terms => [terms.reduce((sum, term) => sum + Math.max(0, term.product), 0),
    terms.reduce((sum, term) => sum + Math.max(0, -term.product), 0)];

// Makes the list of all moves with their values and terms, as the adviser gave them.
function reasons() {
    const of = move => state.terms.filter(term => term.move === move);
    const names = [...new Set(state.terms.map(term => term.term))];
    const all = state.values.map(row => sums(of(row.move)));
    const up = Math.max(...all.map(pair => pair[0])), down = Math.max(...all.map(pair => pair[1]));
    const unit = 1 / Math.max(up + down, 1e-9);
    const scale = {unit, low: down * unit};
    const words = term => `${term.term} ${term.value} x ${show(term.weight)} = ${show(term.product)}`;
    return [
        element('h2', {}, 'What each move is worth'),
        element('p', {class: 'dim'}, `To ${state.adviser.player}; a bar is the sum of value x weight of its terms`,
            state.adviser.player.includes(':depth') ? ', of the position straight after the move.' : '.'),
        element('ul', {class: 'legend'}, ...names.map((name, i) => element('li', {class: `term${i % COLOURS.length}`}, name))),
        element('ol', {class: 'reasons'}, ...state.values.map(row => element('li', {class: row.best === 'yes' ? 'best' : null},
            element('span', {}, `${row.move}: ${show(row.value)}${row.best === 'yes' ? ', best' : ''}`),
            bars(of(row.move), scale, names), element('span', {class: 'words'}, of(row.move).map(words).join(', '))))),
    ];
}

/* ---- Playing ---- */

// Returns both players with the seeds in their stores.
const score = () => {
    const board = readPosition(state.game.position);
    return `${nameOf('south')} ${board.south.store}, ${nameOf('north')} ${board.north.store}`;
};

// Returns the message above the board: the latest move, then the result or whose turn it is.
function told() {
    const last = state.history.at(-1);
    const before = last ? `${nameOf(last.seat)}: ${last.move}. ` : '';
    if (state.game.winner !== null) {
        const winner = state.game.winner;
        const end = winner === 'draw' ? 'The game is drawn' : nameOf(winner) === 'you' ? 'You win' : `${nameOf(winner)} wins`;
        return `${before}${end}: ${score()} (${state.game.ending}).`;
    }
    const seat = state.game.turn;
    if (!isPerson(seat)) return `${before}${nameOf(seat)} to move.`;
    const swap = isLegal('swap') ? ' You may swap sides.' : '';
    return `${before}${isPerson(other(seat)) ? `${seat} to move` : 'Your turn'}: ${score()}.${swap}`;
}

// Shows the latest answer of the server: board, message, buttons, moves and reasons.
function showAll() {
    const over = state.game.winner !== null;
    const mine = !over && isPerson(state.game.turn);
    const people = isPerson('south') || isPerson('north');
    draw(state.game.position, mine);
    find('#say').textContent = capital(told());
    find('#summary').textContent = state.game.summary;
    find('#swap').hidden = !(mine && isLegal('swap'));
    find('#undo').disabled = undoTo() < 0;
    find('#hint').disabled = over;
    find('#why').disabled = over;
    find('#why').setAttribute('aria-pressed', String(why));
    find('#pause').hidden = people || over;
    find('#pause').textContent = paused ? 'Go on' : 'Pause';
    find('#count').textContent = `Moves: ${state.history.length}`;
    find('#history').replaceChildren(...state.history.map(move => element('li', {}, `${move.seat} ${move.move}`)));
    find('#reasons').hidden = !(why && state.values);
    find('#reasons').replaceChildren(...(why && state.values ? reasons() : []));
    tellAddress();
}

/** Asks the server for the game, shows it, and lets a program move if it is its turn. Shows the reason of a failure. */
async function go(advice = false) {
    const mine = ++turn;
    const asked = why || advice;
    find('#say').classList.add('waiting');
    try {
        const before = state;
        const next = await ask('/api/play', {...args(), why: asked ? 'yes' : ''});
        if (mine !== turn) return;
        const moved = before && next.history.length === before.history.length + 1;
        if (moved) await animate(find('#board'), readPosition(before.game.position), readPosition(next.game.position), next);
        if (mine !== turn) return;
        state = {...next, shown: advice || why};
        showAll();
        if (state.choice && !paused) setTimeout(() => { if (mine === turn && !paused) play(state.choice.move, true); }, still() ? 100 : 350);
        else focusBoard(moved);
    } catch (error) {
        if (mine === turn) find('#say').textContent = error.message;
    } finally {
        find('#say').classList.remove('waiting');
    }
}

/* Focuses a pit after a move, which replaced the element that was pressed. */
function focusBoard(moved) {
    if (moved && (document.activeElement === document.body || document.activeElement === null))
        find('#board .pit:enabled')?.focus({preventScroll: true});
}

// Makes a move, of a program if `program`. Ignores a move that is not legal or not by the player whose turn it is.
function play(move, program = false) {
    if (!state || !isLegal(move) || isPerson(state.game.turn) === program) return;
    game.moves = [...state.history.map(past => past.move), move];
    for (const button of document.querySelectorAll('#board .pit')) button.disabled = true;
    go();
}

/** Returns the number of moves before the latest one that can be taken back, or -1. */
function undoTo() {
    const seat = state.game.turn;
    const people = isPerson('south') || isPerson('north');
    const whose = state.game.winner === null && isPerson(seat) ? seat : isPerson('south') ? 'south' : 'north';
    return people ? state.history.findLastIndex(move => move.seat === whose) : state.history.length - 1;
}

// Takes moves back up to the person's latest one, or the latest move if no person plays, and then pauses.
function undo() {
    if (!state || undoTo() < 0) return;
    paused = !isPerson('south') && !isPerson('north');
    game.moves = state.history.slice(0, undoTo()).map(move => move.move);
    go();
}

// Stops programs that play each other, or lets them continue. Does nothing if a person plays.
function pause() {
    if (isPerson('south') || isPerson('north')) return;
    paused = !paused;
    go();
}

// Shows or hides the reasons, which the server has to compute.
function reason() {
    why = !why;
    go();
}

/* ---- Start ---- */

const KEYS = {u: undo, h: () => go(true), w: reason, p: pause};

// Handles a key: a digit makes a move, letters are those of KEYS and s for swap. Ignores keys typed into a form.
function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('form')) return;
    if (/^[1-9]$/.test(event.key)) play(event.key);
    else if (event.key === 's') play('swap');
    else KEYS[event.key]?.();
}

readAddress();
fillForm();
form.addEventListener('submit', event => { event.preventDefault(); begin(chosen('south'), chosen('north')); });
find('#exchange').addEventListener('click', () => begin(chosen('north'), chosen('south')));
find('#undo').addEventListener('click', undo);
find('#hint').addEventListener('click', () => go(true));
find('#why').addEventListener('click', reason);
find('#pause').addEventListener('click', pause);
find('#swap').addEventListener('click', () => play('swap'));
addEventListener('keydown', key);
go();
