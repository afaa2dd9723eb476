// The page of a static host (scripts/site), served by a plain file server that knows no server of ours: games
// on one device, addresses that are reloaded, and a new version of the page while a game runs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, launch, person } from './stage.mjs';
import { chooser, next, OVER, playOut, step, visit } from './play.mjs';
import { Static } from './static.mjs';
import { equal, ok, run, test } from './tap.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'lanterne-site-'));
const folder = join(work, 'site');
execFileSync(join(root, 'scripts/site'), [folder], { stdio: ['ignore', 'ignore', 'inherit'] });
const host = await Static.start(folder);
const browser = await launch();
const DEVICE = { botPace: 20 };

async function begin(who, game) {
  await visit(who.page, '/');
  await who.page.locator(`li.stage[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await who.page.waitForURL(/\/t\/local-/);
  await next(who.page);
  return new URL(who.page.url()).pathname;
}

test('a game on a static host from the first visit to its end; no question to a server', async () => {
  const who = await person(browser, host, { settings: DEVICE });
  const sockets = [];
  who.page.on('websocket', (socket) => sockets.push(socket.url()));
  await visit(who.page, '/');
  equal(await who.page.locator('li.stage').count(), 4, 'games');
  await who.page.getByText('This page has no server').first().waitFor();
  ok(await who.page.getByRole('button', { name: /^With friends/ }).first().isDisabled(), 'friends are greyed');
  await begin(who, 'treasure-hunters');
  await playOut(who.page);
  ok((await who.page.locator(OVER).first().innerText()).length > 0, 'the end says something');
  equal(sockets.join(' '), '', 'sockets');
  equal(host.asked.filter((path) => path.startsWith('/api')).join(' '), '', 'questions');
  for (const path of ['/settings', '/learn', '/learn/manor', '/lesson/manor', '/new/shadow-hunters', '/about']) await visit(who.page, path);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a host that does not know the type of the module', async () => {
  const plain = await Static.start(folder, { types: false });
  const who = await person(browser, plain, { settings: DEVICE });
  await begin(who, 'manor');
  await who.context.close();
  await plain.stop();
});

// Another version of the page in the same place: index.html differs, and the service worker says so.
function publish() {
  const before = readFileSync(join(folder, 'index.html'));
  const after = Buffer.from(before.toString().replace('<head>', '<head><meta name="version" content="next" />'));
  const hash = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  ok(worker.includes(hash(before)), 'the service worker knows the page by its hash');
  const version = /version:\s*["'`]([0-9a-f]{16})/.exec(worker)[1];
  writeFileSync(join(folder, 'index.html'), after);
  writeFileSync(join(folder, 'sw.js'), worker.replace(hash(before), hash(after)).replace(version, 'f'.repeat(16)));
}

test('a new version while a game runs: it is offered after the game was left, and the game goes on in it', async () => {
  cpSync(folder, join(work, 'old'), { recursive: true });
  const who = await person(browser, host, { settings: DEVICE, installs: true });
  const { page } = who;
  await visit(page, '/');
  await installed(page);
  const path = await begin(who, 'shy-monsters');
  const choose = chooser(3);
  for (let moves = 0; moves < 3; moves++) await step(page, choose);
  publish();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('It waits until you leave this game').waitFor();
  equal(await page.getByRole('button', { name: 'Take it now' }).count(), 0, 'a version is not taken in mid-game');
  // A reload in mid-game stays with the version that it began with.
  await page.reload();
  await next(page);
  equal(await page.locator('meta[name="version"]').count(), 0, 'the version in use');
  await page.goto('/');
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Take it now' }).click()]);
  await page.locator('li.stage').first().waitFor();
  equal(await page.locator('meta[name="version"]').count(), 1, 'the new version');
  equal(await page.getByRole('button', { name: 'Take it now' }).count(), 0, 'nothing more to take');
  await page.locator(`a[href="${path}"]`).click();
  await next(page);
  await playOut(page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a version that cannot be stored whole is not taken: the one in use goes on', async () => {
  rmSync(folder, { recursive: true });
  cpSync(join(work, 'old'), folder, { recursive: true });
  const who = await person(browser, host, { settings: DEVICE, installs: true });
  const { page } = who;
  await visit(page, '/');
  await installed(page);
  publish();
  // Its index.html is not the one that the service worker was made for, as in the middle of an upload.
  cpSync(join(work, 'old', 'index.html'), join(folder, 'index.html'));
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise((resolve) => registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true }));
    await registration.update();
    const worker = await found;
    while (worker.state === 'installing') await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker.state;
  });
  equal(state, 'redundant', 'the state of the new version');
  await host.stop();
  await page.goto('/');
  await page.locator('li.stage').first().waitFor();
  equal(await page.locator('meta[name="version"]').count(), 0, 'the version in use');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
});
