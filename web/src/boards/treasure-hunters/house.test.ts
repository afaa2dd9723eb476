import { expect, test } from 'vitest';
import { backs, cut, doorMiddle, houseOf, standing } from './house';
import type { Plan } from './view';

const plan: Plan = {
  map: ['AAB', 'A.~', '_.~'],
  tiles: [
    { node: 'T1', x: 1, y: 2 },
    { node: 'T2', x: 1, y: 1 },
  ],
  doors: [],
};

test('a room that is no rectangle is cut into some, the largest first', () => {
  expect(cut([[0, 0], [1, 0], [0, 1], [1, 1], [1, 2]])).toEqual([
    { x: 0, y: 0, w: 2, h: 2 },
    { x: 1, y: 2, w: 1, h: 1 },
  ]);
});

test('every place of the map is there, each cell of it once', () => {
  const house = houseOf(plan);
  expect(house.width).toBe(3);
  expect(house.height).toBe(3);
  const sizes = Object.fromEntries(house.places.map((place) => [place.node, place.rects.reduce((sum, rect) => sum + rect.w * rect.h, 0)]));
  expect(sizes).toEqual({ A: 3, B: 1, T2: 1, outside: 2, T1: 1 });
});

test('walls stand between places, but not between tiles of a corridor', () => {
  const { walls } = houseOf(plan);
  const stands = (x: number, y: number) => walls.some((wall) => wall.y1 === y && wall.y2 === y && wall.x1 <= x && wall.x2 > x);
  expect(stands(1, 2)).toBe(false); // T2 above T1
  expect(stands(1, 1)).toBe(true); // A above T2
  expect(stands(0, 1)).toBe(false); // inside A
  expect(stands(0, 2)).toBe(true); // A above nothing
  expect(stands(1, 3)).toBe(true); // the foot of the house
  expect(walls).toContainEqual({ x1: 2, y1: 0, x2: 2, y2: 3 });
});

test('a door is in the middle of its wall', () => {
  const door = { x: 1, y: 2, colour: 'blue', a: 'A', b: 'B', locked: false };
  expect(doorMiddle({ ...door, side: 'right' })).toEqual({ x: 2, y: 2.5 });
  expect(doorMiddle({ ...door, side: 'down' })).toEqual({ x: 1.5, y: 3 });
});

test('a back wall shows where another place is above', () => {
  expect(backs(houseOf(plan), 'A')).toEqual([{ x1: 0, y1: 0, x2: 2, y2: 0 }]);
  expect(backs(houseOf(plan), 'outside')).toEqual([{ x1: 2, y1: 1, x2: 3, y2: 1 }]);
});

test('hunters fan out inside their room, and none hides another', () => {
  const room = { x: 3, y: 2, w: 3, h: 2 };
  for (const [cw, width] of [[75, 50], [34, 31]] as const) {
    const feet = [0, 1, 2, 3].map((index) => standing('F', room, index, 4, cw, cw, width));
    feet.forEach((foot, at) => {
      expect(foot.x - foot.width / 2).toBeGreaterThanOrEqual(3 * cw - 1);
      expect(foot.x + foot.width / 2).toBeLessThanOrEqual(6 * cw + 1);
      expect(foot.y).toBeGreaterThan(2 * cw);
      expect(foot.y).toBeLessThan(4 * cw);
      expect(foot.width).toBeGreaterThanOrEqual(26);
      const next = feet[at + 1];
      if (next) expect(next.x - foot.x).toBeGreaterThan(foot.width * 0.6);
    });
  }
});

test('one alone stands in the middle; outside they stand in a column', () => {
  expect(standing('T1', { x: 2, y: 0, w: 1, h: 1 }, 0, 1, 70, 70, 50).x).toBe(175);
  const feet = [0, 1, 2, 3].map((index) => standing('outside', { x: 0, y: 0, w: 1, h: 3 }, index, 4, 70, 70, 50));
  expect(new Set(feet.map((foot) => Math.round(foot.y))).size).toBe(4);
  expect(feet.every((foot) => foot.y > 0 && foot.y < 210 && Math.abs(foot.x - 35) < 10)).toBe(true);
});
