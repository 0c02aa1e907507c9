/** @file A new game: opponent, level, colour, clock and house rules, with the board that comes of it beside. */

import {button, h, icon, put, radios, randomText} from '../app/dom.js';
import {capital, catalogueLevel, levels, say, words} from '../app/i18n.js';
import {catalogue, createGame, Failure, gameInfo, rules, scene} from '../app/api.js';
import {failureLine, go} from '../app/router.js';
import {lastChoices, playerName, rememberChoices, rememberGame, rememberName, rememberPromise} from '../app/store.js';
import {Board} from '../board/board.js';
import {hasHeads, sideName} from '../board/announce.js';
import {pieceIcon} from '../board/pieces.js';
import {HouseRules} from './house.js';
import {clockWords, fairChance} from './terms.js';
import {isWord} from '../game/promise.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').Opponent} Opponent */
/** @typedef {import('../app/wire.js').Clock} Clock */

/** @type {['engine'|'friend'|'same-device'|'open', string][]} */
const OPPONENTS = [
  ['engine', 'computer'],
  ['friend', 'people'],
  ['same-device', 'device'],
  ['open', 'open'],
];
/** @type {import('../app/wire.js').Colour[]} */
const COLOURS = ['white', 'black', 'random'];
/** @type {Clock[]} */
const CLOCKS = [
  {type: 'none'},
  {type: 'fischer', seconds: 180, increment: 2},
  {type: 'fischer', seconds: 600, increment: 5},
  {type: 'fischer', seconds: 1500, increment: 10},
  {type: 'days', days: 1},
  {type: 'days', days: 3},
  {type: 'days', days: 7},
];

class NewGame {
  /** @param {GameInfo} game @param {URLSearchParams} query */
  constructor(game, query) {
    const last = lastChoices();
    const wanted = query.get('versus') ?? last.versus;
    this.game = game;
    this.versus = OPPONENTS.find(([value]) => value === wanted)?.[0] ?? 'engine';
    // Unless somebody chose otherwise in this game, nobody begins against a level that lets him win.
    const usual = Math.max(last.level ?? 3, last.game === game.id ? 1 : game.lets_win + 1);
    this.level = Math.min(10, Math.max(1, Number(query.get('level')) || usual));
    this.colour = COLOURS.find(one => one === (query.get('colour') ?? last.colour)) ?? 'random';
    this.clock = CLOCKS.findIndex(clock => JSON.stringify(clock) === JSON.stringify(last.clock));
    if (this.clock < 0) this.clock = 0;
    /** @type {Record<string, string>} options that aren't at their default */
    this.options = {};
    for (const option of game.options) {
      const value = query.get(option.name);
      if (value !== null && value !== option.default) this.options[option.name] = value;
    }
    this.seed = randomText(10);
    this.key = randomText(32);
    this.heads = false;
    /** @type {Board|null} */
    this.board = null;
    this.room = h('div', {class: 'new-board'}, h('div', {class: 'board placeholder still'}));
    this.problem = h('div', {role: 'alert', class: 'problem'});
    this.levelBox = h('div', {class: 'level-box'});
    this.colourBox = h('div');
    this.nameBox = h('div', {class: 'field'});
    this.optionCount = h('span', {class: 'pill'});
    this.boardProblem = h('p', {class: 'problem', role: 'status'});
    this.house = new HouseRules(game, this.options, () => {
      this.remember();
      void this.drawBoard();
    });
  }

  /** The choice travels in the address, so that it can be shared and found again. */
  remember() {
    const query = new URLSearchParams({versus: this.versus, ...this.options});
    history.replaceState(null, '', `${location.pathname}?${query}`);
    const changed = Object.keys(this.options).length;
    this.optionCount.textContent = changed === 0 ? words.terms.standardShort : words.terms.changed(changed);
    this.optionCount.classList.toggle('mine', changed > 0);
  }

  draw() {
    const {game} = this;
    this.start = button(words.newGame.start, () => void this.create(), {class: 'primary large wide', id: 'start-game'});
    const name = h('input', {
      type: 'text',
      id: 'player-name',
      maxlength: 40,
      autocomplete: 'nickname',
      value: playerName(),
      onchange: () => rememberName(name.value.trim()),
    });
    const clock = h(
      'select',
      {id: 'clock', onchange: () => (this.clock = Number(clock.value))},
      CLOCKS.map((one, nth) => h('option', {value: nth, selected: nth === this.clock}, clockWords(one))),
    );
    const seed = h('input', {
      type: 'text',
      id: 'seed',
      maxlength: 64,
      value: this.seed,
      oninput: () => (this.seed = seed.value),
    });
    put(this.nameBox, h('label', {for: 'player-name'}, words.newGame.name), name);
    this.drawColours();
    this.drawOpponent();
    this.remember();
    return h(
      'div',
      {class: 'new'},
      h(
        'div',
        {class: 'new-head'},
        h('h1', {}, say(game.name)),
        h('p', {class: 'lead'}, say(game.sentence)),
        h('a', {class: 'quiet-link', href: `/rules/${game.id}`}, icon('book'), words.home.rules),
      ),
      h('div', {class: 'new-picture'}, this.room),
      h(
        'form',
        {class: 'new-form panel', onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
        radios(
          words.newGame.opponent,
          'versus',
          OPPONENTS.map(([value, picture]) => ({
            value,
            checked: value === this.versus,
            parts: [icon(picture), words.opponents[value]],
          })),
          value => {
            this.versus = OPPONENTS.find(([one]) => one === value)?.[0] ?? 'engine';
            this.drawOpponent();
            this.remember();
          },
          'segments two',
        ),
        this.levelBox,
        this.colourBox,
        h(
          'div',
          {class: 'pair'},
          h('div', {class: 'field'}, h('label', {for: 'clock'}, words.newGame.clock), clock),
          this.nameBox,
        ),
        this.problem,
        h('div', {class: 'start-bar'}, this.start),
        h(
          'details',
          {class: 'house', open: Object.keys(this.options).length > 0},
          h('summary', {}, h('span', {}, words.newGame.house), this.optionCount),
          h('p', {class: 'hint'}, game.options.length > 0 ? words.newGame.houseLead : words.newGame.noOptions),
          this.boardProblem,
          this.house.element,
        ),
        game.chance && fairChance(seed),
      ),
    );
  }

  /** What one has to know about the opponent; at one device both sides are here, and neither has a name. */
  drawOpponent() {
    this.colourBox.hidden = this.nameBox.hidden = this.versus === 'same-device';
    if (this.versus !== 'engine') return put(this.levelBox);
    const told = () => {
      const lets = this.level <= this.game.lets_win;
      return lets ? words.newGame.letsWin(catalogueLevel(this.level)) : catalogueLevel(this.level);
    };
    const word = h('output', {for: 'level', class: 'level-word'}, told());
    const range = h('input', {
      type: 'range',
      id: 'level',
      min: 1,
      max: 10,
      step: 1,
      value: this.level,
      oninput: () => {
        this.level = Number(range.value);
        word.textContent = told();
        range.setAttribute('aria-valuetext', told());
      },
    });
    range.setAttribute('aria-valuetext', told());
    put(this.levelBox, h('div', {class: 'level-head'}, h('label', {for: 'level'}, words.newGame.level), word), range);
  }

  drawColours() {
    const kind = this.heads ? 'blue-head' : 'man';
    const both = h('span', {class: 'both-pieces'}, pieceIcon('white', kind), pieceIcon('black', kind));
    put(
      this.colourBox,
      radios(
        words.newGame.colour,
        'colour',
        [
          {
            value: 'white',
            parts: [pieceIcon('white', kind), capital(sideName('white', this.heads))],
            checked: this.colour === 'white',
          },
          {value: 'random', parts: [both, words.newGame.random], checked: this.colour === 'random'},
          {
            value: 'black',
            parts: [pieceIcon('black', kind), capital(sideName('black', this.heads))],
            checked: this.colour === 'black',
          },
        ],
        value => (this.colour = value === 'white' || value === 'black' ? value : 'random'),
        'segments three',
      ),
    );
  }

  /** Draws the board as the chosen options make it. */
  async drawBoard() {
    const asked = {...this.options};
    try {
      const {layout, board} = await scene(this.game.id, asked);
      if (JSON.stringify(asked) !== JSON.stringify(this.options)) return;
      put(this.boardProblem);
      this.house.refuse('');
      this.board?.destroy();
      this.board = new Board({layout, still: true, label: words.game.boardOf(say(this.game.name))});
      this.board.show({board});
      put(this.room, this.board.element);
      if (hasHeads(board) !== this.heads) {
        this.heads = hasHeads(board);
        this.drawColours();
      }
    } catch (error) {
      this.refused(error, this.boardProblem);
    }
  }

  /** Says what is wrong: beside its field where an answer to a question is. @param {unknown} error @param {HTMLElement} room */
  refused(error, room) {
    const detail = error instanceof Failure ? error.problem?.detail : undefined;
    this.house.refuse(/^option: ([\w-]+):/.exec(detail ?? '')?.[1] ?? '');
    put(room, this.house.isUnfit ? null : failureLine(error));
  }

  async create() {
    if (!this.start) return;
    this.start.disabled = true;
    put(this.problem);
    const clock = CLOCKS[this.clock] ?? {type: 'none'};
    /** @type {Opponent} */
    const opponent = this.versus === 'engine' ? {type: 'engine', level: this.level} : {type: this.versus};
    rememberChoices({game: this.game.id, versus: this.versus, level: this.level, colour: this.colour, clock});
    try {
      const {key, options, colour} = this;
      const word = isWord(this.seed) ? this.seed : randomText(10);
      // Without a guest nobody's word comes later: then it is given once the secret is sealed.
      const seed = opponent.type === 'friend' || opponent.type === 'open' ? {seed: word} : {};
      const wish = {key, game: this.game.id, options, opponent, colour, clock, name: playerName(), ...seed};
      const made = await createGame(wish);
      rememberGame({
        id: made.id,
        secret: made.secret,
        game: this.game.id,
        at: Date.now(),
        ...(made.invitation ? {invitation: made.invitation} : {}),
      });
      rememberPromise(made.id, {commitment: made.view.terms.commitment, seat: 0, own: [word]});
      await go(`/game/${made.id}`);
    } catch (error) {
      this.start.disabled = false;
      // Another wish is another game: the key holds for one wish only.
      this.key = randomText(32);
      this.refused(error, this.problem);
      this.house.focusUnfit();
    }
  }
}

/** @type {import('../app/router.js').Page} */
export default async function newGame(main, id, query) {
  const [game, known] = await Promise.all([gameInfo(id), catalogue()]);
  for (const {level, name} of known.levels) levels.set(level, name);
  const page = new NewGame(game, query);
  // First the board: its shape decides where everything else is.
  await page.drawBoard();
  put(main, page.draw());
  void rules(id).then(
    found => page.house.draw(found),
    () => page.house.draw(undefined),
  );
  return {title: say(game.name), end: () => page.board?.destroy()};
}
