// Whole games through the page, alone against bots. Sizes and languages are distributed over the games.
import { launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { check, chooser, fits, next, OVER, playByKeys, playByTab, playOut, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const asker = await person(browser, server);
const { games } = await api(asker, 'games');
const pairs = [
  { size: WIDE, lang: 'en' },
  { size: PHONE, lang: 'fr' },
  { size: WIDE, lang: 'fr', settings: { theme: 'light' } },
  { size: SMALL, lang: 'en', settings: { text: true } },
];
const product = process.env.LAN_LONG ? games.flatMap((game) => pairs.map((how) => ({ game, how }))) : games.map((game, at) => ({ game, how: pairs[at % pairs.length] }));

// Shadow Hunters is played whole by shadow-hunters.test.mjs, also on a phone and in French; here in long
// runs.
const SOME = 12;
for (const { game, how } of product) {
  const whole = Boolean(process.env.LAN_LONG) || game.game !== 'shadow-hunters';
  test(`${game.game}: one click from home, then ${whole ? 'a whole game' : 'some moves'} by its buttons (${how.size.width} px, ${how.lang})`, async () => {
    const who = await person(browser, server, { ...how, name: 'Zoe' });
    await visit(who.page, '/');
    const card = who.page.locator('li.stage', { hasText: game.title[how.lang] });
    await card.getByRole('button').first().click();
    await who.page.waitForURL(/\/t\//);
    if (whole) {
      await playOut(who.page);
      ok((await who.page.locator(OVER).locator('h3').first().innerText()).length > 0, 'the end says who won');
    } else {
      const choose = chooser(1);
      let moves = 0;
      while (moves < SOME && (await step(who.page, choose))) moves++;
      ok(moves > 2, `${moves} moves`); // a short game may end before the last of them
    }
    await fits(who.page, whole ? 'the end' : 'the table');
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('manor: a whole game with keys alone, with advice', async () => {
  const who = await person(browser, server);
  await visit(who.page, '/learn/manor');
  await who.page.getByRole('button', { name: 'A first game with advice' }).press('Enter');
  await who.page.waitForURL(/guide/);
  await who.page.locator('.advice').waitFor();
  await playByTab(who.page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// As text everything is in the prompt, whose buttons take the focus; on the board Tab goes to what is lit.
const byKeys = [
  ['shy-monsters', ['me', 'random'], false],
  ['shy-monsters', ['random', 'me'], true],
  ...(process.env.LAN_LONG ? [['shadow-hunters', ['me', 'random', 'random', 'random'], true], ['shadow-hunters', ['me', 'random', 'random', 'random'], false], ['treasure-hunters', ['me', 'rules'], false]] : []),
];
for (const [game, plan, text] of byKeys) {
  test(`${game}: a whole game with keys alone, as ${plan.indexOf('me') + 1} of ${plan.length}, ${text ? 'as text' : 'on the board'}`, async () => {
    const who = await person(browser, server, { settings: { text } });
    const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
    await visit(who.page, `/t/${table.table}`);
    await (text ? playByKeys : playByTab)(who.page);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

// A table at which seat 1 begins: otherwise a bot could send its hunters away before the first turn.
async function firstAtManor(who) {
  for (;;) {
    const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
    const { update } = await api(who, 'open', { table: table.table, seat: 1 });
    if (update.told.some((item) => item.event?.event === 'first' && item.event.seat === 1)) return table.table;
  }
}

test('manor: by touching the board, asking before it counts; what is impossible is explained', async () => {
  const who = await person(browser, server, { settings: { confirm: true } });
  const table = await firstAtManor(who);
  await visit(who.page, `/t/${table}`);
  const house = (place) => who.page.locator(`button[data-place="${place}"]`);
  await house('1.1').click();
  await who.page.getByRole('button', { name: 'Do it' }).waitFor();
  await house('1.1').click();
  await who.page.locator('.todo', { hasText: 'Your first tandem' }).waitFor();
  await house('2.1').click();
  const slip = who.page.getByRole('alert');
  await slip.getByText('The first tandem must go to one of your own manors.').waitFor();
  await slip.getByRole('link', { name: 'Rule MA-S4' }).click();
  await who.page.waitForURL(/learn\/manor#MA-S4/);
  await who.page.locator('#MA-S4.meant').waitFor();
  await who.page.goBack();
  await next(who.page);
  await house('1.2').click();
  await who.page.getByRole('button', { name: 'Do it' }).waitFor();
  await house('1.2').click();
  await who.page.locator('.todo', { hasText: 'Your turn: take a hunter' }).waitFor();
  await who.page.getByRole('button', { name: /^basic hunter, 3 left/ }).click();
  await house('1.2').hover();
  await who.page.locator('.ghost').waitFor();
  await who.page.locator('.tag', { hasText: /^\+\d/ }).waitFor();
  await house('1.2').click();
  await who.page.locator('.todo', { hasText: /Your basic at your Observatory: \+\d\. Tap again/ }).waitFor();
  await house('1.2').click();
  await who.page.locator('.plot', { has: who.page.locator('[data-place="1.2"]') }).getByRole('button', { name: /^basic hunter of / }).waitFor();
  await who.page.getByRole('button', { name: 'Menu' }).click();
  await who.page.getByRole('button', { name: 'Français' }).click();
  await who.page.keyboard.press('Escape');
  await who.page.getByRole('button', { name: /^chasseur standard de/ }).first().waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('manor: with motion and sound events are shown one by one, and a key skips them', async () => {
  const who = await person(browser, server, { settings: { calm: false, sound: true } });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 4 }, plan: ['me', 'random', 'random', 'random'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  // An event is shown only briefly, so an observer inside the page records it.
  await who.page.evaluate(() => {
    window.seen = { events: 0, early: 0 };
    new MutationObserver(() => {
      if (!document.querySelector('.plot.happening')) return;
      window.seen.events++;
      if (document.querySelector('.now .actions button')) window.seen.early++;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  for (let moves = 0; moves < 6; moves++) {
    await step(who.page, (count) => count - 1);
    await who.page.keyboard.press('x');
  }
  const seen = await who.page.evaluate(() => window.seen);
  ok(seen.events > 0, 'events are shown');
  equal(seen.early, 0, 'actions on offer while events are shown');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// A finger that goes from one point to another, by the browser's own touch events.
async function drag(page, from, to) {
  const line = await page.context().newCDPSession(page);
  const touch = (type, point) => line.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await touch('touchStart', from);
  for (let part = 1; part <= 4; part++) await touch('touchMove', { x: from.x + ((to.x - from.x) * part) / 4, y: from.y + ((to.y - from.y) * part) / 4 });
  await page.locator('.ghost').waitFor();
  await touch('touchEnd');
}

test('manor: on a phone the whole board is in sight, and a hunter is dragged to its place', async () => {
  const who = await person(browser, server, { size: PHONE });
  const table = await firstAtManor(who);
  await visit(who.page, `/t/${table}`);
  await next(who.page);
  const place = (name) => who.page.locator(`[data-place="${name}"]`);
  const [inside, outside] = await who.page.locator('.manor').evaluate((board) => [board.clientHeight, board.scrollHeight]);
  ok(outside <= inside, `the board scrolls: ${outside} in ${inside}`);
  await place('1.1').tap();
  await who.page.locator('.todo', { hasText: 'Your first tandem' }).waitFor();
  await place('1.2').tap();
  await who.page.locator('.todo', { hasText: 'take a hunter' }).waitFor();
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const house = await middle(place('2.3'));
  // The figure is held 44 px above the finger.
  await drag(who.page, await middle(who.page.locator('[data-hunter="basic"]')), { x: house.x, y: house.y + 44 });
  await who.page.locator('.plot', { has: place('2.3') }).getByRole('button', { name: /^basic hunter of / }).waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// A game of two seats of one person, played to its end as a bot advises.
async function finished(who) {
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2, hints: true }, plan: ['me', 'me'], start: true });
  for (let move = 0; ; move++) {
    for (const seat of [1, 2]) {
      const { update } = await api(who, 'open', { table: table.table, seat });
      if (update.result) return table.table;
      if (!update.ask?.musts) continue;
      const { action } = await api(who, 'hint', { table: table.table, seat });
      await api(who, 'move', { table: table.table, seat, move: `done-${seat}-${move}`, decision: update.ask.decision, action });
    }
  }
}

test('manor: the scoring is told manor by manor, can be left and told again; its sums are the scores', async () => {
  const who = await person(browser, server, { settings: { calm: false } });
  const table = await finished(who);
  const { result } = (await api(who, 'open', { table, seat: 1 })).update;
  await visit(who.page, `/t/${table}`);
  await who.page.locator('.scoring').waitFor();
  await who.page.locator('.scoring .number, .scoring .owner').first().waitFor();
  await who.page.keyboard.press('End');
  await who.page.locator('.result').waitFor();
  for (const score of result.scores) ok((await who.page.locator('.result').innerText()).includes(String(score)), `the score ${score} is shown`);
  // The next manor comes by itself, so the page records what it says first.
  await who.page.evaluate(() => {
    new MutationObserver(() => (window.first ??= document.querySelector('.scoring .how')?.textContent)).observe(document.body, { subtree: true, childList: true });
  });
  await who.page.getByRole('button', { name: 'Tell the scoring again' }).click();
  const all = await (await who.page.waitForFunction(() => window.first)).jsonValue();
  ok(/1 \/ 8/.test(all), `begins with the first of eight: ${all}`);
  // Touches go through all of it. It also ends by itself: a touch that comes too late is not waited for.
  for (let over; (over = await who.page.$('.scoring .over')); ) await over.click({ noWaitAfter: true }).catch(() => {});
  await who.page.locator('.result').waitFor();
  // Holding goes to the result, too.
  await who.page.getByRole('button', { name: 'Tell the scoring again' }).click();
  await who.page.locator('.scoring .over').hover();
  await who.page.mouse.down();
  await who.page.locator('.result').waitFor();
  await who.page.mouse.up();
  await check(who.page, 'the end');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
