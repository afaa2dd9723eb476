// The service worker: keeps the files of one build of the page on the device, so that it starts without a
// network. The build (precache.ts) puts in the list of files with their hashes and the hash of the whole.
//
// The files of a build lie in a cache named after its hash. A new build is loaded beside the one in use and
// waits: the page offers it, and it takes over when the page says so or no tab is open any more. The files of
// the build before stay, for tabs that still run it and load parts later. Questions to the server (/api, /ws)
// are not touched.
//
// It also shows the notices that the server sends to this device (parts/push.ts), also when no page is open.
import type { Operation, Operations, PushDevice } from '../../../protocol/lanterne';
import { coded } from '../parts/base64';
import { ANSWER, type Build } from './build';

declare const LANTERNE_BUILD: Build;

// What a service worker has beyond the types of a page.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}
interface Clicked extends Lasting {
  readonly notification: Notification;
}
interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void>; matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>; openWindow(url: string): Promise<unknown> };
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void>; readonly pushManager: PushManager };
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Lasting) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
const worker = globalThis as unknown as Scope;

const { version, files, later } = LANTERNE_BUILD;
const PREFIX = 'lanterne-';
const NAME = PREFIX + version;
// Servers answer with `Vary: Accept-Encoding`, which is no matter once the file is unpacked.
const ANY = { ignoreVary: true, ignoreSearch: true };

// A file whose name has a hash of its content is the same wherever it was found before. The browser refuses
// bytes that are not those of the build: a page of somebody between, or of another build.
async function keep(cache: Cache, [path, hash]: [string, string]): Promise<void> {
  const named = path.startsWith('/assets/');
  const known = named ? await caches.match(path, ANY) : undefined;
  const answer = known ?? (await fetch(path, { integrity: hash, cache: named ? 'default' : 'no-cache', credentials: 'omit' }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  try {
    for (const file of files) await keep(cache, file);
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  // In the order in which they were made.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function stored(path: string): Promise<Response | undefined> {
  return (await (await caches.open(NAME)).match(path, ANY)) ?? caches.match(path, ANY);
}

// What is large and seldom wanted is stored when it is first asked for.
async function keepLater(path: string, request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(NAME)).put(path, answer.clone());
  return answer;
}

async function answer(path: string, request: Request): Promise<Response> {
  const known = await stored(path);
  if (known) return known;
  return later.includes(path) ? keepLater(path, request) : fetch(request);
}

function onFetch(event: Fetching): void {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || /^\/(api|ws)(\/|$)/.test(url.pathname)) return;
  // A path without a file extension is one of the page.
  const route = request.mode === 'navigate' && !/\.[^/]*$/.test(url.pathname) && !/^\/(healthz$|metrics$|embed\/)/.test(url.pathname);
  const path = route ? '/index.html' : url.pathname;
  if (route || later.includes(path) || path.startsWith('/assets/') || files.some(([name]) => name === path)) event.respondWith(answer(path, request));
}

// ---- Notices ----------------------------------------------------------------------------------------------

interface Notice {
  title: string;
  body: string;
  path: string; // of the page, to be opened by a click
  tag: string; // a newer notice of the same tag replaces this one
}

// A message that cannot be read is shown, too: browsers take the right to push from pages that show nothing.
function noticeOf(event: Pushed): Notice {
  let said: Partial<Record<keyof Notice, unknown>> = {};
  try {
    said = (event.data?.json() ?? {}) as typeof said;
  } catch {
    // no JSON
  }
  const text = (key: keyof Notice, other: string) => (typeof said[key] === 'string' ? said[key] : other);
  return { title: text('title', 'Lanterne'), body: text('body', ''), path: text('path', '/'), tag: text('tag', 'lanterne') };
}

function show({ title, body, path, tag }: Notice): Promise<void> {
  return worker.registration.showNotification(title, { body, tag, data: path, icon: '/lantern-192.png' });
}

// Only paths of this page: what a notice says came from the server, but is checked as any other text.
function placeOf(data: unknown): URL {
  const place = new URL(typeof data === 'string' ? data : '/', location.origin);
  return place.origin === location.origin ? place : new URL('/', location.origin);
}

// The tab that shows the place, else a new one: a game in another tab is not taken away.
async function visit(place: URL): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === place.pathname);
  await (there ? there.focus() : worker.clients.openWindow(place.href));
}

async function tell<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Partial<Operations[O]['result']>> {
  const answer = await fetch(`/api/${op}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) });
  return (await answer.json()) as Partial<Operations[O]['result']>;
}

// The browser has given the subscription up for another one: the server is told, with the wishes that it has
// of this device. When it has none any more the page tells it anew as soon as it is opened.
async function renew(): Promise<void> {
  const { key, devices } = await tell('push-devices', {});
  const own: PushDevice | undefined = devices?.find((device) => device.this);
  if (!own || !key) return;
  const { pushManager } = worker.registration;
  const known = (await pushManager.getSubscription()) ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { lang, kinds, quiet, shifts } = own;
  await tell('push-on', { endpoint: known.endpoint, p256dh: coded(known.getKey('p256dh')), auth: coded(known.getKey('auth')), lang, kinds, ...(quiet ? { quiet } : {}), shifts });
}

worker.addEventListener('push', (event) => event.waitUntil(show(noticeOf(event))));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(visit(placeOf(event.notification.data)));
});

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', onFetch);
worker.addEventListener('message', ({ data, source }) => {
  if (data === 'take') void worker.skipWaiting();
  if (data === 'version') source?.postMessage({ [ANSWER]: version });
});
