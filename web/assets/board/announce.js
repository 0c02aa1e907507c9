/** @file What happened, in words: for the live region, the list of events and the labels of squares. */

import {capital, say, words} from '../app/i18n.js';
import {hasHead} from './pieces.js';

/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').Piece} Piece */
/** @typedef {import('../app/wire.js').Board} Board */
/** @typedef {import('../app/wire.js').Layout} Layout */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {Extract<Event, {type: 'round'}>} Round */

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
 * Who plays a side, in words.
 * @typedef {(side: Side) => import('../words/en.js').Who} Call
 */

/**
 * An event as a sentence.
 * @param {Event} event @param {(square: number) => string} name how a square is called @param {Call} call
 * @returns {string}
 */
export function sayEvent(event, name, call) {
  const told = words.events;
  const where = (/** @type {Piece} */ piece) => `${sayPiece(piece)} ${name(piece.at)}`;
  switch (event.type) {
    case 'started':
      return told.started;
    case 'moved':
      return told.moved(call(event.side), event.path.map(name));
    case 'captured':
      return told.captured(event.pieces.map(where));
    case 'crowned':
      return told.crowned(name(event.at), words.kinds[event.after]);
    case 'huffed':
      return told.huffed(call(event.by), where(event.piece));
    case 'trap-opened':
      return told.trapOpened[event.colour](name(event.at), event.shut_again);
    case 'trap-closed':
      return told.trapClosed[event.colour](name(event.at));
    case 'fell':
      return told.fell(where(event.piece));
    case 'plates-slid':
      return told.platesSlid(event.to < event.from);
    case 'passed':
      return told.passed(call(event.side));
    case 'spun':
      return told.spun(sectorName(event.sector));
    case 'attacked':
      return told.attacked(where(event.attacker), where(event.defender));
    case 'round': {
      const {attacker, defender} = event;
      const dice = told.rolled(call(attacker.side), attacker.rolled, call(defender.side), defender.rolled);
      return `${dice} ${sayVerdict(event, call)}`;
    }
    case 'taken-back':
      return told.takenBack;
    case 'draw-offered':
      return told.drawOffered(call(event.by));
    case 'draw-declined':
      return told.drawDeclined(call(event.by));
    case 'takeback-asked':
      return told.takebackAsked(call(event.by));
    case 'takeback-declined':
      return told.takebackDeclined(call(event.by));
    case 'over':
      return `${event.result.winner ? told.won(call(event.result.winner)) : told.drawn} ${sayReason(event.result, call)}`;
    case 'rematch-offered':
      return told.rematchOffered(call(event.by));
    case 'rematch-declined':
      return told.rematchDeclined(call(event.by));
    case 'rematch':
      return told.rematch;
  }
}

/** Whether both rolled the same. @param {Round} round */
export const isTie = ({attacker, defender}) => attacker.rolled === defender.rolled;

/**
 * What came of a round: who won it, or what a tie costs either of the two.
 * @param {Round} round @param {Call} call
 */
export function sayVerdict(round, call) {
  const told = words.chance;
  const fighters = [round.attacker, round.defender];
  if (!isTie(round)) {
    const [worse, better] = fighters.sort((a, b) => a.rolled - b.rolled);
    return told.wins(call((better ?? worse ?? round.attacker).side));
  }
  const cost = fighters.map(({side, before, after}) => {
    const by = call(side);
    if (!after) return told.goes(by);
    return after === before ? told.keeps(by, words.kinds[after]) : told.drops(by, words.kinds[before], words.kinds[after]);
  });
  if (fighters.every(({after}) => !after)) return `${told.tie} ${told.bothGo}`;
  const nothing = !round.over && fighters.every(({before, after}) => before === after);
  return [told.tie, ...(nothing ? [told.again] : cost)].join(' ');
}

/**
 * Why a game is over, naming who lost it.
 * @param {import('../app/wire.js').GameResult} result @param {Call} call
 */
export function sayReason({winner, reason, words: told}, call) {
  const named = /** @type {Record<string, (loser: ReturnType<Call>) => string>} */ (words.losses)[reason];
  if (winner && named) return named(call(winner === 'white' ? 'black' : 'white'));
  return `${capital(say(told))}.`;
}

/** @param {string} sector */
export const sectorName = sector => /** @type {Record<string, string>} */ (words.sectors)[sector] ?? sector;
