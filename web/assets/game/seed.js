/** @file The seed that a player chose for a game that is being made, kept until the game asks for it. */

/** @type {Map<string, string>} */
const seeds = new Map();

/** @param {string} game @param {string} seed */
export const keepSeed = (game, seed) => seeds.set(game, seed);

/** @param {string} game */
export function takeSeed(game) {
  const seed = seeds.get(game);
  seeds.delete(game);
  return seed;
}
