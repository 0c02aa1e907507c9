/** @file Somebody leaves in the middle of a game, and a minute later the other may end it. The minute passes during the other tests. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, invite, open, picture, play} from './harness.js';

/** @type {import('./harness.js').Page|null} */
let waiting = null;

test('a player who leaves is seen to be away, and the other can claim nothing yet', async () => {
  const host = await open({language: 'fr'});
  const guest = await open({language: 'en'});
  await invite(host, guest, 'dames-8x8');
  await play(host, 22, 18);
  await close(guest);
  await host.locator('.presence', {hasText: 'absent'}).waitFor();
  assert.equal(await host.locator('.offer').count(), 0);
  waiting = host;
});

/** The last test: by now a minute has passed, or nearly. */
export async function claimGame() {
  const host = waiting;
  assert.ok(host, 'somebody waits');
  await host.locator('.offer', {hasText: 'L’adversaire est parti'}).waitFor({timeout: 120_000});
  await picture(host, 'left-laptop');
  await host.getByRole('button', {name: 'Réclamer le gain'}).click();
  await host.locator('.banner.over', {hasText: 'Vous gagnez'}).waitFor();
  assert.match(String(await host.locator('.banner-line').textContent()), /Les noirs ont quitté la partie/);
  await close(host);
}
