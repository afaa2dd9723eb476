// The deal of the day in the page: played once to its end, ranked without luck, looked at and practised on
// the next day; a guest is told why not today. In both languages and themes, wide, on a tablet and on a
// phone.
import { launch, PHONE, quietPort, Server, api, installed, person } from './stage.mjs';
import { check, next, OVER, playOut, playUntil, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const DAY = 24 * 3600 * 1000;
const shots = process.env.LAN_SHOTS; // a folder for pictures to look at
const TABLET = { width: 820, height: 1180 };

async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

async function account(name, more = {}) {
  const who = await person(browser, server, { name, ...more });
  await api(who, 'signup', { login: name.toLowerCase(), password: 'une bougie' });
  return who;
}

// Asks until all luck is taken away.
async function computed(who, date) {
  for (;;) {
    await api(who, 'test-step', { ms: 2000 });
    const { daily } = await api(who, 'daily', date ? { date } : {});
    if (daily.rows.length && daily.rows.every((row) => row.computed)) return daily;
  }
}

// On the day of an account's making the deal is not played, which the page says instead of offering it.
async function tomorrow({ page }) {
  await visit(page, '/daily');
  await page.getByText('From tomorrow on the deal of the day is yours too', { exact: false }).waitFor();
  equal(await page.getByRole('button', { name: 'Play today’s deal' }).count(), 0, 'offers to play on the first day');
  await check(page, 'the day of an account’s making');
  await shot(page, 'first-day-tablet-light-en');
}

// Plays today's deal from the home page to the ranking, which then has one name.
async function played(ada) {
  const { page } = ada;
  await visit(page, '/');
  await page.getByText('Play today’s deal').waitFor();
  await check(page, 'the card of the day');
  await shot(page, 'home-wide-dark-en');
  await page.locator('a.daily').click();
  await page.getByText('Nobody has played it yet.').waitFor();
  await page.getByLabel('Show my name in the ranking', { exact: false }).check();
  await check(page, 'the day before playing');
  await shot(page, 'before-wide-dark-en');
  await page.getByRole('button', { name: 'Play today’s deal' }).click();
  await page.waitForURL('**/t/*');
  await playOut(page, { seed: 3 });
  await page.locator(OVER).first().waitFor();
  equal(await page.getByRole('button', { name: 'Another game' }).count(), 0, 'offers of another game');
  await page.getByRole('link', { name: 'Ranking of the day' }).click();
  const day = await computed(ada);
  ok(day.mine.done && day.mine.rank === 1, JSON.stringify(day.mine));
  await page.reload();
  await page.getByText('You are number 1 of 1.').waitFor();
  await check(page, 'the ranking');
  await shot(page, 'ranking-wide-dark-en');
}

// Somebody who has not played sees that somebody has, and not how.
async function hidden({ page }) {
  await visit(page, '/daily');
  await page.getByText('1 person has played today. You see how, once you have.').waitFor();
  await check(page, 'a day that is hidden');
  await shot(page, 'hidden-tablet-light-en');
}

// A guest on the next day: not today's, but yesterday's with its replay, and practice.
async function looked({ page }, date) {
  await visit(page, '/daily');
  await page.getByText('La donne du jour se joue avec un compte', { exact: false }).waitFor();
  await check(page, 'a guest on a phone, in French, by day');
  await shot(page, 'guest-phone-light-fr');
  await visit(page, '/');
  await page.getByText('Voir où ça en est').waitFor();
  await check(page, 'the card on a phone');
  await shot(page, 'home-phone-light-fr');
  await visit(page, `/daily/${date}`);
  await page.getByRole('cell', { name: 'Ada', exact: false }).waitFor();
  await check(page, 'yesterday on a phone');
  await shot(page, 'yesterday-phone-light-fr');
  await page.getByRole('link', { name: 'Revoir et bilan' }).click();
  await page.waitForURL('**/r/*');
  await page.locator('main').waitFor();
  await visit(page, `/daily/${date}`);
  // The same deal as a game of this device, which the server does not know.
  await page.getByRole('button', { name: 'S’exercer sur cette donne' }).click();
  await page.waitForURL('**/t/local-*');
  await page.locator('main').waitFor();
  await shot(page, 'practice-phone-light-fr');
}

test('a deal of the day is played once, ranked, and open on the next day', async () => {
  const ada = await account('Ada');
  const bea = await account('Bea', { size: TABLET, settings: { theme: 'light' } });
  await tomorrow(bea);
  await api(ada, 'test-step', { ms: DAY });
  const { daily } = await api(ada, 'daily', {});
  await played(ada);
  await hidden(bea);
  await api(ada, 'test-step', { ms: DAY });
  const colin = await person(browser, server, { name: 'Colin', size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await looked(colin, daily.date);
  const after = await api(ada, 'daily', { date: daily.date });
  equal(after.daily.done + after.daily.playing, 1, 'games of the day');
  for (const who of [ada, bea, colin]) {
    ok(who.noise.length === 0, who.noise.join('\n'));
    await who.context.close();
  }
});

// What chance did before anybody acted.
const dealOf = (log) => log.slice(0, log.findIndex((entry) => entry.seat !== 'chance')).map((entry) => entry.do).join();

// The lines of the only game of this device, as they are stored.
const stored = (page) =>
  page.evaluate(async () => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await done(indexedDB.open('lanterne'));
    return (await done(database.transaction('lines').objectStore('lines').getAll())).map((row) => row.line);
  });

test('without a server the deal of yesterday is practised as it was dealt, and the result stays on the device', async () => {
  const home = await Server.start(process.argv[2], { port: await quietPort() });
  const fay = await person(browser, home, { name: 'Fay' });
  await api(fay, 'signup', { login: 'fay', password: 'une bougie' });
  // A day on which one plays alone, which is soon over.
  let daily;
  do {
    await api(fay, 'test-step', { ms: DAY });
    ({ daily } = await api(fay, 'daily', {}));
  } while (daily.seats !== 1);
  const { table } = await api(fay, 'daily-start', { named: false });
  await playUntil(fay, table.table, () => false);
  await api(fay, 'test-step', { ms: DAY });
  const { record } = await api(fay, 'record', { table: table.table });
  const guest = await person(browser, home, { name: 'Gil', installs: true, settings: { botPace: 20 } });
  await visit(guest.page, '/');
  await installed(guest.page);
  await guest.page.waitForFunction((date) => JSON.parse(localStorage.getItem('lanterne-settings')).practice?.date === date, daily.date);
  await home.stop({ keep: true });
  await visit(guest.page, '/');
  await check(guest.page, 'the card without a server');
  await shot(guest.page, 'away-wide-dark-en');
  await guest.page.getByRole('button', { name: 'Practise this deal' }).click();
  await guest.page.waitForURL('**/t/local-*');
  await next(guest.page);
  const dealt = dealOf(record.log);
  ok(dealt.length > 0, 'the day had a deal');
  equal((await stored(guest.page)).filter((line) => line.seat === 'chance').map((line) => line.do).join().slice(0, dealt.length), dealt, 'the deal that is practised');
  await playOut(guest.page, { seed: 5 });
  await guest.page.locator(OVER).first().waitFor();
  equal(await guest.page.getByRole('link', { name: 'Ranking of the day' }).count(), 0, 'ways from a practised game to the ranking');
  await visit(guest.page, '/');
  await guest.page.getByText(`Practice ${daily.date}`, { exact: false }).first().waitFor();
  // With the server again: the day has the one result of before, and the guest no games.
  await home.again();
  await api(fay, 'test-step', { ms: Date.parse(`${daily.date}T12:00:00Z`) + DAY - 1e12 });
  const after = await api(guest, 'daily', { date: daily.date });
  equal(after.daily.done + after.daily.playing, 1, 'games of the day');
  equal((await api(guest, 'profile')).profile.games, 0, 'games in the profile');
  for (const who of [fay, guest]) {
    equal(who.noise.filter((line) => !/WebSocket|ERR_|net::/.test(line)).join('\n'), '', 'the console');
    await who.context.close();
  }
  await home.stop();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
