// The WebSocket to the server, which reconnects by itself: requests and answers are matched by number, pushes
// go to the listeners. A request that is unanswered when the connection breaks is sent again on the next one;
// moves have ids, so that repeating them is safe.
import { boundFrench } from '../words/french';
import { PROTOCOL, type Operation, type Operations, type Problem, type Push } from '../../../protocol/lanterne';

export type Line = 'connecting' | 'open' | 'lost' | 'too-old';

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.say.en);
  }
}

// The part of a connection that a TableSight needs.
export interface TableLine {
  ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']>;
  onPush(listener: (push: Push) => void): () => void;
  onLine(listener: (line: Line) => void): () => void;
}

interface Waiting {
  message: Record<string, unknown>;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 15_000;

export class Connection implements TableLine {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private retry = RETRY_FIRST_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private mending = false;
  private pushed = new Set<(push: Push) => void>();
  private lined = new Set<(line: Line) => void>();
  line: Line = 'connecting';

  constructor(private readonly url: string) {
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  // Requires a session: the WebSocket sends the cookie that HTTP has set.
  begin(): void {
    if (!this.socket) this.connect();
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
    const id = this.nextId++;
    const message = { id, op, ...params };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message, resolve: resolve as (result: never) => void, reject });
      if (this.line === 'open') this.socket?.send(JSON.stringify(message));
    });
  }

  private setLine(line: Line): void {
    this.line = line;
    for (const listener of this.lined) listener(line);
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url, 'lanterne');
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ id: 0, op: 'hello', protocol: PROTOCOL, client: 'web', parts: true }));
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(String(event.data), boundFrench) as Record<string, unknown>);
    socket.onclose = () => socket === this.socket && this.lose();
  }

  private hear(message: Record<string, unknown>): void {
    if ('push' in message) {
      for (const listener of this.pushed) listener(message as unknown as Push);
    } else if (message['id'] === 0) {
      this.greeted(message);
    } else {
      const waiting = this.waiting.get(Number(message['id']));
      this.waiting.delete(Number(message['id']));
      if (message['ok']) waiting?.resolve(message as never);
      else waiting?.reject(new Refused(message['error'] as Problem));
    }
  }

  private greeted(message: Record<string, unknown>): void {
    if (!message['ok']) {
      if ((message['error'] as Problem).code === 'too-old') this.setLine('too-old');
      this.socket?.close();
      return;
    }
    this.retry = RETRY_FIRST_MS;
    // Repeats the unanswered requests before the listeners send new ones.
    for (const { message: question } of this.waiting.values()) this.socket?.send(JSON.stringify(question));
    this.setLine('open');
  }

  private lose(): void {
    this.socket = null;
    if (this.line === 'too-old') return;
    this.setLine('lost');
    this.timer = setTimeout(() => void this.reconnect(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(this.retry * 2, RETRY_MOST_MS);
  }

  // Asks by HTTP first, which renews a lost session and shows whether the server is up.
  private async reconnect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.mending || this.socket) return; // the timer and a waking device may both call this
    this.mending = true;
    try {
      await ask('me', {});
      this.connect();
    } catch {
      this.lose();
    } finally {
      this.mending = false;
    }
  }

  private hurry(): void {
    if (this.line !== 'lost') return;
    this.retry = RETRY_FIRST_MS;
    void this.reconnect();
  }
}

// An operation by plain HTTP: for those that set a cookie, and for pages without a connection.
export async function ask<O extends Operation>(op: O, params: Operations[O]['params']): Promise<Operations[O]['result']> {
  const response = await fetch(`/api/${op}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  const answer = JSON.parse(await response.text(), boundFrench) as { ok: boolean; error?: Problem };
  if (!answer.ok && answer.error) throw new Refused(answer.error);
  return answer as unknown as Operations[O]['result'];
}
