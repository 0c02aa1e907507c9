/** @file Fights: the odds as a bar, and two dice that roll for a round. */

import {h, s} from '../app/dom.js';
import {capital, percents, words} from '../app/i18n.js';
import {isTie, sayVerdict} from '../board/announce.js';
import {headIcon, pieceIcon} from '../board/pieces.js';
import {sound} from '../app/sound.js';

/** @typedef {import('../app/wire.js').FightOdds} FightOdds */
/** @typedef {import('../app/wire.js').Fighter} Fighter */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../board/announce.js').Call} Call */
/** @typedef {import('../app/wire.js').PieceKind} PieceKind */
/** @typedef {Extract<import('../app/wire.js').Event, {type: 'round'}>} Round */
/** @typedef {import('../board/animation.js').Show} Show */

/** @type {PieceKind[]} */
const HEADS = ['blue-head', 'green-head', 'red-head', 'yellow-head'];
const ROLL = 950;
/** How long the result can be read. */
const READ = 1500;
/** A tie has more to say. */
const READ_TIE = 4000;
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

/**
 * How a fight may end: a bar in the colours of the two sides, who wins how often, and the head that the attacker
 * would have. A side's colour and place are the same whoever attacks.
 * @param {FightOdds} odds @param {{attacker: Side, call: Call}} fight
 */
export function fightOdds(odds, {attacker, call}) {
  const wins = {[attacker]: odds.win, [attacker === 'white' ? 'black' : 'white']: odds.lose};
  const cases = [
    {name: 'white', cases: wins.white ?? 0, who: capital(call('white').name)},
    {name: 'nobody', cases: odds.both, who: words.chance.nobody},
    {name: 'black', cases: wins.black ?? 0, who: capital(call('black').name)},
  ].filter(part => part.cases > 0);
  const told = percents(cases.map(part => part.cases));
  const bar = h('div', {class: 'odds-bar', 'aria-hidden': 'true'});
  for (const {name, cases: share} of cases) {
    const part = h('span', {class: name});
    part.style.flexGrow = String(share / odds.of);
    bar.append(part);
  }
  const heads = percents(odds.heads);
  return h(
    'div',
    {class: 'fight-odds'},
    bar,
    h(
      'ul',
      {class: 'odds-list', 'aria-label': words.chance.odds},
      cases.map(({name, who}, nth) =>
        h('li', {class: `odds-word ${name}`}, h('span', {}, who), h('strong', {}, told[nth])),
      ),
    ),
    odds.win > 0 &&
      h(
        'div',
        {class: 'odds-heads'},
        h('span', {}, words.chance.head(call(attacker))),
        h(
          'ul',
          {},
          HEADS.flatMap((kind, nth) =>
            odds.heads[nth]
              ? [h('li', {}, headIcon(kind), h('span', {class: 'off-screen'}, words.kinds[kind]), heads[nth])]
              : [],
          ),
        ),
      ),
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

/** @param {Fighter} fighter @param {Call} call */
function die(fighter, call) {
  const cube = h('div', {class: `die ${fighter.before}`}, face(1));
  const score = h('p', {class: 'die-score'}, ' ');
  const after = h('p', {class: 'die-after'}, ' ');
  const show = (/** @type {number} */ number) => cube.replaceChildren(face(number));
  const column = h(
    'div',
    {class: 'die-column'},
    pieceIcon(fighter.side, fighter.before, 'large'),
    h('p', {class: 'die-who'}, capital(call(fighter.side).name)),
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

/**
 * Rolls the dice of a round above the board, and says who won it or what a tie costs.
 * @param {HTMLElement} holder @param {Round} round @param {Show} show @param {Call} call
 */
export async function rollDice(holder, round, show, call) {
  if (show.skipped) return;
  const attacker = die(round.attacker, call);
  const defender = die(round.defender, call);
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
  result.textContent = sayVerdict(round, call);
  result.classList.toggle('tie', isTie(round));
  result.classList.add('shown');
  await show.wait(isTie(round) ? READ_TIE : READ);
  overlay.remove();
}
