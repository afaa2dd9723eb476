// A walk to a place several steps away where only single steps are offered: the board asks for one step after the
// other of the way that the view gives, and ends when the place is reached, a number has turned up, or anything
// else is offered.
import type { Choice } from '../../table/choice.svelte';
import type { View } from './view';

type Ways = Map<string, string[]>;

export class Walk {
  private goal = $state<string | null>(null);
  private hunter: string | null = null;
  private asked = '';

  start(goal: string, choice: Choice, view: View, ways: Ways): void {
    this.goal = goal;
    this.hunter = view.hunter;
    this.asked = '';
    this.go(choice, view, ways);
  }

  // Asks for the next step once it is offered; to be called whenever choice or view have changed.
  go(choice: Choice, view: View, ways: Ways): void {
    const goal = this.goal;
    if (goal === null || choice.locked) return;
    const here = view.hunters.find((hunter) => hunter.hunter === view.hunter)?.node;
    const next = ways.get(goal)?.[0];
    if (view.hunter !== this.hunter || here === goal || next === undefined || !choice.offered.length) {
      if (view.hunter !== this.hunter || here === goal || (choice.offered.length && next === undefined)) this.goal = null;
      return;
    }
    const action = choice.offered.includes(`go ${goal}`) ? `go ${goal}` : `step ${next}`;
    const moment = `${here} ${action} ${view.steps}`;
    if (moment === this.asked) return;
    this.asked = moment;
    if (choice.offered.includes(action)) choice.act(action);
    else this.goal = null;
  }
}
