// The worker that keeps the games of this device: it answers the protocol's operations at tables whose ids
// begin with `local-`, from the module for WebAssembly and IndexedDB. Bots think in another worker.
import type { Operation, Operations, Problem, Push, TableInfo, TableSummary, Words } from '../../../protocol/lanterne';
import BotsWorker from './bots.worker?worker';
import type { Thinking, Thought } from './bots.worker';
import { BOOKISH, loadBook } from './book';
import { handSetup, type Head } from './document';
import moduleAddress from './lanterne.wasm?url';
import { parsed, replayRecord } from './files';
import { Declined, Instance } from './module';
import ReviewWorker from './review.worker?worker';
import type { Kept } from './store';
import { LocalTable, type Surroundings } from './table';
import { gameOf, gamesOf } from './texts';

export interface Question {
  id: number;
  op: Operation | 'local-pace' | 'local-save' | 'local-moved';
  params: Record<string, unknown>;
}

export type Said = { id: number; answer: unknown } | { id: number; error: Problem } | { push: Push };

const NAMES = ['Ember', 'Wick', 'Soot', 'Flint', 'Tallow', 'Cinder', 'Glow', 'Spark']; // as the server's
const says = {
  load: { en: 'The game module did not load. Check the connection, then try again; what was played is stored.', fr: 'Le module de jeu ne s’est pas chargé. Vérifie la connexion, puis réessaie ; ce qui a été joué est gardé.' },
  tab: { en: 'This game is open in another tab. Go on there, or close it.', fr: 'Cette partie est ouverte dans un autre onglet. Continue là-bas, ou ferme-le.' },
  only: { en: 'This needs the server; this game is on this device alone.', fr: 'Il faut le serveur pour cela ; cette partie est sur cet appareil seulement.' },
  seats: { en: 'On this device every seat is a person here or a bot.', fr: 'Sur cet appareil, chaque place est à une personne ici ou à un robot.' },
} satisfies Record<string, Words>;

const refuse = (say: Words, code = 'refused'): never => {
  throw new Declined({ code, say } as Problem);
};

// ---- The module and the bots ----------------------------------------------------------------------------

let compiling: Promise<WebAssembly.Module> | undefined;

// Compiled while it arrives, which a browser does only for the right content type; not every host has it.
async function compiled(): Promise<WebAssembly.Module> {
  const answer = await fetch(moduleAddress);
  if (!answer.ok) throw new Error(`${moduleAddress}: ${answer.status}`);
  const typed = answer.headers.get('content-type')?.startsWith('application/wasm');
  return typed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

async function loaded(): Promise<WebAssembly.Module> {
  try {
    compiling ??= compiled();
    return await compiling;
  } catch {
    compiling = undefined;
    return refuse(says.load, 'storage');
  }
}

let pace = 0;
let bots: Worker | undefined;
let thoughts = 0;
const thinking = new Map<number, { quick: (thought: Thought) => void; whole: (thought: Thought) => void }>();

function botsOf(module: WebAssembly.Module): Worker {
  if (bots) return bots;
  bots = new BotsWorker();
  bots.onmessage = ({ data }: MessageEvent<Thought>) => {
    const waiting = thinking.get(data.id);
    if (data.quick) waiting?.quick(data);
    else waiting?.whole(data);
    if (!data.quick) thinking.delete(data.id);
  };
  bots.postMessage(module);
  return bots;
}

function thinkWith(module: WebAssembly.Module): Surroundings['think'] {
  return (work) => {
    const id = ++thoughts;
    let quick!: (thought: Thought) => void;
    let whole!: (thought: Thought) => void;
    const first = new Promise<Thought>((resolve) => (quick = resolve));
    const last = new Promise<Thought>((resolve) => (whole = resolve));
    thinking.set(id, { quick, whole });
    botsOf(module).postMessage({ ...work, id } satisfies Thinking, [work.question.buffer]);
    return Object.assign(last, { quick: first });
  };
}

async function surroundings(): Promise<Surroundings> {
  const module = await loaded();
  return { module, push: (push) => postMessage({ push } satisfies Said), think: thinkWith(module), now: () => Date.now(), pace };
}

// ---- Tables ---------------------------------------------------------------------------------------------

const tables = new Map<string, Promise<LocalTable>>();
const locks = new Map<string, () => void>();
const LOCK_MS = 2000; // for the worker of a page that was reloaded just now to end

// One tab keeps a game at a time. A lock ends with its worker, whatever becomes of the tab. Without https
// there are no locks; then the second tab to store a move is refused (store.ts).
function lock(id: string): Promise<void> {
  if (locks.has(id) || !navigator.locks) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((release) => {
        locks.set(id, release);
        resolve();
      });
    navigator.locks.request(`lanterne-${id}`, { signal: AbortSignal.timeout(LOCK_MS) }, held).catch(() => reject(new Declined({ code: 'not-now', say: says.tab })));
  });
}

function tableOf(id: string): Promise<LocalTable> {
  const known = tables.get(id);
  if (known) return known;
  const table = lock(id).then(async () => LocalTable.load(id, await surroundings()));
  tables.set(id, table);
  table.catch(() => leave(id));
  return table;
}

function leave(id: string): void {
  tables.delete(id);
  locks.get(id)?.();
  locks.delete(id);
}

function hex(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Create = Operations['create']['params'] & { name: string; key?: string };

// Persons without a name of their own have that of the device's.
const calledOf = ({ plan = [], names = [], name }: Create): string[] => plan.map((word, at) => (word === 'me' ? names[at] || name : (NAMES[at] ?? '')));


function summary(id: string, settings: Create['settings'], plan: string[], called: string[]): TableSummary {
  const people = called.filter((_, at) => plan[at] === 'me');
  return { table: id, game: settings.game, name: settings.name ?? '', state: 'playing', seats: plan.length, free: 0, people: [...new Set(people)], bots: plan.length - people.length, locked: false, slow: false, watching: 'none', created: Date.now(), mine: [] };
}

async function begun(instance: Instance, kept: Omit<Kept, 'head' | 'key'>): Promise<TableInfo> {
  const { head, key } = instance.call<{ head: Head; key?: string }>('head');
  await lock(kept.id);
  const table = LocalTable.begin(instance, { ...kept, head, key: key ?? null }, await surroundings());
  tables.set(kept.id, table);
  table.catch(() => leave(kept.id));
  return (await table).info;
}

async function create(asked: Create): Promise<{ table: TableInfo }> {
  const { settings, plan = [], key = hex(32) } = asked;
  const called = calledOf(asked);
  const seats = settings.seats ?? plan.length;
  if (plan.length !== seats || plan.includes('empty')) refuse(says.seats);
  if (plan.includes(BOOKISH)) await loadBook(); // refused before the game begins, not in the middle
  const { module } = await surroundings();
  const instance = await Instance.make(module);
  const id = `local-${hex(5)}`;
  handSetup(instance, { game: settings.game, version: 0, players: seats, options: settings.options ?? {} });
  plan.forEach((word, at) => instance.call('seat', at + 1, word === 'me' ? 'person' : 'bot', called[at] ?? '', word === 'me' ? '' : word));
  instance.call('begin', key, Date.now());
  const kept = { undo: settings.undo ?? true, hints: settings.hints ?? true, notebook: settings.notebook ?? true };
  return { table: await begun(instance, { id, settings: kept, row: summary(id, settings, plan, called), notes: {} }) };
}

async function rematch(table: LocalTable): Promise<{ table: TableInfo }> {
  const info = table.info;
  if (info.rematch) return { table: (await tableOf(info.rematch)).info };
  const plan = info.seats.map((seat) => (seat.kind === 'bot' ? (seat.level ?? 'random') : 'me'));
  const names = info.seats.map((seat) => (seat.you ? seat.name ?? '' : ''));
  const fresh = await create({ settings: { ...info.settings, ...table.settings }, plan, names, name: names.find(Boolean) ?? '' });
  await table.keep({ rematch: fresh.table.table });
  return fresh;
}

// ---- Reviews --------------------------------------------------------------------------------------------

// In a worker of its own, which ends with it. One review at a time; the last ones stay.
const reviews = new Map<string, Promise<unknown>>();

function review(record: unknown, seat: number): Promise<unknown> {
  const key = `${seat} ${JSON.stringify((record as { hash?: unknown }).hash)}`;
  const known = reviews.get(key);
  if (known) return known;
  const made = new Promise((resolve, reject) => {
    const worker = new ReviewWorker();
    worker.onmessage = ({ data }: MessageEvent<{ error?: Problem }>) => {
      worker.terminate();
      if (data.error) reject(new Declined(data.error));
      else resolve(data);
    };
    loaded().then((module) => worker.postMessage({ module, record, seat }), reject);
  });
  reviews.set(key, made);
  made.catch(() => reviews.delete(key));
  return made;
}

// ---- Operations -----------------------------------------------------------------------------------------

async function vote(table: LocalTable, yes: boolean): Promise<unknown> {
  // Everybody here is at this device: the person who asks speaks for all of its seats.
  let answer: unknown = {};
  for (const seat of table.info.seats) if (seat.you && table.info.state === 'playing') answer = await table.change('agree', seat.seat, yes, Date.now());
  return answer;
}

async function hint(table: LocalTable, seat: number, match: Record<string, unknown>): Promise<unknown> {
  const question = await table.bytes('hint', seat);
  const { answer, error } = await thinkWith(await loaded())({ match, level: 'rules', quick: null, question, ms: 0, must: true });
  if (error) throw new Declined(error);
  return answer;
}

interface Asked {
  table: string;
  seat: number;
  action: string;
  decision?: number;
  since?: number;
  move: number;
  text: string;
  answer: 'ask' | 'pass' | 'react';
  yes: boolean;
  what: string;
  to: string;
}

async function atTable(op: Question['op'], asked: Asked): Promise<unknown> {
  const table = await tableOf(asked.table);
  const { seat, action } = asked;
  const now = Date.now();
  switch (op) {
    case 'info':
      return { table: table.info };
    case 'open':
      return table.open(seat, asked.since ?? 0);
    case 'shut':
      table.shut(seat);
      return {};
    case 'chats':
      return { lines: [] };
    case 'move':
      return table.change('move', seat, asked.decision ?? 0, action, now);
    case 'undo':
      return table.change('undo', seat, now);
    case 'leave':
      return table.change('leave', seat, now);
    case 'vote':
      return asked.what === 'end' ? vote(table, asked.yes) : refuse(says.only);
    case 'why':
    case 'preview':
      return table.ask(op, seat, action);
    case 'hint':
      return hint(table, seat, table.match);
    case 'standing':
      await table.stand(seat, asked.answer);
      return {};
    case 'record':
      return { record: await table.ask('record', seat === undefined ? 'full' : 'seat', seat ?? 0) };
    case 'replay':
      return table.ask('replay', seat, asked.move, action ?? '');
    case 'review':
      return review(await table.ask('record', 'full', 0), seat);
    case 'notes':
      return { text: table.notes[seat] ?? '' };
    case 'note':
      await table.keep({ notes: { ...table.notes, [seat]: asked.text } });
      return {};
    case 'local-save':
      return { record: await table.ask('record', 'save', 0), settings: table.settings };
    case 'local-moved':
      await table.move(asked.to);
      return {};
    case 'rematch':
      return rematch(table);
    default:
      return refuse(says.only);
  }
}

// About no table of this device: texts, and records from files.
let texts: Promise<Instance> | undefined;

async function apart(op: Question['op'], params: Record<string, unknown>): Promise<unknown> {
  const { record, seat, move, action } = params as unknown as Partial<Asked> & { record: string };
  switch (op) {
    case 'create':
      return create(params as unknown as Create);
    case 'games':
      return gamesOf(await (texts ??= loaded().then(Instance.make)));
    case 'game':
      return gameOf(await (texts ??= loaded().then(Instance.make)), params as unknown as Operations['game']['params']);
    case 'replay-record':
      return replayRecord(await loaded(), record, seat ?? 0, move ?? 0, action);
    case 'review-record':
      return review(parsed(record), seat ?? 0);
    case 'local-pace':
      pace = Number(params['pace']);
      return {};
    default:
      return refuse(says.only);
  }
}

async function answer({ op, params }: Question): Promise<unknown> {
  if (op === 'local-pace' || typeof params['table'] !== 'string') return apart(op, params);
  return atTable(op, params as unknown as Asked);
}

onmessage = ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    (given) => postMessage({ id: data.id, answer: given } satisfies Said),
    (error: unknown) => {
      if (!(error instanceof Declined)) throw error;
      postMessage({ id: data.id, error: error.problem } satisfies Said);
    },
  );
};
