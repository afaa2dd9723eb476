// Pictures of every screen for the documents: scripts/web node ../tests/web/screenshots.mjs PROGRAM FOLDER
//
// Each screen at 1440x900 in English and at 390x844 in French, by lantern light; some of them by day.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { next, playOut, step, visit } from './play.mjs';

const [program, folder] = process.argv.slice(2);
const server = await Server.start(program);
const browser = await launch();
mkdirSync(folder, { recursive: true });

const { games } = await api(await person(browser, server), 'games');

async function shoot(tag, how) {
  const who = await person(browser, server, { ...how, name: 'Zoe' });
  const { page } = who;
  const take = async (name) => {
    if (how.only && !how.only.includes(name)) return;
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(folder, `${name}-${tag}.png`) });
  };
  const fr = how.lang === 'fr';
  const solo = async (game, seats, plan, more = {}) =>
    (await api(who, 'create', { settings: { game, seats, hints: true, ...more }, plan: plan ?? ['me', ...Array(seats - 1).fill('rules')], start: true })).table.table;

  for (const game of games) {
    const seats = Math.min(game.seats_max, Math.max(game.seats_min, 4));
    const bots = game.bots.some((bot) => bot.level === 'rules') ? 'rules' : 'random';
    const table = await solo(game.game, seats, ['me', ...Array(seats - 1).fill(bots)]);
    await visit(page, `/t/${table}`);
    await next(page);
    for (let moves = 0; moves < 9; moves++) if (!(await step(page, (count) => (moves * 7) % count))) break;
    if ((await next(page)) === 'act') await take(`table-${game.game}`);
  }

  const table = await solo('manor', 3, undefined, { clock: { move: 300 } });
  await visit(page, `/t/${table}`);
  await next(page);
  await take('manor-set-up');
  for (let moves = 0; moves < 2; moves++) await step(page, () => 0);
  await next(page);
  await page.locator('.foot section button').first().click();
  await take('manor-hunter-in-hand');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: fr ? 'Conseil' : 'Advice' }).click();
  await page.locator('.advice').waitFor();
  await take('manor-advice');
  await page.locator('.card-token').first().click();
  await page.getByRole('alert').waitFor();
  await take('slip');
  await page.getByRole('button', { name: fr ? 'Fermer' : 'Close' }).last().click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await take('menu');
  await page.keyboard.press('Escape');
  await playOut(page);
  await take('end');
  await visit(page, `/r/${table}?seat=1&move=12`);
  await page.locator('input[type=range]').waitFor();
  await take('replay');

  await visit(page, `/t/${await solo('manor', 2, ['me', 'me'])}`);
  await page.locator('main button').first().waitFor();
  await take('curtain');

  await visit(page, '/');
  await page.locator('li.card').first().waitFor();
  await take('home');
  await visit(page, '/new/manor');
  await page.locator('summary').first().click();
  await take('new-table');
  const { table: lobby } = await api(who, 'create', { settings: { game: 'manor', seats: 3 }, plan: ['me', 'rules', 'empty'] });
  await visit(page, `/t/${lobby.table}`);
  await page.locator('#link').waitFor();
  await take('lobby');
  for (const path of ['learn', 'settings', 'about']) {
    await visit(page, path === 'learn' ? '/learn/manor' : `/${path}`);
    await page.waitForLoadState('networkidle');
    await take(path);
  }
  if (who.noise.length) throw new Error(who.noise.join('\n'));
  await who.context.close();
}

await shoot('wide', { size: WIDE, lang: 'en' });
await shoot('phone', { size: PHONE, lang: 'fr' });
await shoot('day', { size: WIDE, lang: 'en', settings: { theme: 'light' }, only: ['home', 'table-manor', 'replay'] });
await browser.close();
await server.stop();
