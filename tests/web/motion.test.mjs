// Motion: what is animated, that nothing shifts while a game is played, that every event reaches the live
// region once and in order while the focus stays, and how many bytes a table takes.
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { check, chooser, DUE, mark, moved, next, SCENE, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const plans = {
  manor: ['me', 'random', 'random'],
  'shadow-hunters': ['me', 'random', 'random', 'random', 'random'],
  'shy-monsters': ['random', 'me'],
  'treasure-hunters': ['me', 'rules', 'rules'],
};

async function sit(who, game, more = {}) {
  const { table } = await api(who, 'create', { settings: { game, seats: plans[game].length, ...more }, plan: plans[game], start: true });
  await visit(who.page, `/t/${table.table}`);
  await who.page.locator('.table').waitFor();
  return table.table;
}

// Everything that a style sheet or a script animates besides opacity and transform. Boards that are not on
// the stage yet (they place nothing) answer for themselves: of their rules only what reaches the table
// counts.
function animated() {
  const FREE = new Set(['opacity', 'transform', 'translate', 'rotate', 'scale', 'offset-distance', 'none', 'visibility']);
  const old = !document.querySelector('.table.bare');
  const reaches = (selector) => {
    try {
      return !old || [...document.querySelectorAll(selector.replace(/::?(before|after|backdrop)/g, ''))].some((element) => !element.closest('.board, .front'));
    } catch {
      return true;
    }
  };
  const found = [];
  const frames = new Map();
  const rules = (sheet) => [...sheet.cssRules].flatMap((rule) => [rule, ...(rule.cssRules && !(rule instanceof CSSKeyframesRule) ? rules(rule) : [])]);
  const all = [...document.styleSheets].flatMap((sheet) => rules(sheet));
  for (const rule of all) if (rule instanceof CSSKeyframesRule) frames.set(rule.name, [...rule.cssRules].flatMap((step) => [...step.style]));
  for (const rule of all) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const { transitionProperty, transitionDuration, animationName } = rule.style;
    const still = !transitionDuration || transitionDuration.split(',').every((time) => parseFloat(time) === 0 && !time.includes('var'));
    const moving = [...(still && !transitionProperty ? [] : (transitionProperty || 'all').split(',')), ...(animationName || '').split(',').flatMap((name) => frames.get(name.trim()) ?? [])];
    const wrong = moving.map((name) => name.trim()).filter((name) => name && !FREE.has(name) && !name.startsWith('animation') && !name.startsWith('transition'));
    if (wrong.length && reaches(rule.selectorText)) found.push(`${rule.selectorText}: ${wrong.join(', ')}`);
  }
  for (const animation of document.getAnimations()) {
    const target = animation.effect?.target;
    if (old && target?.closest('.board, .front')) continue;
    const names = animation.effect?.getKeyframes?.().flatMap((frame) => Object.keys(frame)) ?? [];
    const wrong = names.filter((name) => !FREE.has(name) && !['offset', 'computedOffset', 'easing', 'composite'].includes(name));
    if (wrong.length) found.push(`${target?.className}: ${[...new Set(wrong)].join(', ')}`);
  }
  return found;
}

// Counts shifts from now on, also those just after a touch. The story is a list that scrolls to its newest
// line; everything else stays where it is.
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (!element || element.closest('.story')) continue;
        const at = (rect) => `${rect.x},${rect.y} ${rect.width}x${rect.height}`;
        window.shifts.push(`${element.tagName}.${element.getAttribute('class')} in ${element.parentElement?.getAttribute('class')} from ${at(previousRect)} to ${at(currentRect)}`);
      }
  }).observe({ type: 'layout-shift' });
}

const STEPS = 8;
for (const game of Object.keys(plans))
  for (const size of [WIDE, PHONE]) {
    test(`${game}: only opacity and transform are animated, and nothing shifts (${size.width} px)`, async () => {
      const who = await person(browser, server, { size, settings: { calm: false, pace: 'fast' } });
      await sit(who, game);
      await next(who.page);
      // Until they are there, words are set in other fonts.
      await who.page.evaluate(() => document.fonts.ready.then(() => undefined));
      await who.page.evaluate(watchShifts);
      const choose = chooser(5);
      const found = new Set();
      for (let steps = 0; steps < STEPS && (await step(who.page, choose)); steps++) for (const row of await who.page.evaluate(animated)) found.add(row);
      equal([...found].join('\n'), '', 'animated');
      equal([...new Set(await who.page.evaluate(() => window.shifts))].join('\n'), '', 'shifts');
      equal(who.noise.join('\n'), '', 'the console');
      await who.context.close();
    });
  }

// Waits until item n was said; dice and great moments that wait for it go on by Space, wherever the focus is.
async function heard(page, n) {
  const done = (to) => Math.max(0, ...window.said) >= to;
  for (;;) {
    const waits = await page.waitForFunction(({ to, waiting }) => Math.max(0, ...window.said) >= to || document.querySelector(waiting) !== null, { to: n, waiting: `${DUE}, ${SCENE} .on` });
    await waits.dispose();
    if (await page.evaluate(done, n)) return;
    await page.keyboard.press(' ');
    await page.waitForFunction(({ to, waiting }) => Math.max(0, ...window.said) >= to || document.querySelector(waiting) === null, { to: n, waiting: `${DUE}, ${SCENE} .on` });
  }
}

for (const game of Object.keys(plans)) {
  test(`${game}: every event is said once, in order, and the focus stays where it is`, async () => {
    const who = await person(browser, server, { settings: { calm: false, pace: 'fast' } });
    const { page } = who;
    const table = await sit(who, game);
    const seat = plans[game].indexOf('me') + 1;
    const now = async () => (await api(who, 'open', { table, seat })).update;
    await next(page);
    await page.evaluate(() => {
      window.said = [];
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) if (node instanceof Element && node.dataset.n) window.said.push(Number(node.dataset.n));
      }).observe(document.querySelector('.live'), { childList: true });
    });
    const since = (await now()).to;
    const menu = page.getByRole('button', { name: 'Menu' });
    let update = await now();
    for (let moves = 0; moves < 6 && update.ask?.musts; moves++) {
      await menu.focus();
      await api(who, 'move', { table, seat, move: `said-${moves}`, decision: update.ask.decision, action: update.ask.actions[0] });
      // Bots play on meanwhile, until the viewer is asked again.
      do update = await now();
      while (!update.ask?.musts && !update.result);
      await heard(page, update.told.findLast((item) => item.event).n);
      ok(await menu.evaluate((button) => button === document.activeElement || document.querySelector('dialog[open]') !== null), 'the focus stays');
    }
    const events = update.told.filter((item) => item.event && item.n > since).map((item) => item.n);
    // Bots may do something else meanwhile, which is said later.
    const said = await page.evaluate(([from, to]) => window.said.filter((n) => n > from && n <= to), [since, update.to]);
    equal(said.join(), events.join(), 'said');
    ok(events.length >= 6, `${events.length} events were said`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

// A great moment passes while axe looks at it, so the page keeps a copy of each, drawn in its place.
function keepScenes() {
  window.kept = new Map();
  new MutationObserver(() => {
    const scene = document.querySelector('.table > .full:not(.kept)');
    if (!scene || window.kept.has(scene.dataset.beat)) return;
    const copy = scene.cloneNode(true);
    copy.classList.add('kept');
    copy.style.opacity = '1';
    window.kept.set(scene.dataset.beat, copy);
  }).observe(document.body, { subtree: true, childList: true });
}

// Which great moments a game has, and a table at which they come soon.
const scenes = {
  'shadow-hunters': { plan: ['me', 'random', 'random', 'random'], kinds: ['revealed', 'died'] },
  'shy-monsters': { plan: ['random', 'me'], kinds: [] },
  'treasure-hunters': { plan: ['me'], kinds: ['haunted'] },
};
const GAMES_MOST = 6;
for (const [game, { plan, kinds }] of Object.entries(scenes)) {
  test(`${game}: axe finds nothing in a great moment`, async () => {
    const who = await person(browser, server, { size: PHONE });
    const { page } = who;
    const seat = plan.indexOf('me') + 1;
    const choose = chooser(9);
    const seen = new Set();
    for (let games = 0; games < GAMES_MOST && (!seen.size || kinds.some((kind) => !seen.has(kind))); games++) {
      const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
      await visit(page, `/t/${table.table}`);
      await next(page);
      await page.evaluate(keepScenes);
      for (let moves = 0; (await next(page)) === 'act'; moves++) {
        const { ask } = (await api(who, 'open', { table: table.table, seat })).update;
        if (!ask?.musts) continue;
        const before = await mark(page);
        await api(who, 'move', { table: table.table, seat, move: `scene-${games}-${moves}`, decision: ask.decision, action: ask.actions[choose(ask.musts)] });
        await moved(page, before);
      }
      for (const kind of await page.evaluate(() => [...window.kept.keys()])) {
        if (seen.has(kind)) continue;
        seen.add(kind);
        await page.evaluate((name) => document.querySelector('.table').append(window.kept.get(name)), kind);
        await check(page, `${game}: ${kind}`);
        await page.evaluate((name) => window.kept.get(name).remove(), kind);
      }
    }
    console.log(`# ${game}: ${[...seen].join(', ')}`);
    ok(seen.size > 0 && kinds.every((kind) => seen.has(kind)), `saw ${[...seen].join(', ')}`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('what breaks a secret asks first, says what it shows, and is not pressed by a key meant for something else', async () => {
  // As text everything is in the prompt; the drawn board asks on the card itself.
  const who = await person(browser, server, { settings: { text: true } });
  const { page } = who;
  let table;
  let update;
  // As Daniel one may not reveal.
  do {
    table = await sit(who, 'shadow-hunters');
    await next(page);
    ({ update } = await api(who, 'open', { table, seat: 1 }));
  } while (!update.ask.actions.includes('reveal'));
  ok(update.ask.warns?.reveal, 'revealing is warned of');
  await page.keyboard.press('n');
  ok(!(await page.evaluate(() => document.activeElement?.classList.contains('asks') ?? false)), 'the key goes elsewhere');
  const reveal = page.getByRole('button', { name: /^(Reveal yourself|Flip to reveal)/ }).first();
  await reveal.click();
  await page.locator('.todo', { hasText: update.ask.warns.reveal.en }).waitFor();
  equal((await api(who, 'open', { table, seat: 1 })).update.told.some((item) => item.event?.event === 'revealed' && item.event.seat === 1), false, 'revealed before the answer');
  await page.getByRole('button', { name: 'Not yet' }).click();
  await page.locator('.todo', { hasText: update.ask.warns.reveal.en }).waitFor({ state: 'detached' });
  await reveal.click();
  await page.locator('.now .meant button').first().click();
  // The question stands until it is answered; then nothing asks first any more.
  await page.locator('.now .meant').waitFor({ state: 'detached' });
  await page.locator('.now .asks').waitFor({ state: 'detached' });
  ok((await api(who, 'open', { table, seat: 1 })).update.told.some((item) => item.event?.event === 'revealed' && item.event.seat === 1), 'revealed after it');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('advice is drawn for its decision and gone with it', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await sit(who, 'manor', { hints: true });
  await next(page);
  const hint = page.locator('.now .hint');
  await hint.click();
  await page.locator('.todo.advice').waitFor();
  await hint.click();
  await page.locator('.todo.advice').waitFor({ state: 'detached' });
  await hint.click();
  await page.locator('.todo.advice').waitFor();
  await step(page, () => 0);
  while (await page.locator('.now .meant button').count()) await step(page, () => 0);
  equal(await page.locator('.todo.advice').count(), 0, 'advice after its decision');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// Everything that comes over the line, the server's answers and its pushes included.
const FIRST_MOST = 200 * 1024;
const TABLE_MOST = 300 * 1024;
for (const game of Object.keys(plans)) {
  test(`${game}: the first load and a whole table stay small`, async () => {
    const who = await person(browser, server);
    const line = await who.context.newCDPSession(who.page);
    await line.send('Network.enable');
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    const urls = new Map();
    const count = (size, what) => {
      bytes += size;
      if (process.env.LAN_BYTES) console.log(`# ${size} ${what}`);
    };
    line.on('Network.requestWillBeSent', (event) => urls.set(event.requestId, event.request.url));
    line.on('Network.loadingFinished', (event) => count(event.encodedDataLength, urls.get(event.requestId)));
    line.on('Network.webSocketFrameReceived', (event) => count(Buffer.byteLength(event.response.payloadData), 'a message'));
    await visit(who.page, '/');
    await who.page.waitForLoadState('networkidle');
    const first = bytes;
    bytes = 0;
    await sit(who, game);
    await next(who.page);
    await who.page.waitForLoadState('networkidle');
    console.log(`# ${game}: first load ${Math.round(first / 1024)} KiB, a table without anything kept ${Math.round(bytes / 1024)} KiB`);
    ok(first > 10 * 1024 && first <= FIRST_MOST, `the first load has ${first} bytes`);
    ok(bytes > 10 * 1024 && bytes <= TABLE_MOST, `the table of ${game} has ${bytes} bytes`);
    await who.context.close();
  });
}

await run(async () => {
  await browser.close();
  await server.stop();
});
