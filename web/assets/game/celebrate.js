/** @file A shower of the winner's pieces over the board, for two seconds. */

import {h} from '../app/dom.js';
import {moving} from '../app/store.js';
import {pieceIcon} from '../board/pieces.js';

/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').PieceKind} PieceKind */

const PIECES = 26;

/** @param {number} most */
const upTo = most => Math.random() * most;

/** @param {HTMLElement} holder where it rains @param {Side} side @param {PieceKind} kind */
export async function celebrate(holder, side, kind) {
  if (!moving()) return;
  const sky = h('div', {class: 'celebration', 'aria-hidden': 'true'});
  holder.append(sky);
  await Promise.all(
    Array.from({length: PIECES}, () => {
      const piece = pieceIcon(side, kind);
      piece.style.left = `${upTo(96)}%`;
      sky.append(piece);
      const drift = upTo(90) - 45;
      return piece.animate(
        [
          {transform: 'translateY(-3rem)', opacity: 1},
          {opacity: 1, offset: 0.75},
          {transform: `translate(${drift}px, ${sky.clientHeight}px) rotate(${drift * 9}deg)`, opacity: 0},
        ],
        {duration: 1100 + upTo(700), delay: upTo(700), easing: 'cubic-bezier(.4,0,.9,.6)', fill: 'both'},
      ).finished;
    }),
  ).catch(() => {});
  sky.remove();
}
