// Every kind of beat by axe: while an event is told, the page must be as readable as between decisions.
//
// A beat lasts a moment, so the page's timers that are long enough to be one are held until the test releases
// them. The test waits for an event to be told, looks at the first of each kind, and lets the queue go on.
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { ASKED, check, chooser, DUE, mark, OVER, roll, SCENE, visit, wentOn } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const LEAST_MS = 100; // of a beat; shorter timers are those of the page's drawing
const MOST_MS = 6000;

function holdTimers({ least, most }) {
  const native = window.setTimeout.bind(window);
  window.held = [];
  window.setTimeout = (work, ms = 0, ...args) => {
    if (typeof work !== 'function' || ms < least || ms > most) return native(work, ms, ...args);
    const id = native(() => undefined, 0);
    window.held.push({ id, work: () => work(...args) });
    return id;
  };
  const clear = window.clearTimeout.bind(window);
  window.clearTimeout = (id) => {
    window.held = window.held.filter((one) => one.id !== id);
    clear(id);
  };
  window.release = () => {
    for (const { work } of window.held.splice(0)) work();
  };
}

// What is being told, by a mark that changes with every beat.
const telling = (page) => page.evaluate(() => document.querySelector('.table')?.dataset.told ?? null);

// Waits for a beat, a question or the end; the stillness between beats is passed over.
const reached = (page) =>
  page.waitForFunction((wanted) => {
    if (document.querySelector(wanted)) return true;
    window.release();
    return false;
  }, `.table[data-told], ${ASKED}, ${OVER}, ${DUE}`);

const plans = {
  manor: { plan: ['me', 'random', 'random'], size: WIDE, least: 3 },
  'shadow-hunters': { plan: ['me', 'random', 'random', 'random'], size: PHONE, least: 6 },
  'shy-monsters': { plan: ['random', 'me'], size: WIDE, least: 3 },
  'treasure-hunters': { plan: ['me', 'rules'], size: PHONE, least: 5 },
};
const BEATS_MOST = 150;

for (const [game, { plan, size, least }] of Object.entries(plans)) {
  test(`${game}: axe finds nothing while events are told (${size.width} px)`, async () => {
    const who = await person(browser, server, { size, settings: { calm: false } });
    const { page } = who;
    const seat = plan.indexOf('me') + 1;
    const choose = chooser(3);
    const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
    await page.addInitScript(holdTimers, { least: LEAST_MS, most: MOST_MS });
    await visit(page, `/t/${table.table}`);
    const seen = new Set();
    for (let beats = 0, moves = 0; beats < BEATS_MOST; ) {
      await reached(page);
      const kind = await telling(page);
      if (await page.locator(OVER).count()) break;
      if (kind && !seen.has(kind) && !(await page.locator(DUE).count())) {
        seen.add(kind);
        await check(page, `${game}: ${kind}`);
      }
      if (kind || (await page.locator(DUE).count())) {
        beats++;
        if (await page.locator(DUE).count()) await roll(page);
        else {
          if (await page.locator(`${SCENE} .on`).count()) await page.keyboard.press(' ');
          await page.evaluate(() => window.release());
        }
        continue;
      }
      // The next question may come without anything to tell.
      const before = await mark(page);
      const { ask } = (await api(who, 'open', { table: table.table, seat })).update;
      if (ask?.musts) await api(who, 'move', { table: table.table, seat, move: `beat-${moves++}`, decision: ask.decision, action: ask.actions[choose(ask.musts)] });
      await wentOn(page, before);
    }
    console.log(`# ${game}: ${[...seen].join(', ')}`);
    ok(seen.size >= least, `saw ${[...seen].join(', ')}`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

await run(async () => {
  await browser.close();
  await server.stop();
});
