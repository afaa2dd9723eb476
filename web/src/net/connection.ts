// The WebSocket to the server, which reconnects by itself: requests and answers are matched by number, pushes
// go to the listeners. A request that is unanswered when the connection breaks is sent again on the next one;
// moves have ids, so that repeating them is safe.
//
// A connection can be dead without being closed: the device slept, or changed its network. So after a short
// silence, and whenever the browser says that something has changed, `hello` is sent again and must be
// answered in time; otherwise the connection is given up and made anew. Every request has a time limit
// besides, which counts while the connection is open.
import { boundFrench } from '../words/french';
import { PROTOCOL, type Operation, type Operations, type Problem, type Push } from '../../../protocol/lanterne';
import type { DeviceLine } from '../offline/line';
import { answerOf, patience, Refused, Unanswered } from './http';

export { Refused };

// lost: no connection. portal: something else answers in the server's place.
export type Line = 'connecting' | 'open' | 'lost' | 'portal' | 'too-old';

// The part of a connection that a TableSight needs.
export interface TableLine {
  ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']>;
  onPush(listener: (push: Push) => void): () => void;
  onLine(listener: (line: Line) => void): () => void;
}

// Games of this device have ids that begin so; they are played in the page (offline/), and what is asked
// about them never reaches the server.
const LOCAL = 'local-';

export function isLocal(params: object): boolean {
  return 'table' in params && typeof params.table === 'string' && params.table.startsWith(LOCAL);
}

export async function device(): Promise<DeviceLine> {
  return (await import('../offline/line')).device;
}

interface Waiting {
  message: Record<string, unknown>;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  timer?: ReturnType<typeof setTimeout>; // while it is on its way
}

type Timer = ReturnType<typeof setTimeout> | undefined;

const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 15_000;
// A dead connection is noticed after these two together, within ten seconds.
const SILENCE_MS = 4000;
const LIFE_MS = 4500;
// Longer on lines that turned out slow: a long message takes its time there.
const LIFE_MOST_MS = 18_000;
const CONNECT_MS = 8000;
const ANSWER_MS = 30_000;

export class Connection implements TableLine {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private retry = RETRY_FIRST_MS;
  private timer: Timer;
  private watch: Timer; // for the next sign of life
  private life = LIFE_MS;
  private probing = false;
  private mending = false;
  private pushed = new Set<(push: Push) => void>();
  private lined = new Set<(line: Line) => void>();
  private local: Promise<DeviceLine> | undefined;
  line: Line = 'connecting';

  constructor(private readonly url: string) {
    const doubt = () => this.doubt();
    for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, doubt);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.doubt());
    document.addEventListener('resume', doubt); // the browser had stopped the page
    // The kind of network, where the browser tells.
    (navigator as { connection?: EventTarget }).connection?.addEventListener('change', doubt);
  }

  // Requires a session: the WebSocket sends the cookie that HTTP has set.
  begin(): void {
    if (!this.socket) this.connect();
  }

  // The server did not answer just now: tries again from time to time, as after a loss.
  beginLost(portal: boolean): void {
    if (!this.socket) this.lose(portal);
  }

  onPush(listener: (push: Push) => void): () => void {
    this.pushed.add(listener);
    return () => this.pushed.delete(listener);
  }

  onLine(listener: (line: Line) => void): () => void {
    this.lined.add(listener);
    return () => this.lined.delete(listener);
  }

  ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']> {
    if (isLocal(params)) return this.onDevice().then((line) => line.ask(op, params));
    const id = this.nextId++;
    const message = { id, op, ...params };
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { message, resolve: resolve as (result: never) => void, reject };
      this.waiting.set(id, waiting);
      if (this.line === 'open') this.send(id, waiting);
    });
  }

  private send(id: number, waiting: Waiting): void {
    this.socket?.send(JSON.stringify(waiting.message));
    waiting.timer = setTimeout(() => {
      this.waiting.delete(id);
      waiting.reject(new Unanswered());
    }, ANSWER_MS * patience());
  }

  // The line of this device; what it pushes goes to the same listeners.
  onDevice(): Promise<DeviceLine> {
    this.local ??= device().then((line) => {
      line.onPush((push) => this.pushed.forEach((listener) => listener(push)));
      return line;
    });
    this.local.catch(() => (this.local = undefined));
    return this.local;
  }

  private setLine(line: Line): void {
    this.line = line;
    for (const listener of this.lined) listener(line);
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url, 'lanterne');
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(String(event.data), boundFrench) as Record<string, unknown>);
    socket.onclose = () => socket === this.socket && this.lose();
    this.watchFor(CONNECT_MS, () => this.giveUp());
  }

  private hello(): void {
    this.socket?.send(JSON.stringify({ id: 0, op: 'hello', protocol: PROTOCOL, client: 'web', parts: true }));
  }

  private watchFor(ms: number, then: () => void): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(then, ms * patience());
  }

  // Asks for a sign of life, whatever it is.
  private probe(): void {
    if (this.line !== 'open' || this.probing) return;
    this.probing = true;
    this.hello();
    this.watchFor(this.life, () => {
      this.life = Math.min(2 * this.life, LIFE_MOST_MS);
      this.giveUp();
    });
  }

  // The connection is dead, or was never made. Its end may be told much later, and is no news then.
  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lose();
  }

  // Something arrived.
  private alive(): void {
    if (this.probing) this.life = LIFE_MS;
    this.probing = false;
    if (this.line === 'open') this.watchFor(SILENCE_MS, () => this.probe());
  }

  private hear(message: Record<string, unknown>): void {
    if ('push' in message) {
      for (const listener of this.pushed) listener(message as unknown as Push);
    } else if (message['id'] === 0) {
      this.greeted(message);
    } else {
      const waiting = this.waiting.get(Number(message['id']));
      this.waiting.delete(Number(message['id']));
      clearTimeout(waiting?.timer);
      if (message['ok']) waiting?.resolve(message as never);
      else waiting?.reject(new Refused(message['error'] as Problem));
    }
    this.alive();
  }

  private greeted(message: Record<string, unknown>): void {
    if (!message['ok']) {
      if ((message['error'] as Problem).code === 'too-old') this.setLine('too-old');
      this.socket?.close();
      return;
    }
    if (this.line === 'open') return; // the answer to a probe
    this.retry = RETRY_FIRST_MS;
    // Repeats the unanswered requests before the listeners send new ones.
    for (const [id, waiting] of this.waiting) this.send(id, waiting);
    this.setLine('open');
    // What stands against the person is told as when it was decided.
    for (const order of (message as Operations['hello']['result']).order ?? []) this.pushed.forEach((listener) => listener({ push: 'order', order }));
  }

  private lose(portal = false): void {
    this.socket = null;
    this.probing = false;
    clearTimeout(this.watch);
    for (const waiting of this.waiting.values()) clearTimeout(waiting.timer);
    if (this.line === 'too-old') return;
    this.setLine(portal ? 'portal' : 'lost');
    this.timer = setTimeout(() => void this.reconnect(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(this.retry * 2, RETRY_MOST_MS);
  }

  // Asks by HTTP first, which renews a lost session and shows whether the server is up.
  private async reconnect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.mending || this.socket) return; // the timer and a waking device may both call this
    this.mending = true;
    try {
      await ask('me', {}, CONNECT_MS);
      this.connect();
    } catch (error) {
      this.lose(error instanceof Unanswered && error.portal);
    } finally {
      this.mending = false;
    }
  }

  // The page is seen again, or the network has changed: tries at once whether the server is there.
  private doubt(): void {
    if (this.line === 'open') this.probe();
    if (this.line !== 'lost' && this.line !== 'portal') return;
    this.retry = RETRY_FIRST_MS;
    void this.reconnect();
  }
}

// Operations whose answer may set the cookie of the session. They are asked one after the other: an old
// session ends with a login, and a `me` that was sent with it meanwhile is answered with a new guest, whose
// cookie would take the place of the account's if it came last.
const SESSION: readonly Operation[] = ['me', 'signup', 'login', 'logout', 'password', 'reset'];
let sessionAsked: Promise<unknown> = Promise.resolve();

// An operation by plain HTTP: for those that set a cookie, and for pages without a connection. `limit`:
// milliseconds for the answer, or what ends a question that may take long.
export async function ask<O extends Operation>(op: O, params: Operations[O]['params'], limit?: number | AbortSignal): Promise<Operations[O]['result']> {
  if (isLocal(params)) return (await device()).ask(op, params);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) };
  const send = () => answerOf(`/api/${op}`, init, boundFrench, limit) as Promise<Operations[O]['result']>;
  if (!SESSION.includes(op)) return send();
  const answer = sessionAsked.then(send);
  sessionAsked = answer.catch(() => undefined);
  return answer;
}
