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

await run(async () => {
  await browser.close();
  await server.stop();
  await sink.stop();
});
