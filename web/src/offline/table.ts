// One game of this device, in the keeper's worker: an instance of the module with the match, the lines as
// they are stored, who looks on, and the machines at its seats. A change is carried out in the instance,
// stored, and only then shown; when it cannot be stored, the match is built again from what is.
import type { Push, SeatInfo, TableInfo, Update } from '../../../protocol/lanterne';
import { handStored } from './document';
import { Declined, Instance, type Given } from './module';
import { append, read, type Kept } from './store';
import type { Thinking, Thought } from './bots.worker';

export interface Surroundings {
  module: WebAssembly.Module;
  push: (push: Push) => void;
  think: (work: Omit<Thinking, 'id'>) => Promise<Thought> & { quick: Promise<Thought> };
  now: () => number;
  pace: number; // milliseconds around which machines answer
}

// What answers for a seat in the present position (bots/moment.h, server/room/room_bot.c).
interface Machine {
  due: number;
  acted: boolean;
  unseen: boolean; // its moment was put off
  ready?: string | null | undefined; // the best action so far; null: it declines
  thinking: boolean;
  tries: number; // how often its answer was outdated
}

const SEARCH_PART = 0.7; // of the time until its moment
const UNSEEN_PACES = 4;
const TRIES = 3;
const AGAIN_MS = 3000; // until a machine's move that could not be stored is tried again
const GONE = { en: 'There is no such game on this device.', fr: 'Cette partie n’est pas sur cet appareil.' };
const SLOW = { en: 'This device is slow: the bots think ahead less than on the server.', fr: 'Cet appareil est lent : les robots calculent moins loin que sur le serveur.' };

export class LocalTable {
  private instance!: Instance;
  private kept!: Kept;
  private viewers = new Set<number>();
  private machines = new Map<number, Machine>();
  private standing = new Map<number, 'pass' | 'react'>();
  private position = 0; // raised when what machines think about is outdated
  private timer: ReturnType<typeof setTimeout> | undefined;
  private said = '';
  private known: TableInfo | undefined; // the info, until something changes
  private toldSlow = false;
  private count = 0; // lines stored
  private behind = false; // the instance is not what is stored
  private refused = false; // a machine's move could not be stored; said already
  private busy: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly id: string,
    private readonly around: Surroundings,
  ) {}

  static async load(id: string, around: Surroundings): Promise<LocalTable> {
    const table = new LocalTable(id, around);
    await table.build();
    return table;
  }

  // A new game, in an instance in which it has begun.
  static async begin(instance: Instance, kept: Kept, around: Surroundings): Promise<LocalTable> {
    const table = new LocalTable(kept.id, around);
    table.instance = instance;
    table.kept = kept;
    table.settle();
    await table.store();
    return table;
  }

  private settle(): void {
    const { undo, hints, notebook } = this.kept.settings;
    this.instance.call('table', this.id, undo, hints, notebook);
  }

  private async build(): Promise<void> {
    const stored = await read(this.id);
    if (!stored) throw new Declined({ code: 'not-found', say: GONE });
    this.kept = stored.kept;
    this.known = undefined;
    this.instance = await Instance.make(this.around.module);
    handStored(this.instance, stored.kept.head, stored.lines, stored.kept.key);
    this.settle();
    this.count = stored.lines.length;
    // Chance that was due when the last line was stored.
    await this.store(true);
  }

  // What could not be stored has not happened: the match is as it was before. Viewers have seen that already,
  // except for what another tab has stored. Where this fails too, it is tried again before the next
  // operation.
  private async rebuild(): Promise<void> {
    const { count } = this;
    this.behind = true;
    await this.build();
    for (const viewer of this.viewers) {
      const { update } = this.instance.call<{ update: Update }>('open', viewer, 0, this.around.now());
      if (this.count !== count) this.around.push({ push: 'update', table: this.id, seat: viewer, update });
    }
    this.behind = false;
    this.play();
  }

  get info(): TableInfo {
    return (this.known ??= this.readInfo());
  }

  private readInfo(): TableInfo {
    const { table } = this.instance.call<{ table: TableInfo }>('info');
    const seats = table.seats.map((seat): SeatInfo => {
      const answer = this.standing.get(seat.seat);
      return answer ? { ...seat, standing: answer } : seat;
    });
    return { ...table, ...(this.kept.moved ? { state: 'closed' as const } : {}), seats, ...(this.kept.rematch ? { rematch: this.kept.rematch } : {}) };
  }

  get notes(): Record<number, string> {
    return this.kept.notes;
  }

  get match(): Record<string, unknown> {
    return this.kept.head.match;
  }

  get settings(): Kept['settings'] {
    return this.kept.settings;
  }

  // One operation after the other, whoever asks.
  private turn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.busy.then(async () => {
      if (this.behind || this.instance.trapped) await this.rebuild();
      return work();
    });
    this.busy = next.catch(() => undefined);
    return next;
  }

  ask<T>(name: string, ...given: Given[]): Promise<T> {
    return this.turn(async () => this.instance.call<T>(name, ...given));
  }

  bytes(name: string, ...given: Given[]): Promise<Uint8Array<ArrayBuffer>> {
    return this.turn(async () => {
      if (!this.instance.try(name, ...given)) throw new Declined(this.instance.answer<{ error: Declined['problem'] }>().error);
      return this.instance.bytes();
    });
  }

  // ---- Viewers ------------------------------------------------------------------------------------------

  open(viewer: number, since: number): Promise<{ table: TableInfo; seat: number; update: Update }> {
    return this.turn(async () => {
      const answer = this.instance.call<{ seat: number; update: Update }>('open', viewer, since, this.around.now());
      this.viewers.add(viewer);
      this.play();
      return { ...answer, table: this.info };
    });
  }

  shut(viewer: number): void {
    this.viewers.delete(viewer);
    if (!this.viewers.size) this.rest();
  }

  get watched(): boolean {
    return this.viewers.size > 0;
  }

  // Nobody looks on: no machine plays.
  rest(): void {
    clearTimeout(this.timer);
    this.position++;
    this.machines.clear();
  }

  // ---- Changes ------------------------------------------------------------------------------------------

  // Carries out an operation that writes lines, stores them, and shows what came of it.
  change(name: string, ...given: Given[]): Promise<Record<string, unknown>> {
    return this.turn(() => this.changed(name, ...given));
  }

  private async changed(name: string, ...given: Given[]): Promise<Record<string, unknown>> {
    const answer = this.instance.call(name, ...given);
    this.known = undefined;
    const stored = this.store();
    stored.catch(() => undefined); // answered below
    // While it is written; shown only afterwards.
    const shown = this.shown();
    try {
      await stored;
    } catch (error) {
      await this.rebuild().catch(() => undefined); // the reason of the first failure is the one to tell
      throw error;
    }
    this.refused = false;
    for (const push of shown) this.around.push(push);
    this.tell();
    this.play();
    return answer;
  }

  keep(more: Partial<Kept>): Promise<void> {
    return this.turn(async () => {
      const before = this.kept;
      this.kept = { ...this.kept, ...more };
      this.known = undefined;
      await this.store().catch((error: unknown) => {
        this.kept = before;
        this.known = undefined;
        throw error;
      });
      this.tell();
    });
  }

  // The game goes on at a table of the server; here it is closed.
  move(to: string): Promise<void> {
    this.rest();
    return this.keep({ moved: to });
  }

  private async store(read = false): Promise<void> {
    const { lines } = this.instance.call<{ lines: Record<string, unknown>[] }>('lines');
    const info = this.info;
    const mine = info.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    const { turn } = this.instance.call<{ turn: Update['turn'] }>('turn');
    const row = { ...this.kept.row, state: info.state, mine, waiting: turn.must.some((seat) => mine.includes(seat)) };
    // A match that was just read is stored already: where there is no room, that must not be a reason to
    // fail.
    if (read && !lines.length && JSON.stringify(row) === JSON.stringify(this.kept.row)) return;
    this.kept = { ...this.kept, row };
    await append(this.kept, lines);
    this.count += lines.length;
  }

  // The info where it has changed.
  private tell(): void {
    const info = this.info;
    const said = JSON.stringify(info);
    if (said !== this.said && this.viewers.size) this.around.push({ push: 'table', table: info });
    this.said = said;
  }

  // What viewers have not been shown yet.
  private shown(): Push[] {
    return [...this.viewers].flatMap((viewer): Push[] => {
      const { update } = this.instance.call<{ update?: Update }>('next', viewer, this.around.now());
      return update ? [{ push: 'update', table: this.id, seat: viewer, update }] : [];
    });
  }

  // ---- Machines -----------------------------------------------------------------------------------------

  stand(seat: number, answer: 'ask' | 'pass' | 'react'): Promise<void> {
    return this.turn(async () => {
      if (answer === 'ask') this.standing.delete(seat);
      else this.standing.set(seat, answer);
      this.known = undefined;
      this.play();
    });
  }

  // Draws the moments of a new position, lets bots think, and plays what is due.
  private play(): void {
    clearTimeout(this.timer);
    const info = this.info;
    if (!this.viewers.size || info.state !== 'playing') return;
    const now = this.around.now();
    const { begun, pauses } = this.instance.call<{ begun: boolean; pauses: number[] }>('moments', this.around.pace);
    if (begun || !this.machines.size) {
      this.position++;
      this.machines = new Map(info.seats.map(({ seat }) => [seat, { due: now + (pauses[seat - 1] ?? 0), acted: false, unseen: false, thinking: false, tries: 0 }]));
    }
    this.askAgain();
    for (const seat of info.seats) if (seat.kind === 'bot') this.ponder(seat, now);
    const waiting = info.seats.flatMap(({ seat, kind }) => {
      const machine = this.machines.get(seat);
      const asked = kind === 'bot' ? machine?.ready : this.standing.has(seat) && this.instance.call('standing', seat, this.standing.get(seat) ?? 'pass')['action'];
      return machine && !machine.acted && typeof asked === 'string' ? [machine.due] : [];
    });
    if (waiting.length) this.timer = setTimeout(() => void this.turn(() => this.act()).catch((error: unknown) => this.fail(error)), Math.max(0, Math.min(...waiting) - now));
  }

  // A bot that has acted and that the game waits for all the same has a new question, though the position
  // has not changed in public: it thinks again, and its moment is the one it had.
  private askAgain(): void {
    const acted = [...this.machines].filter(([, machine]) => machine.acted && typeof machine.ready === 'string');
    if (!acted.length) return;
    const { turn } = this.instance.call<{ turn: Update['turn'] }>('turn');
    for (const [seat, { due, unseen }] of acted) if (turn.must.includes(seat)) this.machines.set(seat, { due, acted: false, unseen, thinking: false, tries: 0 });
  }

  private ponder({ seat, level }: SeatInfo, now: number): void {
    const machine = this.machines.get(seat);
    if (!machine || machine.acted || machine.thinking || machine.ready !== undefined) return;
    if (!this.instance.try('question', seat)) return;
    machine.thinking = true;
    const { position } = this;
    const thought = this.around.think({ match: this.kept.head.match, level: level ?? 'random', quick: level === 'search' ? 'rules' : null, question: this.instance.bytes(), ms: Math.max(20, (machine.due - now) * SEARCH_PART), must: false });
    const take = ({ answer, error, slow }: Thought) => {
      // Also of a search that comes after its moment, as all do on the slowest devices.
      if (slow && !this.toldSlow) this.around.push({ push: 'notice', what: 'slow', say: SLOW } as unknown as Push);
      this.toldSlow ||= Boolean(slow);
      if (position !== this.position || this.machines.get(seat) !== machine || machine.acted) return;
      if (error) this.fail(new Declined(error));
      if (answer) machine.ready = answer.action;
      void this.turn(async () => this.unseen(seat, machine)).catch((problem: unknown) => this.fail(problem));
    };
    void thought.quick.then(take);
    void thought.then(take);
  }

  // An action that nobody else would notice is played at once, and the moment is put off once for all of
  // them.
  private async unseen(seat: number, machine: Machine): Promise<void> {
    if (this.machines.get(seat) !== machine || typeof machine.ready !== 'string' || machine.acted) return this.play();
    if (!this.instance.call('unseen', seat, machine.ready)['unseen']) return this.play();
    const due = machine.unseen ? machine.due : machine.due + UNSEEN_PACES * this.around.pace;
    this.machines.set(seat, { due, acted: false, unseen: true, thinking: false, tries: 0 });
    await this.changed('act', seat, machine.ready, this.around.now());
  }

  // Plays what is due: one action, after which everything is looked at again.
  private async act(): Promise<void> {
    const now = this.around.now();
    for (const { seat, kind } of this.info.seats) {
      const machine = this.machines.get(seat);
      if (!machine || machine.acted || machine.due > now) continue;
      const standing = this.standing.get(seat);
      const action = kind === 'bot' ? machine.ready : standing ? (this.instance.call('standing', seat, standing)['action'] as string | null) : null;
      if (kind === 'bot' && action === undefined) continue;
      machine.acted = kind === 'bot';
      if (typeof action !== 'string') continue;
      await this.played(seat, machine, action, now);
      return;
    }
    this.play();
  }

  // What a seat alone was told since may have outdated its thought: then it thinks again, at the same moment.
  private async played(seat: number, machine: Machine, action: string, now: number): Promise<void> {
    try {
      await this.changed('act', seat, action, now);
    } catch (error) {
      if (!(error instanceof Declined) || error.problem.code !== 'refused' || machine.tries >= TRIES) throw error;
      this.machines.set(seat, { ...machine, ready: undefined, acted: false, thinking: false, tries: machine.tries + 1 });
      this.play();
    }
  }

  // A machine could not play: said once on the page; the game stands as stored and goes on when it is opened,
  // or by itself once there is room again.
  private fail(error: unknown): void {
    this.rest();
    if (!(error instanceof Declined)) throw error;
    const said = this.refused;
    this.refused = error.problem.code === 'storage';
    if (this.refused && this.viewers.size) this.timer = setTimeout(() => void this.turn(async () => this.play()).catch((problem: unknown) => this.fail(problem)), AGAIN_MS);
    if (said && this.refused) return;
    this.around.push({ push: 'notice', what: 'problem', say: error.problem.say } as unknown as Push);
  }
}
