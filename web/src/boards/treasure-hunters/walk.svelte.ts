// A walk to a place several steps away where only single steps are offered: the board asks for one step after
// the other of the way that the view gives. It ends when the place is reached, a number has turned up,
// anything else is offered, a step was refused, or a step was taken back.
import type { Choice } from '../../table/choice.svelte';
import type { View } from './view';

type Ways = Map<string, string[]>;

export class Walk {
  private goal = $state<string | null>(null);
  private turn = '';
  private asked: string[] | null = null; // the offer that was answered last
  private left = 0; // steps left when it was answered
  private refusals = 0; // of the table, when the walk began

  // While it lasts nothing else is to be touched: the next step may be on its way to the server.
  get walking(): boolean {
    return this.goal !== null;
  }

  start(goal: string, choice: Choice, view: View, ways: Ways): void {
    this.goal = goal;
    this.turn = `${view.turns} ${view.hunter}`;
    this.asked = null;
    this.left = view.steps;
    this.refusals = choice.refusals;
    this.go(choice, view, ways);
  }

  // Asks for the next step once it is offered; to be called whenever choice or view have changed.
  go(choice: Choice, view: View, ways: Ways): void {
    const goal = this.goal;
    if (goal === null) return;
    const here = view.hunters.find((hunter) => hunter.hunter === view.hunter)?.node;
    const other = `${view.turns} ${view.hunter}` !== this.turn || choice.refusals !== this.refusals || view.steps > this.left;
    if (other || here === goal) {
      this.goal = null;
      return;
    }
    if (choice.locked || !choice.offered.length || choice.offered === this.asked) return;
    this.asked = choice.offered;
    this.left = view.steps;
    const action = choice.offered.includes(`go ${goal}`) ? `go ${goal}` : `step ${ways.get(goal)?.[0]}`;
    // A step that asks first ends the walk: the player decides.
    if (!choice.offered.includes(action) || choice.warning(action)) this.goal = null;
    if (choice.offered.includes(action)) choice.act(action);
  }
}
