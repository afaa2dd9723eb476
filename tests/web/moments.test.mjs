// Finding 4, nothing in time: standing answers are offered to everybody with the first question in a reaction
// window, tables may have windows of fixed length, and any seat of a shared device may have it at any time.
import { setTimeout } from 'node:timers/promises';
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, next, OVER, playUntil, visit } from './play.mjs';
import { patience } from './patience.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

// With a pause: the server's clock stands, and so does the allowance of messages that the questions use up.
async function until(holds, what) {
  for (const end = Date.now() + patience(); !(await holds()); await setTimeout(500)) if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
}

// Plays, in as many games as it takes, until a reaction window asks, and opens the page there.
async function toWindow(who, settings = {}) {
  for (let games = 0; games < 12; games++) {
    const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: 5, ...settings }, plan: ['me', 'rules', 'rules', 'rules', 'rules'], start: true });
    if (!(await playUntil(who, table.table, ({ turn }) => turn.window))) continue;
    await visit(who.page, `/t/${table.table}`);
    await next(who.page);
    await who.page.locator('.standing').waitFor();
    return table.table;
  }
  throw new Error('no reaction window in twelve games');
}

async function standing(who, table) {
  const answer = await api(who, 'info', { table });
  return answer.table.seats[0].standing ?? 'ask';
}

test('finding 4: the first question in a window says why it is asked and offers the three answers', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const table = await toWindow(who);
  const group = page.getByRole('group', { name: 'When I might react' });
  await group.getByText('All who might react are asked').waitFor();
  await check(page, 'the standing answers');
  equal(await standing(who, table), 'ask', 'the default');
  equal(await group.getByRole('button', { pressed: true }).innerText(), 'ask me', 'the default is shown');
  await group.getByRole('button', { name: 'always pass' }).click();
  // The table answers at the moment of the seat, and asks no more.
  await group.waitFor({ state: 'detached' });
  equal(await standing(who, table), 'pass', 'after one tap');
  await page.getByRole('button', { name: 'Menu' }).click();
  const choice = page.getByLabel('When I might react');
  await until(async () => (await choice.inputValue()) === 'pass', 'always pass, in the menu');
  await choice.selectOption('react');
  await until(async () => (await standing(who, table)) === 'react', 'always react');
  // It is kept when the menu is opened again, and after a reload.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await until(async () => (await choice.inputValue()) === 'react', 'always react, in the menu again');
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  equal(await choice.inputValue(), 'react', 'after a reload');
  await choice.selectOption('ask');
  await until(async () => (await standing(who, table)) === 'ask', 'ask me');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('the choice is made once: who wants to be asked is asked, without the panel (issue 19, questions for cover)', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const table = await toWindow(who);
  const group = page.getByRole('group', { name: 'When I might react' });
  await group.getByText('Choose for this game; the menu changes it.', { exact: false }).waitFor();
  await group.getByRole('button', { name: 'ask me' }).click();
  await group.waitFor({ state: 'detached' });
  ok(await page.locator('.now.must').count(), 'the question is still asked');
  equal(await standing(who, table), 'ask', 'the answer');
  await page.reload();
  await next(page);
  equal(await group.count(), 0, 'after a reload');
  ok(await page.locator('.now.must').count(), 'the question after a reload');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('finding 4: on a phone the standing answers are put aside to see what lies under them', async () => {
  const who = await person(browser, server, { name: 'Zoe', size: PHONE, lang: 'fr' });
  const { page } = who;
  const table = await toWindow(who);
  const group = page.getByRole('group', { name: 'Quand je pourrais réagir' });
  await check(page, 'the standing answers');
  await group.getByRole('button', { name: 'Fermer' }).click();
  await group.waitFor({ state: 'detached' });
  equal(await standing(who, table), 'ask', 'nothing is decided by that');
  ok(await page.locator('.now.must').count(), 'the question is still asked');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('finding 4: a window of fixed length holds the answer, which may be changed', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  await visit(page, '/new/shadow-hunters');
  await page.getByText('Clock, watchers, password').click();
  await page.getByLabel('Reactions take a fixed time').check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('reactions are shown together after 15 seconds').waitFor();
  const table = await toWindow(who, { clock: { window: 15, fixed: true } });
  await page.getByText('Every answer is kept until the time is up').waitFor();
  // Not one that asks first: which answers a seat has is a matter of its character.
  await page.locator('.now.must .actions button:not(.quiet, .asks):enabled').first().click();
  await page.getByText('Your answer:').waitFor();
  ok((await api(who, 'info', { table })).table.seats[0].held, 'the server holds it');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('finding 4 (d): a seat that is not waited for takes the shared device, and gives it back', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: 4 }, plan: ['me', 'me', 'me', 'me'], start: true });
  await visit(page, `/t/${table.table}`);
  const lift = page.getByRole('button', { name: /^I am Zoe, seat/ });
  await page.getByText('Somebody else first?').waitFor();
  equal(await lift.count(), 4, 'everybody is offered the device alike');
  const other = await lift.nth(1).innerText();
  await lift.nth(1).click();
  await page.getByRole('button', { name: 'Draw the curtain' }).click();
  await page.getByText('Somebody else first?').waitFor();
  equal(await lift.nth(1).innerText(), other, 'the same seats as before');
  await lift.first().click();
  await next(page);
  equal(await page.locator(OVER).count(), 0, 'the game goes on');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
