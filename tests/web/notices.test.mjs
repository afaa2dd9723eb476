// The notices of the service worker, in the browser that people use: a message of the server, decrypted by a
// push service of our own, is handed to the worker as the browser's own push service would, and is shown; a
// click leads to its table. Browsers let a worker open or focus a window in answer to a person's click alone,
// which no test can make: the click is sent to the worker by script, and both calls are noted instead.
import { Sink } from './sink.mjs';
import { launch, Server, api, installed, person } from './stage.mjs';
import { visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const sink = await Sink.start();
const server = await Server.start(process.argv[2], { args: [`--push-sink=${sink.port}`, `--ca=${sink.ca}`] });
// The one without a window has no notifications.
const browser = await launch({ real: true });
const SLOW = { move: 3 * 24 * 3600 };

const coded = (bytes) => Buffer.from(bytes).toString('base64url');

// A person with the page installed, whose device is told everything at our push service.
async function subscriber(name, lang) {
  const who = await person(browser, server, { name, lang, installs: true });
  await who.context.grantPermissions(['notifications'], { origin: server.url });
  const cdp = await who.context.newCDPSession(who.page);
  const known = new Promise((found) => cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && found(registrations[0].registrationId)));
  await cdp.send('ServiceWorker.enable');
  await visit(who.page, '/settings');
  await installed(who.page);
  const { endpoint, p256dh, auth } = sink.subscription;
  await api(who, 'push-on', { endpoint, p256dh: coded(p256dh), auth: coded(auth), lang, kinds: ['turn', 'invite', 'wait'] });
  const registrationId = await known;
  who.deliver = (data) => cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  who.worker = who.context.serviceWorkers()[0] ?? (await who.context.waitForEvent('serviceworker'));
  // How many notices the worker has shown, each counted when the browser has taken it.
  await who.worker.evaluate(() => {
    const show = registration.showNotification.bind(registration);
    self.taken = 0;
    registration.showNotification = (...notice) => show(...notice).then(() => void self.taken++);
  });
  return who;
}

// What the browser shows of this page, once it is what is waited for: the bodies, in any order. The page is
// asked again and again, as no event tells it; Playwright's own waiting takes the promise of an answer for
// one.
const shows = (who, bodies) =>
  who.page.evaluate(async (wanted) => {
    const place = await navigator.serviceWorker.ready;
    for (;;) {
      const there = await place.getNotifications();
      if (JSON.stringify(there.map(({ body }) => body).sort()) === wanted) return there.map(({ title, body, data, tag }) => ({ title, body, data, tag }));
      await new Promise((go) => setTimeout(go, 50));
    }
  }, JSON.stringify([...bodies].sort()));

// Hands a message to the worker and waits until the browser has taken its notice. Nothing asks what is
// shown before: whenever the browser is asked, it compares what it has stored with what is on the screen, and
// forgets a notice that is stored and not on the screen yet.
async function hand(who, message) {
  const before = await who.worker.evaluate(() => self.taken);
  await who.deliver(message);
  await who.worker.evaluate(async (count) => {
    while (self.taken <= count) await new Promise((go) => setTimeout(go, 20));
  }, before);
}

// The same, and waits until it alone is shown.
async function show(who, message) {
  await hand(who, message);
  return shows(who, [JSON.parse(message).body]);
}

// A click on what is shown for a path: what the worker does about it.
const click = (who, path) =>
  who.worker.evaluate(async (wanted) => {
    const notification = (await registration.getNotifications()).find(({ data }) => data === wanted);
    const done = [];
    let work;
    Clients.prototype.openWindow = async (url) => done.push(`open ${new URL(url).pathname}`);
    WindowClient.prototype.focus = async function () {
      done.push(`focus ${new URL(this.url).pathname}`);
    };
    const event = new NotificationEvent('notificationclick', { notification });
    event.waitUntil = (promise) => (work = promise);
    dispatchEvent(event);
    await work;
    return done.join();
  }, path);

const bruno = await person(browser, server, { name: 'Bruno' });

for (const [lang, title, turn, begun, full, invite] of [
  ['en', 'Sunday (Manor)', 'It is your turn.', 'The game has begun.', 'Every seat is taken: the game can begin.', 'Bruno opens another game and has kept your seat.'],
  ['fr', 'Sunday (Manoir)', 'C\'est à toi de jouer.', 'La partie a commencé.', 'Toutes les places sont prises : la partie peut commencer.', 'Bruno ouvre une autre partie et t\'a gardé ta place.'],
]) {
  test(`every kind of notice is shown, with nothing secret in it, and a click leads to its table (${lang})`, async () => {
    const zoe = await subscriber('Zoe', lang);
    const next = async (body, table) => {
      const message = await sink.message();
      const [notice] = await show(zoe, message);
      equal(JSON.stringify(notice), JSON.stringify({ title, body, data: `/t/${table}`, tag: table }), 'what is shown');
      equal(await click(zoe, `/t/${table}`), `open /t/${table}`, 'a click');
      await shows(zoe, []);
    };
    const settings = { game: 'manor', seats: 2, name: 'Sunday' };
    // A table of hers that is full, and her turn in a slow game.
    const { table: own } = await api(zoe, 'create', { settings: { ...settings, clock: SLOW } });
    await api(bruno, 'sit', { table: own.table, seat: 2 });
    await next(full, own.table);
    const { table } = await api(bruno, 'create', { settings: { ...settings, clock: SLOW } });
    await api(zoe, 'sit', { table: table.table, seat: 2 });
    await api(bruno, 'start', { table: table.table });
    await next(turn, table.table);
    // A quick game that has begun without her, and another one with the seat that she had.
    const { table: quick } = await api(bruno, 'create', { settings });
    await api(zoe, 'sit', { table: quick.table, seat: 2 });
    await api(bruno, 'start', { table: quick.table });
    await next(begun, quick.table);
    await api(zoe, 'leave', { table: quick.table, seat: 2 });
    const { table: again } = await api(bruno, 'rematch', { table: quick.table });
    await next(invite, again.table);
    equal(zoe.noise.join('\n'), '', 'the console');
    await zoe.context.close();
  });
}

// The browser's push service cannot be reached here, so the new subscription is one of ours, and the event is
// sent to the worker by script.
test('a subscription that the browser has changed is told to the server with the wishes of before', async () => {
  const zoe = await subscriber('Zoe', 'fr');
  const { endpoint, p256dh, auth } = sink.subscription;
  const wishes = { kinds: ['turn'], quiet: { from: 60, to: 120 }, shifts: [{ at: 0, minutes: 60 }] };
  await api(zoe, 'push-on', { endpoint, p256dh: coded(p256dh), auth: coded(auth), lang: 'fr', ...wishes });
  await zoe.worker.evaluate(async ({ endpoint, p256dh, auth }) => {
    const bytes = (list) => new Uint8Array(list).buffer;
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError('the key');
      return { endpoint: `${endpoint}/2`, getKey: (name) => bytes(name === 'auth' ? auth : p256dh) };
    };
    const event = new ExtendableEvent('pushsubscriptionchange');
    let work;
    event.waitUntil = (promise) => (work = promise);
    dispatchEvent(event);
    await work;
  }, sink.subscription);
  const { devices } = await api(zoe, 'push-devices');
  equal(devices.length, 1, 'devices');
  const [{ kinds, quiet, shifts, lang }] = devices;
  equal(JSON.stringify([devices[0].endpoint, lang, { kinds, quiet, shifts }]), JSON.stringify([`${endpoint}/2`, 'fr', wishes]), 'what the server knows');
  // Of a device that wants nothing any more the server is told nothing.
  await api(zoe, 'push-off');
  await zoe.worker.evaluate(async () => {
    const event = new ExtendableEvent('pushsubscriptionchange');
    let work;
    event.waitUntil = (promise) => (work = promise);
    dispatchEvent(event);
    await work;
  });
  equal((await api(zoe, 'push-devices')).devices.length, 0, 'devices after notices were switched off');
  await zoe.context.close();
});

test('a click focuses the tab that shows the table, and what cannot be read is shown and leads home', async () => {
  const zoe = await subscriber('Zoe', 'en');
  const { table } = await api(bruno, 'create', { settings: { game: 'manor', seats: 2 } });
  await visit(zoe.page, `/t/${table.table}`);
  const other = await zoe.context.newPage();
  await other.goto('/settings');
  const text = (body, path, tag) => JSON.stringify({ title: 'Manor', body, path, tag });
  await show(zoe, text('one', `/t/${table.table}`, 'a'));
  // One of the same table takes its place.
  await show(zoe, text('two', `/t/${table.table}`, 'a'));
  equal(await click(zoe, `/t/${table.table}`), `focus /t/${table.table}`, 'a click');
  // A path of another site is not gone to.
  await shows(zoe, []);
  await show(zoe, text('three', 'https://elsewhere.example/t/x', 'b'));
  equal(await click(zoe, 'https://elsewhere.example/t/x'), 'open /', 'a click on one with a foreign path');
  await shows(zoe, []);
  await hand(zoe, 'no JSON');
  equal(JSON.stringify(await shows(zoe, [''])), JSON.stringify([{ title: 'Lanterne', body: '', data: '/', tag: 'lanterne' }]), 'an unreadable message');
  equal(await click(zoe, '/'), 'open /', 'a click on it');
  await zoe.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
  await sink.stop();
});
