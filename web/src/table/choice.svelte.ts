// The offered actions of the seat, narrowed by the words picked so far. Board and NOW bar share one Choice:
// picking a hunter on the board shortens the list of buttons, and a button highlights the remaining places.
// It contains only actions that the server offered; for others the server is asked for the reason.

import type { Words } from '../../../protocol/lanterne';

export interface Branch {
  action: string; // in notation; the first one if there are several
  count: number;
  words: string[]; // the words to pick, if there are several actions
}

export interface ChoiceDoes {
  act: (action: string) => void;
  why: (action: string, thing?: Thing) => void;
  explain: (thing: Thing) => void;
  late: () => void; // called when a touch came just after the offer had changed
  roll?: () => void; // the viewer's own dice were touched
  undo?: () => void; // the viewer's last action is taken back
}

export interface Thing {
  type: string;
  value: string;
  like?: string; // a value that shares its explanation
}

const SHORT = 7;
// A touch within this time after a change was meant for the previous offer.
const REACTION_MS = 400;

export class Choice {
  offered = $state.raw<string[]>([]);
  musts = $state(0);
  picked = $state.raw<string[]>([]);
  // The action chosen by a touch on the board, waiting for confirmation.
  meant = $state<string | null>(null);
  // The action under the pointer.
  considered = $state<string | null>(null);
  // The action that advice names. It is gone with the decision it was for.
  advised = $state<string | null>(null);
  confirm = true;
  undoable = $state(false); // the viewer's last action can be taken back
  // Nothing can be touched: events are being told, or a beat has just ended.
  locked = $state(false);
  // Answers that the server refused; a board that answers several times in a row ends that.
  refusals = $state(0);
  private warns = $state.raw<Record<string, Words>>({});
  readonly matching = $derived(this.with(this.picked));
  private readonly parts = $derived(this.offered.map((action) => action.split(' ')));
  private before: string[] = [];
  private changed = -Infinity;
  private acted: { picked: string[]; meant: string | null } | undefined;

  constructor(private readonly does: ChoiceDoes) {}

  // Sets the offer. An unchanged offer, after a move of another seat, keeps the picked words.
  offer(actions: string[], musts: number, warns: Record<string, Words> = {}): void {
    const old = this.offered;
    this.warns = warns;
    if (musts === this.musts && actions.length === old.length && actions.every((action, at) => action === old[at])) return;
    this.before = old;
    this.changed = Date.now();
    this.advised = null;
    this.offered = actions;
    this.musts = musts;
    this.clear();
  }

  clear(): void {
    this.picked = [];
    this.meant = null;
    this.considered = null;
  }

  // The pointer is over something on the board; without words it has left.
  consider(...words: string[]): void {
    const [only, ...more] = words.length ? this.with([...this.picked, ...words]) : [];
    this.considered = only !== undefined && !more.length ? only : null;
  }

  pick(...words: string[]): void {
    this.picked = words;
    this.meant = null;
  }

  // Whether an offered action contains these words and the picked ones.
  lit(...words: string[]): boolean {
    const all = [...this.picked, ...words];
    return this.parts.some((parts) => all.every((word) => parts.includes(word)));
  }

  isMeant(...words: string[]): boolean {
    return this.meant !== null && has(this.meant, words);
  }

  // Whether advice names an action with all of these words.
  isAdvised(...words: string[]): boolean {
    return this.advised !== null && has(this.advised, words);
  }

  // What an action shows or ends, if it is one that asks first.
  warning(action: string): Words | undefined {
    return this.warns[action];
  }

  // Does an action; one that asks first is only meant until `sure`.
  act(action: string): void {
    if (this.locked) return;
    if (this.warns[action]) this.meant = action;
    else this.sure(action);
  }

  sure(action: string): void {
    if (this.locked) return;
    this.advised = null;
    this.considered = null;
    this.acted = { picked: this.picked, meant: this.meant };
    this.does.act(action);
  }

  // The action has been answered. Until then what led to it stays on the board: the answer usually changes
  // the offer, and everything is drawn once.
  done(): void {
    const { acted } = this;
    this.acted = undefined;
    if (acted && acted.picked === this.picked && acted.meant === this.meant) this.clear();
  }

  // Takes the viewer's last action back, and plays an offered one that was taken back only to reach an
  // earlier one. No touch leads here directly, so the time after a beat does not hold them up.
  undo(): void {
    this.does.undo?.();
  }

  again(action: string): void {
    if (this.offered.includes(action)) this.does.act(action);
  }

  // Touches the viewer's own dice, which wait for it.
  roll(): void {
    this.does.roll?.();
  }

  explain(thing: Thing): void {
    this.does.explain(thing);
  }

  // A touch on something on the board. `otherwise` is the intended action, for which the server is asked why
  // not.
  touch(words: string[], thing?: Thing, otherwise?: string): void {
    if (this.locked) {
      if (thing) this.does.explain(thing);
      return;
    }
    const advised = this.advised;
    if (advised !== null && has(advised, [...this.picked, ...words]) && words.includes(advised.split(' ').at(-1) ?? '')) {
      this.act(advised); // a touch of the advised target does it
      return;
    }
    const further = this.with([...this.picked, ...words]);
    // With a piece picked, an impossible target is refused with a reason instead of starting another action.
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

  // The buttons for a list of actions: one each if they are few, else grouped by their first words.
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

// Whether one more word splits a group into fewer groups than it has actions.
function splits(group: string[], length: number): boolean {
  const next = new Set(group.map((action) => start(action, length + 1)));
  return next.size > 1 && next.size < group.length;
}

function has(action: string, words: string[]): boolean {
  const parts = action.split(' ');
  return words.every((word) => parts.includes(word));
}
