// What an action would change, asked of the server while a hand hovers over it: nothing is judged here, and
// nothing happens.
import type { Ask, Operations } from '../../../protocol/lanterne';
import { Refused } from '../net/connection';
import type { TableSight } from '../net/table.svelte';

type Preview = Operations['preview']['result'];

// Who only passes by asks nothing.
const DWELL_MS = 220;

export class Foresight {
  shown = $state.raw<Preview | undefined>();
  private action: string | null = null;
  private ask: Ask | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sight: TableSight) {}

  // `ask` is the offer that the action is of: what it would have done before somebody else moved is of no use
  // any more.
  look(action: string | null, ask: Ask | null): void {
    if (action === this.action && (ask === this.ask || action === null)) return;
    this.action = action;
    this.ask = ask;
    this.shown = undefined;
    clearTimeout(this.timer);
    if (action !== null) this.timer = setTimeout(() => void this.foresee(action, ask), DWELL_MS);
  }

  private async foresee(action: string, ask: Ask | null): Promise<void> {
    try {
      const answer = await this.sight.question('preview', { action });
      if (this.action === action && this.ask === ask) this.shown = answer;
    } catch (error) {
      // Too many ask at once, or the table moved on: then nothing is foreseen.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
