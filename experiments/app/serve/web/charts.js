// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a page: a chart is drawn again for another width, and its values are read at the pointer or by arrow keys.
import {address, element, find, shape} from './common.js';

const LEAST = 280; // of the width of a chart in pixels, as in sow/charts/chart.h
const MOST = 1200;

// Replaces the picture of a figure by a new one from the server, with the places of its values if `spots`. Does nothing if the server refuses.
async function draw(figure, width, spots) {
    const {id, label, measure, chart} = figure.dataset;
    const answer = await fetch(address('/api/chart', {id, label, measure, chart, width, spots: spots ? 'yes' : ''}));
    if (!answer.ok) return;
    const made = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('figure svg');
    if (made) figure.querySelector('svg').replaceWith(document.importNode(made, true));
}

// Returns the values of a picture with their places, from left to right.
function spotsOf(svg) {
    return (svg.dataset.spots ?? '').split('\n').filter(line => line !== '').map(line => {
        const [, x, y, words] = line.match(/^(\S+) (\S+) (.*)$/);
        return {x: Number(x), y: Number(y), words};
    }).sort((a, b) => a.x - b.x || a.y - b.y);
}

// Says the value of a spot, and the others of the same x, and marks its place.
function say(figure, spots, spot) {
    const head = spot.words.split(': ')[0];
    const same = spots.filter(other => other.x === spot.x && other.words.startsWith(`${head}: `));
    const more = same.filter(other => other !== spot).map(other => other.words.slice(head.length + 2));
    figure.querySelector('.read').textContent = [spot.words, ...more].join(', ');
    const svg = figure.querySelector('svg');
    svg.querySelector('.cursor')?.remove();
    svg.append(shape('circle', {class: 'cursor', r: 7, cx: spot.x, cy: spot.y}));
}

// Reads values of a figure. The first use fetches their places.
function read(figure) {
    const room = figure.querySelector('.scroll');
    let at = -1;
    let asked = null;
    const ready = () => {
        const svg = figure.querySelector('svg');
        if (svg.dataset.spots !== undefined) return spotsOf(svg);
        asked ??= draw(figure, svg.getAttribute('width'), true).finally(() => { asked = null; });
        return [];
    };
    room.addEventListener('focus', ready);
    room.addEventListener('pointermove', event => {
        const box = figure.querySelector('svg').getBoundingClientRect();
        const far = spot => Math.hypot(spot.x - event.clientX + box.left, spot.y - event.clientY + box.top);
        const spots = ready();
        at = spots.reduce((best, spot, i) => best < 0 || far(spot) < far(spots[best]) ? i : best, -1);
        if (at >= 0) say(figure, spots, spots[at]);
    });
    room.addEventListener('keydown', event => {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        const spots = step ? ready() : [];
        if (spots.length === 0) return;
        event.preventDefault();
        at = at < 0 && step < 0 ? spots.length - 1 : Math.min(Math.max(at + step, 0), spots.length - 1);
        say(figure, spots, spots[at]);
    });
}

/** Returns the width that a picture should have in its room, or 0 if the room is not shown. */
export function widthOf(figure) {
    const room = figure.querySelector('.scroll').clientWidth;
    return room === 0 ? 0 : Math.min(Math.max(Math.floor(room), LEAST), MOST);
}

// Draws a figure again when its room has another width.
function fit(figure) {
    const room = figure.querySelector('.scroll');
    let drawing = false;
    const observer = new ResizeObserver(async () => {
        const svg = figure.querySelector('svg');
        const width = widthOf(figure);
        if (drawing || width === 0 || width === Number(svg.getAttribute('width'))) return;
        drawing = true;
        await draw(figure, width, svg.dataset.spots !== undefined).finally(() => { drawing = false; });
        if (figure.querySelector('svg') !== svg) observer.observe(room); // reports again: the room may have changed meanwhile
    });
    observer.observe(room);
}

/** Makes a figure readable and fits it to its room. A figure without a run stays as it is. */
export function watch(figure) {
    if (figure.dataset.chart === undefined) return;
    figure.querySelector('.scroll').after(element('p', {class: 'read', role: 'status'}, 'To read values, move the pointer over the chart, or press the left and right arrow keys.'));
    read(figure);
    fit(figure);
}

/** Gives a figure the picture, the title and the numbers of a newer one of the same chart. */
export function renew(figure, newer) {
    for (const part of ['figcaption', 'svg', 'summary', 'details table']) {
        const made = newer.querySelector(part);
        if (made) figure.querySelector(part)?.replaceWith(document.importNode(made, true));
    }
    const svg = figure.querySelector('svg');
    const width = widthOf(figure);
    if (width > 0 && width !== Number(svg.getAttribute('width'))) draw(figure, width, svg.dataset.spots !== undefined);
}

// Adds a button that copies the command which makes a run again: to the actions of a page with one run.
function offerCopy(place) {
    const say = element('span', {role: 'status'});
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(place.querySelector('code').textContent);
            say.textContent = 'Copied';
        } catch {
            place.open = true;
            getSelection().selectAllChildren(place.querySelector('code'));
            say.textContent = 'Selected: copy it by the keyboard';
        }
    };
    (document.querySelectorAll('.actions').length === 1 ? find('.actions') : place).append(
        ' ', element('button', {type: 'button', onclick: copy}, 'Copy the command'), ' ', say);
}

document.querySelectorAll('figure').forEach(watch);
document.querySelectorAll('.again').forEach(offerCopy);
