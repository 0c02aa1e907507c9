/**
 * @file A small board that lives: it plays some moves of a stored game once when it comes into view, and again when
 * somebody points at it. Then it rests, and costs nothing.
 */

import {moving} from '../app/store.js';
import {Show} from './animation.js';
import {Board} from './board.js';

/**
 * A stored game: its squares and its positions.
 * @typedef {{layout: import('../app/wire.js').Layout, frames: import('../app/wire.js').Frame[]}} Reel
 */

const PAUSE = 900;

/** @type {Promise<Record<string, Reel>>|undefined} */
let once;

/** The stored games, by the id of their game. */
export function miniatures() {
  once ??= fetch(new URL('../data/miniatures.json', import.meta.url))
    .then(answer => answer.json())
    .catch(() => ({}));
  return once;
}

export class Miniature {
  /** @param {Reel} reel @param {string} label */
  constructor(reel, label) {
    this.reel = reel;
    this.board = new Board({layout: reel.layout, still: true, label, coordinates: false});
    this.running = false;
    this.played = false;
    this.gone = false;
    this.rest();
    this.seeing = new IntersectionObserver(
      entries => {
        const seen = entries.some(entry => entry.isIntersecting);
        if (!seen) this.show?.skip();
        else if (!this.played) void this.run();
      },
      {threshold: 0.6},
    );
    this.seeing.observe(this.board.element);
    this.board.element.addEventListener('pointerenter', () => void this.run());
  }

  /** Shows the position from which it begins. */
  rest() {
    const first = this.reel.frames[0];
    if (first) this.board.show({board: first.board});
  }

  async run() {
    if (this.running || this.gone || !moving()) return;
    this.running = true;
    this.played = true;
    const show = new Show(this.board);
    this.show = show;
    this.rest();
    // Each card begins at a moment of its own, so that a page of them looks like a room of players.
    await show.wait(300 + Math.random() * 1400);
    for (const frame of this.reel.frames.slice(1)) {
      for (const event of frame.events) await show.play(event);
      if (this.gone) return;
      this.board.show({board: frame.board, last: frame.events});
      await show.wait(PAUSE);
      if (show.skipped) break;
    }
    this.running = false;
  }

  destroy() {
    this.gone = true;
    this.show?.skip();
    this.seeing.disconnect();
    this.board.destroy();
  }
}
