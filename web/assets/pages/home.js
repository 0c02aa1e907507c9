/** @file The first page: one's own games, whom to play, the games of the sheets as living cards, and the classics. */

import {h, icon, put} from '../app/dom.js';
import {language, say, words} from '../app/i18n.js';
import {catalogue, lobby} from '../app/api.js';
import {lastChoices, rememberChoices} from '../app/store.js';
import {Miniature, miniatures} from '../board/miniature.js';
import {MyGames} from './mine.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../board/miniature.js').Reel} Reel */
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

/** @type {import('../app/router.js').Page} */
export default async function home(main) {
  const sheetRoom = h(
    'div',
    {class: 'cards'},
    Array.from({length: EXPECTED}, () =>
      h('div', {class: 'card', 'aria-hidden': 'true'}, h('div', {class: 'card-board'})),
    ),
  );
  const mine = new MyGames();
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
      mine.element,
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
  void mine.fill(known.games).catch(() => {});
  void lobby()
    .then(({challenges: open}) => {
      if (open.length > 0) put(challenges, icon('open'), h('span', {}, words.home.openChallenges(open.length)));
    })
    .catch(() => {});
  return {
    end: () => {
      mine.end();
      for (const miniature of running) miniature.destroy();
    },
  };
}
