// A walk to a place several steps away where only single steps are offered: the board asks for one step after the
// other of the way that the view gives, and ends when the place is reached, a number has turned up, or anything
// else is offered.
import type { Choice } from '../../table/choice.svelte';
import type { View } from './view';

type Ways = Map<string, string[]>;

export class Walk {
  private goal = $state<string | null>(null);
  private turn = '';
  private asked: string[] | null = null; // the offer that was answered last

  // While it lasts nothing else is to be touched: the next step may be on its way to the server.
  get walking(): boolean {
    return this.goal !== null;
  }

  start(goal: string, choice: Choice, view: View, ways: Ways): void {
    this.goal = goal;
    this.turn = `${view.turns} ${view.hunter}`;
    this.asked = null;
    this.go(choice, view, ways);
  }

  // Asks for the next step once it is offered; to be called whenever choice or view have changed.
  go(choice: Choice, view: View, ways: Ways): void {
    const goal = this.goal;
    if (goal === null) return;
    const here = view.hunters.find((hunter) => hunter.hunter === view.hunter)?.node;
    if (`${view.turns} ${view.hunter}` !== this.turn || here === goal) {
      this.goal = null;
      return;
    }
    if (choice.locked || !choice.offered.length || choice.offered === this.asked) return;
    this.asked = choice.offered;
    const action = choice.offered.includes(`go ${goal}`) ? `go ${goal}` : `step ${ways.get(goal)?.[0]}`;
    // A step that asks first ends the walk: the player decides.
    if (!choice.offered.includes(action) || choice.warning(action)) this.goal = null;
    if (choice.offered.includes(action)) choice.act(action);
  }
}
