/** @file The page's small pictures, as strokes on a field of 24 by 24, and its sign. */

import {s} from './dom.js';

/** @type {Record<string, string>} */
const ICONS = {
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  close: 'M6 6l12 12M18 6L6 18',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-4 2.9-6 6.5-6s6.1 2 6.5 6' +
    'M16 4.300a3.5 3.5 0 0 1 0 6.400M18 14.500c2.1.8 3.3 2.7 3.5 5.5',
  computer: 'M5 8h14v10H5zM12 8V4.500M9.5 12v1.500M14.5 12v1.500M2.5 11.500v3M21.5 11.500v3M10 20.500h4',
  device: 'M7 2.500h10v19H7zM7 12h10M11 18.500h2',
  open: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.500c5 5.5 5 11.5 0 17M12 3.500c-5 5.5-5 11.5 0 17',
  share: 'M12 15V3.500M8 7l4-3.700L16 7M5 12v8h14v-8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 3.500V15M8 11.500l4 3.7 4-3.700M5 20h14',
  flag: 'M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0',
  draw: 'M4 9h16M4 15h16',
  back: 'M9 5L3.5 10.5 9 16M4 10.500h10a6 6 0 0 1 0 12',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.5-5.600M20 3v5h-5',
  turn: 'M7 20V5M3.5 8.500L7 5l3.5 3.500M17 4v15M13.5 15.500L17 19l3.5-3.5',
  first: 'M7 5v14M19 5l-8 7 8 7z',
  previous: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M17 5v14M5 5l8 7-8 7z',
  print: 'M7 8V3.500h10V8M7 17H4V8h16v9h-3M7 14h10v6.500H7z',
  book: 'M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2ZM12 6v14',
  chat: 'M4 5h16v11H10l-4.5 4v-4H4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.010M4 12h.010M4 18h.01',
  check: 'M5 12.500l4.5 4.500L19 7',
  shield: 'M12 3l7.5 2.500V11c0 5-3 8-7.5 10-4.5-2-7.5-5-7.5-10V5.500zM8.5 12l2.5 2.5 4.5-5',
  dice: 'M4 4h16v16H4zM8.5 8.500h.010M15.5 15.500h.010M12 12h.010M15.5 8.500h.010M8.5 15.500h.01',
  more: 'M5 12h.010M12 12h.010M19 12h.01',
  eye: 'M2.5 12c4-7.5 15-7.5 19 0-4 7.5-15 7.5-19 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  clock: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7v5l3.5 2',
  type: 'M3 6.500h18v11H3zM7 10.500h.010M11 10.500h.010M15 10.500h.010M8 14h8',
  breath: 'M3 9h11a2.8 2.8 0 1 0-2.8-2.800M3 13h15.500a2.8 2.8 0 1 1-2.8 2.800M3 17h7',
};

/** Puts the pictures into the document, for `icon` to use. */
export function defineIcons() {
  document.body.append(
    s(
      'svg',
      {class: 'symbols', width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false'},
      ...Object.entries(ICONS).map(([name, path]) =>
        s('symbol', {id: `icon-${name}`, viewBox: '0 0 24 24'}, s('path', {d: path})),
      ),
    ),
  );
}

/** The sign of the page: four squares, two pieces. */
export function logo() {
  return s(
    'svg',
    {class: 'logo', viewBox: '0 0 32 32', 'aria-hidden': 'true'},
    s('rect', {class: 'logo-wood', width: 32, height: 32, rx: 7}),
    s('path', {class: 'logo-light', d: 'M4 4h12v12H4zM16 16h12v12H16z'}),
    s('path', {class: 'logo-dark', d: 'M16 4h12v12H16zM4 16h12v12H4z'}),
    s('circle', {class: 'logo-white', cx: 10, cy: 22, r: 4.4}),
    s('circle', {class: 'logo-black', cx: 22, cy: 10, r: 4.4}),
  );
}
