// The page of the games: the set-up sheet of every game, by pointer and by keys, and the tables it makes.
import { api, launch, PHONE, Server, SMALL, WIDE, person } from './stage.mjs';
import { check, fits, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

const sheet = (page) => page.getByRole('dialog');
const tableOf = async (who) => (await api(who, 'info', { table: who.page.url().split('/').at(-1) })).table;

async function setUp(who, game, words = 'Set up a game of') {
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: words }).click();
  await sheet(who.page).waitFor();
}

for (const how of [
  { size: WIDE, lang: 'en', settings: { theme: 'dark' } },
  { size: PHONE, lang: 'fr', settings: { theme: 'dark' } },
  { size: SMALL, lang: 'fr', settings: { theme: 'light' } },
]) {
  test(`the set-up sheet of every game at ${how.size.width} px, ${how.lang}, ${how.settings.theme}`, async () => {
    const who = await person(browser, server, { ...how, name: 'Zoe' });
    for (const game of ['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters']) {
      await setUp(who, game, how.lang === 'fr' ? 'Préparer une partie de' : 'Set up a game of');
      await sheet(who.page).locator('.cast svg').first().waitFor();
      await check(who.page, `the sheet of ${game}`);
      await who.page.keyboard.press('Escape');
      await sheet(who.page).waitFor({ state: 'detached' });
    }
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('players, strength and variant of the sheet are those of the table, and are kept', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  await setUp(who, 'treasure-hunters');
  await sheet(who.page).getByText('4', { exact: true }).click();
  await sheet(who.page).getByText('Hard').click();
  await sheet(who.page).getByText('The advanced game').click();
  await sheet(who.page).getByRole('button', { name: 'Play' }).click();
  await who.page.waitForURL(/\/t\//);
  const { settings, seats, state } = await tableOf(who);
  equal(state, 'playing', 'begun at once');
  equal(seats.map((seat) => seat.level ?? 'person').join(), 'person,search,search,search', 'the seats');
  equal(settings.options.mode, 'advanced', 'the variant');
  await visit(who.page, '/');
  await who.page.locator('li.stage[data-game="treasure-hunters"]').getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\//);
  equal((await tableOf(who)).settings.options.mode, 'advanced', 'the choices of the last time');
  await who.context.close();
});

test('the lights of the cards flicker, rest while nobody looks, and stay still when calm', async () => {
  // The lights, and the sleeping dragon's breath.
  const lights = (page) => page.evaluate(() => document.getAnimations().filter((one) => /(flicker|breath)$/.test(one.animationName ?? '')).map((one) => one.playState));
  const who = await person(browser, server, { settings: { calm: false } });
  await visit(who.page, '/');
  await who.page.locator('li.stage').nth(3).waitFor();
  equal((await lights(who.page)).join(), 'running,running,running,running,running', 'the four lights and the breath');
  await who.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await who.page.locator('li.stage.resting').nth(3).waitFor();
  equal((await lights(who.page)).join(), 'paused,paused,paused,paused,paused', 'while the page is hidden');
  await who.context.close();
  const calm = await person(browser, server);
  await visit(calm.page, '/');
  await calm.page.locator('li.stage').nth(3).waitFor();
  equal((await lights(calm.page)).length, 0, 'when calm');
  await calm.context.close();
});

test('a game grows out of its card, and with calm motion is simply there', async () => {
  for (const calm of [false, true]) {
    const who = await person(browser, server, { name: 'Zoe', settings: { calm } });
    await visit(who.page, '/');
    await who.page.evaluate(() => {
      globalThis.rose = [];
      const look = (one) => 'rising' in (one.dataset ?? {}) && rose.push(...one.getAnimations().flatMap((motion) => motion.effect.getKeyframes().flatMap((frame) => Object.keys(frame))));
      new MutationObserver((records) => records.forEach((record) => record.addedNodes.forEach(look))).observe(document.body, { childList: true });
    });
    await who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'Play now' }).click();
    await who.page.locator('main.stage').waitFor();
    await who.page.waitForFunction(() => !document.querySelector('[data-rising]'));
    const moved = [...new Set(await who.page.evaluate(() => rose))].filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name));
    equal(moved.sort().join(), calm ? '' : 'opacity,transform', `what moves, calm ${calm}`);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  }
});

test('another language is loaded when it is chosen: the list of games, and a table', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const asked = [];
  who.page.on('request', (request) => request.url().includes('/api/game') && asked.push(new URL(request.url()).pathname));
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'rules'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await who.page.locator('.table').waitFor();
  equal(asked.filter((path) => path.endsWith('/fr')).join(), '', 'French before it is chosen');
  await visit(who.page, '/settings');
  await who.page.getByRole('button', { name: 'Français', exact: true }).click();
  await who.page.getByRole('link', { name: 'Lanterne' }).first().click();
  for (const { game, pitch } of (await api(who, 'games', {})).games) {
    // The page binds some blanks of French, which a line must not break, and sets its apostrophes.
    const said = new RegExp(pitch.fr.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s').replace(/'/g, '’'));
    await who.page.locator(`li.stage[data-game="${game}"]`, { hasText: said }).waitFor();
  }
  await visit(who.page, `/t/${table.table}`);
  await who.page.locator('.table').waitFor();
  ok(asked.some((path) => /^\/api\/games\/fr$/.test(path)) && asked.some((path) => /^\/api\/game\/manor\/\d+\/fr$/.test(path)), asked.join());
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('with friends the table waits for them', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  await visit(who.page, '/');
  await who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'With friends' }).click();
  await sheet(who.page).getByRole('button', { name: /^Seat 3: a friend/ }).click();
  await sheet(who.page).getByRole('button', { name: /^Seat 3: bot/ }).waitFor();
  await sheet(who.page).getByRole('button', { name: 'Make the table' }).click();
  await who.page.locator('#link').waitFor();
  const { seats, state } = await tableOf(who);
  equal(`${state} ${seats.map((seat) => seat.level ?? (seat.you ? 'me' : 'free')).join()}`, 'seating me,free,rules', 'the table');
  await who.context.close();
});

test('two people at one screen, by keys alone', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  await visit(who.page, '/');
  await who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'Set up' }).press('Enter');
  await sheet(who.page).getByRole('button', { name: /^Seat 2: bot/ }).press('Enter');
  await sheet(who.page).getByRole('radio', { name: '3' }).press('ArrowLeft');
  ok(await sheet(who.page).getByRole('radio', { name: '2' }).isChecked(), 'two seats');
  await sheet(who.page).getByRole('button', { name: 'Play' }).press('Enter');
  await who.page.waitForURL(/\/t\//);
  equal((await tableOf(who)).seats.map((seat) => (seat.you ? 'me' : 'other')).join(), 'me,me', 'both seats');
  await who.context.close();
});

test('as Hero or as Dungeon Master', async () => {
  const who = await person(browser, server, { size: PHONE, name: 'Zoe' });
  await setUp(who, 'shy-monsters');
  await sheet(who.page).getByText('Hero', { exact: true }).click();
  await fits(who.page, 'the sheet');
  await sheet(who.page).getByRole('button', { name: 'Play' }).click();
  await who.page.waitForURL(/\/t\//);
  equal((await tableOf(who)).seats.map((seat) => (seat.you ? 'me' : 'bot')).join(), 'bot,me', 'the seats');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
