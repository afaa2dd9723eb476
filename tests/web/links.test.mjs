// Links that show themselves: the result as a picture, and a replay in the page of another site, in a
// sandboxed frame without cookies; every other page refuses to be framed.
import { createServer } from 'node:http';
import { launch, Server, api, person } from './stage.mjs';
import { visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const zoe = await person(browser, server, { name: 'Zoe' });
const yan = await person(browser, server, { name: 'Yan' });

// A public game of two that one of them leaves.
const { table: made } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2, listed: true } });
const table = made.table;
await api(yan, 'sit', { table, seat: 2 });
await api(zoe, 'start', { table });
const { update } = await api(zoe, 'open', { table, seat: 1 });
await api(zoe, 'move', { table, seat: 1, move: 'first', action: update.ask.actions[0], decision: update.ask.decision });
await api(yan, 'leave', { table, seat: 2 });

// Another site: one page with a frame.
let frame = '';
const other = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>other</title>${frame}`));
await new Promise((done) => other.listen(0, '127.0.0.1', done));
const site = `http://localhost:${other.address().port}/`;

test('the end of a game is a picture to save, and the replay has a code for other pages', async () => {
  const { page } = zoe;
  await visit(page, `/t/${table}`);
  const save = page.getByRole('link', { name: 'Save as a picture' });
  await save.waitFor();
  const answer = await page.request.get(new URL(await save.getAttribute('href'), server.url).href);
  equal(answer.headers()['content-type'], 'image/png', 'the picture');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await visit(page, `/r/${table}`);
  await page.getByRole('button', { name: 'Code for your own page' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  frame = await page.evaluate(() => navigator.clipboard.readText());
  ok(frame.startsWith(`<iframe src="${server.url}/embed/${table}?lang=en" title="Manor, a game replayed"`), frame);
});

// A phone, whose browser hands pictures to other apps.
test('a result is shared with its link and its picture', async () => {
  const page = await zoe.context.newPage();
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ url, files }) => (globalThis.shared = { path: new URL(url).pathname, kinds: files?.map(({ name, type, size }) => `${name} ${type} ${size > 1000}`).join() });
  });
  await visit(page, `/t/${table}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = await (await page.waitForFunction(() => globalThis.shared)).jsonValue();
  equal(`${shared.path.startsWith(`/r/${table}`)} ${shared.kinds}`, `true manor-${table}.png image/png true`, 'what is shared');
  await page.close();
});

test('the replay in a sandboxed frame of another site, without a cookie', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const noise = [];
  page.on('console', (line) => ['warning', 'error'].includes(line.type()) && noise.push(line.text()));
  await page.goto(site);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('heading', { name: /^Manor.*Zoe, Yan/ }).waitFor();
  await inside.locator('.house').first().waitFor();
  await inside.getByRole('button', { name: 'One move on' }).waitFor();
  await inside.getByRole('slider').press('End');
  await inside.getByText(/^Move (\d+) of \1$/).waitFor();
  ok((await inside.getByRole('link', { name: 'Open at Lanterne' }).getAttribute('href')).startsWith(`/r/${table}?`), 'the way to the whole replay');
  equal((await context.cookies()).length, 0, 'cookies');
  equal(noise.join('\n'), '', 'the console');
  // A private game says that there is nothing.
  frame = `<iframe src="${server.url}/embed/nothere123" sandbox="allow-scripts"></iframe>`;
  await page.goto(site);
  await page.frameLocator('iframe').getByText('There is no table with this code.').waitFor();
  await context.close();
});

test('no other page may be framed', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const path of ['/', `/t/${table}`, `/r/${table}`, '/settings', '/embed.html']) {
    frame = `<iframe src="${server.url}${path}"></iframe>`;
    const refused = page.waitForEvent('console', { predicate: (line) => /frame-ancestors 'none'/.test(line.text()) });
    await page.goto(site);
    await refused;
  }
  await context.close();
});

await run(async () => {
  other.close();
  await browser.close();
  await server.stop();
});
