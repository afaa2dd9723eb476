// Pictures of the page beside their mocks, for docs/stage.md:
// scripts/web node ../tests/web/side-by-side.mjs MOCKS SCREENSHOTS FOLDER
//
// MOCKS is the folder of the drawn screens, SCREENSHOTS one that `make screenshots` has filled (LAN_SIZES for
// the tablets). Each pair becomes one picture, the mock on the left, the page on the right.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './stage.mjs';
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
  ['treasure-hunters-phone', 'treasure-hunters/mock/treasure-phone.png', 'treasure-hunters-16-phone.png', PHONE],
];

const url = (path) => `data:image/png;base64,${readFileSync(path).toString('base64')}`;
const browser = await launch();
const page = await browser.newPage();
mkdirSync(folder, { recursive: true });
for (const [name, mock, shot, { width, height }] of PAIRS) {
  const sources = [join(mocks, mock), join(shots, shot)];
  const missing = sources.filter((path) => !existsSync(path));
  if (missing.length) {
    console.log(`left out: ${name}, for want of ${missing.join(' and ')}`);
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
  }, [sources.map(url), width, height]);
  writeFileSync(join(folder, `${name}.png`), png(drawn.width, drawn.height, Buffer.from(drawn.base64, 'base64')));
}
await browser.close();
