/**
 * @file How quick the page is, as somebody sees it, for docs/benchmarks.md: `DAMIER=target/release/damier
 * SCREENSHOTS=target/screenshots node xtask/browser/speed.js`. It judges nothing: machines differ.
 */

import {close, finish, make, myTurn, open} from './harness.js';

/** @typedef {import('./harness.js').Page} Page */

const TIMES = 15;

/** @param {number[]} values */
const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
/** @param {string} what @param {number[]} values */
const tell = (what, values) =>
  console.log(`${what}: ${median(values).toFixed(1)} ms, at most ${Math.max(...values).toFixed(1)}`);

/** Notes when the first board has been painted. */
function noteBoard() {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('.board-picture .piece')) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('board')));
  });
  seen.observe(document, {childList: true, subtree: true});
}

/** From an empty cache, and again with what the browser has kept. */
async function firstBoard() {
  const [cold, warm] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let nth = 0; nth < TIMES; nth += 1) {
    const page = await open({language: 'fr', motion: true});
    await page.addInitScript(noteBoard);
    for (const list of [cold, warm]) {
      await page.goto('/');
      await page.waitForFunction(() => performance.getEntriesByName('board').length > 0);
      list.push(await page.evaluate(() => performance.getEntriesByName('board')[0]?.startTime ?? NaN));
    }
    await close(page);
  }
  tell('first board, empty cache', cold);
  tell('first board, again', warm);
}

/** From the tap on a target to the picture with the piece on it. */
async function tapAnswer() {
  const times = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    const page = await open({language: 'fr', motion: true});
    await make(page, 'dames-10x10', {versus: 'same-device'});
    await myTurn(page);
    await page.locator('[data-square="32"]').click();
    const answered = page.evaluate(
      () =>
        new Promise(resolve =>
          addEventListener(
            'click',
            event =>
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))),
            {once: true, capture: true},
          ),
        ),
    );
    await page.locator('[data-square="28"]').click();
    times.push(Number(await answered));
    await close(page);
  }
  tell('tap to picture', times);
}

/** What a page does while nobody does anything. */
async function idle() {
  const page = await open({language: 'fr', motion: true});
  await make(page, 'dames-10x10', {versus: 'same-device'});
  await page.waitForTimeout(2000);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration')?.value ?? 0;
  const before = await busy();
  await page.waitForTimeout(10_000);
  console.log(`work in ten seconds of rest: ${(((await busy()) - before) * 1000).toFixed(1)} ms`);
  await close(page);
}

await firstBoard();
await tapAnswer();
await idle();
await finish();
