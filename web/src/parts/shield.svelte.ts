// Whether the viewer's secrets are hidden on the own screen: shown while a key or finger is held, or pinned
// open.
class Shield {
  held = $state(false);
  pinned = $state(true);

  get open(): boolean {
    return this.held || this.pinned;
  }
}

export const shield = new Shield();
