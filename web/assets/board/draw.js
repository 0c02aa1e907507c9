/** @file The board itself: wood, squares, plates on their rails, trap doors and the sliders beside them. */

import {s} from '../app/dom.js';
import {EDGE, SLIDER_STRIP} from './geometry.js';

/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {import('../app/wire.js').Board} Board */
/** @typedef {import('../app/wire.js').Slider} Slider */

/** How far a slider's knob goes to either side. */
const TRAVEL = 0.27;

/**
 * @typedef {object} Drawing
 * @property {SVGGElement} root
 * @property {SVGGElement} ground marks on squares, below doors
 * @property {SVGGElement} under marks below pieces
 * @property {SVGGElement} pieces
 * @property {SVGGElement} over marks above pieces
 * @property {SVGGElement[]} plates
 * @property {Map<number, SVGGElement>} traps by square
 * @property {SVGGElement[]} knobs by slider
 */

/** @param {Geometry} geometry @param {boolean} coordinates @returns {Drawing} */
export function drawBoard(geometry, coordinates) {
  const {layout} = geometry;
  const squares = s('g', {class: 'squares'});
  const numbers = s('g');
  const plates = layout.plates.map((_, nth) => drawPlate(geometry, nth));
  const everySquare = layout.plates.length === 0 && layout.cells.length === layout.rows * layout.width;
  const plateRows = new Set(layout.plates.map(plate => plate.row));

  squares.append(
    s('rect', {
      class: 'wood',
      x: -EDGE,
      y: -EDGE,
      width: layout.width + 2 * EDGE,
      height: layout.rows + 2 * EDGE,
      rx: 0.14,
    }),
    s('rect', {class: 'light', x: 0, y: 0, width: layout.width, height: layout.rows}),
  );
  for (const row of plateRows) {
    const {y} = geometry.corner(0, row);
    squares.append(s('rect', {class: 'channel', x: -EDGE, y, width: layout.width + 2 * EDGE, height: 1}));
  }
  for (const cell of layout.cells) {
    const square = drawSquare(geometry, cell.number, everySquare && (cell.row + cell.column) % 2 === 1);
    const plate = plates[geometry.plateOf.get(cell.number) ?? -1];
    (plate ?? squares).append(square);
    if (coordinates && layout.naming === 'numbers') (plate ?? numbers).append(drawNumber(geometry, cell.number));
  }
  for (const [nth, plate] of plates.entries()) plate.append(...rails(geometry, nth));
  if (coordinates && layout.naming === 'letters') squares.append(...letters(geometry));

  /** @type {Map<number, SVGGElement>} */
  const traps = new Map();
  const doors = s('g', {class: 'traps'});
  const strip = s('g', {class: 'sliders'});
  if (geometry.hasSliders) strip.append(drawStrip(geometry));
  const knobs = layout.sliders.map((slider, nth) => {
    for (const square of [slider.left, slider.right]) {
      const trap = drawTrap(geometry, square, slider.colour);
      traps.set(square, trap);
      doors.append(trap);
    }
    const knob = drawSlider(geometry, nth);
    strip.append(knob.rail, knob.knob);
    return knob.knob;
  });

  const ground = s('g', {class: 'marks ground'});
  const under = s('g', {class: 'marks under'});
  const pieces = s('g', {class: 'pieces'});
  const over = s('g', {class: 'marks over'});
  const root = s('g', {}, squares, ...plates, ground, doors, strip, under, numbers, pieces, over);
  return {root, ground, under, pieces, over, plates, traps, knobs};
}

/** @param {Geometry} geometry @param {number} square @param {boolean} pale */
function drawSquare(geometry, square, pale) {
  const {x, y} = geometry.middle(square, 0);
  return s('rect', {class: pale ? 'dark pale' : 'dark', x: x - 0.5, y: y - 0.5, width: 1, height: 1});
}

/** @param {Geometry} geometry @param {number} square */
function drawNumber(geometry, square) {
  const {x, y} = geometry.middle(square, 0);
  return s(
    'text',
    {class: 'number', x: x - 0.46, y: y - 0.33, 'data-number': square},
    geometry.cells.get(square)?.name,
  );
}

/** Letters below the lowest row and numbers beside the first column. @param {Geometry} geometry */
function letters(geometry) {
  const {layout, bottom} = geometry;
  const labels = [];
  for (let column = 0; column < layout.width; column += 1) {
    const {x, y} = geometry.corner(column, bottom === 'white' ? 0 : layout.rows - 1);
    labels.push(
      s('text', {class: 'letter', x: x + 0.94, y: y + 0.94, 'text-anchor': 'end'}, String.fromCharCode(97 + column)),
    );
  }
  for (let row = 0; row < layout.rows; row += 1) {
    const {x, y} = geometry.corner(bottom === 'white' ? 0 : layout.width - 1, row);
    labels.push(s('text', {class: 'letter', x: x + 0.06, y: y + 0.25}, row + 1));
  }
  return labels;
}

/** @param {Geometry} geometry @param {number} nth */
function drawPlate(geometry, nth) {
  const plate = geometry.layout.plates[nth];
  if (!plate) return s('g');
  const {x, y} = plateCorner(geometry, nth);
  return s(
    'g',
    {class: 'plate'},
    s('rect', {class: 'plate-shadow', x: x + 0.02, y: y + 0.05, width: plate.length, height: 1, rx: 0.08}),
    s('rect', {class: 'light plate-wood', x, y: y + 0.01, width: plate.length, height: 0.98, rx: 0.08}),
  );
}

/** @param {Geometry} geometry @param {number} nth */
function plateCorner(geometry, nth) {
  const plate = geometry.layout.plates[nth];
  const first = plate?.first_column ?? 0;
  const last = first + (plate?.length ?? 1) - 1;
  const row = plate?.row ?? 0;
  return {x: Math.min(geometry.corner(first, row).x, geometry.corner(last, row).x), y: geometry.corner(0, row).y};
}

/** Brass rails along a plate and a grip at both ends. @param {Geometry} geometry @param {number} nth */
function rails(geometry, nth) {
  const length = geometry.layout.plates[nth]?.length ?? 0;
  const {x, y} = plateCorner(geometry, nth);
  const line = (/** @type {number} */ at) =>
    s('line', {class: 'rail', x1: x + 0.04, x2: x + length - 0.04, y1: y + at, y2: y + at});
  const grip = (/** @type {number} */ at) =>
    s('path', {class: 'grip', d: `M${x + at} ${y + 0.36}v.28M${x + at + 0.08} ${y + 0.36}v.28`});
  return [line(0.025), line(0.975), grip(0.06), grip(length - 0.14)];
}

/** @param {Geometry} geometry @param {number} square @param {string} colour */
function drawTrap(geometry, square, colour) {
  const {x, y} = geometry.middle(square, 0);
  const leaf = (/** @type {number} */ side) => {
    const left = side < 0 ? -0.35 : 0;
    return s(
      'g',
      {class: side < 0 ? 'leaf left' : 'leaf right'},
      s('rect', {class: `door ${colour}`, x: left, y: -0.35, width: 0.35, height: 0.7}),
      // Green doors have planks, orange ones studs: the colour is never the only sign.
      colour === 'green'
        ? s('path', {class: 'door-sign', d: `M${left + 0.12}-.35v.7M${left + 0.24}-.35v.7`})
        : s('path', {class: 'door-sign studs', d: [-0.22, 0, 0.22].map(at => `M${left + 0.175} ${at}h0`).join('')}),
    );
  };
  return s(
    'g',
    {class: `trap ${colour}`, transform: `translate(${x} ${y})`},
    s('rect', {class: 'pit', x: -0.37, y: -0.37, width: 0.74, height: 0.74, rx: 0.05}),
    s('rect', {class: 'pit-depth', x: -0.28, y: -0.22, width: 0.56, height: 0.54, rx: 0.04}),
    leaf(-1),
    leaf(1),
    s('rect', {class: `trap-frame ${colour}`, x: -0.37, y: -0.37, width: 0.74, height: 0.74, rx: 0.05}),
  );
}

/** The wooden strip in which sliders stand. @param {Geometry} geometry */
function drawStrip(geometry) {
  const {layout} = geometry;
  const x = geometry.bottom === 'white' ? layout.width + EDGE - 0.1 : -EDGE - SLIDER_STRIP + 0.1;
  const rows = layout.sliders.map((_, nth) => geometry.slider(nth).y);
  const top = Math.min(...rows) - 0.62;
  return s('rect', {
    class: 'wood strip',
    x,
    y: top,
    width: SLIDER_STRIP,
    height: Math.max(...rows) + 0.62 - top,
    rx: 0.14,
  });
}

/** @param {Geometry} geometry @param {number} nth */
function drawSlider(geometry, nth) {
  const {x, y} = geometry.slider(nth);
  const colour = geometry.layout.sliders[nth]?.colour ?? 'green';
  const rail = s(
    'g',
    {class: `slider ${colour}`, transform: `translate(${x} ${y})`},
    s('rect', {class: 'slot', x: -0.43, y: -0.13, width: 0.86, height: 0.26, rx: 0.13}),
    s('path', {class: 'slot-sign', d: 'M-.36 0l.07-.05v.1zM.36 0l-.07-.05v.1z'}),
  );
  const knob = s(
    'g',
    {class: `knob ${colour}`},
    s('rect', {class: 'knob-body', x: -0.14, y: -0.24, width: 0.28, height: 0.48, rx: 0.08}),
    colour === 'green'
      ? s('path', {class: 'knob-sign', d: 'M-.05-.13v.26M.05-.13v.26'})
      : s('path', {class: 'knob-sign studs', d: 'M0-.11h0M0 .11h0'}),
  );
  knob.style.transform = `translate(${x}px, ${y}px)`;
  return {rail, knob};
}

/**
 * Opens and shuts doors, and pushes knobs to where they stand.
 * @param {Drawing} drawing @param {Geometry} geometry @param {Pick<Board, 'open'>} board
 */
export function setTraps(drawing, geometry, board) {
  for (const [square, trap] of drawing.traps) trap.classList.toggle('open', board.open.includes(square));
  for (const [nth, slider] of geometry.layout.sliders.entries()) {
    const {x, y, left} = geometry.slider(nth);
    const where = board.open.includes(slider.left) ? left : board.open.includes(slider.right) ? -left : 0;
    const knob = drawing.knobs[nth];
    if (knob) knob.style.transform = `translate(${x + where * TRAVEL}px, ${y}px)`;
  }
}

/** Moves plates to an offset. @param {Drawing} drawing @param {Geometry} geometry @param {number} offset */
export function setPlates(drawing, geometry, offset) {
  for (const plate of drawing.plates) plate.style.transform = `translate(${geometry.shift(offset)}px, 0)`;
}
