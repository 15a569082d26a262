// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of reasons: what a player thinks that each move is worth, and the terms that add up to it.
import {element} from './common.js';

const COLUMNS = 6; // terms that have a column of their own

// Returns a number with a true minus; with three decimals unless all numbers of the table are whole.
const number = (value, whole) => `${value < 0 ? '\u2212' : ''}${whole ? Math.abs(value) : Math.abs(value).toFixed(3)}`;

// Returns the names of the terms that differ most between the moves, at most COLUMNS, in the order of the answer.
function columnsOf(answer) {
    const names = [...new Set(answer.terms.map(term => term.term))];
    const spread = name => {
        const products = answer.values.map(row => productOf(answer, row.move, name));
        return Math.max(...products) - Math.min(...products);
    };
    const order = [...names].sort((a, b) => spread(b) - spread(a)).slice(0, COLUMNS);
    return names.filter(name => order.includes(name));
}

// Returns the product of a term of a move; 0 without such a term.
const productOf = (answer, move, name) => answer.terms.find(term => term.move === move && term.term === name)?.product ?? 0;

// Returns the words for a term under the pointer: value x weight.
function factors(answer, move, name) {
    const term = answer.terms.find(row => row.move === move && row.term === name);
    return term ? `${term.value} x ${term.weight}` : '';
}

/** Writes an expected line, "south 3, south 5, north 2", with the names of the players: "you 3, 5; h4 2". */
export function lineInWords(line, nameOf) {
    const parts = [];
    let before = '';
    for (const step of line === '' ? [] : line.split(', ')) {
        const [seat, move] = step.split(' ');
        if (seat === before) parts[parts.length - 1] += `, ${move}`;
        else parts.push(`${nameOf(seat)} ${move}`);
        before = seat;
    }
    return parts.join('; ');
}

/** Makes the table of an answer with values. `played` is the move that was made, or null; `nameOf` names a seat. */
export function reasonTable(answer, played, nameOf) {
    const columns = columnsOf(answer);
    const whole = [...answer.values.map(row => row.value), ...answer.terms.map(term => term.product)].every(Number.isInteger);
    const counted = new Set(answer.terms.map(term => term.term));
    const rest = counted.size > columns.length;
    const ahead = answer.adviser.depth > 0;
    const sumOf = (row, names) => names.reduce((sum, name) => sum + productOf(answer, row.move, name), 0);
    const cell = text => element('td', {class: 'n'}, text);
    const line = row => {
        const added = answer.terms.some(term => term.move === row.move);
        return element('tr', {class: row.best === 'yes' ? 'best' : null},
            element('th', {scope: 'row'}, `${row.move}${row.best === 'yes' ? ' best' : ''}${row.move === played ? ' played' : ''}`),
            ...columns.map(name => element('td', {class: 'n', title: factors(answer, row.move, name)}, added ? number(productOf(answer, row.move, name), whole) : '')),
            ...(rest ? [cell(added ? number(row.value - sumOf(row, columns), whole) : '')] : []),
            element('td', {class: 'n sum'}, number(row.value, whole)),
            ...(ahead ? [element('td', {}, lineInWords(row.line, nameOf))] : []));
    };
    const rows = [...answer.values].sort((a, b) => b.value - a.value);
    return element('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Worth of each move'},
        element('table', {class: 'worth'},
        element('thead', {}, element('tr', {}, element('th', {}, 'pit'), ...columns.map(name => element('th', {class: 'n'}, name)),
            ...(rest ? [element('th', {class: 'n'}, 'others')] : []), element('th', {class: 'n sum'}, '= value'),
            ...(ahead ? [element('th', {}, 'expected line')] : []))),
        element('tbody', {}, ...rows.map(line))));
}

/** Returns a sentence that says what the terms of an answer are. */
export function reasonWords(answer) {
    const terms = answer.terms.length > 0 ? ' Each term is value x weight; the terms of a row add up to its value.' : '';
    return answer.adviser.depth > 0
        ? `It looks ${answer.adviser.depth} moves ahead. The terms are those of the position at the end of the expected line.${terms}`
        : `It looks at the position after each move.${terms}`;
}
