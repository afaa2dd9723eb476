import { expect, test } from 'vitest';
import { cellAt, cellsOf, frameOf, grown, moveOf, patternOf, rowByRow, spotOf } from './floor';

test('cells and spots are each other’s reverse, with north up', () => {
  expect(cellAt(spotOf('m13'))).toBe('m13');
  expect(spotOf('g8').y).toBeLessThan(spotOf('g7').y);
  expect(spotOf('h7').x).toBe(spotOf('g7').x + 1);
});

test('the frame holds all cells with its margin and is never too small', () => {
  expect(cellsOf(frameOf(['g7'], 1, 3))).toEqual(['f8', 'g8', 'h8', 'f7', 'g7', 'h7', 'f6', 'g6', 'h6']);
  const frame = frameOf(['f5', 'g8'], 1, 5);
  expect(frame.height).toBe(6);
  expect(frame.width).toBe(5);
  expect(cellsOf(frame)).toEqual(expect.arrayContaining(['e4', 'h9']));
});

test('the frame of a floor that is built moves only when a tile would be at its edge', () => {
  const first = grown(undefined, ['g7'], 1, 5);
  expect(grown(first, ['g7', 'h7'], 1, 5)).toEqual(first);
  const wider = grown(first, ['g7', 'h7', 'i7'], 1, 5);
  expect(wider).toEqual({ ...first, width: 6 });
  expect(grown(wider, ['g7'], 1, 5)).toEqual(wider);
  expect(grown(first, ['e7', 'g7'], 1, 5)).toEqual({ ...first, left: first.left - 1, width: 6 });
});

test('a jump ends beyond or beside the tile it goes over', () => {
  expect(moveOf('step g6')).toEqual({ action: 'step g6', verb: 'step', over: null, to: 'g6' });
  expect(moveOf('jump g6 south')?.to).toBe('g5');
  expect(moveOf('jump-attack f7 north')).toEqual({ action: 'jump-attack f7 north', verb: 'jump-attack', over: 'f7', to: 'f8' });
  expect(moveOf('jump h8 north-east')?.to).toBe('i9');
  expect(moveOf('concede')).toBeUndefined();
});

test('a pattern is nine signs', () => {
  expect(patternOf('.ox/x@o/.x.')).toEqual(['.', 'o', 'x', 'x', '@', 'o', '.', 'x', '.']);
});

test('cells are in one order, however they were found', () => {
  const cells = cellsOf(frameOf(['g7'], 1, 3));
  expect(rowByRow(cells.toReversed())).toEqual(cells);
});
