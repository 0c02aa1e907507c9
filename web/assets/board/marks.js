/** @file Marks on the board: the last move, the chosen piece, where it can go, and what a refusal points at. */

import {s} from '../app/dom.js';
import {percents} from '../app/i18n.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('./draw.js').Drawing} Drawing */
/** @typedef {import('../app/wire.js').Action} Action */
/** @typedef {import('../app/wire.js').Event} Event */

/**
 * What to mark.
 * @typedef {object} Marks
 * @property {Event[]} last what happened in the last step
 * @property {number[]} walked the squares of the action being chosen
 * @property {Map<number, Action>} next where it can go
 * @property {Set<number>} ends where it can end further on
 * @property {Set<number>} victims pieces jumped so far
 * @property {Set<number>} movable pieces that can do something
 * @property {Set<number>} singles squares where a tap does something
 * @property {number[]} wrong squares that a refusal names
 * @property {Action[]} owed what would be right
 * @property {number[]} [attempt] the squares of what was refused
 */

/** @returns {Marks} */
export const noMarks = () => ({
  last: [],
  walked: [],
  next: new Map(),
  ends: new Set(),
  victims: new Set(),
  movable: new Set(),
  singles: new Set(),
  wrong: [],
  owed: [],
});

/**
 * @param {Drawing} drawing @param {Geometry} geometry @param {Marks} marks
 * @param {(square: number) => boolean} occupied
 */
export function drawMarks(drawing, geometry, marks, occupied) {
  /** @type {Element[]} */
  const ground = [];
  /** @type {Element[]} */
  const under = [];
  /** @type {Element[]} */
  const over = [];
  const tint = (/** @type {number} */ square, /** @type {string} */ name) => {
    const {x, y} = geometry.middle(square);
    (name === 'single' ? under : ground).push(
      s('rect', {class: `tint ${name}`, x: x - 0.5, y: y - 0.5, width: 1, height: 1}),
    );
  };
  const ring = (/** @type {number} */ square, /** @type {string} */ name) => {
    const {x, y} = geometry.middle(square);
    over.push(s('circle', {class: `ring ${name}`, cx: x, cy: y - 0.01, r: 0.445}));
  };

  for (const square of lastSquares(marks.last)) tint(square, 'last');
  for (const square of marks.movable) tint(square, 'movable');
  for (const square of marks.walked) tint(square, 'chosen');
  for (const square of marks.singles) (occupied(square) ? ring : tint)(square, 'single');
  for (const square of marks.victims) ring(square, 'victim');
  for (const [square, action] of marks.next) {
    const {x, y} = geometry.middle(square);
    if (action.odds) {
      ring(square, 'target');
      over.push(badge(x, y, percents([action.odds.win, action.odds.both, action.odds.lose])[0] ?? ''));
    } else if (action.falls) {
      under.push(s('circle', {class: 'dot falls', cx: x, cy: y, r: 0.3}));
      over.push(s('path', {class: 'falls-sign', d: `M${x} ${y - 0.16}v.3m-.11-.12l.11.12.11-.12`}));
    } else {
      under.push(s('circle', {class: 'dot', cx: x, cy: y, r: 0.17}));
    }
  }
  for (const square of marks.ends) {
    const {x, y} = geometry.middle(square);
    under.push(s('circle', {class: 'dot far', cx: x, cy: y, r: 0.17}));
  }
  for (const square of marks.wrong) ring(square, 'wrong');
  if (marks.attempt && marks.attempt.length > 1) over.push(arrow(geometry, marks.attempt, 'arrow wrong'));
  for (const action of marks.owed.slice(0, 4)) {
    for (const square of action.captures ?? []) ring(square, 'owed');
    if (action.path.length > 1) over.push(arrow(geometry, action.path, 'arrow owed'));
    else for (const square of action.path) ring(square, 'owed');
  }
  drawing.ground.replaceChildren(...ground);
  drawing.under.replaceChildren(...under);
  drawing.over.replaceChildren(...over);
}

/** The squares that the last step touched. @param {Event[]} events */
export function lastSquares(events) {
  /** @type {Set<number>} */
  const squares = new Set();
  for (const event of events) {
    if (event.type === 'moved') for (const square of event.path) squares.add(square);
    if (event.type === 'huffed' || event.type === 'fell') squares.add(event.piece.at);
    if (event.type === 'trap-opened' || event.type === 'trap-closed') squares.add(event.at);
    if (event.type === 'round') for (const one of [event.attacker, event.defender]) squares.add(one.at);
  }
  return squares;
}

/** @param {number} x @param {number} y @param {string} words */
function badge(x, y, words) {
  return s(
    'g',
    {class: 'badge', transform: `translate(${x} ${y + 0.33})`},
    s('rect', {x: -0.38, y: -0.16, width: 0.76, height: 0.32, rx: 0.16}),
    s('text', {y: 0.085, 'text-anchor': 'middle'}, words),
  );
}

/** @param {Geometry} geometry @param {number[]} path @param {string} name */
export function arrow(geometry, path, name) {
  const points = path.map(square => geometry.middle(square));
  const end = points[points.length - 1] ?? {x: 0, y: 0};
  const before = points[points.length - 2] ?? end;
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const ux = (end.x - before.x) / length;
  const uy = (end.y - before.y) / length;
  const tip = {x: end.x - ux * 0.12, y: end.y - uy * 0.12};
  const neck = {x: tip.x - ux * 0.28, y: tip.y - uy * 0.28};
  const line = [...points.slice(0, -1), neck].map(({x, y}) => `${x} ${y}`).join('L');
  return s(
    'g',
    {class: name},
    s('path', {class: 'shaft', d: `M${line}`}),
    s('path', {
      class: 'tip',
      d: `M${tip.x} ${tip.y}L${neck.x - uy * 0.17} ${neck.y + ux * 0.17}L${neck.x + uy * 0.17} ${neck.y - ux * 0.17}Z`,
    }),
  );
}
