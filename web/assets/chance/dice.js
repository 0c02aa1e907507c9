/** @file Fights: the odds as a bar, and two dice that roll for a round. */

import {h} from '../app/dom.js';
import {percent, words} from '../app/i18n.js';
import {headIcon, pieceIcon} from '../board/pieces.js';
import {sound} from '../app/sound.js';

/** @typedef {import('../app/wire.js').FightOdds} FightOdds */
/** @typedef {import('../app/wire.js').Fighter} Fighter */
/** @typedef {import('../app/wire.js').PieceKind} PieceKind */
/** @typedef {Extract<import('../app/wire.js').Event, {type: 'round'}>} Round */
/** @typedef {import('../board/animation.js').Show} Show */

/** @type {PieceKind[]} */
const HEADS = ['blue-head', 'green-head', 'red-head', 'yellow-head'];
const ROLL = 950;

/** The attacker's odds: a bar of three parts with their shares, and the head it would have. @param {FightOdds} odds */
export function fightOdds(odds) {
  const parts = /** @type {const} */ (['win', 'both', 'lose']).map(name => ({name, share: odds[name] / odds.of}));
  const bar = h('div', {class: 'odds-bar', 'aria-hidden': 'true'});
  for (const {name, share} of parts) {
    const part = h('span', {class: name});
    part.style.flexGrow = String(Math.max(share, 0.015));
    bar.append(part);
  }
  const won = odds.heads.reduce((sum, one) => sum + one, 0);
  const heads = HEADS.flatMap((kind, nth) => {
    const share = won ? (odds.heads[nth] ?? 0) / won : 0;
    return share < 0.005 ? [] : [h('li', {}, headIcon(kind), h('span', {class: 'off-screen'}, words.kinds[kind]), percent(share))];
  });
  return h('div', {class: 'fight-odds'}, bar,
    h('ul', {class: 'odds-list', 'aria-label': words.chance.odds}, parts.map(({name, share}) =>
      h('li', {class: `odds-word ${name}`}, h('span', {}, words.chance[name]), h('strong', {}, percent(share))))),
    heads.length > 0 && h('div', {class: 'odds-heads'}, h('span', {}, words.chance.head), h('ul', {}, heads)));
}

/** @param {Fighter} fighter */
function die(fighter) {
  const face = h('span', {class: 'die-face'}, '·');
  const cube = h('div', {class: `die ${fighter.before}`}, headIcon(fighter.before), face);
  const after = h('p', {class: 'die-after'}, ' ');
  return {face, cube, after, column: h('div', {class: 'die-column'}, pieceIcon(fighter.side, fighter.before, 'large'), cube, after)};
}

/** Rolls the dice of a round above the board. @param {HTMLElement} holder @param {Round} round @param {Show} show */
export async function rollDice(holder, round, show) {
  if (show.skipped) return;
  const attacker = die(round.attacker);
  const defender = die(round.defender);
  const result = h('p', {class: 'chance-result'}, ' ');
  const card = h('div', {class: 'chance-card'},
    h('div', {class: 'dice'}, attacker.column, h('span', {class: 'versus', 'aria-hidden': 'true'}, '×'), defender.column), result);
  const overlay = h('div', {class: 'chance-overlay', onclick: () => show.skip()}, card);
  holder.append(overlay);
  sound('dice');
  const tumbling = setInterval(() => {
    attacker.face.textContent = String(1 + Math.floor(Math.random() * 9));
    defender.face.textContent = String(1 + Math.floor(Math.random() * 9));
  }, 70);
  const tumble = (/** @type {HTMLElement} */ cube, /** @type {number} */ way) => show.animate(cube, [
    {transform: `translate(${way * 60}%, -40%) rotate(${way * -200}deg)`},
    {transform: `translate(${way * -12}%, 14%) rotate(${way * 60}deg)`, offset: 0.5},
    {transform: `translate(${way * 6}%, -8%) rotate(${way * -16}deg)`, offset: 0.78},
    {transform: 'none'},
  ], {duration: ROLL, easing: 'ease-out'});
  await Promise.all([tumble(attacker.cube, -1), tumble(defender.cube, 1)]);
  clearInterval(tumbling);
  for (const [one, fighter] of /** @type {const} */ ([[attacker, round.attacker], [defender, round.defender]])) {
    one.face.textContent = String(fighter.rolled);
    one.cube.classList.toggle('gone', !fighter.after);
    one.after.textContent = fighter.after ? (fighter.after === fighter.before ? words.chance.stays : words.kinds[fighter.after]) : words.chance.out;
  }
  attacker.cube.classList.toggle('best', round.attacker.rolled > round.defender.rolled);
  defender.cube.classList.toggle('best', round.defender.rolled > round.attacker.rolled);
  result.textContent = round.attacker.rolled === round.defender.rolled ? words.chance.tie
    : words.chance.wins(words.headSides[round.attacker.rolled > round.defender.rolled ? round.attacker.side : round.defender.side]);
  result.classList.add('shown');
  await show.wait(1100);
  overlay.remove();
}
