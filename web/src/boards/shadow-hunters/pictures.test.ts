import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cardPicture, deckOf, deckPicture, picture } from './pictures';
import { symbols } from './symbols';

const CAST = ['emi', 'franklin', 'george', 'ellen', 'fu-ka', 'gregor', 'unknown', 'vampire', 'werewolf', 'ultra-soul', 'valkyrie', 'wight', 'allie', 'bob', 'charles', 'daniel', 'agnes', 'bryan', 'catherine', 'david'];
const CARDS = Object.keys(symbols).slice(0, Object.keys(symbols).indexOf('hunter'));
const text = (url: string) => decodeURIComponent(url.replace('data:image/svg+xml,', ''));

test('twenty characters, six areas, one back', () => {
  for (const id of [...CAST, 'cabin', 'gate', 'church', 'cemetery', 'woods', 'altar']) expect(text(picture(id)), id).toMatch(/^<svg/);
  expect(picture(null)).toBe(picture('back'));
  expect(() => picture('nobody')).toThrow('no picture of nobody');
});

// The rows of the game's own table: id, deck and how often the card is in it.
const rows = [...readFileSync('../games/shadow-hunters/facts.c', 'utf8').matchAll(/\{SH_[WBG]_(\w+), SHADOW_(WHITE|BLACK|HERMIT), (\d)\}/g)];
const facts = rows.map(([, id = '', deck = '', count]) => ({ id: id.toLowerCase().replace(/_/g, '-'), deck: deck.toLowerCase(), count: Number(count) }));

test('the 48 cards of the game have a template, a symbol of their own and the light of their deck', () => {
  expect(facts.reduce((sum, row) => sum + row.count, 0)).toBe(48);
  expect([...CARDS].sort()).toEqual(facts.map((row) => row.id).sort());
  const symbolOf = (svg: string) => /<g id="y">(.*?)<\/g><\/defs>/.exec(svg)?.[1] ?? '';
  const lightOf = (svg: string) => /<radialGradient id="l".*?<\/radialGradient>/.exec(svg)?.[0] ?? '';
  const lights = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const { id, deck } of facts) {
    const svg = text(cardPicture(id));
    expect(deckOf(id), id).toBe(deck);
    expect(svg, id).toMatch(/<clipPath id="w"><path d="M12 1/); // the arch of equipment, or the torn window
    expect(symbolOf(svg).length, id).toBeGreaterThan(50);
    seen.add(symbolOf(svg));
    lights.set(deck, (lights.get(deck) ?? new Set()).add(lightOf(svg)));
  }
  expect(seen.size).toBe(facts.length);
  expect([...lights.values()].map((one) => one.size)).toEqual([1, 1, 1]);
  expect(new Set([...lights.values()].flatMap((one) => [...one])).size).toBe(3);
});

test('no picture has a style, a script or an outside address', () => {
  for (const url of [...CAST.map(picture), ...CARDS.map((card) => cardPicture(card)), deckPicture('white'), deckPicture('black'), deckPicture('hermit')]) {
    expect(text(url)).not.toMatch(/style=|<script|<style|<text|href="(?!#)|http:\/\/(?!www\.w3\.org)/);
  }
});
