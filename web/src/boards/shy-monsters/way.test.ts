import { expect, test } from 'vitest';
import type { Event, Told } from '../../../../protocol/lanterne';
import { floorsTold, waysOf } from './way';

function story(...rows: (Partial<Event> & { event: string } | { undone: number[] })[]): Told[] {
  return rows.map((row, at) => ({ n: at + 1, time: '', ...('undone' in row ? { undone: row.undone as number[] } : { event: row as Event }) })) as unknown as Told[];
}
const start = (floor: number) => (floor === 1 ? 'd4' : 'e5');

test('steps and jumps are joined floor by floor, from the Entrance', () => {
  const told = story({ event: 'built', floor: 1 }, { event: 'stepped', cell: 'd5' }, { event: 'jumped', over: 'd6', cell: 'd7' }, { event: 'built', floor: 2 }, { event: 'stepped', cell: 'e6' });
  expect([...waysOf(floorsTold(told), start)]).toEqual([
    [1, [{ from: 'd4', to: 'd5', jump: false }, { from: 'd5', to: 'd7', jump: true }]],
    [2, [{ from: 'e5', to: 'e6', jump: false }]],
  ]);
});

test('what was taken back was not walked', () => {
  const told = story({ event: 'built', floor: 1 }, { event: 'stepped', cell: 'd5' }, { undone: [2, 2] }, { event: 'stepped', cell: 'c4' });
  expect(waysOf(floorsTold(told), start).get(1)).toEqual([{ from: 'd4', to: 'c4', jump: false }]);
});

test('of a match of several games only the last is shown', () => {
  const told = story({ event: 'built', floor: 1 }, { event: 'stepped', cell: 'd5' }, { event: 'game', game: 2 }, { event: 'built', floor: 1 });
  expect([...waysOf(floorsTold(told), start)]).toEqual([[1, []]]);
});
