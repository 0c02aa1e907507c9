/** @file A button that copies a text, and says on itself that it has. */

import {button, copyText} from '../app/dom.js';
import {words} from '../app/i18n.js';

/** How long it says so. */
const SAID = 2000;

/** @param {string} label @param {() => string|Promise<string>} text @param {string} [look] */
export function copyButton(label, text, look = '') {
  const copy = button(
    label,
    async () => {
      await copyText(await text());
      if (!said) return;
      // As wide as before: nothing beside it moves.
      copy.style.minWidth = `${copy.offsetWidth}px`;
      said.textContent = words.game.copied;
      setTimeout(() => (said.textContent = label), SAID);
    },
    {icon: 'copy', class: look},
  );
  const said = copy.querySelector('span');
  said?.setAttribute('aria-live', 'polite');
  return copy;
}
