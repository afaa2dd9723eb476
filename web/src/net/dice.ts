// This client's part of fair dice (docs/fair-dice.md): it keeps what the server committed to before it gives
// anything, sends the hash of 32 random bytes, then the bytes, once for a table and round, and compares the
// record of the finished game with what it kept. It is stored on this device, so that it survives a reload.
import type { DiceInfo, TableInfo } from '../../../protocol/lanterne';
import type { TableLine } from './connection';
import { Refused } from './connection';

// What is kept of one exchange.
export interface Kept {
  table: string;
  round: number;
  commitment?: string; // the server's; unknown of exchanges that an earlier version of the page kept
  rules?: string; // the hash of the rules that the exchange was for
  bytes: string;
  seats: number[];
  hashes?: (string | null)[]; // by seat, as they were shown before the bytes were given
  committed?: boolean; // the server took the hash
  given?: boolean; // the bytes were sent
  dropped?: boolean; // the table was seated again: no game may come of the round
}

// What a server did that it had promised not to do; each has a text of its own, 'dice-alarm-' before it.
export type Breach = 'commitment' | 'early' | 'hash' | 'hashes' | 'round' | 'dropped' | 'secret' | 'rules' | 'bytes' | 'closed' | 'table';

export class DiceAlarm extends Error {
  constructor(readonly breach: Breach) {
    super(breach);
  }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

async function sha(...parts: (string | Uint8Array)[]): Promise<string> {
  const bytes = parts.flatMap((part) => [...(typeof part === 'string' ? new TextEncoder().encode(part) : part)]);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));
}

export function hashOf(bytes: Uint8Array): Promise<string> {
  return sha('lanterne-bytes', bytes);
}

// ---- What is kept ----------------------------------------------------------------------------------------

const PREFIX = 'lanterne-dice-';

// Where the browser lets nothing be stored it is kept until the page is left.
const unstored = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(kept: Kept): void {
  const key = `${PREFIX}${kept.table}-${kept.round}`;
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
}

export function keptOf(table: string, round: number): Kept | undefined {
  const text = read(`${PREFIX}${table}-${round}`);
  if (text === null) return undefined;
  // The bytes alone are what an earlier version kept.
  return text.startsWith('{') ? (JSON.parse(text) as Kept) : { table, round, bytes: text, seats: [], given: true };
}

// Read again first: the answer to one stage may come after the next has begun.
function update(kept: Kept, more: Partial<Kept>): void {
  write({ ...kept, ...keptOf(kept.table, kept.round), ...more });
}

function rounds(table: string): number[] {
  const start = `${PREFIX}${table}-`;
  let stored: string[] = [];
  try {
    stored = Object.keys(localStorage);
  } catch {
    // nothing is stored
  }
  return [...stored, ...unstored.keys()].filter((key) => key.startsWith(start)).map((key) => Number(key.slice(start.length)));
}

// The newest exchange of a table that this device had a part in. A record is compared with this one, not with
// that of its own round: a server that ran several could hand out the record of whichever suits it.
export function lastKept(table: string): Kept | undefined {
  const all = rounds(table).sort((a, b) => b - a).map((round) => keptOf(table, round));
  return all.find((kept) => kept?.committed || kept?.given);
}

// ---- The exchange ----------------------------------------------------------------------------------------

function begun(info: TableInfo, dice: DiceInfo, seats: number[]): Kept {
  const bytes = hex(crypto.getRandomValues(new Uint8Array(32)));
  const kept: Kept = { table: info.table, round: dice.round, commitment: dice.commitment, ...(dice.rules ? { rules: dice.rules } : {}), bytes, seats };
  write(kept);
  return kept;
}

// What the server took is what counts: a second tab that began at the same moment may have stored bytes of
// its own over these, and the server refused their hash.
async function commit(line: TableLine, kept: Kept): Promise<void> {
  await line.ask('dice-commit', { table: kept.table, round: kept.round, hash: await hashOf(unhex(kept.bytes)) });
  write({ ...keptOf(kept.table, kept.round), ...kept, committed: true });
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

async function reveal(line: TableLine, info: TableInfo, dice: DiceInfo, kept: Kept): Promise<void> {
  const shown = dice.commitments ?? [];
  const own = await hashOf(unhex(kept.bytes));
  if (kept.seats.some((seat) => shown[seat - 1] !== own)) {
    // Another device of the same person was quicker; but the server does not exchange a hash that it has
    // taken.
    if (kept.committed) throw new DiceAlarm('hash');
    return;
  }
  if (info.seats.some((seat) => seat.kind === 'person' && !shown[seat.seat - 1])) throw new DiceAlarm('early');
  if (kept.hashes && !same(kept.hashes, shown)) throw new DiceAlarm('hashes');
  update(kept, { hashes: shown, given: true });
  await line.ask('dice-reveal', { table: kept.table, round: kept.round, bytes: kept.bytes });
}

// Does what the exchange waits for from this client, if anything. A DiceAlarm says that the server breaks its
// promise; then nothing is given.
export async function takePart(line: TableLine, info: TableInfo): Promise<void> {
  const { dice } = info;
  const mine = info.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  if (info.state !== 'dice' || !dice || !dice.waiting.some((seat) => mine.includes(seat))) return;
  const kept = keptOf(info.table, dice.round) ?? (dice.stage === 'commit' ? begun(info, dice, mine) : undefined);
  if (!kept) return;
  if (kept.commitment !== undefined && kept.commitment !== dice.commitment) throw new DiceAlarm('commitment');
  if (kept.rules !== undefined && kept.rules !== dice.rules) throw new DiceAlarm('rules');
  if (dice.stage === 'commit') await commit(line, kept);
  if (dice.stage === 'reveal') await reveal(line, info, dice, kept);
}

// The table is seated again: no game may come of the round.
export function dropRound(table: string): void {
  const kept = lastKept(table);
  if (kept) update(kept, { dropped: true });
}

// ---- The record ------------------------------------------------------------------------------------------

interface Recorded {
  match?: { rules?: string; commitments?: Record<string, string> };
  outcome?: { openings?: Record<string, string> };
}

interface Part {
  seats: number[];
  hash: string;
  bytes: string;
}

function partsOf(said: Record<string, string>): Part[] {
  const parts: Part[] = [];
  for (let number = 1; said[`hash ${number}`]; number++) {
    const mask = Number(said[`seats ${number}`]);
    const seats = Array.from({ length: 16 }, (_, at) => at + 1).filter((seat) => (mask >> (seat - 1)) & 1);
    parts.push({ seats, hash: said[`hash ${number}`] ?? '', bytes: said[`bytes ${number}`] ?? '' });
  }
  return parts;
}

// The hashes by seat, as many as were shown, or more where the record has more.
function hashesOf(parts: Part[], count: number): (string | null)[] {
  const length = Math.max(count, ...parts.flatMap((part) => part.seats));
  return Array.from({ length }, (_, at) => parts.find((part) => part.seats.includes(at + 1))?.hash ?? null);
}

async function breachOf(kept: Kept, record: Recorded): Promise<Breach | undefined> {
  const said = record.match?.commitments ?? {};
  const secret = record.outcome?.openings?.['secret'];
  const parts = partsOf(said);
  const own = parts.some((part) => part.bytes === kept.bytes && (!kept.seats.length || same(part.seats, kept.seats)));
  if (Number(said['round']) !== kept.round) return 'round';
  if (kept.commitment !== undefined) {
    if (said['server'] !== kept.commitment) return 'secret';
    if (secret === undefined) return 'closed';
    if ((await sha('lanterne-secret', unhex(secret), kept.table)) !== kept.commitment) return 'secret';
  }
  if (kept.rules !== undefined && record.match?.rules !== kept.rules) return 'rules';
  if (!own) return 'bytes';
  // Seats with one hash could be counted as one device or as two, for two sets of dice.
  if (new Set(parts.map((part) => part.hash)).size < parts.length) return 'hashes';
  if (kept.hashes && !same(kept.hashes, hashesOf(parts, kept.hashes.length))) return 'hashes';
  return kept.dropped ? 'dropped' : undefined;
}

// The newest exchange that a record can be compared with. None where the table was seated again and then
// began without this device, in a round of its own; servers gave dice without an exchange the number 1 once.
function keptFor(record: Recorded, table: string): Kept | undefined {
  const said = record.match?.commitments ?? {};
  const kept = lastKept(table);
  return kept?.dropped && (Number(said['round']) > kept.round || !said['hash 1']) ? undefined : kept;
}

// Compares the full record of a game with what this device kept of its exchange. Undefined when it had no
// part in it. `table` is the one that was asked for, where it is known.
export async function checkRecord(record: unknown, table?: string): Promise<{ fits: true } | { fits: false; breach: Breach } | undefined> {
  const of = (record as Recorded).match?.commitments?.['table'] ?? '';
  const kept = keptFor(record as Recorded, table ?? of);
  if (!kept) return undefined;
  const breach = of === (table ?? of) ? await breachOf(kept, record as Recorded) : 'table';
  return breach ? { fits: false, breach } : { fits: true };
}

// The record with what this device saw and gave (docs/records.md), so that it can be compared with others'.
export function withSeen(record: unknown): unknown {
  const kept = keptFor(record as Recorded, (record as Recorded).match?.commitments?.['table'] ?? '');
  if (!kept?.commitment || !kept.hashes) return record;
  const { round, commitment, rules, seats, hashes, bytes } = kept;
  return { ...(record as object), seen: { round, commitment, ...(rules ? { rules } : {}), seats, hashes, bytes } };
}

const TRIES = 10;
const AGAIN_MS = 1000;

// When the game is over: asks for its record and compares. The secret is opened with the game's last entry,
// or, when a node of the server died just then, a little later.
export async function checkEnd(ask: () => Promise<unknown>, table: string): Promise<Breach | undefined> {
  if (!lastKept(table)) return undefined;
  for (let tries = 1; ; tries++) {
    let found;
    try {
      found = await checkRecord(await ask(), table);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      found = { fits: false as const, breach: 'closed' as const };
    }
    if (!found || found.fits) return undefined;
    if (found.breach !== 'closed' || tries === TRIES) return found.breach;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}
