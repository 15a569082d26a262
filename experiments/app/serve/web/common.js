// SPDX-License-Identifier: GPL-3.0-or-later
// Functions for all scripts. Texts of the database become text nodes, never HTML.

/** Makes an HTML element with attributes, `on...` listeners and children; strings become text nodes. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    set(made, attributes);
    made.append(...children);
    return made;
}

/** Makes an SVG element, with the same arguments as element(). */
export function shape(name, attributes = {}, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    set(made, attributes);
    made.append(...children);
    return made;
}

// Sets attributes and listeners. `true` is an attribute without a value; false, null and undefined set nothing.
function set(made, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else if (value === true) made.setAttribute(name, '');
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
}

/** Returns an address of this server with arguments; leaves out empty ones. */
export function address(path, args) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(args))
        if (value !== '' && value !== null && value !== undefined) query.set(name, value);
    return query.size > 0 ? `${path}?${query}` : path;
}

/** Fetches the JSON answer of an address. Throws an Error with the reason if the server refuses. */
export async function ask(path, args = {}) {
    const answer = await fetch(address(path, args));
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return answer.json();
}

/** Formats a value for display: at most three decimals, and an empty string for null. */
export function show(value) {
    if (value === null || value === undefined) return '';
    return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value);
}

// Returns the first element of the page that a CSS selector matches, or null.
export const find = selector => document.querySelector(selector);
