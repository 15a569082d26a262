// SPDX-License-Identifier: GPL-3.0-or-later
// Page of a game. The address holds the whole game, and the server computes the moves.
import {address, ask, element, find} from './common.js';
import {animate, still} from './seeds.js';
import {drawBoard, drawCurve, drawLead, other, readPosition, seeds, turns} from './board.js';
import {reasonTable, reasonWords} from './reasons.js';

const USUAL = 'alphabeta:depth=4,eval=[state:store_difference=1]';
const COMPUTER = /^alphabeta:depth=(\d+),eval=\[state:store_difference=1\]$/;
const AGAIN = 2000; // milliseconds until a server that is lost is asked again

// The game of the address. `id` names a kept game. `moves` is null as long as they are those of the kept game.
const game = {id: '', variant: 'kalah', south: 'person', north: USUAL, moves: []};
let state = null; // latest answer of the server
let shown = 0; // number of moves before the position that is shown
let hints = null; // answer with values of the position that is shown, if asked for
let why = false;
let view = ''; // player whose reasons are shown; '' is a search
let paused = false;
let turn = 0; // number of requests begun; answers to earlier ones are dropped
const judged = new Map(); // by moves: what the judge said about the last of them

const isPerson = seat => game[seat] === 'person';
const latest = () => state.history.length;
// Returns a text that begins a sentence. Specs of players are written as they are typed.
const capital = text => /^(you|your|south|north|the computer|the game)\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

// Returns true while the moves are those of the kept game.
const isKept = () => game.id !== '' && game.moves === null;

// Returns the spec of a seat's player; that of the kept game while its moves are shown.
const specOf = seat => (isKept() && state?.game[`${seat}_name`]) || game[seat];

// Returns a text that is not longer than a name should be.
const short = text => text.length > 32 ? `${text.slice(0, 30)}\u2026` : text;

// Returns a player spec in short: the computer's depth, or the spec.
function specInWords(spec) {
    const deep = COMPUTER.exec(spec);
    return deep ? `the computer (looks ${deep[1]} ahead)` : short(spec);
}

// Returns the name of a seat's player in sentences: "you", the seat if both are persons, or the program, with its seat if both are the same.
function nameOf(seat) {
    const spec = specOf(seat);
    if (spec === 'person') return specOf(other(seat)) === 'person' ? seat : 'you';
    const name = COMPUTER.test(spec) ? 'the computer' : short(spec);
    return spec === specOf(other(seat)) ? `${name} (${seat})` : name;
}

// Returns the seat that is drawn below: the person's, or south if both or none are persons.
const below = () => !isPerson('south') && isPerson('north') ? 'north' : 'south';

/* ---- The address ---- */

// Returns the arguments of the game. A comma stands for no move of a kept game.
function args() {
    const moves = game.moves === null ? '' : game.moves.join(',');
    return {game: game.id, variant: game.id === '' ? game.variant : '', south: game.south, north: game.north,
        moves: game.id !== '' && game.moves?.length === 0 ? ',' : moves};
}

// Sets the game from the arguments of the page's address. What is missing stays as it is.
function readAddress() {
    const query = new URLSearchParams(location.search);
    game.id = query.get('game') ?? '';
    if (game.id !== '') game.north = 'person';
    for (const name of ['variant', 'south', 'north'])
        if (query.has(name)) game[name] = query.get(name);
    game.moves = game.id !== '' && !query.has('moves') ? null : (query.get('moves') ?? '').split(',').filter(move => move !== '');
}

// Puts the game into the page's links and address. A move of a person makes an entry in the browser's history, so Back takes it back.
function tellAddress(entry = false) {
    const here = address('/play', args());
    if (entry) history.pushState(null, '', here);
    else history.replaceState(null, '', here);
    find('#link').href = here;
    find('#json').href = address('/api/play', {...args(), judge: 1});
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
    Object.assign(game, {id: '', variant: form.elements.variant.value, south, north, moves: []});
    showPlayer('south');
    showPlayer('north');
    paused = false;
    state = null;
    find('#new').open = false;
    tellAddress(true);
    go();
}

/* ---- Words ---- */

// Says what a move did: who sowed which pit, what it brought, and whether the player moves again.
function tell(move) {
    const name = nameOf(move.seat);
    if (move.move === 'swap') return `${capital(name)} swapped sides.`;
    const into = state.game.sown_store === 'yes' ? `, brought ${seeds(move.gain)} into the store` : `, took ${seeds(move.gain)}`;
    const brought = move.gain > 0 ? into : '';
    const again = move.again === 'yes' ? ` and ${name === 'you' ? 'move' : 'moves'} again` : '';
    const lost = judgement(move.ply).lost;
    const fault = lost > 0 ? ` With perfect play afterwards, it lost ${seeds(lost)}.` : '';
    return `${capital(name)} sowed pit ${move.move} (${seeds(move.seeds)})${brought}${again}.${fault}`;
}

// Says how the game ended. A forfeit of a kept game gives all seeds to the winner, so stores do not count.
function ending() {
    const kept = state.game.winner === null;
    const winner = kept ? state.game.kept_winner : state.game.winner;
    const board = readPosition(state.game.position);
    const end = winner === 'draw' ? 'The game is drawn' : nameOf(winner) === 'you' ? 'You win' : `${capital(nameOf(winner))} wins`;
    const first = winner === 'draw' ? 'south' : winner;
    return kept ? `${end} (${state.game.kept_ending}).` : `${end}, ${board[first].store} to ${board[other(first)].store} (${state.game.ending}).`;
}

// Returns true if nobody is to move after the latest move: the game is over, also by a forfeit of the kept game.
const isOver = () => state.game.winner !== null || (isKept() && state.game.kept_winner !== null);

// Says whose turn it is, the hint, or that this is an earlier position.
function whoseTurn() {
    if (shown < latest()) return `Position after move ${shown} of ${latest()}.`;
    if (isOver()) return ending();
    const seat = state.game.turn;
    if (!isPerson(seat)) return `${capital(nameOf(seat))} is to move.`;
    const mine = nameOf(seat) === 'you' ? 'Your turn.' : `${capital(nameOf(seat))} is to move.`;
    return `${mine}${isLegal('swap') ? ' You may swap sides.' : ''}`;
}

// Says which moves are best, if a hint was asked for.
function hintWords() {
    if (!hints || !pressed('#hint')) return '';
    const best = hints.values.filter(row => row.best === 'yes').map(row => row.move);
    const words = best.map(move => move === 'swap' ? 'swap sides' : `pit ${move}`);
    return ` Hint: ${words.join(' or ')}, by a search ${hints.adviser.depth} moves ahead.`;
}

const say = text => { find('#say').textContent = text; };
const pressed = selector => find(selector).getAttribute('aria-pressed') === 'true';

/* ---- Showing ---- */

// Returns true if a move, as text, is legal in the latest position.
const isLegal = move => state.moves.some(row => row.move === move);

// Returns what the judge said about a move, by its number from 1.
const judgement = ply => judged.get(key(ply)) ?? {lead: null, lost: null};

// Returns the key of the judge's answers: the game's rules and its first moves.
const key = ply => `${game.id}${game.variant}:${state.history.slice(0, ply).map(move => move.move).join(',')}`;

// Returns the expected lead of the seat below after each move; null where it is not known.
const leads = () => state.history.map(move => {
    const {lead} = judgement(move.ply);
    return lead === null ? null : below() === 'south' ? lead : -lead;
});

// Returns the position after `count` moves.
const positionAfter = count => count === 0 ? state.game.start : state.history[count - 1].position;

// Draws the board that is shown. Pits can be chosen if it is the latest position and a person's turn.
function showBoard() {
    const now = shown === latest();
    const mine = below();
    drawBoard(find('#board'), {
        board: readPosition(positionAfter(shown)), below: mine, clockwise: state.game.direction === 'clockwise', turn: now ? state.game.turn : '',
        legal: new Set(now && isPerson(state.game.turn) ? state.moves.map(row => row.move) : []),
        best: new Set(hints && pressed('#hint') ? hints.values.filter(row => row.best === 'yes').map(row => row.move) : []),
        last: state.history[shown - 1], name: nameOf, side: seat => seat === mine ? 'own' : 'their', play,
    });
    find('#below').textContent = label(mine);
    find('#above').textContent = label(other(mine));
}

// Returns the label above or below the board: seat and player.
function label(seat) {
    const spec = specOf(seat);
    const person = specOf(other(seat)) === 'person' ? 'a person' : 'you';
    return `${capital(seat)}: ${spec === 'person' ? person : specInWords(spec)}`;
}

// Makes the button of a move in the list. A move that lost something has a question mark.
function stepTo(move) {
    const {lost} = judgement(move.ply);
    const text = `${move.move}${move.again === 'yes' ? ' \u21bb' : ''}${lost > 0 ? ' ?' : ''}`;
    return element('button', {'aria-current': shown === move.ply ? 'step' : null, title: lost > 0 ? `lost ${seeds(lost)}` : null,
        'aria-label': `Move ${move.ply}: ${move.move}${lost > 0 ? `, lost ${seeds(lost)}` : ''}`, onclick: () => step(move.ply)}, text);
}

// Shows list, curve and bar of the game's course.
function showCourse() {
    const all = leads();
    const board = readPosition(state.game.start);
    const whole = ['south', 'north'].reduce((sum, seat) => sum + board[seat].store + board[seat].pits.reduce((a, b) => a + b, 0), 0);
    const mine = below();
    const first = state.history[0]?.seat ?? 'south';
    find('#name0').textContent = nameOf(first);
    find('#name1').textContent = nameOf(other(first));
    find('#history').replaceChildren(...turns(state.history).map((line, i) => element('tr', {}, element('th', {scope: 'row'}, String(i + 1)),
        ...line.map(moves => element('td', {}, ...moves.map(stepTo))))));
    const list = find('.moves');
    const current = find('#history [aria-current]');
    if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - 60;
    const exact = state.history.map(move => judgement(move.ply).lost !== null);
    drawLead(find('#lead'), shown > 0 ? all[shown - 1] : null, whole, exact[shown - 1], nameOf(mine));
    drawCurve(find('#curve'), all, exact, shown - 1, nameOf(mine) === 'you' ? 'Your lead' : `Lead of ${nameOf(mine)}`);
    find('#told').textContent = shown > 0 ? tell(state.history[shown - 1]) : 'The game begins.';
}

// Shows the latest answer of the server: board, message, buttons and moves.
function showAll() {
    const over = isOver();
    const now = shown === latest();
    const people = isPerson('south') || isPerson('north');
    const ended = over && now;
    showBoard();
    showCourse();
    say(`${whoseTurn()}${hintWords()}`);
    find('#summary').textContent = [state.game.variant, state.game.summary].filter(text => text !== '').join(': ');
    find('#swap').hidden = !(now && !over && isPerson(state.game.turn) && isLegal('swap'));
    find('#branch').hidden = now;
    find('#undo').disabled = undoTo() < 0;
    find('#first').disabled = find('#back').disabled = shown === 0;
    find('#last').disabled = find('#next').disabled = now;
    find('#hint').disabled = ended;
    find('#pause').hidden = people || over;
    find('#pause').textContent = paused ? 'Go on' : 'Pause';
}

/* ---- Reasons ---- */

// Asks for the values of the moves after the first `count` moves, as a player sees them; '' is a search of the server's choice.
const valuesAfter = (count, adviser) => ask('/api/play', {game: game.id, variant: game.id === '' ? game.variant : '', south: 'person', north: 'person',
    moves: state.history.slice(0, count).map(move => move.move).join(',') || (game.id === '' ? '' : ','), why: 'yes', adviser});

// Lists the players whose reasons can be shown: a search, and each program of the game.
function viewers() {
    return ['', ...new Set(['south', 'north'].map(specOf).filter(spec => spec !== 'person'))];
}

// Asks a player about the moves after the first `count` and makes its table, in which `played` is marked. A player without values gives the reason.
async function tableOf(count, adviser, played) {
    try {
        const answer = await valuesAfter(count, adviser);
        return [element('p', {class: 'dim'}, reasonWords(answer)), reasonTable(answer, played, nameOf)];
    } catch (error) {
        return [element('p', {class: 'dim'}, error.message)];
    }
}

// Makes the part about the moves of the position that is shown. Returns an empty list if the game has ended there.
async function reasonsNow() {
    if (shown === latest() && isOver()) return [];
    const name = spec => spec === '' ? 'by a search' : `as ${specInWords(spec)} sees it`;
    return [element('h2', {}, 'What each move is worth'),
        element('div', {class: 'choice', role: 'group', 'aria-label': 'Who judges'}, ...viewers().map(spec =>
            element('button', {'aria-pressed': String(spec === view), onclick: () => { view = spec; showReasons(); }}, name(spec)))),
        ...await tableOf(shown, view, state.history[shown]?.move ?? null)];
}

// Makes the part that says why a program made its latest move. Returns an empty list without such a move.
async function reasonsOfProgram() {
    const past = state.history.slice(0, shown).findLast(move => specOf(move.seat) !== 'person');
    if (!past) return [];
    const spec = specOf(past.seat);
    return [element('h2', {}, `Why ${specInWords(spec)} ${past.move === 'swap' ? 'swapped sides' : `sowed pit ${past.move}`}`),
        ...await tableOf(past.ply - 1, spec, past.move)];
}

// Shows the reasons, or hides them.
async function showReasons() {
    const mine = turn;
    const at = shown;
    find('#why').setAttribute('aria-pressed', String(why));
    find('#reasons').hidden = !why;
    if (!why) return;
    const parts = [...await reasonsNow(), ...await reasonsOfProgram()];
    if (mine === turn && at === shown && why) find('#reasons').replaceChildren(...parts);
}

// Shows or hides the reasons.
function reason() {
    if (!state) return;
    why = !why;
    view = viewers().includes(view) ? view : '';
    showReasons();
}

// Marks the best moves of the position that is shown, or removes the marks.
async function hint() {
    if (!state) return;
    const on = !pressed('#hint');
    const mine = turn;
    find('#hint').setAttribute('aria-pressed', String(on));
    try {
        hints = on ? await valuesAfter(shown, '') : null;
        if (mine === turn) showAll();
    } catch (error) {
        say(error.message);
    }
}

/* ---- Playing ---- */

// Shows that the server does not answer, and asks again later; without a reason, hides this.
function lose(reason) {
    const lost = find('#lost');
    lost.hidden = !reason;
    lost.textContent = reason ? 'The server does not answer. This address holds the game: it goes on when the server is back.' : '';
    if (reason) setTimeout(() => go(), AGAIN);
}

// Keeps what the judge said in the latest answer.
function keepJudgements() {
    for (const move of state.history)
        if (move.lead !== null) judged.set(key(move.ply), {lead: move.lead, lost: move.lost});
}

// Returns the number of the first move that the judge has not judged.
const firstUnjudged = () => !state ? 1 : Math.max(1, state.history.findIndex(move => !judged.has(key(move.ply))) + 1 || latest() + 1);

/** Asks the server for the game, shows it, and lets a program move if it is its turn. Shows the reason of a failure. */
async function go() {
    const mine = ++turn;
    find('#say').classList.add('waiting');
    try {
        const before = state;
        const next = await ask('/api/play', {...args(), judge: firstUnjudged()});
        if (mine !== turn) return;
        lose(null);
        const moved = before && next.history.length === before.history.length + 1;
        if (moved) await animate(find('#board'), readPosition(before.game.position), readPosition(next.game.position), next);
        if (mine !== turn) return;
        take(next);
        if (state.choice && !paused) setTimeout(() => { if (mine === turn && !paused) play(state.choice.move, true); }, still() ? 100 : 350);
        else focusBoard(moved);
    } catch (error) {
        if (mine !== turn) return;
        if (error instanceof TypeError) lose(error.message);
        else say(error.message);
    } finally {
        find('#say').classList.remove('waiting');
    }
}

// Takes over an answer of the server and shows its latest position.
function take(next) {
    state = next;
    shown = game.id !== '' && game.moves === null ? 0 : latest();
    hints = null;
    find('#hint').setAttribute('aria-pressed', 'false');
    keepJudgements();
    tellAddress();
    showAll();
    showReasons();
}

/* Focuses a pit after a move, which replaced the element that was pressed. */
function focusBoard(moved) {
    if (moved && (document.activeElement === document.body || document.activeElement === null))
        find('#board .pit:enabled')?.focus({preventScroll: true});
}

// Says why a move cannot be made: a pit that is empty or does not exist, a move that the rules forbid, or another's turn.
function refuse(move) {
    const seat = state.game.turn;
    const pits = readPosition(state.game.position)[seat].pits;
    if (shown < latest()) say('This is an earlier position. Press End to go on, or choose "Play from here".');
    else if (isOver()) say(`The game is over. ${ending()}`);
    else if (!isPerson(seat)) say(`It is not your turn: ${nameOf(seat)} is to move.`);
    else if (move === 'swap') say('Sides cannot be swapped now.');
    else if (Number(move) > pits.length) say(`There is no pit ${move}: pits are 1 to ${pits.length}.`);
    else if (pits[Number(move) - 1] === 0) say(`Pit ${move} is empty: choose another one.`);
    else say(`The rules forbid pit ${move} now: choose another one.`);
}

// Makes a move, of a program if `program`. Says why a person's move cannot be made.
function play(move, program = false) {
    if (!state) return;
    if (!isLegal(move) || isPerson(state.game.turn) === program || shown < latest()) {
        if (!program) refuse(move);
        return;
    }
    game.moves = [...state.history.map(past => past.move), move];
    for (const button of document.querySelectorAll('#board .pit')) button.disabled = true;
    if (!program) tellAddress(true);
    go();
}

/** Returns the number of moves before the latest one that can be taken back, or -1. */
function undoTo() {
    const seat = state.game.turn;
    const people = isPerson('south') || isPerson('north');
    const whose = state.game.winner === null && isPerson(seat) ? seat : isPerson('south') ? 'south' : 'north';
    return people ? state.history.findLastIndex(move => move.seat === whose) : state.history.length - 1;
}

// Goes on from the position after the first `count` moves.
function goOnFrom(count) {
    paused = !isPerson('south') && !isPerson('north');
    game.moves = state.history.slice(0, count).map(move => move.move);
    tellAddress(true);
    go();
}

// Takes moves back up to the person's latest one, or the latest move if no person plays, and then pauses.
const undo = () => { if (state && undoTo() >= 0) goOnFrom(undoTo()); };

// Stops programs that play each other, or lets them continue. Does nothing if a person plays.
function pause() {
    if (!state || isPerson('south') || isPerson('north')) return;
    paused = !paused;
    go();
}

// Shows the position after the first `count` moves.
function step(count) {
    if (!state) return;
    shown = Math.max(0, Math.min(latest(), count));
    hints = null;
    find('#hint').setAttribute('aria-pressed', 'false');
    showAll();
    showReasons();
}

/* ---- Start ---- */

const KEYS = {u: undo, h: hint, w: reason, p: pause, ArrowLeft: () => step(shown - 1), ArrowRight: () => step(shown + 1), Home: () => step(0), End: () => step(latest())};

// Handles a key: a digit makes a move, others are those of KEYS and s for swap. Ignores keys typed into a form.
function press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !state || event.target.closest?.('form')) return;
    if (/^[1-9]$/.test(event.key)) play(event.key);
    else if (event.key === 's') play('swap');
    else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key]();
    else return;
    event.preventDefault();
}

readAddress();
fillForm();
form.addEventListener('submit', event => { event.preventDefault(); begin(chosen('south'), chosen('north')); });
for (const [id, act] of Object.entries({
    exchange: () => begin(chosen('north'), chosen('south')), undo, hint, why: reason, pause, swap: () => play('swap'),
    branch: () => { if (state) goOnFrom(shown); }, first: () => step(0), back: () => step(shown - 1), next: () => step(shown + 1), last: () => step(Infinity),
})) find(`#${id}`).addEventListener('click', act);
addEventListener('keydown', press);
addEventListener('popstate', () => { readAddress(); state = null; go(); });
go();
