/** @file Sounds, rendered to samples instead of a loudspeaker: each is heard, none is distorted, none clicks or drags on. */

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {close, open} from './harness.js';

/** Seconds that are rendered; sounds are shorter. */
const ROOM = 2;
const RATE = 44_100;

test('every sound is heard, distinct and never too loud', async () => {
  const page = await open();
  await page.goto('/');
  const heard = await page.evaluate(
    async ({room, rate}) => {
      const base = document.querySelector('script[type=module]')?.getAttribute('src')?.replace('app/main.js', '');
      const {SOUND_NAMES, perform} = await import(`${base}app/sound.js`);
      return Promise.all(
        SOUND_NAMES.map(async (/** @type {string} */ name) => {
          const context = new OfflineAudioContext(1, room * rate, rate);
          perform(name, context);
          const samples = (await context.startRendering()).getChannelData(0);
          let peak = 0;
          let last = 0;
          let energy = 0;
          let crossings = 0;
          for (const [nth, value] of samples.entries()) {
            peak = Math.max(peak, Math.abs(value));
            energy += value * value;
            if (Math.abs(value) > 0.002) last = nth;
            if (nth > 0 && value < 0 !== (samples[nth - 1] ?? 0) < 0) crossings += 1;
          }
          return {
            name,
            peak,
            first: Math.abs(samples[0] ?? 0),
            length: last / rate,
            energy,
            pitch: crossings / 2 / (last / rate),
          };
        }),
      );
    },
    {room: ROOM, rate: RATE},
  );
  assert.ok(heard.length >= 14, 'every sound is there');
  for (const {name, peak, first, length, energy} of heard) {
    assert.ok(peak > 0.08 && energy > 1, `${name} can't be heard: ${peak}`);
    assert.ok(peak < 0.95, `${name} is too loud: ${peak}`);
    assert.ok(first < 0.01, `${name} begins with a click`);
    assert.ok(length > 0.03 && length < 1.2, `${name} lasts ${length} s`);
  }
  // What has to be told apart by ear differs in length or in pitch.
  const of = (/** @type {string} */ name) => heard.find(one => one.name === name) ?? {length: 0, pitch: 1};
  for (const [one, other] of [
    ['dice', 'tick'],
    ['move', 'capture'],
    ['capture', 'crown'],
    ['win', 'lose'],
    ['huff', 'slide'],
  ]) {
    const [a, b] = [of(one ?? ''), of(other ?? '')];
    const differs = Math.max(a.length / b.length, b.length / a.length, a.pitch / b.pitch, b.pitch / a.pitch);
    assert.ok(differs > 1.4, `${one} and ${other} are too much alike: ${differs}`);
  }
  await close(page);
});
