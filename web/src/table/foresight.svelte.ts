// Previews: asks the server what an action would change while the pointer is over it.
import type { Ask, Operations } from '../../../protocol/lanterne';
import { Refused } from '../net/connection';
import type { TableSight } from '../net/table.svelte';

type Preview = Operations['preview']['result'];

// No request while the pointer only passes over.
const DWELL_MS = 220;

export class Foresight {
  shown = $state.raw<Preview | undefined>();
  of = $state<string | null>(null); // the action that `shown` is about
  private action: string | null = null;
  private ask: Ask | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sight: TableSight) {}

  // `ask` is the offer that contains the action; a preview of an earlier offer is discarded.
  look(action: string | null, ask: Ask | null): void {
    if (action === this.action && (ask === this.ask || action === null)) return;
    this.action = action;
    this.ask = ask;
    this.shown = undefined;
    this.of = null;
    clearTimeout(this.timer);
    if (action !== null) this.timer = setTimeout(() => void this.foresee(action, ask), DWELL_MS);
  }

  private async foresee(action: string, ask: Ask | null): Promise<void> {
    try {
      const answer = await this.sight.question('preview', { action });
      if (this.action !== action || this.ask !== ask) return;
      this.shown = answer;
      this.of = action;
    } catch (error) {
      // On a refusal (too many previews, or an outdated offer) nothing is shown.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
