/**
 * @file Where things are on the screen. One square is one unit; x grows to the right, y downwards, as seen by the
 * side that sits at the bottom. Nothing here knows a rule: columns, rows and offsets come from the layout.
 */

/** @typedef {import('../app/wire.js').Layout} Layout */
/** @typedef {import('../app/wire.js').Cell} Cell */
/** @typedef {import('../app/wire.js').Side} Side */

/** How wide the strip beside the board is in which sliders are pushed. */
export const SLIDER_STRIP = 1.1;
/** The wooden edge around the squares. */
export const EDGE = 0.16;

export class Geometry {
  /** @param {Layout} layout @param {Side} bottom the side at the bottom of the screen */
  constructor(layout, bottom) {
    this.layout = layout;
    this.bottom = bottom;
    this.offset = 0;
    /** @type {Map<number, Cell>} */
    this.cells = new Map(layout.cells.map(cell => [cell.number, cell]));
    /** @type {Map<number, number>} rows of plates by square */
    this.plateOf = new Map(layout.plates.flatMap((plate, nth) => plate.squares.map(square => [square, nth])));
    this.hasPlates = layout.plates.length > 0;
    this.hasSliders = layout.sliders.length > 0;
  }

  /** The left edge of a column and the top edge of a row, on the screen. @param {number} column @param {number} row */
  corner(column, row) {
    return this.bottom === 'white'
      ? {x: column, y: this.layout.rows - 1 - row}
      : {x: this.layout.width - 1 - column, y: row};
  }

  /** The middle of a square while the plates stand at an offset. @param {number} square @param {number} [offset] */
  middle(square, offset = this.offset) {
    const cell = this.cells.get(square);
    if (!cell) return {x: 0, y: 0};
    const column = cell.column + (this.plateOf.has(square) ? offset : 0);
    const {x, y} = this.corner(column, cell.row);
    return {x: x + 0.5, y: y + 0.5};
  }

  /** By how much plates stand to the right of where they are drawn, on the screen. @param {number} offset */
  shift(offset) {
    return this.bottom === 'white' ? offset : -offset;
  }

  /**
   * What is seen: left, top, width and height. The narrow view of a board with plates has room for the plates where
   * they stand now and not for where they will be; it goes after them, and squares stay large on a phone.
   * @param {number} offset @param {boolean} narrow
   */
  view(offset, narrow) {
    const {columns, rows, width} = this.layout;
    let [first, last] = columns;
    if (narrow && this.hasPlates) {
      first = Math.min(0, ...this.layout.plates.map(plate => plate.first_column + offset));
      last = Math.max(width - 1, ...this.layout.plates.map(plate => plate.first_column + offset + plate.length - 1));
    }
    const left = Math.min(this.corner(first, 0).x, this.corner(last, 0).x);
    let x = left - EDGE;
    let w = last - first + 1 + 2 * EDGE;
    if (this.hasSliders) {
      w += SLIDER_STRIP;
      if (this.bottom === 'black') x -= SLIDER_STRIP;
    }
    return {x, y: -EDGE, w, h: rows + 2 * EDGE};
  }

  /** The slider's rail beside the board: its middle and the direction in which "left" lies. @param {number} nth */
  slider(nth) {
    const slider = this.layout.sliders[nth];
    const cell = slider && this.cells.get(slider.left);
    const {y} = this.corner(0, cell?.row ?? 0);
    const white = this.bottom === 'white';
    return {
      x: white ? this.layout.width + EDGE + SLIDER_STRIP / 2 - 0.08 : -EDGE - SLIDER_STRIP / 2 + 0.08,
      y: y + 0.5,
      left: white ? -1 : 1,
    };
  }

  /**
   * The nearest square in a direction of the arrow keys: straight on if there is one, otherwise the next one along
   * the diagonal, so that every square can be reached.
   * @param {number} from @param {number} dx @param {number} dy @returns {number}
   */
  neighbour(from, dx, dy) {
    const start = this.middle(from);
    let best = from;
    let least = Infinity;
    for (const {number} of this.layout.cells) {
      const {x, y} = this.middle(number);
      const ahead = (x - start.x) * dx + (y - start.y) * dy;
      const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
      if (ahead < 0.5) continue;
      // In a row one goes along it; between rows the nearest square to the side is the one meant, the left one first.
      const cost = dx !== 0 ? ahead + aside * 100 : ahead * 10 + aside + (x > start.x ? 0.1 : 0);
      if (cost < least) {
        least = cost;
        best = number;
      }
    }
    return best;
  }
}
