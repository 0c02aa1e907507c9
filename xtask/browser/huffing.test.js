/** @file Huffing explained: what was missed, which piece it cost, and where the rule is; but never what has to be noticed. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, myTurn, open, picture, play, tap} from './harness.js';

test('whoever is huffed sees what was missed until the next move, and so does whoever huffs', async () => {
  const host = await open({language: 'en', dark: true});
  const guest = await open({phone: true, language: 'fr'});
  await invite(host, guest, 'dames-10x10');
  await play(host, 32, 28);
  await play(guest, 19, 23);
  // White could take 23 and doesn't.
  await play(host, 31, 27);
  await guest.locator('.banner-line', {hasText: 'Les blancs ont oublié 28x19'}).waitFor();
  assert.equal(await guest.locator('.arrow.owed').count(), 1, 'the missed capture is drawn for whoever huffs');
  await picture(guest, 'huff-phone');
  await play(guest, 27);
  const note = host.locator('.banner-note', {hasText: 'You missed 28x19, so Black took your man on 27.'});
  await note.waitFor();
  assert.equal(await guest.locator('.banner-note p').count(), 0, 'nobody else needs to be told');
  await play(guest, 23, 32);
  await myTurn(host);
  await note.waitFor();
  assert.equal(await host.locator('.arrow.owed').count(), 1, 'and for whoever was huffed');
  assert.deepEqual(await axe(host), []);
  await picture(host, 'huffed-dark');
  await host.locator('.rule-link').click();
  await host.locator('.article.pointed', {hasText: 'Huffing'}).waitFor();
  await tap(host, 33);
  assert.equal(await note.count(), 1, 'a tap does not end it');
  await tap(host, 29);
  await note.waitFor({state: 'detached'});
  await close(host);
  await close(guest);
});

test('a huff is offered once there can be one to claim, and once a turn', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'en'});
  await invite(host, guest, 'dames-10x10', {huffing: 'claimed'});
  await myTurn(host);
  assert.equal(await host.locator('#huff-button').count(), 0, 'nobody has played');
  await play(host, 32, 28);
  await myTurn(guest);
  assert.equal(await guest.locator('#huff-button').count(), 0, 'nothing can be missed in the opening');
  await play(guest, 19, 23);
  await myTurn(host);
  await host.locator('#huff-button').waitFor();
  await play(host, 31, 27);
  await myTurn(guest);
  await guest.locator('#huff-button').click();
  await tap(guest, 27);
  await guest.getByRole('button', {name: '*27'}).waitFor();
  await guest.locator('#huff-button').waitFor({state: 'detached'});
  await close(host);
  await close(guest);
});

test('where a huff has to be noticed, nothing is told of what was missed', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'en'});
  await invite(host, guest, 'dames-10x10', {huffing: 'claimed'});
  await play(host, 32, 28);
  await play(guest, 19, 23);
  await play(host, 31, 27);
  await myTurn(guest);
  await guest.locator('#huff-button').click();
  await tap(guest, 27);
  await host.getByRole('button', {name: '*27'}).waitFor();
  for (const page of [host, guest]) {
    assert.equal(await page.locator('.banner-note p').count(), 0);
    assert.equal(await page.locator('.arrow.owed').count(), 0);
    assert.doesNotMatch(String(await page.locator('.banner').textContent()), /28x19/);
  }
  await close(host);
  await close(guest);
});

test('where captures may stop short, the same tap ends each of them, and nothing tells whether it could go on', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'fr'});
  await invite(host, guest, 'dames-10x10', {'short-capture': 'huffed'});
  await play(host, 31, 27);
  await play(guest, 18, 23);
  await play(host, 33, 28);
  await play(guest, 17, 22);
  await myTurn(host);
  await host.locator('.banner-line', {hasText: 'End a capture by tapping once more where it has landed.'}).waitFor();
  const label = (/** @type {number} */ square) => host.locator(`[data-square="${square}"]`).getAttribute('aria-label');
  // 28x17 is all there is; 27x18 could go on to 29.
  for (const [from, to] of [
    [28, 17],
    [27, 18],
  ]) {
    await tap(host, from ?? 0, to ?? 0);
    assert.match(String(await label(to ?? 0)), /once more to end the capture/);
    assert.equal(await host.locator('.board-picture .dot').count(), 0, 'nothing is marked');
    assert.equal(await host.locator('.move').count(), 4, 'and nothing is played yet');
    if (to === 17) await host.keyboard.press('Escape');
  }
  await play(host, 18);
  await guest.locator('.banner-line', {hasText: 'Les blancs ont oublié 27x18x29'}).waitFor();
  await play(guest, 18);
  await close(host);
  await close(guest);
});

test('answers to house rules that do not go together are refused where they are asked', async () => {
  const page = await open({language: 'en', mistakes: true});
  await page.goto('/new/dames-10x10?short-capture=huffed&obligation=must');
  await page.locator('.problem', {hasText: 'This answer doesn’t go with that of another question.'}).waitFor();
  await close(page);
});
