/** @file The page of a game: it joins the room to the board, the bars, the banner, the list and the controls. */

import {h, put} from '../app/dom.js';
import {announce} from '../app/frame.js';
import {catalogue, Failure, frames, record, scene} from '../app/api.js';
import {levels, say, words} from '../app/i18n.js';
import {failurePanel, go, setTitle} from '../app/router.js';
import {onConnection} from '../app/socket.js';
import {myGame, onSettings, rememberGame, settings} from '../app/store.js';
import {sound} from '../app/sound.js';
import {hasHeads, isTie, sayEvent, sayVerdict} from '../board/announce.js';
import {Show} from '../board/animation.js';
import {Board} from '../board/board.js';
import {rollDice} from '../chance/dice.js';
import {spin} from '../chance/roulette.js';
import {Banner, huffSentence, stopsShort, tell} from '../game/banner.js';
import {celebrate} from '../game/celebrate.js';
import {Controls} from '../game/controls.js';
import {linkCard} from '../game/invite.js';
import {MoveList} from '../game/moves.js';
import {otherSide, PlayerBar, Ticker, who} from '../game/players.js';
import {Room} from '../game/room.js';
import {Tabs} from '../game/tabs.js';
import {giveWord} from '../game/promise.js';

/** @typedef {import('../app/wire.js').State} State */
/** @typedef {import('../app/wire.js').Event} Event */
/** @typedef {import('../app/wire.js').Side} Side */
/** @typedef {import('../app/wire.js').Board} Position */
/** @typedef {import('../app/wire.js').Frame} Frame */
/** @typedef {import('../app/wire.js').Command} Command */
/** @typedef {import('../app/wire.js').Refusal} Refusal */
/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').GameView} GameView */

/** @type {Partial<Record<Event['type'], import('../app/sound.js').SoundName>>} */
const SOUNDS = {
  moved: 'move',
  captured: 'capture',
  crowned: 'crown',
  huffed: 'huff',
  'trap-opened': 'trap',
  'trap-closed': 'trap',
  fell: 'fall',
  'plates-slid': 'slide',
};

/** What the one who asked has to see, since nothing on the board shows it. @type {Set<Event['type']>} */
const DECLINED = new Set(['draw-declined', 'takeback-declined', 'rematch-declined']);

class GamePage {
  /** @param {HTMLElement} main @param {string} id @param {import('../app/wire.js').Catalogue} known */
  constructor(main, id, known) {
    this.known = known;
    this.remembered = myGame(id);
    this.top = new PlayerBar();
    this.bottom = new PlayerBar();
    this.holder = h('div', {class: 'board-holder'}, h('div', {class: 'board placeholder'}));
    this.link = h('div', {class: 'connection', role: 'status'});
    this.banner = new Banner({
      send: command => this.send(command),
      claimHuff: () => this.claimHuff(),
      stopPicking: () => this.board?.pick(null),
      toNow: () => void this.goTo(null),
      ruleLink: rule => `/rules/${this.info?.id ?? ''}#${rule}`,
      openRule: rule => void this.tabs.openRule(rule),
    });
    this.moves = new MoveList({go: frame => void this.goTo(frame), type: text => this.typed(text)});
    this.controls = new Controls(
      {
        send: (command, side) => this.room.send(command, side),
        turnBoard: () => this.turnBoard(),
        record: () => record(id),
        note: message => this.banner.inform(message),
      },
      known,
    );
    this.tabs = new Tabs(this.moves.element, () => this.info?.id ?? '');
    this.ticker = new Ticker((side, ms, running) => this.barOf(side).setClock(ms, running));
    this.element = h(
      'div',
      {class: 'table unknown'},
      h('div', {class: 'table-board'}, this.top.element, this.holder, this.bottom.element),
      h(
        'div',
        {class: 'table-side'},
        this.link,
        this.banner.element,
        this.banner.note,
        this.controls.offers,
        this.controls.after,
        this.tabs.element,
        this.controls.row,
      ),
    );
    put(main, this.element);

    /** @type {Board|null} */
    this.board = null;
    /** @type {GameInfo|null} */
    this.info = null;
    /** @type {Position|null} */
    this.start = null;
    /** @type {Side|null} */
    this.turned = null;
    /** @type {Show|null} */
    this.playing = null;
    /** @type {number|null} the entry of the list that is shown; null for now */
    this.frame = null;
    /** @type {{version: number, frames: Frame[]}|null} */
    this.frames = null;
    /** @type {number[]} the path of the action that was chosen here and is shown already */
    this.ahead = [];
    /** @type {number[]} */
    this.attempt = [];
    /** What was huffed last, until its owner plays. @type {import('../game/banner.js').Huffed|null} */
    this.huffed = null;
    this.seeded = false;
    this.waited = false;
    this.connected = true;
    this.wasMine = false;
    this.room = new Room(id, this.remembered?.secret, {
      whole: first => this.whole(first),
      update: (events, state) => this.update(events, state),
      refused: (refusal, command) => this.refused(refusal, command),
      changed: () => this.changed(),
      said: (side, phrase) => this.said(side, phrase),
      problem: problem => this.problem(problem),
    });
    this.endings = [
      onSettings(() => this.settingsChanged()),
      onConnection(connected => this.connection(connected)),
      listenKeys(event => this.key(event)),
    ];
    this.notice = setTimeout(() => {
      if (!this.room.view) this.connection(false);
    }, 2500);
  }

  end() {
    clearTimeout(this.notice);
    this.room.leave();
    this.ticker.stop();
    this.board?.destroy();
    this.playing?.skip();
    for (const end of this.endings) end();
    setFavicon(false);
  }

  get view() {
    return this.room.view;
  }

  /** @param {import('../app/wire.js').Problem} problem */
  problem(problem) {
    if (this.view) return this.banner.inform(say(problem.words));
    clearTimeout(this.notice);
    this.element.classList.remove('unknown');
    put(this.element, failurePanel(new Failure(say(problem.words), problem)));
  }

  /**
   * The side at the bottom: one's own, at one device whoever has the turn, unless somebody turned the board.
   * @returns {Side}
   */
  sideAtBottom() {
    const state = this.room.state;
    if (this.turned) return this.turned;
    if (state.you.length === 2) return settings.turning && state.turn ? state.turn : (this.board?.bottom ?? 'white');
    return state.you[0] ?? 'white';
  }

  /** @param {Side} side */
  barOf(side) {
    return (this.board?.bottom ?? 'white') === side ? this.bottom : this.top;
  }

  /** The game is known, or known anew. @param {boolean} first */
  whole(first) {
    const {view} = this;
    if (!view) return;
    clearTimeout(this.notice);
    this.element.classList.remove('unknown');
    this.connection(true);
    if (!this.board || !this.info) {
      this.info = this.known.games.find(game => game.id === view.terms.game) ?? null;
      this.board = new Board({
        layout: view.layout,
        coordinates: settings.coordinates,
        label: words.game.boardOf(say(this.info?.name)),
        onChoose: action => {
          this.ahead = action.kind === 'attack' ? [] : action.path;
          this.played();
          this.attempt = action.path;
          sound('tap');
          this.send({type: 'act', action: action.text});
        },
        onTry: (text, squares) => {
          this.attempt = squares;
          this.send({type: 'act', action: text});
        },
        onVain: () => {
          if (this.frame === null && this.view && !this.room.acting) this.banner.remind(this.view);
        },
        onShape: shape => this.element.style.setProperty('--shape', String(shape)),
        holds: () => this.frame === null && (this.room.busy || this.room.acting),
        onTouch: () => {
          this.playing?.skip();
          this.banner.clearBrief();
          const past = this.frame !== null && this.room.state.status === 'playing';
          if (past) void this.goTo(null);
          return past;
        },
      });
      this.holder.replaceChildren(this.board.element);
      void scene(view.terms.game, view.terms.options).then(
        ({board}) => {
          this.start = board;
          this.drawAround();
        },
        () => {},
      );
    }
    if (view.state.may.seed && !this.seeded) {
      this.seeded = true;
      this.room.send({type: 'seed', seed: giveWord(view)});
    }
    if (view.state.rematch && !first && view.state.you.length > 0 && !myGame(view.state.rematch))
      this.toRematch(view.state.rematch);
    this.ahead = [];
    if (this.frame === null) this.showNow();
    this.drawAround();
    this.noticeTurn(first);
    this.board.pressQueued();
  }

  /** Each browser's old secret opens its seat in the next game too. @param {string} next */
  toRematch(next) {
    rememberGame({id: next, secret: this.remembered?.secret, game: this.view?.terms.game ?? '', at: Date.now()});
    void go(`/game/${next}`);
  }

  /** Something small changed; once the last order is answered the pieces can be taken up again. */
  changed() {
    const waits = this.room.acting;
    const free = this.waited && !waits && !this.room.busy && this.frame === null;
    if (free) this.showNow();
    this.waited = waits;
    if (free) this.board?.pressQueued();
    if (!this.connected) this.connection(false);
    this.drawAround();
  }

  /** Somebody here plays: what was said before is read, but of a huff only by its owner. */
  played() {
    if (this.huffed && this.huffed.piece.side !== this.room.state.turn) return this.banner.clearBrief();
    this.huffed = null;
    this.banner.clearNote();
  }

  /** The captures that were missed, while they matter to whoever has the turn. @param {State} state */
  missed({phase, turn}) {
    // At the turn of whoever huffs, plates stand elsewhere than when the capture was there.
    if (phase.type === 'huff') return this.view?.layout.plates.length ? [] : phase.missed;
    return this.huffed?.piece.side === turn ? this.huffed?.missed : [];
  }

  /** Shows the position of now. */
  showNow() {
    const {view, board} = this;
    if (!view || !board) return;
    const {state} = view;
    board.turn(this.sideAtBottom());
    const idle = !this.room.acting;
    board.show({
      board: state.board,
      actions: idle ? state.actions : [],
      last: state.last,
      missed: this.missed(state),
      mine:
        idle &&
        state.status === 'playing' &&
        state.turn &&
        state.you.includes(state.turn) &&
        state.phase.type === 'move'
          ? [state.turn]
          : [],
      hints: settings.hints,
      stopsShort: stopsShort(view),
      hideCaptures: view.terms.huffing !== 'none' && !settings.help,
    });
    if (state.board.fight) {
      board.marks.wrong = [state.board.fight.attacker, state.board.fight.defender];
      board.remark();
    }
  }

  /** Everything around the board. */
  drawAround() {
    const {view, board} = this;
    if (!view || !board) return;
    const {state} = view;
    const start = this.start ?? state.board;
    const shown = this.frame === null ? state.board : board.showing.board;
    this.barOf('white').draw(state, 'white', start, shown);
    this.barOf('black').draw(state, 'black', start, shown);
    this.ticker.set(state.clock);
    const focused = document.activeElement;
    const inBanner = this.banner.element.contains(focused);
    const acting = this.room.acting || this.room.busy;
    this.banner.draw(view, {acting, picking: board.picking !== null, frame: this.frame});
    // Whoever plays with keys goes from the square to the roulette and back without a search.
    const roll = this.banner.element.querySelector('#chance-button:not([disabled])');
    if (roll instanceof HTMLElement && focused?.matches('.square:focus-visible')) roll.focus();
    else if (inBanner && document.activeElement === document.body) board.focus(board.focused, {preventScroll: true});
    this.controls.draw(view);
    this.moves.draw(view.moves, this.frame, state.status === 'playing' && state.you.length > 0, exampleOf(view));
    this.element.classList.toggle('pending', this.room.acting);
    this.drawWaiting();
    const told = tell(view);
    setTitle(told.mine ? `● ${told.title}` : say(this.info?.name));
  }

  /** The invitation lies on the board until the friend is there. */
  drawWaiting() {
    const {view} = this;
    const old = this.holder.querySelector('.waiting-card');
    const alone = view?.state.status === 'waiting' && view.state.seats.some(seat => seat.sitter.type === 'nobody');
    if (!alone || view.state.may.abort === false) return old?.remove();
    if (old) return;
    const invitation = this.remembered?.invitation;
    const name = say(this.info?.name);
    this.holder.append(
      h(
        'div',
        {class: 'waiting-card'},
        invitation
          ? linkCard(invitation.url, words.invite.lead, words.invite.title(name))
          : h('p', {}, words.invite.openLead),
      ),
    );
  }

  /** Something happened: it is played, then shown. @param {Event[]} events @param {State} state */
  async update(events, state) {
    const {board, view} = this;
    if (!board || !view) return;
    this.frames = null;
    const call = (/** @type {Side} */ side) => who(state, side);
    const name = (/** @type {number} */ square) => board.geometry.cells.get(square)?.name ?? String(square);
    const show = new Show(board);
    this.playing = show;
    if (this.frame !== null || document.hidden || this.room.waiting.length > 2) show.skipped = true;
    if (!show.skipped && board.choice.walked.length > 0) board.drop();
    const ahead = this.ahead.join();
    this.ahead = [];
    for (const event of events) {
      const refusedHere = DECLINED.has(event.type) && 'by' in event && !state.you.includes(event.by);
      const sentence = sayEvent(event, name, call);
      if (refusedHere) this.banner.inform(sentence);
      else announce(sentence);
      const noise = SOUNDS[event.type];
      if (noise) sound(noise);
      if (event.type === 'spun') await spin(this.holder, event.odds, event.sector, show);
      else if (event.type === 'round') await this.round(event, show, call);
      else if (event.type === 'attacked') {
        board.marks.wrong = [event.attacker.at, event.defender.at];
        board.remark();
        await show.wait(450);
      } else if (event.type === 'moved' && event.path.join() === ahead) {
        show.stand(event.piece, {at: event.path[event.path.length - 1] ?? 0});
      } else await show.play(event);
      if (event.type === 'huffed') this.explainHuff(event, state);
      if (event.type === 'taken-back') this.forgetHuff();
      if (event.type === 'over') this.over(event.result.winner, state);
    }
    this.playing = null;
  }

  /**
   * A round of a fight; what a tie costs can be read on, since the dice go.
   * @param {import('../board/announce.js').Round} event @param {Show} show @param {import('../board/announce.js').Call} call
   */
  async round(event, show, call) {
    await rollDice(this.holder, event, show, call);
    if (isTie(event)) this.banner.inform(sayVerdict(event, call));
    else this.banner.clearBrief();
  }

  /** Whoever lost a piece by huffing is told why. @param {import('../game/banner.js').Huffed} event @param {State} state */
  explainHuff(event, state) {
    if (!event.missed || !state.you.includes(event.piece.side)) return;
    this.huffed = event;
    const at = this.board?.geometry.cells.get(event.piece.at)?.name ?? '';
    this.banner.explainHuff(huffSentence(event, at, state));
  }

  forgetHuff() {
    this.huffed = null;
    this.banner.clearNote();
  }

  /** The game has ended: whoever won here is cheered. @param {Side|undefined} winner @param {State} state */
  over(winner, state) {
    const lost = winner && state.you.length === 1 && !state.you.includes(winner);
    sound(lost ? 'lose' : 'win');
    if (winner && !lost && !document.hidden)
      void celebrate(this.holder, winner, hasHeads(this.start ?? state.board) ? 'yellow-head' : 'king');
  }

  /** @param {Refusal} refusal @param {Command} command */
  refused(refusal, command) {
    this.showNow();
    this.drawAround();
    if (refusal.id === 'stale') return;
    sound('no');
    this.banner.refuse(refusal);
    if (command.type === 'act') this.board?.refuse(refusal, this.attempt.length > 1 ? this.attempt : []);
    this.attempt = [];
  }

  /** @param {Command} command */
  send(command) {
    if (this.frame !== null) void this.goTo(null);
    this.room.send(command);
  }

  /** @param {string} text */
  typed(text) {
    this.attempt = [];
    this.played();
    this.send({type: 'act', action: text});
  }

  claimHuff() {
    const {board} = this;
    if (!board) return;
    board.pick(square => {
      this.attempt = [];
      this.send({type: 'act', action: `*${square}`});
      this.drawAround();
    });
    this.drawAround();
  }

  /** @param {Side|undefined} side @param {string} phrase */
  said(side, phrase) {
    const told = say(this.known.phrases.find(one => one.id === phrase)?.words) || phrase;
    if (!side) return;
    this.barOf(side).say(told);
    announce(told);
  }

  turnBoard() {
    this.turned = otherSide(this.board?.bottom ?? 'white');
    this.board?.turn(this.turned);
    this.drawAround();
  }

  settingsChanged() {
    this.board?.setCoordinates(settings.coordinates);
    if (this.frame === null) this.showNow();
    this.drawAround();
  }

  /** Shows an earlier position, or that of now. @param {number|null} frame */
  async goTo(frame) {
    this.playing?.skip();
    this.frame = frame;
    if (frame === null) {
      this.showNow();
      this.drawAround();
      return;
    }
    const version = this.room.state.version;
    if (this.frames?.version !== version) {
      try {
        this.frames = await frames(this.room.id, this.remembered?.secret);
      } catch (error) {
        this.frame = null;
        this.banner.inform(error instanceof Error ? error.message : String(error));
        return;
      }
    }
    const shown = this.frames?.frames[frame];
    if (this.frame !== frame || !shown || !this.board) return;
    this.board.show({board: shown.board, last: shown.events});
    this.drawAround();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Escape' && this.playing) this.playing.skip();
    else if (event.key === 'ArrowLeft') this.moves.step(-1);
    else if (event.key === 'ArrowRight') this.moves.step(1);
    else if (event.key === 'f') this.turnBoard();
    else return;
    event.preventDefault();
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.connected = connected;
    put(
      this.link,
      !connected && h('p', {class: 'offline'}, this.room.sent.size > 0 ? words.game.offlineQueued : words.game.offline),
    );
  }

  /** @param {boolean} first */
  noticeTurn(first) {
    const {view} = this;
    if (!view) return;
    const told = tell(view);
    if (told.mine && !this.wasMine) {
      if (!first) sound('turn');
      announce(`${told.title}. ${told.line}`);
    } else if (first) announce(`${told.title}. ${told.line}`);
    this.wasMine = told.mine;
    setFavicon(told.mine);
  }
}

/**
 * A move to type. Where a capture may be overlooked it is one that takes nothing: what can be taken is for the players
 * to see. @param {GameView} view
 */
const exampleOf = ({state, terms}) =>
  state.actions.find(action => terms.huffing === 'none' || action.kind !== 'capture')?.text ?? '';

/** Keys that nothing else needs. @param {(event: KeyboardEvent) => void} listener */
function listenKeys(listener) {
  /** @param {KeyboardEvent} event */
  const hear = event => {
    const target = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=tab]')) return;
    listener(event);
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** The tab's picture has a dot when it is one's turn. @param {boolean} mine */
function setFavicon(mine) {
  const link = document.querySelector('link[rel=icon]');
  if (!(link instanceof HTMLLinkElement)) return;
  const file = mine ? 'turn.svg' : 'icon.svg';
  if (!link.href.endsWith(file)) link.href = link.href.replace(/[\w-]+\.svg$/, file);
}

/** @type {import('../app/router.js').Page} */
export default async function gamePage(main, id) {
  put(main, h('p', {class: 'loading', role: 'status'}, words.loading));
  const known = await catalogue();
  for (const {level, name} of known.levels) levels.set(level, name);
  const page = new GamePage(main, id, known);
  return {title: '', end: () => page.end()};
}
