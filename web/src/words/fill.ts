// Fills placeholders: {name}, {name?one:many} by the plural rule of the language, and {name!own|other}, where
// `own` is for the value '' (the reader's own name is not said) and * in `other` is the value.
import type { Words } from '../../../protocol/lanterne';
import { bound, elided } from './french';

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*)|!([^|}]*)\|([^}]*))?\}/g;

export function isOne(count: number, lang: keyof Words): boolean {
  return count === 1 || (count === 0 && lang === 'fr');
}

export function fillWords(words: Words, lang: keyof Words, values: Record<string, string | number>): string {
  const text = lang === 'fr' ? bound(words.fr) : words[lang];
  let said = '';
  let at = 0;
  for (const match of text.matchAll(ITEM)) {
    const [whole, name = '', one, many, own, other] = match;
    const given = values[name] ?? '';
    const [head, ...tail] = (given === '' ? own : other)?.split('*') ?? [];
    if (head !== undefined) {
      said += text.slice(at, match.index) + head;
      for (const after of tail) said = (lang === 'fr' ? elided(said, String(given)) : said) + String(given) + after;
      at = match.index + whole.length;
      continue;
    }
    const value = one === undefined || many === undefined ? String(given) : isOne(Number(given), lang) ? one : many;
    said += text.slice(at, match.index);
    said = (lang === 'fr' ? elided(said, value) : said) + value;
    at = match.index + whole.length;
  }
  return said + text.slice(at);
}
