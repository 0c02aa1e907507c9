/** @file What has room: boards in windows of every size, and tools in places of their own. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, make, myTurn, open, picture, tap} from './harness.js';
import {playOn} from './player.js';

/** Boards of every shape. */
const GAMES = ['dames-8x8', 'canadian', 'damsystem', 'trappes', 'dame-2000'];

test('on a phone that lies on its side every row is on the screen', async () => {
  const page = await open({phone: true, language: 'fr'});
  for (const [width, height] of [
    [844, 390],
    [932, 430],
    [667, 375],
  ]) {
    await page.setViewportSize({width: width ?? 0, height: height ?? 0});
    for (const game of GAMES) {
      await make(page, game, {versus: 'same-device'});
      await myTurn(page);
      const out = await page.locator('.square').evaluateAll(squares =>
        squares
          .map(one => ({square: one.getAttribute('data-square'), box: one.getBoundingClientRect()}))
          .filter(({box}) => box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1)
          .map(({square}) => square),
      );
      assert.deepEqual(out, [], `${game} in ${width} x ${height}`);
      const covered = await page.evaluate(() => {
        const at = document.querySelector('.board-grid')?.getBoundingClientRect();
        return at ? document.elementsFromPoint(at.right - 4, at.top + 4).some(one => one.id === 'header') : true;
      });
      assert.equal(covered, false, 'the head of the page does not lie on the board');
      if (width === 844) await picture(page, `side-${game}`);
    }
  }
  await close(page);
});

test('in a large window the board has the height of the window, or all the width that is left', async () => {
  const page = await open({language: 'en'});
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ]) {
    await page.setViewportSize({width: width ?? 0, height: height ?? 0});
    for (const game of GAMES) {
      await make(page, game, {versus: 'same-device'});
      await myTurn(page);
      const found = await page.evaluate(() => {
        const board = document.querySelector('.board')?.getBoundingClientRect();
        const side = document.querySelector('.table-side')?.getBoundingClientRect();
        const wide = document.documentElement.clientWidth;
        return {
          high: (board?.height ?? 0) / innerHeight,
          left: wide - (board?.width ?? 0) - (side?.width ?? 0),
          over: document.documentElement.scrollHeight - innerHeight,
        };
      });
      assert.ok(found.high > 0.9 || found.left < 80, `${game} in ${width} x ${height}: ${JSON.stringify(found)}`);
      assert.ok(found.over <= 0, 'and nothing has to be scrolled');
      await picture(page, `room-${game}-${width}`);
    }
  }
  await close(page);
});

test('tools stay where they are, whatever there is to do', async () => {
  for (const phone of [true, false]) {
    for (const game of ['trappes', 'dame-2000']) {
      const page = await open({phone, language: 'fr'});
      await make(page, game, {versus: 'same-device'});
      await myTurn(page);
      const places = () =>
        page.locator('.tool').evaluateAll(tools =>
          tools.map(tool => {
            const {x, y, width} = tool.getBoundingClientRect();
            return [x, y, width].map(Math.round).join(' ');
          }),
        );
      const first = await places();
      assert.equal(first.length, 5);
      const low = await page.locator('.controls').evaluate(one => innerHeight - one.getBoundingClientRect().bottom);
      // Beside the board only the bar of whoever sits at the bottom is below them.
      assert.ok(low >= 0 && low < (phone ? 20 : 80), `the tools are ${low} px above the foot of the window`);
      for (let nth = 0; nth < 12; nth += 1) {
        await page.evaluate(playOn, {most: 1});
        await page.waitForFunction(() => !document.querySelector('.table.pending'));
        assert.deepEqual(await places(), first, `${game}: after ${nth + 1} steps`);
      }
      await tap(page, 1);
      assert.deepEqual(await places(), first, 'nor do notices push them');
      await close(page);
    }
  }
});

test('what has to be said is seen, however low the window is', async () => {
  const page = await open({phone: true, language: 'en'});
  for (const [width, height] of [
    [844, 390],
    [390, 664],
  ]) {
    await page.setViewportSize({width: width ?? 0, height: height ?? 0});
    await make(page, 'trappes', {versus: 'same-device'});
    await myTurn(page);
    await tap(page, 14);
    await page.locator('.banner-note', {hasText: 'Spin the roulette first.'}).waitFor();
    const [spin, note, tools] = await page.evaluate(() =>
      ['#chance-button', '.banner-note', '.controls'].map(one => {
        const {top = 0, bottom = 0} = document.querySelector(one)?.getBoundingClientRect() ?? {};
        return {top, bottom};
      }),
    );
    assert.ok(note && tools && note.top > 0 && note.bottom <= tools.top, JSON.stringify({note, tools}));
    assert.ok(spin && spin.top > 0 && spin.bottom <= note.top, 'and it does not lie on what has to be pressed');
    await picture(page, `said-${width}`);
  }
  await close(page);
});
