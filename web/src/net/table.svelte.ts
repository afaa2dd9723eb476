// A TableSight: the state of one table for one viewer, that is items told, view and offered actions, exactly
// as the server sent them. After a reconnection it requests what it missed. New events are told one by one by
// the queue of beats.ts, for which this is the stage.
import type { Ask, ChatLine, Clocks, Event, Operation, Operations, Push, Result, TableInfo, Told, Turn, Update, Words } from '../../../protocol/lanterne';
import { Beats, NOTHING_SHOWN, type Manner, type Position, type Shown } from './beats';
import { Refused, type TableLine } from './connection';
import { kept, whole } from './parts';

// The view after item n.
export interface Moment {
  n: number;
  view: Record<string, unknown>;
  turn: Turn;
}

// Most moments kept of a running game; its record has all of them.
const PAST_MOST = 500;
// After a beat nothing can be touched for this time: the touch was meant to skip it.
const GUARD_MS = 300;
// Chips: how many, and how long each is seen.
const CHIPS_MOST = 3;
const CHIP_MS = 8000;

// A paper tag over the board: something that happened, or how much was missed (then without an event).
export interface Chip {
  key: number;
  n: number; // the item whose moment it shows
  event?: Event;
  missed?: number;
}

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
  shown = $state.raw<Shown | null>(null); // the beat on stage
  chips = $state.raw<Chip[]>([]);
  guarded = $state(false); // a beat has just ended: nothing can be touched yet
  past = $state.raw<Moment[]>([]); // since this sight was opened
  begun = $state(false);
  shut = $state(false);
  busy = $state(false); // events are being told
  manner: () => Manner = () => NOTHING_SHOWN; // set by the page that shows this
  onBeat: (event: Event, full: boolean) => void = () => undefined; // at the beginning of a beat
  private readonly beats: Beats;
  private guard: ReturnType<typeof setTimeout> | undefined;
  private to = 0;
  // the view after the last update, which may still wait to be told
  private received: Record<string, unknown> = {};
  private moves = 0;
  private opening = false;
  private over = false;
  private readonly tab = Math.random().toString(36).slice(2, 10);
  private readonly listening: (() => void)[];

  private constructor(
    private readonly line: TableLine,
    readonly table: string,
    readonly seat: number,
    private readonly password: string | undefined,
  ) {
    this.beats = new Beats(
      {
        place: (position, n) => this.place(position, n),
        tell: (items) => (this.told = [...this.told, ...items]),
        show: (shown) => this.show(shown),
        chip: (item) => item.event && this.chip({ n: item.n, event: item.event }),
        missed: (count, since) => this.chip({ n: since + 1, missed: count }),
        settle: (update, last) => this.settle(update, last),
        rest: () => (this.busy = false),
      },
      () => this.manner(),
      () => new Promise((resolve) => setTimeout(resolve)),
    );
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
  question<O extends 'why' | 'preview' | 'hint' | 'standing' | 'leave' | 'notes' | 'note' | 'chat' | 'react' | 'block' | 'report'>(op: O, about: About<O>): Promise<Operations[O]['result']> {
    return this.line.ask(op, { table: this.table, seat: this.seat, ...about } as Operations[O]['params']);
  }

  // Blocks somebody; what they said goes from the chat.
  async block(whom: About<'block'>): Promise<Operations['block']['result']> {
    const answer = await this.question('block', whom);
    await this.readChat();
    return answer;
  }

  private async readChat(): Promise<void> {
    const { lines } = await this.line.ask('chats', { table: this.table, seat: this.seat });
    if (!this.over) this.chat = lines;
  }

  // Sets the standing answer to reaction windows. The server tells nobody, so it is noted here.
  async stand(answer: 'ask' | 'pass' | 'react'): Promise<void> {
    await this.question('standing', { answer });
    this.info = {
      ...this.info,
      seats: this.info.seats.map((row) => {
        if (row.seat !== this.seat) return row;
        const { standing: _, passes: __, ...rest } = row;
        return answer === 'ask' ? rest : { ...rest, standing: answer };
      }),
    };
  }

  // Ends the beat on stage. False if nothing was being told.
  skip(): boolean {
    return this.beats.skip();
  }

  // Nothing further is told while it is held, as behind an introduction.
  hold(on: boolean): void {
    this.beats.hold(on);
  }

  // The page is visible again.
  look(): void {
    this.beats.look();
  }

  get happening(): Event | null {
    return this.shown && !this.shown.due ? this.shown.event : null;
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
    if (answer.update) this.take(answer.update, this.begun);
    // Reads all lines again, since some were sent while the connection was lost.
    await this.readChat();
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

  private take(given: Update, missed = false): void {
    const update = whole(given, given.full ? {} : this.received, this.received);
    this.received = given.full ? update.view : { ...this.received, ...update.view };
    const fresh = update.full ? update.told : update.told.filter((item) => item.n > this.to);
    this.to = update.to;
    // Before anything is changed here: what is told without waiting is then drawn in the same pass.
    this.beats.push({ ...update, told: fresh }, missed);
    this.busy = true;
    if (update.full) {
      this.told = [];
      this.past = [];
      this.chips = [];
    }
  }

  private place({ view, turn }: Position, n: number): void {
    this.view = view;
    this.turn = kept(this.turn, turn);
    if ((this.past.at(-1)?.n ?? -1) < n) this.past = [...this.past.slice(1 - PAST_MOST), { n, view, turn }];
    else this.past = [...this.past.slice(0, -1), { n, view, turn }];
  }

  private show(shown: Shown | null): void {
    const ended = this.shown !== null && shown === null;
    this.ask = null; // between two events nothing is offered, since the offer belongs to the final position
    this.shown = shown;
    if (shown && !shown.due) this.onBeat(shown.event, shown.full);
    if (!ended) return;
    this.guarded = true;
    clearTimeout(this.guard);
    this.guard = setTimeout(() => (this.guarded = false), GUARD_MS);
  }

  private chip(chip: Omit<Chip, 'key'>): void {
    if (!chip.missed && chip.event && !this.leavesChip(chip.event)) return;
    const key = Math.random();
    this.chips = [...this.chips, { ...chip, key }].slice(-CHIPS_MOST);
    setTimeout(() => (this.chips = this.chips.filter((row) => row.key !== key)), CHIP_MS);
  }

  // What somebody else did, and every great moment.
  private leavesChip(event: Event): boolean {
    const { beat, mine } = this.manner();
    const { ms, size = 'line', quiet } = beat(event);
    return size !== 'line' || (ms > 0 && !quiet && event.event !== 'turn' && !mine(event));
  }

  // Everything of the update has been told; it offers nothing if there is a newer one.
  private settle(update: Update, last: boolean): void {
    if (update.clock && update.clock !== this.clock) this.clockAt = Date.now();
    this.clock = update.clock;
    this.ask = last ? update.ask : null;
    if (this.ask?.musts) this.chips = [];
    this.prompt = update.prompt;
    this.result = update.result;
    this.begun = true;
  }

  private forget(): void {
    this.over = true;
    open.delete(this);
    this.beats.end();
    clearTimeout(this.guard);
    for (const stop of this.listening) stop();
    this.told = [];
    this.chips = [];
    this.shown = null;
    this.past = [];
    this.view = {};
    this.ask = null;
    this.chat = [];
  }
}
