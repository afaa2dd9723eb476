// Durations by the person's setting for motion, 0 when motion is off; and the transitions of the page.
// Svelte's own ask for the element's computed style when they begin, for which the browser works out the
// styles of the whole page in mid-update; these are for elements that are opaque and without a transform
// otherwise.
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { app } from '../app.svelte';

const PACES = { slow: 1.5, usual: 1, fast: 0.5 };

export function pace(): number {
  return PACES[app.settings.pace];
}

export function motion(ms: number): number {
  return app.settings.calm ? 0 : ms * pace();
}

export function fade(_node: Element, { duration }: { duration: number }): TransitionConfig {
  return { duration, css: (t) => `opacity: ${t}` };
}

export function scale(_node: Element, { duration, start }: { duration: number; start: number }): TransitionConfig {
  return { duration, easing: cubicOut, css: (t) => `transform: scale(${start + (1 - start) * t}); opacity: ${t}` };
}

export function fall(_node: Element, { duration, from }: { duration: number; from: number }): TransitionConfig {
  return { duration, easing: cubicOut, css: (t) => `transform: translateY(${(t - 1) * from}px); opacity: ${t}` };
}
