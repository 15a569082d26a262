// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a page that a script can make: names, labels, contrast, focus, headings, landmarks, tables.
// The script is the body of a function. It returns the faults, each as a text. arguments[0] names the checks:
// "form" looks at the elements, "contrast" at the colours, "watch" notes each element that gets the focus,
// and "focus" looks at what was noted.
const faults = new Set();
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const visible = element => element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && element.getClientRects().length > 0;
const FOCUSABLE = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]';
const focusable = element => visible(element) && !element.disabled && element.tabIndex >= 0;

// Returns a short description of an element.
function about(element) {
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
    return `<${element.localName}${element.id ? `#${element.id}` : ''}${element.getAttribute('class') ? `.${element.getAttribute('class')}` : ''}> "${words}"`;
}

function fault(check, element, more = '') {
    faults.add(`${check}: ${about(element)}${more && ` ${more}`}`);
}

// ---- Form ----

// True if an element has words of its own, or an attribute that names it.
function isNamed(element) {
    const by = element.getAttribute('aria-labelledby');
    return [element.getAttribute('aria-label'), by && document.getElementById(by)?.textContent, element.getAttribute('alt'),
        element.getAttribute('title'), element.querySelector('title')?.textContent, element.textContent].some(text => text?.trim());
}

function checkNames() {
    all('a[href],button,summary,[role=img],[role=button],[role=link],img').filter(element => visible(element) && !isNamed(element))
        .forEach(element => fault('no name', element));
    all('svg').filter(svg => visible(svg) && !svg.closest('[aria-hidden=true],[role=img],button') && !isNamed(svg))
        .forEach(svg => fault('a picture without a name', svg));
    all('progress,meter,[role=group],section[aria-label],nav').filter(element => visible(element) && !element.getAttribute('aria-label') &&
        !element.getAttribute('aria-labelledby') && !(element.labels?.length > 0)).forEach(element => fault('no name', element));
}

function checkLabels() {
    all('input:not([type=hidden]),select,textarea').filter(visible).forEach(input => {
        const label = [...input.labels].map(one => one.textContent).join('');
        if (!label.trim() && !input.getAttribute('aria-label')?.trim() && !input.getAttribute('aria-labelledby')) fault('no label', input);
    });
}

function checkIds() {
    const ids = all('[id]').map(element => element.id);
    all('[id]').filter(element => ids.indexOf(element.id) !== ids.lastIndexOf(element.id)).forEach(element => fault('an id twice', element));
    for (const attribute of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'])
        all(`[${attribute}]`).filter(element => element.getAttribute(attribute).split(/\s+/).some(id => !ids.includes(id)))
            .forEach(element => fault(`${attribute} of no element`, element));
}

function checkHeadings() {
    let level = 0;
    const headings = all('h1,h2,h3,h4,h5,h6').filter(visible);
    headings.forEach(heading => {
        const own = Number(heading.localName[1]);
        if (own > level + 1) fault('a level of headings is left out', heading);
        if (!heading.textContent.trim()) fault('an empty heading', heading);
        level = own;
    });
    if (headings.filter(heading => heading.localName === 'h1').length !== 1) faults.add('not one h1');
}

function checkLandmarks() {
    if (!document.documentElement.lang) faults.add('no language');
    if (!document.title.trim()) faults.add('no title');
    if (!document.querySelector('meta[name=viewport]')) faults.add('no viewport');
    if (all('main').length !== 1) faults.add('not one main');
    all('body > *').filter(element => visible(element) && !element.matches('main,nav,header,footer,aside,script'))
        .forEach(element => fault('outside of all landmarks', element));
}

function checkTables() {
    all('table').filter(visible).forEach(table => {
        const heads = all('th', table);
        if (heads.length === 0) fault('a table without headers', table);
        heads.filter(head => visible(head) && !isNamed(head)).forEach(head => fault('an empty header', head, `of ${about(table)}`));
    });
}

// Boxes that scroll can be moved by keyboard, and what gets the focus has a name or a role.
function checkBoxes() {
    all('main *').filter(box => visible(box) && /auto|scroll/.test(getComputedStyle(box).overflowX + getComputedStyle(box).overflowY) &&
        (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) && box.localName !== 'textarea' &&
        !focusable(box) && !all(FOCUSABLE, box).some(focusable)).forEach(box => fault('a box that only a pointer scrolls', box));
    all('[tabindex]').filter(box => focusable(box) && !box.matches('a,button,input,select,textarea,summary') &&
        !(box.getAttribute('role') && (box.getAttribute('aria-label') || box.getAttribute('aria-labelledby'))))
        .forEach(box => fault('a stop of the keyboard without role and name', box));
}

// ---- Contrast ----

const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});

// Returns a colour of CSS as red, green, blue and opacity.
function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
}

const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);

function luminance([r, g, b]) {
    const [x, y, z] = [r, g, b].map(value => value / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

function contrast(a, b) {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
}

// Returns the colour that an element paints behind what stands on it, or null.
function paint(element) {
    const style = getComputedStyle(element);
    if (element instanceof SVGElement && !['svg', 'g', 'text', 'tspan'].includes(element.localName)) {
        if (style.fill === 'none') return null;
        const colour = rgba(style.fill);
        return [...colour.slice(0, 3), colour[3] * style.fillOpacity * style.opacity];
    }
    return element instanceof SVGElement ? null : rgba(style.backgroundColor);
}

// Returns the colour behind an element at a point of the window.
function ground(element, x, y) {
    const stack = document.elementsFromPoint(x, y);
    let from = element;
    while (from && !stack.includes(from)) from = from.parentElement;
    const below = stack.slice(from ? stack.indexOf(from) : 0);
    return below.reverse().reduce((colour, one) => {
        const own = paint(one);
        return own === null ? colour : over(own, colour);
    }, rgba(matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff'));
}

// Checks the colour of a text at a point of the window.
function checkText(element, colour, x, y, words) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return; // scrolled out of a box
    let opacity = 1;
    for (let one = element; one; one = one.parentElement) opacity *= getComputedStyle(one).opacity;
    const behind = ground(element, x, y);
    const [r, g, b, a] = rgba(colour);
    const ratio = contrast(over([r, g, b, a * opacity], behind), behind);
    if (ratio < 4.5) faults.add(`contrast ${ratio.toFixed(2)}: ${about(element)} "${words}", ${colour} on rgb(${behind.slice(0, 3).map(Math.round)})`);
}

// Checks all texts that are shown. The window has to be as high as the page.
function checkContrast() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !visible(element) || element.closest('option,script,style,noscript')) continue;
        range.selectNodeContents(node);
        const box = range.getClientRects()[0];
        const style = getComputedStyle(element);
        if (box && box.width > 0) checkText(element, element instanceof SVGElement ? style.fill : style.color,
            box.left + box.width / 2, box.top + box.height / 2, node.data.trim().slice(0, 20));
    }
    all('input,select,textarea').filter(visible).forEach(input => {
        const box = input.getBoundingClientRect();
        const style = getComputedStyle(input, input.placeholder && !input.value ? '::placeholder' : null);
        checkText(input, style.color, box.left + box.width / 2, box.top + box.height / 2, input.placeholder || input.value);
    });
}

// ---- Focus ----

// Notes each element that gets the focus, and whether it shows that.
function watchFocus() {
    window.focused = new Map();
    document.activeElement?.blur();
    document.addEventListener('focusin', event => {
        const style = getComputedStyle(event.target);
        const behind = rgba(getComputedStyle(document.body).backgroundColor);
        const shows = event.target.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 &&
            contrast(rgba(style.outlineColor), behind) >= 3;
        window.focused.set(event.target, shows);
    });
}

// Checks that the key Tab reached every element in the order of the page, and that each showed its focus.
function checkFocus() {
    const wanted = all(FOCUSABLE).filter(focusable).filter(element => element.type !== 'radio').slice(0, arguments[1]);
    wanted.filter(element => !window.focused.has(element)).forEach(element => fault('Tab does not reach', element));
    all('[tabindex]').filter(element => element.tabIndex > 0).forEach(element => fault('an order of its own', element));
    for (const [element, shows] of window.focused)
        if (!shows && element.isConnected) fault('the focus is not seen', element);
}

const CHECKS = {
    form: [checkNames, checkLabels, checkIds, checkHeadings, checkLandmarks, checkTables, checkBoxes],
    contrast: [checkContrast],
    watch: [watchFocus],
    focus: [checkFocus],
};
CHECKS[arguments[0]].forEach(check => check(...arguments));
return [...faults];
