// Pictures of the page beside their mocks, for docs/stage.md:
// scripts/web node ../tests/web/side-by-side.mjs MOCKS SCREENSHOTS FOLDER
//
// MOCKS is the folder of the drawn screens, SCREENSHOTS one that `make screenshots` has filled (LAN_SIZES for
// the tablets). Each pair becomes one picture, the mock on the left, the page on the right. Mocks that end in
// .html are those of docs/stage/mocks, which are opened and taken at the size of their screenshot.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './stage.mjs';
import { patience } from './patience.mjs';
import { png } from './png.mjs';

const [mocks, shots, folder] = process.argv.slice(2);
const WIDE = { width: 640, height: 400 };
const TALL = { width: 300, height: 432 };
const PHONE = { width: 260, height: 563 };

// The picture that is written, the mock, the screenshot, and the size of each half.
const PAIRS = [
  ['shadow-hunters-wide', 'shadow-hunters/renders/table-wide.png', 'shadow-hunters-6-wide.png', WIDE],
  ['shadow-hunters-day', 'shadow-hunters/renders/table-wide-light.png', 'shadow-hunters-6-wide-day.png', WIDE],
  ['shadow-hunters-end', 'shadow-hunters/renders/end-wide.png', 'shadow-hunters-end-wide.png', WIDE],
  ['shadow-hunters-tablet', 'shadow-hunters/renders/table-tablet-5.png', 'shadow-hunters-6-tablet.png', TALL],
  ['shadow-hunters-phone', 'shadow-hunters/renders/table-phone.png', 'shadow-hunters-6-phone.png', PHONE],
  ['manor-wide', 'manor/mock/manor-wide.png', 'manor-7-wide.png', WIDE],
  ['manor-day', 'manor/mock/manor-wide-light.png', 'manor-7-wide-day.png', WIDE],
  ['manor-end', 'manor/mock/manor-end-wide.png', 'manor-end-wide.png', WIDE],
  ['manor-tablet', 'manor/mock/manor-tablet.png', 'manor-7-tablet.png', TALL],
  ['manor-phone', 'manor/mock/manor-phone.png', 'manor-7-phone.png', PHONE],
  ['shy-monsters-hero', 'shy-monsters/mock/shy-hero-wide.png', 'shy-monsters-hero-4-wide.png', WIDE],
  ['shy-monsters-master', 'shy-monsters/mock/shy-master-wide.png', 'shy-monsters-master-4-wide.png', WIDE],
  ['shy-monsters-end', 'shy-monsters/mock/shy-end-wide.png', 'shy-monsters-hero-end-wide.png', WIDE],
  ['shy-monsters-phone', 'shy-monsters/mock/shy-hero-phone.png', 'shy-monsters-hero-4-phone.png', PHONE],
  ['treasure-hunters-wide', 'treasure-hunters/mock/treasure-wide.png', 'treasure-hunters-16-wide.png', WIDE],
  ['treasure-hunters-day', 'treasure-hunters/mock/treasure-wide-light.png', 'treasure-hunters-4-wide-day.png', WIDE],
  ['treasure-hunters-end', 'treasure-hunters/mock/treasure-end-wide.png', 'treasure-hunters-end-wide.png', WIDE],
  ['lobby', 'lobby.html', 'lobby-wide.png', WIDE],
  ['lobby-day', 'lobby.html?light', 'lobby-tablet-day.png', TALL],
  ['settings', 'settings.html', 'settings-wide.png', WIDE],
  ['settings-day', 'settings.html?light', 'settings-tablet-day.png', TALL],
  ['rules', 'rules.html', 'rules-wide.png', WIDE],
  ['lesson', 'lesson.html', 'lesson-wide.png', WIDE],
  ['replay', 'replay.html', 'manor-replay-wide.png', WIDE],
  ['profile', 'profile.html', 'profile-wide.png', WIDE],
  ['treasure-hunters-phone', 'treasure-hunters/mock/treasure-phone.png', 'treasure-hunters-16-phone.png', PHONE],
];

const SCREENS = new Map([[WIDE, { width: 1440, height: 900 }], [TALL, { width: 820, height: 1180 }]]);
const DRAWN = new URL('../../docs/stage/mocks/', import.meta.url);
const read = (path) => (existsSync(path) ? readFileSync(path) : null);

// A drawn screen as a PNG; null if there is none.
async function drawing(mock, size) {
  if (!mock.includes('.html')) return read(join(mocks, mock));
  await page.setViewportSize(SCREENS.get(size));
  await page.goto(new URL(mock, DRAWN).href);
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const shot = await page.screenshot();
  await page.goto('about:blank');
  return shot;
}
const browser = await launch();
const page = await browser.newPage();
page.setDefaultTimeout(patience());
mkdirSync(folder, { recursive: true });
for (const [name, mock, shot, size] of PAIRS) {
  const { width, height } = size;
  const halves = [await drawing(mock, size), read(join(shots, shot))];
  if (halves.includes(null)) {
    console.log(`left out: ${name}, for want of ${halves[0] ? join(shots, shot) : join(mocks, mock)}`);
    continue;
  }
  // Drawn on a canvas, whose pixels are then written with few colours.
  const drawn = await page.evaluate(async ([given, w, h]) => {
    const canvas = new OffscreenCanvas(2 * w + 8, h);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    for (const [at, source] of given.entries()) {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const scale = Math.min(w / image.width, h / image.height);
      context.drawImage(image, at * (w + 8) + (w - image.width * scale) / 2, 0, image.width * scale, image.height * scale);
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width: canvas.width, height: canvas.height, base64: btoa(text) };
  }, [halves.map((half) => `data:image/png;base64,${half.toString('base64')}`), width, height]);
  writeFileSync(join(folder, `${name}.png`), png(drawn.width, drawn.height, Buffer.from(drawn.base64, 'base64')));
}
await browser.close();
