// Pictures of every screen: scripts/web node ../tests/web/screenshots.mjs PROGRAM FOLDER [WORD]
//
// Each screen at 1440x900 in English and at 390x844 in French by lantern light, and some of them by day. WORD
// takes only the pictures whose name has it, and then all of them by day too. LAN_SIZES=tablet,large takes
// those of other sizes instead (SIZES below). The games are seeded and the moves are those a bot advises, so
// the pictures change only when the page does.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, PHONE, Server, SMALL, WIDE, api, person } from './stage.mjs';
import { next, OVER, visit } from './play.mjs';
import { png } from './png.mjs';

const [program, folder, word = ''] = process.argv.slice(2);
const server = await Server.start(program);
const browser = await launch({ real: true });
mkdirSync(folder, { recursive: true });

// Steps the clock of the test server, which begins in 2001, to a recent date for the pictures.
await api(await person(browser, server), 'test-step', { ms: Date.UTC(2026, 10, 14, 20, 30) - 1_000_000_000_000 });

const bots = (count) => Array(count).fill('rules');
// For each game the seats, and the numbers of the person's decisions after which a picture is taken.
const games = [
  { game: 'shadow-hunters', plan: ['me', ...bots(4)], at: [1, 6] },
  { game: 'manor', plan: ['me', ...bots(3)], at: [0, 7] },
  { game: 'shy-monsters', name: 'shy-monsters-master', plan: ['me', 'rules'], at: [4, 14] },
  { game: 'shy-monsters', name: 'shy-monsters-hero', plan: ['rules', 'me'], at: [4] },
  { game: 'treasure-hunters', plan: ['me', ...bots(3)], at: [4, 16], options: { mode: 'advanced' } },
];

// Decodes a screenshot's PNG in the browser.
const darkroom = await browser.newPage();
function pixels(shot) {
  return darkroom.evaluate(async (given) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${given}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width: image.width, height: image.height, base64: btoa(text) };
  }, shot);
}

// Waits until fonts and pictures are loaded and all finite animations have ended.
function still(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(moving.map((one) => one.finished.catch(() => {})));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

// Pictures that are taken in the light theme as well.
const BY_DAY = ['home', 'shadow-hunters-6', 'manor-7', 'treasure-hunters-4', 'shy-monsters-hero-4', 'rules'];

class Photographer {
  constructor(who, tag, lang) {
    Object.assign(this, { who, page: who.page, tag, fr: lang === 'fr', moves: 0 });
  }

  wants(name) {
    if (word) return `${name}-${this.tag}`.includes(word);
    if (process.env.LAN_SIZES) return !name.endsWith('review'); // which takes long
    return !this.tag.endsWith('day') || BY_DAY.includes(name);
  }

  async take(name) {
    if (!this.wants(name)) return;
    await still(this.page);
    const { width, height, base64 } = await pixels((await this.page.screenshot()).toString('base64'));
    writeFileSync(join(folder, `${name}-${this.tag}.png`), png(width, height, Buffer.from(base64, 'base64')));
  }

  async open(game, plan, more = {}, start = true) {
    const { table } = await api(this.who, 'create', { settings: { game, seats: plan.length, hints: true, ...more }, plan, start });
    await visit(this.page, `/t/${table.table}`);
    return table.table;
  }

  // Makes one decision as a bot advises; returns whether there was one.
  async advised(table, seat) {
    if ((await next(this.page)) === 'over') return false;
    const before = await this.page.locator('.live').textContent();
    const { ask } = (await api(this.who, 'open', { table, seat })).update;
    const { action } = await api(this.who, 'hint', { table, seat });
    await api(this.who, 'move', { table, seat, move: `shot-${this.tag}-${this.moves++}`, decision: ask.decision, action });
    await this.page.waitForFunction((old) => document.querySelector('dialog .scene') || document.querySelector('.live')?.textContent !== old, before);
    return true;
  }

  async boards() {
    for (const { game, name = game, plan, at, options = {} } of games) {
      if (!['', ...at.map(String), 'end', 'replay', 'review', 'notebook'].some((part) => this.wants(`${name}-${part}`))) continue;
      const table = await this.open(game, plan, { options });
      const seat = plan.indexOf('me') + 1;
      let moves = 0;
      for (; (await next(this.page)) !== 'over'; moves++) {
        if (at.includes(moves)) await this.take(`${name}-${moves}`);
        // when some of it is filled in
        if (game === 'shadow-hunters' && moves === at.at(-1)) await this.notebook();
        await this.advised(table, seat);
      }
      await this.page.locator(OVER).waitFor();
      await this.take(`${name}-end`);
      await visit(this.page, `/r/${table}?move=${3 * moves}`);
      await this.page.locator('input[type=range]').waitFor();
      await this.take(`${name}-replay`);
      if (!this.wants(`${name}-review`)) continue;
      await visit(this.page, `/r/${table}?seat=${seat}&review`);
      await this.page.locator('.ridge input').waitFor();
      await this.take(`${name}-review`);
    }
  }

  // On a wide screen it stands beside the board; on a phone it is in the side panel.
  async notebook() {
    const book = this.page.locator('.book table');
    if (!(await book.isVisible())) return;
    await book.scrollIntoViewIfNeeded();
    await this.take('shadow-hunters-notebook');
  }

  // Overlays of a table: a piece in hand, advice, a refusal, the menu, the side panel on a phone.
  async over() {
    const { page } = this;
    if (!['manor-in-hand', 'manor-advice', 'slip', 'menu'].some((name) => this.wants(name))) return;
    const table = await this.open('manor', ['me', ...bots(2)], { clock: { move: 300 } });
    for (let moves = 0; moves < 2; moves++) await this.advised(table, 1);
    await next(page);
    await page.locator('.front button').first().click();
    await page.locator('.board button.lit').first().hover();
    await this.take('manor-in-hand');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: this.fr ? 'Conseil' : 'Advice' }).click();
    await page.locator('.advice').waitFor();
    await this.take('manor-advice');
    await page.locator('.front button').last().click();
    await page.locator('.board .house').last().click();
    await this.take('slip');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await this.take('menu');
  }

  async guided() {
    const { page } = this;
    if (!this.wants('guided')) return;
    await visit(page, '/learn/treasure-hunters');
    await page.getByRole('button', { name: this.fr ? 'Une première partie avec conseils' : 'A first game with advice' }).click();
    await page.waitForURL(/guide/);
    await page.locator('.advice').waitFor();
    await this.take('guided');
  }

  async lesson() {
    if (!this.wants('lesson')) return;
    await visit(this.page, '/lesson/shadow-hunters');
    const step = (n) => this.page.getByText(`${n} ${this.fr ? 'sur' : 'of'} 8.`).waitFor();
    for (let n = 1; n < 7; n++) {
      await step(n);
      await this.page.locator('[data-next]').click();
    }
    await step(7);
    await this.take('lesson');
  }

  async quiet() {
    const { page } = this;
    if (this.wants('curtain')) {
      await this.open('manor', ['me', 'me']);
      await page.locator('main button').first().waitFor();
      await this.take('curtain');
    }
    if (this.wants('lobby')) {
      await this.open('manor', ['me', 'rules', 'empty'], {}, false);
      await page.locator('#link').waitFor();
      await this.take('lobby');
    }
    for (const [name, path] of [['home', '/'], ['new-table', '/new/shadow-hunters'], ['learn', '/learn'], ['rules', '/learn/shadow-hunters'], ['settings', '/settings'], ['about', '/about'], ['nowhere', '/nowhere']]) {
      if (!this.wants(name)) continue;
      await visit(page, path);
      await page.waitForLoadState('networkidle');
      if (name === 'new-table') await page.locator('summary').first().click();
      await this.take(name);
    }
  }
}

const day = { theme: 'light' };
const SIZES = {
  wide: { size: WIDE, lang: 'en' },
  phone: { size: PHONE, lang: 'fr' },
  'wide-day': { size: WIDE, lang: 'fr', settings: day },
  'phone-day': { size: PHONE, lang: 'en', settings: day },
  tablet: { size: { width: 820, height: 1180 }, lang: 'fr' },
  'tablet-day': { size: { width: 820, height: 1180 }, lang: 'en', settings: day },
  large: { size: { width: 2560, height: 1440 }, lang: 'en' },
  zoom: { size: { width: 720, height: 450 }, lang: 'fr' }, // 1440x900 at 200 %
  small: { size: SMALL, lang: 'fr' },
};
const wanted = (process.env.LAN_SIZES ?? 'wide,phone,wide-day,phone-day').split(',');
for (const tag of wanted) if (!SIZES[tag]) throw new Error(`no size ${tag}: ${Object.keys(SIZES).join(', ')}`);

for (const tag of wanted) {
  const how = SIZES[tag];
  const who = await person(browser, server, { ...how, name: 'Zoe' });
  const photographer = new Photographer(who, tag, how.lang);
  await photographer.boards();
  await photographer.over();
  await photographer.guided();
  await photographer.lesson();
  await photographer.quiet();
  if (who.noise.some((line) => !line.includes('404'))) throw new Error(who.noise.join('\n'));
  await who.context.close();
}
await browser.close();
await server.stop();
