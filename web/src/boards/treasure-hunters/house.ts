// Geometry of a house, computed from the plan in the view, so that users' own boards are drawn as well.
// Lengths are in cells.
import type { Door, Plan } from './view';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Place {
  node: string;
  rects: Rect[]; // together they cover the place; the first is the largest
}

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface House {
  width: number;
  height: number;
  places: Place[];
  walls: Line[];
}

export const OUTSIDE = 'outside';

type NodeAt = (x: number, y: number) => string | null;

function nodes(plan: Plan): NodeAt {
  const tiles = new Map(plan.tiles.map((tile) => [`${tile.x},${tile.y}`, tile.node]));
  return (x, y) => {
    const sign = plan.map[y]?.[x] ?? '_';
    if (sign === '_') return null;
    if (sign === '~') return OUTSIDE;
    return sign === '.' ? (tiles.get(`${x},${y}`) ?? null) : sign;
  };
}

// Cuts cells into rectangles, the largest first.
export function cut(cells: [number, number][]): Rect[] {
  const left = new Set(cells.map(([x, y]) => `${x},${y}`));
  const rects: Rect[] = [];
  while (left.size) {
    const { x, y, w, h } = cells.map(([x, y]) => largestFrom(left, x, y)).reduce((a, b) => (b.w * b.h > a.w * a.h ? b : a));
    rects.push({ x, y, w, h });
    for (let dy = 0; dy < h; dy++) for (let dx = 0; dx < w; dx++) left.delete(`${x + dx},${y + dy}`);
  }
  return rects;
}

function largestFrom(cells: Set<string>, x: number, y: number): Rect {
  let best: Rect = { x, y, w: 0, h: 0 };
  let most = Infinity;
  for (let h = 1; cells.has(`${x},${y + h - 1}`); h++) {
    let w = 0;
    while (w < most && cells.has(`${x + w},${y + h - 1}`)) w++;
    most = w;
    if (w * h > best.w * best.h) best = { x, y, w, h };
  }
  return best;
}

// Walls separate adjacent places, except two tiles of a corridor.
function walls(plan: Plan, at: NodeAt, width: number, height: number): Line[] {
  const open = (x: number, y: number, a: string | null, b: string | null, sign: string | undefined) =>
    a === b || (plan.map[y]?.[x] === '.' && sign === '.');
  const lines: Line[] = [];
  const run = (outer: number, inner: number, wall: (o: number, i: number) => boolean, line: (o: number, from: number, to: number) => Line) => {
    for (let o = 0; o <= outer; o++) {
      let from = -1;
      for (let i = 0; i <= inner; i++) {
        const stands = i < inner && wall(o, i);
        if (stands && from < 0) from = i;
        if (!stands && from >= 0) lines.push(line(o, from, i));
        if (!stands) from = -1;
      }
    }
  };
  run(
    height,
    width,
    (y, x) => !open(x, y, at(x, y), at(x, y - 1), plan.map[y - 1]?.[x]),
    (y, from, to) => ({ x1: from, y1: y, x2: to, y2: y }),
  );
  run(
    width,
    height,
    (x, y) => !open(x, y, at(x, y), at(x - 1, y), plan.map[y]?.[x - 1]),
    (x, from, to) => ({ x1: x, y1: from, x2: x, y2: to }),
  );
  return lines;
}

export function houseOf(plan: Plan): House {
  const at = nodes(plan);
  const height = plan.map.length;
  const width = Math.max(...plan.map.map((row) => row.length));
  const cells = new Map<string, [number, number][]>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const node = at(x, y);
      if (node !== null) cells.set(node, [...(cells.get(node) ?? []), [x, y]]);
    }
  }
  return { width, height, places: [...cells].map(([node, own]) => ({ node, rects: cut(own) })), walls: walls(plan, at, width, height) };
}

// The middle of a door, on the wall that it breaks.
export function doorMiddle(door: Door): { x: number; y: number } {
  return door.side === 'right' ? { x: door.x + 1, y: door.y + 0.5 } : { x: door.x + 0.5, y: door.y + 1 };
}

// Where the back wall of a place shows: the upper edges of its cells that have another place above them.
export function backs(house: House, node: string): Line[] {
  const rects = house.places.find((place) => place.node === node)?.rects ?? [];
  const own = (x: number, y: number) => rects.some((rect) => x >= rect.x && x < rect.x + rect.w && y >= rect.y && y < rect.y + rect.h);
  const lines: Line[] = [];
  for (const rect of rects) {
    for (let x = rect.x; x < rect.x + rect.w; x++) {
      const last = lines.at(-1);
      if (own(x, rect.y - 1)) continue;
      if (last && last.y1 === rect.y && last.x2 === x) last.x2 = x + 1;
      else lines.push({ x1: x, y1: rect.y, x2: x + 1, y2: rect.y });
    }
  }
  return lines;
}

// How hunters on one place fan out, in figure widths from the middle of the place: none hides another, and
// who stays keeps its order when somebody leaves.
const FAN: [number, number][][] = [
  [],
  [[0, 0]],
  [[-0.42, 0.04], [0.42, -0.04]],
  [[-0.74, 0.08], [0, -0.12], [0.74, 0.08]],
  [[-1.05, 0.1], [-0.35, -0.14], [0.35, 0.1], [1.05, -0.14]],
];
const LEAST = 26;

export interface Stand {
  x: number; // the foot, in pixels
  y: number;
  width: number; // of the figure
}

// The foot of the n-th hunter of a place. `cw` and `ch` are a cell's width and height in pixels, `width` that
// of a figure where there is room.
export function standing(node: string, rect: Rect, index: number, count: number, cw: number, ch: number, width: number): Stand {
  const [dx, dy] = FAN[Math.min(count, FAN.length - 1)]?.[index] ?? [0, 0];
  const middle = (rect.x + rect.w / 2) * cw;
  if (node === OUTSIDE) {
    const step = Math.min(0.8 * width * 1.27, (rect.h * ch * 0.8) / Math.max(1, count));
    return { x: middle + dy * width, y: (rect.y + rect.h / 2) * ch + width * 0.5 + (index - (count - 1) / 2) * step, width };
  }
  const tile = rect.h === 1 && rect.w === 1;
  const fits = (rect.w * cw) / Math.max(0.9, count * 0.7);
  const own = Math.max(Math.min(LEAST, width), Math.min(width, fits));
  // Below the least width they overlap instead.
  const spread = Math.min(1, (rect.w * cw - own) / Math.max(1, 2 * Math.max(...(FAN[count] ?? []).map(([x]) => x), 0) * own));
  return { x: middle + dx * own * Math.max(spread, 0.2), y: (rect.y + rect.h * (tile ? 0.88 : 0.9)) * ch + dy * own, width: own };
}
