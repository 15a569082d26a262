// SPDX-License-Identifier: GPL-3.0-or-later
// Page of an active run: draws its first chart again after each stored generation.
import {address, element, find, show} from './common.js';

const live = find('#live');
const {run, chart} = live.dataset;
let drawing = false;

// Shows the progress: a generation with its best fitness, or the number of matches.
function say(news) {
    const best = news.best === null ? '' : `, best ${show(news.best)}`;
    const step = news.kind === 'evolve' ? `generation ${news.step}${best}` : `${news.step} matches`;
    find('#say').textContent = news.step === null ? 'Under way; nothing is stored yet.' : `Under way: ${step}`;
}

/* Returns the figure of the page's first chart; adds an empty one if there is none yet. */
function place() {
    const figure = find('main section figure') ?? find('#live figure');
    if (figure) return figure;
    const made = element('figure');
    live.append(made);
    return made;
}

// Replaces the first chart by a new one from the server. Does nothing while one is on its way or the page is hidden, or if the server refuses.
async function redraw() {
    if (drawing || document.hidden) return;
    drawing = true;
    try {
        const answer = await fetch(address('/api/chart', {id: run, chart}));
        if (!answer.ok) return;
        const figure = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('figure');
        if (figure) place().replaceWith(document.importNode(figure, true));
    } finally {
        drawing = false;
    }
}

// Each event is the progress of the run. When the run has ended, the page is loaded again with the whole report.
const source = new EventSource(address('/api/live', {id: run}));
source.addEventListener('message', event => {
    const news = JSON.parse(event.data);
    if (news.status !== 'running') {
        source.close();
        location.reload();
        return;
    }
    say(news);
    if (news.step !== null) redraw();
});
