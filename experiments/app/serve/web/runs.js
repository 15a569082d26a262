// SPDX-License-Identifier: GPL-3.0-or-later
// List of runs. The server filters and sorts it by SQL.
import {address, ask, element, find, show} from './common.js';

const COLUMNS = [
    ['id', 'run'], ['kind', 'kind'], ['variant', 'game'], ['strength', 'strength'], ['trend', 'trend'],
    ['validation', 'validation'], ['about', 'about'], ['label', 'label'],
    ['status', 'status'], ['progress', 'progress'], ['started', 'started'], ['seconds', 'seconds'],
];

const WORDS = new Set(['variant', 'about', 'label']); // columns whose text may be long

const asked = new URLSearchParams(location.search);
const where = asked.get('where') ?? '';
const sort = asked.get('sort') ?? 'id DESC';
const limit = asked.get('limit') ?? '100';

/* Names of columns of numbers, which are aligned right. */
let numeric = new Set();

// Makes the head of a column, a link that sorts by it: first descending, then ascending.
function head(name, title) {
    const ordered = sort === name ? 'ascending' : sort === `${name} DESC` ? 'descending' : null;
    const next = ordered === 'descending' ? name : `${name} DESC`;
    return element('th', {scope: 'col', 'aria-sort': ordered, class: numeric.has(name) ? 'n' : null},
        element('a', {href: address('/', {where, sort: next, limit})}, title,
            ordered ? element('span', {'aria-hidden': 'true'}, ordered === 'ascending' ? ' \u25b2' : ' \u25bc') : ''));
}

// Makes the cell of a run in a column.
function cell(name, run) {
    const text = name === 'started' ? show(run[name]).slice(0, 16).replace('T', ' ')
        : name === 'variant' ? show(run[name]).replaceAll(',', ', ') : show(run[name]);
    if (name === 'id')
        return element('th', {scope: 'row', class: 'n'}, element('a', {href: `/run?id=${run.id}`}, text));
    if (name === 'trend') return element('td', {class: text.endsWith('fitness') ? 'trend dim' : 'trend'}, text);
    return element('td', {class: numeric.has(name) ? 'n' : WORDS.has(name) && text !== '' ? 'words' : null}, text);
}

/* Makes the check box that chooses a run for a comparison. */
function choice(run) {
    return element('td', {}, element('input', {type: 'checkbox', value: run.id, 'aria-label': `compare run ${run.id}`, onchange: chosen}));
}

// Updates the link that compares the chosen runs; hides it for fewer than two.
function chosen() {
    const ids = [...document.querySelectorAll('#runs input:checked')].map(box => box.value);
    const link = find('#compare');
    link.hidden = ids.length < 2;
    link.href = address('/compare', {id: ids.join(',')});
    link.textContent = `Compare ${ids.length} runs`;
}

// Makes the table of runs, without columns that are empty in all rows.
function table(rows) {
    const columns = COLUMNS.filter(([name]) => rows.some(row => show(row[name]) !== ''));
    numeric = new Set(columns.map(([name]) => name).filter(name => rows.some(row => typeof row[name] === 'number')));
    return element('table', {},
        element('thead', {}, element('tr', {}, element('td', {}), ...columns.map(([name, title]) => head(name, title)))),
        element('tbody', {}, ...rows.map(run =>
            element('tr', {}, choice(run), ...columns.map(([name]) => cell(name, run))))));
}

// Fills the filter from the address, and lists the runs that the server returns. Throws the server's reason if it refuses.
async function main() {
    const form = find('#filter');
    form.elements.where.value = where;
    form.elements.limit.value = limit;
    const rows = await ask('/api/runs', {where, sort, limit});
    find('#say').textContent = rows.length === 0 ? 'No runs.'
        : rows.length < Number(limit) ? `${rows.length} ${rows.length === 1 ? 'run' : 'runs'}` : `The first ${rows.length} runs`;
    if (rows.length > 0) find('#runs').replaceChildren(table(rows));
    find('#links').replaceChildren('The same as ',
        element('a', {href: address('/api/runs', {where, sort, limit})}, 'JSON'), ' ',
        element('a', {href: address('/api/runs', {where, sort, limit, format: 'csv'})}, 'CSV'));
}

main().catch(error => { find('#say').textContent = error.message; });
