// Measures beats: scripts/web node ../tests/web/bench.mjs PROGRAM
//
// A table of each game with four times slower JavaScript; while bots play and their events are told, every
// task of the page's main thread is traced. Prints the work per frame (95th percentile) and the longest
// task. Nothing is asserted: the figures depend on the machine. The bar is 16 ms and 50 ms.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { next, visit } from './play.mjs';

const FRAME_US = 1_000_000 / 60;
const MOVES = 5;
const plans = {
  manor: ['me', 'rules', 'rules', 'rules'],
  'shadow-hunters': ['me', 'rules', 'rules', 'rules', 'rules'],
  'shy-monsters': ['rules', 'me'],
  'treasure-hunters': ['me', 'rules', 'rules'],
};
const server = await Server.start(process.argv[2]);
const browser = await launch();

// The main thread is the one that runs the page's scripts.
function work(events) {
  const main = events.find((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain' && events.some((other) => other.tid === event.tid && other.pid === event.pid && other.name === 'FunctionCall'));
  const tasks = events.filter((event) => event.tid === main?.tid && event.pid === main?.pid && event.name === 'RunTask' && event.dur);
  const frames = new Map();
  for (const { ts, dur } of tasks) frames.set(Math.floor(ts / FRAME_US), (frames.get(Math.floor(ts / FRAME_US)) ?? 0) + dur);
  const sorted = [...frames.values()].sort((a, b) => a - b);
  return { frames: sorted.length, p95: (sorted[Math.floor(sorted.length * 0.95)] ?? 0) / 1000, longest: Math.max(0, ...tasks.map((task) => task.dur)) / 1000 };
}

for (const [game, plan] of Object.entries(plans)) {
  const who = await person(browser, server, { size: PHONE, settings: { calm: false } });
  const seat = plan.indexOf('me') + 1;
  const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  const line = await who.context.newCDPSession(who.page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await line.send('Tracing.start', { categories: 'disabled-by-default-devtools.timeline,devtools.timeline,__metadata', transferMode: 'ReportEvents' });
  for (let move = 0; move < MOVES; move++) {
    const { ask } = (await api(who, 'open', { table: table.table, seat })).update;
    await api(who, 'move', { table: table.table, seat, move: `bench-${move}`, decision: ask.decision, action: ask.actions[0] });
    if ((await next(who.page)) === 'over') break;
  }
  const done = new Promise((resolve) => line.once('Tracing.tracingComplete', resolve));
  await line.send('Tracing.end');
  await done;
  const { frames, p95, longest } = work(events);
  console.log(`${game}: ${p95.toFixed(1)} ms of work per frame at the 95th percentile of ${frames}, longest task ${longest.toFixed(1)} ms (4x throttling)`);
  await who.context.close();
}
await browser.close();
await server.stop();
