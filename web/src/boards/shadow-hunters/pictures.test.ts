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

test('forty cards of the game, each with its own symbol and the ink of its deck', () => {
  expect(CARDS).toHaveLength(40);
  expect(new Set(CARDS.map((card) => cardPicture(card))).size).toBe(40);
  expect(CARDS.filter((card) => deckOf(card) === 'white')).toHaveLength(15);
  expect(CARDS.filter((card) => deckOf(card) === 'hermit')).toHaveLength(12);
  for (const card of CARDS) expect(text(cardPicture(card)).length, card).toBeGreaterThan(1200);
});

test('no picture has a style, a script or an outside address', () => {
  for (const url of [...CAST.map(picture), ...CARDS.map((card) => cardPicture(card)), deckPicture('white'), deckPicture('black'), deckPicture('hermit')]) {
    expect(text(url)).not.toMatch(/style=|<script|<style|<text|href="(?!#)|http:\/\/(?!www\.w3\.org)/);
  }
});
