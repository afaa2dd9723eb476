// What hand and floor share while a tile is laid or a tile is looked at: they are drawn in two boxes of the
// table.
import { TakeOut } from './take-out';
import type { Tile } from './view';

class Drag {
  tile = $state<string | null>(null); // the tile of the hand being dragged
  over = $state<string | null>(null); // the cell under it
  looked = $state.raw<Tile | undefined>(); // the tile under pointer or focus
  out = $state.raw<TakeOut | null>(null); // a tile being taken back
}

export const drag = new Drag();
