// The stage of a replay: a step to the next move is told by the same queue of beats as a running game, any
// other jump is shown at once. Nothing is asked here and no dice wait: all of it has happened.
import type { Event, Told, Turn, Update } from '../../../protocol/lanterne';
import { USUAL_BEAT, type Beat, type Board } from '../boards/board';
import { Beats, type Shown } from '../net/beats';
import type { Chip } from '../net/table.svelte';
import { play } from '../parts/sound';

const CHIPS_MOST = 3;

// What the person has chosen, asked for every beat.
export interface Wishes {
  board: Board | undefined; // none: nothing is shown for any time
  factor: number;
  calm: boolean;
  sound: boolean;
}

export class Telling {
  view = $state.raw<Record<string, unknown>>({});
  turn = $state.raw<Turn>({ must: [], active: null, window: false });
  at = $state(0); // the last item that was told
  told = $state.raw<Told[]>([]); // told by steps since the last jump
  chips = $state.raw<Chip[]>([]);
  shown = $state.raw<Shown | null>(null);
  busy = $state(false);
  // as the live region wants it
  readonly ask = null;
  readonly prompt = undefined;
  private last: Update | undefined;
  private beats: Beats;

  constructor(private readonly wishes: () => Wishes) {
    this.beats = this.queue();
  }

  get happening(): Event | null {
    return this.shown?.event ?? null;
  }

  // Shows a position at once, whatever was being told.
  jump(update: Update, view: Record<string, unknown>): void {
    this.beats.end();
    this.beats = this.queue();
    this.told = [];
    this.chips = [];
    this.shown = null;
    this.place(view, update.turn, update.to); // at once: the queue begins a moment later
    this.push({ ...update, view, told: [], full: true });
  }

  // Tells the move that leads to this position. What is still being told is cut short.
  step(update: Update, view: Record<string, unknown>): void {
    const { last } = this;
    if (this.busy && last) this.jump(last, last.view);
    this.push({ ...update, view, told: update.told.filter((item) => item.n > (last?.to ?? 0)), full: false });
  }

  skip(): void {
    this.beats.skip();
  }

  end(): void {
    this.beats.end();
  }

  // A queue whose words count until the next jump.
  private queue(): Beats {
    const now = (): boolean => this.beats === beats;
    const beats: Beats = new Beats(
      {
        place: ({ view, turn }, n) => now() && this.place(view, turn, n),
        tell: (items) => now() && this.tell(items),
        show: (shown) => now() && this.show(shown),
        chip: ({ n, event }) => now() && event && this.leavesChip(event) && (this.chips = [...this.chips, { key: n, n, event }].slice(-CHIPS_MOST)),
        missed: () => undefined, // the story beside the board has every line
        settle: () => undefined,
        rest: () => now() && (this.busy = false),
      },
      () => this.manner(),
      () => new Promise((resolve) => setTimeout(resolve)),
    );
    return beats;
  }

  private place(view: Record<string, unknown>, turn: Turn, n: number): void {
    this.view = view;
    this.turn = turn;
    this.at = n;
  }

  private push(update: Update): void {
    this.last = update;
    this.busy = true;
    this.beats.push({ ...update, ask: null });
  }

  private tell(items: Told[]): void {
    this.told = [...this.told, ...items];
    this.at = items.at(-1)?.n ?? this.at;
  }

  private show(shown: Shown | null): void {
    this.shown = shown;
    const sound = shown && this.beat(shown.event).sound;
    if (sound && this.wishes().sound) play(sound);
  }

  private leavesChip(event: Event): boolean {
    const { ms, quiet, size } = this.beat(event);
    return size !== undefined || (ms > 0 && !quiet && event.event !== 'turn');
  }

  private beat(event: Event): Beat {
    const { board } = this.wishes();
    if (!board) return { ms: 0 };
    const { gate: _, ...beat } = board.beats[event.event] ?? USUAL_BEAT; // a replay goes on by itself
    return beat;
  }

  private manner() {
    const { factor, calm, board } = this.wishes();
    return { beat: (event: Event) => this.beat(event), mine: () => false, seat: 0, factor, calm, scenes: Boolean(board?.Full), rolls: false, hidden: document.visibilityState === 'hidden' };
  }
}
