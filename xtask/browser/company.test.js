/** @file Others at the table: spectators, challenges for anybody, clocks, and games that a browser remembers. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, make, myTurn, open, picture, play} from './harness.js';

test('a spectator sees the moves and can do nothing', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'fr'});
  const third = await open({phone: true, language: 'en'});
  await invite(host, guest, 'dames-8x8');
  await third.goto(new URL(host.url()).pathname);
  await third.locator('.board-grid').waitFor();
  await play(host, 22, 18);
  await third.locator('.move', {hasText: '22-18'}).waitFor();
  assert.equal(await third.locator('.banner.mine').count(), 0);
  assert.equal(await third.getByRole('button', {name: 'Resign'}).count(), 0);
  assert.equal(await third.locator('.typed:not([hidden])').count(), 0);
  for (const page of [host, guest, third]) await close(page);
});

test('a challenge for anybody is found and taken', async () => {
  const host = await open({language: 'en'});
  const guest = await open({phone: true, language: 'fr'});
  await guest.goto('/lobby');
  await guest.locator('.empty').waitFor();
  await make(host, 'trappes', {versus: 'open'});
  await guest.locator('.challenge', {hasText: 'Trappes'}).waitFor();
  assert.deepEqual(await axe(guest), []);
  await picture(guest, 'challenge-phone');
  await guest.locator('.challenge a.button').click();
  await guest.locator('#sit-down').waitFor();
  assert.deepEqual(await axe(guest), []);
  await picture(guest, 'invitation-phone');
  await guest.locator('#sit-down').click();
  await myTurn(host);
  await close(guest);
  await host.goto('/');
  await host.locator('.game-row', {hasText: 'Your turn'}).waitFor();
  assert.deepEqual(await axe(host), []);
  await picture(host, 'my-games-laptop');
  await close(host);
});

test('clocks run on the screen, and only while it is somebody’s turn', async () => {
  const page = await open({language: 'en'});
  await page.goto('/new/dames-8x8?versus=same-device');
  await page.getByLabel('Clock').selectOption({label: '3 min + 2 s'});
  await page.locator('#start-game').click();
  await play(page, 22, 18);
  await play(page, 9, 13);
  await myTurn(page);
  const running = page.locator('.clock.running');
  const before = await running.textContent();
  assert.match(String(before), /^[23]:\d\d$/);
  await page.waitForFunction(text => document.querySelector('.clock.running')?.textContent !== text, before);
  assert.equal(await running.count(), 1);
  await picture(page, 'clocks-laptop');
  await close(page);
});

test('an invitation shows its link as text and as a code', async () => {
  const page = await open({phone: true, language: 'fr'});
  await make(page, 'dames-8x8', {versus: 'friend'});
  await page.locator('.qr').waitFor();
  assert.match(await page.locator('.link-field').inputValue(), /\/join\/\w+#[\w-]+$/);
  await page.locator('.link-warning', {hasText: 'Seul cet ordinateur'}).waitFor();
  assert.match(String(await page.locator('.link-warning code').textContent()), /--listen 0\.0\.0\.0:\d+$/);
  assert.deepEqual(await axe(page), []);
  await picture(page, 'waiting-phone');
  await close(page);
});

test('an invitation tells the guest the side that the guest will have', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'en'});
  for (const [colour, rest] of [
    ['white', 'Black'],
    ['black', 'White'],
  ]) {
    await make(host, 'dames-8x8', {versus: 'friend', colour: colour ?? ''});
    await guest.goto(await host.locator('.link-field').inputValue());
    assert.equal(await guest.locator('.terms dd').first().textContent(), rest);
    await guest.locator('#sit-down').click();
    await guest.locator('.board-grid').waitFor();
    const mine = await guest.locator('.player-bar').last().getAttribute('data-side');
    assert.equal(mine, rest?.toLowerCase(), 'and so it is');
  }
  await close(host);
  await close(guest);
});

test('a game that nobody knows says so', async () => {
  const page = await open({language: 'en'});
  await page.goto('/game/abcdefghjkmn');
  await page.locator('.failure').waitFor();
  await close(page);
});

test('a guest whose answer was lost has his seat after a reload', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'en'});
  await make(host, 'dames-8x8', {versus: 'friend'});
  const link = await host.locator('.link-field').inputValue();
  // The server does it, and the answer never arrives.
  await guest.route('**/join', async route => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await guest.goto(link);
  await guest.locator('#sit-down').click();
  await guest.locator('.new-form [role=alert]').filter({hasText: /./}).waitFor();
  await host.locator('.waiting-card').waitFor({state: 'detached'});
  await guest.unroute('**/join');
  await guest.reload();
  await guest.locator('.board-grid[data-side], .board-grid').first().waitFor();
  await guest.waitForURL('**/game/*');
  await play(host, 22, 18);
  await myTurn(guest);
  for (const page of [host, guest]) await close(page);
});
