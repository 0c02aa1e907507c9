/** @file Whose turn it is and what to do now, in words that can't be missed, with the button that does it. */

import {button, h, icon, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {hasHeads, sayReason, sideName} from '../board/announce.js';
import {fightOdds} from '../chance/dice.js';
import {drawWheel, wheelOdds} from '../chance/roulette.js';
import {otherSide, who} from './players.js';

/** @typedef {import('../app/wire.js').GameView} GameView */
/** @typedef {import('../app/wire.js').State} State */
/** @typedef {import('../app/wire.js').Command} Command */
/** @typedef {import('../app/wire.js').Refusal} Refusal */
/** @typedef {import('../app/wire.js').Action} Action */
/** @typedef {Extract<import('../app/wire.js').Event, {type: 'huffed'}>} Huffed */

/**
 * What the banner says: a title, a line below it, and whether somebody here has to act.
 * @typedef {{title: string, line: string, mine: boolean}} Told
 */

/** @param {GameView} view @returns {Told} */
export function tell(view) {
  const {state} = view;
  const told = words.phase;
  const heads = hasHeads(state.board);
  const {turn, phase} = state;
  const both = state.you.length === 2;
  const mine = turn !== undefined && state.you.includes(turn) && state.status === 'playing';
  const colour = turn ? sideName(turn, heads) : '';
  if (state.status === 'over')
    return {title: resultTitle(state), line: state.result ? sayReason(state.result, side => who(state, side)) : '', mine: false};
  if (state.status === 'waiting') return {title: told.waiting, line: waitingLine(state), mine: false};
  if (!mine) {
    const line = state.engine ? told.thinking(state.engine.place) : (told.theirs[phase.type] ?? '');
    const sitter = state.seats.find(seat => seat.side === turn)?.sitter;
    if (sitter?.type === 'engine') return {title: told.engineTurn, line, mine: false};
    return {
      title: sitter?.type === 'person' && sitter.name ? told.theirTurn(sitter.name) : told.sideTurn(colour),
      line,
      mine: false,
    };
  }
  const lead = both ? told.sideTurn(colour) : told.yourTurn;
  switch (phase.type) {
    case 'spin':
      return {title: told.spin, line: lead, mine};
    case 'slide':
      return {
        title: told.slide[slideWord(phase.sector)],
        line: both ? `${lead}. ${told.slideLine}` : told.slideLine,
        mine,
      };
    case 'huff':
      return {title: told.huff, line: told.huffLine(who(state, otherSide(turn)), missedTexts(phase.missed)), mine};
    case 'combat':
      return {title: told.combat(phase.round), line: told.combatLine, mine};
    case 'move': {
      const captures = state.actions.length > 0 && state.actions.every(action => action.kind === 'capture');
      if (captures && view.terms.huffing === 'none') return {title: told.capture, line: lead, mine};
      if (phase.sector) return {title: told.movePiece, line: lead, mine};
      const line = both ? (heads ? told.moveHeads : told.move) : told.moveLine;
      return {title: lead, line: stopsShort(view) ? `${line} ${told.endLine}` : line, mine};
    }
    default:
      return {title: lead, line: '', mine};
  }
}

/** Whether captures may stop short. @param {GameView} view */
export const stopsShort = ({terms}) => terms.options['short-capture'] === 'huffed';

/** What the banner says of an earlier position of a game that goes on. @param {GameView} view @param {number} frame */
function tellPast(view, frame) {
  const told = words.phase;
  const move = view.moves[frame - 1];
  const line = tell(view).mine ? told.pastMine : told.pastLine;
  return {title: move ? told.pastMove(move.number) : told.pastStart, line, mine: false};
}

/** Captures that were missed, as they are written. @param {Action[]} [missed] */
const missedTexts = (missed = []) => missed.map(action => action.text);

/**
 * What a huff was for, and which piece it cost.
 * @param {Huffed} event @param {string} at how the square of the piece is called @param {State} state
 */
export function huffSentence({piece, by, missed}, at, state) {
  const [kind, texts] = [words.kinds[piece.kind], missedTexts(missed)];
  return state.you.length === 1
    ? words.phase.huffedYou(texts, who(state, by), kind, at)
    : words.phase.huffedSide(who(state, piece.side), texts, who(state, by), kind, at);
}

/** @param {string} sector @returns {'green'|'orange'|'both'} */
const slideWord = sector => (sector === 'green' || sector === 'orange' ? sector : 'both');

/** @param {State} state */
function resultTitle(state) {
  const winner = state.result?.winner;
  if (state.result?.reason === 'aborted') return words.phase.aborted;
  if (!winner) return words.phase.drawn;
  if (state.you.length === 1) return state.you.includes(winner) ? words.phase.won : words.phase.lost;
  return words.phase.sideWon(who(state, winner));
}

/** @param {State} state */
function waitingLine(state) {
  if (state.seats.some(seat => seat.sitter.type === 'nobody')) return words.phase.waitingFriend;
  return words.phase.waitingSeed;
}

/** The two sides of a fight: the attacker has the turn. @param {State} state */
function fighters(state) {
  const attacker = state.turn ?? 'white';
  return {attacker, call: (/** @type {import('../app/wire.js').Side} */ side) => who(state, side)};
}

/** What has to be done before pieces can be moved; nothing where they can. @param {State} state */
function firstThing({phase}) {
  const {first, slide, slideLine} = words.phase;
  if (phase.type === 'slide') return `${slide[slideWord(phase.sector)]}. ${slideLine}`;
  return phase.type === 'spin' || phase.type === 'combat' || phase.type === 'huff' ? first[phase.type] : '';
}

export class Banner {
  /**
   * @param {{send: (command: Command) => void, claimHuff: () => void, stopPicking: () => void, toNow: () => void,
   *   ruleLink: (rule: string) => string, openRule: (rule: string) => void}} does
   */
  constructor(does) {
    this.does = does;
    this.element = h('section', {class: 'banner', 'aria-label': words.phase.label});
    this.note = h('div', {class: 'banner-note', role: 'alert'});
    this.brief = true;
  }

  /**
   * @param {GameView} view
   * @param {{acting: boolean, picking: boolean, frame: number|null}} now frame: the entry that is looked at, null for now
   */
  draw(view, now) {
    const {state} = view;
    const past = now.frame !== null && state.status === 'playing';
    const told = past ? tellPast(view, now.frame ?? 0) : tell(view);
    this.element.classList.toggle('mine', told.mine);
    this.element.classList.toggle('over', state.status === 'over');
    const winner = state.result?.winner;
    this.element.classList.toggle(
      'won',
      winner !== undefined && (state.you.length !== 1 || state.you.includes(winner)),
    );
    put(
      this.element,
      h(
        'div',
        {class: 'banner-words'},
        h('h1', {class: 'banner-title'}, told.title),
        told.line && h('p', {class: 'banner-line'}, told.line),
      ),
      h('div', {class: 'banner-actions'}, past ? this.wayBack() : this.nowButtons(view, now)),
      past ? null : this.odds(state),
    );
  }

  wayBack() {
    return button(words.phase.backToGame, this.does.toNow, {class: 'primary', icon: 'last', id: 'to-now'});
  }

  /** @param {GameView} view @param {{acting: boolean, picking: boolean}} now */
  nowButtons(view, now) {
    return now.picking ? this.pickButtons() : this.buttons(view, now.acting);
  }

  pickButtons() {
    return [h('p', {class: 'hint'}, words.game.pickHuff), button(words.cancel, this.does.stopPicking)];
  }

  /** @param {GameView} view @param {boolean} acting */
  buttons({state, layout}, acting) {
    const {does} = this;
    const found = [];
    if (state.may.chance) {
      const spin = state.phase.type === 'spin';
      found.push(
        button(spin ? words.phase.spinButton : words.phase.rollButton, () => does.send({type: 'chance'}), {
          class: 'primary large',
          icon: spin ? 'again' : 'dice',
          disabled: acting,
          id: 'chance-button',
        }),
      );
    }
    const pass = state.actions.find(action => action.kind === 'pass');
    if (pass) {
      const words_ = layout.plates.length > 0 ? words.phase.slideButton : words.phase.passButton;
      found.push(
        button(words_, () => does.send({type: 'act', action: pass.text}), {disabled: acting, id: 'pass-button'}),
      );
    }
    if (state.may.claim_huff) {
      found.push(
        button(words.phase.claimButton, does.claimHuff, {icon: 'breath', disabled: acting, id: 'huff-button'}),
      );
    }
    return found;
  }

  /** What chance holds, before it is drawn. @param {State} state */
  odds(state) {
    if (state.phase.type === 'spin' && state.odds.length > 0) {
      return h('div', {class: 'banner-odds'}, drawWheel(state.odds).picture, wheelOdds(state.odds));
    }
    if (state.phase.type === 'combat' && state.board.fight) {
      return h('div', {class: 'banner-odds'}, fightOdds(state.board.fight.odds, fighters(state)));
    }
    return null;
  }

  /** Why something was refused. @param {Refusal} refusal */
  refuse(refusal) {
    const owed = refusal.owed ?? [];
    const texts = owed.slice(0, 4).map(action => action.text);
    this.write(
      [h('strong', {}, say(refusal.words)), owed.length > 0 && h('span', {}, ` ${words.game.owed(texts)}`)],
      refusal.is_rule ? refusal.id : '',
      true,
    );
  }

  /** Somebody tapped where nothing can be done: what has to be done is said, and its button shown. @param {GameView} view */
  remind(view) {
    const first = tell(view).mine && firstThing(view.state);
    if (!first) return;
    this.inform(first);
    const button = this.element.querySelector('#chance-button');
    button?.classList.remove('nudged');
    requestAnimationFrame(() => button?.classList.add('nudged'));
    button?.scrollIntoView({block: 'nearest'});
  }

  /** Something to know, until the next touch of the board. @param {string} sentence */
  inform(sentence) {
    this.write([h('strong', {}, sentence)], '', true);
    this.note.classList.add('news');
  }

  /** Why a piece was huffed: it stays until its owner has played. @param {string} sentence */
  explainHuff(sentence) {
    this.write([h('strong', {}, sentence)], 'huff', false);
  }

  /**
   * @param {import('../app/dom.js').Child[]} parts @param {string} rule where it can be read @param {boolean} brief
   *   whether the next touch of the board ends it
   */
  write(parts, rule, brief) {
    this.brief = brief;
    this.note.classList.remove('news');
    const close = h(
      'button',
      {type: 'button', class: 'icon-button', 'aria-label': words.close, onclick: () => this.clearNote()},
      icon('close'),
    );
    put(
      this.note,
      h('p', {}, parts),
      rule &&
        h(
          'a',
          {
            class: 'rule-link',
            href: this.does.ruleLink(rule),
            onclick: (/** @type {Event} */ event) => {
              // The rule opens beside the board: nobody has to leave the game to read it.
              event.preventDefault();
              this.does.openRule(rule);
            },
          },
          icon('book'),
          words.game.readRule,
        ),
      close,
    );
  }

  /** The board was touched: what was refused is old. */
  clearBrief() {
    if (this.brief) this.clearNote();
  }

  clearNote() {
    put(this.note);
  }
}
