/** @file Sounds, made of nothing but oscillators and noise; silent until somebody switches them on. */

import {settings} from './store.js';

/**
 * @typedef {'tap'|'move'|'capture'|'crown'|'huff'|'slide'|'trap'|'fall'|'dice'|'tick'|'turn'|'win'|'lose'|
 *   'no'} SoundName
 */

/** How long a tone takes to rise: less would be heard as a click. */
const ATTACK = 0.006;
/** What is left of a tone when it is cut off. */
const SILENCE = 0.0001;

/**
 * A tone that fades.
 * @typedef {{pitch: number, length: number, loud: number, wave?: OscillatorType, after?: number, bend?: number}} Tone
 * Noise through a filter that wanders from one pitch to another.
 * @typedef {{from: number, to: number, length: number, loud: number, attack?: number, narrow?: number, after?: number}} Wind
 */

/** Where sounds go: the loudspeaker, or a buffer. */
class Stage {
  /** @param {BaseAudioContext} context */
  constructor(context) {
    this.context = context;
  }

  /**
   * Rises at once and fades away.
   * @param {AudioNode} source @param {number} start @param {number} length @param {number} loud @param {number} attack
   */
  fade(source, start, length, loud, attack) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + attack);
    gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
    source.connect(gain).connect(this.context.destination);
  }

  /** @param {Tone} tone */
  tone({pitch, length, loud, wave = 'sine', after = 0, bend = 1}) {
    const start = this.context.currentTime + after;
    const source = this.context.createOscillator();
    source.type = wave;
    source.frequency.setValueAtTime(pitch, start);
    source.frequency.exponentialRampToValueAtTime(pitch * bend, start + length);
    this.fade(source, start, length, loud, ATTACK);
    source.start(start);
    source.stop(start + length);
  }

  /** @param {Wind} wind */
  wind({from, to, length, loud, attack = ATTACK, narrow = 1, after = 0}) {
    const start = this.context.currentTime + after;
    const samples = Math.floor(this.context.sampleRate * length);
    const buffer = this.context.createBuffer(1, samples, this.context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let nth = 0; nth < samples; nth += 1) data[nth] = Math.random() * 2 - 1;
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    const filter = this.context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = narrow;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + length);
    this.fade(source.connect(filter), start, length, loud, attack);
    source.start(start);
  }

  /**
   * Wood on wood: two tones that don't agree, and the scrape of the blow.
   * @param {number} pitch @param {number} loud @param {number} [after]
   */
  knock(pitch, loud, after = 0) {
    this.tone({pitch, length: 0.09, loud: loud * 0.5, after, bend: 0.94});
    this.tone({pitch: pitch * 2.76, length: 0.04, loud: loud * 0.25, after});
    this.wind({from: pitch * 3, to: pitch * 2, length: 0.03, loud: loud * 0.6, attack: 0.001, narrow: 1.5, after});
  }

  /**
   * Notes one after the other.
   * @param {number[]} pitches @param {number} apart @param {number} length @param {number} loud
   */
  melody(pitches, apart, length, loud) {
    for (const [nth, pitch] of pitches.entries()) {
      this.tone({pitch, length, loud, wave: 'triangle', after: nth * apart});
    }
  }
}

/** @type {Record<SoundName, (stage: Stage) => void>} */
const SOUNDS = {
  tap: stage => stage.knock(900, 0.25),
  move: stage => stage.knock(520, 0.6),
  capture: stage => {
    stage.knock(430, 0.65);
    stage.knock(640, 0.5, 0.09);
  },
  crown: stage => {
    stage.knock(480, 0.5);
    stage.melody([523, 659, 784], 0.09, 0.35, 0.16);
  },
  huff: stage => stage.wind({from: 500, to: 1500, length: 0.6, loud: 0.9, attack: 0.12, narrow: 0.8}),
  slide: stage => {
    stage.wind({from: 240, to: 420, length: 0.58, loud: 0.5, attack: 0.15, narrow: 1.2});
    stage.knock(260, 0.5, 0.5);
  },
  trap: stage => {
    stage.knock(300, 0.6);
    stage.knock(190, 0.7, 0.13);
  },
  fall: stage => {
    stage.tone({pitch: 520, length: 0.5, loud: 0.2, bend: 0.25});
    stage.knock(130, 0.6, 0.46);
  },
  dice: stage =>
    [0, 0.09, 0.2, 0.34, 0.52, 0.75].forEach((after, nth) => stage.knock(1100 + ((nth * 370) % 600), 0.45, after)),
  tick: stage => stage.knock(1500, 0.25),
  turn: stage => stage.melody([660, 880], 0.1, 0.22, 0.12),
  win: stage => stage.melody([523, 659, 784, 1047], 0.13, 0.5, 0.16),
  lose: stage => stage.melody([440, 349, 294], 0.17, 0.5, 0.15),
  no: stage => [0, 0.11].forEach(after => stage.tone({pitch: 165, length: 0.12, loud: 0.25, wave: 'triangle', after})),
};

/** Every sound there is. */
export const SOUND_NAMES = /** @type {SoundName[]} */ (Object.keys(SOUNDS));

/** Plays a sound into any context. @param {SoundName} name @param {BaseAudioContext} context */
export function perform(name, context) {
  SOUNDS[name](new Stage(context));
}

/** @type {AudioContext|undefined} */
let loudspeaker;

/** @param {SoundName} name */
export function sound(name) {
  if (!settings.sound || document.hidden) return;
  // Browsers allow sound only after a gesture; before it, a context would only wait.
  if (!navigator.userActivation?.hasBeenActive) return;
  loudspeaker ??= new AudioContext();
  if (loudspeaker.state === 'suspended') void loudspeaker.resume();
  perform(name, loudspeaker);
}
