import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Push, TableSummary, Update } from '../../../protocol/lanterne';
import type { Thought } from './bots.worker';
import { handSetup, type Head, type Line } from './document';
import { Declined, Instance } from './module';
import type { Kept } from './store';
import { LocalTable, type Surroundings } from './table';

// What is stored, in memory; `full` makes storing fail as a full disk does.
const disk = vi.hoisted(() => ({ kept: undefined as unknown, lines: [] as unknown[], full: false }));

vi.mock('./store', async () => {
  const { Declined: Refusal } = await import('./module');
  return {
    append: (kept: unknown, lines: unknown[]) => {
      if (disk.full) return Promise.reject(new Refusal({ code: 'storage', say: { en: 'full', fr: 'plein' } }));
      disk.kept = kept;
      disk.lines = [...disk.lines, ...lines];
      return Promise.resolve();
    },
    read: () => Promise.resolve(disk.kept ? { kept: disk.kept, lines: disk.lines } : undefined),
  };
});

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync(new URL('./lanterne.wasm', import.meta.url)));
});

let pushes: Push[] = [];
let thinker: Instance;
let asked = 0;
const around = (): Surroundings => ({
  module,
  push: (push) => pushes.push(push),
  // As the bots' worker, at once: it has the rules and the question, and nothing else.
  think: ({ question, level }) => {
    asked++;
    const answer = thinker.call<{ action: string | null }>('think', level, question, question.length, 1, false);
    return Object.assign(Promise.resolve({ id: 0, answer } as Thought), { quick: new Promise<Thought>(() => undefined) });
  },
  now: () => Date.now(),
  pace: 100,
});

async function begin(plan: string[], game = 'manor', key = '01'): Promise<LocalTable> {
  const match = { game, version: 0, players: plan.length, options: {} };
  const instance = await Instance.make(module);
  thinker = await Instance.make(module);
  handSetup(instance, match);
  handSetup(thinker, match);
  plan.forEach((word, at) => instance.call('seat', at + 1, word === 'me' ? 'person' : 'bot', `n${at}`, word === 'me' ? '' : word));
  instance.call('begin', key.repeat(32), 1000);
  const { head, key: dice } = instance.call<{ head: Head; key: string }>('head');
  const kept: Kept = { id: 'local-1', head, key: dice, settings: { undo: true, hints: true, notebook: true }, row: { table: 'local-1', created: 1 } as TableSummary, notes: {} };
  return LocalTable.begin(instance, kept, around());
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(disk, { kept: undefined, lines: [], full: false });
  pushes = [];
  asked = 0;
});

const updates = (): Update[] => pushes.flatMap((push) => (push.push === 'update' ? [push.update] : []));

it('makes no move that cannot be stored, and loses nothing', async () => {
  const table = await begin(['me', 'me']);
  const { update } = await table.open(1, 0);
  const seat = update.turn.must[0] ?? 1;
  const { ask } = (await table.open(seat, 0)).update;
  const before = disk.lines.length;
  disk.full = true;
  const move = () => table.change('move', seat, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000);
  await expect(move()).rejects.toBeInstanceOf(Declined);
  expect([disk.lines.length, updates().length]).toEqual([before, 0]);
  expect((await table.open(seat, 0)).update.ask).toEqual(ask);
  disk.full = false;
  await move();
  expect(disk.lines.length).toBeGreaterThan(before);
  expect(updates().length).toBeGreaterThan(0);
});

// Nothing is opened again in between: the page that was refused is the one that goes on.
it('goes on after a refused move, for viewers that were open: they are shown what is new and no more', async () => {
  const table = await begin(['me', 'me']);
  const { update } = await table.open(0, 0);
  const seat = update.turn.must[0] ?? 1;
  const { ask, to } = (await table.open(seat, 0)).update;
  const move = () => table.change('move', seat, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000);
  disk.full = true;
  await expect(move()).rejects.toBeInstanceOf(Declined);
  await expect(move()).rejects.toBeInstanceOf(Declined);
  await expect(table.keep({ notes: { 1: 'a note' } })).rejects.toBeInstanceOf(Declined);
  expect([updates().length, table.notes]).toEqual([0, {}]);
  disk.full = false;
  await move();
  expect(updates().map((one) => one.full)).toEqual([false, false]);
  expect(Math.min(...updates().flatMap((one) => one.told.map((item) => item.n)))).toBeGreaterThan(to);
  expect((disk.lines as Line[]).map((line) => line['n'])).toEqual((disk.lines as Line[]).map((_, at) => at + 1));
  const again = await LocalTable.load('local-1', around());
  expect(await again.ask('record', 'save', 0)).toEqual(await table.ask('record', 'save', 0));
});

it('says once that a bot could not move for want of room, and lets it move when there is some', async () => {
  const table = await begin(['random', 'random']);
  await table.open(0, 0);
  disk.full = true;
  const before = disk.lines.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([disk.lines.length, pushes.map((push) => push.push)]).toEqual([before, ['notice']]);
  disk.full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.lines.length).toBeGreaterThan(before);
  expect(pushes.filter((push) => push.push === 'notice').length).toBe(1);
});

it('shows what another tab has stored, when a move is refused for it', async () => {
  const table = await begin(['me', 'me']);
  const { update } = await table.open(0, 0);
  const seat = update.turn.must[0] ?? 1;
  const { ask } = (await table.open(seat, 0)).update;
  const other = await LocalTable.load('local-1', around());
  await other.change('move', seat, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000);
  const stored = disk.lines.length;
  disk.full = true;
  await expect(table.change('move', seat, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000)).rejects.toBeInstanceOf(Declined);
  disk.full = false;
  expect(disk.lines.length).toBe(stored);
  expect(updates().map((one) => one.full)).toEqual([true, true]);
});

it('lets the bots go on from what another tab has stored', async () => {
  const table = await begin(['me', 'random']);
  const { ask } = (await table.open(1, 0)).update;
  const other = await LocalTable.load('local-1', around());
  // Nobody looks on there, so that no bot plays.
  await other.change('move', 1, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000);
  disk.full = true;
  await expect(table.change('move', 1, ask?.decision ?? 0, ask?.actions[0] ?? '', 2000)).rejects.toBeInstanceOf(Declined);
  disk.full = false;
  const before = disk.lines.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(disk.lines.length).toBeGreaterThan(before);
});

it('stores every line before anything is shown', async () => {
  const table = await begin(['random', 'random']);
  await table.open(0, 0);
  const seen: number[] = [];
  const length = pushes.push.bind(pushes);
  pushes.push = (...more: Push[]) => {
    seen.push(disk.lines.length);
    return length(...more);
  };
  const before = disk.lines.length;
  await vi.advanceTimersByTimeAsync(400);
  expect(seen.length).toBeGreaterThan(0);
  expect(Math.min(...seen)).toBeGreaterThan(before);
});

it('lets bots play to the end, each at its moment, and builds the game again from its lines', async () => {
  const table = await begin(['random', 'random', 'random']);
  await table.open(0, 0);
  for (let turns = 0; table.info.state === 'playing' && turns < 2000; turns++) await vi.advanceTimersByTimeAsync(50);
  expect(table.info.state).toBe('over');
  expect(asked).toBeGreaterThan(10);
  const record = await table.ask('record', 'full', 0);
  const again = await LocalTable.load('local-1', around());
  expect(await again.ask('record', 'full', 0)).toEqual(record);
  expect((disk.lines as Line[]).map((line) => line['n'])).toEqual((disk.lines as Line[]).map((_, at) => at + 1));
});

// In reaction windows of Shadow Hunters a bot is asked twice in a position that is the same for everybody.
it.each(['10', '11', '12', '13'])('asks a bot again that has answered and is waited for: game %s', async (key) => {
  const table = await begin(['rules', 'rules', 'rules', 'rules', 'rules'], 'shadow-hunters', key);
  await table.open(0, 0);
  for (let turns = 0; table.info.state === 'playing' && turns < 5000; turns++) await vi.advanceTimersByTimeAsync(50);
  expect(table.info.state).toBe('over');
});

it('lets no bot play while nobody looks on', async () => {
  const table = await begin(['random', 'random']);
  await table.open(0, 0);
  table.shut(0);
  const before = disk.lines.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(disk.lines.length).toBe(before);
});

it('answers no bot earlier than its moment, however fast it thinks', async () => {
  const table = await begin(['random', 'random']);
  const begun = disk.lines.length;
  await table.open(0, 0);
  await vi.advanceTimersByTimeAsync(24); // a quarter of the pace is the earliest moment of all
  expect(disk.lines.length).toBe(begun);
  await vi.advanceTimersByTimeAsync(200);
  expect(disk.lines.length).toBeGreaterThan(begun);
});
