/**
 * @file Playing events on a board: pieces walk and jump, plates slide, doors open, pieces fall. Every animation can
 * be cut short, and what is shown afterwards is always the position that the server sent.
 */

import {moving} from '../app/store.js';
import {setPlates, setTraps} from './draw.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').Piece} Piece */

const STEP = 190;
const SLIDE = 620;

/** A run of events on one board, which can be skipped. */
export class Show {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.skipped = !moving();
    /** @type {Set<() => void>} */
    this.skips = new Set();
  }

  /** Goes to the end at once. */
  skip() {
    this.skipped = true;
    for (const skip of [...this.skips]) skip();
  }

  /** Waits, unless it is skipped. @param {number} time @returns {Promise<void>} */
  wait(time) {
    if (this.skipped) return Promise.resolve();
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer);
        this.skips.delete(done);
        resolve();
      };
      const timer = setTimeout(done, time);
      this.skips.add(done);
    });
  }

  /**
   * Runs an animation of an element.
   * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
   */
  async animate(element, frames, timing) {
    if (this.skipped) return;
    const animation = element.animate(frames, {easing: 'cubic-bezier(.35,.05,.3,1)', ...timing});
    const cut = () => animation.finish();
    this.skips.add(cut);
    await animation.finished.catch(() => {});
    this.skips.delete(cut);
  }

  /** Plays one event of the board; events of chance are somebody else's. @param {Event} event */
  async play(event) {
    if (this.skipped) return;
    const {board} = this;
    switch (event.type) {
      case 'moved':
        return this.walk(event.piece, event.path);
      case 'captured':
        return this.vanish(event.pieces);
      case 'huffed':
        return this.lift(event.piece);
      case 'fell':
        return this.fall(event.piece);
      case 'crowned':
        return this.crown(event.piece, event.after);
      case 'plates-slid':
        return this.slide(event.to);
      case 'trap-opened': {
        setTraps(board.drawing, board.geometry, {open: [...board.showing.board.open, event.at]});
        return this.wait(380);
      }
      case 'trap-closed': {
        setTraps(board.drawing, board.geometry, {open: board.showing.board.open.filter(at => at !== event.at)});
        return this.wait(380);
      }
      default:
    }
  }

  /** @param {number} id @param {number[]} path */
  async walk(id, path) {
    const {board} = this;
    const element = board.pieces.get(id);
    const piece = board.showing.board.pieces.find(one => one.id === id);
    if (!element || !piece) return;
    board.drawing.pieces.append(element);
    const jumping = path.length > 2;
    for (let nth = 1; nth < path.length; nth += 1) {
      const from = board.geometry.middle(path[nth - 1] ?? 0);
      const to = board.geometry.middle(path[nth] ?? 0);
      const far = Math.hypot(to.x - from.x, to.y - from.y);
      const hop = far > 1.5 ? 0.25 : 0.06;
      await this.animate(
        element,
        [
          {transform: `translate(${from.x}px, ${from.y}px)`},
          {transform: `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2 - hop}px) scale(1.06)`},
          {transform: `translate(${to.x}px, ${to.y}px)`},
        ],
        {duration: STEP + Math.min(far, 5) * 35},
      );
      if (this.skipped) return;
      element.style.transform = `translate(${to.x}px, ${to.y}px)`;
      if (jumping) await this.wait(70);
    }
    this.stand(id, {at: path[path.length - 1] ?? piece.at});
  }

  /** From now on a piece stands elsewhere, or is another kind. @param {number} id @param {Partial<Piece>} change */
  stand(id, change) {
    const {showing} = this.board;
    const pieces = showing.board.pieces.map(one => (one.id === id ? {...one, ...change} : one));
    this.board.showing = {...showing, board: {...showing.board, pieces}};
  }

  /**
   * A piece leaves the board; each moment says how it is shown there, from the middle of its square on.
   * @param {Piece} piece @param {{x?: number, y?: number, turn?: string, opacity: number, offset?: number}[]} moments
   * @param {KeyframeAnimationOptions} timing
   */
  async leave(piece, moments, timing) {
    const element = this.board.pieces.get(piece.id);
    if (!element) return;
    const middle = this.board.geometry.middle(piece.at);
    const frames = moments.map(({x = 0, y = 0, turn = '', ...rest}) => ({
      transform: `translate(${middle.x + x}px, ${middle.y + y}px) ${turn}`,
      ...rest,
    }));
    await this.animate(element, frames, timing);
    this.board.remove(piece.id);
  }

  /** @param {Piece[]} pieces */
  async vanish(pieces) {
    const moments = [{opacity: 1}, {turn: 'scale(.4)', opacity: 0}];
    await Promise.all(pieces.map(piece => this.leave(piece, moments, {duration: 220})));
  }

  /** @param {Piece} piece */
  async lift(piece) {
    const element = this.board.pieces.get(piece.id);
    if (element) this.board.drawing.pieces.append(element);
    const moments = [
      {opacity: 1},
      {x: 0.1, y: -0.3, turn: 'scale(1.15)', opacity: 1, offset: 0.45},
      {x: 1.2, y: -1.6, turn: 'rotate(50deg)', opacity: 0},
    ];
    await this.leave(piece, moments, {duration: 650});
  }

  /** @param {Piece} piece */
  async fall(piece) {
    const moments = [
      {opacity: 1},
      {turn: 'rotate(-8deg)', opacity: 1, offset: 0.2},
      {y: 0.12, turn: 'rotate(40deg) scale(.25)', opacity: 0},
    ];
    await this.leave(piece, moments, {duration: 600, easing: 'ease-in'});
  }

  /** @param {number} id @param {import('../app/wire.js').PieceKind} after */
  async crown(id, after) {
    const {board} = this;
    const piece = board.showing.board.pieces.find(one => one.id === id);
    const element = board.pieces.get(id);
    if (!piece || !element) return;
    const {x, y} = board.geometry.middle(piece.at);
    board.place({...piece, kind: after});
    this.stand(id, {kind: after});
    await this.animate(
      element,
      [{transform: `translate(${x}px, ${y - 0.35}px) scale(1.25)`}, {transform: `translate(${x}px, ${y}px)`}],
      {duration: 380, easing: 'cubic-bezier(.3,1.6,.5,1)'},
    );
  }

  /**
   * Plates slide with everything on them. Where they don't fit as a whole the picture goes along with them, so that no
   * piece leaves it. @param {number} to
   */
  async slide(to) {
    const {board} = this;
    const from = board.geometry.offset;
    const by = board.geometry.shift(to) - board.geometry.shift(from);
    const riders = board.showing.board.pieces.filter(piece => board.geometry.plateOf.has(piece.at));
    const moved = [
      ...board.drawing.plates.map(plate => ({element: plate, x: board.geometry.shift(from), y: 0})),
      ...riders.map(piece => ({element: board.pieces.get(piece.id), ...board.geometry.middle(piece.at)})),
    ];
    board.drawing.ground.replaceChildren();
    board.drawing.under.replaceChildren();
    /** @param {Element} element @param {string} before @param {string} after */
    const glide = (element, before, after) =>
      this.animate(element, [{transform: before}, {transform: after}], {
        duration: SLIDE,
        easing: 'cubic-bezier(.5,0,.2,1)',
        fill: 'none',
      });
    await Promise.all([
      ...moved.map(
        ({element, x, y}) => element && glide(element, `translate(${x}px, ${y}px)`, `translate(${x + by}px, ${y}px)`),
      ),
      glide(board.stage, board.panned(from), board.panned(to)),
    ]);
    board.geometry.offset = to;
    setPlates(board.drawing, board.geometry, to);
    for (const piece of riders) board.place(piece);
    board.fit();
  }
}
