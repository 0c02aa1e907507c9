/**
 * @file What this browser was promised about a game's chance before it gave its word: the seal, which is the
 * commitment to the secret, and the host's word. Whoever forges the record afterwards can't forge what is noted here.
 */

import {h, randomText} from '../app/dom.js';
import {words} from '../app/i18n.js';
import {promised, rememberPromise} from '../app/store.js';

/** @typedef {import('../app/store.js').Promised} Promised */
/** @typedef {import('../app/wire.js').GameView} GameView */

const CONSONANTS = 'bdfgklmnprstvwyz';
const VOWELS = 'aeio';

/**
 * The first 48 bits of a commitment as four words that anybody can read aloud, the same in every language: six bits
 * are a syllable.
 * @param {string} commitment
 */
export function spoken(commitment) {
  const bits = parseInt(commitment.slice(0, 12), 16);
  const syllable = (/** @type {number} */ nth) => {
    const six = Math.floor(bits / 64 ** (7 - nth)) % 64;
    return `${CONSONANTS[six >> 2]}${VOWELS[six & 3]}`;
  };
  return [0, 2, 4, 6].map(nth => syllable(nth) + syllable(nth + 1)).join(' ');
}

/** The seal of a game to be compared aloud, with all of it inside. @param {string} commitment */
export function seal(commitment) {
  return h(
    'details',
    {class: 'seal'},
    h('summary', {}, words.seal.title, ' ', h('strong', {class: 'seal-words'}, spoken(commitment))),
    h('p', {class: 'hint'}, words.seal.hint),
    h('code', {class: 'seal-whole'}, commitment),
  );
}

/** Whether a text can be a word. @param {string} text */
export const isWord = text => /^[\x20-\x7e]{1,64}$/.test(text);

/**
 * The word of whoever has to give one now, noted together with what was promised before.
 * @param {GameView} view
 */
export function giveWord({id, terms, state}) {
  const known = promised(id)?.own.at(-1);
  if (known) return known;
  const word = randomText(12);
  const guest = state.seats[1].side !== undefined && state.you.length === 1 && state.you[0] === state.seats[1].side;
  const host = state.chance.seeds[0];
  rememberPromise(id, {
    commitment: terms.commitment,
    seat: guest ? 1 : 0,
    own: [word],
    ...(guest && host ? {host} : {}),
  });
  return word;
}

/** A tag of a record. @param {string} record @param {string} name */
export function tagOf(record, name) {
  const found = new RegExp(`^\\s*\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(record);
  return found?.[1]?.replace(/\\(.)/g, '$1');
}

/**
 * Whether the words in a record are those that this browser knows.
 * @param {Promised} promise @param {string} record
 * @returns {{own: boolean, host?: boolean}}
 */
export function wordsKept({seat, own, host}, record) {
  const given = [tagOf(record, 'HostSeed'), tagOf(record, 'GuestSeed')];
  return {own: own.includes(given[seat] ?? ''), ...(host === undefined ? {} : {host: given[0] === host})};
}
