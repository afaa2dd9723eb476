// How long something takes to be seen: as long as the person likes, and no time at all when it is calm.
import { app } from '../app.svelte';

const PACES = { slow: 2, usual: 1, fast: 0.5 };

export function motion(ms: number): number {
  return app.settings.calm ? 0 : ms * PACES[app.settings.pace];
}
