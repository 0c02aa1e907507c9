/** @file A whole game with the keyboard alone: no mouse, no finger, nothing but Tab, arrows and Enter. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, make, myTurn, open} from './harness.js';

/** @typedef {import('./harness.js').Page} Page */

/** What somebody with a keyboard knows: where the focus is, and what the labels of squares say. @param {Page} page */
const look = page =>
  page.evaluate(() => {
    const squares = [...document.querySelectorAll('.square')].map(one => {
      const {x, y} = one.getBoundingClientRect();
      return {
        number: Number(one.getAttribute('data-square')),
        label: one.getAttribute('aria-label') ?? '',
        x: Math.round(x),
        y: Math.round(y),
      };
    });
    const focus = document.activeElement;
    return {
      squares,
      at: Number(focus?.getAttribute('data-square') ?? 0),
      onChance: focus?.id === 'chance-button',
      chance: document.querySelector('#chance-button:not([disabled])') !== null,
      chosen: document.querySelector('.square[aria-current]') !== null,
      over: document.querySelector('.banner.over') !== null,
      mine: document.querySelector('.banner.mine') !== null && !document.querySelector('.pending'),
    };
  });

/** Walks to a square with the arrow keys: to its row first, then along it. @param {Page} page @param {number} number */
async function walk(page, number) {
  for (let steps = 0; steps < 40; steps += 1) {
    const {squares, at} = await look(page);
    if (at === number) return;
    const from = squares.find(one => one.number === at);
    const to = squares.find(one => one.number === number);
    assert.ok(from && to, 'the focus is on a square');
    const rows = [...new Set(squares.map(one => one.y))].sort((a, b) => a - b);
    const down = rows.indexOf(to.y) - rows.indexOf(from.y);
    const row = squares
      .filter(one => one.y === from.y)
      .map(one => one.x)
      .sort((a, b) => a - b);
    const right = row.indexOf(to.x) - row.indexOf(from.x);
    const key = down > 0 ? 'ArrowDown' : down < 0 ? 'ArrowUp' : right > 0 ? 'ArrowRight' : 'ArrowLeft';
    for (let nth = 0; nth < Math.abs(down || right); nth += 1) await page.keyboard.press(key);
  }
  assert.fail(`square ${number} can't be reached`);
}

test('a whole game with keys alone', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'same-device'});
  await myTurn(page);
  let turns = 0;
  for (let idle = 0; idle < 400; idle += 1) {
    const now = await look(page);
    if (now.over) break;
    if (!now.mine) {
      await page.waitForTimeout(10);
      continue;
    }
    const wanted = now.chance ? now.onChance : now.at > 0;
    if (!wanted) {
      await page.keyboard.press('Tab');
      continue;
    }
    idle = 0;
    turns += 1;
    if (now.chance) {
      await page.keyboard.press('Enter');
      continue;
    }
    const any = (/** @type {RegExp} */ pattern, /** @type {typeof now.squares} */ squares) => {
      const found = squares.filter(one => pattern.test(one.label));
      return found[Math.floor(Math.random() * found.length)];
    };
    const first = any(/can be chosen/, now.squares) ?? any(/can capture/, now.squares) ?? any(/can move/, now.squares);
    if (!first) continue;
    await walk(page, first.number);
    await page.keyboard.press('Enter');
    for (let next = await look(page); next.chosen; next = await look(page)) {
      const target = any(/can go here/, next.squares);
      assert.ok(target, 'a chosen piece can go somewhere');
      await walk(page, target.number);
      await page.keyboard.press('Enter');
    }
  }
  assert.equal((await look(page)).over, true, `the game is over after ${turns} turns`);
  await close(page);
});
