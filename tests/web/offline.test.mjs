// Games of this device, played in the page by the module for WebAssembly: whole games by clicking of which
// nothing reaches the server, a tab that is closed in mid-game, another tab, the list of one's
// games and the replay.
import { readFileSync } from 'node:fs';
import { api, launch, Server, person } from './stage.mjs';
import { next, OVER, playOut, step, chooser, visit } from './play.mjs';
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

for (const game of ['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters']) {
  test(`${game}: a whole game on this device by clicking, and nothing of it reaches the server`, async () => {
    const who = await alone();
    const table = await begin(who, game);
    const asked = [];
    who.page.on('request', (request) => /\/api\/(?!game)/.test(request.url()) && asked.push(request.url()));
    who.page.on('websocket', (socket) => asked.push(socket.url()));
    await playOut(who.page);
    ok((await who.page.locator(`${OVER}`).first().innerText()).length > 0, 'the end says something');
    await who.page.goto(`/r/${table}`);
    await who.page.locator('main').getByRole('slider').first().waitFor();
    equal(asked.filter((url) => url.includes('local')).join(' '), '', 'requests about the game');
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('a tab that is closed in mid-game loses nothing, and the game stands in the list', async () => {
  const who = await alone();
  const table = await begin(who, 'manor');
  const choose = chooser(7);
  for (let moves = 0; moves < 6; moves++) await step(who.page, choose);
  await next(who.page);
  const before = await who.page.locator('.log li, .told li').count();
  await who.page.close({ runBeforeUnload: false });
  who.page = await who.context.newPage();
  await visit(who.page, '/');
  await who.page.locator(`a[href="/t/${table}"]`).click();
  await next(who.page);
  ok((await who.page.locator('.log li, .told li').count()) >= before, 'the story is as long as before');
  await playOut(who.page);
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
  await other.reload();
  await next(other);
  await who.context.close();
});

test('advice and the rematch are answered on the device', async () => {
  const who = await alone();
  const table = await begin(who, 'treasure-hunters');
  await who.page.getByRole('button', { name: /advice|hint/i }).first().click();
  await who.page.locator('.advice, [class*=advice]').first().waitFor();
  await playOut(who.page);
  await who.page.getByRole('button', { name: /again|rematch/i }).first().click();
  await who.page.waitForURL((url) => url.pathname.startsWith('/t/local-') && !url.pathname.endsWith(table));
  await next(who.page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('the record of a game of this device is one that the server reads', async () => {
  const who = await alone();
  const table = await begin(who, 'shy-monsters');
  await playOut(who.page);
  await visit(who.page, `/r/${table}`);
  const [saved] = await Promise.all([who.page.waitForEvent('download'), who.page.getByRole('button', { name: 'Save the record' }).click()]);
  const record = readFileSync(await saved.path(), 'utf8');
  const { move, moves } = await api(who, 'replay-record', { record, seat: 9, move: 2 });
  ok(move === 2 && moves > 2, 'the server shows a position of it');
  await who.page.getByRole('button', { name: 'Review', exact: true }).click();
  await who.page.locator('svg[role="img"], .ridge').first().waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
