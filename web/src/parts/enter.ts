// The focus on a screen that has just come, for keys and screen readers: on its content, unless something of
// it has the focus already, or nobody has touched the page yet.
//
// Whether somebody has is heard, not read from `navigator.userActivation`: that is also set by programs which
// look at the page, so that a first screen that came late took the focus, and Tab began behind the header.
import { tick } from 'svelte';

let touched = false;
for (const kind of ['pointerdown', 'keydown', 'click']) globalThis.addEventListener?.(kind, () => (touched = true), { capture: true, once: true, passive: true });

export function entered(main: HTMLElement): void {
  if (!touched) return;
  void tick().then(() => {
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
  });
}
