// Plays in the module of the page as the page does: a keeper and, in another instance, the one who thinks.
// Prints TAP lines and `end`: offline.mjs MODULE
import { readFileSync } from 'node:fs';
import { Instance, KEY } from './instance.mjs';

const GAMES = { manor: 2, 'shadow-hunters': 5, 'shy-monsters': 2, 'treasure-hunters': 3 };
let tests = 0;

function result(passed, name, about = '') {
  console.log(`${passed ? 'ok' : 'not ok'} ${++tests} - ${name}`);
  if (!passed) console.log(`# ${about}`);
}

async function begin(game, seats) {
  const keeper = await Instance.make();
  const good = keeper.call('setup', game, 0, seats) && keeper.call('table', 'local-1', 1, 1, 1) && keeper.call('begin', KEY, 1000);
  if (!good) throw new Error(JSON.stringify(keeper.answer()));
  return keeper;
}

const USUAL = (moves) => (moves % 40 ? 'rules' : 'search');

async function play(game, seats, bot = USUAL, prepare = () => undefined) {
  const [keeper, thinker] = [await begin(game, seats), await Instance.make()];
  thinker.call('setup', game, 0, seats);
  prepare(thinker, keeper);
  let moves = 0;
  for (let told = true; told && moves < 5000; ) {
    told = false;
    for (let seat = 1; seat <= seats; seat++) {
      if (!keeper.call('question', seat)) continue;
      const bytes = keeper.bytes();
      if (!thinker.call('think', bot(moves), bytes, bytes.length, bot === USUAL ? 30 : 4000, 0)) throw new Error(JSON.stringify(thinker.answer()));
      const { action } = thinker.answer();
      if (action === null) continue;
      keeper.call('open', seat, 0, 2000);
      const { ask } = keeper.answer().update;
      const decision = ask.actions.slice(0, ask.musts).includes(action) ? ask.decision : 0;
      if (!keeper.call('move', seat, decision, action, 2000 + moves)) throw new Error(`${action}: ${JSON.stringify(keeper.answer())}`);
      keeper.call('lines');
      moves++;
      told = true;
    }
  }
  keeper.call('info');
  const { table } = keeper.answer();
  keeper.call('record', 'full', 0);
  const record = keeper.answer();
  result(table.state === 'over' && record.kind === 'full', `${game}: a game of ${moves} moves by ${bot === USUAL ? 'rules and search' : bot(0)} to its end`, JSON.stringify(table));
  keeper.call('replay', 9, 2, '');
  result(keeper.answer().move === 2, `${game}: its replay`);
  return record;
}

for (const [game, seats] of Object.entries(GAMES)) await play(game, seats);

// The bot that plays from a book is listed, refused without the book, and plays with it.
{
  const book = new Uint8Array(readFileSync(new URL('../../share/shy-monsters.book', import.meta.url)));
  const reader = await Instance.make();
  reader.call('games', '');
  const bots = reader.answer().games.find((row) => row.game === 'shy-monsters').bots.map((row) => row.level);
  result(bots.includes('equilibrium'), 'equilibrium is among the bots of Shy Monsters', bots.join(' '));
  let without;
  await play('shy-monsters', 2, () => 'equilibrium', (thinker, keeper) => {
    keeper.call('question', 1);
    const bytes = keeper.bytes();
    without = !thinker.call('think', 'equilibrium', bytes, bytes.length, 200, 0) && thinker.answer().error;
    const torn = book.slice();
    torn[torn.length >> 1] ^= 1;
    result(!thinker.call('book', torn, torn.length) && thinker.answer().error.code === 'bad-message', 'a changed book is refused');
    if (!thinker.call('book', book, book.length)) throw new Error(JSON.stringify(thinker.answer()));
    thinker.call('think', 'equilibrium', bytes, bytes.length, 200, 0);
    const { reason } = thinker.answer();
    result(reason && !JSON.stringify(reason).includes('Without the book'), 'it answers from its book', JSON.stringify(reason));
  });
  result(without?.code === 'not-found' && without.say.fr.includes('livre'), 'equilibrium is refused without its book', JSON.stringify(without));
}

// A game that was stored under older rules goes on under them: every version that the program has is in the
// module, and a match of it is built again from its lines.
{
  const reader = await Instance.make();
  reader.call('games', '');
  for (const { game, version, seats_min: seats } of reader.answer().games)
    for (let old = version; old >= 1; old--) {
      const keeper = await Instance.make();
      const good = keeper.call('setup', game, old, seats) && keeper.call('table', 'local-1', 1, 1, 1) && keeper.call('begin', KEY, 1000) && keeper.call('head');
      result(good && keeper.answer().head.match.version === old, `${game}: a match by version ${old} of its rules`, JSON.stringify(keeper.answer()));
    }
}

// Every value of every option of every game: a match begins with it and is played for some moves, or it is
// refused with a sentence about the option.
{
  const reader = await Instance.make();
  reader.call('games', '');
  for (const { game, options, seats_min: seats } of reader.answer().games) {
    const [played, refused, wrong] = [[], [], []];
    for (const { name, choices, standard, min, max } of options)
      for (const value of choices?.map((row) => row.id) ?? [standard, min, max].filter((one) => one !== undefined).map(String)) {
        const [keeper, thinker] = [await Instance.make(), await Instance.make()];
        const set = (at) => at.call('setup', game, 0, seats) && at.call('option', name, value);
        if (!set(keeper) || !set(thinker) || !keeper.call('table', 'local-1', 1, 1, 1) || !keeper.call('begin', KEY, 1000)) {
          (keeper.answer().error?.say.fr ? refused : wrong).push(`${name}=${value}`);
          continue;
        }
        for (let moves = 0; moves < 12; moves++)
          for (let seat = 1; seat <= seats; seat++) {
            if (!keeper.call('question', seat)) continue;
            const bytes = keeper.bytes();
            if (!thinker.call('think', 'rules', bytes, bytes.length, 1, 0)) wrong.push(`${name}=${value} ${JSON.stringify(thinker.answer())}`);
            const { action } = thinker.answer();
            if (action && !keeper.call('act', seat, action, 2000 + moves)) wrong.push(`${name}=${value} ${action} ${JSON.stringify(keeper.answer())}`);
          }
        played.push(name);
      }
    result(!wrong.length && options.every(({ name }) => played.includes(name)), `${game}: ${played.length} values of ${options.length} options are played, ${refused.length} refused`, [...wrong, ...refused].join('\n# '));
  }
}

// Running out of memory is a sentence, and what was there before goes on.
{
  const keeper = await begin('manor', 2);
  const { exports } = keeper;
  let at = 1;
  for (let size = 1 << 22; size >= 16; size /= 2) while ((at = exports.malloc(size))) continue;
  const refused = !keeper.call('open', 1, 0, 0);
  const { error } = keeper.answer();
  result(refused && error?.code === 'storage' && error.say.en.includes('memory') && error.say.fr.includes('mémoire'), 'without memory the answer is a sentence', JSON.stringify(error));
  result(exports.memory.buffer.byteLength <= 64 << 20, `the memory ends at ${exports.memory.buffer.byteLength >> 20} MiB`);
}
{
  const { exports } = await Instance.make();
  const made = [];
  for (let at = exports.offline_create(); at; at = exports.offline_create()) {
    made.push(at);
    if (made.length > 1e6) break;
  }
  result(made.length < 1e6, `${made.length} objects, then none: no trap`);
}
console.log('end');
