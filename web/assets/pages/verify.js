/** @file Recomputing every roll of a record, and saying which hold. */

import {button, h, icon, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {Failure, record, verify} from '../app/api.js';
import {failureDetail, failureLine} from '../app/router.js';
import {promised} from '../app/store.js';
import {sectorName} from '../board/announce.js';
import {sectorIcon} from '../chance/roulette.js';
import {spoken, tagOf, wordsKept} from '../game/promise.js';

/** @typedef {import('../app/wire.js').Verification} Verification */

/** A draw in words, and as the record writes it. @param {string} text */
const outcome = text => {
  const inside = /^\[(\w+)\]$/.exec(text)?.[1] ?? '';
  return inside in words.sectors ? h('span', {class: 'odds-chip'}, sectorIcon(inside), sectorName(inside)) : text;
};

/**
 * @param {Verification} found @param {import('../app/store.js').Promised|undefined} promise what this browser noted
 * @param {string} record
 */
function verdict(found, promise, record) {
  const kept = promise && wordsKept(promise, record);
  const wordsHold = kept?.own !== false && kept?.host !== false;
  const good = found.holds && wordsHold;
  const mark = (/** @type {boolean} */ holds) =>
    h(
      'span',
      {class: holds ? 'holds' : 'fails'},
      icon(holds ? 'check' : 'close'),
      holds ? words.verify.holds : words.verify.fails,
    );
  return h(
    'div',
    {class: `verdict-card panel ${good ? 'good' : 'bad'}`},
    h('h2', {}, icon(good ? 'shield' : 'close'), wordsHold ? say(found.words) : words.verify.otherWords),
    h(
      'ul',
      {class: 'checks'},
      h('li', {}, words.verify.commitment, ' ', mark(found.commitment_holds)),
      promise &&
        h(
          'li',
          {id: 'promise-kept'},
          words.verify.promise(spoken(promise.commitment)),
          ' ',
          mark(found.promise_holds === true),
        ),
      kept?.host !== undefined && h('li', {}, words.verify.hostWord, ' ', mark(kept.host)),
      kept && h('li', {}, words.verify.ownWord, ' ', mark(kept.own)),
      found.colours_hold !== undefined && h('li', {}, words.verify.colours, ' ', mark(found.colours_hold)),
    ),
    promise ? null : h('p', {class: 'hint', id: 'no-promise'}, words.verify.noPromise),
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
  const game = query.get('game');
  let fetched = '';
  const text = h('textarea', {id: 'record', rows: 10, spellcheck: 'false', placeholder: '[Game "…"]'});
  const result = h('div', {role: 'status'});
  const check = button(
    words.verify.check,
    async () => {
      check.disabled = true;
      try {
        // What was asked for is judged by the game that was meant, whatever the record says it is.
        const promise = promised((text.value === fetched && game) || tagOf(text.value, 'GameId') || '');
        put(result, verdict(await verify(text.value, promise?.commitment), promise, text.value));
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
  if (game) {
    text.value = await record(game);
    fetched = text.value;
    check.click();
  }
  return {title: words.verify.title};
}
