// What the story told of each floor, and the Hero's way over it.
import type { Event, Told } from '../../../../protocol/lanterne';

export interface Stride {
  from: string;
  to: string;
  jump: boolean;
}

// The events of each floor from its building on, of the last game of a match. What was taken back is left
// out.
export function floorsTold(told: Told[]): Map<number, Event[]> {
  const undone = told.flatMap((item) => (item.undone ? [item.undone] : []));
  const floors = new Map<number, Event[]>();
  let events: Event[] = [];
  for (const { n, event } of told) {
    if (!event || undone.some(([from = 0, to = 0]) => n >= from && n <= to)) continue;
    if (event.event === 'game') floors.clear();
    if (event.event === 'built') floors.set(Number(event['floor']), (events = []));
    events.push(event);
  }
  return floors;
}

// By floor; `start` is the cell of a floor's Entrance.
export function waysOf(floors: Map<number, Event[]>, start: (floor: number) => string | undefined): Map<number, Stride[]> {
  const ways = new Map<number, Stride[]>();
  for (const [floor, events] of floors) {
    const strides: Stride[] = [];
    let at = start(floor);
    for (const event of events) {
      if (event.event !== 'stepped' && event.event !== 'jumped') continue;
      const to = String(event['cell']);
      if (at !== undefined) strides.push({ from: at, to, jump: event.event === 'jumped' });
      at = to;
    }
    ways.set(floor, strides);
  }
  return ways;
}
