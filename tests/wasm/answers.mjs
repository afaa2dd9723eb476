// Plays a game of each kind in the module and prints what it answers, a line of JSON each: the operation or
// push of the protocol, and the answer. scripts/check-wasm compares them with the schema: answers.mjs MODULE
import { Instance, KEY } from './instance.mjs';

const ID = 'local12345'; // as long as the server's, which the schema asks for
const GAMES = { manor: 3, 'shadow-hunters': 5, 'shy-monsters': 2, 'treasure-hunters': 3 };

function print(kind, name, answer) {
  console.log(JSON.stringify([kind, name, answer]));
}

class Teller extends Instance {
  // An operation with its answer or refusal.
  tell(op, name, ...words) {
    const good = this.call(name, ...words);
    print(good ? 'answer' : 'error', op, good ? this.answer() : this.answer().error);
    return this.answer();
  }
}

// What `seat` is asked: reasons, previews and advice; then its move, and what all viewers are shown of it.
function turn(keeper, thinker, seat, seats, moves) {
  if (!keeper.call('question', seat)) return false;
  const bytes = keeper.bytes();
  if (!thinker.call('think', 'rules', bytes, bytes.length, 1, 0)) throw new Error(JSON.stringify(thinker.answer()));
  const { action } = thinker.answer();
  if (action === null) return false;
  keeper.call('open', seat, 0, 2000);
  const { ask } = keeper.answer().update;
  if (moves % 7 === 0) {
    keeper.tell('preview', 'preview', seat, action);
    keeper.tell('why', 'why', seat, 'nonsense');
    if (keeper.call('hint', seat)) {
      const question = keeper.bytes();
      thinker.tell('hint', 'think', 'rules', question, question.length, 0, 1);
    }
    keeper.tell('move', 'move', seat, 9999, action, 2000);
  }
  const decision = ask.actions.slice(0, ask.musts).includes(action) ? ask.decision : 0;
  if (!keeper.call('move', seat, decision, action, 2000 + moves)) throw new Error(`${action}: ${JSON.stringify(keeper.answer())}`);
  print('answer', 'move', keeper.answer());
  for (let viewer = 0; viewer <= seats; viewer++) {
    keeper.call('next', viewer, 2000 + moves);
    const { update } = keeper.answer();
    if (update) print('push', 'update', { table: ID, seat: viewer, update });
  }
  if (moves % 13 === 0) keeper.tell('undo', 'undo', seat, 2000 + moves);
  return true;
}

async function play(game, seats) {
  const [keeper, thinker] = [await Teller.make(), await Teller.make()];
  if (!keeper.call('setup', game, 0, seats) || !keeper.call('table', ID, 1, 1, 1) || !keeper.call('begin', KEY, 1000)) throw new Error(JSON.stringify(keeper.answer()));
  thinker.call('setup', game, 0, seats);
  for (let viewer = 0; viewer <= seats; viewer++) keeper.tell('open', 'open', viewer, 0, 1000);
  for (let moves = 0, more = true; more && moves < 3000; ) {
    more = false;
    for (let seat = 1; seat <= seats; seat++) if (turn(keeper, thinker, seat, seats, moves++)) more = true;
  }
  keeper.tell('info', 'info');
  for (const eyes of [0, 1, 9]) keeper.tell('replay', 'replay', eyes, 2, '');
  keeper.tell('review', 'review', 1, 1, 4);
}

const reader = await Teller.make();
reader.tell('games', 'games', '');
for (const [game, seats] of Object.entries(GAMES)) await play(game, seats);
console.log('end');
