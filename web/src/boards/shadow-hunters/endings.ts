// Who stands where in the last scene: the winning side in the middle, the others outside, by side.
import type { Seat, View } from './view';

export type Side = 'hunter' | 'shadow' | 'neutral';
export interface Group {
  side: Side;
  seats: Seat[];
  middle: boolean;
}

const SIDES: Side[] = ['hunter', 'shadow', 'neutral'];

export interface Ending {
  sides: Side[]; // that win
  groups: Group[]; // from left to right
}

export function endingOf(view: Pick<View, 'seats' | 'winners'>): Ending {
  const won = (seat: Seat) => view.winners.includes(seat.seat);
  const of = (side: Side) => view.seats.filter((seat) => seat.side === side);
  const sides = SIDES.filter((side) => of(side).some(won));
  const great = sides.filter((side) => side !== 'neutral');
  // A Neutral who wins beside a side stands outside; who wins alone takes the middle.
  const middle = great.length ? great : sides.includes('neutral') ? ['neutral'] : [];
  const groups = SIDES.map((side): Group => ({ side, seats: of(side).toSorted((a, b) => Number(won(b)) - Number(won(a))), middle: middle.includes(side) })).filter((group) => group.seats.length);
  const inner = groups.filter((group) => group.middle);
  const outer = groups.filter((group) => !group.middle);
  const half = Math.ceil(outer.length / 2);
  return { sides, groups: [...outer.slice(0, half), ...inner, ...outer.slice(half)] };
}
