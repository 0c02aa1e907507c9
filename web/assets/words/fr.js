/** @file Every word of the page in French, with narrow spaces where French typography wants them. */

/** @typedef {typeof import('./en.js').default} Dictionary */

/** @param {number} count @param {string} one @param {string} many */
const plural = (count, one, many) => `${count} ${count < 2 ? one : many}`;
/** @param {string[]} parts */
const list = parts => parts.join(', ');

/** @param {string} side */
const heads = side => ({
  man: `pion ${side}`, king: `dame ${side}`, 'blue-head': `pion ${side}, tête bleue`, 'green-head': `pion ${side}, tête verte`,
  'red-head': `pion ${side}, tête rouge`, 'yellow-head': `pion ${side}, tête jaune`,
});

/** @type {Dictionary} */
export default {
  close: 'Fermer', no: 'Non', cancel: 'Annuler', accept: 'Accepter', decline: 'Refuser', loading: 'Un instant…', colon: ' : ',
  sides: {white: 'Blancs', black: 'Noirs'},
  headSides: {white: 'Bleus', black: 'Rouges'},
  kinds: {man: 'pion', king: 'dame', 'blue-head': 'tête bleue', 'green-head': 'tête verte', 'red-head': 'tête rouge', 'yellow-head': 'tête jaune'},
  pieces: {
    white: {...heads('bleu'), man: 'pion blanc', king: 'dame blanche'},
    black: {...heads('rouge'), man: 'pion noir', king: 'dame noire'},
  },
  sectors: {pawn: 'Jouer une pièce', green: 'Trappe verte', orange: 'Trappe orange', both: 'Trappe au choix'},
  board: {
    label: 'Damier', empty: 'vide', chosen: 'choisie', target: 'arrivée possible', canMove: 'peut jouer', canCapture: 'peut prendre', canTap: 'peut être choisie',
    trapOpen: {green: 'trappe verte, ouverte', orange: 'trappe orange, ouverte'},
    trapShut: {green: 'trappe verte, fermée', orange: 'trappe orange, fermée'},
  },
  events: {
    started: 'La partie commence.',
    moved: (side, path) => `${side} : ${path.join(' vers ')}.`,
    captured: pieces => `Pris : ${list(pieces)}.`,
    crowned: (at, kind) => `${at} devient : ${kind}.`,
    huffed: (by, piece) => `Les ${by} soufflent : ${piece}.`,
    trapOpened: {
      green: (at, shut) => `La trappe verte en ${at} s’ouvre${shut ? ' et se referme' : ''}.`,
      orange: (at, shut) => `La trappe orange en ${at} s’ouvre${shut ? ' et se referme' : ''}.`,
    },
    trapClosed: {
      green: at => `La trappe verte en ${at} se ferme.`,
      orange: at => `La trappe orange en ${at} se ferme.`,
    },
    fell: piece => `Tombe dans la trappe : ${piece}.`,
    platesSlid: left => `Les réglettes glissent vers la ${left ? 'gauche' : 'droite'} des Blancs.`,
    passed: side => `Les ${side} ne jouent pas de pièce.`,
    spun: sector => `La roulette dit : ${sector}.`,
    attacked: (a, d) => `Combat : ${a} attaque ${d}.`,
    round: (a, d, over, winner) =>
      `Dés : attaquant ${a}, défenseur ${d}. ${winner ? `Les ${winner} gagnent le combat.` : over ? 'Les deux sortent.' : 'Égalité : les deux perdent une tête.'}`,
    takenBack: 'Coup repris.',
    drawOffered: by => `Les ${by} proposent la nulle.`,
    drawDeclined: by => `Les ${by} refusent la nulle.`,
    takebackAsked: by => `Les ${by} voudraient reprendre leur coup.`,
    takebackDeclined: by => `Les ${by} refusent la reprise.`,
    won: side => `Les ${side} gagnent.`, drawn: 'Partie nulle.',
    rematchOffered: by => `Les ${by} proposent une revanche.`,
    rematchDeclined: by => `Les ${by} refusent la revanche.`,
    rematch: 'La partie suivante est prête.',
  },
  losses: {
    'no-pieces': loser => `Les ${loser} n’ont plus de pièce.`,
    blocked: loser => `Les ${loser} ne peuvent plus rien jouer.`,
    resigned: loser => `Les ${loser} ont abandonné.`,
    'out-of-time': loser => `Les ${loser} n’ont plus de temps.`,
    left: loser => `Les ${loser} sont partis.`,
  },
  chance: {
    odds: 'Chances', win: 'Attaquant', both: 'Aucun', lose: 'Défenseur', head: 'Tête en cas de victoire', stays: 'reste', out: 'sorti',
    tie: 'Égalité ! Chacun descend d’une tête', tieOut: 'Égalité ! Les deux sortent',
    tieWon: side => `Égalité, et seuls les ${side} restent`,
    wins: side => `Les ${side} l’emportent`,
  },
  failure: {
    title: 'Cela n’a pas marché', network: 'Le serveur est injoignable. Êtes-vous en ligne ?', unexpected: 'Un imprévu s’est produit. Rechargez la page.',
    unknown: status => `Le serveur a répondu par une erreur (${status}).`, noPage: 'Cette page n’existe pas.', home: 'Vers l’accueil',
    noGame: id => `Aucun jeu ne s’appelle « ${id} ».`,
  },
  frame: {skip: 'Aller au contenu', home: 'Damier, accueil', nav: 'Principal', lobby: 'Défis', otherLanguage: 'In English'},
  settings: {
    title: 'Réglages', language: 'Langue', theme: 'Apparence', auto: 'Automatique', light: 'Clair', dark: 'Sombre',
    sound: 'Sons', soundHint: 'Du bois, des dés, et une cloche quand c’est à vous.',
    motion: 'Animations', motionHint: 'Les pièces marchent, les dés roulent, la roulette tourne.',
    coordinates: 'Coordonnées', coordinatesHint: 'Numéros ou lettres sur les cases.',
    hints: 'Montrer les coups', hintsHint: 'Où la pièce choisie peut aller.',
    help: 'Aide aux prises', helpHint: 'Montrer les prises même dans les jeux où l’on peut les oublier.',
    turning: 'Tourner le damier', turningHint: 'À deux sur un appareil, celui qui joue est en bas.',
  },
  opponents: {engine: 'L’ordinateur', friend: 'Un ami', 'same-device': 'À deux sur cet appareil', open: 'Qui veut'},
  home: {
    title: 'Drôles de dames', lead: 'Des trappes, des rangées qui glissent, des dés et un souffle : cinq jeux de dames sortis de vieilles boîtes, prêts à jouer.',
    against: 'Jouer contre', lobby: 'Défis ouverts', openChallenges: n => plural(n, 'défi ouvert', 'défis ouverts'),
    mine: 'Mes parties', underWay: 'En cours', sheets: 'Les jeux des vieilles boîtes', classics: 'Les classiques', classicsLead: 'Ceux dont les autres descendent, selon leurs règles publiées.',
    chance: 'avec hasard', rules: 'Règles', rulesOf: name => `Règles de ${name}`,
    foot: 'Sans compte, sans publicité. Chaque coup de dé se vérifie.', verify: 'Vérifier les dés d’une partie',
  },
  newGame: {
    opponent: 'Adversaire', level: 'Niveau', colour: 'Votre camp', random: 'Au sort', clock: 'Pendule', name: 'Votre nom', start: 'Jouer',
    house: 'Règles maison', houseLead: 'Les vieilles règles laissent des points ouverts. Voici notre lecture ; changez-la si, chez vous, on joue autrement.',
    noOptions: 'Ce jeu suit ses règles publiées ; il n’y a rien à choisir.', usual: 'd’usage', ours: 'Notre lecture', otherwise: 'Autrement :',
    between: (least, most) => `De ${least} à ${most}.`,
    form: (meaning, example) => `${meaning} par exemple ${example}`,
    fair: 'Hasard équitable', fairLead: 'Les tirages viennent d’un secret que le serveur a déjà scellé et d’un mot de chaque joueur. Changez le vôtre si vous voulez : personne n’aura pu préparer les dés.',
    seed: 'Votre mot',
  },
  terms: {standard: 'Selon les règles d’usage.', standardShort: 'd’usage', changed: n => plural(n, 'changement', 'changements')},
  clock: {
    none: 'Sans pendule', fischer: (minutes, more) => `${minutes} min + ${more} s`,
    perMove: days => `${plural(days, 'jour', 'jours')} par coup`,
    days: (days, hours) => `${days} j ${hours} h`,
  },
  phase: {
    label: 'Que faire maintenant', waiting: 'En attente', waitingFriend: 'La partie commence quand l’adversaire s’assied.', waitingSeed: 'Chaque joueur ajoute son mot aux dés.',
    yourTurn: 'À vous de jouer', sideTurn: side => `Aux ${side} de jouer`, theirTurn: name => `À ${name} de jouer`, engineTurn: 'L’ordinateur joue',
    move: 'Avancez ou prenez.', moveHeads: 'Avancez ou attaquez.', moveLine: 'Touchez une pièce, puis sa case d’arrivée.', movePiece: 'Jouez une pièce', capture: 'Vous devez prendre',
    spin: 'Lancez la roulette', spinButton: 'Lancer', rollButton: 'Lancer les dés', slideButton: 'Glisser sans jouer', passButton: 'Passer',
    slide: {green: 'Poussez une tirette verte', orange: 'Poussez une tirette orange', both: 'Poussez une tirette au choix'},
    huff: 'Soufflez !', huffLine: side => `Les ${side} ont oublié une prise : retirez une des pièces marquées.`, claimButton: 'Souffler…',
    combat: round => (round > 1 ? `Combat, manche ${round}` : 'Combat !'), combatLine: 'L’attaquant lance les deux dés.',
    thinking: place => (place > 0 ? `Attend son tour de réfléchir : numéro ${place} dans la file.` : 'Réfléchit…'),
    theirs: {spin: 'Va lancer la roulette.', move: '', slide: 'Va pousser une tirette.', huff: 'Va souffler une pièce.', combat: 'Va lancer les dés.'},
    won: 'Vous gagnez !', lost: 'Vous perdez', drawn: 'Partie nulle', aborted: 'Partie annulée', over: 'Terminée', sideWon: side => `Les ${side} gagnent !`,
  },
  game: {
    engine: 'Ordinateur', you: 'Vous', nobody: 'Encore personne', away: 'absent', captured: 'prises', boardOf: name => `Damier de ${name}`,
    moves: 'Coups', rules: 'Règles', panels: 'À côté du damier', noMoves: 'Aucun coup joué.', passed: 'sans jouer', typeMove: 'Écrire un coup', typeExample: move => `Écrire un coup, p. ex. ${move}`, typeButton: 'Jouer', scrub: 'Parcourir la partie',
    first: 'Au début', previous: 'Un coup en arrière', next: 'Un coup en avant', last: 'À maintenant', turnBoard: 'Tourner le damier', takeback: 'Reprendre le coup',
    takebackPastChance: 'Les dés et la roulette ne se reprennent pas.', offerDraw: 'Proposer la nulle', askDraw: 'Proposer la nulle à l’adversaire ?', abort: 'Annuler la partie', askAbort: 'Annuler la partie ? Personne ne gagne ni ne perd.',
    tools: {turn: 'Tourner', sound: 'Son', takeback: 'Reprendre', draw: 'Nulle', abort: 'Annuler', resign: 'Abandon', say: 'Dire', share: 'Partager'},
    resign: 'Abandonner', askResign: 'Abandonner ? L’adversaire gagne.', say: 'Dire un mot', shareWatch: 'Partager', drawOffered: name => `${name} propose la nulle.`,
    drawWaits: 'Vous avez proposé la nulle.', takebackAsked: name => `${name} voudrait reprendre son dernier coup.`, takebackWaits: 'Vous avez demandé à reprendre.',
    rematchOffered: name => `${name} propose une revanche.`, rematchWaits: 'On attend la réponse de l’adversaire.', rematch: 'Revanche', toRematch: 'Vers la partie suivante', newGame: 'Nouvelle partie',
    hasLeft: 'L’adversaire est parti. À vous de décider :', claimWin: 'Réclamer le gain', claimDraw: 'Déclarer nulle', copyRecord: 'Copier la partie', downloadRecord: 'Télécharger', copied: 'Copié.',
    verify: 'Vérifier les dés', owed: texts => `Possible : ${list(texts)}.`, readRule: 'La règle', pickHuff: 'Touchez la pièce qui a oublié de prendre.',
    offline: 'Pas de connexion. Nouvel essai…', offlineQueued: 'Pas de connexion. Votre coup partira dès son retour.',
  },
  invite: {
    lead: 'Envoyez ce lien à un ami, ou faites-le scanner.', link: 'Lien', qr: 'Code QR du lien', copy: 'Copier', share: 'Partager', title: name => `Une partie de ${name} ?`,
    openLead: 'Votre défi est affiché. La partie commence quand quelqu’un le relève.', watchLead: 'Qui ouvre ce lien peut regarder.',
  },
  join: {
    invites: name => `${name} vous invite à`, invited: 'On vous invite à', sit: 'S’asseoir et jouer', yourColour: 'Votre camp', watch: 'Seulement regarder',
    taken: 'La place est déjà prise. Vous pouvez regarder.', commitment: 'Le secret scellé :',
  },
  rules: {
    title: 'Règles', contents: 'Sommaire', refused: 'Interdit :', play: 'Montrer le coup', playIt: 'Jouer à ce jeu', change: 'Ou bien :',
    origins: {open: 'La feuille laisse ce point ouvert', variant: 'Une variante de la feuille', house: 'Notre variante'},
  },
  lobby: {title: 'Défis ouverts', lead: 'Relevez un défi, ou lancez le vôtre.', by: name => `de ${name}`, somebody: 'quelqu’un', take: 'Jouer', yours: 'Votre défi', empty: 'Personne n’attend en ce moment. Choisissez un jeu, jouez contre « Qui veut », et vous serez le premier.', make: 'Lancer un défi'},
  verify: {
    title: 'Les dés étaient-ils justes ?', lead: 'Collez l’enregistrement d’une partie finie : chaque tirage est recalculé.',
    proves: ['Le serveur a scellé son secret avant que quiconque donne son mot : il n’a pas pu le choisir à sa guise.', 'Personne n’a pu changer un tirage après coup, pas même l’exploitant du serveur.', 'Cela ne prouve pas que personne n’a essayé plusieurs parties avant d’en garder une.'],
    record: 'Enregistrement', check: 'Vérifier', holds: 'juste', fails: 'faux', commitment: 'Le secret est celui qui fut scellé :', colours: 'Les camps en ont été tirés :',
    draws: 'Tirages', draw: 'Tirage', recorded: 'Dans la partie', computed: 'Recalculé',
  },
};
