// Games of this device, played in the page by the module for WebAssembly: whole games by clicking of which
// nothing reaches the server, a tab that is closed in mid-game, another tab, the list of one's
// games and the replay.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { api, launch, Server, person } from './stage.mjs';
import { chooser, next, OVER, playOut, position, step, visit, WAYS } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const DEVICE = { solo: 'device', botPace: 20 };

// Somebody who plays on this device; the keys of the dice are the same in every run.
async function alone() {
  const who = await person(browser, server, { settings: DEVICE });
  await who.context.addInitScript((seed) => {
    crypto.getRandomValues = (bytes) => bytes.fill(seed);
  }, Number(process.env.LAN_SEED || 1) % 256);
  return who;
}

async function begin(who, game) {
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  return new URL(who.page.url()).pathname.split('/').at(-1);
}

// The tab that had a game is gone with its worker, which held a lock of this name. A page that opens the
// game waits two seconds for that, which may be too short on a busy machine.
function released(page, table) {
  return page.evaluate((name) => navigator.locks.request(name, () => undefined), `lanterne-${table}`);
}

// Presses one of the things that can be done, whatever comes of it.
function pressAny(page, choose) {
  return page.evaluate(([ways, part]) => {
    const all = [...document.querySelectorAll(ways)].filter((one) => one.checkVisibility());
    all[Math.floor(part * all.length)]?.click();
  }, [WAYS, choose(1000) / 1000]);
}

// The game goes on: some more moves are made, each of which changes what is shown.
async function goesOn(page) {
  const choose = chooser(9);
  for (let moves = 0; moves < 8; moves++) await step(page, choose);
}

// The record of a game of this device is one that the server and the program read, and the page itself.
async function recordIsRead(who, table) {
  const { page } = who;
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record' }).click()]);
  const record = readFileSync(await saved.path(), 'utf8');
  const { move, moves } = await api(who, 'replay-record', { record, seat: 9, move: 2 });
  ok(move === 2 && moves > 2, 'the server shows a position of it');
  const told = JSON.parse(execFileSync(process.argv[2], ['replay', await saved.path(), '--json'], { encoding: 'utf8' }));
  equal(told.record, 'full', 'and the terminal tells it');
  // Dropped anywhere on the page it is replayed.
  await visit(page, '/');
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'game.json', { type: 'application/json' }));
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, record);
  await page.waitForURL('/r/file');
  await page.locator('main').getByRole('slider').first().waitFor();
  await visit(page, `/r/${table}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.locator('svg[role="img"], .ridge').first().waitFor();
}

async function adviceIsGiven({ page }) {
  await page.getByRole('button', { name: /advice|hint/i }).first().click();
  await page.locator('.advice, [class*=advice]').first().waitFor();
}

async function rematchIsPlayed({ page }, table) {
  await page.getByRole('button', { name: /again|rematch/i }).first().click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/local-') && !url.pathname.endsWith(table));
  await next(page);
}

// What is shown with a game besides: `first` at its first question, `then` at its end, `seen` in its replay.
const besides = {
  'shy-monsters': { name: '; its record is one that the server reads', seen: recordIsRead },
  'treasure-hunters': { name: '; advice and the rematch are answered on the device', first: adviceIsGiven, then: rematchIsPlayed },
};

// Manor and Shadow Hunters are played whole on the device in every run by cold.test.mjs, where there is no
// server at all; here, beside one, in long runs.
for (const game of [...(process.env.LAN_LONG ? ['manor', 'shadow-hunters'] : []), 'shy-monsters', 'treasure-hunters']) {
  const { name = '', first, then, seen } = besides[game] ?? {};
  test(`${game}: a whole game on this device by clicking, and nothing of it reaches the server${name}`, async () => {
    const who = await alone();
    const table = await begin(who, game);
    const asked = [];
    who.page.on('request', (request) => /\/api\/(?!game)/.test(request.url()) && asked.push(request.url()));
    who.page.on('websocket', (socket) => asked.push(socket.url()));
    await first?.(who);
    await playOut(who.page);
    ok((await who.page.locator(`${OVER}`).first().innerText()).length > 0, 'the end says something');
    await then?.(who, table);
    await who.page.goto(`/r/${table}`);
    await who.page.locator('main').getByRole('slider').first().waitFor();
    equal(asked.filter((url) => url.includes('local')).join(' '), '', 'requests about the game');
    await seen?.(who, table);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('games without friends are played on the server, unless the settings say on this device', async () => {
  const who = await person(browser, server);
  const play = async () => {
    await visit(who.page, '/');
    await who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'Play now' }).click();
    await who.page.waitForURL(/\/t\//);
    return new URL(who.page.url()).pathname;
  };
  ok(!(await play()).startsWith('/t/local-'), 'on the server');
  await visit(who.page, '/settings');
  await who.page.locator('#solo').selectOption('device');
  ok((await play()).startsWith('/t/local-'), 'on this device');
  await who.context.close();
});

test('the policy allows the module to be compiled, and no other script that is not a file of the server', async () => {
  const who = await alone();
  const policy = (await who.context.request.get('/')).headers()['content-security-policy'].split(/;\s*/);
  equal(policy.filter((part) => /script|unsafe|eval|default/.test(part)).join('; '), "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'", 'the policy');
  await who.context.close();
});

test('a tab that is closed in mid-game loses nothing, and the game stands in the list', async () => {
  const who = await alone();
  const table = await begin(who, 'manor');
  const choose = chooser(7);
  for (let moves = 0; moves < 6; moves++) await step(who.page, choose);
  await next(who.page);
  const before = await position(who.page);
  ok(before.length > 0, 'the board is read');
  await who.page.close({ runBeforeUnload: false });
  who.page = await who.context.newPage();
  await visit(who.page, '/');
  await released(who.page, table);
  await who.page.locator(`a[href="/t/${table}"]`).click();
  await next(who.page);
  equal(await position(who.page), before, 'the position');
  await goesOn(who.page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a game that is open in another tab is not played twice', async () => {
  const who = await alone();
  const table = await begin(who, 'manor');
  const other = await who.context.newPage();
  await other.goto(`/t/${table}`);
  await other.getByText('open in another tab').waitFor();
  await who.page.close();
  await released(other, table);
  await other.reload();
  await next(other);
  await who.context.close();
});

test('a tab that is killed in the middle of a move: the move was made or not, and the game goes on', async () => {
  const who = await alone();
  const table = await begin(who, 'manor');
  await step(who.page, chooser(2));
  await next(who.page);
  const crashed = new Promise((resolve) => who.page.once('crash', resolve));
  const line = await who.context.newCDPSession(who.page);
  await who.page.locator(WAYS).first().dispatchEvent('click');
  line.send('Page.crash').catch(() => undefined);
  await crashed;
  who.page = await who.context.newPage();
  await visit(who.page, '/');
  await released(who.page, table);
  await visit(who.page, `/t/${table}`);
  await next(who.page);
  await goesOn(who.page);
  await who.context.close();
});

// What a worker of the page is given before its own script.
async function before(who, worker, script) {
  await who.context.route(new RegExp(`${worker}.*\\.js$`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};\n${await response.text()}` });
  });
}

test('a game in two tabs of a browser without locks: the later move is refused with a sentence, and its tab goes on from the other', async () => {
  const who = await alone();
  await before(who, 'keeper', `Object.defineProperty(WorkerNavigator.prototype, 'locks', { value: undefined })`);
  await who.context.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      globalThis.sent ||= message?.op === 'move';
      post.call(this, message, ...more);
    };
  });
  const table = await begin(who, 'manor');
  const other = await who.context.newPage();
  await visit(other, `/t/${table}`);
  await next(other);
  await goesOn(who.page);
  await next(who.page);
  // Until something is sent: a touch may only narrow the choice.
  for (const choose = chooser(3); !(await other.evaluate(() => globalThis.sent)); ) await pressAny(other, choose);
  await other.getByText('This game goes on in another tab: this move was not made.').waitFor();
  await next(other);
  equal(await position(other), await position(who.page), 'the position after the refusal');
  await goesOn(other);
  await next(other);
  const there = await position(other);
  await who.page.reload();
  await next(who.page);
  equal(await position(who.page), there, 'the position when it is opened again');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('storage that is forbidden: a sentence, and no half a game', async () => {
  const who = await alone();
  await before(who, 'keeper', `IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }`);
  await visit(who.page, '/');
  await who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'Play now' }).click();
  await who.page.getByText('This browser stores nothing here').waitFor();
  equal(new URL(who.page.url()).pathname, '/', 'where one is');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// The keeper's writes fail as on a full device while the page says so: at once, or when the transaction ends.
const FULL = `{
  const quota = () => new DOMException('no room', 'QuotaExceededError');
  let full = '';
  new BroadcastChannel('full').onmessage = ({ data, target }) => target.postMessage((full = data));
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (full === 'at once') throw quota();
    const request = put.apply(this, given);
    if (full === 'at the end') {
      Object.defineProperty(this.transaction, 'error', { get: quota });
      this.transaction.abort();
    }
    return request;
  };
}`;

for (const when of ['at once', 'at the end'])
  test(`storage that is full, told ${when}: the move is not made, a sentence says so, and it is made in the same tab when there is room`, async () => {
    const who = await alone();
    await before(who, 'keeper', FULL);
    await begin(who, 'manor');
    // The keeper has heard it when it answers.
    const full = (what) => who.page.evaluate((data) => new Promise((resolve) => {
      const channel = new BroadcastChannel('full');
      channel.onmessage = resolve;
      channel.postMessage(data);
    }), what);
    const story = () => who.page.locator('.live p[data-n]').count();
    // Until something is sent: a touch may only narrow the choice.
    const press = async () => {
      const said = who.page.getByText('The storage of this device is full');
      for (const choose = chooser(3); !(await said.count()); ) await pressAny(who.page, choose);
    };
    const told = await story();
    await full(when);
    await press();
    equal(await story(), told, 'what was told');
    await full('');
    await goesOn(who.page);
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });

test('a module that does not load: a sentence, and another try works', async () => {
  const who = await alone();
  await who.context.route(/\.wasm$/, (route) => route.abort());
  await visit(who.page, '/');
  const play = who.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'Play now' });
  await play.click();
  await who.page.getByText('The game module did not load').waitFor();
  await who.context.unroute(/\.wasm$/);
  await play.click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  await who.context.close();
});

// A game whose other seats are bots of one level, with all options of the page for new tables.
async function against(who, game, level) {
  await visit(who.page, `/new/${game}`);
  for (const [at, seat] of (await who.page.locator('select[id^="seat-"]').all()).entries()) if (at) await seat.selectOption(level);
  await who.page.locator('button.go').click();
}

test('a device that is too slow for Hard: the search takes less, and the page says so', async () => {
  const who = await alone();
  // To the bots every search seems to last a thousand times as long.
  await before(who, 'bots', `{ const now = performance.now.bind(performance); performance.now = () => 1000 * now(); }`);
  await against(who, 'treasure-hunters', 'search');
  await who.page.waitForURL(/\/t\/local-/);
  const slow = who.page.getByText('This device is slow: the bots think ahead less');
  const choose = chooser(1);
  for (let moves = 0; moves < 40 && !(await slow.count()); moves++) await step(who.page, choose);
  await slow.waitFor();
  await step(who.page, choose);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('every bot of every game plays on the device; the book is loaded for equilibrium alone', async () => {
  const who = await alone();
  const books = [];
  who.context.on('request', (request) => request.url().endsWith('.book') && books.push(request.url()));
  const { games } = await (await who.context.request.get('/api/games/en')).json();
  for (const { game, bots } of games)
    for (const { level } of bots) {
      equal(books.length > 0, false, `books loaded before ${level}`);
      await against(who, game, level);
      await who.page.waitForURL(/\/t\/local-/);
      const choose = chooser(1);
      for (let moves = 0; moves < 3; moves++) await step(who.page, choose);
      await next(who.page);
      if (level === 'equilibrium') ok(books.splice(0).length > 0, 'the book is loaded');
    }
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a game of this device moves to the server with one click, and is closed here', async () => {
  const who = await alone();
  const table = await begin(who, 'treasure-hunters');
  const choose = chooser(1);
  for (let moves = 0; moves < 3; moves++) await step(who.page, choose);
  await next(who.page);
  await who.page.getByRole('button', { name: /^Menu/ }).first().click();
  await who.page.getByRole('button', { name: 'Move the game to the server' }).click();
  await who.page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.includes('local'));
  const { table: info } = await api(who, 'info', { table: new URL(who.page.url()).pathname.split('/').at(-1) });
  ok(info.brought && !info.verifiable && info.state === 'playing', 'the server marks it');
  await playOut(who.page);
  // Another game shows that the list, which comes after the page, is there.
  const other = await begin(who, 'manor');
  await visit(who.page, '/');
  await who.page.locator(`a[href="/t/${other}"]`).waitFor();
  equal(await who.page.locator(`a[href="/t/${table}"]`).count(), 0, 'in the list of this device');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
