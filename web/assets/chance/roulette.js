/** @file The roulette: a wheel whose sectors are as wide as they are likely, spun until the drawn one is on top. */

import {h, s} from '../app/dom.js';
import {percents, words} from '../app/i18n.js';
import {sectorName} from '../board/announce.js';
import {sound} from '../app/sound.js';

/** @typedef {import('../app/wire.js').Chance} Chance */
/** @typedef {import('../board/animation.js').Show} Show */

const SPIN = 2300;
const TURNS = 4;
/** Two ticks nearer to each other than this, in milliseconds, would be a hum. */
const BETWEEN_TICKS = 50;

/** Where a sector ends on the rim. @param {number} share of the whole turn @param {number} radius */
const rim = (share, radius) =>
  `${(Math.sin(share * 2 * Math.PI) * radius).toFixed(3)} ${(-Math.cos(share * 2 * Math.PI) * radius).toFixed(3)}`;

/** A slice of the wheel, or all of it. @param {number} a where it begins @param {number} b where it ends */
const slice = (a, b) =>
  b - a >= 1
    ? 'M0-.95A.95.95 0 1 1 0 .95.95.95 0 1 1 0-.95Z'
    : `M0 0L${rim(a, 0.95)}A.95 .95 0 ${b - a > 0.5 ? 1 : 0} 1 ${rim(b, 0.95)}Z`;

/**
 * The sectors of a wheel, one slice for each case, spread so that equal ones don't lie side by side.
 * @param {Chance[]} odds @returns {string[]}
 */
export function slices(odds) {
  const total = odds.reduce((sum, {weight}) => sum + weight, 0);
  if (total === 0 || total > 24) return odds.filter(({weight}) => weight > 0).map(({outcome}) => outcome);
  const left = odds.map(({outcome, weight}) => ({outcome, weight, debt: 0}));
  return Array.from({length: total}, () => {
    for (const one of left) one.debt += one.weight;
    const next = left.reduce((most, one) => (one.debt > most.debt ? one : most));
    next.debt -= total;
    return next.outcome;
  });
}

/** @param {Chance[]} odds */
export function drawWheel(odds) {
  const order = slices(odds);
  const parts = order.flatMap((outcome, nth) => {
    const a = nth / order.length;
    const b = (nth + 1) / order.length;
    const middle = ((a + b) / 2) * 360;
    return [
      s('path', {class: `sector ${outcome}`, d: slice(a, b)}),
      s('g', {transform: `rotate(${middle}) translate(0 -.66)`}, ...sign(outcome)),
    ];
  });
  const wheel = s(
    'g',
    {class: 'wheel-disc'},
    ...parts,
    s('circle', {class: 'hub', r: 0.2}),
    s('circle', {class: 'hub-top', r: 0.09}),
  );
  const pointer = s('path', {class: 'pointer', d: 'M-.13-1.17H.13L0-.84Z'});
  const picture = s(
    'svg',
    {class: 'wheel', viewBox: '-1.1 -1.2 2.2 2.3', 'aria-hidden': 'true'},
    s('circle', {class: 'wheel-rim', r: 1.04}),
    wheel,
    pointer,
  );
  return {picture, wheel, pointer, order};
}

/** What a sector shows besides its colour: a pawn, planks, studs, or both. @param {string} outcome */
function sign(outcome) {
  switch (outcome) {
    case 'pawn':
      return [s('circle', {class: 'sector-pawn', r: 0.15}), s('circle', {class: 'sector-pawn-groove', r: 0.09})];
    case 'green':
      return [s('path', {class: 'sector-sign', d: 'M-.09-.13v.26M0-.13v.26M.09-.13v.26'})];
    case 'orange':
      return [s('path', {class: 'sector-sign studs', d: 'M-.09-.09h0M.09-.09h0M-.09.09h0M.09.09h0'})];
    default:
      return [
        s('path', {class: 'sector-sign', d: 'M-.12-.11v.22M-.05-.11v.22'}),
        s('path', {class: 'sector-sign studs', d: 'M.08-.08h0M.08.08h0'}),
      ];
  }
}

/** A sector as a small picture among words. @param {string} outcome */
export function sectorIcon(outcome) {
  return s(
    'svg',
    {class: 'sector-icon', viewBox: '-.25 -.25 .5 .5', 'aria-hidden': 'true'},
    s('rect', {class: `sector ${outcome}`, x: -0.23, y: -0.23, width: 0.46, height: 0.46, rx: 0.1}),
    ...sign(outcome),
  );
}

/** The odds of a roulette as a line of words. @param {Chance[]} odds */
export function wheelOdds(odds) {
  const possible = odds.filter(({weight}) => weight > 0);
  const shares = percents(possible.map(({weight}) => weight));
  const chip = (/** @type {Chance} */ {outcome}, /** @type {number} */ nth) =>
    h(
      'li',
      {class: 'odds-chip'},
      sectorIcon(outcome),
      h('span', {}, sectorName(outcome)),
      h('strong', {}, shares[nth]),
    );
  return h(
    'ul',
    {class: 'odds-list', 'aria-label': words.chance.odds},
    possible.map(chip),
  );
}

/**
 * Ticks whenever a sector goes by below the pointer, slower and slower as the wheel does.
 * @param {Animation|undefined} turning @param {Element} pointer @param {number} sectors how many go by in all
 */
function tick(turning, pointer, sectors) {
  let passed = 0;
  let last = 0;
  const look = (/** @type {number} */ now) => {
    const done = turning?.effect?.getComputedTiming().progress;
    if (done === null || done === undefined || turning?.playState !== 'running') return;
    if (Math.floor(done * sectors) > passed && now - last > BETWEEN_TICKS) {
      last = now;
      sound('tick');
      pointer.animate([{transform: 'rotate(-9deg)'}, {transform: 'none'}], {duration: 110, easing: 'ease-out'});
    }
    passed = Math.floor(done * sectors);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Spins a wheel above the board to its sector.
 * @param {HTMLElement} holder @param {Chance[]} odds @param {string} sector @param {Show} show
 */
export async function spin(holder, odds, sector, show) {
  if (show.skipped) return;
  const {picture, wheel, pointer, order} = drawWheel(odds);
  const result = h('p', {class: 'chance-result'}, ' ');
  const card = h('div', {class: 'chance-card'}, picture, result);
  const overlay = h('div', {class: 'chance-overlay', onclick: () => show.skip()}, card);
  holder.append(overlay);
  const places = order.flatMap((outcome, nth) => (outcome === sector ? [nth] : []));
  const place = places[Math.floor(Math.random() * places.length)] ?? 0;
  // Not quite in the middle of the sector: a wheel that always stops there looks rigged.
  const turns = TURNS - (place + 0.5 + (Math.random() - 0.5) * 0.6) / order.length;
  const spun = show.animate(wheel, [{transform: 'rotate(0deg)'}, {transform: `rotate(${turns * 360}deg)`}], {
    duration: SPIN,
    easing: 'cubic-bezier(.15,.6,.15,1)',
    fill: 'forwards',
  });
  tick(wheel.getAnimations()[0], pointer, turns * order.length);
  await spun;
  wheel.style.transform = `rotate(${turns * 360}deg)`;
  result.textContent = sectorName(sector);
  result.classList.add('shown', sector);
  await show.wait(850);
  overlay.remove();
}
