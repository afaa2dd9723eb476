// Order at a table: blocking and reporting somebody by their name in the chat and in the menu, the list in
// the settings, the host's unwanted words, and what whoever runs the server has decided, as the page shows
// it.
import { execFileSync } from 'node:child_process';
import { launch, PHONE, Server, api, person } from './stage.mjs';
import { check, visit } from './play.mjs';
import { equal, ok, run, test } from './tap.mjs';

const server = await Server.start(process.argv[2]);
const browser = await launch();
const admin = (...words) => execFileSync(process.argv[2], ['admin', '--data', server.folder, ...words], { encoding: 'utf8' });

// Zoe, the host, and Bruno at a table that has not begun.
async function two(options = {}) {
  const zoe = await person(browser, server, { name: 'Zoe', ...options });
  const bruno = await person(browser, server, { name: 'Bruno' });
  const { table } = await api(zoe, 'create', { settings: { game: 'manor', seats: 2 } });
  await api(bruno, 'sit', { table: table.table, seat: 2 });
  return { zoe, bruno, table: table.table };
}

test('somebody is blocked and reported by a line of chat, and unblocked in the settings', async () => {
  const { zoe, bruno, table } = await two();
  await api(bruno, 'chat', { table, seat: 2, text: 'something unkind' });
  await visit(zoe.page, `/t/${table}`);
  await zoe.page.getByText('something unkind').waitFor();
  await zoe.page.getByRole('list', { name: 'Chat' }).getByRole('button', { name: 'Block or report Bruno' }).click();
  const sheet = zoe.page.getByRole('dialog', { name: 'Bruno' });
  await sheet.getByLabel('Why?').selectOption('spam');
  await sheet.getByLabel('Anything else (optional)').fill('again and again');
  await check(zoe.page, 'the sheet of a person');
  await sheet.getByRole('button', { name: 'Send the report' }).click();
  await sheet.getByText('Thank you, your report has been received.').waitFor();
  await sheet.getByRole('button', { name: 'Block Bruno' }).click();
  await sheet.getByText('Bruno is blocked.').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await zoe.page.getByText('something unkind').waitFor({ state: 'detached' });
  const [report] = admin('reports', '--json').trim().split('\n').map((line) => JSON.parse(line));
  equal(`${report.name} ${report.reason} ${report.text}`, 'Bruno spam again and again', 'what the admin reads');
  await visit(zoe.page, '/settings');
  await zoe.page.getByRole('heading', { name: 'Blocked people' }).waitFor();
  await check(zoe.page, 'the list of blocked people');
  await zoe.page.getByRole('button', { name: 'Unblock Bruno' }).click();
  await zoe.page.getByRole('heading', { name: 'Blocked people' }).waitFor({ state: 'detached' });
  equal((await api(zoe, 'chats', { table, seat: 1 })).lines.length, 1, 'lines after it was taken back');
  ok(zoe.noise.length === 0, zoe.noise.join('\n'));
  await zoe.context.close();
  await bruno.context.close();
});

test('unwanted words of the host become stars, on a phone and in French', async () => {
  const { zoe, bruno, table } = await two({ size: PHONE, lang: 'fr', settings: { theme: 'light' } });
  await visit(zoe.page, `/t/${table}`);
  await zoe.page.getByText('Mots indésirables').click();
  await zoe.page.getByLabel('Des étoiles remplacent ces mots', { exact: false }).fill('zut, Crétin');
  await zoe.page.getByRole('button', { name: 'Enregistrer' }).click();
  await zoe.page.getByText('Enregistré', { exact: false }).waitFor();
  await check(zoe.page, 'unwanted words on a phone');
  await api(bruno, 'chat', { table, seat: 2, text: 'Zut, quel cretin' });
  await zoe.page.getByText('***, quel ******').waitFor();
  await zoe.page.getByRole('button', { name: 'Bloquer ou signaler Bruno' }).first().click();
  await zoe.page.getByRole('dialog', { name: 'Bruno' }).getByText('Tu ne lis plus ce que dit Bruno', { exact: false }).waitFor();
  await check(zoe.page, 'the sheet of a person on a phone, by day');
  ok(zoe.noise.length === 0, zoe.noise.join('\n'));
  await zoe.context.close();
  await bruno.context.close();
});

test('a warning is shown until it is closed, and a mute says why and until when', async () => {
  const { zoe, bruno, table } = await two();
  const decide = async (...words) => {
    await api(zoe, 'report', { table, seat: 1, whom: 2, reason: 'insult' });
    const [report] = admin('reports', '--json').trim().split('\n').map((line) => JSON.parse(line)).filter((row) => row.table === table);
    admin('reports', report.id, ...words);
  };
  await visit(bruno.page, '/');
  await decide('warn');
  await bruno.page.getByText('Whoever runs this server warns you. The reason: insults.').waitFor();
  await bruno.page.reload();
  await bruno.page.getByText('Whoever runs this server warns you. The reason: insults.').waitFor();
  await check(bruno.page, 'a warning');
  await bruno.page.getByText('Whoever runs this server warns you.', { exact: false }).getByRole('button', { name: 'Close' }).click();
  await bruno.page.getByText('Whoever runs this server warns you.', { exact: false }).waitFor({ state: 'detached' });
  await decide('mute', '--for', '2h');
  await bruno.page.getByText('You may not write on this server until', { exact: false }).waitFor();
  await visit(bruno.page, `/t/${table}`);
  await bruno.page.getByLabel('Say something').fill('hello');
  await bruno.page.getByRole('button', { name: 'Send' }).click();
  await bruno.page.getByText('You may not write on this server until', { exact: false }).first().waitFor();
  equal((await api(zoe, 'chats', { table, seat: 1 })).lines.length, 0, 'lines of who is muted');
  await zoe.context.close();
  await bruno.context.close();
});

await run(async () => {
  await browser.close();
  await server.stop();
});
