/** @file Every page, phone and laptop, light and dark, French and English: nothing serious from axe, and pictures to look at. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {axe, close, invite, make, open, picture, play} from './harness.js';

/** @type {[string, string, string][]} a name, an address, and what shows that it is there */
const PAGES = [
  ['home', '/', '.card .board-picture'],
  ['new-dames-8x8', '/new/dames-8x8', '.new-board .board-picture'],
  ['new-trappes', '/new/trappes', '.new-board .board-picture'],
  ['new-damsystem', '/new/damsystem', '.new-board .board-picture'],
  ['new-international', '/new/international', '.new-board .board-picture'],
  ['new-turkish', '/new/turkish', '.new-board .board-picture'],
  ['new-canadian', '/new/canadian', '.new-board .board-picture'],
  ['rules-trappes', '/rules/trappes', '.diagram'],
  ['rules-damsystem', '/rules/damsystem', '.diagram'],
  ['lobby', '/lobby', '.challenges .empty'],
  ['verify', '/verify', '#check-record'],
  ['unknown', '/nowhere', '.failure'],
];

/** @type {{name: string, look: import('./harness.js').Look}[]} */
const LOOKS = [
  {name: 'laptop-fr', look: {language: 'fr'}},
  {name: 'phone-dark-en', look: {phone: true, dark: true, language: 'en'}},
];

for (const {name, look} of LOOKS) {
  test(`every page, ${name}`, async () => {
    const page = await open(look);
    for (const [title, address, sign] of PAGES) {
      await page.goto(address);
      await page.locator(sign).first().waitFor();
      if (sign === '.diagram') {
        await page.locator(sign).first().scrollIntoViewIfNeeded();
        await page.locator('.diagram .board-picture').first().waitFor();
      }
      assert.equal(await page.evaluate(() => document.documentElement.lang), look.language, address);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${address} is ${wide} px too wide`);
      const low = await page.evaluate(() =>
        [...document.querySelectorAll('button, .button, select, summary, .opponent, .choice')]
          .filter(one => one.getClientRects().length > 0 && !one.matches('.square'))
          .map(one => ({text: one.textContent ?? '', height: one.getBoundingClientRect().height}))
          .filter(one => one.height < 43.5),
      );
      assert.deepEqual(low, [], `${address}: buttons are at least 44 px high`);
      assert.deepEqual(await axe(page), [], address);
      await picture(page, `${title}-${name}`);
    }
    await close(page);
  });
}

test('the language can be switched, and stays', async () => {
  const page = await open({language: 'fr'});
  await page.goto('/');
  await page.getByRole('heading', {name: 'Drôles de dames'}).waitFor();
  await page.getByRole('button', {name: 'In English'}).click();
  await page.getByRole('heading', {name: 'Draughts, but odd'}).waitFor();
  await page.reload();
  await page.getByRole('heading', {name: 'Draughts, but odd'}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await close(page);
});

test('settings change the page at once', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  assert.ok((await page.locator('.number').count()) > 0);
  await page.getByRole('button', {name: 'Settings'}).click();
  assert.deepEqual(await axe(page), []);
  await picture(page, 'settings-laptop');
  await page.getByLabel('Coordinates').click();
  assert.equal(await page.locator('.number').count(), 0);
  await page.getByLabel('Appearance').selectOption('dark');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await close(page);
});

test('house rules change the board and travel in the address', async () => {
  const page = await open({language: 'en'});
  await page.goto('/new/damsystem');
  await page.locator('.new-board .plate').nth(2).waitFor();
  await page.locator('.house summary').first().click();
  await page
    .locator('.option', {has: page.locator('#option-plates')})
    .getByLabel('Otherwise')
    .check();
  await page.locator('#option-plates').fill('6');
  await page.locator('#option-plates').press('Tab');
  await page.waitForFunction(() => document.querySelectorAll('.new-board .plate').length === 1);
  assert.match(page.url(), /plates=6/);
  await picture(page, 'house-rules-laptop', true);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.new-board .plate').length === 1);
  await close(page);
});

test('squares are at least 30 px wide on a phone, on every kind of board', async () => {
  const page = await open({phone: true, language: 'fr'});
  for (const game of ['canadian', 'turkish', 'frisian', 'damsystem', 'trappes', 'dame-2000']) {
    await make(page, game, {versus: 'same-device'});
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('.square')]
        .map(one => one.getBoundingClientRect())
        .map(({width, height, left, right}) => ({
          side: Math.min(width, height),
          inside: left >= -1 && right <= innerWidth + 1,
        })),
    );
    const least = Math.min(...sizes.map(one => one.side));
    assert.ok(least >= 29.9, `${game}: squares of ${least} px`);
    assert.ok(
      sizes.every(one => one.inside),
      `${game}: every square is on the screen`,
    );
    await picture(page, `phone-${game}`);
  }
  await close(page);
});

test('on a phone one’s own games are told in full, with a picture of each, and the one to go on with first', async () => {
  const page = await open({phone: true, language: 'fr'});
  for (const game of ['dame-2000-variant', 'trappes', 'damsystem', 'dames-8x8']) await make(page, game, {versus: 'same-device'});
  await play(page, 22, 18);
  const newest = new URL(page.url()).pathname;
  await page.goto('/');
  const rows = page.locator('.mine a.game-row');
  await page.locator('.mine .game-picture .board-picture').nth(2).waitFor();
  const first = await rows.first().boundingBox();
  assert.ok(first && first.y < 200, 'it is at the top');
  assert.equal(await rows.first().getAttribute('href'), newest);
  assert.equal(await page.locator('.go-on').count(), 1);
  assert.equal(await rows.first().locator('.piece').count(), 24);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.mine strong, .mine .game-row-who, .mine .pill')]
      .filter(one => one.getClientRects().length > 0 && one.scrollWidth > one.clientWidth)
      .map(one => one.textContent),
  );
  assert.deepEqual(cut, [], 'every word is whole');
  assert.deepEqual(await axe(page), []);
  await picture(page, 'my-games-phone');
  await page.locator('.more-games summary').click();
  assert.equal(await rows.filter({visible: true}).count(), 4, 'and none is out of reach');
  await page.locator('.go-on').click();
  await page.waitForURL(url => url.pathname === newest);
  await close(page);
});

test('every diagram of the rules is printed, also those that nobody scrolled to', async () => {
  const page = await open({language: 'fr', dark: true});
  await page.goto('/rules/damsystem');
  await page.locator('.diagram').first().waitFor();
  const all = await page.locator('.diagram').count();
  assert.ok(all > 10);
  const drawn = () => page.locator('.diagram .board-picture').count();
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll('.diagram .board-picture').length);
    };
  });
  await page.getByRole('button', {name: 'Imprimer'}).click();
  await page.waitForFunction(() => document.body.dataset.printed);
  assert.equal(await page.evaluate(() => Number(document.body.dataset.printed)), all, 'the button waits for them');
  await page.reload();
  await page.waitForFunction(count => document.querySelectorAll('.diagram .board-picture').length === count, all);
  assert.equal(await drawn(), all, 'they are there for whoever prints without it');
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('#header').isVisible(), false);
  await picture(page, 'rules-damsystem-printed', true);
  await close(page);
});

test('at twice the size nothing is lost', async () => {
  const page = await open({language: 'fr'});
  await page.setViewportSize({width: 683, height: 384});
  await make(page, 'damsystem', {versus: 'same-device'});
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    'nothing to scroll sideways',
  );
  await close(page);
});

test('what a screen reader is told', async () => {
  const page = await open({language: 'en'});
  await make(page, 'trappes', {versus: 'same-device'});
  assert.equal(await page.getByRole('grid').count(), 1);
  assert.equal(await page.getByRole('grid').getByRole('row').count(), 8);
  assert.equal(await page.getByRole('grid').getByRole('gridcell').count(), 32);
  assert.match(
    String(await page.locator('[data-square="17"]').getAttribute('aria-label')),
    /17, empty, green trap, closed/,
  );
  assert.equal(await page.locator('.square[tabindex="0"]').count(), 1, 'one square is reached with Tab');
  await page.locator('#chance-button').click();
  await page.locator('#live', {hasText: 'The roulette says'}).waitFor();
  await make(page, 'dames-10x10', {versus: 'same-device'});
  const label = (/** @type {number} */ square) => page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
  assert.match(String(await label(31)), /white man, can move$/);
  assert.match(String(await label(41)), /white man$/, 'a man that others stand around can’t');
  assert.doesNotMatch(String(await page.locator('#live').textContent()), /dice/, 'nor are there dice');
  await close(page);
});

test('a house rule that can’t be played is told once, beside its field, in the language of the page', async () => {
  const page = await open({phone: true, language: 'fr', mistakes: true});
  await page.goto('/new/damsystem');
  await page.locator('.new-board .plate').nth(2).waitFor();
  await page.locator('.house summary').first().click();
  const option = page.locator('.option', {has: page.locator('#option-plates')});
  await option.getByLabel('Autrement').check();
  const field = page.locator('#option-plates');
  await field.fill('1,2,3,99');
  await field.press('Tab');
  await option.locator('.problem', {hasText: 'Cette réponse ne peut pas être jouée.'}).waitFor();
  const told = await page.locator('.problem:not(:empty), .toast, .option-picture .hint').allTextContents();
  assert.deepEqual(told, ['Cette réponse ne peut pas être jouée.'], 'one message');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await axe(page), []);
  await picture(page, 'house-rules-unfit-phone');
  await page.locator('#start-game').click();
  await page.waitForFunction(() => document.activeElement?.id === 'option-plates');
  await field.fill('6');
  await field.press('Tab');
  await page.waitForFunction(() => document.querySelectorAll('.new-board .plate').length === 1);
  assert.equal(await option.locator('.problem:not(:empty)').count(), 0);
  await close(page);
});

test('levels that let one win say so, and nobody begins against one', async () => {
  const page = await open({phone: true, language: 'en'});
  await page.goto('/new/dame-2000?versus=engine');
  const level = page.locator('#level');
  const word = page.locator('.level-word');
  assert.equal(await level.inputValue(), '5');
  assert.equal(await word.textContent(), '5 Regular');
  await level.fill('4');
  assert.equal(await word.textContent(), '4 Player · lets you win');
  assert.equal(await level.getAttribute('aria-valuetext'), '4 Player · lets you win');
  await picture(page, 'lets-you-win-phone');
  await page.goto('/new/dames-8x8?versus=engine');
  assert.equal(await level.inputValue(), '3');
  await close(page);
});

test('a text that is no record is answered in the language of the page', async () => {
  const page = await open({language: 'fr', mistakes: true});
  await page.goto('/verify');
  await page.locator('#record').fill('rien');
  await page.locator('#check-record').click();
  await page.locator('.problem', {hasText: 'Ce texte n’est pas un enregistrement'}).waitFor();
  await close(page);
});

test('tools have room for their words', async () => {
  for (const language of /** @type {const} */ (['fr', 'en'])) {
    const host = await open({phone: true, language});
    const guest = await open({language});
    await invite(host, guest, 'dames-8x8');
    await play(host, 22, 18);
    for (const [page, width] of /** @type {const} */ ([
      [host, 390],
      [host, 360],
      [guest, 1366],
    ])) {
      await page.setViewportSize({width, height: 844});
      const over = await page.locator('.tool').evaluateAll(tools =>
        tools
          .map(tool => ({tool, word: tool.querySelector('.tool-label')}))
          .filter(({tool, word}) => word && word.getBoundingClientRect().width > tool.clientWidth - 4)
          .map(({word}) => word?.textContent),
      );
      assert.deepEqual(over, [], `${language}, ${width} px`);
    }
    await picture(guest, `tools-laptop-${language}`);
    await host.locator('.controls').scrollIntoViewIfNeeded();
    await picture(host, `tools-phone-${language}`);
    await close(host);
    await close(guest);
  }
});
