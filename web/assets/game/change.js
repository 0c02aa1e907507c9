/**
 * @file A state and what has changed of it: laid over each other they make the next state. Nothing here knows a page.
 */

/** @typedef {import('../app/wire.js').State} State */
/** @typedef {import('../app/wire.js').StateChange} StateChange */
/** @typedef {import('../app/wire.js').Board} Board */
/** @typedef {import('../app/wire.js').Event} Event */

/**
 * Fields with a value replace the old ones, and null takes them away.
 * @template {object} T @param {T} old @param {object} fields @returns {T}
 */
function over(old, fields) {
  const merged = Object.entries({...old, ...fields}).filter(([, value]) => value !== null);
  return /** @type {T} */ (Object.fromEntries(merged));
}

/** @param {Board} old @param {NonNullable<StateChange['board']>} change @returns {Board} */
function nextBoard(old, {pieces = [], gone = [], ...fields}) {
  const replaced = new Set([...gone, ...pieces.map(piece => piece.id)]);
  const stay = old.pieces.filter(piece => !replaced.has(piece.id));
  return {...over(old, fields), pieces: [...stay, ...pieces].sort((a, b) => a.at - b.at)};
}

/**
 * The state after a change; `events` were told with it.
 * @param {State} old @param {StateChange} change @param {Event[]} events @returns {State}
 */
export function nextState(old, {board, last_from: lastFrom, ...fields}, events) {
  return {
    ...over(old, fields),
    board: board ? nextBoard(old.board, board) : old.board,
    ...(lastFrom === undefined ? {} : {last: events.slice(lastFrom)}),
  };
}
