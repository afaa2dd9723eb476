// What the measurements of the page (bench.mjs, bench-moves.mjs) have in common: tasks of a page's threads
// from Chromium's traces, the speed of the machine, and the order in which builds are compared.
//
// Counted is the processor's time of a thread (`tdur`) times four, as on a processor four times slower.
// Chromium's own throttling is not used: it lets the thread spin by the clock on the wall, so that its
// figures grow with whatever else the machine does. A task is `RunTask` of the timeline, which has the
// microtasks at its end in it; `ThreadControllerImpl::RunTask` of the category `toplevel` has not, and
// most of what the page does after an answer is in them. Nothing else of the timeline is traced, since
// that is work of the tool; LAN_TASKS=1 traces all of it, and says what the longest tasks consist of.
import { loadavg } from 'node:os';

export const SLOWER = 4;
export const DETAILS = Boolean(process.env.LAN_TASKS);
const FEW = 'disabled-by-default-devtools.timeline,blink.user_timing,__metadata';
const ALL = `devtools.timeline,${FEW}`;
const KINDS = { script: ['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'FireAnimationFrame'], style: ['UpdateLayoutTree', 'RecalculateStyles'], layout: ['Layout'], paint: ['PrePaint', 'Paint', 'Layerize', 'Commit', 'CompositeLayers'] };
const MARK = 'lanterne-traced';

// Traces a page until the answer is called, which gives its events, all of the page's process.
export async function trace(who) {
  const line = await who.context.newCDPSession(who.page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await line.send('Tracing.start', { categories: DETAILS ? ALL : FEW, transferMode: 'ReportEvents' });
  await who.page.evaluate((name) => performance.mark(name), MARK);
  return async () => {
    const done = new Promise((resolve) => line.once('Tracing.tracingComplete', resolve));
    await line.send('Tracing.end');
    await done;
    const pid = events.find((event) => event.cat?.includes('blink.user_timing') && event.name === MARK)?.pid;
    return events.filter((event) => event.pid === pid);
  };
}

// The threads whose name begins so, in the order in which they were made.
export function threads(events, name) {
  return events.filter((event) => event.name === 'thread_name' && event.args.name.startsWith(name)).map((event) => event.tid).sort((a, b) => a - b);
}

export function tasks(events, tid) {
  return events.filter((event) => event.tid === tid && event.tdur && event.name === 'RunTask');
}

const inside = (events, task) => events.filter((event) => event.tid === task.tid && event.tdur && event !== task && event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur);
const slow = (us) => ((SLOWER * us) / 1000).toFixed(1);

// What the tasks consist of, the longest first.
export function tell(events, found, most = 6) {
  for (const task of [...found].sort((a, b) => b.tdur - a.tdur).slice(0, most))
    console.log(`# ${slow(task.tdur)} ms: ${inside(events, task).sort((a, b) => b.tdur - a.tdur).slice(0, 8).map((event) => `${event.name} ${slow(event.tdur)}`).join(', ')}`);
}

// The shares of script, style, layout and paint in tasks; nothing without the whole timeline. What one kind
// calls of another counts for both.
export function shares(events, found) {
  if (!DETAILS) return '';
  const all = found.reduce((sum, task) => sum + task.tdur, 0);
  const parts = found.flatMap((task) => inside(events, task));
  const outer = (names) => parts.filter((event) => names.includes(event.name) && !parts.some((other) => other !== event && names.includes(other.name) && other.ts <= event.ts && other.ts + other.dur >= event.ts + event.dur && other.tdur >= event.tdur && other.dur > event.dur));
  return `; ${Object.entries(KINDS).map(([kind, names]) => `${kind} ${Math.round((100 * outer(names).reduce((sum, event) => sum + event.tdur, 0)) / Math.max(1, all))} %`).join(', ')}`;
}

export const at = (values, part = 0.5) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

// How fast the machine is at the moment: milliseconds that the browser takes for always the same work, the
// quickest of many times, so that waiting for the processor does not count. The same build is twice as
// quick in one hour as in another; figures with different speeds do not compare.
export function speed(page) {
  return page.evaluate(() => {
    const work = () => {
      const rows = Array.from({ length: 20000 }, (_, at) => ({ at, name: `row ${(at * 7919) % 20011}` }));
      const known = new Map(rows.map((row) => [row.name, row]));
      return rows.sort((a, b) => (a.name < b.name ? -1 : 1)).reduce((sum, row) => sum + (known.get(row.name)?.at ?? 0), 0);
    };
    let best = Infinity;
    for (let round = 0; round < 20; round++) {
      const begin = performance.now();
      work();
      best = Math.min(best, performance.now() - begin);
    }
    return best;
  });
}

export const busy = (reference) => `reference ${reference.toFixed(2)} ms, load ${loadavg()[0].toFixed(1)}`;

// `node SCRIPT PROGRAM...`: several programs are measured in turn, LAN_ROUNDS times each; with LAN_GAMES
// only these games. `measure` gives figures by name, whose medians over the rounds are printed where there
// are several.
export async function alternate(games, measure) {
  process.setMaxListeners(0); // each server is stopped with this process
  const programs = process.argv.slice(2);
  const rounds = Number(process.env.LAN_ROUNDS ?? 1);
  const wanted = process.env.LAN_GAMES?.split(',') ?? games;
  const rows = [];
  for (let round = 0; round < rounds; round++)
    for (const game of wanted)
      for (const program of round % 2 ? [...programs].reverse() : programs) rows.push({ game, program, figures: await measure({ game, program, round, label: programs.length > 1 ? `${program}, ${game}` : game }) });
  if (rounds < 2) return;
  for (const game of wanted)
    for (const program of programs) {
      const figures = rows.filter((row) => row.game === game && row.program === program).map((row) => row.figures);
      console.log(`median of ${rounds} rounds, ${program}, ${game}: ${Object.keys(figures[0]).map((name) => `${name} ${at(figures.map((row) => row[name])).toFixed(1)}`).join(', ')}`);
    }
}
