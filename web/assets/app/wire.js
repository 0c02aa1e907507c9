/**
 * @file The types of what goes over the wire, as docs/api.md has them. Types only: nothing here runs.
 *
 * @typedef {'white'|'black'} Side
 * @typedef {{fr: string, en: string}} Words
 * @typedef {'numbers'|'letters'} Naming
 * @typedef {'man'|'king'|'blue-head'|'green-head'|'red-head'|'yellow-head'} PieceKind
 * @typedef {'green'|'orange'} TrapColour
 *
 * @typedef {{number: number, name: string, column: number, row: number}} Cell
 * @typedef {{row: number, first_column: number, length: number, squares: number[]}} Plate
 * @typedef {{colour: TrapColour, left: number, right: number}} Slider
 * @typedef {{columns: [number, number], rows: number, width: number, cells: Cell[], plates: Plate[],
 *   sliders: Slider[], naming: Naming}} Layout
 *
 * @typedef {{id: number, at: number, side: Side, kind: PieceKind}} Piece
 * @typedef {{of: number, win: number, both: number, lose: number, heads: number[]}} FightOdds
 * @typedef {{attacker: number, defender: number, odds: FightOdds}} Fight
 * @typedef {{pieces: Piece[], offset: number, open: number[], fight?: Fight}} Board
 *
 * @typedef {'move'|'capture'|'attack'|'huff'|'open'|'close'|'pass'} ActionKind
 * @typedef {{text: string, kind: ActionKind, path: number[], captures?: number[], falls?: boolean,
 *   odds?: FightOdds}} Action
 * @typedef {{outcome: string, weight: number}} Chance
 * @typedef {{layout: Layout, board: Board, turn: Side, actions: Action[], position: string}} Scene
 *
 * @typedef {{piece: number, side: Side, at: number, rolled: number, before: PieceKind, after?: PieceKind}} Fighter
 * @typedef {{winner?: Side, reason: string, words: Words}} GameResult
 * @typedef {(
 *   {type: 'started'} |
 *   {type: 'moved', piece: number, side: Side, path: number[]} |
 *   {type: 'captured', pieces: Piece[]} |
 *   {type: 'crowned', piece: number, at: number, before: PieceKind, after: PieceKind} |
 *   {type: 'huffed', piece: Piece, by: Side, missed?: Action[]} |
 *   {type: 'trap-opened', at: number, colour: TrapColour, shut_again: boolean} |
 *   {type: 'trap-closed', at: number, colour: TrapColour} |
 *   {type: 'fell', piece: Piece} |
 *   {type: 'plates-slid', from: number, to: number} |
 *   {type: 'passed', side: Side} |
 *   {type: 'spun', side: Side, sector: string, odds: Chance[], draw: number} |
 *   {type: 'attacked', attacker: Piece, defender: Piece, odds: FightOdds} |
 *   {type: 'round', attacker: Fighter, defender: Fighter, winner?: Side, over: boolean, draw: number} |
 *   {type: 'taken-back', moves: number} |
 *   {type: 'draw-offered', by: Side} | {type: 'draw-declined', by: Side} |
 *   {type: 'takeback-asked', by: Side} | {type: 'takeback-declined', by: Side} |
 *   {type: 'over', result: GameResult} |
 *   {type: 'rematch-offered', by: Side} | {type: 'rematch-declined', by: Side} |
 *   {type: 'rematch', game: string}
 * )} Event
 *
 * @typedef {(
 *   {type: 'wait'} | {type: 'spin'} | {type: 'move', sector?: string} | {type: 'slide', sector: string} |
 *   {type: 'huff', squares: number[], missed?: Action[]} | {type: 'combat', round: number} | {type: 'over'}
 * )} Phase
 *
 * @typedef {{type: 'nobody'} | {type: 'person', name: string} | {type: 'engine', level: number}} Sitter
 * @typedef {{side?: Side, sitter: Sitter, seeded: boolean, present: boolean, away_ms?: number}} Seat
 * @typedef {{draw?: Side, takeback?: Side, rematch?: Side}} Offers
 * @typedef {{seed: boolean, chance: boolean, claim_huff: boolean, offer_draw: boolean, takeback: boolean,
 *   takeback_past_chance: boolean, resign: boolean, abort: boolean, claim_left: boolean, rematch: boolean,
 *   say: boolean}} May
 * @typedef {{white_ms: number, black_ms: number, running?: Side, held_ms: number}} ClockState
 * @typedef {{place: number}} EngineState
 * @typedef {{number: number, side: Side, text: string, chance: boolean}} MoveLine
 * @typedef {{line?: MoveLine, events: Event[], board: Board}} Frame
 *
 * @typedef {{version: number, status: 'waiting'|'playing'|'over', seats: [Seat, Seat], you: Side[], board: Board,
 *   turn?: Side, phase: Phase, actions: Action[], more_actions: boolean, odds: Chance[], last: Event[],
 *   offers: Offers, may: May, clock?: ClockState, engine?: EngineState, result?: GameResult,
 *   chance: {seeds: (string|null)[], draws: number, secret?: string}, position: string, quiet: number,
 *   rematch?: string}} State
 *
 * @typedef {{version: number, last_from?: number,
 *   board?: {pieces?: Piece[], gone?: number[], offset?: number, open?: number[], fight?: Fight|null}} &
 *   {[Field in Exclude<keyof State, 'version'|'board'>]?: State[Field]|null}} StateChange what is left out is as
 *   before; null says that it is absent now
 *
 * @typedef {{type: 'friend'} | {type: 'engine', level: number} | {type: 'same-device'} | {type: 'open'}} Opponent
 * @typedef {'white'|'black'|'random'} Colour
 * @typedef {{type: 'none'} | {type: 'fischer', seconds: number, increment: number} | {type: 'days', days: number}} Clock
 * @typedef {{game: string, options: Record<string, string>, huffing: 'none'|'compulsory'|'claimed',
 *   opponent: Opponent, colour: Colour, clock: Clock, commitment: string, created_at: number,
 *   rematch_of?: string}} Terms
 * @typedef {{id: string, terms: Terms, layout: Layout, moves: MoveLine[], state: State}} GameView
 *
 * @typedef {{type: 'choices', choices: {value: string, meaning: Words}[]} |
 *   {type: 'number', least: number, most: number} |
 *   {type: 'form', example: string, meaning: Words}} OptionValues
 * @typedef {{name: string, default: string, meaning: Words, values: OptionValues}} OptionInfo
 * @typedef {{id: string, name: Words, sentence: Words, family: 'sheet'|'classic', chance: boolean,
 *   naming: Naming, options: OptionInfo[], lets_win: number}} GameInfo
 * @typedef {{games: GameInfo[], levels: {level: number, name: Words}[], phrases: {id: string, words: Words}[]}} Catalogue
 *
 * @typedef {{id: string, is_rule: boolean, words: Words, squares?: number[], owed?: Action[]}} Refusal
 * @typedef {{id: string, words: Words, detail?: string, retry_after?: number}} Problem
 * @typedef {{key: string, version: number, side?: Side, command: Command}} Order
 * @typedef {(
 *   {type: 'seed', seed: string} | {type: 'act', action: string} | {type: 'say', phrase: string} |
 *   {type: 'claim-left', claim: 'win'|'draw'} |
 *   {type: 'chance'|'offer-draw'|'accept-draw'|'decline-draw'|'ask-takeback'|'accept-takeback'|
 *     'decline-takeback'|'resign'|'abort'|'offer-rematch'|'accept-rematch'|'decline-rematch'}
 * )} Command
 *
 * @typedef {{id: string, secret: string, invitation?: {code: string, url: string}, watch_url: string,
 *   view: GameView}} GameCreated
 * @typedef {{id: string, game: string, options: Record<string, string>, host: string, colour: Colour,
 *   clock: Clock, commitment: string, host_seed?: string, free: boolean}} Preview
 * @typedef {{id: string, game: string, options: Record<string, string>, host: string, colour: Colour,
 *   clock: Clock, created_at: number, present: boolean}} Challenge
 * @typedef {{id: string, game: string, options: Record<string, string>, board: Board, status: State['status'],
 *   names: (string|null)[], you: Side[], turn?: Side,
 *   result?: GameResult, updated_at: number}} Summary
 * @typedef {{holds: boolean, commitment_holds: boolean, promise_holds?: boolean, colours_hold?: boolean,
 *   draws: {draw: number, step: number, recorded: string, computed: string, holds: boolean}[],
 *   words: Words}} Verification
 *
 * @typedef {{position?: string|null, options: Record<string, string>, action?: string|null, refused?: string|null,
 *   caption: Words}} Diagram
 * @typedef {{origin: 'open'|'variant'|'house', option?: string|null, text: Words}} Reading
 * @typedef {{id: string, title: Words, text: Words, refusals: string[], diagrams: Diagram[],
 *   readings: Reading[]}} Article
 * @typedef {{game: string, introduction: Words, articles: Article[]}} RulesPage
 *
 * @typedef {(
 *   {type: 'welcome', version: string, heartbeat_ms: number} |
 *   {type: 'game', view: GameView} |
 *   {type: 'update', game: string, from: number, events: Event[],
 *     moves: {from: number, lines: MoveLine[]}, change?: StateChange, state?: State} |
 *   {type: 'done', game: string, done: {key: string, version: number, repeated: boolean}} |
 *   {type: 'refused', game: string, refused: {key: string, refusal: Refusal, state?: State}} |
 *   {type: 'presence', game: string, seats: [Seat, Seat], may_claim_left: boolean} |
 *   {type: 'engine', game: string, engine: EngineState} |
 *   {type: 'said', game: string, seat: number, phrase: string} |
 *   {type: 'lobby', lobby: {challenges: Challenge[]}} |
 *   {type: 'unwatched', game: string} |
 *   {type: 'ping', number: number} |
 *   {type: 'problem', problem: Problem, game?: string, key?: string}
 * )} ToPage
 */
export {};
