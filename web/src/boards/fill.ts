// Fills the placeholders of a board's own texts.
import type { Words } from '../../../protocol/lanterne';
import { fillWords } from '../words/fill';
import { respell } from '../words/edition';
import { bound } from '../words/french';
import type { GameWords, Lang } from '../words/say';

export type Say<Key extends string> = (key: Key, given?: Record<string, string | number>) => string;

// With the words of the game, the texts have the names of its edition.
export function speaker<Key extends string>(words: Record<Key, Words>, lang: Lang, game?: GameWords): Say<Key> {
  const edition = game?.spelled && game.edition?.lang === lang ? game.edition : undefined;
  if (!edition) return (key, given = {}) => fillWords(words[key], lang, given);
  return (key, given = {}) => {
    const said = Object.fromEntries((['en', 'fr'] as const).map((one) => [one, respell(bound(words[key][one]), edition)])) as unknown as Words;
    return fillWords(said, lang, given);
  };
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
