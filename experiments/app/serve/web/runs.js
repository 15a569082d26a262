// SPDX-License-Identifier: GPL-3.0-or-later
// List of runs: the choice of runs to compare, and the lines as they change. All else works without this script.
import {address, find} from './common.js';

// The page of a run links here to choose others: its run is ticked, or kept if the list does not show it.
const picked = new URLSearchParams(location.search).get('pick') ?? '';
const box = /^\d+$/.test(picked) ? find(`#runs input[value="${picked}"]`) : null;
const other = /^\d+$/.test(picked) && !box ? [picked] : [];
if (box) box.checked = true;

// Updates the bar with the link that compares the chosen runs; hides it while none is chosen.
function chosen() {
    const boxes = [...document.querySelectorAll('#runs input:checked')].map(box => box.value);
    const ids = [...new Set([...other, ...boxes])];
    const link = find('#compare');
    find('#chosen').hidden = ids.length === 0;
    link.textContent = ids.length < 2 ? 'Choose another run to compare' : `Compare ${ids.length} runs`;
    if (ids.length < 2) link.removeAttribute('href');
    else link.href = address('/compare', {id: ids.join(',')});
}

find('#runs')?.addEventListener('change', chosen);
if (find('#runs')) chosen();

let asking = false;

// Replaces the lines by those of now. Runs stay ticked while the list shows them.
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
        const ticked = new Set([...document.querySelectorAll('#runs input:checked')].map(box => box.value));
        for (const part of ['#runs tbody', '#pager']) find(part).replaceWith(document.importNode(page.querySelector(part), true));
        for (const box of document.querySelectorAll('#runs input')) box.checked = ticked.has(box.value);
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
