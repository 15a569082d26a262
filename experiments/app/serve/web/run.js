// SPDX-License-Identifier: GPL-3.0-or-later
// Page of an active run: draws all its charts again, from one state, after each stored generation or round.
import {renew, watch, widthOf} from './charts.js';
import {address, find, show} from './common.js';

const live = find('#live');
const {run} = live.dataset;
let drawing = false;
const USUAL = 560; // width of a chart before the page has one

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
        + '\u201csowlab evolve --measure-every N\u201d measures strength while a run goes on.';
}

// Returns the time left in words, after a comma; '' if it is not known.
function left({left}) {
    const [seconds, unit] = [[3600, 'h'], [60, 'min'], [1, 's']].find(([seconds]) => left >= seconds) ?? [1, 's'];
    return left === null ? '' : `, about ${(left / seconds).toFixed(left / seconds < 9.95 ? 1 : 0)} ${unit} left`;
}

// Returns the key result so far, with its interval; '' without one.
function result(news) {
    const value = news.value === null ? '' : `${show(news.value)} `;
    const interval = news.value_low === null ? '' : `(${show(news.value_low)} to ${show(news.value_high)}) `;
    return news.words === '' ? '' : `; so far: ${value}${interval}${news.words}`;
}

// Shows the progress. For generations and rounds the latest strength follows, for other kinds the key result so far.
function say(news) {
    const step = news.progress || `${STEPS[news.kind] ?? 'match'} ${news.step}`;
    const more = news.measured !== null ? `; ${strength(news)}` : news.best !== null ? `; ${relative(news)}` : result(news);
    find('#say').textContent = news.step === null && news.progress === ''
        ? 'Under way; nothing is stored yet.' : `Under way: ${step}${left(news)}${more}`;
}

// Replaces the picture of each chart, and adds the charts that the page does not have yet. The answer is from one state of the run.
function place(answer) {
    const room = find('main section .charts');
    for (const newer of answer.querySelectorAll('figure')) {
        const figure = room.querySelector(`figure[data-chart="${newer.dataset.chart}"]`);
        if (figure) {
            renew(figure, newer);
            continue;
        }
        const made = document.importNode(newer.closest('details') ?? newer, true);
        room.append(made);
        watch(made.matches('figure') ? made : made.querySelector('figure'));
    }
}

// Asks the server for all charts. Does nothing while an answer is on its way or the page is hidden, or if the server refuses.
async function redraw() {
    if (drawing || document.hidden) return;
    drawing = true;
    try {
        const shown = [...document.querySelectorAll('.charts > figure')];
        if (!find('main section .charts')) return;
        const answer = await fetch(address('/api/charts', {
            id: run,
            width: Math.min(...shown.map(widthOf).filter(width => width > 0), USUAL),
            spots: shown.some(figure => figure.querySelector('svg').dataset.spots !== undefined) ? 'yes' : '',
        }));
        if (answer.ok) place(new DOMParser().parseFromString(await answer.text(), 'text/html'));
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
