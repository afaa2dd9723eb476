// Shadow Hunters on its board alone: with the mouse, by touch and with keys, at every layout. The board
// lights what the server offers, so touching a lit thing is never refused. Buttons of the prompt are pressed
// only where nothing is lit, or sometimes instead ("do nothing").
import { launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { ASKED, OVER, check, fits, mark, moved, playUntil, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const TABLET = { width: 820, height: 1180 };
const LIT = '.board button.lit:visible';
const MENU = '.board .menu button:not(.quiet)';
const PROMPT = 'section.now .meant button:not(.quiet), section.now .actions button:not(.quiet, .asks)';
// What breaks a secret, pressed only where nothing else answers: a Hermit card may demand it.
const LAST = 'section.now .actions button.asks';
// What asks first is confirmed.
const SURE = 'section.now .meant button:not(.quiet)';
const SCENE = '.full';

async function table(who, plan, options = {}) {
  const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: plan.length, hints: true, options }, plan, start: true });
  await visit(who.page, `/t/${table.table}`);
  return table.table;
}

const others = (count, level = 'random') => ['me', ...Array(count - 1).fill(level)];

function chooser(seed) {
  let state = seed;
  return (count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}

// Waits for a decision or the end; scenes that stay until they are touched are touched.
async function next(page) {
  for (;;) {
    await page.locator(`${ASKED}, ${OVER}, ${SCENE}`).first().waitFor();
    if (await page.locator(OVER).count()) return 'over';
    const scene = await page.$(SCENE);
    if (!scene) break;
    // Others' scenes also end by themselves: a key of the keyboard would then press what has the focus.
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })));
    // This one: another may follow at once, and an own one stays until it is touched.
    await scene.waitForElementState('hidden');
  }
  await page.locator(`${ASKED} :is(${PROMPT}, ${LAST}):enabled, ${LIT}, ${OVER}, ${SCENE}`).first().waitFor();
  return (await page.locator(`${OVER}, ${SCENE}`).count()) ? next(page) : 'act';
}

// Plays until the end or so many decisions; returns how often the board was touched.
async function play(page, { most = 600, seed = 1, by = 'click', also = () => {} } = {}) {
  const choose = chooser(seed);
  let touched = 0;
  for (let moves = 0; moves < most; moves++) {
    if ((await next(page)) === 'over') return touched;
    // A touch just after a scene explains its thing; the slip may lie over what is touched next.
    const slip = page.locator('.slip[role="status"] .close');
    if (await slip.count()) await slip.click();
    const before = await mark(page);
    // On a phone a pawn may lie under the words about a seat; its seat is touched instead.
    const places = by === 'tap' ? '.board button.lit:not([data-pawn]):visible' : LIT;
    // At once: a scene of somebody else may begin meanwhile, and nothing is offered until it has ended.
    const [sure, menu, lit, prompt, last] = await Promise.all([SURE, MENU, places, PROMPT, LAST].map((what) => page.locator(what).elementHandles()));
    const pressed = prompt.length ? prompt[choose(prompt.length)] : last[0];
    const target = sure[0] ?? (menu.length ? menu[choose(menu.length)] : lit.length && !(prompt.length && choose(4) === 0) ? lit[choose(lit.length)] : pressed);
    if (!target || !(await touch(page, target, by))) continue;
    if (menu.length || lit.length) touched++;
    await moved(page, before);
    equal((await page.getByRole('alert').allInnerTexts()).join(), '', 'a lit thing that was refused');
    await also(moves);
  }
  return touched;
}

// Touches a target. False if it was taken away meanwhile, or will be: what is offered follows the board by a
// frame, in which the prompt is busy.
async function touch(page, target, by) {
  if (by === 'keys') return pressOn(page, target);
  try {
    // What is said may lie over a button on a phone until it is read: the touch is given to the button
    // itself.
    if (by === 'tap') return await target.evaluate((one) => one.isConnected && !document.querySelector('.now[aria-busy="true"]') && (one.click(), true));
    await target[by]();
  } catch (error) {
    if (await target.evaluate((one) => one.isConnected && one.checkVisibility())) throw error;
    return false;
  }
  return true;
}

// Reaches a target with Tab alone and presses Enter. Pawns stand for their seats and are no stops of their
// own.
async function pressOn(page, target) {
  const state = () => target.evaluate((one) => {
    if (!one.isConnected || !one.matches('.lit, .menu button, .now :enabled')) return 'gone';
    const focus = document.activeElement;
    return focus === one || (one.dataset.pawn && focus?.dataset.words === one.dataset.pawn) ? 'here' : 'there';
  });
  let at = await state();
  for (let steps = 0; at === 'there'; steps++, at = await state()) {
    ok(steps < 200, 'Tab reaches what is lit');
    await page.keyboard.press('Tab');
  }
  if (at === 'gone') return false;
  await page.keyboard.press('Enter');
  return true;
}

// The stage has a fixed size and nothing in it scrolls.
async function still(page, what) {
  await fits(page, what);
  const [inside, outside] = await page.locator('.board').evaluate((board) => [board.clientHeight, board.scrollHeight]);
  ok(outside <= inside, `${what} scrolls: ${outside} in ${inside}`);
}

test('a whole game with the mouse, wide', async () => {
  const who = await person(browser, server, { size: WIDE });
  await table(who, others(5));
  const touched = await play(who.page, { also: async (moves) => moves < 8 && (await still(who.page, 'the table')) });
  ok(touched > 5, `touched ${touched} times`);
  await who.page.locator(OVER).waitFor();
  await check(who.page, 'the end');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a whole game by touch on a phone, in French, by day', async () => {
  const who = await person(browser, server, { size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await table(who, others(6));
  const touched = await play(who.page, { seed: 2, by: 'tap', also: async (moves) => moves === 4 && (await next(who.page)) === 'act' && (await check(who.page, 'the table')) });
  ok(touched > 5, `touched ${touched} times`);
  await who.page.locator(OVER).waitFor();
  await fits(who.page, 'the end');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('with keys alone: Tab walks what is lit, Enter acts', async () => {
  const who = await person(browser, server, { size: WIDE });
  await table(who, others(4));
  ok((await play(who.page, { most: 40, seed: 3, by: 'keys' })) > 3, 'touched');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

for (const [name, size, count, options] of [
  ['a small phone, eight players', SMALL, 8, { characters: 'all' }],
  ['a phone, seven players', PHONE, 7, {}],
  ['a tablet, five players', TABLET, 5, {}],
  ['a tablet, eight players', TABLET, 8, { characters: 'all' }],
  ['wide, eight players', WIDE, 8, { characters: 'all' }],
]) {
  test(`${name}: everything is on the stage and axe is content`, async () => {
    const who = await person(browser, server, { size, lang: count % 2 ? 'en' : 'fr' });
    await table(who, others(count, 'rules'), options);
    await play(who.page, { most: 4, by: size.width < 500 ? 'tap' : 'click' });
    if ((await next(who.page)) === 'act') {
      await still(who.page, name);
      equal(await who.page.locator('.board [data-seat]').count(), count, 'seats');
      await check(who.page, name);
    }
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('my card lies under the eye: covered, nothing of it is on the page', async () => {
  const who = await person(browser, server, { size: WIDE });
  const { page } = who;
  const id = await table(who, others(5, 'rules'));
  await next(page);
  const { update } = await api(who, 'open', { table: id, seat: 1 });
  const mine = update.view.seats[0].character;
  const shown = () => page.evaluate((name) => document.querySelector('.board').textContent.toLowerCase().includes(name), mine.replace('-', ' '));
  equal(await shown(), true, 'my character is shown to me');
  const pictures = () => page.locator('.mine .ph img').getAttribute('src');
  const [face, back] = [await pictures(), await page.locator('.seat .ph img').first().getAttribute('src')];
  ok(face !== back, 'face up to me');
  await page.getByRole('button', { name: 'Cover your card' }).click();
  await page.getByRole('button', { name: 'Look at your card' }).waitFor();
  equal(await shown(), false, 'the covered character');
  equal(await pictures(), back, 'the picture of every covered card');
  equal(await page.locator('.book table').count(), 0, 'the notebook while covered');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('to reveal oneself asks first; the scene opens and says who it was', async () => {
  const who = await person(browser, server, { size: WIDE });
  const { page } = who;
  for (;;) {
    const id = await table(who, others(5, 'rules'));
    await next(page);
    if (await page.locator('.flip').count()) break;
    await api(who, 'leave', { table: id, seat: 1 }).catch(() => undefined); // Daniel and the Unknown may not
  }
  await page.locator('.flip').click();
  await page.getByRole('button', { name: 'Stay hidden' }).click();
  await page.locator('.flip').click();
  const name = (await page.locator('.mine h2 .me').innerText()).split(', ')[1].replace('the ', '');
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.locator('.full h2', { hasText: name }).waitFor();
  await page.keyboard.press(' ');
  await page.locator('.full').waitFor({ state: 'detached' });
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('what an action would do may lie over the pawn under the pointer, and takes no pointer from it', async () => {
  const who = await person(browser, server, { size: WIDE });
  const { page } = who;
  const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: 5 }, plan: others(5, 'rules'), start: true });
  ok(await playUntil(who, table.table, ({ ask }) => ask.actions.some((action) => action.startsWith('attack '))), 'an attack');
  await visit(page, `/t/${table.table}`);
  await next(page);
  await page.locator('.pawn.lit').first().hover({ force: true });
  const slip = page.locator('.board .slip');
  await slip.waitFor();
  const covers = await slip.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  ok(!covers, 'the slip takes the pointer');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('the notebook: what is certain, and pencil marks', async () => {
  const who = await person(browser, server, { size: WIDE });
  const { page } = who;
  await table(who, others(5, 'rules'));
  await next(page);
  await page.getByRole('button', { name: /: open$/ }).first().click();
  await page.getByRole('button', { name: /: pencilled: perhaps$/ }).first().waitFor();
  await check(page, 'the notebook');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// The server's sentences have the printed names. These stand in for those of the moment, since which of them
// has a name in it is a matter of the cards.
const PRINTED = 'Donne la carte Vision à un Shadow.';
const READ = 'Donne la carte Ermite à une Ombre.';

test('in French the names of the rulebook are read everywhere, if one prefers them', async () => {
  const who = await person(browser, server, { lang: 'fr', settings: { rulebook: true, text: true }, name: 'Zoe' });
  const { page } = who;
  let refusing = 0;
  await page.routeWebSocket(/\/ws$/, (line) => {
    const asked = new Map();
    const onward = line.connectToServer();
    line.onMessage((message) => {
      const { id, op } = JSON.parse(String(message));
      asked.set(id, op);
      if (op !== 'move' || refusing++) onward.send(message);
      else line.send(JSON.stringify({ id, ok: false, error: { code: 'refused', say: { en: 'No.', fr: PRINTED }, clause: 'SH-A1' } }));
    });
    onward.onMessage((message) => {
      const answer = JSON.parse(String(message));
      if (asked.get(answer.id) !== 'hint') return line.send(message);
      line.send(JSON.stringify({ ...answer, reason: { en: 'Yes.', fr: PRINTED } }));
    });
  });
  await table(who, others(4));
  await next(page);
  const PLAIN = /\b(?:Vision|Shadows?(?! Hunters)|(?<!Shadow )Hunters?|Monastère|Sanctuaire|Lumière|Ténèbres|Métamorphe)\b|Forêt hantée|Outremonde/u;
  const board = await page.locator('.board').innerText();
  ok(/Église/.test(board) && /carte|Ermite/.test(board), `the areas: ${board}`);
  ok(!PLAIN.test(board), `a printed name: ${PLAIN.exec(board)?.[0]} in ${board}`);
  await page.getByRole('button', { name: 'Conseil' }).click();
  await page.locator('section.now').getByText(READ).waitFor();
  await page.getByRole('button', { name: 'Conseil' }).click();
  await page.locator(PROMPT).first().click();
  const refusal = page.getByRole('alert').filter({ hasText: READ });
  await refusal.waitFor();
  ok(!PLAIN.test(await refusal.innerText()), 'the refusal and its clause');
  // The list of games, from which the options and the introduction come.
  await visit(page, '/new/shadow-hunters');
  await page.getByText(/les Ombres gagnent-elles/i).first().waitFor({ state: 'attached' });
  equal(await page.getByText(/les Shadows gagnent-ils/i).count(), 0, 'the options');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
