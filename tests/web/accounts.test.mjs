// Names and accounts through the page (findings page.md 4 and 9): what a guest has goes along to the
// account, on both devices, and a forgotten password is set anew by letter.
import { Mail } from './mail.mjs';
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const mail = await Mail.start();
const server = await Server.start(process.argv[2], { args: [`--smtp=127.0.0.1:${mail.port}`, '--base-url=https://games.example'] });
const browser = await launch();

const quiet = (people) => equal(people.flatMap((who) => who.noise).filter((line) => !/40[39]/.test(line)).join('\n'), '', 'the consoles');

async function tableOf(who, settings = {}) {
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2, ...settings }, plan: ['me', 'random'], start: true });
  return table.table;
}

// The game runs, and one of its seats is one's own.
async function playsAt(who, table) {
  await visit(who.page, `/t/${table}`);
  await who.page.locator('.plate.own').waitFor();
}

test('a guest makes an account and signs in elsewhere: games and seats come along, and it is said', async () => {
  const phone = await person(browser, server, { name: 'Ada', size: PHONE, lang: 'fr' });
  const first = await tableOf(phone);
  await visit(phone.page, '/settings');
  await phone.page.getByLabel('Identifiant').fill('ada');
  await phone.page.getByLabel('Mot de passe').fill('une bougie');
  await phone.page.locator('summary', { hasText: 'Créer un compte' }).click();
  await phone.page.getByRole('button', { name: 'Créer un compte' }).click();
  await phone.page.getByText('Ton compte ada est prêt. Tes tables et tes places y sont', { exact: false }).waitFor();
  await check(phone.page, 'an account was made');
  await playsAt(phone, first);

  // On the laptop she had begun a game as a guest.
  const laptop = await person(browser, server, { name: 'Guest Ada' });
  const second = await tableOf(laptop);
  await visit(laptop.page, '/settings');
  await laptop.page.getByLabel('Login', { exact: true }).fill('ada');
  await laptop.page.getByLabel('Password', { exact: true }).fill('une bougie');
  await laptop.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await laptop.page.getByText('You are signed in as ada. 1 table you had as a guest came along.').waitFor();
  for (const table of [first, second]) await laptop.page.locator(`a[href="/t/${table}"]`).first().waitFor();
  await check(laptop.page, 'home after signing in');
  for (const who of [phone, laptop]) for (const table of [first, second]) await playsAt(who, table);
  quiet([phone, laptop]);
  await phone.context.close();
  await laptop.context.close();
});

test('a forgotten password: a letter, its link, a new password, and signed out everywhere else', async () => {
  const ada = await person(browser, server, { name: 'Bea' });
  await visit(ada.page, '/settings');
  await ada.page.getByLabel('Login', { exact: true }).fill('bea');
  await ada.page.getByLabel('Password', { exact: true }).fill('one candle');
  await ada.page.locator('summary', { hasText: 'Make an account' }).click();
  await ada.page.getByLabel('E-mail address').fill('bea@example.org');
  await ada.page.getByRole('button', { name: 'Make an account' }).click();
  const [, code] = /\/settings#(\w{8})(?:\s|$)/.exec(await mail.letter());
  await ada.page.getByLabel('Code from the letter').fill(code);
  await ada.page.getByRole('button', { name: 'Confirm' }).click();
  await ada.page.getByText('This address is confirmed.').waitFor();

  const { page, ...other } = await person(browser, server, { size: PHONE, lang: 'fr' });
  const who = { page, ...other };
  await visit(page, '/settings');
  await page.locator('summary', { hasText: 'Mot de passe oublié' }).click();
  await page.locator('#reset-login').fill('bea');
  await page.getByRole('button', { name: 'M’envoyer une lettre' }).click();
  await page.getByText('Si ce compte existe, la lettre est en route.').waitFor();
  await check(page, 'a letter was asked for');
  const letter = await mail.letter();
  ok(letter.includes('bea@example.org'), 'to whom the letter goes');
  const [, link] = /https:\/\/games\.example(\/settings#reset-\w{20})/.exec(letter);
  await visit(page, '/');
  await visit(page, link);
  await page.locator('#reset-login').fill('bea');
  await page.getByLabel('Nouveau mot de passe').fill('deux bougies');
  await page.getByRole('button', { name: 'Enregistrer le nouveau mot de passe' }).click();
  await page.getByText('Ton nouveau mot de passe est enregistré', { exact: false }).waitFor();
  await page.getByText('Tu es connecté en tant que bea.', { exact: true }).waitFor();

  // The old password is worth nothing, and the old device is a guest again.
  await visit(ada.page, '/settings');
  await ada.page.getByText('You play as a guest', { exact: false }).waitFor();
  await ada.page.getByLabel('Login', { exact: true }).fill('bea');
  await ada.page.getByLabel('Password', { exact: true }).fill('one candle');
  await ada.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ada.page.locator('.slip').waitFor();
  quiet([ada, who]);
  await ada.context.close();
  await who.context.close();
});

test('a name is changed in the settings and seen at once at the tables that run', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const bruno = await person(browser, server, { name: 'Bruno' });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2 } });
  await api(bruno, 'sit', { table: table.table, seat: 2 });
  await api(zoe, 'start', { table: table.table });
  await visit(bruno.page, `/t/${table.table}`);
  await bruno.page.locator('.plate').getByText('Zoe').waitFor();
  await visit(zoe.page, '/settings');
  await zoe.page.getByLabel('Your name at the table').fill('Zelda');
  await zoe.page.locator('form', { hasText: 'Your name' }).getByRole('button', { name: 'Save' }).click();
  await bruno.page.locator('.plate').getByText('Zelda').waitFor();
  quiet([zoe, bruno]);
  await zoe.context.close();
  await bruno.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
  await mail.stop();
});
