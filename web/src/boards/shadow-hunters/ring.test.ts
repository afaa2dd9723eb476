import { expect, test } from 'vitest';
import type { Template } from '../../../../protocol/lanterne';
import { aboutCard, aboutSeat, areaSpot, beside, diceOf, essence, joined, rows, spiral } from './ring';
import type { View } from './view';

const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

test('areas of a pair stand nearer to each other than to any other', () => {
  for (const slot of [0, 2, 4]) {
    const own = far(areaSpot(slot), areaSpot(slot + 1));
    for (let other = 0; other < 6; other++) if (other !== slot && other !== slot + 1) expect(own).toBeLessThan(far(areaSpot(slot), areaSpot(other)));
  }
});

test('everybody sits once, the neighbours beside', () => {
  for (let count = 4; count <= 8; count++) {
    for (let viewer = 0; viewer <= count; viewer++) {
      const { upper, lower } = rows(count, viewer);
      expect([...upper, ...lower].sort()).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      const clockwise = [...upper, ...lower.toReversed()];
      for (let at = 0; at < count; at++) expect(clockwise[(at + 1) % count]).toBe(((clockwise[at] ?? 0) % count) + 1);
      expect(lower).toContain(Math.max(viewer, 1));
    }
  }
});

test('who is joined is told once', () => {
  expect(joined([[1, 2], [1, 2], [3, 4], [3, 4], [5, 6], [5, 6]])).toEqual([[0, 1], [2, 3], [4, 5]]);
});

test('the spiral’s stones do not touch and stay inside', () => {
  const stones = spiral(15);
  stones.forEach((stone, index) => {
    expect(stone.x).toBeGreaterThan(10);
    expect(stone.x).toBeLessThan(190);
    expect(stone.y).toBeGreaterThan(10);
    expect(stone.y).toBeLessThan(190);
    for (const other of stones.slice(index + 1)) expect(far(stone, other)).toBeGreaterThan(25);
  });
});

test('markers on one stone do not cover each other', () => {
  for (let count = 2; count <= 8; count++) {
    for (let at = 1; at < count; at++) expect(far(beside(at, count), beside(at - 1, count))).toBeGreaterThan(11);
  }
});

const templates: Template[] = [
  { name: 'pick', args: [{ name: 'roll', type: 'roll' }], say: { en: '', fr: '' } },
  { name: 'attack', args: [{ name: 'seat', type: 'seat' }], say: { en: '', fr: '' } },
  { name: 'steal', args: [{ name: 'seat', type: 'seat' }, { name: 'card', type: 'equipment' }], say: { en: '', fr: '' } },
  { name: 'loot', args: [{ name: 'card', type: 'equipment' }], say: { en: '', fr: '' } },
];

test('an action is about a seat only where its argument is one', () => {
  const actions = ['pick 2', 'attack 2', 'steal 3 talisman', 'steal 2 chainsaw', 'loot talisman'];
  expect(aboutSeat(templates, actions, 2)).toEqual(['attack 2', 'steal 2 chainsaw']);
  expect(aboutCard(templates, actions, 'talisman', 3)).toEqual(['steal 3 talisman', 'loot talisman']);
  expect(aboutCard(templates, actions, 'talisman', 2)).toEqual(['loot talisman']);
});

test('only the dice of the present step lie on the table', () => {
  const at = (phase: string, area: string, walked: number[]) =>
    diceOf({ phase, dice: [6, 1], move_dice: walked, seats: [{ seat: 1, area } as View['seats'][number]], active: 1, sums: { church: [6], gate: [4, 5] } });
  expect(at('start', 'church', [2, 4])).toEqual([]);
  expect(at('picking', 'gate', [2, 4, 1, 3])).toEqual([2, 4, 1, 3]);
  expect(at('area', 'church', [2, 4])).toEqual([2, 4]);
  expect(at('area', 'gate', [2, 4])).toEqual([]);
  expect(at('reacting', 'church', [2, 4])).toEqual([6, 1]);
});

test('a piece is explained without what is printed on it', () => {
  expect(essence('character', 'George, Hunter, letter G, 14 HP. Demolish: once, a die.')).toBe('Demolish: once, a die.');
  expect(essence('card', 'Vampire Bat, single use, 3 cards: 2 damage.')).toBe('2 damage.');
});
