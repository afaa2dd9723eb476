import { expect, it, vi } from 'vitest';

vi.mock('../app.svelte', () => ({ app: {} }));
const { opened } = await import('./source');

it('opens what one view hides with what another knows', () => {
  const watcher = { seats: [{ card: null, damage: 2 }, { card: null, damage: 0 }], hand: [] as string[], up: false };
  const first = { seats: [{ card: 'vampire', damage: 2 }, { card: null, damage: 0 }], hand: ['axe'], up: false };
  const second = { seats: [{ card: null, damage: 2 }, { card: 'emi', damage: 0 }], hand: [] as string[], up: false };
  expect(opened(watcher, [first, second])).toEqual({ seats: [{ card: 'vampire', damage: 2 }, { card: 'emi', damage: 0 }], hand: ['axe'], up: false });
});

it('leaves what nobody knows', () => {
  expect(opened({ card: null }, [{ card: null }, {}])).toEqual({ card: null });
});
