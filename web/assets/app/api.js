/** @file Requests over HTTP. A request that fails throws a `Failure` that can be shown as it is. */

import {say, words} from './i18n.js';

/** @typedef {import('./wire.js').Problem} Problem */

/** A request that failed, in words. */
export class Failure extends Error {
  /** @param {string} message @param {Problem} [problem] */
  constructor(message, problem) {
    super(message);
    this.problem = problem;
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {string} [secret]
 * @returns {Promise<Response>}
 */
async function request(method, path, body, secret) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (secret) headers.Authorization = `Bearer ${secret}`;
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body)});
  } catch {
    throw new Failure(words.failure.network);
  }
  if (answer.ok) return answer;
  /** @type {Problem|undefined} */
  const problem = await answer.json().catch(() => undefined);
  throw new Failure(say(problem?.words) || words.failure.unknown(answer.status), problem);
}

/** @template T @param {string} path @param {string} [secret] @returns {Promise<T>} */
const get = async (path, secret) => (await request('GET', path, undefined, secret)).json();
/** @template T @param {string} path @param {unknown} body @param {string} [secret] @returns {Promise<T>} */
const post = async (path, body, secret) => (await request('POST', path, body, secret)).json();

/** @type {Promise<import('./wire.js').Catalogue>|undefined} */
let catalogueOnce;

/** The catalogue, asked for once. */
export function catalogue() {
  catalogueOnce ??= get('/api/catalogue');
  catalogueOnce.catch(() => (catalogueOnce = undefined));
  return /** @type {Promise<import('./wire.js').Catalogue>} */ (catalogueOnce);
}

/** A game of the catalogue. @param {string} id */
export async function gameInfo(id) {
  const found = (await catalogue()).games.find(game => game.id === id);
  if (!found) throw new Failure(words.failure.noGame(id));
  return found;
}

/** @type {Map<string, Promise<import('./wire.js').Scene>>} */
const scenes = new Map();

/** A position to draw. @param {string} game @param {Record<string, string>} [options] @param {string} [position] */
export function scene(game, options = {}, position = undefined) {
  const question = position === undefined ? {game, options} : {game, options, position};
  const key = JSON.stringify(question);
  const found = scenes.get(key) ?? post('/api/scene', question);
  scenes.set(key, found);
  found.catch(() => scenes.delete(key));
  return found;
}

/** @param {string} game @returns {Promise<import('./wire.js').RulesPage>} */
export const rules = game => get(`/api/rules/${encodeURIComponent(game)}`);

/** @param {Record<string, unknown>} wish @returns {Promise<import('./wire.js').GameCreated>} */
export const createGame = wish => post('/api/games', wish);

/** @param {string} id @param {string} [code] @returns {Promise<import('./wire.js').Preview>} */
export const preview = (id, code) => post(`/api/games/${id}/preview`, code ? {code} : {});

/**
 * @param {string} id @param {Record<string, unknown>} body
 * @returns {Promise<{secret: string, view: import('./wire.js').GameView}>}
 */
export const join = (id, body) => post(`/api/games/${id}/join`, body);

/**
 * @param {string} id @param {string} [secret]
 * @returns {Promise<{version: number, frames: import('./wire.js').Frame[]}>}
 */
export const frames = (id, secret) => get(`/api/games/${id}/frames`, secret);

/** @param {string} id @returns {Promise<string>} */
export const record = async id => (await request('GET', `/api/games/${id}/record`)).text();

/** @returns {Promise<{challenges: import('./wire.js').Challenge[]}>} */
export const lobby = () => get('/api/lobby');

/** @param {{id: string, secret?: string}[]} games @returns {Promise<{games: import('./wire.js').Summary[]}>} */
export const summaries = games => post('/api/games/summaries', {games});

/**
 * @param {string} text @param {string} [commitment] what was promised
 * @returns {Promise<import('./wire.js').Verification>}
 */
export const verify = (text, commitment) => post('/api/verify', {record: text, ...(commitment ? {commitment} : {})});
