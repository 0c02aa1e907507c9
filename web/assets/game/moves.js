/** @file The list of moves, going back and forth in it, and typing a move. */

import {button, h, icon, iconButton, put} from '../app/dom.js';
import {words} from '../app/i18n.js';
import {sectorName} from '../board/announce.js';
import {sectorIcon} from '../chance/roulette.js';
import {copyButton} from './copy.js';
import {otherSide} from './players.js';

/** @typedef {import('../app/wire.js').MoveLine} MoveLine */

export class MoveList {
  /**
   * @param {{go: (frame: number|null) => void, type: (text: string) => void}} does
   *   frame: how many entries are played, null for now
   */
  constructor(does) {
    this.does = does;
    this.list = h('ol', {class: 'moves', tabindex: 0, 'aria-label': words.game.moves});
    this.field = h('input', {
      type: 'text',
      id: 'typed-move',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 60,
      placeholder: words.game.typeMove,
      'aria-label': words.game.typeMove,
    });
    this.form = h(
      'form',
      {
        class: 'typed',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const text = this.field.value.trim();
          this.field.value = '';
          if (text) does.type(text);
        },
      },
      this.field,
      h('button', {type: 'submit', class: 'button'}, words.game.typeButton),
    );
    this.scrub = h('input', {
      type: 'range',
      min: 0,
      max: 0,
      value: 0,
      'aria-label': words.game.scrub,
      oninput: () => this.goTo(Number(this.scrub.value)),
    });
    this.back = h(
      'div',
      {class: 'row nav-moves'},
      iconButton('first', words.game.first, () => this.goTo(0)),
      iconButton('previous', words.game.previous, () => this.step(-1)),
      iconButton('next', words.game.next, () => this.step(1)),
      iconButton('last', words.game.last, () => this.goTo(this.moves.length)),
    );
    this.element = h('div', {class: 'move-panel'}, this.list, this.scrub, this.back, this.form);
    /** @type {MoveLine[]} */
    this.moves = [];
    this.at = 0;
  }

  /**
   * @param {MoveLine[]} moves @param {number|null} frame what is shown; null for now
   * @param {boolean} typing whether somebody here may type a move @param {string} example what a move looks like
   */
  draw(moves, frame, typing, example) {
    this.moves = moves;
    this.at = frame ?? moves.length;
    this.form.hidden = !typing;
    this.field.placeholder = example ? words.game.typeExample(example) : words.game.typeMove;
    this.scrub.max = String(moves.length);
    this.scrub.value = String(this.at);
    this.scrub.disabled = moves.length === 0;
    this.scrub.setAttribute('aria-valuetext', momentWords(moves, this.at));
    /** @type {Map<number, {white: Node[], black: Node[]}>} */
    const rows = new Map();
    for (const [nth, line] of moves.entries()) {
      const row = rows.get(line.number) ?? {white: [], black: []};
      rows.set(line.number, row);
      row[line.side].push(
        h(
          'button',
          {
            type: 'button',
            id: `move-${nth}`,
            class: line.chance ? 'move chance' : 'move',
            'aria-current': this.at === nth + 1 ? 'true' : false,
            onclick: () => this.goTo(nth + 1),
          },
          shown(line.text),
        ),
      );
    }
    // Whoever begins stands first, as in books: in some games it is Black.
    const first = moves[0]?.side ?? 'white';
    put(
      this.list,
      [...rows].map(([number, row]) =>
        h(
          'li',
          {class: 'move-row'},
          h('span', {class: 'move-number'}, `${number}.`),
          h('span', {}, row[first]),
          h('span', {}, row[otherSide(first)]),
        ),
      ),
      rows.size === 0 && h('li', {class: 'hint'}, words.game.noMoves),
    );
    const current = this.list.querySelector('[aria-current="true"]');
    if (current instanceof HTMLElement) {
      // Not scrollIntoView: the page itself should stay where it is.
      this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    }
  }

  /** @param {number} frame */
  goTo(frame) {
    const to = Math.max(0, Math.min(frame, this.moves.length));
    this.does.go(to === this.moves.length ? null : to);
  }

  /** @param {number} by */
  step(by) {
    this.goTo(this.at + by);
  }
}

/** After which entry the game is looked at, in words. @param {MoveLine[]} moves @param {number} at */
function momentWords(moves, at) {
  const line = moves[at - 1];
  if (!line) return words.game.atStart;
  const inside = /^\[(.*)\]$/.exec(line.text)?.[1];
  const text = line.text === 'pass' ? words.game.passed : inside === undefined ? line.text : sectorName(inside);
  return words.game.atMove(line.number, text);
}

/** An entry as it is shown: outcomes of chance as small pictures. @param {string} text */
function shown(text) {
  if (text === 'pass') return words.game.passed;
  const inside = /^\[(.*)\]$/.exec(text)?.[1];
  if (inside === undefined) return text;
  const dice = /^(\d+):(\d+)$/.exec(inside);
  if (dice) return h('span', {class: 'rolled'}, icon('dice'), `${dice[1]}–${dice[2]}`);
  return h(
    'span',
    {class: `spun ${inside}`, title: sectorName(inside)},
    sectorIcon(inside),
    h('span', {class: 'off-screen'}, sectorName(inside)),
  );
}

/**
 * Two buttons that fetch the record.
 * @param {() => Promise<string>} record @param {string} name
 */
export function recordButtons(record, name) {
  return [
    copyButton(words.game.copyRecord, record),
    button(
      words.game.downloadRecord,
      async () => {
        const link = h('a', {
          download: `${name}.pdn`,
          href: URL.createObjectURL(new Blob([await record()], {type: 'text/plain'})),
        });
        link.click();
        URL.revokeObjectURL(link.href);
      },
      {icon: 'download'},
    ),
  ];
}
