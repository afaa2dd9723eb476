// A rated table in the page: chosen in the form, marked in the list and at the table, begun when everybody is
// ready; the change of the rating in the end scene, and the rating with its curve in the profile. On a server
// without the hooks of tests, whose games do not count.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2], { hooks: false });
const browser = await launch();

// Both play the first action that is offered, by asking the server alone, until the game is over.
async function playOut(people, table) {
  for (let number = 0; ; number++) {
    for (const [at, who] of people.entries()) {
      const { update } = await api(who, 'open', { table, seat: at + 1 });
      if (update.result) return update.result;
      if (update.ask) await api(who, 'move', { table, seat: at + 1, move: `m${number}`, decision: update.ask.decision, action: update.ask.actions[0] }).catch(() => undefined);
    }
  }
}

// A rated game of the two without the page.
async function whole(people) {
  const { table } = await api(people[0], 'create', { settings: { game: 'manor', seats: 2, rated: true } });
  await api(people[1], 'sit', { table: table.table, seat: 2 });
  await api(people[1], 'ready', { table: table.table, on: true });
  await api(people[0], 'start', { table: table.table });
  return playOut(people, table.table);
}

test('a rated table is chosen, shown, agreed to and counted', async () => {
  const ada = await person(browser, server, { name: 'Ada' });
  const bea = await person(browser, server, { name: 'Bea', size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await visit(ada.page, '/new/manor');
  await ada.page.getByRole('group', { name: 'Number of seats' }).getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await ada.page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('empty');
  await ada.page.getByText('Clock, watchers, password').click();
  await ada.page.getByRole('checkbox', { name: 'A rated game' }).check();
  ok(await ada.page.getByRole('checkbox', { name: 'Players may ask for advice' }).isDisabled(), 'advice can be chosen in a rated game');
  await ada.page.getByRole('checkbox', { name: 'Show it among the open tables' }).check();
  await check(ada.page, 'the form of a rated table');
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  await ada.page.getByText('A rated game: the result will count for your rating', { exact: false }).waitFor();
  const table = new URL(ada.page.url()).pathname.split('/').pop();
  equal(await ada.page.getByRole('button', { name: 'Seat a bot' }).count(), 0, 'buttons for bots at a rated table');
  equal(await ada.page.getByText('Strength of the bots').count(), 0, 'choices of bots at a rated table');
  await ada.page.getByText('Every seat must be taken by a person', { exact: false }).waitFor();

  await visit(bea.page, '/');
  await bea.page.getByRole('link', { name: 'classée', exact: false }).waitFor();
  await visit(bea.page, `/t/${table}`);
  await bea.page.getByText('Partie classée : le résultat comptera pour ta cote', { exact: false }).waitFor();
  await check(bea.page, 'a rated table on a phone, in French, by day');
  await bea.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  const start = ada.page.getByRole('button', { name: 'Start the game' });
  await ada.page.getByText('Not ready yet', { exact: false }).waitFor();
  ok(await start.isDisabled(), 'a rated game can begin before everybody is ready');
  await bea.page.getByRole('button', { name: 'Je suis prêt' }).click();
  await start.click();
  await ada.page.locator('.table').first().waitFor();
  const result = await playOut([ada, bea], table);
  for (const [who, seat, words] of [[ada, 1, 'Your rating:'], [bea, 2, 'Ta cote :']]) {
    const { table: info } = await api(who, 'info', { table });
    const { before, after } = info.seats[seat - 1].rating;
    equal(before.points, 1500, 'points before the first game');
    await visit(who.page, `/t/${table}`);
    const line = who.page.locator('.rated');
    await line.waitFor({ state: 'attached' });
    const text = (await line.innerText()).replace(/\s+/g, ' ');
    ok(text.includes(words) && text.includes(`${before.points} ± ${before.margin} → ${after.points} ± ${after.margin}`), `the end says: ${text}`);
    ok(result.winners.includes(seat) === after.points > 1500, 'who won has gained');
  }
  await ada.context.close();
  await bea.context.close();
});

test('the profile has the rating, its uncertainty and its way as a curve and as a table', async () => {
  const ada = await person(browser, server, { name: 'Ada' });
  const bea = await person(browser, server, { name: 'Bea', size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  for (let game = 0; game < 3; game++) await whole([ada, bea]);
  for (const [who, summary] of [[ada, 'Game by game'], [bea, 'Partie par partie']]) {
    const { profile } = await api(who, 'profile');
    const { rating } = profile.of[0];
    equal(rating.games, 3, 'rated games');
    await visit(who.page, '/profile');
    const box = who.page.locator('.rating');
    await box.getByText(`± ${rating.margin}`).first().waitFor();
    equal(await box.locator('b').innerText(), String(rating.points), 'points in the profile');
    await box.getByRole('img').waitFor();
    await box.getByText(summary).click();
    equal(await box.locator('tbody tr').count(), 3, 'rows of the table');
    await check(who.page, 'a profile with a rating');
  }
  ok(ada.noise.length === 0, ada.noise.join('\n'));
  await ada.context.close();
  await bea.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
