// SPDX-License-Identifier: GPL-3.0-or-later
// List of runs: the choice of runs to compare. All else of the list works without this script.
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
