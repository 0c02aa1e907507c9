/**
 * @file The one socket of the page: it connects anew by itself, with a growing, random delay, says what it has and
 * sends every order that wasn't answered again, with its old key. So no tap is lost and none counts twice.
 */

import {randomText} from './dom.js';

/** @typedef {import('./wire.js').ToPage} ToPage */
/** @typedef {import('./wire.js').Command} Command */
/** @typedef {import('./wire.js').Order} Order */
/** @typedef {import('./wire.js').Side} Side */

const FIRST_DELAY = 300;
const LONGEST_DELAY = 10_000;

/**
 * @typedef {object} Follower
 * @property {string} game
 * @property {string} [secret]
 * @property {() => number|undefined} have the version that the page has
 * @property {(message: ToPage) => void} hear
 */

/** @type {WebSocket|null} */
let socket = null;
let delay = FIRST_DELAY;
let heartbeat = 15_000;
let lastHeard = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let watchdog;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let retry;
let connected = false;
/** @type {Follower|null} */
let follower = null;
/** @type {((lobby: {challenges: import('./wire.js').Challenge[]}) => void)|null} */
let lobbyListener = null;
/** @type {Map<string, {game: string, order: Order}>} orders that weren't answered, by key */
const pending = new Map();
/** @type {Set<(connected: boolean) => void>} */
const connectionListeners = new Set();

/** @param {unknown} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN && connected) socket.send(JSON.stringify(message));
}

/** @param {boolean} now */
function setConnected(now) {
  if (connected === now) return;
  connected = now;
  for (const listener of [...connectionListeners]) listener(now);
}

function wanted() {
  return follower !== null || lobbyListener !== null;
}

function connect() {
  clearTimeout(retry);
  if (socket || !wanted()) return;
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`;
  socket = new WebSocket(address);
  const mine = socket;
  lastHeard = Date.now();
  socket.onmessage = event => {
    if (mine === socket) hear(JSON.parse(event.data));
  };
  socket.onclose = () => {
    if (mine === socket) lost();
  };
  watch();
}

/** A connection that has been silent for too long is no connection. */
function watch() {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    if (!socket) return;
    if (Date.now() - lastHeard > heartbeat * 2) {
      socket.close();
      lost();
    } else watch();
  }, heartbeat);
}

function lost() {
  socket = null;
  clearTimeout(watchdog);
  setConnected(false);
  if (!wanted()) return;
  retry = setTimeout(connect, delay * (0.5 + Math.random()));
  delay = Math.min(delay * 1.8, LONGEST_DELAY);
}

/** @param {Follower} one @param {number|undefined} have */
function watchGame({game, secret}, have) {
  send({type: 'watch', game, ...(secret ? {secret} : {}), ...(have === undefined ? {} : {have})});
}

function greet() {
  setConnected(true);
  delay = FIRST_DELAY;
  if (follower) watchGame(follower, follower.have());
  if (lobbyListener) send({type: 'watch-lobby'});
  for (const {game, order} of pending.values()) send({type: 'order', game, order});
}

/** @param {ToPage} message */
function hear(message) {
  lastHeard = Date.now();
  switch (message.type) {
    case 'welcome':
      heartbeat = message.heartbeat_ms;
      return greet();
    case 'ping':
      return send({type: 'pong', number: message.number});
    case 'lobby':
      return lobbyListener?.(message.lobby);
    case 'done':
      pending.delete(message.done.key);
      break;
    case 'refused':
      pending.delete(message.refused.key);
      break;
    case 'problem':
      if (message.key) pending.delete(message.key);
      break;
    default:
  }
  const about = message.type === 'game' ? message.view.id : 'game' in message ? message.game : undefined;
  if (about === undefined || about === follower?.game) follower?.hear(message);
}

/** Follows a game, until the returned function is called. @param {Follower} next */
export function follow(next) {
  follower = next;
  if (connected) greet();
  else connect();
  return () => {
    if (follower !== next) return;
    send({type: 'unwatch', game: next.game});
    follower = null;
    for (const [key, {game}] of pending) if (game === next.game) pending.delete(key);
    rest();
  };
}

/** Asks for the whole game that is followed: something was missed. */
export function resync() {
  if (follower) watchGame(follower, undefined);
}

/** Follows the lobby, until the returned function is called. @param {NonNullable<typeof lobbyListener>} listener */
export function followLobby(listener) {
  lobbyListener = listener;
  if (connected) send({type: 'watch-lobby'});
  else connect();
  return () => {
    if (lobbyListener !== listener) return;
    send({type: 'unwatch-lobby'});
    lobbyListener = null;
    rest();
  };
}

/** A page that follows nothing needs no connection. */
function rest() {
  setTimeout(() => {
    if (wanted()) return;
    clearTimeout(retry);
    clearTimeout(watchdog);
    const old = socket;
    socket = null;
    old?.close();
    setConnected(false);
  }, 1000);
}

/**
 * Sends a command, now or when the connection is back.
 * @param {string} game @param {number} version @param {Command} command @param {Side} [side] @returns {string} its key
 */
export function order(game, version, command, side) {
  const key = randomText(16);
  const message = {game, order: side ? {key, version, side, command} : {key, version, command}};
  pending.set(key, message);
  send({type: 'order', ...message});
  return key;
}

/** Calls back whenever the connection comes or goes. @param {(connected: boolean) => void} listener */
export function onConnection(listener) {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

// Back from sleep or from another tab, nobody should wait for the delay to pass.
for (const name of ['online', 'focus']) {
  window.addEventListener(name, () => {
    if (!socket && wanted()) {
      delay = FIRST_DELAY;
      connect();
    }
  });
}
