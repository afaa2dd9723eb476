// Pictures as images: one element where the same picture inline has fifteen to thirty, each of which has a
// style, a box and a place in the list of what is painted. Only for a picture that takes nothing from the
// page around it: what it takes by custom properties or `currentColor` is given (`Paint`) and written into
// it.
//
// The first image of a picture takes the browser about a millisecond to read. Images are read one at a time,
// when the page has nothing else to do, and until then the picture is drawn inline: nothing is ever empty for
// a frame, and no move waits for one.

import { whenIdle } from './idle';

// Values of custom properties (`--door`) and of `currentColor`; null leaves what the picture has itself.
export type Paint = Readonly<Record<string, string | null>>;

type Then = (url: string) => void;
interface Flat {
  url: string;
  image: HTMLImageElement | undefined; // kept: the browser has it at hand whenever it is shown again
  ready: boolean;
  waiting: Then[];
}

const MOST = 200; // pictures, with all their colours; others stay inline
const known = new Map<string, Flat>();
const queue: Flat[] = [];
const texts = new Map<string, Map<string, string>>();

export function painted(svg: string, paint: Paint): string {
  const key = JSON.stringify(paint);
  let made = texts.get(svg);
  if (!made) texts.set(svg, (made = new Map()));
  let text = made.get(key);
  if (text === undefined) {
    text = svg.replace(/var\((--[a-z0-9-]+),([^()]*)\)|currentColor/g, (whole, name: string | undefined, usual: string | undefined) => paint[name ?? whole] ?? (name ? `var(${name},${usual ?? ''})` : whole));
    made.set(key, text);
  }
  return text;
}

// With a margin of a twentieth on each side, for a picture that is drawn beyond its box (Art.svelte lays it
// out).
export function margined(text: string): string {
  return text.replace(/viewBox="([^"]*)"/, (_, box: string) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.split(/[ ,]+/).map(Number);
    const round = (n: number) => Number(n.toFixed(3));
    return `viewBox="${[x - width / 20, y - height / 20, width * 1.1, height * 1.1].map(round).join(' ')}"`;
  });
}

// An image knows no custom property: each has the value that the picture gives for that case.
export function urlOf(text: string): string {
  const alone = text.replace(/var\(--[a-z0-9-]+,([^()]*)\)/g, '$1').replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `data:image/svg+xml,${encodeURIComponent(alone)}`;
}

// Reads the first of the queue, and goes on a little later, when the page is idle again: two readings do not
// fall into one frame. Images that have been read wait for some others: whenever one takes the place of an
// inline picture the whole page is painted anew, which costs about as much for four as for one.
const APART_MS = 25;
const TOGETHER = 4;
const read: Flat[] = [];
const later = (call: () => void): void => void setTimeout(() => whenIdle(call), APART_MS);

function readNext(): void {
  const flat = queue[0];
  if (!flat) return;
  const image = (flat.image = new Image());
  image.src = flat.url;
  const done = (): void => {
    if (queue.length > 1 && read.length < TOGETHER) {
      queue.shift();
      return later(readNext);
    }
    later(() => {
      for (const { url, waiting } of read.splice(0)) for (const then of waiting.splice(0)) then(url);
      queue.shift();
      if (queue.length) later(readNext);
    });
  };
  image.decode().then(
    () => {
      flat.ready = true;
      if (flat.waiting.length) read.push(flat);
      done();
    },
    () => {
      flat.waiting = []; // a browser that cannot read it leaves the picture inline
      done();
    },
  );
}

// Has a picture read before it is shown for the first time, for one that many moves may bring.
export function prepare(svg: string, paint: Paint): void {
  flatOf(painted(svg, paint), false);
}

// The address of the image if it has been read; else null, and a call when it has.
export function flatOf(text: string, beyond: boolean, then?: Then): string | null {
  const key = `${beyond ? 'beyond' : ''}${text}`;
  let flat = known.get(key);
  if (!flat) {
    if (known.size >= MOST) return null;
    known.set(key, (flat = { url: urlOf(beyond ? margined(text) : text), image: undefined, ready: false, waiting: [] }));
    queue.push(flat);
    if (queue.length === 1) whenIdle(readNext);
  }
  if (flat.ready) return flat.url;
  if (then) flat.waiting.push(then);
  return null;
}
