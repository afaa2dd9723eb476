import { expect, test } from 'vitest';
import type { Told } from '../../../../protocol/lanterne';
import { sumOf } from './sum';

const told = (...rows: Record<string, unknown>[]) => rows.map((event, n) => ({ n, event })) as unknown as Told[];
const attacked = (target: number) => ({ event: 'attacked', clause: 'SH-K1', seat: 1, target });
const roll = { event: 'rolled', clause: 'SH-K2', seat: 1, d6: '6', d4: '2' };
const hurt = (seat: number, damage: number) => ({ event: 'hurt', clause: 'SH-K2', seat, damage, total: damage });
const sum = (items: Told[], n: number) => sumOf(items, items[n] as Told);

test('damage is the difference of the dice', () => {
  expect(sum(told(attacked(2), roll, hurt(2, 4)), 2)).toBe('6 − 2 = 4');
  expect(sum(told(attacked(2), { ...roll, d6: '1', d4: '4' }, hurt(2, 3)), 2), 'the larger die first').toBe('4 − 1 = 3');
});

test('what cards change stands beside the dice', () => {
  expect(sum(told(attacked(2), roll, hurt(2, 5)), 2)).toBe('6 − 2 + 1 = 5');
  expect(sum(told(attacked(2), roll, hurt(2, 3)), 2)).toBe('6 − 2 − 1 = 3');
});

test('with the four-sided die alone there is nothing to add up, but for cards', () => {
  const four = { event: 'rolled-d4', clause: 'SH-K9', seat: 1, d4: '3' };
  expect(sum(told(attacked(2), four, hurt(2, 3)), 2)).toBe('');
  expect(sum(told(attacked(2), four, hurt(2, 4)), 2)).toBe('3 + 1 = 4');
});

test('the die of a defence counts for the seat that rolled it', () => {
  const defence = { event: 'rolled-d4', clause: 'SH-HR2', seat: 3, d4: '1' };
  const items = told(attacked(2), attacked(3), roll, defence, hurt(2, 4), hurt(3, 5));
  expect([sum(items, 4), sum(items, 5)]).toEqual(['6 − 2 = 4', '6 − 1 = 5']);
});

test('damage that is no sum of dice has none', () => {
  expect(sum(told(roll, { ...hurt(2, 2), clause: 'SH-B' }), 1), 'a card').toBe('');
  expect(sum(told(attacked(2), roll, hurt(1, 1)), 2), 'the attacker').toBe('');
  expect(sum(told(attacked(2), roll, hurt(2, 4), attacked(2), hurt(2, 2)), 4), 'a blow without dice').toBe('');
  expect(sum(told({ event: 'rolled', clause: 'SH-M1', seat: 1, d6: '3', d4: '3' }, hurt(2, 2)), 1), 'a roll to move').toBe('');
});

test('a blow that kills tells no more than was left', () => {
  const items = told(attacked(2), roll, hurt(2, 3), { event: 'died', clause: 'SH-L1', seat: 2 });
  expect(sum(items, 2)).toBe('');
  expect(sum(told(attacked(2), roll, hurt(2, 4), { event: 'died', clause: 'SH-L1', seat: 2 }), 2)).toBe('6 − 2 = 4');
});
