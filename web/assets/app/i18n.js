/** @file The language of the page: chosen by the browser, switchable, and one file of words for each. */

import {settings} from './store.js';

/** @typedef {typeof import('../words/en.js').default} Dictionary */
/** @typedef {import('./wire.js').Words} Words */

/** @type {'fr'|'en'} */
export let language = 'en';

/** Every word of the page. Filled before the first page is drawn. @type {Dictionary} */
export const words = /** @type {any} */ ({});

/** The language that holds now, by setting or by the browser. */
export function wantedLanguage() {
  if (settings.language !== 'auto') return settings.language;
  const first = (navigator.languages ?? [navigator.language]).find(tag => /^(fr|en)\b/i.test(tag));
  return first?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** Loads the words of the wanted language. */
export async function loadLanguage() {
  language = wantedLanguage();
  const module = language === 'fr' ? await import('../words/fr.js') : await import('../words/en.js');
  Object.assign(words, module.default);
  document.documentElement.lang = language;
}

/**
 * What the server says in both languages. It writes as one types; here apostrophes are curved, and in French no line
 * begins with a sign that belongs to the word before it.
 * @param {Words|undefined} both
 */
export function say(both) {
  const text = (both?.[language] ?? '').replaceAll("'", '’');
  return language === 'fr' ? text.replace(/ (?=[;?!])/g, '\u202f').replace(/ (?=[:»])|(?<=«) /g, '\u00a0') : text;
}

/** With a capital at the beginning. @param {string} text */
export const capital = text => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** @param {number} share from 0 to 1 */
export function percent(share) {
  return new Intl.NumberFormat(language, {style: 'percent', maximumFractionDigits: 0}).format(share);
}

/**
 * The shares of a whole in hundredths that sum to a hundred: what is lost by rounding goes to those that lost most.
 * @param {number[]} parts @returns {number[]}
 */
export function hundredths(parts) {
  const whole = parts.reduce((sum, part) => sum + part, 0) || 1;
  const exact = parts.map(part => (part / whole) * 100);
  const shares = exact.map(Math.floor);
  const missing = parts.some(part => part > 0) ? 100 - shares.reduce((sum, share) => sum + share, 0) : 0;
  const most = exact.map((share, nth) => ({nth, lost: share % 1})).sort((a, b) => b.lost - a.lost);
  for (const {nth} of most.slice(0, missing)) shares[nth] = (shares[nth] ?? 0) + 1;
  return shares;
}

/** Shares of a whole in words that sum to a hundred; what is rare is not called impossible. @param {number[]} parts */
export const percents = parts =>
  hundredths(parts).map((share, nth) => (share === 0 && (parts[nth] ?? 0) > 0 ? words.chance.least : percent(share / 100)));

/** How long ago, in words. @param {number} at in milliseconds since 1970 */
export function ago(at) {
  const minutes = Math.round((at - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(language, {numeric: 'auto'});
  if (minutes > -1) return format.format(0, 'second');
  if (minutes > -60) return format.format(minutes, 'minute');
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 60 / 24), 'day');
}

/** The engine's levels in words, as the catalogue has them; filled when it is known. @type {Map<number, Words>} */
export const levels = new Map();

/** @param {number} level */
export const catalogueLevel = level => {
  const name = say(levels.get(level));
  return name ? `${level} ${name}` : String(level);
};
