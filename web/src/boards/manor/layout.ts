// Where the streets stand in a box of a given size: the others' far away, the viewer's own near, below them.
// Side by side on wide boxes, one below the other on tablets and phones. Everything in pixels.

export interface Spot {
  x: number; // left edge of the house
  ground: number; // its ground line
}

export interface Street {
  near: boolean;
  house: number; // width of a house
  spots: Spot[];
  plate: { x: number; y: number; width: number; column: boolean }; // column: beside the street, in lines
  top: number; // of its roofs
  foot: number; // of its gardens
}

export interface Layout {
  kind: 'wide' | 'tablet' | 'phone';
  width: number;
  height: number;
  streets: Street[]; // the others in order, then the viewer's
  // what is not yet seen: on a string beside the streets, or small in the line of the own plate
  lanterns: { x: number; y: number; columns: number; small?: true } | null;
}

// Of a house's width: its height above the ground line, and the garden's below it.
const ABOVE = 1.05;
const BELOW = 0.567;
const TALL = ABOVE + BELOW;
// Smallest heights in which every house can still be touched; a lower box scrolls.
const LEAST = { wide: 300, stacked: 420 };
const LANTERN = 44;
// Boxes up to this width are never arranged side by side.
const NARROW = 560;

function row(x: number, ground: number, count: number, step: number): Spot[] {
  return Array.from({ length: count }, (_, at) => ({ x: x + at * step, ground }));
}

function lanternsIn(x: number, y: number, width: number): Layout['lanterns'] {
  const columns = width >= 7 * LANTERN ? 7 : width >= 4 * LANTERN ? 4 : 0;
  return columns ? { x: x + Math.max(0, width - columns * LANTERN), y, columns } : null;
}

function wide(width: number, height: number, others: number, each: number, between: number): Layout {
  const alone = others === 1;
  const edge = 0.121 * width;
  const near = Math.min(0.266 * height * (each > 4 ? 1.04 : 1), (width - 2 * edge) / each - 4);
  const nearGround = height - 9 - BELOW * near;
  const nearTop = nearGround - ABOVE * near;
  const nearStep = near + 4;
  const nearX = (width - each * nearStep + 4) / 2;

  const beside = alone ? Math.max(150, 0.171 * width) : 16;
  const pitch = (width - (alone ? 2 * beside : 0)) / others;
  const above = alone ? 24 : 44;
  const room = nearTop - between - above;
  const far = Math.min((pitch - (alone ? 0 : 32)) / each - 4, room / TALL, alone ? 0.235 * height : 0.232 * height);
  const farStep = far + (alone ? 6 : 4);
  const farTop = above + (room - TALL * far) / 2;
  const streets: Street[] = Array.from({ length: others }, (_, at) => {
    const x = (alone ? beside : at * pitch) + (pitch - each * farStep + 4) / 2;
    return {
      near: false,
      house: far,
      spots: row(x, farTop + ABOVE * far, each, farStep),
      plate: alone ? { x: 22, y: 18, width: beside - 30, column: true } : { x: x + 6, y: 16, width: pitch - 32, column: false },
      top: farTop,
      foot: farTop + TALL * far,
    };
  });
  streets.push({ near: true, house: near, spots: row(nearX, nearGround, each, nearStep), plate: { x: nearX + 6, y: nearTop - 34, width: each * nearStep, column: false }, top: nearTop, foot: height - 9 });
  const lanterns = alone ? lanternsIn(width - beside + 8, 16, beside - 24) : lanternsIn(nearX + each * nearStep + 24, nearTop + 0.18 * near, width - nearX - each * nearStep - 44);
  return { kind: 'wide', width, height, streets, lanterns };
}

interface Plan {
  side: boolean; // plates beside the streets
  rows: number; // in which the manors of one seat stand
  far: number;
  near: number;
}

const TABLET = 700;
const KINDS = 7; // of manors
const SMALL_LANTERN = 27;

// Sizes for one way to stack, as large as the box allows.
function plan(width: number, height: number, others: number, each: number, side: boolean, rows: number): Plan {
  const columns = Math.ceil(each / rows);
  const room = side ? width - 0.307 * width - 8 : width - 10;
  const far = room / columns - (side ? 14 : 7);
  const near = (width - 10) / columns - 7;
  const head = plateHeight(width);
  const heights = others * rows * (side ? 1.5 : TALL) * far + rows * TALL * near;
  const free = height - head * (side ? 1 : others + 1) - 6;
  const scale = Math.min(1, free / heights);
  return { side, rows, far: far * scale, near: near * scale };
}

// On a phone the plate lies over the sky between the roofs.
function plateHeight(width: number): number {
  return width >= TABLET ? 32 : 13;
}

function stacked(width: number, height: number, others: number, each: number): Layout {
  const plans = [1, 2].flatMap((rows) => (width >= TABLET ? [true, false] : [false]).map((side) => plan(width, height, others, each, side, rows)));
  const worth = (one: Plan) => (one.far + 0.5 * one.near) * (one.rows > 1 ? 0.85 : 1);
  const best = plans.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  const head = plateHeight(width);
  const columns = Math.ceil(each / best.rows);
  const tall = (near: boolean) => best.rows * (near || !best.side ? TALL * (near ? best.near : best.far) : 1.5 * best.far) + (near || !best.side ? head : 0);
  const spare = Math.max(0, height - 6 - others * tall(false) - tall(true)) / (others + 1);
  const streets: Street[] = [];
  let y = 0;
  for (let at = 0; at <= others; at++) {
    const near = at === others;
    const house = near ? best.near : best.far;
    const column = best.side && !near;
    const left = column ? 0.307 * width : 5;
    const step = (width - left - 5) / columns;
    const first = left + (step - house) / 2;
    const start = y + spare;
    const top = start + (column ? 0 : head);
    const lineTall = column ? 1.5 * house : TALL * house;
    const spots = Array.from({ length: each }, (_, n) => ({ x: first + (n % columns) * step, ground: top + Math.floor(n / columns) * lineTall + ABOVE * house }));
    const plate = column ? { x: 20, y: top + 0.16 * house, width: left - 28, column } : { x: 8, y: start - (width < TABLET ? 2 : 0), width: width - 16, column };
    streets.push({ near, house, spots, plate, top, foot: top + best.rows * lineTall });
    y = start + tall(near);
  }
  const own = streets.at(-1)?.plate ?? { x: 0, y: 0 };
  return { kind: width >= TABLET ? 'tablet' : 'phone', width, height, streets, lanterns: { x: width - KINDS * SMALL_LANTERN - 6, y: own.y, columns: KINDS, small: true } };
}

// The least height of the board, which must not depend on its height.
export function leastHeight(width: number): number {
  return width > NARROW ? LEAST.wide : LEAST.stacked;
}

// `others` is at least 1; `each` is the number of manors of a seat; `between` is the least space between far
// and near streets side by side.
export function layout(width: number, height: number, others: number, each: number, between = 36): Layout {
  const beside = width >= 1000 ? height < 1.1 * width : width > 1.35 * height && width > NARROW;
  return beside ? wide(width, Math.max(height, LEAST.wide), others, each, between) : stacked(width, Math.max(height, LEAST.stacked), others, each);
}
