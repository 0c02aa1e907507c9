/** @file Every test of the page, with one server and one browser. */

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {complaints, finish} from './harness.js';

// First, because a minute has to pass until its end.
const {claimGame} = await import('./leaving.test.js');
await import('./tidy.test.js');
await import('./sound.test.js');
await import('./quick.test.js');
await import('./pages.test.js');
await import('./room.test.js');
await import('./table.test.js');
await import('./past.test.js');
await import('./huffing.test.js');
await import('./company.test.js');
await import('./keys.test.js');
await import('./chance.test.js');
await import('./games.test.js');

test('a minute after the other has left, the game can be claimed', claimGame);

test('no page complained', () => assert.deepEqual(complaints, []));

after(finish);
