/** @file What players do besides playing: offers, resigning, phrases, sharing, another game. */

import {button, h, iconButton, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {confirm, openDialog} from '../app/frame.js';
import {linkCard} from './invite.js';
import {recordButtons} from './moves.js';
import {who} from './players.js';
import {seal} from './promise.js';

/** @typedef {import('../app/wire.js').GameView} GameView */
/** @typedef {import('../app/wire.js').Command} Command */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').Catalogue} Catalogue */

/**
 * @typedef {object} Does
 * @property {(command: Command, side?: Side) => void} send
 * @property {() => void} turnBoard
 * @property {() => Promise<string>} record
 * @property {(message: string) => void} note
 */

export class Controls {
  /** @param {Does} does @param {Catalogue} catalogue */
  constructor(does, catalogue) {
    this.does = does;
    this.catalogue = catalogue;
    this.offers = h('div', {class: 'offers', role: 'status'});
    this.row = h('div', {class: 'controls'});
    this.after = h('div', {class: 'after'});
    /** @type {HTMLElement|null} stays as it is, open or not */
    this.seal = null;
  }

  /** @param {GameView} view */
  draw(view) {
    put(this.offers, this.offerCards(view));
    put(this.row, this.tools(view));
    const chance = this.catalogue.games.find(game => game.id === view.terms.game)?.chance;
    if (chance) this.seal ??= seal(view.terms.commitment);
    put(this.after, view.state.status === 'over' && this.afterwards(view), this.seal);
  }

  /**
   * Tools have places of their own for as long as the game lasts: what can't be done now is pale, not gone. Nothing
   * ever comes to lie where something else was about to be pressed.
   * @param {GameView} view
   */
  tools(view) {
    const {may, you, seats} = view.state;
    const {tools, ...told} = words.game;
    const people = seats.every(seat => seat.sitter.type !== 'engine');
    const stopping = may.abort
      ? {picture: 'close', name: told.abort, question: told.askAbort, type: /** @type {const} */ ('abort'), label: tools.abort}
      : {picture: 'flag', name: told.resign, question: told.askResign, type: /** @type {const} */ ('resign'), label: tools.resign};
    return [
      iconButton('turn', told.turnBoard, this.does.turnBoard, {label: tools.turn}),
      you.length > 0 &&
        iconButton(
          'back',
          told.takeback,
          () => {
            if (may.takeback) this.does.send({type: 'ask-takeback'});
            else this.does.note(told.takebackPastChance);
          },
          {label: tools.takeback, disabled: !may.takeback && !may.takeback_past_chance},
        ),
      you.length > 0 &&
        iconButton(
          'draw',
          told.offerDraw,
          async () => {
            if (await confirm(told.askDraw, told.offerDraw)) this.does.send({type: 'offer-draw'});
          },
          {label: tools.draw, disabled: !may.offer_draw},
        ),
      you.length > 0 &&
        iconButton(
          stopping.picture,
          stopping.name,
          async () => {
            if (await confirm(stopping.question, stopping.name)) this.does.send({type: stopping.type});
          },
          {label: stopping.label, disabled: !may.abort && !may.resign},
        ),
      you.length === 1 &&
        people &&
        iconButton('chat', told.say, () => this.openPhrases(), {label: tools.say, disabled: !may.say}),
      iconButton('share', told.shareWatch, () => this.openShare(view), {label: tools.share}),
    ];
  }

  /** @param {GameView} view */
  offerCards(view) {
    const {state} = view;
    const cards = [];
    const other = (/** @type {Side|undefined} */ by) =>
      by !== undefined && (state.you.length === 2 || !state.you.includes(by)) && state.you.length > 0;
    /** @param {'draw'|'takeback'|'rematch'} what @param {string} question */
    const card = (what, question) => {
      const by = state.offers[what];
      const side = by === 'white' ? 'black' : 'white';
      cards.push(
        h(
          'div',
          {class: 'offer'},
          h('p', {}, question),
          h(
            'div',
            {class: 'row'},
            button(words.accept, () => this.does.send({type: `accept-${what}`}, side), {class: 'primary'}),
            button(words.decline, () => this.does.send({type: `decline-${what}`}, side)),
          ),
        ),
      );
    };
    const told = words.events;
    const {draw, takeback, rematch} = state.offers;
    if (draw && other(draw)) card('draw', told.drawOffered(who(state, draw)));
    else if (draw) cards.push(h('p', {class: 'hint'}, words.game.drawWaits));
    if (takeback && other(takeback)) card('takeback', told.takebackAsked(who(state, takeback)));
    else if (takeback) cards.push(h('p', {class: 'hint'}, words.game.takebackWaits));
    if (rematch && other(rematch)) card('rematch', told.rematchOffered(who(state, rematch)));
    if (state.may.claim_left) {
      cards.push(
        h(
          'div',
          {class: 'offer'},
          h('p', {}, words.game.hasLeft),
          h(
            'div',
            {class: 'row'},
            button(words.game.claimWin, () => this.does.send({type: 'claim-left', claim: 'win'}), {class: 'primary'}),
            button(words.game.claimDraw, () => this.does.send({type: 'claim-left', claim: 'draw'})),
          ),
        ),
      );
    }
    return cards;
  }

  /** @param {GameView} view */
  afterwards(view) {
    const {state, terms} = view;
    const mine = state.you.length > 0;
    const options = new URLSearchParams(Object.entries(terms.options));
    return h(
      'div',
      {class: 'after-card'},
      h(
        'div',
        {class: 'row'},
        state.rematch && mine
          ? h('a', {class: 'button primary', href: `/game/${state.rematch}`}, words.game.toRematch)
          : state.may.rematch &&
              !state.offers.rematch &&
              button(words.game.rematch, () => this.does.send({type: 'offer-rematch'}), {
                class: 'primary',
                icon: 'again',
                id: 'rematch-button',
              }),
        state.offers.rematch &&
          state.you.includes(state.offers.rematch) &&
          state.you.length === 1 &&
          h('p', {class: 'hint'}, words.game.rematchWaits),
        h('a', {class: 'button', href: `/new/${terms.game}?${options}`}, words.game.newGame),
      ),
      h(
        'div',
        {class: 'row'},
        recordButtons(this.does.record, `${terms.game}-${view.id}`),
        state.chance.draws > 0 && h('a', {class: 'button', href: `/verify?game=${view.id}`}, words.game.verify),
      ),
    );
  }

  openPhrases() {
    const dialog = h(
      'dialog',
      {class: 'sheet small', 'aria-label': words.game.say},
      h(
        'div',
        {class: 'sheet-head'},
        h('h2', {}, words.game.say),
        iconButton('close', words.close, () => dialog.close()),
      ),
      h(
        'div',
        {class: 'phrases'},
        this.catalogue.phrases.map(phrase =>
          button(say(phrase.words), () => {
            this.does.send({type: 'say', phrase: phrase.id});
            dialog.close();
          }),
        ),
      ),
    );
    openDialog(dialog);
  }

  /** @param {GameView} view */
  openShare(view) {
    const url = `${location.origin}/game/${view.id}`;
    const dialog = h(
      'dialog',
      {class: 'sheet small', 'aria-label': words.game.shareWatch},
      h(
        'div',
        {class: 'sheet-head'},
        h('h2', {}, words.game.shareWatch),
        iconButton('close', words.close, () => dialog.close()),
      ),
      linkCard(url, words.invite.watchLead, 'Damier'),
      h('h3', {class: 'sheet-part'}, words.game.record),
      h('div', {class: 'row'}, recordButtons(this.does.record, `${view.terms.game}-${view.id}`)),
    );
    openDialog(dialog);
  }
}
