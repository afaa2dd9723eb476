// Accessibility of every screen: axe finds nothing serious, and nothing scrolls sideways at 360 px.
import { launch, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { check, next, playUntil, step, visit } from './play.mjs';
import { equal, run, test } from './tap.mjs';

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
    await check(page, 'the board as text');
    await playUntil(who, table.table, () => false);
    await next(page);
    await check(page, 'the end');
    await visit(page, `/r/${table.table}?move=9`);
    await page.locator('input[type=range]').waitFor();
    await check(page, 'the replay');
    equal(who.noise.filter((line) => !line.includes('404')).join('\n'), '', 'the console');
    await who.context.close();
  });
}

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
