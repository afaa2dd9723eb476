import { expect, test } from 'vitest';
import { settle } from './garden';

const card = (owner: number, hunter: string) => ({ owner, hunter });

test('hunters fill the stones in order', () => {
  const { stones, standers } = settle([], [card(1, 'basic'), card(2, 'tandem')]);
  expect(stones).toEqual(['1 basic 1', '2 tandem 1', null, null]);
  expect(standers.map(({ stone }) => stone)).toEqual([0, 1]);
});

test('whoever stays keeps the stone, a newcomer takes the free one', () => {
  const before = settle([], [card(1, 'basic'), card(2, 'tandem'), card(3, 'basic')]);
  const after = settle(before.stones, [card(2, 'tandem'), card(3, 'basic')]);
  expect(after.stones).toEqual([null, '2 tandem 1', '3 basic 1', null]);
  expect(settle(after.stones, [card(2, 'tandem'), card(3, 'basic'), card(4, 'detector')]).stones).toEqual(['4 detector 1', '2 tandem 1', '3 basic 1', null]);
});

test('two equal hunters stand on two stones', () => {
  expect(settle([], [card(1, 'basic'), card(1, 'basic')]).stones).toEqual(['1 basic 1', '1 basic 2', null, null]);
});
