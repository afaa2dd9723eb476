// Which house stands at a place of the table. It depends on the place alone, never on the manor's value, so a
// face-down house tells nothing.
export type House = 'gables' | 'tower' | 'mansard' | 'observatory' | 'belfry' | 'elm';

export interface Standing {
  house: House;
  mirrored: boolean;
}

// A row for each seat; an apostrophe marks a mirrored drawing. Fifth and sixth are the manors of tables with
// more than four each.
const STREETS = [
  "gables observatory belfry' mansard elm tower",
  "tower elm mansard gables' belfry observatory",
  "observatory' belfry gables elm' tower mansard",
  "mansard tower' elm belfry' gables observatory",
].map((street) => street.split(' '));

export const SEATS = STREETS.length;
export const MANORS_MOST = 6;

// `place` is the game's notation: seat and position, "2.3".
export function houseAt(place: string): Standing {
  const [seat = 1, at = 1] = place.split('.').map(Number);
  const word = STREETS[(seat - 1) % STREETS.length]?.[(at - 1) % MANORS_MOST] ?? 'gables';
  return { house: word.replace("'", '') as House, mirrored: word.endsWith("'") };
}

// The windows that shine: as many as the manor is worth, three blue ones of a shared manor, all red ones of a
// trapped one.
const SHINE: Record<string, [number, string]> = { shared: [3, '#9cc3da'], trapped: [5, '#e5533d'] };
export const WINDOWS = 5;

export function windowsOf(manor: string): { count: number; colour: string } {
  const [count, colour] = SHINE[manor] ?? [Math.min(WINDOWS, Number(manor) || 0), '#ffcf87'];
  return { count, colour };
}
