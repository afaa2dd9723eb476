// Numbers behind the pictures of a review: the ridge, the beliefs at a step, the sentence. No rule is in
// here.
import type { Cause, ReviewBelief, ReviewMark, ReviewSeat } from '../../../protocol/lanterne';

export const ORDER: Cause[] = ['luck', 'others', 'own', 'unknown']; // of the stones

// A piece of the ridge from (x1, y1) to (x2, y2): x is 0 to 1, y is the chance.
export interface Piece {
  step: number;
  cause: Cause;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Ridge {
  x: number[]; // where each step begins; one more for the end
  y: number[]; // the chance there
  pieces: Piece[];
}

const WIDER = 5; // how much wider a step is for each whole chance that it changes
const SEEN = 0.005; // less than half a point is not drawn as a piece of its own

// Each step takes width 1 and more by its size, so that great moments have room.
export function ridgeOf({ curve, start, result }: Pick<ReviewSeat, 'curve' | 'start' | 'result'>): Ridge {
  const widths = curve.map((step) => 1 + WIDER * (Math.abs(step.part) + Math.abs(step.unknown)));
  const whole = widths.reduce((sum, width) => sum + width, 0) || 1;
  const ridge: Ridge = { x: [0], y: [curve[0]?.before ?? start], pieces: [] };
  let x = 0;
  curve.forEach((step, at) => {
    const end = x + (widths[at] ?? 0) / whole;
    const after = curve[at + 1]?.before ?? result;
    const between = step.before + step.part;
    const both = Math.abs(after - between) >= SEEN;
    const turn = both ? (Math.abs(step.part) >= SEEN ? (x + end) / 2 : x) : end;
    if (turn > x) ridge.pieces.push({ step: at, cause: step.cause, x1: x, y1: step.before, x2: turn, y2: both ? between : after });
    if (turn < end) ridge.pieces.push({ step: at, cause: 'unknown', x1: turn, y1: turn > x ? between : step.before, x2: end, y2: after });
    ridge.x.push(end);
    ridge.y.push(after);
    x = end;
  });
  return ridge;
}

// The step of which the beginning is nearest to x.
export function nearest(ridge: Ridge, x: number): number {
  return ridge.x.reduce((best, at, step) => (Math.abs(at - x) < Math.abs((ridge.x[best] ?? 0) - x) ? step : best), 0);
}

// The step of an entry of the record's log, or the one that follows it.
export function stepOf({ curve }: Pick<ReviewSeat, 'curve'>, entry: number): number {
  const found = curve.findIndex((step) => step.entry >= entry);
  return found < 0 ? curve.length : found;
}

// What was believed before a step: the last change by an earlier entry.
export function sharesAt(belief: ReviewBelief, entry: number): Record<string, number> {
  let now: Record<string, number> = {};
  for (const change of belief.changes) if (change.entry < entry) now = change.shares;
  return now;
}

// The move of the change that made a belief before a step as sure as it is there.
export function sureSince(belief: ReviewBelief, entry: number): number {
  const before = belief.changes.filter((change) => change.entry < entry);
  const unsure = before.findLastIndex((change) => !Object.values(change.shares).some((share) => share >= 99));
  return before[unsure + 1]?.move ?? 0;
}

// Steps at which moves begin that are numbered below the ridge: every 1, 2, 5, 10, ... moves, at most `most`
// of them, none nearer to another than `apart` of the width.
export function numbered({ curve }: Pick<ReviewSeat, 'curve'>, ridge: Ridge, most: number, apart: number): { move: number; x: number }[] {
  const last = curve.at(-1)?.move ?? 0;
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((by) => last / by <= most) ?? 1000;
  const ticks: { move: number; x: number }[] = [];
  for (let move = every; move <= last; move += every) {
    const step = curve.findIndex((one) => one.move >= move);
    const x = ridge.x[step] ?? 1;
    if (x - (ticks.at(-1)?.x ?? -1) >= apart && x > apart / 2) ticks.push({ move: curve[step]?.move ?? move, x });
  }
  return ticks;
}

export interface Slice {
  value: string; // '' for those that are gathered
  share: number; // of 100
}

const GATHERED = 5; // values below so many hundredths are one slice

// What tells a name from the others, for narrow places: without the words that most of them have. "a manor
// worth 3" is "3".
export function shortName(name: string, all: string[]): string {
  const common = (word: string): boolean => all.filter((other) => other.split(' ').includes(word)).length * 2 > all.length;
  return name
    .split(' ')
    .filter((word) => all.length < 2 || !common(word))
    .join(' ') || name;
}

// The slices of a strip in the order of `order`, the unlikely ones gathered at the end.
export function slicesOf(shares: Record<string, number>, order: string[]): Slice[] {
  const place = (value: string): number => (order.indexOf(value) + order.length + 1) % (order.length + 1);
  const all = Object.entries(shares).map(([value, share]) => ({ value, share }));
  const likely = all.filter((slice) => slice.share >= GATHERED).sort((a, b) => place(a.value) - place(b.value));
  const rest = all.filter((slice) => slice.share < GATHERED).reduce((sum, slice) => sum + slice.share, 0);
  return rest > 0 ? [...likely, { value: '', share: rest }] : likely;
}

// Somebody's chance in whole points, never 100 or 0 while it is not certain.
export function ofHundred(chance: number): number {
  return chance >= 1 ? 100 : chance <= 0 ? 0 : Math.min(99, Math.max(1, Math.round(100 * chance)));
}

export function tenths(share: number): number {
  return share >= 100 ? 10 : Math.max(1, Math.min(9, Math.round(share / 10)));
}

// A share below a tenth, as one of how many: 7 of 100 is 1 in 14.
export function oneIn(share: number): number {
  return Math.round(100 / share);
}

// Tenths of all shares that add up to ten: what rounding down leaves goes to the largest remainders, of equal
// ones to the larger share. Nothing that is uncertain has all ten.
export function tenthsOf(shares: number[]): number[] {
  const rows = shares.map((share) => ({ share, n: Math.floor(share / 10) }));
  const left = 10 - rows.reduce((sum, row) => sum + row.n, 0);
  const more = rows.toSorted((a, b) => (b.share % 10) - (a.share % 10) || b.share - a.share).slice(0, left);
  return rows.map((row) => (row.share >= 100 ? 10 : Math.min(9, row.n + (more.includes(row) ? 1 : 0))));
}

// What a seat believed of the families of values (boards/board.ts): hundredths and tenths by family, the
// impossible left out.
export function familiesOf(shares: Record<string, number>, of: Record<string, string>): { family: string; share: number; tenths: number }[] {
  const all = [...new Set(Object.values(of))]
    .map((family) => ({ family, share: Object.entries(shares).reduce((sum, [value, share]) => sum + (of[value] === family ? share : 0), 0) }))
    .filter(({ share }) => share > 0);
  const rounded = tenthsOf(all.map(({ share }) => share));
  return all.map((one, at) => ({ ...one, tenths: rounded[at] ?? 0 }));
}

// The parts of the report: the two largest of what the seat did not do, and its own play.
export function reportOf(points: ReviewSeat['points']): { causes: [Cause, Cause]; own: 'none' | 'little' | 'much' } {
  const foreign = ORDER.filter((cause) => cause !== 'own');
  const [first = 'luck', second = 'others'] = [...foreign].sort((a, b) => Math.abs(points[b]) - Math.abs(points[a]));
  const own = points.own === 0 ? 'none' : points.own > -12 ? 'little' : 'much';
  return { causes: foreign.indexOf(first) < foreign.indexOf(second) ? [first, second] : [second, first], own };
}

// What a cause is called for a seat. Where nothing was hidden from it the rest is not what nobody could know,
// but what the estimate does not explain.
export type NamedCause = Cause | 'unexplained';
export function named(cause: Cause, seat: Pick<ReviewSeat, 'beliefs'>): NamedCause {
  return cause === 'unknown' && !seat.beliefs.length ? 'unexplained' : cause;
}

export type SaidCause = 'luck-up' | 'luck-down' | 'others-up' | 'others-down' | 'others-but' | 'others-nor' | 'unknown-up' | 'unknown-down' | 'unexplained-up' | 'unexplained-down';

// The words of two causes: "the dice were kind, the table was not", "the dice were not kind, nor was the
// table", and by itself "the table was not kind".
export function saidCauses(causes: [Cause, Cause], seat: Pick<ReviewSeat, 'points' | 'beliefs'>): SaidCause[] {
  const up = (cause: Cause): boolean => seat.points[cause] >= 0;
  return causes.map((cause): SaidCause => {
    if (cause === 'others' && !up(cause) && causes[0] === 'luck') return up('luck') ? 'others-but' : 'others-nor';
    return `${named(cause, seat) as Exclude<NamedCause, 'own'>}-${up(cause) ? 'up' : 'down'}`;
  });
}

// The choices that a retry offers: the three best and the chosen one, as numbers of `choices`.
export function offered(mark: ReviewMark): number[] {
  const best = mark.choices.map((_, at) => at).slice(0, 3);
  return best.includes(mark.chosen) ? best : [...best, mark.chosen];
}

// The clause at the end of a sentence, which is shown as a link.
export function unclaused(sentence: string): string {
  return sentence.replace(/ \[[^\]]*\]$/, '');
}

export interface Tag {
  entry: number;
  cause: Cause;
  points: number;
  x: number; // middle and top, in pixels
  y: number;
}

// Places tags beside the ridge: gains above, losses below, none over another or outside of the picture.
export function placeTags(tags: Tag[], width: number, height: number, size: { width: number; height: number }): Tag[] {
  const placed: Tag[] = [];
  for (const tag of [...tags].sort((a, b) => a.x - b.x)) {
    const up = tag.points > 0;
    const fits = (x: number, y: number): boolean =>
      x >= size.width / 2 + 4 && x <= width - size.width / 2 - 4 && y >= 4 && y <= height - size.height - 44 && !placed.some((other) => Math.abs(other.x - x) < size.width + 2 && Math.abs(other.y - y) < size.height + 2);
    const near = Math.min(width - size.width / 2 - 4, Math.max(size.width / 2 + 4, tag.x));
    // Rows away from the line on the tag's own side, then on the other, then aside.
    const rows = Array.from({ length: 10 }, (_, row) => 12 + row * (size.height + 4));
    const above = rows.map((row) => tag.y - size.height - row);
    const below = rows.map((row) => tag.y + row);
    const spots = [0, 1, -1, 2, -2, 3, -3].flatMap((aside) => (up ? [...above, ...below] : [...below, ...above]).map((y) => ({ x: near + aside * (size.width + 4), y })));
    const { x, y } = spots.find((spot) => fits(spot.x, spot.y)) ?? { x: near, y: Math.max(4, tag.y - size.height) };
    placed.push({ ...tag, x, y });
  }
  return placed;
}

// The top of the walker's slip around `x`: where it is wanted, or the nearest place above at which it covers
// no tag.
export function slipTop(x: number, wanted: number, slip: { width: number; height: number }, tags: Tag[], size: { width: number; height: number }): number {
  const over = tags.filter((tag) => Math.abs(tag.x - x) < (slip.width + size.width) / 2);
  const free = (top: number): boolean => top >= 4 && over.every((tag) => top + slip.height <= tag.y || top >= tag.y + size.height);
  const tops = [wanted, 4, ...over.flatMap((tag) => [tag.y - slip.height - 2, tag.y + size.height + 2])].filter((top) => free(top) && top <= Math.max(4, wanted));
  return tops.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}
