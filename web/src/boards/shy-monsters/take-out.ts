// Taking one laid tile back, whichever it is (SM-B5). The server takes actions back latest first, so the
// tiles laid after it are taken back too and laid again where that is still offered; what no longer hangs
// together with the Entrance stays in the hand.
import type { Tile } from './view';

export type Step = { undo: true } | { lay: string } | { done: true };

export class TakeOut {
  private before: Map<string, string> | null = null; // what lay before the last undo, by cell
  private later: string[] = []; // actions to play again, the one to begin with last
  private undone = 0;

  constructor(
    readonly cell: string,
    readonly tile: string,
  ) {}

  // The next step, from the tiles that lie now and what is offered.
  next(tiles: Pick<Tile, 'cell' | 'tile'>[], offered: string[]): Step {
    const lie = new Map(tiles.flatMap((tile) => (tile.tile && tile.tile !== 'entrance' ? [[tile.cell, tile.tile] as const] : [])));
    for (const [cell, tile] of this.before ?? []) if (!lie.has(cell) && cell !== this.cell) this.later.push(`lay ${tile} ${cell}`);
    this.before = null;
    if (lie.has(this.cell)) {
      // Nothing is taken back any more.
      if (this.undone++ > tiles.length + this.later.length) return { done: true };
      this.before = lie;
      return { undo: true };
    }
    // One that hangs on nothing yet may hang on a later one: it is tried again after each.
    const next = this.later.findLastIndex((action) => offered.includes(action));
    const [lay] = next < 0 ? [] : this.later.splice(next, 1);
    return lay ? { lay } : { done: true };
  }
}
