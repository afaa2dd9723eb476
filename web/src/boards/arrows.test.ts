import { expect, test } from 'vitest';
import { nearest } from './arrows';

const at = (x: number, y: number) => ({ x, y, width: 10, height: 10 });

test('the nearest in a direction, straight before askew', () => {
  const boxes = [at(40, 0), at(20, 12), at(0, 30), at(-20, 0)];
  expect(nearest(at(0, 0), boxes, [1, 0])).toBe(0);
  expect(nearest(at(0, 0), boxes, [0, 1])).toBe(2);
  expect(nearest(at(0, 0), boxes, [-1, 0])).toBe(3);
  expect(nearest(at(0, 0), boxes, [0, -1])).toBe(-1);
});
