import { expect, test } from 'vitest';
import { layoutOf, order, rounded, shapeOf, shownCards, type Box } from './layout';

const SIZES: [string, number, number][] = [
  ['wide', 1128, 802],
  ['2560', 2200, 1342],
  ['tablet across', 1024, 670],
  ['tablet', 820, 928],
  ['tall tablet', 820, 1020],
  ['small tablet', 768, 820],
  ['phone', 390, 662],
  ['small phone', 360, 520],
];

const overlaps = (a: Box, b: Box) => a.x + 1 < b.x + b.w && b.x + 1 < a.x + a.w && a.y + 1 < b.y + b.h && b.y + 1 < a.y + a.h;
const inside = (box: Box, width: number, height: number) => box.x >= -1 && box.y >= -1 && box.x + box.w <= width + 1 && box.y + box.h <= height + 1;

test('the reference of the drawing', () => {
  const { u, areas, seats, shape } = layoutOf(1128, 802, 6, 1);
  expect(shape).toBe('wide');
  expect(u).toBe(1);
  expect(areas[0]).toEqual({ x: 313, y: 122, w: 246, h: 164 });
  expect(seats.map((place) => place.spot)).toEqual(['mine', 'LL', 'UL', 'T', 'UR', 'LR']);
  expect(seats[1]?.box).toMatchObject({ x: 8, y: 476 });
});

test('everybody sits once, clockwise from the viewer; a watcher sits at seat 1', () => {
  for (let count = 4; count <= 8; count++) {
    for (let viewer = 0; viewer <= count; viewer++) {
      const seats = order(count, viewer);
      expect(seats[0]).toBe(Math.max(viewer, 1));
      expect([...seats].sort()).toEqual(Array.from({ length: count }, (_, at) => at + 1));
      seats.forEach((seat, at) => expect(seats[(at + 1) % count]).toBe((seat % count) + 1));
    }
  }
});

test('nothing lies over an area or outside, at every size and number of players', () => {
  for (const [name, width, height] of SIZES) {
    for (let count = 4; count <= 8; count++) {
      const { areas, seats, decks, dice } = layoutOf(width, height, count, 2);
      const what = `${name}, ${count} players`;
      expect(seats, what).toHaveLength(count);
      expect(new Set(seats.map((place) => place.seat)).size, what).toBe(count);
      areas.forEach((area, at) => {
        expect(inside(area, width, height), `area ${at}, ${what}`).toBe(true);
        for (const other of areas.slice(at + 1)) expect(overlaps(area, other), what).toBe(false);
        for (const place of seats) if (place.spot === 'mine' || place.spot === 'strip') expect(overlaps(area, place.box), `area ${at} and seat ${place.seat}, ${what}`).toBe(false);
        for (const box of [...decks, dice]) expect(overlaps(area, box), `area ${at} and the middle, ${what}`).toBe(false);
      });
      for (const place of seats) expect(inside(place.box, width, height), `seat ${place.seat}, ${what}`).toBe(true);
    }
  }
});

test('a tall tablet has room for three paper tags below the own seat', () => {
  for (let count = 4; count <= 8; count++) {
    const mine = layoutOf(820, 1020, count, 1).seats[0]?.box;
    expect(1020 - (mine?.y ?? 0) - (mine?.h ?? 0), `${count} players`).toBeGreaterThanOrEqual(117);
  }
});

test('areas of a pair share one backing paper with two hinges', () => {
  for (const [, width, height] of SIZES) {
    const { backings } = layoutOf(width, height, 5, 1);
    expect(backings.map((backing) => backing.slots)).toEqual([[0, 1], [2, 3], [4, 5]]);
    for (const { hinges, path } of backings) {
      expect(hinges).toHaveLength(2);
      expect(path).toMatch(/^M.*Z$/);
      expect(path).not.toContain('NaN');
    }
  }
});

test('an upright screen has the others in a strip', () => {
  expect(shapeOf(1128, 802)).toBe('wide');
  expect(shapeOf(820, 928)).toBe('tablet');
  expect(shapeOf(390, 662)).toBe('phone');
  expect(layoutOf(390, 662, 8, 1).crowded).toBe(true);
  expect(layoutOf(390, 662, 6, 1).crowded).toBe(false);
});

test('cards beyond the room are counted', () => {
  expect(shownCards(['a', 'b'], 3)).toEqual({ shown: ['a', 'b'], more: 0 });
  expect(shownCards(['a', 'b', 'c', 'd'], 3)).toEqual({ shown: ['a', 'b'], more: 2 });
});

test('an outline is closed and turns at every corner', () => {
  expect(rounded([[0, 0], [10, 0], [10, 10], [0, 10]], 2).match(/Q/g)).toHaveLength(4);
});
