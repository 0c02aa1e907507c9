/**
 * @file A game that this page follows: what the server last said of it, what was sent and isn't answered yet, and in
 * which order things are shown. It draws nothing itself.
 */

import {follow, order, resync} from '../app/socket.js';
import {nextState} from './change.js';

/** @typedef {import('../app/wire.js').GameView} GameView */
/** @typedef {import('../app/wire.js').State} State */
/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').Command} Command */
/** @typedef {import('../app/wire.js').Refusal} Refusal */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').ToPage} ToPage */
/** @typedef {Extract<ToPage, {type: 'update'}>} Update */

/**
 * @typedef {object} Watcher
 * @property {(first: boolean) => void} whole the game is known, or known anew
 * @property {(events: Event[], state: State) => Promise<void>} update something happened; resolves when it was shown
 * @property {(refusal: Refusal, command: Command) => void} refused
 * @property {() => void} changed something small changed: presence, the engine's place, a pending order
 * @property {(side: Side|undefined, phrase: string) => void} said
 * @property {(problem: import('../app/wire.js').Problem) => void} problem
 */

export class Room {
  /** @param {string} id @param {string|undefined} secret @param {Watcher} watcher */
  constructor(id, secret, watcher) {
    this.id = id;
    this.secret = secret;
    this.watcher = watcher;
    /** @type {GameView|null} */
    this.view = null;
    /** The newest state, shown or not. @type {State|null} */
    this.newest = null;
    /** @type {Map<string, Command>} commands that weren't answered, by key */
    this.sent = new Map();
    /** Updates that wait to be shown, each with the state after it. @type {{message: Update, state: State}[]} */
    this.waiting = [];
    this.busy = false;
    this.left = false;
    this.unfollow = follow({game: id, secret, have: () => this.newest?.version, hear: message => this.hear(message)});
  }

  leave() {
    this.left = true;
    this.unfollow();
  }

  /** The state that is shown. */
  get state() {
    return /** @type {GameView} */ (this.view).state;
  }

  /** Whether the shown side may act now, and nothing it did is under way. */
  get acting() {
    return [...this.sent.values()].some(command => command.type === 'act' || command.type === 'chance');
  }

  /** Sends a command. @param {Command} command @param {Side} [side] */
  send(command, side) {
    if (!this.newest) return;
    const both = this.newest.you.length > 1;
    const key = order(this.id, this.newest.version, command, both ? (side ?? this.newest.turn) : undefined);
    this.sent.set(key, command);
    this.watcher.changed();
  }

  /** @param {ToPage} message */
  hear(message) {
    if (this.left) return;
    switch (message.type) {
      case 'game': {
        const first = this.view === null;
        this.view = message.view;
        this.newest = message.view.state;
        this.waiting = [];
        return this.watcher.whole(first);
      }
      case 'update': {
        const {change, events} = message;
        const before = this.newest;
        // What follows something that was missed can't be understood: the whole game can.
        if (!message.state && before?.version !== message.from) return resync();
        const state = message.state ?? (before && change && nextState(before, change, events));
        if (!state) return;
        this.waiting.push({message, state});
        this.newest = state;
        return void this.catchUp();
      }
      case 'done':
        this.sent.delete(message.done.key);
        return this.watcher.changed();
      case 'refused': {
        const command = this.sent.get(message.refused.key);
        this.sent.delete(message.refused.key);
        const {state} = message.refused;
        if (state && this.view && state.version > this.state.version) {
          this.view.state = state;
          this.newest = state;
          this.watcher.whole(false);
        }
        if (command) this.watcher.refused(message.refused.refusal, command);
        return;
      }
      case 'presence':
        for (const state of this.states()) {
          state.seats = message.seats;
          state.may = {...state.may, claim_left: message.may_claim_left};
        }
        return this.watcher.changed();
      case 'engine':
        for (const state of this.states()) if (state.turn) state.engine = message.engine;
        return this.watcher.changed();
      case 'said':
        return this.watcher.said(this.newest?.seats[message.seat === 1 ? 1 : 0].side, message.phrase);
      case 'problem': {
        const command = message.key && this.sent.get(message.key);
        if (message.key) this.sent.delete(message.key);
        this.watcher.problem(message.problem);
        if (command) this.watcher.whole(false);
        return;
      }
      default:
    }
  }

  /** @returns {Set<State>} */
  states() {
    const states = [this.newest, this.view?.state ?? null, ...this.waiting.map(next => next.state)];
    return new Set(states.filter(state => state !== null));
  }

  /** Shows updates one after the other, at the pace of their animations. */
  async catchUp() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length > 0 && !this.left) {
      const next = this.waiting.shift();
      if (!next || !this.view) continue;
      const {message, state} = next;
      const known = message.from === this.view.state.version;
      await this.watcher.update(known ? message.events : [], state);
      if (this.view) {
        // Only now: the list must not tell what the roulette will say.
        this.view.moves = [...this.view.moves.slice(0, message.moves.from), ...message.moves.lines];
        this.view.state = state;
      }
      this.busy = this.waiting.length > 0;
      if (!this.left) this.watcher.whole(false);
      this.busy = true;
    }
    this.busy = false;
  }
}
