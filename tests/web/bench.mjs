// Measures beats: scripts/web node ../tests/web/bench.mjs PROGRAM...
//
// A table of each game on a phone; while bots play and their events are told, every task of the page's
// main thread is traced: the first moves of a game, and its last with the scene at the end, which are two
// tables. Prints the work per frame (95th percentile) and the longest task, each beside its bar. Nothing
// is asserted: the figures depend on the machine. tracing.mjs says how tasks are counted, and how builds
// are compared; LAN_PART=beats or end measures that part alone.
//
// While beats are told nothing asks the page how far it is: the page itself looks once a second
// (`settled`), since each question of the test is a task of the main thread too.
import { setTimeout } from 'node:timers/promises';
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { ASKED, chooser, DICE, DUE, next, OVER, playUntil, SCENE, visit } from './play.mjs';
import { alternate, at, busy, DETAILS, shares, SLOWER, speed, tasks, tell, threads, trace } from './tracing.mjs';

const FRAME_US = 1_000_000 / 60;
const MOVES = 5;
const LAST = 2; // moves of the person before the end
const END_MS = 4000; // of the scene at the end
const BARS = { p95: 16, longest: 50 }; // ms
const plans = {
  manor: ['me', 'rules', 'rules', 'rules'],
  'shadow-hunters': ['me', 'rules', 'rules', 'rules', 'rules'],
  'shy-monsters': ['rules', 'me'],
  'treasure-hunters': ['me', 'rules', 'rules'],
};
const browser = await launch({ real: true });

// Frames are windows of a sixtieth of a second in which the thread had a task.
function work(found) {
  const frames = new Map();
  for (const { ts, tdur } of found) frames.set(Math.floor(ts / FRAME_US), (frames.get(Math.floor(ts / FRAME_US)) ?? 0) + (SLOWER * tdur) / 1000);
  const sorted = [...frames.values()];
  return { frames: sorted.length, p95: at(sorted, 0.95), longest: (SLOWER * Math.max(0, ...found.map((task) => task.tdur))) / 1000, over: sorted.filter((ms) => ms >= BARS.p95).length, sum: sorted.reduce((a, b) => a + b, 0) };
}

// In the page: touches great moments that wait for it and the viewer's dice, and ends when something is
// asked or the game is over. Other great moments are left to their end, as by somebody who looks at them.
function settled(page, toEnd = false) {
  return page.evaluate(
    ({ asked, dice, due, over, scene, toEnd }) =>
      new Promise((resolve) => {
        const timer = setInterval(() => {
          const great = document.querySelector(scene);
          const waiting = great?.querySelector('.on') ?? (document.querySelector(due) && (document.querySelector(dice) ?? document.querySelector(due)));
          if (waiting) return waiting.click();
          const ended = document.querySelector(over) !== null;
          if (!ended && (toEnd || great || !document.querySelector(asked))) return;
          clearInterval(timer);
          resolve(ended ? 'over' : 'act');
        }, 1000);
      }),
    { asked: ASKED, dice: DICE, due: DUE, over: OVER, scene: SCENE, toEnd },
  );
}

// Tells moves of the person and what the bots do after them, and says how many.
async function play(who, table, seat, most) {
  const choose = chooser(1);
  for (let moves = 0; moves < most; moves++) {
    // The page may still show the question before, while the bots play.
    let update;
    do ({ update } = await api(who, 'open', { table, seat }));
    while (!update.ask?.musts && !update.result);
    if (update.result) await settled(who.page, true); // the page may still tell what led to it
    if (update.result) return setTimeout(END_MS);
    const { ask } = update;
    await api(who, 'move', { table, seat, move: `bench-${moves}`, decision: ask.decision, action: ask.actions[choose(ask.musts)] });
    if ((await settled(who.page)) === 'over') return setTimeout(END_MS);
  }
}

const created = async (who, game) => (await api(who, 'create', { settings: { game, seats: plans[game].length }, plan: plans[game], start: true })).table.table;

// A table at which so many moves of the person have been made without a page, or the whole game. A server
// of its own with its own seed plays the same game for every build.
async function begun(program, game, seed, most, phone) {
  const seat = plans[game].indexOf('me') + 1;
  const server = await Server.start(program, { seed });
  const who = await person(browser, server, phone);
  const table = await created(who, game);
  let moves = 0;
  const running = await playUntil(who, table, () => moves++ === most, { seat });
  const end = async () => {
    await who.context.close();
    await server.stop();
  };
  return { who, table, seat, moves, running, end };
}

// How many moves of the person a game has; the same for every build.
const lengths = new Map();
async function lengthOf(program, game, seed) {
  const key = `${game} ${seed}`;
  if (!lengths.has(key)) {
    const { moves, end } = await begun(program, game, seed, Infinity, {});
    await end();
    lengths.set(key, moves);
  }
  return lengths.get(key);
}

// One part of a game: its first moves, or the last. Where a game depends on who is quicker, it may have
// other moves than when they were counted: then one that is over too early is begun again.
async function traced(program, game, seed, last) {
  let before = last ? Math.max(0, (await lengthOf(program, game, seed)) - LAST) : 0;
  let one;
  for (;;) {
    one = await begun(program, game, seed, before, { size: PHONE, settings: { calm: false } });
    if (one.running) break;
    await one.end();
    before = Math.max(0, one.moves - 2 * LAST);
  }
  const { who, table, seat } = one;
  await visit(who.page, `/t/${table}`);
  await next(who.page);
  const stop = await trace(who);
  await play(who, table, seat, last ? Infinity : MOVES);
  const events = await stop();
  const reference = await speed(who.page);
  await one.end();
  return { found: tasks(events, threads(events, 'CrRendererMain')[0]), events, reference };
}

const PARTS = ['beats', 'end'].filter((part) => (process.env.LAN_PART ?? part) === part);

await alternate(Object.keys(plans), async ({ game, program, round, label }) => {
  const figures = {};
  for (const part of PARTS) {
    const { events, found, reference } = await traced(program, game, 1 + round, part === 'end');
    if (DETAILS) tell(events, found);
    const { frames, p95, longest, over, sum } = work(found);
    const held = p95 < BARS.p95 && longest < BARS.longest ? 'held' : 'NOT HELD';
    console.log(`${label}, ${part}: ${p95.toFixed(1)} ms of work per frame at the 95th percentile of ${frames} (bar ${BARS.p95}), ${over} over the bar, longest task ${longest.toFixed(1)} ms (bar ${BARS.longest}), ${sum.toFixed(0)} ms in all, on a processor ${SLOWER} times slower: ${held}${shares(events, found)}; ${busy(reference)}`);
    for (const [name, value] of Object.entries({ p95, longest, over, sum, reference })) figures[`${part} ${name}`] = value;
  }
  return figures;
});
await browser.close();
