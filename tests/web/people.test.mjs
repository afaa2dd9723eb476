// Several people: two browsers, a watcher, one device for two, a lost connection, a replay by link.
import { readFileSync } from 'node:fs';
import { launch, PHONE, Server, api, gateOf, person } from './stage.mjs';
import { ASKED, check, chooser, next, OVER, playOut, playUntil, pressOne, step, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();

// Everything that the server sent to a page.
function overhear(who) {
  const heard = [];
  who.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  return heard;
}

test('two friends: a link in two clicks, joined by its code, talked and played to the end', async () => {
  const host = await person(browser, server, { name: 'Zoe' });
  const guest = await person(browser, server, { name: 'Bruno', size: PHONE, lang: 'fr' });
  await visit(host.page, '/');
  await host.page.locator('li.stage[data-game="manor"]').getByRole('button', { name: 'With friends' }).click();
  const sheet = host.page.getByRole('dialog');
  await sheet.getByText('2', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Make the table' }).click();
  const link = await host.page.getByLabel('Link', { exact: true }).inputValue();
  await visit(guest.page, '/');
  await guest.page.getByLabel('Code de la table').fill(link.split('/').at(-1));
  await guest.page.getByRole('button', { name: 'Rejoindre' }).click();
  await guest.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  await host.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([next(host.page), next(guest.page)]);
  await host.page.getByRole('button', { name: 'Chat' }).click();
  await host.page.getByLabel('Say something').fill('Good evening');
  await host.page.getByRole('button', { name: 'Send' }).click();
  await guest.page.getByRole('button', { name: 'Discussion' }).click();
  await guest.page.getByText('Good evening').waitFor();
  await guest.page.getByRole('button', { name: 'Fermer' }).click();
  await Promise.all([playOut(host.page, { seed: 3 }), playOut(guest.page, { seed: 4 })]);
  await host.page.getByRole('button', { name: 'Play again' }).click();
  await guest.page.getByRole('link', { name: 'Aller à la partie suivante' }).click();
  await Promise.all([host.page.waitForURL((url) => !link.endsWith(url.pathname)), guest.page.waitForURL((url) => !link.endsWith(url.pathname))]);
  equal(host.noise.join('\n') + guest.noise.join('\n'), '', 'the consoles');
  await host.context.close();
  await guest.context.close();
});

test('a watcher sees the game and nothing secret', async () => {
  const host = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(host, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  const watcher = await person(browser, server);
  const heard = overhear(watcher);
  await visit(watcher.page, `/t/${table.table}`);
  await watcher.page.getByText('Waiting for Zoe', { exact: false }).waitFor();
  await visit(host.page, `/t/${table.table}`);
  for (let moves = 0; moves < 6; moves++) await step(host.page, () => 0);
  await watcher.page.getByRole('button', { name: /^basic hunter of|^tandem of/ }).first().waitFor();
  equal(await watcher.page.locator('.now .actions button').count(), 0, 'the actions of a watcher');
  const houses = await watcher.page.locator('.house').evaluateAll((all) => all.map((house) => house.getAttribute('aria-label')));
  ok(houses.every((label) => !label.includes('only you know')), 'no manor is known to a watcher alone');
  ok(houses.filter((label) => label.includes('face down')).every((label) => !/worth|shared|trapped/.test(label)), 'face-down manors show nothing');
  for (const frame of heard) {
    const dealt = [...frame.matchAll(/"event":"dealt"[^}]*"manor":(null|"[^"]*")/g)].map((match) => match[1]);
    ok(dealt.every((manor) => manor === 'null'), `a dealt manor was sent to a watcher: ${dealt}`);
    ok(!/"up":false,"manor":"/.test(frame), 'a face-down manor was sent to a watcher');
  }
  equal(host.noise.join('\n') + watcher.noise.join('\n'), '', 'the consoles');
  await host.context.close();
  await watcher.context.close();
});

test('one device for two: a curtain in between, and nothing behind it', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const heard = overhear(who);
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'me'], start: true });
  await visit(who.page, `/t/${table.table}`);
  const lift = who.page.getByRole('button', { name: /^I am Zoe, seat/ });
  const choose = chooser(1);
  let lifted = 0;
  for (let moves = 0; moves < 400; moves++) {
    await lift.or(who.page.locator(`${ASKED}, ${OVER}`)).first().waitFor();
    if (await who.page.locator(OVER).count()) break;
    if (await lift.count()) {
      equal(await who.page.locator('.house').count(), 0, 'manors behind the curtain');
      ok(!(await who.page.content()).includes('only you know'), 'secrets behind the curtain');
      if (!lifted) ok(!heard.join('').includes('"up":false,"manor":"'), 'a seat was sent before the curtain was lifted');
      lifted++;
      await lift.first().click();
      await lift.first().waitFor({ state: 'detached' });
    } else await pressOne(who.page, choose(1000) / 1000);
  }
  ok(await who.page.locator(OVER).count(), 'the game comes to its end');
  ok(lifted > 10, `the curtain fell ${lifted} times`);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('one device for two, with motion: the curtain falls when the events have been shown', async () => {
  const who = await person(browser, server, { name: 'Zoe', settings: { calm: false } });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'me'], start: true });
  await visit(who.page, `/t/${table.table}`);
  const lift = who.page.getByRole('button', { name: /^I am Zoe, seat/ });
  for (let lifted = 0; lifted < 4; lifted++) {
    await lift.first().click();
    // The shown seat plays until it is another seat's turn.
    for (;;) {
      await lift.or(who.page.locator(ASKED)).first().waitFor();
      if (await lift.count()) break;
      await pressOne(who.page, 0);
    }
  }
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('the server restarts in mid-game: the page says so, comes back, and the game goes on', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'rules'], start: true });
  await visit(who.page, `/t/${table.table}`);
  for (let moves = 0; moves < 4; moves++) await step(who.page, () => 0);
  await next(who.page);
  await who.page.getByRole('button', { name: 'Story' }).click();
  const before = await who.page.locator('#panel li').count();
  await server.stop({ keep: true });
  const lost = who.page.getByText('The line is down', { exact: false });
  await lost.waitFor();
  await server.again();
  await lost.waitFor({ state: 'detached' });
  await next(who.page);
  ok((await who.page.locator('#panel li').count()) >= before, 'what was told is still there');
  await playOut(who.page);
  // messages of the browser about the lost connection
  const noise = who.noise.filter((line) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(line));
  equal(noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a reload and a second tab see the same', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  await visit(who.page, `/t/${table.table}`);
  for (let moves = 0; moves < 5; moves++) await step(who.page, () => 0);
  await next(who.page);
  await who.page.reload();
  await next(who.page);
  const tab = await who.context.newPage();
  await tab.goto(`/t/${table.table}`);
  await next(tab);
  equal(await tab.locator('.now').innerText(), await who.page.locator('.now').innerText(), 'the second tab');
  await step(tab, () => 0);
  await Promise.all([next(tab), next(who.page)]);
  await who.context.close();
});

// Finding page.md 8: after a jump the story still has its end, pale, and leads there.
async function storyGoesOn(page) {
  const later = page.locator('.story .group.later');
  ok((await later.count()) > 3, 'the turns to come');
  await later.last().locator('.head').click();
  await later.last().getByTitle('See this moment').last().click();
  await page.getByText(/^Move (?![01] of)\d+ of/).waitFor();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await page.getByText(/^Move 0 of/).waitFor();
  await page.locator('.unseen-manors').waitFor(); // a seat has not seen every manor
}

// Finding page.md 8, with all cards open: there is nothing left to list as unseen, and what only one seat was
// told says whose it is.
async function storyOfAll(page) {
  await page.locator('.unseen-manors').waitFor({ state: 'detached' });
  await page.locator('.story .head[aria-expanded="false"]').evaluateAll((heads) => heads.forEach((head) => head.click()));
  await page.locator('.story').getByText(/^Only \S.* was told:$/).first().waitFor();
}

test('a replay: the story goes on after a jump, and with all cards open it says whose it is', async () => {
  // With two players the list of unseen manors needs a large screen.
  const who = await person(browser, server, { name: 'Zoe', size: { width: 1900, height: 1000 } });
  const { page } = who;
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  await playUntil(who, table.table, () => false);
  await visit(page, `/r/${table.table}?seat=2&move=1000`);
  await page.getByText(/^Move (\d+) of \1$/).waitFor();
  const earlier = page.getByRole('button', { name: /^\d+ earlier turn/ });
  if (await earlier.count()) await earlier.click();
  await page.locator('.story .head[aria-expanded="false"]').first().click();
  await page.getByTitle('See this moment').first().click();
  await page.getByText(/^Move [01] of/).waitFor();
  await storyGoesOn(page);
  await page.getByLabel('Through the eyes of').selectOption('9');
  await page.waitForURL(/seat=9/);
  await storyOfAll(page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('a finished game is seen again by a link to a move, from any seat', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  await playUntil(who, table.table, () => false);
  const friend = await person(browser, server);
  await visit(friend.page, `/r/${table.table}?seat=1&move=5`);
  await friend.page.getByText(/^Move 5 of/).waitFor();
  await friend.page.getByRole('button', { name: 'One move on' }).click();
  await friend.page.getByText(/^Move 6 of/).waitFor();
  await friend.page.waitForURL(/move=6/);
  await friend.page.getByLabel('Through the eyes of').selectOption('2');
  await friend.page.waitForURL(/seat=2/);
  await friend.page.getByRole('button', { name: 'To the end' }).click();
  await friend.page.getByText(/^Move (\d+) of \1$/).waitFor();
  // The story is folded by turns: the first of them, opened, and its first line.
  const earlier = friend.page.getByRole('button', { name: /^\d+ earlier turn/ });
  if (await earlier.count()) await earlier.click();
  await friend.page.locator('.story .head[aria-expanded="false"]').first().click();
  await friend.page.getByTitle('See this moment').first().click();
  await friend.page.getByText(/^Move [01] of/).waitFor();
  // With everything open every manor is known from the start.
  equal(await friend.page.locator('.house[aria-label*="face down"]:not([aria-label*="worth"]):not([aria-label*="shared"]):not([aria-label*="trapped"])').count() > 0, true, 'manors that one seat cannot see');
  await friend.page.getByLabel('Through the eyes of').selectOption('9');
  await friend.page.waitForURL(/seat=9/);
  const all = await friend.page.locator('.house').evaluateAll((houses) => houses.map((house) => house.getAttribute('aria-label')));
  ok(all.length === 8 && all.every((label) => /worth|shared|trapped/.test(label)), `everything open: ${all}`);
  // A branch of the game from this move, at the seat that is viewed.
  await friend.page.getByLabel('Through the eyes of').selectOption('2');
  await friend.page.waitForURL(/seat=2/);
  await friend.page.getByRole('slider').fill('6');
  await friend.page.waitForURL(/move=6/);
  await friend.page.getByRole('button', { name: 'Play on from here' }).click();
  await next(friend.page);
  await friend.page.locator('.plate.own').waitFor();
  const branch = (await api(friend, 'info', { table: friend.page.url().split('/').at(-1) })).table;
  equal(branch.seats.map((seat) => Boolean(seat.you)).join(), 'false,true', 'the seat that is viewed');
  await visit(friend.page, `/r/${table.table}?seat=9`);
  // The same game as a file, dropped in by a third person.
  const [file] = await Promise.all([friend.page.waitForEvent('download'), friend.page.getByRole('button', { name: 'Save the record' }).click()]);
  const third = await person(browser, server, { lang: 'fr' });
  await visit(third.page, '/');
  await third.page.getByLabel('Ouvrir une partie').setInputFiles({ name: 'partie.json', mimeType: 'application/json', buffer: readFileSync(await file.path()) });
  await third.page.getByText(/^Coup 0 sur/).waitFor();
  await third.page.getByRole('button', { name: 'À la fin' }).click();
  await third.page.getByText(/gagne(s|nt)?[ .]/).first().waitFor();
  await visit(third.page, '/');
  await third.page.getByLabel('Ouvrir une partie').setInputFiles({ name: 'autre.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await third.page.getByText('Ce fichier ne contient pas de partie.').waitFor();
  await third.context.close();
  equal(third.noise.join('\n'), '', 'the third console');
  equal(who.noise.join('\n') + friend.noise.join('\n'), '', 'the consoles');
  await who.context.close();
  await friend.context.close();
});

test('a replay from a slow server: a step keeps the eyes that were chosen before it, and who leaves has left', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  await playUntil(who, table.table, () => false);
  const gate = await gateOf(page);
  await page.goto(`/r/${table.table}?seat=1&move=5`);
  await page.getByText(/^Move 5 of/).waitFor();
  gate.shut = true;
  await page.getByLabel('Through the eyes of').selectOption('2');
  await page.getByRole('button', { name: 'One move on' }).click();
  gate.open();
  await page.waitForURL(/seat=2&move=6/);
  gate.shut = true;
  await page.getByRole('button', { name: 'One move on' }).click();
  await page.getByRole('link', { name: 'Lanterne' }).click();
  await page.getByRole('heading', { name: 'What shall we play?' }).waitFor();
  gate.open();
  // the list of own games was requested after the step
  await page.getByRole('link', { name: /^Manor/ }).first().waitFor();
  equal(await page.evaluate(() => location.pathname), '/', 'where we are');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('fair dice: everybody adds bytes, and the game begins', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const other = await person(browser, server, { name: 'Bruno' });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2, fair: true } });
  await visit(who.page, `/t/${table.table}`);
  await visit(other.page, `/t/${table.table}`);
  await other.page.getByRole('button', { name: 'Sit here' }).click();
  await who.page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([next(who.page), next(other.page)]);
  // Finding 15: at the end the record is compared with what each device was shown before it gave its bytes.
  await who.page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...kept, commitment: '00'.repeat(32) }));
  }, `lanterne-dice-${table.table}-1`);
  const compared = other.page.waitForResponse((answer) => answer.url().endsWith('/api/record'));
  await api(other, 'leave', { table: table.table, seat: 2 });
  await who.page.getByRole('alert').getByText('The server changed its secret').first().waitFor();
  await check(who.page, 'the alarm at the end');
  await (await compared).finished();
  // Two frames later whatever the answer brings is drawn.
  await other.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  equal(await other.page.getByText('The dice are not what was promised').count(), 0, 'what the honest server showed fits');
  equal(who.noise.join('\n') + other.noise.join('\n'), '', 'the consoles');
  await who.context.close();
  await other.context.close();
});

test('taking back, resting, handing a seat over, agreeing to end', async () => {
  const zoe = await person(browser, server, { name: 'Zoe' });
  const bruno = await person(browser, server, { name: 'Bruno' });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2 } });
  await api(bruno, 'sit', { table: table.table, seat: 2 });
  await api(zoe, 'start', { table: table.table });
  await visit(zoe.page, `/t/${table.table}`);
  await step(zoe.page, () => 0);
  await zoe.page.getByRole('button', { name: 'Story' }).click();
  await zoe.page.getByTitle('See this moment').first().waitFor();
  await zoe.page.getByRole('button', { name: 'Take back' }).click();
  await zoe.page.locator('#panel').getByText('That was taken back.').waitFor();
  await zoe.page.getByTitle('See this moment').first().click();
  await zoe.page.getByText('This is how it stood then.').waitFor();
  await zoe.page.getByRole('button', { name: 'Back to now' }).click();
  await next(zoe.page);
  await zoe.page.getByRole('button', { name: 'Menu' }).click();
  await zoe.page.getByRole('button', { name: 'Let a bot play for me' }).click();
  await zoe.page.getByRole('button', { name: 'Take my seat back' }).click();
  await zoe.page.getByRole('button', { name: 'Take my seat back' }).waitFor({ state: 'detached' });
  await visit(bruno.page, `/t/${table.table}`);
  await bruno.page.getByRole('button', { name: 'Menu' }).click();
  await bruno.page.getByRole('button', { name: 'Give my seat to somebody' }).click();
  const link = await bruno.page.getByLabel('The first to open this link').inputValue();
  const clara = await person(browser, server, { name: 'Clara' });
  await visit(clara.page, link);
  await clara.page.locator('.plate.own').waitFor();
  await bruno.page.getByRole('button', { name: 'Watch', exact: true }).click();
  await bruno.page.locator('.plate').getByText('Clara').waitFor();
  equal(await bruno.page.locator('.plate.own').count(), 0, 'seats of who gave theirs away');
  await zoe.page.getByRole('button', { name: 'Menu' }).click();
  await zoe.page.getByRole('button', { name: 'Propose to end' }).click();
  await clara.page.getByRole('button', { name: 'I agree' }).click();
  await zoe.page.getByText('Ended without a result').waitFor();
  equal(zoe.noise.join('\n') + bruno.noise.join('\n') + clara.noise.join('\n'), '', 'the consoles');
  for (const who of [zoe, bruno, clara]) await who.context.close();
});

test('an account: address, password, and where one is signed in', async () => {
  const who = await person(browser, server, { size: PHONE, lang: 'fr' });
  const { page } = who;
  await visit(page, '/settings');
  await page.getByLabel('Identifiant').fill('lucette');
  await page.getByLabel('Mot de passe').fill('une bougie');
  await page.locator('summary', { hasText: 'Créer un compte' }).click();
  await page.getByLabel('Adresse e-mail').fill('lucette@example.org');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByText('Tu es connecté en tant que lucette.').waitFor();
  equal(await page.getByLabel('Adresse e-mail').inputValue(), 'lucette@example.org', 'the address');
  await page.getByLabel('Adresse e-mail').fill('');
  await page.getByRole('textbox', { name: 'Ton mot de passe, pour être sûr' }).fill('une bougie');
  await page.locator('form', { hasText: 'Adresse e-mail' }).getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Enregistré', { exact: true }).waitFor();
  const other = await person(browser, server);
  await api(other, 'login', { login: 'lucette', password: 'une bougie' });
  await page.locator('summary', { hasText: 'Où tu es connecté' }).click();
  await page.getByRole('button', { name: 'Déconnecter', exact: true }).waitFor();
  await page.locator('summary', { hasText: 'Changer le mot de passe' }).click();
  await page.getByLabel('Mot de passe actuel').fill('une bougie');
  await page.getByLabel('Nouveau mot de passe').fill('deux bougies');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await page.getByText('Partout ailleurs, tu es déconnecté.').waitFor();
  await page.getByRole('button', { name: 'Déconnecter', exact: true }).waitFor({ state: 'detached' });
  await page.getByText(/Chrome, Linux/).waitFor();
  await check(page, 'the account');
  await page.locator('summary', { hasText: 'Ce qui est gardé sur moi' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'L’enregistrer dans un fichier' }).click()]);
  ok(readFileSync(await file.path(), 'utf8').includes('"lucette"'), 'the file tells who one is');
  await page.getByRole('textbox', { name: 'Ton mot de passe, pour être sûr' }).fill('deux bougies');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  await page.getByText('Tu es connecté en tant que lucette.').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  await page.getByRole('heading', { name: 'À quoi joue-t-on ?' }).waitFor();
  await visit(page, '/settings');
  await page.getByText('Tu joues en invité', { exact: false }).waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
  await other.context.close();
});

test('a table with a password: a wrong one is told once it was tried, the right one opens', async () => {
  const host = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(host, 'create', { settings: { game: 'manor', seats: 2 }, password: 'bougie' });
  await visit(host.page, `/t/${table.table}`);
  await host.page.getByText('Anybody with this link and the password can sit down.').waitFor();
  const guest = await person(browser, server, { name: 'Bruno', size: PHONE, lang: 'fr' });
  await visit(guest.page, `/t/${table.table}`);
  const wrong = guest.page.getByText('Ce n’est pas le mot de passe de cette table.');
  await guest.page.getByLabel('Mot de passe de la table').fill('chandelle');
  equal(await wrong.count(), 0, 'nothing is wrong before it was tried');
  await guest.page.getByRole('button', { name: 'Entrer' }).click();
  await wrong.waitFor();
  await guest.page.getByLabel('Mot de passe de la table').fill('bougie');
  await guest.page.getByRole('button', { name: 'Entrer' }).click();
  await guest.page.getByRole('button', { name: 'S’asseoir ici' }).click();
  // Moderation works before the game as well.
  await host.page.getByRole('button', { name: 'Mute' }).click();
  await host.page.getByRole('button', { name: 'Unmute' }).waitFor();
  await host.page.getByRole('button', { name: 'Remove…' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await guest.page.getByText('L’hôte t’a retiré de cette table.').waitFor();
  equal(host.noise.join('\n') + guest.noise.join('\n'), '', 'the consoles');
  await host.context.close();
  await guest.context.close();
});

// Replaces the browser's notifications: records those shown, and answers the request for permission.
async function stubNotices(who, permission) {
  await who.context.addInitScript((answer) => {
    window.notices = [];
    window.Notification = class {
      static permission = localStorage.getItem('stub') ?? 'default';
      static async requestPermission() {
        localStorage.setItem('stub', answer);
        return (this.permission = answer);
      }
      constructor(title, { body }) {
        window.notices.push(body);
      }
      close() {
        window.notices.push('closed');
      }
    };
    Object.defineProperty(document, 'visibilityState', { get: () => (window.away ? 'hidden' : 'visible') });
  }, permission);
}

function look(page, away) {
  return page.evaluate((value) => {
    window.away = value;
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
}

test('a tab that nobody looks at: its title and a notice say that the game waits, if the browser allows', async () => {
  const refused = await person(browser, server, { lang: 'fr' });
  await stubNotices(refused, 'denied');
  await visit(refused.page, '/settings');
  const box = refused.page.getByLabel('Une notification du navigateur');
  await box.click();
  await refused.page.getByText('Le navigateur refuse les notifications').waitFor();
  ok(!(await box.isChecked()), 'what is refused is not on');
  await refused.context.close();
  const zoe = await person(browser, server, { name: 'Zoe' });
  await stubNotices(zoe, 'granted');
  await visit(zoe.page, '/settings');
  await zoe.page.getByLabel('A browser notice').click();
  await zoe.page.waitForFunction(() => window.notices.length);
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2, clock: { move: 172_800 }, absence: 'remind' }, plan: ['me', 'random'], start: true });
  await visit(zoe.page, `/t/${table.table}`);
  await next(zoe.page);
  await look(zoe.page, true);
  await step(zoe.page, () => 0);
  await zoe.page.waitForFunction(() => window.notices.length && document.title.startsWith('●'));
  await api(zoe, 'test-step', { ms: 200_000_000 });
  await zoe.page.waitForFunction(() => window.notices.length === 2);
  await look(zoe.page, false);
  equal((await zoe.page.evaluate(() => window.notices)).join(), 'Manor waits for you.,Manor waits for you: your time is up.,closed,closed', 'the notices');
  equal(refused.noise.join('\n') + zoe.noise.join('\n'), '', 'the consoles');
  await zoe.context.close();
});

test('lists that are too long for an answer say how much they leave out', async () => {
  const who = await person(browser, server, { lang: 'fr', size: PHONE });
  await who.page.routeWebSocket(/\/ws$/, (line) => {
    line.connectToServer().onMessage((message) => line.send(String(message).replace('"tables":[]', '"tables":[],"more":2')));
  });
  await visit(who.page, '/');
  await who.page.getByText('2 autres tables ne sont pas affichées ici.').waitFor();
  await who.page.getByText('2 autres de tes parties ne sont pas affichées ici.').waitFor();
  await check(who.page, 'home');
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

// fair.json is a game of a server without --test-hooks: two devices added their bytes, one of them this
// test's.
test('the dice of a record: verified, changed, and of a server that promises nothing', async () => {
  const text = readFileSync(new URL('fair.json', import.meta.url), 'utf8');
  const { commitments } = JSON.parse(text).match;
  const who = await person(browser, server, { name: 'Zoe' });
  const { page } = who;
  const bring = (given) => page.getByLabel('Open a record').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(given) });
  const verify = page.getByRole('button', { name: 'Verify the dice' });
  await visit(page, '/');
  await bring(text);
  await verify.click();
  await page.getByText('Verified: every roll and card follows').waitFor();
  equal(await page.getByText('this device').count(), 0, 'this device added nothing');
  await page.evaluate(([key, bytes]) => localStorage.setItem(key, bytes), [`lanterne-dice-${commitments.table}-1`, commitments['bytes 2']]);
  await visit(page, '/');
  await bring(text);
  await verify.click();
  await page.getByText('What this device saw and gave is in it as it was.').waitFor();
  await check(page, 'the verdict');
  // The same device was shown another commitment before it gave its bytes.
  const kept = { table: commitments.table, round: 1, commitment: '00'.repeat(32), bytes: commitments['bytes 2'], seats: [2], hashes: [commitments['hash 1'], commitments['hash 2']], committed: true, given: true };
  for (const [shown, words] of [[commitments.server, 'What this device saw and gave is in it as it was.'], [kept.commitment, 'The server changed its secret']]) {
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [`lanterne-dice-${commitments.table}-1`, JSON.stringify({ ...kept, commitment: shown })]);
    await visit(page, '/');
    await bring(text);
    await verify.click();
    await page.getByText(words).waitFor();
  }
  await page.getByRole('alert').getByText('The dice are not what was promised').waitFor();
  await check(page, 'the alarm');
  await visit(page, '/');
  await bring(text.replace('deal trapped', 'deal shared'));
  await page.getByRole('heading', { name: 'This record is damaged, or somebody changed it.' }).waitFor();
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2 }, plan: ['me', 'random'], start: true });
  await api(who, 'leave', { table: table.table, seat: 1 });
  await visit(page, `/r/${table.table}`);
  await verify.click();
  await page.getByText('The dice of this game cannot be verified').waitFor();
  // the changed record was refused
  equal(who.noise.filter((line) => !line.includes('409')).join('\n'), '', 'the console');
  await who.context.close();
});

test('a new table says what comes when time runs out', async () => {
  const who = await person(browser, server);
  const { page } = who;
  await visit(page, '/new/manor');
  await page.locator('summary', { hasText: 'Clock' }).click();
  equal(await page.getByLabel('When time runs out').count(), 0, 'nothing runs out without a clock');
  await page.getByLabel('Clock').selectOption({ label: '2 minutes a move' });
  equal(await page.getByLabel('When time runs out').inputValue(), 'bot', 'what is usual with this clock');
  await page.getByLabel('When time runs out').selectOption('vote');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('When time runs out: the others may vote for a bot').waitFor();
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

test('nobody may watch: the curtain asks who looks, and shows nothing', async () => {
  const who = await person(browser, server, { name: 'Zoe' });
  const { table } = await api(who, 'create', { settings: { game: 'manor', seats: 2, watching: 'none' }, plan: ['me', 'me'], start: true });
  await visit(who.page, `/t/${table.table}`);
  await who.page.getByRole('button', { name: 'I am Zoe, seat 2' }).click();
  await next(who.page);
  await step(who.page, () => 0);
  await who.page.getByRole('button', { name: 'I am Zoe, seat 1' }).click();
  await next(who.page);
  equal(who.noise.join('\n'), '', 'the console');
  await who.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
