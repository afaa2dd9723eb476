// Calls when the page has nothing else to do, or after a time in which it always had.
const IDLE_MS = 2000;

export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(call, { timeout: IDLE_MS });
  else setTimeout(call, 50);
}
