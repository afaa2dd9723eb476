// Registers the service worker (sw/), which keeps the page on this device, and follows its versions: a newer
// one is offered (app.fresh), and taken only by takeFresh.
import { app } from '../app.svelte';

const LOOK_MS = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

// A worker that has been installed while another is in charge waits.
function follow(worker: ServiceWorker | null): void {
  const look = () => worker?.state === 'installed' && navigator.serviceWorker.controller && (app.fresh = true);
  worker?.addEventListener('statechange', look);
  look();
}

function look(): void {
  // Without a network nothing is found, which is no news.
  void registration?.update().catch(() => undefined);
}

// Without https, in private windows of some browsers, and where it is forbidden there is no service worker;
// the page then needs its server.
export async function install(): Promise<void> {
  if (registration || !navigator.serviceWorker || import.meta.env.DEV) return;
  try {
    registration = await navigator.serviceWorker.register('/sw.js');
  } catch {
    return;
  }
  const known = registration;
  known.addEventListener('updatefound', () => follow(known.installing));
  follow(known.waiting);
  follow(known.installing);
  setInterval(look, LOOK_MS);
  app.connection.onLine((line) => line === 'open' && look());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}

function loadAnew(): void {
  location.reload();
}

// Lets the version that waits take over, and loads the page anew from it. Games that run in other tabs go on
// with the files they began with.
export function takeFresh(): void {
  navigator.serviceWorker.addEventListener('controllerchange', loadAnew, { once: true });
  registration?.waiting?.postMessage('take');
}

// For a page that is too old for its server: looks for the version that fits, takes it, and loads the page
// anew.
export async function renew(): Promise<void> {
  const found = await registration?.update().catch(() => undefined);
  const coming = found?.installing;
  if (!found || (!found.waiting && !coming)) return loadAnew();
  const take = () => found.waiting && takeFresh();
  coming?.addEventListener('statechange', take);
  take();
}
