/** @file How much the page weighs and how quick it is; the parts that can be tried without a game. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, make, myTurn, open, server, tap} from './harness.js';

/** How much has moved on a page since it was opened. @param {import('./harness.js').Page} page @returns {Promise<number>} */
const shifts = page =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
        }).observe({type: 'layout-shift', buffered: true});
        setTimeout(() => resolve(sum), 500);
      }),
  );

test('the first load weighs less than 150 KB, and nothing moves once it is drawn', async () => {
  const page = await open({language: 'fr'});
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({encodedDataLength}) => (bytes += encodedDataLength));
  await page.goto('/');
  await page.locator('.card .board-picture').nth(5).waitFor();
  const shift = await shifts(page);
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  assert.ok(shift < 0.001, `layout shift of ${shift}`);
  await close(page);
});

test('nothing moves for whoever comes back to games of their own', async () => {
  const page = await open({phone: true, language: 'fr'});
  for (const game of ['dame-2000-variant', 'trappes']) await make(page, game, {versus: 'same-device'});
  await page.goto('/');
  await page.locator('.mine a.game-row').nth(1).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 390, 'nothing sticks out of the window');
  const shift = await shifts(page);
  assert.ok(shift < 0.001, `layout shift of ${shift}`);
  await close(page);
});

test('a tap is answered within 50 ms', async () => {
  const page = await open({language: 'en'});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await myTurn(page);
  await tap(page, 22);
  const time = await page.evaluate(() => {
    const start = performance.now();
    /** @type {HTMLElement} */ (document.querySelector('[data-square="18"]')).click();
    return performance.now() - start;
  });
  assert.ok(time < 50, `${time} ms until the piece stands there`);
  await close(page);
});

test('a page that rests uses no processor', async () => {
  const page = await open({language: 'en', motion: true});
  await make(page, 'dames-8x8', {versus: 'same-device'});
  await page.waitForTimeout(1500);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration')?.value ?? 0;
  const before = await busy();
  await page.waitForTimeout(2000);
  const used = (await busy()) - before;
  assert.ok(used < 0.05, `${used} s of work in two seconds of rest`);
  await close(page);
});

test('assets are named by their content and kept for ever', async () => {
  const text = await (await fetch(`${server.address}/`)).text();
  const script = /src="(\/assets\/[0-9a-f]+\/app\/main\.js)"/.exec(text)?.[1];
  assert.ok(script, 'the script is named by a hash');
  const answer = await fetch(server.address + script);
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
  const manifest = await fetch(server.address + (/href="([^"]+webmanifest)"/.exec(text)?.[1] ?? ''));
  for (const {src} of (await manifest.json()).icons) {
    assert.ok((await fetch(new URL(src, manifest.url))).ok, `${src} is there`);
  }
});

test('what the first page needs is asked for at once', async () => {
  const page = await open({language: 'fr'});
  /** @type {string[]} */
  const asked = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.locator('.card .board-picture').first().waitFor();
  const listed = new Set(
    await page.locator('link[rel=modulepreload]').evaluateAll(links => links.map(link => link.getAttribute('href'))),
  );
  const modules = asked.filter(path => path.endsWith('.js') && !/main\.js$|words\//.test(path));
  assert.deepEqual(
    modules.filter(path => !listed.has(path)),
    [],
    'modules that are missing in the list',
  );
  assert.deepEqual(
    [...listed].filter(path => path && !modules.includes(path)),
    [],
    'modules in the list that nobody needs',
  );
  await close(page);
});

test('a capture of many jumps is found by any of its squares', async () => {
  const page = await open();
  await page.goto('/');
  const found = await page.evaluate(async () => {
    const base = document.querySelector('script[type=module]')?.getAttribute('src')?.replace('app/main.js', '');
    const {Choice} = await import(`${base}board/choice.js`);
    const actions = [
      {text: '32x23x12', kind: 'capture', path: [32, 23, 12], captures: [28, 18]},
      {text: '32x23x14', kind: 'capture', path: [32, 23, 14], captures: [28, 19]},
      {text: '33-29', kind: 'move', path: [33, 29]},
    ];
    const told = [];
    const choice = new Choice(actions);
    choice.take(32);
    told.push([...choice.next().keys()], [...choice.ends()]);
    told.push(choice.step(23).type, choice.step(14).action.text);
    choice.take(32);
    told.push(choice.step(12).action.text);
    choice.take(33);
    told.push(choice.step(12).type);
    return told;
  });
  assert.deepEqual(found, [[23], [12, 14], 'more', '32x23x14', '32x23x12', 'none']);
  await close(page);
});

test('stored miniatures have the squares of today', async () => {
  const page = await open();
  await page.goto('/');
  const differing = await page.evaluate(async () => {
    const base = document.querySelector('script[type=module]')?.getAttribute('src')?.replace('app/main.js', '');
    const reels = await (await fetch(`${base}data/miniatures.json`)).json();
    const wrong = [];
    for (const [game, {layout}] of Object.entries(reels)) {
      const answer = await fetch('/api/scene', {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({game, options: {}}),
      });
      const today = (await answer.json()).layout;
      if (JSON.stringify(today) !== JSON.stringify(layout)) wrong.push(game);
    }
    return [Object.keys(reels).length, wrong];
  });
  assert.deepEqual(differing, [6, []]);
  await close(page);
});
