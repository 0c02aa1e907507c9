/**
 * @file The board: one component for every game, which knows no rules. Positions, actions and events go in; the
 * action that somebody chose, or tried, comes out.
 */

import {h, s} from '../app/dom.js';
import {words} from '../app/i18n.js';
import {Choice} from './choice.js';
import {drawBoard, setPlates, setTraps} from './draw.js';
import {EDGE, Geometry} from './geometry.js';
import {listen} from './input.js';
import {drawMarks, noMarks} from './marks.js';
import {definePieces, drawPiece} from './pieces.js';
import {sayPiece, sayTrap} from './announce.js';

/** @typedef {import('../app/wire.js').Layout} Layout */
/** @typedef {import('../app/wire.js').Board} Position */
/** @typedef {import('../app/wire.js').Piece} Piece */
/** @typedef {import('../app/wire.js').Action} Action */
/** @typedef {import('../app/wire.js').Refusal} Refusal */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').Event} Event */

/**
 * @typedef {object} BoardOptions
 * @property {Layout} layout
 * @property {Side} [bottom]
 * @property {boolean} [coordinates]
 * @property {boolean} [still] a picture rather than something to play on
 * @property {string} [label] what the picture shows, or the name of the board
 * @property {(action: Action) => void} [onChoose] somebody chose an action
 * @property {(text: string, squares: number[]) => void} [onTry] somebody tried something that isn't among the actions
 * @property {() => void} [onVain] somebody tapped where nothing can be done
 * @property {() => boolean} [onTouch] somebody touched the board; whether that was all the touch meant
 * @property {(shape: number) => void} [onShape] the board is so many times wider than high
 * @property {() => boolean} [holds] whether a tap has to wait until what happens now was shown
 */

/**
 * What is shown.
 * @typedef {object} Showing
 * @property {Position} board
 * @property {Action[]} [actions]
 * @property {Event[]} [last]
 * @property {Side[]} [mine] the sides whose pieces can be taken up
 * @property {Action[]} [missed] captures that somebody missed
 * @property {boolean} [hints] whether to mark where a chosen piece can go
 * @property {boolean} [stopsShort] whether captures may stop short, and wait to be ended
 * @property {boolean} [hideCaptures] whether captures go without a hint: somebody might overlook them
 */

const NARROWEST_SQUARE = 30;

export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    definePieces();
    this.options = options;
    this.layout = options.layout;
    this.bottom = options.bottom ?? 'white';
    this.coordinates = options.coordinates ?? !options.still;
    /** Whether only what is played on now is seen. */
    this.narrow = false;
    /** @type {Showing} */
    this.showing = {board: {pieces: [], offset: 0, open: []}};
    this.choice = new Choice([]);
    this.marks = noMarks();
    /** @type {((square: number) => void)|null} */
    this.picking = null;
    /** @type {Map<number, SVGGElement>} pieces by id */
    this.pieces = new Map();
    /** @type {Map<number, HTMLButtonElement>} squares by number */
    this.buttons = new Map();
    this.focused = 0;
    /** A square that was tapped while something else was shown. */
    this.queued = 0;

    this.svg = s('svg', {class: 'board-picture', 'aria-hidden': 'true', focusable: 'false'});
    this.grid = h('div', {class: 'board-grid'});
    this.stage = h('div', {class: 'board-stage'}, this.svg, !options.still && this.grid);
    this.element = h('div', {class: options.still ? 'board still' : 'board'}, this.stage);
    if (options.still) {
      this.element.setAttribute('role', 'img');
      this.element.setAttribute('aria-label', options.label ?? '');
    } else {
      this.grid.setAttribute('role', 'grid');
      this.grid.setAttribute('aria-label', options.label ?? words.board.label);
    }
    this.geometry = new Geometry(this.layout, this.bottom);
    this.drawing = drawBoard(this.geometry, this.coordinates);
    this.rebuild();
    this.stopListening = options.still ? () => {} : listen(this);
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(this.element);
  }

  /** Ends what goes on in the background. */
  destroy() {
    this.resizing.disconnect();
    this.stopListening();
  }

  /** Draws everything anew: another side at the bottom, or coordinates. */
  rebuild() {
    const {offset} = this.showing.board;
    this.geometry = new Geometry(this.layout, this.bottom);
    this.geometry.offset = offset;
    this.drawing = drawBoard(this.geometry, this.coordinates);
    const {x, y, w, h: height} = this.geometry.view(offset, false);
    this.svg.setAttribute('viewBox', `${x} ${y} ${w} ${height}`);
    this.svg.replaceChildren(this.drawing.root);
    this.pieces.clear();
    const focused = this.grid.contains(document.activeElement);
    if (!this.options.still) this.buildGrid();
    this.fit();
    this.show(this.showing);
    if (focused) this.focus(this.focused, {preventScroll: true});
  }

  /** One labelled button for each square, in rows, for fingers, keys and screen readers. */
  buildGrid() {
    this.buttons.clear();
    const {rows} = this.layout;
    const lines = Array.from({length: rows}, () => h('div', {role: 'row', class: 'board-row'}));
    const cells = [...this.layout.cells].sort(
      (a, b) => this.geometry.middle(a.number).x - this.geometry.middle(b.number).x,
    );
    for (const cell of cells) {
      const square = h('button', {type: 'button', tabindex: -1, class: 'square', 'data-square': cell.number});
      this.buttons.set(cell.number, square);
      lines[this.geometry.corner(0, cell.row).y]?.append(h('div', {role: 'gridcell', class: 'cell'}, square));
    }
    this.grid.replaceChildren(...lines.filter(line => line.childElementCount > 0));
    if (!this.buttons.has(this.focused)) this.focused = this.layout.cells[this.layout.cells.length - 1]?.number ?? 0;
    this.placeButtons();
  }

  placeButtons() {
    const view = this.geometry.view(this.geometry.offset, false);
    for (const [square, element] of this.buttons) {
      const {x, y} = this.geometry.middle(square);
      const cell = element.parentElement;
      if (!cell) continue;
      cell.style.left = `${((x - 0.5 - view.x) / view.w) * 100}%`;
      cell.style.top = `${((y - 0.5 - view.y) / view.h) * 100}%`;
      cell.style.width = `${100 / view.w}%`;
      cell.style.height = `${100 / view.h}%`;
      element.tabIndex = square === this.focused ? 0 : -1;
    }
  }

  /** Fits the picture to its room; on a narrow screen and on small boards it goes after plates that stick out. */
  fit() {
    const {offset} = this.geometry;
    const full = this.geometry.view(offset, false);
    const room = this.element.clientWidth;
    const {still} = this.options;
    this.narrow = this.geometry.hasPlates && (still || (room > 0 && room / full.w < NARROWEST_SQUARE));
    const seen = this.geometry.view(offset, this.narrow);
    const width = seen.w - 2 * this.trim;
    this.element.style.setProperty('--columns', String(width));
    this.element.style.setProperty('--rows', String(seen.h));
    this.options.onShape?.(width / seen.h);
    this.element.classList.toggle('narrow', this.narrow);
    this.element.classList.toggle('tiny', room / width < 38);
    this.stage.style.width = `${(full.w / width) * 100}%`;
    this.stage.style.transform = this.panned(offset);
  }

  /** How much of the wooden edge is cut off on each side where room is scarce. */
  get trim() {
    return this.narrow && !this.options.still ? EDGE : 0;
  }

  /** How the picture is moved so that plates at an offset are seen, as a style. @param {number} offset */
  panned(offset) {
    const full = this.geometry.view(offset, false);
    const seen = this.geometry.view(offset, this.narrow);
    return `translateX(${((full.x - seen.x - this.trim) / full.w) * 100}%)`;
  }

  /** Turns the board. @param {Side} bottom */
  turn(bottom) {
    if (bottom === this.bottom) return;
    this.bottom = bottom;
    this.rebuild();
  }

  /** @param {boolean} coordinates */
  setCoordinates(coordinates) {
    if (coordinates === this.coordinates) return;
    this.coordinates = coordinates;
    this.rebuild();
  }

  /** Shows a position at once, and what may be done in it. @param {Showing} showing */
  show(showing) {
    this.showing = showing;
    const {board} = showing;
    this.choice = new Choice(showing.actions ?? [], showing.stopsShort);
    this.marks = {...noMarks(), last: showing.last ?? [], owed: showing.missed ?? []};
    this.geometry.offset = board.offset;
    setPlates(this.drawing, this.geometry, board.offset);
    setTraps(this.drawing, this.geometry, board);
    const gone = new Set(this.pieces.keys());
    for (const piece of board.pieces) {
      gone.delete(piece.id);
      this.place(piece);
    }
    for (const id of gone) this.remove(id);
    this.fit();
    if (!this.options.still) this.placeButtons();
    this.remark();
  }

  /** Puts a piece on its square, whatever it was or wherever it stood. @param {Piece} piece */
  place(piece) {
    let element = this.pieces.get(piece.id);
    const look = `#${piece.side}-${piece.kind}`;
    if (!element) {
      element = drawPiece(piece.side, piece.kind);
      this.pieces.set(piece.id, element);
      this.drawing.pieces.append(element);
    } else if (element.firstElementChild?.getAttribute('href') !== look) {
      element.firstElementChild?.setAttribute('href', look);
    }
    const {x, y} = this.geometry.middle(piece.at);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {number} id */
  remove(id) {
    this.pieces.get(id)?.remove();
    this.pieces.delete(id);
  }

  /** @param {number} square @returns {Piece|undefined} */
  pieceAt(square) {
    return this.showing.board.pieces.find(piece => piece.at === square);
  }

  /** Draws the marks and says on each square what is there. */
  remark() {
    const {choice, showing} = this;
    const starts = choice.starts();
    const hints = showing.hints ?? true;
    const hidden = (/** @type {Action} */ action) => Boolean(showing.hideCaptures) && action.kind === 'capture';
    // Once a capture has begun it was noticed, and the rest of it is no secret, unless it may be overlooked as well.
    const begun = choice.walked.length > 1 && !choice.waits;
    const seen = [...choice.next()].filter(([, action]) => begun || (hints && !hidden(action)));
    const marks = this.marks;
    marks.walked = choice.walked;
    marks.next = new Map(seen);
    marks.ends = hints && seen.length > 0 && !showing.hideCaptures ? choice.ends() : new Set();
    marks.singles = new Set(choice.singles.map(action => action.path[0] ?? 0));
    marks.victims = this.victims();
    marks.movable = new Set();
    if (hints && !begun && !showing.hideCaptures) {
      // Pieces that have to capture are marked, whichever is taken up; where everything may move, marks would only be
      // noise.
      const captures = choice.actions.filter(action => action.kind === 'capture');
      marks.movable = new Set(captures.map(action => action.path[0] ?? 0));
      for (const square of choice.walked) marks.movable.delete(square);
    }
    drawMarks(this.drawing, this.geometry, marks, square => Boolean(this.pieceAt(square)));
    for (const number of this.svg.querySelectorAll('.number')) {
      number.classList.toggle('covered', Boolean(this.pieceAt(Number(number.getAttribute('data-number')))));
    }
    for (const [square, element] of this.buttons) {
      const movable = starts.has(square);
      element.classList.toggle('can-move', movable || this.isMine(square));
      element.setAttribute('aria-label', this.describe(square, movable));
      if (choice.walked.includes(square)) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
    }
  }

  /** Pieces jumped so far by the action being chosen: those that lie between its squares. */
  victims() {
    const {walked} = this.choice;
    const captures = new Set(this.choice.candidates().flatMap(action => action.captures ?? []));
    /** @type {Set<number>} */
    const found = new Set();
    for (let nth = 1; nth < walked.length; nth += 1) {
      for (const square of this.between(walked[nth - 1] ?? 0, walked[nth] ?? 0))
        if (captures.has(square)) found.add(square);
    }
    return found;
  }

  /** Squares that lie strictly between two others on a line. @param {number} from @param {number} to */
  between(from, to) {
    const a = this.geometry.middle(from);
    const b = this.geometry.middle(to);
    return this.layout.cells
      .map(cell => cell.number)
      .filter(square => {
        if (square === from || square === to) return false;
        const {x, y} = this.geometry.middle(square);
        const across = (x - a.x) * (b.y - a.y) - (y - a.y) * (b.x - a.x);
        const along = (x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y);
        return Math.abs(across) < 0.01 && along > 0 && along < (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
      });
  }

  /** @param {number} square */
  isMine(square) {
    const piece = this.pieceAt(square);
    return Boolean(piece && this.showing.mine?.includes(piece.side));
  }

  /** A square in words. @param {number} square @param {boolean} movable */
  describe(square, movable) {
    const name = this.geometry.cells.get(square)?.name ?? '';
    const piece = this.pieceAt(square);
    const parts = [name, piece ? sayPiece(piece) : words.board.empty];
    const trap = sayTrap(this.layout, this.showing.board, square);
    if (trap) parts.push(trap);
    if (this.choice.mayEnd(square)) parts.push(words.board.endsCapture);
    else if (this.choice.walked.includes(square)) parts.push(words.board.chosen);
    else if (this.marks.next.has(square)) parts.push(words.board.target);
    else if (movable && this.choice.walked.length < 2) parts.push(this.describeStart(square));
    if (this.marks.singles.has(square)) parts.push(words.board.canTap);
    return parts.filter(Boolean).join(', ');
  }

  /**
   * What can be done from a square, without a word about captures that somebody might overlook.
   * @param {number} square
   */
  describeStart(square) {
    const kinds = this.choice.actions.filter(action => action.path[0] === square).map(action => action.kind);
    if (kinds.includes('capture') && !this.showing.hideCaptures) return words.board.canCapture;
    return kinds.some(kind => kind !== 'capture') ? words.board.canMove : '';
  }

  /** Lets somebody point at a square once, instead of playing. @param {((square: number) => void)|null} pick */
  pick(pick) {
    this.picking = pick;
    this.choice.drop();
    this.element.classList.toggle('picking', pick !== null);
    this.remark();
  }

  /** Somebody tapped a square, or pressed Enter on it. @param {number} square */
  press(square) {
    const held = this.options.holds?.() ?? false;
    if (this.options.onTouch?.()) return;
    this.queued = held ? square : 0;
    if (held) return;
    if (this.picking) {
      const pick = this.picking;
      this.pick(null);
      pick(square);
      return;
    }
    this.clearRefusal();
    const single = this.choice.single(square);
    if (single) return this.choose(single, []);
    if (this.choice.walked[0] === square && this.choice.walked.length === 1) return this.drop();
    if (this.choice.walked.length > 0) return this.goTo(square);
    if (this.choice.starts().has(square) || this.isMine(square)) return this.takeUp(square);
    this.options.onVain?.();
  }

  /** Does what was tapped while something else was shown. */
  pressQueued() {
    const square = this.queued;
    this.queued = 0;
    if (square && !this.options.holds?.()) this.press(square);
  }

  /** @param {number} square */
  takeUp(square) {
    this.choice.take(square);
    this.remark();
  }

  /** Puts a chosen piece back. */
  drop() {
    const walked = this.choice.walked.length > 1;
    this.choice.drop();
    if (walked) this.show(this.showing);
    else this.remark();
  }

  /** The chosen piece goes on to a square. @param {number} square */
  goTo(square) {
    const start = this.choice.walked[0] ?? 0;
    const piece = this.pieceAt(start);
    const step = this.choice.step(square);
    if (step.type === 'chosen') return this.choose(step.action, step.walked);
    if (step.type === 'more') {
      if (piece) this.place({...piece, at: square});
      return this.remark();
    }
    if (this.choice.walked.length > 1) return;
    if (this.choice.starts().has(square) || this.isMine(square)) return this.takeUp(square);
    this.tryOut(start, square);
  }

  /**
   * Something that isn't among the actions: whoever knows the rules says why.
   * @param {number} from @param {number} to
   */
  tryOut(from, to) {
    const jumped = this.between(from, to).some(square => this.pieceAt(square));
    const text = `${from}${jumped || this.pieceAt(to) ? 'x' : '-'}${to}`;
    this.choice.drop();
    this.remark();
    this.options.onTry?.(text, [from, to]);
  }

  /** @param {Action} action @param {number[]} walked */
  choose(action, walked) {
    const piece = this.pieceAt(action.path[0] ?? 0);
    this.choice.drop();
    // The piece is there at once; the server's word comes after.
    if (piece && walked.length > 1 && action.kind !== 'attack') {
      this.place({...piece, at: walked[walked.length - 1] ?? piece.at});
    }
    this.choice = new Choice([]);
    this.remark();
    this.options.onChoose?.(action);
  }

  /** Draws what a refusal is about. @param {Refusal} refusal @param {number[]} attempt */
  refuse(refusal, attempt) {
    this.show(this.showing);
    this.marks.wrong = refusal.squares ?? [];
    this.marks.owed = refusal.owed ?? [];
    this.marks.attempt = attempt;
    this.remark();
  }

  clearRefusal() {
    if (this.marks.wrong.length === 0 && this.marks.owed.length === 0 && !this.marks.attempt) return;
    this.marks = {...noMarks(), last: this.marks.last};
    this.remark();
  }

  /** Moves the focus to a square. @param {number} square @param {FocusOptions} [how] */
  focus(square, how) {
    this.focused = square;
    for (const [number, element] of this.buttons) element.tabIndex = number === square ? 0 : -1;
    this.buttons.get(square)?.focus(how);
  }
}
