// The source of a replay: a finished table of this server or this device, or a record file.
import type { Operations, Problem, Replayed, Words } from '../../../protocol/lanterne';
import { app } from '../app.svelte';
import { ask, device, isLocal, Refused } from '../net/connection';
import { usualBot } from '../seating/setup';
import { distinct, namesOf } from '../table/names';

export const EVERYONE = 9; // the viewer who sees everything
const AGAIN_MS = 250;

export interface Source {
  game: string;
  version: number;
  options: Record<string, string>;
  names: string[];
  // with an action: also the reason why the seat could not play it
  show: (seat: number, move: number, action?: string) => Promise<Replayed>;
  record: () => Promise<unknown>;
  table?: string; // of this server or this device
  embeds?: boolean; // other sites may show it
  own?: number; // the seat of the person who looks
  address: (seat: number, move: number) => string | null; // a link to a moment, or null
  // a new table that begins there, with bots in the other seats
  playOn?: (seat: number, move: number) => Promise<string>;
}

export async function tableSource(table: string): Promise<Source | 'not-over'> {
  const { table: info } = await app.connection.ask('info', { table });
  if (info.state !== 'over') return 'not-over';
  const password = app.passwords.get(table);
  const lock = password === undefined ? {} : { password };
  const playOn = async (seat: number, move: number): Promise<string> => {
    const game = app.game(info.settings.game);
    const plan = info.seats.map((row) => (row.seat === seat ? 'me' : game ? usualBot(game) : 'random'));
    return (await app.connection.ask('branch', { table, ...lock, move, plan })).table.table;
  };
  return {
    game: info.settings.game,
    version: info.version,
    options: info.settings.options ?? {},
    names: namesOf(info),
    show: (seat, move, action) => app.connection.ask('replay', { table, ...lock, seat, move, ...(action === undefined ? {} : { action }) }),
    record: async () => (await ask('record', { table, ...lock })).record,
    table,
    embeds: Boolean(info.settings.listed) && info.settings.watching !== 'none' && !info.locked && !isLocal({ table }),
    own: info.seats.find((row) => row.you)?.seat ?? 0,
    address: (seat, move) => `/r/${table}?seat=${seat}&move=${move}`,
    ...(isLocal({ table }) ? {} : { playOn }),
  };
}

interface Recorded {
  match: { game: string; version: number; options?: Record<string, string | number>; seats: { name: string }[] };
}

function isRecord(value: unknown): value is Recorded {
  const match = (value as Partial<Recorded> | null)?.match;
  return typeof match?.game === 'string' && Array.isArray(match.seats);
}

function refuse(say: Words): never {
  const problem: Problem = { code: 'bad-message', say };
  throw new Refused(problem);
}

// Repeats a request while the server is busy: it reads only a few records at once.
export async function askPatiently<O extends 'replay-record' | 'verify-record'>(op: O, about: Operations[O]['params']): Promise<Operations[O]['result']> {
  for (;;) {
    try {
      return await (app.away ? (await device()).ask(op, about) : ask(op, about));
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.code !== 'limit') throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

// The server, or the module without one, validates the record at every request; only its names are read here.
export function fileSource(text: string): Source {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (!isRecord(given)) return refuse(app.words('no-record'));
  const { game, version, options, seats } = given.match;
  if (!app.game(game)) return refuse(app.words('no-such-game'));
  return {
    game,
    version,
    options: Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, String(value)])),
    names: distinct(seats.map((seat, at) => seat.name || app.t('seat-n', { n: at + 1 }))),
    show: (seat, move, action) => askPatiently('replay-record', { record: text, seat, move, ...(action === undefined ? {} : { action }) }),
    record: () => Promise.resolve(given),
    address: () => null,
  };
}

// Merges views: fields that are hidden in one are taken from another.
export function opened(one: unknown, others: unknown[]): unknown {
  if (one === null || one === undefined) {
    const [first, ...rest] = others.filter((other) => other !== null && other !== undefined);
    return first === undefined ? one : opened(first, rest);
  }
  if (Array.isArray(one)) {
    const lists = others.filter((other) => Array.isArray(other));
    const longest = Math.max(one.length, ...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, at) => opened(one[at] as unknown, lists.map((list) => (list as unknown[])[at])));
  }
  if (typeof one === 'object') {
    const rows = others.filter((other): other is Record<string, unknown> => typeof other === 'object' && other !== null);
    const keys = new Set([one, ...rows].flatMap((row) => Object.keys(row)));
    return Object.fromEntries([...keys].map((key) => [key, opened((one as Record<string, unknown>)[key], rows.map((row) => row[key]))]));
  }
  return one;
}
