// How each room is furnished: paper, floor, wallpaper, and silhouettes before its back wall. Lengths are
// pixels at a cell of 75.5; `at` is the left edge as a share of the room's width.
export interface Mood {
  floor: string;
  wall: string;
  paper: 'stripes' | 'diamonds' | 'panels' | 'dots';
}

export interface Piece {
  what: keyof typeof SHAPES | 'portrait' | 'window';
  at: number;
  top?: number;
}

export const CELL = 75.5;

const RED: Mood[] = [
  { floor: '#64212d', wall: '#7c2a35', paper: 'stripes' },
  { floor: '#702c1c', wall: '#8a3a22', paper: 'panels' },
  { floor: '#5a1c2b', wall: '#702436', paper: 'stripes' },
  { floor: '#672821', wall: '#7f332a', paper: 'diamonds' },
  { floor: '#5c2430', wall: '#71303c', paper: 'dots' },
  { floor: '#6b2537', wall: '#842f45', paper: 'dots' },
  { floor: '#63221d', wall: '#7a2c25', paper: 'diamonds' },
  { floor: '#6a2722', wall: '#83322b', paper: 'stripes' },
];
const PLAIN: Mood[] = [
  { floor: '#57421f', wall: '#6d5327', paper: 'diamonds' },
  { floor: '#453c22', wall: '#5a4f2c', paper: 'panels' },
  { floor: '#26393c', wall: '#324a4e', paper: 'dots' },
  { floor: '#352c3d', wall: '#453a50', paper: 'panels' },
];

// Rooms of treasure are red; each kind takes its moods in the order of the letters.
export function moods(rooms: { room: string; red: boolean }[]): Map<string, Mood> {
  const next = { red: 0, plain: 0 };
  return new Map(
    rooms.map(({ room, red }) => {
      const of = red ? RED : PLAIN;
      return [room, of[(red ? next.red++ : next.plain++) % of.length] as Mood];
    }),
  );
}

// Silhouettes, with their widths; each is 46 high.
export const SHAPES = {
  bed: { w: 58, d: 'M0 46V6h4V2h3v4h44V2h3v4h4v40h-5v-8H5v8zM5 20h48v4H5z M8 24q20-7 42 0v8H8z' },
  piano: { w: 64, d: 'M0 44V20q0-3 4-3h14q2-14 18-14 18 0 22 18h6v6h-4v18h-4V29H22v15h-4V29H6v15H2V29H0zM8 12q0-6 2-8 2 2 2 8zM9 17v-5h2v5z' },
  hearth: { w: 60, d: 'M0 46V12h4V6h52v6h4v34H48V28q0-12-18-12T12 28v18zM22 6q8-10 16 0z' },
  fork: { w: 22, d: 'M8 46l1-20H3q-3 0-3-4v-6h2v5h7V12h2v9h7v-5h2v6q0 4-3 4h-6l1 20z' },
  shelf: { w: 40, d: 'M0 46V2h40v44h-3v-3H3v3zM4 6v9h32V6zM4 18v9h32v-9zM4 30v10h32V30z M6 7h4v8H6zM11 8h3v7h-3zM15 6h5v9h-5zM24 8h4v7h-4zM29 7h4v8h-4zM7 20h3v7H7zM11 19h5v8h-5zM20 21h4v6h-4zM26 19h6v8h-6zM6 32h5v8H6zM14 33h4v7h-4zM19 31h3v9h-3zM26 32h8v8h-8z' },
  palm: { w: 34, d: 'M14 46l2-16q-10-4-15 4 1-12 13-9-8-10-15-6 7-8 16 2-2-12-9-15 11 0 12 13 4-13 12-12-7 5-8 16 9-9 15-1-8-3-13 6 12-2 13 9-6-8-16-5l2 14z' },
  pots: { w: 60, d: 'M0 0h60v3H0zM6 3h2v6h4q1 8-5 8t-5-8h4zM24 3h2v8h6q0 10-7 10t-7-10h6zM44 3h2v5h4q1 8-5 8t-5-8h4z' },
  horse: { w: 52, d: 'M4 44q24 6 44 0l-2-4q-5 2-8 2l-2-10q4-6 3-13l6 4 4-3-6-9-7-4-3-4-2 4q-6 3-7 11-8-2-15 2-4-2-7 3l3 4 2-2q-1 8 3 13l-2 4q-3 0-5-1z' },
  armour: { w: 36, d: 'M10 46v-8l-3-9-4 6-3-2 5-13q4-5 8-5-3-3-3-8 0-5 5-7 5 2 5 7 0 5-3 8 4 0 8 5l5 13-3 2-4-6-3 9v8h-4l-1-11-1 11zM32 46V0l2-4 2 4v46z' },
  barrels: { w: 56, d: 'M0 44q-3-14 0-28h24q3 14 0 28zM30 44q-3-14 0-28h24q3 14 0 28zM15 14q-3-12 0-24h22q3 12 0 24z' },
  stairs: { w: 64, d: 'M0 46V40h10v-8h10v-8h10v-8h10V8h10V0h14v46z' },
  clock: { w: 26, d: 'M4 46V16q-2 0-2-3 0-11 11-13 11 2 11 13 0 3-2 3v30z' },
} as const;
export const FIRE = [
  { d: 'M14 46V29q0-11 16-11t16 11v17z', fill: '#c8642a' },
  { d: 'M22 46q-3-9 4-16 1 5 4 3 1-3 0-6 9 8 6 19z', fill: '#ffd27a' },
] as const;

export const FURNITURE: Record<string, Piece[]> = {
  A: [{ what: 'portrait', at: 0.236, top: 4 }, { what: 'bed', at: 0.382, top: 8 }],
  B: [{ what: 'piano', at: 0.300, top: 10 }, { what: 'portrait', at: 0.709, top: 6 }, { what: 'portrait', at: 0.827, top: 6 }],
  C: [{ what: 'fork', at: 0.245, top: 12 }, { what: 'hearth', at: 0.363, top: 10 }],
  D: [{ what: 'shelf', at: 0.403, top: 8 }],
  E: [{ what: 'shelf', at: 0.200, top: 8 }, { what: 'portrait', at: 0.618, top: 4 }],
  F: [{ what: 'window', at: 0.176, top: 2 }, { what: 'hearth', at: 0.324, top: 10 }, { what: 'window', at: 0.770, top: 2 }],
  G: [{ what: 'palm', at: 0.309, top: 8 }, { what: 'palm', at: 0.491, top: 8 }],
  H: [{ what: 'pots', at: 0.493, top: 6 }],
  I: [{ what: 'horse', at: 0.155, top: 12 }],
  J: [{ what: 'portrait', at: 0.264, top: 4 }, { what: 'armour', at: 0.6, top: 6 }],
  K: [{ what: 'barrels', at: 0.452, top: 12 }, { what: 'barrels', at: 0.694, top: 12 }],
  L: [{ what: 'portrait', at: 0.15, top: 4 }, { what: 'stairs', at: 0.28, top: 8 }, { what: 'clock', at: 0.516, top: 8 }],
};
