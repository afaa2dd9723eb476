import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connection, Refused } from './connection';

class Socket {
  static made: Socket[] = [];
  sent: Record<string, unknown>[] = [];
  onopen = () => undefined as void;
  onmessage = (_: { data: string }) => undefined as void;
  onclose = () => undefined as void;
  constructor() {
    Socket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose();
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  greet(): void {
    this.onopen();
    this.say({ id: 0, ok: true });
  }
}

beforeEach(() => {
  Socket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('fetch', () => Promise.resolve({ text: () => Promise.resolve('{"ok":true}') }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function last(): Socket {
  const socket = Socket.made.at(-1);
  if (!socket) throw new Error('no socket was made');
  return socket;
}

it('asks again, with the same id and once, what was not answered before the line broke', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  const answer = line.ask('info', { table: 't' });
  const asked = last().sent.at(-1);
  last().close();
  expect(line.line).toBe('lost');
  line.onLine((state) => state === 'open' && void line.ask('games', {}));
  await vi.advanceTimersByTimeAsync(2000);
  last().greet();
  expect(last().sent.map((message) => message['op'])).toEqual(['hello', 'info', 'games']);
  expect(last().sent[1]).toEqual(asked);
  last().say({ id: asked?.['id'], ok: true, table: { table: 't' } });
  expect(await answer).toMatchObject({ table: { table: 't' } });
});

it('mends the line once, whoever wants it', async () => {
  const events = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => events.set(name, listener));
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  last().close();
  events.get('online')?.();
  events.get('online')?.();
  await vi.advanceTimersByTimeAsync(2000);
  events.get('online')?.();
  await vi.advanceTimersByTimeAsync(2000);
  expect(Socket.made.length).toBe(2);
  last().greet();
  expect([line.line, last().sent.map((message) => message['op'])]).toEqual(['open', ['hello']]);
});

it('gives refusals as errors that carry the reason', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  const answer = line.ask('info', { table: 't' });
  last().say({ id: last().sent.at(-1)?.['id'], ok: false, error: { code: 'not-found', say: { en: 'No', fr: 'Non' } } });
  await expect(answer).rejects.toBeInstanceOf(Refused);
});

it('stops trying when the page is too old', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().onopen();
  last().say({ id: 0, ok: false, error: { code: 'too-old', say: { en: '', fr: '' } } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([line.line, Socket.made.length]).toEqual(['too-old', 1]);
});
