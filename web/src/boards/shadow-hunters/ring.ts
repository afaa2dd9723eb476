// What a touch on a seat, a card or an area can mean, and what lies on the table besides the cards.
import type { Template } from '../../../../protocol/lanterne';
import type { View } from './view';

const WALKED = ['picking', 'going', 'area', 'drawing', 'giving', 'answering', 'choosing', 'unveiling', 'attack'];
const STRUCK = ['blur-dice', 'duel-dice', 'spear', 'robbing', 'looting', 'coup', 'coup-dice', 'sucking', 'reacting', 'feasting'];

// The dice to show: those of the present step, not of an earlier turn.
export function diceOf({ phase, dice, move_dice: walked, seats, active, sums }: Pick<View, 'phase' | 'dice' | 'move_dice' | 'seats' | 'active' | 'sums'>): number[] {
  if (STRUCK.includes(phase)) return dice;
  if (phase === 'picking' || phase === 'going') return walked;
  // A pawn moved by an ability is in an area that the last dice do not lead to.
  const area = seats.find((seat) => seat.seat === active)?.area ?? '';
  const sum = (walked[0] ?? 0) + (walked[1] ?? 0);
  const led = sum === 7 || (sums[area] ?? []).includes(sum);
  return WALKED.includes(phase) && led ? walked : [];
}

// The effect of a piece: its text without the name and printed values at its beginning, which are shown
// beside it.
export function essence(type: 'character' | 'card', text: string): string {
  const rest = text.replace(type === 'character' ? /^[^.]*\.\s*/ : /^[^:]*:\s*/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

// Damage at which a character of this game may die, with the characters.
export function deathsOf(cast: View['cast'], name: (character: string) => string): { at: number; who: string }[] {
  return [...new Set(cast.map((row) => row.hp))]
    .sort((a, b) => a - b)
    .map((at) => ({ at, who: cast.filter((row) => row.hp === at).map((row) => name(row.character)).join(', ') }));
}

// The values of an action's arguments of one type.
export function valuesOf(templates: Template[], action: string, type: string): string[] {
  const [name, ...ids] = action.split(' ');
  const template = templates.find((row) => row.name === name && row.args.length === ids.length);
  return ids.filter((_, at) => template?.args[at]?.type === type);
}

// The offered actions that refer to a seat, or to a card of a seat.
export function aboutSeat(templates: Template[], actions: string[], seat: number): string[] {
  return actions.filter((action) => valuesOf(templates, action, 'seat').includes(String(seat)));
}

export function aboutCard(templates: Template[], actions: string[], card: string, seat: number): string[] {
  return actions.filter((action) => {
    const seats = valuesOf(templates, action, 'seat');
    const donor = action.startsWith('donate '); // the card is the giver's, the seat the receiver's
    return [...valuesOf(templates, action, 'card'), ...valuesOf(templates, action, 'equipment')].includes(card) && (donor || !seats.length || seats.includes(String(seat)));
  });
}

// Actions done by touching the board: their target is an area, a seat, a deck, the dice, a card that lies
// somewhere, or the viewer's own character.
const ON_BOARD = [
  'roll', 'pick', 'go', 'teleport', 'draw', 'hurt', 'heal', 'steal', 'stash', 'target', 'donate', 'give', 'gift', 'play', 'equip', 'discard', 'reveal',
  'attack', 'rob', 'loot', 'feast', 'lightning', 'demolish', 'curse', 'nurse', 'ray',
];

export function placed(action: string, view: View, seat: number): boolean {
  const [name = ''] = action.split(' ');
  if (name === 'compass') return view.seats.some((row) => row.seat === seat && row.equipment.includes('mystic-compass'));
  return ON_BOARD.includes(name);
}
