// The pictures of docs/review.md: scripts/web node ../tests/web/review-pictures.mjs PROGRAM FOLDER [GAME]
//
// The review of a game of each kind, wide and on a phone, in both languages by lantern light. The seat plays
// what it is advised, against bots of the level `rules`; the walker stands at the last step where most
// beliefs are open. With a third word only that game, and by day too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, PHONE, Server, WIDE, api, person } from './stage.mjs';
import { visit } from './play.mjs';
import { png } from './png.mjs';

// Fewer than a picture of a board needs: all of them together stay at about a megabyte.
const COLOURS = 128;
const [program, folder, only = ''] = process.argv.slice(2);
const server = await Server.start(program);
const browser = await launch({ real: true });
const darkroom = await browser.newPage();
mkdirSync(folder, { recursive: true });

const games = [
  { game: 'shadow-hunters', plan: ['me', 'rules', 'rules', 'rules'] },
  { game: 'manor', plan: ['me', 'rules'] },
  { game: 'shy-monsters', plan: ['rules', 'me'] }, // the Hero, from whom things are hidden
  { game: 'treasure-hunters', plan: ['me', 'rules'] },
].filter(({ game }) => !only || game === only);

async function played(who, { game, plan }) {
  const seat = plan.indexOf('me') + 1;
  const { table } = await api(who, 'create', { settings: { game, seats: plan.length, hints: true }, plan, start: true });
  for (let n = 0; (await api(who, 'info', { table: table.table })).table.state !== 'over'; n++) {
    if (n % 30 === 29) await api(who, 'test-step', { ms: 10000 }); // refills the allowance of messages
    const { update } = await api(who, 'open', { table: table.table, seat });
    if (!update.ask?.musts) {
      await api(who, 'test-step', { ms: 10000 });
      continue;
    }
    const { action } = await api(who, 'hint', { table: table.table, seat });
    await api(who, 'move', { table: table.table, seat, move: `m${n}`, action, decision: update.ask.decision });
  }
  return { table: table.table, seat };
}

// The pixels of a screenshot, made narrower.
function pixels(shot, width) {
  return darkroom.evaluate(
    async ([given, wanted]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${given}`)).blob());
      const canvas = new OffscreenCanvas(wanted, Math.round((image.height * wanted) / image.width));
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let text = '';
      for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
      return { width: canvas.width, height: canvas.height, base64: btoa(text) };
    },
    [shot, width],
  );
}

async function picture({ table, seat }, name, { size, lang, theme }) {
  const who = await person(browser, server, { size, lang, settings: { theme, motion: 'calm' } });
  await visit(who.page, `/r/${table}?seat=${seat}&review`);
  await who.page.getByRole('heading', { name: /^(You|Tu as) (won|lost|gagné|perdu)/ }).waitFor();
  const walker = who.page.getByRole('slider');
  await walker.press('Home');
  const most = { steps: 0, strips: 0 };
  for (let step = 1; step <= 60; step++) {
    await walker.press('ArrowRight');
    const strips = await who.page.locator('.strip').count();
    if (strips && strips >= most.strips) Object.assign(most, { steps: step, strips });
  }
  await walker.press('Home');
  for (let step = 0; step < most.steps; step++) await walker.press('ArrowRight');
  await walker.blur();
  await who.page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    window.scrollTo(0, 0);
  });
  const shot = await who.page.screenshot({ fullPage: true, animations: 'disabled' });
  const { width, height, base64 } = await pixels(shot.toString('base64'), size === PHONE ? 260 : 760);
  writeFileSync(join(folder, `${name}.png`), png(width, height, Buffer.from(base64, 'base64'), COLOURS));
  console.log(`${name}: ${most.strips} strips`);
  await who.context.close();
}

const zoe = await person(browser, server, { name: 'Zoe' });
for (const each of games) {
  const match = await played(zoe, each);
  for (const lang of ['en', 'fr']) {
    for (const [tag, size] of [['wide', WIDE], ['phone', PHONE]]) {
      await picture(match, `${each.game}-${lang}-${tag}`, { size, lang, theme: 'dark' });
      if (only) await picture(match, `${each.game}-${lang}-${tag}-day`, { size, lang, theme: 'light' });
    }
  }
}
await browser.close();
await server.stop();
