import { afterEach, expect, it, vi } from 'vitest';
import { whenLaid } from './laid';

const observers: { call: () => void; on: Element | null }[] = [];
afterEach(() => {
  observers.length = 0;
  vi.unstubAllGlobals();
});

class Observer {
  private readonly self: { call: () => void; on: Element | null };
  constructor(call: () => void) {
    observers.push((this.self = { call, on: null }));
  }
  observe(element: Element): void {
    this.self.on = element;
  }
  disconnect(): void {
    this.self.on = null;
  }
}

it('looks at the element once', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  const [element, look] = [{} as Element, vi.fn()];
  whenLaid(element, look);
  expect(look).not.toHaveBeenCalled();
  expect(observers[0]?.on).toBe(element);
  observers[0]?.call();
  expect(look).toHaveBeenCalledTimes(1);
  expect(observers[0]?.on).toBeNull();
});

it('looks at nothing that is gone', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  whenLaid({} as Element, vi.fn())();
  expect(observers[0]?.on).toBeNull();
});
