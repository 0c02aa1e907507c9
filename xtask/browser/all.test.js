/** @file Every test of the page, with one server and one browser. */

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {complaints, finish} from './harness.js';

await import('./tidy.test.js');
await import('./quick.test.js');
await import('./pages.test.js');
await import('./table.test.js');
await import('./company.test.js');
await import('./chance.test.js');
await import('./games.test.js');

test('no page complained', () => assert.deepEqual(complaints, []));

after(finish);
