// The weight of a game's pictures: everything drawn for it, compressed as the page is sent.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import icons from 'virtual:icons/shadow-hunters';
import { expect, test } from 'vitest';
import { SEAT_COLOURS } from './manor/pictures';

const MOST = 60 * 1000;
const symbols: Record<string, Record<string, string>> = { 'shadow-hunters': icons };

test.each(['manor', 'shadow-hunters', 'shy-monsters', 'treasure-hunters'])('the pictures of %s take at most 60 KB', (game) => {
  const folder = `src/boards/${game}/pictures`;
  const names = readdirSync(folder);
  expect(names.length).toBeGreaterThan(5);
  const all = [...names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')), JSON.stringify(symbols[game] ?? {})].join('\n');
  const size = gzipSync(all, { level: 9 }).length;
  console.log(`# measured: pictures of ${game}: ${(size / 1000).toFixed(1)} KB`);
  expect(size).toBeLessThanOrEqual(MOST);
});

// An image takes no custom property from the page: what Manor writes into its pictures is what the page has.
test('the seats of Manor have the colours of the night', () => {
  const night = readFileSync('src/app.css', 'utf8').split(/^\.night \{$/m)[1]?.split('}')[0] ?? '';
  const own = readFileSync('src/boards/manor/Manor.svelte', 'utf8');
  const colourOf = (seat: number) => [own, night].map((text) => new RegExp(`--seat-${seat}: (#[0-9a-f]+);`).exec(text)?.[1]).find(Boolean);
  expect(SEAT_COLOURS).toEqual(SEAT_COLOURS.map((_, at) => colourOf(at + 1)));
});
