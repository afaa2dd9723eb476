// Measures moves in games of this device: scripts/web node ../tests/web/bench-moves.mjs PROGRAM
//
// A game of each kind on a phone, calm, so that the first frame shows the whole move. A move is shown when
// the first frame is drawn after its update has come back from the keeper's worker, which has stored it
// before. What is said of it and offered with it follows in the frame after; the work until then is
// printed apart. The press is a task of its own, so that what tells the page to press is not counted.
// Counted are all tasks of the page's main thread and of the keeper that lie between the press and the end
// of that frame: their processor time times four, as on a processor four times slower; bench.mjs says why
// not by Chromium's throttling. The bots are so slow that none moves meanwhile. What else passes by the
// clock, waiting for the storage and for the next frame, is printed apart: on a busy machine it says
// nothing. Prints the median and the 95th percentile beside the bar, the shares of script, style, layout
// and paint in the page's work, and the load of the machine: on a busy one the same work takes more
// processor time. Nothing is asserted. docs/performance.md has figures.
import { loadavg } from 'node:os';
import { launch, PHONE, Server, person } from './stage.mjs';
import { chooser, next, visit, WAYS } from './play.mjs';

const SLOWER = 4;
const PRESSES = 40;
const PACE = 400; // ms around which bots answer, and never before a quarter of it
const BAR = 50; // ms
const KINDS = { script: ['FunctionCall', 'EvaluateScript', 'RunMicrotasks'], style: ['UpdateLayoutTree', 'RecalculateStyles'], layout: ['Layout'], paint: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'CompositeLayers'] };
const server = await Server.start(process.argv[2]);
const browser = await launch({ real: true });

// In the page: presses one of the ways to act, without looking on meanwhile, and marks a `move` from the
// press to the frame. Answers false when the press has only narrowed the choice.
function watch() {
  let sent = false;
  let pressed = 0;
  let settle = () => undefined;
  const painted = (then) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(0);
    });
  const measure = (name) => performance.measure(name, { start: pressed, end: performance.now() });
  const shown = () => {
    measure('move');
    painted(() =>
      painted(() => {
        measure('offer');
        settle(true);
      }),
    );
  };
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (!sent || data.push?.push !== 'update') return;
        sent = false;
        painted(shown);
      });
    }
    postMessage(message, ...more) {
      sent ||= message?.op === 'move';
      super.postMessage(message, ...more);
    }
  };
  globalThis.pressOne = (lists, part) =>
    new Promise((resolve) => {
      const all = lists.map((list) => [...document.querySelectorAll(list)].filter((one) => one.checkVisibility())).find((found) => found.length) ?? [];
      settle = resolve;
      setTimeout(() => {
        pressed = performance.now();
        all[Math.floor(part * all.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        // No frame is asked for on account of the measurement while a move is under way.
        if (!sent) setTimeout(() => sent || painted(() => settle(false)));
      });
    });
}
const LISTS = ['.now .meant button', '.board .menu button:not(.quiet)', '.now .panel button', WAYS];

// What the page has measured under a name, as [begin, end] in microseconds.
function measured(events, name) {
  const marks = events.filter((event) => event.cat?.includes('blink.user_timing') && event.name === name);
  return marks.filter((event) => event.ph === 'b').map((event) => [event.ts, marks.find((other) => other.ph === 'e' && other.id2?.local === event.id2?.local && other.ts >= event.ts).ts]);
}

// By thread, the tasks of the page's process; the moves, and the same until the next offer stands.
function read(events) {
  const pid = events.find((event) => event.cat?.includes('blink.user_timing') && event.name === 'move')?.pid;
  const spans = measured(events, 'move');
  const offers = measured(events, 'offer');
  const threads = new Map();
  for (const event of events) {
    if (event.pid !== pid || !event.tdur || !['RunTask', 'ThreadControllerImpl::RunTask'].includes(event.name)) continue;
    threads.set(event.tid, [...(threads.get(event.tid) ?? []), event]);
  }
  const named = (name) => events.filter((event) => event.pid === pid && event.name === 'thread_name' && event.args.name.startsWith(name)).map((event) => event.tid);
  // The keeper's thread is made before that of the bots.
  const workers = named('DedicatedWorker').filter((tid) => threads.has(tid)).sort((a, b) => a - b);
  return { spans, offers, page: named('CrRendererMain').flatMap((tid) => threads.get(tid) ?? []), keeper: threads.get(workers[0]) ?? [], main: named('CrRendererMain')[0], pid };
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

for (const game of ['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters']) {
  const who = await person(browser, server, { size: PHONE, settings: { solo: 'device', botPace: PACE } });
  await who.context.addInitScript(watch);
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  const line = await who.context.newCDPSession(who.page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await line.send('Tracing.start', { categories: 'disabled-by-default-devtools.timeline,devtools.timeline,blink.user_timing,__metadata', transferMode: 'ReportEvents' });
  const choose = chooser(1);
  for (let presses = 0; presses < PRESSES && (await next(who.page)) !== 'over'; presses++) await who.page.evaluate(([lists, part]) => globalThis.pressOne(lists, part), [LISTS, choose(1000) / 1000]);
  const done = new Promise((resolve) => line.once('Tracing.tracingComplete', resolve));
  await line.send('Tracing.end');
  await done;
  const { spans, offers, page, keeper, main, pid } = read(events);
  const within = (tasks, [from, to]) => tasks.reduce((sum, { ts, dur, tdur }) => sum + (ts + dur >= from && ts <= to ? tdur : 0), 0) / 1000;
  const rows = spans.map((span) => {
    const [wall, inPage, inKeeper] = [(span[1] - span[0]) / 1000, within(page, span), within(keeper, span)];
    return { wall, inPage, inKeeper, slow: SLOWER * (inPage + inKeeper) };
  });
  const of = (field, part = 0.5) => at(rows.map((row) => row[field]).sort((a, b) => a - b), part);
  const all = spans.reduce((sum, span) => sum + within(page, span), 0);
  const share = (names) => Math.round((100 * spans.reduce((sum, span) => sum + within(events.filter((event) => event.pid === pid && event.tid === main && event.tdur && names.includes(event.name)), span), 0)) / Math.max(1, all));
  const shares = Object.entries(KINDS).map(([kind, names]) => `${kind} ${share(names)} %`);
  const ready = at(offers.map((span) => SLOWER * (within(page, span) + within(keeper, span))).sort((a, b) => a - b), 0.5);
  const held = of('slow', 0.95) <= BAR ? 'held' : 'NOT HELD';
  console.log(`offline move, ${game}: ${of('slow').toFixed(0)} ms, 95th percentile ${of('slow', 0.95).toFixed(0)} ms on a processor ${SLOWER} times slower (bar ${BAR}): ${held}; medians here: ${of('wall').toFixed(0)} ms, of which ${of('inPage').toFixed(1)} ms work of the page and ${of('inKeeper').toFixed(1)} ms of the keeper (${shares.join(', ')}); until the next offer stands ${ready.toFixed(0)} ms of work; ${rows.length} moves, load ${loadavg()[0].toFixed(1)}`);
  await who.context.close();
}
await browser.close();
await server.stop();
