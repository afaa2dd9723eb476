// Explanations at the moment of choosing: what a piece is and does, beside it, when the pointer rests on it,
// when it has the focus by keys, or after a long press. The texts are those of the game's own list of things.
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { check, next, playUntil, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const SHOWN = '[role="tooltip"].explain';
// Longer than the pointer rests and a finger presses before anything is explained.
const LONG_MS = 5000;

// The things of a game: by "type value", name and text in a language, with the page's apostrophes.
const told = (text) => text.replaceAll("'", '’');
async function thingsOf(who, game, lang) {
  const words = await api(who, 'game', { game });
  const name = (type, value) => words.types.find((row) => row.name === type)?.words?.find((word) => word.id === value)?.name[lang] ?? value;
  return new Map(words.things.map(({ type, value, text }) => [`${type} ${value}`, { name: told(name(type, value)), text: told(text[lang]) }]));
}

// A table at the person's decision of which `found` is true, in as many games as it takes.
async function toDecision(who, game, plan, found, options = {}) {
  for (let games = 0; ; games++) {
    ok(games < 20, 'no such decision in 20 games');
    const { table } = await api(who, 'create', { settings: { game, seats: plan.length, options }, plan, start: true });
    if (!(await playUntil(who, table.table, found, { seat: plan.indexOf('me') + 1, seed: games + 1 }))) continue;
    await visit(who.page, `/t/${table.table}`);
    await next(who.page);
    return;
  }
}

const goes = ({ ask }) => ask.actions.some((action) => action.startsWith('go '));

// A point of the first element of a kind that nothing else lies over, with its thing. `skip`: things that
// were there before.
function spot(page, selector, skip = []) {
  return page.evaluate(([wanted, seen]) => {
    for (const one of document.querySelectorAll(wanted)) {
      if (seen.includes(one.dataset.thing) || !one.checkVisibility()) continue;
      const { left, top, width, height } = one.getBoundingClientRect();
      for (let step = 0; step < 81; step++) {
        const x = left + (width * (1 + (step % 9))) / 10;
        const y = top + (height * (1 + Math.floor(step / 9))) / 10;
        if (document.elementFromPoint(x, y)?.closest('[data-thing]') === one) return { x, y, thing: one.dataset.thing };
      }
    }
    return null;
  }, [selector, skip]);
}

async function explained(page, things, thing) {
  ok(things.has(thing), `${thing} is in the game's list`);
  const { name, text } = things.get(thing);
  const shown = page.locator(SHOWN, { hasText: text });
  await shown.waitFor();
  const said = told(await shown.innerText()).toLowerCase();
  equal(said.indexOf(name.toLowerCase()), 0, `${thing} is named first: ${said}`);
  ok(!new RegExp(`^${name.toLowerCase()}[.:,]* ${name.toLowerCase()}\\b`, 'u').test(said), `and once: ${said}`);
  equal(await page.locator(SHOWN).count(), 1, 'explanations at once');
}

const gone = (page) => page.locator(SHOWN).waitFor({ state: 'detached' });

const BOARDS = [
  { game: 'shadow-hunters', plan: ['me', 'rules', 'rules', 'rules'], least: 3 },
  { game: 'manor', plan: ['me', 'rules'], least: 5 },
  { game: 'shy-monsters', plan: ['rules', 'me'], least: 6 },
  { game: 'treasure-hunters', plan: ['me', 'rules'], options: { mode: 'advanced' }, least: 3 },
];
for (const { game, plan, options = {}, least } of BOARDS) {
  test(`${game}: the pointer rests on a piece, and it is explained until the pointer leaves`, async () => {
    const who = await person(browser, server);
    const { page } = who;
    const things = await thingsOf(who, game, 'en');
    await toDecision(who, game, plan, game === 'shadow-hunters' ? goes : () => true, options);
    const seen = [];
    for (let found; (found = await spot(page, '[data-thing]:not([data-previewed])', seen)); seen.push(found.thing)) {
      await page.mouse.move(found.x, found.y);
      await explained(page, things, found.thing);
      if (!seen.length) await check(page, 'an explanation');
      await page.mouse.move(0, 0);
      await gone(page);
    }
    ok(seen.length >= least, `explained: ${seen}`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('where a preview says what would happen, a resting pointer brings no explanation', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await page.clock.install();
  await toDecision(who, 'shadow-hunters', ['me', 'rules', 'rules', 'rules'], goes);
  const lit = await spot(page, '[data-thing^="area "][data-previewed]');
  await page.mouse.move(lit.x, lit.y);
  await page.clock.fastForward(LONG_MS);
  equal(await page.locator(SHOWN).count(), 0, 'an explanation over the preview');
  const other = await spot(page, '[data-thing]:not([data-previewed])');
  await page.mouse.move(other.x, other.y);
  await page.clock.fastForward(LONG_MS);
  await page.locator(SHOWN).waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('by keys: what has the focus is explained; Escape and the next piece end it', async () => {
  const who = await person(browser, server);
  const { page } = who;
  const things = await thingsOf(who, 'shy-monsters', 'en');
  await toDecision(who, 'shy-monsters', ['rules', 'me'], () => true);
  const focused = () => page.evaluate(() => document.activeElement?.dataset.thing ?? '');
  const walk = async () => {
    for (let steps = 0; steps < 200; steps++) {
      await page.keyboard.press('Tab');
      const thing = await focused();
      if (thing) return thing;
    }
    throw new Error('Tab reaches no piece');
  };
  const first = await walk();
  await explained(page, things, first);
  await page.keyboard.press('Escape');
  await gone(page);
  equal(await focused(), first, 'the focus stays');
  const second = await walk();
  ok(second !== first, `Tab goes on from ${first}`);
  await explained(page, things, second);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// Fingers by the browser's own touch events.
async function finger(page) {
  const line = await page.context().newCDPSession(page);
  return (type, point) => line.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [{ x: point.x, y: point.y }] : [] });
}

test('by touch: a long press explains and chooses nothing, a short one chooses', async () => {
  const who = await person(browser, server, { size: PHONE, settings: { confirm: true } });
  const { page } = who;
  const things = await thingsOf(who, 'shadow-hunters', 'en');
  await toDecision(who, 'shadow-hunters', ['me', 'rules', 'rules', 'rules'], goes);
  const touch = await finger(page);
  const area = await spot(page, '.board [data-thing^="area "].lit, .board .lit [data-thing^="area "], .board [data-thing^="area "][data-previewed]');
  await touch('touchStart', area);
  await explained(page, things, area.thing);
  await touch('touchEnd');
  // What the end of a press does, it does before the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  equal(await page.locator('.board .meant').count(), 0, 'chosen by a long press');
  equal(await page.locator(SHOWN).count(), 1, 'explained while nothing else is touched');
  await check(page, 'an explanation on a phone');
  await page.touchscreen.tap(area.x, area.y);
  await page.locator('.board .meant').first().waitFor();
  await gone(page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// Stops the page's clock, which goes on only by what the test adds: however slow the machine is, no press is
// long by itself. The clock is stopped at a moment to come; when that is over before it is asked for, at a
// later one.
async function stopClock(page) {
  for (;;) {
    const now = await page.evaluate(() => Date.now());
    try {
      return await page.clock.pauseAt(now + 2000);
    } catch (error) {
      if (!/past/.test(error.message)) throw error;
    }
  }
}

test('by touch: a finger that moves on explains nothing', async () => {
  const who = await person(browser, server, { size: PHONE, lang: 'fr', settings: { confirm: true } });
  const { page } = who;
  await page.clock.install();
  await toDecision(who, 'manor', ['me', 'rules'], ({ view }) => view.phase === 'placing');
  const things = await thingsOf(who, 'manor', 'fr');
  const touch = await finger(page);
  const hunter = await spot(page, '[data-thing^="hunter "]');
  await stopClock(page);
  await touch('touchStart', hunter);
  for (let part = 1; part <= 4; part++) await touch('touchMove', { x: hunter.x, y: hunter.y - 10 * part });
  await page.clock.fastForward(LONG_MS);
  equal(await page.locator(SHOWN).count(), 0, 'explained on the way');
  await touch('touchEnd');
  await page.keyboard.press('Escape');
  await touch('touchStart', hunter);
  await page.clock.fastForward(LONG_MS);
  await explained(page, things, hunter.thing);
  await touch('touchEnd');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
