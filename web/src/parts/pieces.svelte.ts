// A large scene is drawn in pieces, one in each frame: drawn at once it would be a single task of many
// frames' length. Each piece has its place from the beginning, so that nothing shifts when it comes.
import { nextFrame } from './painted';

export class Pieces {
  drawn = $state(1); // so many pieces are drawn

  // To be made where a component begins. `count` may grow when the size of the scene is known.
  constructor(count: () => number) {
    $effect(() => {
      if (this.drawn >= count()) return;
      let over = false;
      nextFrame(() => {
        if (!over) this.drawn++;
      });
      return () => (over = true);
    });
  }
}
