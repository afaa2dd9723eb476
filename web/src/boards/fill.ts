// Fills the placeholders of a board's own texts.
import type { Words } from '../../../protocol/lanterne';
import { fillWords } from '../words/fill';
import type { Lang } from '../words/say';

export type Say<Key extends string> = (key: Key, given?: Record<string, string | number>) => string;

export function speaker<Key extends string>(words: Record<Key, Words>, lang: Lang): Say<Key> {
  return (key, given = {}) => fillWords(words[key], lang, given);
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
