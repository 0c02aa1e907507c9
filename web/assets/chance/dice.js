/** @file Fights: the odds as a bar, and two dice that roll for a round. */

import {h, s} from '../app/dom.js';
import {percent, words} from '../app/i18n.js';
import {isRolledAgain} from '../board/announce.js';
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
/** How long the result can be read. */
const READ = 1500;
/** Where the pips of a face are, on a field of three by three counted from the top left. */
const PIPS = [
  [],
  [4],
  [2, 6],
  [2, 4, 6],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
  [0, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 5, 6, 7, 8],
  [0, 1, 2, 3, 4, 5, 6, 7, 8],
];

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
    if (share < 0.005) return [];
    return [h('li', {}, headIcon(kind), h('span', {class: 'off-screen'}, words.kinds[kind]), percent(share))];
  });
  return h(
    'div',
    {class: 'fight-odds'},
    bar,
    h(
      'ul',
      {class: 'odds-list', 'aria-label': words.chance.odds},
      parts.map(({name, share}) =>
        h('li', {class: `odds-word ${name}`}, h('span', {}, words.chance[name]), h('strong', {}, percent(share))),
      ),
    ),
    heads.length > 0 && h('div', {class: 'odds-heads'}, h('span', {}, words.chance.head), h('ul', {}, heads)),
  );
}

/** A face of a die: pips as far as anybody can count them at a glance, otherwise the number. @param {number} number */
function face(number) {
  const pips = PIPS[number];
  return s(
    'svg',
    {class: 'die-face', viewBox: '0 0 4 4', 'aria-hidden': 'true'},
    ...(pips
      ? pips.map(at => s('circle', {class: 'pip', cx: 1 + (at % 3), cy: 1 + Math.floor(at / 3), r: 0.36}))
      : [s('text', {class: 'pip', x: 2, y: 2.6, 'text-anchor': 'middle'}, number)]),
  );
}

/** @param {Fighter} fighter */
function die(fighter) {
  const cube = h('div', {class: `die ${fighter.before}`}, face(1));
  const score = h('p', {class: 'die-score'}, ' ');
  const after = h('p', {class: 'die-after'}, ' ');
  const show = (/** @type {number} */ number) => cube.replaceChildren(face(number));
  const column = h(
    'div',
    {class: 'die-column'},
    pieceIcon(fighter.side, fighter.before, 'large'),
    cube,
    h('div', {class: 'die-words'}, score, after),
  );
  return {
    cube,
    show,
    column,
    settle: () => {
      show(fighter.rolled);
      score.textContent = String(fighter.rolled);
      cube.classList.toggle('gone', !fighter.after);
      if (!fighter.after) after.textContent = words.chance.out;
      else after.textContent = fighter.after === fighter.before ? words.chance.stays : words.kinds[fighter.after];
    },
  };
}

/** Who had the better of a round. @param {Round} round */
function verdict(round) {
  const {attacker, defender, winner} = round;
  if (attacker.rolled > defender.rolled) return words.chance.wins(words.headSides[attacker.side]);
  if (attacker.rolled < defender.rolled) return words.chance.wins(words.headSides[defender.side]);
  // On a tie one of them may still be the only one left.
  if (winner) return words.chance.tieWon(words.headSides[winner]);
  if (isRolledAgain(round)) return words.chance.tieAgain;
  return attacker.after ? words.chance.tie : words.chance.tieOut;
}

/** Rolls the dice of a round above the board. @param {HTMLElement} holder @param {Round} round @param {Show} show */
export async function rollDice(holder, round, show) {
  if (show.skipped) return;
  const attacker = die(round.attacker);
  const defender = die(round.defender);
  const result = h('p', {class: 'chance-result'}, ' ');
  const versus = h('span', {class: 'versus', 'aria-hidden': 'true'}, '×');
  const card = h(
    'div',
    {class: 'chance-card'},
    h('div', {class: 'dice'}, attacker.column, versus, defender.column),
    result,
  );
  const overlay = h('div', {class: 'chance-overlay', onclick: () => show.skip()}, card);
  holder.append(overlay);
  sound('dice');
  const tumbling = setInterval(() => {
    for (const one of [attacker, defender]) one.show(1 + Math.floor(Math.random() * 6));
  }, 70);
  const tumble = (/** @type {HTMLElement} */ cube, /** @type {number} */ way) =>
    show.animate(
      cube,
      [
        {transform: `translate(${way * 60}%, -40%) rotate(${way * -200}deg)`},
        {transform: `translate(${way * -12}%, 14%) rotate(${way * 60}deg)`, offset: 0.5},
        {transform: `translate(${way * 6}%, -8%) rotate(${way * -16}deg)`, offset: 0.78},
        {transform: 'none'},
      ],
      {duration: ROLL, easing: 'ease-out'},
    );
  await Promise.all([tumble(attacker.cube, -1), tumble(defender.cube, 1)]);
  clearInterval(tumbling);
  attacker.settle();
  defender.settle();
  attacker.cube.classList.toggle('best', round.attacker.rolled > round.defender.rolled);
  defender.cube.classList.toggle('best', round.defender.rolled > round.attacker.rolled);
  result.textContent = verdict(round);
  result.classList.add('shown');
  await show.wait(READ);
  overlay.remove();
}
