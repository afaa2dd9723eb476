// The installed page without a network: it is visited once, the browser is closed, the server is stopped, and
// another browser starts with what the first has stored. From there: whole games by clicking, a lesson, two
// people at one screen, a replay, a review, and a tab that is killed in mid-game.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, lasting, quietPort, Server, person } from './stage.mjs';
import { ASKED, chooser, DUE, next, OVER, playOut, position, pressOne, roll, SCENE, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const DEVICE = { botPace: 20 };

const server = await Server.start(process.argv[2], { port: await quietPort() });
const folder = mkdtempSync(join(tmpdir(), 'lanterne-cold-'));

{
  const first = await lasting(folder, server);
  const { page } = await person(undefined, server, { context: first, installs: true, settings: DEVICE, name: 'Zoe' });
  await visit(page, '/');
  await page.locator('li.stage').first().waitFor();
  await installed(page);
  await first.close();
  await server.stop({ keep: true });
}

const context = await lasting(folder, server);
await context.addInitScript((seed) => {
  crypto.getRandomValues = (bytes) => bytes.fill(seed);
}, Number(process.env.LAN_SEED || 1) % 256);
const who = await person(undefined, server, { context, installs: true });
const quiet = () => {
  // The browser itself tells of connections that cannot be made.
  equal(who.noise.splice(0).filter((line) => !/WebSocket|ERR_|net::/.test(line)).join('\n'), '', 'the console');
};

async function begin(game) {
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  return new URL(who.page.url()).pathname.split('/').at(-1);
}

test('the page starts, says that there is no connection, and greys what needs people', async () => {
  await visit(who.page, '/');
  equal(await who.page.locator('li.stage').count(), 4, 'games');
  await who.page.getByText('No connection: you play on this device').waitFor();
  ok(await who.page.getByRole('button', { name: /^With friends|friends/ }).first().isDisabled(), 'friends are greyed');
  ok(await who.page.getByLabel('Code of the table').or(who.page.locator('#code')).first().isDisabled(), 'codes are greyed');
  await who.page.getByText('This needs the server').first().waitFor();
  for (const path of ['/settings', '/about', '/learn', '/learn/manor', '/new/shadow-hunters']) await visit(who.page, path);
  quiet();
});

const ended = {};
for (const game of ['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters']) {
  test(`${game}: a whole game by clicking`, async () => {
    ended[game] = await begin(game);
    await playOut(who.page);
    ok((await who.page.locator(OVER).first().innerText()).length > 0, 'the end says something');
    quiet();
  });
}

test('a lesson, from the rules to its end', async () => {
  const { page } = who;
  await visit(page, '/learn/treasure-hunters');
  await page.locator('a.main').click();
  const teacher = page.locator('main section.card');
  const reached = async (wanted) => {
    for (;;) {
      await wanted.or(page.locator(`${SCENE}, ${DUE}`)).first().waitFor();
      const scene = await page.$(SCENE);
      if (scene) {
        // Others' scenes also end by themselves: a key would then press the button in focus, and go on.
        await scene.evaluate((one) => one.click());
        await scene.waitForElementState('hidden');
      } else if (await page.locator(DUE).count()) await roll(page);
      else if (await wanted.count()) return;
    }
  };
  for (let at = 1; at <= 6; at++) {
    await reached(teacher.getByText(`${at} of 6.`));
    await teacher.locator('button.main').click();
  }
  await reached(teacher.getByRole('button', { name: 'Play now' }));
  quiet();
});

test('two people at this screen, with the curtain between them', async () => {
  const { page } = who;
  await visit(page, '/new/manor');
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await page.locator('#seat-1').selectOption('me');
  await page.locator('#name-1').fill('Ada');
  await page.locator('button.go').click();
  await page.waitForURL(/\/t\/local-/);
  const lift = page.getByRole('button', { name: /^I am (Zoe|Ada), seat/ });
  const choose = chooser(1);
  let lifted = 0;
  for (let moves = 0; moves < 400; moves++) {
    await lift.or(page.locator(`${ASKED}, ${OVER}`)).first().waitFor();
    if (await page.locator(OVER).count()) break;
    if (await lift.count()) {
      equal(await page.locator('.house').count(), 0, 'manors behind the curtain');
      lifted++;
      await lift.first().click();
      await lift.first().waitFor({ state: 'detached' });
      continue;
    }
    await pressOne(page, choose(1000) / 1000);
  }
  ok(await page.locator(OVER).count(), 'the game comes to its end');
  ok(lifted > 10, `the curtain fell ${lifted} times`);
  quiet();
});

test('the replay and the review of a game, and of its record from a file', async () => {
  const { page } = who;
  await visit(page, `/r/${ended.manor}`);
  await page.locator('main').getByRole('slider').first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the record' }).click()]);
  const record = readFileSync(await saved.path(), 'utf8');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('heading', { name: /^You (won|lost)/ }).waitFor();
  await visit(page, '/');
  await page.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(record) });
  await page.waitForURL('/r/file');
  await page.locator('main').getByRole('slider').first().waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.locator('.stones').first().waitFor();
  // A record that was written elsewhere: in the terminal.
  await visit(page, '/');
  const other = join(folder, 'terminal.json');
  execFileSync(process.argv[2], ['play', 'treasure-hunters', '--seed', '3', '--plain', '--record', other], { input: '1\n'.repeat(2000) });
  await page.locator('input[type=file]').setInputFiles(other);
  await page.waitForURL('/r/file');
  await page.locator('main').getByRole('slider').first().waitFor();
  // A record of a newer version: a sentence, and the way back.
  await visit(page, '/');
  const newer = JSON.stringify({ ...JSON.parse(record), lanterne: 2 });
  await page.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(newer) });
  await page.getByText('This record was written by a newer version').waitFor();
  quiet();
});

test('a bot whose book is not on this device is refused with a sentence, before the game begins', async () => {
  await visit(who.page, '/new/shy-monsters');
  await who.page.locator('#seat-1').selectOption('equilibrium');
  await who.page.locator('button.go').click();
  await who.page.getByText('This bot plays from a book').waitFor();
  quiet();
});

test('the tab is killed in mid-game, and the game goes on from the list', async () => {
  const table = await begin('shy-monsters');
  const choose = chooser(7);
  for (let moves = 0; moves < 6; moves++) await step(who.page, choose);
  await next(who.page);
  const before = await position(who.page);
  ok(before.length > 0, 'the board is read');
  const crashed = new Promise((resolve) => who.page.once('crash', resolve));
  (await context.newCDPSession(who.page)).send('Page.crash').catch(() => undefined);
  await crashed;
  await who.page.close();
  who.page = await context.newPage();
  await visit(who.page, '/');
  // The killed tab holds a lock on the game until it is gone; the page itself waits two seconds for that.
  await who.page.evaluate((name) => navigator.locks.request(name, () => undefined), `lanterne-${table}`);
  await who.page.locator(`a[href="/t/${table}"]`).click();
  await next(who.page);
  equal(await position(who.page), before, 'the position');
  await playOut(who.page);
});

test('the server comes back: it is taken without a reload, and people are possible again', async () => {
  await visit(who.page, '/');
  await who.page.getByText('No connection: you play on this device').waitFor();
  await server.again();
  await who.page.getByText('No connection: you play on this device').waitFor({ state: 'detached' });
  await who.page.waitForFunction(() => !document.querySelector('#code').disabled);
  await server.stop();
});

await run(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
