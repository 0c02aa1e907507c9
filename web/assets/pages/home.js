/** @file The first page: whom to play, the games of the sheets as living cards, the classics, and one's own games. */

import {h, icon, put} from '../app/dom.js';
import {ago, language, say, words} from '../app/i18n.js';
import {catalogue, lobby, summaries} from '../app/api.js';
import {lastChoices, myGames, rememberChoices} from '../app/store.js';
import {Miniature, miniatures} from '../board/miniature.js';
import {pieceIcon} from '../board/pieces.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').Summary} Summary */
/** @typedef {'engine'|'friend'|'same-device'|'open'} Versus */

/** @type {[Versus, string][]} */
const OPPONENTS = [
  ['engine', 'computer'],
  ['friend', 'people'],
  ['same-device', 'device'],
  ['open', 'open'],
];

/** How many cards keep their room until the games are known. */
const EXPECTED = 6;

/** @returns {Versus} */
const lastVersus = () => OPPONENTS.find(([value]) => value === lastChoices().versus)?.[0] ?? 'engine';

/** Whom to play against: the choice that all cards share. @param {(versus: Versus) => void} choose */
function opponentChoice(choose) {
  return h(
    'fieldset',
    {class: 'opponents'},
    h('legend', {}, words.home.against),
    OPPONENTS.map(([value, picture]) => {
      const box = h('input', {
        type: 'radio',
        name: 'versus',
        value,
        checked: value === lastVersus(),
        onchange: () => choose(value),
      });
      return h('label', {class: 'opponent'}, box, icon(picture), h('span', {}, words.opponents[value]));
    }),
  );
}

/** @param {GameInfo} game @param {import('../board/miniature.js').Reel|undefined} reel @param {Miniature[]} running */
function card(game, reel, running) {
  const room = h('div', {class: 'card-board'});
  if (reel) {
    const miniature = new Miniature(reel, '');
    miniature.board.element.setAttribute('aria-hidden', 'true');
    running.push(miniature);
    room.append(miniature.board.element);
  }
  const element = h(
    'article',
    {class: 'card'},
    room,
    h(
      'div',
      {class: 'card-words'},
      h('h3', {}, h('a', {class: 'card-link', href: `/new/${game.id}`, 'data-game': game.id}, say(game.name))),
      h('p', {}, say(game.sentence)),
      game.chance && h('span', {class: 'tag'}, icon('dice'), words.home.chance),
      h(
        'div',
        {class: 'card-foot'},
        h('span', {class: 'card-play', 'aria-hidden': 'true'}, words.newGame.start),
        h(
          'a',
          {class: 'quiet-link', href: `/rules/${game.id}`, 'aria-label': words.home.rulesOf(say(game.name))},
          icon('book'),
          words.home.rules,
        ),
      ),
    ),
  );
  return element;
}

/** Where a game stands, in a word or two. @param {Summary} game */
function statusWords({status, result, you}) {
  if (status === 'waiting') return words.phase.waiting;
  if (status === 'playing') return words.home.underWay;
  if (!result?.winner || you.length !== 1) return words.phase.over;
  return you.includes(result.winner) ? words.phase.won : words.phase.lost;
}

/** @param {Summary} game @param {GameInfo|undefined} info */
function myGameRow(game, info) {
  const turn = game.status === 'playing' && game.turn && game.you.includes(game.turn);
  const engine = game.status !== 'waiting' && game.names.includes(null);
  const names = engine ? words.opponents.engine : game.names.filter(Boolean).join(' – ');
  return h(
    'li',
    {},
    h(
      'a',
      {class: 'game-row', href: `/game/${game.id}`},
      pieceIcon(game.you[0] ?? 'white', 'man'),
      h('span', {class: 'game-row-words'}, h('strong', {}, say(info?.name)), h('span', {}, names)),
      h('span', {class: turn ? 'pill mine' : 'pill'}, turn ? words.phase.yourTurn : statusWords(game)),
      h('span', {class: 'when'}, ago(game.updated_at)),
    ),
  );
}

/** @param {HTMLElement} section @param {GameInfo[]} games */
async function fillMyGames(section, games) {
  const mine = myGames();
  if (mine.length === 0) return;
  const found = (await summaries(mine.slice(0, 20).map(({id, secret}) => (secret ? {id, secret} : {id})))).games;
  if (found.length === 0) return;
  const rank = (/** @type {Summary} */ game) => (game.status === 'over' ? 1 : 0);
  found.sort((a, b) => rank(a) - rank(b) || b.updated_at - a.updated_at);
  put(
    section,
    h('h2', {}, words.home.mine),
    h(
      'ul',
      {class: 'game-rows'},
      found.slice(0, 6).map(game =>
        myGameRow(
          game,
          games.find(info => info.id === game.game),
        ),
      ),
    ),
  );
}

/** @type {import('../app/router.js').Page} */
export default async function home(main) {
  const sheetRoom = h(
    'div',
    {class: 'cards'},
    Array.from({length: EXPECTED}, () =>
      h('div', {class: 'card', 'aria-hidden': 'true'}, h('div', {class: 'card-board'})),
    ),
  );
  const mine = h('section', {class: 'mine', 'aria-label': words.home.mine});
  const classicRoom = h('ul', {class: 'classics'});
  const challenges = h('a', {class: 'challenge-link', href: '/lobby'}, icon('open'), h('span', {}, words.home.lobby));
  const links = () => {
    for (const link of main.querySelectorAll('a[data-game]')) {
      link.setAttribute('href', `/new/${link.getAttribute('data-game')}?versus=${lastVersus()}`);
    }
  };
  put(
    main,
    h(
      'div',
      {class: 'home'},
      h(
        'section',
        {class: 'hero'},
        h('h1', {}, words.home.title),
        h('p', {class: 'lead'}, words.home.lead),
        h(
          'div',
          {class: 'hero-row'},
          opponentChoice(versus => {
            rememberChoices({...lastChoices(), versus});
            links();
          }),
          challenges,
        ),
      ),
      mine,
      h('section', {'aria-labelledby': 'sheet-title'}, h('h2', {id: 'sheet-title'}, words.home.sheets), sheetRoom),
      h(
        'section',
        {'aria-labelledby': 'classic-title'},
        h('h2', {id: 'classic-title'}, words.home.classics),
        h('p', {class: 'hint'}, words.home.classicsLead),
        classicRoom,
      ),
      h(
        'footer',
        {class: 'foot'},
        h('p', {}, words.home.foot),
        h('a', {href: '/verify'}, icon('shield'), words.home.verify),
      ),
    ),
  );

  /** @type {Miniature[]} */
  const running = [];
  const [known, reels] = await Promise.all([catalogue(), miniatures()]);
  put(
    sheetRoom,
    known.games.filter(game => game.family === 'sheet').map(game => card(game, reels[game.id], running)),
  );
  put(
    classicRoom,
    known.games
      .filter(game => game.family === 'classic')
      .sort((a, b) => say(a.name).localeCompare(say(b.name), language))
      .map(game =>
        h(
          'li',
          {},
          h(
            'a',
            {class: 'classic', href: `/new/${game.id}`, 'data-game': game.id},
            h('strong', {}, say(game.name)),
            h('span', {}, say(game.sentence)),
          ),
        ),
      ),
  );
  links();
  void fillMyGames(mine, known.games).catch(() => {});
  void lobby()
    .then(({challenges: open}) => {
      if (open.length > 0) put(challenges, icon('open'), h('span', {}, words.home.openChallenges(open.length)));
    })
    .catch(() => {});
  return {end: () => running.forEach(miniature => miniature.destroy())};
}
