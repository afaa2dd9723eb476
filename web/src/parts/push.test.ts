import { expect, test } from 'vitest';
import { pushOf, shifts, type PushKept } from './push';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('a device tells when its clock changes, to the minute, and nothing more', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  expect(shifts(now, () => -300)).toEqual([{ at: now, minutes: -300 }]);
  const [forward, back] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
  const found = shifts(now, (time) => (time >= forward && time < back ? 120 : 60));
  expect(found.map(({ minutes }) => minutes)).toEqual([60, 120, 60]);
  for (const [index, at] of [forward, back].entries()) expect(Math.abs((found[index + 1]?.at ?? 0) - at)).toBeLessThanOrEqual(MINUTE);
});

test('a zone that changes all the time is cut off', () => {
  expect(shifts(0, (time) => Math.floor(time / DAY) % 2).length).toBe(8);
});

test('what one person has chosen on a device is not done to another', () => {
  const kinds: PushKept['kinds'] = ['turn'];
  expect(pushOf(undefined, 'ada')).toBeUndefined();
  // A guest's choice stays with the account that the guest signs in to, and then with nobody else.
  expect(pushOf({ kinds }, undefined)).toEqual({ kinds });
  const hers = pushOf({ kinds }, 'ada');
  expect(hers).toEqual({ kinds, of: 'ada' });
  expect(pushOf(hers, 'ada')).toEqual(hers);
  for (const login of [undefined, 'bea']) expect(pushOf(hers, login)).toBeUndefined();
});
