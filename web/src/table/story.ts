// The story by turns: told items grouped as the log shows them.
import type { Event, Told } from '../../../protocol/lanterne';
import { actorOf, type GameWords } from '../words/say';

export interface Turn {
  n: number; // of its first item
  seat: number; // whose turn it is; 0 before the first turn
  items: Told[];
}

// Whether an event is left out: it tells of a question that was asked only so that nobody could tell who had
// a choice. Which events those are is in the game's words.
export function isCover(words: GameWords, event: Event): boolean {
  return words.events.find((row) => row.name === event.event)?.cover?.includes(event.clause) ?? false;
}

export function turnsOf(words: GameWords, told: Told[]): Turn[] {
  const turns: Turn[] = [];
  for (const item of told) {
    const begins = item.event?.event === 'turn';
    const last = turns.at(-1);
    if (last && !begins) last.items.push(item);
    else turns.push({ n: item.n, seat: begins && item.event ? actorOf(words, item.event) : 0, items: [item] });
  }
  return turns;
}

// The thing that an event is about, if the game explains it: it has a picture.
export function thingOf(words: GameWords, event: Event): { type: string; value: string } | undefined {
  const args = words.events.find((row) => row.name === event.event)?.args ?? [];
  for (const { name, type } of args) {
    const value = event[name];
    if (value === null || value === undefined) continue;
    if (words.things.some((row) => row.type === type && row.value === String(value))) return { type, value: String(value) };
  }
  return undefined;
}
