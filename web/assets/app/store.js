/** @file What this browser remembers: settings, the player's name, and the games with their secrets. */

const PREFIX = 'damier.';
const MOST_GAMES = 50;

/**
 * @typedef {{language: 'auto'|'fr'|'en', sound: boolean, motion: boolean, theme: 'auto'|'light'|'dark',
 *   coordinates: boolean, hints: boolean, help: boolean, turning: boolean}} Settings
 * @typedef {{id: string, secret?: string, game: string, at: number,
 *   invitation?: {code: string, url: string}}} Remembered
 * @typedef {{commitment: string, seat: 0|1, own: string[], host?: string}} Promised the commitment to the secret, the
 *   seat, the words that this browser gave, and the host's word where it was seen before the guest's
 */

/** @type {Settings} */
const DEFAULTS = {
  language: 'auto',
  sound: false,
  motion: true,
  theme: 'auto',
  coordinates: true,
  hints: true,
  help: false,
  turning: true,
};

/** @template T @param {string} name @param {T} fallback @returns {T} */
function read(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that stores nothing still plays; it only forgets when the page is closed.
  }
}

/** @type {Settings} */
export const settings = {...DEFAULTS, ...read('settings', {})};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  Object.assign(settings, change);
  write('settings', settings);
  for (const listener of [...listeners]) listener(settings);
}

/** Calls back at every change, until the returned function is called. @param {(settings: Settings) => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether things may move on the screen. */
export function moving() {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @returns {string} */
export const playerName = () => read('name', '');
/** @param {string} name */
export const rememberName = name => write('name', name);

/** @returns {Remembered[]} the newest first */
export const myGames = () => read('games', /** @type {Remembered[]} */ ([]));

/** @param {string} id */
export const myGame = id => myGames().find(game => game.id === id);

/** @param {Remembered} game */
export function rememberGame(game) {
  write('games', [game, ...myGames().filter(other => other.id !== game.id)].slice(0, MOST_GAMES));
}

/** The choices with which the last game was made, so that the next one is a tap away. @returns {Record<string, any>} */
export const lastChoices = () => read('choices', {});
/** @param {Record<string, any>} choices */
export const rememberChoices = choices => write('choices', choices);

/**
 * Notes something about one of the last games.
 * @template T @param {string} name @param {string} id @param {T} value
 */
function note(name, id, value) {
  const kept = Object.entries(read(name, /** @type {Record<string, T>} */ ({}))).slice(1 - MOST_GAMES);
  write(name, Object.fromEntries([...kept.filter(([known]) => known !== id), [id, value]]));
}

/**
 * The key with which this browser asked for the guest's seat of a game. Asked again with it, also after a reload, the
 * server finds the seat: its answer may have been lost.
 * @param {string} id @returns {string|undefined}
 */
export const seatKey = id => read('seats', /** @type {Record<string, string>} */ ({}))[id];
/** @param {string} id @param {string} key */
export const rememberSeatKey = (id, key) => note('seats', id, key);

/** What this browser was promised about a game. @param {string} id @returns {Promised|undefined} */
export const promised = id => read('promises', /** @type {Record<string, Promised>} */ ({}))[id];
/** @param {string} id @param {Promised} promise */
export const rememberPromise = (id, promise) => note('promises', id, promise);
