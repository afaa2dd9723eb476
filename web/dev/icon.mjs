// Draws the icons of the installed page from public/lantern.svg, for systems that take no SVG: scripts/web
// node dev/icon.mjs
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const svg = readFileSync('public/lantern.svg', 'utf8');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  // To the edges: a mask may cut the corners.
  await page.setContent(`<style>body { margin: 0; background: #14110f } svg { display: block; width: 100vw }</style>${svg}`);
  await page.screenshot({ path: `public/lantern-${size}.png` });
}
await browser.close();
