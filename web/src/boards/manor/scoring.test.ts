import { expect, test } from 'vitest';
import { decision, order, ranking, STAGES, stageMs, sums } from './scoring';
import type { ManorView, Plot } from './view';

const plot = (place: string, ...paid: number[]): Plot => ({ place, up: true, manor: '3', front: [], next: null, paid });
const row = (seat: number, points: number, manors: Plot[]) => ({ seat, points_visible: points, hand: {}, manors });
const view = {
  winners: [2],
  seats: [row(1, 9, [plot('1.1', 9, 0, 0), plot('1.2', 0, 4, 0)]), row(2, 14, [plot('2.1', 0, 10, 0), plot('2.2', 0, 0, 3)]), row(3, 3, [plot('3.1', 0, 0, 0)])],
} as unknown as ManorView;

test('the own street is told last', () => {
  expect(order(view, 1).map(({ place }) => place)).toEqual(['2.1', '2.2', '3.1', '1.1', '1.2']);
  expect(order(view, 0).map(({ place }) => place)).toEqual(['1.1', '1.2', '2.1', '2.2', '3.1']);
});

test('the sums end at the scores', () => {
  const plots = order(view, 3);
  expect(sums(plots, 0, 3)).toEqual([0, 0, 0]);
  expect(sums(plots, 1, 3)).toEqual([9, 0, 0]);
  expect(sums(plots, plots.length, 3)).toEqual(view.seats.map((seat) => seat.points_visible));
});

test('what decided it: where the winner gained most over the second', () => {
  const found = decision(view, 1);
  expect(found).toMatchObject({ winner: 2, second: 1, lead: 5 });
  expect(found?.plots.map(({ plot, gain }) => [plot.place, gain])).toEqual([
    ['2.1', 10],
    ['1.2', 4],
  ]);
});

test('a shared win names the viewer, and nobody is second when all win', () => {
  const tie = { ...view, winners: [1, 2, 3] } as ManorView;
  expect(decision(tie, 3)).toMatchObject({ winner: 3, second: null, lead: 0 });
  expect(decision({ ...view, winners: null } as ManorView, 1)).toBeNull();
});

test('the ranking', () => {
  expect(ranking(view)).toEqual([2, 1, 3]);
});

test('sixteen manors take 20 to 30 seconds', () => {
  const all = Array.from({ length: 16 }, (_, at) => STAGES.reduce((sum, stage) => sum + stageMs(stage, at, 16, 3), 0));
  const whole = all.reduce((sum, ms) => sum + ms, 0);
  expect(whole).toBeGreaterThan(20_000);
  expect(whole).toBeLessThan(33_000);
  expect(all[14]).toBeLessThan(all[0] ?? 0);
  expect(all[15]).toBe(all[0]);
});
