// Notices that reach this device while the page is closed (Web Push). The browser subscribes at the push
// service of its maker; the server encrypts what it sends there, and the service worker (sw/) shows it. What
// this device wants to be told is kept with its settings, and given to the server again whenever the session
// is another: that of the account for which it was chosen. Of several people who sign in on one device each
// chooses anew.
import type { PushDevice, PushKind, PushQuiet, PushShift } from '../../../protocol/lanterne';
import { ask } from '../net/connection';
import type { Lang } from '../words/say';
import { coded } from './base64';

export interface PushKept {
  kinds: PushKind[];
  quiet?: PushQuiet;
  of?: string; // the login of the account; a guest has none
}

// What somebody has chosen on this device; undefined: nothing. What a guest has chosen goes on when the guest
// signs in.
export function pushOf(kept: PushKept | undefined, login: string | undefined): PushKept | undefined {
  if (!kept || (kept.of && kept.of !== login)) return undefined;
  return login ? { ...kept, of: login } : kept;
}

export const KINDS: readonly PushKind[] = ['turn', 'invite', 'wait'];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS_AHEAD = 400;
const SHIFTS_MAX = 8;

export function pushPossible(): boolean {
  return isSecureContext && Boolean(navigator.serviceWorker) && 'PushManager' in globalThis && 'Notification' in globalThis;
}

// How far this device's clock is ahead of UTC, now and after each change of the coming year: so the server
// keeps quiet hours without knowing any time zone.
export function shifts(now: number, ahead: (time: number) => number = (time) => -new Date(time).getTimezoneOffset()): PushShift[] {
  const found = [{ at: now, minutes: ahead(now) }];
  for (let day = now; day < now + DAYS_AHEAD * DAY && found.length < SHIFTS_MAX; day += DAY) {
    let [low, high] = [day, day + DAY];
    if (ahead(low) === ahead(high)) continue;
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2);
      if (ahead(middle) === ahead(low)) low = middle;
      else high = middle;
    }
    found.push({ at: high, minutes: ahead(high) });
  }
  return found;
}

// The browser's subscription under the server's key; one under another key is worth nothing any more.
async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && coded(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function give(key: string, { kinds, quiet }: PushKept, lang: Lang): Promise<void> {
  const known = await subscription(key);
  await ask('push-on', { endpoint: known.endpoint, p256dh: coded(known.getKey('p256dh')), auth: coded(known.getKey('auth')), lang, kinds, ...(quiet ? { quiet } : {}), shifts: shifts(Date.now()) });
}

// Asks the browser for permission, and switches notices on or changes them.
export async function pushOn(kept: PushKept, lang: Lang): Promise<'on' | 'refused' | 'not'> {
  if (!pushPossible()) return 'not';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const { key } = await ask('push-devices', {});
  try {
    await subscription(key);
  } catch {
    return 'not'; // the browser has no push service, or cannot reach it
  }
  await give(key, kept, lang);
  return 'on';
}

export async function pushOff(): Promise<void> {
  await ask('push-off', {});
  await pushEnd();
}

// The browser gives its subscription up, so that its push service knows nothing of this device any more.
export async function pushEnd(): Promise<void> {
  if (!pushPossible()) return;
  const place = await navigator.serviceWorker.getRegistration();
  await (await place?.pushManager.getSubscription())?.unsubscribe();
}

function same(device: PushDevice | undefined, kept: PushKept, lang: Lang, endpoint: string | undefined): boolean {
  return device?.endpoint === endpoint && device?.lang === lang && device.kinds.join() === kept.kinds.join() && JSON.stringify(device.quiet) === JSON.stringify(kept.quiet);
}

// The device's clock has not been changed since: the zone that the server knows is that of today.
function timely(device: PushDevice): boolean {
  const known = device.shifts.filter(({ at }, number) => number === 0 || at <= Date.now()).at(-1);
  return known?.minutes === -new Date().getTimezoneOffset() && Date.now() - (device.shifts[0]?.at ?? 0) < (DAYS_AHEAD / 2) * DAY;
}

// The page begins: what the server knows of this device is compared with what it should know. After signing
// in the session is another, and the server knows nothing.
export async function pushSync(kept: PushKept, lang: Lang): Promise<void> {
  if (!pushPossible() || Notification.permission !== 'granted') return;
  const { key, devices } = await ask('push-devices', {});
  const own = devices.find((device) => device.this);
  const known = await subscription(key);
  if (!own || !same(own, kept, lang, known.endpoint) || !timely(own)) await give(key, kept, lang);
}
