/** @file Every word of the page in English. The French file has the same entries; the type checker compares them. */

/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
/** @param {string[]} parts */
const list = parts => parts.join(', ');

/** @param {string} side */
const heads = side => ({
  man: `${side} man`, king: `${side} king`, 'blue-head': `${side} pawn, blue head`, 'green-head': `${side} pawn, green head`,
  'red-head': `${side} pawn, red head`, 'yellow-head': `${side} pawn, yellow head`,
});

export default {
  close: 'Close', no: 'No', cancel: 'Cancel', accept: 'Accept', decline: 'Decline', loading: 'One moment…', colon: ': ',
  sides: {white: 'White', black: 'Black'},
  headSides: {white: 'Blue', black: 'Red'},
  kinds: {man: 'man', king: 'king', 'blue-head': 'blue head', 'green-head': 'green head', 'red-head': 'red head', 'yellow-head': 'yellow head'},
  pieces: {
    white: {...heads('blue'), man: 'white man', king: 'white king'},
    black: {...heads('red'), man: 'black man', king: 'black king'},
  },
  sectors: {pawn: 'Move a piece', green: 'Green trap', orange: 'Orange trap', both: 'Any trap'},
  board: {
    label: 'Board', empty: 'empty', chosen: 'chosen', target: 'can go here', canMove: 'can move', canCapture: 'can capture', canTap: 'can be chosen',
    trapOpen: {green: 'green trap, open', orange: 'orange trap, open'},
    trapShut: {green: 'green trap, closed', orange: 'orange trap, closed'},
  },
  events: {
    started: 'The game begins.',
    moved: (/** @type {string} */ side, /** @type {string[]} */ path) => `${side}: ${path.join(' to ')}.`,
    captured: (/** @type {string[]} */ pieces) => `Captured: ${list(pieces)}.`,
    crowned: (/** @type {string} */ at, /** @type {string} */ kind) => `${at} becomes: ${kind}.`,
    huffed: (/** @type {string} */ by, /** @type {string} */ piece) => `${by} huffs: ${piece}.`,
    trapOpened: {
      green: (/** @type {string} */ at, /** @type {boolean} */ shut) => `The green trap on ${at} opens${shut ? ' and shuts again' : ''}.`,
      orange: (/** @type {string} */ at, /** @type {boolean} */ shut) => `The orange trap on ${at} opens${shut ? ' and shuts again' : ''}.`,
    },
    trapClosed: {
      green: (/** @type {string} */ at) => `The green trap on ${at} closes.`,
      orange: (/** @type {string} */ at) => `The orange trap on ${at} closes.`,
    },
    fell: (/** @type {string} */ piece) => `Falls into the trap: ${piece}.`,
    platesSlid: (/** @type {boolean} */ left) => `The plates slide to White's ${left ? 'left' : 'right'}.`,
    passed: (/** @type {string} */ side) => `${side} doesn't move.`,
    spun: (/** @type {string} */ sector) => `The roulette says: ${sector}.`,
    attacked: (/** @type {string} */ a, /** @type {string} */ d) => `Combat: ${a} attacks ${d}.`,
    round: (/** @type {number} */ a, /** @type {number} */ d, /** @type {boolean} */ over, /** @type {string|undefined} */ winner) =>
      `Dice: attacker ${a}, defender ${d}. ${winner ? `${winner} wins the combat.` : over ? 'Both are out.' : 'A tie: both drop a head.'}`,
    takenBack: 'Taken back.',
    drawOffered: (/** @type {string} */ by) => `${by} offers a draw.`,
    drawDeclined: (/** @type {string} */ by) => `${by} declines the draw.`,
    takebackAsked: (/** @type {string} */ by) => `${by} would like to take back.`,
    takebackDeclined: (/** @type {string} */ by) => `${by} doesn't agree to take back.`,
    won: (/** @type {string} */ side) => `${side} wins.`, drawn: 'The game is drawn.',
    rematchOffered: (/** @type {string} */ by) => `${by} would like another game.`,
    rematchDeclined: (/** @type {string} */ by) => `${by} doesn't want another game.`,
    rematch: 'The next game is ready.',
  },
  losses: {
    'no-pieces': (/** @type {string} */ loser) => `${loser} has no piece left.`,
    blocked: (/** @type {string} */ loser) => `${loser} can do nothing.`,
    resigned: (/** @type {string} */ loser) => `${loser} resigned.`,
    'out-of-time': (/** @type {string} */ loser) => `${loser} ran out of time.`,
    left: (/** @type {string} */ loser) => `${loser} left the game.`,
  },
  chance: {
    odds: 'Odds', win: 'Attacker', both: 'Nobody', lose: 'Defender', head: 'Head after a win', stays: 'stays', out: 'out',
    tie: 'A tie! Both drop a head', tieOut: 'A tie! Both are out',
    tieWon: (/** @type {string} */ side) => `A tie, and only ${side} is left`,
    wins: (/** @type {string} */ side) => `${side} wins`,
  },
  failure: {
    title: 'That did not work', network: 'The server can’t be reached. Are you online?', unexpected: 'Something unexpected happened. Please load the page again.',
    unknown: (/** @type {number} */ status) => `The server answered with an error (${status}).`, noPage: 'There is no such page.', home: 'To the start page',
    noGame: (/** @type {string} */ id) => `No game is called “${id}”.`,
  },
  frame: {skip: 'Skip to the content', home: 'Damier, start page', nav: 'Main', lobby: 'Challenges', otherLanguage: 'En français'},
  settings: {
    title: 'Settings', language: 'Language', theme: 'Appearance', auto: 'Automatic', light: 'Light', dark: 'Dark',
    sound: 'Sound', soundHint: 'Wood, dice, and a bell when it is your turn.',
    motion: 'Animations', motionHint: 'Pieces walk, dice roll, the roulette spins.',
    coordinates: 'Coordinates', coordinatesHint: 'Numbers or letters on the squares.',
    hints: 'Show moves', hintsHint: 'Where the chosen piece can go.',
    help: 'Help with captures', helpHint: 'Show captures also in games where one may overlook them.',
    turning: 'Turn the board', turningHint: 'At one device, whoever has the turn sits at the bottom.',
  },
  opponents: {engine: 'The computer', friend: 'A friend', 'same-device': 'Two on this device', open: 'Anyone'},
  home: {
    title: 'Draughts, but odd', lead: 'Trap doors, sliding rows, dice and a puff of breath: five draughts games from old French boxes, ready to play.',
    against: 'Play against', lobby: 'Open challenges', openChallenges: (/** @type {number} */ n) => plural(n, 'open challenge', 'open challenges'),
    mine: 'My games', underWay: 'Under way', sheets: 'Games from old boxes', classics: 'The classics', classicsLead: 'What the odd ones are built on, by their published rules.',
    chance: 'with chance', rules: 'Rules', rulesOf: (/** @type {string} */ name) => `Rules of ${name}`,
    foot: 'No account, no advertising. Every roll of dice can be checked.', verify: 'Check a game’s dice',
  },
  newGame: {
    opponent: 'Opponent', level: 'Level', colour: 'Your side', random: 'By lot', clock: 'Clock', name: 'Your name', start: 'Play',
    house: 'House rules', houseLead: 'Old rule sheets leave some points open. This is how we read them; choose otherwise if your family does.',
    noOptions: 'This game is played by its published rules; there is nothing to choose.', usual: 'usual', ours: 'Our reading', otherwise: 'Otherwise:',
    between: (/** @type {number} */ least, /** @type {number} */ most) => `From ${least} to ${most}.`,
    form: (/** @type {string} */ meaning, /** @type {string} */ example) => `${meaning} such as ${example}`,
    fair: 'Fair chance', fairLead: 'Rolls come from a secret that the server has already sealed, and from a word of each player. Change yours if you like: then nobody can have prepared the dice.',
    seed: 'Your word',
  },
  terms: {standard: 'By the usual rules.', standardShort: 'usual', changed: (/** @type {number} */ n) => plural(n, 'change', 'changes')},
  clock: {
    none: 'No clock', fischer: (/** @type {number} */ minutes, /** @type {number} */ more) => `${minutes} min + ${more} s`,
    perMove: (/** @type {number} */ days) => `${plural(days, 'day', 'days')} a move`,
    days: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
  },
  phase: {
    label: 'What to do now', waiting: 'Waiting', waitingFriend: 'The game begins when your opponent sits down.', waitingSeed: 'Both players add their word to the dice.',
    yourTurn: 'Your turn', sideTurn: (/** @type {string} */ side) => `${side} to play`, theirTurn: (/** @type {string} */ name) => `${name} to play`, engineTurn: 'The computer plays',
    move: 'Move or capture.', moveHeads: 'Move or attack.', moveLine: 'Tap a piece, then where it goes.', movePiece: 'Move a piece', capture: 'You have to capture',
    spin: 'Spin the roulette', spinButton: 'Spin', rollButton: 'Roll the dice', slideButton: 'Slide without moving', passButton: 'Pass',
    slide: {green: 'Push a green slider', orange: 'Push an orange slider', both: 'Push any slider'},
    huff: 'Huff!', huffLine: (/** @type {string} */ side) => `${side} missed a capture: take one of the marked pieces.`, claimButton: 'Huff…',
    combat: (/** @type {number} */ round) => (round > 1 ? `Combat, round ${round}` : 'Combat!'), combatLine: 'The attacker rolls for both.',
    thinking: (/** @type {number} */ place) => (place > 1 ? `Waits for its turn to think: number ${place} in the queue.` : 'Thinking…'),
    theirs: /** @type {Record<string, string>} */ ({spin: 'Is about to spin the roulette.', move: '', slide: 'Is about to push a slider.', huff: 'Is about to huff a piece.', combat: 'Is about to roll the dice.'}),
    won: 'You win!', lost: 'You lose', drawn: 'A draw', aborted: 'Called off', over: 'Over', sideWon: (/** @type {string} */ side) => `${side} wins!`,
  },
  game: {
    engine: 'Computer', you: 'You', nobody: 'Nobody yet', away: 'away', captured: 'captured', boardOf: (/** @type {string} */ name) => `Board of ${name}`,
    moves: 'Moves', rules: 'Rules', panels: 'Beside the board', noMoves: 'No moves yet.', passed: 'no move', typeMove: 'Type a move', typeExample: (/** @type {string} */ move) => `Type a move, such as ${move}`, typeButton: 'Play', scrub: 'Go through the game',
    first: 'To the start', previous: 'One back', next: 'One on', last: 'To now', turnBoard: 'Turn the board', takeback: 'Take back',
    takebackPastChance: 'Dice and roulette can’t be taken back.', offerDraw: 'Offer a draw', askDraw: 'Offer your opponent a draw?', abort: 'Call off', askAbort: 'Call the game off? Nobody wins or loses.',
    tools: {turn: 'Turn', sound: 'Sound', takeback: 'Take back', draw: 'Draw', abort: 'Call off', resign: 'Resign', say: 'Say', share: 'Share'},
    resign: 'Resign', askResign: 'Resign? Your opponent wins.', say: 'Say something', shareWatch: 'Share', drawOffered: (/** @type {string} */ name) => `${name} offers a draw.`,
    drawWaits: 'You offered a draw.', takebackAsked: (/** @type {string} */ name) => `${name} would like to take back the last move.`, takebackWaits: 'You asked to take back.',
    rematchOffered: (/** @type {string} */ name) => `${name} would like another game.`, rematchWaits: 'Waiting for your opponent’s answer.', rematch: 'Play again', toRematch: 'To the next game', newGame: 'New game',
    hasLeft: 'Your opponent has left. You decide:', claimWin: 'Claim the win', claimDraw: 'Call it a draw', copyRecord: 'Copy the record', downloadRecord: 'Download', copied: 'Copied.',
    verify: 'Check the dice', owed: (/** @type {string[]} */ texts) => `Possible: ${list(texts)}.`, readRule: 'The rule', pickHuff: 'Tap the piece that missed a capture.',
    offline: 'No connection. Trying again…', offlineQueued: 'No connection. Your move will be sent when it is back.',
  },
  invite: {
    lead: 'Send this link to a friend, or let them scan it.', link: 'Link', qr: 'QR code of the link', copy: 'Copy', share: 'Share', title: (/** @type {string} */ name) => `A game of ${name}?`,
    openLead: 'Your challenge is in the lobby. The game begins when somebody takes it.', watchLead: 'Whoever opens this link can watch.',
  },
  join: {
    invites: (/** @type {string} */ name) => `${name} invites you to`, invited: 'You are invited to', sit: 'Sit down and play', yourColour: 'Your side', watch: 'Only watch',
    taken: 'Somebody else sits there already. You can watch.', commitment: 'The sealed secret:',
  },
  rules: {
    title: 'Rules', contents: 'Contents', refused: 'Not allowed:', play: 'Play it', playIt: 'Play this game', change: 'Or play:',
    origins: {open: 'The sheet leaves this open', variant: 'A variant of the sheet', house: 'Our own variant'},
  },
  lobby: {title: 'Open challenges', lead: 'Take one, or make your own.', by: (/** @type {string} */ name) => `by ${name}`, somebody: 'somebody', take: 'Play', yours: 'Your challenge', empty: 'Nobody is waiting just now. Choose a game, play against “Anyone”, and you are the first.', make: 'Make a challenge'},
  verify: {
    title: 'Were the dice fair?', lead: 'Paste the record of a finished game: every roll is computed again.',
    proves: ['The server sealed its secret before anybody gave their word, so it could not choose it to suit.', 'Nobody could change a roll afterwards, the server’s operator included.', 'It doesn’t prove that nobody tried several games until one suited.'],
    record: 'Record', check: 'Check', holds: 'holds', fails: 'does not hold', commitment: 'The secret is the one that was sealed:', colours: 'The colours were drawn by it:',
    draws: 'Draws', draw: 'Draw', recorded: 'In the record', computed: 'Computed',
  },
};
