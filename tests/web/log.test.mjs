// The story beside the board: folded by turns, with pictures, the arithmetic of attacks and clauses on hover,
// and without lines for what was asked only so that nobody could tell who had a choice.
import { launch, Server, WIDE, api, person } from './stage.mjs';
import { check, next, playUntil, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const PLAN = ['me', 'random', 'random', 'random', 'random'];

const words = await api(await person(browser, server), 'game', { game: 'shadow-hunters' });
const isCover = (event) => words.events.find((row) => row.name === event.event)?.cover?.includes(event.clause) ?? false;
const TURNS = 12; // the story shows so many at first
const turnsOf = (told) => told.filter((item) => item.event?.event === 'turn').length;

// The page of a person at a decision of a game of Shadow Hunters of which `found` is true, with what was
// told.
async function toStory(found) {
  const who = await person(browser, server, { size: WIDE, name: 'Zoe' });
  for (let games = 1; ; games++) {
    ok(games < 30, 'not in 30 games');
    const { table } = await api(who, 'create', { settings: { game: 'shadow-hunters', seats: PLAN.length }, plan: PLAN, start: true });
    if (!(await playUntil(who, table.table, found, { seed: games }))) continue;
    await visit(who.page, `/t/${table.table}`);
    await next(who.page);
    const { told } = (await api(who, 'open', { table: table.table, seat: 1 })).update;
    return { who, page: who.page, told: told.filter((item) => item.event) };
  }
}

async function over({ who }) {
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
}

// Opens every turn, so that all lines are there.
async function unfold(page) {
  for (let head; (head = await page.$('.story .head[aria-expanded="false"]')); ) {
    await head.click();
    await page.waitForFunction((one) => one.getAttribute('aria-expanded') === 'true', head);
  }
}

test('the present turn is open, the others are one line each until they are touched', async () => {
  const table = await toStory(({ told }) => turnsOf(told) > 3);
  const { page } = table;
  const groups = page.locator('.story > .group');
  equal(await groups.count(), turnsOf(table.told) + 1, 'the set-up and every turn');
  equal(await page.locator('.story .lines').count(), 1, 'open turns');
  equal(await groups.last().locator('.lines').count(), 1, 'the last one is open');
  const head = groups.nth(1).locator('.head');
  equal(await head.getAttribute('aria-expanded'), 'false', 'an earlier turn');
  const brief = await head.innerText();
  ok(/rolls? to move/i.test(brief), `its line tells what happened: ${brief}`);
  await head.click();
  await groups.nth(1).locator('.lines .item').first().waitFor();
  equal(await head.getAttribute('aria-expanded'), 'true', 'after a touch');
  ok(!/rolls? to move/i.test(await head.innerText()), 'what its lines say is not said twice');
  await check(page, 'a story with two open turns');
  await head.press('Enter');
  await groups.nth(1).locator('.lines').waitFor({ state: 'detached' });
  await over(table);
});

test('every event has its line with its clause, but for what was asked for cover', async () => {
  const table = await toStory(({ told }) => turnsOf(told) < TURNS && told.some((item) => item.event && isCover(item.event)));
  const { page, told } = table;
  await unfold(page);
  const covers = told.filter((item) => isCover(item.event));
  ok(covers.length > 0, 'some were asked for cover');
  const wanted = told.filter((item) => !isCover(item.event) && item.event.event !== 'turn').map((item) => item.event.clause);
  const lines = await page.locator('.story .item:not(.turn) .clause').allInnerTexts();
  equal(lines.join(' '), wanted.join(' '), 'the lines');
  const pictures = await page.locator('.story .item .picture :is(svg, img)').count();
  ok(pictures > 0, 'lines with pictures');
  await over(table);
});

test('clauses come when the pointer is on their line or the focus is in it, and lead to the rule', async () => {
  const table = await toStory(({ told }) => turnsOf(told) > 1);
  const { page } = table;
  await unfold(page);
  const item = page.locator('.story .item', { has: page.locator('.clause') }).first();
  const shows = (seen) => page.waitForFunction(([one, wanted]) => getComputedStyle(one.querySelector('.clause')).opacity === wanted, [item_, seen]);
  const item_ = await item.elementHandle();
  await page.mouse.move(0, 0);
  await shows('0');
  await item.hover();
  await shows('1');
  await page.mouse.move(0, 0);
  await shows('0');
  const clause = item.locator('.clause');
  await clause.focus();
  await shows('1');
  const rule = await clause.innerText();
  await page.keyboard.press('Enter');
  const slip = page.locator('.slip', { hasText: rule });
  await slip.waitFor();
  ok((await slip.innerText()).length > rule.length + 20, 'the text of the rule');
  await over(table);
});

test('beside the damage of an attack stands its arithmetic', async () => {
  const hit = (item) => item.event?.event === 'hurt' && item.event.clause === 'SH-K2';
  const table = await toStory(({ told }) => turnsOf(told) < TURNS && told.some(hit) && told.some((item) => item.event?.event === 'rolled' && item.event.clause === 'SH-K2'));
  const { page } = table;
  await unfold(page);
  const found = await page.locator('.story .item', { has: page.locator('.sum') }).evaluateAll((all) => all.map((one) => {
    const rolls = [];
    for (let line = one.previousElementSibling; line; line = line.previousElementSibling) rolls.push(line.querySelector('.words').textContent);
    return { sum: one.querySelector('.sum').textContent, words: one.querySelector('.words').textContent, roll: rolls.find((line) => /rolls? \d and \d/i.test(line)) };
  }));
  ok(found.length > 0, 'an attack has a sum');
  for (const { sum, words: line, roll } of found) {
    const [, left, right] = /^(.+) = (\d+)$/.exec(sum);
    const total = left.replaceAll('−', '+ -').replaceAll(' ', '').split('+').reduce((all, part) => all + Number(part), 0);
    equal(total, Number(right), sum);
    ok(new RegExp(`takes? ${right} damage`, 'i').test(line), `${sum} in ${line}`);
    const [one, two] = [...sum.matchAll(/\d+/g)].map(Number);
    equal(/rolls? (\d) and (\d)/i.exec(roll).slice(1).sort().join(), [one, two].sort().join(), `the dice of ${sum}`);
  }
  await over(table);
});

await run(async () => {
  await browser.close();
  await server.stop();
});
