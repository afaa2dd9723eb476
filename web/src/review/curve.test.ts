import { expect, it } from 'vitest';
import type { ReviewBelief, ReviewStep } from '../../../protocol/lanterne';
import { familiesOf, named, nearest, numbered, offered, ofHundred, oneIn, placeTags, reportOf, ridgeOf, saidCauses, sharesAt, shortName, slicesOf, slipTop, stepOf, sureSince, tenths, tenthsOf, unclaused } from './curve';

const step = (entry: number, before: number, part: number, unknown = 0, cause: ReviewStep['cause'] = 'luck'): ReviewStep => ({ entry, move: entry, cause, before, part, error: 0, unknown });

it('draws a ridge from the start to the result, with a piece for each cause', () => {
  const curve = [step(1, 0.4, 0.2), step(2, 0.6, -0.1, -0.2, 'own'), step(5, 0.3, 0, 0.7, 'others')];
  const ridge = ridgeOf({ curve, start: 0.4, result: 1 });
  expect(ridge.x).toHaveLength(4);
  expect(ridge.x[3]).toBeCloseTo(1);
  expect(ridge.y).toEqual([0.4, 0.6, 0.3, 1]);
  expect(ridge.pieces.map((piece) => [piece.step, piece.cause])).toEqual([[0, 'luck'], [1, 'own'], [1, 'unknown'], [2, 'unknown']]);
  // Each piece begins where the one before it ends.
  ridge.pieces.slice(1).forEach((piece, at) => {
    expect(piece.x1).toBeCloseTo(ridge.pieces[at]?.x2 ?? NaN);
    expect(piece.y1).toBeCloseTo(ridge.pieces[at]?.y2 ?? NaN);
  });
  expect(nearest(ridge, 0)).toBe(0);
  expect(nearest(ridge, 0.99)).toBe(3);
  expect(stepOf({ curve }, 3)).toBe(2);
  expect(stepOf({ curve }, 9)).toBe(3);
});

it('draws a game without a choice or a draw', () => {
  expect(ridgeOf({ curve: [], start: 0.5, result: 0 })).toEqual({ x: [0], y: [0.5], pieces: [] });
});

it('tells what was believed before an entry, and gathers what is unlikely', () => {
  const belief = { changes: [{ entry: 0, move: 0, shares: { a: 50, b: 50 } }, { entry: 4, move: 2, shares: { b: 93, c: 4, a: 3 } }] } as unknown as ReviewBelief;
  expect(sharesAt(belief, 4)).toEqual({ a: 50, b: 50 });
  expect(sharesAt(belief, 5)).toEqual({ b: 93, c: 4, a: 3 });
  expect(slicesOf({ b: 93, c: 4, a: 3 }, ['a', 'b'])).toEqual([{ value: 'b', share: 93 }, { value: '', share: 7 }]);
  expect(slicesOf({ z: 20, b: 30, a: 50 }, ['a', 'b']).map((slice) => slice.value)).toEqual(['a', 'b', 'z']);
});

it('knows since when a belief is sure', () => {
  const change = (entry: number, shares: Record<string, number>) => ({ entry, move: 10 * entry, shares });
  const belief = { changes: [change(0, { a: 50, b: 50 }), change(4, { a: 100 }), change(6, { a: 60, b: 40 }), change(8, { a: 99, b: 1 }), change(9, { a: 100 })] } as unknown as ReviewBelief;
  expect(sureSince(belief, 5)).toBe(40);
  expect(sureSince(belief, 20)).toBe(80); // not what was sure once and then was not
  expect(sureSince({ changes: [change(0, { a: 100 })] } as unknown as ReviewBelief, 3)).toBe(0);
});

it('numbers some of the moves below the ridge, none too near to another', () => {
  const curve = Array.from({ length: 40 }, (_, at) => step(at + 1, 0.5, at === 20 ? 0.4 : 0));
  const ridge = ridgeOf({ curve, start: 0.5, result: 0.5 });
  const ticks = numbered({ curve }, ridge, 10, 0.05);
  expect(ticks.map(({ move }) => move)).toEqual([5, 10, 15, 20, 25, 30, 35, 40]);
  ticks.forEach(({ move, x }) => expect(x).toBe(ridge.x[move - 1]));
  expect(numbered({ curve }, ridge, 10, 0.2).map(({ move }) => move)).toEqual([10, 20, 30, 40]);
  expect(numbered({ curve: [] }, ridgeOf({ curve: [], start: 0.5, result: 0 }), 10, 0.1)).toEqual([]);
});

it('shortens names to what tells them apart', () => {
  const manors = ['a manor worth 1', 'a manor worth 2', 'a manor worth 3', 'a shared manor', 'a trapped manor'];
  expect(manors.map((name) => shortName(name, manors))).toEqual(['1', '2', '3', 'shared', 'trapped']);
  expect(shortName('Emi', ['Emi', 'Franklin'])).toBe('Emi');
  expect(shortName('a bat', ['a bat'])).toBe('a bat');
  expect(shortName('a cat', ['a cat', 'a cat', 'a bat'])).toBe('a cat'); // nothing would be left
});

it('says no certainty that is none', () => {
  expect([1, 0.999, 0.001, 0, 0.424].map(ofHundred)).toEqual([100, 99, 1, 0, 42]);
  expect([100, 97, 72, 2].map(tenths)).toEqual([10, 9, 7, 1]);
  expect([7, 5, 9].map(oneIn)).toEqual([14, 20, 11]);
});

it('reports the two largest parts and the own one', () => {
  const points = { start: 42, luck: 47, others: -14, own: -6, unknown: 31, result: 100 };
  expect(reportOf(points)).toEqual({ causes: ['luck', 'unknown'], own: 'little' });
  expect(reportOf({ ...points, unknown: 0, own: 0 })).toEqual({ causes: ['luck', 'others'], own: 'none' });
  expect(reportOf({ ...points, own: -40 }).own).toBe('much');
});

it('offers the three best choices and the chosen one', () => {
  const choice = { action: 'a', en: '', fr: '', worth: 0 };
  const mark = { entry: 1, move: 1, best: 0, gain: 0, error: 0, lost: 0, verdict: 'fine' as const, en: '', fr: '', choices: [choice, choice, choice, choice, choice] };
  expect(offered({ ...mark, chosen: 1 })).toEqual([0, 1, 2]);
  expect(offered({ ...mark, chosen: 4 })).toEqual([0, 1, 2, 4]);
});

it('leaves the clause out of a sentence', () => {
  expect(unclaused('Ada rolls 3 [or 4]. Twice. [SH-K2]')).toBe('Ada rolls 3 [or 4]. Twice.');
});

it('puts no tag over another or outside', () => {
  const size = { width: 64, height: 26 };
  const tags = [10, 12, 14, 16, 895, 900].map((x, at) => ({ entry: at, cause: 'luck' as const, points: at % 2 ? 3 : -3, x, y: 150 }));
  const placed = placeTags(tags, 908, 302, size);
  expect(placed).toHaveLength(6);
  placed.forEach((tag, at) => {
    expect(tag.x).toBeGreaterThanOrEqual(36);
    expect(tag.x).toBeLessThanOrEqual(872);
    placed.slice(0, at).forEach((other) => expect(Math.abs(tag.x - other.x) >= 64 || Math.abs(tag.y - other.y) >= 26).toBe(true));
  });
});

it('moves the slip off the tags, upwards', () => {
  const slip = { width: 200, height: 30 };
  const size = { width: 60, height: 26 };
  const tag = (x: number, y: number) => ({ entry: 1, cause: 'luck' as const, points: 3, x, y });
  expect(slipTop(150, 80, slip, [], size)).toBe(80);
  expect(slipTop(150, 80, slip, [tag(400, 80)], size)).toBe(80); // it is elsewhere
  expect(slipTop(150, 80, slip, [tag(200, 70)], size)).toBe(38);
  expect(slipTop(150, 80, slip, [tag(200, 70), tag(100, 40)], size)).toBe(8);
  expect(slipTop(150, 20, slip, [tag(150, 10)], size)).toBe(20); // no place is left
});

it('beliefs by family, those that are impossible left out', () => {
  const of = { emi: 'hunter', franklin: 'hunter', vampire: 'shadow', allie: 'neutral' };
  expect(familiesOf({ franklin: 20, emi: 25, vampire: 55 }, of)).toEqual([{ family: 'hunter', share: 45, tenths: 4 }, { family: 'shadow', share: 55, tenths: 6 }]);
  expect(tenthsOf([25, 75])).toEqual([2, 8]);
  expect(tenthsOf([34, 33, 33])).toEqual([4, 3, 3]);
  expect(tenthsOf([4, 96])).toEqual([0, 9]);
});

it('the words of two causes refer to each other', () => {
  const points = { start: 50, luck: 3, others: -4, own: 0, unknown: -49, result: 0 };
  const seat = { points, beliefs: [{} as ReviewBelief] };
  expect(saidCauses(['luck', 'others'], seat)).toEqual(['luck-up', 'others-but']);
  expect(saidCauses(['luck', 'others'], { ...seat, points: { ...points, luck: -3 } })).toEqual(['luck-down', 'others-nor']);
  expect(saidCauses(['others', 'unknown'], seat)).toEqual(['others-down', 'unknown-down']);
  expect(saidCauses(['luck', 'unknown'], seat)).toEqual(['luck-up', 'unknown-down']);
});

it('says that nobody could know only where something was hidden', () => {
  const points = { start: 50, luck: 3, others: -4, own: 0, unknown: 49, result: 98 };
  expect(named('unknown', { beliefs: [{} as ReviewBelief] })).toBe('unknown');
  expect(named('unknown', { beliefs: [] })).toBe('unexplained');
  expect(named('luck', { beliefs: [] })).toBe('luck');
  expect(saidCauses(['luck', 'unknown'], { points, beliefs: [] })).toEqual(['luck-up', 'unexplained-up']);
});
