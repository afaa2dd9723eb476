// Pictures of positions: node dev/shoot.mjs OUT FILE AT SEAT [name=value]... at both sizes.
import { chromium } from 'playwright-core';

const [out, file, at, seat, ...more] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
for (const [name, width, height] of [['wide', 1440, 900], ['phone', 390, 844]]) {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && console.log(message.text()));
  page.on('pageerror', (error) => console.log(error.message));
  const query = new URLSearchParams({ file, at, seat, ...Object.fromEntries(more.map((one) => one.split('='))) });
  await page.goto(`http://127.0.0.1:5199/?${query}`);
  await page.waitForSelector('.board *', { timeout: 15000 }).catch(() => console.log('nothing drawn'));
  await page.waitForTimeout(900);
  if (query.get('open')) await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
  const aside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (aside > 0) console.log(`${name}: ${aside} px too wide`);
  await page.screenshot({ path: `${out}-${name}.png`, fullPage: name === 'phone' });
  await page.close();
}
await browser.close();
