// Notices with the page closed: the settings of the page, through the real server to a push service of our
// own. Headless Chromium has no push service: `subscribe` gives the address of ours.
import { Sink } from './sink.mjs';
import { launch, PHONE, Server, api, installed, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const sink = await Sink.start();
const server = await Server.start(process.argv[2], { args: [`--push-sink=${sink.port}`, `--ca=${sink.ca}`] });
const browser = await launch();

// A person whose browser subscribes at our push service.
async function subscriber(options) {
  const who = await person(browser, server, { installs: true, ...options });
  await who.context.grantPermissions(['notifications']);
  await who.context.addInitScript(({ endpoint, p256dh, auth }) => {
    // This browser has no notices, and says so here whatever was granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const bytes = (list) => new Uint8Array(list).buffer;
    const decoded = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const made = (key) => ({ endpoint, options: { applicationServerKey: decoded(key) }, getKey: (name) => bytes(name === 'auth' ? auth : p256dh), unsubscribe: async () => localStorage.removeItem('subscribed') ?? true });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? made(localStorage.getItem('subscribed')) : null);
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError('the key');
      localStorage.setItem('subscribed', applicationServerKey);
      return made(applicationServerKey);
    };
  }, sink.subscription);
  return who;
}

const devices = async (who) => (await api(who, 'push-devices')).devices;

test('the settings switch notices on for this device, by kind and with quiet hours, and try them out', async () => {
  const zoe = await subscriber({ name: 'Zoe', size: PHONE, lang: 'fr' });
  const { page } = zoe;
  await visit(page, '/settings');
  await installed(page);
  await page.getByText('il voit que quelque chose a été envoyé, jamais quoi', { exact: false }).waitFor();
  await page.getByLabel('Notifications sur cet appareil').click();
  await page.getByLabel('C’est à toi dans une partie lente').waitFor();
  await check(page, 'notices are on');
  equal((await devices(zoe)).map(({ lang, kinds }) => `${lang} ${kinds}`).join(), 'fr turn,invite,wait', 'what the server knows');
  await page.getByRole('button', { name: 'Envoyer un essai' }).click();
  equal(JSON.parse(await sink.message()).body, 'Les notifications arrivent bien sur cet appareil.', 'the try-out');
  await page.getByText('Un essai est en route').waitFor();
  await page.getByLabel('Quelqu’un ouvre une autre partie avec toi').click();
  await page.getByLabel('Heures de silence').click();
  await page.getByLabel('de', { exact: true }).fill('21:30');
  await page.getByLabel('de', { exact: true }).blur();
  const wanted = JSON.stringify({ kinds: ['turn', 'wait'], quiet: { from: 21 * 60 + 30, to: 480 } });
  await page.waitForFunction((text) => JSON.stringify(JSON.parse(localStorage.getItem('lanterne-settings')).push) === text, wanted);
  await check(page, 'notices with quiet hours');
  const [device] = await devices(zoe);
  equal(JSON.stringify({ kinds: device.kinds, quiet: device.quiet }), wanted, 'what the server knows');
  ok(device.shifts.length >= 1 && device.this, 'the time zone');
  await page.getByLabel('Heures de silence').click();
  await page.waitForFunction(() => !JSON.parse(localStorage.getItem('lanterne-settings')).push.quiet);
});

// Asks until the server knows this device; `this` is that of the session which asks.
async function known(who) {
  for (;;) {
    const list = await devices(who);
    if (list.some((device) => device.this)) return list;
  }
}

// With an account the session is another, and the server forgets with a session what its device wants to be
// told: the page says it again.
test('after signing up and after signing in the device is told as before', async () => {
  const ada = await subscriber({ name: 'Ada' });
  const { page } = ada;
  await visit(page, '/settings');
  await installed(page);
  await page.getByLabel('Notices on this device').click();
  await page.getByLabel('It is your turn in a slow game').waitFor();
  await page.getByLabel('Login').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByText('Make an account').first().click();
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('Your account ada is ready', { exact: false }).waitFor();
  equal((await known(ada)).length, 1, 'devices of the new account');

  // Signed out and in again: the page begins anew, with the settings of the device.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/');
  await visit(page, '/settings');
  await page.getByLabel('Login').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/');
  equal((await known(ada)).length, 1, 'devices after signing in');
});

// Several people at one device: what one of them has chosen is not done to the next.
test('a device that others sign in on tells them nothing until they choose it, and nobody after a deletion', async () => {
  const cleo = await subscriber({ name: 'Cleo' });
  const { page } = cleo;
  const settings = async () => {
    await visit(page, '/settings');
    await installed(page);
    await page.getByLabel('Notices on this device').and(page.locator(':enabled')).waitFor();
  };
  const signIn = async (login) => {
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/');
  };
  const other = await person(browser, server, { name: 'Dan' });
  await api(other, 'signup', { login: 'dan', password: 'correct horse' });
  await api(cleo, 'signup', { login: 'cleo', password: 'correct horse' });
  await settings();
  await page.getByLabel('Notices on this device').click();
  await page.getByLabel('It is your turn in a slow game').waitFor();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('lanterne-settings')).push?.of === 'cleo');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/');
  // A guest and somebody else: notices are off, and the server has no device of theirs.
  for (const login of ['', 'dan']) {
    if (login) await signIn(login);
    await settings();
    ok(!(await page.getByLabel('Notices on this device').isChecked()), `notices of ${login || 'a guest'}`);
    equal((await devices(cleo)).length, 0, `devices of ${login || 'a guest'}`);
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/');
  await settings();
  await signIn('cleo');
  equal((await known(cleo)).length, 1, 'devices after signing in again');
  // Deleted: the next guest on this device is told nothing, and the browser has no subscription.
  await settings();
  ok(await page.getByLabel('Notices on this device').isChecked(), 'notices after signing in again');
  await page.getByText('What is stored about me').click();
  await page.locator('#forget-proof').fill('correct horse');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete', exact: false }).click();
  await page.waitForURL('**/');
  await settings();
  equal(await page.evaluate(() => `${JSON.parse(localStorage.getItem('lanterne-settings')).push} ${localStorage.getItem('subscribed')}`), 'undefined null', 'what the device keeps');
  equal((await devices(cleo)).length, 0, 'devices after the deletion');
  await cleo.context.close();
  await other.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
  await sink.stop();
});
