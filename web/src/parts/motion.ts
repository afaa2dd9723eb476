// Scales a duration by the person's setting for motion; 0 when motion is off.
import { app } from '../app.svelte';

const PACES = { slow: 1.5, usual: 1, fast: 0.5 };

export function pace(): number {
  return PACES[app.settings.pace];
}

export function motion(ms: number): number {
  return app.settings.calm ? 0 : ms * pace();
}
