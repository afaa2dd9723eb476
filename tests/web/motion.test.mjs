// Motion: what is animated, that nothing shifts while a game is played, that every event reaches the live
// region once and in order while the focus stays, and how many bytes a table takes.
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { mark, moved, next, step, visit } from './play.mjs';
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

// Counts shifts from now on, also those just after a touch: those of the table, and apart those within a
// board.
function watchShifts() {
  window.shifts = [];
  window.boardShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (!element) continue;
        (element.closest('.board, .front, .full') ? window.boardShifts : window.shifts).push(`${element.tagName}.${element.className} from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`);
      }
  }).observe({ type: 'layout-shift' });
}

for (const [game, size] of [['manor', WIDE], ['shadow-hunters', PHONE], ['treasure-hunters', WIDE], ['shy-monsters', PHONE]]) {
  test(`${game}: only opacity and transform are animated, and nothing shifts (${size.width} px)`, async () => {
    const who = await person(browser, server, { size, settings: { calm: false, pace: 'fast' } });
    const table = await sit(who, game);
    const seat = plans[game].indexOf('me') + 1;
    await next(who.page);
    await who.page.evaluate(watchShifts);
    const found = new Set();
    for (let moves = 0; moves < 6; moves++) {
      const before = await mark(who.page);
      const { ask } = (await api(who, 'open', { table, seat })).update;
      await api(who, 'move', { table, seat, move: `shift-${moves}`, decision: ask.decision, action: ask.actions[moves % ask.musts] });
      await moved(who.page, before);
      for (const row of await who.page.evaluate(animated)) found.add(row);
      await who.page.mouse.click(3, size.height / 2); // an empty place: ends the beat
      if ((await next(who.page)) === 'over') break;
    }
    equal([...found].join('\n'), '', 'animated');
    equal([...new Set(await who.page.evaluate(() => window.shifts))].join('\n'), '', 'shifts');
    for (const row of new Set(await who.page.evaluate(() => window.boardShifts))) console.log(`# ${game}, within the board: ${row}`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('every event is said once, in order, and the focus stays where it is', async () => {
  const who = await person(browser, server, { settings: { calm: false, pace: 'fast' } });
  const { page } = who;
  const table = await sit(who, 'manor');
  await next(page);
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) if (node instanceof Element && node.dataset.n) window.said.push(Number(node.dataset.n));
    }).observe(document.querySelector('.live'), { childList: true });
  });
  const since = (await api(who, 'open', { table, seat: 1 })).update.to;
  const menu = page.getByRole('button', { name: 'Menu' });
  for (let moves = 0; moves < 6; moves++) {
    await next(page);
    const { ask } = (await api(who, 'open', { table, seat: 1 })).update;
    await menu.focus();
    await api(who, 'move', { table, seat: 1, move: `said-${moves}`, decision: ask.decision, action: ask.actions[0] });
    const told = (await api(who, 'open', { table, seat: 1 })).update.to;
    await page.waitForFunction((n) => Math.max(0, ...window.said) >= n - 1, told);
    ok(await menu.evaluate((button) => button === document.activeElement), 'the focus stays');
  }
  await next(page);
  const { update } = await api(who, 'open', { table, seat: 1 });
  const events = update.told.filter((item) => item.event && item.n > since).map((item) => item.n);
  const said = await page.evaluate(() => window.said);
  equal(said.join(), events.slice(0, said.length).join(), 'said');
  ok(said.length >= 12, `${said.length} events were said`);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

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
