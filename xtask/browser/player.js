/**
 * @file A player that sees only what the page shows: labels of squares, the banner and its buttons. It runs inside
 * the page and plays until the game is over.
 */

/**
 * @typedef {{turns: number, met: string[], over: boolean, title: string}} Played
 */

/**
 * @param {{most: number, stopAt?: string}} wish how many turns, and a word in the banner at which to stop
 * @returns {Promise<Played>}
 */
export async function playOn({most, stopAt}) {
  const rest = (/** @type {number} */ ms) => new Promise(resolve => setTimeout(resolve, ms));
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement|null} */ (document.querySelector(selector));
  const squares = (/** @type {RegExp} */ pattern) =>
    [...document.querySelectorAll('.square')]
      .filter(one => pattern.test(one.getAttribute('aria-label') ?? ''))
      .map(one => /** @type {HTMLElement} */ (one));
  const any = (/** @type {HTMLElement[]} */ list) => list[Math.floor(Math.random() * list.length)];
  /** @type {Set<string>} */
  const met = new Set();
  let turns = 0;
  let quiet = 0;
  while (turns < most && quiet < 2000) {
    const title = find('.banner-title')?.textContent ?? '';
    if (find('.banner.over') || (stopAt && title.includes(stopAt))) break;
    if (!find('.banner.mine') || find('.table.pending')) {
      quiet += 1;
      await rest(15);
      continue;
    }
    quiet = 0;
    met.add(title);
    const button = find('#chance-button:not([disabled])');
    const single = any(squares(/can be chosen|peut être choisie/));
    const capture = any(squares(/can capture|peut prendre/));
    const start = capture ?? any(squares(/can move|peut jouer/));
    if (button ?? single) {
      (button ?? single)?.click();
      turns += 1;
    } else if (start) {
      start.click();
      let jumps = 0;
      const target = () =>
        any(squares(/(pawn|pion).*(can go here|arrivée possible)/)) ?? any(squares(/can go here|arrivée possible/));
      for (let next = target(); next; next = target()) {
        next.click();
        jumps += 1;
        if (!find('.square[aria-current]')) break;
      }
      if (jumps > 1) met.add('several jumps');
      if (jumps > 0) turns += 1;
      else start.click();
    } else {
      const pass = find('#pass-button:not([disabled])');
      if (pass) turns += 1;
      pass?.click();
    }
    await rest(5);
  }
  return {turns, met: [...met], over: find('.banner.over') !== null, title: find('.banner-title')?.textContent ?? ''};
}
