// The weight of a game's pictures: everything drawn for it, compressed as the page is sent.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import icons from 'virtual:icons/shadow-hunters';
import { expect, test } from 'vitest';

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
