// This client's part of fair dice (docs/protocol.md): sends the hash of 32 random bytes, then the bytes. They
// are stored on this device, so that they survive a reload and the record can be checked afterwards.
import type { TableInfo } from '../../../protocol/lanterne';
import type { Connection } from './connection';

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export async function hashOf(bytes: Uint8Array): Promise<string> {
  const word = new TextEncoder().encode('lanterne-bytes');
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([...word, ...bytes]))));
}

function keyOf(table: string, round: number | string): string {
  return `lanterne-dice-${table}-${round}`;
}

export function keptBytes(table: string, round: number): string {
  const key = keyOf(table, round);
  const kept = localStorage.getItem(key) ?? hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(key, kept);
  return kept;
}

// Whether the record contains the bytes of this device; undefined when it added none.
export function bytesHold(record: unknown): boolean | undefined {
  const said = (record as { match?: { commitments?: Record<string, string> } }).match?.commitments ?? {};
  const kept = localStorage.getItem(keyOf(said['table'] ?? '', said['round'] ?? ''));
  return kept === null ? undefined : Object.entries(said).some(([name, value]) => name.startsWith('bytes ') && value === kept);
}

// Sends what the exchange awaits from this client, if anything.
export async function takePart(line: Connection, info: TableInfo): Promise<void> {
  const { dice, table } = info;
  const mine = info.seats.filter((seat) => seat.you).map((seat) => seat.seat);
  if (info.state !== 'dice' || !dice || !dice.waiting.some((seat) => mine.includes(seat))) return;
  const bytes = keptBytes(table, dice.round);
  if (dice.stage === 'commit') await line.ask('dice-commit', { table, round: dice.round, hash: await hashOf(unhex(bytes)) });
  if (dice.stage === 'reveal') await line.ask('dice-reveal', { table, round: dice.round, bytes });
}
