import { expect, test } from 'vitest';
import type { Event, Told } from '../../../../protocol/lanterne';
import { deedsOf, floorLines, momentOf } from './chronicle';
import type { Past } from './view';

const floor = (...tiles: [string, string, boolean, boolean | null][]): Past => ({ game: 1, floor: 1, tiles: tiles.map(([cell, tile, up, fits]) => ({ cell, tile, up, fits })) });
const events = (...rows: Record<string, unknown>[]) => rows as unknown as Event[];
const CROSSED = floor(['d4', 'entrance', true, null], ['d5', 'kraken', false, true], ['d6', 'exit', true, null], ['e4', 'bat', true, false]);
const JUMP = events({ event: 'jumped', over: 'd5', cell: 'd6' }, { event: 'left', floor: 1 });

test('what was jumped over comes before what was harmless', () => {
  expect(floorLines(CROSSED, JUMP, [{ from: 'd4', to: 'd6', jump: true }])).toEqual([
    { key: 'floor-over-home', tile: 'kraken', cell: 'd5' },
    { key: 'floor-harmless', tile: 'bat', cell: 'e4' },
  ]);
});

test('how the Hero ended comes first', () => {
  const told = events({ event: 'missed', cell: 'd5' }, { event: 'died', monster: 'ape', cell: 'd6' });
  expect(floorLines(floor(['d6', 'ape', true, true]), told, [])).toEqual([
    { key: 'floor-died', tile: 'ape', cell: 'd6' },
    { key: 'floor-missed', cell: 'd5' },
  ]);
});

test('an unseen monster beside the way is told as near', () => {
  const way = [{ from: 'd4', to: 'd5', jump: false }];
  const tiles = floor(['e5', 'ape', false, true], ['g9', 'bat', false, true]);
  expect(floorLines(tiles, [], way).map((line) => line.key)).toEqual(['floor-near', 'floor-unseen']);
});

test('a floor on which nothing happened has its sentence', () => {
  expect(floorLines(floor(['d4', 'entrance', true, null]), [], [])).toEqual([{ key: 'floor-quiet' }]);
});

test('the deeds of both players', () => {
  expect(deedsOf([CROSSED], new Map([[1, JUMP]]))).toEqual({ left: 1, monsters: 2, home: 1, met: 1, jumps: 1, attacks: 0 });
});

test('a tile leads to the first line about it on its own floor', () => {
  const told = events({ event: 'built', floor: 1 }, { event: 'stepped', cell: 'd5' }, { event: 'jumped', over: 'd6', cell: 'd7' }, { event: 'built', floor: 2 }, { event: 'stepped', cell: 'e4' }, { event: 'turned-up', cell: 'd5' })
    .map((event, n) => ({ n: n + 10, event })) as unknown as Told[];
  expect(momentOf(told, 1, 'd5')).toBe(11);
  expect(momentOf(told, 1, 'd6')).toBe(12);
  expect(momentOf(told, 2, 'd5')).toBe(15);
  expect(momentOf(told, 1, 'e4'), 'of another floor').toBeUndefined();
  expect(momentOf(told, 3, 'd5'), 'a floor that was not reached').toBeUndefined();
});
