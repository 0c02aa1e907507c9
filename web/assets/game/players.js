/** @file The bars of the two players: name, presence, captured pieces and clock. */

import {h, put} from '../app/dom.js';
import {capital, catalogueLevel, words} from '../app/i18n.js';
import {hasHeads, sideName} from '../board/announce.js';
import {pieceIcon} from '../board/pieces.js';

/** @typedef {import('../app/wire.js').State} State */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').Board} Board */
/** @typedef {import('../app/wire.js').ClockState} ClockState */

/** @param {Side} side @returns {Side} */
export const otherSide = side => (side === 'white' ? 'black' : 'white');

/** Who plays a side, in words. @param {State} state @param {Side} side @returns {string} */
export function playerName(state, side) {
  const nth = state.seats.findIndex(one => one.side === side);
  const seat = state.seats[nth === 1 ? 1 : 0];
  const colour = capital(sideName(side, hasHeads(state.board)));
  if (nth < 0) return colour;
  if (seat.sitter.type === 'engine') return `${words.game.engine} · ${catalogueLevel(seat.sitter.level)}`;
  if (state.you.length === 2) return colour;
  if (seat.sitter.type === 'person') return seat.sitter.name || (state.you.includes(side) ? words.game.you : colour);
  return words.game.nobody;
}

/**
 * Who plays a side, to be named in a sentence: you, the computer, a name, or the colour where nobody told one.
 * @param {State} state @param {Side} side @returns {import('../words/en.js').Who}
 */
export function who(state, side) {
  const sitter = state.seats.find(one => one.side === side)?.sitter;
  if (sitter?.type === 'engine') return words.who.engine;
  if (state.you.length === 1 && state.you[0] === side) return words.who.you;
  if (state.you.length < 2 && sitter?.type === 'person' && sitter.name) return {name: sitter.name, form: 'one'};
  return words.who.side(sideName(side, hasHeads(state.board)));
}

export class PlayerBar {
  constructor() {
    this.name = h('span', {class: 'player-name'});
    this.badge = h('span', {class: 'player-piece'});
    this.presence = h('span', {class: 'presence'});
    this.captured = h('span', {class: 'captured'});
    this.clock = h('span', {class: 'clock', role: 'timer'});
    this.bubble = h('span', {class: 'bubble', hidden: true});
    this.element = h(
      'div',
      {class: 'player-bar'},
      this.badge,
      h('div', {class: 'player-words'}, h('div', {class: 'player-line'}, this.name, this.presence), this.captured),
      this.bubble,
      this.clock,
    );
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.fading = undefined;
  }

  /**
   * @param {State} state @param {Side} side
   * @param {Board} start the position in which the game began @param {Board} shown the one on the board
   */
  draw(state, side, start, shown) {
    const heads = hasHeads(start);
    const kind = heads ? 'blue-head' : 'man';
    const seat = state.seats.find(one => one.side === side);
    put(this.badge, pieceIcon(side, kind));
    this.name.textContent = playerName(state, side);
    this.element.classList.toggle('on-turn', state.status === 'playing' && state.turn === side);
    this.element.dataset.side = side;
    const away = seat?.sitter.type === 'person' && !seat.present && state.status === 'playing' && state.you.length < 2;
    this.presence.textContent = away ? words.game.away : '';
    const lost = otherSide(side);
    const count = (/** @type {Board} */ board) => board.pieces.filter(piece => piece.side === lost).length;
    const taken = count(start) - count(shown);
    put(
      this.captured,
      taken > 0 && [
        pieceIcon(lost, kind, 'small'),
        h('span', {}, `× ${taken}`),
        h('span', {class: 'off-screen'}, words.game.captured),
      ],
    );
  }

  /** Says a phrase for some seconds. @param {string} phrase */
  say(phrase) {
    clearTimeout(this.fading);
    this.bubble.textContent = phrase;
    this.bubble.hidden = false;
    this.fading = setTimeout(() => (this.bubble.hidden = true), 5000);
  }

  /** @param {number|undefined} ms @param {boolean} running */
  setClock(ms, running) {
    this.clock.hidden = ms === undefined;
    if (ms === undefined) return;
    this.clock.textContent = clockText(ms);
    this.clock.classList.toggle('running', running);
    this.clock.classList.toggle('short', running && ms < 20_000);
  }
}

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  const day = 86_400_000;
  if (left >= day) return words.clock.days(Math.floor(left / day), Math.floor((left % day) / 3_600_000));
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, '0');
  if (left >= 3_600_000)
    return `${Math.floor(left / 3_600_000)}:${two((left / 60_000) % 60)}:${two((left / 1000) % 60)}`;
  if (left < 10_000) return `0:${two(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  return `${Math.floor(left / 60_000)}:${two((left / 1000) % 60)}`;
}

/** Lets clocks run on the screen between two words of the server. Nothing ticks while nothing runs. */
export class Ticker {
  /** @param {(side: Side, ms: number|undefined, running: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** @param {ClockState|undefined} clock */
  set(clock) {
    this.stop();
    this.clock = clock;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    const {clock} = this;
    for (const side of /** @type {const} */ (['white', 'black'])) {
      if (!clock) {
        this.show(side, undefined, false);
        continue;
      }
      const running = clock.running === side;
      const passed = running ? Math.max(0, performance.now() - (this.since ?? 0) - clock.held_ms) : 0;
      this.show(side, clock[`${side}_ms`] - passed, running);
    }
    if (!clock?.running) return;
    const left = clock[`${clock.running}_ms`] - (performance.now() - (this.since ?? 0) - clock.held_ms);
    if (left > -1000) this.timer = setTimeout(() => this.tick(), left < 10_000 ? 100 : Math.max(left % 1000, 50));
  }

  stop() {
    clearTimeout(this.timer);
  }
}
