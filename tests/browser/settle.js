// SPDX-License-Identifier: GPL-3.0-or-later
// Waits until all charts of a page have the width of their room. The script is the body of an asynchronous function;
// it answers with the width of the page and the number of its characters.
const [done] = arguments;
const fits = room => !room.checkVisibility() || !room.querySelector('svg') ||
    Math.abs(room.clientWidth - room.querySelector('svg').getBoundingClientRect().width) < 2;

function look(left) {
    if (left === 0 || [...document.querySelectorAll('figure > .scroll')].every(fits))
        done(`${document.documentElement.scrollWidth} ${document.body.innerText.trim().length}`);
    else setTimeout(look, 50, left - 1);
}

requestAnimationFrame(() => look(200));
