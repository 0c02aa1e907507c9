/** @file The first page: whom to play, the games of the sheets as living cards, the classics, and one's own games. */

import {h, icon, put} from '../app/dom.js';
import {ago, language, say, words} from '../app/i18n.js';
import {catalogue, lobby, summaries} from '../app/api.js';
import {lastChoices, myGames, rememberChoices} from '../app/store.js';
import {Miniature, miniatures} from '../board/miniature.js';
import {hasHeads} from '../board/announce.js';
import {pieceIcon} from '../board/pieces.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').Summary} Summary */
/** @typedef {import('../board/miniature.js').Reel} Reel */
/** @typedef {'engine'|'friend'|'same-device'|'open'} Versus */

/** @type {[Versus, string][]} */
const OPPONENTS = [
  ['engine', 'computer'],
  ['friend', 'people'],
  ['same-device', 'device'],
  ['open', 'open'],
];

/** Of how many games the server is asked, and how many are shown. */
const MOST_ASKED = 20;
const MOST_SHOWN = 6;

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

/** @param {GameInfo} game @param {Reel|undefined} reel @param {Miniature[]} running */
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

/** @param {Summary} game @param {string} name @param {import('../app/wire.js').PieceKind} kind */
function myGameRow(game, name, kind) {
  const turn = game.status === 'playing' && game.turn && game.you.includes(game.turn);
  const engine = game.status !== 'waiting' && game.names.includes(null);
  const names = engine ? words.opponents.engine : game.names.filter(Boolean).join(' – ');
  return h(
    'li',
    {},
    h(
      'a',
      {class: 'game-row', href: `/game/${game.id}`},
      pieceIcon(game.you[0] ?? 'white', kind),
      h('span', {class: 'game-row-words'}, h('strong', {}, name), h('span', {}, names)),
      h('span', {class: turn ? 'pill mine' : 'pill'}, turn ? words.phase.yourTurn : statusWords(game)),
      h('span', {class: 'when'}, ago(game.updated_at)),
    ),
  );
}

/** The room of one's own games: rows that keep their places until the server has told of them. */
function myGamesRoom() {
  const rows = myGames().slice(0, MOST_SHOWN);
  const section = h('section', {class: 'mine', 'aria-label': words.home.mine});
  if (rows.length === 0) return section;
  const list = h(
    'ul',
    {class: 'game-rows'},
    rows.map(() => h('li', {class: 'game-row', 'aria-hidden': 'true'})),
  );
  put(section, h('h2', {}, words.home.mine), list);
  return section;
}

/** @param {HTMLElement} section @param {GameInfo[]} games @param {Record<string, Reel>} reels */
async function fillMyGames(section, games, reels) {
  const list = section.querySelector('ul');
  if (!list) return;
  const asked = myGames().slice(0, MOST_ASKED);
  const found = (await summaries(asked.map(({id, secret}) => (secret ? {id, secret} : {id})))).games;
  if (found.length === 0) return put(section);
  const rank = (/** @type {Summary} */ game) => (game.status === 'over' ? 1 : 0);
  found.sort((a, b) => rank(a) - rank(b) || b.updated_at - a.updated_at);
  const row = (/** @type {Summary} */ game) => {
    const start = reels[game.game]?.frames[0]?.board;
    return myGameRow(
      game,
      say(games.find(info => info.id === game.game)?.name),
      start && hasHeads(start) ? 'blue-head' : 'man',
    );
  };
  put(list, found.slice(0, MOST_SHOWN).map(row));
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
  const mine = myGamesRoom();
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
  void fillMyGames(mine, known.games, reels).catch(() => {});
  void lobby()
    .then(({challenges: open}) => {
      if (open.length > 0) put(challenges, icon('open'), h('span', {}, words.home.openChallenges(open.length)));
    })
    .catch(() => {});
  return {end: () => running.forEach(miniature => miniature.destroy())};
}
