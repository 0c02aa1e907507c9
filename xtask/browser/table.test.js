/** @file What happens at a table: fingers, mouse, keys and typing; refusals; offers; going back; losing the connection. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, make, myTurn, open, picture, play, server, tap} from './harness.js';

test('a move by tap, by drag, by keys and by typing', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  const from = await page.locator('[data-square="9"]').boundingBox();
  const to = await page.locator('[data-square="13"]').boundingBox();
  assert.ok(from && to);
  await myTurn(page);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, {steps: 6});
  await page.mouse.up();
  await page.getByRole('button', {name: '9-13'}).waitFor();
  await page.locator('#typed-move').fill('23-19');
  await page.locator('#typed-move').press('Enter');
  await page.getByRole('button', {name: '23-19'}).waitFor();
  await myTurn(page);
  await page.locator('[data-square="11"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  const square = await page.evaluate(() => document.activeElement?.getAttribute('data-square'));
  assert.ok(square === '15' || square === '16', `arrow up from 11 leads to ${square}`);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.square[aria-current]').count(), 0, 'Escape puts the piece back');
  await close(page);
});

test('a whole turn with the keyboard alone, from the first page on', async () => {
  const page = await open({language: 'en'});
  await page.goto('/');
  const link = page.locator('a.card-link[data-game="dames-8x8"]');
  await link.waitFor();
  for (let nth = 0; nth < 40 && !(await link.evaluate(one => one === document.activeElement)); nth += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const start = page.locator('#start-game');
  await start.waitFor();
  await page.locator('input[name=versus][value=same-device]').focus();
  await page.keyboard.press('Space');
  for (let nth = 0; nth < 30 && !(await start.evaluate(one => one === document.activeElement)); nth += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.board-grid').waitFor();
  await myTurn(page);
  for (
    let nth = 0;
    nth < 30 && !(await page.evaluate(() => document.activeElement?.hasAttribute('data-square')));
    nth += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let nth = 0; nth < 12 && !/can move/.test(await label()); nth += 1) await page.keyboard.press('ArrowDown');
  assert.match(await label(), /white man, can move/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  assert.match(await label(), /can go here/);
  await page.keyboard.press('Enter');
  await page.locator('.move').waitFor();
  await close(page);
});

test('a refused move explains itself, and the rule opens beside the board', async () => {
  const page = await open({language: 'fr'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  await play(page, 9, 13);
  await play(page, 18, 14);
  await myTurn(page);
  await tap(page, 11, 15);
  await page.locator('.banner-note', {hasText: 'obligatoire'}).waitFor();
  assert.equal(await page.locator('.arrow.owed').count(), 1, 'the owed capture is drawn');
  await picture(page, 'refused-laptop');
  await page.locator('.rule-link').click();
  await page.locator('.article.pointed').waitFor();
  await picture(page, 'rule-beside-the-board-laptop');
  assert.deepEqual(await axe(page), []);
  await close(page);
});

test('huffing that has to be claimed: nothing hints at it, a wrong claim costs nothing', async () => {
  const host = await open({language: 'en'});
  const guest = await open({phone: true, language: 'fr'});
  await invite(host, guest, 'dames-10x10', {huffing: 'claimed'});
  await play(host, 32, 28);
  await play(guest, 19, 23);
  // White could take 23 and doesn't.
  await myTurn(host);
  const icon = (/** @type {import('./harness.js').Page} */ page) => page.locator('link[rel=icon]').getAttribute('href');
  assert.match(await host.title(), /^● Your turn/, 'the tab says whose turn it is');
  assert.doesNotMatch(await guest.title(), /●/);
  assert.notEqual(await icon(host), await icon(guest), 'so does its picture');
  assert.equal(await host.locator('.tint.movable, .ring').count(), 0, 'no hint at the capture');
  await play(host, 31, 27);
  await myTurn(guest);
  await guest.locator('#huff-button').click();
  await tap(guest, 1);
  await guest.locator('.banner-note p').waitFor();
  await guest.locator('#huff-button').click();
  await tap(guest, 27);
  await guest.getByRole('button', {name: '*27'}).waitFor();
  await picture(guest, 'huff-claimed-phone');
  await close(host);
  await close(guest);
});

test('draw, takeback, phrases, resignation and a rematch with colours swapped', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'fr'});
  await invite(host, guest, 'dames-8x8');
  await play(host, 22, 18);
  await play(guest, 9, 13);
  await guest.getByRole('button', {name: 'Reprise du coup'}).click();
  await host.getByRole('button', {name: 'Accept', exact: true}).click();
  await guest.locator('.move').nth(1).waitFor({state: 'detached'});
  await guest.getByRole('button', {name: 'Proposer la nulle'}).click();
  await guest.locator('dialog').getByRole('button', {name: 'Proposer la nulle'}).click();
  await host.getByRole('button', {name: 'Decline'}).click();
  await guest.locator('.offers p').waitFor({state: 'detached'});
  await host.getByRole('button', {name: 'Say something'}).click();
  await host.locator('.phrases button').first().click();
  await guest.locator('.bubble:not([hidden])').waitFor();
  await play(guest, 9, 13);
  await host.getByRole('button', {name: 'Resign'}).click();
  await host.locator('dialog').getByRole('button', {name: 'Resign'}).click();
  await guest.locator('.banner.over', {hasText: 'Vous gagnez'}).waitFor();
  await picture(guest, 'won-laptop');
  const [download] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('button', {name: 'Télécharger'}).click(),
  ]);
  assert.match(download.suggestedFilename(), /^dames-8x8-\w+\.pdn$/);
  const before = guest.url();
  await host.locator('#rematch-button').click();
  await guest.getByRole('button', {name: 'Accepter'}).click();
  await guest.waitForURL(url => url.href !== before);
  await host.waitForURL(guest.url());
  await myTurn(guest);
  assert.equal(
    await guest.locator('.player-bar').last().getAttribute('data-side'),
    'white',
    'the guest now has the white pieces',
  );
  await close(host);
  await close(guest);
});

test('players who gave their names are called by them, and no notice lies on a clock', async () => {
  const host = await open({language: 'en'});
  const guest = await open({phone: true, language: 'fr'});
  for (const [page, name] of /** @type {const} */ ([
    [host, 'Camille'],
    [guest, 'Dominique'],
  ]))
    await page.addInitScript(known => {
      localStorage.setItem('damier.name', JSON.stringify(known));
      localStorage.setItem('damier.choices', '{"clock":{"type":"fischer","seconds":600,"increment":5}}');
    }, name);
  await invite(host, guest, 'dames-8x8');
  await play(host, 22, 18);
  await play(guest, 9, 13);
  await guest.getByRole('button', {name: 'Proposer la nulle'}).click();
  await guest.locator('dialog').getByRole('button', {name: 'Proposer la nulle'}).click();
  await host.locator('.offer', {hasText: 'Dominique offers a draw.'}).waitFor();
  await host.getByRole('button', {name: 'Decline'}).click();
  await guest.locator('.banner-note', {hasText: 'Camille refuse la nulle.'}).waitFor();
  const [note, ...clocks] = await guest.evaluate(() =>
    ['.banner-note', '.player-bar:first-child .clock', '.player-bar:last-child .clock'].map(one => {
      const {top = 0, bottom = 0} = document.querySelector(one)?.getBoundingClientRect() ?? {};
      return {top, bottom};
    }),
  );
  assert.equal(clocks.length, 2);
  for (const clock of clocks)
    assert.ok(note && clock.bottom > clock.top && (note.top >= clock.bottom || note.bottom <= clock.top));
  await host.getByRole('button', {name: 'Resign'}).click();
  await host.locator('dialog').getByRole('button', {name: 'Resign'}).click();
  await guest.locator('.banner.over', {hasText: 'Camille a abandonné.'}).waitFor();
  await host.locator('.banner.over', {hasText: 'You resigned.'}).waitFor();
  await close(host);
  await close(guest);
});

test('after a takeback the mark of the last move agrees with the board', async () => {
  const host = await open({language: 'en'});
  const guest = await open({language: 'en'});
  await invite(host, guest, 'dames-8x8');
  const marks = () => host.locator('.tint.last').evaluateAll(all => all.map(one => `${one.getAttribute('x')} ${one.getAttribute('y')}`));
  await play(host, 22, 18);
  await myTurn(guest);
  await host.locator('.banner:not(.mine)').waitFor();
  const before = await marks();
  assert.equal(before.length, 2);
  await play(guest, 9, 13);
  await myTurn(host);
  assert.notDeepEqual(await marks(), before);
  await guest.getByRole('button', {name: 'Undo the move'}).click();
  await host.getByRole('button', {name: 'Accept', exact: true}).click();
  await host.locator('.move').nth(1).waitFor({state: 'detached'});
  assert.deepEqual(await marks(), before);
  await host.getByRole('button', {name: 'Undo the move'}).click();
  await guest.getByRole('button', {name: 'Accept', exact: true}).click();
  await host.locator('.move').waitFor({state: 'detached'});
  assert.deepEqual(await marks(), [], 'at the start nothing was moved');
  await close(host);
  await close(guest);
});

test('a man that must capture keeps its frame whichever man is taken up, and a move along a file is told to go diagonally', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await myTurn(page);
  await tap(page, 22, 14);
  await page.locator('.banner-note', {hasText: 'one goes diagonally'}).waitFor();
  await play(page, 22, 18);
  await play(page, 9, 13);
  await play(page, 18, 14);
  await myTurn(page);
  const frames = await page.locator('.tint.movable').count();
  assert.ok(frames > 0);
  await tap(page, 12);
  await page.locator('.square[aria-current][data-square="12"]').waitFor();
  assert.equal(await page.locator('.tint.movable').count(), frames);
  await picture(page, 'frames-stay-laptop');
  await close(page);
});

test('the link and the record are copied by buttons that can be told apart', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await page.getByRole('button', {name: 'Share'}).click();
  const names = await page.locator('dialog .button').allTextContents();
  assert.deepEqual(names, ['Copy the link', 'Copy the record', 'Download']);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('dialog').getByRole('button', {name: 'Copy the link'}).click();
  await page.locator('dialog .button', {hasText: 'Copied.'}).waitFor();
  await picture(page, 'share-laptop');
  await close(page);
});

test('a game is gone through with buttons, arrow keys and the slider', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  await play(page, 9, 13);
  await page.getByRole('button', {name: 'To the start'}).click();
  const label = () => page.locator('[data-square="22"]').getAttribute('aria-label');
  await page.waitForFunction(() =>
    /white man/.test(document.querySelector('[data-square="22"]')?.getAttribute('aria-label') ?? ''),
  );
  await page.locator('h1').click();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() =>
    /empty/.test(document.querySelector('[data-square="22"]')?.getAttribute('aria-label') ?? ''),
  );
  assert.match(String(await label()), /empty/);
  await page.getByRole('button', {name: 'To now'}).click();
  await page.waitForFunction(() =>
    /black man/.test(document.querySelector('[data-square="13"]')?.getAttribute('aria-label') ?? ''),
  );
  await close(page);
});

test('where Black begins the list begins with Black', async () => {
  const page = await open({language: 'en'});
  await make(page, 'english', {versus: 'same-device'});
  await play(page, 11, 15);
  await play(page, 23, 19);
  await play(page, 8, 11);
  const rows = await page.locator('.move-row').evaluateAll(list => list.map(row => row.textContent));
  assert.deepEqual(rows, ['1.11-1523-19', '2.8-11'], 'rows as one reads and hears them');
  await close(page);
});

test('what somebody asked for and did not get is seen', async () => {
  const host = await open({language: 'en'});
  const guest = await open({phone: true, language: 'fr'});
  await invite(host, guest, 'dames-8x8');
  await play(host, 22, 18);
  await play(guest, 9, 13);
  await guest.getByRole('button', {name: 'Proposer la nulle'}).click();
  await guest.locator('dialog').getByRole('button', {name: 'Proposer la nulle'}).click();
  await host.getByRole('button', {name: 'Decline'}).click();
  await guest.locator('.banner-note', {hasText: 'Les blancs refusent la nulle.'}).waitFor();
  await picture(guest, 'declined-phone');
  assert.equal(await host.locator('.banner-note p').count(), 0, 'whoever declined knows');
  await close(host);
  await close(guest);
});

test('a tap while something is still being shown counts afterwards', async () => {
  const page = await open({language: 'en', motion: true});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  await myTurn(page);
  await tap(page, 9, 13, 18);
  await page.locator('.square[aria-current][data-square="18"]').waitFor();
  await close(page);
});

test('a page that is loaded anew in the middle of a turn goes on there', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'same-device'});
  await myTurn(page);
  await page.locator('#chance-button').click();
  await page.locator('#chance-button').waitFor({state: 'detached'});
  const title = await page.locator('.banner-title').textContent();
  await page.reload();
  await myTurn(page);
  assert.equal(await page.locator('.banner-title').textContent(), title);
  await close(page);
});

test('a tap while the server is down is played when it is back', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await play(page, 22, 18);
  await myTurn(page);
  await server.end('SIGKILL');
  await page.locator('.offline').waitFor();
  await picture(page, 'offline-laptop');
  await tap(page, 9, 13);
  await page.locator('.offline', {hasText: 'will be sent'}).waitFor();
  await server.start();
  await page.getByRole('button', {name: '9-13'}).waitFor();
  assert.equal(await page.locator('.offline').count(), 0);
  assert.equal(await page.locator('.move').count(), 2, 'it is played once');
  await close(page);
});
