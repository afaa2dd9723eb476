// What the board calls its manors: by their owner and their house.
import { nameValues, type Sayer } from '../../words/say';
import type { Seen } from '../board';
import { fillWords } from '../../words/fill';
import { houseAt } from './houses';
import type { ManorView } from './view';
import { words } from './words';

const VOWEL = /^[aeiouyhàâäéèêëîïôöùûü]/i;

// "Wick's Tower" or "your Tower"; in French "la Tour de Wick" or "ta Tour".
export function manorName(sayer: Sayer, place: string, viewer: number): string {
  const seat = Number(place.split('.')[0]);
  const house = words[houseAt(place).house][sayer.lang];
  const owner = sayer.names[seat - 1] ?? '';
  if (sayer.lang === 'en') return seat === viewer ? `your ${house}` : `${owner}’s ${house}`;
  if (seat === viewer) return house.startsWith('la ') ? `ta ${house.slice(3)}` : `ton ${house.replace(/^le |^l’/, '')}`;
  return `${house} ${VOWEL.test(owner) ? 'd’' : 'de '}${owner}`;
}

// The same everywhere a sentence of the game names a manor.
export function nameManors(): void {
  nameValues('manor', (sayer, type, value) => (type === 'place' ? { text: manorName(sayer, value, sayer.me ?? 0), seat: Number(value.split('.')[0]) } : null));
}

// What stands beside the game's name.
export function heading(seen: Seen, sayer: Sayer): string {
  const { turn, turns_each, phase } = seen.view as unknown as ManorView;
  return turn ? fillWords(words['turn-of'], sayer.lang, { n: turn, all: turns_each }) : phase === 'over' ? words['the-end'][sayer.lang] : '';
}
