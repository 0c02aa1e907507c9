/** @file Making elements: the only place where the page builds its tree. Text is always text, never HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An HTML element. Properties that begin with "on" are listeners, `class` and the like are attributes, a value of
 * `false`, `null` or `undefined` leaves the attribute out, `true` gives it an empty value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * An SVG element, by the same rules.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Element} element @param {(Child|Child[])[]} children */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what is in an element. Whoever was on something in it stays on what has taken its place.
 * @param {Element} element @param {...(Child|Child[])} children
 */
export function put(element, ...children) {
  const at = document.activeElement;
  const was = at && at !== element && element.contains(at) ? nameOf(at) : '';
  element.replaceChildren();
  fill(element, children);
  if (!was) return;
  const now = [...element.querySelectorAll('a, button, input, select')].find(one => nameOf(one) === was);
  if (now instanceof HTMLElement) now.focus({preventScroll: true});
}

/** By what one finds a thing again that was drawn anew. @param {Element} element */
const nameOf = element => element.id || element.getAttribute('aria-label') || element.textContent || element.tagName;

/**
 * A picture from the page's set of icons, hidden from screen readers: what it stands for is said in words.
 * @param {string} name
 * @param {string} [extra] more classes
 */
export function icon(name, extra = '') {
  return s(
    'svg',
    {class: `icon ${extra}`, viewBox: '0 0 24 24', 'aria-hidden': 'true'},
    s('use', {href: `#icon-${name}`}),
  );
}

/**
 * A button with words, and perhaps an icon.
 * @param {string} words
 * @param {(event: MouseEvent) => void} press
 * @param {{icon?: string, class?: string, title?: string, pressed?: boolean, disabled?: boolean, id?: string}} [more]
 */
export function button(words, press, more = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${more.class ?? ''}`,
      title: more.title,
      id: more.id,
      disabled: more.disabled,
      'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
      onclick: press,
    },
    more.icon && icon(more.icon),
    h('span', {}, words),
  );
}

/**
 * A button that is only an icon; its words are for screen readers and the tooltip.
 * @param {string} name
 * @param {string} words
 * @param {(event: MouseEvent) => void} press
 * @param {{class?: string, disabled?: boolean, pressed?: boolean, label?: string}} [more] label: a short word below it
 */
export function iconButton(name, words, press, more = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: `icon-button ${more.label ? 'tool' : ''} ${more.class ?? ''}`,
      'aria-label': words,
      title: words,
      disabled: more.disabled,
      'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
      onclick: press,
    },
    icon(name),
    more.label && h('span', {class: 'tool-label', 'aria-hidden': 'true'}, more.label),
  );
}

/**
 * A group of choices of which one holds.
 * @param {string} legend @param {string} name
 * @param {{value: string, parts: (Node|string)[], checked: boolean}[]} choices
 * @param {(value: string) => void} choose @param {string} [look]
 */
export function radios(legend, name, choices, choose, look = 'segments') {
  const choice = (/** @type {typeof choices[0]} */ {value, parts, checked}) =>
    h(
      'label',
      {class: 'choice'},
      h('input', {type: 'radio', name, value, checked, onchange: () => choose(value)}),
      h('span', {class: 'choice-words'}, parts),
    );
  return h('fieldset', {class: look}, h('legend', {}, legend), h('div', {class: 'choices'}, choices.map(choice)));
}

/** A random text for keys and seeds. @param {number} length */
export function randomText(length) {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, byte => letters[byte % letters.length]).join('');
}

/** Copies text, also where the clipboard's API is missing (plain HTTP in a local network). @param {string} text */
export async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = h('textarea', {class: 'off-screen', readonly: true});
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
