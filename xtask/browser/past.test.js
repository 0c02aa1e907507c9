/** @file Looking at earlier positions: the page says so, everything around the board goes along, and there is a way back. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, make, myTurn, open, picture, play, tap} from './harness.js';

/** Three moves after which White has captured a man. @param {import('./harness.js').Page} page */
async function begin(page) {
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  await play(page, 9, 14);
  await play(page, 18, 9);
  await myTurn(page);
}

test('whoever looks at an earlier position is told so, and comes back by a button or a tap', async () => {
  const page = await open({phone: true, language: 'en', settings: {turning: false}});
  await begin(page);
  const title = page.locator('.banner-title');
  await page.getByRole('button', {name: 'One back'}).click();
  await page.locator('.banner-title', {hasText: 'You are looking at move 1'}).waitFor();
  assert.match(String(await page.locator('.banner-line').textContent()), /your turn/);
  assert.deepEqual(await axe(page), []);
  await picture(page, 'past-phone');
  await page.locator('#to-now').click();
  assert.equal(await title.textContent(), 'You have to capture');
  await page.getByRole('button', {name: 'To the start'}).click();
  await page.locator('.banner-title', {hasText: 'at the start'}).waitFor();
  await tap(page, 22);
  assert.equal(await title.textContent(), 'You have to capture');
  assert.equal(await page.locator('.square[aria-current]').count(), 0, 'the tap meant nothing else');
  assert.match(String(await page.locator('[data-square="9"]').getAttribute('aria-label')), /white man/);
  await close(page);
});

test('what was captured is counted for the position that is shown', async () => {
  const page = await open({language: 'en', settings: {turning: false}});
  await begin(page);
  const captured = page.locator('.player-bar[data-side=white] .captured');
  const counted = (/** @type {RegExp} */ text) => captured.filter({hasText: text}).waitFor();
  const nothing = () => page.locator('.player-bar[data-side=white] .captured:empty').waitFor({state: 'attached'});
  await counted(/× 1/);
  await page.getByRole('button', {name: 'One back'}).click();
  await nothing();
  await page.getByRole('button', {name: 'To now'}).click();
  await counted(/× 1/);
  await page.getByRole('button', {name: 'Resign'}).click();
  await page.locator('dialog').getByRole('button', {name: 'Resign'}).click();
  await page.locator('.banner.over').waitFor();
  await page.getByRole('button', {name: 'One back'}).click();
  await nothing();
  await page.getByRole('button', {name: 'One on'}).click();
  await counted(/× 1/);
  await close(page);
});

test('the slider through the game says where it is', async () => {
  const page = await open({language: 'en'});
  await begin(page);
  const slider = page.getByRole('slider', {name: 'Go through the game'});
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Move 2: 18x9');
  await page.getByRole('button', {name: 'To the start'}).click();
  await page.locator('.banner-title', {hasText: 'at the start'}).waitFor();
  assert.equal(await slider.getAttribute('aria-valuetext'), 'At the start');
  await close(page);
});
