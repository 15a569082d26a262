// SPDX-License-Identifier: GPL-3.0-or-later
// Page of an active run: draws its first chart again after each stored generation or round.
import {watch} from './charts.js';
import {address, element, find, show} from './common.js';

const live = find('#live');
const {run} = live.dataset;
let drawing = false;

/* Words for a step of a run of a kind. Other kinds store matches. */
const STEPS = {evolve: 'generation', learn: 'round'};

// Returns the latest strength with half of its 95 % interval, and where it was measured.
function strength(news) {
    const half = news.low === null ? '' : ` \u00b1 ${show((news.high - news.low) / 2)}`;
    return `strength ${show(news.strength)}${half} in ${STEPS[news.kind]} ${news.measured}`;
}

// Says what is known of the progress of an evolution whose generations were not measured.
function relative(news) {
    return `relative fitness of the best ${show(news.best)}, which is not progress where the opponents change. `
        + '\u201csowlab evolve --measure-every 10\u201d measures strength while a run goes on; '
        + `\u201csowlab measure ${run} --every 10\u201d measures this run when it is done.`;
}

// Shows the progress: a generation or round and the latest strength, or the number of matches.
function say(news) {
    const step = STEPS[news.kind] ? `${STEPS[news.kind]} ${news.step}` : `${news.step} matches`;
    const more = news.measured !== null ? `; ${strength(news)}` : news.best !== null ? `; ${relative(news)}` : '';
    find('#say').textContent = news.step === null ? 'Under way; nothing is stored yet.' : `Under way: ${step}${more}`;
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
        const drawn = find('main section figure svg');
        const answer = await fetch(address('/api/chart', {
            id: run, width: drawn?.getAttribute('width'), spots: drawn?.dataset.spots === undefined ? '' : 'yes',
        }));
        if (!answer.ok) return;
        const figure = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('figure');
        if (!figure) return;
        const made = document.importNode(figure, true);
        place().replaceWith(made);
        watch(made);
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
