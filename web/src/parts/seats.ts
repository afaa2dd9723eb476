// A seat has a colour, a shape and a letter, each of which identifies it.
export const SHAPES = [
  'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z', // round
  'M3 3h18v18h-18z', // square
  'M12 1.5l11 20h-22z', // triangle
  'M12 1l11 11l-11 11l-11-11z', // diamond
  'M12 1.5l10.5 7.8l-4 12.7h-13l-4-12.7z', // pentagon
  'M6.5 2h11l5.5 10l-5.5 10h-11l-5.5-10z', // hexagon
  // quatrefoil
  'M12 3.2a6.2 6.2 0 0 1 8.8 8.8a6.2 6.2 0 0 1-8.8 8.8a6.2 6.2 0 0 1-8.8-8.8a6.2 6.2 0 0 1 8.8-8.8z',
  'M7.5 1h9v6.5h6.5v9h-6.5v6.5h-9v-6.5h-6.5v-9h6.5z', // cross
] as const;

export function letterOf(seat: number): string {
  return String.fromCharCode(64 + seat);
}
