// The four places of a garden, and which hunter stands on which. Units: 120 to the width of a house; the
// garden begins two units above the ground line.
import type { Card } from './view';

export interface Stone {
  x: number;
  y: number; // of the feet, below the ground line
}

export const STONES: Stone[] = [
  { x: 16, y: 29 },
  { x: 104, y: 29 },
  { x: 41, y: 56 },
  { x: 79, y: 56 },
];

export interface Stander {
  card: Card;
  key: string;
  stone: number;
}

// Keys of the cards in a garden; equal cards are numbered.
export function keyed(front: Card[]): { card: Card; key: string }[] {
  const count = new Map<string, number>();
  return front.map((card) => {
    const kind = `${card.owner} ${card.hunter}`;
    count.set(kind, (count.get(kind) ?? 0) + 1);
    return { card, key: `${kind} ${count.get(kind)}` };
  });
}

// Whoever stood here before keeps the stone, newcomers take the first free one. `before` has the key on each
// stone; the new keys come back beside the standers, back row first.
export function settle(before: (string | null)[], front: Card[]): { stones: (string | null)[]; standers: Stander[] } {
  const cards = keyed(front);
  const stones = STONES.map((_, at) => (cards.some(({ key }) => key === before[at]) ? (before[at] ?? null) : null));
  for (const { key } of cards) {
    if (stones.includes(key)) continue;
    const free = stones.indexOf(null);
    if (free >= 0) stones[free] = key;
  }
  const standers = cards.map(({ card, key }) => ({ card, key, stone: stones.indexOf(key) })).filter(({ stone }) => stone >= 0);
  return { stones, standers: standers.sort((a, b) => a.stone - b.stone) };
}

// The stone that the next hunter would take.
export function freeStone(stones: (string | null)[]): number {
  return stones.indexOf(null);
}
