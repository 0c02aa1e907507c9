/** @file Which page an address shows. Pages are modules of their own, loaded when they are first needed. */

import {h, put} from './dom.js';
import {words} from './i18n.js';
import {Failure} from './api.js';

/**
 * A page puts its content into the element it is given, and returns what ends it.
 * @typedef {{title?: string, end?: () => void}} Shown
 * @typedef {(main: HTMLElement, part: string, query: URLSearchParams) => Promise<Shown|void>} Page
 */

/** @type {[RegExp, () => Promise<{default: Page}>, string][]} */
const ROUTES = [
  [/^\/$/, () => import('../pages/home.js'), 'home'],
  [/^\/new\/([\w-]+)$/, () => import('../pages/new.js'), 'new'],
  [/^\/game\/([\w-]+)$/, () => import('../pages/game.js'), 'game'],
  [/^\/join\/([\w-]+)$/, () => import('../pages/join.js'), 'join'],
  [/^\/rules\/([\w-]+)$/, () => import('../pages/rules.js'), 'rules'],
  [/^\/lobby$/, () => import('../pages/lobby.js'), 'lobby'],
  [/^\/verify$/, () => import('../pages/verify.js'), 'verify'],
];

/** @type {Shown|void} */
let current;
let visit = 0;
/** Where each visited address was scrolled to. @type {Map<string, number>} */
const scrolled = new Map();

/** Goes to an address of this page. @param {string} address @param {{replace?: boolean}} [how] */
export function go(address, how = {}) {
  if (how.replace) history.replaceState(null, '', address);
  else {
    scrolled.set(location.pathname, scrollY);
    history.pushState(null, '', address);
  }
  return render(false);
}

/** Shows the page of the address. @param {boolean} back whether somebody went back to it */
export async function render(back = false) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const number = (visit += 1);
  const route = ROUTES.find(([pattern]) => pattern.test(location.pathname));
  const part = route?.[0].exec(location.pathname)?.[1] ?? '';
  current?.end?.();
  current = undefined;
  document.documentElement.dataset.page = route?.[2] ?? 'none';
  try {
    if (!route) throw new Failure(words.failure.noPage);
    const page = (await route[1]()).default;
    if (number !== visit) return;
    put(main);
    const shown = await page(main, part, new URLSearchParams(location.search));
    if (number !== visit) {
      shown?.end?.();
      return;
    }
    current = shown;
    setTitle(shown?.title);
    // Whoever listens is told that another page is there; the first one is read anyway.
    if (number > 1) main.focus({preventScroll: true});
    if (!back && !location.hash) scrollTo(0, 0);
    else if (back) scrollTo(0, scrolled.get(location.pathname) ?? 0);
  } catch (error) {
    if (number !== visit) return;
    setTitle(words.failure.title);
    put(main, failurePanel(error));
    if (!(error instanceof Failure)) throw error;
  }
}

/** @param {string} [title] */
export function setTitle(title) {
  document.title = title ? `${title} · Damier` : 'Damier';
}

/** What failed, in a line: the words, and what exactly is wrong. @param {unknown} error @returns {(Node|string)[]} */
export function failureLine(error) {
  if (!(error instanceof Failure)) return [String(error)];
  const detail = error.problem?.detail;
  return detail ? [error.message, failureDetail(detail)] : [error.message];
}

/** What exactly is wrong, as programs say it: in English. @param {string} detail */
export const failureDetail = detail => h('span', {class: 'detail', lang: 'en'}, ` ${detail}`);

/** @param {unknown} error */
export function failurePanel(error) {
  return h(
    'section',
    {class: 'panel failure', role: 'alert'},
    h('h1', {}, words.failure.title),
    h('p', {}, error instanceof Failure ? error.message : words.failure.unexpected),
    h('p', {}, h('a', {class: 'button', href: '/'}, words.failure.home)),
  );
}

/** Links within the page don't load it anew. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  void go(link.href);
}

/** Begins to route. */
export function startRouting() {
  history.scrollRestoration = 'manual';
  document.addEventListener('click', follow);
  addEventListener('popstate', () => void render(true));
  return render(false);
}
