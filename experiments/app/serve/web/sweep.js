// SPDX-License-Identifier: GPL-3.0-or-later
// Page of a sweep: values are chosen, and the lines of other combinations fade. Row n of the table of combinations and line n of the chart are one combination.
import {renew} from './charts.js';
import {address, element, find, show} from './common.js';

const MOST = 12; // values of a list that get a button each
const figure = find('figure[data-chart="parallel"]');
const chosen = new Map(); // list -> set of its chosen values; an empty set is all

// Returns the table's columns that are lists: those before the number of runs.
function listsOf(table) {
    const names = [...table.tHead.rows[0].cells].map(cell => cell.textContent.trim());
    return names.slice(0, names.indexOf('runs'));
}

// Shows the chosen combinations: hides the other rows, fades the other lines, and says the range of the means.
function filter() {
    const table = find('#results table');
    const lists = listsOf(table);
    const mean = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent.trim() === 'mean');
    const rows = [...table.tBodies[0].rows];
    const shown = rows.map(row => lists.every((list, i) =>
        chosen.get(list).size === 0 || chosen.get(list).has(row.cells[i].textContent.trim())));
    rows.forEach((row, i) => { row.hidden = !shown[i]; });
    figure.querySelectorAll('svg .thin').forEach((line, i) => line.classList.toggle('faded', !shown[i]));
    const means = rows.filter((row, i) => shown[i]).map(row => Number(row.cells[mean].textContent));
    const range = means.length === 0 ? '' : `, means ${show(Math.min(...means))} to ${show(Math.max(...means))}`;
    find('#filtered').textContent = `${means.length} of ${rows.length} combinations${range}`;
}

// Returns a button for each value of a list.
function chips(list, values) {
    const press = event => {
        const pressed = event.target.getAttribute('aria-pressed') !== 'true';
        event.target.setAttribute('aria-pressed', pressed);
        if (pressed) chosen.get(list).add(event.target.textContent);
        else chosen.get(list).delete(event.target.textContent);
        filter();
    };
    return element('p', {class: 'chips', role: 'group', 'aria-label': `choose ${list}`}, element('span', {class: 'dim'}, list),
        ...values.map(value => element('button', {type: 'button', class: 'chip', 'aria-pressed': 'false', onclick: press}, value)));
}

// Puts the buttons and the number of combinations below the chart.
function offer() {
    const table = find('#results table');
    const place = figure.querySelector('.scroll');
    const parts = listsOf(table).map((list, i) => {
        const values = [...new Set([...table.tBodies[0].rows].map(row => row.cells[i].textContent.trim()))];
        chosen.set(list, new Set());
        return values.length <= MOST ? chips(list, values) : '';
    });
    place.after(...parts, element('p', {id: 'filtered', role: 'status'}));
    new MutationObserver(filter).observe(place, {childList: true}); // the chart is drawn again for another width
    filter();
}

// Replaces verdicts, charts and numbers by those of now.
async function refresh() {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of ['#sweep', '#results']) find(part).replaceWith(document.importNode(page.querySelector(part), true));
    for (const newer of page.querySelectorAll('figure')) {
        const shown = find(`figure[data-chart="${newer.dataset.chart}"]`);
        if (shown) renew(shown, newer);
    }
    if (figure) filter();
}

if (figure && find('#results table')) offer();
if (find('#sweep').dataset.live) {
    let latest = null;
    const source = new EventSource(address('/api/live', {list: 'yes'}));
    source.addEventListener('message', event => {
        if (latest !== null && latest !== event.lastEventId && !document.hidden) refresh();
        latest = event.lastEventId;
        if (!find('#sweep').dataset.live) source.close();
    });
}
