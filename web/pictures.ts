// Writes dist/pictures.bin, from which the server draws the pictures of links (server/picture/art.h has the
// format): the key art of the games, the marks of the seats and the letters of the page's titles, all as
// polygons. The sources are the files that the page itself shows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ellipse, faceOf, pathOf, stroked, type Contour, type Path, type Point } from './outline.ts';
import { faceOf as gameFace } from './src/parts/games.ts';
import { SHAPES } from './src/parts/seats.ts';

export const PICTURES = 'pictures.bin';
const FINE = 0.08; // how far a polygon may be from its curve, in the art's units
const SCALE = 16; // coordinates are whole numbers of a sixteenth of a unit
const MOST = 32767;
const FONTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'];
const FONT_FINE = 1.2;

type Matrix = [number, number, number, number, number, number];
type Attributes = Record<string, string>;
interface Node {
  name: string;
  attributes: Attributes;
  nodes: Node[];
}
type Colour = [number, number, number, number];
interface Stop {
  at: number;
  colour: Colour;
}

// ---- The SVG files, which have elements and attributes alone --------------------------------------------

function treeOf(text: string): Node {
  const root: Node = { name: '', attributes: {}, nodes: [] };
  const open = [root];
  for (const [, close, name = '', rest = '', alone] of text.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g)) {
    if (close) {
      open.pop();
      continue;
    }
    const attributes = Object.fromEntries([...rest.matchAll(/([a-zA-Z][-a-zA-Z0-9:]*)="([^"]*)"/g)].map((row) => [row[1] ?? '', row[2] ?? '']));
    const node = { name, attributes, nodes: [] };
    open.at(-1)?.nodes.push(node);
    if (!alone) open.push(node);
  }
  return root;
}

const times = (m: Matrix, n: Matrix): Matrix => [m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3], m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5]];
const moved = (m: Matrix, [x, y]: Point): Point => [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

function matrixOf(text = ''): Matrix {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, word, inside = ''] of text.matchAll(/([a-z]+)\(([^)]*)\)/gi)) {
    const n = [...inside.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    const [a = 0, b = 0] = n;
    if (word === 'translate') matrix = times(matrix, [1, 0, 0, 1, a, b]);
    else if (word === 'scale') matrix = times(matrix, [a, 0, 0, n.length > 1 ? b : a, 0, 0]);
    else if (word === 'rotate') {
      const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
      const [cx, cy] = [n[1] ?? 0, n[2] ?? 0];
      matrix = times(matrix, [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy]);
    } else if (word === 'matrix') matrix = times(matrix, n as Matrix);
    else throw new Error(`key art has the transform "${word}"`);
  }
  return matrix;
}

function colourOf(text: string, opacity: number): Colour {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const hex = short ? short.slice(1).map((digit) => digit + digit).join('') : /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (!hex) throw new Error(`key art has the colour "${text}"`);
  const part = (i: number) => parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return [part(0), part(1), part(2), Math.round(255 * Math.min(1, opacity))];
}

// ---- The file -------------------------------------------------------------------------------------------

class Bytes {
  private readonly parts: Buffer[] = [];
  add(size: number, write: (buffer: Buffer) => void): void {
    const buffer = Buffer.alloc(size);
    write(buffer);
    this.parts.push(buffer);
  }
  u8 = (value: number) => this.add(1, (b) => b.writeUInt8(value));
  u16 = (value: number) => this.add(2, (b) => b.writeUInt16LE(value));
  u32 = (value: number) => this.add(4, (b) => b.writeUInt32LE(value));
  f32 = (value: number) => this.add(4, (b) => b.writeFloatLE(value));
  raw = (bytes: Buffer) => void this.parts.push(bytes);
  name = (text: string) => this.raw(Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]));
  contours(list: Contour[], scale: number): void {
    const full = list.filter((contour) => contour.length > 2);
    this.u16(full.length);
    for (const contour of full) {
      this.u16(contour.length);
      this.add(4 * contour.length, (b) =>
        contour.forEach((point, i) => point.forEach((value, k) => b.writeInt16LE(Math.max(-MOST, Math.min(MOST, Math.round(value * scale))), 4 * i + 2 * k))),
      );
    }
  }
  all = () => Buffer.concat(this.parts);
}

const FLAT = 0;
const LINEAR = 1;
const RADIAL = 2;

class Drawing {
  readonly out = new Bytes();
  count = 0;
  private readonly ids = new Map<string, Node>();

  constructor(root: Node) {
    const note = (node: Node): void => {
      if (node.attributes.id) this.ids.set(node.attributes.id, node);
      node.nodes.forEach(note);
    };
    note(root);
    this.walk(root, [1, 0, 0, 1, 0, 0], {}, 1);
  }

  private find(link: string): Node {
    const node = this.ids.get(link.replace(/^url\(|^#|\)$/g, '').replace('#', ''));
    if (!node) throw new Error(`key art has no ${link}`);
    return node;
  }

  // `above` is what a node inherits: how it is filled and stroked. Opacity is not inherited, it multiplies.
  private walk(node: Node, matrix: Matrix, above: Attributes, opacity: number): void {
    const own = node.attributes;
    const style: Attributes = { ...above };
    for (const key of ['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity']) if (own[key] !== undefined) style[key] = own[key];
    const number = (key: string) => Number(own[key] ?? 0);
    const seen = opacity * Number(own.opacity ?? 1);
    let here = times(matrix, matrixOf(own.transform));
    if (node.name === 'use') {
      here = times(here, [1, 0, 0, 1, number('x'), number('y')]);
      return this.walk(this.find(own.href ?? ''), here, style, seen);
    }
    if (node.name === 'path') return this.shape(pathOf(own.d ?? '', FINE), here, style, seen);
    if (node.name === 'circle' || node.name === 'ellipse') {
      const [rx, ry] = node.name === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
      return this.shape({ contours: [ellipse(number('cx'), number('cy'), rx, ry, FINE)], closed: [true] }, here, style, seen);
    }
    if (node.name === 'defs' || /Gradient$/.test(node.name)) return undefined;
    if (node.name !== '' && node.name !== 'svg' && node.name !== 'g') throw new Error(`key art has the element <${node.name}>`);
    for (const child of node.nodes) this.walk(child, here, style, seen);
  }

  private shape(path: Path, matrix: Matrix, style: Attributes, opacity: number): void {
    const fill = style.fill ?? '#000';
    if (fill !== 'none') this.paint(path.contours, path.contours, matrix, fill, opacity * Number(style['fill-opacity'] ?? 1), style['fill-rule'] === 'evenodd');
    if (style.stroke && style.stroke !== 'none') {
      const dashes = (style['stroke-dasharray'] ?? '').split(/[ ,]+/).filter(Boolean).map(Number);
      this.paint(stroked(path, Number(style['stroke-width'] ?? 1), dashes, FINE), path.contours, matrix, style.stroke, opacity * Number(style['stroke-opacity'] ?? 1), false);
    }
  }

  private paint(contours: Contour[], about: Contour[], matrix: Matrix, paint: string, opacity: number, odd: boolean): void {
    const out = this.out;
    this.count++;
    if (paint.startsWith('url(')) this.gradient(this.find(paint), about, matrix, opacity, odd);
    else {
      out.u8(FLAT);
      out.u8(Number(odd));
      colourOf(paint, opacity).forEach(out.u8);
    }
    out.contours(contours.map((contour) => contour.map((point) => moved(matrix, point))), SCALE);
  }

  // Written as the matrix from the picture to the gradient's own space, in which the colour depends on x for
  // a linear one and on the distance from the origin for a radial one.
  private gradient(node: Node, about: Contour[], matrix: Matrix, opacity: number, odd: boolean): void {
    const own = node.attributes;
    const points = about.flat();
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const box: Matrix = own.gradientUnits === 'userSpaceOnUse' ? [1, 0, 0, 1, 0, 0] : [Math.max(...xs) - left || 1, 0, 0, Math.max(...ys) - top || 1, left, top];
    const number = (key: string, other: number) => Number(own[key] ?? other);
    let shape: Matrix;
    if (node.name === 'radialGradient') {
      const r = number('r', 0.5);
      shape = [r, 0, 0, r, number('cx', 0.5), number('cy', 0.5)];
    } else {
      const [x1, y1, x2, y2] = [number('x1', 0), number('y1', 0), number('x2', 1), number('y2', 0)];
      shape = [x2 - x1, y2 - y1, y1 - y2, x2 - x1, x1, y1];
    }
    const stops: Stop[] = node.nodes.map(({ attributes }) => ({ at: Number(attributes.offset ?? 0), colour: colourOf(attributes['stop-color'] ?? '#000', Number(attributes['stop-opacity'] ?? 1) * opacity) }));
    this.out.u8(node.name === 'radialGradient' ? RADIAL : LINEAR);
    this.out.u8(Number(odd));
    inverse(times(matrix, times(box, times(matrixOf(own.gradientTransform), shape)))).forEach(this.out.f32);
    this.out.u8(stops.length);
    for (const { at, colour } of stops) {
      this.out.u16(Math.round(65535 * Math.min(1, Math.max(0, at))));
      colour.forEach(this.out.u8);
    }
  }
}

function seatColours(css: string): string[] {
  const night = /\.night \{([^}]*)\}/.exec(css)?.[1] ?? '';
  return SHAPES.map((_, i) => new RegExp(`--seat-${i + 1}: (#[0-9a-f]{6})`).exec(night)?.[1] ?? '');
}

export function picturesOf(folder: string): Buffer {
  const out = new Bytes();
  out.raw(Buffer.from('LANPIC2\n'));
  const keys = join(folder, 'src/home/keys');
  const names = readdirSync(keys).filter((name) => /^key-.*\.svg$/.test(name)).sort();
  out.u8(names.length);
  for (const name of names) {
    const drawing = new Drawing(treeOf(readFileSync(join(keys, name), 'utf8')));
    const game = name.slice(4, -4);
    out.name(game);
    out.u8(Number(gameFace(game).numbered ?? false));
    const shapes = drawing.out.all();
    out.u32(shapes.length);
    out.u16(drawing.count);
    out.raw(shapes);
  }
  out.u8(SHAPES.length);
  const colours = seatColours(readFileSync(join(folder, 'src/app.css'), 'utf8'));
  SHAPES.forEach((shape, i) => {
    colourOf(colours[i] ?? '', 1).forEach(out.u8);
    out.contours(pathOf(shape, FINE / 10).contours, 16 * SCALE);
  });
  const fonts = FONTS.map((part) => faceOf(readFileSync(join(folder, `node_modules/@fontsource/cormorant/files/cormorant-${part}-600-normal.woff`)), FONT_FINE));
  const glyphs = new Map(fonts.flatMap((font) => font.glyphs).map((glyph) => [glyph.code, glyph]));
  out.u16(fonts[0]?.units ?? 1000);
  out.u16(glyphs.size);
  for (const { code, advance, contours } of [...glyphs.values()].sort((a, b) => a.code - b.code)) {
    out.u32(code);
    out.u16(advance);
    out.contours(contours, 1);
  }
  return out.all();
}

export function pictures(): Plugin {
  let folder = 'dist';
  return {
    name: 'lanterne-pictures',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: { sequential: true, handler: () => writeFileSync(join(folder, PICTURES), picturesOf(import.meta.dirname)) },
  };
}
