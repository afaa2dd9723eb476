// Fills the placeholders of a board's own texts.
import type { Words } from '../../../protocol/lanterne';
import { fillWords } from '../words/fill';
import { spell } from '../words/edition';
import type { GameWords, Lang } from '../words/say';

export type Say<Key extends string> = (key: Key, given?: Record<string, string | number>) => string;

// With the words of the game, the texts have the names of its edition.
export function speaker<Key extends string>(words: Record<Key, Words>, lang: Lang, game?: GameWords): Say<Key> {
  return (key, given = {}) => fillWords(spellWords(words[key], lang, game), lang, given);
}

// A text of the page about a game, as its words are spelled.
export function spellWords(words: Words, lang: Lang, game: GameWords | undefined): Words {
  return game?.spelled ? { ...words, [lang]: spell(game, lang, words[lang]) } : words;
}

export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
