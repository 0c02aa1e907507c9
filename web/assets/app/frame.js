/** @file What surrounds every page: the header with its links, the settings, and the live region. */

import {h, icon, iconButton, put} from './dom.js';
import {language, words} from './i18n.js';
import {changeSettings, settings} from './store.js';
import {sound} from './sound.js';
import {logo} from './icons.js';

/** @typedef {import('./store.js').Settings} Settings */

/** @type {HTMLElement} */
const live = h('div', {class: 'off-screen', 'aria-live': 'polite', id: 'live'});

/** Says something to those who listen rather than look. @param {string} sentence */
export function announce(sentence) {
  if (!sentence) return;
  live.append(h('p', {}, sentence));
  while (live.childElementCount > 6) live.firstElementChild?.remove();
}

/** Draws header and footer in the language of the page. */
export function drawFrame() {
  const header = /** @type {HTMLElement} */ (document.getElementById('header'));
  const other = language === 'fr' ? 'en' : 'fr';
  put(
    header,
    h('a', {class: 'skip', href: '#main'}, words.frame.skip),
    h('a', {class: 'brand', href: '/', 'aria-label': words.frame.home}, logo(), h('span', {}, 'Damier')),
    h(
      'nav',
      {'aria-label': words.frame.nav},
      h('a', {class: 'nav-link', href: '/lobby'}, icon('people'), h('span', {}, words.frame.lobby)),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button language',
          lang: other,
          title: words.frame.otherLanguage,
          'aria-label': words.frame.otherLanguage,
          onclick: () => changeSettings({language: other}),
        },
        h('span', {'aria-hidden': 'true'}, other.toUpperCase()),
      ),
      iconButton('settings', words.settings.title, openSettings),
    ),
  );
  if (!live.isConnected) document.body.append(live);
}

/** A dialog of switches. */
export function openSettings() {
  const dialog = h('dialog', {class: 'sheet', 'aria-labelledby': 'settings-title'});
  const told = words.settings;
  /** @param {keyof Settings} name @param {string} label @param {string} hint */
  const toggle = (name, label, hint) => {
    const box = h('input', {type: 'checkbox', role: 'switch', id: `set-${name}`, 'aria-describedby': `about-${name}`});
    box.checked = Boolean(settings[name]);
    box.addEventListener('change', () => {
      changeSettings({[name]: box.checked});
      if (name === 'sound') sound('turn');
    });
    return h(
      'div',
      {class: 'switch-row'},
      h('div', {}, h('label', {for: `set-${name}`}, label), h('p', {class: 'hint', id: `about-${name}`}, hint)),
      box,
    );
  };
  /** @param {keyof Settings} name @param {string} label @param {[string, string][]} choices */
  const select = (name, label, choices) => {
    const list = h(
      'select',
      {id: `set-${name}`},
      choices.map(([value, text]) => h('option', {value, selected: settings[name] === value}, text)),
    );
    list.addEventListener('change', () => changeSettings({[name]: list.value}));
    return h('div', {class: 'switch-row'}, h('label', {for: `set-${name}`}, label), list);
  };
  put(
    dialog,
    h(
      'div',
      {class: 'sheet-head'},
      h('h2', {id: 'settings-title'}, told.title),
      iconButton('close', words.close, () => dialog.close()),
    ),
    select('language', told.language, [
      ['auto', told.auto],
      ['fr', 'Français'],
      ['en', 'English'],
    ]),
    select('theme', told.theme, [
      ['auto', told.auto],
      ['light', told.light],
      ['dark', told.dark],
    ]),
    toggle('sound', told.sound, told.soundHint),
    toggle('motion', told.motion, told.motionHint),
    toggle('coordinates', told.coordinates, told.coordinatesHint),
    toggle('hints', told.hints, told.hintsHint),
    toggle('help', told.help, told.helpHint),
    toggle('turning', told.turning, told.turningHint),
  );
  openDialog(dialog);
}

/** Opens a dialog that goes when it is closed, also by a tap beside it. @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });
  dialog.showModal();
}

/**
 * Asks before something that can't be undone.
 * @param {string} question @param {string} yes @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  return new Promise(resolve => {
    const dialog = h(
      'dialog',
      {class: 'sheet small', 'aria-label': question},
      h('p', {class: 'question'}, question),
      h(
        'div',
        {class: 'row end'},
        h('button', {type: 'button', class: 'button', onclick: () => dialog.close()}, words.no),
        h('button', {type: 'button', class: 'button primary', onclick: () => dialog.close('yes')}, yes),
      ),
    );
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    openDialog(dialog);
  });
}
