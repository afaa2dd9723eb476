// Geometry of the table, and the actions that a touch on a seat or card can mean.
import type { Template } from '../../../../protocol/lanterne';
import type { View } from './view';

export interface Spot {
  x: number;
  y: number;
}

// The position of an area in percent: six areas on a ring, in three pairs.
export function areaSpot(slot: number): Spot {
  const pair = Math.floor(slot / 2);
  const angle = ((-90 + pair * 120 + (slot % 2 ? 25 : -25)) * Math.PI) / 180;
  return { x: 50 + 36.5 * Math.cos(angle), y: 51 + 40 * Math.sin(angle) };
}

// Pairs of slots that are in range of each other, each pair once.
export function joined(range: number[][]): [number, number][] {
  return range.flatMap((slots, from) => slots.map((slot) => slot - 1).filter((to) => to > from).map((to): [number, number] => [from, to]));
}

// Divides the seats into two rows, each from left to right: the viewer in the lower one, the others clockwise
// from there. A watcher has the position of seat 1.
export function rows(count: number, viewer: number): { upper: number[]; lower: number[] } {
  const after = (steps: number) => ((Math.max(viewer, 1) - 1 + steps + count) % count) + 1;
  const below = Math.floor(count / 2);
  const left = Math.floor(below / 2);
  const right = below - 1 - left;
  const run = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => after(from + index));
  return { lower: [...run(0, left).reverse(), ...run(-right, -1).reverse()], upper: run(left + 1, count - right - 1) };
}

// Positions along a spiral from the outside in, evenly spaced, in a square of 200.
export function spiral(count: number): Spot[] {
  const gap = 33;
  let radius = 84;
  let angle = (-200 * Math.PI) / 180;
  return Array.from({ length: count }, () => {
    const spot = { x: 100 + radius * Math.cos(angle), y: 100 + radius * Math.sin(angle) };
    const turn = gap / radius;
    angle += turn;
    radius -= (38 * turn) / (2 * Math.PI);
    return spot;
  });
}

// The position of a marker around a stone's number, which stays readable.
export function beside(index: number, count: number): Spot {
  const angle = Math.PI / 4 + (2 * Math.PI * index) / count;
  const far = count > 4 ? 16 : 12;
  return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
}

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
    return [...valuesOf(templates, action, 'card'), ...valuesOf(templates, action, 'equipment')].includes(card) && (!seats.length || seats.includes(String(seat)));
  });
}
