// The order and the running sums of the scoring, and what decided the game: all from the figures of the
// view, which add up to the scores.
import type { ManorView, Plot } from './view';

// The others' streets from the viewer's left, then the viewer's own.
export function order(view: ManorView, viewer: number): Plot[] {
  return [...view.seats.slice(viewer), ...view.seats.slice(0, viewer)].flatMap((row) => row.manors);
}

// The points of each seat after the first `told` manors.
export function sums(plots: Plot[], told: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => plots.slice(0, told).reduce((sum, plot) => sum + (plot.paid?.[seat] ?? 0), 0));
}

export interface Decision {
  winner: number; // the winner shown: the viewer if it has won
  second: number | null; // the best of those who lost
  lead: number;
  plots: { plot: Plot; gain: number }[]; // where the winner gained most over the second
}

const DECISIVE = 3;

export function decision(view: ManorView, viewer: number): Decision | null {
  const winners = view.winners ?? [];
  const winner = winners.includes(viewer) ? viewer : winners[0];
  if (winner === undefined) return null;
  const points = (seat: number) => view.seats[seat - 1]?.points_visible ?? 0;
  const losers = view.seats.map((row) => row.seat).filter((seat) => !winners.includes(seat));
  const second = losers.reduce<number | null>((best, seat) => (best === null || points(seat) > points(best) ? seat : best), null);
  const gain = (plot: Plot) => (plot.paid?.[winner - 1] ?? 0) - (second ? (plot.paid?.[second - 1] ?? 0) : 0);
  const plots = view.seats
    .flatMap((row) => row.manors)
    .map((plot) => ({ plot, gain: gain(plot) }))
    .filter((row) => row.gain > 0)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, DECISIVE);
  return { winner, second, lead: second ? points(winner) - points(second) : 0, plots };
}

// Seats from the most points to the fewest; equal ones in seat order.
export function ranking(view: ManorView): number[] {
  return view.seats
    .toSorted((a, b) => b.points_visible - a.points_visible || Number(view.winners?.includes(b.seat)) - Number(view.winners?.includes(a.seat)) || a.seat - b.seat)
    .map((row) => row.seat);
}

// The stages of telling one manor, with their times. From the thirteenth on it goes faster, but the last one
// has its full time.
export const STAGES = ['enter', 'open', 'still', 'count', 'fly', 'rest'] as const;
export type Stage = (typeof STAGES)[number];
const TIMES: Record<Stage, number> = { enter: 250, open: 0, still: 200, count: 620, fly: 380, rest: 260 };
export const WINDOW_MS = 90;
const PATIENT = 12;

export function stageMs(stage: Stage, at: number, count: number, windows: number): number {
  const ms = stage === 'open' ? windows * WINDOW_MS : TIMES[stage];
  return at >= PATIENT && at < count - 1 ? ms / 1.33 : ms;
}
