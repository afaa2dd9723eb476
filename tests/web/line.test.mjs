// The line between page and server, through a proxy that freezes, cuts, slows and answers in the server's
// place (findings page.md 3). The page has its real limits here; nothing waits for a time.
import { setTimeout } from 'node:timers/promises';
import { patience } from './patience.mjs';
import { launch, Server, api, person } from './stage.mjs';
import { next, step, visit, WAYS } from './play.mjs';
import { Proxy } from './proxy.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

const LOST = 'The line is down';

// What the browser itself says of connections that break.
const noiseOf = (who) => who.noise.filter((line) => !/WebSocket|ERR_|net::/.test(line)).join('\n');

// A person behind a proxy of their own, at a running game of Manor, asked for a move.
async function atTable(proxy) {
  const who = await person(browser, proxy, { name: 'Zoe', patient: 1 });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'rules'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  return { who, table: table.table };
}

// The moves that the page's seat has made, by the server's own words.
async function movesOf(who, table) {
  // Past the proxy: the connection that this request would use may be a frozen one.
  const answer = await who.context.request.post(`${server.url}/api/open`, { data: { table, seat: 1 } });
  const { update } = await answer.json();
  return update.told.filter((item) => item.do).length;
}

async function until(holds, what) {
  for (const end = Date.now() + patience(); !(await holds()); await setTimeout(500)) if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
}

async function press(page) {
  await page.locator(WAYS).first().dispatchEvent('click');
}

test('a frozen line: it is said, and the move in hand counts once when the line is back', async () => {
  const proxy = await Proxy.start(server);
  const { who, table } = await atTable(proxy);
  const before = await movesOf(who, table);
  proxy.freeze();
  await press(who.page);
  await who.page.getByText(LOST).waitFor();
  proxy.thaw();
  await who.page.getByText(LOST).waitFor({ state: 'detached' });
  await next(who.page);
  equal(await movesOf(who, table), before + 1, 'the moves of the seat');
  // What the frozen connections kept arrives late, and changes nothing.
  proxy.deliver();
  await step(who.page, () => 0);
  await next(who.page);
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a cut line: the move in hand counts once', async () => {
  const proxy = await Proxy.start(server);
  const { who, table } = await atTable(proxy);
  const before = await movesOf(who, table);
  proxy.freeze();
  await press(who.page);
  proxy.thaw();
  proxy.cut();
  // The move arrives by the next connection; the page that is loaded afterwards finds it made, once.
  await until(async () => (await movesOf(who, table)) > before, 'the move in hand');
  proxy.deliver();
  await who.page.reload();
  await next(who.page);
  equal(await movesOf(who, table), before + 1, 'the moves of the seat');
  await step(who.page, () => 0);
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('the network changes: the page asks at once, says that the line is down, and is back as soon as there is one', async () => {
  const proxy = await Proxy.start(server);
  const { who, table } = await atTable(proxy);
  const before = await movesOf(who, table);
  // Without a sign from the browser a dead connection is asked about only after some seconds of silence.
  proxy.freeze();
  await press(who.page);
  await who.context.setOffline(true);
  await who.page.getByText(LOST).waitFor();
  proxy.thaw();
  await who.context.setOffline(false);
  await who.page.getByText(LOST).waitFor({ state: 'detached' });
  await next(who.page);
  await until(async () => (await movesOf(who, table)) > before, 'the move in hand');
  equal(await movesOf(who, table), before + 1, 'the moves of the seat');
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a device that slept: its connection is dead when it wakes, and the game goes on', async () => {
  const proxy = await Proxy.start(server);
  const { who, table } = await atTable(proxy);
  const before = await movesOf(who, table);
  // What was connected stays dead, and only the browser's word that the page goes on tells of it.
  proxy.freeze();
  proxy.thaw();
  await who.page.evaluate(() => document.dispatchEvent(new Event('resume')));
  await press(who.page);
  await until(async () => (await movesOf(who, table)) > before, 'the move after waking');
  equal(await movesOf(who, table), before + 1, 'the moves of the seat');
  await next(who.page);
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a question that is not answered in time ends with words, and can be asked again', async () => {
  const proxy = await Proxy.start(server);
  const who = await person(browser, proxy, { name: 'Zoe', patient: 1 });
  const { page } = who;
  await visit(page, '/settings');
  await page.getByLabel('Login', { exact: true }).fill('zoe');
  await page.getByLabel('Password', { exact: true }).fill('a lantern');
  await page.locator('summary', { hasText: 'Make an account' }).click();
  proxy.freeze();
  // The limit is half a minute; here a hundredth of it.
  await page.evaluate(() => (globalThis.lanternePatience = 0.01));
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('The server has not answered in time', { exact: false }).waitFor();
  await page.evaluate(() => (globalThis.lanternePatience = 1));
  proxy.thaw();
  proxy.cut();
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('You are signed in as zoe.', { exact: true }).waitFor();
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a slow line: the game is played over it', async () => {
  const proxy = await Proxy.start(server);
  const { who } = await atTable(proxy);
  proxy.delay = 700;
  for (let moves = 0; moves < 3; moves++) await step(who.page, () => 0);
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a network that wants a sign-in: the page says what it is, and goes on afterwards', async () => {
  const proxy = await Proxy.start(server);
  const { who } = await atTable(proxy);
  proxy.mode = 'portal';
  proxy.cut();
  const portal = who.page.getByText('perhaps this network wants you to sign in first', { exact: false });
  await portal.waitFor();
  proxy.mode = 'through';
  await portal.waitFor({ state: 'detached' });
  await step(who.page, () => 0);
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

test('a page that is begun behind such a network says so, and can be tried again', async () => {
  const proxy = await Proxy.start(server);
  const who = await person(browser, proxy, { patient: 1, lang: 'fr' });
  await visit(who.page, '/');
  await who.page.route('/api/**', (route) => route.fulfill({ contentType: 'text/html', body: '<html>Welcome</html>' }));
  await who.page.reload();
  await who.page.getByText('ce réseau veut peut-être que tu t’identifies d’abord', { exact: false }).waitFor();
  await who.page.unroute('/api/**');
  await who.page.getByRole('button', { name: 'Réessayer' }).click();
  await who.page.getByRole('heading', { name: 'À quoi joue-t-on' }).waitFor();
  equal(noiseOf(who), '', 'the console');
  await who.context.close();
  await proxy.stop();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
