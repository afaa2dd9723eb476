// The line between page and server, through a proxy that freezes, cuts, slows and answers in the server's
// place (findings page.md 3). The page has its real limits here; nothing waits for a time.
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
  await who.page.waitForFunction(() => document.querySelector('.now.must'));
  await next(who.page);
  await step(who.page, () => 0);
  ok((await movesOf(who, table)) >= before + 1, 'the game goes on');
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
