/** @file Complete games: each game of the sheets between two pages that met by a link, and against the engine. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, make, open, picture} from './harness.js';
import {playOn} from './player.js';

const SHEETS = ['dame-2000', 'dame-2000-variant', 'dames-8x8', 'trappes', 'damsystem', 'dames-10x10'];
const HELP = {help: true};
const ROUND = /Combat, (round|manche) \d/;

/** What the players met, in all games; checked at the end. @type {Set<string>} */
const met = new Set();

for (const game of SHEETS) {
  test(`${game}: two pages, one link, to the end`, async () => {
    const host = await open({language: 'en', settings: HELP});
    const guest = await open({phone: true, language: 'fr', settings: HELP});
    await invite(host, guest, game);
    const begun = await Promise.all([host, guest].map(page => page.evaluate(playOn, {most: 6})));
    await picture(host, `game-${game}-laptop`);
    await picture(guest, `game-${game}-phone`);
    assert.deepEqual(await axe(host), []);
    assert.deepEqual(await axe(guest), []);
    const small = await guest.evaluate(() =>
      Math.min(...[...document.querySelectorAll('.square')].map(one => one.getBoundingClientRect().width)),
    );
    assert.ok(small >= 29.9, `squares of ${small} px on a phone`);
    const ends = await Promise.all([host, guest].map(page => page.evaluate(playOn, {most: 400})));
    for (const {met: some} of [...begun, ...ends]) some.forEach(one => met.add(one));
    assert.ok(
      ends.every(end => end.over),
      JSON.stringify(ends),
    );
    await picture(host, `over-${game}-laptop`);
    await close(host);
    await close(guest);
  });

  test(`${game}: against level 1, to the end`, async () => {
    const page = await open({language: 'en', dark: true, settings: HELP});
    await make(page, game, {versus: 'engine', level: '1'});
    const end = await page.evaluate(playOn, {most: 400});
    end.met.forEach(one => met.add(one));
    assert.ok(end.over, JSON.stringify(end));
    await picture(page, `over-${game}-dark`);
    await close(page);
  });
}

test('a tie leads to another round', async () => {
  const page = await open({language: 'en'});
  // Heads above blue have to meet and tie; a few games are enough for that.
  for (let nth = 0; nth < 6 && ![...met].some(one => ROUND.test(one)); nth += 1) {
    await make(page, 'dame-2000-variant', {versus: 'same-device'});
    const {met: some, title} = await page.evaluate(playOn, {most: 200, stopAt: 'Combat, round'});
    [...some, title].forEach(one => met.add(one));
  }
  await close(page);
});

test('every phase was met', () => {
  const phases = [
    /Spin the roulette|Lancez la roulette/,
    /Push a green|tirette verte/,
    /Push an orange|tirette orange/,
    /Move a piece|Jouez une pièce/,
    /have to capture|devez prendre/,
    /Huff!|Soufflez/,
    /Combat/,
    ROUND,
    /several jumps/,
  ];
  for (const phase of phases)
    assert.ok(
      [...met].some(one => phase.test(one)),
      `${phase} is missing among ${[...met].join(', ')}`,
    );
});
