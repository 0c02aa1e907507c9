/** @file Chance as it is seen: the roulette turns, dice roll, both can be skipped, and a finished game can be verified. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, make, myTurn, open, picture} from './harness.js';
import {playOn} from './player.js';

test('the roulette shows its odds, turns, and can be skipped', async () => {
  const page = await open({language: 'fr', motion: true});
  await make(page, 'trappes', {versus: 'same-device'});
  await myTurn(page);
  assert.match(String(await page.locator('.banner-odds').textContent()), /50\s%/);
  await picture(page, 'spin-laptop');
  await page.locator('#chance-button').click();
  await page.locator('.chance-overlay .wheel').waitFor();
  await page.waitForTimeout(900);
  await picture(page, 'spinning-laptop');
  await page.locator('.chance-overlay').click();
  await page.locator('.chance-overlay').waitFor({state: 'detached', timeout: 1000});
  await close(page);
});

test('dice roll for a combat, with the odds before', async () => {
  const page = await open({phone: true, language: 'fr', motion: true, settings: {motion: false}});
  await make(page, 'dame-2000', {versus: 'same-device'});
  await page.evaluate(playOn, {most: 200, stopAt: 'Combat'});
  await page.locator('.fight-odds').waitFor();
  await picture(page, 'combat-phone');
  await page.getByRole('button', {name: 'Réglages'}).click();
  await page.getByLabel('Animations').click();
  await page.getByRole('button', {name: 'Fermer'}).click();
  await page.locator('#chance-button').click();
  await page.locator('.die.best, .chance-result.shown').first().waitFor();
  await picture(page, 'dice-phone');
  await close(page);
});

test('a finished game is verified, roll by roll', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'engine', level: '1'});
  await page.evaluate(playOn, {most: 8});
  await page.getByRole('button', {name: 'Resign'}).click();
  await page.locator('dialog').getByRole('button', {name: 'Resign'}).click();
  await page.getByRole('link', {name: 'Check the dice'}).click();
  await page.locator('.verdict-card.good').waitFor();
  assert.ok((await page.locator('tbody tr').count()) > 1);
  await picture(page, 'verified-laptop');
  await page.setViewportSize({width: 390, height: 844});
  const room = page.locator('.table-room');
  assert.ok(await room.evaluate(one => one.scrollWidth <= one.clientWidth), 'the table fits a phone');
  await room.scrollIntoViewIfNeeded();
  await picture(page, 'verified-phone');
  await close(page);
});

test('a slider is dragged, and another one tapped', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'same-device'});
  for (const way of ['drag', 'tap']) {
    await page.evaluate(playOn, {most: 100, stopAt: 'Push'});
    const title = await page.locator('.banner-title').textContent();
    const colour = /orange/.test(String(title)) ? 'orange' : 'green';
    const before = await page.locator('.move').count();
    const box = await page.locator(`.knob.${colour}`).first().boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (way === 'drag') {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 25, y, {steps: 4});
      await page.mouse.up();
    } else await page.mouse.click(x + 20, y);
    await page.waitForFunction(count => document.querySelectorAll('.move').length > count, before);
    assert.match(String(await page.locator('.move').nth(before).textContent()), /^[+-]\d+$/);
  }
  await picture(page, 'sliders-laptop');
  await close(page);
});

test('on a phone plates slide, and the rows that are fixed stand still meanwhile', async () => {
  const page = await open({phone: true, language: 'en', motion: true, settings: {turning: false}});
  await make(page, 'damsystem', {versus: 'same-device'});
  await myTurn(page);
  // The picture finds its place first.
  await page.waitForTimeout(500);
  const places = () =>
    page.evaluate(() =>
      ['.plate', '.wood'].map(one => document.querySelector(`.board ${one}`)?.getBoundingClientRect().left ?? 0),
    );
  const [plate = 0, wood = 0] = await places();
  await page.locator('#pass-button').click();
  await page.waitForFunction(
    left => Math.abs((document.querySelector('.board .plate')?.getBoundingClientRect().left ?? 0) - left) > 20,
    plate,
  );
  const [, still = 0] = await places();
  assert.ok(Math.abs(still - wood) < 1, `the fixed rows moved by ${still - wood} px`);
  await page.waitForFunction(
    left => Math.abs((document.querySelector('.board .plate')?.getBoundingClientRect().left ?? 0) - left) < 1,
    plate,
  );
  await picture(page, 'slid-phone');
  await close(page);
});

test('plates are seen to slide, with the pieces on them', async () => {
  const page = await open({language: 'en', motion: true, settings: {turning: false}});
  await make(page, 'damsystem', {versus: 'same-device'});
  await myTurn(page);
  await page.locator('[data-square="49"]').click();
  await page.locator('[data-square="42"]').click();
  const at = () =>
    page
      .locator('.plate')
      .first()
      .evaluate(one => one.getBoundingClientRect().left);
  const before = await at();
  await page.waitForFunction(
    left => Math.abs((document.querySelector('.plate')?.getBoundingClientRect().left ?? 0) - left) > 20,
    before,
  );
  await picture(page, 'sliding-laptop');
  await page.waitForFunction(
    () => document.querySelectorAll('.move').length === 1 && !document.querySelector('.pending'),
  );
  await myTurn(page);
  const plate = await at();
  const square = await page.locator('[data-square="42"]').boundingBox();
  assert.ok(square && plate < before, 'the plates are further left');
  await picture(page, 'slid-laptop');
  await close(page);
});
