import { expect, test } from 'vitest';
import type { Event, Told } from '../../../protocol/lanterne';
import type { GameWords } from '../words/say';
import { isCover, thingOf, turnsOf } from './story';

const words = {
  events: [
    { name: 'turn', args: [{ name: 'seat', type: 'seat' }], clause: 'X-1' },
    { name: 'declined', args: [{ name: 'seat', type: 'seat' }], cover: ['X-2'] },
    { name: 'drew', args: [{ name: 'seat', type: 'seat' }, { name: 'card', type: 'card' }] },
  ],
  things: [{ type: 'card', value: 'lantern' }],
} as unknown as GameWords;
const event = (row: Record<string, unknown>) => row as unknown as Event;
const told = (...rows: Record<string, unknown>[]) => rows.map((row, n) => ({ n, event: event(row) })) as unknown as Told[];

test('what was asked for cover is left out, by its clause', () => {
  expect(isCover(words, event({ event: 'declined', clause: 'X-2', seat: 1 }))).toBe(true);
  expect(isCover(words, event({ event: 'declined', clause: 'X-3', seat: 1 })), 'asked for another reason').toBe(false);
  expect(isCover(words, event({ event: 'turn', clause: 'X-1', seat: 1 }))).toBe(false);
});

test('the story is grouped by turns', () => {
  const turns = turnsOf(words, told({ event: 'drew', seat: 2 }, { event: 'turn', seat: 1 }, { event: 'drew', seat: 1 }, { event: 'turn', seat: 2 }));
  expect(turns.map(({ n, items }) => [n, items.length])).toEqual([[0, 1], [1, 2], [3, 1]]);
});

test('a line has the picture of the thing it is about', () => {
  expect(thingOf(words, event({ event: 'drew', seat: 1, card: 'lantern' }))).toEqual({ type: 'card', value: 'lantern' });
  expect(thingOf(words, event({ event: 'drew', seat: 1, card: null })), 'a card that nobody saw').toBeUndefined();
});
