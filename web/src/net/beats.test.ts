import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Beat } from '../boards/board';
import type { Ask, Event, Told, Update } from '../../../protocol/lanterne';
import { Beats, NOTHING_SHOWN, partsOf, type Manner } from './beats';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ASK: Ask = { decision: 1, musts: 1, actions: ['end'], undo: false };
let number = 1;

function told(event: string, seat = 2): Told {
  return { n: ++number, time: 0, event: { event, clause: 'X', seat } };
}

function update(events: Told[], more: Partial<Update> = {}): Update {
  return { to: events.at(-1)?.n ?? number, full: false, told: events, view: { at: events.at(-1)?.n ?? 0 }, turn: { must: [1], active: 2, window: false }, ask: ASK, ...more };
}

const beats: Record<string, Beat> = {
  step: { ms: 300 },
  dice: { ms: 700, before: true },
  own: { ms: 700, before: true, roll: true },
  plus: { ms: 200, overlap: true },
  death: { ms: 1300, size: 'full', weight: 2 },
  reveal: { ms: 1500, size: 'full', weight: 1 },
  win: { ms: 1000, size: 'full', weight: 9, gate: true },
  long: { ms: 3000 },
};

// The queue with a stage that writes down what it shows: the board's position, the event, or what is offered.
function theatre(more: Partial<Manner> = {}) {
  const log: string[] = [];
  let view: unknown;
  let manner: Manner = { ...NOTHING_SHOWN, beat: (event: Event) => beats[event.event] ?? { ms: 0 }, mine: (event) => event['seat'] === 1, seat: 1, scenes: true, rolls: true, ...more };
  const queue = new Beats(
    {
      place: (position) => (view = position.view['at']),
      tell: (items) => items.forEach((item) => log.push(`tell ${item.event?.event}`)),
      show: (shown) => log.push(shown ? `${shown.due ? 'due ' : shown.full ? 'FULL ' : ''}${shown.together.map((event) => event.event).join('+')} on ${String(view)}` : '-'),
      chip: (item) => log.push(`chip ${item.event?.event}`),
      missed: (count, since) => log.push(`missed ${count} since ${since}`),
      settle: (given, last) => log.push(last ? `offer ${given.ask ? 'something' : 'nothing'}` : 'settled'),
      rest: () => log.push('rest'),
    },
    () => manner,
  );
  return {
    queue,
    view: () => view,
    become: (changed: Partial<Manner>) => (manner = { ...manner, ...changed }),
    // What was written down since the last time.
    read: () => log.splice(0),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

it('shows every event on its own position, never a later one', async () => {
  const { queue, read, pass, view } = theatre();
  const [dice, walk, hit] = [told('dice', 1), told('step', 1), told('step', 1)];
  queue.push(
    update([dice, walk, hit], {
      view: { at: 'third' },
      steps: [
        { n: dice.n, view: { at: 'first' }, active: 1 },
        { n: walk.n, view: { at: 'second' }, active: 1 },
      ],
    }),
  );
  await pass(0);
  expect(read()).toEqual(['tell dice', 'dice on undefined']);
  await pass(700);
  expect(read()).toEqual(['-', 'chip dice', 'tell step', 'step on second']);
  await pass(300);
  expect(read()).toEqual(['-', 'chip step', 'tell step', 'step on third']);
  await pass(299);
  expect([read(), view()]).toEqual([[], 'third']);
  await pass(1);
  expect(read()).toEqual(['-', 'chip step', 'offer something', 'rest']);
});

it('takes the position between from the step before, and the last from the update', () => {
  const parts = partsOf(update([told('step'), told('step')], { view: { a: 3 }, steps: [{ n: number - 1, view: { a: 2, b: 5 }, active: null }] }), { view: { a: 1, b: 1 }, turn: { must: [], active: null, window: false } });
  expect(parts.map((part) => part.position.view)).toEqual([{ a: 2, b: 5 }, { a: 3, b: 1 }]);
});

it('runs events together that may overlap, for as long as the longest', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('step', 1), told('plus', 1), told('plus', 1)], { view: { at: 1 } }));
  await pass(299);
  expect(read()).toEqual(['tell step', 'tell plus', 'tell plus', 'step+plus+plus on 1']);
  await pass(1);
  expect(read()).toEqual(['-', 'chip step', 'chip plus', 'chip plus', 'offer something', 'rest']);
});

it('fills the stage once for an update, with its heaviest event', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('reveal', 1), told('death', 1)], { view: { at: 1 } }));
  await pass(1499);
  expect(read()).toEqual(['tell reveal', 'reveal on 1']);
  await pass(1300);
  expect(read()).toEqual(['-', 'chip reveal', 'tell death', 'FULL death on 1']);
});

it('is skipped beat by beat, and twice in a short time to the end', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('step', 1), told('step', 1), told('step', 1), told('step', 1)], { view: { at: 1 } }));
  await pass(100);
  expect(read()).toEqual(['tell step', 'step on 1']);
  expect(queue.skip()).toBe(true);
  await pass(0);
  expect(read()).toEqual(['-', 'chip step', 'tell step', 'step on 1']);
  await pass(250);
  queue.skip(); // 250 ms after the first
  await pass(0);
  expect(read()).toEqual(['-', 'chip step', 'tell step', 'chip step', 'tell step', 'chip step', 'offer something', 'rest']);
  expect(queue.skip()).toBe(false);
});

it('does not end the queue by two skips that are far apart', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('long', 1), told('long', 1), told('long', 1)], { view: { at: 1 } }));
  await pass(1);
  queue.skip();
  await pass(401);
  queue.skip();
  await pass(1);
  expect(read().at(-1)).toBe('long on 1');
});

it('waits at a gate for a touch', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('win')], { view: { at: 1 }, ask: null }));
  await pass(100_000);
  expect(read()).toEqual(['tell win', 'FULL win on 1']);
  queue.skip();
  await pass(0);
  expect(read()).toEqual(['-', 'chip win', 'offer nothing', 'rest']);
});

it('lets the viewer roll its own dice, and nobody else wait for a touch', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('own', 1)], { view: { at: 1 } }));
  await pass(60_000);
  expect(read()).toEqual(['due own on undefined']);
  queue.skip();
  await pass(0);
  expect(read()).toEqual(['-', 'tell own', 'own on undefined']);
  await pass(700);
  read();
  queue.push(update([told('own', 2)], { view: { at: 2 } }));
  await pass(450 + 700);
  expect(read()).toEqual(['-', '-', 'tell own', 'own on 1', '-', 'chip own', 'offer something', 'rest']);
});

it('rolls for a person who wants that, after a moment', async () => {
  const { queue, read, pass } = theatre({ rolls: false });
  queue.push(update([told('own', 1)], { view: { at: 1 } }));
  await pass(599);
  expect(read()).toEqual(['due own on undefined']);
  await pass(1);
  expect(read()).toEqual(['-', 'tell own', 'own on undefined']);
});

it('stands still before somebody else acts, and not before the viewer does', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('step', 1)], { view: { at: 1 } }));
  await pass(300);
  read();
  queue.push(update([told('step', 2)], { view: { at: 2 } }));
  await pass(449);
  expect(read()).toEqual(['-']);
  await pass(1);
  expect(read()).toEqual(['-', 'tell step', 'step on 2']);
  await pass(300);
  read();
  queue.push(update([told('step', 1)], { view: { at: 3 } }));
  await pass(0);
  expect(read()).toEqual(['tell step', 'step on 3']);
});

it('never gives somebody else a turn of more than four seconds', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('long'), told('long'), told('long')], { view: { at: 1 }, turn: { must: [], active: 2, window: false } }));
  await pass(3000 + 1000 + 600);
  expect(read().at(-1)).toBe('rest');
});

it('plays a long queue faster, and one beyond all patience not at all', async () => {
  const { queue, read, pass } = theatre({ mine: () => true });
  for (let at = 0; at < 4; at++) queue.push(update([told('long', 1)], { view: { at } }));
  await pass(3000 * 0.4);
  expect(read()).toEqual(['tell long', 'long on 0', '-', 'chip long', 'settled', 'tell long', 'long on 1']);
  queue.skip();
  queue.skip();
  await pass(0);
  read();
  const first = number + 1;
  queue.push(update([told('long'), told('death'), told('long'), told('long'), told('reveal'), told('long'), told('long'), told('long'), told('long')], { view: { at: 'now' } }));
  await pass(0);
  expect(read().slice(-1)).toEqual(['FULL death on now']);
  await pass(1300);
  expect(read()).toEqual(['-', 'chip death', `missed 9 since ${first - 1}`, 'offer something', 'rest']);
});

it('does not play what happened while the line was lost', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('step'), told('step')], { view: { at: 1 } }), true);
  await pass(0);
  expect(read()).toEqual(['tell step', 'tell step', `missed 2 since ${number - 2}`, 'offer something', 'rest']);
});

it('counts what happened while nobody looked, and names it on the return', async () => {
  const { queue, read, pass, become } = theatre({ hidden: true });
  queue.push(update([told('step'), told('reveal')], { view: { at: 1 } }));
  queue.push(update([told('step')], { view: { at: 2 } }));
  await pass(0);
  expect(read()).toEqual(['tell step', 'tell reveal', 'settled', 'tell step', 'offer something', 'rest']);
  become({ hidden: false });
  queue.look();
  await pass(1500);
  expect(read()).toEqual(['FULL reveal on 2', '-', 'chip reveal', `missed 3 since ${number - 3}`, 'rest']);
});

it('offers a decision with a running clock or window at once', async () => {
  for (const hurry of [{ turn: { must: [1], active: 2, window: true } }, { clock: { at: 0, game: [60_000], move: [null], paused: false } }]) {
    const { queue, read, pass } = theatre();
    queue.push(update([told('long'), told('death')], { view: { at: 1 }, ...hurry }));
    await pass(0);
    expect(read()).toEqual(['tell long', 'chip long', 'tell death', 'chip death', 'offer something', 'rest']);
  }
});

it('ends what it tells when such a decision comes', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('long')], { view: { at: 1 }, ask: null }));
  await pass(10);
  read();
  queue.push(update([told('step')], { view: { at: 2 }, turn: { must: [1], active: 2, window: true } }));
  await pass(0);
  expect(read()).toEqual(['-', 'chip long', 'settled', 'tell step', 'chip step', 'offer something', 'rest']);
});

it('by calm shows no motion, but great moments as still pictures: own ones until touched', async () => {
  const { queue, read, pass } = theatre({ calm: true });
  queue.push(update([told('dice'), told('step'), told('death', 2)], { view: { at: 1 } }));
  await pass(0);
  expect(read()).toEqual(['tell dice', 'chip dice', 'tell step', 'chip step', 'tell death', 'FULL death on 1']);
  await pass(1500);
  expect(read()).toEqual(['-', 'chip death', 'offer something', 'rest']);
  queue.push(update([told('death', 1)], { view: { at: 2 } }));
  await pass(60_000);
  expect(read()).toEqual(['tell death', 'FULL death on 2']);
});

it('tells nothing while it is held', async () => {
  const { queue, read, pass } = theatre();
  queue.hold(true);
  queue.push(update([told('step')], { view: { at: 1 } }));
  await pass(10_000);
  expect(read()).toEqual([]);
  queue.hold(false);
  await pass(300);
  expect(read()).toEqual(['tell step', 'step on 1', '-', 'chip step', 'offer something', 'rest']);
});

it('a whole update replaces everything that waits', async () => {
  const { queue, read, pass } = theatre();
  queue.push(update([told('long')], { view: { at: 1 } }));
  queue.push(update([told('long')], { view: { at: 2 } }));
  await pass(10);
  read();
  queue.push(update([told('step')], { full: true, view: { at: 'whole' } }));
  await pass(0);
  expect(read()).toEqual(['-', 'chip long', 'settled', 'tell step', 'offer something', 'rest']);
});
