// The review of a finished game: a tab of the replay, with the ridge, moments, beliefs, and a choice to try
// again.
import { readFileSync } from 'node:fs';
import { launch, PHONE, Server, api, gateOf, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

// A game of Manor against a bot, in which the person plays what it is advised.
async function played(who) {
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2, hints: true }, plan: ['me', 'rules'], start: true });
  for (let n = 0; (await api(who, 'info', { table: table.table })).table.state !== 'over'; n++) {
    if (n % 30 === 29) await api(who, 'test-step', { ms: 10000 }); // refills the allowance of messages
    const { update } = await api(who, 'open', { table: table.table, seat: 1 });
    if (!update.ask?.musts) continue; // what may be done at any time is nothing to advise on
    const { action } = await api(who, 'hint', { table: table.table, seat: 1 });
    await api(who, 'move', { table: table.table, seat: 1, move: `m${n}`, action, decision: update.ask.decision });
  }
  return table.table;
}

const zoe = await person(browser, server, { name: 'Zoe' });
const table = await played(zoe);

test('a review is a tab of the replay: stones, ridge, moments, beliefs, a choice again', async () => {
  const { page } = zoe;
  await visit(page, `/r/${table}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('heading', { name: /^You (won|lost)/ }).waitFor();
  await page.waitForURL(/&review/);
  // The start and the four stones add up to the end before the eyes.
  const numbers = (await page.locator('.stones b').allTextContents()).map((text) => Number(text.replace('−', '-')));
  equal(numbers.length, 6, 'the start, four parts, the end');
  equal(numbers.slice(0, 5).reduce((sum, number) => sum + number, 0), numbers[5], `the stones add up: ${numbers}`);
  // The walker is a slider, which steps by keys and says where it is.
  const walker = page.getByRole('slider');
  await walker.press('Home');
  const start = await walker.getAttribute('aria-valuetext');
  ok(/^Move 0: \d+ in 100$/.test(start), start);
  await page.getByText('Nothing was hidden from you then.').waitFor();
  await walker.press('End');
  ok(/^The end: (0|100) in 100$/.test(await walker.getAttribute('aria-valuetext')), 'the end is certain');
  await walker.press('ArrowLeft');
  ok(/^Move \d+/.test(await walker.getAttribute('aria-valuetext')), 'one step back');
  // The strips move with it; what was is shown only when asked.
  await walker.press('Home');
  for (let step = 0; step < 40 && !(await page.locator('.strip').count()); step++) await walker.press('ArrowRight');
  const strips = page.locator('.strip');
  ok((await strips.count()) > 0, 'beliefs about hidden manors');
  ok(/in 10/.test(await strips.first().getAttribute('aria-label')), 'a strip is read aloud');
  equal(await page.getByText(/It was:/).count(), 0, 'what was is hidden');
  await page.getByRole('button', { name: 'Show what was' }).click();
  await page.getByText(/It was:/).first().waitFor();
  // A cause alone.
  await page.getByRole('button', { name: /the others/ }).first().click();
  ok((await page.locator('.line path.sunk').count()) > 0, 'the other causes sink');
  equal(await page.locator('.line path.sunk[data-cause="others"]').count(), 0, 'the chosen one stays');
  // Moments: a sentence with its clause; one goes there.
  const moments = page.locator('.moments li');
  ok((await moments.count()) > 0, 'moments');
  await moments.first().getByRole('link', { name: /^MA-/ }).waitFor();
  await moments.last().getByRole('button', { name: 'Go there' }).click();
  await page.locator('.moments li.here').waitFor();
  // A choice again: both are told, with a reason; the position is as the seat saw it.
  const papers = page.locator('.papers button');
  await page.locator('.papers button:not(.did)').first().click();
  await page.locator('.both').getByText(/\d+ in 100\..*\d+ in 100\. .*(by what you knew|more games in 100)/).waitFor();
  await page.locator('.both').getByRole('link', { name: /^MA-/ }).waitFor();
  await page.locator('.papers button.did').click();
  await page.locator('.both').getByText(/^This is what you did: \d+ in 100/).waitFor();
  ok((await papers.count()) >= 2 && (await papers.count()) <= 4, 'two to four choices');
  await page.getByText('The table as you saw it').click();
  await page.locator('.retry .house').first().waitFor();
  // Tables for who does not see the pictures.
  await page.getByText('The ridge as a table').click();
  await page.getByRole('columnheader', { name: 'Chance before, of 100' }).waitFor();
  await page.getByText('What you could think, as a table').click();
  await page.getByRole('cell', { name: / %/ }).first().waitFor();
  await check(page, 'the review');
  // Back to the replay at a moment.
  await moments.first().getByRole('button', { name: 'The position' }).click();
  await page.getByText(/^Move \d+ of/).waitFor();
  equal(zoe.noise.join('\n'), '', 'the console');
});

test('a review on a phone, in French and by light, without scrolling sideways', async () => {
  const eve = await person(browser, server, { size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await visit(eve.page, `/r/${table}?seat=2&review`);
  await eve.page.getByRole('heading', { name: /^Tu as (gagné|perdu)/ }).waitFor();
  await eve.page.getByText('Ce qui t’a coûté le plus').waitFor();
  equal(await eve.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the screen');
  const tops = await eve.page.locator('.moments li').evaluateAll((cards) => [...new Set(cards.map((card) => Math.round(card.getBoundingClientRect().top)))]);
  equal(tops.length, 1, `all moments are one row to swipe: ${tops}`);
  await eve.page.locator('.papers button').first().click();
  await eve.page.locator('.both').getByRole('link').waitFor();
  await check(eve.page, 'the review on a phone, in French');
  await eve.context.close();
  equal(eve.noise.join('\n'), '', 'the console');
});

test('a review is left while it is counted, and a record that is brought along is reviewed', async () => {
  const who = await person(browser, server);
  const gate = await gateOf(who.page, '**/api/review');
  await visit(who.page, `/r/${table}`);
  gate.shut = true;
  await who.page.getByRole('button', { name: 'Review', exact: true }).click();
  await who.page.getByRole('button', { name: 'Leave it' }).click();
  await who.page.getByText(/^Move 0 of/).waitFor();
  gate.open();
  const [file] = await Promise.all([who.page.waitForEvent('download'), who.page.getByRole('button', { name: 'Save the record' }).click()]);
  await visit(who.page, '/');
  await who.page.getByLabel('Open a record').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: readFileSync(await file.path()) });
  await who.page.getByText(/^Move 0 of/).waitFor();
  await who.page.getByRole('button', { name: 'Review', exact: true }).click();
  await who.page.getByRole('heading', { name: /^You (won|lost)/ }).waitFor();
  await who.context.close();
  equal(who.noise.join('\n'), '', 'the console');
});

await run(async () => {
  await browser.close();
  await server.stop();
});
