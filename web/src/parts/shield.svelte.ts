// Whether what only my seat knows is covered on my own screen: held up while a key or finger presses, or
// pinned open.
class Shield {
  held = $state(false);
  pinned = $state(true);

  get open(): boolean {
    return this.held || this.pinned;
  }
}

export const shield = new Shield();
