/**
 * @file One's own games on the first page: what can be gone on with comes first, and each row shows where its game
 * stands.
 */

import {h, icon, put} from '../app/dom.js';
import {ago, say, words} from '../app/i18n.js';
import {scene, summaries} from '../app/api.js';
import {myGames} from '../app/store.js';
import {Board} from '../board/board.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').Summary} Summary */

/** Of how many games the server is asked, and how many are shown before somebody wants more. */
const MOST_ASKED = 20;
const MOST_SHOWN = 3;

/** How soon one wants to see a game: one's own turn, what is under way, what is over. @param {Summary} game */
function rank({status, turn, you}) {
  if (status === 'over') return 2;
  return turn && you.includes(turn) ? 0 : 1;
}

/** Where a game stands, in a word or two. @param {Summary} game */
function statusWords(game) {
  const {status, result, you} = game;
  if (rank(game) === 0) return words.phase.yourTurn;
  if (status === 'waiting') return words.phase.waiting;
  if (status === 'playing') return words.home.underWay;
  if (!result?.winner || you.length !== 1) return words.phase.over;
  return you.includes(result.winner) ? words.phase.won : words.phase.lost;
}

/** @param {Summary} game */
function opponent({status, names}) {
  if (status !== 'waiting' && names.includes(null)) return words.opponents.engine;
  return names.filter(Boolean).join(' – ');
}

export class MyGames {
  constructor() {
    this.element = h('section', {class: 'mine', 'aria-label': words.home.mine});
    /** @type {Board[]} */
    this.boards = [];
    this.asked = myGames().slice(0, MOST_ASKED);
    if (this.asked.length === 0) return;
    // Rows keep their places until the server has told of them.
    const room = this.asked.map(() => h('li', {class: 'game-row', 'aria-hidden': 'true'}));
    this.draw(room);
  }

  end() {
    for (const board of this.boards) board.destroy();
  }

  /** @param {HTMLLIElement[]} rows */
  draw(rows) {
    const more = rows.slice(MOST_SHOWN);
    put(
      this.element,
      h('h2', {}, words.home.mine),
      h('ul', {class: 'game-rows'}, rows.slice(0, MOST_SHOWN)),
      more.length > 0 &&
        h(
          'details',
          {class: 'more-games'},
          h('summary', {}, words.home.more(more.length)),
          h('ul', {class: 'game-rows'}, more),
        ),
    );
  }

  /** Asks the server and fills the rows. @param {GameInfo[]} games */
  async fill(games) {
    if (this.asked.length === 0) return;
    const {games: found} = await summaries(this.asked.map(({id, secret}) => (secret ? {id, secret} : {id})));
    if (found.length === 0) return put(this.element);
    found.sort((a, b) => rank(a) - rank(b) || b.updated_at - a.updated_at);
    this.draw(found.map((game, nth) => this.row(game, say(games.find(info => info.id === game.game)?.name), nth === 0)));
  }

  /** @param {Summary} game @param {string} name @param {boolean} first whether one goes on with this one */
  row(game, name, first) {
    const picture = h('span', {class: 'game-picture', 'aria-hidden': 'true'});
    void this.show(game, picture).catch(() => {});
    const offered = first && rank(game) < 2;
    // One mark that calls is enough.
    const look = offered ? '' : rank(game) === 0 ? 'pill mine' : 'pill';
    const when = h('span', {class: 'when'}, ago(game.updated_at));
    return h(
      'li',
      {},
      h(
        'a',
        {class: 'game-row', href: `/game/${game.id}`},
        picture,
        h(
          'span',
          {class: 'game-row-words'},
          h('strong', {}, name),
          h(
            'span',
            {class: 'game-row-line'},
            h('span', {class: look}, statusWords(game)),
            h('span', {class: 'game-row-who'}, opponent(game)),
            !offered && when,
          ),
          offered &&
            h('span', {class: 'game-row-line'}, h('span', {class: 'go-on'}, words.home.goOn, icon('next')), when),
        ),
      ),
    );
  }

  /** Draws where a game stands, as its player sees it. @param {Summary} game @param {HTMLElement} picture */
  async show(game, picture) {
    const {layout} = await scene(game.game, game.options);
    if (!picture.isConnected) return;
    const board = new Board({layout, bottom: game.you[0] ?? 'white', still: true, coordinates: false});
    this.boards.push(board);
    board.show({board: game.board});
    picture.append(board.element);
  }
}
