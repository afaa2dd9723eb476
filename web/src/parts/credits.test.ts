// Every symbol of the set names its author, in About and in the licence file of the packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { credits } from './credits';
import { symbols } from './symbols';

// As icons.ts reads them: those of the page and of every board.
function used(): string[] {
  const boards = readdirSync('src/boards').map((game) => `src/boards/${game}/symbols.ts`);
  const own = boards.filter((path) => existsSync(path)).flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/: '([a-z0-9-]+)'/g)].map((match) => match[1] ?? ''));
  expect(own.length).toBeGreaterThan(40);
  return [...new Set([...Object.values(symbols), ...own])].sort();
}

test('each symbol in use has one author, and no other is credited', () => {
  expect(Object.values(credits).flatMap((all) => all.split(' ')).sort()).toEqual(used());
});

test('the licence file names every author', () => {
  const [, page = ''] = readFileSync('../packaging/debian/copyright', 'utf8').split('Files: web/dist/*\n');
  const stanza = page.split('\n\n')[0] ?? '';
  for (const author of Object.keys(credits)) expect(stanza).toContain(author);
});
