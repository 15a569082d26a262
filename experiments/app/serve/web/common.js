// SPDX-License-Identifier: GPL-3.0-or-later
// What modules share. Texts of the store become text nodes, never HTML.

/** An element: attributes, `on...` listeners, and children, of which texts stay texts. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    set(made, attributes);
    made.append(...children);
    return made;
}

/** The same of a picture. */
export function shape(name, attributes = {}, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    set(made, attributes);
    made.append(...children);
    return made;
}

function set(made, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
        else if (value === true) made.setAttribute(name, '');
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
}

/** An address of this server with arguments, without the empty ones. */
export function address(path, args) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(args))
        if (value !== '' && value !== null && value !== undefined) query.set(name, value);
    return query.size > 0 ? `${path}?${query}` : path;
}

/** What an address answers as JSON; a refusal is thrown, with its reason. */
export async function ask(path, args = {}) {
    const answer = await fetch(address(path, args));
    if (!answer.ok) throw new Error((await answer.text()).trim());
    return answer.json();
}

/** A number as people read it. */
export function show(value) {
    if (value === null || value === undefined) return '';
    return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value);
}

export const find = selector => document.querySelector(selector);
