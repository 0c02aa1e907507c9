/** @file What happened, in words: for the live region, the list of events and the labels of squares. */

import {capital, say, words} from '../app/i18n.js';
import {hasHead} from './pieces.js';

/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').Piece} Piece */
/** @typedef {import('../app/wire.js').Board} Board */
/** @typedef {import('../app/wire.js').Layout} Layout */
/** @typedef {import('../app/wire.js').Side} Side */

/** The name of a side: where pawns have heads, the sheet's own colours. @param {Side} side @param {boolean} heads */
export const sideName = (side, heads) => (heads ? words.headSides : words.sides)[side];

/** Whether a position is one of pawns with heads. @param {Board} board */
export const hasHeads = board => board.pieces.some(piece => hasHead(piece.kind));

/** @param {Piece} piece */
export const sayPiece = piece => words.pieces[piece.side][piece.kind];

/**
 * What a trap on a square is like; nothing where there is none.
 * @param {Layout} layout @param {Board} board @param {number} square
 */
export function sayTrap(layout, board, square) {
  const slider = layout.sliders.find(one => one.left === square || one.right === square);
  if (!slider) return '';
  return (board.open.includes(square) ? words.board.trapOpen : words.board.trapShut)[slider.colour];
}

/**
 * An event as a sentence.
 * @param {Event} event @param {(square: number) => string} name how a square is called @param {boolean} heads
 * @returns {string}
 */
export function sayEvent(event, name, heads) {
  const told = words.events;
  const side = (/** @type {Side} */ one) => sideName(one, heads);
  const where = (/** @type {Piece} */ piece) => `${sayPiece(piece)} ${name(piece.at)}`;
  switch (event.type) {
    case 'started':
      return told.started;
    case 'moved':
      return told.moved(side(event.side), event.path.map(name));
    case 'captured':
      return told.captured(event.pieces.map(where));
    case 'crowned':
      return told.crowned(name(event.at), words.kinds[event.after]);
    case 'huffed':
      return told.huffed(side(event.by), where(event.piece));
    case 'trap-opened':
      return told.trapOpened[event.colour](name(event.at), event.shut_again);
    case 'trap-closed':
      return told.trapClosed[event.colour](name(event.at));
    case 'fell':
      return told.fell(where(event.piece));
    case 'plates-slid':
      return told.platesSlid(event.to < event.from);
    case 'passed':
      return told.passed(side(event.side));
    case 'spun':
      return told.spun(sectorName(event.sector));
    case 'attacked':
      return told.attacked(where(event.attacker), where(event.defender));
    case 'round':
      return told.round(
        event.attacker.rolled,
        event.defender.rolled,
        event.over,
        event.winner && side(event.winner),
        isRolledAgain(event),
      );
    case 'taken-back':
      return told.takenBack;
    case 'draw-offered':
      return told.drawOffered(side(event.by));
    case 'draw-declined':
      return told.drawDeclined(side(event.by));
    case 'takeback-asked':
      return told.takebackAsked(side(event.by));
    case 'takeback-declined':
      return told.takebackDeclined(side(event.by));
    case 'over':
      return `${event.result.winner ? told.won(side(event.result.winner)) : told.drawn} ${sayReason(event.result, heads)}`;
    case 'rematch-offered':
      return told.rematchOffered(side(event.by));
    case 'rematch-declined':
      return told.rematchDeclined(side(event.by));
    case 'rematch':
      return told.rematch;
  }
}

/**
 * Why a game is over, naming who lost it.
 * @param {import('../app/wire.js').GameResult} result @param {boolean} heads
 */
export function sayReason({winner, reason, words: told}, heads) {
  const named = /** @type {Record<string, (loser: string) => string>} */ (words.losses)[reason];
  if (winner && named) return named(sideName(winner === 'white' ? 'black' : 'white', heads));
  return `${capital(say(told))}.`;
}

/**
 * Whether a round changed nothing: a tie that is rolled again.
 * @param {Extract<Event, {type: 'round'}>} round
 */
export const isRolledAgain = ({attacker, defender, over}) =>
  !over && attacker.after === attacker.before && defender.after === defender.before;

/** @param {string} sector */
export const sectorName = sector => /** @type {Record<string, string>} */ (words.sectors)[sector] ?? sector;
