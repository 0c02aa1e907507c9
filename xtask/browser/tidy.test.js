/** @file How the page's code is kept: every file says what it is for, has one idea, and names no game. */

import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

const ASSETS = new URL('../../web/assets', import.meta.url).pathname;
const LONGEST = 600;
const WIDEST = 140;
const NAMES = /dame[-_ ]2000|dames[-_]8x8|dames[-_]10x10|damsystem|trappes/i;

/** @param {string} folder @returns {string[]} */
const files = folder =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

test('the page is tidy', () => {
  const faults = [];
  const sources = files(ASSETS).filter(path => /\.(js|css)$/.test(path));
  assert.ok(sources.length > 30, 'the files are found');
  for (const path of sources) {
    const text = readFileSync(path, 'utf8');
    const name = path.slice(ASSETS.length + 1);
    if (!/^\/\*\*?\s+(\*\s+)?(@file )?\w/.test(text)) faults.push(`${name}: a file opens with what it is for`);
    if (path.endsWith('.js') && !text.includes('@file')) faults.push(`${name}: no @file`);
    if (text.split('\n').length > LONGEST) faults.push(`${name}: more than one idea`);
    const wide = text.split('\n').findIndex(line => line.length > WIDEST);
    if (wide >= 0) faults.push(`${name}:${wide + 1}: a line of more than ${WIDEST} characters`);
    // French words speak of traps; a game's id is another matter.
    if (!name.startsWith('words/') && NAMES.test(text)) faults.push(`${name}: names a game`);
  }
  assert.deepEqual(faults, []);
});
