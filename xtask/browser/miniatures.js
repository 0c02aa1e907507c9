/**
 * @file Makes web/assets/data/miniatures.json anew: some lively moves of each sheet game, taken from games that the
 * server itself plays through. Run it with DAMIER, SCREENSHOTS as for the tests: `node miniatures.js`.
 */

import {writeFileSync} from 'node:fs';
import {browser, server} from './harness.js';

/** @typedef {import('../../web/assets/app/wire.js').State} State */
/** @typedef {import('../../web/assets/app/wire.js').Frame} Frame */
/** @typedef {import('../../web/assets/app/wire.js').Command} Command */

const TRIES = 5;
const STEPS = 46;
const SHOWN = 11;
/** Kinds of actions, the liveliest first. */
const LIVELY = ['huff', 'capture', 'attack', 'open', 'move', 'close', 'pass'];

/** @param {string} path @param {unknown} [body] @param {string} [secret] @returns {Promise<any>} */
async function ask(path, body, secret) {
  /** @type {Record<string, string>} */
  const headers = {'Content-Type': 'application/json'};
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const answer = await fetch(
    server.address + path,
    body ? {method: 'POST', headers, body: JSON.stringify(body)} : {headers},
  );
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

const key = () => crypto.randomUUID();

/**
 * What to do next; now and then a capture is overlooked, so that somebody huffs.
 * @param {State} state @returns {Command|null}
 */
function choose(state) {
  if (state.may.seed) return {type: 'seed', seed: 'miniature'};
  if (state.may.chance) return {type: 'chance'};
  const skip = Math.random() < 0.25 ? 'capture' : '';
  const kind = LIVELY.find(one => one !== skip && state.actions.some(action => action.kind === one)) ?? 'capture';
  const some = state.actions.filter(action => action.kind === kind);
  const action = some[Math.floor(Math.random() * some.length)];
  return action ? {type: 'act', action: action.text} : null;
}

/** Plays some steps at one device. @param {string} game */
async function game(game) {
  const wish = {
    key: key(),
    game,
    options: {},
    opponent: {type: 'same-device'},
    colour: 'white',
    clock: {type: 'none'},
    name: '',
  };
  const {id, secret, view} = await ask('/api/games', wish);
  for (let step = 0; step < STEPS; step += 1) {
    /** @type {State} */
    const state = (await ask(`/api/games/${id}`, undefined, secret)).state;
    const command = state.status === 'over' ? null : choose(state);
    if (!command) break;
    await ask(`/api/games/${id}/orders`, {key: key(), version: state.version, command}, secret);
  }
  /** @type {Frame[]} */
  const frames = (await ask(`/api/games/${id}/frames`)).frames;
  return {layout: view.layout, frames};
}

/** How much there is to see. @param {Frame[]} frames */
function liveliness(frames) {
  const types = frames.slice(1).flatMap(frame => frame.events.map(event => event.type));
  const dramatic = types.filter(type => ['captured', 'huffed', 'fell', 'round', 'crowned'].includes(type)).length;
  return new Set(types).size * 2 + dramatic + Math.min(frames[0]?.board.pieces.length ?? 0, 18) / 6;
}

/** Only what a picture needs. @param {Frame} frame */
const slim = ({events, board}) => ({
  events: events.filter(event => !['spun', 'attacked', 'over', 'started'].includes(event.type)),
  board: {pieces: board.pieces, offset: board.offset, open: board.open},
});

/** @type {Record<string, unknown>} */
const reels = {};
const {games} = await ask('/api/catalogue');
for (const {id} of games.filter((/** @type {any} */ one) => one.family === 'sheet')) {
  let best = {score: -1, reel: /** @type {unknown} */ (null)};
  for (let nth = 0; nth < TRIES; nth += 1) {
    const {layout, frames} = await game(id);
    for (let from = 6; from + SHOWN <= frames.length; from += 1) {
      const part = frames.slice(from, from + SHOWN);
      const score = liveliness(part);
      if (score > best.score) best = {score, reel: {layout, frames: part.map(slim)}};
    }
  }
  reels[id] = best.reel;
}
writeFileSync(new URL('../../web/assets/data/miniatures.json', import.meta.url), `${JSON.stringify(reels)}\n`);
await browser.close();
await server.close();
