import { describe, expect, it } from 'vitest';
import type { Update } from '../../../protocol/lanterne';
import { kept, whole } from './parts';

const update = (more: Partial<Update>): Update => ({ to: 2, full: false, told: [], view: {}, turn: { must: [], active: null, window: false }, ask: null, ...more });

describe('parts of fields', () => {
  const before = { seats: [{ damage: 1, cards: ['a'] }, { damage: 2, cards: [] }], phase: 'move' };

  it('become whole fields and leave the view before as it was', () => {
    const kept = structuredClone(before);
    const { view, parts } = whole(update({ view: { phase: 'attack' }, parts: [['seats', 1, 'damage', 5], ['seats', 0, 'cards', ['a', 'b']]] }), before) as Update;
    expect(view).toEqual({ phase: 'attack', seats: [{ damage: 1, cards: ['a', 'b'] }, { damage: 5, cards: [] }] });
    expect(parts).toBeUndefined();
    expect(before).toEqual(kept);
  });
  it('of steps follow one another, those of the update the view before', () => {
    const { steps, view } = whole(
      update({
        steps: [
          { n: 1, active: 1, view: {}, parts: [['seats', 1, 'damage', 3]] },
          { n: 2, active: 1, view: {}, parts: [['seats', 0, 'damage', 4]] },
        ],
        parts: [['seats', 1, 'damage', 9]],
      }),
      before,
    );
    expect(steps?.map((step) => (step.view['seats'] as { damage: number }[]).map((seat) => seat.damage))).toEqual([[1, 3], [4, 3]]);
    expect((view['seats'] as { damage: number }[]).map((seat) => seat.damage)).toEqual([1, 9]);
  });
  it('leave what says the same the same object, in steps, in parts and in a full update', () => {
    const full = whole(update({ full: true, view: structuredClone({ ...before, phase: 'attack' }) }), {}, before);
    expect(full.view['seats']).toBe(before.seats);
    expect(full.view['phase']).toBe('attack');
    const { steps, view } = whole(update({ steps: [{ n: 1, active: 1, view: {}, parts: [['seats', 1, 'damage', 3]] }], view: { seats: [{ damage: 1, cards: ['a'] }, { damage: 3, cards: [] }] } }), before);
    const [step, end] = [steps?.[0]?.view['seats'], view['seats']] as (typeof before.seats)[];
    expect(end).toBe(step);
    expect(end?.[0]).toBe(before.seats[0]);
    expect(end?.[1]).toEqual({ damage: 3, cards: [] });
    expect(end?.[1]?.cards).toBe(before.seats[1]?.cards);
  });
  it('are other objects where anything differs: a field less, a field more, a list for an object', () => {
    const old = { a: { b: 1 }, c: [1, 2] };
    for (const now of [{ a: { b: 1 } }, { ...old, d: null }, { ...old, a: { b: 2 } }, { ...old, c: [1] }, { ...old, c: { 0: 1, 1: 2 } }, { ...old, a: null }]) {
      expect(kept(old, structuredClone(now))).toStrictEqual(now);
      expect(kept(old, structuredClone(now))).not.toBe(old);
    }
    expect(kept(old, structuredClone(old))).toBe(old);
  });
  it('of a field that is not known yet are left out', () => {
    expect(whole(update({ parts: [['rooms', 3, 'ghosts', 1]] }), before).view).toEqual({});
  });
});
