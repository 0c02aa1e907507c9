/** @file Chance as it is seen: the roulette turns, dice roll, both can be skipped, and a finished game can be verified. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, make, myTurn, open, picture, tap} from './harness.js';
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
  assert.match(String(await page.locator('#promise-kept').textContent()), /holds$/);
  assert.deepEqual(await axe(page), []);
  await picture(page, 'verified-laptop');
  await page.setViewportSize({width: 390, height: 844});
  const room = page.locator('.table-room');
  assert.ok(await room.evaluate(one => one.scrollWidth <= one.clientWidth), 'the table fits a phone');
  await room.scrollIntoViewIfNeeded();
  await picture(page, 'verified-phone');
  await close(page);
});

test('what chance drew is told in words, in the language of the page', async () => {
  const page = await open({language: 'fr'});
  await make(page, 'trappes', {versus: 'same-device'});
  await page.evaluate(playOn, {most: 6});
  await page.getByRole('button', {name: 'Abandonner'}).click();
  await page.locator('dialog').getByRole('button', {name: 'Abandonner'}).click();
  await page.getByRole('link', {name: 'Vérifier les dés'}).click();
  await page.locator('.verdict-card.good').waitFor();
  const rows = await page.locator('tbody tr').allTextContents();
  assert.ok(rows.length > 0);
  for (const row of rows) assert.match(row, /Jouer une pièce|Trappe (verte|orange)/);
  assert.doesNotMatch(rows.join(), /\[|pawn|green/);
  await picture(page, 'verified-laptop-fr');
  await close(page);
});

test('a tap that means nothing is answered by what has to be done first', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'same-device'});
  await myTurn(page);
  await tap(page, 22);
  await page.locator('.banner-note', {hasText: 'Spin the roulette first.'}).waitFor();
  await page.locator('#chance-button.nudged').waitFor();
  await picture(page, 'spin-first-laptop');
  await page.locator('#chance-button').click();
  await page.evaluate(playOn, {most: 100, stopAt: 'Push'});
  const title = String(await page.locator('.banner-title').textContent());
  const piece = page.locator('.square[aria-label*="man"]').first();
  await piece.click();
  await page.locator('.banner-note', {hasText: `${title}. Tap a marked trap`}).waitFor();
  await close(page);
});

test('odds sum to a hundred, name the players, and a side has its colour whoever attacks', async () => {
  const page = await open({phone: true, language: 'en', settings: {turning: false}});
  await make(page, 'dame-2000', {versus: 'engine', level: '1'});
  const sums = await page.evaluate(async () => {
    const base = document.querySelector('script[type=module]')?.getAttribute('src')?.replace('app/main.js', '');
    const {hundredths, percents} = await import(`${base}app/i18n.js`);
    return [hundredths([1, 1, 1]), hundredths([455, 90, 455]), hundredths([0, 0]), percents([999, 1])];
  });
  assert.deepEqual(sums, [[34, 33, 33], [46, 9, 45], [0, 0], ['100%', '< 1 %']]);
  const colours = new Set();
  for (let nth = 0; nth < 3; nth += 1) {
    await page.evaluate(playOn, {most: 200, stopAt: 'Combat'});
    if (!(await page.locator('.fight-odds').count())) break;
    const told = await page.locator('.odds-word').allTextContents();
    const shares = told.map(word => Number(/(\d+)\s?%/.exec(word)?.[1]));
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      100,
      told.join(', '),
    );
    assert.doesNotMatch(told.join(), /Attacker|Defender/);
    assert.equal(await page.locator('.odds-bar span').count(), told.length, 'no sliver for what can not be');
    const words = await page
      .locator('.odds-word')
      .evaluateAll(all => all.map(one => `${one.className} ${one.firstChild?.textContent}`));
    words.forEach(word => colours.add(word));
    if (nth === 0) await picture(page, 'odds-phone');
    await page.locator('#chance-button').click();
    await page.locator('.banner-odds').waitFor({state: 'detached'});
  }
  const right = ['odds-word white You', 'odds-word nobody Nobody', 'odds-word black The computer'];
  assert.deepEqual(
    [...colours].filter(colour => !right.includes(String(colour))),
    [],
  );
  await close(page);
});

test('a tie says what drops and who goes', async () => {
  for (const [language, expected] of /** @type {const} */ ([
    [
      'en',
      [
        'A tie! You drop from red head to green head. The computer drops from green head to blue head.',
        'A tie! You lose a head by the tie and win one back: red head. The computer had the lowest head: that pawn goes.',
        'A tie! Both pawns had the lowest head, and go.',
        'A tie! Both have the lowest head already: the dice are rolled again.',
        'You win the combat.',
      ],
    ],
    [
      'fr',
      [
        'Égalité\u202f! Vous descendez de tête rouge à tête verte. L’ordinateur descend de tête verte à tête bleue.',
        'Égalité\u202f! Vous perdez une tête et en regagnez une\u00a0: tête rouge. ' +
          'L’ordinateur avait la tête la plus basse\u00a0: son pion sort.',
        'Égalité\u202f! Les deux pions avaient la tête la plus basse\u00a0: ils sortent.',
        'Égalité\u202f! Les deux ont déjà la tête la plus basse\u00a0: on relance les dés.',
        'Vous gagnez le combat.',
      ],
    ],
  ])) {
    const page = await open({language});
    await page.goto('/');
    await page.locator('.hero h1').waitFor();
    const told = await page.evaluate(async () => {
      const base = document.querySelector('script[type=module]')?.getAttribute('src')?.replace('app/main.js', '');
      const [{sayVerdict}, {words}] = await Promise.all([import(`${base}board/announce.js`), import(`${base}app/i18n.js`)]);
      const call = (/** @type {string} */ side) => (side === 'white' ? words.who.you : words.who.engine);
      /** @param {string} side @param {number} rolled @param {string} before @param {string|undefined} after */
      const one = (side, rolled, before, after) => ({side, rolled, before, after});
      const rounds = [
        [one('white', 4, 'red-head', 'green-head'), one('black', 4, 'green-head', 'blue-head'), false],
        [one('white', 4, 'red-head', 'red-head'), one('black', 4, 'blue-head', undefined), true],
        [one('white', 4, 'blue-head', undefined), one('black', 4, 'blue-head', undefined), true],
        [one('white', 4, 'blue-head', 'blue-head'), one('black', 4, 'blue-head', 'blue-head'), false],
        [one('white', 5, 'blue-head', 'green-head'), one('black', 4, 'blue-head', undefined), true],
      ];
      return rounds.map(([attacker, defender, over]) => sayVerdict({attacker, defender, over}, call));
    });
    assert.deepEqual(told, expected);
    await close(page);
  }
});

/** The four words of a commitment, as docs/fairness.md has them. @param {string} commitment */
function sealOf(commitment) {
  const bits = BigInt(`0x${commitment.slice(0, 12)}`);
  const sixes = Array.from({length: 8}, (_, nth) => Number((bits >> BigInt(6 * (7 - nth))) & 63n));
  const syllables = sixes.map(six => `${'bdfgklmnprstvwyz'[six >> 2]}${'aeio'[six & 3]}`).join('');
  return syllables.replace(/....(?=.)/g, '$& ');
}

test('two people compare the seal, and each browser says whether it was kept', async () => {
  const host = await open({language: 'en'});
  const guest = await open({phone: true, language: 'fr'});
  await invite(host, guest, 'trappes');
  for (const page of [host, guest]) {
    await page.locator('.seal summary').click();
    assert.deepEqual(await axe(page), []);
    const whole = String(await page.locator('.seal-whole').textContent());
    assert.match(whole, /^[0-9a-f]{64}$/);
    assert.equal(await page.locator('.seal-words').textContent(), sealOf(whole));
  }
  const seals = await Promise.all([host, guest].map(page => page.locator('.seal-words').textContent()));
  assert.equal(seals[0], seals[1], 'the same on both screens, whatever their language');
  await picture(guest, 'seal-phone');
  await host.getByRole('button', {name: 'Call off'}).click();
  await host.locator('dialog').getByRole('button', {name: 'Call off'}).click();
  const verify = `/verify?game=${new URL(host.url()).pathname.split('/').at(-1)}`;
  await guest.goto(verify);
  await guest.locator('.verdict-card.good').waitFor();
  assert.ok((await guest.locator('.checks li').count()) >= 4, 'the secret, the seal, the host’s word and one’s own');
  assert.equal(await guest.locator('.checks .fails').count(), 0);
  assert.deepEqual(await axe(guest), []);
  await picture(guest, 'seal-kept-phone');
  // A record written anew, with another secret and its commitment or with another word of the host, is found out.
  const another = '2b'.repeat(32);
  const its = 'eebd6ae7ed7a0885341392eb992ae3a531817127919e489d06e067f429db120f';
  /** @type {((record: string) => string)[]} */
  const forgers = [
    text => text.replace(/(?<=Commitment ")\w+/, its).replace(/(?<=Secret ")\w+/, another),
    text => text.replace(/(?<=HostSeed ")[^"]+/, 'chosen later'),
  ];
  for (const forge of forgers) {
    await guest.route('**/record', async route => {
      const answer = await route.fetch();
      await route.fulfill({response: answer, body: forge(await answer.text())});
    });
    await guest.goto(verify);
    await guest.locator('.verdict-card.bad').waitFor();
    assert.equal(await guest.locator('.checks .fails').count(), 1, 'the seal, or the host’s word');
    await guest.unroute('**/record');
  }
  // Whoever was promised nothing hears no more than that it is consistent.
  const third = await open({language: 'en'});
  await third.goto(verify);
  await third.locator('.verdict-card.good', {hasText: 'consistent in itself'}).waitFor();
  await third.locator('#no-promise').waitFor();
  for (const page of [host, guest, third]) await close(page);
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

test('on a phone the picture goes along with the plates: no piece leaves it, and nothing moves afterwards', async () => {
  const page = await open({phone: true, language: 'en', motion: true, settings: {turning: false}});
  await make(page, 'damsystem', {versus: 'same-device'});
  await myTurn(page);
  // Frame by frame: how far the fixed rows have moved, how far plates have slid on them, and how far pieces stick out.
  const watching = page.evaluate(
    () =>
      new Promise(resolve => {
        const board = document.querySelector('.board');
        const left = (/** @type {string} */ one) => board?.querySelector(one)?.getBoundingClientRect().left ?? 0;
        const [wood, plate] = [left('.wood'), left('.plate')];
        /** @type {{wood: number, slid: number, out: number}[]} */
        const seen = [];
        const look = () => {
          const out = [...(board?.querySelectorAll('.piece') ?? [])].map(piece => {
            const {left: from, right: to} = piece.getBoundingClientRect();
            return Math.max(-from, to - innerWidth);
          });
          const moved = left('.wood') - wood;
          seen.push({wood: moved, slid: left('.plate') - plate - moved, out: Math.max(...out)});
          const still = seen.length > 40 && seen.slice(-40).every(one => Math.abs(one.wood - moved) < 0.5);
          if (seen.length > 600 || (still && Math.abs(moved) > 20)) resolve(seen);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.locator('#pass-button').click();
  const seen = /** @type {{wood: number, slid: number, out: number}[]} */ (await watching);
  const end = seen[seen.length - 1];
  assert.ok(end && end.slid < -50, `the plates slid by ${end?.slid} px`);
  assert.ok(Math.max(...seen.map(one => one.out)) < 1, 'no piece leaves the screen');
  const arrived = seen.findIndex(one => Math.abs(one.slid - end.slid) < 0.5);
  assert.ok(
    seen.slice(arrived).every(one => Math.abs(one.wood - end.wood) < 1),
    'once the plates have arrived the board stands still',
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
