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
  assert.ok(await page.locator('tbody tr').count() > 1);
  await picture(page, 'verified-laptop');
  await close(page);
});
