// Measures beats: scripts/web node ../tests/web/bench.mjs PROGRAM
//
// A table of each game on a phone; while bots play and their events are told, every task of the page's main
// thread is traced. Prints the work per frame (95th percentile) and the longest task, each beside its bar,
// and the shares of script, style, layout and paint in the work; with LAN_TASKS=1 also what the longest
// tasks consist of. Nothing is asserted: the figures depend on the machine.
//
// The bars are those of a processor four times slower. Counted is the processor's time of the thread (`tdur`)
// times four. Chromium's own throttling is not used: it lets the thread spin by the clock on the wall, so
// that its figures grow with whatever else the machine does.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { next, visit } from './play.mjs';

const FRAME_US = 1_000_000 / 60;
const MOVES = 5;
const SLOWER = 4;
const BARS = { p95: 16, longest: 50 }; // ms
const KINDS = { script: ['FunctionCall'], style: ['UpdateLayoutTree', 'RecalculateStyles'], layout: ['Layout'], paint: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'CompositeLayers'] };
const plans = {
  manor: ['me', 'rules', 'rules', 'rules'],
  'shadow-hunters': ['me', 'rules', 'rules', 'rules', 'rules'],
  'shy-monsters': ['rules', 'me'],
  'treasure-hunters': ['me', 'rules', 'rules'],
};
const server = await Server.start(process.argv[2]);
const browser = await launch({ real: true });

// The main thread is the one that runs the page's scripts.
function work(events) {
  const main = events.find((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain' && events.some((other) => other.tid === event.tid && other.pid === event.pid && other.name === 'FunctionCall'));
  const tasks = events.filter((event) => event.tid === main?.tid && event.pid === main?.pid && event.name === 'RunTask' && event.tdur);
  const frames = new Map();
  for (const { ts, tdur } of tasks) frames.set(Math.floor(ts / FRAME_US), (frames.get(Math.floor(ts / FRAME_US)) ?? 0) + SLOWER * tdur);
  const sorted = [...frames.values()].sort((a, b) => a - b);
  const all = tasks.reduce((sum, task) => sum + task.tdur, 0);
  const of = (names) => events.filter((event) => event.tid === main?.tid && event.pid === main?.pid && names.includes(event.name)).reduce((sum, event) => sum + (event.tdur ?? 0), 0);
  if (process.env.LAN_TASKS)
    for (const task of [...tasks].sort((a, b) => b.tdur - a.tdur).slice(0, 6)) {
      const inside = events.filter((event) => event.tid === task.tid && event.pid === task.pid && event !== task && event.tdur && event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur);
      console.log(`# ${((SLOWER * task.tdur) / 1000).toFixed(1)} ms: ${inside.sort((a, b) => b.tdur - a.tdur).slice(0, 7).map((event) => `${event.name} ${((SLOWER * event.tdur) / 1000).toFixed(1)}`).join(', ')}`);
    }
  const shares = Object.fromEntries(Object.entries(KINDS).map(([kind, names]) => [kind, Math.round((100 * of(names)) / Math.max(1, all))]));
  return { shares, frames: sorted.length, p95: (sorted[Math.floor(sorted.length * 0.95)] ?? 0) / 1000, longest: (SLOWER * Math.max(0, ...tasks.map((task) => task.tdur))) / 1000 };
}

for (const [game, plan] of Object.entries(plans)) {
  const who = await person(browser, server, { size: PHONE, settings: { calm: false } });
  const seat = plan.indexOf('me') + 1;
  const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  const line = await who.context.newCDPSession(who.page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await line.send('Tracing.start', { categories: 'disabled-by-default-devtools.timeline,devtools.timeline,__metadata', transferMode: 'ReportEvents' });
  for (let move = 0; move < MOVES; move++) {
    // The page may still show the question before, while the bots play.
    let update;
    do ({ update } = await api(who, 'open', { table: table.table, seat }));
    while (!update.ask?.musts && !update.result);
    if (update.result) break;
    const { ask } = update;
    await api(who, 'move', { table: table.table, seat, move: `bench-${move}`, decision: ask.decision, action: ask.actions[0] });
    if ((await next(who.page)) === 'over') break;
  }
  const done = new Promise((resolve) => line.once('Tracing.tracingComplete', resolve));
  await line.send('Tracing.end');
  await done;
  const { frames, p95, longest, shares } = work(events);
  const held = p95 < BARS.p95 && longest < BARS.longest ? 'held' : 'NOT HELD';
  console.log(`${game}: ${p95.toFixed(1)} ms of work per frame at the 95th percentile of ${frames} (bar ${BARS.p95}), longest task ${longest.toFixed(1)} ms (bar ${BARS.longest}), on a processor ${SLOWER} times slower: ${held}; ${Object.entries(shares).map(([kind, share]) => `${kind} ${share} %`).join(', ')}`);
  await who.context.close();
}
await browser.close();
await server.stop();
