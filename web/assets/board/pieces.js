/**
 * @file What pieces look like, as symbols that every board uses. A piece is drawn around the point (0, 0) on a
 * square of one unit. Colours are in style/board.css; whatever a colour tells, a shape tells too.
 */

import {s} from '../app/dom.js';

/** @typedef {import('../app/wire.js').PieceKind} PieceKind */
/** @typedef {import('../app/wire.js').Side} Side */

/** The shapes of the heads, from the lowest: a ball, a leaf, a diamond, a star. @type {Record<string, string>} */
const HEADS = {
  'blue-head': 'M0-.2A.2.2 0 1 1 0 .2A.2.2 0 1 1 0-.2Z',
  'green-head': 'M0-.27C.1-.14.26.06.25.17Q.24.21.18.21H-.18Q-.24.21-.25.17C-.26.06-.1-.14 0-.27Z',
  'red-head': 'M0-.27L.27 0 0 .27-.27 0Z',
  'yellow-head': 'M0-.3L.085-.11.29-.09.135.045.18.245 0 .14-.18.245-.135.045-.29-.09-.085-.11Z',
};

/** A crown of five points. */
const CROWN = 'M-.2.12L-.235-.09-.115-.01 0-.17 .115-.01 .235-.09 .2.12Z';

/** Whether pieces of this kind are pawns with heads. @param {PieceKind} kind */
export const hasHead = kind => kind in HEADS;

/** @param {number} y @param {string} side */
function disc(y, side) {
  return [
    s('ellipse', {class: `${side}-edge`, cx: 0, cy: y + 0.065, rx: 0.4, ry: 0.385}),
    s('ellipse', {class: `${side}-top`, cx: 0, cy: y, rx: 0.4, ry: 0.385}),
  ];
}

/** @param {number} y @param {string} side */
function grooves(y, side) {
  return [0.31, 0.22].map(r => s('ellipse', {class: `${side}-groove`, cx: 0, cy: y, rx: r, ry: r * 0.96}));
}

const shadow = () => s('ellipse', {class: 'piece-shadow', cx: 0.02, cy: 0.1, rx: 0.42, ry: 0.38});

/** @param {Side} side @returns {SVGSymbolElement[]} */
function symbolsOf(side) {
  const body = side === 'white' ? 'azure' : 'crimson';
  const wood = side === 'white' ? 'ivory' : 'ebony';
  /** @param {string} name @param {...(Node|Node[])} parts */
  const symbol = (name, ...parts) => s('symbol', {id: `${side}-${name}`, overflow: 'visible'}, ...parts);
  const heads = Object.entries(HEADS).map(([name, path]) =>
    symbol(
      name,
      shadow(),
      disc(-0.02, body),
      s('ellipse', {class: `${body}-groove`, cx: 0, cy: -0.02, rx: 0.33, ry: 0.315}),
      s('path', {class: 'head-edge', d: path, transform: 'translate(0 .025)'}),
      s('path', {class: `head ${name}`, d: path, transform: 'translate(0 -.035)'}),
    ),
  );
  return [
    symbol('man', shadow(), disc(-0.02, wood), grooves(-0.02, wood)),
    symbol(
      'king',
      shadow(),
      disc(0.06, wood),
      disc(-0.1, wood),
      s('ellipse', {class: `${wood}-groove`, cx: 0, cy: -0.1, rx: 0.32, ry: 0.305}),
      s('path', {class: `${wood}-crown`, d: CROWN, transform: 'translate(0 -.085) scale(.98)'}),
    ),
    ...heads,
  ];
}

let ready = false;

/** Puts the symbols into the document, once. */
export function definePieces() {
  if (ready) return;
  ready = true;
  document.body.append(
    s(
      'svg',
      {class: 'symbols', width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false'},
      ...symbolsOf('white'),
      ...symbolsOf('black'),
    ),
  );
}

/** A piece to place on a board. @param {Side} side @param {PieceKind} kind */
export function drawPiece(side, kind) {
  return s('g', {class: 'piece'}, s('use', {href: `#${side}-${kind}`}));
}

/** A piece as a small picture among words. @param {Side} side @param {PieceKind} kind @param {string} [extra] */
export function pieceIcon(side, kind, extra = '') {
  definePieces();
  return s(
    'svg',
    {class: `piece-icon ${extra}`, viewBox: '-.46 -.5 .92 1', 'aria-hidden': 'true'},
    s('use', {href: `#${side}-${kind}`}),
  );
}

/** Only a head, as a small picture. @param {PieceKind} kind */
export function headIcon(kind) {
  return s(
    'svg',
    {class: 'piece-icon head-icon', viewBox: '-.34 -.34 .68 .68', 'aria-hidden': 'true'},
    s('path', {class: `head ${kind}`, d: HEADS[kind] ?? ''}),
  );
}
