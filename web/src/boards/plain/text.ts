// The text board of a game: sections of sentences about what the viewer sees, as one person would describe a
// table to another. Names that the game explains are touchable. A describer takes facts from the view and
// adds none.
import type { Words } from '../../../../protocol/lanterne';
import { bound } from '../../words/french';
import { isOne } from '../../words/fill';
import type { Lang, Sayer } from '../../words/say';
import type { Seen } from '../board';
import { spellWords } from '../fill';
import { namer, type Namer } from './name';

// A word that the game explains under its type.
export interface Word {
  text: string;
  type: string;
  value: string;
}
export type Bit = string | Word;
export type Line = Bit[];

export interface Section {
  title: string;
  lines: Line[];
}

// `open`: what only the viewer knows may be on the screen (parts/shield.svelte.ts).
export type Describe = (seen: Seen, sayer: Sayer, open: boolean) => Section[];
type Given = Record<string, Bit | number | Line>;

const ITEM = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g;

// A sentence from its template; placeholders as in words/fill.ts, values may be touchable words or lists of
// them.
export function fillLine(words: Words, lang: Lang, given: Given = {}): Line {
  const text = lang === 'fr' ? bound(words.fr) : words.en;
  const line: Line = [];
  let at = 0;
  for (const match of text.matchAll(ITEM)) {
    const [all, name = '', one, many] = match;
    const value = given[name] ?? '';
    line.push(text.slice(at, match.index));
    if (one !== undefined && many !== undefined) line.push(isOne(Number(value), lang) ? one : many);
    else if (Array.isArray(value)) line.push(...value);
    else line.push(typeof value === 'number' ? String(value) : value);
    at = match.index + all.length;
  }
  return [...line, text.slice(at)].filter((bit) => bit !== '');
}

export const textOf = (line: Line): string => line.map((bit) => (typeof bit === 'string' ? bit : bit.text)).join('');

// Sentences one after the other, each with a capital.
export function sentences(...lines: Line[]): Line {
  return lines.filter((line) => line.length).flatMap((line, at) => [...(at ? [' '] : []), ...capital(line)]);
}

export function capital([first, ...rest]: Line): Line {
  if (first === undefined) return [];
  const raise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [typeof first === 'string' ? raise(first) : { ...first, text: raise(first.text) }, ...rest];
}

// What a describer needs to speak: its own words, names of the game, and lists as the language writes them.
export interface Teller<Key extends string> {
  say: (key: Key, given?: Given) => Line;
  name: (key: string, value: string | number) => Bit;
  list: (items: Line[], how?: 'conjunction' | 'unit') => Line;
  seat: (seat: number | null) => string;
}

export function teller<Key extends string>(words: Record<Key, Words>, sayer: Sayer): Teller<Key> {
  const names: Namer = namer(sayer);
  return {
    say: (key, given) => fillLine(spellWords(words[key], sayer.lang, sayer.words), sayer.lang, given),
    name: (key, value) => {
      const { text, type } = names.value(key, value);
      return type ? { text, type, value: String(value) } : text;
    },
    list: (items, how = 'conjunction') =>
      new Intl.ListFormat(sayer.lang, { type: how, style: 'long' })
        .formatToParts(items.map((_, at) => String(at)))
        .flatMap((part) => (part.type === 'element' ? (items[Number(part.value)] ?? []) : [part.value])),
    seat: (seat) => (seat === null ? '' : (sayer.names[seat - 1] ?? String(seat))),
  };
}
