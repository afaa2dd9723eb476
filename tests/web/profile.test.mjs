// The page of a person's games: counted, shown behind a link by choice, and hidden again; in both languages
// and themes, wide and on a phone.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, playUntil, visit } from './play.mjs';
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

// What the games of one kind are counted by, under a heading.
const rowsOf = (page, game, heading) => page.locator(`#${game}`).getByRole('heading', { name: heading, exact: true }).locator('xpath=following-sibling::ol').locator('.name').allInnerTexts();

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
  equal((await rowsOf(ada.page, 'manor', 'Players')).sort().join(), '2 players,3 players', 'numbers of players');
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

// Two people play the first action that is offered, by asking the server alone.
async function both(people, table) {
  for (let number = 0; ; number++) {
    for (const [at, who] of people.entries()) {
      const { update } = await api(who, 'open', { table, seat: at + 1 });
      if (update.result) return;
      if (update.ask) await api(who, 'move', { table, seat: at + 1, move: `m${number}`, decision: update.ask.decision, action: update.ask.actions[0] }).catch(() => undefined);
    }
  }
}

// The figures of a game once its review is counted. The steps of the server's clock are so long that the
// profile is asked for less often than may be done in a minute.
async function reviewed(who, table) {
  for (;;) {
    await api(who, 'test-step', { ms: 3000 });
    if (!('review' in (await api(who, 'review', { table, seat: 1 })))) continue;
    const { profile } = await api(who, 'profile');
    const { review } = profile.of.find((one) => one.game === 'manor');
    if (review) return review;
  }
}

test('favourite characters, opponents and figures of reviews are shown', async () => {
  const cleo = await person(browser, server, { name: 'Cleo' });
  const dan = await person(browser, server, { name: 'Dan' });
  const { page } = cleo;
  const { table } = await api(cleo, 'create', { settings: { game: 'manor', seats: 2 } });
  await api(dan, 'sit', { table: table.table, seat: 2 });
  await api(cleo, 'start', { table: table.table });
  await both([cleo, dan], table.table);
  const { table: hunters } = await api(cleo, 'create', { settings: { game: 'shadow-hunters', seats: 4 }, plan: ['me', 'random', 'random', 'random'], start: true });
  await playUntil(cleo, hunters.table, () => false);
  const { games, result, adjusted, own } = await reviewed(cleo, table.table);
  equal(games, 1, 'reviewed games');
  await visit(page, '/profile');
  const characters = page.locator('#shadow-hunters').getByRole('heading', { name: 'Characters' }).locator('xpath=following-sibling::ol');
  // With its name in the reader's language, which comes a moment later than the figures.
  await characters.locator('.name', { hasText: /[A-Z]/ }).first().waitFor();
  const name = await characters.locator('.name').first().innerText();
  ok(/[A-Z]/.test(name) && (await page.locator('.cards a[href="#shadow-hunters"]').innerText()).includes(`mostly ${name}`), `the favourite character is not ${name}`);
  ok(/^(Hunters?|Shadows?|Neutrals?)$/.test((await rowsOf(page, 'shadow-hunters', 'Sides')).join()), 'the side');
  await page.locator('section', { has: page.getByRole('heading', { name: 'Played with' }) }).getByText('Dan').waitFor();
  await page.locator('#manor').getByRole('heading', { name: 'With', exact: true }).locator('xpath=following-sibling::ol').getByText('Dan').waitFor();
  const signed = `${own < 0 ? '−' : '+'}${Math.abs(Math.round(100 * own))}`;
  await page.getByText(`In 1 reviewed game: ${Math.round(100 * result)} % won, ${Math.round(100 * adjusted)} % when luck is taken away. Your own choices changed your chance by ${signed} points a game.`).waitFor();
  await check(page, 'a profile with characters and a review');
  ok(cleo.noise.length === 0, cleo.noise.join('\n'));
  await cleo.context.close();
  await dan.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
