// The prompt's sentence for an action that waits for its second touch, with the server's figures.
import { shield } from '../../parts/shield.svelte';
import type { Sayer } from '../../words/say';
import type { Seen } from '../board';
import { speaker } from '../fill';
import { manorName } from './names';
import { intention } from './touch';
import type { ManorView, Next } from './view';
import { words, type ManorWord } from './words';

// What one more hunter brings: "+4", a tandem "4 × 2 = +8".
export function sumOf(next: Next, hunter: string): { points: number; text: string } {
  const tandem = hunter === 'tandem';
  const points = tandem ? next.by_tandem : next.points;
  return { points, text: tandem && next.times > 1 && points ? `${next.points} × ${next.times} = +${points}` : `+${points}` };
}

export function hunterName(sayer: Sayer, hunter: string): string {
  return (words[hunter as ManorWord] ?? words.basic)[sayer.lang].toLowerCase();
}

// The prompt's sentence while a hunter is in hand.
export function holds(picked: string[], seen: Seen, sayer: Sayer): string | null {
  const say = speaker(words, sayer.lang);
  if (picked.includes('detect')) return say('hold-detect');
  const hunter = picked.find((word) => word in ((seen.view as unknown as ManorView).seats[seen.seat - 1]?.hand ?? {}));
  return hunter ? say('hold-hunter', { hunter: hunterName(sayer, hunter) }) : null;
}

export function asks(action: string, seen: Seen, sayer: Sayer): string | null {
  const meant = intention(action);
  if (!meant) return null;
  const view = seen.view as unknown as ManorView;
  const say = speaker(words, sayer.lang);
  const place = meant.place ? manorName(sayer, meant.place, seen.seat) : '';
  const owner = meant.owner && meant.owner !== seen.seat ? (sayer.names[meant.owner - 1] ?? '') : '';
  if (meant.verb === 'turn-up' || meant.verb === 'detect') return say('ask-open', { place });
  const carried = meant.verb === 'go' ? view.sent?.hunter : meant.hunter;
  if (!carried) return null;
  const hunter = hunterName(sayer, carried);
  if (meant.verb === 'send') return say('ask-send', { owner, hunter });
  if (meant.verb === 'call') return say('ask-call', { owner, hunter, place });
  const plot = view.seats.flatMap((row) => row.manors).find((one) => one.place === meant.place);
  const covered = !plot?.up && !shield.open;
  if (!plot?.next || covered) return say('ask-blind', { hunter, place });
  const sum = sumOf(plot.next, carried).text;
  return plot.next.to === seen.seat ? say('ask-place', { hunter, place, sum }) : say('ask-trap', { hunter, place, sum, name: sayer.names[plot.next.to - 1] ?? '' });
}
