// Fills placeholders: {name}, and {name?one:many} by the plural rule of the language.
import type { Words } from '../../../protocol/lanterne';
import { bound, elided } from './french';

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g;

export function isOne(count: number, lang: keyof Words): boolean {
  return count === 1 || (count === 0 && lang === 'fr');
}

export function fillWords(words: Words, lang: keyof Words, values: Record<string, string | number>): string {
  const text = lang === 'fr' ? bound(words.fr) : words[lang];
  let said = '';
  let at = 0;
  for (const match of text.matchAll(ITEM)) {
    const [whole, name = '', one, many] = match;
    const given = values[name] ?? '';
    const value = one === undefined || many === undefined ? String(given) : isOne(Number(given), lang) ? one : many;
    said += text.slice(at, match.index);
    said = (lang === 'fr' ? elided(said, value) : said) + value;
    at = match.index + whole.length;
  }
  return said + text.slice(at);
}
