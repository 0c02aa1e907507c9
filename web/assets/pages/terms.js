/** @file The terms of a game in words: clock, the options that aren't at their default, and how chance is kept fair. */

import {h} from '../app/dom.js';
import {say, words} from '../app/i18n.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').OptionInfo} OptionInfo */
/** @typedef {import('../app/wire.js').Clock} Clock */

/** @param {Clock} clock */
export function clockWords(clock) {
  if (clock.type === 'fischer') return words.clock.fischer(clock.seconds / 60, clock.increment);
  if (clock.type === 'days') return words.clock.perMove(clock.days);
  return words.clock.none;
}

/** What a value of an option means. @param {OptionInfo} option @param {string} value */
export function valueWords(option, value) {
  if (option.values.type !== 'choices') return value;
  return say(option.values.choices.find(choice => choice.value === value)?.meaning) || value;
}

/**
 * The options that aren't at their default, as a list.
 * @param {GameInfo} game @param {Record<string, string>} options
 */
export function houseRules(game, options) {
  const changed = game.options.filter(option => option.name in options && options[option.name] !== option.default);
  if (changed.length === 0) return h('p', {class: 'hint'}, words.terms.standard);
  return h(
    'ul',
    {class: 'house-rules'},
    changed.map(option =>
      h(
        'li',
        {},
        `${say(option.meaning)} : `.replace(' : ', words.colon),
        h('strong', {}, valueWords(option, options[option.name] ?? '')),
      ),
    ),
  );
}

/**
 * How chance is kept fair, with the field for one's own part in it.
 * @param {HTMLElement} seed @param {...Node} more what else there is to know
 */
export function fairChance(seed, ...more) {
  return h(
    'details',
    {class: 'house'},
    h('summary', {}, h('span', {}, words.newGame.fair)),
    h('p', {class: 'hint'}, words.newGame.fairLead),
    h('div', {class: 'field'}, h('label', {for: 'seed'}, words.newGame.seed), seed),
    more,
  );
}
