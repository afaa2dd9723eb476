// A TableSight: the state of one table for one viewer, that is items told, view and offered actions, exactly
// as the server sent them. After a reconnection it requests what it missed. New events are shown one by one,
// at the pace of the game; `skip` shows the rest at once.
import type { Ask, ChatLine, Clocks, Event, Operation, Operations, Push, Result, TableInfo, Told, Turn, Update, Words } from '../../../protocol/lanterne';
import { Refused, type TableLine } from './connection';

export interface Pace {
  ms: number;
  before?: true;
}

// The time for which an event is shown; 0: not at all.
export type Tempo = (event: Event) => Pace;

// The view after item n.
export interface Moment {
  n: number;
  view: Record<string, unknown>;
  turn: Turn;
}

// Most moments kept of a running game; its record has all of them.
const PAST_MOST = 500;
// Longest queue of events; beyond, they are shown at once.
const QUEUE_MOST = 24;

// All open sights. Two may briefly have the same table and seat: one of a page that was left while opening,
// and one of the next page.
const open = new Set<TableSight>();

type About<O extends Operation> = Omit<Operations[O]['params'], 'table' | 'seat'>;

export class TableSight {
  info = $state.raw() as TableInfo; // set when `open` has returned
  told = $state.raw<Told[]>([]);
  view = $state.raw<Record<string, unknown>>({});
  turn = $state.raw<Turn>({ must: [], active: null, window: false });
  ask = $state.raw<Ask | null>(null);
  prompt = $state.raw<Words | undefined>();
  clock = $state.raw<Clocks | undefined>();
  clockAt = $state(0); // the time of arrival, by the local clock
  result = $state.raw<Result | undefined>();
  chat = $state.raw<ChatLine[]>([]);
  reactions = $state.raw<{ key: number; seat: number; name: string; reaction: string }[]>([]);
  happening = $state.raw<Event | null>(null);
  past = $state.raw<Moment[]>([]); // since this sight was opened
  begun = $state(false);
  shut = $state(false);
  passes = $state(false); // reactions are passed automatically
  tempo: Tempo = () => ({ ms: 0 });
  private to = 0;
  private moves = 0;
  private waiting: Update[] = [];
  private showing = $state(false);
  private opening = false;
  private wake: (() => void) | undefined;
  private skipping = false;
  private over = false;
  private readonly tab = Math.random().toString(36).slice(2, 10);
  private readonly listening: (() => void)[];

  private constructor(
    private readonly line: TableLine,
    readonly table: string,
    readonly seat: number,
    private readonly password: string | undefined,
  ) {
    this.listening = [
      line.onPush((push) => this.hear(push)),
      // The connection itself repeats an `open` that is unanswered.
      line.onLine((state) => state === 'open' && !this.opening && void this.open().catch(() => (this.shut = true))),
    ];
    open.add(this);
  }

  static async open(line: TableLine, table: string, seat: number, password?: string): Promise<TableSight> {
    const sight = new TableSight(line, table, seat, password);
    try {
      await sight.open();
    } catch (error) {
      sight.forget();
      throw error;
    }
    return sight;
  }

  // Used by the curtain: unsubscribes from the seat and removes all its data from the page.
  async close(): Promise<void> {
    this.forget();
    if ([...open].some((other) => other.line === this.line && other.table === this.table && other.seat === this.seat)) return;
    // A refusal means that the server has already ended the subscription.
    await this.line.ask('shut', { table: this.table, seat: this.seat }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }

  async act(action: string): Promise<void> {
    const must = this.ask && this.ask.actions.slice(0, this.ask.musts).includes(action);
    const decision = must ? this.ask?.decision : null;
    await this.line.ask('move', {
      table: this.table,
      seat: this.seat,
      move: this.moveId(),
      action,
      ...(decision === null || decision === undefined ? {} : { decision }),
    });
  }

  async takeBack(): Promise<void> {
    await this.line.ask('undo', { table: this.table, seat: this.seat, move: this.moveId() });
  }

  // Sends any other operation for this table and seat.
  question<O extends 'why' | 'preview' | 'hint' | 'standing' | 'leave' | 'notes' | 'note' | 'chat' | 'react'>(op: O, about: About<O>): Promise<Operations[O]['result']> {
    return this.line.ask(op, { table: this.table, seat: this.seat, ...about } as Operations[O]['params']);
  }

  skip(): void {
    if (!this.showing) return;
    this.skipping = true;
    this.wake?.();
  }

  get busy(): boolean {
    return this.showing;
  }

  private moveId(): string {
    return `${this.tab}-${++this.moves}`;
  }

  private async open(): Promise<void> {
    this.opening = true;
    const asked = this.line.ask('open', {
      table: this.table,
      seat: this.seat,
      ...(this.to ? { since: this.to } : {}),
      ...(this.password ? { password: this.password } : {}),
    });
    const answer = await asked.finally(() => (this.opening = false));
    if (this.over) return;
    this.info = answer.table;
    this.passes = answer.table.seats.find((row) => row.seat === this.seat)?.passes ?? false;
    if (answer.update) this.take(answer.update);
    // Reads all lines again, since some were sent while the connection was lost.
    const { lines } = await this.line.ask('chats', { table: this.table, seat: this.seat });
    if (!this.over) this.chat = lines;
  }

  private hear(push: Push): void {
    if (push.push === 'table') {
      if (push.table.table === this.table) this.info = push.table;
      return;
    }
    if (!('table' in push) || push.table !== this.table) return;
    if (push.push === 'update' && push.seat === this.seat) this.take(push.update);
    if (push.push === 'shut' && push.seat === this.seat) this.shut = true;
    if (push.push === 'presence') this.see(push.seat, push.present, push.watchers);
    if (push.push === 'chat') this.listen(push.line);
    if (push.push === 'reaction') this.react(push.seat, push.name, push.reaction);
  }

  // Each channel numbers its own lines.
  private listen(line: ChatLine): void {
    if (!this.chat.some((row) => row.room === line.room && row.number === line.number)) this.chat = [...this.chat, line];
  }

  private react(seat: number, name: string, reaction: string): void {
    const key = Date.now() + Math.random();
    this.reactions = [...this.reactions, { key, seat, name, reaction }];
    setTimeout(() => (this.reactions = this.reactions.filter((row) => row.key !== key)), 4000);
  }

  private see(seat: number, present: boolean, watchers: number): void {
    if (!this.info) return; // presence of ourselves is pushed before `open` is answered
    this.info = {
      ...this.info,
      watchers,
      seats: this.info.seats.map((row) => (row.seat === seat ? { ...row, present } : row)),
    };
  }

  private take(update: Update): void {
    const fresh = update.full ? update.told : update.told.filter((item) => item.n > this.to);
    this.to = update.to;
    if (update.full) this.waiting = [];
    this.waiting.push({ ...update, told: fresh });
    if (update.full) this.skipping = true;
    if (this.showing) this.wake?.();
    else void this.show();
  }

  private async show(): Promise<void> {
    this.showing = true;
    for (let update; (update = this.waiting.shift()); ) {
      const quick = update.full || this.waiting.length > QUEUE_MOST;
      let seen = false;
      if (update.full) this.told = [];
      for (const item of quick ? [] : update.told) {
        const pace = item.event ? this.tempo(item.event) : { ms: 0 };
        if (!pace.before && !seen) {
          this.settle(update);
          seen = true;
        }
        this.told = [...this.told, item];
        if (item.event && pace.ms && !this.skipping) await this.dwell(item.event, pace.ms);
        if (this.over) return;
      }
      if (quick) this.told = [...this.told, ...update.told];
      this.settle(update);
      this.ask = this.waiting.length ? null : update.ask;
      this.prompt = update.prompt;
      this.result = update.result;
      this.past = [...(update.full ? [] : this.past.slice(1 - PAST_MOST)), { n: update.to, view: this.view, turn: this.turn }];
      this.begun = true;
    }
    this.happening = null;
    this.skipping = false;
    this.showing = false;
  }

  // Between two events no action is offered, since the offer belongs to the final state.
  private settle(update: Update): void {
    this.view = update.full ? update.view : { ...this.view, ...update.view };
    this.turn = update.turn;
    this.ask = null;
    if (update.clock && update.clock !== this.clock) this.clockAt = Date.now();
    this.clock = update.clock;
  }

  private dwell(event: Event, ms: number): Promise<void> {
    this.happening = event;
    this.ask = null;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (!this.skipping) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private forget(): void {
    this.over = true;
    open.delete(this);
    this.skip();
    for (const stop of this.listening) stop();
    this.waiting = [];
    this.told = [];
    this.past = [];
    this.view = {};
    this.ask = null;
    this.chat = [];
  }
}
