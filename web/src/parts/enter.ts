// The focus on a screen that has just come, for keys and screen readers: on its content, unless something of
// it has the focus already, or nobody has touched the page yet.
import { tick } from 'svelte';

export function entered(main: HTMLElement): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  void tick().then(() => {
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
  });
}
