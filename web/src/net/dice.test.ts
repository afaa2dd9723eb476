import { beforeEach, expect, it, vi } from 'vitest';
import type { Operation, TableInfo } from '../../../protocol/lanterne';
import { Refused, type TableLine } from './connection';
import { checkEnd, checkRecord, DiceAlarm, dropRound, hashOf, keptOf, lastKept, takePart, withSeen } from './dice';

// The same value as `printf lanterne-bytes | cat - <(head -c 32 /dev/zero) | sha256sum` gives.
it('hashes the bytes behind their own word', async () => {
  expect(await hashOf(new Uint8Array(32))).toBe('5d1e748e6baecda6fae3f676077103e63db485005507ca80e7bbe7eead56e8e4');
});

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const store = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => void stored.set(key, text) };
  vi.stubGlobal('localStorage', new Proxy(store, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }));
});

async function sha(word: string, bytes: Uint8Array, more = ''): Promise<string> {
  const all = new Uint8Array([...new TextEncoder().encode(word), ...bytes, ...new TextEncoder().encode(more)]);
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', all))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const SECRET = 'aa'.repeat(32);
const OTHER = 'bb'.repeat(32);
const BRUNO = 'cc'.repeat(32);
const commitmentOf = (secret: string) => sha('lanterne-secret', unhex(secret), 't');

// A server that may break its promise: seat 1 is this device's, seat 2 Bruno's, seat 3 a bot's.
class Server {
  asked: [string, Record<string, unknown>][] = [];
  hashes: (string | null)[] = [null, null, null];
  refuses: Operation | undefined;
  round = 1;
  rules = 'dd'.repeat(32);
  seats = ['person', 'person', 'bot'];
  line: TableLine = {
    ask: ((op: Operation, params: Record<string, unknown>) => {
      this.asked.push([op, params]);
      return this.refuses === op ? Promise.reject(new Refused({ code: 'not-now', say: { en: '', fr: '' } })) : Promise.resolve({});
    }) as TableLine['ask'],
    onPush: () => () => undefined,
    onLine: () => () => undefined,
  };

  info(stage: 'commit' | 'reveal', commitment: string): TableInfo {
    const seats = this.seats.map((kind, at) => ({ seat: at + 1, kind, you: at === 0 }));
    return { table: 't', state: 'dice', seats, dice: { round: this.round, commitment, rules: this.rules, stage, waiting: [1, 2], commitments: this.hashes } } as unknown as TableInfo;
  }

  async exchange(commitment: string): Promise<void> {
    await takePart(this.line, this.info('commit', commitment));
    this.hashes = [await hashOf(unhex(keptOf('t', this.round)?.bytes ?? '')), await hashOf(unhex(BRUNO)), null];
    await takePart(this.line, this.info('reveal', commitment));
  }

  async record(secret: string, more: Record<string, string> = {}) {
    const [ada, bruno] = [keptOf('t', this.round)?.bytes ?? '', BRUNO];
    const commitments: Record<string, string> = {
      dice: 'fair-1', table: 't', round: String(this.round), server: await commitmentOf(secret),
      'seats 1': '1', 'hash 1': await hashOf(unhex(ada)), 'bytes 1': ada,
      'seats 2': '2', 'hash 2': await hashOf(unhex(bruno)), 'bytes 2': bruno,
      ...more,
    };
    return { match: { rules: this.rules, commitments }, outcome: { openings: { secret } } };
  }

  given(): unknown[] {
    return this.asked.filter(([op]) => op === 'dice-reveal').map(([, params]) => params['bytes']);
  }
}

const breach = (run: Promise<void>) => run.then(() => 'none', (error: unknown) => (error instanceof DiceAlarm ? error.breach : error));

it('keeps the commitment before it gives the hash, and all hashes before it gives the bytes', async () => {
  const server = new Server();
  const promise = await commitmentOf(SECRET);
  const before: unknown[] = [];
  const { ask } = server.line;
  server.line.ask = ((op: Operation, params: never) => (before.push({ ...keptOf('t', 1), bytes: '' }), ask(op, params))) as TableLine['ask'];
  await server.exchange(promise);
  expect(before).toEqual([
    { table: 't', round: 1, commitment: promise, rules: server.rules, bytes: '', seats: [1] },
    { table: 't', round: 1, commitment: promise, rules: server.rules, bytes: '', seats: [1], committed: true, hashes: server.hashes, given: true },
  ]);
  expect(server.given()).toEqual([keptOf('t', 1)?.bytes]);
});

it('keeps what it saw when the answer to its hash comes after its bytes were asked for', async () => {
  const server = new Server();
  const promise = await commitmentOf(SECRET);
  let answer: (result: never) => void = () => undefined;
  const { ask } = server.line;
  // Hashes are made by other threads, in any order: the server shows none before this one was sent.
  const sent = new Promise<void>((resolve) => {
    server.line.ask = ((op: Operation, params: never) => (op === 'dice-commit' ? new Promise((done) => ((answer = done), resolve())) : ask(op, params))) as TableLine['ask'];
  });
  const committed = takePart(server.line, server.info('commit', promise));
  await sent;
  server.hashes = [await hashOf(unhex(keptOf('t', 1)?.bytes ?? '')), await hashOf(unhex(BRUNO)), null];
  await takePart(server.line, server.info('reveal', promise));
  answer({} as never);
  await committed;
  expect(keptOf('t', 1)).toMatchObject({ committed: true, given: true, hashes: server.hashes });
});

it('keeps the bytes whose hash the server took when two tabs begin at the same moment', async () => {
  const [first, second] = [new Server(), new Server()];
  const promise = await commitmentOf(SECRET);
  let taken = (): void => undefined;
  const answer = new Promise<void>((resolve) => (taken = resolve));
  const { ask } = first.line;
  first.line.ask = (async (op: Operation, params: never) => (await answer, ask(op, params))) as TableLine['ask'];
  second.refuses = 'dice-commit';
  const one = takePart(first.line, first.info('commit', promise));
  const mine = keptOf('t', 1)?.bytes ?? '';
  stored.clear(); // the second tab has not seen yet what the first stored
  await expect(takePart(second.line, second.info('commit', promise))).rejects.toThrow(Refused);
  expect(keptOf('t', 1)?.bytes).not.toBe(mine);
  taken();
  await one;
  first.hashes = [await hashOf(unhex(mine)), await hashOf(unhex(BRUNO)), null];
  await takePart(second.line, first.info('reveal', promise));
  expect(second.given()).toEqual([mine]);
});

it('accepts the record of an honest server, and adds what it saw', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const record = await server.record(SECRET);
  expect(await checkRecord(record)).toEqual({ fits: true });
  expect(await checkEnd(() => Promise.resolve(record), 't')).toBeUndefined();
  const { bytes } = keptOf('t', 1) ?? { bytes: '' };
  expect(withSeen(record)).toEqual({ ...record, seen: { round: 1, commitment: await commitmentOf(SECRET), rules: server.rules, seats: [1], hashes: server.hashes, bytes } });
});

it('finding 15: notices a secret that was drawn again after all had given their bytes', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const record = await server.record(OTHER);
  expect(await checkRecord(record)).toEqual({ fits: false, breach: 'secret' });
  expect(await checkEnd(() => Promise.resolve(record), 't')).toBe('secret');
  // nor does it help to repeat the first commitment
  expect(await checkRecord(await server.record(OTHER, { server: await commitmentOf(SECRET) }))).toEqual({ fits: false, breach: 'secret' });
});

it('finding 15: notices changed bytes, seats, hashes of others, rounds and tables', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const found = async (more: Record<string, string>) => checkRecord(await server.record(SECRET, more), 't');
  expect(await found({ 'bytes 1': OTHER })).toEqual({ fits: false, breach: 'bytes' });
  expect(await found({ 'seats 1': '4' })).toEqual({ fits: false, breach: 'bytes' });
  expect(await found({ 'hash 2': await hashOf(unhex(OTHER)), 'bytes 2': OTHER })).toEqual({ fits: false, breach: 'hashes' });
  expect(await found({ 'seats 2': '6' })).toEqual({ fits: false, breach: 'hashes' });
  expect(await found({ 'seats 3': '8', 'hash 3': OTHER, 'bytes 3': OTHER })).toEqual({ fits: false, breach: 'hashes' });
  expect(await found({ round: '2' })).toEqual({ fits: false, breach: 'round' });
  expect(await found({ table: 'u' })).toEqual({ fits: false, breach: 'table' });
});

it('finding 15: notices seats of one hash that are counted as two devices', async () => {
  const server = new Server();
  server.seats = ['person', 'person', 'person'];
  const promise = await commitmentOf(SECRET);
  await takePart(server.line, server.info('commit', promise));
  const bruno = await hashOf(unhex(BRUNO));
  server.hashes = [await hashOf(unhex(keptOf('t', 1)?.bytes ?? '')), bruno, bruno];
  await takePart(server.line, server.info('reveal', promise));
  expect(await checkRecord(await server.record(SECRET, { 'seats 2': '6' }))).toEqual({ fits: true });
  const two = await server.record(SECRET, { 'seats 2': '2', 'seats 3': '4', 'hash 3': bruno, 'bytes 3': BRUNO });
  expect(await checkRecord(two)).toEqual({ fits: false, breach: 'hashes' });
});

it('finding 15: notices rules or options that were chosen after all had given their bytes', async () => {
  const server = new Server();
  const promise = await commitmentOf(SECRET);
  await server.exchange(promise);
  server.rules = 'ee'.repeat(32);
  expect(await checkEnd(async () => server.record(SECRET), 't')).toBe('rules');
  expect(await breach(takePart(server.line, server.info('reveal', promise)))).toBe('rules');
});

it('finding 15: notices a server that runs several rounds and plays the one it likes', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const first = await server.record(SECRET);
  dropRound('t');
  // The table only seemed to be seated again.
  expect(await checkEnd(() => Promise.resolve(first), 't')).toBe('dropped');
  expect(await checkEnd(async () => server.record(OTHER), 't')).toBe('secret');
  server.round = 2;
  await server.exchange(await commitmentOf(OTHER));
  expect(await checkEnd(() => Promise.resolve(first), 't')).toBe('round');
  expect(await checkRecord(first)).toEqual({ fits: false, breach: 'round' });
  expect(withSeen(first)).toMatchObject({ seen: { round: 2 } });
  expect(await checkEnd(async () => server.record(OTHER), 't')).toBeUndefined();
});

it('finding 15: gives its bytes for one commitment only', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const again = await commitmentOf(OTHER);
  expect(await breach(takePart(server.line, server.info('commit', again)))).toBe('commitment');
  expect(await breach(takePart(server.line, server.info('reveal', again)))).toBe('commitment');
  expect(server.given().length).toBe(1);
  // the same question once more, after a lost connection, gets the same bytes
  await takePart(server.line, server.info('reveal', await commitmentOf(SECRET)));
  expect(new Set(server.given()).size).toBe(1);
  server.hashes = [server.hashes[0] ?? null, OTHER, null];
  expect(await breach(takePart(server.line, server.info('reveal', await commitmentOf(SECRET))))).toBe('hashes');
});

it('gives nothing before all people are bound by a hash, nor under another hash', async () => {
  const server = new Server();
  const promise = await commitmentOf(SECRET);
  await takePart(server.line, server.info('commit', promise));
  const own = await hashOf(unhex(keptOf('t', 1)?.bytes ?? ''));
  server.hashes = [own, null, null];
  expect(await breach(takePart(server.line, server.info('reveal', promise)))).toBe('early');
  server.hashes = [OTHER, OTHER, null];
  expect(await breach(takePart(server.line, server.info('reveal', promise)))).toBe('hash');
  expect(server.given()).toEqual([]);
});

it('stays quiet where another device of the same person was quicker', async () => {
  const server = new Server();
  server.refuses = 'dice-commit';
  const promise = await commitmentOf(SECRET);
  await expect(takePart(server.line, server.info('commit', promise))).rejects.toThrow(Refused);
  server.hashes = [OTHER, OTHER, null];
  await takePart(server.line, server.info('reveal', promise));
  expect(server.given()).toEqual([]);
  expect(lastKept('t')).toBeUndefined();
  expect(await checkRecord(await server.record(SECRET, { 'bytes 1': OTHER }))).toBeUndefined();
});

it('expects no game of a round that was dropped, and one of a round that was not', async () => {
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const second = await server.record(SECRET, { round: '2' });
  expect(await checkRecord(second)).toEqual({ fits: false, breach: 'round' });
  dropRound('t');
  expect(await checkRecord(second)).toBeUndefined();
  expect(withSeen(second)).toEqual(second);
  // Dice without an exchange, as servers numbered them once.
  expect(await checkRecord({ match: { commitments: { dice: 'fair-1', table: 't', round: '1', server: OTHER } }, outcome: {} })).toBeUndefined();
});

it('waits for the secret, but not for ever', async () => {
  vi.useFakeTimers();
  const server = new Server();
  await server.exchange(await commitmentOf(SECRET));
  const record = await server.record(SECRET);
  const closed = { ...record, outcome: {} };
  const answers = [closed, closed, record];
  const late = checkEnd(() => Promise.resolve(answers.shift()), 't');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toBeUndefined();
  const never = checkEnd(() => Promise.resolve(closed), 't');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await never).toBe('closed');
  vi.useRealTimers();
});

it('reads what an earlier version of the page kept: the bytes alone', async () => {
  stored.set('lanterne-dice-t-1', OTHER);
  const server = new Server();
  expect(await checkRecord(await server.record(SECRET))).toEqual({ fits: true });
  expect(await checkRecord({ match: { commitments: { table: 't', round: '1', 'seats 1': '1', 'hash 1': 'x', 'bytes 1': BRUNO } } })).toEqual({ fits: false, breach: 'bytes' });
});
