// What the seat may do now, narrowed by what it has picked so far. The board and the NOW bar share one:
// picking a hunter on the board shortens the list of buttons, and a button lights the places that are left.
// Actions are only ever those that the server offered; what is not among them is asked about, never judged
// here.

export interface Branch {
  action: string; // in notation; of several, the first
  count: number;
  words: string[]; // what to pick to get there, when there are several
}

export interface ChoiceDoes {
  act: (action: string) => void;
  why: (action: string, thing?: Thing) => void;
  explain: (thing: Thing) => void;
  late: () => void; // it was possible when the hand set out
}

export interface Thing {
  type: string;
  value: string;
  like?: string; // the value whose explanation serves for it too
}

const SHORT = 7;
// A touch so soon after the offer has changed was meant for the offer before.
const REACTION_MS = 400;

export class Choice {
  offered = $state.raw<string[]>([]);
  musts = $state(0);
  picked = $state.raw<string[]>([]);
  // One action that a touch on the board meant; it waits for a second touch or a yes.
  meant = $state<string | null>(null);
  // One action that a hand hovers over.
  considered = $state<string | null>(null);
  confirm = true;
  readonly matching = $derived(this.with(this.picked));
  private before: string[] = [];
  private changed = -Infinity;

  constructor(private readonly does: ChoiceDoes) {}

  // The same offer again leaves in hand what was picked: somebody else did something meanwhile.
  offer(actions: string[], musts: number): void {
    const old = this.offered;
    if (musts === this.musts && actions.length === old.length && actions.every((action, at) => action === old[at])) return;
    this.before = old;
    this.changed = Date.now();
    this.offered = actions;
    this.musts = musts;
    this.clear();
  }

  clear(): void {
    this.picked = [];
    this.meant = null;
    this.considered = null;
  }

  // A hand over something of the board; without words it has gone away.
  consider(...words: string[]): void {
    const [only, ...more] = words.length ? this.with([...this.picked, ...words]) : [];
    this.considered = only !== undefined && !more.length ? only : null;
  }

  pick(...words: string[]): void {
    this.picked = words;
    this.meant = null;
  }

  // Whether touching something with these words leads on from what is picked.
  lit(...words: string[]): boolean {
    return this.with([...this.picked, ...words]).length > 0;
  }

  isMeant(...words: string[]): boolean {
    return this.meant !== null && has(this.meant, words);
  }

  act(action: string): void {
    this.clear();
    this.does.act(action);
  }

  explain(thing: Thing): void {
    this.does.explain(thing);
  }

  // A touch on something of the board. `otherwise` is the action the hand meant, for the server to say why
  // not.
  touch(words: string[], thing?: Thing, otherwise?: string): void {
    const further = this.with([...this.picked, ...words]);
    // What does not go with the piece in hand is refused with its reason rather than taken for something
    // else.
    const inHand = this.picked.length > 0 && otherwise !== undefined;
    const found = further.length || inHand ? further : this.with(words);
    const [only] = found;
    if (found.length === 1 && only !== undefined) {
      if (this.meant === only || !this.confirm) this.act(only);
      else this.meant = only;
    } else if (found.length) {
      this.picked = further.length ? [...new Set([...this.picked, ...words])] : words;
      this.meant = null;
    } else if (Date.now() - this.changed < REACTION_MS && this.before.some((action) => has(action, words))) {
      this.does.late();
    } else if (this.offered.length && otherwise !== undefined) {
      this.does.why(otherwise, thing);
    } else if (thing) {
      this.does.explain(thing);
    }
  }

  // The buttons for a list of actions: each by itself while they are few, else gathered by how they begin.
  branches(actions: string[], length = 1): Branch[] {
    if (length === 1 && actions.length <= SHORT) return actions.map(alone);
    const groups = new Map<string, string[]>();
    for (const action of actions) groups.set(start(action, length), [...(groups.get(start(action, length)) ?? []), action]);
    if (groups.size === 1 && actions.length > 1 && start(actions[0] ?? '', length) !== actions[0]) return this.branches(actions, length + 1);
    return [...groups].flatMap(([words, group]) => {
      if (group.length === 1) return group.map(alone);
      return splits(group, length) ? this.branches(group, length + 1) : [{ action: group[0] ?? '', count: group.length, words: words.split(' ') }];
    });
  }

  private with(words: string[]): string[] {
    return this.offered.filter((action) => has(action, words));
  }
}

function alone(action: string): Branch {
  return { action, count: 1, words: action.split(' ') };
}

function start(action: string, length: number): string {
  return action.split(' ').slice(0, length).join(' ');
}

// Whether one more word tells the actions of a group apart without making each a button of its own.
function splits(group: string[], length: number): boolean {
  const next = new Set(group.map((action) => start(action, length + 1)));
  return next.size > 1 && next.size < group.length;
}

function has(action: string, words: string[]): boolean {
  const parts = action.split(' ');
  return words.every((word) => parts.includes(word));
}
