/** @file An invitation: what one is invited to, before one sits down. */

import {button, h, icon, put, randomText} from '../app/dom.js';
import {capital, say, words} from '../app/i18n.js';
import {gameInfo, join, preview, scene} from '../app/api.js';
import {failureLine, go} from '../app/router.js';
import {
  myGame,
  playerName,
  promised,
  rememberGame,
  rememberName,
  rememberPromise,
  rememberSeatKey,
  seatKey,
} from '../app/store.js';
import {hasHeads, sideName} from '../board/announce.js';
import {Board} from '../board/board.js';
import {isWord, seal} from '../game/promise.js';
import {clockWords, fairChance, houseRules} from './terms.js';

/** @type {import('../app/router.js').Page} */
export default async function joinPage(main, id) {
  const code = location.hash.slice(1) || undefined;
  if (myGame(id)?.secret) {
    await go(`/game/${id}`, {replace: true});
    return;
  }
  const offer = await preview(id, code);
  const game = await gameInfo(offer.game);
  const {layout, board} = await scene(offer.game, offer.options);
  const picture = new Board({layout, still: true, label: words.game.boardOf(say(game.name))});
  picture.show({board});
  const heads = hasHeads(board);
  const mine = offer.colour === 'random' ? words.newGame.random : capital(sideName(offer.colour, heads));
  const asked = seatKey(id);
  const key = asked ?? randomText(32);
  const problem = h('div', {role: 'alert', class: 'problem'});
  const name = h('input', {
    type: 'text',
    id: 'player-name',
    maxlength: 40,
    autocomplete: 'nickname',
    value: playerName(),
  });
  const noted = promised(id);
  const given = noted?.own ?? [];
  const seed = h('input', {type: 'text', id: 'seed', maxlength: 64, value: given.at(-1) ?? randomText(10)});
  const takeSeat = async () => {
    rememberSeatKey(id, key);
    const word = isWord(seed.value) ? seed.value : randomText(10);
    // Noted before the word leaves. Where an answer was lost, an earlier word may be the one that counts.
    if (!given.includes(word)) given.push(word);
    const host = noted?.host ?? offer.host_seed ?? (await preview(id, code)).host_seed;
    const commitment = noted?.commitment ?? offer.commitment;
    rememberPromise(id, {commitment, seat: 1, own: given, ...(host === undefined ? {} : {host})});
    const wish = {key, ...(code ? {code} : {}), name: name.value.trim(), seed: word};
    const joined = await join(id, wish);
    rememberGame({id, secret: joined.secret, game: offer.game, at: Date.now()});
    await go(`/game/${id}`, {replace: true});
  };
  const sit = button(
    words.join.sit,
    async () => {
      sit.disabled = true;
      rememberName(name.value.trim());
      try {
        await takeSeat();
      } catch (error) {
        sit.disabled = false;
        put(problem, failureLine(error));
      }
    },
    {class: 'primary large wide', id: 'sit-down'},
  );
  // This browser asked for the seat before: it may well be its own, and only the answer was lost.
  if (asked && !offer.free) {
    const mine = await takeSeat().then(
      () => true,
      () => false,
    );
    if (mine) return {title: say(game.name), end: () => picture.destroy()};
  }
  /** @param {string} term @param {string|Node} meaning */
  const line = (term, meaning) => h('div', {}, h('dt', {}, term), h('dd', {}, meaning));
  put(
    main,
    h(
      'div',
      {class: 'new'},
      h(
        'div',
        {class: 'new-head'},
        h('p', {class: 'over-title'}, offer.host ? words.join.invites(offer.host) : words.join.invited),
        h('h1', {}, say(game.name)),
        h('p', {class: 'lead'}, say(game.sentence)),
        h('a', {class: 'quiet-link', href: `/rules/${game.id}`}, icon('book'), words.home.rules),
      ),
      h('div', {class: 'new-picture'}, h('div', {class: 'new-board'}, picture.element)),
      h(
        'div',
        {class: 'new-form panel'},
        offer.free ? null : h('p', {class: 'problem'}, words.join.taken),
        h(
          'dl',
          {class: 'terms'},
          line(words.join.yourColour, mine),
          line(words.newGame.clock, clockWords(offer.clock)),
          line(words.newGame.house, houseRules(game, offer.options)),
        ),
        offer.free && [
          h('div', {class: 'field'}, h('label', {for: 'player-name'}, words.newGame.name), name),
          problem,
          sit,
          game.chance && fairChance(seed, seal(offer.commitment)),
        ],
        h('a', {class: 'button', href: `/game/${id}`}, words.join.watch),
      ),
    ),
  );
  return {title: say(game.name), end: () => picture.destroy()};
}
