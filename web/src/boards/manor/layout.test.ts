import { expect, test } from 'vitest';
import { layout, leastHeight, type Layout } from './layout';

// Boxes of the stage on a laptop, a very wide screen, a tablet, two phones and a phone on its side; each at 2
// to 4 players with every number of manors that 19 cards allow.
const BOXES = [
  [1440, 646],
  [2560, 1186],
  [1024, 520],
  [820, 910],
  [390, 646],
  [360, 442],
  [844, 300],
] as const;
const TABLES = [1, 2, 3].flatMap((others) => [3, 4, 5, 6].filter((each) => each * (others + 1) <= 19).map((each) => [others, each] as const));

function all(check: (box: Layout, what: string) => void): void {
  for (const [width, height] of BOXES) for (const [others, each] of TABLES) check(layout(width, height, others, each), `${width}x${height}, ${others + 1} players, ${each} manors`);
}

test('every seat has a street and every manor a spot', () => {
  for (const [others, each] of TABLES) {
    const { streets } = layout(1440, 646, others, each);
    expect(streets.map((street) => street.spots.length)).toEqual(Array(others + 1).fill(each));
    expect(streets.map((street) => street.near)).toEqual([...Array(others).fill(false), true]);
  }
});

test('all houses and gardens lie in the box', () => {
  all((box, what) => {
    for (const street of box.streets)
      for (const { x, ground } of street.spots) {
        expect(x, what).toBeGreaterThanOrEqual(0);
        expect(x + street.house, what).toBeLessThanOrEqual(box.width + 0.5);
        expect(ground - 1.05 * street.house, what).toBeGreaterThanOrEqual(-0.5);
        expect(ground + 0.567 * street.house, what).toBeLessThanOrEqual(box.height + 0.5);
      }
  });
});

test('houses never overlap, and no roof covers the door of a house behind it', () => {
  all((box, what) => {
    const spots = box.streets.flatMap((street) => street.spots.map((spot) => ({ ...spot, house: street.house })));
    for (const a of spots)
      for (const b of spots) {
        if (a === b || Math.abs(a.ground - b.ground) > 1) continue;
        expect(Math.abs(a.x - b.x), what).toBeGreaterThanOrEqual(a.house);
      }
    for (const a of spots) for (const b of spots) if (b.ground - a.ground > 1 && b.x < a.x + a.house && a.x < b.x + b.house) expect(b.ground - a.ground, what).toBeGreaterThanOrEqual(1.45 * Math.min(a.house, b.house));
  });
});

test('a house is large enough to be touched', () => {
  all((box, what) => {
    for (const street of box.streets) expect(street.house, what).toBeGreaterThanOrEqual(44);
  });
});

test('the own street is never smaller than the others', () => {
  all((box, what) => {
    const [first, near] = [box.streets[0], box.streets.at(-1)];
    expect((near?.house ?? 0) + 0.5, what).toBeGreaterThanOrEqual(first?.house ?? 0);
  });
});

test('on a phone six manors stand in two rows', () => {
  const { streets } = layout(390, 646, 1, 6);
  expect(new Set(streets[0]?.spots.map((spot) => spot.ground)).size).toBe(2);
});

test('the least height follows from the width alone', () => {
  expect(layout(390, 10, 3, 4).height).toBe(leastHeight(390));
  expect(layout(1440, 10, 3, 4).height).toBe(leastHeight(1440));
});
