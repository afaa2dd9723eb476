import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { painted } from './painted';

const frames: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('calls once, in the frame after the frame', () => {
  const then = vi.fn();
  painted(then);
  frames.pop()?.();
  expect(then).toHaveBeenCalledTimes(0);
  frames.pop()?.();
  expect(then).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledTimes(1);
});

it('calls without a frame, and not again when it comes', () => {
  const then = vi.fn();
  painted(then);
  vi.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledTimes(1);
  frames.pop()?.();
  vi.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledTimes(1);
});
