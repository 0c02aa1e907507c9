/** @file The rules of a game, with diagrams that can be played; beside the board or on a page of their own. */

import {button, h, icon, put} from '../app/dom.js';
import {say, words} from '../app/i18n.js';
import {gameInfo, rules, scene} from '../app/api.js';
import {Board} from '../board/board.js';
import {Show} from '../board/animation.js';
import {valueWords} from './terms.js';

/** @typedef {import('../app/wire.js').Article} Article */
/** @typedef {import('../app/wire.js').Diagram} Diagram */
/** @typedef {import('../app/wire.js').Action} Action */
/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').Scene} Scene */

/** Boards that are drawn when they come into view. @type {WeakMap<Element, () => Promise<void>>} */
const later = new WeakMap();
const seeing = new IntersectionObserver(
  entries => {
    for (const entry of entries) if (entry.isIntersecting) void drawNow(entry.target);
  },
  {rootMargin: '300px'},
);

/** How long the page rests before diagrams out of view are drawn. */
const REST = 600;

/** Draws a diagram if it isn't drawn yet. @param {Element} figure */
function drawNow(figure) {
  const draw = later.get(figure);
  later.delete(figure);
  seeing.unobserve(figure);
  return draw?.();
}

/** Draws every diagram of a page, one after the other: whoever prints wants all of them. @param {Element} page */
async function drawAll(page) {
  for (const figure of page.querySelectorAll('.diagram')) if (figure.isConnected) await drawNow(figure);
}

/**
 * The action that a diagram names: as written, or with its middle squares left out.
 * @param {Action[]} actions @param {string} text
 */
function named(actions, text) {
  const ends = (/** @type {string} */ one) =>
    one
      .split(/[-x]/)
      .filter((_, nth, all) => nth === 0 || nth === all.length - 1)
      .join();
  return actions.find(action => action.text === text) ?? actions.find(action => ends(action.text) === ends(text));
}

/** Squares that a text names. @param {Scene} shown @param {string} text */
function squaresOf(shown, text) {
  return text
    .split(/[-x*+]/)
    .filter(Boolean)
    .map(name => shown.layout.cells.find(cell => cell.name === name)?.number ?? Number(name))
    .filter(Number.isFinite);
}

/** What an action does, as events for a diagram. @param {Scene} shown @param {Action} action @returns {Event[]} */
function eventsOf(shown, action) {
  const at = (/** @type {number|undefined} */ square) => shown.board.pieces.find(piece => piece.at === square);
  const piece = at(action.path[0]);
  const square = action.path[0] ?? 0;
  if (action.kind === 'huff') return piece ? [{type: 'huffed', piece, by: shown.turn}] : [];
  if (action.kind === 'open' || action.kind === 'close') {
    const colour = shown.layout.sliders.find(one => one.left === square || one.right === square)?.colour ?? 'green';
    if (action.kind === 'close') return [{type: 'trap-closed', at: square, colour}];
    return [
      {type: 'trap-opened', at: square, colour, shut_again: false},
      ...(piece ? [/** @type {Event} */ ({type: 'fell', piece})] : []),
    ];
  }
  if (!piece || action.kind === 'attack') return [];
  const taken = (action.captures ?? []).map(at).filter(one => one !== undefined);
  return [
    {type: 'moved', piece: piece.id, side: piece.side, path: action.path},
    ...(taken.length > 0 ? [/** @type {Event} */ ({type: 'captured', pieces: taken})] : []),
    ...(action.falls
      ? [/** @type {Event} */ ({type: 'fell', piece: {...piece, at: action.path[action.path.length - 1] ?? piece.at}})]
      : []),
  ];
}

/**
 * A diagram: a small board with what happens on it drawn as an arrow, played when somebody taps it.
 * @param {string} game @param {Diagram} diagram @param {string} [size]
 */
export function diagramBoard(game, diagram, size = '') {
  const room = h('div', {class: 'diagram-board'});
  const figure = h(
    'figure',
    {class: `diagram ${size} ${diagram.refused ? 'refused' : ''}`},
    room,
    h(
      'figcaption',
      {},
      diagram.refused && h('strong', {class: 'verdict'}, words.rules.refused),
      ' ',
      say(diagram.caption),
    ),
  );
  later.set(figure, async () => {
    try {
      const shown = await scene(game, diagram.options, diagram.position ?? undefined);
      const board = new Board({
        layout: shown.layout,
        still: true,
        coordinates: size !== 'small',
        label: say(diagram.caption),
      });
      const action = diagram.action ? named(shown.actions, diagram.action) : undefined;
      const still = () => {
        board.show({board: shown.board});
        if (diagram.action && diagram.refused) {
          const squares = squaresOf(shown, diagram.action);
          if (squares.length > 1) board.marks.attempt = squares;
          else board.marks.wrong = squares;
        } else if (action) board.marks.owed = [action];
        else if (shown.board.fight) board.marks.wrong = [shown.board.fight.attacker, shown.board.fight.defender];
        board.remark();
      };
      still();
      room.replaceChildren(board.element);
      const events = action && !diagram.refused ? eventsOf(shown, action) : [];
      if (events.length === 0) return;
      let busy = false;
      room.append(
        h(
          'button',
          {
            type: 'button',
            class: 'play-diagram',
            'aria-label': words.rules.play,
            title: words.rules.play,
            onclick: async () => {
              if (busy) return;
              busy = true;
              board.show({board: shown.board});
              const show = new Show(board);
              for (const event of events) await show.play(event);
              await show.wait(1200);
              still();
              busy = false;
            },
          },
          icon('next'),
        ),
      );
    } catch (error) {
      put(room, h('p', {class: 'hint'}, error instanceof Error ? error.message : String(error)));
    }
  });
  seeing.observe(figure);
  return figure;
}

/** @param {Article} article @param {GameInfo} game */
function articleSection(article, game) {
  return h(
    'section',
    {
      class: 'article',
      id: `rule-${article.id}`,
      'data-explains': [article.id, ...article.refusals].join(' '),
      tabindex: -1,
    },
    h('h2', {}, say(article.title)),
    say(article.text)
      .split('\n')
      .filter(Boolean)
      .map(line => h('p', {}, line)),
    article.diagrams.length > 0 &&
      h(
        'div',
        {class: 'diagrams'},
        article.diagrams.map(diagram => diagramBoard(game.id, diagram)),
      ),
    article.readings.map(reading =>
      h(
        'div',
        {class: `reading ${reading.origin}`},
        h('p', {class: 'reading-kind'}, icon('eye'), words.rules.origins[reading.origin]),
        say(reading.text)
          .split('\n')
          .filter(Boolean)
          .map(line => h('p', {}, line)),
        readingChoices(game, reading.option),
      ),
    ),
  );
}

/** How a reading can be changed. @param {GameInfo} game @param {string|null|undefined} name */
function readingChoices(game, name) {
  const option = game.options.find(one => one.name === name);
  if (!option) return null;
  const others =
    option.values.type === 'choices' ? option.values.choices.filter(choice => choice.value !== option.default) : [];
  return h(
    'p',
    {class: 'reading-choices'},
    h('span', {}, `${words.rules.change} `),
    others.length > 0
      ? others.flatMap((choice, nth) => [
          nth > 0 ? ' · ' : '',
          h(
            'a',
            {href: `/new/${game.id}?${new URLSearchParams({[option.name]: choice.value})}`},
            valueWords(option, choice.value),
          ),
        ])
      : h('a', {href: `/new/${game.id}`}, say(option.meaning)),
  );
}

/** All articles of a game. @param {string} id */
export async function rulesArticles(id) {
  const [page, game] = await Promise.all([rules(id), gameInfo(id)]);
  return [
    h(
      'div',
      {class: 'introduction'},
      say(page.introduction)
        .split('\n')
        .filter(Boolean)
        .map(line => h('p', {}, line)),
    ),
    ...page.articles.map(article => articleSection(article, game)),
  ];
}

/** @type {import('../app/router.js').Page} */
export default async function rulesPage(main, id) {
  const game = await gameInfo(id);
  const [introduction, ...articles] = await rulesArticles(id);
  const contents = h(
    'nav',
    {class: 'contents', 'aria-label': words.rules.contents},
    h('h2', {}, words.rules.contents),
    h(
      'ol',
      {},
      articles.map(article => h('li', {}, h('a', {href: `#${article.id}`}, article.querySelector('h2')?.textContent))),
    ),
  );
  put(
    main,
    h(
      'div',
      {class: 'rules'},
      h(
        'div',
        {class: 'rules-head'},
        h('p', {class: 'over-title'}, words.rules.title),
        h('h1', {}, say(game.name)),
        introduction,
        h(
          'div',
          {class: 'row'},
          h('a', {class: 'button primary', href: `/new/${id}`}, words.rules.playIt),
          button(words.rules.print, () => void drawAll(main).then(() => window.print()), {icon: 'print'}),
        ),
      ),
      contents,
      h('div', {class: 'articles'}, articles),
    ),
  );
  const wanted = decodeURIComponent(location.hash.slice(1)).replace(/^rule-/, '');
  const target = wanted && articles.find(article => article.getAttribute('data-explains')?.split(' ').includes(wanted));
  if (target) {
    target.classList.add('pointed');
    requestAnimationFrame(() => target.scrollIntoView({block: 'start'}));
  }
  const resting = setTimeout(() => void drawAll(main), REST);
  return {title: `${words.rules.title} · ${say(game.name)}`, end: () => clearTimeout(resting)};
}
