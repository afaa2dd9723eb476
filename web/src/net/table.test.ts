import { expect, it, vi } from 'vitest';
import type { ChatLine, Push, Update } from '../../../protocol/lanterne';
import type { Connection } from './connection';
import { NOTHING_SHOWN } from './beats';
import { TableSight } from './table.svelte';

const info = { table: 't', seats: [{ seat: 1, kind: 'person' }], watchers: 0 };

function update(more: Partial<Update>): Update {
  return { to: 0, full: false, told: [], view: {}, turn: { must: [1], active: 1, window: false }, ask: null, ...more };
}

// A fake connection that answers `open` with an update and lets the test push.
function line(first: Update) {
  let push: (push: Push) => void = () => undefined;
  const asked: [string, unknown][] = [];
  const connection = {
    onPush: (listener: (push: Push) => void) => ((push = listener), () => undefined),
    onLine: () => () => undefined,
    ask: (op: string, params: unknown) => {
      asked.push([op, params]);
      return Promise.resolve(op === 'open' ? { table: info, update: first } : op === 'chats' ? { lines: [] } : {});
    },
  } as unknown as Connection;
  return {
    connection,
    asked,
    push: (given: Update) => push({ push: 'update', table: 't', seat: 1, update: given }),
    say: (given: ChatLine) => push({ push: 'chat', table: 't', line: given }),
  };
}

const rolled = { n: 2, time: 0, event: { event: 'rolled', clause: 'X' } };
const hurt = { n: 3, time: 0, event: { event: 'hurt', clause: 'X' } };

it('replaces changed fields and keeps the others', async () => {
  const wire = line(update({ full: true, to: 1, view: { a: 1, b: 2 } }));
  const sight = await TableSight.open(wire.connection, 't', 1);
  wire.push(update({ to: 2, told: [rolled], view: { b: 3 } }));
  await vi.waitFor(() => expect(sight.view).toEqual({ a: 1, b: 3 }));
  expect(sight.told.map((item) => item.n)).toEqual([2]);
  expect(sight.past.map((moment) => [moment.n, moment.view])).toEqual([
    [1, { a: 1, b: 2 }],
    [2, { a: 1, b: 3 }],
  ]);
});

it('shows dice before what they cause, and offers nothing meanwhile', async () => {
  vi.useFakeTimers();
  const wire = line(update({ full: true, to: 1, view: { hp: 10 } }));
  const sight = await TableSight.open(wire.connection, 't', 1);
  sight.manner = () => ({ ...NOTHING_SHOWN, beat: (event) => (event.event === 'rolled' ? { ms: 300, before: true } : { ms: 300 }) });
  const ask = { decision: 1, musts: 1, actions: ['end'], undo: false };
  wire.push(update({ to: 3, told: [rolled, hurt], view: { hp: 6 }, ask }));
  await vi.advanceTimersByTimeAsync(10);
  expect([sight.happening?.event, sight.view['hp'], sight.ask]).toEqual(['rolled', 10, null]);
  await vi.advanceTimersByTimeAsync(300);
  expect([sight.happening?.event, sight.view['hp'], sight.ask]).toEqual(['hurt', 6, null]);
  sight.skip();
  await vi.advanceTimersByTimeAsync(1);
  expect([sight.happening, sight.ask]).toEqual([null, ask]);
  vi.useRealTimers();
});

it('names the decision for what must be answered and none for what may be done besides', async () => {
  const ask = { decision: 7, musts: 1, actions: ['end', 'reveal'], undo: false };
  const wire = line(update({ full: true, to: 1, ask }));
  const sight = await TableSight.open(wire.connection, 't', 1);
  await sight.act('end');
  await sight.act('reveal');
  const moves = wire.asked.filter(([op]) => op === 'move').map(([, params]) => params as { decision?: number; move: string });
  expect(moves.map((move) => move.decision)).toEqual([7, undefined]);
  expect(new Set(moves.map((move) => move.move)).size).toBe(2);
});

it('keeps nothing of a seat once it is closed', async () => {
  const wire = line(update({ full: true, to: 1, view: { secret: 1 }, told: [rolled] }));
  const sight = await TableSight.open(wire.connection, 't', 1);
  await sight.close();
  expect([sight.view, sight.told, sight.ask]).toEqual([{}, [], null]);
});

it('hears every room, though each counts its own lines', async () => {
  const wire = line(update({ full: true, to: 1 }));
  const sight = await TableSight.open(wire.connection, 't', 1);
  const said = { number: 1, seat: 1, name: 'Ada', text: 'hm', at: 0 };
  for (const room of ['players', 'out', 'players'] as const) wire.say({ ...said, room });
  expect(sight.chat.map((row) => row.room)).toEqual(['players', 'out']);
});

it('stays subscribed while somebody else of this page looks at the same', async () => {
  const wire = line(update({ full: true, to: 1 }));
  const left = await TableSight.open(wire.connection, 't', 1);
  const here = await TableSight.open(wire.connection, 't', 1);
  await left.close();
  expect(wire.asked.some(([op]) => op === 'shut')).toBe(false);
  await here.close();
  expect(wire.asked.filter(([op]) => op === 'shut').length).toBe(1);
});

it('opens once more when the line comes back, but not while it is opening', async () => {
  let lined: (state: 'open') => void = () => undefined;
  let answer: () => void = () => undefined;
  const asked: string[] = [];
  const connection = {
    onPush: () => () => undefined,
    onLine: (listener: (state: 'open') => void) => ((lined = listener), () => undefined),
    ask: (op: string) => {
      asked.push(op);
      return op === 'open' ? new Promise((resolve) => (answer = () => resolve({ table: info, update: update({ full: true, to: 1 }) }))) : Promise.resolve({ lines: [] });
    },
  } as unknown as Connection;
  const opening = TableSight.open(connection, 't', 1);
  lined('open');
  answer();
  const sight = await opening;
  lined('open');
  answer();
  expect(asked).toEqual(['open', 'chats', 'open']);
  await sight.close();
});
