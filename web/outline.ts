// Outlines as polygons: paths of SVG, strokes, and the glyphs of a font (WOFF with TrueType outlines). For
// pictures.ts alone, at build time, so that the server's renderer needs neither curves nor a font library.
import { inflateSync } from 'node:zlib';

export type Point = [number, number];
export type Contour = Point[];

const HALF_CIRCLE = Math.PI;

// A curve as steps short enough that they differ from it by less than `fine`.
function curve(out: Contour, at: (t: number) => Point, bend: number, fine: number): void {
  const steps = Math.max(1, Math.ceil(Math.sqrt(bend / (8 * fine))));
  for (let i = 1; i <= steps; i++) out.push(at(i / steps));
}

function cubic(out: Contour, [a, b, c, d]: [Point, Point, Point, Point], fine: number): void {
  const bend = 6 * Math.max(Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]), Math.hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1]));
  const mix = (t: number, k: 0 | 1) => (1 - t) ** 3 * a[k] + 3 * (1 - t) ** 2 * t * b[k] + 3 * (1 - t) * t * t * c[k] + t ** 3 * d[k];
  curve(out, (t) => [mix(t, 0), mix(t, 1)], bend, fine);
}

export function quadratic(out: Contour, [a, b, c]: [Point, Point, Point], fine: number): void {
  const bend = 2 * Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]);
  const mix = (t: number, k: 0 | 1) => (1 - t) ** 2 * a[k] + 2 * (1 - t) * t * b[k] + t * t * c[k];
  curve(out, (t) => [mix(t, 0), mix(t, 1)], bend, fine);
}

// An arc of a path, by the formulas of SVG 1.1, appendix F.6.5.
function arc(out: Contour, from: Point, [rx0, ry0, turn, large, sweep]: number[], to: Point, fine: number): void {
  const phi = ((turn ?? 0) * HALF_CIRCLE) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  let [rx, ry] = [Math.abs(rx0 ?? 0), Math.abs(ry0 ?? 0)];
  if (!rx || !ry) return void out.push(to);
  const grow = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2));
  [rx, ry] = [rx * grow, ry * grow];
  const left = Math.max(0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2) / ((rx * y) ** 2 + (ry * x) ** 2);
  const k = (large === sweep ? -1 : 1) * Math.sqrt(left);
  const [cx1, cy1] = [(k * rx * y) / ry, (-k * ry * x) / rx];
  const [cx, cy] = [cos * cx1 - sin * cy1 + (from[0] + to[0]) / 2, sin * cx1 + cos * cy1 + (from[1] + to[1]) / 2];
  const start = Math.atan2((y - cy1) / ry, (x - cx1) / rx);
  let span = Math.atan2((-y - cy1) / ry, (-x - cx1) / rx) - start;
  if (sweep && span < 0) span += 2 * HALF_CIRCLE;
  if (!sweep && span > 0) span -= 2 * HALF_CIRCLE;
  const steps = Math.max(2, Math.ceil(Math.abs(span) * Math.sqrt(Math.max(rx, ry) / (8 * fine))));
  for (let i = 1; i < steps; i++) {
    const a = start + (span * i) / steps;
    out.push([cx + cos * rx * Math.cos(a) - sin * ry * Math.sin(a), cy + sin * rx * Math.cos(a) + cos * ry * Math.sin(a)]);
  }
  out.push(to);
}

const LENGTHS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

// Commands with their numbers. The flags of arcs may stand without a space: "a6 6 0 01 8 8".
function commands(d: string): [string, number[]][] {
  const out: [string, number[]][] = [];
  for (const [, letter = '', text = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = LENGTHS[letter.toLowerCase()];
    if (count === undefined) throw new Error(`a path has the command "${letter}"`);
    const numbers: number[] = [];
    const reader = /\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gy;
    const flag = /\s*,?\s*([01])/gy;
    for (let at = 0; at < text.length;) {
      const part = letter.toLowerCase() === 'a' && (numbers.length % 7 === 3 || numbers.length % 7 === 4) ? flag : reader;
      part.lastIndex = at;
      const found = part.exec(text);
      if (!found) break;
      numbers.push(Number(found[1]));
      at = part.lastIndex;
    }
    if (!count) out.push([letter, []]);
    for (let i = 0; i < numbers.length; i += count || 1) {
      const word = i && letter === 'M' ? 'L' : i && letter === 'm' ? 'l' : letter;
      out.push([word, numbers.slice(i, i + count)]);
    }
  }
  return out;
}

export interface Path {
  contours: Contour[];
  closed: boolean[];
}

export function pathOf(d: string, fine: number): Path {
  const path: Path = { contours: [], closed: [] };
  let now: Point = [0, 0];
  let start: Point = [0, 0];
  let control: Point | undefined; // of the last curve, for S and T
  let kind = '';
  let contour: Contour = [];
  for (const [word, n] of commands(d)) {
    const lower = word.toLowerCase();
    const [ox, oy] = word === lower ? now : [0, 0];
    const point = (i: number): Point => [(n[i] ?? 0) + ox, (n[i + 1] ?? 0) + oy];
    const mirrored = (of: string): Point => (control && of.includes(kind) ? [2 * now[0] - control[0], 2 * now[1] - control[1]] : now);
    if (lower === 'z') {
      if (path.closed.length) path.closed[path.closed.length - 1] = true;
      now = start;
    } else if (lower === 'm') {
      start = now = point(0);
      path.contours.push((contour = [now]));
      path.closed.push(false);
    } else {
      if (kind === 'z') {
        path.contours.push((contour = [now]));
        path.closed.push(false);
      }
      const from = now;
      now = lower === 'h' ? [(n[0] ?? 0) + ox, from[1]] : lower === 'v' ? [from[0], (n[0] ?? 0) + oy] : point(n.length - 2);
      if (lower === 'c' || lower === 's') {
        const first = lower === 'c' ? point(0) : mirrored('cs');
        control = point(n.length - 4);
        cubic(contour, [from, first, control, now], fine);
      } else if (lower === 'q' || lower === 't') {
        control = lower === 'q' ? point(0) : mirrored('qt');
        quadratic(contour, [from, control, now], fine);
      } else if (lower === 'a') arc(contour, from, n, now, fine);
      else contour.push(now);
    }
    kind = lower;
  }
  return path;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fine: number): Contour {
  const steps = Math.max(12, Math.ceil(2 * HALF_CIRCLE * Math.sqrt(Math.max(rx, ry) / (8 * fine))));
  return Array.from({ length: steps }, (_, i): Point => [cx + rx * Math.cos((2 * HALF_CIRCLE * i) / steps), cy + ry * Math.sin((2 * HALF_CIRCLE * i) / steps)]);
}

// The parts of a line that its dashes show.
function dashed(line: Contour, dashes: number[]): Contour[] {
  const out: Contour[] = [];
  let [at, left, on] = [0, dashes[0] ?? 0, true];
  let part: Contour = line.slice(0, 1);
  for (let i = 1; i < line.length; i++) {
    let [x, y] = line[i - 1] as Point;
    const [tx, ty] = line[i] as Point;
    for (let length = Math.hypot(tx - x, ty - y); length > 0;) {
      const step = Math.min(length, left);
      [x, y] = [x + ((tx - x) * step) / length, y + ((ty - y) * step) / length];
      part.push([x, y]);
      length -= step;
      left -= step;
      if (left > 0) continue;
      if (on) out.push(part);
      [on, at, part] = [!on, at + 1, [[x, y]]];
      left = dashes[at % dashes.length] ?? 1;
    }
  }
  if (on && part.length > 1) out.push(part);
  return out;
}

// A line of some width as polygons that all turn the same way, so that they add up where they overlap: a
// rectangle for every step, and a disc at every bend.
export function stroked(path: Path, width: number, dashes: number[], fine: number): Contour[] {
  const out: Contour[] = [];
  const whole = path.contours.map((line, i) => (path.closed[i] ? [...line, line[0] as Point] : line));
  for (const line of dashes.length ? whole.flatMap((part) => dashed(part, dashes)) : whole) {
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [line[i - 1] as Point, line[i] as Point];
      const length = Math.hypot(bx - ax, by - ay);
      if (!length) continue;
      const [nx, ny] = [((ay - by) / length) * (width / 2), ((bx - ax) / length) * (width / 2)];
      out.push([[ax - nx, ay - ny], [bx - nx, by - ny], [bx + nx, by + ny], [ax + nx, ay + ny]]);
      if (i > 1) out.push(ellipse(ax, ay, width / 2, width / 2, fine));
    }
  }
  return out;
}

// ---- Fonts ----------------------------------------------------------------------------------------------

export interface Glyph {
  code: number;
  advance: number;
  contours: Contour[];
}

export interface Face {
  units: number; // of the em
  glyphs: Glyph[];
}

// The tables of a WOFF file, unpacked.
function tablesOf(file: Buffer): Map<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const row = 44 + 20 * i;
    const [from, packed, size] = [file.readUInt32BE(row + 4), file.readUInt32BE(row + 8), file.readUInt32BE(row + 12)];
    const bytes = file.subarray(from, from + packed);
    tables.set(file.toString('latin1', row, row + 4), packed < size ? inflateSync(bytes) : bytes);
  }
  return tables;
}

// Code points and their glyphs, from a table of format 4, which every font for the web has.
function codesOf(cmap: Buffer): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    if (cmap.readUInt16BE(at) !== 4 || out.length) continue;
    const count = cmap.readUInt16BE(at + 6) / 2;
    for (let k = 0; k < count; k++) {
      const end = cmap.readUInt16BE(at + 14 + 2 * k);
      const start = cmap.readUInt16BE(at + 16 + 2 * (count + k));
      const delta = cmap.readUInt16BE(at + 16 + 2 * (2 * count + k));
      const where = at + 16 + 2 * (3 * count + k);
      const offset = cmap.readUInt16BE(where);
      for (let code = start; code <= end && code < 0xffff; code++) {
        const listed = offset ? cmap.readUInt16BE(where + offset + 2 * (code - start)) : code;
        const glyph = offset && !listed ? 0 : (listed + delta) & 0xffff;
        if (glyph) out.push([code, glyph]);
      }
    }
  }
  return out;
}

interface Corner {
  x: number;
  y: number;
  on: boolean;
}

// TrueType: between two corners that are not on the curve the middle is.
function smooth(corners: Corner[], fine: number): Contour {
  const full: Corner[] = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length] as Corner;
    full.push(corner);
    if (!corner.on && !next.on) full.push({ x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2, on: true });
  });
  const first = full.findIndex((corner) => corner.on);
  if (first < 0) return [];
  const ring = [...full.slice(first), ...full.slice(0, first), full[first] as Corner];
  const out: Contour = [[(ring[0] as Corner).x, (ring[0] as Corner).y]];
  for (let i = 1; i < ring.length; i++) {
    const corner = ring[i] as Corner;
    if (corner.on) out.push([corner.x, corner.y]);
    else {
      const end = ring[++i] as Corner;
      quadratic(out, [out[out.length - 1] as Point, [corner.x, corner.y], [end.x, end.y]], fine);
    }
  }
  out.pop();
  return out;
}

function simpleGlyph(data: Buffer, count: number): Corner[][] {
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(10 + 2 * i));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * count;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = data[at++] ?? 0;
    const times = flag & 8 ? (data[at++] ?? 0) : 0;
    for (let i = 0; i <= times; i++) flags.push(flag);
  }
  const axis = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += (flag & same ? 1 : -1) * (data[at++] ?? 0);
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  return ends.map((end, i) => {
    const from = i ? (ends[i - 1] ?? 0) + 1 : 0;
    return xs.slice(from, end + 1).map((x, k) => ({ x, y: ys[from + k] ?? 0, on: Boolean((flags[from + k] ?? 0) & 1) }));
  });
}

// A glyph made of others: a letter and its accent, moved and, seldom, scaled.
function compoundGlyph(data: Buffer, part: (glyph: number) => Corner[][]): Corner[][] {
  const out: Corner[][] = [];
  for (let at = 10, more = true; more;) {
    const [flags, glyph] = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
    const wide = flags & 1;
    if (!(flags & 2)) throw new Error('a glyph is placed by points');
    const [dx, dy] = wide ? [data.readInt16BE(at + 4), data.readInt16BE(at + 6)] : [data.readInt8(at + 4), data.readInt8(at + 5)];
    at += wide ? 8 : 6;
    const f2 = (i: number) => data.readInt16BE(at + 2 * i) / 16384;
    const [a, b, c, d] = flags & 8 ? [f2(0), 0, 0, f2(0)] : flags & 64 ? [f2(0), 0, 0, f2(1)] : flags & 128 ? [f2(0), f2(1), f2(2), f2(3)] : [1, 0, 0, 1];
    at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0;
    out.push(...part(glyph).map((contour) => contour.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on }))));
    more = Boolean(flags & 32);
  }
  return out;
}

// Every character of a font. Glyphs point upwards from the line on which the text stands.
export function faceOf(file: Buffer, fine: number): Face {
  const tables = tablesOf(file);
  const table = (name: string): Buffer => {
    const found = tables.get(name);
    if (!found) throw new Error(`the font has no table ${name}`);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf] = [table('head'), table('hhea'), table('hmtx'), table('loca'), table('glyf')];
  const long = head.readInt16BE(50);
  const place = (glyph: number) => (long ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  const metrics = hhea.readUInt16BE(34);
  const cornersOf = (glyph: number): Corner[][] => {
    const data = glyf.subarray(place(glyph), place(glyph + 1));
    if (!data.length) return [];
    const count = data.readInt16BE(0);
    return count < 0 ? compoundGlyph(data, cornersOf) : simpleGlyph(data, count);
  };
  const glyphs = codesOf(table('cmap')).map(([code, glyph]) => ({
    code,
    advance: hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)),
    contours: cornersOf(glyph).map((corners) => smooth(corners, fine)).filter((contour) => contour.length > 2),
  }));
  return { units: head.readUInt16BE(18), glyphs };
}
