// One evening of four people with a browser each, none of whom has been here before: a table is made, friends
// are invited, names are given and changed, settings and order too; they play, leave, come back, vote, play
// again and look at the game afterwards. LAN_SHOTS=FOLDER keeps a picture of every step.
import { mkdirSync } from 'node:fs';
import { launch, PHONE, Server, api, person, WIDE } from './stage.mjs';
import { check, next, playOut, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

let shots = 0;
async function shot(who, what) {
  const folder = process.env.LAN_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await who.page.screenshot({ path: `${folder}/${String(++shots).padStart(2, '0')}-${what}.png`, fullPage: true });
}

const button = (who, name) => who.page.getByRole('button', { name, exact: typeof name === 'string' });
const seats = (who) => who.page.locator('section[aria-labelledby="seats"] li');
const quiet = (people) => equal(people.flatMap((who) => who.noise).join('\n'), '', 'the consoles');

// Gives the name that the table asks for.
async function sayName(who, label, name, save = 'Save') {
  await who.page.getByLabel(label).fill(name);
  await button(who, save).click();
}

// Zoe makes a table for friends. She is a guest, and is asked for her name at once.
async function tableMade({ zoe, bruno, clara, dan }) {
  await visit(zoe.page, '/');
  await zoe.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'With friends' }).click();
  const sheet = zoe.page.getByRole('dialog');
  await sheet.getByText('3', { exact: true }).click();
  await shot(zoe, 'set-up');
  await sheet.getByRole('button', { name: 'Make the table' }).click();
  await zoe.page.getByLabel('What are you called?').waitFor();
  await shot(zoe, 'name-asked');
  await sayName(zoe, 'What are you called?', 'Zoe');
  await seats(zoe).getByText('Zoe').waitFor();
  const link = await zoe.page.getByLabel('Link', { exact: true }).inputValue();
  const id = link.split('/').at(-1);

  // Three friends follow the link, on a phone, a tablet and a wide screen; there are seats for two of them.
  await Promise.all([bruno, clara, dan].map((who) => visit(who.page, new URL(link).pathname)));
  await bruno.page.getByRole('button', { name: 'S’asseoir ici' }).first().click();
  await shot(bruno, 'sits-down-on-a-phone');
  await sayName(bruno, 'Comment t’appelles-tu ?', 'Bruno', 'Enregistrer');
  await seats(zoe).getByText('Bruno').waitFor();
  await seats(clara).getByText('Bruno').waitFor(); // her first free seat is another one
  await clara.page.getByRole('button', { name: 'Sit here' }).first().click();
  await sayName(clara, 'What are you called?', 'Bruno');
  await clara.page.getByText('Somebody at this table has the same name').waitFor();
  await shot(clara, 'name-taken');
  await clara.page.locator('.slip .close').click();
  await sayName(clara, 'What are you called?', 'Clara');
  await seats(zoe).getByText('Clara').waitFor();
  return id;
}

// The host makes room for the fourth and changes the rules: everybody sees it in words.
async function tableSeated({ zoe, bruno, clara, dan }) {
  await button(zoe, 'Change the settings').click();
  await zoe.page.getByLabel('Number of seats').selectOption('4');
  await zoe.page.getByLabel('Manors dealt to each player').fill('3');
  await shot(zoe, 'settings');
  await check(zoe.page, 'the settings of a table');
  await button(zoe, 'Play it like this').click();
  await dan.page.getByText('Ce qui change par rapport à la règle', { exact: false }).waitFor();
  await shot(dan, 'what-differs');
  await dan.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  await sayName(dan, 'Comment t’appelles-tu ?', 'Dan', 'Enregistrer');
  await seats(zoe).getByText('Dan').waitFor();

  // Dan moves up in the order, Bruno takes another name, everybody is ready.
  await zoe.page.getByRole('button', { name: 'Move Dan one seat up' }).click();
  await seats(bruno).nth(2).getByText('Dan').waitFor();
  await bruno.page.getByRole('button', { name: 'Changer le nom' }).click();
  await sayName(bruno, 'Comment t’appelles-tu ?', 'Brunaud', 'Enregistrer');
  await seats(clara).getByText('Brunaud').waitFor();
  await zoe.page.getByText('Not ready yet', { exact: false }).waitFor();
  await button(bruno, 'Je suis prêt').click();
  await button(clara, 'I am ready').click();
  await button(dan, 'Je suis prêt').click();
  await zoe.page.getByText('Everybody is here. Start when you like.').waitFor();
  await shot(zoe, 'all-ready');
  await check(zoe.page, 'the lobby of a host');
  await check(bruno.page, 'the lobby on a phone');
}

// The host goes; after a minute somebody else may take over, and hands it back.
async function gamePlayed({ zoe, bruno, clara, dan }, id) {
  await visit(zoe.page, '/');
  await clara.page.getByText('All seats are taken; Zoe is away.').waitFor();
  equal(await clara.page.getByRole('button', { name: 'Take over as host' }).count(), 0, 'a page that is loaded again loses nothing');
  equal(await clara.page.getByText('Everybody is here', { exact: false }).count(), 0, 'who is away is not here');
  await api(clara, 'test-step', { ms: 60_000 });
  await clara.page.getByRole('button', { name: 'Take over as host' }).click();
  await seats(clara).filter({ hasText: 'Clara' }).getByText('host').waitFor();
  await shot(clara, 'took-over');
  await visit(zoe.page, `/t/${id}`);
  await seats(clara).filter({ hasText: 'Zoe' }).getByRole('button', { name: 'Make host' }).click();
  await button(zoe, 'Start the game').click();
  await next(zoe.page);

  // Play a little; a vote to end is refused, and ends.
  await step(zoe.page, () => 0);
  await button(zoe, 'Menu').click();
  await zoe.page.getByRole('button', { name: 'Propose to end without a result' }).click();
  await bruno.page.getByRole('button', { name: 'Non', exact: true }).click();
  await zoe.page.getByText('Brunaud says no; the game goes on.').waitFor();
  await shot(zoe, 'vote-refused');
  equal((await api(zoe, 'info', { table: id })).table.vote, undefined, 'the vote');
  // It lies over the stage until it is put away, or something happens.
  for (const who of [zoe, bruno, clara, dan]) await who.page.locator('main').getByRole('button', { name: /^(Close|Fermer)$/ }).click();

  // Clara closes her page and comes back; the game waits for her.
  await visit(clara.page, '/');
  await visit(clara.page, `/t/${id}`);
  await clara.page.locator('.plate.own').waitFor();

  // She takes another name at the table; the others see it at once.
  await button(clara, 'Menu').click();
  await button(clara, 'Change the name').click();
  await sayName(clara, 'What are you called?', 'Claire');
  await bruno.page.locator('.plate').getByText('Claire').waitFor();
  await shot(clara, 'the-menu');
  await clara.page.keyboard.press('Escape');
}

// They play to the end, each at their own screen; then they want to play again.
async function gameEnded({ zoe, bruno, clara, dan }, id) {
  await Promise.all([zoe, bruno, clara, dan].map((who, at) => playOut(who.page, { seed: 3 + at })));
  equal((await api(zoe, 'info', { table: id })).table.state, 'over', 'the game');
  for (const who of [zoe, bruno, clara, dan]) await shot(who, 'the-end');
  await visit(dan.page, '/');
  await zoe.page.getByText('Away just now: Dan.', { exact: false }).waitFor();
  await shot(zoe, 'rematch-knows-who-is-away');
  await button(zoe, 'Play again').click();
  await zoe.page.getByText('All seats are taken', { exact: false }).waitFor();
  await bruno.page.getByRole('link', { name: 'Aller à la partie suivante' }).click();
  await seats(bruno).getByText('Brunaud').waitFor();
  await shot(bruno, 'rematch-on-a-phone');

  // And the game once more, from the beginning to the end.
  await clara.page.getByRole('link', { name: 'See the game again' }).click();
  await clara.page.getByText(/^Move 0 of/).waitFor();
  equal(new URL(clara.page.url()).pathname, `/r/${id}`, 'the replay');
  await shot(clara, 'replay');
  await check(clara.page, 'the replay');
  await clara.page.getByRole('button', { name: 'To the end' }).click();
  await clara.page.getByText(/^Move (\d+) of \1$/).waitFor();
  await shot(clara, 'replay-at-its-end');
}

test('four people: create, invite, names, order, settings, ready, play, leave, come back, vote, again, replay', async () => {
  const zoe = await person(browser, server, { size: WIDE });
  const bruno = await person(browser, server, { size: PHONE, lang: 'fr' });
  const clara = await person(browser, server, { size: { width: 820, height: 1180 } });
  const dan = await person(browser, server, { size: WIDE, lang: 'fr' });
  const people = { zoe, bruno, clara, dan };
  const id = await tableMade(people);
  await tableSeated(people);
  await gamePlayed(people, id);
  await gameEnded(people, id);
  quiet(Object.values(people));
  for (const who of Object.values(people)) await who.context.close();
});

test('watchers: told that they see it later, heard in their own room, and muted by the host', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const eve = await person(browser, server, { name: 'Eve', lang: 'fr', size: PHONE });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2, watching: 'late' }, plan: ['me', 'random'], start: true });
  await visit(eve.page, `/t/${table.table}`);
  await eve.page.getByText('ici, tu vois la partie un peu après qu’elle est jouée', { exact: false }).waitFor();
  await shot(eve, 'a-late-watcher');
  await check(eve.page, 'a late watcher');
  await visit(zoe.page, `/t/${table.table}`);
  await next(zoe.page);
  await button(zoe, 'Menu').click();
  await zoe.page.getByRole('heading', { name: 'Watching' }).waitFor();
  await shot(zoe, 'the-host-sees-who-watches');
  await button(zoe, 'Mute').click();
  await button(zoe, 'Unmute').waitFor();
  await eve.page.getByRole('button', { name: 'Discussion' }).click();
  await eve.page.getByLabel('Dis quelque chose').fill('Bonsoir');
  await eve.page.getByRole('button', { name: 'Envoyer' }).click();
  await eve.page.locator('.slip .why').waitFor();
  await shot(eve, 'muted');
  equal(zoe.noise.join('\n'), '', 'the console');
  await zoe.context.close();
  await eve.context.close();
});

test('open tables say which game, which rules and which clock', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const eve = await person(browser, server, { name: 'Eve', lang: 'fr' });
  await api(zoe, 'create', { settings: { game: 'treasure-hunters', seats: 3, name: 'Friday', options: { mode: 'advanced', locked_doors: 'no' }, clock: { move: 172_800 }, listed: true } });
  await visit(eve.page, '/');
  const row = eve.page.locator('section[aria-labelledby="public"] li', { hasText: 'Friday' });
  const said = (await row.innerText()).replace(/\s/gu, ' ');
  for (const word of ['Chasseurs de trésors', '2 jours', 'Zoe', '2 places libres', 'le jeu avancé', 'Portes closes : non']) ok(said.toLowerCase().includes(word.toLowerCase()), `${word} in: ${said}`);
  await shot(eve, 'open-tables');
  await check(eve.page, 'open tables');
  quiet([eve]);
  await zoe.context.close();
  await eve.context.close();
});

test('the host removes somebody: it is asked first, told, and can be taken back', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const eve = await person(browser, server, { name: 'Eve', lang: 'fr', size: PHONE });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2 } });
  await visit(zoe.page, `/t/${table.table}`);
  await visit(eve.page, `/t/${table.table}`);
  await eve.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  await button(zoe, 'Remove…').click();
  await zoe.page.getByText('Eve cannot come back unless you allow it', { exact: false }).waitFor();
  await shot(zoe, 'remove-asks');
  await zoe.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await eve.page.getByText('L’hôte t’a retiré de cette table.').waitFor();
  await shot(eve, 'removed');
  await zoe.page.getByText('Removed: Eve').waitFor();
  await button(zoe, 'Let in again').click();
  await zoe.page.getByText('Removed: Eve').waitFor({ state: 'detached' });
  await visit(eve.page, `/t/${table.table}`);
  await eve.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  await seats(zoe).getByText('Eve').waitFor();
  quiet([zoe]);
  await zoe.context.close();
  await eve.context.close();
});

test('a seat given away at a locked table ends in a screen that says so', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const bruno = await person(browser, server, { name: 'Bruno' });
  const clara = await person(browser, server, { name: 'Clara' });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2 }, password: 'moth' });
  await api(bruno, 'sit', { table: table.table, seat: 2, password: 'moth' });
  await api(zoe, 'start', { table: table.table });
  await visit(bruno.page, `/t/${table.table}`);
  await bruno.page.locator('.plate.own').waitFor();
  const { secret } = await api(bruno, 'offer', { table: table.table, seat: 2 });
  await visit(clara.page, `/t/${table.table}?claim=${secret}`);
  await clara.page.locator('.plate.own').waitFor();
  await bruno.page.getByRole('heading', { name: 'Your seat is in other hands now' }).waitFor();
  await shot(bruno, 'gave-away');
  await check(bruno.page, 'the seat was given away');
  quiet([bruno, clara]);
  for (const who of [zoe, bruno, clara]) await who.context.close();
});

test('the options show what will be played, and any value can be chosen (finding page.md 1)', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const { page } = zoe;
  await visit(page, '/new/treasure-hunters');
  const doors = page.getByLabel('Play with the Locked doors cards.');
  await page.locator('summary', { hasText: 'The rules in detail' }).click();
  equal(await doors.inputValue(), 'no', 'classic');
  await page.getByLabel('Classic, or advanced').selectOption('advanced');
  equal(await doors.inputValue(), 'yes', 'what advanced implies');
  await doors.selectOption('no');
  await shot(zoe, 'options');
  await check(page, 'the options');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Other than in the rulebook:').waitFor();
  const { settings } = (await api(zoe, 'info', { table: page.url().split('/').at(-1) })).table;
  equal(JSON.stringify(settings.options), '{"mode":"advanced","locked_doors":"no"}', 'what is played');
  ok(await page.getByText('Play with the Locked doors cards', { exact: false }).count(), 'it is said in words');
  // The English rulebook of Shadow Hunters shows its own values everywhere.
  await visit(page, '/new/shadow-hunters');
  await page.getByLabel('Which rulebook').selectOption({ index: 1 });
  await page.locator('summary', { hasText: 'The rules in detail' }).click();
  equal(await page.getByLabel('How far an attack reaches.').inputValue(), 'neighbours', 'the range of attacks');
  equal(await page.locator('small strong:visible').count(), 0, 'nothing differs from that rulebook');
  quiet([zoe]);
  await zoe.context.close();
});

test('one device for two: each seat has a name of its own', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  await visit(zoe.page, '/new/manor');
  await zoe.page.getByRole('group', { name: 'Number of seats' }).getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await zoe.page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('me');
  await zoe.page.getByLabel('Name at seat 2').fill('Grandpa');
  await button(zoe, 'Open the table').click();
  await seats(zoe).getByText('Grandpa').waitFor();
  await button(zoe, 'Start the game').click();
  await zoe.page.getByRole('button', { name: /^I am (Zoe|Grandpa), seat/ }).first().waitFor();
  quiet([zoe]);
  await zoe.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
