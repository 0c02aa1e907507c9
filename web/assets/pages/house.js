/**
 * @file House rules: each point that a rule sheet leaves open as a question with its answers, the usual one marked, and
 * what the chosen answer means on a small board.
 */

import {h, put, radios} from '../app/dom.js';
import {capital, say, words} from '../app/i18n.js';
import {diagramBoard} from './rules.js';

/** @typedef {import('../app/wire.js').GameInfo} GameInfo */
/** @typedef {import('../app/wire.js').OptionInfo} OptionInfo */
/** @typedef {import('../app/wire.js').RulesPage} RulesPage */
/** @typedef {import('../app/wire.js').Diagram} Diagram */

/** An answer that has to be written. */
const OWN = 'own';

const usualSign = () => h('span', {class: 'usual'}, words.newGame.usual);

/**
 * What a value of an option means, drawn: the diagram that the rules have of it, or else the start.
 * @param {OptionInfo} option @param {string} value @param {RulesPage|undefined} page @returns {Diagram}
 */
function diagramOf(option, value, page) {
  const articles = page?.articles ?? [];
  const usual = value === option.default;
  const explains = articles.find(article => article.readings.some(reading => reading.option === option.name));
  const found = usual
    ? explains?.diagrams.find(diagram => !(option.name in diagram.options))
    : articles.flatMap(article => article.diagrams).find(diagram => diagram.options[option.name] === value);
  return found ?? {options: usual ? {} : {[option.name]: value}, caption: {fr: '', en: ''}};
}

export class HouseRules {
  /**
   * @param {GameInfo} game @param {Record<string, string>} options those that aren't at their default
   * @param {() => void} changed
   */
  constructor(game, options, changed) {
    this.game = game;
    this.options = options;
    this.changed = changed;
    /**
     * Each question's problem and picture, by option, with the field where players write the answer.
     * @type {Map<string, {field?: HTMLInputElement, answers: HTMLElement, problem: HTMLElement, picture: HTMLElement}>}
     */
    this.asked = new Map();
    /** The option whose answer can't be played; empty where all can. */
    this.unfit = '';
    this.element = h('div', {class: 'option-list'});
  }

  /** @param {RulesPage|undefined} page the rules, for their diagrams */
  draw(page) {
    put(
      this.element,
      this.game.options.map(option => this.question(option, page)),
    );
    this.refuse(this.unfit);
  }

  /** Says beside its field which answer can't be played; none where all can. @param {string} unfit an option's name */
  refuse(unfit) {
    this.unfit = unfit;
    for (const [name, {field, problem, picture}] of this.asked) {
      field?.setAttribute('aria-invalid', String(name === unfit));
      // An answer that can be chosen is wrong only together with another one.
      put(problem, name === unfit && (field ? words.newGame.unfit : words.newGame.clash));
      if (name === unfit) put(picture);
    }
  }

  /** Whether one of the answers can't be played. */
  get isUnfit() {
    return this.game.options.some(option => option.name === this.unfit);
  }

  /** Leads to the answer that can't be played. */
  focusUnfit() {
    const asked = this.asked.get(this.unfit);
    const room = asked?.answers.closest('details');
    if (room) room.open = true;
    /** @type {HTMLElement|null|undefined} */
    const field = asked?.field ?? asked?.answers.querySelector('input:checked');
    field?.focus();
  }

  /** @param {OptionInfo} option @param {RulesPage|undefined} page */
  question(option, page) {
    const picture = h('div', {class: 'option-picture'});
    const show = () => {
      const value = this.options[option.name] ?? option.default;
      put(picture, diagramBoard(this.game.id, diagramOf(option, value, page), 'small'));
    };
    const set = (/** @type {string} */ value) => {
      if (value === option.default || value === '') delete this.options[option.name];
      else this.options[option.name] = value;
      show();
      this.changed();
    };
    show();
    const problem = h('p', {class: 'problem', role: 'alert'});
    const {answers, field} =
      option.values.type === 'choices'
        ? {answers: this.choices(option, set, problem), field: undefined}
        : this.written(option, set, problem);
    this.asked.set(option.name, {field, answers, problem, picture});
    return h('div', {class: 'option'}, answers, picture);
  }

  /**
   * A question with known answers.
   * @param {OptionInfo} option @param {(value: string) => void} set @param {HTMLElement} problem
   */
  choices(option, set, problem) {
    const chosen = this.options[option.name] ?? option.default;
    const answers = option.values.type === 'choices' ? option.values.choices : [];
    const found = radios(
      say(option.meaning),
      `option-${option.name}`,
      answers.map(({value, meaning}) => ({
        value,
        checked: value === chosen,
        parts: [capital(say(meaning)), ...(value === option.default ? [usualSign()] : [])],
      })),
      set,
      'answers',
    );
    found.append(problem);
    return found;
  }

  /**
   * A question whose answer is usual or written by the players.
   * @param {OptionInfo} option @param {(value: string) => void} set @param {HTMLElement} problem
   */
  written(option, set, problem) {
    const {values} = option;
    const id = `option-${option.name}`;
    const own = this.options[option.name];
    const range =
      values.type === 'number' ? {type: 'number', min: values.least, max: values.most} : {type: 'text', maxlength: 200};
    const about = {'aria-label': say(option.meaning), 'aria-describedby': `${id}-hint`};
    const field = h('input', {...range, ...about, id, value: own ?? option.default});
    field.addEventListener('change', () => set(field.value.trim()));
    const hint =
      values.type === 'number'
        ? words.newGame.between(values.least, values.most)
        : values.type === 'form'
          ? capital(words.newGame.form(say(values.meaning), values.example))
          : '';
    const room = h(
      'div',
      {class: 'own-answer', hidden: own === undefined},
      field,
      problem,
      h('p', {class: 'hint', id: `${id}-hint`}, hint),
    );
    // Numbers tell something; other texts are better told by the picture.
    const usual = /^[\d,]+$/.test(option.default) ? option.default : words.newGame.ours;
    const answers = radios(
      say(option.meaning),
      `${id}-answer`,
      [
        {value: option.default, checked: own === undefined, parts: [usual, usualSign()]},
        {value: OWN, checked: own !== undefined, parts: [words.newGame.otherwise]},
      ],
      value => {
        room.hidden = value !== OWN;
        set(value === OWN ? field.value.trim() : option.default);
      },
      'answers',
    );
    answers.append(room);
    return {answers, field};
  }
}
