/** @file What every test of the page needs: a real server with a folder of its own, Chromium, and pages that must not complain. */

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {chromium} from 'playwright-core';

const need = createRequire(import.meta.url);

/** The program to test, and where screenshots go; both are said by the test command. */
const PROGRAM = process.env.DAMIER ?? '';
const SCREENSHOTS = process.env.SCREENSHOTS ?? '';
/** Where Debian's package puts it. */
const CHROMIUM = '/usr/bin/chromium';

assert.ok(PROGRAM && SCREENSHOTS, 'DAMIER and SCREENSHOTS say what to test and where pictures go');
mkdirSync(SCREENSHOTS, {recursive: true});

/** @typedef {import('playwright-core').Page} Page */

/** A server that can be killed and started again on the same folder and port. */
export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), 'damier-browser-'));
    this.port = 0;
    this.address = '';
    /** @type {import('node:child_process').ChildProcess|null} */
    this.process = null;
  }

  async start() {
    const child = spawn(
      PROGRAM,
      [
        'serve',
        '--no-open',
        '--no-rate-limits',
        '--log',
        'warn',
        '--data',
        this.data,
        '--listen',
        `127.0.0.1:${this.port}`,
      ],
      {stdio: ['ignore', 'pipe', 'inherit']},
    );
    this.process = child;
    for await (const line of createInterface({input: /** @type {NodeJS.ReadableStream} */ (child.stdout)})) {
      const port = /http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
      if (!port) continue;
      this.port = Number(port);
      this.address = `http://127.0.0.1:${port}`;
      return;
    }
    throw new Error('the server said no address');
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    const child = this.process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill(signal);
    await gone;
    this.process = null;
  }

  async close() {
    await this.end('SIGTERM');
    rmSync(this.data, {recursive: true, force: true});
  }
}

export const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

export const server = new Server();
await server.start();

/** Ends everything; called by the last test. */
export async function finish() {
  await browser.close();
  await server.close();
}

/** What pages complained about. @type {string[]} */
export const complaints = [];

/**
 * @typedef {object} Look
 * @property {boolean} [phone]
 * @property {boolean} [dark]
 * @property {'fr'|'en'} [language]
 * @property {boolean} [motion] whether things move; tests are quicker where they don't
 * @property {boolean} [mistakes] whether the server is asked for what it has to refuse
 * @property {Record<string, unknown>} [settings] what this browser remembers as settings
 */

/** A page in a browser of its own. @param {Look} [look] @returns {Promise<Page>} */
export async function open(look = {}) {
  const context = await browser.newContext({
    viewport: look.phone ? {width: 390, height: 844} : {width: 1366, height: 768},
    deviceScaleFactor: look.phone ? 2 : 1,
    hasTouch: Boolean(look.phone),
    isMobile: Boolean(look.phone),
    colorScheme: look.dark ? 'dark' : 'light',
    locale: look.language === 'fr' ? 'fr-FR' : 'en-GB',
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    baseURL: server.address,
  });
  await context.addInitScript(
    settings => {
      if (!localStorage.getItem('damier.settings')) localStorage.setItem('damier.settings', settings);
    },
    JSON.stringify(look.settings ?? {}),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', message => {
    // A server that is killed on purpose is noticed by the browser itself.
    if (/ERR_CONNECTION|WebSocket connection/.test(message.text())) return;
    if (look.mistakes && /status of 400/.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', error => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  return page;
}

/** @param {Page} page */
export const close = page => page.context().close();

/** @param {Page} page @param {string} name @param {boolean} [whole] */
export async function picture(page, name, whole = false) {
  await page.screenshot({path: join(SCREENSHOTS, `${name}.png`), fullPage: whole});
}

/**
 * Makes a game with the page and waits for its board.
 * @param {Page} page @param {string} game @param {Record<string, string>} [query]
 */
export async function make(page, game, query = {}) {
  await page.goto(`/new/${game}?${new URLSearchParams({colour: 'white', ...query})}`);
  await page.locator('#start-game').click();
  await page.locator('.board-grid').waitFor();
}

/**
 * Invites a friend by link.
 * @param {Page} host @param {Page} guest @param {string} game @param {Record<string, string>} [query]
 */
export async function invite(host, guest, game, query = {}) {
  await make(host, game, {versus: 'friend', ...query});
  const link = await host.locator('.link-field').inputValue();
  await guest.goto(link);
  await guest.locator('#sit-down').click();
  await guest.locator('.board-grid').waitFor();
  await host.locator('.waiting-card').waitFor({state: 'detached'});
}

/** Waits until the page says that it is its turn, or that the game is over. @param {Page} page */
export const myTurn = page => page.locator('.banner.mine').waitFor();

/** Taps squares, one after the other. @param {Page} page @param {...number} squares */
export async function tap(page, ...squares) {
  for (const square of squares) await page.locator(`[data-square="${square}"]`).click();
}

/** Plays a move and waits until it is in the list. @param {Page} page @param {...number} squares */
export async function play(page, ...squares) {
  await myTurn(page);
  const before = await page.locator('.move').count();
  await tap(page, ...squares);
  await page.waitForFunction(count => document.querySelectorAll('.move').length > count, before);
}

/** What axe finds that matters. @param {Page} page */
export async function axe(page) {
  await page.evaluate(readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(async () => {
    const {violations} = await /** @type {any} */ (window).axe.run(document, {resultTypes: ['violations']});
    return violations.map(
      (/** @type {any} */ one) =>
        `${one.impact} ${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 140)).join(' | ')}`,
    );
  });
  return /** @type {string[]} */ (found).filter(line => !line.startsWith('minor'));
}
