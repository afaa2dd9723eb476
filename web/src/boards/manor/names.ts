// What the board calls its manors: by their owner and their house.
import type { Sayer } from '../../words/say';
import { houseAt } from './houses';
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

// The house alone, without its French article.
export function houseName(sayer: Sayer, place: string): string {
  return words[houseAt(place).house][sayer.lang].replace(/^l[ea] |^l’/, '');
}
