import { expect, test } from 'vitest';
import { cut, doorMiddle, houseOf, standing } from './house';
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

test('pawns stand side by side inside their place', () => {
  const room = { x: 3, y: 2, w: 3, h: 2 };
  const places = [0, 1, 2, 3].map((index) => standing(room, index, 4));
  expect(new Set(places.map((place) => place.x)).size).toBe(4);
  for (const { x, y } of places) {
    expect(x).toBeGreaterThan(3);
    expect(x).toBeLessThan(6);
    expect(y).toBeGreaterThan(2);
    expect(y).toBeLessThan(4);
  }
  expect(standing({ x: 0, y: 0, w: 1, h: 1 }, 0, 1).x).toBe(0.5);
});
