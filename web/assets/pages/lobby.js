/** @file Open challenges, as they come and go. */

import {h, icon, put} from '../app/dom.js';
import {ago, say, words} from '../app/i18n.js';
import {catalogue} from '../app/api.js';
import {followLobby} from '../app/socket.js';
import {myGame} from '../app/store.js';
import {clockWords, houseRules} from './terms.js';

/** @typedef {import('../app/wire.js').Challenge} Challenge */
/** @typedef {import('../app/wire.js').GameInfo} GameInfo */

/** @param {Challenge} challenge @param {GameInfo} game */
function row(challenge, game) {
  const mine = myGame(challenge.id);
  return h(
    'li',
    {class: 'challenge panel'},
    h(
      'div',
      {class: 'challenge-words'},
      h('h2', {}, say(game.name)),
      h(
        'p',
        {},
        words.lobby.by(challenge.host || words.lobby.somebody),
        ' · ',
        clockWords(challenge.clock),
        ' · ',
        ago(challenge.created_at),
        !challenge.present && h('span', {class: 'pill'}, words.game.away),
      ),
      houseRules(game, challenge.options),
    ),
    h(
      'a',
      {class: 'button primary', href: mine ? `/game/${challenge.id}` : `/join/${challenge.id}`},
      mine ? words.lobby.yours : words.lobby.take,
    ),
  );
}

/** @type {import('../app/router.js').Page} */
export default async function lobbyPage(main) {
  const list = h('ul', {class: 'challenges'}, h('li', {class: 'loading'}, words.loading));
  put(
    main,
    h(
      'div',
      {class: 'narrow-page'},
      h('h1', {}, words.lobby.title),
      h('p', {class: 'lead'}, words.lobby.lead),
      h('p', {}, h('a', {class: 'button', href: '/'}, icon('open'), words.lobby.make)),
      list,
    ),
  );
  const {games} = await catalogue();
  const end = followLobby(({challenges}) => {
    const rows = challenges.flatMap(challenge => {
      const game = games.find(one => one.id === challenge.game);
      return game ? [row(challenge, game)] : [];
    });
    put(list, rows.length > 0 ? rows : h('li', {class: 'empty panel'}, words.lobby.empty));
  });
  return {title: words.lobby.title, end};
}
