/** @file The panel beside the board: the list of moves, and the rules of the game. */

import {h, icon, put} from '../app/dom.js';
import {words} from '../app/i18n.js';

export class Tabs {
  /** @param {HTMLElement} moves @param {() => string} game the id of the game in the catalogue */
  constructor(moves, game) {
    this.rules = h('div', {
      class: 'rules-panel',
      role: 'tabpanel',
      id: 'panel-rules',
      'aria-labelledby': 'tab-rules',
      tabindex: 0,
      hidden: true,
    });
    this.moves = h('div', {role: 'tabpanel', id: 'panel-moves', 'aria-labelledby': 'tab-moves'}, moves);
    this.game = game;
    this.loaded = false;
    /** @type {Promise<void>|undefined} */
    this.loading = undefined;
    /** @param {string} name @param {string} label @param {string} picture */
    const tab = (name, label, picture) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-controls': `panel-${name}`,
          class: 'tab',
          onclick: () => this.open(name),
        },
        icon(picture),
        h('span', {}, label),
      );
    this.tabs = [tab('moves', words.game.moves, 'list'), tab('rules', words.game.rules, 'book')];
    const list = h(
      'div',
      {
        class: 'tabs',
        role: 'tablist',
        'aria-label': words.game.panels,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          const next = this.tabs.find(one => one.getAttribute('aria-selected') !== 'true');
          next?.focus();
          next?.click();
        },
      },
      this.tabs,
    );
    this.element = h('section', {class: 'tab-card'}, list, this.moves, this.rules);
    this.open('moves');
  }

  /** @param {string} name */
  open(name) {
    for (const tab of this.tabs) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.moves.hidden = name !== 'moves';
    this.rules.hidden = name !== 'rules';
    if (name === 'rules' && !this.loaded) this.loading = this.load();
  }

  /** Opens the rule that explains a refusal. @param {string} refusal */
  async openRule(refusal) {
    this.open('rules');
    await this.loading;
    const article = this.rules.querySelector(`[data-explains~="${CSS.escape(refusal)}"]`);
    if (!(article instanceof HTMLElement)) return;
    article.classList.add('pointed');
    // The panel scrolls, and the page only if the panel is out of sight.
    this.element.scrollIntoView({block: 'nearest'});
    this.rules.scrollTop = article.offsetTop - 12;
    article.focus({preventScroll: true});
  }

  async load() {
    this.loaded = true;
    put(this.rules, h('p', {class: 'loading'}, words.loading));
    try {
      const {rulesArticles} = await import('../pages/rules.js');
      put(this.rules, await rulesArticles(this.game()));
    } catch (error) {
      this.loaded = false;
      put(this.rules, h('p', {class: 'hint'}, error instanceof Error ? error.message : String(error)));
    }
  }
}
