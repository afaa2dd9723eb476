// A seat has a colour, a shape and a letter, each of which identifies it.
export const SHAPES = [
  'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z', // round
  'M3 3h18v18h-18z', // square
  'M12 1.5l11 20h-22z', // triangle
  'M12 1l11 11l-11 11l-11-11z', // diamond
  'M12 1.5l10.5 7.8l-4 12.7h-13l-4-12.7z', // pentagon
  'M6.5 2h11l5.5 10l-5.5 10h-11l-5.5-10z', // hexagon
  'M8 1h8v7h7v8h-7v7h-8v-7h-7v-8h7z', // cross
  'M12 1l3 7.5l8 .5l-6.2 5.2l2.2 7.8l-7-4.5l-7 4.5l2.2-7.8l-6.2-5.2l8-.5z', // star
] as const;

export function letterOf(seat: number): string {
  return String.fromCharCode(64 + seat);
}
