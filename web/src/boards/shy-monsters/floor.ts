// Positions of cells and targets of moves in the picture: columns from the left, rows from above, north up.

export interface Spot {
  x: number;
  y: number;
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WAYS: Record<string, [number, number]> = {
  north: [0, -1],
  'north-east': [1, -1],
  east: [1, 0],
  'south-east': [1, 1],
  south: [0, 1],
  'south-west': [-1, 1],
  west: [-1, 0],
  'north-west': [-1, -1],
};

export const LETTER_A = 'a'.charCodeAt(0);

// Cells have names as on a chess board, a letter and a number; numbers increase to the north.
export function spotOf(cell: string): Spot {
  return { x: cell.charCodeAt(0) - LETTER_A, y: -Number(cell.slice(1)) };
}

export function cellAt({ x, y }: Spot): string {
  return `${String.fromCharCode(LETTER_A + x)}${-y}`;
}

// The part of the grid to show: all cells with a margin, at least `least` columns and rows.
export function frameOf(cells: string[], margin: number, least: number): Frame {
  const spots = cells.map(spotOf);
  const side = (low: number, high: number): [number, number] => {
    const want = Math.max(high - low + 1 + 2 * margin, least);
    return [Math.floor((low + high + 1 - want) / 2), want];
  };
  const [left, width] = side(Math.min(...spots.map((spot) => spot.x)), Math.max(...spots.map((spot) => spot.x)));
  const [top, height] = side(Math.min(...spots.map((spot) => spot.y)), Math.max(...spots.map((spot) => spot.y)));
  return { left, top, width, height };
}

// The frame while a floor is built: the one before, unless cells with their margin go beyond it.
export function grown(before: Frame | undefined, cells: string[], margin: number, least: number): Frame {
  if (!before) return frameOf(cells, margin, least);
  const spots = cells.map(spotOf);
  const side = (start: number, length: number, at: number[]): [number, number] => {
    const low = Math.min(start, ...at.map((n) => n - margin));
    return [low, Math.max(start + length, ...at.map((n) => n + margin + 1)) - low];
  };
  const [left, width] = side(before.left, before.width, spots.map((spot) => spot.x));
  const [top, height] = side(before.top, before.height, spots.map((spot) => spot.y));
  return { left, top, width, height };
}

export function cellsOf(frame: Frame): string[] {
  const cells: string[] = [];
  for (let y = 0; y < frame.height; y++) for (let x = 0; x < frame.width; x++) cells.push(cellAt({ x: frame.left + x, y: frame.top + y }));
  return cells;
}

// Cells in the order of `cellsOf`.
export function rowByRow(cells: string[]): string[] {
  return cells.toSorted((a, b) => spotOf(a).y - spotOf(b).y || spotOf(a).x - spotOf(b).x);
}

// The step of a direction, in columns and rows.
export function wayOf(way: string): Spot {
  const [x, y] = WAYS[way] ?? [0, 0];
  return { x, y };
}

// The cell in a direction from another.
export function beside(cell: string, way: string): string {
  const [spot, by] = [spotOf(cell), wayOf(way)];
  return cellAt({ x: spot.x + by.x, y: spot.y + by.y });
}

export interface Move {
  action: string;
  verb: string;
  over: string | null; // a jump
  to: string;
}

// The move of an action of the Hero; undefined for actions without a place.
export function moveOf(action: string): Move | undefined {
  const [verb = '', cell, way] = action.split(' ');
  if (cell === undefined) return undefined;
  if (way === undefined) return { action, verb, over: null, to: cell };
  const by = WAYS[way];
  if (!by) return undefined;
  const over = spotOf(cell);
  return { action, verb, over: cell, to: cellAt({ x: over.x + by[0], y: over.y + by[1] }) };
}

// A pattern such as "..o/.@./..." as nine signs in reading order.
export function patternOf(picture: string): string[] {
  return picture.split('/').flatMap((row) => [...row]);
}
