// The page of a person's games: counted, shown behind a link by choice, and hidden again; in both languages
// and themes, wide and on a phone.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

// A whole game against a bot, played by asking the server alone: its first action, again and again.
async function whole(who, game, seats) {
  const plan = ['me', ...Array(seats - 1).fill('random')];
  const { table } = await api(who, 'create', { settings: { game, seats }, plan, start: true });
  for (let number = 0; ; number++) {
    const { update } = await api(who, 'open', { table: table.table, seat: 1 });
    if (update.result) return update.result;
    if (update.ask) await api(who, 'move', { table: table.table, seat: 1, move: `m${number}`, decision: update.ask.decision, action: update.ask.actions[0] }).catch(() => undefined);
  }
}

test('a profile fills with games, is shown by a link without names and calendar, and hidden again', async () => {
  const ada = await person(browser, server, { name: 'Ada' });
  await ada.page.clock.setFixedTime(1e12 + 3_600_000); // the evening of the server's clock, which stands
  await visit(ada.page, '/profile');
  await ada.page.getByText('The street is still dark', { exact: false }).waitFor();
  const results = [await whole(ada, 'manor', 2), await whole(ada, 'manor', 3)];
  const won = results.filter((result) => result.winners.includes(1)).length;
  await visit(ada.page, '/profile');
  await ada.page.getByText('2 games played to the end on this server. Only you see this page.').waitFor();
  await ada.page.getByText(`${won} of 2; likely between`, { exact: false }).first().waitFor();
  await ada.page.getByText('1 evening at the table in a year').waitFor();
  await ada.page.getByText('With an account you can show your games', { exact: false }).waitFor();
  await check(ada.page, 'a profile');
  await api(ada, 'signup', { login: 'ada', password: 'une bougie' });
  await ada.page.reload();
  await ada.page.getByRole('button', { name: 'Show it behind a link' }).click();
  const link = await ada.page.locator('section a[href^="/profile/"]').getAttribute('href');

  const bea = await person(browser, server, { name: 'Bea', size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await visit(bea.page, link);
  await bea.page.getByRole('heading', { name: 'Ada' }).waitFor();
  equal(await bea.page.locator('figure').count(), 0, 'calendars in the profile of somebody else');
  await check(bea.page, 'a shown profile on a phone, in French, by day');
  await ada.page.getByRole('button', { name: 'Hide it again' }).click();
  await ada.page.getByRole('button', { name: 'Show it behind a link' }).waitFor();
  await bea.page.reload();
  await bea.page.getByText('Il n’y a pas de profil derrière ce lien').first().waitFor();
  ok(ada.noise.length === 0, ada.noise.join('\n'));
  await ada.context.close();
  await bea.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
