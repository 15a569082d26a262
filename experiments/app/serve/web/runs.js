// SPDX-License-Identifier: GPL-3.0-or-later
// List of runs: the choice of runs to compare, and the lines as they change. All else works without this script.
import {address, element, find} from './common.js';

// Numbers of the chosen runs, also of those that the list does not show. They outlast the page: each order, filter
// and part of the list is a page of its own. Another tab has others.
const KEPT = 'chosen runs';
const ids = new Set((sessionStorage.getItem(KEPT) ?? '').split(',').filter(id => /^\d+$/.test(id)));

// The page of a run links here to choose others: its run is chosen.
const picked = new URLSearchParams(location.search).get('pick') ?? '';
if (/^\d+$/.test(picked)) ids.add(picked);

// Takes a run from the chosen ones. The next button has the focus then.
function drop(id) {
    ids.delete(id);
    chosen();
    (find('#chosen button') ?? find('#runs a')).focus();
}

// Ticks the chosen runs, and updates the bar with the link that compares them; hides it while none is chosen.
function chosen() {
    sessionStorage.setItem(KEPT, [...ids].join(','));
    for (const box of document.querySelectorAll('#runs input')) box.checked = ids.has(box.value);
    const link = find('#compare');
    find('#chosen').hidden = ids.size === 0;
    find('#chosen').replaceChildren(link, ...[...ids].map(id =>
        element('button', {type: 'button', class: 'chip', 'aria-label': `do not compare run ${id}`, onclick: () => drop(id)}, `run ${id} \u00d7`)));
    link.textContent = ids.size < 2 ? 'Choose another run to compare' : `Compare ${ids.size} runs`;
    if (ids.size < 2) link.removeAttribute('href');
    else link.href = address('/compare', {id: [...ids].join(',')});
}

find('#runs')?.addEventListener('change', event => {
    if (event.target.checked) ids.add(event.target.value);
    else ids.delete(event.target.value);
    chosen();
});
if (find('#runs')) chosen();

let asking = false;

// Replaces the lines by those of now. Chosen runs stay chosen.
async function refresh() {
    if (asking || document.hidden) return;
    asking = true;
    try {
        const answer = await fetch(location.href);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        if (!page.querySelector('#runs') || !find('#runs')) {
            if (page.querySelector('#runs')) location.reload();
            return;
        }
        for (const part of ['#runs tbody', '#pager']) find(part).replaceWith(document.importNode(page.querySelector(part), true));
        chosen();
    } finally {
        asking = false;
    }
}

// The event stream tells when a run has arrived, got further or ended. Its number is the state of the list.
const source = new EventSource(address('/api/live', {list: 'yes'}));
let latest = find('#pager')?.dataset.state ?? '';
source.addEventListener('message', event => {
    latest = event.lastEventId;
    if (latest !== find('#pager')?.dataset.state) refresh();
});
document.addEventListener('visibilitychange', () => {
    if (latest !== find('#pager')?.dataset.state) refresh();
});
