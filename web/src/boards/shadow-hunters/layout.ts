// Where everything lies on the stage, in pixels of its box. Three drawings: wide (reference 1128 by 802, the
// table without its header and prompt), tablet upright (820 by 928) and phone (390 by 662).

export type Shape = 'wide' | 'tablet' | 'phone';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

// Places around the table, clockwise from the viewer: lower, middle and upper left, top, then the right.
export type Spot = 'mine' | 'LL' | 'ML' | 'UL' | 'T' | 'UR' | 'MR' | 'LR' | 'strip';

export interface SeatPlace {
  seat: number;
  spot: Spot;
  box: Box;
}

export interface Hinge {
  x: number;
  y: number;
  turned: boolean; // on a fold that runs from left to right
}

// The paper under two areas that are in range of each other.
export interface Backing {
  slots: [number, number];
  path: string;
  hinges: Hinge[];
}

export interface Layout {
  shape: Shape;
  u: number; // pixels of one unit of the drawing
  text: number; // the same for text, which grows less
  crowded: boolean; // small portraits
  areas: Box[];
  backings: Backing[];
  ring: { x: number; y: number; rx: number; ry: number };
  decks: Box[];
  dice: Box;
  sum: boolean; // room for the dice's sum and area
  seats: SeatPlace[]; // clockwise from the viewer
}

const AROUND: Record<number, Spot[]> = {
  4: ['LL', 'T', 'LR'],
  5: ['LL', 'UL', 'UR', 'LR'],
  6: ['LL', 'UL', 'T', 'UR', 'LR'],
  7: ['LL', 'ML', 'UL', 'UR', 'MR', 'LR'],
  8: ['LL', 'ML', 'UL', 'T', 'UR', 'MR', 'LR'],
};

const WIDE = { w: 1128, h: 802 };
const WIDE_TOP = 90; // the height that only the seat at the top uses
const WIDE_AREAS: [number, number][] = [[313, 122], [569, 122], [753, 302], [663, 482], [219, 482], [129, 302]];
const ROWS = [0, 0, 1, 2, 2, 1]; // of the areas' slots
const WIDE_SPOTS: Record<Spot, Box> = {
  mine: { x: 330, y: 662, w: 520, h: 134 },
  LL: { x: 8, y: 476, w: 200, h: 172 },
  ML: { x: 12, y: 277, w: 96, h: 192 },
  UL: { x: 78, y: 102, w: 200, h: 172 },
  T: { x: 486, y: 2, w: 300, h: 102 },
  UR: { x: 850, y: 102, w: 200, h: 172 },
  MR: { x: 1020, y: 277, w: 96, h: 192 },
  LR: { x: 920, y: 476, w: 200, h: 172 },
  strip: { x: 0, y: 0, w: 0, h: 0 },
};

// On tablets the height of three paper tags, which the table lays over the lower edge of the stage.
const TAGS = 106;

// The seats from the viewer on, clockwise. A watcher sits at seat 1.
export function order(count: number, viewer: number): number[] {
  return Array.from({ length: count }, (_, step) => ((Math.max(viewer, 1) - 1 + step) % count) + 1);
}

export function shapeOf(width: number, height: number): Shape {
  if (width >= 960 && width > height) return 'wide';
  return width >= 600 ? 'tablet' : 'phone';
}

export function layoutOf(width: number, height: number, count: number, viewer: number): Layout {
  const shape = shapeOf(width, height);
  const seats = order(count, viewer);
  if (shape === 'wide') return wide(width, height, seats);
  return shape === 'tablet' ? tablet(width, height, seats) : phone(width, height, seats);
}

function wide(width: number, height: number, seats: number[]): Layout {
  const spots: Spot[] = ['mine', ...(AROUND[seats.length] ?? [])];
  // Where nobody sits at the top the drawing begins lower, and is larger.
  const unused = spots.includes('T') ? 0 : WIDE_TOP;
  const tall = WIDE.h - unused;
  const u = Math.min(width / WIDE.w, height / tall);
  const left = (width - WIDE.w * u) / 2;
  const top = (height - tall * u) / 2 - unused * u;
  const put = ({ x, y, w, h }: Box): Box => ({ x: left + x * u, y: top + y * u, w: w * u, h: h * u });
  const areas = WIDE_AREAS.map(([x, y]) => put({ x, y, w: 246, h: 164 }));
  return {
    shape: 'wide',
    u,
    text: Math.min(u, 1.25),
    crowded: false,
    areas,
    backings: backings(areas, 10 * u, 14 * u, 1),
    ring: { x: left + 564 * u, y: top + 384 * u, rx: 345 * u, ry: 206 * u },
    decks: [0, 1, 2].map((n) => put({ x: 443 + 86 * n, y: 318, w: 70, h: 98 })),
    dice: put({ x: 474, y: 496, w: 180, h: 64 }),
    sum: true,
    seats: seats.map((seat, n) => {
      const spot = spots[n] ?? 'mine';
      return { seat, spot, box: put(WIDE_SPOTS[spot]) };
    }),
  };
}

function tablet(width: number, height: number, seats: number[]): Layout {
  const crowded = seats.length > 5;
  const scale = Math.min(width / 820, 1.15);
  const strip = (crowded ? 196 : 172) * scale;
  const mineLeast = 150 * scale;
  // The ring takes the width, or the height that is left; what is spare is first the room of the paper tags
  // below my seat, then makes its areas and my seat higher.
  const u = Math.min((width - 32) / 870, (height - strip - mineLeast - 44 * scale) / 544);
  const unused = Math.max(0, height - strip - mineLeast - 44 * scale - 544 * u);
  const tags = unused > TAGS ? TAGS : 0;
  const spare = unused - tags;
  const mineHigh = mineLeast + Math.min(spare * 0.3, 46 * scale);
  const high = 164 * u + Math.min((spare - (mineHigh - mineLeast)) / 3, 56 * u);
  const rest = Math.max(0, height - tags - strip - mineHigh - 44 * scale - (52 * u + 3 * high));
  const top = 4 + strip + 12 * scale + rest / 2 + 10 * u;
  const left = width / 2 - 564 * u;
  const areas = WIDE_AREAS.map(([x], slot): Box => ({ x: left + x * u, y: top + (ROWS[slot] ?? 0) * (high + 16 * u), w: 246 * u, h: high }));
  const middle = top + high + 16 * u;
  return {
    shape: 'tablet',
    u: scale,
    text: scale,
    crowded,
    areas,
    backings: backings(areas, 10 * u, 14 * u, 1),
    ring: { x: left + 564 * u, y: middle + high / 2, rx: 345 * u, ry: 206 * (high / 164) },
    decks: [0, 1, 2].map((n) => ({ x: left + (443 + 86 * n) * u, y: middle + 16 * u, w: 70 * u, h: 98 * u })),
    dice: { x: left + 474 * u, y: middle + high + 16 * u + Math.min(14 * u, (high - 110 * u) / 2), w: 180 * u, h: 60 * u },
    sum: true,
    seats: strung(seats, { x: 16 * scale, y: 4, w: width - 32 * scale, h: strip }, 8 * scale, crowded ? 0 : 190 * scale, {
      x: 16 * scale,
      y: height - tags - mineHigh - 14 * scale,
      w: width - 32 * scale,
      h: mineHigh,
    }),
  };
}

function phone(width: number, height: number, seats: number[]): Layout {
  const crowded = seats.length > 6;
  const u = width / 390;
  const strip = (crowded ? 99 : 128) * u;
  const mineHigh = Math.min(125 * u, Math.max(72, height - strip - 3 * 88 * u - 60 * u));
  const first = 3 + strip + 10 * u;
  const room = height - first - mineHigh - 26 * u;
  const high = Math.max(64, Math.min((room - 20 * u) / 3, 128 * u));
  const step = high + 10 * u;
  const top = first + Math.max(0, (room - 2 * step - high) / 2);
  const lefts = [62, 198, 252, 226, 34, 8];
  const areas = lefts.map((x, slot): Box => ({ x: x * u, y: top + (ROWS[slot] ?? 0) * step, w: 130 * u, h: high }));
  const middle = top + step;
  const deck = Math.min(43 * u, 0.44 * high);
  const die = Math.min(44 * u, 0.42 * high);
  return {
    shape: 'phone',
    u,
    text: Math.max(0.93, Math.min(u, 1.2)),
    crowded,
    areas,
    backings: backings(areas, 5 * u, 10 * u, 0.68),
    ring: { x: width / 2, y: middle + high / 2, rx: 110 * u, ry: 110 * u },
    decks: [0, 1, 2].map((n) => ({ x: (162.5 + 35 * n) * u - deck / 2.8, y: middle + 2 * u, w: deck / 1.4, h: deck })),
    dice: { x: 143 * u, y: middle + high - die - Math.max(0, high / 2 - die - 6 * u), w: 104 * u, h: die },
    sum: high > 116 * u,
    seats: strung(seats, { x: 8 * u, y: 3, w: width - 16 * u, h: strip }, 5 * u, crowded ? 58 * u : 71 * u, {
      x: 8 * u,
      y: height - mineHigh - 10 * u,
      w: width - 16 * u,
      h: mineHigh,
    }),
  };
}

// The others in a row, centred, each at most so wide (0: share the row), and the viewer below.
function strung(seats: number[], row: Box, gap: number, most: number, mine: Box): SeatPlace[] {
  const others = seats.length - 1;
  const share = (row.w - gap * (others - 1)) / others;
  const w = most ? Math.min(share, most) : share;
  const left = row.x + (row.w - others * w - gap * (others - 1)) / 2;
  return seats.map((seat, n): SeatPlace =>
    n ? { seat, spot: 'strip', box: { x: left + (n - 1) * (w + gap), y: row.y, w, h: row.h } } : { seat, spot: 'mine', box: mine },
  );
}

// A pair lies side by side (the first) or one above the other, shifted; its backing is that much wider, and
// its fold is hinged in two places.
function backings(areas: Box[], out: number, round: number, small: number): Backing[] {
  return [0, 2, 4].flatMap((slot): Backing[] => {
    const a = areas[slot];
    const b = areas[slot + 1];
    if (!a || !b) return [];
    if (a.y === b.y) {
      const path = rounded([[a.x - out, a.y - out], [b.x + b.w + out, a.y - out], [b.x + b.w + out, a.y + a.h + out], [a.x - out, a.y + a.h + out]], round);
      const x = (a.x + a.w + b.x) / 2;
      return [{ slots: [slot, slot + 1], path, hinges: [0.24, 0.79].map((at) => ({ x, y: a.y + a.h * at, turned: false })) }];
    }
    const [high, low] = a.y < b.y ? [a, b] : [b, a];
    const y = (high.y + high.h + low.y) / 2;
    const l = (box: Box) => box.x - out;
    const r = (box: Box) => box.x + box.w + out;
    const path = rounded([[l(high), high.y - out], [r(high), high.y - out], [r(high), y], [r(low), y], [r(low), low.y + low.h + out], [l(low), low.y + low.h + out], [l(low), y], [l(high), y]], round);
    const from = Math.max(high.x, low.x);
    const to = Math.min(high.x + high.w, low.x + low.w);
    // Clear of the number tag, which hangs at the lower area's left.
    const tag = low.x + 50 * (low.w / 246) * (small < 1 ? 1.6 : 1);
    const clear = Math.max(from, tag);
    const hinges = [0.18, 0.78].map((at) => ({ x: clear + (to - clear) * at, y, turned: true }));
    return [{ slots: [slot, slot + 1], path, hinges }];
  });
}

// A closed outline with round corners.
export function rounded(points: [number, number][], radius: number): string {
  const count = points.length;
  const toward = ([x, y]: [number, number], [tx, ty]: [number, number]): [number, number] => {
    const far = Math.hypot(tx - x, ty - y) || 1;
    const by = Math.min(radius, far / 2);
    return [x + ((tx - x) / far) * by, y + ((ty - y) / far) * by];
  };
  const show = ([x, y]: [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return (
    points
      .map((point, n) => {
        const before = toward(point, points[(n + count - 1) % count] ?? point);
        const after = toward(point, points[(n + 1) % count] ?? point);
        return `${n ? 'L' : 'M'}${show(before)}Q${show(point)} ${show(after)}`;
      })
      .join('') + 'Z'
  );
}

// How many small cards are shown, and how many are only counted.
export function shownCards(cards: string[], most: number): { shown: string[]; more: number } {
  if (cards.length <= most) return { shown: cards, more: 0 };
  return { shown: cards.slice(0, most - 1), more: cards.length - most + 1 };
}
