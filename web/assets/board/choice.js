/**
 * @file Choosing an action by its squares, one tap after the other, by matching what was tapped with the paths of
 * the actions there are. It knows no rule: a capture of many jumps is just a long path.
 */

/** @typedef {import('../app/wire.js').Action} Action */

const ONE_SQUARE = new Set(['huff', 'open', 'close']);

/**
 * What follows from tapping a square.
 * @typedef {{type: 'chosen', action: Action, walked: number[]} | {type: 'more', walked: number[]} | {type: 'none'}} Step
 */

export class Choice {
  /**
   * @param {Action[]} actions
   * @param {boolean} [waits] whether captures may stop short: then each, whether or not it could go on, is ended by tapping
   *   once more where the piece has landed
   */
  constructor(actions, waits = false) {
    this.waits = waits;
    /** Actions that begin with a piece on a square. */
    this.actions = actions.filter(action => action.path.length > 1);
    /** Actions that are one square: a huff, a trap. */
    this.singles = actions.filter(action => ONE_SQUARE.has(action.kind));
    /** @type {number[]} the squares chosen so far, the piece's first */
    this.walked = [];
  }

  /** Squares from which something can be done. */
  starts() {
    return new Set(this.actions.map(action => action.path[0] ?? -1));
  }

  /** Actions that agree with what was chosen so far. */
  candidates() {
    return this.actions.filter(action => this.walked.every((square, nth) => action.path[nth] === square));
  }

  /** Where the chosen piece can go next, with an action that goes there. @returns {Map<number, Action>} */
  next() {
    const found = new Map();
    if (this.walked.length === 0) return found;
    for (const action of this.candidates()) {
      const square = action.path[this.walked.length];
      if (square !== undefined && !found.has(square)) found.set(square, action);
    }
    return found;
  }

  /** Where the chosen piece can end, further on than the next jump. @returns {Set<number>} */
  ends() {
    const next = this.next();
    const ends = this.candidates().map(action => action.path[action.path.length - 1] ?? -1);
    return new Set(this.walked.length === 0 ? [] : ends.filter(square => !next.has(square)));
  }

  /** Takes up a piece. @param {number} square */
  take(square) {
    this.walked = [square];
  }

  drop() {
    this.walked = [];
  }

  /** What is done with a single tap on a square. @param {number} square */
  single(square) {
    return this.singles.find(action => action.path[0] === square);
  }

  /** Whether a tap on this square ends the capture that was begun. @param {number} square */
  mayEnd(square) {
    return this.waits && this.walked.length > 1 && this.walked[this.walked.length - 1] === square;
  }

  /** Ends a capture where the piece stands. @returns {Step} */
  ended() {
    const {walked} = this;
    const whole = this.candidates().find(action => action.path.length === walked.length);
    if (!whole) return {type: 'none'};
    this.walked = [];
    return {type: 'chosen', action: whole, walked};
  }

  /**
   * Goes on to a square: the next of a path, or one further on if only one way leads there.
   * @param {number} square @returns {Step}
   */
  step(square) {
    const at = this.walked.length;
    if (at === 0) return {type: 'none'};
    if (this.mayEnd(square)) return this.ended();
    let matching = this.candidates().filter(action => action.path[at] === square);
    let upTo = at + 1;
    if (matching.length === 0) {
      matching = this.candidates().filter(action => action.path.indexOf(square, at) > 0);
      const ending = matching.filter(action => action.path[action.path.length - 1] === square);
      if (ending.length > 0) matching = ending;
      const first = matching[0];
      if (!first) return {type: 'none'};
      upTo = first.path.indexOf(square, at) + 1;
      const way = first.path.slice(0, upTo).join();
      if (matching.some(action => action.path.slice(0, upTo).join() !== way)) return {type: 'none'};
    }
    const first = matching[0];
    if (!first) return {type: 'none'};
    const walked = first.path.slice(0, upTo);
    const whole = matching.find(action => action.path.length === upTo);
    if (whole && !(this.waits && whole.kind === 'capture')) {
      this.walked = [];
      return {type: 'chosen', action: whole, walked};
    }
    this.walked = walked;
    return {type: 'more', walked};
  }
}
