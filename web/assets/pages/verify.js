/** @file Recomputing every roll of a record, and saying which hold. */

import {button, h, icon, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {Failure, record, verify} from '../app/api.js';
import {failureDetail, failureLine} from '../app/router.js';
import {sectorName} from '../board/announce.js';
import {sectorIcon} from '../chance/roulette.js';

/** @typedef {import('../app/wire.js').Verification} Verification */

/** A draw in words, and as the record writes it. @param {string} text */
const outcome = text => {
  const inside = /^\[(\w+)\]$/.exec(text)?.[1] ?? '';
  return inside in words.sectors ? h('span', {class: 'odds-chip'}, sectorIcon(inside), sectorName(inside)) : text;
};

/** @param {Verification} found */
function verdict(found) {
  const mark = (/** @type {boolean} */ holds) =>
    h(
      'span',
      {class: holds ? 'holds' : 'fails'},
      icon(holds ? 'check' : 'close'),
      holds ? words.verify.holds : words.verify.fails,
    );
  return h(
    'div',
    {class: `verdict-card panel ${found.holds ? 'good' : 'bad'}`},
    h('h2', {}, icon(found.holds ? 'shield' : 'close'), say(found.words)),
    h(
      'ul',
      {class: 'checks'},
      h('li', {}, words.verify.commitment, ' ', mark(found.commitment_holds)),
      found.colours_hold !== undefined && h('li', {}, words.verify.colours, ' ', mark(found.colours_hold)),
    ),
    found.draws.length > 0 &&
      h(
        'div',
        {class: 'table-room', tabindex: 0, role: 'region', 'aria-label': words.verify.draws},
        h(
          'table',
          {},
          h('caption', {class: 'off-screen'}, words.verify.draws),
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              [words.verify.draw, words.verify.recorded, words.verify.computed, ''].map(head =>
                h('th', {scope: 'col'}, head || h('span', {class: 'off-screen'}, words.verify.holds)),
              ),
            ),
          ),
          h(
            'tbody',
            {},
            found.draws.map(draw =>
              h(
                'tr',
                {},
                h('td', {}, draw.draw),
                h('td', {}, outcome(draw.recorded)),
                h('td', {}, outcome(draw.computed)),
                h('td', {}, mark(draw.holds)),
              ),
            ),
          ),
        ),
      ),
  );
}

/** @type {import('../app/router.js').Page} */
export default async function verifyPage(main, _part, query) {
  const text = h('textarea', {id: 'record', rows: 10, spellcheck: 'false', placeholder: '[Game "…"]'});
  const result = h('div', {role: 'status'});
  const check = button(
    words.verify.check,
    async () => {
      check.disabled = true;
      try {
        put(result, verdict(await verify(text.value)));
      } catch (error) {
        const unread = error instanceof Failure && error.problem?.id === 'bad-request' && error.problem.detail;
        put(
          result,
          h('p', {class: 'problem'}, unread ? [words.verify.unread, failureDetail(unread)] : failureLine(error)),
        );
      }
      check.disabled = false;
    },
    {class: 'primary', icon: 'shield', id: 'check-record'},
  );
  put(
    main,
    h(
      'div',
      {class: 'narrow-page'},
      h('h1', {}, words.verify.title),
      h('p', {class: 'lead'}, words.verify.lead),
      h(
        'ul',
        {class: 'plain'},
        words.verify.proves.map(line => h('li', {}, line)),
      ),
      h('div', {class: 'field'}, h('label', {for: 'record'}, words.verify.record), text),
      check,
      result,
    ),
  );
  const game = query.get('game');
  if (game) {
    text.value = await record(game);
    check.click();
  }
  return {title: words.verify.title};
}
