// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: filtered and sorted by the server, which understands SQL.
import {address, ask, element, find, show} from './common.js';

const COLUMNS = [
    ['id', 'run'], ['kind', 'kind'], ['variant', 'game'], ['about', 'about'], ['label', 'label'],
    ['status', 'status'], ['progress', 'progress'], ['best', 'best'], ['validation', 'validation'],
    ['started', 'started'], ['seconds', 'seconds'],
];

const asked = new URLSearchParams(location.search);
const where = asked.get('where') ?? '';
const sort = asked.get('sort') ?? 'id DESC';
const limit = asked.get('limit') ?? '100';

function head(name, title, rows) {
    const ordered = sort === name ? 'ascending' : sort === `${name} DESC` ? 'descending' : null;
    const next = ordered === 'descending' ? name : `${name} DESC`;
    return element('th', {scope: 'col', 'aria-sort': ordered, class: isNumber(name, rows) ? 'n' : null},
        element('a', {href: address('/', {where, sort: next, limit})}, title,
            ordered ? element('span', {'aria-hidden': 'true'}, ordered === 'ascending' ? ' \u25b2' : ' \u25bc') : ''));
}

const isNumber = (name, rows) => rows.some(row => typeof row[name] === 'number');

function cell(name, run, rows) {
    const text = name === 'started' ? show(run[name]).slice(0, 16).replace('T', ' ') : show(run[name]);
    if (name === 'id')
        return element('th', {scope: 'row', class: 'n'}, element('a', {href: `/run?id=${run.id}`}, text));
    return element('td', {class: isNumber(name, rows) ? 'n' : null}, text);
}

function table(rows) {
    const columns = COLUMNS.filter(([name]) => rows.some(row => show(row[name]) !== ''));
    return element('table', {},
        element('thead', {}, element('tr', {}, ...columns.map(([name, title]) => head(name, title, rows)))),
        element('tbody', {}, ...rows.map(run =>
            element('tr', {}, ...columns.map(([name]) => cell(name, run, rows))))));
}

async function main() {
    const form = find('#filter');
    form.elements.where.value = where;
    form.elements.limit.value = limit;
    const rows = await ask('/api/runs', {where, sort, limit});
    find('#say').textContent = rows.length === 0 ? 'No runs.'
        : rows.length < Number(limit) ? `${rows.length} runs` : `The first ${rows.length} runs`;
    if (rows.length > 0) find('#runs').replaceChildren(table(rows));
    find('#links').replaceChildren('The same as ',
        element('a', {href: address('/api/runs', {where, sort, limit})}, 'JSON'), ' ',
        element('a', {href: address('/api/runs', {where, sort, limit, format: 'csv'})}, 'CSV'));
}

main().catch(error => { find('#say').textContent = error.message; });
