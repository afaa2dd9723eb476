// The tiny test game (tests/tiny) as boardgame.io wants it: the same cards, sealed bets, strikes, blocks, and
// die.
const { INVALID_MOVE } = require('boardgame.io/core');

const SHIELD = 'shield';
const SWORD = 'sword';

function turnEnd(G) {
  G.asked = [];
  G.turns += 1;
  G.phase = G.turns === G.points.length ? 'over' : 'playing';
}

function roll(G, random) {
  G.points[G.turns % G.points.length] += random.Die(3);
  G.struck = true;
  turnEnd(G);
}

const may = (G, seat, phase) => G.phase === phase && (phase === 'playing' || G.asked.includes(seat));
const active = (G, seat) => G.phase === 'playing' && G.turns % G.points.length === seat;

const moves = {
  bet({ G, playerID }, bet) {
    const seat = Number(playerID);
    if (!may(G, seat, 'betting')) return INVALID_MOVE;
    G.sealed[seat] = bet;
    G.asked = G.asked.filter((other) => other !== seat);
    if (G.asked.length) return undefined;
    G.bets = G.sealed;
    G.sealed = G.sealed.map(() => null);
    G.phase = 'playing';
  },
  strike({ G, playerID, random }, target) {
    const seat = Number(playerID);
    if (!active(G, seat) || target === seat || !(target in G.points)) return INVALID_MOVE;
    G.asked = G.points.map((_, other) => other).filter((other) => other !== seat && G.known[other] !== SWORD);
    if (G.asked.length) G.phase = 'asking';
    else roll(G, random);
  },
  rest({ G, playerID }) {
    if (!active(G, Number(playerID))) return INVALID_MOVE;
    turnEnd(G);
  },
  block({ G, playerID }) {
    const seat = Number(playerID);
    if (!may(G, seat, 'asking') || G.cards[seat] !== SHIELD) return INVALID_MOVE;
    G.known[seat] = SHIELD;
    G.points[seat] += 2;
    turnEnd(G);
  },
  pass({ G, playerID, random }) {
    const seat = Number(playerID);
    if (!may(G, seat, 'asking')) return INVALID_MOVE;
    G.asked = G.asked.filter((other) => other !== seat);
    if (!G.asked.length) roll(G, random);
  },
  reveal({ G, playerID }) {
    const seat = Number(playerID);
    if (G.phase !== 'playing' || G.cards[seat] !== SWORD || G.known[seat]) return INVALID_MOVE;
    G.known[seat] = SWORD;
    G.points[seat] += 1;
  },
};

// What a seat may do, musts only: what the load generator chooses from.
function musts(G, seat) {
  if (may(G, seat, 'betting')) return [['bet', 'hit'], ['bet', 'peace']];
  if (may(G, seat, 'asking')) return G.cards[seat] === SHIELD ? [['pass'], ['block']] : [['pass']];
  if (active(G, seat)) {
    return [['rest'], ...G.points.map((_, other) => ['strike', other]).filter(([, other]) => other !== seat)];
  }
  return [];
}

const Tiny = {
  name: 'tiny',
  minPlayers: 2,
  maxPlayers: 3,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([SHIELD, SHIELD, SWORD, SWORD, SWORD]);
    const all = Array.from({ length: ctx.numPlayers }, (_, seat) => seat);
    return {
      phase: 'betting',
      turns: 0,
      struck: false,
      asked: all,
      cards: all.map((seat) => deck[seat]),
      sealed: all.map(() => null),
      bets: all.map(() => null),
      known: all.map(() => null),
      points: all.map(() => 0),
    };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    cards: G.cards.map((card, seat) => (String(seat) === playerID ? card : null)),
    sealed: G.sealed.map((bet, seat) => (String(seat) === playerID ? bet : null)),
  }),
  // The game itself knows whose answer counts; several may act at once, whatever another has done meanwhile.
  turn: { activePlayers: { all: 'any' }, stages: { any: {} } },
  moves: Object.fromEntries(
    Object.entries(moves).map(([name, move]) => [name, { move, ignoreStaleStateID: true, client: false }]),
  ),
  endIf: ({ G }) => {
    if (G.phase !== 'over') return undefined;
    const right = G.struck ? 'hit' : 'peace';
    return { points: G.points.map((points, seat) => points + (G.bets[seat] === right ? 1 : 0)) };
  },
};

module.exports = { Tiny, musts };
