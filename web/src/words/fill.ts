// Fills placeholders: {name}, and {name?one:many} by the plural rule of the language.
import type { Words } from '../../../protocol/lanterne';
import { bound } from './french';

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g;

export function isOne(count: number, lang: keyof Words): boolean {
  return count === 1 || (count === 0 && lang === 'fr');
}

export function fillWords(words: Words, lang: keyof Words, values: Record<string, string | number>): string {
  const text = lang === 'fr' ? bound(words.fr) : words[lang];
  return text.replace(ITEM, (_, name: string, one?: string, many?: string) => {
    const given = values[name] ?? '';
    if (one === undefined || many === undefined) return String(given);
    return isOne(Number(given), lang) ? one : many;
  });
}
