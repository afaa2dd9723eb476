// What stands beside the board (prompt, offer, story, chips, live region, heading) follows it by one frame:
// the frame that shows a move has the board alone to draw. `Aside` is the state that these parts are drawn
// from, a copy that is taken when the frame before it is painted.
//
// It cannot stay behind: the copy is compared with the newest state whenever one of them changes, and as
// long as they differ a call is under way that takes the newest, by a frame or, on a page that is not looked
// at, by a timer. A touch or a key takes it at once (`catchUp`), so that nobody acts on an offer that is
// over.
import { flushSync, untrack } from 'svelte';
import type { Seen } from '../boards/board';
import type { TableSight } from '../net/table.svelte';
import { painted } from '../parts/painted';

export type Copied = Pick<TableSight, 'told' | 'view' | 'turn' | 'ask' | 'prompt' | 'clock' | 'clockAt' | 'result' | 'chips' | 'past' | 'shown' | 'happening' | 'busy' | 'guarded'>;

export interface Newest {
  sight: Copied;
  seen: Seen; // the present position
  shown: Seen; // what the board shows, which may be an earlier one
  preview: Seen['preview'];
  end: string | undefined; // how the preview ends
}

export function copyOf(sight: TableSight): Copied {
  const { told, view, turn, ask, prompt, clock, clockAt, result, chips, past, shown, happening, busy, guarded } = sight;
  return { told, view, turn, ask, prompt, clock, clockAt, result, chips, past, shown, happening, busy, guarded };
}

export class Aside {
  private copy = $state.raw() as Newest;
  readonly seen = $derived(this.copy.seen);
  readonly shown = $derived(this.copy.shown);
  readonly preview = $derived(this.copy.preview);
  readonly end = $derived(this.copy.end);
  readonly behind = $derived.by(() => this.copy !== this.newest());
  private waiting = false;
  private over = false;
  private afterwards: (() => void)[] = [];

  // To be made where a component begins, of which it is a part. `newest` reads a derived value.
  constructor(private readonly newest: () => Newest) {
    this.copy = untrack(newest);
    $effect(() => {
      if (this.copy !== this.newest()) this.wait();
    });
    $effect(() => () => (this.over = true));
  }

  // The table as the parts beside the board see it: what changes in a move is of the copy.
  of(sight: TableSight): TableSight {
    const fields = new Map(Object.keys(this.copy.sight).map((name) => {
      const value = $derived(this.copy.sight[name as keyof Copied]);
      return [name, () => value];
    }));
    return new Proxy(sight, {
      get: (from, name: string) => {
        const field = fields.get(name);
        if (field) return field();
        const value: unknown = Reflect.get(from, name, from);
        return typeof value === 'function' ? (value.bind(from) as unknown) : value;
      },
      // A part that changes the table changes the table itself, not the copy.
      set: (from, name, value) => Reflect.set(from, name, value, from),
    });
  }

  // Before a touch or a key does anything.
  catchUp(): void {
    if (this.over || !this.behind) return;
    this.take();
    flushSync();
  }

  // When the parts are drawn as the board is; at once if they are.
  after(then: () => void): void {
    if (!this.over && this.behind) this.afterwards.push(then);
    else then();
  }

  private wait(): void {
    if (this.waiting) return;
    this.waiting = true;
    painted(() => {
      this.waiting = false;
      this.take();
    });
  }

  private take(): void {
    if (this.over) return;
    this.copy = this.newest();
    for (const then of this.afterwards.splice(0)) then();
  }
}
