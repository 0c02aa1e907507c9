/** @file Fingers, mouse and keys on a board. Whatever can be dragged can be tapped too. */

/** @typedef {import('./board.js').Board} Board */

const DRAG_BEGINS = 6;
/** @type {Record<string, [number, number]>} */
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** Begins to listen; the returned function ends it. @param {Board} board */
export function listen(board) {
  const {grid, stage} = board;
  /** @type {{square: number, x: number, y: number, moved: boolean}|null} */
  let drag = null;
  let swallow = false;

  const squareOf = (/** @type {EventTarget|null} */ target) =>
    Number(target instanceof Element ? (target.closest('[data-square]')?.getAttribute('data-square') ?? 0) : 0);

  /** Where a pointer is, in squares. @param {PointerEvent} event */
  const point = event => {
    const box = board.svg.getBoundingClientRect();
    const view = board.geometry.view(board.geometry.offset, false);
    return {
      x: view.x + ((event.clientX - box.left) / box.width) * view.w,
      y: view.y + ((event.clientY - box.top) / box.height) * view.h,
    };
  };

  /** @param {PointerEvent} event */
  const squareUnder = event => {
    const {x, y} = point(event);
    for (const {number} of board.layout.cells) {
      const middle = board.geometry.middle(number);
      if (Math.abs(middle.x - x) <= 0.5 && Math.abs(middle.y - y) <= 0.5) return number;
    }
    return 0;
  };

  /** The slider whose knob is near a point. @param {{x: number, y: number}} at */
  const sliderNear = at =>
    board.layout.sliders.findIndex((_, nth) => {
      const {x, y} = board.geometry.slider(nth);
      return Math.abs(at.x - x) < 0.6 && Math.abs(at.y - y) < 0.5;
    });

  /** Pushes a slider one step to a side. @param {number} nth @param {number} way */
  const push = (nth, way) => {
    const slider = board.layout.sliders[nth];
    if (!slider || way === 0) return;
    const towards = way === board.geometry.slider(nth).left ? slider.left : slider.right;
    const away = towards === slider.left ? slider.right : slider.left;
    board.press(board.showing.board.open.includes(away) ? away : towards);
  };

  /** @type {{nth: number, x: number}|null} */
  let sliding = null;

  /** @param {PointerEvent} event */
  const down = event => {
    if (event.button !== 0) return;
    swallow = false;
    const square = squareOf(event.target);
    if (!square) {
      const at = point(event);
      const nth = sliderNear(at);
      if (nth >= 0) {
        sliding = {nth, x: at.x};
        stage.setPointerCapture(event.pointerId);
      }
      return;
    }
    if (board.isMine(square) && !board.picking && !board.choice.single(square)) {
      drag = {square, x: event.clientX, y: event.clientY, moved: false};
    }
  };

  /** @param {PointerEvent} event */
  const move = event => {
    if (!drag) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_BEGINS) return;
      drag.moved = true;
      stage.setPointerCapture(event.pointerId);
      board.options.onTouch?.();
      board.clearRefusal();
      if (board.choice.walked[0] !== drag.square) board.takeUp(drag.square);
    }
    const piece = board.pieceAt(drag.square);
    const element = piece && board.pieces.get(piece.id);
    if (!element) return;
    const {x, y} = point(event);
    element.classList.add('held');
    board.drawing.pieces.append(element);
    element.style.transform = `translate(${x}px, ${y - 0.12}px)`;
  };

  /** @param {PointerEvent} event */
  const up = event => {
    if (sliding) {
      const {nth, x} = sliding;
      sliding = null;
      const now = point(event).x;
      const by = now - x;
      // A drag pushes the knob its way; a tap on either half of the rail does the same.
      push(nth, Math.sign(Math.abs(by) > 0.15 ? by : now - board.geometry.slider(nth).x));
      return;
    }
    const was = drag;
    drag = null;
    if (!was?.moved) return;
    swallow = true;
    const piece = board.pieceAt(was.square);
    const element = piece && board.pieces.get(piece.id);
    element?.classList.remove('held');
    const target = event.type === 'pointercancel' ? 0 : squareUnder(event);
    if (piece) board.place(piece);
    if (target && target !== was.square) board.goTo(target);
    else board.drop();
  };

  /** @param {MouseEvent} event */
  const click = event => {
    const square = squareOf(event.target);
    if (swallow) {
      swallow = false;
      return;
    }
    if (!square) return;
    board.focused = square;
    board.placeButtons();
    board.press(square);
  };

  /** @param {KeyboardEvent} event */
  const key = event => {
    const way = ARROWS[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      board.focus(board.geometry.neighbour(squareOf(event.target) || board.focused, way[0], way[1]));
    } else if (event.key === 'Escape') {
      if (board.picking) board.pick(null);
      board.clearRefusal();
      board.drop();
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const cells = board.layout.cells;
      board.focus((event.key === 'Home' ? cells[0] : cells[cells.length - 1])?.number ?? board.focused);
    }
  };

  stage.addEventListener('pointerdown', down);
  stage.addEventListener('pointermove', move);
  stage.addEventListener('pointerup', up);
  stage.addEventListener('pointercancel', up);
  grid.addEventListener('click', click);
  grid.addEventListener('keydown', key);
  return () => {
    stage.removeEventListener('pointerdown', down);
    stage.removeEventListener('pointermove', move);
    stage.removeEventListener('pointerup', up);
    stage.removeEventListener('pointercancel', up);
    grid.removeEventListener('click', click);
    grid.removeEventListener('keydown', key);
  };
}
