// What a device is called in lists of them: its browser and its system, from the User-Agent that it sent.
import { app } from '../app.svelte';

// User agents name several browsers; the first match in this order is the right one.
const BROWSERS = [/Firefox|FxiOS/, /Edg/, /OPR/, /Chrome|CriOS/, /Safari/];
const BROWSER_NAMES = ['Firefox', 'Edge', 'Opera', 'Chrome', 'Safari'];
const SYSTEM = /Android|iPhone|iPad|Windows|Mac OS|Linux/;

export function deviceName(agent: string): string {
  const browser = BROWSER_NAMES[BROWSERS.findIndex((word) => word.test(agent))];
  return browser ? [browser, SYSTEM.exec(agent)?.[0]].filter(Boolean).join(', ') : agent || app.t('session-unknown');
}
