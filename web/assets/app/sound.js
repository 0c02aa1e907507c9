/** @file Sounds, made of nothing but oscillators and noise; silent until somebody switches them on. */

import {settings} from './store.js';

/** @typedef {'tap'|'move'|'capture'|'crown'|'slide'|'trap'|'fall'|'dice'|'tick'|'turn'|'win'|'lose'|'no'} SoundName */

/** @type {AudioContext|undefined} */
let context;

/** @param {number} pitch @param {number} length @param {number} [loud] @param {OscillatorType} [wave] @param {number} [after] @param {number} [bend] */
function tone(pitch, length, loud = 0.15, wave = 'sine', after = 0, bend = 1) {
  if (!context) return;
  const start = context.currentTime + after;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * bend, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

/** A knock of wood: a short noise through a narrow filter. @param {number} pitch @param {number} [loud] @param {number} [after] @param {number} [length] */
function knock(pitch, loud = 0.5, after = 0, length = 0.07) {
  if (!context) return;
  const start = context.currentTime + after;
  const samples = Math.floor(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let nth = 0; nth < samples; nth += 1) data[nth] = (Math.random() * 2 - 1) * (1 - nth / samples) ** 3;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 3;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
}

/** @type {Record<SoundName, () => void>} */
const SOUNDS = {
  tap: () => knock(1400, 0.3),
  move: () => knock(700, 0.8),
  capture: () => { knock(500, 0.9); knock(900, 0.7, 0.08); },
  crown: () => [523, 659, 784].forEach((pitch, nth) => tone(pitch, 0.25, 0.1, 'triangle', nth * 0.08)),
  slide: () => knock(260, 0.8, 0, 0.5),
  trap: () => { knock(320, 1); knock(180, 1, 0.12, 0.15); },
  fall: () => tone(420, 0.5, 0.14, 'sine', 0, 0.2),
  dice: () => [0, 0.07, 0.15, 0.26, 0.4].forEach(after => knock(1800 + Math.random() * 900, 0.5, after, 0.04)),
  tick: () => knock(2200, 0.25, 0, 0.02),
  turn: () => tone(660, 0.16, 0.07, 'triangle'),
  win: () => [523, 659, 784, 1047].forEach((pitch, nth) => tone(pitch, 0.4, 0.1, 'triangle', nth * 0.12)),
  lose: () => [440, 349, 294].forEach((pitch, nth) => tone(pitch, 0.45, 0.09, 'triangle', nth * 0.16)),
  no: () => { tone(190, 0.12, 0.1, 'square'); },
};

/** @param {SoundName} name */
export function sound(name) {
  if (!settings.sound || document.hidden) return;
  // Browsers allow sound only after a gesture; before it, a context would only wait.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  SOUNDS[name]();
}
