import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Told, Update } from '../../../protocol/lanterne';
import type { Board } from '../boards/board';
import { Telling } from './telling.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const board = { Full: {}, beats: { dice: { ms: 700, before: true, roll: true }, step: { ms: 300 }, win: { ms: 900, size: 'full', gate: true } } } as unknown as Board;

// The story of a move k: its events have the numbers 10k, 10k+1, ...; a replay sends all that came before.
function moveOf(k: number, ...events: string[]): Update {
  const old: Told[] = Array.from({ length: k }, (_, at) => ({ n: 10 * at, time: 0, event: { event: 'step', clause: 'X', seat: 1 } }));
  const told = [...old, ...events.map((event, at) => ({ n: 10 * k + at, time: 0, event: { event, clause: 'X', seat: 1 } }))];
  return { to: told.at(-1)?.n ?? 0, full: true, told, view: {}, turn: { must: [], active: 1, window: false }, ask: null };
}

function telling(more: { calm?: boolean; board?: Board | undefined } = {}): Telling {
  return new Telling(() => ({ board, factor: 1, calm: false, sound: false, ...more }));
}

it('a jump is shown at once, a step event by event on the position before and after', async () => {
  const told = telling();
  told.jump(moveOf(1, 'step'), { at: 1 });
  expect([told.view, told.at]).toEqual([{ at: 1 }, 10]);
  await vi.advanceTimersByTimeAsync(0);
  expect(told.busy).toBe(false);
  told.step(moveOf(2, 'dice', 'step'), { at: 2 });
  await vi.advanceTimersByTimeAsync(100);
  expect([told.happening?.event, told.view]).toEqual(['dice', { at: 1 }]); // nobody is asked to roll
  await vi.advanceTimersByTimeAsync(700);
  expect([told.happening?.event, told.view]).toEqual(['step', { at: 2 }]);
  await vi.advanceTimersByTimeAsync(400);
  expect([told.happening, told.busy, told.at]).toEqual([null, false, 21]);
  expect(told.told.map((item) => item.n)).toEqual([20, 21]); // said once each
});

it('the next step cuts short what is being told', async () => {
  const told = telling();
  told.jump(moveOf(1, 'step'), { at: 1 });
  await vi.advanceTimersByTimeAsync(0);
  told.step(moveOf(2, 'dice', 'step'), { at: 2 });
  await vi.advanceTimersByTimeAsync(100);
  told.step(moveOf(3, 'step'), { at: 3 });
  await vi.advanceTimersByTimeAsync(100);
  expect([told.happening?.event, told.view]).toEqual(['step', { at: 3 }]);
});

it('a great moment does not wait for a touch, and a jump ends it', async () => {
  const told = telling();
  told.jump(moveOf(1, 'step'), { at: 1 });
  await vi.advanceTimersByTimeAsync(0);
  told.step(moveOf(2, 'win'), { at: 2 });
  await vi.advanceTimersByTimeAsync(500);
  expect(told.shown?.full).toBe(true);
  told.jump(moveOf(1, 'step'), { at: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect([told.shown, told.view, told.chips]).toEqual([null, { at: 1 }, []]);
  told.step(moveOf(2, 'win'), { at: 2 });
  await vi.advanceTimersByTimeAsync(1500);
  expect([told.shown, told.busy, told.chips.length]).toEqual([null, false, 1]);
});

it('as text nothing is shown for any time', async () => {
  const told = telling({ board: undefined });
  told.jump(moveOf(1, 'step'), { at: 1 });
  await vi.advanceTimersByTimeAsync(0);
  told.step(moveOf(2, 'dice', 'step'), { at: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect([told.view, told.busy]).toEqual([{ at: 2 }, false]);
});
