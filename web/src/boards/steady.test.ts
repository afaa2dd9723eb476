import { expect, it } from 'vitest';
import { steady, steadyRows } from './steady';

it('keeps an object while it says the same', () => {
  const same = steady<{ room: string; ghosts: number }>();
  const first = same({ room: 'A', ghosts: 1 });
  expect(same({ room: 'A', ghosts: 1 })).toBe(first);
  const second = same({ room: 'A', ghosts: 2 });
  expect(second).toEqual({ room: 'A', ghosts: 2 });
  expect(same({ room: 'A', ghosts: 1 })).not.toBe(second);
});

it('keeps each row of a list by its name, in the order of the list', () => {
  const same = steadyRows<{ room: string; ghosts: number }>((row) => row.room);
  const [a, b] = same([{ room: 'A', ghosts: 0 }, { room: 'B', ghosts: 0 }]);
  const again = same([{ room: 'B', ghosts: 0 }, { room: 'A', ghosts: 3 }]);
  expect(again[0]).toBe(b);
  expect(again[1]).not.toBe(a);
  expect(again.map((row) => row.ghosts)).toEqual([0, 3]);
});
