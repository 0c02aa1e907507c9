/**
 * @file A QR code from a text, after ISO/IEC 18004: bytes, error correction level M, versions 1 to 10, which is room
 * for links of up to 213 bytes. The eight masks are weighed by the penalties of the standard.
 */

import {s} from './dom.js';

/** For each version: data words in all, then correction words of a block. */
const WORDS = [
  [16, 10],
  [28, 16],
  [44, 26],
  [64, 18],
  [86, 24],
  [108, 16],
  [124, 18],
  [154, 22],
  [182, 22],
  [216, 26],
];
/** For each version: how many blocks. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** For each version: the middles of alignment patterns. */
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// Powers of 2 in the field of 256 elements with the polynomial 0x11d, and their logarithms.
const POWER = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let nth = 0, value = 1; nth < 255; nth += 1) {
  POWER[nth] = value;
  POWER[nth + 255] = value;
  LOG[value] = nth;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
/** @param {number} a @param {number} b */
const times = (a, b) => (a === 0 || b === 0 ? 0 : (POWER[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0));

/** The correction words of a block. @param {number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let nth = 0; nth < count; nth += 1) {
    const next = [...divisor, 0];
    divisor.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, POWER[nth] ?? 0)));
    divisor = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at];
    divisor.forEach((one, nth) => (rest[at + nth] ^= times(one, factor)));
  }
  return rest.slice(data.length);
}

/**
 * The text as words with their correction, in the order in which they are drawn.
 * @param {Uint8Array} bytes @param {number} version
 */
function codewords(bytes, version) {
  const [total = 0, extra = 0] = WORDS[version - 1] ?? [];
  const blocks = BLOCKS[version - 1] ?? 1;
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let nth = count - 1; nth >= 0; nth -= 1) bits.push((value >> nth) & 1);
  };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, total * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let pad = 0; data.length < total; pad ^= 1) data.push(pad ? 17 : 236);
  const short = Math.floor(total / blocks);
  const longs = total % blocks;
  const parts = [];
  for (let nth = 0, at = 0; nth < blocks; nth += 1) {
    const size = short + (nth >= blocks - longs ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map(part => correction(part, extra));
  const out = [];
  for (let at = 0; at <= short; at += 1) for (const part of parts) if (at < part.length) out.push(part[at] ?? 0);
  for (let at = 0; at < extra; at += 1) for (const check of checks) out.push(check[at] ?? 0);
  return out;
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The remainder that protects format and version.
 * @param {number} value @param {number} divisor @param {number} length
 */
function protect(value, divisor, length) {
  let rest = value << length;
  for (let bit = 31; bit >= length; bit -= 1) if ((rest >> bit) & 1) rest ^= divisor << (bit - length);
  return (value << length) | rest;
}

/** What every code has: finders, timing, alignment. @param {number} version */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(boolean|null)[][]} rows of dark and light; null where data go */
  const grid = Array.from({length: size}, () => new Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let y = -4; y <= 4; y += 1)
      for (let x = -4; x <= 4; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set((cx ?? 0) + x, (cy ?? 0) + y, ring !== 2 && ring !== 4);
      }
  }
  const centres = ALIGN[version - 1] ?? [];
  const last = centres.length - 1;
  centres.forEach((cy, j) =>
    centres.forEach((cx, i) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let y = -2; y <= 2; y += 1)
        for (let x = -2; x <= 2; x += 1) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }),
  );
  for (let at = 8; at < size - 8; at += 1) {
    if (grid[6]?.[at] === null) set(at, 6, at % 2 === 0);
    if (grid[at]?.[6] === null) set(6, at, at % 2 === 0);
  }
  return {grid, set, size};
}

/**
 * Writes the format, and for large codes the version.
 * @param {ReturnType<typeof frame>} code @param {number} version @param {number} mask
 */
function writeFormat({set, size}, version, mask) {
  // Level M is 00, so the five bits are those of the mask.
  const format = protect(mask, 0x537, 10) ^ 0x5412;
  const bit = (/** @type {number} */ nth) => ((format >> nth) & 1) === 1;
  for (let nth = 0; nth < 15; nth += 1) {
    const far = nth < 8 ? size - 1 - nth : nth - 15 + size;
    const near = nth < 6 ? nth : nth < 8 ? nth + 1 : nth === 8 ? 7 : 14 - nth;
    if (nth < 8) {
      set(8, near, bit(nth));
      set(far, 8, bit(nth));
    } else {
      set(near, 8, bit(nth));
      set(8, far, bit(nth));
    }
  }
  set(8, size - 8, true);
  if (version < 7) return;
  const number = protect(version, 0x1f25, 12);
  for (let nth = 0; nth < 18; nth += 1) {
    const dark = ((number >> nth) & 1) === 1;
    set(size - 11 + (nth % 3), Math.floor(nth / 3), dark);
    set(Math.floor(nth / 3), size - 11 + (nth % 3), dark);
  }
}

/** How hard a code is to read. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map(row => row[x] ?? false))];
  for (const line of lines) {
    const text = line.map(Number).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const sign of ['10111010000', '00001011101'])
      for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) sum += 40;
  }
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const one = grid[y]?.[x];
      if (one) dark += 1;
      if (
        x + 1 < size &&
        y + 1 < size &&
        one === grid[y]?.[x + 1] &&
        one === grid[y + 1]?.[x] &&
        one === grid[y + 1]?.[x + 1]
      )
        sum += 3;
    }
  return sum + Math.floor(Math.abs((dark / size / size) * 20 - 10)) * 10;
}

/** The modules of a code, row by row. @param {string} text @returns {boolean[][]} */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = WORDS.findIndex(([total = 0], nth) => bytes.length + (nth < 9 ? 2 : 3) <= total) + 1;
  if (version === 0) throw new RangeError('the text is too long for a QR code');
  const data = codewords(bytes, version);
  let best = null;
  let least = Infinity;
  for (const [number, mask] of MASKS.entries()) {
    const code = frame(version);
    writeFormat(code, version, number);
    let nth = 0;
    for (let right = code.size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let step = 0; step < code.size; step += 1) {
        const y = up ? code.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (code.grid[y]?.[x] !== null) continue;
          const bit = (((data[nth >> 3] ?? 0) >> (7 - (nth & 7))) & 1) === 1;
          code.set(x, y, bit !== mask(x, y));
          nth += 1;
        }
      }
    }
    const grid = code.grid.map(row => row.map(Boolean));
    const cost = penalty(grid);
    if (cost < least) {
      least = cost;
      best = grid;
    }
  }
  return best ?? [];
}

/** A QR code as a picture. @param {string} text @param {string} label */
export function qrCode(text, label) {
  const grid = qrModules(text);
  const path = grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return s(
    'svg',
    {
      class: 'qr',
      viewBox: `-3 -3 ${grid.length + 6} ${grid.length + 6}`,
      role: 'img',
      'aria-label': label,
      'shape-rendering': 'crispEdges',
    },
    s('rect', {x: -3, y: -3, width: grid.length + 6, height: grid.length + 6, fill: '#fff'}),
    s('path', {d: path, fill: '#000'}),
  );
}
