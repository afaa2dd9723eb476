// The drawn boards: games played on them with mouse, touch or keys, and axe. A board highlights what the
// server offers, so touching a highlighted place never gives a refusal.
import { launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { check, mark, moved, next, OVER, playOut, visit, whole } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const LIT = '.board button.lit:visible';

async function table(who, game, plan, options = {}) {
  const { table } = await api(who, 'create', { settings: { game, seats: plan.length, options }, plan, start: true });
  await visit(who.page, `/t/${table.table}`);
}

// Touches highlighted places of the board, else presses buttons, also when a touch leaves several actions.
// Returns the number of touches on the board.
async function playOnBoard(page, most, also = () => {}) {
  let touched = 0;
  let narrowed = false;
  for (let moves = 0; moves < most; moves++) {
    if ((await next(page)) === 'over') return touched;
    const before = await mark(page);
    const lit = page.locator(LIT);
    const count = narrowed ? 0 : await lit.count();
    const lines = await page.locator('.live').textContent();
    if (count) await lit.nth((moves * 7) % count).click();
    else await page.locator('.now .actions button:not(.quiet)').first().click();
    touched += count ? 1 : 0;
    await moved(page, before);
    narrowed = count > 0 && (await page.locator('.live').textContent()) === lines;
    equal((await page.getByRole('alert').allInnerTexts()).join(), '', 'a lit place that was refused');
    await also(moves);
  }
  return touched;
}

test('treasure-hunters: a game by touching the house, on a phone, with all options', async () => {
  const who = await person(browser, server, { size: PHONE, lang: 'fr' });
  await table(who, 'treasure-hunters', ['me', 'rules', 'rules'], { mode: 'advanced' });
  const touched = await playOnBoard(who.page, 300, async (moves) => moves === 5 && (await check(who.page, 'the house')));
  ok(touched > 5, `touched ${touched} times`);
  ok(await who.page.locator(OVER).count(), 'the game is over');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('treasure-hunters: the arrow keys go over the house, and a room too far says why', async () => {
  const who = await person(browser, server, { settings: { theme: 'light' } });
  await table(who, 'treasure-hunters', ['me', 'rules']);
  await next(who.page);
  await check(who.page, 'the house by day');
  await whole(who.page, 'the house');
  await who.page.getByRole('button', { name: /^Room L/ }).focus();
  await who.page.keyboard.press('ArrowLeft');
  equal((await who.page.evaluate(() => document.activeElement?.textContent ?? '')).trim().slice(0, 6), 'Room K', 'the room to the left');
  await who.page.getByRole('button', { name: /^Room A/ }).click();
  await who.page.getByRole('alert').getByRole('link').waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: the Master drags, types and touches tiles, and covers them', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await table(who, 'shy-monsters', ['me', 'random']);
  await next(page);
  const cell = (name) => page.locator(`[data-cell="${name}"]`);
  const hand = page.locator('.hand button');
  await check(page, 'the empty floor');
  const from = await hand.first().boundingBox();
  const to = await cell('g8').boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^g8: Exit/ }).waitFor();
  await cell('g6').focus();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^g6: Corridor/ }).waitFor();
  await cell('f7').click();
  await hand.last().click();
  await page.getByRole('button', { name: /^f7: .*at ease here/ }).waitFor();
  await page.getByRole('button', { name: 'Cover my secrets' }).click();
  await page.getByRole('button', { name: /^g8: face down/ }).waitFor();
  await page.getByRole('button', { name: /^f7: face down/ }).waitFor();
  equal(await page.locator('.board').getByText('Exit').count(), 0, 'what is covered');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('shy-monsters: the Hero crosses by touching the floor, on the smallest phone', async () => {
  const who = await person(browser, server, { size: SMALL });
  await table(who, 'shy-monsters', ['random', 'me']);
  await next(who.page);
  await check(who.page, 'the floor');
  ok(await playOnBoard(who.page, 400), 'touched');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
