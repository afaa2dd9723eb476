// A game that the page has never heard of: the example, from a program that serves it besides the others. It
// has no board of its own here, so it is played on the plain one.
import { dirname, join } from 'node:path';
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { fits, next, OVER, playOut, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(join(dirname(process.argv[2]), 'tests', 'lanterne-example'));
const browser = await launch();
const met = ['lamplighters'];

for (const { size, lang, title } of [{ size: WIDE, lang: 'en', title: 'Lamplighters' }, { size: PHONE, lang: 'fr', title: 'Allumeurs' }]) {
  test(`a whole game from home by its buttons (${size.width} px, ${lang})`, async () => {
    const who = await person(browser, server, { size, lang, name: 'Zoe', settings: { met } });
    await visit(who.page, '/');
    await who.page.locator('li.stage', { hasText: title }).getByRole('button').first().click();
    await who.page.waitForURL(/\/t\//);
    await next(who.page);
    await fits(who.page, 'the plain board');
    await playOut(who.page);
    ok((await who.page.locator(`${OVER} h3`).innerText()).length > 0, 'the end says who won');
    equal(who.noise.join('\n'), '', 'the console');
    await who.context.close();
  });
}

test('the plain board names the fields of the view', async () => {
  const who = await person(browser, server, { settings: { met } });
  const { table } = await api(who, 'create', { settings: { game: 'lamplighters', seats: 2 }, plan: ['me', 'random'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await next(who.page);
  const board = who.page.locator('section.card', { hasText: 'not yet seen' });
  await board.getByText('lanterns in hand').first().waitFor();
  await board.getByText('laying lanterns').waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('the rules are shown with their clauses', async () => {
  const who = await person(browser, server, { lang: 'fr', settings: { met } });
  await visit(who.page, '/learn/lamplighters#EX-T2');
  await who.page.locator('#EX-T2').getByText('voilée').first().waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
