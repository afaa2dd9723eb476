// Passkeys through the page, with Chromium's virtual authenticator: adding, signing in elsewhere with the
// guest's games, names, removal, an authenticator that does not verify, a page that has no name.
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const named = { url: server.url.replace('127.0.0.1', 'localhost') };
const browser = await launch();

const quiet = (people) => equal(people.flatMap((who) => who.noise).filter((line) => !/40[349]/.test(line)).join('\n'), '', 'the consoles');

// A device with a finger or face that it knows; `verifies` false: somebody else's.
async function authenticator(who, { verifies = true } = {}) {
  const line = await who.context.newCDPSession(who.page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: verifies, automaticPresenceSimulation: true },
  });
  return {
    credentials: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential) => line.send('WebAuthn.addCredential', { authenticatorId, credential }),
    verify: (isUserVerified) => line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function account(login, options) {
  const who = await person(browser, named, options);
  await api(who, 'test-step', { ms: 60_000 }); // tries at passwords of the tests before no longer count
  await api(who, 'signup', { login, password: 'one candle' });
  await visit(who.page, '/settings');
  return who;
}

async function add(page, words, name) {
  await page.locator('summary', { hasText: words.title }).click();
  if (name) await page.getByLabel(words.name).fill(name);
  await page.locator('#passkey-proof').fill('one candle');
  await page.getByRole('button', { name: words.add }).click();
}

const EN = { title: 'Passkeys', name: 'Name of the passkey', add: 'Add a passkey' };
const FR = { title: 'Clés d’accès', name: 'Nom de la clé d’accès', add: 'Ajouter une clé d’accès' };
const listed = async (who) => (await api(who, 'passkeys')).passkeys.map((one) => one.name).join();

test('a passkey is added, signs in elsewhere with the games of the guest, gets another name and is removed', async () => {
  const phone = await account('ada', { name: 'Ada', size: PHONE, lang: 'fr' });
  const keys = await authenticator(phone);
  await add(phone.page, FR, 'Mon téléphone');
  await phone.page.getByText('Ajoutée.').waitFor();
  await phone.page.getByText('Mon téléphone').waitFor();
  await check(phone.page, 'a passkey was added');
  equal(await listed(phone), 'Mon téléphone', 'what the server knows');
  const [credential] = await keys.credentials();
  ok(credential.isResidentCredential && credential.rpId === 'localhost' && credential.userHandle, 'the credential is found without a login');
  // The same device once more.
  await phone.page.locator('#passkey-proof').fill('one candle');
  await phone.page.getByRole('button', { name: FR.add }).click();
  await phone.page.getByText('Cet appareil a déjà une clé d’accès de ton compte.').waitFor();

  const laptop = await person(browser, named, { name: 'Guest Ada' });
  const { table } = await api(laptop, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  const copy = await authenticator(laptop);
  await copy.add(credential);
  await visit(laptop.page, '/settings');
  await check(laptop.page, 'signing in');
  await laptop.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await laptop.page.getByText('You are signed in as ada. 1 table you had as a guest came along.').waitFor();
  await visit(laptop.page, `/t/${table.table}`);
  await laptop.page.locator('.plate.own').waitFor();

  await visit(laptop.page, '/settings');
  await laptop.page.locator('summary', { hasText: EN.title }).click();
  await laptop.page.getByText('last used', { exact: false }).waitFor();
  await laptop.page.getByRole('button', { name: 'Rename' }).click();
  const line = laptop.page.locator('li').getByLabel(EN.name);
  await line.fill('Synced passkey');
  await line.press('Enter');
  await laptop.page.getByText('Synced passkey').waitFor();
  await check(laptop.page, 'a passkey has another name');
  laptop.page.once('dialog', (dialog) => void dialog.accept());
  await laptop.page.getByRole('button', { name: 'Remove' }).click();
  await laptop.page.getByText('You have none yet.').waitFor();
  equal(await listed(laptop), '', 'what the server knows');

  // It opens nothing any more, which is said; the password does.
  await laptop.page.getByRole('button', { name: 'Sign out' }).click();
  await laptop.page.waitForURL((url) => url.pathname === '/');
  await visit(laptop.page, '/settings');
  await laptop.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await laptop.page.getByText('This passkey opens no account here', { exact: false }).waitFor();
  quiet([phone, laptop]);
  await phone.context.close();
  await laptop.context.close();
});

test('a device that does not verify who touches it adds nothing and signs nobody in', async () => {
  const who = await account('bea', { name: 'Bea' });
  const keys = await authenticator(who, { verifies: false });
  await add(who.page, EN);
  await who.page.getByText('Stopped, or it took too long. Nothing has changed.').waitFor();
  equal(await listed(who), '', 'nothing is stored');
  await keys.verify(true);
  await who.page.locator('#passkey-proof').fill('one candle');
  await who.page.getByRole('button', { name: EN.add }).click();
  await who.page.getByText('Added.').waitFor();
  await who.page.getByRole('button', { name: 'Sign out' }).click();
  await who.page.waitForURL((url) => url.pathname === '/');
  await visit(who.page, '/settings');
  await keys.verify(false);
  await who.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await who.page.getByText('Stopped, or it took too long. Nothing has changed.').waitFor();
  await keys.verify(true);
  await who.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await who.page.getByText('You are signed in as bea.').waitFor();
  quiet([who]);
  await who.context.close();
});

test('a new password ends passkeys, as the list says at once', async () => {
  const who = await account('cora', { name: 'Cora' });
  await authenticator(who);
  await add(who.page, EN);
  await who.page.getByText('Added.').waitFor();
  await who.page.locator('summary', { hasText: 'Change the password' }).click();
  await who.page.getByLabel('Present password').fill('one candle');
  await who.page.getByLabel('New password, 8 characters or more').fill('two candles');
  await who.page.getByRole('button', { name: 'Change the password' }).click();
  await who.page.getByText('You have none yet.').waitFor();
  quiet([who]);
  await who.context.close();
});

test('a page that was opened by an address says so instead of offering passkeys', async () => {
  const who = await person(browser, server, { name: 'Dora', size: PHONE, lang: 'fr' });
  await visit(who.page, '/settings');
  await who.page.getByRole('button', { name: 'Se connecter', exact: true }).waitFor();
  equal(await who.page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).count(), 0, 'no offer to sign in');
  await api(who, 'signup', { login: 'dora', password: 'one candle' });
  await visit(who.page, '/settings');
  await who.page.locator('summary', { hasText: FR.title }).click();
  await who.page.getByText('Pas de clés d’accès ici', { exact: false }).waitFor();
  equal(await who.page.getByRole('button', { name: FR.add }).count(), 0, 'no offer to add');
  await check(who.page, 'no passkeys');
  quiet([who]);
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
