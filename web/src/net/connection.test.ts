import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, Connection, Refused } from './connection';

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
  vi.stubGlobal('navigator', {});
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

// Everything that was sent but hello.
const asked = (socket: Socket) => socket.sent.filter((message) => message['op'] !== 'hello').map((message) => message['op']);

it('gives up a connection that is silent although it was asked, within ten seconds, and repeats the question once', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  const dead = last();
  dead.greet();
  const states: string[] = [];
  line.onLine((state) => states.push(state));
  const answer = line.ask('info', { table: 't' });
  dead.close = () => undefined; // a frozen socket tells nothing of its end
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states[0]).toBe('lost');
  const fresh = last();
  expect(fresh).not.toBe(dead);
  fresh.greet();
  dead.onclose();
  expect([line.line, asked(fresh)]).toEqual(['open', ['info']]);
  fresh.say({ id: fresh.sent.at(-1)?.['id'], ok: true, table: { table: 't' } });
  expect(await answer).toMatchObject({ table: { table: 't' } });
});

it('keeps a connection that answers, however little happens', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  for (let seconds = 0; seconds < 120; seconds++) {
    await vi.advanceTimersByTimeAsync(1000);
    if (last().sent.at(-1)?.['op'] === 'hello') last().say({ id: 0, ok: true });
  }
  expect([line.line, Socket.made.length]).toEqual(['open', 1]);
});

it('asks at once whether the server is there when the network changes or the page is seen again', async () => {
  const events = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => events.set(name, listener));
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  const before = last().sent.length;
  events.get('offline')?.();
  expect(last().sent.slice(before)).toMatchObject([{ op: 'hello' }]);
  last().say({ id: 0, ok: true });
  expect(line.line).toBe('open');
});

it('ends a question that the server leaves unanswered while it answers others', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  const answer = line.ask('info', { table: 't' });
  const ended = expect(answer).rejects.toBeInstanceOf(Refused);
  for (let seconds = 0; seconds < 40; seconds++) {
    await vi.advanceTimersByTimeAsync(1000);
    last().say({ id: 0, ok: true });
  }
  await ended;
});

it('is patient with a connection that was never answered, and makes another', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().onopen();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([line.line, Socket.made.length > 1]).toEqual(['lost', true]);
});

it('says so when something else answers in the place of the server', async () => {
  const line = new Connection('ws://here/ws');
  line.begin();
  last().greet();
  vi.stubGlobal('fetch', () => Promise.resolve({ text: () => Promise.resolve('<html>Welcome to our hotel</html>') }));
  last().close();
  await vi.advanceTimersByTimeAsync(2000);
  expect(line.line).toBe('portal');
});

it('asks what may set the cookie one after the other, also after one that was not answered', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address);
    return new Promise((resolve, reject) => answers.push(address.endsWith('login') ? () => reject(new Error('lost')) : () => resolve({ text: () => Promise.resolve('{"ok":true}') })));
  });
  const login = ask('login', { login: 'ada', password: 'secret' });
  const me = ask('me', {});
  const games = ask('games', {});
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['/api/games', '/api/login']);
  answers[1]?.();
  await expect(login).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toBe('/api/me');
  answers[2]?.();
  answers[0]?.();
  await Promise.all([me, games]);
});
