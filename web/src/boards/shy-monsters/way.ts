// The Hero's way over the floors, as the story told it.
import type { Told } from '../../../../protocol/lanterne';

export interface Stride {
  from: string;
  to: string;
  jump: boolean;
}

// By floor, of the last game of a match; `start` is the cell of a floor's Entrance. What was taken back is
// left out.
export function waysOf(told: Told[], start: (floor: number) => string | undefined): Map<number, Stride[]> {
  const undone = told.flatMap((item) => (item.undone ? [item.undone] : []));
  const ways = new Map<number, Stride[]>();
  let strides: Stride[] = [];
  let at: string | undefined;
  for (const { n, event } of told) {
    if (!event || undone.some(([from = 0, to = 0]) => n >= from && n <= to)) continue;
    if (event.event === 'game') ways.clear();
    if (event.event === 'built') {
      const floor = Number(event['floor']);
      at = start(floor);
      ways.set(floor, (strides = []));
    }
    if (event.event !== 'stepped' && event.event !== 'jumped') continue;
    const to = String(event['cell']);
    if (at !== undefined) strides.push({ from: at, to, jump: event.event === 'jumped' });
    at = to;
  }
  return ways;
}
