/** @file What players do besides playing: offers, resigning, phrases, sharing, another game. */

import {button, h, iconButton, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {changeSettings, settings} from '../app/store.js';
import {confirm, openDialog} from '../app/frame.js';
import {linkCard} from './invite.js';
import {recordButtons} from './moves.js';
import {playerInSentence} from './players.js';

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
  }

  /** @param {GameView} view */
  draw(view) {
    const {state} = view;
    put(this.offers, this.offerCards(view));
    const {may} = state;
    const over = state.status === 'over';
    const tools = words.game.tools;
    put(
      this.row,
      iconButton('turn', words.game.turnBoard, this.does.turnBoard, {label: tools.turn}),
      iconButton(
        settings.sound ? 'sound' : 'silent',
        words.settings.sound,
        () => {
          changeSettings({sound: !settings.sound});
          this.draw(view);
        },
        {pressed: settings.sound, label: tools.sound},
      ),
      !over &&
        (may.takeback || may.takeback_past_chance) &&
        iconButton(
          'back',
          words.game.takeback,
          () => {
            if (may.takeback) this.does.send({type: 'ask-takeback'});
            else this.does.note(words.game.takebackPastChance);
          },
          {label: tools.takeback},
        ),
      may.offer_draw &&
        iconButton(
          'draw',
          words.game.offerDraw,
          async () => {
            if (await confirm(words.game.askDraw, words.game.offerDraw)) this.does.send({type: 'offer-draw'});
          },
          {label: tools.draw},
        ),
      may.abort &&
        iconButton(
          'close',
          words.game.abort,
          async () => {
            if (await confirm(words.game.askAbort, words.game.abort)) this.does.send({type: 'abort'});
          },
          {label: tools.abort},
        ),
      may.resign &&
        iconButton(
          'flag',
          words.game.resign,
          async () => {
            if (await confirm(words.game.askResign, words.game.resign)) this.does.send({type: 'resign'});
          },
          {label: tools.resign},
        ),
      may.say && iconButton('chat', words.game.say, () => this.openPhrases(), {label: tools.say}),
      iconButton('share', words.game.shareWatch, () => this.openShare(view), {label: tools.share}),
    );
    put(this.after, over && this.afterwards(view));
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
    const name = (/** @type {Side|undefined} */ by) => (by ? playerInSentence(state, by) : '');
    if (other(state.offers.draw)) card('draw', words.game.drawOffered(name(state.offers.draw)));
    else if (state.offers.draw) cards.push(h('p', {class: 'hint'}, words.game.drawWaits));
    if (other(state.offers.takeback)) card('takeback', words.game.takebackAsked(name(state.offers.takeback)));
    else if (state.offers.takeback) cards.push(h('p', {class: 'hint'}, words.game.takebackWaits));
    if (other(state.offers.rematch)) card('rematch', words.game.rematchOffered(name(state.offers.rematch)));
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
        recordButtons(this.does.record, `${terms.game}-${view.id}`, this.does.note),
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
      h('div', {class: 'row'}, recordButtons(this.does.record, `${view.terms.game}-${view.id}`, this.does.note)),
    );
    openDialog(dialog);
  }
}
