// Whole games through the page, alone against bots. Sizes and languages are distributed over the games.
import { launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { fits, next, OVER, playByKeys, playOut, step, visit } from './play.mjs';
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

for (const { game, how } of product) {
  test(`${game.game}: one click from home, then a whole game by its buttons (${how.size.width} px, ${how.lang})`, async () => {
    const who = await person(browser, server, { ...how, name: 'Zoe' });
    await visit(who.page, '/');
    const card = who.page.locator('li.stage', { hasText: game.title[how.lang] });
    await card.getByRole('button').first().click();
    await who.page.waitForURL(/\/t\//);
    await playOut(who.page);
    ok((await who.page.locator(`${OVER} h3`).innerText()).length > 0, 'the end says who won');
    await fits(who.page, 'the end');
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
  await playByKeys(who.page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

const byKeys = [
  ['shy-monsters', ['me', 'random']],
  ['shy-monsters', ['random', 'me']],
  ...(process.env.LAN_LONG ? [['shadow-hunters', ['me', 'random', 'random', 'random']], ['treasure-hunters', ['me', 'rules']]] : []),
];
for (const [game, plan] of byKeys) {
  test(`${game}: a whole game with keys alone, as ${plan.indexOf('me') + 1} of ${plan.length}`, async () => {
    const who = await person(browser, server);
    const { table } = await api(who, 'create', { settings: { game, seats: plan.length }, plan, start: true });
    await visit(who.page, `/t/${table.table}`);
    await playByKeys(who.page);
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
  const house = (place) => who.page.getByRole('button', { name: new RegExp(`^manor ${place.replace('.', '\\.')},`) });
  await house('1.1').click();
  await who.page.getByRole('button', { name: 'Do it' }).waitFor();
  await house('1.1').click();
  await who.page.locator('.now .actions').getByText('Put a tandem in front of').first().waitFor();
  await house('2.1').click();
  const slip = who.page.getByRole('alert');
  await slip.getByText('The first tandem goes to one of your own manors.').waitFor();
  await slip.getByRole('link', { name: 'Rule MA-S4' }).click();
  await who.page.waitForURL(/learn\/manor#MA-S4/);
  await who.page.locator('#MA-S4.meant').waitFor();
  await who.page.goBack();
  await next(who.page);
  await house('1.2').click();
  await who.page.getByRole('button', { name: 'Do it' }).waitFor();
  await house('1.2').click();
  await who.page.locator('.todo', { hasText: 'Your turn: place one hunter' }).waitFor();
  await who.page.getByRole('button', { name: /^basic hunter, 3/ }).click();
  await house('1.2').hover();
  await who.page.getByRole('status').getByText(/^Then:.*places the basic hunter in front of manor 1\.2/).waitFor();
  await who.page.locator('.board.foreseen').getByRole('button', { name: /^basic hunter of .*, manor 1\.2/ }).waitFor();
  await house('1.2').click();
  await who.page.getByRole('button', { name: 'Do it' }).click();
  await who.page.getByRole('button', { name: /^basic hunter of .*, manor 1\.2/ }).waitFor();
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

await run(async () => {
  await browser.close();
  await server.stop();
});
