// The queue of beats: tells the events of a table one after the other. The board shows the position of the
// event being told, never a later one; the offer of an update comes when everything before it has been told.
// It knows no drawing and no Svelte: the stage is whatever implements `Stage`.
import type { Beat } from '../boards/board';
import type { Event, Told, Turn, Update } from '../../../protocol/lanterne';

export interface Position {
  view: Record<string, unknown>;
  turn: Turn;
}

// What is on stage.
export interface Shown {
  event: Event;
  together: Event[]; // `event` and those that run together with it
  full: boolean; // fills the stage
  gate: boolean; // stays until it is touched
  due: boolean; // the viewer's own dice, not rolled yet: the result is not to be drawn
}

export interface Stage {
  place: (position: Position, n: number) => void; // the position after item n is on the board
  tell: (items: Told[]) => void; // the items are in the story now
  show: (shown: Shown | null) => void;
  chip: (item: Told) => void;
  missed: (count: number, since: number) => void; // so many events were not shown, those after item `since`
  settle: (update: Update, last: boolean) => void; // the update has been told; the last may offer something
  rest: () => void; // the queue is empty
}

// How the person wants to be told. Asked for every beat, since settings change meanwhile.
export interface Manner {
  beat: (event: Event) => Beat;
  mine: (event: Event) => boolean; // done by the viewer
  seat: number;
  factor: number; // of all times
  calm: boolean; // nothing moves; scenes are still pictures
  scenes: boolean; // the board can draw full beats
  rolls: boolean; // the viewer rolls dice with a touch
  hidden: boolean; // nobody looks at the page
}

export const NOTHING_SHOWN: Manner = { beat: () => ({ ms: 0 }), mine: () => false, seat: 0, factor: 1, calm: false, scenes: false, rolls: false, hidden: false };

const ROLL_MS = 600; // before dice that roll by themselves
const STILL_BEFORE_MS = 450; // before somebody else's action
const TURN_MOST_MS = 4000; // of a whole turn of somebody else
const TURN_LEAST_FACTOR = 0.2;
const LONG_MS = 8000; // a queue longer than this plays faster,
const LONG_FACTOR = 0.4;
const LONGEST_MS = 20_000; // and beyond this is not played
const TWICE_MS = 400; // two skips within this time end the queue
const STILL_MS = 1500; // a still picture of somebody else's great moment

interface Part {
  items: Told[];
  n: number;
  position: Position;
}

// What the queue waits for, one after the other.
type Waits = Generator<Promise<void>, void, void>;

interface Told1 extends Told {
  event: Event;
}

function isEvent(item: Told): item is Told1 {
  return item.event !== undefined;
}

// The items of an update by the position at which they were told.
export function partsOf(update: Update, from: Position): Part[] {
  const parts: Part[] = [];
  let told = update.told;
  let view = from.view;
  for (const step of update.steps ?? []) {
    view = { ...view, ...step.view };
    const items = told.filter((item) => item.n <= step.n);
    told = told.filter((item) => item.n > step.n);
    if (items.length) parts.push({ items, n: step.n, position: { view, turn: { must: [], active: step.active, window: false } } });
  }
  parts.push({ items: told, n: update.to, position: { view: update.full ? update.view : { ...from.view, ...update.view }, turn: update.turn } });
  return parts;
}

export class Beats {
  private waiting: { update: Update; missed: boolean }[] = [];
  private at: Position = { view: {}, turn: { must: [], active: null, window: false } };
  private running = false;
  private over = false;
  private hurry = false; // the queue runs out
  private held = false;
  private wake: (() => void) | undefined;
  private release: (() => void) | undefined;
  private skipped = -Infinity;
  private ended = -Infinity; // when the last beat ended
  private current: Update | undefined;
  private turn: { active: number | null; spent: number } = { active: null, spent: 0 };
  private unseen: { count: number; since: number; scene: Told1 | undefined } | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly manner: () => Manner,
    // Waits between two changes of the stage, so that a page draws them in two tasks instead of a long one.
    private readonly breath: () => Promise<void> = () => Promise.resolve(),
  ) {}

  get busy(): boolean {
    return this.running;
  }

  // `missed`: what happened while the line was lost, which is not played. What takes no time is told in one
  // microtask, so that a page draws it together.
  push(update: Update, missed = false): void {
    if (update.full) {
      this.waiting = [];
      this.unseen = undefined;
      this.hurry = true;
    }
    this.waiting.push({ update, missed });
    if (this.running) {
      if (this.hurry || this.urgent()) this.wake?.();
    } else this.start();
  }

  // Ends the beat on stage; twice in a short time ends the queue. False if nothing was being told.
  skip(): boolean {
    if (!this.running || this.held) return false;
    const now = Date.now();
    if (now - this.skipped < TWICE_MS) this.hurry = true;
    this.skipped = now;
    this.wake?.();
    return true;
  }

  // Nothing further is told while the queue is held.
  hold(on: boolean): void {
    this.held = on;
    if (!on) this.release?.();
  }

  // Somebody looks at the page again: what was missed is named, with its greatest moment.
  look(): void {
    if (!this.running && this.unseen) this.start();
  }

  end(): void {
    this.over = true;
    this.waiting = [];
    this.wake?.();
    this.release?.();
  }

  // Runs the queue, which yields what it has to wait for and only that. It begins in a microtask, since
  // several updates may come together.
  private start(): void {
    this.running = true;
    const steps = this.run();
    const go = (): void => {
      const { done, value } = steps.next();
      if (!done) void value.then(go);
    };
    queueMicrotask(go);
  }

  private *run(): Waits {
    yield* this.catchUp();
    for (let next; !this.over && (next = this.waiting.shift()); ) {
      const { update, missed } = next;
      this.current = update;
      if (update.full) this.replace(update);
      else if (missed || this.manner().hidden || this.length(update) > LONGEST_MS) this.pass(update);
      else yield* this.play(update);
      if (this.over) return;
      if (!this.waiting.length) yield* this.catchUp();
      if (this.over) return;
      this.stage.settle(update, !this.waiting.length);
    }
    this.hurry = false;
    this.running = false;
    this.current = undefined;
    if (!this.over) this.stage.rest();
  }

  private replace(update: Update): void {
    this.at = { view: update.view, turn: update.turn };
    this.stage.tell(update.told);
    this.stage.place(this.at, update.to);
    this.hurry = false;
  }

  // Takes an update without showing it, and remembers what was missed.
  private pass(update: Update): void {
    const events = update.told.filter(isEvent);
    const scene = this.sceneOf(update);
    this.unseen ??= { count: 0, since: (update.told[0]?.n ?? update.to + 1) - 1, scene: undefined };
    this.unseen.count += events.length;
    const old = this.unseen.scene;
    if (scene && (!old || this.weight(scene) >= this.weight(old))) this.unseen.scene = scene;
    this.stage.tell(update.told);
    for (const part of partsOf(update, this.at)) this.place(part);
  }

  private *catchUp(): Waits {
    const missed = this.unseen;
    if (!missed || this.manner().hidden) return;
    this.unseen = undefined;
    const performed = missed.scene && !this.urgent() ? this.perform([missed.scene], missed.scene) : undefined;
    if (performed) yield performed;
    if (missed.count && !this.over) this.stage.missed(missed.count, missed.since);
  }

  private *play(update: Update): Waits {
    const scene = this.sceneOf(update);
    yield* this.stillness(update);
    for (const part of partsOf(update, this.at)) {
      let placed = false;
      for (const group of this.groups(part.items)) {
        if (this.held) yield this.released();
        if (this.over) return;
        const events = group.filter(isEvent);
        if (!placed && !(events.length && events.every((item) => this.manner().beat(item.event).before))) {
          this.place(part);
          placed = true;
        }
        const rolls = this.rolls(events[0]);
        if (rolls) yield* this.roll(rolls);
        if (this.over) return;
        // What is not shown takes no time: it is told together with what comes after it.
        this.stage.tell(group);
        const performed = this.perform(events, scene);
        if (performed) yield performed.then(this.breath);
      }
      if (this.over) return;
      this.place(part);
    }
  }

  private place(part: Part): void {
    this.at = part.position;
    const { active } = part.position.turn;
    if (active !== this.turn.active) this.turn = { active, spent: 0 };
    this.stage.place(part.position, part.n);
  }

  // Items with those that run together with them.
  private groups(items: Told[]): Told[][] {
    const groups: Told[][] = [];
    for (const item of items) {
      const last = groups.at(-1);
      if (last && item.event && this.manner().beat(item.event).overlap) last.push(item);
      else groups.push([item]);
    }
    return groups;
  }

  // The viewer's own dice wait for its touch; until then nothing tells their result.
  private rolls(first: Told1 | undefined): Told1 | undefined {
    const manner = this.manner();
    return first && manner.beat(first.event).roll && manner.mine(first.event) ? first : undefined;
  }

  private *roll({ event }: Told1): Waits {
    yield* this.wait({ event, together: [event], full: false, gate: false, due: true }, this.manner().rolls ? Infinity : ROLL_MS);
  }

  // Shows events that run together, for as long as the longest, and leaves their chips. Undefined if they
  // take no time.
  private perform(items: Told1[], scene: Told1 | undefined): Promise<void> | undefined {
    const [first] = items;
    if (!first) return undefined;
    const manner = this.manner();
    const full = scene !== undefined && items.includes(scene);
    const own = manner.mine(first.event);
    const beat = manner.beat(full ? scene.event : first.event);
    const together = items.map((item) => item.event);
    const shown: Shown = { event: full ? scene.event : first.event, together, full, gate: false, due: false };
    const still = manner.calm && full; // a picture instead of a scene
    const gate = Boolean(beat.gate) || (still && own);
    const longest = Math.max(...items.map((item) => manner.beat(item.event).ms));
    const ms = this.hurried() ? 0 : gate ? Infinity : still ? STILL_MS : manner.calm ? 0 : this.time(longest, own);
    const dwelt = this.dwell({ ...shown, gate }, ms);
    if (dwelt) return dwelt.then(() => this.leave(items));
    this.leave(items);
    return undefined;
  }

  private leave(items: Told1[]): void {
    for (const item of items) this.stage.chip(item);
  }

  // The time of a beat by the person's speed, the length of the queue and what is left of somebody's turn.
  private time(ms: number, own: boolean): number {
    const wanted = ms * this.manner().factor * (this.length() > LONG_MS ? LONG_FACTOR : 1);
    if (own) return wanted;
    const left = TURN_MOST_MS * Math.max(1, this.manner().factor) - this.turn.spent;
    const given = wanted <= left ? wanted : Math.max(left, wanted * TURN_LEAST_FACTOR);
    this.turn.spent += given;
    return given;
  }

  private *stillness(update: Update): Waits {
    const manner = this.manner();
    const first = update.told.find((item) => item.event && manner.beat(item.event).ms);
    if (!first?.event || manner.calm || manner.mine(first.event) || this.hurried()) return;
    const left = this.ended + STILL_BEFORE_MS * manner.factor - Date.now();
    yield* this.wait(null, left);
  }

  private *wait(shown: Shown | null, ms: number): Waits {
    const dwelt = this.dwell(shown, ms);
    if (dwelt) yield dwelt;
  }

  // Undefined if it takes no time.
  private dwell(shown: Shown | null, ms: number): Promise<void> | undefined {
    if (ms <= 0 || this.hurried() || this.over) return undefined;
    this.stage.show(shown);
    return new Promise<void>((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    }).then(() => {
      this.ended = Date.now();
      if (!this.over) this.stage.show(null);
    });
  }

  private async released(): Promise<void> {
    while (this.held && !this.over) await new Promise<void>((resolve) => (this.release = resolve));
  }

  private hurried(): boolean {
    return this.hurry || this.urgent();
  }

  // A decision of the viewer with a running clock or window is offered at once.
  private urgent(): boolean {
    const last = this.waiting.at(-1)?.update ?? this.current;
    if (!last?.ask?.musts) return false;
    const { clock } = last;
    const seat = this.manner().seat - 1;
    const timed = clock && !clock.paused && ((clock.move[seat] ?? null) !== null || (clock.game[seat] ?? null) !== null);
    return last.turn.window || Boolean(timed);
  }

  // The one full beat of an update: the heaviest.
  private sceneOf(update: Update): Told1 | undefined {
    const manner = this.manner();
    if (!manner.scenes) return undefined;
    let found: Told1 | undefined;
    for (const item of update.told) {
      if (!isEvent(item) || manner.beat(item.event).size !== 'full') continue;
      if (!found || this.weight(item) >= this.weight(found)) found = item;
    }
    return found;
  }

  private weight(item: Told1): number {
    return this.manner().beat(item.event).weight ?? 0;
  }

  // How long the waiting updates take, and one more.
  private length(more?: Update): number {
    const manner = this.manner();
    if (manner.calm) return 0;
    const updates = [...(more ? [more] : []), ...this.waiting.map((row) => row.update)];
    return updates.reduce((sum, update) => sum + update.told.reduce((ms, item) => ms + (item.event ? manner.beat(item.event).ms : 0), 0), 0) * manner.factor;
  }
}
