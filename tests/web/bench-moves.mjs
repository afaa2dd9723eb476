// Measures moves in games of this device: scripts/web node ../tests/web/bench-moves.mjs PROGRAM
//
// A game of each kind on a phone, calm, so that the first frame shows the whole move. A move is shown when
// the first frame is drawn after its update has come back from the keeper's worker, which has stored it
// before. What is said of it and offered with it follows in the frame after; the work until then is
// printed apart. The press is a task of its own, so that what tells the page to press is not counted.
// Counted are all tasks of the page's main thread and of the keeper that lie between the press and the end
// of that frame; tracing.mjs says how, and how builds are compared. The bots are so slow that none moves
// meanwhile. What else passes by the clock, waiting for the storage and for the next frame, is printed
// apart: on a busy machine it says nothing. Prints the median and the 95th percentile beside the bar.
// Nothing is asserted. docs/performance.md has figures.
import { launch, PHONE, Server, person } from './stage.mjs';
import { chooser, next, visit, WAYS } from './play.mjs';
import { alternate, at, busy, DETAILS, SLOWER, speed, tasks, tell, threads, trace } from './tracing.mjs';

const PRESSES = 40;
const PLAYED = 3; // games of each kind: of the 13 to 24 moves of one the 95th percentile is the slowest
const PACE = 400; // ms around which bots answer, and never before a quarter of it
const BAR = 50; // ms
const browser = await launch({ real: true });

// In the page: the key of the dice is given, so that two builds play the same game.
function seeded(key) {
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(key) : random(bytes));
}

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

// The page plays the part of a game that the presses reach, and gives what was traced meanwhile.
async function traced(program, game, key) {
  const server = await Server.start(program);
  const who = await person(browser, server, { size: PHONE, settings: { solo: 'device', botPace: PACE } });
  await who.context.addInitScript(seeded, key);
  await who.context.addInitScript(watch);
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  const stop = await trace(who);
  const choose = chooser(1);
  for (let presses = 0; presses < PRESSES && (await next(who.page)) !== 'over'; presses++) await who.page.evaluate(([lists, part]) => globalThis.pressOne(lists, part), [LISTS, choose(1000) / 1000]);
  const events = await stop();
  const reference = await speed(who.page);
  await who.context.close();
  await server.stop();
  return { events, reference };
}

const within = (all, [from, to]) => all.filter(({ ts, dur }) => ts + dur >= from && ts <= to);
const sum = (all) => all.reduce((ms, task) => ms + task.tdur / 1000, 0);

// The moves of one game, with their work.
async function moves(program, game, key) {
  const { events, reference } = await traced(program, game, key);
  const page = tasks(events, threads(events, 'CrRendererMain')[0]);
  // The keeper's thread is made before that of the bots.
  const keeper = threads(events, 'DedicatedWorker').map((tid) => tasks(events, tid)).find((all) => all.length) ?? [];
  const rows = measured(events, 'move').map((span) => {
    const [wall, inPage, inKeeper] = [(span[1] - span[0]) / 1000, sum(within(page, span)), sum(within(keeper, span))];
    return { events, reference, span, page: within(page, span), keeper: within(keeper, span), wall, inPage, inKeeper, slow: SLOWER * (inPage + inKeeper) };
  });
  const offers = measured(events, 'offer').map((span) => ({ slow: SLOWER * (sum(within(page, span)) + sum(within(keeper, span))) }));
  return { rows, offers };
}

await alternate(['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters'], async ({ game, program, round, label }) => {
  const games = [];
  for (let one = 0; one < PLAYED; one++) games.push(await moves(program, game, 7 + PLAYED * round + one));
  const rows = games.flatMap((one) => one.rows);
  if (DETAILS)
    for (const row of [...rows].sort((a, b) => b.slow - a.slow).slice(0, 4)) {
      console.log(`# a move of ${row.slow.toFixed(1)} ms, ${(SLOWER * row.inKeeper).toFixed(1)} ms of the keeper; the longest tasks of the page, then of the keeper:`);
      tell(row.events, row.page, 3);
      tell(row.events, row.keeper, 3);
    }
  const of = (field, part = 0.5) => at(rows.map((row) => row[field]), part);
  const ready = at(games.flatMap((one) => one.offers).map((offer) => offer.slow));
  const reference = of('reference');
  const held = of('slow', 0.95) <= BAR ? 'held' : 'NOT HELD';
  console.log(`offline move, ${label}: ${of('slow').toFixed(1)} ms, 95th percentile ${of('slow', 0.95).toFixed(1)} ms on a processor ${SLOWER} times slower (bar ${BAR}): ${held}; medians here: ${of('wall').toFixed(0)} ms, of which ${of('inPage').toFixed(1)} ms work of the page and ${of('inKeeper').toFixed(1)} ms of the keeper; until the next offer stands ${ready.toFixed(0)} ms of work; ${rows.length} moves, ${busy(reference)}`);
  return { median: of('slow'), p95: of('slow', 0.95), offer: ready, reference };
});
await browser.close();
