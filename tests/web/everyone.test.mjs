// Accessibility of every screen: axe finds nothing serious, and nothing scrolls sideways at 360 px.
import { launch, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { check, next, OVER, playUntil, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

// Every screen that has an address of its own, with what it shows once everything that it asked for has come.
const SCREENS = {
  '/': 'li.stage button',
  '/new/manor': 'main summary',
  '/learn': 'main a[href="/learn/manor"]',
  '/learn/manor': '#MA-S1',
  '/settings': 'main form',
  '/about': 'main p',
  '/nowhere': 'main a',
  '/t/0000000000': 'main a',
};

for (const how of [
  { size: WIDE, lang: 'en', settings: { theme: 'dark' } },
  { size: SMALL, lang: 'fr', settings: { theme: 'light' } },
]) {
  test(`every screen at ${how.size.width} px, ${how.lang}, ${how.settings.theme}`, async () => {
    const who = await person(browser, server, { ...how, name: 'Zoe' });
    const { page } = who;
    for (const [path, there] of Object.entries(SCREENS)) {
      await visit(page, path);
      await page.locator(there).first().waitFor();
      if (path === '/new/manor') for (const summary of await page.locator('summary').all()) await summary.click();
      await check(page, path);
    }
    const { table: lobby } = await api(who, 'create', { settings: { game: 'manor', seats: 4, name: 'A table with a long name' } });
    await visit(page, `/t/${lobby.table}`);
    await page.locator('#link').waitFor();
    await check(page, 'the lobby');
    const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 4, hints: true, clock: { move: 600 } }, plan: ['me', 'rules', 'rules', 'rules'], start: true });
    await visit(page, `/t/${table.table}`);
    for (let moves = 0; moves < 7; moves++) await step(page, () => 0);
    await next(page);
    await check(page, 'the table');
    await page.getByRole('button', { name: 'Menu' }).click();
    await check(page, 'the menu');
    await page.locator('dialog label', { hasText: how.lang === 'fr' ? 'en texte' : 'as text' }).click();
    await page.keyboard.press('Escape');
    // The text board is loaded when it is first wanted; until then the page has nothing to check.
    await page.locator('.table.text').waitFor();
    await check(page, 'the board as text');
    await playUntil(who, table.table, () => false);
    // The last question stays on the page until the end has arrived there.
    await page.locator(OVER).first().waitFor();
    await check(page, 'the end');
    await visit(page, `/r/${table.table}?move=9`);
    await page.locator('input[type=range]').waitFor();
    await check(page, 'the replay');
    equal(who.noise.filter((line) => !line.includes('404')).join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('keys: a link past the header comes first, and every screen that is entered has the focus (finding page.md 14)', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const inMain = () => page.waitForFunction(() => document.activeElement?.closest('main'));
  await visit(page, '/');
  await page.locator('li.stage').first().waitFor();
  await page.bringToFront(); // keys go to the page in front, which that of the test before may still be
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await page.waitForFunction(() => document.activeElement?.matches('a.skip'));
  equal(await skip.count(), 1, 'it is named');
  await page.keyboard.press('Enter');
  await inMain();
  equal(new URL(page.url()).pathname + new URL(page.url()).hash, '/', 'where we are');
  await page.keyboard.press('Tab');
  ok(await page.evaluate(() => document.activeElement?.closest('main')), 'Tab goes on in the content');
  // By links and buttons alone, through pages that are loaded when they are needed.
  for (const [name, path] of [['Learn', '/learn'], ['Settings', '/settings'], ['Lanterne', '/']]) {
    await page.locator('header').getByRole('link', { name, exact: true }).press('Enter');
    await page.waitForURL((url) => url.pathname === path);
    await inMain();
  }
  await page.goto('/new/manor');
  await page.getByRole('group', { name: 'Number of seats' }).getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('rules');
  await page.getByRole('button', { name: 'Open the table' }).press('Enter');
  await page.getByRole('heading', { name: 'Around the table' }).waitFor();
  await inMain();
  await page.getByRole('button', { name: 'Start the game' }).press('Enter');
  await next(page);
  // The stage, or already the first action.
  await page.waitForFunction(() => document.activeElement?.closest('main, .now'));
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('large and small screens: the pieces of the boards keep a size to look at (finding page.md 14)', async () => {
  const sizes = (page, what) => page.locator(what).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  // An area of Shadow Hunters was 57 px wide on a tablet, and half of a large screen stayed empty.
  for (const [size, least] of [[{ width: 820, height: 1180 }, 180], [{ width: 2560, height: 1440 }, 350]]) {
    const who = await person(browser, server, { size });
    const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: 5 }, plan: ['me', 'rules', 'rules', 'rules', 'rules'], start: true });
    await visit(who.page, `/t/${table.table}`);
    await next(who.page);
    const areas = await sizes(who.page, '.board .area');
    ok(areas.length === 6 && areas.every((width) => width >= least), `areas at ${size.width} px: ${areas}`);
    await who.context.close();
  }
  // A wide screen at 200 %: the board scrolls in a box that is more than half of the window.
  const who = await person(browser, server, { size: { width: 720, height: 450 } });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 4 }, plan: ['me', 'rules', 'rules', 'rules'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  const { height } = await who.page.locator('main > .board').boundingBox();
  ok(height >= 225, `the board at 200 %: ${height} px`);
  const houses = await sizes(who.page, '.house');
  ok(houses.every((width) => width >= 44), `houses at 200 %: ${houses}`);
  await check(who.page, 'Manor at 200 %');
  // The house of Treasure Hunters, which had no room left there.
  const { table: house } = await api(who, 'create', { settings: { game: 'treasure-hunters', seats: 4 }, plan: ['me', 'rules', 'rules', 'rules'], start: true });
  await visit(who.page, `/t/${house.table}`);
  await next(who.page);
  const [width] = await sizes(who.page, '.board .house');
  ok(width >= 225, `the house at 200 %: ${width} px`);
  // A replay on a wide screen.
  await who.page.setViewportSize({ width: 1440, height: 900 });
  const { table: past } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: 4 }, plan: ['me', 'rules', 'rules', 'rules'], start: true });
  await playUntil(who, past.table, () => false);
  await visit(who.page, `/r/${past.table}?seat=9&move=9`);
  await who.page.locator('.board .area').first().waitFor();
  const areas = await sizes(who.page, '.board .area');
  ok(areas.every((width) => width >= 130), `areas of a replay: ${areas}`);
  await who.context.close();
});

test('the page can be installed as an app', async () => {
  const who = await person(browser, server);
  await visit(who.page, '/');
  const line = await who.context.newCDPSession(who.page);
  const { errors, data } = await line.send('Page.getAppManifest');
  equal(errors.map((row) => row.message).join('\n'), '', 'the manifest');
  const { installabilityErrors } = await line.send('Page.getInstallabilityErrors');
  // the test's window is always incognito
  equal(installabilityErrors.map((row) => row.errorId).filter((id) => id !== 'in-incognito').join(), '', 'what Chromium misses');
  for (const { src, type } of JSON.parse(data).icons) {
    const answer = await who.context.request.get(src);
    equal(`${answer.status()} ${answer.headers()['content-type']}`, `200 ${type}`, src);
  }
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
